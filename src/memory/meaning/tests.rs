//! Pairs of texts, and what must be seen to differ.

use super::{Difference, Likeness, Meaning};
use crate::config;
use proptest::prelude::*;

/// The threshold of the seed for actions.
const ACTION: f64 = 0.72;

fn compare(one: &Meaning, other: &Meaning, cosine: Option<f64>) -> Likeness {
    super::compare(one, other, cosine, &config::defaults().memory.meaning)
}

#[track_caller]
fn differs(one: &str, other: &str, expected: Difference) {
    let likeness = compare(&Meaning::of(one), &Meaning::of(other), None);
    assert!(likeness.differences.iter().any(|(found, _)| *found == expected), "{one} / {other}: {likeness:?}");
    assert!(!likeness.same(ACTION));
}

#[track_caller]
fn same(one: &str, other: &str) {
    let likeness = compare(&Meaning::of(one), &Meaning::of(other), None);
    assert!(likeness.same(ACTION), "{one} / {other}: {likeness:?}");
}

#[test]
fn one_thing_said_in_two_ways_is_the_same() {
    same("increase the timeout to 5 minutes", "raise the timeout to 300 s");
    same("turn the cache off", "disable caching");
    same("remove the old branch", "delete the old branch");
    same("run the linter before the tests", "first lint, then test");
    same("git push --force", "force push to the remote");
    same("Fix the parser", "Fixing the parser");
}

/// A deed and a thing are little to share: another deed is another action, known or not.
#[test]
fn two_short_texts_about_one_thing_are_two_actions() {
    for (one, other) in [
        ("wash the car", "burn the car"),
        ("update the changelog", "delete the changelog"),
        ("update the changelog", "reformat the changelog"),
        ("rename utils.py", "format utils.py"),
        ("write a parser for dates", "delete the date parser"),
    ] {
        let likeness = compare(&Meaning::of(one), &Meaning::of(other), None);
        assert!(!likeness.same(ACTION), "{one} / {other}: {likeness:?}");
    }
    same("run the tests", "execute the tests");
}

#[test]
fn opposites_are_told_apart() {
    differs("increase the timeout", "decrease the timeout", Difference::Direction);
    differs("enable caching", "turn caching off", Difference::Direction);
    differs("pin the version", "unpin the version", Difference::Direction);
    differs("follow the upstream branch", "follow the downstream branch", Difference::Direction);
    differs("deploy on friday", "do not deploy on friday", Difference::Negation);
    differs("the call is idempotent", "the call is not idempotent", Difference::Negation);
    differs("retry 3 times", "retry 5 times", Difference::Number);
    differs("wait 5 minutes", "wait 5 seconds", Difference::Number);
    differs("use the v2 endpoint", "use the v3 endpoint", Difference::Number);
    differs("run migrations before deploy", "run migrations after deploy", Difference::Order);
    differs("make lint && make deploy", "make deploy && make lint", Difference::Order);
    differs("merge dev into main", "merge main into dev", Difference::Roles);
    differs("replace axios with fetch", "replace fetch with axios", Difference::Roles);
    differs("delete the staging database", "delete the production database", Difference::Scope);
    differs("lint the code", "format the code", Difference::Object);
    differs("use absolute imports", "use relative imports", Difference::Technique);
    differs("edit src/auth/token.rs", "edit src/auth/session.rs", Difference::Path);
}

#[test]
fn what_says_the_opposite_stands_behind_what_says_the_same() {
    let query = Meaning::of("switch the cache on");
    let [opposite, same, other] =
        ["turn caching off", "enable the cache", "buy bread"].map(|text| compare(&query, &Meaning::of(text), None));
    assert!(same.standing() > opposite.standing() && same.standing() > other.standing());
    assert!(opposite.opposed() && !same.opposed());
}

#[test]
fn terms_meet_and_the_stored_text_keeps_what_decides() {
    let terms = |text: &str| Meaning::of(text).terms();
    let shared = terms("delete the db").into_iter().filter(|term| terms("remove the database").contains(term)).count();
    assert!(shared >= 2);
    let kept = Meaning::of("do not deploy before 5 pm from src/a.rs").normalised();
    for word in ["not", "deploy", "before", "5", "from", "src/a.rs"] {
        assert!(kept.contains(word), "{word} in {kept}");
    }
    assert_eq!(Meaning::of("🙂🙂").normalised(), "🙂🙂");
    assert_eq!(Meaning::of("").normalised(), "");
}

#[test]
fn vectors_move_the_likeness_and_decide_nothing() {
    let (up, down) = (Meaning::of("increase the timeout"), Meaning::of("decrease the timeout"));
    let likeness = compare(&up, &down, Some(1.0));
    assert!(likeness.opposed() && !likeness.same(0.0));
}

#[test]
fn a_long_text_is_bounded_and_compared_as_a_whole() {
    let long = "fix the parser and run the tests. ".repeat(32_000);
    let meaning = Meaning::of(&long);
    assert!(meaning.terms().len() < 1000 && meaning.normalised().chars().count() <= 1000);
    assert!(compare(&meaning, &Meaning::of(&long), None).same(ACTION));
    let other = format!("{long}but delete everything");
    assert!(!compare(&meaning, &Meaning::of(&other), None).same(ACTION));
}

proptest! {
    #[test]
    fn nothing_panics_and_comparing_is_symmetric(one in "\\PC{0,60}", other in "[a-zé’'\\-/._0-9()`,;:&|\\n ]{0,60}") {
        let (a, b) = (Meaning::of(&one), Meaning::of(&other));
        let _ = (a.normalised(), a.terms());
        let (forth, back) = (compare(&a, &b, None), compare(&b, &a, None));
        prop_assert!((forth.similarity - back.similarity).abs() < 1e-9);
        prop_assert!((0.0..=1.0).contains(&forth.similarity));
        prop_assert_eq!(forth.same(ACTION), back.same(ACTION));
        prop_assert!(compare(&a, &Meaning::of(&one), None).same(ACTION));
    }
}
