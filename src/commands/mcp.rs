//! `driftguard mcp`: lessons and the present goal for other agents, over the Model Context Protocol.

use super::exit::{ExitStatus, Failure};
use super::project::Project;
use crate::host::Host;
use crate::inference::vector;
use crate::mcp::{Desk, ServeError, serve};
use crate::store::memory::Memory;
use crate::store::{Opening, SqliteStore};
use std::time::Duration;

/// How long an answer waits for another driftguard.
const PATIENCE: Duration = Duration::from_secs(3);

/// Answers on stdin and stdout until the client goes.
pub fn run(host: Host, project: &Project) -> anyhow::Result<ExitStatus> {
    let (database, file) = (host.paths.database.clone(), host.paths.memory.clone());
    let encoder = project.config.inference.encoder;
    let how = Opening { deadline: PATIENCE, checkpoint: true, history: project.config.store.history };
    let desk = Desk {
        config: project.config.clone(),
        project: project.root.path.clone(),
        sessions: Box::new(move |make| {
            (make || database.exists()).then(|| SqliteStore::open(&database, how)).transpose()
        }),
        lessons: Box::new(move |make| {
            if make { Memory::open(&file, PATIENCE).map(Some) } else { Memory::open_existing(&file, PATIENCE) }
        }),
        now: Box::new(move || host.now_ms()),
        encode: Box::new(move |text| vector(text, encoder)),
    };
    serve(desk).map_err(|error| {
        let status = match error {
            ServeError::Protocol(_) => ExitStatus::BadInput,
            ServeError::Io(_) => ExitStatus::Io,
        };
        Failure::new(
            status,
            error.to_string(),
            "register it with your client: `claude mcp add driftguard -- driftguard mcp`",
        )
    })?;
    Ok(ExitStatus::Ok)
}
