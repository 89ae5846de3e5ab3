//! The checkable statements of a report.
//!
//! Owns the reading of English prose into claims: sentence by sentence, each kind in a file of its own. It holds nothing
//! against anything; what it cannot read for certain is no claim. Text in code fences, quotations and open items of a list
//! states nothing.

mod admit;
mod code;
mod commit;
mod figure;
mod file;
mod frame;
mod run;
mod sentence;
mod token;
mod words;

pub(super) use admit::{counts_failures, not_run};

use crate::domain::{Claim, ClaimKind};
use crate::text::{self, language};
use sentence::Sentence;
use token::{Shape, Token, tokens};

/// Claims of one report that are read at most.
const MAX_CLAIMS: usize = 128;
/// Bytes of a report that are read.
const MAX_REPORT: usize = 256 * 1024;
/// What the adapter puts where it cut a long report.
const CUT: &str = "\n...\n";
/// Bytes of the longest sentence that is read: what is longer is no sentence.
const MAX_SENTENCE: usize = 2_000;

/// The claims in `report`, in their order. Empty for what cannot be read: nothing is guessed.
pub fn claims(report: &str) -> Vec<Claim> {
    let report = text::clip::head_bytes(report, MAX_REPORT);
    let mut found = Vec::new();
    for part in text::words::sentences(report) {
        if found.len() >= MAX_CLAIMS {
            break;
        }
        // Both lie in the same text.
        let at = part.as_ptr() as usize - report.as_ptr() as usize;
        // Where a long report was cut, two halves of sentences stand.
        if report[..at].ends_with(CUT) || report[at + part.len()..].starts_with(CUT) || part == "..." {
            continue;
        }
        if let Some(sentence) = sentence(part, at) {
            let own = found.len();
            read(&sentence, &mut found);
            let behind = report[at + part.len()..].lines().next().unwrap_or_default();
            for claim in found[own..].iter_mut().filter(|claim| takes_back(claim, part, behind)) {
                claim.excepts = true;
                claim.plain = false;
            }
        }
    }
    found.truncate(MAX_CLAIMS);
    found
}

/// True where what stands behind a statement on its line takes something out of it: "Only `a` changed; `b` got a test".
fn takes_back(claim: &Claim, statement: &str, behind: &str) -> bool {
    let more = |token: &Token<'_>| token.shape == Shape::File || token.is_one_of(&["docs", "test", "tests"]);
    claim.kind == ClaimKind::OnlyFiles && statement.trim_end().ends_with(';') && tokens(behind).iter().any(more)
}

fn sentence(text: &str, at: usize) -> Option<Sentence<'_>> {
    let states_nothing =
        text.starts_with("```") || text.starts_with('>') || text.contains("[ ]") || text.len() > MAX_SENTENCE;
    if states_nothing || language::is_foreign(text) {
        return None;
    }
    let tokens = tokens(text);
    let quoted = text.contains(['"', '“', '”', '‘']) || text.trim_start().starts_with('|');
    Some(Sentence { text, at, tokens, quoted })
}

fn read(sentence: &Sentence<'_>, found: &mut Vec<Claim>) {
    let mut own = Vec::new();
    commit::read(sentence, &mut own);
    if !frame::asks(&sentence.tokens) {
        run::read(sentence, &mut own);
    }
    file::read(sentence, &mut own);
    figure::read(sentence, &mut own);
    found.append(&mut own);
}

#[cfg(test)]
mod tests;
