//! The same part of a file read again and again, unchanged.

use super::context::{Context, Doc, Signal};
use crate::config::Profile;
use crate::domain::{ActionKind, Deed, EventId, Finding, SignalId};
use crate::text::path::resolve;

/// See [`Doc`].
pub(super) struct ReadLoop;

impl Signal for ReadLoop {
    fn id(&self) -> SignalId {
        SignalId::READ_LOOP
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the same part of a file is read again and again although nothing changed it",
            why: "what was read is known; reading it once more replaces thinking about it",
            near_miss: "paging (another range), reading again after an edit, a wait, a compaction or another prompt, files outside the project",
            source: "seed 002, read-loop, with range and result compared: by file alone it counts 160 times in 270 real sessions, so 3 times",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.read_loop;
        let Some(deed) = cx.deed.filter(|deed| config.enabled && deed.kind == ActionKind::Read) else { return };
        // Outside the project lie the outputs of tasks, which are read until they are complete.
        let mut files = cx.action.effects.iter();
        let outside = |path: &str| resolve(&cx.session.root, cx.action.cwd.as_deref(), path).inside().is_none();
        // The letter of the seed compares files; what is right compares the part that was read and what it said.
        let again = |known: &&Deed| match cx.config.profile {
            Profile::Seed => known.same_target(deed) && !pages(known, deed),
            Profile::Default => known.repeats(deed),
        };
        let unchanged = cx.trail().deeds.iter().rev().take_while(|known| !known.waits && !changes(known, deed));
        let events: Vec<EventId> = unchanged.filter(again).map(|known| known.event).collect();
        if deed.failed() || events.len() + 1 < config.times || files.any(|effect| outside(&effect.path)) {
            return;
        }
        let what = format!("read {} again although nothing changed it", deed.shown);
        findings.push(cx.stretch(self.id(), config.weight, &deed.shown, what, events));
    }
}

/// True for an edit that gave the file another content.
fn changes(known: &Deed, read: &Deed) -> bool {
    let same = known.after.is_some() && known.after == read.after;
    known.is_edit() && known.target == read.target && !known.failed() && !same
}

/// True for two parts of one file.
fn pages(known: &Deed, read: &Deed) -> bool {
    known.whole != read.whole && known.result != read.result
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_run;

    const READ: &str = "read src/auth/a.rs => fn a() {}";

    #[test]
    fn the_third_reading_of_the_same_is_a_loop() {
        check_run("fix the auth bug", &[READ; 2], "");
        check_run("fix the auth bug", &[READ; 3], "read-loop");
        let between = [READ, "search token", READ, "edit src/auth/b.rs", READ];
        check_run("fix the auth bug in src/auth/b.rs", &between, "read-loop");
    }

    #[test]
    fn paging_and_reading_what_changed_are_not() {
        let page = |lines: &str| format!("read src/auth/a.rs {lines} => lines {lines}");
        let pages: Vec<String> = ["1-50", "51-100", "101-150"].into_iter().map(page).collect();
        check_run("fix the auth bug", &pages.iter().map(String::as_str).collect::<Vec<_>>(), "");
        check_run("fix the auth bug", &[READ, READ, "edit src/auth/a.rs #b", READ, READ], "");
        check_run("fix the auth bug", &[READ, READ, "compact", READ], "");
        check_run("fix the auth bug", &[READ, READ, "user look once more", READ], "");
        let wait = "bash sleep 30 => done";
        check_run("fix the auth bug", &[READ, wait, READ, wait, READ, wait, READ], "");
        check_run("fix the auth bug", &["read /tmp/tasks/b1.output => compiling"; 4], "");
        // An image has no text: whether it changed cannot be told.
        check_run("fix the auth bug", &["read shot.png"; 4], "");
    }
}
