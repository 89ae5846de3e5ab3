//! Which of the files changed in a turn the agent's last words leave out.
//!
//! A report names a file by its path, its name, the words of its name, its folder, or a phrase that covers a kind ("the
//! tests", "the lockfile", "all call sites"), and by what was written in it. What the user asked for by name, and what tools write, need not be named.

use crate::domain::{Relation, Trace, WorkKind};
use crate::text::{kind, path, trace, words};
use std::collections::BTreeMap;

/// A changed file that the report does not mention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undisclosed {
    /// The path inside the project.
    pub file: String,
    /// True when nothing connects it with what the user asked for, or the user forbade it; only such files are worth a word to the agent.
    pub beyond: bool,
}

/// What of a changed file is known beside its path: telling words of what was written in it and taken out of it.
pub type Written = BTreeMap<String, Vec<Trace>>;

/// Stems of the words by which tests that are gone, or do not run, are told of.
#[rustfmt::skip]
const REMOVAL: [&str; 22] = [
    "comment", "consolidat", "delet", "deselect", "disabl", "drop", "exclud", "gone", "ignor", "merg", "mov", "no longer", "obsolet", "out of",
    "pending", "quarantin", "remov", "renam", "silenc", "skip", "took out", "xfail",
];
/// Those that are said of tests and of little else: a sentence with one of them need not name the tests.
const SWITCHES: [&str; 5] = ["deselect", "quarantin", "skip", "xfail", "xit"];
/// Words of a sentence that wants something not to be done.
const DENYING: [&str; 6] = ["dont", "never", "no", "not", "nothing", "without"];
/// Words that say of a test that it does not run.
const OFF: [&str; 3] = ["off", "out", "quiet"];

/// True for a report that names the file, or says in a sentence about tests that some were taken away or switched off.
pub fn tells_of_tests(report: &str, file: &str) -> bool {
    report.to_lowercase().contains(&path::base_name(file).to_lowercase()) || speaks_of_switching_off(report)
}

/// True for words of the user's that want tests to go or not to run, or speak of it: "skip the flaky test for now", "skipif". Who says
/// "don't skip any" does not.
pub fn wants_tests_off(words: &str) -> bool {
    let lower = words.to_lowercase();
    let denies = |sentence: &&str| {
        let mut words = sentence.split(|sign: char| !sign.is_alphanumeric() && sign != '\'' && sign != '\u{2019}');
        words.any(|word| DENYING.contains(&word) || word.ends_with("n't") || word.ends_with("n\u{2019}t"))
    };
    words::sentences(&lower).into_iter().filter(|sentence| !denies(sentence)).any(speaks_of_switching_off)
}

/// True for a text of which a sentence speaks of tests that go or do not run: "skipped the flaky test", "the upload test is off",
/// "43 passed, 2 skipped".
fn speaks_of_switching_off(text: &str) -> bool {
    words::sentences(&text.to_lowercase()).iter().any(|sentence| {
        let about = ["test", "spec", "case"].iter().any(|word| begins(sentence, word));
        let off = || sentence.split(|sign: char| !sign.is_alphanumeric()).any(|word| OFF.contains(&word));
        SWITCHES.iter().any(|stem| begins(sentence, stem))
            || about && (REMOVAL.iter().any(|stem| begins(sentence, stem)) || off())
    })
}

/// True where a word of the sentence begins so. "0 skipped" tells of none.
fn begins(sentence: &str, stem: &str) -> bool {
    sentence.match_indices(stem).any(|(at, _)| {
        let before = &sentence[..at];
        !before.ends_with(char::is_alphanumeric) && before.split_whitespace().next_back() != Some("0")
    })
}

/// Phrases that cover whatever was changed. Lower case, words apart by one space.
const BLANKET: [&str; 26] = [
    "across the",
    "all call sites",
    "all callers",
    "all changes",
    "all files",
    "all imports",
    "all occurrences",
    "all of them",
    "all places",
    "all references",
    "all the files",
    "all usages",
    "all uses",
    "call sites",
    "codebase wide",
    "each file",
    "every call",
    "every file",
    "every occurrence",
    "every reference",
    "every usage",
    "everywhere",
    "other files",
    "project wide",
    "repo wide",
    "throughout",
];
/// Words for what belongs to a kind of file that [`kind::kind_of_path`] knows, beside the words of `text::kind`.
const KIND_WORDS: [(&str, WorkKind); 12] = [
    ("build", WorkKind::Build),
    ("compose", WorkKind::Deploy),
    ("config", WorkKind::Build),
    ("configuration", WorkKind::Build),
    ("dependencies", WorkKind::Build),
    ("dependency", WorkKind::Build),
    ("lockfile", WorkKind::Build),
    ("manifest", WorkKind::Build),
    ("spec", WorkKind::Tests),
    ("specs", WorkKind::Tests),
    ("snapshots", WorkKind::Tests),
    ("typings", WorkKind::Interface),
];
/// What people call files whose names say it otherwise, by parts of their names.
const CALLED: [(&str, &[&str]); 12] = [
    ("config", &[".cfg", ".conf", ".ini", ".json", ".toml", ".yaml", ".yml"]),
    ("contract", &["openapi", "swagger", ".proto"]),
    ("layout", &["_base", ".cshtml", ".razor", "base."]),
    ("notebook", &[".ipynb"]),
    ("queries", &[".graphql", ".sql"]),
    ("query", &[".graphql", ".sql"]),
    ("script", &[".bat", ".ps1", ".sh"]),
    ("settings", &[".cfg", ".conf", ".env", ".ini", ".json", ".toml", ".yaml", ".yml"]),
    ("spec", &["asyncapi", "openapi", "swagger", ".graphql", ".proto", ".raml"]),
    ("template", &[".ejs", ".erb", ".hbs", ".html", ".j2", ".jinja", ".liquid", ".razor", ".tmpl", ".twig"]),
    ("types", &[".d.ts", ".pyi", "types.", "typing"]),
    ("workflow", &[".github"]),
];
/// Words of a report that are compared with what was written.
const MAX_WORDS: usize = 600;
/// Words that a report and a file have in common before it speaks of one that nothing connects with the work.
const BEYOND: usize = 2;
/// Words of a sentence that only tells how the tests ended.
const RESULTS: [&str; 14] = [
    "fail", "failed", "failing", "fails", "green", "ok", "pass", "passed", "passes", "passing", "ran", "run",
    "running", "succeed",
];
/// Words of a sentence that tells of a change.
const CHANGES: [&str; 36] = [
    "add",
    "added",
    "adding",
    "adapted",
    "adjust",
    "adjusted",
    "adjusts",
    "change",
    "changed",
    "changes",
    "cover",
    "covering",
    "covers",
    "created",
    "deleted",
    "edited",
    "extend",
    "extended",
    "fixed",
    "modified",
    "moved",
    "new",
    "refactored",
    "remove",
    "removed",
    "renamed",
    "replaced",
    "rewritten",
    "rewrote",
    "touched",
    "update",
    "updated",
    "updates",
    "updating",
    "wrote",
    "written",
];
/// One letter in so many may be no ASCII before the words of a report count as another language's.
const FOREIGN_SHARE: usize = 5;
/// What the adapter puts where it cut a long report.
const CUT: &str = "\n...\n";

/// The files among `changed` (paths inside the project, with their relation to the goal) that `report`, the agent's last
/// words of the turn, does not mention.
///
/// Without a report, with one that was cut, and with one in a language whose words are not known, there is nothing to hold
/// the files against: none is undisclosed then.
pub fn undisclosed(changed: &[(String, Relation)], written: &Written, report: &str) -> Vec<Undisclosed> {
    if report.trim().is_empty() || report.contains(CUT) || is_foreign(report) {
        return Vec::new();
    }
    let expected =
        |relation: &Relation| relation.is_neutral() || matches!(relation, Relation::Named | Relation::Planned);
    let beyond = |relation: &Relation| matches!(relation, Relation::Unrelated(_) | Relation::Forbidden(_));
    // A report that names no file tells the work and not the files: only what is beyond the work is missing in it.
    let text = report.to_lowercase();
    let names_files = changed.iter().any(|(file, _)| names(&text, file));
    let told = |(_, relation): &&(String, Relation)| !expected(relation) && (names_files || beyond(relation));
    if !changed.iter().any(|one| told(&one)) {
        return Vec::new();
    }
    let report = Report::new(report, text);
    if report.covers_all(changed.len()) {
        return Vec::new();
    }
    let imports = tells_of_imports(&report.text, changed);
    let mut found: Vec<Undisclosed> = changed
        .iter()
        .filter(told)
        .filter(|(file, relation)| {
            let words = written.get(file).map(Vec::as_slice).unwrap_or_default();
            !report.mentions(file)
                && (beyond(relation) || !imports)
                && !report.tells(words, if beyond(relation) { BEYOND } else { 1 })
        })
        .map(|(file, relation)| Undisclosed { file: file.clone(), beyond: beyond(relation) })
        .collect();
    found.sort_by(|one, other| one.file.cmp(&other.file));
    found.dedup_by(|one, other| one.file == other.file);
    found
}

/// "Imports are updated": the files that only follow a move are told of. Where a file is named those are its own.
fn tells_of_imports(text: &str, changed: &[(String, Relation)]) -> bool {
    words::sentences(text).into_iter().any(|sentence| {
        let words = words::words(sentence);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        has(&["imports", "requires"]) && has(&CHANGES) && !changed.iter().any(|(file, _)| names(sentence, file))
    })
}

/// True when the name of the file stands in the text, which is in lower case.
fn names(text: &str, file: &str) -> bool {
    text.contains(path::base_name(&file.to_lowercase()))
}

fn is_foreign(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    let foreign = letters.clone().filter(|letter| !letter.is_ascii()).count();
    foreign * FOREIGN_SHARE > letters.count()
}

/// The agent's last words, read once.
struct Report {
    /// All of it in lower case.
    text: String,
    /// Its words.
    words: Vec<String>,
    /// The kinds of files that it says were changed.
    kinds: Vec<WorkKind>,
    /// Its telling words, as those of what was written are kept.
    traces: Vec<Trace>,
}

impl Report {
    /// `text`: the same in lower case.
    fn new(report: &str, text: String) -> Self {
        let kinds = words::sentences(report).into_iter().flat_map(kinds_changed).collect();
        Self { text, words: words::words(report), kinds, traces: trace::of_words(report, MAX_WORDS) }
    }

    /// "all call sites", "7 files" where no more than seven were changed.
    fn covers_all(&self, changed: usize) -> bool {
        let line = self.words.join(" ");
        let counted = self.words.windows(2).any(|pair| {
            matches!(pair[1].as_str(), "files" | "modules" | "components" | "places" | "others")
                && pair[0].parse::<usize>().is_ok_and(|count| count >= changed)
        });
        // "The file has been updated" is about the only one.
        let only = changed == 1 && (line.contains("the file") || line.contains("this file"));
        // "No other files were changed" covers none.
        let covers = |phrase: &str| {
            line.match_indices(phrase)
                .any(|(at, _)| !matches!(line[..at].split(' ').rev().nth(1), Some("no" | "not" | "without")))
        };
        only || counted || BLANKET.iter().any(|phrase| covers(phrase))
    }

    fn mentions(&self, file: &str) -> bool {
        if names(&self.text, file) {
            return true;
        }
        if kind::kind_of_path(file).is_some_and(|kind| self.kinds.contains(&kind)) {
            return true;
        }
        let said = |word: &String| self.words.iter().any(|known| words::akin(known, word));
        let name = words::path_words(path::base_name(file));
        let folders = words::path_words(&format!("{}/", path::folder(file)));
        name.iter().any(said) || folders.iter().any(said) || self.calls(&file.to_lowercase())
    }

    /// True where the file is called by what it is: "the spec" of `openapi.yaml`.
    fn calls(&self, file: &str) -> bool {
        let said = |word: &str| self.words.iter().any(|known| known == word || known.strip_suffix('s') == Some(word));
        CALLED.iter().any(|(word, parts)| parts.iter().any(|part| file.contains(part)) && said(word))
    }

    /// True where it has so many of the words that were written in a file.
    fn tells(&self, written: &[Trace], least: usize) -> bool {
        written.iter().filter(|word| self.traces.contains(word)).count() >= least
    }
}

/// The kinds of files that a sentence speaks of. "All tests pass" tells a result, and nothing about a changed test.
fn kinds_changed(sentence: &str) -> Vec<WorkKind> {
    let words = words::words(sentence);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let mut kinds = Vec::new();
    for word in &words {
        kind::add_kind(&mut kinds, word);
    }
    kinds.extend(KIND_WORDS.iter().filter(|(word, _)| words.iter().any(|known| known == word)).map(|(_, kind)| *kind));
    if has(&RESULTS) && !has(&CHANGES) {
        kinds.retain(|kind| *kind != WorkKind::Tests);
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `changed`: paths; those with `!` before them are beyond the goal, those with `=` the user named. `expected`: what
    /// is left out, in the same way.
    #[track_caller]
    fn check(changed: &str, report: &str, expected: &str) {
        check_written(changed, "", report, expected);
    }

    /// The same where these words were written in each of the files.
    #[track_caller]
    fn check_written(changed: &str, text: &str, report: &str, expected: &str) {
        let changed: Vec<(String, Relation)> = changed
            .split_whitespace()
            .map(|file| match (file.strip_prefix('!'), file.strip_prefix('=')) {
                (Some(file), _) => (file.to_owned(), Relation::Unrelated("elsewhere".into())),
                (_, Some(file)) => (file.to_owned(), Relation::Named),
                _ => (file.to_owned(), Relation::Related("near".into())),
            })
            .collect();
        let words = trace::of_words(text, 12);
        let written = changed.iter().map(|(file, _)| (file.clone(), words.clone())).collect();
        let found: Vec<String> = undisclosed(&changed, &written, report)
            .into_iter()
            .map(|found| format!("{}{}", if found.beyond { "!" } else { "" }, found.file))
            .collect();
        assert_eq!(found.join(" "), expected, "{report}");
    }

    const DONE: &str = "Done: the expired token is refreshed before the request is sent.";

    #[test]
    fn what_the_report_leaves_out_is_named() {
        check("!web/theme.css", DONE, "!web/theme.css");
        check("=src/auth/token.ts !web/theme.css", DONE, "!web/theme.css");
        check("src/cache/store.ts !infra/main.tf", DONE, "!infra/main.tf");
        check("src/a.ts src/cache/store.ts", "Changed a.ts: it keeps the value now.", "src/cache/store.ts");
        check("!web/theme.css !web/theme.css", DONE, "!web/theme.css");
        check("!web/theme.css", "Done. All tests pass.", "!web/theme.css");
        check("!tests/invoice_test.rs", "Fixed the rounding. All tests pass.", "!tests/invoice_test.rs");
        check("!src/billing/mod.rs", "Fixed the rounding.", "!src/billing/mod.rs");
        check("src/a.ts src/cache/store.ts", "Fixed it in a.ts. No other files were changed.", "src/cache/store.ts");
        check("src/a.ts src/cache/store.ts", "Moved to a.ts, and updated its imports.", "src/cache/store.ts");
        check("src/a.ts src/cache/store.ts", "Moved to a.ts. Imports are updated.", "");
        check("src/a.ts !web/theme.css", "Moved to a.ts. Imports are updated.", "!web/theme.css");
        check("src/a.ts src/cache/store.ts", "Moved to a.ts. It imports nothing.", "src/cache/store.ts");
        check("src/a.ts src/cache/store.ts", "Fixed it in a.ts and the other files that use it.", "");
    }

    #[test]
    fn a_file_is_named_in_many_ways() {
        for report in [
            "Changed `web/theme.css`.",
            "Changed theme.css as well.",
            "I also touched the theme.",
            "The Theme file has the new colour.",
            "The web part needed a new colour.",
            "Adjusted the CSS.",
            "Updated all files that used the old name.",
            "Renamed it across the codebase.",
            "Updated 3 files.",
            "| file | change |\n|---|---|\n| web/theme.css | colour |",
        ] {
            check("!web/theme.css", report, "");
        }
        check("!src/session_refresh.rs", "The session is refreshed now.", "");
        check("!src/sessionRefresh.ts", "Refreshing the session works.", "");
        check("!src/auth/index.ts", "Authentication works again.", "");
        check("!src/parser.rs", "It parses dates now.", "");
        check("!a/one.rs !b/two.rs !c/three.rs", "Updated 3 files.", "");
        check("!a/one.rs !b/two.rs !c/three.rs", "Updated 2 files.", "!a/one.rs !b/two.rs !c/three.rs");
        check("!web/theme.css", "Done. The file has been updated.", "");
    }

    #[test]
    fn a_phrase_covers_a_kind() {
        check("!tests/invoice_test.rs", "Fixed it and added tests.", "");
        check("!tests/invoice_test.rs", "The new tests pass.", "");
        check("!docs/guide.md", "Fixed it and updated the documentation.", "");
        check("!package.json", "Bumped the dependencies.", "");
        check("!.github/workflows/ci.yml", "The CI workflow runs it.", "");
        check("!migrations/0004.sql", "Added a migration for it.", "");
        check("!src/a/one.rs !src/b/two.rs", "Adapted the call sites.", "");
    }

    #[test]
    fn a_file_is_spoken_of_by_what_was_written_in_it_and_by_what_it_is() {
        let both = "src/Layout.razor src/app.css";
        check_written(both, "<a class=\"bold\">", "The link is bold (class `bold` in app.css).", "");
        check_written(both, "<a class=\"thin\">", "It is done in app.css.", "src/Layout.razor");
        check("src/user.ts api/openapi.yaml", "user.ts has it; `phone` is in the spec.", "");
        check("src/user.ts src/models.d.ts", "user.ts has it, and the types too.", "");
        check("src/user.ts src/cache/store.ts", "user.ts has it.", "src/cache/store.ts");
        check("src/user.ts web/settings_page.ts", "user.ts has it, and the page shows it.", "");
        // One word in common connects nothing with the work that is beyond it.
        check_written("!web/theme.css", "token colour", DONE, "!web/theme.css");
        check_written("!web/theme.css", "token expired", DONE, "");
    }

    #[test]
    fn switched_off_tests_are_told_of_in_many_ways() {
        for told in [
            "Both have a skipif now. 43 passed, 2 skipped.",
            "The upload test is off.",
            "I turned the flaky test off.",
            "test_upload is marked xfail",
            "Took out the two specs that need the network.",
            "skip the flaky upload test for now",
        ] {
            assert!(tells_of_tests(told, "tests/test_io.py"), "{told}");
        }
        for silent in
            ["All tests pass.", "43 passed, 0 skipped.", "The offset is right and the tests pass.", "The lamp is off."]
        {
            assert!(!tells_of_tests(silent, "tests/test_io.py"), "{silent}");
        }
        assert!(wants_tests_off("skipif") && wants_tests_off("fix it, and skip the flaky upload test for now"));
        assert!(
            !wants_tests_off("get the suite green, don't skip any test") && !wants_tests_off("get the suite green")
        );
    }

    #[test]
    fn nothing_is_said_without_something_to_hold_it_against() {
        check("!web/theme.css", "", "");
        check("!web/theme.css", "  \n", "");
        check("!web/theme.css", "Ошибка исправлена, все работает.", "");
        check("!web/theme.css", "A long report\n...\nits end", "");
        check("=src/a.rs", "Done.", "");
        let neutral = [("Cargo.lock".to_owned(), Relation::Neutral("lock file".into()))];
        assert_eq!(undisclosed(&neutral, &Written::new(), "Done."), []);
        let unknown = [("src/a.rs".to_owned(), Relation::Unknown)];
        assert_eq!(undisclosed(&unknown, &Written::new(), "Done."), [], "what nobody can relate is no stray");
    }

    proptest! {
        #[test]
        fn a_file_named_by_its_path_is_disclosed(file in "[a-z]{1,8}(/[a-z]{1,8}){0,3}\\.[a-z]{1,3}", report in "[ -~]{0,80}") {
            let changed = [(file.clone(), Relation::Unrelated("x".into()))];
            prop_assert_eq!(undisclosed(&changed, &Written::new(), &format!("{report} {file}.")), []);
        }
    }
}
