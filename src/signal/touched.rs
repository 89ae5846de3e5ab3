//! One place that an action changed: what it has to do with the goal, and how it hangs together with the work so far.
//!
//! Owns these facts. They are filled in by the guard; every signal reads them.

use crate::config::Config;
use crate::domain::{Branch, FileVerb, Place, Progress, Relation, WorkKind};
use crate::text::kind::kind_of_path;
use serde::Serialize;

/// One place that an action changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Where.
    pub place: Place,
    /// How.
    pub verb: FileVerb,
    /// The call tells that it was not there before.
    pub is_new: bool,
    /// What it has to do with the goal.
    pub relation: Relation,
    /// How it hangs together with the work so far; `None` outside the project.
    pub bond: Option<Bond>,
}

/// How a changed place hangs together with the work before it changed its subject.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, which the fit of the rule reads")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bond {
    /// The file was met.
    pub file: bool,
    /// A file with the same subject was met: its test, or what it tests.
    pub subject: bool,
    /// An answer of the work pointed into it: an error, or a find.
    pub pointed: bool,
    /// What is changed in it speaks of what the person asked for.
    pub asked: bool,
    /// Its name does.
    pub called: bool,
    /// Telling words of the change.
    pub says: usize,
    /// Those of them that the work had written before, a word of the file's name counted twice: two are a tie.
    pub written: usize,
    /// Those of them that the person, the work or its answers had spoken of before.
    pub heard: usize,
    /// It is a program that the agent made at the root of a project that keeps its sources in folders, to try something out, and that
    /// nothing led to.
    pub script: bool,
    /// It was changed before for the same goal.
    pub changed: bool,
    /// It was read before the work was done, or a check or a search of the work named it.
    pub seen: bool,
    /// Telling words of its name.
    pub words: usize,
    /// Those of them that were met.
    pub known: usize,
    /// The branch of work in which it is changed, this change included.
    pub branch: Branch,
    /// Where the work stands.
    #[serde(flatten)]
    pub course: Course,
}

impl Bond {
    /// Of so many words of a change one at least is the work's, where the goal alone would not have it.
    const MOST_SAYS: usize = 4;

    /// True for a change in words that the work has written.
    pub fn is_written(&self, config: &Config) -> bool {
        self.written >= config.signal.thread_break.shared && self.written * Self::MOST_SAYS >= self.says
    }
}

/// Where the work stands, whatever it changes next.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The user has said where it may be.
    pub declared: bool,
    /// The goal says where it lies.
    pub placed: bool,
    /// The goal tells of a symptom, whose cause may lie elsewhere.
    pub open: bool,
    /// It only reports what is amiss: the cause may lie elsewhere until a run shows that it was found.
    pub reported: bool,
    /// How far what was asked has come.
    pub progress: Progress,
    /// Actions since it was asked.
    pub since: u32,
}

impl Course {
    /// True when what was asked for may well be done, of a goal of which can be said that something lies beyond it. A declared scope
    /// needs no second opinion.
    pub fn is_done(&self, config: &Config) -> bool {
        let numbers = &config.signal.scope_creep;
        let closed = self.placed && !self.open && !self.declared;
        numbers.enabled && closed && self.progress >= Progress::Tested && self.since >= numbers.settle
    }
}

impl Touched {
    /// A file with the words of what is shown, which lie in files of their own wherever the work lies.
    pub(super) fn is_translation(&self) -> bool {
        kind_of_path(self.place.shown()) == Some(WorkKind::Translation)
    }

    /// True for a place that more than its folder connects with the goal or the work, and where nothing can be said.
    pub fn is_connected(&self, config: &Config) -> bool {
        let Some(bond) = self.bond else { return true };
        let by_place = match &self.relation {
            Relation::Unknown | Relation::Unrelated(_) => self.is_translation(),
            // A test or a document of the work comes last; a build file that nobody speaks of does not.
            Relation::Following => kind_of_path(self.place.shown()) != Some(WorkKind::Build),
            Relation::Beside(_) => false,
            _ => true,
        };
        let met = bond.pointed || bond.changed || bond.seen;
        let by_words = bond.asked || bond.called || bond.written >= config.signal.thread_break.shared;
        // Where nobody knows what a change says, or where the goal lies, nothing can be said.
        by_place || met || by_words || bond.says == 0 || !bond.course.placed || bond.course.open
    }

    /// "changed src/a.rs", "deleted src/a.rs": what was seen, in the words of messages.
    pub fn what(&self) -> String {
        let verb = match self.verb {
            FileVerb::Read => "read",
            FileVerb::Write if self.is_new => "created",
            FileVerb::Edit | FileVerb::Write | FileVerb::CheckOut => "changed",
            FileVerb::Delete => "deleted",
            FileVerb::Restore => "put back",
        };
        format!("{verb} {}", self.place.shown())
    }
}
