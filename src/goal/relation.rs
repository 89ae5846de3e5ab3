//! What a touched place has to do with the goal.
//!
//! Owns the order of the answers: forbidden before allowed, allowed before related, related before unrelated. It reads
//! paths and the goal only; how much an answer weighs is `drift`'s.

use super::reach::Reach;
use crate::config::{Config, Profile};
use crate::domain::{
    ConstraintKind, FileVerb, Goal, Pattern, Place, Relation, ScopeEntry, ScopeReason, Target, WorkKind, protected,
};
use crate::text::kind::kind_of_path;
use crate::text::pattern::{all_shown, compiled, covers, globs_of, means};
use crate::text::{dependency, path, tested, words};
use globset::{GlobSet, GlobSetBuilder};
use std::collections::BTreeMap;

/// Folders that tools write. `vendor` is none: it holds the sources of others, and a change there is made by hand.
#[rustfmt::skip]
const GENERATED_FOLDERS: [&str; 26] = [
    ".cache", ".gradle", ".idea", ".mypy_cache", ".next", ".nuxt", ".nyc_output", ".parcel-cache", ".pytest_cache", ".ruff_cache",
    ".svelte-kit", ".tox", ".turbo", ".venv", "__pycache__", "__snapshots__", "build", "coverage", "dist", "generated", "gen",
    "node_modules", "out", "snapshots", "target", "tmp",
];

/// Name endings that tools write.
const GENERATED_ENDINGS: [&str; 8] =
    [".generated.go", ".generated.ts", ".g.dart", ".min.js", ".pb.go", ".snap", "_generated.go", "_pb2.py"];

/// Files with a dot before their name that tools leave behind: caches, coverage, locks. Settings that people write (`.env`,
/// `.gitignore`, `.gitlab-ci.yml`) are none of them.
#[rustfmt::skip]
const DOT_NAMES: [&str; 8] = [
    ".DS_Store", ".coverage", ".package-lock.json", ".pnp.cjs", ".pnp.loader.mjs", ".rspec_status", ".terraform.lock.hcl",
    ".yarn-integrity",
];
/// How other names of such files begin and end: swap files of editors, files that are open on a share, histories of shells.
const DOT_BEGINNINGS: [&str; 7] = [".#", "._", ".coverage.", ".nfs", ".scratch", ".tmp", ".~"];
const DOT_ENDINGS: [&str; 8] = [".lock", ".swo", ".swp", ".tmp", "cache", "history", "tsbuildinfo", "~"];

/// Files of the agent's own notes and settings, beside their folders.
const AGENT_FILES: [&str; 4] = [".clinerules", ".cursorrules", ".mcp.json", ".windsurfrules"];

/// Folders of the agent's own notes and settings.
const AGENT_FOLDERS: [&str; 6] = [".agents", ".claude", ".codex", ".cursor", ".entire", ".gemini"];

/// Goal and configuration, compiled for matching. Made anew when the goal changes.
#[derive(Debug)]
pub struct ScopeMap {
    always_ok: GlobSet,
    protect: Vec<(String, GlobSet)>,
    exact: bool,
    reach: Reach,
}

impl ScopeMap {
    /// Compiles the globs of the configuration. Globs that do not compile match nothing; `config check` names them.
    pub fn new(config: &Config) -> Self {
        Self {
            always_ok: glob_set(&config.scope.always_ok),
            protect: config.scope.protect.iter().map(|entry| (entry.clone(), glob_set([entry]))).collect(),
            exact: config.profile == Profile::Seed,
            reach: Reach::default(),
        }
    }

    /// True for a goal of which can be said that something lies beyond it: it names a place, or has words that some file answers to,
    /// and does not ask for the whole.
    pub fn has_place(&self, goal: &Goal) -> bool {
        self.reach.has_place(goal)
    }

    /// True for a goal that tells of a symptom, whose cause may lie anywhere, or that speaks another language than the code does.
    pub fn is_open(&self, goal: &Goal) -> bool {
        self.reach.is_open(goal)
    }

    /// True for a goal that only reports that something is amiss: until it is mended, its cause may lie anywhere.
    pub fn only_reports(&self, goal: &Goal) -> bool {
        self.reach.only_reports(goal)
    }

    /// What forbids every change of a file: a glob of the configuration, or a clause of the user's. What the work is kept to leaves
    /// free what tools write.
    pub fn forbids(&self, goal: &Goal, file: &str) -> Option<String> {
        if let Some((entry, _)) = self.protect.iter().find(|(_, globs)| globs.is_match(file)) {
            return Some(protected(entry));
        }
        forbidding_clause(goal, file).or_else(|| {
            let free =
                || self.always_ok.is_match(file) || by_entry(goal, file).is_some() || written_by_tools(file).is_some();
            forbidding_rest(goal, file).filter(|_| !free())
        })
    }

    /// Relates one changed place to the goal. `working` are the folders in which work for the goal was seen, `changed`
    /// the files changed for it.
    pub fn relate(&self, goal: &Goal, place: &Place, working: &[String], changed: &BTreeMap<String, u32>) -> Relation {
        let Some(file) = place.inside() else {
            return Relation::Neutral("outside the project".to_owned());
        };
        if let Some(clause) = self.forbids(goal, file) {
            return Relation::Forbidden(clause);
        }
        if self.always_ok.is_match(file) {
            return Relation::Neutral("always allowed by the configuration".to_owned());
        }
        if let Some(relation) = by_entry(goal, file) {
            return relation;
        }
        if let Some(reason) = written_by_tools(file) {
            return Relation::Neutral(reason);
        }
        // The literal seed rules know files in and out of scope, nothing between.
        if !self.exact
            && let Some(reason) = test_pair(goal, file, changed)
        {
            return Relation::Related(reason);
        }
        if goal.scope.declared() {
            return Relation::Unrelated(format!("outside {}", declared_text(goal)));
        }
        inferred(goal, file, working, changed, &self.reach)
    }
}

/// True when the file is a test or test data by its path.
pub fn is_test(file: &str) -> bool {
    file.split('/').rev().skip(1).any(is_test_folder) || test_subject(file).is_some()
}

fn is_test_folder(name: &str) -> bool {
    tested::is_folder(name) || tested::is_data_folder(name)
}

/// The entries of the declared scope.
pub(super) fn declared(goal: &Goal) -> impl Iterator<Item = &ScopeEntry> {
    goal.scope.entries.iter().filter(|entry| entry.reason == ScopeReason::Declared)
}

/// The declared entries as one phrase: "src/auth/ and tests/".
pub fn declared_text(goal: &Goal) -> String {
    let shown = all_shown(declared(goal).map(|entry| &entry.pattern));
    match shown.split_last() {
        None => "the scope".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn glob_set<'e>(entries: impl IntoIterator<Item = &'e String>) -> GlobSet {
    let mut builder = GlobSetBuilder::new();
    let globs = entries.into_iter().flat_map(|entry| globs_of(entry));
    for glob in globs.filter_map(|text| compiled(&text)) {
        builder.add(glob);
    }
    builder.build().unwrap_or_else(|_| GlobSet::empty())
}

/// The clause that forbids every change of a file.
fn forbidding_clause(goal: &Goal, file: &str) -> Option<String> {
    let denying = goal.constraints.iter().filter(|constraint| constraint.denies_all_changes());
    denying
        .filter(|constraint| constraint.kind == ConstraintKind::DoNot)
        .filter(|constraint| !constraint.excepts(|pattern| covers(pattern, file)))
        .find(|constraint| constraint.targets.iter().any(|target| *target == Target::AnyChange || means(target, file)))
        .map(|constraint| constraint.clause.clone())
}

/// The clause that denies this one thing done to a file: "don't delete the tests", "don't create new files".
pub fn forbidding_deed<'g>(goal: &'g Goal, file: &str, verb: FileVerb, is_new: bool) -> Option<&'g str> {
    let denying = goal.constraints.iter().filter(|limit| limit.denies && !limit.denies_all_changes());
    denying
        .filter(|limit| !limit.spares.leaves_free(verb, is_new) && !limit.excepts(|place| covers(place, file)))
        .find(|limit| {
            limit.is_left_by(|place| covers(place, file)) || limit.targets.iter().any(|target| means(target, file))
        })
        .map(|limit| limit.clause.as_str())
}

/// "Nothing outside src/" forbids what is left after everything that may be touched.
fn forbidding_rest(goal: &Goal, file: &str) -> Option<String> {
    goal.constraints
        .iter()
        .filter(|constraint| constraint.denies_all_changes())
        .find(|constraint| constraint.is_left_by(|pattern| covers(pattern, file)))
        .map(|constraint| constraint.clause.clone())
}

fn by_entry(goal: &Goal, file: &str) -> Option<Relation> {
    let best =
        goal.scope.entries.iter().filter(|entry| covers(&entry.pattern, file)).min_by_key(|entry| entry.reason)?;
    Some(match best.reason {
        ScopeReason::Declared | ScopeReason::Allowed | ScopeReason::Named => Relation::Named,
        ScopeReason::Planned => Relation::Planned,
        ScopeReason::Imported => Relation::Related(format!("imported by {}", best.words)),
        ScopeReason::Mentioned => Relation::Related(format!("the goal mentions {}", best.words)),
    })
}

fn written_by_tools(file: &str) -> Option<String> {
    let name = path::base_name(file);
    if dependency::is_lock(name) {
        return Some("lock file".to_owned());
    }
    let mut folders = file.split('/').rev().skip(1);
    if AGENT_FILES.contains(&name)
        || name.starts_with(".aider")
        || folders.clone().any(|part| AGENT_FOLDERS.contains(&part))
    {
        return Some("the agent's own notes and settings".to_owned());
    }
    if folders.any(|part| GENERATED_FOLDERS.contains(&part)) || GENERATED_ENDINGS.iter().any(|end| name.ends_with(end))
    {
        return Some(Relation::GENERATED.to_owned());
    }
    if name.starts_with('.')
        && (DOT_NAMES.contains(&name)
            || DOT_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
            || DOT_ENDINGS.iter().any(|ending| name.ends_with(ending)))
    {
        return Some("left behind by a tool".to_owned());
    }
    // Scratch files at the root of the project are the agent's notepad in half of all long runs.
    let scratch = !file.contains('/') && (name.starts_with("tmp") || name.starts_with("scratch"));
    scratch.then(|| "scratch file".to_owned())
}

/// True for what tools build and leave behind, a file or a folder: to remove it takes nothing from a project that does not list it.
pub fn is_litter(place: &str) -> bool {
    let ending = |end: &&str| place.ends_with(*end);
    written_by_tools(&format!("{place}/x")).is_some()
        || written_by_tools(place).is_some()
        || ["coverage.xml", "htmlcov"].contains(&path::base_name(place))
        || [".egg-info", ".log", ".pyc", ".tmp", ".tsbuildinfo"].iter().any(ending)
}

/// The name that a test file is about.
fn test_subject(file: &str) -> Option<&str> {
    tested::subject(path::stem(file))
}

/// True when `part` stands at `at` in a file's name. All files changed so far are asked, and hardly any passes.
fn holds(name: &str, at: usize, part: &str) -> bool {
    name.as_bytes().get(at..at + part.len()).is_some_and(|found| found.eq_ignore_ascii_case(part.as_bytes()))
}

/// Tests of what is in scope, and what an in-scope test is about.
fn test_pair(goal: &Goal, file: &str, changed: &BTreeMap<String, u32>) -> Option<String> {
    // Names first: comparing them costs less than matching the whole scope.
    let known_file = |fits: &dyn Fn(&str) -> bool| {
        let named = goal.scope.entries.iter().filter_map(|entry| match &entry.pattern {
            Pattern::File(known) => Some(known.as_str()),
            Pattern::Folder(_) | Pattern::Glob(_) => None,
        });
        // "Only src/auth and its tests" opens no place whose test is changed.
        let by_kind = |entry: &ScopeEntry| goal.scope.declared() && matches!(entry.pattern, Pattern::Glob(_));
        let covered =
            |known: &&str| goal.scope.entries.iter().any(|entry| !by_kind(entry) && covers(&entry.pattern, known));
        let in_work = changed.keys().map(String::as_str).filter(|known| fits(known)).filter(covered);
        named.filter(|known| fits(known)).chain(in_work).next().map(str::to_owned)
    };
    if is_test(file) {
        let subject = test_subject(file).unwrap_or_else(|| path::stem(file));
        if let Some(known) = known_file(&|known| {
            holds(path::base_name(known), 0, subject) && path::stem(known).eq_ignore_ascii_case(subject)
        }) {
            return Some(format!("test of {known}"));
        }
        // tests/auth.test.ts is the test of src/auth.
        let of_a_folder = |entry: &ScopeEntry| match &entry.pattern {
            Pattern::Folder(scope)
                if plain_parts(scope).last().is_some_and(|part| part.eq_ignore_ascii_case(subject)) =>
            {
                Some(format!("test of {scope}/"))
            }
            _ => None,
        };
        if let Some(reason) = goal.scope.entries.iter().find_map(of_a_folder) {
            return Some(reason);
        }
        // tests/auth/x.test.ts mirrors src/auth: the first telling folder is the last one of the scope.
        let mirrored = plain_parts(path::folder(file)).next()?;
        return goal.scope.entries.iter().find_map(|entry| {
            let Pattern::Folder(scope) = &entry.pattern else { return None };
            (plain_parts(scope).last() == Some(mirrored)).then(|| format!("tests of {scope}/"))
        });
    }
    let stem = path::stem(file);
    // A name that tells its subject is a test's. It begins with the subject, or with "test_" before it.
    let is_its_test = |known: &str| {
        let name = path::base_name(known);
        (holds(name, 0, stem) || holds(name, "test_".len(), stem))
            && test_subject(name).is_some_and(|subject| subject.eq_ignore_ascii_case(stem))
    };
    known_file(&is_its_test).map(|known| format!("subject of {known}"))
}

/// Components without those that only say "source" or "test".
fn plain_parts(folder: &str) -> impl Iterator<Item = &str> {
    folder
        .split('/')
        .filter(|part| !part.is_empty() && !is_test_folder(part) && !matches!(*part, "src" | "lib" | "main" | "java"))
}

fn inferred(goal: &Goal, file: &str, working: &[String], changed: &BTreeMap<String, u32>, reach: &Reach) -> Relation {
    let folder = path::folder(file);
    // What versions and packages leave out changes with whatever the work makes: `.gitignore`, `.dockerignore`.
    let name = path::base_name(file);
    if name.starts_with('.') && name.ends_with("ignore") {
        return Relation::Following;
    }
    if working.iter().any(|known| known == folder) {
        return Relation::Beside(folder.to_owned());
    }
    if let Some(likely) = goal.likely.iter().flatten().find(|likely| likely.path == file) {
        return Relation::Related(likely.why.clone());
    }
    if let Some(word) = shared_word(goal, file) {
        return Relation::Related(format!("shares “{word}” with the goal"));
    }
    let kind = kind_of_path(file);
    if let Some(kind) = kind.filter(|kind| goal.kinds.contains(kind)) {
        return Relation::Related(format!("{}, which the goal speaks of", kind.name()));
    }
    // Tests, prose and build files follow work of every kind; alone they are no sign of another goal.
    if is_test(file) || matches!(kind, Some(WorkKind::Tests | WorkKind::Docs | WorkKind::Build)) {
        return Relation::Following;
    }
    // "Fix the flaky e2e/login.spec.ts": a test tells what is to work and not where the work is.
    let tests = |place: &Pattern| matches!(place, Pattern::File(file) if is_test(file));
    let placed = |entry: &ScopeEntry| entry.reason != ScopeReason::Imported && !tests(&entry.pattern);
    let has_places = goal.scope.entries.iter().any(placed);
    let beyond = match kind {
        Some(kind)
            if is_apart(kind, &goal.kinds) || goal.kinds.is_empty() && is_apart(kind, &of_work(goal, changed)) =>
        {
            Some(format!("{}, of which the goal says nothing", kind.name()))
        }
        _ if has_places && !shares_area(goal, file, working) => {
            Some("another part of the project than the goal names".to_owned())
        }
        _ => None,
    };
    beyond.filter(|_| !goal.unplaced && !reach.is_of_the_whole(goal)).map_or(Relation::Unknown, Relation::Unrelated)
}

/// The word of the goal that the file's path says too.
fn shared_word<'g>(goal: &'g Goal, file: &str) -> Option<&'g str> {
    let said = words::path_words(file);
    let meets = |keyword: &&String| said.iter().any(|word| words::akin(keyword, word));
    goal.keywords.iter().find(meets).map(String::as_str)
}

/// True for a kind of work that goes with none of those that are known; where none is, nothing can be said.
fn is_apart(kind: WorkKind, known: &[WorkKind]) -> bool {
    !known.is_empty() && !known.iter().any(|known| *known == kind || kind.goes_with(*known))
}

/// The kinds of work that the goal has led to, where its words name none: those of the changed files that answer to it. None where one
/// of them does not tell its kind: it may be of any.
fn of_work(goal: &Goal, changed: &BTreeMap<String, u32>) -> Vec<WorkKind> {
    let likely = |file: &str| goal.likely.iter().flatten().any(|likely| likely.path == file);
    let answers = changed.keys().filter(|file| likely(file) || shared_word(goal, file).is_some());
    let kinds: Option<Vec<WorkKind>> = answers
        .map(|file| kind_of_path(file))
        .filter(|kind| !matches!(kind, Some(WorkKind::Tests | WorkKind::Docs | WorkKind::Build)))
        .collect();
    kinds.unwrap_or_default()
}

/// True when the file's area is one that the goal or the work so far is in. A file at the project's root is at home
/// everywhere.
fn shares_area(goal: &Goal, file: &str, working: &[String]) -> bool {
    let own = area(path::folder(file));
    let entries = goal.scope.entries.iter().map(|entry| match &entry.pattern {
        Pattern::File(known) => path::folder(known),
        Pattern::Folder(folder) => folder.as_str(),
        Pattern::Glob(glob) => glob.split(['*', '?', '[', '{']).next().unwrap_or("").trim_end_matches('/'),
    });
    let mut areas = entries.chain(working.iter().map(String::as_str)).map(area);
    // "src" holds "src/auth": work at the top of a tree is work in all of it, and the other way round.
    own.is_empty() || areas.any(|known| known.is_empty() || path::is_below(own, known) || path::is_below(known, own))
}

/// The part of a folder that tells the areas of a project apart, its first two components: "cmd/server/x" gives
/// "cmd/server", "web" gives "web".
fn area(folder: &str) -> &str {
    folder.match_indices('/').nth(1).map_or(folder, |(end, _)| &folder[..end])
}
