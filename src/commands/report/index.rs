//! What `driftguard index` shows: what was done, and what is known now.

use super::layout::{Page, Style, Tone, count, number, pretty};
use crate::repo::index::{HistoryState, IndexFacts, IndexReport};
use crate::text::plain::plain_line;
use serde::Serialize;

/// The report for people.
pub fn index(root: &str, done: &IndexReport, facts: &IndexFacts, style: Style) -> String {
    let mut page = Page::new(style);
    page.line(Tone::Strong, &format!("driftguard index of {}", plain_line(root)));
    let changes = format!("{} read, {} removed", done.read, done.removed);
    page.field("files", &format!("{} ({changes})", facts.files), 1);
    page.field("words", &facts.words.to_string(), 1);
    page.field("imports", &facts.imports.to_string(), 1);
    page.field("together", &count(facts.pairs / 2, "pair"), 1);
    page.field("history", &history(&done.history), 2);
    page.field("took", &format!("{:.1} s", done.took.as_secs_f64()), 1);
    page.field("size", &size(facts.bytes), 1);
    if !done.complete {
        page.line(Tone::Plain, "a limit was hit: `driftguard index` goes on where it stopped");
    }
    page.finish()
}

/// Bytes as people read them.
pub fn size(bytes: u64) -> String {
    if bytes < 1_000_000 { format!("{} KB", bytes / 1_000) } else { format!("{} MB", bytes / 1_000_000) }
}

fn history(state: &HistoryState) -> String {
    match state {
        HistoryState::Read(commits) => format!("{} read", count(number(*commits), "commit")),
        HistoryState::Unchanged => "as it was".to_owned(),
        HistoryState::None => "none".to_owned(),
        HistoryState::Failed(why) => format!("not read: {why}"),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    root: &'a str,
    files: u64,
    read: usize,
    removed: usize,
    words: u64,
    imports: u64,
    pairs: u64,
    history: History<'a>,
    complete: bool,
    seconds: f64,
    bytes: u64,
}

#[derive(Serialize)]
struct History<'a> {
    state: &'a str,
    commits: Option<usize>,
    why: Option<&'a str>,
}

/// The report for programs.
pub fn index_json(root: &str, done: &IndexReport, facts: &IndexFacts) -> String {
    let (state, commits, why) = match &done.history {
        HistoryState::Read(commits) => ("read", Some(*commits), None),
        HistoryState::Unchanged => ("unchanged", None, None),
        HistoryState::None => ("none", None, None),
        HistoryState::Failed(why) => ("failed", None, Some(why.as_str())),
    };
    pretty(&Document {
        version: 1,
        root,
        files: facts.files,
        read: done.read,
        removed: done.removed,
        words: facts.words,
        imports: facts.imports,
        pairs: facts.pairs / 2,
        history: History { state, commits, why },
        complete: done.complete,
        seconds: done.took.as_secs_f64(),
        bytes: facts.bytes,
    })
}
