//! A subagent ended off the goal.

use super::context::{Context, Doc, Signal};
use crate::config::Config;
use crate::domain::{Finding, Session, SignalId};

/// See [`Doc`].
pub(super) struct DelegatedDrift;

/// Places named in one finding.
const MAX_PLACES: usize = 3;

/// True where its score says so; and where it was refused something for a change that it had made before: what was refused lowers no
/// score.
fn has_strayed(child: &Session, config: &Config) -> bool {
    let state = &child.drift;
    let refused = || state.delivered.is_empty() && state.open.iter().any(|item| item.cited);
    state.score.value() < config.score.clean || refused()
}

impl Signal for DelegatedDrift {
    fn id(&self) -> SignalId {
        SignalId("delegated-drift")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a subagent ended its work while its own score was no longer clean, or after a refusal for what it had changed before",
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
