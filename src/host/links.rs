//! Where a path leads: symbolic links followed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The links of this machine, as one hook call sees them: each path is looked up once, however often it is asked for.
#[derive(Debug, Default)]
pub struct Links {
    known: RefCell<BTreeMap<String, String>>,
}

impl Links {
    /// An absolute path with all links followed, as far as it exists; what cannot be looked up is what it is called.
    pub fn follow(&self, path: &str) -> String {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let real = real(path);
        self.known.borrow_mut().insert(path.to_owned(), real.clone());
        real
    }
}

fn real(path: &str) -> String {
    let path = Path::new(path);
    for (up, known) in path.ancestors().enumerate() {
        if let Ok(known) = dunce::canonicalize(known) {
            let rest: PathBuf = path.components().skip(path.components().count() - up).collect();
            return if up == 0 { known } else { known.join(rest) }.to_string_lossy().into_owned();
        }
    }
    path.to_string_lossy().into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_as_far_as_the_path_exists_and_looked_up_once() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let at = |name: &str| top.join(name).to_str().unwrap().to_owned();
        std::fs::create_dir(top.join("real")).unwrap();
        std::os::unix::fs::symlink("real", top.join("link")).unwrap();
        let links = Links::default();
        assert_eq!(links.follow(&at("link/new/a.rs")), at("real/new/a.rs"));
        assert_eq!(links.follow(&at("real/a.rs")), at("real/a.rs"));
        std::fs::remove_file(top.join("link")).unwrap();
        assert_eq!(links.follow(&at("link/new/a.rs")), at("real/new/a.rs"));
        assert_eq!(links.follow(&at("link/b.rs")), at("link/b.rs"));
    }
}
