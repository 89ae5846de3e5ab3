//! The transcripts of a session's subagents, which the client keeps beside its own: their events in the order of time.

use super::locate::subagents;
use super::read_all;
use crate::agent::{Adapter, Texts};
use crate::domain::{Event, What};
use std::path::Path;

/// An event of a subagent.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// When it happened; an event without a time of its own follows the one before it.
    pub at: i64,
    /// What happened.
    pub event: Event,
    /// True where its transcript tells of nothing later.
    pub last: bool,
}

/// The events of the subagents of the session at `transcript`, oldest first. One whose transcript cannot be read is left out.
pub fn beside(transcript: &Path, max_line: usize, wanted: Texts, adapter: &dyn Adapter) -> Vec<Beside> {
    let wanted = Texts { tasks: true, ..wanted };
    let mut all: Vec<Beside> = Vec::new();
    for path in subagents(transcript) {
        let (mut own, mut now, mut asked) = (Vec::new(), i64::MIN, false);
        let mut take = |event: Event| {
            now = event.at.unwrap_or(now).max(now);
            let prompt = matches!(event.what, What::Prompt(_));
            // The first prompt is its task; the rest is what the client or its parent say meanwhile.
            if event.agent.is_some() && !(prompt && asked) {
                own.push(Beside { at: now, event, last: false });
            }
            asked |= prompt;
        };
        if read_all(&path, max_line, wanted, adapter, &mut take).is_ok() {
            own.last_mut().into_iter().for_each(|end| end.last = true);
            all.append(&mut own);
        }
    }
    all.sort_by_key(|one| one.at);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ClaudeCode;
    use std::fs;

    #[test]
    fn subagents_are_told_in_the_order_of_time_each_with_its_task_and_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("s1/subagents");
        fs::create_dir_all(&own).unwrap();
        let line = |agent: &str, second: u32, kind: &str, content: &str| {
            format!(
                r#"{{"isSidechain":true,"agentId":"{agent}","timestamp":"2026-01-01T00:00:0{second}.000Z","type":"{kind}","message":{{"content":"{content}"}}}}"#
            )
        };
        let one =
            [line("a", 1, "user", "look at a"), line("a", 4, "user", "hurry"), line("a", 5, "assistant", "a is fine")];
        let two = [line("b", 2, "user", "look at b"), line("b", 3, "assistant", "b is fine")];
        fs::write(own.join("agent-a.jsonl"), one.join("\n")).unwrap();
        fs::write(own.join("agent-b.jsonl"), two.join("\n")).unwrap();
        fs::write(own.join("agent-c.jsonl"), b"\0").unwrap();
        let told = beside(&folder.path().join("s1.jsonl"), 1 << 20, Texts::default(), &ClaudeCode);
        let shown: Vec<String> = told
            .iter()
            .map(|one| {
                let text = match &one.event.what {
                    What::Prompt(prompt) => &prompt.text,
                    What::Reply(text) => text,
                    other => panic!("{other:?}"),
                };
                format!("{}{}", text, if one.last { "." } else { "" })
            })
            .collect();
        assert_eq!(shown, ["look at a", "look at b", "b is fine.", "a is fine."]);
        assert!(beside(&folder.path().join("s2.jsonl"), 1 << 20, Texts::default(), &ClaudeCode).is_empty());
    }
}
