//! The packages that a manifest lists, for each kind of manifest; and what is new in one.
//!
//! Only what can be told from a part of the file, which is what an edit shows: mostly one line with a name and a version.

use super::unversioned;
use crate::text::path;
use crate::text::word_set::sorted;

/// Names in a manifest that stand before a version and are no packages.
#[rustfmt::skip]
const NO_PACKAGES: [&str; 35] = [
    "authors", "bun", "categories", "deno", "description", "documentation", "edition", "engines", "flutter", "homepage",
    "keywords", "license", "manifest_version", "max", "min", "minimum_chrome_version", "msrv", "name", "node", "npm",
    "packageManager", "pnpm", "publish", "python", "readme", "repository", "required-version", "requires-python", "resolver",
    "rust-version", "sdk", "target-version", "version", "vscode", "yarn",
];

/// What adds a package in a build file of Gradle.
const GRADLE: [&str; 11] = [
    "androidTestImplementation",
    "annotationProcessor",
    "api",
    "classpath",
    "compileOnly",
    "debugImplementation",
    "implementation",
    "kapt",
    "ksp",
    "runtimeOnly",
    "testImplementation",
];

/// Reads the names that a part of a manifest lists.
type Reader = fn(&str) -> Vec<&str>;

/// True for a file that lists the packages of a project. Its name may be written as people write it: "gemfile".
pub fn is_manifest(file: &str) -> bool {
    reader(file).is_some()
}

/// Files in which package managers pin versions, beside those that are called so by their ending.
const LOCKS: &[&str] =
    sorted(&["bun.lockb", "go.sum", "go.work.sum", "npm-shrinkwrap.json", "package.resolved", "packages.lock.json"]);

/// True for a file in which a package manager pins versions: `Cargo.lock`, `package-lock.json`, `go.sum`.
pub fn is_lock(file: &str) -> bool {
    let name = path::base_name(file).to_ascii_lowercase();
    let pins = [".lock", "-lock.json", "-lock.yaml"].iter().any(|end| name.ends_with(end));
    pins || LOCKS.binary_search(&name.as_str()).is_ok()
}

/// True for a file that package managers write: what lists the packages of a project, and what pins them.
pub fn is_managed(file: &str) -> bool {
    is_lock(file) || is_manifest(file)
}

/// The package whose line an edit brings into a manifest; `None` for any other file. `old` is "" where the file is written anew.
pub fn added_by_edit(file: &str, old: &str, new: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    let listed = reader(file)?;
    let before = listed(old);
    let new =
        listed(new).into_iter().find(|name| !before.contains(name) && !NO_PACKAGES.contains(name) && !known(name));
    new.map(str::to_owned)
}

fn reader(file: &str) -> Option<Reader> {
    let name = path::base_name(file).to_ascii_lowercase();
    let reader: Reader = match name.as_str() {
        // All of it may stand in one line.
        "package.json" | "composer.json" | "deno.json" | "pnpm-workspace.yaml" => {
            |text| text.split(['\n', '{', ',']).filter_map(|pair| in_json(pair.trim())).collect()
        }
        "cargo.toml" | "pipfile" => |text| each_line(text, in_toml),
        "pyproject.toml" => |text| text.lines().flat_map(|line| in_pyproject(line.trim())).collect(),
        "setup.py" => |text| text.lines().flat_map(in_quotes).filter_map(required).collect(),
        "setup.cfg" => |text| each_line(text, required),
        "environment.yml" => |text| each_line(text, |line| required(line.strip_prefix("- ")?)),
        "go.mod" => |text| each_line(text, in_go_mod),
        "gemfile" => |text| each_line(text, |line| quoted(line.strip_prefix("gem ")?)),
        "podfile" => |text| each_line(text, |line| quoted(line.strip_prefix("pod ")?)),
        "pom.xml" => in_pom,
        "build.gradle" | "build.gradle.kts" => |text| each_line(text, in_gradle),
        "libs.versions.toml" => |text| each_line(text, in_catalog),
        "build.sbt" => |text| each_line(text, |line| line.contains(" % ").then(|| in_quotes(line).nth(1))?),
        "pubspec.yaml" => |text| each_line(text, in_pubspec),
        "mix.exs" => |text| each_line(text, in_mix),
        "package.swift" => |text| each_line(text, in_swift),
        "directory.packages.props" => |text| each_line(text, in_csproj),
        _ if path::extension(&name) == Some("csproj") => |text| each_line(text, in_csproj),
        _ if name.starts_with("requirements") && path::extension(&name) == Some("txt") => {
            |text| each_line(text, in_requirements)
        }
        _ => return None,
    };
    Some(reader)
}

fn each_line<'a>(text: &'a str, named: impl Fn(&'a str) -> Option<&'a str>) -> Vec<&'a str> {
    text.lines().filter_map(|line| named(line.trim())).collect()
}

/// True for what stands where a version is written.
fn is_version(value: &str) -> bool {
    let bare = value.trim_start_matches(['^', '~', '=', '<', '>', ' ', 'v']);
    bare.starts_with(|c: char| c.is_ascii_digit())
        || value == "*"
        || value == "latest"
        || ["workspace:", "npm:", "jsr:", "git+", "github:"].iter().any(|start| value.starts_with(start))
}

/// What stands between the first two quotation marks.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split(quote).next()
}

/// What stands in quotation marks in a line.
fn in_quotes(line: &str) -> impl Iterator<Item = &str> {
    line.split(['"', '\'']).skip(1).step_by(2)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

fn in_json(line: &str) -> Option<&str> {
    let name = quoted(line)?;
    let value = line.get(name.len() + 2..)?.trim_start().strip_prefix(':')?.trim_start();
    quoted(value).is_some_and(is_version).then_some(name)
}

/// As in Cargo's manifest, where a bare number is a setting more often than a package; and what lists of requirements hold.
fn in_pyproject(line: &str) -> Vec<&str> {
    let bare = |line: &str| {
        line.split_once('=').is_some_and(|(_, value)| {
            quoted(value.trim()).is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    // "dependencies = [" tells that what stands in the brackets are packages, with a version or without.
    let list = line.split_once('=').filter(|(key, value)| {
        value.trim_start().starts_with('[') && ["dependencies", "dev", "test", "tests"].contains(&key.trim())
    });
    match list {
        Some((_, items)) => in_quotes(items)
            .map(|item| unversioned(item.split(';').next().unwrap_or(item)))
            .filter(|name| is_name(name))
            .collect(),
        None if line.starts_with(['"', '\'', '[']) => in_quotes(line).filter_map(required).collect(),
        None => in_toml(line).filter(|_| !bare(line)).into_iter().collect(),
    }
}

/// `serde = "1"`, `serde = { version = "1" }`, `serde.workspace = true`.
fn in_toml(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let table =
        value.starts_with('{') && ["version", "path", "git", "workspace"].iter().any(|part| value.contains(part));
    let name = key.strip_suffix(".workspace").unwrap_or(key);
    (is_name(name) && (table || name != key || quoted(value).is_some_and(is_version))).then_some(name)
}

/// `httpx>=0.27`.
fn required(item: &str) -> Option<&str> {
    let name = unversioned(item);
    let version = item[name.len()..].trim_start().starts_with(['=', '<', '>', '~', '!', '[', '@']);
    (version && !item.contains(" = ") && is_name(name)).then_some(name)
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

/// The artifact of each `<dependency>`.
fn in_pom(text: &str) -> Vec<&str> {
    let dependencies = text.split("<dependency>").skip(1).filter_map(|part| part.split("</dependency>").next());
    dependencies
        .filter_map(|part| Some(part.split_once("<artifactId>")?.1.split_once("</artifactId>")?.0.trim()))
        .filter(|name| is_name(name))
        .collect()
}

/// `implementation("group:artifact:1.0")`.
fn in_gradle(line: &str) -> Option<&str> {
    let (way, item) = line.split_once(['(', ' '])?;
    let mut parts = quoted(item.trim_start_matches(['(', ' ']))?.split(':');
    let artifact = parts.nth(1)?;
    (GRADLE.contains(&way) && is_name(artifact)).then_some(artifact)
}

/// `okhttp = { module = "group:okhttp", … }` and `okhttp = { group = "group", name = "okhttp" }`.
fn in_catalog(line: &str) -> Option<&str> {
    let (name, value) = line.split_once('=')?;
    let library = value.trim_start().starts_with('{') && (value.contains("module") || value.contains("group"));
    Some(name.trim()).filter(|name| library && is_name(name))
}

/// `http: ^1.1.0`.
fn in_pubspec(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(':')?;
    let value = value.trim();
    (is_name(name) && (value == "any" || is_version(quoted(value).unwrap_or(value)))).then_some(name)
}

/// `{:jason, "~> 1.4"}`.
fn in_mix(line: &str) -> Option<&str> {
    let (name, version) = line.strip_prefix("{:")?.split_once(',')?;
    (is_name(name) && version.trim_start().starts_with(['"', 'g', 'p'])).then_some(name)
}

/// `.package(url: "https://example.org/owner/Name.git", from: "1.0.0")`.
fn in_swift(line: &str) -> Option<&str> {
    let address = in_quotes(line.strip_prefix(".package(")?).find(|part| part.contains("://"))?;
    let name = address.trim_end_matches('/').rsplit('/').next()?;
    Some(name.strip_suffix(".git").unwrap_or(name)).filter(|name| is_name(name))
}

/// `<PackageReference Include="Name" Version="1.0" />`.
fn in_csproj(line: &str) -> Option<&str> {
    let item = line.strip_prefix("<PackageReference ").or_else(|| line.strip_prefix("<PackageVersion "))?;
    quoted(item.trim_start().strip_prefix("Include=")?).filter(|name| is_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::WorkKind;
    use crate::text::kind;

    /// The names that globs spell out: `**/{a,b}` and `**/a`.
    fn spelled_out(globs: &[&'static str]) -> Vec<&'static str> {
        let names = globs.iter().flat_map(|glob| glob.trim_start_matches("**/").split(['{', '}', ',']));
        names.filter(|name| !name.is_empty() && !name.contains('*')).collect()
    }

    #[test]
    fn what_globs_name_of_manifests_and_locks_is_known_here() {
        let locks = kind::part_of_word("lockfiles").map_or(&[][..], |part| part.globs);
        assert!(spelled_out(locks).len() > 3 && spelled_out(locks).into_iter().all(is_lock));
        let built = ["CMakeLists.txt", "Makefile", "build.rs", "justfile", "mise.toml", "tsconfig.json"];
        for name in spelled_out(kind::globs(WorkKind::Build)) {
            assert!(is_manifest(name) || built.contains(&name), "{name}");
        }
    }

    #[test]
    fn a_file_is_known_however_its_name_is_written() {
        assert!(is_manifest("Gemfile") && is_manifest("gemfile") && is_manifest("web/requirements-dev.txt"));
        assert!(
            is_lock("Cargo.lock") && is_lock("web/pnpm-lock.yaml") && is_lock("Package.resolved") && is_lock("go.sum")
        );
        assert!(!is_lock("clock.rs") && !is_lock("locks.json") && !is_manifest("Cargo.lock"));
    }

    #[test]
    fn a_quotation_mark_that_stays_open_names_nothing() {
        for line in ["\"", "'", "\"zod", "\"zod\"", "\"zod\":"] {
            assert_eq!(in_json(line), None, "{line}");
        }
        assert_eq!(in_json("\"zod\": \"^3\""), Some("zod"));
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
        let compact = "{\"name\":\"shop\",\"dependencies\":{\"vite\":\"^5\"}}";
        let grown = "{\"name\":\"shop\",\"dependencies\":{\"vite\":\"^5\",\"zod\":\"3\"}}";
        check_edit("package.json", compact, grown, Some("zod"));
        check_edit("package.json", grown, compact, None);
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

    #[test]
    fn each_ecosystem_has_its_lines() {
        for (file, old, new, added) in [
            ("pyproject.toml", "dependencies = [\"rich\"]", "dependencies = [\"rich\", \"httpx\"]", Some("httpx")),
            (
                "pyproject.toml",
                "dev = [\"ruff\"]",
                "dev = [\"ruff\", \"mypy>=1; python_version > '3.9'\"]",
                Some("mypy"),
            ),
            ("pyproject.toml", "select = [\"E\"]", "select = [\"E\", \"I\"]", None),
            (
                "setup.py",
                "install_requires=[\"rich>=1\"]",
                "install_requires=[\"rich>=1\", 'httpx >= 0.27']",
                Some("httpx"),
            ),
            ("setup.py", "version=\"1.0\"", "version=\"1.1\", license=\"MIT\"", None),
            ("setup.cfg", "rich>=13", "rich>=13\n    httpx>=0.27", Some("httpx")),
            ("setup.cfg", "[metadata]", "[metadata]\nversion = 1.1", None),
            ("environment.yml", "- python=3.12", "- python=3.12\n  - numpy=2.1", Some("numpy")),
            (
                "pom.xml",
                "<dependencies>",
                "<dependencies>\n<dependency>\n<groupId>a</groupId>\n<artifactId>guava</artifactId>\n</dependency>",
                Some("guava"),
            ),
            (
                "pom.xml",
                "<source>17</source>",
                "<source>21</source>\n<artifactId>maven-compiler-plugin</artifactId>",
                None,
            ),
            (
                "app/build.gradle.kts",
                "dependencies {",
                "dependencies {\n    implementation(\"com.squareup.okhttp3:okhttp:4.12.0\")",
                Some("okhttp"),
            ),
            ("build.gradle", "}", "}\n    testImplementation 'org.junit:junit:5'", Some("junit")),
            ("build.gradle", "minSdk 24", "minSdk 26\n    implementation project(':core')", None),
            (
                "gradle/libs.versions.toml",
                "",
                "okhttp = { module = \"a:okhttp\", version.ref = \"okhttp\" }",
                Some("okhttp"),
            ),
            ("composer.json", "", "\"guzzlehttp/guzzle\": \"^7.0\"", Some("guzzlehttp/guzzle")),
            ("pubspec.yaml", "http: ^1.1.0", "http: ^1.1.0\n  dio: ^5.0.0", Some("dio")),
            ("pubspec.yaml", "version: 1.0.0+1", "version: 1.0.1+2", None),
            ("mix.exs", "{:phoenix, \"~> 1.7\"}", "{:phoenix, \"~> 1.7\"},\n{:jason, \"~> 1.4\"}", Some("jason")),
            (
                "Package.swift",
                "",
                ".package(url: \"https://github.com/a/Alamofire.git\", from: \"5.0.0\")",
                Some("Alamofire"),
            ),
            ("src/App/App.csproj", "", "<PackageReference Include=\"Polly\" Version=\"8.0.0\" />", Some("Polly")),
            ("ios/Podfile", "pod 'Firebase'", "pod 'Firebase'\n  pod 'Alamofire'", Some("Alamofire")),
            ("build.sbt", "", "libraryDependencies += \"org.typelevel\" %% \"cats\" % \"2.0\"", Some("cats")),
        ] {
            check_edit(file, old, new, added);
        }
    }
}
