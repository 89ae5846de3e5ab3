//! What a stretch of words names in another language than English: paths, which are the same in every language, and kinds of files, which
//! mostly are.
//!
//! Owns the small words between them.

use super::form::{AND, ends};
use crate::domain::{Pattern, ScopeReason, Target, WorkKind};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::Sentence;
use crate::text::word_set::sorted;
use crate::text::words::is_telling;
use crate::text::{kind, loanword};
use std::ops::Range;

/// Words that stand before a place without narrowing it.
#[rustfmt::skip]
pub(super) const SMALL: &[&str] = sorted(&[
    "a", "aber", "al", "alla", "alle", "allem", "alles", "am", "an", "archivo", "archivos", "arquivo", "arquivos", "au",
    "auch", "aux", "bitte", "carpeta", "cartella", "code", "código", "d", "da", "dans", "das", "datei", "dateien",
    "de", "del", "della", "dem", "den", "der", "des", "desde", "die", "do", "dossier", "du", "e", "een", "el", "em",
    "en", "erstmal", "et", "favor", "fichier", "fichiers", "file", "finger", "het", "i", "il", "im", "in", "ins", "irgendwas",
    "jetzt", "la", "las", "le", "les", "lo", "los", "ma", "maar", "mais", "mal", "map", "mas", "mehr", "más", "na", "nada", "nas",
    "nel", "nella", "ni", "nichts", "niente", "no", "noch", "non", "nos", "o", "oder", "ordner", "os", "ou", "pas", "pasta",
    "pero", "por", "rien", "s", "sur", "tout", "u", "und", "verzeichnis", "vom", "von", "vorerst", "y", "à", "également",
]);

/// Words by which it is the other way round.
pub(super) const NOT: &[&str] =
    &["kein", "keine", "nada", "ne", "nicht", "nichts", "niente", "niet", "no", "non", "não", "pas", "rien", "не"];

/// The kind of files that a word stands for: most are English words in every language, with another plural ("Migrationen").
fn file_kind(word: &str) -> Option<WorkKind> {
    let english = word.strip_suffix("en").map(|stem| format!("{stem}s"));
    // "Flyway-Migrationen", "los modelos".
    let last = word.rsplit('-').next().filter(|last| last.len() < word.len());
    let loan = loanword::in_paths(word);
    let known = [Some(word), english.as_deref()].into_iter().flatten().chain(loan.iter().map(String::as_str));
    let known = known.chain(last).find(|word| kind::is_file_word(word));
    known.and_then(kind::kind_of_word).or_else(|| last.filter(|_| english.is_some()).and_then(file_kind))
}

/// What a stretch names: what is there, and what is not; `None` where it names nothing. What is said of a part or a property of a
/// place ("the output of src/parser.rs") forbids no place.
pub(super) fn things(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    stretch: Range<usize>,
) -> Option<(Vec<Target>, Vec<Target>)> {
    let (mut there, mut absent) = (Vec::new(), Vec::new());
    for at in stretch.clone() {
        let word = sentence.word(at);
        if let Some(named) = names.at(sentence, at) {
            let is_there = named.reason == ScopeReason::Named && named.patterns.iter().all(|place| names.exists(place));
            let found = if is_there { &mut there } else { &mut absent };
            found.extend(named.patterns.into_iter().map(Target::Paths));
        } else if let Some(folder) = folder_called(sentence, names, &stretch, at) {
            there.push(Target::Paths(folder));
        } else if let Some(kind) = file_kind(word) {
            let found = if names.has_kind(kind) { &mut there } else { &mut absent };
            found.push(Target::Kind(kind));
        } else if there.is_empty() && absent.is_empty() && SMALL.binary_search(&word).is_err() {
            // Behind a place other words tell why.
            return None;
        }
    }
    (!there.is_empty() || !absent.is_empty()).then_some((there, absent))
}

/// "legacy bitte nicht anfassen", "docs nicht ändern": the one folder that a word by itself is the name of.
fn folder_called(sentence: &Sentence<'_>, names: &Names<'_>, stretch: &Range<usize>, at: usize) -> Option<Pattern> {
    let word = sentence.word(at);
    let small = |at: usize| SMALL.binary_search(&sentence.word(at)).is_ok();
    let alone = at + 1 >= stretch.end || ends(sentence, at) || small(at + 1);
    if small(at) || !alone {
        return None;
    }
    if kind::is_file_word(word) {
        let bare = at == stretch.start || ends(sentence, at - 1) || AND.contains(&sentence.word(at - 1));
        return names.folder_of_kind(word).filter(|_| bare);
    }
    let (places, one) = names.area(word).filter(|_| is_telling(word))?;
    places.into_iter().next().filter(|_| one)
}
