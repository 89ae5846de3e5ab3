//! One prompt, read: its sentences, what they name, and what they limit.
//!
//! Owns the bringing together of the smaller readings. It compares with no earlier goal; that is `revise`.

use super::constraint::{self, Limits, reported};
use super::line::Line;
use super::names::Names;
use super::names::keywords::Tally;
use super::names::spaced::SpacedPaths;
use super::prompt::plan;
use super::prompt::prose::{Prose, Voice};
use super::prompt::quotation;
use super::prompt::sentence::pieces;
use super::{GoalContext, ask};
use crate::domain::{Constraint, Pattern, ScopeEntry, ScopeReason, Target, WorkKind};
use crate::text::clip::head;
use crate::text::{kind, words};

/// Longest quotation of the user kept beside a scope entry, in characters.
const MAX_WORDS: usize = 120;

/// Constraints read of one prompt; nobody means more.
const MAX_OF_PROMPT: usize = 32;

/// Places read of one prompt, before the configured number of the strongest is kept.
const MAX_PLACES: usize = 1000;

/// A prompt, read against a repository.
pub(super) struct Reading<'p, 'c> {
    /// The sentences in order.
    pub(super) lines: Vec<Line<'p>>,
    /// The names in them.
    pub(super) names: Names<'c>,
    /// What the typed ones limit.
    pub(super) limits: Limits,
    /// The content words, prohibitions left out.
    pub(super) tally: Tally,
    /// The prompt as the person sent it.
    pub(super) text: &'p str,
}

impl<'p, 'c> Reading<'p, 'c> {
    /// Reads `prose`; constraints get the goal revision `revision`.
    pub(super) fn new(prose: &'p Prose, cx: &'c GoalContext<'c>, revision: u32) -> Self {
        let mut lines: Vec<Line<'p>> = prose
            .stretches()
            .flat_map(|(voice, stretch)| words::sentences(stretch).into_iter().map(move |sentence| (voice, sentence)))
            .flat_map(|(voice, sentence)| pieces(sentence).map(move |piece| (voice, piece)))
            .map(|(voice, text)| Line::new(voice, text))
            .collect();
        let spaced = SpacedPaths::new(cx.files, &prose.stretches().map(|(_, stretch)| stretch).collect::<Vec<_>>());
        for line in &mut lines {
            line.sentence.join(&spaced.spans(line.sentence.text));
        }
        let names = Names::new(cx, lines.iter().flat_map(|line| &line.sentence.tokens).map(|token| token.raw))
            .with_spaced(spaced);
        let mut limits = Limits::default();
        let mut typed: Vec<_> =
            lines.iter_mut().filter(|line| line.voice == Voice::Typed).map(|line| &mut line.sentence).collect();
        quotation::mark(&mut typed);
        // Where the limits of the line before begin.
        let mut of_before = 0;
        for at in 0..lines.len() {
            if lines[at].voice != Voice::Typed {
                continue;
            }
            if limits.constraints.len() >= MAX_OF_PROMPT {
                break;
            }
            let before = at.checked_sub(1).filter(|before| lines[*before].voice == Voice::Typed);
            let found = constraint::read(&lines[at].sentence, before.map(|at| &lines[at].sentence), &names, revision);
            if let (Some(before), Some(from)) = (before, found.leans_back) {
                let spoken = from..lines[before].sentence.tokens.len();
                lines[before].forbidding.push(spoken);
            }
            if let Some(before) = before
                && reported::is_overruled(&lines[before].sentence, &lines[at].sentence)
            {
                limits.constraints.drain(of_before..);
                lines[before].forbidding.clear();
            }
            of_before = limits.constraints.len();
            lines[at].forbidding.clone_from(&found.forbidding);
            for constraint in found.constraints {
                if !limits.constraints.iter().any(|known| says_the_same(known, &constraint)) {
                    limits.constraints.push(constraint);
                }
            }
            limits.declared.extend(found.declared);
            limits.rest = limits.rest.or(found.rest);
        }
        for line in &mut lines {
            line.named = line.asking().filter_map(|(at, _)| Some((at, names.at(&line.sentence, at)?))).collect();
            line.ask = ask::ask(line);
            if line.voice != Voice::Quoted {
                line.kinds = line.kinds_spoken_of();
            }
        }
        if let Some(clause) = &limits.rest {
            limits.declared.extend(named_alone(&lines, clause));
        }
        let told = lines.iter().filter(|line| line.voice != Voice::Quoted);
        let tally = Tally::new(told.flat_map(|line| line.asking().map(|(_, token)| token)));
        Self { lines, names, limits, tally, text: prose.text() }
    }

    /// The typed sentences.
    pub(super) fn typed(&self) -> impl Iterator<Item = &Line<'p>> {
        self.lines.iter().filter(|line| line.voice == Voice::Typed)
    }

    /// What the prompt names, each place once, with the reason that its voice gives it; documents count as `document`.
    pub(super) fn entries(&self, document: ScopeReason) -> Vec<ScopeEntry> {
        let mut entries = Vec::new();
        for line in &self.lines {
            Self::entries_of(line, document, &mut entries);
        }
        entries
    }

    /// What one sentence names.
    pub(super) fn entries_of(line: &Line<'_>, document: ScopeReason, entries: &mut Vec<ScopeEntry>) {
        Self::entries_where(line, document, |_, _| true, entries);
    }

    /// What an approved plan names for its work. No sentence of a plan forbids, but what one says to leave alone is none of the work.
    pub(super) fn planned(&self) -> Vec<ScopeEntry> {
        let mut entries = Vec::new();
        for line in &self.lines {
            let said = constraint::read(&line.sentence, None, &self.names, 0);
            let left = |at: usize, place: &Pattern| {
                let targets = said.constraints.iter().flat_map(|limit| &limit.targets);
                said.forbidding.iter().any(|range| range.contains(&at))
                    && targets.into_iter().any(|target| *target == Target::Paths(place.clone()))
            };
            Self::entries_where(line, ScopeReason::Planned, |at, place| !left(at, place), &mut entries);
        }
        entries
    }

    fn entries_where(
        line: &Line<'_>,
        document: ScopeReason,
        such: impl Fn(usize, &Pattern) -> bool,
        entries: &mut Vec<ScopeEntry>,
    ) {
        for (at, named) in &line.named {
            let reason = match (line.voice, named.reason) {
                (Voice::Typed, reason) => reason,
                (Voice::Document, ScopeReason::Named) => document,
                _ => ScopeReason::Mentioned,
            };
            for pattern in named.patterns.iter().filter(|place| such(*at, place)) {
                add(entries, pattern.clone(), reason, line.sentence.tokens[*at].raw);
            }
        }
    }

    /// The kinds of work that the typed sentences and documents speak of.
    pub(super) fn kinds(&self) -> Vec<WorkKind> {
        let mut kinds = Vec::new();
        for kind in self.lines.iter().flat_map(|line| &line.kinds) {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
        kinds
    }

    /// True when some typed sentence orders or requests.
    pub(super) fn orders(&self) -> bool {
        self.typed().any(|line| line.sentence.orders())
    }
}

/// True for the same clause, and for another one that denies the same: "src/db is frozen. Don't touch it."
fn says_the_same(known: &Constraint, other: &Constraint) -> bool {
    let denied = known.denies && known.except == other.except;
    known.targets == other.targets
        && known.asks == other.asks
        && known.spares == other.spares
        && (known.clause == other.clause || denied)
}

/// What the prompt names, as the scope that "nothing else" declares; where it names no place, the one file that its words stand for. A
/// test that is to pass is no place of the work.
fn named_alone(lines: &[Line<'_>], clause: &str) -> Vec<ScopeEntry> {
    let wanted = lines.iter().filter(|line| line.voice == Voice::Typed).flat_map(Line::wanted);
    let (mut places, mut meant): (Vec<&Pattern>, Vec<&Pattern>) = (Vec::new(), Vec::new());
    for (reason, place) in wanted.filter(|(_, place)| !matches!(place, Pattern::Glob(_))) {
        let known = if reason <= ScopeReason::Named { &mut places } else { &mut meant };
        if !known.contains(&place) {
            known.push(place);
        }
    }
    if places.is_empty() && meant.len() == 1 {
        places = meant;
    }
    let of_tests =
        |place: &&Pattern| matches!(place, Pattern::File(file) if kind::kind_of_path(file) == Some(WorkKind::Tests));
    if places.iter().all(of_tests) {
        return Vec::new();
    }
    let words = head(clause, MAX_WORDS);
    places
        .into_iter()
        .map(|place| ScopeEntry { pattern: place.clone(), reason: ScopeReason::Declared, words: words.to_owned() })
        .collect()
}

/// Adds a place, or strengthens the reason of one that is there. The order of [`ScopeReason`] is from strong to weak.
pub(super) fn add(entries: &mut Vec<ScopeEntry>, pattern: Pattern, reason: ScopeReason, words: &str) {
    if let Some(known) = entries.iter_mut().find(|known| known.pattern == pattern) {
        if reason < known.reason {
            known.reason = reason;
            head(words, MAX_WORDS).clone_into(&mut known.words);
        }
        return;
    }
    if entries.len() < MAX_PLACES {
        entries.push(ScopeEntry { pattern, reason, words: head(words, MAX_WORDS).to_owned() });
    }
}

/// The reason that a document's names get: a plan's are planned.
pub(super) fn document_reason(prose: &Prose) -> ScopeReason {
    if plan::is_plan(prose) { ScopeReason::Planned } else { ScopeReason::Named }
}
