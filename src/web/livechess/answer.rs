//! What clients are told: the envelopes of answers, feeds and errors.

use serde::Serialize;

use super::call::Id;
use super::eboard::now_ms;

/// What a message is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Response {
    Call,
    Feed,
    Error,
}

#[derive(Debug, Serialize)]
struct Envelope<'a, P> {
    response: Response,
    id: &'a Id,
    param: P,
    time: u64,
}

#[derive(Debug, Serialize)]
struct ErrorForm {
    message: String,
    stacktrace: &'static str,
}

/// The answer to a call.
pub(super) fn to_call(id: &Id, param: impl Serialize) -> String {
    message(Response::Call, id, param)
}

/// Something that a feed tells.
pub(super) fn of_feed(id: &Id, param: impl Serialize) -> String {
    message(Response::Feed, id, param)
}

/// Why a call cannot be answered.
pub(super) fn error(id: &Id, why: &impl ToString) -> String {
    message(Response::Error, id, ErrorForm { message: why.to_string(), stacktrace: "" })
}

fn message(response: Response, id: &Id, param: impl Serialize) -> String {
    let envelope = Envelope { response, id, param, time: now_ms() };
    // Nothing of ours fails to be written as JSON.
    serde_json::to_string(&envelope).unwrap_or_default()
}
