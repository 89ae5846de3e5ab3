//! Prohibitions that begin with no "don't": "no changes to X", "avoid touching X", "hands off X", "stay out of X".
//!
//! Owns their forms.

use super::stated;
use crate::goal::constraint::act::command::is_used_by_name;
use crate::goal::constraint::act::deed::acts_of_gerund;
use crate::goal::constraint::act::{Act, Cue, dependency, doing, is_over, new_files, version_control};
use crate::goal::constraint::clause::is_path;
use crate::goal::constraint::object::everything;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::leads_to_a_place;
use crate::goal::prompt::{changing, closing};
use crate::text::kind;

/// First words of such a warning.
const CUES: [&str; 13] =
    ["avoid", "hands", "hold", "keep", "make", "no", "quit", "refrain", "stay", "steer", "stop", "take", "zero"];

/// "no changes to X", "avoid touching X", "stop touching X", "hands off X", "stay out of X".
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let cues = CUES.contains(&sentence.word(at));
    let head = || sentence.head(at);
    // "No pushing and no new deps".
    let listed = sentence.word(at) == "no" && sentence.word(0) == "no";
    let follows = || sentence.back(at, 1) == "so";
    let tied = || head() == Head::Tied && sentence.mood == Mood::Statement && !listed && !follows();
    if !cues || head() == Head::Inside || tied() {
        return None;
    }
    let cue = |object: usize, act: Act| Some(Cue::new(at, object, act));
    match sentence.word(at) {
        "no" | "zero" | "avoid" if dependency::new_packages(sentence, at + 1) => cue(at + 1, Act::Packages),
        "no" | "zero" if let Some(object) = new_files::none_new(sentence, at + 1) => cue(object, Act::Creation),
        "no" | "zero" => none(sentence, at),
        "make" if sentence.word(at + 1) == "no" => match (sentence.word(at + 2), sentence.word(at + 3)) {
            (noun, "to") if changing::is_noun(noun) => cue(at + 4, Act::Change),
            (noun, _) if changing::is_noun(noun) && is_over(sentence, at + 2) => cue(at + 3, Act::Code),
            _ => None,
        },
        "avoid" if let Some(object) = changes_to(sentence, at + 1) => cue(object, Act::Change),
        "refrain" if sentence.word(at + 1) == "from" => {
            let (act, object) = acts_of_gerund(sentence, sentence.word(at + 2), at + 2)?;
            cue(object, act)
        }
        "avoid" | "stop" | "quit" => {
            let (act, object) = acts_of_gerund(sentence, sentence.word(at + 1), at + 1)?;
            cue(object, act)
        }
        "hold" if sentence.word(at + 1) == "off" && head() == Head::Opens && is_over(sentence, at + 1) => {
            cue(at + 2, Act::Code)
        }
        "hold" if sentence.reads(at + 1, "off on") => match sentence.word(at + 3) {
            "coding" => cue(at + 4, Act::Code),
            gerund => acts_of_gerund(sentence, gerund, at + 3).and_then(|(act, object)| cue(object, act)),
        },
        // "The driver app: hands off, Ann is at it" says before what is meant.
        "hands"
            if sentence.word(at + 1) == "off" && !sentence.tokens[at + 1].comma() && !hands_over(sentence, at + 2) =>
        {
            let topic = at > 0 && sentence.tokens[at - 1].stop();
            Some(Cue::new(at, at + 2, Act::Change).loosely_if(topic))
        }
        "keep" | "take"
            if sentence.word(at + 1) == "your"
                && matches!(sentence.word(at + 2), "fingers" | "hands" | "paws")
                && matches!(
                    (sentence.word(at + 3), sentence.word(at + 4)),
                    ("off", _) | ("out", "of") | ("away", "from")
                ) =>
        {
            cue(at + 4 + usize::from(sentence.word(at + 3) != "off"), Act::Change)
        }
        "stay" | "keep" | "steer" => match (sentence.word(at + 1), sentence.word(at + 2)) {
            ("out" | "clear", "of") | ("away", "from") => cue(at + 3, Act::Change),
            // "Keep off the hot path" is about code.
            ("off", _) => Some(Cue::new(at, at + 2, Act::Change).where_found()),
            _ => None,
        },
        _ => None,
    }
}

/// "No changes to X", "no commits", "zero code changes".
fn none(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let cue = |object: usize, act: Act| Some(Cue::new(at, object, act));
    let is_no = sentence.word(at) == "no";
    match sentence.word(at + 1) {
        noun if changing::is_change(noun) && leads_to_a_place(sentence.word(at + 2)) => {
            let object = at + 2 + usize::from(sentence.word(at + 2) == "to");
            stated::limit_of_none(sentence, object).map(|limit| Cue::new(at, object, Act::Change).until(limit))
        }
        // "Plan: zero changes. Why?" tells.
        noun if changing::is_noun(noun) && is_over(sentence, at + 1) && (is_no || waits(sentence, at + 2)) => {
            cue(at + 2, Act::Code)
        }
        "commits" if version_control::tells_of_none(sentence, at + 2) => None,
        "commits" => cue(at + 2, Act::Commit),
        "pushes" => cue(at + 2, Act::Push),
        "coding" => cue(at + 2, Act::Code),
        _ if doing::is_refused(sentence, at + 1) => cue(at + 1, Act::Run),
        // "No sudo please".
        program if is_used_by_name(program) && is_over(sentence, at + 1) => cue(at + 1, Act::Run),
        "code" if sentence.word(at + 2) == "changes" => match sentence.word(at + 3) {
            "to" => cue(at + 4, Act::Change),
            word if leads_to_a_place(word) => cue(at + 3, Act::Change),
            _ if is_over(sentence, at + 2) => cue(at + 3, Act::Code),
            _ => None,
        },
        "code" | "implementation" if is_over(sentence, at + 1) || sentence.word(at + 2) == "yet" => {
            cue(at + 2, Act::Code)
        }
        // "No fix yet": behind a comma "no fix" may tell what came of a try.
        "fix" | "fixes" if waits(sentence, at + 2) => cue(at + 2, Act::Code),
        // "No changes except in src/auth".
        noun if changing::is_noun(noun) && matches!(sentence.word(at + 2), "besides" | "except" | "other") => {
            cue(at + 2, Act::Change)
        }
        // "No src/db changes", "no schema changes".
        noun if (sentence.tokens.get(at + 1).is_some_and(is_path) || kind::is_file_word(noun))
            && everything::is_ordered(sentence, at)
            && changing::is_noun(sentence.word(at + 2))
            && is_over(sentence, at + 2) =>
        {
            Some(Cue::new(at, at + 1, Act::Change).until(at + 2))
        }
        gerund => acts_of_gerund(sentence, gerund, at + 1).and_then(|(act, object)| cue(object, act)),
    }
}

/// "Hands off the message to the worker", "hands off to prod": somebody passes something on.
fn hands_over(sentence: &Sentence<'_>, from: usize) -> bool {
    (from..sentence.clause_end(from)).any(|at| sentence.word(at) == "to")
}

/// "Yet", "please", "for now", and nothing behind it: "no fix yet from upstream" tells.
fn waits(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    let now = sentence.reads(at, "for now");
    let waits = closing::is_courtesy(word) || closing::is_of_the_moment(word) || now;
    waits && closing::closes(sentence, at + 1 + usize::from(now))
}

/// "Changes to", "any change in": the first token of the place behind.
pub(in crate::goal::constraint) fn changes_to(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let noun = from + usize::from(sentence.word(from) == "any");
    let one = noun > from && matches!(sentence.word(noun), "change" | "edit" | "modification");
    if !one && !changing::is_noun(sentence.word(noun)) {
        return None;
    }
    match sentence.word(noun + 1) {
        "to" => Some(noun + 2),
        word if leads_to_a_place(word) => Some(noun + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn who_asks_for_the_first_commit_tells_that_there_are_none() {
        for told in [
            "no commits on this branch yet, make the first one",
            "no commits on main yet, why?",
            "No commits yet, please add one",
            "no commits so far, create the first",
        ] {
            limits(told, "");
        }
        for said in [
            "no commits yet",
            "no commits please, make the parser faster",
            "Fix the login, no commits yet, I want to add one test first",
            "no commits for now, add a test",
            "no commits, make the first test pass",
            "no commits, make one function of both",
        ] {
            limits(said, "deny $ git commit");
        }
    }

    #[test]
    fn what_is_kept_off_is_forbidden() {
        limits(
            "fix the login. I'm working on src/legacy/old.ts right now so keep off that one",
            "deny src/legacy/old.ts",
        );
        limits("fix the login. keep off src/legacy", "deny src/legacy/");
        limits("fix the login. keep off the hot path", "");
    }

    #[test]
    fn what_is_passed_on_is_not_shut() {
        limits("fix the login. reminder: hands off src/legacy", "deny src/legacy/");
        for told in ["hands off the login to src/auth", "dispatcher: hands off work of the pool, note that"] {
            limits(&format!("fix the login. {told}"), "");
        }
    }

    #[test]
    fn nothing_is_to_be_made_yet() {
        limits("why is it slow? investigate only, no fix yet", "donot any");
        limits("fix the login, zero changes to src/legacy please", "deny src/legacy/");
        for told in ["Plan: zero changes. Why?", "no fix yet from upstream, fix the login"] {
            limits(told, "");
        }
        limits("fix the login. no PR, I want to try it first", "deny $ gh pr create + $ glab mr create");
    }

    #[test]
    fn what_is_not_wanted_is_forbidden() {
        for said in [
            "Fix the login, no src/legacy changes",
            "Fix the login. Avoid changes in src/legacy",
            "fix the login. avoid any change to src/legacy",
            "fix the login with no changes to src/legacy",
        ] {
            limits(said, "deny src/legacy/");
        }
        limits("Fix the login. No css changes please.", "deny style");
        limits("Fix the login, nothing else. No translations changes", "donot; donot translation");
        limits("Nothing in src/legacy, please", "deny src/legacy/");
        limits("rework all of src. skip src/legacy/old.ts, that one goes", "donot src/legacy/old.ts");
        limits("The report shows no css changes, fix it", "");
        let only = "fix the login. no changes except in src/auth";
        limits(only, "deny outside src/auth/");
        for said in [
            "Status: no src/legacy changes, tests pass. Fix the login.",
            "no src/legacy changes were found",
            "no changes in src/legacy are seen by the watcher",
            "no changes in src/legacy since March although the routes changed, fix it",
            "no changes in src/legacy, still the snapshot differs. fix it",
        ] {
            limits(said, "");
        }
    }
}
