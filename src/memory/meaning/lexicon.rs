//! What is known of words and commands: the lists of `lexicon/`, put together when the program is built.
//!
//! Owns looking a word or a group of words up. The lists tell which words mean the same (`act`, `thing`), which are opposites
//! (`pole`, `scale`), and which name things of which one excludes the other (`kind`).

use std::cmp::Ordering;

include!(concat!(env!("OUT_DIR"), "/families.rs"));

/// Sorted lines: the words, a tab, the senses.
const WORDS: &str = include_str!(concat!(env!("OUT_DIR"), "/words.txt"));
/// Sorted lines: program, words and flags, ` = `, what it does in words.
const COMMANDS: &str = include_str!(concat!(env!("OUT_DIR"), "/commands.txt"));
/// Members of one family at most, as the program that builds the lists has it.
const MEMBERS: u16 = 32;

/// One meaning of a word: a family, and where in the family the word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sense(u16);

/// What kind of family a sense is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words for one deed.
    Act,
    /// Words for one thing.
    Thing,
    /// A deed and its undoing, which turns a sentence round.
    Pole,
    /// A change or quality and its opposite.
    Scale,
    /// Where or for whom; one excludes the other.
    Scope,
    /// What; one excludes the other.
    Object,
    /// How; one excludes the other.
    Technique,
    /// Something bad: without it is with success.
    Mark,
    /// A deed about something bad, which says nothing against it.
    Mend,
    /// A word that denies.
    No,
    /// A word that only holds a sentence together.
    Void,
    /// A word that stands in texts about anything.
    Light,
}

impl Sense {
    /// The number of its family.
    pub(super) const fn family(self) -> u16 {
        self.0 / MEMBERS
    }

    /// Its place in the family; opposites stand at 0 and 1.
    pub(super) const fn member(self) -> u16 {
        self.0 % MEMBERS
    }

    /// 1 for the first side of a pair of opposites, -1 for the other.
    pub(super) const fn side(self) -> i8 {
        if self.member() == 0 { 1 } else { -1 }
    }

    /// What kind of family it is of.
    pub(super) fn kind(self) -> Kind {
        match KINDS.get(usize::from(self.family())) {
            Some(b'a') => Kind::Act,
            Some(b't') => Kind::Thing,
            Some(b'p') => Kind::Pole,
            Some(b's') => Kind::Scale,
            Some(b'c') => Kind::Scope,
            Some(b'o') => Kind::Object,
            Some(b'k') => Kind::Technique,
            Some(b'm') => Kind::Mark,
            Some(b'd') => Kind::Mend,
            Some(b'n') => Kind::No,
            Some(b'v') => Kind::Void,
            _ => Kind::Light,
        }
    }

    /// The name of its family.
    pub(super) fn name(self) -> &'static str {
        let at = usize::from(self.family());
        let ends = NAME_ENDS.get(at).zip(NAME_ENDS.get(at + 1));
        ends.and_then(|(from, to)| NAMES.get(usize::from(*from)..usize::from(*to))).unwrap_or_default()
    }
}

/// The first line of `text`, whose lines are sorted, that is not less than `key`; as a place in the text.
fn lower_bound(text: &str, key: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = bytes[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1).max(low);
        let end = bytes[middle..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| middle + at);
        let line = &bytes[start..end];
        let length = line.len().min(key.len());
        match line[..length].cmp(&key.as_bytes()[..length]).then(line.len().cmp(&key.len())) {
            Ordering::Less => low = end + 1,
            Ordering::Equal | Ordering::Greater => high = start,
        }
    }
    low.min(bytes.len())
}

/// Every line that begins with `word` and goes on with something that is no letter of it.
fn beginning<'a>(text: &'static str, word: &'a str) -> impl Iterator<Item = (&'static str, &'static str)> + use<'a> {
    let rest = text.get(lower_bound(text, word)..).unwrap_or_default();
    let lines = rest.lines().take_while(move |line| line.starts_with(word));
    lines.filter_map(move |line| line.split_once('\t').or_else(|| line.split_once(" = ")))
}

/// The senses of a word; none of an unknown one.
pub(super) fn senses(word: &str) -> Vec<Sense> {
    beginning(WORDS, word).find(|(known, _)| *known == word).map(|(_, senses)| read(senses)).unwrap_or_default()
}

fn read(senses: &str) -> Vec<Sense> {
    senses.split(' ').filter_map(|number| number.parse().ok()).map(Sense).collect()
}

/// The groups of words that begin with `first`, each with its other words and its senses. A word ".." stands for some
/// words between.
pub(super) fn phrases(first: &str) -> Vec<(Vec<&'static str>, &'static str)> {
    let found = beginning(WORDS, first).filter_map(|(phrase, senses)| {
        let rest = phrase.strip_prefix(first)?.strip_prefix(' ')?;
        Some((rest.split(' ').collect(), senses))
    });
    found.collect()
}

/// The senses that stand behind a group of words.
pub(super) fn phrase_senses(senses: &str) -> Vec<Sense> {
    read(senses)
}

/// What commands of `program` do: the other words and flags, and the words for it.
pub(super) fn commands(program: &str) -> Vec<(Vec<&'static str>, &'static str)> {
    let found = beginning(COMMANDS, program).filter_map(|(command, words)| {
        let rest = command.strip_prefix(program)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (rest.split_whitespace().collect(), words))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_with_their_families() {
        let names = |word: &str| senses(word).iter().map(|sense| sense.name()).collect::<Vec<_>>();
        assert!(names("database").contains(&"database"));
        assert!(names("db").contains(&"database"));
        assert!(names("qwertz").is_empty() && names("").is_empty());
        let side = |word: &str| senses(word).iter().find(|sense| sense.name() == "enable").map(|sense| sense.side());
        assert_eq!((side("enable"), side("disable")), (Some(1), Some(-1)));
        assert!(phrases("turn").iter().any(|(rest, _)| *rest == ["..", "off"]));
        assert!(commands("git").iter().any(|(rest, _)| *rest == ["reset", "--hard"]));
        assert!(commands("gi").is_empty());
    }

    #[test]
    fn every_line_is_found() {
        for line in WORDS.lines() {
            let (word, listed) = line.split_once('\t').unwrap();
            assert_eq!(senses(word), read(listed), "{word}");
        }
    }
}
