//! `driftguard man`: manual pages, made from the command line's own description.

use super::print;
use crate::cli::exit::ExitStatus;
use crate::cli::paragraph::{Block, blocks};
use crate::text::clip::one_line;
use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;
use std::fmt::Write as _;
use std::io::Write as _;
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
    print::line(&format!("{count} pages written to {}; read one with: man -l FILE", folder.display()))?;
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

/// The page of one command. Synopsis and prose are written here: `clap_mangen` names no values in the one, and lets the lines of an
/// example run together in the other.
fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut command = command.clone();
    command.build();
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let man = Man::new(command.clone()).title(name.to_uppercase());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    write!(page, ".SH SYNOPSIS\n{}", synopsis(&command))?;
    let about = command.get_long_about().or_else(|| command.get_about());
    write!(page, ".SH DESCRIPTION\n{}", prose(&about.map(ToString::to_string).unwrap_or_default()))?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(after) = command.get_after_long_help() {
        write!(page, ".SH NOTES\n{}", prose(&after.to_string()))?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// How the command is called, each option with the name of its value and unbroken.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = one_line(usage.trim_start_matches("Usage: "));
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let rest = usage.strip_prefix(name).unwrap_or(&usage);
    let options = command.get_opts().chain(command.get_arguments().filter(|arg| !arg.get_action().takes_values()));
    // What must stand is in clap's own usage already.
    let options = options.filter(|arg| !arg.is_hide_set() && !arg.is_required_set()).map(ToString::to_string);
    let options: Vec<String> = options
        .filter(|option| !rest.contains(option.as_str()))
        .map(|option| format!("[{}]", escaped(&option).replace(' ', "\\ ")))
        .collect();
    let rest = escaped(rest.trim_start()).replace("[OPTIONS]", &options.join(" "));
    // Neither hyphens nor wide gaps: this is to be typed.
    format!(".ad l\n.nh\n\\fB{}\\fR {rest}\n.hy\n.ad b\n", escaped(name))
}

/// Paragraphs that are filled, and examples and tables that are not.
fn prose(text: &str) -> String {
    let mut shown = String::new();
    // Writing to a string cannot fail.
    for block in blocks(text) {
        match block {
            Block::Prose(prose) => {
                let _ = writeln!(shown, ".PP\n{}", line(&prose));
            }
            Block::Lines { lines, close } => {
                let lines: Vec<String> = lines.iter().map(|shown| line(shown)).collect();
                let apart = if close { "" } else { ".PP\n" };
                let _ = writeln!(shown, "{apart}.nf\n{}\n.fi", lines.join("\n"));
            }
        }
    }
    shown
}

/// A line of text that cannot be taken for a request.
fn line(text: &str) -> String {
    let text = escaped(text);
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}

/// Text whose signs are shown as they are, so that an example can be copied from the page.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' => shown.push_str("\\e"),
            '-' => shown.push_str("\\-"),
            '\'' => shown.push_str("\\(aq"),
            '`' => shown.push_str("\\(ga"),
            '"' => shown.push_str("\\(dq"),
            '~' => shown.push_str("\\(ti"),
            '^' => shown.push_str("\\(ha"),
            _ => shown.push(sign),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of `driftguard <name>`.
    fn shown(name: &str) -> String {
        let pages = pages().unwrap();
        let (_, page) = pages.into_iter().find(|(file, _)| file == &format!("driftguard-{name}.1")).expect(name);
        String::from_utf8(page).unwrap()
    }

    #[test]
    fn an_example_keeps_its_lines_and_an_option_the_name_of_its_value() {
        let check = shown("check");
        assert!(check.contains("Examples:\n.nf\n  driftguard check\n  driftguard check session.jsonl"), "{check}");
        assert!(check.contains("[\\-\\-session\\ <ID>]") && check.contains("[TRANSCRIPT]...\n"), "{check}");
        assert!(check.contains("[\\-\\-drift\\-only]") && check.contains("[\\-\\-verbose...]"), "{check}");
        let purge = shown("purge");
        assert!(purge.contains("<\\-\\-session <ID>|\\-\\-older\\-than <DURATION>|\\-\\-all>"), "{purge}");
        assert_eq!(purge.matches("\\-\\-older\\-than <DURATION>").count(), 1, "{purge}");
    }

    #[test]
    fn no_line_is_taken_for_a_request() {
        assert_eq!(line(".gitignore's"), "\\&.gitignore\\(aqs");
        assert_eq!(line("'a' \\"), "\\(aqa\\(aq \\e");
    }
}
