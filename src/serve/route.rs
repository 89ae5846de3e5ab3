//! Which question a request puts.

use super::{Reason, Refusal};
use hyper::Method;

/// A question that the service knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Route {
    /// Is it there?
    Health,
    /// What has it counted?
    Metrics,
    /// What may be asked?
    Contract,
    /// Is this report true?
    Verify,
    /// Does this text give orders to the agent?
    Detect,
    /// Does this response hang together with its prompt and with what is known?
    Review,
    /// Another question: it is counted, never answered.
    Unknown,
}

impl Route {
    /// The questions that have an answer.
    pub(super) const KNOWN: [Self; 6] =
        [Self::Health, Self::Metrics, Self::Contract, Self::Verify, Self::Detect, Self::Review];

    /// The path, as requests and metrics name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Health => "/healthz",
            Self::Metrics => "/metrics",
            Self::Contract => "/openapi.json",
            Self::Verify => "/v1/verify",
            Self::Detect => "/v1/injection/detect",
            Self::Review => "/v1/review",
            Self::Unknown => "other",
        }
    }

    /// The question at a path.
    pub(super) fn at(path: &str) -> Self {
        Self::KNOWN.into_iter().find(|route| route.name() == path).unwrap_or(Self::Unknown)
    }

    /// Whether the answer says nothing that a stranger may not know.
    pub(super) fn is_open(self) -> bool {
        self == Self::Health
    }

    /// Whether it comes with a body.
    pub(super) const fn takes_body(self) -> bool {
        matches!(self, Self::Verify | Self::Detect | Self::Review)
    }

    /// Refuses what has no answer: an unknown path, another method.
    pub(super) fn allows(self, method: &Method) -> Result<(), Refusal> {
        if self == Self::Unknown {
            let hint = "see GET /openapi.json for what may be asked";
            return Err(Refusal::new(Reason::UNKNOWN_PATH, "there is nothing at this path", hint));
        }
        let fits =
            if self.takes_body() { method == Method::POST } else { matches!(*method, Method::GET | Method::HEAD) };
        if fits {
            return Ok(());
        }
        let error = format!("{} is not asked with {method}", self.name());
        Err(Refusal::new(Reason::OTHER_METHOD, error, "see GET /openapi.json for the method of each route"))
    }

    /// The methods that it takes.
    pub(super) const fn methods(self) -> &'static str {
        if self.takes_body() { "POST" } else { "GET, HEAD" }
    }
}
