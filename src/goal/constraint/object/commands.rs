//! Commands that a clause forbids.
//!
//! Owns the reading of "don't run npm install" into the words with which the forbidden command begins. What commands do
//! ("don't run the tests") is `act::doing`'s, commits and pushes are `act::version_control`'s.

use crate::domain::{CallKind, Target};
use crate::goal::constraint::act::command::{is_script, is_tool};
use crate::goal::constraint::act::{Act, Cue, doing, is_over, version_control};
use crate::goal::constraint::waits;
use crate::goal::prompt::closing::is_courtesy;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_conjunction, is_determiner, is_joining, is_preposition, is_quantifier};

/// The commands that a clause forbids, whether it forbids them outright, and the token behind them.
pub(in crate::goal::constraint) fn commands(sentence: &Sentence<'_>, cue: &Cue) -> (Vec<Target>, bool, usize) {
    if cue.act == Act::Run
        && let Some((kind, end)) = doing::run(sentence, cue.object)
    {
        // "Don't run anything" may be said of what the change would start: it is told.
        return (vec![Target::Doing(kind)], kind != CallKind::Any, end);
    }
    match cue.act {
        Act::Run if let Some(end) = containers(sentence, cue.object) => {
            (STARTING_CONTAINERS.map(|words| Target::Command(words.to_owned())).to_vec(), true, end)
        }
        Act::Run | Act::Tool => {
            let (mut targets, mut pure, mut end) = (Vec::new(), true, cue.object);
            let mut next = Some(cue.object);
            while let Some((words, alone, behind)) = next.and_then(|from| forbidden_command(sentence, from)) {
                targets.push(Target::Command(words));
                pure &= alone;
                end = behind;
                // "Don't run `git push` or `npm publish`".
                let joined = sentence.past(end, is_joining);
                next = Some(joined).filter(|_| joined > end || sentence.tokens[end - 1].comma());
            }
            let pure = pure && !targets.is_empty();
            (targets, pure, end)
        }
        _ => {
            let (targets, end) = version_control::commands(sentence, cue);
            (targets, true, end)
        }
    }
}

/// "Everything", "the world", "all the packages", as what a command is run on: the token behind it.
fn behind_everything(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let all = sentence.past(at, is_quantifier);
    let noun = sentence.past(all, is_determiner);
    let wide = match sentence.word(noun) {
        "everything" | "it" if noun > at => all > at,
        "anything" | "everything" => true,
        "world" | "lot" => noun > all,
        "crates" | "dependencies" | "deps" | "modules" | "packages" => noun > at,
        _ => false,
    };
    (wide && is_over(sentence, noun)).then_some(noun + 1)
}

/// The commands that start what people call "the docker stack".
const STARTING_CONTAINERS: [&str; 7] = [
    "docker compose run",
    "docker compose start",
    "docker compose up",
    "docker run",
    "docker stack deploy",
    "docker start",
    "docker-compose up",
];

/// "The docker stack", "any docker containers", as what is run: the token behind it. "Docker stack" alone is the command.
fn containers(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let program = sentence.past(from, |word| is_determiner(word) || is_quantifier(word));
    let noun = sentence.past(program + 1, |word| word == "compose");
    let known = match sentence.word(noun) {
        "container" | "service" | "setup" | "stack" => program > from,
        "containers" | "services" => true,
        _ => false,
    };
    let docker = matches!(sentence.word(program), "docker" | "docker-compose");
    (docker && known && is_over(sentence, noun)).then_some(noun + 1)
}

/// "In this repo", "on my machine", "against the cluster" of kubectl, "into the box" of ssh: where the command would run anyway; the token behind it.
fn where_it_always_runs(sentence: &Sentence<'_>, at: usize, program: &str) -> Option<usize> {
    let noun = sentence.past(at + 1, |word| is_determiner(word) || word == "whole");
    let known = match (sentence.word(at), sentence.word(noun)) {
        ("in", "codebase" | "folder" | "project" | "repo" | "repository" | "workspace")
        | ("on", "computer" | "laptop" | "machine") => noun > at + 1,
        ("against" | "on", "cluster") => matches!(program, "helm" | "kubectl"),
        ("into" | "on" | "to", _) if program == "ssh" => true,
        ("against" | "on", "database" | "databases" | "db" | "dbs") => {
            matches!(program, "mongosh" | "mysql" | "psql" | "redis-cli" | "sqlite3")
        }
        _ => false,
    };
    (known && is_over(sentence, noun)).then_some(noun + 1)
}

/// What is run and is no verb of a program: "the docker stack", "the npm scripts".
fn is_thing(word: &str) -> bool {
    matches!(word, "cluster" | "container" | "containers" | "image" | "images" | "script" | "scripts" | "server")
        || matches!(word, "service" | "services" | "setup" | "stack" | "stuff" | "suite" | "task" | "tasks" | "thing")
}

/// The command named at `from`: in backticks, or a program's name with its plain words.
fn forbidden_command(sentence: &Sentence<'_>, from: usize) -> Option<(String, bool, usize)> {
    let determined = is_determiner(sentence.word(from));
    let from = sentence.past(from, |word| is_determiner(word) || is_quantifier(word));
    let first = sentence.tokens.get(from)?;
    if is_script(first) {
        let behind = sentence.word(from + 1);
        let alone = is_over(sentence, from) || is_joining(behind) || matches!(behind, "again" | "because");
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
    let mut pure = !first.code || !placed || is_over(sentence, from);
    // "Don't `cargo update` the world": of one package it is free, and no command tells all of them.
    if first.code
        && let Some(behind) = behind_everything(sentence, end)
    {
        return tool.then(|| (words.join(" "), false, behind));
    }
    while !first.code && end < sentence.tokens.len() && !sentence.is_parted(end) {
        let token = &sentence.tokens[end];
        match token.word.as_str() {
            "command" | "commands" | "here" | "now" | "yourself" | "ever" | "anymore" => {}
            word if is_courtesy(word) => {}
            // "Don't curl anything".
            "anything" if is_over(sentence, end) => {}
            _ if let Some(behind) = where_it_always_runs(sentence, end, first.raw) => {
                end = behind;
                continue;
            }
            _ if words.len() > 1
                && let Some(behind) = behind_everything(sentence, end) =>
            {
                (pure, end) = (false, behind);
                break;
            }
            word if is_preposition(word)
                || is_conjunction(word)
                || matches!(word, "again" | "as" | "until" | "yet") =>
            {
                // "Without asking me" says who lifts it.
                let held = || waits::waits(sentence, from, true).is_some_and(|wait| wait < waits::Wait::Later);
                pure = is_conjunction(word) || held();
                break;
            }
            _ if words.len() < 3 => words.push(token.raw),
            _ => pure = false,
        }
        end += 1;
    }
    // "Don't run the docker stack", "the npm scripts": a thing, and no command by its words.
    if determined && !first.code && words.len() > 1 && words.last().is_some_and(|last| is_thing(last)) {
        return None;
    }
    // "Don't run git add .": set off by a blank, the dot is the folder one stands in.
    let behind = sentence.tokens[end - 1].end;
    let here = !first.code && words.len() > 1 && words[0] == "git" && sentence.text[behind..].starts_with(" .");
    if here {
        words.push(".");
    }
    // A program's bare name is too wide: "don't run git" forbids nothing that can be told.
    let used = matches!(sentence.back(from, 1), "not" | "of" | "than" | "use");
    let wide = words.len() == 1
        && !used
        && !first.raw.contains(' ')
        && matches!(first.raw, "git" | "go" | "cargo" | "npm" | "make" | "python" | "node");
    // In backticks it is a command, whatever it is called.
    (!wide).then(|| (words.join(" "), pure && (tool || first.code), end))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{limits, limits_left};

    #[test]
    fn scripts_and_installers_are_commands() {
        let check = |said: &str, expected: &str| {
            limits(said, expected);
        };
        check("fix the login. don't run scripts/deploy.sh", "deny $ scripts/deploy.sh");
        check("fix the login. Do not run `./migrate`, please", "deny $ ./migrate");
        check("fix the login. don't run docker stack", "deny $ docker stack");
        let containers = "deny $ docker compose run + $ docker compose start + $ docker compose up + $ docker run \
                          + $ docker stack deploy + $ docker start + $ docker-compose up";
        check("fix the login. dont run the docker stack", containers);
        check("fix the login. don't run the docker compose stack", containers);
        check("fix the login. don't run any docker containers", containers);
        check("fix the login. don't run the docker stack check in the parser", "donot $ docker stack check");
        check("fix the login. don't run the npm scripts", "donot");
        for order in ["run the docker stack", "ok, start the docker stack now", "docker compose up -d please"] {
            assert_eq!(limits_left("don't run the docker stack", order), "", "{order}");
        }
        assert_eq!(limits_left("don't run the docker stack", "why is the docker stack so slow?"), containers);
        check("fix the login. don't run the npm install", "deny $ npm install");
        check("fix the login. don't `cargo update` the world", "donot $ cargo update");
        check("fix the login. don't npm update everything", "donot $ npm update");
        check("fix the login. don't npm update all the packages", "donot $ npm update");
        check("fix the login. don't cargo update", "deny $ cargo update");
        check("fix the login. don't `npm install` please", "deny $ npm install");
        check("fix the login. don't `npm install` in the Dockerfile", "donot $ npm install");
        check("fix the login, don't use npm, use pnpm", "deny $ npm");
        check("fix the login, don't use docker", "deny $ docker");
        check("Fix the login. Never use curl here.", "deny $ curl");
        check("Fix the login. Don't use docker for the database", "donot");
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
