//! By which names the server is asked.
//!
//! A page of anybody's can have its name lead here (DNS rebinding) and then read what only this machine may: its
//! browser asks by that name. So a name that nobody has listed is refused.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::header::HOST;
use axum::http::{Request, Version};

/// A name or an address, without port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HostName(String);

/// What was named is no name of a machine.
#[derive(Debug, thiserror::Error)]
#[error("name a host alone, without port and path, as in games.example.org")]
pub(crate) struct NoHostName;

/// Longest name (RFC 1035).
const MAX_CHARACTERS: usize = 253;

impl FromStr for HostName {
    type Err = NoHostName;

    fn from_str(text: &str) -> Result<Self, NoHostName> {
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = bare.parse::<IpAddr>() {
            return Ok(Self(address.to_canonical().to_string()));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_label = |label: &str| {
            let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
            !label.is_empty() && label.len() <= 63 && label.chars().all(is_sign)
        };
        let is_name = name.len() <= MAX_CHARACTERS && name.split('.').all(is_label);
        is_name.then(|| Self(name.to_ascii_lowercase())).ok_or(NoHostName)
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<IpAddr> for HostName {
    fn from(address: IpAddr) -> Self {
        Self(address.to_canonical().to_string())
    }
}

/// The names by which a server may be asked.
#[derive(Clone, Debug)]
pub(super) struct Hosts(Vec<HostName>);

impl Hosts {
    /// Those that are listed, this machine's own, and the address at which it listens.
    pub(super) fn new(listed: &[HostName], address: IpAddr) -> Self {
        let own = [address, Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        let own = own.into_iter().map(HostName::from);
        Self(listed.iter().cloned().chain(own).chain([HostName("localhost".into())]).collect())
    }

    /// Whether a request that came to the address `here` asks by one of them, or by that address. One of HTTP/1.0 need
    /// not say by which; no browser sends such.
    pub(super) fn admit<B>(&self, request: &Request<B>, here: IpAddr) -> bool {
        let mut fields = request.headers().get_all(HOST).iter();
        let said = match (request.uri().host(), fields.next(), fields.next()) {
            (_, _, Some(_)) => return false,
            (Some(host), ..) => Some(host),
            (None, Some(field), None) => field.to_str().ok().map(without_port),
            (None, None, None) => return request.version() <= Version::HTTP_10,
        };
        let Some(Ok(said)) = said.map(str::parse::<HostName>) else { return false };
        said == HostName::from(here) || self.0.contains(&said)
    }
}

/// The host of a field (RFC 9110, 7.2).
fn without_port(field: &str) -> &str {
    match field.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|digit| digit.is_ascii_digit()) => host,
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(field: &str) -> bool {
        let hosts = Hosts::new(&["Games.example.org".parse().unwrap()], [192, 0, 2, 1].into());
        let request = Request::builder().uri("/round-3/games.pgn").header(HOST, field);
        hosts.admit(&request.body(()).unwrap(), [198, 51, 100, 7].into())
    }

    #[test]
    fn a_server_is_asked_by_its_addresses_and_by_names_that_are_listed() {
        for field in [
            "games.example.org",
            "GAMES.example.org:8064",
            "games.example.org.",
            "localhost:8064",
            "127.0.0.1",
            "[::1]:8064",
            "192.0.2.1:80",
            "198.51.100.7:8064",
        ] {
            assert!(admits(field), "{field}");
        }
        for field in [
            "",
            "evil.example.org",
            "games.example.org.evil.example",
            "localhost.evil.example",
            "192.0.2.2",
            "games.example.org:80:80",
            "games.example.org/x",
            "user@localhost",
            "[::1",
        ] {
            assert!(!admits(field), "{field}");
        }
    }

    #[test]
    fn what_is_no_host_is_no_name() {
        for text in
            ["", ".", "http://games.example.org", "a b", "a:80", "a..b", "*", "caf\u{e9}.fr"]
        {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        assert_eq!("[2001:DB8::1]".parse::<HostName>().unwrap().to_string(), "2001:db8::1");
    }
}
