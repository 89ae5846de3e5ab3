//! How a help text stands before clap, the manual pages and the reference have it: a paragraph is one line.
//!
//! In the source a paragraph is wrapped at the source's width. A reader's terminal has another, and wraps it once more:
//! whoever shows the text wraps it, and nobody else. What is indented is an example or a table, whose lines are its own.

/// One stretch of a help text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph, in one line.
    Prose(String),
    /// Examples or a table, line by line with their indentation. `close` where no empty line stands before it: it belongs
    /// to the paragraph above.
    Lines {
        /// The lines.
        lines: Vec<String>,
        /// Belongs to what stands above.
        close: bool,
    },
}

/// The stretches of `text`.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut apart = true;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() {
            apart = true;
            continue;
        }
        let literal = line.starts_with(' ');
        match blocks.last_mut() {
            Some(Block::Prose(prose)) if !apart && !literal => {
                prose.push(' ');
                prose.push_str(line);
            }
            Some(Block::Lines { lines, .. }) if !apart && literal => lines.push(line.to_owned()),
            _ if literal => {
                let close = !apart && !blocks.is_empty();
                blocks.push(Block::Lines { lines: vec![line.to_owned()], close });
            }
            _ => blocks.push(Block::Prose(line.to_owned())),
        }
        apart = false;
    }
    blocks
}

/// `text` with each paragraph in one line and an empty line between two of them.
pub fn flowing(text: &str) -> String {
    let mut flowing = String::new();
    for block in blocks(text) {
        let (shown, close) = match block {
            Block::Prose(prose) => (prose, false),
            Block::Lines { lines, close } => (lines.join("\n"), close),
        };
        if !flowing.is_empty() {
            flowing.push_str(if close { "\n" } else { "\n\n" });
        }
        flowing.push_str(&shown);
    }
    flowing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(flowing(text), expected);
        assert_eq!(flowing(expected), expected, "twice is as once");
    }

    #[test]
    fn a_paragraph_is_one_line_and_an_example_keeps_its_own() {
        check("", "");
        check("One\ntwo\n\nthree", "One two\n\nthree");
        check("Examples:\n  a --b\n  c \\\n    d", "Examples:\n  a --b\n  c \\\n    d");
        check("By hand:\n  a\nNote that b\nis c.", "By hand:\n  a\n\nNote that b is c.");
        check("Table:\n\n   0  well\n   1  ill\n\nSee c", "Table:\n\n   0  well\n   1  ill\n\nSee c");
        check("  a\n\n  b", "  a\n\n  b");
    }
}
