//! What `driftguard status` shows: how the guard is set, and how the present session stands.

use super::layout::{Page, Style, Tone, count, cut, cut_path, line, list, pretty, quoted, short, when};
use super::outcome;
use crate::config::Mode;
use crate::correction;
use crate::domain::{DriftEvent, DriftState, GuardState, Level, Liveness, Pause, Score, Session, Standing, Task};
use crate::store::Figures;
use serde::Serialize;

/// Scores in the row of the last assessments.
const LAST_SCORES: usize = 12;
/// Tasks named one by one.
const MAX_TASKS: usize = 2;

/// What the user let through that is named one by one, and columns of each.
const MAX_ALLOWED: usize = 2;
const ALLOWED: usize = 40;

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct StatusView<'a> {
    /// The version of driftguard.
    pub version: &'a str,
    /// The mode in force.
    pub mode: Mode,
    /// The pause in force, of the machine or of the session.
    pub pause: Option<Pause>,
    /// True where it is the session's own.
    pub pause_of_session: bool,
    /// The session of this folder, where there is one.
    pub session: Option<&'a Session>,
    /// Why it is this one, where there are others.
    pub why: Option<&'a str>,
    /// Where the last session ran below this folder, in which none did.
    pub below: Option<&'a str>,
    /// Its last assessments, oldest first.
    pub history: &'a [DriftEvent],
    /// What was done in it.
    pub figures: Figures,
    /// Tasks that need a review, newest first.
    pub review: &'a [Task],
    /// Failures that were swallowed so that the agent could go on, the most frequent first.
    pub faults: &'a [Fault],
    /// What is remembered beyond sessions, where anything is.
    pub memory: Option<&'a Overview>,
    /// The database file, as shown to people.
    pub database: &'a str,
}

/// What is remembered beyond sessions, in short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Overview {
    /// Lessons of all projects.
    pub lessons: u64,
    /// Those of them that were wrong too often.
    pub retired: u64,
    /// What was decided about the texts on files, commands and topics, and how often.
    pub texts: Vec<(String, u64)>,
}

/// A failure that was swallowed, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What failed.
    pub what: String,
    /// How often.
    pub times: u64,
}

/// The status for people: at most 18 lines.
pub fn status(view: &StatusView<'_>, style: Style) -> String {
    let mut page = Page::new(style);
    page.line(Tone::Strong, &format!("driftguard {}, mode {}", view.version, view.mode.name()));
    if let Some(pause) = view.pause {
        let until = pause
            .until
            .map_or_else(|| "until `driftguard pause --end`".to_owned(), |at| format!("until {} UTC", when(at)));
        let whose = if view.pause_of_session { "this session alone, " } else { "" };
        page.field("paused", &format!("{whose}{until}"), 2);
    }
    if let Some(session) = view.session {
        about_session(&mut page, session, view);
        page.field("so far", &done(view.figures), 2);
    } else {
        let why = match view.below {
            Some(below) => format!("the last below it ran in {}", line(below)),
            None => "`driftguard doctor` shows whether the hooks run".to_owned(),
        };
        page.field("session", &format!("none in this folder; {why}"), 2);
    }
    let open = to_review(view);
    if !open.is_empty() {
        let told = format!("{}: `driftguard explain ID` shows why", list(&open, MAX_TASKS));
        page.field("to review", &told, 3);
    }
    if !view.faults.is_empty() {
        let told: Vec<String> =
            view.faults.iter().map(|fault| format!("{} ({})", line(&fault.what), count(fault.times, "time"))).collect();
        page.field("faults", &format!("{}: see `driftguard doctor`", list(&told, 2)), 2);
    }
    if let Some(memory) = view.memory.filter(|memory| memory.lessons > 0) {
        page.field("memory", &remembered(memory), 2);
    }
    page.field("database", &cut_path(view.database, style.columns().saturating_sub(12)), 1);
    page.finish()
}

fn about_session(page: &mut Page, session: &Session, view: &StatusView<'_>) {
    let history = view.history;
    let calls = count(session.calls, "call");
    page.field("session", &format!("{} ({}, {calls})", line(&session.id), session.status.name()), 1);
    if let Some(why) = view.why {
        page.field("", why, 1);
    }
    match &session.goal {
        Some(goal) => {
            page.field("goal", &format!("{} (revision {})", line(&correction::requests(goal)), goal.revision), 2);
        }
        None => page.field("goal", "none yet", 1),
    }
    if !session.consented.is_empty() {
        let newest: Vec<String> = session.consented.iter().rev().map(|what| cut(what, ALLOWED)).collect();
        page.field(
            "your yes",
            &format!("{} (in the client's question, not by a command)", list(&newest, MAX_ALLOWED)),
            2,
        );
    }
    let drift = &session.drift;
    let last = history.last().filter(|last| last.standing != Standing::NotChecked);
    let standing = match last {
        Some(last) if last.judged(session.goal.as_ref()) => {
            let score = outcome::counted(last.score, last.effective);
            format!("{}, score {score}, level {}", outcome::recorded_words(last), last.level.name())
        }
        Some(_) => format!("{} since the goal was changed", Standing::NotChecked.name()),
        None => Standing::NotChecked.name().to_owned(),
    };
    page.field("standing", &standing, 1);
    if last.is_some() {
        let scores = last_scores(history).iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        page.field("scores", &scores, 1);
    }
    if let Some(checkpoint) = &drift.checkpoint {
        page.field("checkpoint", &format!("open question: {}", line(&checkpoint.open_question)), 2);
        if !checkpoint.decisions.is_empty() {
            page.field("decided", &line(&checkpoint.decisions.join("; ")), 2);
        }
    }
    if let Some(percent) = session.liveness.coverage() {
        let Liveness { met, .. } = session.liveness;
        let text = format!("{percent} %, hooks told of {met} of {}", count(session.liveness.calls(), "finished call"));
        page.field("coverage", &text, 1);
    }
    if let Some(heard) = heard(&session.liveness) {
        page.field("hooks", &heard, 2);
    }
    if let Some(state) = state(drift) {
        page.field("state", &state, 2);
    }
}

/// How far the guard has gone, in words; `None` where nothing is open.
fn state(drift: &DriftState) -> Option<String> {
    let tries = match drift.escalation {
        0 => None,
        1 => Some("1 correction did not help".to_owned()),
        many => Some(format!("{many} corrections did not help")),
    };
    match (drift.state, tries) {
        (GuardState::Normal, tries) => tries.map(|tries| format!("{tries} so far")),
        (GuardState::Drifted, None) => Some("has left the goal and is not back yet".to_owned()),
        (GuardState::Drifted, Some(tries)) => Some(format!("has left the goal and is not back yet; {tries}")),
        (GuardState::Forced, tries) => Some(format!(
            "forced back: the agent is to take the way back before all else{}; your next prompt ends this",
            tries.map(|tries| format!(", for {tries}")).unwrap_or_default()
        )),
    }
}

/// The other sessions of the project that ended off their goals, each once and by its id: that of the present one stands above.
fn to_review(view: &StatusView<'_>) -> Vec<String> {
    let mut met: Vec<&str> = view.session.iter().map(|session| session.id.as_str()).collect();
    let mut told = Vec::new();
    for task in view.review {
        if task.resolved || met.contains(&task.session_id.as_str()) {
            continue;
        }
        met.push(&task.session_id);
        let (id, goal) = (short(&task.session_id), quoted(&cut(&task.goal, 24)));
        told.push(format!("{id} {goal} (score {})", task.final_score.value()));
    }
    told
}

/// How much is remembered.
fn remembered(memory: &Overview) -> String {
    let retired = if memory.retired == 0 { String::new() } else { format!(", {} of them retired", memory.retired) };
    format!(
        "{} of all projects{retired}; `driftguard memory list` shows those of this project",
        count(memory.lessons, "lesson")
    )
}

/// What driftguard did, in one sentence.
fn done(figures: Figures) -> String {
    let warnings = if figures.warnings == 0 {
        String::new()
    } else {
        let what = if figures.warnings == 1 { "a warning" } else { "warnings" };
        format!(", {} of them {what} from the memory", figures.warnings)
    };
    // A goal that is told again is no text of its own.
    let silent = figures.texts == 0 && figures.denied == 0 && figures.tokens > 0;
    let restored = if silent { ", for the goal told again" } else { "" };
    format!(
        "{} to the agent{warnings}, {} stopped ({} in all{restored}), {} marked wrong",
        count(figures.texts, "text"),
        count(figures.denied, "action"),
        count(figures.tokens, "token"),
        count(figures.marked_wrong, "finding"),
    )
}

/// Which hooks were heard how often, and when the last of them; `None` where none was.
pub(in crate::commands) fn heard(liveness: &Liveness) -> Option<String> {
    let last = liveness.beats.values().map(|beat| beat.last).max()?;
    let told: Vec<String> =
        liveness.beats.iter().map(|(moment, beat)| format!("{} {}", line(moment), beat.times)).collect();
    Some(format!("heard: {}; last {} UTC", told.join(", "), when(last)))
}

/// The raw scores of the last assessments that had something to judge, oldest first.
fn last_scores(history: &[DriftEvent]) -> Vec<u8> {
    let checked: Vec<u8> = history
        .iter()
        .filter(|event| event.standing != Standing::NotChecked)
        .map(|event| event.score.value())
        .collect();
    checked[checked.len().saturating_sub(LAST_SCORES)..].to_vec()
}

/// The status for scripts. The shape is described in `docs/json.md`.
pub fn status_json(view: &StatusView<'_>) -> String {
    pretty(&Document {
        version: 1,
        driftguard: view.version,
        mode: view.mode,
        paused: view.pause.is_some(),
        paused_until: view.pause.and_then(|pause| pause.until),
        memory: view.memory.cloned(),
        database: line(view.database),
        session: view.session.map(|session| SessionJson::new(session, view.history, view.figures)),
        review: view.review.iter().map(TaskJson::new).collect(),
        faults: view.faults.iter().map(|fault| FaultJson { what: line(&fault.what), times: fault.times }).collect(),
    })
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    driftguard: &'a str,
    mode: Mode,
    paused: bool,
    paused_until: Option<i64>,
    memory: Option<Overview>,
    database: String,
    session: Option<SessionJson>,
    review: Vec<TaskJson>,
    faults: Vec<FaultJson>,
}

#[derive(Serialize)]
struct SessionJson {
    id: String,
    status: &'static str,
    goal: Option<String>,
    revision: Option<u32>,
    consented: Vec<String>,
    calls: u64,
    standing: Standing,
    score: Option<Score>,
    level: Level,
    state: GuardState,
    escalation: u8,
    scores: Vec<u8>,
    texts: u64,
    warnings: u64,
    tokens: u64,
    stopped: u64,
    marked_wrong: u64,
    coverage: Option<u8>,
    liveness: Liveness,
}

#[derive(Serialize)]
struct TaskJson {
    session: String,
    revision: u32,
    goal: String,
    score: Score,
    tags: Vec<String>,
}

#[derive(Serialize)]
struct FaultJson {
    what: String,
    times: u64,
}

impl SessionJson {
    fn new(session: &Session, history: &[DriftEvent], figures: Figures) -> Self {
        let drift = &session.drift;
        let last = history.last().filter(|last| last.judged(session.goal.as_ref()));
        Self {
            id: line(&session.id),
            status: session.status.name(),
            goal: session.goal.as_ref().map(|goal| line(&goal.line)),
            revision: session.goal.as_ref().map(|goal| goal.revision),
            consented: session.consented.iter().map(|what| line(what)).collect(),
            calls: session.calls,
            standing: last.map_or(Standing::NotChecked, |event| event.standing),
            score: last.map(|event| event.score),
            level: last.map_or(Level::None, |event| event.level),
            state: drift.state,
            escalation: drift.escalation,
            scores: last_scores(history),
            texts: figures.texts,
            warnings: figures.warnings,
            tokens: figures.tokens,
            stopped: figures.denied,
            marked_wrong: figures.marked_wrong,
            coverage: session.liveness.coverage(),
            liveness: session.liveness.clone(),
        }
    }
}

impl TaskJson {
    fn new(task: &Task) -> Self {
        Self {
            session: line(&task.session_id),
            revision: task.revision,
            goal: line(&task.goal),
            score: task.final_score,
            tags: task.tags.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::drifting;
    use crate::domain::Assessment;

    fn empty<'a>() -> StatusView<'a> {
        StatusView {
            history: &[],
            figures: Figures::default(),
            version: "1.2.3",
            mode: Mode::Guide,
            pause: None,
            pause_of_session: false,
            session: None,
            why: None,
            below: None,
            review: &[],
            faults: &[],
            memory: None,
            database: "/home/user/.local/share/driftguard/driftguard.db",
        }
    }

    /// An assessment as the store keeps it.
    fn event(assessment: &Assessment) -> DriftEvent {
        let verdict = &assessment.verdict;
        DriftEvent {
            timestamp: 0,
            score: verdict.score,
            effective: verdict.effective,
            level: verdict.level,
            kind: verdict.kind,
            standing: verdict.standing,
            spoken: false,
            revision: 1,
            diagnostic: String::new(),
            findings: Vec::new(),
            event: assessment.event,
        }
    }

    fn task() -> Task {
        Task {
            session_id: "s".into(),
            revision: 1,
            goal: "fix the expired token bug in the login service".into(),
            files: vec![],
            decisions: vec![],
            drift_events: 2,
            final_score: Score::new(4),
            resolved: false,
            tags: vec!["needs-review".into()],
            status: "partial".into(),
            reasoning_trace: vec![],
            timestamp: 0,
        }
    }

    const STYLE: Style = Style { colour: false, width: 80 };

    #[test]
    fn an_empty_status_is_three_lines() {
        insta::assert_snapshot!(status(&empty(), STYLE), @r#"
        driftguard 1.2.3, mode guide
        session     none in this folder; `driftguard doctor` shows whether the hooks run
        database    /home/user/.local/share/driftguard/driftguard.db
        "#);
    }

    #[test]
    fn a_full_status_stays_on_a_page() {
        let report = drifting();
        let history: Vec<DriftEvent> = report.assessments.iter().map(event).collect();
        let mut session = report.session;
        session.id = "5f0c2a1e".into();
        session.liveness = Liveness { met: 4, missed: 1, ..Liveness::default() };
        session.liveness.beat("prompt", 1_784_990_000_000);
        session.liveness.beat("after-tool", 1_784_991_000_000);
        let tasks = vec![task(); 5];
        let faults = [
            Fault { what: "the database is busy".into(), times: 3 },
            Fault { what: "the payload is no JSON".into(), times: 1 },
        ];
        let view = StatusView {
            pause: Some(Pause { until: Some(1_785_000_000_000) }),
            session: Some(&session),
            history: &history,
            figures: Figures {
                steps: 1_204,
                denied: 1,
                texts: 3,
                warnings: 1,
                tokens: 1_180,
                marked_wrong: 2,
                ..Figures::default()
            },
            review: &tasks,
            faults: &faults,
            ..empty()
        };
        let text = status(&view, STYLE);
        assert!(text.lines().count() <= 18);
        insta::assert_snapshot!(text, @r#"
        driftguard 1.2.3, mode guide
        paused      until 2026-07-25 17:20 UTC
        session     5f0c2a1e (active, 5 calls)
        goal        “fix the expired token bug, keep to src/auth and do not touch
                    CHANGELOG.md” (revision 1)
        standing    off goal, score 1, level halt
        scores      10 4 4 1 1
        coverage    80 %, hooks told of 4 of 5 finished calls
        hooks       heard: after-tool 1, prompt 1; last 2026-07-25 14:50 UTC
        state       forced back: the agent is to take the way back before all else, for
                    3 corrections did not help; your next prompt ends this
        so far      3 texts to the agent, 1 of them a warning from the memory, 1 action
                    stopped (1,180 tokens in all), 2 findings marked wrong
        to review   s “fix the expired token b…” (score 4): `driftguard explain ID`
                    shows why
        faults      the database is busy (3 times) and the payload is no JSON (1 time):
                    see `driftguard doctor`
        database    /home/user/.local/share/driftguard/driftguard.db
        "#);
        let json: serde_json::Value = serde_json::from_str(&status_json(&view)).unwrap();
        assert_eq!(json["session"]["scores"], serde_json::json!([10, 4, 4, 1, 1]));
        let done = ["texts", "tokens", "stopped", "marked_wrong"].map(|key| json["session"][key].as_u64());
        assert_eq!(done, [Some(3), Some(1_180), Some(1), Some(2)]);
        assert_eq!(json["review"].as_array().unwrap().len(), 5);
        assert_eq!((&json["session"]["coverage"], &json["session"]["liveness"]["missed"]), (&80.into(), &1.into()));
        assert_eq!(json["paused_until"], 1_785_000_000_000_i64);
    }

    #[test]
    fn an_assessment_of_another_goal_is_none_of_the_present_one() {
        let report = drifting();
        let history: Vec<DriftEvent> = report.assessments.iter().map(event).collect();
        let mut session = report.session;
        session.goal.as_mut().unwrap().revision = 2;
        let view = StatusView { session: Some(&session), history: &history, ..empty() };
        let text = status(&view, STYLE);
        assert!(
            text.contains("standing    not checked since the goal was changed\nscores      10 4 4 1 1\n"),
            "{text}"
        );
        let json: serde_json::Value = serde_json::from_str(&status_json(&view)).unwrap();
        let told = ["standing", "score", "level"].map(|key| json["session"][key].clone());
        assert_eq!(told, ["not-checked".into(), serde_json::Value::Null, "none".into()]);
    }

    #[test]
    fn tokens_without_a_text_are_those_of_the_goal() {
        let told = |figures| done(figures);
        let restored = told(Figures { tokens: 63, ..Figures::default() });
        assert!(
            restored.contains("0 texts to the agent, 0 actions stopped (63 tokens in all, for the goal told again)")
        );
        assert!(!told(Figures { tokens: 63, texts: 1, ..Figures::default() }).contains("told again"));
        assert!(!told(Figures { tokens: 63, denied: 1, ..Figures::default() }).contains("told again"));
        assert!(!told(Figures::default()).contains("told again"));
    }

    #[test]
    fn only_other_sessions_that_did_not_come_back_are_to_be_reviewed() {
        let of = |session: &str, resolved| Task { session_id: session.into(), resolved, ..task() };
        let tasks = [of("own", false), of("other", false), of("other", false), of("back", true), of("third", false)];
        let own = Session { id: "own".into(), ..Session::default() };
        let view = StatusView { session: Some(&own), review: &tasks, ..empty() };
        let named: Vec<String> = to_review(&view).iter().map(|told| told.split(' ').next().unwrap().into()).collect();
        assert_eq!(named, ["other", "third"]);
    }

    #[test]
    fn the_state_is_told_in_words() {
        let check = |state, escalation, expected: &str| {
            let drift = DriftState { escalation, state, ..DriftState::default() };
            assert_eq!(super::state(&drift).unwrap_or_default(), expected);
        };
        check(GuardState::Normal, 0, "");
        check(GuardState::Normal, 1, "1 correction did not help so far");
        check(GuardState::Drifted, 0, "has left the goal and is not back yet");
        check(GuardState::Drifted, 2, "has left the goal and is not back yet; 2 corrections did not help");
    }

    #[test]
    fn nothing_is_said_of_a_memory_without_lessons() {
        let overview = |lessons| Overview { lessons, retired: 1, texts: vec![("skipped:same".into(), 31)] };
        let shown = |memory: &Overview| status(&StatusView { memory: Some(memory), ..empty() }, STYLE);
        assert!(!shown(&overview(0)).contains("memory"));
        let told = "memory      3 lessons of all projects, 1 of them retired; `driftguard memory";
        assert!(shown(&overview(3)).contains(told), "{}", shown(&overview(3)));
    }

    #[test]
    fn nothing_known_is_null() {
        let json: serde_json::Value = serde_json::from_str(&status_json(&empty())).unwrap();
        assert_eq!(json["session"], serde_json::Value::Null);
        assert_eq!((json["paused"].as_bool(), json["mode"].as_str()), (Some(false), Some("guide")));
    }
}
