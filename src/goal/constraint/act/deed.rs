//! The act that a verb or a gerund stands for: "touch", "open a PR", "adding new packages".
//!
//! Owns the way from the verb to the act and to where its object begins. Which words begin a prohibition is `cue`'s.

use super::command::{is_spelled_out, is_tool, is_used_by_name};
use super::{Act, act_of, dependency, doing, is_over, is_versioning, new_files, version_control};
use crate::goal::prompt::sentence::{Sentence, is_verb};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_joining, is_pronoun, is_proviso, leads_to_a_place};
use crate::goal::prompt::{changing, closing};
use crate::text::word_set::sorted;

/// Words after a negation that speak of a state of mind or of a thing, never of an act on files.
#[rustfmt::skip]
const STATIVE: &[&str] = sorted(&[
    "agree", "appear", "appreciate", "assume", "be", "believe", "care", "contain", "exist", "expect", "feel",
    "find", "fully", "get", "give", "happen", "has", "have", "hesitate", "know", "let", "like", "look", "lose",
    "love", "matter", "mean", "mind", "need", "panic", "quite", "recall", "remember", "see", "seem", "support",
    "think", "trust", "understand", "want", "wish", "wonder", "work", "worry",
]);

/// The act of the verbs from `verb` on, and where their object begins. "touch or rename" is the wider of the two;
/// `None` for a state of mind, and for "forget", which turns the negation round.
pub(in crate::goal::constraint) fn acts(sentence: &Sentence<'_>, verb: usize) -> Option<(Act, usize)> {
    let word = sentence.word(verb);
    if let Some(act) = misspelled(word) {
        return Some((act, verb + 1));
    }
    if word == "think" && matches!(sentence.word(verb + 1), "about" | "of") {
        return acts_of_gerund(sentence, sentence.word(verb + 2), verb + 2);
    }
    if word.is_empty() || word == "forget" || STATIVE.binary_search(&word).is_ok() {
        return None;
    }
    let (mut act, mut at) = act_at(sentence, verb);
    // "Edit, move or rename".
    loop {
        let next = sentence.past(at, is_joining);
        let joined = next > at;
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

/// "Don't tuch it", "dont comit": the two verbs that are forbidden most, with one letter too many, too few, wrong or out of its place.
pub(in crate::goal::constraint) fn misspelled(word: &str) -> Option<Act> {
    let known = [("touch", Act::Change), ("commit", Act::Commit)];
    if word == "comitt" {
        return Some(Act::Commit);
    }
    known.into_iter().find(|(verb, _)| is_one_slip_from(word, verb)).map(|(_, act)| act)
}

/// Words that look like one and are none.
const OTHER_WORDS: [&str; 9] = ["commits", "couch", "pouch", "torch", "touche", "touchy", "tough", "vouch", "omit"];

fn is_one_slip_from(word: &str, verb: &str) -> bool {
    if word == verb || !word.is_ascii() || word.len().abs_diff(verb.len()) > 1 || OTHER_WORDS.contains(&word) {
        return false;
    }
    let same = word.bytes().zip(verb.bytes()).take_while(|(one, other)| one == other).count();
    let (rest, wanted) = (&word.as_bytes()[same..], &verb.as_bytes()[same..]);
    let swapped =
        || matches!((rest, wanted), ([a, b, rest @ ..], [c, d, wanted @ ..]) if a == d && b == c && rest == wanted);
    match (rest, wanted) {
        (more, _) if more.len() > wanted.len() => &more[1..] == wanted,
        (_, more) if more.len() > rest.len() => &more[1..] == rest,
        _ => rest.get(1..) == wanted.get(1..) || swapped(),
    }
}

/// True for a verb whose object is not done yet.
fn proposes(word: &str) -> bool {
    matches!(word, "draft" | "outline" | "plan" | "propose" | "sketch" | "suggest")
}

fn act_at(sentence: &Sentence<'_>, verb: usize) -> (Act, usize) {
    let next = sentence.word(verb + 1);
    match sentence.word(verb) {
        _ if let Some(object) = dependency::added(sentence, verb) => (Act::Packages, object),
        "add" | "create" | "generate" | "introduce" | "make" | "write"
            if let Some(object) = new_files::new_files(sentence, verb + 1) =>
        {
            (Act::Creation, object)
        }
        "mess" | "tamper" | "fiddle" if next == "with" => (Act::Change, verb + 2),
        "write" if matches!(next, "to" | "into" | "in") => (Act::Change, verb + 2),
        "write" if next == "code" && is_over(sentence, verb + 1) => (Act::Code, verb + 2),
        "write" if sentence.reads(verb + 1, "any code") && is_over(sentence, verb + 2) => (Act::Code, verb + 3),
        "begin" | "code" | "implement" if next == "anything" || next == "it" && sentence.word(verb + 2) == "yet" => {
            (Act::Code, verb + 2)
        }
        // "Propose a fix, don't apply it yet".
        "apply"
            if is_pronoun(next)
                && !sentence.tokens[verb].ends_clause()
                && (0..verb).any(|at| proposes(sentence.word(at))) =>
        {
            (Act::Code, verb + 2)
        }
        // "Don't implement caching" is about caching.
        "code" | "implement" | "begin" | "proceed"
            if !(is_over(sentence, verb) || is_anything(next) && is_over(sentence, verb + 1)) =>
        {
            (Act::Other, verb + 1)
        }
        "create" | "make" | "open" | "raise" | "submit"
            if let Some(end) = version_control::pull_request(sentence, verb + 1) =>
        {
            let waits = is_proviso(sentence.word(end)) || sentence.word(end) == "yet";
            (if waits || is_over(sentence, end - 1) { Act::PullRequest } else { Act::Other }, end)
        }
        _ if let Some(object) = doing::starts(sentence, verb) => (Act::Run, object),
        "begin" | "create" | "make" | "open" | "start"
            if let Some(object) = version_control::new_branch(sentence, verb + 1) =>
        {
            (Act::Branch, object)
        }
        "do" | "execute" | "run" | "use" if let Some(end) = version_control::all_of_git(sentence, verb + 1) => {
            (Act::Git, end)
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
                word if leads_to_a_place(word) && (changes || noun == "change") => (Act::Change, verb + 2 + skip),
                _ if changes && sentence.tokens.get(verb + 1 + skip).is_some_and(Token::ends_clause) => {
                    (Act::Code, verb + 2 + skip)
                }
                "" if changes => (Act::Code, verb + 2 + skip),
                _ => (Act::Other, verb + 1),
            }
        }
        // "Don't fix it with a sleep" forbids a manner.
        "fix" | "patch" | "solve" | "repair" if is_anything(next) && is_over(sentence, verb + 1) => {
            (Act::Code, verb + 2)
        }
        _ if let Some(object) = version_control::discards(sentence, verb) => (Act::Git, object),
        "use" if matches!(next, "--force" | "--force-with-lease") && is_over(sentence, verb + 1) => {
            (Act::ForcePush, verb + 2)
        }
        "use" if is_used_by_name(next) && is_over(sentence, verb + 1) => (Act::Run, verb + 1),
        "use" if is_spelled_out(sentence, verb + 1) => (Act::Run, verb + 1),
        _ if let Some(object) = version_control::of_git(sentence, verb) => (Act::Git, object),
        _ if let Some((_, object)) = doing::hands_out(sentence, verb) => (Act::Deploy, object),
        "compile" | "google" | "lint" | "migrate" | "rebuild" | "recompile" if doing::run(sentence, verb).is_some() => {
            (Act::Run, verb)
        }
        "force" if next == "push" => (Act::ForcePush, verb + 2),
        "force-push" => (Act::ForcePush, verb + 1),
        // "Don't npm install", "don't `cargo update`".
        word if word != "go" && word.split(' ').next().is_some_and(is_tool) => (Act::Tool, verb),
        // "Don't merge the two functions".
        word => {
            let known = act_of(word).filter(|act| !matches!(act, Act::Git | Act::Deploy));
            (known.unwrap_or(Act::Other), verb + 1)
        }
    }
}

/// "Don't fix anything", "don't fix it".
fn is_anything(word: &str) -> bool {
    is_pronoun(word) || word == "anything"
}

pub(in crate::goal::constraint) fn acts_of_gerund(
    sentence: &Sentence<'_>,
    gerund: &str,
    at: usize,
) -> Option<(Act, usize)> {
    let act = match gerund {
        "adding" | "installing" | "introducing" if dependency::packages(sentence, at + 1).is_some() => Act::Packages,
        "installing" if dependency::added(sentence, at).is_some() => Act::Packages,
        "bringing" | "pulling" if sentence.word(at + 1) == "in" && dependency::packages(sentence, at + 2).is_some() => {
            return Some((Act::Packages, at + 2));
        }
        "adding" | "creating" | "generating" | "introducing" | "making" | "writing"
            if let Some(object) = new_files::new_files(sentence, at + 1) =>
        {
            return Some((Act::Creation, object));
        }
        _ if let Some(object) = doing::starts(sentence, at) => return Some((Act::Run, object)),
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
                _ => closing::is_closed(sentence, noun + 1).then_some((Act::Code, noun + 1)),
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
    let goes_on =
        |end: usize| is_joining(sentence.word(end)) && matches!(sentence.word(end + 1), "committing" | "pushing");
    while is_versioning(act) && goes_on(end) {
        end += 2;
    }
    Some((act, end))
}
