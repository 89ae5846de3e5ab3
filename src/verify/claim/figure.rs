//! Claims about numbers that a command printed: pull requests, lines, files of a diff.

use super::sentence::{Sentence, made};
use super::token::{Shape, Token};
use crate::domain::{Claim, ClaimKind};

/// Nouns whose number a command prints.
const COUNTED: &[&str] = &["deletions", "files", "insertions", "lines", "commits"];

/// The claims of a sentence of which nothing else can be checked.
pub(super) fn read(sentence: &Sentence<'_>, found: &mut Vec<Claim>) {
    if !found.is_empty() {
        return;
    }
    let tokens = &sentence.tokens;
    let number = |token: &Token<'_>| match token.shape {
        Shape::Number(number) => Some(number),
        _ => None,
    };
    for at in 0..tokens.len() {
        let Some(value) = number(&tokens[at]) else { continue };
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let request = before(1).is_some_and(|mark| mark.mark() == Some('#'))
            && before(2).is_some_and(|word| word.is_one_of(&["pr", "mr", "issue", "request"]));
        let counted = tokens.get(at + 1).is_some_and(|next| next.is_one_of(COUNTED))
            && tokens.iter().any(|token| {
                token.is_one_of(&["insertions", "deletions", "span", "spans", "total"])
                    || token.low.starts_with("migrat")
            });
        if request || counted {
            let mut claim = made(sentence, ClaimKind::Figure);
            claim.value = Some(value);
            claim.objects = vec![if request { "#".to_owned() } else { tokens[at + 1].low.clone() }];
            claim.plain = false;
            found.push(claim);
        }
    }
}

/// "1290/1290" behind "all tests pass".
pub(super) fn ratio(behind: &[Token<'_>]) -> Option<u32> {
    match behind {
        [open, first, second, ..] if open.mark() == Some('(') => match (first.shape, second.shape) {
            (Shape::Number(one), Shape::Number(other)) if one == other => Some(one),
            _ => None,
        },
        _ => None,
    }
}
