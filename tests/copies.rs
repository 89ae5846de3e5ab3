//! What copies and compares memory in programs with musl's C library does what the C library of this machine does.

use std::path::Path;
use std::process::Command;

#[test]
fn memory_is_copied_and_compared_as_the_c_library_does() {
    if !cfg!(all(unix, target_arch = "x86_64")) {
        eprintln!("skipped: build/memory.c is for x86-64 alone");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let compile = |source: &str, object: &str, flags: &[&str]| {
        let done = Command::new(&compiler)
            .args(flags)
            .arg("-c")
            .arg(root.join(source))
            .arg("-o")
            .arg(folder.path().join(object))
            .status();
        assert!(done.unwrap().success(), "{source} does not compile");
    };
    // As build.rs does.
    compile(
        "build/memory.c",
        "memory.o",
        &["-O2", "-ffreestanding", "-fno-builtin", "-DUNDER_TEST", "-Wall", "-Werror"],
    );
    compile("tests/copies.c", "copies.o", &["-O1", "-Wall", "-Werror"]);
    let program = folder.path().join("copies");
    let linked =
        Command::new(&compiler).args(["memory.o", "copies.o", "-o"]).arg(&program).current_dir(folder.path()).status();
    assert!(linked.unwrap().success(), "it does not link");
    let ran = Command::new(&program).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
