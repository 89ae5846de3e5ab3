//! The text of a script that a command is about to run.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of a script that is read: people write shorter ones.
const MAX_BYTES: u64 = 64 * 1024;

/// The text of a script; `None` where there is none, and for what is no file (a pipe would wait for ever), no text, or longer.
pub fn script(path: &Path) -> Option<String> {
    let about = std::fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > MAX_BYTES {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_no_script_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str, text: &[u8]| {
            fs::write(folder.path().join(name), text).unwrap();
            script(&folder.path().join(name))
        };
        assert_eq!(read("a.sh", b"git push\n").as_deref(), Some("git push\n"));
        assert_eq!(read("program", b"\x7fELF\0"), None);
        assert_eq!(read("latin", b"\xff"), None);
        assert_eq!(read("long", &vec![b'a'; 70_000]), None);
        assert_eq!(script(folder.path()), None);
        assert_eq!(script(&folder.path().join("gone")), None);
    }
}
