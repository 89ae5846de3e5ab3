//! `driftguard goal`: what the agent works for and what it may touch, seen and set by hand.

use super::exit::{ExitStatus, Failure};
use super::project::Project;
use super::{person, pick, print};
use crate::cli::Goal as Request;
use crate::commands::report;
use crate::domain::{FileList, Goal, Prompt, PromptClass, Session};
use crate::goal;
use crate::guard::port::Store as _;
use crate::guard::{Facts, Guard};
use crate::host::Host;
use crate::repo;
use crate::text::secret::redacted;
use std::cell::LazyCell;
use std::path::Path;
use std::time::Duration;

/// Shows or changes the goal of this project's latest session.
pub fn run(host: &Host, project: &Project, request: &Request) -> anyhow::Result<ExitStatus> {
    // The agent may look, and may limit itself.
    if !matches!(request, Request::Show | Request::Forbid { .. }) {
        person::only(host, "goal")?;
    }
    let mut store = pick::store(host, project)?;
    let latest = pick::session(&store, project, None)?;
    if matches!(request, Request::Show) {
        print::answer(&report::goal(latest.goal.as_ref(), print::style()))?;
        return Ok(ExitStatus::Ok);
    }
    // Read again under the write lock: a hook may have moved on since.
    let session = store.session(&latest.id).map_err(pick::told)?.unwrap_or(latest);
    let list = || {
        let limits = repo::Limits { max_files: project.config.repository.max_files, budget: Duration::MAX };
        repo::list(Path::new(&project.root.path), limits)
    };
    let files: LazyCell<FileList, _> = LazyCell::new(list);
    let imports = |file: &str| repo::imports(Path::new(&project.root.path), file, &files);
    let facts = Facts {
        imports: &imports,
        on_disk: &|path| repo::on_disk(Path::new(&project.root.path), path),
        now: host.now_ms(),
        quiet: true,
        recording: true,
        ..Facts::of(&project.config, &files)
    };
    let goal = changed(&session, &facts, host.cwd().to_str(), request)?;
    let mut guard = Guard::resume(session, &facts);
    match goal {
        Some(goal) if matches!(request, Request::Set { .. }) => guard.replace_goal(goal),
        Some(goal) => guard.set_goal(goal),
        None => guard.forget_goal(),
    }
    let change = guard.finish();
    store.commit(&change).map_err(pick::told)?;
    print::answer(&report::goal(change.session.goal.as_ref(), print::style()))?;
    Ok(ExitStatus::Ok)
}

/// The goal after the request; `None` when it is forgotten and the next prompt sets a new one.
fn changed(session: &Session, facts: &Facts<'_>, cwd: Option<&str>, request: &Request) -> anyhow::Result<Option<Goal>> {
    let guard = Guard::resume(session.clone(), facts);
    let known = session.goal.clone().unwrap_or_default();
    Ok(guard.with_goal_context(cwd, |cx| match request {
        Request::Show => Ok(session.goal.clone()),
        Request::Set { words, scope } => {
            if words.iter().all(|word| word.trim().is_empty()) {
                let hint = "say in a sentence what the agent is to do; `driftguard goal reset` forgets the goal";
                return Err(Failure::new(ExitStatus::Usage, "the goal has no words", hint));
            }
            let prompt =
                Prompt { text: redacted(&words.join(" ")).into_owned(), class: PromptClass::Human, prompt_id: None };
            let mut goal = goal::start(&prompt, cx);
            goal.revision = known.revision + 1;
            Ok(Some(if scope.is_empty() { goal } else { goal::declare(&goal, scope, cx) }))
        }
        Request::Allow { what } => goal::allow(&known, what, cx).map(Some).ok_or_else(|| no_place(what)),
        Request::Forbid { what } => goal::forbid(&known, what, cx).map(Some).ok_or_else(|| no_place(what)),
        Request::Reset => Ok(None),
    })?)
}

fn no_place(what: &str) -> Failure {
    let message = format!("{what:?} is no place in this project");
    Failure::new(ExitStatus::BadInput, message, "name a file, a folder or a glob below the project's root")
}
