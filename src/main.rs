//! Calls the library and maps its answer to an exit code.

use std::process::ExitCode;

/// The allocator of musl asks the system for memory in small pieces and locks at each of them: `check` takes half as long
/// again with it.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

// What C asks for, SQLite above all, comes from there, too: a hook makes forty to four hundred system calls less and takes four
// fifths of the time.
#[cfg(target_env = "musl")]
use tinyrlibc as _;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    driftguard::commands::main(&args).into()
}
