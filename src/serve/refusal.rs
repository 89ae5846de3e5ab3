//! What the service does not answer, and why: a status, one fragment, and the way out.

use hyper::StatusCode;

/// A reason for which a request is refused; all of them stand in [`STATUSES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The status of the response.
    pub status: StatusCode,
    /// What it means, as the contract says it.
    pub meaning: &'static str,
    /// Which questions it answers.
    pub answers: Questions,
}

/// The questions that a refusal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// All.
    All,
    /// Those that need the token.
    Closed,
    /// Those that come with a body.
    WithBody,
    /// Those that may name a transcript.
    OfTranscripts,
    /// Those that the service does not know.
    Unknown,
}

impl Reason {
    const fn new(status: StatusCode, meaning: &'static str, answers: Questions) -> Self {
        Self { status, meaning, answers }
    }

    const MALFORMED: Self = Self::new(StatusCode::BAD_REQUEST, "The body does not fit.", Questions::WithBody);
    const UNKNOWN_CALLER: Self =
        Self::new(StatusCode::UNAUTHORIZED, "The token is missing or wrong.", Questions::Closed);
    /// 403.
    pub const FOREIGN_PATH: Self =
        Self::new(StatusCode::FORBIDDEN, "The path is not one of a transcript.", Questions::OfTranscripts);
    pub(super) const UNKNOWN_PATH: Self =
        Self::new(StatusCode::NOT_FOUND, "There is nothing at this path.", Questions::Unknown);
    pub(super) const OTHER_METHOD: Self =
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "Another method is wanted; Allow says which.", Questions::All);
    const TOO_SLOW: Self =
        Self::new(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive.", Questions::All);
    const TOO_LARGE: Self = Self::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large.", Questions::WithBody);
    pub(super) const ENCODED: Self =
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is encoded.", Questions::WithBody);
    /// 422.
    pub const UNREADABLE: Self =
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "The transcript cannot be read.", Questions::OfTranscripts);
    const TOO_MANY: Self = Self::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too much is asked at once; Retry-After says when to come again.",
        Questions::All,
    );
    /// The wire says it itself, and nothing more.
    pub(super) const LONG_HEAD: Self =
        Self::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "The head is too long.", Questions::All);
    const BROKEN: Self = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "A fault in driftguard.", Questions::All);
    const UNFINISHED: Self =
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "The answer took too long.", Questions::WithBody);
}

/// All reasons, by their status: the contract is made from them.
pub const STATUSES: [Reason; 13] = [
    Reason::MALFORMED,
    Reason::UNKNOWN_CALLER,
    Reason::FOREIGN_PATH,
    Reason::UNKNOWN_PATH,
    Reason::OTHER_METHOD,
    Reason::TOO_SLOW,
    Reason::TOO_LARGE,
    Reason::ENCODED,
    Reason::UNREADABLE,
    Reason::TOO_MANY,
    Reason::LONG_HEAD,
    Reason::BROKEN,
    Reason::UNFINISHED,
];

/// A refused request. The statuses are a contract with clients: [`STATUSES`].
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
    pub fn new(reason: Reason, error: impl Into<String>, hint: &'static str) -> Self {
        Self { status: reason.status, error: error.into(), hint }
    }

    /// 400: the request's body is not what the route takes.
    pub fn malformed(error: impl Into<String>) -> Self {
        Self::new(Reason::MALFORMED, error, "see GET /openapi.json for what each route takes")
    }

    /// 401: no token, or a wrong one.
    pub(super) fn unknown_caller() -> Self {
        let hint = "send `Authorization: Bearer TOKEN` with the content of the token file";
        Self::new(Reason::UNKNOWN_CALLER, "the token is missing or wrong", hint)
    }

    /// 404: the service does not know the path.
    pub(super) fn unknown_path() -> Self {
        let hint = "see GET /openapi.json for what may be asked";
        Self::new(Reason::UNKNOWN_PATH, "there is nothing at this path", hint)
    }

    /// 408: the body came too slowly.
    pub(super) fn too_slow() -> Self {
        let hint = "send the whole request at once; `serve.read_seconds` is the limit";
        Self::new(Reason::TOO_SLOW, "the request took too long to arrive", hint)
    }

    /// 413: the body is too large.
    pub(super) fn too_large(limit: usize) -> Self {
        let hint = "send less, or name a transcript instead of its events; `serve.max_body` is the limit";
        Self::new(Reason::TOO_LARGE, format!("the body has more than {limit} bytes"), hint)
    }

    /// 429: more is asked at once than is answered at once.
    pub(super) fn too_many() -> Self {
        Self::new(Reason::TOO_MANY, "too many requests at once", "wait as long as Retry-After says")
    }

    /// 500: the answer failed.
    pub(super) fn broken() -> Self {
        let hint = "this is a fault in driftguard: report what the service logs with -vv";
        Self::new(Reason::BROKEN, "the answer failed", hint)
    }

    /// 503: the answer took too long.
    pub(super) fn unfinished() -> Self {
        let hint = "ask about less text at once; `serve.request_seconds` is the limit";
        Self::new(Reason::UNFINISHED, "the answer took too long", hint)
    }

    /// Whether the same request may succeed a moment later.
    pub(super) fn is_passing(&self) -> bool {
        self.status == Reason::TOO_MANY.status
    }

    /// The body of the response.
    pub(super) fn json(&self) -> Vec<u8> {
        let told = super::wire::Failure { error: self.error.clone(), hint: self.hint.to_owned() };
        serde_json::to_vec(&told).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_listed_once_and_explained_for_people() {
        assert!(STATUSES.is_sorted_by(|one, next| one.status < next.status));
        let code = include_str!("refusal.rs").split("mod tests").next().unwrap_or_default();
        let named = code.lines().filter(|line| line.contains("const ") && line.contains(": Self =")).count();
        assert_eq!(named, STATUSES.len(), "a reason is missing in the list");
        let page = include_str!("../../docs/service.md");
        let rows: Vec<&str> = page.lines().skip_while(|line| *line != "| status | when |").skip(2).collect();
        let rows = rows.into_iter().take_while(|line| line.starts_with('|'));
        let told: String = rows.filter_map(|row| row.split('|').nth(1)).collect();
        for reason in STATUSES {
            assert!(told.contains(reason.status.as_str()), "docs/service.md does not list {}", reason.status);
        }
    }
}
