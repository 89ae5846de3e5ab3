//! Does this bring a new package into the project? Commands that add one, and lines that are added to a manifest.
//!
//! What only restores the packages that are listed already (`npm ci`, `npm install`, `pip install -r`) adds none, nor does what goes
//! beside the project (`npm install -g`, `pip install`).

use super::{path, shell};

/// Names in a manifest that stand before a version and are no packages.
const NO_PACKAGES: [&str; 33] = [
    "authors",
    "bun",
    "categories",
    "deno",
    "description",
    "documentation",
    "edition",
    "engines",
    "homepage",
    "keywords",
    "license",
    "manifest_version",
    "max",
    "min",
    "minimum_chrome_version",
    "msrv",
    "name",
    "node",
    "npm",
    "packageManager",
    "pnpm",
    "publish",
    "python",
    "readme",
    "repository",
    "required-version",
    "requires-python",
    "resolver",
    "rust-version",
    "target-version",
    "version",
    "vscode",
    "yarn",
];

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

/// The package whose line an edit brings into a manifest; `None` for any other file.
pub fn added_by_edit(file: &str, old: &str, new: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    let named: fn(&str) -> Option<&str> = match path::base_name(file) {
        "package.json" => in_package_json,
        "Cargo.toml" => in_toml,
        "pyproject.toml" => in_pyproject,
        "go.mod" => in_go_mod,
        "Gemfile" => |line| quoted(line.strip_prefix("gem ")?),
        name if name.starts_with("requirements") && path::extension(name) == Some("txt") => in_requirements,
        _ => return None,
    };
    let listed =
        |text: &str| -> Vec<String> { text.lines().filter_map(|line| named(line.trim())).map(str::to_owned).collect() };
    let before = listed(old);
    listed(new).into_iter().find(|name| !before.contains(name) && !NO_PACKAGES.contains(&name.as_str()) && !known(name))
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

/// True for a command that adds what only the makers of the program need.
pub fn for_development(command: &[String]) -> bool {
    command.iter().any(|word| matches!(word.as_str(), "-D" | "-d" | "--dev" | "--save-dev" | "--build"))
}

/// True for a file that lists the packages of a project.
pub fn is_manifest(file: &str) -> bool {
    let name = path::base_name(file);
    matches!(
        name,
        "package.json"
            | "Cargo.toml"
            | "pyproject.toml"
            | "go.mod"
            | "Gemfile"
            | "Pipfile"
            | "composer.json"
            | "deno.json"
            | "setup.py"
            | "setup.cfg"
            | "environment.yml"
            | "pnpm-workspace.yaml"
    ) || name.starts_with("requirements") && path::extension(name) == Some("txt")
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

/// True for what stands where a version is written.
fn is_version(value: &str) -> bool {
    let bare = value.trim_start_matches(['^', '~', '=', '<', '>', ' ', 'v']);
    bare.starts_with(|c: char| c.is_ascii_digit())
        || value == "*"
        || value == "latest"
        || ["workspace:", "npm:", "git+", "github:"].iter().any(|start| value.starts_with(start))
}

/// What stands between the first two quotation marks.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split(quote).next()
}

fn in_package_json(line: &str) -> Option<&str> {
    let name = quoted(line)?;
    let value = line.get(name.len() + 2..)?.trim_start().strip_prefix(':')?.trim_start();
    quoted(value).is_some_and(is_version).then_some(name)
}

/// As in Cargo's manifest; a bare number is a setting more often than a package there.
fn in_pyproject(line: &str) -> Option<&str> {
    let bare = |line: &str| {
        line.split_once('=').is_some_and(|(_, value)| {
            quoted(value.trim()).is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    in_list(line).or_else(|| in_toml(line).filter(|_| !bare(line)))
}

/// `serde = "1"`, `serde = { version = "1" }`, `serde.workspace = true`.
fn in_toml(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let table =
        value.starts_with('{') && ["version", "path", "git", "workspace"].iter().any(|part| value.contains(part));
    let name = key.strip_suffix(".workspace").unwrap_or(key);
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_name && (table || name != key || quoted(value).is_some_and(is_version))).then_some(name)
}

/// `"httpx>=0.27",` in a list.
fn in_list(line: &str) -> Option<&str> {
    let item = quoted(line)?;
    let name = unversioned(item);
    let version = item[name.len()..].starts_with(['=', '<', '>', '~', '!', '[', '@']);
    (version && !name.is_empty() && !name.contains([' ', '/', ':'])).then_some(name)
}

fn in_requirements(line: &str) -> Option<&str> {
    let name = unversioned(line.split(['#', ';', ' ']).next()?);
    (name.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(name)
}

/// `require example.org/mod v1.2.0`, and the same within brackets.
fn in_go_mod(line: &str) -> Option<&str> {
    let (name, version) = line.strip_prefix("require ").unwrap_or(line).split_once(' ')?;
    (name.contains('.') && version.starts_with('v')).then_some(name)
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
    fn a_quotation_mark_that_stays_open_names_nothing() {
        for line in ["\"", "'", "\"zod", "\"zod\"", "\"zod\":"] {
            assert_eq!(in_package_json(line), None, "{line}");
        }
        assert_eq!(in_package_json("\"zod\": \"^3\""), Some("zod"));
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

    #[track_caller]
    fn check_edit(file: &str, old: &str, new: &str, expected: Option<&str>) {
        assert_eq!(added_by_edit(file, old, new, |_| false).as_deref(), expected, "{file}: {new}");
    }

    #[test]
    fn a_line_that_is_new_in_a_manifest_is_a_new_package() {
        let two = "\"vite\": \"^5.0.0\",\n    \"axios\": \"^1.6.0\"";
        check_edit("web/package.json", "\"vite\": \"^5.0.0\"", two, Some("axios"));
        check_edit("package.json", "\"vite\": \"^5.0.0\"", "\"vite\": \"^6.0.0\"", None);
        check_edit("package.json", "\"test\": \"jest\"", "\"test\": \"jest\",\n\"lint\": \"eslint .\"", None);
        check_edit("package.json", "\"private\": true", "\"private\": true,\n\"version\": \"1.2.0\"", None);
        check_edit("Cargo.toml", "[dependencies]", "[dependencies]\nregex = \"1\"", Some("regex"));
        check_edit("Cargo.toml", "[dependencies]", "[dependencies]\nlog.workspace = true", Some("log"));
        check_edit("Cargo.toml", "log = \"0.3\"", "log = { version = \"0.4\", features = [\"std\"] }", None);
        check_edit("Cargo.toml", "edition = \"2021\"", "edition = \"2024\"\nrust-version = \"1.90\"", None);
        check_edit("requirements-dev.txt", "pytest", "pytest\nhttpx==0.27  # client", Some("httpx"));
        check_edit("pyproject.toml", "\"rich>=13\",", "\"rich>=13\",\n    \"httpx>=0.27\",", Some("httpx"));
        check_edit("pyproject.toml", "line-length = 80", "line-length = 100", None);
        check_edit("pyproject.toml", "[tool.mypy]", "[tool.mypy]\npython_version = \"3.10\"", None);
        check_edit(
            "pyproject.toml",
            "[]",
            "[\"error::DeprecationWarning\", \n\"Typing :: Typed\",\n\"pragma: no cover\"]",
            None,
        );
        check_edit("Cargo.toml", "[package]", "[package]\nrepository.workspace = true", None);
        check_edit("package.json", "\"engines\": {", "\"engines\": {\n\"vscode\": \"^1.80.0\",", None);
        check_edit("go.mod", "go 1.22", "go 1.22\n\nrequire github.com/a/b v1.2.0", Some("github.com/a/b"));
        check_edit("Gemfile", "gem \"rails\"", "gem \"rails\"\ngem 'sidekiq', '~> 7'", Some("sidekiq"));
        check_edit("src/a.py", "import os", "import os\nimport httpx==1", None);
    }
}
