//! The place that "it" means: "src/db is generated, don't edit it", "About src/db: please leave it alone".
//!
//! Owns the question what stands before a prohibition that ends in a pronoun. Only a place that the words before are about is meant, as
//! their subject or alone: "move a.ts to src/b, don't change it" says how, and "the token is cached, don't touch it" names no place.

use super::words::Taking;
use crate::goal::constraint::act::{Act, Cue};
use crate::goal::constraint::clause::{ends, is_path};
use crate::goal::constraint::object::{self, Object};
use crate::goal::constraint::passage::Passage;
use crate::goal::names::Names;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_inquiring, is_verb};
use crate::goal::prompt::word_class::{
    is_conjunction, is_copula, is_demonstrative, is_determiner, is_earlier, is_first_person, is_place_noun, is_prelude,
};
use crate::text::kind::{is_file_word, kind_of_word};

/// Words at most of a place at the beginning of a clause.
const MAX_SUBJECT: usize = 12;

/// Words at most of what is said of it.
const MAX_SAID: usize = 7;

/// Words back to which a place is looked for.
const MAX_BACK: usize = 40;

/// What a pronoun stands for.
pub(in crate::goal::constraint) struct Antecedent {
    /// The places, with the token behind the pronoun as their end.
    pub(in crate::goal::constraint) object: Object,
    /// The token with which the words about the place begin, in this sentence or in the one before.
    pub(in crate::goal::constraint) from: usize,
    /// They stand in the sentence before.
    pub(in crate::goal::constraint) before: bool,
}

/// What the object of `cue` stands for, where that is a pronoun. `before` is the typed sentence in front of this one.
pub(in crate::goal::constraint) fn of(passage: Passage<'_, '_>, cue: &Cue) -> Option<Antecedent> {
    let Passage { sentence, before, names } = passage;
    if cue.act != Act::Change || cue.object == 0 {
        return None;
    }
    let end = behind_pronoun(sentence, cue.object).or_else(|| nothing_behind(sentence, cue))?;
    let over = if cue.limit == usize::MAX { ends(sentence, end) } else { end == cue.limit };
    if !over {
        return None;
    }
    let first = opens(sentence, cue);
    let bare = end == cue.object;
    let spoken = if first {
        let before = before.filter(|before| !before.orders())?;
        let end = before.tokens.len();
        spoken_of(before, names, end).or_else(|| only_place(before, names, end).filter(|_| bare))
    } else {
        spoken_of(sentence, names, cue.start)
            .or_else(|| only_place(sentence, names, cue.start).filter(|_| bare || told_by_the_user(sentence)))
    };
    let (mut object, from) = spoken?;
    object.end = end;
    Some(Antecedent { object, from, before: first })
}

/// "Make a new migration, don't edit the old ones": the kind of files that "ones" stands for, as the words before name it.
pub(in crate::goal::constraint) fn ones(passage: Passage<'_, '_>, cue: &Cue) -> Option<Antecedent> {
    let Passage { sentence, names, .. } = passage;
    let at = sentence.past(cue.object, is_determiner);
    if cue.act != Act::Change || !is_earlier(sentence.word(at)) || sentence.word(at + 1) != "ones" {
        return None;
    }
    // "A new migration": the table has the plural.
    let files = |word: &str| is_file_word(word) || is_file_word(&format!("{word}s"));
    let noun = (cue.start.saturating_sub(MAX_BACK)..cue.start).rev().find(|at| files(sentence.word(*at)))?;
    let kind = kind_of_word(sentence.word(noun)).filter(|kind| names.has_kind(*kind))?;
    let object = Object { kinds: vec![kind], pure: true, certain: true, end: at + 2, ..Object::default() };
    Some(Antecedent { object, from: cue.start, before: false })
}

/// True where "don't commit it" means a file that is spoken of: "public/index.html has my hacks, don't commit it". Behind an order "it" is the
/// work.
pub(in crate::goal::constraint) fn is_a_file(passage: Passage<'_, '_>, cue: &Cue) -> bool {
    let (spoken, end) = words_before(passage, cue);
    let orders = |at: usize| {
        let word = spoken.word(at);
        is_verb(word) && !is_inquiring(word) && spoken.head(at) != Head::Inside
    };
    let from = end.saturating_sub(MAX_BACK);
    behind_pronoun(passage.sentence, cue.object).is_some()
        && !(from..end).any(orders)
        && (from..end).any(|at| is_place(spoken, passage.names, at))
}

/// True where a prohibition that names nothing stands behind words about a place or a kind of files: "the tests are fine, don't change".
/// Behind an order, behind words about the session ("I'm reviewing it", "we're in a freeze") and alone it means any change.
pub(in crate::goal::constraint) fn is_spoken_of(passage: Passage<'_, '_>, cue: &Cue) -> bool {
    let (spoken, end) = words_before(passage, cue);
    let from = end.saturating_sub(MAX_BACK);
    let verb = (from..end).find(|at| is_of_state(spoken.word(*at)));
    let of_a_kind = |at: usize| kind_of_word(spoken.word(at)).is_some();
    let of_a_place = |at: usize| is_place(spoken, passage.names, at);
    // "Prod values are managed by the ops team": whatever they are, and not "I'm reviewing it".
    let of_others = |verb: usize| {
        is_kept(spoken.word(verb + 1))
            && !(from..=verb).any(|at| is_first_person(spoken.word(at)) || spoken.word(at) == "we")
    };
    let speaks = verb.is_some_and(|verb| (from..verb).any(of_a_kind) || of_others(verb)) || (from..end).any(of_a_place);
    spoken.mood != Mood::Question && speaks && !orders_something(spoken, from, end)
}

/// What is said before the prohibition, in its own sentence or, where it opens that, in the one before; and where that ends.
fn words_before<'s, 't>(passage: Passage<'s, 't>, cue: &Cue) -> (&'s Sentence<'t>, usize) {
    match passage.before {
        Some(before) if opens(passage.sentence, cue) => (before, before.tokens.len()),
        _ => (passage.sentence, cue.start),
    }
}

/// True for a word that is written as a path, and is one.
fn is_place(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> bool {
    is_path(&sentence.tokens[at]) && names.at(sentence, at).is_some()
}

/// True where nothing but words of courtesy stands before the prohibition.
fn opens(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    (0..cue.start.min(MAX_BACK)).all(|at| is_prelude(sentence.word(at)))
}

/// The token behind a prohibition that names nothing: "src/legacy is Ben's, don't touch". It means what is spoken of as a pronoun would.
fn nothing_behind(sentence: &Sentence<'_>, cue: &Cue) -> Option<usize> {
    // Behind "don't touch:" stands what is meant, here or below.
    let listed = || {
        sentence.text.trim_end_matches(['*', '_', ' ']).ends_with(':')
            || sentence.tokens.iter().skip(cue.object).any(is_path)
    };
    (cue.limit == usize::MAX && ends(sentence, cue.object) && !listed()).then_some(cue.object)
}

/// The token behind "it", "them", "that file". "Don't change that" may mean what was told.
fn behind_pronoun(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let (word, noun) = (sentence.word(at), sentence.word(at + 1));
    match word {
        "the" if is_place_noun(noun) => Some(at + 2),
        _ if is_demonstrative(word) && (is_place_noun(noun) || matches!(noun, "code" | "one")) => Some(at + 2),
        "it" | "them" | "these" | "those" => Some(at + 1),
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
    let read = |first: usize| {
        subject(sentence, names, first, end)
            .or_else(|| topic(sentence, names, first, end))
            .map(|object| (object, first))
    };
    let mut found = None;
    // The first word of the clause that is no word of courtesy.
    let mut first = end;
    for at in (end.saturating_sub(MAX_BACK)..end).rev() {
        if orders(at) {
            return found;
        }
        if !is_prelude(sentence.word(at)) {
            first = at;
        }
        if at > 0 && !sentence.is_parted(at) {
            continue;
        }
        let goes_on = first == end || matches!(sentence.word(first), "it" | "they");
        match read(first) {
            // "src/a, src/b and src/c are generated" begins with its first place.
            // "src/auth is broken, src/legacy is generated" is about the second one.
            Some(wider) => match &found {
                Some((known, _)) if !known.places.iter().all(|place| wider.0.places.contains(place)) => return found,
                _ => found = Some(wider),
            },
            None if found.is_some() || !goes_on => return found,
            None => {}
        }
    }
    found
}

/// "I'm editing src/db right now": the one place that is named where nothing is ordered. A bare "don't touch" has nothing else to mean.
fn only_place(sentence: &Sentence<'_>, names: &Names<'_>, end: usize) -> Option<(Object, usize)> {
    let from = end.saturating_sub(MAX_BACK);
    if sentence.mood == Mood::Question || orders_something(sentence, from, end) {
        return None;
    }
    let mut places = (from..end).filter(|at| is_place(sentence, names, *at));
    let (at, None) = (places.next()?, places.next()) else { return None };
    place(object::read(sentence, names, at, at + 1, Taking::Kinds), at + 1).map(|object| (object, from))
}

/// "I already fixed urls.py so leave it alone": what the user has done with a place is about the place, and "token.ts holds the secret" is not.
fn told_by_the_user(sentence: &Sentence<'_>) -> bool {
    is_first_person(sentence.first_word())
}

/// True where a verb of work, or of looking, stands in these words as an order.
fn orders_something(sentence: &Sentence<'_>, from: usize, end: usize) -> bool {
    (from..end).any(|at| {
        let word = sentence.word(at);
        (is_verb(word) || is_inquiring(word)) && sentence.head(at) != Head::Inside
    })
}

/// "src/db is generated", "the files in src/db belong to another team".
fn subject(sentence: &Sentence<'_>, names: &Names<'_>, from: usize, end: usize) -> Option<Object> {
    let verb = (from + 1..end.min(from + MAX_SUBJECT)).find(|at| is_of_state(sentence.word(*at)))?;
    if !says_a_state(sentence, verb, end) {
        return None;
    }
    place(object::read(sentence, names, from, verb, Taking::Kinds), verb)
}

/// "About src/db: ...", "be careful with src/db, ...", "src/db? ...".
fn topic(sentence: &Sentence<'_>, names: &Names<'_>, from: usize, end: usize) -> Option<Object> {
    let be = from + usize::from(sentence.word(from) == "be");
    let place_at = match (sentence.word(be), sentence.word(be + 1)) {
        ("careful", "with" | "about" | "around") | ("as", "for") | ("beware", "of") | ("there", "is") => be + 2,
        ("about" | "concerning" | "regarding" | "there's", _) => be + 1,
        _ => from,
    };
    let shut = |at: usize| sentence.tokens[at].ends_clause();
    let behind = (place_at..end).find(|at| shut(*at)).map_or(end, |at| at + 1);
    place(object::read(sentence, names, place_at, behind, Taking::Kinds), behind)
}

/// The phrase, where it is nothing but places that are named as paths.
fn place(object: Object, end: usize) -> Option<Object> {
    (object.kinds.is_empty() && object.is_places(end)).then_some(object)
}

fn is_of_state(word: &str) -> bool {
    is_copula(word)
        || matches!(word, "aren't" | "isn't" | "was" | "were")
        || matches!(word, "belong" | "belongs" | "come" | "comes" | "works" | "work")
}

/// True for a word that says who looks after a thing.
fn is_kept(word: &str) -> bool {
    matches!(word, "auto-generated" | "generated" | "maintained" | "managed" | "owned" | "shared" | "used" | "vendored")
}

/// True where the words from `verb` on say how its subject is, and name nothing else that could be meant: "is generated", "belongs to
/// ops", and neither "is still on react 17" nor "is slow and the cache is fine".
fn says_a_state(sentence: &Sentence<'_>, verb: usize, end: usize) -> bool {
    let shut = |at: usize| sentence.tokens[at].ends_clause();
    let last = (verb + 1..end).find(|at| shut(*at)).map_or(end, |at| at + 1);
    let said: Vec<&str> = (verb + 1..last).map(|at| sentence.word(at)).collect();
    let said: &[&str] = match &said[..] {
        [said @ .., conjunction] if is_conjunction(conjunction) => said,
        said => said,
    };
    let others = matches!(sentence.word(verb), "belong" | "belongs" | "come" | "comes");
    let known = said.first().is_some_and(|word| is_kept(word));
    let one = !said.iter().any(|word| is_conjunction(word));
    let works = matches!(sentence.word(verb), "work" | "works") && !said.is_empty() && said != ["fine"];
    let acts = said.first().is_some_and(|word| word.ends_with("ing"));
    one && !works && !acts && said.len() <= if others || known { MAX_SAID } else { 3 }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_scope};

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
            "Fix the login in src/auth. src/legacy is shared, don't modify",
            "segfault on empty input. src/legacy is shared, do not touch",
            "Fix the login. src/legacy is Ben's. Don't touch.",
            "Fix the login in src/auth. As for src/legacy, don't touch",
            "Fix the login in src/auth, be careful with src/legacy, don't touch",
            "Fix the login. src/legacy is frozen, hands off",
            "Fix the login. src/legacy is vendored - do not change",
            "Fix the login. src/legacy is generated (do not edit)",
            "Fix the login. I'm editing src/legacy right now, don't touch",
            "Fix the login. src/legacy is old and fragile, don't touch",
            "Fix the login. Ben is working on src/legacy, don't touch",
            "Fix the login. src/legacy has my changes, don't touch",
        ] {
            limits(said, "deny src/legacy/");
        }
        for said in ["no changes", "no edits please"] {
            limits(&format!("Fix the login. src/legacy is frozen, {said}"), "deny src/legacy/; donot");
        }
        limits(
            "src/legacy, src/database and src/ui are frozen, don't touch them",
            "deny src/legacy/ + src/database/ + src/ui/",
        );
        limits("src/auth is broken, src/legacy is generated, don't touch it", "deny src/legacy/");
        limits("fix it, src/legacy and src/database are old so don't touch them", "deny src/legacy/ + src/database/");
    }

    #[test]
    fn its_words_are_no_words_of_the_work() {
        let goal = Stage::new().start("Fix the login in src/auth. src/legacy is owned by ops. Don't touch it.");
        assert_eq!(shown_scope(&goal), "named src/auth/");
        let goal =
            Stage::new().start("The login in src/auth is broken, and src/legacy is owned by ops. Don't touch it.");
        assert_eq!(shown_scope(&goal), "named src/auth/");
        assert_eq!(goal.constraints[0].clause, "src/legacy is owned by ops. Don't touch it");
        let goal = Stage::new().start("Fix the login in src/auth. src/legacy is owned by ops. Don't touch it.");
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
            "Make it faster. src/parser.rs works on bytes, don't change that.",
            "Make it faster. src/parser.rs works on bytes, don't change it.",
            "package.json is still on react 17, don't update it. Add a test.",
            "src/auth/token.ts is using bcrypt, don't change it.",
            "src/auth is slow and the cache is fine, so don't touch it",
            "Fix the login. The tests are fine, don't change",
            "Fix the login in src/auth (src/ui: third party, don't modify)",
        ] {
            limits(said, "donot");
        }
        limits("src/auth/token.ts is broken: mend the login and don't change it", "");
    }

    #[test]
    fn words_about_the_session_leave_it_to_any_change() {
        for said in [
            "I'm reviewing src/auth/token.ts with Ann. It's a review, don't modify",
            "We're in a code freeze, no changes",
            "I'm just asking, don't touch",
            "The total is wrong. No edits yet, just a plan.",
            "The repo is frozen, don't touch",
        ] {
            assert!(shown(said).contains("any"), "{said}: {}", shown(said));
        }
    }

    fn shown(said: &str) -> String {
        crate::goal::stage::shown_constraints(&Stage::new().start(said).constraints)
    }
}
