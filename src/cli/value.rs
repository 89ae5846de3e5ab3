//! What a word on the command line must be: a duration, a colour, words.

use crate::domain::MAX_UNLOCK_MS;
use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// The words of `--color`.
pub(super) fn colour() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(["auto", "always", "never"]).map(|word| match word.as_str() {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    })
}

/// A duration of a day at most: what is unlocked and forgotten stays open.
pub(super) fn short_duration(text: &str) -> Result<Duration, String> {
    let most = Duration::from_millis(MAX_UNLOCK_MS.unsigned_abs());
    duration(text).and_then(|length| if length <= most { Ok(length) } else { Err("24h at most".to_owned()) })
}

/// Words of which there is at least one: an empty variable of a script is no goal.
pub(super) fn words(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("it is empty".to_owned()) } else { Ok(text.to_owned()) }
}

/// A length of time: a number and a unit, days of 24 hours.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and a unit: 30m, 2h, 7d, 4w".to_owned();
    let span: jiff::Span = text.parse().map_err(|_| wrong())?;
    let length = span.to_duration(jiff::SpanRelativeTo::days_are_24_hours()).map_err(|_| wrong())?;
    Duration::try_from(length).ok().filter(|length| !length.is_zero()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        let check = |text, seconds: Option<u64>| {
            assert_eq!(duration(text).ok().map(|length| length.as_secs()), seconds, "{text}");
        };
        check("30m", Some(1_800));
        check("2h", Some(7_200));
        check("1h 30m", Some(5_400));
        check("7d", Some(604_800));
        check("4w", Some(2_419_200));
        check("45s", Some(45));
        check("30", None);
        check("0m", None);
        check("-5m", None);
        check("5 minutes ago", None);
        check("soon", None);
        check("", None);
        check("1mo", None);
    }
}
