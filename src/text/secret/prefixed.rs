//! Keys that are known by how they begin, whatever stands around them.

/// Beginnings of keys that give themselves away, each with the characters that must follow at least.
const PREFIXES: [(&str, usize); 41] = [
    ("AGE-SECRET-KEY-", 30),
    ("AIza", 30),
    ("AKIA", 16),
    ("ASIA", 16),
    ("ATATT", 30),
    ("GOCSPX-", 20),
    ("SG.", 20),
    ("dapi", 30),
    ("dckr_pat_", 20),
    ("dop_v1_", 30),
    ("eyJ", 30),
    ("figd_", 20),
    ("gho_", 20),
    ("ghp_", 20),
    ("ghr_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("glrt-", 16),
    ("gsk_", 20),
    ("hf_", 30),
    ("hvs.", 20),
    ("lin_api_", 20),
    ("npm_", 30),
    ("ntn_", 30),
    ("pypi-", 30),
    ("rk_live_", 16),
    ("sbp_", 30),
    ("shpat_", 16),
    ("shpss_", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("whsec_", 20),
    ("xai-", 30),
    ("xapp-", 10),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxs-", 10),
];

/// The bytes that they begin with: few words are compared with all of them.
const FIRST: [bool; 256] = {
    let mut first = [false; 256];
    let mut at = 0;
    while at < PREFIXES.len() {
        first[PREFIXES[at].0.as_bytes()[0] as usize] = true;
        at += 1;
    }
    first
};

/// Characters of the shortest key that [`PREFIXES`] tell.
pub(super) const SHORTEST_KEY: usize = 15;

/// True for a stretch of letters, digits, `_` and `-` that begins as such a key does.
pub(super) fn announces(run: &str) -> bool {
    begins_a_key(run)
        && PREFIXES.iter().any(|(prefix, _)| {
            // A stretch ends before a dot.
            prefix.strip_suffix('.').map_or_else(|| run.starts_with(prefix), |stem| run == stem)
        })
}

fn begins_a_key(word: &str) -> bool {
    word.bytes().next().is_some_and(|first| FIRST[usize::from(first)])
}

/// Keys that begin in a well-known way, wherever a part of the word begins.
pub(super) fn by_prefix(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let part_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut from = 0;
    std::iter::from_fn(move || {
        while from < word.len() {
            let start = from + word[from..].find(part_of_key)?;
            let end = word[start..].find(|c| !part_of_key(c)).map_or(word.len(), |end| start + end);
            from = end;
            let part = &word[start..end];
            let is_key = |(prefix, least): &(&str, usize)| {
                part.strip_prefix(prefix).is_some_and(|rest| rest.len() >= *least && is_mixed(rest))
            };
            if begins_a_key(part) && PREFIXES.iter().any(is_key) {
                return Some((start, part));
            }
        }
        None
    })
}

/// Letters and digits: hardly a word of prose.
pub(super) fn is_mixed(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && value.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_key_is_that_of_the_prefixes() {
        assert_eq!(PREFIXES.iter().map(|(prefix, least)| prefix.len() + least).min(), Some(SHORTEST_KEY));
    }
}
