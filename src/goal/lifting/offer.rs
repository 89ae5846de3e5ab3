//! What the agent had put forward, where a prompt agrees to it: a "yes" to "May I change src/db?", the number of an option.
//!
//! Owns the reading of the agent's last words as an offer, and of the answers that take it up.

use super::choice::{self, Choice};
use crate::domain::{Pattern, WorkKind};
use crate::goal::freeing::elsewhere::{LATER, LEAVING};
use crate::goal::line::{Ask, Line};
use crate::goal::names::lookup::Lookup;
use crate::goal::prompt::changing;
use crate::goal::prompt::prose::Prose;
use crate::goal::prompt::sentence::{Head, Mood, is_verb};
use crate::goal::prompt::word_class::{is_pronoun, is_too, leaves, lets, obliges};
use crate::goal::reading::Reading;
use crate::goal::{GoalContext, ask};
use crate::text::clip::head;
use crate::text::kind;
use crate::text::words::{is_telling, path_words, words};

/// True for a word that refuses, in a question of the agent's or a report of what it left.
pub(super) fn is_refusing(word: &str) -> bool {
    leaves(word)
        || matches!(word, "didn't" | "didnt" | "don't" | "dont" | "left" | "never" | "not" | "revert" | "without")
}

/// Bytes of a prompt that are looked at for a yes.
const MAX_YES: usize = 200;

/// Words of what is to be mended at a place, though it was left alone.
const AMISS: [&str; 10] = ["breaks", "broken", "bug", "fail", "fails", "issue", "missing", "problem", "same", "wrong"];

/// Sentences before a question in which what it points to is named at most.
const MAX_LINES_BACK: usize = 5;

/// Words at the end of what the agent said in which a question is turned.
const MAX_TURNED: usize = 24;

/// What the agent's last words put forward.
#[derive(Default)]
pub(super) struct Offer {
    pub(super) places: Vec<Pattern>,
    pub(super) kinds: Vec<WorkKind>,
    pub(super) words: Vec<String>,
}

impl Offer {
    /// `before`: the prompt before this one, where a question may have named what the agent then asked about.
    pub(super) fn agreed_to(reading: &Reading<'_, '_>, cx: &GoalContext<'_>, before: Option<&str>) -> Self {
        let Some(words) = cx.last_words else { return Self::default() };
        if let Some(option) = choice::chosen(reading.text).and_then(|number| choice::option(words, number)) {
            return Self::of_option(&option, cx);
        }
        let agrees = if is_turned(words) {
            says_no(reading.text) || says_yes(reading) && tells_to_go_on(reading.text)
        } else {
            ask::is_acknowledgement(reading.text) || says_yes(reading) && asks(words)
        };
        let names_none = reading.typed().all(|line| line.wanted().next().is_none() && !line.forbids());
        let first = reading.typed().next().map(|line| &line.sentence);
        let refused = first.is_some_and(ask::refuses) && !agrees;
        let permits = reading.typed().any(|line| line.ask == Ask::Permission || allows(line));
        if !agrees && (refused || !names_none || !(permits || reading.typed().any(points))) {
            return Self::default();
        }
        let prose = Prose::new(words);
        let told = Reading::new(&prose, cx, 0);
        let question =
            told.lines.iter().rposition(|line| line.sentence.text.trim_end().ends_with('?') || proposes(line));
        // "Should I change it or leave it?" asks for one of both.
        let refusing = |line: &&Line<'_>| {
            let words = line.sentence.tokens.iter().map(|token| token.word.as_str());
            words.take_while(|word| *word != "or").any(is_refusing)
        };
        let has = |line: &Line<'_>, list: &[&str]| line.sentence.says(list);
        let left = |line: &&Line<'_>| has(line, &["unchanged", "untouched"]);
        // "I did not touch it" tells; "you asked me not to touch it" says what stands against the offer.
        let told_of =
            |line: &Line<'_>| has(line, &["allowed", "asked", "forbade", "forbidden", "said", "told", "wanted"]);
        let bare = question.is_some_and(|at| told.lines[at].sentence.tokens.len() <= 2);
        let lines: Vec<&Line<'_>> = match question {
            Some(at) => {
                let (asked, before) = (&told.lines[at], told.lines[..at].last());
                // "I was not allowed to change it. May I?", "It has the same bug. Shall I mend it?", "It is in a.ts. Should I go ahead?"
                let open = asked.wanted().next().is_none();
                // "It lies in src/db, which you asked me not to touch. Should I change it?"
                let goes_on = open && has(asked, &["add", "ahead", "anyway", "lift", "ok", "okay", "proceed"]);
                let would = would_change_it(asked) || goes_on;
                let spoken = |line: &&Line<'_>| !refusing(line) || would && told_of(line) && !left(line);
                let about =
                    before.filter(|line| if bare { !left(line) } else { (refers_back(asked) || open) && spoken(line) });
                // "src/legacy has the same bug. I left it alone as you said. Shall I fix it?"
                let named = |line: &&Line<'_>| !line.named.is_empty();
                let points = open && asked.kinds.is_empty() && would_change_it(asked) && !has(asked, &["do"]);
                let mut back =
                    told.lines[..at].iter().rev().take(MAX_LINES_BACK).skip_while(|line| goes_on_about_it(line));
                let amiss = |line: &&Line<'_>| !refusing(line) && !left(line) || has(line, &AMISS);
                let near = back.next().filter(named).filter(amiss).filter(|_| points);
                let about = about.filter(|line| named(line)).or(near).or(about);
                // "May I look into src/db?" asks for no change.
                let only_looks =
                    has(asked, &["inspect", "issue", "limits", "look", "note", "read", "ticket", "view", "yourself"]);
                // "Prisma needs no change. Should I commit?", "I left it. Anything else?"
                let acts = ["commit", "deploy", "else", "merge", "publish", "push", "release"];
                let about = about.filter(|_| would_change_it(asked) || !has(asked, &acts));
                if only_looks && !has(asked, &["change", "edit", "lift", "modify", "touch", "update"]) {
                    return Self::default();
                }
                // "It has the same bug. Should I leave it?", "I assume it stays as it is?": a yes keeps the limit.
                let keeps = asked.sentence.any(changing::is_staying)
                    || refusing(&asked) && has(asked, &["alone", "keep", "leave", "skip"]);
                if keeps && !would_change_it(asked) && !told_of(asked) {
                    return Self::default();
                }
                std::iter::once(asked).filter(|line| !refusing(line) || told_of(line)).chain(about).collect()
            }
            None if !agrees => {
                let last = told.lines.iter().rfind(|line| line.wanted().next().is_some());
                // "It needs a change in src/db, which you told me not to touch." "ok, change it"
                last.into_iter().filter(|line| !refusing(line) || told_of(line)).collect()
            }
            // "Sorting should happen in src/services." "Right, do that"
            None if orders_it(reading.text) => {
                let last = told.lines.iter().rfind(|line| line.wanted().next().is_some());
                // "It needs a change there", and not "it should stay".
                let wanted = |word: &str| obliges(word) || matches!(word, "belong" | "belongs");
                let stays = |word: &str| changing::is_staying(word) || matches!(word, "alone" | "same" | "still");
                let such = |line: &&Line<'_>| !refusing(line) && line.sentence.any(wanted) && !line.sentence.any(stays);
                last.into_iter().filter(such).collect()
            }
            None => Vec::new(),
        };
        // Of commands only the question speaks, unless it is a bare "May I?": what the agent tells beside it is done or not.
        let words = lines.iter().take(if bare { 2 } else { 1 }).flat_map(|line| said(line)).collect();
        let mut offer = Self { words, ..Self::of(&lines, told.names.lookup()) };
        // "And legacy?" "The same bug is there. Should I fix it?" "Yes"
        let open = offer.kinds.is_empty() && told.lines.iter().all(|line| line.wanted().next().is_none());
        if open && offer.places.is_empty() && question.is_some_and(|at| would_change_it(&told.lines[at])) {
            offer.places = before.map(|before| asked_about(before, cx)).unwrap_or_default();
        }
        offer.places.retain(|place| !leaves_out(reading.text, place));
        offer
    }

    /// An option that the agent had put forward. "A) add it" adds what was told before the options.
    fn of_option(option: &Choice<'_>, cx: &GoalContext<'_>) -> Self {
        let prose = Prose::new(option.text);
        let told = Reading::new(&prose, cx, 0);
        let lines: Vec<&Line<'_>> = told.lines.iter().filter(|line| !line.forbids()).collect();
        let offer = Self { words: words(option.text), ..Self::of(&lines, told.names.lookup()) };
        let changes = |line: &&Line<'_>| {
            let makes = matches!(line.sentence.word(0), "add" | "create" | "extend");
            let next = line.sentence.word(1);
            let back = is_pronoun(next) || matches!(next, "one" | "there");
            would_change_it(line) || makes && back
        };
        if !offer.places.is_empty() || !offer.kinds.is_empty() || !lines.iter().any(changes) {
            return offer;
        }
        let prose = Prose::new(option.before);
        let told = Reading::new(&prose, cx, 0);
        let mut back = told.lines.iter().rev().map(|line| Self::of(&[line], told.names.lookup()));
        let meant = back.find(|meant| !meant.places.is_empty() || !meant.kinds.is_empty());
        Self { words: offer.words, ..meant.unwrap_or_default() }
    }

    fn of(lines: &[&Line<'_>], lookup: &Lookup<'_>) -> Self {
        let called = lines.iter().flat_map(|line| {
            let words = line.asking().filter(|(at, token)| is_telling(&token.word) && !line.looks_at(*at));
            words
                .flat_map(|(_, token)| lookup.folders_ending_with(&token.word))
                .map(|folder| Pattern::Folder(folder.to_owned()))
        });
        // "Should I add a column to the schema?"
        let parts = lines.iter().flat_map(|line| {
            let parts = line.asking().filter(|(at, _)| !line.looks_at(*at));
            parts.filter_map(|(_, token)| kind::part_of_word(&token.word))
        });
        let parts = parts.flat_map(|part| part.globs.iter().map(|glob| Pattern::Glob((*glob).to_owned())));
        let named = lines.iter().flat_map(|line| line.wanted()).map(|(_, place)| place.clone());
        Self {
            places: named.chain(called).chain(parts).collect(),
            kinds: lines.iter().flat_map(|line| line.kinds.iter().copied()).collect(),
            words: Vec::new(),
        }
    }
}

/// "Right, do that", "ok go for it": who says more than that he agrees.
fn orders_it(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    said.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("do", "it" | "so" | "that" | "this") | ("please", "do") | ("go", "for")
        )
    })
}

/// The places that a question of the user's names: "and legacy?", "does src/db have it too?".
fn asked_about(prompt: &str, cx: &GoalContext<'_>) -> Vec<Pattern> {
    let prose = Prose::new(prompt);
    let told = Reading::new(&prose, cx, 0);
    let lines: Vec<&Line<'_>> = told.typed().filter(|line| line.sentence.asks() && !line.forbids()).collect();
    Offer::of(&lines, told.names.lookup()).places
}

/// "It would need a change there": an offer without a question mark.
fn proposes(line: &Line<'_>) -> bool {
    line.sentence.has_phrase(&[
        &["would", "need"],
        &["i", "could"],
        &["i", "would"],
        &["i'd"],
        &["i", "can"],
        &["if", "you", "like"],
        &["if", "you", "want"],
        &["ready", "to"],
        &["let", "me", "know"],
    ])
}

/// True for words that end in a question.
fn asks(said: &str) -> bool {
    said.trim_end().ends_with('?')
}

/// "Yes, but leave legacy": of what was offered the answer leaves this place out.
fn leaves_out(answer: &str, place: &Pattern) -> bool {
    let said = words(head(answer, MAX_YES));
    let names = path_words(&place.shown());
    let refused = said.iter().position(|word| leaves(word) || matches!(word.as_str(), "except" | "not" | "without"));
    refused.is_some_and(|at| said[at + 1..].iter().any(|word| is_telling(word) && names.contains(word)))
}

/// "Do you mind if I change it?", "is it still off limits?": a no lets it be done.
fn is_turned(said: &str) -> bool {
    // A word that stands behind white space is no part of the one before.
    let from = said.rmatch_indices(char::is_whitespace).nth(MAX_TURNED).map_or(0, |(at, _)| at);
    let said = words(&said[from..]);
    let last = &said[said.len().saturating_sub(MAX_TURNED)..];
    last.windows(2).any(|two| {
        matches!(
            (two[0].as_str(), two[1].as_str()),
            ("mind", "if") | ("any", "objections") | ("still", "off" | "forbidden" | "frozen" | "off-limits")
        )
    })
}

/// "Sure, go ahead", and not "yes", which says that it is.
fn tells_to_go_on(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    said.iter()
        .any(|word| matches!(word.as_str(), "ahead" | "change" | "do" | "go" | "ok" | "okay" | "please" | "sure"))
        && !said.iter().any(|word| word == "i")
}

/// True for a no to such a question.
fn says_no(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    let word = |at: usize| said.get(at).map_or("", String::as_str);
    // "No, keep going".
    let leaves = |word: &str| leaves(word) && word != "keep";
    let refuses = said.iter().any(|word| leaves(word) || matches!(word.as_str(), "dont" | "stop" | "wait"));
    !refuses && (matches!(word(0), "nah" | "no" | "nope" | "none") || word(0) == "not" && word(1) == "at")
}

/// Words behind "ok" that make a yes of it; others begin the next order.
const BEHIND_OK: [&str; 9] = ["ahead", "allowed", "do", "fine", "go", "granted", "it", "sure", "yes"];

/// Words with which a yes is none to what was asked.
const TAKING_BACK: [&str; 9] = ["instead", "later", "leave", "myself", "only", "skip", "tomorrow", "unless", "wait"];

/// Refusals of other languages behind a yes, beside [`LATER`] and [`LEAVING`]: "sim, mas não agora", "va bene, in un altro PR".
const BACK_ELSEWHERE: [&str; 7] = ["altro", "nicht", "niet", "não", "otro", "outro", "pas"];

/// True for a prompt that says yes and perhaps goes on: "yes. and add a test", "sure, but don't rename it", "ok allowed". "Ok now look
/// at x" leaves the question unanswered, "yes, but only in src/auth" answers another one.
pub(super) fn says_yes(reading: &Reading<'_, '_>) -> bool {
    let prompt = head(reading.text, MAX_YES).trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let stops = [",", ".", "!", ";", " - ", " but ", " and "].iter().filter_map(|stop| prompt.find(stop));
    let cut = stops.min();
    let answer = &prompt[..cut.unwrap_or(prompt.len())];
    let said = words(answer);
    let (Some(first), second) = (said.first(), said.get(1).map_or("", String::as_str)) else { return false };
    let plain = !matches!(first.as_str(), "do" | "go" | "ok" | "okay" | "please");
    let whole =
        plain || BEHIND_OK.contains(&second) || cut.is_some() && said.len() == 1 || ask::is_acknowledgement(answer);
    let takes_back = || {
        let said = words(prompt);
        let not_now =
            said.windows(2).any(|pair| pair[0] == "not" && matches!(pair[1].as_str(), "now" | "today" | "yet"));
        let only_that =
            said.windows(2).any(|pair| pair[0] == "only" && matches!(pair[1].as_str(), "it" | "that" | "this"));
        let not_there = said.windows(2).any(|pair| pair[0] == "not" && matches!(pair[1].as_str(), "here" | "there"));
        // "Yes, but leave the tests alone" is about the tests.
        let at_once = |at: usize| {
            let next = said.get(at + 1).map_or("", String::as_str);
            is_pronoun(next) || matches!(next, "" | "alone")
        };
        let back = |(at, word): (usize, &String)| match word.as_str() {
            "only" => !only_that,
            "leave" | "skip" | "wait" => at_once(at),
            word => TAKING_BACK.contains(&word),
        };
        let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        let elsewhere = [&BACK_ELSEWHERE[..], &LATER, &LEAVING].into_iter().any(has);
        elsewhere || not_now || not_there || said.iter().enumerate().any(back)
    };
    // "Yes, and in de.json too" names one place more.
    let adds = |line: &Line<'_>| line.sentence.word(1) == "and" || line.sentence.any(is_too);
    let elsewhere = || reading.typed().next().is_some_and(|line| line.wanted().next().is_some() && !adds(line));
    let agrees = ask::agrees(answer) || ask::is_acknowledgement(answer);
    agrees && whole && !takes_back() && !elsewhere()
}

/// "Should I change it?", "shall I fix that there?"
fn would_change_it(asked: &Line<'_>) -> bool {
    let changes = |word: &str| changing::is_verb(word) || matches!(word, "do" | "fix" | "mend" | "override" | "patch");
    let back = |word: &str| is_pronoun(word) || word == "there";
    (1..asked.sentence.tokens.len()).any(|at| changes(asked.sentence.word(at - 1)) && back(asked.sentence.word(at)))
}

/// "I left it alone as you said", "it is called by the export job", "5 tests pass": a sentence that opens no subject of its own.
fn goes_on_about_it(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let counts = sentence.word(0).starts_with(|sign: char| sign.is_ascii_digit());
    let back = sentence.any(|word| is_pronoun(word) || word == "there");
    let opens = is_pronoun(sentence.word(0)) || matches!(sentence.word(0), "as" | "i");
    let found = sentence.says(&["found", "noticed", "saw", "see"]);
    line.named.is_empty() && !found && (counts || opens && back)
}

/// True for a sentence that speaks of what was said before it.
fn refers_back(line: &Line<'_>) -> bool {
    line.sentence.any(|word| is_pronoun(word) || matches!(word, "same" | "there" | "too"))
}

/// "Yes you may", "you are allowed to".
fn allows(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let may = |at: usize| {
        let last = at + 1 == sentence.tokens.len() || sentence.tokens[at].ends_clause();
        last && lets(sentence.word(at)) && sentence.back(at, 1) == "you"
    };
    sentence.any_at(may)
        || sentence.has_phrase(&[&["you", "are", "allowed"], &["you're", "allowed"], &["exception", "granted"]])
}

/// True for an order that names no place of its own and points to one: "fix it there", "apply the same", "the test is wrong, adapt it".
pub(super) fn points(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let behind_comma = |at: usize| at > 0 && sentence.head(at) != Head::Inside && is_verb(sentence.word(at));
    let orders =
        line.ask == Ask::Work || sentence.mood == Mood::Statement && sentence.any_at(behind_comma) && !line.forbids();
    // "Skip it", "leave it for later", "let's do that in a follow-up".
    let later = ["follow-up", "followup", "later", "separate", "tomorrow"];
    let refused = sentence
        .main_verb
        .is_some_and(|verb| leaves(sentence.word(verb)) || matches!(sentence.word(verb), "drop" | "stop"));
    let negated = matches!(sentence.word(0), "don't" | "never");
    // "Put it into meta", "use meta", "let me think about it".
    let put = (0..sentence.tokens.len()).find(|verb| matches!(sentence.word(*verb), "add" | "move" | "put" | "write"));
    let elsewhere = |at: usize| {
        let behind = put.is_some_and(|verb| verb < at);
        (matches!(sentence.word(at), "in" | "into") || sentence.word(at) == "to" && behind)
            && !matches!(sentence.word(at + 1), "" | "it" | "that" | "there" | "the")
    };
    let other = sentence.reads(0, &["let", "me"])
        || sentence.main_verb.is_some_and(|verb| sentence.word(verb) == "use")
        || line.wanted().next().is_none() && sentence.any_at(elsewhere);
    if refused || negated || other || sentence.says(&later) {
        return false;
    }
    let alone = sentence.tokens.len() <= 2;
    let places_none = || line.wanted().next().is_none();
    orders && (sentence.mood == Mood::Statement || places_none() && (alone || refers_back(line)))
}

/// The words of a sentence, prohibitions left out.
pub(super) fn said(line: &Line<'_>) -> Vec<String> {
    line.asking().flat_map(|(_, token)| words(token.raw)).collect()
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    /// What is left of "don't touch src/legacy" after a prompt, the agent's words and the answer.
    fn left(before: Option<&str>, said: &str, answer: &str) -> String {
        let mut stage = Stage::new();
        let mut goal = stage.start("fix the token bug in src/auth/token.ts. don't touch src/legacy");
        if let Some(before) = before {
            goal = stage.revise(&goal, before).1;
        }
        stage.last_words = Some(said.to_owned());
        shown_constraints(&stage.revise(&goal, answer).1.constraints)
    }

    #[test]
    fn an_answer_welcomes_what_was_offered() {
        let said = "src/legacy has the same bug. Should I fix it there too?";
        for answer in [
            "fine by me",
            "works for me",
            "okay, your call",
            "up to you",
            "I'm happy with that",
            "that'd be nice",
            "yes please, that would be great",
            "klingt gut",
            "nur zu",
        ] {
            assert_eq!(left(None, said, answer), "", "{answer}");
        }
        for answer in
            ["I'm not happy with that", "that'd be wrong", "klingt nicht gut", "not fine by me", "would that be nice?"]
        {
            assert_eq!(left(None, said, answer), "deny src/legacy/", "{answer}");
        }
    }

    #[test]
    fn a_question_may_stand_some_sentences_behind_what_it_is_about() {
        for said in [
            "Done. src/legacy/old.ts has the same bug. I left it alone as you said. Shall I fix it?",
            "Done. src/legacy/old.ts has the same bug. As you asked, I did not touch it. Shall I fix it?",
            "Done. src/legacy/old.ts has the same bug. It is called by the export job. Shall I fix it?",
            "Done. src/legacy/old.ts has the same bug. 5 tests pass. Shall I fix it?",
            "Done. src/legacy/old.ts (untouched) has the same bug. Shall I fix it?",
            "**Not done:** src/legacy/old.ts has the same bug.\n\nShall I fix that too?",
            "src/legacy/old.ts has the same bug. Shall I fix it without changing the API?",
            "- src/auth/token.ts fixed\n- src/legacy/old.ts has the same bug (not changed)\n\nWant me to fix that one as well?",
        ] {
            for answer in ["yes", "sure, do it", "claro", "ja bitte", "d'accord"] {
                assert_eq!(left(None, said, answer), "deny src/legacy/ except src/legacy/old.ts", "{answer}: {said}");
            }
            for answer in ["no", "sim, mas não agora", "prima, lass es"] {
                assert_eq!(left(None, said, answer), "deny src/legacy/", "{said}");
            }
        }
        for said in [
            "src/legacy/old.ts has the same bug. I left it alone. Shall I commit?",
            "I left src/legacy alone. src/database/client.ts has the same bug. Shall I fix it?",
            "src/legacy is as it was. src/auth/token.ts still warns, though. Want me to fix that?",
            "I did not touch src/legacy. Two type errors remain in my change. Should I fix them?",
            "src/legacy was not touched. One test is flaky. Shall I fix it?",
            "I respected your limit on src/legacy. I noticed the coupon total is also off. Want me to fix that?",
            "src/legacy/old.ts was left alone as you asked. I saw a typo in it elsewhere. Want me to fix it?",
            "src/legacy/old.ts has the same bug. Next I would run the full suite. Shall I do that?",
            "I compared it with src/legacy/old.ts. The rounding differs. Should I change it?",
            "Done. Happy to report that src/legacy/old.ts still passes.",
            "src/legacy/old.ts has the same bug. Should I leave it?",
            "src/legacy/old.ts has the same bug. I assume it stays as it is?",
            "src/legacy/old.ts has the same bug. Keep it as it is?",
        ] {
            assert_eq!(left(None, said, "yes"), "deny src/legacy/", "{said}");
        }
    }

    #[test]
    fn the_agent_asks_about_what_the_user_asked_about() {
        let asks = "The same bug is there. Should I fix it?";
        for before in ["and legacy?", "does legacy have it too?", "what about src/legacy?"] {
            assert_eq!(left(Some(before), asks, "yes"), "", "{before}");
            assert_eq!(left(Some(before), asks, "no"), "deny src/legacy/", "{before}");
            assert_eq!(left(Some(before), "It is untouched. Should I commit?", "yes"), "deny src/legacy/", "{before}");
        }
        for said in ["src/legacy needs no change. Should I commit?", "I left src/legacy as it is. Anything else?"] {
            assert_eq!(left(None, said, "fine by me"), "deny src/legacy/", "{said}");
        }
        let elsewhere = "Not there, but src/database has it. Should I fix it?";
        assert_eq!(left(Some("and legacy?"), elsewhere, "yes"), "deny src/legacy/");
        for before in ["and the parser?", "legacy stays as it is"] {
            assert!(left(Some(before), asks, "yes").contains("deny src/legacy/"), "{before}");
        }
    }

    #[test]
    fn not_yet_ends_with_the_approval() {
        let left = |limit: &str, answer: &str| {
            let stage = Stage::new();
            let goal = stage.start(&format!("add the /version route. {limit}"));
            shown_constraints(&stage.revise(&goal, answer).1.constraints)
        };
        for answer in ["LGTM", "lgtm, thanks", "approved", "looks good"] {
            assert_eq!(left("don't commit yet", answer), "", "{answer}");
            assert_eq!(left("don't commit", answer), "deny $ git commit", "{answer}");
        }
        for answer in ["ok", "continue", "looks odd", "does it look good?"] {
            assert_eq!(left("don't commit yet", answer), "deny $ git commit", "{answer}");
        }
    }

    #[test]
    fn questions_end_by_the_place_s_short_name() {
        let left = |answer: &str| {
            let stage = Stage::new();
            let goal = stage.start("fix the token bug in src/auth. ask me before you touch src/legacy");
            shown_constraints(&stage.revise(&goal, answer).1.constraints)
        };
        for answer in ["you don't have to ask for legacy anymore", "no need to ask for the legacy folder"] {
            assert_eq!(left(answer), "", "{answer}");
        }
        for answer in ["you don't have to ask for the parser", "no need to ask for input twice", "ask for legacy again"]
        {
            assert!(left(answer).contains("ask src/legacy/"), "{answer}");
        }
    }
}
