//! What `driftguard trial report` shows: what was said in the recorded days, and what would have been.

use super::layout::{Page, Style, Tone, count, cut, line, list, number, pretty, quoted};
use super::outcome;
use crate::config::{Config, Mode};
use crate::domain::{DriftEvent, Level, Score, Standing};
use crate::drift::{Rehearsal, rehearse};
use crate::store::Figures;
use jiff::Timestamp;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Sessions named as the worst.
const MAX_WORST: usize = 5;
/// Finding keys named with each, as many as an assessment keeps.
const MAX_KEYS: usize = 4;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// What was recorded, summed session by session.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    days: BTreeSet<i64>,
    /// The first and the last assessment, in milliseconds since 1970.
    span: Option<(i64, i64)>,
    sessions: u64,
    /// Sessions in which nothing was said: for these what would have been said is estimated.
    recorded_only: u64,
    assessments: u64,
    below_clean: u64,
    findings: u64,
    said: BTreeMap<Level, u64>,
    would: Rehearsal,
    worst: Vec<Worst>,
}

/// The moment of a session that was furthest from its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The session.
    pub session: String,
    /// The goal revision that was in force.
    pub revision: u32,
    /// The goal in the user's words, where it is still stored.
    pub goal: Option<String>,
    timestamp: i64,
    score: Score,
    effective: Score,
    level: Level,
    findings: Vec<String>,
}

impl Trial {
    /// Adds the assessments of one session, oldest first.
    pub fn add(&mut self, session: &str, history: &[DriftEvent], config: &Config) {
        let checked: Vec<&DriftEvent> = history.iter().filter(|event| event.standing != Standing::NotChecked).collect();
        let below = || checked.iter().filter(|event| event.score.value() < config.score.clean);
        self.sessions += 1;
        self.assessments += number(checked.len());
        self.below_clean += number(below().count());
        for at in history.iter().map(|event| event.timestamp) {
            self.days.insert(at.div_euclid(DAY));
            let (first, last) = self.span.unwrap_or((at, at));
            self.span = Some((first.min(at), last.max(at)));
        }
        self.findings += number(checked.iter().flat_map(|event| &event.findings).collect::<BTreeSet<_>>().len());
        self.speak(history, config);
        // Of equals the first: what follows often repeats it.
        if let Some(event) = below().min_by_key(|event| event.score) {
            self.worst.push(Worst {
                session: session.to_owned(),
                revision: event.revision,
                goal: None,
                timestamp: event.timestamp,
                score: event.score,
                effective: event.effective,
                level: event.level,
                findings: event.findings.clone(),
            });
            self.worst.sort_by(|one, other| {
                one.score
                    .cmp(&other.score)
                    .then(other.timestamp.cmp(&one.timestamp))
                    .then(one.session.cmp(&other.session))
            });
            self.worst.truncate(MAX_WORST);
        }
    }

    /// What was said is known where anything was; elsewhere it is rehearsed.
    fn speak(&mut self, history: &[DriftEvent], config: &Config) {
        let rehearsal = rehearse(history, config);
        let spoken = history.iter().filter(|event| event.spoken).map(|event| event.level);
        let known: BTreeMap<Level, u64> = spoken.fold(BTreeMap::new(), |mut texts, level| {
            *texts.entry(level).or_default() += 1;
            texts
        });
        if known.is_empty() {
            self.recorded_only += 1;
            self.would.handed_over += rehearsal.handed_over;
            add(&mut self.would.texts, &rehearsal.texts);
        }
        add(&mut self.said, &known);
        self.would.against_a_limit += rehearsal.against_a_limit;
        self.would.beyond_the_goal += rehearsal.beyond_the_goal;
    }

    /// The worst moments, for their goals to be filled in.
    pub fn worst_mut(&mut self) -> &mut [Worst] {
        &mut self.worst
    }
}

fn add(sum: &mut BTreeMap<Level, u64>, more: &BTreeMap<Level, u64>) {
    for (level, times) in more {
        *sum.entry(*level).or_default() += times;
    }
}

/// The report for people.
pub fn trial(trial: &Trial, figures: Figures, mode: Mode, config: &Config, style: Style) -> String {
    let mut page = Page::new(style);
    page.line(Tone::Strong, &format!("driftguard trial report, mode {}", mode.name()));
    let Some((first, last)) = trial.span else {
        page.line(Tone::Plain, "nothing is recorded yet; `driftguard doctor` shows whether the hooks run");
        return page.finish();
    };
    let (from, to) = (day(first), day(last));
    let span = if from == to { from } else { format!("{from} to {to}") };
    let days = count(number(trial.days.len()), "day");
    let (sessions, steps) = (count(trial.sessions, "session"), count(figures.steps, "tool call"));
    page.field("recorded", &format!("{span}: {days} with work, {sessions}, {steps}"), 2);
    let assessments = count(trial.assessments, "assessment");
    page.field("judged", &format!("{assessments}, {} of them below {}", trial.below_clean, config.score.clean), 1);
    let returned = if figures.sent_back == 0 { String::new() } else { format!("; {}", replies(figures.sent_back)) };
    let (tokens, stopped) = (count(figures.tokens, "token"), count(figures.denied, "action"));
    let warnings = if figures.warnings == 0 {
        String::new()
    } else {
        format!("; {} from the memory", count(figures.warnings, "warning"))
    };
    page.field("said", &format!("{}{warnings}{} ({tokens}); {stopped} stopped", texts(&trial.said), returned), 2);
    let silent = count(trial.recorded_only, "silent session");
    let alone = count(trial.would.handed_over, "line");
    page.field("would say", &format!("{}; {alone} to you alone (in {silent})", texts(&trial.would.texts)), 2);
    let sent_back = (figures.would_send_back > 0).then(|| replies(figures.would_send_back));
    let alone = (figures.would_notice > 0).then(|| format!("{} to you alone", count(figures.would_notice, "line")));
    let at_the_end: Vec<String> = [sent_back, alone].into_iter().flatten().collect();
    if !at_the_end.is_empty() {
        page.field("", &format!("at the end of turns, of what was reported: {}", at_the_end.join(", ")), 2);
    }
    let limits = count(trial.would.against_a_limit, "change");
    let beyond = trial.would.beyond_the_goal;
    let denials = format!("at most {limits} against a limit (guide, enforce); {beyond} beyond the goal (enforce)");
    page.field("would stop", &denials, 2);
    let wrong = figures.marked_wrong;
    page.field("findings", &format!("{}; findings and claims marked as false alarms: {wrong}", trial.findings), 1);
    if !trial.worst.is_empty() {
        page.gap();
        page.line(Tone::Plain, "The furthest from their goals (`driftguard explain SESSION` shows why):");
        for worst in &trial.worst {
            named(&mut page, worst, style);
        }
    }
    page.gap();
    let note = "“Would” is an estimate by the rules that speak, from the assessments as they are stored. Which of them \
                fell on the end of a turn, where only you are told, and which limits are prohibitions, is not stored; what is said at the \
                end of a turn about a reply is judged there and then. What the agent would have done after a text, nobody knows.";
    page.hanging("", 0, note, 5);
    page.finish()
}

/// "2 replies sent back".
fn replies(times: u64) -> String {
    format!("{times} {} sent back", if times == 1 { "reply" } else { "replies" })
}

/// "3 texts to the agent: 2 correct, 1 halt".
fn texts(by_level: &BTreeMap<Level, u64>) -> String {
    let levels: Vec<String> = by_level.iter().map(|(level, times)| format!("{times} {}", level.name())).collect();
    let all = count(by_level.values().sum(), "text");
    if levels.is_empty() { all } else { format!("{all}: {}", list(&levels, levels.len())) }
}

fn named(page: &mut Page, worst: &Worst, style: Style) {
    let tone = if worst.level == Level::Halt { Tone::Bad } else { Tone::Doubtful };
    let (score, level) = (outcome::counted(worst.score, worst.effective), worst.level.name());
    let when = day(worst.timestamp);
    page.line(tone, &format!("  score {score}, level {level}, {when}, session {}", line(&worst.session)));
    if let Some(goal) = &worst.goal {
        page.line(Tone::Plain, &format!("    {}", quoted(&cut(goal, style.columns().saturating_sub(6)))));
    }
    let keys: Vec<String> = worst.findings.iter().map(|key| line(key)).collect();
    page.hanging("    ", 4, &list(&keys, MAX_KEYS), 3);
}

/// The day of a time in UTC.
fn day(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds)
        .map_or_else(|_| "a day out of range".to_owned(), |at| at.strftime("%Y-%m-%d").to_string())
}

/// The report for scripts. The shape is described in `docs/json.md`.
pub fn trial_json(trial: &Trial, figures: Figures, mode: Mode) -> String {
    pretty(&Document {
        version: 1,
        mode,
        first: trial.span.map(|(first, _)| first),
        last: trial.span.map(|(_, last)| last),
        days: trial.days.len(),
        sessions: trial.sessions,
        recorded_only: trial.recorded_only,
        steps: figures.steps,
        assessments: trial.assessments,
        below_clean: trial.below_clean,
        said: Texts::new(&trial.said),
        warnings: figures.warnings,
        sent_back: figures.sent_back,
        tokens: figures.tokens,
        stopped: figures.denied,
        estimate: Estimate {
            said: Texts::new(&trial.would.texts),
            to_user: trial.would.handed_over,
            sent_back: figures.would_send_back,
            about_replies: figures.would_notice,
            against_a_limit: trial.would.against_a_limit,
            beyond_the_goal: trial.would.beyond_the_goal,
        },
        findings: trial.findings,
        marked_wrong: figures.marked_wrong,
        worst: trial.worst.iter().map(WorstJson::new).collect(),
    })
}

#[derive(Serialize)]
struct Document {
    version: u32,
    mode: Mode,
    first: Option<i64>,
    last: Option<i64>,
    days: usize,
    sessions: u64,
    recorded_only: u64,
    steps: u64,
    assessments: u64,
    below_clean: u64,
    said: Texts,
    warnings: u64,
    sent_back: u64,
    tokens: u64,
    stopped: u64,
    estimate: Estimate,
    findings: u64,
    marked_wrong: u64,
    worst: Vec<WorstJson>,
}

#[derive(Serialize)]
struct Texts {
    nudge: u64,
    correct: u64,
    intervene: u64,
    halt: u64,
}

#[derive(Serialize)]
struct Estimate {
    said: Texts,
    to_user: u64,
    sent_back: u64,
    about_replies: u64,
    against_a_limit: u64,
    beyond_the_goal: u64,
}

#[derive(Serialize)]
struct WorstJson {
    session: String,
    timestamp: i64,
    revision: u32,
    goal: Option<String>,
    score: Score,
    level: Level,
    findings: Vec<String>,
}

impl Texts {
    fn new(by_level: &BTreeMap<Level, u64>) -> Self {
        let of = |level| by_level.get(&level).copied().unwrap_or_default();
        Self {
            nudge: of(Level::Nudge),
            correct: of(Level::Correct),
            intervene: of(Level::Intervene),
            halt: of(Level::Halt),
        }
    }
}

impl WorstJson {
    fn new(worst: &Worst) -> Self {
        Self {
            session: line(&worst.session),
            timestamp: worst.timestamp,
            revision: worst.revision,
            goal: worst.goal.as_deref().map(line),
            score: worst.score,
            level: worst.level,
            findings: worst.findings.iter().map(|key| line(key)).collect(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::commands::report::testing::config;
    use crate::domain::{DriftKind, EventId};

    const STYLE: Style = Style { colour: false, width: 80 };
    const FIRST_DAY: i64 = 20_577;

    fn event(day: i64, event: u64, score: i64, level: Level, spoken: bool, findings: &[&str]) -> DriftEvent {
        DriftEvent {
            timestamp: (FIRST_DAY + day) * DAY + 1,
            score: Score::new(score),
            effective: Score::new(score),
            level,
            kind: DriftKind::None,
            standing: if score < 8 { Standing::OffGoal } else { Standing::OnGoal },
            spoken,
            revision: 1,
            diagnostic: String::new(),
            findings: findings.iter().map(ToString::to_string).collect(),
            event: EventId(event),
        }
    }

    /// A session that was only recorded, one that was spoken to, and one that kept to its goal.
    pub(crate) fn recorded() -> Trial {
        let mut trial = Trial::default();
        let silent = [
            event(0, 10, 10, Level::None, false, &[]),
            event(0, 20, 6, Level::Correct, false, &["out-of-scope:web/theme.css"]),
            event(2, 40, 2, Level::Halt, false, &["constraint-breach:CHANGELOG.md", "out-of-scope:web/theme.css"]),
            DriftEvent { standing: Standing::NotChecked, ..event(2, 50, 10, Level::None, false, &[]) },
        ];
        trial.add("5f0c2a1e", &silent, &config());
        let told = [
            event(1, 10, 7, Level::Nudge, true, &["out-of-scope:a.css"]),
            DriftEvent {
                effective: Score::new(3),
                ..event(1, 30, 4, Level::Intervene, true, &["out-of-scope:b.css", "out-of-scope:a.css"])
            },
        ];
        trial.add("9b1d", &told, &config());
        trial.add("calm", &[event(1, 10, 9, Level::None, false, &[])], &config());
        trial.worst_mut()[0].goal = Some("fix the expired token bug, keep to src/auth and do not touch it".into());
        trial
    }

    fn figures() -> Figures {
        Figures {
            steps: 1_204,
            denied: 1,
            texts: 2,
            tokens: 180,
            marked_wrong: 1,
            would_send_back: 2,
            would_notice: 1,
            ..Figures::default()
        }
    }

    #[test]
    fn the_report_tells_facts_and_estimates_apart() {
        insta::assert_snapshot!(super::trial(&recorded(), figures(), Mode::Monitor, &config(), STYLE), @r"
        driftguard trial report, mode monitor
        recorded    2026-05-04 to 2026-05-06: 3 days with work, 3 sessions, 1,204 tool
                    calls
        judged      6 assessments, 4 of them below 8
        said        2 texts: 1 nudge and 1 intervene (180 tokens); 1 action stopped
        would say   2 texts: 1 correct and 1 halt; 0 lines to you alone (in 2 silent
                    sessions)
                    at the end of turns, of what was reported: 2 replies sent back, 1
                    line to you alone
        would stop  at most 1 change against a limit (guide, enforce); 1 beyond the goal
                    (enforce)
        findings    4; findings and claims marked as false alarms: 1

        The furthest from their goals (`driftguard explain SESSION` shows why):
          score 2, level halt, 2026-05-06, session 5f0c2a1e
            “fix the expired token bug, keep to src/auth and do not touch it”
            constraint-breach:CHANGELOG.md and out-of-scope:web/theme.css
          score 4 (counts as 3), level intervene, 2026-05-05, session 9b1d
            out-of-scope:b.css and out-of-scope:a.css

        “Would” is an estimate by the rules that speak, from the assessments as they are
        stored. Which of them fell on the end of a turn, where only you are told, and
        which limits are prohibitions, is not stored; what is said at the end of a turn
        about a reply is judged there and then. What the agent would have done after a
        text, nobody knows.
        ");
    }

    #[test]
    fn an_empty_database_says_so() {
        insta::assert_snapshot!(super::trial(&Trial::default(), Figures::default(), Mode::Guide, &config(), STYLE), @r"
        driftguard trial report, mode guide
        nothing is recorded yet; `driftguard doctor` shows whether the hooks run
        ");
    }

    #[test]
    fn scripts_get_every_figure() {
        let json: serde_json::Value = serde_json::from_str(&trial_json(&recorded(), figures(), Mode::Monitor)).unwrap();
        let check = |key: &str, expected: serde_json::Value| assert_eq!(json[key], expected, "{key}");
        check("days", 3.into());
        check("sessions", 3.into());
        check("recorded_only", 2.into());
        check("assessments", 6.into());
        check("below_clean", 4.into());
        check("findings", 4.into());
        check("said", serde_json::json!({"correct": 0, "halt": 0, "intervene": 1, "nudge": 1}));
        check("stopped", 1.into());
        let said = serde_json::json!({"correct": 1, "halt": 1, "intervene": 0, "nudge": 0});
        let estimate = serde_json::json!({
            "said": said, "to_user": 0, "sent_back": 2, "about_replies": 1, "against_a_limit": 1, "beyond_the_goal": 1
        });
        check("estimate", estimate);
        assert_eq!(json["worst"][0]["session"], "5f0c2a1e");
        assert_eq!(json["worst"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_five_worst_are_named_and_the_newest_of_equals_first() {
        let mut trial = Trial::default();
        for (day, score) in [3, 1, 7, 3, 5, 6].into_iter().enumerate() {
            let day = i64::try_from(day).unwrap();
            trial.add(&format!("s{day}"), &[event(day, 9, score, Level::Correct, false, &["k"])], &config());
        }
        let sessions: Vec<&str> = trial.worst_mut().iter().map(|worst| worst.session.as_str()).collect();
        assert_eq!(sessions, ["s1", "s3", "s0", "s4", "s5"]);
    }
}
