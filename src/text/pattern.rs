//! Patterns over paths inside a project: whole components, never substrings.

use super::kind::{globs, kind_of_glob, kind_of_path, part_of_glob};
use super::path;
use crate::domain::{Pattern, Target, WorkKind, nests_too_deep};
use globset::{Glob, GlobMatcher};
use std::cell::RefCell;
use std::collections::HashMap;

/// Compiled globs that are kept; a scope has a handful.
const KEPT_GLOBS: usize = 256;
/// Texts at most that a glob is written out as; the longest of the kinds of work gives 10.
const MOST_TEXTS: usize = 64;

thread_local! {
    /// To read a glob costs more than matching it does, and a session asks for the same few again and again.
    static GLOBS: RefCell<HashMap<String, Matcher>> = RefCell::new(HashMap::new());
}

/// A glob, ready to be held against paths.
enum Matcher {
    /// The glob without braces and choices. A hook meets each glob once, and a regular expression takes it a million
    /// instructions to build.
    WrittenOut {
        /// It begins with `**/`: what follows may begin at any component.
        anywhere: bool,
        /// What follows, in all its readings.
        texts: Vec<Starred>,
    },
    /// A glob with what cannot be written out, such as `[a-z]`.
    Compiled(GlobMatcher),
    /// A glob that does not compile.
    Broken,
}

/// A text in which each star stands for any text.
struct Starred {
    /// Before the first star.
    first: String,
    /// Between two stars.
    between: Vec<String>,
    /// Behind the last star; `None` where there is no star at all.
    last: Option<String>,
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

/// The globs under which the files of a kind lie.
pub fn of_kind(kind: WorkKind) -> impl Iterator<Item = Pattern> {
    of_globs(globs(kind))
}

/// Globs as patterns.
pub fn of_globs(globs: &'static [&'static str]) -> impl Iterator<Item = Pattern> {
    globs.iter().map(|glob| Pattern::Glob((*glob).to_owned()))
}

/// A glob as a whole; `None` where it does not compile.
pub fn compiled(glob: &str) -> Option<Glob> {
    if nests_too_deep(glob) { None } else { Glob::new(glob).ok() }
}

/// The globs that an entry of the configuration stands for. A place that is written without a pattern at its end is a file, or a
/// folder with all that is in it; `./` and `/` at its beginning are the project's root.
pub fn globs_of(entry: &str) -> Vec<String> {
    let inside = entry.trim_start_matches("./").trim_start_matches('/');
    match inside.strip_suffix('/').unwrap_or(inside) {
        "" | "." => vec!["**".to_owned()],
        folder if inside.ends_with('/') => vec![format!("{folder}/**")],
        place if path::base_name(place).contains(['*', '?', '[', '{']) => vec![place.to_owned()],
        place => vec![place.to_owned(), format!("{place}/**")],
    }
}

/// True when a limit on `target` means this file: a place that covers it, or its kind of work.
pub fn means(target: &Target, file: &str) -> bool {
    match target {
        Target::Paths(place) => covers(place, file),
        Target::Kind(kind) => kind_of_path(file) == Some(*kind),
        Target::Outside(_)
        | Target::Command(_)
        | Target::AnyChange
        | Target::NewPackages
        | Target::Doing(_)
        | Target::Signatures
        | Target::Called(_)
        | Target::Code(_) => false,
    }
}

/// True when everything that `inner` stands for lies in `outer`, by components.
pub fn encloses(outer: &Pattern, inner: &Pattern) -> bool {
    match (outer, inner) {
        (_, Pattern::File(file)) => covers(outer, file),
        (Pattern::Folder(folder), Pattern::Folder(place) | Pattern::Glob(place)) => path::is_below(place, folder),
        _ => outer == inner,
    }
}

/// True when one of two places lies in the other.
pub fn overlap(one: &Pattern, other: &Pattern) -> bool {
    encloses(one, other) || encloses(other, one)
}

/// A place as people read it: a glob that stands for a kind of work by the name of that kind.
pub fn shown(place: &Pattern) -> String {
    let Pattern::Glob(glob) = place else { return place.shown() };
    let name = kind_of_glob(glob).map(WorkKind::name).or_else(|| Some(part_of_glob(glob)?.name));
    name.map_or_else(|| place.shown(), str::to_owned)
}

/// Places as people read them, each name once.
pub fn all_shown<'p>(places: impl IntoIterator<Item = &'p Pattern>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in places.into_iter().map(shown) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn matches(glob: &str, file: &str) -> bool {
    GLOBS.with_borrow_mut(|known| {
        if let Some(matcher) = known.get(glob) {
            return matcher.is_match(file);
        }
        if known.len() >= KEPT_GLOBS {
            known.clear();
        }
        let matcher = Matcher::new(glob);
        let is_match = matcher.is_match(file);
        known.insert(glob.to_owned(), matcher);
        is_match
    })
}

impl Matcher {
    fn new(glob: &str) -> Self {
        if let Some((anywhere, texts)) = written_out(glob) {
            return Self::WrittenOut { anywhere, texts: texts.iter().map(|text| Starred::new(text)).collect() };
        }
        compiled(glob).map_or(Self::Broken, |glob| Self::Compiled(glob.compile_matcher()))
    }

    fn is_match(&self, file: &str) -> bool {
        match self {
            Self::WrittenOut { anywhere, texts } => {
                let below = || file.match_indices('/').map(|(slash, _)| &file[slash + 1..]);
                texts.iter().any(|text| {
                    // A star at the beginning reaches all components by itself.
                    text.is_match(file)
                        || (*anywhere && !text.first.is_empty() && below().any(|path| text.is_match(path)))
                })
            }
            Self::Compiled(matcher) => matcher.is_match(file),
            Self::Broken => false,
        }
    }
}

impl Starred {
    fn new(text: &str) -> Self {
        let mut pieces = text.split('*').map(str::to_owned);
        Self { first: pieces.next().unwrap_or_default(), last: pieces.next_back(), between: pieces.collect() }
    }

    fn is_match(&self, path: &str) -> bool {
        let Some(rest) = path.strip_prefix(&self.first) else { return false };
        let Some(last) = &self.last else { return rest.is_empty() };
        let Some(mut rest) = rest.strip_suffix(last.as_str()) else { return false };
        self.between.iter().all(|piece| {
            let found = rest.find(piece.as_str());
            rest = found.map_or(rest, |at| &rest[at + piece.len()..]);
            found.is_some()
        })
    }
}

/// The texts that a glob stands for, with no other mark in them than `*`, and whether they may begin at any component;
/// `None` where it says more than such texts can. They cover what `globset` says, in which a star goes across folders.
fn written_out(glob: &str) -> Option<(bool, Vec<String>)> {
    let says_more = glob.contains(['?', '[', ']', '\\']) || glob.contains("**/**");
    if says_more || glob == "**/" {
        return None;
    }
    let below = glob.strip_prefix("**/");
    let mut rest = below.unwrap_or(glob);
    let mut texts = vec![String::new()];
    while !rest.is_empty() {
        let (choices, length) = choices(rest)?;
        texts = texts.iter().flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}"))).collect();
        if texts.len() > MOST_TEXTS {
            return None;
        }
        rest = &rest[length..];
    }
    Some((below.is_some(), texts))
}

/// What may stand in the place of the first part of a glob, and the length of that part.
fn choices(glob: &str) -> Option<(Vec<&str>, usize)> {
    if glob.starts_with("/**/") {
        return Some((vec!["/", "/*/"], "/**/".len()));
    }
    if let Some(inner) = glob.strip_prefix('{') {
        let (inner, _) = inner.split_once('}')?;
        let choices: Vec<&str> = inner.split(',').collect();
        let plain = choices.iter().all(|choice| !choice.is_empty() && !choice.contains('{') && !choice.contains("**"));
        return plain.then_some((choices, "{}".len() + inner.len()));
    }
    // "/**" at the end and "**" elsewhere are a star too: two of them stand for any text as one does.
    let end = glob.match_indices(['/', '{']).map(|(at, _)| at).find(|at| *at > 0).unwrap_or(glob.len());
    let letters = &glob[..end];
    (!letters.contains('}')).then_some((vec![letters], end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        check(Pattern::Glob("src/[ab].rs".into()), "src/a.rs", true);
        check(Pattern::Glob("[".into()), "[", false);
        let deep = |braces: usize| Pattern::Glob(format!("{}[ab]{}", "{".repeat(braces), "}".repeat(braces)));
        check(deep(2), "a", true);
        check(deep(200_000), "a", false);
    }

    #[track_caller]
    fn check(glob: &str, expected: Option<&str>) {
        let found = written_out(glob)
            .map(|(anywhere, texts)| (if anywhere { "below " } else { "" }).to_owned() + &texts.join(" "));
        assert_eq!(found.as_deref(), expected, "{glob}");
    }

    #[test]
    fn globs_are_written_out() {
        check("src/*.rs", Some("src/*.rs"));
        check("**/*.{css,scss}", Some("below *.css *.scss"));
        check("docs/**", Some("docs/**"));
        check("a/**/b", Some("a/b a/*/b"));
        check("src/[ab].rs", None);
        check("a?", None);
        check("{a,{b,c}}", None);
        check("{a,}", None);
        check("a}", None);
        check("{a", None);
        check("**/**/a", None);
        check(&"{a,b}".repeat(7), None);
    }

    proptest! {
        #[test]
        fn a_glob_written_out_covers_what_it_covers_compiled(
            glob in "(\\*\\*/)?([ab./]|\\*{1,3}|/\\*\\*/?|\\{[ab/*]{0,3}(,[ab.*/]{0,3}){0,2}\\}){0,6}", file in "[ab./]{0,8}"
        ) {
            let matcher = Matcher::new(&glob);
            if let Matcher::WrittenOut { .. } = matcher {
                let compiled = Glob::new(&glob).expect("what can be written out compiles").compile_matcher();
                prop_assert_eq!(matcher.is_match(&file), compiled.is_match(&file));
            }
        }
    }
}
