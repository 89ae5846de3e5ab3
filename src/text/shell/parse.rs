//! From the text of a command to its syntax tree, or a refusal.
//!
//! The grammar is the parser crate's. What is owned here is the guard in front of it: the parser descends recursively
//! and, for a few constructs, tries each nesting level twice, so depth is bounded before it runs.

use brush_parser::ast::Program;
use brush_parser::{ParserOptions, Token, TokenizerOptions, parse_tokens, uncached_tokenize_str};

use super::nesting;
use memchr::memmem;
use std::borrow::Cow;

/// Quotes, expansions and groups open at once; the tokenizer recurses for each.
const MAX_NESTING: usize = 40;
/// Expansions anywhere, in quotes and tags too, where [`nesting`] and the tokenizer may see different depths: measured, the
/// tokenizer's stack ends behind 5,000 of them, on a thread's earlier.
const MAX_EXPANSIONS: usize = 1_000;
/// Here-documents of a command: one without an end is looked for to the end of the text.
const MAX_HERE_DOCUMENTS: usize = 100;
/// Expansions and parentheses in the index of an array: measured, each level is tried twice for each word.
const MAX_IN_INDEX: usize = 4;
/// Compound commands open at once; the parser recurses for each. Real commands stay below 8.
const MAX_COMPOUNDS: usize = 24;
/// Parentheses open at once: measured, an unclosed run costs 2^n, and 10 stay below 0.1 ms.
const MAX_GROUPS: usize = 10;
/// `case` inside `case`: measured, each level costs four times the one above, and 4 stay below 0.1 ms.
const MAX_CASES: usize = 4;
/// Tokens by the times that each may be read: a group doubles them, a `case` does so twice.
const MAX_READINGS: usize = 1 << 21;
/// Brackets in a word that may be an assignment to an array element; the parser recurses for each.
const MAX_BRACKETS: usize = 16;
/// Digits of a number in front of a redirect; the parser gives up on what does not fit 32 bits.
const MAX_FD_DIGITS: usize = 9;

/// The syntax tree of `text`; `None` when it is no valid Bash or nests deeper than is read.
pub(super) fn parse(text: &str) -> Option<Program> {
    let expansions = memmem::find_iter(text.as_bytes(), "$(").count()
        + memmem::find_iter(text.as_bytes(), "${").count()
        + memmem::find_iter(text.as_bytes(), "$[").count();
    let here_documents = memmem::find_iter(text.as_bytes(), "<<").count();
    if expansions > MAX_EXPANSIONS || here_documents > MAX_HERE_DOCUMENTS || nesting::depth(text) > MAX_NESTING {
        return None;
    }
    // Measured over all runs of five of 21 signs: where the text ends on the line of a here-document without a tag (`cat <<""`,
    // `$(cat << `), the tokenizer never ends and takes all memory. Behind a line that ends it does, and a backslash at the end
    // takes one newline with it.
    let ended = if text.contains("<<") { Cow::Owned(format!("{text}\n\n")) } else { Cow::Borrowed(text) };
    // The grammar holds assertions of its own, and a hook must survive whatever an agent types.
    std::panic::catch_unwind(|| {
        let tokens = uncached_tokenize_str(&ended, &TokenizerOptions::default()).ok()?;
        if is_tame(&tokens) { parse_tokens(&tokens, &ParserOptions::default()).ok() } else { None }
    })
    .ok()
    .flatten()
}

/// What stands open while the tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Group,
    Case,
    /// The word that closes it, and whether it stood where a command begins: `echo {` opens nothing.
    Compound(&'static str, bool),
}

/// True when the grammar can run over the tokens within its bounds. Openers count wherever they stand, a closer takes away what it
/// closes and no more, so that words such as `echo fi` or `x=( fi )` cannot hide depth.
fn is_tame(tokens: &[Token]) -> bool {
    let mut open: Vec<Open> = Vec::new();
    let (mut coprocesses, mut tests) = (0_usize, 0_usize);
    let mut in_test = false;
    let mut at_command = true;
    // How often the innermost token is read, as a power of two.
    let mut doublings = 0;
    for (index, token) in tokens.iter().enumerate() {
        let text = token.to_str();
        match token {
            Token::Operator(..) => {
                match text {
                    "(" => open.push(Open::Group),
                    // The one behind the pattern of a case closes no group.
                    ")" => _ = open.pop_if(|last| *last == Open::Group),
                    "&&" | "||" if in_test => tests += 1,
                    _ => {}
                }
                at_command = !text.starts_with(['<', '>']) && !text.starts_with("&>");
            }
            Token::Word(..) => {
                let mut reserved = true;
                match text {
                    "if" => open.push(Open::Compound("fi", at_command)),
                    "for" | "while" | "until" | "select" => open.push(Open::Compound("done", at_command)),
                    "{" => open.push(Open::Compound("}", at_command)),
                    "coproc" => coprocesses += 1,
                    "case" => open.push(Open::Case),
                    "[[" => in_test = true,
                    "]]" => (in_test, tests) = (false, 0),
                    "!" if in_test => tests += 1,
                    "fi" | "done" | "}" | "esac" if at_command => close(&mut open, text),
                    "!" | "then" | "do" | "else" | "elif" | "time" => {}
                    _ => reserved = false,
                }
                at_command = at_command && reserved;
                if may_index(text) && !is_here_document(tokens, index) && !is_tame_index(text) {
                    return false;
                }
                let overlong = text.len() > MAX_FD_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
                if overlong && matches!(tokens.get(index + 1), Some(Token::Operator(..))) {
                    return false;
                }
            }
        }
        let count = |wanted: Open| open.iter().filter(|known| **known == wanted).count();
        let (groups, cases) = (count(Open::Group), count(Open::Case));
        if open.len() + coprocesses + tests > MAX_COMPOUNDS || groups > MAX_GROUPS || cases > MAX_CASES {
            return false;
        }
        doublings = doublings.max(groups + 2 * cases);
    }
    tokens.len() << doublings <= MAX_READINGS
}

/// Takes away what `word` closes. What only looks like an opener stands in nobody's way.
fn close(open: &mut Vec<Open>, word: &str) {
    let closes = |known: &Open| match known {
        Open::Case => word == "esac",
        Open::Compound(closer, _) => *closer == word,
        Open::Group => false,
    };
    let last = open.iter().rposition(|known| closes(known) || !matches!(known, Open::Compound(_, false)));
    if let Some(at) = last.filter(|at| closes(&open[*at])) {
        open.truncate(at);
    }
}

/// True where the parser can read a word that may be an assignment to an array element.
fn is_tame_index(word: &str) -> bool {
    let brackets = memchr::memchr_iter(b'[', word.as_bytes()).take(MAX_BRACKETS + 1).count();
    let behind = word.split_once('[').map_or("", |(_, behind)| behind);
    let nested = memchr::memchr2_iter(b'(', b'`', behind.as_bytes()).count()
        + memmem::find_iter(behind.as_bytes(), "${").count();
    brackets <= MAX_BRACKETS && nested <= MAX_IN_INDEX
}

/// True for `name[...`, and for `[...` as it stands in an array.
fn may_index(word: &str) -> bool {
    word.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '_').starts_with('[')
}

/// True when the token is the body of a here-document, which no rule looks into.
fn is_here_document(tokens: &[Token], index: usize) -> bool {
    index >= 2 && matches!(tokens[index - 2].to_str(), "<<" | "<<-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, parses: bool) {
        assert_eq!(parse(text).is_some(), parses, "{}", &text[..text.len().min(80)]);
    }

    #[test]
    fn ordinary_commands_parse() {
        check("cd web && npm test 2>&1 | tail -5", true);
        check("for f in a b; do case $f in a) echo a;; *) echo b;; esac; done", true);
        check("if [[ -f a && ! -f b ]]; then (cd a; ls); fi", true);
        check(&format!("echo '{}'", "[".repeat(5_000)), true);
        check(&format!("cat > a.json <<EOF\n{}\nEOF", "[1], ".repeat(5_000)), true);
        check(&format!("cat > a.json <<EOF\n{}\nEOF", "[".repeat(5_000)), true);
        check("git commit -m \"$(cat <<'EOF'\ndon't ((( panic\nEOF\n)\"", true);
        check(&"if a; then b; fi\n".repeat(200), true);
        check(&"while a; do b; done\n".repeat(200), true);
        check(&"case a in b) c;; esac\n".repeat(200), true);
    }

    #[test]
    fn a_here_document_without_a_tag_comes_to_an_end() {
        for text in ["cat <<\"\" ", "$(<<  ", "<<$(  ", "a <<''<<\\", "-c ${ }$' }(npx $'<<EOF$( )${||$(xargs ${!9> "] {
            parse(text);
            parse(&format!("{text}\\"));
        }
        check("cat <<''", true);
        check("cat <<\"\"\nhi\n\n", true);
        check("x=$(cat << EOF\nhi\nEOF\n)", true);
        check("cat <<EOF\nhi\nEOF", true);
        check("cat <<EOF\nhi", false);
    }

    #[test]
    fn closers_that_close_nothing_hide_no_depth() {
        check(&"{ x=(\n}\n)\n".repeat(1_500), false);
        check(&"case a in b) x=(\nesac\n)\n".repeat(30), false);
        check(&format!("{}{}{}", "case a in b) ".repeat(4), "(".repeat(10), " a".repeat(10_000)), false);
        check(&format!("a[{}'{}]=1", "${a:-".repeat(24), "}".repeat(24)), false);
        check(&format!("echo $((1<<E\n{}\nE\n", "$[".repeat(8_000)), false);
        check(&format!("<<{}", "$[".repeat(8_000)), false);
        check(&"<<a\n".repeat(8_000), false);
        check("if a; then echo {; fi; for f in a; do case $f in (a) b;; esac; done; x=(1 2); { c; }", true);
        check(&"if a; then echo { ; fi\n".repeat(60), true);
        check("map[$i]=1; x[${#x[@]}]=$(date)", true);
    }

    #[test]
    fn hostile_depth_is_refused_before_the_parser_runs() {
        for opener in
            ["(", "((", "$(", "\"$(", "${a:-", "{ ", "if ", "while ", "case a in b) ", "coproc ", "[[ ! ", "f() { "]
        {
            check(&opener.repeat(5_000), false);
        }
        check(&format!("[[ {} a ]]", "a && ".repeat(5_000)), false);
        check(&format!("[[ {} a ]]", "! ".repeat(5_000)), false);
        check(&"echo fi done } esac; ( ".repeat(500), false);
        check(&"a[".repeat(5_000), false);
        check(&format!("a=({})", "[a".repeat(5_000)), false);
        check("99999999999999>x", false);
        check("echo 'unterminated", false);
    }
}
