//! Places in brackets behind what is forbidden: "don't touch the database layer (models.py and migrations)".
//!
//! Owns the question whether they say the same once more. What is ordered there, or told of a place, belongs to the work.

use super::words::Taking;
use crate::goal::constraint::object::{self, Object};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::Sentence;

/// The phrase with the places in brackets behind it, which say once more what is meant: "the database layer (models.py and migrations)".
pub(in crate::goal::constraint) fn read(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    from: usize,
    limit: usize,
    taking: Taking,
) -> Object {
    let mut object = object::read(sentence, names, from, limit, taking);
    let start = object.end;
    let behind = |at: usize| {
        let next = sentence.tokens.get(at + 1).map_or(sentence.text.len(), |next| next.start);
        sentence.text.get(sentence.tokens[at].end..next).unwrap_or_default()
    };
    let last = sentence.tokens.len().min(limit);
    if start == from || start >= last || !behind(start - 1).contains('(') {
        return object;
    }
    let Some(shut) = (start..last).find(|at| behind(*at).contains(')')) else { return object };
    let inner = object::read(sentence, names, start, shut + 1, taking);
    // "(Nor any of its tests)" means some of a kind.
    if inner.is_places(shut + 1) && inner.outside.is_empty() {
        object.take(inner.places, false);
        object.end = inner.end;
    }
    object
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints, shown_scope};

    #[test]
    fn what_stands_in_brackets_says_it_again() {
        limits(
            "Fix the login. Don't touch src/legacy (src/legacy/old.ts and package.json)",
            "deny src/legacy/ + src/legacy/old.ts + package.json",
        );
        let goal = Stage::new().start("change anything except the database layer (client.ts and migrations)");
        assert!(shown_constraints(&goal.constraints).starts_with("deny "), "{:?}", goal.constraints);
        assert_eq!(shown_scope(&goal), "");
        for said in [
            "Fix the login. Don't touch src/legacy (fix it in src/auth)",
            "Fix the login. Don't touch src/legacy (src/auth is fine)",
            "Fix the login. Don't touch src/legacy (only src/auth)",
            "Fix the login. Don't touch src/legacy (see src/auth)",
        ] {
            let goal = Stage::new().start(said);
            assert!(shown_constraints(&goal.constraints).starts_with("deny src/legacy/"), "{said}");
            assert!(!shown_constraints(&goal.constraints).contains("deny src/legacy/ + src/auth/"), "{said}");
            assert!(shown_scope(&goal).contains("src/auth/"), "{said}");
        }
    }
}
