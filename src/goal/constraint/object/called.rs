//! What a clause forbids in words for which nothing was found: "leave the german file alone", "don't trigger any workflow runs".
//!
//! Owns which words of a clause tell what is meant. They are held against what calls do (`text::called`), and what answers them is told,
//! never denied. Where words stand that say how, when or to which part of a thing, nothing is taken.

use super::words::{ends_an_object, is_filler};
use crate::domain::{CallKind, Called, Target, WorkKind};
use crate::goal::constraint::act::{Act, Cue, command};
use crate::goal::constraint::circumstance;
use crate::goal::constraint::passage::Passage;
use crate::goal::names::spoken;
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Sentence, in_full, is_verb};
use crate::goal::prompt::word_class::{
    is_conjunction, is_copula, is_determiner, is_joining, is_prelude, is_pronoun, is_quantifier,
};
use crate::text::called::is_known;
use crate::text::kind::{is_file_word, kind_of_word};
use crate::text::pattern;
use crate::text::word_set::sorted;
use crate::text::words::{akin, is_telling, words};

/// Names read of one clause.
const MAX_NAMES: usize = 6;

/// Words of one name at most: who says more describes something.
const MAX_WORDS: usize = 4;

/// Words of a clause before its object at most that are looked at.
const MAX_BEFORE: usize = 8;

/// Words of the sentence at most in which what a pronoun means is looked for.
const MAX_SUBJECT: usize = 16;

/// Words that forbid, or stand beside the verb.
#[rustfmt::skip]
const BESIDE_A_DEED: &[&str] = sorted(&[
    "absolutely", "actually", "again", "allowed", "and", "any", "are", "avoid", "be", "before", "but", "can", "can't", "cannot", "check",
    "circumstances", "do", "don't", "dont", "ever", "for", "from", "go", "hold", "i", "just", "let", "let's", "make", "may", "me", "mind",
    "must", "mustn't", "my", "need", "never", "no", "nor", "not", "of", "off", "ok", "on", "or", "please", "pls", "refrain", "shall",
    "should", "shouldn't", "stop", "sure", "that", "the", "to", "try", "under", "wait", "want", "will", "with", "without", "you",
]);

/// Deeds that say nothing by themselves, or mean what a program does.
#[rustfmt::skip]
const NO_DEEDS: &[&str] = sorted(&[
    "ask", "assume", "bother", "break", "change", "check", "crash", "depend", "do", "fail", "fallback", "give", "go", "have", "ignore",
    "introduce", "keep", "lose", "make", "miss", "modernise", "modernize", "polish", "put", "rearrange", "refactor", "rely",
    "reorganise", "reorganize", "restructure", "return", "rework", "rewrite", "show", "skip", "take", "tell", "throw", "tidy", "try", "waste",
]);

/// Words that tell nothing of what is meant.
#[rustfmt::skip]
const NO_NAMES: &[&str] = sorted(&[
    "actual", "against", "any", "anymore", "anything", "are", "around", "as", "be", "been", "being", "bit", "by", "current",
    "currently", "deprecated", "directly", "down", "e", "else", "etc", "everything", "exactly", "existing", "extra", "first", "further",
    "g", "hand", "has", "have", "here", "i", "into", "is", "itself", "kind", "local", "manually", "more", "new", "no", "none",
    "nothing", "old", "one", "ones", "other", "others", "otherwise", "out", "over", "own", "please", "real", "repo", "repository", "rest",
    "same", "self", "some", "sort", "such", "the", "themselves", "they", "thing", "things", "this", "up", "was", "were", "whole", "you",
    "yours", "yourself",
]);

/// Deeds that commands do whatever to.
const COMMANDED: [&str; 8] = ["apply", "benchmark", "build", "compile", "install", "reboot", "restart", "train"];

/// What is run, behind what it is called.
const RUN_NOUNS: [&str; 11] =
    ["command", "commands", "job", "jobs", "lane", "lanes", "runs", "script", "scripts", "target", "task"];

/// What something is, behind what it is called.
#[rustfmt::skip]
const HEADS: &[&str] = sorted(&[
    "article", "articles", "class", "classes", "component", "components", "copy", "entries", "keys", "labels", "layout", "messages", "page", "pages", "post", "posts", "screen",
    "screens", "string", "strings", "text", "texts", "view", "widget",
]);

/// What holds half of all that a project has.
const CONTAINERS: [&str; 12] =
    ["app", "apps", "crate", "crates", "lib", "libs", "module", "modules", "package", "packages", "source", "src"];

/// Words behind which a clause says how, when or why.
#[rustfmt::skip]
const NARROWING: [&str; 17] = [
    "about", "between", "beyond", "during", "except", "from", "like", "than", "that", "through", "to", "using", "via", "which", "who",
    "with", "without",
];

/// What happens to a program, behind an "on".
#[rustfmt::skip]
const MOMENTS: [&str; 16] = [
    "boot", "each", "error", "errors", "every", "exit", "failure", "load", "one", "reconnect", "requeue", "restart", "shutdown", "start",
    "startup", "timeout",
];

/// What takes its place in a thing and is none: "the signature of `run()`".
#[rustfmt::skip]
const NO_THINGS: &[&str] = sorted(&[
    "approach", "behavior", "behaviour", "context", "data", "default", "defaults", "error", "errors", "fact", "focus", "formatting",
    "interface", "logic", "meaning", "name", "names", "order", "output", "result", "results", "return", "semantics", "shape", "signature",
    "signatures", "state", "structure", "style", "type", "types", "value", "values", "way", "wording",
]);

/// What a prohibition is about: what was found for it, and where that is nothing, the words that tell what is meant; with the token
/// with which its clause begins. `doubtful`: nobody can tell what is left free of it.
pub(in crate::goal::constraint) fn or_words(
    found: (Vec<Target>, usize),
    doubtful: bool,
    passage: Passage<'_, '_>,
    cue: &Cue,
    end: usize,
) -> (Vec<Target>, usize) {
    let (targets, from) = found;
    if !targets.is_empty() || doubtful {
        return (targets, from);
    }
    let sentence = passage.sentence;
    let last = if end > cue.object { end.min(cue.limit) } else { cue.limit.min(sentence.tokens.len()) };
    if matches!(cue.act, Act::Change) && speaks_of_production(sentence, cue.object, last) {
        return (beside_production(), from);
    }
    if speaks_of_signatures(sentence, cue.start, end.max(cue.object)) {
        return (vec![Target::Signatures], from);
    }
    of(passage, cue, end)
        .map_or((targets, from), |(called, subject)| (vec![target(called)], subject.unwrap_or(from).min(from)))
}

/// "Write the migration but do not run it": the commands for it have no word in common with its file.
fn target(called: Called) -> Target {
    let migrates = called.deeds == ["run"]
        && matches!(&called.names[..], [one] if matches!(one.as_slice(), [word] if akin(word, "migration")));
    if migrates { Target::Doing(CallKind::Migrate) } else { Target::Called(called) }
}

/// "Production code", "the source": what is neither a test nor a page.
fn speaks_of_production(sentence: &Sentence<'_>, from: usize, end: usize) -> bool {
    let small = |word: &str| is_determiner(word) || is_quantifier(word);
    let said: Vec<&str> = (from..end).map(|at| sentence.word(at)).filter(|word| !small(word)).collect();
    matches!(
        said[..],
        ["application" | "prod" | "production" | "source", "code"] | ["source" | "sources" | "implementation"]
    )
}

/// The places that are left where that is forbidden.
pub(in crate::goal::constraint) fn beside_production() -> Vec<Target> {
    let kept = [WorkKind::Tests, WorkKind::Docs].into_iter();
    kept.flat_map(pattern::of_kind).map(Target::Outside).collect()
}

/// The words that tell what a prohibition is about, and the first token of those that a pronoun in it means; `None` where they do not tell.
fn of(passage: Passage<'_, '_>, cue: &Cue, end: usize) -> Option<(Called, Option<usize>)> {
    let Passage { sentence, before, .. } = passage;
    let deeds = match cue.act {
        Act::Change | Act::Removal | Act::Creation => Vec::new(),
        Act::Narrow | Act::Other | Act::Run | Act::Tool => deeds(sentence, cue),
        _ => return None,
    };
    let changes = matches!(cue.act, Act::Change | Act::Removal | Act::Creation);
    let does = sentence.back(cue.object, 1) == "do";
    if !changes && deeds.is_empty() && !does || is_quoted(sentence, cue.start) {
        return None;
    }
    let from = if cue.act == Act::Tool { cue.object } else { cue.object.min(end) };
    let end = end.min(cue.limit).min(sentence.tokens.len());
    // "Don't use the formatter on the whole project" leaves a part of it free.
    let whole = |at: usize| matches!(sentence.word(at), "entire" | "whole");
    // "Existing registers" leave new ones free, "the other registers" the one that is worked on.
    let some = |at: usize| matches!(sentence.word(at), "existing" | "other" | "others" | "remaining" | "rest");
    if !changes && (from..end).any(whole) || (from..end).any(some) {
        return None;
    }
    // "Don't set it in values.yaml" tells how, and "it" is something else.
    let how = matches!(cue.act, Act::Narrow | Act::Other)
        && points_back(sentence.word(cue.object))
        && !leans_back(sentence, cue.object, end)
        && !closing::closes(sentence, cue.object + 1);
    if how || says_a_moment(sentence, cue.object) {
        return None;
    }
    // "Don't create anything on the db" is said of the database and of no file.
    let makes = cue.act == Act::Creation || deeds.iter().any(|deed| matches!(deed.as_str(), "add" | "create" | "make"));
    if makes && (cue.start..end).any(|at| sentence.reads(at, "anything on")) {
        return None;
    }
    let mut names = names(sentence, from, end)?;
    // "Don't delete any data": what else is called so is no place.
    let of_data = |at: usize| sentence.word(at) == "data";
    if names.is_empty() && cue.act == Act::Removal && (from..end).any(of_data) {
        names.push(vec!["data".to_owned()]);
    }
    // A file that may be changed shows no more than the command that lays it out anew.
    if deeds.iter().any(|deed| matches!(deed.as_str(), "format" | "reformat")) {
        names.clear();
    }
    if names.is_empty() && leans_back(sentence, from, end) {
        if cue.act == Act::Run {
            let names = runnable(sentence, cue.start).or_else(|| runnable(before?, before?.tokens.len()))?;
            return Some((Called { deeds, names, ..Called::default() }, None));
        }
        let here = subject(sentence, cue.start).map(|names| (names, Some(subject_start(sentence, cue.start))));
        let (names, start) = here.or_else(|| Some((subject(before?, before?.tokens.len())?, None)))?;
        return Some((Called { deeds, names, ..Called::default() }, start));
    }
    // "Keep the existing widgets, don't create new ones".
    if names.is_empty() && (from..end).any(|at| sentence.word(at) == "ones") {
        let before = self::names(sentence, subject_start(sentence, cue.start), cue.start)?;
        names.extend(before.last().and_then(|name| name.last()).map(|noun| vec![noun.clone()]));
    }
    // "Don't do staging or prod": places, and no deed.
    let places = |name: &Vec<String>| name.iter().all(|word| passage.names.lookup().in_paths(word));
    let known = |deed: &String| is_known(deed) || COMMANDED.contains(&deed.as_str());
    // A deed tells by itself where commands are known for it; without a name no change does.
    let told = !names.is_empty() && (!does || names.iter().all(places)) || deeds.iter().any(known);
    told.then_some((Called { deeds, names, ..Called::default() }, None))
}

/// True where the clause says at which moment of a program something is not to be: "don't disable the button while saving", "don't call the
/// API twice", "don't wipe the queue on restart". "Don't do prod first" says in which order.
fn says_a_moment(sentence: &Sentence<'_>, from: usize) -> bool {
    let end = sentence.clause_end(from);
    (from..end).any(|at| match sentence.word(at) {
        "twice" => true,
        "first" => at + 1 == end,
        "after" => sentence.word(at + 1) != "all",
        "on" => {
            let noun = sentence.word(at + 1);
            is_verb(noun) || MOMENTS.contains(&noun) || noun.starts_with(|first: char| first.is_ascii_digit())
        }
        // "Don't call the real API in tests" is about their code.
        "in" => kind_of_word(sentence.word(at + 1)) == Some(WorkKind::Tests),
        _ => circumstance::is_of_a_program(sentence, at),
    })
}

/// "Old invoices", "paid orders": what a program keeps, and no file of it. "Old tests" are files.
fn is_of_records(sentence: &Sentence<'_>, at: usize) -> bool {
    let noun = sentence.word(at + 1);
    matches!(sentence.word(at), "archived" | "closed" | "old" | "paid" | "past" | "previous" | "sent" | "shipped")
        && noun.ends_with('s')
        && !is_known(noun)
        && !is_file_word(noun)
        && kind_of_word(noun).is_none()
}

/// The verbs of a clause.
fn deeds(sentence: &Sentence<'_>, cue: &Cue) -> Vec<String> {
    let behind = if cue.act == Act::Tool { cue.object + 1 } else { cue.object };
    let telling = |word: &&str| {
        !word.is_empty()
            && BESIDE_A_DEED.binary_search(word).is_err()
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    let said = (cue.start.max(behind.saturating_sub(MAX_BEFORE))..behind).map(|at| sentence.word(at)).filter(telling);
    let mut deeds: Vec<String> = said.map(in_full).collect();
    if cue.act == Act::Run && deeds.is_empty() || cue.act == Act::Tool {
        deeds = vec!["run".to_owned()];
    }
    let blank = |deed: &String| NO_DEEDS.binary_search(&deed.as_str()).is_ok();
    if deeds.iter().any(blank) { Vec::new() } else { deeds }
}

/// The things that stand from `from` up to `end`, each by its telling words; `None` where something says which part of them is meant.
pub(in crate::goal::constraint) fn names(sentence: &Sentence<'_>, from: usize, end: usize) -> Option<Vec<Vec<String>>> {
    if (from..end).any(|at| is_of_records(sentence, at)) {
        return None;
    }
    let mut names: Vec<Vec<String>> = Vec::new();
    let mut name: Vec<String> = Vec::new();
    let mut said = 0;
    let mut keep = |name: &mut Vec<String>, said: &mut usize| {
        let (name, said) = (std::mem::take(name), std::mem::take(said));
        // Of "library crates" nothing is left but what half of all paths hold.
        let blank = name.iter().any(|word| NO_THINGS.binary_search(&word.as_str()).is_ok())
            || name.iter().all(|word| CONTAINERS.contains(&word.as_str()));
        if !name.is_empty() && said <= MAX_WORDS && !is_branch(&name) && !blank && names.len() < MAX_NAMES {
            names.push(name);
        }
    };
    for at in from..end.min(sentence.tokens.len()) {
        let token = &sentence.tokens[at];
        let word = token.word.as_str();
        // "My dev db", as "my local db", is one of commands that do not say so.
        if matches!(word, "dev" | "development") && matches!(sentence.word(at + 1), "database" | "db") {
            continue;
        }
        // "As it is", "for now".
        if ends_an_object(word) || matches!(word, "as" | "exactly" | "even" | "tho" | "you") && at > from {
            break;
        }
        // "On this machine", "in this session".
        if at > from && matches!(word, "at" | "for" | "in" | "on") && matches!(sentence.word(at + 1), "my" | "this") {
            break;
        }
        // "The seeds are the contract, they stay".
        if at > from && (is_copula(word) || matches!(word, "was" | "were")) {
            break;
        }
        if NARROWING.contains(&word) && at > from {
            // "Anything that rewrites the lockfile" tells nothing by itself.
            name.clear();
            if matches!(word, "that" | "which" | "who") {
                break;
            }
            return None;
        }
        if token.raw.ends_with("()") {
            return None;
        }
        if is_conjunction(word) || is_joining(word) {
            keep(&mut name, &mut said);
            continue;
        }
        let filling = is_filler(word) || is_prelude(word) || closing::is_courtesy(word);
        // "Any fastlane lane", "the deploy script", "the german strings".
        let beside = !name.is_empty() && (RUN_NOUNS.contains(&word) || HEADS.binary_search(&word).is_ok());
        if !filling && !beside && !spoken::is_noun(word) {
            let known = name.len();
            if token.raw.trim_end_matches('/').contains('/') {
                name.push(word.trim_end_matches('/').to_owned());
            } else {
                let told = words(token.raw).into_iter();
                name.extend(told.filter(|word| NO_NAMES.binary_search(&word.as_str()).is_err()));
            }
            said += usize::from(name.len() > known);
        }
        if token.ends_clause() {
            keep(&mut name, &mut said);
        }
    }
    keep(&mut name, &mut said);
    Some(names)
}

/// "The public signatures", "existing exports", "the public API".
pub(in crate::goal::constraint) fn speaks_of_signatures(sentence: &Sentence<'_>, from: usize, end: usize) -> bool {
    (from..end.min(sentence.tokens.len())).any(|at| match sentence.word(at) {
        "signature" | "signatures" | "exports" => true,
        "api" | "interface" | "interfaces" | "methods" | "functions" | "surface" => {
            matches!(sentence.back(at, 1), "exported" | "public")
        }
        _ => false,
    })
}

/// True for words that somebody else says: "it says 'You are not allowed to change this trail'".
fn is_quoted(sentence: &Sentence<'_>, start: usize) -> bool {
    sentence.text[..sentence.tokens[start].start].ends_with(['"', '\'', '`', '‘', '“'])
}

/// "Main stays untouched" is said of a branch.
fn is_branch(name: &[String]) -> bool {
    matches!(name, [one] if matches!(one.as_str(), "develop" | "main" | "master"))
}

/// True for a word that means a thing or a place which was spoken of before.
pub(in crate::goal::constraint) fn points_back(word: &str) -> bool {
    is_pronoun(word) || word == "there"
}

/// True where nothing but such a word, and a word or two beside it, is forbidden.
fn leans_back(sentence: &Sentence<'_>, from: usize, end: usize) -> bool {
    (from..end).any(|at| points_back(sentence.word(at))) && end.saturating_sub(from) <= 3
}

/// The first token of the part of a sentence that ends before `end`.
fn subject_start(sentence: &Sentence<'_>, end: usize) -> usize {
    let farthest = end.saturating_sub(MAX_SUBJECT);
    let parts = |at: &usize| sentence.tokens[*at].ends_clause();
    (farthest..end.saturating_sub(1)).rev().find(parts).map_or(farthest, |at| at + 1)
}

/// What the words before `end` are about: "the workflows in .github are managed by the org, don't touch them".
pub(in crate::goal::constraint) fn subject(sentence: &Sentence<'_>, end: usize) -> Option<Vec<Vec<String>>> {
    let end = end.min(sentence.tokens.len());
    // "The containers are running, please don't kill them".
    let end = (0..end).rev().find(|at| !closing::is_courtesy(sentence.word(*at))).map_or(0, |last| last + 1);
    let from = subject_start(sentence, end);
    let tells = |at: &usize| {
        let word = sentence.word(*at);
        is_copula(word)
            || matches!(word, "belong" | "belongs" | "was" | "were" | "will" | "works" | "has" | "have")
            || matches!(word, "must" | "should" | "stay" | "stays")
    };
    let verb = (from..end).find(tells).filter(|verb| *verb > from)?;
    names(sentence, from, verb).filter(|names| !names.is_empty())
}

/// What the words before `end` speak of that can be run: "the deploy script copies too much, don't run it".
fn runnable(sentence: &Sentence<'_>, end: usize) -> Option<Vec<Vec<String>>> {
    (0..end.min(sentence.tokens.len())).rev().find_map(|at| {
        let word = sentence.word(at);
        let named = match word {
            "migration" | "migrations" | "pipeline" | "playbook" | "seed" | "seeds" | "workflow" => words(word),
            "command" | "job" | "script" | "task" if is_telling(sentence.back(at, 1)) => {
                words(sentence.tokens[at - 1].raw)
            }
            _ if command::is_script(&sentence.tokens[at]) => words(sentence.tokens[at].raw),
            _ => return None,
        };
        (!named.is_empty()).then(|| vec![named])
    })
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_called, shown_constraints};

    #[test]
    fn production_code_is_what_is_neither_test_nor_page() {
        let shown = |said: &str| shown_constraints(&Stage::new().start(said).constraints);
        for said in ["Don't change production code.", "Production code stays as it is.", "Do not modify the source."] {
            let shown = shown(&format!("Write tests for the cart. {said}"));
            assert!(shown.starts_with("donot outside ") && shown.contains("test"), "{said}: {shown}");
        }
        assert!(!shown("Don't change the source of the error.").contains("outside"));
    }

    #[test]
    fn what_is_ordered_beside_no_code_may_be_written() {
        for said in ["Write tests for the cart, don't change code", "write tests for the cart. don't change any code"] {
            let shown = shown_constraints(&Stage::new().start(said).constraints);
            assert!(shown.starts_with("donot outside ") && shown.contains("test"), "{said}: {shown}");
        }
    }

    #[test]
    fn a_manner_leaves_the_file_free() {
        for said in ["don't refactor the parser, just fix hex", "don't rewrite src/parser.rs", "no restructuring of it"]
        {
            let shown = shown_constraints(&Stage::new().start(&format!("fix the bug. {said}")).constraints);
            assert!(!shown.contains("parser") && !shown.contains("deny"), "{said}: {shown}");
        }
    }

    #[test]
    fn what_a_program_keeps_is_no_file() {
        for said in ["Old invoices must not change", "don't touch paid orders"] {
            assert_eq!(shown_called(&format!("add a reduced rate. {said}")), "", "{said}");
        }
        assert_eq!(shown_called("add a rate. don't touch the old fixtures"), "fixtures");
    }

    #[test]
    fn the_others_are_not_the_one_that_is_worked_on() {
        for said in ["don't touch other components", "leave the other widgets alone", "keep library crates out of it"] {
            assert_eq!(shown_called(&format!("fix the header component. {said}")), "", "{said}");
        }
        assert_eq!(shown_called("add an index. dont create anything on the ledger"), "");
    }
}
