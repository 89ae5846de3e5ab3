//! What is said of a fault that nobody is to mend here: "explain why the parser breaks", "open an issue: the parser breaks", "the parser
//! breaks, but leave it".
//!
//! Owns these forms: who wants to be told, what is only written down, what is left, and what others mend. An order to mend it, behind all
//! that, is one.

use super::verb::{is_refused, leads};
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring, is_verb};
use crate::goal::prompt::word_class::{
    asks_to_be_told, is_all_right, is_copula, is_determiner, is_fault, is_person, is_prelude, is_pronoun,
    is_quantifier, is_question_word, is_second_person, is_settled, leaves, refuses,
};
use crate::goal::prompt::{changing, closing};

/// Words behind which "what" and "where" ask.
#[rustfmt::skip]
const WANTING_TO_KNOW: [&str; 14] = [
    "about", "at", "determine", "exactly", "figure", "into", "know", "me", "on", "out", "sure", "understand", "us", "wonder",
];

/// What is written for others to read, outside of the files.
const NOTES: [&str; 8] = ["card", "email", "issue", "mail", "postmortem", "report", "summary", "ticket"];

/// Verbs by which such a thing is made.
const WRITING: [&str; 9] = ["create", "draft", "file", "make", "open", "post", "raise", "send", "write"];

/// Verbs that tell somebody something.
const TELLING: [&str; 8] = ["email", "inform", "mention", "message", "remind", "reply", "tell", "write"];

/// What is said of a fault that does not matter.
#[rustfmt::skip]
const SHRUGGED: [&str; 20] = [
    "by design", "doesn't matter", "don't bother", "don't care", "don't mind", "don't worry", "let it be", "live with it", "never mind",
    "nevermind", "not a problem", "not in scope", "not mine", "not my", "not our", "not ours", "not your", "not yours", "on purpose",
    "out of scope",
];

/// Words at most between a verb and what is written by it, and between a person and what he will do.
const MAX_BETWEEN: usize = 3;

/// True where the fault that is told of what is named at `at` is not to be mended.
pub(super) fn is_meant(sentence: &Sentence<'_>, at: usize) -> bool {
    is_given_up(sentence, at) || is_asked_about(sentence, at) && !is_mended_behind(sentence, at)
}

/// True where it is left, written down or mended by others.
pub(super) fn is_given_up(sentence: &Sentence<'_>, at: usize) -> bool {
    let given = is_written_of(sentence, at) || is_left(sentence, at) || is_mended_by_others(sentence, at + 1);
    given && !is_mended_behind(sentence, at)
}

/// "Explain why the parser breaks and fix it", "explain it. Fix it": the clause whose verb stands at `at` orders to mend what was spoken of.
fn mends(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    let mending = changing::is_work_on(word)
        || matches!(word, "add" | "address" | "delete" | "do" | "drop" | "handle" | "mend" | "remove" | "repair")
        || matches!(word, "replace" | "resolve" | "solve");
    let next = sentence.word(at + 1);
    mending
        && sentence.head(at) != Head::Inside
        && (is_pronoun(next) || closing::closes(sentence, at + 1))
        && !is_refused(sentence, at)
}

/// True where an order to mend it stands behind what is named at `at`.
pub(super) fn is_mended_behind(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.any_from(at + 1, |verb| mends(sentence, verb))
}

/// "Then fix it": a sentence that orders to mend what the one before it asked about.
pub(in crate::goal) fn orders_to_mend(sentence: &Sentence<'_>) -> bool {
    let first = sentence.main_verb.filter(|verb| sentence.head(*verb) == Head::Opens);
    first.is_some_and(|verb| mends(sentence, verb))
}

/// "Leave it", "that's expected": a sentence that leaves what the one before it told of.
pub(in crate::goal) fn leaves_what_was_told(sentence: &Sentence<'_>) -> bool {
    let last = sentence.tokens.len();
    last <= MAX_AFTERTHOUGHT
        && ((0..last).any(|at| leaves_it(sentence, at) || is_said_of_it(sentence, at) && is_settled_at(sentence, at))
            || is_shrugged(sentence)
            || is_mended_by_others(sentence, 0))
}

/// Words at most of such a sentence.
const MAX_AFTERTHOUGHT: usize = 8;

/// "Tell me why the parser breaks", "check whether it still breaks", "list the bugs in the parser": an answer is asked for.
fn is_asked_about(sentence: &Sentence<'_>, at: usize) -> bool {
    let own = |before: &usize| !sentence.tokens[*before].ends_clause();
    (0..at).rev().take_while(own).any(|asked| {
        let before = sentence.back(asked, 1);
        match sentence.word(asked) {
            // "That's why the parser breaks", "no matter how it is called".
            "how" | "if" | "whether" | "why" => {
                !is_copula(before) && !matches!(before, "matter" | "that's") && !is_opening(sentence, asked, "if")
            }
            // "There are cases where the parser breaks".
            "what" | "when" | "where" | "which" | "who" => {
                is_inquiring(before)
                    || WANTING_TO_KNOW.contains(&before)
                    || before.is_empty() && sentence.word(asked) != "when"
            }
            // "Show me the bug in the parser".
            "show" | "tell" => matches!(sentence.word(asked + 1), "me" | "us"),
            // "The list view in the parser", "report pages".
            "list" | "report" if !is_object(sentence.word(asked + 1)) => false,
            verb => asks_to_be_told(verb) && (leads(sentence, asked) || before == "you"),
        }
    })
}

/// True for a word with which begins what is listed: "list the bugs", "report bugs".
fn is_object(word: &str) -> bool {
    is_determiner(word) || is_quantifier(word) || is_fault(word) || is_question_word(word)
}

/// "If the file is empty the parser breaks": a condition, and no question.
fn is_opening(sentence: &Sentence<'_>, at: usize, word: &str) -> bool {
    sentence.word(at) == word && sentence.head(at) != Head::Inside
}

/// "Open an issue: the parser breaks", "mention in the PR that the parser breaks": it is what a text is to say.
pub(super) fn is_written_of(sentence: &Sentence<'_>, at: usize) -> bool {
    let noted = |verb: usize| {
        let noun = (verb + 1..at.min(verb + 2 + MAX_BETWEEN)).find(|noun| NOTES.contains(&sentence.word(*noun)));
        let about = |noun: usize| {
            let led = matches!(sentence.word(noun + 1), "about" | "for" | "on" | "saying" | "that");
            noun + 1 < at && led || sentence.tokens[noun].stop()
        };
        // "Open issue: the parser breaks" tells.
        is_determiner(sentence.word(verb + 1)) && noun.is_some_and(about)
    };
    (0..at).any(|verb| {
        let word = sentence.word(verb);
        let told = || (verb + 1..at).any(|that| sentence.word(that) == "that");
        let opens = || sentence.head(verb) != Head::Inside || leads(sentence, verb) || sentence.back(verb, 1) == "you";
        WRITING.contains(&word) && noted(verb) && opens() || TELLING.contains(&word) && told() && opens()
    })
}

/// "The error in parser.rs is expected", "no error in the parser", "the parser is broken but leave it".
fn is_left(sentence: &Sentence<'_>, at: usize) -> bool {
    let last = sentence.tokens.len();
    let one_clause = |other: usize| {
        let (from, to) = (at.min(other), at.max(other));
        !(from..to).any(|between| sentence.tokens[between].ends_clause() || closing::leads_on(sentence.word(between)))
    };
    // "Fix the known crash in the parser": of an order the words around it take nothing.
    let ordered = (0..at).any(|verb| {
        let word = sentence.word(verb);
        is_verb(word) && !is_inquiring(word) && !leaves(word) && one_clause(verb) && leads(sentence, verb)
    });
    // "No, the parser still breaks".
    let none = (0..last).any(|no| sentence.word(no) == "no" && !(no == 0 && sentence.tokens[0].ends_clause()));
    let settled = |word: usize| {
        is_settled_at(sentence, word) && (one_clause(word) || word > at && is_said_of_it(sentence, word))
            || word > at && is_settled(sentence.word(word)) && is_an_aside(sentence, word)
    };
    let such = |word: usize| {
        leaves_it(sentence, word) && (word > at || one_clause(word))
            || leaves_the_fault(sentence, word) && one_clause(word)
            || settled(word)
    };
    !ordered && (none || sentence.says(&["later", "tomorrow"]) || is_shrugged(sentence) || (0..last).any(such))
}

/// "Leave it", "keep it that way", "untouched".
fn leaves_it(sentence: &Sentence<'_>, at: usize) -> bool {
    let behind = at + 2;
    let so = || {
        closing::closes(sentence, behind)
            || matches!(sentence.word(behind), "alone" | "as" | "be" | "broken" | "for" | "like" | "that" | "there")
    };
    match sentence.word(at) {
        "alone" | "unchanged" | "untouched" => true,
        "let" => is_pronoun(sentence.word(at + 1)) && closing::closes(sentence, behind),
        word => {
            // "Skip", and nothing more.
            let bare = matches!(word, "disregard" | "ignore" | "skip") && closing::closes(sentence, at + 1);
            leaves(word)
                && (bare || is_pronoun(sentence.word(at + 1)) && so())
                && leads(sentence, at)
                && !is_refused(sentence, at)
        }
    }
}

/// "Ignore the failures in the parser", "skip the failing tests".
fn leaves_the_fault(sentence: &Sentence<'_>, at: usize) -> bool {
    let object = at + 1 + usize::from(is_determiner(sentence.word(at + 1)));
    let fault = |at: usize| is_fault(sentence.word(at)) || matches!(sentence.word(at), "broken" | "failing");
    let known = object + usize::from(is_settled(sentence.word(object)));
    leaves(sentence.word(at)) && fault(known) && leads(sentence, at) && !is_refused(sentence, at)
}

/// "Is expected", "is a known issue", "as intended": said at `at`.
pub(in crate::goal) fn is_settled_at(sentence: &Sentence<'_>, at: usize) -> bool {
    let linked = |far: usize| {
        let word = sentence.back(at, far);
        is_copula(word) || word == "been" || word == "was" || word.ends_with("'s") || word == "they're"
    };
    let refused = sentence.words_back(at, MAX_BETWEEN).any(|word| refuses(word) || word == "no");
    let closed = closing::closes(sentence, at + 1) || is_fault(sentence.word(at + 1));
    // "The button is gone" is the fault.
    let mended =
        !matches!(sentence.word(at), "fixed" | "gone") || sentence.any(is_fault) || is_said_of_it(sentence, at);
    let said = linked(1) || (2..=MAX_BETWEEN).any(linked) && is_fault(sentence.word(at + 1));
    (is_settled(sentence.word(at)) || is_all_right(sentence.word(at)))
        && closed
        && !refused
        && mended
        && (said || linked(2) || sentence.back(at, 1) == "as")
}

/// "That's expected", "it is known": the clause of the word at `at` begins with a pronoun.
fn is_said_of_it(sentence: &Sentence<'_>, at: usize) -> bool {
    let opens = |before: &usize| sentence.head(*before) != Head::Inside;
    let first = (at.saturating_sub(MAX_BETWEEN + 1)..at).rev().find(opens);
    first.is_some_and(|first| {
        let word = sentence.word(first);
        is_pronoun(word.strip_suffix("'s").unwrap_or(word)) || matches!(word, "they're" | "which")
    })
}

/// "The parser breaks, as expected", "(known)": nothing else in its clause.
fn is_an_aside(sentence: &Sentence<'_>, at: usize) -> bool {
    let first = at - usize::from(sentence.back(at, 1) == "as");
    let closed = closing::closes(sentence, at + 1) || is_fault(sentence.word(at + 1));
    closed && (sentence.is_parted(first) || first < at)
}

/// "It's by design", "don't worry about it", "not your problem".
fn is_shrugged(sentence: &Sentence<'_>) -> bool {
    sentence.has_phrase(&SHRUGGED)
}

/// "The parser breaks, Ben will fix it", "I'll fix it", "the team is on it", said from `from` on. "A restart will fix it" tells how.
fn is_mended_by_others(sentence: &Sentence<'_>, from: usize) -> bool {
    let somebody = |who: usize| {
        let token = &sentence.tokens[who];
        let word = token.word.split('\'').next().unwrap_or("");
        // "Let's fix it", "Now it fixes it", "There's a way".
        let small = is_pronoun(word) || is_determiner(word) || is_prelude(word) || is_question_word(word);
        let thing = small || matches!(word, "here" | "let" | "there") || word.ends_with("ing") || is_person(word);
        // An acronym is no name.
        let name = token.raw.starts_with(char::is_uppercase) && token.raw.contains(char::is_lowercase);
        let person = is_person(word) && !is_second_person(word) && word != "we";
        name && !thing || person || matches!(word, "colleague" | "else" | "someone" | "somebody" | "team")
    };
    let takes = |verb: usize| {
        let word = sentence.word(verb);
        let verb_of_it =
            matches!(word, "fixes" | "fixing" | "handle" | "handles" | "handling" | "mend" | "on" | "repair");
        (verb_of_it || word == "take" || changing::is_work_on(word)) && is_pronoun(sentence.word(verb + 1))
    };
    sentence.any_from(from, |who| {
        let (word, next) = (sentence.word(who), sentence.word(who + 1));
        let will = word.ends_with("'ll") || (who + 1..=who + MAX_BETWEEN).any(|at| sentence.word(at) == "will");
        let is = is_copula(next) || word.contains('\'');
        let far = match (will, is) {
            (true, _) => MAX_BETWEEN + 1,
            (_, true) => 2,
            _ => usize::from(next.ends_with('s')),
        };
        somebody(who) && (who + 1..=who + far).any(takes)
    })
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[track_caller]
    fn holds(told: &str) {
        assert_eq!(limits_left("don't touch src/legacy", told), "deny src/legacy/", "{told}");
    }

    #[track_caller]
    fn ends(told: &str) {
        let left = limits_left("don't touch src/legacy", told);
        assert!(left.is_empty() || left.contains("except src/legacy/old.ts"), "{told}: {left}");
    }

    #[test]
    fn who_wants_to_know_orders_no_mending() {
        for asked in [
            "explain why src/legacy/old.ts crashes",
            "can you tell me why src/legacy breaks",
            "find out why src/legacy fails",
            "show me where src/legacy fails",
            "check whether src/legacy still crashes",
            "let me know if legacy is still broken",
            "I want to know why src/legacy hangs",
            "do you know when src/legacy crashes",
            "list the bugs in src/legacy",
            "describe the error in src/legacy",
            "tell me about the crash in legacy",
        ] {
            holds(asked);
        }
        for ordered in [
            "find out why src/legacy crashes and fix it",
            "check why src/legacy fails, then fix it",
            "explain why src/legacy crashes. then fix it",
            "why is src/legacy broken? fix it",
            "there are inputs where src/legacy crashes",
            "that's why src/legacy crashes",
            "src/legacy crashes when the file is empty",
            "look into the bug in src/legacy",
            "list views in src/legacy crash, mend it",
        ] {
            ends(ordered);
        }
    }

    #[test]
    fn a_fault_that_is_left_is_not_to_be_mended() {
        for left in [
            "src/legacy crashed before your change, ignore it",
            "the tests in src/legacy fail, that's expected",
            "ignore the failures in src/legacy",
            "src/legacy is broken, but leave it",
            "src/legacy is broken, keep it that way",
            "src/legacy crashes. ignore it",
            "src/legacy fails, that's a known issue",
            "legacy crashes as intended",
            "src/legacy fails, that's okay",
            "src/legacy is broken by design",
            "src/legacy is broken, don't worry about it",
            "src/legacy is broken, not your problem",
            "src/legacy fails on main as well, disregard",
            "the errors in src/legacy are not ours",
            "legacy is broken and should be left alone",
        ] {
            holds(left);
        }
        for told in [
            "src/legacy crashes on the skip flag",
            "src/legacy crashes, it should ignore blank lines",
            "src/legacy still fails, make it skip empty lines",
            "src/legacy fails: expected 3, got 4",
            "fix the known crash in src/legacy",
            "the bug in src/legacy is known, fix it",
            "the token part is fine, but src/legacy still crashes",
            "src/legacy crashes and needs to be fixed",
            "no, src/legacy still crashes",
            "update src/legacy, keep it small",
        ] {
            ends(told);
        }
    }

    #[test]
    fn what_others_mend_stays_theirs() {
        for theirs in [
            "src/legacy is broken, Ben will fix it",
            "src/legacy is broken. Ben will fix it",
            "src/legacy is broken, I'll fix it",
            "src/legacy is broken, the platform team will fix it",
            "legacy is broken, Kim is on it",
            "src/legacy fails, someone from infra will handle it",
        ] {
            holds(theirs);
        }
        assert_eq!(limits_left("don't touch src/legacy", "src/legacy is broken. Let's fix it"), "");
        for ours in [
            "src/legacy crashes, a restart will fix it",
            "src/legacy crashes. There's a way to fix it: add a null check",
            "src/legacy crashes because the API handles it badly",
            "src/legacy crashes, you will have to fix it",
            "legacy is broken, it fixes itself never",
        ] {
            ends(ours);
        }
    }

    #[test]
    fn a_text_about_a_fault_is_no_mending() {
        for written in [
            "write an issue about the bug in src/legacy",
            "open an issue: src/legacy crashes",
            "file a ticket for the crash in src/legacy",
            "mention in the PR that src/legacy still fails",
            "tell Ben that src/legacy is broken",
        ] {
            holds(written);
        }
        for told in [
            "there's an issue: src/legacy crashes",
            "open issue: src/legacy crashes",
            "write an issue about the bug in src/legacy and fix it",
            "create an issue template in src/legacy",
        ] {
            ends(told);
        }
    }
}
