//! Which lines of a prompt ask for work, by an order or by what they tell: "legacy needs it too", "parser.rs still crashes".
//!
//! Owns that question alone, whatever was forbidden. Which limit ends by such a line is asked of it elsewhere in this room.

use super::aside;
use super::implied::{OF_THE_WORK, goes_on_to, is_fair_game, names_its_work, needs, orders_elsewhere};
use crate::goal::freeing::{fault, freed, handed_back, turn, unmended};
use crate::goal::line::{Ask, Line};

/// True for a line that asks for work, or tells of what an order beside it points to: "it is in the server. Fix it there". `points`:
/// whether some line of the prompt points to what another one tells. `next`: the line behind it, which may leave what it tells of, or order to
/// mend what it asks about.
pub(super) fn asks(line: &Line<'_>, points: &dyn Fn() -> bool, next: Option<&Line<'_>>) -> bool {
    let sentence = &line.sentence;
    let left = || next.is_some_and(|next| unmended::leaves_what_was_told(&next.sentence));
    if matches!(line.ask, Ask::Answer | Ask::Nothing) && left() && sentence.any_at(|at| fault::is_told_of(sentence, at))
    {
        return false;
    }
    if freed::permits(sentence) || sentence.any_at(|at| handed_back::is_handed_back(sentence, at)) {
        return true;
    }
    match line.ask {
        Ask::Work | Ask::Permission | Ask::VersionControl | Ask::Reversal => true,
        // "What about legacy? Fix that too."
        Ask::Suggestion => points(),
        Ask::Restraint => false,
        Ask::Answer | Ask::Nothing => {
            let needed = |at: usize| matches!(sentence.word(at + 1), "necessary" | "needed");
            let reported = sentence.any_at(|at| match sentence.word(at) {
                "if" => !needed(at),
                word => matches!(word, "said" | "says"),
            });
            // "Read it from the environment in settings.py" is work there.
            let works = || line.named.iter().any(|(at, _)| !line.looks_at(*at));
            let looks = sentence.main_verb.is_some_and(|verb| line.looks_at(verb + 1)) && !works();
            // "I changed it myself, go on."
            let mine = matches!(sentence.word(0), "i" | "i've")
                && !sentence.reads(1, "changed my mind")
                && !OF_THE_WORK.contains(&sentence.word(1));
            let wrong = || sentence.any_at(|at| fault::is_told_of(sentence, at));
            let told = !line.forbids() && (!mine || is_fair_game(line)) && !reported;
            if !told || looks {
                // "Explain why the parser breaks. Then fix it."
                let mended = || next.is_some_and(|next| unmended::orders_to_mend(&next.sentence));
                return told && (wrong() || mended() && sentence.any_at(|at| fault::is_only_told_of(sentence, at)));
            }
            needs(line)
                || orders_elsewhere(line)
                || goes_on_to(line)
                || aside::is_open(line)
                || turn::turned_to(sentence).is_some()
                || names_its_work(line)
                || freed::ends_a_limit(sentence)
                || wrong()
                || points()
        }
    }
}
