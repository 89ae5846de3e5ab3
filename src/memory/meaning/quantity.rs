//! Numbers with their units: "five minutes", "5min" and "300 s" are one quantity.
//!
//! Owns the reading of digits, words for numbers and units. Values meet within a millionth.

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// A count, a code, a version: the number alone.
    Plain,
    /// Seconds.
    Time,
    /// Bytes.
    Size,
    /// Hundredths.
    Share,
    /// Anything else, by the number of its unit in [`UNITS`].
    Other(u8),
}

/// A number and what it measures.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quantity {
    pub(super) value: f64,
    pub(super) measure: Measure,
    /// The digits as written: a version is no single value.
    pub(super) digits: String,
}

/// Units: name, what it measures, how many of the base unit it is. Sorted.
#[rustfmt::skip]
const UNITS: &[(&str, Measure, f64)] = &[
    ("%", Measure::Share, 1.0), ("b", Measure::Size, 1.0), ("byte", Measure::Size, 1.0), ("bytes", Measure::Size, 1.0),
    ("centimetres", Measure::Other(1), 1.0), ("cents", Measure::Other(4), 0.01), ("characters", Measure::Plain, 1.0),
    ("chars", Measure::Plain, 1.0), ("cm", Measure::Other(1), 1.0), ("columns", Measure::Plain, 1.0),
    ("cores", Measure::Plain, 1.0), ("cup", Measure::Other(2), 1.0), ("cups", Measure::Other(2), 1.0),
    ("d", Measure::Time, 86400.0), ("day", Measure::Time, 86400.0), ("days", Measure::Time, 86400.0),
    ("decade", Measure::Time, 315_360_000.0), ("degree", Measure::Other(3), 1.0), ("degrees", Measure::Other(3), 1.0),
    ("dollar", Measure::Other(4), 1.0), ("dollars", Measure::Other(4), 1.0), ("dp", Measure::Other(15), 1.0),
    ("em", Measure::Other(5), 1.0), ("euro", Measure::Other(6), 1.0), ("euros", Measure::Other(6), 1.0),
    ("feet", Measure::Other(17), 12.0), ("foot", Measure::Other(17), 12.0), ("fortnight", Measure::Time, 1_209_600.0),
    ("fps", Measure::Plain, 1.0), ("g", Measure::Size, 1_073_741_824.0), ("gb", Measure::Size, 1_073_741_824.0),
    ("gbit", Measure::Other(18), 1000.0), ("gbps", Measure::Other(18), 1000.0),
    ("ghz", Measure::Other(19), 1_000_000_000.0), ("gib", Measure::Size, 1_073_741_824.0),
    ("gigabit", Measure::Other(18), 1000.0), ("gigabits", Measure::Other(18), 1000.0),
    ("gigabyte", Measure::Size, 1_073_741_824.0), ("gigabytes", Measure::Size, 1_073_741_824.0),
    ("gigs", Measure::Size, 1_073_741_824.0), ("gram", Measure::Other(7), 1.0), ("grams", Measure::Other(7), 1.0),
    ("h", Measure::Time, 3600.0), ("hour", Measure::Time, 3600.0), ("hours", Measure::Time, 3600.0),
    ("hr", Measure::Time, 3600.0), ("hrs", Measure::Time, 3600.0), ("hz", Measure::Other(19), 1.0),
    ("inch", Measure::Other(17), 1.0), ("inches", Measure::Other(17), 1.0), ("k", Measure::Plain, 1000.0),
    ("kb", Measure::Size, 1024.0), ("kbps", Measure::Other(18), 0.001), ("kg", Measure::Other(7), 1000.0),
    ("khz", Measure::Other(19), 1000.0), ("kib", Measure::Size, 1024.0), ("kilo", Measure::Other(7), 1000.0),
    ("kilobyte", Measure::Size, 1024.0), ("kilobytes", Measure::Size, 1024.0), ("kilogram", Measure::Other(7), 1000.0),
    ("kilograms", Measure::Other(7), 1000.0), ("kilometer", Measure::Other(8), 1000.0),
    ("kilometers", Measure::Other(8), 1000.0), ("kilometre", Measure::Other(8), 1000.0),
    ("kilometres", Measure::Other(8), 1000.0), ("kilos", Measure::Other(7), 1000.0), ("km", Measure::Other(8), 1000.0),
    ("l", Measure::Other(9), 1.0), ("letters", Measure::Plain, 1.0), ("lines", Measure::Plain, 1.0),
    ("liter", Measure::Other(9), 1.0), ("liters", Measure::Other(9), 1.0), ("litre", Measure::Other(9), 1.0),
    ("litres", Measure::Other(9), 1.0), ("m", Measure::Other(10), 1.0), ("mb", Measure::Size, 1_048_576.0),
    ("mbit", Measure::Other(18), 1.0), ("mbits", Measure::Other(18), 1.0), ("mbps", Measure::Other(18), 1.0),
    ("megabit", Measure::Other(18), 1.0), ("megabits", Measure::Other(18), 1.0),
    ("megabyte", Measure::Size, 1_048_576.0), ("megabytes", Measure::Size, 1_048_576.0),
    ("megs", Measure::Size, 1_048_576.0), ("meter", Measure::Other(8), 1.0), ("meters", Measure::Other(8), 1.0),
    ("metre", Measure::Other(8), 1.0), ("metres", Measure::Other(8), 1.0), ("mhz", Measure::Other(19), 1_000_000.0),
    ("mib", Measure::Size, 1_048_576.0), ("microsecond", Measure::Time, 1e-6), ("microseconds", Measure::Time, 1e-6),
    ("mile", Measure::Other(8), 1609.0), ("miles", Measure::Other(8), 1609.0), ("millis", Measure::Time, 1e-3),
    ("millisecond", Measure::Time, 1e-3), ("milliseconds", Measure::Time, 1e-3), ("min", Measure::Time, 60.0),
    ("mins", Measure::Time, 60.0), ("minute", Measure::Time, 60.0), ("minutes", Measure::Time, 60.0),
    ("ml", Measure::Other(9), 1e-3), ("month", Measure::Time, 2_592_000.0), ("months", Measure::Time, 2_592_000.0),
    ("ms", Measure::Time, 1e-3), ("nanosecond", Measure::Time, 1e-9), ("nanoseconds", Measure::Time, 1e-9),
    ("nights", Measure::Time, 86400.0), ("ns", Measure::Time, 1e-9), ("percent", Measure::Share, 1.0),
    ("pixel", Measure::Other(11), 1.0), ("pixels", Measure::Other(11), 1.0), ("points", Measure::Other(16), 1.0),
    ("pound", Measure::Other(12), 1.0), ("pounds", Measure::Other(12), 1.0), ("pt", Measure::Other(16), 1.0),
    ("px", Measure::Other(11), 1.0), ("quarter", Measure::Time, 7_776_000.0), ("quarters", Measure::Time, 7_776_000.0), ("rem", Measure::Other(5), 1.0),
    ("rpm", Measure::Plain, 1.0), ("s", Measure::Time, 1.0), ("sec", Measure::Time, 1.0),
    ("second", Measure::Time, 1.0), ("seconds", Measure::Time, 1.0), ("secs", Measure::Time, 1.0),
    ("spaces", Measure::Plain, 1.0), ("spoons", Measure::Other(13), 1.0), ("tablespoon", Measure::Other(13), 1.0),
    ("tablespoons", Measure::Other(13), 1.0), ("tb", Measure::Size, 1_099_511_627_776.0),
    ("tbsp", Measure::Other(13), 1.0), ("teaspoon", Measure::Other(14), 1.0), ("teaspoons", Measure::Other(14), 1.0),
    ("terabyte", Measure::Size, 1_099_511_627_776.0), ("terabytes", Measure::Size, 1_099_511_627_776.0),
    ("tib", Measure::Size, 1_099_511_627_776.0), ("times", Measure::Plain, 1.0), ("tsp", Measure::Other(14), 1.0),
    ("week", Measure::Time, 604_800.0), ("weeks", Measure::Time, 604_800.0), ("wk", Measure::Time, 604_800.0),
    ("x", Measure::Plain, 1.0), ("year", Measure::Time, 31_536_000.0), ("years", Measure::Time, 31_536_000.0),
    ("yr", Measure::Time, 31_536_000.0), ("yrs", Measure::Time, 31_536_000.0), ("µs", Measure::Time, 1e-6),
    ("€", Measure::Other(6), 1.0),
];

/// Seconds of a month.
const MONTH: f64 = 2_592_000.0;

/// Words for numbers. Sorted.
#[rustfmt::skip]
const NUMBER_WORDS: &[(&str, f64)] = &[
    ("double", 2.0), ("dozen", 12.0), ("eight", 8.0), ("eighteen", 18.0), ("eighty", 80.0), ("eleven", 11.0), ("fifteen", 15.0),
    ("fifty", 50.0), ("five", 5.0), ("forty", 40.0), ("four", 4.0), ("fourteen", 14.0), ("half", 0.5), ("hundred", 100.0),
    ("million", 1e6), ("nine", 9.0), ("nineteen", 19.0), ("ninety", 90.0), ("once", 1.0), ("one", 1.0), ("quarter", 0.25), ("seven", 7.0), ("seventeen", 17.0),
    ("seventy", 70.0), ("six", 6.0), ("sixteen", 16.0), ("sixty", 60.0), ("ten", 10.0), ("thirteen", 13.0), ("thirty", 30.0),
    ("thousand", 1000.0), ("three", 3.0), ("triple", 3.0), ("twelve", 12.0), ("twenty", 20.0), ("twice", 2.0), ("two", 2.0), ("zero", 0.0),
];

impl Quantity {
    /// The number alone.
    pub(super) fn plain(value: f64) -> Self {
        Self { value, measure: Measure::Plain, digits: format!("{value}") }
    }

    /// A stretch of time in seconds.
    pub(super) fn time(seconds: f64) -> Self {
        Self { value: seconds, measure: Measure::Time, digits: format!("{seconds}") }
    }

    /// True for a number with two dots: a version.
    fn is_version(&self) -> bool {
        self.digits.matches('.').count() > 1
    }

    /// True when both say the same. A number without a unit is the same as one with any: "fifty" and "50 euros".
    pub(super) fn same(&self, other: &Self) -> bool {
        if self.is_version() || other.is_version() {
            return self.digits == other.digits;
        }
        if (self.measure == Measure::Plain) != (other.measure == Measure::Plain) {
            return self.digits == other.digits;
        }
        // Months and years are no exact number of days.
        let long = self.measure == Measure::Time && self.value.min(other.value) >= MONTH;
        let near = if long { 0.02 } else { 1e-6 };
        self.measure == other.measure
            && (self.value - other.value).abs() <= near * self.value.abs().max(other.value.abs())
    }

    /// In words, for people and for the stored text.
    pub(super) fn told(&self) -> String {
        if self.is_version() {
            return self.digits.clone();
        }
        let unit = match self.measure {
            Measure::Plain => "",
            Measure::Time => " s",
            Measure::Size => " bytes",
            Measure::Share => " %",
            Measure::Other(number) => {
                let names = UNITS.iter().filter(|(.., times)| (*times - 1.0).abs() < f64::EPSILON);
                let name =
                    names.filter(|(_, measure, _)| *measure == Measure::Other(number)).map(|(name, ..)| *name).next();
                return format!("{} {}", self.value, name.unwrap_or_default());
            }
        };
        format!("{}{unit}", self.value)
    }
}

/// A unit by its name.
pub(super) fn unit(word: &str) -> Option<(Measure, f64)> {
    UNITS.binary_search_by(|(name, ..)| (*name).cmp(word)).ok().map(|at| (UNITS[at].1, UNITS[at].2))
}

/// The value of a word for a number.
pub(super) fn number_word(word: &str) -> Option<f64> {
    NUMBER_WORDS.binary_search_by(|(name, _)| (*name).cmp(word)).ok().map(|at| NUMBER_WORDS[at].1)
}

/// Reads a token that begins with a digit: "5", "30s", "1,000", "3.11", "80%", "v1.2.3", ">=3.9", ":9100".
pub(super) fn read(lower: &str) -> Option<Quantity> {
    let text = lower.trim_start_matches(['>', '<', '=', '~', '^', ':', '$', '€', '≥', '≤', '#']);
    let text = text.strip_prefix('v').filter(|rest| rest.contains('.')).unwrap_or(text);
    if !text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit() && !".,_".contains(letter)).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let digits = digits.trim_end_matches(['.', ',']).replace([',', '_'], "");
    if rest.is_empty() && digits.matches('.').count() > 1 {
        return Some(Quantity { value: 0.0, measure: Measure::Plain, digits });
    }
    let value: f64 = digits.parse().ok()?;
    if rest.is_empty() {
        return Some(Quantity { value, measure: Measure::Plain, digits });
    }
    let (measure, times) = unit(rest.trim_start_matches('-'))?;
    Some(Quantity { value: value * times, measure, digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(read(text).map(|quantity| quantity.told()).unwrap_or_default(), expected, "{text}");
    }

    #[test]
    fn digits_with_units() {
        check("5", "5");
        check("30s", "30 s");
        check("5min", "300 s");
        check("1,000", "1000");
        check("80%", "80 %");
        check("20gb", "21474836480 bytes");
        check("v1.2.3", "1.2.3");
        check(":9100", "9100");
        check("3a7f", "");
        check("five", "");
    }

    #[test]
    fn tables_are_sorted() {
        assert!(UNITS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(NUMBER_WORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn the_same_in_other_units() {
        let same = |one: &str, other: &str| read(one).unwrap().same(&read(other).unwrap());
        assert!(same("5min", "300s") && same("24h", "1d") && same("1024kb", "1mb"));
        assert!(!same("5min", "5s") && !same("404", "403") && same("5", "5s"));
    }
}
