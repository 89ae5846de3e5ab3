//! What `scan` found, for people, for scripts and for code scanning.

use super::layout::{Style, Tone, line, pretty};
use crate::domain::Suspicion;
use crate::text::clip::begun;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Characters of a place that people are shown.
const SHOWN: usize = 160;
/// Names of texts that were not searched, for people.
const NAMED: usize = 5;

/// A place that seems to give an agent orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The file as it was named; "-" for stdin.
    pub file: String,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// What was found.
    pub suspicion: Suspicion,
}

/// A text that was not searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file as it was named.
    pub file: String,
    /// Why: "binary", "too large", "cannot be read", "no file".
    pub why: &'static str,
}

/// What was searched, and what was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scanned {
    /// Texts that were searched.
    pub texts: usize,
    /// What was found, by file and place.
    pub places: Vec<Place>,
    /// What was not searched.
    pub skipped: Vec<Skipped>,
    /// True where a folder has more files than were listed.
    pub unlisted: bool,
}

fn excerpt(place: &Place) -> String {
    begun(&line(&place.suspicion.excerpt), SHOWN)
}

/// For people: a place a line with why and what, then what was not searched.
pub fn scan(scanned: &Scanned, style: Style) -> String {
    let mut text = String::new();
    for place in &scanned.places {
        let head = format!("{}:{}", line(&place.file), place.line);
        let _ = writeln!(text, "{}  {}", style.paint(Tone::Strong, &head), line(&place.suspicion.reasons.join("; ")));
        let _ = writeln!(text, "    {}", excerpt(place));
    }
    let count = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let searched = count(scanned.texts, "text");
    let _ = match scanned.places.len() {
        0 => writeln!(text, "{searched} searched: nothing reads like orders to an agent."),
        found => writeln!(
            text,
            "{} in {searched} may give an agent orders. A place is a hint: quoted examples and files for agents read alike.",
            count(found, "place"),
        ),
    };
    if !scanned.skipped.is_empty() {
        let named =
            scanned.skipped.iter().take(NAMED).map(|skipped| format!("{} ({})", line(&skipped.file), skipped.why));
        let more = scanned.skipped.len().saturating_sub(NAMED);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let _ = writeln!(text, "Not searched: {}{more}", named.collect::<Vec<_>>().join(", "));
    }
    if scanned.unlisted {
        text.push_str("A folder has more files than were listed (`repository.max_files`).\n");
    }
    text
}

#[derive(Serialize)]
struct ScanJson<'a> {
    version: u8,
    texts: usize,
    places: Vec<PlaceJson<'a>>,
    not_searched: Vec<SkippedJson>,
    unlisted: bool,
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    file: String,
    line: usize,
    start: usize,
    end: usize,
    score: f64,
    reasons: &'a [String],
    excerpt: String,
}

#[derive(Serialize)]
struct SkippedJson {
    file: String,
    why: &'static str,
}

/// For scripts: one object.
pub fn scan_json(scanned: &Scanned) -> String {
    let places = scanned.places.iter().map(|one| {
        let suspicion = &one.suspicion;
        PlaceJson {
            file: line(&one.file),
            line: one.line,
            start: suspicion.at.start,
            end: suspicion.at.end,
            score: rounded(suspicion.score),
            reasons: &suspicion.reasons,
            excerpt: line(&suspicion.excerpt),
        }
    });
    pretty(&ScanJson {
        version: 1,
        texts: scanned.texts,
        places: places.collect(),
        not_searched: scanned.skipped.iter().map(|one| SkippedJson { file: line(&one.file), why: one.why }).collect(),
        unlisted: scanned.unlisted,
    })
}

fn rounded(score: f64) -> f64 {
    (score * 1_000.0).round() / 1_000.0
}

/// For code scanning: SARIF 2.1.0, one result a place.
pub fn scan_sarif(scanned: &Scanned) -> String {
    let result = |place: &Place| {
        json!({
            "ruleId": "injection",
            "level": "warning",
            "message": { "text": format!("Text that may give an agent orders: {}", line(&place.suspicion.reasons.join("; "))) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": super::sarif::encoded(&place.file.replace('\\', "/")) },
                "region": { "startLine": place.line },
            } }],
            "rank": rounded(place.suspicion.score * 100.0),
        })
    };
    let rule = json!({
        "id": "injection",
        "shortDescription": { "text": "Text that gives an agent orders" },
        "help": { "text": "Whoever may write this text can try to steer an agent that reads it." },
    });
    pretty(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "driftguard", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": [rule] } },
            "automationDetails": { "id": "driftguard/scan" },
            "invocations": [{ "executionSuccessful": true }],
            "results": scanned.places.iter().map(result).collect::<Vec<Value>>(),
        }],
    }))
}
