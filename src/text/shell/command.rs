//! One simple command: what really runs behind its wrappers, and which row of the tables tells its effects.
//!
//! Owns the unwrapping (`sudo`, `env`, `timeout`, `xargs`, `rtk`, `git -C dir`) and the plain name of a program.

use super::arguments::is_listed;
use super::reader::Reader;
use super::table_interpreters::is_interpreter;
use super::word::{Word, is_name};
use super::{SimpleCommand, table};

/// A program that runs the command behind it and is not worth a name in the result.
struct Wrapper {
    name: &'static str,
    /// Flags that take a value.
    valued: &'static str,
    /// Operands in front of the command (`timeout 5 cmd`).
    skip: usize,
    /// Subcommands that may stand in front of the command (`rtk proxy cmd`).
    subcommands: &'static str,
    /// It answers in its own way: what fails behind it may well run without it.
    own: bool,
}

const fn wrapper(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, valued, skip: 0, subcommands: "", own: false }
}

const WRAPPERS: &[Wrapper] = &[
    wrapper("sudo", "-u -g -h -p -C -D -R -T -U --user --group"),
    wrapper("doas", "-u -C"),
    wrapper("env", "-u -C --unset --chdir"),
    Wrapper { skip: 1, ..wrapper("timeout", "-k -s --kill-after --signal") },
    Wrapper { skip: 1, ..wrapper("gtimeout", "-k -s --kill-after --signal") },
    wrapper("nice", "-n --adjustment"),
    wrapper("ionice", "-c -n -p"),
    wrapper("nohup", ""),
    wrapper("time", "-f -o --format --output"),
    wrapper("command", ""),
    wrapper("builtin", ""),
    wrapper("exec", "-a"),
    wrapper("xargs", "-n -P -I -L -d -E -s -a --max-args --max-procs --replace --delimiter --arg-file"),
    Wrapper { subcommands: "proxy test err summary", own: true, ..wrapper("rtk", "") },
    wrapper("stdbuf", "-i -o -e"),
    wrapper("setsid", ""),
    wrapper("chronic", ""),
    wrapper("unbuffer", ""),
    wrapper("fakeroot", "-l -s -i -b"),
    wrapper("runuser", "-u -g -G"),
    wrapper("systemd-run", "-p -u -H -M -E --unit --property --slice --uid --gid"),
    wrapper("parallel", "-j -a -S --jobs --arg-file"),
    wrapper("busybox", ""),
    wrapper("strace", "-e -o -p -s -S -u -E -O -P"),
    Wrapper { skip: 1, ..wrapper("flock", "-w -E --timeout --wait --conflict-exit-code") },
    wrapper("prlimit", ""),
    wrapper("unshare", ""),
    wrapper("linux64", ""),
    wrapper("linux32", ""),
    Wrapper { skip: 1, ..wrapper("taskset", "") },
    Wrapper { skip: 1, ..wrapper("setarch", "") },
    Wrapper { skip: 1, ..wrapper("chrt", "") },
    wrapper("caffeinate", "-t -w"),
    Wrapper { own: true, ..wrapper("wsl", "-d -u --distribution --user --cd") },
];

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
    Globals { program: "gh", valued: "-R --repo", folder: "" },
];

impl Reader {
    /// Reads one simple command; `input` is the text on its standard input where that is known.
    pub(super) fn run(&mut self, words: Vec<Word>, input: Option<&str>) {
        let mut words = self.unwrapped(words);
        let Some(first) = words.first_mut() else { return };
        // `gi\t push` is git; `C:\tools\git` and `bin\run` are paths.
        if first.text.contains('\\') && !first.text.contains(['/', ':', '.']) {
            let plain = first.text.replace('\\', "");
            if table::knows(&plain) {
                first.text = plain;
            }
        }
        let program = plain_name(&first.text).to_owned();
        let folder = strip_globals(&program, &mut words);
        self.reading.commits |= program == "git"
            && words.get(1).is_some_and(|word| word.text == "commit")
            && !words.iter().any(|word| word.text == "--dry-run");
        let apply = |reader: &mut Self| {
            let words_as_text = words.iter().map(|word| word.text.clone()).collect();
            reader.reading.commands.push(SimpleCommand { words: words_as_text, folder: reader.folder.clone() });
            reader.apply(&program, &words, input);
        };
        match folder {
            Some(folder) => self.in_folder(&folder, apply),
            None => apply(self),
        }
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

impl Reader {
    /// Removes wrappers and variable prefixes, as many as there are.
    fn unwrapped(&mut self, mut words: Vec<Word>) -> Vec<Word> {
        let mut start = 0;
        let mut marked = false;
        while let Some(first) = words.get(start) {
            if is_assignment(first) {
                start += 1;
                continue;
            }
            // PowerShell's `$x = command`.
            if first.text.starts_with('$') && words.len() > start + 2 && words[start + 1].text == "=" {
                start += 2;
                continue;
            }
            let name = plain_name(&first.text);
            let is_xargs = name == "xargs";
            let Some(wrapper) = WRAPPERS.iter().find(|wrapper| wrapper.name == name) else { break };
            // `command -v x` asks, it does not run.
            if name == "command" && words.get(start + 1).is_some_and(|word| word.text.eq_ignore_ascii_case("-v")) {
                break;
            }
            // `env -S 'rm a'`: the line is one word.
            let line =
                words.iter().skip(start + 1).position(|word| matches!(word.text.as_str(), "-S" | "--split-string"));
            if let Some(at) = line.map(|at| start + 1 + at).filter(|at| name == "env" && at + 1 < words.len()) {
                words.splice(start..=at, [Word::sure("sh"), Word::sure("-c")]);
                break;
            }
            let mut inner = words.len() - behind_flags(&words[start + 1..], wrapper.valued, wrapper.skip).len();
            if inner >= words.len() {
                break;
            }
            // `flock lock -c 'rm a'`.
            if wrapper.skip > 0 && matches!(words[inner - 1].text.as_str(), "-c" | "--command") {
                inner -= 1;
                words.insert(inner, Word::sure("sh"));
            }
            let mut own = wrapper.name.to_owned();
            if is_listed(wrapper.subcommands, &words[inner].text) && words.len() > inner + 1 {
                // `rtk test npm test` is another way than `rtk npm test`.
                own = format!("{own} {}", words[inner].text);
                inner += 1;
            }
            if is_xargs {
                self.handed.clone_from(&self.piped);
                let replaces = words[start..inner].iter().any(|word| word.text.starts_with("-I"));
                // What stands behind one stands behind those before it, too.
                let behind = if marked { words.len() } else { inner };
                for word in &mut words[behind..] {
                    word.sure &= !word.text.contains("{}");
                }
                marked = true;
                if !replaces {
                    words.push(Word::unknown());
                }
            }
            let as_command = SimpleCommand { words: vec![wrapper.name.to_owned()], folder: None };
            if !self.reading.wrappers.contains(&as_command) {
                self.reading.wrappers.push(as_command);
            }
            if wrapper.own && !self.reading.through.contains(&own) {
                self.reading.through.push(own);
            }
            start = inner;
        }
        words.drain(..start);
        words
    }
}

fn is_assignment(word: &Word) -> bool {
    word.text.split_once('=').is_some_and(|(name, _)| is_name(name))
}

/// The words behind the leading flags, assignments and `skip` operands: the command that a program runs.
pub(super) fn behind_flags<'a>(words: &'a [Word], valued: &str, mut skip: usize) -> &'a [Word] {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word.text == "--" {
            // Behind it stands the command, after the operands that are still due.
            at += 1;
        } else if word.is_flag() {
            at += if is_listed(valued, &word.text) { 2 } else { 1 };
        } else if is_assignment(word) {
            at += 1;
        } else if skip > 0 {
            skip -= 1;
            at += 1;
        } else {
            return &words[at..];
        }
    }
    &[]
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
