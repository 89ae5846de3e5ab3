//! What holds for every session, however odd: random lines of a scenario page through the one pipeline.

use driftguard::agent::scenario::read_line;
use driftguard::config::{self, Config, Layer, LayerKind, Mode};
use driftguard::domain::{Assessment, Decision, Event, FileList, Goal, Level, OutcomeStatus, Root, Session, What};
use driftguard::guard::{Facts, Guard, Surface, quiet};
use driftguard::signal::SIGNALS;
use proptest::prelude::*;
use std::fmt::Write as _;

/// Where the goal of most prompts is.
const ON_GOAL: &[&str] = &["src/auth/token.py", "src/auth/session.py", "tests/test_token.py"];
/// Where it is not.
const STRAY: &[&str] =
    &["web/theme.css", "web/button.tsx", "cmd/server/flags.go", "deploy/chart.yaml", "src/db/schema.sql"];
const PROMPTS: &[&str] = &[
    "Fix is_valid in src/auth/token.py. Keep to src/auth/ and tests/.",
    "fix the expired token check in src/auth/token.py",
    "fix the auth bug and don't push",
    "looks good, go on",
    "no, stop touching css",
    "keep the css change",
    "also update src/db/schema.sql",
    "next task: write the deployment guide in docs/deploy.md",
    "why is that?",
    "Don't touch src/db/schema.sql.",
    "Implement the following plan: | # Theme | edit web/theme.css and web/button.tsx",
    "\u{202e}ünï \u{7} ```\nopen fence\n> quote",
];
const COMMANDS: &[&str] = &[
    "npm test ! 2 failed: token expired",
    "npm run build => cannot find package.json",
    "git commit -am wip",
    "git push origin main",
    "git checkout -- web/theme.css",
    "sed -i s/a/b/ web/theme.css",
    "echo x > cmd/server/flags.go",
    "rm -rf web/button.tsx",
    "eval \"$CMD\"",
    "cat src/db/schema.sql | head -3",
    "unclosed 'quote",
];

/// One step of a random session.
#[derive(Clone, Debug)]
enum Step {
    /// A line of a scenario page.
    Line(String),
    /// An assessment at a prompt or at the end of a turn.
    Check(Surface),
}

fn one_of(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(words)
}

fn any_file() -> impl Strategy<Value = &'static str> {
    prop_oneof![one_of(ON_GOAL), one_of(STRAY)]
}

/// Words that no goal knows.
fn any_words() -> impl Strategy<Value = String> {
    proptest::collection::vec("[b-df-hj-np-tv-z][aeiou]{2}[b-df-hj-np-tv-z]{2}", 1..2).prop_map(|words| words.concat())
}

fn line() -> impl Strategy<Value = String> {
    let verb = prop_oneof![4 => Just("edit"), 1 => Just("write"), 1 => Just("delete")];
    prop_oneof![
        3 => one_of(PROMPTS).prop_map(|text| format!("user {}", text.replace(" | ", "\n"))),
        8 => (verb, any_file(), 0..3u8).prop_map(|(verb, file, hash)| format!("{verb} {file} #{hash}")),
        2 => any_file().prop_map(|file| format!("edit {file} #r ! refused")),
        1 => any_file().prop_map(|file| format!("edit {file} #e ! String to replace not found")),
        3 => any_file().prop_map(|file| format!("read {file}")),
        1 => Just("search token".to_owned()),
        5 => one_of(COMMANDS).prop_map(|command| format!("bash {command}")),
        1 => Just("say I go on.".to_owned()),
        1 => Just("interrupt".to_owned()),
        1 => Just("compact".to_owned()),
        1 => Just("plan Edit web/theme.css and src/auth/token.py".to_owned()),
        1 => Just("task look at web/theme.css".to_owned()),
        1 => Just("ask Which colour? => red".to_owned()),
        2 => any_words().prop_map(|words| format!("search {words} => {words}/{words}.py:1: {words}")),
        2 => any_words().prop_map(|word| format!("read {word}/{word}.py => def {word}")),
        2 => any_words().prop_map(|word| format!("edit {word}/{word}.py #{word}")),
    ]
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => line().prop_map(Step::Line),
        2 => Just(Step::Check(Surface::Prompt)),
        1 => Just(Step::Check(Surface::Stop)),
    ];
    proptest::collection::vec(step, 0..most)
}

fn files() -> FileList {
    FileList::new(ON_GOAL.iter().chain(STRAY).map(|path| (*path).to_owned()).collect(), false)
}

/// Gives `each` a guard over the files above.
fn with_guard<T>(config: &Config, each: impl FnOnce(Guard<'_>) -> T) -> T {
    let files = &files();
    let facts =
        Facts { now: 1_700_000_000_000, quiet: quiet(config, &[], 0), recording: true, ..Facts::of(config, &files) };
    let root = Root { path: "/project".to_owned(), ..Root::default() };
    let id = "3f2a9c1e-secret".to_owned();
    each(Guard::resume(Session { id, root, created_at: 1, ..Session::default() }, &facts))
}

fn events(line: &str, number: usize) -> Vec<Event> {
    read_line(line, number).unwrap()
}

fn observe(guard: &mut Guard<'_>, events: Vec<Event>) {
    for event in events {
        guard.observe(event);
    }
}

/// Plays the steps; `checked` sees each assessment and the guard after it.
fn play(config: &Config, steps: &[Step], mut checked: impl FnMut(&Assessment, &Guard<'_>)) -> Session {
    with_guard(config, |mut guard| {
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Line(line) => observe(&mut guard, events(line, number)),
                Step::Check(surface) => {
                    let assessment = guard.assess(*surface);
                    checked(&assessment, &guard);
                }
            }
        }
        guard.finish().session
    })
}

fn text(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Inject { text, .. } => Some(text),
        _ => None,
    }
}

fn notice(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Inject { notice, .. } => notice.as_deref(),
        Decision::Notify { notice } => Some(notice),
        _ => None,
    }
}

fn without_loops() -> Config {
    let loops = SIGNALS.iter().filter(|signal| signal.is_loop());
    let text =
        loops.map(|signal| format!("[signal.{}]\nenabled = false\n", signal.id().0)).collect::<Vec<_>>().concat();
    config::load(&[Layer { kind: LayerKind::User, name: "the test".to_owned(), text }]).config
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_judgement_keeps_to_its_limits(steps in steps(60)) {
        let config = config::defaults();
        let mut faults = String::new();
        play(&config, &steps, |assessment, guard| {
            let verdict = &assessment.verdict;
            let mut hold = |holds: bool, what: &str| if !holds {
                let _ = writeln!(faults, "{what}: {assessment:?}");
            };
            hold((1..=10).contains(&verdict.score.value()), "score within 1..10");
            hold((1..=10).contains(&verdict.effective.value()), "effective score within 1..10");
            hold(verdict.effective <= verdict.score, "escalation never raises a score");
            hold(guard.session().drift.escalation <= 3, "escalation within 0..3");
            hold(guard.session().drift.statistic.is_finite(), "a finite statistic");
            hold(verdict.findings.iter().all(|finding| !finding.evidence.events.is_empty()), "evidence first");
            if verdict.score.value() >= 8 {
                hold(verdict.level == Level::None, "no level at a clean score");
                hold(assessment.decision == Decision::Pass, "nothing is said at a clean score");
            }
            if let Some(text) = text(&assessment.decision) {
                let cap = if verdict.level == Level::Halt { 1_500 } else { 1_000 };
                hold(text.chars().count() <= cap, "a text within its cap");
                hold(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "a plain text");
            }
            for said in [text(&assessment.decision), notice(&assessment.decision)].into_iter().flatten() {
                hold(!said.contains("3f2a9c1e") && !said.contains("1700000000") && !said.contains("line-"), "no ids, no clock");
            }
        });
        prop_assert!(faults.is_empty(), "{faults}");
    }

    #[test]
    fn the_same_lines_give_the_same_bytes(steps in steps(40)) {
        let config = config::defaults();
        let run = || {
            let mut seen = Vec::new();
            let session = play(&config, &steps, |assessment, _| seen.push(assessment.clone()));
            (serde_json::to_string(&seen).unwrap(), serde_json::to_string(&(&session, &session.goal)).unwrap())
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn a_session_goes_on_from_its_stored_form_as_if_it_had_never_been_stored(steps in steps(40)) {
        let config = config::defaults();
        let whole = play(&config, &steps, |_, _| {});
        let files = &files();
        let facts = Facts { now: 1_700_000_000_000, recording: true, ..Facts::of(&config, &files) };
        let root = Root { path: "/project".to_owned(), ..Root::default() };
        let mut session = Session { id: "3f2a9c1e-secret".to_owned(), root, created_at: 1, ..Session::default() };
        for (number, step) in steps.iter().enumerate() {
            // The goal stands beside the rest of a stored session.
            let stored = serde_json::to_string(&(&session, &session.goal)).unwrap();
            let (mut session_read, goal): (Session, Option<Goal>) = serde_json::from_str(&stored).unwrap();
            session_read.goal = goal;
            let mut guard = Guard::resume(session_read, &facts);
            match step {
                Step::Line(line) => observe(&mut guard, events(line, number)),
                Step::Check(surface) => { guard.assess(*surface); }
            }
            session = guard.finish().session;
        }
        session.updated_at = whole.updated_at;
        prop_assert_eq!(session, whole);
    }

    #[test]
    fn reading_searching_and_what_did_not_happen_change_no_score(steps in steps(40)) {
        // Unless they go round in circles, which the loop signals tell.
        let config = without_loops();
        with_guard(&config, |mut guard| {
            for (number, step) in steps.iter().enumerate() {
                let Step::Line(line) = step else { guard.assess(Surface::Prompt); continue };
                let before = (guard.score(), guard.session().drift.open.len());
                let seen = events(line, number);
                let not_ok = |event: &Event| matches!(&event.what, What::Outcome(outcome) if outcome.status != OutcomeStatus::Ok);
                let in_vain = line.starts_with("edit ") && seen.iter().any(not_ok);
                let only_looks = line.starts_with("read ") || line.starts_with("search ") || in_vain;
                observe(&mut guard, seen);
                if only_looks {
                    prop_assert_eq!(before, (guard.score(), guard.session().drift.open.len()), "{}", line);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn work_on_the_goal_alone_is_never_spoken_of(
        first in proptest::sample::select(&PROMPTS[..2]),
        lines in proptest::collection::vec((one_of(ON_GOAL), 0..4u8, any::<bool>()), 1..40),
    ) {
        let mut steps = vec![Step::Line(format!("user {first}"))];
        for (number, (file, hash, check)) in lines.into_iter().enumerate() {
            steps.push(Step::Line(format!("edit {file} #{hash}-{number}")));
            if check {
                // Each attempt moves something; one that moves nothing is no work but a loop.
                steps.push(Step::Line(format!("bash npm test ! {number} failed: token expired")));
                steps.push(Step::Check(Surface::Prompt));
                steps.push(Step::Check(Surface::Stop));
            }
        }
        let mut worst = 10;
        let mut said = 0;
        play(&config::defaults(), &steps, |assessment, _| {
            worst = worst.min(assessment.verdict.score.value());
            said += usize::from(assessment.decision != Decision::Pass);
        });
        prop_assert_eq!((worst, said), (10, 0));
    }

    #[test]
    fn a_quiet_guard_says_nothing_and_judges_alike(steps in steps(60)) {
        let config = Config { mode: Mode::Monitor, ..config::defaults() };
        let mut said = 0;
        let mut raw = Vec::new();
        play(&config, &steps, |assessment, _| {
            said += usize::from(assessment.decision != Decision::Pass);
            raw.push(assessment.verdict.score);
        });
        prop_assert_eq!(said, 0);
        prop_assert_eq!(raw.len(), steps.iter().filter(|step| matches!(step, Step::Check(_))).count());
    }
}

/// What is kept after the steps, in bytes, with the largest parts named.
fn kept(steps: &[Step]) -> (usize, String) {
    let session = play(&config::defaults(), steps, |_, _| {});
    assert!(session.next_event.0 > 5_000, "{} events", session.next_event.0);
    let size = |value: serde_json::Result<String>| value.unwrap().len();
    let parts = [
        ("drift", size(serde_json::to_string(&session.drift))),
        ("thread", size(serde_json::to_string(&session.thread))),
        ("goal", size(serde_json::to_string(&session.goal))),
        ("changed", size(serde_json::to_string(&session.changed))),
    ];
    (size(serde_json::to_string(&session)), format!("{parts:?}"))
}

/// Every hook call reads and writes what is kept of a session: it must not grow with the session.
#[test]
fn what_is_kept_of_a_session_is_bounded() {
    let goal = || vec![Step::Line("user Fix is_valid in src/auth/token.py. Keep to src/auth/ and tests/.".to_owned())];
    let mut ordinary = goal();
    for number in 0..510 {
        let file = if number % 4 == 0 { STRAY[number / 4 % STRAY.len()] } else { ON_GOAL[number % ON_GOAL.len()] };
        ordinary.push(Step::Line(format!("edit {file} #{number}")));
        ordinary.push(Step::Line(format!("bash {}", COMMANDS[number % COMMANDS.len()])));
        ordinary.extend([file, "src/db/schema.sql", "README.md"].map(|file| Step::Line(format!("read {file}"))));
        if number % 9 == 0 {
            ordinary.push(Step::Line(format!("user {}", PROMPTS[number / 9 % PROMPTS.len()])));
            ordinary.push(Step::Check(Surface::Prompt));
        }
    }
    let (size, parts) = kept(&ordinary);
    assert!(size < 64 * 1024, "{size} bytes: {parts}");
    // Names that never come again fill every list to its end.
    let mut ever_new = goal();
    for number in 0..510 {
        ever_new.push(Step::Line(format!("edit part{number}/file{number}.css #{number}")));
        ever_new.push(Step::Line(format!("bash cargo test --package part{number} ! {number} failed")));
        ever_new.extend(["a", "b", "c"].map(|name| Step::Line(format!("read folder{number}/{name}.rs"))));
        if number % 10 == 0 {
            let words = format!("user also touch folder{number}/thing{number}.rs, and never touch part{number}.css");
            ever_new.push(Step::Line(words));
        }
        if number % 3 == 0 {
            ever_new.push(Step::Check(Surface::Prompt));
        }
    }
    let (size, parts) = kept(&ever_new);
    assert!(size < 96 * 1024, "{size} bytes: {parts}");
}
