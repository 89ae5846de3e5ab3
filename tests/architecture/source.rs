//! Source files as the checks see them: comments, strings and tests blanked out, lines kept where they are.

use std::path::Path;

/// One file of the repository, by its path from the root.
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
}

impl File {
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// True for a Rust file of the product.
    pub(super) fn is_source(&self) -> bool {
        self.path.starts_with("src/") && Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }

    /// The room: the folder or file right below `src`.
    pub(super) fn room(&self) -> &str {
        let below = self.path.strip_prefix("src/").unwrap_or(&self.path);
        below.split('/').next().unwrap_or(below).trim_end_matches(".rs")
    }

    /// True for the file that stands for its whole room, whose parent module is the crate.
    pub(super) fn is_room_root(&self) -> bool {
        let room = self.room();
        self.path == format!("src/{room}.rs") || self.path == format!("src/{room}/mod.rs")
    }

    /// The code with comments and strings blanked, tests included.
    pub(super) fn code_and_tests(&self) -> String {
        blanked(&self.text, true)
    }

    /// The code with comments, strings and tests blanked.
    pub(super) fn code(&self) -> String {
        let code = blanked(&self.text, true);
        let tests = test_ranges(&code);
        erase(code, &tests)
    }

    /// The code with comments and tests blanked.
    pub(super) fn code_and_strings(&self) -> String {
        let tests = test_ranges(&blanked(&self.text, true));
        erase(blanked(&self.text, false), &tests)
    }
}

/// Everything that the checks read.
pub(super) fn repository() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for start in ["src", "fixtures/scenarios", "Cargo.toml", "ARCHITECTURE.md"] {
        for entry in walkdir::WalkDir::new(root.join(start)).sort_by_file_name().into_iter().flatten() {
            if entry.file_type().is_file()
                && let Ok(text) = std::fs::read_to_string(entry.path())
            {
                let path = entry.path().strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                files.push(File { path, text });
            }
        }
    }
    assert!(files.iter().any(File::is_source), "the sources were found");
    files
}

/// The line of a byte offset, counted from 1.
pub(super) fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// True for bytes of identifiers.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Replaces comments, and strings where asked, by blanks; every other byte stays where it is.
fn blanked(text: &str, strings: bool) -> String {
    let bytes = text.as_bytes();
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (length, hidden) = if rest.starts_with(b"//") {
            (rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()), true)
        } else if rest.starts_with(b"/*") {
            (block_comment(rest), true)
        } else if let Some(length) = string(bytes, at) {
            (length, strings)
        } else {
            (1, false)
        };
        if hidden {
            ranges.push((at, at + length));
        }
        at += length;
    }
    erase(text.to_owned(), &ranges)
}

fn block_comment(bytes: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The length of the string or character literal at `at`, prefix included; `None` where none begins.
fn string(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest[0] == b'\'' {
        // 'x' and '\n' are characters, 'a is a lifetime.
        if rest.get(1) == Some(&b'\\') {
            return Some(rest.iter().skip(3).position(|byte| *byte == b'\'').map_or(rest.len(), |end| end + 4));
        }
        let wide = rest.get(1).map_or(1, |byte| match byte {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        });
        return (rest.get(1 + wide) == Some(&b'\'')).then_some(2 + wide);
    }
    let before = at.checked_sub(1).map(|before| bytes[before]);
    if before.is_some_and(is_word) && rest[0] != b'"' {
        return None;
    }
    let prefix = rest.iter().take(2).take_while(|byte| matches!(byte, b'b' | b'r' | b'c')).count();
    let raw = rest[..prefix].contains(&b'r');
    let hashes = if raw { rest[prefix..].iter().take_while(|byte| **byte == b'#').count() } else { 0 };
    let open = prefix + hashes;
    if rest.get(open) != Some(&b'"') {
        return None;
    }
    let mut end = open + 1;
    while end < rest.len() {
        match rest[end] {
            b'\\' if !raw => end += 2,
            b'"' if rest[end + 1..].iter().take(hashes).filter(|byte| **byte == b'#').count() == hashes => {
                return Some(end + 1 + hashes);
            }
            _ => end += 1,
        }
    }
    Some(rest.len())
}

/// The items under `#[cfg(test)]` in code whose strings and comments are blanked.
fn test_ranges(code: &str) -> Vec<(usize, usize)> {
    let bytes = code.as_bytes();
    code.match_indices("#[cfg(test)]")
        .map(|(start, _)| {
            let mut depth = 0_i32;
            let mut at = start + "#[cfg(test)]".len();
            while at < bytes.len() {
                match bytes[at] {
                    b'{' | b'(' | b'[' => depth += 1,
                    b')' | b']' => depth -= 1,
                    b'}' => {
                        depth -= 1;
                        if depth == 0 {
                            return (start, at + 1);
                        }
                    }
                    b';' if depth == 0 => return (start, at + 1),
                    _ => {}
                }
                at += 1;
            }
            (start, at)
        })
        .collect()
}

fn erase(text: String, ranges: &[(usize, usize)]) -> String {
    let mut bytes = text.into_bytes();
    for (start, end) in ranges {
        for byte in &mut bytes[*start..*end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).expect("whole tokens were erased")
}
