//! Folders and files that only their owner may read: the one place that says how they are made.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Creates `folder` and what is missing above it, readable by nobody else. One that is there keeps its mode.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// How a file is opened that, where it is made by it, nobody else may read. One that is there keeps its mode.
pub fn file_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn what_is_made_is_its_owners_alone_and_what_is_there_keeps_its_mode() {
        use super::{file_options, make_folder};
        use std::os::unix::fs::PermissionsExt;
        let base = tempfile::tempdir().unwrap();
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (above, folder) = (base.path().join("a"), base.path().join("a/b"));
        let file = folder.join("f");
        let make = || {
            make_folder(&folder).unwrap();
            file_options().append(true).create(true).open(&file).unwrap();
        };
        make();
        assert_eq!((mode(&above), mode(&folder), mode(&file)), (0o700, 0o700, 0o600));
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        make();
        assert_eq!((mode(&folder), mode(&file)), (0o755, 0o640));
    }
}
