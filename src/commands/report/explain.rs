//! What `driftguard explain` shows: each change of the score with the evidence and the configuration key behind it, and
//! the earlier work that a way back would name.

use super::claims::{self, ClaimJson};
use super::layout::{Page, Style, Tone, count, cut, cut_path, line, list, number, plain_line, pretty, quoted};
use super::trail::{Cause, ExplainedChange, Moment, Setting, Share, Weighed};
use super::untold::{self, UntoldJson};
use super::{human, outcome, relation, remarks};
use crate::commands::newest::Marking;
use crate::config::Config;
use crate::domain::{GoalChange, Level, Remark, Reported, Score, Step, Trust, Untold};
use serde::Serialize;
use std::fmt::Write as _;

/// Changes shown to people at most; the newest are shown.
const MAX_CHANGES: usize = 60;
/// Findings named at the end at most.
const MAX_FINDINGS: usize = 12;

/// Earlier steps named at most.
const MAX_WORKED: usize = 9;

/// What is to be shown of a session.
#[derive(Clone, Copy, Debug)]
pub struct Explained<'a> {
    /// Its id.
    pub session: &'a str,
    /// What `driftguard wrong` can do about its findings.
    pub marking: &'a Marking,
    /// False where there is no transcript: then only what is stored is told.
    pub played: bool,
    /// True where nobody was told anything while it ran (`mode = "monitor"`).
    pub quiet: bool,
    /// Every change of its score, oldest first.
    pub changes: &'a [ExplainedChange],
    /// What worked before on its goal, the best example first.
    pub worked: &'a [Step],
    /// What the agent's reports claimed.
    pub reported: &'a [Reported],
    /// What these reports left out.
    pub untold: &'a [Untold],
    /// What was said about calls before they ran, oldest first.
    pub remarks: &'a [Remark],
    /// How quiet the work on the files was that the session changed, where driftguard ever spoke about it.
    pub trust: &'a [(String, Trust)],
}

/// The trail of a session for people.
pub fn explain(told: Explained<'_>, config: &Config, style: Style) -> String {
    let mut page = Page::new(style);
    let changes = told.changes;
    page.field("session", told.session, 1);
    if told.quiet {
        page.field("mode", human::SILENT, 2);
    }
    if changes.is_empty() {
        page.gap();
        if told.played {
            page.line(Tone::Good, "nothing moved the score: it stayed at 10");
        } else {
            page.line(Tone::Plain, "its transcript is not there, so the changes of the score cannot be told");
        }
        findings(&mut page, changes, told);
        remarks::shown(&mut page, told.remarks);
        claims::explained(&mut page, told.reported);
        untold::explained(&mut page, told.untold);
        worked(&mut page, told.worked, style);
        return page.finish();
    }
    let left_out = changes.len().saturating_sub(MAX_CHANGES);
    if left_out > 0 {
        page.field("", &format!("{} left out; --json lists all", count(number(left_out), "earlier change")), 1);
    }
    for change in &changes[left_out..] {
        page.gap();
        heading(&mut page, change);
        cause(&mut page, &change.cause, change.score.1, style);
    }
    findings(&mut page, &changes[left_out..], told);
    remarks::shown(&mut page, told.remarks);
    claims::explained(&mut page, told.reported);
    untold::explained(&mut page, told.untold);
    trust(&mut page, told.trust);
    worked(&mut page, told.worked, style);
    page.gap();
    let steps: Vec<String> = config.score.thresholds.iter().map(f64::to_string).collect();
    let legend = format!(
        "Weights are in nats and add up to the statistic, which is never below 0. The score begins at 10 and loses a \
         point each time the statistic passes one of {} (score.thresholds).",
        steps.join(", ")
    );
    page.hanging("", 0, &legend, 4);
    page.finish()
}

/// The findings and refuted claims by the names that `driftguard wrong` takes, the newest of each first.
fn findings(page: &mut Page, changes: &[ExplainedChange], told: Explained<'_>) {
    let mut keys: Vec<&str> = Vec::new();
    let refuted: Vec<String> = claims::refuted(told.reported).map(|one| one.claim.key()).collect();
    for change in changes.iter().rev() {
        let Cause::Action { weighed, .. } = &change.cause else { continue };
        for found in weighed.iter().flat_map(|item| &item.shares).filter_map(|share| share.found.as_ref()) {
            if !keys.contains(&found.key.as_str()) {
                keys.push(&found.key);
            }
        }
    }
    for key in refuted.iter().rev() {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    if keys.is_empty() {
        return;
    }
    page.gap();
    let lead = match told.marking {
        Marking::Plain => "A false alarm? `driftguard wrong FINDING` drops one of these:".to_owned(),
        Marking::Session(id) => format!("A false alarm? `driftguard wrong --session {id} FINDING` drops one of these:"),
        Marking::Nowhere => {
            "Found (no hook ran in this session, so that there is nothing to mark as wrong):".to_owned()
        }
    };
    page.line(Tone::Plain, &lead);
    for key in keys.iter().take(MAX_FINDINGS) {
        page.line(Tone::Plain, &format!("  {}", plain_line(key)));
    }
    let more = keys.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        page.line(Tone::Plain, &format!("  and {more} earlier; --json lists all"));
    }
}

/// The files on which driftguard spoke before, in this and other sessions: told, and never a reason to speak.
fn trust(page: &mut Page, files: &[(String, Trust)]) {
    if files.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "How often turns about these files ended without a word, in this and other sessions:");
    for (file, trust) in files.iter().take(MAX_WORKED) {
        page.line(Tone::Plain, &format!("  {:.2}  {}", trust.mean(), line(file)));
    }
}

/// The earlier work that a way back is chosen from.
fn worked(page: &mut Page, steps: &[Step], style: Style) {
    if steps.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Plain, "Steps that ended well before, on work like this:");
    for step in steps.iter().take(MAX_WORKED) {
        let what = step.command.clone().unwrap_or_else(|| list(&step.files, 2));
        let room = style.columns().saturating_sub(step.action_type.len() + 3);
        page.line(Tone::Plain, &format!("  {} {}", line(&step.action_type), cut(&what, room)));
    }
}

fn heading(page: &mut Page, change: &ExplainedChange) {
    let (before, after) = change.score;
    let (from, to) = change.statistic;
    let mut text = match change.at {
        Moment::Call(number) => format!("call {number}"),
        Moment::Prompt(number) => format!("prompt {number}"),
        Moment::End => "end".to_owned(),
    };
    if before == after {
        let _ = write!(text, ": score {}", after.value());
    } else {
        let _ = write!(text, ": score {} -> {}", before.value(), after.value());
    }
    if (from - to).abs() > f64::EPSILON {
        let _ = write!(text, ", statistic {from:.2} -> {to:.2}");
    }
    let tone = match after.cmp(&before) {
        std::cmp::Ordering::Less => Tone::Bad,
        std::cmp::Ordering::Equal => Tone::Strong,
        std::cmp::Ordering::Greater => Tone::Good,
    };
    page.line(tone, &text);
}

/// What changed, at this score.
fn cause(page: &mut Page, cause: &Cause, score: Score, style: Style) {
    match cause {
        Cause::Action { weighed, held } => {
            for item in weighed {
                action(page, item, style);
            }
            if let Some(limit) = held {
                page.hanging("  ", 4, &format!("held at {}", shown(limit)), 2);
            }
        }
        Cause::Goal(revision) => {
            let name = outcome::change_name(revision.change);
            let prompt = quoted(&revision.prompt);
            page.hanging("  ", 4, &format!("goal {name}, revision {}: {}", revision.revision, revision.reason), 2);
            page.hanging("    ", 4, &prompt, 2);
        }
        Cause::Committed => page.hanging("  ", 4, "the work so far was committed: what was open no longer counts", 2),
        Cause::SeedRules { inside, outside } => {
            let text = format!("by the seed's rules: {inside} files in scope, {outside} out of it");
            page.hanging("  ", 4, &text, 2);
        }
        Cause::Told { level, effective, agent } => {
            let whom = if *agent { "the agent" } else { "the user" };
            let counts = if *effective == score {
                String::new()
            } else {
                format!(", the score counts as {} after corrections that did not help", effective.value())
            };
            page.hanging("  ", 4, &format!("{whom} would be told ({}{counts})", level.name()), 2);
        }
    }
}

fn action(page: &mut Page, item: &Weighed, style: Style) {
    let room = style.columns().saturating_sub(4);
    let subject = cut_path(&item.subject, room);
    match relation::words(&item.relation) {
        Some(text) => page.hanging("  ", 4, &format!("{subject}: {text}"), 3),
        None => page.hanging("  ", 4, &subject, 3),
    }
    for share in &item.shares {
        if let Some(found) = &share.found {
            page.hanging("    ", 6, &format!("{} found: {}", found.signal, found.what), 3);
        }
        let indent = if share.found.is_some() { 6 } else { 4 };
        page.hanging(&" ".repeat(indent), indent, &shown(&share.setting), 1);
    }
    if let Some(factor) = &item.repeated {
        page.hanging("    ", 4, &format!("the same place again: {}", shown(factor)), 1);
    }
}

fn shown(setting: &Setting) -> String {
    format!("{} = {}", setting.key, rounded(setting.value))
}

/// Nats to three digits: the same on every machine and readable.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The trail of a session for scripts. The shape is described in `docs/json.md`.
pub fn explain_json(told: Explained<'_>, config: &Config) -> String {
    pretty(&Document {
        version: 1,
        session: line(told.session),
        played: told.played,
        thresholds: config.score.thresholds,
        changes: told.changes.iter().map(ChangeJson::new).collect(),
        worked: told.worked.iter().map(StepJson::new).collect(),
        claims: claims::rows(told.reported),
        untold: untold::rows(told.untold),
        remarks: remarks::rows(told.remarks),
        trust: told.trust.iter().map(|(file, trust)| TrustJson { file: line(file), quiet: trust.mean() }).collect(),
    })
}

#[derive(Serialize)]
struct Document {
    version: u32,
    session: String,
    played: bool,
    thresholds: [f64; 9],
    changes: Vec<ChangeJson>,
    worked: Vec<StepJson>,
    claims: Vec<ClaimJson>,
    trust: Vec<TrustJson>,
    untold: Vec<UntoldJson>,
    remarks: Vec<remarks::RemarkJson>,
}

#[derive(Serialize)]
struct TrustJson {
    file: String,
    quiet: f64,
}

#[derive(Serialize)]
struct StepJson {
    action: String,
    files: Vec<String>,
    command: Option<String>,
    score: Score,
}

#[derive(Serialize)]
struct ChangeJson {
    at: &'static str,
    number: Option<u64>,
    cause: &'static str,
    score: Pair<Score>,
    statistic: Pair<f64>,
    evidence: Vec<WeighedJson>,
    held: Option<SettingJson>,
    goal: Option<GoalJson>,
    told: Option<ToldJson>,
}

#[derive(Serialize)]
struct Pair<T> {
    before: T,
    after: T,
}

#[derive(Serialize)]
struct WeighedJson {
    subject: String,
    relation: &'static str,
    reason: Option<String>,
    weight: f64,
    shares: Vec<ShareJson>,
    repeated: Option<SettingJson>,
}

#[derive(Serialize)]
struct ShareJson {
    key: String,
    value: f64,
    signal: Option<String>,
    what: Option<String>,
    finding: Option<String>,
}

#[derive(Serialize)]
struct SettingJson {
    key: String,
    value: f64,
}

#[derive(Serialize)]
struct GoalJson {
    revision: u32,
    change: GoalChange,
    reason: String,
    prompt: String,
}

#[derive(Serialize)]
struct ToldJson {
    level: Level,
    effective: Score,
    to: &'static str,
}

impl StepJson {
    fn new(step: &Step) -> Self {
        Self {
            action: line(&step.action_type),
            files: step.files.iter().map(|file| line(file)).collect(),
            command: step.command.as_deref().map(line),
            score: step.drift_score,
        }
    }
}

impl ChangeJson {
    fn new(change: &ExplainedChange) -> Self {
        let (at, number) = match change.at {
            Moment::Call(number) => ("call", Some(number)),
            Moment::Prompt(number) => ("prompt", Some(number)),
            Moment::End => ("end", None),
        };
        let mut json = Self {
            at,
            number,
            cause: "",
            score: Pair { before: change.score.0, after: change.score.1 },
            statistic: Pair { before: rounded(change.statistic.0), after: rounded(change.statistic.1) },
            evidence: Vec::new(),
            held: None,
            goal: None,
            told: None,
        };
        match &change.cause {
            Cause::Action { weighed, held } => {
                json.cause = "action";
                json.evidence = weighed.iter().map(WeighedJson::new).collect();
                json.held =
                    held.as_ref().map(|limit| SettingJson { key: limit.key.clone(), value: rounded(limit.value) });
            }
            Cause::Goal(revision) => {
                json.cause = "goal";
                json.goal = Some(GoalJson {
                    revision: revision.revision,
                    change: revision.change,
                    reason: line(&revision.reason),
                    prompt: line(&revision.prompt),
                });
            }
            Cause::Committed => json.cause = "committed",
            Cause::SeedRules { .. } => json.cause = "seed-rules",
            Cause::Told { level, agent, effective } => {
                json.cause = "told";
                json.told =
                    Some(ToldJson { level: *level, effective: *effective, to: if *agent { "agent" } else { "user" } });
            }
        }
        json
    }
}

impl WeighedJson {
    fn new(item: &Weighed) -> Self {
        let (relation, reason) = relation::told(&item.relation);
        Self {
            subject: line(&item.subject),
            relation,
            reason: reason.map(|reason| line(&reason)),
            weight: rounded(item.weight),
            shares: item.shares.iter().map(ShareJson::new).collect(),
            repeated: item.repeated.as_ref().map(SettingJson::new),
        }
    }
}

impl SettingJson {
    fn new(setting: &Setting) -> Self {
        Self { key: setting.key.clone(), value: rounded(setting.value) }
    }
}

impl ShareJson {
    fn new(share: &Share) -> Self {
        let found = share.found.as_ref();
        Self {
            key: share.setting.key.clone(),
            value: rounded(share.setting.value),
            signal: found.map(|found| found.signal.clone()),
            what: found.map(|found| line(&found.what)),
            finding: found.map(|found| plain_line(&found.key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{config, declared_goal, explained, worked_steps};

    fn told<'a>(changes: &'a [ExplainedChange], worked: &'a [Step]) -> Explained<'a> {
        Explained {
            marking: &Marking::Plain,
            session: "5f0c2a1e",
            played: true,
            quiet: false,
            changes,
            worked,
            reported: &[],
            untold: &[],
            trust: &[],
            remarks: &[],
        }
    }

    const STYLE: Style = Style { colour: false, width: 80 };

    fn trail() -> Vec<ExplainedChange> {
        explained(
            Some(declared_goal()),
            &[
                "user go on",
                "edit src/auth/token.ts",
                "edit src/styles/theme.css",
                "user go on",
                "edit src/auth/token.ts",
                "edit CHANGELOG.md",
                "bash npm test ! 1 failed",
                "bash npm test ! 1 failed",
                "bash npm test ! 1 failed",
            ],
        )
    }

    #[test]
    fn each_change_names_its_evidence_and_its_key() {
        insta::assert_snapshot!(explain(told(&trail(), &[]), &config(), STYLE), @r#"
        session     5f0c2a1e

        call 2: score 10 -> 4, statistic 0.00 -> 4.30
          src/styles/theme.css: unrelated, outside src/auth/
            out-of-scope found: changed src/styles/theme.css
              signal.out-of-scope.declared = 4.3

        call 2: score 4
          the agent would be told (intervene)

        call 3: score 4 -> 6, statistic 4.30 -> 2.70
          src/auth/token.ts: named by the user
            evidence.named = -1.6

        call 4: score 6 -> 2, statistic 2.70 -> 8.70
          CHANGELOG.md: forbidden, “do not touch CHANGELOG.md”
            constraint-breach found: changed CHANGELOG.md
              signal.constraint-breach.forbidden = 6

        call 4: score 2
          the agent would be told (halt, the score counts as 1 after corrections that
            did not help)

        call 7: score 2 -> 1, statistic 8.70 -> 10.00
          no progress
            failure-loop found: `npm test` failed 3 times with the same error
              signal.failure-loop.weight = 2.5
          held at evidence.ceiling = 10

        call 7: score 1
          the user would be told (halt)

        A false alarm? `driftguard wrong FINDING` drops one of these:
          failure-loop:npm test
          constraint-breach:CHANGELOG.md
          out-of-scope:src/styles/theme.css

        Weights are in nats and add up to the statistic, which is never below 0. The
        score begins at 10 and loses a point each time the statistic passes one of 0.4,
        0.8, 1.5, 2.2, 2.9, 3.6, 5, 7, 9 (score.thresholds).
        "#);
    }

    #[test]
    fn what_worked_before_takes_ten_lines_at_most() {
        let page = explain(told(&[], &worked_steps()), &config(), STYLE);
        let section: Vec<&str> = page.lines().skip_while(|line| !line.starts_with("Steps that ended well")).collect();
        assert_eq!(section.len(), 10);
        assert_eq!(
            section[..3],
            [
                "Steps that ended well before, on work like this:",
                "  edit src/auth/token.ts",
                "  bash npm test -- auth-1"
            ]
        );
        assert!(section.iter().all(|line| line.chars().count() <= 80), "{section:#?}");
    }

    #[test]
    fn a_trail_without_changes_says_so() {
        insta::assert_snapshot!(explain(told(&[], &[]), &config(), STYLE), @r#"
        session     5f0c2a1e

        nothing moved the score: it stayed at 10
        "#);
    }

    #[test]
    fn long_trails_show_their_end() {
        let one = trail().remove(0);
        let text = explain(told(&vec![one; 500], &[]), &config(), STYLE);
        assert!(text.contains("440 earlier changes left out"), "{text}");
        assert!(text.lines().count() < 400);
    }

    #[test]
    fn scripts_get_every_change() {
        let json: serde_json::Value =
            serde_json::from_str(&explain_json(told(&trail(), &worked_steps()), &config())).unwrap();
        let changes = json["changes"].as_array().unwrap();
        assert_eq!(changes.len(), trail().len());
        assert_eq!(changes[0]["evidence"][0]["shares"][0]["key"], "signal.out-of-scope.declared");
        assert_eq!(changes[0]["score"], serde_json::json!({"before": 10, "after": 4}));
        assert_eq!(changes[1]["told"], serde_json::json!({"effective": 4, "level": "intervene", "to": "agent"}));
        let edit = serde_json::json!({"action": "edit", "files": ["src/auth/token.ts"], "command": null, "score": 9});
        assert_eq!((json["worked"][0].clone(), json["worked"].as_array().unwrap().len()), (edit, 12));
    }
}
