//! A word of a limit that is no path, taken for a place: "the api", "the migrations", "the parser", ".tsx files".
//!
//! Owns which places such a word stands for where the grammar wants one. How the phrase around it is read is `object`'s.

use super::words::{MAX_ENDING, Taking, WHOLLY, ends_an_object, is_filing_noun, is_filler};
use crate::domain::{Pattern, WorkKind};
use crate::goal::names::{Names, spoken};
use crate::goal::prompt::closing::is_closed;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_determiner, is_file_noun, is_joining, is_quantifier, leads_into};
use crate::text::words::is_telling;
use crate::text::{kind, pattern};

/// "The api", "the frontend code": the folder that a part of the product is called by, where nothing behind it says what of it is meant.
pub(in crate::goal::constraint) fn area(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    at: usize,
    taking: Taking,
) -> Option<(Vec<Pattern>, bool)> {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    // The kind of "the auth code" knows its files better than one folder does.
    let of_a_kind = is_filing_noun(next)
        && kind::kind_of_word(word).is_some_and(|kind| !matches!(kind, WorkKind::Api | WorkKind::Interface));
    if taking == Taking::Kinds || !is_telling(word) || kind::is_file_word(word) || of_a_kind {
        return None;
    }
    let ends = is_last(sentence, at) || is_filler(next) || spoken::is_noun(next) || sentence.reads_one(at + 1, &WHOLLY);
    match taking {
        _ if !ends => None,
        Taking::Folders | Taking::Words => names.areas(word).map(|places| (places, true)),
        Taking::Kinds | Taking::Untouched => names.area(word),
    }
}

/// True where the phrase goes no further than the word at `at`.
fn is_last(sentence: &Sentence<'_>, at: usize) -> bool {
    let next = sentence.word(at + 1);
    is_closed(sentence, at + 1) || is_joining(next) || ends_an_object(next)
}

/// "Keep off docs": the folder that is called so. With an article the kind of work is meant: "the docs" are all pages.
pub(in crate::goal::constraint) fn folder_of_kind(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    from: usize,
    at: usize,
) -> Option<Vec<Pattern>> {
    let which = |word: &str| is_determiner(word) || is_quantifier(word);
    let bare = !(from.saturating_sub(1)..at).any(|before| which(sentence.word(before)));
    names.folder_of_kind(sentence.word(at)).filter(|_| bare && is_last(sentence, at)).map(|folder| vec![folder])
}

/// The folder at the root, or where words count whatever file or folder, that is called as a bare word says; true
/// with it when nothing else can be meant.
pub(in crate::goal::constraint) fn called_so(
    word: &str,
    names: &Names<'_>,
    taking: Taking,
) -> Option<(Vec<Pattern>, bool)> {
    if matches!(taking, Taking::Kinds | Taking::Untouched) {
        return None;
    }
    at_root_or_anywhere(word, names, taking == Taking::Words && is_telling(word))
}

/// The folder at the root that is called so; else, where it may lie `anywhere`, whatever file or folder is. True for the former.
fn at_root_or_anywhere(word: &str, names: &Names<'_>, anywhere: bool) -> Option<(Vec<Pattern>, bool)> {
    let at_root = names.top_folder(word);
    if !at_root.is_empty() {
        return Some((at_root, true));
    }
    let places = if anywhere { names.word(word) } else { Vec::new() };
    (!places.is_empty()).then_some((places, false))
}

/// "The migrations": the places of a part of a kind of work that are there, with the kind.
pub(in crate::goal::constraint) fn part_called(
    word: &str,
    names: &Names<'_>,
) -> Option<(Vec<Pattern>, Option<WorkKind>)> {
    let globs = kind::part_of_word(word)?.globs;
    let places: Vec<Pattern> = pattern::of_globs(globs).filter(|place| names.exists(place)).collect();
    (!places.is_empty()).then(|| (places, kind::kind_of_word(word)))
}

/// ".tsx files", "markdown files": the files that end so, and "the header" where there are such.
pub(in crate::goal::constraint) fn by_ending(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<Pattern> {
    let token = &sentence.tokens[at];
    let headers = Pattern::Glob("**/*.h".to_owned());
    let plain = matches!(token.word.as_str(), "header" | "headers") && is_determiner(sentence.back(at, 1));
    if plain && names.exists(&headers) {
        return Some(headers);
    }
    let ending = if token.word == "markdown" { "md" } else { token.raw.strip_prefix('.')? };
    let short = (1..=MAX_ENDING).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (short && is_file_noun(sentence.word(at + 1))).then(|| Pattern::Glob(format!("**/*.{ending}")))
}

/// "Do not touch vendor": the folder at the root, or else the file or folder, that is called exactly so; true for the former.
pub(in crate::goal::constraint) fn untouched(
    word: &str,
    names: &Names<'_>,
    taking: Taking,
) -> Option<(Vec<Pattern>, bool)> {
    if taking != Taking::Untouched || !is_telling(word) {
        return None;
    }
    at_root_or_anywhere(word, names, true)
}

/// "Anything in prisma": the folder at the root that is called so.
pub(in crate::goal::constraint) fn within(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    at: usize,
) -> Option<Vec<Pattern>> {
    let what = sentence.back(at, 2);
    let all = is_file_noun(what) || matches!(what, "anything" | "code" | "everything" | "stuff");
    let folder = if leads_into(sentence.back(at, 1)) && all { names.top_folder(sentence.word(at)) } else { Vec::new() };
    (!folder.is_empty()).then_some(folder)
}
