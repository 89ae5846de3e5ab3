//! The indexing process: from the tree on the disk to the tables, reading only what changed.

use super::history::HistoryState;
use super::place::Place;
use super::reader::{Facts, Reading};
use super::writer::{Known, Writer};
use super::{IndexError, database};
use crate::config::IndexConfig;
use crate::repo::files::Limits;
use crate::repo::listing::{Difference, Listing};
use crate::text::path::folder;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long ago a file must have changed to be taken for settled: file systems tell times to two seconds at worst.
const SETTLED: Duration = Duration::from_secs(2);

/// Files between two words of progress.
const A_WORD_OF_PROGRESS: usize = 256;

const DAY: Duration = Duration::from_hours(24);

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Listing the files.
    Listing,
    /// Reading them.
    Reading,
    /// Reading the history.
    History,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Files looked at.
    pub done: usize,
    /// Files in all; 0 before they are listed.
    pub total: usize,
}

/// What a [`refresh`] did.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexReport {
    /// Files listed.
    pub files: usize,
    /// Files that were new or had changed, and were read.
    pub read: usize,
    /// Files that are gone and left the index.
    pub removed: usize,
    /// What became of the history.
    pub history: HistoryState,
    /// False where the limit of time or files was hit: the next refresh goes on.
    pub complete: bool,
    /// How long it took.
    pub took: Duration,
}

/// How much of the tree is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Every file.
    Files,
    /// The times of the folders, and the files of those that changed: what came, went, or was put in the place of another
    /// file. What was edited in place is seen when it is `whole_minutes` since every file was looked at; then this is [`Self::Files`].
    Folders,
}

/// Builds or refreshes the index of a repository. One process at a time; a damaged index is made anew.
pub fn refresh(
    place: &Place<'_>,
    numbers: &IndexConfig,
    look: Look,
    progress: &mut dyn FnMut(Progress),
) -> Result<IndexReport, IndexError> {
    let path = database::path(place.folder, place.root);
    let Some(_lock) = database::lock(&path)? else { return Err(IndexError::Busy) };
    database::remove_unused(place.folder, DAY.saturating_mul(numbers.keep_days));
    match attempt(place, &path, numbers, look, progress) {
        Err(IndexError::Damaged(_)) => {
            database::remove(&path)?;
            attempt(place, &path, numbers, look, progress)
        }
        other => other,
    }
}

fn attempt(
    place: &Place<'_>,
    path: &Path,
    numbers: &IndexConfig,
    look: Look,
    progress: &mut dyn FnMut(Progress),
) -> Result<IndexReport, IndexError> {
    let began = Instant::now();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let budget = Duration::from_secs(numbers.max_seconds);
    // Numbers that decide what is kept of a file: with others, all files are read again.
    let kept = format!("{} {}", numbers.max_bytes, numbers.max_words);
    let connection = database::open_for_writing(path, place.root, &kept)?;
    progress(Progress { stage: Stage::Listing, done: 0, total: 0 });
    let mut writer = Writer::new(&connection, numbers);
    let tree = Tree {
        root: place.root,
        limits: Limits { max_files: numbers.max_files, budget: budget / 2 },
        unsettled: i64::try_from(now.saturating_sub(SETTLED).as_nanos()).unwrap_or(i64::MAX),
    };
    let listed = if look == Look::Folders { writer.listed(now)? } else { None };
    let difference = listed.as_ref().map(|listed| listed.folders.difference(place.root));
    if let (Some(listed), Some(Difference::None), Some(history)) = (&listed, &difference, writer.known_history(place)?)
    {
        let files = listed.files.len();
        return Ok(IndexReport { files, read: 0, removed: 0, history, complete: true, took: began.elapsed() });
    }
    let (listing, folders) = tree.list(listed.zip(difference));
    let files = &listing.files;
    let (known, removed) = writer.settle_list(place.root, files)?;
    let first = known.iter().all(|known| known.facts.is_none());
    writer.tune(first)?;
    let places = to_look_at(&listing, &known, folders.as_ref());
    let facts: Vec<Option<Facts>> = known.iter().map(|known| known.facts).collect();
    let reading = Reading {
        root: place.root,
        files,
        places: &places,
        known: &facts,
        numbers,
        deadline: began + budget,
        unsettled: tree.unsettled,
    };
    let ids: HashMap<&str, i64> = files.paths().zip(known.iter().map(|known| known.id)).collect();
    let total = places.len();
    let mut read = 0;
    let looked = reading.each(|looked, seen| {
        if looked % A_WORD_OF_PROGRESS == 0 || looked == total {
            progress(Progress { stage: Stage::Reading, done: looked, total });
        }
        let Some(seen) = seen else { return Ok(()) };
        read += 1;
        writer.put(&known[seen.at], &seen, &ids)
    })?;
    if !first {
        writer.late_imports(place.root, files, &known, &ids)?;
    }
    progress(Progress { stage: Stage::History, done: looked, total });
    let history = writer.history(place, &ids)?;
    let complete = looked == total && !files.truncated;
    writer.finish(&listing, complete, folders.is_none().then_some(now))?;
    Ok(IndexReport { files: files.len(), read, removed, history, complete, took: began.elapsed() })
}

/// Where the files are, and how far they are listed.
struct Tree<'a> {
    root: &'a Path,
    limits: Limits,
    /// What changed at or after it, in nanoseconds since 1970, may change again within the same tick of its clock.
    unsettled: i64,
}

impl Tree<'_> {
    /// The files as they are now; with the folders that were read again where others are taken to be as they were.
    fn list(&self, before: Option<(Listing, Difference)>) -> (Listing, Option<HashSet<String>>) {
        let again = before.and_then(|(listed, difference)| match difference {
            Difference::None => listed.again(self.root, self.limits, self.unsettled, &[]),
            Difference::In(folders) => listed.again(self.root, self.limits, self.unsettled, &folders),
            Difference::Anywhere => None,
        });
        match again {
            Some((listing, folders)) => (listing, Some(folders)),
            None => (Listing::read(self.root, self.limits, self.unsettled), None),
        }
    }
}

/// The places in the list of the files that may have changed: all, or those of some folders and those that were never read.
fn to_look_at(listing: &Listing, known: &[Known], folders: Option<&HashSet<String>>) -> Vec<usize> {
    let may_have_changed = |(at, path): &(usize, &str)| {
        known[*at].facts.is_none() || folders.is_none_or(|folders| folders.contains(folder(path)))
    };
    listing.files.paths().enumerate().filter(may_have_changed).map(|(at, _)| at).collect()
}
