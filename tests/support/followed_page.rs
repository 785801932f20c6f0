//! An open page, as a browser keeps it: what is sent to it, piece by piece.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::thread;

use serde_json::Value;

use super::http::connect;

/// Opens the stream of a page and gives each piece that comes, its id and how it looks, to `hear`, until its server ends.
pub(crate) fn follow_page(
    server: SocketAddr,
    path: &str,
    fields: &[&str],
    mut hear: impl FnMut(&str, &str) + Send + 'static,
) {
    let fields: String = fields.iter().map(|field| format!("{field}\r\n")).collect();
    let mut stream = connect(server);
    // To this version of HTTP what comes is sent as it is.
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {server}\r\n{fields}\r\n").unwrap();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let Some(data) = line.strip_prefix("data: {") else { continue };
            let told: Value = serde_json::from_str(&format!("{{{data}")).unwrap();
            for piece in told["put"].as_array().unwrap() {
                hear(piece["id"].as_str().unwrap(), piece["html"].as_str().unwrap());
            }
        }
    });
}
