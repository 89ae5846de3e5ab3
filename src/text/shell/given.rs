//! The script that an interpreter is given in a file, as its row tells flags from operands.

use super::table;
use super::table_interpreters::{inline_code, only_checks};
use super::table_row::Effect::{Interpreter, Shell};
use super::word::Word;

/// The script that an interpreter is given: `bash -o pipefail x.sh`, `node -r dotenv a.js`, `. env.sh`. None where code stands among its
/// words, where it runs a module, and where it only checks the script.
pub fn script_file<S: AsRef<str>>(program: &str, behind: &[S]) -> Option<String> {
    let words: Vec<Word> = std::iter::once(program).chain(behind.iter().map(AsRef::as_ref)).map(Word::sure).collect();
    if matches!(program, "." | "source") {
        return words.get(1).map(|word| word.text.clone());
    }
    let (row, _, arguments) = table::find(program, &words)?;
    let runs = matches!(row.effect, Shell | Interpreter { .. }) && row.command == program;
    if !runs || inline_code(program, behind).is_some() || only_checks(program, behind) {
        return None;
    }
    arguments.operands.first().map(|word| word.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_the_first_word_that_no_flag_takes() {
        let check = |command: &str, expected: Option<&str>| {
            let words: Vec<&str> = command.split(' ').collect();
            assert_eq!(script_file(words[0], &words[1..]).as_deref(), expected, "{command}");
        };
        check("bash -o pipefail -ex x.sh now", Some("x.sh"));
        check("node -r dotenv a.js", Some("a.js"));
        check("python -W ignore fix.py", Some("fix.py"));
        check(". env.sh", Some("env.sh"));
        check("python -m pytest", None);
        check("bash -c ls", None);
        check("bash -n x.sh", None);
        check("perl -i -pe s/a/b/ a.txt", None);
        check("make x", None);
    }
}
