//! A repository and a session to read prompts against, for the tests of this room.

use super::{GoalContext, revise, start};
use crate::config::{Config, defaults};
use crate::domain::{
    Constraint, EventId, EvidenceItem, FileList, Goal, GoalChange, OnDisk, Pattern, Prompt, PromptClass, Relation,
    Root, Spares, Target,
};
use std::collections::BTreeMap;

/// The files of an invented shop: enough kinds, some names twice, two packages.
#[rustfmt::skip]
const FILES: &[&str] = &[
    ".env", ".github/workflows/ci.yml", "CHANGELOG.md", "Cargo.toml", "Dockerfile", "README.md", "app/[id]/page.tsx",
    "config/index.ts", "db/migrations/001_users.sql", "docs/setup.md", "package.json", "src/auth/AuthService.ts",
    "src/auth/README.md", "src/auth/index.ts", "src/auth/parse-token.ts", "src/auth/token.ts", "src/authz/index.ts",
    "src/cart/index.ts", "src/database/client.ts", "src/legacy/old.ts", "src/parser.rs", "src/parser/lexer.rs",
    "src/styles/theme.css", "src/ui/Button.tsx", "src/ui/button.css", "tests/auth/token.test.ts", "tests/cart.test.ts",
];

type Disk = dyn Fn(&str) -> Option<OnDisk>;

/// What prompts are read against.
pub(super) struct Stage {
    pub(super) config: Config,
    pub(super) root: Root,
    pub(super) files: FileList,
    pub(super) changed: BTreeMap<String, u32>,
    pub(super) open: Vec<EvidenceItem>,
    pub(super) committed: bool,
    pub(super) cwd: Option<String>,
    pub(super) last_words: Option<String>,
    /// What lies on the disk beside the list.
    on_disk: Box<Disk>,
}

impl Stage {
    /// The shop, at `/home/u/shop`.
    pub(super) fn new() -> Self {
        Self {
            config: defaults(),
            root: Root { path: "/home/u/shop".into(), aliases: vec![], home: Some("/home/u".into()), learned: false },
            files: FileList::new(FILES.iter().map(|path| (*path).to_owned()).collect(), false),
            changed: BTreeMap::new(),
            open: Vec::new(),
            committed: false,
            cwd: None,
            last_words: None,
            on_disk: Box::new(|_| None),
        }
    }

    /// The shop with a file or folder (it ends in `/`) that the list leaves out.
    pub(super) fn beside(mut self, path: &'static str) -> Self {
        let kind = if path.ends_with('/') { OnDisk::Folder } else { OnDisk::File };
        self.on_disk = Box::new(move |asked| (asked == path.trim_end_matches('/')).then_some(kind));
        self
    }

    /// The same place with nothing known about its files.
    pub(super) fn unlisted() -> Self {
        Self { files: FileList::default(), ..Self::new() }
    }

    pub(super) fn changed(mut self, paths: &[&str]) -> Self {
        self.changed = paths.iter().map(|path| ((*path).to_owned(), 1)).collect();
        self
    }

    /// Changes that the goal did not cover.
    pub(super) fn astray(mut self, paths: &[&str]) -> Self {
        let stray = |path: &&str| EvidenceItem {
            event: EventId(1),
            subject: (*path).to_owned(),
            relation: Relation::Unrelated("x".into()),
            weight: 1.0,
            findings: Vec::new(),
            cited: false,
            made: false,
        };
        self.open = paths.iter().map(stray).collect();
        self
    }

    /// The agent's last words.
    pub(super) fn replied(mut self, words: &str) -> Self {
        self.last_words = Some(words.to_owned());
        self
    }

    pub(super) fn committed(mut self) -> Self {
        self.committed = true;
        self
    }

    pub(super) fn cx(&self) -> GoalContext<'_> {
        GoalContext {
            config: &self.config,
            root: &self.root,
            cwd: self.cwd.as_deref(),
            files: &self.files,
            on_disk: &*self.on_disk,
            changed: &self.changed,
            open: &self.open,
            committed: self.committed,
            last_words: self.last_words.as_deref(),
        }
    }

    pub(super) fn start(&self, prompt: &str) -> Goal {
        start(&typed(prompt), &self.cx())
    }

    pub(super) fn revise(&self, goal: &Goal, prompt: &str) -> (GoalChange, Goal) {
        let revised = revise(Some(goal), &typed(prompt), &self.cx());
        (revised.change, revised.goal)
    }

    /// What a later prompt leaves of the limits.
    pub(super) fn left(&self, goal: &Goal, prompt: &str) -> String {
        shown_constraints(&self.revise(goal, prompt).1.constraints)
    }
}

/// A prompt as a person types it.
pub(super) fn typed(text: &str) -> Prompt {
    Prompt { text: text.to_owned(), class: PromptClass::Human, prompt_id: None }
}

/// The scope as text: "named src/a.ts, declared src/".
pub(super) fn shown_scope(goal: &Goal) -> String {
    let shown: Vec<String> =
        goal.scope.entries.iter().map(|entry| format!("{} {}", entry.reason.name(), entry.pattern.shown())).collect();
    shown.join(", ")
}

/// The constraints as text: "deny paths src/db/ (don't touch src/db)".
pub(super) fn shown_constraints(constraints: &[Constraint]) -> String {
    constraints.iter().map(shown_constraint).collect::<Vec<_>>().join("; ")
}

fn shown_constraint(constraint: &Constraint) -> String {
    // What is held against calls word by word is shown by itself ([`shown_called`]).
    let named = constraint.targets.iter().filter(|target| !matches!(target, Target::Called(_)));
    let targets: Vec<String> = named.map(shown_target).collect();
    let word = if constraint.asks {
        "ask".to_owned()
    } else if constraint.denies {
        "deny".to_owned()
    } else {
        format!("{:?}", constraint.kind).to_lowercase()
    };
    let deed = match constraint.spares {
        Spares::Changes => "removing ",
        Spares::Existing => "creating ",
        Spares::Nothing | Spares::NewFiles => "",
    };
    let except: Vec<String> = constraint.except.iter().map(|place| format!("except {}", place.shown())).collect();
    format!("{word} {deed}{} {}", targets.join(" + "), except.join(" ")).trim_end().to_owned()
}

fn shown_target(target: &Target) -> String {
    match target {
        Target::Paths(pattern) => pattern.shown(),
        Target::Outside(Pattern::Glob(glob)) => format!("outside {glob}"),
        Target::Outside(pattern) => format!("outside {}", pattern.shown()),
        Target::Command(command) => format!("$ {command}"),
        Target::Kind(kind) => format!("{kind:?}").to_lowercase(),
        Target::AnyChange => "any".to_owned(),
        Target::NewPackages => "new packages".to_owned(),
        Target::Doing(kind) => format!("{kind:?}").to_lowercase(),
        Target::Signatures => "signatures".to_owned(),
        Target::Called(called) => called.shown(),
        Target::Code(code) => format!("code {}", code.shown()),
    }
}

/// What the limits of a first prompt in the shop are known by in words alone.
pub(super) fn shown_called(prompt: &str) -> String {
    let constraints = Stage::new().start(prompt).constraints;
    let targets = constraints.iter().flat_map(|limit| &limit.targets);
    let called = targets.filter(|target| matches!(target, Target::Called(_)));
    called.map(shown_target).collect::<Vec<_>>().join("; ")
}

/// The limits of a first prompt in the shop are these.
#[track_caller]
pub(super) fn limits(prompt: &str, expected: &str) {
    assert_eq!(shown_constraints(&Stage::new().start(prompt).constraints), expected, "{prompt}");
}

/// The same in a repository of these files.
pub(super) fn limits_among(files: &[&str], prompt: &str, expected: &str) {
    let files = FileList::new(files.iter().map(|path| (*path).to_owned()).collect(), false);
    let stage = Stage { files, ..Stage::new() };
    assert_eq!(shown_constraints(&stage.start(prompt).constraints), expected, "{prompt}");
}

/// What a later prompt leaves of a limit that was set beside an order.
pub(super) fn limits_left(limit: &str, prompt: &str) -> String {
    let stage = Stage::new();
    let first = stage.start(&format!("fix the token bug in src/auth/token.ts. {limit}"));
    stage.left(&first, prompt)
}
