//! What the reports at the end of turns left out, in the forms of `check` and `explain`.

use super::layout::{Page, Tone, line, list};
use crate::domain::Untold;
use serde::Serialize;

/// Turns shown to people at most, the newest; and the files of each.
const MAX_TURNS: usize = 6;
const MAX_FILES: usize = 4;

/// "src/a.css changed and not mentioned", and what else is to be said about the turn.
pub(in crate::commands) fn said(untold: &Untold) -> Vec<String> {
    let named =
        |files: &[String], what: &str| (!files.is_empty()).then(|| format!("{} {what}", list(files, MAX_FILES)));
    let quiet: Vec<String> = untold.missing.iter().filter(|file| !untold.beyond.contains(file)).cloned().collect();
    [
        named(&untold.unwanted, "changed, and the prompt was a question"),
        named(&untold.silenced, "lost tests after a failing run, and the reply does not say so"),
        named(&untold.beyond, "changed beyond the goal and not mentioned in the reply"),
        named(&quiet, "changed and not mentioned in the reply"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A line for each of the newest turns whose report left something out.
pub(super) fn summary(page: &mut Page, untold: &[Untold]) {
    for (index, (turn, text)) in newest(untold).enumerate() {
        page.field(if index == 0 { "untold" } else { "" }, &format!("after call {}: {text}", turn.call), 3);
    }
    let more = untold.len().saturating_sub(MAX_TURNS);
    if more > 0 {
        page.field("", &format!("and in {more} earlier"), 1);
    }
}

/// The same for `explain`.
pub(super) fn explained(page: &mut Page, untold: &[Untold]) {
    if untold.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "What the reports left out:");
    for (turn, text) in newest(untold) {
        page.hanging("  ", 4, &format!("after call {}: {text}", turn.call), 3);
    }
}

fn newest(untold: &[Untold]) -> impl Iterator<Item = (&Untold, String)> {
    let shown = &untold[untold.len().saturating_sub(MAX_TURNS)..];
    shown.iter().flat_map(|turn| said(turn).into_iter().map(move |text| (turn, text)))
}

/// The same for scripts.
#[derive(Serialize)]
pub(super) struct UntoldJson {
    call: u64,
    unwanted: Vec<String>,
    missing: Vec<String>,
    beyond: Vec<String>,
    silenced: Vec<String>,
}

/// All of them, oldest first.
pub(super) fn rows(untold: &[Untold]) -> Vec<UntoldJson> {
    let shown = |files: &[String]| files.iter().map(|file| line(file)).collect();
    untold
        .iter()
        .map(|turn| UntoldJson {
            call: turn.call,
            unwanted: shown(&turn.unwanted),
            missing: shown(&turn.missing),
            beyond: shown(&turn.beyond),
            silenced: shown(&turn.silenced),
        })
        .collect()
}
