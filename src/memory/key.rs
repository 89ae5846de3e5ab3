//! What a call is about where that is known exactly: the tool, the command without what stands around it, the file.
//!
//! Two texts with different keys are never one thing; a coming call is compared with nothing but its key.

use crate::domain::{Action, ActionKind, Root};
use crate::text::path;
use crate::text::shell::{self, Gist};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a key that are kept as they are; of a longer one its beginning and a hash of it all.
const MAX: usize = 160;

/// The key of a call; `None` for one that nothing names: a look at a file, a question, a search. `gist` is what a shell action is
/// about.
pub fn of_action(root: &Root, action: &Action, gist: &Gist) -> Option<String> {
    match action.kind {
        ActionKind::Bash => of_gist(gist),
        ActionKind::Edit | ActionKind::Write | ActionKind::Delete => {
            let file = action.effects.first()?;
            let place = path::resolve(root, action.cwd.as_deref(), &file.path);
            Some(capped(format!("edit {}", place.shown())))
        }
        _ => None,
    }
}

/// The key of a command line as it is typed; `None` where it is no command.
pub fn of_line(line: &str) -> Option<String> {
    of_gist(&shell::gist(&shell::read(line)))
}

fn of_gist(gist: &Gist) -> Option<String> {
    let words = gist.words.trim();
    // `rtk npm test` fails where `npm test` does not. All other wrappers (`sudo`, `env`, `timeout`) leave the command what it is.
    let front = &gist.through;
    let key = || if front.is_empty() { format!("bash {words}") } else { format!("bash {} {words}", front.join(" ")) };
    (!words.is_empty() && !gist.views).then(|| capped(key()))
}

fn capped(key: String) -> String {
    if key.len() <= MAX {
        return key;
    }
    let hash = xxh3_64(key.as_bytes());
    let end = (0..=MAX).rev().find(|end| key.is_char_boundary(*end)).unwrap_or(0);
    format!("{}#{hash:016x}", &key[..end])
}

/// What stands for a key in the list that hooks look into: one number a project and key.
pub fn identity(project: &str, key: &str) -> i64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(key.as_bytes(), xxh3_64(project.as_bytes())).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(of_line(line).as_deref(), expected, "{line}");
    }

    #[test]
    fn a_command_is_known_by_what_it_runs() {
        check("npm test", Some("bash npm test"));
        check("cd web && CI=1 npm test 2>&1 | tail -20", Some("bash npm test"));
        check("cd web && CI=1 rtk npm test 2>&1", Some("bash rtk npm test"));
        for same in [
            "sudo npm test",
            "sudo -u www-data -E npm test",
            "bash -c 'npm test'",
            "sh -c \"cd web && npm test\"",
            "env A=1 npm test",
            "env -u HOME -- npm test",
            "timeout -s KILL 5 npm test",
            "sudo timeout 5 bash -lc 'npm test 2>&1 | tail -3'",
            "nohup nice -n 10 npm test &",
            "eval 'npm test'",
            "(npm test)",
        ] {
            check(same, Some("bash npm test"));
        }
        check("bash run.sh", Some("bash bash run.sh"));
        check("bash -c \"$CMD\"", Some("bash bash -c $CMD"));
        check("ssh host 'npm test'", Some("bash ssh host npm test"));
        check("sudo -u bob rtk npm test", Some("bash rtk npm test"));
        // A subcommand of its own makes it another way.
        check("rtk test npm test", Some("bash rtk test npm test"));
        check("timeout 60 npm test", Some("bash npm test"));
        check("git push --force origin main", Some("bash git push --force origin main"));
        check("git push --force origin next", Some("bash git push --force origin next"));
        check("cat a.txt | grep x", None);
        check("", None);
    }

    #[test]
    fn a_long_key_keeps_its_beginning_and_stays_itself() {
        let (one, other) = (format!("run {}a", "é".repeat(200)), format!("run {}b", "é".repeat(200)));
        let (one, other) = (of_line(&one).unwrap(), of_line(&other).unwrap());
        assert!(one.len() < 200 && one.starts_with("bash run é"));
        assert_ne!(one, other);
        assert_ne!(identity("/p", "bash a"), identity("/q", "bash a"));
    }
}
