//! Transcripts: an agent's session log, read as a stream of events.
//!
//! Owns files, offsets and lines; what a line means is the adapter's. A file is read in blocks from a remembered
//! offset, so that the cost follows the new bytes and memory follows the longest line. Only complete lines are
//! consumed: the agent may be in the middle of writing the last one.

mod beside;
mod error;
mod gather;
mod last_lines;
mod locate;

pub use beside::{Beside, beside};
pub use error::TranscriptError;
pub use gather::{Gathered, SessionFile, gather};
pub use last_lines::last_lines;
pub use locate::{Wanted, locate};

use crate::agent::{Adapter, LineKind, Texts};
use crate::domain::{Cursor, Digest, Event};
use memchr::{memchr, memrchr};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes read at once: large enough that system calls vanish, small enough for the cache.
const BLOCK: usize = 256 * 1024;
/// Bytes before the offset that tell whether the file is still the one that was read.
const TAIL: usize = 64;

/// How much is read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Once so many bytes are consumed, reading stops at the next end of a line.
    pub max_bytes: u64,
    /// A longer line is skipped and counted, and never held in memory.
    pub max_line: usize,
}

/// How far a reading came and what it met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Where the next reading goes on.
    pub cursor: Cursor,
    /// Lines that are not empty, of every kind.
    pub lines: u64,
    /// Lines that hold no complete record.
    pub broken: u64,
    /// Records of a type that the adapter does not know.
    pub unknown: u64,
    /// Lines longer than [`Limits::max_line`].
    pub too_long: u64,
    /// True when the file ends with a line that is not complete yet.
    pub torn_tail: bool,
    /// True when the caller began behind what the cursor knew: not all of the session was read.
    pub skipped: bool,
}

/// Reads what was appended to `path` since `cursor`, complete lines only, and gives their events to `sink` in the
/// file's order.
pub fn catch_up(
    path: &Path,
    cursor: &Cursor,
    limits: &Limits,
    adapter: &dyn Adapter,
    sink: &mut dyn FnMut(Event),
) -> Result<Progress, TranscriptError> {
    let (mut file, length) = open(path)?;
    let mut reading = Reading::new(*limits, adapter, sink);
    let found = reading.resume(&mut file, cursor, length).and_then(|()| reading.run(&mut file));
    match found.map_err(|error| TranscriptError::from_io(path, &error))? {
        Found::Text(rest) => reading.progress.torn_tail = !rest.trim_ascii().is_empty(),
        Found::Binary => return Err(TranscriptError::Binary(path.to_path_buf())),
    }
    Ok(reading.progress)
}

/// True when `path` still is the file that was read up to `cursor`: it has not been cut, replaced or rewritten since.
pub fn continues(path: &Path, cursor: &Cursor) -> Result<bool, TranscriptError> {
    let (mut file, length) = open(path)?;
    let tail = known_tail(&mut file, cursor, length).map_err(|error| TranscriptError::from_io(path, &error))?;
    Ok(tail.is_some())
}

/// The bytes before the cursor, where they are the ones that the cursor knows; the file then stands at the cursor.
fn known_tail(file: &mut File, cursor: &Cursor, length: u64) -> io::Result<Option<Vec<u8>>> {
    if length < cursor.offset {
        return Ok(None);
    }
    let mut tail = vec![0; usize::try_from(cursor.offset).map_or(TAIL, |offset| offset.min(TAIL))];
    file.seek(SeekFrom::Start(cursor.offset - tail.len() as u64))?;
    file.read_exact(&mut tail)?;
    Ok((cursor.offset == 0 || Digest(xxh3_64(&tail)) == cursor.tail).then_some(tail))
}

/// Where to begin in a transcript that is met for the first time: at its beginning or, when it is longer than `max`
/// bytes, with the first line that begins within its last `max` bytes.
pub fn near_end(path: &Path, max: u64) -> Result<Cursor, TranscriptError> {
    let failed = |error: io::Error| TranscriptError::from_io(path, &error);
    let (mut file, length) = open(path)?;
    if length <= max {
        return Ok(Cursor::default());
    }
    // In the middle of a line as a rule: reading goes on behind its newline, as after a line that was too long.
    let offset = length - max;
    let mut tail = vec![0; usize::try_from(offset).map_or(TAIL, |offset| offset.min(TAIL))];
    file.seek(SeekFrom::Start(offset - tail.len() as u64)).map_err(failed)?;
    file.read_exact(&mut tail).map_err(failed)?;
    Ok(Cursor { offset, tail: Digest(xxh3_64(&tail)) })
}

/// Reads a whole transcript, for example of a session that has ended, with the texts that are `wanted`: a last line without
/// newline counts when it is complete. Lines longer than `max_line` bytes are skipped and counted.
pub fn read_all(
    path: &Path,
    max_line: usize,
    wanted: Texts,
    adapter: &dyn Adapter,
    sink: &mut dyn FnMut(Event),
) -> Result<Progress, TranscriptError> {
    let (mut file, _) = open(path)?;
    let limits = Limits { max_bytes: u64::MAX, max_line };
    let mut reading = Reading { wanted, ..Reading::new(limits, adapter, sink) };
    match reading.run(&mut file).map_err(|error| TranscriptError::from_io(path, &error))? {
        Found::Binary => return Err(TranscriptError::Binary(path.to_path_buf())),
        Found::Text(rest) if rest.trim_ascii().is_empty() => {}
        Found::Text(rest) => match reading.decode(&rest) {
            LineKind::Broken => reading.progress.torn_tail = true,
            kind => reading.progress.count(kind),
        },
    }
    Ok(reading.progress)
}

/// Opens a regular file; anything else could block or never end.
fn open(path: &Path) -> Result<(File, u64), TranscriptError> {
    let failed = |error: io::Error| TranscriptError::from_io(path, &error);
    let facts = fs::metadata(path).map_err(failed)?;
    if facts.is_dir() {
        return Err(TranscriptError::Folder(path.to_path_buf()));
    }
    if !facts.is_file() {
        return Err(TranscriptError::NotAFile(path.to_path_buf()));
    }
    Ok((File::open(path).map_err(failed)?, facts.len()))
}

impl Progress {
    fn count(&mut self, kind: LineKind) {
        self.lines += 1;
        match kind {
            LineKind::Events | LineKind::Skip => {}
            LineKind::Unknown => self.unknown += 1,
            LineKind::Broken => self.broken += 1,
        }
    }
}

/// What a run over a file ended with.
enum Found {
    /// The bytes behind the last newline that was reached.
    Text(Vec<u8>),
    /// The file does not begin like text.
    Binary,
}

/// One pass over a file.
struct Reading<'a> {
    limits: Limits,
    adapter: &'a dyn Adapter,
    sink: &'a mut dyn FnMut(Event),
    progress: Progress,
    /// The last bytes consumed, at most [`TAIL`].
    tail: Vec<u8>,
    /// True inside a line that is too long: everything up to its newline is dropped.
    skipping: bool,
    /// The texts that are wanted whole.
    wanted: Texts,
}

impl<'a> Reading<'a> {
    fn new(limits: Limits, adapter: &'a dyn Adapter, sink: &'a mut dyn FnMut(Event)) -> Self {
        Self {
            limits,
            adapter,
            sink,
            progress: Progress::default(),
            tail: Vec::new(),
            skipping: false,
            wanted: Texts::default(),
        }
    }

    /// Goes to the cursor's place, or to the beginning when the file is another one.
    fn resume(&mut self, file: &mut File, cursor: &Cursor, length: u64) -> io::Result<()> {
        if cursor.offset == 0 {
            return Ok(());
        }
        if let Some(tail) = known_tail(file, cursor, length)? {
            // Only a line that was given up as too long is ever left in its middle.
            self.skipping = tail.last() != Some(&b'\n');
            self.tail = tail;
            self.progress.cursor = cursor.clone();
            return Ok(());
        }
        file.rewind()
    }

    /// Reads to the end of the file, or to the end of a line behind the limit.
    fn run(&mut self, file: &mut File) -> io::Result<Found> {
        let begin = self.progress.cursor.offset;
        let mut buffer = vec![0; BLOCK];
        // The bytes of an unfinished line at the start of the buffer.
        let mut kept = 0;
        loop {
            if buffer.len() < kept + BLOCK {
                buffer.resize(kept + BLOCK, 0);
            }
            let got = match file.read(&mut buffer[kept..kept + BLOCK]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                got => got?,
            };
            if got == 0 {
                buffer.truncate(kept);
                return Ok(Found::Text(buffer));
            }
            let have = kept + got;
            if begin == 0 && self.progress.cursor.offset == 0 && kept == 0 && is_binary(&buffer[..have]) {
                return Ok(Found::Binary);
            }
            let Some(last) = memrchr(b'\n', &buffer[kept..have]).map(|found| kept + found) else {
                kept = self.keep_or_drop(&buffer[..have]);
                continue;
            };
            let stop = begin.saturating_add(self.limits.max_bytes);
            let used = self.lines(&buffer[..=last], stop);
            if used <= last || self.progress.cursor.offset >= stop {
                return Ok(Found::Text(Vec::new()));
            }
            buffer.copy_within(used..have, 0);
            kept = self.keep_or_drop(&buffer[..have - used]);
            if buffer.len() > BLOCK * 2 && kept < BLOCK {
                // One long line does not make the whole reading large.
                buffer.truncate(BLOCK * 2);
                buffer.shrink_to_fit();
            }
        }
    }

    /// Consumes complete lines until the offset reaches `stop`; returns how many bytes it took.
    fn lines(&mut self, text: &[u8], stop: u64) -> usize {
        let from = self.progress.cursor.offset;
        let mut used = 0;
        while used < text.len() && from + (used as u64) < stop {
            let Some(end) = memchr(b'\n', &text[used..]).map(|found| used + found) else { break };
            self.line(&text[used..end]);
            used = end + 1;
        }
        self.consume(&text[..used]);
        used
    }

    fn decode(&mut self, line: &[u8]) -> LineKind {
        self.adapter.decode_line(line, self.wanted, self.sink)
    }

    fn line(&mut self, line: &[u8]) {
        if std::mem::take(&mut self.skipping) {
            return;
        }
        if line.len() > self.limits.max_line {
            self.progress.lines += 1;
            self.progress.too_long += 1;
        } else if !line.trim_ascii().is_empty() {
            let kind = self.decode(line);
            self.progress.count(kind);
        }
    }

    /// How much of an unfinished line stays in memory: all of it, or nothing once it is too long.
    fn keep_or_drop(&mut self, unfinished: &[u8]) -> usize {
        if !self.skipping && unfinished.len() <= self.limits.max_line {
            return unfinished.len();
        }
        if !std::mem::replace(&mut self.skipping, true) {
            self.progress.lines += 1;
            self.progress.too_long += 1;
        }
        self.consume(unfinished);
        0
    }

    /// Moves the cursor behind `bytes`.
    fn consume(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL));
        self.progress.cursor.offset += bytes.len() as u64;
        self.progress.cursor.tail = Digest(xxh3_64(&self.tail));
    }
}

/// True when the first line holds a NUL byte, which no JSON text does.
fn is_binary(start: &[u8]) -> bool {
    let line = memchr(b'\n', start).map_or(start, |end| &start[..end]);
    memchr(0, line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ClaudeCode;
    use crate::domain::What;
    use std::path::PathBuf;

    const WIDE: Limits = Limits { max_bytes: u64::MAX, max_line: 1 << 20 };

    /// A growing file and the cursor that follows it.
    struct Log {
        _folder: tempfile::TempDir,
        path: PathBuf,
        cursor: Cursor,
    }

    impl Log {
        fn new(text: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("s.jsonl");
            fs::write(&path, text).unwrap();
            Self { _folder: folder, path, cursor: Cursor::default() }
        }

        fn append(&self, text: &str) {
            let mut whole = fs::read(&self.path).unwrap();
            whole.extend_from_slice(text.as_bytes());
            fs::write(&self.path, whole).unwrap();
        }

        fn follow(&mut self, limits: &Limits) -> (String, Progress) {
            let mut told = Vec::new();
            let progress =
                catch_up(&self.path, &self.cursor, limits, &ClaudeCode, &mut |event| told.push(prompt(event))).unwrap();
            self.cursor = progress.cursor.clone();
            (told.join(" "), progress)
        }

        #[track_caller]
        fn check(&mut self, limits: &Limits, expected: &str) -> Progress {
            let (told, progress) = self.follow(limits);
            assert_eq!(told, expected);
            progress
        }
    }

    fn prompt(event: Event) -> String {
        match event.what {
            What::Prompt(prompt) => prompt.text,
            other => panic!("{other:?}"),
        }
    }

    fn line(text: &str) -> String {
        format!("{{\"type\":\"user\",\"message\":{{\"content\":\"{text}\"}}}}\n")
    }

    #[test]
    fn only_new_complete_lines_are_read() {
        let mut log = Log::new(&line("a"));
        log.check(&WIDE, "a");
        log.check(&WIDE, "");
        let next = line("b");
        log.append(&next[..10]);
        assert!(log.check(&WIDE, "").torn_tail);
        log.append(&next[10..]);
        assert!(!log.check(&WIDE, "b").torn_tail);
        log.append("\n  \n");
        assert_eq!(log.check(&WIDE, "").lines, 0);
        assert_eq!(log.cursor.offset, fs::metadata(&log.path).unwrap().len());
    }

    #[test]
    fn a_shrunken_or_rewritten_file_is_read_again() {
        let mut log = Log::new(&(line("a") + &line("b")));
        log.check(&WIDE, "a b");
        assert!(continues(&log.path, &log.cursor).unwrap());
        fs::write(&log.path, line("c")).unwrap();
        assert!(!continues(&log.path, &log.cursor).unwrap());
        log.check(&WIDE, "c");
        fs::write(&log.path, line("d") + &line("e")).unwrap();
        log.check(&WIDE, "d e");
        fs::write(&log.path, "").unwrap();
        assert_eq!(log.check(&WIDE, "").cursor, Cursor::default());
        log.append(&line("f"));
        log.check(&WIDE, "f");
    }

    #[test]
    fn a_limit_stops_at_the_end_of_a_line() {
        let mut log = Log::new(&(line("a") + &line("b") + &line("c")));
        let one_byte = Limits { max_bytes: 1, ..WIDE };
        log.check(&one_byte, "a");
        log.check(&Limits { max_bytes: 42, ..WIDE }, "b");
        log.check(&one_byte, "c");
        log.check(&one_byte, "");
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_counted() {
        let short = Limits { max_bytes: u64::MAX, max_line: 60 };
        let mut log = Log::new(&(line("a") + &line(&"x".repeat(100)) + &line("b")));
        assert_eq!(log.check(&short, "a b").too_long, 1);
        // A line may be too long before it is complete; what follows of it later belongs to it.
        log.append(&line(&"y".repeat(900_000))[..700_000]);
        let given_up = log.check(&short, "");
        assert_eq!((given_up.too_long, given_up.torn_tail), (1, false));
        log.append(&"y".repeat(500_000));
        assert_eq!(log.check(&short, "").lines, 0);
        log.append(&format!("\n{}", line("c")));
        let after = log.check(&short, "c");
        assert_eq!((after.too_long, after.broken), (0, 0));
    }

    #[test]
    fn lines_longer_than_a_block_are_whole() {
        let long = "x".repeat(3 * BLOCK);
        let mut session = Log::new(&(line("a") + &line(&long) + &line("b")));
        let (told, progress) = session.follow(&WIDE);
        assert_eq!(told, format!("a {long} b"));
        assert_eq!(progress.lines, 3);
    }

    #[test]
    fn ten_thousand_broken_lines_are_counted() {
        let mut log = Log::new(&("{\"type\":\"user\",\n".repeat(10_000) + &line("a")));
        let progress = log.check(&WIDE, "a");
        assert_eq!((progress.lines, progress.broken), (10_001, 10_000));
    }

    #[track_caller]
    fn check_error(path: &Path, expected: &str) {
        let read = catch_up(path, &Cursor::default(), &WIDE, &ClaudeCode, &mut |_| {}).unwrap_err();
        let all = read_all(path, WIDE.max_line, Texts::default(), &ClaudeCode, &mut |_| {}).unwrap_err();
        assert_eq!(read.to_string(), all.to_string());
        let shown = read.to_string().replace(&path.display().to_string(), "PATH");
        assert_eq!(shown, expected);
        assert!(!read.hint().is_empty());
    }

    #[test]
    fn what_is_no_transcript_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        check_error(&at("nowhere.jsonl"), "no transcript at PATH");
        check_error(folder.path(), "PATH is a folder, not a transcript");
        fs::write(at("binary"), b"\x7fELF\x02\x00\x00rest\n").unwrap();
        check_error(&at("binary"), "PATH is a binary file");
        assert!(read_all(&at("nowhere"), 1, Texts::default(), &ClaudeCode, &mut |_| {}).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink(at("two"), at("one")).unwrap();
        std::os::unix::fs::symlink(at("one"), at("two")).unwrap();
        check_error(&at("one"), "the symbolic link PATH leads in a circle");
        std::os::unix::fs::symlink(at("gone"), at("dangling")).unwrap();
        check_error(&at("dangling"), "no transcript at PATH");
        check_error(Path::new("/dev/null"), "PATH is no regular file");
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let shown = TranscriptError::from_io(&at("one"), &denied).to_string();
        assert!(shown.ends_with("permission denied"), "{shown}");
    }

    #[test]
    fn an_empty_file_is_an_empty_session() {
        let mut log = Log::new("");
        assert_eq!(log.check(&WIDE, ""), Progress::default());
    }
}
