//! The cases of the system that driftguard grew from, held against this one.
//!
//! Each case is translated into the same pipeline that hooks use; `seed` says where the cases are.

use super::seed::{Exceptions, hold_by_profile, names_known_cases, same_of, settings, word};
use driftguard::agent::scenario::read_line;
use driftguard::config::Profile;
use driftguard::domain::{
    Action, ActionKind, Call, Constraint, ConstraintKind, Decision, Digest, DriftEvent, Event, EventId, FileEffect,
    FileList, FileVerb, Goal, Level, Outcome, OutcomeStatus, Prompt, PromptClass, Root, Score, Session, Standing,
    Target, TaskTally, Verdict, What,
};
use driftguard::guard::{Facts, Guard, Surface};
use driftguard::text::words::{akin, is_telling, words};
use driftguard::{drift, goal, text};
use serde_json::Value;

/// Cases in which the default profile is meant to differ: they run under `profile = "seed"`.
const BY_THE_LETTER: &[(&str, &str)] = &[
    (
        "grov-007",
        "one file in and one file out is half a drift for a rule that counts files; in a declared scope the stray file \
         weighs the same however much good work stands beside it",
    ),
    (
        "grov-008",
        "three files in and one out is a nudge for a rule that counts files; here good work counts when it follows the \
         stray change, not when it came before",
    ),
    (
        "grov-009",
        "nine files in hide one out for a rule that counts files; a long good past must not hide a turn for the worse",
    ),
];

/// Cases whose expectation is wrong for real work. Each must go on failing, so that this list stays honest.
const JUDGED_WRONG: &[(&str, &str)] = &[
    (
        "grov-014",
        "four edits of one file are ordinary work: in 612 real sessions a quarter of all edited files is edited three \
         times or more, and one in twenty nine times or more; only the same action with the same result is circling",
    ),
    (
        "grov-072",
        "an inferred scope needs two independent places, and nothing in the new file's name speaks against a task about the \
         README: the answer is unsure, not 1 to 3",
    ),
];

#[test]
fn the_cases_of_the_original_system_hold() {
    let exceptions = Exceptions {
        by_the_letter: BY_THE_LETTER,
        may_be_literal: |case| word(case, "kind") == "conform",
        fails: |case| JUDGED_WRONG.iter().any(|(id, _)| word(case, "id") == *id).then_some("judged wrong"),
    };
    hold_by_profile("grov", &exceptions, run);
    names_known_cases("grov", JUDGED_WRONG);
}

#[test]
fn what_a_case_asks_is_really_compared() {
    let case = |input: &str, expected: &str| -> Value {
        serde_json::from_str(&format!(r#"{{"id":"x","input":{input},"expected":{expected}}}"#)).unwrap()
    };
    let stray = r#"{"goal":"fix auth bug","expected_scope":["src/auth/"],"actions":[{"type":"edit","files":["/home/u/proj/a.css"]}]}"#;
    #[rustfmt::skip]
    let table = [
        (stray, r#"{"score":4,"level":"intervene"}"#, true),
        (stray, r#"{"score":10}"#, false),
        (stray, r#"{"level":"halt"}"#, false),
        (stray, r#"{"level_at_least":"halt"}"#, false),
        (stray, r#"{"score_min":5}"#, false),
        (stray, r#"{"score_max":3}"#, false),
        (stray, r#"{"colour":"red"}"#, false),
        (r#"{"score":6,"escalation":0}"#, r#"{"level":"halt"}"#, false),
        (r#"{"prompt":"yes"}"#, r#"{"skip":false}"#, false),
        (r#"{"prompt":"fix src/a.ts"}"#, r#"{"expected_scope_contains":["src/b.ts"]}"#, false),
        (r#"{"prompt":"Should I use it?"}"#, r#"{"constraints_meaning":["DO NOT write code"]}"#, false),
        (r#"{"prompt":"Don't touch src/a.ts"}"#, r#"{"constraints_meaning":[]}"#, false),
        (r#"{"prompt":"Don't touch the tests"}"#, r#"{"constraints_meaning":["DO NOT write code"]}"#, false),
        (r#"{"command":"git add src/a.ts"}"#, r#"{"files":[]}"#, false),
        (r#"{"score":4}"#, r#"{"stored_validated":true}"#, false),
        (r#"{"low_scores_in_a_row":3}"#, r#"{"corrections_sent_max":0,"then":"reset"}"#, false),
        (r#"{"drift_history":[{"score":3}]}"#, r#"{"resolved":true}"#, false),
        (r#"{"weather":"rain"}"#, r#"{"score":1}"#, false),
    ];
    for (input, expected, holds) in table {
        let result = run(&case(input, expected), Profile::Default);
        assert_eq!(result.is_ok(), holds, "{input} {expected}: {result:?}");
    }
}

/// Translates one case and compares; the error says what came out instead.
fn run(case: &Value, profile: Profile) -> Result<(), String> {
    let (input, expected) = (&case["input"], &case["expected"]);
    let has = |key: &str| !input[key].is_null();
    if has("command") {
        return files_of_a_command(word(input, "command"), expected);
    }
    if has("drift_history") {
        return history(input, expected);
    }
    if has("low_scores_in_a_row") {
        return corrections_in_a_row(number(&input["low_scores_in_a_row"]), expected);
    }
    if !expected["stored_validated"].is_null() {
        return stored(expected["stored_validated"].as_bool().unwrap());
    }
    if has("score") {
        let config = settings(profile);
        let effective =
            drift::effective(score(&input["score"]), u8::try_from(number(&input["escalation"])).unwrap(), &config);
        return same_of("level", word(expected, "level"), drift::level(effective, &config).name());
    }
    if has("actions") {
        return compare(&assessed(input, profile), expected);
    }
    if has("prompt") {
        return prompt_alone(word(input, "prompt"), expected);
    }
    Err("no translation for this input".to_owned())
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn score(value: &Value) -> Score {
    Score::new(value.as_i64().unwrap())
}

/// Gives `each` a guard over a project of which no file list is known, as the cases have none.
fn with_guard<T>(profile: Profile, recording: bool, each: impl FnOnce(Guard<'_>) -> T) -> T {
    let config = settings(profile);
    let files = &FileList::default();
    let facts = Facts { recording, ..Facts::of(&config, &files) };
    let root = Root { path: "/home/u/proj".to_owned(), ..Root::default() };
    each(Guard::resume(Session { root, ..Session::default() }, &facts))
}

fn prompt(text: &str) -> Prompt {
    Prompt { text: text.to_owned(), class: PromptClass::Human, prompt_id: None }
}

/// An action of a case with its outcome.
fn events(action: &Value, number: usize) -> [Event; 2] {
    let (kind, verb) = match word(action, "type") {
        "read" => (ActionKind::Read, FileVerb::Read),
        "edit" => (ActionKind::Edit, FileVerb::Edit),
        "write" => (ActionKind::Write, FileVerb::Write),
        other => unreachable!("the action {other} has no translation"),
    };
    let mut told = Action::bare(kind);
    let files = action["files"].as_array().unwrap().iter();
    told.effects = files.map(|file| FileEffect { verb, path: file.as_str().unwrap().to_owned() }).collect();
    // Each is another edit: the cases do not say that the content was the same.
    told.digest = Digest(number as u64 + 1);
    let call_id = format!("call-{number}");
    let outcome =
        Outcome { call_id: call_id.clone(), status: OutcomeStatus::Ok, content: Digest(1), ..Outcome::default() };
    [
        Event::bare(What::Call(Call { call_id, tool: kind.name().to_owned(), action: told })),
        Event::bare(What::Outcome(outcome)),
    ]
}

fn observe(guard: &mut Guard<'_>, events: impl IntoIterator<Item = Event>) {
    for event in events {
        guard.observe(event);
    }
}

/// The verdict after the case's actions. What came before them is observed and assessed first.
fn assessed(input: &Value, profile: Profile) -> Verdict {
    with_guard(profile, false, |mut guard| {
        let say = |guard: &mut Guard<'_>, text: &str| guard.observe(Event::bare(What::Prompt(prompt(text))));
        for key in ["goal", "original_goal", "prompt", "latest_prompt"] {
            if let Some(text) = input[key].as_str() {
                say(&mut guard, text);
            }
        }
        if let Some(scope) = input["expected_scope"].as_array() {
            let scope: Vec<String> = scope.iter().map(|entry| entry.as_str().unwrap().to_owned()).collect();
            let goal = guard.session().goal.clone().unwrap_or_default();
            let declared = guard.with_goal_context(None, |cx| goal::declare(&goal, &scope, cx));
            guard.set_goal(declared);
        }
        let steps = |key: &str| input[key].as_array().cloned().unwrap_or_default();
        let (earlier, now) = (steps("recent_steps"), steps("actions"));
        for (number, step) in earlier.iter().enumerate() {
            observe(&mut guard, events(step, number));
            guard.assess(Surface::Prompt);
        }
        for (number, step) in now.iter().enumerate() {
            observe(&mut guard, events(step, earlier.len() + number));
        }
        guard.assess(Surface::Prompt).verdict
    })
}

fn compare(verdict: &Verdict, expected: &Value) -> Result<(), String> {
    let score = u64::from(verdict.score.value());
    let fault = |what: &str| Err(format!("{what}: score {score}, level {}", verdict.level.name()));
    for (key, wanted) in expected.as_object().unwrap() {
        let holds = match key.as_str() {
            "score" => score == number(wanted),
            "score_min" => score >= number(wanted),
            "score_max" => score <= number(wanted),
            "level" => verdict.level.name() == wanted.as_str().unwrap(),
            "level_at_least" => verdict.level >= level(wanted.as_str().unwrap()),
            _ => return fault(&format!("`{key}` has no translation")),
        };
        if !holds {
            return fault(&format!("{key} {wanted}"));
        }
    }
    Ok(())
}

fn level(name: &str) -> Level {
    let levels = [Level::None, Level::Nudge, Level::Correct, Level::Intervene, Level::Halt];
    *levels.iter().find(|level| level.name() == name).unwrap()
}

fn files_of_a_command(command: &str, expected: &Value) -> Result<(), String> {
    // The cases ask for the files that the command names; npm's manifest and lock file are no part of its text.
    let paths = text::shell::read(command).effects.into_iter().map(|effect| effect.path);
    let mut read: Vec<String> = paths.filter(|path| command.contains(text::path::base_name(path))).collect();
    read.sort();
    let mut wanted: Vec<&str> =
        expected["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    wanted.sort_unstable();
    same_of("files", &wanted.join(" "), &read.join(" "))
}

/// The expectations that a prompt alone can answer.
fn prompt_alone(text: &str, expected: &Value) -> Result<(), String> {
    let started =
        with_guard(Profile::Default, false, |guard| guard.with_goal_context(None, |cx| goal::start(&prompt(text), cx)));
    for (key, wanted) in expected.as_object().unwrap() {
        match key.as_str() {
            "skip" => same_of("skip", &wanted.to_string(), &goal::is_acknowledgement(text).to_string())?,
            "expected_scope_contains" => scope_contains(&started, wanted)?,
            "constraints_meaning" => constraints_mean(&started, wanted)?,
            _ => return Err(format!("`{key}` has no translation")),
        }
    }
    Ok(())
}

fn scope_contains(goal: &Goal, wanted: &Value) -> Result<(), String> {
    let scope: Vec<String> = goal.scope.entries.iter().map(|entry| entry.pattern.shown()).collect();
    let wanted: Vec<&str> = wanted.as_array().unwrap().iter().map(|entry| entry.as_str().unwrap()).collect();
    let holds = wanted.iter().all(|entry| scope.iter().any(|known| known == entry.trim_start_matches("./")));
    // "bump to 1.2.3" names nothing: an expectation of nothing is one.
    if holds && (!wanted.is_empty() || scope.is_empty()) { Ok(()) } else { Err(format!("scope is {scope:?}")) }
}

/// The constraints by kind and subject; each system has words of its own for them.
fn constraints_mean(goal: &Goal, wanted: &Value) -> Result<(), String> {
    let meant: Vec<(&str, String)> =
        goal.constraints.iter().map(|constraint| (kind(constraint), subject(constraint))).collect();
    let wanted: Vec<&str> = wanted.as_array().unwrap().iter().map(|entry| entry.as_str().unwrap()).collect();
    let agrees =
        |wanted: &&str| meant.iter().any(|(kind, subject)| wanted.starts_with(kind) && share_a_word(wanted, subject));
    if wanted.len() == meant.len() && wanted.iter().all(agrees) {
        return Ok(());
    }
    Err(format!("constraints are {meant:?}, not {wanted:?}"))
}

fn kind(constraint: &Constraint) -> &'static str {
    let outside = constraint.targets.iter().any(|target| matches!(target, Target::Outside(_)));
    match constraint.kind {
        ConstraintKind::DoNot => "DO NOT",
        ConstraintKind::Only if outside => "DO NOT",
        ConstraintKind::Only => "ONLY",
        ConstraintKind::Must => "MUST",
    }
}

/// What a constraint speaks of.
fn subject(constraint: &Constraint) -> String {
    let shown = constraint.targets.iter().map(|target| match target {
        Target::Paths(pattern) => pattern.shown(),
        Target::Outside(pattern) => format!("outside {}", pattern.shown()),
        Target::Kind(kind) => kind.name().to_owned(),
        Target::Command(command) => command.clone(),
        Target::AnyChange => "write code".to_owned(),
        Target::NewPackages => "npm install left-pad".to_owned(),
        Target::Doing(kind) => kind.name().to_owned(),
        Target::Signatures => "signature".to_owned(),
        Target::Called(called) => called.shown(),
        Target::Code(code) => code.word().to_owned(),
    });
    let subject = shown.collect::<Vec<_>>().join(" ");
    if subject.is_empty() { constraint.clause.clone() } else { subject }
}

fn share_a_word(one: &str, other: &str) -> bool {
    let others = words(other);
    words(one).iter().filter(|word| is_telling(word)).any(|word| others.iter().any(|other| akin(word, other)))
}

/// An entry of a drift history: the level it names, or the one that its score has.
fn past(entry: &Value, spoken: bool) -> DriftEvent {
    let raw = score(&entry["score"]);
    let config = driftguard::config::defaults();
    let level = entry["level"].as_str().map_or_else(|| drift::level(raw, &config), level);
    DriftEvent {
        timestamp: 0,
        score: raw,
        effective: raw,
        level,
        kind: drift::kind(raw),
        standing: if raw.value() < 8 { Standing::OffGoal } else { Standing::OnGoal },
        spoken,
        revision: 1,
        diagnostic: String::new(),
        findings: Vec::new(),
        event: EventId(0),
    }
}

fn history(input: &Value, expected: &Value) -> Result<(), String> {
    let config = settings(Profile::Default);
    let warnings = usize::try_from(number(&input["warnings"])).unwrap();
    let entries = input["drift_history"].as_array().unwrap();
    let mut tally = TaskTally::default();
    for (at, entry) in entries.iter().enumerate() {
        drift::count_in(&mut tally, &past(entry, at < warnings), &config);
    }
    let escalation = u8::try_from(number(&input["escalation"])).unwrap();
    for (key, wanted) in expected.as_object().unwrap() {
        let actual = match key.as_str() {
            "needs_review" => drift::needs_review(&tally, escalation, &config).to_string(),
            "total_events" => tally.assessments.to_string(),
            "resolved" => drift::resolved(&tally, &config).to_string(),
            "final_score" => tally.final_score.value().to_string(),
            _ => return Err(format!("`{key}` has no translation")),
        };
        same_of(key, &wanted.to_string(), &actual)?;
    }
    Ok(())
}

/// Plays lines of a scenario page: a declared scope and stray changes, each of a file of its own.
fn plays(guard: &mut Guard<'_>, line: &str, number: usize) {
    observe(guard, read_line(line, number).unwrap());
}

/// A step that is made while the score is below 5 must not be stored as a good example.
fn stored(wanted: bool) -> Result<(), String> {
    with_guard(Profile::Default, true, |mut guard| {
        plays(&mut guard, "user Fix the login. Keep to src/auth/.", 1);
        plays(&mut guard, "edit web/theme.css #a", 2);
        if guard.score().value() != 4 {
            return Err(format!("the stray change scores {}", guard.score().value()));
        }
        let steps = guard.finish().steps;
        same_of("validated", &wanted.to_string(), &steps.last().unwrap().is_validated.to_string())
    })
}

/// Low scores one after the other, each with new evidence: how many texts does the agent get?
fn corrections_in_a_row(times: u64, expected: &Value) -> Result<(), String> {
    with_guard(Profile::Default, false, |mut guard| {
        plays(&mut guard, "user Fix the login. Keep to src/auth/.", 1);
        let mut sent = 0;
        for number in 0..usize::try_from(times).unwrap() {
            plays(&mut guard, &format!("edit web/theme{number}.css #a"), number + 2);
            let assessment = guard.assess(Surface::Prompt);
            assert!(assessment.verdict.score.value() < 5, "a low score");
            sent += u64::from(matches!(assessment.decision, Decision::Inject { .. }));
        }
        if sent > number(&expected["corrections_sent_max"]) {
            return Err(format!("{sent} corrections"));
        }
        // "Then reset": a new goal begins without the old one's burden.
        plays(&mut guard, "bash git commit -am wip", 90);
        plays(&mut guard, "user next task: write the deployment guide in docs/deploy.md", 91);
        same_of("escalation after the next goal", "0", &guard.session().drift.escalation.to_string())
    })
}
