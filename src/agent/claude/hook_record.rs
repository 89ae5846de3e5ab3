//! What the client notes in a transcript about a hook that did not do its work.
//!
//! The client goes on without a word to the user; this record is all that is left of it.

use crate::agent::registration::{BINARY_NAME, HOOK_SUBCOMMANDS};
use memchr::memmem;
use serde::Deserialize;

/// How a hook of ours failed for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookFailure {
    /// It was ended because its time was over.
    TimedOut,
    /// It was ended before it answered: the user interrupted, or the client ended.
    Cancelled,
    /// It did not start, crashed, or ended with an exit code that is none of a hook's.
    Failed,
}

#[derive(Deserialize)]
struct Record {
    attachment: Attachment,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attachment {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    command: String,
    #[serde(default)]
    timed_out: bool,
}

/// Reads one line of a transcript; `None` where it is no such record, or one about another tool's hook.
pub(super) fn decode(line: &[u8]) -> Option<HookFailure> {
    const KINDS: [&str; 2] = ["hook_cancelled", "hook_non_blocking_error"];
    // Lines are many and long, these records are few.
    if !KINDS.iter().any(|kind| memmem::find(line, kind.as_bytes()).is_some()) {
        return None;
    }
    let Attachment { kind, command, timed_out } = serde_json::from_slice::<Record>(line).ok()?.attachment;
    if !is_ours(&command) {
        return None;
    }
    match kind.as_str() {
        "hook_cancelled" if timed_out => Some(HookFailure::TimedOut),
        "hook_cancelled" => Some(HookFailure::Cancelled),
        "hook_non_blocking_error" => Some(HookFailure::Failed),
        _ => None,
    }
}

/// True for a command line that starts one of our hooks; one in the exec form may be told without its words.
fn is_ours(command: &str) -> bool {
    let mut words = command.split([' ', '\t', '"', '\'']).filter(|word| !word.is_empty());
    let of_ours = |word: &str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name) == BINARY_NAME
    };
    words.any(of_ours) && words.next().is_none_or(|word| HOOK_SUBCOMMANDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(attachment: &str, expected: Option<HookFailure>) {
        let line = format!(r#"{{"type":"attachment","uuid":"u","attachment":{attachment},"sessionId":"s"}}"#);
        assert_eq!(decode(line.as_bytes()), expected, "{line}");
    }

    #[test]
    fn a_hook_that_failed_is_told_by_its_kind() {
        check(
            r#"{"type":"hook_cancelled","hookEvent":"Stop","command":"/opt/dg/driftguard stop","timedOut":true,"timeoutMs":5000}"#,
            Some(HookFailure::TimedOut),
        );
        check(
            r#"{"type":"hook_cancelled","command":"'/my tools/driftguard' pre-tool-use"}"#,
            Some(HookFailure::Cancelled),
        );
        check(
            r#"{"type":"hook_non_blocking_error","command":"driftguard.exe","stderr":"not found","exitCode":127}"#,
            Some(HookFailure::Failed),
        );
    }

    #[test]
    fn other_hooks_and_other_records_are_none_of_ours() {
        check(r#"{"type":"hook_cancelled","command":"lint-all --stop","timedOut":true}"#, None);
        check(r#"{"type":"hook_cancelled","command":"driftguard dashboard","timedOut":true}"#, None);
        check(r#"{"type":"hook_cancelled","timedOut":true}"#, None);
        check(r#"{"type":"hook_success","command":"driftguard stop","stdout":"hook_cancelled"}"#, None);
        assert_eq!(decode(b"hook_cancelled"), None);
    }
}
