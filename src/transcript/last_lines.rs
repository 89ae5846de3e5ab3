//! The last lines of a transcript, as bytes: for what no event tells.

use super::{TranscriptError, open};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// Gives the complete lines within the last `max` bytes of `path` to `each`, in the file's order.
pub fn last_lines(path: &Path, max: u64, each: &mut dyn FnMut(&[u8])) -> Result<(), TranscriptError> {
    let (mut file, length) = open(path)?;
    let from = length.saturating_sub(max);
    let mut bytes = Vec::new();
    let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.take(max).read_to_end(&mut bytes));
    read.map_err(|error| TranscriptError::from_io(path, &error))?;
    // The first line has begun before, as a rule, and the last one may still be written.
    let begun = usize::from(from > 0);
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').skip(begun);
    lines.filter_map(|line| line.strip_suffix(b"\n")).for_each(each);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_lines_of_the_end_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.jsonl");
        let check = |text: &str, max: u64, expected: &[&str]| {
            std::fs::write(&path, text).unwrap();
            let mut seen = Vec::new();
            last_lines(&path, max, &mut |line| seen.push(String::from_utf8(line.to_vec()).unwrap())).unwrap();
            assert_eq!(seen, expected, "{text:?} {max}");
        };
        check("one\ntwo\nthree\n", 100, &["one", "two", "three"]);
        check("one\ntwo\nthr", 100, &["one", "two"]);
        check("one\ntwo\nthree\n", 9, &["three"]);
        check("one", 100, &[]);
        check("", 100, &[]);
        assert!(last_lines(folder.path(), 9, &mut |_| {}).is_err());
    }
}
