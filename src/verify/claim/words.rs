//! The words of claims about runs, as data: what can be run, how it ends, and what stands around both.

use crate::domain::RunKind;

use RunKind::{Bench, Build, Format, Lint, Test, Types};

/// Words that name a kind of run.
pub(super) const SUBJECTS: &[(&str, RunKind)] = &[
    ("bench", Bench),
    ("benches", Bench),
    ("benchmark", Bench),
    ("benchmarks", Bench),
    ("build", Build),
    ("builds", Build),
    ("clippy", Lint),
    ("compilation", Build),
    ("cross-compile", Build),
    ("eslint", Lint),
    ("fmt", Format),
    ("format", Format),
    ("formatter", Format),
    ("formatting", Format),
    ("gofmt", Format),
    ("golangci-lint", Lint),
    ("image", Build),
    ("lint", Lint),
    ("linter", Lint),
    ("linters", Lint),
    ("linting", Lint),
    ("mypy", Types),
    ("prettier", Format),
    ("pyright", Types),
    ("pytest", Test),
    ("ruff", Lint),
    ("specs", Test),
    ("suite", Test),
    ("suites", Test),
    ("test", Test),
    ("tests", Test),
    ("tsc", Types),
    ("type-check", Types),
    ("type-checking", Types),
    ("typecheck", Types),
    ("typechecking", Types),
    ("typescript", Types),
    ("vet", Lint),
];
/// Words that name no run but all of them.
pub(super) const GENERIC: &[&str] = &["checks", "everything", "gates"];
pub(super) const WELL: &[&str] = &[
    "clean",
    "compile",
    "compiles",
    "compiled",
    "green",
    "ok",
    "okay",
    "pass",
    "passed",
    "passes",
    "passing",
    "succeed",
    "succeeded",
    "succeeds",
    "successful",
    "successfully",
];
pub(super) const ILL: &[&str] = &["broken", "breaks", "errored", "fail", "failed", "failing", "fails", "red"];
/// What a number counts that is wrong.
pub(super) const FAULTS: &[&str] = &[
    "error",
    "errors",
    "failure",
    "failures",
    "finding",
    "findings",
    "issue",
    "issues",
    "offenses",
    "problem",
    "problems",
    "violation",
    "violations",
    "warning",
    "warnings",
];
/// Words that may stand between the subjects of a list.
pub(super) const JOINS: &[&str] = &[
    "all",
    "also",
    "and",
    "any",
    "both",
    "check",
    "checks",
    "command",
    "commands",
    "complete",
    "each",
    "entire",
    "every",
    "existing",
    "full",
    "functional",
    "go",
    "integration",
    "my",
    "new",
    "of",
    "or",
    "other",
    "our",
    "plus",
    "project",
    "race",
    "remaining",
    "the",
    "then",
    "these",
    "those",
    "type",
    "unit",
    "well",
    "with",
    "whole",
    "e2e",
    "end-to-end",
    "detection",
    "as",
    "regression",
    "python",
    "rust",
    "relevant",
];
/// Words that end the reach of a subject: what follows speaks of something else.
pub(super) const ENDS_REACH: &[&str] = &[
    "because", "but", "how", "since", "so", "that", "thus", "when", "where", "which", "while", "who", "whose", "why",
    "though", "although",
];
/// Words with which a list goes on behind a mark.
pub(super) const LISTS: &[&str] = &["all", "also", "and", "as", "both", "each", "or", "plus", "then"];
/// Words with which a statement goes on behind a mark.
pub(super) const GOES_ON: &[&str] = &[
    "are",
    "is",
    "now",
    "still",
    "everything",
    "were",
    "was",
    "incl",
    "including",
    "re-verified",
    "verified",
    "came",
    "ended",
    "finished",
    "ran",
    "shows",
    "zero",
    "some",
];
/// Verbs whose object is no subject: "updated the tests", "fixed lint errors".
pub(super) const TAKES_OBJECT: &[&str] = &[
    "add",
    "added",
    "adding",
    "adds",
    "adjusted",
    "change",
    "changed",
    "cover",
    "covers",
    "create",
    "created",
    "delete",
    "deleted",
    "edited",
    "extended",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "improved",
    "include",
    "includes",
    "modified",
    "move",
    "moved",
    "refactored",
    "remove",
    "removed",
    "renamed",
    "replaced",
    "rewrote",
    "skip",
    "skipped",
    "update",
    "updated",
    "updates",
    "wrote",
    "write",
    "broke",
    "breaks",
    "break",
    "caused",
    "causes",
    "make",
    "makes",
    "making",
    "let",
    "lets",
];
/// What follows a statement and takes something out of it.
pub(super) const EXCEPTING: &[&str] = &[
    "almost",
    "apart",
    "aside",
    "bar",
    "barring",
    "besides",
    "but",
    "counting",
    "deselect",
    "except",
    "excepting",
    "exception",
    "excluding",
    "ignoring",
    "minus",
    "modulo",
    "other",
    "save",
];
/// What follows an end and says when it holds.
pub(super) const WHILE: &[&str] = &["before", "only", "until", "when"];
/// What stands before a subject and takes no part of it.
pub(super) const TELLS_NO_PART: &[&str] =
    &["and", "both", "existing", "no", "not", "of", "single", "suite", "test", "tests", "the", "unit"];
/// What stands behind a subject and takes a part of it.
pub(super) const OF_A_PART: &[&str] = &["covering", "for", "from", "in", "inside", "of", "on", "under", "within"];

/// What stands behind "in", "on" or "for" and means everything.
pub(super) const WHOLE: &[&str] = &[
    "all",
    "both",
    "codebase",
    "every",
    "everything",
    "full",
    "project",
    "repo",
    "repository",
    "total",
    "whole",
    "workspace",
];

/// Words that tell that something was run.
pub(super) const RAN: &[&str] = &["executed", "performed", "ran", "re-executed", "re-ran", "reran", "run"];
/// Words behind "passes" that make it a handing on.
pub(super) const HANDED: &[&str] = &[
    "a", "along", "an", "as", "by", "control", "down", "into", "it", "its", "onto", "the", "them", "this", "through",
    "to", "values", "it's",
];
/// Words before "pass" that make it a round.
pub(super) const ROUNDS: &[&str] = &[
    "a", "another", "cleanup", "final", "first", "one", "per", "quick", "review", "second", "single", "third", "this",
];

/// The kind of run that a word names; "test:ci" is a task of tests.
pub(super) fn word_kind(word: &str) -> Option<RunKind> {
    let kind = |word: &str| SUBJECTS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind);
    // "test:ci" is a task of tests.
    kind(word).or_else(|| word.split_once(':').and_then(|(head, _)| kind(head)))
}
