//! What can be set, read out of `default.toml`: the reference, the templates for a new file, and the values in force.
//!
//! Owns no fact of its own: every line comes from the embedded defaults, so that no key is documented twice.

use super::key::{blocks, split_mark};
use super::{DEFAULT_TOML, Loaded};
use std::fmt::Write as _;

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
