//! Why a judge gave no answer.

/// Bytes of an answer that are read.
pub(super) const MAX_ANSWER: usize = 256 * 1024;

/// Why there is no ruling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// It did not answer in time.
    #[error("the judge did not answer in time")]
    Timeout,
    /// It could not be asked.
    #[error("the judge cannot be asked: {0}")]
    Unreachable(String),
    /// It answered neither yes nor no.
    #[error("the judge answered neither YES nor NO")]
    Garbage,
    /// It was asked as often as is allowed.
    #[error("the judge was asked as often as `judge.max_calls` allows")]
    Limit,
}

/// Why the configuration names no judge that can be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeConfigError {
    /// A key is empty that the kind needs.
    #[error("`judge.{0}` is empty, and this kind of judge needs it")]
    Missing(&'static str),
    /// The address is none.
    #[error("`judge.url` is {0:?}, which is no address")]
    NoAddress(String),
    /// The address leads to another machine without encryption.
    #[error("`judge.url` leads to another machine without encryption: {0}")]
    Plain(String),
    /// The address wants encryption, and this program was built without.
    #[error("`judge.url` wants https, and this driftguard was built without it: {0}")]
    NoEncryption(String),
    /// The variable holds no key.
    #[error("the variable {0} holds no key")]
    NoKey(String),
}

impl JudgeConfigError {
    /// What the human can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Missing(_) | Self::NoAddress(_) => "`driftguard config show` has the whole table [judge]",
            Self::Plain(_) => "write https, or an address of this machine",
            Self::NoEncryption(_) => "build with `--features judge-api`, or name an address of this machine",
            Self::NoKey(_) => "set it where driftguard is called, or name another with `judge.key_variable`",
        }
    }
}
