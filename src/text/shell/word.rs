//! One word of a command: quotes removed, known variables filled in, braces expanded.
//!
//! Owns what a single word means as text. What the word is for (operand, flag, target) is decided by others.

use super::nesting;

/// Brace lists in one word; a word with more, and one that gives more than [`MAX_BRACE_WORDS`], stays as written.
const MAX_BRACES: usize = 8;
/// Words that the brace lists of one word may give.
const MAX_BRACE_WORDS: usize = 64;

/// A word as far as it can be known without running anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Quotes removed; expansions that are not known stay as written.
    pub text: String,
    /// True when the shell would use exactly this text: nothing to expand, no pattern to match.
    pub sure: bool,
}

impl Word {
    /// A word of which nothing is known, such as what `xargs` appends.
    pub(super) fn unknown() -> Self {
        Self { text: "{}".to_owned(), sure: false }
    }

    /// A word that is exactly `text`.
    pub(super) fn sure(text: &str) -> Self {
        Self { text: text.to_owned(), sure: true }
    }

    /// True for `-x` and `--long`; a lone `-` is an operand.
    pub(super) fn is_flag(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }
}

/// Gives the value of a variable, where it is known.
pub(super) trait Lookup {
    /// The literal value of `name`.
    fn value(&self, name: &str) -> Option<&str>;
}

/// Reads the raw text of a word. `nested` receives the commands of every `$(...)` and backquote in it.
pub(super) fn expand(raw: &str, variables: &impl Lookup, nested: &mut Vec<String>) -> Vec<Word> {
    if !raw.bytes().any(|byte| b"'\"\\$`*?[{".contains(&byte)) {
        return vec![Word::sure(raw)];
    }
    let mut spellings = Vec::new();
    if !expand_braces(raw, &mut spellings) || spellings.is_empty() {
        return vec![single(raw, variables, nested)];
    }
    spellings.iter().map(|spelling| single(spelling, variables, nested)).collect()
}

/// True for what may be an arithmetic expression: no two operands stand beside each other, and no path is among them.
pub(super) fn is_expression(text: &str) -> bool {
    let text = text.trim();
    let operand = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '$' | '"' | '\'' | '/' | '~' | '.');
    let beside = |(at, _): (usize, char)| {
        let before = text[..at].trim_end().chars().next_back();
        let behind = text[at..].trim_start().chars().next();
        // `rm legacy`, `git -f`: an operand, a blank, and what is none of the operators between two.
        before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_')
            && behind.is_some_and(|sign| operand(sign) && sign != '/' || sign == '.')
    };
    let word = text.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'_');
    let flagged = text
        .match_indices(" -")
        .any(|(at, _)| text[at + 2..].starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '-'));
    // Of one word alone nobody can tell; as a command it does no harm.
    !word
        && !text.contains("./")
        && !flagged
        && !text.char_indices().filter(|(_, sign)| sign.is_whitespace()).any(beside)
}

/// The commands inside the expansions of a text that is not a word: a here-document, `${...}`, arithmetic.
pub(super) fn nested_commands(text: &str, nested: &mut Vec<String>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'$' if bytes.get(at + 1) == Some(&b'(') => {
                let Some(end) = nesting::end_of_expansion(text, at) else { return };
                let inner = &text[at + 2..end - 1];
                // `$((i + 1))`, and `$((rm a) )`, which is a subshell.
                match inner.strip_prefix('(').map(|inner| inner.trim_end_matches([' ', ')'])) {
                    Some(inner) if is_expression(inner) || inner.is_empty() => at += 3,
                    _ => {
                        nested.push(inner.to_owned());
                        at = end;
                    }
                }
            }
            b'`' => {
                let Some(end) = nesting::closing_backquote(text, at) else { return };
                nested.push(text[at + 1..end].replace("\\`", "`"));
                at = end + 1;
            }
            _ => at += 1,
        }
    }
}

/// Expands the first `{a,b}` and what follows it; leaves `spellings` empty when there is none. False: too many.
fn expand_braces(raw: &str, spellings: &mut Vec<String>) -> bool {
    // Beside quotes and expansions a brace rarely is a list: such words stay as they are.
    let lists = memchr::memchr_iter(b'{', raw.as_bytes()).take(MAX_BRACES + 1).count();
    if raw.contains(['\'', '"', '\\', '$', '`']) || lists > MAX_BRACES {
        return true;
    }
    let Some((open, parts, close)) = first_list(raw) else { return true };
    for part in parts {
        let spelling = format!("{}{part}{}", &raw[..open], &raw[close + 1..]);
        let before = spellings.len();
        if !expand_braces(&spelling, spellings) {
            return false;
        }
        if spellings.len() == before {
            spellings.push(spelling);
        }
        if spellings.len() > MAX_BRACE_WORDS {
            return false;
        }
    }
    true
}

/// Where the first brace list opens, its parts, and where it closes.
fn first_list(raw: &str) -> Option<(usize, Vec<&str>, usize)> {
    let open = raw.find('{')?;
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut start = open + 1;
    for (at, byte) in raw.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b',' if depth == 1 => {
                parts.push(&raw[start..at]);
                start = at + 1;
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    // `{}` and `HEAD@{1}` hold no list.
                    let is_list = !parts.is_empty();
                    parts.push(&raw[start..at]);
                    return is_list.then_some((open, parts, at));
                }
            }
            _ => {}
        }
    }
    None
}

fn single(raw: &str, variables: &impl Lookup, nested: &mut Vec<String>) -> Word {
    let mut reading = Single {
        raw,
        at: 0,
        in_double_quotes: false,
        text: String::with_capacity(raw.len()),
        sure: true,
        // `[` is a pattern only with its partner, `{` only as a list or a range.
        patterns: match (raw.contains(']'), raw.contains('}') && (raw.contains(',') || raw.contains(".."))) {
            (true, true) => "*?[{",
            (true, false) => "*?[",
            (false, true) => "*?{",
            (false, false) => "*?",
        },
    };
    while let Some(next) = raw[reading.at..].chars().next() {
        reading.step(next, variables, nested);
    }
    Word { text: reading.text, sure: reading.sure }
}

struct Single<'a> {
    raw: &'a str,
    at: usize,
    in_double_quotes: bool,
    text: String,
    sure: bool,
    /// The characters that, unquoted, make this word a pattern.
    patterns: &'static str,
}

impl Single<'_> {
    fn step(&mut self, next: char, variables: &impl Lookup, nested: &mut Vec<String>) {
        let rest = &self.raw[self.at + next.len_utf8()..];
        match next {
            '"' => {
                self.in_double_quotes = !self.in_double_quotes;
                self.at += 1;
            }
            '\'' if !self.in_double_quotes => {
                let length = rest.find('\'').unwrap_or(rest.len());
                self.text.push_str(&rest[..length]);
                self.at = (self.at + length + 2).min(self.raw.len());
            }
            '\\' => self.escape(rest),
            '`' => {
                let end = nesting::closing_backquote(self.raw, self.at).map_or(self.raw.len(), |end| end + 1);
                nested_commands(&self.raw[self.at..end], nested);
                self.keep_unsure(end);
            }
            '$' => self.dollar(rest, variables, nested),
            other => {
                self.sure &= self.in_double_quotes || !self.patterns.contains(other);
                self.text.push(other);
                self.at += other.len_utf8();
            }
        }
    }

    fn escape(&mut self, rest: &str) {
        let Some(escaped) = rest.chars().next() else {
            self.at += 1;
            return;
        };
        self.at += 1 + escaped.len_utf8();
        let keeps_backslash = if self.in_double_quotes {
            !matches!(escaped, '$' | '`' | '"' | '\\' | '\n')
        } else {
            // A shell drops it, but nobody escapes a letter inside a word: it is a Windows path or an escape of some
            // other language, and both must stay readable. At the start it defeats an alias (`\rm`).
            (escaped.is_ascii_alphanumeric() || matches!(escaped, '_' | '.')) && !self.text.is_empty()
        };
        if keeps_backslash {
            self.text.push('\\');
        }
        if escaped != '\n' {
            self.text.push(escaped);
        }
    }

    fn dollar(&mut self, rest: &str, variables: &impl Lookup, nested: &mut Vec<String>) {
        match rest.bytes().next() {
            Some(b'(' | b'{' | b'[') => {
                let end = nesting::end_of_expansion(self.raw, self.at).unwrap_or(self.raw.len());
                let whole = &self.raw[self.at..end];
                if let Some(name) = whole.strip_prefix("${").and_then(|inner| inner.strip_suffix('}'))
                    && is_name(name)
                {
                    self.variable(name, end, variables);
                    return;
                }
                if whole == "$(pwd)" {
                    self.variable("PWD", end, variables);
                    return;
                }
                if whole.starts_with("$(") {
                    nested_commands(whole, nested);
                } else {
                    nested_commands(&whole[2..], nested);
                }
                self.keep_unsure(end);
            }
            Some(b'\'') if !self.in_double_quotes => self.ansi_quoted(&rest[1..]),
            Some(b'"') if !self.in_double_quotes => self.at += 1,
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
                self.variable(&rest[..length], self.at + 1 + length, variables);
            }
            Some(byte) if byte.is_ascii_digit() || b"@*#?$!-".contains(&byte) => self.keep_unsure(self.at + 2),
            _ => {
                self.text.push('$');
                self.at += 1;
            }
        }
    }

    fn variable(&mut self, name: &str, end: usize, variables: &impl Lookup) {
        if let Some(value) = variables.value(name) {
            self.text.push_str(value);
            self.at = end;
        } else {
            self.keep_unsure(end);
        }
    }

    fn ansi_quoted(&mut self, rest: &str) {
        let mut length = 0;
        let mut characters = rest.chars();
        while let Some(character) = characters.next() {
            length += character.len_utf8();
            match character {
                '\'' => break,
                '\\' => {
                    let Some(escaped) = characters.next() else { break };
                    length += escaped.len_utf8();
                    match escaped {
                        'n' => self.text.push('\n'),
                        't' => self.text.push('\t'),
                        '\\' | '\'' | '"' => self.text.push(escaped),
                        other => self.text.extend(['\\', other]),
                    }
                }
                other => self.text.push(other),
            }
        }
        self.at += 2 + length;
    }

    /// Keeps the text up to `end` as written: what it becomes is not known.
    fn keep_unsure(&mut self, end: usize) {
        self.text.push_str(&self.raw[self.at..end]);
        self.sure = false;
        self.at = end;
    }
}

/// True for the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Known;

    impl Lookup for Known {
        fn value(&self, name: &str) -> Option<&str> {
            (name == "DIR").then_some("src/auth")
        }
    }

    /// `expected`: the words, each with a trailing `~` when it is not sure, then the nested commands in `<>`.
    #[track_caller]
    fn check(raw: &str, expected: &str) {
        let mut nested = Vec::new();
        let words = expand(raw, &Known, &mut nested);
        let mut shown: Vec<String> =
            words.into_iter().map(|word| if word.sure { word.text } else { word.text + "~" }).collect();
        shown.extend(nested.into_iter().map(|command| format!("<{command}>")));
        assert_eq!(shown.join(" "), expected, "{raw}");
    }

    #[test]
    fn quotes_are_removed() {
        check("a.ts", "a.ts");
        check("'a b'.ts", "a b.ts");
        check("\"a\\\"b\"", "a\"b");
        check("a\\ b", "a b");
        check("$'a\\nb\\'c'd", "a\nb'cd");
        check("\\rm", "rm");
        check("''", "");
        check("\"it's\"", "it's");
        check("'unterminated", "unterminated");
        check("\"äö\"ü", "äöü");
    }

    #[test]
    fn windows_paths_keep_their_separators() {
        check("C:\\work\\a.ts", "C:\\work\\a.ts");
        check("\"C:\\work\\a.ts\"", "C:\\work\\a.ts");
        check("src\\auth\\.env", "src\\auth\\.env");
    }

    #[test]
    fn what_is_not_known_is_not_sure() {
        check("$f", "$f~");
        check("\"${f%.ts}.js\"", "${f%.ts}.js~");
        check("*.ts", "*.ts~");
        check("'*.ts'", "*.ts");
        check("a[0]", "a[0]~");
        check("[", "[");
        check("$1", "$1~");
        check("a$", "a$");
        check("{}", "{}");
    }

    #[test]
    fn known_variables_are_filled_in() {
        check("$DIR/a.ts", "src/auth/a.ts");
        check("\"${DIR}/a.ts\"", "src/auth/a.ts");
        check("'$DIR'", "$DIR");
        check("\\$DIR", "$DIR");
    }

    #[test]
    fn braces_give_several_words() {
        check("a.{js,ts}", "a.js a.ts");
        check("{a,b}/{c,d}", "a/c a/d b/c b/d");
        check("{a,{b,c}}", "a b c");
        check("'{a,b}'", "{a,b}");
        check("{1..3}", "{1..3}~");
        check("HEAD@{1}", "HEAD@{1}");
        check("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}~");
        check(&"{a,b}".repeat(5_000), &format!("{}~", "{a,b}".repeat(5_000)));
    }

    #[test]
    fn commands_inside_words_are_found() {
        check("$(git ls-files)", "$(git ls-files)~ <git ls-files>");
        check("\"a `b \\`c\\``\"", "a `b \\`c\\``~ <b `c`>");
        check("${a:-$(b)}", "${a:-$(b)}~ <b>");
        check("$((1+$(c)))", "$((1+$(c)))~ <c>");
        check("'$(a)'", "$(a)");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(raw in any::<String>(), shellish in "[a\\\\'\"$`(){},\\[é \n<-]{0,40}") {
            let mut nested = Vec::new();
            expand(&raw, &Known, &mut nested);
            expand(&shellish, &Known, &mut nested);
            nested_commands(&shellish, &mut nested);
        }
    }
}
