//! `driftguard check --stream`: a text judged while it comes in on stdin, against a file or a session's transcript.

use super::project::Project;
use super::{analysis, check, pick, print};
use crate::agent::adapters;
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Check, ReportFormat};
use crate::config::Config;
use crate::domain::{Event, Ledger, What};
use crate::guard::Playback;
use crate::host::Host;
use crate::text::clip::one_line;
use crate::text::plain::{plain, plain_line};
use crate::text::secret::redacted;
use crate::verify::stream::{Basis, Halt, Known, Stream};
use crate::verify::text::Evidence;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes of the longest token: what has no blank for longer is cut.
const LONGEST: usize = 4096;
/// Tokens before the halt that are shown.
const SHOWN: usize = 12;

/// What a stream is held against, read.
struct Ground {
    known: Known,
    text: Option<Evidence>,
    ledger: Option<Ledger>,
}

/// Reads stdin to its end, or to where it would be ended, and tells which.
pub fn run(host: &Host, project: &Project, request: &Check) -> anyhow::Result<ExitStatus> {
    if !matches!(request.format(), ReportFormat::Human | ReportFormat::Json) {
        let message = "a stream is told as human or json";
        return Err(Failure::new(ExitStatus::Usage, message.to_owned(), "leave --format away").into());
    }
    let config = &project.config;
    let ground = match &request.evidence {
        Some(path) => from_text(path, config)?,
        None => from_session(host, project, request)?,
    };
    let basis = Basis { known: &ground.known, text: ground.text.as_ref(), ledger: ground.ledger.as_ref() };
    let mut stream = Stream::new(basis, config);
    let (mut last, mut tokens) = (Vec::new(), 0);
    let mut input = BufReader::new(io::stdin().lock());
    let mut halt = None;
    while let Some(token) = next_token(&mut input)? {
        tokens += 1;
        if last.len() >= SHOWN {
            last.remove(0);
        }
        halt = stream.push(&token).cloned();
        last.push(token);
        if halt.is_some() {
            break;
        }
    }
    match request.format() {
        ReportFormat::Json => print::raw(json(tokens, halt.as_ref(), &last.concat(), stream.coherence()).as_bytes())?,
        _ => print::answer(&human(tokens, halt.as_ref(), &last.concat()))?,
    }
    Ok(if halt.is_some() { ExitStatus::Findings } else { ExitStatus::Ok })
}

fn human(tokens: usize, halt: Option<&Halt>, last: &str) -> String {
    match halt {
        None => format!("nothing to halt in {tokens} tokens\n"),
        Some(halt) => format!(
            "halt at token {} (rule {}): {}\n  … {}\n",
            halt.token,
            halt.rule.name(),
            plain_line(&redacted(&halt.why)),
            // Where the text's lines end is nothing to the reader of its last words.
            plain_line(&one_line(&redacted(last)))
        ),
    }
}

fn json(tokens: usize, halt: Option<&Halt>, last: &str, coherence: f64) -> String {
    let halt = halt.map(|halt| {
        serde_json::json!({
            "token": halt.token,
            "rule": halt.rule.name(),
            "why": plain(&redacted(&halt.why)),
            "last_words": plain(&redacted(last)),
        })
    });
    format!("{}\n", serde_json::json!({ "tokens": tokens, "coherence": coherence, "halt": halt }))
}

fn from_text(path: &Path, config: &Config) -> anyhow::Result<Ground> {
    let file = File::open(path).map_err(|error| {
        let status = if error.kind() == io::ErrorKind::NotFound { ExitStatus::NotFound } else { ExitStatus::Io };
        Failure::new(status, format!("cannot read {}: {error}", path.display()), "name a text file")
    })?;
    let mut bytes = Vec::new();
    file.take(config.input.max_stdin).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut known = Known::new(config.stream.max_known);
    known.add(&text);
    Ok(Ground { known, text: Some(Evidence::new(&text, config.grounding.max_words)), ledger: None })
}

fn from_session(host: &Host, project: &Project, request: &Check) -> anyhow::Result<Ground> {
    let transcript = match &request.transcripts[..] {
        [] => None,
        [only] => Some(only.as_path()),
        _ => {
            let hint = "name the one with which the text on stdin goes on";
            return Err(Failure::new(ExitStatus::Usage, "--stream holds a text against one transcript", hint).into());
        }
    };
    let store = pick::known(host, project);
    let found = check::locate(host, project, store.as_ref(), transcript, request.session.as_deref())?;
    let (path, session_id) = found;
    let config = &project.config;
    let question = check::question(host, project, store.as_ref(), &path, session_id);
    let mut known = Known::new(config.stream.max_known);
    let each = |playback: &mut Playback<'_>, event: Event| {
        take_in(&event, &mut known);
        playback.play(event);
    };
    let read = analysis::play(&path, adapters()[0], config, &question, each, |playback, _| playback.guard().ledger());
    let ledger = read.map_err(|error| check::told(&error))?;
    Ok(Ground { known, text: None, ledger: Some(ledger) })
}

/// All that was asked, done and answered; what the agent itself said is no evidence.
fn take_in(event: &Event, known: &mut Known) {
    match &event.what {
        What::Prompt(prompt) => known.add(&prompt.text),
        What::Call(call) => {
            call.action.effects.iter().for_each(|effect| known.add(&effect.path));
            [&call.action.command, &call.action.text].into_iter().flatten().for_each(|text| known.add(text));
        }
        What::Outcome(outcome) => known.add(outcome.text()),
        _ => {}
    }
}

/// A word with the blanks behind it; `None` at the end.
fn next_token(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut token = Vec::new();
    let mut blank = false;
    loop {
        let ahead = input.fill_buf()?;
        let Some(byte) = ahead.first().copied() else { break };
        let white = byte.is_ascii_whitespace();
        if (blank && !white) || token.len() >= LONGEST {
            break;
        }
        blank = white;
        token.push(byte);
        input.consume(1);
    }
    Ok((!token.is_empty()).then(|| String::from_utf8_lossy(&token).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_with_their_blanks() {
        let mut input = "Two words,\n\n and 日本 \u{a0}".as_bytes();
        let mut found = Vec::new();
        while let Some(token) = next_token(&mut input).unwrap() {
            found.push(token);
        }
        assert_eq!(found, ["Two ", "words,\n\n ", "and ", "日本 ", "\u{a0}"]);
        let long = "x".repeat(3 * LONGEST);
        let mut input = long.as_bytes();
        assert_eq!(next_token(&mut input).unwrap().map(|token| token.len()), Some(LONGEST));
        assert_eq!(next_token(&mut "".as_bytes()).unwrap(), None);
    }

    #[test]
    fn a_halt_is_told_with_its_place_and_reason() {
        let halt =
            Halt { token: 7, rule: crate::verify::stream::Rule::Claim, why: "42 is not\u{1b}[2J there".to_owned() };
        let told = human(8, Some(&halt), "the last words");
        assert!(told.starts_with("halt at token 7 (rule claim): 42 is not") && !told.contains('\u{1b}'), "{told}");
        let read: serde_json::Value = serde_json::from_str(&json(8, Some(&halt), "the last", 0.5)).unwrap();
        assert_eq!(read["halt"]["rule"], "claim");
        assert!(human(8, Some(&halt), "two\n\nlines ").ends_with("  … two lines\n"));
        assert_eq!(human(3, None, ""), "nothing to halt in 3 tokens\n");
    }
}
