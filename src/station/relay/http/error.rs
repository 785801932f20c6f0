//! What can be wrong with the address of a broadcast.

use std::io;
use std::net::SocketAddr;

use rustix::io::Errno;

/// Why a broadcast cannot be served over HTTP.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// Another program has the port.
    #[error("{address}: in use; stop the program that listens there, or name another port")]
    InUse {
        /// What was named.
        address: SocketAddr,
    },
    /// The address is another machine's.
    #[error(
        "{address}: not an address of this machine; name one that it has, or 127.0.0.1 for programs on \
         it alone"
    )]
    NotHere {
        /// What was named.
        address: SocketAddr,
    },
    /// The service manager keeps the network from us.
    #[error(
        "{address}: the service has no network; let it have one with a drop-in (`systemctl edit touchmove`), \
         as docs/security.md says"
    )]
    NoNetwork {
        /// What was named.
        address: SocketAddr,
    },
    /// Access is not allowed.
    #[error(
        "{address}: access denied ({source}); ports below 1024 are for root, name a higher one"
    )]
    Denied {
        /// What was named.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// Anything else the system says.
    #[error("{address}: {source}")]
    Io {
        /// What was named.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
}

impl HttpError {
    /// What `source` means when it is said of `address`.
    pub(super) fn of(address: SocketAddr, source: io::Error) -> Self {
        let is_kept = source.raw_os_error() == Some(Errno::AFNOSUPPORT.raw_os_error());
        match source.kind() {
            _ if is_kept => Self::NoNetwork { address },
            io::ErrorKind::AddrInUse => Self::InUse { address },
            io::ErrorKind::AddrNotAvailable => Self::NotHere { address },
            io::ErrorKind::PermissionDenied => Self::Denied { address, source },
            _ => Self::Io { address, source },
        }
    }
}
