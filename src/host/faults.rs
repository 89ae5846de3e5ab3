//! The record of faults: what went wrong inside hooks, which say nothing themselves. `doctor` shows it.
//!
//! One JSON line a fault in a file beside the database, since the database may be the fault.

use super::Paths;
use crate::private::{file_options, make_folder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Bytes of the record from which on its older half is dropped.
const LONGEST_RECORD: u64 = 256 * 1024;

/// Characters of a detail that are kept.
const LONGEST_DETAIL: usize = 300;

/// Why a hook could not do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It panicked.
    Panic,
    /// The payload was empty, cut, too long or not what the client promises.
    Payload,
    /// The transcript could not be read.
    Transcript,
    /// The lessons could not be read or kept.
    Memory,
    /// A model that the settings name could not be used.
    Model,
    /// A configuration file is wrong or unreadable.
    Config,
    /// The database was locked past the deadline; the event was spooled.
    Busy,
    /// The database is damaged.
    Corrupt,
    /// A newer driftguard wrote the database.
    Newer,
    /// The database or its folder cannot be written: rights, a full disk.
    Unusable,
    /// A stored value does not read back.
    Undecodable,
    /// The command line in the registration is wrong.
    Usage,
    /// A cause that another version of driftguard wrote.
    #[serde(other)]
    Other,
}

impl Cause {
    /// The word shown by `doctor`, as it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Payload => "payload",
            Self::Transcript => "transcript",
            Self::Memory => "memory",
            Self::Model => "model",
            Self::Config => "config",
            Self::Busy => "busy",
            Self::Corrupt => "corrupt",
            Self::Newer => "newer",
            Self::Unusable => "unusable",
            Self::Undecodable => "undecodable",
            Self::Usage => "usage",
            Self::Other => "other",
        }
    }
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Milliseconds since 1970.
    pub at: i64,
    /// The subcommand.
    pub hook: String,
    /// Why.
    pub cause: Cause,
    /// What was said about it: at most 300 characters without control characters once recorded.
    pub detail: String,
}

/// Appends a fault. It fails without a word: a hook that cannot even record has nobody left to tell.
pub fn record(paths: &Paths, fault: &Fault) {
    let clean = Fault { hook: neutral(&fault.hook), detail: neutral(&fault.detail), ..fault.clone() };
    let _ = append(&paths.faults, &clean);
}

/// All recorded faults, oldest first. Lines that do not read back are left out.
pub fn read(paths: &Paths) -> Vec<Fault> {
    // A pipe would be waited for, a device gives bytes for ever.
    let plain = std::fs::metadata(&paths.faults).is_ok_and(|facts| facts.is_file());
    let text = if plain { std::fs::read(&paths.faults).unwrap_or_default() } else { Vec::new() };
    text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// How often each cause was recorded.
pub fn counts(faults: &[Fault]) -> BTreeMap<Cause, usize> {
    let mut counts = BTreeMap::new();
    for fault in faults {
        *counts.entry(fault.cause).or_insert(0) += 1;
    }
    counts
}

/// Text from outside, fit for a terminal: control and direction characters become spaces.
fn neutral(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            ' '
        } else {
            c
        }
    };
    text.chars().take(LONGEST_DETAIL).map(shown).collect()
}

fn append(file: &Path, fault: &Fault) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        make_folder(folder)?;
    }
    let mut line = serde_json::to_vec(fault)?;
    line.push(b'\n');
    let mut record = file_options().append(true).create(true).open(file)?;
    // One write of one line: with O_APPEND, lines of hooks that run at once do not mix.
    record.write_all(&line)?;
    let length = record.metadata()?.len();
    // Windows replaces no file that is open.
    drop(record);
    if length > LONGEST_RECORD { drop_older_half(file) } else { Ok(()) }
}

/// Replaces the record by its newer half, whole lines. A line that another hook appends in this moment may be lost: a
/// count of a thousand faults is no worse for one.
fn drop_older_half(file: &Path) -> io::Result<()> {
    let text = std::fs::read(file)?;
    let middle = text.len() / 2;
    let start = text[middle..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |found| middle + found + 1);
    let folder = file.parent().ok_or(io::ErrorKind::NotFound)?;
    let mut newer = tempfile::NamedTempFile::new_in(folder)?;
    newer.write_all(&text[start..])?;
    newer.persist(file).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Host;

    fn paths(folder: &Path) -> Paths {
        Host::fixed(Some(folder), folder, 0, &[]).unwrap().paths
    }

    fn fault(at: i64, cause: Cause, detail: &str) -> Fault {
        Fault { at, hook: "stop".into(), cause, detail: detail.into() }
    }

    #[test]
    fn faults_read_back_and_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        assert_eq!(read(&paths), []);
        for (at, cause) in [(1, Cause::Busy), (2, Cause::Panic), (3, Cause::Busy)] {
            record(&paths, &fault(at, cause, "x"));
        }
        let faults = read(&paths);
        assert_eq!(faults.iter().map(|fault| fault.at).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(counts(&faults), BTreeMap::from([(Cause::Busy, 2), (Cause::Panic, 1)]));
    }

    #[test]
    fn a_name_is_what_is_stored() {
        for cause in [Cause::Panic, Cause::Payload, Cause::Undecodable, Cause::Other] {
            assert_eq!(serde_json::to_value(cause).unwrap(), cause.name());
        }
        assert_eq!(serde_json::from_str::<Cause>("\"of-a-later-version\"").unwrap(), Cause::Other);
    }

    #[test]
    fn text_from_outside_is_short_and_has_no_control_characters() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        record(&paths, &fault(1, Cause::Payload, &format!("a\u{1b}[31m\nb\u{202e}{}", "é".repeat(1000))));
        let detail = read(&paths).remove(0).detail;
        assert!(detail.starts_with("a [31m b é"), "{detail}");
        assert_eq!(detail.chars().count(), LONGEST_DETAIL);
    }

    #[test]
    fn a_long_record_keeps_its_newer_half() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        for at in 0..2000 {
            record(&paths, &fault(at, Cause::Busy, &"x".repeat(200)));
        }
        let faults = read(&paths);
        assert!(std::fs::metadata(&paths.faults).unwrap().len() <= LONGEST_RECORD);
        assert_eq!(faults.last().map(|fault| fault.at), Some(1999));
        assert!(faults.len() > 400 && faults.windows(2).all(|pair| pair[0].at + 1 == pair[1].at));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        record(&paths, &fault(1, Cause::Busy, ""));
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&paths.faults), mode(&paths.data)), (0o600, 0o700));
    }

    #[test]
    fn a_home_that_cannot_be_written_is_silent() {
        let folder = tempfile::tempdir().unwrap();
        // A file where the home should be: nobody, root included, can make a folder in it.
        let home = folder.path().join("home");
        std::fs::write(&home, "").unwrap();
        let paths = paths(&home);
        record(&paths, &fault(1, Cause::Unusable, "x"));
        assert_eq!(read(&paths), []);
    }
}
