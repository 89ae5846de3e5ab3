//! Signs of life on stderr while something takes long. Nobody sees them where that is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often a spinner turns.
const TURN: Duration = Duration::from_millis(100);

/// A bar of `length` steps: what is done, and how long the rest takes.
pub fn bar(length: u64, message: String) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:30}] {percent} %, {eta} left") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(message);
    bar
}

/// A spinner, where nobody knows how long it takes.
pub fn spinner(message: String) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        spinner.set_style(style);
    }
    spinner.set_message(message);
    spinner.enable_steady_tick(TURN);
    spinner
}

/// None at all, for who wants no sign.
pub fn hidden() -> ProgressBar {
    ProgressBar::hidden()
}
