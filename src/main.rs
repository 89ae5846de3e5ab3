//! Calls the library and maps its answer to an exit code.

use std::process::ExitCode;

/// The allocator of musl asks the system for memory in small pieces and locks at each of them: `check` takes half as long
/// again with it, and a hook makes thirty more system calls.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    driftguard::commands::main(&args).into()
}
