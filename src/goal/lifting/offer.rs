//! What the agent had put forward, where a prompt agrees to it: a "yes" to "May I change src/db?", the number of an option.
//!
//! Owns the reading of the agent's last words as an offer. The answers that take it up are read in `agreement`.

use super::agreement::{self, leaves_out, orders_it, refers_back};
use super::choice::{self, Choice};
use crate::domain::{Pattern, WorkKind};
use crate::goal::GoalContext;
use crate::goal::line::Line;
use crate::goal::names::lookup::Lookup;
use crate::goal::prompt::changing;
use crate::goal::prompt::prose::Prose;
use crate::goal::prompt::word_class::{is_pronoun, leaves, obliges};
use crate::goal::reading::Reading;
use crate::text::words::{is_telling, words};
use crate::text::{kind, pattern};

/// True for a word that refuses, in a question of the agent's or a report of what it left.
pub(super) fn is_refusing(word: &str) -> bool {
    leaves(word)
        || matches!(word, "didn't" | "didnt" | "don't" | "dont" | "left" | "never" | "not" | "revert" | "without")
}

/// Words of what is to be mended at a place, though it was left alone.
const AMISS: [&str; 10] = ["breaks", "broken", "bug", "fail", "fails", "issue", "missing", "problem", "same", "wrong"];

/// Sentences before a question in which what it points to is named at most.
const MAX_LINES_BACK: usize = 5;

/// What the agent's last words put forward.
#[derive(Default)]
pub(super) struct Offer {
    pub(super) places: Vec<Pattern>,
    pub(super) kinds: Vec<WorkKind>,
    /// Those of them that were called by a word for their files: "the css".
    pub(super) files: Vec<WorkKind>,
    pub(super) words: Vec<String>,
}

impl Offer {
    /// What the prompt agrees to. `before`: the prompt before this one, where a question may have named what the agent then asked about.
    pub(super) fn agreed_to(reading: &Reading<'_, '_>, cx: &GoalContext<'_>, before: Option<&str>) -> Self {
        let Some(said) = cx.last_words else { return Self::default() };
        if let Some(option) = choice::chosen(reading.text).and_then(|number| choice::option(said, number)) {
            return Self::of_option(&option, cx);
        }
        let agrees = agreement::agrees(reading, said);
        if !agrees && !agreement::takes_up(reading) {
            return Self::default();
        }
        let prose = Prose::new(said);
        let told = Reading::new(&prose, cx, 0);
        let question =
            told.lines.iter().rposition(|line| line.sentence.text.trim_end().ends_with('?') || proposes(line));
        let lines = if let Some(at) = question {
            put_forward(&told.lines, at)
        } else {
            let last = told.lines.iter().rfind(|line| line.wanted().next().is_some());
            // "Sorting should happen in src/services." "Right, do that"
            let ordered = |line: &Line<'_>| orders_it(reading.text) && needs_a_change(line);
            // "It needs a change in src/db, which you told me not to touch." "ok, change it"
            let such =
                |line: &&Line<'_>| if agrees { ordered(line) } else { !refuses(line) || tells_of_the_limit(line) };
            Some(last.into_iter().filter(such).collect())
        };
        let Some(lines) = lines else { return Self::default() };
        let asked = question.map(|at| &told.lines[at]);
        // Of commands only the question speaks, unless it is a bare "May I?": what the agent tells beside it is done or not.
        let spoken = if asked.is_some_and(is_bare) { 2 } else { 1 };
        let words = lines.iter().take(spoken).flat_map(|line| line.said()).collect();
        let mut offer = Self { words, ..Self::of(&lines, told.names.lookup()) };
        // "And legacy?" "The same bug is there. Should I fix it?" "Yes"
        let open = offer.kinds.is_empty() && told.lines.iter().all(|line| line.wanted().next().is_none());
        if open && offer.places.is_empty() && asked.is_some_and(would_change_it) {
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
        let parts = parts.flat_map(|part| pattern::of_globs(part.globs));
        let named = lines.iter().flat_map(|line| line.wanted()).map(|(_, place)| place.clone());
        let files = lines.iter().flat_map(|line| {
            let words = line.asking().filter(|(at, token)| kind::is_file_word(&token.word) && !line.looks_at(*at));
            words.filter_map(|(_, token)| kind::kind_of_word(&token.word))
        });
        Self {
            files: files.collect(),
            places: named.chain(called).chain(parts).collect(),
            kinds: lines.iter().flat_map(|line| line.kinds.iter().copied()).collect(),
            words: Vec::new(),
        }
    }
}

/// The lines that put something forward: the question at `at`, and what it points to before. `None` where a yes to it lets nothing be
/// changed.
fn put_forward<'l, 'p>(lines: &'l [Line<'p>], at: usize) -> Option<Vec<&'l Line<'p>>> {
    let (asked, before) = (&lines[at], lines[..at].last());
    let has = |list: &[&str]| asked.sentence.says(list);
    let changes = would_change_it(asked);
    // "May I look into src/db?" asks for no change.
    let only_looks = has(&["inspect", "issue", "limits", "look", "note", "read", "ticket", "view", "yourself"]);
    if only_looks && !has(&["change", "edit", "lift", "modify", "touch", "update"]) {
        return None;
    }
    // "It has the same bug. Should I leave it?", "I assume it stays as it is?": a yes keeps the limit.
    let keeps = asked.sentence.any(changing::is_staying) || refuses(asked) && has(&["alone", "keep", "leave", "skip"]);
    if keeps && !changes && !tells_of_the_limit(asked) {
        return None;
    }
    // "I was not allowed to change it. May I?", "It has the same bug. Shall I mend it?", "It is in a.ts. Should I go ahead?"
    let open = asked.wanted().next().is_none();
    // "It lies in src/db, which you asked me not to touch. Should I change it?"
    let would = changes || open && has(&["add", "ahead", "anyway", "lift", "ok", "okay", "proceed"]);
    let is_left = |line: &Line<'_>| line.sentence.says(&["unchanged", "untouched"]);
    let spoken = |line: &Line<'_>| !refuses(line) || would && tells_of_the_limit(line) && !is_left(line);
    let meant = |line: &Line<'_>| {
        if is_bare(asked) { !is_left(line) } else { (refers_back(asked) || open) && spoken(line) }
    };
    let about = before.filter(|line| meant(line));
    // "src/legacy has the same bug. I left it alone as you said. Shall I fix it?"
    let named = |line: &&Line<'_>| !line.named.is_empty();
    let points = open && asked.kinds.is_empty() && changes && !has(&["do"]);
    let amiss = |line: &&Line<'_>| !refuses(line) && !is_left(line) || line.sentence.says(&AMISS);
    let mut back = lines[..at].iter().rev().take(MAX_LINES_BACK).skip_while(|line| goes_on_about_it(line));
    let near = back.next().filter(named).filter(amiss).filter(|_| points);
    // "Prisma needs no change. Should I commit?", "I left it. Anything else?"
    let acts = ["commit", "deploy", "else", "merge", "publish", "push", "release"];
    let about = about.filter(named).or(near).or(about).filter(|_| changes || !has(&acts));
    Some(std::iter::once(asked).filter(|line| !refuses(line) || tells_of_the_limit(line)).chain(about).collect())
}

/// "Should I change it or leave it?" asks for one of both.
fn refuses(line: &Line<'_>) -> bool {
    let words = line.sentence.tokens.iter().map(|token| token.word.as_str());
    words.take_while(|word| *word != "or").any(is_refusing)
}

/// "I did not touch it" tells; "you asked me not to touch it" says what stands against the offer.
fn tells_of_the_limit(line: &Line<'_>) -> bool {
    line.sentence.says(&["allowed", "asked", "forbade", "forbidden", "said", "told", "wanted"])
}

/// "May I?"
fn is_bare(asked: &Line<'_>) -> bool {
    asked.sentence.tokens.len() <= 2
}

/// "It needs a change there", and not "it should stay".
fn needs_a_change(line: &Line<'_>) -> bool {
    let wanted = |word: &str| obliges(word) || matches!(word, "belong" | "belongs");
    let stays = |word: &str| changing::is_staying(word) || matches!(word, "alone" | "same" | "still");
    !refuses(line) && line.sentence.any(wanted) && !line.sentence.any(stays)
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
        "would need",
        "i could",
        "i would",
        "i'd",
        "i can",
        "if you like",
        "if you want",
        "ready to",
        "let me know",
    ])
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

#[cfg(test)]
mod tests {
    use crate::goal::stage::Stage;

    /// What is left of "don't touch src/legacy" after a prompt, the agent's words and the answer.
    fn left(before: Option<&str>, said: &str, answer: &str) -> String {
        let mut stage = Stage::new();
        let mut goal = stage.start("fix the token bug in src/auth/token.ts. don't touch src/legacy");
        if let Some(before) = before {
            goal = stage.revise(&goal, before).1;
        }
        stage.last_words = Some(said.to_owned());
        stage.left(&goal, answer)
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
            stage.left(&goal, answer)
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
            stage.left(&goal, answer)
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
