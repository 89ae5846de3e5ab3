//! Configuration layers as a user meets them: what is in force, and which line is at fault.

use driftguard::config::{Fail, Layer, LayerKind, Mode, Severity, defaults, load, render, show, template};
use proptest::prelude::*;

fn layer(kind: LayerKind, text: &str) -> Layer {
    let name = match kind {
        LayerKind::User => "user.toml",
        LayerKind::Project => ".driftguard.toml",
        LayerKind::CommandLine => "named.toml",
    };
    Layer { kind, name: name.into(), text: text.into() }
}

/// Loads one file and lists its problems as `line:column error|warning message (hint)`.
#[track_caller]
fn check(kind: LayerKind, text: &str, expected: &[&str]) {
    let shown: Vec<String> = load(&[layer(kind, text)])
        .problems
        .iter()
        .map(|problem| {
            let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
            let hint = problem.hint.as_deref().unwrap_or("no hint");
            format!("{}:{} {severity} {} ({hint})", problem.line, problem.column, problem.message)
        })
        .collect();
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn a_mistake_is_told_with_its_line_and_the_way_out() {
    let check = |text, expected: &[&str]| check(LayerKind::User, text, expected);
    check("", &[]);
    check("mode = \"monitor\"\n[scope]\nalways_ok = [\"docs/**\"]\n", &[]);
    check("# a comment\nmod = \"guide\"\n", &["2:1 error unknown key `mod` (did you mean `mode`?)"]);
    check("[scop]\nprotect = []\n", &["1:2 error unknown key `scop` (did you mean `scope`?)"]);
    check("[scope]\nalways-ok = []\n", &["2:1 error unknown key `always-ok` in [scope] (did you mean `always_ok`?)"]);
    check("always_ok = []\n", &["1:1 error unknown key `always_ok` (`always_ok` belongs in [scope])"]);
    check(
        "[goal]\ntheme = 1\n",
        &["2:1 error unknown key `theme` in [goal] (`driftguard config show` lists every key)"],
    );
    check(
        "mode = \"loud\"\n",
        &[
            "1:8 error `mode` must be \"monitor\" or \"guide\" or \"enforce\", not \"loud\" (until then `mode = \"guide\"` stays in force)",
        ],
    );
    check(
        "mode = 3\n",
        &[
            "1:8 error `mode` must be \"monitor\" or \"guide\" or \"enforce\", not 3 (until then `mode = \"guide\"` stays in force)",
        ],
    );
    check(
        "[cooldown]\n  alpha = 1.5\n",
        &[
            "2:11 error `cooldown.alpha` must be a number from 0 to 1, not 1.5 (until then `cooldown.alpha = 0.3` stays in force)",
        ],
    );
    check(
        "[store]\nkeep_days = 0",
        &[
            "2:13 error `store.keep_days` must be a whole number, 1 or more, not 0 (until then `store.keep_days = 90` stays in force)",
        ],
    );
    check(
        "[scope]\nprotect = [\n  \"src/**\",\n  \"lib/[\",\n]\n",
        &[
            "4:3 error `scope.protect` holds a glob that does not compile: unclosed character class; missing ']' (write `[[]` for a literal `[`)",
        ],
    );
    check(
        "[scope]\nprotect = [3, \"[\"]\n",
        &[
            "2:12 error `scope.protect` must be a list of globs, not 3 (until then the list of `scope.protect` from below stays in force)",
            "2:15 error `scope.protect` holds a glob that does not compile: unclosed character class; missing ']' (write `[[]` for a literal `[`)",
        ],
    );
    check(
        "[score]\nthresholds = [1, 2, 3, 4, 4, 6, 7, 8, 9]\n",
        &[
            "2:27 error `score.thresholds` must rise from each number to the next, from above 0 (until then the list of `score.thresholds` from below stays in force)",
        ],
    );
    check("scope = 3\n", &["1:9 error `scope` must be a table, not 3 (write `[scope]`)"]);
    check(
        "[signal.tangent]\nenabled = \"no\"\n",
        &[
            "2:11 error `signal.tangent.enabled` must be true or false, not \"no\" (until then `signal.tangent.enabled = true` stays in force)",
        ],
    );
    check(
        "signal.out_of_scope.enabled = false\n",
        &["1:8 error unknown key `out_of_scope` in [signal] (did you mean `out-of-scope`?)"],
    );
    check("\"mo\\u001bde\" = 1\n", &["1:1 error unknown key `mo\\u{1b}de` (did you mean `mode`?)"]);
}

#[test]
fn several_mistakes_are_told_in_the_order_of_the_file() {
    let text = "profil = \"seed\"\nmode = 1\n\n[cooldown]\nevents = -1\nalpha = 0.5\n";
    let loaded = load(&[layer(LayerKind::User, text)]);
    let lines: Vec<usize> = loaded.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [1, 2, 5]);
    assert!((loaded.config.cooldown.alpha - 0.5).abs() < f64::EPSILON, "the good key of the same table holds");
}

#[test]
fn what_stands_before_a_syntax_error_is_used() {
    let hint = "what stands before this line is used, the rest of the file is not";
    check(
        LayerKind::User,
        "mode = \"monitor\"\nfail = \n[cooldown]\nevents = 9\n",
        &[&format!("2:8 error string values must be quoted, expected literal string ({hint})")],
    );
    let broken = [
        ("mode = \"monitor\"\nfail = \nprofile = \"seed\"\n", Mode::Monitor),
        ("mode = \"monitor\"\n[cooldown\nevents = 9\n", Mode::Monitor),
        ("mode = \"monitor\"\nmode = \"enforce\"\n", Mode::Monitor),
        ("[scope]\nprotect = [\"a\",\n\"b\"\n", Mode::Guide),
        ("fail = \"\"\"\nmode = \"monitor\"\n", Mode::Guide),
        ("mode = \"monitor\n", Mode::Guide),
        ("\0\0\0", Mode::Guide),
        ("{\"mode\": \"monitor\"}", Mode::Guide),
    ];
    for (text, mode) in broken {
        let loaded = load(&[layer(LayerKind::User, text)]);
        assert_eq!(loaded.config.mode, mode, "{text:?}");
        assert_eq!(loaded.problems.len(), 1, "{text:?}: {:?}", loaded.problems);
        let untouched = defaults();
        assert_eq!((loaded.config.cooldown, loaded.config.scope), (untouched.cooldown, untouched.scope), "{text:?}");
    }
}

#[test]
fn a_repository_only_tightens() {
    let check = |text, expected: &[&str]| check(LayerKind::Project, text, expected);
    check("mode = \"enforce\"\nfail = \"closed\"\n[scope]\nprotect = [\"infra/**\"]\n", &[]);
    check("mode = \"guide\"\nfail = \"open\"\n[scope]\nprotect = []\n", &[]);
    check(
        "mode = \"monitor\"\n",
        &[
            "1:8 warning a repository may not loosen `mode` from \"guide\" to \"monitor\" (`mode = \"guide\"` stays in force)",
        ],
    );
    check(
        "\n[scope]\nalways_ok = [\"**\"]\n",
        &[
            "3:1 warning a repository may not set `scope.always_ok` (it may only tighten `mode`, `fail`, `memory.policy`, `scope.protect`; the rest belongs in your own file)",
        ],
    );
    check(
        "[signal.out-of-scope]\nenabled = false\n",
        &[
            "2:1 warning a repository may not set `signal.out-of-scope.enabled` (it may only tighten `mode`, `fail`, `memory.policy`, `scope.protect`; the rest belongs in your own file)",
        ],
    );
    check(
        "[store]\nkeep_days = 0\n",
        &[
            "2:13 error `store.keep_days` must be a whole number, 1 or more, not 0 (until then `store.keep_days = 90` stays in force)",
        ],
    );
}

#[test]
fn what_is_protected_stays_so_beside_a_mistyped_entry() {
    let check = |kind, text: &str, kept: &[&str], problems: usize| {
        let loaded = load(&[layer(LayerKind::User, "[scope]\nprotect = [\"own\"]"), layer(kind, text)]);
        assert_eq!(loaded.config.scope.protect, kept, "{text}");
        assert_eq!(loaded.problems.len(), problems, "{text}");
    };
    check(LayerKind::Project, "[scope]\nprotect = [\"legacy/\", \"[\"]", &["own", "legacy/"], 1);
    check(LayerKind::Project, "[scope]\nprotect = [\"[\", \"a\", 3, \"b\"]", &["own", "a", "b"], 2);
    check(LayerKind::Project, "[scope]\nprotect = [\"[\"]", &["own"], 1);
    check(LayerKind::CommandLine, "[scope]\nprotect = [\"legacy/\", \"[\"]", &["legacy/"], 1);
    check(LayerKind::CommandLine, "[scope]\nprotect = [\"[\"]", &["own"], 1);
    let many = format!("[scope]\nprotect = [{}\"a\"]", "\"[\", ".repeat(1000));
    check(LayerKind::Project, &many, &["own", "a"], 32);
}

#[test]
fn a_place_outside_the_project_is_a_mistake_and_the_others_are_protected() {
    let hint = "nothing outside of it is protected; write a place from its root on, as \"migrations/\"";
    let told = |line: usize, entry: &str| {
        format!("{line}:3 error `scope.protect` holds \"{entry}\", which does not lie in the project ({hint})")
    };
    for kind in [LayerKind::User, LayerKind::Project, LayerKind::CommandLine] {
        let text = "[scope]\nprotect = [\n  \"$HOME/x\",\n  \"legacy/\",\n  \"../x/\",\n  \"~/y/\",\n]\n";
        let expected = [told(3, "$HOME/x"), told(5, "../x/"), told(6, "~/y/")];
        check(kind, text, &expected.each_ref().map(String::as_str));
        assert_eq!(load(&[layer(kind, text)]).config.scope.protect, ["legacy/"]);
        let text = "[scope]\nprotect = [\n  \"$HOME/x\",\n  \"../x/\",\n]\n";
        check(kind, text, &[told(3, "$HOME/x"), told(4, "../x/")].each_ref().map(String::as_str));
        // A project may have an etc of its own: it stays protected.
        let text = "[scope]\nprotect = [\"/etc/\"]\n";
        let remark = "2:12 warning `scope.protect` holds \"/etc/\", which is etc/ in the project (nothing outside of the project is \
                      protected; write \"etc/\" if the project's is meant)";
        check(kind, text, &[remark]);
        assert_eq!(load(&[layer(kind, text)]).config.scope.protect, ["/etc/"]);
    }
    // What is no mistake in a list that is not of protected places.
    check(LayerKind::User, "[scope]\nalways_ok = [\"/tmp/**\"]\n", &[]);
}

#[test]
fn layers_stack_and_remember_where_a_value_came_from() {
    let loaded = load(&[
        layer(LayerKind::User, "mode = \"monitor\"\n[scope]\nprotect = [\"a\"]\n[evidence]\nceiling = 10\n"),
        layer(LayerKind::Project, "mode = \"guide\"\nfail = \"closed\"\n[scope]\nprotect = [\"a\", \"b\"]\n"),
        layer(LayerKind::CommandLine, "fail = \"open\"\n[evidence]\nceiling = 9.5\n"),
    ]);
    assert_eq!(loaded.problems, []);
    assert_eq!(loaded.config.mode, Mode::Guide);
    assert_eq!(loaded.config.fail, Fail::Open, "the person at the keyboard has the last word");
    assert_eq!(loaded.config.scope.protect, ["a", "b"]);
    assert_eq!(loaded.config.scope.of_project, ["b"], "the user's own entry is theirs");
    assert!((loaded.config.evidence.ceiling - 9.5).abs() < f64::EPSILON);
    let origins: Vec<String> =
        loaded.origins.iter().map(|(key, origin)| format!("{key} {}:{}", origin.layer, origin.line)).collect();
    assert_eq!(
        origins,
        [
            "evidence.ceiling named.toml:3",
            "fail named.toml:1",
            "mode .driftguard.toml:1",
            "scope.protect .driftguard.toml:4",
        ]
    );
}

#[test]
fn without_layers_the_defaults_hold() {
    let loaded = load(&[]);
    assert_eq!(loaded.config, defaults());
    assert!(loaded.problems.is_empty() && loaded.origins.is_empty());
}

#[test]
fn problems_are_rendered_with_their_line_and_without_colour_when_asked() {
    let layers = [
        layer(LayerKind::User, "# mine\nmod = \"guide\"\n"),
        layer(LayerKind::Project, "[scope]\nalways_ok = [\"\u{1b}[2Jx\"]\n"),
    ];
    let loaded = load(&layers);
    insta::assert_snapshot!("config_problems", render(&loaded.problems, &layers, false));
    assert!(render(&loaded.problems, &layers, true).contains("\u{1b}["));
    let clear_screen = "\u{1b}[2J";
    assert!(
        !render(&loaded.problems, &layers, true).contains(clear_screen),
        "text of a file never reaches a terminal raw"
    );
}

#[test]
fn show_names_the_file_of_each_changed_key_and_reads_back() {
    let text = "mode = \"enforce\"\n\n[signal.tangent]\nweight = 1\n";
    let loaded = load(&[layer(LayerKind::User, text)]);
    let shown = show(&loaded);
    let marked: Vec<&str> = shown.lines().filter(|line| line.contains('#')).collect();
    assert_eq!(marked, ["mode = \"enforce\"  # user.toml:1", "weight = 1.0  # user.toml:4"]);
    let again = load(&[layer(LayerKind::User, &shown)]);
    assert_eq!(again.problems, []);
    assert_eq!(again.config, loaded.config);
}

#[test]
fn a_template_changes_nothing_until_a_line_is_uncommented() {
    for (repository, kind) in [(false, LayerKind::User), (true, LayerKind::Project)] {
        let text = template(repository);
        assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')), "{text}");
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') => format!("{setting}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let loaded = load(&[layer(kind, &uncommented)]);
        assert_eq!(loaded.problems, [], "{uncommented}");
        assert_eq!(loaded.config, defaults());
        assert_eq!(uncommented.lines().filter(|line| line.contains(" = ")).count() > 10, !repository);
    }
    insta::assert_snapshot!("config_template_of_a_repository", template(true));
}

proptest! {
    #[test]
    fn no_text_stops_a_load(text in "(?s).{0,200}") {
        for kind in [LayerKind::User, LayerKind::Project, LayerKind::CommandLine] {
            let loaded = load(&[layer(kind, &text)]);
            for problem in &loaded.problems {
                prop_assert!(!problem.message.contains("cannot be used"), "{}", problem.message);
                prop_assert!(problem.line <= text.lines().count() + 1);
            }
            render(&loaded.problems, &[layer(kind, &text)], false);
        }
    }

    #[test]
    fn no_repository_loosens(
        user in prop::sample::select(vec!["monitor", "guide", "enforce"]),
        key in prop::sample::select(driftguard::config::keys()),
        value in prop::sample::select(vec![
            "\"monitor\"", "\"guide\"", "\"enforce\"", "\"open\"", "\"closed\"", "\"seed\"", "0", "1", "5", "0.1",
            "true", "false", "[]", "[\"**\"]", "[1,2,3,4,5,6,7,8,9]", "{}",
        ]),
    ) {
        let below = load(&[layer(LayerKind::User, &format!("mode = \"{user}\"\n[scope]\nprotect = [\"x\"]\n"))]).config;
        let header = if key.table.is_empty() { String::new() } else { format!("[{}]\n", key.table) };
        let project = layer(LayerKind::Project, &format!("{header}{} = {value}\n", key.name));
        let user = layer(LayerKind::User, &format!("mode = \"{user}\"\n[scope]\nprotect = [\"x\"]\n"));
        let mut config = load(&[user, project]).config;
        prop_assert!(config.mode >= below.mode);
        prop_assert!(config.fail >= below.fail);
        prop_assert!(config.scope.protect.starts_with(&below.scope.protect));
        config.mode = below.mode;
        config.fail = below.fail;
        config.scope.protect.clone_from(&below.scope.protect);
        config.scope.of_project.clone_from(&below.scope.of_project);
        prop_assert_eq!(config, below);
    }
}

#[test]
fn a_hostile_file_neither_overflows_nor_hides() {
    let deep = [
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]\nb = 1", "a.".repeat(100_000)),
        format!("mode = \"{}\"", "x".repeat(1_000_000)),
    ];
    for text in deep {
        let loaded = load(&[layer(LayerKind::Project, &text)]);
        assert!(!loaded.problems.is_empty());
        assert_eq!(loaded.config, defaults());
    }
    let keys = (0..20_000).map(|number| format!("k{number} = 1")).collect::<Vec<_>>().join("\n");
    let loaded = load(&[layer(LayerKind::Project, &keys)]);
    assert_eq!((loaded.config, loaded.problems.len()), (defaults(), 33), "some are told, the others counted");
    let globs: Vec<String> = (0..30_000).map(|number| format!("\"src/a{number}/**\"")).collect();
    let loaded = load(&[layer(LayerKind::Project, &format!("[scope]\nprotect = [{}]", globs.join(",")))]);
    assert_eq!((loaded.config.scope.protect.len(), loaded.problems.len()), (256, 1), "and what they add has an end");
    let bom = load(&[layer(LayerKind::User, "\u{feff}mode = \"enforce\"\r\nfail = \"closed\"\r\n")]);
    assert_eq!((bom.config.mode, bom.config.fail, bom.problems.len()), (Mode::Enforce, Fail::Closed, 0));
}
