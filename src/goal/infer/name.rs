//! What the names of a repository's files say: their words, and what kind of file each is.

use super::feature::{Feature, Kinds};
use crate::domain::FileList;
use crate::goal::relation::is_test;
use crate::text::kind::is_documentation;
use crate::text::word_set::sorted;
use crate::text::words::{each_word, stem};
use crate::text::{dependency, extension, path};
use std::collections::HashMap;

/// Extensions of what is neither read nor written by hand.
#[rustfmt::skip]
const ASSETS: &[&str] = sorted(&[
    "bin", "bz2", "crt", "csv", "dll", "dylib", "gif", "golden", "gz", "ico", "jpeg", "jpg", "key", "lock", "mp4",
    "npz", "out", "pdf", "pem", "pkl", "png", "pyc", "snap", "so", "stderr", "stdout", "svg", "tar", "ttf", "webp",
    "woff", "woff2", "xz", "zip",
]);
/// Names of files around which a package turns.
const CENTRAL: &[&str] =
    sorted(&["app", "base", "common", "core", "helpers", "index", "init", "lib", "main", "mod", "utils"]);
/// Folders of prose.
const PROSE_FOLDERS: &[&str] = sorted(&["doc", "docs", "documentation", "website"]);
/// Folders of what shows the product.
const EXAMPLE_FOLDERS: &[&str] =
    sorted(&["bench", "benches", "benchmark", "benchmarks", "demo", "demos", "example", "examples", "samples"]);
/// Folders of fixtures, beside those that mark tests.
const FIXTURE_FOLDERS: &[&str] = sorted(&["__mocks__", "fixture", "fixtures", "mocks", "snapshots"]);
/// Files and folders of build servers.
const PIPELINES: &[&str] =
    sorted(&[".circleci", ".github", ".gitlab-ci.yml", "docker-compose.yml", "dockerfile", "jenkinsfile", "makefile"]);

/// A word that stands in some file's path, as its stem.
pub(super) struct Term {
    pub(super) stem: String,
    /// Files whose path holds it.
    pub(super) files: u32,
}

/// One folder: "" is the root.
#[derive(Default)]
pub(super) struct Folder {
    pub(super) parent: u32,
    /// Terms of its own name.
    pub(super) own: Vec<u32>,
    /// Terms of the folders above.
    pub(super) upper: Vec<u32>,
    /// The words of its name, as they stand.
    words: Vec<String>,
    depth: u32,
    kinds: Kinds,
}

/// One file.
pub(super) struct File {
    pub(super) folder: u32,
    /// Terms of its name without the extension.
    pub(super) base: Vec<u32>,
    /// The same words as one, as a stem.
    pub(super) whole: String,
    /// Neighbouring words, the folder's last one among them, written as one, as stems.
    pub(super) pairs: Vec<String>,
    /// Words of the name.
    pub(super) words: u32,
    pub(super) depth: u32,
    /// What kind of file it is.
    pub(super) kinds: Kinds,
}

/// The names of all files of a repository.
#[derive(Default)]
pub(super) struct Names {
    pub(super) terms: Vec<Term>,
    pub(super) folders: Vec<Folder>,
    pub(super) files: Vec<File>,
    by_stem: HashMap<String, u32>,
    by_folder: HashMap<String, u32>,
}

impl Names {
    /// Reads the names; `pair` tells which joined words are worth remembering.
    pub(super) fn new(files: &FileList, pair: impl Fn(&str) -> bool) -> Self {
        let mut names = Self::default();
        names.folder("");
        for path in files.paths() {
            let folder = names.folder(path::folder(path));
            let file = names.file(path, folder, &pair);
            names.files.push(file);
        }
        names.count();
        names.mark_twins();
        names
    }

    /// How rare a word is: 1 where one file has it, 0 where all have it. Numbers say nothing.
    pub(super) fn rarity(&self, term: u32) -> f64 {
        let Term { stem, files } = &self.terms[term as usize];
        rarity(stem, *files, self.files.len())
    }

    /// A folder and those above it, the root first.
    pub(super) fn chain(&self, folder: u32) -> Vec<u32> {
        let mut chain = vec![folder];
        let mut at = folder;
        while at != 0 {
            at = self.folders[at as usize].parent;
            chain.push(at);
        }
        chain.reverse();
        chain
    }

    fn term(&mut self, word: &str) -> u32 {
        let root = stem(word);
        if let Some(known) = self.by_stem.get(root.as_ref()) {
            return *known;
        }
        let index = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        self.terms.push(Term { stem: root.clone().into_owned(), files: 0 });
        self.by_stem.insert(root.into_owned(), index);
        index
    }

    fn terms_of(&mut self, words: &[String]) -> Vec<u32> {
        let mut terms: Vec<u32> = Vec::with_capacity(words.len());
        for word in words {
            let term = self.term(word);
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        terms
    }

    fn folder(&mut self, path: &str) -> u32 {
        if let Some(known) = self.by_folder.get(path) {
            return *known;
        }
        let mut folder = Folder::default();
        if !path.is_empty() {
            folder.parent = self.folder(path::folder(path));
            let above = &self.folders[folder.parent as usize];
            folder.depth = above.depth + 1;
            folder.kinds = above.kinds;
            folder.upper.clone_from(&above.upper);
            folder.upper.extend(above.own.iter().filter(|term| !above.upper.contains(term)));
            let name = path::base_name(path);
            each_word(name, |word| folder.words.push(word.to_owned()));
            folder.own = self.terms_of(&folder.words);
            mark_folder(&mut folder.kinds, &name.to_ascii_lowercase());
        }
        let index = u32::try_from(self.folders.len()).unwrap_or(u32::MAX);
        self.folders.push(folder);
        self.by_folder.insert(path.to_owned(), index);
        index
    }

    fn file(&mut self, path: &str, folder: u32, pair: impl Fn(&str) -> bool) -> File {
        let name = path::base_name(path).to_ascii_lowercase();
        let stem_of_name = path::stem(path).trim_start_matches('.');
        let mut words = Vec::new();
        each_word(stem_of_name, |word| words.push(word.to_owned()));
        let base = self.terms_of(&words);
        let above = &self.folders[folder as usize];
        // Nearly no pair is worth remembering: each is looked at in the same place.
        let (mut pairs, mut joined) = (Vec::new(), String::new());
        let mut before = above.words.last();
        for word in &words {
            if let Some(before) = before {
                joined.clear();
                joined.push_str(before);
                joined.push_str(word);
                let root = stem(&joined);
                if pair(&root) {
                    pairs.push(root.into_owned());
                }
            }
            before = Some(word);
        }
        let mut kinds = above.kinds;
        mark_file(&mut kinds, path, &name, &words);
        File {
            folder,
            base,
            whole: stem(&words.concat()).into_owned(),
            pairs,
            words: u32::try_from(words.len()).unwrap_or(u32::MAX),
            depth: above.depth,
            kinds,
        }
    }

    /// Counts in how many files each term stands.
    fn count(&mut self) {
        let mut seen: Vec<u32> = Vec::new();
        for file in &self.files {
            let folder = &self.folders[file.folder as usize];
            seen.clear();
            seen.extend(file.base.iter().chain(&folder.own).chain(&folder.upper));
            seen.sort_unstable();
            seen.dedup();
            for term in &seen {
                self.terms[*term as usize].files += 1;
            }
        }
    }

    /// Marks the files that have a test of their name.
    fn mark_twins(&mut self) {
        let subject = |file: &File| file.whole.replace("test", "").replace("spec", "");
        let tested: std::collections::HashSet<String> =
            self.files.iter().filter(|file| file.kinds.has(Feature::Test)).map(subject).collect();
        for file in &mut self.files {
            if !file.kinds.has(Feature::Test) && file.whole.len() > 2 && tested.contains(&file.whole) {
                file.kinds.set(Feature::Tested);
            }
        }
    }
}

/// How rare a word is that `files` of `all` files have, 0..=1.
#[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
pub(super) fn rarity(word: &str, files: u32, all: usize) -> f64 {
    if word.bytes().all(|digit| digit.is_ascii_digit()) {
        return 0.0;
    }
    let lone = if word.chars().nth(1).is_none() { 0.3 } else { 1.0 };
    let all = all as f64 + 1.0;
    lone * (all / f64::from(files.max(1))).ln() / all.ln()
}

fn is_one_of(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

fn mark_folder(kinds: &mut Kinds, name: &str) {
    for (list, kind) in [
        (PROSE_FOLDERS, Feature::Prose),
        (EXAMPLE_FOLDERS, Feature::Example),
        (FIXTURE_FOLDERS, Feature::Test),
        (PIPELINES, Feature::Pipeline),
    ] {
        if is_one_of(list, name) {
            kinds.set(kind);
        }
    }
    if name.starts_with('.') {
        kinds.set(Feature::Hidden);
    }
}

fn mark_file(kinds: &mut Kinds, path: &str, name: &str, words: &[String]) {
    let extension = path::extension(name).unwrap_or_default();
    // What lists the packages of a workspace lists none that a program needs.
    let manifest = dependency::is_manifest(name) && name != "pnpm-workspace.yaml";
    for (holds, kind) in [
        (is_test(path), Feature::Test),
        ((is_documentation(extension) || extension == "txt") && !manifest, Feature::Prose),
        (is_one_of(ASSETS, extension) || dependency::is_lock(name), Feature::Asset),
        (extension::language(extension).is_some(), Feature::Source),
        (manifest, Feature::Manifest),
        (is_one_of(PIPELINES, name), Feature::Pipeline),
        (name.starts_with('.'), Feature::Hidden),
        (matches!(words, [only] if is_one_of(CENTRAL, only)), Feature::Central),
    ] {
        if holds {
            kinds.set(kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, kinds: &[Feature]) {
        let names = Names::new(&FileList::new(vec![path.to_owned()], false), |_| true);
        for kind in Feature::ALL {
            assert_eq!(names.files[0].kinds.has(kind), kinds.contains(&kind), "{path} {kind:?}");
        }
    }

    #[test]
    fn a_name_tells_the_kind_of_file() {
        check("src/auth/token.rs", &[Feature::Source]);
        check("docs/guide.md", &[Feature::Prose]);
        check(".github/workflows/ci.yml", &[Feature::Pipeline, Feature::Hidden]);
        check("tests/token_test.py", &[Feature::Test, Feature::Source]);
        check("src/lib.rs", &[Feature::Source, Feature::Central]);
        check("package.json", &[Feature::Manifest]);
        check("web/pnpm-lock.yaml", &[Feature::Asset]);
        check("examples/fixtures/a.png", &[Feature::Example, Feature::Test, Feature::Asset]);
    }

    #[test]
    fn words_are_stems_and_counted_by_file() {
        let paths =
            ["src/tokens/TokenParser.ts", "src/tokens/list.ts", "src/tokens/TokenParser.test.ts"].map(str::to_owned);
        let names = Names::new(&FileList::new(paths.to_vec(), false), |joined| {
            joined == "tokenpars" || joined == "tokenparser"
        });
        let count = |word: &str| names.terms.iter().find(|term| term.stem == word).map(|term| term.files);
        assert_eq!((count("token"), count("list"), count("src")), (Some(3), Some(1), Some(3)));
        // The list is sorted: the test, its subject, the list.
        assert_eq!(names.files[1].pairs, ["tokenparser"]);
        assert!(names.files[1].kinds.has(Feature::Tested) && !names.files[2].kinds.has(Feature::Tested));
    }
}
