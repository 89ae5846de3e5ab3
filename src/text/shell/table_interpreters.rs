//! Rows for the programs that run scripts: shells, and interpreters of other languages.
//!
//! Owns which programs those are. Whoever asks whether one runs scripts, where its code stands, or whether it only checks it, is
//! answered out of the rows: a new interpreter is one new row.

use super::arguments::Arguments;
use super::table_row::Effect::{Interpreter, Runs, Scripted, Shell};
use super::table_row::{Row, row};
use super::word::Word;
use crate::domain::FileVerb::Edit;

/// Flags of shells behind which the command line stands.
pub(super) const INLINE: &str = "-c --command --run -Command";
/// Of an interpreter that takes no code in its words: two dashes have no value.
const NO_FLAG: &str = "--";

/// The rows, first match wins. What else a package manager does that is an interpreter too (`bun`, `deno`) stands in `table_tools`.
pub(super) const ROWS: &[Row] = &[
    // Shells: their scripts are read as commands.
    row("bash", Shell).valued("-c -o -O --rcfile --init-file").checks("-n"),
    row("sh", Shell).valued("-c -o").checks("-n"),
    row("zsh", Shell).valued("-c -o").checks("-n"),
    row("dash", Shell).valued("-c -o").checks("-n"),
    row("ksh", Shell).valued("-c -o").checks("-n"),
    row("fish", Shell).valued("-c -C --command").checks("-n"),
    row("powershell", Shell).valued("-c -Command -File -ExecutionPolicy"),
    row("pwsh", Shell).valued("-c -Command -File -ExecutionPolicy"),
    // Other languages.
    row("perl", Scripted(Edit)).needs("-i").valued("-e -E").attached("-i -M -I -0"),
    row("perl", Interpreter { code: "-e -E" }).valued("-e -E").attached("-M -I -0"),
    row("ruby", Scripted(Edit)).needs("-i").valued("-e").attached("-i -r -I"),
    row("ruby", Interpreter { code: "-e" }).valued("-e").attached("-r -I"),
    row("python", Runs { skip: 0 }).needs("-m").valued("-W -X"),
    row("python", Interpreter { code: "-c" }).valued("-c -W -X"),
    row("node", Interpreter { code: "-e -p --eval --print" })
        .valued("-e -p -r --eval --print --require --import --loader --env-file")
        .checks("--check"),
    row("tsx", Interpreter { code: "-e --eval" }).valued("-e --eval"),
    row("ts-node", Interpreter { code: "-e --eval" }).valued("-e -P --eval"),
    row("bun", Interpreter { code: "-e --eval" }).needs("-e --eval").valued("-e --eval"),
    row("deno eval", Interpreter { code: "" }),
    row("php", Interpreter { code: "-r" }).valued("-r -d").checks("-l"),
    row("lua", Interpreter { code: "-e" }).valued("-e -l"),
    row("Rscript", Interpreter { code: "-e" }).valued("-e"),
    row("julia", Interpreter { code: "-e -E --eval --print" }).valued("-e -E -L -t -p -J --eval --print --load"),
    row("tclsh", Interpreter { code: NO_FLAG }).valued("-encoding"),
    row("osascript", Interpreter { code: "-e" }).valued("-e -l"),
];

fn rows(program: &str) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.command.split(' ').next() == Some(program))
}

/// True for a program that runs a script, or the code among its words: `bash`, `python`, `deno`. Asked of plain names.
pub fn is_interpreter(program: &str) -> bool {
    rows(program).next().is_some()
}

/// True for an interpreter whose scripts are command lines: `bash`, `pwsh`.
pub fn is_shell(program: &str) -> bool {
    rows(program).any(|row| row.effect == Shell)
}

/// True for a program whose first operand is the file that it runs: an interpreter, or the shell's own word for it.
pub(super) fn runs_a_file(program: &str) -> bool {
    matches!(program, "." | "source") || is_interpreter(program)
}

/// The code that stands among the words behind an interpreter: `-c 'import a'`, `-lne 'print'`, `eval 'f()'`. None for any other
/// program, and for one that is given a file.
pub fn inline_code<S: AsRef<str>>(program: &str, behind: &[S]) -> Option<String> {
    let words: Vec<Word> = behind.iter().map(|word| Word::sure(word.as_ref())).collect();
    rows(program).find_map(|row| {
        let words = words.get(row.command.split(' ').count() - 1..)?;
        let verb = row.command.split(' ').nth(1);
        if verb.is_some_and(|verb| behind[0].as_ref() != verb) {
            return None;
        }
        let arguments = Arguments::sort(words, row.valued, row.attached);
        let code = match row.effect {
            Interpreter { code: "" } => arguments.operands.first().copied(),
            Interpreter { code } => arguments.values_of(code).next(),
            Shell => arguments.values_of(INLINE).next(),
            _ => None,
        };
        code.map(|code| code.text.clone())
    })
}

/// True where an interpreter is only told to check a script: `bash -n x.sh`, but not `bash x.sh -n`. `behind` are the words behind it.
pub(super) fn only_checks<S: AsRef<str>>(program: &str, behind: &[S]) -> bool {
    let mut flags = behind.iter().map(AsRef::as_ref).take_while(|word| word.starts_with('-'));
    flags.any(|flag| rows(program).any(|row| !row.checks.is_empty() && row.checks == flag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_found_behind_the_flag_of_its_interpreter() {
        let check = |command: &str, expected: Option<&str>| {
            let words: Vec<&str> = command.split(' ').collect();
            assert_eq!(inline_code(words[0], &words[1..]).as_deref(), expected, "{command}");
        };
        check("python -c f()", Some("f()"));
        check("bash -lc f", Some("f"));
        check("perl -lne print a.txt", Some("print"));
        check("perl -pi -e s/a/b/ a.txt", Some("s/a/b/"));
        check("deno eval f()", Some("f()"));
        check("node --eval=f() a.js", Some("f()"));
        check("Rscript -e f()", Some("f()"));
        // It ends at the first mistake.
        check("bash -e run.sh", None);
        check("node -r dotenv a.js", None);
        check("deno run a.ts", None);
        check("deno", None);
        check("tclsh a.tcl", None);
        check("grep -e a b", None);
    }

    #[test]
    fn a_script_is_checked_by_a_flag_before_it() {
        assert!(only_checks("bash", &["-n", "a.sh"]) && only_checks("dash", &["-e", "-n", "a.sh"]));
        assert!(only_checks("node", &["--check", "a.js"]) && only_checks("php", &["-l", "a.php"]));
        assert!(
            !only_checks("bash", &["a.sh", "-n"]) && !only_checks("python", &["-n"]) && !only_checks("make", &["-n"])
        );
    }
}
