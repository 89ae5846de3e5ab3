//! A stray change after the agent was told.

use super::context::{Context, Doc, Signal};
use crate::domain::{Delivered, Finding, Level, Relation, SignalId};

/// See [`Doc`].
pub(super) struct IgnoredCorrection;

impl Signal for IgnoredCorrection {
    fn id(&self) -> SignalId {
        SignalId::IGNORED_CORRECTION
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a change unrelated to the goal follows a correction about the same goal",
            why: "what goes on after it was named is no slip",
            near_miss: "undoing the stray change; work that a later prompt asked for; a slip long after the work came back",
            source: "seed 004, previous corrections ignored",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.ignored_correction;
        let ignored = |text: &Delivered| text.level >= Level::Correct && text.event < cx.event && !text.answered;
        let told = cx.session.drift.delivered.iter().any(ignored);
        if !config.enabled || !told || cx.session.drift.unread(cx.event, cx.config.cooldown.events) {
            return;
        }
        for touched in cx.touched {
            if matches!(touched.relation, Relation::Unrelated(_) | Relation::Forbidden(_)) {
                let mut finding = cx.finding_at(self.id(), config.weight, touched);
                finding.what = format!("{} after a correction", touched.what());
                findings.push(finding);
            }
        }
    }
}
