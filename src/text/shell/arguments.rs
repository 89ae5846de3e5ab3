//! The words after a command, sorted into flags, their values and operands.
//!
//! Owns the general conventions of command lines: clusters (`-xvf`), attached values (`-n5`, `--name=5`), `--`.

use super::word::Word;

/// The sorted words of one command.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a> {
    /// Words that start with a dash, up to their `=`.
    flags: Vec<&'a str>,
    /// The single letters of all clusters.
    letters: Vec<char>,
    /// Flags with their values, in order.
    pub values: Vec<(String, Word)>,
    /// Everything else, in order. Empty words (`sed -i ''`) are left out.
    pub operands: Vec<&'a Word>,
    /// How many of the operands stand before `--`; all of them when there is none.
    pub before_dashes: usize,
}

/// True when `flag` is one of the space-separated `list`.
pub(super) fn is_listed(list: &str, flag: &str) -> bool {
    !list.is_empty() && list.split(' ').any(|listed| listed == flag)
}

/// True when `-letter` is one of the space-separated `list`.
fn lists_letter(list: &str, letter: char) -> bool {
    list.split(' ').any(|listed| listed.strip_prefix('-').is_some_and(|name| name.chars().eq([letter])))
}

/// True when the word behind `flag` is its value: of `-u`, and of the `-nu` in which it is the last letter. `valued`: those that take one.
pub(super) fn takes_next(valued: &str, flag: &str) -> bool {
    if is_listed(valued, flag) {
        return true;
    }
    let letters = flag.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
    let first = letters.char_indices().find(|(_, letter)| lists_letter(valued, *letter));
    first.is_some_and(|(at, letter)| at + letter.len_utf8() == letters.len())
}

impl<'a> Arguments<'a> {
    /// Sorts `words`. `valued` lists the flags that take the next word or what is attached; `attached` those that take
    /// only what is attached (`sed -i.bak`).
    pub(super) fn sort(words: &'a [Word], valued: &str, attached: &str) -> Self {
        let mut sorted = Self::default();
        let mut words = words.iter();
        let mut dashes = None;
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            if dashes.is_some() && word.is_flag() {
                // Behind `--` it is an operand, and often a flag of the tool behind this one (`cargo fmt -- --check`).
                sorted.flags.push(text);
                sorted.operands.push(word);
            } else if dashes.is_some() || !word.is_flag() {
                if !(text.is_empty() && word.sure) {
                    sorted.operands.push(word);
                }
            } else if text == "--" {
                dashes = Some(sorted.operands.len());
            } else if let Some((name, value)) = text.split_once('=').filter(|(name, _)| name.starts_with("--")) {
                sorted.flags.push(name);
                sorted.values.push((name.to_owned(), Word { text: value.to_owned(), sure: word.sure }));
            } else {
                sorted.flags.push(text);
                if is_listed(valued, text) {
                    sorted.values.extend(words.next().map(|value| (text.to_owned(), value.clone())));
                } else if !text.starts_with("--") {
                    sorted.cluster(word, valued, attached, &mut words);
                }
            }
        }
        sorted.before_dashes = dashes.unwrap_or(sorted.operands.len());
        sorted
    }

    fn cluster(&mut self, word: &Word, valued: &str, attached: &str, following: &mut std::slice::Iter<'_, Word>) {
        for (at, letter) in word.text.char_indices().skip(1) {
            self.letters.push(letter);
            let rest = &word.text[at + letter.len_utf8()..];
            if lists_letter(valued, letter) {
                let value = if rest.is_empty() {
                    following.next().cloned()
                } else {
                    Some(Word { text: rest.to_owned(), sure: word.sure })
                };
                self.values.extend(value.map(|value| (format!("-{letter}"), value)));
                return;
            }
            if lists_letter(attached, letter) {
                return;
            }
        }
    }

    /// True when the flag is there: as a whole word, or as a letter of a cluster.
    pub(super) fn has(&self, flag: &str) -> bool {
        let mut letters = flag.chars().skip(1);
        let letter = letters.next().filter(|letter| *letter != '-' && letters.next().is_none());
        letter.is_some_and(|letter| self.letters.contains(&letter)) || self.flags.contains(&flag)
    }

    /// True when one of the space-separated flags is there.
    pub(super) fn has_any(&self, flags: &str) -> bool {
        !flags.is_empty() && flags.split(' ').any(|flag| self.has(flag))
    }

    /// The values given to any of the space-separated flags.
    pub(super) fn values_of(&self, flags: &str) -> impl Iterator<Item = &Word> {
        self.values.iter().filter(move |(flag, _)| is_listed(flags, flag)).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, valued: &str, attached: &str, expected: &str) {
        let words: Vec<Word> = command.split(' ').map(|text| Word::sure(text.trim_matches('\''))).collect();
        let sorted = Arguments::sort(&words, valued, attached);
        let mut shown: Vec<String> =
            sorted.values.iter().map(|(flag, value)| format!("{flag}={}", value.text)).collect();
        shown.extend(sorted.operands.iter().map(|operand| operand.text.clone()));
        assert_eq!(shown.join(" "), expected, "{command}");
    }

    #[test]
    fn flags_values_and_operands_are_told_apart() {
        check("-n 5 a", "-n", "", "-n=5 a");
        check("-n5 a", "-n", "", "-n=5 a");
        check("-sSLo f url", "-o", "", "-o=f url");
        check("--output=f url", "-o --output", "", "--output=f url");
        check("--output f url", "-o --output", "", "--output=f url");
        check("-i.bak s/a/b/ f", "-e", "-i", "s/a/b/ f");
        check("-i '' s/a/b/ f", "-e", "-i", "s/a/b/ f");
        check("-rf -- -x y", "", "", "-x y");
        check("- a", "", "", "- a");
    }

    #[test]
    fn a_flag_is_found_in_a_cluster() {
        let words = [Word::sure("-Ei.bak"), Word::sure("--write")];
        let sorted = Arguments::sort(&words, "", "-i");
        assert!(sorted.has("-i") && sorted.has("-E") && sorted.has("--write") && !sorted.has("-b"));
        assert!(sorted.has_any("-w --write") && !sorted.has_any(""));
    }
}
