//! What the record shows about a claim: the facts, before anything is weighed.
//!
//! Owns the search of the ledger, one file a kind of claim. It says what is there, how surely, and what would be there if
//! the claim were true; what follows from that is for the signals.

mod changes;
mod commit;
mod file;
mod found;
mod line;
mod run;

use crate::domain::{Claim, ClaimKind, Ledger};
pub(super) use found::{Found, Trace, works};

/// Looks a claim up.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    match claim.kind {
        ClaimKind::Ended | ClaimKind::Ran => run::find(claim, ledger),
        ClaimKind::FileChanged
        | ClaimKind::FileUntouched
        | ClaimKind::OnlyFiles
        | ClaimKind::FileCount
        | ClaimKind::Fixed => file::find(claim, ledger),
        ClaimKind::Committed | ClaimKind::Pushed => commit::find(claim, ledger),
        ClaimKind::Figure => run::figure(claim, ledger),
    }
}
