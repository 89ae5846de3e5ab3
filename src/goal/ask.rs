//! What a later prompt asks for, before it is compared with the goal.
//!
//! Owns the telling apart of acknowledgements, questions, commit requests, permissions, reversals and orders.

use super::constraint::elsewhere;
use super::freeing::act::checks_in;
use super::freeing::{freed, granted};
use super::line::{Ask, Line};
use super::prompt::changing;
use super::prompt::prose::{Prose, Voice, without_machine_matter};
use super::prompt::sentence::{self, Mood, Sentence, is_inquiring, is_verb};
use crate::domain::WorkKind;
use crate::goal::prompt::word_class::{
    is_all_right, is_conjunction, is_copula, is_exclamation, is_praise, is_prelude, is_too, lets,
    refuses as refuses_word,
};
use crate::text::clip::head;
use crate::text::kind::kind_of_word;
use crate::text::word_set::sorted;
use crate::text::words::{each_word, is_telling, words};

/// Words of which a bare acknowledgement is made.
#[rustfmt::skip]
const ACKNOWLEDGING: &[&str] = sorted(&[
    "absolutely", "accepted", "accord", "affirmative", "agree", "agreed", "ahead", "all", "allow", "allowed",
    "alright", "amazing", "and", "approved", "awesome", "b", "bitte", "both", "carry", "certo", "claro", "confirm",
    "confirmed", "continue", "cool", "correct", "course", "daccord", "das", "definitely", "do", "done", "exactly",
    "excellent", "fantastic", "far", "fine", "finish", "first", "for", "genau", "genehmigt", "gerne", "go", "going",
    "good", "got", "granted", "great", "guess", "gut", "hm", "hmm", "i", "idea", "is", "isso", "it", "ja", "jap",
    "jo", "job", "jup", "k", "keep", "klar", "lets", "lgtm", "like", "love", "mach", "makes", "mal", "me", "mhm", "much",
    "natürlich", "nice", "now", "number", "of", "ofc", "ok", "okay", "okey", "oki", "okk", "on", "one", "option",
    "oui", "passt", "perfect", "perfecto", "perfeito", "perfetto", "please", "pls", "prima", "proceed", "remaining",
    "rest", "resume", "right", "roger", "second", "sense", "si", "sim", "so", "sounds", "super", "sure", "sí",
    "thank", "thanks", "that", "thats", "the", "them", "then", "these", "third", "this", "those", "thx", "to",
    "true", "try", "two", "vale", "vas", "very", "weiter", "well", "with", "wonderful", "work", "works", "y", "ya",
    "yay", "ye", "yea", "yeah", "yep", "yes", "yess", "you", "your", "yup", "お願いします", "はい",
]);

/// Answers that say yes as a whole.
#[rustfmt::skip]
const AGREEING: [&str; 27] = [
    "be my guest", "bien sûr", "claro que sí", "doe maar", "graag", "hell yes", "if you must", "ja doe maar", "klingt gut",
    "klingt super", "mach ruhig", "make it so", "manda ver", "no objections", "no problem", "nur zu", "ok pour moi", "por favor",
    "si grazie", "sim por favor", "sì grazie", "sí por favor", "up to you", "va bene", "von mir aus", "why not", "your call",
];

/// True for the [`words`] of an answer that welcomes what was offered. They have no apostrophes.
fn welcomes(said: &[String]) -> bool {
    let from = said.iter().position(|word| !opens_a_yes(word)).unwrap_or(0);
    let to = said.iter().rposition(|word| word != "please" && word != "thanks").map_or(0, |last| last + 1);
    let said: Vec<&str> = said.get(from..to).unwrap_or_default().iter().map(String::as_str).collect();
    // "That would be nice", "fine by me", "I'm happy with that".
    let such = |word: &str| is_praise(word) || matches!(word, "fine" | "happy" | "helpful" | "lovely");
    match said[..] {
        ["that" | "it", "would", "be", how]
        | ["thatd" | "itd" | "would", "be", how]
        | ["im", how, "with", "it" | "that" | "this"] => such(how),
        [how, "by" | "for" | "with", "me"] => such(how) || how == "works",
        _ => AGREEING.contains(&said.join(" ").as_str()),
    }
}

/// Words of courtesy before such an answer.
fn opens_a_yes(word: &str) -> bool {
    matches!(word, "hm" | "ok" | "okay" | "sure" | "then" | "well" | "yeah" | "yes")
}

/// True for an answer that approves the work as it stands: "LGTM", "looks good".
pub(super) fn approves(answer: &str) -> bool {
    let said = words(head(answer, MAX_OPENING));
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    is_acknowledgement(answer)
        && (has(&["approved", "lgtm"]) || has(&["look", "looks"]) && has(&["fine", "good", "great", "perfect"]))
}

/// True for a sentence that says nothing of the work: "cool.", "wtf", "oh wow, great job".
pub(super) fn only_exclaims(sentence: &Sentence<'_>) -> bool {
    let empty = |word: &str| is_exclamation(word) || is_praise(word) || is_prelude(word);
    let praised = || !sentence.any(is_verb) && is_acknowledgement(sentence.text);
    sentence.mood != Mood::Question && (sentence.tokens.iter().all(|token| empty(&token.word)) || praised())
}

/// Openings with which people take something back.
const REFUSING: &[&str] = &["don't", "never", "no", "nope", "revert", "rollback", "stop", "undo"];

/// Verbs of taking back.
const REVERTING: &[&str] = &["revert", "rollback", "undo"];

/// Words that a request to commit, push or open a pull request is made of.
#[rustfmt::skip]
const VERSION_CONTROL: &[&str] = sorted(&[
    "amend", "branch", "checkout", "commit", "commited", "commits", "committed", "commti", "description", "draft",
    "generate", "git", "github", "logical", "main", "master", "merge", "message", "open", "origin", "pr", "prs",
    "pull", "push", "rebase", "remote", "request", "separate", "single", "squash", "stash", "tag", "upstream",
    "work",
]);

/// Words of which one must be there for such a request.
const VERSION_CONTROL_CORE: &[&str] = &[
    "amend", "branch", "checkout", "commit", "commits", "commti", "main", "master", "merge", "pr", "pull", "push",
    "rebase", "squash", "stash",
];

/// Words with which people ask for work as if they asked about it.
const WISHES: &[&str] =
    &["is it possible to", "be possible to", "is there a way to", "is there any way to", "wanna", "want to"];

/// A bare acknowledgement has at most so many words.
const MAX_ACKNOWLEDGEMENT: usize = 9;

/// True for a bare "yes", "go on", "looks good", a number or a letter: the prompt leaves the goal as it is. Never true
/// for a text that takes something back or carries an instruction ("no", "stop", "Good catch, revert the schema change").
pub fn is_acknowledgement(prompt: &str) -> bool {
    let typed = without_machine_matter(prompt);
    // A long prompt need not be read to have too many words.
    let with_words = |chunk: &&str| chunk.contains(char::is_alphanumeric);
    if typed.split_whitespace().filter(with_words).nth(MAX_ACKNOWLEDGEMENT).is_some() {
        return false;
    }
    let prose = Prose::of(typed);
    if prose.has_document() || prose.stretches().any(|(voice, _)| voice == Voice::Quoted) {
        return false;
    }
    let said = words(prose.text());
    let plain = |word: &String| {
        ACKNOWLEDGING.binary_search(&word.as_str()).is_ok()
            || matches!(word.as_str(), "look" | "looks" | "looking")
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || (word.len() == 1 && word.as_bytes()[0].is_ascii_lowercase() && word != "n")
    };
    // A thumb up has no words at all; an empty prompt says nothing.
    let symbol_only = said.is_empty() && !prose.text().is_empty();
    let asks = prose.text().ends_with('?');
    let hums = || said.iter().all(|word| matches!(word.as_str(), "hm" | "hmm"));
    let phrase = || said.len() <= MAX_ACKNOWLEDGEMENT && welcomes(&said);
    !asks
        && (symbol_only
            || phrase()
            || (!said.is_empty() && said.len() <= MAX_ACKNOWLEDGEMENT && said.iter().all(plain) && !hums()))
}

/// First words of a yes.
#[rustfmt::skip]
const OPENING_A_YES: [&str; 24] = [
    "absolutely", "accepted", "affirmative", "agreed", "allow", "allowed", "alright", "approve", "approved", "definitely", "do", "go",
    "granted", "ok", "okay", "please", "proceed", "sure", "ye", "yea", "yeah", "yep", "yes", "yup",
];

/// Characters of an answer in which its first two words stand.
const MAX_OPENING: usize = 64;

/// True for an answer that begins with a yes: "Yes, push it", "Go ahead".
pub fn agrees(answer: &str) -> bool {
    let opening = words(head(answer.trim_start(), MAX_OPENING));
    // "Fine-grained tokens fail" and "permission errors" are no answers.
    let word = |at: usize| opening.get(at).map_or("", String::as_str);
    let closes = |at: usize| matches!(word(at), "" | "by" | "go" | "then" | "with");
    let agreed = OPENING_A_YES.contains(&word(0))
        || word(0) == "permission" && word(1) == "granted"
        || word(0) == "fine" && closes(1);
    let refuses = || {
        let said = words(answer);
        // "Sure, why not".
        let why = |at: usize| at > 0 && said[at - 1] == "why";
        said.iter()
            .enumerate()
            .any(|(at, word)| matches!(word.as_str(), "denied" | "dont" | "not") && !(word == "not" && why(at)))
    };
    agreed && !refuses()
}

/// Bytes at most of an answer that only lets the work begin.
const MAX_BEGINNING: usize = 200;

/// True for an answer with which the work begins: "Yes, please proceed with your plan", "begin with step 1", "ok, phase 1".
pub(super) fn begins(answer: &str) -> bool {
    // A long prompt is an order of its own, and not cut into words to see it.
    if answer.len() > MAX_BEGINNING {
        return false;
    }
    let said = words(answer);
    let word = |at: usize| said.get(at).map_or("", String::as_str);
    let steps = matches!(word(1), "phase" | "step") && matches!(word(0), "ok" | "okay" | "now");
    let starts =
        |at: usize| matches!(word(at), "begin" | "proceed" | "start") || word(at) == "go" && word(at + 1) == "ahead";
    let agrees = OPENING_A_YES.contains(&word(0));
    let open =
        !answer.trim_end().ends_with('?') && !said.iter().any(|word| matches!(word.as_str(), "dont" | "not" | "wait"));
    open && (steps || starts(0) || agrees && (starts(1) || starts(2)))
}

/// True for a prompt that asks a question and nothing else, so that an answer is all that was wanted.
///
/// A complaint in the form of a question ("why isn't this fixed?", "why did you remove it?", "what about the tests?") wants
/// work and is none ("it expires too early, why?" is another); neither is one with a statement beside it, which may be the
/// order, nor a wish ("is it possible to log it?", "can it log that as well?").
pub(super) fn only_asks(prose: &Prose, lines: &[Line<'_>]) -> bool {
    if prose.has_document() {
        return false;
    }
    let mut asked = false;
    for Line { sentence, .. } in lines.iter().filter(|line| line.voice == Voice::Typed) {
        let complains = sentence.any(|word| {
            matches!(word, "you" | "your" | "we" | "us" | "about" | "not" | "still") || word.ends_with("n't")
        });
        // "Should be": what was said before it is the subject. "Docs?" asks where they are.
        let elliptic = matches!(sentence.word(0), "should" | "could" | "must")
            && matches!(sentence.word(1), "be" | "have")
            || sentence.tokens.len() < 3 && sentence.any(|word| kind_of_word(word).is_some());
        if sentence.mood != Mood::Question || !sentence.inquires() || complains || elliptic || wishes(sentence) {
            return false;
        }
        asked = true;
    }
    asked
}

/// True for a question that may well be a request, or that ends a complaint.
fn wishes(sentence: &Sentence<'_>) -> bool {
    let last = sentence.tokens.len().saturating_sub(1);
    let wish = |at: usize| {
        sentence.reads_one(at, WISHES)
            || (matches!(sentence.word(at), "can" | "could") && sentence.head(at) != sentence::Head::Inside)
            || (sentence.word(at) == "mind" && sentence.word(at + 1).ends_with("ing"))
    };
    (last > 0 && sentence.word(last) == "why") || (0..=last).any(wish)
}

/// What a typed sentence asks for.
pub(super) fn ask(line: &Line<'_>) -> Ask {
    let sentence = &line.sentence;
    if line.only_forbids() {
        return Ask::Restraint;
    }
    if sentence.mood != Mood::Question && freed::lifts(sentence) {
        return Ask::Permission;
    }
    if sentence.mood != Mood::Question && reverts(sentence) {
        return Ask::Reversal;
    }
    if permits(sentence) || elsewhere::permits(sentence) {
        return Ask::Permission;
    }
    if is_version_control(line) || checks_in(sentence) {
        return Ask::VersionControl;
    }
    let verb = sentence.main_verb;
    match sentence.mood {
        Mood::Question => Ask::Answer,
        Mood::Order | Mood::Request if verb.is_some_and(|verb| only_inquires(sentence, verb)) => Ask::Answer,
        Mood::Order | Mood::Request => Ask::Work,
        Mood::Suggestion => Ask::Suggestion,
        Mood::Statement => Ask::Nothing,
    }
}

/// True when a prompt opens by taking something back; "no problem" and "never mind" do not.
pub(super) fn refuses(sentence: &Sentence<'_>) -> bool {
    let politeness = matches!(
        (sentence.word(0), sentence.word(1)),
        ("no", "problem" | "problems" | "worries" | "need" | "idea" | "rush" | "hurry")
            | ("never", "mind")
            | ("don't", "worry" | "bother" | "forget" | "you" | "we" | "know" | "hesitate" | "think")
            | ("stop", "hook" | "hooks")
    );
    let opening = REFUSING.contains(&sentence.word(0)) || sentence.reads(0, "do not") || sentence.reads(0, "roll back");
    opening && !politeness && !freed::lifts_all(sentence) && sentence.mood != Mood::Question
}

/// True when every ordered verb asks to look or to tell: "look at it and explain" does, "look at it and fix it" does not.
fn only_inquires(sentence: &Sentence<'_>, verb: usize) -> bool {
    let further = (verb + 1..sentence.tokens.len()).filter(|at| {
        let before = &sentence.tokens[at - 1];
        let led =
            is_conjunction(&before.word) || before.comma() || (before.word == "to" && sentence.word(verb) == "try");
        led && is_verb(sentence.word(*at))
    });
    std::iter::once(verb).chain(further).all(|at| is_inquiring(sentence.word(at))) && !shows_to_others(sentence, verb)
}

/// Words from "on" to the part of the product: "on the new settings page".
const MAX_PART: usize = 4;

/// "Show the expiry on the settings page": the product is to show it. "Show me the page" asks to look.
fn shows_to_others(sentence: &Sentence<'_>, verb: usize) -> bool {
    let part = |at: usize| kind_of_word(sentence.word(at)) == Some(WorkKind::Interface);
    let there = |at: usize| matches!(sentence.word(at), "in" | "on") && (at + 1..at + 1 + MAX_PART).any(part);
    sentence.word(verb) == "show"
        && !matches!(sentence.word(verb + 1), "me" | "us")
        && sentence.any_from(verb + 2, there)
}

fn reverts(sentence: &Sentence<'_>) -> bool {
    let ordered = sentence.any_at(|at| {
        let back = sentence.reads_one(at, &["roll back", "take back"]);
        (back || REVERTING.contains(&sentence.word(at))) && sentence.head(at) != sentence::Head::Inside
    });
    ordered || sentence.main_verb.is_some_and(|at| REVERTING.contains(&sentence.word(at)))
}

/// The command of "You may run `pytest -q tests/a.py` now", where nothing else stands in the sentence.
pub(super) fn permitted_run<'s>(sentence: &Sentence<'s>) -> Option<&'s str> {
    let granted = |at: &usize| {
        sentence.word(*at) == "you" && lets(sentence.word(at + 1)) && matches!(sentence.word(at + 2), "execute" | "run")
    };
    let at = (0..3).find(granted)? + 3;
    let command = sentence.tokens.get(at).filter(|token| token.code && sentence.mood != Mood::Question)?;
    sentence.tokens.iter().skip(at + 1).all(|token| is_prelude(&token.word)).then_some(command.raw)
}

/// "keep the css change", "you can touch X now", "touch X too", "go ahead and edit X", "X is fine".
fn permits(sentence: &Sentence<'_>) -> bool {
    if matches!(sentence.mood, Mood::Question | Mood::Request | Mood::Suggestion) {
        return false;
    }
    let changes = sentence.any(changing::is_change);
    let verb = sentence.main_verb.map_or("", |at| sentence.word(at));
    let kept = matches!(verb, "keep" | "accept" | "allow" | "leave") && changes && !sentence.says(&["alone", "to"]);
    let touches = |at: usize| changing::is_verb(sentence.word(at));
    // "If you may change it, tell me", "someone said you may change it".
    let told = |at: usize| {
        (0..at).any(|before| matches!(sentence.word(before), "if" | "whether" | "said" | "says" | "told" | "thinks"))
    };
    let allowed = sentence.any_at(|at| {
        let grant = match sentence.word(at) {
            word if lets(word) => matches!(sentence.back(at, 1), "you" | "we"),
            "ahead" => sentence.word(at + 1) == "and",
            // "It isn't safe to edit".
            word => {
                (is_all_right(word) || matches!(word, "free" | "safe"))
                    && sentence.word(at + 1) == "to"
                    && !refuses_word(sentence.back(at, 1))
            }
        };
        grant && !told(at) && (at + 1..at + 5).any(touches)
    });
    let last = sentence.tokens.len().saturating_sub(1);
    let also = is_too(sentence.word(last)) && last > usize::from(sentence.word(last) == "well");
    let too = sentence.main_verb.is_some_and(touches) && sentence.mood == Mood::Order && also;
    let last_but_now = if sentence.word(last) == "now" { last.saturating_sub(1) } else { last };
    let fine =
        is_all_right(sentence.word(last_but_now)) && last_but_now > 1 && is_copula(sentence.word(last_but_now - 1));
    // "No, src/db is fine" says that nothing is wrong with it.
    let fine = fine && !matches!(sentence.word(0), "no" | "nope");
    kept || allowed || too || granted::opens_now(sentence) || (fine && (changes || sentence.tokens.len() < 10))
}

fn is_version_control(line: &Line<'_>) -> bool {
    let (mut core, mut other) = (false, false);
    for (_, token) in line.asking() {
        each_word(token.raw, |word| {
            other = other || (is_telling(word) && VERSION_CONTROL.binary_search(&word).is_err());
            core = core || VERSION_CONTROL_CORE.contains(&word);
        });
        if other {
            let verb = line.sentence.main_verb.map_or("", |at| line.sentence.word(at));
            return matches!(verb, "commit" | "push" | "rebase" | "squash") && !continues(&line.sentence);
        }
    }
    core && line.sentence.mood != Mood::Question
}

/// True when the sentence orders something besides committing.
fn continues(sentence: &Sentence<'_>) -> bool {
    sentence.any_from(1, |at| {
        let led = is_conjunction(sentence.word(at - 1)) || sentence.tokens[at - 1].comma();
        led && is_verb(sentence.word(at))
            && !matches!(sentence.word(at), "commit" | "push" | "merge" | "rebase" | "open" | "squash")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::revise;
    use crate::goal::stage::{Stage, typed};

    #[test]
    fn an_answer_agrees_by_its_first_word() {
        for answer in ["Yes, push it", "go ahead", "OK", "sure", "granted", "permission granted", "sure, why not"] {
            assert!(agrees(answer), "{answer}");
        }
        for answer in [
            "No, wait",
            "yes, but don't push",
            "do not",
            "Don't",
            "the second one",
            "permission denied",
            "Permission check in the route",
            "fine-grained tokens fail",
            "",
        ] {
            assert!(!agrees(answer), "{answer}");
        }
    }

    #[test]
    fn a_question_alone_wants_an_answer() {
        let asks_alone = |prompt: &str| revise(None, &typed(prompt), &Stage::new().cx()).only_asks;
        for prompt in [
            "why does the login fail after a restart?",
            "What does parse_date return for an empty string?",
            "where is the token stored?",
            "is the cache shared between requests? where is it cleared?",
            "how does this work?\n```\nlet a = 1;\n```",
            "is it possible that the cache is stale?",
            "where can a caller find the token?",
            "why?",
            "which tests are slow?",
            "done?",
        ] {
            assert!(asks_alone(prompt), "{prompt}");
        }
        for prompt in [
            "can you fix the login?",
            "any chance to get rid of the sleep?",
            "geht das auch ohne sleep?",
            "esse sleep é feio, dá pra tirar?",
            "可以去掉 sleep 吗?",
            "could you add a test?",
            "why does the login fail? fix it",
            "the login fails. why?",
            "why isn't this working?",
            "why did you remove the test?",
            "what about the tests?",
            "should we add a test?",
            "is it still broken?",
            "is it possible to make it log expired ones as well?",
            "would it be possible to cache that?",
            "is there a way to skip the slow ones?",
            "could it log expired ones?",
            "can it log that as well?",
            "nice, could the parser accept tabs?",
            "token expires too early, why?",
            "tests?",
            "nice. docs?",
            "mind fixing the mailer too?",
            "wanna add Switzerland as well?",
            "should be",
            "explain how the cache works",
            "fix the login",
            "yes",
            "",
        ] {
            assert!(!asks_alone(prompt), "{prompt}");
        }
    }

    #[test]
    fn acknowledgements_carry_nothing() {
        for prompt in [
            "yes",
            "y",
            "go on",
            "looks good",
            "continue",
            "2",
            "b",
            "ok thanks",
            "Yes please!",
            "yes, do it",
            "LGTM",
            "👍",
            "go ahead",
            "sounds good, proceed",
            "1 and 2",
            "option b",
            "that works for me",
            "Perfect. Thank you very much",
            "do both",
            "and now finish it",
            "keep going with the rest",
            "please finish your work",
            "ja, mach das",
            "oui",
        ] {
            assert!(is_acknowledgement(prompt), "{prompt}");
        }
        for prompt in [
            "no",
            "n",
            "no, stop touching css",
            "stop",
            "revert",
            "Good catch, revert the schema change",
            "",
            "   ",
            "next step: implement the database layer and write tests",
            "yes, but not the tests",
            "fix login bug",
            "Great news, the build passes; please ship",
            "Right, now refactor the parser into modules",
            "fix src/a.ts",
            "ok, don't",
            "yes and commit it",
            "is it good?",
            "undo that",
            "yes\n```\nx\n```",
            "Implement feature",
            "The auth flow breaks on refresh tokens",
            "not good",
        ] {
            assert!(!is_acknowledgement(prompt), "{prompt}");
        }
    }
}
