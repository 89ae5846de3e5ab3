//! What a prompt is read against.

use crate::config::Config;
use crate::domain::{EvidenceItem, FileList, OnDisk, Root};
use crate::text::words::last_question;
use std::collections::BTreeMap;

/// What a prompt is read against.
#[derive(Clone, Copy)]
pub struct GoalContext<'a> {
    /// The numbers.
    pub config: &'a Config,
    /// What "inside the project" means.
    pub root: &'a Root,
    /// The working folder at the prompt, as the agent tells it.
    pub cwd: Option<&'a str>,
    /// The repository's files; empty when unknown.
    pub files: &'a FileList,
    /// What lies at a path of the project that the list does not hold.
    pub on_disk: &'a dyn Fn(&str) -> Option<OnDisk>,
    /// Files changed for the present goal, with the number of changes: "keep the css change" means some of them.
    pub changed: &'a BTreeMap<String, u32>,
    /// What is held against the goal so far: a prompt may decide about it.
    pub open: &'a [EvidenceItem],
    /// A commit was made since the last human prompt: the strongest sign that the next instruction is about something else.
    pub committed: bool,
    /// The end of what the agent said before the prompt: a bare "yes" answers it.
    pub last_words: Option<&'a str>,
}

impl<'a> GoalContext<'a> {
    /// The question with which the agent ended.
    pub(super) fn question(&self) -> Option<&'a str> {
        self.last_words.and_then(last_question)
    }
}
