//! A change of something that nothing connects with the goal.

use super::context::{Context, Doc, Signal};
use crate::domain::{Finding, Relation, SignalId};

/// See [`Doc`].
pub(super) struct OutOfScope;

impl Signal for OutOfScope {
    fn id(&self) -> SignalId {
        SignalId::OUT_OF_SCOPE
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a file is changed that neither the user's words, nor the plan, nor its neighbours connect with the goal",
            why: "work that was not asked for costs review, breaks things and hides among the asked changes",
            near_miss: "tests, imports, lock and generated files of what is in scope; everything outside the project; reading",
            source: "seed 004, file scope; declared and inferred scope weigh differently because one stray file is common in real work",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.out_of_scope;
        if !config.enabled {
            return;
        }
        let nats = if cx.goal.scope.declared() { config.declared } else { config.inferred };
        for touched in cx.touched {
            if let Relation::Unrelated(reason) = &touched.relation {
                let mut finding = cx.finding_at(self.id(), nats, touched);
                finding.evidence.clause = Some(reason.clone());
                findings.push(finding);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check;

    #[test]
    fn a_stray_change_is_found_and_weighs_by_how_the_scope_was_made() {
        check("keep to src/auth/", "edit src/styles/theme.css", &["out-of-scope 0.43 changed src/styles/theme.css"]);
        check("keep to src/auth/", "edit src/auth/token.rs", &[]);
        check("keep to src/auth/", "edit src/authz/token.rs", &["out-of-scope 0.43 changed src/authz/token.rs"]);
        check("keep to src/auth/", "edit /elsewhere/x.css", &[]);
        check("keep to src/auth/", "read src/styles/theme.css", &[]);
        check("keep to src/auth/", "edit Cargo.lock", &[]);
    }
}
