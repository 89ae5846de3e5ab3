//! What `find` finds, and what it does with it.
//!
//! Owns the reading of its expression as `find` itself reads it: tests and actions from left to right, `-o`, `!`, `( )`,
//! `-prune`, `-maxdepth`. What only the disk tells (`-newer`, `-size`) may hold or not. Which of its actions is forbidden is
//! the asker's: `way_around` for the user's limits, `tamper` for our own wiring.

mod entry;
mod expression;

use crate::text::path;
use entry::Entry;
use expression::Expression;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub use entry::{FindAction, Start, hands_folders_on};

/// One `find` of a command, whose files are held against it one by one.
#[derive(Clone, Debug)]
pub struct Find<'a> {
    starts: &'a [String],
    expression: Expression<'a>,
    /// A folder may be left out with all that is in it.
    prunes: bool,
}

/// What an asker wants to know of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// It is changed.
    pub changed: bool,
    /// It is removed.
    pub removed: bool,
}

impl Taken {
    const fn or(self, other: Self) -> Self {
        Self { changed: self.changed || other.changed, removed: self.removed || other.removed }
    }
}

/// What an asker makes of each action: of a file, and of a folder. It is the same for all that is found.
#[derive(Clone, Debug)]
pub struct Judged(Vec<[Taken; 2]>);

/// One start of a `find`, with what is known of the places at and below it.
#[derive(Debug)]
pub struct Search<'e> {
    find: &'e Find<'e>,
    judged: &'e Judged,
    start: Start<'e>,
    folders: RefCell<HashMap<String, Folder>>,
    files: RefCell<HashMap<String, Taken>>,
    /// Entries that were held against the expression.
    #[cfg(test)]
    walks: std::cell::Cell<usize>,
}

/// A folder on the way to what is found.
#[derive(Clone, Copy, Debug, Default)]
struct Folder {
    /// What becomes of it, or of one above it: each goes with all that is in it.
    taken: Taken,
    /// It or one above it is left out.
    closed: bool,
}

impl<'a> Find<'a> {
    /// `operands`: what stands behind `find`.
    pub fn read(operands: &'a [String]) -> Self {
        let options = operands.iter().take_while(|word| matches!(word.as_str(), "-H" | "-L" | "-P")).count();
        let operands = &operands[options..];
        let starts = operands.iter().take_while(|word| !word.starts_with(['-', '(', '!'])).count();
        let (starts, expression) = operands.split_at(starts);
        let has = |wanted: &str| expression.iter().any(|word| word == wanted);
        // With `-depth` the content comes first, and nothing is left to prune.
        Self { starts, expression: Expression::read(expression), prunes: has("-prune") && !has("-depth") }
    }

    /// Where it begins, as it is written; each once.
    pub fn starts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let here = if self.starts.is_empty() { Some(".") } else { None };
        let mut known = HashSet::new();
        self.starts.iter().map(String::as_str).chain(here).filter(move |start| known.insert(*start))
    }

    /// What `taken` makes of each action; it is asked about a file (`false`) and about folders (`true`).
    pub fn judged(&self, taken: impl Fn(&FindAction<'_>, bool) -> Taken) -> Judged {
        Judged(
            self.expression
                .actions
                .iter()
                .map(|action| [false, true].map(|is_folder| taken(action, is_folder)))
                .collect(),
        )
    }

    /// What is found from one of its starts.
    pub fn search<'e>(&'e self, judged: &'e Judged, start: Start<'e>) -> Search<'e> {
        Search {
            find: self,
            judged,
            start,
            folders: RefCell::default(),
            files: RefCell::default(),
            #[cfg(test)]
            walks: std::cell::Cell::default(),
        }
    }
}

impl Search<'_> {
    /// What becomes of an entry, which may be a file or a folder, or of one of the folders on the way to it.
    pub fn takes(&self, path: Option<&str>) -> Taken {
        let Some(path) = path else { return self.taken(&Entry::new(self.start, None), Folder::default()) };
        if let Some(known) = self.files.borrow().get(path) {
            return *known;
        }
        let above = self.folder_above(path).map_or_else(Folder::default, |folder| self.folder(folder));
        let taken = self.taken(&Entry::new(self.start, Some(path)), above);
        self.files.borrow_mut().insert(path.to_owned(), taken);
        taken
    }

    fn taken(&self, entry: &Entry<'_>, above: Folder) -> Taken {
        if above.closed {
            return above.taken;
        }
        [false, true].into_iter().fold(above.taken, |taken, is_folder| taken.or(self.walked(entry, is_folder).taken))
    }

    /// The folder that a path lies in, where that is the start or lies below it.
    fn folder_above<'p>(&self, path: &'p str) -> Option<&'p str> {
        let folder = path::folder(path);
        (folder.len() >= self.start.place.len() && folder != path).then_some(folder)
    }

    fn folder(&self, path: &str) -> Folder {
        let mut folders = self.folders.borrow_mut();
        let mut unknown = Vec::new();
        let mut next = Some(path);
        let mut known = Folder::default();
        while let Some(folder) = next {
            if let Some(found) = folders.get(folder) {
                known = *found;
                break;
            }
            unknown.push(folder);
            next = self.folder_above(folder);
        }
        for folder in unknown.into_iter().rev() {
            if !known.closed {
                let own = self.walked(&Entry::new(self.start, Some(folder)), true);
                known = Folder { taken: known.taken.or(own.taken), closed: own.closed };
            }
            folders.insert(folder.to_owned(), known);
        }
        known
    }

    /// What becomes of an entry by itself.
    fn walked(&self, entry: &Entry<'_>, is_folder: bool) -> Folder {
        #[cfg(test)]
        self.walks.set(self.walks.get() + 1);
        let walk = self.find.expression.walk(entry, is_folder);
        let judged = walk.actions.iter().map(|action| self.judged.0[*action][usize::from(is_folder)]);
        Folder { taken: judged.fold(Taken::default(), Taken::or), closed: self.find.prunes && walk.pruned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;
    use proptest::prelude::*;

    const FILE: &str = "/p/src/db/a.sql";
    const HERE: Start<'_> = Start { written: ".", place: "/p", is_fresh: false };

    /// What is done with `/p/src/db/a.sql`, where the command runs in `/p`.
    #[track_caller]
    fn check(command: &str, expected: &[FindAction<'_>]) {
        let operands = bare_words(command);
        let find = Find::read(&operands);
        let written = find.starts().next().expect("a find has a start");
        let place = path::normalise(&format!("/p/{written}"));
        let start = Start { written, place: &place, ..HERE };
        let judged = find.judged(|_, _| Taken::default());
        let search = find.search(&judged, start);
        let closed = search.folder_above(FILE).is_some_and(|folder| search.folder(folder).closed);
        let walk = find.expression.walk(&Entry::new(start, Some(FILE)), false);
        let mut actions: Vec<FindAction<'_>> = walk.actions.iter().map(|at| find.expression.actions[*at]).collect();
        actions.retain(|_| !closed);
        assert_eq!(actions, expected, "{command}");
    }

    #[test]
    fn what_is_found_is_what_find_finds() {
        const DELETE: &[FindAction<'_>] = &[FindAction::Delete];
        check("", &[FindAction::Print]);
        check("-delete", DELETE);
        check(". -name *.sql -delete", DELETE);
        check(". -name *.md -delete", &[]);
        check("src -path src/db/* -delete", DELETE);
        check(". -path ./src/* -delete", DELETE);
        check(". -path */db/* -delete", DELETE);
        check(". -path db/* -delete", &[]);
        check(". ! -name *.sql -delete", &[]);
        check(". -not -name b.sql -delete", DELETE);
        check(". ( -name *.md -o -name *.sql ) -delete", DELETE);
        check(". -name *.md -o -name *.sql -delete", DELETE);
        check(". -name *.sql -o -name *.md -delete", &[]);
        check(". ( -name *.md -o -name *.sql ) -path ./docs/* -delete", &[]);
        check(". -type d -delete", &[]);
        check(". -type d -o -delete", DELETE);
        check(". -empty -delete", &[]);
        check(". -mtime +3 -delete", DELETE);
        check(". -newer README.md -name *.md -delete", &[]);
        check(". -maxdepth 1 -delete", &[]);
        check("src -maxdepth 2 -delete", DELETE);
        check(". -mindepth 4 -delete", &[]);
        check(". -path ./src/db -prune -o -name *.sql -print", &[]);
        check(". -name db -prune -o -name *.sql -print", &[]);
        check(". -name node_modules -prune -o -name *.sql -print", &[FindAction::Print]);
        check(". -depth -name db -prune -o -name *.sql -print", &[FindAction::Print]);
        check(". -name *.sql", &[FindAction::Print]);
        check(r". -regex .*\.\(sql\|db\) -delete", DELETE);
        check(". -regextype posix-extended -regex .*[.](sql|db) -delete", DELETE);
        check(r". -regex .*\.\(pyc\|pyo\) -delete", &[]);
        check(". -regex src/db/.* -delete", &[]);
        check("-L src -name *.sql -delete", DELETE);
        check(". ! -name [a-c].sql -delete", DELETE);
        check(". ! -name A.SQL -delete", DELETE);
    }

    #[test]
    fn brackets_without_end_are_read_to_the_end() {
        for (open, close) in [("( ", ") "), ("! ", "")] {
            for depth in [64, 64 + 20, 100_000] {
                check(
                    &format!(". {} -name a.sql {} -delete", open.repeat(depth), close.repeat(depth)),
                    &[FindAction::Delete],
                );
            }
        }
    }

    #[test]
    fn a_program_is_told_with_its_words() {
        let run = bare_words("sed -i s/a/b/ {}");
        check(". -exec sed -i s/a/b/ {} ;", &[FindAction::Run(&run)]);
        check(". -name *.sql -exec sed -i s/a/b/ {} +", &[FindAction::Run(&run)]);
        check(". -exec grep -q x {} ; -delete", &[FindAction::Run(&bare_words("grep -q x {}")), FindAction::Delete]);
    }

    #[test]
    fn a_folder_goes_with_what_is_in_it() {
        let check = |command: &str, expected: bool| {
            let operands = bare_words(command);
            let find = Find::read(&operands);
            let judged = find.judged(|action, is_folder| Taken {
                changed: is_folder && action.changes(is_folder, |_| false),
                removed: false,
            });
            assert_eq!(find.search(&judged, HERE).takes(Some(FILE)).changed, expected, "{command}");
        };
        check(". -type d -name db -exec rm -rf {} +", true);
        check(". -type d -name src -exec mv {} /tmp ;", true);
        check(". -type d -name db -exec rmdir {} +", false);
        check(". -type d -name db -exec rm {} +", false);
        check(". -type f -name db -exec rm -rf {} +", false);
        check(". -type d -name db -delete", false);
        check(". -type d -exec chmod 755 {} +", false);
        check(". -name node_modules -exec rm -rf {} +", false);
    }

    #[test]
    fn words_that_take_folders_are_found_anywhere() {
        let check =
            |command: &str, expected: bool| assert_eq!(hands_folders_on(&bare_words(command)), expected, "{command}");
        check("xargs rm -rf", true);
        check("xargs rm", false);
        check("rm mv", true);
        check("rm rm -r", true);
        check("sh -r", false);
    }

    /// Each file walked through the words once for each folder above each folder above it, and asked of each action what it does.
    #[test]
    fn a_folder_is_held_against_the_words_once() {
        let operands = bare_words(&format!(". {} -name *.sql -delete", "-path ./x -prune -o ".repeat(40)));
        let find = Find::read(&operands);
        let asked = std::cell::Cell::new(0);
        let judged = find.judged(|action, is_folder| {
            asked.set(asked.get() + 1);
            Taken { changed: action.changes(is_folder, |_| false), removed: false }
        });
        let search = find.search(&judged, HERE);
        let file = |at: usize| format!("/p/a/b/c/d/e/f/g/h/{at}.sql");
        for at in (0..1000).chain(0..1000) {
            assert!(search.takes(Some(&file(at))).changed);
        }
        assert_eq!((asked.get(), search.walks.get()), (2, 2 * 1000 + "/p/a/b/c/d/e/f/g/h".matches('/').count()));
    }

    #[test]
    fn each_start_counts_once() {
        let operands = bare_words(&format!("{} src -delete", ". ".repeat(1000)));
        assert!(Find::read(&operands).starts().eq([".", "src"]));
    }

    #[test]
    fn beyond_the_bound_a_test_may_hold_or_not() {
        let others = "-name a.sql ".repeat(1000);
        check(&format!(". {others} -name b -delete"), &[FindAction::Delete]);
        check(&format!(". -name b {others} -delete"), &[]);
        let patterns = (0..1000).map(|at| format!("-regex .*{at} -o")).collect::<Vec<_>>().join(" ");
        check(&format!(". {patterns} -regex x -delete"), &[FindAction::Delete]);
    }

    proptest! {
        #[test]
        fn any_expression_is_read(command in "((-name|-o|!|[(]|[)]|,|-exec|;|-prune|-regex|-type|a[*]|[(]x|é) ){0,12}") {
            let operands = bare_words(&command);
            let find = Find::read(&operands);
            let judged = find.judged(|_, _| Taken { changed: true, removed: false });
            find.search(&judged, HERE).takes(Some("/p/é/a"));
        }
    }
}
