//! `driftguard replay` as a person calls it: folders of pages and recordings, their differences, updates and reports.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

const PAGE: &str = "\
# One stray change

```session
user  Fix is_valid in src/auth/token.py. Keep to src/auth/.
edit  src/auth/token.py #a
edit  src/styles/theme.css #b
check  # score: 4  level: intervene
```
";

/// What a call of `driftguard replay` gave.
struct Answer {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Replays in a folder and home of its own.
fn replay(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_driftguard"));
    let output =
        command.current_dir(folder).env_clear().env("HOME", folder).arg("replay").args(arguments).output().unwrap();
    Answer {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix("driftguard-replay").tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn text(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

fn sessions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/sessions")
}

fn recording(name: &str) -> String {
    std::fs::read_to_string(sessions().join(name).join("transcript.jsonl")).unwrap()
}

#[test]
fn every_recorded_session_is_as_expected() {
    let answer = replay(&sessions(), &["."]);
    assert_eq!(answer.code, 0, "{}{}", answer.stdout, answer.stderr);
    let count = std::fs::read_dir(sessions()).unwrap().count();
    assert!(answer.stdout.contains(&format!("{count} of {count} as expected")), "{}", answer.stdout);
}

#[test]
fn folders_are_searched_in_order_of_name() {
    let folder = folder_with(&[("b/page.md", PAGE), ("a/second.md", PAGE), ("a/first.md", PAGE), ("a/notes.txt", "x")]);
    let answer = replay(folder.path(), &["a", "b/page.md"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let shown: Vec<String> = answer
        .stdout
        .lines()
        .filter(|line| line.contains("as expected "))
        .filter_map(|line| line.split_whitespace().last())
        .map(|path| path.replace('\\', "/"))
        .collect();
    assert_eq!(shown, ["a/first.md", "a/second.md", "b/page.md"]);
    assert!(answer.stdout.ends_with("3 of 3 as expected\n"), "{}", answer.stdout);
}

#[test]
fn a_differing_page_shows_the_first_difference_and_exits_1() {
    let page = PAGE.replace("score: 4", "score: 9");
    let folder = folder_with(&[("differs.md", &page), ("holds.md", PAGE)]);
    let answer = replay(folder.path(), &["."]);
    assert_eq!(answer.code, 1);
    assert!(answer.stdout.contains("1 of 2 as expected"), "{}", answer.stdout);
    assert!(
        answer.stdout.contains("-check  # score: 9  level: intervene\n+check  # score: 4  level: intervene\n"),
        "{}",
        answer.stdout
    );
    assert_eq!(text(&folder, "differs.md"), page, "nothing is written without --update");
}

#[test]
fn an_update_writes_what_holds_and_nothing_the_second_time() {
    let folder = folder_with(&[
        ("page.md", &PAGE.replace("score: 4", "score: 9")),
        ("s/transcript.jsonl", &recording("scope-drift")),
    ]);
    assert_eq!(replay(folder.path(), &["."]).code, 1, "a recording of which nothing is expected differs");
    let first = replay(folder.path(), &[".", "--update"]);
    assert_eq!((first.code, first.stdout.matches("updated").count()), (0, 2), "{}", first.stdout);
    let written = (text(&folder, "page.md"), text(&folder, "s/transcript.expected.json"));
    assert_eq!(written.0, PAGE);
    let second = replay(folder.path(), &[".", "--update"]);
    assert_eq!((second.code, second.stdout.matches("updated").count()), (0, 0), "{}", second.stdout);
    assert_eq!((text(&folder, "page.md"), text(&folder, "s/transcript.expected.json")), written);
}

#[test]
fn what_is_no_text_is_no_page_and_nothing_that_was_expected() {
    let folder = folder_with(&[("s/transcript.jsonl", &recording("scope-drift"))]);
    for file in ["page.md", "s/transcript.expected.json"] {
        std::fs::write(folder.path().join(file), b"# caf\xe9\n").unwrap();
        let answer = replay(folder.path(), &[if file == "page.md" { file } else { "s" }]);
        assert_eq!(answer.code, 65, "{}", answer.stderr);
        assert!(answer.stderr.contains("hint: it must be text in UTF-8"), "{}", answer.stderr);
    }
}

#[test]
fn what_cannot_be_played_keeps_nothing_else_from_being_played() {
    let folder = folder_with(&[("a.md", "# café\n"), ("b.md", "# nothing to compare\n"), ("c.md", PAGE)]);
    std::fs::write(folder.path().join("a.md"), b"# caf\xe9\n").unwrap();
    let answer = replay(folder.path(), &[".", "--junit", "all.xml"]);
    assert_eq!(answer.code, 65, "{}", answer.stderr);
    assert!(answer.stderr.contains("a.md") && !answer.stderr.contains("b.md"), "{}", answer.stderr);
    assert!(answer.stdout.contains("1 of 3 as expected"), "{}", answer.stdout);
    assert!(answer.stdout.contains("Not played besides:\n  ./b.md holds nothing to compare"), "{}", answer.stdout);
    assert!(
        text(&folder, "all.xml").contains("tests=\"3\" skipped=\"0\" failures=\"0\" errors=\"2\""),
        "{}",
        text(&folder, "all.xml")
    );
}

#[test]
fn a_differing_recording_shows_the_first_difference() {
    let expected = std::fs::read_to_string(sessions().join("scope-drift/transcript.expected.json")).unwrap();
    let wrong = expected.replacen("\"score\": 4", "\"score\": 7", 1);
    assert_ne!(wrong, expected);
    let folder = folder_with(&[("transcript.jsonl", &recording("scope-drift")), ("transcript.expected.json", &wrong)]);
    let answer = replay(folder.path(), &["transcript.jsonl"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stdout.contains("-      \"score\": 7,\n+      \"score\": 4,\n"), "{}", answer.stdout);
}

#[test]
fn a_recording_of_which_nothing_is_expected_shows_what_was_found() {
    let folder = folder_with(&[("transcript.jsonl", &recording("scope-drift"))]);
    let answer = replay(folder.path(), &["transcript.jsonl", "--junit", "new.xml"]);
    assert_eq!(answer.code, 1, "{}", answer.stderr);
    let told = &answer.stdout;
    assert!(told.contains("nothing expected") && told.contains("--update writes what was found"), "{told}");
    assert!(told.contains("  call 7: score 4, intervene: changed src/styles/theme.css"), "{told}");
    assert!(!told.contains("+++") && !told.contains("differs"), "{told}");
    let xml = text(&folder, "new.xml");
    assert!(xml.contains("skipped=\"1\" failures=\"0\"") && xml.contains("nothing is expected of it yet"), "{xml}");
    assert_eq!(replay(folder.path(), &["transcript.jsonl", "--update"]).code, 0);
    let answer = replay(folder.path(), &["transcript.jsonl"]);
    assert!(answer.code == 0 && answer.stdout.contains("1 of 1 as expected"), "{}", answer.stdout);
}

#[test]
fn a_report_for_ci_names_each_page_and_is_the_same_every_time() {
    let folder = folder_with(&[("differs.md", &PAGE.replace("score: 4", "score: 9")), ("holds.md", PAGE)]);
    assert_eq!(replay(folder.path(), &["holds.md", "differs.md", "--junit", "one.xml"]).code, 1);
    assert_eq!(replay(folder.path(), &["holds.md", "differs.md", "--junit", "two.xml"]).code, 1);
    let xml = text(&folder, "one.xml");
    assert!(xml.contains("tests=\"2\" skipped=\"0\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<testcase name=\"holds.md\""), "{xml}");
    assert!(xml.contains("<testcase name=\"differs.md\""), "{xml}");
    assert_eq!(xml, text(&folder, "two.xml"));
    let nowhere = replay(folder.path(), &["holds.md", "--junit", "no/such/folder.xml"]);
    assert_eq!(nowhere.code, 73, "{}", nowhere.stderr);
}

/// The exit code, and what stands on stderr.
#[track_caller]
fn fails(files: &[(&str, &str)], arguments: &[&str], code: i32, words: &[&str]) {
    let folder = folder_with(files);
    let answer = replay(folder.path(), arguments);
    assert_eq!(answer.code, code, "{}{}", answer.stdout, answer.stderr);
    for word in words.iter().chain(&["error: ", "hint: "]) {
        assert!(answer.stderr.contains(word), "{word} in {}", answer.stderr);
    }
}

#[test]
fn what_cannot_be_replayed_is_told_with_its_place() {
    let bad = PAGE.replace("edit  src/styles", "edti  src/styles");
    fails(&[("bad.md", &bad)], &["bad.md"], 65, &["bad.md: line 6: `edti` is no event"]);
    fails(&[("bad.md", &PAGE.replace("score:", "points:"))], &["."], 65, &["line 7: `points:` is no expectation"]);
    fails(&[("open.md", "# x\n```session\nuser x\n")], &["open.md"], 65, &["line 2: the `session` block has no end"]);
    fails(&[], &["absent.md"], 66, &["absent.md does not exist"]);
    fails(&[("notes.txt", "x")], &["."], 66, &["nothing to replay there"]);
}
