//! What a text's vector out of the table costs: warm, the first of a process, and what a process pays that makes none. Read the ratios:
//! a warm one against a plain pass over the text's letters, whole processes against this bench's own binary leaving at once.
//!
//! `cargo bench --bench table`

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use driftguard::inference::table;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

/// With this argument the process ends at once, with the other it makes one vector before.
const LEAVE: &str = "--leave-at-once";
const ENCODE: &str = "--encode-once";
const ROUNDS: usize = 200;
const TEXTS: usize = 2_000;

const SHORT: &str = "Retry the request when the connection times out, and log how often that was";

/// The fastest of some rounds.
fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    let timed = |()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    std::iter::repeat_n((), rounds).map(timed).min().unwrap_or_default()
}

/// The fastest and the median of whole processes, in turn.
fn processes() -> std::io::Result<[[Duration; 2]; 2]> {
    let own = std::env::current_exe()?;
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for (times, argument) in times.iter_mut().zip([LEAVE, ENCODE]) {
            let begun = Instant::now();
            Command::new(&own).arg(argument).status()?;
            times.push(begun.elapsed());
        }
    }
    Ok(times.map(|mut times| {
        times.sort_unstable();
        [times[0], times[times.len() / 2]]
    }))
}

/// The pages that this process has met so far, where the system tells: without and with reading the disk.
fn faults() -> Option<[u64; 2]> {
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = told.rsplit_once(')')?.1.split_whitespace().collect();
    Some([fields.get(7)?.parse().ok()?, fields.get(9)?.parse().ok()?])
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn main() -> std::io::Result<()> {
    let asked = std::env::args().nth(1);
    if asked.as_deref() == Some(LEAVE) {
        return Ok(());
    }
    if asked.as_deref() == Some(ENCODE) {
        black_box(table::encode(SHORT));
        return Ok(());
    }
    let before = faults();
    let begun = Instant::now();
    black_box(table::encode(SHORT));
    let first = begun.elapsed();
    let met = before.zip(faults()).map(|(before, after)| after[0] - before[0] + after[1] - before[1]);

    println!("{:44} {:>10} {:>12}", "", "µs", "x a pass");
    println!("{:44} {:10.1} {:>12}", "the first of a process", micros(first), "");
    if let Some(met) = met {
        println!("{:44} {met:10} pages of memory", "it meets");
    }
    for (name, text) in [("14 words", SHORT.to_owned()), ("4,000 letters", format!("{SHORT} ").repeat(53))] {
        let letters = best(20, || {
            for _ in 0..TEXTS / 20 {
                black_box(black_box(text.as_str()).chars().filter(|letter| letter.is_alphanumeric()).count());
            }
        });
        let made = best(20, || {
            for _ in 0..TEXTS / 20 {
                black_box(table::encode(black_box(&text)));
            }
        });
        let each = |time: Duration| micros(time) / 100.0;
        println!("{name:44} {:10.2} {:12.1}", each(made), made.as_secs_f64() / letters.as_secs_f64());
    }
    let [empty, with] = processes()?;
    println!("\n{:44} {:>10} {:>10}", "whole process", "best µs", "median µs");
    for (name, [least, median]) in [("that leaves at once", empty), ("that makes one vector first", with)] {
        println!("{name:44} {:10.0} {:10.0}", micros(least), micros(median));
    }
    Ok(())
}
