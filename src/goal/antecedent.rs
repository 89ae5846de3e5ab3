//! The place that "it" means: "src/db is generated, don't edit it", "About src/db: please leave it alone".
//!
//! Owns the question what stands before a prohibition that ends in a pronoun. Only a place that the words before are about is meant, as
//! their subject or alone: "move a.ts to src/b, don't change it" says how, and "the token is cached, don't touch it" names no place.

use super::changing;
use super::cue::{Act, Cue};
use super::names::Names;
use super::object::{self, Object, Taking};
use super::sentence::{Head, Mood, Sentence, is_inquiring, is_prelude, is_verb};
use super::stated::ends;

/// Words at most of a place at the beginning of a clause.
const MAX_SUBJECT: usize = 12;

/// What a pronoun stands for.
pub(super) struct Antecedent {
    /// The places, with the token behind the pronoun as their end.
    pub(super) object: Object,
    /// The token with which the words about the place begin; `None` where they are the sentence before.
    pub(super) from: Option<usize>,
}

/// What the object of `cue` stands for, where that is a pronoun. `before` is the typed sentence in front of this one.
pub(super) fn of(
    sentence: &Sentence<'_>,
    before: Option<&Sentence<'_>>,
    names: &Names<'_>,
    cue: &Cue,
) -> Option<Antecedent> {
    if cue.act != Act::Change || cue.object == 0 {
        return None;
    }
    let end = behind_pronoun(sentence, cue.object)?;
    let over = if cue.limit == usize::MAX { ends(sentence, end) } else { end == cue.limit };
    if !over {
        return None;
    }
    let found = |mut object: Object, from: Option<usize>| {
        object.end = end;
        Antecedent { object, from }
    };
    if (0..cue.start).all(|at| is_prelude(sentence.word(at))) {
        let before = before.filter(|before| !matches!(before.mood, Mood::Order | Mood::Request))?;
        return spoken_of(before, names, before.tokens.len()).map(|(object, _)| found(object, None));
    }
    spoken_of(sentence, names, cue.start).map(|(object, from)| found(object, Some(from)))
}

/// The token behind "it", "them", "that file".
fn behind_pronoun(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let noun = matches!(
        sentence.word(at + 1),
        "code" | "dir" | "directory" | "file" | "files" | "folder" | "folders" | "module" | "one" | "package"
    );
    match sentence.word(at) {
        "that" | "the" | "these" | "this" | "those" if noun => Some(at + 2),
        "it" | "that" | "them" | "these" | "this" | "those" => Some(at + 1),
        _ => None,
    }
}

/// The place that the last clause before `end` is about, and where that clause begins. A clause about something else, or one that
/// orders work, takes the pronoun for itself.
fn spoken_of(sentence: &Sentence<'_>, names: &Names<'_>, end: usize) -> Option<(Object, usize)> {
    let orders = |at: usize| {
        let word = sentence.word(at);
        is_verb(word) && !is_inquiring(word) && !matches!(word, "keep" | "leave") && sentence.head(at) != Head::Inside
    };
    for at in (0..end).rev() {
        let opens = at == 0 || sentence.tokens[at - 1].comma() || sentence.tokens[at - 1].stop();
        if orders(at) {
            return None;
        }
        if !opens {
            continue;
        }
        let first = (at..end).find(|first| !is_prelude(sentence.word(*first))).unwrap_or(end);
        let goes_on = first == end || matches!(sentence.word(first), "it" | "they" | "that" | "this");
        match subject(sentence, names, first, end).or_else(|| topic(sentence, names, first, end)) {
            Some(object) => return Some((object, first)),
            None if goes_on => {}
            None => return None,
        }
    }
    None
}

/// "src/db is generated", "the files in src/db belong to another team".
fn subject(sentence: &Sentence<'_>, names: &Names<'_>, from: usize, end: usize) -> Option<Object> {
    let verb = (from + 1..end.min(from + MAX_SUBJECT)).find(|at| is_of_state(sentence, *at))?;
    place(object::read(sentence, names, from, verb, Taking::Kinds), verb)
}

/// "About src/db: ...", "be careful with src/db, ...", "src/db? ...".
fn topic(sentence: &Sentence<'_>, names: &Names<'_>, from: usize, end: usize) -> Option<Object> {
    let be = from + usize::from(sentence.word(from) == "be");
    let place_at = match (sentence.word(be), sentence.word(be + 1)) {
        ("careful", "with" | "about" | "around") | ("as", "for") | ("beware", "of") => be + 2,
        ("about" | "concerning" | "regarding", _) => be + 1,
        _ => from,
    };
    let shut = |at: usize| sentence.tokens[at].comma() || sentence.tokens[at].stop();
    let behind = (place_at..end).find(|at| shut(*at)).map_or(end, |at| at + 1);
    place(object::read(sentence, names, place_at, behind, Taking::Kinds), behind)
}

/// The phrase, where it is nothing but places that are named as paths.
fn place(object: Object, end: usize) -> Option<Object> {
    let alone = object.end == end && object.pure && object.certain && object.kinds.is_empty();
    (alone && !object.places.is_empty()).then_some(object)
}

/// A verb that says how something is, so that no other thing than its subject can be meant behind it.
fn is_of_state(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.word(at) {
        "are" | "aren't" | "is" | "isn't" | "was" | "were" | "belong" | "belongs" | "come" | "comes" | "gets"
        | "looks" | "remains" | "stays" | "work" | "works" => true,
        "has" | "have" => sentence.word(at + 1) == "been" || changing::is_participle(sentence.word(at + 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints, shown_scope};

    #[track_caller]
    fn check(said: &str, expected: &str) {
        assert_eq!(shown_constraints(&Stage::new().start(said).constraints), expected, "{said}");
    }

    #[test]
    fn a_pronoun_means_what_is_spoken_of() {
        for said in [
            "src/legacy is fragile, dont touch it. Fix the login in src/auth",
            "Fix the login. src/legacy is fragile, don't modify it.",
            "Fix the login in src/auth. src/legacy is owned by another team, so leave it alone",
            "Fix the login in src/auth. src/legacy is owned by another team. Don't touch it.",
            "Fix the login. src/legacy is frozen, it belongs to ops, please don't edit it",
            "The folder src/legacy is generated. Do not edit that folder.",
            "fix the login. src/legacy? don't touch it",
            "Fix the login in src/auth. About src/legacy: please don't change it.",
            "src/legacy is frozen, leave it alone",
            "src/legacy is read-only, don't touch it",
        ] {
            check(said, "deny src/legacy/");
        }
        check("fix it, src/legacy and src/database are old so don't touch them", "deny src/legacy/ + src/database/");
    }

    #[test]
    fn its_words_are_no_words_of_the_work() {
        let goal = Stage::new().start("Fix the login in src/auth. src/legacy is owned by ops. Don't touch it.");
        assert_eq!(shown_scope(&goal), "named src/auth/");
        assert!(goal.constraints[0].clause.starts_with("src/legacy is owned by ops."), "{:?}", goal.constraints);
    }

    #[test]
    fn a_pronoun_of_the_work_names_nothing() {
        for said in [
            "fix src/auth/token.ts but don't break it",
            "fix the login in src/auth, don't touch it otherwise",
            "refactor src/auth/token.ts but don't change it too much",
            "src/auth/token.ts has a bug: fix it, and don't edit it twice",
            "move src/legacy/old.ts to src/auth, don't change it",
            "copy src/legacy/old.ts to src/auth, don't edit it",
            "add a retry to src/database/client.ts. The token is cached, don't touch it",
            "the config is read at start, don't touch it",
            "src/auth/token.ts is too long. Split it. Don't edit it by hand",
            "src/auth/token.ts holds the secret, don't change it",
        ] {
            check(said, "donot");
        }
        check("src/auth/token.ts is broken: mend the login and don't change it", "");
    }
}
