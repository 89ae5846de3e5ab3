//! A mistake in a configuration layer, with its place.
//!
//! Owns what is said about a mistake. It decides nothing about values: `rules` and `layers` do.

use std::ops::Range;

/// How bad a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The key does not do what its author meant; `config check` fails.
    Error,
    /// The key is refused by a rule and not by mistake; `config check` passes.
    Warning,
}

/// A mistake in a layer. It costs the layer that one key, never the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The shown name of the layer.
    pub layer: String,
    /// The bytes of the layer's text that are at fault.
    pub span: Range<usize>,
    /// The line of the first of them, counted from 1.
    pub line: usize,
    /// The column of the first of them in characters, counted from 1.
    pub column: usize,
    /// What is wrong: one lower-case fragment.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// How bad it is.
    pub severity: Severity,
}

/// What is wrong and what to do, before the layer and the place are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
    pub(super) severity: Severity,
}

impl Fault {
    pub(super) fn error(span: Range<usize>, message: String, hint: Option<String>) -> Self {
        Self { span, message, hint, severity: Severity::Error }
    }

    pub(super) fn warning(span: Range<usize>, message: String, hint: String) -> Self {
        Self { span, message, hint: Some(hint), severity: Severity::Warning }
    }

    pub(super) fn at(self, layer: &str, text: &str) -> Problem {
        let (line, column) = place(text, self.span.start);
        Problem {
            layer: layer.to_owned(),
            span: self.span,
            line,
            column,
            message: self.message,
            hint: self.hint,
            severity: self.severity,
        }
    }
}

/// Line and column in characters of a byte offset, both counted from 1.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let check = |text: &str, offset, expected| assert_eq!(place(text, offset), expected, "{text:?} at {offset}");
        check("", 0, (1, 1));
        check("a = 1", 4, (1, 5));
        check("a = 1\nb = 2", 6, (2, 1));
        check("a = 1\r\nb = 2", 7, (2, 1));
        check("ä = 1", 2, (1, 2));
        check("a", 99, (1, 2));
    }
}
