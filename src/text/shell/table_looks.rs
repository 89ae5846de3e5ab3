//! What is known of programs that look: which show text, search, list names, answer a question, or stand around what is run.
//!
//! Owns the table; whoever asks about such a program is answered out of it, and a new one is one new row. What programs do to the
//! files that they are given is `table_files`'.

use Look::{Around, Asks, Lists, Reads, Searches, Views};

/// What holds of a program that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// It prepares a run, or talks about it.
    Around,
    /// It shows text, mostly behind a pipe.
    Views,
    /// Its exit code answers a question.
    Asks,
    /// It looks for words in files, and with `-l` prints the names of those that have them.
    Searches,
    /// It prints names of files.
    Lists,
    /// It changes no file and runs no other program, whatever it is told. Not so `sort -o`, `rg --pre`, `less`, `uniq a b`.
    Reads,
}

/// Programs by their plain names. Sorted.
#[rustfmt::skip]
const PROGRAMS: &[(&str, &[Look])] = &[
    (".", &[Around]),
    (":", &[Around, Reads]),
    ("[", &[Asks, Reads]),
    ("[[", &[Asks, Reads]),
    ("ack", &[Views, Asks, Searches]),
    ("ag", &[Views, Asks, Searches]),
    ("awk", &[Views]),
    ("basename", &[Reads]),
    ("bat", &[Views]),
    ("cat", &[Views, Reads]),
    ("cd", &[Around, Reads]),
    ("cksum", &[Reads]),
    ("clear", &[Around, Reads]),
    ("cls", &[Around, Reads]),
    ("cmp", &[Asks, Reads]),
    ("column", &[Views, Reads]),
    ("comm", &[Reads]),
    // `command -v`; what it runs is read without it.
    ("command", &[Asks]),
    ("cut", &[Views, Reads]),
    ("date", &[Reads]),
    ("df", &[Reads]),
    ("diff", &[Asks, Reads]),
    ("dir", &[Reads]),
    ("dirname", &[Reads]),
    ("du", &[Reads]),
    ("echo", &[Around, Lists, Reads]),
    ("egrep", &[Views, Asks, Searches, Reads]),
    ("exit", &[Reads]),
    ("export", &[Around]),
    ("expr", &[Reads]),
    ("false", &[Reads]),
    // `fd -x` runs what it is told.
    ("fd", &[Lists]),
    ("fdfind", &[Lists]),
    ("fgrep", &[Views, Asks, Searches, Reads]),
    ("file", &[Reads]),
    ("find", &[Asks, Lists]),
    ("fold", &[Reads]),
    ("gawk", &[Views]),
    ("gfind", &[Asks, Lists]),
    ("ggrep", &[Views, Asks, Searches, Reads]),
    ("grep", &[Views, Asks, Searches, Reads]),
    ("gsed", &[Views]),
    ("head", &[Views, Reads]),
    ("hexdump", &[Reads]),
    ("jq", &[Views, Asks, Reads]),
    ("less", &[Views]),
    ("ls", &[Asks, Lists, Reads]),
    ("md5sum", &[Reads]),
    ("more", &[Views]),
    ("nl", &[Views, Reads]),
    ("od", &[Reads]),
    ("paste", &[Reads]),
    ("pgrep", &[Asks, Reads]),
    ("popd", &[Around, Reads]),
    ("printf", &[Around, Lists, Reads]),
    ("ps", &[Reads]),
    ("pushd", &[Around, Reads]),
    ("pwd", &[Reads]),
    ("readlink", &[Reads]),
    ("realpath", &[Reads]),
    ("rev", &[Reads]),
    ("rg", &[Views, Asks, Searches]),
    ("sed", &[Views]),
    ("set", &[Around]),
    ("sha1sum", &[Reads]),
    ("sha256sum", &[Reads]),
    ("shasum", &[Reads]),
    ("sleep", &[Reads]),
    ("sort", &[Views]),
    ("source", &[Around]),
    ("stat", &[Asks, Reads]),
    ("strings", &[Reads]),
    ("tac", &[Reads]),
    ("tail", &[Views, Reads]),
    ("tee", &[Views]),
    ("test", &[Asks, Reads]),
    ("tr", &[Views, Reads]),
    ("true", &[Around, Reads]),
    ("type", &[Asks, Reads]),
    ("uniq", &[Views]),
    ("unset", &[Around]),
    ("wc", &[Views, Reads]),
    ("which", &[Asks, Reads]),
    ("whoami", &[Reads]),
    ("xargs", &[Views]),
    ("yq", &[Views]),
];

/// True where this is known of a program. Asked of plain names, as all below are.
pub(super) fn is(look: Look, program: &str) -> bool {
    PROGRAMS.binary_search_by(|(name, _)| (*name).cmp(program)).is_ok_and(|at| PROGRAMS[at].1.contains(&look))
}

/// True for a program that prepares a run, looks at text or answers a question. Told the right words, some of them write.
pub fn is_looker(program: &str) -> bool {
    [Around, Views, Asks, Reads].into_iter().any(|look| is(look, program))
}

/// True for a program that changes no file and runs no other one, whatever it is told, and for `rg` without the flags by which it
/// does. `behind` are the words behind it.
pub fn only_reads(program: &str, behind: &[String]) -> bool {
    let runs = |word: &String| word.starts_with("--pre") || word.starts_with("--hostname-bin");
    is(Reads, program) || program == "rg" && !behind.iter().any(runs)
}

/// True for a program that looks for words in files: `grep`, `rg`.
pub fn searches(program: &str) -> bool {
    is(Searches, program)
}

/// True for a program that prints names of files, or what it is given as such: `ls`, `find`, `echo`.
pub fn lists(program: &str) -> bool {
    is(Lists, program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(PROGRAMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn what_can_write_or_run_is_not_taken_for_what_only_reads() {
        for program in ["awk", "bat", "fd", "find", "less", "rg", "sed", "sort", "source", "tee", "uniq", "xargs", "yq"]
        {
            assert!(!is(Reads, program), "{program}");
        }
    }
}
