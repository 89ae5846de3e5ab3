//! Whether a line is a command as people type it into a terminal: "pytest -q", "ok, cargo update then", "run helm upgrade".
//!
//! Owns the telling apart of such a line from a sentence about the command: "pytest is slow", "document how to run helm upgrade". Who
//! types what was forbidden, or what changes the forbidden file, asks for it.

use crate::domain::{CallKind, Pattern};
use crate::goal::freeing::verb::{is_any_refused, leads};
use crate::goal::line::Line;
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::{is_all_right, is_prelude, lets, obliges};
use crate::goal::reading::Reading;
use crate::text::pattern::covers;
use crate::text::shell::{self, is_of_kind};
use crate::text::words::is_telling;

/// Words at most of a command that people type instead of a sentence.
const MAX_TYPED: usize = 12;

/// Words of a line in which a command is looked for.
const MAX_LINE: usize = 40;

/// Lines of a prompt in which commands are looked for.
const MAX_LINES: usize = 32;

/// Words at most by which a command is known; what stands behind them it is run on.
const MAX_NAME: usize = 6;

/// A command as it stands in a line.
pub(super) struct Typed {
    reading: shell::Reading,
    /// "Run" stands before it: whatever stands behind it is said of the run.
    ordered: bool,
}

impl Typed {
    /// The commands that a prompt types. They are read once, and of a long text only as many lines as somebody types.
    pub(super) fn all(reading: &Reading<'_, '_>) -> Vec<Self> {
        reading.typed().take(MAX_LINES).flat_map(typed).collect()
    }

    /// True for a command of the kind.
    pub(super) fn does(&self, kind: CallKind) -> bool {
        self.reading.commands.iter().any(|command| {
            let known = |length: &usize| is_of_kind(&command[..*length], kind);
            let name = (1..=command.len().min(MAX_NAME)).find(known);
            is_of_kind(command, kind) && name.is_some_and(|name| self.ordered || takes(command, name))
        })
    }

    /// True for a command that changes this very file: "cargo update" for Cargo.lock.
    pub(super) fn changes(&self, place: &Pattern) -> bool {
        let on_files = || self.reading.commands.iter().all(|command| takes(command, 2.min(command.len())));
        let mut changed = self.reading.modifications();
        !matches!(place, Pattern::Folder(_))
            && (self.ordered || on_files())
            && changed.any(|effect| covers(place, &effect.path))
    }
}

/// The name of a command that the user has made for the agent: "/commit", "/run-tests".
pub(super) fn slashed<'l>(line: &'l Line<'_>) -> Option<&'l str> {
    let name = line.sentence.text.trim_start().strip_prefix('/')?.split_whitespace().next()?;
    let plain = name.chars().all(|sign| sign.is_ascii_alphanumeric() || "-_:".contains(sign));
    (plain && !line.forbids()).then_some(name)
}

/// The commands that a line types.
fn typed(line: &Line<'_>) -> Vec<Typed> {
    let sentence = &line.sentence;
    if let Some(name) = slashed(line) {
        // Its name is read as that of a task.
        let words = vec!["make".to_owned(), name.to_owned()];
        let commands = vec![shell::SimpleCommand { words, folder: None }];
        return vec![Typed { reading: shell::Reading { commands, ..shell::Reading::default() }, ordered: true }];
    }
    if sentence.mood == Mood::Question || line.forbids() || is_any_refused(sentence) {
        return Vec::new();
    }
    (0..sentence.tokens.len().min(MAX_LINE)).filter_map(|at| begins(sentence, at)).collect()
}

/// The command that begins at `at`, where one may begin there.
fn begins(sentence: &Sentence<'_>, at: usize) -> Option<Typed> {
    let ordered = is_running(sentence.back(at, 1)) && is_ordered(sentence, at - 1);
    let opens = sentence.head(at) != Head::Inside && !is_prelude(sentence.word(at));
    if !ordered && !opens {
        return None;
    }
    let count = sentence.tokens.len();
    let shut = |end: &usize| sentence.is_parted(*end) || closing::leads_on(sentence.word(*end));
    let end = (at + 1..count).find(shut).unwrap_or(count);
    // "npm test -- --watch=false".
    let flags = || sentence.text[sentence.tokens[end - 1].end..].trim_start().starts_with("-- -");
    let goes_on = end < count && sentence.word(end) != "and" && !closes_a_command(sentence.word(end)) && !flags();
    if goes_on && !ordered {
        return None;
    }
    let last = (at..end).rev().find(|last| !closes_a_command(sentence.word(*last)))?;
    let text = sentence.text.get(sentence.tokens[at].start..sentence.tokens[last].end)?;
    // "Also scripts/deploy.sh" names the file.
    let named = at == last && text.contains('/') && !text.starts_with("./") && !ordered;
    if named || text.split_whitespace().count() > MAX_TYPED {
        return None;
    }
    Some(Typed { reading: shell::read(text), ordered })
}

/// True where "run" at `at` is said to the agent: "run pytest", "you can run it"; not "the script that runs it", "how to run it".
fn is_ordered(sentence: &Sentence<'_>, at: usize) -> bool {
    let (before, who) = (sentence.back(at, 1), sentence.back(at, 2));
    let told = is_all_right(who) || matches!(who, "free" | "need" | "needs" | "time" | "want" | "you");
    let may = (lets(before) || obliges(before) || before == "could") && matches!(who, "we" | "you");
    before == "to" && told || may || before != "to" && sentence.head(at) != Head::Inside && leads(sentence, at)
}

fn is_running(word: &str) -> bool {
    matches!(word, "execute" | "rerun" | "run" | "try")
}

/// Words that close a typed command and are none of it.
fn closes_a_command(word: &str) -> bool {
    closing::is_courtesy(word) || closing::is_of_the_moment(word) || matches!(word, "bitte" | "first" | "then" | "too")
}

/// True where behind its name a command has nothing but flags and what it is run on: "pytest tests/a.py -q". "Pytest is slow" tells.
fn takes(command: &[String], name: usize) -> bool {
    let on = |word: &String| {
        word.starts_with('-')
            || matches!(word.as_str(), "run" | "watch")
            || word.contains(|sign: char| "/.=:@*_".contains(sign))
    };
    let behind = &command[name..];
    let last = behind.iter().rposition(on).map_or(0, |last| last + 1);
    // "Helm upgrade api deploy/helm".
    behind[..last].iter().all(|word| on(word) || is_telling(word)) && behind.len() == last
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn who_types_the_command_asks_for_it() {
        for (limit, prompt) in [
            ("don't run the tests", "pytest"),
            ("don't run the tests", "npm test"),
            ("don't run the tests", "cargo test"),
            ("don't run the tests", "ok, pytest -q tests/auth then"),
            ("don't run the tests", "run pytest"),
            ("don't run the tests", "npx vitest run"),
            ("don't run the tests", "npm test -- --watch=false"),
            ("don't run the tests", "ok run pytest now and tell me what fails"),
            ("don't run the tests", "looks good, go test ./..."),
            ("don't run the tests", "you can run cargo test again"),
            ("don't run the tests", "feel free to run npx vitest run"),
            ("don't run the migrations", "python manage.py migrate"),
            ("don't run the migrations", "npm run db:migrate"),
            ("don't run the migrations", "now run npx prisma migrate dev"),
            ("don't deploy", "terraform apply"),
            ("don't deploy", "run terraform apply"),
            ("don't deploy", "helm upgrade"),
            ("don't deploy", "run helm upgrade"),
            ("don't deploy", "helm upgrade api deploy/helm"),
            ("don't deploy", "./scripts/deploy.sh"),
            ("don't deploy", "/deploy"),
            ("don't run the tests", "/run-tests"),
            ("don't commit", "/commit"),
            ("don't push", "/push"),
            ("Cargo.lock must stay as it is", "ok, cargo update then"),
            ("Cargo.lock must stay as it is", "run cargo update -p syn"),
            ("don't touch package-lock.json", "npm install"),
        ] {
            assert_eq!(limits_left(limit, prompt), "", "{limit} | {prompt}");
        }
    }

    #[test]
    fn a_sentence_about_the_command_asks_for_nothing() {
        for (limit, prompt) in [
            ("don't run the tests", "pytest is slow because of the db"),
            ("don't run the tests", "pytest config"),
            ("don't run the tests", "vitest run fails"),
            ("don't run the tests", "npm test - it fails"),
            ("don't run the tests", "pytest?"),
            ("don't run the tests", "npm test fails on my machine"),
            ("don't run the tests", "why does pytest hang?"),
            ("don't run the tests", "add a pytest fixture for the export"),
            ("don't run the tests", "I ran pytest myself"),
            ("don't run the tests", "no pytest please"),
            ("don't run the tests", "still don't run pytest"),
            ("don't run the tests", "pytest --collect-only"),
            ("don't run the migrations", "python manage.py makemigrations"),
            ("don't deploy", "terraform apply fails with a lock error"),
            ("don't deploy", "document how to run helm upgrade"),
            ("don't deploy", "make the script run terraform apply with -lock"),
            ("don't deploy", "what does terraform apply do?"),
            ("don't deploy", "I'll run helm upgrade later"),
            ("don't deploy", "run terraform plan"),
            ("don't deploy", "/deploy/helm needs a limit"),
            ("don't run the tests", "/test-plan"),
            ("don't commit", "/review"),
            ("don't deploy", "also scripts/deploy.sh"),
            ("don't deploy", "scripts/deploy.sh, line 3 is wrong"),
            ("Cargo.lock must stay as it is", "cargo update broke it last time"),
            ("Cargo.lock must stay as it is", "cargo build"),
            ("Cargo.lock must stay as it is", "cargo update --dry-run"),
            ("don't touch package-lock.json", "npm install is slow"),
        ] {
            assert!(limits_left(limit, prompt).starts_with('d'), "{limit} | {prompt}: {}", limits_left(limit, prompt));
        }
    }
}
