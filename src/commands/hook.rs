//! The hooks: a payload in, a decision out, and the fail-open boundary around both.
//!
//! Owns the order of one hook call: payload, settings, store, catch-up, pipeline, commit, answer. Whatever goes wrong in
//! it is recorded for `doctor` and the agent goes on ([`boundary`] is the only place that decides so).

mod lessons;
mod moment;
mod opening;
mod wiring;
mod without_store;

pub(super) use opening::opening;

use super::index;
use super::project::Project;
use super::swallowed::{cause_in_store, cause_of, panic_text, record};
use crate::agent::{Adapter, PayloadError, adapters};
use crate::cli::InjectFormat;
use crate::config::{Fail, Mode};
use crate::domain::{ActionKind, Decision, Event, HookEvent, HookInput, StartSource, What};
use crate::guard::port::{Change, Store as _, StoreError};
use crate::host::{Cause, Host};
use crate::store::{Pending, Purge, Spool, SqliteStore};
use crate::text::secret::redact_event;
use anyhow::Context as _;
use std::io::{IsTerminal as _, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Serves one hook call and never fails: the answer for stdout, empty where nothing is to be said.
///
/// A panic, bad input, a locked or damaged database, a full disk: each is recorded with its cause, and the answer is
/// empty, or a refusal where the user has set `fail = "closed"`.
pub fn guarded(host: &Host, subcommand: &str, format: InjectFormat) -> String {
    // The message of a panic belongs into the record, not onto the agent's terminal.
    std::panic::set_hook(Box::new(|_| {}));
    let (answer, left) = boundary(host, subcommand, format, from_stdin, |input| project_of(host, input));
    if let Some(root) = left.as_ref().and_then(|left| left.to_index.as_deref())
        && let Err(error) = index::start(host, Path::new(root))
    {
        record(host, subcommand, Cause::Other, &format!("the files cannot be indexed: {error}"));
    }
    // The process ends in a moment: to take apart what the system takes back as a whole costs a tenth of a call.
    std::mem::forget(left);
    answer
}

/// The same for a payload and a project that are at hand, in a process that goes on.
pub fn answer(host: &Host, project: &Project, subcommand: &str, payload: &[u8]) -> String {
    boundary(host, subcommand, InjectFormat::Json, || read_payload(payload), |_| project.clone()).0
}

/// The project in which a hook was called.
fn project_of(host: &Host, input: &HookInput) -> Project {
    let start = host.env("CLAUDE_PROJECT_DIR").or_else(|| input.cwd.clone());
    Project::at(host, &start.map_or_else(|| host.cwd(), PathBuf::from), None)
}

/// What a call leaves: to be taken apart the open database and what was committed to it, to be indexed the project.
struct Parts {
    _store: SqliteStore,
    _change: Change,
    /// The root of a project whose index is due.
    to_index: Option<String>,
}

type Left = Option<Parts>;

fn boundary(
    host: &Host,
    subcommand: &str,
    format: InjectFormat,
    payload: impl FnOnce() -> Result<Vec<u8>, PayloadError>,
    project: impl FnOnce(&HookInput) -> Project,
) -> (String, Left) {
    if host.off() {
        return (String::new(), None);
    }
    let mut fail = None;
    let mut left = None;
    let served =
        catch_unwind(AssertUnwindSafe(|| serve(host, subcommand, format, payload, project, &mut fail, &mut left)));
    let (cause, detail) = match served {
        Ok(Ok(answer)) => return (answer, left),
        Ok(Err(error)) => (cause_of(&error), format!("{error:#}")),
        Err(panic) => (Cause::Panic, panic_text(panic.as_ref())),
    };
    record(host, subcommand, cause, &detail);
    let answer = match fail.unwrap_or_else(|| fail_of_folder(host)) {
        Fail::Open => String::new(),
        Fail::Closed => refusal(subcommand, &detail),
    };
    (answer, left)
}

/// What the settings say about failing where it happened before the payload named its project.
fn fail_of_folder(host: &Host) -> Fail {
    let start = host.env("CLAUDE_PROJECT_DIR").map_or_else(|| host.cwd(), PathBuf::from);
    // What failed may fail again.
    catch_unwind(AssertUnwindSafe(|| Project::at(host, &start, None).config.fail)).unwrap_or(Fail::Open)
}

/// A served hook whose registration calls it in a wrong way: recorded, and nothing said.
pub fn misused(host: &Host, subcommand: &str) {
    if !host.off() {
        record(host, subcommand, Cause::Usage, "the registration calls this hook with arguments that it does not take");
    }
}

/// An answer that the client did not take: a denial that nobody heard held nothing back.
pub fn unheard(host: &Host, subcommand: &str, error: &std::io::Error) {
    record(host, subcommand, Cause::Other, &format!("the answer could not be written: {error}"));
}

/// What `fail = "closed"` answers: the prompt or the action is blocked with the reason and the way out.
fn refusal(subcommand: &str, detail: &str) -> String {
    let reason = format!(
        "driftguard failed and `fail = \"closed\"` is set: {detail}. `driftguard doctor` shows the cause; \
         DRIFTGUARD=off in the environment turns the guard off."
    );
    let decision = Decision::Deny { reason: crate::text::plain::plain(&reason), end_turn: false };
    let event = match subcommand {
        "prompt-inject" => HookEvent::PromptSubmitted,
        "pre-tool-use" => HookEvent::BeforeTool,
        other => HookEvent::Other(other.to_owned()),
    };
    adapter().encode(&event, &decision)
}

/// The adapter of the agent that calls. One agent is served; its payloads name no other.
fn adapter() -> &'static dyn Adapter {
    adapters()[0]
}

fn serve(
    host: &Host,
    subcommand: &str,
    format: InjectFormat,
    payload: impl FnOnce() -> Result<Vec<u8>, PayloadError>,
    project: impl FnOnce(&HookInput) -> Project,
    fail: &mut Option<Fail>,
    left: &mut Left,
) -> anyhow::Result<String> {
    #[cfg(feature = "fault-injection")]
    inject_fault(host);
    let payload = payload()?;
    if format == InjectFormat::Text && payload.iter().all(u8::is_ascii_whitespace) {
        // No prompt is at stake, and a refusal would become a part of somebody's system prompt.
        *fail = Some(Fail::Open);
        return moment::words_for_wrapper(host);
    }
    let input = adapter().decode_hook(subcommand, &payload)?;
    if matches!(input.event, HookEvent::Other(_)) {
        return Ok(String::new());
    }
    let project = project(&input);
    *fail = Some(project.config.fail);
    for line in &project.unreadable {
        record(host, subcommand, Cause::Config, line);
    }
    let decision = match take_part(host, &project, subcommand, &input, left) {
        // The lock was not to be had in time: the event waits in the spool and the next call merges it.
        Err(error) if matches!(error.downcast_ref::<StoreError>(), Some(StoreError::Busy)) => {
            // What must not run is known without the lock.
            let stopped = without_store::stopped(host, &project, &input, adapter());
            let denied = matches!(stopped, Some(Decision::Deny { .. }));
            let refused = denied || stopped.is_none() && project.config.fail == Fail::Closed;
            // The agent never hears of a prompt that is refused.
            if !(refused && input.event == HookEvent::PromptSubmitted) {
                let mut kept = HookInput { refused: refused && input.event == HookEvent::BeforeTool, ..input.clone() };
                kept.events.iter_mut().for_each(redact_event);
                Spool::new(&host.paths.spool).put(&kept, host.now_ms()).context("while spooling an event")?;
            }
            let Some(stopped) = stopped else { return Err(error) };
            record(host, subcommand, Cause::Busy, &error.to_string());
            stopped
        }
        // Nothing can be written: what must not run is known all the same.
        Err(error) if error.downcast_ref::<StoreError>().is_some() => {
            let Some(stopped) = without_store::stopped(host, &project, &input, adapter()) else { return Err(error) };
            record(host, subcommand, cause_of(&error), &format!("{error:#}"));
            stopped
        }
        other => other?,
    };
    Ok(match format {
        InjectFormat::Json => adapter().encode_marked(&input.event, &decision, &payload),
        InjectFormat::Text => match decision {
            Decision::Inject { text, .. } | Decision::Spotlight { text, .. } => text,
            _ => String::new(),
        },
    })
}

/// One transaction: read the session, merge what was spooled, observe, assess, commit. A coming call that leaves nothing
/// behind is decided without one ([`at_a_glance`]).
fn take_part(
    host: &Host,
    project: &Project,
    subcommand: &str,
    input: &HookInput,
    left: &mut Left,
) -> anyhow::Result<Decision> {
    let unhurried =
        matches!(input.event, HookEvent::SessionStart(_) | HookEvent::Stopped { .. } | HookEvent::SessionEnded);
    let mut store = SqliteStore::open(&host.paths.database, opening(&project.config, unhurried))?;
    let spool = Spool::new(&host.paths.spool);
    let now = host.now_ms();
    if input.event == HookEvent::BeforeTool
        && !spool.holds(&input.session_id)
        && let Some(passed) = at_a_glance(host, project, input, &mut store, now)?
    {
        *left = Some(Parts { _store: store, _change: passed.change, to_index: None });
        return Ok(passed.decision);
    }
    let beginning = store.begin_call(&input.session_id)?;
    let Pending { events: spooled, broken } = store.merge(&spool, &input.session_id)?;
    if broken > 0 {
        let detail = format!("files of the spool that did not read back: {broken}; they lie in it, ending in .bad");
        record(host, subcommand, Cause::Undecodable, &detail);
    }
    let own = beginning.session.as_ref().and_then(|session| session.pause);
    let silent = [beginning.pause, own].iter().flatten().any(|pause| pause.in_force(now));
    let moment = moment::Moment::new(host, project, &store, adapter(), now, &beginning);
    let passed = moment.pass(beginning, spooled.iter().map(|event| (&event.input, event.at)), input)?;
    // Where nothing is known to lie, nothing is worth a process.
    let has_files = passed.files.as_ref().is_some_and(|files| !files.is_empty());
    if let Some(files) = passed.files {
        store.put_files(&project.root.path, &files, host.now_ms())?;
    }
    if matches!(input.event, HookEvent::SessionStart(_)) {
        // A part of the transaction: after the commit nothing may fail, or the event would be spooled as well.
        store.abandon_idle(host.now_ms(), project.config.store.abandoned_days)?;
    }
    store.commit(&passed.change)?;
    spool.done(&spooled);
    lessons::keep(host, project, &store, &passed.change, &input.event);
    if matches!(input.event, HookEvent::SessionStart(_)) {
        forget_old(host, &mut store, &spool, &input.session_id, project.config.store.keep_days);
    }
    let starts = matches!(input.event, HookEvent::SessionStart(_)) && !silent;
    let to_index = (starts && has_files && index::is_due(host, project)).then(|| project.root.path.clone());
    *left = Some(Parts { _store: store, _change: passed.change, to_index });
    // A limit that is not in force looks like one that nobody has met. Behind a compaction it was told of before.
    let told =
        starts && project.config.mode != Mode::Monitor && input.event != HookEvent::SessionStart(StartSource::Compact);
    Ok(match Some(project).filter(|_| told).and_then(Project::not_in_force) {
        Some(line) => passed.decision.and_tell(line),
        None => passed.decision,
    })
}

/// A coming call, decided by one read without the lock; `None` where that does not do: the session is not known yet, or the
/// answer leaves something behind.
///
/// Then the call is decided once more, under the lock, and the first answer is thrown away on purpose. It was made for the
/// session as it stood before the lock: other hooks of the same turn may have committed since, and to commit on top of that
/// reading would undo what they wrote. So the answer that is given is always the one that is recorded. Nearly all calls
/// leave nothing behind; only a denial and a handed-on task pay for the second reading.
fn at_a_glance(
    host: &Host,
    project: &Project,
    input: &HookInput,
    store: &mut SqliteStore,
    now: i64,
) -> anyhow::Result<Option<moment::Passed>> {
    let beginning = store.look(&input.session_id)?;
    if beginning.session.is_none() {
        return Ok(None);
    }
    let moment = moment::Moment::new(host, project, store, adapter(), now, &beginning);
    let passed = moment.pass(beginning, std::iter::empty(), input)?;
    Ok((!is_to_be_kept(input, &passed.decision)).then_some(passed))
}

/// True where a call that is about to run leaves something behind: a denial and a warning are recorded, and a subagent that it
/// starts is known by its task. All else is told again when it has run, so that most calls are decided by one read without the lock.
fn is_to_be_kept(input: &HookInput, decision: &Decision) -> bool {
    let hands_on = |event: &Event| matches!(&event.what, What::Call(call) if call.action.kind == ActionKind::Delegate);
    !matches!(decision, Decision::Pass) || input.events.iter().any(hands_on)
}

/// Removes sessions older than the user keeps them, and what waits in the spool for so long. What is committed stays committed if it
/// fails.
fn forget_old(host: &Host, store: &mut SqliteStore, spool: &Spool, session_id: &str, days: u32) {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    // A clock that has jumped makes everything old: what is kept is counted from the last sign of another session.
    let purged = store.last_active_beside(session_id).and_then(|last| {
        let now = last.map_or(host.now_ms(), |last| last.min(host.now_ms()));
        let before = now.saturating_sub(i64::from(days) * DAY);
        spool.forget_older(before);
        store.purge(&Purge::OlderThan(before))
    });
    if let Err(error) = purged {
        let detail = format!("old sessions could not be removed: {error}");
        record(host, "session-start", cause_in_store(&error), &detail);
    }
}

/// The payload that the client gives. A wrapper script's stdin is the terminal as a rule: nobody will type one there.
pub(super) fn from_stdin() -> Result<Vec<u8>, PayloadError> {
    let stdin = std::io::stdin().lock();
    if stdin.is_terminal() { Ok(Vec::new()) } else { read_payload(stdin) }
}

/// Reads a payload up to the limit; a longer one is refused as a whole rather than cut into something else.
fn read_payload(stdin: impl Read) -> Result<Vec<u8>, PayloadError> {
    let limit = crate::config::defaults().input.max_stdin;
    let mut payload = Vec::with_capacity(16 * 1024);
    let read = stdin.take(limit + 1).read_to_end(&mut payload);
    let read = read.map_err(|error| PayloadError::Unreadable(error.to_string()))?;
    if u64::try_from(read).is_ok_and(|read| read <= limit) { Ok(payload) } else { Err(PayloadError::TooLong(limit)) }
}

/// Faults on request, for the tests of the boundary.
#[cfg(feature = "fault-injection")]
fn inject_fault(host: &Host) {
    assert!(host.env("DRIFTGUARD_FAULT").as_deref() != Some("panic"), "a fault was asked for");
}
