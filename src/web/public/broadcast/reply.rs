//! What Lichess answers to a push: a game for each that it was sent, in their order.

use axum::http::StatusCode;
use serde::Deserialize;
use touchmove_client::broadcast::SendTrouble;

use super::post::{Posted, shortened};
use super::report::Failure;

/// The answer.
#[derive(Debug, Deserialize)]
struct Answer {
    games: Vec<AnsweredGame>,
}

/// What became of a game. Its tags are of no use: one that was not read has none.
#[derive(Debug, Deserialize)]
struct AnsweredGame {
    error: Option<String>,
}

/// For each of so many games what was said against it, by its place in the push.
///
/// # Errors
/// [`Failure`] where the push as a whole was not taken.
pub(super) fn read(posted: &Posted, games: usize) -> Result<Vec<Option<String>>, Failure> {
    if posted.status != StatusCode::OK {
        return Err(posted.failure());
    }
    let unclear = |why: &dyn ToString| Failure::new(SendTrouble::Unclear, why.to_string());
    let answer: Answer = serde_json::from_slice(&posted.body).map_err(|error| unclear(&error))?;
    let errors: Vec<_> =
        answer.games.into_iter().map(|game| game.error.map(|error| shortened(&error))).collect();
    match errors.as_slice() {
        // A round that Lichess fetches by itself is answered so.
        [Some(error)] if games != 1 => Err(Failure::new(SendTrouble::Refused, error)),
        // Which of them are missing cannot be told.
        several if several.len() != games => {
            Err(unclear(&format!("{games} games were sent, {} came back", several.len())))
        }
        _ => Ok(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str, games: usize) -> Result<Vec<Option<String>>, Failure> {
        let status = StatusCode::from_u16(status).unwrap();
        read(&Posted { status, wait: None, body: body.to_owned().into() }, games)
    }

    #[test]
    fn games_are_told_apart_by_their_places() {
        let body =
            r#"{"games":[{"tags":{"White":"A"},"moves":3},{"tags":{},"error":"Cannot\nparse"}]}"#;
        let read = answer(200, body, 2).unwrap();
        assert_eq!(read, [None, Some("Cannot parse".to_owned())]);
    }

    #[test]
    fn a_push_that_is_refused_as_a_whole_says_why() {
        let failure = |status, body, games| {
            let failure = answer(status, body, games).unwrap_err();
            (failure.what, failure.why)
        };
        let upstream = r#"{"games":[{"tags":{},"error":"The relay has an upstream URL"}]}"#;
        let why = "The relay has an upstream URL".to_owned();
        assert_eq!(failure(200, upstream, 2), (SendTrouble::Refused, why));
        let missing = r#"{"games":[{"tags":{}}]}"#;
        let why = "2 games were sent, 1 came back".to_owned();
        assert_eq!(failure(200, missing, 2), (SendTrouble::Unclear, why));
        assert_eq!(failure(200, "<html>", 1).0, SendTrouble::Unclear);
        let why = "400 No PGN".to_owned();
        assert_eq!(failure(400, r#"{"error":"No PGN"}"#, 1), (SendTrouble::Refused, why));
        for (status, what) in [
            (401, SendTrouble::KeyRefused),
            (404, SendTrouble::NotThere),
            (429, SendTrouble::Busy),
            (503, SendTrouble::Busy),
        ] {
            assert_eq!(failure(status, "", 1), (what, status.to_string()));
        }
    }
}
