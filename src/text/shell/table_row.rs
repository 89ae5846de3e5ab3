//! One row of the table of programs: what a program does to the files that it names.

use super::word::Word;
use crate::domain::FileVerb;

/// What a command does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Every operand is a file or folder to which this happens.
    Each(FileVerb),
    /// The first operand is a script or pattern, unless a flag gave it; to the others this happens.
    Scripted(FileVerb),
    /// The operands behind so many others are files to which this happens.
    Behind {
        /// The others: what is looked for, and what is put in its place.
        others: usize,
        /// What happens.
        verb: FileVerb,
    },
    /// Each operand gives way to one of another name: `gzip a` leaves `a.gz`.
    Packs {
        /// The ending of what is packed.
        ending: &'static str,
        /// True where packed files are unpacked.
        unpacks: bool,
        /// True where the original stays without being told so.
        stays: bool,
    },
    /// `split`: files appear that are called after the last operand.
    Pieces,
    /// `vim`: the operands are edited where a command saves them.
    Editor,
    /// The operands but the last are moved to the last.
    Moves,
    /// The operands but the last are copied or linked to the last.
    Copies,
    /// Files named as operands are edited; in a folder some are, and a pattern or no operand at all is opaque.
    Rewrites,
    /// Files that nobody names change in the folders that these flags name; without flags, in those that are operands.
    Within {
        /// The flags, "" for the operands.
        named_by: &'static str,
    },
    /// A package manager writes its manifest when operands are given (or `always`), and its lock file.
    Manifest {
        /// The file that lists the dependencies.
        manifest: &'static str,
        /// The file that pins them.
        lock: &'static str,
        /// True when the manifest changes without operands too.
        always: bool,
        /// Flags that move the manifest to a package that cannot be told from the command.
        elsewhere: &'static str,
    },
    /// A task of the project; some names tell that it formats or generates. With `every`, all operands are tasks.
    Task {
        /// True when the program takes several tasks.
        every: bool,
    },
    /// Files change that cannot be named.
    Opaque,
    /// The operands are no files.
    Nothing,
    /// Words that look like files are mentioned.
    Mentions,
    /// References and paths mixed: only what has a file ending, or stands after `--`, is a file.
    References,
    /// `git checkout`: restores paths, or switches to a branch.
    Checkout,
    /// `git restore`.
    Restore,
    /// A download that may be named after its address.
    Download {
        /// The flag without which it is not.
        named_by: &'static str,
    },
    /// `dd if=.. of=..`.
    BlockCopy,
    /// `tar`: unpacking is opaque, packing writes the archive.
    Archive,
    /// `find`: may delete or run a command on what it finds.
    Find,
    /// `fd`: may run a command on what it finds.
    Fd,
    /// An interpreter with an inline script, a script on its input, or a script file.
    Interpreter {
        /// The flags whose value is the script.
        code: &'static str,
    },
    /// A shell with a command line, a script on its input, or a script file.
    Shell,
    /// The operands, or only the first of them, are a command line again.
    Evaluates {
        /// True for `trap`, whose other operands are signals.
        first_only: bool,
    },
    /// Another command stands behind these words and flags, and after so many operands.
    Runs {
        /// Operands in front of the command.
        skip: usize,
    },
    /// `cd` and `pushd`.
    Enters,
    /// `popd`: back to the folder before.
    Leaves,
    /// Operands are assignments, or names that become unknown.
    Assigns,
}

/// One command and its effect under conditions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The program and its subcommands: "git rm".
    pub command: &'static str,
    /// What it does.
    pub effect: Effect,
    /// One of these flags must be there (space-separated).
    pub needs: &'static str,
    /// None of these flags may be there.
    pub unless: &'static str,
    /// Flags that take a value.
    pub valued: &'static str,
    /// Flags that take only an attached value.
    pub attached: &'static str,
    /// Flags whose value is a file that is written.
    pub outputs: &'static str,
    /// The flag with which a script is only checked.
    pub checks: &'static str,
    /// Tells the files that its script writes.
    pub writes: Option<Writes>,
}

/// The files that a script of some language writes.
pub(super) type Writes = fn(&str) -> Vec<&str>;

/// A row with no conditions.
pub(super) const fn row(command: &'static str, effect: Effect) -> Row {
    Row { command, effect, needs: "", unless: "", valued: "", attached: "", outputs: "", checks: "", writes: None }
}

impl Row {
    pub(super) const fn needs(mut self, flags: &'static str) -> Self {
        self.needs = flags;
        self
    }

    pub(super) const fn unless(mut self, flags: &'static str) -> Self {
        self.unless = flags;
        self
    }

    pub(super) const fn valued(mut self, flags: &'static str) -> Self {
        self.valued = flags;
        self
    }

    pub(super) const fn attached(mut self, flags: &'static str) -> Self {
        self.attached = flags;
        self
    }

    pub(super) const fn outputs(mut self, flags: &'static str) -> Self {
        self.outputs = flags;
        self
    }

    pub(super) const fn checks(mut self, flag: &'static str) -> Self {
        self.checks = flag;
        self
    }

    pub(super) const fn writes(mut self, files: Writes) -> Self {
        self.writes = Some(files);
        self
    }

    /// The number of words that the row's command covers, when `program` and the following words are that command.
    pub(super) fn covers(&self, program: &str, words: &[Word]) -> Option<usize> {
        let subcommands = self.command.strip_prefix(program)?;
        if subcommands.is_empty() {
            return Some(1);
        }
        let mut covered = 1;
        for name in subcommands.strip_prefix(' ')?.split(' ') {
            if words.get(covered).is_none_or(|word| word.text != name) {
                return None;
            }
            covered += 1;
        }
        Some(covered)
    }
}
