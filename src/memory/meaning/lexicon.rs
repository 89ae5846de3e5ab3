//! What is known of words and commands: the lists of `lexicon/`, put together when the program is built.
//!
//! Owns looking a word or a group of words up. The lists tell which words mean the same (`act`, `thing`), which are opposites
//! (`pole`, `scale`), and which name things of which one excludes the other (`kind`).

use memchr::{memchr, memrchr};

include!(concat!(env!("OUT_DIR"), "/families.rs"));

/// Lines in their order, as they lie in the program.
struct List(&'static str);

/// The words, a tab, the senses.
const WORDS: List = List(include_str!(concat!(env!("OUT_DIR"), "/words.txt")));
/// Program, words and flags, ` = `, what it does in words.
const COMMANDS: List = List(include_str!(concat!(env!("OUT_DIR"), "/commands.txt")));
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
    /// A word that stands round what is meant, in one wording and not in the other: "users", "service", "to keep".
    Weak,
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
            Some(b'w') => Kind::Weak,
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

impl List {
    /// The lines from the first on that is not less than `key`. Halved by bytes: a list of where lines begin would be a tenth of the text.
    fn from(&self, key: &str) -> std::str::Lines<'static> {
        let text = self.0.as_bytes();
        // Every line before `low` is less, none from `high` on is; both are beginnings of lines.
        let (mut low, mut high) = (0, text.len());
        while low < high {
            let middle = low.midpoint(high);
            let begins = memrchr(b'\n', &text[low..middle]).map_or(low, |at| low + at + 1);
            let ends = memchr(b'\n', &text[begins..high]).map_or(high, |at| begins + at + 1);
            if text[begins..ends.min(begins + key.len())] < *key.as_bytes() {
                low = ends;
            } else {
                high = begins;
            }
        }
        self.0.get(low..).unwrap_or_default().lines()
    }

    /// Every line that begins with `words`. Short ones begin thousands of lines: whoever wants one word says with what its lines go on.
    fn beginning<'a>(&self, words: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
        self.from(words).take_while(move |line| line.starts_with(words))
    }
}

/// What is known of a word, found once: its own senses and the groups of words that it begins.
#[derive(Clone)]
pub(super) struct Entry<'a> {
    word: &'a str,
    /// The line of the word itself, where there is one, and those behind it.
    lines: std::str::Lines<'static>,
}

/// Looks a word up.
pub(super) fn entry(word: &str) -> Entry<'_> {
    Entry { word, lines: WORDS.from(word) }
}

impl<'a> Entry<'a> {
    /// The senses of the word; none of an unknown one.
    pub(super) fn senses(&self) -> Vec<Sense> {
        // The tab sorts before all that a group of words goes on with.
        let known = self.lines.clone().next().and_then(|line| line.strip_prefix(self.word)?.strip_prefix('\t'));
        known.map(read).unwrap_or_default()
    }

    /// The groups of words that begin with the word, each with its other words, a space between, and its senses. A word ".."
    /// stands for some words between.
    pub(super) fn phrases(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<'a> {
        let word = self.word;
        let own = move |line: &&str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(['\t', ' ']));
        let behind = self.lines.clone().take_while(own);
        behind.filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' ')?.split_once('\t'))
    }
}

/// The senses of a word; none of an unknown one.
pub(super) fn senses(word: &str) -> Vec<Sense> {
    entry(word).senses()
}

/// The senses of a group of words as it is listed.
pub(super) fn phrase(words: &str) -> Vec<Sense> {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let found = entry(first).phrases().find(|(known, _)| *known == rest);
    found.map(|(_, senses)| read(senses)).unwrap_or_default()
}

fn read(senses: &str) -> Vec<Sense> {
    senses.split(' ').filter_map(|number| number.parse().ok()).map(Sense).collect()
}

/// The senses that stand behind a group of words.
pub(super) fn phrase_senses(senses: &str) -> Vec<Sense> {
    read(senses)
}

/// What commands of `program` do: the other words and flags, and the words for it.
pub(super) fn commands(program: &str) -> Vec<(Vec<&'static str>, &'static str)> {
    let words = format!("{program} ");
    let found = COMMANDS.beginning(&words).filter_map(|line| {
        let (command, words) = line.split_once(" = ")?;
        Some((command.strip_prefix(program)?.split_whitespace().collect(), words))
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
        assert!(entry("turn").phrases().any(|(rest, _)| rest == ".. off"));
        assert!(entry("tur").phrases().next().is_none() && entry("").phrases().next().is_none());
        assert!(commands("git").iter().any(|(rest, _)| *rest == ["reset", "--hard"]));
        assert!(commands("gi").is_empty());
    }

    #[test]
    fn every_line_is_found() {
        for line in WORDS.0.lines() {
            let (word, listed) = line.split_once('\t').unwrap();
            match word.split_once(' ') {
                None => assert_eq!(senses(word), read(listed), "{word}"),
                Some((first, rest)) => {
                    assert!(entry(first).phrases().any(|known| known == (rest, listed)), "{word}");
                }
            }
        }
    }
}
