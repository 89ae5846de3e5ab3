//! The indexing process: from the tree on the disk to the tables, reading only what changed.

use super::content::{PATH, SYMBOL};
use super::database::whole;
use super::history::{self, Git};
use super::reader::{Facts, Reading, Seen};
use super::{IndexError, content, database, pair};
use crate::config::IndexConfig;
use crate::domain::FileList;
use crate::repo::files::{Limits, list};
use crate::repo::imports::imports;
use crate::text::path::{folder, stem};
use crate::text::words::words;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Bytes of words that the full-text index collects before it writes a piece; it grows with the files of a transaction.
const COLLECTED: u32 = 48 << 20;

/// How long ago a file must have changed to be taken for settled: file systems tell times to two seconds at worst.
const SETTLED: Duration = Duration::from_secs(2);

/// Files between two words of progress.
const A_WORD_OF_PROGRESS: usize = 256;

/// Unchanged files whose imports are read again when files are new, at most: for one new file, and in all. New files that
/// are looked at for it, at most.
const LATE_FOR_ONE: usize = 64;
const LATE_IN_ALL: usize = 4096;
const LATE_NEW: usize = 1000;

const DAY: Duration = Duration::from_hours(24);

/// What is indexed, and where the index lies.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The folder of all indexes.
    pub folder: &'a Path,
    /// The repository.
    pub root: &'a Path,
    /// Reads the history, where there is such a program.
    pub git: Option<&'a Git>,
}

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

/// What became of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryState {
    /// It was read: so many commits.
    Read(usize),
    /// It has not changed since it was last read.
    Unchanged,
    /// There is none: no repository, or no git on this machine.
    None,
    /// Git would not tell it, or not in time.
    Failed(String),
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

/// Builds or refreshes the index of a repository. One process at a time; a damaged index is made anew.
pub fn refresh(
    place: &Place<'_>,
    numbers: &IndexConfig,
    progress: &mut dyn FnMut(Progress),
) -> Result<IndexReport, IndexError> {
    let path = database::path(place.folder, place.root);
    let Some(_lock) = database::lock(&path)? else { return Err(IndexError::Busy) };
    database::remove_unused(place.folder, DAY.saturating_mul(numbers.keep_days));
    match attempt(place, &path, numbers, progress) {
        Err(IndexError::Damaged(_)) => {
            database::remove(&path)?;
            attempt(place, &path, numbers, progress)
        }
        other => other,
    }
}

fn attempt(
    place: &Place<'_>,
    path: &Path,
    numbers: &IndexConfig,
    progress: &mut dyn FnMut(Progress),
) -> Result<IndexReport, IndexError> {
    let began = Instant::now();
    let budget = Duration::from_secs(numbers.max_seconds);
    // Numbers that decide what is kept of a file: with others, all files are read again.
    let kept = format!("{} {}", numbers.max_bytes, numbers.max_words);
    let connection = database::open_for_writing(path, place.root, &kept)?;
    progress(Progress { stage: Stage::Listing, done: 0, total: 0 });
    let files = list(place.root, Limits { max_files: numbers.max_files, budget: budget / 2 });
    let mut writer = Writer { connection: &connection, numbers, open: 0 };
    let (known, removed) = writer.settle_list(place.root, &files)?;
    let first = known.iter().all(|known| known.facts.is_none());
    writer.tune(first)?;
    let facts: Vec<Option<Facts>> = known.iter().map(|known| known.facts).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let reading = Reading {
        root: place.root,
        files: &files,
        known: &facts,
        numbers,
        deadline: began + budget,
        unsettled: i64::try_from(now.saturating_sub(SETTLED).as_nanos()).unwrap_or(i64::MAX),
    };
    let ids: HashMap<&str, i64> = files.paths().zip(known.iter().map(|known| known.id)).collect();
    let total = files.len();
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
        writer.late_imports(place.root, &files, &known, &ids)?;
    }
    progress(Progress { stage: Stage::History, done: looked, total });
    let state = writer.history(place, &ids)?;
    let complete = looked == total && !files.truncated;
    writer.finish(&files, complete)?;
    Ok(IndexReport { files: total, read, removed, history: state, complete, took: began.elapsed() })
}

/// What the tables say of a file of the list.
struct Known {
    id: i64,
    /// `None` where it was never read.
    facts: Option<Facts>,
    /// True where the tables did not know it before.
    new: bool,
}

struct Writer<'a> {
    connection: &'a Connection,
    numbers: &'a IndexConfig,
    /// Files written since the last commit.
    open: usize,
}

impl Writer<'_> {
    /// Makes the table of files hold the listed ones and no others. What the list left out because it is full stays, as
    /// long as it is on the disk.
    fn settle_list(&mut self, root: &Path, files: &FileList) -> Result<(Vec<Known>, usize), IndexError> {
        self.begin()?;
        let mut stored: HashMap<String, (i64, Option<Facts>)> = HashMap::new();
        let mut statement = self.connection.prepare("SELECT path, id, size, modified FROM files")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let facts = match (row.get(2)?, row.get(3)?) {
                (Some(size), Some(modified)) => Some(Facts { size, modified }),
                _ => None,
            };
            stored.insert(row.get(0)?, (row.get(1)?, facts));
        }
        drop(rows);
        let mut insert = self.connection.prepare("INSERT INTO files (path, subject, is_test) VALUES (?1, ?2, ?3)")?;
        let mut known = Vec::with_capacity(files.len());
        for path in files.paths() {
            known.push(if let Some((id, facts)) = stored.remove(path) {
                Known { id, facts, new: false }
            } else {
                let (subject, is_test) = pair::subject(path);
                Known { id: insert.insert(params![path, subject, is_test])?, facts: None, new: true }
            });
        }
        let mut removed = 0;
        for (path, (id, facts)) in stored {
            if !files.truncated || std::fs::symlink_metadata(root.join(&path)).is_err() {
                self.forget(id, facts.is_some())?;
                self.connection.prepare_cached("DELETE FROM files WHERE id = ?1")?.execute([id])?;
                removed += 1;
            }
        }
        self.commit()?;
        Ok((known, removed))
    }

    /// Large pieces, and no merging of them while everything is new: questions can read some ten pieces as well.
    fn tune(&self, first: bool) -> Result<(), IndexError> {
        let mut set = self.connection.prepare("INSERT INTO texts (texts, rank) VALUES (?1, ?2)")?;
        set.execute(params!["hashsize", COLLECTED])?;
        set.execute(params!["automerge", if first { 0 } else { 8 }])?;
        Ok(())
    }

    /// Takes what was seen of a file in place of what was known.
    fn put(&mut self, known: &Known, seen: &Seen, ids: &HashMap<&str, i64>) -> Result<(), IndexError> {
        if self.open == 0 {
            self.begin()?;
        }
        self.forget(known.id, known.facts.is_some())?;
        let facts = seen.facts;
        self.connection
            .prepare_cached("UPDATE files SET size = ?2, modified = ?3, words = ?4 WHERE id = ?1")?
            .execute(params![known.id, facts.size, facts.modified, whole(seen.content.count)])?;
        self.connection
            .prepare_cached("INSERT INTO texts (rowid, words) VALUES (?1, ?2)")?
            .execute(params![known.id, seen.content.words])?;
        self.import(known.id, &seen.imports, ids)?;
        self.open += 1;
        if self.open >= self.numbers.files_a_transaction {
            self.commit()?;
        }
        Ok(())
    }

    /// Removes the words of a file that had any, and its imports.
    fn forget(&self, id: i64, had_words: bool) -> Result<(), IndexError> {
        if had_words {
            self.connection.prepare_cached("DELETE FROM texts WHERE rowid = ?1")?.execute([id])?;
            self.connection.prepare_cached("DELETE FROM imports WHERE file = ?1")?.execute([id])?;
        }
        Ok(())
    }

    fn import(&self, id: i64, imports: &[String], ids: &HashMap<&str, i64>) -> Result<(), IndexError> {
        let mut insert = self.connection.prepare_cached("INSERT OR IGNORE INTO imports VALUES (?1, ?2)")?;
        for imported in imports.iter().filter_map(|path| ids.get(path.as_str())) {
            insert.execute([id, *imported])?;
        }
        Ok(())
    }

    /// Reads again the imports of unchanged files that may mean a new one: those nearby, and those that hold its name.
    /// A file of another language or name that resolves to it in a roundabout way is found when it next changes.
    fn late_imports(
        &mut self,
        root: &Path,
        files: &FileList,
        known: &[Known],
        ids: &HashMap<&str, i64>,
    ) -> Result<(), IndexError> {
        self.commit()?;
        let by_id: HashMap<i64, &str> = ids.iter().map(|(path, id)| (*id, *path)).collect();
        let mut late: BTreeSet<&str> = BTreeSet::new();
        for (path, _) in files.paths().zip(known).filter(|(_, known)| known.new).take(LATE_NEW) {
            let near = [folder(path), folder(folder(path))];
            late.extend(near.into_iter().flat_map(|folder| files.right_in(folder).take(LATE_FOR_ONE)));
            late.extend(self.naming(path)?.iter().filter_map(|id| by_id.get(id).copied()));
            if late.len() >= LATE_IN_ALL {
                break;
            }
        }
        self.begin()?;
        for path in late {
            let Some(id) = ids.get(path) else { continue };
            self.connection.prepare_cached("DELETE FROM imports WHERE file = ?1")?.execute([id])?;
            self.import(*id, &imports(root, path, files), ids)?;
        }
        self.commit()
    }

    /// The files that hold all words of a path's name, or of its folder's where the name is the folder's door.
    fn naming(&self, path: &str) -> Result<Vec<i64>, IndexError> {
        let name = match stem(path) {
            "__init__" | "index" | "lib" | "main" | "mod" => stem(folder(path)),
            name => name,
        };
        let terms: Vec<String> = words(name)
            .iter()
            .filter_map(|word| content::kept(word))
            .map(|word| format!("(\"{word}\" OR \"{SYMBOL}{word}\" OR \"{PATH}{word}\")"))
            .collect();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement =
            self.connection.prepare_cached("SELECT rowid FROM texts WHERE texts MATCH ?1 ORDER BY rowid LIMIT ?2")?;
        let found = statement.query_map(params![terms.join(" AND "), whole(LATE_FOR_ONE)], |row| row.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Reads the history where it is another than at the last time.
    fn history(&mut self, place: &Place<'_>, ids: &HashMap<&str, i64>) -> Result<HistoryState, IndexError> {
        self.commit()?;
        let stamp = history::stamp(place.root);
        let (Some(git), Some(stamp)) = (place.git, stamp) else {
            self.forget_history()?;
            return Ok(HistoryState::None);
        };
        // Other limits tell another history.
        let IndexConfig { commits, files_a_commit, min_times, pairs_a_file, .. } = self.numbers;
        let stamp = format!("{stamp} {commits} {files_a_commit} {min_times} {pairs_a_file}");
        let known: Option<String> = self.fact("history")?;
        if known.as_deref() == Some(&stamp) {
            return Ok(HistoryState::Unchanged);
        }
        self.forget_history()?;
        let told = match history::read(place.root, git, self.numbers, |path| ids.get(path).copied()) {
            Ok(told) => told,
            Err(why) => return Ok(HistoryState::Failed(why)),
        };
        self.begin()?;
        let mut change = self.connection.prepare("UPDATE files SET changed = ?2, commits = ?3 WHERE id = ?1")?;
        for (id, (at, commits)) in &told.changed {
            change.execute(params![id, at, commits])?;
        }
        let mut others: HashMap<i64, Vec<(u32, i64)>> = HashMap::new();
        for ((one, other), times) in &told.together {
            others.entry(*one).or_default().push((*times, *other));
            others.entry(*other).or_default().push((*times, *one));
        }
        let mut insert = self.connection.prepare("INSERT INTO together VALUES (?1, ?2, ?3)")?;
        for (file, mut others) in others {
            others.sort_unstable_by_key(|(times, other)| (std::cmp::Reverse(*times), *other));
            for (times, other) in others.into_iter().take(*pairs_a_file) {
                insert.execute(params![file, other, times])?;
            }
        }
        self.put_fact("history", &stamp)?;
        self.commit()?;
        Ok(HistoryState::Read(told.commits))
    }

    fn forget_history(&mut self) -> Result<(), IndexError> {
        self.begin()?;
        self.connection.execute_batch(
            "DELETE FROM together; DELETE FROM facts WHERE key = 'history';
             UPDATE files SET changed = NULL, commits = 0 WHERE changed IS NOT NULL;",
        )?;
        self.commit()
    }

    /// Writes what questions read as a whole: the list, and the lengths for BM25.
    fn finish(&mut self, files: &FileList, complete: bool) -> Result<(), IndexError> {
        self.begin()?;
        let mut lengths: Vec<u8> = Vec::new();
        let mut statement = self.connection.prepare("SELECT id, words FROM files ORDER BY id")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id = usize::try_from(row.get::<_, i64>(0)?).unwrap_or(0);
            let words = u16::try_from(row.get::<_, i64>(1)?).unwrap_or(u16::MAX);
            lengths.resize(id * 2, 0);
            lengths.extend(words.to_le_bytes());
        }
        self.put_fact("lengths", &lengths)?;
        self.put_fact("list", &files.paths().collect::<Vec<_>>().join("\n"))?;
        self.put_fact("truncated", &files.truncated)?;
        self.put_fact("complete", &complete)?;
        self.connection.execute_batch("DELETE FROM imports WHERE imported NOT IN (SELECT id FROM files)")?;
        self.connection.execute_batch("DELETE FROM together WHERE other NOT IN (SELECT id FROM files)")?;
        let edges = |table: &str| {
            self.connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
        };
        self.put_fact("imports", &edges("imports")?)?;
        self.put_fact("pairs", &edges("together")?)?;
        self.commit()?;
        // The log is as large as what was written.
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    fn begin(&self) -> Result<(), IndexError> {
        if self.connection.is_autocommit() {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), IndexError> {
        self.open = 0;
        if !self.connection.is_autocommit() {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    fn fact<T: rusqlite::types::FromSql>(&self, key: &str) -> Result<Option<T>, IndexError> {
        Ok(self.connection.query_row("SELECT value FROM facts WHERE key = ?1", [key], |row| row.get(0)).optional()?)
    }

    fn put_fact(&self, key: &str, value: &dyn rusqlite::ToSql) -> Result<(), IndexError> {
        self.connection.execute(
            "INSERT INTO facts VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
            params![key, value],
        )?;
        Ok(())
    }
}
