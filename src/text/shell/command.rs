//! One simple command: which program it is, in which folder it runs, and which row of the tables tells its effects.
//!
//! Owns the flags in front of a subcommand (`git -C dir`) and the plain name of a program. What stands in front of the program is
//! `wrapper`'s.

use super::arguments::is_listed;
use super::reader::Reader;
use super::table_interpreters::is_interpreter;
use super::word::Word;
use super::{SimpleCommand, table};

/// Flags between a program and its subcommand.
struct Globals {
    program: &'static str,
    /// Those that take a value.
    valued: &'static str,
    /// Those whose value is the folder in which it runs.
    folder: &'static str,
}

const GLOBALS: &[Globals] = &[
    Globals {
        program: "git",
        valued: "-C -c --git-dir --work-tree --namespace --exec-path --config-env",
        folder: "-C",
    },
    Globals { program: "npm", valued: "-C -w --prefix --workspace", folder: "-C --prefix" },
    Globals { program: "pnpm", valued: "-C -F --dir --filter", folder: "-C --dir" },
    Globals { program: "yarn", valued: "--cwd", folder: "--cwd" },
    Globals { program: "bun", valued: "--cwd --filter", folder: "--cwd" },
    Globals { program: "cargo", valued: "--config --color -Z -C", folder: "-C" },
    Globals { program: "go", valued: "-C", folder: "-C" },
    Globals { program: "uv", valued: "--directory --project", folder: "--directory --project" },
    Globals { program: "mise", valued: "-C -E --cd --env", folder: "-C --cd" },
    Globals { program: "terraform", valued: "-chdir", folder: "-chdir" },
    Globals { program: "tofu", valued: "-chdir", folder: "-chdir" },
    Globals { program: "gh", valued: "-R --repo", folder: "" },
];

impl Reader {
    /// Reads one simple command; `input` is the text on its standard input where that is known.
    pub(super) fn run(&mut self, words: Vec<Word>, input: Option<&str>) {
        let (mut words, mut folders) = self.unwrapped(words);
        let Some(first) = words.first_mut() else { return };
        // `gi\t push` is git; `C:\tools\git` and `bin\run` are paths.
        if first.text.contains('\\') && !first.text.contains(['/', ':', '.']) {
            let plain = first.text.replace('\\', "");
            if table::knows(&plain) {
                first.text = plain;
            }
        }
        let program = plain_name(&first.text).to_owned();
        folders.extend(strip_globals(&program, &mut words));
        self.reading.commits |= program == "git"
            && words.get(1).is_some_and(|word| word.text == "commit")
            && !words.iter().any(|word| word.text == "--dry-run");
        self.in_folders(&folders, |reader| {
            let words_as_text = words.iter().map(|word| word.text.clone()).collect();
            reader.keep_folder();
            reader.reading.commands.push(SimpleCommand { words: words_as_text, folder: reader.folder.clone() });
            reader.apply(&program, &words, input);
        });
    }

    fn apply(&mut self, program: &str, words: &[Word], input: Option<&str>) {
        if self.powershell(program, words) {
            return;
        }
        if let Some((row, rest, arguments)) = table::find(program, words) {
            self.take_effect(row, rest, &arguments, input);
            return;
        }
        // Flags that say the same in every linter, also in those that no row knows.
        if words[1..].iter().any(|word| is_listed(table::IN_PLACE, &word.text)) {
            let leaves_out = |flag: &Word| {
                flag.text.starts_with('-') && ["exclude", "ignore", "skip"].iter().any(|name| flag.text.contains(name))
            };
            let operands = words.windows(2).filter(|pair| !pair[1].text.starts_with('-') && !leaves_out(&pair[0]));
            self.within(operands.map(|pair| &pair[1]));
        }
        // A program with a path is a script of the project, unless it lies where programs lie.
        if !words[0].text.contains("bin/") {
            self.mention(&words[0]);
        }
        self.mentions(&words[1..]);
    }
}

/// The name of a program without folder, version and ending: `/usr/bin/python3.11` is `python`, `npm.cmd` is `npm`.
pub fn plain_name(word: &str) -> &str {
    let name = if word == "." { word } else { word.rsplit(['/', '\\']).next().unwrap_or(word) };
    let ending = name
        .rfind('.')
        .filter(|dot| ["bat", "cmd", "exe"].iter().any(|ending| name[dot + 1..].eq_ignore_ascii_case(ending)));
    let name = ending.map_or(name, |dot| &name[..dot]);
    // `npx claude-code@latest`, but not `@scope`.
    let name = name.split_once('@').map_or(name, |(plain, _)| if plain.is_empty() { name } else { plain });
    let bare = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    match bare {
        "py" | "pypy" => "python",
        // Of other programs a number is a part of the name: `md5sum`, `pip3`.
        bare if bare.len() < name.len() && is_interpreter(bare) => bare,
        _ => name,
    }
}

/// Takes the flags in front of the subcommand away, so that the subcommand is the second word, and gives the folder
/// they name. Git's are dropped; those of other programs keep their meaning behind the subcommand.
fn strip_globals(program: &str, words: &mut Vec<Word>) -> Option<Word> {
    if program == "cargo" && words.get(1).is_some_and(|word| word.text.starts_with('+')) {
        words.remove(1);
    }
    let globals = GLOBALS.iter().find(|globals| globals.program == program)?;
    let mut folder = None;
    let mut kept = Vec::new();
    let mut at = 1;
    while let Some(word) = words.get(at).filter(|word| word.is_flag() && word.text != "--") {
        let (flag, attached) =
            word.text.split_once('=').map_or((word.text.as_str(), None), |(flag, value)| (flag, Some(value)));
        let takes_next = attached.is_none() && is_listed(globals.valued, flag);
        if is_listed(globals.folder, flag) {
            folder = attached.map(Word::sure).or_else(|| words.get(at + 1).cloned());
        } else {
            kept.extend(words[at..].iter().take(1 + usize::from(takes_next)).cloned());
        }
        at += 1 + usize::from(takes_next);
    }
    if at >= words.len() {
        return folder;
    }
    words.drain(1..at);
    if program != "git" {
        // `gh -R a/b pr create`: the command is of two words.
        let behind = words.len().min(if program == "gh" { 3 } else { 2 });
        words.splice(behind..behind, kept);
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn a_program_has_one_name() {
        for (word, name) in [
            ("/usr/bin/python3.11", "python"),
            ("py", "python"),
            ("node22", "node"),
            ("ksh93", "ksh"),
            ("node.exe", "node"),
            ("RM.EXE", "RM"),
            ("npm.cmd", "npm"),
            ("claude-code@latest", "claude-code"),
            ("@scope", "@scope"),
            ("md5sum", "md5sum"),
            (".", "."),
            ("sha256sum", "sha256sum"),
            ("pip3", "pip3"),
        ] {
            assert_eq!(plain_name(word), name, "{word}");
        }
    }
}
