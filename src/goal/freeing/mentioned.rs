//! Places that a sentence names and asks nothing of: what the user changed already, and what something is taken from.
//!
//! Owns these forms. A limit on such a place outlives the sentence.

use super::fault;
use super::granted::{granted, is_open_now};
use super::unmended;
use crate::goal::constraint::clause::is_path;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{
    is_all_right, is_copula, is_determiner, is_first_person, is_prelude, is_quantifier,
};
use crate::goal::prompt::{changing, closing};

/// Words at most from the beginning of a clause to a place in it.
const MAX_CLAUSE: usize = 20;

/// Words before a place from which something is taken, which is used or left out.
#[rustfmt::skip]
const SOURCES: [&str; 34] = [
    "besides", "except", "exclude", "excluding", "outside", "than",
    "based", "like",
    "call", "calling", "calls", "consumes", "consuming", "dependency", "depend", "depending", "depends", "diagram", "importing", "imports",
    "includes", "loads", "mock", "mocking", "queries", "reads", "references", "referencing", "relies",
    "rely", "relying", "uses", "using", "wrap",
];

/// What a log tells of the place where it happened.
const FAULTS: [&str; 9] = ["crash", "crashes", "error", "exception", "failed", "failure", "fault", "panic", "panicked"];

/// "I changed src/db, please rebase": the clause of the token at `at` tells what the user did.
pub(in crate::goal) fn was_done_before(sentence: &Sentence<'_>, at: usize) -> bool {
    let ends = |at: &usize| {
        let token = &sentence.tokens[*at];
        token.ends_clause() || closing::leads_on(&token.word)
    };
    let from = at.saturating_sub(MAX_CLAUSE);
    let first = (from..at).rev().find(ends).map_or(from, |end| end + 1);
    let mine = (first..at).find(|word| !is_prelude(sentence.word(*word)));
    mine.is_some_and(|mine| {
        let done = sentence.past(mine + 1, |word| matches!(word, "already" | "just"));
        let did = sentence.word(done);
        let changed = changing::is_participle(did)
            || matches!(did, "added" | "fixed" | "moved" | "rebased" | "refactored" | "renamed" | "rewrote");
        let of_opinion = sentence.reads(done, "changed my mind");
        is_first_person(sentence.word(mine)) && changed && !of_opinion
    })
}

/// "Similar to src/db", "copy it from src/db", "write tests for src/db", "fix all but src/db": what the token at `at` names is taken
/// from or left out, and not changed.
pub(in crate::goal) fn is_a_source(sentence: &Sentence<'_>, at: usize) -> bool {
    let filling = |word: &str| is_determiner(word) || matches!(word, "all" | "of" | "on" | "what");
    let mut before = (at.saturating_sub(MAX_CLAUSE)..at).rev().filter(|at| !filling(sentence.word(*at)));
    let Some(led) = before.next() else { return false };
    // "All files but those in src/db".
    let outer = before.next();
    let word = sentence.word(led);
    let earlier = sentence.back(led, 1);
    let near = |words: &[&str]| (led.saturating_sub(4)..led).any(|at| words.contains(&sentence.word(at)));
    // "The columns in src/db are right, fix the query".
    let well = sentence.word(at + 2);
    let is_well = is_copula(sentence.word(at + 1))
        && (is_all_right(well) || matches!(well, "correct" | "good" | "right"))
        && !(sentence.word(at + 3) == "to" && changing::is_verb(sentence.word(at + 4)))
        && !is_open_now(sentence, at)
        && !granted(sentence).is_some_and(|changed| changed.contains(&at));
    // "Format all files but src/db"; "all tests pass but src/db still fails" tells.
    let spares = |but: usize| {
        let wide = |far: usize| is_quantifier(sentence.back(but, far));
        let all = matches!(sentence.back(but, 1), "anything" | "everything" | "everywhere") || wide(2) || wide(3);
        let ordered = sentence.main_verb.is_some_and(|verb| verb < but);
        sentence.word(but) == "but" && all && ordered && !fault::is_told_of(sentence, at)
    };
    is_well
        || unmended::is_written_of(sentence, at) && !unmended::is_mended_behind(sentence, at)
        || spares(led)
        || match word {
            // "Fix all but in src/db": left out. "Fix the imports in src/db": at work there.
            "in" => matches!(earlier, "as" | "besides" | "except" | "excluding" | "like") || outer.is_some_and(spares),
            "as" => near(&["same", "way"]),
            // "Follow the style of src/db".
            "approach" | "conventions" | "pattern" | "structure" | "style" => {
                near(&["adopt", "copy", "follow", "match", "mirror", "use"])
            }
            // "Remove the log from src/db" changes it, "remove the dependency on it" does not.
            "from" => !(at.saturating_sub(MAX_CLAUSE)..led).any(|verb| {
                matches!(sentence.word(verb), "cut" | "delete" | "drop" | "extract" | "move" | "strip")
                    || sentence.word(verb) == "remove"
                        && !matches!(earlier, "dependencies" | "dependency" | "import" | "imports")
            }),
            word if SOURCES.contains(&word) => true,
            "to" => {
                matches!(earlier, "compared" | "identical" | "similar")
                    // "Drop the call to src/db".
                    || matches!(earlier, "call" | "calls" | "link" | "links" | "reference" | "references")
            }
            "at" => {
                let ordered = sentence.orders();
                matches!(earlier, "look" | "looks" | "point" | "points") || !ordered && FAULTS.contains(&earlier)
            }
            // "Fix the import of src/db in src/api", "import src/db in src/api".
            "import" => is_determiner(earlier) || sentence.any_from(at + 1, |at| is_path(&sentence.tokens[at])),
            // "Port src/db/pool.ts to src/api/pool.ts"; "port it to typescript" is work there.
            "backport" | "port" | "translate" | "transpile" => {
                matches!(sentence.word(at + 1), "into" | "to") && sentence.tokens.get(at + 2).is_some_and(is_path)
            }
            // "Copy src/db to src/api".
            "copy" | "duplicate" => matches!(sentence.word(at + 1), "as" | "into" | "over" | "to"),
            "sure" => matches!(sentence.word(at + 1), "compiles" | "keeps" | "still" | "works"),
            "add" => sentence.word(at + 1) == "to",
            "so" => matches!(sentence.word(at + 1), "keeps" | "still" | "works"),
            "with" => matches!(earlier, "compatible" | "consistent" | "work" | "works"),
            "for" => (led.saturating_sub(3)..led).any(|noun| {
                matches!(
                    sentence.word(noun),
                    "adapter" | "docs" | "documentation" | "mock" | "mocks" | "spec" | "specs" | "test" | "tests"
                )
            }),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn what_is_left_out_or_taken_from_stays_as_it_is() {
        for named in [
            "apply the fix to all files but src/legacy",
            "format every module but those in src/legacy",
            "rename it everywhere but src/legacy",
            "stop importing src/legacy in src/auth/index.ts",
            "inline the helper instead of calling src/legacy in src/auth",
            "drop the call to src/legacy from src/auth/token.ts",
            "port src/legacy/old.ts to src/auth/token.ts",
            "import src/legacy/old.ts in src/auth/token.ts",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", named), "deny src/legacy/", "{named}");
        }
        for wanted in [
            "everything works but src/legacy still fails",
            "rename it in all modules, including src/legacy",
            "fix it, all tests pass but src/legacy is broken",
            "port src/legacy/old.ts to typescript",
            "move src/legacy/old.ts to src/auth/old.ts",
            "fix the import in src/legacy",
            "src/legacy is fine to edit",
        ] {
            let left = limits_left("don't touch src/legacy", wanted);
            assert!(left.is_empty() || left.contains("except src/legacy/old.ts"), "{wanted}: {left}");
        }
    }
}
