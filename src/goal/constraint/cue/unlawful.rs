//! What nobody who works on the project may do: "it is not allowed to edit X", "we have no right to modify it", "forbidden to touch X".
//!
//! Owns these forms. The same words are said of those who use a program ("guests are not allowed to edit it"): they count in a clause without
//! another subject, where files or commands are found for them.

use super::manner::skip_adverbs;
use crate::goal::constraint::act::Cue;
use crate::goal::constraint::act::deed::acts;
use crate::goal::prompt::sentence::{Sentence, is_verb};
use crate::goal::prompt::word_class::{is_conjunction, is_copula};

/// The prohibition whose "allowed", "forbidden" or "right" stands at `at`.
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let denied = match (sentence.word(at), sentence.back(at, 1)) {
        ("forbidden", _) => at,
        ("right", "no") | ("allowed" | "permitted", "not") => at - 1,
        _ => return None,
    };
    if sentence.word(at + 1) != "to" || !is_verb(sentence.word(at + 2)) {
        return None;
    }
    let shut = |at: &usize| sentence.tokens[*at].ends_clause() || is_conjunction(sentence.word(*at));
    let start = (0..denied).rev().find(shut).map_or(0, |at| at + 1);
    let ours = |word: &str| {
        is_copula(word) || matches!(word, "it" | "it's" | "have" | "strictly" | "we" | "we're" | "you" | "you're")
    };
    if !(start..denied).all(|at| ours(sentence.word(at))) {
        return None;
    }
    let (verb, manner) = skip_adverbs(sentence, at + 2);
    let (act, object) = acts(sentence, verb)?;
    Some(Cue::new(start, object, act).mildly_if(manner).where_found())
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_users_are_not_allowed_is_told() {
        for said in ["it is not allowed to edit src/legacy", "we have no right to modify src/legacy"] {
            limits(&format!("fix the login. {said}"), "deny src/legacy/");
        }
        for told in [
            "it's not permitted to edit a paid invoice (return 422)",
            "validation: it is not allowed to change due_on after sending",
            "we're not allowed to log the cards, strip them",
        ] {
            limits(&format!("fix the login. {told}"), "");
        }
    }
}
