//! Does the place of the evidence that is most like a claim say the opposite of it?
//!
//! Words that both have speak for a claim whichever way they are turned: "did not deploy" has all of "deployed". Here the turns
//! are counted, denials and opposites, of a claim that denies nothing; two of them cancel each other ("no tests failed"). And how
//! tests ended is read from their counts: "2 failed, 40 passed" is no pass.

use super::claim::Claim;
use super::lexicon;
use super::source::Evidence;
use super::token::{Token, stem};

/// The share of a claim's words that a sentence has before its turns count, opposites counted as found: of a denial, which tells what it is
/// about, and of an opposite, which may be about something else in the sentence. And how much less those have that count with the best.
const DENIED: f64 = 0.6;
const OPPOSED: f64 = 0.75;
const AS_GOOD: f64 = 0.05;
/// The share from which on a sentence has all of a claim.
const WHOLE: f64 = 0.99;
/// Words whose denial says their opposite: what did not fail passed. What did not fall need not have risen.
const WITHOUT_A_THIRD: [&str; 3] = ["disable", "enable", "fail"];
/// Words between an opposite and what else the claim says.
const BESIDE: usize = 6;
/// Words behind a denial in which an opposite stands that it takes back.
const REACH: usize = 4;
/// Words that a sentence and a claim have in common at least.
const FEWEST: usize = 2;

/// Words for tests, and for how they end well.
const TESTS: [&str; 6] = ["spec", "specs", "suite", "suites", "test", "tests"];
const WELL: [&str; 9] =
    ["green", "pass", "passed", "passes", "passing", "succeed", "succeeded", "succeeds", "successful"];
/// Words that take something out of a claim.
const EXCEPTING: [&str; 6] = ["apart", "bar", "besides", "but", "except", "other"];
/// Words of a claim about all tests.
const ALL: [&str; 5] = ["all", "entire", "every", "full", "whole"];

/// What the place that is most like a claim says of it.
#[derive(Debug, PartialEq)]
pub(super) enum Turned {
    /// The opposite, and why.
    Against(String),
    /// The same in turned words: "no tests failed".
    For,
}

/// How the evidence is turned beside the claim; `None` where it is not, or nobody can tell.
pub(super) fn turned(claim: &Claim<'_>) -> Option<Turned> {
    let denies = |at: usize| {
        let next = claim.tokens.get(at + 1).map(|next| next.word.as_str());
        lexicon::denies(&claim.tokens[at].word, next)
    };
    if claim.answer > 0 || (0..claim.tokens.len()).any(denies) {
        return None;
    }
    failed(claim).map(Turned::Against).or_else(|| best(claim))
}

/// The best sentences of the evidence, where each of them is turned once, or thrice; or where one has all of the claim in words that are
/// turned twice.
fn best(claim: &Claim<'_>) -> Option<Turned> {
    let compared: Vec<Compared> = (0..claim.evidence.sentences()).map(|at| compared(claim, at)).collect();
    let best = compared.iter().map(|one| one.share).fold(0.0, f64::max);
    let alike: Vec<&Compared> = compared.iter().filter(|one| one.share >= best - AS_GOOD).collect();
    let enough = |one: &Compared| one.share >= if one.pair.is_some() { OPPOSED } else { DENIED };
    let opposite = alike.iter().all(|one| enough(one) && one.turns % 2 == 1 && one.found >= FEWEST);
    let first = alike.first()?;
    if opposite {
        return Some(Turned::Against(match &first.pair {
            Some((said, other)) => format!("where the claim has \"{said}\" the evidence has \"{other}\""),
            None => "the evidence denies what the claim says".to_owned(),
        }));
    }
    let same = |one: &&Compared| {
        let third = one.pair.as_ref().is_some_and(|(_, other)| WITHOUT_A_THIRD.contains(other));
        third && one.turns == 2 && one.found >= FEWEST
    };
    (best >= WHOLE && alike.iter().all(same)).then_some(Turned::For)
}

/// One sentence beside the claim.
struct Compared {
    /// What it has of the claim, 0 to 1, and how many words.
    share: f64,
    found: usize,
    /// Denials and opposites in it.
    turns: usize,
    /// A word of the claim, and its opposite here.
    pair: Option<(String, &'static str)>,
}

fn compared(claim: &Claim<'_>, sentence: usize) -> Compared {
    let text = claim.evidence.tokens();
    let here = |place: &usize| text[*place].sentence == sentence;
    let mut made = Compared { share: 0.0, found: 0, turns: 0, pair: None };
    let own = |at: usize| claim.evidence.within(claim.hits[at].1, sentence, sentence);
    let mut places: Vec<usize> = claim.telling(0).flat_map(own).copied().collect();
    places.sort_unstable();
    let (mut whole, mut had) = (0.0, 0.0);
    // Opposites of the claim's words, and those of them that stand for such a word: beside others of the claim.
    let (mut opposites, mut turns) = (Vec::new(), Vec::new());
    for at in claim.telling(0) {
        let token = &claim.tokens[at];
        whole += token.weight();
        let opposite = lexicon::opposites(&token.word, &token.stem).find_map(|other| {
            let found = *claim.evidence.within(claim.evidence.exact(&stem(other)), sentence, sentence).first()?;
            Evidence::near(found, &places, BESIDE).then_some((other, found))
        });
        opposites.extend(opposite.map(|(_, place)| place));
        if !own(at).is_empty() {
            had += token.weight() * claim.hits[at].0;
        } else if let Some((other, place)) = opposite {
            had += token.weight();
            turns.push(place);
            made.pair = Some((token.word.clone(), other));
        } else {
            continue;
        }
        made.found += 1;
    }
    places.extend(&turns);
    places.sort_unstable();
    // A denial is about an opposite that stands close behind it ("no tests failed, 40 passed"), or else about the next word that tells
    // something: "not the lexer" denies nothing of the parser.
    let denied = |denial: &&usize| {
        let behind = || (**denial + 1..text.len()).take_while(|at| here(at));
        match behind().take(REACH).find(|at| opposites.contains(at)) {
            Some(opposite) => turns.contains(&opposite),
            None => behind().find(|at| !text[*at].function).is_some_and(|at| places.binary_search(&at).is_ok()),
        }
    };
    made.turns =
        turns.len() + claim.evidence.within(claim.evidence.denials(), sentence, sentence).iter().filter(denied).count();
    made.share = if whole > 0.0 { had / whole } else { 0.0 };
    made
}

/// "All tests pass" where the last that the evidence tells of tests is that some failed.
fn failed(claim: &Claim<'_>) -> Option<String> {
    let has = |list: &[&str]| claim.tokens.iter().any(|token| list.contains(&token.word.as_str()));
    let of_tests = has(&TESTS) && has(&WELL) && !has(&EXCEPTING);
    let counts = claim.tokens.iter().any(Token::is_digits) && !has(&ALL);
    // "On Windows": what else the claim tells is to be there as well.
    let known = |token: &Token| TESTS.contains(&token.word.as_str()) || WELL.contains(&token.word.as_str());
    let elsewhere = claim.telling(0).any(|at| {
        let token = &claim.tokens[at];
        !known(token) && !token.is_digits() && claim.hits[at].1.is_empty()
    });
    if !of_tests || counts || elsewhere || claim.tokens.iter().any(|token| token.word.starts_with("fail")) {
        return None;
    }
    let mut red: Option<Ended> = None;
    for sentence in claim.evidence.tokens().chunk_by(|one, other| one.sentence == other.sentence) {
        let ended = ended(sentence);
        match (&ended, &red) {
            (Ended { failed: Some(true), .. }, _) => red = Some(ended),
            (Ended { failed: Some(false), .. }, _) => red = None,
            // As many pass as there were before: it was run again.
            (Ended { passed: Some(now), .. }, Some(Ended { passed: Some(then), count: Some(missing), .. }))
                if *now >= then + missing =>
            {
                red = None;
            }
            _ => {}
        }
    }
    red.map(|_| "the claim says that tests pass, and the evidence that some failed".to_owned())
}

/// What a sentence tells of the end of tests: whether some failed, how many, and how many passed.
#[derive(Default)]
struct Ended {
    failed: Option<bool>,
    count: Option<f64>,
    passed: Option<f64>,
}

fn ended(sentence: &[Token]) -> Ended {
    let is = |token: &Token, list: &[&str]| list.contains(&token.word.as_str());
    let of_tests = sentence.iter().any(|token| is(token, &TESTS));
    let all = sentence.iter().any(|token| is(token, &ALL));
    let mut told = Ended::default();
    for (at, token) in sentence.iter().enumerate() {
        let beside = |place: Option<usize>| place.and_then(|place| sentence.get(place)).filter(|word| word.is_digits());
        let count = beside(at.checked_sub(1)).or_else(|| beside(Some(at + 1))).and_then(|word| word.value);
        if token.word.starts_with("fail") {
            let denied = sentence[..at]
                .iter()
                .rev()
                .take(3)
                .any(|word| lexicon::denies(&word.word, None) || word.value == Some(0.0));
            if denied || count == Some(0.0) {
                told.failed = told.failed.or(Some(false));
            } else if of_tests || count.is_some() {
                told.failed = Some(true);
                told.count = count;
            }
        } else if is(token, &WELL) {
            told.passed = count;
            // "The tests pass" tells of all of them, "40 passed" of forty.
            if told.failed.is_none() && (all || of_tests && count.is_none()) {
                told.failed = Some(false);
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let evidence = Evidence::new(evidence, 200);
        let found = turned(&Claim::new(claim, &evidence));
        assert_eq!(matches!(found, Some(Turned::Against(_))), expected, "{claim}: {found:?}");
    }

    #[test]
    fn a_turned_sentence_speaks_against_a_claim() {
        check("Deployed to production.", "We did not deploy to production.", true);
        check("The release was pushed to origin.", "Nothing was pushed to origin; the release waits.", true);
        check("We fixed the login bug in auth.py.", "The login bug in auth.py is still open.", true);
        check("The cache is enabled.", "The cache is disabled.", true);
        check("The build succeeds.", "The build failed.", true);
        check("Deployed to production.", "We deployed to production without downtime.", false);
        check("The team shipped the parser.", "The team shipped the parser, not the lexer.", false);
        check("Deployed to production.", "We did not deploy to production. Then we deployed to production.", false);
        let far = "The U.S. agency now expects that the consumption of oil in the whole country is going to fall.";
        check("The rise of the U.S.", far, false);
        check(
            "China's exports of cheap goods declined.",
            "Imports showed growth but exports of goods contracted.",
            false,
        );
        check("The cache is not enabled.", "The cache is disabled.", false);
        check("Is it deployed to production? yes", "We did not deploy to production.", false);
    }

    #[test]
    fn two_turns_cancel_each_other() {
        check("All tests pass.", "No tests failed.", false);
        check("The build passes.", "The build did not fail.", false);
        check("All tests pass.", "No tests failed, 40 passed.", false);
        let says_the_same = |claim: &str, evidence: &str| {
            let evidence = Evidence::new(evidence, 200);
            turned(&Claim::new(claim, &evidence)) == Some(Turned::For)
        };
        assert!(says_the_same("All tests pass.", "No tests failed."));
        assert!(says_the_same("The build passes.", "The build did not fail."));
        assert!(!says_the_same("Sales rose.", "Sales did not fall."), "they may have stayed");
    }

    #[test]
    fn how_tests_ended_is_read_from_their_counts() {
        for red in [
            "3 tests failed, 5 passed.",
            "The test suite has 3 failures.",
            "1 failed, 2 passed in 0.3s",
            "Tests: 2 failed, 40 passed",
            "test result: FAILED. 3 passed; 1 failed; 0 ignored",
            "  2 failed\n    [chromium] login\n  40 passed (5s)",
            "Failures: 1",
        ] {
            check("All tests pass.", red, true);
        }
        for green in [
            "No tests failed.",
            "40 passed, 0 failed",
            "test result: ok. 3 passed; 0 failed; 0 ignored",
            "2 failed, 38 passed\nthen: 40 passed",
            "2 tests failed at first. Now all tests pass.",
            "The build failed. 40 passed",
            "Failures: 0",
        ] {
            check("All tests pass.", green, false);
        }
        let red = "Tests: 2 failed, 40 passed";
        check("Tests pass.", red, true);
        check("40 tests pass.", red, false);
        check("All tests pass except two.", red, false);
        check("All tests pass on Windows.", red, false);
        check("2 tests failed.", red, false);
    }
}
