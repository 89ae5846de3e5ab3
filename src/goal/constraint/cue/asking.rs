//! Limits that the user lifts when asked: "ask me before touching X", "don't push without asking", "unless I say so".
//!
//! Owns these forms. Who may lift such a limit is `waits`'. "The tool should ask before deleting" is a thing to be built.

use crate::goal::constraint::act::deed::{acts, acts_of_gerund};
use crate::goal::constraint::act::{Act, Cue, act_of, dependency, is_versioning, version_control};
use crate::goal::constraint::clause;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::{
    is_conjunction, is_first_person, is_indefinite, is_of_the_user, is_prelude, is_preposition, is_quantifier, refuses,
};
use crate::text::word_set::WordSet;

/// Words at most between "ask" and "before".
pub(in crate::goal::constraint) const MAX_BETWEEN: usize = 5;

/// Words at most from "before" to a further thing: "committing or pushing".
const MAX_JOINED: usize = 8;

/// Words at most from an order to the end of it that is looked for.
pub(in crate::goal::constraint) const MAX_CASE: usize = 40;

/// Words with which the user lifts a limit.
#[rustfmt::skip]
pub(in crate::goal::constraint) const SPEAKING: &[&str] = &[
    "agree", "agreed", "allow", "allowed", "approval", "approve", "approved", "asked", "checked", "confirm", "confirmed", "consent",
    "explicitly", "go-ahead", "looked", "look", "ok", "okay", "okayed", "permission", "permit", "read", "review", "reviewed", "said",
    "say", "saying", "seen", "sign", "signed", "tell", "tells", "told",
];

/// Words that may stand between "ask" and "before".
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "again", "always", "approval", "back", "by", "confirmation", "explicit", "explicitly", "first", "for", "go-ahead", "in", "it", "know",
    "ok", "okay", "permission", "to", "with",
];

/// Words that may stand there behind "let me": "let me review the diff before you commit".
#[rustfmt::skip]
const REVIEWING: &[&str] = &[
    "a", "approve", "at", "changes", "check", "code", "diff", "have", "look", "read", "review", "see", "take", "test", "the", "this", "try",
];

/// First words of what is read here. Most words of a prompt are none of them.
#[rustfmt::skip]
static BEGINNINGS: WordSet<64> = WordSet::new(&[
    "always", "and", "ask", "asking", "be", "before", "can", "check", "come", "confirm", "consult", "could", "get", "i", "i'd", "if",
    "let", "make", "only", "or", "ping", "please", "remember", "run", "talk", "tell", "wait", "when", "whenever", "would", "you",
]);

/// "Ask me before touching X", "check with me before you push", "before changing X, ask me", "if you have to touch X, ask first".
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if !BEGINNINGS.contains(sentence.word(at)) || sentence.mood == Mood::Question {
        return None;
    }
    // "Commit only when I ask".
    if sentence.word(at) == "only" && act_of(sentence.back(at, 1)).is_some() {
        return on_my_word(sentence, at - 1).filter(|_| sentence.head(at - 1) != Head::Inside);
    }
    // "Ask me before touching X? No." sets none; "could you ask me" does.
    let asked_back = sentence.text.trim_end().ends_with('?') && lead(sentence, at) == 0;
    let tied = !matches!(sentence.head(at), Head::Inside) || joins(sentence, at);
    if asked_back || !tied {
        return None;
    }
    if sentence.word(at) == "only" {
        return on_my_word(sentence, at);
    }
    let case = match sentence.word(at) {
        "before" => deed(sentence, at + 1),
        // "If it turns out that you have to touch X".
        "if" | "when" | "whenever" => (at + 1..=at + MAX_BETWEEN).find_map(|you| needed(sentence, you)),
        "and" | "or" if joins(sentence, at) => {
            return deed(sentence, at + 1).map(|(act, object)| Cue::new(at, object, act).asking());
        }
        _ => None,
    };
    if let Some((act, object)) = case {
        let last = sentence.tokens.len().min(object + MAX_CASE);
        let asks = (object..last).find(|ask| {
            let opens = matches!(sentence.word(ask - 1), "must" | "please" | "should" | "then")
                || sentence.reads(ask.saturating_sub(2), "stop and");
            let bare = sentence.word(*ask) == "ask" && ask + 1 == sentence.tokens.len();
            // "Tell me why" is no question.
            let over = |end: usize| {
                sentence.tokens[end - 1].comma() || matches!(sentence.word(end), "" | "and" | "before" | "so")
            };
            let informs = sentence.word(*ask) == "tell";
            let apart = sentence.tokens[ask - 1].comma() || opens;
            let asked = asked(sentence, *ask).filter(|end| !informs && over(*end));
            apart && bare || asked.is_some_and(|end| apart || names_the_user(sentence, *ask, end))
        })?;
        return Some(Cue::new(at, object, act).until(asks).asking());
    }
    let verb = at + lead(sentence, at);
    let end = asked(sentence, verb)?;
    let (act, object) = match sentence.word(end) {
        "before" => deed(sentence, end + 1)?,
        "if" => needed(sentence, end + 1)?,
        // "src/db: ask first".
        "" if end >= sentence.tokens.len() => {
            let place = places_alone(sentence, at)?;
            return Some(Cue::new(0, place, Act::Change).until(at).asking().loosely_if(true));
        }
        _ => return None,
    };
    // "Fix it and ask before pushing": so a program may be told of; "before you push" speaks to the agent.
    let told = matches!(sentence.word(end + 1), "u" | "you");
    let loose = !opens_alone(sentence, verb) && !names_the_user(sentence, verb, end) && !told;
    (!loose || !is_versioning(act)).then(|| Cue::new(at, object, act).asking().loosely_if(loose))
}

/// "Only commit when I say so", "commit only after I have approved it".
fn on_my_word(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let (act, behind) = acts(sentence, at + usize::from(sentence.word(at) == "only"))?;
    let object = behind + usize::from(sentence.word(behind) == "only");
    let when =
        (object..object + MAX_BETWEEN).find(|at| matches!(sentence.word(*at), "after" | "if" | "once" | "when"))?;
    let mine = is_first_person(sentence.word(when + 1));
    let speaks =
        (when + 1..=when + MAX_BETWEEN).any(|at| SPEAKING.contains(&sentence.word(at)) || sentence.word(at) == "ask");
    (is_versioning(act) && mine && speaks).then(|| Cue::new(at, object, act).until(when).asking())
}

/// The first of the places that stand alone before `at`: "for src/db, ...", "anything in src/db and src/api: ...".
fn places_alone(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let last = sentence.tokens.get(at.checked_sub(1)?)?;
    let first = (0..at).find(|place| clause::is_path(&sentence.tokens[*place]))?;
    let leads = |word: &str| {
        let all = is_quantifier(word) || is_indefinite(word) || changing::is_noun(word);
        all || is_preposition(word) || is_prelude(word)
    };
    let places =
        (first..at).all(|place| clause::is_path(&sentence.tokens[place]) || is_conjunction(sentence.word(place)));
    let alone = last.ends_clause() && places && (0..first).all(|word| leads(sentence.word(word)));
    alone.then_some(first)
}

/// "You have to touch X", "you touch X": what is done in the case that the user wants to hear of.
fn needed(sentence: &Sentence<'_>, at: usize) -> Option<(Act, usize)> {
    if !matches!(sentence.word(at), "u" | "you") {
        return None;
    }
    match sentence.word(at + 1) {
        "have" | "need" | "want" if sentence.word(at + 2) == "to" => acts(sentence, at + 3),
        "need" | "want" if dependency::packages(sentence, at + 2).is_some() => Some((Act::Packages, at + 2)),
        "must" => acts(sentence, at + 2),
        verb if act_of(verb).is_some() => acts(sentence, at + 1),
        _ => None,
    }
}

/// "Or pushing", behind "ask me before committing".
fn joins(sentence: &Sentence<'_>, at: usize) -> bool {
    let begun = |before: usize| {
        sentence.word(before) == "before"
            && asked_before(sentence, before).is_some_and(|verb| !is_waived(sentence, verb))
    };
    matches!(sentence.word(at), "and" | "or")
        && sentence.word(at + 1).ends_with("ing")
        && (at.saturating_sub(MAX_JOINED)..at).any(begun)
}

/// The verb of the "ask me" that ends at `at`.
fn asked_before(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    (at.saturating_sub(MAX_BETWEEN + 1)..at).find(|verb| asked(sentence, *verb) == Some(at))
}

pub(in crate::goal::constraint) fn is_asked_at(sentence: &Sentence<'_>, at: usize) -> bool {
    asked_before(sentence, at).is_some()
}

/// "You do not have to ask me", "no need to ask me", "never ask me": the words before the "ask" at `verb` take it back. "Don't forget to
/// ask me" does not.
fn is_waived(sentence: &Sentence<'_>, verb: usize) -> bool {
    let own = |word: &&str| !is_conjunction(word) && *word != "forget";
    let mut back = sentence.words_back(verb, MAX_JOINED).take_while(own);
    back.any(|word| refuses(word) || matches!(word, "quit" | "stop"))
}

fn names_the_user(sentence: &Sentence<'_>, verb: usize, end: usize) -> bool {
    (verb + 1..end).any(|at| is_of_the_user(sentence.word(at)))
}

/// True for an "ask" with which the sentence begins.
fn opens_alone(sentence: &Sentence<'_>, verb: usize) -> bool {
    verb < MAX_BETWEEN && (0..verb).all(|at| is_prelude(sentence.word(at)) || sentence.word(at) == "always")
}

/// The words with which the agent is told to ask: "you must", "make sure to", "I want you to", "always"; none at all is most common.
fn lead(sentence: &Sentence<'_>, at: usize) -> usize {
    #[rustfmt::skip]
    const LEADS: [&str; 15] = [
        "always", "be sure to", "can you", "could you", "i want you to", "i'd like you to", "make sure to", "make sure you", "please do",
        "remember to", "would you mind", "would you", "you have to", "you must", "you should",
    ];
    sentence.past_phrase(at, &LEADS) - at
}

/// What "touching X" and "you touch X" would do, and where X begins.
fn deed(sentence: &Sentence<'_>, at: usize) -> Option<(Act, usize)> {
    match sentence.word(at) {
        "u" | "you" => acts(sentence, at + 1),
        "making" if changing::is_noun(sentence.word(at + 1)) && sentence.word(at + 2) == "in" => {
            Some((Act::Change, at + 3))
        }
        "creating" | "opening" | "raising" | "submitting"
            if let Some(end) = version_control::pull_request(sentence, at + 1) =>
        {
            Some((Act::PullRequest, end))
        }
        // "Before each commit".
        "any" | "each" | "every" => {
            let act = match sentence.word(at + 1) {
                "deployment" | "release" => Act::Deploy,
                noun => act_of(noun).filter(|act| is_versioning(*act))?,
            };
            Some((act, at + 2))
        }
        gerund => acts_of_gerund(sentence, gerund, at),
    }
}

/// The token behind "ask me", "check with me first", "get my approval".
fn asked(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    let begins = match sentence.word(verb) {
        "ask" | "asking" | "get" | "ping" => true,
        "check" | "come" | "confirm" | "consult" | "let" | "run" | "show" | "talk" | "tell" | "wait" => {
            let next = sentence.word(verb + 1);
            is_of_the_user(next) || matches!(next, "back" | "for" | "in" | "it" | "to" | "with")
        }
        _ => false,
    };
    if !begins {
        return None;
    }
    let reviews = sentence.word(verb) == "let";
    let between = |word: &str| is_of_the_user(word) || BETWEEN.contains(&word) || reviews && REVIEWING.contains(&word);
    let end = (verb + 1..=verb + MAX_BETWEEN).find(|at| !between(sentence.word(*at)))?;
    // A program asks before it deletes; the user is "me", or speaks to the agent alone.
    (sentence.word(verb) == "ask" || names_the_user(sentence, verb, end)).then_some(end)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints};

    #[test]
    fn commits_that_wait_for_the_users_word_are_asked_about() {
        limits("Fix the login. Only commit when I say so", "ask $ git commit");
        limits("Fix the login. Commit only when I ask.", "ask $ git commit");
        limits("Fix the login. Only commit after I have approved it.", "ask $ git commit");
        limits("Fix the login. Only push after the tests pass.", "");
        limits("Fix the login and only push if I ask.", "ask $ git push");
        limits("Fix the login. Let me review before you commit", "ask $ git commit");
        limits("Fix the login. Let me see the diff before you push", "ask $ git push");
        limits("Fix the login. Ask me before each commit", "ask $ git commit");
        for said in [
            "only commit when the tests pass",
            "only commit the login fix",
            "the CLI should only commit when I say so",
            "let me see the error before fixing it",
            "add a hook: ask the user before each commit",
        ] {
            limits(said, "");
        }
    }

    #[test]
    fn who_wants_to_be_asked_is_asked() {
        limits("Fix it. Ask me before touching src/legacy.", "ask src/legacy/");
        limits("fix it, and ask me before you change anything in src/legacy", "ask src/legacy/");
        limits(
            "Fix it. Please check with me before changing src/legacy or src/database",
            "ask src/legacy/ + src/database/",
        );
        limits("Always get my approval before editing package.json", "ask package.json");
        limits("Before touching src/legacy, please ask me. Fix the login.", "ask src/legacy/");
        limits("Fix it. Before you edit src/legacy, check with me first", "ask src/legacy/");
        limits("Don't touch src/legacy without asking me", "ask src/legacy/");
        limits("don't edit src/legacy without asking first", "ask src/legacy/");
        limits("don't change src/legacy without my explicit approval", "ask src/legacy/");
        limits("don't change src/legacy unless I say so", "ask src/legacy/");
        limits("don't touch src/legacy until I've looked at it", "ask src/legacy/");
        limits("Fix it. If you need to change src/legacy, ask me first.", "ask src/legacy/");
        limits("Fix it. If you have to touch src/legacy then please check with me", "ask src/legacy/");
        limits("Fix it. If you need to change src/legacy, ask.", "ask src/legacy/");
        limits("Fix it. If you change src/legacy, ask me first.", "ask src/legacy/");
        limits("You must ask me before changing src/legacy", "ask src/legacy/");
        limits("Make sure to ask me before changing src/legacy", "ask src/legacy/");
        limits("I want you to ask me before you touch src/legacy", "ask src/legacy/");
        limits("Don't touch src/legacy unless you ask me first", "ask src/legacy/");
        limits("Don't touch src/legacy without explicit permission", "ask src/legacy/");
        limits("Ask before making changes in src/legacy", "ask src/legacy/");
        limits("Fix src/legacy/old.ts, but ask me before touching src/legacy.", "ask src/legacy/");
        limits("let me know before you touch src/legacy", "ask src/legacy/");
        limits("talk to me before you change src/legacy", "ask src/legacy/");
        limits("Fix it. Ask me before you push.", "ask $ git push");
        limits("Fix it. Before you commit, ask me.", "ask $ git commit");
        limits("Fix it. Always ask before adding dependencies.", "ask new packages");
        limits("don't commit without asking me", "ask $ git commit");
        limits("confirm with me before adding dependencies", "ask new packages");
        limits("no new dependencies without asking me", "ask new packages");
        limits("Fix the login. Ask me if you need a new dependency", "ask new packages");
        limits("Fix the login. ask me before installing anything", "ask new packages");
        limits("Fix the login. src/legacy needs my approval.", "ask src/legacy/");
        limits("Fix the login. Changes to src/legacy require my explicit permission", "ask src/legacy/");
        limits("Fix the login. Anything in src/legacy: ask first.", "ask src/legacy/");
        limits("Fix the login. For src/legacy, ask me first", "ask src/legacy/");
        limits("Fix the login. Ask me before touching src/legacy, src/auth is fine.", "ask src/legacy/");
        limits("Fix the login, then ask before you push", "ask $ git push");
    }

    #[test]
    fn a_question_and_an_order_in_one_sentence_stay_apart() {
        limits("Don't push, and ask me before touching src/legacy", "deny $ git push; ask src/legacy/");
        limits(
            "Ask me before touching src/legacy, and never touch src/database",
            "ask src/legacy/; deny src/database/",
        );
        limits("Never push, and don't commit without asking me.", "deny $ git push; ask $ git commit");
        limits(
            "Never touch src/database, don't change src/legacy without asking me",
            "deny src/database/; ask src/legacy/",
        );
        limits("Ask me before touching src/legacy. Don't touch src/legacy.", "ask src/legacy/; deny src/legacy/");
    }

    #[test]
    fn what_follows_in_the_sentence_softens_no_limit() {
        for prompt in [
            "don't touch src/legacy, ask me if something is unclear",
            "don't touch src/legacy, let me know when done",
            "don't touch src/legacy and let me know when done",
            "don't touch src/legacy, run the tests when done",
        ] {
            limits(prompt, "deny src/legacy/");
        }
        limits("don't touch src/legacy, until the tests pass", "donot src/legacy/");
        limits("don't edit or move src/legacy until the tests pass", "donot src/legacy/");
    }

    #[test]
    fn who_need_not_be_asked_is_not() {
        for said in [
            "You do not have to ask me before committing or pushing. Fix the login.",
            "no need to ask me before committing or pushing",
            "you don't need to ask me before committing or pushing",
            "You needn't ask me before committing or pushing",
            "stop asking me before committing or pushing",
        ] {
            limits(said, "");
        }
        limits("never ask me before committing or deploying", "donot");
        limits("don't ask me before committing or pushing", "donot");
    }

    #[test]
    fn short_and_joined_forms_are_heard() {
        limits("fix it, ask before changing src/legacy", "ask src/legacy/");
        limits("if you have to change package.json check with me", "ask package.json");
        limits("before touching src/legacy ask me", "ask src/legacy/");
        limits("ask me if you need to change src/legacy", "ask src/legacy/");
        limits("ask me before committing or pushing", "ask $ git commit + $ git push");
        limits("ask me before touching src/legacy or committing", "ask src/legacy/; ask $ git commit");
        limits("don't forget to ask me before committing or pushing", "must");
        limits("Never push, ask me before committing or deploying", "deny $ git push; ask $ git commit; ask deploy");
        limits("Could you ask me before touching src/legacy?", "ask src/legacy/");
        limits("ask me before touching src/legacy? no, not needed", "");
        limits("ping me before you change anything in src/legacy", "ask src/legacy/");
        limits("come back to me before changing src/legacy", "ask src/legacy/");
        limits("run it by me before editing src/legacy", "ask src/legacy/");
        limits("wait for my ok before touching src/legacy", "ask src/legacy/");
        limits("If it turns out that you have to touch src/legacy, stop and ask", "ask src/legacy/");
        limits("Don't edit src/legacy without checking with me first, it is fragile", "ask src/legacy/");
        limits("ask me b4 u change src/legacy", "ask src/legacy/");
        limits("ask me b4 touching src/legacy", "ask src/legacy/");
        limits("Fix it. check w/ me before you push", "ask $ git push");
        limits("don't touch src/legacy w/o asking", "ask src/legacy/");
        limits("don't run terraform apply without asking me", "ask $ terraform apply");
        limits("Fix it.\n\nAsk me before:\n- touching src/legacy\n- pushing\n", "ask src/legacy/; ask $ git push");
        limits(
            "Fix it.\n\nAsk me before touching:\n- src/legacy\n- package.json\n",
            "ask src/legacy/; ask package.json",
        );
        limits("don't touch the tests without asking me", "ask tests");
        limits("ask me before touching the tests", "ask tests");
    }

    #[test]
    fn questions_end_when_nobody_wants_them() {
        let stage = Stage::new();
        let first = stage.start("Fix the login. Ask me before touching src/legacy. Ask me before you push.");
        let left = |prompt: &str| stage.left(&first, prompt);
        for prompt in [
            "no need to ask any more",
            "stop asking, just do it",
            "you don't need to ask me anymore",
            "ok please stop asking me",
            "you can stop asking",
        ] {
            assert_eq!(left(prompt), "", "{prompt}");
        }
        for prompt in ["The installer should stop asking twice", "Don't make it stop asking for the password"] {
            assert!(left(prompt).starts_with("ask src/legacy/; ask $ git push"), "{prompt}");
        }
        assert_eq!(left("no need to ask about src/legacy"), "ask $ git push");
        assert_eq!(
            left("you may change src/legacy/old.ts"),
            "ask src/legacy/ except src/legacy/old.ts; ask $ git push"
        );
        assert_eq!(left("you may change src/legacy"), "ask $ git push");
    }

    #[test]
    fn the_newer_word_about_a_place_counts() {
        let stage = Stage::new();
        let first = stage.start("Fix the login. Don't touch src/legacy.");
        let later = |goal: &crate::domain::Goal, prompt: &str| stage.revise(goal, prompt).1;
        let asked = later(&first, "ok, ask me before touching src/legacy");
        assert_eq!(shown_constraints(&asked.constraints), "ask src/legacy/");
        let denied = later(&asked, "no: don't touch src/legacy or the API");
        assert_eq!(shown_constraints(&denied.constraints), "ask src/legacy/; deny src/legacy/");
    }

    #[test]
    fn what_waits_for_the_users_time_is_no_question() {
        limits("don't push until I say so", "deny $ git push");
        limits("don't push until approval", "deny $ git push");
        limits("don't push unless we have to", "deny $ git push");
        limits("don't push without checking that the tests pass", "donot $ git push");
        limits("don't touch src/legacy without checking the docs", "donot src/legacy/");
        limits("don't touch src/legacy unless we have to", "donot src/legacy/");
        limits("don't touch src/legacy until we have a failing test", "donot src/legacy/");
        limits("don't commit yet", "deny $ git commit");
        limits("don't touch src/legacy yet", "donot src/legacy/");
        limits("don't touch src/legacy until the tests pass", "donot src/legacy/");
        limits("don't touch src/legacy without running the tests", "donot");
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
