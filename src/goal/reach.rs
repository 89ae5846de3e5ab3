//! How far a goal reaches: whether it says where the work lies.
//!
//! "Rename it everywhere", "make the tests pass" and "upgrade to node 22" may take a change of any file. Of such a goal nothing can
//! be said to lie beyond it by the names and words of files alone.

use crate::domain::Goal;
use crate::text::words;

/// Words that take in the whole, and deeds that go through all of it. Sorted.
const WHOLE: &[&str] = &[
    "across",
    "all",
    "any",
    "anything",
    "bump",
    "each",
    "entire",
    "every",
    "everything",
    "everywhere",
    "globally",
    "migrate",
    "overall",
    "rename",
    "throughout",
    "upgrade",
    "whatever",
    "whole",
];

/// True for a goal that names a place, or has words that some file answers to, and does not ask for the whole. What has not been looked
/// for yet may be there.
pub fn has_place(goal: &Goal) -> bool {
    let located = !goal.scope.entries.is_empty() || goal.likely.as_ref().is_none_or(|likely| !likely.is_empty());
    located && !asks_for_the_whole(&goal.line)
}

fn asks_for_the_whole(text: &str) -> bool {
    let mut found = false;
    words::each_word(text, |word| found |= WHOLE.binary_search(&word).is_ok());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Likely;

    #[track_caller]
    fn check(line: &str, likely: Option<usize>, expected: bool) {
        let likely = likely.map(|count| vec![Likely { path: "src/cart.ts".into(), why: String::new() }; count]);
        let goal = Goal { line: line.to_owned(), likely, ..Goal::default() };
        assert_eq!(has_place(&goal), expected, "{line}");
    }

    #[test]
    fn a_goal_of_the_whole_has_no_place() {
        check("fix the rounding of the cart", None, true);
        check("fix the rounding of the cart", Some(1), true);
        check("fix the rounding of the cart", Some(0), false);
        check("add rate limiting to every endpoint of the cart", Some(1), false);
        check("Rename Customer to Client everywhere", Some(1), false);
        check("upgrade to node 22", Some(1), false);
    }
}
