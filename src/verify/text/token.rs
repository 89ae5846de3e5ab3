//! A text as the words that claims and evidence are compared by.

use super::lexicon;
use crate::text::words;

/// A word or number of a text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// In lower case, without accents.
    pub word: String,
    /// Without its inflection; digits without their commas.
    pub stem: String,
    /// The number of its sentence, from 0.
    pub sentence: usize,
    /// True for the first word of its sentence.
    pub first: bool,
    /// True where it begins with a capital letter.
    pub capital: bool,
    /// Its value, of digits and of words for numbers.
    pub value: Option<f64>,
    /// True for a word that only holds the sentence together.
    pub function: bool,
    /// Where it stands in the text without accents, and where it ends, in characters.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Token {
    /// True for digits.
    pub(super) fn is_digits(&self) -> bool {
        self.word.starts_with(|letter: char| letter.is_ascii_digit())
    }

    /// What it tells of a text's subject: nothing for a function word, most for names and numbers.
    pub(super) fn weight(&self) -> f64 {
        if self.function {
            0.0
        } else if lexicon::is_common(&self.word) || lexicon::is_common(&self.stem) {
            COMMON
        } else if self.is_digits() || self.capital {
            TELLING
        } else if self.word.len() > 3 {
            1.0
        } else {
            SHORT
        }
    }

    /// True for a word that may be a name or a part of one.
    pub(super) fn may_be_name(&self) -> bool {
        self.capital && !self.function && !self.is_digits()
    }

    /// True where `next` follows it with a blank, a hyphen or a quote between them at most.
    pub(super) fn touches(&self, next: &Token) -> bool {
        self.sentence == next.sentence && next.start > self.start && next.start - self.end <= 2
    }
}

/// What words weigh beside an ordinary one: of any text, names and numbers, short ones.
const COMMON: f64 = 0.4;
const TELLING: f64 = 1.3;
const SHORT: f64 = 0.7;

/// The words and numbers of a text, at most `limit` of them, and whether that is all.
pub(super) fn tokens(text: &str, limit: usize) -> (Vec<Token>, bool) {
    let letters: Vec<char> = text.chars().map(plain).collect();
    let mut found: Vec<Token> = Vec::new();
    let (mut at, mut sentence) = (0, 0);
    while at < letters.len() {
        if found.len() >= limit {
            return (found, false);
        }
        let letter = letters[at];
        if letter.is_ascii_digit() {
            let end = digits_end(&letters, at);
            push(&mut found, &letters[at..end], at, sentence);
            at = end;
        } else if letter.is_alphabetic() {
            let end = word_end(&letters, at);
            push(&mut found, &letters[at..end], at, sentence);
            at = end;
        } else {
            if ends_sentence(&letters, at, found.last()) {
                sentence += 1;
            }
            at += 1;
        }
    }
    (found, true)
}

fn ends_sentence(letters: &[char], at: usize, before: Option<&Token>) -> bool {
    match letters[at] {
        '?' | '!' | ';' | '\n' => true,
        '.' => {
            // "3.5", "auth.py"
            let goes_on = letters.get(at + 1).is_some_and(|next| next.is_ascii_digit() || next.is_ascii_lowercase());
            let short = before.is_some_and(|token| token.word.len() == 1 || lexicon::is_title(&token.word));
            !goes_on && !short
        }
        _ => false,
    }
}

/// Digits with points and commas between them.
fn digits_end(letters: &[char], from: usize) -> usize {
    let mut end = from;
    while end < letters.len() {
        let inside = matches!(letters[end], '.' | ',') && letters.get(end + 1).is_some_and(char::is_ascii_digit);
        if !letters[end].is_ascii_digit() && !inside {
            break;
        }
        end += 1;
    }
    end
}

/// Letters with one apostrophe among them.
fn word_end(letters: &[char], from: usize) -> usize {
    let mut end = from;
    while end < letters.len() {
        let inside = letters[end] == '\'' && letters.get(end + 1).is_some_and(|next| next.is_alphabetic());
        if !letters[end].is_alphabetic() && !inside {
            break;
        }
        end += 1;
    }
    end
}

/// "don't" is "do" and "n't"; of "Stoke's" the name is left.
fn push(found: &mut Vec<Token>, letters: &[char], start: usize, sentence: usize) {
    let raw: String = letters.iter().collect();
    let lower = raw.to_lowercase();
    let parts: &[(&str, usize)] = &match (lower.strip_suffix("n't"), lower.split_once('\'')) {
        (Some(""), _) => [("n't", 0), ("", 0)],
        (Some(verb), _) => [(verb, 0), ("n't", verb.chars().count())],
        (None, Some((head, _))) if head.chars().nth(1).is_some() => [(head, 0), ("", 0)],
        _ => [(lower.as_str(), 0), ("", 0)],
    };
    for (word, offset) in parts.iter().filter(|(word, _)| !word.is_empty()) {
        let word: String = word.chars().filter(|letter| *letter != '\'' || *word == "n't").collect();
        let digits = word.starts_with(|letter: char| letter.is_ascii_digit());
        let stem = if digits { word.replace(',', "") } else { stem(&word) };
        let value = if digits { stem.parse().ok() } else { lexicon::number_word(&word) };
        let begin = start + offset;
        found.push(Token {
            end: begin + word.chars().count(),
            first: found.last().is_none_or(|before| before.sentence != sentence),
            capital: *offset == 0 && letters.first().is_some_and(|letter| letter.is_uppercase()),
            function: lexicon::is_function_word(&word),
            start: begin,
            stem,
            word,
            sentence,
            value,
        });
    }
}

/// One form for the words of a family.
pub(super) fn stem(word: &str) -> String {
    let base = lexicon::base_form(word);
    let stem = words::stem(base);
    lexicon::base_form(&stem).to_owned()
}

/// A letter without its accent, a straight quote for a curved one.
fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    match letter {
        '’' | '‘' => '\'',
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ţ' | 'ț' | 'ť' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'À'..='Å' | 'Ā' => 'A',
        'Ç' | 'Ć' | 'Č' => 'C',
        'È'..='Ë' | 'Ē' => 'E',
        'Ì'..='Ï' | 'İ' => 'I',
        'Ł' => 'L',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' | 'Ō' => 'O',
        'Ś' | 'Š' | 'Ş' => 'S',
        'Ù'..='Ü' | 'Ū' => 'U',
        'Ź' | 'Ż' | 'Ž' => 'Z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let (found, whole) = tokens(text, 100);
        assert!(whole);
        let shown: Vec<String> = found
            .iter()
            .map(|token| {
                format!("{}{}{}", if token.first { "|" } else { "" }, if token.capital { "^" } else { "" }, token.stem)
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn a_text_falls_into_words_and_sentences() {
        check("Paris doesn't pay. It won 1,600.5 points", "|^paris doe n't pay |^it win 1600.5 point");
        check("Mr. J. Strugnell's São Paulo?yes", "|^mr ^j ^strugnell ^sao ^paulo |yes");
        check("in auth.py it", "|in auth py it");
        check("an author.Furst (1941)", "|an author |^furst 1941");
        check("", "");
    }

    #[test]
    fn numbers_have_values() {
        let values = |text: &str| tokens(text, 9).0.iter().filter_map(|token| token.value).collect::<Vec<_>>();
        assert_eq!(values("twelve of 1,300 in 2.5"), [12.0, 1300.0, 2.5]);
        assert_eq!(values("no number"), [0.0_f64; 0]);
    }

    #[test]
    fn more_words_than_the_limit_are_not_read() {
        let (found, whole) = tokens("a b c d", 3);
        assert_eq!((found.len(), whole), (3, false));
    }
}
