//! Which kinds of runs a command is: tests, build, lint and the like, by the words that it is run with.

use super::command::plain_name;
use super::table_interpreters::{inline_code, is_interpreter, only_checks};
use super::table_runs::{FLAGS, PAIRS, PROGRAMS, RUNNERS, TASKS, runs_no_tests};
use super::telling::only_tells;
use crate::domain::{RunKind, RunKinds};
use crate::text::{extension, path};
use RunKind::{Bench, Build, Lint, Test, Types};

/// Programs that run every task that they are given.
const OF_MANY: [&str; 12] =
    ["gmake", "gradle", "gradlew", "just", "make", "moon", "mvn", "mvnw", "nx", "rake", "task", "turbo"];

/// Programs with the words behind which another command stands, which runs in a container, on a host, or again and again.
const HANDING_ON: [(&str, &[&str]); 8] = [
    ("docker", &["exec", "run"]),
    ("docker-compose", &["exec", "run"]),
    ("gem", &["exec"]),
    ("git", &["bisect run"]),
    ("kubectl", &["exec", "run"]),
    ("oc", &["exec", "run"]),
    ("podman", &["exec", "run"]),
    ("vagrant", &["ssh"]),
];

/// True for a program that tests, builds, lints or formats whatever it is told: `eslint`, `pytest`.
pub fn runs_by_itself(program: &str) -> bool {
    PROGRAMS.binary_search_by(|(name, _)| (*name).cmp(program)).is_ok()
}

/// True for a program that runs every task among its words, and not the first alone.
pub(super) fn runs_many(program: &str) -> bool {
    OF_MANY.contains(&program)
}

/// True for words that are such a run by the program's own name or verb, whatever a project calls its tasks.
pub(super) fn is_run_of(words: &[&str], kind: RunKind) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let program = plain_name(first);
    // `nox -s regen_baseline` may be anything, `tox -e py311` is a run of tests.
    let sessions: Vec<RunKinds> = rest
        .iter()
        .filter(|word| !word.starts_with('-') && !matches!(**word, "r" | "run"))
        .flat_map(|word| word.split(','))
        .map(of_task)
        .collect();
    let of_no_kind = |session: &RunKinds| kind == Test && program == "tox" && session.is_empty();
    if matches!(program, "nox" | "tox") && !sessions.is_empty() {
        return sessions.iter().any(|session| session.has(kind) || of_no_kind(session));
    }
    of_program(program, rest).is_some_and(|kinds| kinds.has(kind) && !(kind == Build && kinds.has(Types)))
}

/// What the simple command `words` is. Empty for what is none of these runs.
pub fn kinds_of<'a>(words: impl IntoIterator<Item = &'a str>) -> RunKinds {
    let mut words = words.into_iter();
    let Some(first) = words.next() else { return RunKinds::default() };
    let rest: Vec<&str> = words.collect();
    let program = plain_name(first);
    let operands = || rest.iter().copied().filter(|word| !word.starts_with(['-', '+']));
    if only_tells(&rest) || ["--init", "--collect-only", "--list-tests"].iter().any(|flag| rest.contains(flag)) {
        return RunKinds::default();
    }
    if let Some(kinds) = of_program(program, &rest) {
        return kinds;
    }
    if let Some(kinds) = handed_on(program, &rest) {
        return kinds;
    }
    if RUNNERS.contains(&program) {
        let installs = |word: &&str| {
            matches!(*word, "install" | "add" | "remove" | "i" | "ci" | "init" | "use" | "publish" | "why" | "ls")
        };
        let named: Vec<&str> =
            operands().filter(|word| !matches!(*word, "run" | "exec" | "x" | "tool" | "r")).collect();
        let Some(task) = named.first() else {
            return if program == "make" { RunKinds::of(Build) } else { RunKinds::default() };
        };
        if matches!(program, "npm" | "pnpm" | "yarn" | "bun" | "uv" | "poetry" | "bundle" | "composer")
            && installs(task)
            && !rest.contains(&"run")
        {
            return RunKinds::default();
        }
        if runs_many(program) {
            return named.iter().fold(RunKinds::default(), |kinds, goal| kinds.and(of_goal(program, goal)));
        }
        // What is run through a runner is often the program itself.
        let through = kinds_of(named.iter().copied());
        return if through.is_empty() { of_task(task) } else { through };
    }
    // A script of the project that is called what it does, or told so: `bin/ci test`.
    let is_script = |word: &str| word.contains('/') || path::extension(word).is_some_and(extension::is_script);
    if is_interpreter(program) {
        let script = operands().next().filter(|script| is_script(script) && inline_code(program, &rest).is_none());
        return script.map_or_else(RunKinds::default, |script| of_called(script, operands().nth(1)));
    }
    if is_script(first) {
        return of_called(first, operands().next());
    }
    // `stack test`, `forge test`, `meson test`: nobody knows all of them, and all call it so.
    if operands().next().is_some_and(is_test) && !runs_no_tests(program) {
        return RunKinds::of(Test);
    }
    RunKinds::default()
}

/// What a program is known for: by itself, by the words behind it, by a flag.
fn of_program(program: &str, rest: &[&str]) -> Option<RunKinds> {
    let operands = || rest.iter().copied().filter(|word| !word.starts_with(['-', '+']));
    let begins = |words: &str| {
        let begun = |from: usize| words.split(' ').enumerate().all(|(at, word)| rest.get(from + at) == Some(&word));
        // `cargo +nightly test`, `go -C dir test`.
        begun(0) || rest.first().is_some_and(|first| first.starts_with(['+', '-'])) && begun(1)
    };
    if let Some((.., kind)) = PAIRS.iter().find(|(name, words, _)| *name == program && begins(words)) {
        // `go test -bench` measures, beside.
        let measures = *kind == Test && rest.iter().any(|word| word.starts_with("-bench"));
        return Some(if measures { RunKinds::of(Test).and(RunKinds::of(Bench)) } else { with_build(program, *kind) });
    }
    let first_flags = || rest.iter().take_while(|word| word.starts_with('-'));
    let flagged = |flag: &&str| first_flags().any(|word| word == flag);
    if let Some((.., kind)) = FLAGS.iter().find(|(name, flag, _)| *name == program && flagged(flag)) {
        return Some(RunKinds::of(*kind));
    }
    if only_checks(program, rest) {
        return Some(RunKinds::of(Lint));
    }
    if program == "ansible-playbook" && rest.contains(&"--syntax-check") {
        return Some(RunKinds::of(Lint));
    }
    // It tests under every name but these.
    if program == "cargo" && rest.first() == Some(&"llvm-cov") {
        let shows = rest.iter().any(|word| matches!(*word, "clean" | "report" | "run" | "show-env"));
        return Some(if shows { RunKinds::default() } else { RunKinds::of(Test) });
    }
    // `xcodebuild -scheme App test`.
    if program == "xcodebuild" && operands().any(|word| matches!(word, "test" | "test-without-building")) {
        return Some(RunKinds::of(Test));
    }
    if program == "python" && rest.contains(&"-m") {
        let module = rest.iter().position(|word| *word == "-m").and_then(|at| rest.get(at + 1..));
        return Some(module.map_or_else(RunKinds::default, |module| kinds_of(module.iter().copied())));
    }
    if program == "ruff" || program == "biome" {
        return Some(if rest.is_empty() { RunKinds::default() } else { RunKinds::of(Lint) });
    }
    // `tox -e lint`, `nox -s tests lint`: what their sessions are called.
    if matches!(program, "nox" | "tox") {
        let named = operands().flat_map(|word| word.split(','));
        let kinds = named.fold(RunKinds::default(), |kinds, session| kinds.and(of_task(session)));
        return Some(if kinds.is_empty() { RunKinds::of(Test) } else { kinds });
    }
    let known = PROGRAMS.binary_search_by(|(name, _)| name.cmp(&program)).ok();
    known.map(|at| with_build(program, PROGRAMS[at].1))
}

/// `docker compose run web pytest`, `kubectl exec pod -- npm test`, `git bisect run cargo test`: what the command behind it is, where it
/// is a known one.
fn handed_on(program: &str, rest: &[&str]) -> Option<RunKinds> {
    let (_, verbs) = HANDING_ON.iter().find(|(name, _)| *name == program)?;
    let begins =
        |verb: &&str, from: usize| verb.split(' ').enumerate().all(|(at, word)| rest.get(from + at) == Some(&word));
    let behind = (0..rest.len())
        .find_map(|from| verbs.iter().find(|verb| begins(verb, from)).map(|verb| from + verb.split(' ').count()))?;
    // Where a command is set off it stands there; else behind the name of the container, the service or the host.
    let skip = usize::from(!matches!(program, "gem" | "git"));
    let at = match rest[behind..].iter().position(|word| *word == "--") {
        Some(dashes) => behind + dashes + 1,
        None => (behind..rest.len()).filter(|at| !rest[*at].starts_with('-')).nth(skip)?,
    };
    let name = plain_name(rest.get(at)?);
    let known = of_program(name, &rest[at + 1..]);
    known.or_else(|| RUNNERS.contains(&name).then(|| kinds_of(rest[at..].iter().copied())))
}

/// What a script is: a program that is known (`php vendor/bin/phpunit`), or else by its name, or by its first word.
fn of_called(script: &str, word: Option<&str>) -> RunKinds {
    let name = plain_name(script);
    let kinds = PROGRAMS
        .binary_search_by(|(known, _)| known.cmp(&name))
        .map_or_else(|_| of_script(script), |at| RunKinds::of(PROGRAMS[at].1));
    if kinds.is_empty() && word.is_some_and(is_test) { RunKinds::of(Test) } else { kinds }
}

/// True for the word by which a program is told to test.
fn is_test(word: &str) -> bool {
    matches!(word, "test" | "tests" | "spec" | "+test")
}

/// What checks the types of a compiled language has built it, as reports speak.
fn with_build(program: &str, kind: RunKind) -> RunKinds {
    let builds = kind == Types && matches!(program, "cargo" | "deno" | "tsc" | "vue-tsc");
    if builds { RunKinds::of(kind).and(RunKinds::of(Build)) } else { RunKinds::of(kind) }
}

/// What a goal of a build tool is. Maven and Gradle compile and test on the way to each of the later ones.
fn of_goal(program: &str, goal: &str) -> RunKinds {
    let java = matches!(program, "mvn" | "mvnw" | "gradle" | "gradlew");
    if java && matches!(goal, "verify" | "install" | "package" | "deploy" | "build" | "check") {
        return RunKinds::of(Test).and(RunKinds::of(Build));
    }
    of_task(goal)
}

/// What a task is by its name: `test:ci`, `lint`, `typecheck`.
fn of_task(name: &str) -> RunKinds {
    let lower = name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let named = TASKS
        .iter()
        .find(|(task, _)| parts.iter().any(|part| part == task || part.split('-').any(|piece| piece == *task)));
    named.map_or_else(RunKinds::default, |(_, kinds)| {
        kinds.iter().fold(RunKinds::default(), |all, kind| all.and(RunKinds::of(*kind)))
    })
}

fn of_script(path: &str) -> RunKinds {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let pieces: Vec<&str> = stem.split(['-', '_']).collect();
    let has = |word| pieces.contains(&word);
    if ["e2e", "spec", "specs", "test", "tests"].into_iter().any(has) {
        RunKinds::of(Test)
    } else if has("lint") {
        RunKinds::of(Lint)
    } else if has("build") {
        RunKinds::of(Build)
    } else if has("bench") || has("benchmark") {
        RunKinds::of(Bench)
    } else {
        RunKinds::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell;

    #[track_caller]
    fn check(command: &str, expected: &str) {
        let commands = shell::read(command).commands;
        let kinds = commands
            .iter()
            .fold(RunKinds::default(), |kinds, words| kinds.and(kinds_of(words.iter().map(String::as_str))));
        let names: Vec<&str> = RunKind::ALL.iter().filter(|kind| kinds.has(**kind)).map(|kind| kind.name()).collect();
        assert_eq!(names.join(", "), expected, "{command}");
    }

    #[test]
    fn what_a_command_is() {
        check("go test ./... 2>&1 | tail -5", "tests");
        check("cmake --build build -j8", "build");
        check("ansible-playbook site.yml --syntax-check", "lint");
        check("ansible-playbook site.yml", "");
        check("bash -n scripts/seed.sh && node --check a.js", "lint");
        check("bash scripts/seed.sh -n 20", "");
        check("terraform validate", "lint");
        check("python3 -m py_compile src/a.py", "build");
        check("cd cli && mise run test:ci", "tests");
        check("mise run test && mise run lint", "tests, lint");
        check("npm test", "tests");
        check("pnpm turbo lint typecheck test --filter web", "tests, lint, type check");
        check("just fmt build", "build, format");
        check("npm run lint -- --fix", "lint");
        check("npx tsc --noEmit", "build, type check");
        check("npx jest src/a", "tests");
        check("bun run typecheck", "type check");
        check("python3 -m pytest -q", "tests");
        check("uv run pytest", "tests");
        check("python3 -B -m unittest discover -s tests 2>&1 | tail -5", "tests");
        check("poetry run ruff check .", "lint");
        check("cargo clippy --all-targets", "lint");
        check("cargo +nightly test", "tests");
        check("make", "build");
        check("make test", "tests");
        check("./gradlew build test", "tests, build");
        check("cd backend && mvn -q verify", "tests, build");
        check("mvn compile", "build");
        check("./scripts/run-tests.sh", "tests");
        check("GOOS=linux go build ./...", "build");
        check("npm ci", "");
        check("npm install", "");
        check("eslint --version", "");
        check("go help test", "");
        check("pytest -k help", "tests");
        check("git commit -m 'add tests'", "");
        check("grep -rn test src", "");
        check("just bench", "benchmarks");
        check("go test -bench=. ./...", "tests, benchmarks");
        check("golangci-lint run ./...", "lint");
        check("gofmt -l .", "format");
        check("make -C build test", "tests, build");
        check("npm t", "tests");
        check("stack test && bin/rails test", "tests");
        check("python3 manage.py test", "tests");
        check("bash ci/run-tests.sh", "tests");
        check("bash -e ci/run-tests.sh", "tests");
        check("bash -c ci/run-tests.sh; dash -n ci/run-tests.sh", "tests, lint");
        check("python3 tests/test_tok.py", "tests");
        check("test -f a && mkdir test", "");
        check("npm run check", "tests, build, lint, type check, format");
        check("php artisan migrate", "");
        check("php artisan test && php vendor/bin/phpunit", "tests");
        check("zig build test", "tests");
        check("zig build", "build");
        check("xcodebuild -scheme App test", "tests");
        check("xcodebuild -scheme App", "build");
        check("docker compose run web pytest -q", "tests");
        check("kubectl exec pod -- npm test", "tests");
        check("git bisect run cargo test", "tests");
        check("gem exec rspec && tsx --test", "tests");
        check("docker run test-image", "");
        check("kubectl exec pod -- ls mocha", "");
        check("docker run -d --name jest img", "");
        check("docker exec web cat jest", "");
        check("npm.cmd run lint", "lint");
    }
}
