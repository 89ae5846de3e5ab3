//! What the user wants, and what may be touched for it.

use super::action::FileVerb;
use super::called::Called;
use super::code::Code;
use serde::{Deserialize, Serialize};

/// What the user wants now. Revised only by the user's prompts and by plans that the user approved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The user's own words, capped; each prompt is a paragraph.
    pub text: String,
    /// One line of it for messages: at most 120 characters, the user's words.
    pub line: String,
    /// One line of the newest request that added to it, as short; empty where none did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub latest: String,
    /// Content words of the goal, lower case, most telling first.
    pub keywords: Vec<String>,
    /// What the user forbade or demanded.
    pub constraints: Vec<Constraint>,
    /// What may be touched.
    pub scope: Scope,
    /// Files that the goal speaks for without naming them, the likeliest first, bounded. They widen what counts as related and
    /// limit nothing. `None` until a change would be taken for one that nothing connects with the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<Vec<Likely>>,
    /// Kinds of work that the goal's words speak of.
    pub kinds: Vec<WorkKind>,
    /// True where a later request says neither where nor what kind of work it is ("now lint", "dark mode too"): of such a goal
    /// nothing can be said to lie beyond it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unplaced: bool,
    /// Counts the changes, from 1.
    pub revision: u32,
    /// The last changes, oldest first, bounded.
    pub history: Vec<Revision>,
}

impl Goal {
    /// What stands between two prompts in the goal's text.
    pub const BETWEEN_PROMPTS: &str = "\n\n";

    /// The paragraphs of the text: each prompt is one by itself, or several.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        self.text.split(Self::BETWEEN_PROMPTS).filter(|said| !said.trim().is_empty())
    }

    /// The user's words without the clauses that forbid: who says "don't install axios" has not asked for it.
    pub fn words_beside_limits(&self) -> String {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let clauses = self.constraints.iter().map(|limit| limit.clause.as_str()).filter(|clause| !clause.is_empty());
        clauses.fold(text, |text, clause| text.replace(clause, " "))
    }
}

/// A file that the goal's words speak for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likely {
    /// The file, relative to the root.
    pub path: String,
    /// The reason: "its name shares “token” with the goal".
    pub why: String,
}

/// How a prompt changed the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalChange {
    /// The first goal of the session.
    Start,
    /// The prompt leaves the goal as it is ("yes, go on", a question).
    Keep,
    /// It adds a limit ("no, stop touching css", "only the parser").
    Narrow,
    /// It adds to what may be touched ("also update the docs", "keep the css change").
    Extend,
    /// It asks for something else.
    Replace,
}

/// One change of the goal, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// The revision that it made.
    pub revision: u32,
    /// What kind of change.
    pub change: GoalChange,
    /// Why the change was read so: a cue word, shared words, a commit before it.
    pub reason: String,
    /// The beginning of the prompt.
    pub prompt: String,
}

/// What may be touched for the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// Each with its reason.
    pub entries: Vec<ScopeEntry>,
}

impl Scope {
    /// True when the user declared the scope ("keep to src/auth", `--scope`, `goal set`): one stray edit is then evidence enough.
    pub fn declared(&self) -> bool {
        self.entries.iter().any(|entry| entry.reason == ScopeReason::Declared)
    }
}

/// One thing that may be touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeEntry {
    /// What.
    pub pattern: Pattern,
    /// Why.
    pub reason: ScopeReason,
    /// The user's words that name it, capped.
    pub words: String,
}

/// A set of paths inside the project. Matching is by whole path components, never by substring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// One file.
    File(String),
    /// All below a folder; "" is the whole project.
    Folder(String),
    /// A glob over paths relative to the root.
    Glob(String),
}

impl Pattern {
    /// The pattern as people are shown it: a folder ends in `/`.
    pub fn shown(&self) -> String {
        match self {
            Self::File(path) | Self::Glob(path) => path.clone(),
            Self::Folder(path) if path.is_empty() => "the project".to_owned(),
            Self::Folder(path) => format!("{path}/"),
        }
    }
}

/// Why something is in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScopeReason {
    /// The user limited the work to it ("keep to src/auth", `--scope`, `goal set --scope`).
    Declared,
    /// The user allowed it afterwards ("touch the css too", `goal allow`).
    Allowed,
    /// The prompt names it.
    Named,
    /// The plan names it.
    Planned,
    /// A file in scope imports it.
    Imported,
    /// The prompt names a symbol or word that stands for it, or quotes it.
    Mentioned,
}

impl ScopeReason {
    /// The word shown by `explain` and `goal show`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Allowed => "allowed",
            Self::Named => "named",
            Self::Planned => "planned",
            Self::Imported => "imported",
            Self::Mentioned => "mentioned",
        }
    }
}

/// How one touched place relates to the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// A prohibition covers it; holds the clause in the user's words.
    Forbidden(String),
    /// The user named, declared or allowed it.
    Named,
    /// The plan names it.
    Planned,
    /// It belongs to something in scope; holds the reason ("test of src/auth/token.ts").
    Related(String),
    /// Only its folder connects it with the work: that folder, "" for the project's root.
    Beside(String),
    /// It says nothing about drift; holds the reason ("lock file", "outside the project").
    Neutral(String),
    /// It follows work of every kind and says nothing about drift: a test, a document, a build file.
    Following,
    /// Nothing connects it with the goal; holds what was compared.
    Unrelated(String),
    /// No scope is known to compare with.
    Unknown,
}

impl Relation {
    /// Why a file that a program writes is [`Self::Neutral`].
    pub const GENERATED: &str = "generated file";

    /// True for a file that a program writes.
    pub fn is_generated(&self) -> bool {
        matches!(self, Self::Neutral(why) if why == Self::GENERATED)
    }

    /// True for what the goal covers, or work for it.
    pub fn is_of_the_goal(&self) -> bool {
        matches!(self, Self::Named | Self::Planned | Self::Related(_) | Self::Beside(_))
    }

    /// True for what says nothing about drift.
    pub fn is_neutral(&self) -> bool {
        matches!(self, Self::Neutral(_) | Self::Following)
    }
}

/// The grammar of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConstraintKind {
    /// "do not touch X", "without changing X", "leave X alone".
    DoNot,
    /// "only X", "keep to X", "nothing outside X".
    Only,
    /// "must X", "always X", "make sure X".
    Must,
}

/// Something the user forbade or demanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraint {
    /// Its grammar.
    pub kind: ConstraintKind,
    /// The clause in the user's words, capped.
    pub clause: String,
    /// What it speaks of, where that could be resolved.
    pub targets: Vec<Target>,
    /// True for a prohibition: typed by the user, imperative, resolved, and waiting for nothing but the user's word. Only these deny.
    pub denies: bool,
    /// True where the user wants to be asked first ("not without asking me"): where somebody can answer, crossing it is a question and
    /// no denial.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks: bool,
    /// What it leaves free.
    #[serde(default, skip_serializing_if = "Spares::is_nothing")]
    pub spares: Spares,
    /// Places within its targets that it leaves free: "don't touch src/ui except Button.tsx".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Pattern>,
    /// The goal revision that made it.
    pub revision: u32,
}

impl Constraint {
    /// A clause that is told and denies nothing, of the revision that stamps it.
    pub const fn bare(kind: ConstraintKind, clause: String, targets: Vec<Target>) -> Self {
        let spares = Spares::Nothing;
        Self { kind, clause, targets, denies: false, asks: false, spares, except: Vec::new(), revision: 0 }
    }

    /// True where the work is kept to some places and `holds` is true of none of them.
    pub fn is_left_by(&self, holds: impl Fn(&Pattern) -> bool) -> bool {
        let places = || {
            self.targets
                .iter()
                .filter_map(|target| if let Target::Outside(place) = target { Some(place) } else { None })
        };
        places().next().is_some() && !places().any(holds)
    }

    /// True where it is known by its words alone: what answers them is told, and never kept from running.
    pub fn is_of_words_alone(&self) -> bool {
        let of_words = |target: &Target| matches!(target, Target::Called(_) | Target::Code(_) | Target::Signatures);
        !self.targets.is_empty() && self.targets.iter().all(of_words)
    }

    /// True where every change of its files is denied. Of others only what they do not leave free is ([`Spares`]).
    pub const fn denies_all_changes(&self) -> bool {
        self.denies && self.spares.is_nothing()
    }

    /// True where `holds` is true of a place that it leaves free.
    pub fn excepts(&self, holds: impl Fn(&Pattern) -> bool) -> bool {
        self.except.iter().any(holds)
    }
}

/// Which changes of its files a constraint leaves free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spares {
    /// None.
    #[default]
    Nothing,
    /// All but their removal: "don't delete any tests".
    Changes,
    /// New ones beside them: "don't change existing tests".
    NewFiles,
    /// All but the making of new ones: "don't create any new files".
    Existing,
}

impl Spares {
    /// True where one thing done to the files is meant: making or removing them.
    pub const fn is_one_deed(self) -> bool {
        matches!(self, Self::Changes | Self::Existing)
    }

    /// True where `verb` is left free for a file. `is_new`: nothing lay there before.
    pub const fn leaves_free(self, verb: FileVerb, is_new: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Changes => !matches!(verb, FileVerb::Delete),
            Self::NewFiles => matches!(verb, FileVerb::Write),
            Self::Existing => !is_new || !matches!(verb, FileVerb::Write),
        }
    }

    /// True where every change is meant, which need not be stored.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

/// What a constraint speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// These paths.
    Paths(Pattern),
    /// All paths but these.
    Outside(Pattern),
    /// Commands that begin with these words ("git push").
    Command(String),
    /// Files of a kind of work ("css", "tests").
    Kind(WorkKind),
    /// Any change of a file ("don't code yet").
    AnyChange,
    /// What brings a package into the project that it does not have yet ("no new dependencies").
    NewPackages,
    /// Commands that do this, whatever they are called ("don't deploy").
    Doing(CallKind),
    /// Edits that change how others call something ("keep the public signatures").
    Signatures,
    /// What answers words for which no path and no command was found ("the german file").
    Called(Called),
    /// Edits that bring this into the code, and commands with a word of these letters ("no `unwrap()`", "never `--no-verify`").
    Code(Code),
}

impl Target {
    /// True where commands are spoken of, and no files.
    pub const fn is_of_commands(&self) -> bool {
        matches!(self, Self::Command(_) | Self::NewPackages | Self::Doing(_))
    }
}

/// What a call does that people forbid without naming a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallKind {
    /// Brings the work to where it runs.
    Deploy,
    /// Hands a package or an image out.
    Publish,
    /// Changes the shape of a database.
    Migrate,
    /// Runs tests.
    Test,
    /// Starts a server that goes on until it is stopped.
    Serve,
    /// Builds the program.
    Build,
    /// Looks for faults of style.
    Lint,
    /// Lays code out anew.
    Format,
    /// Changes something by git: the work, its history, a remote.
    Git,
    /// Runs anything that does more than look.
    Any,
    /// Looks on the web, by a tool of the agent.
    Fetch,
    /// Hands work to a subagent.
    Delegate,
}

impl CallKind {
    /// Those of which commands are, each by words of its own.
    pub const OF_COMMANDS: [Self; 8] =
        [Self::Deploy, Self::Publish, Self::Migrate, Self::Test, Self::Serve, Self::Build, Self::Lint, Self::Format];

    /// True where a question after the state of the work is answered by such a call: "do the tests pass?".
    pub const fn answers(self) -> bool {
        matches!(self, Self::Test | Self::Build | Self::Lint | Self::Any)
    }

    /// The words shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deploy => "commands that deploy",
            Self::Publish => "commands that publish",
            Self::Migrate => "commands that run migrations",
            Self::Test => "commands that run tests",
            Self::Serve => "commands that start a server",
            Self::Build => "commands that build",
            Self::Lint => "commands that lint",
            Self::Format => "commands that format code",
            Self::Git => "git, but for looking",
            Self::Any => "commands that do more than look",
            Self::Fetch => "looking on the web",
            Self::Delegate => "handing work to subagents",
        }
    }
}

/// A kind of work that words and paths give away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// Style sheets, themes, design tokens.
    Style,
    /// Components, views, templates.
    Interface,
    /// Login, tokens, sessions, permissions.
    Auth,
    /// Schemas, migrations, queries.
    Database,
    /// Handlers, routes, endpoints.
    Api,
    /// Prose for people.
    Docs,
    /// Tests and fixtures.
    Tests,
    /// Pipelines and workflows.
    Ci,
    /// Build files and dependencies.
    Build,
    /// Deployment and infrastructure.
    Deploy,
    /// Translations.
    Translation,
}

impl WorkKind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Style,
        Self::Interface,
        Self::Auth,
        Self::Database,
        Self::Api,
        Self::Docs,
        Self::Tests,
        Self::Ci,
        Self::Build,
        Self::Deploy,
        Self::Translation,
    ];

    /// True for kinds that are layers of one piece of work: an endpoint and the table behind it, a component and its style, a login and
    /// the users that are stored. Who asks for the one has as good as spoken of the other.
    pub const fn goes_with(self, other: Self) -> bool {
        use WorkKind::{Api, Auth, Build, Ci, Database, Deploy, Interface, Style, Tests, Translation};
        matches!(
            (self, other),
            (Api | Auth | Deploy, Database)
                | (Database, Api | Auth | Deploy)
                | (Api, Auth | Deploy | Interface)
                | (Auth | Deploy | Interface, Api)
                | (Interface, Style | Translation)
                | (Style | Translation, Interface)
                | (Build | Ci, Deploy)
                | (Deploy, Build | Ci)
                | (Build | Tests, Ci)
                | (Ci, Build | Tests)
        )
    }

    /// The words shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Style => "style work",
            Self::Interface => "interface work",
            Self::Auth => "auth work",
            Self::Database => "database work",
            Self::Api => "API work",
            Self::Docs => "prose",
            Self::Tests => "tests",
            Self::Ci => "CI work",
            Self::Build => "build files",
            Self::Deploy => "deployment work",
            Self::Translation => "translations",
        }
    }
}
