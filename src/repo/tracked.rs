//! Whether git tracks a file.
//!
//! Asked by hand alone: it takes a process. Where git cannot tell, the file counts as tracked: what asks here leaves such files to those
//! who share them.

use super::git::Git;
use std::path::Path;
use std::process::Stdio;

/// What `git ls-files --error-unmatch` ends with for a file that is not in the index.
const UNKNOWN: i32 = 1;

/// True where `file`, or what it leads to behind links, is in the index of the repository that it lies in.
pub fn is_tracked(git: Option<&Git>, file: &Path) -> bool {
    let real = dunce::canonicalize(file).ok().filter(|real| real != file);
    in_index(git, file) || real.is_some_and(|real| in_index(git, &real))
}

fn in_index(git: Option<&Git>, file: &Path) -> bool {
    let Some(root) = file.ancestors().skip(1).find(|folder| folder.join(".git").exists()) else { return false };
    let Ok(name) = file.strip_prefix(root) else { return false };
    let Some(git) = git else { return true };
    let mut command = git.command(root);
    command.args(["ls-files", "--error-unmatch", "--"]).arg(name).stdout(Stdio::null());
    command.status().map_or(true, |status| status.code() != Some(UNKNOWN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn without_git_what_lies_in_a_repository_counts_as_tracked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p/settings.json");
        fs::create_dir_all(folder.path().join("p")).unwrap();
        fs::write(&file, "{}").unwrap();
        assert!(!is_tracked(None, &file));
        fs::create_dir(folder.path().join("p/.git")).unwrap();
        assert!(is_tracked(None, &file));
    }
}
