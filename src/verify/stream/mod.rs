//! A text judged while it is written, token by token.
//!
//! Two things end it: words that have nothing to do with the evidence any more ([`Known`], through the rules of the
//! [`Kernel`]), and a finished sentence that the record or the text of the evidence contradicts.

mod familiar;
mod kernel;

pub use familiar::Known;
pub use kernel::{Flow, Kernel, Rule};

use super::text::{self, Evidence, TextVerdict};
use super::{claims, judge};
use crate::config::Config;
use crate::domain::{Claim, ClaimKind, ClaimVerdict, Ledger};
use crate::text::{path, trace};
use familiar::Familiar;

/// What a stream is held against. What is absent is not asked.
#[derive(Clone, Copy, Debug)]
pub struct Basis<'a> {
    /// The words of all the evidence.
    pub known: &'a Known,
    /// A text that it retells.
    pub text: Option<&'a Evidence>,
    /// The record of the session that it reports.
    pub ledger: Option<&'a Ledger>,
}

/// Why a stream is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The token with which it ends, from 0.
    pub token: usize,
    /// The rule that fired.
    pub rule: Rule,
    /// What it saw, for people.
    pub why: String,
}

/// One stream.
#[derive(Debug)]
pub struct Stream<'a> {
    basis: Basis<'a>,
    config: &'a Config,
    familiar: Familiar<'a>,
    kernel: Kernel<'a>,
    /// The sentence that is not finished.
    open: String,
    /// The newest finished sentences.
    told: Vec<String>,
    token: usize,
    coherence: f64,
    halt: Option<Halt>,
}

impl<'a> Stream<'a> {
    /// A stream before its first token.
    pub fn new(basis: Basis<'a>, config: &'a Config) -> Self {
        Self {
            basis,
            config,
            familiar: Familiar::new(
                basis.known,
                &config.stream,
                if basis.ledger.is_some() { config.stream.fewest_known } else { config.stream.fewest_told },
            ),
            kernel: Kernel::new(&config.stream),
            open: String::new(),
            told: Vec::new(),
            token: 0,
            coherence: 1.0,
            halt: None,
        }
    }

    /// Takes a token; what it gives is final.
    pub fn push(&mut self, token: &str) -> Option<&Halt> {
        if self.halt.is_some() {
            return self.halt.as_ref();
        }
        if self.open.len() < self.config.stream.max_sentence {
            self.open.push_str(token);
        }
        self.coherence = self.familiar.push(token);
        let ends = ends_sentence(token, &self.open);
        let flow = self.kernel.push(self.coherence, ends);
        let why = self.accused(ends);
        if let Some(why) = why {
            self.end(Rule::Claim, why);
        } else if let Flow::Halted(rule) = flow {
            self.end(rule, FOREIGN.to_owned());
        }
        if ends {
            self.close();
        }
        self.token += 1;
        self.halt.as_ref()
    }

    /// How well the last tokens follow from the evidence, 1 to 0.
    pub fn coherence(&self) -> f64 {
        self.coherence
    }

    fn end(&mut self, rule: Rule, why: String) {
        self.halt = Some(Halt { token: self.token, rule, why });
    }

    fn close(&mut self) {
        let sentence = std::mem::take(&mut self.open).trim().to_owned();
        if sentence.is_empty() {
            return;
        }
        if self.told.len() >= self.config.stream.max_told {
            self.told.remove(0);
        }
        self.told.push(sentence);
    }

    /// What speaks against the open sentence, where it can be judged already.
    fn accused(&self, ends: bool) -> Option<String> {
        if let Some(ledger) = self.basis.ledger {
            return self.refuted(ledger, ends);
        }
        if ends { self.contradicted() } else { None }
    }

    /// A claim of the open sentence that the record refutes.
    ///
    /// What is shown to be otherwise is told of most sentences; that no trace is left, only of plain ones: a record may have
    /// gaps.
    fn refuted(&self, ledger: &Ledger, ends: bool) -> Option<String> {
        if !ends && (!self.config.stream.eager || goes_on(&self.open)) {
            return None;
        }
        claims(&self.open).into_iter().find_map(|claim| {
            let judged = judge(&claim, ledger, self.config);
            let told = match judged.verdict {
                ClaimVerdict::Contradicted => claim.plain || !claim.affirmed,
                // A file that some text of the session names may have been changed where no record was kept.
                ClaimVerdict::Fabricated => judged.weighty || self.is_unheard_of(&claim),
                _ => false,
            };
            told.then_some(judged.evidence)
        })
    }

    /// True for a changed file that no text of the evidence names, nor the file whose test it is; of a file that is only
    /// spoken of, not even its words.
    fn is_unheard_of(&self, claim: &Claim) -> bool {
        let least = if claim.plain { 0.5 } else { 1.0 };
        let known = self.basis.known;
        let unknown = |file: &String| {
            known.unknown_code(file) >= least && !tested(file).is_some_and(|name| known.unknown_code(&name) <= 0.0)
        };
        claim.kind == ClaimKind::FileChanged && !claim.objects.is_empty() && claim.objects.iter().all(unknown)
    }

    /// What the finished sentence says otherwise than the text, or than an earlier sentence about the same.
    fn contradicted(&self) -> Option<String> {
        let sentence = self.open.trim();
        let limits = &self.config.stream;
        let evidence = self.basis.text?;
        let judged = text::judge(sentence, evidence, &self.config.grounding);
        let says_other = judged.verdict == TextVerdict::Contradicted;
        if says_other && -judged.contradiction() >= limits.contradiction {
            return judged.reason().map(str::to_owned);
        }
        if judged.signals.iter().map(|signal| signal.nats).sum::<f64>() > -limits.as_told {
            return None;
        }
        self.told.iter().rev().find_map(|told| {
            let earlier = Evidence::new(told, self.config.grounding.max_words);
            let judged = text::judge(sentence, &earlier, &self.config.grounding);
            let rest: f64 = judged.signals.iter().map(|signal| signal.nats).sum::<f64>() - judged.contradiction();
            let same_subject = -rest <= limits.same_subject;
            let other = same_subject && -judged.contradiction() >= limits.self_contradiction;
            other.then(|| judged.reason().map(|reason| format!("it said otherwise before: {reason}"))).flatten()
        })
    }
}

/// The name of the file that this one tests, by both their names; `None` for what is no test.
fn tested(file: &str) -> Option<String> {
    let subject = trace::subject(file);
    let ending = path::extension(file)?;
    (subject != path::stem(file).to_lowercase()).then(|| format!("{subject}.{ending}"))
}

const FOREIGN: &str = "its words have little to do with the evidence any more";

/// True where a sentence that is not finished cannot be meant yet: inside brackets, behind a comma.
fn goes_on(text: &str) -> bool {
    let count = |sign: char| text.matches(sign).count();
    let text = text.trim_end();
    text.ends_with([',', '(', '[', '-', '–', '—', ':']) || count('(') > count(')') || count('`') % 2 == 1
}

/// True where a sentence ends with this token.
fn ends_sentence(token: &str, open: &str) -> bool {
    if token.contains('\n') {
        return true;
    }
    let text = token.trim_end_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\'' | ')' | ']' | '*' | '`' | '”')
    });
    text.ends_with(['.', '!', '?']) || (text.ends_with(';') && open.matches('(').count() <= open.matches(')').count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    /// The rule that ends `text` when it is held against `evidence`, and the words up to there.
    fn halt(text: &str, evidence: &str) -> Option<(Rule, String)> {
        let config = config::defaults();
        let mut known = Known::new(10_000);
        known.add(evidence);
        let read = Evidence::new(evidence, config.grounding.max_words);
        let mut stream = Stream::new(Basis { known: &known, text: Some(&read), ledger: None }, &config);
        let tokens: Vec<&str> = text.split_inclusive(' ').collect();
        let halt = tokens.iter().find_map(|token| stream.push(token).cloned())?;
        assert!(!halt.why.is_empty());
        Some((halt.rule, tokens[..=halt.token].concat()))
    }

    const TEXT: &str = "The ship sank with 600 people in 1708. Captain Dooley found the wreck near Cartagena in 2015. It carried gold.";

    #[test]
    fn a_true_retelling_goes_on() {
        assert_eq!(halt(TEXT, TEXT), None);
        assert_eq!(halt("It carried gold. The ship sank in 1708 with 600 people.", TEXT), None);
    }

    #[test]
    fn a_false_sentence_is_ended_where_it_ends() {
        let found = halt("It carried gold. The ship sank with 550 people in 1708. It carried gold.", TEXT);
        assert_eq!(found, Some((Rule::Claim, "It carried gold. The ship sank with 550 people in 1708. ".to_owned())));
        let found = halt("It carried gold. The ship did not carry gold. More.", TEXT);
        assert_eq!(found.map(|(rule, _)| rule), Some(Rule::Claim));
    }

    #[test]
    fn a_test_is_known_by_what_it_tests() {
        assert_eq!(tested("pkg/token_test.go").as_deref(), Some("token.go"));
        assert_eq!(tested("src/clock.spec.ts").as_deref(), Some("clock.ts"));
        assert_eq!(tested("tests/test_tide.py").as_deref(), Some("tide.py"));
        assert_eq!(tested("src/token.rs"), None);
        assert_eq!(tested("Makefile"), None);
    }

    #[test]
    fn sentences_end_with_their_token() {
        for token in ["done. ", "done.\" ", "(done.) ", "next\n", "why? "] {
            assert!(ends_sentence(token, token), "{token}");
        }
        for token in ["done ", "v1.2 ", "a, ", "(a; "] {
            assert!(!ends_sentence(token, token), "{token}");
        }
    }
}
