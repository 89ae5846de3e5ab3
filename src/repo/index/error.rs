//! Why the index gives no answer.

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The file is damaged or no database; the next [`refresh`] makes it anew.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// It cannot be read or written: rights, a full disk, a lock.
    #[error("the index cannot be used: {0}")]
    Unusable(String),
    /// Another process is indexing this repository.
    #[error("another process is indexing this repository")]
    Busy,
}

impl IndexError {
    pub(super) const fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_))
    }
}
