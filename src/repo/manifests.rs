//! Which packages the manifests of a repository list.

use crate::domain::FileList;
use crate::text::dependency;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Manifests that are read; a repository of many packages has most of their names in the first.
const MAX_MANIFESTS: usize = 64;
/// Bytes of one that are read.
const MAX_BYTES: u64 = 256 * 1024;

/// True where a manifest of the repository names the package, and where it has none yet: who begins a project needs some. A manifest
/// that cannot be read names none.
pub fn lists_package(root: &Path, files: &FileList, name: &str) -> bool {
    let mut manifests = files.paths().filter(|file| dependency::is_manifest(file)).take(MAX_MANIFESTS).peekable();
    manifests.peek().is_none()
        || manifests.any(|file| {
            let mut text = Vec::new();
            let read = File::open(root.join(file)).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text));
            read.is_ok() && dependency::names(&String::from_utf8_lossy(&text), name)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_package_is_listed_by_any_manifest() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("web")).unwrap();
        fs::write(root.path().join("web/package.json"), r#"{"dependencies": {"@types/node": "^20", "zod-form": "1"}}"#)
            .unwrap();
        fs::write(root.path().join("requirements.txt"), "httpx==0.27\n").unwrap();
        fs::write(root.path().join("notes.txt"), "axios\n").unwrap();
        let paths = ["notes.txt", "requirements.txt", "web/package.json", "gone/Cargo.toml"];
        let files = FileList::new(paths.map(str::to_owned).into(), false);
        for (name, listed) in [("httpx", true), ("@types/node", true), ("zod", false), ("axios", false)] {
            assert_eq!(lists_package(root.path(), &files, name), listed, "{name}");
        }
    }
}
