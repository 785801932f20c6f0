//! A page of the desk, opened in whatever the desktop opens pages with.

use std::collections::HashMap;
use std::io;
use std::process::{Command, Stdio};
use std::str::FromStr;

use zbus::{Connection, OwnedObjectPath, Variant, proxy};

/// Where the arbiters' desk is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeskAddress(String);

impl DeskAddress {
    /// The page of a game; what waits where there is none.
    pub(super) fn page(&self, game: Option<&str>) -> String {
        let Self(desk) = self;
        game.map_or_else(|| format!("{desk}/"), |game| format!("{desk}/game/{game}"))
    }
}

impl FromStr for DeskAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
        let is_plain = |sign: char| sign.is_ascii_graphic();
        match rest {
            Some(rest) if !rest.is_empty() && rest.chars().all(is_plain) => {
                Ok(Self(text.trim_end_matches('/').to_owned()))
            }
            _ => Err("write the address of the desk, as http://127.0.0.1:8065"),
        }
    }
}

#[proxy(
    interface = "org.freedesktop.portal.OpenURI",
    default_service = "org.freedesktop.portal.Desktop",
    default_path = "/org/freedesktop/portal/desktop"
)]
trait OpenUri {
    /// Opens an address in the program that the user has chosen for such.
    #[zbus(name = "OpenURI")]
    fn open_uri(
        &self,
        parent_window: &str,
        uri: &str,
        options: HashMap<&str, Variant<'_>>,
    ) -> zbus::Result<OwnedObjectPath>;
}

/// Opens a page: the desktop's portal does it, or else `xdg-open`.
///
/// # Errors
/// There is neither.
pub(super) async fn open(page: &str, session: &Connection) -> io::Result<()> {
    let by_portal =
        async { OpenUriProxy::new(session).await?.open_uri("", page, HashMap::new()).await };
    if by_portal.await.is_ok() {
        return Ok(());
    }
    let mut command = Command::new("xdg-open");
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut opener = command.spawn()?;
    // It may live as long as the browser.
    std::thread::spawn(move || opener.wait());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_its_page_at_the_desk() {
        let desk: DeskAddress = "https://hall.example:8065/".parse().unwrap();
        assert_eq!(desk.page(Some("g000017")), "https://hall.example:8065/game/g000017");
        assert_eq!(desk.page(None), "https://hall.example:8065/");
    }

    #[test]
    fn what_is_no_address_of_a_desk_is_refused() {
        for text in ["", "hall:8065", "file:///etc/passwd", "http://", "http://a b", "javascript:1"]
        {
            assert!(text.parse::<DeskAddress>().is_err(), "{text}");
        }
    }
}
