//! `driftguard purge`: removes what is stored.

use super::project::Project;
use super::report::{count, number};
use super::{memory, person, pick, print, removal};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::host::Host;
use crate::store::memory::Turns;
use crate::store::{Purge, Spool};

/// Removes one session, old sessions or everything; asks first unless told not to.
pub fn run(host: &Host, project: &Project, request: &cli::Purge) -> anyhow::Result<ExitStatus> {
    person::only(host, "purge")?;
    pick::home(host)?;
    let (what, question) = match (&request.session, request.older_than) {
        (Some(id), _) => {
            let id = pick::session(&pick::store(host, project)?, project, Some(id))?.id;
            (Purge::Session(id.clone()), format!("remove session {id} and all its steps?"))
        }
        (None, Some(age)) => {
            let age = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
            let before = host.now_ms().saturating_sub(age);
            (
                Purge::OlderThan(before),
                format!("remove all sessions without a sign since {}?", crate::host::shown_time(before)),
            )
        }
        (None, None) => (Purge::All, "remove everything that driftguard has stored?".to_owned()),
    };
    if !request.yes && !print::somebody_is_there() {
        let hint = "pass --yes to agree beforehand";
        return Err(Failure::new(ExitStatus::Usage, "nobody is there to agree: nothing was removed", hint).into());
    }
    if !request.yes && !print::confirm(&question)? {
        print::line("nothing was removed")?;
        return Ok(ExitStatus::Ok);
    }
    let purged = match &what {
        Purge::All => removal::everything(host, project)?,
        some => Some(pick::store(host, project)?.purge(some).map_err(pick::told)?),
    };
    let spool = Spool::new(&host.paths.spool);
    match &what {
        Purge::Session(id) => spool.clear(Some(id)).map_err(pick::told)?,
        Purge::OlderThan(before) => {
            spool.forget_older(*before);
            Turns::new(&host.paths.turns).forget_older(*before);
        }
        Purge::All => {}
    }
    let rest = if what == Purge::All { ", and all lessons, facts, indexes and recorded faults" } else { "" };
    let of = |found: usize, noun| count(number(found), noun);
    let gone = purged.map_or_else(
        || "the database, which was damaged,".to_owned(),
        |purged| format!("{} and {}", of(purged.sessions, "session"), of(purged.steps, "step")),
    );
    print::line(&format!("{gone} removed{rest}"))?;
    if let Purge::Session(id) = &what {
        tell_lessons(host, id)?;
    }
    Ok(ExitStatus::Ok)
}

/// Says which lessons stay that the removed session has taught: they hold its words, and go by hand.
fn tell_lessons(host: &Host, session: &str) -> anyhow::Result<()> {
    let lessons = memory::taught_by(host, session)?;
    if lessons.is_empty() {
        return Ok(());
    }
    let stay = if lessons.len() == 1 { "it taught stays" } else { "it taught stay" };
    let named = lessons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let lessons = count(number(lessons.len()), "lesson");
    print::line(&format!("{lessons} that {stay} ({named}): `driftguard memory forget NUMBER` removes one"))?;
    Ok(())
}
