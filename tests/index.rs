//! The repository's index: what it finds, what it keeps up with, and what must not happen while it is made.

use crate::world::{World, shown};
use driftguard::config::{IndexConfig, defaults};
use driftguard::domain::{Bond, Goal, Neighbour, Pattern, Scope, ScopeEntry, ScopeReason};
use driftguard::repo::Git;
use driftguard::repo::index::{
    HistoryState, Index, IndexError, IndexReport, Look, Place, last_attempt, refresh, remove_all,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// A repository and the folder of its index.
struct Repository {
    folder: TempDir,
    numbers: IndexConfig,
    /// Makes each written file older than all before: what changed a moment ago is always read again.
    clock: std::cell::Cell<u64>,
}

impl Repository {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = crate::world::folder("driftguard-index");
        let repository = Self { folder, numbers: defaults().index, clock: std::cell::Cell::new(0) };
        fs::create_dir(repository.root()).unwrap();
        for (path, text) in files {
            repository.write(path, text);
        }
        repository
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn indexes(&self) -> PathBuf {
        self.folder.path().join("data/index")
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        self.clock.set(self.clock.get() + 10);
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + self.clock.get());
        fs::File::options().write(true).open(&path).unwrap().set_modified(at).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    #[cfg(unix)]
    fn try_refresh(&self, git: Option<&Git>) -> Result<IndexReport, IndexError> {
        self.look(Look::Files, git)
    }

    fn look(&self, look: Look, git: Option<&Git>) -> Result<IndexReport, IndexError> {
        let (folder, root) = (self.indexes(), self.root());
        refresh(&Place { folder: &folder, root: &root, git }, &self.numbers, look, &mut |_| {})
    }

    fn refresh(&self) -> IndexReport {
        self.refresh_with(None)
    }

    fn refresh_with(&self, git: Option<&Git>) -> IndexReport {
        self.refresh_by(Look::Files, git)
    }

    fn refresh_by(&self, look: Look, git: Option<&Git>) -> IndexReport {
        // A process that another test starts holds copies of our open files, the lock among them, until its program runs.
        for _ in 0..500 {
            match self.look(look, git) {
                Err(IndexError::Busy) => std::thread::sleep(std::time::Duration::from_millis(2)),
                done => return done.unwrap(),
            }
        }
        panic!("another indexer holds the lock");
    }

    fn index(&self) -> Index {
        Index::open(&self.indexes(), &self.root(), &self.numbers).unwrap().expect("an index")
    }

    fn matching(&self, words: &str) -> Vec<String> {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        self.index().matching(&words, 10).unwrap().into_iter().map(|found| found.path).collect()
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        let shown = |Neighbour { path, bond }: Neighbour| match bond {
            Bond::Imports => format!("> {path}"),
            Bond::ImportedBy => format!("< {path}"),
            Bond::TestPair => format!("t {path}"),
            Bond::Together { share, times } => format!("{times}x {share:.2} {path}"),
        };
        self.index().neighbours(path, 10).unwrap().into_iter().map(shown).collect()
    }

    fn database(&self) -> PathBuf {
        let ends = |path: &PathBuf| path.extension().is_some_and(|end| end == "db");
        fs::read_dir(self.indexes()).unwrap().map(|entry| entry.unwrap().path()).find(ends).expect("an index file")
    }

    /// Everything that questions tell, to compare two indexes.
    fn told(&self) -> String {
        let index = self.index();
        let files = index.files().unwrap();
        let neighbours: BTreeMap<&str, _> = files.paths().map(|path| (path, self.neighbours(path))).collect();
        let words: Vec<String> = ["token", "invoice", "tax", "session", "common"].map(str::to_owned).to_vec();
        let facts = index.facts().unwrap();
        format!(
            "{files:?} {neighbours:?} {:?} {:?} {} {} {}",
            index.matching(&words, 50).unwrap(),
            index.named(&words, 50).unwrap(),
            facts.words,
            facts.imports,
            facts.complete,
        )
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new(git().program);
        command.current_dir(self.root()).env_clear().env("HOME", self.folder.path());
        for (name, value) in [("NAME", "a"), ("EMAIL", "a@b.test")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        let done = command.args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    fn commit(&self, files: &[&str]) {
        for file in files {
            let path = self.root().join(file);
            let text = fs::read_to_string(&path).unwrap_or_default() + "more\n";
            self.write(file, text);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "change"]);
    }
}

/// The git of this machine. Without one the tests of the history have nothing to look at, and say so by failing.
fn git() -> Git {
    let path = std::env::var_os("PATH").unwrap();
    let program = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|program| program.is_file());
    Git { program: program.expect("git is installed"), home: None }
}

const SMALL: &[(&str, &str)] = &[
    ("src/billing/invoice.py", "from .tax import rate\n\ndef total_invoice(lines):\n    return sum(lines)\n"),
    ("src/billing/tax.py", "def rate(country):\n    '''The tax of an invoice.'''\n"),
    ("src/auth/session.py", "class Session:\n    token = None\n"),
    ("tests/test_invoice.py", "from src.billing.invoice import total_invoice\n"),
    ("README.md", "Invoices and sessions. A token is common.\n"),
];

#[test]
fn words_lead_to_files_and_definitions_weigh_more() {
    let repository = Repository::new(SMALL);
    let report = repository.refresh();
    assert_eq!((report.files, report.read, report.complete, report.history), (5, 5, true, HistoryState::None));
    assert_eq!(repository.matching("invoices")[0], "src/billing/invoice.py");
    assert_eq!(repository.matching("session"), ["src/auth/session.py", "README.md"]);
    assert_eq!(repository.matching("total"), ["src/billing/invoice.py", "tests/test_invoice.py"]);
    assert_eq!(repository.matching("the of zebra"), [""; 0]);
    let named = repository.index().named(&["billing".to_owned(), "tax".to_owned()], 10).unwrap();
    let named: Vec<&str> = named.iter().map(|found| found.path.as_str()).collect();
    assert_eq!(named, ["src/billing/tax.py", "src/billing/invoice.py"]);
    assert_eq!(repository.index().matching(&["invoice".to_owned()], 1).unwrap().len(), 1);
}

#[test]
fn a_word_of_very_many_files_tells_nothing() {
    let mut repository = Repository::new(SMALL);
    repository.refresh();
    assert_eq!(repository.matching("token").len(), 2);
    repository.numbers.max_files_a_word = 1;
    assert_eq!(repository.matching("token"), [""; 0]);
    // Few files define what many speak of.
    assert_eq!(repository.matching("session"), ["src/auth/session.py", "README.md"]);
}

#[test]
fn files_know_what_belongs_to_them() {
    let repository = Repository::new(SMALL);
    repository.refresh();
    assert_eq!(
        repository.neighbours("src/billing/invoice.py"),
        ["> src/billing/tax.py", "< tests/test_invoice.py", "t tests/test_invoice.py"]
    );
    assert_eq!(
        repository.neighbours("tests/test_invoice.py"),
        ["> src/billing/invoice.py", "t src/billing/invoice.py"]
    );
    assert_eq!(repository.neighbours("README.md"), [""; 0]);
    assert_eq!(repository.neighbours("gone.py"), [""; 0]);
}

/// Changes a repository that is indexed and compares the refreshed index with one made anew.
#[track_caller]
fn keeps_up(change: impl Fn(&Repository), read: usize, removed: usize) -> Repository {
    let repository = Repository::new(SMALL);
    repository.refresh();
    change(&repository);
    let report = repository.refresh();
    assert_eq!((report.read, report.removed), (read, removed));
    let kept = repository.told();
    remove_all(&repository.indexes()).unwrap();
    repository.refresh();
    assert_eq!(kept, repository.told());
    repository
}

#[test]
fn nothing_is_read_twice() {
    keeps_up(|_| {}, 0, 0);
}

/// A change: its name, what does it, and how many files are read and removed for it.
type Change = (&'static str, fn(&Repository), usize, usize);

/// What of a change is read by a look at the folders alone. Each change has a repository of its own, since only what is older than two seconds is known to stay.
const LIGHTLY: &[Change] = &[
    ("nothing", |_| {}, 0, 0),
    ("a new file", |it| it.write("src/billing/levy.py", "def zebra(): pass\n"), 1, 0),
    ("a new folder", |it| it.write("src/new/deep/levy.py", "from src.billing.tax import rate\n"), 1, 0),
    ("a file less", |it| it.remove("src/billing/tax.py"), 0, 1),
    ("a folder less", |it| fs::remove_dir_all(it.root().join("src/billing")).unwrap(), 0, 2),
    ("a folder of another name", |it| fs::rename(it.root().join("src"), it.root().join("lib")).unwrap(), 3, 3),
    ("a new rule", |it| it.write(".gitignore", "billing\n"), 1, 2),
    (
        "a file in the place of another",
        |it| {
            it.write("src/session.new", "class Token: pass\n");
            fs::rename(it.root().join("src/session.new"), it.root().join("src/auth/session.py")).unwrap();
        },
        1,
        0,
    ),
    (
        "an edit beside a new file",
        |it| {
            it.write("src/auth/session.py", "class Token: pass\n");
            it.write("src/auth/token.py", "");
        },
        2,
        0,
    ),
];

#[test]
fn a_look_at_the_folders_keeps_up_with_what_comes_and_goes() {
    let repositories: Vec<Repository> = LIGHTLY.iter().map(|_| Repository::new(SMALL)).collect();
    std::thread::sleep(Duration::from_millis(2_100));
    for (repository, (what, change, read, removed)) in repositories.iter().zip(LIGHTLY) {
        repository.refresh();
        change(repository);
        let report = repository.refresh_by(Look::Folders, None);
        assert_eq!((report.read, report.removed, report.complete), (*read, *removed, true), "{what}");
        let kept = repository.told();
        assert_eq!(report.files, repository.index().files().unwrap().len(), "{what}");
        remove_all(&repository.indexes()).unwrap();
        repository.refresh();
        assert_eq!(kept, repository.told(), "{what}");
    }
}

#[test]
fn what_is_edited_in_place_is_read_when_every_file_is_looked_at() {
    let mut repository = Repository::new(SMALL);
    std::thread::sleep(Duration::from_millis(2_100));
    assert_eq!(repository.refresh_by(Look::Folders, None).read, 5);
    repository.write("src/billing/tax.py", "def zebra(): pass\n");
    assert_eq!(repository.refresh_by(Look::Folders, None).read, 0);
    assert_eq!(repository.matching("zebra"), [""; 0]);
    repository.numbers.whole_minutes = 0;
    assert_eq!(repository.refresh_by(Look::Folders, None).read, 1);
    assert_eq!(repository.matching("zebra"), ["src/billing/tax.py"]);
}

#[test]
fn a_look_at_the_folders_does_not_take_half_an_index_for_whole() {
    let mut repository = Repository::new(SMALL);
    std::thread::sleep(Duration::from_millis(2_100));
    repository.numbers.max_seconds = 0;
    assert!(!repository.refresh_by(Look::Folders, None).complete);
    repository.numbers.max_seconds = 60;
    let report = repository.refresh_by(Look::Folders, None);
    assert_eq!((report.read, report.complete), (5, true));
}

#[test]
fn a_changed_file_is_read_again() {
    let repository = keeps_up(|it| it.write("src/billing/tax.py", "def zebra(): pass\n"), 1, 0);
    assert_eq!(repository.matching("zebra"), ["src/billing/tax.py"]);
    assert_eq!(repository.matching("rate"), ["src/billing/invoice.py"]);
}

#[test]
fn a_deleted_file_leaves() {
    let repository = keeps_up(|it| it.remove("src/billing/tax.py"), 0, 1);
    assert_eq!(repository.neighbours("src/billing/invoice.py"), ["< tests/test_invoice.py", "t tests/test_invoice.py"]);
}

#[test]
fn a_new_file_is_found_and_its_importers_with_it() {
    let repository = Repository::new(&[("a/far/user.ts", "import { money } from '../../lib/deep/moneyBag'\n")]);
    repository.refresh();
    repository.write("lib/deep/moneyBag.ts", "export const money = 1\n");
    repository.write("lib/deep/other.ts", "");
    assert_eq!(repository.refresh().read, 2);
    assert_eq!(repository.neighbours("lib/deep/moneyBag.ts"), ["< a/far/user.ts"]);
}

#[test]
fn a_renamed_file_moves() {
    let repository = keeps_up(
        |it| {
            it.write("src/billing/levy.py", "def rate(country): pass\n");
            it.remove("src/billing/tax.py");
            it.write("src/billing/invoice.py", "from .levy import rate\n");
        },
        2,
        1,
    );
    assert_eq!(repository.neighbours("src/billing/levy.py"), ["< src/billing/invoice.py"]);
}

#[test]
fn ignored_files_stay_out_and_come_in_when_the_rule_goes() {
    let repository = Repository::new(&[(".gitignore", "made/\n"), ("made/zebra.py", "zebra"), ("a.py", "x")]);
    assert_eq!(repository.refresh().files, 2);
    repository.write(".gitignore", "");
    assert_eq!(repository.refresh().files, 3);
    assert_eq!(repository.matching("zebra"), ["made/zebra.py"]);
}

#[test]
fn a_file_that_was_just_written_is_read_again() {
    let repository = Repository::new(&[]);
    fs::write(repository.root().join("a.py"), "zebra").unwrap();
    assert_eq!(repository.refresh().read, 1);
    assert_eq!(repository.refresh().read, 1);
}

#[test]
fn binary_huge_and_odd_files_do_no_harm() {
    let mut huge = b"first words\n".repeat(10_000);
    huge.extend(b"zebra\n");
    let repository = Repository::new(&[]);
    repository.write("data.bin", b"zebra\0zebra");
    repository.write("huge.txt", &huge);
    repository.write("line.js", vec![b'z'; 200_000]);
    repository.write("latin.txt", b"caf\xe9 giraffe\n");
    repository.write("empty.rs", "");
    let report = repository.refresh();
    assert_eq!((report.files, report.complete), (5, true));
    assert_eq!(repository.matching("zebra"), [""; 0]);
    assert_eq!(repository.matching("giraffe"), ["latin.txt"]);
    assert_eq!(repository.matching("words"), ["huge.txt"]);
    assert_eq!(repository.index().files().unwrap().len(), 5);
}

#[cfg(unix)]
#[test]
fn links_pipes_and_closed_folders_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let repository = Repository::new(&[("src/a.py", "giraffe"), ("closed/b.py", "zebra")]);
    let outside = repository.folder.path().join("outside.py");
    fs::write(&outside, "zebra").unwrap();
    symlink(&outside, repository.root().join("out.py")).unwrap();
    symlink("..", repository.root().join("up")).unwrap();
    symlink("loop", repository.root().join("loop")).unwrap();
    assert!(Command::new("mkfifo").arg(repository.root().join("pipe.py")).status().unwrap().success());
    let closed = repository.root().join("closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let report = repository.try_refresh(None);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(report.unwrap().complete);
    assert_eq!(repository.matching("giraffe"), ["src/a.py"]);
    // Root reads a closed folder; the link's target nobody does.
    assert!(!repository.matching("zebra").iter().any(|path| path == "out.py"));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_an_index() {
    use std::os::unix::fs::PermissionsExt;
    let repository = Repository::new(SMALL);
    repository.refresh();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&repository.indexes()), mode(&repository.database())), (0o700, 0o600));
}

#[test]
fn no_credential_can_be_read_in_the_file() {
    let text = "API_TOKEN=grandmother\nkey = \"ghp_0123456789abcdefghijABCDEFGHIJ\"\npostgres://me:rhinoceros@db/x\n";
    let repository = Repository::new(&[("a.py", text), (".env", "NAME=hippopotamus\n"), ("b.txt", "giraffe")]);
    repository.refresh();
    let bytes = fs::read(repository.database()).unwrap();
    let holds = |word: &str| memchr::memmem::find(&bytes, word.as_bytes()).is_some();
    assert!(holds("giraff"));
    for word in ["grandmother", "rhinoceros", "hippopotamus", "abcdefghij"] {
        assert!(!holds(word), "{word}");
    }
}

#[test]
fn an_empty_folder_has_an_empty_index() {
    let repository = Repository::new(&[]);
    assert!(Index::open(&repository.indexes(), &repository.root(), &repository.numbers).unwrap().is_none());
    assert_eq!(repository.refresh().files, 0);
    assert!(repository.index().files().unwrap().is_empty());
    assert_eq!(repository.index().recent(5).unwrap(), []);
    assert_eq!(repository.matching("zebra"), [""; 0]);
}

#[test]
fn a_limit_of_time_keeps_what_was_done_and_the_next_goes_on() {
    let mut repository = Repository::new(SMALL);
    repository.numbers.max_seconds = 0;
    let report = repository.refresh();
    assert_eq!((report.read, report.complete), (0, false));
    assert!(!repository.index().facts().unwrap().complete);
    repository.numbers.max_seconds = 60;
    let report = repository.refresh();
    assert_eq!((report.read, report.complete), (5, true));
    assert_eq!(repository.matching("session").len(), 2);
}

#[test]
fn a_limit_of_files_and_words_is_kept() {
    let mut repository = Repository::new(SMALL);
    (repository.numbers.max_files, repository.numbers.max_words) = (2, 3);
    let report = repository.refresh();
    assert_eq!((report.files, report.complete), (2, false));
    let index = repository.index();
    assert!(index.files().unwrap().truncated);
    // Besides the words of the two paths.
    assert!(index.facts().unwrap().words <= 2 * 3 + 3);
    drop(index);
    // Other numbers, another index.
    repository.numbers = defaults().index;
    assert_eq!(repository.refresh().read, 5);
}

#[test]
fn small_transactions_make_the_same_index() {
    let mut repository = Repository::new(SMALL);
    repository.refresh();
    let expected = repository.told();
    remove_all(&repository.indexes()).unwrap();
    repository.numbers.files_a_transaction = 1;
    repository.refresh();
    assert_eq!(repository.told(), expected);
}

#[test]
fn two_indexers_never_run_at_once() {
    let repository = Repository::new(SMALL);
    let (folder, root) = (repository.indexes(), repository.root());
    let place = Place { folder: &folder, root: &root, git: None };
    let mut second = None;
    let numbers = &repository.numbers;
    refresh(&place, numbers, Look::Files, &mut |_| {
        second.get_or_insert_with(|| refresh(&place, numbers, Look::Files, &mut |_| {}));
    })
    .unwrap();
    assert_eq!(second, Some(Err(IndexError::Busy)));
    assert_eq!(repository.refresh().read, 0);
}

/// Damages the file of an index and expects the next refresh to make it anew, whether a question was put before or not.
#[track_caller]
fn survives(damage: impl Fn(&Path)) {
    for asked in [false, true] {
        let repository = Repository::new(SMALL);
        repository.refresh();
        let expected = repository.told();
        damage(&repository.database());
        if asked && let Ok(Some(index)) = Index::open(&repository.indexes(), &repository.root(), &repository.numbers) {
            // Whatever it says, it must not panic.
            let _ = (index.matching(&["session".to_owned()], 5), index.neighbours("src/billing/tax.py", 5));
        }
        repository.refresh();
        assert_eq!(repository.told(), expected);
    }
}

#[test]
fn a_torn_index_is_made_anew() {
    survives(|path| fs::write(path, "no database").unwrap());
    survives(|path| fs::write(path, "").unwrap());
    survives(|path| {
        let length = fs::metadata(path).unwrap().len();
        fs::File::options().write(true).open(path).unwrap().set_len(length / 2).unwrap();
    });
    survives(|path| {
        let connection = rusqlite::Connection::open(path).unwrap();
        connection.execute_batch("PRAGMA user_version = 99").unwrap();
    });
    survives(|path| fs::remove_file(path).unwrap());
}

#[test]
fn files_that_change_together_are_pairs() {
    let repository = Repository::new(SMALL);
    repository.git(&["init", "-q"]);
    repository.commit(&["src/auth/session.py", "README.md"]);
    repository.commit(&["src/auth/session.py", "README.md"]);
    repository.commit(&["src/auth/session.py", "src/billing/tax.py"]);
    let git = git();
    let report = repository.refresh_with(Some(&git));
    assert_eq!(report.history, HistoryState::Read(3));
    // The first commit holds all five files.
    assert_eq!(repository.neighbours("src/auth/session.py"), ["2x 0.67 README.md", "2x 0.67 src/billing/tax.py"]);
    assert_eq!(repository.neighbours("README.md"), ["2x 1.00 src/auth/session.py"]);
    let recent: Vec<String> = repository.index().recent(9).unwrap().into_iter().map(|(path, _)| path).collect();
    assert_eq!(recent.len(), 5);
    assert_eq!(repository.refresh_with(Some(&git)).history, HistoryState::Unchanged);
    repository.commit(&["src/billing/tax.py", "README.md"]);
    assert_eq!(repository.refresh_with(Some(&git)).history, HistoryState::Read(4));
    assert_eq!(repository.index().recent(1).unwrap()[0].0, "README.md");
    // Without git what it told is forgotten, and the files' own times count.
    assert_eq!(repository.refresh_with(None).history, HistoryState::None);
    assert_eq!(repository.neighbours("README.md"), [""; 0]);
    assert_eq!(repository.index().recent(1).unwrap()[0].0, "README.md");
}

#[test]
fn the_history_is_read_within_its_limits() {
    let mut repository = Repository::new(&[]);
    repository.git(&["init", "-q"]);
    for _ in 0..4 {
        repository.commit(&["a.py", "b.py"]);
    }
    repository.numbers.commits = 2;
    assert_eq!(repository.refresh_with(Some(&git())).history, HistoryState::Read(2));
    repository.numbers.commits = 2000;
    repository.numbers.files_a_commit = 1;
    repository.refresh_with(Some(&git()));
    assert_eq!(repository.neighbours("a.py"), [""; 0]);
    repository.numbers.files_a_commit = 30;
    repository.numbers.history_bytes = 40;
    let HistoryState::Read(commits) = repository.refresh_with(Some(&git())).history else { panic!() };
    assert!(commits < 4, "{commits}");
}

#[test]
fn shallow_empty_and_broken_histories_do_no_harm() {
    let origin = Repository::new(&[("a.py", "giraffe\n")]);
    origin.git(&["init", "-q"]);
    origin.commit(&["a.py", "b.py"]);
    origin.commit(&["a.py", "b.py"]);
    let shallow = Repository::new(&[]);
    fs::remove_dir(shallow.root()).unwrap();
    let from = format!("file://{}", origin.root().display());
    let to = shallow.root();
    let arguments = ["clone", "-q", "--depth=1", &from, to.to_str().unwrap()];
    let done = Command::new(git().program).args(arguments).env("HOME", shallow.folder.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(shallow.refresh_with(Some(&git())).history, HistoryState::Read(1));

    let empty = Repository::new(&[("a.py", "giraffe")]);
    empty.git(&["init", "-q"]);
    assert!(matches!(empty.refresh_with(Some(&git())).history, HistoryState::Failed(_)));
    assert_eq!(empty.matching("giraffe"), ["a.py"]);

    let gone = Git { program: "/nowhere/git".into(), home: None };
    assert!(matches!(origin.refresh_with(Some(&gone)).history, HistoryState::Failed(_)));
    assert_eq!(origin.matching("giraffe"), ["a.py"]);
}

#[test]
fn a_folder_inside_a_repository_has_no_history_of_its_own() {
    let repository = Repository::new(&[("a.py", "x")]);
    let above = Command::new(git().program).args(["init", "-q"]).current_dir(repository.folder.path()).status();
    assert!(above.unwrap().success());
    assert_eq!(repository.refresh_with(Some(&git())).history, HistoryState::None);
    // A `.git` that is none must not lead git to the one above.
    fs::create_dir(repository.root().join(".git")).unwrap();
    assert!(matches!(repository.refresh_with(Some(&git())).history, HistoryState::Failed(_)));
}

/// A repository's own settings may name programs that git starts. None of them may run, whatever they are for.
#[cfg(unix)]
#[test]
fn no_program_of_the_repository_is_started() {
    use std::os::unix::fs::PermissionsExt;
    let repository = Repository::new(&[]);
    repository.git(&["init", "-q"]);
    repository.commit(&["a.py", "b.bin"]);
    repository.commit(&["a.py", "b.bin"]);
    let witness = repository.folder.path().join("started");
    let program = repository.root().join("evil");
    fs::write(&program, format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\ncat\n", witness.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let hooks = repository.root().join("hooks");
    fs::create_dir(&hooks).unwrap();
    for hook in ["post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"] {
        fs::copy(&program, hooks.join(hook)).unwrap();
    }
    fs::copy(&program, repository.root().join("git")).unwrap();
    let evil = program.display();
    fs::write(
        repository.root().join(".git/config"),
        format!(
            "[core]\n\trepositoryformatversion = 1\n\tfsmonitor = {evil}\n\thooksPath = {}\n\tpager = {evil}\n\
             \teditor = {evil}\n\tsshCommand = {evil}\n\taskPass = {evil}\n\talternateRefsCommand = {evil}\n\
             [extensions]\n\tpartialClone = origin\n\
             [remote \"origin\"]\n\turl = ext::{evil}\n\tpromisor = true\n\tuploadpack = {evil}\n\
             [protocol]\n\tallow = always\n\
             [diff]\n\texternal = {evil}\n[diff \"x\"]\n\ttextconv = {evil}\n\tcommand = {evil}\n\
             [filter \"x\"]\n\tclean = {evil}\n\tsmudge = {evil}\n\tprocess = {evil}\n\
             [gpg]\n\tprogram = {evil}\n[gpg \"ssh\"]\n\tprogram = {evil}\n[log]\n\tshowSignature = true\n\
             [pager]\n\tlog = {evil}\n[credential]\n\thelper = {evil}\n[alias]\n\tlog = !{evil}\n[trace2]\n\teventTarget = {}\n",
            hooks.display(),
            witness.display(),
        ),
    )
    .unwrap();
    fs::write(repository.root().join(".git/info/attributes"), "* diff=x filter=x\n").unwrap();
    fs::write(repository.root().join(".gitattributes"), "* diff=x filter=x\n").unwrap();
    let signed = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\
                  gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n";
    let sign = |dir: &Path| {
        let file = dir.join("signed");
        fs::write(&file, signed).unwrap();
        // The programs are for git itself too: it writes the object without any of them.
        let made = Command::new(git().program)
            .args(["hash-object", "-t", "commit", "-w"])
            .arg(&file)
            .current_dir(repository.root())
            .env("HOME", dir)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).unwrap().trim().to_owned()
    };
    let id = sign(repository.folder.path());
    let _ = fs::remove_file(&witness);

    // The settings are real ones: git on its own starts a program for a signed commit.
    let unguarded = Command::new(git().program)
        .args(["log", "-1", "--format=%ct", &id])
        .current_dir(repository.root())
        .env("HOME", repository.folder.path())
        .output()
        .unwrap();
    assert!(unguarded.status.success());
    assert!(witness.exists(), "the settings of this test start nothing");
    fs::remove_file(&witness).unwrap();

    let reference = repository.root().join(".git/HEAD");
    assert!(matches!(repository.refresh_with(Some(&git())).history, HistoryState::Read(2)));
    fs::write(reference, format!("{id}\n")).unwrap();
    let told = repository.refresh_with(Some(&git())).history;
    assert!(matches!(told, HistoryState::Read(1)), "{told:?}");
    // An object that is only at the other end is not fetched.
    fs::write(repository.root().join(".git/HEAD"), format!("{}\n", "7".repeat(40))).unwrap();
    assert!(matches!(repository.refresh_with(Some(&git())).history, HistoryState::Failed(_)));
    assert!(!witness.exists(), "{}", fs::read_to_string(&witness).unwrap_or_default());
}

/// A git that never ends is ended.
#[cfg(unix)]
#[test]
fn a_git_that_hangs_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let mut repository = Repository::new(&[("a.py", "giraffe")]);
    fs::create_dir(repository.root().join(".git")).unwrap();
    let program = repository.folder.path().join("git");
    fs::write(&program, "#!/bin/sh\nexec sleep 30\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    repository.numbers.history_seconds = 1;
    let began = Instant::now();
    let told = repository.refresh_with(Some(&Git { program, home: None })).history;
    assert!(matches!(told, HistoryState::Failed(_)), "{told:?}");
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(repository.matching("giraffe"), ["a.py"]);
}

#[test]
fn unused_indexes_go() {
    let mut repository = Repository::new(SMALL);
    repository.refresh();
    let lock = repository.database().with_extension("lock");
    let other = repository.indexes().join("0123.lock");
    fs::copy(&lock, &other).unwrap();
    fs::copy(repository.database(), other.with_extension("db")).unwrap();
    repository.numbers.keep_days = 1;
    let old = SystemTime::now() - Duration::from_hours(25);
    for lock in [&lock, &other] {
        fs::File::options().write(true).open(lock).unwrap().set_modified(old).unwrap();
    }
    assert_eq!(repository.refresh().read, 0);
    assert!(!other.exists() && !other.with_extension("db").exists());
    assert!(
        last_attempt(&repository.indexes(), &repository.root()).unwrap().elapsed().unwrap() < Duration::from_hours(1)
    );
}

fn start(world: &World) -> std::process::Command {
    let mut command = world.driftguard(&["session-start"]);
    command.env_remove("DRIFTGUARD_INDEX");
    command
}

fn payload(world: &World) -> String {
    world.payload("s", "SessionStart", r#""source":"startup""#)
}

fn indexes(world: &World) -> PathBuf {
    world.data().join("index")
}

/// The process that a session's start leaves behind makes the index, and ends.
#[test]
fn a_sessions_start_leaves_an_indexer_behind() {
    let world = World::new();
    let began = Instant::now();
    let output = crate::world::feed(&mut start(&world), payload(&world).as_bytes());
    assert_eq!(shown(&output), (Some(0), String::new(), String::new()));
    let numbers = defaults().index;
    let index = loop {
        if let Ok(Some(index)) = Index::open(&indexes(&world), &world.project(), &numbers)
            && index.facts().is_ok_and(|facts| facts.complete)
        {
            break index;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "no index was made");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(index.files().unwrap().has_file("src/billing/invoice.py"));
    // It ends by itself: its lock can be had.
    let (folder, root) = (indexes(&world), world.project());
    let place = Place { folder: &folder, root: &root, git: None };
    while refresh(&place, &numbers, Look::Files, &mut |_| {}) == Err(IndexError::Busy) {
        assert!(began.elapsed() < Duration::from_mins(1), "the indexer does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(world.counted("other"), 0);
}

/// What may keep a session's start from leaving a process behind: nothing of an index may come to be.
#[track_caller]
fn leaves_nothing(prepare: impl Fn(&World, &mut std::process::Command)) {
    let world = World::new();
    let mut command = start(&world);
    prepare(&world, &mut command);
    let output = crate::world::feed(&mut command, payload(&world).as_bytes());
    assert_eq!(shown(&output), (Some(0), String::new(), String::new()));
    // A process that was started would have made the folder long before.
    std::thread::sleep(Duration::from_millis(400));
    assert!(!indexes(&world).exists());
}

#[test]
fn no_indexer_is_started_where_none_may_be() {
    leaves_nothing(|_, command| {
        command.env("DRIFTGUARD", "off");
    });
    leaves_nothing(|_, command| {
        command.env("DRIFTGUARD_INDEX", "off");
    });
    leaves_nothing(|world, _| {
        fs::create_dir_all(world.data()).unwrap();
        fs::write(world.data().join("config.toml"), "[index]\nbackground = false\n").unwrap();
    });
    leaves_nothing(|world, _| {
        assert!(world.call(&["pause"], b"").status.success());
    });
    // No variable says where the home folder is on Windows.
    #[cfg(unix)]
    leaves_nothing(|world, command| {
        command.env("HOME", world.project());
    });
    leaves_nothing(|world, command| {
        let empty = world.home().join("empty");
        fs::create_dir_all(&empty).unwrap();
        command.env("CLAUDE_PROJECT_DIR", empty);
    });
}

#[test]
fn a_fresh_index_is_left_alone() {
    let world = World::new();
    let told = world.call(&["index"], b"");
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    let before = last_attempt(&indexes(&world), &world.project()).unwrap();
    crate::world::feed(&mut start(&world), payload(&world).as_bytes());
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(last_attempt(&indexes(&world), &world.project()), Some(before));
}

#[test]
fn a_repository_cannot_set_how_it_is_indexed() {
    let world = World::new();
    fs::write(world.project().join(".driftguard.toml"), "[index]\nmax_files = 1\n").unwrap();
    let (code, told, warned) = shown(&world.call(&["index", "--json"], b""));
    assert_eq!(code, Some(0));
    assert!(warned.contains("index.max_files"), "{warned}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((told["files"].as_u64(), told["complete"].as_bool()), (Some(7), Some(true)));
}

#[test]
fn by_hand_it_says_what_is_known() {
    let world = World::new();
    let (code, told, warned) = shown(&world.call(&["index"], b""));
    assert_eq!((code, warned.as_str()), (Some(0), ""));
    for part in ["files", "6 (6 read, 0 removed)", "words", "imports", "together", "history", "took", "size"] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    let (_, doctor, _) = shown(&world.call(&["doctor"], b""));
    assert!(doctor.lines().any(|line| line.starts_with("ok    index") && line.contains("6 files")), "{doctor}");
    // No variable says where the home folder is on Windows.
    if cfg!(unix) {
        let in_its_home = crate::world::feed(world.driftguard(&["index"]).env("HOME", world.project()), b"");
        let (code, told, error) = shown(&in_its_home);
        assert_eq!((code, told.as_str()), (Some(64), ""));
        assert!(error.contains("is no project"), "{error}");
    }
}

#[test]
fn purge_and_uninstall_remove_the_indexes() {
    for arguments in [&["purge", "--all", "--yes"][..], &["uninstall", "--purge", "--yes"]] {
        let world = World::new();
        assert!(world.call(&["index"], b"").status.success());
        assert!(indexes(&world).exists());
        let told = world.call(arguments, b"");
        assert_eq!(told.status.code(), Some(0), "{told:?}");
        assert!(!indexes(&world).exists());
    }
}

#[test]
fn a_goal_is_told_what_belongs_to_its_files_and_holds_its_words() {
    let repository = Repository::new(&[
        ("src/token.ts", "export function parseToken() {}"),
        ("src/login.ts", "import { parseToken } from './token'"),
        ("src/clock.ts", "export function expiry() { return 7 }"),
        ("src/theme.ts", "export const blue = 1"),
    ]);
    repository.refresh();
    let named = ScopeEntry {
        pattern: Pattern::File("src/token.ts".into()),
        reason: ScopeReason::Named,
        words: "src/token.ts".into(),
    };
    let goal = Goal { keywords: vec!["expiry".into()], scope: Scope { entries: vec![named] }, ..Goal::default() };
    let told = repository.index().speaks_for(&goal, 8).unwrap();
    let told: Vec<String> = told.into_iter().map(|likely| format!("{}: {}", likely.path, likely.why)).collect();
    assert_eq!(told, ["src/login.ts: it imports src/token.ts", "src/clock.ts: it holds the goal's words"]);
    assert_eq!(repository.index().speaks_for(&Goal::default(), 8).unwrap(), []);
}
