//! Names in a prompt, resolved to places of the project.
//!
//! Owns what counts as the name of a file, folder, glob or symbol, and how it is matched with the repository's file
//! list: by whole components, never by substring. Without a list only unmistakable paths are names.

mod area;
mod here;
pub(super) mod keywords;
pub(super) mod lookup;
pub(super) mod spaced;
pub(super) mod spoken;

use super::GoalContext;
use super::prompt::sentence::Sentence;
use crate::domain::{OnDisk, Pattern, Place, ScopeReason, WorkKind};
use crate::goal::prompt::word_class::is_folder_noun;
use crate::text::kind::kind_of_path;
use crate::text::pattern::compiled;
use crate::text::{extension, path, words};
use lookup::Lookup;
use spaced::SpacedPaths;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

/// Words that people use for a file of that name ("update the readme").
const SPOKEN_FILES: &[&str] = &["changelog", "dockerfile", "gemfile", "jenkinsfile", "justfile", "makefile", "readme"];

/// Words behind a name that make it a part of the code.
pub(super) const PART_NOUNS: &[&str] =
    &["class", "component", "crate", "file", "module", "package", "service", "struct"];

/// Signs that seldom belong to a path where they stand in prose: of an address, a variable, an assignment, a place in a file.
const PROSE_SIGNS: [char; 4] = ['@', '$', '=', '#'];

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    /// The places; never empty.
    pub(super) patterns: Vec<Pattern>,
    /// `Named` for a path or file name, `Mentioned` for a symbol or word.
    pub(super) reason: ScopeReason,
}

impl Named {
    fn by(reason: ScopeReason, patterns: Vec<Pattern>) -> Option<Self> {
        (!patterns.is_empty()).then_some(Self { patterns, reason })
    }
}

/// The names of one prompt against one repository.
pub(super) struct Names<'a> {
    cx: &'a GoalContext<'a>,
    lookup: Lookup<'a>,
    spaced: SpacedPaths<'a>,
    kinds: OnceCell<BTreeSet<WorkKind>>,
    /// How often the disk was asked.
    looks: Cell<usize>,
    /// How often the whole list was walked for the name of a part.
    walks: Cell<usize>,
    /// Some place of the prompt is written as a path.
    spells_paths: bool,
}

/// Paths of a prompt for which the disk is asked: a log that is pasted names thousands.
const MAX_LOOKS: usize = 256;

impl<'a> Names<'a> {
    /// Prepares to resolve the names in `texts`, tokens of a prompt as written.
    pub(super) fn new<'n>(cx: &'a GoalContext<'a>, texts: impl Iterator<Item = &'n str>) -> Self {
        let mut spells_paths = false;
        let texts = texts.inspect(|text| spells_paths |= text.contains('/'));
        let pieces = texts.flat_map(|text| pieces(text).chain(area::also_called(text).map(|name| -> &'n str { name })));
        let lookup = Lookup::new(cx.files, pieces);
        Self {
            cx,
            lookup,
            spaced: SpacedPaths::default(),
            kinds: OnceCell::new(),
            looks: Cell::new(0),
            walks: Cell::new(0),
            spells_paths,
        }
    }

    /// The same with the listed paths that have blanks in them, as the tokens were joined by.
    pub(super) fn with_spaced(self, spaced: SpacedPaths<'a>) -> Self {
        Self { spaced, ..self }
    }

    /// What lies at a path of the project, listed or not.
    fn lies(&self, path: &str) -> Option<OnDisk> {
        if self.lookup.has_file(path) {
            return Some(OnDisk::File);
        }
        if self.lookup.has_folder(path) {
            return Some(OnDisk::Folder);
        }
        let look = self.looks.get() < MAX_LOOKS;
        self.looks.set(self.looks.get() + usize::from(look));
        look.then(|| (self.cx.on_disk)(path)).flatten()
    }

    fn is_file(&self, path: &str) -> bool {
        self.lies(path) == Some(OnDisk::File)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.lies(path) == Some(OnDisk::Folder)
    }

    /// True when files of the kind are listed. All files are looked at once, and only when a prompt forbids a kind.
    pub(super) fn has_kind(&self, kind: WorkKind) -> bool {
        let kinds = self.kinds.get_or_init(|| self.cx.files.paths().filter_map(kind_of_path).collect());
        kinds.contains(&kind)
    }

    /// The file list behind the names.
    pub(super) const fn lookup(&self) -> &Lookup<'a> {
        &self.lookup
    }

    /// What the token at `at` names, if it names anything.
    pub(super) fn at(&self, sentence: &Sentence<'_>, at: usize) -> Option<Named> {
        let token = sentence.tokens.get(at)?;
        let blank = token.raw.contains(char::is_whitespace);
        if blank && let Some(listed) = self.spaced.file(token.raw) {
            return Named::by(ScopeReason::Named, vec![file(listed)]);
        }
        if token.code && blank {
            if let Some(whole) = path::resolve(self.cx.root, self.cx.cwd, token.raw).inside()
                && let Some(kind) = self.lies(whole)
            {
                return Named::by(ScopeReason::Named, vec![place(whole.to_owned(), kind)]);
            }
            let patterns: Vec<Pattern> =
                token.raw.split_whitespace().filter_map(|piece| self.path(bare(piece))).flatten().collect();
            return Named::by(ScopeReason::Named, patterns);
        }
        if let Some(patterns) = self.path(token.raw) {
            return Named::by(ScopeReason::Named, patterns);
        }
        let next = sentence.word(at + 1);
        if is_folder_noun(next) && !token.ends_clause() {
            return Named::by(ScopeReason::Named, self.folders(token.raw));
        }
        if is_folder_noun(sentence.back(at, 1)) && !sentence.tokens[at - 1].comma() {
            return Named::by(ScopeReason::Named, self.folders(token.raw));
        }
        if SPOKEN_FILES.contains(&token.word.as_str()) {
            return Named::by(ScopeReason::Named, self.spoken_file(&token.word));
        }
        let part = PART_NOUNS.contains(&next) && words::is_telling(&token.word) && !token.ends_clause();
        if token.code || part || is_identifier(token.raw) {
            return Named::by(ScopeReason::Mentioned, self.symbol(token.raw));
        }
        None
    }

    /// Files and folders that a bare word stands for ("the parser"): those called exactly so.
    pub(super) fn word(&self, word: &str) -> Vec<Pattern> {
        let mut patterns = self.folders(word);
        patterns.extend(self.few(self.lookup.files_called(word, "")).into_iter().map(file));
        if patterns.len() > self.cx.config.scope.max_matches_per_word { Vec::new() } else { patterns }
    }

    /// The folder at the project's root that a bare word names ("src").
    pub(super) fn top_folder(&self, word: &str) -> Vec<Pattern> {
        if self.is_folder(word) { vec![Pattern::Folder(word.to_owned())] } else { Vec::new() }
    }

    /// A path with `/` inside that no list confirms, where the grammar already says that a place follows ("keep to src/auth").
    pub(super) fn expected_folder(&self, raw: &str) -> Option<Pattern> {
        let name = cleaned(raw)?;
        let words = name.split('/').filter(|part| !part.is_empty()).count();
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_-.@".contains(&byte));
        if !plain || words < 2 || is_alternative(&name) {
            return None;
        }
        match path::resolve(self.cx.root, None, &name) {
            Place::Inside(inside) if !inside.is_empty() => Some(Pattern::Folder(inside)),
            _ => None,
        }
    }

    /// True when the pattern covers something that is there; without a file list, when it was spelled as a path.
    pub(super) fn exists(&self, pattern: &Pattern) -> bool {
        match pattern {
            _ if self.lookup.knows_nothing() => !matches!(pattern, Pattern::Glob(_)),
            Pattern::File(file) => self.is_file(file),
            Pattern::Folder(folder) => folder.is_empty() || self.is_folder(folder),
            Pattern::Glob(glob) => compiled(glob).is_some_and(|glob| {
                let matcher = glob.compile_matcher();
                self.lookup.any(|listed| matcher.is_match(listed))
            }),
        }
    }

    /// The same, and true for a folder that is not there yet and is written with its slash: "do not touch tests/" can mean nothing else.
    pub(super) fn is_told(&self, pattern: &Pattern, sentence: &Sentence<'_>) -> bool {
        let written = |folder: &str| {
            let name = |raw: &str| raw.strip_suffix('/').is_some_and(|name| name.trim_start_matches("./") == folder);
            sentence.tokens.iter().any(|token| name(token.raw) && !is_alternative(token.raw))
        };
        self.exists(pattern) || matches!(pattern, Pattern::Folder(folder) if !folder.is_empty() && written(folder))
    }

    /// The places that a path or file name stands for; `None` when `raw` is neither.
    pub(super) fn path(&self, raw: &str) -> Option<Vec<Pattern>> {
        // Most words of a prompt are letters and nothing else.
        if raw.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return self.spelled_alike(raw);
        }
        if let Some(there) = self.as_written(raw) {
            return Some(there);
        }
        let mention = raw.starts_with('@');
        let name = cleaned(raw)?;
        if let Some(glob) = as_glob(&name) {
            // "docker/*" in a list of rules is no place of this project unless that folder is there.
            let folder = path::folder(&glob[..glob.find('*').unwrap_or(0)]);
            let known = is_file_name(&name)
                || self.lookup.knows_nothing()
                || folder.is_empty()
                || self.lookup.has_folder(folder);
            return known.then(|| vec![Pattern::Glob(glob)]);
        }
        if name.contains(['/', '\\']) { self.long_path(&name, mention) } else { self.bare_file(&name, mention) }
    }

    /// The place of "app/@modal/page.tsx" or "posts.$id.tsx", where it is there: frameworks give such signs a meaning in names, people
    /// give them another in prose.
    fn as_written(&self, raw: &str) -> Option<Vec<Pattern>> {
        let name = raw.strip_prefix('@').unwrap_or(raw);
        if !name.contains(PROSE_SIGNS) {
            return None;
        }
        let inside = self.inside(name)?;
        if let Some(kind) = self.lies(&inside) {
            return Some(vec![place(inside, kind)]);
        }
        let files = self.few(self.lookup.files_ending_with(name));
        (!files.is_empty()).then(|| files.into_iter().map(file).collect())
    }

    fn long_path(&self, name: &str, mention: bool) -> Option<Vec<Pattern>> {
        let spelled_folder = name.ends_with('/');
        let inside = self.inside(name)?;
        let lookup = &self.lookup;
        if inside.is_empty() {
            return spelled_folder.then_some(vec![Pattern::Folder(inside)]);
        }
        if let Some(kind) = self.lies(&inside) {
            return Some(vec![place(inside, kind)]);
        }
        let suffix = name.trim_matches('/').trim_start_matches("./");
        let files = self.few(lookup.files_ending_with(suffix));
        if !files.is_empty() {
            return Some(files.into_iter().map(file).collect());
        }
        let folders = self.few(lookup.folders_ending_with(suffix));
        if !folders.is_empty() {
            return Some(folders.into_iter().map(|folder| Pattern::Folder(folder.to_owned())).collect());
        }
        if !is_alternative(name) && !name.starts_with('/') {
            let modules = self.few(lookup.files_called(path::base_name(suffix), path::folder(suffix)));
            if path::extension(suffix).is_none() && !modules.is_empty() {
                return Some(modules.into_iter().map(file).collect());
            }
        }
        // Nothing listed carries the name: a file or folder to be made, when it is spelled like one.
        if spelled_folder && !mention && !is_alternative(name) {
            return Some(vec![Pattern::Folder(inside)]);
        }
        (is_file_name(&inside) && !is_domain(name)).then_some(vec![Pattern::File(inside)])
    }

    /// The place inside the project: seen from the working folder where something lies there, else from the session's root.
    fn inside(&self, name: &str) -> Option<String> {
        let dotted = name.starts_with("./") || name.starts_with("../");
        let from_root = path::resolve(self.cx.root, None, name);
        let from_cwd = path::resolve(self.cx.root, self.cx.cwd, name);
        let known = |place: &Place| place.inside().is_some_and(|inside| self.lies(inside).is_some());
        let place = if known(&from_cwd) || (dotted && !known(&from_root)) { from_cwd } else { from_root };
        match place {
            // Without a known home, `~` is no folder of the project.
            Place::Inside(inside) => (!inside.starts_with('~')).then_some(inside),
            // "/src/auth" is often meant from the project's root.
            Place::Outside(_) => {
                let local = path::normalise(name.trim_start_matches('/'));
                (name.starts_with('/') && (self.is_file(&local) || local.contains('/') && self.is_folder(&local)))
                    .then_some(local)
            }
        }
    }

    fn bare_file(&self, name: &str, mention: bool) -> Option<Vec<Pattern>> {
        if mention {
            let inside = self.inside(name)?;
            if self.is_folder(&inside) {
                return Some(vec![Pattern::Folder(inside)]);
            }
        }
        let hidden = name.starts_with('.') && name.len() > 2 && name[1..].starts_with(|c: char| c.is_ascii_lowercase());
        let all = self.lookup.files_ending_with(name);
        // "Main.unity": what is listed is a file, whatever its ending.
        let spelled = is_file_name(name) || path::extension(name).is_some() && !all.is_empty();
        if !hidden && (!spelled || extension::is_product(&name.to_lowercase())) {
            return self.spelled_alike(name);
        }
        if let Some(near) = self.nearest(&all) {
            return Some(vec![near]);
        }
        if !all.is_empty() {
            return Some(self.few(all).into_iter().map(file).collect());
        }
        if let Some(inside) = self.inside(name)
            && let Some(kind) = self.lies(&inside)
        {
            return Some(vec![place(inside, kind)]);
        }
        if hidden {
            let folders = self.few(self.lookup.folders_ending_with(name));
            if !folders.is_empty() {
                return Some(folders.into_iter().map(|f| Pattern::Folder(f.to_owned())).collect());
            }
            // ".env" is made of ".env.example", and is another file.
            let model = self.lookup.files_called(name, "").into_iter().any(|listed| path::base_name(listed) != name);
            return model.then(|| vec![Pattern::Glob(format!("**/{}", globset::escape(name)))]);
        }
        // A file to be made, somewhere. Without a list a bare name is no evidence of a place.
        (!self.lookup.knows_nothing()).then(|| vec![Pattern::Glob(format!("**/{}", globset::escape(name)))])
    }

    /// The file at the project's root that is called exactly so, in capitals: "Makefile".
    fn spelled_alike(&self, name: &str) -> Option<Vec<Pattern>> {
        let exact = name.starts_with(|letter: char| letter.is_uppercase()) && self.lookup.has_file(name);
        exact.then(|| vec![file(name)])
    }

    /// Of several files with one name, the one in the working folder or at the root is meant.
    fn nearest(&self, files: &[&str]) -> Option<Pattern> {
        let cwd = self.cx.cwd.map(|cwd| path::resolve(self.cx.root, None, cwd));
        let cwd = cwd.as_ref().and_then(Place::inside).unwrap_or("");
        let at = |folder: &str| files.iter().find(|listed| path::folder(listed) == folder).copied().map(file);
        at(cwd).or_else(|| at(""))
    }

    fn spoken_file(&self, word: &str) -> Vec<Pattern> {
        let all = self.lookup.files_called(word, "");
        self.nearest(&all).map_or_else(|| self.few(all).into_iter().map(file).collect(), |near| vec![near])
    }

    fn folders(&self, raw: &str) -> Vec<Pattern> {
        let name = raw.trim_matches('/');
        if self.lookup.has_folder(name) {
            return vec![Pattern::Folder(name.to_owned())];
        }
        let found = self.few(self.lookup.folders_ending_with(name));
        found.into_iter().map(|folder| Pattern::Folder(folder.to_owned())).collect()
    }

    /// The files that carry an identifier's name, or that of one of its parts: `AuthService.login()` is in "auth-service.ts".
    fn symbol(&self, raw: &str) -> Vec<Pattern> {
        let whole = raw.trim_end_matches("()");
        let parts = whole.split(['.', ':', '(', '#', '/']).filter(|part| part.len() >= 3);
        std::iter::once(whole)
            .chain(parts)
            .map(|name| self.few(self.lookup.files_called(name, "")))
            .find(|files| !files.is_empty())
            .map_or_else(Vec::new, |files| files.into_iter().map(file).collect())
    }

    /// A name that stands for more than a few places is a common word.
    fn few(&self, found: Vec<&'a str>) -> Vec<&'a str> {
        if found.len() > self.cx.config.scope.max_matches_per_word { Vec::new() } else { found }
    }
}

/// A piece of a command without its quotes and separators.
fn bare(piece: &str) -> &str {
    piece.trim_matches(|mark: char| "\"',;".contains(mark))
}

fn place(path: String, kind: OnDisk) -> Pattern {
    match kind {
        OnDisk::File => Pattern::File(path),
        OnDisk::Folder => Pattern::Folder(path),
    }
}

fn file(path: &str) -> Pattern {
    Pattern::File(path.to_owned())
}

/// The names to look for because of one token: the token, and the parts of a qualified identifier or command.
fn pieces(raw: &str) -> impl Iterator<Item = &str> {
    let name = raw.trim_start_matches('@');
    let name = name.find([':', '#']).filter(|_| !name.contains('\\')).map_or(name, |cut| &name[..cut]);
    let path = name.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(name);
    std::iter::once(path)
        .chain(raw.split(|letter: char| !letter.is_alphanumeric() && !"_-".contains(letter)))
        .chain(raw.split_whitespace())
        .filter(|piece| !piece.is_empty())
}

/// A path as it may stand in a list: without `@`, line numbers, brackets of a call and Windows separators.
/// `None` for what is no path at all: URLs, versions, options, addresses.
fn cleaned(raw: &str) -> Option<Cow<'_, str>> {
    let name = raw.strip_prefix('@').unwrap_or(raw);
    if name.contains("://")
        || name.starts_with("www.")
        || name.starts_with('-')
        || name.contains(['@', '$', '=', '<', '>', '|'])
    {
        return None;
    }
    let name = name.trim_end_matches("'s").trim_end_matches("’s");
    let windows = name.contains('\\') && !name.contains("\\n");
    let mut name = if windows && name.as_bytes().get(1) != Some(&b':') {
        Cow::Owned(name.replace('\\', "/"))
    } else {
        name.into()
    };
    let drive = if windows { 2 } else { 0 };
    if let Some(colon) = name.get(drive..).and_then(|rest| rest.find([':', '#'])).map(|at| at + drive) {
        let line = name[colon + 1..].trim_start_matches('L');
        if !line.starts_with(|digit: char| digit.is_ascii_digit()) {
            return None;
        }
        name = words::cut(name, colon);
    }
    if name.ends_with(')') {
        let open = name.rfind('(')?;
        if !name[..open].contains('/')
            || name.ends_with("()")
            || name[open + 1..].starts_with(|c: char| c.is_ascii_digit())
        {
            name = words::cut(name, open);
        }
    }
    let letters = name.contains(|letter: char| letter.is_alphabetic());
    let plain = !name.contains(|mark: char| mark.is_whitespace() || "'\"`;".contains(mark));
    (letters && plain).then_some(name)
}

fn as_glob(name: &str) -> Option<String> {
    let star = name.contains('*') && (name.contains('/') || name.starts_with("*."));
    if !star || name.contains(['(', ')']) || compiled(name).is_none() {
        return None;
    }
    let local = name.trim_start_matches("./");
    Some(if local.contains('/') { local.to_owned() } else { format!("**/{local}") })
}

/// "and/or", "his/her", "read/write": two short words with nothing that a path has; and "w/ tests".
fn is_alternative(name: &str) -> bool {
    let name = name.trim_end_matches('/');
    if name == "w" {
        return true;
    }
    let mut parts = name.split('/');
    let (Some(one), Some(two), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    let plain = |part: &str| part.len() <= 6 && part.bytes().all(|byte| byte.is_ascii_lowercase());
    plain(one) && plain(two) && !words::is_generic_in_path(one) && !words::is_generic_in_path(two)
}

/// "github.com/x/y.git": the first component is a host.
fn is_domain(name: &str) -> bool {
    let first = name.split('/').next().unwrap_or("");
    !first.starts_with('.') && first.contains('.') && !is_file_name(first)
}

/// True when the last component has an extension that files have.
pub(super) fn is_file_name(name: &str) -> bool {
    let base = path::base_name(name);
    path::extension(base).is_some_and(|extension| extension::is_known(&extension.to_ascii_lowercase()))
        && base.starts_with(|letter: char| letter.is_alphanumeric() || "._[$(".contains(letter))
}

/// `parseToken`, `AuthService`, `parse_token`, `auth.Service`: more than one word in a piece of code.
pub(super) fn is_identifier(raw: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:()#-".contains(&byte);
    let joins = |(one, two): (u8, u8)| {
        let hump = one.is_ascii_lowercase() && two.is_ascii_uppercase();
        hump || one == b'_' || two == b'_' || (one, two) == (b':', b':')
    };
    let joined = || raw.ends_with("()") || raw.bytes().zip(raw.bytes().skip(1)).any(joins);
    raw.len() >= 4 && raw.bytes().all(plain) && joined()
}

#[cfg(test)]
mod tests {
    use crate::domain::FileList;
    use crate::goal::stage::{Stage, shown_scope};

    #[track_caller]
    fn check(prompt: &str, expected: &str) {
        assert_eq!(shown_scope(&Stage::new().start(prompt)), expected, "{prompt}");
    }

    #[test]
    fn paths_are_named() {
        check("fix the auth bug in src/auth/token.ts", "named src/auth/token.ts");
        check("fix src/auth/token.ts:42, please", "named src/auth/token.ts");
        check("see src/auth/token.ts#L10-L20 and fix it", "named src/auth/token.ts");
        check("fix ./src/parser.rs", "named src/parser.rs");
        check("fix @src/parser.rs", "named src/parser.rs");
        check("clean up src/auth", "named src/auth/");
        check("clean up `src/auth/`.", "named src/auth/");
        check("fix /home/u/shop/src/parser.rs", "named src/parser.rs");
        check("fix ~/shop/src/parser.rs", "named src/parser.rs");
        check("fix src\\auth\\token.ts", "named src/auth/token.ts");
        check("fix auth/token.ts", "named src/auth/token.ts");
        check("fix app/[id]/page.tsx", "named app/[id]/page.tsx");
        check("import src/parser/lexer", "named src/parser/lexer.rs");
        check("a.ts,b.ts", "named **/a.ts, named **/b.ts");
        check("fix \"src/parser.rs\" (and src/cart/index.ts)", "named src/parser.rs, named src/cart/index.ts");
        check("run `npm test tests/cart.test.ts`", "named tests/cart.test.ts");
        check("fix **src/parser.rs**", "named src/parser.rs");
        check("update src/**/*.css", "named src/**/*.css");
        check("update all *.css", "named **/*.css");
        check("fix `/src/parser.rs`", "named src/parser.rs");
        check("[the parser](src/parser.rs)", "named src/parser.rs");
    }

    #[test]
    fn what_is_there_is_named_whatever_signs_it_has() {
        let mut stage = Stage::new();
        let names = ["app/routes/posts.$id.tsx", "app/@modal/page.tsx", "src/$lib/db.ts", "src/a=b.ts", "src/x#1.ts"];
        stage.files = FileList::new(names.map(str::to_owned).to_vec(), false);
        for name in names {
            for said in [format!("fix {name}"), format!("fix `{name}`"), format!("fix @{name}, please")] {
                assert_eq!(shown_scope(&stage.start(&said)), format!("named {name}"), "{said}");
            }
        }
        for (said, expected) in [
            ("fix posts.$id.tsx", "named app/routes/posts.$id.tsx"),
            ("fix src/$lib", "named src/$lib/"),
            ("fix src/x#1.ts#L10", ""),
            ("set $PATH and a@b.example, x=1", ""),
        ] {
            assert_eq!(shown_scope(&stage.start(said)), expected, "{said}");
        }
    }

    #[test]
    fn a_file_is_not_its_example() {
        let mut stage = Stage::new();
        stage.files = FileList::new([".env.example", "src/Main.unity"].map(str::to_owned).to_vec(), false);
        assert_eq!(shown_scope(&stage.start("set PORT in .env")), "named **/.env");
        assert_eq!(shown_scope(&stage.start("set PORT in .env.example")), "named .env.example");
        assert_eq!(shown_scope(&stage.start("add a slot to Main.unity")), "named src/Main.unity");
    }

    #[test]
    fn paths_with_blanks_are_one_name() {
        let mut stage = Stage::new();
        let mut paths: Vec<String> = stage.files.paths().map(str::to_owned).collect();
        paths.extend(["docs/my notes.md", "docs/notes.md", "Plan B.txt"].map(str::to_owned));
        stage.files = crate::domain::FileList::new(paths, false);
        let check = |prompt: &str, expected: &str| assert_eq!(shown_scope(&stage.start(prompt)), expected, "{prompt}");
        check("fix `docs/my notes.md`", "named docs/my notes.md");
        check("fix \"docs/my notes.md\" and src/parser.rs", "named docs/my notes.md, named src/parser.rs");
        check("fix 'docs/my notes.md'", "named docs/my notes.md");
        check("fix docs/my\\ notes.md.", "named docs/my notes.md");
        check("fix docs/my notes.md, please", "named docs/my notes.md");
        check("fix \"my notes.md\"", "named docs/my notes.md");
        check("fix @\"docs/my notes.md\"", "named docs/my notes.md");
        check("update Plan B.txt", "named Plan B.txt");
        // Bare words that a path only ends with are words.
        check("in my notes.md fix it", "named docs/notes.md");
        check("fix src/parser.rs but don't touch docs/my notes.md", "named src/parser.rs");
        check("run `npm test tests/cart.test.ts`", "named tests/cart.test.ts");
    }

    #[test]
    fn new_places_are_named_when_spelled_as_such() {
        check("create src/impl.ts", "named src/impl.ts");
        check("put it into src/new/", "named src/new/");
        check("write hello.py", "named **/hello.py");
        check("see src/newthing", "");
    }

    #[test]
    fn bare_names_are_found_where_they_are_few() {
        check("fix token.ts", "named src/auth/token.ts");
        check("update CHANGELOG.md", "named CHANGELOG.md");
        check("update changelog.md", "named CHANGELOG.md");
        check("update README.md", "named README.md");
        check("update the readme", "named README.md");
        check("edit the Makefile", "");
        check(
            "edit index.ts",
            "named config/index.ts, named src/auth/index.ts, named src/authz/index.ts, named src/cart/index.ts",
        );
        check("edit .env", "named .env");
        check("clean the parser folder", "named src/parser/");
        check("rename the folder legacy", "named src/legacy/");
        check("edit @package.json", "named package.json");
        let mut few = Stage::new();
        few.config.scope.max_matches_per_word = 3;
        assert_eq!(shown_scope(&few.start("edit index.ts")), "");
        let mut inside = Stage::new();
        inside.cwd = Some("/home/u/shop/src/auth".into());
        assert_eq!(shown_scope(&inside.start("edit index.ts")), "named src/auth/index.ts");
        assert_eq!(
            shown_scope(&inside.start("edit ./token.ts and ../parser.rs")),
            "named src/auth/token.ts, named src/parser.rs"
        );
    }

    #[test]
    fn symbols_are_mentioned() {
        check("parseToken returns null", "mentioned src/auth/parse-token.ts");
        check("fix AuthService.login()", "mentioned src/auth/AuthService.ts");
        check("fix auth_service", "mentioned src/auth/AuthService.ts");
        check("why does `lexer` fail", "mentioned src/parser/lexer.rs");
        check("fix the lexer module", "mentioned src/parser/lexer.rs");
        check("fix the lexer", "");
    }

    #[test]
    fn what_is_no_place_is_no_name() {
        for prompt in [
            "look at https://github.com/x/y.git",
            "see http://localhost:3000/src/parser.rs",
            "bump to 1.2.3",
            "use e.g. a map and/or a set",
            "his/her input/output",
            "fix it w/ tests",
            "on 2026/01/02",
            "Next.js and Node.js",
            "call io.Discard and cmd.Stdout",
            "merge feature/login into origin/main",
            "ask @coderabbit and @types/node",
            "see entireio/cli",
            "release/0.3.0",
            "POST /auth/login",
            "/clear",
            "fix src/authx",
            "read /etc/passwd.conf",
            "../other/x.ts",
            "100% done, 3.5 times",
            "mail me at a@b.rs",
            "C:\\other\\x.ts",
        ] {
            check(prompt, "");
        }
    }

    #[test]
    fn names_in_logs_and_quotes_are_only_mentioned() {
        check("it fails:\n    at foo (/home/u/shop/src/parser.rs:1:2)", "mentioned src/parser.rs");
        check("why?\n  File \"src/parser.rs\", line 3", "mentioned src/parser.rs");
        check("> src/parser.rs", "mentioned src/parser.rs");
        check("```\nsrc/parser.rs\n```\nfix src/parser.rs", "named src/parser.rs");
    }

    #[test]
    fn what_is_forbidden_is_not_named() {
        check("fix src/parser.rs but don't touch src/auth/token.ts", "named src/parser.rs");
        check("Don't modify files outside src/", "declared src/");
    }

    #[test]
    fn without_a_list_only_unmistakable_paths_are_names() {
        let check = |prompt: &str, expected: &str| {
            assert_eq!(shown_scope(&Stage::unlisted().start(prompt)), expected, "{prompt}");
        };
        check("fix src/auth/token.ts and tests/", "named src/auth/token.ts, named tests/");
        check("look at https://a.b/x/y.git and fix ./a/b.py", "named a/b.py");
        check("fix token.ts, AuthService, src/auth", "");
        check("and/or src/auth/x.unknown github.com/x/y.md", "");
    }
}
