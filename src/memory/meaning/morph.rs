//! The forms of a word: what it may be a form of, and what is left when a denying beginning is taken off.

/// Forms that no ending tells. Sorted.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str)] = &[
    ("became", "become"), ("began", "begin"), ("begun", "begin"), ("better", "good"), ("bought", "buy"),
    ("broke", "break"), ("broken", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"),
    ("caught", "catch"), ("children", "child"), ("chose", "choose"), ("chosen", "choose"), ("did", "do"),
    ("done", "do"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"), ("drove", "drive"), ("fallen", "fall"),
    ("fed", "feed"), ("fell", "fall"), ("felt", "feel"), ("flew", "fly"), ("forgot", "forget"),
    ("forgotten", "forget"), ("found", "find"), ("froze", "freeze"), ("frozen", "freeze"), ("gave", "give"),
    ("given", "give"), ("gone", "go"), ("got", "get"), ("grew", "grow"), ("grown", "grow"), ("held", "hold"),
    ("hid", "hide"), ("hidden", "hide"), ("indices", "index"), ("kept", "keep"), ("knew", "know"), ("known", "know"),
    ("laid", "lay"), ("led", "lead"), ("left", "leave"), ("lent", "lend"), ("lost", "lose"), ("made", "make"),
    ("meant", "mean"), ("men", "man"), ("met", "meet"), ("paid", "pay"), ("ran", "run"), ("rebuilt", "rebuild"),
    ("resent", "resend"), ("rewritten", "rewrite"), ("risen", "rise"), ("rose", "rise"), ("said", "say"),
    ("sang", "sing"), ("saw", "see"), ("seen", "see"), ("sent", "send"), ("shown", "show"), ("shut", "shut"),
    ("slept", "sleep"), ("sold", "sell"), ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"),
    ("stood", "stand"), ("stuck", "stick"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"),
    ("thought", "think"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("went", "go"),
    ("withdrawn", "withdraw"), ("woke", "wake"), ("women", "woman"), ("won", "win"), ("wore", "wear"),
    ("worn", "wear"), ("written", "write"), ("wrote", "write"),
];

/// Beginnings that deny what follows.
const DENYING: [&str; 9] = ["un", "non-", "non", "dis", "de-", "de", "in", "im", "mis"];

/// Letters that a word must have left behind a denying beginning.
const LEAST_BASE: usize = 3;

/// What `lower` may be a form of, itself first, the likelier ones before the others. Not all of them are words.
/// True beside those that are another word, made of it by an ending ("removal" of "remove").
pub(super) fn forms(lower: &str) -> Vec<(String, bool)> {
    let mut found = vec![(lower.to_owned(), false)];
    let mut push = |word: String, derived: bool| {
        if word.len() >= 2 && !found.iter().any(|(known, _)| *known == word) {
            found.push((word, derived));
        }
    };
    if let Ok(at) = IRREGULAR.binary_search_by(|(form, _)| (*form).cmp(lower)) {
        push(IRREGULAR[at].1.to_owned(), false);
    }
    if lower.len() < 4 || !lower.is_ascii() {
        return found;
    }
    for (place, (ending, puts)) in ENDINGS.iter().enumerate() {
        if let Some(rest) = lower.strip_suffix(ending).filter(|rest| rest.len() >= 2) {
            let derived = place >= INFLECTIONS;
            for put in *puts {
                push(format!("{rest}{put}"), derived);
            }
            if matches!(*ending, "ing" | "ed" | "er" | "est" | "able")
                && let Some(single) = undoubled(rest)
            {
                push(single.to_owned(), derived);
            }
        }
    }
    found
}

/// How many of [`ENDINGS`] only inflect a word.
const INFLECTIONS: usize = 7;

/// Endings, and what may stand in their place.
const ENDINGS: &[(&str, &[&str])] = &[
    ("ies", &["y"]),
    ("es", &["", "e"]),
    ("s", &[""]),
    ("ied", &["y"]),
    ("ed", &["", "e"]),
    ("ying", &["ie"]),
    ("ing", &["", "e"]),
    ("ization", &["ize"]),
    ("isation", &["ise"]),
    ("ation", &["", "e", "ate"]),
    ("ction", &["ct"]),
    ("ion", &["", "e"]),
    ("ment", &[""]),
    ("al", &["", "e"]),
    ("ance", &["", "e"]),
    ("ily", &["y"]),
    ("ally", &["al", ""]),
    ("ly", &["", "le"]),
    ("ness", &[""]),
    ("iness", &["y"]),
    ("able", &["", "e"]),
    ("er", &["", "e"]),
    ("or", &["", "e"]),
    ("est", &["", "e"]),
    ("y", &[""]),
];

/// Without the second of two last letters that are alike: "stopp", "formatt".
fn undoubled(word: &str) -> Option<&str> {
    let bytes = word.as_bytes();
    match bytes {
        [.., one, last] if one == last && bytes.len() > 3 => word.get(..bytes.len() - 1),
        _ => None,
    }
}

/// What a denying beginning stands before: "pin" of "unpin".
pub(super) fn denied(lower: &str) -> impl Iterator<Item = &str> {
    DENYING.iter().filter_map(move |beginning| lower.strip_prefix(beginning)).filter(|rest| rest.len() >= LEAST_BASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_their_words() {
        for (form, word) in [
            ("caching", "cache"),
            ("stopped", "stop"),
            ("lazily", "lazy"),
            ("removal", "remove"),
            ("deployment", "deploy"),
            ("installation", "install"),
            ("migrating", "migrate"),
            ("migration", "migrate"),
            ("formatter", "format"),
            ("dependencies", "dependency"),
            ("caught", "catch"),
            ("serialization", "serialize"),
            ("salty", "salt"),
        ] {
            assert!(forms(form).iter().any(|(base, _)| base == word), "{form}: {:?}", forms(form));
        }
        assert!(IRREGULAR.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn denying_beginnings_come_off() {
        assert!(denied("unpin").any(|base| base == "pin"));
        assert!(denied("disconnect").any(|base| base == "connect"));
        assert_eq!(denied("run").count(), 0);
    }
}
