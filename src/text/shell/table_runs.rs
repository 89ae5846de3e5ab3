//! What is known of programs that test, build, lint, format and measure, and of those that run what a project has named.
//!
//! Owns these tables: reports of runs are held against them (`verify::ledger`), and what is not to be run is met by them.

use super::table_looks::is_looker;
use crate::domain::RunKind;
use crate::text::word_set::sorted;
use RunKind::{Bench, Build, Format, Lint, Test, Types};

/// Programs that are one kind of run whatever follows. Sorted.
pub(super) const PROGRAMS: &[(&str, RunKind)] = &[
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
    ("gotest", Test),
    ("gotestsum", Test),
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

/// Programs with the words behind them. The first row that fits decides.
pub(super) const PAIRS: &[(&str, &str, RunKind)] = &[
    ("bazel", "build", Build),
    ("bazel", "test", Test),
    ("biome", "format", Format),
    ("biome", "check", Lint),
    ("biome", "ci", Lint),
    ("biome", "lint", Lint),
    ("bun", "build", Build),
    ("bun", "test", Test),
    ("cabal", "test", Test),
    ("cabal", "v2-test", Test),
    ("cargo", "b", Build),
    ("cargo", "bench", Bench),
    ("cargo", "build", Build),
    ("cargo", "check", Types),
    ("cargo", "clippy", Lint),
    ("cargo", "fmt", Format),
    ("cargo", "nextest", Test),
    ("cargo", "tarpaulin", Test),
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
    ("forge", "test", Test),
    ("ginkgo", "-r", Test),
    ("ginkgo", "./...", Test),
    ("ginkgo", "run", Test),
    ("go", "build", Build),
    ("go", "fmt", Format),
    ("go", "install", Build),
    ("go", "test", Test),
    ("go", "vet", Lint),
    ("helm", "lint", Lint),
    ("lein", "test", Test),
    ("meson", "test", Test),
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
    ("tsx", "--test", Test),
    ("php", "artisan test", Test),
    ("playwright", "test", Test),
    ("python", "unittest", Test),
    ("rails", "test", Test),
    ("ruff", "format", Format),
    ("ruff", "check", Lint),
    ("stack", "test", Test),
    ("swift", "build", Build),
    ("swift", "test", Test),
    ("terraform", "validate", Lint),
    ("tofu", "validate", Lint),
    ("vite", "build", Build),
    ("zig", "build test", Test),
    ("zig", "build", Build),
    ("zig", "test", Test),
];

/// Programs that a flag before all operands makes such a run. What only checks a script is `table_interpreters`'.
pub(super) const FLAGS: &[(&str, &str, RunKind)] = &[("cmake", "--build", Build)];

/// Programs that run what a project has named: tasks, scripts, targets.
#[rustfmt::skip]
pub const RUNNERS: &[&str] = &[
    "ant", "bun", "bundle", "composer", "deno", "gmake", "gradle", "gradlew", "grunt", "gulp", "hatch", "invoke", "just",
    "lerna", "make", "mise", "moon", "mvn", "mvnw", "npm", "npx", "nx", "pdm", "pipenv", "pnpm", "poe", "poetry",
    "pre-commit", "rake", "rush", "rye", "sbt", "task", "tsx", "turbo", "uv", "yarn",
];

/// Parts of a task's name that tell its kind, in the order in which they are looked for.
pub(super) const TASKS: &[(&str, &[RunKind])] = &[
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

/// Programs that run no tests, whatever their words are, beside those that look: they move, fetch, install, or talk to a server.
#[rustfmt::skip]
const HARMLESS: &[&str] = sorted(&[
    "apk", "apt", "apt-get", "aws", "az", "base64", "break", "brew", "bzip2", "chgrp", "chmod", "chown", "code", "continue", "cp",
    "curl", "dd", "dig", "dnf", "fd", "free", "gcloud", "gem", "gh", "git", "glab", "gunzip", "gzip", "history", "hostname",
    "iconv", "id", "jobs", "join", "journalctl", "kill", "killall", "kubectl", "ln", "local", "lsof", "man", "mkdir", "mktemp",
    "mv", "mysql", "netstat", "nproc", "open", "openssl", "patch", "ping", "pip", "pip3", "pkill", "printenv", "psql", "read",
    "redis-cli", "return", "rm", "rmdir", "rsync", "rustup", "scp", "seq", "shift", "shuf", "split", "sqlite3", "ss", "systemctl",
    "tar", "top", "touch", "trap", "tree", "truncate", "ulimit", "umask", "uname", "unlink", "unxz", "unzip", "uptime", "wait",
    "wget", "where", "who", "xxd", "xz", "yes", "zcat", "zip",
]);

/// True for a program that runs no tests, whatever its words are.
pub fn runs_no_tests(program: &str) -> bool {
    // What it reads may be a script of tests.
    let reads_a_script = program == "source";
    is_looker(program) && !reads_a_script || HARMLESS.binary_search(&program).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_is_sorted() {
        assert!(PROGRAMS.is_sorted_by_key(|(name, _)| name));
    }
}
