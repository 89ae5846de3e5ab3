//! What a row of the tables means for the words of a command.
//!
//! Owns the roles of operands: which one is the script, the source, the target, the task. Commands that hold other
//! commands are in `program`.

use super::arguments::Arguments;
use super::mention::{has_extension, is_file_like, is_script};
use super::reader::{Reader, join};
use super::table::IN_PLACE;
use super::table_row::{Effect, Row};
use super::telling::only_tells;
use super::tool_script::saves;
use super::word::Word;
use crate::domain::FileVerb::{self, CheckOut, Delete, Edit, Read, Restore, Write};

/// Flags that hand a script or pattern to a command, so that its first operand is a file.
const SCRIPT_FLAGS: &str = "-e -E -f --expression --file --regexp --from-file";
/// Those of them behind which the script itself stands.
const CODE_FLAGS: &str = "-e -E --expression";
/// Flags that name the folder in which a package manager works.
const FOLDER_FLAGS: &str = "-C --prefix --dir --cwd --directory --project";
/// Parts of a task's name that tell that it rewrites or generates files.
const REWRITING_TASKS: [&str; 8] = ["fmt", "format", "fix", "autofix", "generate", "codegen", "gen", "prettify"];
/// Parts of a task's name that tell that it only looks.
const CHECKING_TASKS: [&str; 5] = ["check", "test", "verify", "diff", "dry"];

impl Reader {
    /// Applies a row to the words behind its command: `rest` as they stand, `arguments` sorted.
    pub(super) fn take_effect(&mut self, row: &Row, rest: &[Word], arguments: &Arguments<'_>, input: Option<&str>) {
        self.effects(Write, arguments.values_of(row.outputs).filter(|target| target.text != "-"));
        let operands = arguments.operands.as_slice();
        let told = || only_tells(&rest.iter().map(|word| word.text.as_str()).collect::<Vec<_>>());
        if arguments.has_any("--help --version") && told() && !matches!(row.effect, Effect::Shell | Effect::Runs { .. })
        {
            return;
        }
        match row.effect {
            Effect::Each(verb) => self.each(verb, operands),
            Effect::Scripted(verb) => {
                self.scripted(verb, arguments);
                self.written_by_script(row, arguments);
            }
            Effect::Behind { others, verb } => self.each(verb, operands.get(others..).unwrap_or_default()),
            Effect::Packs { ending, unpacks, stays } => self.pack(ending, unpacks, stays, arguments),
            Effect::Pieces => self.pieces(arguments),
            Effect::Editor => self.editor(arguments),
            Effect::Moves => self.transfer(Some(Delete), arguments),
            Effect::Copies => self.transfer(None, arguments),
            Effect::Rewrites => self.rewrites(operands),
            Effect::Within { named_by: "" } => self.within(operands.iter().copied()),
            Effect::Within { named_by } => self.within(arguments.values_of(named_by)),
            Effect::Manifest { manifest, lock, always, elsewhere } => {
                let moved = arguments.has_any(elsewhere);
                self.reading.opaque |= moved;
                let manifest = if !moved && (always || !operands.is_empty()) { manifest } else { "" };
                self.manifest(&[manifest, lock], arguments.values_of(FOLDER_FLAGS).next());
            }
            Effect::Task { every } => self.task(every, arguments),
            Effect::Opaque => self.reading.opaque = true,
            Effect::Nothing => {}
            Effect::Mentions => self.mentions(operands.iter().copied()),
            Effect::References => self.references(arguments),
            Effect::Checkout => self.checkout(arguments),
            Effect::Restore => {
                let only_staged = arguments.has_any("-S --staged") && !arguments.has_any("-W --worktree");
                let source = arguments.values_of("-s --source").next();
                self.put_back(if only_staged { Read } else { source.map_or(Restore, from_revision) }, operands);
            }
            Effect::Download { named_by } => {
                let unnamed = named_by.is_empty() && arguments.values_of(row.outputs).next().is_none();
                if unnamed || arguments.has_any(named_by) {
                    self.named_after(operands);
                }
            }
            Effect::BlockCopy => self.block_copy(operands),
            Effect::Archive => self.archive(rest),
            Effect::Find => self.find(rest),
            Effect::Fd if self.fd(row, rest) => {}
            Effect::Fd => self.scripted(Read, arguments),
            Effect::Interpreter { code } => self.interpreter(code, arguments, input),
            Effect::Shell => self.shell(arguments, input),
            Effect::Evaluates { first_only } => {
                self.evaluates(if first_only { &operands[..operands.len().min(1)] } else { operands });
            }
            Effect::Runs { skip } => self.runs_another(row.valued, skip, rest, input),
            Effect::Enters => match operands.first() {
                // `pushd +1` and a bare `pushd` turn the stack round.
                first if row.command == "pushd" && first.is_none_or(|word| word.text.starts_with(['+', '-'])) => {
                    self.lose_the_way();
                }
                Some(folder) if row.command == "pushd" => self.enter_for_a_while(folder),
                Some(folder) => self.enter(folder),
                None if rest.is_empty() => self.enter(&Word::sure("~")),
                None => self.folder = None,
            },
            Effect::Leaves => self.leave(),
            Effect::Assigns => self.assigns(operands),
        }
    }

    fn manifest(&mut self, files: &[&str], folder: Option<&Word>) {
        let write = |reader: &mut Self| files.iter().for_each(|file| reader.effect_on(Edit, file));
        match folder {
            Some(folder) => self.in_folder(folder, write),
            None => write(self),
        }
    }

    /// A download gets the last part of its address as its name.
    fn named_after(&mut self, addresses: &[&Word]) {
        for address in addresses {
            let path = address.text.split(['?', '#']).next().unwrap_or_default();
            if let Some((_, name)) = path.rsplit_once('/').filter(|(start, _)| !start.ends_with(":/")) {
                // The `?` of a query made the word unsure, and is no pattern.
                let sure = !name.contains(['$', '*', '[', '{']);
                self.effect(Write, &Word { text: name.to_owned(), sure });
            }
        }
    }

    fn block_copy(&mut self, operands: &[&Word]) {
        for word in operands {
            for (prefix, verb) in [("if=", Read), ("of=", Write)] {
                if let Some(path) = word.text.strip_prefix(prefix) {
                    self.effect(verb, &Word { text: path.to_owned(), sure: word.sure });
                }
            }
        }
    }

    fn assigns(&mut self, operands: &[&Word]) {
        for word in operands {
            match word.text.split_once('=') {
                Some((name, value)) => self.assign(name, Some(&Word { text: value.to_owned(), sure: word.sure })),
                None => self.assign(&word.text, None),
            }
        }
    }

    fn each(&mut self, verb: FileVerb, operands: &[&Word]) {
        for word in operands {
            // `del /q` and `tail 20`: a switch and a count are no files.
            let switch = matches!(word.text.as_bytes(), [b'/', letter] if letter.is_ascii_alphabetic());
            let read_of_no_file = verb == Read
                && (word.text == "-"
                    || word.text.contains("://")
                    || word.text.contains(char::is_whitespace) && !has_extension(&word.text)
                    || word.text.bytes().all(|byte| byte.is_ascii_digit()));
            if !switch && !read_of_no_file {
                self.effect(verb, word);
            }
        }
    }

    fn scripted(&mut self, verb: FileVerb, arguments: &Arguments<'_>) {
        let given = arguments.values_of(SCRIPT_FLAGS).next().is_some();
        let files = arguments.operands.get(usize::from(!given)..).unwrap_or_default();
        let inplace = arguments.values_of("-i").any(|value| value.text == "inplace");
        for word in files {
            if verb.modifies() || inplace {
                // BSD's `sed -i .bak s/a/b/ f` shifts the script to where a file is expected.
                if !is_script(&word.text) {
                    self.effect(Edit, word);
                }
            } else {
                self.mention(word);
            }
        }
        self.mentions(arguments.values_of("-f --file --from-file"));
    }

    /// What the script of `sed` or `awk` writes.
    fn written_by_script(&mut self, row: &Row, arguments: &Arguments<'_>) {
        let Some(writes) = row.writes else { return };
        let mut given = arguments.values_of(CODE_FLAGS).peekable();
        let in_file = arguments.values_of(SCRIPT_FLAGS).next().is_some();
        let first = arguments.operands.first().copied().filter(|_| given.peek().is_none() && !in_file);
        for script in given.chain(first).filter(|script| script.sure) {
            for file in writes(&script.text) {
                self.effect_on(Write, file);
            }
        }
    }

    /// `vim -c wq a.txt`, `vim -es a.txt`.
    fn editor(&mut self, arguments: &Arguments<'_>) {
        let (commands, files): (Vec<&Word>, Vec<&Word>) =
            arguments.operands.iter().partition(|word| word.text.starts_with('+'));
        let typed = commands.iter().map(|word| &word.text[1..]);
        let mut told = arguments.values_of("-c --cmd").map(|word| word.text.as_str()).chain(typed);
        if arguments.has_any("-e -E") || told.any(saves) {
            self.effects(Edit, files);
        } else {
            self.mentions(files);
        }
    }

    /// Sources to a target. The target is a folder where the command shows it; then the files in it are named.
    fn transfer(&mut self, source_verb: Option<FileVerb>, arguments: &Arguments<'_>) {
        let flagged = arguments.values_of("-t --target-directory").next();
        let (sources, target) = match (flagged, arguments.operands.as_slice()) {
            (Some(target), sources) => (sources, Some(target)),
            (None, [sources @ .., target]) if !sources.is_empty() => (sources, Some(*target)),
            // `ln -s a/b` and `git clone x/y.git` name what they make after their source.
            (None, sources) => (sources, None),
        };
        for source in sources.iter().filter(|source| !is_remote(&source.text)) {
            match source_verb {
                Some(verb) => self.effect(verb, source),
                None => self.mention(source),
            }
        }
        let here = Word::sure(".");
        let target = target.unwrap_or(&here);
        if is_remote(&target.text) {
            return;
        }
        let folder = flagged.is_some()
            || sources.len() > 1
            || target.text.ends_with('/')
            || matches!(target.text.as_str(), "." | "..");
        if !folder {
            self.effect(Write, target);
            return;
        }
        for source in sources {
            let path = source.text.trim_end_matches('/');
            let name = path.rsplit(['/', '\\', ':']).next().unwrap_or(path);
            let name = name.strip_suffix(".git").unwrap_or(name);
            let text = if target.text == "." { name.to_owned() } else { join(&target.text, name) };
            self.effect(Write, &Word { text, sure: source.sure && target.sure && !name.is_empty() && name != "." });
        }
    }

    /// A formatter: files are edited, anything else stands for files that are not named.
    fn rewrites(&mut self, operands: &[&Word]) {
        self.reading.opaque |= operands.is_empty();
        for word in operands {
            if word.sure && is_file_like(&word.text) {
                self.effect(Edit, word);
            } else {
                self.within([*word]);
            }
        }
    }

    /// Something changes in these folders, and nobody can tell which of their files; without any in the one that it runs in.
    pub(super) fn within<'a>(&mut self, folders: impl IntoIterator<Item = &'a Word>) {
        self.reading.opaque = true;
        let mut folders = folders.into_iter().peekable();
        if folders.peek().is_none() {
            self.change_within(".");
        }
        for folder in folders.filter(|folder| folder.sure && !folder.text.is_empty()) {
            self.change_within(&folder.text);
        }
    }

    fn task(&mut self, every: bool, arguments: &Arguments<'_>) {
        let tasks = &arguments.operands[..arguments.before_dashes];
        let count = if every { tasks.len() } else { 1 };
        let rewriting = tasks.iter().take(count).any(|task| is_rewriting_task(&task.text));
        self.reading.opaque |= rewriting || arguments.has_any(IN_PLACE);
        self.mentions(arguments.operands.iter().copied().skip(count));
    }

    fn references(&mut self, arguments: &Arguments<'_>) {
        for (index, word) in arguments.operands.iter().enumerate() {
            match word.text.split_once(':') {
                // `git show HEAD:src/a.ts`
                Some((_, path)) if word.sure => self.mention(&Word::sure(path)),
                _ if index >= arguments.before_dashes || is_file_like(&word.text) => self.mention(word),
                _ => {}
            }
        }
        self.mentions(arguments.values_of("-F --file"));
    }

    /// `git checkout`: paths behind `--` or with a file ending are restored; a branch changes who knows what.
    fn checkout(&mut self, arguments: &Arguments<'_>) {
        let (before, paths) = arguments.operands.split_at(arguments.before_dashes);
        if !paths.is_empty() {
            self.put_back(before.first().map_or(Restore, |revision| from_revision(revision)), paths);
            return;
        }
        if arguments.has_any("-b -B --orphan") {
            // A new branch at the current commit leaves all files as they are.
            self.reading.opaque |= !before.is_empty();
            return;
        }
        let named = |word: &&Word| word.text == "." || (word.sure && is_file_like(&word.text));
        // A branch and paths: `git checkout other src/db`. Of two words with a slash both may be folders.
        let branch = |word: &Word| !word.text.contains('/') || word.text.starts_with("origin/");
        let (revision, paths) = match before {
            [first, rest @ ..] if !rest.is_empty() && !named(first) && branch(first) => (Some(first), rest.to_vec()),
            _ => (None, before.iter().copied().filter(named).collect()),
        };
        if paths.is_empty() {
            self.reading.opaque = true;
        } else {
            self.put_back(revision.map_or(Restore, |revision| from_revision(revision)), &paths);
        }
    }

    /// Paths get an earlier content; the whole tree is more than can be named.
    fn put_back(&mut self, verb: FileVerb, paths: &[&Word]) {
        for path in paths {
            let whole_tree = match path.text.as_str() {
                "." | "./" | "*" => self.folder.as_deref().is_none_or(str::is_empty),
                text => text == ":/",
            };
            if whole_tree {
                self.doubt(verb, &path.text);
            } else {
                self.effect(verb, path);
            }
        }
    }

    fn archive(&mut self, words: &[Word]) {
        let arguments = Arguments::sort(words, "-f -C --file --directory", "");
        let mut operands = arguments.operands.as_slice();
        // `tar xzf a.tgz`: the first word may be flags without a dash.
        let mut old_style = "";
        if let [first, behind @ ..] = operands
            && words.first() == Some(*first)
        {
            (old_style, operands) = (first.text.as_str(), behind);
        }
        let has = |letter: char, long: &str| {
            old_style.contains(letter) || arguments.has(&format!("-{letter}")) || arguments.has(long)
        };
        if has('t', "--list") || has('O', "--to-stdout") {
            return;
        }
        if has('x', "--extract") {
            self.within(arguments.values_of("-C --directory"));
        } else if has('c', "--create") {
            let archive = arguments
                .values_of("-f --file")
                .next()
                .or_else(|| operands.first().copied().filter(|_| old_style.contains('f')));
            if let Some(archive) = archive.filter(|archive| archive.text != "-") {
                self.effect(Write, archive);
            }
        }
    }
}

/// What happens to files that a command takes out of `revision`.
fn from_revision(revision: &Word) -> FileVerb {
    if matches!(revision.text.as_str(), "HEAD" | "@") { Restore } else { CheckOut }
}

/// True for `host:path` and addresses; `C:\x` is local.
fn is_remote(text: &str) -> bool {
    text.find(':').is_some_and(|colon| colon > 1 && !text[..colon].contains('/'))
}

fn is_rewriting_task(name: &str) -> bool {
    let mut parts = name.split(|character: char| !character.is_ascii_alphanumeric());
    !name.contains(['/', '.', ' '])
        && parts.clone().any(|part| REWRITING_TASKS.contains(&part))
        && !parts.any(|part| CHECKING_TASKS.contains(&part))
}
