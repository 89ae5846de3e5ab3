//! Turns the commented defaults into the form that a hook reads fastest: TOML with its comments costs a tenth of a call. The
//! same for the word lists of `memory::meaning`. With musl's C library it compiles what copies memory.

#[path = "build/lexicon.rs"]
mod lexicon;

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=src/config/default.toml");
    let defaults: toml::Table = fs::read_to_string("src/config/default.toml")?.parse()?;
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    fs::write(Path::new(&folder).join("default.json"), serde_json::to_string(&defaults)?)?;
    // The contract of the service stands in the program without the layout that people read.
    println!("cargo::rerun-if-changed=docs/openapi.json");
    let contract: serde_json::Value = serde_json::from_str(&fs::read_to_string("docs/openapi.json")?)?;
    fs::write(Path::new(&folder).join("openapi.json"), serde_json::to_string(&contract)?)?;
    // `install.sh` hands it to the linker.
    println!("cargo::rerun-if-changed=build/order.ld");
    // The word lists are searched as they lie in the program: sorted here once, not by every hook.
    println!("cargo::rerun-if-changed=build/lexicon.rs");
    lexicon::compile(Path::new("src/memory/meaning/lexicon"), Path::new(&folder))?;
    println!("cargo::rerun-if-changed=build/memory.c");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("ENV") == "musl" && target("ARCH") == "x86_64" {
        // Without these the compiler makes calls of the functions out of their own bodies.
        let own = ["-ffreestanding", "-fno-builtin", "-fno-tree-loop-distribute-patterns"];
        let mut build = cc::Build::new();
        for flag in own {
            build.flag_if_supported(flag);
        }
        build.opt_level(2).file("build/memory.c").compile("memory");
    }
    Ok(())
}
