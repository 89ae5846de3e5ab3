//! Edits in JSON with comments that change nothing but what they are asked to change.
//!
//! Owns the reading of such a text into spans and three edits: append a member, replace a value, remove a member. An
//! edit is a cut or an insertion in the text itself, never a new rendering of it, so comments, key order, indentation,
//! line ends and everything else that people care about stay byte for byte. It does not know what the text means.

use std::io::{self, Write};
use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use serde::Serialize;

/// What is allowed beyond strict JSON: comments and trailing commas, nothing else.
const DIALECT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text is no JSON, not even with comments and trailing commas.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {detail}")]
pub struct SyntaxError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What the parser expected or met.
    pub detail: String,
}

/// A value and the bytes that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// From its first to behind its last byte in the document.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of values, told apart as far as settings need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{..}`, its members in the order of the text.
    Object(Vec<Member>),
    /// `[..]`
    Array(Vec<Node>),
    /// A string, unescaped.
    String(String),
    /// `true` or `false`
    Bool(bool),
    /// A number, or `null`.
    Other,
}

/// One `"key": value` of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key, unescaped.
    pub key: String,
    /// From the key's quote to behind the value.
    pub span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The members, where this is an object.
    pub fn members(&self) -> Option<&[Member]> {
        if let Kind::Object(members) = &self.kind { Some(members) } else { None }
    }

    /// The elements, where this is an array.
    pub fn elements(&self) -> Option<&[Node]> {
        if let Kind::Array(elements) = &self.kind { Some(elements) } else { None }
    }

    /// The unescaped text, where this is a string.
    pub fn text(&self) -> Option<&str> {
        if let Kind::String(text) = &self.kind { Some(text) } else { None }
    }

    /// The value of a key. Of several members with one key the last counts, as it does for every JSON reader.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()?.iter().rev().find(|member| member.key == key).map(|member| &member.value)
    }

    fn child_spans(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Object(members) => members.iter().map(|member| member.span.clone()).collect(),
            Kind::Array(elements) => elements.iter().map(|element| element.span.clone()).collect(),
            Kind::String(_) | Kind::Bool(_) | Kind::Other => Vec::new(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Comma,
    LineComment,
    BlockComment,
    Other,
}

/// A parsed text together with what an edit must know about its layout.
pub struct Document<'a> {
    text: &'a str,
    root: Option<Node>,
    tokens: Vec<(Range<usize>, Mark)>,
}

impl<'a> Document<'a> {
    /// Reads `text`. An empty text, or one of comments only, is a document without a root.
    pub fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        let offset = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(&text[offset..], &collect, &DIALECT).map_err(|error| SyntaxError {
            line: error.line_display(),
            column: error.column_display(),
            detail: lower_first(&error.kind().to_string()),
        })?;
        let tokens = parsed.tokens.unwrap_or_default().into_iter().map(|token| {
            let mark = match token.token {
                Token::Comma => Mark::Comma,
                Token::CommentLine(_) => Mark::LineComment,
                Token::CommentBlock(_) => Mark::BlockComment,
                _ => Mark::Other,
            };
            (span(&token, offset), mark)
        });
        Ok(Self { text, tokens: tokens.collect(), root: parsed.value.as_ref().map(|value| node(value, offset)) })
    }

    /// The value of the document, unless it is empty.
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    /// The text with `value` as its root, for a document that has none; comments stay above it.
    pub fn with_root(&self, value: &impl Serialize) -> String {
        let kept = self.text.trim_end_matches([' ', '\t', '\r', '\n']);
        let newline = self.newline();
        let separator = if kept.is_empty() || kept.chars().eq([BYTE_ORDER_MARK]) { "" } else { newline };
        format!("{kept}{separator}{}{newline}", self.render(value, "", true))
    }

    /// The text with `value` as the last element of an array, or, under `key`, as the last member of an object.
    ///
    /// A container with one member a line gets a new line in its own indentation; one written on a single line stays so.
    pub fn appended(&self, container: &Node, key: Option<&str>, value: &impl Serialize) -> String {
        let close = container.span.end - 1;
        let (anchor, mark) = self.token_before(close).unwrap_or((close, Mark::Other));
        let last = container.child_spans().pop();
        let own_line = if let Some(last) = &last {
            self.starts_line(last.start) || mark == Mark::LineComment
        } else {
            let bare = anchor == container.span.start + 1;
            self.text[container.span.clone()].contains('\n') || bare && !self.is_single_line()
        };
        let outer = self.indent_of_line(container.span.start);
        let inner = match &last {
            Some(last) if self.starts_line(last.start) => self.indent_of_line(last.start).to_owned(),
            _ => format!("{outer}{}", self.indent_unit()),
        };
        let trailing_comma = last.as_ref().is_some_and(|last| self.comma_after(last.end).is_some());

        let mut member = String::new();
        if let Some(key) = key {
            member.push_str(&self.render(&key, "", false));
            member.push_str(if own_line || self.is_spaced() { ": " } else { ":" });
        }
        member.push_str(&self.render(value, &inner, own_line));
        if trailing_comma {
            member.push(',');
        }
        let mut inserted = String::new();
        if own_line {
            inserted.push_str(self.newline());
            inserted.push_str(&inner);
        } else if last.is_some() && self.is_spaced() {
            inserted.push(' ');
        }
        inserted.push_str(&member);
        if own_line && last.is_none() && !self.text[anchor..close].contains('\n') {
            inserted.push_str(self.newline());
            inserted.push_str(outer);
        }

        let mut text = self.text.to_owned();
        text.insert_str(anchor, &inserted);
        if let Some(last) = last.filter(|_| !trailing_comma) {
            text.insert(last.end, ',');
        }
        text
    }

    /// The text with another value in the place of `old`.
    pub fn replaced(&self, old: &Node, value: &impl Serialize) -> String {
        let mut text = self.text.to_owned();
        text.replace_range(old.span.clone(), &self.render(value, "", false));
        text
    }

    /// The text without the member or element at `index`; the exact inverse of [`Document::appended`] for the last one.
    pub fn without(&self, container: &Node, index: usize) -> String {
        let children = container.child_spans();
        let mut text = self.text.to_owned();
        let Some(child) = children.get(index) else { return text };
        if self.is_alone(container, index) {
            text.replace_range(container.span.start + 1..container.span.end - 1, "");
            return text;
        }

        let own_comma = self.comma_after(child.end);
        let mut end = child.end;
        let mut comment_between = false;
        if let Some(comma) = &own_comma {
            comment_between = !self.text[child.end..comma.start].trim().is_empty();
            if comment_between {
                text.replace_range(comma.clone(), "");
            } else {
                end = comma.end;
            }
        }
        let (before, mark) = self.token_before(child.start).unwrap_or((child.start, Mark::Other));
        let rest_of_line = self.text[end..].split('\n').next().unwrap_or_default();
        let blank = rest_of_line.len() < self.text[end..].len() && rest_of_line.trim().is_empty();
        let comment_follows = comment_between || rest_of_line.trim_start().starts_with('/');
        // The bytes before the member go with it, unless that would push what follows into or behind a comment.
        if !blank && (comment_follows || mark == Mark::LineComment) {
            let spaces = rest_of_line.len() - rest_of_line.trim_start().len();
            text.replace_range(child.start..end + spaces, "");
        } else {
            text.replace_range(before..end, "");
        }
        if own_comma.is_none()
            && let Some(previous) = index.checked_sub(1).and_then(|index| children.get(index))
            && let Some(comma) = self.comma_after(previous.end)
        {
            text.replace_range(comma, "");
        }
        text
    }

    /// True when the member or element at `index` is all that `container` holds, comments counted.
    pub fn is_alone(&self, container: &Node, index: usize) -> bool {
        let children = container.child_spans();
        children.len() == 1 && children.get(index).is_some_and(|child| !self.holds_comment(container, child))
    }

    /// True when a comment stands in `container` beside the member at `child`.
    fn holds_comment(&self, container: &Node, child: &Range<usize>) -> bool {
        self.tokens.iter().any(|(span, mark)| {
            matches!(mark, Mark::LineComment | Mark::BlockComment)
                && container.span.contains(&span.start)
                && !child.contains(&span.start)
        })
    }

    /// Where the nearest token or comment before `position` ends, and what it is.
    fn token_before(&self, position: usize) -> Option<(usize, Mark)> {
        let index = self.tokens.partition_point(|(span, _)| span.end <= position).checked_sub(1)?;
        self.tokens.get(index).map(|(span, mark)| (span.end, *mark))
    }

    /// The comma that belongs to the member ending at `position`, comments in between skipped.
    fn comma_after(&self, position: usize) -> Option<Range<usize>> {
        let first = self.tokens.partition_point(|(span, _)| span.start < position);
        let mut tokens =
            self.tokens[first..].iter().skip_while(|(_, mark)| matches!(mark, Mark::LineComment | Mark::BlockComment));
        tokens.next().filter(|(_, mark)| *mark == Mark::Comma).map(|(span, _)| span.clone())
    }

    fn line_start(&self, position: usize) -> usize {
        let start = self.text[..position].rfind('\n').map_or(0, |newline| newline + 1);
        if start == 0 && self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { start }
    }

    /// True when only white space stands between `position` and the line break before it.
    fn starts_line(&self, position: usize) -> bool {
        let newline = self.text[..position].rfind('\n');
        newline.is_some_and(|newline| self.text[newline..position].trim().is_empty())
    }

    fn indent_of_line(&self, position: usize) -> &'a str {
        let line = &self.text[self.line_start(position)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// One step of indentation: that of the root's first member, else two spaces.
    fn indent_unit(&self) -> &'a str {
        let first = self.root.as_ref().and_then(|root| root.child_spans().into_iter().next());
        let indent = first.filter(|first| self.starts_line(first.start)).map(|first| self.indent_of_line(first.start));
        indent.filter(|indent| !indent.is_empty()).unwrap_or("  ")
    }

    /// A root with members, all on one line: minified or short, and left so.
    fn is_single_line(&self) -> bool {
        self.root
            .as_ref()
            .is_some_and(|root| !root.child_spans().is_empty() && !self.text[root.span.clone()].contains('\n'))
    }

    /// Whether the first key is followed by `: ` and not by `:`.
    fn is_spaced(&self) -> bool {
        let first = self.root.as_ref().and_then(|root| root.members()?.first());
        first.is_none_or(|member| self.text[..member.value.span.start].ends_with(char::is_whitespace))
    }

    fn newline(&self) -> &'static str {
        match self.text.find('\n') {
            Some(position) if self.text[..position].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// `value` as JSON: over several lines at `indent`, or on one line in the style of the text.
    fn render(&self, value: &impl Serialize, indent: &str, lines: bool) -> String {
        let mut bytes = Vec::new();
        let unit = self.indent_unit();
        let written = if lines {
            let formatter = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
            value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))
        } else {
            let formatter = OneLine { spaced: self.is_spaced() };
            value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))
        };
        // Writing plain data with string keys into memory has no way to fail; `null` keeps the text valid JSON if it did.
        let json = written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_else(|| "null".to_owned());
        json.replace('\n', &format!("{}{indent}", self.newline()))
    }
}

/// JSON on one line, with or without a space behind `:` and `,`.
struct OneLine {
    spaced: bool,
}

impl OneLine {
    fn separate<W: ?Sized + Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        match (first, self.spaced) {
            (true, _) => Ok(()),
            (false, true) => writer.write_all(b", "),
            (false, false) => writer.write_all(b","),
        }
    }
}

impl serde_json::ser::Formatter for OneLine {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.spaced { b": " } else { b":" })
    }
}

/// The first place where `text` goes beyond strict JSON, by a comment or a trailing comma or because it is no JSON at all.
/// A byte order mark and an empty text are let pass.
pub fn beyond_json(text: &str) -> Option<SyntaxError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if text.trim().is_empty() {
        return None;
    }
    let error = serde_json::from_str::<serde::de::IgnoredAny>(text).err()?;
    let detail = error.to_string();
    let detail = detail.split(" at line ").next().unwrap_or_default().to_owned();
    Some(SyntaxError { line: error.line(), column: error.column(), detail })
}

fn node(value: &Value<'_>, offset: usize) -> Node {
    let kind = match value {
        Value::Object(object) => Kind::Object(
            object
                .properties
                .iter()
                .map(|property| Member {
                    key: property.name.as_str().to_owned(),
                    span: span(property, offset),
                    value: node(&property.value, offset),
                })
                .collect(),
        ),
        Value::Array(array) => Kind::Array(array.elements.iter().map(|element| node(element, offset)).collect()),
        Value::StringLit(text) => Kind::String(text.value.to_string()),
        Value::BooleanLit(literal) => Kind::Bool(literal.value),
        Value::NumberLit(_) | Value::NullKeyword(_) => Kind::Other,
    };
    Node { span: span(value, offset), kind }
}

fn span(ranged: &impl Ranged, offset: usize) -> Range<usize> {
    ranged.start() + offset..ranged.end() + offset
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn append(text: &str) -> String {
        let document = Document::parse(text).unwrap();
        let root = document.root().unwrap();
        let key = root.members().map(|_| "new");
        document.appended(root, key, &["x"])
    }

    fn remove(text: &str, index: usize) -> String {
        let document = Document::parse(text).unwrap();
        document.without(document.root().unwrap(), index)
    }

    /// Appends to the root, and takes it away again.
    #[track_caller]
    fn check_append(before: &str, after: &str) {
        let appended = append(before);
        assert_eq!(appended, after);
        let document = Document::parse(&appended).unwrap();
        let last = document.root().unwrap().child_spans().len() - 1;
        assert_eq!(remove(&appended, last), before, "the way back");
    }

    #[track_caller]
    fn check_remove(before: &str, index: usize, after: &str) {
        assert_eq!(remove(before, index), after);
        Document::parse(after).unwrap();
    }

    #[test]
    fn a_member_is_appended_in_the_style_of_the_text_and_removed_without_a_trace() {
        check_append("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"new\": [\n    \"x\"\n  ]\n}\n");
        check_append("{\n\t\"a\": 1,\n}", "{\n\t\"a\": 1,\n\t\"new\": [\n\t\t\"x\"\n\t],\n}");
        check_append("{\r\n    \"a\": 1\r\n}", "{\r\n    \"a\": 1,\r\n    \"new\": [\r\n        \"x\"\r\n    ]\r\n}");
        check_append("{\"a\":1}", "{\"a\":1,\"new\":[\"x\"]}");
        check_append("{\"a\": 1}", "{\"a\": 1, \"new\": [\"x\"]}");
        check_append("{ \"a\": 1 }", "{ \"a\": 1, \"new\": [\"x\"] }");
        check_append("[1,]", "[1, [\"x\"],]");
        check_append("{}", "{\n  \"new\": [\n    \"x\"\n  ]\n}");
        check_append(
            "\u{feff}{\n  \"a\": 1 // one\n}",
            "\u{feff}{\n  \"a\": 1, // one\n  \"new\": [\n    \"x\"\n  ]\n}",
        );
    }

    #[test]
    fn comments_stay_where_they_are() {
        check_append(
            "// top\n{\n  \"a\": 1, // one\n  // \"b\": 2\n}",
            "// top\n{\n  \"a\": 1, // one\n  // \"b\": 2\n  \"new\": [\n    \"x\"\n  ],\n}",
        );
        check_append("{\n  // nothing yet\n}", "{\n  // nothing yet\n  \"new\": [\n    \"x\"\n  ]\n}");
        check_append("{\"a\":1 /* one */}", "{\"a\":1, /* one */\"new\":[\"x\"]}");
        check_remove("[\n  1, // one\n  2, // two\n  3\n]", 1, "[\n  1, // one\n  // two\n  3\n]");
        check_remove("[ // open\n  1, 2]", 0, "[ // open\n  2]");
        check_remove("[1, // one\n  2]", 1, "[1 // one\n  ]");
    }

    #[test]
    fn any_member_can_go() {
        check_remove("[\n  1,\n  2,\n  3\n]", 0, "[\n  2,\n  3\n]");
        check_remove("[\n  1,\n  2,\n  3\n]", 1, "[\n  1,\n  3\n]");
        check_remove("[1, 2, 3]", 1, "[1, 3]");
        check_remove("[1,2]", 0, "[2]");
        check_remove("[\n  1,\n]", 0, "[]");
        check_remove("[\n  1, // one\n]", 0, "[\n  // one\n]");
    }

    #[track_caller]
    fn check_error(text: &str, line: usize, column: usize) {
        let error = Document::parse(text).err().unwrap();
        assert_eq!((error.line, error.column), (line, column), "{error}");
    }

    #[test]
    fn errors_name_the_place() {
        check_error("{\n  \"a\": 1\n  \"b\": 2\n}", 2, 9);
        check_error("{\"a\": }", 1, 7);
        check_error("{'a': 1}", 1, 2);
        check_error("\u{feff}{a: 1}", 1, 2);
        check_error("{} {}", 1, 4);
    }

    #[track_caller]
    fn check_beyond_json(text: &str, expected: Option<(usize, usize)>) {
        assert_eq!(beyond_json(text).map(|error| (error.line, error.column)), expected);
    }

    #[test]
    fn what_only_a_lenient_reader_takes_is_told() {
        check_beyond_json("{\"a\": [1]}\n", None);
        check_beyond_json("\u{feff}{}", None);
        check_beyond_json(" \n", None);
        check_beyond_json("{\n  // note\n  \"a\": 1\n}", Some((2, 3)));
        check_beyond_json("{\"a\": 1,}", Some((1, 9)));
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let document = Document::parse(r#"{"a": "first", "\u0061": "second"}"#).unwrap();
        assert_eq!(document.root().unwrap().get("a").unwrap().text(), Some("second"));
    }

    /// Layouts of an array of small numbers: separators and line ends as people write them.
    fn layouts() -> impl Strategy<Value = String> {
        let gap = prop_oneof![Just(""), Just(" "), Just("\n  "), Just("\r\n\t"), Just(" /* c */ "), Just(" // c\n  ")];
        let members = proptest::collection::vec((gap.clone(), gap.clone()), 1..5);
        (members, gap, any::<bool>()).prop_map(|(members, tail, trailing)| {
            let last = members.len() - 1;
            let body: Vec<String> = members
                .iter()
                .enumerate()
                .map(|(index, (lead, lag))| {
                    format!("{lead}{index}{lag}{}", if index < last || trailing { "," } else { "" })
                })
                .collect();
            let body = body.concat();
            format!("[{body}{tail}]")
        })
    }

    fn comments(text: &str) -> usize {
        text.matches("// c").count() + text.matches("/* c */").count()
    }

    proptest! {
        #[test]
        fn edits_keep_every_other_member_and_comment(text in layouts(), pick in any::<prop::sample::Index>()) {
            let count = Document::parse(&text).unwrap().root().unwrap().child_spans().len();
            let appended = append(&text);
            let parsed = Document::parse(&appended).unwrap();
            prop_assert_eq!(parsed.root().unwrap().child_spans().len(), count + 1);
            prop_assert_eq!(comments(&appended), comments(&text));
            prop_assert_eq!(remove(&appended, count), text.clone());

            let index = pick.index(count);
            let removed = remove(&text, index);
            let parsed = Document::parse(&removed).unwrap();
            let left: Vec<&str> = parsed.root().unwrap().child_spans().into_iter().map(|span| &removed[span]).collect();
            let expected: Vec<String> = (0..count).filter(|number| *number != index).map(|number| number.to_string()).collect();
            prop_assert_eq!(left, expected);
            prop_assert_eq!(comments(&removed), comments(&text));
        }
    }
}
