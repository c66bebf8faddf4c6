//! What is answered to who asks for something that is not to be had: what, the value, and what would be right.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use gridhaunt_events::Trouble;
use gridhaunt_kernel::Invalid;
use gridhaunt_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;

/// An error as the API tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Wrong {
    /// A sentence for people.
    pub error: String,
    /// What is wrong.
    pub field: String,
    /// What it was.
    pub got: String,
    /// What would be right.
    pub expected: String,
}

/// A refusal, on its way to being a page or JSON.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub status: StatusCode,
    pub wrong: Wrong,
    /// After how many seconds it is worth trying again.
    pub after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<Invalid>) -> Self {
        let error: Invalid = error.into();
        // What is a flag of a command is a word of an address here.
        let words = error.to_string().trim_start_matches("--").to_string();
        let Invalid { field, got, expected, .. } = error;
        let field = field.trim_start_matches("--").to_string();
        Self { status, wrong: Wrong { error: words, field, got, expected }, after: None }
    }

    /// There is no such thing.
    pub(crate) fn missing(what: &str, got: impl std::fmt::Display) -> Self {
        let words = format!("there is no {what} {got}");
        Self::new(StatusCode::NOT_FOUND, Invalid::new(what, got, format!("a {what} of this hall")).reads(words))
    }

    /// Who asks must say who it is.
    pub(crate) fn stranger() -> Self {
        let words = "this is for those who have a token: enter with it, or send it as `Authorization: Bearer TOKEN`";
        let error = Invalid::new("token", "none", "the token of a team or an organiser").reads(words);
        Self::new(StatusCode::UNAUTHORIZED, error)
    }

    /// Who asks is known, and may not.
    pub(crate) fn forbidden(words: &str) -> Self {
        let error = Invalid::new("token", "another's", "the token of whoever it belongs to").reads(words);
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// Too much at once.
    pub(crate) fn later(words: &str, seconds: u64) -> Self {
        let error = Invalid::new("rate", "too many", "fewer requests").reads(words);
        Self { after: Some(seconds), ..Self::new(StatusCode::TOO_MANY_REQUESTS, error) }
    }

    /// It is nobody's fault but ours.
    pub(crate) fn ours(words: impl Into<String>) -> Self {
        let error = Invalid::new("server", "trouble", "a server that works").reads(words);
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }
}

impl From<Invalid> for Refusal {
    fn from(error: Invalid) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Trouble::from(error).into()
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Invalid(error) if error.field == "event" => Self::new(StatusCode::NOT_FOUND, error),
            Trouble::Invalid(error) => error.into(),
            Trouble::Surroundings(words) => Self::ours(words),
            Trouble::Stopped => Self::ours("the server is being stopped"),
        }
    }
}

impl IntoResponse for Refusal {
    /// Whoever sends it makes a page or JSON of it, as the address asks for.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(seconds) = self.after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(self);
        response
    }
}
