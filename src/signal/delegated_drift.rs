//! A subagent ended off the goal.

use super::{Context, Doc, Signal};
use crate::config::Config;
use crate::domain::{Finding, Session, SignalId};

/// See [`Doc`].
pub(super) struct DelegatedDrift;

/// Places named in one finding.
const MAX_PLACES: usize = 3;

/// True where its score says so, or where it was told of a change, in a text or with a refusal, and left it as it was: what was refused
/// after it lowers no score.
fn has_strayed(child: &Session, config: &Config) -> bool {
    child.drift.score.value() < config.score.clean || child.drift.open.iter().any(|item| item.cited)
}

impl Signal for DelegatedDrift {
    fn id(&self) -> SignalId {
        SignalId("delegated-drift")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a subagent ended its work while its own score was no longer clean, or while what it was told of stood uncorrected",
            why: "the parent answers for work that it handed on and may not have looked at",
            near_miss: "a subagent that strayed and came back, or whose task named the places itself",
            source: "design: a parent's score holds one finding about delegated work, never the child's evidence",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.delegated_drift;
        let Some(child) = cx.delegated.filter(|child| config.enabled && has_strayed(child, cx.config)) else { return };
        let mut places: Vec<&str> = child.drift.open.iter().map(|item| item.subject.as_str()).collect();
        places.dedup();
        places.truncate(MAX_PLACES);
        let id = child.agent.as_deref().unwrap_or_default();
        let what = format!("delegated work drifted: {}", places.join(", "));
        let mut finding = cx.finding(self.id(), config.weight, id, what);
        finding.evidence.command = Some("delegated work".to_owned());
        findings.push(finding);
    }
}
