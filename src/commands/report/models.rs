//! How the list of models looks.

use super::layout::{Page, Style, Tone};
use crate::inference::model::{Known, Place, Purpose, State};
use crate::text::plain::plain_line;
use serde_json::json;

/// A model of the list.
pub struct ModelRow {
    /// Its name, or its path.
    pub name: String,
    /// What it is for.
    pub purpose: Purpose,
    /// Where it lies.
    pub place: Place,
    /// Whether it is there.
    pub state: State,
    /// True where the configuration names it.
    pub used: bool,
}

impl ModelRow {
    fn state(&self) -> (&'static str, Option<String>) {
        match &self.state {
            State::Intact if self.place.known.is_none() => ("there", None),
            State::Intact => ("intact", None),
            State::Absent => ("absent", None),
            State::Broken(error) => ("broken", Some(error.to_string())),
        }
    }
}

/// Models for people.
pub fn models(rows: &[ModelRow], built: bool, style: Style) -> String {
    let mut page = Page::new(style);
    for row in rows {
        let (state, why) = row.state();
        let used = if row.used { ", in use" } else { "" };
        page.line(Tone::Strong, &format!("{}: {}, {state}{used}", plain_line(&row.name), row.purpose.name()));
        if let Some(why) = why {
            page.hanging("  ", 2, &plain_line(&why), 3);
        }
        if let Some(known) = row.place.known {
            page.hanging("  ", 2, known.about, 2);
            page.line(Tone::Faint, &format!("  licence {}", known.licence));
        }
        page.line(Tone::Faint, &format!("  lies in {}", plain_line(&row.place.folder.display().to_string())));
        for part in row.place.known.iter().flat_map(|known| known.parts) {
            page.line(Tone::Faint, &format!("  {} {} bytes", part.file, part.bytes));
            page.line(Tone::Faint, &format!("    sha256 {}", part.sha256));
        }
        for source in row.place.known.iter().flat_map(|known| known.sources) {
            page.line(Tone::Faint, &format!("  from {} ({} bytes)", source.address, source.bytes));
            page.line(Tone::Faint, &format!("    sha256 {}", source.sha256));
        }
        page.gap();
    }
    let entailment = "No model of entailment is known by name: none was found whose bytes and licence could be checked. Any in ONNX \
                      with three labels is used from a folder of yours: `inference.nli_model`, docs/models.md.";
    page.hanging("", 0, entailment, 4);
    if !built {
        page.gap();
        let lacks = "This driftguard was built without models: it lists them and cannot run or fetch them. One that can is built \
                     from its sources with `cargo build --release --locked --features neural`.";
        page.hanging("", 0, lacks, 4);
    }
    page.finish()
}

/// Models for scripts.
pub fn models_json(rows: &[ModelRow], built: bool) -> String {
    let told = rows.iter().map(|row| {
        let (state, why) = row.state();
        let known = row.place.known;
        let parts = known.iter().flat_map(|known| known.parts);
        let sources = known.iter().flat_map(|known| known.sources);
        json!({
            "name": row.name,
            "purpose": row.purpose.name(),
            "about": known.map(|known| known.about),
            "licence": known.map(|known| known.licence),
            "folder": row.place.folder.display().to_string(),
            "state": state,
            "problem": why,
            "used": row.used,
            "bytes": known.map(Known::bytes),
            "files": parts.map(|part| json!({"file": part.file, "bytes": part.bytes, "sha256": part.sha256})).collect::<Vec<_>>(),
            "sources": sources
                .map(|source| json!({"address": source.address, "bytes": source.bytes, "sha256": source.sha256}))
                .collect::<Vec<_>>(),
        })
    });
    let page = json!({"version": 1, "can_run": built, "models": told.collect::<Vec<_>>()});
    format!("{page:#}\n")
}
