//! `driftguard check`: sessions, judged from their transcripts.

use super::analysis::{Question, analyse};
use super::project::Project;
use super::report::{self, Marks, Report};
use super::{goal, newest, pick, print, progress};
use crate::agent::adapters;
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Check, ReportFormat};
use crate::config::{Config, Mode};
use crate::domain::{Cursor, Event};
use crate::host::Host;
use crate::repo;
use crate::store::SqliteStore;
use crate::transcript::{self, Limits, TranscriptError, Wanted};
use std::path::{Path, PathBuf};

/// Transcripts from this size on show a progress bar, in bytes: a smaller one is read before a bar could be seen.
const LONG: u64 = 32 * 1024 * 1024;
/// Bytes in which the first record with a working folder is looked for; only a summary stands before it.
const BEGINNING: u64 = 256 * 1024;
/// Bytes of it that are looked at first, then twice as many each time: mostly one of the first records names the folder.
const FIRST_LOOK: u64 = 4 * 1024;

/// Judges a session, or several one after the other, and prints the report. Of several those that can be judged are; then the first
/// failure is told.
pub fn run(host: &Host, project: &Project, request: &Check) -> anyhow::Result<ExitStatus> {
    let store = pick::known(host, project);
    let store = store.as_ref();
    let wanted = wanted(host, project, store, request)?;
    let alone = wanted.len() == 1;
    if let ([(path, Some(id))], true) = (&wanted[..], of_its_own_choice(request)) {
        newest::tell(store, project, ran_in(host, project, path), id);
    }
    let (mut reports, mut unread) = (Vec::new(), Vec::new());
    let mut elsewhere = 0;
    for (path, session_id) in wanted {
        match judged(host, project, store, request, &path, session_id) {
            Ok((report, at_hand)) => {
                elsewhere += usize::from(!at_hand);
                reports.push(report);
            }
            Err(error) if alone => return Err(error),
            Err(error) => unread.push((path.display().to_string(), error)),
        }
    }
    let told: Vec<(String, String)> = unread.iter().map(|(path, error)| (path.clone(), error.to_string())).collect();
    let shown = shown(&reports, &told, &project.config, request);
    match request.format() {
        // It holds no colours that could be stripped, and is long.
        ReportFormat::Json => print::raw(shown.as_bytes())?,
        _ => print::answer(&shown)?,
    }
    let marks = marks(request);
    // Who lets a build fail by it should know that less is seen.
    if elsewhere > 0 && marks.any() {
        let whose = if alone { "this session".to_owned() } else { format!("{elsewhere} of these sessions") };
        let message = format!("the project of {whose} is not on this machine: its files were not looked at");
        print::warning(&message, "--root DIR names a checkout of it");
    }
    for (_, error) in told.iter().skip(1) {
        print::warning(error, "the other transcripts were judged");
    }
    if let Some((_, error)) = unread.into_iter().next() {
        return Err(error);
    }
    let fails = reports.iter().any(|report| marks.fail(report));
    Ok(if fails { ExitStatus::Findings } else { ExitStatus::Ok })
}

/// True where a person reads about a session that nobody named.
const fn of_its_own_choice(request: &Check) -> bool {
    request.transcripts.is_empty() && request.session.is_none() && matches!(request.format(), ReportFormat::Human)
}

/// The transcripts that are meant, each with its session's id where that is known. A folder stands for those of all sessions below it.
fn wanted(
    host: &Host,
    project: &Project,
    store: Option<&SqliteStore>,
    request: &Check,
) -> anyhow::Result<Vec<(PathBuf, Option<String>)>> {
    if request.transcripts.is_empty() {
        return Ok(vec![locate(host, project, store, None, request.session.as_deref())?]);
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for path in &request.transcripts {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let gathered = transcript::gather(path);
        if let Some((unreadable, reason)) = gathered.unreadable.first() {
            let message = format!("cannot look into {}: {reason}", unreadable.display());
            return Err(Failure::new(ExitStatus::Io, message, "check that the folder can be read").into());
        }
        if gathered.sessions.is_empty() {
            let message = format!("there is no transcript below {}", path.display());
            return Err(Failure::new(ExitStatus::NotFound, message, "transcripts of sessions end in .jsonl").into());
        }
        files.extend(gathered.sessions.into_iter().map(|file| file.path));
    }
    files.iter().map(|path| locate(host, project, store, Some(path), None)).collect()
}

/// The report of one session, and whether its project is at hand.
fn judged(
    host: &Host,
    project: &Project,
    store: Option<&SqliteStore>,
    request: &Check,
    path: &Path,
    session_id: Option<String>,
) -> anyhow::Result<(Report, bool)> {
    let mut question = Question {
        goal: request.goal.clone(),
        scope: request.scope.clone(),
        scores_only: request.drift_only,
        answers: !request.drift_only,
        ..question(host, project, store, path, session_id)
    };
    if let Some(root) = &request.root {
        checked_out(&mut question, root, path, project.config.input.max_line)?;
    }
    let remarks = question.session_id.as_deref().map(|id| pick::remarks(store, id)).unwrap_or_default();
    let report = Report { remarks, ..read(path, &project.config, &question)? };
    if let Some(what) = &report.stray {
        return Err(goal::no_place(what).into());
    }
    if let Some(what) = &report.absent {
        nothing_at(what, question.repository.is_some())?;
    }
    Ok((report, question.repository.is_some()))
}

/// The session ran in another place than the checkout at `root`: its working folder lies there by the longest end of its path that does.
fn checked_out(question: &mut Question, root: &Path, path: &Path, max_line: usize) -> Result<(), Failure> {
    let root = dunce::canonicalize(root).ok().filter(|root| root.is_dir()).ok_or_else(|| {
        let message = format!("there is no folder {}", root.display());
        Failure::new(ExitStatus::NotFound, message, "--root names the checkout of the session's project")
    })?;
    if let Some(folder) = recorded_folder(path, max_line) {
        let ends = |at: &&Path| folder.strip_prefix(at).is_ok_and(|end| root.join(end).is_dir());
        // The shortest beginning leaves the longest end.
        let recorded = folder.ancestors().filter(ends).last().unwrap_or(&folder);
        question.recorded_at = Some(recorded.display().to_string()).filter(|recorded| Path::new(recorded) != root);
    }
    question.repository = Some(root);
    Ok(())
}

/// What is told of a scope at which nothing lies: all that was done would be off it, and the verdict worth nothing. Where the project
/// is not at hand that is a guess, and a warning.
fn nothing_at(what: &str, at_hand: bool) -> Result<(), Failure> {
    let message = format!("nothing lies at {what:?}, and the session changed nothing there");
    if at_hand {
        let hint = "look for a typo; without --scope the session is judged by what its prompts declare";
        return Err(Failure::new(ExitStatus::BadInput, message, hint));
    }
    print::warning(&message, "the project's files are not at hand to look it up; look for a typo");
    Ok(())
}

/// What makes the session fail, as asked.
fn marks(request: &Check) -> Marks {
    Marks { below: request.fail_below, refuted: request.fail_refuted, denied: request.fail_denied }
}

/// What is known about the world of the session in the transcript at `path`.
pub fn question(
    host: &Host,
    project: &Project,
    store: Option<&SqliteStore>,
    path: &Path,
    session_id: Option<String>,
) -> Question {
    let (wrong, by_hand) = session_id.as_deref().map(|id| pick::said(store, id)).unwrap_or_default();
    Question {
        repository: repository(host, project, path),
        wrong,
        by_hand,
        home: host.paths.home.as_ref().map(|home| home.display().to_string()),
        answers: true,
        quiet: project.config.mode == Mode::Monitor,
        session_id,
        ..Question::default()
    }
}

/// The repository that the session was recorded in, where it is on this machine.
///
/// A transcript from elsewhere has none. With this project as its root all that it touched would lie outside, and nothing
/// outside is drift.
fn repository(host: &Host, project: &Project, path: &Path) -> Option<PathBuf> {
    let root = PathBuf::from(&project.root.path);
    match recorded_folder(path, project.config.input.max_line) {
        Some(folder) => {
            // A folder that was removed since does not move the session elsewhere.
            repository_of(host, &folder).or_else(|| folder.starts_with(&root).then_some(root))
        }
        None => Some(root),
    }
}

/// The repository around a recorded working folder, where that is on this machine.
pub fn repository_of(host: &Host, folder: &Path) -> Option<PathBuf> {
    folder.is_dir().then(|| repo::root_of(folder, host.paths.home.as_deref()))
}

/// The repository in which the session of a transcript began, where that is on this machine.
pub fn ran_in(host: &Host, project: &Project, path: &Path) -> Option<PathBuf> {
    repository_of(host, &recorded_folder(path, project.config.input.max_line)?)
}

/// The first working folder that the transcript names. What keeps it from being read is told when all of it is.
pub fn recorded_folder(path: &Path, max_line: usize) -> Option<PathBuf> {
    let mut folder = None;
    let mut cursor = Cursor::default();
    let mut limits = Limits { max_bytes: FIRST_LOOK, max_line };
    while folder.is_none() && cursor.offset < BEGINNING {
        let mut look = |event: Event| folder = folder.take().or(event.cwd);
        let seen = transcript::catch_up(path, &cursor, &limits, adapters()[0], &mut look).ok()?.cursor;
        if seen.offset == cursor.offset {
            break;
        }
        cursor = seen;
        limits.max_bytes *= 2;
    }
    folder.map(PathBuf::from)
}

/// The transcript that is meant, and the session's id where it is known.
pub fn locate(
    host: &Host,
    project: &Project,
    store: Option<&SqliteStore>,
    path: Option<&Path>,
    session: Option<&str>,
) -> anyhow::Result<(PathBuf, Option<String>)> {
    let find = |wanted| transcript::locate(&host.paths.claude, wanted, adapters()[0]).map_err(|error| told(&error));
    let found = match (path, session) {
        (Some(path), _) => path.to_owned(),
        (None, None) => find(Wanted::Project(Path::new(&project.root.path)))?,
        (None, Some(id)) => match find(Wanted::Session(id)) {
            Ok(found) => found,
            // The beginning of an id is enough where the store knows the session.
            Err(refused) => {
                let known = store.map_or(Ok(None), |store| pick::beginning(store, id))?;
                find(Wanted::Session(&known.ok_or(refused)?.id))?
            }
        },
    };
    let id = found.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok((found, id))
}

/// Plays the transcript, with a sign of life where that takes long and somebody looks.
fn read(path: &Path, config: &Config, question: &Question) -> anyhow::Result<Report> {
    let bytes = std::fs::metadata(path).map_or(0, |about| about.len());
    let message = format!("reading {} MB", bytes / 1_000_000);
    let bar = if bytes >= LONG { progress::spinner(message) } else { progress::hidden() };
    let report = analyse(path, adapters()[0], config, question);
    bar.finish_and_clear();
    report.map_err(|error| told(&error).into())
}

/// A transcript's error with its way out.
pub fn told(error: &TranscriptError) -> Failure {
    let status = match error {
        TranscriptError::Missing(_) | TranscriptError::NotFound { .. } => ExitStatus::NotFound,
        TranscriptError::Folder(_)
        | TranscriptError::NotAFile(_)
        | TranscriptError::Loop(_)
        | TranscriptError::NoRecord(_)
        | TranscriptError::Binary(_) => ExitStatus::BadInput,
        TranscriptError::Unreadable { .. } => ExitStatus::Io,
    };
    Failure::new(status, error.to_string(), error.hint())
}

/// The reports on one page; `unread` are the transcripts that could not be judged, each with its reason.
fn shown(reports: &[Report], unread: &[(String, String)], config: &Config, request: &Check) -> String {
    let pages = |page: &dyn Fn(&Report) -> String| reports.iter().map(page).collect::<Vec<_>>().join("\n");
    match request.format() {
        ReportFormat::Human => pages(&|report| report::human(report, config, print::style())),
        ReportFormat::Json if unread.is_empty() => report::json(reports, config),
        ReportFormat::Json => report::json_of_several(reports, config),
        ReportFormat::Markdown => pages(&|report| report::markdown(report, config)),
        ReportFormat::Sarif => report::sarif(reports),
        ReportFormat::Junit => report::junit(reports, unread, marks(request)),
    }
}
