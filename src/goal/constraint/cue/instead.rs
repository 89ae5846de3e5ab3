//! "Use yarn, not npm", "pnpm instead of npm": one program is to be used and another is not.
//!
//! Owns these forms. Both must be programs that are known by their names: "use tabs, not spaces" is about code.

use crate::goal::constraint::act::command::{is_tool, is_used_by_name};
use crate::goal::constraint::act::{Act, Cue, is_over};
use crate::goal::prompt::sentence::{Mood, Sentence};

/// The prohibition of the program behind "not" or "instead of" at `at`, where another program stands before.
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let object = match (sentence.word(at), sentence.word(at + 1)) {
        ("not", _) => at + 1,
        ("instead", "of") | ("rather", "than") => at + 2,
        _ => return None,
    };
    let meant = is_tool(sentence.back(at, 1)) && is_used_by_name(sentence.word(object));
    (meant && sentence.mood != Mood::Question && is_over(sentence, object)).then(|| Cue::new(at, object, Act::Run))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn one_program_takes_the_place_of_another() {
        for said in ["use yarn, not npm!!", "use pnpm instead of npm", "this repo is on yarn, not npm"] {
            limits(&format!("bump the router. {said}"), "deny $ npm");
        }
        for said in ["use tabs, not spaces", "is it yarn, not npm?", "use yarn, not npm workspaces"] {
            limits(&format!("bump the router. {said}"), "");
        }
    }
}
