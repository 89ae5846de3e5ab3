//! Limits that the user lifts when asked: "ask me before touching X", "don't push without asking", "unless I say so".
//!
//! Owns these forms, and the question who may lift a limit: what waits for the user's word holds against all work of the agent's, while
//! "until the tests pass" is for the agent to judge. "The tool should ask before deleting" is a thing to be built.

use super::cue::{Act, Cue, acts, acts_of_gerund};
use super::{REPORTING, SOFTENERS};
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_prelude};

/// Words at most between "ask" and "before".
const MAX_BETWEEN: usize = 5;

/// Words that may stand between "ask" and "before".
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "again", "always", "approval", "confirmation", "explicit", "explicitly", "first", "for", "go-ahead", "know", "me", "my", "ok",
    "okay", "our", "permission", "to", "us", "with",
];

/// What a limit waits for, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wait {
    /// For an answer: "without asking", "unless I say so".
    Answer,
    /// For the user's own time: "until I say so", "before I've reviewed it".
    Word,
    /// For later: "yet", "first I want to look".
    Later,
}

/// "Ask me before touching X", "check with me before you push", "before changing X, ask me", "if you have to touch X, ask first".
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if sentence.mood == Mood::Question || !matches!(sentence.head(at), Head::Opens | Head::Comma | Head::Tied) {
        return None;
    }
    let case = match sentence.word(at) {
        "before" => deed(sentence, at + 1),
        "if" | "when" | "whenever" if sentence.word(at + 1) == "you" => match sentence.word(at + 2) {
            "have" | "need" | "want" if sentence.word(at + 3) == "to" => acts(sentence, at + 4),
            "must" => acts(sentence, at + 3),
            _ => None,
        },
        _ => None,
    };
    if let Some((act, object)) = case {
        let asks = (object..sentence.tokens.len()).find(|ask| {
            let apart = sentence.tokens[ask - 1].comma() || matches!(sentence.word(ask - 1), "please" | "then");
            // "Tell me why" is no question.
            let over = |end: usize| {
                sentence.tokens[end - 1].comma() || matches!(sentence.word(end), "" | "and" | "before" | "so")
            };
            apart && asked(sentence, *ask).is_some_and(over)
        })?;
        return Some(Cue::new(at, object, act).until(asks).asking());
    }
    let verb = at + usize::from(sentence.word(at) == "always");
    let before = asked(sentence, verb).filter(|before| sentence.word(*before) == "before")?;
    let (act, object) = deed(sentence, before + 1)?;
    Some(Cue::new(at, object, act).asking())
}

/// What "touching X" and "you touch X" would do, and where X begins.
fn deed(sentence: &Sentence<'_>, at: usize) -> Option<(Act, usize)> {
    match sentence.word(at) {
        "you" => acts(sentence, at + 1),
        gerund => acts_of_gerund(sentence, gerund, at),
    }
}

/// The token behind "ask me", "check with me first", "get my approval".
fn asked(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    let begins = match sentence.word(verb) {
        "ask" | "get" => true,
        "check" | "confirm" | "consult" | "let" | "talk" | "tell" => {
            matches!(sentence.word(verb + 1), "me" | "to" | "us" | "with")
        }
        _ => false,
    };
    let end = (verb + 1..=verb + MAX_BETWEEN).find(|at| !BETWEEN.contains(&sentence.word(*at)))?;
    // A program asks before it deletes; the user is "me", or speaks to nobody but the agent.
    let user = (verb + 1..end).any(|at| matches!(sentence.word(at), "me" | "my" | "our" | "us"));
    let alone = sentence.word(verb) == "ask"
        && (0..verb).all(|at| is_prelude(sentence.word(at)) || sentence.word(at) == "always")
        || sentence.word(verb + 1) == "first";
    (begins && (user || alone)).then_some(end)
}

/// What the order whose cue stands at `cue` waits for: "don't commit yet", "don't push until I say so", "not without my approval".
/// `None` where something else than the user's word would lift it, or nothing.
pub(super) fn waits(sentence: &Sentence<'_>, cue: usize) -> Option<Wait> {
    let of_the_user =
        |at: usize| matches!(sentence.word(at), "i" | "i've" | "me" | "my" | "our" | "permission" | "told" | "we");
    let asks = |at: usize| {
        let adverb = usize::from(matches!(sentence.word(at), "explicit" | "explicitly" | "first" | "prior"));
        matches!(sentence.word(at + adverb), "approval" | "asking" | "checking" | "confirming" | "consulting")
    };
    let reviews = || {
        (cue..sentence.tokens.len()).any(|at| sentence.reads(at, &["i", "want", "to"]) || sentence.word(at) == "i'll")
    };
    let waits = |at: usize| match sentence.word(at) {
        "yet" => Some(Wait::Later),
        "first" if reviews() => Some(Wait::Later),
        "before" | "without" if asks(at + 1) => Some(Wait::Answer),
        "unless" | "without" if of_the_user(at + 1) => Some(Wait::Answer),
        "before" | "till" | "until" if of_the_user(at + 1) => Some(Wait::Word),
        // "Without asking me first".
        "first" if (cue..at).any(|before| sentence.word(before) == "without" && asks(before + 1)) => Some(Wait::Answer),
        _ => None,
    };
    let softens = |at: &usize| {
        let word = sentence.word(*at);
        word == "without" && *at > cue || SOFTENERS.binary_search(&word).is_ok()
    };
    if (0..cue).any(|at| REPORTING.contains(&sentence.word(at))) {
        return None;
    }
    let conditions = (0..sentence.tokens.len()).filter(softens);
    let each: Option<Vec<Wait>> = conditions.map(|at| waits(at).filter(|_| at > cue)).collect();
    each?.into_iter().max()
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[track_caller]
    fn check(prompt: &str, expected: &str) {
        assert_eq!(shown_constraints(&Stage::new().start(prompt).constraints), expected, "{prompt}");
    }

    #[test]
    fn who_wants_to_be_asked_is_asked() {
        check("Fix it. Ask me before touching src/legacy.", "ask src/legacy/");
        check("fix it, and ask me before you change anything in src/legacy", "ask src/legacy/");
        check(
            "Fix it. Please check with me before changing src/legacy or src/database",
            "ask src/legacy/ + src/database/",
        );
        check("Always get my approval before editing package.json", "ask package.json");
        check("Before touching src/legacy, please ask me. Fix the login.", "ask src/legacy/");
        check("Fix it. Before you edit src/legacy, check with me first", "ask src/legacy/");
        check("Don't touch src/legacy without asking me", "ask src/legacy/");
        check("don't edit src/legacy without asking first", "ask src/legacy/");
        check("don't change src/legacy without my explicit approval", "ask src/legacy/");
        check("don't change src/legacy unless I say so", "ask src/legacy/");
        check("don't touch src/legacy until I've looked at it", "ask src/legacy/");
        check("Fix it. If you need to change src/legacy, ask me first.", "ask src/legacy/");
        check("Fix it. If you have to touch src/legacy then please check with me", "ask src/legacy/");
        check("let me know before you touch src/legacy", "ask src/legacy/");
        check("talk to me before you change src/legacy", "ask src/legacy/");
        check("Fix it. Ask me before you push.", "ask $ git push");
        check("Fix it. Before you commit, ask me.", "ask $ git commit");
        check("Fix it. Always ask before adding dependencies.", "ask new packages");
        check("don't commit without asking me", "ask $ git commit");
        check("confirm with me before adding dependencies", "ask new packages");
        check("no new dependencies without asking me", "ask new packages");
    }

    #[test]
    fn what_waits_for_the_users_time_is_no_question() {
        check("don't push until I say so", "deny $ git push");
        check("don't commit yet", "deny $ git commit");
        check("don't touch src/legacy yet", "donot src/legacy/");
        check("don't touch src/legacy until the tests pass", "donot src/legacy/");
        check("don't touch src/legacy without running the tests", "donot");
    }

    #[test]
    fn programs_that_ask_and_questions_set_no_limit() {
        for prompt in [
            "make the cli ask before deleting files in src/legacy",
            "if you need to change src/legacy, add tests",
            "if you have to change src/legacy, tell me why",
            "Confirm the dialog before changing src/legacy",
            "the tool should ask me before changing src/legacy",
            "Add a prompt: ask before overwriting src/legacy",
            "did it ask me before touching src/legacy?",
            "Before touching src/legacy, run the tests",
            "before you push, run the tests",
            "ask me about src/legacy before you start",
            "check src/legacy before changing src/parser.rs",
        ] {
            let shown = shown_constraints(&Stage::new().start(prompt).constraints);
            assert!(!shown.contains("ask") && !shown.contains("deny"), "{prompt}: {shown}");
        }
    }
}
