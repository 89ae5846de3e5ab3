//! What a key may hold and which keys a repository's file may set, as data.
//!
//! Owns ranges and the project rule. The defaults stand in `default.toml`; the type of a key is the type of its default.

use super::outside::{lies_outside, read_from_the_root};
use super::problem::Fault;
use crate::domain::nests_too_deep;
use globset::Glob;
use toml::Spanned;
use toml::de::{DeArray, DeValue};

/// The values that a key takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Range {
    /// true or false.
    Switch,
    /// One of these words, the mildest first.
    Word(&'static [&'static str]),
    /// A whole number, both ends included.
    Whole(i64, i64),
    /// A number, both ends included.
    Number(f64, f64),
    /// Any text of one line.
    Text,
    /// A list of texts.
    Texts,
    /// A list of globs that compile.
    Globs,
    /// The same, each of places in the project.
    Places,
    /// As many numbers above 0 as the default has, each greater than the one before.
    Ascending,
    /// As many log ratios as the default has.
    LogRatios,
}

/// Keys whose range says more than the type of their default; every other number must be positive.
const RANGES: &[(&str, Range)] = &[
    ("mode", Range::Word(&["monitor", "guide", "enforce"])),
    ("profile", Range::Word(&["default", "seed"])),
    ("fail", Range::Word(&["open", "closed"])),
    ("scope.protect", Range::Places),
    ("evidence.named", LOG_RATIO),
    ("evidence.planned", LOG_RATIO),
    ("evidence.related", LOG_RATIO),
    ("evidence.unknown", LOG_RATIO),
    ("evidence.repeat_share", Range::Number(0.0, 1.0)),
    ("score.clean", SCORE),
    ("escalation.max", Range::Whole(0, 9)),
    ("escalation.drifted_below", SCORE),
    ("cooldown.events", Range::Whole(0, LARGEST)),
    ("cooldown.alpha", Range::Number(0.0, 1.0)),
    ("cooldown.saturation", Range::Number(0.0, 1.0)),
    ("correction.max_chars", MESSAGE),
    ("correction.max_chars_halt", MESSAGE),
    ("correction.min_severity", Range::Number(0.0, 1.0)),
    ("review.mean_below", Range::Number(1.0, 10.0)),
    ("review.escalation", Range::Whole(1, 9)),
    ("review.had_drift_below", SCORE),
    ("verify.entailment", Range::Number(0.0, 1.0)),
    ("verify.entity", Range::Number(0.0, 1.0)),
    ("verify.number", Range::Number(0.0, 1.0)),
    ("verify.negation", Range::Number(0.0, 1.0)),
    ("verify.traceability", Range::Number(0.0, 1.0)),
    ("verify.refute", Range::Number(0.0, 1.0)),
    ("verify.support", Range::Number(0.0, 1.0)),
    ("repository.budget_ms", WAIT),
    ("index.max_seconds", Range::Whole(1, 3_600)),
    ("index.history_seconds", Range::Whole(1, 3_600)),
    ("index.max_bytes", Range::Whole(1, 1 << 24)),
    ("index.max_words", Range::Whole(1, 10_000)),
    ("index.length_share", Range::Number(0.0, 1.0)),
    ("infer.base", Range::LogRatios),
    ("infer.parent", Range::LogRatios),
    ("infer.upper", Range::LogRatios),
    ("infer.whole", Range::LogRatios),
    ("infer.cover", Range::LogRatios),
    ("infer.named", Range::LogRatios),
    ("infer.near", Range::LogRatios),
    ("infer.asked", Range::LogRatios),
    ("infer.kind", Range::LogRatios),
    ("infer.shape", Range::LogRatios),
    ("infer.generic", Range::Number(0.0, 1.0)),
    ("infer.threshold", LOG_RATIO),
    ("unasked.contrast_words", Range::LogRatios),
    ("unasked.contrast_kind", Range::LogRatios),
    ("unasked.contrast_rank", Range::LogRatios),
    ("unasked.pair", Range::LogRatios),
    ("unasked.weights", Range::LogRatios),
    ("unasked.intercept", LOG_RATIO),
    ("unasked.speak", LOG_RATIO),
    ("unasked.also", LOG_RATIO),
    ("grounding.entailment", Range::LogRatios),
    ("grounding.entity", Range::LogRatios),
    ("grounding.number", Range::LogRatios),
    ("grounding.negation", Range::LogRatios),
    ("grounding.traceability", Range::LogRatios),
    ("grounding.intercept", LOG_RATIO),
    ("coherence.logical", SHARE),
    ("coherence.factual", SHARE),
    ("coherence.no_facts", SHARE),
    ("coherence.threshold", SHARE),
    ("coherence.margin", SHARE),
    ("coherence.local_weight", SHARE),
    ("coherence.judge_yes", SHARE),
    ("coherence.judge_no", SHARE),
    ("facts.backend", Range::Word(&["memory", "sqlite", "reranked"])),
    ("facts.nearest", SHARE),
    ("memory.policy", Range::Word(&["record_only", "warn", "acknowledge", "block"])),
    ("memory.min_confidence", SHARE),
    ("memory.min_similarity", SHARE),
    ("memory.recency_weight", SHARE),
    ("memory.retire_below", SHARE),
    ("memory.prune_share", SHARE),
    ("memory.merge.action", SHARE),
    ("memory.merge.feedback", SHARE),
    ("memory.merge.outcome", SHARE),
    ("memory.merge.entity", SHARE),
    ("memory.meaning.shared", SHARE),
    ("memory.meaning.knee", SHARE),
    ("memory.meaning.knee_likeness", SHARE),
    ("memory.meaning.vector_share", SHARE),
    ("memory.meaning.ranking_share", SHARE),
    ("memory.meaning.opposed", SHARE),
    ("memory.meaning.apart", SHARE),
    ("stream.hard", SHARE),
    ("stream.window_mean", SHARE),
    ("stream.reference", SHARE),
    ("stream.trend_fall", SHARE),
    ("stream.doubt", SHARE),
    ("stream.expected", SHARE),
    ("stream.feared", SHARE),
    ("stream.common_weight", SHARE),
    ("signal.stuck.after_look", Range::LogRatios),
    ("signal.stuck.after_look_again", Range::LogRatios),
    ("signal.stuck.after_change", Range::LogRatios),
    ("signal.stuck.after_change_back", Range::LogRatios),
    ("signal.stuck.after_run", Range::LogRatios),
    ("signal.stuck.after_run_again", Range::LogRatios),
    ("signal.stuck.after_fail", Range::LogRatios),
    ("signal.stuck.after_fail_again", Range::LogRatios),
    ("grounding.model_share", SHARE),
    ("grounding.model_limit", Range::Number(0.0, 100.0)),
    ("grounding.model_margin", Range::Number(0.0, 0.5)),
    ("inference.encoder", Range::Word(&["none", "table", "neural"])),
    // Networks for sentences have 512 places at least, and rarely more.
    ("inference.max_tokens", Range::Whole(16, 512)),
    ("judge.kind", Range::Word(&["none", "command", "ollama", "anthropic", "openai"])),
    ("judge.command", Range::Texts),
    ("judge.timeout_seconds", Range::Whole(1, 600)),
    ("report.reject", Range::Number(0.0, 1.0)),
    ("serve.max_memory", Range::Whole(1024, LARGEST)),
    ("liveness.min_coverage", Range::Whole(0, 100)),
    ("injection.threshold", Range::Number(0.0, 1.0)),
    ("injection.max_depth", Range::Whole(1, 8)),
    ("injection.weighs_host", Range::Number(0.0, 100.0)),
    ("injection.weighs_command", Range::Number(0.0, 100.0)),
    ("injection.weighs_file", Range::Number(0.0, 100.0)),
    ("injection.weighs_odd_word", Range::Number(0.0, 100.0)),
    ("injection.weighs_word", Range::Number(0.0, 100.0)),
    ("injection.weigh_words", Range::Number(0.0, 100.0)),
    ("injection.follows_dangerous", Range::Number(0.0, 100.0)),
    ("injection.follows_beyond", Range::Number(0.0, 100.0)),
    ("injection.shares", Range::Number(0.0, 100.0)),
    ("store.deadline_ms", WAIT),
    ("memory.summary.max_chars", MESSAGE),
    ("memory.summary.short_chars", MESSAGE),
    ("memory.summary.drift", Range::Number(0.0, 2.0)),
    ("memory.summary.drift_terms", SHARE),
    ("memory.summary.stale_days", Range::Whole(1, 36_500)),
    ("memory.summary.burst_minutes", Range::Whole(1, 10_080)),
    ("memory.summary.name_alike", SHARE),
    ("memory.summary.name_bits", Range::Number(0.0, 32.0)),
];

/// A weight of evidence in nats: beyond it one action would outweigh a whole session.
const LOG_RATIO: Range = Range::Number(-100.0, 100.0);
/// A share of the whole.
const SHARE: Range = Range::Number(0.0, 1.0);
const SCORE: Range = Range::Whole(1, 10);
/// Characters of one text: below 100 no sentence fits, beyond 10,000 the client cuts.
const MESSAGE: Range = Range::Whole(100, 10_000);
/// Milliseconds inside a hook, which the client ends after five seconds.
const WAIT: Range = Range::Whole(1, 4_000);
/// The largest number that every whole-number key can hold.
const LARGEST: i64 = u32::MAX as i64;

/// How far a repository's own file may change a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProjectMay {
    /// Only to a later word of its range: stricter.
    Raise,
    /// Its entries are added to the others.
    Add,
}

/// The keys that a repository's file may set. Whoever commits it decides for others, so it may only tighten.
const PROJECT: &[(&str, ProjectMay)] = &[
    ("mode", ProjectMay::Raise),
    ("fail", ProjectMay::Raise),
    ("memory.policy", ProjectMay::Raise),
    ("scope.protect", ProjectMay::Add),
];

/// What a repository's file may do to `key`; `None` means nothing.
pub(super) fn project_may(key: &str) -> Option<ProjectMay> {
    PROJECT.iter().find(|(known, _)| *known == key).map(|(_, may)| *may)
}

/// The keys that a repository's file may set, for a hint.
pub(super) fn project_keys() -> String {
    PROJECT.iter().map(|(key, _)| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

/// The range of `key`, whose default is `default`.
pub(super) fn range(key: &str, default: &DeValue<'_>) -> Range {
    if let Some((_, range)) = RANGES.iter().find(|(known, _)| *known == key) {
        return *range;
    }
    match default {
        DeValue::Boolean(_) => Range::Switch,
        DeValue::String(_) => Range::Text,
        DeValue::Integer(_) => Range::Whole(1, LARGEST),
        DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_float()) => Range::Ascending,
        DeValue::Array(_) => Range::Globs,
        _ => Range::Number(0.0, 1_000.0),
    }
}

impl Range {
    /// The range in words, to follow "must be" or to stand in the reference.
    pub(super) fn words(self) -> String {
        match self {
            Self::Switch => "true or false".to_owned(),
            Self::Word(words) => words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or "),
            Self::Whole(low, LARGEST) => format!("a whole number, {low} or more"),
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::Number(low, high) => format!("a number from {low} to {high}"),
            Self::Text => "a text of one line".to_owned(),
            Self::Texts => "a list of texts".to_owned(),
            Self::Globs | Self::Places => "a list of globs".to_owned(),
            Self::Ascending => "a list of ascending numbers".to_owned(),
            Self::LogRatios => format!("a list of numbers, each {}", LOG_RATIO.words()),
        }
    }

    /// Holds `value` against the range; `default` tells the length of a list of numbers.
    pub(super) fn check(self, key: &str, value: &Spanned<DeValue<'_>>, default: &DeValue<'_>) -> Result<(), Fault> {
        let fits = match (self, value.get_ref()) {
            (Self::Switch, DeValue::Boolean(_)) => true,
            (Self::Word(words), DeValue::String(word)) => words.contains(&word.as_ref()),
            (Self::Whole(low, high), DeValue::Integer(_)) => {
                whole(value.get_ref()).is_some_and(|number| (low..=high).contains(&number))
            }
            (Self::Number(low, high), DeValue::Float(_) | DeValue::Integer(_)) => {
                number(value.get_ref()).is_some_and(|number| (low..=high).contains(&number))
            }
            (Self::Text, DeValue::String(text)) => !text.contains(['\n', '\0']),
            (Self::Texts, DeValue::Array(items)) => {
                items.iter().all(|item| item.get_ref().as_str().is_some_and(|text| !text.contains('\0')))
            }
            (Self::Globs | Self::Places, DeValue::Array(items)) => {
                return items.iter().try_for_each(|item| self.entry(key, item));
            }
            (Self::Ascending, DeValue::Array(items)) => return ascending(key, value, items, default),
            (Self::LogRatios, DeValue::Array(items)) => return log_ratios(key, value, items, default),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.misfit(key, value)) }
    }

    /// Takes the entries that cannot be used out of a list of globs, each with what is wrong with it. True where some are left; a list of
    /// nothing else stays as it is.
    pub(super) fn sift(self, key: &str, value: &mut Spanned<DeValue<'_>>) -> (bool, Vec<Fault>) {
        let (Self::Globs | Self::Places, DeValue::Array(items)) = (self, value.get_mut()) else {
            return (false, Vec::new());
        };
        let faults: Vec<Fault> = items.iter().filter_map(|item| self.entry(key, item).err()).collect();
        let some_left = faults.len() < items.len();
        if some_left {
            for item in std::mem::replace(items, DeArray::new()) {
                if self.entry(key, &item).is_ok() {
                    items.push(item);
                }
            }
        }
        (some_left, faults)
    }

    /// What is told of entries that hold, and may not mean what was meant.
    pub(super) fn remarks(self, key: &str, value: &Spanned<DeValue<'_>>) -> Vec<Fault> {
        let (Self::Places, DeValue::Array(items)) = (self, value.get_ref()) else { return Vec::new() };
        let remark = |item: &Spanned<DeValue<'_>>| {
            let inside = read_from_the_root(item.get_ref().as_str()?)?;
            let message = format!("`{key}` holds {}, which is {inside} in the project", shown(item.get_ref()));
            let hint =
                format!("nothing outside of the project is protected; write \"{inside}\" if the project's is meant");
            Some(Fault::warning(item.span(), message, hint))
        };
        items.iter().filter_map(remark).collect()
    }

    /// Holds one entry of a list against what it may be.
    fn entry(self, key: &str, item: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
        glob(key, item)?;
        match item.get_ref().as_str() {
            Some(place) if self == Self::Places && lies_outside(place) => {
                let message = format!("`{key}` holds {}, which does not lie in the project", shown(item.get_ref()));
                let hint = "nothing outside of it is protected; write a place from its root on, as \"migrations/\"";
                Err(Fault::error(item.span(), message, Some(hint.to_owned())))
            }
            _ => Ok(()),
        }
    }

    fn misfit(self, key: &str, value: &Spanned<DeValue<'_>>) -> Fault {
        let message = format!("`{key}` must be {}, not {}", self.words(), shown(value.get_ref()));
        Fault::error(value.span(), message, None)
    }
}

fn glob(key: &str, item: &Spanned<DeValue<'_>>) -> Result<(), Fault> {
    let Some(glob) = item.get_ref().as_str() else {
        return Err(Range::Globs.misfit(key, item));
    };
    if nests_too_deep(glob) {
        let message = format!("`{key}` holds a glob with too many braces in each other");
        return Err(Fault::error(item.span(), message, None));
    }
    Glob::new(glob).map(drop).map_err(|error| {
        let message = format!("`{key}` holds a glob that does not compile: {}", error.kind());
        Fault::error(item.span(), message, Some("write `[[]` for a literal `[`".to_owned()))
    })
}

/// Refuses a list that is longer or shorter than the default.
fn as_long(key: &str, value: &Spanned<DeValue<'_>>, items: &DeArray<'_>, default: &DeValue<'_>) -> Result<(), Fault> {
    let wanted = default.as_array().map_or(0, |default| default.len());
    if items.len() == wanted {
        return Ok(());
    }
    let message = format!("`{key}` must hold {wanted} numbers, not {}", items.len());
    Err(Fault::error(value.span(), message, None))
}

fn log_ratios(
    key: &str,
    value: &Spanned<DeValue<'_>>,
    items: &DeArray<'_>,
    default: &DeValue<'_>,
) -> Result<(), Fault> {
    as_long(key, value, items, default)?;
    items.iter().try_for_each(|item| LOG_RATIO.check(key, item, default))
}

fn ascending(key: &str, value: &Spanned<DeValue<'_>>, items: &DeArray<'_>, default: &DeValue<'_>) -> Result<(), Fault> {
    as_long(key, value, items, default)?;
    let mut last = 0.0;
    for item in items {
        match number(item.get_ref()) {
            Some(number) if number.is_finite() && number > last => last = number,
            Some(_) => {
                let message = format!("`{key}` must rise from each number to the next, from above 0");
                return Err(Fault::error(item.span(), message, None));
            }
            None => return Err(Range::Ascending.misfit(key, item)),
        }
    }
    Ok(())
}

/// The place of a word in its range; later is stricter.
pub(super) fn strictness(key: &str, value: &DeValue<'_>) -> Option<usize> {
    match range(key, value) {
        Range::Word(words) => words.iter().position(|word| value.as_str() == Some(word)),
        _ => None,
    }
}

fn whole(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// A number as the schema reads it: whole numbers stand for themselves.
fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        // Every whole number that passes a range here is far below 2^53; greater ones stay out of range.
        DeValue::Integer(_) => whole(value).and_then(|number| i32::try_from(number).ok()).map(f64::from),
        _ => None,
    }
}

/// Text of a file as a message quotes it: escaped, and cut where it would drown the message.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTED).collect::<String>().escape_debug().to_string();
    if text.chars().nth(QUOTED).is_some() {
        shown.push('\u{2026}');
    }
    shown
}

/// Characters of a file's text that a message quotes at most.
const QUOTED: usize = 60;

/// A value as a message shows it.
pub(super) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", quoted(text)),
        DeValue::Integer(integer) => integer.to_string(),
        DeValue::Float(float) => float.to_string(),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layer, LayerKind, keys, load};
    use toml::de::DeTable;

    /// Every key of the embedded defaults with its range and its default.
    fn ranges() -> Vec<(crate::config::Key, Range)> {
        let defaults = DeTable::parse(crate::config::DEFAULT_TOML).unwrap();
        keys()
            .into_iter()
            .map(|key| {
                let path = if key.table.is_empty() { key.name.clone() } else { format!("{}.{}", key.table, key.name) };
                let value = path.split('.').fold(DeValue::Table(defaults.get_ref().clone()), |value, part| {
                    value.as_table().unwrap()[part].get_ref().clone()
                });
                (key, range(&path, &value))
            })
            .collect()
    }

    #[track_caller]
    fn check(key: &crate::config::Key, value: &str, accepted: bool) {
        let text = match key.table.as_str() {
            "" => format!("{} = {value}\n", key.name),
            table => format!("[{table}]\n{} = {value}\n", key.name),
        };
        let loaded = load(&[Layer { kind: LayerKind::User, name: "f".into(), text: text.clone() }]);
        assert_eq!(loaded.problems.is_empty(), accepted, "{text}{:?}", loaded.problems);
        assert_eq!(loaded.origins.len(), usize::from(accepted), "{text}");
        if !accepted {
            assert_eq!(loaded.config, crate::config::defaults(), "{text}");
        }
    }

    #[test]
    fn both_ends_of_every_range_are_usable_and_what_lies_beyond_is_refused() {
        for (key, range) in ranges() {
            match range {
                Range::Switch => {
                    check(&key, "true", true);
                    check(&key, "false", true);
                    check(&key, "1", false);
                }
                Range::Word(words) => {
                    for word in words {
                        check(&key, &format!("{word:?}"), true);
                    }
                    check(&key, "\"Guide\"", false);
                    check(&key, "true", false);
                }
                Range::Whole(low, high) => {
                    check(&key, &low.to_string(), true);
                    check(&key, &high.to_string(), true);
                    check(&key, &(low - 1).to_string(), false);
                    check(&key, &(high + 1).to_string(), false);
                    check(&key, "99999999999999999999", false);
                    check(&key, "1.5", false);
                }
                Range::Number(low, high) => {
                    check(&key, &format!("{low:?}"), true);
                    check(&key, &format!("{high:?}"), true);
                    check(&key, &format!("{low}"), true);
                    check(&key, &format!("{:?}", low - 0.5), false);
                    check(&key, &format!("{:?}", high + 0.5), false);
                    check(&key, "nan", false);
                    check(&key, "inf", false);
                    check(&key, "\"0.3\"", false);
                }
                Range::Text => {
                    check(&key, "\"a word\"", true);
                    check(&key, "\"\"", true);
                    check(&key, "\"two\\nlines\"", false);
                    check(&key, "1", false);
                }
                Range::Texts => {
                    check(&key, "[\"a\", \"b c\"]", true);
                    check(&key, "[]", true);
                    check(&key, "[1]", false);
                    check(&key, "\"a\"", false);
                }
                Range::Globs | Range::Places => {
                    check(&key, "[\"docs/**\", \"*.lock\"]", true);
                    check(&key, "[]", true);
                    check(&key, "[\"a[\"]", false);
                    check(&key, &format!("[\"{}a{}\"]", "{".repeat(200_000), "}".repeat(200_000)), false);
                    check(&key, "[1]", false);
                    check(&key, "\"docs/**\"", false);
                }
                Range::LogRatios => {
                    let list = |count: usize, last: &str| format!("[{}{last}]", "-2.5, ".repeat(count - 1));
                    let count = key.default.split(',').count();
                    check(&key, &list(count, "100"), true);
                    check(&key, &list(count, "-100"), true);
                    check(&key, &list(count, "101"), false);
                    check(&key, &list(count, "nan"), false);
                    check(&key, &list(count + 1, "0"), false);
                    check(&key, "1", false);
                }
                Range::Ascending => {
                    check(&key, "[1, 2, 3, 4.5, 5, 6, 7, 8, 9]", true);
                    check(&key, "[1, 2, 3, 4, 4, 6, 7, 8, 9]", false);
                    check(&key, "[0, 2, 3, 4, 5, 6, 7, 8, 9]", false);
                    check(&key, "[1, 2, 3, 4, 5, 6, 7, 8, inf]", false);
                    check(&key, "[1, 2, 3]", false);
                    check(&key, "[]", false);
                }
            }
        }
    }

    #[test]
    fn quotes_are_escaped_and_cut() {
        assert_eq!(quoted("a\u{1b}[2J\"b\nc"), "a\\u{1b}[2J\\\"b\\nc");
        assert_eq!(quoted("\u{e4}"), "\u{e4}");
        assert_eq!(quoted(&"x".repeat(60)), "x".repeat(60));
        assert_eq!(quoted(&"x".repeat(61)), format!("{}\u{2026}", "x".repeat(60)));
    }

    #[test]
    fn every_row_is_about_a_key_that_exists() {
        let known: Vec<String> =
            keys().iter().map(|key| format!("{}.{}", key.table, key.name).trim_start_matches('.').to_owned()).collect();
        for key in RANGES.iter().map(|(key, _)| key).chain(PROJECT.iter().map(|(key, _)| key)) {
            assert!(known.contains(&(*key).to_owned()), "{key}");
        }
    }

    #[test]
    fn what_a_repository_may_set_is_marked_in_the_defaults() {
        for key in keys() {
            let path = format!("{}.{}", key.table, key.name);
            let allowed = project_may(path.trim_start_matches('.')).is_some();
            assert_eq!(key.repository.is_some(), allowed, "{path}");
        }
    }
}
