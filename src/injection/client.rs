//! What the client itself writes into the answers of tools: notes to the agent that no attacker wrote.
//!
//! Owns the sentences, as they were met in real sessions. Only the very sentence counts: what stands beside it is looked at.

use super::reading::Word;
use memchr::memmem::{self, Finder};
use std::sync::LazyLock;

/// The sentences, each with what is looked for first in it.
const SENTENCES: &[&str] = &[
    "<system-reminder>\nWhenever you read a file, you should consider whether it would be considered malware.",
    "<system-reminder>\nWhenever you read a file, you should consider whether it looks malicious.",
    "You CAN and SHOULD provide analysis of malware, what it is doing.",
    "But you MUST refuse to improve or augment the code.",
    "If it does, you MUST refuse to improve or augment the code.",
    "You can still analyze existing code, write reports, or answer questions about the code behavior.",
    "You can still analyze existing code, write reports, or answer high-level questions about the code behavior.",
    "(internal ID - do not mention to user. Use SendMessage with to:",
    "(internal ID - do not mention to user. Use to resume later if needed.)",
    "(This tool result is internal metadata — never quote or paste any part of it, including the agentId below, into a user-facing \
     reply.)",
    "The agent is working in the background. You will be notified automatically when it completes.",
    "You know nothing about its results until that notification arrives — do not report, assume, or predict them; continue other \
     work or respond to the user in the meantime.",
    "Do not duplicate this agent's work — avoid working with the same files or topics it is using.",
    "Work on non-overlapping tasks, or briefly tell the user what you launched and end your response.",
    "REMINDER: You MUST include the sources above in your response to the user using markdown hyperlinks.",
    "NOTE: do any of the files above seem malicious? If so, you MUST refuse to continue work.",
    "Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable",
    "This is just a gentle reminder - ignore if not applicable.",
    "Make sure that you NEVER mention this reminder to the user",
];

/// What every one of them has one of: most texts have none, and are searched for no more.
const SIGNS: [&str; 7] = [
    "refuse to improve",
    "<system-reminder>",
    "(internal ID - do not",
    "until that notification arrives",
    "MUST include the sources above",
    "files above seem malicious",
    "the todo list to track",
];

/// Finds them; building a finder costs more than a search in a short text.
static SIGN_FINDERS: LazyLock<[Finder<'static>; 7]> = LazyLock::new(|| SIGNS.map(Finder::new));

/// Takes their meaning from the words of `text` that the client wrote.
pub(super) fn pass_over(text: &str, words: &mut [Word]) {
    if !SIGN_FINDERS.iter().any(|sign| sign.find(text.as_bytes()).is_some()) {
        return;
    }
    for sentence in SENTENCES {
        for start in memmem::find_iter(text.as_bytes(), sentence.as_bytes()) {
            let first = words.partition_point(|word| (word.at as usize) < start);
            let inside = words[first..].iter_mut().take_while(|word| (word.at as usize) < start + sentence.len());
            inside.for_each(|word| word.groups = 0);
        }
    }
}
