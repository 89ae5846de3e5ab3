//! Forms by which a line wants work at a place beside what it is about: of another language ("mach legacy auch noch"), by what the place
//! has ("switch admin's button too"), by what is to be added there ("add a spec" of spec/, "a line to the api docs").
//!
//! Owns these forms and the words that refuse in them. That the place was forbidden is the caller's to know. Each form needs an order:
//! "legacy uses it too", "also test legacy" and "like legacy does" want nothing there.

use crate::domain::WorkKind;
use crate::goal::freeing::act::closes_an_act;
use crate::goal::line::Line;
use crate::goal::names::lookup::Lookup;
use crate::goal::names::spoken;
use crate::goal::prompt::changing;
use crate::goal::prompt::foreign::{LATER, LEAVING, REFUSING, TOO};
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::is_too;
use crate::text::kind::{kind_of_path, kind_of_word};
use crate::text::path;

/// "The same" in other languages.
const SAME: [&str; 4] = ["mesmo", "mismo", "pareil", "stesso"];

/// Orders of work in other languages that may be meant for any place.
#[rustfmt::skip]
const DOING: [&str; 17] = [
    "cambia", "corrige", "corrígelo", "doe", "fai", "fais", "faites", "faz", "faça", "fixe", "haz", "haced", "korrigiere", "mach", "mache",
    "modifie", "ändere",
];

/// Words that only compare, take out, or tell what the user does.
const APART: [&str; 21] = [
    "als", "außer", "che", "come", "comme", "como", "eu", "excepto", "ich", "je", "menos", "mit", "que", "sauf",
    "selbst", "tranne", "uit", "von", "wie", "yo", "zoals",
];

/// Words of a line in English that refuse, compare or only use what is named.
#[rustfmt::skip]
const ONLY_SPEAKS: [&str; 24] = [
    "avoid", "but", "copy", "except", "exclude", "from", "here", "ignore", "keep", "leave", "like", "make", "never", "not", "omit", "run", "skip",
    "stay", "stays", "take", "test", "than", "use", "without",
];

/// Words of a line at most: each of them is held against the others, and a longer one orders by other forms.
const MAX_LINE: usize = 40;

/// Words between "add" and what is added at most.
const MAX_ADDED: usize = 3;

/// What is added to a page.
const LINES: [&str; 7] = ["entry", "line", "note", "page", "paragraph", "section", "sentence"];

/// True for a line in one of these forms, whatever place it names.
pub(super) fn is_open(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    tells(line)
        && (is_ordered_too(sentence)
            || sentence.any_at(|at| is_owner(sentence, at) || is_added(sentence, at) || is_led_into(sentence, at)))
}

/// True for a line that wants work in this folder.
pub(super) fn wants(line: &Line<'_>, folder: &str, lookup: &Lookup<'_>) -> bool {
    let sentence = &line.sentence;
    if !tells(line) {
        return false;
    }
    let ordered = is_ordered_too(sentence);
    let wanted = |at: usize| {
        let word = sentence.word(at);
        let named = || spoken::is_called(folder, word);
        is_owner(sentence, at) && word.strip_suffix("'s").is_some_and(|name| spoken::is_called(folder, name))
            || ordered && named()
            || is_added(sentence, at) && is_home(folder, word, lookup)
            || is_led_into(sentence, at) && named()
    };
    sentence.any_at(wanted)
}

fn tells(line: &Line<'_>) -> bool {
    let brief = line.sentence.tokens.len() <= MAX_LINE;
    brief && line.sentence.mood != Mood::Question && !line.forbids() && !line.sentence.says(&REFUSING)
}

/// "Mach legacy auch noch", "haz lo mismo en legacy": an order of another language that takes one more place in.
fn is_ordered_too(sentence: &Sentence<'_>) -> bool {
    let apart = [&APART[..], &LATER, &LEAVING].into_iter().any(|words| sentence.says(words));
    (sentence.says(&TOO) || sentence.says(&SAME)) && sentence.says(&DOING) && !apart
}

/// "Switch admin's button too", "admin's cart needs the same": the name before the mark, in an order or a need.
fn is_owner(sentence: &Sentence<'_>, at: usize) -> bool {
    let owner =
        sentence.word(at).ends_with("'s") && !matches!(sentence.word(at), "it's" | "let's" | "that's" | "what's");
    let works = |verb: usize| changing::is_work_on(sentence.word(verb)) || sentence.word(verb) == "do";
    let too = || sentence.any(is_too);
    let needed = (at + 1..at + 4)
        .any(|need| matches!(sentence.word(need), "need" | "needs") && (sentence.reads(need + 1, "the same") || too()));
    owner && !sentence.says(&ONLY_SPEAKS) && ((0..at).any(works) && too() || needed)
}

/// "Add a smoke test", "we need a column, add a migration": what ends the phrase right behind an order to add.
fn is_added(sentence: &Sentence<'_>, at: usize) -> bool {
    let plain = |word: &str| {
        !matches!(word, "and" | "as" | "from" | "in" | "of" | "per" | "so" | "that" | "the" | "to" | "with")
    };
    let orders = |verb: &usize| matches!(sentence.word(*verb), "add" | "create" | "write");
    let verb = (at.saturating_sub(MAX_ADDED + 1)..at).rev().find(orders);
    verb.is_some_and(|verb| {
        (verb + 1..at).all(|between| plain(sentence.word(between)) && !sentence.tokens[between].stop())
    }) && ends(sentence, at)
}

/// "Add a line to the api docs": between the preposition and the name stand an article and one word at most.
fn is_led_into(sentence: &Sentence<'_>, at: usize) -> bool {
    let to = (at.saturating_sub(3)..at).rev().find(|before| matches!(sentence.word(*before), "in" | "into" | "to"));
    to.is_some_and(|to| {
        let line = to > 0 && LINES.contains(&sentence.word(to - 1));
        line && (to.saturating_sub(4)..to).any(|verb| matches!(sentence.word(verb), "add" | "write"))
    }) && ends(sentence, at)
}

fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    closes_an_act(sentence, at + 1) || matches!(sentence.word(at + 1), "about" | "for")
}

/// True where what a word calls is kept in this folder and nowhere else: "a test" of t/, "a migration" of migrations/.
fn is_home(folder: &str, word: &str, lookup: &Lookup<'_>) -> bool {
    if path::base_name(folder).strip_suffix('s') == Some(word) && kind_of_word(word).is_some() {
        return true;
    }
    if !matches!(word, "spec" | "specs" | "test" | "tests") {
        return false;
    }
    let test = |file: &str| kind_of_path(file) == Some(WorkKind::Tests);
    lookup.any(|file| test(file) && path::is_below(file, folder))
        && !lookup.any(|file| test(file) && !path::is_below(file, folder))
}

#[cfg(test)]
mod tests {
    use crate::domain::FileList;
    use crate::goal::stage::Stage;

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
        stage.left(&first, prompt)
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
            ("don't touch admin", "ok switch admin's save button too"),
            ("don't touch admin", "admin's cart needs the same"),
            ("don't touch admin", "now do the same in the admin app"),
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
            ("don't touch src/legacy", "also leave legacy"),
            ("don't touch src/legacy", "and skip legacy too"),
            ("don't touch src/legacy", "and legacy works as well"),
            ("don't touch src/legacy", "also test legacy"),
            ("don't touch src/legacy", "now make sure legacy works too"),
            ("don't touch src/legacy", "lass auch legacy in ruhe"),
            ("don't touch src/legacy", "schau dir auch legacy an"),
            ("don't touch src/legacy", "du darfst legacy lesen"),
            ("don't touch src/legacy", "legacy mache ich auch selbst"),
            ("don't touch admin", "now the admin app shows it as well"),
            ("don't touch src/legacy", "haz lo mismo que en legacy"),
            ("don't touch src/legacy", "legacy's rounding is wrong too"),
            ("don't touch src/legacy", "use legacy's rounding too"),
            ("don't touch src/legacy", "make sure legacy's tests pass too"),
            ("don't touch admin", "also let admin users see it"),
            ("don't touch spec/", "add the header per the spec"),
            ("don't touch spec/", "add a guard and run the spec"),
            ("don't touch spec/", "add a test id attribute to the button"),
            ("don't touch docs/", "add a link to docs in the error"),
            ("don't touch docs/", "also the docs say so"),
        ] {
            assert!(left(limit, prompt).contains("deny"), "{limit} | {prompt}");
        }
    }
}
