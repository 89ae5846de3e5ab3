//! The store of lessons from outside: what is recorded is recalled, merged, split, pruned and bounded.

use super::*;
use crate::config::{self, MemoryConfig};
use crate::domain::{
    LessonKind, LessonOrigin, LessonVerdict, RecalledBy, Recording, Role, Said, Vector, WarningEnding,
};

const DAY: i64 = 86_400_000;
const NOW: i64 = 1_000 * DAY;

struct Fixture {
    folder: tempfile::TempDir,
    memory: Memory,
    config: MemoryConfig,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory.db"), Duration::from_secs(5)).unwrap();
        Self { folder, memory, config: config::defaults().memory }
    }

    fn record_at(&mut self, [action, feedback, outcome]: [&str; 3], at: i64) -> Recorded {
        let recording = Recording {
            project: "/p".into(),
            action: Said {
                key: crate::memory::key::of_line(action).filter(|_| action.starts_with("npm")),
                ..Said::words(action)
            },
            feedback: Said::words(feedback),
            outcome: Said::words(outcome),
            at,
            ..Recording::default()
        };
        self.memory.record(&recording, &self.config).unwrap().unwrap()
    }

    fn record(&mut self, texts: [&str; 3]) -> Recorded {
        self.record_at(texts, NOW)
    }

    /// The same lesson from a session, or from no session where that is "".
    fn teach(&mut self, session: &str, at: i64) -> i64 {
        let [action, feedback, outcome] = SALT.map(Said::words);
        let session = Some(session.to_owned()).filter(|session| !session.is_empty());
        let origin = if session.is_some() { LessonOrigin::Misuse } else { LessonOrigin::Stated };
        let recording = Recording { origin, action, feedback, outcome, session, at, ..Recording::default() };
        self.memory.record(&recording, &self.config).unwrap().unwrap().lesson
    }

    fn ask(&self, project: &str, text: &str) -> Answer {
        let query = Query { project, texts: vec![(text, None)], now: NOW, ..Query::default() };
        self.memory.before_step(&query, &self.config).unwrap()
    }

    #[track_caller]
    fn stats(&self, nodes: u64, edges: u64, mistakes: u64) {
        let stats = self.memory.stats().unwrap();
        assert_eq!((stats.nodes, stats.edges, stats.mistakes), (nodes, edges, mistakes));
    }

    fn prune(&mut self, dry: bool, by_hand: bool) -> Pruned {
        self.memory.prune(Pruning { now: NOW, dry, slice: 1_000, by_hand }, &self.config).unwrap()
    }
}

const SALT: [&str; 3] = ["increase the salt in the soup", "the soup was too salty", "the dish was thrown away"];

#[test]
fn what_was_recorded_is_recalled_with_its_causes() {
    let mut fixture = Fixture::new();
    assert_eq!(fixture.ask("/p", SALT[0]), Answer::default());
    assert!(fixture.record(SALT).new);
    let answer = fixture.ask("/p", SALT[0]);
    let [warning] = &answer.warnings[..] else { panic!("{answer:?}") };
    assert_eq!([&*warning.trigger, &*warning.risk, &*warning.outcome], SALT);
    assert_eq!(warning.by, RecalledBy::Likeness);
    assert!(answer.confidence > 0.7 && answer.confidence < 1.0, "{answer:?}");
    // Nothing of it is known in another project, or about another thing.
    assert_eq!(fixture.ask("/q", SALT[0]), Answer::default());
    assert_eq!(fixture.ask("/p", "rename the parser module"), Answer::default());
}

#[test]
fn saying_it_again_strengthens_it_and_makes_nothing_new() {
    let mut fixture = Fixture::new();
    let first = fixture.record(SALT);
    let before = fixture.ask("/p", SALT[0]).confidence;
    for _ in 0..40 {
        assert_eq!(fixture.record(SALT).lesson, first.lesson);
    }
    fixture.stats(3, 2, 1);
    let answer = fixture.ask("/p", SALT[0]);
    assert_eq!(answer.warnings[0].frequency, 41);
    assert!(answer.confidence > before + 0.1);
    assert_eq!(fixture.memory.why(first.lesson).unwrap().unwrap().merged[0].forms[0].frequency, 41);
}

#[test]
fn every_session_that_taught_a_wording_is_kept_as_far_as_there_is_room() {
    let mut fixture = Fixture::new();
    fixture.config.max_sources = 3;
    let lesson = [("one", 1), ("two", 2), ("one", 3), ("", 4)].map(|(session, at)| fixture.teach(session, at))[0];
    let shown = |fixture: &Fixture| {
        let why = fixture.memory.why(lesson).unwrap().unwrap();
        let told = why.sources.iter().map(|Taught { source, wordings }| {
            assert_eq!(wordings.len(), 3);
            (source.session.clone().unwrap_or_default(), source.origin, source.frequency, source.at)
        });
        (told.collect::<Vec<_>>(), why.older)
    };
    let [one, two] = [("one", 2, 3), ("two", 1, 2)].map(|(name, times, at)| {
        let name = name.to_owned();
        (name, LessonOrigin::Misuse, times, at)
    });
    let hand = (String::new(), LessonOrigin::Stated, 1, 4);
    assert_eq!(shown(&fixture), (vec![hand.clone(), one.clone(), two], 0));
    // Where there is no room the one that was not heard of for longest goes; the counts stay.
    fixture.teach("three", 5);
    let three = ("three".to_owned(), LessonOrigin::Misuse, 1, 5);
    assert_eq!(shown(&fixture), (vec![three, hand, one], 1));
    assert_eq!(fixture.memory.lesson(lesson).unwrap().unwrap().frequency, 5);
    assert!(fixture.memory.forget(lesson).unwrap());
    let left = fixture
        .memory
        .run(|connection| connection.query_row("SELECT count(*) FROM memory_sources", [], |row| row.get::<_, i64>(0)));
    assert_eq!(left.unwrap(), 0);
}

#[test]
fn a_file_of_the_second_version_keeps_what_it_knew_of_its_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    drop(database::open(&path, Duration::from_secs(5), &SCHEMA[..2]).unwrap());
    let older = rusqlite::Connection::open(&path).unwrap();
    older
        .execute_batch(
            "INSERT INTO memory_records VALUES (1, 1, 2, 3, 'misuse', 'last', 4, 9), (1, 4, 2, 3, 'stated', NULL, 2, 8);",
        )
        .unwrap();
    drop(older);
    let memory = Memory::open(&path, Duration::from_secs(5)).unwrap();
    let found = memory.look(|connection| source::of_lesson(connection, 1)).unwrap();
    let told: Vec<_> =
        found.iter().map(|(_, source)| (source.session.as_deref(), source.origin.name(), source.frequency)).collect();
    assert_eq!(told, [(Some("last"), "misuse", 1), (None, "stated", 2)]);
}

#[test]
fn contradictory_lessons_stand_beside_each_other() {
    let mut fixture = Fixture::new();
    let good = fixture.record(["use a transaction", "it was fast", "kept"]);
    let bad = fixture.record(["use a transaction", "it was slow", "taken out"]);
    assert_ne!(good.lesson, bad.lesson);
    assert_eq!(fixture.ask("/p", "use a transaction").warnings.len(), 2);
}

#[test]
fn what_came_of_one_action_is_not_told_of_another_with_the_same_error() {
    let mut fixture = Fixture::new();
    fixture.record(["start the web server", "the port is in use", "stopped the old server"]);
    fixture.record(["attach the debugger", "the port is in use", "chose another port"]);
    let answer = fixture.ask("/p", "attach the debugger");
    let outcomes: Vec<&str> = answer.warnings.iter().map(|warning| &*warning.outcome).collect();
    assert_eq!(outcomes, ["chose another port"]);
}

#[test]
fn an_exact_key_is_found_by_its_key_alone() {
    let mut fixture = Fixture::new();
    let recorded = fixture.record(["npm run tset", "missing script: tset", "npm run test worked"]);
    assert!(recorded.identity.is_some());
    let found = |keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        fixture.memory.lessons_for(&[recorded.lesson], &keys, &fixture.config, NOW).unwrap()
    };
    assert_eq!(found(&["bash npm run tset"])[0].by, RecalledBy::Key);
    assert_eq!(found(&["bash npm run test"]), []);
    assert_eq!(fixture.memory.keys().unwrap(), [("/p".to_owned(), "bash npm run tset".to_owned(), recorded.lesson)]);
}

#[test]
fn different_keys_are_never_merged() {
    let mut fixture = Fixture::new();
    let texts = |path: &'static str| {
        let action = Said { text: "edit the token file".into(), key: Some(path.into()), ..Said::default() };
        let (feedback, outcome) = (Said::words("rejected"), Said::words("not made"));
        Recording { project: "/p".into(), action, feedback, outcome, at: NOW, ..Recording::default() }
    };
    let config = fixture.config.clone();
    let one = fixture.memory.record(&texts("edit a.rs"), &config).unwrap().unwrap();
    let other = fixture.memory.record(&texts("edit b.rs"), &config).unwrap().unwrap();
    assert_ne!(one.lesson, other.lesson);
    fixture.stats(4, 3, 2);
}

#[test]
fn a_merge_is_explained_and_undone() {
    let mut fixture = Fixture::new();
    let first = fixture.record(SALT);
    let again = ["increase the soup salt", SALT[1], SALT[2]];
    let second = fixture.record(again);
    assert_eq!(second.lesson, first.lesson, "{second:?}");
    assert_eq!(second.merged.len(), 1);
    let why = fixture.memory.why(first.lesson).unwrap().unwrap();
    let forms = &why.merged[0].forms;
    assert_eq!(forms.iter().map(|form| &*form.text).collect::<Vec<_>>(), [SALT[0], again[0]]);
    assert!(forms[0].likeness.is_none() && forms[1].likeness.is_some());
    // The first way cannot be split off: the others were measured by it.
    assert_eq!(fixture.memory.split(forms[0].number, &|_| None).unwrap(), None);
    let lessons = fixture.memory.split(forms[1].number, &|_| None).unwrap().unwrap();
    assert_eq!(lessons.len(), 1);
    assert_ne!(lessons[0], first.lesson);
    fixture.stats(4, 3, 2);
    let kept = fixture.memory.lesson(first.lesson).unwrap().unwrap();
    let split = fixture.memory.lesson(lessons[0]).unwrap().unwrap();
    assert_eq!((kept.frequency, split.frequency), (1, 1));
    assert_eq!(split.action, again[0]);
    // It stays apart when it is said again.
    assert_eq!(fixture.record(again).lesson, split.number);
    assert!(fixture.memory.forget(split.number).unwrap());
    assert!(!fixture.memory.forget(split.number).unwrap());
    fixture.stats(3, 2, 1);
}

#[test]
fn credentials_and_long_texts_are_not_kept() {
    let mut fixture = Fixture::new();
    let key = format!("AKIA{}", "IOSFODNN7EXAMPLE");
    let long = format!("deploy with {key} {}", "word ".repeat(300_000));
    let recorded = fixture.record([&long, "\u{1b}[31mdenied\u{1b}[0m for 🔑", "用了另一个密钥"]);
    let lesson = fixture.memory.lesson(recorded.lesson).unwrap().unwrap();
    assert!(!lesson.action.contains(&key) && lesson.action.chars().count() <= fixture.config.max_chars);
    assert_eq!(lesson.outcome, "用了另一个密钥");
    fixture.memory.checkpoint().unwrap();
    let bytes = std::fs::read(fixture.folder.path().join("memory.db")).unwrap();
    assert!(!bytes.windows(key.len()).any(|window| window == key.as_bytes()));
    assert!(bytes.len() < 200_000);
}

#[test]
fn an_empty_text_is_no_lesson() {
    let mut fixture = Fixture::new();
    let recording = Recording { feedback: Said::words("x"), outcome: Said::words("y"), ..Recording::default() };
    assert_eq!(fixture.memory.record(&recording, &fixture.config).unwrap(), None);
    fixture.stats(0, 0, 0);
}

#[test]
fn nothing_fresh_is_pruned_and_what_is_weak_and_old_goes() {
    let mut fixture = Fixture::new();
    fixture.record(SALT);
    assert_eq!(fixture.prune(false, true), Pruned::default());
    fixture.stats(3, 2, 1);
    fixture.record_at(["bake the bread for an hour", "it was burnt", "a new one was made"], NOW - 90 * DAY);
    for _ in 0..2 {
        fixture.record_at(["fry an egg", "it was raw", "fried it again"], NOW - 90 * DAY);
    }
    fixture.record_at(["fry an egg", "it was raw", "fried it again"], NOW - 5 * DAY);
    assert_eq!(fixture.prune(true, true), Pruned { weak: 1, ..Pruned::default() });
    fixture.stats(9, 6, 3);
    assert_eq!(fixture.prune(false, true), Pruned { weak: 1, ..Pruned::default() });
    fixture.stats(6, 4, 2);
    assert_eq!(fixture.ask("/p", "bake the bread for an hour"), Answer::default());
}

#[test]
fn a_wrong_clock_wipes_nothing_by_itself() {
    let mut fixture = Fixture::new();
    fixture.record_at(SALT, NOW - 100 * DAY);
    assert!(fixture.memory.prune_is_due(NOW, &fixture.config).unwrap());
    assert!(fixture.prune(false, false).refused);
    assert!(!fixture.memory.prune_is_due(NOW + DAY, &fixture.config).unwrap(), "it is not tried at once again");
    fixture.stats(3, 2, 1);
    let backup = fixture.memory.backup().unwrap();
    assert_eq!(Memory::open(&backup, Duration::from_secs(1)).unwrap().stats().unwrap().nodes, 3);
    assert_eq!(fixture.prune(false, true).weak, 1);
    fixture.stats(0, 0, 0);
    assert!(!fixture.memory.prune_is_due(NOW + DAY, &fixture.config).unwrap());
    assert!(!fixture.memory.prune_is_due(NOW - 99 * DAY, &fixture.config).unwrap());
    assert!(fixture.memory.prune_is_due(NOW + 8 * DAY, &fixture.config).unwrap());
}

#[test]
fn a_clock_that_goes_back_makes_nothing_older() {
    let mut fixture = Fixture::new();
    let number = fixture.record(SALT).lesson;
    fixture.record_at(SALT, NOW - 500 * DAY);
    assert_eq!(fixture.memory.lesson(number).unwrap().unwrap().last_seen, NOW);
}

#[test]
fn the_same_said_long_ago_is_met_behind_many_that_share_its_words() {
    let mut fixture = Fixture::new();
    // Of each word the newest alone are read, and none of them says the same.
    fixture.config.search.postings = 2;
    fixture.record(["delete the branch of the parser", "the review was lost", "it was restored"]);
    for other in [
        "delete the cache",
        "rename the branch",
        "rewrite the parser",
        "delete the log",
        "push the branch",
        "test the parser",
    ] {
        fixture.record([other, "the review was lost", "it was restored"]);
    }
    let again = fixture.record(["remove the branch of the parser", "the review was lost", "it was restored"]);
    let [(role, known, _)] = &again.merged[..] else { panic!("{again:?}") };
    assert_eq!((*role, known.as_str()), (Role::Action, "delete the branch of the parser"));
}

#[test]
fn vectors_of_another_encoder_are_left_aside() {
    let mut fixture = Fixture::new();
    let vector = |encoder: &str, first: i8| Vector { encoder: encoder.into(), values: vec![first, 3, -7, 90] };
    let said = |text: &str, vector| Said { vector, ..Said::words(text) };
    let mut recording = Recording {
        project: "/p".into(),
        action: said("warm the oven", Some(vector("one", 40))),
        feedback: Said::words("too hot"),
        outcome: Said::words("burnt"),
        at: NOW,
        ..Recording::default()
    };
    let config = fixture.config.clone();
    let first = fixture.memory.record(&recording, &config).unwrap().unwrap();
    // Of the words nothing is shared: only the vector can find it.
    let near = |fixture: &Fixture, vector: &Vector| {
        let asked = crate::memory::meaning::Meaning::of("rename a branch");
        let found =
            fixture.memory.look(|connection| search::candidates(connection, 1, &asked, Some(vector), &config)).unwrap();
        found.iter().filter(|(_, cosine)| cosine.is_some()).count()
    };
    assert_eq!(near(&fixture, &vector("one", 41)), 1);
    assert_eq!(near(&fixture, &vector("two", 41)), 0);
    recording.action = said("warm the oven", Some(vector("two", 40)));
    assert_eq!(fixture.memory.record(&recording, &config).unwrap().unwrap().lesson, first.lesson);
}

#[test]
fn a_lesson_that_keeps_being_wrong_is_not_told_again() {
    let mut fixture = Fixture::new();
    let lesson = fixture.record(SALT).lesson;
    let wrong = [LessonVerdict { lesson, ending: WarningEnding::Refuted }; 3];
    let config = fixture.config.clone();
    fixture.memory.learn(&wrong, NOW, &config).unwrap();
    assert!(fixture.memory.lesson(lesson).unwrap().unwrap().retired);
    assert_eq!(fixture.ask("/p", SALT[0]), Answer::default());
    // Failing again brings it back.
    let right = [LessonVerdict { lesson, ending: WarningEnding::Repeated }; 3];
    fixture.memory.learn(&right, NOW, &config).unwrap();
    assert_eq!(fixture.ask("/p", SALT[0]).warnings.len(), 1);
}

#[test]
fn two_that_record_at_once_lose_nothing() {
    let fixture = Fixture::new();
    let path = fixture.folder.path().join("memory.db");
    let config = &fixture.config;
    std::thread::scope(|scope| {
        for writer in 0..2 {
            let path = &path;
            scope.spawn(move || {
                let mut memory = Memory::open(path, Duration::from_secs(20)).unwrap();
                for turn in 0..50 {
                    let said = |text: &str| Said::words(text);
                    let recording = Recording {
                        action: said("ship on friday"),
                        feedback: said("nobody was there to help"),
                        outcome: said(&format!("writer {writer} waited for monday {turn}")),
                        at: NOW,
                        ..Recording::default()
                    };
                    memory.record(&recording, config).unwrap().unwrap();
                }
            });
        }
    });
    let stats = fixture.memory.stats().unwrap();
    let lessons = fixture.memory.listed(None, None, 1_000).unwrap();
    assert_eq!(lessons.iter().map(|lesson| lesson.frequency).sum::<u32>(), 100);
    assert_eq!(u64::try_from(lessons.len()).unwrap(), stats.mistakes);
}

#[test]
fn a_full_disk_in_the_middle_of_a_merge_changes_nothing() {
    let mut fixture = Fixture::new();
    fixture.record(SALT);
    let before = fixture.memory.stats().unwrap();
    let pages: i64 = fixture.memory.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    fixture.memory.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let long = "another word ".repeat(40);
    let recording = Recording {
        project: "/p".into(),
        action: Said::words(SALT[0]),
        feedback: Said::words(long.clone()),
        outcome: Said::words(format!("{long} too")),
        at: NOW,
        kind: LessonKind::Mistake,
        ..Recording::default()
    };
    let mut failed = false;
    for turn in 0..64 {
        let outcome = Said::words(format!("{turn} {long}"));
        failed |= fixture.memory.record(&Recording { outcome, ..recording.clone() }, &fixture.config).is_err();
    }
    assert!(failed);
    let mut other = Memory::open(&fixture.folder.path().join("memory.db"), Duration::from_secs(1)).unwrap();
    assert!(other.stats().unwrap().nodes >= before.nodes);
    assert!(other.record(&recording, &fixture.config).unwrap().is_some());
    let broken: i64 = other
        .look(|connection| {
            let sql = "SELECT count(*) FROM memory_lessons l WHERE NOT EXISTS (SELECT 1 FROM memory_nodes n WHERE n.id = l.outcome)";
            connection.query_row(sql, [], |row| row.get(0))
        })
        .unwrap();
    assert_eq!(broken, 0);
}
