//! What changed together, out of git's history.
//!
//! `git log`, once, in the indexing process and in no hook (`docs/adr/0004-history-is-read-by-git.md`).

use crate::config::IndexConfig;
use crate::repo::git::Git;
use crate::repo::root::first_line;
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Child;
use std::sync::mpsc;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Options of `git log` that keep it from starting anything and from saying more than names.
const OPTIONS: [&str; 13] = [
    "--no-merges",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-notes",
    "--no-mailmap",
    "--no-color",
    "--no-decorate",
    "--ignore-submodules=all",
    "--name-only",
    "-z",
    "--format=format:%x01%ct",
];

/// How long a program that was killed may take to let go of its output.
const LETTING_GO: Duration = Duration::from_millis(500);

/// What the history tells. Files are numbers of the caller's.
#[derive(Debug, Default, PartialEq)]
pub(super) struct History {
    /// Commits that were counted.
    pub(super) commits: usize,
    /// By file: when it last changed in seconds since 1970, and in how many of the commits.
    pub(super) changed: HashMap<i64, (i64, u32)>,
    /// By two files, the lower number first: in how many commits both changed.
    pub(super) together: HashMap<(i64, i64), u32>,
}

/// What stands for the state of a history: it differs after every commit, checkout and fetch into it. `None` where the
/// folder has no git of its own.
pub(super) fn stamp(root: &Path) -> Option<String> {
    let git = root.join(".git");
    let mut folder = git.clone();
    if !fs::symlink_metadata(&git).ok()?.is_dir() {
        let line = first_line(&git)?;
        folder = root.join(line.strip_prefix("gitdir:")?.trim());
    }
    let facts = ["HEAD", "logs/HEAD", "packed-refs", "shallow"].map(|name| {
        fs::metadata(folder.join(name)).map_or_else(
            |_| "-".to_owned(),
            |facts| {
                let modified = facts.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
                format!("{}.{}", facts.len(), modified.unwrap_or_default().as_nanos())
            },
        )
    });
    Some(facts.join(" "))
}

/// Reads the history of the repository at `root`. The error is for people.
pub(super) fn read(
    root: &Path,
    git: &Git,
    numbers: &IndexConfig,
    id: impl Fn(&str) -> Option<i64>,
) -> Result<History, String> {
    let (output, cut) = log(root, git, numbers)?;
    Ok(parse(&output, cut, numbers, id))
}

/// What `git log` prints, up to the limits of bytes and time, and whether a limit has cut it: the newest commits come first.
fn log(root: &Path, git: &Git, numbers: &IndexConfig) -> Result<(Vec<u8>, bool), String> {
    let mut command = git.command(root);
    command.arg("log").arg(format!("--max-count={}", numbers.commits)).args(OPTIONS);
    let mut child = command.spawn().map_err(|error| format!("git does not start: {error}"))?;
    let Some(stdout) = child.stdout.take() else { return Err("git has no output".to_owned()) };
    let (sender, receiver) = mpsc::channel();
    let bytes = numbers.history_bytes;
    // No scope: what keeps the output open must not keep this process.
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let read = stdout.take(bytes).read_to_end(&mut output);
        let _ = sender.send(read.map(|_| output));
    });
    let began = Instant::now();
    let limit = Duration::from_secs(numbers.history_seconds);
    let read = receiver.recv_timeout(limit).or_else(|_| {
        end(&mut child);
        receiver.recv_timeout(LETTING_GO)
    });
    let output = match read {
        Ok(Ok(output)) => output,
        Ok(Err(error)) => return Err(format!("git's output cannot be read: {error}")),
        Err(_) => return Err("git does not end".to_owned()),
    };
    let cut = began.elapsed() >= limit || u64::try_from(output.len()).is_ok_and(|length| length >= bytes);
    if cut {
        end(&mut child);
    }
    let status = child.wait().map_err(|error| format!("git does not end: {error}"))?;
    if output.is_empty() && !status.success() {
        Err("git cannot read a history here".to_owned())
    } else {
        Ok((output, cut))
    }
}

/// It may have ended by itself in this moment.
fn end(child: &mut Child) {
    let _ = child.kill();
}

/// Counts the commits in an output of `git log`: a header of `\x01` and the time, then the names, all ended by NUL. Of a
/// cut output the last commit is left out, since it may lack names.
fn parse(output: &[u8], cut: bool, numbers: &IndexConfig, id: impl Fn(&str) -> Option<i64>) -> History {
    let mut history = History::default();
    let mut time = None;
    let mut files: Vec<i64> = Vec::new();
    let mut names = 0;
    let mut close = |time: Option<i64>, files: &mut Vec<i64>, names: usize| {
        let Some(time) = time else { return };
        history.commits += 1;
        for file in files.iter() {
            let known = history.changed.entry(*file).or_insert((time, 0));
            known.0 = known.0.max(time);
            if names <= numbers.files_a_commit {
                known.1 += 1;
            }
        }
        if names <= numbers.files_a_commit {
            files.sort_unstable();
            files.dedup();
            for (at, one) in files.iter().enumerate() {
                for other in &files[at + 1..] {
                    *history.together.entry((*one, *other)).or_insert(0) += 1;
                }
            }
        }
    };
    for part in output.split(|byte| *byte == 0) {
        let part = part.strip_prefix(b"\n").unwrap_or(part);
        // A header may stand before the first name, divided by a line break.
        let (header, name) = match part.strip_prefix(b"\x01") {
            Some(rest) => match memchr::memchr(b'\n', rest) {
                Some(end) => (Some(&rest[..end]), &rest[end + 1..]),
                None => (Some(rest), &b""[..]),
            },
            None => (None, part),
        };
        if let Some(header) = header {
            close(time, &mut files, names);
            files.clear();
            names = 0;
            time = std::str::from_utf8(header).ok().and_then(|text| text.trim().parse().ok());
        }
        if !name.is_empty() {
            names += 1;
            files.extend(std::str::from_utf8(name).ok().and_then(&id));
        }
    }
    if !cut {
        close(time, &mut files, names);
    }
    history.together.retain(|_, times| *times >= numbers.min_times);
    history
}

/// What became of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryState {
    /// It was read: so many commits.
    Read(usize),
    /// It has not changed since it was last read.
    Unchanged,
    /// There is none: no repository, or no git on this machine.
    None,
    /// Git would not tell it, or not in time.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["a", "b", "c", "d"];

    /// Reads what git would print and shows the pairs with their counts, and when each file changed.
    #[track_caller]
    fn check(output: &str, cut: bool, pairs: &[(&str, &str, u32)], changed: &[(&str, i64, u32)]) {
        let mut numbers = crate::config::defaults().index;
        numbers.files_a_commit = 3;
        let id = |name: &str| NAMES.iter().position(|known| *known == name).map(|at| i64::try_from(at).unwrap());
        let name = |id: i64| NAMES[usize::try_from(id).unwrap()];
        let history = parse(output.replace('|', "\0").as_bytes(), cut, &numbers, id);
        let mut found: Vec<_> =
            history.together.iter().map(|((one, other), times)| (name(*one), name(*other), *times)).collect();
        found.sort_unstable();
        assert_eq!(found, pairs);
        let mut found: Vec<_> = history.changed.iter().map(|(id, (at, times))| (name(*id), *at, *times)).collect();
        found.sort_unstable();
        assert_eq!(found, changed);
    }

    #[test]
    fn pairs_are_counted_from_the_second_time_on() {
        check(
            "\x019\nb|a|x||\x018\na|b|c||\x017\nc|",
            false,
            &[("a", "b", 2)],
            &[("a", 9, 2), ("b", 9, 2), ("c", 8, 2)],
        );
        check("", false, &[], &[]);
        check("\x019||\x018\na|", false, &[], &[("a", 8, 1)]);
    }

    #[test]
    fn a_commit_of_many_files_pairs_none() {
        check("\x019\na|b|c|d||\x018\na|b|c|x|", false, &[], &[("a", 9, 0), ("b", 9, 0), ("c", 9, 0), ("d", 9, 0)]);
    }

    #[test]
    fn the_last_commit_of_a_cut_output_is_left_out() {
        check("\x019\na|b||\x018\na|b||\x017\na|c", true, &[("a", "b", 2)], &[("a", 9, 2), ("b", 9, 2)]);
    }
}
