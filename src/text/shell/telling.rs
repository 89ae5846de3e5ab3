//! Commands that only tell what they would do, or what they are.
//!
//! Owns the flags by which a program runs nothing. Programs that only look are `gist`'s.

use super::command::plain_name;
use super::table_interpreters::only_checks;

/// Flags and verbs with which these programs run nothing of what they are made for: they list it, or stop before it.
#[rustfmt::skip]
const OWN_FLAGS: [(&str, &[&str]); 11] = [
    ("artisan", &["--pretend"]),
    ("ctest", &["-N"]),
    ("fly", &["--build-only"]),
    ("goreleaser", &["--skip=publish", "--snapshot"]),
    ("jest", &["--clearCache", "--showConfig"]),
    ("nox", &["-l"]),
    ("prisma", &["--create-only"]),
    ("pytest", &["--co", "--fixtures", "--markers"]),
    ("semantic-release", &["-d"]),
    ("tox", &["-l"]),
    ("vitest", &["list"]),
];

/// True for a command that only tells what it would do or what it is, and for `git rebase --abort`.
pub fn does_nothing(command: &[String]) -> bool {
    const TELLING: [&str; 14] = [
        "--abort",
        "--check",
        "--check-only",
        "--collect-only",
        "--dry-run",
        "--list-hosts",
        "--list-tests",
        "--listTests",
        "--no-run",
        "--plan",
        "--quit",
        "--show-current-patch",
        "--sql",
        "--syntax-check",
    ];
    let (program, verb) = (plain_name(&command[0]), command.get(1).map_or("", String::as_str));
    // `git commit -n` skips the hooks, `git push -n` the push; `make -n` runs nothing, and neither does `bash -n x`, while in
    // `bash x -n` it is the script's.
    let by_n = verb == "push" || verb == "clean" || matches!(program, "gmake" | "make");
    let checks = only_checks(program, &command[1..]);
    // The message of a commit may say anything.
    let rest = &command[1..];
    let message = |at: usize| at > 0 && matches!(command[at - 1].as_str(), "-m" | "--message" | "-am");
    let nothing = |(at, word): (usize, &String)| {
        !message(at)
            && (TELLING.contains(&word.as_str())
                || word.starts_with("--dry-run=") && word != "--dry-run=none"
                || by_n && word == "-n")
    };
    let looks = match program {
        "git" => match (verb, command.get(2).map(String::as_str)) {
            ("stash", Some("list" | "show")) | ("tag", None) | ("restore", Some("--staged" | "-S")) => true,
            ("tag", Some(flag)) => {
                ["-l", "-n", "-v", "--contains", "--list", "--merged", "--points-at", "--sort", "--verify"]
                    .iter()
                    .any(|tells| flag.starts_with(tells))
            }
            _ => false,
        },
        "kubectl" | "oc" => {
            matches!(verb, "api-resources" | "completion" | "config" | "explain" | "kustomize" | "options" | "version")
        }
        "npm" | "pip" | "pnpm" | "yarn" => {
            matches!(verb, "-v" | "freeze" | "info" | "list" | "ls" | "outdated" | "show" | "view" | "why")
        }
        _ => false,
    };
    let own = OWN_FLAGS
        .iter()
        .any(|(name, flags)| *name == program && rest.iter().any(|word| flags.contains(&word.as_str())));
    // `cargo publish --list`, and no other `--list`: it may be the argument of a script.
    let lists = matches!(program, "cargo" | "nox" | "tox") && rest.iter().any(|word| word == "--list");
    looks || checks || lists || own || tells_of_itself(rest) || command.iter().enumerate().any(nothing)
}

/// True for what is given to a program that then tells something and runs nothing: `eslint --version`, `go help test`.
pub fn only_tells(rest: &[&str]) -> bool {
    // Behind another word it is a value: `pytest -k help`.
    matches!(rest.first(), Some(&("version" | "help"))) || tells_of_itself(rest)
}

/// `--version`, `-h`, where no value stands behind it: `helm install --version 1.2` and `docker run -h web` run.
fn tells_of_itself(rest: &[impl AsRef<str>]) -> bool {
    let word = |at: usize| rest.get(at).map_or("", AsRef::as_ref);
    (0..rest.len()).any(|at| {
        let last = word(at + 1).is_empty() || word(at + 1).starts_with('-');
        let tells = word(at) == "--help" || last && matches!(word(at), "--version" | "-V" | "-h" | "-help");
        tells && !(at > 0 && matches!(word(at - 1), "-m" | "--message" | "-am"))
    })
}
