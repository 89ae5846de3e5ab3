//! The commands that only the person gives, as words.

use crate::agent::registration::HOOK_SUBCOMMANDS;

/// Flags with which a client starts without hooks.
pub(super) const BARE: [&str; 2] = ["--bare", "--safe-mode"];

/// Flags with which a client goes on with a session that is there already, so that its words count as the user's.
const RESUMING: [&str; 4] = ["--resume", "--continue", "--session-id", "--fork-session"];

/// True for a flag of the client that goes on with a session: `--resume=id`, `-r`, `-pc`.
pub(super) fn resumes(flag: &str) -> bool {
    let name = flag.split('=').next().unwrap_or(flag);
    let letters = flag.strip_prefix('-').unwrap_or_default();
    let short = letters.chars().all(|letter| "cdprv".contains(letter)) && letters.contains(['c', 'r']);
    short || RESUMING.contains(&name)
}

/// True for a word of which the text does not tell what the program will see.
fn is_untold(word: &str) -> bool {
    word.contains(['$', '`', '*', '?', '[', '{'])
}

/// Our commands that have commands of their own.
pub(super) const GROUPS: [&str; 6] = ["config", "fact", "goal", "memory", "model", "trial"];

/// Those that only the person gives which count wherever they stand in a script that names us. "Wrong" and "fact" are words of any text.
pub(super) const ANYWHERE: [&str; 6] = ["uninstall", "unlock", "pause", "purge", "mode", "goal"];

/// True for a command of ours that only the person gives, with the words behind it. `has` tells whether a flag stands among them.
pub(super) fn is_persons<'w>(
    command: &str,
    mut behind: impl Iterator<Item = &'w str>,
    has: impl Fn(&str) -> bool,
) -> bool {
    match command {
        "uninstall" | "purge" | "unlock" | "wrong" => true,
        // The client calls them, with the truth: from the agent they would be words put into the user's mouth.
        hook if HOOK_SUBCOMMANDS.contains(&hook) => true,
        "pause" => !has("--end"),
        "mode" => behind.next().is_some(),
        "goal" => !matches!(behind.next(), None | Some("show" | "forbid")),
        "fact" => !matches!(behind.next(), None | Some("list")),
        // Looking and recording are for everybody; what takes lessons away, or brings others in, is the person's.
        "memory" => behind.next().is_some_and(|word| {
            matches!(word, "split" | "forget" | "import") || (word == "prune" && has("--yes")) || is_untold(word)
        }),
        "config" => behind.next().is_some_and(|word| matches!(word, "set" | "edit" | "reset") || is_untold(word)),
        // It may be any of those above.
        word => is_untold(word),
    }
}
