//! Which lines declare what others call, and which of those an edit takes away or changes.
//!
//! Owns the beginnings of such lines, in the languages that mark what is public and those where all is. Nothing is parsed: a declaration
//! over several lines counts by its first.

use std::collections::HashSet;

/// Beginnings of lines that declare something public, whatever the file is.
#[rustfmt::skip]
const BEGINNINGS: [&str; 22] = [
    "abstract ", "async def ", "async function ", "class ", "def ", "defmacro ", "export ", "fun ", "function ", "func ",
    "interface ", "internal ", "module.exports", "open ", "protected ", "pub ", "public ", "static ", "struct ", "trait ",
    "val ", "virtual ",
];

/// How many declarations of `old` do not stand in `new` as they were.
pub fn lost(old: &str, new: &str) -> u32 {
    let mut before = old.lines().filter_map(declared).peekable();
    if before.peek().is_none() {
        return 0;
    }
    let after: HashSet<&str> = new.lines().filter_map(declared).collect();
    u32::try_from(before.filter(|declared| !after.contains(declared)).count()).unwrap_or(u32::MAX)
}

/// What a line declares, without its body.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim();
    let beginning = BEGINNINGS.iter().find(|beginning| line.starts_with(**beginning))?;
    // What nobody outside calls: `def _helper`, Go's `func lower`.
    let name = line[beginning.len()..].trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let own = name.starts_with('_') || *beginning == "func " && is_lower(line);
    let end = line.find(['{', '=', ';']).unwrap_or(line.len());
    (!own).then(|| line[..end].trim_end_matches([' ', ':']))
}

/// `func (s *Store) get(` and `func get(` are a package's own; Swift's `func get(` is told apart by nobody.
fn is_lower(line: &str) -> bool {
    let rest = line["func ".len()..].trim_start();
    let name = if rest.starts_with('(') {
        rest.split_once(')').map_or("", |(_, name)| name.trim_start())
    } else {
        return false;
    };
    name.starts_with(|letter: char| letter.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_lost_that_is_changed_or_gone() {
        for (old, new, expected) in [
            ("pub fn get(&self) -> u8 {", "pub fn get(&mut self) -> u8 {", 1),
            ("pub fn get(&self) -> u8 { 1 }", "pub fn get(&self) -> u8 { 2 }", 0),
            ("export function a(b) {", "export function a(b, c) {", 1),
            ("export const LIMIT = 5", "export const LIMIT = 6", 0),
            ("  public Money add(Money other) {", "  public Money plus(Money other) {", 1),
            ("def run(self):", "def run(self):\n    log()", 0),
            ("def run(self):", "def run(self, now):", 1),
            ("def _run(self):", "def _run(self, now):", 0),
            ("func (s *Store) Get(id int) {", "func (s *Store) Get(id string) {", 1),
            ("func (s *Store) get(id int) {", "func (s *Store) get(id string) {", 0),
            ("val infer : Env.t -> t", "val infer : env:Env.t -> t", 1),
            ("let x = 1", "let x = 2", 0),
            ("", "pub fn new() {", 0),
        ] {
            assert_eq!(lost(old, new), expected, "{old} -> {new}");
        }
    }
}
