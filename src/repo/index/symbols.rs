//! The names that definition lines define: functions, types, constants, by the shape of a line and no parser.
//!
//! A line inside a string may be taken for a definition. That makes a word weigh more than it should, and nothing else.

use crate::text::extension::{Language, language};
use memchr::memchr;

/// Words that may stand before a defining keyword.
#[rustfmt::skip]
const MODIFIERS: &[&str] = &[
    "abstract", "async", "data", "declare", "default", "export", "final", "inline", "internal", "open", "override",
    "private", "protected", "pub", "public", "sealed", "static", "unsafe", "virtual",
];

/// Keywords that a defined name follows. Sorted.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "class", "def", "defp", "enum", "fn", "fun", "func", "function", "interface", "macro_rules", "mod", "module",
    "namespace", "object", "package", "protocol", "record", "struct", "trait", "type", "typedef", "union",
];

/// Keywords of variables: what stands at the beginning of a line belongs to the file, what stands deeper to a function.
const VARIABLES: [&str; 4] = ["const", "let", "val", "var"];

/// Words before a bracket that define nothing.
#[rustfmt::skip]
const STATEMENTS: &[&str] = &[
    "assert", "await", "case", "catch", "do", "else", "elseif", "for", "foreach", "if", "new", "return", "sizeof",
    "super", "switch", "synchronized", "this", "throw", "using", "while", "with", "yield",
];

/// Which shapes of definitions a language has beside the keywords.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Only keywords.
    Keywords,
    /// `int name(...) {`: a method is a name before brackets on a line that opens a block.
    Brackets,
}

/// Gives the names that the lines of a source file define, in order. Nothing for a language that is not known.
pub(super) fn each<'t>(text: &'t str, extension: Option<&str>, mut give: impl FnMut(&'t str)) {
    let Some(shape) = extension.and_then(shape) else { return };
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or("");
        if let Some(name) = defined(line, shape) {
            give(name);
        }
    }
}

fn shape(extension: &str) -> Option<Shape> {
    use Language::{
        C, CSharp, Dart, Elixir, Go, Java, JavaScript, Kotlin, Lua, Php, Python, Ruby, Rust, Scala, Shell, Swift,
    };
    Some(match language(extension)? {
        Rust | Python | Go | Ruby | Php | Kotlin | Scala | Swift | Elixir | Lua | Shell => Shape::Keywords,
        JavaScript | Java | CSharp | C | Dart => Shape::Brackets,
        _ => return None,
    })
}

/// The name that a line defines.
fn defined(line: &str, shape: Shape) -> Option<&str> {
    let code = line.trim_start();
    let indented = code.len() < line.len();
    let mut rest = code;
    if let Some(directive) = code.strip_prefix("#define ") {
        return Some(name(directive)).filter(|name| !name.is_empty());
    }
    loop {
        let word = name(rest);
        if word.is_empty() {
            return None;
        }
        let after = &rest[word.len()..];
        if KEYWORDS.binary_search(&word).is_ok() {
            return named(word, after);
        }
        if VARIABLES.contains(&word) {
            // `const fn x` and `const enum X` go on to their keyword.
            let next = name(after.trim_start());
            if KEYWORDS.binary_search(&next).is_ok() {
                rest = after.trim_start();
                continue;
            }
            return if indented { None } else { named(word, after) };
        }
        if !MODIFIERS.contains(&word) {
            break;
        }
        // `pub(crate) fn x`.
        let after = match after.strip_prefix('(') {
            Some(inside) => inside.split_once(')').map_or("", |(_, after)| after),
            None => after,
        };
        rest = after.trim_start();
    }
    if shape == Shape::Brackets { before_brackets(rest) } else { None }
}

/// The name after a keyword: `fn name`, `func (r *T) Name`, `struct name {`, `function* name`, `macro_rules! name`.
fn named<'t>(keyword: &str, after: &'t str) -> Option<&'t str> {
    let after = after.trim_start_matches(['!', '*', ' ', '\t']);
    let after = match after.strip_prefix('(') {
        Some(receiver) if keyword == "func" => receiver.split_once(')')?.1.trim_start(),
        _ => after,
    };
    // `def self.name`, `fun String.name`.
    let after = after.strip_prefix("self.").unwrap_or(after);
    let after = if keyword == "const" { after.strip_prefix("mut ").unwrap_or(after) } else { after };
    Some(name(after)).filter(|name| name.len() > 1)
}

/// `name` of `int name(int a) {`: no call, which opens no block.
fn before_brackets(code: &str) -> Option<&str> {
    let line = code.trim_end();
    if !line.ends_with('{') {
        return None;
    }
    let head = &line[..memchr(b'(', line.as_bytes())?];
    let start =
        head.rfind(|c: char| !is_of_name(c)).map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
    let found = &head[start..];
    let first = name(code);
    let refused = |word: &str| STATEMENTS.contains(&word);
    // An assignment or a member is a call with a block as its argument.
    let calls = head[..start].contains(['=', '.', '"', '(']) || head[..start].trim_end().ends_with(['!', '&', '|']);
    (found.len() > 1 && !calls && !refused(found) && !refused(first)).then_some(found)
}

/// The name at the beginning of `code`, empty where there is none.
fn name(code: &str) -> &str {
    &code[..code.find(|c: char| !is_of_name(c)).unwrap_or(code.len())]
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(extension: &str, text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        each(text, Some(extension), |name| found.push(name));
        assert_eq!(found, expected);
    }

    #[test]
    fn tables_are_sorted() {
        assert!(KEYWORDS.is_sorted() && MODIFIERS.is_sorted() && STATEMENTS.is_sorted());
    }

    #[test]
    fn each_language_has_its_definitions() {
        check(
            "rs",
            "pub(crate) const fn one(a: u8) {\n    let local = 1;\nconst LIMIT: u8 = 3;\nimpl<T> Two for X {\nstruct Three<T>;\nmacro_rules! four {\n// fn no\nuse a::b;\npub async unsafe fn five() {",
            &["one", "LIMIT", "Three", "four", "five"],
        );
        check("py", "class A1(B):\n    async def two(self):\n        x = 1\ndef three():", &["A1", "two", "three"]);
        check(
            "go",
            "func (s *Store) Put(k string) {\nfunc Get() {\ntype Row struct {\nvar size = 1",
            &["Put", "Get", "Row", "size"],
        );
        check(
            "ts",
            "export default class Cart {\n  private addItem(item: Item): void {\n  if (x) {\n  } else if (y) {\n  list.map((a) => {\n  return call(x, {\nexport const rate = 3\n  const inner = 1\nexport function* gen() {\ninterface Row {",
            &["Cart", "addItem", "rate", "gen", "Row"],
        );
        check(
            "java",
            "public final class Token {\n    public static String parse(String text) throws E {\n        while (a) {\n        foo(bar);\n",
            &["Token", "parse"],
        );
        check(
            "c",
            "#define LIMIT 3\nstatic int *read_row(int a) {\nstruct row {\n\tfree(row);\n",
            &["LIMIT", "read_row", "row"],
        );
        check("rb", "module Shop\n  def self.total\n", &["Shop", "total"]);
        check("md", "class Foo\n", &[]);
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_reader(text in "(pub|fn|const|func|\\(|\\)|\\{| |[a-zé_$]{1,4}|[=.\"\n!*]){0,20}") {
            for extension in ["rs", "ts", "go"] {
                each(&text, Some(extension), |name| assert!(text.contains(name)));
            }
        }
    }
}
