//! The files of a repository, as a list of paths.

use memchr::memchr_iter;

/// The files of a repository: paths relative to its root, `/` between components, sorted, no duplicates.
///
/// One text and the places in it: a hook reads the list of a thousand files back at every prompt, and a thousand texts of
/// their own would cost it more than all that it then looks up in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileList {
    /// The paths one after another, each with one byte behind it.
    text: String,
    /// Where each path ends.
    ends: Vec<usize>,
    /// True when the walk stopped at its limit, so that absence from the list proves nothing.
    pub truncated: bool,
}

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    /// A file.
    File,
    /// A folder.
    Folder,
}

impl FileList {
    /// Sorts and de-duplicates `paths`.
    pub fn new(mut paths: Vec<String>, truncated: bool) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let mut list = Self { truncated, ..Self::default() };
        for path in paths {
            list.text.push_str(&path);
            list.ends.push(list.text.len());
            list.text.push('\n');
        }
        list
    }

    /// Takes a list back from its lines: the paths in their order, a line break behind each. No name in it holds one.
    pub fn from_lines(lines: String, truncated: bool) -> Self {
        let ends = memchr_iter(b'\n', lines.as_bytes()).collect();
        Self { text: lines, ends, truncated }
    }

    /// The list as lines, for [`Self::from_lines`].
    pub fn lines(&self) -> &str {
        &self.text
    }

    /// All paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|position| self.path(position))
    }

    /// The path at a position of the sorted list; "" behind its end.
    pub fn path(&self, position: usize) -> &str {
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| end + 1);
        self.ends.get(position).map_or("", |end| &self.text[start..*end])
    }

    /// The place of a listed file in the sorted list.
    pub fn position(&self, path: &str) -> Option<usize> {
        let place = self.at_or_behind(path);
        (self.path(place) == path && !path.is_empty()).then_some(place)
    }

    /// How many files are listed.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True when nothing is known about the repository.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// True when `path` is a listed file.
    pub fn has_file(&self, path: &str) -> bool {
        self.position(path).is_some()
    }

    /// True when some listed file lies below `folder` (no trailing `/`; "" is the root).
    pub fn has_folder(&self, folder: &str) -> bool {
        !self.is_empty() && self.below(folder).next().is_some()
    }

    /// The files below `folder` (no trailing `/`; "" is the root), in order.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        // Siblings such as "a-b" sort between "a" and "a/": the search is for the first path at or after "a/".
        let prefix = if folder.is_empty() { String::new() } else { [folder, "/"].concat() };
        let start = self.at_or_behind(&prefix);
        (start..self.ends.len()).map(|position| self.path(position)).take_while(move |known| known.starts_with(&prefix))
    }

    /// The files right in `folder` (no trailing `/`; "" is the root), in order. What lies deeper is stepped over, so that
    /// the cost is that of the folder's own entries.
    pub fn right_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut at = self.at_or_behind(&prefix);
        std::iter::from_fn(move || {
            while at < self.ends.len() {
                let path = self.path(at);
                let name = path.strip_prefix(prefix.as_str())?;
                let Some(end) = name.find('/') else {
                    at += 1;
                    return Some(path);
                };
                // '0' is the character behind '/'.
                at = self.at_or_behind(&format!("{}0", &path[..prefix.len() + end]));
            }
            None
        })
    }

    /// The position of the first path that is `path` or sorts behind it.
    fn at_or_behind(&self, path: &str) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.path(middle) < path { low = middle + 1 } else { high = middle }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_list_comes_back_from_its_lines() {
        let paths = ["b/c.rs", "a.rs", "b-c", "a.rs"].map(str::to_owned).to_vec();
        let list = FileList::new(paths, true);
        assert_eq!(list.paths().collect::<Vec<_>>(), ["a.rs", "b-c", "b/c.rs"]);
        assert_eq!(FileList::from_lines("a.rs\nb-c\nb/c.rs\n".to_owned(), true), list);
        assert_eq!(FileList::from_lines(list.lines().to_owned(), true), list);
        assert_eq!(FileList::from_lines(String::new(), false), FileList::default());
        assert_eq!((list.path(2), list.path(3)), ("b/c.rs", ""));
        assert!(!list.has_file("") && !FileList::default().has_folder(""));
    }

    #[test]
    fn what_lies_deeper_is_stepped_over() {
        let paths = ["a", "b-c/d", "b/a", "b/b/x", "b/b/y/z", "b/bb", "b/c", "b0", "c/d/e"];
        let files = FileList::new(paths.map(str::to_owned).to_vec(), false);
        let right_in = |folder: &str| files.right_in(folder).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(right_in(""), ["a", "b0"]);
        assert_eq!(right_in("b"), ["b/a", "b/bb", "b/c"]);
        assert_eq!(right_in("c"), [""; 0]);
        assert_eq!(right_in("gone"), [""; 0]);
    }

    proptest! {
        #[test]
        fn files_and_folders_are_found_by_what_they_are(paths in prop::collection::vec("[ab]{1,2}(/[ab-]{1,2}){0,2}", 0..12)) {
            let list = FileList::new(paths.clone(), false);
            for path in &paths {
                prop_assert!(list.has_file(path));
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                prop_assert!(list.has_folder(folder));
                let below = |other: &&String| folder.is_empty() || other.starts_with(&format!("{folder}/"));
                let expected: std::collections::BTreeSet<&String> = paths.iter().filter(below).collect();
                prop_assert!(list.below(folder).eq(expected.into_iter().map(String::as_str)));
            }
            prop_assert!(!list.has_file("c"));
        }
    }
}
