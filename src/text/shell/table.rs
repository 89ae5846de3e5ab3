//! How a command finds its row, which says what it does.
//!
//! Owns the finding. A row is `table_row`'s, the rows stand in `table_files`, `table_git`, `table_tools` and
//! `table_interpreters`; what an effect means for the words of a command stands in `effect`. A new command is one new row.
//! Which programs only look, and which test, build and the like, is asked without a row: `table_looks`, `table_runs`.

use super::arguments::Arguments;
use super::table_row::{Effect, Row};
use super::word::Word;
use super::{table_files, table_git, table_interpreters, table_tools};
use std::borrow::Cow;

/// Flags by which any program changes files in their place, also one that no row knows.
pub(super) const IN_PLACE: &str = "--fix --in-place --inplace --write";

/// The rows that may be of a program: nearly all others are passed over by their first letter.
fn rows(program: &str) -> impl Iterator<Item = &'static Row> {
    let tables = [table_files::ROWS, table_git::ROWS, table_tools::ROWS, table_interpreters::ROWS];
    let first = program.bytes().next();
    tables.into_iter().flatten().filter(move |row| row.command.bytes().next() == first)
}

/// True for a program that has a row.
pub(super) fn knows(program: &str) -> bool {
    rows(program).any(|row| row.command.split(' ').next() == Some(program))
}

/// True for a program that may be given a command line as a text.
pub(super) fn takes_a_line(program: &str) -> bool {
    let takes = |effect| matches!(effect, Effect::Shell | Effect::Evaluates { first_only: false });
    rows(program).any(|row| row.command == program && takes(row.effect))
}

/// True for a simple command that changes the files that it is given or takes them away: `sed -i`, `prettier --write`, `mv`, but
/// neither `cp` nor `sed`. `program` is its plain name, `behind` are the words behind it.
pub fn changes_operands(program: &str, behind: &[String]) -> bool {
    let words: Vec<Word> = std::iter::once(program).chain(behind.iter().map(String::as_str)).map(Word::sure).collect();
    find(program, &words).is_some_and(|(row, ..)| match row.effect {
        Effect::Each(verb) | Effect::Scripted(verb) | Effect::Behind { verb, .. } => verb.modifies(),
        Effect::Moves | Effect::Rewrites | Effect::Packs { stays: false, .. } => true,
        _ => false,
    })
}

/// The first row whose command and conditions hold for `words`, the words behind its command, and these sorted.
/// `program` is the plain name of the first word.
pub(super) fn find<'a>(program: &str, words: &'a [Word]) -> Option<(&'static Row, &'a [Word], Arguments<'a>)> {
    for row in rows(program) {
        if let Some(covered) = row.covers(program, words) {
            let valued = match row.outputs {
                "" => Cow::Borrowed(row.valued),
                outputs => Cow::Owned(format!("{} {outputs}", row.valued)),
            };
            let arguments = Arguments::sort(&words[covered..], &valued, row.attached);
            if (row.needs.is_empty() || arguments.has_any(row.needs)) && !arguments.has_any(row.unless) {
                return Some((row, &words[covered..], arguments));
            }
        }
    }
    None
}
