//! The small words of the language by their classes: articles, pronouns, conjunctions, prepositions, modals, refusals.
//!
//! Owns each class once, so that every form of the grammar hears the same words. A form for which one of them means something else says
//! so where it is read. Verbs of work are `sentence`'s, those of changing `changing`'s, and what closes a clause is `closing`'s.

use crate::text::word_set::{WordSet, sorted};

/// Words that may stand before an order without taking anything from it.
#[rustfmt::skip]
const PRELUDE: &[&str] = &[
    "absolutely", "actually", "also", "and", "btw", "but", "certainly", "claude", "definitely", "especially", "finally", "first", "for", "from", "great", "hey", "hi", "hm",
    "hmm", "however", "important", "instead", "just", "kindly", "no", "nope", "note", "now", "ok", "okay", "on",
    "or", "perfect", "please", "pls", "plz", "ps", "really", "remember", "right", "so", "still", "sure", "thanks", "then", "thx",
    "well", "yeah", "yep", "yes",
];

static PRELUDE_SET: WordSet<128> = WordSet::new(PRELUDE);

/// Words with which a question opens.
#[rustfmt::skip]
const QUESTION_WORDS: &[&str] = sorted(&[
    "am", "are", "can", "could", "did", "do", "does", "has", "have", "how", "is", "may", "shall", "should", "was",
    "were", "what", "what's", "whats", "when", "where", "where's", "which", "who", "whose", "why", "will", "won't",
    "would",
]);

/// Words that lead to a thing, a place or a time.
#[rustfmt::skip]
const PREPOSITIONS: &[&str] = &[
    "about", "above", "across", "against", "at", "below", "beneath", "between", "beyond", "by", "during", "for", "from", "in", "inside",
    "into", "of", "on", "onto", "outside", "over", "per", "through", "throughout", "to", "towards", "under", "via", "with", "within", "without",
];

static PREPOSITION_SET: WordSet<64> = WordSet::new(PREPOSITIONS);

/// What is called a fault, "in the parser" and as what "parser.rs has".
#[rustfmt::skip]
const FAULTS: &[&str] = sorted(&[
    "bug", "crash", "deadlock", "error", "exception", "failure", "fault", "flaw", "glitch", "issue", "leak", "mistake", "oversight", "panic",
    "problem", "race", "regression", "typo", "warning",
]);

/// Conjunctions with which a clause begins that belongs to another one.
#[rustfmt::skip]
const SUBORDINATORS: &[&str] = sorted(&[
    "after", "although", "as", "because", "before", "if", "once", "since", "though", "till", "unless", "until", "when", "whenever", "while",
]);

/// True for a word that may stand before an order without taking anything from it.
pub(in crate::goal) fn is_prelude(word: &str) -> bool {
    PRELUDE_SET.contains(word)
}

/// True for a word with which a question opens.
pub(in crate::goal) fn is_question_word(word: &str) -> bool {
    QUESTION_WORDS.binary_search(&word).is_ok()
}

/// "a", "the".
pub(in crate::goal) fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the")
}

/// "those": which of them.
pub(in crate::goal) fn is_demonstrative(word: &str) -> bool {
    matches!(word, "that" | "these" | "this" | "those")
}

/// A word before a noun that leaves it as wide as it is: "the", "my", "those".
pub(in crate::goal) fn is_determiner(word: &str) -> bool {
    is_article(word)
        || is_demonstrative(word)
        || matches!(word, "her" | "his" | "its" | "my" | "our" | "their" | "your")
}

/// "all", "any": how many of them.
pub(in crate::goal) fn is_quantifier(word: &str) -> bool {
    matches!(word, "all" | "any" | "both" | "each" | "every")
}

/// A word that means what was spoken of before: "it", "those".
pub(in crate::goal) fn is_pronoun(word: &str) -> bool {
    matches!(word, "it" | "them" | "they") || is_demonstrative(word)
}

/// "somebody", "nothing": nobody and nothing in particular.
pub(in crate::goal) fn is_indefinite(word: &str) -> bool {
    let kind = ["any", "every", "no", "some"].into_iter().find_map(|whole| word.strip_prefix(whole));
    matches!(kind, Some("body" | "one" | "thing"))
}

/// "I", "we've": the user speaks of himself.
pub(in crate::goal) fn is_first_person(word: &str) -> bool {
    matches!(without_verb(word), "i" | "we")
}

/// "you", "you're": the user speaks to the agent.
pub(in crate::goal) fn is_second_person(word: &str) -> bool {
    without_verb(word) == "you"
}

/// "I", "you're", "they": whoever does something.
pub(in crate::goal) fn is_person(word: &str) -> bool {
    matches!(without_verb(word), "he" | "i" | "she" | "they" | "we" | "you")
}

/// "me", "our": of the user, or to him.
pub(in crate::goal) fn is_of_the_user(word: &str) -> bool {
    matches!(word, "me" | "mine" | "my" | "our" | "ours" | "us")
}

/// The "we" of "we've".
fn without_verb(word: &str) -> &str {
    word.split_once('\'').map_or(word, |(subject, _)| subject)
}

/// A conjunction that ties clauses.
pub(in crate::goal) fn is_conjunction(word: &str) -> bool {
    matches!(word, "and" | "but" | "nor" | "or" | "so" | "then")
}

/// A conjunction that joins two things of one clause: "or", "&".
pub(in crate::goal) fn is_joining(word: &str) -> bool {
    matches!(word, "&" | "/" | "and" | "n" | "nor" | "or")
}

/// A conjunction with which a clause begins that belongs to another one: "because", "when".
pub(in crate::goal) fn is_subordinator(word: &str) -> bool {
    SUBORDINATORS.binary_search(&word).is_ok()
}

/// A word with which is said what an order waits for, or on what it hangs: "until", "without".
pub(in crate::goal) fn is_proviso(word: &str) -> bool {
    matches!(word, "before" | "till" | "unless" | "until" | "without")
}

/// "to", "in", "through".
pub(in crate::goal) fn is_preposition(word: &str) -> bool {
    PREPOSITION_SET.contains(word)
}

/// A preposition that leads into a place: "in", "under".
pub(in crate::goal) fn leads_into(word: &str) -> bool {
    matches!(word, "below" | "beneath" | "in" | "inside" | "into" | "under" | "within")
}

/// A preposition between a change and its place: "edits in", "changes to".
pub(in crate::goal) fn leads_to_a_place(word: &str) -> bool {
    leads_into(word) || matches!(word, "on" | "outside" | "to")
}

/// "can", "should".
pub(in crate::goal) fn is_modal(word: &str) -> bool {
    rules(word) || obliges(word) || matches!(word, "could" | "might" | "will" | "would")
}

/// A modal that leaves it free to do so.
pub(in crate::goal) fn lets(word: &str) -> bool {
    matches!(word, "can" | "may")
}

/// A verb by which something is to be so: "must", "needs".
pub(in crate::goal) fn obliges(word: &str) -> bool {
    orders(word) || matches!(word, "need" | "needs")
}

/// A modal by which something is to be so: "must", "should".
fn orders(word: &str) -> bool {
    matches!(word, "must" | "shall" | "should")
}

/// A modal of a rule: with a "not" behind it it forbids.
pub(in crate::goal) fn rules(word: &str) -> bool {
    lets(word) || orders(word)
}

/// "is", "are". What was so may be over.
pub(in crate::goal) fn is_copula(word: &str) -> bool {
    matches!(word, "are" | "is")
}

/// A word that refuses, whatever the verb: "never", "nothing".
pub(in crate::goal) fn denies(word: &str) -> bool {
    matches!(word, "cannot" | "neither" | "never" | "no" | "nobody" | "none" | "not" | "nothing" | "without")
}

/// The same, and a verb that is refused: "don't", "isn't", and without their mark where words are taken apart.
pub(in crate::goal) fn refuses(word: &str) -> bool {
    denies(word) || word.ends_with("n't") || matches!(word, "cant" | "dont")
}

/// "old", "existing": which of several, where new ones may come.
pub(in crate::goal) fn is_earlier(word: &str) -> bool {
    matches!(word, "existing" | "old" | "older" | "previous")
}

/// What a deed is called that may be done: "pushing is fine".
pub(in crate::goal) fn is_all_right(word: &str) -> bool {
    matches!(word, "acceptable" | "allowed" | "fine" | "ok" | "okay" | "permitted" | "welcome")
}

/// A word by which a thing is left as it is, as an order or as its state: "skip it", "untouched".
pub(in crate::goal) fn leaves(word: &str) -> bool {
    matches!(word, "alone" | "avoid" | "disregard" | "ignore" | "keep" | "leave" | "skip" | "unchanged" | "untouched")
}

/// What is called a fault, one or several: "bug", "crashes".
pub(in crate::goal) fn is_fault(word: &str) -> bool {
    let one = |word: &str| FAULTS.binary_search(&word).is_ok();
    one(word) || word.strip_suffix('s').is_some_and(one) || word == "crashes"
}

const SETTLED: [&str; 11] =
    ["correct", "expected", "fine", "fixed", "gone", "good", "harmless", "intended", "known", "normal", "unrelated"];

/// True for a word in front that makes what follows no order of its own: "no, the parser", "note the parser".
pub(in crate::goal) fn begins_another_thing(word: &str) -> bool {
    matches!(word, "from" | "instead" | "no" | "nope" | "note" | "or" | "remember" | "still")
}

/// "Monday".
pub(in crate::goal) fn is_weekday(word: &str) -> bool {
    matches!(word, "friday" | "monday" | "saturday" | "sunday" | "thursday" | "tuesday" | "wednesday")
}

/// What a thing is called that needs no work: "the failure is expected", "that's intended".
pub(in crate::goal) fn is_settled(word: &str) -> bool {
    SETTLED.contains(&word)
}

/// A verb that asks to be told of a thing: "explain the crash".
pub(in crate::goal) fn asks_to_be_told(word: &str) -> bool {
    matches!(word, "describe" | "explain" | "list" | "report" | "summarise" | "summarize")
}

/// What work or an offer is called that is liked.
pub(in crate::goal) fn is_praise(word: &str) -> bool {
    matches!(word, "cool" | "good" | "great" | "nice" | "ok" | "okay" | "perfect")
}

/// What people exclaim, before they say what they want or in place of it: "wtf", "oh".
#[rustfmt::skip]
const EXCLAMATIONS: &[&str] = sorted(&[
    "ah", "aha", "argh", "awesome", "bro", "bruh", "dammit", "damn", "dude", "ffs", "fuck", "gah", "gosh", "haha", "heck", "hell",
    "hmpf", "hooray", "huh", "lmao", "lol", "man", "meh", "nah", "neat", "oh", "omg", "oof", "ooh", "oops", "ouch", "phew", "sheesh",
    "shit", "sigh", "smh", "sweet", "ugh", "uh", "uhm", "um", "whoa", "woah", "wow", "wtf", "yay", "yikes", "yo",
]);

/// True for a word that only exclaims.
pub(in crate::goal) fn is_exclamation(word: &str) -> bool {
    EXCLAMATIONS.binary_search(&word).is_ok()
}

/// "too", the "well" of "as well".
pub(in crate::goal) fn is_too(word: &str) -> bool {
    matches!(word, "also" | "too" | "well")
}

/// "file", "files".
pub(in crate::goal) fn is_file_noun(word: &str) -> bool {
    matches!(word, "file" | "files")
}

/// "folder", "directories".
pub(in crate::goal) fn is_folder_noun(word: &str) -> bool {
    matches!(word, "dir" | "directories" | "directory" | "dirs" | "folder" | "folders" | "subfolder" | "subfolders")
}

/// What a place in a repository is called: "file", "folder", "module".
pub(in crate::goal) fn is_place_noun(word: &str) -> bool {
    is_file_noun(word) || is_folder_noun(word) || matches!(word, "module" | "modules" | "package" | "packages")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{limits, limits_left};

    #[track_caller]
    fn check(is_such: fn(&str) -> bool, words: &str, others: &str) {
        assert!(words.split(' ').all(is_such), "{words}");
        assert!(!others.split(' ').any(is_such), "{others}");
    }

    #[test]
    fn each_word_is_of_its_classes() {
        check(is_article, "a an the", "my no that");
        check(is_determiner, "the my those", "no all it");
        check(is_quantifier, "all each", "the no some");
        check(is_pronoun, "it that they", "there the you");
        check(is_indefinite, "nobody anything", "some somehow none");
        check(is_first_person, "i we i'm we've", "you my it's");
        check(is_second_person, "you you're", "your i");
        check(is_person, "she they'll i'd", "it let's don't");
        check(is_of_the_user, "my us", "i your");
        check(is_conjunction, "but then", "because &");
        check(is_joining, "or nor &", "but so");
        check(is_subordinator, "because while", "and without");
        check(is_proviso, "until without", "when if");
        check(is_preposition, "to through", "after and");
        check(leads_into, "in under within", "on to outside");
        check(leads_to_a_place, "on to outside under", "with from");
        check(is_modal, "can must would", "is do can't");
        check(lets, "can may", "could must");
        check(obliges, "must needs", "may has");
        check(rules, "can must should", "needs could will");
        check(is_copula, "is are", "was be isn't");
        check(refuses, "never without isn't dont", "stop avoid nor");
        check(is_earlier, "old existing", "new other");
        check(is_all_right, "fine ok", "good yes");
        check(leaves, "leave skip untouched", "left drop stay");
        check(is_fault, "bug crashes typos", "fix test slow");
        check(is_settled, "expected known fine", "ok broken");
        check(asks_to_be_told, "explain list", "check find note");
        check(is_praise, "great perfect", "fine yes");
        check(is_exclamation, "wtf lol oh", "no fix");
        check(is_too, "also well", "again");
        check(is_place_noun, "file folders module", "code part");
    }

    #[test]
    fn forms_hear_every_word_of_a_class() {
        for preposition in ["in", "inside", "on", "to", "under", "within"] {
            limits(&format!("no changes {preposition} src/legacy"), "deny src/legacy/");
            limits(&format!("don't make changes {preposition} src/legacy"), "deny src/legacy/");
        }
        for pronoun in ["it", "that", "these", "this", "those"] {
            assert_eq!(limits_left("don't deploy", &format!("ok release {pronoun}")), "", "{pronoun}");
        }
    }
}
