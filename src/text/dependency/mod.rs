//! Does this bring a new package into the project? Commands that add one, and lines that are added to a manifest.
//!
//! What only restores the packages that are listed already (`npm ci`, `npm install`, `pip install -r`) adds none, nor does what goes
//! beside the project (`npm install -g`, `pip install`).

mod manifest;

pub use manifest::{added_by_edit, is_lock, is_managed, is_manifest};

use super::shell;

/// Programs that install packages, into the project or on the machine, and the verbs by which they do.
#[rustfmt::skip]
const MANAGERS: [&str; 26] = [
    "apk", "apt", "apt-get", "brew", "bun", "bundle", "cargo", "choco", "composer", "conda", "dnf", "gem", "go", "mamba", "npm", "pacman", "pip",
    "pip3", "pipx", "pnpm", "poetry", "snap", "uv", "winget", "yarn", "yum",
];
const INSTALLING: [&str; 6] = ["add", "ci", "i", "install", "require", "sync"];

/// The package that a simple command adds to the project, the version left out. `known` tells what was asked for by name.
pub fn added_by_command(command: &[String], known: impl Fn(&str) -> bool) -> Option<String> {
    // A folder, an address and what a variable holds are no package of a registry.
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let elsewhere = |word: &str| {
        word.starts_with(['.', '/', '~', '$'])
            || word.contains("://")
            || number(word)
            || ["@none", "go@", "toolchain@"].iter().any(|part| word.ends_with(part) || word.starts_with(part))
    };
    shell::packages(command).iter().find_map(|word| {
        let name = unversioned(word);
        (!elsewhere(word) && !name.is_empty() && !known(name)).then(|| name.to_owned())
    })
}

/// True where the user's words ask for a package by its name, with its scope or without: "instead of axios" does not.
pub fn is_named(words: &str, package: &str) -> bool {
    let (words, package) = (words.to_lowercase(), package.to_lowercase());
    let bare = package.rsplit('/').next().unwrap_or(&package);
    let said: Vec<&str> = words
        .split(|c: char| c.is_whitespace() || "\"'`()[]{},;:!?".contains(c))
        .map(|word| unversioned(word.trim_end_matches('.')))
        .filter(|word| !word.is_empty())
        .collect();
    said.iter().enumerate().any(|(at, word)| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| said[at]);
        // "Nothing other than zod" wants it, "rather than axios" does not.
        let refused = match before(1) {
            "than" => before(2) != "other",
            word => matches!(word, "banned" | "no" | "not" | "of" | "without"),
        };
        (*word == package || *word == bare) && !refused
    })
}

/// True for a limit on what the program needs while it runs: what only its makers need is not meant.
pub fn of_development(clause: &str) -> bool {
    clause.split_whitespace().any(|word| matches!(word.to_lowercase().as_str(), "production" | "runtime"))
}

/// True for a limit on whatever may be installed: "don't install anything", beside the project or in it.
pub fn of_anything(clause: &str) -> bool {
    let words: Vec<String> = clause.split_whitespace().map(str::to_lowercase).collect();
    // "Anything new" leaves alone what is listed.
    let new = |at: usize| words.get(at).is_some_and(|word| word.starts_with("new") || word.starts_with("else"));
    let any = |at: usize| words[at].starts_with("install") && words[at + 1].starts_with("anything") && !new(at + 2);
    (0..words.len().saturating_sub(1)).any(any)
}

/// True for a command by which a package manager installs something, new or listed.
pub fn installs(command: &[String]) -> bool {
    let mut plain = command.iter().filter(|word| !word.starts_with('-')).map(String::as_str);
    let manager = plain.next().is_some_and(|program| MANAGERS.contains(&super::path::base_name(program)));
    let verb = plain.next().unwrap_or_default();
    let nested = plain.next().unwrap_or_default();
    manager && (INSTALLING.contains(&verb) || verb == "pip" && INSTALLING.contains(&nested))
}

/// True for a command that adds what only the makers of the program need.
pub fn for_development(command: &[String]) -> bool {
    command.iter().any(|word| matches!(word.as_str(), "-D" | "-d" | "--dev" | "--save-dev" | "--build"))
}

/// True where a text holds the package's name as a whole.
pub fn names(text: &str, package: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '@');
    text.match_indices(package)
        .any(|(at, _)| !text[..at].ends_with(part) && !text[at + package.len()..].starts_with(part))
}

/// `@scope/name@^1.2` and `name==1.2` without the version.
fn unversioned(word: &str) -> &str {
    let from = usize::from(word.starts_with('@'));
    let end = word[from..].find(['@', '=', '<', '>', '~', '!', '[', ':', '^']).map_or(word.len(), |at| at + from);
    word[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, expected: Option<&str>) {
        let commands = shell::read(command).commands;
        let found = commands.iter().find_map(|words| added_by_command(words, |name| name == "react"));
        assert_eq!(found.as_deref(), expected, "{command}");
    }

    #[test]
    fn a_command_that_adds_a_package_is_told_from_one_that_restores() {
        check("npm install axios", Some("axios"));
        check("cd web && npm i -D @types/node@20", Some("@types/node"));
        check("pnpm --filter web add zod", Some("zod"));
        check("yarn add date-fns@^3", Some("date-fns"));
        check("cargo add serde --features derive", Some("serde"));
        check("cargo add -p core tokio", Some("tokio"));
        check("uv add 'httpx>=0.27'", Some("httpx"));
        check("go get github.com/a/b@v1", Some("github.com/a/b"));
        check("pnpm add -r zod", Some("zod"));
        check("flutter pub add provider", Some("provider"));
        check("cargo add tokio --git https://example.org/tokio --branch main", Some("tokio"));
        check("uv add --extra http2 httpx", Some("httpx"));
        for command in [
            "npm install",
            "npm ci",
            "npm install --prefix web",
            "npm install -g pnpm",
            "npm install react@19",
            "npm install -w web react",
            "cargo add react --git https://example.org/react --branch main",
            "uv add react --extra http2",
            "npm test axios",
            "yarn install",
            "cargo install ripgrep",
            "cargo build",
            "pip install -r requirements.txt",
            "pip install pytest",
            "go get ./...",
            "go get -u github.com/a/b",
            "npm install ./packages/ui",
            "cargo add serde --dry-run",
        ] {
            check(command, None);
        }
    }

    #[test]
    fn a_package_is_named_where_it_is_asked_for() {
        for (words, named) in [
            ("add zod and use it", true),
            ("move to @scope/zod, please", true),
            ("use fetch instead of zod", false),
            ("no zod please", false),
            ("zodiac signs", false),
        ] {
            assert_eq!(is_named(words, "@scope/zod"), named, "{words}");
        }
    }
}
