//! Calls the library and maps its answer to an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    driftguard::commands::main(&args).into()
}
