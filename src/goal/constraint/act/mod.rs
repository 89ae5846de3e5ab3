//! What a prohibition forbids, and the words with which it begins.
//!
//! Owns the two of which every form of the grammar makes one: [`Act`] and [`Cue`]. The verbs are read in `deed`, and what they do of its own
//! kind beside it: packages, files that are new, commits and pushes, commands.

pub(super) mod command;
pub(super) mod deed;
pub(in crate::goal) mod dependency;
pub(super) mod doing;
pub(super) mod new_files;
pub(in crate::goal) mod version_control;

use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::{changing, closing};

/// What a forbidden act does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Touches its object in any way.
    Change,
    /// Takes its object away; other changes of it stay free ("don't delete the tests").
    Removal,
    /// Makes files that were not there ("don't create new files").
    Creation,
    /// Does another one thing with its object ("don't reformat it").
    Narrow,
    /// Commits.
    Commit,
    /// Pushes.
    Push,
    /// Opens a pull request.
    PullRequest,
    /// Begins another branch.
    Branch,
    /// Pushes by force.
    ForcePush,
    /// Rebases, merges or amends; the verb stands before the object.
    Git,
    /// Deploys or publishes.
    Deploy,
    /// Runs a command, tests or migrations; its words begin at the verb's object.
    Run,
    /// Runs a command; its words begin at the verb itself ("don't npm install").
    Tool,
    /// Begins to write code at all.
    Code,
    /// Brings packages into the project.
    Packages,
    /// Changes what was not spoken of: "nothing else".
    Rest,
    /// Anything else.
    Other,
}

/// Where the words of a prohibition make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    Always,
    /// Where its object is a place and nothing else.
    OfPlaces,
    /// Where files or commands are found for it, and not by what it is called alone.
    WhereFound,
}

/// A prohibition whose cue was found.
pub(super) struct Cue {
    /// The first token of the clause.
    pub(super) start: usize,
    /// The first token of the object.
    pub(super) object: usize,
    /// Where the object must end: "leave X alone".
    pub(super) limit: usize,
    /// What is forbidden.
    pub(super) act: Act,
    /// It may not deny, whatever the object.
    pub(super) soft: bool,
    /// Where it counts.
    pub(super) counts: Counts,
    /// The user wants to be asked first.
    pub(super) asks: bool,
}

impl Cue {
    /// A prohibition that may deny, with its object up to where the grammar ends it.
    pub(super) const fn new(start: usize, object: usize, act: Act) -> Self {
        Self { start, object, limit: usize::MAX, act, soft: false, counts: Counts::Always, asks: false }
    }

    /// Its object ends before `limit`.
    pub(super) const fn until(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// It is lifted by an answer.
    pub(super) const fn asking(self) -> Self {
        Self { asks: true, ..self }
    }

    /// It denies nothing.
    pub(super) const fn mildly(self) -> Self {
        self.mildly_if(true)
    }

    pub(super) const fn mildly_if(self, soft: bool) -> Self {
        Self { soft, ..self }
    }

    /// Its words are said of other things too: it counts where places are its object, and nothing else is.
    pub(super) const fn loosely_if(self, loose: bool) -> Self {
        if loose { Self { counts: Counts::OfPlaces, ..self } } else { self }
    }

    /// It may as well be said of what a program does: it counts where files or commands are found for it.
    pub(super) const fn where_found(self) -> Self {
        Self { counts: Counts::WhereFound, ..self }
    }
}

/// True for an act that its verb alone does not tell: "open a PR", "publish the package".
pub(super) const fn is_of_several_words(act: Act) -> bool {
    matches!(act, Act::Deploy | Act::ForcePush | Act::PullRequest)
}

pub(super) const fn is_versioning(act: Act) -> bool {
    matches!(act, Act::Commit | Act::Push | Act::ForcePush | Act::Git | Act::PullRequest | Act::Branch | Act::Deploy)
}

/// True where nothing of weight follows the token: "no changes please", "don't fix anything yet".
pub(super) fn is_over(sentence: &Sentence<'_>, at: usize) -> bool {
    let next = sentence.word(at + 1);
    // "And" may go on with what is forbidden: "no commits and pushes".
    let goes_on = match next {
        "at" | "for" => {
            let of_the_moment = || sentence.reads_one(at + 3, &["moment", "time being", "time"]);
            match sentence.word(at + 2) {
                "all" | "it" | "now" | "that" | "this" | "today" => true,
                "the" => of_the_moment(),
                _ => false,
            }
        }
        _ => closing::is_of_the_moment(next) || matches!(next, "just" | "so" | "until" | "yourself"),
    };
    goes_on || closing::is_closed(sentence, at + 1)
}

pub(super) fn act_of(verb: &str) -> Option<Act> {
    Some(match verb {
        verb if changing::is_verb(verb) => Act::Change,
        "delete" | "remove" => Act::Removal,
        "rename" | "move" | "refactor" | "rewrite" | "format" | "reformat" | "add" | "create" | "install" => {
            Act::Narrow
        }
        "commit" => Act::Commit,
        "deploy" => Act::Deploy,
        "push" => Act::Push,
        "amend" | "cherry-pick" | "merge" | "rebase" | "stash" => Act::Git,
        "run" | "execute" => Act::Run,
        "code" | "implement" | "begin" | "proceed" => Act::Code,
        _ if let Some(verb) = verb.strip_prefix("hand-") => return act_of(verb),
        // "Don't commit/push".
        _ => return verb.split_once('/').and_then(|(first, other)| act_of(other).and(act_of(first))),
    })
}
