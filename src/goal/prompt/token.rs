//! The words of a sentence, with the punctuation around them.
//!
//! Owns the cutting of text into tokens: what a path, a piece of code or a quotation is to the eye. What the words mean
//! is read elsewhere.

/// One word of a sentence, with what stands around it.
#[derive(Clone, Debug)]
pub(in crate::goal) struct Token<'a> {
    /// The word as written, without punctuation around it.
    pub(in crate::goal) raw: &'a str,
    /// The same in lower case, with a plain apostrophe.
    pub(in crate::goal) word: String,
    /// Byte offsets of `raw` in the sentence.
    pub(in crate::goal) start: usize,
    /// Behind the last byte.
    pub(in crate::goal) end: usize,
    /// The mark that follows.
    after: After,
    /// Inside double quotes.
    pub(in crate::goal) quoted: bool,
    /// In backticks.
    pub(in crate::goal) code: bool,
}

/// The mark behind a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Nothing,
    Comma,
    /// A colon, dash, bracket or semicolon.
    Stop,
}

impl<'a> Token<'a> {
    /// Goes on to the end of a later word of `text`, the sentence of both.
    pub(in crate::goal) fn reach(&mut self, text: &'a str, last: &Self) {
        self.raw = &text[self.start..last.end];
        self.word = lower(self.raw);
        self.end = last.end;
        self.after = last.after;
    }

    /// True when a comma follows.
    pub(in crate::goal) fn comma(&self) -> bool {
        self.after == After::Comma
    }

    /// True when a colon, dash, bracket or semicolon follows.
    pub(in crate::goal) fn stop(&self) -> bool {
        self.after == After::Stop
    }

    /// True when either follows: what the word belongs to goes no further.
    pub(in crate::goal) fn ends_clause(&self) -> bool {
        self.comma() || self.stop()
    }
}

/// Bytes at most of a chunk without white space that is cut into several words.
const MAX_CHUNK: usize = 4_000;

/// Cuts a sentence.
pub(in crate::goal) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let mut in_quotes = false;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = &text[at..];
        if rest.is_empty() {
            break;
        }
        let end = at + chunk_length(rest);
        // Nobody types a list of such a length without a blank.
        let whole = end - at > MAX_CHUNK || text[at..end].contains('`');
        while at < end {
            let piece = if whole { end } else { cut(text, at, end) };
            push_chunk(text, at, piece, &mut in_quotes, &mut found);
            at = piece;
        }
    }
    found
}

/// The length up to the next blank; inline code counts as one piece.
fn chunk_length(rest: &str) -> usize {
    let blank = |from: usize| rest[from..].find(char::is_whitespace).map_or(rest.len(), |length| from + length);
    let (mut from, mut end) = (0, blank(0));
    loop {
        // Code that closes before the blank leaves it the next one: thousands of marks in a row are read once.
        if from > end {
            end = blank(from);
        }
        let Some(open) = rest[from..end].find('`').map(|offset| from + offset) else { return end };
        match rest[open + 1..].find('`') {
            Some(length) => from = open + 1 + length + 1,
            None => return end,
        }
    }
}

/// Where a chunk falls into several: "a.ts,b.ts" is two names, "[the parser](src/parser.rs)" is words and a place, but
/// "1,000" is one number.
fn cut(text: &str, start: usize, end: usize) -> usize {
    let bytes = &text.as_bytes()[start..end];
    let joint = |at: &usize| {
        let (before, next) = (bytes[at - 1], bytes[at + 1]);
        match bytes[*at] {
            b',' => next.is_ascii_alphanumeric() && !(before.is_ascii_digit() && next.is_ascii_digit()),
            b']' => next == b'(',
            _ => false,
        }
    };
    (1..bytes.len().saturating_sub(1)).find(joint).map_or(end, |at| start + at + 1)
}

fn push_chunk<'a>(text: &'a str, start: usize, end: usize, in_quotes: &mut bool, found: &mut Vec<Token<'a>>) {
    let chunk = &text[start..end];
    let code = chunk.contains('`');
    let opens_bracket = chunk.starts_with(['(', '[']);
    let opens_quote = chunk.trim_start_matches(['(', '[', '*']).starts_with(['"', '“']);
    if (opens_bracket || is_dash(chunk))
        && let Some(last) = found.last_mut()
    {
        last.after = After::Stop;
    }
    let inner = inner(chunk);
    let quoted = *in_quotes || opens_quote;
    let marks = chunk.chars().filter(|mark| matches!(mark, '"' | '“' | '”')).count();
    if marks % 2 == 1 {
        *in_quotes = !*in_quotes;
    }
    if inner.is_empty() || is_list_marker(chunk, found.is_empty()) {
        return;
    }
    let offset = start + (inner.as_ptr() as usize - chunk.as_ptr() as usize);
    let tail = &text[offset + inner.len()..end];
    found.push(Token {
        raw: inner,
        word: lower(inner),
        start: offset,
        end: offset + inner.len(),
        after: if tail.contains([':', ';', '—', '–', ')', ']']) {
            After::Stop
        } else if tail.contains(',') {
            After::Comma
        } else {
            After::Nothing
        },
        quoted,
        code,
    });
}

/// What stands before the "nt" of refusals that people type without their apostrophe: "dont", "isnt".
const RUN_TOGETHER: [&str; 16] = [
    "are", "ca", "could", "did", "does", "do", "had", "has", "have", "is", "must", "need", "should", "was", "wo",
    "would",
];

/// The word in small letters; short forms are written out, and what is run together is taken apart.
fn lower(word: &str) -> String {
    if word == "u" {
        return "you".to_owned();
    } else if word.eq_ignore_ascii_case("w/o") {
        return "without".to_owned();
    } else if word.eq_ignore_ascii_case("w/") {
        return "with".to_owned();
    } else if word.eq_ignore_ascii_case("b4") {
        return "before".to_owned();
    } else if word.eq_ignore_ascii_case("donot") {
        return "don't".to_owned();
    }
    let ends = word.len().checked_sub(2).and_then(|end| word.get(end..));
    if ends.is_some_and(|ends| ends.eq_ignore_ascii_case("nt"))
        && RUN_TOGETHER.iter().any(|known| known.eq_ignore_ascii_case(&word[..word.len() - 2]))
    {
        return word[..word.len() - 1].to_ascii_lowercase() + "'t";
    }
    if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase().replace(['’', '´'], "'") }
}

/// A sign that stands for itself and in no word or path: "⚠", "❌", the selector that colours them.
fn is_symbol(mark: char) -> bool {
    !mark.is_ascii()
        && !mark.is_alphanumeric()
        && !"’´“”‘…–—→".contains(mark)
        && !('\u{300}'..'\u{370}').contains(&mark)
}

fn is_dash(chunk: &str) -> bool {
    matches!(chunk, "-" | "--" | "–" | "—" | "->" | "=>" | "→")
}

fn is_list_marker(chunk: &str, first: bool) -> bool {
    is_dash(chunk)
        || matches!(chunk, "*" | "•" | "+")
        || (first
            && chunk.ends_with(['.', ')'])
            && chunk.len() <= 3
            && chunk.bytes().all(|b| b.is_ascii_digit() || b".)".contains(&b)))
}

/// A chunk without the punctuation around it. Brackets and dots that belong to a path stay, as in `app/[id]/x` and `foo()`.
fn inner(chunk: &str) -> &str {
    let mut core = chunk.trim_start_matches(|mark: char| "`\"“”'‘’<>{}|(,;!?".contains(mark) || is_symbol(mark));
    let bold = (core.starts_with("**") && !core.starts_with("**/")) || (core.starts_with("__") && core.ends_with('_'));
    if bold {
        core = core.trim_start_matches(['*', '_', '`']);
    }
    if !core.contains("]/") {
        core = core.trim_start_matches('[');
    }
    // "**Do not touch src/db.**": of a place such stars are no part, as those of `src/**` are.
    let shut = core.trim_end_matches(|mark: char| ".,:;!?".contains(mark));
    let plain = shut.trim_end_matches('*');
    if shut.len() - plain.len() >= 2 && !plain.ends_with('/') {
        core = plain;
    }
    // "`git add .`": behind a blank the dot is the folder one stands in.
    if let Some(code) = core.trim_end_matches(|mark: char| ".,:;!?".contains(mark)).strip_suffix('`')
        && code.ends_with(" .")
    {
        return code;
    }
    let (call, index, place) = (core.contains('('), core.contains('['), core.contains('/'));
    core.trim_end_matches(|mark: char| match mark {
        mark if is_symbol(mark) => true,
        ')' => !call,
        ']' => !index,
        '*' => bold || !place,
        '_' => bold,
        _ => ".,:;!?\"“”'’`>}|…".contains(mark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &str) {
        let shown: Vec<String> = tokens(sentence)
            .iter()
            .map(|token| {
                let marks = [(token.comma(), ","), (token.stop(), ";"), (token.quoted, "\""), (token.code, "`")];
                let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
                format!("{}{marks}", token.raw)
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn tokens_know_their_surroundings() {
        check("Keep to src/auth/ and tests/.", "Keep to src/auth/ and tests/");
        check("fix `a b.ts`, (not c.ts): ok", "fix a b.ts;` not c.ts; ok");
        check("- say \"don't push\" now", "say don't\" push\" now");
        check("a.ts,b.ts and 1,000", "a.ts, b.ts and 1,000");
        check("app/[id]/page.tsx, foo() and **bold**", "app/[id]/page.tsx, foo() and bold");
        check("1. see src/**/*.ts - now", "see src/**/*.ts; now");
        check("**Do** not touch **src/db.** ⚠️ or `src/ui`.**", "Do not touch src/db or src/ui`");
        check("Don't `git add .`, `ls`.", "Don't git add .,` ls`");
        check("❗Don't touch src/db/** or src/a*🚫", "Don't touch src/db/** or src/a*");
    }
}
