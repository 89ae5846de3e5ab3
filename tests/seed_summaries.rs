//! The cases of the summary gate (seed 003), held against `memory::summary`.
//!
//! Those of the development part stand here; of the others `seed` says where they are. How a case is run depends on what it gives.

use super::seed::{hold, hold_all, same};
use driftguard::config::{self, SummaryConfig};
use driftguard::memory::summary::{
    Delta, Entity, EntityKey, EntityKind, NewFact, Permit, Polarity, Request, SameName, Updated, cut_at_sentence,
    jaccard, no_model, same_name, update,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::Cell;

const DAY: i64 = 24 * 60 * 60 * 1000;
const NOW: i64 = 1_760_000_000_000;

fn development() -> Vec<Value> {
    let cut = |id: &str, text: &str, max: usize, cut: &str| json!({"id": id, "input": {"text": text, "max": max}, "expected": {"text": cut}});
    let name = |id: &str, a: &str, b: &str, share: f64, same: bool| json!({"id": id, "input": {"a": a, "b": b}, "expected": {"jaccard": share, "same": same}});
    vec![
        json!({"id": "graphiti-002", "input": {"facts_before": ["a", "b"], "facts_now": ["b", "a"]},
               "expected": {"decision": "skip", "reason": "unchanged_hash"}}),
        json!({"id": "graphiti-014", "input": {"runs": 2}, "expected": {"equal": true}}),
        json!({"id": "graphiti-016", "input": {"summary_len": 1500, "facts_len": 600}, "expected": {"llm_calls": 1}}),
        json!({"id": "graphiti-017", "input": {"summary_len": 0, "facts_len": 0, "episode": null}, "expected": {"llm_calls": 0}}),
        cut("graphiti-026", "short", 10, "short"),
        cut("graphiti-027", "One. Two.", 9, "One. Two."),
        cut("graphiti-028", "Version 1.2.3 is out. Next", 20, "Version 1.2.3 is out"),
        name("graphiti-029", "authentication service", "authentication services", 0.95, true),
        name("graphiti-030", "user database", "user databases", 0.909, true),
        name("graphiti-032", "The Auth Service", "Auth Service, The", 0.714, false),
    ]
}

#[test]
fn the_cases_of_the_summary_gate_hold() {
    hold(&development(), run);
    assert!(development().iter().all(|case| run(case).is_some()));
    hold_all("graphiti", run);
}

#[test]
fn what_a_case_asks_is_really_compared() {
    let fails = |input: Value, expected: Value| run(&json!({"input": input, "expected": expected})).unwrap().is_err();
    assert!(fails(json!({"text": "One. Two.", "max": 5}), json!({"text": "One. Two."})));
    assert!(fails(
        json!({"facts_before": ["a"], "facts_now": ["b"]}),
        json!({"decision": "skip", "reason": "unchanged_hash"})
    ));
    assert!(fails(json!({"a": "x", "b": "y"}), json!({"jaccard": 0.5, "same": true})));
    assert!(fails(json!({"summary_len": 100, "facts_len": 60}), json!({"llm_calls": 1})));
    assert!(run(&json!({"input": {"callback": true}, "expected": {}})).is_none());
}

/// The result of a case that this room answers; `None` for one about a part that is not ours: attributes, batching, sagas.
fn run(case: &Value) -> Option<Result<(), String>> {
    let (input, expected) = (&case["input"], &case["expected"]);
    let numbers = config::defaults().memory.summary;
    if let (Some(text), Some(max)) = (input["text"].as_str(), input["max"].as_u64()) {
        return Some(same(&expected["text"].as_str()?, &cut_at_sentence(text, usize::try_from(max).ok()?)));
    }
    if let (Some(a), Some(b), Some(share)) = (input["a"].as_str(), input["b"].as_str(), expected["jaccard"].as_f64()) {
        let found = ((jaccard(a, b) * 1000.0).round() / 1000.0, same_name(a, b, &numbers) != SameName::Different);
        return Some(same(&(share, expected["same"].as_bool()?), &found));
    }
    if let (Some(before), Some(now)) = (input["facts_before"].as_array(), input["facts_now"].as_array()) {
        let told = |facts: &[Value]| facts.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
        let mut entity = thing();
        update(&mut entity, bring(told(before), NOW), NOW, &numbers, &no_model);
        let later = update(&mut entity, bring(told(now), NOW + DAY), NOW + DAY, &numbers, &no_model);
        let (decision, reason) = later.decision.split_once(": ").unwrap_or((later.decision, ""));
        let decision = if decision == "skipped" { "skip" } else { decision };
        let expected = (expected["decision"].as_str()?.to_owned(), expected["reason"].as_str()?.to_owned());
        return Some(same(&expected, &(decision.to_owned(), reason.replace(' ', "_"))));
    }
    if let Some(runs) = input["runs"].as_u64() {
        let history = || {
            let mut entity = thing();
            let done: Vec<Updated> = (0..40)
                .map(|day| {
                    update(
                        &mut entity,
                        bring(vec![format!("Fact {} is known.", day % 7)], NOW + day * DAY),
                        NOW + day * DAY,
                        &numbers,
                        &no_model,
                    )
                })
                .collect();
            (done, entity)
        };
        let first = history();
        return Some(same(&expected["equal"].as_bool()?, &(1..runs).all(|_| history() == first)));
    }
    if let (Some(text), Some(facts)) = (input["summary_len"].as_u64(), input["facts_len"].as_u64()) {
        let asked = asked(usize::try_from(text).ok()?, usize::try_from(facts).ok()?, input["episode"].is_null());
        return Some(same(&expected["llm_calls"].as_u64()?, &asked));
    }
    None
}

fn thing() -> Entity {
    Entity::new(EntityKey { kind: EntityKind::Topic, name: "the parser".to_owned() })
}

fn bring(facts: Vec<String>, at: i64) -> Delta {
    Delta { new: facts.into_iter().map(NewFact::beside).collect(), ..Delta::bare(thing().key, Some(at)) }
}

/// A model that counts in `asked` how often it is asked. It cannot be asked without leave: the argument is there to be given away.
fn counting(asked: &Cell<u64>) -> impl Fn(Permit, &Request<'_>) -> Option<String> + '_ {
    |_, request| {
        asked.set(asked.get() + 1);
        Some(format!("A model's text from {} facts.", request.facts.len()))
    }
}

/// How often a model is asked where a text of one length meets facts of another, a year after it was written.
fn asked(text: usize, facts: usize, without_turn: bool) -> u64 {
    let config = SummaryConfig { max_fact_chars: 5000, ..config::defaults().memory.summary };
    let words = |letter: &str, count: usize| {
        if count == 0 { Vec::new() } else { vec![format!("{}.", letter.repeat(count - 1))] }
    };
    let (mut entity, model) = (thing(), Cell::default());
    if text > 0 {
        update(&mut entity, bring(words("a", text), NOW), NOW, &config, &no_model);
        assert_eq!(entity.state.text.chars().count(), text);
    }
    let later = NOW + 365 * DAY;
    let mut delta = bring(words("b", facts), later);
    delta.episode = delta.episode.filter(|_| !without_turn);
    update(&mut entity, delta, later, &config, &counting(&model));
    model.get()
}

#[test]
fn a_model_is_asked_only_where_the_gate_allows_it() {
    assert_eq!((asked(1399, 600, false), asked(1400, 600, false), asked(0, 2000, false)), (0, 1, 0));
    let (mut entity, model) = (thing(), Cell::default());
    let config = config::defaults().memory.summary;
    let answer = |text: &str, polarity| Delta {
        new: vec![NewFact::answer("state", text.into(), polarity)],
        ..bring(vec![], NOW)
    };
    for _ in 0..3 {
        update(&mut entity, answer("It works.", Polarity::Positive), NOW, &config, &counting(&model));
    }
    assert_eq!((model.get(), entity.state.text.as_str()), (0, "It works."));
    update(&mut entity, answer("It fails.", Polarity::Negative), NOW, &config, &counting(&model));
    assert_eq!((model.get(), entity.state.text.as_str()), (1, "A model's text from 1 facts."));
}

#[test]
fn each_reason_has_its_case() {
    let config =
        SummaryConfig { max_chars: 100, short_chars: 100, drift_terms: 0.25, ..config::defaults().memory.summary };
    let mut entity = thing();
    let mut tell = |facts: &[&str], at: i64, expected: &str| {
        let delta = bring(facts.iter().map(|fact| (*fact).to_owned()).collect(), NOW + at);
        let updated = update(&mut entity, delta, NOW + at, &config, &no_model);
        assert_eq!(updated.decision, expected, "{facts:?}: {:?}", entity.state);
    };
    let minute = 60_000;
    tell(&[], 0, "skipped: nothing");
    tell(&["The parser reads every configuration file once and keeps its places."], DAY, "appended");
    tell(&["The parser reads every configuration file once and keeps its places."], 2 * DAY, "skipped: unchanged hash");
    let near = "The parser reads every configuration file once and keeps all its places too.";
    tell(&[near], 3 * DAY, "skipped: low drift");
    tell(&["Releases are signed with a key of the build machine."], 3 * DAY + 60 * minute, "refreshed: drift");
    tell(
        &["Announcements reach subscribers through bulletin letters, posters, banners, radio."],
        4 * DAY,
        "refreshed: drift",
    );
    tell(
        &["Painters colour wooden fences green, benches yellow, doors crimson, windows silver."],
        4 * DAY + minute,
        "refreshed: drift",
    );
    tell(
        &["Gardeners plant tulips, roses, lilies, daisies near fountains."],
        4 * DAY + 2 * minute,
        "skipped: burst deferral",
    );
    tell(&[], 5 * DAY, "refreshed: burst end");
    tell(&["The parser keeps places of configuration files, once."], 5 * DAY + 60 * minute, "skipped: low drift");
    tell(&[], 30 * DAY, "refreshed: staleness");
    for turn in 0..20 {
        let waits = turn > 1 && (turn - 1) % i64::from(config.burst_cap) != 0;
        let facts = [format!("Subject {turn} of quantity {} concerns {}.", turn * 7, "abcdefghijklmnopqrst".repeat(2))];
        let delta = bring(facts.to_vec(), NOW + 40 * DAY + turn * minute);
        let updated = update(&mut entity, delta, NOW + 40 * DAY + turn * minute, &config, &no_model);
        if turn > 1 {
            let expected = if waits { "skipped: burst deferral" } else { "refreshed: burst cap" };
            assert_eq!(updated.decision, expected, "turn {turn}");
        }
    }
}

#[test]
fn a_clock_that_goes_back_makes_nothing_wait_for_the_time_that_it_showed() {
    let config =
        SummaryConfig { max_chars: 100, short_chars: 100, drift_terms: 0.25, ..config::defaults().memory.summary };
    let mut entity = thing();
    let ahead = NOW + 1000 * DAY;
    update(&mut entity, bring(vec!["x".repeat(60)], ahead), ahead, &config, &no_model);
    let small = |day: i64| bring(vec![format!("{} {day}", "x".repeat(60))], NOW + day * DAY);
    let first = update(&mut entity, small(0), NOW, &config, &no_model);
    assert_eq!((first.decision, entity.state.last_summary_at), ("skipped: low drift", Some(NOW)));
    let later = update(&mut entity, small(8), NOW + 8 * DAY, &config, &no_model);
    assert_eq!(later.decision, "refreshed: staleness");
}

#[test]
fn a_credential_never_enters_a_text() {
    let mut entity = thing();
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let config = config::defaults().memory.summary;
    update(&mut entity, bring(vec![format!("The token {secret} was used.")], NOW), NOW, &config, &no_model);
    assert!(!format!("{entity:?}").contains(secret));
    assert_eq!(entity.state.text, "The token REDACTED was used.");
}

fn a_turn() -> impl Strategy<Value = (Vec<(u8, String, bool)>, i64, bool)> {
    let text = prop_oneof!["[a-f ]{0,12}[.]?", "[a-z设🙂.!? \n]{0,400}", any::<String>()];
    let fact = (0_u8..4, text, any::<bool>());
    (prop::collection::vec(fact, 0..4), prop_oneof![Just(0_i64), -5 * DAY..5 * DAY, any::<i64>()], any::<bool>())
}

fn delta_of(facts: &[(u8, String, bool)], at: i64, changed: bool) -> Delta {
    let new = facts.iter().map(|(slot, text, positive)| NewFact {
        slot: (*slot > 1).then(|| slot.to_string()),
        text: text.clone(),
        polarity: if *positive { Polarity::Positive } else { Polarity::Negative },
        vector: None,
    });
    Delta { new: new.collect(), polarity_changed: changed, ..Delta::bare(thing().key, Some(at)) }
}

proptest! {
    #[test]
    fn a_text_is_never_too_long_and_tells_every_fact_until_it_is_made_short(turns in prop::collection::vec(a_turn(), 1..20)) {
        let config = SummaryConfig { max_chars: 300, short_chars: 200, max_facts: 9, ..config::defaults().memory.summary };
        let (mut entity, mut twin) = (thing(), thing());
        let mut made_short = false;
        for (facts, step, changed) in turns {
            let now = NOW.saturating_add(step);
            let delta = delta_of(&facts, now, changed && step % 7 == 0);
            let updated = update(&mut entity, delta.clone(), now, &config, &no_model);
            prop_assert_eq!(updated, update(&mut twin, delta, now, &config, &no_model));
            prop_assert_eq!(&entity, &twin);
            prop_assert!(entity.state.text.chars().count() <= config.max_chars);
            prop_assert!(entity.facts.len() <= config.max_facts);
            prop_assert!(entity.state.recent_episodes.len() <= config.max_episodes);
            let whole = entity.active().map(|fact| fact.text.chars().count() + 1).sum::<usize>().saturating_sub(1);
            if updated.decision.starts_with("refreshed") {
                made_short = whole > config.max_chars;
            }
            if !updated.skipped && !made_short {
                for fact in entity.active() {
                    prop_assert!(entity.state.text.contains(&fact.text), "{:?} is not in {:?}", fact.text, entity.state.text);
                }
            }
            if updated.skipped && updated.decision.ends_with("hash") {
                prop_assert!(entity.active().all(|fact| fact.told));
            }
        }
    }

    #[test]
    fn the_hash_does_not_know_the_order(mut texts in prop::collection::vec("[a-c]{1,3}", 0..8), turn in any::<prop::sample::Index>()) {
        let config = config::defaults().memory.summary;
        let hash = |texts: &[String]| {
            let mut entity = thing();
            update(&mut entity, bring(texts.to_vec(), NOW), NOW, &config, &no_model);
            entity.state.fact_hash
        };
        let before = hash(&texts);
        if !texts.is_empty() {
            let middle = turn.index(texts.len());
            texts.rotate_left(middle);
            texts.push(texts[0].clone());
        }
        prop_assert_eq!(hash(&texts), before);
        texts.push("d".to_owned());
        prop_assert_ne!(hash(&texts), before);
    }
}
