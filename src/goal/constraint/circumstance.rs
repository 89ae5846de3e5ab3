//! When what is said of a place tells how a program behaves: "src/db is frozen for 30s after startup", "src/session.ts must not be modified
//! at runtime", "package.json stays unchanged by npm ci".
//!
//! Owns the words behind such a state. A limit goes on with the work that it holds for ("in this PR"), with the days of people ("for the
//! weekend") and with those to whom it speaks ("for you"); a program has moments, users and causes. What nobody can tell is heard, and
//! denies nothing.

use super::clause::ends;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{
    is_conjunction, is_demonstrative, is_first_person, is_indefinite, is_second_person, is_subordinator, is_weekday,
};
use crate::text::word_set::sorted;

/// Words at most from the verb to its circumstance.
const MAX_SPAN: usize = 8;

/// Words of a circumstance in which its noun is looked for.
const MAX_PHRASE: usize = 4;

/// Words with which a circumstance begins.
#[rustfmt::skip]
const PREPOSITIONS: &[&str] = sorted(&[
    "across", "after", "at", "between", "by", "during", "for", "from", "in", "inside", "on", "outside", "through", "throughout", "via",
    "with", "within",
]);

/// Words that point at the branch of the work in hand, or at nothing in particular.
const POINTING: &[&str] = &["any", "general", "main", "master", "no", "particular", "principle", "purpose"];

/// Days and reasons of people, beside the days of the week.
#[rustfmt::skip]
const DAYS: &[&str] = &[
    "day", "days", "future", "good", "here", "meantime", "month", "months", "now", "present", "quarter", "reasons", "today", "tomorrow",
    "tonight", "week", "weekend", "weeks", "year",
];

/// What people work on and towards, behind an article.
#[rustfmt::skip]
const WORK: &[&str] = &[
    "audit", "branch", "change", "changes", "commit", "demo", "diff", "fix", "freeze", "launch", "merge", "migration", "moment", "mr",
    "pr", "refactor", "refactoring", "release", "rest", "review", "rewrite", "session", "sprint", "task", "time", "upgrade", "work",
];

/// Times of a program.
const INSTANTS: &[&str] = &["minute", "minutes", "moment", "ms", "sec", "second", "seconds", "secs", "tick", "ticks"];

/// What the words behind a state make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Circumstance {
    /// It is a limit: nothing stands there, or what belongs to the work.
    OfWork,
    /// Nobody can tell.
    Unclear,
    /// It tells of a program.
    OfProgram,
}

/// What stands behind the state whose verb is at `verb`.
pub(super) fn behind(sentence: &Sentence<'_>, verb: usize) -> Circumstance {
    let last = sentence.tokens.len().min(verb + MAX_SPAN);
    // "Off limits because we are in a freeze", "as we are in a freeze"; "as it is after the login" goes on.
    let shut = |at: usize| {
        let as_it_was = matches!(sentence.word(at + 1), "is" | "it" | "they");
        let another = begins_another_clause(sentence.word(at)) || sentence.word(at) == "as" && !as_it_was;
        another || sentence.is_parted(at)
    };
    // "Off limits to guests"; "has to stay" has another "to".
    let led = |at: usize| match sentence.word(at) {
        "to" => matches!(sentence.word(at - 1), "limits" | "off-limits"),
        word => PREPOSITIONS.binary_search(&word).is_ok(),
    };
    // "Must stay untouched when the reservation fails".
    let of_a_moment = |at: usize| sentence.word(at) != "while" && is_of_a_program(sentence, at);
    if (verb + 1..last).take_while(|at| !shut(*at) || of_a_moment(*at)).any(of_a_moment) {
        return Circumstance::OfProgram;
    }
    let from = (verb + 1..last).take_while(|at| !shut(*at)).find(|at| led(*at));
    from.map_or(Circumstance::OfWork, |from| of(sentence, from))
}

/// "When the form is empty", "while saving", and neither "when I say so" nor "while you work on it".
pub(super) fn is_of_a_program(sentence: &Sentence<'_>, at: usize) -> bool {
    let who = sentence.word(at + 1);
    matches!(sentence.word(at), "when" | "whenever" | "while") && !is_first_person(who) && !is_second_person(who)
}

fn begins_another_clause(word: &str) -> bool {
    is_conjunction(word) || is_subordinator(word) && !matches!(word, "after" | "as")
}

fn of(sentence: &Sentence<'_>, from: usize) -> Circumstance {
    let next = sentence.word(from + 1);
    let last = sentence.tokens.len().min(from + 1 + MAX_PHRASE);
    let shut = |at: usize| sentence.tokens[at].ends_clause();
    // "For guests but they can still open it".
    let goes_on = |word: &str| PREPOSITIONS.binary_search(&word).is_ok() || begins_another_clause(word);
    let open = |at: &usize| *at == from + 1 || !shut(at - 1) && !goes_on(sentence.word(*at));
    let phrase: Vec<&str> = (from + 1..last).take_while(open).map(|at| sentence.word(at)).collect();
    let said = |words: &[&str]| phrase.iter().any(|word| words.contains(word));
    let people = next == "you"
        || (is_indefinite(next) || matches!(next, "all" | "us")) && ends(sentence, from + 2)
        || sentence.reads(from + 1, "all of");
    let article = matches!(next, "current" | "next" | "the" | "upcoming");
    let own = is_demonstrative(next) || matches!(next, "my" | "our" | "your");
    let ours = own && said(WORK);
    let (work, unclear) = match sentence.word(from) {
        "after" => (next == "all", false),
        // "At build time" is a program's.
        "at" => (matches!(next, "all" | "any" | "present" | "this") || sentence.reads(from + 1, "the moment"), false),
        "by" => (people || ours, false),
        "to" => (people, article),
        "across" | "between" | "from" | "outside" | "through" | "via" => {
            (matches!(next, "here" | "now" | "our" | "your"), false)
        }
        preposition => {
            // "For users", "for 30s"; "for compliance" may be why.
            let users = phrase.last().is_some_and(|word| word.ends_with('s'));
            let of_a_program = users || said(INSTANTS) || next.starts_with(|letter: char| letter.is_ascii_digit());
            let work = people
                || own
                || POINTING.contains(&next)
                || said(DAYS)
                || phrase.iter().any(|word| is_weekday(word))
                || article && said(WORK);
            (work, article || preposition == "for" && !of_a_program)
        }
    };
    match (work, unclear) {
        (true, _) => Circumstance::OfWork,
        (false, true) => Circumstance::Unclear,
        (false, false) => Circumstance::OfProgram,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints, shown_scope};

    #[test]
    fn a_state_of_a_program_limits_nothing() {
        for said in [
            "src/legacy is frozen for 30s after startup (deadlock in pool?). find out why",
            "src/legacy is frozen in production, find out why",
            "src/legacy is frozen during failover",
            "src/legacy is off limits for normal users in the UI, but the url still works. restrict it to staff",
            "src/legacy is off limits to anonymous users",
            "src/legacy/old.ts remains untouched by dark mode, still white. fix",
            "src/legacy/old.ts remains unchanged after login. it should store the user",
            "src/legacy stays as it is after a reload",
            "src/legacy has to stay untouched across restarts",
            "src/legacy is frozen for a moment after each click",
            "src/legacy is frozen for 2 minutes",
            "src/legacy is frozen in every browser",
            "nothing in src/legacy may change at runtime",
            "neither src/legacy nor src/database may be changed at runtime",
            "only src/legacy may change at runtime",
            "src/legacy is off limits for guests",
        ] {
            let goal = Stage::new().start(said);
            assert_eq!(shown_constraints(&goal.constraints), "", "{said}");
            assert!(shown_scope(&goal).starts_with("named "), "{said}");
        }
        // What is wanted of the program.
        for said in [
            "src/legacy/old.ts must not be modified at runtime - the Object.freeze was removed, add it back",
            "migrations must not be edited after release - add a CI check",
            "package.json must stay unchanged by npm ci",
            "src/legacy must not be changed outside of transactions",
            "src/legacy must not be modified via the admin page",
            "src/legacy must not be changed by this hook",
        ] {
            limits(said, "must");
        }
    }

    #[test]
    fn what_holds_for_the_work_and_for_people_is_a_limit() {
        for said in [
            "src/legacy must not change in this PR",
            "src/legacy must not be modified during this refactoring",
            "src/legacy must not be changed in the current sprint",
            "src/legacy must not be touched at any point",
            "src/legacy must not be changed in any way",
            "src/legacy must stay untouched for now",
            "src/legacy is frozen at the moment",
            "src/legacy is frozen for this release",
            "src/legacy is frozen for the rest of the week",
            "src/legacy is frozen for two weeks",
            "src/legacy is frozen on the release branch",
            "src/legacy is frozen for legal reasons",
            "src/legacy is frozen during the migration",
            "src/legacy is off limits for you",
            "src/legacy is off limits for everyone",
            "src/legacy is off limits to all of us",
            "src/legacy is off limits from now on",
            "nothing in src/legacy may change in this PR",
            "src/legacy must not be changed by this PR",
            "src/legacy must stay untouched by your changes",
            "src/legacy is off limits because we are in a freeze",
            "src/legacy must not change as we are in a freeze",
            "src/legacy is off limits, for users it is broken anyway",
        ] {
            limits(said, "deny src/legacy/");
        }
        // Until when, or who it holds for, is not for the words to tell.
        limits("src/legacy is frozen until the tests pass", "donot src/legacy/");
        // On Friday the user says so.
        limits("src/legacy is frozen until Friday", "deny src/legacy/");
        limits("src/legacy must not be modified in the reducer", "donot src/legacy/");
        limits("src/legacy is off limits for the guests", "donot src/legacy/");
        limits("src/legacy must not be changed for compliance", "donot src/legacy/");
        limits("src/legacy is off limits to the agent", "donot src/legacy/");
    }
}
