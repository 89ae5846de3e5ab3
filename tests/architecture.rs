//! The walls of the house: who may import whom, what a pure room may not name, how long a file may be.
//!
//! Each check is a function from files to complaints. The first test of each pair runs it over this repository, the
//! second proves with seeded faults that it can fail.

mod checks;
mod circles;
mod source;

use checks::{
    allow_decisions, arrows, capital_hints, closets, code_map, dependencies, forbidden_names, headers, impure_crates,
    impure_names, long_files, signals, unmarked_rooms, upward_paths,
};
use circles::circles;
use source::{File, repository};

/// Runs a check over invented files and compares what it says.
#[track_caller]
fn seeded(check: fn(&[File]) -> Vec<String>, files: &[(&str, &str)], expected: &[&str]) {
    let files: Vec<File> = files.iter().map(|(path, text)| File::new(path, text)).collect();
    assert_eq!(check(&files), expected);
}

/// Runs a check over this repository.
#[track_caller]
fn holds(check: fn(&[File]) -> Vec<String>) {
    let complaints = check(&repository());
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn rooms_import_only_what_the_arrows_allow() {
    holds(arrows);
}

#[test]
fn closets_import_only_what_they_may() {
    holds(closets);
    let check = |path, text, expected: &[&str]| seeded(closets, &[(path, text)], expected);
    check("src/goal/names/mod.rs", "use crate::goal::prompt::token::Token;\nuse crate::goal::GoalContext;\n", &[]);
    check("src/goal/reading.rs", "use super::{GoalContext, ask};\n", &[]);
    check(
        "src/goal/reading.rs",
        "use crate::goal::lifting::offer;\n",
        &["src/goal/reading.rs:1: goal::reading may not import goal::lifting"],
    );
    check("src/goal/line.rs", "use super::ask;\n", &["src/goal/line.rs:1: goal::line may not import goal::ask"]);
    check("src/goal/prompt/prose.rs", "use super::token::Token;\nuse super::*;\n", &[]);
    check(
        "src/goal/prompt/prose.rs",
        "use super::super::revise;\n",
        &["src/goal/prompt/prose.rs:1: goal::prompt may not import goal::revise"],
    );
    check(
        "src/goal/prompt/mod.rs",
        "use super::revise;\n",
        &["src/goal/prompt/mod.rs:1: goal::prompt may not import goal::revise"],
    );
    check(
        "src/goal/prompt/prose.rs",
        "use crate::text::path;\nuse crate::goal::{GoalContext, constraint::object};\n",
        &[
            "src/goal/prompt/prose.rs:2: goal::prompt may not import goal::GoalContext",
            "src/goal/prompt/prose.rs:2: goal::prompt may not import goal::constraint",
        ],
    );
}

#[test]
fn the_code_map_says_what_the_arrows_allow() {
    holds(code_map);
}

#[test]
fn a_code_map_that_says_otherwise_is_found() {
    let page = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let wider = page.replacen("| nothing |", "| text |", 1).replacen("| `host` |", "| `ghost` |", 1);
    let complaints = [
        "ARCHITECTURE.md:1: the code map does not say what domain may import",
        "ARCHITECTURE.md:1: the code map does not say what host may import",
        "ARCHITECTURE.md:1: the code map has a room ghost that is not held",
    ];
    seeded(code_map, &[("ARCHITECTURE.md", &wider)], &complaints);
}

#[test]
fn a_wrong_arrow_is_found() {
    let check = |path, text, expected: &[&str]| seeded(arrows, &[(path, text)], expected);
    check("src/text/words.rs", "use crate::domain::Place;\nuse crate::text::path;\n", &[]);
    check(
        "src/text/words.rs",
        "use crate::config::Config;\n",
        &["src/text/words.rs:1: text may not import crate::config"],
    );
    check(
        "src/domain/goal.rs",
        "fn f() { crate::text::words::f() }\n",
        &["src/domain/goal.rs:1: domain may not import crate::text"],
    );
    check(
        "src/agent/mod.rs",
        "use crate::{\n    domain::Event,\n    goal::{self, revise},\n    store,\n};\n",
        &[
            "src/agent/mod.rs:3: agent may not import crate::goal",
            "src/agent/mod.rs:4: agent may not import crate::store",
        ],
    );
    check(
        "src/store/mod.rs",
        "use crate::guard::port::Store;\nuse crate::guard::observe;\n",
        &["src/store/mod.rs:2: store may not import crate::guard"],
    );
    check(
        "src/store/mod.rs",
        "use crate::guard::{port::Store, observe};\n",
        &["src/store/mod.rs:1: store may not import crate::guard"],
    );
    check("src/guard/mod.rs", "use crate::{signal, drift, memory::key};\n", &[]);
    check(
        "src/guard/mod.rs",
        "use crate::repo::list;\nuse crate::text::words;\nuse crate::host::Host;\n",
        &[
            "src/guard/mod.rs:1: guard may not import crate::repo",
            "src/guard/mod.rs:3: guard may not import crate::host",
        ],
    );
    check("src/goal/mod.rs", "use crate::pure::f;\n", &["src/goal/mod.rs:1: goal may not import crate::pure"]);
    check("src/guard/mod.rs", "use crate::store::Db;\n", &["src/guard/mod.rs:1: guard may not import crate::store"]);
    check(
        "src/drift/mod.rs",
        "macro_rules! m { () => { $crate::goal::f() } }\n",
        &["src/drift/mod.rs:1: drift may not import crate::goal"],
    );
    check(
        "src/drift/mod.rs",
        "// crate::goal\n/* crate::store /* nested */ */ const A: &str = \"crate::repo \\\" crate::goal\";\n",
        &[],
    );
    check(
        "src/drift/mod.rs",
        "const A: &str = r#\"crate::goal\" \"#; const B: char = '\"'; use crate::cli;\n",
        &["src/drift/mod.rs:1: drift may not import crate::cli"],
    );
    check(
        "src/drift/mod.rs",
        "#[cfg(test)]\nmod tests { use crate::goal; fn f() { '{'; } }\nuse crate::repo;\n",
        &["src/drift/mod.rs:3: drift may not import crate::repo"],
    );
    check("src/drift/mod.rs", "#[cfg(test)]\nuse crate::goal;\nuse mycrate::goal;\n", &[]);
    check("src/drift/mod.rs", "use crate::Thing;\n", &["src/drift/mod.rs:1: drift may not import crate::Thing"]);
    check("src/commands/check.rs", "use crate::{store, goal, proxy};\n", &[]);
    check("src/shed/mod.rs", "\n", &["src/shed/mod.rs:1: shed is a room without a row in the table of arrows"]);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    holds(circles);
}

#[test]
fn a_circle_is_found() {
    let room = ("src/goal/mod.rs", "mod ask;\nmod line;\npub use line::Line;\npub use ask::ask;\n");
    let line = ("src/goal/line.rs", "pub struct Line;\n");
    let ask = ("src/goal/ask.rs", "use super::Line;\npub fn ask(line: &Line) {}\n");
    seeded(circles, &[room, line, ask], &[]);
    let back = ("src/goal/line.rs", "use crate::goal::{ask, Other};\nfn f() { ask::ask(&Line) }\npub struct Line;\n");
    let expected = ["src/goal/ask.rs:1: imports and is imported by src/goal/line.rs"];
    seeded(circles, &[room, back, ask], &expected);
    // What a child takes from its parent, the parent may not take from the child.
    let parent = ("src/goal/mod.rs", "mod ask;\npub struct Line;\nfn f() { ask::ask(&Line) }\n");
    seeded(circles, &[parent, ask], &["src/goal/mod.rs:1: imports and is imported by src/goal/ask.rs"]);
    // A test may.
    let tested = (
        "src/goal/line.rs",
        "pub struct Line;\n#[cfg(test)]\nmod tests { use crate::goal::ask; fn f() { ask::ask() } }\n",
    );
    seeded(circles, &[room, tested, ask], &[]);
}

#[test]
fn no_path_climbs_two_floors_or_out_of_its_room() {
    holds(upward_paths);
}

#[test]
fn a_climbing_path_is_found() {
    let check = |path, text, expected: &[&str]| seeded(upward_paths, &[(path, text)], expected);
    check("src/goal/scope.rs", "use super::Goal;\n// super::super\n", &[]);
    check("src/goal/scope.rs", "use super::super::store;\n", &["src/goal/scope.rs:1: super::super"]);
    check("src/goal/scope.rs", "use super :: super::store;\n", &["src/goal/scope.rs:1: super::super"]);
    check("src/goal/mod.rs", "\nuse super::store;\n", &["src/goal/mod.rs:2: super:: leaves the room"]);
    check("src/cli.rs", "fn f() { super::store::f() }\n", &["src/cli.rs:1: super:: leaves the room"]);
    check("src/goal/mod.rs", "#[cfg(test)]\nmod tests { use super::*; }\n", &[]);
}

#[test]
fn no_file_is_longer_than_four_hundred_lines_of_code() {
    holds(long_files);
}

#[test]
fn a_long_file_is_found() {
    let code = "fn f() {}\n".repeat(400);
    let padded = format!("//! Owns.\n\n{code}// a remark\n/* and\nanother */\n#[cfg(test)]\nmod tests {{\n{code}}}\n");
    seeded(long_files, &[("src/a.rs", &padded)], &[]);
    let longer = format!("{code}const A: &str = \"\nx\";\n");
    seeded(long_files, &[("src/a.rs", &longer)], &["src/a.rs:1: 402 lines of code, 400 are allowed"]);
}

#[test]
fn no_name_hides_what_a_thing_does() {
    holds(forbidden_names);
}

#[test]
fn a_forbidden_name_is_found() {
    let check = |path, text, expected: &[&str]| seeded(forbidden_names, &[(path, text)], expected);
    check("src/goal/mod.rs", "struct Goals;\nfn handle() {}\nuse other::Handler;\n", &[]);
    check("src/goal/mod.rs", "struct GoalManager;\n", &["src/goal/mod.rs:1: the name GoalManager"]);
    check(
        "src/goal/mod.rs",
        "\nfn path_helpers() {}\nmod engine {}\n",
        &["src/goal/mod.rs:2: the name path_helpers", "src/goal/mod.rs:3: the name engine"],
    );
    check("src/goal/mod.rs", "#[cfg(test)]\nmod tests { fn helper() {} }\n", &["src/goal/mod.rs:2: the name helper"]);
    check("src/goal/utils.rs", "\n", &["src/goal/utils.rs:1: the file name utils"]);
    check("src/common/mod.rs", "\n", &["src/common/mod.rs:1: the file name common"]);
    check("src/goal/types.rs", "\n", &["src/goal/types.rs:1: the file name types"]);
}

#[test]
fn hints_begin_in_lower_case() {
    holds(capital_hints);
}

#[test]
fn a_hint_with_a_capital_is_found() {
    let check = |text, expected: &[&str]| seeded(capital_hints, &[("src/commands/a.rs", text)], expected);
    check("let hint = \"run it again\";\nx.fix(\"Claude Code expects a list\");\nlet name = \"Run\";\n", &[]);
    check("let hint = \"Run it again\";\n", &["src/commands/a.rs:1: a hint begins with a capital"]);
    check("x\n  .fix(&format!(\"Look {a}\"))\n", &["src/commands/a.rs:2: a hint begins with a capital"]);
}

#[test]
fn pure_rooms_name_no_outside_world() {
    holds(impure_names);
}

#[test]
fn an_impure_name_is_found() {
    let check = |path, text, expected: &[&str]| seeded(impure_names, &[(path, text)], expected);
    check("src/drift/mod.rs", "use std::time::Duration;\nuse std::{fmt, collections::BTreeMap};\n// std::fs\n", &[]);
    check("src/drift/mod.rs", "fn f() { std::fs::read(\"x\") }\n", &["src/drift/mod.rs:1: a pure room names std::fs"]);
    check(
        "src/drift/mod.rs",
        "use std::{fmt,\n env::{self, var}};\n",
        &["src/drift/mod.rs:2: a pure room names std::env"],
    );
    check(
        "src/text/mod.rs",
        "use std::time::{Duration, SystemTime};\n",
        &["src/text/mod.rs:1: a pure room names std::time::SystemTime"],
    );
    check("src/text/mod.rs", "use std::time;\n", &["src/text/mod.rs:1: a pure room names std::time"]);
    check("src/text/mod.rs", "use std::time::{self, Duration};\n", &["src/text/mod.rs:1: a pure room names std::time"]);
    check("src/text/mod.rs", "use std::time::*;\n", &["src/text/mod.rs:1: a pure room names std::time"]);
    check(
        "src/agent/mod.rs",
        "use std::thread;\nuse std::process::Command;\nuse std::net::IpAddr;\n",
        &[
            "src/agent/mod.rs:1: a pure room names std::thread",
            "src/agent/mod.rs:2: a pure room names std::process",
            "src/agent/mod.rs:3: a pure room names std::net",
        ],
    );
    check("src/repo/mod.rs", "use std::fs;\n", &[]);
}

#[test]
fn pure_rooms_are_given_crates_that_only_reckon() {
    holds(impure_crates);
}

#[test]
fn a_crate_that_reaches_outside_is_found() {
    let manifest = ("Cargo.toml", "[dependencies]\nwalkdir = \"2\"\nserde_json = \"1\"\nquick-junit = \"1\"\n");
    let check = |path, text, expected: &[&str]| seeded(impure_crates, &[manifest, (path, text)], expected);
    check("src/goal/mod.rs", "use serde_json::Value;\n// walkdir::WalkDir\nuse crate::walkdir::x;\n", &[]);
    check("src/goal/mod.rs", "use walkdir::WalkDir;\n", &["src/goal/mod.rs:1: a pure room names walkdir"]);
    check("src/text/a.rs", "fn f() {\n quick_junit::x() }\n", &["src/text/a.rs:2: a pure room names quick-junit"]);
    check("src/repo/mod.rs", "use walkdir::WalkDir;\n", &[]);
}

#[test]
fn the_module_list_marks_every_pure_room() {
    holds(unmarked_rooms);
}

#[test]
fn an_unmarked_room_is_found() {
    let check = |text, expected: &[&str]| seeded(unmarked_rooms, &[("src/lib.rs", text)], expected);
    check("#[forbid(clippy::disallowed_methods)]\npub mod domain;\npub mod store;\n", &[]);
    check("pub mod domain;\n", &["src/lib.rs:1: domain lacks #[forbid(clippy::disallowed_methods)]"]);
    check(
        "#[forbid(clippy::disallowed_methods)]\npub mod text;\n// #[forbid(clippy::disallowed_methods)]\npub mod goal;\n",
        &["src/lib.rs:4: goal lacks #[forbid(clippy::disallowed_methods)]"],
    );
    seeded(unmarked_rooms, &[("src/main.rs", "")], &["src/lib.rs:1: the module list is missing"]);
}

#[test]
fn nothing_ever_allows_what_the_user_would_be_asked() {
    holds(allow_decisions);
}

#[test]
fn an_allowing_decision_is_found() {
    let check = |path, text, expected: &[&str]| seeded(allow_decisions, &[(path, text)], expected);
    check(
        "src/goal/mod.rs",
        "const VERBS: [&str; 2] = [\"allow\", \"permit\"];\n// permissionDecision: \"allow\"\n",
        &[],
    );
    check("src/agent/claude.rs", "json!({\"permissionDecision\": \"deny\"})\n", &[]);
    check(
        "src/agent/claude.rs",
        "let d = \"allow\";\n",
        &["src/agent/claude.rs:1: \"allow\" where decisions are written"],
    );
    check(
        "src/domain/decision.rs",
        "enum Decision {\n    Pass,\n    Allow,\n}\n",
        &["src/domain/decision.rs:3: an Allow where decisions are made"],
    );
    check(
        "src/commands/hook.rs",
        "r#\"{\"permissionDecision\":\"allow\"}\"#\n",
        &["src/commands/hook.rs:1: a permission decision that allows"],
    );
    check(
        "src/commands/hook.rs",
        "x.permission_decision = Some(\n  \"allow\")\n",
        &["src/commands/hook.rs:1: a permission decision that allows"],
    );
}

#[test]
fn every_signal_is_registered_configured_and_shown() {
    holds(signals);
}

#[test]
fn a_forgotten_signal_is_found() {
    let signal = ("src/signal/out_of_scope.rs", "//! Changes outside the scope.\nimpl Signal for OutOfScope {}\n");
    let registry =
        ("src/signal/mod.rs", "mod out_of_scope;\nstatic ALL: &[&dyn Signal] = &[&out_of_scope::OutOfScope];\n");
    let config = ("src/config/default.toml", "[signal.out-of-scope]\nenabled = true\n");
    let page = (
        "fixtures/scenarios/css.md",
        "```session\nuser fix\ncheck  # no-finding: out-of-scope\nedit a.css\ncheck  # finding: out-of-scope  level: correct\n```\n",
    );
    seeded(signals, &[signal, registry, config, page], &[]);
    seeded(
        signals,
        &[signal, ("src/signal/mod.rs", "mod out_of_scope;\n// out_of_scope::X\n"), config, page],
        &["src/signal/out_of_scope.rs:1: not in the registry of src/signal/mod.rs"],
    );
    seeded(
        signals,
        &[signal, registry, page],
        &["src/signal/out_of_scope.rs:1: no [signal.out-of-scope] in src/config/default.toml"],
    );
    seeded(
        signals,
        &[signal, registry, config],
        &[
            "src/signal/out_of_scope.rs:1: no scenario page with a check that must find out-of-scope and one that must not",
        ],
    );
    let only_fires = ("fixtures/scenarios/css.md", "```session\ncheck  # finding: out-of-scope\n```\n");
    seeded(
        signals,
        &[signal, registry, config, only_fires],
        &[
            "src/signal/out_of_scope.rs:1: no scenario page with a check that must find out-of-scope and one that must not",
        ],
    );
}

#[test]
fn every_file_says_what_it_owns() {
    holds(headers);
}

#[test]
fn a_missing_header_is_found() {
    seeded(
        headers,
        &[("src/a.rs", "//! Owns a.\n"), ("src/b.rs", "\n//! Late.\n"), ("src/c.toml", "")],
        &["src/b.rs:1: no //! header on the first line"],
    );
}

#[test]
fn every_dependency_has_its_reason() {
    holds(dependencies);
}

#[test]
fn a_dependency_without_a_reason_is_found() {
    let card = "[dependencies]\nanyhow = \"1\"\nclap = \"4\"\ndirectories = \"6\"\nglobset = \"0\"\nrusqlite = \"0\"\nserde_json = \"1\"\ntracing = \"0\"\nwalkdir = \"2\"\n";
    let more = format!("{card}memchr = \"2\"\n\n[dev-dependencies]\ninsta = \"1\"\n");
    let why = ("ARCHITECTURE.md", "| `memchr` | lines of a transcript |\n| `insta` | snapshots |\n");
    seeded(dependencies, &[("Cargo.toml", &more), why], &[]);
    seeded(
        dependencies,
        &[("Cargo.toml", &more), ("ARCHITECTURE.md", "memchr is fast\n")],
        &["ARCHITECTURE.md:1: no line about `memchr`", "ARCHITECTURE.md:1: no line about `insta`"],
    );
    seeded(
        dependencies,
        &[("Cargo.toml", &card.replace("walkdir", "jwalk")), ("ARCHITECTURE.md", "`jwalk`")],
        &["Cargo.toml:1: walkdir is of the card and missing"],
    );
    seeded(dependencies, &[("Cargo.toml", card)], &["ARCHITECTURE.md:1: the file is missing"]);
}
