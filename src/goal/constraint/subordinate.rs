//! Prohibitions beside an order: "fix it without touching X", "refactor everything except X", "fix the login, but not in X".
//!
//! Owns their forms. The order is what the sentence says; only one who orders can forbid in passing.

use super::cue::{Act, Cue, act_of, acts_of_gerund};
use super::dependency;
use super::stated::is_path;
use super::warning::changes_to;
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring, is_verb};
use crate::goal::prompt::token::Token;

/// Words back to which the verb of an order is looked for.
const MAX_BACK: usize = 60;

/// Words at most of a line that says "without touching src/db" and nothing else.
const MAX_ALONE: usize = 6;

/// "fix it without touching X", "refactor everything except X".
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
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
    if !sentence.may_order() || at == 0 && !(sentence.word(at) == "without" && orders_behind()) {
        return None;
    }
    match sentence.word(at) {
        // Said in passing of where the work is not to go. "Use a.ts, not b.ts" says what to take.
        "not" if sentence.head(at) != Head::Inside && changes(sentence, at) => {
            let place = at + 1 + usize::from(matches!(sentence.word(at + 1), "in" | "inside"));
            let path = sentence.tokens.get(place).is_some_and(|token| token.raw.contains('/'));
            (place > at + 1 || path).then_some(Cue::new(at, place, Act::Change).mildly().loosely_if(true))
        }
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
        "but" if matches!(sentence.word(at - 1), "everything" | "everywhere") => {
            Some(Cue::new(at, at + 1, Act::Change).mildly().loosely_if(true))
        }
        "except" | "excluding"
            if matches!(
                sentence.word(at - 1),
                "all"
                    | "anything"
                    | "anywhere"
                    | "everything"
                    | "everywhere"
                    | "files"
                    | "folders"
                    | "project"
                    | "repo"
            ) =>
        {
            let object = at + 1 + usize::from(sentence.word(at + 1) == "for");
            // Whoever refactors all but a folder may still mend the imports in it.
            let soft = !sentence.tokens.iter().any(|token| act_of(&token.word) == Some(Act::Change));
            Some(Cue::new(at, object, Act::Change).mildly_if(soft))
        }
        _ => None,
    }
}

/// True where the last verb before `at` changes something: neither looks at it nor takes it for another thing.
fn changes(sentence: &Sentence<'_>, at: usize) -> bool {
    let taken = ["call", "copy", "follow", "import", "match", "mirror", "read", "run", "see", "test", "use"];
    let verb = (at.saturating_sub(MAX_BACK)..at)
        .rev()
        .map(|at| sentence.word(at))
        .find(|word| is_verb(word) || taken.contains(word));
    verb.is_some_and(|verb| !is_inquiring(verb) && !taken.contains(&verb))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn a_line_of_its_own_belongs_to_the_order_above() {
        for said in ["fix the login\nwithout touching src/legacy", "fix the login w/o touching src/legacy"] {
            assert_eq!(shown_constraints(&Stage::new().start(said).constraints), "deny src/legacy/", "{said}");
        }
        for told in ["Without touching src/legacy it breaks src/auth", "Build fails with no changes to package.json"] {
            assert_eq!(shown_constraints(&Stage::new().start(told).constraints), "", "{told}");
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
            assert_eq!(shown_constraints(&Stage::new().start(said).constraints), "donot src/legacy/", "{said}");
        }
        for said in [
            "the bug is in src/auth, not in src/legacy",
            "why not in src/legacy?",
            "not src/legacy but src/auth fails",
            "use src/auth, not src/legacy",
        ] {
            assert_eq!(shown_constraints(&Stage::new().start(said).constraints), "", "{said}");
        }
    }
}
