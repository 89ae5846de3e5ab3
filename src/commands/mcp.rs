//! `driftguard mcp`: lessons and the present goal for other agents, over the Model Context Protocol.

use super::encoding::Encoding;
use super::project::Project;
use super::turns;
use crate::cli::exit::{ExitStatus, Failure};
use crate::host::Host;
use crate::mcp::{Desk, ServeError, serve};
use crate::store::Opening;
use crate::store::SqliteStore;
use crate::store::memory::Memory;
use std::sync::Arc;
use std::time::Duration;

/// How long an answer waits for another driftguard.
const PATIENCE: Duration = Duration::from_secs(3);

/// Answers on stdin and stdout until the client goes.
pub fn run(host: Host, project: &Project) -> anyhow::Result<ExitStatus> {
    let (database, file) = (host.paths.database.clone(), host.paths.memory.clone());
    let host = Arc::new(host);
    let (at, numbers) = (Arc::clone(&host), project.config.clone());
    let encoding = Arc::new(Encoding::of(Arc::clone(&host), project, "mcp"));
    let (root, reader) = (project.root.path.clone(), Arc::clone(&encoding));
    let how = Opening { deadline: PATIENCE, checkpoint: true, history: project.config.store.history };
    let desk = Desk {
        config: project.config.clone(),
        project: project.root.path.clone(),
        sessions: Box::new(move |make| {
            (make || database.exists()).then(|| SqliteStore::open(&database, how)).transpose()
        }),
        lessons: Box::new(move |make| {
            turns::try_to_take_up(&at, &numbers, PATIENCE);
            let mut memory =
                if make { Memory::open(&file, PATIENCE).map(Some) } else { Memory::open_existing(&file, PATIENCE) }?;
            if let Some(memory) = &mut memory {
                encoding.catch_up(memory, &root)?;
            }
            Ok(memory)
        }),
        now: Box::new(move || host.now_ms()),
        said: Box::new(move |text| reader.said(text, None)),
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
