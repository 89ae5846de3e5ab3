//! Limits on the structure of a database: who asks for a column has asked for the schema and its migrations.
//!
//! Owns what such a limit is called, and the words that ask for such a change.

use super::implied::needs;
use crate::domain::{Pattern, Target, WorkKind};
use crate::goal::line::Line;
use crate::text::kind::{kind_of_path, kind_of_word};
use crate::text::words::words;

/// True for a limit on the structure, by whatever name: the schema, the migrations, "the db".
pub(super) fn is_meant(target: &Target) -> bool {
    let named = |word: &str| kind_of_word(word) == Some(WorkKind::Database);
    match target {
        Target::Kind(kind) => *kind == WorkKind::Database,
        Target::Paths(Pattern::Folder(place) | Pattern::Glob(place)) => words(place).iter().any(|word| named(word)),
        Target::Paths(Pattern::File(file)) => kind_of_path(file) == Some(WorkKind::Database),
        Target::Called(called) => called.names.iter().flatten().any(|word| named(word)),
        _ => false,
    }
}

/// "Add a rate column to invoices": asked for in these lines, or `offered` by the agent and agreed to.
pub(super) fn is_changed(lines: &[&Line<'_>], offered: &[String]) -> bool {
    let such = |word: &str| matches!(word, "column" | "columns" | "migration" | "migrations");
    let ordered = |line: &&&Line<'_>| line.ask.is_for_work() || needs(line);
    let mut asked = lines.iter().filter(ordered).flat_map(|line| line.asking());
    asked.any(|(at, token)| such(&token.word) && at > 0) || offered.iter().any(|word| such(word))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits_left};

    #[test]
    fn who_asks_for_a_column_asks_for_the_schema() {
        for limit in ["no schema changes today", "don't change the database", "don't touch db/migrations"] {
            assert_eq!(limits_left(limit, "now add a rate column to the invoices"), "", "{limit}");
            assert_ne!(limits_left(limit, "now fix the rate of the invoices"), "", "{limit}");
        }
        let stage = Stage::new().replied("Merging needs a `rev` column in notes, ok?");
        let first = stage.start("fix the sync. don't change the schema without asking");
        assert_eq!(stage.revise(&first, "yes, add it").1.constraints, []);
        assert_ne!(stage.revise(&first, "no").1.constraints, []);
    }
}
