//! What the agent's reports claimed, in the forms of `check` and `explain`.

use super::Report;
use super::layout::{Page, Tone, count, cut, line, number, quoted};
use crate::domain::{ClaimDoubt, ClaimVerdict, EventId, Reported};
use serde::Serialize;

/// Refuted claims shown to people at most.
const MAX_REFUTED: usize = 6;
/// Claims that `explain` shows at most; the newest.
const MAX_EXPLAINED: usize = 40;
/// Columns of a claim and of its evidence.
const CLAIM: usize = 100;
const EVIDENCE: usize = 120;

const VERDICTS: [ClaimVerdict; 5] = [
    ClaimVerdict::Supported,
    ClaimVerdict::Stale,
    ClaimVerdict::Unverifiable,
    ClaimVerdict::Contradicted,
    ClaimVerdict::Fabricated,
];

/// The claims that were refuted beyond doubt. One sentence is told once.
pub(super) fn refuted(reported: &[Reported]) -> impl Iterator<Item = &Reported> {
    let mut last = None;
    reported.iter().filter(move |one| {
        let place = Some((one.event, &one.claim.span));
        one.judgement.weighty && std::mem::replace(&mut last, place) != place
    })
}

/// Those that the record speaks against, and not beyond doubt.
fn doubted(reported: &[Reported]) -> impl Iterator<Item = &Reported> {
    reported.iter().filter(|one| one.judgement.verdict.accuses() && !one.judgement.weighty)
}

/// The same of a report, each with its place in the session, the calls before it, and a line about it.
pub(in crate::commands) fn refuted_in(report: &Report) -> impl Iterator<Item = (EventId, u64, String)> {
    refuted(&report.reported).map(|one| (one.event, one.call, shown(one)))
}

/// "“All tests pass” contradicted: `npm test`: 2 failed".
fn shown(one: &Reported) -> String {
    let (claim, evidence) = (quoted(&cut(&one.claim.text, CLAIM)), cut(&one.judgement.evidence, EVIDENCE));
    format!("{claim} {}: {evidence}", one.judgement.verdict.name())
}

/// Why a refuted claim is not sent back, in words.
fn doubt(one: &Reported) -> Option<&'static str> {
    one.judgement.doubt.map(ClaimDoubt::words)
}

/// One line about all claims, and one for each that is refuted; nothing where none was made.
pub(super) fn summary(page: &mut Page, reported: &[Reported]) {
    if reported.is_empty() {
        return;
    }
    let told: Vec<String> = VERDICTS
        .iter()
        .map(|verdict| (reported.iter().filter(|one| one.judgement.verdict == *verdict).count(), verdict.name()))
        .filter(|(times, _)| *times > 0)
        .map(|(times, name)| format!("{times} {name}"))
        .collect();
    page.field("claims", &format!("{}: {}", count(number(reported.len()), "statement"), told.join(", ")), 2);
    let told: Vec<&Reported> = refuted(reported).chain(doubted(reported)).collect();
    let all = told.len();
    for one in told.into_iter().take(MAX_REFUTED) {
        let doubt = doubt(one).map(|words| format!(" ({words})")).unwrap_or_default();
        page.field("", &format!("after call {}: {}{doubt}", one.call, shown(one)), 3);
    }
    if all > MAX_REFUTED {
        page.field("", &format!("and {} more", all - MAX_REFUTED), 1);
    }
}

/// Every claim with what each signal said about it, for `explain`.
pub(super) fn explained(page: &mut Page, reported: &[Reported]) {
    if reported.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "What the reports claimed, and what the record shows:");
    for one in &reported[reported.len().saturating_sub(MAX_EXPLAINED)..] {
        let tone = match one.judgement.verdict {
            ClaimVerdict::Supported => Tone::Good,
            ClaimVerdict::Stale => Tone::Doubtful,
            ClaimVerdict::Unverifiable => Tone::Plain,
            ClaimVerdict::Contradicted | ClaimVerdict::Fabricated => Tone::Bad,
        };
        page.line(
            tone,
            &format!(
                "  after call {}: {} {}",
                one.call,
                one.judgement.verdict.name(),
                quoted(&cut(&one.claim.text, CLAIM))
            ),
        );
        for signal in &one.judgement.signals {
            let text =
                format!("{} {:+.1} x {}: {}", signal.signal, signal.vote, signal.weight, cut(&signal.reason, EVIDENCE));
            page.hanging("      ", 4, &text, 2);
        }
        if let Some(words) = doubt(one) {
            page.hanging("      ", 4, words, 2);
        }
    }
}

/// A claim as JSON.
#[derive(Serialize)]
pub(super) struct ClaimJson {
    call: u64,
    text: String,
    kind: &'static str,
    key: String,
    affirmed: bool,
    objects: Vec<String>,
    value: Option<u32>,
    verdict: &'static str,
    refuted: bool,
    doubt: Option<ClaimDoubt>,
    score: f64,
    evidence: String,
    signals: Vec<SignalJson>,
}

#[derive(Serialize)]
struct SignalJson {
    signal: &'static str,
    vote: f64,
    weight: f64,
    reason: String,
}

/// All claims as JSON, in their order.
pub(super) fn rows(reported: &[Reported]) -> Vec<ClaimJson> {
    let thousandths = |value: f64| (value * 1000.0).round() / 1000.0;
    reported
        .iter()
        .map(|one| ClaimJson {
            call: one.call,
            text: line(&one.claim.text),
            kind: one.claim.kind.name(),
            key: line(&one.claim.key()),
            affirmed: one.claim.affirmed,
            objects: one.claim.objects.iter().map(|object| line(object)).collect(),
            value: one.claim.value,
            verdict: one.judgement.verdict.name(),
            refuted: one.judgement.weighty,
            doubt: one.judgement.doubt,
            score: thousandths(one.judgement.score),
            evidence: line(&one.judgement.evidence),
            signals: one
                .judgement
                .signals
                .iter()
                .map(|signal| SignalJson {
                    signal: signal.signal,
                    vote: thousandths(signal.vote),
                    weight: signal.weight,
                    reason: line(&signal.reason),
                })
                .collect(),
        })
        .collect()
}
