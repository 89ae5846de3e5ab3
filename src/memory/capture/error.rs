//! What a failed command printed: the line that tells, and whether the command itself was wrong.

use crate::text::plain::plain_line;

/// Characters of a line that are kept.
const MAX_LINE: usize = 160;
/// Lines that are looked at, from the beginning: the rest is what a log goes on with.
const MAX_LINES: usize = 400;

/// A command that is told one of these was wrong in itself, whatever the files say. Lower case.
const MISUSE: [&str; 33] = [
    "ambiguous option",
    "bad option",
    "cannot find a script named",
    "command not found",
    "command \"", // "Command \"x\" not found": yarn, composer
    "could not find task",
    "did you mean",
    "illegal option",
    "invalid choice",
    "invalid option",
    "invalid subcommand",
    "is not a valid",
    "is not recognized as",
    "is not a git command",
    "missing required argument",
    "missing script",
    "no module named pytest",
    "no rule to make target",
    "no such command",
    "no such option",
    "no such subcommand",
    "script not found",
    "the argument '",
    "too many arguments",
    "unexpected argument",
    "unknown argument",
    "unknown command",
    "unknown flag",
    "unknown option",
    "unknown subcommand",
    "unknown switch",
    "unrecognised",
    "unrecognized",
];
/// Words of a line that tells what went wrong, the surest first. Lower case.
const TELLING: [&str; 8] = ["error", "fatal", "not found", "panicked", "cannot", "failed", "exception", "denied"];

/// The line that says what went wrong: one that tells a misuse, then one with a telling word, else the last one with words.
pub fn telling_line(printed: &str) -> Option<&str> {
    let lines = || printed.lines().take(MAX_LINES).map(str::trim).filter(|line| line.chars().any(char::is_alphabetic));
    let exit = |line: &&str| line.starts_with("Exit code ");
    let misuse = lines().find(|line| tells_misuse(&line.to_lowercase()));
    let telling = || {
        TELLING
            .iter()
            .find_map(|word| lines().filter(|line| !exit(line)).find(|line| line.to_lowercase().contains(word)))
    };
    let line = misuse.or_else(telling).or_else(|| lines().filter(|line| !exit(line)).last())?;
    Some(match line.char_indices().nth(MAX_LINE) {
        Some((end, _)) => &line[..end],
        None => line,
    })
}

/// True where the command itself was wrong.
pub fn is_misuse(printed: &str) -> bool {
    let lower = printed.to_lowercase();
    // Hardly any output has one of the phrases: all of it is searched at once before its lines are.
    tells_misuse(&lower) && lower.lines().take(MAX_LINES).any(tells_misuse)
}

fn tells_misuse(line: &str) -> bool {
    MISUSE.iter().any(|phrase| line.contains(phrase) && (*phrase != "command \"" || line.contains("not found")))
}

/// True for two commands (keys) that do the same thing in two ways: the same program, or the same operands.
pub fn akin(one: &str, other: &str) -> bool {
    let words = |key: &str| -> Vec<String> { key.split_whitespace().skip(1).map(str::to_owned).collect() };
    let (one, other) = (words(one), words(other));
    let (Some(program), Some(another)) = (one.first(), other.first()) else { return false };
    if one == other {
        return false;
    }
    let operands = |words: &[String]| -> Vec<String> {
        words.iter().skip(1).filter(|word| !word.starts_with('-')).map(|word| plain_line(word)).collect()
    };
    let (mine, theirs) = (operands(&one), operands(&other));
    let shared = mine.iter().filter(|word| theirs.contains(word)).count();
    if program == another {
        // `git` alone says little: of the operands one must be shared, or be nearly the same word.
        return mine.is_empty()
            || theirs.is_empty()
            || shared > 0
            || mine.iter().any(|word| theirs.iter().any(|other| is_typing_error(word, other)));
    }
    // Another program: `python x.py` and `python3 x.py`.
    shared > 0 && 2 * shared >= mine.len()
}

/// True for two words of the same letters, or of which one lacks a letter or has another one.
fn is_typing_error(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    let front = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    let back = short.bytes().rev().zip(long.bytes().rev()).take_while(|(a, b)| a == b).count();
    sorted(one) == sorted(other) || front + back + 1 >= short.len().max(long.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, line: Option<&str>, misuse: bool) {
        assert_eq!(telling_line(printed), line);
        assert_eq!(is_misuse(printed), misuse, "{printed}");
    }

    #[test]
    fn the_telling_line_is_found() {
        check("", None, false);
        check("Exit code 1\n\n---\n", None, false);
        check(
            "Exit code 2\nreading\nerror: unexpected argument '--foo' found",
            Some("error: unexpected argument '--foo' found"),
            true,
        );
        check("Compiling\nerror[E0308]: mismatched types\nhelp", Some("error[E0308]: mismatched types"), false);
        check("one\ntwo", Some("two"), false);
        check("error: nothing\nbash: fd: command not found", Some("bash: fd: command not found"), true);
        check("error Command \"tset\" not found.", Some("error Command \"tset\" not found."), true);
        check("ran command \"x\"", Some("ran command \"x\""), false);
    }

    #[test]
    fn two_ways_to_do_a_thing() {
        let akin = |one: &str, other: &str| akin(&format!("bash {one}"), &format!("bash {other}"));
        assert!(akin("npm run tset", "npm run test"));
        assert!(akin("npm tset", "npm test"));
        assert!(akin("cargo test --tset", "cargo test"));
        assert!(akin("python a.py", "python3 a.py"));
        assert!(!akin("npm run tset", "npm run tset"));
        assert!(!akin("git psuh", "git status"));
        assert!(akin("git psuh", "git push"));
        assert!(!akin("fd x", "ls y"));
    }
}
