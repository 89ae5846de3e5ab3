//! `driftguard memory` as a person calls it: every subcommand, and what must not harm it.

use crate::world::{World, shown};
use driftguard::config;
use driftguard::domain::{Recording, Said};
use driftguard::memory::key;
use driftguard::store::memory::Memory;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

const TYPO: [&str; 3] = ["npm run tset", "missing script: tset", "npm run test is the command"];
const SALT: [&str; 3] = ["add more salt to the soup", "the guests could not eat it", "threw it away"];

fn file(world: &World) -> PathBuf {
    world.data().join("memory.db")
}

/// Calls a subcommand; the exit code and what was printed.
fn call(world: &World, arguments: &[&str]) -> (Option<i32>, String, String) {
    let all: Vec<&str> = ["memory"].iter().chain(arguments).copied().collect();
    shown(&world.call(&all, b""))
}

/// Calls a subcommand that must succeed, and returns what it answers.
#[track_caller]
fn ok(world: &World, arguments: &[&str]) -> String {
    let (code, out, err) = call(world, arguments);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}: {out}");
    out
}

/// Calls a subcommand that must be refused with this exit code; what it says.
#[track_caller]
fn refused(world: &World, code: i32, arguments: &[&str]) -> String {
    let (found, out, err) = call(world, arguments);
    assert_eq!((found, out.as_str()), (Some(code), ""), "{arguments:?}: {err}");
    assert!(err.starts_with("error: ") && err.contains("\nhint: "), "{err}");
    err
}

fn record<'a>([action, feedback, outcome]: [&'a str; 3], more: &[&'a str]) -> Vec<&'a str> {
    let flags = ["record", "--action", action, "--feedback", feedback, "--outcome", outcome];
    flags.iter().chain(more).copied().collect()
}

fn object(world: &World, arguments: &[&str]) -> Value {
    serde_json::from_str(&ok(world, arguments)).unwrap()
}

fn export(world: &World) -> String {
    ok(world, &["export"])
}

fn known(world: &World) -> i64 {
    world.count("SELECT count(*) FROM lesson_keys")
}

/// A lesson with a second wording, as a hook would have merged it.
fn merged(world: &World) -> i64 {
    let mut memory = Memory::open(&file(world), Duration::from_secs(5)).unwrap();
    let config = config::defaults().memory;
    let mut last = 0;
    for action in ["increase the soup salt", "increase the salt of the soup"] {
        let [feedback, outcome] = [SALT[1], SALT[2]].map(Said::words);
        let project = world.project().to_str().unwrap().to_owned();
        let recording =
            Recording { project, action: Said::words(action), feedback, outcome, at: 7, ..Recording::default() };
        last = memory.record(&recording, &config).unwrap().unwrap().lesson;
    }
    last
}

#[test]
fn a_lesson_is_recorded_found_shown_and_forgotten() {
    let world = World::new();
    assert!(ok(&world, &["list"]).contains("no lessons are known"));
    assert_eq!(object(&world, &["stats", "--json"])["mistakes"], 0);
    assert!(!file(&world).exists(), "looking makes no file");
    assert_eq!(ok(&world, &record(TYPO, &["--command", TYPO[0]])), "lesson 1: remembered\n");
    assert_eq!(ok(&world, &record(TYPO, &["--command", TYPO[0]])), "lesson 1: known already, and now surer\n");
    assert_eq!(known(&world), 1, "hooks find it by its command");
    ok(&world, &record(SALT, &["--shared"]));

    let listed = object(&world, &["list", "--json"]);
    let texts: Vec<&str> =
        listed["lessons"].as_array().unwrap().iter().map(|lesson| lesson["action"].as_str().unwrap()).collect();
    assert_eq!(texts, [SALT[0], TYPO[0]]);
    assert_eq!(listed["lessons"][1]["frequency"], 2);
    assert_eq!(listed["lessons"][0]["project"], "");
    assert!(ok(&world, &["show", "1"]).contains("bash npm run tset"));
    assert!(ok(&world, &["why", "1"]).contains("said first (2 times)"));
    assert_eq!(object(&world, &["why", "1", "--json"])["merged"][0]["forms"][0]["frequency"], 2);

    // Whatever stands around the command.
    let found = object(&world, &["search", "cd web && npm run tset", "--json"]);
    assert_eq!(
        (found["warnings"][0]["by"].as_str(), found["warnings"][0]["does"].as_str()),
        (Some("key"), Some("text"))
    );
    assert!(ok(&world, &["search", "water the plants"]).contains("nothing is known"));

    let other = ["npm run tset", "missing script: tset", "asked which script was meant"];
    ok(&world, &record(other, &["--command", other[0]]));
    assert_eq!(ok(&world, &["forget", "1"]), "lesson 1 is forgotten\n");
    // What the other lesson stands on stays, and was said so much less often.
    assert!(ok(&world, &["why", "3"]).contains("said first (1 time)"));
    assert_eq!((ok(&world, &["forget", "3"]), known(&world)), ("lesson 3 is forgotten\n".to_owned(), 0));
    assert!(refused(&world, 66, &["forget", "1"]).contains("no lesson 1"));
    refused(&world, 66, &["show", "1"]);
    refused(&world, 66, &["why", "1"]);
    refused(&world, 66, &["graph", "1"]);
    assert_eq!(object(&world, &["stats", "--json"])["mistakes"], 1);
}

#[test]
fn a_success_is_shown_when_asked_for_and_never_a_warning() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0], "--success"]));
    assert_eq!(object(&world, &["search", TYPO[0], "--json"])["warnings"], json!([]));
    assert_eq!(object(&world, &["search", TYPO[0], "--json", "--success"])["warnings"][0]["lesson"], 1);
    assert_eq!(object(&world, &["list", "--kind", "mistake", "--json"])["lessons"], json!([]));
    assert_eq!(object(&world, &["list", "--kind", "success", "--json"])["lessons"][0]["kind"], "success");
    // The list that hooks look into is made at the first mistake.
    assert!(!world.database().exists() || known(&world) == 0);
}

#[test]
fn a_policy_answers_a_script_with_an_exit_code_other_than_two() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0]]));
    let code = |policy: &str, words: &str| call(&world, &["search", words, "--policy", policy]).0;
    for (policy, expected) in [("record_only", 0), ("warn", 0), ("acknowledge", 1), ("block", 1)] {
        assert_eq!(code(policy, TYPO[0]), Some(expected), "{policy}");
        assert_eq!(code(policy, "make bread"), Some(0), "{policy}");
    }
    assert_eq!(object(&world, &["search", TYPO[0], "--policy", "record_only", "--json"])["warnings"], json!([]));
    let does = |policy: &str| {
        let (_, out, _) = call(&world, &["search", TYPO[0], "--json", "--policy", policy]);
        serde_json::from_str::<Value>(&out).unwrap()["warnings"][0]["does"].clone()
    };
    assert_eq!((does("block"), does("acknowledge")), (json!("deny"), json!("ask")));
    let (code, _, err) = call(&world, &["search", "x", "--policy", "shout"]);
    assert_eq!(code, Some(64), "{err}");
}

#[test]
fn a_project_hears_of_its_own_lessons_and_of_shared_ones() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0]]));
    ok(&world, &record(SALT, &["--shared"]));
    let elsewhere = world.home().join("other");
    std::fs::create_dir_all(elsewhere.join(".git")).unwrap();
    let there = |arguments: &[&str]| {
        let output = world.driftguard(arguments).current_dir(&elsewhere).env_remove("CLAUDE_PROJECT_DIR").output();
        serde_json::from_slice::<Value>(&output.unwrap().stdout).unwrap()
    };
    assert_eq!(there(&["memory", "search", TYPO[0], "--json"])["warnings"], json!([]));
    assert_eq!(there(&["memory", "search", SALT[0], "--json"])["warnings"][0]["lesson"], 2);
    assert_eq!(there(&["memory", "list", "--json"])["lessons"].as_array().unwrap().len(), 1);
    assert_eq!(there(&["memory", "list", "--all", "--json"])["lessons"].as_array().unwrap().len(), 2);
}

#[test]
fn a_merge_is_told_and_taken_back() {
    let world = World::new();
    let lesson = merged(&world);
    let why = object(&world, &["why", &lesson.to_string(), "--json"]);
    let forms = why["merged"][0]["forms"].as_array().unwrap();
    assert_eq!(forms.len(), 2, "{why}");
    let (first, second) = (forms[0]["wording"].to_string(), forms[1]["wording"].to_string());
    assert!(ok(&world, &["why", &lesson.to_string()]).contains(&format!("wording {second}")));
    assert!(refused(&world, 66, &["split", &first]).contains("taken for another"));
    assert!(ok(&world, &["split", &second]).contains("stands for itself"));
    assert_eq!(object(&world, &["stats", "--json"])["mistakes"], 2);
    refused(&world, 66, &["split", &second]);
}

#[test]
fn the_agent_undoes_nothing() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0]]));
    let before = export(&world);
    let lines = world.data().join("lessons.jsonl");
    std::fs::write(&lines, &before).unwrap();
    let lines = lines.to_str().unwrap();
    for arguments in [vec!["forget", "1"], vec!["split", "1"], vec!["prune", "--yes"], vec!["import", lines]] {
        let all: Vec<&str> = ["memory"].into_iter().chain(arguments.clone()).collect();
        let output = world.driftguard(&all).env("CLAUDECODE", "1").output().unwrap();
        assert_eq!(output.status.code(), Some(77), "{arguments:?}");
    }
    assert_eq!(export(&world), before);
    let asked = world.driftguard(&["memory", "search", TYPO[0]]).env("CLAUDECODE", "1").output().unwrap();
    assert_eq!(asked.status.code(), Some(0), "to look is for everybody");
}

#[test]
fn a_pruning_is_shown_first_and_backed_up() {
    let world = World::new();
    let day = 86_400_000;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap();
    {
        let mut memory = Memory::open(&file(&world), Duration::from_secs(5)).unwrap();
        let old = |texts: [&str; 3], age: i64| {
            let [action, feedback, outcome] = texts.map(Said::words);
            Recording { action, feedback, outcome, at: now - age * day, ..Recording::default() }
        };
        for recording in [old(SALT, 400), old(["deploy on friday", "the site was down", "rolled back"], 1)] {
            memory.record(&recording, &config::defaults().memory).unwrap();
        }
    }
    let before = export(&world);
    assert!(ok(&world, &["prune"]).contains("would go: 1 weak and old lesson"));
    assert_eq!(export(&world), before, "the dry run changes nothing");
    let told = ok(&world, &["prune", "--yes"]);
    let backup = world.data().join("memory.db.backup");
    assert!(told.contains("gone: 1 weak and old lesson") && told.contains(backup.to_str().unwrap()), "{told}");
    assert_eq!(object(&world, &["stats", "--json"])["mistakes"], 1);
    assert!(ok(&world, &["prune", "--yes"]).contains("nothing to prune"));
    // The backup is a memory of its own.
    std::fs::rename(backup, file(&world)).unwrap();
    for side in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(world.data().join(format!("memory.db{side}")));
    }
    assert_eq!(export(&world), before);
}

#[test]
fn what_is_exported_and_read_again_is_the_same_byte_for_byte() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0]]));
    ok(&world, &record(SALT, &["--shared"]));
    ok(&world, &record(SALT, &["--shared"]));
    ok(&world, &record([SALT[0], SALT[1], "ordered a pizza 🍕 für alle — 日本語"], &["--shared", "--success"]));
    merged(&world);
    let page = export(&world);
    assert_eq!(page.lines().count(), 5, "a header and four lessons: {page}");
    assert!(page.starts_with(r#"{"format":"driftguard-memory","version":1,"lessons":4}"#), "{page}");

    let other = World::new();
    let path = other.data().join("in.jsonl");
    std::fs::create_dir_all(other.data()).unwrap();
    std::fs::write(&path, &page).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(ok(&other, &["import", path]), "4 new lessons, 0 known and now surer, 0 as they were\n");
    assert_eq!(export(&other), page);
    assert_eq!(known(&other), 1, "hooks find what was read");
    assert_eq!(ok(&other, &["import", path]), "0 new lessons, 0 known and now surer, 4 as they were\n");
    assert_eq!(export(&other), page);
    // Of each count the higher one holds.
    ok(&world, &record(SALT, &["--shared"]));
    let more = world.data().join("more.jsonl");
    assert!(ok(&world, &["export", more.to_str().unwrap()]).contains("4 lessons written"));
    assert_eq!(
        ok(&other, &["import", more.to_str().unwrap()]),
        "0 new lessons, 1 known and now surer, 3 as they were\n"
    );
    assert_eq!(export(&other), export(&world));
    assert_eq!(ok(&other, &["import", path]), "0 new lessons, 0 known and now surer, 4 as they were\n");
    // As an editor may have saved it.
    std::fs::write(&more, format!("\u{feff}{}", std::fs::read_to_string(path).unwrap())).unwrap();
    let marked = more.to_str().unwrap();
    assert_eq!(ok(&other, &["import", marked]), "0 new lessons, 0 known and now surer, 4 as they were\n");
    // Counts, nodes and edges are those of the memory that it came from.
    let sums = |world: &World| {
        let mut stats = object(world, &["stats", "--json"]);
        stats["bytes"] = json!(0);
        stats
    };
    assert_eq!(sums(&other), sums(&world));
}

#[test]
fn a_broken_or_newer_file_is_refused_whole() {
    let world = World::new();
    ok(&world, &record(SALT, &[]));
    let page = export(&world);
    let (header, lesson) = page.trim_end().split_once('\n').unwrap();
    let header = |count: usize| header.replace("\"lessons\":1", &format!("\"lessons\":{count}"));
    let other = World::new();
    std::fs::create_dir_all(other.data()).unwrap();
    let path = other.data().join("in.jsonl");
    let check = |text: &str, expected: &str| {
        std::fs::write(&path, text).unwrap();
        let told = refused(&other, 65, &["import", path.to_str().unwrap()]);
        assert!(told.contains(expected), "{expected}: {told}");
        assert!(!file(&other).exists(), "nothing was made: {expected}");
    };
    let with = |from: &str, to: &str| format!("{}\n{}\n", header(1), lesson.replace(from, to));
    check(&format!("{}\n{lesson}\n{{\"project\":", header(2)), "line 3: this is no lesson");
    check(&format!("{}\n{lesson}\n\n", header(2)), "line 3: this is no lesson");
    check(&format!("{}\n{lesson}\n", header(2)), "ends 1 lessons too early");
    check(&format!("{}\n{lesson}\n{lesson}\n", header(1)), "line 3: there are more lessons");
    check(&page.replace("\"version\":1", "\"version\":2"), "a newer driftguard wrote it");
    check(&page.replace("\"version\":1", "\"version\":\"x\""), "version of the format is not known");
    check(&format!("{lesson}\n"), "no header");
    check("", "neither an export");
    check(&with(SALT[1], " "), "line 2: a text is empty");
    check(&with("\"frequency\":1", "\"frequency\":0"), "never recorded");
    check(&with("\"frequency\":1", "\"frequency\":4294967295"), "too often");
    check(&with("\"said\":[0,0,0]", "\"said\":[0,9,0]"), "a form that is not there");
    check(&with("\"right\":1.0", "\"right\":-1.0"), "no count");
    check(&with("\"kind\":\"mistake\"", "\"kind\":\"blessing\""), "no lesson");
    check(&with("\"kind\":", "\"colour\":7,\"kind\":"), "unknown field");
    check(&with(SALT[2], &"x".repeat(5 << 20)), "too long");
    check(r#"{"format":"driftguard_graph","format_version":99,"graph":{"nodes":[],"edges":[]}}"#, "version 99");
    std::fs::write(&path, b"SQLite format 3\0\xff\xfe").unwrap();
    refused(&other, 65, &["import", path.to_str().unwrap()]);
    refused(&other, 65, &["import", other.data().to_str().unwrap()]);
    refused(&other, 66, &["import", "absent.jsonl"]);
    assert!(!file(&other).exists());
    // A memory that is there stays as it was.
    std::fs::write(&path, format!("{}\n{}\nx\n", header(2), lesson.replace(SALT[0], "bake bread"))).unwrap();
    refused(&world, 65, &["import", path.to_str().unwrap()]);
    assert_eq!(export(&world), page);
}

#[test]
fn graphs_of_driftguard_ai_are_read() {
    let world = World::new();
    std::fs::create_dir_all(world.data()).unwrap();
    let path = world.data().join("graph.json");
    let graph = json!({"format": "driftguard_graph", "format_version": 2, "graph": {"directed": true, "nodes": [
        {"id": "increase salt", "type": ["action"], "frequency": 3, "embedding": "AAAA", "first_seen": "2026-03-01T10:00:00+00:00",
         "last_seen": "2026-03-02T10:00:00+00:00"},
        {"id": "dish turn salty", "type": ["feedback"], "frequency": 3},
        {"id": "customer complain", "type": ["outcome"], "frequency": 3}],
        "edges": [{"source": "increase salt", "target": "dish turn salty", "frequency": 3},
                  {"source": "dish turn salty", "target": "customer complain", "frequency": 2}]}});
    std::fs::write(&path, serde_json::to_string_pretty(&graph).unwrap()).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(ok(&world, &["import", path]), "1 new lesson, 0 known and now surer, 0 as they were\n");
    assert_eq!(ok(&world, &["import", path]), "0 new lessons, 0 known and now surer, 1 as they were\n");
    let lesson = &object(&world, &["show", "1", "--json"])["lesson"];
    assert_eq!(
        (&lesson["frequency"], &lesson["origin"], &lesson["kind"]),
        (&json!(2), &json!("imported"), &json!("mistake"))
    );
    assert_eq!(object(&world, &["search", "increase salt", "--json"])["warnings"][0]["lesson"], 1);
    assert_eq!(
        ok(&world, &["import", path, "--success", "--shared"]),
        "1 new lesson, 0 known and now surer, 0 as they were\n"
    );
    assert_eq!(object(&world, &["show", "2", "--json"])["lesson"]["kind"], "success");
}

#[test]
fn a_picture_is_one_safe_file() {
    let world = World::new();
    ok(&world, &record(["run <script>x</script> & more", "it \"failed\"", SALT[0]], &[]));
    ok(&world, &record(SALT, &[]));
    let svg = ok(&world, &["graph", "1"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("<script"), "{svg}");
    // What followed on what came of it.
    assert!(svg.contains(SALT[2]), "{svg}");
    assert_eq!(svg, ok(&world, &["graph", "1"]));
    let path = world.data().join("lesson.svg");
    assert!(ok(&world, &["graph", "1", "-o", path.to_str().unwrap()]).contains("shows lesson 1"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    let below_a_file = path.join("x.svg");
    refused(&world, 73, &["graph", "1", "-o", below_a_file.to_str().unwrap()]);
}

#[test]
fn what_is_stored_is_never_written_over() {
    let world = World::new();
    let backup = world.home().join("backup.jsonl");
    let backup = backup.to_str().unwrap();
    std::fs::write(backup, "of another machine").unwrap();
    assert!(refused(&world, 66, &["export", backup]).contains("stays as it is"));
    ok(&world, &record(SALT, &[]));
    world.prompt("s", "p1", "fix the login");
    for own in [file(&world), world.database()] {
        let before = std::fs::read(&own).unwrap();
        for arguments in [&["export", own.to_str().unwrap()][..], &["graph", "1", "-o", own.to_str().unwrap()]] {
            assert!(refused(&world, 73, arguments).contains("a file of driftguard's own"));
        }
        assert_eq!(std::fs::read(&own).unwrap(), before);
    }
    assert!(ok(&world, &["export", backup]).contains("1 lesson"));
}

#[test]
fn the_name_of_a_project_is_harmless_to_look_at() {
    let world = World::new();
    let lines = world.home().join("lessons.jsonl");
    let lesson = r#"{"project":"/p\u001b]0;owned\u0007\u202e\u009b31m\r","kind":"mistake","origin":"stated","action":{"text":"a b"},"feedback":{"text":"c d"},"outcome":{"text":"e f"},"first_seen":1,"last_seen":1,"trust":{"right":1.0,"wrong":1.0},"records":[{"said":[0,0,0],"origin":"stated","frequency":1,"at":1}]}"#;
    let header = r#"{"format":"driftguard-memory","version":1,"lessons":1}"#;
    std::fs::write(&lines, format!("{header}\n{lesson}\n")).unwrap();
    ok(&world, &["import", lines.to_str().unwrap()]);
    for arguments in [&["why", "1"][..], &["why", "1", "--json"], &["list", "--all", "--json"], &["show", "1"]] {
        let shown = ok(&world, &[arguments, &["--color", "always"]].concat());
        let harmful = |sign: char| matches!(sign, '\u{7}' | '\r' | '\u{80}'..='\u{9f}' | '\u{202e}');
        assert!(shown.contains("/p") && !shown.contains(harmful) && !shown.contains("\u{1b}]"), "{shown:?}");
    }
}

#[test]
fn any_text_is_taken_and_bounded() {
    let world = World::new();
    assert!(refused(&world, 65, &record(["", "x", "y"], &[])).contains("none of them is empty"));
    refused(&world, 65, &record([" \n", "x", "y"], &[]));
    assert!(!file(&world).exists());
    // Windows takes 32 KB of arguments in all.
    let long = "the build broke and ".repeat(if cfg!(windows) { 600 } else { 6_000 });
    for action in ["🦀🔥 пересоберите проект", "構成を削除する", "a\u{202e}b\u{1b}[31mc", &long]
    {
        ok(&world, &record([action, "it failed", "it was undone"], &[]));
        ok(&world, &record([action, "it failed", "it was undone"], &[]));
    }
    let stats = object(&world, &["stats", "--json"]);
    assert_eq!(stats["mistakes"], 4, "said twice is known once");
    assert!(!ok(&world, &["list"]).contains('\u{1b}'));
    assert!(export(&world).lines().all(|line| line.len() < 4_000));
    // As much as a command line takes, from a file.
    let path = world.data().join("long.jsonl");
    let page = export(&world);
    let huge = "z".repeat(1 << 20);
    std::fs::write(&path, page.replace("構成を削除する", &huge)).unwrap();
    ok(&world, &["import", path.to_str().unwrap()]);
    assert!(export(&world).lines().all(|line| line.len() < 4_000), "a text of a megabyte is cut");
}

#[test]
fn credentials_are_never_kept() {
    let world = World::new();
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
    let command = format!("curl -H 'Authorization: Bearer {secret}' https://example.org/upload");
    let texts = [command.as_str(), "PASSWORD=hunter2hunter2 was refused", "asked for a token"];
    ok(&world, &record(texts, &["--command", &command]));
    let page = export(&world);
    assert!(!page.contains(secret) && !page.contains("hunter2"), "{page}");
    // Nor through a file.
    let path = world.data().join("in.jsonl");
    let leaking = page.replace("asked for a token", &format!("used {secret}"));
    std::fs::write(&path, leaking).unwrap();
    ok(&world, &["import", path.to_str().unwrap()]);
    for name in ["memory.db", "memory.db-wal", "driftguard.db", "driftguard.db-wal"] {
        let bytes = std::fs::read(world.data().join(name)).unwrap_or_default();
        let holds = |what: &str| bytes.windows(what.len()).any(|window| window == what.as_bytes());
        assert!(!holds(secret) && !holds("hunter2"), "{name}");
    }
    ok(&world, &["search", &command]);
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let world = World::new();
    let texts: Vec<[String; 3]> = ["lint", "build", "deploy", "migrate", "rename", "cache"]
        .map(|word| [format!("{word} everything"), format!("{word}ing broke"), format!("no {word} any more")])
        .to_vec();
    let children: Vec<_> = texts
        .iter()
        .flat_map(|texts| {
            let start = || {
                let [action, feedback, outcome] = texts;
                let flags = ["memory", "record", "--action", action, "--feedback", feedback, "--outcome", outcome];
                let mut command = world.driftguard(&flags);
                command.stdout(std::process::Stdio::null()).spawn().unwrap()
            };
            [start(), start()]
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let listed = object(&world, &["list", "--json"]);
    let lessons = listed["lessons"].as_array().unwrap();
    assert_eq!(lessons.len(), 6);
    assert!(lessons.iter().all(|lesson| lesson["frequency"] == 2), "{listed}");
}

#[test]
fn a_damaged_or_newer_memory_is_told_and_left_alone() {
    let world = World::new();
    ok(&world, &record(SALT, &[]));
    let doctor = |world: &World| {
        let told = world.call(&["doctor", "--json"], b"");
        let page: Value = serde_json::from_slice(&told.stdout).unwrap();
        page["checks"].as_array().unwrap().iter().find(|check| check["name"] == "memory").unwrap().clone()
    };
    let healthy = doctor(&world);
    assert!(healthy["state"] == "ok" && healthy["seen"].as_str().unwrap().contains(" 1 lesson,"), "{healthy}");

    let connection = rusqlite::Connection::open(file(&world)).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    refused(&world, 69, &["list"]);
    refused(&world, 69, &record(SALT, &[]));
    assert_eq!(doctor(&world)["state"], "fail");

    for side in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(world.data().join(format!("memory.db{side}")));
    }
    std::fs::write(file(&world), "this is no database, and it is longer than a header of one would be".repeat(9))
        .unwrap();
    let before = std::fs::read(file(&world)).unwrap();
    refused(&world, 65, &["search", "x"]);
    refused(&world, 65, &record(SALT, &[]));
    assert_eq!(doctor(&world)["state"], "fail");
    assert_eq!(std::fs::read(file(&world)).unwrap(), before);
}

#[test]
fn everything_stored_goes_and_one_session_does_not_take_the_lessons_along() {
    let world = World::new();
    let fill = || {
        ok(&world, &record(TYPO, &["--command", TYPO[0]]));
        std::fs::write(world.data().join("memory.db.backup"), "x").unwrap();
    };
    let left = || {
        let names =
            std::fs::read_dir(world.data()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("memory.db")).collect::<Vec<_>>()
    };
    fill();
    world.prompt("one", "p1", "fix the invoice");
    assert_eq!(world.call(&["purge", "--session", "one", "--yes"], b"").status.code(), Some(0));
    assert_eq!(world.call(&["purge", "--older-than", "1d", "--yes"], b"").status.code(), Some(0));
    assert_eq!(object(&world, &["stats", "--json"])["mistakes"], 1);
    assert_eq!(world.call(&["purge", "--all", "--yes"], b"").status.code(), Some(0));
    assert_eq!((left(), known(&world)), (vec![], 0));
    fill();
    assert_eq!(world.call(&["uninstall", "--purge", "--yes"], b"").status.code(), Some(0));
    assert_eq!(left(), Vec::<String>::new());
}

#[test]
fn what_cannot_be_removed_is_no_removal() {
    for arguments in [&["purge", "--all", "--yes"][..], &["uninstall", "--purge", "--yes"]] {
        for stays in ["faults.jsonl", "serve.token"] {
            let world = World::new();
            world.prompt("one", "p1", "fix the invoice");
            ok(&world, &record(TYPO, &[]));
            // Not even root removes a folder as a file.
            std::fs::create_dir_all(world.data().join(stays).join("inside")).unwrap();
            let (code, told, error) = shown(&world.call(arguments, b""));
            assert_eq!(code, Some(74), "{arguments:?} {stays}: {told} {error}");
            assert!(!told.contains("removed") && error.contains(stays), "{arguments:?}: {told} {error}");
            assert!(!file(&world).exists(), "all else goes");
        }
    }
}

#[test]
fn a_session_that_goes_names_the_lessons_that_it_taught() {
    let world = World::new();
    let teach = |session: &str, action: &str, feedback: &str| {
        let (action, feedback, outcome) =
            (Said::words(action), Said::words(feedback), Said::words("it was made again"));
        let session = Some(session.to_owned());
        let recording = Recording { action, feedback, outcome, session, at: 1, ..Recording::default() };
        let mut memory = Memory::open(&file(&world), Duration::from_secs(5)).unwrap();
        memory.record(&recording, &config::defaults().memory).unwrap().unwrap().lesson
    };
    for session in ["one", "two", "three"] {
        world.prompt(session, session, "fix the invoice");
    }
    let first = teach("one", "bake the bread for an hour", "the crust was burnt");
    let second = teach("one", "deploy on a friday", "nobody was there to help");
    teach("two", "deploy on a friday", "nobody was there to help");
    let told = |session: &str| {
        let (code, told, error) = shown(&world.call(&["purge", "--session", session, "--yes"], b""));
        assert_eq!((code, error.as_str()), (Some(0), ""));
        told
    };
    let forget = "`driftguard memory forget NUMBER` removes one";
    assert!(told("one").contains(&format!("2 lessons that it taught stay ({first}, {second}): {forget}")));
    assert!(told("two").contains(&format!("1 lesson that it taught stays ({second}): {forget}")));
    assert!(!told("three").contains("lesson"));
}

#[test]
fn a_repository_may_only_tighten_the_policy() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", TYPO[0]]));
    let policy = || object(&world, &["search", "make bread", "--json"])["policy"].clone();
    let own = world.project().join(".driftguard.toml");
    std::fs::write(&own, "[memory]\npolicy = \"block\"\n").unwrap();
    assert_eq!(policy(), "block");
    std::fs::write(&own, "[memory]\npolicy = \"record_only\"\n").unwrap();
    let (code, out, err) = call(&world, &["search", "make bread", "--json"]);
    assert!(code == Some(0) && err.contains("may not loosen"), "{err}");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["policy"], "warn");
}

#[test]
fn a_command_and_its_lesson_have_one_key() {
    let world = World::new();
    ok(&world, &record(TYPO, &["--command", "cd web && CI=1 npm run tset 2>&1 | tail -5"]));
    assert_eq!(object(&world, &["show", "1", "--json"])["lesson"]["key"].as_str(), key::of_line(TYPO[0]).as_deref());
    // Words alone are no command, though a shell would take them for one.
    ok(&world, &record(SALT, &[]));
    assert_eq!(object(&world, &["show", "2", "--json"])["lesson"]["key"], Value::Null);
    let flags = ["record", "--command", "make lint", "--feedback", "no rule", "--outcome", "just lint"];
    ok(&world, &flags);
    assert_eq!(object(&world, &["show", "3", "--json"])["lesson"]["action"], "make lint");
    assert!(ok(&world, &record(SALT, &["--command", "cat a.txt"])).contains("only looks"));
}

/// The examples of a command's help, with their continued lines in one.
#[cfg(unix)]
fn examples(help: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in help.lines().map(str::trim) {
        let continued = found.last_mut().filter(|last| last.ends_with('\\'));
        if let Some(last) = continued {
            last.pop();
            last.push_str(line);
        } else if line.starts_with("driftguard memory ") {
            found.push(line.to_owned());
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn every_example_of_the_help_does_what_it_says() {
    let world = World::new();
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_driftguard")).parent().unwrap();
    let run = |line: &str| {
        // What comes out of a pipe is the business of who stands behind it.
        let line = line.split(" | ").next().unwrap();
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", line]).current_dir(world.project()).env_clear();
        shell.env("PATH", folder).env("HOME", world.home()).env("DRIFTGUARD_HOME", world.data());
        shell.env("CLAUDE_CONFIG_DIR", world.home().join(".claude"));
        let (code, out, err) = shown(&shell.output().unwrap());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}: {out}");
        out
    };
    let graph = r#"{"format":"driftguard_graph","format_version":2,"graph":{"nodes":[
        {"id":"a","roles":["action"]},{"id":"b","roles":["feedback"]},{"id":"c","roles":["outcome"]}],
        "edges":[{"source":"a","target":"b","frequency":2},{"source":"b","target":"c","frequency":1}]}}"#;
    std::fs::write(world.project().join("graph.json"), graph).unwrap();
    let helps = ["record", "list", "search", "show", "why", "split", "forget", "texts", "graph", "export", "import"];
    let helps = helps.iter().chain(&["prune", "stats", ""]).map(|name| {
        let asked: Vec<&str> = ["memory", name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        shown(&world.call(&asked, b"")).1
    });
    let all: Vec<String> = helps.flat_map(|help| examples(&help)).collect();
    assert!(all.len() >= 13, "{all:?}");
    // First what the others look for.
    let (records, others): (Vec<&String>, Vec<&String>) =
        all.iter().partition(|line| line.starts_with("driftguard memory record"));
    for line in records {
        run(line);
    }
    ok(&world, &record(SALT, &[]));
    let mut searched = 0;
    for line in others {
        let out = run(line);
        if line.starts_with("driftguard memory search") {
            assert!(out.contains("lesson "), "{line}: {out}");
            assert_eq!(line.contains("look first"), out.contains("look first"), "{line}: {out}");
            searched += 1;
        }
    }
    assert!(
        searched >= 3 && world.project().join("lesson.svg").exists() && world.project().join("lessons.jsonl").exists()
    );
}

#[test]
fn where_remembering_is_switched_off_it_is_refused_by_hand_too() {
    let world = World::new();
    ok(&world, &record(SALT, &[]));
    let lines = world.project().join("lessons.jsonl");
    std::fs::write(&lines, export(&world)).unwrap();
    std::fs::write(world.data().join("config.toml"), "[memory]\nenabled = false\n").unwrap();
    for arguments in [record(TYPO, &[]), vec!["import", lines.to_str().unwrap()]] {
        let told = refused(&world, 69, &arguments);
        assert!(told.contains("`memory.enabled` is false") && told.contains("driftguard config show"), "{told}");
    }
    // What is there can be looked at and taken away.
    assert!(ok(&world, &["search", SALT[0]]).contains("lesson 1"));
    ok(&world, &["forget", "1"]);
}

#[test]
fn no_folder_is_made_for_a_file_that_is_named() {
    let world = World::new();
    ok(&world, &record(SALT, &[]));
    for arguments in
        [["graph", "1", "-o", "pictures/lesson.svg"], ["export", "pictures/lessons.jsonl", "--color", "never"]]
    {
        let told = refused(&world, 73, &arguments);
        assert!(told.contains("there is no folder pictures") && told.contains("make the folder first"), "{told}");
        assert!(!told.contains(".tmp"), "{told}");
    }
    assert!(refused(&world, 73, &["graph", "1", "-o", "src"]).contains("it is a folder"));
    assert!(!world.project().join("pictures").exists());
    assert_eq!(ok(&world, &["export", "-"]), export(&world));
    assert!(ok(&world, &["graph", "1", "-o", "-"]).starts_with("<svg "));
    assert!(!world.project().join("-").exists());
    ok(&world, &["graph", "1", "-o", "lesson.svg"]);
    ok(&world, &["graph", "1", "-o", "lesson.svg"]);
}

#[test]
fn a_file_with_times_ahead_is_refused_with_the_line() {
    let world = World::new();
    ok(&world, &record(SALT, &[]));
    ok(&world, &record(TYPO, &[]));
    let page = export(&world);
    let file = world.project().join("lessons.jsonl");
    let second: Value = serde_json::from_str(page.lines().nth(2).unwrap()).unwrap();
    let place = |path: &str, at: i64| {
        let mut lesson = second.clone();
        *lesson.pointer_mut(path).unwrap() = at.into();
        format!("{}\n{}\n{lesson}\n", page.lines().next().unwrap(), page.lines().nth(1).unwrap())
    };
    let now = second["last_seen"].as_i64().unwrap();
    for (path, at) in [("/last_seen", now * 1_000), ("/first_seen", -1), ("/records/0/at", now + 3 * 86_400_000)] {
        std::fs::write(&file, place(path, at)).unwrap();
        let told = refused(&world, 65, &["import", file.to_str().unwrap()]);
        assert!(told.contains(", line 3: a time of it lies ahead or before 1970"), "{told}");
    }
    // The clocks of two machines may be apart by some hours.
    std::fs::write(&file, place("/last_seen", now + 3_600_000)).unwrap();
    ok(&world, &["import", file.to_str().unwrap()]);
}

#[test]
fn none_is_no_count_of_lessons() {
    let world = World::new();
    let (code, _, err) = call(&world, &["list", "--limit", "0"]);
    assert_eq!(code, Some(64), "{err}");
    assert!(err.contains("write a number from 1 on"), "{err}");
    ok(&world, &["list", "--limit", "1"]);
    assert!(refused(&world, 65, &["search", "  "]).contains("is empty"));
}
