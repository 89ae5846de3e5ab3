//! Whether a path or a command answers words for which nothing has that very name: "the german file" is `locales/de.json`.
//!
//! Owns the comparison word by word, and the table of what people say and files and programs are called. It is read widely: what answers
//! is told and never denied.

use crate::domain::{Called, FileVerb, WorkKind};
use crate::text::kind::{is_file_word, kind_of_path, kind_of_word};
use crate::text::words::{akin, words};
use crate::text::{path, tested};

/// What people say, and what else files and commands of it are called.
#[rustfmt::skip]
const ALSO: &[(&str, &[&str])] = &[
    ("autofix", &["fix"]), ("back", &["api", "backend", "server"]), ("backend", &["api", "server"]), ("bump", &["upgrade", "version"]),
    ("call", &["curl", "http", "https", "wget"]),
    ("chinese", &["zh"]), ("client", &["frontend", "web"]), ("cluster", &["helm", "k8s", "kubectl"]),
    ("config", &["cfg", "conf", "settings"]), ("container", &["docker", "podman"]), ("database", &["db", "sql"]),
    ("db", &["database", "sql"]), ("delete", &["del", "drop", "remove", "rm"]), ("dependency", &["add", "deps", "install", "lock"]),
    ("deploy", &["apply", "playbook", "rollout"]), ("download", &["curl", "wget"]), ("dutch", &["nl"]), ("english", &["en"]),
    ("format", &["black", "fmt", "gofmt", "prettier", "rustfmt", "spotless"]), ("french", &["fr"]),
    ("frontend", &["client", "ui", "web"]), ("gem", &["bundle", "gemfile"]),
    ("generate", &["buf", "codegen", "gen", "protoc", "regen", "runner", "sqlc"]), ("german", &["de"]), ("golang", &["go"]),
    ("image", &["gif", "jpeg", "jpg", "png", "svg", "webp"]), ("infra", &["helm", "k8s", "terraform", "tf"]),
    ("infrastructure", &["helm", "infra", "k8s", "terraform", "tf"]), ("italian", &["it"]), ("japanese", &["ja"]),
    ("javascript", &["js", "jsx", "mjs"]), ("kill", &["down", "rm", "stop"]), ("korean", &["ko"]), ("kotlin", &["kt", "kts"]),
    ("language", &["i18n", "l10n", "lang", "locale"]), ("lint", &["eslint", "ruff"]), ("locale", &["i18n", "l10n", "lang"]),
    ("lockfile", &["lock"]), ("mail", &["email", "smtp"]), ("mobile", &["android", "ios"]), ("move", &["mv"]),
    ("native", &["android", "ios"]),
    ("network", &["clone", "curl", "download", "fetch", "http", "https", "install", "ping", "ssh", "wget"]),
    ("notebook", &["ipynb", "nbconvert"]), ("nuke", EMPTYING), ("package", &["add", "install"]), ("password", &["secret"]),
    ("picture", &["jpg", "png", "svg"]), ("polish", &["pl"]), ("portuguese", &["pt"]), ("prod", &["live", "production"]),
    ("production", &["live", "prod"]), ("protobuf", &["proto"]), ("python", &["pip", "py"]),
    ("reformat", &["black", "fmt", "format", "gofmt", "prettier", "rustfmt", "spotless"]),
    ("regenerate", &["buf", "codegen", "gen", "generate", "protoc", "regen", "runner", "sqlc", "update"]),
    ("remove", &["delete", "drop", "rm"]), ("rename", &["mv"]), ("reset", EMPTYING), ("retrain", &["fit", "train"]), ("ruby", &["rb"]), ("russian", &["ru"]), ("rust", &["rs"]),
    ("screenshot", &["jpg", "png"]), ("server", &["api", "backend"]), ("snapshot", &["insta", "snap"]), ("spanish", &["es"]), ("stage", &["staging"]),
    ("staging", &["stage"]), ("swedish", &["sv"]), ("template", &["ejs", "erb", "hbs", "html", "tmpl"]),
    ("training", &["sbatch", "train"]), ("translation", &["i18n", "l10n", "lang", "locale", "locales", "po"]), ("turkish", &["tr"]),
    ("typescript", &["ts", "tsx"]), ("ui", &["frontend", "web"]), ("upgrade", &["bump", "u", "update"]), ("website", &["site", "web"]),
    ("wipe", EMPTYING),
];

/// What commands are called that leave nothing in a database or a folder.
const EMPTYING: &[&str] =
    &["drop", "flush", "flushall", "flushdb", "fresh", "purge", "reset", "rm", "truncate", "wipe"];

/// Where a program runs beside production.
const OTHER_STAGES: [&str; 7] = ["dev", "development", "local", "qa", "sandbox", "stage", "staging"];

/// Deeds that are done by changing a file in any way.
#[rustfmt::skip]
const CHANGING: &[&str] = &[
    "accept", "adjust", "bump", "convert", "generate", "migrate", "optimize", "port", "rebuild", "regenerate", "tweak", "update", "upgrade",
];

/// True for a word of a place where nobody but the makers of the program is.
pub fn is_another_stage(word: &str) -> bool {
    OTHER_STAGES.contains(&word)
}

/// True for a word of a place where a program runs: "prod", "staging".
pub fn is_stage(word: &str) -> bool {
    is_another_stage(word) || matches!(word, "live" | "prod" | "production")
}

/// True where every word of a name stands among the `found`, in its own form or another.
///
/// `found` are words; a path among the name's is looked for in `whole`, from which they come.
pub fn is_called(name: &[String], found: &[String], whole: &str) -> bool {
    !name.is_empty() && name.iter().all(|said| answers(said, found, whole))
}

fn answers(said: &str, found: &[String], whole: &str) -> bool {
    if said.contains('/') {
        return lies_at(whole, said);
    }
    // `live/dev` may lie beside `live/prod`.
    let other = || found.iter().any(|word| is_another_stage(word));
    found.iter().any(|found| stands_for(said, found)) && !(matches!(said, "prod" | "production") && other())
}

/// True where a word of a path or a command is what people say.
pub fn stands_for(said: &str, found: &str) -> bool {
    akin(said, found) || ALSO.iter().any(|(known, also)| also.contains(&found) && akin(known, said))
}

/// True for a word of the table, which people say for what is done in commands.
pub fn is_known(said: &str) -> bool {
    ALSO.iter().any(|(known, _)| akin(known, said))
}

/// True where a change of this file is what the words forbid.
pub fn means(called: &Called, file: &str, verb: FileVerb, is_new: bool) -> bool {
    // "Nothing may be deleted".
    let takes_away = |deed: &str| ["delete", "remove"].iter().any(|verb| akin(verb, deed));
    let deed = |deed: &String| match deed.as_str() {
        // What is written as a whole is mostly new.
        deed if is_making(deed) => is_new || verb == FileVerb::Write,
        deed if takes_away(deed) => verb == FileVerb::Delete,
        deed => CHANGING.contains(&deed),
    };
    let named = || {
        if called.names.is_empty() {
            called.deeds.iter().any(|deed| takes_away(deed))
        } else {
            is_called_so(called, file)
        }
    };
    // "Test the login page but leave the page as it is".
    let about = called.deeds.is_empty() && (is_new || verb == FileVerb::Write) && is_about(called, file);
    (called.deeds.is_empty() || called.deeds.iter().any(deed)) && !about && named()
}

/// True for a test, a page or a story, which is about the thing that is called so, where none of the names is one.
fn is_about(called: &Called, file: &str) -> bool {
    let follows = |kind: Option<WorkKind>| matches!(kind, Some(WorkKind::Docs | WorkKind::Tests));
    let named = || called.names.iter().flatten().any(|word| follows(kind_of_word(word)) || word.contains('/'));
    let test = || tested::subject(path::stem(file)).is_some() || path::base_name(file).contains(".stories.");
    (kind_of_path(file) == Some(WorkKind::Docs) || test()) && !named()
}

/// True for a file that one of the names may stand for, whatever is done to it.
pub fn is_called_so(called: &Called, file: &str) -> bool {
    called.names.iter().any(|name| is_file(name, file))
}

/// True where making something is forbidden.
pub fn makes(called: &Called) -> bool {
    called.deeds.iter().any(|deed| is_making(deed))
}

fn is_making(deed: &str) -> bool {
    matches!(deed, "add" | "create" | "make" | "write")
}

/// True where one of the names is the file's own, ending and all: "main.tex".
pub fn is_named(called: &Called, file: &str) -> bool {
    let own = words(path::base_name(file));
    path::extension(file).is_some() && called.names.contains(&own)
}

/// True for a file that a name may stand for.
fn is_file(name: &[String], file: &str) -> bool {
    let found = words(file);
    let kind = kind_of_path(file);
    let of_kind = |said: &str| kind.is_some() && is_file_word(said) && kind_of_word(said) == kind;
    name.iter().all(|said| of_kind(said) || answers(said, &found, file))
}

/// True for a path that is another one, or lies below it, wherever that begins.
fn lies_at(file: &str, place: &str) -> bool {
    let file = format!("/{}/", file.to_lowercase());
    file.contains(&format!("/{}/", place.trim_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_stage_is_not_production() {
        let called = Called { names: vec![vec!["prod".to_owned()]], ..Called::default() };
        assert!(is_called_so(&called, "live/prod/eks.tf") && is_called_so(&called, "live/eks.tf"));
        assert!(!is_called_so(&called, "live/dev/eks.tf"));
    }

    #[test]
    fn a_file_answers_every_word_of_its_name() {
        let called = |name: &str| Called { names: vec![words(name)], ..Called::default() };
        let change = |name: &str, file: &str| means(&called(name), file, FileVerb::Edit, false);
        assert!(change("german", "src/locales/de.json"));
        assert!(change("solver pyx", "src/fast/solver.pyx"));
        assert!(change("native", "ios/App/Info.plist"));
        assert!(change("go", "internal/tracking/events.go"));
        assert!(change("docs", "docs/api/io.md"));
        assert!(change("controllers", "web/PostingController.java"));
        assert!(!change("parser behaviour", "src/parser.rs"));
        assert!(!change("german", "src/decode.rs"));
        let write = |file: &str| means(&called("login page"), file, FileVerb::Write, true);
        assert!(write("src/login/page.tsx"));
        assert!(
            !write("tests/login/page.test.tsx") && !write("docs/login-page.md") && !write("src/login/page.stories.tsx")
        );
        let regenerate =
            Called { deeds: vec!["regenerate".to_owned()], names: vec![words("baseline images")], ..Called::default() };
        assert!(means(&regenerate, "tests/baseline/week.png", FileVerb::Write, false));
        let delete = Called { deeds: vec!["delete".to_owned()], names: vec![words("fixtures")], ..Called::default() };
        assert!(!means(&delete, "tests/fixtures/a.json", FileVerb::Edit, false));
    }
}
