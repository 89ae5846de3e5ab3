//! The words with which a sentence begins to forbid, and the act that it forbids.
//!
//! Owns "don't touch" and "nothing else". What is said of a place ("... is off limits") is `stated`'s, "no changes to" is `warning`'s, "let's
//! not" is `wished`'s, "without changing" is `subordinate`'s. What they apply to is read in `object` and `command`; whether they may deny is
//! decided in `constraint`.

use super::command::{is_spelled_out, is_tool, is_used_by_name};
use super::manner::{asks_for_more, skip_adverbs};
use super::stated;
use super::{consent, dependency, doing, filing, looking, rest, run_on, subordinate, version_control, warning, wished};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_verb};
use crate::goal::prompt::token::Token;

/// Words after a negation that speak of a state of mind or of a thing, never of an act on files. Sorted.
#[rustfmt::skip]
const STATIVE: &[&str] = &[
    "agree", "appear", "appreciate", "assume", "be", "believe", "care", "contain", "exist", "expect", "feel",
    "find", "fully", "get", "give", "happen", "has", "have", "hesitate", "know", "let", "like", "look", "lose",
    "love", "matter", "mean", "mind", "need", "panic", "quite", "recall", "remember", "see", "seem", "support",
    "think", "trust", "understand", "want", "wish", "wonder", "work", "worry",
];

/// Words back to which the "don't" of a second act is looked for.
const MAX_JOINED: usize = 8;

/// What a forbidden act does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Touches its object in any way.
    Change,
    /// Takes its object away; other changes of it stay free ("don't delete the tests").
    Removal,
    /// Makes files that were not there ("don't create new files").
    Creation,
    /// Does another one thing with its object ("don't reformat it").
    Narrow,
    /// Commits.
    Commit,
    /// Pushes.
    Push,
    /// Opens a pull request.
    PullRequest,
    /// Begins another branch.
    Branch,
    /// Pushes by force.
    ForcePush,
    /// Rebases, merges or amends; the verb stands before the object.
    Git,
    /// Deploys or publishes.
    Deploy,
    /// Runs a command, tests or migrations; its words begin at the verb's object.
    Run,
    /// Runs a command; its words begin at the verb itself ("don't npm install").
    Tool,
    /// Begins to write code at all.
    Code,
    /// Brings packages into the project.
    Packages,
    /// Changes what was not spoken of: "nothing else".
    Rest,
    /// Anything else.
    Other,
}

/// A prohibition whose cue was found.
pub(super) struct Cue {
    /// The first token of the clause.
    pub(super) start: usize,
    /// The first token of the object.
    pub(super) object: usize,
    /// Where the object must end: "leave X alone".
    pub(super) limit: usize,
    /// What is forbidden.
    pub(super) act: Act,
    /// It may not deny, whatever the object.
    pub(super) soft: bool,
    /// It counts only where its object is a place and nothing else.
    pub(super) loose: bool,
    /// The user wants to be asked first.
    pub(super) asks: bool,
}

impl Cue {
    /// A prohibition that may deny, with its object up to where the grammar ends it.
    pub(super) const fn new(start: usize, object: usize, act: Act) -> Self {
        Self { start, object, limit: usize::MAX, act, soft: false, loose: false, asks: false }
    }

    /// Its object ends before `limit`.
    pub(super) const fn until(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// It is lifted by an answer.
    pub(super) const fn asking(self) -> Self {
        Self { asks: true, ..self }
    }

    /// It denies nothing.
    pub(super) const fn mildly(self) -> Self {
        self.mildly_if(true)
    }

    pub(super) const fn mildly_if(self, soft: bool) -> Self {
        Self { soft, ..self }
    }

    /// Its words are said of other things too: it counts where places are its object, and nothing else is.
    pub(super) const fn loosely_if(self, loose: bool) -> Self {
        Self { loose, ..self }
    }
}

/// The prohibition whose first word stands at `at`.
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    negation(sentence, at)
        .or_else(|| rest::cue(sentence, at))
        .or_else(|| joined(sentence, at))
        .or_else(|| warning::cue(sentence, at))
        .or_else(|| wished::cue(sentence, at))
        .or_else(|| subordinate::cue(sentence, at))
        .or_else(|| stated::left_alone(sentence, at))
        .or_else(|| stated::of_a_place(sentence, at))
        .or_else(|| stated::of_the_work(sentence, at))
        .or_else(|| stated::freeze(sentence, at))
        .or_else(|| dependency::ruled_out(sentence, at))
        .or_else(|| looking::only(sentence, at))
        .or_else(|| version_control::left_to_the_user(sentence, at))
        .or_else(|| consent::cue(sentence, at))
}

/// "don't touch X", "never push", "make sure you don't edit X", "you must not edit X".
fn negation(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let word = sentence.word(at);
    let (start, verb, soft) = match word {
        "do" if sentence.word(at + 1) == "not" => (at, at + 2, false),
        "don't" | "dont" | "never" => (at, at + 1, false),
        "you" => {
            let modal = sentence.word(at + 1);
            let verb = match modal {
                "mustn't" | "can't" | "cannot" | "shouldn't" | "won't" => at + 2,
                "must" | "may" | "can" | "should" | "shall" | "will" if sentence.word(at + 2) == "not" => at + 3,
                "are" if sentence.word(at + 2) == "not" => permitted(sentence, at + 3)?,
                "aren't" => permitted(sentence, at + 2)?,
                _ => return None,
            };
            (at, verb, modal.starts_with("should") || modal.starts_with("can"))
        }
        "you're" if sentence.word(at + 1) == "not" => (at, permitted(sentence, at + 2)?, false),
        // A wish is heard, and denies nothing.
        "i" | "we"
            if matches!(sentence.word(at + 1), "don't" | "dont") && sentence.reads(at + 2, &["want", "you", "to"]) =>
        {
            (at, at + 5, true)
        }
        "i'd"
            if matches!(sentence.word(at + 1), "prefer" | "rather")
                && sentence.word(at + 2) == "you"
                && matches!(sentence.word(at + 3), "didn't" | "don't" | "not") =>
        {
            (at, at + 4, true)
        }
        "must" if sentence.word(at + 1) == "not" && sentence.head(at) == Head::Opens => (at, at + 2, false),
        "under" if sentence.reads(at + 1, &["no", "circumstances"]) => (at, at + 3, false),
        "not" if sentence.word(at + 1) == "to" && at > 0 => {
            let before = sentence.word(at - 1);
            (
                at,
                at + 2,
                match before {
                    "sure" | "careful" | "remember" | "you" => false,
                    "try" => true,
                    _ => return None,
                },
            )
        }
        _ => return None,
    };
    let warned = at >= 2
        && (sentence.word(at - 1) == "you" || sentence.word(at - 1) == "that" || sentence.word(at - 1) == "to")
        && (at.saturating_sub(4)..at)
            .any(|before| sentence.reads(before, &["make", "sure"]) || sentence.word(before) == "ensure");
    let ordered = sentence.mood != Mood::Statement;
    let mut loose = false;
    let tied = match sentence.head(at) {
        Head::Opens => true,
        Head::Comma => word != "never" || ordered,
        // The subject of "works but don't know" is left out.
        Head::Tied if ordered || word != "never" && sentence.may_order() => true,
        // "Looks good but don't push".
        Head::Tied => {
            loose = true;
            run_on::is_contrast(sentence, at)
        }
        Head::Inside if warned || word == "not" => ordered,
        Head::Inside => {
            loose = true;
            ordered && run_on::is_second_order(sentence, at, verb)
        }
    };
    if !tied {
        return None;
    }
    let (verb, manner) = skip_adverbs(sentence, verb);
    let (act, object) = acts(sentence, verb)?;
    // "Don't just touch src/auth, also ...", "don't only edit the test, fix the bug" ask for more.
    if manner && asks_for_more(sentence, verb, object) {
        return None;
    }
    Some(Cue::new(start, object, act).mildly_if(soft || manner).loosely_if(loose))
}

/// The verb behind "allowed to" or "to".
fn permitted(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let to = at + usize::from(sentence.word(at) == "allowed");
    (sentence.word(to) == "to").then_some(to + 1)
}

/// "Don't push or touch src/db": the second act is of another kind, and the same words forbid it.
fn joined(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if !matches!(sentence.word(at), "nor" | "or") || at == 0 {
        return None;
    }
    // "Don't forget to add or update it" forbids nothing.
    let negated = |before: usize| {
        matches!(sentence.word(before), "do" | "don't" | "dont" | "never") && negation(sentence, before).is_some()
    };
    let shut = |before: &usize| sentence.tokens[*before].stop() || sentence.tokens[*before].comma();
    let begun = (at.saturating_sub(MAX_JOINED)..at).rev().take_while(|before| !shut(before)).any(negated);
    // "Never ask me before committing or deploying" goes on with what stands behind the "before".
    let anew = begun && sentence.mood != Mood::Statement && !sentence.word(at + 1).ends_with("ing");
    let (act, object) = acts(sentence, at + 1).filter(|_| anew)?;
    let known = act_of(sentence.word(at + 1)).is_some() || is_of_several_words(act);
    known.then_some(Cue::new(at, object, act))
}

/// The act of the verbs from `verb` on, and where their object begins. "touch or rename" is the wider of the two;
/// `None` for a state of mind, and for "forget", which turns the negation round.
pub(super) fn acts(sentence: &Sentence<'_>, verb: usize) -> Option<(Act, usize)> {
    let word = sentence.word(verb);
    if word == "think" && matches!(sentence.word(verb + 1), "about" | "of") {
        return acts_of_gerund(sentence, sentence.word(verb + 2), verb + 2);
    }
    if word.is_empty() || word == "forget" || STATIVE.binary_search(&word).is_ok() {
        return None;
    }
    let (mut act, mut at) = act_at(sentence, verb);
    // "Edit, move or rename".
    loop {
        let joined = matches!(sentence.word(at), "&" | "or" | "and" | "nor");
        let next = at + usize::from(joined);
        let listed = joined || sentence.tokens.get(at - 1).is_some_and(Token::comma);
        // "Don't push, and run the tests": the second is no deed of the same kind.
        let of_a_kind =
            |other: Act| is_versioning(act) == is_versioning(other) && (act == Act::Run) == (other == Act::Run);
        // "Don't rebase, push it" orders behind the comma.
        // "Don't delete or skip the tests": both have the same object.
        let unknown = is_verb(sentence.word(next)) && act_of(sentence.word(next)).is_none();
        if matches!(act, Act::Change | Act::Removal)
            && matches!(sentence.word(at), "nor" | "or")
            && at == verb + 1
            && unknown
        {
            at = next + 1;
            continue;
        }
        if !listed || act == Act::Git && !joined || !act_of(sentence.word(next)).is_some_and(of_a_kind) {
            break;
        }
        let (other, behind) = act_at(sentence, next);
        act = if act == Act::Change || other == Act::Change { Act::Change } else { other };
        at = behind;
    }
    Some((act, at))
}

/// True for an act that its verb alone does not tell: "open a PR", "publish the package".
pub(super) const fn is_of_several_words(act: Act) -> bool {
    matches!(act, Act::Deploy | Act::ForcePush | Act::PullRequest)
}

pub(super) const fn is_versioning(act: Act) -> bool {
    matches!(act, Act::Commit | Act::Push | Act::ForcePush | Act::Git | Act::PullRequest | Act::Branch | Act::Deploy)
}

fn act_at(sentence: &Sentence<'_>, verb: usize) -> (Act, usize) {
    let next = sentence.word(verb + 1);
    match sentence.word(verb) {
        _ if let Some(object) = dependency::added(sentence, verb) => (Act::Packages, object),
        "add" | "create" | "generate" | "introduce" | "make" | "write"
            if let Some(object) = filing::new_files(sentence, verb + 1) =>
        {
            (Act::Creation, object)
        }
        "mess" | "tamper" | "fiddle" if next == "with" => (Act::Change, verb + 2),
        "write" if matches!(next, "to" | "into" | "in") => (Act::Change, verb + 2),
        "write" if next == "code" && is_over(sentence, verb + 1) => (Act::Code, verb + 2),
        "write" if sentence.reads(verb + 1, &["any", "code"]) && is_over(sentence, verb + 2) => (Act::Code, verb + 3),
        "begin" | "code" | "implement" if next == "anything" || next == "it" && sentence.word(verb + 2) == "yet" => {
            (Act::Code, verb + 2)
        }
        // "Don't implement caching" is about caching.
        "code" | "implement" | "begin" | "proceed"
            if !(is_over(sentence, verb)
                || matches!(next, "anything" | "it" | "them" | "this" | "that") && is_over(sentence, verb + 1)) =>
        {
            (Act::Other, verb + 1)
        }
        "create" | "make" | "open" | "raise" | "submit"
            if let Some(end) = version_control::pull_request(sentence, verb + 1) =>
        {
            let waits = matches!(sentence.word(end), "before" | "unless" | "until" | "without" | "yet");
            (if waits || is_over(sentence, end - 1) { Act::PullRequest } else { Act::Other }, end)
        }
        "begin" | "create" | "make" | "open" | "start"
            if let Some(object) = version_control::new_branch(sentence, verb + 1) =>
        {
            (Act::Branch, object)
        }
        "create" | "do" | "make" if let Some((act, object)) = version_control::noun(sentence, verb + 1) => {
            (act, object)
        }
        // "Don't make unrelated changes": those that were asked for are none.
        "make" | "do" if [next, sentence.word(verb + 2)].contains(&"unrelated") => (Act::Other, verb + 1),
        "make" | "do" => {
            let skip = usize::from(matches!(next, "any" | "further" | "more"));
            let noun = sentence.word(verb + 1 + skip);
            let changes = changing::is_noun(noun);
            match sentence.word(verb + 2 + skip) {
                "to" if changes || noun == "change" => (Act::Change, verb + 3 + skip),
                "in" | "on" | "outside" | "inside" if changes || noun == "change" => (Act::Change, verb + 2 + skip),
                _ if changes
                    && sentence.tokens.get(verb + 1 + skip).is_some_and(|noun| noun.comma() || noun.stop()) =>
                {
                    (Act::Code, verb + 2 + skip)
                }
                "" if changes => (Act::Code, verb + 2 + skip),
                _ => (Act::Other, verb + 1),
            }
        }
        // "Don't fix it with a sleep" forbids a manner.
        "fix" | "patch" | "solve" | "repair"
            if matches!(next, "anything" | "it" | "them" | "this" | "that") && is_over(sentence, verb + 1) =>
        {
            (Act::Code, verb + 2)
        }
        _ if let Some(object) = version_control::discards(sentence, verb) => (Act::Git, object),
        "use" if matches!(next, "--force" | "--force-with-lease") && is_over(sentence, verb + 1) => {
            (Act::ForcePush, verb + 2)
        }
        "use" if next == "git" && is_over(sentence, verb + 1) => (Act::Git, verb + 2),
        "use" if is_used_by_name(next) && is_over(sentence, verb + 1) => (Act::Run, verb + 1),
        "use" if is_spelled_out(sentence, verb + 1) => (Act::Run, verb + 1),
        _ if let Some(object) = version_control::of_git(sentence, verb) => (Act::Git, object),
        _ if let Some((_, object)) = doing::hands_out(sentence, verb) => (Act::Deploy, object),
        "migrate" if doing::run(sentence, verb).is_some() => (Act::Run, verb),
        "force" if next == "push" => (Act::ForcePush, verb + 2),
        "force-push" => (Act::ForcePush, verb + 1),
        word if is_tool(word) && word != "go" => (Act::Tool, verb),
        // "Don't merge the two functions".
        word => {
            let known = act_of(word).filter(|act| !matches!(act, Act::Git | Act::Deploy));
            (known.unwrap_or(Act::Other), verb + 1)
        }
    }
}

/// True where nothing of weight follows the token: "no changes please", "don't fix anything yet".
pub(super) fn is_over(sentence: &Sentence<'_>, at: usize) -> bool {
    let shut = sentence.tokens.get(at).is_some_and(|token| token.stop() || token.comma());
    let next = sentence.word(at + 1);
    let goes_on = match next {
        "at" | "for" => matches!(sentence.word(at + 2), "all" | "now" | "the" | "this" | "today"),
        _ => matches!(next, "" | "here" | "just" | "now" | "so" | "until" | "yet" | "yourself"),
    };
    shut || goes_on || changing::is_courtesy(next)
}

pub(super) fn act_of(verb: &str) -> Option<Act> {
    Some(match verb {
        verb if changing::is_verb(verb) => Act::Change,
        "delete" | "remove" => Act::Removal,
        "rename" | "move" | "refactor" | "rewrite" | "format" | "reformat" | "add" | "create" | "install" => {
            Act::Narrow
        }
        "commit" => Act::Commit,
        "deploy" => Act::Deploy,
        "push" => Act::Push,
        "amend" | "cherry-pick" | "merge" | "rebase" | "stash" => Act::Git,
        "run" | "execute" => Act::Run,
        "code" | "implement" | "begin" | "proceed" => Act::Code,
        // "Don't commit/push".
        _ => return verb.split_once('/').and_then(|(first, other)| act_of(other).and(act_of(first))),
    })
}

pub(super) fn acts_of_gerund(sentence: &Sentence<'_>, gerund: &str, at: usize) -> Option<(Act, usize)> {
    let act = match gerund {
        "adding" | "installing" | "introducing" if dependency::packages(sentence, at + 1).is_some() => Act::Packages,
        "installing" if dependency::added(sentence, at).is_some() => Act::Packages,
        "bringing" | "pulling" if sentence.word(at + 1) == "in" && dependency::packages(sentence, at + 2).is_some() => {
            return Some((Act::Packages, at + 2));
        }
        "adding" | "creating" | "generating" | "introducing" | "making" | "writing"
            if let Some(object) = filing::new_files(sentence, at + 1) =>
        {
            return Some((Act::Creation, object));
        }
        gerund if changing::is_gerund(gerund) => Act::Change,
        "messing" if sentence.word(at + 1) == "with" => return Some((Act::Change, at + 2)),
        "writing" if sentence.word(at + 1) == "to" => return Some((Act::Change, at + 2)),
        "creating" | "doing" | "making" if let Some(found) = version_control::noun(sentence, at + 1) => {
            return Some(found);
        }
        "creating" | "making" | "opening" if let Some(object) = version_control::new_branch(sentence, at + 1) => {
            return Some((Act::Branch, object));
        }
        "making" => {
            let noun = at + 1 + usize::from(sentence.word(at + 1) == "any");
            return match sentence.word(noun + 1) {
                _ if !changing::is_noun(sentence.word(noun)) => None,
                "to" => Some((Act::Change, noun + 2)),
                // "At the call sites" says where none are to be.
                behind => {
                    let over = behind.is_empty() || changing::is_courtesy(behind);
                    let shut = sentence.tokens.get(noun).is_some_and(|token| token.stop() || token.comma());
                    (over || shut).then_some((Act::Code, noun + 1))
                }
            };
        }
        "deleting" | "removing" => Act::Removal,
        "renaming" | "moving" | "refactoring" | "rewriting" | "formatting" | "reformatting" | "adding"
        | "installing" => Act::Narrow,
        "committing" => Act::Commit,
        "pushing" => Act::Push,
        "amending" | "cherry-picking" | "merging" | "rebasing" | "stashing" => {
            return Some((Act::Git, version_control::of_git(sentence, at)?));
        }
        "running" => Act::Run,
        "deploying" | "publishing" | "releasing" => {
            return doing::hands_out(sentence, at).map(|(_, object)| (Act::Deploy, object));
        }
        _ => return None,
    };
    // "No deleting of files"; "without committing or pushing".
    let of = matches!(act, Act::Change | Act::Removal) && sentence.word(at + 1) == "of";
    let mut end = at + 1 + usize::from(of);
    let goes_on = |end: usize| {
        matches!(sentence.word(end), "and" | "nor" | "or") && matches!(sentence.word(end + 1), "committing" | "pushing")
    };
    while is_versioning(act) && goes_on(end) {
        end += 2;
    }
    Some((act, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::limits;

    #[test]
    fn the_table_is_sorted() {
        assert!(STATIVE.is_sorted());
    }

    #[test]
    fn no_part_of_a_list_spoils_the_others() {
        for (said, expected) in [
            ("fix the login, don't touch src/legacy and dont push", "deny src/legacy/; deny $ git push"),
            ("Fix the login. don't touch src/legacy and no new dependencies", "deny src/legacy/; deny new packages"),
            ("Fix the login, no changes in src/legacy and no new deps", "deny src/legacy/; deny new packages"),
            ("Fix the login. Don't edit src/parser.rs or anything in src/legacy", "deny src/parser.rs + src/legacy/"),
            ("Fix the login. Don't edit src/parser.rs or anything in app", "deny src/parser.rs + app/"),
            ("Fix the login. Don't delete or skip tests", "deny removing tests"),
            ("Fix the login. Don't edit or lint src/legacy/old.ts", "deny src/legacy/old.ts"),
            ("Fix the login. do not commit & push.", "deny $ git commit + $ git push"),
            ("Fix the login. Do not publish or tag", "deny publish"),
            ("Fix the login. Don't tag or publish", "deny $ git tag; deny publish"),
            ("Fix the login. don't push or publish", "deny $ git push; deny publish"),
            ("Fix the login. don't push or tag", "deny $ git push"),
            ("Fix the login. don't touch src/legacy or publish", "deny src/legacy/; deny publish"),
        ] {
            limits(said, expected);
        }
        // What stands behind is an object, a circumstance, or told of a program.
        for (said, expected) in [
            ("Fix the login. don't push to main or staging", "deny $ git push origin main"),
            ("don't change anything in production, fix src/parser.rs", "donot"),
            ("Don't edit and run the tests", "donot"),
            ("Don't publish events or tag rows twice", "donot"),
            ("Fix the login. Don't touch src/legacy (nor any of its tests)", "deny src/legacy/"),
            ("never ask me before committing or publishing", "donot"),
        ] {
            limits(said, expected);
        }
    }
}
