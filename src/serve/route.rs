//! Which question a request puts.

use super::{Reason, Refusal};
use hyper::Method;

/// What the service can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Route {
    /// Is it there?
    Health,
    /// What has it counted?
    Metrics,
    /// What may be asked?
    Contract,
    /// What is to be worked out from a body.
    Asked(Question),
}

/// A question that comes with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// Is this report true?
    Verify,
    /// Does this text give orders to the agent?
    Detect,
    /// Does this response hang together with its prompt and with what is known?
    Review,
}

impl Question {
    /// The path, as requests and metrics name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Verify => "/v1/verify",
            Self::Detect => "/v1/injection/detect",
            Self::Review => "/v1/review",
        }
    }
}

/// A route as metrics name it; one that the service does not know is counted, never answered.
pub(super) fn counted_as(route: Option<Route>) -> &'static str {
    route.map_or("other", Route::name)
}

impl Route {
    /// All of them.
    pub(super) const KNOWN: [Self; 6] = [
        Self::Health,
        Self::Metrics,
        Self::Contract,
        Self::Asked(Question::Verify),
        Self::Asked(Question::Detect),
        Self::Asked(Question::Review),
    ];

    /// The path, as requests and metrics name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Health => "/healthz",
            Self::Metrics => "/metrics",
            Self::Contract => "/openapi.json",
            Self::Asked(question) => question.name(),
        }
    }

    /// What is at a path.
    pub(super) fn at(path: &str) -> Option<Self> {
        Self::KNOWN.into_iter().find(|route| route.name() == path)
    }

    /// Whether the answer says nothing that a stranger may not know.
    pub(super) fn is_open(self) -> bool {
        self == Self::Health
    }

    /// Whether it comes with a body.
    pub(super) const fn takes_body(self) -> bool {
        matches!(self, Self::Asked(_))
    }

    /// Refuses another method.
    pub(super) fn allows(self, method: &Method) -> Result<(), Refusal> {
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
