//! The same action with the same result, again and again.

use super::{Context, Doc, Signal};
use crate::domain::{ActionKind, Finding, SignalId};

/// See [`Doc`].
pub(super) struct Repetition;

/// Programs that wait or look at something that changes by itself: repeating them is not circling.
const POLLING: [&str; 9] = ["curl", "date", "docker", "gh", "kubectl", "ps", "sleep", "tail", "watch"];

/// Characters of a command that messages and keys show.
const SHOWN: usize = 80;

impl Signal for Repetition {
    fn id(&self) -> SignalId {
        SignalId("repetition")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the same action gives the same result several times in a row, with nothing changed in between",
            why: "without progress the next try will end like the last",
            near_miss: "tests after each edit, reading a file page by page, polling, several edits of one file",
            source: "seed 004, repetition, with the no-progress evidence that real sessions ask for (1 of 667 repeats three times)",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.repetition;
        let quiet =
            matches!(cx.action.kind, ActionKind::Read | ActionKind::Search | ActionKind::Other | ActionKind::Plan);
        let polls = cx.commands.iter().filter_map(|words| words.first()).any(|word| POLLING.contains(&word.as_str()));
        if !config.enabled || quiet || polls {
            return;
        }
        let pair = cx.pair();
        let mut earlier: Vec<_> = cx
            .session
            .recent
            .iter()
            .rev()
            .take_while(|(action, outcome, _)| (*action, *outcome) == pair)
            .map(|(_, _, event)| *event)
            .collect();
        let times = earlier.len() + 1;
        if times < config.times {
            return;
        }
        earlier.reverse();
        let nats = if times == config.times { config.weight } else { config.further };
        let command = cx.action.command.as_deref().map(shown);
        let subject = command.clone().or_else(|| cx.touched.first().map(|touched| touched.place.shown().to_owned()));
        let subject = subject.unwrap_or_else(|| cx.action.kind.name().to_owned());
        let mut finding = cx.finding(
            self.id(),
            nats,
            &subject,
            format!("`{subject}` ran again with the same result and no change between"),
        );
        finding.evidence.events = earlier;
        finding.evidence.events.push(cx.event);
        finding.evidence.command = command;
        findings.push(finding);
    }
}

/// A command on one line, cut: it stands in messages, in keys that people type, and in each kept assessment.
fn shown(command: &str) -> String {
    let line = command.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use crate::signal::testing::check_run;

    #[test]
    fn a_command_is_shown_on_one_line() {
        assert_eq!(shown("cat <<EOF\n  é\nEOF"), "cat <<EOF é EOF");
        assert_eq!(shown(&"é".repeat(5000)), format!("{}…", "é".repeat(80)));
    }

    #[test]
    fn three_in_a_row_without_progress_is_repetition() {
        let build = "bash npm run build => cannot find package.json";
        check_run("fix the auth bug", &[build, build, build], "repetition");
    }

    #[test]
    fn progress_polling_and_reading_are_not() {
        let test = "bash npm test => 2 failed";
        check_run("fix the auth bug", &[test, "edit src/auth/a.rs", test, "edit src/auth/a.rs", test], "");
        check_run("fix the auth bug", &[test, "bash npm test => 1 failed", test], "");
        let wait = "bash sleep 5; gh run view 12 => in progress";
        check_run("fix the auth bug", &[wait, wait, wait, wait], "");
        check_run("fix the auth bug", &["read src/auth/a.rs"; 5], "");
    }
}
