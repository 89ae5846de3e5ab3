//! What a command moves or copies, and where to.
//!
//! Owns the reading of `cp`, `mv` and their like by their words. What that does to files is `effect`'s.

use super::SimpleCommand;
use super::command::plain_name;
use crate::text::path;
use crate::text::path::ends_in;

/// What `cp`, `mv` and their like are given: the sources, and the target, which is the last operand or stands behind `-t`. `words`
/// stand behind the program.
pub fn transferred(words: &[String]) -> Option<(Vec<&str>, &str)> {
    let flag = words.iter().position(|word| matches!(word.as_str(), "-t" | "--target-directory"));
    let operand = |(at, word): (usize, &String)| !word.starts_with('-') && Some(at) != flag.map(|flag| flag + 1);
    let mut operands: Vec<&str> =
        words.iter().enumerate().filter(|(at, word)| operand((*at, word))).map(|(_, word)| word.as_str()).collect();
    let target = match flag {
        Some(flag) => words.get(flag + 1)?.as_str(),
        None => operands.pop()?,
    };
    Some((operands, target))
}

/// True where one of the commands moves the file: it lies somewhere else in the project then, or comes from there.
pub fn moves(commands: &[SimpleCommand], file: &str) -> bool {
    let same = |word: &str| {
        let word = word.trim_end_matches('/').trim_start_matches("./");
        !word.is_empty() && (word == file || ends_in(word, file) || ends_in(file, word))
    };
    let away = |target: &str| {
        ["$", "../", "/dev/", "/private/", "/tmp", "/var/", "~"].iter().any(|place| target.starts_with(place))
    };
    commands.iter().any(|command| {
        let program = command.first().map_or("", |program| plain_name(program));
        let behind = match program {
            "git" if command.get(1).is_some_and(|verb| verb == "mv") => 2,
            "Move-Item" | "Rename-Item" | "move" | "mv" | "ren" | "rename" => 1,
            _ => return false,
        };
        let Some((sources, target)) = transferred(&command[behind..]) else { return false };
        let into = |source: &&str| {
            let name = path::base_name(source.trim_end_matches('/'));
            same(&format!("{}/{name}", target.trim_end_matches('/')))
        };
        !away(target) && (same(target) || sources.iter().any(|source| same(source) || into(source)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_lies_somewhere_else_in_the_project() {
        let moved = |command: &str| moves(&crate::text::shell::read(command).commands, "legacy/old.py");
        for command in [
            "mv legacy/old.py legacy/new.py",
            "git mv legacy/old.py src/",
            "/bin/mv legacy/old.py a.py",
            "cd legacy && mv old.py new.py",
            "mv /home/u/shop/legacy/old.py /home/u/shop/a.py",
            "mv a/old.py legacy/",
            "mv -t src legacy/old.py",
        ] {
            assert!(moved(command), "{command}");
        }
        for command in [
            "rm legacy/old.py; mv a/old.py b/old.py",
            "grep mv legacy/old.py; rm legacy/old.py",
            "mv legacy/old.py /var/tmp/",
            "mv legacy/old.py ~/.Trash/",
            "mv legacy/old.py ../",
            "mv -t /tmp legacy/old.py",
        ] {
            assert!(!moved(command), "{command}");
        }
    }
}
