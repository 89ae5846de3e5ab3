//! Two texts compared line by line: where they first differ, for `replay`, and all changes, for `install`.

use crate::text::plain::plain;
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::udiff::UnifiedHunkHeader;

/// Equal lines around a difference.
const CONTEXT: usize = 3;

/// The first difference between two texts as one hunk of a unified diff; `None` when they are equal.
pub fn first_difference(expected: &str, actual: &str) -> Option<String> {
    let hunk = hunks(expected, actual).into_iter().next()?;
    Some(plain(&format!("--- expected\n+++ actual\n{hunk}")))
}

/// The differences between two texts as the hunks of a unified diff; none when they are equal.
///
/// Only one algorithm is called, and by its name: `TextDiff` would bring in six, half a megabyte of code.
pub fn hunks(before: &str, after: &str) -> Vec<String> {
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<_>>();
    let (old, new) = (lines(before), lines(after));
    let mut found = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    let Ok(()) = myers::diff(&mut found, &old[..], 0..old.len(), &new[..], 0..new.len());
    let groups = found.into_inner().into_inner().into_grouped_ops(CONTEXT);
    groups.iter().map(|group| hunk(group, &old, &new)).collect()
}

fn hunk(changes: &[DiffOp], old: &[&str], new: &[&str]) -> String {
    let mut text = format!("{}\n", UnifiedHunkHeader::new(changes));
    for change in changes.iter().flat_map(|change| change.iter_changes(old, new)) {
        let line: &str = change.value();
        let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
        text.extend([&change.tag().to_string(), line, end]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_difference_is_shown_with_its_surroundings() {
        let lines: Vec<String> = (1..=30).map(|number| format!("line {number}\n")).collect();
        let expected = lines.concat();
        let actual = expected.replace("line 10\n", "line ten\n").replace("line 25\n", "");
        insta::assert_snapshot!(first_difference(&expected, &actual).unwrap(), @r#"
        --- expected
        +++ actual
        @@ -7,7 +7,7 @@
         line 7
         line 8
         line 9
        -line 10
        +line ten
         line 11
         line 12
         line 13
        "#);
        assert_eq!(first_difference(&expected, &expected), None);
    }

    #[test]
    fn a_missing_line_feed_is_a_difference() {
        assert!(first_difference("a\n", "a").is_some());
    }
}
