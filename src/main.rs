//! Calls the library and maps its answer to an exit code.

fn main() {}
