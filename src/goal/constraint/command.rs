//! Commands that a clause forbids.
//!
//! Owns the reading of "don't run npm install" into the words with which the forbidden command begins. What commands do
//! ("don't run the tests") is `doing`'s, commits and pushes are `version_control`'s.

use super::cue::{Act, Cue, is_over};
use super::{consent, doing, version_control};
use crate::domain::Target;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::token::Token;

/// Programs with which a forbidden command may begin. Sorted.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "alembic", "apt", "brew", "bun", "bundle", "cargo", "composer", "curl", "deno", "docker", "docker-compose", "eslint",
    "gh", "git", "go", "gofmt", "gradle", "helm", "jest", "kubectl", "make", "mise", "mvn", "node", "npm", "npx",
    "pip", "pnpm", "poetry", "prettier", "prisma", "pytest", "python", "python3", "rails", "rake", "rm", "ruff",
    "rustfmt", "rustup", "sed", "sudo", "terraform", "uv", "vitest", "wget", "yarn",
];

/// Programs that bring packages, and others that are hardly anything else than a command: whoever says not to use one means the program.
/// Sorted.
#[rustfmt::skip]
const USED_BY_NAME: &[&str] = &[
    "bun", "curl", "docker", "docker-compose", "kubectl", "npm", "npx", "pip", "pnpm", "poetry", "sed", "sudo", "uv", "wget", "yarn",
];

/// Words at most of a command that is named without backticks.
const MAX_WORDS: usize = 3;

/// Endings of files that are run.
const SCRIPTS: [&str; 11] = ["bash", "bat", "js", "mjs", "php", "pl", "ps1", "py", "rb", "sh", "ts"];

/// True for the name of a program that people run by name.
pub(super) fn is_tool(word: &str) -> bool {
    TOOLS.binary_search(&word).is_ok()
}

/// True for a program that nobody is told to use otherwise than by running it: "don't use npm", "don't use sed".
pub(super) fn is_used_by_name(word: &str) -> bool {
    USED_BY_NAME.binary_search(&word).is_ok()
}

/// Words that belong to no command: "don't use git in the script".
#[rustfmt::skip]
const BESIDE: [&str; 18] = [
    "a", "and", "as", "at", "because", "but", "for", "from", "here", "in", "of", "on", "or", "that", "the", "there", "to", "with",
];

/// True for a command with its words: "use `rm -rf`", "use git reset --hard". A program's bare name may mean what is built with it.
pub(super) fn is_spelled_out(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(first) = sentence.tokens.get(at) else { return false };
    if first.code {
        let over = is_over(sentence, at) || matches!(sentence.word(at + 1), "and" | "nor" | "or");
        return first.raw.split_once(' ').is_some_and(|(program, _)| is_tool(program)) && over;
    }
    let last = (at..at + MAX_WORDS).find(|last| is_over(sentence, *last));
    let plain = |last: usize| (at + 1..=last).all(|word| !BESIDE.contains(&sentence.word(word)));
    is_tool(&first.word) && last.is_some_and(|last| (last > at || first.word == "sudo") && plain(last))
}

/// True for a file that is run: "scripts/deploy.sh", "./build".
pub(super) fn is_script(token: &Token<'_>) -> bool {
    let raw = token.raw;
    let ending = raw.rsplit_once('.').map_or("", |(_, ending)| ending);
    !raw.contains(char::is_whitespace) && (raw.starts_with("./") || SCRIPTS.contains(&ending))
}

/// The commands that a clause forbids, whether it forbids them outright, and the token behind them.
pub(super) fn commands(sentence: &Sentence<'_>, cue: &Cue) -> (Vec<Target>, bool, usize) {
    if cue.act == Act::Run
        && let Some((kind, end)) = doing::run(sentence, cue.object)
    {
        return (vec![Target::Doing(kind)], true, end);
    }
    match cue.act {
        Act::Run | Act::Tool => {
            let (mut targets, mut pure, mut end) = (Vec::new(), true, cue.object);
            let mut next = Some(cue.object);
            while let Some((words, alone, behind)) = next.and_then(|from| forbidden_command(sentence, from)) {
                targets.push(Target::Command(words));
                pure &= alone;
                end = behind;
                // "Don't run `git push` or `npm publish`".
                let joined = usize::from(matches!(sentence.word(end), "and" | "nor" | "or"));
                next = Some(end + joined).filter(|_| joined > 0 || sentence.tokens[end - 1].comma());
            }
            let pure = pure && !targets.is_empty();
            (targets, pure, end)
        }
        _ => version_control::commands(sentence, cue),
    }
}

/// The command named at `from`: in backticks, or a program's name with its plain words.
fn forbidden_command(sentence: &Sentence<'_>, from: usize) -> Option<(String, bool, usize)> {
    let from = from + usize::from(matches!(sentence.word(from), "the" | "any"));
    let first = sentence.tokens.get(from)?;
    if is_script(first) {
        let alone = is_over(sentence, from) || matches!(sentence.word(from + 1), "again" | "and" | "because" | "or");
        return alone.then(|| (first.raw.to_owned(), true, from + 1));
    }
    let tool = first.raw.split_whitespace().next().is_some_and(is_tool);
    if !first.code && !tool {
        return None;
    }
    let mut words = vec![first.raw];
    let mut end = from + 1;
    // "Don't run `npm install` in the Dockerfile" is about a file.
    let placed = matches!(sentence.word(end), "as" | "at" | "for" | "from" | "in" | "of" | "on" | "to" | "with");
    let mut pure = !(first.code && placed && !first.comma() && !first.stop() && !is_over(sentence, from));
    while !first.code
        && end < sentence.tokens.len()
        && !sentence.tokens[end - 1].comma()
        && !sentence.tokens[end - 1].stop()
    {
        let token = &sentence.tokens[end];
        match token.word.as_str() {
            "command" | "commands" | "here" | "now" | "please" | "yourself" | "ever" | "anymore" => {}
            "in" | "on" | "with" | "from" | "as" | "at" | "for" | "to" | "again" | "or" | "and" | "without" | "but"
            | "until" | "yet" => {
                // "Without asking me" says who lifts it.
                let held = || consent::waits(sentence, from, true).is_some_and(|wait| wait < consent::Wait::Later);
                pure = matches!(token.word.as_str(), "or" | "and" | "but") || held();
                break;
            }
            _ if words.len() < 3 => words.push(token.raw),
            _ => pure = false,
        }
        end += 1;
    }
    // "Don't run git add .": set off by a blank, the dot is the folder one stands in.
    let behind = sentence.tokens[end - 1].end;
    let here = !first.code && words.len() > 1 && words[0] == "git" && sentence.text[behind..].starts_with(" .");
    if here {
        words.push(".");
    }
    // A program's bare name is too wide: "don't run git" forbids nothing that can be told.
    let used = from > 0 && sentence.word(from - 1) == "use";
    let wide = words.len() == 1
        && !used
        && !first.raw.contains(' ')
        && matches!(first.raw, "git" | "go" | "cargo" | "npm" | "make" | "python" | "node");
    // In backticks it is a command, whatever it is called.
    (!wide).then(|| (words.join(" "), pure && (tool || first.code), end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn the_tables_are_sorted() {
        assert!(TOOLS.is_sorted() && USED_BY_NAME.is_sorted());
    }

    #[test]
    fn scripts_and_installers_are_commands() {
        let check = |said: &str, expected: &str| {
            assert_eq!(shown_constraints(&Stage::new().start(said).constraints), expected, "{said}");
        };
        check("fix the login. don't run scripts/deploy.sh", "deny $ scripts/deploy.sh");
        check("fix the login. Do not run `./migrate`, please", "deny $ ./migrate");
        check("fix the login, don't use npm, use pnpm", "deny $ npm");
        check("fix the login, don't use docker", "deny $ docker");
        check("Fix the login. Never use curl here.", "deny $ curl");
        check("Fix the login. Don't use docker for the database", "donot $ docker");
        check("fix the login. don't run src/index.ts through the formatter", "donot");
        check("fix the login. don't use the npm scripts", "donot");
        check("fix the login. don't run npm", "donot");
        check("fix the login. Never use rm -rf", "deny $ rm -rf");
        check("fix the login. Don't use git reset --hard please", "deny $ git reset --hard");
        check("fix the login. Don't use `rm -rf`.", "deny $ rm -rf");
        check("fix the login. Don't run `psql`.", "deny $ psql");
        check("fix the login. Don't use sudo", "deny $ sudo");
        check("fix the login. Don't use `git add .`", "deny $ git add .");
        check("fix the login. Never use `git add -A` or `git add .`", "deny $ git add -A + $ git add .");
        check("fix the login. Don't run git add .", "deny $ git add .");
        check("fix the login. Don't use git add .", "deny $ git add .");
        check("fix the login. Don't use git in the script", "donot");
        check("fix the login. Don't use python for this", "donot");
    }
}
