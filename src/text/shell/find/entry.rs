//! What `find` comes by, and what it does with it.

use crate::text::path;
use std::cell::OnceCell;

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

/// Something that `find` comes by.
#[derive(Debug)]
pub(super) struct Entry<'e> {
    pub(super) start: Start<'e>,
    /// Its own place, at or below the start, told from where the start is told; `None` for any that may be there.
    pub(super) path: Option<&'e str>,
    printed: OnceCell<Option<String>>,
}

impl<'e> Entry<'e> {
    pub(super) const fn new(start: Start<'e>, path: Option<&'e str>) -> Self {
        Self { start, path, printed: OnceCell::new() }
    }

    /// What stands between start and entry; "" for the start itself.
    fn below(&self) -> Option<&str> {
        // `get` and not `strip_prefix`: where case does not matter, they may be written in two ways.
        self.path.map(|path| path.get(self.start.place.len()..).unwrap_or(path).trim_start_matches('/'))
    }

    /// As `find` prints it, which is what `-path` and `-regex` see.
    pub(super) fn printed(&self) -> Option<&str> {
        let print = || {
            let below = self.below()?;
            let start = self.start.written.trim_end_matches('/');
            Some(if below.is_empty() { self.start.written.to_owned() } else { format!("{start}/{below}") })
        };
        self.printed.get_or_init(print).as_deref()
    }

    /// How many folders it lies below its start.
    pub(super) fn depth(&self) -> Option<usize> {
        self.below().map(|below| below.split('/').filter(|part| !part.is_empty()).count())
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
