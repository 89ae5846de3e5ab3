//! `driftguard audit`: what the guard would have said about sessions that ran without it.
//!
//! Owns which files are judged and in which world; the judging is [`analysis`]'s, as in `check`. It opens no store and
//! writes nothing.

mod listen;

use super::analysis::{self, Files, Question};
use super::parallel::in_parallel;
use super::project::Project;
use super::report::{self, Audit, Audited, Checked, LeftOut};
use super::{check, print, progress};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::config::Config;
use crate::host::Host;
use crate::transcript::{self, Gathered, SessionFile, TranscriptError};
use listen::{Listened, listen};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Moments shown to people unless they ask for more.
const USUAL_LIMIT: usize = 20;

/// Judges every session below a folder and prints what would have been said.
pub fn run(host: &Host, project: &Project, request: &cli::Audit, named: Option<&Path>) -> anyhow::Result<ExitStatus> {
    let begun = Instant::now();
    let usual = host.paths.claude.join("projects");
    let folder = request.folder.as_deref().unwrap_or(&usual);
    let gathered = gather(folder)?;
    let (mut files, left_out) = of_age(host, &gathered, request.since);
    let grounds =
        Grounds { host, named, max_line: project.config.input.max_line, texts: request.texts, known: Mutex::default() };
    let wanted = request.project.as_deref().map(|path| Wanted::new(host, path));
    // A large one begun last would keep one core busy alone.
    files.sort_by_key(|file| std::cmp::Reverse(file.bytes));
    let bytes = files.iter().map(|file| file.bytes).sum();
    let bar = progress::bar(bytes, format!("reading {} transcripts", files.len()));
    let judged = in_parallel(&files, |file| judge(file, &grounds, wanted.as_ref()), |file| bar.inc(file.bytes));
    bar.finish_and_clear();

    let mut audit = Audit::new(folder.display().to_string(), folder == usual, left_out);
    let unreadable = gathered.unreadable.iter().map(|(path, reason)| (path.display().to_string(), reason.clone()));
    audit.skipped.extend(unreadable);
    for (file, judged) in files.iter().zip(judged) {
        if !matches!(judged, Judged::Elsewhere) {
            audit.bytes += file.bytes;
        }
        match judged {
            Judged::Session(session) => audit.add(*session),
            Judged::Subagent => audit.left_out.subagents += 1,
            Judged::Elsewhere => audit.left_out.elsewhere += 1,
            Judged::Skipped(reason) => audit.skipped.push((file.path.display().to_string(), reason)),
        }
    }
    audit.skipped.sort();
    audit.finish();
    audit.seconds = begun.elapsed().as_secs_f64();
    refuse_nothing(&audit)?;
    if request.json {
        print::raw(report::audit_json(&audit, request.limit.unwrap_or(usize::MAX)).as_bytes())?;
    } else {
        let limit = if request.all { usize::MAX } else { request.limit.unwrap_or(USUAL_LIMIT) };
        print::answer(&report::audit(&audit, limit, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}

fn gather(folder: &Path) -> anyhow::Result<Gathered> {
    let shown = folder.display();
    let facts = std::fs::metadata(folder).map_err(|error| {
        let status = if error.kind() == std::io::ErrorKind::NotFound { ExitStatus::NotFound } else { ExitStatus::Io };
        Failure::new(status, format!("cannot look into {shown}: {error}"), ELSEWHERE)
    })?;
    if !facts.is_dir() {
        let message = format!("{shown} is no folder");
        return Err(Failure::new(ExitStatus::BadInput, message, "`driftguard check FILE` judges one session").into());
    }
    let gathered = transcript::gather(folder);
    if gathered.sessions.is_empty() {
        let message = format!("there is no transcript below {shown}");
        return Err(Failure::new(ExitStatus::NotFound, message, ELSEWHERE).into());
    }
    Ok(gathered)
}

/// Where transcripts may lie.
const ELSEWHERE: &str = "name the folder: `driftguard audit DIR`; Claude Code keeps transcripts (.jsonl) in \
                         ~/.claude/projects, or below $CLAUDE_CONFIG_DIR";

/// The sessions that were written to within `since`.
fn of_age(host: &Host, gathered: &Gathered, since: Option<Duration>) -> (Vec<SessionFile>, LeftOut) {
    let now = Duration::from_millis(u64::try_from(host.now_ms()).unwrap_or(0));
    let oldest = since.and_then(|since| UNIX_EPOCH.checked_add(now.saturating_sub(since)));
    let young = |file: &&SessionFile| oldest.is_none_or(|oldest| file.modified >= oldest);
    let files: Vec<SessionFile> = gathered.sessions.iter().filter(young).cloned().collect();
    let older = u64::try_from(gathered.sessions.len() - files.len()).unwrap_or(u64::MAX);
    (files, LeftOut { subagents: gathered.subagents, older, elsewhere: 0 })
}

/// An audit of nothing is no answer.
fn refuse_nothing(audit: &Audit) -> anyhow::Result<()> {
    if audit.sessions() > 0 {
        return Ok(());
    }
    let folder = &audit.folder;
    let (status, message, hint) = match (audit.left_out, audit.skipped.first()) {
        (LeftOut { older, elsewhere, .. }, _) if older + elsewhere > 0 => {
            let hint = "ask for more: a longer --since, another --project, or neither";
            (ExitStatus::NotFound, format!("no session below {folder} is what --since and --project ask for"), hint)
        }
        (_, Some((file, reason))) => {
            let message = format!("no file below {folder} is the transcript of a session; {file}: {reason}");
            (ExitStatus::BadInput, message, ELSEWHERE)
        }
        _ => (ExitStatus::NotFound, format!("there are only transcripts of subagents below {folder}"), ELSEWHERE),
    };
    Err(Failure::new(status, message, hint).into())
}

/// What became of a file.
enum Judged {
    Session(Box<Audited>),
    /// All its records are a subagent's.
    Subagent,
    /// Of another project than the one that was asked for.
    Elsewhere,
    Skipped(String),
}

/// The project that was asked for, as typed and as it really lies.
struct Wanted {
    typed: PathBuf,
    real: PathBuf,
}

impl Wanted {
    fn new(host: &Host, path: &Path) -> Self {
        let typed = host.cwd().join(path);
        Self { real: dunce::canonicalize(&typed).unwrap_or_else(|_| typed.clone()), typed }
    }

    fn holds(&self, folder: Option<&Path>) -> bool {
        folder.is_some_and(|folder| folder.starts_with(&self.real) || folder.starts_with(&self.typed))
    }
}

/// What is known about the place in which sessions ran, looked up once for all of them.
struct Ground {
    /// The repository, where it is on this machine.
    repository: Option<PathBuf>,
    config: Config,
    files: Option<Arc<Files>>,
}

/// The grounds by the folder that sessions began in.
struct Grounds<'a> {
    host: &'a Host,
    /// The configuration file of the command line.
    named: Option<&'a Path>,
    /// Bytes of the longest line of a transcript.
    max_line: usize,
    /// Whether the answers of tools are searched for orders.
    texts: bool,
    known: Mutex<HashMap<PathBuf, Arc<Ground>>>,
}

impl Grounds<'_> {
    /// `folder` is what the records name; without one the configuration is looked for beside the transcript.
    fn of(&self, folder: Option<&Path>, transcript: &Path) -> Arc<Ground> {
        let repository = folder.and_then(|folder| check::repository_of(self.host, folder));
        let place = repository.as_deref().or(folder).or(transcript.parent()).unwrap_or(transcript);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = known.get(place) {
            return Arc::clone(ground);
        }
        let config = Project::at(self.host, place, self.named).config;
        let files = repository.clone().map(|root| {
            let config = config.clone();
            let list: Box<dyn FnOnce() -> _ + Send> = Box::new(move || analysis::list(&root, &config));
            Arc::new(LazyLock::new(list))
        });
        let place = place.to_owned();
        let ground = Arc::new(Ground { repository, config, files });
        known.insert(place, Arc::clone(&ground));
        ground
    }
}

/// Judges one file.
fn judge(file: &SessionFile, grounds: &Grounds<'_>, wanted: Option<&Wanted>) -> Judged {
    if file.bytes == 0 {
        return Judged::Skipped("it is empty".to_owned());
    }
    let folder = check::recorded_folder(&file.path, grounds.max_line);
    if wanted.is_some_and(|wanted| !wanted.holds(folder.as_deref())) {
        return Judged::Elsewhere;
    }
    let ground = grounds.of(folder.as_deref(), &file.path);
    let question = Question {
        repository: ground.repository.clone(),
        files: ground.files.clone(),
        home: grounds.host.paths.home.as_ref().map(|home| home.display().to_string()),
        scores_only: !grounds.texts,
        answers: grounds.texts,
        ..Question::default()
    };
    match listen(&file.path, &ground.config, &question) {
        Ok(heard) => match not_a_session(&heard) {
            Some(judged) => judged,
            None => Judged::Session(Box::new(audited(heard, folder, ground.repository.is_some()))),
        },
        Err(TranscriptError::NoRecord(_)) => Judged::Skipped(NO_RECORD.to_owned()),
        Err(TranscriptError::Binary(_)) => Judged::Skipped("it is no text".to_owned()),
        Err(TranscriptError::Unreadable { detail, .. }) => Judged::Skipped(detail),
        Err(error) => Judged::Skipped(error.to_string()),
    }
}

/// Why a file without a line that could be read is left out.
const NO_RECORD: &str = "none of its lines is a record of a session";

fn not_a_session(listened: &Listened) -> Option<Judged> {
    let tally = &listened.report.tally;
    if tally.broken + tally.unknown + tally.too_long == tally.lines {
        return Some(Judged::Skipped(NO_RECORD.to_owned()));
    }
    if tally.prompts > 0 || !tally.calls.is_empty() {
        return None;
    }
    if listened.of_subagents {
        return Some(Judged::Subagent);
    }
    Some(Judged::Skipped("it holds no prompt and no tool call".to_owned()))
}

fn audited(listened: Listened, folder: Option<PathBuf>, has_repository: bool) -> Audited {
    let Listened { report, calls, said, .. } = listened;
    Audited {
        checked: Checked::of(&report.assessments, report.session.goal.is_some()),
        calls,
        prompts: report.tally.prompts,
        unread_scripts: report.tally.unread_scripts,
        session: report.session_id,
        transcript: report.transcript,
        folder: folder.map(|folder| folder.display().to_string()),
        has_repository,
        said,
    }
}
