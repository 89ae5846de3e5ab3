//! What a command takes back in a working tree without naming each file: `git checkout .`, `git stash`, `git clean -fd`.
//!
//! Owns which files such a command reaches. Which of them somebody has changed, and what that was worth, the guard knows.

use super::arguments::Arguments;
use super::reader::join;
use super::reading::SimpleCommand;
use super::word::Word;

/// What becomes of the changes that a command reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undoing {
    /// They are gone.
    Gone,
    /// They lie in a stash, from which they may come back.
    Stashed,
    /// Those that lay in a stash are there again.
    Back,
}

/// A command that takes changes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// What becomes of them.
    pub undoing: Undoing,
    /// True where files that git knows get an earlier content.
    pub known: bool,
    /// True where files go that git does not know.
    pub new: bool,
    /// True where those go with folders that git does not know either.
    pub new_folders: bool,
    /// The paths and patterns that it reaches, joined with the folder; where there are none the whole tree around `folder`.
    pub paths: Vec<String>,
    /// What of them it leaves as it is (`':!src/cart'`).
    pub spared: Vec<String>,
    /// Where it runs, as seen from where the whole command starts.
    pub folder: String,
}

/// Flags of which each waits for a person, only looks, or leaves the files in the tree as they are.
const NOT_NOW: [(&str, &str); 5] = [
    ("checkout", "-p --patch -b -B --orphan --detach --pathspec-from-file"),
    ("restore", "-p --patch --pathspec-from-file"),
    ("stash", "-p --patch -S --staged --pathspec-from-file"),
    ("clean", "-n --dry-run -i --interactive -X -e --exclude"),
    ("switch", "-c -C --create --orphan --detach"),
];

/// Flags with a value.
const VALUED: [(&str, &str); 3] =
    [("restore", "-s --source --conflict"), ("stash", "-m --message"), ("checkout", "--conflict")];

fn listed(table: &[(&str, &'static str)], name: &str) -> &'static str {
    table.iter().find(|(known, _)| *known == name).map_or("", |(_, flags)| flags)
}

/// What `command`, one of [`super::Reading::commands`], takes back; `None` for one that takes nothing back, and where nobody knows in
/// which folder it runs.
pub fn undone(command: &SimpleCommand) -> Option<Undone> {
    let folder = command.folder.clone()?;
    let [program, name, rest @ ..] = command.words.as_slice() else { return None };
    if program != "git" {
        return None;
    }
    let rest: Vec<Word> = rest.iter().map(|word| Word::sure(word)).collect();
    let given = Arguments::sort(&rest, listed(&VALUED, name), "");
    if given.has_any(listed(&NOT_NOW, name)) {
        return None;
    }
    let operands: Vec<&str> = given.operands.iter().map(|word| word.text.as_str()).collect();
    let of_known = Undone {
        undoing: Undoing::Gone,
        known: true,
        new: false,
        new_folders: false,
        paths: Vec::new(),
        spared: Vec::new(),
        folder,
    };
    match name.as_str() {
        // A branch is no path: it means no file that was changed.
        "checkout" | "switch" if operands.is_empty() || name == "switch" => {
            given.has_any("-f --force --discard-changes").then_some(of_known)
        }
        "restore" if given.has_any("-S --staged") && !given.has_any("-W --worktree") => None,
        "restore" if operands.is_empty() => None,
        "checkout" | "restore" => of_known.at(&operands),
        "reset" => given.has_any("--hard").then_some(of_known),
        "clean" if given.has_any("-f --force") => {
            let cleaned = Undone { known: false, new: true, new_folders: given.has_any("-d"), ..of_known };
            cleaned.at(if operands.is_empty() { &["."] } else { &operands })
        }
        "stash" => stash(&given, &operands, of_known),
        _ => None,
    }
}

fn stash(given: &Arguments<'_>, operands: &[&str], tree: Undone) -> Option<Undone> {
    let pushed = |paths: &[&str]| {
        let new = given.has_any("-u --include-untracked -a --all");
        Undone { undoing: Undoing::Stashed, new, new_folders: new, ..tree.clone() }.at(paths)
    };
    match operands {
        // `git stash -- src/styles`
        paths if given.before_dashes == 0 => pushed(paths),
        ["push", paths @ ..] => pushed(paths),
        ["save", ..] => pushed(&[]),
        ["apply" | "branch" | "pop", ..] => Some(Undone { undoing: Undoing::Back, ..tree }),
        _ => None,
    }
}

impl Undone {
    /// The same at these paths alone, as git reads them.
    fn at(mut self, given: &[&str]) -> Option<Self> {
        let located = |folder: &str, path: &str| match path {
            _ if path.starts_with('/') || folder.is_empty() => path.to_owned(),
            _ => join(folder, path),
        };
        let mut top = false;
        for path in given {
            if let Some(spared) = [":!", ":^", ":(exclude)"].iter().find_map(|mark| path.strip_prefix(mark)) {
                self.spared.push(located(&self.folder, spared));
            } else if matches!(*path, ":/" | ":(top)") {
                top = true;
            } else if path.starts_with(':') {
                return None;
            } else {
                self.paths.push(located(&self.folder, path));
            }
        }
        if top {
            self.paths.clear();
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: for each command that takes something back what becomes of it, of which files, and where.
    #[track_caller]
    fn check(command: &str, expected: &str) {
        let shown = |undone: Undone| {
            let mut words = vec![format!("{:?}", undone.undoing).to_lowercase()];
            let new = if undone.new_folders { "new/" } else { "new" };
            words.extend(undone.known.then(|| "known".to_owned()));
            words.extend(undone.new.then(|| new.to_owned()));
            words.extend(undone.paths);
            words.extend(undone.spared.iter().map(|path| format!("!{path}")));
            words.extend((!undone.folder.is_empty()).then(|| format!("in {}", undone.folder)));
            words.join(" ")
        };
        let found: Vec<String> = super::super::read(command).commands.iter().filter_map(undone).map(shown).collect();
        assert_eq!(found.join(" ; "), expected, "{command}");
    }

    #[test]
    fn what_git_knows_gets_its_earlier_content() {
        check("git checkout -- src/styles", "gone known src/styles");
        check("git checkout src/styles README.md", "gone known src/styles README.md");
        check("git checkout HEAD -- src", "gone known HEAD src");
        check("git checkout .", "gone known .");
        check("git checkout -- . ':!src/cart'", "gone known . !src/cart");
        check("git checkout :/", "gone known");
        check("git checkout -f", "gone known");
        check("git restore .", "gone known .");
        check("git restore --source=HEAD src", "gone known src");
        check("git restore -SW src", "gone known src");
        check("git reset --hard", "gone known");
        check("git reset --hard HEAD~1 && ls", "gone known");
        check("cd src && git checkout styles", "gone known src/styles in src");
        check("git -C src restore .", "gone known src/. in src");
        check("cd $X && git reset --hard", "");
    }

    #[test]
    fn what_it_does_not_know_is_cleaned_away() {
        check("git clean -fd", "gone new/ .");
        check("git clean -f src/styles", "gone new src/styles");
        check("git clean -fdx && git checkout .", "gone new/ . ; gone known .");
        for command in ["git clean -n", "git clean -nfd", "git clean -fdX", "git clean -fd -e keep", "git clean -d"] {
            check(command, "");
        }
    }

    #[test]
    fn a_stash_may_come_back() {
        check("git stash", "stashed known");
        check("git stash -u", "stashed known new/");
        check("git stash push -m 'the css' -- src/styles", "stashed known src/styles");
        check("git stash -- src/styles", "stashed known src/styles");
        check("git stash save wip", "stashed known");
        check("git stash && npm test; git stash pop", "stashed known ; back known");
        for command in ["git stash list", "git stash show -p", "git stash drop", "git stash push --staged"] {
            check(command, "");
        }
    }

    #[test]
    fn what_leaves_the_files_as_they_are_takes_nothing_back() {
        for command in [
            "git restore --staged .",
            "git reset",
            "git reset --soft HEAD~1",
            "git checkout -b feature",
            "git checkout -p",
            "git switch main",
            "git status",
            "git diff -- src",
            "echo git checkout .",
        ] {
            check(command, "");
        }
    }
}
