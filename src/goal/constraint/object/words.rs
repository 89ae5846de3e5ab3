//! The small words of a phrase: those that narrow nothing, those that end it, and how much a bare word may stand for.
//!
//! Owns the tables. They are read in `object` and `place`.

/// Words that stand beside a place without narrowing it. Sorted.
#[rustfmt::skip]
pub(in crate::goal::constraint) const FILLERS: &[&str] = &[
    "a", "actual", "all", "an", "any", "anything", "at", "both", "code", "content", "contents", "dir",
    "directories", "directory", "either", "entire", "every", "everything", "existing", "file", "files", "folder",
    "folders", "in", "inside", "into", "it", "its", "layer", "my", "nothing", "of", "on", "our", "part", "parts",
    "related", "source", "stuff", "subfolder", "that", "the", "their", "them", "there", "these", "things", "this",
    "those", "under", "whole", "within", "your",
];

/// Fillers that mean files and not behaviour.
#[rustfmt::skip]
pub(in crate::goal::constraint) const FILE_NOUNS: &[&str] = &[
    "code", "dir", "directories", "directory", "file", "files", "folder", "folders", "layer", "source", "stuff",
];

/// Words behind which nothing belongs to the object. Sorted.
#[rustfmt::skip]
pub(in crate::goal::constraint) const ENDS: &[&str] = &[
    "again", "alone", "although", "anymore", "anyway", "as-is", "because", "but", "either", "else", "ever",
    "first", "for", "if", "instead", "intact", "just", "now", "ok", "okay", "please", "pls", "plz", "since", "so",
    "thanks", "then", "though", "thx", "till", "today", "unchanged", "unless", "until", "untouched", "when", "while", "yet",
];

/// Words behind a phrase that take nothing from it.
pub(in crate::goal::constraint) const WHOLLY: [&[&str]; 12] = [
    &["any", "longer"],
    &["any", "more"],
    &["at", "all"],
    &["in", "any", "case"],
    &["in", "any", "way"],
    &["in", "this", "change"],
    &["in", "this", "pr"],
    &["no", "matter", "what"],
    &["right", "now"],
    &["under", "any", "circumstances"],
    &["while", "you"],
    &["while", "you're"],
];

/// Letters at most of a file's ending.
pub(in crate::goal::constraint) const MAX_ENDING: usize = 6;

/// How readily a word is taken for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal::constraint) enum Taking {
    /// What is forbidden: "the tests" are a kind of file before they are a folder.
    Kinds,
    /// What must not be touched at all: the same, and then a bare word is the file or folder called so ("the parser").
    Untouched,
    /// The grammar says that a place follows: "keep to tests" is a folder, and "keep to src/new" one though no list knows it.
    Folders,
    /// The same, and bare words too: "only touch the parser".
    Words,
}
