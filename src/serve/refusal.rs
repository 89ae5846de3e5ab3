//! What the service does not answer, and why: a status, one fragment, and the way out.

use hyper::StatusCode;

/// A refused request. The statuses are a contract with clients; `docs/service.md` lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of the response.
    pub status: StatusCode,
    /// What went wrong: one lower-case fragment.
    pub error: String,
    /// What to do about it: one fragment.
    pub hint: &'static str,
}

impl Refusal {
    /// A refusal with its way out.
    pub fn new(status: StatusCode, error: impl Into<String>, hint: &'static str) -> Self {
        Self { status, error: error.into(), hint }
    }

    /// 400: the request's body is not what the route takes.
    pub fn malformed(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, "see GET /openapi.json for what each route takes")
    }

    /// 401: no token, or a wrong one.
    pub(super) fn unknown_caller() -> Self {
        let hint = "send `Authorization: Bearer TOKEN` with the content of the token file";
        Self::new(StatusCode::UNAUTHORIZED, "the token is missing or wrong", hint)
    }

    /// 408: the body came too slowly.
    pub(super) fn too_slow() -> Self {
        let hint = "send the whole request at once; `serve.read_seconds` is the limit";
        Self::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive", hint)
    }

    /// 413: the body is too large.
    pub(super) fn too_large(limit: usize) -> Self {
        let hint = "send less, or name a transcript instead of its events; `serve.max_body` is the limit";
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body has more than {limit} bytes"), hint)
    }

    /// 429: more is asked at once than is answered at once.
    pub(super) fn too_many() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too many requests at once", "wait as long as Retry-After says")
    }

    /// 500: the answer failed.
    pub(super) fn broken() -> Self {
        let hint = "this is a fault in driftguard: report what the service logs with -vv";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer failed", hint)
    }

    /// 503: the answer took too long.
    pub(super) fn unfinished() -> Self {
        let hint = "ask about less text at once; `serve.request_seconds` is the limit";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long", hint)
    }

    /// Whether the same request may succeed a moment later.
    pub(super) fn is_passing(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// The body of the response.
    pub(super) fn json(&self) -> Vec<u8> {
        let told = super::wire::Failure { error: self.error.clone(), hint: self.hint.to_owned() };
        serde_json::to_vec(&told).unwrap_or_default()
    }
}
