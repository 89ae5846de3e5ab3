//! Prohibitions in the words of a proposal or a wish: "let's not touch X", "we shouldn't change X", "I want X untouched", "can you not edit X".
//!
//! Owns their forms. The same words tell of programs and of faults ("we can't edit src/db from the page"), so that each of them needs a
//! place as its object and nothing else; a wish, a request and a "should" deny nothing.

use super::warning::changes_to;
use crate::goal::constraint::act::deed::acts;
use crate::goal::constraint::act::{Act, Cue, new_files};
use crate::goal::constraint::clause::ends;
use crate::goal::constraint::state::{is_as_it_was, let_change};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::is_modal;

/// Words at most from a wish to what is said of its place.
const MAX_SPAN: usize = 12;

/// The prohibition whose first word stands at `at`.
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // "Touch neither src/db nor src/ui".
    if changing::is_verb(sentence.word(at)) && sentence.word(at + 1) == "neither" && ordered(sentence, at) {
        return Some(Cue::new(at, at + 2, Act::Change).loosely_if(true));
    }
    let word = sentence.word(at);
    let wishes = is_modal(word) || matches!(word, "i" | "let's" | "lets" | "neither" | "we");
    if !wishes || sentence.head(at) == Head::Inside {
        return None;
    }
    match word {
        "neither" => {
            let (verb, _) = let_change(sentence, at + 1)?;
            let soft = matches!(sentence.word(verb), "can" | "should");
            Some(Cue::new(at, at + 1, Act::Change).until(verb).mildly_if(soft).loosely_if(true))
        }
        "let's" | "lets" if sentence.word(at + 1) == "not" => {
            let (act, object) = acts(sentence, at + 2)?;
            Some(Cue::new(at, object, act).loosely_if(true))
        }
        "can" | "could" | "will" | "would" => {
            let not = at + 2 + usize::from(sentence.word(at + 2) == "please");
            // "Can you not change src/auth instead?" asks for the change.
            let asks_for_it = || {
                let last = sentence.tokens.last().map_or("", |token| token.word.as_str());
                matches!(last, "instead" | "too") || not == at + 2 && sentence.text.trim_end().ends_with('?')
            };
            let asked = sentence.word(at + 1) == "you" && sentence.word(not) == "not" && !asks_for_it();
            let (act, object) = asked.then(|| acts(sentence, not + 1)).flatten()?;
            Some(Cue::new(at, object, act).mildly().loosely_if(true))
        }
        "we" => ours(sentence, at).or_else(|| wanted(sentence, at)),
        "i" => wanted(sentence, at),
        _ => None,
    }
}

fn ordered(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.head(at) != Head::Inside && sentence.mood != Mood::Statement
}

/// "We must not touch X", "we don't touch X here".
fn ours(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let (verb, strict) = match (sentence.word(at + 1), sentence.word(at + 2)) {
        ("mustn't", _) => (at + 2, true),
        ("must", "not") => (at + 3, true),
        ("can't" | "cannot" | "don't" | "shouldn't" | "won't", _) => (at + 2, false),
        ("can" | "do" | "may" | "should" | "will", "not") => (at + 3, false),
        ("are", "not") if sentence.reads(at + 3, "allowed to") => (at + 5, true),
        ("aren't", "allowed") if sentence.word(at + 3) == "to" => (at + 4, true),
        _ => return None,
    };
    let (act, object) = acts(sentence, verb)?;
    let of_files = matches!(act, Act::Change | Act::Removal);
    of_files.then(|| Cue::new(at, object, act).mildly_if(!strict).loosely_if(true))
}

/// "I don't want X touched", "we don't want any changes in X", "I want X untouched".
fn wanted(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let refused = match (sentence.word(at + 1), sentence.word(at + 2)) {
        ("don't", "want") => 3,
        ("do", "not") if sentence.word(at + 3) == "want" => 4,
        ("want", _) => 0,
        _ => return None,
    };
    let mild = |object: usize| Cue::new(at, object, Act::Change).mildly().loosely_if(true);
    let last = sentence.tokens.len().min(at + MAX_SPAN);
    let end_where = |from: usize, ends: &dyn Fn(usize) -> bool| (from + 1..last).find(|end| ends(*end));
    if refused == 0 {
        let left = |end: usize| {
            is_as_it_was(sentence, end)
                || sentence.word(end) == "left" && is_as_it_was(sentence, end + 1)
                || sentence.word(end) == "to"
                    && changing::is_staying(sentence.word(end + 1))
                    && is_as_it_was(sentence, end + 2)
        };
        return end_where(at + 2, &left).map(|end| mild(at + 2).until(end));
    }
    let from = at + refused;
    if let Some(object) = changes_to(sentence, from) {
        return Some(mild(object));
    }
    if let Some(object) = new_files::none_new(sentence, from) {
        return Some(Cue::new(at, object, Act::Creation).mildly());
    }
    let changed = |end: usize| changing::is_participle(sentence.word(end)) && ends(sentence, end + 1);
    end_where(from, &changed).map(|end| mild(from).until(end))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_all_of_us_leave_alone_is_forbidden() {
        for said in [
            "Fix the login. Let's not touch src/legacy",
            "fix the login, let's leave src/legacy alone",
            "fix the login. we must not touch src/legacy",
            "fix the login. We are not allowed to change src/legacy.",
        ] {
            limits(said, "deny src/legacy/");
        }
        limits("Fix the login. Let's not push.", "deny $ git push");
        let both = "deny src/legacy/ + src/database/";
        limits("Fix the login. Neither src/legacy nor src/database may be changed", both);
        limits("Touch neither src/legacy nor src/database. Fix the login.", both);
    }

    #[test]
    fn wishes_and_requests_deny_nothing() {
        for said in [
            "fix the login. we shouldn't touch src/legacy",
            "fix the login. we can't touch src/legacy",
            "fix the login. we don't touch src/legacy",
            "fix the login. can you not touch src/legacy",
            "fix the login. could you please not touch src/legacy?",
            "fix the login. i dont want src/legacy touched",
            "fix the login. I don't want any changes in src/legacy",
            "fix the login. I want src/legacy untouched",
            "fix the login. I want src/legacy to stay as it is",
        ] {
            limits(said, "donot src/legacy/");
        }
    }

    #[test]
    fn what_tells_of_a_program_limits_nothing() {
        for said in [
            "we can't edit src/legacy from the page, fix that",
            "we don't change the token in the parser",
            "let's not get lost in src/legacy",
            "can you not see that src/legacy fails?",
            "I want src/legacy to stay fast",
            "we don't want src/legacy touched by the build, fix the script",
            "neither of them works",
            "can you not change src/auth/token.ts instead?",
            "I don't want package.json updated on every build, fix the script",
            "why can't we touch src/legacy?",
        ] {
            limits(said, "");
        }
    }
}
