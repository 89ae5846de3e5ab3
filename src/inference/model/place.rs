//! Where a model lies, and whether its files are what they should be.

use super::catalog::{Known, Part, known};
use super::{KNOWN, ModelError};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

/// Bytes of a network or a tokenizer that are read at most: models that run beside other work are far smaller.
const LARGEST: u64 = 2 << 30;
/// Bytes that are read in one piece.
const BLOCK: usize = 1 << 16;

/// A model's place on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the list knows of it; `None` for one that was named by its path.
    pub known: Option<&'static Known>,
    /// The folder of its files.
    pub folder: PathBuf,
    /// The name of its network in that folder.
    network: String,
}

/// Whether a known model is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Every file is there and is the pinned one.
    Intact,
    /// No file is there.
    Absent,
    /// Something is there that cannot be used.
    Broken(ModelError),
}

impl Place {
    /// The place of a model by its name, below the folder of driftguard's own files, or by an absolute path: of its folder, or of
    /// its `.onnx` file.
    ///
    /// # Errors
    ///
    /// [`ModelError::Unknown`] for any other text.
    pub fn of(name: &str, data: &Path) -> Result<Self, ModelError> {
        let network = || "model.onnx".to_owned();
        if let Some(known) = known(name) {
            return Ok(Self { known: Some(known), folder: data.join("models").join(known.name), network: network() });
        }
        let path = Path::new(name);
        if !path.is_absolute() {
            return Err(ModelError::Unknown(name.to_owned()));
        }
        match (path.parent(), path.file_name().and_then(|file| file.to_str())) {
            (Some(folder), Some(file)) if path.extension().is_some_and(|ending| ending == "onnx") => {
                Ok(Self { known: None, folder: folder.to_owned(), network: file.to_owned() })
            }
            _ => Ok(Self { known: None, folder: path.to_owned(), network: network() }),
        }
    }

    /// The places of all known models.
    pub fn all(data: &Path) -> impl Iterator<Item = Self> {
        KNOWN.iter().filter_map(move |known| Self::of(known.name, data).ok())
    }

    /// The network's file.
    pub fn network(&self) -> PathBuf {
        self.folder.join(&self.network)
    }

    /// Reads every file of a known model and compares it with its pin. One that was named by its path has no pin: it is there or not.
    pub fn state(&self) -> State {
        let Some(known) = self.known else {
            return if self.network().is_file() { State::Intact } else { State::Absent };
        };
        if known.parts.iter().all(|part| !self.folder.join(part.file).exists()) {
            return State::Absent;
        }
        let differing = known.parts.iter().find_map(|part| self.checked(part).err());
        differing.map_or(State::Intact, State::Broken)
    }

    fn checked(&self, part: &Part) -> Result<(), ModelError> {
        check(&self.folder.join(part.file), part.bytes, part.sha256)
    }

    /// The content of one of the model's files, which must be the pinned one where there is a pin.
    ///
    /// # Errors
    ///
    /// [`ModelError`] where it is missing, unreadable, too large or another file.
    pub fn read(&self, file: &str) -> Result<Vec<u8>, ModelError> {
        let path = self.folder.join(file);
        let limit = LARGEST;
        let mut bytes = Vec::new();
        let opened = File::open(&path).map_err(|error| told(&path, &error))?;
        opened.take(limit + 1).read_to_end(&mut bytes).map_err(|error| told(&path, &error))?;
        if length(&bytes) > limit {
            return Err(ModelError::TooLarge { path: path.display().to_string(), limit });
        }
        let pin = self.known.and_then(|known| known.parts.iter().find(|part| part.file == file));
        if let Some(pin) = pin {
            compare(&path, (length(&bytes), &hex(&Sha256::digest(&bytes))), (pin.bytes, pin.sha256))?;
        }
        Ok(bytes)
    }

    /// The content of the network's file.
    ///
    /// # Errors
    ///
    /// As [`Place::read`].
    pub fn read_network(&self) -> Result<Vec<u8>, ModelError> {
        self.read(&self.network)
    }
}

/// Removes the models that were fetched by name; a folder that somebody else put beside them stays.
///
/// # Errors
///
/// [`ModelError::Io`] where one cannot be removed.
pub fn remove_known(data: &Path) -> Result<(), ModelError> {
    for place in Place::all(data) {
        match std::fs::remove_dir_all(&place.folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(told(&place.folder, &error)),
            _ => {}
        }
    }
    // Not empty, or not there: either is well.
    let _ = std::fs::remove_dir(data.join("models"));
    Ok(())
}

/// Holds a file against its pin without keeping it.
pub(super) fn check(path: &Path, bytes: u64, sha256: &str) -> Result<(), ModelError> {
    let mut file = File::open(path).map_err(|error| told(path, &error))?;
    let known = file.metadata().map_err(|error| told(path, &error))?.len();
    if known != bytes {
        return compare(path, (known, ""), (bytes, sha256));
    }
    let (mut digest, mut block, mut read) = (Sha256::new(), vec![0; BLOCK], 0);
    loop {
        match file.read(&mut block) {
            Ok(0) => break,
            Ok(count) => {
                digest.update(&block[..count]);
                read += length(&block[..count]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(told(path, &error)),
        }
    }
    compare(path, (read, &hex(&digest.finalize())), (bytes, sha256))
}

/// Compares size and digest that were found with those that are wanted.
pub(super) fn compare(path: &Path, found: (u64, &str), wanted: (u64, &str)) -> Result<(), ModelError> {
    let detail = if found.0 != wanted.0 {
        format!("it has {} bytes, not {}", found.0, wanted.0)
    } else if found.1 != wanted.1 {
        format!("its SHA-256 is {}, not {}", found.1, wanted.1)
    } else {
        return Ok(());
    };
    Err(ModelError::Differs { path: path.display().to_string(), detail })
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn told(path: &Path, error: &io::Error) -> ModelError {
    let path = path.display().to_string();
    if error.kind() == ErrorKind::NotFound {
        ModelError::Missing(path)
    } else {
        ModelError::Io { path, detail: error.to_string() }
    }
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_named_or_lies_at_an_absolute_path() {
        let check = |name: &str, expected: Option<&str>| {
            // Windows has a drive in front.
            let topmost = |path: &str| if cfg!(windows) { path.replace("/m/", "C:/m/") } else { path.to_owned() };
            let place = Place::of(&topmost(name), Path::new("/d"));
            let expected = expected.map(topmost).map(PathBuf::from);
            assert_eq!(place.as_ref().ok().map(Place::network), expected, "{place:?}");
        };
        check(KNOWN[0].name, Some("/d/models/all-minilm-l6-v2-int8/model.onnx"));
        check("/m/nli", Some("/m/nli/model.onnx"));
        check("/m/nli/quantized.onnx", Some("/m/nli/quantized.onnx"));
        check("nli", None);
        check("./nli", None);
        check("", None);
    }

    #[test]
    fn a_file_is_the_pinned_one_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        std::fs::write(&file, "abc").unwrap();
        // The example of FIPS 180-2.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(check(&file, 3, sha256), Ok(()));
        let why = |bytes: u64, sha256: &str| check(&file, bytes, sha256).unwrap_err().to_string();
        assert!(why(4, sha256).ends_with("it has 3 bytes, not 4"), "{}", why(4, sha256));
        assert!(why(3, "00").contains("its SHA-256 is ba7816bf"), "{}", why(3, "00"));
        let missing = folder.path().join("b");
        assert_eq!(check(&missing, 3, sha256), Err(ModelError::Missing(missing.display().to_string())));
    }

    #[test]
    fn a_known_model_is_intact_absent_or_broken() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::of(KNOWN[0].name, folder.path()).unwrap();
        assert_eq!(place.state(), State::Absent);
        std::fs::create_dir_all(&place.folder).unwrap();
        std::fs::write(place.network(), "no network").unwrap();
        assert!(matches!(place.state(), State::Broken(ModelError::Differs { .. })), "{:?}", place.state());
        assert!(matches!(place.read_network(), Err(ModelError::Differs { .. })));
        assert!(matches!(place.read("tokenizer.json"), Err(ModelError::Missing(_))));
        assert_eq!(remove_known(folder.path()), Ok(()));
        assert!(!folder.path().join("models").exists());
        assert_eq!(remove_known(folder.path()), Ok(()));
    }
}
