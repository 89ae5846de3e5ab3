//! What the four questions after earlier work cost in a database of a million steps: in a short session, in one of 100,000
//! steps, and in one of as many where nothing is worth recalling, so that every question looks as far as it may.
//!
//! `cargo bench --bench retrieval`

use driftguard::guard::port::{Recall, Store as _, StoreError};
use driftguard::store::{Opening, SqliteStore};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::{Duration, Instant};

/// Steps in all sessions, in each of the two long ones, and in each of the others.
const STEPS: u32 = 1_000_000;
const LONG: u32 = 100_000;
const SHORT: u32 = 1_000;
/// Files of a session, in folders of ten.
const FILES: usize = 200;
const ROUNDS: usize = 2_000;
/// Rounds in which the database is opened anew, as each hook call does.
const OPENINGS: usize = 400;

const HOW: Opening = Opening { deadline: Duration::from_millis(150), checkpoint: true, history: 50 };

fn file(number: usize) -> String {
    let number = number % FILES;
    format!("src/area_{}/part_{number}.rs", number / 10)
}

/// The ordinary work of a session `?1` of `?2` steps: four in ten look, four change, two run a command. Where it went well
/// (`?3`) nine in ten are examples; a quarter shares a word with the goal.
const WORK: &str = "
    WITH RECURSIVE made (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM made WHERE n + 1 < ?2),
      shaped AS (SELECT n, (n / 10 * 7 + n % 3) % 200 AS part FROM made),
      placed AS (SELECT n, part, 'src/area_' || (part / 10) AS folder FROM shaped)
    INSERT INTO steps (key, id, session_id, action_type, outcome, files, folders, command, reasoning, drift_score, drift_type,
        is_key_decision, is_validated, keywords, timestamp)
      SELECT (SELECT number << 32 FROM guard_states WHERE session_id = ?1) + n + 1, ?1 || ':toolu_' || n, ?1,
        CASE n % 10 WHEN 1 THEN 'edit' WHEN 3 THEN 'edit' WHEN 6 THEN 'edit' WHEN 7 THEN 'write' WHEN 4 THEN 'bash'
          WHEN 8 THEN 'bash' ELSE 'read' END,
        iif(n % 17 = 0, 'error', 'ok'), json_array(folder || '/part_' || part || '.rs'), json_array(folder),
        iif(n % 10 IN (4, 8), 'cargo test --quiet part_' || n % 90, NULL),
        'the rounding of the rates comes last, so the total is a cent too high',
        iif(?3, 9, 4), iif(?3, 'none', 'major'), n % 50 = 1, ?3 AND n % 10 > 0,
        iif(n % 4 = 0, '[\"rounding\"]', '[]'), 1772000000000
      FROM placed";

/// The files of all steps, in the order of the table.
const TOUCHED: &str =
    "INSERT INTO step_files SELECT key >> 32, json_extract(files, '$[0]'), key FROM steps ORDER BY 1, 2, 3";

/// Fills the database past the store: as single commits a million steps take minutes.
fn fill(path: &Path) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")?;
    let transaction = connection.transaction()?;
    let others = (STEPS - 2 * LONG) / SHORT;
    let work = |session: &str, steps: u32, good: bool| {
        transaction.execute("INSERT INTO guard_states (session_id, state) VALUES (?1, '')", [session])?;
        transaction.execute(WORK, params![session, steps, good])
    };
    for number in 0..others {
        work(&short(number), SHORT, true)?;
        if number == others / 2 {
            work("long", LONG, true)?;
            work("astray", LONG, false)?;
        }
    }
    transaction.execute(TOUCHED, [])?;
    transaction.commit()?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

fn short(number: u32) -> String {
    format!("short-{number:04}")
}

/// What a goal with two files and a folder asks for. In turn other files, so that no page is always at hand.
fn query(session: &str, round: usize) -> Recall {
    Recall {
        session_id: session.to_owned(),
        files: vec![file(round * 31), file(round * 17 + 5)],
        folders: vec![format!("src/area_{}", round % (FILES / 10))],
        keywords: vec!["rounding".to_owned(), "rates".to_owned()],
        without: vec![file(round * 31)],
        min_score: 5,
        limit: 10,
    }
}

/// The times of all rounds in microseconds, ascending, and how many steps were recalled.
fn measure(
    rounds: usize,
    mut each: impl FnMut(usize) -> Result<usize, StoreError>,
) -> Result<(Vec<f64>, usize), StoreError> {
    let (mut times, mut found) = (Vec::with_capacity(rounds), 0);
    for round in 0..rounds {
        let start = Instant::now();
        found += each(round)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok((times, found))
}

#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("driftguard.db");
    drop(SqliteStore::open(&path, HOW)?);
    fill(&path)?;
    let mut store = SqliteStore::open(&path, HOW)?;
    println!("{STEPS} steps, {:.0} MB", std::fs::metadata(&path)?.len() as f64 / 1e6);
    println!("{:44} {:>8} {:>8} {:>8}", "", "p50 µs", "p95 µs", "recalled");
    for (name, session) in [("1,000", "short-0001"), ("100,000", "long"), ("100,000, nothing worth it", "astray")] {
        let open = |path: &Path| SqliteStore::open(path, HOW);
        let asked = measure(ROUNDS, |round| Ok(store.recall(&query(session, round))?.len()))?;
        let opened = measure(OPENINGS, |round| Ok(open(&path)?.recall(&query(session, round))?.len()))?;
        for (what, rounds, (times, found)) in [("", ROUNDS, asked), (", opened anew", OPENINGS, opened)] {
            println!(
                "{:44} {:8.0} {:8.0} {:8.1}",
                format!("session of {name}{what}"),
                times[rounds / 2],
                times[rounds * 95 / 100],
                found as f64 / rounds as f64
            );
        }
    }
    Ok(())
}
