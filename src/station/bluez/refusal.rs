//! What refusals of BlueZ mean. Its errors are names and texts, of which the texts say more
//! (`src/error.c` of BlueZ).

use std::io;

use crate::link::LinkError;

/// What BlueZ says where a board and this machine do not know each other.
const NOT_PAIRED: [&str; 5] =
    ["NotPermitted", "Not paired", "NotAuthorized", "AuthenticationFailed", "Insufficient"];

/// What it says where people were asked and said no, or nothing.
const REFUSED: [&str; 3] =
    ["AuthenticationRejected", "AuthenticationCanceled", "AuthenticationTimeout"];

/// What it says where a board does not answer.
const UNHEARD: [&str; 9] = [
    "abort-by-local",
    "abort-by-remote",
    "page-timeout",
    "ConnectionAttemptFailed",
    "NotConnected",
    "Not connected",
    "Host is down",
    "timed out",
    "NoReply",
];

/// What this refusal means for the way to the board at `port`.
pub(super) fn meaning(port: impl ToString, said: impl ToString) -> LinkError {
    let (port, text) = (port.to_string(), said.to_string());
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&NOT_PAIRED) {
        LinkError::NotPaired { port }
    } else if says(&REFUSED) {
        LinkError::RefusedByAgent { port }
    } else if says(&["NotReady", "Not Ready"]) {
        LinkError::AdapterOff { port }
    } else if says(&["ServiceUnknown", "NameHasNoOwner"]) {
        LinkError::NoBluetooth { port }
    } else if says(&UNHEARD) {
        LinkError::OutOfRange { port }
    } else {
        LinkError::Io { port, source: io::Error::other(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_bluez_refuses_is_told_by_what_can_be_done_about_it() {
        let means = |text| meaning("E0:12:34:56:78:9A", text);
        assert!(matches!(
            means("le-connection-abort-by-local (org.bluez.Error.Failed)"),
            LinkError::OutOfRange { .. }
        ));
        assert!(matches!(
            means("Operation failed with ATT error: 0x05 Insufficient Authentication"),
            LinkError::NotPaired { .. }
        ));
        assert!(matches!(means("org.bluez.Error.NotReady"), LinkError::AdapterOff { .. }));
        assert!(matches!(
            means("org.bluez.Error.AuthenticationRejected"),
            LinkError::RefusedByAgent { .. }
        ));
        assert!(matches!(means("something else"), LinkError::Io { .. }));
    }
}
