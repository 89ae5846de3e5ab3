//! A text that grows: facts are put behind it while it is short.

/// What stands between two facts of a text.
const BETWEEN: &str = "\n";

/// The text with the facts behind it, each on a line of its own.
pub fn appended<'a>(text: &str, facts: impl IntoIterator<Item = &'a str>) -> String {
    let mut grown = text.to_owned();
    for fact in facts {
        if !grown.is_empty() {
            grown.push_str(BETWEEN);
        }
        grown.push_str(fact);
    }
    grown
}

/// True when the text with the facts behind it has no more than `max` characters.
pub fn fits<'a>(text: &str, facts: impl IntoIterator<Item = &'a str>, max: usize) -> bool {
    let mut length = text.chars().count();
    for fact in facts {
        length += fact.chars().count() + usize::from(length > 0);
    }
    length <= max
}
