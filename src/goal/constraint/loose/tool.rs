//! What is not to be run, in other words than "don't run it": "skip clippy", "not via ssh", "the build is my job", "stay offline".
//!
//! Owns the frames around the name of a program, or of what programs do. What they hear is told: "skip clippy" asks for less work as well.

use super::heard::{Heard, closes_loosely};
use crate::domain::{CallKind, Called, Target};
use crate::goal::constraint::act::command::{is_program, is_tool};
use crate::goal::constraint::act::doing;
use crate::goal::constraint::clause::is_linking;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_determiner, is_joining, is_prelude, is_preposition};

/// Words at most of a command behind its program: "docker compose up".
const MAX_BEHIND: usize = 2;

/// What leads to something that is not to be run.
#[rustfmt::skip]
const BEFORE: [&str; 18] = [
    "avoid running", "avoid using", "avoid", "do not let", "don't call", "don't do", "don't even run", "don't invoke", "don't let", "don't run",
    "don't start", "don't touch", "don't use", "hold off on", "hold off with", "keep away from", "never call", "skip",
];

/// The same where it is a sentence by itself: "it works with podman, not with docker" compares.
const BY: [&str; 5] = ["not by", "not through", "not using", "not via", "not with"];

/// What leads to something that the user runs.
const OWN: [&str; 6] = ["i run", "i start", "i'll run", "i'll start", "i'm running", "im running"];

/// What stands behind it where "leave" or "keep" leads.
const LEFT: [&str; 7] = ["alone", "out", "out of it", "out of that", "out of this", "to me", "unexecuted"];

/// What is said of it. "Docker is off" tells how it is.
#[rustfmt::skip]
const SHUT: [&str; 9] = [
    "forbidden", "my business", "my job", "not to be run", "not to be started", "off for now", "off limits", "off-limits", "taboo",
];

/// Whole orders.
const OFFLINE: [&str; 3] = ["don't go online", "no googling", "stay offline"];

/// "Skip clippy", "no aws calls", "the build is my job", "terraform plan i'll do", "stay offline".
pub(super) fn tool(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    // "When $FAST is set, skip eslint", "tox.ini: skip mypy" are about what a program does.
    let begins = || (0..at).all(|word| is_prelude(sentence.word(word)));
    if is_conditional(sentence) || (0..at).any(|word| sentence.tokens[word].stop()) {
        return None;
    }
    if let Some(end) = OFFLINE.iter().find_map(|phrase| sentence.end_of(at, phrase)) {
        return (begins() && over(sentence, end))
            .then_some(Heard { clause: at..end, target: Target::Doing(CallKind::Fetch) });
    }
    if let Some((end, target)) = run(sentence, at) {
        let shut = is_linking(sentence.word(end));
        let stays = matches!(sentence.word(end), "stay" | "stays") && sentence.word(end + 1) == "off";
        let said = || SHUT.iter().filter_map(|phrase| sentence.end_of(end + 1, phrase)).max().filter(|_| shut);
        let own = || ["i'll do", "i'll run"].iter().find_map(|phrase| sentence.end_of(end, phrase));
        let end = if stays { Some(end + 2) } else { said().or_else(own) };
        return end.filter(|end| over(sentence, *end)).map(|end| Heard { clause: at..end, target });
    }
    let led = |phrases: &[&str]| phrases.iter().filter_map(|phrase| sentence.end_of(at, phrase)).max();
    if let Some(from) = led(&BEFORE).or_else(|| led(&BY).filter(|_| begins())) {
        let (end, target) = run(sentence, from)?;
        let end = sentence.past_phrase(end, &["anywhere", "at all", "for it", "for that", "for this"]);
        // "Skip the tests" asks for less work; "run ruff, skip mypy" may say what a script does.
        let less = sentence.word(at) == "skip" && (target == Target::Doing(CallKind::Test) || !begins());
        return (over(sentence, end) && !less).then_some(Heard { clause: at..end, target });
    }
    if let Some(from) = led(&OWN) {
        let (end, target) = run(sentence, from)?;
        let closed = sentence.is_parted(end + 1) || sentence.word(end + 1).is_empty();
        return (sentence.word(end) == "myself" && closed).then_some(Heard { clause: at..end + 1, target });
    }
    let (end, target) = run(sentence, at + 1)?;
    let end = match sentence.word(at) {
        "no" if matches!(sentence.word(end), "call" | "calls" | "command" | "commands" | "run" | "runs") => end + 1,
        "keep" | "leave" => LEFT.iter().filter_map(|phrase| sentence.end_of(end, phrase)).max()?,
        _ => return None,
    };
    over(sentence, end).then_some(Heard { clause: at..end, target })
}

/// "If no daemon runs, skip docker".
fn is_conditional(sentence: &Sentence<'_>) -> bool {
    matches!(sentence.word(0), "if" | "once" | "unless" | "when" | "whenever" | "where" | "while")
}

/// True where nothing of the clause stands at `at` any more. "Avoid curl for the health check" says what for.
fn over(sentence: &Sentence<'_>, at: usize) -> bool {
    closes_loosely(sentence, at) && !matches!(sentence.word(at), "either" | "for" | "if" | "or" | "when")
}

/// What is named at `from`, programs or what programs do, and the token behind it.
fn run(sentence: &Sentence<'_>, from: usize) -> Option<(usize, Target)> {
    let named = |names| Called { deeds: vec!["run".to_owned()], names, program: true };
    let program = || program(sentence, from).map(|(end, names)| (end, Target::Called(named(names))));
    doing::noun(sentence, from).map(|(kind, end)| (end, Target::Doing(kind))).or_else(program)
}

/// The program named at `from`, with the plain words of its command, and the token behind them. "Terraform plan/apply" are two.
fn program(sentence: &Sentence<'_>, from: usize) -> Option<(usize, Vec<Vec<String>>)> {
    let from = sentence.past(from, is_determiner);
    let first = sentence.tokens.get(from)?;
    if first.code {
        let begins = first.raw.split_whitespace().next().is_some_and(|word| is_program(word) || is_tool(word));
        return begins.then(|| (from + 1, vec![first.raw.split_whitespace().map(str::to_lowercase).collect()]));
    }
    if !is_program(&first.word) {
        return None;
    }
    // Nothing else runs it.
    let cargo = (first.word == "clippy").then(|| "cargo".to_owned());
    let mut name: Vec<String> = cargo.into_iter().chain([first.word.clone()]).collect();
    let mut end = from + 1;
    let plain = |at: usize| {
        let word = sentence.word(at);
        let of_a_name = !(is_preposition(word) || is_joining(word) || is_linking(word) || is_determiner(word));
        of_a_name && !closes_loosely(sentence, at) && word.bytes().all(|letter| letter.is_ascii_lowercase())
    };
    let of_a_frame = |at: usize| {
        LEFT.iter().chain(&SHUT).any(|phrase| sentence.reads(at, phrase))
            || sentence
                .reads_one(at, &["i", "at all", "stay", "stays", "calls", "runs", "commands", "anywhere", "myself"])
    };
    while end <= from + MAX_BEHIND && plain(end) && !of_a_frame(end) {
        name.push(sentence.word(end).to_owned());
        end += 1;
    }
    let either = sentence.word(end);
    if either.contains('/') {
        let each = |verb: &str| name.iter().cloned().chain([verb.to_owned()]).collect();
        return Some((end + 1, either.split('/').map(each).collect()));
    }
    Some((end, vec![name]))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{limits, shown_called};

    #[test]
    fn a_program_is_refused_in_many_words() {
        for (said, expected) in [
            ("skip clippy", "run cargo clippy"),
            ("not via ssh please", "run ssh"),
            ("no aws calls from your side", "run aws"),
            ("hold off on pytest", "run pytest"),
            ("terraform plan/apply i'll do", "run terraform plan, terraform apply"),
            ("psql is my job", "run psql"),
            ("i run pytest myself", "run pytest"),
        ] {
            assert_eq!(shown_called(&format!("fix the login. {said}")), expected, "{said}");
        }
        for said in [
            "skip clippy warnings in the report",
            "skip docker tests on windows",
            "the runner must not call docker",
            "no docker image is found",
            "leave the docker setup in place",
            "keep the pip cache out of the image",
            "eslint is off by default, turn it on",
            "docker is mine to fix?",
            "don't make it slower",
            "skip black squares",
            "docker is off. Start it",
            "the test passes with jest, not with vitest",
            "when $FAST is set, skip eslint",
            "tox.ini: skip mypy",
            "run ruff, skip mypy",
            "avoid curl for the health check, use wget",
            "don't need eslint anymore, remove it",
        ] {
            assert_eq!(shown_called(&format!("fix the login. {said}")), "", "{said}");
        }
    }

    #[test]
    fn what_programs_do_is_refused_in_the_same_words() {
        for (said, expected) in [
            ("skip the linter", "donot lint"),
            ("the build is my job", "donot build"),
            ("leave the build to me", "donot build"),
            ("i'm running the dev server myself", "donot serve"),
            ("the test suite stays off", "donot test"),
            ("the app is not to be started", "donot serve"),
            ("stay offline", "donot fetch"),
            ("no googling please", "donot fetch"),
        ] {
            limits(&format!("fix the login. {said}"), expected);
        }
        for said in [
            "skip the tests",
            "skip the build step in ci",
            "the build is broken",
            "the app must stay offline when the flag is set",
            "leave the server config",
            "the server is off by one",
            "i'm running the dev server",
            "i run the build myself and get an error",
            "the dev server is off, start it",
            "if dist is fresh, skip the build",
        ] {
            let said = format!("fix the login. {said}");
            assert!(
                !crate::goal::stage::shown_constraints(&crate::goal::stage::Stage::new().start(&said).constraints)
                    .contains("donot "),
                "{said}"
            );
        }
    }
}
