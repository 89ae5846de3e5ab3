//! The calls that a hook before them would have denied or asked about, in the forms of `check` and `audit`.

use super::layout::{Page, cut, line, quoted};
use super::{Report, outcome};
use crate::domain::{EventId, Finding, SignalId, Stopped};
use serde::Serialize;

/// Calls shown to people at most.
const MAX_CALLS: usize = 6;
/// Columns of a call and of a clause.
const CALL: usize = 80;
const CLAUSE: usize = 80;

/// "change src/db/schema.sql", "run `git push` through Makefile".
pub(in crate::commands) fn shown(one: &Stopped) -> String {
    let through = &one.prohibited.through;
    let behind = if through.is_empty() { String::new() } else { format!(" through {}", line(through)) };
    format!("{}{behind}", line(&one.prohibited.seen))
}

/// What speaks against it: the user's words, or the entry of the configuration.
pub(super) fn against(one: &Stopped) -> String {
    let clause = quoted(&cut(&one.prohibited.clause, CLAUSE));
    if one.prohibited.configured { format!("`scope.protect` has {clause}") } else { format!("the user said {clause}") }
}

/// Those that would have been denied.
pub(super) fn denied(report: &Report) -> impl Iterator<Item = &Stopped> {
    report.stopped.iter().filter(|one| !one.prohibited.asks)
}

/// True for a call of which a finding about a limit tells already.
pub(super) fn is_found(one: &Stopped, mut found: impl Iterator<Item = impl std::borrow::Borrow<Finding>>) -> bool {
    one.ran
        && found.any(|finding| {
            let finding = finding.borrow();
            finding.signal == SignalId::CONSTRAINT_BREACH && finding.evidence.events.contains(&one.event)
        })
}

/// True where a call ran that a hook denies.
pub(super) fn is_denied(report: &Report, event: EventId) -> bool {
    denied(report).any(|one| one.ran && one.event == event)
}

/// A line for each call of which no finding at the end tells, of those about which the user would have been asked again none; nothing
/// where there was none.
pub(super) fn summary(page: &mut Page, report: &Report) {
    let found = || outcome::last(report).into_iter().flat_map(|verdict| &verdict.findings);
    let told: Vec<&Stopped> = report.stopped.iter().filter(|one| !one.again && !is_found(one, found())).collect();
    for (index, one) in told.iter().take(MAX_CALLS).enumerate() {
        let name = if index == 0 { "forbidden" } else { "" };
        let done = match (one.ran, one.prohibited.asks) {
            (false, _) => "refused at the time",
            (true, false) => "it ran; a hook denies it",
            (true, true) => "it ran; a hook asks you first",
        };
        page.field(name, &format!("call {}: {} ({done}); {}", one.call, cut(&shown(one), CALL), against(one)), 3);
    }
    if told.len() > MAX_CALLS {
        page.field("", &format!("and {} more", told.len() - MAX_CALLS), 1);
    }
}

/// Such a call as JSON.
#[derive(Serialize)]
pub(super) struct StoppedJson {
    call: u64,
    seen: String,
    place: Option<String>,
    through: Option<String>,
    clause: String,
    configured: bool,
    asks: bool,
    ran: bool,
}

/// All of them as JSON, in their order.
pub(super) fn rows(stopped: &[Stopped]) -> Vec<StoppedJson> {
    let told = |text: &String| (!text.is_empty()).then(|| line(text));
    let row = |one: &Stopped| StoppedJson {
        call: one.call,
        seen: line(&one.prohibited.seen),
        place: told(&one.prohibited.place),
        through: told(&one.prohibited.through),
        clause: line(&one.prohibited.clause),
        configured: one.prohibited.configured,
        asks: one.prohibited.asks,
        ran: one.ran,
    };
    stopped.iter().filter(|one| !one.again).map(row).collect()
}
