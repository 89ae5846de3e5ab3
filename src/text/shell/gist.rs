//! What a command line is about: the one thing it runs, without what stands around it.
//!
//! `cd web && CI=1 npm test 2>&1 | tail -20` is `npm test`. Owns which commands wait, start or install; which programs merely look
//! is `table_looks`', and whether a run went well stands in [`crate::text::runner`].

use std::ops::Deref;

use super::Reading;
use super::command::plain_name;
use super::program::carried;
use super::runs::kinds_of;
use super::table_looks::{self, Look, is_looker};
use crate::domain::RunKind;

/// What a command line is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation about the line")]
pub struct Gist {
    /// The commands that matter, joined with `; `.
    pub words: String,
    /// It waits, or looks at something that changes by itself: running it again is polling.
    pub waits: bool,
    /// Its last program only looks: an exit code of 1 is an answer, not a failure.
    pub asks: bool,
    /// All that it runs is looking at text: what a summary line in it says was said by another run.
    pub views: bool,
    /// It starts, stops or installs something: the next run meets another machine.
    pub acts: bool,
    /// It measures: what it answers are its numbers.
    pub measures: bool,
    /// The wrappers that answer in their own way, of [`Reading::through`].
    pub through: Vec<String>,
}

/// Commands that wait, or look at what changes by itself.
#[rustfmt::skip]
const WAITS: &[&str] = &[
    "adb", "aws", "az", "curl", "date", "df", "docker compose logs", "docker compose ps", "docker container",
    "docker images", "docker inspect", "docker logs", "docker ps", "docker stats", "docker-compose logs",
    "docker-compose ps", "free", "gcloud", "gh api", "gh pr checks", "gh pr status", "gh pr view", "gh run", "gh workflow",
    "git fetch", "git ls-remote", "inotifywait", "jobs", "journalctl", "kubectl describe", "kubectl get", "kubectl logs",
    "kubectl rollout", "kubectl top", "kubectl wait", "lsof", "mysqladmin", "nc", "netstat", "npm info", "npm view",
    "pg_isready", "pgrep", "ping", "ps", "redis-cli ping", "sacct", "sleep", "squeue", "ss", "systemctl is-active",
    "systemctl status", "top", "uptime", "wait", "watch", "wget",
];

/// Commands that change what a run meets without writing a file of the work.
#[rustfmt::skip]
const ACTS: &[&str] = &[
    "apk add", "apt install", "apt-get install", "brew install", "brew services", "bun install", "bundle install",
    "composer install", "createdb", "dnf install", "docker compose down", "docker compose restart", "docker compose start",
    "docker compose stop", "docker compose up", "docker restart", "docker run", "docker start", "docker stop",
    "docker-compose down", "docker-compose up", "dockerd", "gem install", "initdb", "kill", "killall", "launchctl", "npm ci",
    "npm i", "npm install", "npx playwright install", "pg_ctl", "pip install", "pip3 install", "pkill", "pnpm install",
    "poetry install", "redis-server", "rustup", "service", "supervisorctl", "systemctl reload", "systemctl restart",
    "systemctl start", "systemctl stop", "uv sync", "yarn install",
];

/// Programs that measure, beside those that are runs of benchmarks.
const MEASURES: &[&str] =
    &["ab", "autocannon", "bombardier", "hey", "k6", "oha", "perf", "pgbench", "sysbench", "vegeta", "wrk"];

/// Parts of the names of scripts, tasks and modules that measure.
const MEASURING: &[&str] = &[
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "latency",
    "perf",
    "performance",
    "throughput",
    "timeit",
    "timing",
    "timings",
];

/// True for a simple command that prepares a run, looks at text or answers a question.
pub fn only_looks(command: &[String]) -> bool {
    command.first().is_some_and(|program| is_looker(plain_name(program)))
}

/// What a command line is about that was read.
pub fn gist(reading: &Reading) -> Gist {
    Gist { through: reading.through.clone(), ..gist_of(&reading.commands) }
}

/// What `commands`, the simple commands of one line in order, are about.
pub fn gist_of<C: Deref<Target = [String]>>(commands: &[C]) -> Gist {
    let named: Vec<&[String]> = commands.iter().map(Deref::deref).filter(|words| !words.is_empty()).collect();
    let is = |look: Look, words: &[String]| table_looks::is(look, plain_name(&words[0]));
    let around = |words: &&&[String]| !is(Look::Around, words);
    let running = |words: &&&[String]| around(words) && !is(Look::Views, words);
    let mut kept: Vec<&[String]> = named.iter().filter(running).copied().collect();
    let views = kept.is_empty() && named.iter().any(|words| is(Look::Views, words));
    if views {
        kept = named.iter().filter(around).copied().collect();
    }
    if kept.is_empty() {
        kept.clone_from(&named);
    }
    kept.retain(|words| !is_carrier(words, &named));
    // `python -m pytest` is read as the program that it is and as the one that it starts.
    kept.dedup_by(|later, earlier| earlier.ends_with(later));
    // A log that is followed is read with `tail` alone.
    let follows = views && kept.iter().any(|words| plain_name(&words[0]) == "tail");
    Gist {
        words: kept.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join("; "),
        waits: follows || named.iter().any(|words| is_one_of(WAITS, words)),
        asks: named.last().is_some_and(|words| is(Look::Asks, words) || begins_with(words, "git diff")),
        views,
        acts: named.iter().any(|words| is_one_of(ACTS, words)),
        measures: !views && kept.iter().any(|words| measures(words)),
        through: Vec::new(),
    }
}

/// `hyperfine`, `cargo bench`, `node bench.mjs`, `npm run perf:api`, `python -m timeit`.
fn measures(words: &[String]) -> bool {
    let called =
        |word: &String| word.split(|sign: char| !sign.is_ascii_alphanumeric()).any(|part| MEASURING.contains(&part));
    is_one_of(MEASURES, words)
        || kinds_of(words.iter().map(String::as_str)).has(RunKind::Bench)
        || words.iter().any(called)
}

/// True for `bash -c 'npm test'` where `npm test` was read out of it: the carrier is not what the line is about.
fn is_carrier(words: &[String], commands: &[&[String]]) -> bool {
    let Some(line) = carried(words) else { return false };
    let inner = super::read(&line).commands;
    // What a variable holds is not known: then the carrier is all that there is.
    inner.first().is_some_and(|first| !first[0].starts_with('$') && commands.contains(&&first[..]))
}

fn is_one_of(list: &[&str], words: &[String]) -> bool {
    let name = plain_name(&words[0]);
    // Nearly all differ in the first byte.
    let first = name.as_bytes().first();
    let likely = list.iter().filter(|known| first.is_none() || known.as_bytes().first() == first);
    likely.filter(|known| known.starts_with(name)).any(|known| begins_with(words, known))
}

fn begins_with(words: &[String], wanted: &str) -> bool {
    let mut given = words.iter().enumerate().map(|(at, word)| if at == 0 { plain_name(word) } else { word.as_str() });
    wanted.split(' ').all(|wanted| given.next() == Some(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: the words, then what else holds.
    #[track_caller]
    fn check(command: &str, expected: &str) {
        let gist = gist(&crate::text::shell::read(command));
        let mut shown = gist.words.clone();
        let Gist { waits, asks, views, acts, measures, .. } = gist;
        for (name, holds) in
            [("waits", waits), ("asks", asks), ("views", views), ("acts", acts), ("measures", measures)]
        {
            if holds {
                shown = format!("{shown} | {name}");
            }
        }
        assert_eq!(shown, expected, "{command}");
    }

    #[test]
    fn what_stands_around_a_run_is_no_part_of_it() {
        check("npm test", "npm test");
        check("cd app && npm test", "npm test");
        check("cd app && npm run build", "npm run build");
        check("CI=1 timeout 60 npm test 2>&1 | tail -20", "npm test");
        check("cargo test -q 2>&1 | grep -E 'test result' | head -5", "cargo test -q");
        check("cargo test a; echo done", "cargo test a");
        check("python3 -m pytest -q | tail -3", "python3 -m pytest -q");
        check("cargo test b", "cargo test b");
        check("export A=1; source .env; go test ./...", "go test ./...");
        check("go build ./... && go test ./...", "go build ./...; go test ./...");
        check("git diff | head -50", "git diff");
        check("cd web", "cd web");
        check("bash -c 'npm test'", "npm test");
        check("sudo sh -lc 'cd web && CI=1 npm test 2>&1' | tail -3", "npm test");
        check("eval 'npm test'", "npm test");
        check("bash -c \"$CMD\"", "bash -c $CMD");
        check("bash build.sh", "bash build.sh");
        check("", "");
    }

    #[test]
    fn measuring_is_told_apart() {
        check("cargo bench", "cargo bench | measures");
        check("time node bench.mjs", "node bench.mjs | measures");
        check("for i in 1 2 3; do node bench.mjs; done", "node bench.mjs | measures");
        check("npm run perf:api", "npm run perf:api | measures");
        check("python3 -m timeit -s 'x' 'y' | tail -1", "python3 -m timeit -s x y | measures");
        check("hyperfine ./a", "hyperfine ./a | measures");
        check("cat bench.mjs", "cat bench.mjs | views");
        check("node workbench.js", "node workbench.js");
    }

    #[test]
    fn looking_at_text_is_told_apart() {
        check("cat package.json", "cat package.json | views");
        check("grep -rn TODO src | head", "grep -rn TODO src; head | views");
        check("grep -rn TODO src", "grep -rn TODO src | asks | views");
        check("npm test | grep FAIL", "npm test | asks");
        check("ls missing", "ls missing | asks");
        check("test -f a && git diff --quiet", "test -f a; git diff --quiet | asks");
    }

    #[test]
    fn waiting_is_told_apart() {
        check("sleep 30; tail -n 1 build.log", "sleep 30 | waits");
        check("tail -n 1 build.log", "tail -n 1 build.log | waits | views");
        check("gh run view 812 --json status", "gh run view 812 --json status | waits");
        check("gh pr create -f", "gh pr create -f");
        check("/usr/bin/curl -s localhost:3000", "/usr/bin/curl -s localhost:3000 | waits");
        check("docker build .", "docker build .");
        check("npm test | tail -5", "npm test");
    }
}
