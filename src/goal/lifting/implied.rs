//! Sentences that tell and mean work: "old.py needs the fix too", "src/db next", "legacy is fair game now".
//!
//! Owns these forms, and what tells them from a line that leaves a place as it is.

use super::offer::is_refusing;
use super::told::MAX_BRIEF;
use crate::domain::ScopeReason;
use crate::goal::constraint::clause::is_path;
use crate::goal::freeing::{fault, handed_back, unmended};
use crate::goal::line::Line;
use crate::goal::prompt::sentence::{Mood, is_inquiring, is_verb};
use crate::goal::prompt::word_class::{denies, is_copula, is_person, is_pronoun, is_too, leaves, obliges};
use crate::goal::prompt::{changing, foreign};

/// Words of a line that tells of a place without asking for anything there, beside those that leave it.
#[rustfmt::skip]
const NO_WORK_THERE: [&str; 19] = [
    "belongs", "correct", "fine", "good", "it's", "kein", "keine", "never", "nicht", "no", "noch", "non", "not", "pas", "pass", "passes", "stays",
    "still", "works",
];

/// True where a line says so at `at`, or that what is there is settled.
fn leaves_it(line: &Line<'_>, at: usize) -> bool {
    let sentence = &line.sentence;
    let word = sentence.word(at);
    // "src/db: ignore case" is work.
    let ordered = word == "ignore" && sentence.is_parted(at) && !is_pronoun(sentence.word(at + 1));
    leaves(word) && !ordered || NO_WORK_THERE.contains(&word) || unmended::is_settled_at(sentence, at)
}

/// What a user says of himself and means the work: "I think it belongs there".
pub(super) const OF_THE_WORK: [&str; 11] =
    ["believe", "guess", "mean", "meant", "need", "suppose", "take", "think", "told", "want", "withdraw"];

/// How work is ordered in other languages, after a limit on every change.
#[rustfmt::skip]
const ORDERS_ELSEWHERE: [&str; 32] = [
    "ajoute", "ajoutez", "arregla", "arréglalo", "bau", "baue", "behebe", "cambia", "corregge", "corrige", "corrígelo", "correggi", "fais",
    "faites", "fixe", "füge", "hazlo", "implementa", "implementier", "implementiere", "implémente", "korrigier", "korrigiere", "mach", "mache",
    "modifica", "modifie", "repariere", "schreib", "setz", "setze", "ändere",
];

/// "Ok verstanden, dann bau das so ein".
pub(super) fn orders_elsewhere(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    // "Mach einen Plan", "schreib mir eine Zusammenfassung".
    let other = sentence.says(&["button", "commit", "liste", "pause", "plan", "push", "resumen"])
        || sentence.says(&["résumé", "zusammenfassung", "überblick"]);
    sentence.says(&ORDERS_ELSEWHERE)
        && !other
        && !line.forbids()
        && sentence.mood != Mood::Question
        && !sentence.says(&foreign::REFUSING)
}

/// Words at most of a line that only adds a place: "hm ok then legacy too, but minimal".
const MAX_ASIDE: usize = 8;

/// "old.py needs the fix too", "src/legacy is fair game now", "set retries: 3 in src/legacy".
pub(super) fn needs(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let too = |word: &str| is_too(word) || foreign::TOO.contains(&word);
    let begins = sentence.word(0);
    // "Do you know when it breaks".
    let orders = is_verb(begins)
        && !is_person(sentence.word(1))
        && !is_inquiring(begins)
        && !is_refusing(begins)
        && begins != "stop";
    let denied = sentence.any(|word| denies(word) || matches!(word, "doesn't" | "don't" | "noch" | "shouldn't"))
        || sentence.says(&foreign::REFUSING);
    let obliged = |at: usize| match sentence.word(at) {
        "has" | "have" => sentence.word(at + 1) == "to",
        word => obliges(word) || matches!(word, "belong" | "belongs"),
    };
    sentence.mood != Mood::Question
        && (orders
            || !denied && sentence.any_at(obliged)
            || sentence.says(&["need", "needs", "should"]) && sentence.any(too)
            || is_fair_game(line)
            || is_at_fault(line)
            || sentence.tokens.len() > 2 && sentence.has_phrase(&["after all"])
            || sentence.any(too) && sentence.tokens.len() <= MAX_ASIDE)
}

/// "Oh, that test is wrong indeed": what is so is to be changed.
fn is_at_fault(line: &Line<'_>) -> bool {
    let faulty = |word: &str| matches!(word, "obsolete" | "outdated" | "stale" | "wrong");
    let said = |at: usize| faulty(line.sentence.word(at)) && is_copula(line.sentence.back(at, 1));
    line.sentence.any_at(said)
}

/// "Legacy is fair game now".
pub(super) fn is_fair_game(line: &Line<'_>) -> bool {
    line.sentence.has_phrase(&["fair game"])
}

/// "@src/db/pool.ts raise max to 50", "same for src/db", "src/db next", "src/db: rename it": a line that names the place and says
/// neither that all is well there nor that it is to be left.
pub(super) fn names_its_work(line: &Line<'_>) -> bool {
    let well = |at: usize| line.sentence.word(at).ends_with("n't") || leaves_it(line, at);
    let open = !line.sentence.asks();
    let named = line.wanted().any(|(reason, _)| reason <= ScopeReason::Named);
    // "It can be changed by the build".
    let by_others = (1..line.sentence.tokens.len())
        .any(|at| line.sentence.word(at) == "by" && changing::is_participle(line.sentence.word(at - 1)));
    // "src/db does it with a loop. Do the same in src/auth."
    let tells = |at: usize| matches!(line.sentence.word(at + 1), "contains" | "does" | "shows" | "uses");
    let model = line.sentence.tokens.first().is_some_and(is_path) && tells(0);
    let told = || line.named.iter().any(|(at, _)| is_told_of_or_given(line, *at));
    let left = || line.named.iter().any(|(at, _)| fault::is_only_told_of(&line.sentence, *at));
    open && named && !model && !by_others && (!line.sentence.any_at(well) && !keeps_the_rule(line) && !left() || told())
}

/// "The parser still crashes", "I'm done with the parser": of what is named at `at` there.
pub(super) fn is_told_of_or_given(line: &Line<'_>, at: usize) -> bool {
    fault::is_told_of(&line.sentence, at) || handed_back::is_handed_back(&line.sentence, at)
}

/// "Now prod", "let's do payments next": a few words that go on to something.
pub(super) fn goes_on_to(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    sentence.mood != Mood::Question
        && sentence.tokens.len() <= MAX_BRIEF
        && (sentence.says(&["next", "now", "promote", "roll", "same", "turn"]) || sentence.reads(0, "on to"))
        && !sentence.any_at(|at| leaves_it(line, at))
        && !keeps_the_rule(line)
}

/// "Same rules for src/db", "src/db: same as before": what is to be the same is the limit.
fn keeps_the_rule(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let ruled = |word: &str| {
        matches!(word, "constraint" | "constraints" | "limit" | "limits" | "restriction")
            || matches!(word, "restrictions" | "rule" | "rules")
    };
    sentence.any_at(|at| {
        let unchanged =
            sentence.word(at + 1) == "as" && matches!(sentence.word(at + 2), "always" | "before" | "ever" | "usual");
        sentence.word(at) == "same" && (ruled(sentence.word(at + 1)) || unchanged)
    })
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn the_same_rule_is_no_work() {
        for reminder in [
            "same rules for src/legacy",
            "same limits apply to src/legacy",
            "src/legacy: same as before",
            "src/legacy off limits as before",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", reminder), "deny src/legacy/", "{reminder}");
        }
        for work in [
            "same for src/legacy",
            "same fix for src/legacy",
            "src/legacy: same as in src/auth",
            "src/legacy: ignore case",
            "the button in src/legacy is gone",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", work), "", "{work}");
        }
    }
}
