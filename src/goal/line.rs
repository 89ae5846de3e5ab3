//! One sentence of a prompt, with what it names, forbids and asks for.
//!
//! Owns what is asked of a single sentence: the places that it wants changed, looks at or forbids.

use super::constraint::{clause, state};
use super::freeing::{fault, handed_back, mentioned};
use super::names::Named;
use super::prompt::changing;
use super::prompt::prose::Voice;
use super::prompt::sentence::{Sentence, is_inquiring, is_verb};
use super::prompt::token::Token;
use crate::domain::{Pattern, ScopeReason, WorkKind};
use crate::goal::prompt::word_class::{asks_to_be_told, is_article, leads_into};
use crate::text::{kind, path, words};
use std::ops::Range;

/// Programs that change what they are run on.
#[rustfmt::skip]
const REWRITING: [&str; 12] = [
    "autofix", "biome", "black", "codemod", "formatter", "gofmt", "isort", "prettier", "ruff", "rubocop", "rustfmt", "shfmt",
];

/// Verbs that need a place and leave it as it is.
const CONSULTING: [&str; 7] = ["compare", "follow", "match", "mirror", "run", "test", "use"];

/// Words back to which the verb of a place is looked for.
const MAX_BACK: usize = 60;

/// Words ahead in which an order behind a look is looked for.
const MAX_AHEAD: usize = 12;

/// A sentence with what it limits.
pub(super) struct Line<'p> {
    /// Who speaks.
    pub(super) voice: Voice,
    /// The sentence.
    pub(super) sentence: Sentence<'p>,
    /// Its clauses that forbid: ranges of tokens.
    pub(super) forbidding: Vec<Range<usize>>,
    /// What it names outside of them, with the token that does.
    pub(super) named: Vec<(usize, Named)>,
    /// What it asks for.
    pub(super) ask: Ask,
    /// The kinds of work that it speaks of, prohibitions left out; none where it is quoted.
    pub(super) kinds: Vec<WorkKind>,
}

impl<'p> Line<'p> {
    pub(super) fn new(voice: Voice, text: &'p str) -> Self {
        Self {
            voice,
            sentence: Sentence::new(text),
            forbidding: Vec::new(),
            named: Vec::new(),
            ask: Ask::Nothing,
            kinds: Vec::new(),
        }
    }

    /// Tokens outside of clauses that forbid, with their positions.
    pub(super) fn asking(&self) -> impl Iterator<Item = (usize, &Token<'_>)> {
        self.sentence
            .tokens
            .iter()
            .enumerate()
            .filter(|(at, _)| !self.forbidding.iter().any(|range| range.contains(at)))
    }

    /// The places that it wants changed: not those that it wants looked at, run or compared with.
    pub(super) fn wanted(&self) -> impl Iterator<Item = (ScopeReason, &Pattern)> {
        self.places(|_| true)
    }

    /// The same without those behind a "not": "you may change src/ui, but not src/db" frees one of two.
    pub(super) fn freed(&self) -> impl Iterator<Item = (ScopeReason, &Pattern)> {
        let between = |word: &&str| is_article(word) || changing::is_verb(word) || matches!(*word, "in" | "to");
        self.places(move |at| {
            let before = (0..at).rev().map(|before| self.sentence.word(before));
            let refused = before.skip_while(between).map(|word| word == "not").next();
            // "Change src/ui, src/db stays off limits".
            !refused.unwrap_or(false)
                && !state::stays_shut(&self.sentence, at + 1)
                && !mentioned::was_done_before(&self.sentence, at)
                && !mentioned::is_a_source(&self.sentence, at)
                && !self.leaves_the_fault(at)
        })
    }

    /// "src/db is broken, but leave it", "I want to know why src/db is broken". What a question asks about the next line may order to mend.
    fn leaves_the_fault(&self, at: usize) -> bool {
        self.ask == Ask::Work && fault::is_only_told_of(&self.sentence, at) || fault::is_given_up(&self.sentence, at)
    }

    fn places(&self, such: impl Fn(usize) -> bool) -> impl Iterator<Item = (ScopeReason, &Pattern)> {
        let wanted = self.named.iter().filter(move |(at, _)| self.ask != Ask::Work || !self.looks_at(*at));
        let such = wanted.filter(move |(at, _)| such(*at));
        such.flat_map(|(_, named)| named.patterns.iter().map(|pattern| (named.reason, pattern)))
    }

    /// True when the last verb before the token at `at` looks at its object, runs it or compares with it.
    pub(super) fn looks_at(&self, at: usize) -> bool {
        if handed_back::is_handed_back(&self.sentence, at) || self.goes_on_to_work(at) {
            return false;
        }
        let before = (at.saturating_sub(MAX_BACK)..at).rev().map(|before| (before, self.sentence.word(before)));
        let mut verbs = before.filter(|(_, word)| is_verb(word) || is_inquiring(word) || CONSULTING.contains(word));
        // "Document src/db in docs/api.md".
        let told_elsewhere = matches!(self.sentence.word(at + 1), "for" | "in" | "into");
        // "Run prettier on src/db" changes it.
        let rewrites = |verb: usize| (verb + 1..at).any(|word| REWRITING.contains(&self.sentence.word(word)));
        // "Use a helper in src/lib/money.ts" wants one written there, "use the helper" is content with what is there.
        let wants_one = |verb: usize| {
            let into = leads_into(self.sentence.back(at, 1));
            let from = || (verb + 1..at).any(|word| self.sentence.word(word) == "from");
            into && match self.sentence.word(verb) {
                "use" => matches!(self.sentence.word(verb + 1), "a" | "an" | "another" | "new"),
                // "Read the limit from the environment in src/limits.ts".
                "read" => from(),
                _ => false,
            }
        };
        verbs.next().is_some_and(|(place, verb)| {
            (is_inquiring(verb) || CONSULTING.contains(&verb) || verb == "document" && told_elsewhere)
                && !rewrites(place)
                && !wants_one(place)
                && !self.tells_in_a_document()
        })
    }

    /// "Look into src/db and fix the panic": what is ordered behind the look is to be done where one looks, unless it says where.
    fn goes_on_to_work(&self, at: usize) -> bool {
        let sentence = &self.sentence;
        let orders = |verb: &usize| {
            let led = matches!(sentence.word(verb - 1), "and" | "then") || sentence.tokens[verb - 1].comma();
            let word = sentence.word(*verb);
            led && is_verb(word) && !is_inquiring(word) && !CONSULTING.contains(&word)
        };
        let elsewhere = |verb: usize| {
            let led =
                |at: usize| leads_into(sentence.word(at)) || matches!(sentence.word(at), "at" | "of" | "on" | "to");
            self.named.iter().any(|(named, _)| *named > verb) || sentence.any_from(verb, led)
        };
        // "Look at how src/api does it and do the same".
        let model = (at.saturating_sub(MAX_AHEAD)..at).any(|led| matches!(sentence.word(led), "how" | "what"));
        let mut ahead = at + 1..sentence.tokens.len().min(at + MAX_AHEAD);
        !model && ahead.find(orders).is_some_and(|verb| !elsewhere(verb))
    }

    /// "Describe the option in docs/options.md" wants it written there; "explain the bug in src/db" does not.
    fn tells_in_a_document(&self) -> bool {
        let sentence = &self.sentence;
        let document = |at: usize| {
            let place = sentence.tokens.get(at + 1).map_or("", |token| token.raw);
            let place = place.trim_matches(['`', '.', ',']);
            matches!(sentence.word(at), "in" | "into" | "to")
                && clause::is_path(&sentence.tokens[at + 1])
                && kind::kind_of_path(place) == Some(WorkKind::Docs)
        };
        let tells = |at: usize| {
            let verb = sentence.word(at);
            asks_to_be_told(verb) || matches!(verb, "mention" | "note")
        };
        let all = 0..sentence.tokens.len();
        all.clone().any(tells) && all.clone().take(all.len().saturating_sub(1)).any(document)
    }

    /// The words outside of clauses that forbid.
    pub(super) fn said(&self) -> Vec<String> {
        self.asking().flat_map(|(_, token)| words::words(token.raw)).collect()
    }

    /// True when a clause of it forbids.
    pub(super) fn forbids(&self) -> bool {
        !self.forbidding.is_empty()
    }

    /// True when nothing but prohibitions stands in it.
    pub(super) fn only_forbids(&self) -> bool {
        self.forbids() && !self.asking().any(|(_, token)| words::is_telling(&token.word))
    }

    /// The kinds of work of which it speaks beside the files that it names: "docs/guide.md" is a file, and not the docs.
    pub(super) fn kinds_by_word(&self) -> Vec<WorkKind> {
        let by_word = self.kinds_among(|token| path::extension(token.raw.trim_end_matches(['.', ','])).is_none());
        self.kinds.iter().copied().filter(|kind| by_word.contains(kind)).collect()
    }

    /// The kinds of work of which its words speak.
    pub(super) fn kinds_spoken_of(&self) -> Vec<WorkKind> {
        self.kinds_among(|_| true)
    }

    fn kinds_among(&self, such: impl Fn(&Token<'_>) -> bool) -> Vec<WorkKind> {
        let mut kinds = Vec::new();
        for (_, token) in self.asking().filter(|(_, token)| such(token)) {
            // "i18n" and "e2e" are one word to people and three to the splitter.
            kind::add_kind(&mut kinds, &token.word);
            words::each_word(token.raw, |word| {
                if word != token.word {
                    kind::add_kind(&mut kinds, word);
                }
            });
        }
        kinds
    }
}

/// What one sentence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Work.
    Work,
    /// Perhaps work: "should we add a test?".
    Suggestion,
    /// An answer, a look, a report.
    Answer,
    /// A commit, a push, a pull request.
    VersionControl,
    /// To take something back.
    Reversal,
    /// To leave something alone, and nothing else.
    Restraint,
    /// That something may stay or be touched.
    Permission,
    /// Nothing: it tells.
    Nothing,
}

impl Ask {
    /// True where it asks for work, or lets some be done.
    pub(super) const fn is_for_work(self) -> bool {
        matches!(self, Self::Permission | Self::Work)
    }
}
