//! Whether an entry of `scope.protect` names a place that no file of the project can have, or looks as if it did.
//!
//! Owns the reading of the entry alone. A `/` at its beginning is the project's root, so that `/etc/` is a folder of the project, and the
//! machine's may have been meant.

/// Folders at the top of a machine, on Linux and macOS.
const TOPMOST: [&str; 17] = [
    "Applications",
    "System",
    "Users",
    "Volumes",
    "boot",
    "etc",
    "home",
    "mnt",
    "nix",
    "opt",
    "private",
    "proc",
    "root",
    "sys",
    "tmp",
    "usr",
    "var",
];

/// How a home folder is written.
const HOMES: [&str; 4] = ["~", "$HOME", "${HOME}", "%USERPROFILE%"];

/// True for a place beyond the project: above it, in a home folder, or on a drive.
pub(super) fn lies_outside(entry: &str) -> bool {
    let first = entry.split(['/', '\\']).next().unwrap_or_default();
    let climbs = entry.split(['/', '\\']).any(|part| part == "..");
    let on_drive = matches!(first.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
    climbs || on_drive || HOMES.contains(&first)
}

/// The place in the project that an entry means which may have been meant for the machine's own: `etc/hosts` for `/etc/hosts`.
pub(super) fn read_from_the_root(entry: &str) -> Option<&str> {
    let inside = entry.strip_prefix('/')?;
    inside.split('/').next().is_some_and(|part| TOPMOST.contains(&part)).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beyond_the_project_is_known_by_its_words() {
        let outside = ["../x/", "..", "a/../../b", "~", "~/y/", "$HOME/.ssh/**", "C:\\code", "c:/code/**", "..\\x"];
        let inside = [
            "migrations/",
            "**/*.lock",
            "/legacy/",
            "/",
            "./",
            "etc/hosts",
            "home/",
            "./etc/",
            "~backup/",
            "a..b/",
            "..env",
            "c:x",
            "docs/~/a",
            "/src/**",
            "/bin/",
            "/etc/hosts",
            "",
        ];
        for entry in outside {
            assert!(lies_outside(entry), "{entry}");
        }
        for entry in inside {
            assert!(!lies_outside(entry), "{entry}");
        }
    }

    #[test]
    fn what_may_be_the_machines_is_known_by_its_first_folder() {
        for (entry, inside) in [("/etc/hosts", "etc/hosts"), ("/var/", "var/"), ("/Users/u/p", "Users/u/p")] {
            assert_eq!(read_from_the_root(entry), Some(inside));
        }
        for entry in ["etc/hosts", "/legacy/", "/bin/", "/etcetera/", "./etc/", "/"] {
            assert_eq!(read_from_the_root(entry), None, "{entry}");
        }
    }
}
