//! The store as the guard and the commands see it: what is committed comes back, nothing is lost, nothing harmful is done
//! to a file that cannot serve.

use driftguard::domain::{
    Action, ActionKind, Balance, Beat, Brought, ByHand, Checkpoint, Constraint, ConstraintKind, Cursor, Deed,
    Delivered, Digest, DriftEvent, DriftKind, DriftState, Entry, EventId, Evidence, EvidenceItem, FailedRun,
    FileEffect, FileList, FileVerb, Found, Goal, GoalChange, GoalOrder, GuardState, HookEvent, HookInput, Learning,
    Level, Likely, Liveness, Mark, Met, Origin, Outward, Pattern, Pause, PendingCall, RecoveryPlan, Refuted, Relation,
    Remark, RemarkKind, Revision, Root, RunResult, Scope, ScopeEntry, ScopeReason, Score, SeedBatch, Session,
    SessionStatus, Severity, SignalMemory, Spares, Standing, Step, StepOutcome, Suspect, Target, Task, TaskTally,
    Thread, Trace, Trail, Turn, Warned, Words, WorkKind,
};
use driftguard::guard::port::{Change, Recall, Store, StoreError};
use driftguard::store::{Figures, Opening, Purge, Purged, Spool, SqliteStore};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NOW: i64 = 1_700_000_000_123;
const HOOK: Opening = Opening { deadline: Duration::from_millis(150), checkpoint: false, history: 50 };
const PATIENT: Opening = Opening { deadline: Duration::from_mins(1), ..HOOK };

struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("driftguard/driftguard.db")
    }

    fn spool(&self) -> Spool {
        Spool::new(&self.folder.path().join("driftguard/spool"))
    }

    fn open(&self, how: Opening) -> SqliteStore {
        SqliteStore::open(&self.database(), how).unwrap()
    }

    /// A second connection, as another program would have it.
    fn raw(&self) -> Connection {
        Connection::open(self.database()).unwrap()
    }

    fn commit(&self, change: &Change) {
        self.open(HOOK).commit(change).unwrap();
    }
}

fn session(id: &str) -> Session {
    Session {
        id: id.into(),
        root: Root { path: "/p".into(), ..Root::default() },
        created_at: NOW,
        updated_at: NOW,
        ..Session::default()
    }
}

fn change(session: Session) -> Change {
    Change { session, ..Change::default() }
}

fn step(session_id: &str, call: &str, file: &str, score: i64, timestamp: i64) -> Step {
    Step {
        outcome: StepOutcome::Ok,
        id: format!("{session_id}:{call}"),
        session_id: session_id.into(),
        agent_id: Some("agent-1".into()),
        action_type: "edit".into(),
        files: vec![file.into()],
        folders: vec!["src".into()],
        command: Some("npm test".into()),
        reasoning: Some("because \"quoted\"".into()),
        drift_score: Score::new(score),
        drift_type: DriftKind::Minor,
        correction_given: Some("nudge".into()),
        is_key_decision: true,
        is_validated: false,
        keywords: vec!["auth".into()],
        timestamp,
        proof: None,
    }
}

fn drift_event(score: i64, event: u64) -> DriftEvent {
    DriftEvent {
        timestamp: NOW + score,
        score: Score::new(score),
        effective: Score::new(score - 1),
        level: Level::Correct,
        kind: DriftKind::Minor,
        standing: Standing::OffGoal,
        spoken: score < 8,
        revision: 2,
        diagnostic: format!("edited src/{event}.css"),
        findings: vec!["out-of-scope:src/theme.css".into()],
        event: EventId(event),
    }
}

fn task(session_id: &str, revision: u32) -> Task {
    Task {
        session_id: session_id.into(),
        revision,
        goal: "fix the token bug".into(),
        files: vec!["src/auth/token.rs".into()],
        decisions: vec!["added jiff".into()],
        drift_events: 3,
        final_score: Score::new(6),
        resolved: false,
        tags: vec!["needs-review".into(), "had-drift".into()],
        status: "partial".into(),
        reasoning_trace: vec!["3 drift events".into()],
        timestamp: NOW,
    }
}

fn goal() -> Goal {
    let entry = |pattern| ScopeEntry { pattern, reason: ScopeReason::Named, words: "the words".into() };
    Goal {
        likely: Some(vec![Likely {
            path: "src/auth/token.py".into(),
            why: "its name shares “token” with the goal".into(),
        }]),
        text: "fix the ünïcode token bug\nin src/auth".into(),
        line: "fix the ünïcode token bug".into(),
        latest: "and its ümlauts".into(),
        keywords: vec!["token".into(), "auth".into()],
        constraints: vec![Constraint {
            kind: ConstraintKind::DoNot,
            clause: "don't modify schema".into(),
            targets: vec![
                Target::Paths(Pattern::File("schema.sql".into())),
                Target::Outside(Pattern::Glob("src/**".into())),
                Target::Command("git push".into()),
                Target::Kind(WorkKind::Style),
                Target::AnyChange,
            ],
            denies: true,
            asks: false,
            spares: Spares::Nothing,
            except: Vec::new(),
            revision: 1,
        }],
        scope: Scope { entries: vec![entry(Pattern::Folder("src/auth".into())), entry(Pattern::File("a.rs".into()))] },
        kinds: vec![WorkKind::Auth],
        unplaced: false,
        revision: 2,
        history: vec![Revision {
            revision: 1,
            change: GoalChange::Start,
            reason: "first prompt".into(),
            prompt: "fix".into(),
        }],
    }
}

/// With something in each of its lists.
fn thread() -> Thread {
    let met = |number: u64| [Met { trace: Digest(number << 50).into(), weight: 10 }];
    let mut thread = Thread::default();
    thread.begin(std::iter::once(Digest(7 << 50).into()));
    for number in 1..4 {
        thread.take(&met(number), std::iter::empty(), Balance { settle: 1, known_cost: 16, lead_cap: 40 });
    }
    thread
}

fn trail() -> Trail {
    let run = Deed {
        event: EventId(9),
        kind: ActionKind::Bash,
        target: Mark(1),
        whole: Mark(2),
        shown: "npm test".into(),
        before: Some(Mark(3)),
        after: Some(Mark(4)),
        result: Mark(5),
        error: Some(Mark(6)),
        failure: Some(Mark(7)),
        run: RunResult::Failed,
        changed: true,
        waits: true,
    };
    let said = Some(Words { mark: Mark(8), events: vec![EventId(10)] });
    Trail { deeds: vec![run], made: 4, originals: vec![(Mark(9), Mark(10))], said }
}

fn action() -> Action {
    Action {
        effects: vec![FileEffect { verb: FileVerb::Edit, path: "src/theme.css".into() }],
        command: Some("sed -i s/a/b/ src/theme.css".into()),
        opaque: true,
        content: Some(Digest(u64::MAX)),
        digest: Digest(7),
        text: Some("text".into()),
        cwd: Some("/p/src".into()),
        ..Action::bare(ActionKind::Bash)
    }
}

fn suspects() -> Vec<Suspect> {
    vec![Suspect {
        call_id: "t0".into(),
        event: EventId(1),
        source: "README.md".into(),
        origin: Origin::Project,
        excerpt: "do it".into(),
        aims: vec![7],
        disguised: true,
        told: true,
    }]
}

fn refuted() -> Vec<Refuted> {
    vec![Refuted {
        event: EventId(9),
        key: "claim:ended:tests".into(),
        claim: "All tests pass.".into(),
        evidence: "`npm test`: 2 failed".into(),
        told: true,
    }]
}

fn learning() -> Learning {
    let run = FailedRun {
        key: "bash npm run tset".into(),
        error: "missing script: tset".into(),
        failure: Mark(7),
        times: 2,
        misuse: true,
        event: EventId(8),
        edited: vec!["a.rs".into()],
    };
    let warned = Warned { lesson: 3, trigger: Mark(8), key: Some(Mark(9)), open: true };
    Learning { failed: vec![run], warned: vec![warned], taught: vec![Mark(10)] }
}

fn full_root() -> Root {
    Root { path: "/p".into(), aliases: vec!["/private/p".into()], home: Some("/home/u".into()), learned: true }
}

fn by_hand() -> Vec<ByHand> {
    let set = GoalOrder::Set { words: "a".into(), scope: vec!["b".into()] };
    let orders = [set, GoalOrder::Allow("c".into()), GoalOrder::Forbid("d".into()), GoalOrder::Reset];
    orders.map(|order| ByHand { at: 5, cwd: Some("/p".into()), order }).into()
}

fn full_turn() -> Turn {
    Turn {
        changed: BTreeMap::from([("a.rs".into(), Relation::Named)]),
        written: ["a.rs".into()].into(),
        silenced: [("tests/a.test.ts".to_owned(), 1)].into(),
        tests_may_go: true,
        written_words: [("src/a.ts".to_owned(), vec![Trace::from(Digest(7 << 60))])].into(),
        red: true,
        asked: true,
        undoing: true,
        continued: true,
        began: EventId(7),
    }
}

fn stashed() -> EvidenceItem {
    EvidenceItem {
        event: EventId(5),
        subject: "src/old.css".into(),
        relation: Relation::Unrelated("no shared words".into()),
        weight: 1.3,
        findings: Vec::new(),
        cited: true,
        made: true,
    }
}

/// A session in which no field has its default value.
fn full_session(id: &str) -> Session {
    Session {
        consented: vec!["change web/cart.js".into()],
        turn: full_turn(),
        unrecorded: true,
        by_hand: by_hand(),
        learning: learning(),
        refuted: refuted(),
        task: String::new(),
        agent: None,
        id: id.into(),
        root: full_root(),
        goal: Some(goal()),
        drift: DriftState {
            checkpoint: Some(Checkpoint { goal: "g".into(), ..Checkpoint::default() }),
            // Neither is a sum of few powers of two: the reading must be exact to the last bit.
            statistic: 0.1 + 0.2,
            open: vec![EvidenceItem {
                event: EventId(9),
                subject: "src/theme.css".into(),
                relation: Relation::Unrelated("no shared words".into()),
                weight: 4.3 / 3.0,
                findings: vec![Found {
                    signal: "out-of-scope".into(),
                    severity: Severity::new(0.43),
                    what: "changed src/theme.css".into(),
                    evidence: Evidence { events: vec![EventId(9)], ..Evidence::default() },
                    key: "out-of-scope:src/theme.css".into(),
                }],
                cited: true,
                made: true,
            }],
            stashed: vec![stashed()],
            score: Score::new(5),
            judged: 3,
            known: 2,
            assessed_calls: 4,
            told: vec!["out-of-scope:src/theme.css".into()],
            seed: SeedBatch { inside: 1, outside: 2, files: vec!["a".into()], earlier: vec!["b".into()] },
            escalation: 2,
            raised: true,
            state: GuardState::Drifted,
            signals: BTreeMap::from([(
                "action-repeat".into(),
                SignalMemory { ema: 0.3, last_alert: Some(EventId(4)), saturated: true, found_at: Some(7) },
            )]),
            delivered: vec![Delivered {
                level: Level::Correct,
                key: "k".into(),
                event: EventId(8),
                answered: true,
                in_turn: true,
                decided: true,
            }],
            plan: Some(RecoveryPlan {
                first_action: "revert src/theme.css".into(),
                first_path: Some("src/theme.css".into()),
                steps: vec!["go on with src/auth".into()],
            }),
            spent_tokens: 120,
            handed_over: true,
            tally: TaskTally { revision: 2, assessments: 3, final_level: Level::Halt, ..TaskTally::default() },
        },
        cursor: Cursor { offset: 1 << 40, tail: Digest(99) },
        next_event: EventId(12),
        calls: 4,
        void_calls: 1,
        pending: vec![PendingCall {
            call_id: "toolu_1".into(),
            event: EventId(11),
            agent: Some("agent-1".into()),
            action: action(),
            reasoning: Some("so".into()),
            heard: true,
            asked: false,
            read: true,
            brings: Some(Brought { clause: "no comments".into(), code: "comments".into() }),
        }],
        seen_prompts: vec!["uuid-1".into()],
        assessed_prompt: Some("prompt-1".into()),
        changed: BTreeMap::from([("src/theme.css".into(), 2)]),
        working_folders: vec!["src/auth".into()],
        trail: trail(),
        thread: thread(),
        last_reply: Some("done".into()),
        last_words: Some("done".into()),
        committed: true,
        spoken_of: Some(BTreeSet::from([Outward::Upgrade])),
        said_tokens: 300,
        liveness: Liveness {
            beats: BTreeMap::from([("stop".into(), Beat { times: 2, last: NOW })]),
            met: 3,
            missed: 1,
        },
        status: SessionStatus::Completed,
        suspects: suspects(),
        pause: Some(Pause { until: Some(NOW + 1) }),
        created_at: NOW,
        updated_at: NOW + 5,
        last_checked_at: Some(NOW + 4),
    }
}

fn subagent(id: &str, agent: &str) -> Session {
    Session { agent: Some(agent.to_owned()), ..full_session(id) }
}

#[test]
fn everything_committed_comes_back() {
    let home = Home::new();
    let all = Change {
        session: full_session("s1"),
        agents: vec![subagent("s1", "a1")],
        steps: vec![Step { is_validated: true, ..step("s1", "c1", "src/a.rs", 6, NOW) }],
        // What a step says already stays.
        reasoning: vec![("s1:c1".into(), "other words".into())],
        drift_events: vec![drift_event(6, 1), drift_event(4, 2)],
        tasks: vec![task("s1", 1), task("s1", 2)],
        prompt_marks: vec!["u1".into()],
        ..Change::default()
    };
    home.commit(&all);
    let mut store = home.open(HOOK);
    assert_eq!(store.session("s1").unwrap().as_ref(), Some(&all.session));
    assert_eq!(store.session("s2").unwrap(), None);
    assert_eq!(store.drift_events("s1", 999).unwrap(), all.drift_events);
    assert_eq!(store.tasks("s1", 9).unwrap(), [task("s1", 2), task("s1", 1)]);
    assert_eq!(store.recall(&about("src/a.rs")).unwrap(), all.steps);
}

#[test]
fn the_columns_of_the_seed_say_what_they_say_there() {
    let home = Home::new();
    let drift_events = (1..=10).map(|score| drift_event(score, score.unsigned_abs())).collect();
    home.commit(&Change { drift_events, ..change(full_session("s1")) });
    let columns = "session_id, project_path, original_goal, expected_scope, constraints, keywords, \
        json_extract(drift_history, '$[5].score') || json_extract(drift_history, '$[5].level'), \
        escalation_count, last_checked_at, status, created_at, updated_at, goal_revision, guard_state";
    let row: Vec<String> = home
        .raw()
        .query_row(&format!("SELECT {columns} FROM session_states"), [], |row| {
            (0..14)
                .map(|column| row.get::<_, rusqlite::types::Value>(column).map(|value| format!("{value:?}")))
                .collect()
        })
        .unwrap();
    assert_eq!(
        row,
        [
            r#"Text("s1")"#,
            r#"Text("/p")"#,
            r#"Text("fix the ünïcode token bug\nin src/auth")"#,
            r#"Text("[\"src/auth/\",\"a.rs\"]")"#,
            r#"Text("[\"don't modify schema\"]")"#,
            r#"Text("[\"token\",\"auth\"]")"#,
            r#"Text("6correct")"#,
            "Integer(2)",
            "Integer(1700000000127)",
            r#"Text("completed")"#,
            r#"Text("2023-11-14T22:13:20.123Z")"#,
            r#"Text("2023-11-14T22:13:20.128Z")"#,
            "Integer(2)",
            r#"Text("drifted")"#,
        ]
    );
}

#[test]
fn the_row_keeps_the_last_assessments_and_the_table_all() {
    let home = Home::new();
    let all: Vec<DriftEvent> = (0..70).map(|event| drift_event(8 + i64::from(event == 69), event)).collect();
    for event in &all {
        home.commit(&Change { drift_events: vec![event.clone()], ..change(session("s1")) });
    }
    let columns = "json_array_length(drift_history), json_extract(drift_history, '$[0].score'), \
        json_extract(drift_history, '$[49].score')";
    let sql = format!("SELECT {columns} FROM session_states");
    let row: (i64, i64, i64) =
        home.raw().query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    assert_eq!(row, (50, 8, 9));
    let store = home.open(HOOK);
    assert_eq!(store.drift_events("s1", 999).unwrap(), all);
    assert_eq!(store.drift_events("s1", 2).unwrap(), all[68..]);
}

#[test]
fn a_row_that_is_to_keep_fewer_assessments_drops_the_oldest_at_once() {
    let home = Home::new();
    let assessed = |score| Change { drift_events: vec![drift_event(score, 0)], ..change(session("s1")) };
    let kept = |history: usize, score: i64| -> String {
        home.open(Opening { history, ..HOOK }).commit(&assessed(score)).unwrap();
        let scores = "SELECT group_concat(json_extract(value, '$.score') ORDER BY key) \
            FROM session_states, json_each(drift_history)";
        home.raw().query_row(scores, [], |row| row.get(0)).unwrap()
    };
    for score in 1..=8 {
        kept(8, score);
    }
    assert_eq!(kept(3, 9), "7,8,9");
    assert_eq!(kept(3, 10), "8,9,10");
    assert_eq!(kept(5, 1), "8,9,10,1");
}

#[test]
fn a_step_stored_twice_is_stored_once() {
    let home = Home::new();
    let first = good("c1", "src/a.rs");
    let again = Step { drift_score: Score::new(8), files: vec!["src/other.rs".into()], ..first.clone() };
    home.commit(&Change { steps: vec![first.clone(), again.clone()], ..change(session("s1")) });
    home.commit(&Change { steps: vec![again], ..change(session("s1")) });
    let mut store = home.open(HOOK);
    assert_eq!(store.recall(&about("src/a.rs")).unwrap(), [first]);
    assert_eq!(store.recall(&about("src/other.rs")).unwrap(), []);
}

/// A step that is an example of good work, on a file of the goal.
fn good(call: &str, file: &str) -> Step {
    Step {
        command: None,
        is_key_decision: false,
        is_validated: true,
        keywords: Vec::new(),
        ..step("s1", call, file, 9, NOW)
    }
}

fn command(call: &str, words: &str, keyword: &str) -> Step {
    Step {
        action_type: "bash".into(),
        files: Vec::new(),
        command: Some(words.into()),
        keywords: vec![keyword.into()],
        ..good(call, "")
    }
}

/// The calls that are recalled for work on `src/auth/token.py`, of steps that were stored one after the other.
#[track_caller]
fn check_recall(steps: Vec<Step>, query: &Recall, expected: &[&str]) {
    let home = Home::new();
    home.commit(&Change { steps, ..change(session("s1")) });
    let found = home.open(HOOK).recall(query).unwrap();
    assert_eq!(found.iter().map(|step| &step.id[3..]).collect::<Vec<_>>(), expected);
}

fn about(file: &str) -> Recall {
    Recall { session_id: "s1".into(), files: vec![file.into()], limit: 9, ..Recall::default() }
}

fn about_tokens() -> Recall {
    Recall {
        session_id: "s1".into(),
        files: vec!["src/auth/token.py".into()],
        folders: vec!["src/auth".into()],
        keywords: vec!["token".into(), "expiry".into()],
        without: Vec::new(),
        min_score: 5,
        limit: 10,
    }
}

#[test]
fn what_worked_before_comes_in_the_order_of_the_four_questions() {
    let decision = Step { is_key_decision: true, ..good("decision", "pyproject.toml") };
    let steps = vec![
        good("file", "src/auth/token.py"),
        good("folder", "src/auth/session.py"),
        command("word", "pytest -k expiry", "expiry"),
        good("elsewhere", "web/theme.css"),
        good("below", "src/auth/oauth/flow.py"),
        decision,
        good("sibling", "src/authority/rights.py"),
    ];
    check_recall(steps.clone(), &about_tokens(), &["file", "below", "folder", "word", "decision"]);
    check_recall(steps.clone(), &Recall { limit: 2, ..about_tokens() }, &["file", "below"]);
    check_recall(steps.clone(), &Recall { limit: 0, ..about_tokens() }, &[]);
    let without = vec!["src/auth/oauth/flow.py".into()];
    check_recall(steps.clone(), &Recall { without, ..about_tokens() }, &["file", "folder", "word", "decision"]);
    let nothing = Recall { session_id: "s1".into(), min_score: 5, limit: 10, ..Recall::default() };
    check_recall(steps.clone(), &nothing, &["decision"]);
    check_recall(steps.clone(), &Recall { folders: vec![String::new()], ..nothing.clone() }, &["decision"]);
    check_recall(steps, &Recall { session_id: "s2".into(), ..about_tokens() }, &[]);
}

#[test]
fn only_good_work_on_the_goal_is_an_example() {
    let on_file = |call: &str| good(call, "src/auth/token.py");
    let steps = vec![
        Step { outcome: StepOutcome::Error, ..on_file("failed") },
        Step { outcome: StepOutcome::Refused, ..on_file("refused") },
        Step { outcome: StepOutcome::Denied, ..on_file("denied") },
        Step { is_validated: false, ..on_file("drifted") },
        Step { drift_score: Score::new(4), ..on_file("low") },
        Step { action_type: "read".into(), ..on_file("looked") },
        Step { drift_score: Score::new(5), ..on_file("just") },
    ];
    check_recall(steps, &about_tokens(), &["just"]);
}

#[test]
fn the_same_done_again_is_recalled_once_and_newest_first() {
    let mut steps = vec![good("first", "src/auth/token.py"), command("old", "pytest", "token")];
    steps.extend((0..40).map(|turn| good(&format!("edit-{turn}"), "src/auth/token.py")));
    steps.push(Step { action_type: "write".into(), ..good("write", "src/auth/token.py") });
    steps.push(command("new", "pytest", "token"));
    check_recall(steps, &about_tokens(), &["write", "edit-39", "new"]);
}

#[test]
fn the_order_is_that_of_storing_whatever_the_clock_says() {
    let early = Step { action_type: "write".into(), timestamp: NOW - 1, ..good("second", "src/auth/token.py") };
    check_recall(vec![good("first", "src/auth/token.py"), early], &about_tokens(), &["second", "first"]);
}

#[test]
fn what_lies_far_back_is_not_looked_at() {
    let mut steps = vec![good("old", "src/auth/token.py"), command("old-run", "pytest", "token")];
    let bad = |turn: usize| Step { is_validated: false, ..good(&format!("stray-{turn}"), "src/auth/token.py") };
    steps.extend((0..300).map(bad));
    check_recall(steps, &about_tokens(), &[]);
    // Many files in the folder: those of the first names are looked at, with the newest steps of each.
    let many = (0..100).map(|number| good(&format!("f{number:02}"), &format!("src/auth/part{number:02}.py"))).collect();
    let query = Recall { limit: 100, ..about_tokens() };
    let expected: Vec<String> = (0..64).rev().map(|number| format!("f{number:02}")).collect();
    check_recall(many, &query, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn a_clock_that_goes_back_loses_nothing() {
    let home = Home::new();
    home.commit(&change(full_session("s1")));
    let earlier = Session { updated_at: NOW - 86_400_000, ..full_session("s1") };
    home.commit(&Change { drift_events: vec![drift_event(6, 1)], ..change(earlier.clone()) });
    home.commit(&Change {
        drift_events: vec![DriftEvent { timestamp: -5, ..drift_event(5, 2) }],
        ..change(earlier.clone())
    });
    let store = home.open(HOOK);
    assert_eq!(store.read_session("s1").unwrap(), Some(earlier));
    let scores: Vec<u8> = store.drift_events("s1", 999).unwrap().iter().map(|event| event.score.value()).collect();
    assert_eq!(scores, [6, 5]);
}

#[test]
fn the_record_is_read_back_to_where_it_is_asked_for() {
    let home = Home::new();
    let proven = |event: u64| Step {
        proof: Some(Entry { event: EventId(event), ..Entry::default() }),
        ..step("s1", &format!("c{event}"), "a.rs", 9, NOW)
    };
    home.commit(&Change { steps: [3, 5, 8].map(proven).into(), ..change(session("s1")) });
    let since = |first: u64| {
        let entries = home.open(HOOK).ledger("s1", EventId(first)).unwrap();
        entries.iter().map(|entry| entry.event.0).collect::<Vec<_>>()
    };
    assert_eq!((since(0), since(5), since(9)), (vec![3, 5, 8], vec![5, 8], vec![]));
    assert!(home.open(HOOK).ledger("other", EventId(0)).unwrap().is_empty());
}

#[test]
fn what_is_not_committed_did_not_happen() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    {
        let mut store = home.open(HOOK);
        store.session("s1").unwrap();
        store.put_files("/p", &FileList::new(vec!["a.rs".into()], false), NOW).unwrap();
    }
    let mut store = home.open(HOOK);
    store.session("s1").unwrap();
    assert_eq!(store.files("/p").unwrap(), None);
    let agents = vec![subagent("s1", "a1")];
    store.commit(&Change { agents, ..change(session("s1")) }).unwrap();
    let store = home.open(HOOK);
    assert_eq!(store.agent("s1", "a1").unwrap(), Some(subagent("s1", "a1")));
    assert_eq!(store.agent("s1", "a2").unwrap(), None);
}

#[test]
fn the_latest_session_of_a_project_is_found() {
    let home = Home::new();
    for (id, project, updated_at) in
        [("a", "/p", NOW), ("b", "/p", NOW + 2), ("c", "/q", NOW + 3), ("d", "/p", NOW + 1)]
    {
        let root = Root { path: project.into(), ..Root::default() };
        home.commit(&change(Session { root, updated_at, ..session(id) }));
    }
    let store = home.open(HOOK);
    let latest = |project: &str| store.latest_session(project).unwrap().map(|session| session.id);
    assert_eq!((latest("/p").as_deref(), latest("/q").as_deref(), latest("/r")), (Some("b"), Some("c"), None));
    assert_eq!(store.projects().unwrap(), ["/q", "/p"]);
}

#[test]
fn the_beginning_of_an_id_names_one_session_or_too_many() {
    let home = Home::new();
    for id in ["5f0c-a", "5f0d", "é1", "%"] {
        home.commit(&change(session(id)));
    }
    let store = home.open(HOOK);
    let found = |beginning: &str| store.beginning_with(beginning).unwrap();
    assert_eq!(found("5f0c"), ["5f0c-a"]);
    assert_eq!((found("5f0").len(), found("").len()), (2, 2), "two are too many");
    assert_eq!((found("é"), found("%")), (vec!["é1".to_owned()], vec!["%".to_owned()]));
    assert!(found("5F0C").is_empty() && found("f0c").is_empty() && found("5f0c-a-").is_empty());
}

#[test]
fn a_fork_finds_the_session_it_was_made_from() {
    let home = Home::new();
    for (id, uuids) in
        [("old", vec!["u1"]), ("parent", vec!["u1", "u2"]), ("child", vec!["u1", "u2", "u3"]), ("other", vec!["x"])]
    {
        let prompt_marks = uuids.into_iter().map(str::to_owned).collect();
        home.commit(&Change { prompt_marks, ..change(session(id)) });
    }
    let store = home.open(HOOK);
    let check = |uuids: &[&str], expected: Option<&str>| {
        let uuids: Vec<String> = uuids.iter().map(|uuid| (*uuid).to_owned()).collect();
        assert_eq!(store.find_parent(&uuids, "child").unwrap().as_deref(), expected);
    };
    check(&["u1", "u2", "u3"], Some("parent"));
    check(&["u3"], None);
    check(&["x", "y"], Some("other"));
    check(&[], None);
}

#[test]
fn files_pause_and_false_alarms_are_remembered() {
    let home = Home::new();
    let mut store = home.open(HOOK);
    assert_eq!(store.files("/p").unwrap(), None);
    let files = FileList::new(vec!["src/a b.rs".into(), "ü.md".into()], true);
    let with_odd = FileList::new(files.paths().chain(["two\nlines"]).map(str::to_owned).collect(), true);
    store.put_files("/p", &with_odd, NOW).unwrap();
    store.put_files("/empty", &FileList::default(), NOW).unwrap();
    assert_eq!(store.files("/p").unwrap(), Some(files));
    assert_eq!(store.files("/empty").unwrap(), Some(FileList::default()));

    for pause in [Some(Pause { until: None }), Some(Pause { until: Some(NOW) }), None] {
        store.set_pause(pause).unwrap();
        assert_eq!(store.pause().unwrap(), pause);
    }

    store.mark_wrong("s1", "k1", NOW).unwrap();
    store.mark_wrong("s2", "k2", NOW + 1).unwrap();
    store.mark_wrong("s1", "k1", NOW + 2).unwrap();
    let shown = |session: Option<&str>| -> Vec<String> {
        store.wrong(session).unwrap().into_iter().map(|mark| mark.finding_key).collect()
    };
    assert_eq!(shown(Some("s1")), ["k1"]);
    assert_eq!(shown(None), ["k1", "k2"]);
}

#[test]
fn what_was_done_is_counted_for_one_session_and_for_all() {
    let home = Home::new();
    let denied = Step { outcome: StepOutcome::Denied, ..step("s1", "c2", "b", 4, NOW) };
    let steps = vec![step("s1", "c1", "a", 6, NOW), denied];
    // Spoken below 8.
    let drift_events = vec![drift_event(9, 1), drift_event(6, 2), drift_event(4, 3)];
    let remark = |kind| Remark { kind, about: "npm tset".into(), text: "it failed".into(), at: NOW };
    let remarks = vec![
        remark(RemarkKind::Correction),
        remark(RemarkKind::Orders),
        remark(RemarkKind::Warning),
        remark(RemarkKind::Denial),
        remark(RemarkKind::Question),
        remark(RemarkKind::SentBack),
        remark(RemarkKind::Notice),
    ];
    home.commit(&Change { steps, drift_events, remarks: remarks.clone(), ..change(full_session("s1")) });
    home.commit(&Change { steps: vec![step("s2", "c1", "a", 9, NOW)], ..change(session("s2")) });
    let mut store = home.open(HOOK);
    store.mark_wrong("s1", "k1", NOW).unwrap();
    store.mark_wrong("s2", "k2", NOW).unwrap();
    let check = |session: Option<&str>, expected: [u64; 7]| {
        let [steps, denied, texts, warnings, sent_back, tokens, marked_wrong] = expected;
        let figures = Figures { steps, denied, texts, warnings, sent_back, tokens, marked_wrong, ..Figures::default() };
        assert_eq!(store.figures(session).unwrap(), figures, "{session:?}");
    };
    check(Some("s1"), [2, 1, 5, 1, 1, 300, 1]);
    check(Some("s2"), [1, 0, 0, 0, 0, 0, 1]);
    check(Some("unknown"), [0; 7]);
    check(None, [3, 1, 5, 1, 1, 300, 2]);
    assert_eq!(store.remarks("s1").unwrap(), remarks);
    assert_eq!(store.remarks("s2").unwrap(), []);
    assert_eq!(store.assessed_sessions().unwrap(), ["s1"]);
}

fn rich(id: &str, updated_at: i64) -> Change {
    Change {
        steps: vec![step(id, "c1", "a", 6, NOW), step(id, "c2", "b", 6, NOW)],
        drift_events: vec![drift_event(6, 1)],
        tasks: vec![task(id, 1)],
        prompt_marks: vec![format!("u-{id}")],
        ..change(Session { updated_at, ..session(id) })
    }
}

#[test]
fn a_purge_removes_all_of_what_it_names_and_nothing_else() {
    let check = |what: Purge, gone: usize, left: &[&str]| {
        let home = Home::new();
        for day in 0..40 {
            home.commit(&rich(&format!("s{day:02}"), NOW + day * 86_400_000));
        }
        let mut store = home.open(PATIENT);
        store.mark_wrong("s00", "k", NOW).unwrap();
        store.commit(&Change { agents: vec![subagent("s00", "a")], ..change(session("s00")) }).unwrap();
        let purged = store.purge(&what).unwrap();
        assert_eq!(purged, Purged { sessions: gone, steps: gone * 2, drift_events: gone, tasks: gone }, "{what:?}");
        let newest_first = "SELECT session_id FROM session_states ORDER BY updated_at DESC";
        let raw = home.raw();
        let mut newest_first = raw.prepare(newest_first).unwrap();
        let ids = newest_first.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let mut ids: Vec<String> = ids.map(Result::unwrap).collect();
        ids.truncate(left.len());
        assert_eq!(ids, left);
        drop(store);
        for table in ["guard_states", "steps", "drift_events", "tasks", "prompt_marks", "agents", "wrong_findings"] {
            let orphans: i64 = raw
                .query_row(
                    &format!(
                        "SELECT count(*) FROM {table} WHERE session_id NOT IN (SELECT session_id FROM session_states)"
                    ),
                    [],
                    |row| row.get(0),
                )
                .unwrap();
            assert_eq!(orphans, 0, "{table} after {what:?}");
        }
        let orphans = "SELECT count(*) FROM step_files WHERE session NOT IN (SELECT number FROM guard_states)";
        assert_eq!(raw.query_row(orphans, [], |row| row.get(0)), Ok(0), "step_files after {what:?}");
    };
    check(Purge::All, 40, &[]);
    check(Purge::Session("s00".into()), 1, &["s39", "s38"]);
    check(Purge::Session("unknown".into()), 0, &["s39"]);
    check(Purge::OlderThan(NOW + 30 * 86_400_000), 30, &["s39", "s38"]);
    check(Purge::OlderThan(NOW), 0, &["s39"]);
}

#[test]
fn purged_words_are_not_left_in_the_files() {
    let home = Home::new();
    let secret = "zebra-crossing-secret";
    let goal = Goal { text: secret.repeat(500), ..goal() };
    home.commit(&change(Session { goal: Some(goal), ..session("s1") }));
    home.commit(&change(session("s2")));
    home.open(PATIENT).purge(&Purge::Session("s1".into())).unwrap();
    for entry in fs::read_dir(home.database().parent().unwrap()).unwrap().flatten() {
        let content = fs::read(entry.path()).unwrap();
        let found = content.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "{:?}", entry.path());
    }
}

#[test]
fn idle_sessions_are_abandoned_and_a_resume_brings_them_back() {
    let home = Home::new();
    let day = 86_400_000;
    for (id, status, age) in
        [("new", SessionStatus::Active, 6), ("old", SessionStatus::Active, 8), ("done", SessionStatus::Completed, 9)]
    {
        home.commit(&change(Session { status, updated_at: NOW - age * day, ..session(id) }));
    }
    let mut store = home.open(HOOK);
    assert_eq!(store.abandon_idle(NOW, 7).unwrap(), 1);
    let status = |store: &SqliteStore, id: &str| store.read_session(id).unwrap().unwrap().status;
    assert_eq!(status(&store, "new"), SessionStatus::Active);
    assert_eq!(status(&store, "old"), SessionStatus::Abandoned);
    assert_eq!(status(&store, "done"), SessionStatus::Completed);
    store.commit(&change(session("old"))).unwrap();
    assert_eq!(status(&store, "old"), SessionStatus::Active);
}

#[test]
fn health_counts_what_is_there() {
    let home = Home::new();
    home.commit(&rich("s1", NOW));
    let health = home.open(PATIENT).integrity().unwrap();
    assert_eq!((health.sessions, health.steps, health.drift_events, health.tasks), (1, 2, 1, 1));
    assert_eq!((health.schema, health.problems.len()), (7, 0));
    assert!(health.bytes > 0 && health.log_bytes > 0);
}

// A file that cannot serve.

#[track_caller]
fn check_refused(content: &[u8], expected: &str) {
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    fs::write(home.database(), content).unwrap();
    let error = SqliteStore::open(&home.database(), HOOK).unwrap_err();
    let shown = error.to_string().replace(&home.database().display().to_string(), "DB");
    assert!(shown.contains(expected), "{shown}");
    assert_eq!(fs::read(home.database()).unwrap(), content, "the file was changed");
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let noise: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]).collect();
    check_refused(&noise, "the database DB is damaged: file is not a database");
    check_refused(b"SQLite format 3\0", "the database DB is damaged");
    check_refused(b"notes", "the database DB is damaged");
    let mut torn = Vec::from(*b"SQLite format 3\0");
    torn.resize(60, 0xAA);
    check_refused(&torn, "the database DB is damaged");
}

#[test]
fn a_damaged_page_is_told_and_the_file_left_alone() {
    let home = Home::new();
    for id in 0..50 {
        home.commit(&rich(&format!("s{id}"), NOW));
    }
    home.raw().pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap();
    let mut content = fs::read(home.database()).unwrap();
    let start = 4096;
    content[start..].fill(0x5A);
    fs::write(home.database(), &content).unwrap();
    for side in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{side}", home.database().display()));
    }
    let read = SqliteStore::open(&home.database(), HOOK).and_then(|mut store| store.session("s1"));
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
    assert_eq!(fs::read(home.database()).unwrap(), content);
}

#[test]
fn a_file_of_no_length_is_a_new_database() {
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    fs::write(home.database(), b"").unwrap();
    home.commit(&change(session("s1")));
    assert_eq!(home.open(HOOK).read_session("s1").unwrap(), Some(session("s1")));
}

#[test]
fn a_session_of_the_first_schema_is_brought_forward() {
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    let old = rusqlite::Connection::open(home.database()).unwrap();
    old.execute_batch(include_str!("../src/store/migrations/0001_initial.sql")).unwrap();
    let known = full_session("s1");
    let mut state = serde_json::to_value(&known).unwrap();
    state["goal"] = serde_json::to_value(&known.goal).unwrap();
    state["drift"]["history"] = serde_json::json!([]);
    old.execute(
        "INSERT INTO session_states VALUES ('s1', '/p', 'completed', 2, NULL, '2023', '2023', 2, 'drifted', 'fix', '[]',
           '[]', '[]', '[]', ?1)",
        [state.to_string()],
    )
    .unwrap();
    old.execute("INSERT INTO agents VALUES ('s1', 'a1', ?1)", [state.to_string()]).unwrap();
    old.execute_batch("PRAGMA user_version = 1").unwrap();
    let mut store = home.open(HOOK);
    assert_eq!(store.session("s1").unwrap().as_ref(), Some(&known));
    assert_eq!(store.agent("s1", "a1").unwrap(), Some(known));
}

#[test]
fn steps_of_the_second_schema_keep_their_order_and_files() {
    let home = Home::new();
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    let old = rusqlite::Connection::open(home.database()).unwrap();
    old.execute_batch(include_str!("../src/store/migrations/0001_initial.sql")).unwrap();
    old.execute_batch(include_str!("../src/store/migrations/0002_live_guard.sql")).unwrap();
    for session in ["s1", "s2"] {
        old.execute(
            "INSERT INTO session_states VALUES (?1, '/p', 'active', 0, NULL, '2023', '2023', 0, 'normal', NULL, '[]', '[]',
               '[]', '[]')",
            [session],
        )
        .unwrap();
        let state = serde_json::to_string(&Session { id: session.into(), ..Session::default() }).unwrap();
        old.execute("INSERT INTO guard_states VALUES (?1, ?2)", [session, &state]).unwrap();
    }
    // Two sessions took turns.
    for (session, call, file) in
        [("s1", "c1", "a.rs"), ("s2", "c2", "b.rs"), ("s1", "c3", "b.rs"), ("s1", "c4", "a.rs")]
    {
        old.execute(
            "INSERT INTO steps VALUES (?1 || ':' || ?2, ?1, NULL, 'edit', 'ok', json_array(?3), '[]', NULL, NULL, 9, 'none',
               NULL, 0, 1, '[]', 7)",
            [session, call, file],
        )
        .unwrap();
        old.execute("INSERT INTO step_files VALUES (?1, ?2, last_insert_rowid())", [session, file]).unwrap();
    }
    old.execute_batch("PRAGMA user_version = 2").unwrap();
    let mut store = home.open(HOOK);
    let ids = |store: &mut SqliteStore, session: &str, file: &str| -> Vec<String> {
        let query = Recall { session_id: session.into(), ..about(file) };
        store.recall(&query).unwrap().into_iter().map(|step| step.id).collect()
    };
    // Of two steps that did the same the later one is recalled.
    assert_eq!(ids(&mut store, "s1", "a.rs"), ["s1:c4"]);
    assert_eq!(ids(&mut store, "s1", "b.rs"), ["s1:c3"]);
    assert_eq!(ids(&mut store, "s2", "b.rs"), ["s2:c2"]);
    assert!(store.has_step("s1", "c3").unwrap() && !store.has_step("s1", "c2").unwrap());
    // What is stored now lies behind what was stored then.
    let steps = vec![good("c5", "a.rs"), good("c4", "z.rs")];
    home.commit(&Change { steps, ..change(session("s1")) });
    assert_eq!(ids(&mut store, "s1", "a.rs"), ["s1:c5"]);
}

#[test]
fn what_is_known_is_not_written_again() {
    let home = Home::new();
    home.commit(&change(full_session("s1")));
    let row = || -> (String, String) {
        let sql = "SELECT updated_at, goal FROM session_states JOIN goals USING (session_id)";
        home.raw().query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let commit = |edit: &dyn Fn(&mut Session)| {
        let mut store = home.open(HOOK);
        let mut session = store.session("s1").unwrap().unwrap();
        edit(&mut session);
        store.commit(&change(session.clone())).unwrap();
        assert_eq!(home.open(HOOK).read_session("s1").unwrap(), Some(session));
    };
    let first = row();
    // Another call a second later: only what the guard remembers has changed.
    commit(&|session| (session.calls, session.updated_at) = (99, NOW + 1_000));
    assert_eq!(row(), first);
    commit(&|session| session.updated_at = NOW + 100_000);
    assert_ne!(row().0, first.0);
    commit(&|session| session.goal = Some(Goal { text: "another".into(), ..Goal::default() }));
    assert!(row().1.contains("another"));
    commit(&|session| session.goal = None);
    assert_eq!(home.raw().query_row("SELECT count(*) FROM goals", [], |row| row.get(0)), Ok(0));
}

#[test]
fn a_newer_database_is_refused_and_left_alone() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    home.raw().execute_batch("PRAGMA user_version = 42; PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    let before = fs::read(home.database()).unwrap();
    let error = SqliteStore::open(&home.database(), HOOK).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 42, known: 7, .. }), "{error}");
    assert_eq!(fs::read(home.database()).unwrap(), before);
}

#[test]
fn what_may_only_be_read_is_read_and_not_written() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    let mut store = SqliteStore::open_to_read(&home.database(), HOOK).unwrap();
    assert_eq!(store.session("s1").unwrap().map(|session| session.id), Some("s1".to_owned()));
    assert!(store.commit(&change(session("s2"))).is_err());
    let elsewhere = home.database().with_file_name("absent.db");
    assert!(SqliteStore::open_to_read(&elsewhere, HOOK).is_err() && !elsewhere.exists(), "nothing is made");
}

#[test]
fn the_last_sign_of_another_session_is_told() {
    let home = Home::new();
    let at = |id: &str, updated_at: i64| change(Session { updated_at, ..session(id) });
    home.commit(&at("s1", 1_700_000_000_120));
    let store = home.open(HOOK);
    assert_eq!(store.last_active_beside("s1").unwrap(), None);
    assert_eq!(store.last_active_beside("s2").unwrap(), Some(1_700_000_000_000));
}

#[test]
fn a_statement_that_fails_is_not_printed() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    home.raw().execute_batch("PRAGMA user_version = 0").unwrap();
    let error = SqliteStore::open(&home.database(), HOOK).unwrap_err().to_string();
    assert!(error.contains("already exists") && !error.contains("CREATE"), "{error}");
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    // A folder where the file should be, and a file where the folder should be: no rights help against these.
    let home = Home::new();
    fs::create_dir_all(home.database()).unwrap();
    let error = SqliteStore::open(&home.database(), HOOK).unwrap_err();
    assert!(matches!(error, StoreError::Unusable { .. }), "{error}");
    let home = Home::new();
    fs::write(home.folder.path().join("driftguard"), "").unwrap();
    let error = SqliteStore::open(&home.database(), HOOK).unwrap_err();
    assert!(matches!(error, StoreError::Unusable { .. }), "{error}");
    let error = home.spool().put(&hook_input("s1", "x"), NOW).unwrap_err();
    assert!(matches!(error, StoreError::Unusable { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.commit(&change(session("s1")));
    home.spool().put(&hook_input("s1", "x"), NOW).unwrap();
    let folder = home.database().parent().unwrap().to_owned();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let side = |name: &str| folder.join(format!("driftguard.db{name}"));
    let check = || {
        assert_eq!(mode(&folder), 0o700);
        for name in ["", "-wal", "-shm"] {
            assert_eq!(mode(&side(name)), 0o600, "driftguard.db{name}");
        }
    };
    check();
    let spooled = folder.join("spool/s-s1");
    assert_eq!(mode(&spooled), 0o700);
    assert_eq!(mode(&fs::read_dir(&spooled).unwrap().next().unwrap().unwrap().path()), 0o600);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["", "-wal", "-shm"] {
        fs::set_permissions(side(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    home.open(HOOK);
    check();
    // A folder that the user named is the user's: its mode stays.
    let named = home.folder.path().join("shared");
    fs::create_dir(&named).unwrap();
    fs::set_permissions(&named, fs::Permissions::from_mode(0o755)).unwrap();
    SqliteStore::open(&named.join("driftguard.db"), HOOK).unwrap();
    assert_eq!((mode(&named), mode(&named.join("driftguard.db"))), (0o755, 0o600));
}

// Several at once.

#[test]
fn a_locked_database_is_busy_within_the_deadline() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    let holder = home.raw();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let began = Instant::now();
    let mut store = home.open(HOOK);
    // Reading needs no lock.
    assert_eq!(store.read_session("s1").unwrap(), Some(session("s1")));
    let error = store.session("s1").unwrap_err();
    let waited = began.elapsed();
    assert!(matches!(error, StoreError::Busy), "{error}");
    assert!(waited >= HOOK.deadline && waited < HOOK.deadline * 4, "{waited:?}");
    holder.execute_batch("COMMIT").unwrap();
    assert!(store.session("s1").unwrap().is_some());
}

#[test]
fn hooks_of_one_session_at_once_lose_nothing() {
    const THREADS: usize = 16;
    const CALLS: usize = 25;
    let home = Home::new();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let home = &home;
            scope.spawn(move || {
                for call in 0..CALLS {
                    // A connection of its own each time, the first of them creating the file, as processes have it.
                    let mut store = home.open(PATIENT);
                    let mut session = store.session("s1").unwrap().unwrap_or_else(|| session("s1"));
                    session.calls += 1;
                    let event = drift_event(6, session.calls);
                    let steps = vec![step("s1", &format!("{thread}-{call}"), "src/a.rs", 6, NOW)];
                    store.commit(&Change { steps, drift_events: vec![event], ..change(session) }).unwrap();
                }
            });
        }
    });
    let store = home.open(HOOK);
    let all = u64::try_from(THREADS * CALLS).unwrap();
    assert_eq!(store.read_session("s1").unwrap().unwrap().calls, all);
    let events: Vec<u64> = store.drift_events("s1", 999).unwrap().iter().map(|event| event.event.0).collect();
    assert_eq!(events, (1..=all).collect::<Vec<_>>());
    assert_eq!(store.integrity().unwrap().steps, all);
}

#[track_caller]
fn check_log(calls: u64, checkpoint_every: u64) {
    let home = Home::new();
    let log = PathBuf::from(format!("{}-wal", home.database().display()));
    let mut session = full_session("s1");
    let mut largest = 0;
    for call in 0..calls {
        let end_of_turn = call % checkpoint_every == checkpoint_every - 1;
        let mut store = home.open(Opening { checkpoint: end_of_turn, ..PATIENT });
        store.session("s1").unwrap();
        session.calls = call;
        let steps = vec![step("s1", &format!("toolu_{call}"), "src/auth/token.rs", 9, NOW)];
        store.commit(&Change { steps, ..change(session.clone()) }).unwrap();
        drop(store);
        largest = largest.max(fs::metadata(&log).unwrap().len());
    }
    assert!(largest <= 8 << 20, "{largest} bytes");
    assert_eq!(home.open(HOOK).integrity().unwrap().steps, calls);
}

#[test]
fn the_log_stays_small_over_ten_thousand_calls() {
    check_log(10_000, 50);
}

#[test]
fn the_log_stays_small_in_a_turn_without_end() {
    check_log(2_000, u64::MAX);
}

// The spool.

fn hook_input(session_id: &str, cwd: &str) -> HookInput {
    HookInput {
        event: HookEvent::PromptSubmitted,
        session_id: session_id.into(),
        transcript_path: None,
        cwd: Some(cwd.into()),
        agent_id: None,
        permission_mode: None,
        refused: false,
        events: Vec::new(),
    }
}

#[test]
fn what_was_spooled_while_busy_is_merged_once() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    let spool = home.spool();
    let holder = home.raw();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    for (cwd, at) in [("b", NOW + 1), ("a", NOW), ("c", NOW + 2)] {
        let error = home.open(Opening { deadline: Duration::ZERO, ..HOOK }).session("s1").unwrap_err();
        assert!(matches!(error, StoreError::Busy), "{error}");
        spool.put(&hook_input("s1", cwd), at).unwrap();
    }
    spool.put(&hook_input("s2", "other"), NOW).unwrap();
    holder.execute_batch("COMMIT").unwrap();
    assert_eq!((spool.census().sessions, spool.census().waiting), (2, 4));

    let merge = |store: &mut SqliteStore| {
        store.session("s1").unwrap();
        store.merge(&spool, "s1").unwrap().events
    };
    let order = |merged: &[driftguard::store::Spooled]| -> Vec<(String, i64)> {
        merged.iter().map(|spooled| (spooled.input.cwd.clone().unwrap_or_default(), spooled.at - NOW)).collect()
    };
    let expected = [("a".to_owned(), 0), ("b".to_owned(), 1), ("c".to_owned(), 2)];
    // Taken back: they wait on.
    assert_eq!(order(&merge(&mut home.open(HOOK))), expected);
    // Committed by a call that is killed before it can remove the files: never merged again, and removed by the next.
    let mut store = home.open(HOOK);
    assert_eq!(order(&merge(&mut store)), expected);
    store.commit(&change(session("s1"))).unwrap();
    assert_eq!(spool.census().waiting, 4);
    let mut store = home.open(HOOK);
    assert_eq!(merge(&mut store), []);
    spool.put(&hook_input("s1", "d"), NOW + 3).unwrap();
    let merged = merge(&mut store);
    assert_eq!(order(&merged), [("d".to_owned(), 3)]);
    store.commit(&change(session("s1"))).unwrap();
    spool.done(&merged);
    assert_eq!((spool.census().sessions, spool.census().waiting), (1, 1));
    spool.clear(None).unwrap();
    spool.clear(Some("s1")).unwrap();
    assert_eq!(spool.census(), driftguard::store::Census::default());
}

#[test]
fn concurrent_merges_take_each_event_once() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let home = &home;
            scope.spawn(move || {
                let spool = home.spool();
                for call in 0..20 {
                    spool.put(&hook_input("s1", &format!("{thread}-{call}")), NOW + call).unwrap();
                    let mut store = home.open(PATIENT);
                    let mut session = store.session("s1").unwrap().unwrap();
                    let merged = store.merge(&spool, "s1").unwrap().events;
                    session.calls += u64::try_from(merged.len()).unwrap();
                    store.commit(&change(session)).unwrap();
                    spool.done(&merged);
                }
            });
        }
    });
    assert_eq!(home.spool().census().waiting, 0);
    assert_eq!(home.open(HOOK).read_session("s1").unwrap().unwrap().calls, 160);
}

#[test]
fn a_broken_spool_file_is_moved_aside_and_counted() {
    let home = Home::new();
    let spool = home.spool();
    spool.put(&hook_input("s1", "a"), NOW).unwrap();
    let folder = home.folder.path().join("driftguard/spool/s-s1");
    fs::write(folder.join("0000000000001-1-0000.json"), "{\"at\":1,").unwrap();
    fs::write(folder.join("0000000000002-1-0000.json"), b"\xff").unwrap();
    fs::write(folder.join(".new-x"), "half").unwrap();
    let pending = spool.pending("s1");
    assert_eq!((pending.events.len(), pending.broken), (1, 2));
    assert_eq!((spool.census().waiting, spool.census().broken), (1, 2));
    let pending = spool.pending("s1");
    assert_eq!((pending.events.len(), pending.broken), (1, 0), "each is counted once");
    // What is kept for a human holds no later call back.
    fs::remove_file(folder.join(".new-x")).unwrap();
    spool.done(&spool.pending("s1").events);
    assert!(!spool.holds("s1"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("0000000000003-1-0000.json"), "").unwrap();
    let pending = spool.pending("s1");
    assert_eq!((pending.events.len(), pending.broken), (0, 1));
    assert!(!spool.holds("s1"));
    assert_eq!((spool.census().sessions, spool.census().broken), (0, 3));
    spool.clear(Some("s")).unwrap();
    assert_eq!(spool.census().broken, 3, "of another session");
    spool.clear(Some("s1")).unwrap();
    assert_eq!(spool.census(), driftguard::store::Census::default());
}

#[test]
fn a_folder_in_which_no_event_waits_goes_with_the_next_merge() {
    let home = Home::new();
    home.commit(&change(session("s1")));
    let spool = home.spool();
    let folder = home.folder.path().join("driftguard/spool/s-s1");
    let merge = || {
        let mut store = home.open(HOOK);
        store.session("s1").unwrap();
        let merged = store.merge(&spool, "s1").unwrap().events;
        store.commit(&change(session("s1"))).unwrap();
        spool.done(&merged);
        merged.len()
    };
    fs::create_dir_all(&folder).unwrap();
    assert!(spool.holds("s1"));
    assert_eq!(merge(), 0);
    assert!(!spool.holds("s1"));
    // A call was killed while it wrote.
    spool.put(&hook_input("s1", "a"), NOW).unwrap();
    fs::write(folder.join(".new-x"), "half").unwrap();
    assert_eq!(merge(), 1);
    assert_eq!(merge(), 0);
    assert!(!spool.holds("s1"));
}

#[test]
fn what_has_lain_in_the_spool_for_long_is_forgotten() {
    let home = Home::new();
    let spool = home.spool();
    let folder = home.folder.path().join("driftguard/spool");
    spool.forget_older(NOW);
    for (id, at) in [("old", NOW - 2), ("both", NOW - 2), ("both", NOW), ("new", NOW)] {
        spool.put(&hook_input(id, "x"), at).unwrap();
    }
    fs::write(folder.join(format!("s-a.{:013}-1-0000.json.bad", NOW - 1)), "").unwrap();
    fs::write(folder.join(format!("s-a.{NOW:013}-1-0000.json.bad")), "").unwrap();
    fs::create_dir(folder.join("s-empty")).unwrap();
    let half = |name: &str, at: i64| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let at = std::time::UNIX_EPOCH + Duration::from_millis(at.unsigned_abs());
        fs::File::create(path).unwrap().set_modified(at).unwrap();
    };
    half("s-half/.new-a", NOW - 1);
    half("s-new/.new-b", NOW);
    spool.forget_older(NOW);
    let left = |name: &str| {
        let entries = fs::read_dir(folder.join(name)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(
        left(""),
        ["s-a.NOW-1-0000.json.bad".replace("NOW", &format!("{NOW:013}")), "s-both".into(), "s-new".into()]
    );
    assert_eq!((left("s-both").len(), left("s-new").len()), (1, 2));
    spool.forget_older(NOW + 1);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn any_session_id_has_a_folder_of_its_own_inside_the_spool() {
    let home = Home::new();
    let spool = home.spool();
    let long = "x".repeat(5000);
    let longer = "x".repeat(5001);
    let ids = ["", ".", "..", "../../etc", "/abs", "a/b", "a~2fb", "a\\b", "ü", "a\nb", "CON", &long, &longer];
    for id in ids {
        spool.put(&hook_input(id, id), NOW).unwrap();
    }
    for id in ids {
        let found: Vec<Option<String>> =
            spool.pending(id).events.into_iter().map(|spooled| spooled.input.cwd).collect();
        assert_eq!(found, [Some(id.to_owned())]);
    }
    assert_eq!((spool.census().sessions, spool.census().broken), (ids.len(), 0));
    assert_eq!(fs::read_dir(home.folder.path()).unwrap().count(), 1);
}
