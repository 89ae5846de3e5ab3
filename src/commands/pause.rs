//! `driftguard pause`: quiet for a while; everything is still recorded.

use super::project::Project;
use super::{person, pick, print};
use crate::cli;
use crate::cli::exit::ExitStatus;
use crate::domain::{Pause, Session};
use crate::guard::port::{Change, Store as _};
use crate::host::Host;
use crate::store::SqliteStore;

/// Sets or ends a pause: of this project's latest session, or of everything.
pub fn run(host: &Host, project: &Project, request: &cli::Pause) -> anyhow::Result<ExitStatus> {
    if !request.end {
        person::only(host, "pause")?;
    }
    let mut store = pick::store(host, project)?;
    let length = request.duration.map(|length| i64::try_from(length.as_millis()).unwrap_or(i64::MAX));
    let until = length.map(|length| host.now_ms().saturating_add(length));
    let pause = (!request.end).then_some(Pause { until });
    let whose = if let Some(id) = &request.session {
        let mut session = whole(&mut store, project, id.as_deref())?;
        session.pause = pause;
        let whose = format!("session {}", session.id);
        store.commit(&Change { session, ..Change::default() }).map_err(pick::told)?;
        whose
    } else {
        store.set_pause(pause).map_err(pick::told)?;
        // Who ends the pause means the session at hand, too, that was paused by itself.
        if request.end
            && let Ok(session) = whole(&mut store, project, None)
            && session.pause.is_some()
        {
            let session = Session { pause: None, ..session };
            store.commit(&Change { session, ..Change::default() }).map_err(pick::told)?;
        }
        "every session".to_owned()
    };
    let over_all = if request.session.is_some() { store.pause().map_err(pick::told)? } else { None };
    let over_all = over_all.filter(|pause| pause.in_force(host.now_ms()));
    let state = match pause {
        None if over_all.is_some() => {
            "has no pause of its own any more; that of every session goes on, `driftguard pause --end` ends it"
                .to_owned()
        }
        None => "is guarded again".to_owned(),
        Some(Pause { until: None }) => "is only watched until `driftguard pause --end`".to_owned(),
        Some(Pause { until: Some(until) }) => format!("is only watched until {}", crate::host::shown_time(until)),
    };
    print::line(&format!("{whose} {state}"))?;
    Ok(ExitStatus::Ok)
}

/// The session that `id` names, else the project's latest, with all that is stored of it.
fn whole(store: &mut SqliteStore, project: &Project, id: Option<&str>) -> anyhow::Result<Session> {
    let picked = pick::session(store, project, id)?;
    Ok(store.session(&picked.id).map_err(pick::told)?.unwrap_or(picked))
}
