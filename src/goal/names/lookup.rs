//! One pass over a repository's file list for all names of a prompt at once.
//!
//! Owns the question "which listed files and folders carry this name". A prompt may hold thousands of words and a list
//! 100,000 paths, so that no name gets a walk of its own: the wanted names are collected first, as hashes of their
//! letters and digits in lower case, and every path component is then hashed once.

use crate::domain::FileList;
use crate::text::path;

/// Bits of the filter that turns away nearly all components before the exact search.
const FILTER_BITS: usize = 1 << 15;

/// Where the wanted names occur in a file list.
pub(in crate::goal) struct Lookup<'a> {
    files: &'a FileList,
    wanted: Vec<u64>,
    found: Vec<Found>,
}

/// The occurrences of one name; positions in the list.
#[derive(Clone, Default)]
struct Found {
    /// Files whose base name without extension has these letters.
    stems: Vec<usize>,
    /// Files whose whole base name has these letters.
    names: Vec<usize>,
    /// A file below the folder, and where the folder's path ends in it.
    folders: Vec<(usize, usize)>,
}

/// FNV-1a over letters and digits in lower case; everything else is passed over.
struct Letters(u64);

impl Letters {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &[u8]) {
        for byte in text {
            let letter = LETTERS[usize::from(*byte)];
            if letter != 0 {
                self.0 = (self.0 ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }

    fn of(text: &[u8]) -> u64 {
        let mut letters = Self::new();
        letters.add(text);
        letters.0
    }
}

/// Each byte of a letter or digit in lower case; 0 for all others. Bytes beyond ASCII are parts of letters.
const LETTERS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: u8 = 0;
    while byte < u8::MAX {
        if byte.is_ascii_alphanumeric() || byte >= 0x80 {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

/// The hashes of a component without and with its extension.
fn hashes(component: &[u8]) -> (u64, u64) {
    let dot = component.iter().rposition(|byte| *byte == b'.').filter(|dot| *dot > 0);
    let (stem, extension) = component.split_at(dot.unwrap_or(component.len()));
    let mut letters = Letters::new();
    letters.add(stem);
    let stem = letters.0;
    letters.add(extension);
    (stem, letters.0)
}

/// A set of hashes that answers "surely not" at the cost of one bit test.
struct Filter(Vec<u64>);

impl Filter {
    fn new(hashes: &[u64]) -> Self {
        let mut bits = vec![0; FILTER_BITS / 64];
        for hash in hashes {
            let (word, bit) = Self::place(*hash);
            bits[word] |= bit;
        }
        Self(bits)
    }

    fn place(hash: u64) -> (usize, u64) {
        // The upper half is mixed in because the last letters of a name dominate the lower one.
        let low = (hash ^ (hash >> 32)).to_le_bytes();
        let bit = usize::from(u16::from_le_bytes([low[0], low[1]])) % FILTER_BITS;
        (bit / 64, 1 << (bit % 64))
    }

    fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = Self::place(hash);
        self.0[word] & bit != 0
    }
}

impl<'a> Lookup<'a> {
    /// Searches `files` for the `names` (paths, file names, identifiers, words) of a prompt.
    pub(in crate::goal) fn new<'n>(files: &'a FileList, names: impl Iterator<Item = &'n str>) -> Self {
        let mut wanted = Vec::new();
        if !files.is_empty() {
            for name in names {
                let base = path::base_name(name.trim_end_matches('/'));
                wanted.push(Letters::of(base.as_bytes()));
                if base.contains('.') {
                    wanted.push(Letters::of(path::stem(base).as_bytes()));
                }
            }
            wanted.sort_unstable();
            wanted.dedup();
        }
        let found = vec![Found::default(); wanted.len()];
        let mut lookup = Self { files, wanted, found };
        if !lookup.wanted.is_empty() {
            lookup.walk();
        }
        lookup
    }

    fn walk(&mut self) {
        let filter = Filter::new(&self.wanted);
        let mut previous: &[u8] = b"";
        for (position, listed) in self.files.paths().enumerate() {
            let bytes = listed.as_bytes();
            // Base names are short: the last slash is near the end.
            let slash = bytes.iter().rposition(|byte| *byte == b'/');
            let folder = &bytes[..slash.unwrap_or(0)];
            if folder != previous {
                self.enter(position, listed, previous, &filter);
                previous = folder;
            }
            let (stem, whole) = hashes(&bytes[slash.map_or(0, |slash| slash + 1)..]);
            if let Some(found) = self.slot(stem, &filter) {
                found.stems.push(position);
            }
            if let Some(found) = self.slot(whole, &filter) {
                found.names.push(position);
            }
        }
    }

    /// Notes the folders of a path that the folder before it did not lie in: the list is sorted, so that they are new.
    fn enter(&mut self, position: usize, listed: &str, previous: &[u8], filter: &Filter) {
        let bytes = listed.as_bytes();
        let same = previous.iter().zip(bytes).take_while(|(one, other)| one == other).count();
        let whole = same == previous.len() && bytes.get(same) == Some(&b'/');
        let mut start = if whole {
            same + 1
        } else {
            bytes[..same].iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1)
        };
        while let Some(slash) = bytes[start..].iter().position(|byte| *byte == b'/') {
            let end = start + slash;
            if let Some(found) = self.slot(Letters::of(&bytes[start..end]), filter) {
                found.folders.push((position, end));
            }
            start = end + 1;
        }
    }

    fn slot(&mut self, hash: u64, filter: &Filter) -> Option<&mut Found> {
        if !filter.may_hold(hash) {
            return None;
        }
        self.wanted.binary_search(&hash).ok().map(|at| &mut self.found[at])
    }

    fn known(&self, name: &str) -> Option<&Found> {
        self.wanted.binary_search(&Letters::of(name.as_bytes())).ok().map(|at| &self.found[at])
    }

    /// True when nothing is known about the repository.
    pub(super) fn knows_nothing(&self) -> bool {
        self.files.is_empty()
    }

    /// True when `path` is a listed file.
    pub(in crate::goal) fn has_file(&self, path: &str) -> bool {
        self.files.has_file(path)
    }

    /// True when a listed file lies below `folder`.
    pub(in crate::goal) fn has_folder(&self, folder: &str) -> bool {
        !folder.is_empty() && self.files.has_folder(folder)
    }

    /// Files whose path is `suffix` or ends in its components; letter case counts only where it tells files apart.
    pub(super) fn files_ending_with(&self, suffix: &str) -> Vec<&'a str> {
        let Some(found) = self.known(path::base_name(suffix)) else { return Vec::new() };
        let all: Vec<&str> = found
            .names
            .iter()
            .map(|position| self.files.path(*position))
            .filter(|listed| ends_in_components(listed, suffix))
            .collect();
        let exact: Vec<&str> = all.iter().copied().filter(|listed| listed.ends_with(suffix)).collect();
        if exact.is_empty() { all } else { exact }
    }

    /// Folders whose path is `suffix` or ends in its components.
    pub(in crate::goal) fn folders_ending_with(&self, suffix: &str) -> Vec<&'a str> {
        let Some(found) = self.known(path::base_name(suffix)) else { return Vec::new() };
        found
            .folders
            .iter()
            .map(|(position, end)| &self.files.path(*position)[..*end])
            .filter(|folder| ends_in_components(folder, suffix))
            .collect()
    }

    /// Files whose base name without extension is spelled with the letters of `name`, in whatever case and with
    /// whatever separators: `AuthService` finds "auth-service.ts". Only below `folder`'s components when it is not "".
    pub(in crate::goal) fn files_called(&self, name: &str, folder: &str) -> Vec<&'a str> {
        let Some(found) = self.known(name) else { return Vec::new() };
        found
            .stems
            .iter()
            .map(|position| self.files.path(*position))
            .filter(|listed| folder.is_empty() || ends_in_components(path::folder(listed), folder))
            .collect()
    }

    /// True when some folder, or some file but for its extension, is called `word`.
    pub(in crate::goal) fn in_paths(&self, word: &str) -> bool {
        self.known(word).is_some_and(|found| !found.stems.is_empty() || !found.folders.is_empty())
    }

    /// True when some listed file passes `test`.
    pub(in crate::goal) fn any(&self, test: impl Fn(&str) -> bool) -> bool {
        self.files.paths().any(test)
    }
}

fn ends_in_components(listed: &str, suffix: &str) -> bool {
    let Some(cut) = listed.len().checked_sub(suffix.len()) else { return false };
    listed.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
        && (cut == 0 || listed.as_bytes()[cut - 1] == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> FileList {
        let paths = ["CHANGELOG.md", "Makefile", "src/auth/auth-service.ts", "src/auth/token.ts", "src/authz/token.ts"];
        FileList::new(paths.iter().map(|path| (*path).to_owned()).collect(), false)
    }

    #[test]
    fn names_are_found_by_components() {
        let files = list();
        let names = ["auth/token.ts", "token.ts", "auth/", "AuthService", "changelog.md", "makefile", "service"];
        let lookup = Lookup::new(&files, names.into_iter());
        assert_eq!(lookup.files_ending_with("auth/token.ts"), ["src/auth/token.ts"]);
        assert_eq!(lookup.files_ending_with("token.ts"), ["src/auth/token.ts", "src/authz/token.ts"]);
        assert_eq!(lookup.folders_ending_with("auth"), ["src/auth"]);
        assert_eq!(lookup.files_called("AuthService", ""), ["src/auth/auth-service.ts"]);
        assert_eq!(lookup.files_called("token", "auth"), ["src/auth/token.ts"]);
        assert_eq!(lookup.files_ending_with("changelog.md"), ["CHANGELOG.md"]);
        assert_eq!(lookup.files_ending_with("makefile"), ["Makefile"]);
        assert!(lookup.in_paths("auth") && !lookup.in_paths("service"));
        assert!(lookup.files_called("unwanted", "").is_empty());
    }

    #[test]
    fn an_empty_list_answers_nothing() {
        let files = FileList::default();
        let lookup = Lookup::new(&files, ["a.ts"].into_iter());
        assert!(lookup.knows_nothing() && lookup.files_ending_with("a.ts").is_empty());
    }
}
