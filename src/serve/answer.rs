//! The answers: requests in, the library's own judgement out.

use super::Refusal;
use super::metrics::{Metrics, Swallowed};
use super::route::Question;
use super::scores::Scores;
use super::wire::{
    DetectAnswer, DetectRequest, EvidenceSource, Health, JudgeAnswer, PartAnswer, ReviewAnswer, ReviewRequest,
    VerifyAnswer, VerifyRequest, rounded,
};
use crate::agent::{LineKind, Texts, adapters};
use crate::config::Config;
use crate::domain::{Entailed, Fact, FactSource, FileList, Ledger, Session};
use crate::guard::{Facts, Guard};
use crate::inference::Entailment;
use crate::inference::judge::Judge;
use crate::inference::judge::JudgeError;
use crate::inference::judge::Ruling;
use crate::injection;
use crate::verify::coherence::Coherence;
use crate::verify::text::{Asked, Asks, Evidence};
use crate::verify::{self, CheckedReport, Reviewed, Sources};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::path::Path;

/// The contract, made from the types of `wire`.
const CONTRACT: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// Facts of one request at most: each is compared with the text, 1.6 KB and 20 µs apiece.
const MOST_GIVEN: usize = 10_000;

/// Reads the record that a transcript holds, where the path may be read.
type ReadRecord = dyn Fn(&Path) -> Result<Ledger, Refusal> + Send + Sync;

/// Reads what is known of the project.
type ReadFacts = dyn Fn() -> Result<Vec<Fact>, String> + Send + Sync;

/// Of many facts finds those that belong to a text.
type FindFacts = dyn Fn(&str, &[Fact]) -> Result<Vec<Fact>, String> + Send + Sync;

/// Counts what was decided about the texts of the memory, by the words of the decisions.
type CountTexts = dyn Fn() -> Result<Vec<(String, u64)>, String> + Send + Sync;

/// Whoever answers: the settings and the ways to the world that the service itself does not have.
pub struct Desk {
    /// The settings in force.
    pub config: Config,
    /// The way to transcripts.
    pub record: Box<ReadRecord>,
    /// The way to what is known of the project.
    pub facts: Box<ReadFacts>,
    /// The way to those of them that belong to a text.
    pub near: Box<FindFacts>,
    /// The way to what the memory's gate has decided.
    pub texts: Box<CountTexts>,
    /// The model that tells whether a sentence follows from a text.
    pub entailment: Option<Entailment>,
    /// Who is asked where the local answer is unsure.
    pub judge: Option<Judge>,
    /// What was worked out before.
    pub scores: Scores,
    /// What is counted.
    pub metrics: Metrics,
}

/// What goes back.
pub(super) struct Answer {
    pub(super) kind: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// That the service is there.
pub(super) fn health() -> Result<Answer, Refusal> {
    json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// What may be asked.
pub(super) fn contract() -> Answer {
    Answer { kind: "application/json", bytes: CONTRACT.as_bytes().to_vec() }
}

impl Desk {
    /// Answers a question that is allowed. It may take long: it is not asked in the thread that talks.
    pub(super) fn answer(&self, question: Question, body: &[u8]) -> Result<Answer, Refusal> {
        match question {
            Question::Verify => json(&self.verify(&parsed(body)?)?),
            Question::Detect => json(&self.detect(&parsed(body)?)),
            Question::Review => json(&self.review(parsed(body)?)?),
        }
    }

    /// What the memory counts; nothing where it cannot be read, and that is counted.
    pub(super) fn texts(&self) -> Vec<(String, u64)> {
        (self.texts)().unwrap_or_else(|_| {
            self.swallowed(Swallowed::Memory);
            Vec::new()
        })
    }

    /// What is counted, with what the memory counts.
    pub(super) fn counted(&self, texts: &[(String, u64)]) -> Answer {
        Answer { kind: "text/plain; version=0.0.4; charset=utf-8", bytes: self.metrics.text(texts).into_bytes() }
    }

    fn verify(&self, request: &VerifyRequest) -> Result<VerifyAnswer, Refusal> {
        let EvidenceSource { text, transcript, events } = &request.evidence;
        let ledger = match (transcript, events) {
            (Some(_), Some(_)) => return Err(Refusal::malformed("`transcript` and `events` exclude each other")),
            (Some(path), None) => Some((self.record)(path)?),
            (None, Some(events)) => Some(recorded(events, &self.config)?),
            (None, None) if text.is_none() => return Err(Refusal::malformed("`evidence` holds nothing")),
            (None, None) => None,
        };
        let ask = |text: &str, statement: &str| self.entailed(text, statement);
        let model = self.entailment.as_ref().map(|_| &ask as &Asks<'_>);
        let checked = verified(&request.report, ledger.as_ref(), text.as_deref(), model, &self.config);
        for claim in &checked.claims {
            self.metrics.verdict(Question::Verify.name(), claim.judgement.verdict.name());
        }
        Ok(VerifyAnswer::from(&checked))
    }

    fn detect(&self, request: &DetectRequest) -> DetectAnswer {
        let found = injection::scan(&request.text, &self.config.injection);
        let verdict = if found.suspicions.is_empty() { "clean" } else { "suspicious" };
        self.metrics.verdict(Question::Detect.name(), verdict);
        DetectAnswer::new(&found)
    }

    fn review(&self, request: ReviewRequest) -> Result<ReviewAnswer, Refusal> {
        if request.facts.as_ref().is_some_and(|facts| facts.len() > MOST_GIVEN) {
            return Err(Refusal::malformed(format!("there are more than {MOST_GIVEN} facts")));
        }
        let given = request.facts.map(|facts| facts.into_iter().map(given).collect::<Vec<_>>());
        let facts = given.unwrap_or_else(|| {
            (self.facts)().unwrap_or_else(|_| {
                self.swallowed(Swallowed::Facts);
                Vec::new()
            })
        });
        let about = format!("{} {}", request.prompt, request.response);
        let facts = (self.near)(&about, &facts).unwrap_or_else(|_| {
            self.swallowed(Swallowed::Facts);
            facts
        });
        let ask = |text: &str, statement: &str| self.entailed(text, statement);
        let model = self.entailment.as_ref().map(|_| &ask as &Asks<'_>);
        let reviewed = verify::response(&request.prompt, &request.response, &facts, model, &self.config);
        let (judge, coherence) = self.judged(&request.prompt, &request.response, &facts, &reviewed);
        let approved = coherence.approved && !reviewed.surely_false();
        self.metrics.verdict(Question::Review.name(), if approved { "approved" } else { "rejected" });
        Ok(ReviewAnswer {
            approved,
            coherence: rounded(coherence.score),
            threshold: self.config.coherence.threshold,
            sure: !coherence.unsure || reviewed.surely_false(),
            logical_divergence: rounded(coherence.logical),
            factual_divergence: rounded(coherence.factual),
            judge,
            parts: reviewed.parts.iter().map(|part| PartAnswer::new(part, &facts)).collect(),
            cut: reviewed.cut,
        })
    }

    /// What the model of entailment says; its fault is counted, and the answer is made without it.
    fn entailed(&self, text: &str, statement: &str) -> Option<Entailed> {
        let answer = self.entailment.as_ref()?.ask(text, statement);
        answer.inspect_err(|_| self.swallowed(Swallowed::Model)).ok()
    }

    /// Asks the judge where the local answer is unsure; what it says, and the coherence that comes of it.
    fn judged(
        &self,
        prompt: &str,
        said: &str,
        facts: &[Fact],
        reviewed: &Reviewed,
    ) -> (Option<JudgeAnswer>, Coherence) {
        let local = reviewed.coherence;
        let unsure = local.unsure && !reviewed.surely_false() && !reviewed.parts.is_empty();
        let Some(judge) = self.judge.as_ref().filter(|_| unsure) else { return (None, local) };
        let told = reviewed.facts().into_iter().filter_map(|place| facts.get(place)).map(|fact| fact.text.as_str());
        let known: Vec<&str> = told.chain([prompt]).collect();
        let blended = |ruling: Ruling| local.judged(ruling == Ruling::Yes, &self.config.coherence);
        let told = |ruling: Ruling| (Some(JudgeAnswer { ruling: Some(ruling.name()), error: None }), blended(ruling));
        if let Some(ruling) = self.scores.get(prompt, said, facts) {
            return told(ruling);
        }
        match judge.ask(&known.join("\n"), said) {
            Ok(ruling) => {
                self.metrics.judged(ruling.name());
                self.scores.put(prompt, said, facts, ruling);
                told(ruling)
            }
            Err(error) => {
                self.swallowed(match error {
                    JudgeError::Timeout => Swallowed::JudgeTimeout,
                    JudgeError::Unreachable(_) => Swallowed::JudgeUnreachable,
                    JudgeError::Garbage => Swallowed::JudgeGarbage,
                    JudgeError::Limit => Swallowed::JudgeLimit,
                });
                (Some(JudgeAnswer { ruling: None, error: Some(error.to_string()) }), local)
            }
        }
    }

    /// Counts a fault that a request went on without.
    pub fn swallowed(&self, what: Swallowed) {
        self.metrics.swallowed(what);
    }
}

fn given(text: String) -> Fact {
    Fact { text, source: FactSource::Given }
}

/// Holds a report against a record, a text or both: what the service and `driftguard verify` share. A model is asked about the text.
pub fn verified(
    report: &str,
    ledger: Option<&Ledger>,
    text: Option<&str>,
    model: Option<&Asks<'_>>,
    config: &Config,
) -> CheckedReport {
    let evidence = text.map(|text| Evidence::new(text, config.grounding.max_words));
    let model = text.zip(model).map(|(text, model)| Asked::new(text, model));
    verify::report(report, Sources { ledger, text: evidence.as_ref(), model }, config)
}

/// The record that a session's own records make, read and observed as those of a transcript.
fn recorded(events: &[Box<RawValue>], config: &Config) -> Result<Ledger, Refusal> {
    let list = FileList::default();
    let files = &list;
    let facts = Facts::of(config, &files);
    let mut guard = Guard::resume(Session::default(), &facts);
    let mut known = 0;
    for event in events {
        let kind =
            adapters()[0].decode_line(event.get().as_bytes(), Texts::default(), &mut |event| guard.observe(event));
        known += usize::from(matches!(kind, LineKind::Events));
    }
    if known == 0 && !events.is_empty() {
        return Err(Refusal::malformed("none of the `events` is a record of a transcript"));
    }
    Ok(guard.ledger())
}

fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::malformed(format!("the body does not fit: {error}")))
}

fn json(answer: &impl Serialize) -> Result<Answer, Refusal> {
    let bytes = serde_json::to_vec(answer).map_err(|_| Refusal::broken())?;
    Ok(Answer { kind: "application/json", bytes })
}
