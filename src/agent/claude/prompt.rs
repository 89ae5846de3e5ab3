//! Who or what wrote a user turn.
//!
//! The client marks machine turns by how their text begins, and by a few flags of the record. In 22 percent of real
//! sessions the first user text is not the person's.

use crate::domain::PromptClass;

/// What the client says about a record besides its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// `isCompactSummary`
    pub(super) compact_summary: bool,
    /// `isMeta`
    pub(super) meta: bool,
}

/// How a machine turn begins. The first match counts.
const OPENINGS: [(&str, PromptClass); 16] = [
    ("This session is being continued from a previous", PromptClass::CompactSummary),
    ("<command-name>", PromptClass::Command),
    ("<command-message>", PromptClass::Command),
    ("Caveat: The messages below", PromptClass::Caveat),
    ("<local-command-caveat", PromptClass::Caveat),
    ("<local-command", PromptClass::CommandOutput),
    ("<bash-input>", PromptClass::BashMode),
    ("<bash-stdout>", PromptClass::BashMode),
    ("<bash-stderr>", PromptClass::BashMode),
    ("<system-reminder>", PromptClass::SystemReminder),
    ("<task-notification>", PromptClass::TaskNotification),
    ("<teammate-message", PromptClass::Teammate),
    ("[Request interrupted", PromptClass::Interrupt),
    ("Base directory for this skill:", PromptClass::SkillBody),
    ("<ide_", PromptClass::Ide),
    // What a person pastes is `[Image #1]`, and stands among their words.
    ("[Image: ", PromptClass::Image),
];

/// How the client hands on a plan that the person approved for a fresh context, and how people paste one.
const PLAN_OPENING: &str = "Implement the following plan:";
/// What stands behind the name of the event whose hook speaks.
const HOOK_FEEDBACK: &str = " hook feedback:";

/// The class of a user turn.
pub(super) fn classify(text: &str, marks: Marks) -> PromptClass {
    let text = text.trim_start();
    if marks.compact_summary {
        return PromptClass::CompactSummary;
    }
    if let Some((_, class)) = OPENINGS.iter().find(|(opening, _)| text.starts_with(opening)) {
        return *class;
    }
    if is_hook_feedback(text) {
        return PromptClass::HookFeedback;
    }
    if marks.meta {
        return PromptClass::Meta;
    }
    if text.starts_with(PLAN_OPENING) { PromptClass::Plan } else { PromptClass::Human }
}

fn is_hook_feedback(text: &str) -> bool {
    let event = text.find(' ').unwrap_or(text.len());
    text[event..].starts_with(HOOK_FEEDBACK) || text.starts_with("<user-prompt-submit-hook>")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Marks = Marks { compact_summary: false, meta: false };

    #[track_caller]
    fn check(text: &str, expected: PromptClass) {
        assert_eq!(classify(text, PLAIN), expected, "{text}");
    }

    #[test]
    fn machine_turns_are_told_from_typed_ones() {
        check("fix the token bug", PromptClass::Human);
        check("  4", PromptClass::Human);
        check("why does <system-reminder> show up here?", PromptClass::Human);
        check("Implement the following plan:\n\n# Tokens", PromptClass::Plan);
        check("please implement the following plan: x", PromptClass::Human);
        check("<command-name>/clear</command-name>", PromptClass::Command);
        check("\n<command-message>init</command-message>", PromptClass::Command);
        check("Caveat: The messages below were generated", PromptClass::Caveat);
        check("<local-command-caveat>Caveat</local-command-caveat>", PromptClass::Caveat);
        check("<local-command-stdout>done</local-command-stdout>", PromptClass::CommandOutput);
        check("<bash-input>ls</bash-input>", PromptClass::BashMode);
        check("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", PromptClass::BashMode);
        check("<system-reminder>x</system-reminder>", PromptClass::SystemReminder);
        check("<task-notification>x</task-notification>", PromptClass::TaskNotification);
        check("<teammate-message teammate_id=\"a\">x", PromptClass::Teammate);
        check("[Request interrupted by user for tool use]", PromptClass::Interrupt);
        check("Base directory for this skill: /s", PromptClass::SkillBody);
        check("<ide_opened_file>x</ide_opened_file>", PromptClass::Ide);
        check("[Image: source: /tmp/a.png]", PromptClass::Image);
        check("[Image #1] fix the layout", PromptClass::Human);
        check("Stop hook feedback:\nnot yet", PromptClass::HookFeedback);
        check("Fix how the hook feedback: line is shown", PromptClass::Human);
        check("Caveat: don't touch src/db. Fix the token bug", PromptClass::Human);
        check("<user-prompt-submit-hook>x", PromptClass::HookFeedback);
        check("This session is being continued from a previous conversation", PromptClass::CompactSummary);
    }

    #[test]
    fn flags_of_the_record_count() {
        assert_eq!(classify("a summary", Marks { compact_summary: true, ..PLAIN }), PromptClass::CompactSummary);
        assert_eq!(classify("Continue from where you left off.", Marks { meta: true, ..PLAIN }), PromptClass::Meta);
        assert_eq!(classify("<command-name>/x", Marks { meta: true, ..PLAIN }), PromptClass::Command);
    }
}
