//! What `find` finds, and what it does with it.
//!
//! Owns the reading of its expression as `find` itself reads it: tests and actions from left to right, `-o`, `!`, `( )`,
//! `-prune`, `-maxdepth`. What only the disk tells (`-newer`, `-size`) may hold or not. Which of its actions is forbidden is
//! the asker's: `way_around` for the user's limits, `tamper` for our own wiring.

use crate::text::{glob, path};
use regex_automata::meta::{Config, Regex};
use regex_automata::util::syntax;

/// One `find` of a command, whose files are held against it one by one.
#[derive(Clone, Debug)]
pub struct Find<'a> {
    starts: &'a [String],
    expression: &'a [String],
    /// The patterns of `-regex`, built once; `None` for one that cannot be.
    patterns: Vec<(&'a str, Option<Regex>)>,
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

/// Something that `find` comes by.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The start as it is written.
    pub written: &'a str,
    /// The place that the start means.
    pub start: &'a str,
    /// Its own place, at or below the start, told from where the start is told; `None` for any that may be there.
    pub path: Option<&'a str>,
    /// It is a folder.
    pub is_folder: bool,
    /// It is being written: no test for what is old finds it.
    pub is_fresh: bool,
}

impl Entry<'_> {
    /// The folders above it, up to the start.
    fn folders_above(self) -> impl Iterator<Item = Self> {
        let above = std::iter::successors(self.path, move |path| {
            let folder = path::folder(path);
            (folder.len() >= self.start.len() && folder != *path).then_some(folder)
        });
        above.skip(1).map(move |folder| Self { path: Some(folder), is_folder: true, ..self })
    }

    /// What stands between start and entry; "" for the start itself.
    fn below(&self) -> Option<&str> {
        // `get` and not `strip_prefix`: where case does not matter, they may be written in two ways.
        self.path.map(|path| path.get(self.start.len()..).unwrap_or(path).trim_start_matches('/'))
    }

    /// As `find` prints it, which is what `-path` and `-regex` see.
    fn printed(&self) -> Option<String> {
        let below = self.below()?;
        let start = self.written.trim_end_matches('/');
        Some(if below.is_empty() { self.written.to_owned() } else { format!("{start}/{below}") })
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
        let tests = expression.windows(2).filter(|pair| matches!(pair[0].as_str(), "-regex" | "-iregex"));
        let patterns = tests.map(|pair| (pair[1].as_str(), built(&pair[1]))).collect();
        // With `-depth` the content comes first, and nothing is left to prune.
        Self { starts, expression, patterns, prunes: has("-prune") && !has("-depth") }
    }

    /// Where it begins, as it is written.
    pub fn starts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let here = if self.starts.is_empty() { Some(".") } else { None };
        self.starts.iter().map(String::as_str).chain(here)
    }

    /// What may be done with an entry; nothing where it is not found, or lies in a folder that is not gone into.
    pub fn actions(&self, entry: Entry<'_>) -> Vec<FindAction<'a>> {
        if self.prunes && entry.folders_above().any(|folder| self.walk(folder).pruned) {
            return Vec::new();
        }
        self.walk(entry).actions
    }

    /// True where an entry is changed, or one of the folders on the way to it, which go with all that is in them.
    ///
    /// `changes` tells which actions do that, and is asked about a file (`false`) and about folders (`true`).
    pub fn takes(&self, entry: Entry<'_>, changes: impl Fn(&FindAction<'_>, bool) -> bool) -> bool {
        let ways = [false, true].map(|is_folder| Entry { is_folder, ..entry });
        let mut all = ways.into_iter().chain(entry.folders_above());
        all.any(|entry| self.actions(entry).iter().any(|action| changes(action, entry.is_folder)))
    }

    fn walk<'e>(&'e self, entry: Entry<'e>) -> Walk<'a, 'e> {
        let mut walk = Walk {
            words: self.expression,
            patterns: &self.patterns,
            entry,
            depth: 0,
            lost: false,
            actions: Vec::new(),
            pruned: false,
            silent: false,
        };
        let mut answer = walk.either(Answer::YES);
        // A bracket that was not read as one is closed here.
        while walk.takes(&[")"]) {
            answer = walk.either(Answer::MAYBE);
        }
        // Without an action, what is found is printed.
        if answer.may && !walk.silent {
            walk.actions.push(FindAction::Print);
        }
        walk
    }
}

impl FindAction<'_> {
    /// True where the action changes what it is given. `program` tells it of a command that is given a file.
    pub fn changes(&self, is_folder: bool, program: impl Fn(&[String]) -> bool) -> bool {
        match self {
            Self::Print => false,
            // A folder goes only when it is empty.
            Self::Delete => !is_folder,
            Self::Run(_) if is_folder => self.takes_folders(),
            Self::Run(command) => program(command),
        }
    }

    /// True where a folder goes with all that is in it.
    pub fn takes_folders(&self) -> bool {
        let Self::Run([program, words @ ..]) = self else { return false };
        let recursive = |word: &String| {
            word == "--recursive" || word.starts_with('-') && !word.starts_with("--") && word.contains(['r', 'R'])
        };
        match path::base_name(program) {
            "rm" => words.iter().any(recursive),
            name => matches!(name, "mv" | "rimraf" | "trash" | "trash-put"),
        }
    }
}

/// Brackets and negations around one word that are read; each takes room on the stack.
const MAX_DEPTH: usize = 64;

/// Whether a test holds, as far as the words tell.
#[derive(Clone, Copy, Debug)]
struct Answer {
    may: bool,
    may_not: bool,
}

impl Answer {
    const YES: Self = Self { may: true, may_not: false };
    const MAYBE: Self = Self { may: true, may_not: true };

    const fn told(holds: bool) -> Self {
        Self { may: holds, may_not: !holds }
    }

    const fn not(self) -> Self {
        Self { may: self.may_not, may_not: self.may }
    }

    const fn and(self, next: Self) -> Self {
        Self { may: self.may && next.may, may_not: self.may_not || next.may_not }
    }
}

/// One entry on its way through the expression.
struct Walk<'a, 'e> {
    /// What is left of the expression.
    words: &'a [String],
    /// Of [`Find::patterns`].
    patterns: &'e [(&'a str, Option<Regex>)],
    entry: Entry<'e>,
    /// Brackets and negations around the words.
    depth: usize,
    /// True behind one too many: what holds there is not told any more.
    lost: bool,
    /// What may be done with the entry.
    actions: Vec<FindAction<'a>>,
    /// True where what lies below the entry is left out for certain.
    pruned: bool,
    /// True where an action stands in the expression, so that nothing is printed unasked.
    silent: bool,
}

impl<'a> Walk<'a, '_> {
    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word)
    }

    fn takes(&mut self, signs: &[&str]) -> bool {
        let stands = self.words.first().is_some_and(|word| signs.contains(&word.as_str()));
        if stands {
            self.words = &self.words[1..];
        }
        stands
    }

    /// Terms with `-o` or `,` between them. `live`: whether `find` comes here at all.
    fn either(&mut self, live: Answer) -> Answer {
        let mut answer = self.all(live);
        loop {
            if self.takes(&["-o", "-or"]) {
                let next = self.all(live.and(answer.not()));
                answer = answer.not().and(next.not()).not();
            } else if self.takes(&[","]) {
                answer = self.all(live);
            } else {
                return answer;
            }
        }
    }

    /// Terms that have to hold one after the other.
    fn all(&mut self, live: Answer) -> Answer {
        let mut answer = Answer::YES;
        while let Some(word) = self.words.first() {
            if matches!(word.as_str(), "-o" | "-or" | "," | ")") {
                break;
            }
            if !self.takes(&["-a", "-and"]) {
                let next = self.term(live.and(answer));
                answer = answer.and(if self.lost { Answer::MAYBE } else { next });
            }
        }
        answer
    }

    fn term(&mut self, live: Answer) -> Answer {
        let Some(word) = self.next() else { return Answer::YES };
        match word {
            "!" | "-not" | "(" if self.depth == MAX_DEPTH => {
                self.lost = true;
                Answer::MAYBE
            }
            "!" | "-not" => self.deeper(|walk| walk.term(live).not()),
            "(" => {
                let answer = self.deeper(|walk| walk.either(live));
                self.takes(&[")"]);
                answer
            }
            "-name" => self.told(|entry, name| like(name, path::base_name(entry.path?))),
            "-iname" => self.told(|entry, name| Some(glob::is_like(name, path::base_name(entry.path?)))),
            // A start that the shell expands (`~`) is printed as the place that it means.
            "-path" | "-wholename" => {
                self.told(|entry, way| match (like(way, &entry.printed()?), like(way, entry.path?)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (printed, own) => printed.and(own),
                })
            }
            "-ipath" | "-iwholename" => {
                self.told(|entry, way| Some(glob::is_like(way, &entry.printed()?) || glob::is_like(way, entry.path?)))
            }
            "-regex" | "-iregex" => {
                let patterns = self.patterns;
                self.told(|entry, wanted| {
                    let pattern = patterns.iter().find(|(text, _)| *text == wanted)?.1.as_ref()?;
                    Some(pattern.is_match(&entry.printed()?) || pattern.is_match(entry.path?))
                })
            }
            "-type" => self.told(|entry, letters| Some(letters.contains(if entry.is_folder { 'd' } else { 'f' }))),
            "-mtime" | "-ctime" | "-atime" | "-mmin" | "-cmin" | "-amin" => {
                self.told(|entry, age| (entry.is_fresh && age.starts_with('+')).then_some(false))
            }
            "-maxdepth" => self.told(|entry, most| Some(depth(&entry)? <= most.parse().ok()?)),
            "-mindepth" => self.told(|entry, least| Some(depth(&entry)? >= least.parse().ok()?)),
            // What anyone forbids to change has something in it.
            "-empty" | "-false" => Answer::told(false),
            "-true" | "-depth" | "-mount" | "-xdev" | "-follow" | "-noleaf" => Answer::YES,
            "-prune" => {
                self.pruned |= !live.may_not;
                Answer::YES
            }
            "-delete" => self.acts(live, FindAction::Delete),
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let end = self.words.iter().position(|word| matches!(word.as_str(), ";" | "+" | "\\;"));
                let (command, rest) = self.words.split_at(end.unwrap_or(self.words.len()));
                self.words = rest.get(1..).unwrap_or_default();
                // Whether the program succeeds, nobody knows.
                self.acts(live, FindAction::Run(command)).and(Answer::MAYBE)
            }
            "-print" | "-print0" | "-ls" => self.acts(live, FindAction::Print),
            "-printf" | "-fprint" | "-fprint0" | "-fls" => {
                self.next();
                self.acts(live, FindAction::Print)
            }
            _ => {
                // A test with a value, as most have.
                if self
                    .words
                    .first()
                    .is_some_and(|value| !value.starts_with('-') && !matches!(&value[..], "(" | ")" | "!" | ","))
                {
                    self.next();
                }
                Answer::MAYBE
            }
        }
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Answer) -> Answer {
        self.depth += 1;
        let answer = read(self);
        self.depth -= 1;
        answer
    }

    /// A test of the next word; without an answer it may hold or not.
    fn told(&mut self, holds: impl Fn(Entry<'_>, &str) -> Option<bool>) -> Answer {
        let value = self.next().unwrap_or_default();
        holds(self.entry, value).map_or(Answer::MAYBE, Answer::told)
    }

    fn acts(&mut self, live: Answer, action: FindAction<'a>) -> Answer {
        self.silent = true;
        if live.may {
            self.actions.push(action);
        }
        Answer::YES
    }
}

/// Whether a pattern matches, case and all; `None` where a set of letters leaves it open.
fn like(pattern: &str, text: &str) -> Option<bool> {
    let sure = !glob::is_like(pattern, text) || glob::is_surely_like(pattern, text);
    sure.then(|| glob::is_like(pattern, text))
}

/// How many folders an entry lies below its start.
fn depth(entry: &Entry<'_>) -> Option<usize> {
    entry.below().map(|below| below.split('/').filter(|part| !part.is_empty()).count())
}

/// Bytes that an expression may take when it is built.
const MAX_EXPRESSION: usize = 128 * 1024;

/// The expression of `-regex`, which has to match the whole path. Of the two ways to write one that are in use, `\(a\|b\)`
/// is the usual and `(a|b)` the extended; a path holds neither brackets nor bars, so that both are read as signs.
fn built(pattern: &str) -> Option<Regex> {
    let plain = pattern.replace("\\(", "(").replace("\\)", ")").replace("\\|", "|");
    // Bytes will do, and no tables of Unicode are needed for them.
    let bytes = syntax::Config::new().unicode(false).utf8(false).case_insensitive(true);
    // `a{1000}{1000}` takes seconds to build.
    let small = Config::new().nfa_size_limit(Some(MAX_EXPRESSION));
    Regex::builder().configure(small).syntax(bytes).build(&format!("^(?:{plain})$")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;
    use proptest::prelude::*;

    /// What is done with `/p/src/db/a.sql`, where the command runs in `/p`.
    #[track_caller]
    fn check(command: &str, expected: &[FindAction<'_>]) {
        let operands = bare_words(command);
        let find = Find::read(&operands);
        let written = find.starts().next().expect("a find has a start");
        let start = path::normalise(&format!("/p/{written}"));
        let entry = Entry { written, start: &start, path: Some("/p/src/db/a.sql"), is_folder: false, is_fresh: false };
        assert_eq!(find.actions(entry), expected, "{command}");
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
            for depth in [MAX_DEPTH, MAX_DEPTH + 20, 100_000] {
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
            let entry =
                Entry { written: ".", start: "/p", path: Some("/p/src/db/a.sql"), is_folder: false, is_fresh: false };
            let taken = find.takes(entry, |action, is_folder| if is_folder { action.takes_folders() } else { false });
            assert_eq!(taken, expected, "{command}");
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

    proptest! {
        #[test]
        fn any_expression_is_read(command in "((-name|-o|!|[(]|[)]|,|-exec|;|-prune|-regex|-type|a[*]|[(]x|é) ){0,12}") {
            let operands = bare_words(&command);
            let find = Find::read(&operands);
            let entry = Entry { written: ".", start: "/p", path: Some("/p/é/a"), is_folder: false, is_fresh: false };
            find.takes(entry, |_, _| true);
        }
    }
}
