//! What a piece of code in a report is: a command, and of which kind.

use super::words::word_kind;
use crate::domain::RunKinds;
use crate::text::shell;
use crate::text::shell::kinds_of;

/// The kinds of the command in a piece of code, and whether it is a command at all.
pub(super) fn of_code(code: &str) -> (RunKinds, bool) {
    if let Some(kind) = word_kind(&code.to_lowercase()) {
        return (RunKinds::of(kind), true);
    }
    let kinds = shell::read(code)
        .commands
        .iter()
        .fold(RunKinds::default(), |kinds, words| kinds.and(kinds_of(words.iter().map(String::as_str))));
    let mut words = code.split_whitespace();
    let program = words.next().is_some_and(|first| {
        first.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | '/') || c.is_ascii_uppercase())
            && !first.ends_with(':')
            && !first.contains('(')
    });
    (kinds, !kinds.is_empty() || (program && words.next().is_some()))
}
