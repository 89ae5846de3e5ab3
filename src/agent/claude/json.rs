//! JSON read in place: a record is walked once, its parts stay slices of the line, nothing is built.
//!
//! Transcripts are read at the speed of the disk only when the half of each line that nobody needs (`toolUseResult`,
//! usage, signatures) is passed over without a copy. What a strict decoder refuses and a session cannot help, this
//! reader takes: lone surrogates, bytes that are not UTF-8, keys given twice, values of an unexpected type. Nesting
//! costs no stack. What it does not take is text that is not one balanced JSON value: that line is torn.

use memchr::memchr;
use std::borrow::Cow;

/// The text is not one complete JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Torn;

/// One JSON value as it stands in the text, without space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Json<'a>(&'a [u8]);

impl<'a> Json<'a> {
    /// The literal `null`.
    pub(super) const NULL: Json<'static> = Json(b"null");

    /// The one value that `bytes` hold, with nothing but space around it.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Torn> {
        let mut scanner = Scanner::new(bytes);
        let value = scanner.value()?;
        scanner.finish()?;
        Ok(value)
    }

    /// The JSON text itself.
    pub(super) fn raw(self) -> &'a [u8] {
        self.0
    }

    /// True for an object.
    pub(super) fn is_object(self) -> bool {
        self.0.first() == Some(&b'{')
    }

    /// True for a list.
    pub(super) fn is_list(self) -> bool {
        self.0.first() == Some(&b'[')
    }

    /// True for the literal `null`.
    pub(super) fn is_null(self) -> bool {
        self.0 == b"null"
    }

    /// True for the literal `true`.
    pub(super) fn is_true(self) -> bool {
        self.0 == b"true"
    }

    /// True for a string with exactly this content.
    pub(super) fn is(self, expected: &str) -> bool {
        match self.inner() {
            Some(inner) if memchr(b'\\', inner).is_none() => inner == expected.as_bytes(),
            Some(inner) => unescape(inner) == expected,
            None => false,
        }
    }

    /// The content of a string; what is not text in it is replaced.
    pub(super) fn text(self) -> Option<Cow<'a, str>> {
        self.inner().map(unescape)
    }

    /// The content of a string, when it is not empty, for keeping.
    pub(super) fn owned(self) -> Option<String> {
        self.text().filter(|text| !text.is_empty()).map(Cow::into_owned)
    }

    /// The content of a string of which only the first `head` and the last `tail` bytes of JSON text are looked at, so
    /// that the cost does not grow with it. The second value is true when something was left out.
    pub(super) fn ends(self, head: usize, tail: usize) -> Option<(Cow<'a, str>, bool)> {
        let inner = self.inner()?;
        if inner.len() <= head + tail {
            return Some((unescape(inner), false));
        }
        let mut text = unescape(&inner[..cut_before(inner, head)]).into_owned();
        text.push('\n');
        text.push_str(&unescape(&inner[cut_before(inner, inner.len() - tail)..]));
        Some((Cow::Owned(text), true))
    }

    /// The values of `names` in an object, found in one walk; of a key given twice the last one counts.
    pub(super) fn fields<const N: usize>(self, names: [&str; N]) -> [Option<Self>; N] {
        let mut found = [None; N];
        let mut scanner = Scanner::new(self.0);
        // The value was walked when it was cut out, so it cannot be torn here; the parts found before count anyway.
        if scanner.enter(b'{') {
            while let Ok(Some(key)) = scanner.key() {
                let Ok(value) = scanner.value() else { break };
                if let Some(slot) = names.iter().position(|name| name.as_bytes() == &*key) {
                    found[slot] = Some(value);
                }
            }
        }
        found
    }

    /// True for an object whose first key is `name`; costs no walk over the object.
    pub(super) fn begins_with_key(self, name: &str) -> bool {
        let mut scanner = Scanner::new(self.0);
        scanner.enter(b'{') && scanner.key().is_ok_and(|key| key.is_some_and(|key| *key == *name.as_bytes()))
    }

    /// The elements of a list.
    pub(super) fn items(self) -> impl Iterator<Item = Self> {
        let mut scanner = Scanner::new(self.0);
        let mut open = scanner.enter(b'[');
        std::iter::from_fn(move || {
            open = open && scanner.item() == Ok(true);
            if open { scanner.value().ok() } else { None }
        })
    }

    /// What stands between the quotes of a string.
    fn inner(self) -> Option<&'a [u8]> {
        match self.0 {
            [b'"', inner @ .., b'"'] => Some(inner),
            _ => None,
        }
    }
}

/// A position in JSON text. The caller says what it expects next and takes each value whole or walks into it.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next byte that is not space; 0 at the end.
    pub(super) fn peek(&mut self) -> u8 {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return byte;
            }
            self.at += 1;
        }
        0
    }

    /// Steps into an object (`{`) or list (`[`) when one comes next.
    pub(super) fn enter(&mut self, bracket: u8) -> bool {
        let entered = self.peek() == bracket;
        if entered {
            self.at += 1;
        }
        entered
    }

    /// The next key of the object stepped into; its value comes next. `None` behind the last one.
    pub(super) fn key(&mut self) -> Result<Option<Cow<'a, [u8]>>, Torn> {
        if !self.element(b'{', b'}')? {
            return Ok(None);
        }
        if self.peek() != b'"' {
            return Err(Torn);
        }
        // Keys are short and plain: a look at each byte finds their end sooner than a search made for long texts.
        let start = self.at + 1;
        let end = self.bytes[start..].iter().position(|byte| matches!(byte, b'"' | b'\\')).ok_or(Torn)? + start;
        let key = if self.bytes[end] == b'"' {
            self.at = end + 1;
            Cow::Borrowed(&self.bytes[start..end])
        } else {
            self.pass_string()?;
            Cow::Owned(unescape(&self.bytes[start..self.at - 1]).into_owned().into_bytes())
        };
        if self.peek() != b':' {
            return Err(Torn);
        }
        self.at += 1;
        Ok(Some(key))
    }

    /// True when another element of the list stepped into comes next; false behind the last one.
    pub(super) fn item(&mut self) -> Result<bool, Torn> {
        self.element(b'[', b']')
    }

    /// Passes over the next value and gives its text.
    pub(super) fn value(&mut self) -> Result<Json<'a>, Torn> {
        let first = self.peek();
        let start = self.at;
        match first {
            b'"' => self.pass_string()?,
            b'{' | b'[' => self.pass_nested()?,
            _ => self.pass_scalar()?,
        }
        Ok(Json(&self.bytes[start..self.at]))
    }

    /// Fails unless only space is left.
    pub(super) fn finish(&mut self) -> Result<(), Torn> {
        if self.peek() == 0 && self.at == self.bytes.len() { Ok(()) } else { Err(Torn) }
    }

    fn element(&mut self, open: u8, close: u8) -> Result<bool, Torn> {
        // No value ends with an opening bracket, so the byte before tells the first element from the others.
        let first = self.at > 0 && self.bytes[self.at - 1] == open;
        match self.peek() {
            byte if byte == close => {
                self.at += 1;
                Ok(false)
            }
            b',' if !first => {
                self.at += 1;
                Ok(true)
            }
            0 => Err(Torn),
            _ if first => Ok(true),
            _ => Err(Torn),
        }
    }

    /// Goes from quote to quote: in the text of files and commands they are far rarer than escapes.
    fn pass_string(&mut self) -> Result<(), Torn> {
        let start = self.at + 1;
        let mut from = start;
        loop {
            let quote = from + memchr(b'"', self.bytes.get(from..).ok_or(Torn)?).ok_or(Torn)?;
            // The byte before is the opening quote at the latest; hardly ever is it a backslash.
            let escaped = self.bytes[quote - 1] == b'\\'
                && self.bytes[start..quote].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
            if !escaped {
                self.at = quote + 1;
                return Ok(());
            }
            from = quote + 1;
        }
    }

    fn pass_nested(&mut self) -> Result<(), Torn> {
        let mut depth = 0_usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.pass_string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return Ok(());
                    }
                }
                b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' => {}
                _ if is_scalar(byte) => {}
                // A line torn inside a string and continued by another record shows itself here.
                _ => return Err(Torn),
            }
            self.at += 1;
        }
        Err(Torn)
    }

    fn pass_scalar(&mut self) -> Result<(), Torn> {
        let start = self.at;
        while self.bytes.get(self.at).copied().is_some_and(is_scalar) {
            self.at += 1;
        }
        match &self.bytes[start..self.at] {
            b"true" | b"false" | b"null" => Ok(()),
            [b'-' | b'0'..=b'9', rest @ ..]
                if rest.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) =>
            {
                Ok(())
            }
            _ => Err(Torn),
        }
    }
}

/// The bytes of numbers, `true`, `false` and `null`.
const fn is_scalar(byte: u8) -> bool {
    matches!(
        byte,
        b'0'..=b'9' | b'+' | b'-' | b'.' | b'E' | b'a' | b'e' | b'f' | b'l' | b'n' | b'r' | b's' | b't' | b'u'
    )
}

/// The greatest position up to `at` that splits no escape and no character of a string's inner text.
fn cut_before(inner: &[u8], at: usize) -> usize {
    let mut cut = at;
    while cut > 0 && inner.get(cut).is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000) {
        cut -= 1;
    }
    // An escape is at most six bytes long: a backslash that close, itself not escaped, is where it begins.
    let from = cut.saturating_sub(5);
    let Some(backslash) = inner[from..cut].iter().rposition(|&byte| byte == b'\\').map(|found| from + found) else {
        return cut;
    };
    let run = inner[..=backslash].iter().rev().take_while(|&&byte| byte == b'\\').count();
    let length = if inner.get(backslash + 1) == Some(&b'u') { 6 } else { 2 };
    if run % 2 == 1 && backslash + length > cut { backslash } else { cut }
}

/// The characters that a string's inner text stands for. Lone surrogates and bytes that are not UTF-8 become U+FFFD,
/// an escape that does not exist stands for itself.
fn unescape(inner: &[u8]) -> Cow<'_, str> {
    let Some(first) = memchr(b'\\', inner) else {
        return lossy(inner);
    };
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    let mut next = Some(first);
    while let Some(backslash) = next {
        out.extend_from_slice(&rest[..backslash]);
        let escape = rest.get(backslash + 1).copied();
        rest = rest.get(backslash + 2..).unwrap_or_default();
        match escape {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'r') => out.push(b'\r'),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(b'u') => {
                let (character, used) = unicode_escape(rest);
                rest = &rest[used..];
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Some(other) => out.push(other),
            None => {}
        }
        next = memchr(b'\\', rest);
    }
    out.extend_from_slice(rest);
    Cow::Owned(String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The lossy conversion of the standard library, which is several times slower, only where it is needed.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The character that the hex digits behind `\u` stand for, and how many bytes of `rest` they took.
fn unicode_escape(rest: &[u8]) -> (char, usize) {
    let Some(unit) = hex4(rest) else {
        return (char::REPLACEMENT_CHARACTER, 0);
    };
    if (0xD800..0xDC00).contains(&unit)
        && let Some(low) = rest[4..].strip_prefix(b"\\u").and_then(hex4)
        && (0xDC00..0xE000).contains(&low)
    {
        let code = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 10);
    }
    (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 4)
}

fn hex4(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.get(..4)?.iter();
    digits.map(|digit| char::from(*digit).to_digit(16)).try_fold(0, |unit, digit| Some(unit << 4 | digit?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[track_caller]
    fn check_text(json: &str, expected: &str) {
        assert_eq!(Json::parse(json.as_bytes()).unwrap().text().unwrap(), expected);
    }

    #[test]
    fn strings_decode_without_failing() {
        check_text(r#""plain""#, "plain");
        check_text(r#""a\n\t\"\\\/é""#, "a\n\t\"\\/é");
        check_text(r#""\u0041\ud83d\ude00""#, "A😀");
        check_text(r#""x\ud83dy""#, "x\u{fffd}y");
        check_text(r#""x\ude00y""#, "x\u{fffd}y");
        check_text(r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀");
        check_text(r#""\uzz""#, "\u{fffd}zz");
        assert_eq!(Json::parse(b"\"a\xffb\\n\"").unwrap().text().unwrap(), "a\u{fffd}b\n");
    }

    #[test]
    fn torn_text_is_noticed() {
        for text in [
            "",
            " ",
            "{",
            "{\"a\":1",
            "{\"a\":\"x}",
            "{\"a\":\"x\\\"}",
            "[1,2",
            "tru",
            "nul1",
            "-x",
            "{} {}",
            "\"a\" b",
            r#"{"a":{"b":"cut{"type":"summary","x":"y"}"#,
            r#"{"a":{"b":"cut{"type":"summary","x":"y"}}}"#,
        ] {
            assert_eq!(Json::parse(text.as_bytes()), Err(Torn), "{text}");
        }
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert!(Json::parse(deep.as_bytes()).unwrap().is_list());
        assert_eq!(Json::parse("[".repeat(1_000_000).as_bytes()), Err(Torn));
    }

    #[test]
    fn fields_are_found_in_any_spelling() {
        let json = Json::parse(br#" { "a" : [1, {"b": 2}] , "\u0062" : "two", "a": null } "#).unwrap();
        let [a, b, c] = json.fields(["a", "b", "c"]);
        assert!(a.unwrap().is_null());
        assert_eq!(b.unwrap().text().unwrap(), "two");
        assert!(b.unwrap().is("two") && c.is_none());
        assert!(json.begins_with_key("a") && !json.begins_with_key("b") && !Json::NULL.begins_with_key("a"));
        assert!(Json::parse(br#""us\u0065r""#).unwrap().is("user"));
    }

    #[test]
    fn both_ends_of_a_long_string() {
        let json = format!("\"{}\\u00e9{}\"", "a".repeat(8), "b".repeat(9));
        let json = Json::parse(json.as_bytes()).unwrap();
        assert_eq!(json.ends(10, 3).unwrap(), ("aaaaaaaa\nbbb".into(), true));
        assert_eq!(json.ends(8, 12).unwrap(), ("aaaaaaaa\nébbbbbbbbb".into(), true));
        assert_eq!(json.ends(20, 20).unwrap(), ("aaaaaaaaébbbbbbbbb".into(), false));
        // A backslash at the very end, as of a line of a macro.
        let json = Json::parse(br#""aaaaaaaa\\""#).unwrap();
        assert_eq!(json.ends(4, 0).unwrap().0, "aaaa\n");
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 48, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
                prop::collection::hash_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    /// The value that the scanner sees, built only to be compared.
    fn rebuild(json: Json<'_>) -> Value {
        if json.is_list() {
            return Value::Array(json.items().map(rebuild).collect());
        }
        if json.is_object() {
            let mut scanner = Scanner::new(json.raw());
            assert!(scanner.enter(b'{'));
            let mut map = serde_json::Map::new();
            while let Some(key) = scanner.key().unwrap() {
                map.insert(String::from_utf8(key.into_owned()).unwrap(), rebuild(scanner.value().unwrap()));
            }
            return Value::Object(map);
        }
        json.text().map_or_else(|| serde_json::from_slice(json.raw()).unwrap(), |text| Value::String(text.into_owned()))
    }

    proptest! {
        #[test]
        fn agrees_with_a_strict_reader(value in any_json()) {
            for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                let expected: Value = serde_json::from_str(&text).unwrap();
                prop_assert_eq!(rebuild(Json::parse(text.as_bytes()).unwrap()), expected);
            }
        }

        #[test]
        fn a_cut_object_is_torn(value in any_json(), at in any::<prop::sample::Index>()) {
            let text = format!("{{\"k\":{value}}}");
            prop_assert_eq!(Json::parse(&text.as_bytes()[..at.index(text.len())]), Err(Torn));
        }

        #[test]
        fn no_bytes_make_it_fail(bytes in any::<Vec<u8>>(), head in 0_usize..20, tail in 0_usize..20) {
            let quoted = [b"\"".as_slice(), &bytes, b"\""].concat();
            for text in [bytes.as_slice(), &quoted] {
                if let Ok(json) = Json::parse(text) {
                    let _ = (json.text(), json.ends(head, tail), json.fields(["a"]), json.items().count());
                }
            }
        }
    }
}
