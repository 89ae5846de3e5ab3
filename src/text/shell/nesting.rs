//! How deep a command nests, and where an expansion inside it ends.
//!
//! Owns one iterative scan over quotes, expansions, groups and here-documents. It builds no tree: it guards the
//! recursive parser against input that is too deep, and finds the text of `$(...)` inside a word.

/// Here-documents that one line may open; Bash itself takes no more.
const MAX_HERE_DOCUMENTS: usize = 16;

/// A here-document whose body has not started yet.
struct Pending<'a> {
    tag: &'a [u8],
    strips_tabs: bool,
}

/// The greatest nesting of quotes, groups and expansions in `text`.
pub(super) fn depth(text: &str) -> usize {
    Scan::new(text, 0).run(false).1
}

/// The index after the expansion that starts at `start` with `$(`, `${`, `$[`; `None` when it never ends.
pub(super) fn end_of_expansion(text: &str, start: usize) -> Option<usize> {
    Scan::new(text, start).run(true).0
}

/// The index of the backquote that closes the one at `open`.
pub(super) fn closing_backquote(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => return Some(at),
            _ => at += 1,
        }
    }
    None
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// The byte that closes each open construct, outermost first.
    open: Vec<u8>,
    deepest: usize,
    pending: Vec<Pending<'a>>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        Self { text, bytes: text.as_bytes(), at, open: Vec::new(), deepest: 0, pending: Vec::new() }
    }

    /// Scans to the end of the text or, with `first_only`, to the end of the first construct.
    fn run(mut self, first_only: bool) -> (Option<usize>, usize) {
        while self.at < self.bytes.len() {
            let before = self.open.len();
            self.step();
            self.deepest = self.deepest.max(self.open.len());
            if first_only && before > 0 && self.open.is_empty() {
                return (Some(self.at), self.deepest);
            }
        }
        (None, self.deepest)
    }

    fn step(&mut self) {
        let here = self.open.last().copied();
        let in_double_quotes = here == Some(b'"');
        let in_commands = matches!(here, None | Some(b')'));
        let next = self.bytes.get(self.at + 1).copied();
        let mut taken = 1;
        match self.bytes[self.at] {
            b'\\' => taken = 2,
            b'`' => taken = closing_backquote(self.text, self.at).unwrap_or(self.bytes.len()) + 1 - self.at,
            b'"' if in_double_quotes => {
                self.open.pop();
            }
            b'"' => self.open.push(b'"'),
            b'$' if matches!(next, Some(b'(' | b'{' | b'[')) => {
                self.open.push(match next {
                    Some(b'(') => b')',
                    Some(b'{') => b'}',
                    _ => b']',
                });
                taken = 2;
            }
            byte if Some(byte) == here => {
                self.open.pop();
            }
            _ if in_double_quotes => {}
            b'\'' => taken = self.single_quoted(),
            b'(' if in_commands => self.open.push(b')'),
            b'#' if in_commands && self.at_word_start() => taken = self.line_end() - self.at,
            b'<' if in_commands && next == Some(b'<') => taken = self.here_document_tag(),
            b'\n' if !self.pending.is_empty() => taken = self.here_document_bodies(),
            _ => {}
        }
        self.at += taken;
    }

    fn at_word_start(&self) -> bool {
        self.at == 0 || matches!(self.bytes[self.at - 1], b' ' | b'\t' | b'\n' | b';' | b'|' | b'&' | b'(')
    }

    fn line_end(&self) -> usize {
        memchr::memchr(b'\n', &self.bytes[self.at..]).map_or(self.bytes.len(), |length| self.at + length)
    }

    /// The length of `'...'`; in `$'...'` a backslash protects the quote.
    fn single_quoted(&self) -> usize {
        let ansi = self.at > 0 && self.bytes[self.at - 1] == b'$';
        let mut end = self.at + 1;
        while end < self.bytes.len() && self.bytes[end] != b'\'' {
            end += if ansi && self.bytes[end] == b'\\' { 2 } else { 1 };
        }
        end + 1 - self.at
    }

    /// Remembers the tag of `<<TAG`, and gives the length of the operator with its tag; `<<<` has none.
    fn here_document_tag(&mut self) -> usize {
        let mut at = self.at + 2;
        if self.bytes.get(at) == Some(&b'<') {
            return 3;
        }
        let strips_tabs = self.bytes.get(at) == Some(&b'-');
        at += usize::from(strips_tabs);
        while self.bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let quote = self.bytes.get(at).copied().filter(|byte| matches!(byte, b'\'' | b'"'));
        at += usize::from(quote.is_some() || self.bytes.get(at) == Some(&b'\\'));
        let start = at;
        while let Some(&byte) = self.bytes.get(at) {
            let ends = quote.map_or(b" \t\n;|&<>()".contains(&byte), |quote| byte == quote || byte == b'\n');
            if ends {
                break;
            }
            at += 1;
        }
        if self.pending.len() < MAX_HERE_DOCUMENTS {
            self.pending.push(Pending { tag: &self.bytes[start..at], strips_tabs });
        }
        at + usize::from(quote.is_some()) - self.at
    }

    /// The length of the newline and the bodies after it. A tag that never comes was none (a shift in arithmetic).
    fn here_document_bodies(&mut self) -> usize {
        let mut at = self.at + 1;
        for Pending { tag, strips_tabs } in std::mem::take(&mut self.pending) {
            let mut line = at;
            while line < self.bytes.len() {
                let end = memchr::memchr(b'\n', &self.bytes[line..]).map_or(self.bytes.len(), |length| line + length);
                let mut text = &self.bytes[line..end];
                while strips_tabs && text.first() == Some(&b'\t') {
                    text = &text[1..];
                }
                if text == tag {
                    // The newline after the tag stays: what follows is a new line of commands.
                    at = end;
                    break;
                }
                line = end + 1;
            }
        }
        at - self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_end(text: &str, expected: Option<&str>) {
        let start = text.find('$').unwrap();
        assert_eq!(end_of_expansion(text, start).map(|end| &text[start..end]), expected, "{text}");
    }

    #[test]
    fn an_expansion_ends_where_the_shell_ends_it() {
        check_end("a $(b) c)", Some("$(b)"));
        check_end("$(a $(b) (c))d", Some("$(a $(b) (c))"));
        check_end("$(echo ')' \")\" \\))x", Some("$(echo ')' \")\" \\))"));
        check_end("${a:-$(b)}x", Some("${a:-$(b)}"));
        check_end("$((1 << 2))x", Some("$((1 << 2))"));
        check_end("$(cat <<'EOF'\ndon't (stop\nEOF\n)x", Some("$(cat <<'EOF'\ndon't (stop\nEOF\n)"));
        check_end("$(cat <<-E\n\t)\n\tE\n)x", Some("$(cat <<-E\n\t)\n\tE\n)"));
        check_end("$(a # it's )\n)x", Some("$(a # it's )\n)"));
        check_end("$(a `b )` c)x", Some("$(a `b )` c)"));
        check_end("$(a", None);
    }

    #[test]
    fn depth_counts_what_is_open_at_once() {
        assert_eq!(depth("ls -la"), 0);
        assert_eq!(depth("\"$(a \"$(b)\")\""), 4);
        assert_eq!(depth("(a); (b); (c)"), 1);
        assert_eq!(depth("cat <<'EOF'\n((((((\nEOF\n"), 0);
        assert_eq!(depth(&"$(".repeat(300)), 300);
    }
}
