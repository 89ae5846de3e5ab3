//! What calls do, where a clause forbids it and names no command: "don't deploy", "don't run the linter", "no subagents".
//!
//! Owns the words for it. Which commands do it is told by `text::shell`. "Don't release the lock" is about a program, and "don't deploy
//! to production" leaves other places free, which no command tells.

use super::is_over;
use crate::domain::{CallKind, Target};
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_conjunction, is_determiner, is_proviso};
use std::ops::Range;

/// What is deployed, with its determiner.
#[rustfmt::skip]
const DEPLOYED: [&str; 16] = [
    "anything", "app", "application", "changes", "code", "everything", "infra", "infrastructure", "it", "project", "server", "service",
    "services", "site", "stack", "website",
];

/// What is published and released.
#[rustfmt::skip]
const PUBLISHED: [&str; 13] = [
    "anything", "crate", "crates", "gem", "image", "library", "module", "new", "package", "packages", "release", "releases", "version",
];

/// What a server is called that the project itself starts. A mail server is another matter.
#[rustfmt::skip]
const SERVED: [&str; 18] = [
    "api", "app", "backend", "dev", "development", "django", "express", "flask", "frontend", "http", "local", "next", "node", "rails", "spring",
    "vite", "web", "webpack",
];

/// Words before "migrations" and behind "migrate the".
const OF_DATA: [&str; 6] = ["data", "database", "db", "pending", "schema", "sql"];

/// "Deploy", "publish the package", "releasing a new version": what it is, and the token behind it.
pub(in crate::goal::constraint) fn hands_out(sentence: &Sentence<'_>, verb: usize) -> Option<(CallKind, usize)> {
    let (kind, objects): (_, &[&str]) = match sentence.word(verb) {
        "deploy" | "deploying" | "deployment" | "deployments" | "deploys" | "redeploy" => (CallKind::Deploy, &DEPLOYED),
        "publish" | "publishing" | "release" | "releases" | "releasing" => (CallKind::Publish, &PUBLISHED),
        // "Don't apply the patch" is another trade's.
        "apply" | "applying" => (CallKind::Deploy, &["anything", "terraform"]),
        _ => return None,
    };
    let deployed = |word: &str| is_determiner(word) || word == "any" || objects.contains(&word);
    let mut end = verb + 1;
    while !sentence.is_parted(end) && deployed(sentence.word(end)) {
        end += 1;
    }
    ends(sentence, end).then_some((kind, end))
}

/// What "run" is said of at `from`: "the tests", "any database migrations"; and "migrate the database" itself.
pub(in crate::goal::constraint) fn run(sentence: &Sentence<'_>, from: usize) -> Option<(CallKind, usize)> {
    let migrates = matches!(sentence.word(from), "migrate" | "migrating");
    let whole = |at: usize| matches!(sentence.word(at), "all" | "entire" | "full" | "whole");
    // "Those tests" are a part of them.
    let all_of = |at: &usize| whole(*at) || matches!(sentence.word(*at), "any" | "my" | "our" | "the");
    let last = sentence.tokens.len();
    let begin = (from + usize::from(migrates)..last).find(|at| !all_of(at)).unwrap_or(last);
    let noun = (begin..last).find(|at| !OF_DATA.contains(&sentence.word(*at))).unwrap_or(last);
    let (kind, end) = match sentence.word(noun) {
        _ if migrates => (CallKind::Migrate, noun),
        "compile" | "rebuild" | "recompile" => (CallKind::Build, behind_it(sentence, noun + 1)),
        "google" => (CallKind::Fetch, behind_it(sentence, noun + 1)),
        "lint" if noun == from => (CallKind::Lint, behind_it(sentence, noun + 1)),
        _ => kind_at(sentence, noun)?,
    };
    // "The whole suite" leaves a part of it free.
    let part = (from..begin).any(whole);
    // "Don't migrate" may be said of anything; "the db tests" are a part.
    let plain = if kind == CallKind::Migrate { !migrates || noun > begin } else { noun == begin && !part };
    (plain && ends(sentence, end)).then_some((kind, end))
}

/// What is run by the name of what it does, "the linter", "the dev server", and the token behind it.
pub(in crate::goal::constraint) fn noun(sentence: &Sentence<'_>, from: usize) -> Option<(CallKind, usize)> {
    kind_at(sentence, sentence.past(from, is_determiner)).filter(|(kind, _)| *kind != CallKind::Any)
}

fn kind_at(sentence: &Sentence<'_>, noun: usize) -> Option<(CallKind, usize)> {
    Some(match (sentence.word(noun), sentence.word(noun + 1)) {
        ("migration" | "migrations", _) => (CallKind::Migrate, noun + 1),
        ("app" | "application" | "server", _) => (CallKind::Serve, noun + 1),
        // "The dev server", "the django server".
        (of, "server") if SERVED.contains(&of) => (CallKind::Serve, noun + 2),
        ("build" | "builds", _) => (CallKind::Build, noun + 1),
        ("lint" | "linter" | "linters" | "linting", _) => (CallKind::Lint, noun + 1),
        ("formatter" | "formatters" | "formatting", _) => (CallKind::Format, noun + 1),
        ("anything" | "command" | "commands", _) => (CallKind::Any, noun + 1),
        (shell, "command" | "commands") if is_command_of_a_shell(shell) => (CallKind::Any, noun + 2),
        ("test", "suite" | "suites") => (CallKind::Test, noun + 2),
        ("test" | "tests", _) => (CallKind::Test, noun + 1),
        _ => return by_tool(sentence, noun),
    })
}

/// Behind "anything", "the project", where one of them stands at `at`. "Don't rebuild it" may be said of an image.
fn behind_it(sentence: &Sentence<'_>, at: usize) -> usize {
    let noun = sentence.past(at, is_determiner);
    let whole = |word: &str| matches!(word, "anything" | "app" | "code" | "project");
    if whole(sentence.word(noun)) { noun + 1 } else { at }
}

/// What the agent has a tool of its own for: "web search", "subagents".
fn by_tool(sentence: &Sentence<'_>, noun: usize) -> Option<(CallKind, usize)> {
    Some(match (sentence.word(noun), sentence.word(noun + 1)) {
        ("web", "search" | "searches" | "searching") => (CallKind::Fetch, noun + 2),
        ("internet" | "web" | "webfetch" | "websearch", _) => (CallKind::Fetch, noun + 1),
        ("agents" | "subagent" | "subagents" | "sub-agent" | "sub-agents", _) => (CallKind::Delegate, noun + 1),
        ("sub", "agent" | "agents") | ("task", "tool") => (CallKind::Delegate, noun + 2),
        _ => return None,
    })
}

/// "No builds", "no linting please", "no subagents". "No tests" asks for less work, and what stands behind a colon or in a list
/// tells how a thing is: "the image is minimal: no git, no linter".
pub(in crate::goal::constraint) fn is_refused(sentence: &Sentence<'_>, noun: usize) -> bool {
    let bare = |(kind, end): (CallKind, usize)| match kind {
        CallKind::Build => sentence.word(noun) == "builds",
        // "No commands" may be said of what is to be built.
        CallKind::Any => is_command_of_a_shell(sentence.word(noun)),
        // "Show a toast: no internet", "mobile only, no web".
        CallKind::Fetch => end > noun + 1,
        CallKind::Delegate => sentence.word(noun) != "agents",
        CallKind::Lint => true,
        // "Print the raw value, no formatting".
        CallKind::Format => sentence.word(noun) != "formatting",
        CallKind::Deploy | CallKind::Publish | CallKind::Migrate | CallKind::Test | CallKind::Serve | CallKind::Git => {
            false
        }
    };
    is_an_order(sentence, noun) && run(sentence, noun).is_some_and(bare)
}

/// True where a "no" before `noun` orders, and does not tell how a thing is.
pub(in crate::goal::constraint) fn is_an_order(sentence: &Sentence<'_>, noun: usize) -> bool {
    let told = (0..noun).any(|at| sentence.tokens[at].stop()) || sentence.tokens.get(noun).is_some_and(Token::comma);
    let begins = noun == 1 || sentence.mood == Mood::Order;
    begins && !told
}

fn is_command_of_a_shell(word: &str) -> bool {
    matches!(word, "bash" | "shell" | "terminal")
}

/// "Start the dev server", "spawn subagents", "search the web", "use web search": the token behind the verb. "Don't start a new branch" is
/// another act.
pub(in crate::goal::constraint) fn starts(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    const ANY_STARTED: &[CallKind] = &[CallKind::Serve, CallKind::Delegate];
    let (object, kinds) = match sentence.word(verb) {
        "start" | "starting" | "restart" | "restarting" | "launch" | "launching" => (verb + 1, ANY_STARTED),
        "bring" | "fire" | "spin" if sentence.word(verb + 1) == "up" => (verb + 2, ANY_STARTED),
        "dispatch" | "dispatching" | "spawn" | "spawning" => (verb + 1, &[CallKind::Delegate][..]),
        "browse" | "browsing" | "search" | "searching" => (verb + 1, &[CallKind::Fetch][..]),
        // "Don't use agents" may be said of what a program asks.
        "use" if sentence.word(verb + 1) != "agents" => (verb + 1, &[CallKind::Fetch, CallKind::Delegate][..]),
        _ => return None,
    };
    run(sentence, object).is_some_and(|(kind, _)| kinds.contains(&kind)).then_some(object)
}

/// What the words of a clause hand out.
pub(in crate::goal::constraint) fn named(
    sentence: &Sentence<'_>,
    clause: Range<usize>,
) -> impl Iterator<Item = Target> {
    clause.filter_map(|at| hands_out(sentence, at)).map(|(kind, _)| Target::Doing(kind))
}

/// True where the object ends before `end`: nothing more is said of it, or only for how long it holds.
fn ends(sentence: &Sentence<'_>, end: usize) -> bool {
    let word = sentence.word(end);
    let joined = is_conjunction(word) || is_proviso(word) || matches!(word, "because" | "myself" | "since");
    // "Only tests/auth.test.ts" is left free.
    let makes = matches!(sentence.word(end + 1), "change" | "create" | "edit" | "generate" | "write");
    let but = matches!(word, "just" | "only") && !makes;
    joined || is_over(sentence, end - 1) && !but
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints};

    #[test]
    fn what_commands_do_is_forbidden_without_their_names() {
        limits("Fix the login. Don't deploy.", "deny deploy");
        limits("Fix the login but do not deploy anything", "deny deploy");
        limits("Fix the login, never deploy the app", "deny deploy");
        limits("Fix the login. Don't push or deploy.", "deny $ git push + deploy");
        limits("Fix the login. Don't deploy yet", "deny deploy");
        limits("Fix the login. No deploys please", "deny deploy");
        limits("Fix the login. I'll deploy it myself.", "deny deploy");
        limits("Bump the version. Don't publish it", "donot");
        limits("Bump the version. Don't publish the package", "deny publish");
        limits("Bump the version without publishing", "deny publish");
        limits("Add the column. Don't run the migrations", "deny migrate");
        limits("Add the column, do not run any database migrations.", "deny migrate");
        limits("Add the column. Don't migrate the database, I'll do that", "deny migrate");
        limits("Fix the login. Don't run the tests, they take an hour", "deny test");
        limits("Fix the login without running the test suite", "deny test");
        limits("Fix the login. Ask me before running the migrations", "ask migrate");
        limits("Fix the login. Don't start the dev server, I have it running", "deny serve");
        limits("Fix the login without starting the server", "deny serve");
        limits("Fix the login. Don't run the dev server.", "deny serve");
        limits("Fix the retry: don't start the server twice", "donot");
        limits("Fix the login. Don't deploy without asking me", "ask deploy");
        limits("Fix the login. Never run migrations unless I say so", "ask migrate");
    }

    #[test]
    fn what_is_run_and_the_agents_own_tools_are_forbidden() {
        for (said, expected) in [
            ("Don't run the build", "deny build"),
            ("no builds please", "deny build"),
            ("don't run the linter, it is slow", "deny lint"),
            ("no linter please", "deny lint"),
            ("don't run the formatter", "deny format"),
            ("don't run the app", "deny serve"),
            ("don't start the django server", "deny serve"),
            ("don't search the web", "deny fetch"),
            ("no web search", "deny fetch"),
            ("don't use subagents", "deny delegate"),
            ("don't spawn agents for that", "deny delegate"),
            ("don't run any git commands", "deny git"),
            ("no git", "deny git"),
            ("don't run anything", "donot any"),
            ("don't run any shell commands", "donot any"),
        ] {
            limits(&format!("Fix the login. {said}"), expected);
        }
        for said in [
            "don't run the build for the docs, only for the app",
            "don't use git for the version, read the file",
            "don't start the redis server",
            "don't rebuild it",
            "the image is minimal: no git, no curl",
            "Show a toast: no internet",
            "platforms: ios, android, no web",
            "return a plain number, no formatting",
            "The repo is bare: no linter, no formatter. Add both",
            "don't spawn subagents when the budget is gone",
            "make it run without using the internet",
        ] {
            let shown = shown_constraints(&Stage::new().start(&format!("Fix the login. {said}")).constraints);
            let kinds = ["build", "git", "serve", "fetch", "format", "lint", "delegate"];
            let held = |limit: &str| kinds.iter().any(|kind| limit.ends_with(&format!(" {kind}")));
            assert!(!shown.split("; ").any(|limit| limit.starts_with("deny") && held(limit)), "{said}: {shown}");
        }
    }

    #[test]
    fn what_is_said_of_programs_and_parts_denies_nothing() {
        for said in [
            "Fix the pool: don't release the lock twice",
            "Don't publish events to the queue when the cart is empty",
            "The script must not deploy when the tests fail",
            "Why don't we deploy?",
            "Don't deploy to production",
            "Don't run the tests in parallel",
            "Don't run the e2e tests",
            "Don't run the whole test suite, only tests/auth.test.ts",
            "Don't run the tests, only tests/auth.test.ts",
            "Don't run the tests until the build is green",
            "Don't deploy when the tests fail",
            "You don't need to run the tests",
            "No migrations are needed",
            "Fix the deploy script, it does not deploy",
            "Don't forget to run the tests",
            "Never deploy without running the tests",
            "The job doesn't run the migrations. Fix it.",
        ] {
            let shown = shown_constraints(&Stage::new().start(said).constraints);
            let denied = shown.split("; ").filter(|limit| limit.starts_with("deny") || limit.starts_with("ask"));
            assert!(denied.eq(std::iter::empty::<&str>()), "{said}: {shown}");
        }
    }
}
