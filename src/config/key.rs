//! The keys that there are, each with its table and its default.

use super::DEFAULT_TOML;
use super::rules::range;
use toml::de::{DeTable, DeValue};

/// One key as `default.toml` documents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The table it stands in; empty for the top.
    pub table: String,
    /// Its name in that table.
    pub name: String,
    /// Its default, as written.
    pub default: String,
    /// The comment above it, on one line, without the mark of the next field.
    pub meaning: String,
    /// What a repository's file may do to it ("may only go up"); `None` means nothing.
    pub repository: Option<String>,
    /// What it takes, in words.
    pub takes: String,
}

/// Every key, in the order of `default.toml`.
pub fn keys() -> Vec<Key> {
    let (defaults, _) = DeTable::parse_recoverable(DEFAULT_TOML);
    let mut keys = Vec::new();
    for block in blocks(DEFAULT_TOML) {
        for (name, default) in &block.keys {
            let (meaning, repository) = split_mark(&block.comment);
            let path = if block.table.is_empty() { (*name).to_owned() } else { format!("{}.{name}", block.table) };
            keys.push(Key {
                table: block.table.to_owned(),
                name: (*name).to_owned(),
                default: (*default).to_owned(),
                meaning,
                repository,
                takes: value_at(defaults.get_ref(), &path).map(|value| range(&path, value).words()).unwrap_or_default(),
            });
        }
    }
    keys
}

/// Keys that stand together under one comment.
pub(super) struct Block<'t> {
    pub(super) table: &'t str,
    pub(super) comment: String,
    pub(super) keys: Vec<(&'t str, &'t str)>,
}

/// Cuts `default.toml` into blocks: a comment and the keys that follow it. Its values stand on one line each.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut table, mut comment) = ("", String::new());
    let mut fresh = true;
    for line in text.lines() {
        if let Some(said) = line.strip_prefix('#') {
            if !fresh {
                comment.clear();
                fresh = true;
            }
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(said.trim());
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            (table, fresh) = (name, true);
            comment.clear();
        } else if let Some((name, default)) = line.split_once(" = ") {
            match blocks.last_mut() {
                Some(block) if !fresh => block.keys.push((name, default)),
                _ => blocks.push(Block { table, comment: comment.clone(), keys: vec![(name, default)] }),
            }
            fresh = false;
        } else {
            // A blank line ends what a comment is about: the header of the file explains no key.
            comment.clear();
            fresh = true;
        }
    }
    blocks
}

/// Takes `[repo: ...]` off a comment: what it says without the mark, on one line, and what the mark says.
pub(super) fn split_mark(comment: &str) -> (String, Option<String>) {
    let line = comment.replace('\n', " ");
    match line.split_once("[repo: ") {
        Some((before, rest)) => {
            let (mark, after) = rest.split_once(']').unwrap_or((rest, ""));
            (format!("{}{}", before.trim_end(), after), Some(mark.to_owned()))
        }
        None => (line, None),
    }
}

/// The value at a dotted path.
fn value_at<'t, 'i>(table: &'t DeTable<'i>, path: &str) -> Option<&'t DeValue<'i>> {
    match path.split_once('.') {
        Some((head, rest)) => value_at(table.get(head)?.get_ref().as_table()?, rest),
        None => table.get(path).map(toml::Spanned::get_ref),
    }
}
