//! Whether a command is the one that some words name: "git push --force" is meant by `git push origin main -f`, too.
//!
//! Owns the comparison of a simple command with the words by which people speak of one. Flags may stand anywhere, have a short form
//! or a longer name, and a branch is pushed under many spellings.

use super::branch::begins_a_branch;
use super::command::plain_name;
use super::table_interpreters::runs_a_file;
use super::telling::does_nothing;
use crate::text::path::ends_in;

/// What people write for a subcommand: program, short form, name.
const SHORT: [(&str, &str, &str); 8] = [
    ("bun", "i", "install"),
    ("cargo", "b", "build"),
    ("cargo", "r", "run"),
    ("cargo", "t", "test"),
    ("npm", "i", "install"),
    ("npm", "t", "test"),
    ("pnpm", "i", "install"),
    ("pnpm", "t", "test"),
];

/// Programs that take all words of another one, and pass them on to it.
const PASSING_ON: [(&str, &str); 1] = [("hub", "git")];

/// Commands that do what another one is named for, by the words with which they begin.
const ALSO: [(&str, &str); 3] =
    [("git push", "git lfs push"), ("git push", "git subtree push"), ("git push", "jj git push")];

/// True when `command`, the words of one simple command as [`super::Reading::commands`] lists them, is what `words` say, or that with
/// more behind it. Words that are no flags stand in this order right behind the program, flags anywhere. A command that only
/// tells what it would do, or gives up what was begun, is none.
pub fn is_meant_by(command: &[String], words: &str) -> bool {
    let also = ALSO.iter().filter(|(named, _)| *named == words.trim());
    also.chain(&[(words, words)]).any(|(_, words)| is_it(command, words))
}

fn is_it(command: &[String], words: &str) -> bool {
    let (Some(program), mut wanted) = (command.first(), words.split_whitespace()) else { return false };
    let Some(first) = wanted.next() else { return false };
    let script = first.contains(['/', '.']) && wanted.clone().next().is_none();
    // Asked first: most commands are of another program, and tables are long.
    let passes_on = |program: &str| PASSING_ON.contains(&(program, first));
    let named = first == program || first == plain_name(program) || passes_on(plain_name(program));
    if !script && !named || does_nothing(command) {
        return false;
    }
    if script {
        return runs_script(command, first);
    }
    let wanted: Vec<&str> = wanted.collect();
    if first == "git" && begins_a_branch(&words.split_whitespace().collect::<Vec<_>>()) {
        return begins_a_branch(command);
    }
    let (flags, plain): (Vec<&str>, Vec<&str>) = wanted.iter().partition(|word| is_flag(word));
    let given: Vec<&str> = command[1..].iter().map(String::as_str).collect();
    let said: Vec<&str> = given.iter().copied().filter(|word| !is_flag(word)).collect();
    let pushes = first == "git" && said.first() == Some(&"push");
    let named = match plain[..] {
        // A flag with a value may stand before the remote.
        ["push", _, branch] if first == "git" => pushes && pushes_to(&given, branch),
        _ => {
            let alike = |at: usize, have: &str| {
                plain[at] == have || at == 0 && in_full(first, plain[at]) == in_full(first, have)
            };
            // What stands behind a flag may be its value: `kubectl -n prod apply`, `docker compose -f x.yml up`.
            let valued = |at: usize| at > 0 && is_flag(given[at - 1]) && !given[at - 1].contains('=');
            let mut met = 0;
            for (at, have) in given.iter().enumerate().filter(|(_, word)| !is_flag(word)) {
                if met == plain.len() || !alike(met, have) && !valued(at) {
                    break;
                }
                met += usize::from(alike(met, have));
            }
            met == plain.len()
        }
    };
    named
        && flags.iter().all(|flag| match *flag {
            "--force" | "-f" if pushes => given.iter().any(|word| forces(word)),
            flag if flag.starts_with("--") => given.iter().any(|word| has_long(word, flag)),
            // `rm -r -f` is `rm -rf`.
            flag => flag[1..].chars().all(|letter| given.iter().any(|word| has_short(word, letter))),
        })
}

/// The name of a subcommand that has a short form.
fn in_full<'w>(program: &str, word: &'w str) -> &'w str {
    SHORT.iter().find(|(of, short, _)| *of == program && *short == word).map_or(word, |(.., name)| name)
}

/// Any way to push by force: `--force`, `--force-with-lease=x`, `-uf`, `+main`.
fn forces(word: &str) -> bool {
    word.starts_with('+') || word.starts_with("--force") || has_short(word, 'f')
}

/// `--rebase=merges` is `--rebase`, `--rebase=false` is not.
fn has_long(word: &str, flag: &str) -> bool {
    let refused = |value: &str| matches!(value, "=0" | "=false" | "=no");
    word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('=') && !refused(rest))
}

/// True where a command is given an option that was spelled out with its name: `--no-verify`, for which a commit also takes `-n`.
pub fn has_option(command: &[String], option: &str) -> bool {
    let short = match (command.first().map(String::as_str), command.get(1).map(String::as_str), option) {
        (Some("git"), Some("commit"), "--no-verify") => Some('n'),
        (Some("git"), Some("push"), "--force") => Some('f'),
        _ => None,
    };
    // What `-m` takes may stand right behind it: `-nm x`, and not `-mn`.
    let letters = |word: &str| word.split('m').next().unwrap_or_default().to_owned();
    let given = |word: &String| has_long(word, option) || short.is_some_and(|short| has_short(&letters(word), short));
    option.starts_with("--") && command.iter().skip(1).any(given)
}

fn has_short(word: &str, letter: char) -> bool {
    word.strip_prefix('-').is_some_and(|rest| !rest.starts_with('-') && rest.contains(letter))
}

/// True where a script runs, by itself or through an interpreter, from its folder or another one.
fn runs_script(command: &[String], script: &str) -> bool {
    let mut words = command.iter().map(String::as_str);
    let program = words.next().unwrap_or_default();
    let by_runner = runs_a_file(plain_name(program));
    // `bun run x.ts`; "./test" is not the shell's own `test`.
    let run = if by_runner { words.find(|word| !is_flag(word) && *word != "run") } else { Some(program) };
    let run = run.filter(|run| by_runner || run.contains('/') || !script.contains('/')).unwrap_or_default();
    let (run, script) = (run.trim_start_matches("./"), script.trim_start_matches("./"));
    !run.is_empty() && (run == script || ends_in(run, script) || ends_in(script, run))
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1
}

/// True for a push that reaches the branch under any spelling: `main`, `HEAD:main`, `+x:refs/heads/main`, `--all`.
fn pushes_to(given: &[&str], branch: &str) -> bool {
    given.iter().any(|word| {
        let to = word.trim_start_matches('+');
        let to = to.rsplit_once(':').map_or(to, |(_, to)| to);
        matches!(*word, "--all" | "--mirror") || to.strip_prefix("refs/heads/").unwrap_or(to) == branch
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;

    fn meant(command: &str, words: &str) -> bool {
        is_meant_by(&bare_words(command), words)
    }

    #[test]
    fn who_lists_tags_makes_none() {
        for listing in ["git tag", "git tag -l", "git tag --list v2.*", "git tag -n5", "git tag --contains HEAD"] {
            assert!(!meant(listing, "git tag"), "{listing}");
        }
        for making in ["git tag v1", "git tag -a v1 -m x", "git tag -d v1"] {
            assert!(meant(making, "git tag"), "{making}");
        }
    }

    #[test]
    fn flags_stand_anywhere_and_have_many_spellings() {
        for command in [
            "git push --force",
            "git push origin main --force",
            "git push -f",
            "git push -uf origin main",
            "git push --force-with-lease origin x",
            "git push --force-with-lease=x",
            "git push origin +main",
            "/usr/bin/git push --force",
        ] {
            for words in ["git push --force", "git push -f"] {
                assert!(meant(command, words), "{command}");
            }
        }
        for command in ["git push", "git push -u origin main", "git push --follow-tags", "git fetch --force"] {
            assert!(!meant(command, "git push --force") && !meant(command, "git push -f"), "{command}");
        }
        assert!(
            meant("bash scripts/deploy.sh -n", "scripts/deploy.sh")
                && !meant("bash -n scripts/deploy.sh", "scripts/deploy.sh")
        );
        assert!(!meant("jest --listTests", "jest") && meant("jest src", "jest"));
        assert!(!meant("git stash list", "git stash") && meant("git stash", "git stash"));
        assert!(!meant("kubectl apply --dry-run=client -f x", "kubectl apply") && !meant("pip list", "pip"));
        assert!(!meant("git commit -m --amend", "git commit --dry-run") && meant("git commit -m --help", "git commit"));
        assert!(meant("git commit -m x --amend", "git commit --amend"));
        assert!(!meant("git commit -m x", "git commit --amend"));
        assert!(meant("git pull --rebase", "git pull --rebase") && meant("rm -r -f x", "rm -rf"));
        assert!(!meant("git pull --rebase=false", "git pull --rebase") && !meant("rm -r x", "rm -rf"));
        assert!(!meant("npm install --save-dev x", "npm install --save") && !meant("git rebase --abort", "git rebase"));
    }

    #[test]
    fn a_flag_may_have_its_value_before_the_command() {
        for (command, words) in [
            ("kubectl -n prod apply -f x.yml", "kubectl apply"),
            ("docker compose -f x.yml up", "docker compose up"),
            ("aws --profile p deploy", "aws deploy"),
            ("helm upgrade web ./chart --version 1.2.3", "helm upgrade"),
            ("docker run -h web x", "docker run"),
            ("npm.cmd install", "npm install"),
        ] {
            assert!(meant(command, words), "{command}");
        }
        for (command, words) in [
            ("kubectl get -n apply", "kubectl apply"),
            ("kubectl --help apply", "kubectl apply"),
            ("kubectl get pods apply", "kubectl apply"),
            ("helm upgrade --help", "helm upgrade"),
            ("npm run build --workspace install", "npm install"),
        ] {
            assert!(!meant(command, words), "{command}");
        }
    }

    #[test]
    fn a_branch_is_pushed_under_many_spellings() {
        for command in [
            "git push origin main",
            "git push -u origin main",
            "git push origin HEAD:main",
            "git push upstream +x:refs/heads/main",
            "git push --all",
        ] {
            assert!(meant(command, "git push origin main"), "{command}");
        }
        for command in ["git push", "git push origin feature", "git push origin main:x", "git pull origin main"] {
            assert!(!meant(command, "git push origin main"), "{command}");
        }
    }

    #[test]
    fn a_script_runs_under_many_names() {
        for command in [
            "scripts/deploy.sh",
            "./scripts/deploy.sh --fast",
            "bash -e scripts/deploy.sh",
            "/home/u/shop/scripts/deploy.sh",
            "./deploy.sh",
            "python3 scripts/deploy.sh",
            "bun run scripts/deploy.sh",
        ] {
            assert!(meant(command, "scripts/deploy.sh"), "{command}");
        }
        for command in ["cat scripts/deploy.sh", "bash scripts/other.sh", "deploy", "./ploy.sh", "bash", "y.sh"] {
            assert!(!meant(command, "scripts/deploy.sh"), "{command}");
        }
        assert!(!meant("test -f x", "./test") && meant("./test -f x", "./test"));
    }

    #[test]
    fn the_words_of_a_command_come_first_and_in_order() {
        for command in ["npm install", "npm i zod", "npm install --silent zod", "npm --silent install"] {
            assert!(meant(command, "npm install"), "{command}");
        }
        for command in ["npm run install", "npm", "npx install", "npm install --dry-run", "i npm"] {
            assert!(!meant(command, "npm install"), "{command}");
        }
        assert!(meant("npm i", "npm i") && meant("npm install", "npm i"));
        assert!(meant("cargo t", "cargo test") && !meant("cargo bench t", "cargo test"));
        assert!(!meant("git push", "") && !is_meant_by(&[], "git push"));
        for command in [
            "git subtree push --prefix docs origin gh-pages",
            "git lfs push origin main",
            "hub push origin x",
            "jj git push",
        ] {
            assert!(meant(command, "git push"), "{command}");
        }
        for command in
            ["git subtree pull", "git lfs pull", "hub pr list", "jj git fetch", "jj git push --dry-run", "jj log"]
        {
            assert!(!meant(command, "git push"), "{command}");
        }
        for command in ["git checkout -B x", "git switch -C x", "git branch x", "git worktree add -b x ../w"] {
            assert!(meant(command, "git checkout -b") && meant(command, "git switch --create"), "{command}");
        }
        assert!(!meant("git branch -d x", "git checkout -b") && !meant("git checkout x", "git switch -c"));
        assert!(meant("git branch -d x", "git branch") && !meant("git checkout -b x", "git branch"));
        assert!(meant("hub push -f", "git push --force") && !meant("git lfs push origin main", "git push --force"));
    }
}
