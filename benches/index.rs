//! What the repository's index costs: made cold, refreshed, and asked as a prompt asks it, beside walking the tree once.
//!
//! `cargo bench --bench index` makes a repository of 10,000 files; `cargo bench --bench index -- DIR` takes a real one.

use driftguard::config::{IndexConfig, defaults};
use driftguard::domain::{FileList, Goal};
use driftguard::goal::infer::Features;
use driftguard::repo::index::{Index, IndexError, Look, Place, refresh};
use driftguard::repo::{Limits, list};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

const FILES: usize = 10_000;
/// Files of a folder.
const FOLDER: usize = 10;
/// Different words in all files, and words of one file.
const VOCABULARY: u64 = 60_000;
const WORDS: usize = 600;
const ROUNDS: usize = 200;
/// What a prompt asks: words, and files whose neighbours it wants.
const ASKED: usize = 30;
const OF_FILES: usize = 10;

const SYLLABLES: [&str; 16] =
    ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "za"];

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// A word of the vocabulary: low numbers are common and high ones rare, as in real text.
    fn word(&mut self) -> String {
        let rank = (0..3).fold(VOCABULARY, |sides, _| self.roll(sides) + 1);
        word(rank)
    }
}

fn word(mut rank: u64) -> String {
    let mut word = String::new();
    for _ in 0..4 {
        word.push_str(SYLLABLES[usize::try_from(rank % 16).unwrap_or(0)]);
        rank /= 16;
    }
    word
}

fn name(number: usize) -> String {
    format!("{}_{}/{}_{number}.ts", word(number as u64 / 10), number / FOLDER, word(number as u64))
}

fn make(root: &Path) -> io::Result<()> {
    let mut dice = Dice(7);
    for number in 0..FILES {
        let mut text = String::new();
        for _ in 0..4 {
            let other = usize::try_from(dice.roll(FILES as u64)).unwrap_or(0);
            let _ = writeln!(text, "import {{ x }} from '../{}'", name(other).trim_end_matches(".ts"));
        }
        for line in 0..WORDS / 6 {
            let kind = if line % 20 == 0 { "export function " } else { "  const " };
            let _ = writeln!(text, "{kind}{}_{}({}, {}) {{", dice.word(), dice.word(), dice.word(), dice.word());
            let _ = writeln!(text, "    {}.{} // once more", dice.word(), dice.word());
        }
        let path = root.join(name(number));
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(&path, text)?;
        // What changed a moment ago would be read again.
        let settled = SystemTime::now() - Duration::from_mins(1);
        fs::File::options().write(true).open(&path)?.set_modified(settled)?;
    }
    Ok(())
}

/// One prompt's questions.
fn ask(folder: &Path, root: &Path, numbers: &IndexConfig, words: &[String]) -> Result<usize, IndexError> {
    let Some(index) = Index::open(folder, root, numbers)? else { return Ok(0) };
    let files = index.files()?;
    let found = index.matching(words, 100)?;
    let mut near = 0;
    for found in found.iter().take(OF_FILES) {
        near += index.neighbours(&found.path, 20)?.len();
    }
    Ok(files.len() + found.len() + near)
}

/// Words of the repository's own files, one from every so many.
fn words_of(root: &Path, files: &FileList) -> Vec<String> {
    let step = (files.len() / ASKED).max(1);
    let texts = files.paths().step_by(step).filter_map(|path| fs::read_to_string(root.join(path)).ok());
    let longest = |text: String| {
        let words = driftguard::text::words::content_words(&text);
        words.into_iter().filter(|word| word.len() < 14).max_by_key(String::len)
    };
    texts.filter_map(longest).take(ASKED).collect()
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The most memory that this process had, in MB; 0 where the system does not tell.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let named = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).map(PathBuf::from);
    let made = named.is_none();
    let root = named.unwrap_or_else(|| folder.path().join("repository"));
    if made {
        make(&root)?;
    }
    let numbers = IndexConfig { max_seconds: 600, ..defaults().index };
    let indexes = folder.path().join("index");
    let place = Place { folder: &indexes, root: &root, git: None };
    let limits = Limits { max_files: usize::MAX, budget: Duration::from_mins(10) };
    let walk = || {
        let began = Instant::now();
        let files = list(&root, limits);
        (began.elapsed(), files)
    };
    let (_, files) = walk();
    let walked = middle((0..5).map(|_| walk().0).collect());
    let cold = refresh(&place, &numbers, Look::Files, &mut |_| {})?;
    let memory = peak();
    let warm = |look| -> Result<Duration, IndexError> {
        let times = (0..5).map(|_| Ok(refresh(&place, &numbers, look, &mut |_| {})?.took));
        Ok(middle(times.collect::<Result<_, IndexError>>()?))
    };
    let (whole, light) = (warm(Look::Files)?, warm(Look::Folders)?);
    let words = words_of(&root, &files);
    let mut times = Vec::with_capacity(ROUNDS);
    let mut answered = 0;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        answered = ask(&indexes, &root, &numbers, &words)?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    let goal = Goal { text: format!("fix the {}", words.join(" ")), ..Goal::default() };
    let config = defaults().infer;
    let ranked = middle(
        (0..20)
            .map(|_| {
                let began = Instant::now();
                let inference = Features::new(&goal, &files, &config).infer(&config);
                answered += inference.in_scope;
                began.elapsed()
            })
            .collect(),
    );
    let facts = Index::open(&indexes, &root, &numbers)?.map(|index| index.facts()).transpose()?.unwrap_or_default();
    let shown = |what: &str, time: Duration| {
        let (ms, ratio) = (time.as_secs_f64() * 1e3, time.as_secs_f64() / walked.as_secs_f64());
        println!("{what:36} {ms:10.1} ms {ratio:8.2} walks");
    };
    println!("{} files, {} words, {} imports, {} MB", facts.files, facts.words, facts.imports, facts.bytes / 1_000_000);
    shown("walking the tree once", walked);
    shown("made cold", cold.took);
    shown("looked at every file, none changed", whole);
    shown("looked at the folders alone", light);
    shown(&format!("a prompt's questions, median ({})", words.len()), times[ROUNDS / 2]);
    shown("a prompt's questions, 95 of 100", times[ROUNDS * 95 / 100]);
    shown("all names held against a goal", ranked);
    println!("peak memory of making it: {memory} MB; answers {answered}");
    Ok(())
}
