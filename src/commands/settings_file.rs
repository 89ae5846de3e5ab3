//! One settings file on disk: read whole, kept as a dated copy, replaced in one step.
//!
//! Owns everything that could lose a user's settings: links, permissions, half-written files, changes by others in
//! between. It does not know what stands in the file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::exit::{ExitStatus, Failure};
use crate::private::{file_options, make_folder};
use crate::text::plain::plain_line;

/// More links in a row than this are a loop (Linux stops at 40 as well).
const LINK_LIMIT: usize = 40;
/// Behind the settings file's own name stands this, the time, and one of the two endings.
const RECORD_INFIX: &str = ".driftguard-";
const COPY_ENDING: &str = ".bak";
const ABSENCE_ENDING: &str = ".absent";
/// What the record of an absent file says when its folder was absent too.
const FOLDER_ABSENT: &str = "there was no folder\n";
const FILE_ABSENT: &str = "there was no file\n";

/// A settings file as it was read.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// Where the client looks for it.
    pub path: PathBuf,
    /// Where it really lies, behind links.
    target: PathBuf,
    /// Where records of it are kept, when not beside it.
    records: Option<PathBuf>,
    /// Its text, or `None` where there is no file.
    pub text: Option<String>,
}

/// What stood in the place of a settings file before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The file that keeps it.
    pub path: PathBuf,
    /// What it keeps.
    pub before: Before,
}

/// The state before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// A file with this text.
    Text(String),
    /// Nothing; perhaps not even the folder.
    Absent {
        /// True when the folder was made together with the file.
        folder: bool,
    },
}

impl SettingsFile {
    /// Reads the file, or refuses where a later change could not be made safely.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let target = follow_links(path)?;
        let is_other_kind = fs::metadata(&target).is_ok_and(|facts| !facts.is_file());
        if is_other_kind {
            let hint = "move it away; the client expects a regular file there";
            return Err(Failure::new(ExitStatus::CannotCreate, format!("{} is no regular file", shown(path)), hint));
        }
        let text = match fs::read(&target) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|error| {
                Failure::new(
                    ExitStatus::BadInput,
                    format!("{}: byte {} is no UTF-8", shown(path), error.utf8_error().valid_up_to()),
                    "save the file as UTF-8; the client ignores it as it is",
                )
            })?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                let hint = "make the file and its folder readable for yourself";
                return Err(Failure::new(
                    ExitStatus::CannotCreate,
                    format!("cannot read {}: {error}", shown(path)),
                    hint,
                ));
            }
        };
        Ok(Self { path: path.to_owned(), target, records: None, text })
    }

    /// The file with its records in a folder of their own, which is made when it is needed.
    #[must_use]
    pub fn kept_in(self, folder: PathBuf) -> Self {
        Self { records: Some(folder), ..self }
    }

    /// Refuses a file that its owner has closed to writing. A replacement would get past that, so it is asked for here.
    pub fn check_writable(&self) -> Result<(), Failure> {
        let Ok(facts) = fs::metadata(&self.target) else { return Ok(()) };
        let opened = OpenOptions::new().write(true).open(&self.target);
        if !facts.permissions().readonly() && opened.is_ok() {
            return Ok(());
        }
        Err(Failure::new(
            ExitStatus::CannotCreate,
            format!("{} is read-only", shown(&self.path)),
            format!(
                "allow writing (`chmod u+w {}`, if its disk is not read-only) or choose another --scope",
                shown(&self.path)
            ),
        ))
    }

    /// Puts `text` in the file's place in one step, after keeping what stands there now; answers with the record.
    ///
    /// `now` is in seconds since 1970 and names the record. A new file is readable by its owner alone unless `shared`.
    pub fn change(&self, text: &str, now: i64, shared: bool) -> Result<Record, Failure> {
        self.check_writable()?;
        self.check_unchanged()?;
        let folder_absent = self.path.parent().is_some_and(|folder| !folder.exists());
        let record = self.keep(now, folder_absent)?;
        if let Err(refusal) = self.create_folder().and_then(|()| self.put(text, shared)) {
            // A record of a change that was not made would only mislead.
            self.forget(&record);
            return Err(refusal);
        }
        Ok(record)
    }

    /// Puts `text` in the file's place in one step and keeps no record.
    pub fn restore(&self, text: &str) -> Result<(), Failure> {
        self.check_writable()?;
        self.check_unchanged()?;
        self.put(text, false)
    }

    /// Takes away a file that a change had made, and its folder where that was made too and holds nothing else.
    pub fn remove(&self, folder: bool) -> Result<(), Failure> {
        self.check_unchanged()?;
        fs::remove_file(&self.target).map_err(|error| self.cannot("remove", &error))?;
        if folder && let Some(parent) = self.path.parent() {
            // Fails where the folder is in use by now, and then it is right that it stays.
            drop(fs::remove_dir(parent));
        }
        Ok(())
    }

    /// What stood here before earlier changes, newest first. Records that do not read back are passed over.
    ///
    /// Earlier versions kept every record beside its file.
    pub fn records(&self) -> Vec<Record> {
        let Some(name) = self.path.file_name() else { return Vec::new() };
        let start = format!("{}{RECORD_INFIX}", name.to_string_lossy());
        let mut paths: Vec<PathBuf> = self
            .path
            .parent()
            .into_iter()
            .chain(self.records.as_deref())
            .filter_map(|folder| fs::read_dir(folder).ok())
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)))
            .collect();
        paths.sort_unstable_by(|one, other| other.file_name().cmp(&one.file_name()));
        paths.into_iter().filter_map(read_record).collect()
    }

    /// Takes a record away, and the folder of ours that held it where it was the last. One that cannot be removed does no harm.
    pub fn forget(&self, record: &Record) {
        drop(fs::remove_file(&record.path));
        for folder in self.records.iter().flat_map(|folder| folder.ancestors().take(2)) {
            // Fails where records of this or other projects are left.
            drop(fs::remove_dir(folder));
        }
    }

    fn check_unchanged(&self) -> Result<(), Failure> {
        if Self::read(&self.path)?.text == self.text {
            return Ok(());
        }
        let hint = "another program wrote it in the meantime; run the command again";
        Err(Failure::new(ExitStatus::CannotCreate, format!("{} has just changed", shown(&self.path)), hint))
    }

    fn create_folder(&self) -> Result<(), Failure> {
        let Some(folder) = self.path.parent() else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| self.cannot("make the folder of", &error))
    }

    fn keep(&self, now: i64, folder_absent: bool) -> Result<Record, Failure> {
        let (ending, content, before) = match &self.text {
            Some(text) => (COPY_ENDING, text.as_str(), Before::Text(text.clone())),
            None if folder_absent => (ABSENCE_ENDING, FOLDER_ABSENT, Before::Absent { folder: true }),
            None => (ABSENCE_ENDING, FILE_ABSENT, Before::Absent { folder: false }),
        };
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let beside = self.path.parent().unwrap_or(Path::new("."));
        let folder = self.records.as_deref().unwrap_or(beside);
        match &self.records {
            Some(folder) => make_folder(folder).map_err(|error| cannot_keep(folder, &error))?,
            None => self.create_folder()?,
        }
        let mut moment = now;
        loop {
            let path = folder.join(format!("{name}{RECORD_INFIX}{}{ending}", stamp(moment)));
            match file_options().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let written = file.write_all(content.as_bytes()).and_then(|()| file.sync_all());
                    written.map_err(|error| cannot_keep(folder, &error))?;
                    return Ok(Record { path, before });
                }
                // Two changes within a second: the next free second keeps the order of the names.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => moment += 1,
                Err(error) => return Err(cannot_keep(folder, &error)),
            }
        }
    }

    /// Writes beside the target and renames, so that a reader sees the old or the new file and never a part.
    fn put(&self, text: &str, shared: bool) -> Result<(), Failure> {
        let folder = self.target.parent().unwrap_or(Path::new("."));
        let written = tempfile::Builder::new().prefix(".driftguard-").tempfile_in(folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            set_permissions(file.as_file(), fs::metadata(&self.target).ok().as_ref(), shared)?;
            file.as_file().sync_all()?;
            file.persist(&self.target).map_err(|error| error.error)
        });
        written.map(drop).map_err(|error| self.cannot("write", &error))
    }

    fn cannot(&self, what: &str, error: &io::Error) -> Failure {
        let folder = self.target.parent().unwrap_or(Path::new("."));
        let hint =
            format!("check that {} is writable and that the disk is not full; nothing was changed", shown(folder));
        Failure::new(ExitStatus::CannotCreate, format!("cannot {what} {}: {error}", shown(&self.path)), hint)
    }
}

/// The refusal where what stands in the settings cannot be kept: nothing is changed without it.
fn cannot_keep(folder: &Path, error: &io::Error) -> Failure {
    let folder = shown(folder);
    let hint = format!("check that {folder} is writable and that the disk is not full; nothing was changed");
    Failure::new(ExitStatus::CannotCreate, format!("cannot keep a copy of the settings in {folder}: {error}"), hint)
}

/// A path as shown to the user.
pub fn shown(path: &Path) -> String {
    plain_line(&path.display().to_string())
}

fn read_record(path: PathBuf) -> Option<Record> {
    let text = fs::read_to_string(&path).ok()?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let before = if name.ends_with(COPY_ENDING) {
        Before::Text(text)
    } else if name.ends_with(ABSENCE_ENDING) {
        Before::Absent { folder: text == FOLDER_ABSENT }
    } else {
        return None;
    };
    Some(Record { path, before })
}

fn follow_links(path: &Path) -> Result<PathBuf, Failure> {
    let mut target = path.to_owned();
    for _ in 0..LINK_LIMIT {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    let hint = "point the link at a file";
    Err(Failure::new(ExitStatus::CannotCreate, format!("{} is a link that leads to itself", shown(path)), hint))
}

/// "20261121T104000Z": sorts by time, and is a file name everywhere.
fn stamp(moment: i64) -> String {
    jiff::Timestamp::from_second(moment).unwrap_or_default().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The permissions of the file that is replaced; a new one is its owner's alone unless it is meant to be shared.
#[cfg(unix)]
fn set_permissions(file: &fs::File, replaced: Option<&fs::Metadata>, shared: bool) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let fresh = if shared { 0o644 } else { 0o600 };
    if let Some(replaced) = replaced {
        // Under sudo the file stays its owner's. Without the right to give files away it is the owner who runs this.
        drop(fchown(file, Some(replaced.uid()), Some(replaced.gid())));
    }
    file.set_permissions(replaced.map_or(fs::Permissions::from_mode(fresh), fs::Metadata::permissions))
}

#[cfg(not(unix))]
fn set_permissions(file: &fs::File, replaced: Option<&fs::Metadata>, _shared: bool) -> io::Result<()> {
    replaced.map_or(Ok(()), |replaced| file.set_permissions(replaced.permissions()))
}
