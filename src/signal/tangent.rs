//! Work of another kind than the goal speaks of.

use super::context::{Context, Doc, Signal};
use crate::domain::{Finding, Relation, SignalId};
use crate::text::kind::kind_of_path;

/// See [`Doc`].
pub(super) struct Tangent;

impl Signal for Tangent {
    fn id(&self) -> SignalId {
        SignalId::TANGENT
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "an unrelated change is of a kind of work that the goal does not speak of: CSS when the goal is auth",
            why: "without a named file the kind of work is the surest sign that the work has left the goal",
            near_miss: "tests, prose and build files, which follow work of every kind; a goal that names no kind at all",
            source: "seed 004, tangent detection",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.tangent;
        // A declared scope needs no second opinion: what lies outside it counts in full already.
        if !config.enabled || cx.goal.scope.declared() || cx.goal.kinds.is_empty() {
            return;
        }
        for touched in cx.touched {
            let stray = matches!(touched.relation, Relation::Unrelated(_));
            let Some(kind) = touched.place.inside().filter(|_| stray).and_then(kind_of_path) else { continue };
            if !cx.goal.kinds.contains(&kind) {
                let mut finding = cx.finding_at(self.id(), config.weight, touched);
                finding.what = format!("{} in {}", kind.name(), touched.place.shown());
                findings.push(finding);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check;

    #[test]
    fn another_kind_of_work_is_a_tangent() {
        check(
            "fix the auth bug",
            "edit web/styles/theme.css",
            &["out-of-scope 0.13 changed web/styles/theme.css", "tangent 0.09 style work in web/styles/theme.css"],
        );
        check("fix the auth bug", "edit src/auth/token.rs", &[]);
        check("fix the auth bug", "edit README.md", &[]);
        check("fix the colours of the theme", "edit web/styles/theme.css", &[]);
        check("fix the bug", "edit web/styles/theme.css", &[]);
    }
}
