//! The digest by which equal things are told without keeping them.

use serde::{Deserialize, Serialize};

/// A 64-bit xxh3 digest of some bytes. Equal bytes give equal digests on every machine; it is never a security hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
pub struct Digest(pub u64);
