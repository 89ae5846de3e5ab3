//! What the hooks said before a step and at the end of a turn, for `explain`: why a call was denied, what the agent was warned of,
//! why it was sent back.

use super::layout::{Page, Tone, count, cut, line, number};
use crate::domain::{Remark, RemarkKind};
use crate::host::shown_time;
use serde::Serialize;

/// Answers before a step that are shown to people at most, the newest; the letters of what each is about, and its lines.
const MAX_REMARKS: usize = 20;
const MAX_ABOUT: usize = 100;
const MAX_REASON: usize = 8;

/// What was said about calls before they ran, and about replies: why a call was denied stands here, whatever the score was.
pub(super) fn shown(page: &mut Page, remarks: &[Remark]) {
    if remarks.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "Said by the hooks at the time:");
    let left_out = remarks.len().saturating_sub(MAX_REMARKS);
    if left_out > 0 {
        page.line(Tone::Plain, &format!("  {} left out; --json lists all", count(number(left_out), "earlier answer")));
    }
    for remark in &remarks[left_out..] {
        let what = match remark.kind {
            RemarkKind::Warning => "warned",
            RemarkKind::Question => "asked about",
            RemarkKind::Denial => "denied",
            RemarkKind::SentBack => "the agent was sent back",
            RemarkKind::Notice => "you were told",
        };
        let about = match remark.kind {
            RemarkKind::SentBack | RemarkKind::Notice => "at the end of a turn".to_owned(),
            _ if remark.about.is_empty() => "at a prompt".to_owned(),
            _ => line(&remark.about),
        };
        let tone = if remark.kind == RemarkKind::Denial { Tone::Bad } else { Tone::Strong };
        page.line(tone, &format!("  {}, {what}: {}", shown_time(remark.at), cut(&about, MAX_ABOUT)));
        page.hanging("    ", 4, &line(&remark.text), MAX_REASON);
    }
}

/// "4 calls denied, 1 reply sent back"; `None` where the hooks said nothing of the kind.
pub(super) fn summary(remarks: &[Remark]) -> Option<String> {
    let told = |kind: RemarkKind, noun: &str, what: &str| {
        let times = remarks.iter().filter(|remark| remark.kind == kind).count();
        (times > 0).then(|| format!("{} {what}", count(number(times), noun)))
    };
    let parts: Vec<String> = [
        told(RemarkKind::Denial, "call", "denied"),
        told(RemarkKind::Question, "call", "asked about"),
        told(RemarkKind::Warning, "call", "warned about"),
        told(RemarkKind::SentBack, "turn", "sent back"),
        told(RemarkKind::Notice, "line", "for you alone"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The same for scripts.
#[derive(Serialize)]
pub(super) struct RemarkJson {
    kind: RemarkKind,
    about: String,
    text: String,
    at: i64,
}

impl RemarkJson {
    fn new(remark: &Remark) -> Self {
        Self { kind: remark.kind, about: line(&remark.about), text: line(&remark.text), at: remark.at }
    }
}

/// All of them, oldest first.
pub(super) fn rows(remarks: &[Remark]) -> Vec<RemarkJson> {
    remarks.iter().map(RemarkJson::new).collect()
}
