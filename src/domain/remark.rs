//! What was said while a session ran: about a step before it was taken, about the work, at the end of a turn.

use serde::{Deserialize, Serialize};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkKind {
    /// The agent was told that the work has left the goal.
    Correction,
    /// The agent was told that an answer of a tool gives it orders.
    Orders,
    /// The agent was told of a lesson; the step went on.
    Warning,
    /// The person was asked.
    Question,
    /// The person's answer to such a question was yes: the call ran.
    Consent,
    /// The call was denied.
    Denial,
    /// The agent was sent back at the end of a turn, to correct its reply.
    SentBack,
    /// The person was told at the end of a turn.
    Notice,
    /// Nothing was said, since everything was only recorded: the agent would have been sent back at the end of a turn.
    WouldSendBack,
    /// The same of a line about the agent's reply for the person alone.
    WouldNotice,
}

impl RemarkKind {
    /// The word that people read and files hold.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Correction => "correction",
            Self::Orders => "orders",
            Self::Warning => "warning",
            Self::Question => "question",
            Self::Consent => "consent",
            Self::Denial => "denial",
            Self::SentBack => "sent-back",
            Self::Notice => "notice",
            Self::WouldSendBack => "would-send-back",
            Self::WouldNotice => "would-notice",
        }
    }
}

/// One answer, as people find it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// What was done.
    pub kind: RemarkKind,
    /// The command, file or tool of the call, on one line and without credentials; of a correction its level; else empty.
    pub about: String,
    /// What was said, without credentials.
    pub text: String,
    /// When: milliseconds since 1970.
    pub at: i64,
}
