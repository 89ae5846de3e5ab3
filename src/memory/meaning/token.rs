//! A text as words, names, paths, flags, quantities and breaks.
//!
//! Owns where a word begins and ends and what sort of thing it is. Bounded: a long text gives its beginning.

use super::lexicon;
use super::morph;
use super::quantity::{self, Quantity};
use crate::text::{extension, words};

/// Bytes of a text that are read, and words that are kept: a step or a lesson is a sentence or two.
pub(super) const MAX_BYTES: usize = 4096;
const MAX_TOKENS: usize = 160;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A word of prose.
    Word,
    /// A name out of a program: `parseToken()`, `users.email`.
    Name,
    /// A path or file name.
    Path,
    /// An option: `--force`.
    Flag,
    /// A number, alone or with its unit.
    Number(Quantity),
    /// Where a clause ends; `firm` for the end of a sentence.
    Break(Mark),
}

/// What ends a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A comma, a bracket, a dash.
    Soft,
    /// A full stop, a colon, a semicolon.
    Firm,
    /// `&&` or `|` between commands: what follows happens later.
    Then,
    /// `->`: what follows is where it goes.
    Arrow,
}

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// As written, without what stands around it.
    pub(super) text: String,
    /// In lower case, with plain apostrophes.
    pub(super) lower: String,
    pub(super) kind: Kind,
}

impl Token {
    /// A word.
    pub(super) fn word(text: &str) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase().replace('’', "'"), kind: Kind::Word }
    }

    fn mark(mark: Mark) -> Self {
        Self { text: String::new(), lower: String::new(), kind: Kind::Break(mark) }
    }

    /// True for what can be part of a group of words.
    pub(super) fn is_word(&self) -> bool {
        !matches!(self.kind, Kind::Break(_))
    }
}

/// The tokens of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    for line in beginning(text).lines() {
        for piece in line.split_whitespace() {
            if found.len() >= MAX_TOKENS {
                return found;
            }
            split(piece, &mut found);
        }
        found.push(Token::mark(Mark::Firm));
    }
    found.truncate(MAX_TOKENS);
    found
}

/// The words alone; breaks are commas, and pronouns are one word: in "he owes her" and "she owes him" nothing is told of who.
pub(super) fn plain_words(tokens: &[Token]) -> Vec<String> {
    let told = tokens.iter().map(|token| match token.lower.as_str() {
        "" => ",".to_owned(),
        "he" | "she" | "him" | "her" | "his" | "hers" | "they" | "them" => "he".to_owned(),
        lower => lower.to_owned(),
    });
    told.collect()
}

/// As much of a text as is read.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text)
}

fn split(piece: &str, found: &mut Vec<Token>) {
    match piece {
        "&&" | "|" => return found.push(Token::mark(Mark::Then)),
        "->" | "=>" | "→" => return found.push(Token::mark(Mark::Arrow)),
        "-" | "–" | "—" | "||" => return found.push(Token::mark(Mark::Soft)),
        "&" | "+" => return found.push(Token::word("and")),
        _ => {}
    }
    let opens =
        |letter: char| matches!(letter, '(' | '[' | '{' | '"' | '\'' | '`' | '“' | '‘' | '*' | ',' | ';' | ':' | '<');
    let core = piece.trim_start_matches(opens);
    if core.len() < piece.len() && piece.contains(['(', '[', ',', ';']) && piece.starts_with(['(', '[', ',', ';']) {
        found.push(Token::mark(Mark::Soft));
    }
    let closes = |letter: char| {
        matches!(
            letter,
            ')' | ']' | '}' | '"' | '\'' | '`' | '”' | '’' | '*' | ',' | ';' | ':' | '.' | '!' | '?' | '>' | '…'
        )
    };
    let called = core.trim_end_matches([',', ';', '.', ':', '`', '"', '\'']);
    let whole = if called.ends_with("()") { called } else { core.trim_end_matches(closes) };
    let tail = core.get(whole.len()..).unwrap_or_default();
    if !whole.is_empty() {
        word(whole, found);
    }
    let mark = tail.chars().filter_map(|letter| match letter {
        '.' | '!' | '?' | ';' | ':' => Some(Mark::Firm),
        ',' | ')' | ']' => Some(Mark::Soft),
        _ => None,
    });
    if let Some(mark) = mark.reduce(|one, other| if other == Mark::Firm { other } else { one }) {
        found.push(Token::mark(mark));
    }
}

fn word(whole: &str, found: &mut Vec<Token>) {
    let lower = whole.to_lowercase().replace('’', "'");
    if let Some(quantity) = quantity::read(&lower) {
        return found.push(Token { text: whole.to_owned(), lower, kind: Kind::Number(quantity) });
    }
    let push = |text: &str, lower: String, kind: Kind, found: &mut Vec<Token>| {
        found.push(Token { text: text.to_owned(), lower, kind });
    };
    // "100/h" is a number an hour.
    if let Some((count, unit)) = lower.split_once('/')
        && let (Some(count), Some((measure, times))) = (quantity::read(count), quantity::unit(unit))
    {
        let each = Quantity { value: times, measure, digits: "1".to_owned() };
        for quantity in [count, each] {
            found.push(Token { text: quantity.told(), lower: quantity.told(), kind: Kind::Number(quantity) });
        }
        return;
    }
    // The ending of possession: "the service's", "users'".
    let plain = lower.strip_suffix("'s").unwrap_or(&lower).trim_end_matches('\'').to_owned();
    if lower.starts_with('-') && lower.trim_start_matches('-').starts_with(|letter: char| letter.is_alphanumeric()) {
        return push(whole, whole.to_owned(), Kind::Flag, found);
    }
    // The country, not the pronoun.
    if matches!(whole, "US" | "US's" | "IT") {
        return push(whole, plain, Kind::Name, found);
    }
    let known = |form: &str| !lexicon::senses(form).is_empty();
    let is_known = known(&plain)
        || lower.ends_with("n't")
        || (plain.contains('-') && morph::forms(&plain).iter().any(|(form, _)| known(form)));
    if is_known {
        return push(whole, if lower.ends_with("n't") { lower } else { plain }, Kind::Word, found);
    }
    let is_name = |text: &str| {
        let humps =
            text.chars().zip(text.chars().skip(1)).filter(|(one, next)| one.is_lowercase() && next.is_uppercase());
        text.ends_with("()") || text.contains('_') || humps.count() > 0
    };
    let slashes = plain.matches('/').count();
    let extension = plain.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && (1..=5).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if slashes > 0 && (slashes > 1 || extension || plain.starts_with(['.', '/', '~'])) {
        return push(whole, plain, Kind::Path, found);
    }
    if slashes == 1 && plain.chars().all(|letter| letter.is_alphabetic() || letter == '/') {
        return plain.split('/').filter(|part| !part.is_empty()).for_each(|part| found.push(Token::word(part)));
    }
    if extension && !is_name(whole) && words::words(&plain).len() <= 6 {
        let kind = if is_file(&plain) { Kind::Path } else { Kind::Name };
        return push(whole, plain, kind, found);
    }
    if is_name(whole) || slashes > 0 || plain.contains(['.', '@', '=', '#', ':', '$', '\\']) {
        let text = if plain.len() < lower.len() { whole.get(..plain.len()).unwrap_or(whole) } else { whole };
        return push(text, plain, Kind::Name, found);
    }
    // "release-4" and "web-1" are names, "2-space" is a number and a word.
    let numbered = plain.rsplit_once('-').is_some_and(|(stem, end)| {
        end.bytes().all(|byte| byte.is_ascii_digit()) && stem.starts_with(char::is_alphabetic)
    });
    if numbered {
        return push(whole, plain, Kind::Name, found);
    }
    if plain.contains('-') && plain.chars().any(char::is_alphabetic) {
        return plain.split('-').filter(|part| !part.is_empty()).for_each(|part| match quantity::read(part) {
            Some(quantity) => {
                found.push(Token { text: part.to_owned(), lower: part.to_owned(), kind: Kind::Number(quantity) });
            }
            None => found.push(Token::word(part)),
        });
    }
    push(whole, plain, Kind::Word, found);
}

/// Extensions that are as often the names of fields and methods: `config.properties`, `list.sum`. Sorted.
#[rustfmt::skip]
const FIELDS: [&str; 20] = [
    "cmd", "diff", "edn", "el", "feature", "fs", "http", "less", "m", "ml", "mod", "nim", "patch", "po", "properties", "r", "slim", "snap", "sum",
    "tape",
];

fn is_file(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| extension::is_known(end) && FIELDS.binary_search(&end).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_searched_in_order() {
        assert!(FIELDS.is_sorted());
        assert!(
            FIELDS.iter().all(|field| extension::is_known(field)),
            "an ending that nobody takes for a file needs no row"
        );
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let told: Vec<String> = tokens(text)
            .iter()
            .map(|token| match &token.kind {
                Kind::Word => token.lower.clone(),
                Kind::Name => format!("name:{}", token.lower),
                Kind::Path => format!("path:{}", token.lower),
                Kind::Flag => format!("flag:{}", token.lower),
                Kind::Number(quantity) => format!("#{}", quantity.told()),
                Kind::Break(Mark::Soft) => ",".to_owned(),
                Kind::Break(Mark::Firm) => ".".to_owned(),
                Kind::Break(Mark::Then) => "&&".to_owned(),
                Kind::Break(Mark::Arrow) => "->".to_owned(),
            })
            .collect();
        assert_eq!(told.join(" "), expected);
    }

    #[test]
    fn words_names_and_paths_are_told_apart() {
        check("Don't edit src/a.rs, please!", "don't edit path:src/a.rs , please . .");
        check("add an index on users.email", "add an index on name:users.email .");
        check("Wire Transition() into parseToken", "wire name:transition() into name:parsetoken .");
        check("npm install --save-dev x && rm -rf y", "npm install flag:--save-dev x && rm flag:-rf y .");
        check("keep it for 5min (or 10 s)", "keep it for #300 s , or #10 s , .");
        check("read/write the service's keys", "read write the service keys .");
    }

    #[test]
    fn a_long_text_gives_its_beginning() {
        assert!(tokens(&"word ".repeat(300_000)).len() <= MAX_TOKENS);
        assert!(tokens(&"é".repeat(1_000_000)).len() <= MAX_TOKENS);
    }
}
