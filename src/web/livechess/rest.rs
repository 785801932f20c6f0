//! What is asked for over HTTP.

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use super::Shared;
use super::crowd::{Seat, SocketOwner};
use super::pretty;
use super::session::Session;
use super::tournament;

/// Largest message of a client, in bytes. The longest one that means something has 300.
const MAX_MESSAGE_BYTES: usize = 64 * 1_024;

/// Begins to talk to a client on a WebSocket.
pub(super) async fn open_socket(
    State(served): State<Shared>,
    Extension(seat): Extension<Arc<Seat>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return (StatusCode::UPGRADE_REQUIRED, "this is the address of a WebSocket\n")
            .into_response();
    };
    let site = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let owner = site.map_or(SocketOwner::Program, |site| SocketOwner::Site(site.to_owned()));
    if let Err(error) = seat.register_socket(owner) {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response();
    }
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(|socket| Session::new(served, seat).attend(socket))
}

/// All boards.
pub(super) async fn eboards(State(served): State<Shared>) -> Response {
    let view = served.view();
    let boards: Vec<_> = view.eboards.iter().map(|eboard| eboard.form()).collect();
    json(&boards)
}

/// All ports.
pub(super) async fn sources(State(served): State<Shared>) -> Response {
    json(&*served.sources.list().await)
}

/// All tournaments.
pub(super) async fn tournaments(State(served): State<Shared>) -> Response {
    json(&tournament::all(&served.view()))
}

/// A tournament.
pub(super) async fn tournament(State(served): State<Shared>, Path(uuid): Path<String>) -> Response {
    json_of(tournament::find(&served.view(), &uuid))
}

/// A round of a tournament, by its index from 0.
pub(super) async fn round(
    State(served): State<Shared>,
    Path((uuid, index)): Path<(String, u16)>,
) -> Response {
    json_of(tournament::find_round(&served.view(), &uuid, index))
}

/// A game.
pub(super) async fn game(State(served): State<Shared>, Path(uuid): Path<String>) -> Response {
    json_of(tournament::find_game(&served.view(), &uuid))
}

fn json_of(value: Option<impl Serialize>) -> Response {
    match value {
        Some(value) => json(&value),
        None => (StatusCode::NOT_FOUND, "there is no such thing here\n").into_response(),
    }
}

fn json(value: &(impl Serialize + ?Sized)) -> Response {
    // Nothing of ours fails to be written as JSON.
    let text = pretty::written(value).unwrap_or_default();
    let fields = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (fields, text).into_response()
}
