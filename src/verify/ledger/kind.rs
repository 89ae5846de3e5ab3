//! Which kinds of runs a command is: tests, build, lint and the like, by the words that it is run with.

use super::unnamed::{HARMLESS, INTERPRETERS, SCRIPTS};
use crate::domain::{RunKind, RunKinds};

use RunKind::{Bench, Build, Format, Lint, Test, Types};

/// Programs that are one kind of run whatever follows. Sorted.
const PROGRAMS: &[(&str, RunKind)] = &[
    ("actionlint", Lint),
    ("ava", Test),
    ("bats", Test),
    ("black", Format),
    ("busted", Test),
    ("clang-format", Format),
    ("clang-tidy", Lint),
    ("clippy-driver", Lint),
    ("compileall", Build),
    ("criterion", Bench),
    ("ctest", Test),
    ("detekt", Lint),
    ("dprint", Format),
    ("elm-test", Test),
    ("esbuild", Build),
    ("eslint", Lint),
    ("flake8", Lint),
    ("gofmt", Format),
    ("gofumpt", Format),
    ("goimports", Format),
    ("golangci-lint", Lint),
    ("gotestsum", Test),
    ("gotest", Test),
    ("hadolint", Lint),
    ("hyperfine", Bench),
    ("isort", Format),
    ("jasmine", Test),
    ("jest", Test),
    ("karma", Test),
    ("ktlint", Lint),
    ("markdownlint", Lint),
    ("markdownlint-cli2", Lint),
    ("mocha", Test),
    ("msbuild", Build),
    ("mypy", Types),
    ("ninja", Build),
    ("nose2", Test),
    ("nosetests", Test),
    ("nox", Test),
    ("oxlint", Lint),
    ("phpstan", Types),
    ("phpunit", Test),
    ("prettier", Format),
    ("prove", Test),
    ("py_compile", Build),
    ("pylint", Lint),
    ("pyright", Types),
    ("pytest", Test),
    ("rollup", Build),
    ("rspec", Test),
    ("rubocop", Lint),
    ("rustfmt", Format),
    ("shellcheck", Lint),
    ("shfmt", Format),
    ("staticcheck", Lint),
    ("stylelint", Lint),
    ("swiftlint", Lint),
    ("tap", Test),
    ("tflint", Lint),
    ("tox", Test),
    ("tsc", Types),
    ("tsup", Build),
    ("unittest", Test),
    ("vale", Lint),
    ("vitest", Test),
    ("vue-tsc", Types),
    ("webpack", Build),
    ("xcodebuild", Build),
    ("yamllint", Lint),
];

/// Programs with the word behind them. The first row that fits decides.
const PAIRS: &[(&str, &str, RunKind)] = &[
    ("bazel", "build", Build),
    ("bazel", "test", Test),
    ("biome", "format", Format),
    ("biome", "check", Lint),
    ("biome", "ci", Lint),
    ("biome", "lint", Lint),
    ("bun", "build", Build),
    ("bun", "test", Test),
    ("cargo", "b", Build),
    ("cargo", "bench", Bench),
    ("cargo", "build", Build),
    ("cargo", "check", Types),
    ("cargo", "clippy", Lint),
    ("cargo", "fmt", Format),
    ("cargo", "nextest", Test),
    ("cargo", "t", Test),
    ("cargo", "test", Test),
    ("cypress", "run", Test),
    ("dart", "analyze", Lint),
    ("dart", "format", Format),
    ("dart", "test", Test),
    ("deno", "bench", Bench),
    ("deno", "check", Types),
    ("deno", "fmt", Format),
    ("deno", "lint", Lint),
    ("deno", "test", Test),
    ("docker", "build", Build),
    ("dotnet", "build", Build),
    ("dotnet", "format", Format),
    ("dotnet", "test", Test),
    ("flutter", "analyze", Lint),
    ("flutter", "build", Build),
    ("flutter", "test", Test),
    ("go", "build", Build),
    ("go", "fmt", Format),
    ("go", "install", Build),
    ("go", "test", Test),
    ("go", "vet", Lint),
    ("helm", "lint", Lint),
    ("mix", "compile", Build),
    ("mix", "credo", Lint),
    ("mix", "format", Format),
    ("mix", "test", Test),
    ("next", "build", Build),
    ("next", "lint", Lint),
    ("ninja", "test", Test),
    ("npm", "t", Test),
    ("npm", "tst", Test),
    ("node", "--test", Test),
    ("php", "artisan", Test),
    ("playwright", "test", Test),
    ("python", "unittest", Test),
    ("rails", "test", Test),
    ("ruff", "format", Format),
    ("ruff", "check", Lint),
    ("swift", "build", Build),
    ("swift", "test", Test),
    ("terraform", "validate", Lint),
    ("tofu", "validate", Lint),
    ("vite", "build", Build),
    ("zig", "build", Build),
    ("zig", "test", Test),
];

/// Programs that a flag before all operands makes such a run. Behind a script it is the script's.
const FLAGS: &[(&str, &str, RunKind)] = &[
    ("bash", "-n", Lint),
    ("cmake", "--build", Build),
    ("node", "--check", Lint),
    ("php", "-l", Lint),
    ("sh", "-n", Lint),
];

/// Programs that run what a project has named: tasks, scripts, targets.
pub(super) const RUNNERS: &[&str] = &[
    "ant",
    "bun",
    "bundle",
    "composer",
    "deno",
    "gmake",
    "gradle",
    "gradlew",
    "grunt",
    "gulp",
    "hatch",
    "invoke",
    "just",
    "lerna",
    "make",
    "mise",
    "moon",
    "mvn",
    "mvnw",
    "npm",
    "npx",
    "nx",
    "pdm",
    "pipenv",
    "pnpm",
    "poe",
    "poetry",
    "pre-commit",
    "rake",
    "rush",
    "rye",
    "sbt",
    "task",
    "tsx",
    "turbo",
    "uv",
    "yarn",
];

/// Parts of a task's name that tell its kind, in the order in which they are looked for.
const TASKS: &[(&str, &[RunKind])] = &[
    ("typecheck", &[Types]),
    ("type-check", &[Types]),
    ("types", &[Types]),
    ("tsc", &[Types]),
    ("bench", &[Bench]),
    ("lint", &[Lint]),
    ("clippy", &[Lint]),
    ("vet", &[Lint]),
    ("fmt", &[Format]),
    ("format", &[Format]),
    ("prettier", &[Format]),
    ("test", &[Test]),
    ("tests", &[Test]),
    ("spec", &[Test]),
    ("e2e", &[Test]),
    ("vitest", &[Test]),
    ("jest", &[Test]),
    ("coverage", &[Test]),
    ("unit", &[Test]),
    ("integration", &[Test]),
    ("build", &[Build]),
    ("compile", &[Build]),
    ("package", &[Build]),
    ("assemble", &[Build]),
    ("bundle", &[Build]),
    ("check", &[Test, Lint, Types, Format, Build]),
    ("checks", &[Test, Lint, Types, Format, Build]),
    ("ci", &[Test, Lint, Types, Format, Build]),
    ("verify", &[Test, Lint, Types, Format, Build]),
    ("validate", &[Test, Lint, Types, Format, Build]),
    ("pre-commit", &[Lint, Format]),
    ("precommit", &[Test, Lint, Types, Format, Build]),
    ("prepush", &[Test, Lint, Types, Format, Build]),
    ("all", &[Test, Lint, Types, Format, Build]),
];

/// True for what is given to a program that then tells something and runs nothing: `eslint --version`, `go help test`.
pub(super) fn only_tells(rest: &[&str]) -> bool {
    // Behind another word it is a value: `pytest -k help`.
    matches!(rest.first(), Some(&("version" | "help")))
        || rest.iter().any(|word| matches!(*word, "--version" | "-V" | "--help" | "-h"))
}

/// What the simple command `words` is. Empty for what is none of these runs.
pub(crate) fn kinds_of<'a>(words: impl IntoIterator<Item = &'a str>) -> RunKinds {
    let mut words = words.into_iter();
    let Some(first) = words.next() else { return RunKinds::default() };
    let rest: Vec<&str> = words.collect();
    let program = plain(first);
    let operands = || rest.iter().copied().filter(|word| !word.starts_with(['-', '+']));
    if only_tells(&rest) || ["--init", "--collect-only", "--list-tests"].iter().any(|flag| rest.contains(flag)) {
        return RunKinds::default();
    }
    if let Some((_, _, kind)) =
        PAIRS.iter().find(|(name, word, _)| *name == program && (rest.first() == Some(word) || second(&rest) == *word))
    {
        // `go test -bench` measures, beside.
        let measures = *kind == Test && rest.iter().any(|word| word.starts_with("-bench"));
        return if measures { RunKinds::of(Test).and(RunKinds::of(Bench)) } else { with_build(program, *kind) };
    }
    let first_flags = || rest.iter().take_while(|word| word.starts_with('-'));
    let flagged = |flag: &&str| first_flags().any(|word| word == flag);
    if let Some((_, _, kind)) = FLAGS.iter().find(|(name, flag, _)| *name == program && flagged(flag)) {
        return RunKinds::of(*kind);
    }
    if program == "ansible-playbook" && rest.contains(&"--syntax-check") {
        return RunKinds::of(Lint);
    }
    if program == "python" && rest.contains(&"-m") {
        let module = rest.iter().position(|word| *word == "-m").and_then(|at| rest.get(at + 1..));
        return module.map_or_else(RunKinds::default, |module| kinds_of(module.iter().copied()));
    }
    if program == "ruff" || program == "biome" {
        return if rest.is_empty() { RunKinds::default() } else { RunKinds::of(Lint) };
    }
    // `tox -e lint`, `nox -s tests lint`: what their sessions are called.
    if matches!(program, "nox" | "tox") {
        let named = operands().flat_map(|word| word.split(','));
        let kinds = named.fold(RunKinds::default(), |kinds, session| kinds.and(of_task(session)));
        return if kinds.is_empty() { RunKinds::of(Test) } else { kinds };
    }
    if let Some((_, kind)) = PROGRAMS.iter().find(|(name, _)| *name == program) {
        return with_build(program, *kind);
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
        // They run every task that they are given.
        if matches!(program, "just" | "moon" | "nx" | "rake" | "task" | "turbo") {
            return named.iter().fold(RunKinds::default(), |kinds, task| kinds.and(of_task(task)));
        }
        if matches!(program, "mvn" | "mvnw" | "gradle" | "gradlew" | "make" | "gmake") {
            return named.iter().fold(RunKinds::default(), |kinds, goal| kinds.and(of_goal(program, goal)));
        }
        // What is run through a runner is often the program itself.
        let through = kinds_of(named.iter().copied());
        return if through.is_empty() { of_task(task) } else { through };
    }
    // A script of the project that is called what it does, or told so: `bin/ci test`.
    let is_script = |word: &str| word.contains('/') || SCRIPTS.iter().any(|end| word.ends_with(end));
    if INTERPRETERS.contains(&program) {
        let script =
            operands().next().filter(|script| is_script(script) && !rest.contains(&"-c") && !rest.contains(&"-e"));
        return script.map_or_else(RunKinds::default, |script| of_called(script, operands().nth(1)));
    }
    if is_script(first) {
        return of_called(first, operands().next());
    }
    // `stack test`, `forge test`, `meson test`: nobody knows all of them, and all call it so.
    if operands().next().is_some_and(is_test) && !HARMLESS.contains(&program) {
        return RunKinds::of(Test);
    }
    RunKinds::default()
}

/// What a script is by its name, or else by its first word.
fn of_called(script: &str, word: Option<&str>) -> RunKinds {
    let kinds = of_script(script);
    if kinds.is_empty() && word.is_some_and(is_test) { RunKinds::of(Test) } else { kinds }
}

/// True for the word by which a program is told to test.
fn is_test(word: &str) -> bool {
    matches!(word, "test" | "tests" | "spec" | "+test")
}

/// The second operand: `cargo +nightly test`, `go -C dir test`.
fn second<'a>(rest: &[&'a str]) -> &'a str {
    match rest {
        [first, second, ..] if first.starts_with(['+', '-']) => second,
        _ => "",
    }
}

/// What checks the types of a compiled language has built it, as reports speak.
fn with_build(program: &str, kind: RunKind) -> RunKinds {
    let builds = kind == Types && matches!(program, "cargo" | "deno" | "tsc" | "vue-tsc");
    if builds { RunKinds::of(kind).and(RunKinds::of(Build)) } else { RunKinds::of(kind) }
}

/// The name of a program without its folder.
pub(super) fn plain(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".bat")).unwrap_or(name);
    if name.starts_with("python3") || name == "py" { "python" } else { name }
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
        check("python3 tests/test_tok.py", "tests");
        check("test -f a && mkdir test", "");
        check("npm run check", "tests, build, lint, type check, format");
    }
}
