//! `driftguard goal`: what the agent works for and what it may touch, seen and set by hand.

use super::pick::Picked;
use super::project::Project;
use super::{person, pick, print};
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Goal as Request, GoalOf};
use crate::commands::report;
use crate::domain::{ByHand, Constraint, FileList, Goal, GoalOrder, Pattern, Session};
use crate::guard::port::Store as _;
use crate::guard::{Facts, Guard};
use crate::host::Host;
use crate::repo;
use crate::store::SqliteStore;
use crate::text::pattern;
use crate::text::plain::plain_line;
use crate::text::secret::redacted;
use std::path::Path;
use std::time::Duration;

/// Shows or changes the goal of one session of this project.
pub fn run(host: &Host, project: &Project, request: &GoalOf) -> anyhow::Result<ExitStatus> {
    let GoalOf { session, what } = request;
    let request = what.as_ref().unwrap_or(&Request::Show);
    // The agent may look, and may limit itself.
    if !matches!(request, Request::Show | Request::Forbid { .. }) {
        person::only(host, "goal")?;
    }
    let store = pick::store(host, project)?;
    let picked = pick::picked(&store, project, session.as_deref())?;
    // With one session of the project nothing has to be told apart.
    let whose = (session.is_some() || picked.why.is_some()).then(|| whose(&picked));
    let Some(order) = order(request)? else {
        print::answer(&shown(&picked.session, whose.as_deref(), project))?;
        return Ok(ExitStatus::Ok);
    };
    let (latest, whose) = (picked.session, whose.as_deref());
    let list = || {
        let limits = repo::Limits { max_files: project.config.repository.max_files, budget: Duration::MAX };
        repo::list(Path::new(&project.root.path), limits)
    };
    changed(host, project, request, (store, latest, whose), order, list)
}

/// "5f0c2a1e-… (the last active of 3; --session ID names another)".
fn whose(picked: &Picked) -> String {
    let why = picked.why.as_ref().map(|why| format!(" ({why})"));
    format!("{}{}", plain_line(&picked.session.id), why.unwrap_or_default())
}

/// Does what was ordered to the goal of a session.
fn changed(
    host: &Host,
    project: &Project,
    request: &Request,
    (mut store, latest, whose): (SqliteStore, Session, Option<&str>),
    order: GoalOrder,
    list: impl FnOnce() -> FileList,
) -> anyhow::Result<ExitStatus> {
    // Listed before the lock is taken: it may take seconds, and a hook waits a part of one.
    let files = Box::new(list());
    // Read again under the write lock: a hook may have moved on since.
    let session = store.session(&latest.id).map_err(pick::told)?.unwrap_or(latest);
    let imports = |file: &str| repo::imports(Path::new(&project.root.path), file, &files);
    let facts = Facts {
        imports: &imports,
        on_disk: &|path| repo::on_disk(Path::new(&project.root.path), path),
        now: host.now_ms(),
        quiet: true,
        recording: true,
        ..Facts::of(&project.config, &files)
    };
    let known = session.goal.clone();
    let mut guard = Guard::resume(session, &facts);
    let said = ByHand { at: host.now_ms(), cwd: host.cwd().to_str().map(str::to_owned), order };
    guard.obey(said).map_err(|what| no_place(&what))?;
    for what in places(request).filter(|what| !is_there(host, project, what)) {
        let command = !what.contains(['/', '.']) && matches!(request, Request::Forbid { .. } | Request::Allow { .. });
        let hint = if command {
            "it counts as soon as something does; look for a typo. A command is named with several words, such as \"git push\""
        } else {
            "it counts as soon as something does; look for a typo"
        };
        print::warning(&format!("nothing lies at {what:?} yet"), hint);
    }
    let change = guard.finish_by_hand();
    store.commit(&change).map_err(pick::told)?;
    for what in opened(request) {
        let entry = protecting(what, change.session.goal.as_ref(), &project.config.scope.protect, &files);
        if let Some(entry) = entry {
            print::warning(
                &format!("{what:?} is not open to the agent: `scope.protect` of the configuration has {entry:?}"),
                "what is protected stays denied; `driftguard config show` names the file in which the entry stands",
            );
        }
    }
    if matches!(request, Request::Set { .. } | Request::Reset) {
        tell_ended(known.as_ref(), change.session.goal.as_ref());
    }
    print::answer(&shown(&change.session, whose, project))?;
    Ok(ExitStatus::Ok)
}

fn shown(session: &Session, whose: Option<&str>, project: &Project) -> String {
    report::goal(session, whose, &project.config.scope.protect, print::style())
}

/// The places that a request opens.
fn opened(request: &Request) -> impl Iterator<Item = &String> {
    places(request).filter(|_| !matches!(request, Request::Forbid { .. }))
}

/// The entry of `scope.protect` that denies something of what was just opened.
fn protecting<'a>(what: &str, goal: Option<&Goal>, protect: &'a [String], files: &FileList) -> Option<&'a String> {
    let entries = &goal?.scope.entries;
    let place = &entries.iter().find(|entry| entry.words.ends_with(&format!(" {what}")))?.pattern;
    let within = match place {
        Pattern::Folder(folder) => format!("{folder}/file"),
        Pattern::File(file) | Pattern::Glob(file) => file.clone(),
    };
    let denies = |glob: String| {
        let glob = Pattern::Glob(glob);
        let both = |file: &str| pattern::covers(&glob, file) && pattern::covers(place, file);
        pattern::covers(&glob, &within) || pattern::overlap(&glob, place) || files.paths().any(both)
    };
    protect.iter().find(|entry| pattern::globs_of(entry).into_iter().any(denies))
}

/// Names the limits of the old goal that end with it: nothing else would say that they are gone.
fn tell_ended(known: Option<&Goal>, now: Option<&Goal>) {
    let stays =
        |limit: &Constraint| now.is_some_and(|goal| goal.constraints.iter().any(|one| one.clause == limit.clause));
    let limits = known.into_iter().flat_map(|goal| &goal.constraints).filter(|limit| !stays(limit));
    let mut ended: Vec<String> = limits.map(|limit| format!("\u{201c}{}\u{201d}", limit.clause)).collect();
    // One clause may be several limits.
    ended.dedup();
    if !ended.is_empty() {
        let hint = if now.is_some() {
            "`driftguard goal forbid` keeps what is not to be touched whatever the goal is"
        } else {
            "a reset forgets all limits, those of `driftguard goal forbid` too; the same command forbids it again"
        };
        print::warning(&format!("ended with the old goal: {}", ended.join(", ")), hint);
    }
}

/// The places that a request names.
fn places(request: &Request) -> impl Iterator<Item = &String> {
    let (one, several) = match request {
        Request::Allow { what } | Request::Forbid { what } => (Some(what), &[][..]),
        Request::Set { scope, .. } => (None, &scope[..]),
        Request::Show | Request::Reset => (None, &[][..]),
    };
    one.into_iter().chain(several)
}

/// True for a place where something lies, and for what is no single place: a pattern, a command.
fn is_there(host: &Host, project: &Project, what: &str) -> bool {
    let what = what.trim();
    let single = !what.contains(['*', '?', '{', '[']) && !what.contains(char::is_whitespace);
    !single || host.cwd().join(what).exists() || Path::new(&project.root.path).join(what).exists()
}

/// The refusal of something that stands for no place in the project.
pub fn no_place(what: &str) -> Failure {
    let message = format!("{what:?} is no place in this project");
    Failure::new(ExitStatus::BadInput, message, "name a file, a folder or a glob below the project's root")
}

/// What the request orders; `None` where it only asks.
fn order(request: &Request) -> anyhow::Result<Option<GoalOrder>> {
    Ok(Some(match request {
        Request::Show => return Ok(None),
        Request::Set { words, .. } if words.iter().all(|word| word.trim().is_empty()) => {
            let hint = "say in a sentence what the agent is to do; `driftguard goal reset` forgets the goal";
            return Err(Failure::new(ExitStatus::Usage, "the goal has no words", hint).into());
        }
        Request::Set { words, scope } => {
            GoalOrder::Set { words: redacted(&words.join(" ")).into_owned(), scope: scope.clone() }
        }
        Request::Allow { what } => GoalOrder::Allow(what.clone()),
        Request::Forbid { what } => GoalOrder::Forbid(what.clone()),
        Request::Reset => GoalOrder::Reset,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::port::Change;

    #[test]
    fn a_hook_can_write_while_the_repository_is_listed() {
        let home = tempfile::tempdir().unwrap();
        let host = Host::fixed(Some(home.path()), home.path(), 1, &[]).unwrap();
        let project = Project::at(&host, home.path(), None);
        let session = Session { id: "one".into(), root: project.root.clone(), ..Session::default() };
        let mut store = pick::store(&host, &project).unwrap();
        store.session("one").unwrap();
        store.commit(&Change { session: session.clone(), ..Change::default() }).unwrap();
        let request = Request::Forbid { what: "src/db".into() };
        let order = order(&request).unwrap().unwrap();
        let list = || {
            let mut hook = pick::store(&host, &project).unwrap();
            hook.session("one").unwrap();
            let change = Change { session: Session { void_calls: 7, ..session.clone() }, ..Change::default() };
            hook.commit(&change).unwrap();
            FileList::default()
        };
        changed(&host, &project, &request, (store, session.clone(), None), order, list).unwrap();
        let kept = pick::store(&host, &project).unwrap().read_session("one").unwrap().unwrap();
        assert_eq!(kept.void_calls, 7, "what the hook wrote is not undone");
        assert!(kept.goal.is_some_and(|goal| !goal.constraints.is_empty()));
    }
}
