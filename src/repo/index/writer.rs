//! Writing the tables of an index: the list, what was read of each file, the history.

use super::content::{self, PATH, SYMBOL};
use super::database::whole;
use super::history::{self, HistoryState};
use super::place::Place;
use super::reader::{Facts, Seen};
use super::{IndexError, pair};
use crate::config::IndexConfig;
use crate::domain::FileList;
use crate::repo::imports::imports;
use crate::repo::listing::{Folders, Listing};
use crate::text::path::{folder, stem};
use crate::text::words::words;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::Duration;

/// Bytes of words that the full-text index collects before it writes a piece; it grows with the files of a transaction.
const COLLECTED: u32 = 48 << 20;

/// Unchanged files whose imports are read again when files are new, at most: for one new file, and in all. New files that
/// are looked at for it, at most.
const LATE_FOR_ONE: usize = 64;
const LATE_IN_ALL: usize = 4096;
const LATE_NEW: usize = 1000;

/// What the tables say of a file of the list.
pub(super) struct Known {
    pub(super) id: i64,
    /// `None` where it was never read.
    pub(super) facts: Option<Facts>,
    /// True where the tables did not know it before.
    new: bool,
}

/// The one who writes an index.
pub(super) struct Writer<'a> {
    connection: &'a Connection,
    numbers: &'a IndexConfig,
    /// Files written since the last commit.
    open: usize,
}

impl<'a> Writer<'a> {
    /// A writer of these tables.
    pub(super) const fn new(connection: &'a Connection, numbers: &'a IndexConfig) -> Self {
        Self { connection, numbers, open: 0 }
    }

    /// The list as it was last made; `None` where it was cut short, or where it is too long ago that every file was looked at.
    pub(super) fn listed(&self, now: Duration) -> Result<Option<Listing>, IndexError> {
        let looked: Option<i64> = self.fact("looked")?;
        let minutes = looked.and_then(|at| now.as_secs().checked_sub(u64::try_from(at).ok()?)).map(|age| age / 60);
        if minutes.is_none_or(|age| age >= self.numbers.whole_minutes) || self.fact("complete")? != Some(true) {
            return Ok(None);
        }
        let folders: Option<String> = self.fact("folders")?;
        let Some(folders) = folders.and_then(|lines| Folders::from_lines(&lines)) else { return Ok(None) };
        let files = FileList::from_lines(self.fact("list")?.unwrap_or_default(), false);
        Ok((files.len() <= self.numbers.max_files).then_some(Listing { files, folders }))
    }

    /// Makes the table of files hold the listed ones and no others. What the list left out because it is full stays, as
    /// long as it is on the disk.
    pub(super) fn settle_list(&mut self, root: &Path, files: &FileList) -> Result<(Vec<Known>, usize), IndexError> {
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
    pub(super) fn tune(&self, first: bool) -> Result<(), IndexError> {
        let mut set = self.connection.prepare("INSERT INTO texts (texts, rank) VALUES (?1, ?2)")?;
        set.execute(params!["hashsize", COLLECTED])?;
        set.execute(params!["automerge", if first { 0 } else { 8 }])?;
        Ok(())
    }

    /// Takes what was seen of a file in place of what was known.
    pub(super) fn put(&mut self, known: &Known, seen: &Seen, ids: &HashMap<&str, i64>) -> Result<(), IndexError> {
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
    pub(super) fn late_imports(
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

    /// What the history is to the tables, be it that it cannot be read; `None` where it is another than at the last time.
    pub(super) fn known_history(&self, place: &Place<'_>) -> Result<Option<HistoryState>, IndexError> {
        let known: Option<String> = self.fact("history")?;
        let stamp = self.stamp_of_history(place);
        if known == stamp {
            return Ok(Some(if stamp.is_some() { HistoryState::Unchanged } else { HistoryState::None }));
        }
        let unread: Option<String> = self.fact("unread")?;
        let why =
            unread.as_deref().and_then(|unread| unread.split_once('\n')).filter(|(of, _)| stamp.as_deref() == Some(of));
        Ok(why.map(|(_, why)| HistoryState::Failed(why.to_owned())))
    }

    /// What the history is known by: another one has another, and other limits tell another history.
    fn stamp_of_history(&self, place: &Place<'_>) -> Option<String> {
        let stamp = history::stamp(place.root).filter(|_| place.git.is_some())?;
        let IndexConfig { commits, files_a_commit, min_times, pairs_a_file, .. } = self.numbers;
        Some(format!("{stamp} {commits} {files_a_commit} {min_times} {pairs_a_file}"))
    }

    /// Reads the history where it is another than at the last time.
    pub(super) fn history(&mut self, place: &Place<'_>, ids: &HashMap<&str, i64>) -> Result<HistoryState, IndexError> {
        self.commit()?;
        let known = self.known_history(place)?;
        if let Some(state @ (HistoryState::Unchanged | HistoryState::None)) = known {
            return Ok(state);
        }
        self.forget_history()?;
        let (Some(git), Some(stamp)) = (place.git, self.stamp_of_history(place)) else { return Ok(HistoryState::None) };
        let told = match history::read(place.root, git, self.numbers, |path| ids.get(path).copied()) {
            Ok(told) => told,
            Err(why) => {
                self.put_fact("unread", &format!("{stamp}\n{why}"))?;
                return Ok(HistoryState::Failed(why));
            }
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
            for (times, other) in others.into_iter().take(self.numbers.pairs_a_file) {
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
    /// `looked` is the time, since 1970, at which every file was looked at; `None` where some were not.
    pub(super) fn finish(
        &mut self,
        listing: &Listing,
        complete: bool,
        looked: Option<Duration>,
    ) -> Result<(), IndexError> {
        let files = &listing.files;
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
        self.put_fact("list", &files.lines())?;
        self.put_fact("folders", &listing.folders.to_lines())?;
        if let Some(looked) = looked {
            self.put_fact("looked", &i64::try_from(looked.as_secs()).unwrap_or(i64::MAX))?;
        }
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
