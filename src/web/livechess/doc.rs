//! The documentation that LiveChess serves beside its interfaces, for who writes clients.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::{DOCTYPE, html};

/// The first page.
const INDEX: &str = "/doc/index.html";

/// Nothing is loaded, and no other site shows a page.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE: &str = "body{font:1rem/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}\
    pre{background:#f3f3f3;padding:.7rem;overflow:auto}";

/// A page.
#[derive(Debug)]
struct Entry {
    /// Its address below `/doc/`, without `index.html`.
    at: &'static str,
    title: &'static str,
    text: &'static str,
    /// What is said, and what is answered.
    example: &'static str,
}

const ENTRIES: &[Entry] = &[
    Entry {
        at: "api/calls/eboards/",
        title: "Call eboards",
        text: "All boards, those that are played on first. board is the placement field of a FEN, White below; clock.run is true \
               while White's time runs, false while Black's does, null while neither does; time is in milliseconds since 1970. What \
               is not known is null.",
        example: "{\"id\":1,\"call\":\"eboards\"}\n\n\
            {\"response\":\"call\",\"id\":1,\"param\":[{\"serialnr\":\"23946\",\"source\":\"ttyACM0\",\"state\":\"ACTIVE\",\"battery\":\"84%\",\
            \"comment\":null,\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\",\"flipped\":false,\
            \"clock\":{\"white\":5400,\"black\":5400,\"run\":null,\"time\":1587948082875}}],\"time\":1587948082875}",
    },
    Entry {
        at: "api/calls/sources/",
        title: "Call sources",
        text: "The ports at which boards are looked for.",
        example: "{\"id\":2,\"call\":\"sources\"}\n\n\
            {\"response\":\"call\",\"id\":2,\"param\":[{\"type\":\"serial\",\"device\":\"ttyACM0\",\"name\":\"/dev/ttyACM0\",\"present\":true,\
            \"active\":true,\"status\":null}],\"time\":1587948082875}",
    },
    Entry {
        at: "api/calls/subscribe/",
        title: "Call subscribe",
        text: "Opens a feed under an id that the client chooses. The answer is null; the feed's first message follows at once and says \
               everything.",
        example: "{\"id\":3,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"23946\"}}}\n\n\
            {\"response\":\"call\",\"id\":3,\"param\":null,\"time\":1587948082887}\n\
            {\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"23946\",\"flipped\":false,\
            \"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\",\"clock\":null},\"time\":1587948082889}",
    },
    Entry {
        at: "api/calls/unsubscribe/",
        title: "Call unsubscribe",
        text: "Closes the feed of this id.",
        example: "{\"id\":4,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}\n\n\
            {\"response\":\"call\",\"id\":4,\"param\":null,\"time\":1587948082887}",
    },
    Entry {
        at: "api/calls/call/",
        title: "Call call",
        text: "A method of the feed of this id. setup: from now on its moves are told from this position on; those that were played \
               before are none of them. flip: from now on its board is shown as one that lies the other way round, or does not. \
               Both hold for this feed alone.",
        example: "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\
            \"param\":{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}}}\n\
            {\"id\":6,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}\n\n\
            {\"response\":\"call\",\"id\":5,\"param\":null,\"time\":1587948082887}",
    },
    Entry {
        at: "api/feeds/eboardevent/",
        title: "Feed eboardevent",
        text: "What happens on a board. Of board and clock what is not there is as before. After setup every message has start, the \
               position that was set; san, all moves since then, one more a message, in English SAN and never before they are sure; and \
               match, whether the board stands as they say.",
        example: "{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"23946\",\"flipped\":false,\
            \"board\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\",\
            \"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"san\":[\"e4\"],\"match\":true},\"time\":1587948103614}",
    },
    Entry {
        at: "api/errors/",
        title: "Errors",
        text: "What is no call, or cannot be answered, is told under the id of the call, or null where it has none. The connection \
               stays open.",
        example: "{\"response\":\"error\",\"id\":7,\"param\":{\"message\":\"Unknown call: feed\",\"stacktrace\":\"\"},\"time\":1587948082887}",
    },
    Entry {
        at: "api/rest/",
        title: "Over HTTP",
        text: "The same boards and ports, and tournaments with their rounds and games. N counts from 0; eboards of a tournament has the \
               board of table 1 first. Moves and results are those that are released.",
        example: "GET /api/v1.0/eboards\nGET /api/v1.0/sources\nGET /api/v1.0/tournaments\nGET /api/v1.0/tournament/UUID\n\
            GET /api/v1.0/round/UUID/N\nGET /api/v1.0/game/UUID",
    },
];

/// Leads to the first page.
pub(super) async fn lead_to_index() -> Redirect {
    Redirect::permanent(INDEX)
}

/// A page.
pub(super) async fn show(Path(address): Path<String>) -> Response {
    let at = address.strip_suffix("index.html").unwrap_or(&address);
    if at.is_empty() {
        return page(
            "LiveChess' interfaces, by touchmove",
            &html! {
                p {
                    "WebSocket: " code { "ws://localhost:1982/api/v1.0" } ". A message is a call; each is answered under its id, which keeps \
                    the JSON type in which it came."
                }
                ul {
                    @for entry in ENTRIES {
                        li { a href={ "/doc/" (entry.at) "index.html" } { (entry.title) } }
                    }
                }
            },
        );
    }
    match ENTRIES.iter().find(|entry| entry.at.trim_end_matches('/') == at.trim_end_matches('/')) {
        Some(entry) => page(
            entry.title,
            &html! {
                p { (entry.text) }
                pre { (entry.example) }
                p { a href=(INDEX) { "All pages" } }
            },
        ),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

fn page(title: &str, body: &maud::Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { (title) } style { (STYLE) } }
            body { h1 { (title) } (body) }
        }
    };
    let fields = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (fields, page.into_string()).into_response()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_example_that_is_json_is_right() {
        let lines = ENTRIES.iter().flat_map(|entry| entry.example.lines());
        let messages: Vec<_> = lines.filter(|line| line.starts_with('{')).collect();
        assert!(messages.len() > 10);
        for message in messages {
            assert!(serde_json::from_str::<Value>(message).is_ok(), "{message}");
            if message.contains("\"call\":\"") {
                assert!(super::super::call::read(message).1.is_ok(), "{message}");
            }
        }
    }
}
