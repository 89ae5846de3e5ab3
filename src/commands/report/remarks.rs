//! What the hooks said while a session ran, for `explain` and `check`: how the agent was corrected, why a call was denied, what it
//! was warned of, why it was sent back. This was said; what `check` plays again would be said.

use super::layout::{Page, Tone, count, cut, line, number};
use crate::domain::{Remark, RemarkKind};
use crate::host::shown_time;
use serde::Serialize;

/// Remarks that are shown to people at most, the newest; the letters of what each is about, and its lines.
const MAX_REMARKS: usize = 20;
const MAX_ABOUT: usize = 100;
const MAX_REASON: usize = 8;

/// All that was said, oldest first: why a call was denied stands here, whatever the score was.
pub(super) fn shown(page: &mut Page, remarks: &[Remark]) {
    if remarks.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "Said by the hooks at the time:");
    let left_out = remarks.len().saturating_sub(MAX_REMARKS);
    if left_out > 0 {
        page.line(Tone::Plain, &format!("  {} left out; --json lists all", count(number(left_out), "earlier remark")));
    }
    for remark in &remarks[left_out..] {
        let tone = if remark.kind == RemarkKind::Denial { Tone::Bad } else { Tone::Strong };
        page.line(tone, &format!("  {}, {}", shown_time(remark.at), heading(remark)));
        page.hanging("    ", 4, &line(&remark.text), MAX_REASON);
    }
}

/// "denied: rm -rf migrations": what was done, and about what.
fn heading(remark: &Remark) -> String {
    let about = cut(&remark.about, MAX_ABOUT);
    let of = |what: &str| if about.is_empty() { format!("{what} at a prompt") } else { format!("{what}: {about}") };
    match remark.kind {
        RemarkKind::Correction => format!("the agent was told ({about})"),
        RemarkKind::Orders => "the agent was told of orders in an answer".to_owned(),
        RemarkKind::Warning => of("warned"),
        RemarkKind::Question => of("asked about"),
        RemarkKind::Consent => of("you said yes in the client's question"),
        RemarkKind::Denial => of("denied"),
        RemarkKind::SentBack => "the agent was sent back at the end of a turn".to_owned(),
        RemarkKind::Notice => "you were told".to_owned(),
        RemarkKind::WouldSendBack => {
            "only recorded: the agent would have been sent back at the end of a turn".to_owned()
        }
        RemarkKind::WouldNotice => "only recorded: you would have been told".to_owned(),
    }
}

/// "4 calls denied, 1 reply sent back"; `None` where the hooks said nothing of the kind.
pub(super) fn summary(remarks: &[Remark]) -> Option<String> {
    let told = |kind: RemarkKind, noun: &str, what: &str| {
        let times = remarks.iter().filter(|remark| remark.kind == kind).count();
        (times > 0).then(|| format!("{} {what}", count(number(times), noun)))
    };
    let parts: Vec<String> = [
        told(RemarkKind::Correction, "correction", "given"),
        told(RemarkKind::Orders, "answer", "with orders told of"),
        told(RemarkKind::Denial, "call", "denied"),
        told(RemarkKind::Question, "call", "asked about"),
        told(RemarkKind::Consent, "call", "let through by you"),
        told(RemarkKind::Warning, "call", "warned about"),
        told(RemarkKind::SentBack, "turn", "sent back"),
        told(RemarkKind::Notice, "line", "for you alone"),
        told(RemarkKind::WouldSendBack, "turn", "that would have been sent back"),
        told(RemarkKind::WouldNotice, "line", "that you would have been told"),
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
