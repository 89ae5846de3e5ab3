//! "Did you mean": the known word nearest to a mistyped one.

/// The word of `known` that `written` most probably stands for, if one is near enough: a third of its letters may differ.
pub(super) fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written = written.to_lowercase().replace('-', "_");
    let limit = (written.chars().count() / 3).max(1);
    known
        .iter()
        .map(|word| (distance(&written, &word.replace('-', "_")), *word))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, word)| word)
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=right.len()).collect()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let differs = usize::from(left[i - 1] != right[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + differs);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_offered_and_far_ones_are_not() {
        let known = ["mode", "profile", "fail", "always_ok", "protect", "out-of-scope"];
        let check = |written: &str, expected: Option<&str>| assert_eq!(nearest(written, &known), expected, "{written}");
        check("mod", Some("mode"));
        check("Mode", Some("mode"));
        check("mdoe", Some("mode"));
        check("always-ok", Some("always_ok"));
        check("out_of_scope", Some("out-of-scope"));
        check("protected", Some("protect"));
        check("colour", None);
        check("x", None);
        check("", None);
    }

    #[test]
    fn distance_counts_edits() {
        let check = |left, right, expected| {
            assert_eq!(distance(left, right), expected);
            assert_eq!(distance(right, left), expected);
        };
        check("", "", 0);
        check("", "abc", 3);
        check("kitten", "sitting", 3);
        check("ab", "ba", 1);
    }
}
