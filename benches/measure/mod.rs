//! What several benches measure of a program that they start.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a run took that went well.
pub(crate) fn time(command: &mut Command) -> io::Result<Duration> {
    let start = Instant::now();
    let status = command.status()?;
    let took = start.elapsed();
    if status.success() { Ok(took) } else { Err(io::Error::other(format!("{status}"))) }
}

/// The most memory that a run was seen to hold, in kB, read again and again until it has ended; 0 where it was never seen:
/// the run was over too soon, or the system has no `/proc`.
pub(crate) fn peak(command: &mut Command) -> io::Result<u64> {
    let mut child = command.spawn()?;
    let status = Path::new("/proc").join(child.id().to_string()).join("status");
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let seen = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(seen.unwrap_or(0));
    }
    Ok(peak)
}

/// The value that so many percent of the others do not exceed.
pub(crate) fn share(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() * percent / 100).min(values.len() - 1)]
}
