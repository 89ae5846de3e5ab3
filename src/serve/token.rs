//! The token that callers show: a file that only its owner can read.

use crate::private::make_folder;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use subtle::ConstantTimeEq as _;

/// Bytes of chance in a token.
const CHANCE: usize = 32;
/// Characters of the shortest token that is accepted in a file made by somebody else.
const SHORTEST: usize = 16;
/// Bytes of the longest token file that is read.
const LONGEST: u64 = 4096;

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file cannot be read or made.
    #[error("cannot use the token file {path}: {source}")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Others may read the file.
    #[error("others may read the token file {0}")]
    Open(PathBuf),
    /// The file holds no token.
    #[error("the token file {0} holds no token of {SHORTEST} characters or more")]
    Weak(PathBuf),
}

impl TokenError {
    /// What the human can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Unusable { .. } => "name another file with --token-file, or check its folder's rights",
            Self::Open(_) => "take the rights of others away: chmod 600 FILE",
            Self::Weak(_) => "remove the file: the next start makes a new one",
        }
    }
}

/// What a caller must show.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// The token in `path`; a new one where there is no such file.
    ///
    /// # Errors
    ///
    /// [`TokenError`] where the file is of no use, or of use to others.
    pub fn of_file(path: &Path) -> Result<Self, TokenError> {
        let unusable = |source| TokenError::Unusable { path: path.to_owned(), source };
        if !path.exists() {
            match make(path) {
                Ok(token) => return Ok(token),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unusable(error)),
            }
        }
        // Opening a named pipe would wait for whoever writes to it.
        if !fs::metadata(path).map_err(unusable)?.is_file() {
            return Err(unusable(io::Error::other("it is no regular file")));
        }
        let file = File::open(path).map_err(unusable)?;
        if is_open_to_others(&file.metadata().map_err(unusable)?) {
            return Err(TokenError::Open(path.to_owned()));
        }
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).map_err(unusable)?;
        let token = text.trim();
        if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::Weak(path.to_owned()));
        }
        Ok(Self(token.to_owned()))
    }

    /// Whether the value of an `Authorization` header shows the token. The time it takes does not tell how much is right.
    pub(super) fn is_shown_by(&self, header: &[u8]) -> bool {
        let scheme = header.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer "));
        scheme && header[7..].trim_ascii().ct_eq(self.0.as_bytes()).into()
    }
}

/// Makes the file with a new token; refused where it exists.
fn make(path: &Path) -> io::Result<Token> {
    let mut chance = [0; CHANCE];
    getrandom::fill(&mut chance).map_err(|error| io::Error::other(error.to_string()))?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    let token: String = chance.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hexadecimal).collect();
    // Whole or not there: a full disk leaves no empty file, and another start reads no half one. Such a file is the owner's alone.
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(beside)?;
    file.write_all(format!("{token}\n").as_bytes())?;
    file.persist_noclobber(path)?;
    Ok(Token(token))
}

fn hexadecimal(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0')
}

#[cfg(unix)]
fn is_open_to_others(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    about.permissions().mode() & 0o077 != 0
}

/// Access is the folder's on other systems.
#[cfg(not(unix))]
fn is_open_to_others(_about: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_and_then_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/serve.token");
        let made = Token::of_file(&path).unwrap();
        assert_eq!(made.0.len(), 2 * CHANCE);
        assert_eq!(Token::of_file(&path).unwrap().0, made.0);
        assert_ne!(Token::of_file(&folder.path().join("other")).unwrap().0, made.0);
    }

    #[test]
    fn a_caller_shows_the_whole_token_and_nothing_else() {
        let token = Token("0123456789abcdef".into());
        let check =
            |header: &str, expected: bool| assert_eq!(token.is_shown_by(header.as_bytes()), expected, "{header}");
        check("Bearer 0123456789abcdef", true);
        check("bearer  0123456789abcdef ", true);
        check("Bearer 0123456789abcdeF", false);
        check("Bearer 0123456789abcde", false);
        check("Bearer 0123456789abcdef0", false);
        check("Bearer ", false);
        check("Basic 0123456789abcdef", false);
        check("0123456789abcdef", false);
        check("", false);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_read_or_that_holds_nothing_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        Token::of_file(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&path, "short\n").unwrap();
        assert!(matches!(Token::of_file(&path), Err(TokenError::Weak(_))));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(Token::of_file(&path), Err(TokenError::Open(_))));
        assert!(matches!(Token::of_file(folder.path()), Err(TokenError::Unusable { .. } | TokenError::Open(_))));
    }
}
