//! Scripts and tasks that a command runs: a shell script, a rule of a Makefile, a recipe of a justfile, a script of package.json.
//!
//! Owns how each is called, where its text stands and which part of the text runs. Nothing is read from a disk and nothing is judged.

mod package;
mod rules;

use super::path;
use super::shell::{is_shell as is_shell_program, plain_name, script_file};

/// Endings of shell scripts.
const SHELL_ENDINGS: [&str; 5] = ["bash", "command", "ksh", "sh", "zsh"];

/// A script or task that a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The folder in which it runs, as seen from where the command runs; "" for that place.
    pub folder: String,
    /// Where its text stands: in the first of these files that is there, as seen from that folder.
    pub files: Vec<String>,
    part: Part,
}

/// Which part of the text runs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// All of a shell script.
    Shell,
    /// All of a script of another language.
    Foreign,
    /// All of a script that says itself what it is written in.
    Program,
    /// Rules of a Makefile; none stands for the first.
    Rules(Vec<String>),
    /// Recipes of a justfile; none stands for the first.
    Recipes(Vec<String>),
    /// Scripts of package.json, and what is added to the one that was asked for.
    Scripts {
        /// Their names; the last but one of three is the one that was asked for.
        names: Vec<String>,
        /// What stands behind it on the command line.
        arguments: Vec<String>,
    },
}

/// What runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// Shell scripts, one after the other, each in a shell of its own.
    Shell(Vec<String>),
    /// A script of another language.
    Foreign(String),
}

/// Flags with which a script only tells what it is or what it would do.
#[rustfmt::skip]
const TELLING: [&str; 12] = [
    "--check", "--dry", "--dry-run", "--dryrun", "--help", "--list", "--no-push", "--show", "--version", "--what-if", "-h", "-n",
];

/// The script or task that a simple command runs. None where it is only asked what it would do.
pub fn called(words: &[String]) -> Option<Called> {
    let (program, operands) = words.split_first()?;
    let name = plain_name(program);
    if operands.iter().any(|word| TELLING.contains(&word.split('=').next().unwrap_or(word))) {
        return None;
    }
    if matches!(name, "bun" | "npm" | "pnpm" | "yarn") {
        let (folder, names, arguments) = package::called(name, operands)?;
        let part = Part::Scripts { names, arguments };
        return Some(Called { folder, files: vec!["package.json".to_owned()], part });
    }
    match name {
        "npm-run-all" | "run-p" | "run-s" => {
            let part = Part::Scripts { names: package::several(operands), arguments: Vec::new() };
            Some(Called::at("package.json", part))
        }
        "make" | "gmake" => make(operands),
        "just" => just(operands),
        _ if let Some(file) = script_file(name, operands) => {
            let shell = matches!(name, "." | "source") || is_shell_program(name);
            Some(Called::at(&file, if shell { Part::Shell } else { Part::Foreign }))
        }
        _ if program.contains('/') => Some(Called::at(program, Part::Program)),
        _ => None,
    }
}

impl Called {
    fn at(file: &str, part: Part) -> Self {
        Self { folder: String::new(), files: vec![file.to_owned()], part }
    }

    /// The text with that of the files that it takes in; `read` gives the text of one of those.
    pub fn whole(&self, text: String, read: &mut dyn FnMut(&str) -> Option<String>) -> String {
        match self.part {
            Part::Rules(_) if text.contains("include") => rules::with_included(&text, read),
            _ => text,
        }
    }

    /// What runs of `text`, which stands in `file`; `None` where it has no such part.
    pub fn script(&self, file: &str, text: &str) -> Option<Script> {
        let whole = || text.to_owned();
        match &self.part {
            Part::Shell => Some(Script::Shell(vec![whole()])),
            Part::Program if is_shell(file, text) => Some(Script::Shell(vec![whole()])),
            Part::Foreign | Part::Program => Some(Script::Foreign(whole())),
            Part::Rules(targets) => rules::of_make(text, targets).map(Script::Shell),
            Part::Recipes(names) => rules::of_just(text, names).map(Script::Shell),
            Part::Scripts { names, arguments } => package::scripts(text, names, arguments).map(Script::Shell),
        }
    }
}

/// `make -C web deploy ENV=prod`.
fn make(operands: &[String]) -> Option<Called> {
    let (mut folder, mut file, mut targets) = (String::new(), None, Vec::new());
    let mut words = operands.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-C" | "--directory" => folder.clone_from(words.next()?),
            "-f" | "--file" | "--makefile" => file = Some(words.next()?.clone()),
            // It only tells what it would do.
            "-n" | "--dry-run" | "--just-print" | "--recon" | "-q" | "--question" | "-p" => return None,
            "-j" | "-l" | "-o" | "-W" | "-I" => {}
            word if word.starts_with("-C") => word[2..].clone_into(&mut folder),
            // `make release DRY=echo`, `FLAGS=--dry-run`: it may do nothing.
            word if word.contains('=') && word.to_lowercase().contains("dry") || word.contains("=echo") => return None,
            word if word.starts_with('-') || word.contains('=') => {}
            // Of `-j 4` the number is no target.
            word if word.bytes().all(|byte| byte.is_ascii_digit()) => {}
            word => targets.push(word.to_owned()),
        }
    }
    let files =
        file.map_or_else(|| ["GNUmakefile", "makefile", "Makefile"].map(str::to_owned).into(), |file| vec![file]);
    Some(Called { folder, files, part: Part::Rules(targets) })
}

/// `just deploy prod`: what stands behind the recipe may be its arguments or further recipes.
fn just(operands: &[String]) -> Option<Called> {
    if operands.first().is_some_and(|word| word.starts_with('-')) {
        return None;
    }
    let names = operands.iter().filter(|word| !word.contains('=')).take(1).cloned().collect();
    let files = ["justfile", "Justfile", ".justfile"].map(str::to_owned).into();
    Some(Called { folder: String::new(), files, part: Part::Recipes(names) })
}

/// True for a script of the shell, by its first line or else by its name.
fn is_shell(file: &str, text: &str) -> bool {
    match text.strip_prefix("#!").and_then(|rest| rest.lines().next()) {
        Some(line) => line.split(['/', ' ']).any(|word| is_shell_program(plain_name(word))),
        None => path::extension(file).is_none_or(|ending| SHELL_ENDINGS.contains(&ending)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;

    /// `expected`: the folder, the files and the part.
    #[track_caller]
    fn check(command: &str, expected: Option<(&str, &[&str], Part)>) {
        let words = bare_words(command);
        let expected = expected.map(|(folder, files, part)| Called {
            folder: folder.to_owned(),
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            part,
        });
        assert_eq!(called(&words), expected, "{command}");
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_a_command_runs_is_told_by_its_words() {
        const MAKE: &[&str] = &["GNUmakefile", "makefile", "Makefile"];
        check("sh fix.sh --all", Some(("", &["fix.sh"], Part::Shell)));
        check("bash -c fix.sh", None);
        check("bash -ex scripts/fix.sh", Some(("", &["scripts/fix.sh"], Part::Shell)));
        check("source env.sh", Some(("", &["env.sh"], Part::Shell)));
        check("bash -c ls", None);
        check("python fix.py", Some(("", &["fix.py"], Part::Foreign)));
        check("python -m pytest", None);
        check("./release.sh", Some(("", &["./release.sh"], Part::Program)));
        check("make", Some(("", MAKE, Part::Rules(Vec::new()))));
        check("make -j 4 -C web deploy ENV=prod", Some(("web", MAKE, Part::Rules(names(&["deploy"])))));
        check("make -n deploy", None);
        let scripts = Part::Scripts { names: names(&["prea", "a", "posta"]), arguments: Vec::new() };
        check("run-s a", Some(("", &["package.json"], scripts)));
        check("make all DRY=echo", None);
        check("./release.sh --help", None);
        check("bash release.sh --dry-run", None);
        check("make -f build.mk all", Some(("", &["build.mk"], Part::Rules(names(&["all"])))));
        check(
            "just deploy prod",
            Some(("", &["justfile", "Justfile", ".justfile"], Part::Recipes(names(&["deploy"])))),
        );
        check("just --list", None);
        check("cargo build", None);
    }

    #[test]
    fn a_script_says_itself_what_it_is_written_in() {
        let check = |file: &str, text: &str, shell: bool| {
            let script = Called::at(file, Part::Program).script(file, text);
            assert_eq!(matches!(script, Some(Script::Shell(_))), shell, "{file}");
        };
        check("release", "#!/usr/bin/env bash\ngit push\n", true);
        check("release.sh", "git push\n", true);
        check("release", "git push\n", true);
        check("fix.py", "import os\n", false);
        check("fix", "#!/usr/bin/env python3\nimport os\n", false);
    }
}
