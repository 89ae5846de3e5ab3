//! Questions to an index.

use super::content::{PATH, SYMBOL, kept};
use super::database::{self, whole};
use super::{IndexError, pair};
use crate::config::IndexConfig;
use crate::domain::{Bond, FileList, Match, Neighbour};
use rusqlite::{Connection, OptionalExtension as _, params};
use std::path::{Path, PathBuf};

/// Files of the same name that are looked at for a test pair: a name that so many carry tells nothing.
const SAME_NAME: usize = 200;
/// Pairs of one file at most.
const TEST_PAIRS: usize = 3;

/// The index of one repository, open for questions. Answers are the same for the same tree and history.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
    path: PathBuf,
    numbers: IndexConfig,
}

/// What an index holds, in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexFacts {
    /// Files.
    pub files: u64,
    /// Words kept, each file's own counted.
    pub words: u64,
    /// Imports between two files.
    pub imports: u64,
    /// Pairs of files that changed together, seen from each of the two.
    pub pairs: u64,
    /// True when all files were looked at.
    pub complete: bool,
    /// Bytes on the disk.
    pub bytes: u64,
}

impl Index {
    /// Opens the index of the repository at `root` inside the folder of indexes; `None` where none was built yet.
    pub fn open(folder: &Path, root: &Path, numbers: &IndexConfig) -> Result<Option<Self>, IndexError> {
        let path = database::path(folder, root);
        let Some(connection) = tidy(&path, database::open(&path))? else { return Ok(None) };
        let index = Self { connection, path, numbers: numbers.clone() };
        // Before the first list nothing was finished.
        let ours =
            index.tidied(|| Ok(index.fact::<String>("root")? == Some(database::name(root)) && index.has("list")?))?;
        Ok(ours.then_some(index))
    }

    /// All files of the repository by its ignore rules.
    pub fn files(&self) -> Result<FileList, IndexError> {
        let paths: String = self.fact("list")?.unwrap_or_default();
        let truncated = self.fact("truncated")?.unwrap_or(false);
        Ok(FileList::from_lines(paths, truncated))
    }

    /// The files whose text holds these words or other forms of them, best first: BM25, a word in a definition counted
    /// `symbol_weight` times. A word that very many files hold tells nothing and is passed over.
    pub fn matching(&self, words: &[String], limit: usize) -> Result<Vec<Match>, IndexError> {
        let places = [(None, 1.0), (Some(SYMBOL), self.numbers.symbol_weight)];
        self.ranked(words, &places, self.numbers.length_share, limit)
    }

    /// The files whose paths hold these words or other forms of them, best first: the rarest words count most, however long
    /// the files are.
    pub fn named(&self, words: &[String], limit: usize) -> Result<Vec<Match>, IndexError> {
        self.ranked(words, &[(Some(PATH), 1.0)], 0.0, limit)
    }

    fn ranked(
        &self,
        words: &[String],
        places: &[(Option<char>, f64)],
        length_share: f64,
        limit: usize,
    ) -> Result<Vec<Match>, IndexError> {
        self.tidied(|| {
            let lengths: Vec<u8> = self.fact("lengths")?.unwrap_or_default();
            let lengths = Lengths::new(&lengths);
            let mut scores = vec![0.0_f64; lengths.words.len()];
            let mut asked: Vec<String> = Vec::new();
            for word in words.iter().filter_map(|word| kept(word)) {
                if asked.iter().any(|known| *known == word) {
                    continue;
                }
                self.score(&word, places, &lengths, length_share, &mut scores)?;
                asked.push(word.into_owned());
            }
            self.best(&scores, limit)
        })
    }

    /// Adds what one word is worth to the score of each file that holds it.
    fn score(
        &self,
        word: &str,
        places: &[(Option<char>, f64)],
        lengths: &Lengths,
        length_share: f64,
        scores: &mut [f64],
    ) -> Result<(), IndexError> {
        let IndexConfig { max_files_a_word: most, saturation, .. } = self.numbers;
        let mut found: Vec<(Vec<usize>, f64)> = Vec::new();
        let mut holders = 0;
        for (mark, weight) in places {
            let term = mark.map_or_else(|| format!("\"{word}\""), |mark| format!("\"{mark}{word}\""));
            let mut statement =
                self.connection.prepare_cached("SELECT rowid FROM texts WHERE texts MATCH ?1 LIMIT ?2")?;
            let ids = statement.query_map(params![term, whole(most + 1)], |row| row.get::<_, i64>(0))?;
            let ids: Vec<usize> =
                ids.map(|id| id.map(|id| usize::try_from(id).unwrap_or(0))).collect::<Result<_, _>>()?;
            // A word of many texts may still name few definitions.
            holders += ids.len();
            if ids.len() <= most {
                found.push((ids, *weight));
            }
        }
        let rarity = rarity(lengths.files, holders);
        for (ids, weight) in found {
            for id in ids {
                // A file that was removed since has no length.
                let Some(length) = lengths.words.get(id).copied().filter(|length| *length > 0) else { continue };
                let share = f64::from(length) / lengths.mean;
                let dull = saturation * (1.0 - length_share + length_share * share);
                scores[id] += rarity * weight * (saturation + 1.0) / (weight + dull);
            }
        }
        Ok(())
    }

    /// The best files by score, those of one score by path.
    fn best(&self, scores: &[f64], limit: usize) -> Result<Vec<Match>, IndexError> {
        let mut found: Vec<usize> = (0..scores.len()).filter(|id| scores[*id] > 0.0).collect();
        found.sort_unstable_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        // Which of several files with the last score are given must not depend on the order in which they were indexed.
        let last = found.get(limit.saturating_sub(1)).map_or(0.0, |id| scores[*id]);
        found.retain(|id| scores[*id] >= last);
        let mut matches = Vec::with_capacity(found.len());
        let mut statement = self.connection.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
        for id in found {
            let path: Option<String> = statement.query_row([whole(id)], |row| row.get(0)).optional()?;
            matches.extend(path.map(|path| Match { path, score: scores[id] }));
        }
        matches.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.path.cmp(&other.path)));
        matches.truncate(limit);
        Ok(matches)
    }

    /// What is known to belong to a file, at most `limit` of each kind: what it imports, what imports it, its test or
    /// subject, what changed together with it (most often first).
    pub fn neighbours(&self, path: &str, limit: usize) -> Result<Vec<Neighbour>, IndexError> {
        self.tidied(|| {
            let sql = "SELECT id, subject, is_test, commits FROM files WHERE path = ?1";
            let row = self
                .connection
                .prepare_cached(sql)?
                .query_row([path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
                .optional()?;
            let Some((id, subject, is_test, commits)) = row else { return Ok(Vec::new()) };
            let mut found = Vec::new();
            for (bond, sql) in [
                (
                    Bond::Imports,
                    "SELECT path FROM imports JOIN files ON id = imported WHERE file = ?1 ORDER BY path LIMIT ?2",
                ),
                (
                    Bond::ImportedBy,
                    "SELECT path FROM imports JOIN files ON id = file WHERE imported = ?1 ORDER BY path LIMIT ?2",
                ),
            ] {
                let mut statement = self.connection.prepare_cached(sql)?;
                let paths = statement.query_map(params![id, whole(limit)], |row| row.get(0))?;
                for path in paths {
                    found.push(Neighbour { path: path?, bond });
                }
            }
            found.extend(self.test_pairs(path, subject, is_test, limit)?);
            self.together(id, commits, limit, &mut found)?;
            Ok(found)
        })
    }

    fn test_pairs(
        &self,
        path: &str,
        subject: Option<String>,
        is_test: bool,
        limit: usize,
    ) -> Result<Vec<Neighbour>, IndexError> {
        let Some(subject) = subject else { return Ok(Vec::new()) };
        let sql = "SELECT path FROM files WHERE subject = ?1 AND is_test = ?2 LIMIT ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        let paths = statement.query_map(params![subject, !is_test, whole(SAME_NAME + 1)], |row| row.get(0))?;
        let mut paths: Vec<String> = paths.collect::<Result<_, _>>()?;
        if paths.len() > SAME_NAME {
            return Ok(Vec::new());
        }
        paths.sort_unstable();
        let nearest = paths.iter().map(|other| pair::nearness(path, other)).max();
        paths.retain(|other| Some(pair::nearness(path, other)) == nearest);
        // Many equally near ones are namesakes and no pair.
        let found = if paths.len() > TEST_PAIRS { Vec::new() } else { paths };
        Ok(found.into_iter().take(limit).map(|path| Neighbour { path, bond: Bond::TestPair }).collect())
    }

    fn together(&self, id: i64, commits: u32, limit: usize, found: &mut Vec<Neighbour>) -> Result<(), IndexError> {
        let sql = "SELECT path, times FROM together JOIN files ON id = other WHERE file = ?1
                   ORDER BY times DESC, path LIMIT ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let others = statement.query_map(params![id, whole(limit)], |row| {
            let times: u32 = row.get(1)?;
            let share = f64::from(times) / f64::from(commits.max(times));
            Ok(Neighbour { path: row.get(0)?, bond: Bond::Together { share, times } })
        })?;
        for other in others {
            found.push(other?);
        }
        Ok(())
    }

    /// When files last changed in seconds since 1970, newest first: by the commits read, or by the files' own times where
    /// there is no history.
    pub fn recent(&self, limit: usize) -> Result<Vec<(String, i64)>, IndexError> {
        self.tidied(|| {
            let column = if self.has("history")? { "changed" } else { "modified / 1000000000" };
            let sql =
                format!("SELECT path, {column} AS at FROM files WHERE at IS NOT NULL ORDER BY at DESC, path LIMIT ?1");
            let mut statement = self.connection.prepare_cached(&sql)?;
            let found = statement.query_map([whole(limit)], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(found.collect::<Result<_, _>>()?)
        })
    }

    /// What it holds, in figures.
    pub fn facts(&self) -> Result<IndexFacts, IndexError> {
        self.tidied(|| {
            let sql = "SELECT count(*), coalesce(sum(words), 0) FROM files";
            let counts = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
            let (files, words) = self.connection.query_row(sql, [], counts)?;
            let bytes = ["", "-wal"].map(|end| {
                let mut file = self.path.as_os_str().to_owned();
                file.push(end);
                std::fs::metadata(file).map_or(0, |facts| facts.len())
            });
            Ok(IndexFacts {
                files: files.unsigned_abs(),
                words: words.unsigned_abs(),
                imports: self.fact::<i64>("imports")?.unwrap_or(0).unsigned_abs(),
                pairs: self.fact::<i64>("pairs")?.unwrap_or(0).unsigned_abs(),
                complete: self.fact("complete")?.unwrap_or(false),
                bytes: bytes.iter().sum(),
            })
        })
    }

    fn fact<T: rusqlite::types::FromSql>(&self, key: &str) -> Result<Option<T>, IndexError> {
        let mut statement = self.connection.prepare_cached("SELECT value FROM facts WHERE key = ?1")?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    fn has(&self, key: &str) -> Result<bool, IndexError> {
        let mut statement = self.connection.prepare_cached("SELECT 1 FROM facts WHERE key = ?1")?;
        Ok(statement.exists([key])?)
    }

    fn tidied<T>(&self, ask: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
        tidy(&self.path, ask())
    }
}

/// Takes a damaged index out of the way, so that no question meets it again before the next indexing process.
fn tidy<T>(path: &Path, answer: Result<T, IndexError>) -> Result<T, IndexError> {
    if matches!(&answer, Err(error) if error.is_damage()) {
        // Whoever writes it meets the damage as well, and removes it.
        if let Ok(Some(_lock)) = database::lock(path) {
            let _ = database::remove(path);
        }
    }
    answer
}

/// BM25's weight of a word that so many of the files hold.
fn rarity(files: usize, holders: usize) -> f64 {
    let (files, holders) = (as_number(files), as_number(holders));
    (1.0 + ((files - holders).max(0.0) + 0.5) / (holders + 0.5)).ln()
}

/// Exact: no repository has 2^32 files.
fn as_number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// How many words each file holds, by its id.
struct Lengths {
    words: Vec<u16>,
    files: usize,
    mean: f64,
}

impl Lengths {
    fn new(stored: &[u8]) -> Self {
        let words: Vec<u16> = stored.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let files = words.iter().filter(|length| **length > 0).count();
        let sum: f64 = words.iter().copied().map(f64::from).sum();
        Self { words, files, mean: (sum / as_number(files.max(1))).max(1.0) }
    }
}
