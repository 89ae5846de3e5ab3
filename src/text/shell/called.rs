//! Whether a command does what people forbid in words for which no command has that very name: "don't trigger any workflow runs".
//!
//! Owns which commands only look, and where in a command a deed must stand. The words are compared in [`crate::text::called`].

use super::arguments::is_listed;
use super::command::plain_name;
use super::kind::is_of_kind;
use super::looks::looks;
use super::meant::is_meant_by;
use super::table::{IN_PLACE, changes_operands};
use super::table_interpreters::{only_checks, runs_a_file};
use super::telling::does_nothing;
use crate::domain::{CallKind, Called, WorkKind};
use crate::text::called::{is_called, stands_for};
use crate::text::kind::kind_of_word;
use crate::text::words::words;

/// Deeds that any command does to what it is given: "don't create any tags" is said of `git tag`.
#[rustfmt::skip]
const RUNNING: [&str; 12] = [
    "add", "call", "create", "execute", "invoke", "launch", "make", "open", "run", "start", "trigger", "use",
];

/// Those of them by which a script is run and nothing else.
const RUN_ALONE: [&str; 7] = ["call", "execute", "invoke", "launch", "run", "start", "trigger"];

/// Programs that do something with a script and run it not.
const HANDLING: [&str; 12] =
    ["chgrp", "chmod", "chown", "cp", "dos2unix", "install", "ln", "mv", "rm", "rsync", "shfmt", "touch"];

/// Modules of Python that check a script or compile it.
const CHECKING: [&str; 4] = ["compileall", "py_compile", "pyflakes", "tabnanny"];

/// Subcommands that change the files they are given.
const REWRITING: [&str; 5] = ["edit", "fix", "format", "mv", "rm"];

/// Words at most of a command that are looked at: behind them stand messages and lists of files.
const MAX_WORDS: usize = 40;

/// Words of a command at most among which a deed without a name stands: `make apply`, `npm run format`.
const MAX_DEED: usize = 4;

/// True where a simple command, as [`super::Reading::commands`] lists them, does what the words forbid.
pub fn does_called(command: &[String], called: &Called) -> bool {
    if command.is_empty() {
        return false;
    }
    if called.program {
        return called.names.iter().any(|name| runs(command, &name.join(" ")));
    }
    if called.deeds.is_empty() {
        return rewrites(command) && command[1..].iter().any(|word| is_place_called(word, called));
    }
    // A run of tests is meant by who forbids to run them; of tests that are not to be written files tell.
    let of_tests = || called.names.iter().flatten().any(|word| kind_of_word(word) == Some(WorkKind::Tests));
    let tests_meant = || of_tests() && called.deeds.iter().any(|deed| deed == "run");
    // "Don't run make" means `make test` too.
    let by_name = || called.names.iter().any(|name| matches!(&name[..], [one] if one == plain_name(&command[0])));
    let only_run = called.deeds.iter().all(|deed| RUN_ALONE.contains(&deed.as_str()));
    if only_run && only_handles(command) && !by_name() {
        return false;
    }
    if looks(command) || is_of_kind(command, CallKind::Test) && !tests_meant() && !by_name() {
        return false;
    }
    // What a message says is not done.
    let message =
        command.iter().position(|word| matches!(word.as_str(), "--message" | "-am" | "-m") && command[0] == "git");
    let command = &command[..message.unwrap_or(command.len())];
    let said: Vec<String> = command.iter().take(MAX_WORDS).flat_map(|word| words(word)).collect();
    // `py_compile churn/train.py` does something to what `python churn/train.py` runs.
    let is_script =
        |at: usize, word: &str| at == 0 || !word.contains(['/', '.']) || runs_a_file(plain_name(&command[0]));
    let plain = command.iter().enumerate().filter(|(at, word)| !word.starts_with('-') && is_script(*at, word));
    let plain = plain.map(|(_, word)| word).take(MAX_DEED);
    let first: Vec<String> = plain.flat_map(|word| words(word)).take(2 * MAX_DEED).collect();
    let runs = called.deeds.iter().any(|deed| RUNNING.contains(&deed.as_str()));
    let does = |among: &[String]| called.deeds.iter().any(|deed| among.iter().any(|word| stands_for(deed, word)));
    if called.names.is_empty() {
        return does(&first);
    }
    // `git add fastlane` runs no fastlane.
    let by_git = runs && plain_name(&command[0]) == "git";
    let among = if by_git { words(command.get(1).map_or("", String::as_str)) } else { said };
    let named = |name: &Vec<String>| command.iter().any(|word| is_called(name, &among, word));
    (runs || does(&among)) && called.names.iter().any(named)
}

/// True for a command that runs nothing of what it is given: `chmod +x deploy.sh`, `sh -n deploy.sh`, `python -m py_compile train.py`.
fn only_handles(command: &[String]) -> bool {
    let (program, behind) = (plain_name(&command[0]), &command[1..]);
    let module = || behind.iter().position(|word| word == "-m").and_then(|at| behind.get(at + 1));
    HANDLING.contains(&program)
        || only_checks(program, behind)
        || runs_a_file(program) && module().is_some_and(|module| CHECKING.contains(&module.as_str()))
        || CHECKING.contains(&program)
}

/// True for a command that changes the files it is given, though nobody may be able to name them: `sed -i`, a formatter.
fn rewrites(command: &[String]) -> bool {
    let program = plain_name(&command[0]);
    let flagged = |word: &String| is_listed(IN_PLACE, word) || word == "-delete";
    let verb = || command.iter().skip(1).take(3).any(|word| REWRITING.contains(&word.as_str()));
    // `git checkout other -- src/a`; without another branch it takes a change back.
    let fetched = || {
        let sides = command.iter().position(|word| word == "--");
        let other = sides.is_some_and(|at| at > 2 && command[2] != "HEAD");
        program == "git" && command.get(1).is_some_and(|verb| verb == "checkout") && other
    };
    !does_nothing(command)
        && (changes_operands(program, &command[1..]) || command.iter().any(flagged) || verb() || fetched())
}

/// True for a command that is what `words` say, also behind what runs it: `pnpm exec prettier`, `bundle exec rubocop`.
fn runs(command: &[String], words: &str) -> bool {
    let handed = HANDS_ON.contains(&plain_name(&command[0]));
    let leads = |word: &String| word.starts_with('-') || TO_RUN.contains(&word.as_str());
    let behind = command[1..].iter().take_while(|word| leads(word)).count() + 1;
    is_meant_by(command, words) || handed && is_meant_by(&command[behind.min(command.len())..], words)
}

/// Programs that run another one of the project's, and the words between.
const HANDS_ON: [&str; 10] = ["bun", "bundle", "bunx", "hatch", "npm", "npx", "pdm", "pnpm", "poetry", "yarn"];
const TO_RUN: [&str; 5] = ["dlx", "exec", "run", "tool", "x"];

/// True for a word that looks like a path and answers one of the names.
fn is_place_called(word: &str, called: &Called) -> bool {
    word.contains(['/', '.']) && called.names.iter().any(|name| is_called(name, &words(word), word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;

    #[test]
    fn a_program_that_is_not_to_run_tests_nothing_either() {
        let run = |name: &str| Called { deeds: vec!["run".to_owned()], names: vec![words(name)], ..Called::default() };
        let does = |command: &str, called: &Called| does_called(&bare_words(command), called);
        assert!(does("make test", &run("make")) && does("npm test", &run("npm")));
        assert!(!does("make test", &run("seeds")) && !does("make --version", &run("make")));
    }

    #[test]
    fn a_script_that_is_not_to_run_may_be_handled() {
        let run = |name: &str| Called { deeds: vec!["run".to_owned()], names: vec![words(name)], ..Called::default() };
        let does = |command: &str, name: &str| does_called(&bare_words(command), &run(name));
        for command in ["sh scripts/deploy.sh", "./scripts/deploy.sh --now", "bash -x scripts/deploy.sh -n"] {
            assert!(does(command, "scripts/deploy.sh"), "{command}");
        }
        for command in [
            "chmod +x scripts/deploy.sh",
            "sh -n scripts/deploy.sh",
            "bash -n ./scripts/deploy.sh",
            "cp scripts/deploy.sh scripts/release.sh",
            "shellcheck scripts/deploy.sh",
            "shfmt -w scripts/deploy.sh",
            "git add scripts/deploy.sh",
        ] {
            assert!(!does(command, "scripts/deploy.sh"), "{command}");
        }
        assert!(does("python3 tools/clean.py --yes", "tools/clean.py"));
        assert!(!does("python3 -m py_compile tools/clean.py", "tools/clean.py"));
        assert!(does("rsync -a out/ host:/srv", "rsync"));
    }

    #[test]
    fn a_command_that_rewrites_is_known_by_the_places_it_is_given() {
        let called = Called { names: vec![words("docs")], ..Called::default() };
        let does = |command: &str| does_called(&bare_words(command), &called);
        for command in [
            "sed -i s/a/b/ docs/api/*.md",
            "npx prettier --write docs/",
            "git checkout other -- docs/a.md",
            "rm docs/*.md",
            "perl -pi -e s/a/b/ docs/a.md",
            "yapf -i docs/conf.py",
        ] {
            assert!(does(command), "{command}");
        }
        for command in [
            "grep -i token docs/api.md",
            "git checkout -- docs/a.md",
            "cat docs/a.md",
            "gofmt -l docs/a.go",
            "ssh -i docs/key host",
            "git log docs/",
        ] {
            assert!(!does(command), "{command}");
        }
    }

    #[test]
    fn a_command_answers_its_deed_and_its_name() {
        let does = |deed: &str, name: &str, command: &str| {
            let names = if name.is_empty() { Vec::new() } else { vec![words(name)] };
            let called = Called { deeds: vec![deed.to_owned()], names, ..Called::default() };
            does_called(&bare_words(command), &called)
        };
        for (deed, name, command) in [
            ("trigger", "workflow", "gh workflow trigger nightly.yml"),
            ("regenerate", "baseline", "nox -s regen_baseline"),
            ("upgrade", "django", "pip install -U django"),
            ("run", "playbook", "ansible-playbook -i hosts site.yml"),
            ("run", "flutter pub upgrade", "flutter pub upgrade --major-versions"),
            ("format", "", "terraform fmt -recursive"),
            ("format", "", "npx prettier --write src"),
            ("rename", "files", "git mv files/a.go files/b.go"),
        ] {
            assert!(does(deed, name, command), "{command}");
        }
        for (deed, name, command) in [
            ("run", "playbook", "grep -r playbook ."),
            ("upgrade", "django", "pip show django"),
            ("upgrade", "django", "python -m django test"),
            ("format", "", "terraform fmt -check"),
            ("format", "", "git commit -m format"),
            ("apply", "", "terraform plan apply"),
        ] {
            assert!(!does(deed, name, command), "{command}");
        }
    }
}
