//! From the text of a command to its syntax tree, or a refusal.
//!
//! The grammar is the parser crate's. What is owned here is the guard in front of it: the parser descends recursively
//! and, for a few constructs, tries each nesting level twice, so depth is bounded before it runs.

use brush_parser::ast::Program;
use brush_parser::{ParserOptions, Token, TokenizerOptions, parse_tokens, uncached_tokenize_str};

use super::nesting;
use std::borrow::Cow;

/// Quotes, expansions and groups open at once; the tokenizer recurses for each.
const MAX_NESTING: usize = 40;
/// Compound commands open at once; the parser recurses for each. Real commands stay below 8.
const MAX_COMPOUNDS: usize = 24;
/// Parentheses open at once: measured, an unclosed run costs 2^n, and 10 stay below 0.1 ms.
const MAX_GROUPS: usize = 10;
/// `case` inside `case`: measured, each level costs four times the one above, and 4 stay below 0.1 ms.
const MAX_CASES: usize = 4;
/// Brackets in a word that may be an assignment to an array element; the parser recurses for each.
const MAX_BRACKETS: usize = 16;
/// Digits of a number in front of a redirect; the parser gives up on what does not fit 32 bits.
const MAX_FD_DIGITS: usize = 9;

/// The syntax tree of `text`; `None` when it is no valid Bash or nests deeper than is read.
pub(super) fn parse(text: &str) -> Option<Program> {
    if nesting::depth(text) > MAX_NESTING {
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

/// True when the grammar can run over the tokens within its bounds. Openers count wherever they stand, closers only
/// where the grammar takes them, so that words such as `echo fi` cannot hide depth.
fn is_tame(tokens: &[Token]) -> bool {
    let (mut compounds, mut groups, mut cases, mut tests) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut in_test = false;
    let mut at_command = true;
    for (index, token) in tokens.iter().enumerate() {
        let text = token.to_str();
        match token {
            Token::Operator(..) => {
                match text {
                    "(" => groups += 1,
                    ")" => groups = groups.saturating_sub(1),
                    "&&" | "||" if in_test => tests += 1,
                    _ => {}
                }
                at_command = !text.starts_with(['<', '>']) && !text.starts_with("&>");
            }
            Token::Word(..) => {
                let mut reserved = true;
                match text {
                    "if" | "for" | "while" | "until" | "select" | "{" | "coproc" => compounds += 1,
                    "case" => cases += 1,
                    "[[" => in_test = true,
                    "]]" => (in_test, tests) = (false, 0),
                    "!" if in_test => tests += 1,
                    "fi" | "done" | "}" if at_command => compounds = compounds.saturating_sub(1),
                    "esac" if at_command => cases = cases.saturating_sub(1),
                    "!" | "then" | "do" | "else" | "elif" | "time" => {}
                    _ => reserved = false,
                }
                at_command = at_command && reserved;
                if may_index(text) && !is_here_document(tokens, index) {
                    let brackets = memchr::memchr_iter(b'[', text.as_bytes()).take(MAX_BRACKETS + 1).count();
                    if brackets > MAX_BRACKETS {
                        return false;
                    }
                }
                let overlong = text.len() > MAX_FD_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
                if overlong && matches!(tokens.get(index + 1), Some(Token::Operator(..))) {
                    return false;
                }
            }
        }
        if groups > MAX_GROUPS || cases > MAX_CASES || compounds + groups + cases + tests > MAX_COMPOUNDS {
            return false;
        }
    }
    true
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
