//! Whether an entry of `scope.protect` names a place that no file of the project can have.
//!
//! Owns the reading of the entry alone. A `/` at its beginning is the project's root, so that the folders at the top of a machine tell
//! which of the two roots is meant.

/// Folders at the top of a machine, on Linux and macOS, that people mean when they write a `/` in front. What projects call theirs as
/// well, `/bin/` or `/lib/`, is read as the project's.
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

/// True for a place beyond the project: above it, in a home folder, on a drive, or at the top of the machine.
pub(super) fn lies_outside(entry: &str) -> bool {
    let mut parts = entry.split(['/', '\\']);
    let first = parts.next().unwrap_or_default();
    let climbs = entry.split(['/', '\\']).any(|part| part == "..");
    let on_drive = matches!(first.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
    let topmost = entry.starts_with('/') && parts.next().is_some_and(|part| TOPMOST.contains(&part));
    climbs || on_drive || topmost || HOMES.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beyond_the_project_is_known_by_its_words() {
        let outside = [
            "/etc/hosts",
            "/etc/",
            "/etc/**",
            "/home/u/p/src",
            "/Users/u/p",
            "/usr/**",
            "../x/",
            "..",
            "a/../../b",
            "~",
            "~/y/",
            "$HOME/.ssh/**",
            "C:\\work",
            "c:/work/**",
            "..\\x",
        ];
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
            "",
        ];
        for entry in outside {
            assert!(lies_outside(entry), "{entry}");
        }
        for entry in inside {
            assert!(!lies_outside(entry), "{entry}");
        }
    }
}
