//! The report of `check` for scripts. The shape is a promise: `docs/json.md` describes it, `version` counts its breaks.

use super::Report;
use super::claims::{self, ClaimJson};
use super::layout::{line, pretty};
use super::orders::{self, OrderJson};
use super::outcome::{self, moment};
use super::remarks::{self, RemarkJson};
use super::stopped::{self, StoppedJson};
use super::untold::{self, UntoldJson};
use crate::config::Config;
use crate::domain::{
    Assessment, Constraint, ConstraintKind, Decision, DriftKind, Finding, Goal, GoalChange, Level, Revision,
    ScopeEntry, ScopeReason, Score, Standing, Verdict,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts the changes of the shape that break a reader.
const VERSION: u32 = 1;

/// The report as JSON: every key is always there, in a fixed order; what is not known is `null`. Of several sessions a list.
pub fn json(reports: &[Report], config: &Config) -> String {
    match reports {
        [only] => pretty(&Document::new(only, config)),
        all => json_of_several(all, config),
    }
}

/// The list, however many sessions it has: of several that were asked for one may be left.
pub fn json_of_several(reports: &[Report], config: &Config) -> String {
    pretty(&Several { version: VERSION, sessions: reports.iter().map(|one| Document::new(one, config)).collect() })
}

#[derive(Serialize)]
struct Several {
    version: u32,
    sessions: Vec<Document>,
}

impl Document {
    fn new(report: &Report, config: &Config) -> Self {
        let goal = report.session.goal.as_ref();
        Self {
            version: VERSION,
            session: line(&report.session_id),
            transcript: line(&report.transcript),
            result: Outcome::new(report, config),
            read: Read::new(report),
            goal: goal.map(GoalJson::new),
            scope: goal.map(|goal| goal.scope.entries.iter().map(Entry::new).collect()).unwrap_or_default(),
            constraints: goal.map(|goal| goal.constraints.iter().map(Limit::new).collect()).unwrap_or_default(),
            changed: report.session.changed.iter().map(|(file, times)| (line(file), *times)).collect(),
            unasked: report.unasked.iter().map(|file| line(file)).collect(),
            claims: (!report.drift_only).then(|| claims::rows(&report.reported)),
            untold: untold::rows(&report.untold),
            orders: (!report.drift_only).then(|| orders::rows(&report.orders)),
            stopped: stopped::rows(&report.stopped),
            remarks: remarks::rows(&report.remarks),
            assessments: (0..report.assessments.len()).map(|index| Judged::new(report, index)).collect(),
        }
    }
}

#[derive(Serialize)]
struct Document {
    version: u32,
    session: String,
    transcript: String,
    result: Outcome,
    read: Read,
    goal: Option<GoalJson>,
    scope: Vec<Entry>,
    constraints: Vec<Limit>,
    changed: BTreeMap<String, u32>,
    unasked: Vec<String>,
    claims: Option<Vec<ClaimJson>>,
    untold: Vec<UntoldJson>,
    orders: Option<Vec<OrderJson>>,
    stopped: Vec<StoppedJson>,
    remarks: Vec<RemarkJson>,
    assessments: Vec<Judged>,
}

#[derive(Serialize)]
struct Outcome {
    standing: Standing,
    score: Option<Score>,
    level: Level,
    clean_from: u8,
    text: String,
}

#[derive(Serialize)]
struct Read {
    lines: u64,
    broken: u64,
    unknown: u64,
    too_long: u64,
    prompts: u64,
    ok: u64,
    failed: u64,
    unread_scripts: u64,
    calls: BTreeMap<String, u64>,
    sidechain_calls: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct GoalJson {
    text: String,
    line: String,
    keywords: Vec<String>,
    revision: u32,
    history: Vec<RevisionJson>,
}

#[derive(Serialize)]
struct RevisionJson {
    revision: u32,
    change: GoalChange,
    reason: String,
    prompt: String,
}

#[derive(Serialize)]
struct Entry {
    pattern: String,
    reason: ScopeReason,
    words: String,
}

#[derive(Serialize)]
struct Limit {
    kind: ConstraintKind,
    clause: String,
    denies: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asks: bool,
    holds: Vec<String>,
    revision: u32,
}

#[derive(Serialize)]
struct Judged {
    at: String,
    call: u64,
    score: Option<Score>,
    effective: Option<Score>,
    kind: DriftKind,
    level: Level,
    standing: Standing,
    goal_change: Option<GoalChange>,
    diagnostic: String,
    findings: Vec<FindingJson>,
    recovery: Option<Recovery>,
    said: Option<Said>,
}

#[derive(Serialize)]
struct FindingJson {
    signal: &'static str,
    key: String,
    severity: f64,
    what: String,
    calls: Vec<u64>,
    paths: Vec<String>,
    command: Option<String>,
    against: Option<String>,
}

#[derive(Serialize)]
struct Recovery {
    first_action: String,
    first_path: Option<String>,
    steps: Vec<String>,
}

#[derive(Serialize)]
struct Said {
    agent: Option<String>,
    user: Option<String>,
}

impl Outcome {
    fn new(report: &Report, config: &Config) -> Self {
        let last = outcome::last(report);
        Self {
            standing: outcome::standing(report),
            score: last.and_then(outcome::checked),
            level: last.map_or(Level::None, |verdict| verdict.level),
            clean_from: config.score.clean,
            text: outcome::conclusion(report, config),
        }
    }
}

impl Read {
    fn new(report: &Report) -> Self {
        let tally = &report.tally;
        let by_tool =
            |calls: &BTreeMap<String, u64>| calls.iter().map(|(tool, number)| (line(tool), *number)).collect();
        Self {
            lines: tally.lines,
            broken: tally.broken,
            unknown: tally.unknown,
            too_long: tally.too_long,
            prompts: tally.prompts,
            ok: tally.ok,
            failed: tally.failed,
            unread_scripts: tally.unread_scripts,
            calls: by_tool(&tally.calls),
            sidechain_calls: by_tool(&tally.sidechain_calls),
        }
    }
}

impl GoalJson {
    fn new(goal: &Goal) -> Self {
        Self {
            text: line(&goal.text),
            line: line(&goal.line),
            keywords: goal.keywords.iter().map(|word| line(word)).collect(),
            revision: goal.revision,
            history: goal.history.iter().map(RevisionJson::new).collect(),
        }
    }
}

impl RevisionJson {
    fn new(revision: &Revision) -> Self {
        Self {
            revision: revision.revision,
            change: revision.change,
            reason: line(&revision.reason),
            prompt: line(&revision.prompt),
        }
    }
}

impl Entry {
    fn new(entry: &ScopeEntry) -> Self {
        Self { pattern: line(&entry.pattern.shown()), reason: entry.reason, words: line(&entry.words) }
    }
}

impl Limit {
    fn new(limit: &Constraint) -> Self {
        Self {
            kind: limit.kind,
            clause: line(&limit.clause),
            denies: limit.denies,
            asks: limit.asks,
            holds: outcome::holds(limit),
            revision: limit.revision,
        }
    }
}

impl Judged {
    fn new(report: &Report, index: usize) -> Self {
        let Assessment { call, verdict, decision, .. } = &report.assessments[index];
        Self {
            at: moment(report, index),
            call: *call,
            score: outcome::checked(verdict),
            effective: outcome::checked(verdict).map(|_| verdict.effective),
            kind: verdict.kind,
            level: verdict.level,
            standing: verdict.standing,
            goal_change: verdict.goal_change,
            diagnostic: line(&verdict.diagnostic),
            findings: verdict.findings.iter().map(|finding| FindingJson::new(report, finding)).collect(),
            recovery: Recovery::new(verdict),
            said: Said::new(decision),
        }
    }
}

impl FindingJson {
    fn new(report: &Report, finding: &Finding) -> Self {
        let evidence = &finding.evidence;
        Self {
            signal: finding.signal.0,
            key: line(&finding.key),
            // Three digits are all that a weight has; more would differ between machines.
            severity: (finding.severity.value() * 1000.0).round() / 1000.0,
            what: line(&finding.what),
            calls: outcome::calls(report, &evidence.events),
            paths: evidence.paths.iter().map(|path| line(path)).collect(),
            command: evidence.command.as_deref().map(line),
            against: evidence.clause.as_deref().map(line),
        }
    }
}

impl Recovery {
    fn new(verdict: &Verdict) -> Option<Self> {
        verdict.recovery.as_ref().map(|plan| Self {
            first_action: line(&plan.first_action),
            first_path: plan.first_path.as_deref().map(line),
            steps: plan.steps.iter().map(|step| line(step)).collect(),
        })
    }
}

impl Said {
    fn new(decision: &Decision) -> Option<Self> {
        let (agent, user) = match decision {
            Decision::Pass => return None,
            Decision::Inject { text, notice } | Decision::Spotlight { text, notice, .. } => {
                (Some(text), notice.as_ref())
            }
            Decision::Notify { notice } => (None, Some(notice)),
            Decision::Ask { reason, .. } => (None, Some(reason)),
            Decision::Deny { reason, .. } | Decision::Continue { reason, .. } => (Some(reason), None),
        };
        Some(Self { agent: agent.map(|text| line(text)), user: user.map(|text| line(text)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{config, drifting, report, steady};

    fn parsed(report: &Report) -> serde_json::Value {
        serde_json::from_str(&json(std::slice::from_ref(report), &config())).unwrap()
    }

    #[test]
    fn the_sample_of_the_page_is_fresh() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).unwrap();
        let sample = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let actual = json(&[drifting()], &config());
        let difference = crate::commands::report::first_difference(sample, &actual);
        assert_eq!(difference, None, "docs/json.md is stale; the sample is now:\n{actual}");
    }

    #[test]
    fn every_key_of_the_sample_is_described() {
        fn keys(value: &serde_json::Value, into: &mut std::collections::BTreeSet<String>) {
            match value {
                serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, into)),
                serde_json::Value::Object(object) => {
                    for (key, value) in object {
                        into.insert(key.clone());
                        // Below these the keys are names of tools and files.
                        if !["calls", "sidechain_calls", "changed"].contains(&key.as_str()) {
                            keys(value, into);
                        }
                    }
                }
                _ => {}
            }
        }
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).unwrap();
        let mut found = std::collections::BTreeSet::new();
        keys(&parsed(&drifting()), &mut found);
        let trail = crate::commands::report::testing::explained(
            Some(crate::commands::report::testing::declared_goal()),
            &["edit src/styles/theme.css", "user go on"],
        );
        let worked = crate::commands::report::testing::worked_steps();
        let told = crate::commands::report::Explained {
            marking: &crate::commands::newest::Marking::Plain,
            session: "s",
            played: true,
            quiet: false,
            changes: &trail,
            worked: &worked,
            reported: &[],
            untold: &[],
            trust: &[],
            remarks: &[],
        };
        let explained = crate::commands::report::explain_json(told, &config());
        keys(&serde_json::from_str(&explained).unwrap(), &mut found);
        let recorded = crate::commands::report::trial::tests::recorded();
        let told = crate::commands::report::trial_json(&recorded, crate::store::Figures::default(), config().mode);
        keys(&serde_json::from_str(&told).unwrap(), &mut found);
        let missing: Vec<_> = found.iter().filter(|key| !page.contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "docs/json.md does not describe {missing:?}");
    }

    #[test]
    fn several_sessions_are_a_list() {
        let page: serde_json::Value = serde_json::from_str(&json(&[drifting(), steady()], &config())).unwrap();
        assert_eq!(page["sessions"].as_array().unwrap().len(), 2);
        assert_eq!(page["sessions"][0], parsed(&drifting()));
    }

    #[test]
    fn a_session_without_a_goal_has_all_keys_and_no_score() {
        let empty = parsed(&report(None, &[]));
        let full = parsed(&drifting());
        let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&empty), keys(&full));
        assert_eq!(empty["result"]["standing"], "not-checked");
        assert_eq!(empty["result"]["score"], serde_json::Value::Null);
        assert_eq!(empty["assessments"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn the_same_session_gives_the_same_bytes() {
        assert_eq!(json(&[steady()], &config()), json(&[steady()], &config()));
        assert_eq!(parsed(&steady())["result"]["standing"], "on-goal");
    }
}
