//! Reading the files that changed, on several threads: facts of the disk, words, imports.

use super::content::{self, Content};
use crate::config::IndexConfig;
use crate::domain::FileList;
use crate::repo::imports::{go_module, imports_of};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, UNIX_EPOCH};

/// Files that are read ahead of the writer, some 2 KB each: enough to go on reading while it commits a transaction.
const AHEAD: usize = 4096;

/// Threads for each core: while one waits for the disk, another reads words. Of a cold disk that takes four fifths of
/// the time that one for each core takes (100,000 files on two cores).
const THREADS_A_CORE: usize = 2;
/// Threads at most; more would take the machine from the agent.
const MOST_THREADS: usize = 4;

/// What a file was when it was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Bytes.
    pub(super) size: i64,
    /// Nanoseconds since 1970.
    pub(super) modified: i64,
}

/// What was seen of a file of the list.
pub(super) struct Seen {
    /// Its place in the list.
    pub(super) at: usize,
    pub(super) facts: Facts,
    pub(super) content: Content,
    /// Paths of the list.
    pub(super) imports: Vec<String>,
}

/// What the threads share.
pub(super) struct Reading<'a> {
    pub(super) root: &'a Path,
    pub(super) files: &'a FileList,
    /// The places in the list that are looked at, in order.
    pub(super) places: &'a [usize],
    /// By place in the list: what is known already.
    pub(super) known: &'a [Option<Facts>],
    pub(super) numbers: &'a IndexConfig,
    /// Nothing more is begun after it.
    pub(super) deadline: Instant,
    /// A file changed at or after it, in nanoseconds since 1970, may change again within the same tick of its clock.
    pub(super) unsettled: i64,
}

impl Reading<'_> {
    /// Gives what is new in the files at the places, in their order, and returns how many were looked at. Whoever writes a full-text
    /// index out of order makes a piece of it each time that a number falls.
    pub(super) fn each<E>(&self, mut take: impl FnMut(usize, Option<Seen>) -> Result<(), E>) -> Result<usize, E> {
        let next = AtomicUsize::new(0);
        let modules = Modules::default();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = (THREADS_A_CORE * cores).min(MOST_THREADS);
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(AHEAD);
            for _ in 0..threads {
                let (sender, next, modules) = (sender.clone(), &next, &modules);
                scope.spawn(move || self.work(next, modules, &sender));
            }
            drop(sender);
            let mut looked = 0;
            // What was read while a file before it is still being read; every file that a thread has begun comes.
            let mut waiting: BTreeMap<usize, Option<Seen>> = BTreeMap::new();
            // When `take` fails the receiver goes, and the threads end at their next file.
            for (turn, seen) in receiver {
                waiting.insert(turn, seen);
                while let Some(seen) = waiting.remove(&looked) {
                    looked += 1;
                    take(looked, seen)?;
                }
            }
            Ok(looked)
        })
    }

    fn work(&self, next: &AtomicUsize, modules: &Modules, sender: &SyncSender<(usize, Option<Seen>)>) {
        let mut bytes = Vec::new();
        while Instant::now() < self.deadline {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let Some(at) = self.places.get(turn) else { return };
            if sender.send((turn, self.look(*at, self.files.path(*at), &mut bytes, modules))).is_err() {
                return;
            }
        }
    }

    /// What is new in one file; `None` where nothing is.
    fn look(&self, at: usize, path: &str, bytes: &mut Vec<u8>, modules: &Modules) -> Option<Seen> {
        let place = self.root.join(path);
        let disk = std::fs::symlink_metadata(&place).ok();
        let modified = disk.as_ref().and_then(|disk| disk.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        let mut facts = Facts {
            size: disk.as_ref().map_or(0, |disk| i64::try_from(disk.len()).unwrap_or(i64::MAX)),
            modified: modified.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)),
        };
        if self.known[at] == Some(facts) {
            return None;
        }
        if facts.modified >= self.unsettled {
            facts.size = -1;
        }
        // A link could lead out of the repository, a pipe would wait for a writer.
        let readable = disk.is_some_and(|disk| disk.is_file()) && self.read(&place, bytes);
        let text = if readable { content::text_of(bytes) } else { None };
        let Some(text) = text else {
            return Some(Seen { at, facts, content: content::of_path(path), imports: Vec::new() });
        };
        let content = content::of_file(path, &text, self.numbers.max_words);
        let imports = imports_of(&text, path, self.files, &|go_mod| modules.of(self.root, go_mod));
        Some(Seen { at, facts, content, imports })
    }

    fn read(&self, place: &Path, bytes: &mut Vec<u8>) -> bool {
        bytes.clear();
        File::open(place).and_then(|file| file.take(self.numbers.max_bytes).read_to_end(bytes)).is_ok()
    }
}

/// The names of Go modules: each file of one asks for the same.
#[derive(Default)]
struct Modules(Mutex<HashMap<String, Option<String>>>);

impl Modules {
    fn of(&self, root: &Path, go_mod: &str) -> Option<String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = known.get(go_mod) {
            return module.clone();
        }
        let module = go_module(root, go_mod);
        known.insert(go_mod.to_owned(), module.clone());
        module
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn files_come_in_the_order_of_the_list_however_long_each_takes() {
        let folder = tempfile::tempdir().unwrap();
        // Each tenth takes far longer than the next ones.
        let names: Vec<String> = (100..400).map(|number| format!("{number}.txt")).collect();
        for (at, name) in names.iter().enumerate() {
            let text = format!("word{at} ").repeat(if at % 10 == 0 { 20_000 } else { 1 });
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let files = FileList::new(names.clone(), false);
        let reading = Reading {
            root: folder.path(),
            files: &files,
            places: &(0..names.len()).collect::<Vec<_>>(),
            known: &vec![None; names.len()],
            numbers: &crate::config::defaults().index,
            deadline: Instant::now() + Duration::from_mins(10),
            unsettled: i64::MAX,
        };
        let mut places = Vec::new();
        let looked = reading.each(|looked, seen| {
            places.push(seen.map(|seen| seen.at));
            assert_eq!(looked, places.len());
            Ok::<(), ()>(())
        });
        assert_eq!(looked, Ok(names.len()));
        assert!(places.into_iter().eq((0..names.len()).map(Some)));
    }
}
