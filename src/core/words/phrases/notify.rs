//! What `touchmove notify` says.

use crate::words::phrase::phrases;

phrases! {
    /// Something on the desktop, or of it.
    Notify {
        Listens { bus } = "notify-listens",
        NobodyShows = "notify-nobody-shows",
        ShownNow = "notify-shown-now",
        Open = "notify-open",
        OpenBy { command } = "notify-open-by",
        NotOpened { page, why } = "notify-not-opened",
        Stopped = "notify-stopped",
        NothingHeard = "notify-nothing-heard",
        SessionOver = "notify-session-over",
    }
}
