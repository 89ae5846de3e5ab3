//! Prohibitions beside an order: "fix it without touching X", "refactor everything except X", "fix the login, but not in X", "... while
//! leaving X as is".
//!
//! Owns their forms. The order is what the sentence says; only one who orders can forbid in passing.

use super::warning::changes_to;
use crate::goal::constraint::act::deed::acts_of_gerund;
use crate::goal::constraint::act::{Act, Cue, act_of, dependency};
use crate::goal::constraint::clause::{is_adverb, is_path};
use crate::goal::constraint::object;
use crate::goal::constraint::state::is_as_it_was;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring, is_verb};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_person, is_place_noun, is_prelude, leads_into, lets, refuses};

/// Words back to which the verb of an order is looked for.
const MAX_BACK: usize = 60;

/// Words at most from the first of such a clause to its end.
const MAX_SPAN: usize = 12;

/// Words at most of a line that says "without touching src/db" and nothing else.
const MAX_ALONE: usize = 6;

/// "fix it without touching X", "refactor everything except X".
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // "Without making any changes, tell me why" orders behind its comma; "without any changes, the build fails" does not.
    let orders_behind = || {
        let comma = sentence.tokens.iter().position(Token::comma).map(|comma| sentence.word(comma + 1));
        comma.is_some_and(|word| is_verb(word) || is_inquiring(word))
    };
    // A line of its own under the order that it belongs to.
    let ends_in_a_path = || sentence.tokens.len() <= MAX_ALONE && sentence.tokens.last().is_some_and(is_path);
    if at == 0 && matches!(sentence.word(at), "w/o" | "without") && ends_in_a_path() {
        let (act, object) = acts_of_gerund(sentence, sentence.word(at + 1), at + 1)?;
        return Some(Cue::new(at, object, act).loosely_if(true));
    }
    if let Some(cue) = led_by_exception(sentence, at) {
        return Some(cue);
    }
    let leads = || matches!(sentence.word(at), "instead" | "rather" | "without") && orders_behind();
    if !sentence.may_order() || at == 0 && !leads() {
        return None;
    }
    match sentence.word(at) {
        // Said in passing of where the work is not to go. "Use a.ts, not b.ts" says what to take.
        "not" if sentence.head(at) != Head::Inside && changes(sentence, at) => {
            let place = sentence.past(at + 1, leads_into);
            // "Rename it to Button.tsx, not button.tsx" says how it is called.
            let path = sentence.tokens.get(place).is_some_and(|token| {
                token.raw.contains('/')
                    || is_path(token)
                        && !matches!(verb_before(sentence, at), Some("convert" | "move" | "rename" | "turn"))
            });
            (place > at + 1 || path).then_some(Cue::new(at, place, Act::Change).mildly().loosely_if(true))
        }
        // "Fix tax.py instead of touching models.py", "rather than change models.py".
        "instead" | "rather" if matches!(sentence.word(at + 1), "of" | "than") => {
            let verb = sentence.word(at + 2);
            let changes = changing::is_verb(verb) || changing::is_gerund(verb);
            changes.then_some(Cue::new(at, at + 3, Act::Change).mildly().loosely_if(true))
        }
        "keeping" | "leaving" => left(sentence, at).map(|end| Cue::new(at, at + 1, Act::Change).until(end)),
        "without" if dependency::packages(sentence, at + 1).is_some() => Some(Cue::new(at, at + 1, Act::Packages)),
        "with"
            if matches!(sentence.word(at + 1), "no" | "zero") && dependency::packages(sentence, at + 2).is_some() =>
        {
            Some(Cue::new(at, at + 2, Act::Packages))
        }
        "with" if matches!(sentence.word(at + 1), "no" | "zero") => {
            let object = changes_to(sentence, at + 2)?;
            // "The build fails with no changes to package.json" tells.
            let fails = |before: usize| {
                let word = sentence.word(before);
                ["break", "broke", "crash", "fail", "hang", "happen", "work"].iter().any(|stem| word.starts_with(stem))
            };
            if (at.saturating_sub(3)..at).any(fails) {
                return None;
            }
            Some(Cue::new(at, object, Act::Change).loosely_if(true))
        }
        "w/o" | "without" => {
            let (act, object) = acts_of_gerund(sentence, sentence.word(at + 1), at + 1)?;
            Some(Cue::new(at, object, act))
        }
        // "You can change anything but X": all else is left free in so many words.
        "but"
            if matches!(sentence.word(at - 1), "anything" | "everything" | "everywhere")
                && !is_refused(sentence, at)
                && !goes_on(sentence, at + 1) =>
        {
            let free = at > 1 && sentence.word(at - 1) != "everywhere" && changing::is_verb(sentence.word(at - 2));
            Some(Cue::new(at, at + 1, Act::Change).mildly_if(!free).loosely_if(!free))
        }
        "except" | "excluding" if !is_refused(sentence, at) && is_all(sentence.word(at - 1)) => {
            let object = at + 1 + usize::from(sentence.word(at + 1) == "for");
            // Whoever refactors all but a folder may still mend the imports in it.
            let soft = !sentence.any(|word| act_of(word) == Some(Act::Change));
            Some(Cue::new(at, object, Act::Change).mildly_if(soft))
        }
        _ => None,
    }
}

/// All there is.
fn is_all(word: &str) -> bool {
    is_place_noun(word)
        || matches!(word, "all" | "anything" | "anywhere" | "everything" | "everywhere" | "project" | "repo")
}

/// Verbs that take their object for another thing and leave it as it is.
const TAKING: [&str; 13] =
    ["call", "copy", "follow", "import", "load", "match", "mirror", "open", "read", "run", "see", "test", "use"];

/// True where the last verb before `at` changes something: neither looks at it nor takes it for another thing.
fn changes(sentence: &Sentence<'_>, at: usize) -> bool {
    verb_before(sentence, at).is_some_and(|verb| !is_inquiring(verb) && !TAKING.contains(&verb))
}

fn verb_before<'a>(sentence: &'a Sentence<'_>, at: usize) -> Option<&'a str> {
    let back = (at.saturating_sub(MAX_BACK)..at).rev().map(|at| sentence.word(at));
    back.into_iter().find(|word| is_verb(word) || TAKING.contains(word) || *word == "speed")
}

/// "You can change everything but please leave X alone": behind the "but" stands no exception.
fn goes_on(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    is_prelude(word)
        || is_verb(word)
        || refuses(word)
        || is_person(word)
        || matches!(word, "it" | "it's" | "that" | "there")
}

/// "Except src/db you can change everything".
fn led_by_exception(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // "Besides src/db you can change everything" may mean it too.
    if sentence.head(at) != Head::Opens || sentence.word(at) == "besides" {
        return None;
    }
    let from = at + object::except_at(sentence, at)?;
    let place = from + usize::from(sentence.word(from) == "for");
    let last = sentence.tokens.len().min(place + MAX_SPAN);
    let frees = |at: &usize| {
        sentence.word(*at) == "you"
            && lets(sentence.word(at + 1))
            && changing::is_verb(sentence.word(at + 2))
            && matches!(sentence.word(at + 3), "all" | "any" | "anything" | "everything" | "whatever")
    };
    (place + 1..last).find(frees).map(|you| Cue::new(at, place, Act::Change).until(you))
}

/// "Fix it while leaving X as is", "..., keeping X untouched": where X ends.
fn left(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let tied = at > 0 && (sentence.back(at, 1) == "while" || sentence.tokens[at - 1].comma());
    let last = sentence.tokens.len().min(at + MAX_SPAN);
    let open = |end: &usize| *end == at + 1 || !sentence.is_parted(*end);
    let kept = |end: &usize| is_as_it_was(sentence, end + usize::from(is_adverb(sentence.word(*end))));
    (at + 2..last).filter(|_| tied).take_while(open).find(kept)
}

/// True for the "leaving" of "while leaving X as is".
pub(in crate::goal::constraint) fn is_left(sentence: &Sentence<'_>, at: usize) -> bool {
    matches!(sentence.word(at), "keeping" | "leaving") && left(sentence, at).is_some()
}

/// "No need to change anything but X": the words before `at` already say no.
fn is_refused(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.words_back(at, MAX_SPAN).any(|word| refuses(word) || word == "avoid")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_called, shown_constraints, shown_scope};

    #[test]
    fn a_line_of_its_own_belongs_to_the_order_above() {
        for said in ["fix the login\nwithout touching src/legacy", "fix the login w/o touching src/legacy"] {
            limits(said, "deny src/legacy/");
        }
        for told in ["Without touching src/legacy it breaks src/auth", "Build fails with no changes to package.json"] {
            limits(told, "");
        }
    }

    #[test]
    fn two_words_may_be_one_verb() {
        limits("speed up the login without touching src/legacy", "deny src/legacy/");
        limits("speed up the login w/o touching the tests", "deny tests");
        limits("speed up the login without new packages", "deny new packages");
        limits("speed up the login but not src/legacy/old.ts", "donot src/legacy/old.ts");
        assert!(shown_called("speed up the login but not the parser").contains("parser"));
        assert!(shown_called("make the login faster, but not the parser").contains("parser"));
        for told in [
            "speed is bad without touching src/legacy",
            "the speed went up without touching src/legacy",
            "it got fast without touching the tests",
            "make the button blue, not red",
        ] {
            limits(told, "");
        }
    }

    #[test]
    fn what_alone_is_not_left_free_is_forbidden() {
        for said in [
            "you can change anything but src/legacy",
            "You can change everything but please leave src/legacy alone",
            "You can change everything but don't touch src/legacy",
            "Fix the login. You may edit everything but src/legacy.",
            "except src/legacy you can change everything",
            "Fix the login. Except for src/legacy you may change anything.",
            "fix the login while leaving src/legacy as is",
            "fix the login while keeping src/legacy untouched",
            "Fix the login, leaving src/legacy alone",
            "Fix the login. You're not allowed to change src/legacy",
            "you aren't allowed to touch src/legacy",
            "Fix the login. Just don't touch src/legacy, ok?",
            "fix the login, don't touch src/legacy, okay?",
        ] {
            let goal = Stage::new().start(said);
            assert_eq!(shown_constraints(&goal.constraints), "deny src/legacy/", "{said}");
            assert_eq!(shown_scope(&goal), "", "{said}");
        }
        limits("you can change anything but src/legacy and src/database", "deny src/legacy/ + src/database/");
        limits("refactor the login while leaving the tests as they are", "deny tests");
        limits("refactor the login while keeping the API unchanged", "donot");
        for told in [
            "no need to change anything but src/legacy",
            "There is no need to edit anything except src/legacy",
            "besides src/legacy you can change everything",
            "the bug shows while leaving src/legacy as is",
            "it crashes on everything but src/legacy",
            "except for src/legacy everything works, fix it",
            "Am I right that you're not allowed to change src/legacy?",
            "Should I touch src/legacy, ok?",
            "you won't touch src/legacy, ok?",
        ] {
            limits(told, "");
        }
    }

    #[test]
    fn what_is_named_beside_the_work_is_no_part_of_it() {
        for said in [
            "Fix token.ts (not client.ts)",
            "Fix token.ts, not client.ts",
            "Fix token.ts instead of touching client.ts",
            "Fix token.ts rather than changing client.ts",
            "Instead of editing client.ts, fix token.ts",
        ] {
            let goal = Stage::new().start(said);
            assert_eq!(shown_constraints(&goal.constraints), "donot src/database/client.ts", "{said}");
            assert_eq!(shown_scope(&goal), "named src/auth/token.ts", "{said}");
        }
        for said in [
            "Use token.ts instead of client.ts",
            "Import it from token.ts, not client.ts",
            "Rename it to token.ts, not client.ts",
            "Turn it into token.ts, not client.ts",
            "make it load token.ts, not client.ts",
            "Fix token.ts rather sooner than later, client.ts can wait",
            "it updates token.ts instead of touching client.ts",
        ] {
            limits(said, "");
        }
    }

    #[test]
    fn what_is_said_in_passing_denies_nothing() {
        for said in [
            "fix the login (not src/legacy)",
            "fix the login, but not in src/legacy",
            "fix the login in src/auth, not in src/legacy",
            "fix the login everywhere but src/legacy",
            "rename foo everywhere except src/legacy",
        ] {
            limits(said, "donot src/legacy/");
        }
        for said in [
            "the bug is in src/auth, not in src/legacy",
            "why not in src/legacy?",
            "not src/legacy but src/auth fails",
            "use src/auth, not src/legacy",
        ] {
            limits(said, "");
        }
    }
}
