//! What went wrong and was gone on without: counted, and shown by `doctor`.

use crate::agent::PayloadError;
use crate::guard::port::StoreError;
use crate::host::{self, Cause, Fault, Host};

/// Takes note of something that went wrong in a hook or a command.
pub(super) fn record(host: &Host, subcommand: &str, cause: Cause, detail: &str) {
    tracing::warn!(hook = subcommand, cause = cause.name(), detail, "gone on without");
    let fault = Fault { at: host.now_ms(), hook: subcommand.to_owned(), cause, detail: detail.to_owned() };
    host::record(&host.paths, &fault);
}

/// Under which cause `doctor` counts an error.
pub(super) fn cause_of(error: &anyhow::Error) -> Cause {
    if error.downcast_ref::<PayloadError>().is_some() {
        return Cause::Payload;
    }
    error.downcast_ref::<StoreError>().map_or(Cause::Other, cause_in_store)
}

pub(super) const fn cause_in_store(error: &StoreError) -> Cause {
    match error {
        StoreError::Busy => Cause::Busy,
        StoreError::Corrupt { .. } => Cause::Corrupt,
        StoreError::Newer { .. } => Cause::Newer,
        StoreError::Refused { .. } | StoreError::Unusable { .. } => Cause::Unusable,
        StoreError::Undecodable { .. } => Cause::Undecodable,
    }
}

pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_owned())
}
