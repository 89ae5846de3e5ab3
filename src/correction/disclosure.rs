//! What is said at the end of a turn about changes that the agent's last words leave out.

use super::template;
use crate::config::CorrectionConfig;
use crate::domain::Goal;
use crate::text::clip::shortened;

/// The line for the human: which files changed without a word about them.
pub fn undisclosed_notice(files: &[&str], config: &CorrectionConfig) -> String {
    shortened(
        &format!(
            "driftguard: changed and not mentioned in the reply: {}.",
            template::listed(files, config.max_files).0
        ),
        config.max_chars,
    )
}

/// The text for the agent about files beyond the goal: it goes on once, and tells them.
pub fn undisclosed_nudge(files: &[&str], goal: &Goal, config: &CorrectionConfig) -> String {
    let shown = template::listed(files, config.max_files).0;
    let it = if files.len() == 1 { "it" } else { "them" };
    let text = format!(
        "driftguard: {shown} changed in this turn, and the reply does not mention {it}. The user asked: {}. Suggested: one \
         sentence in the reply that says what was changed there and why. Nothing else needs to be done for this.",
        template::requests(goal)
    );
    shortened(&text, config.max_chars)
}

/// The line for the human: in which files tests went, or were switched off, behind a run that failed.
pub fn silenced_notice(files: &[&str], config: &CorrectionConfig) -> String {
    let shown = template::listed(files, config.max_files).0;
    shortened(
        &format!(
            "driftguard: tests were taken out or switched off in {shown} after a failing run, and the reply does not say so."
        ),
        config.max_chars,
    )
}

/// The line for the human when a question was asked and files were changed.
pub fn answered_with_edits(files: &[&str], config: &CorrectionConfig) -> String {
    let text = format!(
        "driftguard: the prompt was a question, and files were changed: {}.",
        template::listed(files, config.max_files).0
    );
    shortened(&text, config.max_chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[&str], expected: &str) {
        let config = crate::config::defaults().correction;
        let notice = undisclosed_notice(files, &config);
        assert_eq!(notice, format!("driftguard: changed and not mentioned in the reply: {expected}."));
        let goal = Goal { line: "fix the parser.".into(), ..Goal::default() };
        let nudge = undisclosed_nudge(files, &goal, &config);
        assert!(nudge.contains(expected) && nudge.contains("“fix the parser”"), "{nudge}");
        assert!(answered_with_edits(files, &config).contains(expected));
    }

    #[test]
    fn files_are_listed_as_people_list_them() {
        check(&["a.rs"], "a.rs");
        check(&["a.rs", "b.rs"], "a.rs and b.rs");
        check(&["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "f.rs"], "a.rs, b.rs, c.rs and 3 more");
    }
}
