//! Whether a stream of scored tokens should go on.
//!
//! Each token comes with a coherence, 1 for "follows from what is known" to 0. Four rules look at it, each in constant time and memory:
//! a token below the hard limit; the mean of the last tokens; a lasting change for the worse, by a one-sided CUSUM (Page 1954),
//! which a dip or a recovering stretch does not reach and a step or a slow ramp does; and the slope of the last tokens, which is
//! off: on measured traces it made nearly all false halts and found nothing that the others miss.
//!
//! A soft halt lets the sentence end first, for some tokens at most.

use crate::config::StreamConfig;

/// Why a stream is halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One token below the hard limit.
    Hard,
    /// The mean of the last tokens is too low.
    Window,
    /// The coherence has fallen for good.
    Change,
    /// The coherence falls steadily.
    Trend,
    /// A finished sentence is false.
    Claim,
}

impl Rule {
    /// The word for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Window => "window",
            Self::Change => "change",
            Self::Trend => "trend",
            Self::Claim => "claim",
        }
    }
}

/// What a token does to the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    On,
    /// It goes on; this token is below the soft limit.
    Doubted,
    /// A rule has fired; the sentence may end.
    Ending(Rule),
    /// It stops with this token. Every later token says the same.
    Halted(Rule),
}

/// The state of one stream: as large as its window.
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    config: &'a StreamConfig,
    /// The last scores, as a ring, and how many tokens there were.
    ring: Vec<f64>,
    seen: usize,
    mean: Sums,
    slope: Sums,
    /// The CUSUM.
    fallen: f64,
    flow: Flow,
    /// Tokens since the rule fired.
    since: usize,
}

/// Sums over the last `length` scores, kept up to date by each new one.
#[derive(Clone, Debug, Default)]
struct Sums {
    length: usize,
    held: usize,
    sum: f64,
    /// Each score times its place in the window, from 0.
    placed: f64,
}

impl Sums {
    /// Adds a score; `gone` is the one that was added `length` scores ago.
    fn push(&mut self, score: f64, gone: f64) {
        if self.held < self.length {
            self.placed += score * count(self.held);
            self.sum += score;
            self.held += 1;
        } else {
            self.placed += score * count(self.length - 1) - (self.sum - gone);
            self.sum += score - gone;
        }
    }

    /// The mean of a full window.
    fn mean(&self) -> Option<f64> {
        (self.length > 0 && self.held == self.length).then(|| self.sum / count(self.length))
    }

    /// What the least-squares line falls over a full window.
    fn fall(&self) -> Option<f64> {
        if self.length < 2 || self.held < self.length {
            return None;
        }
        let n = count(self.length);
        let middle = (n - 1.0) / 2.0;
        let spread = n * (n * n - 1.0) / 12.0;
        Some(-(self.placed - middle * self.sum) / spread * (n - 1.0))
    }
}

impl<'a> Kernel<'a> {
    /// A stream before its first token.
    pub fn new(config: &'a StreamConfig) -> Self {
        let sums = |length| Sums { length, ..Sums::default() };
        let longest = config.window.max(config.trend_window).max(1);
        Self {
            config,
            ring: vec![0.0; longest],
            seen: 0,
            mean: sums(config.window),
            slope: sums(config.trend_window),
            fallen: 0.0,
            flow: Flow::On,
            since: 0,
        }
    }

    /// Takes the next token's coherence, 0 to 1, and whether a sentence ends with it.
    pub fn push(&mut self, coherence: f64, ends_sentence: bool) -> Flow {
        let rule = self.fired(coherence);
        self.flow = match (self.flow, rule) {
            (Flow::Halted(rule), _) => Flow::Halted(rule),
            // A token below the hard limit does not wait for the end of a sentence.
            (_, Some(Rule::Hard)) => Flow::Halted(Rule::Hard),
            (Flow::Ending(rule), _) => {
                self.since += 1;
                let over = ends_sentence || self.since >= self.config.soft_tokens;
                if over { Flow::Halted(rule) } else { Flow::Ending(rule) }
            }
            (_, Some(rule)) if !self.config.soft || ends_sentence => Flow::Halted(rule),
            (_, Some(rule)) => Flow::Ending(rule),
            (_, None) if coherence < self.config.doubt => Flow::Doubted,
            (_, None) => Flow::On,
        };
        self.flow
    }

    /// The flow after the last token.
    pub fn flow(&self) -> Flow {
        self.flow
    }

    fn fired(&mut self, coherence: f64) -> Option<Rule> {
        let longest = self.ring.len();
        let at =
            |ring: &[f64], back: usize, seen: usize| if seen >= back { ring[(seen - back) % longest] } else { 0.0 };
        let (gone_mean, gone_slope) =
            (at(&self.ring, self.mean.length, self.seen), at(&self.ring, self.slope.length, self.seen));
        self.mean.push(coherence, gone_mean);
        self.slope.push(coherence, gone_slope);
        self.ring[self.seen % longest] = coherence;
        self.seen += 1;
        self.fallen = (self.fallen + self.config.reference - coherence).max(0.0);
        let config = self.config;
        if coherence < config.hard {
            Some(Rule::Hard)
        } else if self.mean.mean().is_some_and(|mean| mean < config.window_mean) {
            Some(Rule::Window)
        } else if self.fallen > config.change {
            Some(Rule::Change)
        } else if config.trend && self.slope.fall().is_some_and(|fall| fall > config.trend_fall) {
            Some(Rule::Trend)
        } else {
            None
        }
    }
}

fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use proptest::prelude::*;

    fn hard_stop() -> StreamConfig {
        StreamConfig { soft: false, ..config::defaults().stream }
    }

    /// The place and the rule of the halt in a stream of scores without sentences.
    fn halt(scores: &[f64], config: &StreamConfig) -> Option<(usize, Rule)> {
        let mut kernel = Kernel::new(config);
        scores.iter().enumerate().find_map(|(at, score)| match kernel.push(*score, false) {
            Flow::Halted(rule) => Some((at, rule)),
            _ => None,
        })
    }

    fn parts(parts: &[(usize, f64)]) -> Vec<f64> {
        parts.iter().flat_map(|(times, score)| std::iter::repeat_n(*score, *times)).collect()
    }

    #[track_caller]
    fn check(scores: &[f64], expected: Option<Rule>) {
        assert_eq!(halt(scores, &hard_stop()).map(|(_, rule)| rule), expected, "{scores:?}");
    }

    #[test]
    fn what_recovers_goes_on() {
        check(&parts(&[(100, 0.85)]), None);
        check(&parts(&[(30, 0.85), (3, 0.45), (30, 0.85)]), None);
        check(&parts(&[(30, 0.8), (12, 0.55), (30, 0.8)]), None);
        check(&[0.9, 0.9, 0.58, 0.9, 0.9, 0.9], None);
    }

    #[test]
    fn what_falls_for_good_is_halted() {
        check(&parts(&[(30, 0.85), (10, 0.35)]), Some(Rule::Change));
        check(&parts(&[(30, 0.85), (1, 0.05)]), Some(Rule::Hard));
        let ramp: Vec<f64> = (0..40).map(|step| 0.9 - 0.02 * f64::from(step)).collect();
        check(&ramp, Some(Rule::Window));
        let slow = StreamConfig { change: 100.0, ..hard_stop() };
        assert_eq!(halt(&parts(&[(30, 0.85), (10, 0.35)]), &slow).map(|(_, rule)| rule), Some(Rule::Window));
    }

    #[test]
    fn the_trend_is_off_until_it_is_asked_for() {
        let falling = [0.95, 0.90, 0.85, 0.80, 0.75, 0.70];
        check(&falling, None);
        let trend = StreamConfig { trend: true, ..hard_stop() };
        assert_eq!(halt(&falling, &trend), Some((4, Rule::Trend)));
    }

    #[test]
    fn a_soft_halt_waits_for_the_end_of_the_sentence() {
        let config = StreamConfig { soft: true, ..config::defaults().stream };
        let mut kernel = Kernel::new(&config);
        let mut flows = Vec::new();
        for at in 0..20 {
            flows.push(kernel.push(0.35, at == 12));
        }
        let first = flows.iter().position(|flow| matches!(flow, Flow::Ending(_))).unwrap();
        assert!(first < 12 && flows[11] == Flow::Ending(Rule::Change) && flows[12] == Flow::Halted(Rule::Change));
        assert_eq!(flows[19], Flow::Halted(Rule::Change));
        // A sentence that does not end is cut.
        let mut kernel = Kernel::new(&config);
        let cut = (0..200).position(|_| matches!(kernel.push(0.35, false), Flow::Halted(_)));
        assert_eq!(cut, Some(first + config.soft_tokens));
        assert_eq!(Kernel::new(&config).push(0.01, false), Flow::Halted(Rule::Hard), "the hard limit does not wait");
    }

    #[test]
    fn a_doubted_token_is_told_and_nothing_else() {
        let config = hard_stop();
        let mut kernel = Kernel::new(&config);
        let flows: Vec<Flow> = [0.9, 0.9, 0.58, 0.9].iter().map(|score| kernel.push(*score, false)).collect();
        assert_eq!(flows, [Flow::On, Flow::On, Flow::Doubted, Flow::On]);
        assert_eq!(kernel.flow(), Flow::On);
    }

    proptest! {
        #[test]
        fn sums_over_a_window_are_what_they_say(scores in prop::collection::vec(0.0_f64..1.0, 1..60), length in 2_usize..12) {
            let config = StreamConfig { window: length, trend_window: length, ..hard_stop() };
            let mut kernel = Kernel::new(&config);
            for (at, score) in scores.iter().enumerate() {
                kernel.push(*score, false);
                let window = &scores[(at + 1).saturating_sub(length)..=at];
                if window.len() < length {
                    prop_assert_eq!(kernel.mean.mean(), None);
                    continue;
                }
                let n = count(length);
                let mean = window.iter().sum::<f64>() / n;
                let middle = (n - 1.0) / 2.0;
                let over: f64 = window.iter().enumerate().map(|(at, y)| (count(at) - middle) * (y - mean)).sum();
                let under: f64 = (0..length).map(|at| (count(at) - middle).powi(2)).sum();
                prop_assert!((kernel.mean.mean().unwrap() - mean).abs() < 1e-9);
                prop_assert!((kernel.slope.fall().unwrap() + over / under * (n - 1.0)).abs() < 1e-9);
            }
        }
    }
}
