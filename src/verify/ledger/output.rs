//! What the output of a command tells of commits, pushes and numbers.

use crate::domain::{Commit, RunResult};
use crate::text::{clip, secret, shell};

/// Characters of a commit's subject that are kept.
const SUBJECT: usize = 80;
/// Bytes of the longest line that is taken for a summary.
const LONGEST_SUMMARY: usize = 200;
/// Characters of the shortest abbreviated hash that git prints.
const SHORTEST_HASH: usize = 7;
/// Characters of a whole one.
const WHOLE_HASH: usize = 40;

/// "[main 1a2b3c4] Fix the parser", "[main (root-commit) 1a2b3c4] Begin": the last such line.
pub(super) fn commit(output: &str) -> Option<Commit> {
    output.lines().rev().find_map(|line| {
        let (head, subject) = line.trim().strip_prefix('[')?.split_once("] ")?;
        let (branch, hash) = head.rsplit_once(' ')?;
        let branch = branch.split(" (").next().unwrap_or(branch);
        is_hash(hash).then(|| Commit {
            hash: hash.to_owned(),
            branch: clip::head(branch, SUBJECT).to_owned(),
            subject: clip::head(&secret::redacted(subject.trim()), SUBJECT).to_owned(),
        })
    })
}

/// How a run ended by what its line printed of it: `pytest; echo "exit $?"`, `pytest || echo FAILED`. What is printed must be said of the
/// run itself, and be the last thing that the line does.
pub(super) fn printed_code(command: &str, output: &str) -> Option<RunResult> {
    let last = output.trim_end().lines().next_back()?.trim();
    let is_run = |part: &str| {
        let part = part.rsplit([';', '\n']).next().unwrap_or(part);
        let part = part.rsplit("&&").next().unwrap_or(part);
        !part.contains('|') && !shell::kinds_of(part.split_whitespace()).is_empty()
    };
    if let Some((run, behind)) = command.rsplit_once("||")
        && let Some(word) = behind.trim().strip_prefix("echo ")
    {
        let word = word.trim().trim_matches(['"', '\'']);
        let lower = word.to_ascii_lowercase();
        let bad = ["broke", "error", "fail", "red"].iter().any(|stem| lower.contains(stem));
        return (bad && last == word && is_run(run)).then_some(RunResult::Failed);
    }
    let (run, echo) = command.trim_end().trim_end_matches(';').rsplit_once(';')?;
    let echo = echo.trim();
    if !echo.starts_with("echo ") || !(echo.contains("$?") || echo.contains("PIPESTATUS")) || !is_run(run) {
        return None;
    }
    let told = last.to_ascii_lowercase();
    let code = told.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let said = told[..told.len() - code.len()].split(|sign: char| !sign.is_alphanumeric());
    let only = said
        .filter(|word| !word.is_empty())
        .all(|word| matches!(word, "code" | "exit" | "exited" | "rc" | "ret" | "return" | "status"));
    let code: u32 = code.parse().ok().filter(|_| only)?;
    Some(if code == 0 { RunResult::Passed } else { RunResult::Failed })
}

/// True for what git prints as the name of a commit.
pub(crate) fn is_hash(word: &str) -> bool {
    (SHORTEST_HASH..=WHOLE_HASH).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// The hashes in an output, each once, `max` of them at most.
pub(super) fn hashes(output: &str, max: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in output.split(|c: char| !c.is_ascii_alphanumeric()) {
        if found.len() < max && is_hash(word) && !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// The numbers in an output, each once, `max` of them at most; what stands inside of a word or a version is none.
pub(super) fn figures(output: &str, max: usize) -> Vec<u32> {
    let mut found = Vec::new();
    for word in output.split(|c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | ',' | '/' | ':' | '[' | ']' | '"' | '{' | '}' | '=')
    }) {
        let word = word.trim_start_matches('#').trim_end_matches(['.', ';', '%']);
        if found.len() >= max {
            break;
        }
        if let Ok(number) = word.parse::<u32>()
            && !found.contains(&number)
        {
            found.push(number);
        }
    }
    found
}

/// True where one line counts what went well and what did not, or the tests themselves: the summary of a runner, whichever it is.
pub(super) fn counts_runs(output: &str) -> bool {
    let counted = |line: &str, words: &[&str]| {
        let mut before = "";
        line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).any(|word| {
            let hit = is_number(before) && words.iter().any(|known| word.starts_with(known));
            before = word;
            hit
        })
    };
    output.lines().filter(|line| line.len() < LONGEST_SUMMARY && line.bytes().any(|byte| byte.is_ascii_digit())).any(
        |line| {
            let lower = line.to_ascii_lowercase();
            let well = counted(&lower, &["ok", "pass", "success", "succeeded"]);
            well && counted(&lower, &["case", "error", "example", "fail", "spec", "test"])
        },
    )
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// True when the output says that nothing was committed.
pub(super) fn refuses_commit(output: &str) -> bool {
    ["nothing to commit", "nothing added to commit", "no changes added to commit", "Aborting commit"]
        .iter()
        .any(|words| output.contains(words))
}

/// True when the output says that nothing was pushed.
pub(super) fn refuses_push(output: &str) -> bool {
    ["[rejected]", "[remote rejected]", "error: failed to push", "fatal: "].iter().any(|words| output.contains(words))
}

/// What git, or the place that is pushed to, says of a push that did not work, in lower case.
#[rustfmt::skip]
const PUSH_FAULTS: [&str; 11] = [
    "[rejected]", "[remote rejected]", "authentication failed", "could not read from remote repository", "could not read username",
    "does not appear to be a git repository", "failed to push", "has no upstream branch", "no configured push destination",
    "repository not found", "unable to access",
];

/// True for words that tell of a push that did not work: nothing else says them.
pub(in crate::verify) fn is_push_fault(words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    PUSH_FAULTS.iter().any(|fault| lower.contains(fault))
}

/// The line by which git says that it did not do what it was to.
pub(super) fn git_fault(output: &str) -> Option<&str> {
    let fault = |line: &&str| ["fatal: ", "error: ", "! ["].iter().any(|begin| line.starts_with(begin));
    output.lines().map(str::trim).find(fault)
}

/// True for the output of a runner of tests that found none to run.
pub(super) fn ran_no_test(output: &str) -> bool {
    // Go says "[no test files]" of each package that has none, beside those that it tests.
    const NOTHING: [&str; 7] = [
        "0 tests collected",
        "collected 0 items",
        "error: file or directory not found",
        "no test files found",
        "no tests found",
        "no tests ran",
        " deselected",
    ];
    let lower = output.to_ascii_lowercase();
    NOTHING.iter().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let found = commit(line).map(|commit| format!("{} {} {}", commit.branch, commit.hash, commit.subject));
        assert_eq!(found.unwrap_or_default(), expected, "{line}");
    }

    #[test]
    fn a_commit_is_read_from_its_line() {
        check("[main 1a2b3c4] Fix the parser\n 1 file changed", "main 1a2b3c4 Fix the parser");
        check("[feat/x (root-commit) 1a2b3c4] Begin", "feat/x 1a2b3c4 Begin");
        check("[detached HEAD 1a2b3c4] x", "detached HEAD 1a2b3c4 x");
        check("[main 1a2b3c4] Use API_TOKEN=hunter2secretx9", "main 1a2b3c4 Use API_TOKEN=REDACTED");
        check("[lint] ERROR task failed", "");
        check("", "");
    }

    #[test]
    fn a_line_prints_how_its_run_ended() {
        for (command, output, told) in [
            ("pytest -q; echo exit $?", "1 failed\nexit 1", Some(RunResult::Failed)),
            ("pytest -q; echo \"rc=$?\"", "...\nrc=0", Some(RunResult::Passed)),
            ("pytest || echo FAILED", "...\nFAILED", Some(RunResult::Failed)),
            ("pytest || echo FAILED", "3 passed", None),
            ("pytest; echo done", "done", None),
            ("cargo test 2>&1 | grep FAILED || echo \"all ok\"", "all ok", None),
            ("eslint . | grep -i error || echo clean", "clean", None),
            ("pytest -q > /tmp/log; grep ERROR /tmp/log; echo $?", "1", None),
            ("npm test; git diff --quiet; echo $?", "1", None),
            ("npm test; echo \"exit $?\"; wc -l < /tmp/l", "12", None),
            ("pytest; echo exit $?", "3 tests in 4s", None),
        ] {
            assert_eq!(printed_code(command, output), told, "{command}: {output}");
        }
    }

    #[test]
    fn a_summary_counts_what_went_well_beside_the_rest() {
        for line in [
            "5 successes / 0 failures / 0 errors",
            "23 tests, 23 ok",
            "checked: 4 passed, 1 failed",
            "OK 12 specs 12 passed",
        ] {
            assert!(counts_runs(&format!("begin\n{line}\n")), "{line}");
        }
        for line in ["4 files changed", "200 OK", "3 errors in 2 files", "the 2nd pass of 3 tests", ""] {
            assert!(!counts_runs(line), "{line}");
        }
    }

    #[test]
    fn git_says_why_it_did_not_push() {
        let told = |output: &str| git_fault(output).map(|line| (line.to_owned(), is_push_fault(line)));
        let fault = |line: &str, of_push| Some((line.to_owned(), of_push));
        let output = "Exit code 128\nfatal: No configured push destination.\nEither specify the URL";
        assert_eq!(told(output), fault("fatal: No configured push destination.", true));
        let output = "To x\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs";
        assert_eq!(told(output), fault("! [rejected]        main -> main (fetch first)", true));
        assert_eq!(told("error: pathspec 'x' did not match"), fault("error: pathspec 'x' did not match", false));
        assert_eq!(told("[main 1a2b3c4] a fatal: error"), None);
    }

    #[test]
    fn hashes_and_figures() {
        assert_eq!(hashes("abc1234..def5678 main -> main 20260101", 8), ["abc1234", "def5678", "20260101"]);
        assert_eq!(hashes("1a2b3c4 1a2b3c4 deadbeef", 8), ["1a2b3c4"]);
        assert_eq!(figures("37 files changed, 223 insertions(+), #754 v1.2.3 12%", 8), [37, 223, 754, 12]);
    }
}
