//! Acts that people ask for in other words than their name: "roll it out", "go live", "do the migration", "run them".
//!
//! Owns these forms. That the act was forbidden, and that the line refuses nothing, is looked at in `asked_command`.

use super::verb::leads;
use crate::domain::CallKind;
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_determiner, is_pronoun};
use crate::text::shell::is_of_kind;

/// Words with which an order closes, beside those of every clause. Not all that leads on does: what stands behind "but" may take it back.
const CLOSING: [&str; 10] = ["all", "and", "anyway", "bitte", "first", "jetzt", "once", "so", "then", "too"];

/// Words at most between a verb and where the work goes: "push the new version to prod".
const MAX_BETWEEN: usize = 5;

/// "Roll it out", "release it", "push it to prod", "go live". `leads`: whether a verb there opens what is asked for.
pub(in crate::goal) fn deploys(sentence: &Sentence<'_>, leads: &dyn Fn(usize) -> bool) -> bool {
    let work = |at: usize| is_work(sentence.word(at));
    let until = |at: usize| sentence.tokens.len().min(at + 1 + MAX_BETWEEN);
    let live = |at: usize| matches!(sentence.word(at), "live" | "prod" | "production" | "staging");
    sentence.any_at(|at| {
        let goes = |to: usize| {
            matches!(sentence.word(to), "into" | "on" | "onto" | "to")
                && live(to + 1)
                && closes_an_act(sentence, to + 2)
        };
        let sent = || (at + 2..until(at)).any(|to| goes(to) && (at + 1..to).any(work));
        let asked = match sentence.word(at) {
            "roll" => (at + 1..until(at))
                .any(|out| sentence.word(out) == "out" && (work(out - 1) || after(sentence, out + 1, &work))),
            "rollout" | "release" => {
                is_pronoun(sentence.word(at + 1)) && (closes_an_act(sentence, at + 2) || goes(at + 2))
            }
            "go" => sentence.word(at + 1) == "live" && closes_an_act(sentence, at + 2),
            "make" | "put" | "take" => {
                work(at + 1) && sentence.word(at + 2) == "live" && closes_an_act(sentence, at + 3)
            }
            "promote" | "push" | "ship" => goes(at + 1) || sent(),
            "bring" | "get" | "send" => sent(),
            _ => false,
        };
        asked && leads(at)
    })
}

/// "Run them", "do the migration", "make sure it passes": an act of the kind by a verb that any act has. `noun`: whether a word names it.
pub(in crate::goal) fn does(
    sentence: &Sentence<'_>,
    noun: &dyn Fn(&str) -> bool,
    leads: &dyn Fn(usize) -> bool,
) -> bool {
    let mut asked = false;
    for at in 0..sentence.tokens.len() {
        let named = |from: usize| after(sentence, from, &|at| noun(sentence.word(at)));
        asked |= match sentence.word(at) {
            "execute" | "rerun" | "run" | "start" => {
                let next = sentence.word(at + 1);
                let back = is_pronoun(next) || matches!(next, "both" | "everything");
                (back && closes_an_act(sentence, at + 2) || named(at + 1)) && leads(at)
            }
            "do" | "perform" => named(at + 1) && leads(at),
            // "Write a test and make sure it passes".
            "ensure" | "make" | "until" => {
                let passes = |at: &usize| matches!(sentence.word(*at), "passes" | "passing");
                let last = (at + 1..sentence.tokens.len()).find(passes);
                last.is_some_and(|last| closes_an_act(sentence, last + 1)) && (0..at).any(|at| noun(sentence.word(at)))
            }
            _ => false,
        };
    }
    asked
}

/// "Looks good, apply" where the program that does it was forbidden: the verb is one of its commands.
pub(in crate::goal) fn is_told_its_verb(sentence: &Sentence<'_>, program: &str) -> bool {
    let of_it = |verb: &str| {
        let command = [program.to_owned(), verb.to_owned()];
        CallKind::OF_COMMANDS.into_iter().any(|kind| is_of_kind(&command, kind))
    };
    sentence.any_at(|at| {
        closes_an_act(sentence, sentence.past(at + 1, is_pronoun)) && leads(sentence, at) && of_it(sentence.word(at))
    })
}

/// "Check it in", "check in the changes please"; not "check it in the browser".
pub(in crate::goal) fn checks_in(sentence: &Sentence<'_>) -> bool {
    sentence.any_at(|at| {
        sentence.word(at) == "check"
            && match (sentence.word(at + 1), sentence.word(at + 2)) {
                (it, "in") if is_pronoun(it) || it == "everything" => closes_an_act(sentence, at + 3),
                ("in", _) => {
                    after(sentence, at + 2, &|at| matches!(sentence.word(at), "changes" | "everything" | "it" | "work"))
                }
                _ => false,
            }
            && leads(sentence, at)
    })
}

/// What the work is called that is brought to its users.
fn is_work(word: &str) -> bool {
    is_pronoun(word)
        || matches!(
            word,
            "app" | "build" | "change" | "changes" | "everything" | "fix" | "release" | "service" | "version"
        )
}

/// True where `such` a word stands from `at` on, small words passed over, and the clause closes behind it.
fn after(sentence: &Sentence<'_>, at: usize, such: &dyn Fn(usize) -> bool) -> bool {
    let small = |at: &usize| {
        let word = sentence.word(*at);
        (is_determiner(word) || matches!(word, "all" | "latest" | "new")) && !such(*at)
    };
    let noun = (at..=sentence.tokens.len()).find(|at| !small(at)).unwrap_or(at);
    such(noun) && closes_an_act(sentence, noun + 1)
}

/// True where the clause ends at `at`, or closes with words that take nothing from it.
pub(in crate::goal) fn closes_an_act(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    CLOSING.contains(&word) || closing::is_of_the_moment(word) || closing::is_closed(sentence, at)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn acts_have_many_words() {
        for (limit, prompt) in [
            ("don't commit", "pls commit w/ a nice message"),
            ("don't commit", "alright commit"),
            ("don't commit", "put it in a commit"),
            ("don't commit", "check it in"),
            ("don't commit", "ok check in the changes please"),
            ("don't commit", "wrap it up in a commit"),
            ("don't commit", "save that as a commit"),
            ("don't commit", "c'est bon, tu peux commiter"),
            ("don't commit", "tu peux committer"),
            ("don't commit", "passt, committe das"),
            ("don't commit", "ya puedes hacer commit"),
            ("don't commit", "ok, fai il commit"),
            ("don't push", "tu peux pousser"),
            ("don't push", "sieht gut aus, push es"),
            ("don't push", "dale, súbelo"),
            ("don't push", "puoi pushare"),
            ("don't push", "get it on the remote"),
            ("don't push", "push bitte"),
            ("don't push", "nice, push"),
            ("don't deploy", "looks good, roll it out"),
            ("don't deploy", "roll out the new version"),
            ("don't deploy", "release it"),
            ("don't deploy", "push it to prod"),
            ("don't deploy", "ok bring the fix to production now"),
            ("don't deploy", "go live"),
            ("don't deploy", "take it live"),
            ("don't deploy", "push to production"),
            ("don't deploy", "do the deployment now"),
            ("don't run terraform", "looks good, apply"),
            ("don't run terraform", "ok apply it"),
            ("don't run the migrations", "do the migration"),
            ("don't run the migrations", "ok do the migrations now"),
            ("don't run the migrations", "db is back up, run them"),
            ("don't run the tests", "the db is back up, run them"),
            ("don't run the tests", "run them all now"),
            ("don't run the tests", "make the tests pass"),
            ("don't run the tests", "get the tests green"),
        ] {
            assert_eq!(limits_left(limit, prompt), "", "{limit} | {prompt}");
        }
        assert!(!limits_left("don't run the tests", "now write a test and make sure it passes").contains("deny"));
    }

    #[test]
    fn the_same_words_about_something_else_ask_for_nothing() {
        for (limit, prompt) in [
            ("don't commit", "the commit message is nice"),
            ("don't commit", "check it in the browser"),
            ("don't commit", "check in the logs what happened"),
            ("don't commit", "put it in a commit hook"),
            ("don't commit", "ne fais pas de commit"),
            ("don't commit", "noch nicht committen"),
            ("don't commit", "ich committe selbst"),
            ("don't commit", "tu peux commiter demain"),
            ("don't commit", "das commit das du siehst ist falsch"),
            ("don't commit", "wrap it up, commits are mine"),
            ("don't commit", "wrap the commit call in a try"),
            ("don't push", "je vais pousser"),
            ("don't push", "puedes pushear cuando yo lo diga"),
            ("don't push", "tu peux pousser si Anna dit oui"),
            ("don't push", "send it to the remote api"),
            ("don't push", "put it in the github issue"),
            ("don't push", "get that from the remote cache"),
            ("don't push", "no lo pushea"),
            ("don't push", "sind die Änderungen zu pushen?"),
            ("don't commit", "alright, the commit was wrong"),
            ("don't push", "push to the results array bitte"),
            ("don't deploy", "does it roll out?"),
            ("don't deploy", "the rollout is broken, fix the probe"),
            ("don't deploy", "release the lock after use"),
            ("don't deploy", "make it live-reload"),
            ("don't deploy", "make it work on prod"),
            ("don't deploy", "get it to production quality"),
            ("don't deploy", "the fix was pushed to prod by anna"),
            ("don't deploy", "roll the log files after 10 MB"),
            ("don't deploy", "go live in staging is broken"),
            ("don't deploy", "push the value to the list in production"),
            ("don't deploy", "it rolls out the flag to prod users"),
            ("don't deploy", "don't roll it out"),
            ("don't run terraform", "apply the same name in variables.tf"),
            ("don't run terraform", "apply it to variables.tf"),
            ("don't run the migrations", "do the migration file next"),
            ("don't run the migrations", "what did the migration do?"),
            ("don't run the tests", "run them through the linter"),
            ("don't run the tests", "the script can run them"),
            ("don't run the tests", "make sure it passes the token"),
            ("don't touch the tests", "make the tests pass"),
            ("don't touch the tests", "get the tests green"),
        ] {
            assert!(
                limits_left(limit, prompt).starts_with("deny"),
                "{limit} | {prompt}: {}",
                limits_left(limit, prompt)
            );
        }
    }
}
