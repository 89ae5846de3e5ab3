//! What the service counts, in the text format of Prometheus.

use super::route::{Route, counted_as};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Upper bounds of the latency histogram, in seconds.
const BOUNDS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// A fault that a request went on without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Swallowed {
    /// The judge did not answer in time.
    JudgeTimeout,
    /// The judge could not be asked.
    JudgeUnreachable,
    /// What the judge answered is neither yes nor no.
    JudgeGarbage,
    /// The judge may not be asked again: its limit of calls is used up.
    JudgeLimit,
    /// The model of entailment could not be used.
    Model,
    /// The project's facts could not be read.
    Facts,
    /// What the memory counts could not be read, or not in time.
    Memory,
    /// A connection could not be accepted.
    Accept,
    /// A connection ended in the middle of a request.
    Connection,
    /// An answer panicked.
    Panic,
}

impl Swallowed {
    /// The word of the metric.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JudgeTimeout => "judge_timeout",
            Self::JudgeUnreachable => "judge_unreachable",
            Self::JudgeGarbage => "judge_garbage",
            Self::JudgeLimit => "judge_limit",
            Self::Model => "model",
            Self::Facts => "facts",
            Self::Memory => "memory",
            Self::Accept => "accept",
            Self::Connection => "connection",
            Self::Panic => "panic",
        }
    }
}

/// The counts since the start.
#[derive(Debug, Default)]
pub struct Metrics(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    requests: BTreeMap<(&'static str, u16), u64>,
    latency: BTreeMap<&'static str, Latency>,
    verdicts: BTreeMap<(&'static str, &'static str), u64>,
    swallowed: BTreeMap<Swallowed, u64>,
    judged: BTreeMap<&'static str, u64>,
    connections: u64,
    turned_away: u64,
}

#[derive(Debug, Default)]
struct Latency {
    /// One more than there are bounds: the last is for what took longer than all of them.
    buckets: [u64; BOUNDS.len() + 1],
    seconds: f64,
}

impl Metrics {
    /// Counts a verdict that was given on `route`.
    pub fn verdict(&self, route: &'static str, verdict: &'static str) {
        *self.counts().verdicts.entry((route, verdict)).or_default() += 1;
    }

    /// Counts a fault that a request went on without.
    pub fn swallowed(&self, what: Swallowed) {
        *self.counts().swallowed.entry(what).or_default() += 1;
    }

    /// Counts an answer of the judge.
    pub fn judged(&self, answer: &'static str) {
        *self.counts().judged.entry(answer).or_default() += 1;
    }

    pub(super) fn request(&self, route: Option<Route>, status: u16, took: Duration) {
        let route = counted_as(route);
        let mut counts = self.counts();
        *counts.requests.entry((route, status)).or_default() += 1;
        let latency = counts.latency.entry(route).or_default();
        let seconds = took.as_secs_f64();
        let bucket = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        latency.buckets[bucket] += 1;
        latency.seconds += seconds;
    }

    pub(super) fn opened(&self) {
        self.counts().connections += 1;
    }

    pub(super) fn closed(&self) {
        let mut counts = self.counts();
        counts.connections = counts.connections.saturating_sub(1);
    }

    pub(super) fn turned_away(&self) {
        self.counts().turned_away += 1;
    }

    /// All counts as text, always in the same order; `texts` is what was decided about the texts of the memory.
    pub(super) fn text(&self, texts: &[(String, u64)]) -> String {
        let counts = self.counts();
        let mut page = Page::default();
        page.family("driftguard_requests_total", "counter", "Requests by route and status.");
        for ((route, status), count) in &counts.requests {
            page.line("driftguard_requests_total", &format!("route=\"{route}\",status=\"{status}\""), *count);
        }
        page.family("driftguard_request_seconds", "histogram", "Time from the request's head to its answer.");
        for (route, latency) in &counts.latency {
            let mut so_far = 0;
            let bounds = BOUNDS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
            for (bound, count) in bounds.zip(latency.buckets) {
                so_far += count;
                page.line("driftguard_request_seconds_bucket", &format!("route=\"{route}\",le=\"{bound}\""), so_far);
            }
            let route = format!("route=\"{route}\"");
            page.line("driftguard_request_seconds_sum", &route, latency.seconds);
            page.line("driftguard_request_seconds_count", &route, so_far);
        }
        page.family("driftguard_verdicts_total", "counter", "Verdicts by route.");
        for ((route, verdict), count) in &counts.verdicts {
            page.line("driftguard_verdicts_total", &format!("route=\"{route}\",verdict=\"{verdict}\""), *count);
        }
        page.family("driftguard_judge_answers_total", "counter", "Answers of the judge.");
        for (answer, count) in &counts.judged {
            page.line("driftguard_judge_answers_total", &format!("answer=\"{answer}\""), *count);
        }
        page.family("driftguard_swallowed_errors_total", "counter", "Faults that a request went on without.");
        for (what, count) in &counts.swallowed {
            page.line("driftguard_swallowed_errors_total", &format!("kind=\"{}\"", what.name()), *count);
        }
        page.family("driftguard_summaries_total", "counter", "Decisions about the texts of the memory, by reason.");
        for (decision, count) in texts {
            page.line("driftguard_summaries_total", &format!("decision=\"{decision}\""), *count);
        }
        page.family("driftguard_connections", "gauge", "Open connections.");
        page.line("driftguard_connections", "", counts.connections);
        page.family("driftguard_connections_refused_total", "counter", "Connections beyond the limit.");
        page.line("driftguard_connections_refused_total", "", counts.turned_away);
        page.0
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // A count that a panic interrupted is off by one at most.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, meaning: &str) {
        let _ = write!(self.0, "# HELP {name} {meaning}\n# TYPE {name} {kind}\n");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let _ = if labels.is_empty() {
            writeln!(self.0, "{name} {value}")
        } else {
            writeln!(self.0, "{name}{{{labels}}} {value}")
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::route::Question;

    #[test]
    fn counts_are_told_in_the_format_of_prometheus() {
        let metrics = Metrics::default();
        let verify = Route::Asked(Question::Verify);
        metrics.request(Some(verify), 200, Duration::from_millis(2));
        metrics.request(Some(verify), 200, Duration::from_mins(1));
        metrics.request(None, 404, Duration::ZERO);
        metrics.verdict("/v1/verify", "supported");
        metrics.swallowed(Swallowed::JudgeTimeout);
        metrics.judged("yes");
        metrics.opened();
        metrics.opened();
        metrics.closed();
        let text = metrics.text(&[("skipped: unchanged hash".to_owned(), 3)]);
        let check = |line: &str| assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        check("driftguard_requests_total{route=\"/v1/verify\",status=\"200\"} 2");
        check("driftguard_requests_total{route=\"other\",status=\"404\"} 1");
        check("driftguard_request_seconds_bucket{route=\"/v1/verify\",le=\"0.001\"} 0");
        check("driftguard_request_seconds_bucket{route=\"/v1/verify\",le=\"0.0025\"} 1");
        check("driftguard_request_seconds_bucket{route=\"/v1/verify\",le=\"+Inf\"} 2");
        check("driftguard_request_seconds_sum{route=\"/v1/verify\"} 60.002");
        check("driftguard_request_seconds_count{route=\"/v1/verify\"} 2");
        check("driftguard_verdicts_total{route=\"/v1/verify\",verdict=\"supported\"} 1");
        check("driftguard_swallowed_errors_total{kind=\"judge_timeout\"} 1");
        check("driftguard_judge_answers_total{answer=\"yes\"} 1");
        check("driftguard_summaries_total{decision=\"skipped: unchanged hash\"} 3");
        check("driftguard_connections 1");
        let kinds = text.lines().filter(|line| line.starts_with("# TYPE")).count();
        assert_eq!(kinds, 8);
    }
}
