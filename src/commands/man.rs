//! `driftguard man`: manual pages, made from the command line's own description.

use super::print;
use crate::cli::exit::ExitStatus;
use anyhow::Context as _;
use clap::Command;
use std::path::Path;

/// Prints the page of driftguard, or writes the pages of all commands into `folder`.
pub fn run(folder: Option<&Path>) -> anyhow::Result<ExitStatus> {
    let Some(folder) = folder else {
        print::raw(&page(&crate::cli::command())?)?;
        return Ok(ExitStatus::Ok);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut count = 0;
    for (name, page) in pages()? {
        let path = folder.join(name);
        std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        count += 1;
    }
    print::answer(&format!("{count} pages written to {}; read one with: man -l FILE\n", folder.display()))?;
    Ok(ExitStatus::Ok)
}

/// All pages by file name: `driftguard.1`, `driftguard-check.1`, `driftguard-goal-set.1`.
fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut root = crate::cli::command();
    // `build` gives each subcommand its full name and the global options.
    root.build();
    let mut pages = Vec::new();
    collect(&root, "driftguard", &mut pages)?;
    Ok(pages)
}

fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    pages.push((format!("{name}.1"), page(command)?));
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        collect(inner, &format!("{name}-{}", inner.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name.to_uppercase()).render(&mut page)?;
    Ok(page)
}
