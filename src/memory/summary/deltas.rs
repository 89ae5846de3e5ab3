//! What a turn on record says about files, commands and branches, in short plain sentences.
//!
//! Only what the record proves: how a run of a check ended, which files changed before it broke or was mended, what was committed
//! and what was refused. Numbers of a run are left out: they change with every run and say little a week later.

use super::state::{Delta, EntityKey, EntityKind, NewFact, Polarity};
use crate::domain::{Entry, FileVerb, Ledger, OutcomeStatus, Run, RunResult};
use crate::text::clip;
use crate::text::path::is_absolute;
use crate::text::shell;
use std::collections::BTreeMap;

/// Things of one turn that are taken up: a turn that touches more is a sweep, and says little about each.
const MAX_ENTITIES: usize = 48;
/// Files between a failure and a success (or the reverse) up to which one of them may be the reason.
const MAX_CAUSES: usize = 3;
/// Characters of a command's name.
const MAX_NAME: usize = 120;

/// What the present turn of a record says, thing by thing, in the order of their names. What came before the turn is looked at for
/// how runs ended then. Vectors are left to whoever has an encoder.
pub fn deltas(ledger: &Ledger) -> Vec<Delta> {
    let mut reading = Reading::default();
    for (place, entry) in ledger.entries.iter().enumerate() {
        reading.read(entry, place >= ledger.turn);
    }
    let episode = ledger.of_turn().iter().map(|entry| entry.at).filter(|at| *at > 0).max();
    reading
        .told
        .into_iter()
        .take(MAX_ENTITIES)
        .map(|(entity, new)| Delta { new, ..Delta::bare(entity, episode) })
        .collect()
}

/// True where the present turn ran a check whose end is known: what came before it counts then, too.
pub fn looks_back(ledger: &Ledger) -> bool {
    ledger.of_turn().iter().filter_map(|entry| entry.run.as_ref()).any(|run| check_result(run).is_some())
}

/// How a run of a check ended; `None` for other runs and where nobody can tell.
fn check_result(run: &Run) -> Option<RunResult> {
    Some(run.result()).filter(|result| !run.kinds.is_empty() && *result != RunResult::Unknown)
}

#[derive(Default)]
struct Reading {
    told: BTreeMap<EntityKey, Vec<NewFact>>,
    /// How each command ended last, and the files that changed since.
    ended: BTreeMap<String, Ended>,
}

struct Ended {
    result: RunResult,
    changed: Vec<String>,
    /// True when something may have changed that is not on record.
    more: bool,
}

impl Reading {
    fn read(&mut self, entry: &Entry, present: bool) {
        let changed: Vec<_> = entry.files.iter().filter(|effect| effect.verb.modifies()).collect();
        for ended in self.ended.values_mut() {
            ended.more |= entry.opaque || entry.delegated;
            for effect in &changed {
                if !ended.changed.contains(&effect.path) {
                    ended.changed.push(effect.path.clone());
                }
            }
        }
        if present {
            for effect in changed.iter().filter(|effect| is_of_project(&effect.path)) {
                let (words, polarity) = match effect.verb {
                    FileVerb::Delete => ("was removed", Polarity::Negative),
                    FileVerb::Restore => ("was put back to an earlier state", Polarity::Negative),
                    FileVerb::Edit | FileVerb::Write | FileVerb::CheckOut | FileVerb::Read => {
                        ("was changed", Polarity::Positive)
                    }
                };
                let fact = NewFact::answer("state", format!("{} {words}.", effect.path), polarity);
                self.tell(EntityKind::File, &effect.path, fact);
            }
        }
        if let Some(run) = &entry.run {
            self.run(run, present);
        }
    }

    fn run(&mut self, run: &Run, present: bool) {
        if run.status == OutcomeStatus::Refused {
            if let Some(name) = command_name(run).filter(|_| present) {
                let fact = NewFact::answer("allowed", format!("`{name}` was refused."), Polarity::Negative);
                self.tell(EntityKind::Command, &name, fact);
            }
            return;
        }
        if let Some(commit) = run.commit.as_ref().filter(|commit| present && !commit.branch.is_empty()) {
            let subject = if commit.subject.is_empty() { commit.hash.as_str() } else { commit.subject.as_str() };
            let fact = NewFact::beside(format!("Committed \"{}\".", subject.trim_end_matches('.')));
            self.tell(EntityKind::Topic, &format!("branch {}", commit.branch), fact);
        }
        let Some(result) = check_result(run) else { return };
        let Some(name) = command_name(run) else { return };
        let passed = result == RunResult::Passed;
        let before = self.ended.insert(name.clone(), Ended { result, changed: Vec::new(), more: false });
        if !present {
            return;
        }
        let (word, polarity) = if passed { ("passes", Polarity::Positive) } else { ("fails", Polarity::Negative) };
        self.tell(EntityKind::Command, &name, NewFact::answer("result", format!("`{name}` {word}."), polarity));
        let Some(before) = before.filter(|before| before.result != result && !before.more) else { return };
        let causes: Vec<&String> = before.changed.iter().filter(|file| is_of_project(file)).collect();
        if causes.is_empty() || before.changed.len() > MAX_CAUSES {
            return;
        }
        for file in &causes {
            let words = if passed { "passed again" } else { "failed" };
            let text = format!("`{name}` {words} after {file} was changed.");
            self.tell(EntityKind::File, file, NewFact::answer(&format!("effect on {name}"), text, polarity));
        }
        let files = causes.iter().map(|file| file.as_str()).collect::<Vec<_>>().join(", ");
        let words = if passed { "It was mended by changing" } else { "It broke after a change of" };
        self.tell(EntityKind::Command, &name, NewFact::beside(format!("{words} {files}.")));
    }

    fn tell(&mut self, kind: EntityKind, name: &str, fact: NewFact) {
        let facts = self.told.entry(EntityKey { kind, name: name.to_owned() }).or_default();
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
}

/// True for a path inside the project.
fn is_of_project(path: &str) -> bool {
    !path.is_empty() && !is_absolute(path) && !path.starts_with('~')
}

/// A command without what stands around it; a refused one by its first line. None for an empty one.
fn command_name(run: &Run) -> Option<String> {
    let commands: Vec<Vec<String>> = run.parts.iter().map(|part| shell::bare_words(part)).collect();
    let words = if commands.is_empty() { run.command.clone() } else { shell::gist_of(&commands).words };
    let name = clip::head(words.lines().next().unwrap_or_default().trim(), MAX_NAME).replace('`', "'");
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Commit, FileEffect, RunKind, RunKinds};

    fn change(verb: FileVerb, path: &str) -> Entry {
        Entry { at: 5, files: vec![FileEffect { verb, path: path.into() }], ..Entry::default() }
    }

    fn run(command: &str, status: OutcomeStatus) -> Entry {
        let parts: Vec<String> = command.split(" && ").map(str::to_owned).collect();
        let kinds = if command.contains("test") { RunKinds::of(RunKind::Test) } else { RunKinds::default() };
        let run = Run { command: command.into(), parts, kinds, status, ..Run::default() };
        Entry { at: 7, run: Some(run), ..Entry::default() }
    }

    #[track_caller]
    fn check(entries: Vec<Entry>, turn: usize, expected: &[&str]) {
        let ledger = Ledger { entries, turn, whole: true };
        let told = deltas(&ledger);
        // Without a check in it the turn alone says as much.
        let alone = Ledger { entries: ledger.of_turn().to_vec(), turn: 0, whole: false };
        assert!(looks_back(&ledger) || deltas(&alone) == told);
        let lines = told.iter().flat_map(|delta| {
            delta.new.iter().map(|fact| format!("{}: {}", delta.entity.name, fact.text)).collect::<Vec<_>>()
        });
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_mended_a_check_is_told_of_both() {
        use OutcomeStatus::{Error, Ok};
        let entries = || {
            let mended = change(FileVerb::Edit, "src/a.rs");
            vec![run("cd x && cargo test", Error), mended, run("cargo test", Ok), run("ls", Ok)]
        };
        let expected = [
            "src/a.rs: src/a.rs was changed.",
            "src/a.rs: `cargo test` passed again after src/a.rs was changed.",
            "cargo test: `cargo test` fails.",
            "cargo test: `cargo test` passes.",
            "cargo test: It was mended by changing src/a.rs.",
        ];
        check(entries(), 0, &expected);
        // The failure was told by the turn before.
        check(entries(), 1, &[expected[0], expected[1], expected[3], expected[4]]);
        check(entries(), 4, &[]);
        let mut unseen = entries();
        unseen[1].opaque = true;
        check(unseen, 1, &[expected[0], expected[3]]);
    }

    #[test]
    fn sweeps_and_what_lies_outside_are_no_reasons() {
        use OutcomeStatus::{Error, Ok};
        let mut entries = vec![run("npm test", Ok)];
        entries.extend((0..4).map(|file| change(FileVerb::Edit, &format!("f{file}.js"))));
        entries.push(run("npm test", Error));
        let told = deltas(&Ledger { entries, turn: 5, whole: true });
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].new, [NewFact::answer("result", "`npm test` fails.".into(), Polarity::Negative)]);
        assert_eq!(told[0].episode, Some(7));
        let outside = vec![run("npm test", Ok), change(FileVerb::Edit, "/etc/hosts"), run("npm test", Error)];
        check(outside, 0, &["npm test: `npm test` passes.", "npm test: `npm test` fails."]);
    }

    #[test]
    fn removals_refusals_and_commits_are_told() {
        let mut committed = run("git commit -m x", OutcomeStatus::Ok);
        if let Some(run) = &mut committed.run {
            run.commit =
                Some(Commit { hash: "1a2b3c4".into(), branch: "main".into(), subject: "Fix the lexer.".into() });
        }
        let entries = vec![
            change(FileVerb::Delete, "old.rs"),
            change(FileVerb::Restore, "kept.rs"),
            change(FileVerb::Read, "seen.rs"),
            run("rm -rf build", OutcomeStatus::Refused),
            committed,
        ];
        check(
            entries,
            0,
            &[
                "kept.rs: kept.rs was put back to an earlier state.",
                "old.rs: old.rs was removed.",
                "rm -rf build: `rm -rf build` was refused.",
                "branch main: Committed \"Fix the lexer\".",
            ],
        );
    }
}
