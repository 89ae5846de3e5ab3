//! What is left out of the work: "nothing in infra please", "X is Ben's job, ignore it", "don't bother with X", "so not X".
//!
//! Owns these forms. They ask for less work and are said of what a program reads, too ("ignore X in the linter"): a place must be their object,
//! with nothing but a reason behind it.

use crate::goal::constraint::act::{Act, Cue, is_over};
use crate::goal::constraint::clause::{self, is_path};
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::{is_fault, leads_into};

/// "Nothing in infra please", "skip cmd/migrate", "ignore it".
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if let Some(object) = nothing_in(sentence, at) {
        return Some(Cue::new(at, object, Act::Change).loosely_if(at > 0));
    }
    let object = spared(sentence, at)?;
    let says_why = |at: usize| matches!(sentence.word(at), "as" | "because" | "that" | "which");
    // "Ignore src/legacy in the linter", "skip the first line of a.csv" are about what a program reads.
    if !is_over(sentence, object) && !closing::closes(sentence, object + 1) && !says_why(object + 1) {
        return None;
    }
    let cue = Cue::new(at, object, Act::Change).mildly();
    // "Lint: skip db/schema.rb": what stands before the colon is to skip it.
    let of_a_tool = at > 0 && sentence.tokens[at - 1].stop();
    match sentence.word(object) {
        _ if sentence.tokens.get(object).is_some_and(is_path) && !of_a_tool => Some(cue.until(object + 1)),
        // "It is full of notes, ignore them".
        "them" if (0..at).any(|at| sentence.word(at) == "is") => None,
        // "wasm/ is another team's job, ignore it": what it is was said before.
        "it" | "that" | "them" => Some(cue.loosely_if(true)),
        _ => None,
    }
}

/// What the words at `at` leave out.
fn spared(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let object = match sentence.word(at) {
        "skip" | "ignore" => at + 1,
        "forget" => at + 1 + usize::from(sentence.word(at + 1) == "about"),
        "do" => sentence.end_of(at, "do not bother with")?,
        "don't" => sentence.end_of(at, "don't bother with")?,
        // "That is Ben's, so not dns.tf". "It fails in the queue, so not in redis.go" tells where a fault is.
        "not" if sentence.back(at, 1) == "so" && !sentence.any(is_fault) => return Some(at + 1),
        _ => return None,
    };
    // It opens its sentence, or stands behind a comma of one that tells.
    let head = sentence.head(at);
    (head == Head::Comma || head != Head::Inside && sentence.may_order()).then_some(object)
}

/// "Nothing in infra please": a whole sentence, or what ends an order ("fix the total, and nothing in infra"), with its place.
fn nothing_in(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    if sentence.word(at) != "nothing" || !leads_into(sentence.word(at + 1)) {
        return None;
    }
    let end = sentence.tokens.len();
    let ends_an_order = || sentence.head(at) != Head::Inside && sentence.may_order();
    let verb = || (at + 2..end).any(|at| clause::is_linking(sentence.word(at)));
    (end <= at + 6 && (at == 0 || ends_an_order()) && sentence.mood != Mood::Question && !verb()).then_some(at + 2)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_others_keep_is_left() {
        for said in [
            "src/legacy/old.ts is Ben's job, ignore it",
            "src/legacy/old.ts is dead, don't bother with it",
            "ignore src/legacy/old.ts",
            "Ben rewrites that, so not src/legacy/old.ts",
        ] {
            limits(&format!("fix the login. {said}"), "donot src/legacy/old.ts");
        }
        for other in [
            "ignore errors of src/auth/token.ts",
            "it fails, ignore that and go on",
            "forget about it",
            "don't bother with it in the metrics",
            "ignore src/legacy/old.ts in the linter",
            "lint: skip src/legacy/old.ts",
            "src/legacy/old.ts is full of notes, ignore them",
            "a dead page is not ours, ignore it in src/legacy/old.ts",
            "the bug is in the pool, so not src/legacy/old.ts",
        ] {
            limits(&format!("fix the login. {other}"), "");
        }
        limits("fix the login. skip src/legacy/old.ts which Ben deletes", "donot src/legacy/old.ts");
    }

    #[test]
    fn nothing_in_a_place_may_end_an_order() {
        for said in [
            "fix the token bug, and nothing in legacy",
            "fix the token bug and nothing in src/legacy please",
            "fix the token bug, but nothing under src/legacy",
            "fix the token bug. Nothing in legacy",
        ] {
            limits(said, "deny src/legacy/");
        }
        for said in [
            "fix the page and show nothing in src/legacy",
            "the page shows nothing in legacy",
            "the page is empty, and nothing in legacy either",
            "fix the page, nothing in legacy is called",
        ] {
            limits(said, "");
        }
    }
}
