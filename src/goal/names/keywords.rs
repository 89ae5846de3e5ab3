//! The content words of a goal, most telling first.
//!
//! Owns the ranking: identifiers and code before words that occur in the repository's paths, those before the rest;
//! then how often and how early a word comes.

use super::lookup::Lookup;
use super::{is_file_name, is_identifier};
use crate::goal::prompt::token::Token;
use crate::text::words;
use std::collections::HashMap;

/// How often a word was said, where first, and whether as code.
#[derive(Debug)]
struct Use {
    first: usize,
    count: usize,
    code: bool,
}

/// The content words of a prompt with their uses.
#[derive(Debug, Default)]
pub(in crate::goal) struct Tally(HashMap<String, Use>);

impl Tally {
    /// Counts the words of `tokens`.
    pub(in crate::goal) fn new<'t>(tokens: impl Iterator<Item = &'t Token<'t>>) -> Self {
        let mut uses: HashMap<String, Use> = HashMap::new();
        let mut position = 0;
        for token in tokens {
            if token.raw.contains("://") {
                continue;
            }
            let code = token.code || is_identifier(token.raw) || token.raw.contains('/');
            // Of a path only the subject counts: "src" and "ts" are in every goal.
            let place = token.raw.contains('/') || is_file_name(token.raw);
            let mut count = |word: &str| {
                if !words::is_telling(word) {
                    return;
                }
                position += 1;
                if let Some(seen) = uses.get_mut(word) {
                    seen.count += 1;
                    seen.code |= code;
                } else {
                    uses.insert(word.to_owned(), Use { first: position, count: 1, code });
                }
            };
            if place {
                for word in words::path_words(token.raw) {
                    count(&word);
                }
            } else {
                words::each_word(token.raw, count);
            }
        }
        Self(uses)
    }

    /// The best `max` words.
    pub(in crate::goal) fn best(&self, lookup: &Lookup<'_>, max: usize) -> Vec<String> {
        let mut ranked: Vec<(&String, usize, &Use)> =
            self.0.iter().map(|(word, uses)| (word, weight(word, uses, lookup), uses)).collect();
        ranked
            .sort_unstable_by(|(_, one, uses), (_, other, others)| other.cmp(one).then(uses.first.cmp(&others.first)));
        ranked.into_iter().take(max).map(|(word, ..)| word.clone()).collect()
    }
}

/// Ranks, not measurements: code counts as three more mentions, a path's word as two, repetition up to three.
fn weight(word: &str, uses: &Use, lookup: &Lookup<'_>) -> usize {
    let generic = words::is_generic_in_path(word);
    let telling = 3 * usize::from(uses.code) + 2 * usize::from(lookup.in_paths(word));
    uses.count.min(3) + if generic { 0 } else { telling }
}
