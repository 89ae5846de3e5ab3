//! How limits end that are told alone: with a word of approval, the next piece of work, or words about what they are about.

use crate::domain::{Constraint, Target};
use crate::goal::line::Line;
use crate::goal::prompt::closing::is_closed;
use crate::goal::prompt::sentence::Mood;
use crate::text::words::words;

/// What a piece of work is called.
const PIECES: [&str; 5] = ["change", "commit", "mr", "one", "pr"];

/// True where the agent asked something, or told what it may not do.
pub(super) fn asks_for_leave(said: &str) -> bool {
    const REFUSED: [&str; 8] = ["allowed", "blocked", "cannot", "cant", "couldnt", "denied", "forbidden", "permission"];
    said.contains('?') || words(said).iter().any(|word| REFUSED.contains(&word.as_str()))
}

/// "Don't commit yet": over as soon as the work is approved.
pub(super) fn waits_for_approval(limit: &Constraint) -> bool {
    let of_commands = limit.targets.iter().all(Target::is_of_commands);
    of_commands && !limit.targets.is_empty() && words(&limit.clause).iter().any(|word| word == "yet")
}

/// "Change the signature of `add` after all", "rename it".
pub(super) fn speaks_of_signatures(line: &Line<'_>) -> bool {
    const SIGNING: [&str; 9] =
        ["api", "arguments", "export", "exports", "interface", "parameter", "rename", "signature", "signatures"];
    line.asking().any(|(_, token)| SIGNING.contains(&token.word.as_str()))
}

/// "Don't touch the docs in this one": said of one piece of work.
pub(super) fn is_of_one_piece(limit: &Constraint) -> bool {
    let said = words(&limit.clause);
    let piece = |word: &String| PIECES.contains(&word.as_str());
    said.windows(3).any(|three| three[0] == "in" && three[1] == "this" && piece(&three[2]))
}

/// "Then a second PR for charts", "on a new branch".
pub(super) fn begins_another(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let another = |word: &str| matches!(word, "another" | "new" | "next" | "second" | "separate");
    let piece = |word: &str| matches!(word, "branch" | "mr" | "pr");
    let begins = |at: usize| another(sentence.word(at)) && piece(sentence.word(at + 1));
    // "I opened a new PR myself."
    let mine = matches!(sentence.word(0), "i" | "i've" | "we" | "we've");
    sentence.mood != Mood::Question && !mine && !line.forbids() && sentence.any_at(begins)
}

/// "Thx, merged. Next: the tutorial".
pub(super) fn goes_to_the_next(line: &Line<'_>) -> bool {
    matches!(line.sentence.word(0), "next" | "now")
        || (0..line.sentence.tokens.len().min(MAX_BRIEF)).any(|at| line.sentence.word(at) == "merged")
}

/// "Ok go, staging", "good plan. step 1 go", "looks good, go with option 2".
pub(super) fn says_go(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let closes = |at: usize| {
        let goes = is_closed(sentence, at + 1) || matches!(sentence.word(at + 1), "for" | "live" | "with");
        sentence.word(at) == "go" && goes
    };
    sentence.mood != Mood::Question && !line.forbids() && (0..sentence.tokens.len().min(MAX_BRIEF)).any(closes)
}

/// "Wait for my ok before you run anything", said of what is told alone, and "no code until I approve".
pub(super) fn waits_for_a_word(limit: &Constraint) -> bool {
    if limit.asks && limit.targets == [Target::AnyChange] {
        return true;
    }
    let waits = |word: &String| matches!(word.as_str(), "before" | "first" | "until" | "wait" | "without" | "yet");
    limit.is_of_words_alone() && words(&limit.clause).iter().any(waits)
}

/// Words at most of a line that goes on to the next place.
pub(super) const MAX_BRIEF: usize = 12;
