//! What `find` finds, and what it does with it.
//!
//! Owns the reading of its expression as `find` itself reads it: tests and actions from left to right, `-o`, `!`, `( )`,
//! `-prune`, `-maxdepth`. What only the disk tells (`-newer`, `-size`) may hold or not. Which of its actions is forbidden is
//! the asker's: `way_around` for the user's limits, `tamper` for our own wiring.

mod expression;

use crate::text::path;
use expression::Expression;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

/// One `find` of a command, whose files are held against it one by one.
#[derive(Clone, Debug)]
pub struct Find<'a> {
    starts: &'a [String],
    expression: Expression<'a>,
    /// A folder may be left out with all that is in it.
    prunes: bool,
}

/// What is done with a file that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindAction<'a> {
    /// Its name is printed.
    Print,
    /// It is deleted; a folder only when nothing is left in it.
    Delete,
    /// The program and its words, of which `{}` is the file.
    Run(&'a [String]),
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

/// Where a `find` begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<'e> {
    /// As it is written.
    pub written: &'e str,
    /// The place that is meant.
    pub place: &'e str,
    /// What is found is being written: no test for what is old finds it.
    pub is_fresh: bool,
}

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

/// Something that `find` comes by.
#[derive(Debug)]
struct Entry<'e> {
    start: Start<'e>,
    /// Its own place, at or below the start, told from where the start is told; `None` for any that may be there.
    path: Option<&'e str>,
    printed: OnceCell<Option<String>>,
}

impl<'e> Entry<'e> {
    const fn new(start: Start<'e>, path: Option<&'e str>) -> Self {
        Self { start, path, printed: OnceCell::new() }
    }

    /// What stands between start and entry; "" for the start itself.
    fn below(&self) -> Option<&str> {
        // `get` and not `strip_prefix`: where case does not matter, they may be written in two ways.
        self.path.map(|path| path.get(self.start.place.len()..).unwrap_or(path).trim_start_matches('/'))
    }

    /// As `find` prints it, which is what `-path` and `-regex` see.
    fn printed(&self) -> Option<&str> {
        let print = || {
            let below = self.below()?;
            let start = self.start.written.trim_end_matches('/');
            Some(if below.is_empty() { self.start.written.to_owned() } else { format!("{start}/{below}") })
        };
        self.printed.get_or_init(print).as_deref()
    }

    /// How many folders it lies below its start.
    fn depth(&self) -> Option<usize> {
        self.below().map(|below| below.split('/').filter(|part| !part.is_empty()).count())
    }
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

impl FindAction<'_> {
    /// True where the action changes what it is given. `program` tells it of a command that is given a file.
    pub fn changes(&self, is_folder: bool, program: impl Fn(&[String]) -> bool) -> bool {
        match self {
            Self::Print => false,
            // A folder goes only when it is empty.
            Self::Delete => !is_folder,
            Self::Run(command) if is_folder => takes_folders(command),
            Self::Run(command) => program(command),
        }
    }
}

/// True where one of some words is a program that takes a folder with all that is in it.
pub fn hands_folders_on(words: &[String]) -> bool {
    // Of several `rm` the first has the words of all others behind it.
    let mut removes = false;
    (0..words.len()).any(|at| {
        let again = path::base_name(&words[at]) == "rm" && std::mem::replace(&mut removes, true);
        !again && takes_folders(&words[at..])
    })
}

/// True where a program that takes a folder with all that is in it is the first of some words.
fn takes_folders(command: &[String]) -> bool {
    let [program, words @ ..] = command else { return false };
    let recursive = |word: &String| {
        word == "--recursive" || word.starts_with('-') && !word.starts_with("--") && word.contains(['r', 'R'])
    };
    match path::base_name(program) {
        "rm" => words.iter().any(recursive),
        name => matches!(name, "mv" | "rimraf" | "trash" | "trash-put"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(command: &str) -> Vec<String> {
        command.split_whitespace().map(str::to_owned).collect()
    }

    const FILE: &str = "/p/src/db/a.sql";
    const HERE: Start<'_> = Start { written: ".", place: "/p", is_fresh: false };

    /// What is done with `/p/src/db/a.sql`, where the command runs in `/p`.
    #[track_caller]
    fn check(command: &str, expected: &[FindAction<'_>]) {
        let operands = words(command);
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
        let run = words("sed -i s/a/b/ {}");
        check(". -exec sed -i s/a/b/ {} ;", &[FindAction::Run(&run)]);
        check(". -name *.sql -exec sed -i s/a/b/ {} +", &[FindAction::Run(&run)]);
        check(". -exec grep -q x {} ; -delete", &[FindAction::Run(&words("grep -q x {}")), FindAction::Delete]);
    }

    #[test]
    fn a_folder_goes_with_what_is_in_it() {
        let check = |command: &str, expected: bool| {
            let operands = words(command);
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
            |command: &str, expected: bool| assert_eq!(hands_folders_on(&words(command)), expected, "{command}");
        check("xargs rm -rf", true);
        check("xargs rm", false);
        check("rm mv", true);
        check("rm rm -r", true);
        check("sh -r", false);
    }

    /// Each file walked through the words once for each folder above each folder above it, and asked of each action what it does.
    #[test]
    fn a_folder_is_held_against_the_words_once() {
        let operands = words(&format!(". {} -name *.sql -delete", "-path ./x -prune -o ".repeat(40)));
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
        let operands = words(&format!("{} src -delete", ". ".repeat(1000)));
        assert!(Find::read(&operands).starts().eq([".", "src"]));
    }

    #[test]
    fn beyond_the_bound_a_test_may_hold_or_not() {
        let others = "-name a.sql ".repeat(1000);
        check(&format!(". {others} -name b -delete"), &[FindAction::Delete]);
        check(&format!(". -name b {others} -delete"), &[]);
        let patterns: String = (0..1000).map(|at| format!("-regex .*{at} -o ")).collect();
        check(&format!(". {patterns} -regex x -delete"), &[FindAction::Delete]);
    }

    proptest! {
        #[test]
        fn any_expression_is_read(command in "((-name|-o|!|[(]|[)]|,|-exec|;|-prune|-regex|-type|a[*]|[(]x|é) ){0,12}") {
            let operands = words(&command);
            let find = Find::read(&operands);
            let judged = find.judged(|_, _| Taken { changed: true, removed: false });
            find.search(&judged, HERE).takes(Some("/p/é/a"));
        }
    }
}
