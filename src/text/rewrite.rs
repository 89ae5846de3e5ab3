//! What the replacement of one text by another does to its lines.
//!
//! Owns counting: which lines go, which come, which tests are gone. Whether that is more than was asked for is judged
//! elsewhere.

use crate::domain::{ChangedLines, Rewrite};
use crate::text::code::SKIPPED_TESTS;
use crate::text::signature;
use std::collections::HashMap;

/// Beginnings of a line that defines a test, in the languages whose runners `runner` reads.
const TEST_BEGINNINGS: [&str; 17] = [
    "@Test",
    "[Fact]",
    "[Test]",
    "[TestMethod]",
    "[Theory]",
    "async def test_",
    "def test_",
    "fun `",
    "func Test",
    "func test",
    "it \"",
    "it '",
    "it(",
    "it.each",
    "public function test",
    "test(",
    "test.each",
];

/// Compares the text that an edit takes out with the one that it puts in. Lines are compared without their indentation,
/// empty ones do not count, and their order does not matter: a moved line stays. With the figures the lines themselves come.
pub fn compare(old: &str, new: &str) -> (Rewrite, ChangedLines) {
    let mut left: HashMap<&str, u32> = HashMap::new();
    for line in lines(old) {
        *left.entry(line).or_default() += 1;
    }
    let mut added = 0;
    let mut changed = ChangedLines::default();
    for line in lines(new) {
        match left.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                added += 1;
                push_line(&mut changed.came, line);
            }
        }
    }
    let removed = left.values().sum();
    for line in lines(old) {
        if let Some(count) = left.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            push_line(&mut changed.gone, line);
        }
    }
    let rewrite = Rewrite {
        removed,
        added,
        reformatted: removed > 0 && letters(old).eq(letters(new)),
        tests_lost: tests(old).saturating_sub(tests(new)),
        tests_gained: tests(new).saturating_sub(tests(old)),
        signatures_lost: signature::lost(old, new),
    };
    (rewrite, changed)
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// The text without what a formatter moves: white space, and the comma before a closing bracket.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut kept = text.chars().filter(|letter| !letter.is_whitespace()).peekable();
    std::iter::from_fn(move || {
        let letter = kept.next()?;
        let trailing = letter == ',' && matches!(kept.peek(), Some(')' | ']' | '}'));
        if trailing { kept.next() } else { Some(letter) }
    })
}

/// Tests that a text defines and leaves on.
fn tests(text: &str) -> u32 {
    let (mut defined, mut off) = (0_u32, 0_u32);
    for line in lines(text) {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let attribute = line.starts_with("#[") && line.trim_end_matches(']').ends_with("test");
        defined += u32::from(attribute || TEST_BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)));
        off += u32::from(SKIPPED_TESTS.iter().any(|mark| line.starts_with(mark)));
    }
    defined.saturating_sub(off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: (u32, u32, bool, u32)) {
        let (found, _) = compare(old, new);
        assert_eq!((found.removed, found.added, found.reformatted, found.tests_lost), expected, "{old:?} -> {new:?}");
    }

    #[test]
    fn lines_that_stay_or_move_do_not_count() {
        check("a\nb\nc", "a\nx\nc", (1, 1, false, 0));
        check("a\nb", "b\n\n  a", (0, 0, false, 0));
        check("a\na", "a", (1, 0, false, 0));
        check("", "new\nfile", (0, 2, false, 0));
        check("a", "a", (0, 0, false, 0));
    }

    #[test]
    fn the_lines_that_go_and_come_are_told() {
        let (_, lines) = compare("a\nb\nb\n\nc", "c\n  b\nx\nx");
        assert_eq!((lines.gone.as_str(), lines.came.as_str()), ("a\nb\n", "x\nx\n"));
    }

    #[test]
    fn the_same_code_in_another_layout_is_reformatted() {
        check("f(a, b)", "f(\n    a,\n    b,\n)", (1, 4, true, 0));
        check("f(a, b)", "f(a, c)", (1, 1, false, 0));
    }

    #[test]
    fn tests_that_go_or_are_switched_off_are_lost() {
        check("def test_a():\n  x\ndef test_b():\n  y", "def test_a():\n  x", (2, 0, false, 1));
        check("it('adds', f)\nit('takes', g)", "it('adds', f)\nit('takes away', g)", (1, 1, false, 0));
        check("it('adds', f)", "it.skip('adds', f)", (1, 1, false, 1));
        check("#[test]\nfn a() {}\n#[tokio::test]\nasync fn b() {}", "", (4, 0, false, 2));
        check("test('adds', f)", "xtest('adds', f)", (1, 1, false, 1));
        check("def test_a():\n  x", "@skip('slow')\ndef test_a():\n  x", (0, 1, false, 1));
        check("func TestA() {\n}", "func TestA() {\n  t.Skipf(\"no %s\", x)\n}", (0, 1, false, 1));
        check("#[test]\nfn a() {}", "#[test]\n#[ignore = \"slow\"]\nfn a() {}", (0, 1, false, 1));
        check("func TestA(t *testing.T) {", "func helper(t *testing.T) {", (1, 1, false, 1));
        check("let it = item(1)", "let them = items(1)", (1, 1, false, 0));
    }
}
