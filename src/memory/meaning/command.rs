//! Shell commands inside a text, as the words for what they do: `git reset --hard HEAD~1` undoes the last commit and
//! discards the changes.

use super::lexicon;
use super::token::{Kind, Mark, Token, tokens};

/// Programs whose names are words of prose: they are commands only beside another word of theirs, a flag or a path.
const WORDLIKE: [&str; 48] = [
    "alias",
    "black",
    "brew",
    "bundle",
    "cat",
    "code",
    "convert",
    "coverage",
    "diff",
    "export",
    "find",
    "fly",
    "free",
    "gh",
    "go",
    "head",
    "jest",
    "kill",
    "less",
    "make",
    "mount",
    "move",
    "nice",
    "node",
    "npm",
    "ping",
    "pip",
    "rails",
    "reboot",
    "ruff",
    "service",
    "set",
    "shutdown",
    "snap",
    "sort",
    "source",
    "split",
    "tail",
    "tee",
    "terraform",
    "top",
    "touch",
    "truncate",
    "unlink",
    "unset",
    "uv",
    "watch",
    "zip",
];

/// Programs whose first argument is where something comes from, and whose second where it goes.
const COPYING: [&str; 5] = ["cp", "ln", "mv", "rsync", "scp"];

/// Puts words in the place of the commands that are known.
pub(super) fn put_in_words(read: &[Token]) -> Vec<Token> {
    let mut found = Vec::with_capacity(read.len());
    let mut at = 0;
    let onto = |at: usize| -> Option<&str> {
        let word = |place: usize| read.get(at + place).map(|token| token.lower.as_str());
        let enters = word(0) == Some("git") && matches!(word(1), Some("checkout" | "switch")) && word(4) == Some("git");
        (enters
            && matches!(word(5), Some("merge" | "rebase"))
            && read.get(at + 3).is_some_and(|token| !token.is_word()))
        .then(|| word(5))
        .flatten()
    };
    while at < read.len() {
        let end = read[at..].iter().position(|token| !token.is_word()).map_or(read.len(), |length| at + length);
        // On the branch that is entered first the other one is merged.
        if let Some(deed) = onto(at)
            && let (Some(into), Some(from)) = (read.get(at + 2), read.get(at + 6))
        {
            let joined = if deed == "merge" { ["merge", "into"] } else { ["rebase", "onto"] };
            let pair = if deed == "merge" { [from, into] } else { [into, from] };
            found.extend([Token::word(joined[0]), pair[0].clone(), Token::word(joined[1]), pair[1].clone()]);
            at += 7;
            continue;
        }
        if at == end {
            found.push(read[at].clone());
            at += 1;
            continue;
        }
        part(&read[at..end], &mut found);
        at = end;
    }
    found
}

/// One stretch between two breaks.
fn part(read: &[Token], found: &mut Vec<Token>) {
    let start = (0..read.len()).find_map(|at| Some((at, rule(&read[at..], at)?)));
    let Some((at, (used, words))) = start else { return found.extend_from_slice(read) };
    found.extend_from_slice(&read[..at]);
    let mut rest: Vec<&Token> =
        read[at..].iter().enumerate().filter(|(place, _)| !used.contains(place)).map(|(_, token)| token).collect();
    // `HEAD~1` is the last commit, which the words already name.
    rest.retain(|token| !matches!(token.lower.as_str(), "head" | "head~1" | "head^" | "sudo"));
    let mut told = tokens(words);
    told.retain(Token::is_word);
    found.extend(told);
    let named: Vec<usize> = (0..rest.len()).filter(|place| rest[*place].kind != Kind::Flag).collect();
    let to = Token::word("to");
    // What a command copies stands before where it goes.
    if COPYING.contains(&read[at].lower.as_str())
        && let [_, target] = named[..]
    {
        rest.insert(target, &to);
    }
    for token in rest {
        match token.lower.strip_prefix("head~") {
            Some(count) => {
                let count = format!("last {count} commits");
                found.extend(tokens(&count).into_iter().filter(Token::is_word));
            }
            None => found.push((*token).clone()),
        }
    }
}

/// The rule for the command that begins the tokens: which tokens it takes, and the words for it.
fn rule(read: &[Token], at: usize) -> Option<(Vec<usize>, &'static str)> {
    let program = read.first()?;
    if program.kind != Kind::Word && program.kind != Kind::Name {
        return None;
    }
    // "export the function" is prose.
    if program.lower == "export" && !read.get(1).is_some_and(|next| next.text.contains('=')) {
        return None;
    }
    let best = lexicon::commands(&program.lower)
        .into_iter()
        .filter_map(|(rest, words)| Some((taken(read, &rest)?, rest.len(), words)))
        .max_by_key(|(_, length, _)| *length)?;
    let (used, length, words) = best;
    let marked = read.iter().skip(1).any(|token| matches!(token.kind, Kind::Flag | Kind::Path | Kind::Name));
    let sure = length > 0 && (at == 0 || marked || program.lower == "git" || program.lower == "npm");
    let alone = length == 0 && at == 0 && marked;
    let wordlike = WORDLIKE.binary_search(&program.lower.as_str()).is_ok() && length == 0 && !marked;
    ((sure || alone) && !wordlike).then_some((used, words))
}

/// The places of the program, its words and its flags; `None` where one is missing. Words follow the program at once.
fn taken(read: &[Token], rest: &[&str]) -> Option<Vec<usize>> {
    let mut used = vec![0];
    let mut next = 1;
    for wanted in rest {
        let place = if wanted.starts_with('-') || wanted.starts_with('+') {
            (1..read.len()).find(|place| is_flag(&read[*place].text, wanted))?
        } else {
            // Flags may stand between a program and its word.
            let place = (next..read.len()).find(|place| read[*place].kind != Kind::Flag)?;
            if read[place].lower != *wanted {
                return None;
            }
            next = place + 1;
            place
        };
        used.push(place);
    }
    Some(used)
}

/// `--save-dev=x` is `--save-dev`, `-xzf` holds `-x`.
fn is_flag(written: &str, wanted: &str) -> bool {
    written == wanted || written.split('=').next() == Some(wanted)
}

/// True for a break that says that what follows happens later.
pub(super) const fn is_later(kind: &Kind) -> bool {
    matches!(kind, Kind::Break(Mark::Then))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let told: Vec<String> = put_in_words(&tokens(text))
            .iter()
            .filter(|token| token.is_word())
            .map(|token| token.lower.clone())
            .collect();
        assert_eq!(told.join(" "), expected);
    }

    #[test]
    fn commands_become_words() {
        check("git reset --hard HEAD~1", "undo last commit and discard changes");
        check("git push --force origin main", "force push remote origin main");
        check("npm install --save-dev the package", "install dev dependency the package");
        check("rm -rf node_modules && npm install", "delete node_modules install");
        check("make the build fast", "make the build fast");
        check("find the bug", "find the bug");
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(WORDLIKE.is_sorted());
    }
}
