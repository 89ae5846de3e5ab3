//! PowerShell's own commands: `Remove-Item -Path a.ts -Force`.
//!
//! Owns their names and parameters. PowerShell's syntax is not parsed: what Bash's grammar refuses is split into words.

use super::reader::{Reader, join};
use super::script::shows_write;
use super::word::Word;
use crate::domain::FileVerb::{self, Delete, Edit, Write};

/// What a command does with its path and its destination.
#[derive(Clone, Copy)]
enum Act {
    /// This happens to every path.
    Each(FileVerb),
    /// The paths are moved to the destination.
    Moves,
    /// The paths are copied to the destination.
    Copies,
    /// The path gets a new name in its folder.
    Renames,
    /// Only `-OutFile` is written.
    Downloads,
    /// Files change that cannot be named.
    Opaque,
    /// A block is run for what comes through the pipe.
    Block,
}

const COMMANDS: [(&str, Act); 22] = [
    ("remove-item", Act::Each(Delete)),
    ("ri", Act::Each(Delete)),
    ("set-content", Act::Each(Write)),
    ("clear-content", Act::Each(Write)),
    ("add-content", Act::Each(Edit)),
    ("out-file", Act::Each(Write)),
    ("tee-object", Act::Each(Write)),
    ("export-csv", Act::Each(Write)),
    ("new-item", Act::Each(Write)),
    ("ni", Act::Each(Write)),
    ("move-item", Act::Moves),
    ("mi", Act::Moves),
    ("copy-item", Act::Copies),
    ("cpi", Act::Copies),
    ("rename-item", Act::Renames),
    ("rni", Act::Renames),
    ("invoke-webrequest", Act::Downloads),
    ("invoke-restmethod", Act::Downloads),
    ("expand-archive", Act::Opaque),
    ("invoke-expression", Act::Opaque),
    ("foreach-object", Act::Block),
    ("%", Act::Block),
];
/// Parameters that stand alone.
const SWITCHES: [&str; 10] = [
    "-force",
    "-recurse",
    "-append",
    "-noclobber",
    "-nonewline",
    "-passthru",
    "-whatif",
    "-verbose",
    "-notypeinformation",
    "-confirm",
];
const PATHS: [&str; 5] = ["-path", "-literalpath", "-filepath", "-outfile", "-name"];
const TARGETS: [&str; 3] = ["-destination", "-newname", "-destinationpath"];

fn act_of(name: &str) -> Option<Act> {
    COMMANDS.iter().find(|(command, _)| name.eq_ignore_ascii_case(command)).map(|(_, act)| *act)
}

impl Reader {
    /// Applies a PowerShell command; false when `program` is none.
    pub(super) fn powershell(&mut self, program: &str, words: &[Word]) -> bool {
        let Some(act) = act_of(program) else { return false };
        let parameters = Parameters::read(&words[1..]);
        let (paths, target) = match act {
            Act::Moves | Act::Copies | Act::Renames => parameters.with_target(),
            _ => (parameters.paths_or_first(), None),
        };
        match act {
            Act::Each(_) if parameters.whatif || parameters.folder => {}
            Act::Each(Write) if parameters.append => self.effects(Edit, &paths),
            Act::Each(verb) => self.effects(verb, &paths),
            Act::Moves | Act::Copies => {
                if matches!(act, Act::Moves) {
                    self.effects(Delete, &paths);
                }
                self.effects(Write, target.as_slice());
            }
            Act::Renames => {
                for path in &paths {
                    self.effect(Delete, path);
                    if let Some(name) = &target {
                        let folder = path.text.rfind(['/', '\\']).map_or("", |separator| &path.text[..separator]);
                        let text = if folder.is_empty() { name.text.clone() } else { join(folder, &name.text) };
                        self.effect(Write, &Word { text, sure: name.sure && path.sure });
                    }
                }
            }
            Act::Downloads => self.effects(Write, &parameters.paths),
            Act::Opaque => self.reading.opaque = true,
            Act::Block => {
                self.reading.opaque |= words[1..].iter().any(|word| {
                    let name = word.text.trim_start_matches(['{', '(']);
                    shows_write(&word.text)
                        || !matches!(act_of(name), None | Some(Act::Downloads | Act::Block))
                        || matches!(name, "rm" | "del" | "mv" | "cp")
                });
            }
        }
        true
    }
}

#[derive(Default)]
struct Parameters {
    paths: Vec<Word>,
    target: Option<Word>,
    others: Vec<Word>,
    append: bool,
    whatif: bool,
    folder: bool,
}

impl Parameters {
    fn read(words: &[Word]) -> Self {
        let mut read = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.is_flag() {
                // `a, b` is a list; a block or an expression is no path.
                read.others.extend(listed(word));
                continue;
            }
            let name = word.text.to_ascii_lowercase();
            read.append |= name == "-append";
            read.whatif |= name == "-whatif";
            if SWITCHES.contains(&name.split(':').next().unwrap_or_default()) {
                continue;
            }
            let Some(value) = words.next() else { break };
            if PATHS.contains(&name.as_str()) {
                read.paths.extend(listed(value));
            } else if TARGETS.contains(&name.as_str()) {
                read.target = Some(value.clone());
            } else if name == "-itemtype" {
                read.folder = value.text.eq_ignore_ascii_case("directory");
            }
        }
        read
    }

    /// The named paths, or the first operand; of a list all. What follows is content.
    fn paths_or_first(&self) -> Vec<Word> {
        if self.paths.is_empty() { self.others.clone() } else { self.paths.clone() }
    }

    fn with_target(&self) -> (Vec<Word>, Option<Word>) {
        let mut others = self.others.clone();
        let target =
            self.target.clone().or_else(|| if others.len() + self.paths.len() > 1 { others.pop() } else { None });
        (if self.paths.is_empty() { others } else { self.paths.clone() }, target)
    }
}

/// The members of `a,b,`.
fn listed(word: &Word) -> Vec<Word> {
    word.text
        .split(',')
        .filter(|text| !text.is_empty() && !text.starts_with(['{', '(', '@', '}']))
        .map(|text| Word { text: text.to_owned(), sure: word.sure && !text.contains('$') })
        .collect()
}
