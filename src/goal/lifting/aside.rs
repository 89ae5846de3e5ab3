//! Forms by which a line wants work at a place beside what it is about: of another language ("mach legacy auch noch"), by what the place
//! has ("switch admin's button too"), by what is to be added there ("add a spec" of spec/, "a line to the api docs").
//!
//! Owns these forms and the words that refuse in them. That the place was forbidden is the caller's to know.

use crate::domain::WorkKind;
use crate::goal::line::{Ask, Line};
use crate::goal::names::lookup::Lookup;
use crate::goal::names::spoken;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::text::kind::kind_of_path;
use crate::text::path;

/// Words of other languages that take one more thing in, or allow it.
#[rustfmt::skip]
const TOO: [&str; 18] = [
    "anche", "auch", "aussi", "darfst", "mag", "mesmo", "mismo", "ook", "pareil", "peux", "pode", "podes", "puedes", "puoi", "stesso", "tambien", "también", "também",
];

/// Words that refuse there. Sorted.
pub(super) const REFUSING: [&str; 14] =
    ["geen", "kein", "keine", "ne", "nicht", "nichts", "niet", "no", "non", "não", "pas", "rien", "sans", "sin"];

/// Words at most of a line that adds a thing.
const MAX_BRIEF: usize = 7;

/// Words at most from "add" to what is added: "add a smoke test for each".
const MAX_ADDED: usize = 7;

/// True for a line in one of these forms, whatever place it names.
pub(super) fn is_open(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let asks = |at: usize| {
        TOO.contains(&sentence.word(at))
            || takes_in(sentence) && opens_with_more(sentence) && sentence.tokens.len() <= MAX_BRIEF
            || owner(sentence, at).is_some() && takes_in(sentence)
            || is_added(line, at)
    };
    tells(line) && (0..sentence.tokens.len()).any(asks)
}

/// True for a line that wants work in this folder.
pub(super) fn wants(line: &Line<'_>, folder: &str, lookup: &Lookup<'_>) -> bool {
    let sentence = &line.sentence;
    let too = || sentence.tokens.iter().any(|token| TOO.contains(&token.word.as_str()));
    let wanted = |at: usize| {
        let word = sentence.word(at);
        let owned = owner(sentence, at).is_some_and(|name| spoken::is_called(folder, name)) && takes_in(sentence);
        let named = || spoken::is_called(folder, word);
        let led = || at == 0 || !matches!(sentence.word(at - 1), "from" | "aus" | "von" | "de" | "da" | "wie" | "como");
        // "And the admin button as well".
        let brief = || sentence.tokens.len() <= MAX_BRIEF && takes_in(sentence) && opens_with_more(sentence);
        owned
            || (too() || brief()) && named() && led()
            || is_added(line, at) && (is_home(folder, word, lookup) || named() && is_led_into(sentence, at))
    };
    tells(line) && (0..sentence.tokens.len()).any(wanted)
}

fn tells(line: &Line<'_>) -> bool {
    line.sentence.mood != Mood::Question
        && !line.forbids()
        && !line.sentence.tokens.iter().any(|token| REFUSING.contains(&token.word.as_str()))
}

/// "Admin's": the name before the mark.
fn owner<'s>(sentence: &'s Sentence<'_>, at: usize) -> Option<&'s str> {
    sentence.word(at).strip_suffix("'s").filter(|name| !matches!(*name, "it" | "let" | "that" | "what"))
}

/// "Too", "as well", "needs the same".
fn takes_in(sentence: &Sentence<'_>) -> bool {
    sentence.tokens.iter().any(|token| matches!(token.word.as_str(), "also" | "same" | "too" | "well"))
}

fn opens_with_more(sentence: &Sentence<'_>) -> bool {
    matches!(sentence.word(0), "also" | "and" | "now" | "then")
}

/// "Add a smoke test", "we need a column, add a migration": an order to add, a few words before.
fn is_added(line: &Line<'_>, at: usize) -> bool {
    let sentence = &line.sentence;
    let orders = |verb: usize| {
        matches!(sentence.word(verb), "add" | "create" | "write")
            && (line.ask == Ask::Work || !matches!(sentence.head(verb), Head::Inside))
    };
    (at.saturating_sub(MAX_ADDED)..at).any(orders)
}

/// True where what a word calls is kept in this folder and nowhere else: "a test" of t/, "a migration" of migrations/.
fn is_home(folder: &str, word: &str, lookup: &Lookup<'_>) -> bool {
    let name = path::base_name(folder);
    if word.len() > 3 && name.strip_suffix('s') == Some(word) {
        return true;
    }
    if !matches!(word, "spec" | "specs" | "test" | "tests") {
        return false;
    }
    let test = |file: &str| kind_of_path(file) == Some(WorkKind::Tests);
    lookup.any(|file| test(file) && path::is_below(file, folder))
        && !lookup.any(|file| test(file) && !path::is_below(file, folder))
}

/// "A line to the api docs": between the preposition and the name stands one word at most.
fn is_led_into(sentence: &Sentence<'_>, at: usize) -> bool {
    (at.saturating_sub(3)..at).any(|before| matches!(sentence.word(before), "in" | "into" | "to"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::FileList;
    use crate::goal::stage::{Stage, shown_constraints};

    /// What is left of a limit after a prompt, in a repository of these files.
    fn left(limit: &str, prompt: &str) -> String {
        let files = [
            "src/cart.py",
            "src/legacy/old.py",
            "spec/user_spec.rb",
            "docs/api.md",
            "migrations/1.sql",
            "apps/admin/App.tsx",
        ];
        let mut stage = Stage::new();
        stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
        let first = stage.start(&format!("fix the cart total in src/cart.py. {limit}"));
        shown_constraints(&stage.revise(&first, prompt).1.constraints)
    }

    #[test]
    fn tables_are_sorted() {
        assert!(TOO.is_sorted() && REFUSING.is_sorted());
    }

    #[test]
    fn work_is_wanted_beside_what_a_line_is_about() {
        for (limit, prompt) in [
            ("don't touch spec/", "add a spec for it please"),
            ("don't touch docs/", "add a line to the api docs about it"),
            ("leave migrations/ alone", "we need a column, add a migration"),
            ("don't touch src/legacy", "fais pareil dans legacy"),
            ("don't touch src/legacy", "haz lo mismo en legacy"),
            ("don't touch src/legacy", "mach legacy auch noch"),
            ("don't touch src/legacy", "faz o mesmo em legacy"),
            ("don't touch src/legacy", "legacy mag nu ook"),
            ("don't touch admin", "ok switch admin's save button too"),
            ("don't touch admin", "admin's cart needs the same"),
            ("don't touch admin", "now do the same in the admin app"),
            ("don't touch admin", "and the admin button as well"),
        ] {
            assert_eq!(left(limit, prompt), "", "{limit} | {prompt}");
        }
    }

    #[test]
    fn what_only_speaks_of_a_place_wants_nothing_there() {
        for (limit, prompt) in [
            ("don't touch src/legacy", "legacy soll auch nicht geändert werden"),
            ("don't touch src/legacy", "mach das auch so wie legacy"),
            ("don't touch admin", "does admin's button work too?"),
            ("don't touch admin", "admin's button is fine as it is"),
            ("don't touch spec/", "add a route for it please"),
            ("don't touch docs/", "write what the docs say as a comment"),
        ] {
            assert!(left(limit, prompt).contains("deny"), "{limit} | {prompt}");
        }
    }
}
