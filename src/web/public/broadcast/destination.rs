//! Where games are sent: a round of a broadcast on Lichess, or somebody's web address.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use serde::{Deserialize, Serialize};
use touchmove_client::details::{Details, details};

use super::keys::KeyName;

/// A destination, and which games are sent there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Destination {
    /// Its number.
    pub(super) id: u32,
    #[serde(flatten)]
    pub(super) place: Place,
    /// Of a section alone.
    #[serde(default)]
    pub(super) section: Option<String>,
    /// The credential with the key.
    pub(super) key: KeyName,
}

/// Where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Place {
    /// A round of a broadcast on Lichess, to which a round of ours is pushed.
    Lichess { lichess: LichessRound, round: u16 },
    /// A web address, to which the released events of a round are posted, or of all.
    Webhook { url: WebhookUrl, round: Option<u16> },
}

/// The round of a broadcast on Lichess: eight letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct LichessRound(String);

/// An address to which events are posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct WebhookUrl(Uri);

/// What was named is no round of Lichess.
#[derive(Debug, thiserror::Error)]
#[error(
    "name the round by the eight letters and digits at the end of its address on Lichess, or by that address"
)]
pub(super) struct NoLichessRound;

/// What was named is no address to which anything can be posted.
#[derive(Debug, thiserror::Error)]
#[error("name a whole address without password, as in https://example.org/hook")]
pub(super) struct NoWebhookUrl;

/// The letters of a round.
const ID_LETTERS: usize = 8;

/// Longest address, in bytes.
const MAX_URL_BYTES: usize = 2_000;

impl Destination {
    /// The round that is sent; `None` of all.
    pub(super) const fn round(&self) -> Option<u16> {
        match &self.place {
            Place::Lichess { round, .. } => Some(*round),
            Place::Webhook { round, .. } => *round,
        }
    }

    /// What it is, by its particulars.
    pub(super) fn details(&self) -> Details {
        details([
            ("id", self.id.into()),
            ("kind", self.place.kind().into()),
            ("place", self.place.to_string().into()),
            ("round", self.round().unwrap_or_default().into()),
            ("section", self.section.clone().unwrap_or_default().into()),
            ("key", self.key.to_string().into()),
        ])
    }

    /// Whether a section is sent.
    pub(super) fn has_section(&self, section: Option<&str>) -> bool {
        self.section.is_none() || self.section.as_deref() == section
    }
}

impl Place {
    /// What it is, in a word.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Lichess { .. } => "lichess",
            Self::Webhook { .. } => "webhook",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lichess { lichess, .. } => lichess.fmt(f),
            Self::Webhook { url, .. } => url.fmt(f),
        }
    }
}

impl WebhookUrl {
    pub(super) const fn uri(&self) -> &Uri {
        &self.0
    }
}

impl FromStr for LichessRound {
    type Err = NoLichessRound;

    fn from_str(text: &str) -> Result<Self, NoLichessRound> {
        let id = match text.strip_prefix("https://") {
            Some(address) => {
                let path = address.split(['?', '#']).next().unwrap_or_default();
                let mut parts = path.trim_end_matches('/').split('/').skip(1);
                // An address has the name of the tournament and of the round before it.
                (parts.next() == Some("broadcast")).then(|| parts.nth(2)).flatten()
            }
            None => Some(text),
        };
        let is_id = |id: &&str| {
            id.len() == ID_LETTERS && id.bytes().all(|letter| letter.is_ascii_alphanumeric())
        };
        id.filter(is_id).map(|id| Self(id.to_owned())).ok_or(NoLichessRound)
    }
}

impl FromStr for WebhookUrl {
    type Err = NoWebhookUrl;

    fn from_str(text: &str) -> Result<Self, NoWebhookUrl> {
        let uri: Uri = text.parse().map_err(|_| NoWebhookUrl)?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let is_host = |host: &str| !host.is_empty() && !host.contains('@');
        let has_host = uri.authority().is_some_and(|host| is_host(host.as_str()));
        let is_short = text.len() <= MAX_URL_BYTES;
        (is_web && has_host && is_short).then_some(Self(uri)).ok_or(NoWebhookUrl)
    }
}

impl fmt::Display for LichessRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for LichessRound {
    type Error = NoLichessRound;

    fn try_from(text: String) -> Result<Self, NoLichessRound> {
        text.parse()
    }
}

impl TryFrom<String> for WebhookUrl {
    type Error = NoWebhookUrl;

    fn try_from(text: String) -> Result<Self, NoWebhookUrl> {
        text.parse()
    }
}

impl From<LichessRound> for String {
    fn from(LichessRound(id): LichessRound) -> Self {
        id
    }
}

impl From<WebhookUrl> for String {
    fn from(WebhookUrl(uri): WebhookUrl) -> Self {
        uri.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_lichess_is_named_by_its_letters_or_its_address() {
        for text in [
            "hVpUCOkT",
            "https://lichess.org/broadcast/bled-open/round-3/hVpUCOkT",
            "https://lichess.org/broadcast/bled-open/round-3/hVpUCOkT/",
            "https://lichess.org/broadcast/bled-open/round-3/hVpUCOkT/Xy12Ab34?x=1#y",
        ] {
            assert_eq!(text.parse::<LichessRound>().unwrap().to_string(), "hVpUCOkT", "{text}");
        }
        for text in
            ["", "hVpUCOk", "hVpUCOkT9", "hVpUC/kT", "../../..", "https://lichess.org/hVpUCOkT"]
        {
            assert!(text.parse::<LichessRound>().is_err(), "{text}");
        }
    }

    #[test]
    fn events_are_posted_to_a_whole_address() {
        let url = "https://example.org:8443/hook?a=b";
        assert_eq!(url.parse::<WebhookUrl>().unwrap().to_string(), url);
        for text in ["", "/hook", "example.org", "ftp://example.org/", "https://me:pw@example.org/"]
        {
            assert!(text.parse::<WebhookUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_destination_reads_itself_back() {
        let place = Place::Lichess { lichess: "hVpUCOkT".parse().unwrap(), round: 3 };
        let section = Some("Open".to_owned());
        let kept = Destination { id: 1, place, section, key: "lichess".parse().unwrap() };
        let text = serde_json::to_string(&kept).unwrap();
        assert_eq!(serde_json::from_str::<Destination>(&text).unwrap(), kept);
        assert!(serde_json::from_str::<Destination>(&text.replace("hVp", "../")).is_err());
    }
}
