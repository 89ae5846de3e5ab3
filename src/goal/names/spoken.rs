//! What people call the parts of a product, and the folders that they mean: "the api" is `apps/api`, "the frontend" may be `web`.
//!
//! Owns which folder a bare word stands for where the grammar says that a place is meant. Elsewhere "the api" is how a program is
//! called, whatever its files.

use super::Names;
use super::area::names_of;
use crate::domain::{Pattern, WorkKind};
use crate::text::kind::{is_file_word, kind_of_path, kind_of_word};
use crate::text::word_set::sorted;
use crate::text::{path, words};

/// Words behind the name of a part that take nothing from it: "the admin panel", "the mobile app".
#[rustfmt::skip]
const NOUNS: &[&str] = sorted(&[
    "app", "application", "apps", "area", "codebase", "crate", "dashboard", "lib", "library", "microservice", "module", "package",
    "panel", "part", "portal", "project", "service", "side", "site", "stack", "stuff", "website", "workspace",
]);

/// Walks of the file list for the names of parts, in one prompt.
const MAX_WALKS: usize = 16;

/// Words for a part that has a folder of its own: "the ffi crate" is `crates/app-ffi`.
const PACKAGES: &[&str] = &["crate", "module", "package", "plugin", "service", "subproject", "workspace"];

/// True for a word behind the name of a part that has a folder of its own.
pub(in crate::goal) fn is_package(word: &str) -> bool {
    PACKAGES.contains(&word)
}

/// True for a word that stands behind the name of a part.
pub(in crate::goal) fn is_noun(word: &str) -> bool {
    NOUNS.binary_search(&word).is_ok()
}

/// Letters of the first part of a folder's name that may stand for it: "legacy" for legacy-sync.
const TELLING: usize = 5;

/// True where a folder is meant by a word: its own name, a part of it, or what its part of the product is called.
pub(in crate::goal) fn is_called(folder: &str, word: &str) -> bool {
    let name = path::base_name(folder);
    let word = word.strip_suffix("'s").unwrap_or(word);
    let last = || name.strip_suffix(word).is_some_and(|before| before.ends_with(['-', '_']));
    let first = || name.strip_prefix(word).is_some_and(|behind| behind.starts_with(['-', '_']));
    let part = || last() || word.len() >= TELLING && first();
    name == word || !word.is_empty() && part() || names_of(&word).contains(&name)
}

impl Names<'_> {
    /// The folder that a part of the product is called by, the one nearest to the root, and the file of the same name beside it; true
    /// where only one is called so. Nothing where too many are.
    pub(in crate::goal) fn area(&self, word: &str) -> Option<(Vec<Pattern>, bool)> {
        self.names_of(&word).iter().find_map(|name| {
            let mut folders = self.folders_called(name);
            let depth = |folder: &str| folder.matches('/').count();
            let least = folders.iter().map(|folder| depth(folder)).min()?;
            folders.retain(|folder| depth(folder) == least);
            let one = folders.len() == 1;
            self.with_files(name, &folders).map(|places| (places, one))
        })
    }

    /// Every folder that it may be called by: what a person keeps the work to is read as widely as it can be meant.
    pub(in crate::goal) fn areas(&self, word: &str) -> Option<Vec<Pattern>> {
        let names = self.names_of(&word);
        let all: Vec<Pattern> =
            names.iter().filter_map(|name| self.with_files(name, &self.folders_called(name))).flatten().collect();
        (!all.is_empty()).then_some(all)
    }

    /// The folder of "the ffi crate": the one that is called so, or the only one that is called so beside the name of the whole.
    pub(in crate::goal) fn package(&self, word: &str) -> Option<(Vec<Pattern>, bool)> {
        if !words::is_telling(word) {
            return None;
        }
        let called = self.area(word).filter(|(_, one)| *one);
        called.or_else(|| {
            // A prompt may speak of thousands of modules, and each asks the whole list.
            let walks = self.walks.get();
            if walks == MAX_WALKS {
                return None;
            }
            self.walks.set(walks + 1);
            let mut found = None;
            for listed in self.cx.files.paths() {
                let Some(folder) = ends_in_part(listed, word) else { continue };
                match found {
                    Some(known) if known != folder => return None,
                    _ => found = Some(folder),
                }
            }
            Some((vec![Pattern::Folder(found?.to_owned())], true))
        })
    }

    /// The folder of "keep off docs", which is called as a kind of work is: the one at the root, and of pages the only one. None for tests
    /// and styles: their files are known by their own names, wherever they lie.
    pub(in crate::goal) fn folder_of_kind(&self, word: &str) -> Option<Pattern> {
        let kind = kind_of_word(word).filter(|_| is_file_word(word))?;
        if matches!(kind, WorkKind::Style | WorkKind::Tests) {
            return None;
        }
        let only = || match self.folders_called(word)[..] {
            [one] if kind == WorkKind::Docs => Some(Pattern::Folder(one.to_owned())),
            _ => None,
        };
        self.top_folder(word).pop().or_else(only)
    }

    /// Where a file or folder has the very name, nothing else is meant: the client of `src/http/client.ts` is not `web`.
    fn names_of<'w>(&self, word: &'w &'w str) -> &'w [&'w str] {
        if self.lookup.in_paths(word) { std::slice::from_ref(word) } else { names_of(word) }
    }

    fn folders_called(&self, name: &str) -> Vec<&str> {
        let mut found = self.lookup.folders_ending_with(name);
        // Where tests and pages mirror the code, the code is meant.
        found.retain(|folder| !mirrors(folder));
        found
    }

    /// The folders, and the files beside them that are called `name`, too; `None` where they are too many.
    fn with_files(&self, name: &str, folders: &[&str]) -> Option<Vec<Pattern>> {
        if folders.len() > self.cx.config.scope.max_matches_per_word {
            return None;
        }
        let beside = |file: &&str| folders.iter().any(|folder| path::folder(file) == path::folder(folder));
        let files = self.lookup.files_called(name, "").into_iter().filter(beside).map(super::file);
        let places: Vec<Pattern> =
            folders.iter().map(|folder| Pattern::Folder((*folder).to_owned())).chain(files).collect();
        (!places.is_empty()).then_some(places)
    }
}

/// The outermost folder of a path whose name ends in a part: "crates/app-ffi" for "ffi".
fn ends_in_part<'p>(listed: &'p str, word: &str) -> Option<&'p str> {
    let ends = listed.match_indices('/').map(|(end, _)| &listed[..end]);
    let mut so = ends.filter(|folder| {
        let before = folder.strip_suffix(word);
        before.is_some_and(|before| before.ends_with(['-', '_']))
    });
    so.next()
}

fn mirrors(folder: &str) -> bool {
    let Some((above, _)) = folder.rsplit_once('/') else { return false };
    matches!(kind_of_path(&format!("{above}/a")), Some(WorkKind::Tests | WorkKind::Docs))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_among;

    #[test]
    fn a_part_of_the_product_is_the_folder_called_so() {
        let monorepo = [
            "apps/api/src/auth.ts",
            "apps/web/src/Home.tsx",
            "apps/web/src/api/client.ts",
            "packages/ui/Button.tsx",
            "package.json",
        ];
        let crates =
            ["crates/app-core/src/lib.rs", "crates/app-ffi/src/lib.rs", "src/store/store.rs", "src/store/store_log.rs"];
        for (said, expected) in [
            ("dont touch the ffi crate while you rename it in core", "deny crates/app-ffi/"),
            ("fix the log. Don't change the core crate", "deny crates/app-core/"),
            ("fix the log. Hands off the store module", "deny src/store/"),
        ] {
            limits_among(&crates, said, expected);
        }
        let client = ["src/http/client.ts", "src/http/pool.ts", "web/index.html"];
        limits_among(&client, "fix the pool. Don't touch the client", "donot src/http/client.ts");
        limits_among(&client, "fix the pool. Don't touch the frontend", "deny web/");
        for (said, expected) in [
            ("fix the home page, leave the API alone", "deny apps/api/"),
            ("fix the home page. don't touch the backend", "deny apps/api/"),
            ("fix the home page. hands off the api service", "deny apps/api/"),
            ("fix the route. Don't touch the frontend code", "deny apps/web/"),
            ("fix the home page. stay out of the api", "deny apps/api/"),
            // The way a program is called.
            ("fix the home page. Don't change the api", "donot"),
            ("fix the home page. Don't touch the api response", "donot"),
            ("fix the home page. Don't break the api", "donot"),
        ] {
            limits_among(&monorepo, said, expected);
        }
    }

    #[test]
    fn a_bare_word_is_the_folder_that_is_called_so_before_it_is_a_kind_of_work() {
        let shop = [
            "README.md",
            "config/a.ts",
            "docs/setup.md",
            "src/a.css",
            "src/a.test.ts",
            "src/a.ts",
            "styles/b.css",
            "tests/b.test.ts",
        ];
        for (said, expected) in [
            ("don't touch docs", "deny docs/"),
            ("keep your fingers off docs", "deny docs/"),
            ("no changes to docs please", "deny docs/"),
            ("ask me before touching docs", "ask docs/"),
            ("don't touch config", "deny config/"),
            ("don't touch docs or config", "deny docs/ + config/"),
            // All pages, wherever they lie.
            ("don't touch the docs", "deny docs"),
            ("don't touch any docs", "deny docs"),
            ("don't touch the tests, docs or config", "deny config/ + tests + docs"),
            // Tests and styles are known by their own names.
            ("don't touch tests", "deny tests"),
            ("don't touch the tests", "deny tests"),
            ("don't touch styles", "deny style"),
            ("don't touch tests/", "deny tests/"),
            ("docs bitte nicht anfassen", "deny docs/"),
            ("die docs bitte nicht anfassen", "deny docs"),
        ] {
            limits_among(&shop, &format!("fix the total. {said}"), expected);
        }
        limits_among(&["README.md", "src/a.ts"], "fix the total. don't touch docs", "deny docs");
        let nested = ["README.md", "site/docs/setup.md", "src/a.ts"];
        limits_among(&nested, "fix the total. don't touch docs", "deny site/docs/");
    }
}
