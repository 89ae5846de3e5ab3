//! `profile = "seed"`: the literal rule score of the first anti-drift system, kept so that its own cases can be run.
//!
//! Formula as measured on that system: with `i` file mentions in scope and `o` outside, 10 when o = 0, `4 - o` when
//! i = 0, else `round(2 + 8 i / (i + o)) - o`; 2 points less for each file that occurs three times in the last five steps.

use crate::domain::{Relation, Score, SeedBatch};

/// Steps that the literal repetition rule looks back at.
const LOOK_BACK: usize = 5;
/// Occurrences among them that count as circling.
const CIRCLING: usize = 3;

/// Takes note of one changed place.
pub fn count(batch: &mut SeedBatch, file: &str, relation: &Relation) {
    match relation {
        Relation::Unrelated(_) | Relation::Forbidden(_) => batch.outside += 1,
        _ => batch.inside += 1,
    }
    batch.files.push(file.to_owned());
}

/// The score of the batch; the batch then becomes history.
pub fn seed_score(batch: &mut SeedBatch) -> Score {
    let (inside, outside) = (i64::from(batch.inside), i64::from(batch.outside));
    let scope = match (inside, outside) {
        (_, 0) => 10,
        (0, outside) => (4 - outside).max(1),
        (inside, outside) => {
            let total = inside + outside;
            // Rounded in whole numbers: (16 i + n) / 2n is round(8 i / n).
            (2 + (16 * inside + total) / (2 * total) - outside).max(1)
        }
    };
    let mut distinct = batch.files.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let circling = distinct
        .iter()
        .filter(|file| batch.earlier.iter().filter(|earlier| earlier == file).count() >= CIRCLING)
        .count();
    let earlier = batch.earlier.iter().chain(&batch.files).cloned().collect::<Vec<_>>();
    let recent = earlier[earlier.len().saturating_sub(LOOK_BACK)..].to_vec();
    *batch = SeedBatch { earlier: recent, ..SeedBatch::default() };
    Score::new(scope - 2 * i64::try_from(circling).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inside: u32, outside: u32, expected: u8) {
        let mut batch = SeedBatch { inside, outside, ..SeedBatch::default() };
        assert_eq!(seed_score(&mut batch).value(), expected, "{inside} in, {outside} out");
    }

    #[test]
    fn the_measured_table() {
        check(0, 0, 10);
        check(3, 0, 10);
        check(0, 1, 3);
        check(0, 2, 2);
        check(0, 3, 1);
        check(1, 1, 5);
        check(3, 1, 7);
        check(9, 1, 8);
        check(1, 2, 3);
    }

    #[test]
    fn three_earlier_changes_of_a_file_are_circling() {
        let mut batch = SeedBatch::default();
        for expected in [10, 10, 10, 8] {
            count(&mut batch, "a.ts", &Relation::Named);
            assert_eq!(seed_score(&mut batch).value(), expected);
        }
    }
}
