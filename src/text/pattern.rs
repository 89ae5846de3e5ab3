//! Patterns over paths inside a project: whole components, never substrings.

use super::path;
use crate::domain::Pattern;
use globset::{Glob, GlobMatcher};
use std::cell::RefCell;
use std::collections::HashMap;

/// Compiled globs that are kept; a scope has a handful.
const KEPT_GLOBS: usize = 256;

thread_local! {
    /// To compile a glob costs a hundred times what matching it does, and a session asks for the same few again and again.
    static GLOBS: RefCell<HashMap<String, Option<GlobMatcher>>> = RefCell::new(HashMap::new());
}

/// True when `pattern` covers `file`. A glob that does not compile covers nothing; `config check` names those of a
/// configuration.
pub fn covers(pattern: &Pattern, file: &str) -> bool {
    match pattern {
        Pattern::File(known) => known == file,
        Pattern::Folder(folder) => path::is_below(file, folder),
        Pattern::Glob(glob) => matches(glob, file),
    }
}

fn matches(glob: &str, file: &str) -> bool {
    GLOBS.with_borrow_mut(|known| {
        if known.len() >= KEPT_GLOBS {
            known.clear();
        }
        if !known.contains_key(glob) {
            known.insert(glob.to_owned(), Glob::new(glob).ok().map(|glob| glob.compile_matcher()));
        }
        known.get(glob).is_some_and(|matcher| matcher.as_ref().is_some_and(|matcher| matcher.is_match(file)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_cover_whole_components() {
        let check =
            |pattern: Pattern, file: &str, expected: bool| assert_eq!(covers(&pattern, file), expected, "{file}");
        check(Pattern::File("src/a.rs".into()), "src/a.rs", true);
        check(Pattern::File("a.rs".into()), "src/a.rs", false);
        check(Pattern::Folder("src/auth".into()), "src/auth/x.rs", true);
        check(Pattern::Folder("src/auth".into()), "src/authz/x.rs", false);
        check(Pattern::Folder(String::new()), "x", true);
        check(Pattern::Glob("**/*.css".into()), "web/a/b.css", true);
        check(Pattern::Glob("[".into()), "[", false);
    }
}
