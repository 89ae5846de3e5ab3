//! Work that an agent hands on: how far its task lies inside the user's goal.
//!
//! A task is the agent's words. Where it goes into the goal's own matters more closely it opens places for the subagent; a sentence
//! about another kind of work opens none, or an agent could leave the goal by handing the rest of it to somebody else.

use super::line::Line;
use super::reach::Reach;
use super::reading::Reading;
use crate::domain::{Goal, Pattern, ScopeEntry, ScopeReason, WorkKind};
use crate::text::kind::kind_of_path;
use crate::text::words;

/// The sentences of a task that are about the goal, or about nothing that speaks against it; one to a line.
pub(super) fn inside(goal: &Goal, task: &Reading<'_, '_>) -> String {
    let kinds = kinds(goal);
    // Nothing is foreign to a goal of the whole, or to one of which no kind of work is known.
    let bounded = !kinds.is_empty() && Reach::default().has_place(goal);
    let lines = task.lines.iter().filter(|line| !(bounded && is_foreign(goal, &kinds, line)));
    lines.map(|line| line.sentence.text).collect::<Vec<_>>().join("\n")
}

/// The kinds of work that a goal speaks of, by its words or by the places that the user named.
fn kinds(goal: &Goal) -> Vec<WorkKind> {
    let named = goal.scope.entries.iter().filter(|entry| entry.reason <= ScopeReason::Named);
    let mut kinds = goal.kinds.clone();
    kinds.extend(named.filter_map(kind_of_entry));
    kinds
}

/// True for a sentence that speaks of other kinds of work alone and shares no word with the goal.
fn is_foreign(goal: &Goal, kinds: &[WorkKind], line: &Line<'_>) -> bool {
    let mut entries = Vec::new();
    Reading::entries_of(line, ScopeReason::Planned, &mut entries);
    let told = line.kinds.iter().copied().chain(entries.iter().filter_map(kind_of_entry));
    // Tests, prose and build files follow work of every kind.
    let told: Vec<WorkKind> =
        told.filter(|kind| !matches!(kind, WorkKind::Tests | WorkKind::Docs | WorkKind::Build)).collect();
    let shares = || {
        let mut words = line.sentence.tokens.iter();
        words.any(|token| goal.keywords.iter().any(|keyword| shares_word(token.raw, keyword)))
    };
    !told.is_empty() && !told.iter().any(|kind| kinds.contains(kind)) && !shares()
}

/// True when a word of `text`, a path or a name among them, means what `keyword` means.
fn shares_word(text: &str, keyword: &str) -> bool {
    let mut found = false;
    words::each_word(text, |word| found |= words::akin(keyword, word));
    found
}

fn kind_of_entry(entry: &ScopeEntry) -> Option<WorkKind> {
    match &entry.pattern {
        Pattern::File(file) => kind_of_path(file),
        // What lies in a folder is of its kind.
        Pattern::Folder(folder) => kind_of_path(&format!("{folder}/_")),
        Pattern::Glob(glob) => kind_of_path(glob),
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::delegate;
    use crate::goal::stage::{Stage, shown_scope};

    #[track_caller]
    fn check(prompt: &str, task: &str, expected: &str) {
        let stage = Stage::new();
        let goal = stage.start(prompt);
        let handed = delegate(&goal, task, &stage.cx());
        let before = shown_scope(&goal);
        let added = shown_scope(&handed);
        let added = added.strip_prefix(before.as_str()).unwrap_or(&added).trim_start_matches(", ");
        assert_eq!(added, expected, "{prompt} / {task}");
    }

    const LOGIN: &str = "tokens never expire, fix src/auth/token.ts";

    #[test]
    fn a_task_opens_places_inside_the_goal() {
        check(
            LOGIN,
            "look at src/auth/parse-token.ts and src/cart/index.ts",
            "planned src/auth/parse-token.ts, planned src/cart/index.ts",
        );
        check(
            LOGIN,
            "describe it in docs/setup.md, test it in tests/cart.test.ts",
            "planned docs/setup.md, planned tests/cart.test.ts",
        );
        check(LOGIN, "", "");
    }

    #[test]
    fn a_sentence_about_another_kind_of_work_opens_none() {
        check(LOGIN, "restyle src/styles/theme.css and src/ui/button.css", "");
        check(LOGIN, "look at src/auth/index.ts; then restyle src/styles/", "planned src/auth/index.ts");
        // It says what it has to do with the goal.
        check(LOGIN, "show in src/ui/button.css that the token has expired", "planned src/ui/button.css");
    }

    #[test]
    fn words_of_another_kind_of_work_are_no_words_of_the_goal() {
        let stage = Stage::new();
        let goal = stage.start(LOGIN);
        let handed = delegate(&goal, "give the theme rounder styles. The parser may help.", &stage.cx());
        assert_eq!(handed.kinds, goal.kinds);
        assert!(!handed.keywords.iter().any(|word| word == "theme"), "{:?}", handed.keywords);
        assert!(handed.keywords.iter().any(|word| word == "parser"), "{:?}", handed.keywords);
    }

    #[test]
    fn to_a_goal_of_the_whole_or_of_no_kind_nothing_is_foreign() {
        check(
            "rename User to Person everywhere in the login",
            "rename it in src/styles/theme.css",
            "planned src/styles/theme.css",
        );
        check("make it faster", "make src/styles/theme.css smaller", "planned src/styles/theme.css");
    }
}
