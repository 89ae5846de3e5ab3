//! Calls the library and maps its answer to an exit code.

use std::process::ExitCode;

#[cfg(target_env = "musl")]
mod allocator;

// What C asks for, SQLite above all, comes from there, too: a hook makes forty to four hundred system calls less and takes four
// fifths of the time.
#[cfg(target_env = "musl")]
use tinyrlibc as _;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    driftguard::commands::main(&args).into()
}
