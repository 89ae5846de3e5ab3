//! install, uninstall and doctor on real files in folders of their own.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use driftguard::agent::registration::{BINARY_NAME, CLAUDE_HOOKS, ours, register};
use driftguard::cli::exit::Failure;
use driftguard::commands::consent::{Consent, Outcome};
use driftguard::commands::doctor::{self, DatabaseReport, DoctorRequest, FaultCount, State};
use driftguard::commands::install::{self, InstallRequest};
use driftguard::commands::surroundings::{Scope, Surroundings};
use driftguard::commands::uninstall::{self, UninstallRequest};
use tempfile::TempDir;

/// 2026-11-21 10:40:00 UTC
const NOW: i64 = 1_795_257_600;
const VERSION: &str = "9.9.9";
/// A driftguard as far as the client and doctor can tell.
const GOOD_PROGRAM: &str = "#!/bin/sh\n[ \"$1\" = --version ] && echo 'driftguard 9.9.9'\nexit 0\n";

/// A home, a project and an installed program, all in a folder that goes away.
struct Machine {
    root: TempDir,
    at: Surroundings,
}

impl Machine {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let folder = |name: &str| root.path().join(name);
        let at = Surroundings {
            claude_dir: folder("home/.claude"),
            project: folder("project"),
            records: folder("data/settings"),
            home: Some(folder("home")),
            path_env: folder("bin").display().to_string(),
            binary: folder("bin/driftguard"),
        };
        for name in ["home", "project", "bin", "scratch"] {
            fs::create_dir(folder(name)).unwrap();
        }
        let machine = Self { root, at };
        machine.program("bin/driftguard", GOOD_PROGRAM);
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Puts a program there. A child process writes it: a file that this process had open for writing could still be
    /// held by another test's child when it is to be started.
    fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let write = "printf %s \"$2\" >\"$1\" && chmod 755 \"$1\"";
        let status = Command::new("sh").args(["-c", write, "sh"]).arg(&path).arg(script).status().unwrap();
        assert!(status.success());
        path
    }

    fn settings(&self, scope: Scope) -> PathBuf {
        self.at.settings(scope)
    }

    fn write(&self, scope: Scope, bytes: impl AsRef<[u8]>) {
        let path = self.settings(scope);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn read(&self, scope: Scope) -> String {
        fs::read_to_string(self.settings(scope)).unwrap()
    }

    fn request(&self, scope: Scope) -> InstallRequest {
        InstallRequest {
            at: self.at.clone(),
            scope,
            also: false,
            unless_project: false,
            status_line: false,
            temporary_folders: vec![self.path("scratch")],
            now: NOW,
            consent: Consent::Given,
        }
    }

    /// Makes the project a clone whose files are all tracked.
    fn track(&self) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let git = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|git| git.is_file()).unwrap();
        self.program("bin/git", &format!("#!/bin/sh\nexec {} \"$@\"\n", git.display()));
        for words in [["init", "-q"], ["add", "-A"]] {
            assert!(Command::new("git").args(words).current_dir(&self.at.project).status().unwrap().success());
        }
    }

    fn install(&self, scope: Scope) -> Result<(Outcome, String), Failure> {
        run_install(&self.request(scope))
    }

    fn uninstall(&self, scope: Option<Scope>) -> Result<(Outcome, String), Failure> {
        let request = UninstallRequest { at: self.at.clone(), scope, now: NOW + 60, consent: Consent::Given };
        let mut out = Vec::new();
        let outcome = uninstall::run(&request, &mut out, &mut |_| unreachable!("consent was given"));
        answered(outcome, out)
    }

    /// Every file and link below the machine's home and project, with its content.
    fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all = Vec::new();
        for folder in ["home", "project"] {
            for entry in walkdir::WalkDir::new(self.path(folder)).sort_by_file_name() {
                let entry = entry.unwrap();
                let content = if entry.file_type().is_file() { fs::read(entry.path()).unwrap() } else { Vec::new() };
                all.push((entry.path().to_owned(), content));
            }
        }
        all
    }
}

fn run_install(request: &InstallRequest) -> Result<(Outcome, String), Failure> {
    let mut out = Vec::new();
    let outcome = install::run(request, &mut out, &mut |_| unreachable!("consent was given or missing"));
    answered(outcome, out)
}

fn answered(outcome: anyhow::Result<Outcome>, out: Vec<u8>) -> Result<(Outcome, String), Failure> {
    let out = String::from_utf8(out).unwrap();
    outcome.map(|outcome| (outcome, out)).map_err(|error| error.downcast::<Failure>().unwrap())
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

const FOREIGN: &str = r#"{"hooks":[{"type":"command","command":"notify-send done"}]}"#;

/// Installs, installs again, moves the program (which project scope need not care about), and uninstalls: at the end
/// every file is as it was at the start.
#[track_caller]
fn check_round_trip(scope: Scope, before: &[u8]) {
    let mut machine = Machine::new();
    machine.write(scope, before);
    let start = machine.everything();

    let (outcome, _) = machine.install(scope).unwrap();
    assert_eq!(outcome, Outcome::Changed);
    let installed = machine.read(scope);
    let found = ours(&installed, "").unwrap();
    assert_eq!(found.len(), CLAUDE_HOOKS.len(), "{installed}");
    assert!(found.iter().all(|one| one.command == machine.at.command(scope) && one.exec_form && one.has_timeout));

    let after_first = machine.everything();
    assert_eq!(machine.install(scope).unwrap().0, Outcome::Unchanged);
    assert_eq!(machine.everything(), after_first, "a second installation changes nothing");

    machine.at.binary = machine.program("opt/driftguard", GOOD_PROGRAM);
    machine.install(scope).unwrap();
    assert_eq!(ours(&machine.read(scope), "").unwrap()[0].command, machine.at.command(scope));

    assert_eq!(machine.uninstall(Some(scope)).unwrap().0, Outcome::Changed);
    assert_eq!(fs::read(machine.settings(scope)).unwrap(), before, "byte for byte");
    assert_eq!(machine.everything(), start, "nothing is left behind");
    assert_eq!(machine.uninstall(Some(scope)).unwrap().0, Outcome::Unchanged);
}

#[test]
fn settings_of_every_kind_come_back_byte_for_byte() {
    let stop = format!(r#"{{"hooks": {{"Stop": [{FOREIGN}]}}}}"#);
    let variants: [&str; 12] = [
        "{\n  \"model\": \"opus\"\n}\n",
        "// mine\n{\n  \"model\": \"opus\", // the large one\n  /* \"env\": {} */\n}\n",
        "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls *)\",],\n  },\n}\n",
        &stop,
        "",
        "{}",
        "{\n}\n",
        "\u{feff}{\r\n    \"model\": \"opus\"\r\n}\r\n",
        "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"Stop\": []\n\t}\n}",
        r#"{"model":"opus","hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}"#,
        "{\n  \"hooks\": {},\n  \"z\": 1,\n  \"a\": [\"ü\", \"\\u00fc\"]\n}",
        " \n// nothing but a note\n",
    ];
    for before in variants {
        for scope in Scope::ALL {
            check_round_trip(scope, before.as_bytes());
        }
    }
}

/// Installs with the status line, and what was there before is inside of it; uninstalls, and all is as it was.
#[test]
fn a_status_line_is_added_and_given_back() {
    let mine = r#"{"statusLine":{"type":"command","command":"echo \"it's mine\"","padding":0}}"#;
    for (before, behind) in [("{}\n", ""), (mine, r#" --with 'echo "it'\''s mine"'"#)] {
        for scope in Scope::ALL {
            let machine = Machine::new();
            machine.write(scope, before);
            let start = machine.everything();
            // The hooks first and the line later, as one that hears of it only then.
            machine.install(scope).unwrap();
            let with_line = InstallRequest { status_line: true, now: NOW + 1, ..machine.request(scope) };
            let (outcome, told) = run_install(&with_line).unwrap();
            assert_eq!(outcome, Outcome::Changed);
            assert!(told.contains("the hooks were registered already in") && !told.contains("SessionStart,"), "{told}");
            assert_eq!(told.contains("behind what it showed before"), !behind.is_empty(), "{told}");
            let settings: serde_json::Value = serde_json::from_str(&machine.read(scope)).unwrap();
            let command = machine.at.command(scope);
            assert_eq!(settings["statusLine"]["command"], format!("{command} statusline{behind}"));
            assert_eq!(run_install(&with_line).unwrap().0, Outcome::Unchanged);
            assert_eq!(machine.install(scope).unwrap().0, Outcome::Unchanged, "it stays without being asked for again");
            machine.uninstall(Some(scope)).unwrap();
            assert_eq!(machine.everything(), start);
            // After a change by somebody else only ours goes.
            run_install(&with_line).unwrap();
            machine.write(scope, machine.read(scope).replacen('{', "{\"model\":\"opus\",", 1));
            machine.uninstall(None).unwrap();
            let left: serde_json::Value = serde_json::from_str(&machine.read(scope)).unwrap();
            let mut expected: serde_json::Value = serde_json::from_str(before).unwrap();
            expected["model"] = "opus".into();
            assert_eq!(left, expected);
        }
    }
    let machine = Machine::new();
    machine.write(Scope::User, "{\"statusLine\": 7}");
    let request = InstallRequest { status_line: true, ..machine.request(Scope::User) };
    assert!(run_install(&request).unwrap_err().hint.contains("`statusLine`"));
    machine.write(Scope::User, "{}");
    let shown = run_install(&InstallRequest { consent: Consent::ShowOnly, ..request }).unwrap().1;
    assert!(shown.contains("statusline"), "{shown}");
    assert_eq!(machine.read(Scope::User), "{}");
}

#[test]
fn what_was_not_there_is_gone_again() {
    for scope in Scope::ALL {
        let machine = Machine::new();
        let start = machine.everything();
        machine.install(scope).unwrap();
        assert_eq!(mode(&machine.settings(scope)), if scope == Scope::Project { 0o644 } else { 0o600 });
        machine.uninstall(None).unwrap();
        assert_eq!(machine.everything(), start);
    }
    let machine = Machine::new();
    fs::create_dir(&machine.at.claude_dir).unwrap();
    let start = machine.everything();
    machine.install(Scope::User).unwrap();
    machine.uninstall(None).unwrap();
    assert_eq!(machine.everything(), start, "a folder that was there stays");
}

#[test]
fn an_entry_of_an_old_version_is_replaced_and_then_removed() {
    let machine = Machine::new();
    let old = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/gone/driftguard stop"}]}]},"model":"opus"}"#;
    machine.write(Scope::User, old);
    machine.install(Scope::User).unwrap();
    let found = ours(&machine.read(Scope::User), "").unwrap();
    assert_eq!(found.len(), CLAUDE_HOOKS.len());
    assert!(found.iter().all(|one| one.exec_form && one.command == machine.at.command(Scope::User)));
    machine.uninstall(None).unwrap();
    assert_eq!(machine.read(Scope::User), r#"{"model":"opus"}"#);
}

#[test]
fn what_others_changed_meanwhile_stays() {
    let machine = Machine::new();
    machine.write(Scope::User, "{\n  \"model\": \"opus\"\n}\n");
    machine.install(Scope::User).unwrap();
    let foreign = format!("\"Stop\": [\n      {FOREIGN},");
    let changed = machine.read(Scope::User).replace("opus", "sonnet").replace("\"Stop\": [", &foreign);
    machine.write(Scope::User, changed);
    let (_, out) = machine.uninstall(None).unwrap();
    let left =
        format!("{{\n  \"model\": \"sonnet\",\n  \"hooks\": {{\n    \"Stop\": [\n      {FOREIGN}\n    ]\n  }}\n}}\n");
    assert_eq!(machine.read(Scope::User), left);
    assert!(out.contains("settings.json.driftguard-20261121T104100Z.bak"), "{out}");
}

#[test]
fn the_copy_is_dated_private_and_equal() {
    let machine = Machine::new();
    let before = "{\"model\": \"opus\"}";
    machine.write(Scope::User, before);
    fs::set_permissions(machine.settings(Scope::User), fs::Permissions::from_mode(0o640)).unwrap();
    machine.install(Scope::User).unwrap();
    let copy = machine.at.claude_dir.join("settings.json.driftguard-20261121T104000Z.bak");
    assert_eq!(fs::read_to_string(&copy).unwrap(), before);
    assert_eq!(mode(&copy), 0o600);
    assert_eq!(mode(&machine.settings(Scope::User)), 0o640, "the permissions stay");
}

/// Registers in a project that holds `before` (nothing at all where it is `None`): no record lies in the project, the records are the
/// owner's alone, and the way back is exact and leaves none.
#[track_caller]
fn check_outside(before: Option<&str>, ending: &str) {
    let machine = Machine::new();
    if let Some(before) = before {
        machine.write(Scope::Project, before);
    }
    let start = machine.everything();
    machine.install(Scope::Project).unwrap();
    let in_project: Vec<_> = walkdir::WalkDir::new(&machine.at.project).into_iter().flatten().collect();
    assert!(
        in_project.iter().all(|entry| !entry.path().display().to_string().contains(".driftguard-")),
        "{in_project:?}"
    );
    let kept: Vec<_> =
        walkdir::WalkDir::new(machine.path("data")).into_iter().flatten().map(walkdir::DirEntry::into_path).collect();
    let (records, folders): (Vec<_>, Vec<_>) = kept.iter().partition(|path| path.is_file());
    assert!(records.len() == 1 && records[0].display().to_string().ends_with(ending), "{records:?}");
    assert_eq!(mode(records[0]), 0o600);
    assert!(folders.iter().all(|folder| mode(folder) == 0o700), "{folders:?}");
    machine.uninstall(Some(Scope::Project)).unwrap();
    assert_eq!(machine.everything(), start);
    assert!(!machine.at.records.exists(), "nothing is left behind");
}

#[test]
fn what_stood_in_a_project_is_kept_outside_of_it() {
    check_outside(Some("{\n  \"model\": \"opus\" // ours\n}"), "/settings.json.driftguard-20261121T104000Z.bak");
    check_outside(None, "/settings.json.driftguard-20261121T104000Z.absent");
}

#[test]
fn a_record_beside_the_settings_of_a_project_is_found_still() {
    let machine = Machine::new();
    let before = "{  \"hooks\": { }  }";
    machine.write(Scope::Project, before);
    let start = machine.everything();
    machine.install(Scope::Project).unwrap();
    // As an earlier version would have left it.
    fs::remove_dir_all(machine.path("data")).unwrap();
    fs::write(machine.at.project.join(".claude/settings.json.driftguard-20261121T104000Z.bak"), before).unwrap();
    machine.uninstall(None).unwrap();
    assert_eq!(machine.everything(), start);
}

#[test]
fn nothing_is_changed_in_a_project_where_nothing_can_be_kept() {
    let machine = Machine::new();
    fs::write(machine.path("data"), "no folder").unwrap();
    let start = machine.everything();
    let refusal = machine.install(Scope::Project).unwrap_err();
    assert!(refusal.hint.contains("data/settings"), "{}", refusal.hint);
    assert_eq!(machine.everything(), start);
}

#[test]
fn what_git_tracks_is_only_taken_out_by_name() {
    let shared = "driftguard uninstall --scope project";
    for also in [false, true] {
        let machine = Machine::new();
        machine.install(Scope::Project).unwrap();
        machine.track();
        let registered = machine.read(Scope::Project);
        if also {
            run_install(&InstallRequest { also, ..machine.request(Scope::Local) }).unwrap();
        }
        let (outcome, out) = machine.uninstall(None).unwrap();
        assert_eq!(outcome, if also { Outcome::Changed } else { Outcome::Unchanged });
        assert_eq!(out.lines().filter(|line| line.contains(shared)).count(), 1, "{out}");
        assert!(!out.contains("is not registered"), "{out}");
        assert_eq!(machine.read(Scope::Project), registered);
        assert!(!machine.settings(Scope::Local).exists());
        assert_eq!(machine.uninstall(Some(Scope::Project)).unwrap().0, Outcome::Changed);
        assert!(!machine.settings(Scope::Project).exists());
    }
}

#[test]
fn a_link_stays_and_its_target_changes() {
    let machine = Machine::new();
    let target = machine.path("home/dotfiles.json");
    fs::write(&target, "{\n  \"model\": \"opus\"\n}\n").unwrap();
    fs::create_dir(&machine.at.claude_dir).unwrap();
    symlink("../dotfiles.json", machine.settings(Scope::User)).unwrap();
    let start = machine.everything();
    machine.install(Scope::User).unwrap();
    assert!(fs::symlink_metadata(machine.settings(Scope::User)).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("prompt-inject"));
    machine.uninstall(None).unwrap();
    assert!(fs::symlink_metadata(machine.settings(Scope::User)).unwrap().is_symlink());
    assert_eq!(machine.everything(), start);
}

/// Prepares a machine, and expects a refusal that changes no file.
#[track_caller]
fn check_refused(prepare: impl FnOnce(&mut Machine), expected: &str) {
    let mut machine = Machine::new();
    prepare(&mut machine);
    let start = machine.everything();
    let refusal = machine.install(Scope::User).unwrap_err();
    assert!(refusal.message.contains(expected), "{} does not hold {expected:?}", refusal.message);
    assert!(!refusal.hint.is_empty() && !refusal.hint.ends_with('.'), "{}", refusal.hint);
    assert_eq!(machine.everything(), start);
}

#[test]
fn what_cannot_be_done_safely_is_refused() {
    check_refused(
        |machine| machine.write(Scope::User, "{\n  \"model\": \"opus\"\n  \"env\": {}\n}"),
        "settings.json: line 2, column 18: expected comma",
    );
    check_refused(|machine| machine.write(Scope::User, "[]"), "the settings are no JSON object");
    check_refused(|machine| machine.write(Scope::User, r#"{"hooks": []}"#), "`hooks` is no JSON object");
    check_refused(|machine| machine.write(Scope::User, r#"{"hooks": {"Stop": {}}}"#), "`hooks.Stop` is no list");
    check_refused(|machine| machine.write(Scope::User, b"{\"a\": \"\xff\"}"), "byte 7 is no UTF-8");
    check_refused(
        |machine| fs::create_dir_all(machine.settings(Scope::User)).unwrap(),
        "settings.json is no regular file",
    );
    check_refused(
        |machine| {
            machine.write(Scope::User, "{}");
            fs::set_permissions(machine.settings(Scope::User), fs::Permissions::from_mode(0o444)).unwrap();
        },
        "settings.json is read-only",
    );
    check_refused(
        |machine| {
            fs::create_dir(&machine.at.claude_dir).unwrap();
            symlink("settings.json", machine.settings(Scope::User)).unwrap();
        },
        "is a link that leads to itself",
    );
    check_refused(
        |machine| machine.at.binary = machine.program("scratch/driftguard", GOOD_PROGRAM),
        "lies in a temporary folder",
    );
    check_refused(
        |machine| {
            machine.at.binary = machine.program("src/target/release/driftguard", GOOD_PROGRAM);
            fs::write(machine.path("src/target/CACHEDIR.TAG"), "").unwrap();
        },
        "lies in a folder that a clean-up empties",
    );
    check_refused(|machine| machine.at.binary = machine.path("bin/none"), "is no program");
}

#[test]
fn a_second_scope_needs_also() {
    for (first, second) in [(Scope::User, Scope::Project), (Scope::Project, Scope::Local), (Scope::Local, Scope::User)]
    {
        let machine = Machine::new();
        machine.install(first).unwrap();
        let refusal = machine.install(second).unwrap_err();
        assert!(refusal.message.contains(&format!("({} scope)", first.name())), "{}", refusal.message);
        assert!(!machine.settings(second).exists());
        let request = InstallRequest { also: true, ..machine.request(second) };
        assert_eq!(run_install(&request).unwrap().0, Outcome::Changed);
        machine.uninstall(None).unwrap();
        assert!(Scope::ALL.iter().all(|scope| !machine.settings(*scope).exists()));
    }
    let machine = Machine::new();
    machine.write(Scope::User, r#"{"enabledPlugins": {"driftguard@somewhere": true}}"#);
    assert!(machine.install(Scope::User).unwrap_err().message.contains("as a plugin"));
    assert!(machine.uninstall(None).unwrap().1.contains("claude plugin uninstall driftguard"));
}

/// What a second registration says of one in the project's own file, which `track` says whether git has.
#[track_caller]
fn check_second(track: bool, expected: &str) {
    let machine = Machine::new();
    machine.install(Scope::Project).unwrap();
    if track {
        machine.track();
    }
    let hint = machine.install(Scope::User).unwrap_err().hint;
    assert!(hint.contains(expected) && hint.contains("--also"), "{hint}");
    assert_eq!(hint.contains("uninstall"), !track, "{hint}");
}

#[test]
fn a_registration_that_the_team_shares_is_not_to_be_taken_out() {
    check_second(false, "uninstall it there first");
    check_second(true, "nothing is left to do");
}

#[test]
fn where_the_project_registers_it_nothing_is_added_if_so_wished() {
    let shared = |scope: Scope, text: Option<&str>| {
        let machine = Machine::new();
        match text {
            Some(text) => machine.write(scope, text),
            None => drop(machine.install(scope).unwrap()),
        }
        let start = machine.everything();
        let told = run_install(&InstallRequest { unless_project: true, ..machine.request(Scope::User) });
        (
            told.is_ok_and(|(_, out)| out == "this project registers it already: nothing to add\n"),
            machine.everything() == start,
        )
    };
    assert_eq!(shared(Scope::Project, None), (true, true));
    assert_eq!(shared(Scope::Project, Some(r#"{"enabledPlugins": {"driftguard@team": true}}"#)), (true, true));
    assert_eq!(shared(Scope::Local, None), (false, true), "a developer's own registration is theirs to move");
    assert_eq!(shared(Scope::Project, Some("{}")), (false, false));
}

#[test]
fn the_installer_ends_well_in_a_clone_that_registers_it() {
    let machine = Machine::new();
    machine.install(Scope::Project).unwrap();
    machine.track();
    let start = machine.everything();
    let prefix = machine.path("own");
    let path = format!("{}:{}", prefix.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let ran = Command::new("sh")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("install.sh"))
        .args(["--yes", "--binary", env!("CARGO_BIN_EXE_driftguard"), "--prefix"])
        .arg(&prefix)
        .current_dir(&machine.at.project)
        .env("HOME", machine.path("home"))
        .env("PATH", path)
        .env_remove("CLAUDE_CONFIG_DIR")
        .env_remove("DRIFTGUARD_HOME")
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{out}\n{}", String::from_utf8_lossy(&ran.stderr));
    assert!(out.contains("this project registers it already: nothing to add\n"), "{out}");
    assert!(out.contains("program (project)"), "doctor looks at it: {out}");
    assert_eq!(machine.everything(), start);
}

#[test]
fn a_session_in_the_home_folder_has_one_file_for_two_scopes() {
    let mut machine = Machine::new();
    machine.at.project = machine.path("home");
    machine.install(Scope::User).unwrap();
    assert_eq!(machine.install(Scope::User).unwrap().0, Outcome::Unchanged);
}

#[track_caller]
fn check_warning(scope: Scope, prepare: impl FnOnce(&mut Machine), expected: &str) {
    let mut machine = Machine::new();
    prepare(&mut machine);
    let (outcome, out) = machine.install(scope).unwrap();
    assert_eq!(outcome, Outcome::Changed);
    let warnings: Vec<&str> = out.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(warnings.len(), usize::from(!expected.is_empty()), "{out}");
    assert!(out.contains(expected), "{out} does not hold {expected:?}");
}

#[test]
fn what_keeps_hooks_from_running_is_told() {
    check_warning(Scope::User, |_| {}, "");
    check_warning(
        Scope::User,
        |machine| machine.write(Scope::Project, r#"{"disableAllHooks": true}"#),
        "`disableAllHooks` is on in",
    );
    check_warning(
        Scope::User,
        |machine| machine.write(Scope::User, "{\n  // note\n}"),
        "holds comments or trailing commas (line 2, column 3",
    );
    check_warning(
        Scope::User,
        |machine| {
            machine.program("other/driftguard", "#!/bin/sh\n");
            machine.at.path_env = format!("{}:{}", machine.path("other").display(), machine.at.path_env);
        },
        "another program",
    );
    check_warning(Scope::Project, |machine| machine.at.path_env = "relative:/none".into(), "is not on PATH");
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let machine = Machine::new();
    machine.write(Scope::User, "{\r\n  \"model\": \"\u{1b}[31m\"\r\n}\r\n");
    let start = machine.everything();
    let (outcome, out) =
        run_install(&InstallRequest { consent: Consent::ShowOnly, ..machine.request(Scope::User) }).unwrap();
    assert_eq!(outcome, Outcome::Shown);
    assert!(out.contains("+    \"Stop\": [\n") && out.contains("-  \"model\""), "{out}");
    assert!(!out.contains('\u{1b}') && !out.contains("\\r"), "{out}");
    assert_eq!(machine.everything(), start);
}

#[test]
fn nothing_changes_without_a_word_from_the_user() {
    let machine = Machine::new();
    let request = InstallRequest { consent: Consent::Missing, ..machine.request(Scope::User) };
    assert!(run_install(&request).unwrap_err().hint.contains("--yes"));
    for (answer, outcome) in [(false, Outcome::Declined), (true, Outcome::Changed)] {
        let request = InstallRequest { consent: Consent::Ask, ..machine.request(Scope::User) };
        let (mut out, mut asked) = (Vec::new(), 0);
        let result = install::run(&request, &mut out, &mut |_| {
            asked += 1;
            answer
        });
        assert_eq!((result.unwrap(), asked), (outcome, 1));
        assert_eq!(machine.settings(Scope::User).exists(), answer);
    }
}

#[test]
fn flags_make_up_the_consent() {
    assert_eq!(Consent::from_flags(true, true, true), Consent::ShowOnly);
    assert_eq!(Consent::from_flags(false, true, false), Consent::Given);
    assert_eq!(Consent::from_flags(false, false, true), Consent::Ask);
    assert_eq!(Consent::from_flags(false, false, false), Consent::Missing);
}

#[test]
fn a_change_by_another_while_the_user_thinks_is_not_overwritten() {
    let machine = Machine::new();
    machine.write(Scope::User, "{}");
    let request = InstallRequest { consent: Consent::Ask, ..machine.request(Scope::User) };
    let result = install::run(&request, &mut Vec::new(), &mut |_| {
        machine.write(Scope::User, r#"{"model": "opus"}"#);
        true
    });
    let refusal = result.unwrap_err().downcast::<Failure>().unwrap();
    assert!(refusal.message.ends_with("has just changed"), "{}", refusal.message);
    assert_eq!(machine.read(Scope::User), r#"{"model": "opus"}"#);
}

#[test]
fn a_broken_file_in_one_scope_does_not_keep_the_others_from_being_cleaned() {
    let machine = Machine::new();
    machine.install(Scope::User).unwrap();
    machine.write(Scope::Local, "{");
    let refusal = machine.uninstall(None).unwrap_err();
    assert!(refusal.message.contains("settings.local.json"), "{}", refusal.message);
    assert!(!machine.settings(Scope::User).exists());
}

#[test]
fn the_plugin_files_are_fresh() {
    let description = "{\n  \"description\": \"Keeps a coding agent on the goal its user gave it\"\n}\n";
    let hooks = include_str!("../hooks/hooks.json");
    assert_eq!(hooks, register(description, BINARY_NAME).unwrap(), "hooks/hooks.json differs from the registry");
    let manifest = include_str!("../.claude-plugin/plugin.json");
    let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap();
    assert_eq!(manifest["name"], BINARY_NAME);
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["description"], env!("CARGO_PKG_DESCRIPTION"));
    assert_eq!(manifest["license"], env!("CARGO_PKG_LICENSE"));
}

fn doctor_request(machine: &Machine) -> DoctorRequest {
    DoctorRequest {
        at: machine.at.clone(),
        managed_settings: Some(machine.path("managed.json")),
        version: VERSION.to_owned(),
        hook_limit: Duration::from_secs(5),
        json: false,
        database: DatabaseReport { state: State::Ok, detail: "12 sessions".to_owned(), fix: None },
        spool: DatabaseReport { state: State::Ok, detail: "nothing waits".to_owned(), fix: None },
        memory: DatabaseReport { state: State::Ok, detail: "3 lessons".to_owned(), fix: None },
        index: DatabaseReport { state: State::Ok, detail: "12 files".to_owned(), fix: None },
        models: Vec::new(),
        faults: Vec::new(),
        liveness: None,
        config_problems: Vec::new(),
        silences: Vec::new(),
    }
}

/// Prepares a machine with an installation, and expects one check to end in this way, with this seen.
#[track_caller]
fn check_doctor(prepare: impl FnOnce(&mut Machine, &mut DoctorRequest), name: &str, state: State, seen: &str) {
    let mut machine = Machine::new();
    machine.install(Scope::User).unwrap();
    let mut request = doctor_request(&machine);
    prepare(&mut machine, &mut request);
    request.at = machine.at.clone();
    let checks = doctor::examine(&request);
    let check = checks.iter().find(|check| check.name == name).unwrap_or_else(|| panic!("no {name} in {checks:#?}"));
    assert_eq!(check.state, state, "{check:?}");
    assert!(check.seen.contains(seen), "{check:?}");
    assert_eq!(check.fix.is_some(), matches!(state, State::Warn | State::Fail), "{check:?}");
}

#[test]
fn an_uninstall_of_another_scope_names_the_one_that_holds_the_hooks() {
    let machine = Machine::new();
    let (_, told) = machine.uninstall(Some(Scope::Project)).unwrap();
    assert_eq!(told, "driftguard is not registered in the project scope; nothing to change\n");
    machine.install(Scope::User).unwrap();
    let (_, told) = machine.uninstall(Some(Scope::Project)).unwrap();
    assert!(told.contains("not registered in the project scope"), "{told}");
    assert!(told.contains("settings.json: `driftguard uninstall --scope user` takes it out"), "{told}");
}

#[test]
fn a_sound_installation_is_well() {
    let machine = Machine::new();
    machine.install(Scope::User).unwrap();
    let mut out = Vec::new();
    assert!(doctor::run(&doctor_request(&machine), None, &mut out).unwrap());
    let out = String::from_utf8(out).unwrap();
    assert!(out.ends_with("all is well\n"), "{out}");
    for name in ["SessionStart (user)", "UserPromptSubmit (user)", "Stop (user)", "program (user)"] {
        assert!(out.lines().any(|line| line.starts_with("ok") && line.contains(name)), "{out}");
    }
    let mut narrow = Vec::new();
    doctor::run(&doctor_request(&machine), Some(60), &mut narrow).unwrap();
    let narrow = String::from_utf8(narrow).unwrap();
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    let mut out = Vec::new();
    doctor::run(&DoctorRequest { json: true, ..doctor_request(&machine) }, None, &mut out).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(report["healthy"], true);
    assert!(report["checks"].as_array().unwrap().iter().all(|check| check["state"] != "fail"));
}

#[test]
fn settings_that_do_not_work_are_found() {
    check_doctor(|machine, _| machine.write(Scope::Local, "{"), "settings (local)", State::Fail, "line 1, column 1");
    check_doctor(|machine, _| machine.write(Scope::Local, "{\n//\n}"), "settings (local)", State::Warn, "line 2");
    check_doctor(|_, _| {}, "settings (project)", State::Skipped, "no file");
    check_doctor(
        |machine, _| {
            let commented = format!("// mine\n{}", machine.read(Scope::User));
            machine.write(Scope::User, commented);
        },
        "settings (user)",
        State::Fail,
        "ignores the whole file",
    );
    check_doctor(
        |machine, _| machine.write(Scope::Project, r#"{"disableAllHooks": true}"#),
        "hooks",
        State::Fail,
        "`disableAllHooks` in",
    );
    check_doctor(
        |machine, _| machine.write(Scope::Project, r#"{"env": {"DRIFTGUARD": "OFF"}}"#),
        "hooks",
        State::Fail,
        "`DRIFTGUARD` is off in `env`",
    );
    check_doctor(
        |machine, _| fs::write(machine.path("managed.json"), r#"{"allowManagedHooksOnly": true}"#).unwrap(),
        "hooks",
        State::Fail,
        "`allowManagedHooksOnly` in",
    );
}

#[test]
fn faulty_registrations_are_found() {
    let fresh = |machine: &Machine, text: &str| machine.write(Scope::User, text);
    check_doctor(|machine, _| fresh(machine, "{}"), "registration", State::Fail, "does not know driftguard");
    check_doctor(
        |machine, _| {
            run_install(&InstallRequest { also: true, ..machine.request(Scope::Project) }).unwrap();
        },
        "registration",
        State::Warn,
        "user scope, project scope",
    );
    let old = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"driftguard stop"}]}],"PostCompact":[{"hooks":[{"command":"driftguard","args":["pre-compact"]}]}]}}"#;
    for seen in ["no entry for SessionStart, UserPromptSubmit", "does not use: PostCompact", "old form", "no timeout"] {
        // Nothing can be denied without the hook before a call.
        check_doctor(|machine, _| fresh(machine, old), "entries (user)", State::Fail, seen);
    }
    let without = |event: &'static str| {
        move |machine: &mut Machine, _: &mut DoctorRequest| {
            let path = machine.at.settings(Scope::User);
            let text = fs::read_to_string(&path).unwrap();
            let mut settings: serde_json::Value = serde_json::from_str(&text).unwrap();
            settings["hooks"].as_object_mut().unwrap().remove(event);
            fs::write(path, settings.to_string()).unwrap();
        }
    };
    check_doctor(without("PreToolUse"), "entries (user)", State::Fail, "no entry for PreToolUse");
    check_doctor(without("PreCompact"), "entries (user)", State::Warn, "no entry for PreCompact");
    check_doctor(
        |machine, _| {
            let path = machine.at.settings(Scope::User);
            let text = fs::read_to_string(&path).unwrap();
            let mut settings: serde_json::Value = serde_json::from_str(&text).unwrap();
            settings["hooks"]["PreToolUse"][0]["matcher"] = "Read".into();
            fs::write(path, settings.to_string()).unwrap();
        },
        "entries (user)",
        State::Warn,
        "PreToolUse is told of `Read` alone",
    );
}

#[test]
fn programs_that_do_not_answer_are_found() {
    let replace = |machine: &Machine, script: &str| {
        machine.program("bin/driftguard", script);
    };
    let hook = "UserPromptSubmit (user)";
    check_doctor(
        |machine, _| fs::remove_file(machine.path("bin/driftguard")).unwrap(),
        "program (user)",
        State::Fail,
        "no program",
    );
    check_doctor(
        |machine, _| fs::remove_file(machine.path("bin/driftguard")).unwrap(),
        hook,
        State::Skipped,
        "not run",
    );
    check_doctor(
        |machine, _| replace(machine, "#!/bin/sh\necho driftguard 1.0.0\n"),
        "program (user)",
        State::Warn,
        "1.0.0",
    );
    check_doctor(
        |machine, _| replace(machine, "#!/bin/sh\necho something\n"),
        "program (user)",
        State::Fail,
        "is no driftguard",
    );
    check_doctor(|machine, _| replace(machine, "#!/none/sh\n"), "program (user)", State::Fail, "does not start");
    check_doctor(|machine, _| replace(machine, "#!/bin/sh\nexit 3\n"), hook, State::Fail, "exit code 3");
    check_doctor(|machine, _| replace(machine, "#!/bin/sh\nkill -9 $$\n"), hook, State::Fail, "signal");
    check_doctor(|machine, _| replace(machine, "#!/bin/sh\necho '{}'\n"), hook, State::Ok, " ms");
    check_doctor(
        |machine, _| replace(machine, "#!/bin/sh\nprintf '{broken \\033[2J'\n"),
        hook,
        State::Fail,
        "{broken \\u{1b}[2J",
    );
    check_doctor(
        |machine, _| replace(machine, "#!/bin/sh\necho '{\"hookSpecificOutput\": {\"hookEventName\": \"Stop\"}}'\n"),
        hook,
        State::Fail,
        "another event",
    );
    check_doctor(
        |machine, request| {
            replace(machine, "#!/bin/sh\nexec sleep 60\n");
            request.hook_limit = Duration::from_millis(50);
        },
        hook,
        State::Fail,
        "did not end in time",
    );
    // The payload is the client's, and the data of the user are out of reach.
    check_doctor(
        |machine, _| {
            replace(
                machine,
                "#!/bin/sh\ngrep -q UserPromptSubmit && [ \"$DRIFTGUARD_HOME\" != \"$HOME\" ] && exit 0\nexit 1\n",
            );
        },
        hook,
        State::Ok,
        " ms",
    );
}

#[test]
fn the_plugin_is_tried_as_a_registration_is() {
    let enable = |machine: &mut Machine, scope: Scope| {
        machine.uninstall(None).unwrap();
        machine.write(scope, r#"{"enabledPlugins": {"driftguard@team": true}}"#);
    };
    for scope in [Scope::User, Scope::Project] {
        check_doctor(|machine, _| enable(machine, scope), "program (plugin)", State::Ok, "driftguard 9.9.9");
        check_doctor(|machine, _| enable(machine, scope), "PreToolUse (plugin)", State::Ok, " ms");
        check_doctor(
            |machine, _| {
                enable(machine, scope);
                machine.at.path_env = machine.path("home").display().to_string();
            },
            "program (plugin)",
            State::Fail,
            "no program driftguard on PATH",
        );
    }
    check_doctor(
        |machine, _| {
            enable(machine, Scope::User);
            machine.program("bin/driftguard", "#!/bin/sh\nexit 3\n");
        },
        "Stop (plugin)",
        State::Fail,
        "exit code 3",
    );
    let mut machine = Machine::new();
    machine.install(Scope::Project).unwrap();
    machine.at.path_env = String::new();
    let checks = doctor::examine(&doctor_request(&machine));
    let program = checks.iter().find(|check| check.name == "program (project)").unwrap();
    assert!(
        program.fix.as_ref().is_some_and(|fix| fix.contains("to the PATH")),
        "another install would not help: {program:?}"
    );
}

#[test]
fn a_program_named_by_a_project_is_not_run() {
    let plant = |machine: &mut Machine| {
        let proof = machine.path("project/was-run").display().to_string();
        let planted = machine.program("project/driftguard", &format!("#!/bin/sh\ntouch '{proof}'\n"));
        let planted = planted.display();
        machine.write(
            Scope::Project,
            format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"{planted}","args":["stop"],"timeout":5}}]}}]}}}}"#),
        );
    };
    check_doctor(|machine, _| plant(machine), "program (project)", State::Warn, "not run");
    let mut machine = Machine::new();
    plant(&mut machine);
    doctor::examine(&doctor_request(&machine));
    assert!(!machine.path("project/was-run").exists());
}

#[test]
fn another_tool_of_the_name_is_found() {
    check_doctor(
        |machine, _| {
            machine.program("other/driftguard", "#!/bin/sh\n");
            machine.at.path_env = format!("{}:{}", machine.path("other").display(), machine.at.path_env);
        },
        "path",
        State::Warn,
        "other/driftguard, this one is",
    );
    check_doctor(|machine, _| machine.at.path_env = String::new(), "path", State::Warn, "not on PATH");
}

#[test]
fn what_other_rooms_report_is_shown() {
    check_doctor(
        |_, request| {
            let fix = Some("Move it away.".to_owned());
            request.database = DatabaseReport { state: State::Fail, detail: "damaged \u{1b}[1m".to_owned(), fix };
        },
        "database",
        State::Fail,
        "damaged \\u{1b}[1m",
    );
    check_doctor(
        |_, request| {
            request.faults =
                vec![FaultCount { cause: "bad payload".into(), count: 3, last: "2026-11-20 08:00".into() }];
        },
        "faults",
        State::Warn,
        "bad payload (3 times, last 2026-11-20 08:00)",
    );
    check_doctor(|_, request| request.config_problems = vec!["line 3".into()], "configuration", State::Warn, "line 3");
    check_doctor(
        |_, request| request.silences = vec!["DRIFTGUARD=off".into()],
        "switch",
        State::Warn,
        "DRIFTGUARD=off",
    );
}
