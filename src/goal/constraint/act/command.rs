//! Which words name a command: "npm", "`rm -rf`", "scripts/deploy.sh".
//!
//! Owns the programs that people run by name. Which commands a clause forbids is `object::commands`'.

use super::is_over;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_conjunction, is_determiner, is_joining, is_preposition};
use crate::text::extension;
use crate::text::shell::runs_by_itself;
use crate::text::word_set::sorted;

/// Programs with which a forbidden command may begin.
#[rustfmt::skip]
const TOOLS: &[&str] = sorted(&[
    "alembic", "ansible", "ansible-playbook", "apt", "apt-get", "aws", "biome", "brew", "bun", "bundle", "cargo", "chmod", "chown", "composer",
    "crontab", "curl", "deno", "docker", "docker-compose", "dotnet", "eslint", "flutter", "gcloud", "gh", "git", "go", "gofmt", "gradle",
    "helm", "heroku", "jest", "killall", "kubectl", "make", "mise", "mongosh", "mvn", "mypy", "mysql", "mysqldump", "node",
    "npm", "npx", "pg_dump", "pg_restore", "pip", "pip3", "pkill", "pnpm", "podman", "poetry", "prettier", "prisma", "psql", "pulumi",
    "pytest", "python", "python3", "rails", "rake", "redis-cli", "rm", "rsync", "ruff", "rustfmt", "rustup", "scp", "sed", "sqlite3",
    "ssh", "sudo", "systemctl", "terraform", "tox", "tsc", "uv", "vercel", "vitest", "wget", "yarn",
]);

/// Programs that bring packages, and others that are hardly anything else than a command: whoever says not to use one means the program.
#[rustfmt::skip]
const USED_BY_NAME: &[&str] = sorted(&[
    "bun", "curl", "docker", "docker-compose", "kubectl", "npm", "npx", "pip", "pip3", "pkill", "pnpm", "podman", "poetry", "psql", "rsync",
    "scp", "sed", "sudo", "systemctl", "uv", "wget", "yarn",
]);

/// Programs that are called as people call other things.
#[rustfmt::skip]
const ALSO_ENGLISH: &[&str] = sorted(&[
    "ava", "black", "bundle", "composer", "criterion", "flutter", "go", "jasmine", "karma", "make", "node", "prove", "rails", "rake", "tap",
    "unittest", "vale",
]);

/// Words at most of a command that is named without backticks.
const MAX_WORDS: usize = 3;

/// True for the name of a program that people run by name.
pub(in crate::goal::constraint) fn is_tool(word: &str) -> bool {
    TOOLS.binary_search(&word).is_ok()
}

/// True for a word that is hardly anything else than the name of a program, alone or with a verb behind it.
pub(in crate::goal::constraint) fn is_program(word: &str) -> bool {
    (is_tool(word) || runs_by_itself(word) || word == "clippy") && ALSO_ENGLISH.binary_search(&word).is_err()
}

/// True for a program that nobody is told to use otherwise than by running it: "don't use npm", "don't use sed".
pub(in crate::goal::constraint) fn is_used_by_name(word: &str) -> bool {
    USED_BY_NAME.binary_search(&word).is_ok()
}

/// True for a word that belongs to no command: "don't use git in the script".
fn is_beside(word: &str) -> bool {
    is_preposition(word)
        || is_conjunction(word)
        || is_determiner(word)
        || matches!(word, "as" | "because" | "here" | "there")
}

/// True for a command with its words: "use `rm -rf`", "use git reset --hard". A program's bare name may mean what is built with it.
pub(in crate::goal::constraint) fn is_spelled_out(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(first) = sentence.tokens.get(at) else { return false };
    if first.code {
        let over = is_over(sentence, at) || is_joining(sentence.word(at + 1));
        return first.raw.split_once(' ').is_some_and(|(program, _)| is_tool(program)) && over;
    }
    let last = (at..at + MAX_WORDS).find(|last| is_over(sentence, *last));
    let plain = |last: usize| (at + 1..=last).all(|word| !is_beside(sentence.word(word)));
    is_tool(&first.word) && last.is_some_and(|last| (last > at || first.word == "sudo") && plain(last))
}

/// True for a file that is run: "scripts/deploy.sh", "./build".
pub(in crate::goal::constraint) fn is_script(token: &Token<'_>) -> bool {
    let raw = token.raw;
    let ending = raw.rsplit_once('.').map_or("", |(_, ending)| ending);
    !raw.contains(char::is_whitespace) && (raw.starts_with("./") || extension::is_script(ending))
}
