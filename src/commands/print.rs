//! The one module that prints what is meant to be read; signs of life are `progress`'s.
//!
//! Owns the two streams: answers go to stdout, `error:`, `warning:` and `hint:` to stderr. Colour is stripped where the
//! stream is no terminal or `--color never` stands; no meaning rests on it alone.

use super::report::Style;
use crate::cli::exit::{ExitStatus, Failure};
use crate::host;
use crate::text::plain::{in_json, plain, plain_line};
use anstyle::AnsiColor;
use clap::error::ErrorKind;
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write as _};

const ERROR: anstyle::Style = AnsiColor::Red.on_default().bold();
const WARNING: anstyle::Style = AnsiColor::Yellow.on_default().bold();
const HINT: anstyle::Style = AnsiColor::Cyan.on_default().bold();

/// Writes an answer as it is; it may hold colours.
pub fn answer(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes bytes that are no terminal text: a completion script, a manual page, a report for scripts.
pub fn raw(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes one JSON object for scripts, safe to show.
pub fn object(page: &impl Serialize) -> io::Result<()> {
    raw((in_json(serde_json::to_string_pretty(page)?) + "\n").as_bytes())
}

/// Writes a remark for the person, beside the answer; it may hold colours.
pub fn aside(text: &str) {
    // Nobody is left to tell when stderr is gone.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// True when text for stderr may hold colours.
pub fn stderr_has_colour() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Writes `warning:` and `hint:`.
pub fn warning(message: &str, hint: &str) {
    // It may quote a file of somebody else's.
    let message = plain_line(message);
    aside(&format!("{WARNING}warning:{WARNING:#} {message}\n{HINT}hint:{HINT:#} {hint}\n"));
}

/// Tells of a failed command and gives its exit status.
pub fn failure(error: &anyhow::Error) -> ExitStatus {
    let status = ExitStatus::of(error);
    if status == ExitStatus::Ok {
        return status;
    }
    let hint = error.downcast_ref::<Failure>().map_or_else(|| fallback_hint(status), |failure| failure.hint.as_str());
    // A file name may hold a line break or an escape sequence.
    let error = plain_line(&format!("{error:#}"));
    aside(&format!("{ERROR}error:{ERROR:#} {error}\n{HINT}hint:{HINT:#} {hint}\n"));
    status
}

/// What to do about an error that knows no better way out.
fn fallback_hint(status: ExitStatus) -> &'static str {
    match status {
        ExitStatus::Io => "check that the path exists, that you may use it, and that the disk has room",
        _ => "this is a fault in driftguard: run it again with -vv and report what it says",
    }
}

/// Tells of a command line that clap refused, or answers `--help` and `--version`.
pub fn refusal(refused: &clap::Error) -> io::Result<ExitStatus> {
    let text = refused.render();
    if !refused.use_stderr() {
        answer(&text.ansi().to_string())?;
        return Ok(ExitStatus::Ok);
    }
    if refused.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        aside(&text.ansi().to_string());
    } else {
        // It quotes what was called, and a script may have put anything there.
        let text = plain(&text.to_string());
        let lines: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(our_words).collect();
        aside(&(lines.join("\n") + "\n"));
    }
    Ok(ExitStatus::Usage)
}

/// clap says "tip:" and ends with a sentence; here every way out is a hint.
fn our_words(line: &str) -> String {
    if let Some(message) = line.strip_prefix("error: ") {
        format!("{ERROR}error:{ERROR:#} {message}")
    } else if let Some(tip) = line.trim_start().strip_prefix("tip: ") {
        format!("{HINT}hint:{HINT:#} {tip}")
    } else if line.starts_with("For more information") {
        format!("{HINT}hint:{HINT:#} --help says more")
    } else {
        line.to_owned()
    }
}

/// How reports are laid out on this stdout: colour and width.
pub fn style() -> Style {
    let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    Style { colour, width: terminal_width() }
}

/// Columns of the terminal; where there is none those asked for, else 80.
fn terminal_width() -> usize {
    asked_width().unwrap_or(80)
}

/// Columns of the terminal, else those asked for; `None` for a file or a pipe, whose reader wants whole lines.
pub fn asked_width() -> Option<usize> {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.or_else(host::columns)
}

/// Writes one line that may hold names from outside.
pub fn line(text: &str) -> io::Result<()> {
    answer(&(plain_line(text) + "\n"))
}

/// Calls `write` with stdout. What it prints may hold colours.
pub fn with_stdout<T>(write: impl FnOnce(&mut dyn io::Write) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let mut stdout = anstream::stdout().lock();
    let written = write(&mut stdout)?;
    stdout.flush()?;
    Ok(written)
}

/// True when a question can be put: stdin and stderr are a terminal.
pub fn somebody_is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Puts a question; anything but a yes is a no, and so is nobody there to answer.
pub fn confirm(question: &str) -> io::Result<bool> {
    if !somebody_is_there() {
        return Ok(false);
    }
    aside(&format!("{} [y/N] ", plain(question)));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "Yes"))
}
