//! Which commands may run tests and checks without saying so.
//!
//! A report of tests is called made up only where no command can have run any: of a program that nobody here knows, it may.

use crate::domain::{RunKind, RunKinds};
use crate::text::shell::{RUNNERS, inline_code, is_interpreter, kinds_of, only_tells, plain_name, runs_no_tests};
use crate::text::{extension, path};

/// What git does that makes no commit; what is not among them commits in one way or another, or is a name of somebody's own.
#[rustfmt::skip]
const COMMITS_NOTHING: &[&str] = &[
    "add", "apply", "archive", "bisect", "blame", "branch", "bundle", "cat-file", "check-ignore", "checkout", "clean", "clone", "commit",
    "commit-tree", "config", "describe", "diff", "diff-tree", "fetch", "for-each-ref", "format-patch", "fsck", "gc", "grep", "help", "init",
    "log", "ls-files", "ls-remote", "ls-tree", "merge-base", "mv", "name-rev", "notes", "pull", "push", "reflog", "remote", "reset", "restore",
    "rev-list", "rev-parse", "rm", "shortlog", "show", "show-ref", "sparse-checkout", "stash", "status", "switch", "symbolic-ref", "tag",
    "update-index", "version", "worktree",
];

/// Other programs that commit, the words with which they do.
const COMMITTERS: &[&[&str]] = &[
    &["cargo", "release"],
    &["fossil"],
    &["gh", "pr", "merge"],
    &["gt"],
    &["hg"],
    &["jj"],
    &["lerna", "publish"],
    &["lerna", "version"],
    &["npm", "version"],
    &["pnpm", "version"],
    &["semantic-release"],
    &["sl"],
    &["standard-version"],
    &["svn", "commit"],
    &["yarn", "version"],
];

/// True for a simple command that may have made a commit without `git commit` in its words.
pub(in crate::verify) fn may_commit<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let words: Vec<&str> = words.into_iter().collect();
    let Some((first, rest)) = words.split_first() else { return false };
    let program = plain_name(first);
    if program == "git" {
        let verb = rest.iter().find(|word| !word.starts_with('-'));
        // To move commits elsewhere makes none; to go on with it, or by hand, may.
        let by_hand = || rest.iter().any(|word| matches!(*word, "--continue" | "--interactive" | "-i"));
        return verb.is_some_and(|verb| match *verb {
            "rebase" => by_hand(),
            verb => COMMITS_NOTHING.binary_search(&verb).is_err(),
        });
    }
    let begins = |known: &&[&str]| known[0] == program && rest.starts_with(&known[1..]);
    // `make commit`, `npm run release:patch`, `./scripts/commit.sh`: a task is called what it does.
    let says = |name: &str| name.split(['-', '.', ':', '_']).any(|part| matches!(part, "bump" | "commit" | "release"));
    let task = |word: &&str| !word.starts_with('-') && !word.contains('/') && says(word);
    let script = first.contains('/') || path::extension(first).is_some_and(extension::is_script);
    COMMITTERS.iter().any(begins)
        || RUNNERS.contains(&program) && rest.iter().any(task)
        || script && (says(path::base_name(first)) || rest.iter().any(task))
}

/// Programs that speak with the places that code is pushed to, and push on their way.
const FORGES: &[&str] = &["arc", "gh", "glab", "hub", "tea"];
/// Parts of the names of tasks and scripts that push.
const PUSHING: &[&str] = &["deploy", "pr", "publish", "push", "ship", "sync", "upload"];

/// True for a simple command that may have pushed without `git push` in its words.
pub(in crate::verify) fn may_push<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let words: Vec<&str> = words.into_iter().collect();
    let Some((first, rest)) = words.split_first() else { return false };
    let program = plain_name(first);
    let named = |name: &str| path::base_name(name).split(['-', '.', ':', '_']).any(|part| PUSHING.contains(&part));
    let makes = |word: &&str| matches!(*word, "create" | "diff" | "land" | "sync");
    may_commit(words.iter().copied())
        || FORGES.contains(&program) && rest.iter().any(makes)
        || program != "git" && !FORGES.contains(&program) && (named(first) || rest.iter().any(|word| named(word)))
}

/// Programs whose other words are known to run no tests, unless one of them says so.
const PLAIN_UNLESS_SAID: &[&str] = &[
    "bun", "cargo", "composer", "dart", "deno", "dotnet", "flutter", "go", "mix", "npm", "npx", "pnpm", "swift", "uv",
    "yarn",
];

/// Programs that build and, as their projects have it, test on the way.
const BUILDERS: &[&str] = &[
    "ant",
    "bazel",
    "cmake",
    "docker",
    "gmake",
    "gradle",
    "gradlew",
    "just",
    "make",
    "mise",
    "moon",
    "msbuild",
    "mvn",
    "mvnw",
    "ninja",
    "nx",
    "rake",
    "sbt",
    "task",
    "turbo",
    "xcodebuild",
];

/// What of docker's words runs something.
const IN_CONTAINERS: &[&str] = &["build", "buildx", "compose", "exec", "run", "start", "up"];

/// Parts of the names of scripts and tasks that may run anything.
const ANYTHING: &[&str] = &[
    "all", "check", "checks", "ci", "full", "gate", "gates", "prepush", "qa", "quality", "release", "run", "ship",
    "test", "tests", "validate", "verify",
];

/// True for a command that may run what its words do not tell.
pub(super) fn may_run_more<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let words: Vec<&str> = words.into_iter().collect();
    let Some((first, rest)) = words.split_first() else { return false };
    let program = plain_name(first);
    let kinds = kinds_of(words.iter().copied());
    if !kinds.is_empty() {
        // What builds and tests may lint on its way.
        let build = RunKinds::of(RunKind::Build);
        let builds = kinds == build || kinds == build.and(RunKinds::of(RunKind::Test));
        return builds && BUILDERS.contains(&program);
    }
    if only_tells(rest) {
        return false;
    }
    let mut operands = rest.iter().copied().filter(|word| !word.starts_with('-'));
    if matches!(program, "docker" | "docker-compose" | "kubectl" | "oc" | "podman") {
        return operands.next().is_some_and(|word| IN_CONTAINERS.contains(&word));
    }
    if PLAIN_UNLESS_SAID.contains(&program) {
        let mut named = operands.filter(|word| !matches!(*word, "run" | "exec" | "x"));
        return named.next().is_some_and(anything) || program == "cargo" && rest.first() == Some(&"xtask");
    }
    if is_interpreter(program) {
        // Of code in the words themselves it is seen whether it tests.
        let code = inline_code(program, rest);
        return code.map_or_else(|| operands.next().is_some_and(anything), |code| code.contains("test"));
    }
    if first.contains('/') && !RUNNERS.contains(&program) {
        return anything(first);
    }
    !runs_no_tests(program) && !first.contains('=')
}

/// True for a name, or a folder, that may stand for anything: `ci/run.sh`, `check-all`.
fn anything(word: &str) -> bool {
    let pieces = word.split(['/', '\\']).flat_map(|name| name.split(['-', '_', ':', '.']));
    pieces.map(str::to_ascii_lowercase).any(|piece| ANYTHING.contains(&piece.as_str()) || piece == "t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(COMMITS_NOTHING.is_sorted());
    }

    #[test]
    fn what_may_push_is_known_by_its_name() {
        for command in ["gh pr create --fill", "npm run deploy", "bash scripts/push.sh", "jj git push", "git up"] {
            assert!(may_push(command.split(' ')), "{command}");
        }
        for command in ["git status", "gh pr view 3", "npm test", "cargo build", "git commit -m x"] {
            assert!(!may_push(command.split(' ')), "{command}");
        }
    }

    #[track_caller]
    fn check(commands: &[&str], expected: bool) {
        for command in commands {
            assert_eq!(may_run_more(command.split(' ')), expected, "{command}");
        }
    }

    #[test]
    fn what_nobody_knows_may_run_anything() {
        check(&["mvn install", "./gradlew build", "rake", "make", "cargo xtask ci", "pre-commit run -a"], true);
        check(&["docker compose run web ./all", "earthly +all", "bin/ci", "bash ci/everything.sh", "tilt ci"], true);
        check(&["python -c import(test_a)", "act -j all"], true);
    }

    #[test]
    fn what_looks_moves_or_builds_runs_no_tests() {
        check(
            &["ls -la", "git commit -m x", "sed -i s/a/b/ x", "npm install", "npm run dev", "cargo add serde"],
            false,
        );
        check(&["cargo build", "go run ./cmd/server", "python app.py", "node server.js", "docker ps"], false);
        check(&["python -c print(1)", "cargo --version", "pytest -q", "npm run lint"], false);
    }
}
