//! What stands in front of a program and runs it: `sudo`, `env`, `timeout`, `xargs`, `rtk`, and assignments.
//!
//! Owns which programs those are, where the command behind one begins, and in which folder it runs.

use super::SimpleCommand;
use super::arguments::{Arguments, is_listed, takes_next};
use super::command::plain_name;
use super::reader::Reader;
use super::word::{Word, is_name};

/// A program that runs the command behind it and is not worth a name in the result.
struct Wrapper {
    name: &'static str,
    /// Flags that take a value.
    valued: &'static str,
    /// Those among them whose value is the folder in which the command runs.
    folder: &'static str,
    /// Operands in front of the command (`timeout 5 cmd`).
    skip: usize,
    /// Subcommands that may stand in front of the command (`rtk proxy cmd`).
    subcommands: &'static str,
    /// It answers in its own way: what fails behind it may well run without it.
    own: bool,
}

const fn wrapper(name: &'static str, valued: &'static str) -> Wrapper {
    Wrapper { name, valued, folder: "", skip: 0, subcommands: "", own: false }
}

const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        folder: "-D --chdir",
        ..wrapper("sudo", "-u -g -h -p -C -D -R -T -U --user --group --chdir --chroot --host --prompt")
    },
    wrapper("doas", "-u -C"),
    Wrapper { folder: "-C --chdir", ..wrapper("env", "-u -C --unset --chdir") },
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
    Wrapper {
        folder: "--working-directory",
        ..wrapper("systemd-run", "-p -u -H -M -E --unit --property --slice --uid --gid --working-directory")
    },
    Wrapper { folder: "--wd --workdir", ..wrapper("parallel", "-j -a -S --jobs --arg-file --wd --workdir") },
    wrapper("busybox", ""),
    wrapper("strace", "-e -o -p -s -S -u -E -O -P"),
    Wrapper { skip: 1, ..wrapper("flock", "-w -E --timeout --wait --conflict-exit-code") },
    wrapper("prlimit", ""),
    Wrapper { folder: "-w --wd", ..wrapper("unshare", "-R -S -G -w --root --setuid --setgid --wd") },
    wrapper("linux64", ""),
    wrapper("linux32", ""),
    Wrapper { skip: 1, ..wrapper("taskset", "") },
    Wrapper { skip: 1, ..wrapper("setarch", "") },
    Wrapper { skip: 1, ..wrapper("chrt", "") },
    wrapper("caffeinate", "-t -w"),
    Wrapper { folder: "--cd", own: true, ..wrapper("wsl", "-d -u --distribution --user --cd") },
];

impl Wrapper {
    /// The wrapper with which the words begin. `command -v x` asks, it does not run.
    fn at(words: &[Word]) -> Option<&'static Self> {
        let name = plain_name(&words.first()?.text);
        let asks = || name == "command" && words.get(1).is_some_and(|word| word.text.eq_ignore_ascii_case("-v"));
        WRAPPERS.iter().find(|wrapper| wrapper.name == name).filter(|_| !asks())
    }

    /// The folder that its flags name; of several the last counts.
    fn folder(&self, flags: &[Word]) -> Option<Word> {
        if self.folder.is_empty() {
            return None;
        }
        Arguments::sort(flags, self.valued, "").values_of(self.folder).last().cloned()
    }

    /// True where the word behind `flag` is a whole command line: `env -S 'rm a'`, `flock lock -c 'rm a'`.
    fn takes_a_line(&self, flag: &str) -> bool {
        match self.name {
            "env" => matches!(flag, "-S" | "--split-string"),
            _ => self.skip > 0 && matches!(flag, "-c" | "--command"),
        }
    }
}

impl Reader {
    /// Removes wrappers and variable prefixes, as many as there are; what they leave, and the folders that it is run in, each as seen
    /// from the one before.
    pub(super) fn unwrapped(&mut self, mut words: Vec<Word>) -> (Vec<Word>, Vec<Word>) {
        let mut folders = Vec::new();
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
            let Some(wrapper) = Wrapper::at(&words[start..]) else { break };
            let mut inner = words.len() - behind_flags(&words[start + 1..], wrapper.valued, wrapper.skip).len();
            if inner >= words.len() {
                break;
            }
            folders.extend(wrapper.folder(&words[start + 1..inner]));
            if wrapper.takes_a_line(&words[inner - 1].text) {
                words.splice(inner - 1..inner, [Word::sure("sh"), Word::sure("-c")]);
                inner -= 1;
            }
            let mut own = wrapper.name.to_owned();
            if is_listed(wrapper.subcommands, &words[inner].text) && words.len() > inner + 1 {
                // `rtk test npm test` is another way than `rtk npm test`.
                own = format!("{own} {}", words[inner].text);
                inner += 1;
            }
            if wrapper.name == "xargs" {
                self.hand_to(&mut words, start, inner, marked);
                marked = true;
            }
            self.note(wrapper, own);
            start = inner;
        }
        words.drain(..start);
        (words, folders)
    }

    /// Marks the words of the command that `xargs` runs, which begins at `inner`, as those that hold what it is handed. `marked`: it
    /// stands behind another one, and what stands behind one stands behind those before it, too.
    fn hand_to(&mut self, words: &mut Vec<Word>, start: usize, inner: usize, marked: bool) {
        self.handed.clone_from(&self.piped);
        let replaces = words[start..inner].iter().any(|word| word.text.starts_with("-I"));
        let behind = if marked { words.len() } else { inner };
        for word in &mut words[behind..] {
            word.sure &= !word.text.contains("{}");
        }
        if !replaces {
            words.push(Word::unknown());
        }
    }

    /// Lists a wrapper, each once. `own`: its name, with the subcommand.
    fn note(&mut self, wrapper: &Wrapper, own: String) {
        let as_command = SimpleCommand { words: vec![wrapper.name.to_owned()], folder: None };
        if !self.reading.wrappers.contains(&as_command) {
            self.reading.wrappers.push(as_command);
        }
        if wrapper.own && !self.reading.through.contains(&own) {
            self.reading.through.push(own);
        }
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
            at += if takes_next(valued, &word.text) { 2 } else { 1 };
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
