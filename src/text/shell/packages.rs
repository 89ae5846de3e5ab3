//! The packages that a command asks a package manager to add to the project.

use super::command::plain_name;
use super::table;
use super::table_row::Effect;
use super::word::Word;

/// The last words of commands that add. What else writes a manifest removes, upgrades or begins one.
const ADDING: [&str; 6] = ["a", "add", "get", "i", "install", "require"];
/// Flags with which a program adds nothing that it is told by name: it upgrades what is there, or reads a list.
const ADDING_NOTHING: [(&str, &str); 3] = [("go", "-u"), ("pipenv", "-r --requirements"), ("uv", "-r --requirements")];

/// The operands of a simple command that adds packages to the manifest of the project; none for any other command, and for one that
/// installs beside the project (`npm install -g`).
pub fn packages(command: &[String]) -> Vec<String> {
    let words: Vec<Word> = command.iter().map(|word| Word::sure(word)).collect();
    let Some(first) = words.first() else { return Vec::new() };
    let program = plain_name(&first.text);
    let Some((row, _, arguments)) = table::find(program, &words) else { return Vec::new() };
    let writes = matches!(row.effect, Effect::Manifest { manifest, .. } if !manifest.is_empty());
    let adds = row.command.rsplit(' ').next().is_some_and(|verb| ADDING.contains(&verb));
    let nothing = ADDING_NOTHING.iter().any(|(name, flags)| *name == program && arguments.has_any(flags));
    if !writes || !adds || nothing {
        return Vec::new();
    }
    arguments.operands.iter().map(|word| word.text.clone()).collect()
}
