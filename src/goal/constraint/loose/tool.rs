//! A program that is not to be run, in other words than "don't run it": "skip clippy", "not via ssh", "no aws calls".
//!
//! Owns the frames around the name of a program. What they hear is told: "skip clippy" asks for less work as well.

use super::heard::{Heard, closes};
use crate::domain::Called;
use crate::goal::constraint::act::command::{is_program, is_tool};
use crate::goal::constraint::clause::is_linking;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_determiner, is_joining, is_preposition};
use crate::text::words::words;

/// Words at most of a command behind its program: "docker compose up".
const MAX_BEHIND: usize = 2;

/// What leads to a program that is not to be run.
#[rustfmt::skip]
const BEFORE: [&str; 24] = [
    "avoid running", "avoid using", "avoid", "do not let", "don't call", "don't do", "don't even run", "don't invoke", "don't let", "don't need",
    "don't run", "don't start", "don't touch", "don't use", "hold off on", "hold off with", "keep away from", "never call", "not by",
    "not through", "not using", "not via", "not with", "skip",
];

/// What stands behind it where "leave" or "keep" leads.
const LEFT: [&str; 7] = ["alone", "out", "out of it", "out of that", "out of this", "to me", "unexecuted"];

/// What is said of it.
const SHUT: [&str; 9] =
    ["forbidden", "mine", "my business", "my job", "off", "off limits", "off-limits", "taboo", "not to be run"];

/// "Skip clippy", "no aws calls", "psql is my job", "terraform plan i'll do".
pub(super) fn tool(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let heard = |end: usize, name: Vec<String>| {
        let called = Called { deeds: vec!["run".to_owned()], names: vec![name] };
        Some(Heard { clause: at..end.min(sentence.tokens.len()), called })
    };
    if let Some((end, name)) = program(sentence, at) {
        let shut = is_linking(sentence.word(end)) || matches!(sentence.word(end), "stay" | "stays");
        let said = SHUT.iter().find_map(|phrase| sentence.end_of(end + 1, phrase)).filter(|_| shut);
        let mine = || ["i'll do", "i'll run", "i do", "i run"].iter().find_map(|phrase| sentence.end_of(end, phrase));
        return heard(said.or_else(mine).filter(|end| closes(sentence, *end))?, name);
    }
    let before = BEFORE.iter().filter_map(|phrase| sentence.end_of(at, phrase)).max();
    if let Some((end, name)) = before.and_then(|from| program(sentence, from)) {
        let end = sentence.past_phrase(end, &["anywhere", "at all", "for it", "for that", "for this"]);
        return closes(sentence, end).then(|| heard(end, name))?;
    }
    let (end, name) = program(sentence, at + 1)?;
    match sentence.word(at) {
        "no" => {
            let noun = matches!(sentence.word(end), "call" | "calls" | "command" | "commands" | "run" | "runs");
            (noun && closes(sentence, end + 1)).then(|| heard(end + 1, name))?
        }
        "keep" | "leave" => {
            let end = LEFT.iter().filter_map(|phrase| sentence.end_of(end, phrase)).max()?;
            closes(sentence, end).then(|| heard(end, name))?
        }
        _ => None,
    }
}

/// The program named at `from`, with the plain words of its command, and the token behind them.
fn program(sentence: &Sentence<'_>, from: usize) -> Option<(usize, Vec<String>)> {
    let from = sentence.past(from, is_determiner);
    let first = sentence.tokens.get(from)?;
    if first.code {
        let begins = first.raw.split_whitespace().next().is_some_and(|word| is_program(word) || is_tool(word));
        return begins.then(|| (from + 1, words(first.raw)));
    }
    if !is_program(&first.word) {
        return None;
    }
    let mut name = vec![first.word.clone()];
    let mut end = from + 1;
    let plain = |at: usize| {
        let word = sentence.word(at);
        let of_a_name = !(is_preposition(word) || is_joining(word) || is_linking(word) || is_determiner(word));
        of_a_name && !closes(sentence, at) && word.bytes().all(|letter| letter.is_ascii_lowercase())
    };
    let of_a_frame = |at: usize| {
        LEFT.iter().chain(&SHUT).any(|phrase| sentence.reads(at, phrase))
            || sentence.reads_one(at, &["i", "at all", "stay", "stays", "calls", "runs", "commands", "anywhere"])
    };
    while end <= from + MAX_BEHIND && plain(end) && !of_a_frame(end) {
        name.push(sentence.word(end).to_owned());
        end += 1;
    }
    // "Terraform plan/apply" are two commands.
    end += usize::from(sentence.word(end).contains('/'));
    Some((end, name))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::shown_called;

    #[test]
    fn a_program_is_refused_in_many_words() {
        for (said, expected) in [
            ("skip clippy", "run clippy"),
            ("not via ssh please", "run ssh"),
            ("no aws calls from your side", "run aws"),
            ("hold off on pytest", "run pytest"),
            ("terraform plan/apply i'll do", "run terraform"),
            ("psql is my job", "run psql"),
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
        ] {
            assert_eq!(shown_called(&format!("fix the login. {said}")), "", "{said}");
        }
    }
}
