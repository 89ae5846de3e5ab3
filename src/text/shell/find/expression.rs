//! The expression of a `find`, read once and held against each entry.

use super::entry::{Entry, FindAction};
use crate::text::glob::Wild;
use crate::text::path;
use regex_automata::meta::{Config, Regex};
use regex_automata::util::syntax;
use std::collections::HashMap;
use std::rc::Rc;

/// Brackets and negations around one word that are read; each takes room on the stack.
const MAX_DEPTH: usize = 64;
/// Tests that are held against each file, and patterns of `-regex` that are built: people write a dozen. What stands behind them may hold
/// or not.
const MAX_TESTS: usize = 256;
const MAX_PATTERNS: usize = 64;

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

/// An expression as `find` reads it.
#[derive(Clone, Debug)]
pub(super) struct Expression<'a> {
    /// What stands before the first bracket that closes none, and behind each of those.
    parts: Vec<Either<'a>>,
    /// All that may be done; without an action, what is found is printed.
    pub(super) actions: Vec<FindAction<'a>>,
    /// An action stands in the expression, so that nothing is printed unasked.
    silent: bool,
}

/// Terms with `-o` or `,` between them.
#[derive(Clone, Debug)]
struct Either<'a> {
    first: Vec<Term<'a>>,
    others: Vec<(Joint, Vec<Term<'a>>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    Or,
    Comma,
}

#[derive(Clone, Debug)]
enum Term<'a> {
    Not(Box<Self>),
    Bracket(Either<'a>),
    Test(Test<'a>),
    /// What needs no file.
    Told(Answer),
    /// One that stands behind too many brackets: what it does counts, and whether it holds is not told.
    Lost(Box<Self>),
    Prune,
    /// One of [`Expression::actions`], and how it ends.
    Acts(usize, Answer),
}

#[derive(Clone, Debug)]
enum Test<'a> {
    Name(Wild),
    NameInAnyCase(Wild),
    Path(Wild),
    PathInAnyCase(Wild),
    Regex(Option<Rc<Regex>>),
    Kind(&'a str),
    Age(&'a str),
    Deepest(Option<usize>),
    Highest(Option<usize>),
}

/// What becomes of one entry.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// What may be done with it, as places in [`Expression::actions`].
    pub(super) actions: Vec<usize>,
    /// What lies below it is left out for certain.
    pub(super) pruned: bool,
}

impl<'a> Expression<'a> {
    pub(super) fn read(words: &'a [String]) -> Self {
        let mut reader =
            Reader { words, depth: 0, lost: false, tests: 0, patterns: HashMap::new(), actions: Vec::new() };
        let mut parts = vec![reader.either()];
        // A bracket that was not read as one is closed here.
        while reader.takes(&[")"]) {
            parts.push(reader.either());
        }
        let mut actions = reader.actions;
        let silent = !actions.is_empty();
        if !silent {
            actions.push(FindAction::Print);
        }
        Self { parts, actions, silent }
    }

    pub(super) fn walk(&self, entry: &Entry<'_>, is_folder: bool) -> Walk {
        let mut walk = Walk::default();
        let mut answer = Answer::YES;
        for (at, part) in self.parts.iter().enumerate() {
            let live = if at == 0 { Answer::YES } else { Answer::MAYBE };
            answer = part.answer(live, entry, is_folder, &mut walk);
        }
        if answer.may && !self.silent {
            walk.actions.push(0);
        }
        walk
    }
}

impl Either<'_> {
    /// `live`: whether `find` comes here at all.
    fn answer(&self, live: Answer, entry: &Entry<'_>, is_folder: bool, walk: &mut Walk) -> Answer {
        let mut all = |terms: &[Term<'_>], live: Answer| {
            terms
                .iter()
                .fold(Answer::YES, |answer, term| answer.and(term.answer(live.and(answer), entry, is_folder, walk)))
        };
        let mut answer = all(&self.first, live);
        for (joint, terms) in &self.others {
            answer = match joint {
                Joint::Or => answer.not().and(all(terms, live.and(answer.not())).not()).not(),
                Joint::Comma => all(terms, live),
            };
        }
        answer
    }
}

impl Term<'_> {
    fn answer(&self, live: Answer, entry: &Entry<'_>, is_folder: bool, walk: &mut Walk) -> Answer {
        match self {
            Self::Not(term) => term.answer(live, entry, is_folder, walk).not(),
            Self::Bracket(either) => either.answer(live, entry, is_folder, walk),
            Self::Test(test) => test.holds(entry, is_folder).map_or(Answer::MAYBE, Answer::told),
            Self::Told(answer) => *answer,
            Self::Lost(term) => {
                term.answer(live, entry, is_folder, walk);
                Answer::MAYBE
            }
            Self::Prune => {
                walk.pruned |= !live.may_not;
                Answer::YES
            }
            Self::Acts(action, end) => {
                if live.may {
                    walk.actions.push(*action);
                }
                *end
            }
        }
    }
}

impl Test<'_> {
    /// Without an answer it may hold or not.
    fn holds(&self, entry: &Entry<'_>, is_folder: bool) -> Option<bool> {
        match self {
            Self::Name(name) => name.is_surely_like(path::base_name(entry.path?)),
            Self::NameInAnyCase(name) => Some(name.is_like(path::base_name(entry.path?))),
            // A start that the shell expands (`~`) is printed as the place that it means.
            Self::Path(way) => match (way.is_surely_like(entry.printed()?), way.is_surely_like(entry.path?)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (printed, own) => printed.and(own),
            },
            Self::PathInAnyCase(way) => Some(way.is_like(entry.printed()?) || way.is_like(entry.path?)),
            Self::Regex(pattern) => {
                let pattern = pattern.as_ref()?;
                Some(pattern.is_match(entry.printed()?) || pattern.is_match(entry.path?))
            }
            Self::Kind(letters) => Some(letters.contains(if is_folder { 'd' } else { 'f' })),
            Self::Age(age) => (entry.start.is_fresh && age.starts_with('+')).then_some(false),
            Self::Deepest(most) => Some(entry.depth()? <= (*most)?),
            Self::Highest(least) => Some(entry.depth()? >= (*least)?),
        }
    }
}

/// An expression on its way to be read.
struct Reader<'a> {
    /// What is left of it.
    words: &'a [String],
    /// Brackets and negations around the words.
    depth: usize,
    /// True behind one too many: what holds there is not told any more.
    lost: bool,
    /// Tests that were read.
    tests: usize,
    /// The patterns of `-regex`, built once; `None` for one that cannot be.
    patterns: HashMap<&'a str, Option<Rc<Regex>>>,
    actions: Vec<FindAction<'a>>,
}

impl<'a> Reader<'a> {
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

    fn either(&mut self) -> Either<'a> {
        let mut either = Either { first: self.all(), others: Vec::new() };
        loop {
            let joint = if self.takes(&["-o", "-or"]) {
                Joint::Or
            } else if self.takes(&[","]) {
                Joint::Comma
            } else {
                return either;
            };
            either.others.push((joint, self.all()));
        }
    }

    /// Terms that have to hold one after the other.
    fn all(&mut self) -> Vec<Term<'a>> {
        let mut terms = Vec::new();
        while let Some(word) = self.words.first() {
            if matches!(word.as_str(), "-o" | "-or" | "," | ")") {
                break;
            }
            if !self.takes(&["-a", "-and"]) {
                let term = self.term();
                terms.push(if self.lost { Term::Lost(Box::new(term)) } else { term });
            }
        }
        terms
    }

    fn term(&mut self) -> Term<'a> {
        let Some(word) = self.next() else { return Term::Told(Answer::YES) };
        match word {
            "!" | "-not" | "(" if self.depth == MAX_DEPTH => {
                self.lost = true;
                Term::Told(Answer::MAYBE)
            }
            "!" | "-not" => Term::Not(Box::new(self.deeper(Self::term))),
            "(" => {
                let either = self.deeper(Self::either);
                self.takes(&[")"]);
                Term::Bracket(either)
            }
            "-name" => self.test(|_, name| Test::Name(Wild::new(name))),
            "-iname" => self.test(|_, name| Test::NameInAnyCase(Wild::new(name))),
            "-path" | "-wholename" => self.test(|_, way| Test::Path(Wild::new(way))),
            "-ipath" | "-iwholename" => self.test(|_, way| Test::PathInAnyCase(Wild::new(way))),
            "-regex" | "-iregex" if self.words.is_empty() => Term::Told(Answer::MAYBE),
            "-regex" | "-iregex" => self.test(|reader, pattern| Test::Regex(reader.pattern(pattern))),
            "-type" => self.test(|_, letters| Test::Kind(letters)),
            "-mtime" | "-ctime" | "-atime" | "-mmin" | "-cmin" | "-amin" => self.test(|_, age| Test::Age(age)),
            "-maxdepth" => self.test(|_, most| Test::Deepest(most.parse().ok())),
            "-mindepth" => self.test(|_, least| Test::Highest(least.parse().ok())),
            // What anyone forbids to change has something in it.
            "-empty" | "-false" => Term::Told(Answer::told(false)),
            "-true" | "-depth" | "-mount" | "-xdev" | "-follow" | "-noleaf" => Term::Told(Answer::YES),
            "-prune" => Term::Prune,
            "-delete" => self.acts(FindAction::Delete, Answer::YES),
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let end = self.words.iter().position(|word| matches!(word.as_str(), ";" | "+" | "\\;"));
                let (command, rest) = self.words.split_at(end.unwrap_or(self.words.len()));
                self.words = rest.get(1..).unwrap_or_default();
                // Whether the program succeeds, nobody knows.
                self.acts(FindAction::Run(command), Answer::MAYBE)
            }
            "-print" | "-print0" | "-ls" => self.acts(FindAction::Print, Answer::YES),
            "-printf" | "-fprint" | "-fprint0" | "-fls" => {
                self.next();
                self.acts(FindAction::Print, Answer::YES)
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
                Term::Told(Answer::MAYBE)
            }
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// A test of the next word.
    fn test(&mut self, read: impl FnOnce(&mut Self, &'a str) -> Test<'a>) -> Term<'a> {
        let value = self.next().unwrap_or_default();
        self.tests += 1;
        if self.tests > MAX_TESTS { Term::Told(Answer::MAYBE) } else { Term::Test(read(self, value)) }
    }

    fn pattern(&mut self, text: &'a str) -> Option<Rc<Regex>> {
        if let Some(known) = self.patterns.get(text) {
            return known.clone();
        }
        let pattern = if self.patterns.len() < MAX_PATTERNS { built(text).map(Rc::new) } else { None };
        self.patterns.insert(text, pattern.clone());
        pattern
    }

    fn acts(&mut self, action: FindAction<'a>, end: Answer) -> Term<'a> {
        self.actions.push(action);
        Term::Acts(self.actions.len() - 1, end)
    }
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
