//! Why the score moved: what the guard knew before and after each event of a session that is played again.
//!
//! Owns the attribution of a change to files, findings and configuration keys. The guard judges; nothing is judged here.

use super::Positions;
use crate::config::Config;
use crate::domain::{
    Assessment, Decision, Event, EventId, EvidenceItem, Found, Goal, Level, Place, Relation, Revision, Score, Session,
    Verdict, What,
};
use crate::drift;
use crate::goal::ScopeMap;
use crate::guard::Playback;

/// Nats below which two values are the same.
const SAME: f64 = 1e-9;

/// A moment of a session, as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When this call had its outcome; counted from 1.
    Call(u64),
    /// When this prompt was sent; counted from 1.
    Prompt(u64),
    /// When the session ended.
    End,
}

/// One change of the score, of the statistic below it, of the goal, or of what was told.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedChange {
    /// When.
    pub at: Moment,
    /// Why.
    pub cause: Cause,
    /// The statistic before and after, in nats.
    pub statistic: (f64, f64),
    /// The raw score before and after.
    pub score: (Score, Score),
}

/// Why something changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A call had its outcome.
    Action {
        /// What weighed, and how much.
        weighed: Vec<Weighed>,
        /// The key that kept the statistic from rising as far as the weights say.
        held: Option<Setting>,
    },
    /// The goal was changed, by a prompt or an approved plan, and the open evidence was judged again.
    Goal(Revision),
    /// A commit stood between the open evidence and this prompt, so that it no longer counts.
    Committed,
    /// The literal rules of `profile = "seed"`: files in and out of scope since the last assessment.
    SeedRules {
        /// In scope.
        inside: u32,
        /// Out of scope.
        outside: u32,
    },
    /// A text was given.
    Told {
        /// At which level.
        level: Level,
        /// The score that it goes by, after earlier corrections.
        effective: Score,
        /// True for the agent, false for the user alone.
        agent: bool,
    },
}

/// What one place or command weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The place, else the command.
    pub subject: String,
    /// What it has to do with the goal.
    pub relation: Relation,
    /// Nats added to the statistic; negative for good work.
    pub weight: f64,
    /// Where the weight comes from.
    pub shares: Vec<Share>,
    /// The factor on them, where the same place was open already.
    pub repeated: Option<Setting>,
}

/// One part of a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The key that gave it.
    pub setting: Setting,
    /// What was found; `None` where the relation alone weighs.
    pub found: Option<Found>,
}

/// A key of the configuration and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The dotted key ("signal.out-of-scope.declared").
    pub key: String,
    /// The value in force.
    pub value: f64,
}

/// Watches a playback.
pub struct Trail<'a> {
    config: &'a Config,
    keys: serde_json::Value,
    scope: ScopeMap,
    positions: Positions,
    changes: Vec<ExplainedChange>,
}

impl<'a> Trail<'a> {
    /// An empty trail.
    pub fn new(config: &'a Config) -> Self {
        // Should it not go back to what it was read from, keys are named without their last part.
        let keys = serde_json::to_value(config).unwrap_or_default();
        Self { config, keys, scope: ScopeMap::new(config), positions: Positions::default(), changes: Vec::new() }
    }

    /// Plays one event and takes note of what it changed.
    pub fn play(&mut self, playback: &mut Playback<'_>, event: Event) {
        self.hear_of_subagents(playback);
        let id = playback.guard().session().next_event;
        self.positions.note(id, &event);
        // Only outcomes, prompts and words can change anything; the rest need not be compared.
        if !matches!(event.what, What::Outcome(_) | What::Prompt(_) | What::Reply(_)) {
            playback.play(event);
            return;
        }
        let before = playback.guard().session().clone();
        let assessment = playback.play(event).cloned();
        self.watch(id, &before, playback.guard().session());
        if let Some(assessment) = assessment {
            self.told(self.moment(id), playback.guard().session(), &assessment);
        }
    }

    /// Ends the session and hands back every change, oldest first.
    pub fn finish(mut self, mut playback: Playback<'_>) -> Vec<ExplainedChange> {
        self.hear_of_subagents(&mut playback);
        let before = playback.guard().session().clone();
        let (assessments, after) = playback.finish();
        self.seed_rules(Moment::End, &before, &after);
        if let Some(last) = assessments.last() {
            self.told(Moment::End, &after, last);
        }
        self.changes
    }

    /// Takes note of what the parent hears of subagents that have ended.
    fn hear_of_subagents(&mut self, playback: &mut Playback<'_>) {
        if !playback.has_subagents_to_hear_of() {
            return;
        }
        let before = playback.guard().session().clone();
        let assessment = playback.hear_of_subagents().cloned();
        let after = playback.guard().session();
        let at = self.moment(EventId(after.next_event.0.saturating_sub(1)));
        let opened = after.drift.open.iter().filter(|item| !before.drift.open.contains(item));
        let weighed: Vec<Weighed> = opened.map(|item| self.explain(item)).collect();
        if !weighed.is_empty() {
            let held = self.held(&weighed, &before, after);
            self.push(at, Cause::Action { weighed, held }, &before, after);
        }
        if let Some(assessment) = assessment {
            self.told(at, after, &assessment);
        }
    }

    /// Compares the session before and after the event `id` was observed.
    pub fn watch(&mut self, id: EventId, before: &Session, after: &Session) {
        let finished = finished_call(before, after);
        let at = match finished.and_then(|event| self.positions.call(event)) {
            Some(number) if self.positions.prompt(id).is_none() => Moment::Call(number),
            _ => self.moment(id),
        };
        let moved = (before.drift.statistic - after.drift.statistic).abs() > SAME;
        let revisions = new_revisions(before.goal.as_ref(), after.goal.as_ref());
        if let Some((last, earlier)) = revisions.split_last() {
            for revision in earlier {
                self.push(at, Cause::Goal((*revision).clone()), before, before);
            }
            self.push(at, Cause::Goal((*last).clone()), before, after);
        } else if let (Moment::Call(_), Some(event)) = (at, finished) {
            let weighed = self.weighed(event, before, after);
            if moved || weighed.iter().any(|item| item.weight > 0.0) {
                let held = self.held(&weighed, before, after);
                self.push(at, Cause::Action { weighed, held }, before, after);
            }
        } else if moved {
            self.push(at, Cause::Committed, before, after);
        } else {
            self.seed_rules(at, before, after);
        }
    }

    fn moment(&self, id: EventId) -> Moment {
        match (self.positions.prompt(id), self.positions.call(id)) {
            (Some(number), _) => Moment::Prompt(number),
            (None, number) => Moment::Call(number.unwrap_or(0)),
        }
    }

    fn push(&mut self, at: Moment, cause: Cause, before: &Session, after: &Session) {
        self.changes.push(ExplainedChange {
            at,
            cause,
            statistic: (before.drift.statistic, after.drift.statistic),
            score: (before.drift.score, after.drift.score),
        });
    }

    /// In the seed profile the score moves at assessments only.
    fn seed_rules(&mut self, at: Moment, before: &Session, after: &Session) {
        if before.drift.score != after.drift.score {
            let batch = &before.drift.seed;
            self.push(at, Cause::SeedRules { inside: batch.inside, outside: batch.outside }, before, after);
        }
    }

    fn told(&mut self, at: Moment, session: &Session, assessment: &Assessment) {
        let agent = match &assessment.decision {
            Decision::Pass => return,
            Decision::Inject { .. }
            | Decision::Spotlight { .. }
            | Decision::Deny { .. }
            | Decision::Continue { .. } => true,
            Decision::Notify { .. } | Decision::Ask { .. } => false,
        };
        let Verdict { level, effective, .. } = assessment.verdict;
        self.push(at, Cause::Told { level, effective, agent }, session, session);
    }

    /// What the call `event` weighed: the evidence that it opened, and the good work that is kept nowhere because it
    /// needs no explanation later.
    fn weighed(&self, event: EventId, before: &Session, after: &Session) -> Vec<Weighed> {
        let opened = after.drift.open.iter().filter(|item| item.event == event);
        let mut weighed: Vec<Weighed> = opened.map(|item| self.explain(item)).collect();
        let Some(goal) = &before.goal else { return weighed };
        let touched = after.changed.iter().filter(|(file, times)| before.changed.get(*file) != Some(times));
        for (file, _) in touched {
            let place = Place::Inside(file.clone());
            let relation = self.scope.relate(goal, &place, &before.working_folders, &before.changed);
            let item = drift::weigh(event, file, &relation, &[], self.config);
            if item.weight < 0.0 && !weighed.iter().any(|known| known.subject == item.subject) {
                weighed.push(self.explain(&item));
            }
        }
        weighed
    }

    fn explain(&self, item: &EvidenceItem) -> Weighed {
        let mut shares: Vec<Share> = item.findings.iter().map(|found| self.share(found)).collect();
        if item.findings.is_empty()
            && let Some(setting) = self.of_relation(&item.relation)
        {
            shares.push(Share { setting, found: None });
        }
        let sum: f64 = shares.iter().map(|share| share.setting.value).sum();
        let repeat_share = self.config.evidence.repeat_share;
        let again = (sum - item.weight).abs() > SAME && (sum * repeat_share - item.weight).abs() < SAME;
        Weighed {
            subject: item.subject.clone(),
            relation: item.relation.clone(),
            weight: item.weight,
            shares,
            repeated: again.then(|| Setting { key: "evidence.repeat_share".to_owned(), value: repeat_share }),
        }
    }

    /// The key of a signal's table whose value the finding carries, so that a new signal needs no line here.
    fn share(&self, found: &Found) -> Share {
        let nats = found.severity.value() * self.config.evidence.ceiling;
        let table =
            self.keys.get("signal").and_then(|signals| signals.get(&found.signal)).and_then(|own| own.as_object());
        let key = table.into_iter().flatten().find_map(|(key, value)| {
            value.as_f64().filter(|value| (value - nats).abs() < SAME).map(|_| format!(".{key}"))
        });
        let key = format!("signal.{}{}", found.signal, key.unwrap_or_default());
        Share { setting: Setting { key, value: nats }, found: Some(found.clone()) }
    }

    fn of_relation(&self, relation: &Relation) -> Option<Setting> {
        let numbers = &self.config.evidence;
        let (key, value) = match relation {
            Relation::Named => ("evidence.named", numbers.named),
            Relation::Planned => ("evidence.planned", numbers.planned),
            Relation::Related(_) | Relation::Beside(_) => ("evidence.related", numbers.related),
            Relation::Unknown => ("evidence.unknown", numbers.unknown),
            Relation::Neutral(_) | Relation::Following | Relation::Unrelated(_) | Relation::Forbidden(_) => {
                return None;
            }
        };
        Some(Setting { key: key.to_owned(), value })
    }

    /// The limit at which the statistic stopped although the weights go on.
    fn held(&self, weighed: &[Weighed], before: &Session, after: &Session) -> Option<Setting> {
        let numbers = &self.config.evidence;
        let sum: f64 = weighed.iter().map(|item| item.weight).sum();
        let (reached, now) = (before.drift.statistic + sum, after.drift.statistic);
        let limits =
            [("evidence.single_inferred_cap", numbers.single_inferred_cap), ("evidence.ceiling", numbers.ceiling)];
        let (key, value) =
            limits.into_iter().find(|(_, limit)| (now - limit).abs() < SAME && reached > limit + SAME)?;
        Some(Setting { key: key.to_owned(), value })
    }
}

/// The call that had its outcome between the two.
fn finished_call(before: &Session, after: &Session) -> Option<EventId> {
    let open = |call_id: &str| after.pending.iter().any(|pending| pending.call_id == call_id);
    before.pending.iter().find(|pending| !open(&pending.call_id)).map(|pending| pending.event)
}

fn new_revisions<'g>(before: Option<&Goal>, after: Option<&'g Goal>) -> Vec<&'g Revision> {
    let known = before.map_or(0, |goal| goal.revision);
    after.into_iter().flat_map(|goal| goal.history.iter().filter(|change| change.revision > known)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{declared_goal, explained};
    use crate::domain::{GoalChange, Pattern, ScopeReason};

    /// "call 2: 10 -> 4: key = value, key = value".
    fn shown(change: &ExplainedChange) -> String {
        let at = match change.at {
            Moment::Call(number) => format!("call {number}"),
            Moment::Prompt(number) => format!("prompt {number}"),
            Moment::End => "end".to_owned(),
        };
        let setting = |setting: &Setting| format!("{} = {}", setting.key, setting.value);
        let why = match &change.cause {
            Cause::Action { weighed, held } => {
                let shares = weighed.iter().flat_map(|item| {
                    item.shares.iter().map(|share| setting(&share.setting)).chain(item.repeated.iter().map(setting))
                });
                let held = held.iter().map(|limit| format!("held at {}", setting(limit)));
                shares.chain(held).collect::<Vec<_>>().join(", ")
            }
            Cause::Goal(revision) => format!("goal {}", revision.revision),
            Cause::Committed => "committed".to_owned(),
            Cause::SeedRules { inside, outside } => format!("{inside} in, {outside} out"),
            Cause::Told { level, agent, .. } => {
                format!("{} to {}", level.name(), if *agent { "agent" } else { "user" })
            }
        };
        format!("{at}: {} -> {}: {why}", change.score.0.value(), change.score.1.value())
    }

    #[track_caller]
    fn check(goal: Goal, lines: &[&str], expected: &[&str]) {
        let found: Vec<String> = explained(Some(goal), lines).iter().map(shown).collect();
        assert_eq!(found, expected);
    }

    fn inferred_goal() -> Goal {
        let mut goal = declared_goal();
        goal.constraints.clear();
        goal.scope.entries[0].pattern = Pattern::File("src/auth/token.ts".into());
        goal.scope.entries[0].reason = ScopeReason::Named;
        goal
    }

    #[test]
    fn every_weight_names_its_key() {
        check(
            declared_goal(),
            &[
                "user go on",
                "edit src/auth/token.ts",
                "edit src/styles/theme.css",
                "edit src/auth/token.ts",
                "edit CHANGELOG.md",
            ],
            &[
                "call 2: 10 -> 4: signal.out-of-scope.declared = 4.3",
                "call 2: 4 -> 4: intervene to agent",
                "call 3: 4 -> 6: evidence.named = -1.6",
                "call 4: 6 -> 2: signal.constraint-breach.forbidden = 6",
                "end: 2 -> 2: halt to user",
            ],
        );
    }

    #[test]
    fn limits_and_repeats_are_named() {
        check(
            inferred_goal(),
            &["edit src/billing/one.xyz", "edit src/billing/one.xyz", "edit src/billing/two.xyz"],
            &[
                "call 1: 10 -> 8: signal.out-of-scope.inferred = 1.3",
                "call 2: 8 -> 8: signal.out-of-scope.inferred = 1.3, evidence.repeat_share = 0.25, \
                 held at evidence.single_inferred_cap = 1.4",
                "call 3: 8 -> 6: signal.out-of-scope.inferred = 1.3",
                "call 3: 6 -> 6: correct to agent",
            ],
        );
    }

    #[test]
    fn what_was_told_stands_in_the_trail() {
        check(
            declared_goal(),
            &["edit src/styles/theme.css", "read src/a.ts", "read src/b.ts", "edit src/styles/more.css"],
            &[
                "call 1: 10 -> 4: signal.out-of-scope.declared = 4.3",
                "call 1: 4 -> 4: intervene to agent",
                "call 4: 4 -> 1: signal.out-of-scope.declared = 4.3, signal.ignored-correction.weight = 0.8",
                "call 4: 1 -> 1: halt to agent",
            ],
        );
    }

    #[test]
    fn good_work_alone_needs_no_explanation() {
        check(declared_goal(), &["user go on", "edit src/auth/token.ts", "read src/other.rs"], &[]);
    }

    #[test]
    fn a_goal_change_and_a_commit_are_told_apart() {
        let config = crate::config::defaults();
        let mut trail = Trail::new(&config);
        let mut before = Session { goal: Some(declared_goal()), ..Session::default() };
        before.drift.statistic = 4.3;
        before.drift.score = Score::new(4);
        let mut after = before.clone();
        after.drift.statistic = 0.0;
        after.drift.score = Score::PERFECT;
        trail.watch(EventId(9), &before, &after);
        if let Some(goal) = &mut after.goal {
            goal.revision = 2;
            goal.history.push(Revision {
                revision: 2,
                change: GoalChange::Extend,
                reason: "“also”".into(),
                prompt: "also the css".into(),
            });
        }
        trail.watch(EventId(9), &before, &after);
        let found: Vec<String> = trail.changes.iter().map(shown).collect();
        assert_eq!(found, ["call 0: 4 -> 10: committed", "call 0: 4 -> 10: goal 2"]);
    }
}
