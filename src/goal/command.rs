//! Commands that a clause forbids.
//!
//! Owns the reading of "don't push", "never commit to main" and "don't run npm install" into the words with which the
//! forbidden command begins. "Don't run the tests" names no command and "push through the migrations" is no push.

use super::cue::{Act, Cue};
use super::sentence::Sentence;
use crate::domain::Target;

/// Programs with which a forbidden command may begin. Sorted.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "alembic", "apt", "brew", "bun", "bundle", "cargo", "composer", "deno", "docker", "docker-compose", "eslint",
    "gh", "git", "go", "gofmt", "gradle", "helm", "jest", "kubectl", "make", "mise", "mvn", "node", "npm", "npx",
    "pip", "pnpm", "poetry", "prettier", "prisma", "pytest", "python", "python3", "rails", "rake", "rm", "ruff",
    "rustfmt", "rustup", "sed", "sudo", "terraform", "uv", "vitest", "yarn",
];

/// True for the name of a program that people run by name.
pub(super) fn is_tool(word: &str) -> bool {
    TOOLS.binary_search(&word).is_ok()
}

/// The commands that a clause forbids, whether it forbids them outright, and the token behind them.
pub(super) fn commands(sentence: &Sentence<'_>, cue: &Cue) -> (Vec<Target>, bool, usize) {
    let command = |words: &str| vec![Target::Command(words.to_owned())];
    let verbs: Vec<&str> = (cue.start..cue.object).map(|at| sentence.word(at)).collect();
    let said = |wanted: &str| verbs.iter().any(|verb| verb.starts_with(wanted));
    match cue.act {
        Act::Run | Act::Tool => forbidden_command(sentence, cue.object)
            .map_or((Vec::new(), false, cue.object), |(words, pure, end)| (command(&words), pure, end)),
        Act::ForcePush => {
            let (_, end) = version_control_object(sentence, cue.object);
            (vec![Target::Command("git push --force".to_owned()), Target::Command("git push -f".to_owned())], true, end)
        }
        _ => {
            let (object, end) = version_control_object(sentence, cue.object);
            let mut targets = Vec::new();
            // On another branch a commit stays free: no command tells the branch.
            if said("commit") && object == Version::Work {
                targets.extend(command("git commit"));
            }
            if said("push") {
                match object {
                    Version::Branch(branch) => targets.extend(command(&format!("git push origin {branch}"))),
                    Version::Work => targets.extend(command("git push")),
                    Version::Else => {}
                }
            }
            (targets, true, end)
        }
    }
}

/// What is committed or pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version<'a> {
    /// The work as it stands.
    Work,
    /// One branch.
    Branch(&'a str),
    /// Something else: "push through the migrations".
    Else,
}

fn version_control_object<'a>(sentence: &'a Sentence<'_>, from: usize) -> (Version<'a>, usize) {
    let mut version = Version::Work;
    let mut at = from;
    while at < sentence.tokens.len()
        && !(at > from && (sentence.tokens[at - 1].stop() || sentence.tokens[at - 1].comma()))
    {
        match sentence.word(at) {
            "it" | "this" | "that" | "these" | "them" | "anything" | "any" | "the" | "your" | "my" | "changes"
            | "change" | "code" | "work" | "to" | "github" | "git" | "remote" | "origin" | "upstream"
            | "everything" | "stuff" | "directly" | "automatically" | "on" | "branch" | "or" | "and" | "commits"
            | "for" | "me" | "again" | "please" | "ever" | "yourself" | "myself" | "either" => {}
            "main" | "master" | "develop" | "production" => version = Version::Branch(sentence.word(at)),
            // "Anything but the lock file" may be committed in part.
            "but" if matches!(sentence.word(at - 1), "anything" | "everything") => return (Version::Else, at),
            "yet" | "until" | "till" | "unless" | "before" | "but" | "because" | "without" | "now" | "just" | "i"
            | "so" | "then" | "if" | "when" | "commit" | "push" => break,
            _ => return (Version::Else, at),
        }
        at += 1;
    }
    (version, at)
}

/// The command named at `from`: in backticks, or a program's name with its plain words.
fn forbidden_command(sentence: &Sentence<'_>, from: usize) -> Option<(String, bool, usize)> {
    let from = from + usize::from(matches!(sentence.word(from), "the" | "any"));
    let first = sentence.tokens.get(from)?;
    let tool = first.raw.split_whitespace().next().is_some_and(is_tool);
    if !first.code && !tool {
        return None;
    }
    let mut words = vec![first.raw];
    let mut end = from + 1;
    let mut pure = true;
    while !first.code
        && end < sentence.tokens.len()
        && !sentence.tokens[end - 1].comma()
        && !sentence.tokens[end - 1].stop()
    {
        let token = &sentence.tokens[end];
        match token.word.as_str() {
            "command" | "commands" | "please" | "yourself" | "ever" | "anymore" => {}
            "in" | "on" | "with" | "from" | "as" | "at" | "for" | "to" | "again" | "or" | "and" | "without" | "but"
            | "until" | "yet" => {
                pure = matches!(token.word.as_str(), "or" | "and" | "but");
                break;
            }
            _ if words.len() < 3 => words.push(token.raw),
            _ => pure = false,
        }
        end += 1;
    }
    // A program's bare name is too wide: "don't run git" forbids nothing that can be told.
    let wide = words.len() == 1
        && !first.raw.contains(' ')
        && matches!(first.raw, "git" | "go" | "cargo" | "npm" | "make" | "python" | "node");
    (!wide).then(|| (words.join(" "), pure && tool, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TOOLS.is_sorted());
    }
}
