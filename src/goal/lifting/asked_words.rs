//! The words in which calls of each kind are asked for.
//!
//! Owns the table. How a line asks is `asked_command`'s.

use crate::domain::CallKind;

/// The words in which a call of some kind is asked for.
pub(super) struct Words {
    /// Verbs of it alone, which order it whatever stands behind them.
    pub(super) verbs: &'static [&'static str],
    /// Verbs of which many things are an object: "build it", and not "build a page".
    pub(super) of_it: &'static [&'static str],
    /// Verbs by which it is asked for together with one of the nouns: "search the web".
    pub(super) with: &'static [&'static str],
    /// As it is allowed: "pushing is fine".
    pub(super) gerund: &'static str,
    /// What it is called.
    pub(super) nouns: &'static [&'static str],
}

const NO_WORDS: Words = Words { verbs: &[], of_it: &[], with: &[], gerund: "", nouns: &[] };

/// The words for a kind.
pub(super) const fn words_of(kind: CallKind) -> Words {
    match kind {
        CallKind::Deploy => Words {
            verbs: &["deploy", "redeploy", "ship"],
            gerund: "deploying",
            nouns: &["deploy", "deployment"],
            ..NO_WORDS
        },
        CallKind::Publish => Words {
            verbs: &["publish", "release", "ship"],
            gerund: "publishing",
            nouns: &["publish", "release"],
            ..NO_WORDS
        },
        CallKind::Migrate => Words {
            verbs: &["migrate"],
            gerund: "migrating",
            nouns: &["migrate", "migration", "migrations"],
            ..NO_WORDS
        },
        CallKind::Test => Words { verbs: &["test"], gerund: "testing", nouns: &["suite", "test", "tests"], ..NO_WORDS },
        CallKind::Serve => Words {
            verbs: &["serve"],
            of_it: &["boot", "launch", "restart", "start"],
            with: &["bring", "fire", "launch", "restart", "run", "spin", "start"],
            gerund: "starting",
            nouns: &["app", "application", "server", "servers"],
        },
        CallKind::Build => Words {
            of_it: &["build", "compile", "rebuild"],
            with: &["do", "give", "kick", "let", "make"],
            gerund: "building",
            nouns: &["build", "builds"],
            ..NO_WORDS
        },
        CallKind::Lint => Words {
            verbs: &["lint"],
            with: &["let"],
            gerund: "linting",
            nouns: &["lint", "linter", "linters"],
            ..NO_WORDS
        },
        CallKind::Format => Words {
            of_it: &["format", "reformat"],
            gerund: "formatting",
            nouns: &["formatter", "formatters"],
            ..NO_WORDS
        },
        CallKind::Git => Words { with: &["use"], gerund: "committing", nouns: &["git"], ..NO_WORDS },
        // It is only told: whatever is to be run ends it.
        CallKind::Any => Words {
            verbs: &["execute", "install", "launch", "push", "rerun", "run", "start", "test", "try"],
            of_it: &["build"],
            gerund: "running",
            nouns: &["command", "commands"],
            ..NO_WORDS
        },
        CallKind::Fetch => Words {
            verbs: &["google"],
            with: &["browse", "check", "do", "fetch", "find", "go", "look", "read", "search", "use"],
            gerund: "searching",
            nouns: &["internet", "online", "search", "searches", "web"],
            ..NO_WORDS
        },
        CallKind::Delegate => Words {
            of_it: &["delegate"],
            #[rustfmt::skip]
            with: &[
                "ask", "hand", "have", "kick", "launch", "let", "parallelize", "send", "spawn", "spin", "split", "start", "use",
            ],
            gerund: "delegating",
            nouns: &["agent", "agents", "subagent", "subagents"],
            ..NO_WORDS
        },
    }
}
