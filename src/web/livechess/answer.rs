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

/// The same, of what is written as JSON already.
pub(super) fn to_call_written(id: &Id, param: &str) -> String {
    let id = serde_json::to_string(id).unwrap_or_default();
    format!(r#"{{"response":"call","id":{id},"param":{param},"time":{}}}"#, now_ms())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_already_is_answered_in_the_same_envelope() {
        let id = Id::default();
        let without_time = |answer: &str| answer.split(",\"time\"").next().unwrap().to_owned();
        let [one, other] = [to_call(&id, [1, 2]), to_call_written(&id, "[1,2]")];
        assert_eq!(without_time(&one), without_time(&other));
        assert!(serde_json::from_str::<serde_json::Value>(&other).is_ok(), "{other}");
    }
}
