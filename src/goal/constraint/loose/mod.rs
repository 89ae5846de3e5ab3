//! Limits that no strict form reads: "no migration please", "the golden files are sacred", "nothing gets pushed before I had a look".
//!
//! Owns forms that are said of programs too. So what they forbid is told and never denied, it must close its clause, and it is held
//! against calls word by word (`called`).

mod heard;
mod left;
mod none;
mod ruled_out;
mod shut;
mod tool;

use super::object::code;
use super::passage::Passage;
use super::{Limits, MAX_OF_SENTENCE};
use crate::domain::ConstraintKind;
use crate::goal::prompt::sentence::Head;
use heard::{Heard, behind, orders};
use left::{away, beside, but_not, left};
use none::{mine, none_of, nothing_done};
use ruled_out::ruled_out;
use shut::shut;
use std::ops::Range;
use tool::tool;

impl Limits {
    /// What is left, read more widely: it is told and never denied.
    pub(super) fn loose(&mut self, passage: Passage<'_, '_>, last: usize) {
        let sentence = passage.sentence;
        let mut at = 0;
        while at < last && self.constraints.len() < MAX_OF_SENTENCE {
            let plain = !sentence.tokens[at].quoted && !sentence.tokens[at].code;
            let apart = |clause: &Range<usize>| {
                self.forbidding.iter().all(|known| known.end <= clause.start || clause.end <= known.start)
            };
            let heard = plain.then(|| heard(passage, at)).flatten();
            at += 1;
            if let Some(heard) = heard.filter(|heard| apart(&heard.clause)) {
                at = heard.clause.end.max(at);
                let clause = sentence.slice(heard.clause.start, heard.clause.end);
                let ordered = orders(sentence, &heard.clause);
                let behind = behind(sentence, &heard.clause);
                let targets = heard.targets(sentence);
                let targets = if ordered { code::with_code(targets, clause, behind) } else { targets };
                self.keep(ConstraintKind::DoNot, clause, targets, false);
            }
        }
    }
}

/// The limit whose first word stands at `at`.
fn heard(passage: Passage<'_, '_>, at: usize) -> Option<Heard> {
    let Passage { sentence, before, .. } = passage;
    if sentence.asks() {
        return None;
    }
    // "It is third party so we leave it untouched", "I want to see it before anything gets committed".
    let anew = match sentence.word(at) {
        "leave" | "keep" => sentence.back(at, 1) == "we" && sentence.head(at - 1) != Head::Inside,
        "anything" => sentence.back(at, 1) == "before",
        _ => false,
    };
    if !anew && sentence.head(at) == Head::Inside {
        return None;
    }
    tool(sentence, at)
        .or_else(|| none_of(sentence, at))
        .or_else(|| nothing_done(sentence, at))
        .or_else(|| mine(sentence, at))
        .or_else(|| away(sentence, before, at))
        .or_else(|| left(sentence, before, at))
        .or_else(|| beside(sentence, at))
        .or_else(|| but_not(passage, at))
        .or_else(|| shut(sentence, before, at))
        .or_else(|| ruled_out(sentence, at))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_called};

    #[test]
    fn what_is_said_of_programs_too_is_told() {
        for (said, expected) in [
            ("fix the slots, no migration please", "run or add or create migration"),
            ("fix it. No network! i am on a train", "run or add or create network"),
            ("Ground rules: no gem changes. Fix the cart", "gem"),
            ("fix the checker. golden files are sacred.", "golden"),
            ("fix the checker. The seeds must not change, finance needs them", "seeds"),
            ("the seeds are the contract, they stay as they are", "seeds"),
            ("fix the cart, but no legacy please", "run or add or create legacy"),
            ("Billing code off limits for you, always", "billing"),
            ("the billing stuff is being reworked by sam so keep away from it", "billing"),
            ("tidy up. Nothing gets pushed before I had a look", "pushed"),
            ("update the notes. I'll run the version bump myself", "run version bump"),
            ("fix the bug. The german strings are with the agency, leave them alone", "german"),
            ("unity is third party so we leave it untouched", "unity"),
            ("translate the guide. write nothing to the german folder", "german"),
            ("rename it everywhere. Not in the UI tests", "ui tests"),
            ("fix the footer. leave the navbar out of it", "navbar"),
            ("pod update is forbidden, add kingfisher", "run pod update"),
            ("bump the token in src/auth, not legacy", "legacy"),
            ("not the legacy yet!", "legacy"),
            ("the golden files are written by a script, don't change them by hand", "golden"),
            ("tidy up. I lint and format it myself", "lint or format"),
            ("check the notes. publishing is my job", "publishing"),
        ] {
            assert_eq!(shown_called(said), expected, "{said}");
        }
        let goal = Stage::new().start("fix the bug. The german strings are with the agency, leave them alone");
        assert_eq!(goal.constraints[0].clause, "The german strings are with the agency, leave them alone");
        for said in [
            "get() clones too much. public signatures stay the way they are",
            "make add null-safe. keep the public signatures, others compile against it",
            "add the rule. leave the existing exports alone, just add",
            "fold it. leave every signature as it is",
            "fix the cart without changing the public api",
        ] {
            limits(said, "donot signatures");
        }
        for said in [
            "fix the list, no idea why it fails",
            "add a loading state, i'll use it in web myself",
            "no tests please",
            "harden the server: no root login, no passwords",
            "the button stays disabled after a click",
            "the cursor must not change the tree",
            "no module named onnx",
            "use auth, not legacy",
            "it fails in auth, not legacy",
            "not sure",
            "not yet",
            "not working, see src/auth",
            "the title does not change",
            "the admin page is off limits for normal users, the url still works",
            "open a branch for it. main stays untouched",
        ] {
            assert_eq!(shown_called(said), "", "{said}");
        }
    }
}
