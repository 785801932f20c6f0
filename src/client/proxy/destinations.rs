//! `org.touchmove.Broadcast1.Destinations`.

use zbus::proxy;

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Broadcast1.Destinations`: where what is released is sent, and what becomes of it there.
#[proxy(
    interface = "org.touchmove.Broadcast1.Destinations",
    default_service = "org.touchmove.Broadcast1",
    default_path = "/org/touchmove/Broadcast1"
)]
pub trait Destinations {
    /// Sends the games of a round to a round of a broadcast on Lichess from now on: `lichess` is its eight letters, or its
    /// address. `section` may be empty: all of them. `key` is the name of the credential with the token. Answers the
    /// number of the destination.
    fn add_lichess(
        &self,
        lichess: String,
        round: u16,
        section: String,
        key: String,
    ) -> call_error::Result<u32>;

    /// Posts each released event as JSON to `url` from now on: those of a round, or with 0 of all games; of a section, or
    /// of all where it is empty. `key` is the name of the credential that they are signed with. Answers the number of the
    /// destination.
    fn add_webhook(
        &self,
        url: String,
        round: u16,
        section: String,
        key: String,
    ) -> call_error::Result<u32>;

    /// Sends nothing there any more.
    fn remove(&self, destination: u32) -> call_error::Result<()>;

    /// Sends everything there once more, as if nothing had been.
    fn send_again(&self, destination: u32) -> call_error::Result<()>;

    /// The destinations, each by its particulars: `id` (u), `kind` (s) `lichess` or `webhook`, `place` (s), `round` (q; 0
    /// is all), `section` (s; empty is all), `key` (s), `games` (t) and how many of them are `behind` (t); `taken` (t), how
    /// often something was taken there since the start, and of the last time `at` (t) and `late` (t) as the relay has
    /// them; and where it does not get there `trouble` (s) and `why` (s), and `since` (t).
    fn status(&self) -> call_error::Result<Vec<Details>>;

    /// The games of a destination: `round` (q) and `table` (q), 0 where a game is of none, `white` (s), `black` (s),
    /// `behind` (b); where it is so, `refused` (s), what was said there against it, and `ends_before` (s), the number of
    /// the first move that is not sent, because those before it do not lead there.
    fn games(&self, destination: u32) -> call_error::Result<Vec<Details>>;

    /// Something that these tell may be different.
    #[zbus(signal)]
    fn changed(&self) -> zbus::Result<()>;
}
