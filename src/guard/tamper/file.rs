//! The tools that change one file.

use super::harm::Change;
use super::wiring::Wiring;
use crate::domain::{Action, Draft, FileVerb, Replacement, Tampering, Wired};
use crate::text::path;

/// Files that a shell reads when it starts, by their base names: what they set, the next session's hooks see.
const PROFILES: [&str; 12] = [
    ".bash_login",
    ".bash_profile",
    ".bashrc",
    ".envrc",
    ".profile",
    ".zlogin",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "config.fish",
    "environment",
    "profile",
];

/// What an edit, a write or a removal does to the wiring.
pub(super) fn judge(action: &Action, wiring: &Wiring<'_>) -> Option<Tampering> {
    // A tool of a server may do with a path what neither its name nor its input tells.
    let effects = action.effects.iter().filter(|effect| effect.verb.modifies() || action.opaque);
    for effect in effects {
        let absolute = wiring.absolute(action.cwd.as_deref(), &effect.path);
        let change = match (&action.draft, effect.verb) {
            (_, FileVerb::Delete) => Change::Removed,
            (Some(Draft::Content(text)), _) => Change::Content(text),
            (Some(Draft::Replacements(parts)), _) => Change::Replacements(parts),
            _ => Change::Unknown,
        };
        if let Some(harm) = wiring.harm(&absolute, change) {
            return Some(Tampering { seen: effect.path.clone(), wired: harm.wired, certain: harm.certain });
        }
        let switches_off = match change {
            Change::Content(text) => turns_off(text),
            Change::Replacements(parts) => {
                parts.iter().any(|Replacement { old, new, .. }| turns_off(new) && !turns_off(old))
            }
            Change::Removed | Change::PutBack | Change::Unknown => false,
        };
        if switches_off && is_profile(&absolute) {
            return Some(Tampering { seen: effect.path.clone(), wired: Wired::Switch, certain: true });
        }
    }
    None
}

/// True for a file in which a variable is set for every shell to come.
pub(super) fn is_profile(file: &str) -> bool {
    PROFILES.contains(&path::base_name(file))
}

/// True when the text sets the variable that switches driftguard off: `DRIFTGUARD=off`, `set -x DRIFTGUARD 0`.
pub(super) fn turns_off(text: &str) -> bool {
    text.match_indices("DRIFTGUARD").any(|(at, name)| {
        let value = text[at + name.len()..].trim_start_matches([' ', '\t', '=', ':', '"', '\'']);
        // The name ends here: `DRIFTGUARD_LOG` is another variable.
        let ended = value.len() < text.len() - at - name.len();
        let word = value.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        ended && (word == "0" || word.eq_ignore_ascii_case("off"))
    })
}
