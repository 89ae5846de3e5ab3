//! What can be set, read out of `default.toml`: the reference, the templates for a new file, and the values in force.
//!
//! Owns no fact of its own: every line comes from the embedded defaults, so that no key is documented twice.

use super::rules::range;
use super::{DEFAULT_TOML, Loaded};
use std::fmt::Write as _;
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

/// A new file with every key commented out; for a repository only those keys that it may set.
pub fn template(repository: bool) -> String {
    let mut lines: Vec<String> = if repository {
        vec!["# driftguard settings of this repository. They may only tighten what each user has set.".to_owned()]
    } else {
        vec!["# Your own driftguard settings: what stands here wins over the defaults shown.".to_owned()]
    };
    lines.push("# Take the # from a line (and from the [table] above it) to set it.".to_owned());
    lines.push("# `driftguard config check` names the line of a mistake.".to_owned());
    let mut table = "";
    for block in blocks(DEFAULT_TOML) {
        if repository && split_mark(&block.comment).1.is_none() {
            continue;
        }
        lines.push(String::new());
        if block.table != table {
            table = block.table;
            lines.push(format!("#[{table}]"));
        }
        lines.extend(block.comment.lines().map(|line| format!("# {line}")));
        lines.extend(block.keys.iter().map(|(name, default)| format!("#{name} = {default}")));
    }
    lines.join("\n") + "\n"
}

/// The values in force as TOML, in the order of the defaults; a key that some layer changed names the file and line.
pub fn show(loaded: &Loaded) -> String {
    let values = serde_json::to_value(&loaded.config).unwrap_or_default();
    let mut text = String::new();
    let mut table = "";
    for block in blocks(DEFAULT_TOML) {
        if block.table != table {
            table = block.table;
            let _ = writeln!(text, "\n[{table}]");
        }
        for (name, _) in block.keys {
            let key = if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") };
            let value = key.split('.').try_fold(&values, |value, part| value.get(part)).map(written);
            let _ = write!(text, "{name} = {}", value.unwrap_or_default());
            if let Some(origin) = loaded.origins.get(&key) {
                let _ = write!(text, "  # {}:{}", origin.layer, origin.line);
            }
            text.push('\n');
        }
    }
    text
}

/// A value as TOML writes it.
fn written(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => toml::Value::from(text.as_str()).to_string(),
        serde_json::Value::Array(values) => {
            format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Keys that stand together under one comment.
struct Block<'t> {
    table: &'t str,
    comment: String,
    keys: Vec<(&'t str, &'t str)>,
}

/// Cuts `default.toml` into blocks: a comment and the keys that follow it. Its values stand on one line each.
fn blocks(text: &str) -> Vec<Block<'_>> {
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
fn split_mark(comment: &str) -> (String, Option<String>) {
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
