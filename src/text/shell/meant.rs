//! Whether a command is the one that some words name: "git push --force" is meant by `git push origin main -f`, too.
//!
//! Owns the comparison of a simple command with the words by which people speak of one. Flags may stand anywhere, have a short form
//! or a longer name, and a branch is pushed under many spellings.

use super::command::plain_name;

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

/// True when `command`, the words of one simple command as [`super::Reading::commands`] lists them, is what `words` say, or that with
/// more behind it. Words that are no flags stand in this order right behind the program, flags anywhere. A command that only
/// tells what it would do is none.
pub fn is_meant(command: &[String], words: &str) -> bool {
    let (Some(program), wanted) = (command.first(), words.split_whitespace().collect::<Vec<_>>()) else { return false };
    let Some((first, wanted)) = wanted.split_first() else { return false };
    if only_tells(command) {
        return false;
    }
    if first.contains(['/', '.']) && wanted.is_empty() {
        return runs_script(command, first);
    }
    if *first != program && *first != plain_name(program) {
        return false;
    }
    let (flags, plain): (Vec<&str>, Vec<&str>) = wanted.iter().partition(|word| is_flag(word));
    let said: Vec<&str> = command[1..].iter().map(String::as_str).filter(|word| !is_flag(word)).collect();
    let called = |at: usize, have: &str| {
        let short = SHORT.iter().find(|(program, short, _)| at == 0 && program == first && *short == have);
        short.map_or_else(|| have.to_owned(), |(_, _, name)| (*name).to_owned())
    };
    let pushed = (*first == "git" && plain.first() == Some(&"push")).then(|| &plain[1..]);
    let named = match pushed {
        // A flag with a value may stand before the remote.
        Some([_, branch]) => said.first() == Some(&"push") && pushes_to(command, branch),
        _ => plain.len() <= said.len() && plain.iter().zip(&said).enumerate().all(|(at, (a, b))| *a == called(at, b)),
    };
    let forced = |flag: &str| {
        pushed.is_some() && matches!(flag, "--force" | "-f") && command[1..].iter().any(|word| word.starts_with('+'))
    };
    named && flags.iter().all(|flag| forced(flag) || command[1..].iter().any(|word| has_flag(word, flag)))
}

/// Programs whose first operand is the file that they run.
const RUNNERS: [&str; 17] = [
    ".", "bash", "bun", "dash", "deno", "fish", "ksh", "node", "perl", "php", "python", "ruby", "sh", "source",
    "ts-node", "tsx", "zsh",
];

/// True where a script runs, by itself or through an interpreter, from its folder or another one.
fn runs_script(command: &[String], script: &str) -> bool {
    let mut words = command.iter().map(String::as_str);
    let program = words.next().unwrap_or_default();
    let run = if RUNNERS.contains(&plain_name(program)) { words.find(|word| !is_flag(word)) } else { Some(program) };
    let (run, script) = (run.unwrap_or_default().trim_start_matches("./"), script.trim_start_matches("./"));
    let below = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    !run.is_empty() && (run == script || below(run, script) || below(script, run))
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1
}

/// `--force-with-lease` is one way to say `--force`, `-uf` holds `-f`.
fn has_flag(word: &str, flag: &str) -> bool {
    if flag.starts_with("--") {
        return word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', '-']));
    }
    let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    letters.is_some_and(|have| flag[1..].chars().all(|letter| have.contains(letter)))
}

/// True for a push that reaches the branch under any spelling: `main`, `HEAD:main`, `+x:refs/heads/main`, `--all`.
fn pushes_to(command: &[String], branch: &str) -> bool {
    command[1..].iter().any(|word| {
        let to = word.trim_start_matches('+');
        let to = to.rsplit_once(':').map_or(to, |(_, to)| to);
        matches!(word.as_str(), "--all" | "--mirror") || to.strip_prefix("refs/heads/").unwrap_or(to) == branch
    })
}

/// True for a command that only tells what it would do.
fn only_tells(command: &[String]) -> bool {
    // `git commit -n` skips the hooks, `git push -n` the push.
    let pushes = command.get(1).is_some_and(|verb| verb == "push");
    command.iter().any(|word| matches!(word.as_str(), "--dry-run" | "--help" | "-h") || pushes && word == "-n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(command: &str, words: &str) -> bool {
        is_meant(&command.split(' ').map(str::to_owned).collect::<Vec<_>>(), words)
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
            assert!(meant(command, "git push --force") || meant(command, "git push -f"), "{command}");
        }
        for command in ["git push", "git push -u origin main", "git push --follow-tags", "git fetch --force"] {
            assert!(!meant(command, "git push --force") && !meant(command, "git push -f"), "{command}");
        }
        assert!(meant("git commit -m x --amend", "git commit --amend"));
        assert!(!meant("git commit -m x", "git commit --amend"));
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
        ] {
            assert!(meant(command, "scripts/deploy.sh"), "{command}");
        }
        for command in ["cat scripts/deploy.sh", "bash scripts/other.sh", "deploy", "./ploy.sh", "bash", "y.sh"] {
            assert!(!meant(command, "scripts/deploy.sh"), "{command}");
        }
    }

    #[test]
    fn the_words_of_a_command_come_first_and_in_order() {
        for command in ["npm install", "npm i zod", "npm install --silent zod", "npm --silent install"] {
            assert!(meant(command, "npm install"), "{command}");
        }
        for command in ["npm run install", "npm", "npx install", "npm install --dry-run", "i npm"] {
            assert!(!meant(command, "npm install"), "{command}");
        }
        assert!(meant("cargo t", "cargo test") && !meant("cargo bench t", "cargo test"));
        assert!(!meant("git push", "") && !is_meant(&[], "git push"));
    }
}
