//! The small pieces that every form for people is made of: lines, lists, tables, colour.
//!
//! Owns width and alignment. Everything must read well without colour; colour only adds.

use crate::text::clip::one_line;
pub(super) use crate::text::plain::plain_line;
use crate::text::plain::{in_json, plain};
use anstyle::{AnsiColor, Style as Ansi};
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::collections::HashSet;

/// Columns below which no line is broken further: narrower than this nothing reads well.
const MIN_WIDTH: usize = 40;
/// Columns of the labels on the left.
const LABEL: usize = 12;

/// How a text for people is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// True to add colour.
    pub colour: bool,
    /// Columns of the terminal, or of whatever the text is for.
    pub width: usize,
}

/// What a piece of text is, as far as colour can tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// As it is.
    Plain,
    /// A heading.
    Strong,
    /// A label.
    Faint,
    /// All is well.
    Good,
    /// Look at it.
    Doubtful,
    /// Act on it.
    Bad,
}

impl Style {
    /// Columns that a line may take.
    pub(super) fn columns(self) -> usize {
        self.width.max(MIN_WIDTH)
    }

    /// The text in its tone; without colour the text alone.
    pub(super) fn paint(self, tone: Tone, text: &str) -> String {
        let ansi = match tone {
            Tone::Plain => Ansi::new(),
            Tone::Strong => Ansi::new().bold(),
            Tone::Faint => Ansi::new().dimmed(),
            Tone::Good => AnsiColor::Green.on_default(),
            Tone::Doubtful => AnsiColor::Yellow.on_default(),
            Tone::Bad => AnsiColor::Red.on_default().bold(),
        };
        if self.colour { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    }
}

/// A page being written, line by line.
pub(super) struct Page {
    style: Style,
    text: String,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self { style, text: String::new() }
    }

    /// An empty line.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// One line as it is, whatever its length.
    pub(super) fn line(&mut self, tone: Tone, text: &str) {
        self.text.push_str(&self.style.paint(tone, text));
        self.text.push('\n');
    }

    /// A label and its value, broken into at most `max_lines` lines.
    pub(super) fn field(&mut self, label: &str, value: &str, max_lines: usize) {
        let label = self.style.paint(Tone::Faint, &padded(label, LABEL));
        self.hanging(&label, LABEL, value, max_lines);
    }

    /// `lead`, of `indent` columns, and behind it `value`, broken into at most `max_lines` lines.
    pub(super) fn hanging(&mut self, lead: &str, indent: usize, value: &str, max_lines: usize) {
        let mut lines = wrap(value, self.style.columns().saturating_sub(indent));
        if lines.len() > max_lines {
            lines.truncate(max_lines);
            if let Some(last) = lines.last_mut() {
                // One column is given back to the ellipsis.
                while columns(last) + indent >= self.style.columns() {
                    last.pop();
                }
                last.push('…');
            }
        }
        for (index, line) in lines.iter().enumerate() {
            let start = if index == 0 { lead.to_owned() } else { " ".repeat(indent) };
            self.text.push_str(format!("{start}{line}").trim_end());
            self.text.push('\n');
        }
    }

    /// A table: a header and rows, no borders, the columns at `right` aligned to the right.
    pub(super) fn table(&mut self, header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) {
        let gap = |index: usize| if index + 1 == header.len() { 0 } else { 2 };
        let cells = || header.iter().copied().chain(rows.iter().flatten().map(String::as_str));
        let words: HashSet<String> = cells().flat_map(str::split_whitespace).map(str::to_owned).collect();
        let longest = longest_words(header, &rows);
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(self.style.columns()).unwrap_or(u16::MAX)).set_header(header.to_vec());
        table.add_rows(rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, gap(index)));
        }
        for index in right {
            if let Some(column) = table.column_mut(*index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        // The arrangement gives each column its share, and breaks words for it that would fit side by side.
        let whole = longest.iter().enumerate().map(|(index, word)| usize::from(*word + gap(index))).sum::<usize>();
        let broken = || table.lines().any(|line| line.split_whitespace().any(|word| !words.contains(word)));
        if whole <= self.style.columns() && broken() {
            for (index, (column, word)) in table.column_iter_mut().zip(&longest).enumerate() {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(word + gap(index))));
            }
        }
        for (index, line) in table.lines().enumerate() {
            self.line(if index == 0 { Tone::Faint } else { Tone::Plain }, line.trim_end());
        }
    }

    /// The page; every line ends with a line feed.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// Text of a session on one line: neutralised, white space drawn together.
pub(super) fn line(text: &str) -> String {
    let text = plain(text);
    // Nearly every text is one line already: a report of a long session holds thousands.
    let single = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("  ");
    if single && !text.starts_with(' ') && !text.ends_with(' ') {
        return text;
    }
    one_line(&text)
}

/// A line of at most `max` columns; what was cut is marked with an ellipsis.
pub(in crate::commands) fn cut(text: &str, max: usize) -> String {
    let text = line(text);
    if columns(&text) <= max {
        return text;
    }
    let mut room = max.saturating_sub(1);
    let kept = text.chars().take_while(|character| {
        let width = width_of(*character);
        let fits = width <= room;
        room = if fits { room - width } else { 0 };
        fits
    });
    kept.chain(['…']).collect()
}

/// A path of at most `max` columns: its end tells most, so the beginning is cut. A line break in it is part of a name, and written out
/// as wherever a name is shown.
pub(super) fn cut_path(path: &str, max: usize) -> String {
    let path = plain_line(path);
    if columns(&path) <= max {
        return path;
    }
    let reversed: String = path.chars().rev().collect();
    cut(&reversed, max).chars().rev().collect()
}

/// Breaks a line at spaces; a word longer than a line, such as a path, is broken where the line ends.
pub(in crate::commands) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in line(text).split(' ') {
        let length = columns(word);
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            push(&mut lines, ' ');
            used += 1;
        }
        for character in word.chars() {
            if used > 0 && used + width_of(character) > width {
                lines.push(String::new());
                used = 0;
            }
            push(&mut lines, character);
            used += width_of(character);
        }
    }
    lines
}

/// The columns of the longest word in each column of a table.
fn longest_words(header: &[&str], rows: &[Vec<String>]) -> Vec<u16> {
    let word = |cell: &str| cell.split_whitespace().map(columns).max().unwrap_or(0);
    let longest = |index: usize, title: &str| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| word(cell));
        u16::try_from(cells.chain([word(title)]).max().unwrap_or(0)).unwrap_or(u16::MAX)
    };
    header.iter().enumerate().map(|(index, title)| longest(index, title)).collect()
}

fn push(lines: &mut [String], character: char) {
    if let Some(last) = lines.last_mut() {
        last.push(character);
    }
}

/// `text` and spaces up to `width` columns.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text)).max(1)))
}

/// Columns that a text takes on a terminal.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// Ideographs, syllables, full-width forms and pictures take two columns (Unicode Annex 11, the wide blocks).
fn width_of(character: char) -> usize {
    match character {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// "a, b and c"; beyond `max` items "a, b and 7 more".
pub(super) fn list(items: &[String], max: usize) -> String {
    let (shown, more) = items.split_at(items.len().min(max));
    match (shown, more.len()) {
        ([], 0) => String::new(),
        ([one], 0) => one.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (shown, more) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// "1 call", "3 calls".
pub(in crate::commands) fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(number)) }
}

/// A length as a number to be shown.
pub(in crate::commands) fn number(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// "12,345": digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let lead = digits.len() % 3;
    let groups = digits.as_bytes()[lead..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (lead > 0).then(|| digits[..lead].to_owned());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

/// The user's words in quotation marks.
pub(in crate::commands) fn quoted(text: &str) -> String {
    format!("“{}”", line(text))
}

/// Pretty JSON with the keys in the order of the fields, safe to show, and a line feed at the end.
pub(super) fn pretty<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_string_pretty(value) {
        Ok(text) => in_json(text) + "\n",
        Err(error) => unreachable!("text keys and plain values always serialise: {error}"),
    }
}

/// Letters of the beginning of an id that the client makes.
const SHORT: usize = 8;

/// The beginning of an id that the client made; an id of another shape whole.
pub(in crate::commands) fn short(id: &str) -> String {
    let first = id.split('-').next().unwrap_or(id);
    let is_usual = first.len() == SHORT && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    line(if is_usual { first } else { id })
}

/// A time in UTC to the minute: the same on every machine.
pub(super) fn when(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds)
        .map_or_else(|_| "an unknown time".to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_are_cut_by_columns() {
        let check = |text: &str, max, expected: &str| assert_eq!(cut(text, max), expected);
        check("short", 5, "short");
        check("too long", 5, "too …");
        check("日本語の名前", 6, "日本…");
        check("a\n\tb", 9, "a b");
        assert_eq!(cut_path("src/very/deep/token.rs", 12), "…ep/token.rs");
        assert_eq!(cut_path("src/token.rs", 12), "src/token.rs");
        assert_eq!(cut_path("new\nline.css", 20), "new\\nline.css");
    }

    #[test]
    fn lists_say_how_many_are_left_out() {
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        let check = |count, max, expected: &str| assert_eq!(list(&items[..count], max), expected);
        check(0, 2, "");
        check(1, 2, "a");
        check(2, 2, "a and b");
        check(3, 2, "a, b and 1 more");
        check(3, 3, "a, b and c");
    }

    #[test]
    fn a_table_breaks_no_word_where_all_fit_side_by_side() {
        let mut page = Page::new(Style { colour: false, width: 40 });
        let row = ["prompt 12", "intervene", "changed src/styles/theme.css"].map(str::to_owned).to_vec();
        page.table(&["at", "level", "seen"], vec![row], &[]);
        let told = page.finish();
        for word in ["intervene", "changed", "src/styles/theme.css"] {
            assert!(told.contains(word), "{told}");
        }
        assert!(told.lines().all(|line| columns(line) <= 40), "{told}");
    }

    #[test]
    fn numbers_are_grouped() {
        let shown: Vec<String> = [0, 1, 999, 1000, 1_234_567].map(|number| count(number, "line")).to_vec();
        assert_eq!(shown, ["0 lines", "1 line", "999 lines", "1,000 lines", "1,234,567 lines"]);
    }

    #[test]
    fn colour_only_adds() {
        let plain = Style { colour: false, width: 80 };
        let colour = Style { colour: true, width: 80 };
        for tone in [Tone::Plain, Tone::Strong, Tone::Faint, Tone::Good, Tone::Doubtful, Tone::Bad] {
            assert_eq!(plain.paint(tone, "text"), "text");
            assert_eq!(anstream::adapter::strip_str(&colour.paint(tone, "text")).to_string(), "text");
        }
    }

    proptest! {
        #[test]
        fn wrapping_keeps_every_character_and_the_width(text in "[a-z日 ]{0,90}", width in 2usize..30) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|line| columns(line) <= width));
            let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(without_spaces(&lines.concat()), without_spaces(&text));
        }

        #[test]
        fn cut_text_fits(text in "\\PC{0,60}", max in 1usize..40) {
            prop_assert!(columns(&cut(&text, max)) <= max);
            prop_assert!(columns(&cut_path(&text, max)) <= max);
        }
    }
}
