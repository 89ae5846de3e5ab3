//! Tests and what they test, by the names of the files.

use crate::repo::imports::can_import;
use crate::text::extension::{Language, language};
use crate::text::path::{extension, folder, stem};
use crate::text::tested;

/// Names that say nothing about a subject.
const NAMELESS: [&str; 10] = ["__init__", "app", "common", "conftest", "index", "lib", "main", "mod", "setup", "utils"];

/// What a source file is about, by its name and language, and whether it is a test: the two files of a pair share the
/// first and differ in the second. `None` for what is no source file or has no telling name.
pub(super) fn subject(path: &str) -> (Option<String>, bool) {
    let name = stem(path);
    let inside = folder(path).split('/').any(tested::is_folder);
    let marked = tested::subject(name);
    let is_test = inside || marked.is_some();
    let about = marked.unwrap_or(name).to_ascii_lowercase();
    let known = can_import(path) && about.len() > 1 && !NAMELESS.contains(&about.as_str());
    (known.then(|| format!("{about}.{}", family(path))), is_test)
}

/// Extensions of one language count as one, and so do languages of which one tests the other.
fn family(path: &str) -> &str {
    let extension = extension(path).unwrap_or_default();
    match language(extension) {
        Some(Language::JavaScript) => "script",
        Some(Language::Java | Language::Kotlin | Language::Scala) => "java",
        Some(Language::C) => "c",
        Some(Language::Python) => "py",
        Some(Language::Ruby) => "rb",
        _ => extension,
    }
}

/// How near two files lie: the folders that both paths name, those that only say "source" or "test" left out.
pub(super) fn nearness(one: &str, other: &str) -> usize {
    let telling = |part: &&str| !tested::is_folder(part) && !matches!(*part, "src" | "lib" | "app" | "main");
    let known: Vec<&str> = folder(one).split('/').filter(telling).collect();
    folder(other).split('/').filter(telling).filter(|part| known.contains(part)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: (Option<&str>, bool)) {
        let (about, is_test) = subject(path);
        assert_eq!((about.as_deref(), is_test), expected);
    }

    #[test]
    fn a_test_and_its_subject_meet() {
        check("src/auth/token.ts", (Some("token.script"), false));
        check("src/auth/token.test.tsx", (Some("token.script"), true));
        check("tests/auth/token.js", (Some("token.script"), true));
        check("tests/test_invoice.py", (Some("invoice.py"), true));
        check("pkg/token_test.go", (Some("token.go"), true));
        check("src/test/java/com/x/TokenStoreTest.java", (Some("tokenstore.java"), true));
        check("src/main/java/com/x/TokenStore.java", (Some("tokenstore.java"), false));
    }

    #[test]
    fn some_names_tell_nothing() {
        check("src/auth/mod.rs", (None, false));
        check("src/latest.rs", (Some("latest.rs"), false));
        check("src/Latest.java", (Some("latest.java"), false));
        check("tests/data/token.json", (None, true));
        check("src/test.rs", (Some("test.rs"), false));
        check("a/_test.go", (Some("_test.go"), false));
    }

    #[test]
    fn nearness_counts_shared_folders() {
        assert_eq!(nearness("crates/a/src/token.rs", "crates/a/tests/token.rs"), 2);
        assert_eq!(nearness("crates/a/src/token.rs", "crates/b/tests/token.rs"), 1);
        assert_eq!(nearness("token.py", "test_token.py"), 1);
    }
}
