//! The checks: files in, complaints out as `path:line: what`.

use super::source::{File, is_word, line};

/// Which rooms a room may import. A longer path allows that module alone. `*` is everything, `pure` is every room of
/// [`PURE`].
const ARROWS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("text", &["domain"]),
    ("config", &["domain"]),
    ("goal", &["domain", "config", "text"]),
    ("signal", &["domain", "config", "text"]),
    ("memory", &["domain", "config", "text"]),
    ("verify", &["domain", "config", "text"]),
    ("injection", &["domain", "config", "text"]),
    ("drift", &["domain", "config"]),
    ("correction", &["domain", "config", "text"]),
    ("agent", &["domain", "text"]),
    ("guard", &["pure"]),
    ("private", &[]),
    ("host", &["domain", "config", "private"]),
    ("transcript", &["domain", "agent"]),
    ("inference", &["domain", "config", "text", "private"]),
    ("repo", &["domain", "config", "text", "private"]),
    ("store", &["domain", "config", "text", "memory", "guard::port", "private"]),
    ("serve", &["domain", "config", "text", "verify", "injection", "inference", "agent", "guard", "private"]),
    ("mcp", &["domain", "config", "agent", "guard", "store", "memory"]),
    ("commands", &["*"]),
    ("cli", &["domain", "config", "agent"]),
    ("allocator", &[]),
    ("main", &["*"]),
    ("lib", &["*"]),
];

/// Which neighbours a closet of a room, a folder or a file, may import, where reading goes one way: from words to what they mean. A name in capitals is an
/// item of the room itself.
const CLOSETS: &[(&str, &[&str])] = &[
    ("goal::prompt", &[]),
    ("goal::names", &["prompt", "GoalContext"]),
    ("goal::constraint", &["prompt", "names"]),
    ("goal::freeing", &["prompt", "names", "constraint"]),
    ("goal::line", &["prompt", "names", "constraint", "freeing"]),
    ("goal::ask", &["prompt", "names", "constraint", "freeing", "line"]),
    ("goal::reading", &["prompt", "names", "constraint", "freeing", "line", "ask", "GoalContext"]),
    ("goal::lifting", &["prompt", "names", "constraint", "freeing", "ask", "line", "reading", "GoalContext"]),
];

/// The rooms without input, output, clock and environment.
const PURE: &[&str] = &[
    "domain",
    "text",
    "config",
    "goal",
    "signal",
    "memory",
    "verify",
    "injection",
    "drift",
    "correction",
    "agent",
    "guard",
];

/// What a pure room may not name; `std::time` alone would let the clock in by another name.
const IMPURE: &[&str] = &["fs", "env", "net", "process", "thread", "time::SystemTime", "time::Instant"];

const CODE_LINES: usize = 400;

/// Words that say nothing about what a thing does.
const EMPTY_WORDS: &[&str] = &["manager", "helper", "handler", "util", "service", "engine"];
/// File and folder names that say as little.
const EMPTY_FILES: &[&str] = &["common", "core", "types", "misc"];

/// The crates that the design names; every other one needs its reason.
const CARD: &[&str] = &["anyhow", "clap", "directories", "globset", "rusqlite", "serde_json", "tracing", "walkdir"];

pub(super) fn arrows(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source()) {
        let room = file.room();
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == room) else {
            found.push(format!("{}:1: {room} is a room without a row in the table of arrows", file.path));
            continue;
        };
        for (line, path) in paths(&file.code(), "crate") {
            let first = path.split("::").next().unwrap_or_default();
            let fits = |arrow: &&str| match *arrow {
                "*" => true,
                "pure" => PURE.contains(&first),
                arrow => path == arrow || path.starts_with(&format!("{arrow}::")),
            };
            if first != room && first != "self" && !allowed.iter().any(fits) {
                found.push(format!("{}:{line}: {room} may not import crate::{first}", file.path));
            }
        }
    }
    // `{self, name}` of one module is one fault.
    found.dedup();
    found
}

pub(super) fn closets(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (closet, allowed) in CLOSETS {
        let (room, own) = closet.split_once("::").unwrap_or_default();
        let (folder, alone) = (format!("src/{room}/{own}/"), format!("src/{room}/{own}.rs"));
        for file in files.iter().filter(|file| file.path.starts_with(&folder) || file.path == alone) {
            let code = file.code();
            let from_crate = paths(&code, "crate").into_iter();
            let from_parent = paths(&code, "super").into_iter().map(|(line, path)| (line, from_crate_on(file, &path)));
            for (line, path) in from_crate.chain(from_parent) {
                let mut parts = path.split("::");
                // `pub(in crate::goal)` names the room alone, `use super::*` stands in tests of the closet itself.
                let neighbour = parts.next().filter(|first| *first == room).and_then(|_| parts.next());
                if let Some(name) = neighbour.filter(|name| *name != own && *name != "*" && !allowed.contains(name)) {
                    found.push(format!("{}:{line}: {closet} may not import {room}::{name}", file.path));
                }
            }
        }
    }
    found
}

/// What stands behind `super::` in a file, as a path from the crate on.
fn from_crate_on(file: &File, path: &str) -> String {
    let module = file.path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    let mut above: Vec<&str> = module.split('/').collect();
    above.pop();
    let mut rest = path;
    while let Some(further) = rest.strip_prefix("super::") {
        above.pop();
        rest = further;
    }
    above.into_iter().chain([rest]).collect::<Vec<_>>().join("::")
}

/// The code map of ARCHITECTURE.md says what [`ARROWS`] says.
pub(super) fn code_map(files: &[File]) -> Vec<String> {
    let Some(page) = files.iter().find(|file| file.path == "ARCHITECTURE.md") else { return Vec::new() };
    let rows = page.text.lines().skip_while(|line| *line != "## The code map").skip(1);
    let rows = rows.take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| `"));
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (names, imports) = (cells.next().unwrap_or_default(), cells.next_back().unwrap_or_default());
        let imports = match imports {
            "nothing" => Vec::new(),
            "everything" => vec!["*".to_owned()],
            "all of the above" => vec!["pure".to_owned()],
            list => list.split(", ").map(str::to_owned).collect(),
        };
        let names = names.split(", ").map(|name| name.trim_matches('`').trim_end_matches('/').trim_end_matches(".rs"));
        told.extend(names.map(|name| (name.to_owned(), imports.clone())));
    }
    let held = ARROWS.iter().filter(|(room, _)| *room != "lib");
    let differs =
        held.clone().filter(|(room, allowed)| !told.iter().any(|(name, imports)| name == room && imports == allowed));
    let unheld = told.iter().filter(|(name, _)| !ARROWS.iter().any(|(room, _)| room == name));
    differs
        .map(|(room, _)| format!("ARCHITECTURE.md:1: the code map does not say what {room} may import"))
        .chain(unheld.map(|(name, _)| format!("ARCHITECTURE.md:1: the code map has a room {name} that is not held")))
        .collect()
}

pub(super) fn upward_paths(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source()) {
        for (line, path) in paths(&file.code(), "super") {
            if path.split("::").next() == Some("super") {
                found.push(format!("{}:{line}: super::super", file.path));
            } else if file.is_room_root() {
                found.push(format!("{}:{line}: super:: leaves the room", file.path));
            }
        }
    }
    found
}

pub(super) fn long_files(files: &[File]) -> Vec<String> {
    let lines = |file: &File| file.code_and_strings().lines().filter(|line| !line.trim().is_empty()).count();
    files
        .iter()
        .filter(|file| file.is_source())
        .map(|file| (file, lines(file)))
        .filter(|(_, lines)| *lines > CODE_LINES)
        .map(|(file, lines)| format!("{}:1: {lines} lines of code, {CODE_LINES} are allowed", file.path))
        .collect()
}

pub(super) fn forbidden_names(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source()) {
        let below = file.path.trim_start_matches("src/").trim_end_matches(".rs");
        for part in below.split('/').filter(|part| EMPTY_FILES.contains(part) || says_nothing(part)) {
            found.push(format!("{}:1: the file name {part}", file.path));
        }
        let code = file.code_and_tests();
        let mut declares = false;
        for (at, word) in words(&code) {
            if declares && says_nothing(word) {
                found.push(format!("{}:{}: the name {word}", file.path, line(&code, at)));
            }
            declares = matches!(
                word,
                "struct" | "enum" | "trait" | "type" | "mod" | "fn" | "const" | "static" | "macro_rules"
            );
        }
    }
    found
}

pub(super) fn impure_names(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source() && PURE.contains(&file.room())) {
        for (line, path) in paths(&file.code(), "std") {
            let whole_clock = matches!(path.as_str(), "time" | "time::self" | "time::*").then_some("time");
            let named = IMPURE.iter().find(|name| path == **name || path.starts_with(&format!("{name}::")));
            if let Some(name) = named.copied().or(whole_clock) {
                found.push(format!("{}:{line}: a pure room names std::{name}", file.path));
            }
        }
    }
    found.dedup();
    found
}

/// The crates that only reckon: a pure room is given no other.
const RECKONING: &[&str] = &[
    "annotate-snippets",
    "brush-parser",
    "globset",
    "jiff",
    "jsonc-parser",
    "memchr",
    "regex-automata",
    "serde",
    "serde_json",
    "thiserror",
    "toml",
    "xxhash-rust",
];

pub(super) fn impure_crates(files: &[File]) -> Vec<String> {
    let others: Vec<String> =
        keys(files, "dependencies").into_iter().filter(|name| !RECKONING.contains(&name.as_str())).collect();
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source() && PURE.contains(&file.room())) {
        let code = file.code();
        for name in &others {
            let named = paths(&code, &name.replace('-', "_"));
            found.extend(named.iter().map(|(line, _)| format!("{}:{line}: a pure room names {name}", file.path)));
        }
    }
    found
}

/// The keys of a table of the manifest.
fn keys(files: &[File], table: &str) -> Vec<String> {
    let manifest = files.iter().find(|file| file.path == "Cargo.toml").map_or("", |file| file.text.as_str());
    let manifest: toml::Table = manifest.parse().expect("Cargo.toml is TOML");
    let table = manifest.get(table).and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// What stands before the words of a hint.
const HINTS: &[&str] =
    &["hint = \"", "fix = \"", "fix = format!(\"", ".fix(\"", ".fix(&format!(\"", "fix: Some(\"", "hint: &str = \""];

/// Hints are fragments, as all messages are: they begin in lower case but for a name.
pub(super) fn capital_hints(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source()) {
        let code = file.code_and_strings();
        for opening in HINTS {
            for (at, _) in code.match_indices(opening) {
                let words = &code[at + opening.len()..];
                if words.starts_with(char::is_uppercase) && !words.starts_with("Claude Code") {
                    found.push(format!("{}:{}: a hint begins with a capital", file.path, line(&code, at)));
                }
            }
        }
    }
    found
}

pub(super) fn unmarked_rooms(files: &[File]) -> Vec<String> {
    let Some(file) = files.iter().find(|file| file.path == "src/lib.rs") else {
        return vec!["src/lib.rs:1: the module list is missing".to_owned()];
    };
    let code = file.code();
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, text) in lines.iter().enumerate() {
        let room = text.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')).unwrap_or_default();
        let above = lines[..at].iter().rev().find(|text| !text.is_empty());
        if PURE.contains(&room) && above != Some(&"#[forbid(clippy::disallowed_methods)]") {
            found.push(format!("src/lib.rs:{}: {room} lacks #[forbid(clippy::disallowed_methods)]", at + 1));
        }
    }
    found
}

pub(super) fn allow_decisions(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_source()) {
        let code = file.code_and_strings();
        for name in ["permissionDecision", "permission_decision"] {
            for (at, _) in code.match_indices(name) {
                let statement = code[at..].split(';').next().unwrap_or_default();
                let near: String = statement.chars().take(100).collect();
                if words(&near).any(|(_, word)| word.eq_ignore_ascii_case("allow")) {
                    found.push(format!("{}:{}: a permission decision that allows", file.path, line(&code, at)));
                }
            }
        }
        if file.room() == "agent" || file.path == "src/domain/decision.rs" {
            let literals = code.match_indices("\"allow\"").map(|(at, _)| (at, "\"allow\" where decisions are written"));
            let variants = words(&code)
                .filter(|(_, word)| *word == "Allow")
                .map(|(at, _)| (at, "an Allow where decisions are made"));
            found.extend(
                literals.chain(variants).map(|(at, what)| format!("{}:{}: {what}", file.path, line(&code, at))),
            );
        }
    }
    found
}

pub(super) fn signals(files: &[File]) -> Vec<String> {
    let text = |path: &str| files.iter().find(|file| file.path == path);
    let registry = text("src/signal/mod.rs").map(File::code).unwrap_or_default();
    let config = text("src/config/default.toml").map_or("", |file| file.text.as_str());
    let mut found = Vec::new();
    let is_signal =
        |file: &&File| file.is_source() && file.room() == "signal" && file.code().contains("impl Signal for");
    for file in files.iter().filter(is_signal) {
        let name = file.path.trim_start_matches("src/signal/").trim_end_matches(".rs");
        let id = name.replace('_', "-");
        if !registry.contains(&format!("{name}::")) {
            found.push(format!("{}:1: not in the registry of src/signal/mod.rs", file.path));
        }
        if !config.lines().any(|line| line == format!("[signal.{id}]")) {
            found.push(format!("{}:1: no [signal.{id}] in src/config/default.toml", file.path));
        }
        if !files.iter().any(|page| page.path.starts_with("fixtures/scenarios/") && shows_both_sides(&page.text, &id)) {
            let missing = format!("no scenario page with a check that must find {id} and one that must not");
            found.push(format!("{}:1: {missing}", file.path));
        }
    }
    found
}

pub(super) fn headers(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.is_source() && !file.text.starts_with("//! "))
        .map(|file| format!("{}:1: no //! header on the first line", file.path))
        .collect()
}

pub(super) fn dependencies(files: &[File]) -> Vec<String> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let Some(reasons) = text("ARCHITECTURE.md") else {
        return vec!["ARCHITECTURE.md:1: the file is missing".to_owned()];
    };
    let names = |table: &str| keys(files, table);
    let direct = names("dependencies");
    let absent = CARD.iter().filter(|name| !direct.contains(&(**name).to_owned()));
    let unexplained = direct
        .iter()
        .chain(&names("dev-dependencies"))
        .chain(&names("build-dependencies"))
        .filter(|name| !CARD.contains(&name.as_str()) && !reasons.contains(&format!("`{name}`")))
        .map(|name| format!("ARCHITECTURE.md:1: no line about `{name}`"))
        .collect::<Vec<_>>();
    absent.map(|name| format!("Cargo.toml:1: {name} is of the card and missing")).chain(unexplained).collect()
}

/// True when a page has a check that must find `id` and one that must not.
fn shows_both_sides(page: &str, id: &str) -> bool {
    let checks: Vec<&str> = page.lines().filter(|line| line.trim_start().starts_with("check")).collect();
    let says = |line: &str, key: &str, value: &str| {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        words.windows(2).any(|pair| pair == [key, value])
    };
    let finds = |line: &&str| says(line, "finding:", id);
    let finds_none = |line: &&str| says(line, "no-finding:", id) || says(line, "no-finding:", "found");
    checks.iter().any(finds) && checks.iter().any(finds_none)
}

/// True when one of the words of an identifier says nothing about what the thing does.
fn says_nothing(name: &str) -> bool {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            spaced.push(' ');
        }
        spaced.extend(letter.to_lowercase());
    }
    spaced.split([' ', '_']).any(|word| EMPTY_WORDS.contains(&word.trim_end_matches('s')))
}

/// The identifiers and keywords of code, with their places.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).filter_map(move |word| {
        let start = code[at..].find(word).map_or(at, |found| at + found);
        at = start + word.len();
        (!word.is_empty()).then_some((start, word))
    })
}

/// Every path that begins with `root::`, without the root, one for each branch of a `use` group.
pub(super) fn paths(code: &str, root: &str) -> Vec<(usize, String)> {
    let bytes = code.as_bytes();
    let mut found = Vec::new();
    for (start, _) in code.match_indices(root) {
        let before = start.checked_sub(1).map(|before| bytes[before]);
        // `mycrate::x`, `super::super` (told from its first word on) and `other::std` are no roots.
        if before.is_some_and(|byte| is_word(byte) || byte == b':') {
            continue;
        }
        let mut at = start + root.len();
        if skip(bytes, &mut at, b"::") {
            branches(bytes, &mut at, "", code, &mut found);
        }
    }
    found
}

/// Reads one branch of a `use` tree at `at`.
fn branches(bytes: &[u8], at: &mut usize, before: &str, code: &str, found: &mut Vec<(usize, String)>) {
    if skip(bytes, at, b"{") {
        while *at < bytes.len() && !skip(bytes, at, b"}") {
            let start = *at;
            branches(bytes, at, before, code, found);
            while *at < bytes.len() && !matches!(bytes[*at], b',' | b'}') {
                *at += 1;
            }
            skip(bytes, at, b",");
            if *at == start {
                return;
            }
        }
        return;
    }
    blanks(bytes, at);
    let start = *at;
    if bytes.get(start) == Some(&b'*') {
        *at += 1;
    }
    while bytes.get(*at).is_some_and(|byte| is_word(*byte)) {
        *at += 1;
    }
    if *at == start {
        return;
    }
    let word = &code[start..*at];
    let path = if before.is_empty() { word.to_owned() } else { format!("{before}::{word}") };
    let end = *at;
    if skip(bytes, at, b"::")
        && bytes.get(*at).is_some_and(|byte| is_word(*byte) || matches!(byte, b'{' | b'*' | b' ' | b'\n'))
    {
        branches(bytes, at, &path, code, found);
    } else {
        *at = end;
        found.push((line(code, start), path));
    }
}

fn blanks(bytes: &[u8], at: &mut usize) {
    while bytes.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
}

/// Steps over blanks and `token`; stays where it is when the token is not there.
fn skip(bytes: &[u8], at: &mut usize, token: &[u8]) -> bool {
    let mut next = *at;
    blanks(bytes, &mut next);
    if bytes[next.min(bytes.len())..].starts_with(token) {
        *at = next + token.len();
        return true;
    }
    false
}
