//! Which commands begin a branch: `git checkout -b x`, `git branch x`, `git worktree add ../x`.
//!
//! Owns every spelling of it. Whoever names one of them means the others, too (`meant`).

use super::command::plain_name;

/// Flags of `git` itself with a value behind them.
const VALUED: [&str; 4] = ["--git-dir", "--work-tree", "-C", "-c"];

/// Flags with which `git branch` lists branches, or changes those that are there.
#[rustfmt::skip]
const OF_OTHERS: [&str; 20] = [
    "--all", "--contains", "--delete", "--edit-description", "--list", "--merged", "--move", "--no-contains", "--no-merged", "--points-at",
    "--remotes", "--set-upstream-to", "--show-current", "--unset-upstream", "--verbose", "-D", "-M", "-d", "-m", "-u",
];

/// True for a simple command that begins a branch. `git branch` alone lists them.
pub(super) fn begins_a_branch<W: AsRef<str>>(command: &[W]) -> bool {
    let words: Vec<&str> = command.iter().map(AsRef::as_ref).collect();
    let git = words.first().is_some_and(|program| matches!(plain_name(program), "git" | "hub"));
    let verb = (1..words.len()).find(|at| !words[*at].starts_with('-') && !VALUED.contains(&words[*at - 1]));
    let Some(verb) = verb.filter(|_| git) else { return false };
    // Behind `--` stand files.
    let behind: Vec<&str> = words[verb + 1..].iter().copied().take_while(|word| *word != "--").collect();
    let short = |letters: &str| {
        let flags = behind.iter().filter_map(|word| word.strip_prefix('-')).filter(|rest| !rest.starts_with('-'));
        flags.into_iter().any(|rest| rest.contains(|letter| letters.contains(letter)))
    };
    let long = |flags: &[&str]| behind.iter().any(|word| flags.contains(&word.split('=').next().unwrap_or(word)));
    let operands = || behind.iter().filter(|word| !word.starts_with('-')).count();
    match words[verb] {
        "checkout" => short("bB") || long(&["--orphan"]),
        "switch" => short("cC") || long(&["--create", "--force-create", "--orphan"]),
        "branch" => operands() > 0 && !long(&OF_OTHERS) && !short("alrv"),
        // `git worktree add ../x` begins the branch x, `git worktree add ../x main` takes one that is there.
        "worktree" if behind.first() == Some(&"add") => {
            short("bB") || operands() == 2 && !long(&["--detach"]) && !short("d")
        }
        "stash" => behind.first() == Some(&"branch"),
        "flow" => behind.get(1) == Some(&"start"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_begins_under_many_spellings() {
        let begins = |command: &str| begins_a_branch(&command.split(' ').collect::<Vec<_>>());
        for command in [
            "git checkout -b x",
            "git checkout -B x",
            "git checkout -qb x",
            "git checkout --orphan x",
            "git switch -c x",
            "git switch -C x main",
            "git switch --create=x",
            "git branch x",
            "git branch -f x HEAD~2",
            "git -C ../web branch x",
            "git branch --track x origin/x",
            "git worktree add ../x",
            "git worktree add -b x ../w",
            "git stash branch x",
            "git flow feature start x",
            "hub checkout -b x",
        ] {
            assert!(begins(command), "{command}");
        }
        for command in [
            "git checkout x",
            "git checkout -- -b",
            "git switch main",
            "git switch -",
            "git branch",
            "git branch -d x",
            "git branch -D x",
            "git branch -m x y",
            "git branch -a",
            "git branch -vv",
            "git branch --list x*",
            "git branch --contains HEAD",
            "git branch -u origin/x",
            "git worktree list",
            "git worktree add ../x main",
            "git worktree add --detach ../x",
            "git stash",
            "git commit -b",
            "ls -b",
        ] {
            assert!(!begins(command), "{command}");
        }
    }
}
