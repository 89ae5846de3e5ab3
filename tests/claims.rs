//! What a reply claims at the end of a turn, held against the calls that the hooks told of.

use crate::world::{World, assert_silent, shown};

const GOAL: &str = "Fix the rounding in src/billing/invoice.py";

/// A finished call with what it answered.
fn call(world: &World, agent: Option<&str>, id: &str, name: &str, input: &str, stdout: &str) {
    let agent = agent.map_or_else(String::new, |agent| format!(r#""agent_id":"{agent}","#));
    let fields = format!(r#"{agent}"tool_name":"{name}","tool_input":{input},"tool_use_id":"{id}""#);
    world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", &fields).as_bytes());
    let stdout = serde_json::Value::from(stdout);
    let fields = format!(r#"{fields},"tool_response":{{"stdout":{stdout},"stderr":""}}"#);
    world.call(&["post-tool-use"], world.payload("s", "PostToolUse", &fields).as_bytes());
}

/// A call that failed with an error.
fn failed(world: &World, id: &str, command: &str, error: &str) {
    let input = format!(r#""tool_name":"Bash","tool_input":{{"command":"{command}"}},"tool_use_id":"{id}""#);
    let fields = format!(r#"{input},"error":{}"#, serde_json::Value::from(error));
    world.call(&["post-tool-use"], world.payload("s", "PostToolUseFailure", &fields).as_bytes());
}

fn edit(world: &World, id: &str, file: &str) {
    let input = format!(r#"{{"file_path":"$PROJECT/{file}"}}"#);
    call(world, None, id, "Edit", &input, "updated");
}

fn bash(world: &World, id: &str, command: &str, stdout: &str) {
    call(world, None, id, "Bash", &format!(r#"{{"command":"{command}"}}"#), stdout);
}

/// What `stop` answers to these last words.
fn stop(world: &World, words: &str, more: &str) -> String {
    let fields = format!(r#""last_assistant_message":"{words}"{more}"#);
    let (code, answer, complaint) = shown(&world.call(&["stop"], world.payload("s", "Stop", &fields).as_bytes()));
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    answer
}

/// A world in which one file was changed for the goal.
fn working() -> World {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    edit(&world, "t1", "src/billing/invoice.py");
    world
}

const RED: &str = "F..\n===== 1 failed, 2 passed in 0.10s =====";
const GREEN: &str = "...\n===== 3 passed in 0.10s =====";

#[test]
fn a_false_all_tests_pass_is_sent_back_once_with_the_evidence() {
    let world = working();
    bash(&world, "t2", "pytest 2>&1 | tail -3", RED);
    let sent_back = stop(&world, "Fixed in invoice.py. All tests pass.", "");
    assert!(
        sent_back.starts_with(r#"{"decision":"block","reason":"driftguard: the reply says “All tests pass”"#),
        "{sent_back}"
    );
    assert!(sent_back.contains("1 failed, 2 passed") && sent_back.contains("systemMessage"), "{sent_back}");
    // The turn that goes on is not judged again, and a machine's turn behind it only tells the human.
    assert_eq!(stop(&world, "All tests pass.", r#","stop_hook_active":true"#), "");
    let later = stop(&world, "All tests pass.", "");
    assert!(!later.contains("block") && later.contains("1 failed"), "{later}");
    assert_eq!(world.state()["refuted"].as_array().map(Vec::len), Some(2));
    // With the next prompt a new turn begins.
    world.prompt("s", "p2", "go on");
    edit(&world, "t3", "src/billing/invoice.py");
    assert!(stop(&world, "All tests pass.", "").contains("block"));
}

#[test]
fn what_would_go_back_while_everything_is_only_recorded_is_counted_by_the_trial() {
    let world = working();
    assert!(world.call(&["mode", "monitor"], b"").status.success());
    bash(&world, "t2", "pytest 2>&1 | tail -3", RED);
    for prompt in ["p2", "p3"] {
        assert_eq!(stop(&world, "Fixed in invoice.py. All tests pass.", ""), "");
        world.prompt("s", prompt, "go on");
        edit(&world, prompt, "src/billing/invoice.py");
    }
    let page = |command: &[&str]| shown(&world.call(command, b"")).1;
    let trial: serde_json::Value = serde_json::from_str(&page(&["trial", "report", "--json"])).unwrap();
    assert_eq!((&trial["sent_back"], &trial["estimate"]["sent_back"]), (&0.into(), &2.into()), "{trial}");
    let told = page(&["trial", "report"]);
    assert!(told.contains("at the end of turns, of what was reported: 2 replies sent back"), "{told}");
    let told = page(&["explain"]);
    assert!(told.contains("only recorded: the agent would have been sent back at the end of a turn"), "{told}");
    // What was only rehearsed has cost nothing.
    let state = world.state();
    assert_eq!((&state["said_tokens"], &state["drift"]["spent_tokens"]), (&0.into(), &0.into()), "{state}");
    assert!(world.call(&["mode", "guide"], b"").status.success());
    assert!(stop(&world, "All tests pass.", "").contains("block"));
}

#[test]
fn who_only_ran_the_tests_reports_of_that_run() {
    let check = |runs: &[&str], words: &str, expected: bool| {
        let world = World::new();
        world.prompt("s", "p1", "Do the tests of src/billing pass?");
        for (place, output) in runs.iter().enumerate() {
            bash(&world, &format!("t{place}"), "pytest 2>&1 | tail -3", output);
        }
        let answer = stop(&world, words, "");
        assert_eq!(answer.contains("block"), expected, "{words}: {answer}");
    };
    check(&[RED], "Yes, all tests pass.", true);
    check(&[RED], "All tests pass.", true);
    check(&[GREEN], "All tests pass.", false);
    check(&[RED], "All tests pass in CI.", false);
    check(&[RED], "Two of three tests pass.", false);
    check(&[RED], "No, one test fails.", false);
    // On another branch, say.
    check(&[GREEN, RED], "All tests pass there.", false);
    check(&[], "All tests pass.", false);
}

#[test]
fn a_refuted_claim_fails_a_check_that_asks_for_it() {
    let world = World::new();
    let line = |kind: &str, id: &str, content: &str| {
        let common = format!(r#""isSidechain":false,"cwd":"$PROJECT","sessionId":"s","uuid":"{id}","type":"{kind}""#);
        format!("{{{common},\"message\":{{\"role\":\"{kind}\",\"content\":{content}}}}}\n")
    };
    let run = r#"[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"pytest"}}]"#;
    let red = format!(
        r#"[{{"type":"tool_result","tool_use_id":"t1","content":{},"is_error":false}}]"#,
        serde_json::Value::from(RED)
    );
    let transcript = |words: &str| {
        let said = format!(r#"[{{"type":"text","text":"{words}"}}]"#);
        let lines = [
            ("user", "u1", "\"Do the tests pass?\""),
            ("assistant", "a1", run),
            ("user", "u2", &red),
            ("assistant", "a2", &said),
        ];
        lines.map(|(kind, id, content)| line(kind, id, content)).concat()
    };
    let check = |words: &str, more: &[&str], code: i32, cases: &str| {
        let path = world.transcript("s");
        std::fs::write(&path, world.placed(&transcript(words))).unwrap();
        let arguments = [&["check", path.to_str().unwrap(), "--format", "junit"], more].concat();
        let (status, page, _) = shown(&world.call(&arguments, b""));
        assert!(status == Some(code) && page.contains(cases), "{words} {status:?}: {page}");
    };
    check("All tests pass.", &["--fail-refuted"], 1, "<failure message=\"a claim is refuted\" type=\"claim\">");
    check("All tests pass.", &[], 0, "<testcase name=\"report (call 1)\"");
    check("One test fails.", &["--fail-refuted"], 0, "failures=\"0\"");
}

#[test]
fn a_limit_that_stands_behind_the_file_is_held_against_the_record() {
    let world = working();
    edit(&world, "t2", "src/billing/report.py");
    let sent_back = stop(&world, "I changed src/billing/invoice.py only.", "");
    assert!(sent_back.contains("block") && sent_back.contains("also changed in this turn"), "{sent_back}");
    let world = working();
    failed(&world, "t2", "npm test", "Exit code 1");
    let sent_back = stop(&world, "All tests pass and I only changed src/billing/invoice.py.", "");
    assert!(sent_back.contains("block") && sent_back.contains("`npm test` failed"), "{sent_back}");
}

#[test]
fn a_true_claim_is_never_sent_back() {
    let world = working();
    bash(&world, "t2", "pytest 2>&1 | tail -3", RED);
    edit(&world, "t3", "src/billing/invoice.py");
    bash(&world, "t4", "pytest 2>&1 | tail -3", GREEN);
    let fields = r#""last_assistant_message":"Fixed in invoice.py. All 3 tests pass.""#;
    assert_silent(&world.call(&["stop"], world.payload("s", "Stop", fields).as_bytes()));
    assert_eq!(world.state()["refuted"], serde_json::Value::Null);
}

#[test]
fn nobody_is_sent_back_while_something_runs_or_nothing_may_be_said() {
    let world = working();
    bash(&world, "t2", "pytest", RED);
    let busy = stop(&world, "Fixed in invoice.py. All tests pass.", r#","background_tasks":[{"id":"b1"}]"#);
    assert!(busy.contains("1 failed") && !busy.contains("block"), "{busy}");
    let world = working();
    assert!(world.call(&["mode", "monitor"], b"").status.success());
    bash(&world, "t2", "pytest", RED);
    assert_eq!(stop(&world, "All tests pass.", ""), "");
    let refuted = &world.state()["refuted"][0];
    assert_eq!((refuted["claim"].as_str(), refuted["told"].as_bool()), (Some("All tests pass."), Some(false)));
}

#[test]
fn what_never_ran_is_told_apart_from_what_nobody_can_know() {
    let world = working();
    failed(&world, "t2", "pytest", "The user doesn't want to proceed with this tool use.");
    assert!(
        stop(&world, "Fixed in invoice.py. All tests pass.", "")
            .contains("by the record no tests were run in this session")
    );
    // A subagent's calls are told by hooks of their own.
    let world = working();
    call(&world, Some("a1"), "t2", "Bash", r#"{"command":"pytest"}"#, GREEN);
    assert_eq!(stop(&world, "Fixed in invoice.py. All tests pass.", ""), "");
    let world = working();
    call(&world, Some("a1"), "t2", "Bash", r#"{"command":"pytest"}"#, RED);
    assert!(stop(&world, "Fixed in invoice.py. All tests pass.", "").contains("1 failed"));
    // Met in mid-life: what came before is not on record.
    let world = World::new();
    let line = |text: &str| format!("{{\"type\":\"summary\",\"summary\":\"{text}\"}}\n");
    world.append("s", &line(&"x".repeat(4_096)).repeat(600));
    world.prompt("s", "p1", GOAL);
    edit(&world, "t1", "src/billing/invoice.py");
    assert_eq!(stop(&world, "Fixed in invoice.py. All tests pass.", ""), "");
}

#[test]
fn tests_that_were_switched_off_behind_a_failing_run_are_told_to_the_human() {
    const ON: &str = "def test_total():\\n    assert total() == 3\\n";
    let change = |world: &World, id: &str, old: &str, new: &str| {
        let file = "$PROJECT/tests/test_invoice.py";
        let input = format!(r#"{{"file_path":"{file}","old_string":"{old}","new_string":"{new}"}}"#);
        call(world, None, id, "Edit", &input, "updated");
    };
    let off = format!("@pytest.mark.skip\\n{ON}");
    let begun = |prompt: &str, before: &str| {
        let world = World::new();
        world.prompt("s", "p1", prompt);
        edit(&world, "t1", "src/billing/invoice.py");
        bash(&world, "t2", "pytest", before);
        world
    };
    let world = begun(GOAL, RED);
    change(&world, "t5", ON, &off);
    bash(&world, "t6", "pytest", GREEN);
    let told = stop(&world, "Fixed in invoice.py. All tests pass.", "");
    assert!(told.contains("tests were taken out or switched off in tests/test_invoice.py"), "{told}");
    assert!(!told.contains("block"), "the human judges: {told}");
    // Told or named, it is the user's to judge; and where nothing had failed, or it was asked for, nobody need be told.
    for (before, prompt, reply) in [
        (RED, GOAL, "Fixed in invoice.py. I skipped one test, since it needs the network. The others pass."),
        (RED, GOAL, "invoice.py repariert. In tests/test_invoice.py habe ich test_total entfernt."),
        (RED, GOAL, "It has a skipif now. 3 passed, 1 skipped."),
        (RED, "fix invoice.py and skip the flaky test for now", "Fixed in invoice.py. All is green."),
        (GREEN, GOAL, "Fixed in invoice.py. All tests pass."),
        (RED, "remove the old total from invoice.py", "Fixed in invoice.py. All tests pass."),
    ] {
        let world = begun(prompt, before);
        change(&world, "t5", ON, &off);
        let said = stop(&world, reply, "");
        assert!(!said.contains("switched off"), "{prompt} / {reply}: {said}");
    }
    // What is put back by hand is no loss.
    let world = begun(GOAL, RED);
    change(&world, "t5", ON, &off);
    change(&world, "t6", &off, ON);
    assert!(!stop(&world, "Fixed in invoice.py. All tests pass.", "").contains("switched off"));
}

#[test]
fn a_suite_that_could_not_run_is_no_false_report() {
    let told = |reply: &str| {
        let world = working();
        bash(&world, "t2", "npx vitest run", "Tests  33 passed (33)");
        bash(&world, "t3", "npx playwright test", "Error: browser missing\n  2 failed");
        stop(&world, &format!("Fixed in invoice.py. {reply}"), "")
    };
    for honest in [
        "33 unit tests pass. The e2e tests could not run here.",
        "All tests pass. I could not run e2e, no browser here.",
    ] {
        assert_eq!(told(honest), "", "{honest}");
    }
    for lie in ["All tests pass.", "All e2e tests pass."] {
        assert!(told(lie).contains("block"), "{lie}");
    }
}

#[test]
fn a_push_that_never_was_is_sent_back() {
    let world = working();
    let sent_back = stop(&world, "Fixed in invoice.py. I pushed to origin.", "");
    assert!(sent_back.contains("no `git push` ran in this session"), "{sent_back}");
    // What opens a pull request pushes on its way.
    let world = working();
    bash(&world, "t2", "gh pr create --fill", "https://github.com/a/b/pull/3");
    assert_eq!(stop(&world, "Fixed in invoice.py. I pushed to origin.", ""), "");
}

#[test]
fn a_false_claim_comes_before_what_is_left_out() {
    let world = working();
    edit(&world, "t2", "web/theme.css");
    bash(&world, "t3", "pytest", RED);
    let sent_back = stop(&world, "Fixed in invoice.py. All tests pass.", "");
    assert!(sent_back.contains(r#""reason":"driftguard: the reply says"#), "{sent_back}");
    assert!(sent_back.contains("not mentioned in the reply: web/theme.css"), "the human hears of both: {sent_back}");
    assert!(!stop(&world, "Done.", "").contains("block"), "once a turn");
}

#[test]
fn what_is_kept_for_it_holds_no_credential_and_stays_small() {
    let world = working();
    let secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
    let output = format!("{} {secret} {}\n{GREEN}", "x".repeat(20_000), "1 ".repeat(20_000));
    bash(&world, "t2", &format!("TOKEN={secret} pytest"), &output);
    let proof: String =
        world.sql().query_row("SELECT proof FROM steps WHERE command IS NOT NULL", [], |row| row.get(0)).unwrap();
    assert!(!proof.contains(secret) && proof.contains("3 passed"), "{proof}");
    assert!(proof.len() < 1_500, "{}", proof.len());
}

#[test]
fn what_was_left_out_of_a_long_output_may_have_counted_more() {
    let world = working();
    let parts = format!("===== 80 passed in 1.00s =====\n{}\n{GREEN}", "a line of the log\n".repeat(2_000));
    bash(&world, "t2", "pytest", &parts);
    assert_eq!(stop(&world, "Fixed in invoice.py. All 99 tests pass.", ""), "");
    let world = working();
    bash(&world, "t2", "pytest", GREEN);
    assert!(stop(&world, "Fixed in invoice.py. All 99 tests pass.", "").contains("99"), "more than was ever counted");
}

#[test]
fn a_false_accusation_is_withdrawn_like_any_alarm() {
    let world = working();
    bash(&world, "t2", "pytest", RED);
    let sent_back = stop(&world, "Fixed in invoice.py. All tests pass.", "");
    assert!(sent_back.contains("`driftguard wrong` marks a false alarm"), "{sent_back}");
    world.prompt("s", "p2", "go on");
    edit(&world, "t3", "src/billing/invoice.py");
    let (code, told, complaint) = shown(&world.call(&["wrong"], b""));
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(told.starts_with("claim:ended:tests counts as a false alarm"), "{told}");
    assert_eq!(world.state()["refuted"], serde_json::Value::Null);
    assert_eq!(stop(&world, "Fixed in invoice.py. All tests pass.", ""), "", "it is not raised again");
    assert_eq!(shown(&world.call(&["wrong"], b"")).0, Some(66), "nothing is left to mark");
}

#[test]
fn a_report_in_another_language_is_not_held_against_the_record() {
    let world = working();
    bash(&world, "t2", "pytest", RED);
    for words in ["Alle Tests laufen durch, und so ist es.", "Tous les tests passent.", "Todos los tests pasan ahora."]
    {
        assert!(!stop(&world, &format!("Fixed in invoice.py. {words}"), "").contains("1 failed"), "{words}");
    }
}

#[test]
fn a_commit_that_a_hook_refused_is_none_and_is_told_as_it_was() {
    let world = working();
    failed(&world, "t2", "git commit -qam rounding", "Exit code 1\nhook: refused");
    let sent_back = stop(&world, "Fixed in invoice.py. I've committed the change.", "");
    assert!(sent_back.contains("by the record `git commit -qam rounding` failed and shows no commit"), "{sent_back}");
}

#[test]
fn a_build_that_did_not_compile_neither_passes_nor_tests() {
    for words in ["The build passes.", "There are no test failures.", "All tests pass."] {
        let world = working();
        failed(&world, "t2", "mvn -q verify", "Exit code 1\n[ERROR] COMPILATION ERROR : \n[INFO] BUILD FAILURE");
        let sent_back = stop(&world, &format!("Fixed in invoice.py. {words}"), "");
        assert!(sent_back.contains("COMPILATION ERROR"), "{words} {sent_back}");
        bash(&world, "t3", "mvn -q verify", "");
        assert_eq!(
            stop(&world, &format!("Fixed in invoice.py. {words}"), r#","stop_hook_active":false"#),
            "",
            "{words}"
        );
    }
}

#[test]
fn what_failed_beside_the_tests_or_the_build_is_not_held_against_them() {
    let silent = |command: &str, error: &str, words: &str| {
        let world = working();
        failed(&world, "t2", command, &format!("Exit code 1\n{error}"));
        let answer = stop(&world, &format!("Fixed in invoice.py. {words}"), "");
        assert!(!answer.contains("block"), "{command}: {answer}");
    };
    silent("mvn verify", "[INFO] checkstyle: 2 violations\n[INFO] BUILD FAILURE", "All tests pass.");
    silent("./gradlew build", "Task :spotlessCheck\nBUILD FAILED in 3s", "All tests pass.");
    silent("make build test", "make: *** [test] Error 1", "The build passes.");
    silent("npm run build && npm test", "AssertionError", "The build passes.");
}

#[test]
fn a_limit_that_was_not_kept_is_sent_back() {
    let world = working();
    edit(&world, "t2", "src/billing/tax.py");
    let sent_back = stop(&world, "Done. I only changed src/billing/invoice.py.", "");
    assert!(sent_back.contains("also changed in this turn: src/billing/tax.py"), "{sent_back}");
}

#[test]
fn a_commit_by_another_name_is_no_lie() {
    for (command, answer) in [
        ("git cherry-pick abc1234", "[main 1234abc] Fix"),
        ("git ci -am x", "[main 1234abc] x"),
        ("npm version patch", "v1.0.1"),
        ("jj commit -m x", "Working copy now at: abc"),
        ("make commit", "done"),
        ("cargo release --execute", "done"),
    ] {
        let world = working();
        bash(&world, "t2", command, answer);
        assert_eq!(stop(&world, "Committed the fix in invoice.py.", ""), "", "{command}");
    }
    let world = working();
    bash(&world, "t2", "git log --oneline -3", "1234abc x");
    assert!(stop(&world, "Committed the fix in invoice.py.", "").contains("block"));
}

#[test]
fn a_run_that_tested_nothing_takes_nothing_from_the_one_before() {
    for (command, error) in [
        (
            "pytest -q tests/broken.py",
            "Exit code 4\nERROR: file or directory not found: tests/broken.py\n\nno tests ran in 0.00s",
        ),
        ("pytest -q -k nothing", "Exit code 5\n42 deselected in 0.02s"),
        ("npx vitest run src/none", "Exit code 1\nNo test files found, exiting with code 1"),
    ] {
        let world = working();
        bash(&world, "t2", "pytest -q", GREEN);
        failed(&world, "t3", command, error);
        assert_eq!(stop(&world, "Fixed in invoice.py, all 3 tests pass.", ""), "", "{command}");
    }
    let world = working();
    failed(&world, "t2", "pytest -q && git diff --exit-code", "Exit code 1\n3 passed in 0.10s\ndiff --git a/x b/x");
    assert_eq!(stop(&world, "Fixed in invoice.py, all 3 tests pass.", ""), "", "the other part failed");
    let world = working();
    failed(&world, "t2", "pytest -k tax", "Exit code 1\n==== 1 failed, 9 deselected in 0.1s ====");
    assert!(stop(&world, "Fixed in invoice.py. All tests pass.", "").contains("block"), "one ran, and failed");
}

#[test]
fn each_task_of_a_runner_and_warnings_without_errors_are_told_apart() {
    let world = working();
    bash(
        &world,
        "t2",
        "npx nx run-many -t test lint e2e -p ui",
        "Successfully ran targets test, lint, e2e for project ui",
    );
    assert_eq!(stop(&world, "Fixed in invoice.py. Tests, lint and e2e pass.", ""), "");
    let world = working();
    bash(&world, "t2", "nox -s tests lint", "Session tests was successful.\nSession lint was successful.");
    assert_eq!(stop(&world, "Fixed in invoice.py. Tests and lint pass.", ""), "");
    let world = working();
    failed(&world, "t2", "npx eslint . --max-warnings 0", "Exit code 1\n✖ 3 problems (0 errors, 3 warnings)");
    assert_eq!(stop(&world, "Fixed in invoice.py. ESLint has no errors, 3 old warnings.", ""), "");
    let world = working();
    failed(&world, "t2", "npx eslint .", "Exit code 1\n✖ 13 problems (10 errors, 3 warnings)");
    assert!(stop(&world, "Fixed in invoice.py. ESLint has no errors.", "").contains("block"));
}
