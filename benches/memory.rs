//! What it costs to ask the memory before a step and to remember something, as a person or a script waits for it: whole processes,
//! in turn, in memories of 10,000 and 100,000 lessons and of a million nodes. Read the ratios to the first row. Behind them stands how
//! many lessons that are told again in another verb meet the one that is known.
//!
//! `cargo bench --bench memory`; with `DRIFTGUARD_BENCH_PROGRAM` another program than cargo's, the one that `install.sh` makes.

use driftguard::config;
use driftguard::domain::{LessonKind, LessonOrigin, Trust};
use driftguard::inference::table::encode;
use driftguard::store::memory::{Memory, Told, ToldRecord, Transfer};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod measure;
use measure::{peak, share, time};

const ROUNDS: usize = 60;
/// Rounds before the first that counts: they fill the caches.
const WARM_UP: usize = 3;
/// Rounds in which memory is sampled; these are not timed.
const SAMPLED: usize = 3;
/// Lessons of each memory; the last holds more than a million nodes.
const SIZES: [usize; 3] = [10_000, 100_000, 350_000];
/// Different long words that the lessons are made of; the n-th is met in proportion to 1/n.
const WORDS: u64 = 20_000;
/// With this argument the process ends at once.
const LEAVE: &str = "--leave-at-once";
/// Now and long ago, in milliseconds since 1970.
const NOW: i64 = 1_790_000_000_000;
const YEAR: i64 = 31_536_000_000;

const VERBS: [&str; 16] = [
    "run", "edit", "delete", "rename", "install", "update", "revert", "merge", "deploy", "restart", "disable",
    "enable", "mock", "cache", "retry", "split",
];
/// The same deeds said in other words, in the order of [`VERBS`]; those without are left out.
const OTHER_VERBS: [&str; 16] = [
    "execute",
    "change",
    "remove",
    "give a new name to",
    "set up",
    "upgrade",
    "",
    "join",
    "",
    "",
    "turn off",
    "turn on",
    "",
    "",
    "try again",
    "",
];
/// Lessons that are told again.
const TOLD_AGAIN: usize = 150;
const THINGS: [&str; 16] = [
    "test",
    "migration",
    "config",
    "lockfile",
    "endpoint",
    "container",
    "branch",
    "schema",
    "token",
    "index",
    "queue",
    "worker",
    "snapshot",
    "fixture",
    "pipeline",
    "header",
];
const TROUBLES: [&str; 8] = [
    "the build broke",
    "a test failed",
    "the user said no",
    "it timed out",
    "the types did not agree",
    "permission was denied",
    "the file was missing",
    "it was reverted",
];

/// Numbers without an end, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn of(&mut self, words: &[&'static str]) -> &'static str {
        words[usize::try_from(self.below(words.len() as u64)).unwrap_or(0)]
    }

    /// A word of the kind that names things in a program: few are common, most are rare.
    fn word(&mut self) -> String {
        let mut number = self.below(WORDS) * self.below(WORDS) / WORDS + 1;
        let mut word = String::new();
        while number > 0 {
            let (first, second) = (number % 16, number / 16 % 5);
            word.push(char::from(b"bcdfghklmnprstvz"[usize::try_from(first).unwrap_or(0)]));
            word.push(char::from(b"aeiou"[usize::try_from(second).unwrap_or(0)]));
            number /= 80;
        }
        word + "n"
    }

    fn action(&mut self) -> String {
        let (verb, thing) = (self.of(&VERBS), self.of(&THINGS));
        let (one, other) = (self.word(), self.word());
        match self.below(3) {
            0 => format!("{verb} the {thing} of {one} before the {other} {}", self.of(&THINGS)),
            1 => format!("{verb} {one} and the {other} {thing} with {} tries", self.below(90)),
            _ => format!("{verb} src/{one}/{other}.rs without its {thing}"),
        }
    }

    fn lesson(&mut self, project: &str) -> Transfer {
        let told = |text: String, key: Option<String>| Told { text, key, forms: Vec::new() };
        let (action, key) = if self.below(3) == 0 {
            let command = format!("{} {} {}", self.word(), self.of(&VERBS), self.word());
            (command.clone(), Some(format!("bash {command}")))
        } else {
            (self.action(), None)
        };
        let feedback = format!("{}: {} {}", self.of(&TROUBLES), self.word(), self.word());
        let outcome = format!("{} {} instead of the {}", self.of(&VERBS), self.word(), self.of(&THINGS));
        let at = NOW - i64::try_from(self.below(YEAR.unsigned_abs())).unwrap_or(0);
        let frequency = u32::try_from(self.below(4) + 1).unwrap_or(1);
        Transfer {
            project: project.to_owned(),
            kind: LessonKind::Mistake,
            origin: LessonOrigin::Failure,
            action: told(action, key),
            feedback: told(feedback, None),
            outcome: told(outcome, None),
            first_seen: at,
            last_seen: at,
            trust: Trust { right: 1.0, wrong: 1.0 },
            retired_at: None,
            records: vec![ToldRecord {
                said: [0; 3],
                origin: LessonOrigin::Failure,
                frequency,
                at,
                sources: Vec::new(),
            }],
        }
    }
}

/// A folder with a repository and a memory of so many lessons.
struct World {
    folder: tempfile::TempDir,
    nodes: u64,
    bytes: u64,
}

impl World {
    fn new(lessons: usize) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let mut world = Self { folder, nodes: 0, bytes: 0 };
        fs::create_dir_all(world.repository().join(".git"))?;
        if lessons > 0 {
            let project = world.repository().display().to_string();
            let mut memory = Memory::open(&world.home().join("memory.db"), Duration::from_secs(5))?;
            let mut chance = Chance(7);
            let all = (0..lessons).map(|_| Ok::<_, io::Error>(chance.lesson(&project)));
            memory.import(all, &encode, &config::defaults().memory)??;
            memory.checkpoint()?;
            let stats = memory.stats()?;
            (world.nodes, world.bytes) = (stats.nodes, stats.bytes);
        }
        Ok(world)
    }

    fn repository(&self) -> PathBuf {
        self.folder.path().join("ledger")
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// How many of the lessons that this memory was made of meet their action when it is told in another verb, and of how many.
    fn met_again(&self) -> io::Result<(usize, usize)> {
        let mut chance = Chance(7);
        let again = std::iter::repeat_with(|| chance.lesson("")).take(SIZES[0]).filter_map(|lesson| {
            let (verb, rest) = lesson.action.text.split_once(' ').filter(|_| lesson.action.key.is_none())?;
            let place = VERBS.iter().position(|known| *known == verb)?;
            let other = Some(OTHER_VERBS[place]).filter(|other| !other.is_empty())?;
            Some((format!("{other} {rest}"), lesson.told().map(|told| told.text.clone())))
        });
        let (mut met, mut told) = (0, 0);
        for (said, [action, feedback, outcome]) in again.take(TOLD_AGAIN) {
            let flags = ["memory", "record", "--action", &said, "--feedback", &feedback, "--outcome", &outcome];
            let mut command = self.command(&program(), &flags.map(str::to_owned));
            let answer = command.stdout(Stdio::piped()).output()?.stdout;
            met += usize::from(String::from_utf8_lossy(&answer).contains(&format!("action taken for “{action}”")));
            told += 1;
        }
        Ok((met, told))
    }

    fn command(&self, program: &Path, arguments: &[String]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.repository())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("DRIFTGUARD_HOME", self.home())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }
}

/// What is called.
#[derive(Clone, Copy)]
enum Asked {
    True,
    Nothing,
    Words,
    Command,
    Record,
}

impl Asked {
    const fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::Nothing => "empty Rust process",
            Self::Words => "search, words",
            Self::Command => "search, command",
            Self::Record => "record",
        }
    }

    fn command(self, world: &World, chance: &mut Chance) -> io::Result<Command> {
        let driftguard = &program();
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        Ok(match self {
            Self::True => world.command(Path::new("true"), &[]),
            Self::Nothing => world.command(&std::env::current_exe()?, &words(&[LEAVE])),
            Self::Words => world.command(driftguard, &words(&["memory", "search", &chance.action()])),
            Self::Command => {
                let line = format!("{} {} {}", chance.word(), chance.of(&VERBS), chance.word());
                world.command(driftguard, &words(&["memory", "search", &line]))
            }
            Self::Record => {
                let lesson = chance.lesson("");
                let texts = lesson.told().map(|told| told.text.clone());
                let [action, feedback, outcome] = &texts;
                let flags = ["memory", "record", "--action", action, "--feedback", feedback, "--outcome", outcome];
                world.command(driftguard, &words(&flags))
            }
        })
    }
}

fn program() -> PathBuf {
    let named = std::env::var_os("DRIFTGUARD_BENCH_PROGRAM");
    PathBuf::from(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_driftguard").into()))
}

#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
#[expect(clippy::cast_precision_loss, reason = "kilobytes far below 2^52")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().any(|argument| argument == LEAVE) {
        return Ok(());
    }
    let mut worlds = vec![(String::new(), World::new(0)?)];
    for lessons in SIZES {
        let start = Instant::now();
        let world = World::new(lessons)?;
        let (nodes, megabytes, took) = (world.nodes, world.bytes as f64 / 1e6, start.elapsed().as_secs_f64());
        println!("{lessons} lessons, {nodes} nodes: {megabytes:.0} MB, read in within {took:.1} s");
        worlds.push((format!(", {nodes} nodes"), world));
    }
    let mut rows = vec![(0, Asked::True), (0, Asked::Nothing), (0, Asked::Words), (0, Asked::Record)];
    for world in 1..worlds.len() {
        rows.extend([Asked::Words, Asked::Command, Asked::Record].map(|asked| (world, asked)));
    }
    let mut chance = Chance(99);
    let mut times = vec![Vec::with_capacity(ROUNDS); rows.len()];
    let mut peaks = vec![0_u64; rows.len()];
    for round in 0..WARM_UP + SAMPLED + ROUNDS {
        for (index, (world, asked)) in rows.iter().enumerate() {
            let mut command = asked.command(&worlds[*world].1, &mut chance)?;
            if round < WARM_UP {
                time(&mut command)?;
            } else if round < WARM_UP + SAMPLED {
                peaks[index] = peak(&mut command)?.max(peaks[index]);
            } else {
                times[index].push(time(&mut command)?.as_secs_f64());
            }
        }
    }
    let floor = times[0].clone();
    println!("{ROUNDS} rounds in turn");
    println!("{:36} {:>9} {:>9} {:>9} {:>8} {:>8}", "", "best ms", "median ms", "p95 ms", "x true", "peak MB");
    for (((world, asked), times), peak) in rows.iter().zip(times).zip(peaks) {
        // Round by round: a machine that slows down for a while slows both.
        let ratios = times.iter().zip(&floor).map(|(time, floor)| time / floor).collect();
        println!(
            "{:36} {:9.2} {:9.2} {:9.2} {:8.2} {:>8}",
            format!("{}{}", asked.name(), worlds[*world].0),
            share(times.clone(), 0) * 1e3,
            share(times.clone(), 50) * 1e3,
            share(times, 95) * 1e3,
            share(ratios, 50),
            if peak == 0 { "-".to_owned() } else { format!("{:.1}", peak as f64 / 1e3) }
        );
    }
    for (name, world) in &worlds[1..] {
        let (met, told) = world.met_again()?;
        println!("told again in another verb{name}: {met} of {told} meet the known action");
    }
    Ok(())
}
