//! Every hazard that real transcripts hold, as a small session in the real format: what is read from it, line by line.

#![expect(clippy::unwrap_used, reason = "a fixture that cannot be read is a failed test")]

use driftguard::agent::{ClaudeCode, Texts};
use driftguard::domain::{Cursor, Event, FileVerb, Outcome, OutcomeStatus, What};
use driftguard::transcript::{Limits, Progress, catch_up, read_all};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

const MAX_LINE: usize = 1 << 20;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/transcripts")
}

fn read(name: &str) -> (Progress, Vec<Event>) {
    let mut events = Vec::new();
    let path = fixtures().join(format!("{name}.jsonl"));
    let progress = read_all(&path, MAX_LINE, Texts::default(), &ClaudeCode, &mut |event| events.push(event)).unwrap();
    (progress, events)
}

/// An event in one line. Texts are cut at their first line.
fn shown(event: &Event) -> String {
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let what = match &event.what {
        What::Prompt(prompt) => {
            let class = serde_json::to_string(&prompt.class).unwrap();
            format!("{} {}", class.trim_matches('"'), first(&prompt.text))
        }
        What::Thought => "thought".to_owned(),
        What::Reply(text) => format!("reply {}", first(text)),
        What::Call(call) => {
            let id = call.call_id.trim_start_matches("toolu_");
            let effects = call.action.effects.iter().map(|effect| match effect.verb {
                FileVerb::Read => effect.path.clone(),
                _ => format!("+{}", effect.path),
            });
            let texts = [&call.action.command, &call.action.text].into_iter().flatten();
            let texts = texts.map(|text| format!("`{}`", first(text)));
            let parts = [call.action.kind.name().to_owned(), id.to_owned()].into_iter().chain(effects).chain(texts);
            parts.collect::<Vec<_>>().join(" ")
        }
        What::Outcome(outcome) => answer(outcome),
        What::Compaction => "compaction".to_owned(),
    };
    event.agent.as_ref().map_or_else(|| what.clone(), |agent| format!("{agent}: {what}"))
}

fn answer(outcome: &Outcome) -> String {
    let status = match outcome.status {
        OutcomeStatus::Ok => "ok",
        OutcomeStatus::Error => "error",
        OutcomeStatus::Refused => "refused",
    };
    let failed = if outcome.failure.is_some() { "!" } else { "" };
    let text = outcome.excerpt.lines().next().unwrap_or_default();
    let text: String = text.chars().take(40).collect();
    format!("{status}{failed} {} {text}", outcome.call_id.trim_start_matches("toolu_")).trim_end().to_owned()
}

#[track_caller]
fn check(name: &str, expected: &[&str]) {
    let (_, events) = read(name);
    let found: Vec<String> = events.iter().map(shown).collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn one_block_a_line_and_several() {
    check(
        "one-block-a-line",
        &[
            "human Round invoice totals half-even in src/invoice.rs.",
            "thought",
            "reply I read the rounding code first.",
            "read 01a /home/mara/ledger/src/invoice.rs",
            "bash 01b `cargo test invoice`",
            "ok 01b running 3 tests",
            "ok 01a      1\tpub fn total() {}",
            "edit 01c +/home/mara/ledger/src/invoice.rs",
            "ok 01c The file has been updated.",
            "reply Totals are rounded half-even now.",
        ],
    );
    check(
        "several-blocks-a-line",
        &[
            "human Look at this receipt and fix the tax line.",
            "reply Two places to read.",
            "search 02a src `tax`",
            "search 02b /home/mara/ledger/src",
            "ok 02a src/tax.rs:4",
            "ok 02b - tax.rs",
            "reply It is src/tax.rs.",
        ],
    );
}

#[test]
fn order_is_the_files_and_not_the_clocks() {
    check(
        "clock-goes-back",
        &[
            "human Name the export after its month.",
            "reply I start with the exporter.",
            "search 03a `**/export*.rs`",
            "ok 03a src/export.rs",
            "reply One file.",
        ],
    );
    let (_, events) = read("clock-goes-back");
    assert!(events.windows(2).any(|pair| pair[1].at < pair[0].at));
    check("unknown-parent", &["human Sort the ledger by date.", "reply It is sorted by id today."]);
}

#[test]
fn calls_and_results_stand_alone() {
    check(
        "unanswered-call",
        &[
            "human Run the migration on the copy.",
            "bash 05a `cargo run --bin migrate -- --copy`",
            "interrupt [Request interrupted by user]",
            "human leave the migration, list the tables first",
            "bash 05b `sqlite3 copy.db .tables`",
            "ok 05b entries  accounts",
        ],
    );
    check("result-without-call", &["ok 06x left over from before the copy began", "human Go on with the accounts."]);
}

#[test]
fn broken_lines_are_counted_and_passed() {
    check("broken-line", &["human Add a totals row.", "reply I add it to the table.", "reply Done, the row is there."]);
    let (progress, _) = read("broken-line");
    assert_eq!((progress.lines, progress.broken, progress.torn_tail), (6, 3, false));
}

#[test]
fn results_come_in_every_shape() {
    check(
        "list-content",
        &[
            "human Ask the reviewer about the schema.",
            "delegate 08a `Read schema.sql and name its weak points.`",
            "ok 08a Two weak points:",
            "read 08b /home/mara/ledger/docs/schema.png",
            "ok 08b",
            "mcp 08c `mcp__db__query`",
            "ok 08c rows: 3",
            "other 08d",
            "ok 08d",
        ],
    );
    check(
        "persisted-output",
        &["human Print the whole journal.", "bash 09a `cat journal.csv`", "ok 09a <persisted-output>"],
    );
}

#[test]
fn errors_and_refusals() {
    check(
        "tool-use-error",
        &[
            "human Rename the column to booked_on.",
            "edit 10a +/home/mara/ledger/schema.sql",
            "refused! 10a <tool_use_error>String to replace not fo",
            "search 10b `*.sql`",
            "refused! 10b <tool_use_error>Error: No such tool avai",
            "bash 10c `cargo test`",
            "error! 10c Exit code 101",
            "bash 10d `make`",
            "error! 10d Error: Exit code 2",
            "bash 10e `pytest -q | tail -1`",
            "ok! 10e 1 failed, 8 passed in 0.31s",
        ],
    );
    check(
        "refused-by-user",
        &[
            "human Clean up the archive.",
            "bash 11a `rm -r archive`",
            "refused 11a The user doesn't want to proceed with th",
            "interrupt [Request interrupted by user for tool use]",
            "human only list what is older than a year",
            "plan 11b `# Archive`",
            "refused 11b The user doesn't want to proceed with th",
            "plan 11c `# Archive`",
            "ok 11c User has approved your plan. You can now",
            "bash 11d `rm archive/old.csv`",
            "refused 11d PreToolUse:Bash hook error: [driftguard]",
            "bash 11e `du -s archive`",
            "refused 11e [Request interrupted by user for tool us",
        ],
    );
}

#[test]
fn what_the_client_wrote_is_not_the_agents() {
    check("api-error", &["human Explain the rounding.", "reply Half-even rounds to the even neighbour."]);
    check("synthetic-model", &["human stop", "human ok, now the footer", "reply The footer it is."]);
}

#[test]
fn odd_names_paths_and_ids() {
    check(
        "torn-tool-name",
        &["human Find the parser.", "other 14a", "refused! 14a <tool_use_error>Error: No such tool avai"],
    );
    check("two-sessions", &["human Start the import.", "reply Importing.", "human And the export?"]);
    check(
        "windows",
        &[
            "human Fix the build on Windows.",
            "read 17a C:\\Users\\mara\\ledger\\src\\main.rs",
            "ok 17a      1\tfn main() {}",
            "bash 17b `Get-ChildItem src`",
            "error! 17b Exit code 1",
            "write 17c +C:\\Users\\mara\\ledger\\build.rs",
            "ok 17c File created successfully at: C:\\Users\\m",
        ],
    );
    check(
        "redacted",
        &[
            "human Use the token from REDACTED in the client.",
            "read 18a /home/mara/ledger/src/REDACTED.rs",
            "ok 18a      1\tconst TOKEN: &str = \"REDACTED\";",
            "read 18b REDACTED",
            "ok 18b REDACTED",
        ],
    );
}

#[test]
fn machine_turns_are_told_from_typed_ones() {
    check(
        "not-typed",
        &[
            "caveat <local-command-caveat>Caveat: The messages below were generated by the user while running local commands.</local-command-caveat>",
            "command <command-name>/clear</command-name>",
            "command-output <local-command-stdout></local-command-stdout>",
            "caveat Caveat: The messages below were generated by the user while running local commands. DO NOT respond to these messages.",
            "bash-mode <bash-input>git status</bash-input>",
            "bash-mode <bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>",
            "meta Continue from where you left off.",
            "skill-body Base directory for this skill: /home/mara/.claude/skills/release",
            "ide <ide_opened_file>The user opened src/tax.rs in the IDE.</ide_opened_file>",
            "human why is the tax rounded twice?",
            "task-notification <task-notification>",
            "teammate <teammate-message teammate_id=\"lead\">take the tests</teammate-message>",
            "hook-feedback Stop hook feedback:",
            "system-reminder <system-reminder>The todo list is empty.</system-reminder>",
            "image [Image: source: /home/mara/shot.png]",
            "human   2  ",
            "plan Implement the following plan:",
        ],
    );
}

#[test]
fn subagents_speak_under_their_own_name() {
    check(
        "sidechain-in-main",
        &[
            "human Find where rates come from.",
            "delegate 19a `Find where the rates come from.`",
            "sidechain: search 19b `rate`",
            "sidechain: ok 19b src/rates.rs:1",
            "c4d2: reply From src/rates.rs.",
            "ok 19a From src/rates.rs.",
        ],
    );
    check(
        "subagent-file",
        &["c4d2: bash 20a `grep -rn rate src`", "c4d2: ok 20a src/rates.rs:1: rate", "c4d2: reply From src/rates.rs."],
    );
}

#[test]
fn compaction_fork_and_queued_prompt() {
    check(
        "compaction",
        &[
            "human Rewrite the importer.",
            "reply Rewriting.",
            "compaction",
            "compact-summary This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion.",
            "human go on",
        ],
    );
    let uuids = |name: &str| -> BTreeSet<String> { read(name).1.into_iter().filter_map(|event| event.uuid).collect() };
    assert_eq!(uuids("fork-parent").intersection(&uuids("fork-child")).count(), 2);
    check(
        "queued-prompt",
        &[
            "human Write the changelog.",
            "bash 24a `git log --oneline -5`",
            "ok 24a 1f2e3d4 fix rounding",
            "human also bump the version",
            "reply Changelog and version.",
        ],
    );
}

#[test]
fn the_last_line_counts_when_it_is_complete() {
    check("torn-end", &["human Draw the chart.", "reply Drawing."]);
    assert!(read("torn-end").0.torn_tail);
    check("complete-end", &["human Draw the chart.", "reply Drawn."]);
    assert!(!read("complete-end").0.torn_tail);
}

#[test]
fn unknown_records_are_counted_and_passed() {
    check("unknown-types", &["human Print the balance.", "reply It is 12.50."]);
    let (progress, _) = read("unknown-types");
    assert_eq!((progress.lines, progress.unknown, progress.broken), (9, 2, 0));
}

#[test]
fn odd_json_is_still_read() {
    check(
        "odd-json",
        &[
            "human Spaced and out of order.",
            "human half a smile \u{fffd} and a whole one 😀",
            "human caf\u{fffd} in latin-1",
            "human keys given twice",
            "human a bare string",
            "human and a block",
        ],
    );
    let (progress, events) = read("odd-json");
    assert_eq!(progress.broken, 0);
    assert_eq!(events[3].uuid.as_deref(), Some("a0000000-0000-4000-8000-270000000004"));
}

/// Read line by line with a cursor between, as hooks do, each fixture gives the same as in one go.
#[test]
fn reading_in_steps_gives_the_same() {
    for entry in std::fs::read_dir(fixtures()).unwrap() {
        let whole = std::fs::read(entry.unwrap().path()).unwrap();
        let mut at_once = Vec::new();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("growing.jsonl");
        std::fs::write(&path, &whole).unwrap();
        let limits = Limits { max_bytes: u64::MAX, max_line: MAX_LINE };
        let last = catch_up(&path, &Cursor::default(), &limits, &ClaudeCode, &mut |event| at_once.push(event)).unwrap();

        let mut in_steps = Vec::new();
        let mut cursor = Cursor::default();
        let mut file = File::create(&path).unwrap();
        // Steps of a length that falls into the middle of lines, characters and line ends alike.
        for part in whole.chunks(97) {
            file.write_all(part).unwrap();
            let step = catch_up(&path, &cursor, &limits, &ClaudeCode, &mut |event| in_steps.push(event)).unwrap();
            cursor = step.cursor;
        }
        assert_eq!(in_steps, at_once, "{path:?}");
        assert_eq!(cursor, last.cursor);
    }
}
