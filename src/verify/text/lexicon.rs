//! What is known of English words when a claim is held against a text: which carry no meaning of their own, which deny,
//! which are forms of another one, and which are opposites. Written by hand; every table is sorted.

use crate::text::words;

/// Words that only hold a sentence together.
#[rustfmt::skip]
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "amid", "amidst", "among", "an", "and", "another", "any", "are", "as",
    "at", "be", "been", "before", "being", "between", "both", "but", "by", "can", "could", "did", "do", "does", "done",
    "during", "each", "either", "for", "from", "had", "has", "have", "having", "he", "her", "here", "hers", "him",
    "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "may", "me", "might", "more", "most", "must",
    "my", "n't", "no", "nor", "not", "of", "off", "on", "only", "onto", "or", "other", "our", "out", "over", "own",
    "per", "s", "same", "shall", "she", "should", "so", "some", "such", "t", "than", "that", "the", "their", "theirs",
    "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "up", "upon", "us",
    "very", "via", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "would", "yet", "you", "your",
];

/// Words that stand in texts about anything.
#[rustfmt::skip]
const COMMON_WORDS: &[&str] = &[
    "based", "become", "call", "called", "first", "get", "go", "include", "including", "known", "made", "make",
    "many", "name", "named", "new", "one", "part", "people", "report", "reported", "said", "say", "set", "several",
    "state", "tell", "time", "two", "use", "used", "well", "year", "years",
];

/// Words that deny.
const NEGATIONS: &[&str] = &[
    "barely", "cannot", "hardly", "n't", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "without",
];

/// A negation before one of these denies nothing: "not only", "no doubt", "not until".
const UNNEGATING: &[&str] = &["doubt", "just", "least", "long", "only", "unlike", "until"];

/// Forms that no ending tells, and names that have an adjective of another stem.
#[rustfmt::skip]
const BASE_FORMS: &[(&str, &str)] = &[
    ("american", "america"), ("ate", "eat"), ("became", "become"), ("began", "begin"), ("begun", "begin"),
    ("bore", "bear"), ("born", "bear"), ("bought", "buy"), ("british", "britain"), ("broke", "break"),
    ("broken", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"), ("caught", "catch"),
    ("children", "child"), ("chinese", "china"), ("chose", "choose"), ("chosen", "choose"), ("danish", "denmark"),
    ("dead", "die"), ("death", "die"), ("died", "die"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"),
    ("drove", "drive"), ("dutch", "netherlands"), ("eaten", "eat"), ("english", "england"), ("fallen", "fall"),
    ("fell", "fall"), ("felt", "feel"), ("flew", "fly"), ("flown", "fly"), ("fought", "fight"), ("found", "find"),
    ("french", "france"), ("gave", "give"), ("german", "germany"), ("given", "give"), ("gone", "go"), ("got", "get"),
    ("greek", "greece"), ("grew", "grow"), ("grown", "grow"), ("held", "hold"), ("irish", "ireland"), ("kept", "keep"),
    ("knew", "know"), ("known", "know"), ("led", "lead"), ("left", "leave"), ("lives", "life"), ("lost", "lose"),
    ("made", "make"), ("men", "man"), ("met", "meet"), ("movie", "film"), ("paid", "pay"), ("person", "people"),
    ("polish", "poland"), ("ran", "run"), ("risen", "rise"), ("rose", "rise"), ("said", "say"), ("sang", "sing"),
    ("sank", "sink"), ("saw", "see"), ("scottish", "scotland"), ("seen", "see"), ("sent", "send"), ("shot", "shoot"),
    ("sold", "sell"), ("spanish", "spain"), ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"),
    ("stood", "stand"), ("struck", "strike"), ("sung", "sing"), ("sunk", "sink"), ("swedish", "sweden"),
    ("swiss", "switzerland"), ("taken", "take"), ("taught", "teach"), ("thought", "think"), ("threw", "throw"),
    ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("turkish", "turkey"), ("usa", "america"),
    ("welsh", "wales"), ("went", "go"), ("women", "woman"), ("won", "win"), ("wore", "wear"), ("worn", "wear"),
    ("written", "write"), ("wrote", "write"),
];

/// Words for numbers.
#[rustfmt::skip]
const NUMBER_WORDS: &[(&str, f64)] = &[
    ("billion", 1e9), ("both", 2.0), ("dozen", 12.0), ("eight", 8.0), ("eighteen", 18.0), ("eighth", 8.0),
    ("eighty", 80.0), ("eleven", 11.0), ("eleventh", 11.0), ("fifteen", 15.0), ("fifth", 5.0), ("fifty", 50.0),
    ("first", 1.0), ("five", 5.0), ("forty", 40.0), ("four", 4.0), ("fourteen", 14.0), ("fourth", 4.0), ("half", 0.5),
    ("hundred", 100.0), ("million", 1e6), ("nine", 9.0), ("nineteen", 19.0), ("ninety", 90.0), ("ninth", 9.0),
    ("once", 1.0), ("one", 1.0), ("second", 2.0), ("seven", 7.0), ("seventeen", 17.0), ("seventh", 7.0),
    ("seventy", 70.0), ("six", 6.0), ("sixteen", 16.0), ("sixth", 6.0), ("sixty", 60.0), ("ten", 10.0),
    ("tenth", 10.0), ("third", 3.0), ("thirteen", 13.0), ("thirty", 30.0), ("thousand", 1000.0), ("three", 3.0),
    ("trillion", 1e12), ("twelfth", 12.0), ("twelve", 12.0), ("twenty", 20.0), ("twice", 2.0), ("two", 2.0),
    ("zero", 0.0),
];

/// Letters and words behind digits that multiply them.
const MULTIPLES: &[(&str, f64)] = &[
    ("b", 1e9),
    ("billion", 1e9),
    ("bn", 1e9),
    ("hundred", 100.0),
    ("k", 1e3),
    ("m", 1e6),
    ("million", 1e6),
    ("thousand", 1e3),
    ("trillion", 1e12),
];

/// Endings of a title or short form behind which a full stop ends no sentence.
const TITLES: &[&str] = &["co", "dr", "inc", "jr", "ltd", "mr", "mrs", "ms", "no", "sr", "st", "vs"];

/// Words of which one may stand where the other would say the opposite. Each pair counts in both directions.
#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("above", "below"), ("accept", "reject"), ("active", "inactive"), ("add", "remove"), ("advance", "retreat"),
    ("after", "before"), ("agree", "disagree"), ("alive", "dead"), ("allow", "forbid"), ("allow", "prevent"),
    ("always", "never"), ("ancient", "modern"), ("appear", "disappear"), ("approve", "deny"), ("approve", "reject"),
    ("arrive", "depart"), ("arrive", "leave"), ("artificial", "natural"), ("ascending", "descending"),
    ("asynchronous", "synchronous"), ("attack", "defend"), ("begin", "end"), ("best", "worst"), ("better", "worse"),
    ("big", "small"), ("bigger", "smaller"), ("bottom", "top"), ("bright", "dark"), ("broad", "narrow"),
    ("brother", "sister"), ("build", "destroy"), ("buy", "sell"), ("cause", "prevent"), ("cheap", "costly"),
    ("cheap", "expensive"), ("client", "server"), ("cold", "hot"), ("complete", "incomplete"), ("confirm", "deny"),
    ("connect", "disconnect"), ("continue", "halt"), ("continue", "stop"), ("cool", "warm"), ("correct", "incorrect"),
    ("create", "delete"), ("create", "destroy"), ("current", "former"), ("cut", "raise"), ("dangerous", "safe"),
    ("day", "night"), ("decline", "growth"), ("decline", "improve"), ("decrease", "increase"), ("deep", "shallow"),
    ("defeat", "victory"), ("difficult", "easy"), ("direct", "indirect"), ("disable", "enable"), ("down", "up"),
    ("downgrade", "upgrade"), ("drop", "rise"), ("earlier", "later"), ("early", "late"), ("east", "west"),
    ("eastern", "western"), ("empty", "full"), ("encourage", "discourage"), ("end", "start"), ("enter", "leave"),
    ("exclude", "include"), ("expand", "shrink"), ("export", "import"), ("fail", "pass"), ("fail", "succeed"),
    ("failure", "success"), ("fall", "rise"), ("false", "true"), ("fast", "slow"), ("faster", "slower"),
    ("father", "mother"), ("fewer", "more"), ("few", "many"), ("fictional", "real"), ("fire", "hire"),
    ("first", "last"), ("fix", "broken"), ("fix", "open"), ("resolve", "open"), ("follow", "lead"), ("forget", "remember"), ("former", "latter"), ("gain", "lose"),
    ("green", "red"), ("grow", "shrink"), ("guilty", "innocent"), ("hard", "easy"), ("hate", "love"),
    ("heavy", "light"), ("high", "low"), ("higher", "lower"), ("highest", "lowest"), ("husband", "wife"),
    ("illegal", "legal"), ("impossible", "possible"), ("improve", "worsen"), ("increase", "reduce"),
    ("inside", "outside"), ("internal", "external"), ("join", "leave"), ("king", "queen"), ("large", "small"),
    ("larger", "smaller"), ("largest", "smallest"), ("least", "most"), ("left", "right"), ("less", "more"),
    ("lengthen", "shorten"), ("lift", "impose"), ("long", "short"), ("longer", "shorter"), ("loosen", "tighten"),
    ("loss", "profit"), ("lower", "raise"), ("major", "minor"), ("majority", "minority"), ("male", "female"),
    ("man", "woman"), ("maximum", "minimum"), ("negative", "positive"), ("new", "old"), ("newer", "older"),
    ("newest", "oldest"), ("next", "previous"), ("north", "south"), ("northern", "southern"), ("older", "younger"),
    ("oldest", "youngest"), ("open", "close"), ("oppose", "support"), ("optional", "required"), ("over", "under"),
    ("partial", "full"), ("peace", "war"), ("permanent", "temporary"), ("poor", "rich"), ("popular", "unpopular"),
    ("private", "public"), ("pull", "push"), ("read", "write"), ("remove", "restore"), ("reveal", "hide"),
    ("save", "spend"), ("son", "daughter"), ("start", "finish"), ("start", "stop"), ("strong", "weak"),
    ("stronger", "weaker"), ("summer", "winter"), ("surge", "plunge"), ("unite", "divide"), ("upward", "downward"),
    ("wide", "narrow"), ("win", "lose"),
];

fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

fn valued(table: &[(&str, f64)], word: &str) -> Option<f64> {
    table.binary_search_by(|(known, _)| (*known).cmp(word)).ok().map(|at| table[at].1)
}

/// True for a word that only holds a sentence together.
pub(super) fn is_function_word(word: &str) -> bool {
    listed(FUNCTION_WORDS, word)
}

/// True for a word that stands in texts about anything.
pub(super) fn is_common(word: &str) -> bool {
    listed(COMMON_WORDS, word)
}

/// True for a word that denies, unless `next` takes that back.
pub(super) fn denies(word: &str, next: Option<&str>) -> bool {
    listed(NEGATIONS, word) && !next.is_some_and(|next| listed(UNNEGATING, next))
}

/// True for a title or short form whose full stop ends no sentence.
pub(super) fn is_title(word: &str) -> bool {
    listed(TITLES, word)
}

/// The word that `word` is a form of, where its ending does not tell.
pub(super) fn base_form(word: &str) -> &str {
    BASE_FORMS.binary_search_by(|(form, _)| (*form).cmp(word)).map_or(word, |at| BASE_FORMS[at].1)
}

/// The value of a word for a number.
pub(super) fn number_word(word: &str) -> Option<f64> {
    valued(NUMBER_WORDS, word)
}

/// What a word or letter behind digits multiplies them with.
pub(super) fn multiple(word: &str) -> Option<f64> {
    valued(MULTIPLES, word)
}

/// The words that say the opposite of `word`, whose stem is `stem`. A stem begins with the letter that its word begins with.
pub(super) fn opposites<'a>(word: &'a str, stem: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    let is =
        move |one: &str| one == word || (one.as_bytes().first() == stem.as_bytes().first() && words::stem(one) == stem);
    OPPOSITES.iter().filter_map(move |&(one, other)| match (is(one), is(other)) {
        (true, _) => Some(other),
        (_, true) => Some(one),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_words_stand_in_them_once() {
        for table in [FUNCTION_WORDS, COMMON_WORDS, NEGATIONS, UNNEGATING, TITLES] {
            assert!(table.windows(2).all(|pair| pair[0] < pair[1]), "{table:?}");
        }
        assert!(BASE_FORMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for table in [NUMBER_WORDS, MULTIPLES] {
            assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0), "{table:?}");
        }
    }

    #[test]
    fn what_a_word_is() {
        assert!(is_function_word("the") && !is_function_word("theatre"));
        assert!(denies("not", None) && denies("never", Some("ran")));
        assert!(!denies("not", Some("only")) && !denies("note", None));
        assert_eq!(base_form("wrote"), "write");
        assert_eq!(base_form("parser"), "parser");
        assert_eq!(number_word("twelve"), Some(12.0));
        assert_eq!(multiple("bn"), Some(1e9));
        assert_eq!(opposites("increased", "increas").collect::<Vec<_>>(), ["decrease", "reduce"]);
        assert_eq!(opposites("early", "early").collect::<Vec<_>>(), ["late"]);
        assert_eq!(opposites("parser", "parser").count(), 0);
    }
}
