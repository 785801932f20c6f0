//! Where numbers are told.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// An address and a port; of a port alone, this machine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricsAddress(pub(super) SocketAddr);

/// What was named is neither an address with a port nor a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name a port of this machine, as in 9170, or an address and a port, as in 10.0.0.5:9170")]
pub struct NoMetricsAddress;

impl FromStr for MetricsAddress {
    type Err = NoMetricsAddress;

    fn from_str(text: &str) -> Result<Self, NoMetricsAddress> {
        let of_port = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let port = text.parse().map(of_port);
        port.or_else(|_| text.parse()).map(Self).map_err(|_| NoMetricsAddress)
    }
}

impl fmt::Display for MetricsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        let told_at = |text: &str| text.parse::<MetricsAddress>().map(|at| at.to_string());
        assert_eq!(told_at("9170").unwrap(), "127.0.0.1:9170");
        assert_eq!(told_at("10.0.0.5:9170").unwrap(), "10.0.0.5:9170");
        assert_eq!(told_at("[::]:9170").unwrap(), "[::]:9170");
        for text in ["", "70000", "10.0.0.5", "localhost:9170", ":9170"] {
            assert_eq!(told_at(text), Err(NoMetricsAddress), "{text}");
        }
    }
}
