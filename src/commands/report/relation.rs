//! Why a place counts as it does, in words for people and for scripts.

use super::layout::{line, quoted};
use crate::domain::Relation;
use std::borrow::Cow;

/// Why the place counts as it does; `None` where the findings alone tell it.
pub(super) fn words(relation: &Relation) -> Option<String> {
    Some(match relation {
        Relation::Forbidden(clause) => format!("forbidden, {}", quoted(clause)),
        Relation::Named => "named by the user".to_owned(),
        Relation::Planned => "named by the plan".to_owned(),
        Relation::Unknown => "no scope is known".to_owned(),
        Relation::Neutral(_) | Relation::Following => return None,
        Relation::Related(_) | Relation::Beside(_) | Relation::Unrelated(_) => {
            let (name, reason) = told(relation);
            format!("{name}, {}", line(&reason.unwrap_or_default()))
        }
    })
}

/// The name of a relation, and what it rests on.
pub(super) fn told(relation: &Relation) -> (&'static str, Option<Cow<'_, str>>) {
    let (name, reason) = match relation {
        Relation::Named => return ("named", None),
        Relation::Planned => return ("planned", None),
        Relation::Unknown => return ("unknown", None),
        Relation::Beside(folder) => {
            let shown = if folder.is_empty() { "the project's root" } else { folder };
            return ("related", Some(format!("in {shown}, where the work is").into()));
        }
        Relation::Following => ("neutral", "tests, prose and build files follow any work"),
        Relation::Forbidden(clause) => ("forbidden", clause.as_str()),
        Relation::Related(reason) => ("related", reason.as_str()),
        Relation::Neutral(reason) => ("neutral", reason.as_str()),
        Relation::Unrelated(reason) => ("unrelated", reason.as_str()),
    };
    (name, Some(reason.into()))
}
