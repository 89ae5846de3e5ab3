//! Whether a prompt asks for a command that was forbidden: "push it", "commit and open a PR", "ok force push".
//!
//! Owns the telling apart of an order from the same word in a sentence about something else: "fix the push notifications", "before we
//! push", "Anna will push", "still don't push".

use super::offer::said;
use crate::domain::CommandKind;
use crate::goal::constraint::version_control::{is_of_work, pull_request};
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::token::Token;
use crate::goal::reading::Line;
use crate::text::shell::{is_meant_by, is_of_kind};
use crate::text::words::words;

/// Words right before a verb that is asked for, where it does not open its clause.
const BEFORE: [&str; 24] = [
    "&", "again", "ahead", "also", "can", "could", "directly", "good", "just", "k", "let's", "lets", "lgtm", "may",
    "must", "n", "now", "ok", "pass", "passes", "please", "should", "then", "to",
];

/// Words at most of a line that shows a command to be run.
const MAX_SHOWN: usize = 4;

/// Words back to which a refusal is looked for.
const MAX_REFUSAL: usize = 4;

/// True for a line that asks for the command.
pub(super) fn asks_for(line: &Line<'_>, command: &str) -> bool {
    let sentence = &line.sentence;
    // "`git push origin HEAD`".
    let shown = |token: &Token<'_>| token.code && is_meant_by(&shown_words(token), command);
    let alone = |token: &Token<'_>| sentence.tokens.len() <= MAX_SHOWN && shown(token);
    if sentence.mood != Mood::Question && line.asking().any(|(_, token)| alone(token)) {
        return true;
    }
    let Some(verb) = verb_of(command) else { return runs(&said(line), command) };
    let orders = |wanted: &str| (0..sentence.tokens.len()).any(|at| is_ordered(sentence, at, wanted));
    let leaves =
        || ["deploy", "merge", "publish", "release", "ship"].into_iter().any(orders) || opens_a_request(sentence);
    // Other languages order by one word.
    let elsewhere = || {
        let refuses = sentence.tokens.iter().any(|token| matches!(token.word.as_str(), "nicht" | "ne" | "no" | "non"));
        let german = |word: &str| matches!((word, verb), ("pushen", "push") | ("committen", "commit"));
        !refuses && sentence.tokens.iter().any(|token| german(&token.word))
    };
    match verb {
        "push" => orders("push") || allowed(sentence, "pushing") || leaves() || elsewhere(),
        "commit" => {
            ["commit", "push"].into_iter().any(orders)
                || allowed(sentence, "committing")
                || leaves()
                || elsewhere()
                || sentence.word(0) == "save" && sentence.tokens.iter().any(|token| token.word == "git")
        }
        _ => opens_a_request(sentence) || ["deploy", "publish", "release", "ship"].into_iter().any(orders),
    }
}

/// The words of a command in backticks.
fn shown_words(token: &Token<'_>) -> Vec<String> {
    token.raw.split_whitespace().map(str::to_owned).collect()
}

/// True for a line that asks for what commands of the kind do: "deploy it", "run the migrations", "make sure the tests pass".
pub(super) fn asks_to(line: &Line<'_>, kind: CommandKind) -> bool {
    let sentence = &line.sentence;
    let open = sentence.mood != Mood::Question && !line.forbids();
    // "You may run `pytest -q`".
    let shown = |token: &Token<'_>| token.code && is_of_kind(&shown_words(token), kind);
    let asked = does(&said(line), kind) || line.asking().any(|(_, token)| shown(token));
    open && asked && !(0..sentence.tokens.len()).any(|at| is_refused(sentence, at))
}

/// True when words speak of doing it.
pub(super) fn does(said: &[String], kind: CommandKind) -> bool {
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let runs = || has(&["apply", "execute", "green", "pass", "rerun", "run", "running", "start", "try"]);
    match kind {
        CommandKind::Deploy => has(&["deploy", "deploying", "redeploy", "release", "rollout", "ship"]),
        CommandKind::Publish => has(&["publish", "publishing", "release", "ship"]),
        CommandKind::Migrate => has(&["migrate"]) || has(&["it", "migration", "migrations", "them"]) && runs(),
        CommandKind::Test => {
            has(&["test", "verify"]) && has(&["everything", "it", "that", "this"])
                || has(&["it", "suite", "test", "tests", "them"]) && runs()
        }
    }
}

/// What git or its host is told to do, where other words imply it too.
fn verb_of(command: &str) -> Option<&'static str> {
    match command {
        "gh pr create" | "glab mr create" => Some("request"),
        command if command.split(' ').any(|word| word.starts_with('-')) => None,
        command if command == "git push" || command.starts_with("git push ") => Some("push"),
        "git commit" => Some("commit"),
        _ => None,
    }
}

/// "Push it", "can you push", "you can push now", "looks good, push"; neither "before we push" nor "push the button".
fn is_ordered(sentence: &Sentence<'_>, at: usize, wanted: &str) -> bool {
    let work = is_of_work(sentence, at + 1) || matches!(wanted, "commit" | "push") && sentence.word(at + 1) == "with";
    if sentence.word(at) != wanted || !work {
        return false;
    }
    // "Do a git push", "make a commit".
    let first = at - usize::from(at > 0 && sentence.word(at - 1) == "git");
    let first = first - usize::from(first > 0 && sentence.word(first - 1) == "a");
    let done = first < at
        && (first == 0
            || sentence.head(first) != Head::Inside
            || matches!(sentence.word(first - 1), "do" | "make" | "run"));
    let before = at.checked_sub(1).map_or("", |before| sentence.word(before));
    // "The worker should push to the queue" is about a program.
    let subject = |modal: usize| modal > 0 && matches!(sentence.word(modal - 1), "i" | "we" | "you");
    let of_a_program = at > 0 && matches!(before, "must" | "should") && !subject(at - 1)
        || before == "to"
            && sentence.mood == Mood::Statement
            && !sentence.tokens.iter().any(|token| is_person(&token.word));
    let led = done
        || !of_a_program && sentence.head(at) != Head::Inside
        || !of_a_program && BEFORE.contains(&before)
        || before == "you" && matches!(sentence.mood, Mood::Order | Mood::Request)
        || matches!(before, "force" | "it" | "this" | "them" | "that");
    led && !is_refused(sentence, at)
}

/// True for a word of somebody who speaks to the agent: "feel free to push", "you forgot to push".
fn is_person(word: &str) -> bool {
    matches!(word, "feel" | "fine" | "free" | "i" | "i'd" | "ok" | "okay" | "ready" | "time" | "we" | "you")
}

/// "Still don't push", "but no push".
fn is_refused(sentence: &Sentence<'_>, at: usize) -> bool {
    let shut = |before: &usize| sentence.tokens[*before].comma() || sentence.tokens[*before].stop();
    (at.saturating_sub(MAX_REFUSAL)..at).rev().take_while(|before| !shut(before)).any(|before| {
        let word = sentence.word(before);
        word.ends_with("n't") || matches!(word, "dont" | "never" | "no" | "not" | "without" | "before" | "until")
    })
}

/// "Pushing is fine now".
fn allowed(sentence: &Sentence<'_>, gerund: &str) -> bool {
    (0..sentence.tokens.len()).any(|at| {
        sentence.word(at) == gerund
            && sentence.word(at + 1) == "is"
            && matches!(sentence.word(at + 2), "allowed" | "fine" | "ok" | "okay")
    })
}

/// "Open a PR", "send a pull request", "as a PR"; "a PR template" is something else.
fn opens_a_request(sentence: &Sentence<'_>) -> bool {
    (1..sentence.tokens.len()).any(|at| {
        let Some(end) = pull_request(sentence, at) else { return false };
        let verb = matches!(
            sentence.word(at - 1),
            "as" | "create"
                | "draft"
                | "into"
                | "make"
                | "open"
                | "prepare"
                | "raise"
                | "send"
                | "submit"
                | "up"
                | "update"
        );
        let to = matches!(sentence.word(end), "against" | "for" | "from" | "into");
        verb && (to || is_of_work(sentence, end)) && !is_refused(sentence, at)
    })
}

/// True when words ask for the command: "commit and push" and "open a PR" for "git push", the words themselves for others.
pub(super) fn runs(said: &[String], command: &str) -> bool {
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    // Of a command with a flag the flag is what was forbidden: "don't amend", "never force push".
    let flag = command.split(' ').find(|word| word.starts_with('-'));
    if command.starts_with("git ")
        && let Some(flag) = flag
    {
        return has(&[if flag == "-f" { "force" } else { flag.trim_start_matches('-') }]);
    }
    let verb = command.strip_prefix("git ").and_then(|rest| rest.split(' ').next()).unwrap_or(command);
    // "Open a merge request", "fix the merge conflict".
    let noun = ["commit", "conflict", "conflicts", "request", "sort"];
    if verb == "merge" && said.windows(2).any(|pair| pair[0] == "merge" && noun.contains(&pair[1].as_str())) {
        return false;
    }
    let leaves_the_machine = || {
        has(&["deploy", "merge", "mr", "pr", "prs", "publish", "release", "ship"])
            || has(&["pull"]) && has(&["request"])
    };
    let implied = match verb {
        "gh pr create" | "glab mr create" | "push" => leaves_the_machine(),
        "commit" => leaves_the_machine() || has(&["push"]) || has(&["save"]) && has(&["git"]),
        _ => verb.ends_with(" install") && has(&["install"]) && has(&["dependencies", "deps", "modules", "packages"]),
    };
    let wanted = words(verb);
    implied || !wanted.is_empty() && said.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    fn left(limit: &str, prompt: &str) -> String {
        let stage = Stage::new();
        let first = stage.start(&format!("fix the token bug in src/auth/token.ts. {limit}"));
        shown_constraints(&stage.revise(&first, prompt).1.constraints)
    }

    #[test]
    fn what_commands_do_may_be_asked_for() {
        for (limit, prompt) in [
            ("don't deploy", "ok deploy it"),
            ("don't deploy", "looks good, ship it"),
            ("don't deploy", "now run the deploy script"),
            ("don't publish the package", "publish it"),
            ("don't run the migrations", "ok, run the migrations now"),
            ("don't run the migrations", "migrate the db"),
            ("don't run the tests", "run the tests"),
            ("don't run the tests", "make sure the tests pass"),
            ("don't run the tests", "now test it"),
            ("don't run the tests", "you may run `pytest -q`"),
        ] {
            assert!(!left(limit, prompt).starts_with("deny"), "{limit} | {prompt}");
        }
        for (limit, prompt, stays) in [
            ("don't deploy", "fix the footer too", "deny deploy"),
            ("don't deploy", "why does the deploy fail?", "deny deploy"),
            ("don't deploy", "still don't deploy", "deny deploy"),
            ("don't run the migrations", "add a migration for the new column", "deny migrate"),
            ("don't run the tests", "add a test for the expired token", "deny test"),
        ] {
            assert_eq!(left(limit, prompt), stays, "{limit} | {prompt}");
        }
    }

    #[test]
    fn who_asks_for_a_push_gets_it() {
        for prompt in [
            "push",
            "ok push it",
            "looks good, commit and push",
            "you can push now",
            "pushing is fine now",
            "please push to feature/login",
            "can you push?",
            "go ahead and push",
            "create a PR",
            "submit it as a PR",
            "bitte pushen",
            "lgtm ship it",
            "git push",
            "do a git push",
            "commit & push",
            "push it up",
            "push n pr",
            "if tests pass push",
            "make a PR against develop",
            "No, push it",
            "no tests needed, push",
            "push to origin",
            "push to my fork",
            "feel free to push",
            "you forgot to push",
        ] {
            assert_eq!(left("don't push", prompt), "", "{prompt}");
        }
    }

    #[test]
    fn the_word_alone_asks_for_nothing() {
        for prompt in [
            "still don't push",
            "now sort the users, but still don't push please",
            "I said don't push",
            "but still no push",
            "fix the push notification bug in src/cart/index.ts",
            "use router.push instead of replace in src/ui/Button.tsx",
            "push the button 2px to the right",
            "the docker push fails in the script, fix it",
            "create a PR template",
            "before we push, run the tests",
            "Anna will push",
            "let me push",
            "good that you didn't push",
            "show me what git push would do",
            "The worker should push to the redis queue, fix that",
            "push to the results array instead of returning early",
            "the deploy hook runs `git push` twice, fix it",
        ] {
            assert!(left("don't push", prompt).contains("deny $ git push"), "{prompt}: {}", left("don't push", prompt));
        }
    }

    #[test]
    fn two_limits_in_one_breath_are_two() {
        let check = |said: &str, expected: &str| {
            assert_eq!(shown_constraints(&Stage::new().start(said).constraints), expected, "{said}");
        };
        check("fix it, don't commit and don't push", "deny $ git commit; deny $ git push");
        check("fix it. don't push and don't touch src/legacy", "deny $ git push; deny src/legacy/");
        check("fix it. don't push or touch src/legacy", "deny $ git push; deny src/legacy/");
        check("fix it. don't touch src/legacy or push", "deny src/legacy/; deny $ git push");
        check("fix it. don't push and no new deps", "deny $ git push; deny new packages");
        check("fix it. no pushing and no new deps", "deny $ git push; deny new packages");
        check("fix it. no new deps and no pushing", "deny new packages; deny $ git push");
    }
}
