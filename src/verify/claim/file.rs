//! Claims about files: which were changed, made, left alone, which alone were changed, and how many.

use super::frame::{asks, is_unstated, negates};
use super::sentence::{Sentence, made};
use super::token::{Shape, Token};
use super::words::EXCEPTING;
use crate::domain::{Claim, ClaimKind, Quantifier};

/// Verbs that tell of a finished change. "Adds" and "changing" tell what a change does.
const CHANGED: &[&str] = &[
    "added",
    "adjusted",
    "applied",
    "bumped",
    "changed",
    "cleaned",
    "committed",
    "converted",
    "corrected",
    "created",
    "deleted",
    "documented",
    "edited",
    "enhanced",
    "expanded",
    "exported",
    "extended",
    "extracted",
    "fixed",
    "formatted",
    "generated",
    "implemented",
    "improved",
    "introduced",
    "inserted",
    "integrated",
    "made",
    "merged",
    "migrated",
    "modified",
    "moved",
    "patched",
    "refactored",
    "registered",
    "removed",
    "renamed",
    "reordered",
    "replaced",
    "restored",
    "restructured",
    "reverted",
    "reworked",
    "rewritten",
    "rewrote",
    "set",
    "simplified",
    "split",
    "swapped",
    "touched",
    "tweaked",
    "updated",
    "wired",
    "wrote",
    "written",
];
/// Verbs with which the agent tells what it did itself.
const BY_HAND: &[&str] = &[
    "added",
    "changed",
    "created",
    "deleted",
    "edited",
    "fixed",
    "modified",
    "refactored",
    "removed",
    "renamed",
    "rewrote",
    "updated",
    "wrote",
];
/// Nouns that tell the same: "two changes", "new file".
const CHANGES: &[&str] = &[
    "change",
    "changes",
    "edit",
    "edits",
    "fix",
    "fixes",
    "modification",
    "modifications",
    "new",
    "update",
    "updates",
];
/// Words behind which a file is told for comparison, not as what was changed.
const ASIDE: &[&str] = &[
    "about",
    "against",
    "already",
    "as",
    "based",
    "because",
    "by",
    "calls",
    "describes",
    "existing",
    "following",
    "from",
    "imports",
    "instead",
    "like",
    "matching",
    "mirroring",
    "mirrors",
    "of",
    "per",
    "reads",
    "see",
    "similar",
    "than",
    "uses",
    "using",
    "via",
    "where",
    "which",
    "with",
    "that",
    "so",
    "for",
    "than",
    "when",
    "alongside",
];
/// Verbs that a denial is about.
const TOUCHED: &[&str] = &[
    "change", "changed", "edit", "edited", "modified", "modify", "touch", "touched", "update", "updated", "altered",
    "alter",
];
/// Words that say the same without a denial.
const UNTOUCHED: &[&str] = &["unchanged", "unmodified", "untouched", "unaffected", "intact"];

/// The same as bare verbs: at the beginning of a sentence they ask for a change, and tell of none.
const ORDERS: &[&str] = &["change", "edit", "fix", "update"];
/// Words behind which they are nouns after all: "Fix in `a`", "Update to `b`".
const OF_NOUNS: &[&str] = &["across", "for", "from", "in", "inside", "of", "on", "to", "within"];

/// Verbs of a change of code.
const FIXED: &[&str] = &["fixed", "implemented", "refactored", "rewrote"];
/// Tokens of a sentence that says one thing.
const SHORT: usize = 14;

/// The claims of a sentence about files.
pub(super) fn read(sentence: &Sentence<'_>, found: &mut Vec<Claim>) {
    let tokens = &sentence.tokens;
    if asks(tokens) {
        return;
    }
    if let Some(claim) = counted(sentence) {
        found.push(claim);
        return;
    }
    let files: Vec<(usize, &str)> = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.shape == Shape::File)
        .map(|(at, token)| (at, token.raw))
        .collect();
    if files.is_empty() {
        // What else the sentence says can be checked better.
        found.extend(fixed(sentence).filter(|_| found.is_empty()));
        return;
    }
    if tokens.iter().take(files[0].0).any(is_unstated) {
        return;
    }
    if let Some(claim) = only(sentence, &files) {
        found.push(claim);
    } else if let Some(claim) = untouched(sentence, &files) {
        found.push(claim);
    } else if let Some(claim) = changed(sentence, &files) {
        found.push(claim);
    }
}

/// "I fixed the rounding", "I've implemented the export": that something was changed at all is what can be checked.
fn fixed(sentence: &Sentence<'_>) -> Option<Claim> {
    let mut words = sentence.tokens.iter().filter(|token| token.mark().is_none());
    let first = words.next()?.is_one_of(&["i", "ive"]);
    let verb = words.find(|token| !token.is_one_of(&["have", "also", "now", "then"]))?;
    if !first || !verb.is_one_of(FIXED) {
        return None;
    }
    let mut claim = made(sentence, ClaimKind::Fixed);
    claim.plain = !sentence.quoted;
    Some(claim)
}

/// "In total 3 files were edited", "changed 3 files". What `git` counts goes on with insertions.
fn counted(sentence: &Sentence<'_>) -> Option<Claim> {
    let tokens = &sentence.tokens;
    let at = tokens
        .windows(2)
        .position(|pair| matches!(pair[0].shape, Shape::Number(_)) && pair[1].is_one_of(&["file", "files"]))?;
    let Shape::Number(number) = tokens[at].shape else { return None };
    let near = |token: &Token<'_>| token.is_one_of(&["changed", "edited", "modified", "touched", "updated"]);
    let behind = tokens.get(at + 2..)?.iter().take(3).take_while(|token| token.mark().is_none()).any(near);
    let before = tokens[..at].iter().rev().take(2).any(near);
    let counts_lines =
        tokens.iter().any(|token| token.low.starts_with("insertion") || token.low.starts_with("deletion"));
    let listed = tokens.iter().any(|token| token.mark() == Some('('));
    if !(behind || before) || counts_lines || listed || tokens.iter().any(is_unstated) {
        return None;
    }
    let mut claim = made(sentence, ClaimKind::FileCount);
    claim.value = Some(number);
    claim.plain = false;
    Some(claim)
}

/// "Only `a`, `b` changed; no other files were touched."
fn only(sentence: &Sentence<'_>, files: &[(usize, &str)]) -> Option<Claim> {
    let tokens = &sentence.tokens;
    let first = files[0].0;
    let only = tokens[..first].iter().rev().take(4).any(|token| token.is_one_of(&["only", "just", "solely"]))
        || limits_behind(tokens, files);
    // "I changed nothing but `a`", "nothing but `a` was changed"; not "nothing but `a` uses the parser, so I changed it".
    let last = files[files.len() - 1].0;
    let nothing = tokens[..first]
        .windows(2)
        .position(|two| two[0].is_one_of(&["nothing", "none"]) && two[1].is_one_of(&["but", "except", "besides"]));
    let told = |from: usize, to: usize| {
        tokens.get(from..to.min(tokens.len())).unwrap_or_default().iter().any(|token| token.is_one_of(TOUCHED))
    };
    let nothing_but = nothing.is_some_and(|at| told(at.saturating_sub(2), at) || told(last + 1, last + 4));
    let others = tokens
        .windows(3)
        .any(|three| three[0].is("no") && three[1].is("other") && three[2].is_one_of(&["file", "files", "changes"]))
        || tokens.windows(2).any(|two| two[0].is("nothing") && two[1].is("else"));
    let change = tokens.iter().any(|token| token.is_one_of(TOUCHED) || token.is_one_of(CHANGED));
    // "Only adds X to a file" limits the change, not the files.
    let subject =
        tokens.get(files[files.len() - 1].0 + 1..).unwrap_or_default().iter().any(|token| token.is_one_of(TOUCHED));
    let verb_first = tokens[..first].iter().any(|token| token.is_one_of(&["touched", "changed", "edited", "modified"]));
    let limits = others || nothing_but || (only && (subject || verb_first));
    if !change || !limits || !nothing_but && tokens.iter().take(first).any(negates) {
        return None;
    }
    let mut claim = made(sentence, ClaimKind::OnlyFiles);
    claim.objects = names(files);
    claim.quantifier = Quantifier::Only;
    // "I only changed `a`": nothing but who, the limit and the deed stands before the file. "I just changed" tells when.
    let limit = |token: &Token<'_>| token.is_one_of(&["only", "solely"]);
    let joint = |token: &Token<'_>| token.is("and") || token.mark().is_some();
    let from = tokens[..first].iter().rposition(joint).map_or(0, |at| at + 1);
    let own = &tokens[from..first];
    // "For the total: I only changed `a`" limits one of several things.
    let of_a_part = from > 0 && tokens[from - 1].mark() == Some(':');
    let begins =
        from == 0 || !of_a_part && own.first().is_some_and(|token| token.is_one_of(&["i", "ive", "we", "weve"]));
    let says_only = begins
        && (nothing_but || own.iter().any(limit) || limits_behind(tokens, files))
        && own.iter().all(|token| {
            limit(token)
                || token.is_one_of(&["i", "ive", "we", "weve", "have"])
                || token.is_one_of(TOUCHED)
                || nothing_but && token.is_one_of(&["nothing", "but", "except", "besides"])
        });
    // "Apart from its test", "in production code".
    let behind = &tokens[files[files.len() - 1].0..];
    let narrows = behind.windows(2).any(|two| two[0].is("in") && two[1].is_one_of(&["production", "the"]));
    claim.excepts = narrows || tokens.iter().any(|token| token.is_one_of(EXCEPTING)) && !others && !nothing_but;
    claim.plain = (others || tokens[0].is("only") || says_only)
        && !claim.excepts
        && !sentence.quoted
        && !names_more(tokens, files);
    Some(claim)
}

/// "I changed `a` only.", "`a` and `b` alone": the limit stands behind the files, and nothing behind it.
fn limits_behind(tokens: &[Token<'_>], files: &[(usize, &str)]) -> bool {
    let behind = tokens.get(files[files.len() - 1].0 + 1..).unwrap_or_default();
    behind.first().is_some_and(|token| token.is_one_of(&["only", "alone"]))
        && behind.get(1).is_none_or(|token| token.mark().is_some())
}

/// True where something stands beside the files without being named: "`a` and its test".
fn names_more(tokens: &[Token<'_>], files: &[(usize, &str)]) -> bool {
    let joined =
        |at: usize| at > files[0].0 && tokens[at].is_one_of(&["and", "plus", "with", "beside", "besides", "&"]);
    let none = |at: usize| {
        tokens
            .get(at)
            .is_none_or(|token| token.is_one_of(&["no", "not", "nothing", "that", "then"]) || token.mark().is_some())
    };
    (0..tokens.len()).any(|at| {
        let named = files.iter().any(|(file, _)| (at + 1..at + 4).contains(file));
        joined(at) && !named && !none(at + 1)
    })
}

/// "`a` was left unchanged", "I did not modify `a`": what is told near the file, and of it.
fn untouched(sentence: &Sentence<'_>, files: &[(usize, &str)]) -> Option<Claim> {
    let tokens = &sentence.tokens;
    let near = |from: usize, to: usize| tokens.get(from..to.min(tokens.len())).unwrap_or_default();
    let stop = |token: &&Token<'_>| !matches!(token.mark(), Some('—' | ';' | ':' | '(' | ')'));
    let left_alone = |at: usize| {
        let behind: Vec<&Token<'_>> = near(at + 1, at + 8).iter().take_while(stop).collect();
        let left = behind.iter().any(|token| token.is_one_of(UNTOUCHED))
            || behind.windows(2).any(|two| two[0].is("left") && two[1].is_one_of(&["alone", "as", "as-is"]));
        let denied =
            behind.iter().take(5).zip(behind.iter().skip(1)).any(|(one, next)| negates(one) && next.is_one_of(TOUCHED));
        let before: Vec<&Token<'_>> = near(at.saturating_sub(6), at).iter().rev().take_while(stop).collect();
        let refused = before.iter().any(|token| negates(token))
            && before.iter().take(3).any(|token| token.is_one_of(TOUCHED) || token.is("changes"));
        let kept = before.iter().take(3).any(|token| token.is("left"))
            && behind.iter().take(3).any(|token| token.is_one_of(&["alone", "as", "as-is"]));
        left || denied || refused || kept
    };
    let about: Vec<(usize, &str)> =
        files.iter().copied().filter(|(at, _)| left_alone(*at) && !is_aside(tokens, *at)).collect();
    if about.is_empty() || tokens.iter().any(|token| token.is("only")) {
        return None;
    }
    let mut claim = made(sentence, ClaimKind::FileUntouched);
    // Of "`index.ts` of package b" the words behind the name say which file it is.
    let narrowed = |(at, name): &(usize, &str)| {
        let next = tokens.get(at + 1);
        !name.contains('/')
            && next.is_some_and(|next| next.is_one_of(&["below", "for", "from", "in", "inside", "of", "under"]))
    };
    claim.plain = !sentence.quoted && about.len() == 1 && tokens.len() <= SHORT && !about.iter().any(narrowed);
    claim.objects = names(&about);
    Some(claim)
}

/// "`a` — added X", "Updated Y in `a`", "Created `a`".
fn changed(sentence: &Sentence<'_>, files: &[(usize, &str)]) -> Option<Claim> {
    let tokens = &sentence.tokens;
    let (first, _) = files[0];
    let verb = |token: &Token<'_>| token.is_one_of(CHANGED);
    let noun = |token: &Token<'_>| token.is_one_of(CHANGES);
    let order = order(tokens);
    // A heading: the file, a mark, what was done there.
    let heading = tokens[..first].iter().all(|token| matches!(token.shape, Shape::Number(_) | Shape::Mark('#' | '|')))
        && tokens.get(first + 1).is_some_and(|next| matches!(next.mark(), Some('—' | ':' | '(' | '|')));
    if heading {
        let rest = &tokens[first + 1..];
        if rest.iter().take(6).any(|token| {
            negates(token)
                || token.is_one_of(&["already", "existing", "needs", "should", "has", "is", "would", "currently"])
        }) {
            return None;
        }
        let mut claim = made(sentence, ClaimKind::FileChanged);
        claim.objects = vec![files[0].1.to_owned()];
        let deed = rest.iter().find(|token| token.mark().is_none());
        claim.plain = !sentence.quoted && deed.is_some_and(|token| token.is_one_of(BY_HAND));
        return (rest.len() > 1).then_some(claim);
    }
    let tells = |at: &usize| (verb(&tokens[*at]) || noun(&tokens[*at])) && order != Some(*at);
    let at = (0..tokens.len()).find(tells).filter(|at| *at < files[files.len() - 1].0)?;
    if tokens[..at].iter().any(|token| negates(token) || is_unstated(token)) {
        return None;
    }
    let behind: Vec<(usize, &str)> =
        files.iter().copied().filter(|(place, _)| *place > at && !is_aside(tokens, *place)).collect();
    let objects = names(&behind);
    if objects.is_empty() {
        return None;
    }
    let mut claim = made(sentence, ClaimKind::FileChanged);
    // "Created `a`", "Added a new file `a`": the file itself is what was made or changed.
    let first_verb = tokens
        .iter()
        .position(|token| token.mark().is_none() && !token.is_one_of(&["i", "ive", "have", "also", "then"]));
    let between = &tokens[at + 1..behind[0].0];
    let object = between.iter().all(|token| token.is_one_of(&["a", "an", "the", "file", "new"]));
    claim.plain =
        first_verb == Some(at) && tokens[at].is_one_of(BY_HAND) && object && !sentence.quoted && objects.len() == 1;
    claim.objects = objects;
    Some(claim)
}

/// The bare verb with which a sentence begins: "Update the comment in `a`" is a step to take, in a list of suggestions or a plan.
fn order(tokens: &[Token<'_>]) -> Option<usize> {
    let at = tokens.iter().position(|token| !matches!(token.shape, Shape::Mark(_) | Shape::Number(_)))?;
    let next = tokens.get(at + 1)?;
    (tokens[at].is_one_of(ORDERS) && next.mark().is_none() && !next.is_one_of(OF_NOUNS)).then_some(at)
}

/// True where the file is only told beside ("using `b.rs`", "like `b.rs`").
fn is_aside(tokens: &[Token<'_>], file: usize) -> bool {
    let before: Vec<&Token<'_>> = tokens[..file].iter().rev().take(3).collect();
    let near = before.iter().take_while(|token| token.mark().is_none_or(|mark| mark == '"')).collect::<Vec<_>>();
    let aside = near.iter().take(2).any(|token| token.is_one_of(ASIDE));
    // "changes made to", "Removed X from", "a copy of"
    let from = near.first().is_some_and(|token| token.is("from"))
        && tokens[..file].iter().any(|token| token.is_one_of(&["removed", "deleted", "dropped"]));
    aside && !from
}

fn names(files: &[(usize, &str)]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, name) in files {
        if !names.iter().any(|known| known == name) {
            names.push((*name).to_owned());
        }
    }
    names
}
