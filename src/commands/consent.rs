//! The user's word on a change of settings: given beforehand, asked for, or not to be had.
//!
//! Owns the showing of the change and the question. What the change is, others decide.

use std::io::Write;

use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::report::hunks;
use crate::commands::settings_file::{SettingsFile, shown};
use crate::text::plain::plain;

/// What the user said about the change when starting the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// `--dry-run`: show the change and make none.
    ShowOnly,
    /// `--yes`
    Given,
    /// Nothing, but a terminal is there to ask.
    Ask,
    /// Nothing, and nobody is there to be asked.
    Missing,
}

impl Consent {
    /// From the flags and whether somebody is there to be asked; a dry run wins over everything.
    pub fn from_flags(dry_run: bool, yes: bool, terminal: bool) -> Self {
        match (dry_run, yes, terminal) {
            (true, _, _) => Self::ShowOnly,
            (false, true, _) => Self::Given,
            (false, false, true) => Self::Ask,
            (false, false, false) => Self::Missing,
        }
    }
}

/// How a change of settings ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was as it should be already.
    Unchanged,
    /// A dry run: the change was shown.
    Shown,
    /// The user said no.
    Declined,
    /// The change was made.
    Changed,
}

/// Shows the changes where they are not agreed to yet, and asks. `None` means go ahead.
///
/// `changes` are files with their text to come. A file that cannot be written is refused before anybody is asked.
pub fn settle(
    changes: &[(&SettingsFile, &str)],
    consent: Consent,
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&str) -> bool,
) -> anyhow::Result<Option<Outcome>> {
    for (file, _) in changes {
        file.check_writable()?;
    }
    match consent {
        Consent::Given => return Ok(None),
        Consent::Missing => {
            let hint = "add --yes to agree beforehand, or --dry-run to see the change";
            return Err(Failure::new(ExitStatus::Usage, "nobody is there to agree to the change", hint).into());
        }
        Consent::ShowOnly | Consent::Ask => {}
    }
    for (file, after) in changes {
        write!(out, "{}", difference(file, after))?;
    }
    if consent == Consent::ShowOnly {
        return Ok(Some(Outcome::Shown));
    }
    let agreed = ask(if changes.len() == 1 { "Make this change?" } else { "Make these changes?" });
    if !agreed {
        writeln!(out, "nothing was changed")?;
    }
    Ok((!agreed).then_some(Outcome::Declined))
}

/// The change as a unified diff, safe to show.
fn difference(file: &SettingsFile, after: &str) -> String {
    // Line ends are kept by the edit; in the diff they would only be noise.
    let one_way = |text: &str| text.replace("\r\n", "\n");
    let (before, after) = (one_way(file.text.as_deref().unwrap_or_default()), one_way(after));
    let name = shown(&file.path);
    plain(&format!("--- {name}\n+++ {name}\n{}", hunks(&before, &after).concat()))
}
