//! What the commands show that find something: pure functions from what was found to text.
//!
//! Owns every form of a report. It prints nothing and judges nothing; text that came out of a session is neutralised
//! here, once, on its way into a form.

mod audit;
mod audit_json;
mod chain;
mod claims;
mod diff;
mod explain;
mod human;
mod index;
mod json;
mod junit;
mod layout;
mod lessons;
mod line;
mod markdown;
mod models;
mod orders;
mod outcome;
mod positions;
mod relation;
mod remarks;
mod sarif;
mod scan;
mod sessions;
mod status;
mod stopped;
#[cfg(test)]
mod testing;
mod trail;
mod trial;
mod untold;
mod verified;
mod verified_sarif;

pub use audit::{Audit, Audited, Checked, Heard, LeftOut, Said, Way, Words, audit};
pub use audit_json::audit_json;
pub use chain::chain;
pub(super) use claims::refuted_in as refuted;
pub use diff::{first_difference, hunks};
pub use explain::{Explained, explain, explain_json};
pub use human::{goal, human};
pub use index::{index, index_json, size};
pub use json::{json, json_of_several};
pub use junit::{Marks, junit};
pub use layout::Style;
pub(super) use layout::{count, cut, number, quoted, short, wrap};
pub use lessons::{lesson, lessons, pruned, recalled, stats, taken, why, written};
pub use line::{LineView, status_line};
pub use markdown::markdown;
pub use models::{ModelRow, models, models_json};
pub(super) use outcome::{facts, moment};
pub use positions::Positions;
pub use sarif::sarif;
pub use scan::{Place, Scanned, Skipped, scan, scan_json, scan_sarif};
pub use sessions::{Listed, sessions, sessions_json};
pub(super) use status::heard;
pub use status::{Fault, Overview, StatusView, status, status_json};
pub(super) use stopped::shown as stopped_shown;
pub use trail::{Cause, ExplainedChange, Moment, Setting, Share, Trail, Weighed};
pub use trial::{Trial, Worst, trial, trial_json};
pub(super) use untold::said as untold;
pub use verified::{VerifiedReport, verified, verified_junit};
pub use verified_sarif::verified_sarif;

use crate::domain::{Assessment, Ordered, Remark, Reported, Session, Stopped, Untold};
use crate::guard::Playback;
use std::collections::BTreeMap;

/// What `check` found in one session. Deterministic: the same session and configuration give the same report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The agent's id of the session, else the transcript's file name.
    pub session_id: String,
    /// The transcript, as shown to people.
    pub transcript: String,
    /// What was read.
    pub tally: Tally,
    /// Which call or prompt an event was.
    pub positions: Positions,
    /// The first place of the scope given by hand that is none in the project.
    pub stray: Option<String>,
    /// The first place of that scope at which nothing lies and nothing was changed.
    pub absent: Option<String>,
    /// Every assessment, the end of the session last.
    pub assessments: Vec<Assessment>,
    /// The session as it stands at its end: goal, scope, constraints, changed files.
    pub session: Session,
    /// True where the drift alone was judged: nothing is known about what reports claimed and about orders to the agent.
    pub drift_only: bool,
    /// True where nobody was told anything while the session ran (`mode = "monitor"`).
    pub quiet: bool,
    /// Changed files that nothing in their names connects with the goal: a hint.
    pub unasked: Vec<String>,
    /// What the agent's reports claimed at the end of each turn, with what the record says about it.
    pub reported: Vec<Reported>,
    /// What these reports left out.
    pub untold: Vec<Untold>,
    /// Texts in the answers of tools that gave the agent orders, each with the calls that did what it asked for.
    pub orders: Vec<Ordered>,
    /// The calls that a hook before them would have denied or asked about, whether they ran or were refused at the time.
    pub stopped: Vec<Stopped>,
    /// What the hooks said in this session while it ran: what was corrected, denied, asked, sent back. Empty where they were not there.
    pub remarks: Vec<Remark>,
}

/// What sessions of one page are called: by their ids, where two have the same by their transcripts.
fn names(reports: &[Report]) -> Vec<String> {
    let shared = |id: &str| reports.iter().filter(|other| other.session_id == id).count() > 1;
    let name = |report: &Report| {
        layout::line(if shared(&report.session_id) { &report.transcript } else { &report.session_id })
    };
    reports.iter().map(name).collect()
}

/// What was read on the way.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// Lines, calls, prompts.
    pub tally: Tally,
    /// Which call or prompt an event was.
    pub positions: Positions,
    /// The first place of the scope given by hand that is none in the project.
    pub stray: Option<String>,
    /// The first place of that scope at which nothing lies and nothing was changed.
    pub absent: Option<String>,
}

impl Report {
    /// The report of a session that was played to its end; `transcript` is shown to people.
    pub fn of(transcript: String, mut playback: Playback<'_>, read: Read) -> Self {
        let unasked = playback.guard().unasked();
        let (reported, untold) = (playback.reported(), playback.untold());
        let (orders, stopped) = (playback.orders(), playback.stopped());
        let (assessments, session) = playback.finish();
        let Read { tally, positions, stray, absent } = read;
        Self {
            session_id: session.id.clone(),
            transcript,
            tally,
            positions,
            stray,
            absent,
            assessments,
            session,
            drift_only: false,
            quiet: false,
            unasked,
            reported,
            untold,
            orders,
            stopped,
            remarks: Vec::new(),
        }
    }
}

/// What was read from a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Complete lines.
    pub lines: u64,
    /// Lines that are no record.
    pub broken: u64,
    /// Records of a type that this version does not know.
    pub unknown: u64,
    /// Lines beyond the size limit.
    pub too_long: u64,
    /// Prompts that a person typed.
    pub prompts: u64,
    /// Calls of the main agent by tool.
    pub calls: BTreeMap<String, u64>,
    /// Calls of subagents whose records stand in the same file, by tool.
    pub sidechain_calls: BTreeMap<String, u64>,
    /// Calls answered without an error.
    pub ok: u64,
    /// Calls answered with an error or refused.
    pub failed: u64,
    /// Calls of the main agent that ran a script of which no text is at hand, while something was forbidden that it may have done.
    pub unread_scripts: u64,
}
