//! How a board lies.

/// How a board lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Orientation {
    /// White's pieces stand where the board's own numbering has White's.
    #[default]
    Upright,
    /// The other way round.
    Turned,
}

impl Orientation {
    /// By LiveChess' flag.
    pub(super) const fn of_flag(is_turned: bool) -> Self {
        if is_turned { Self::Turned } else { Self::Upright }
    }

    /// LiveChess' flag.
    pub(super) const fn is_turned(self) -> bool {
        matches!(self, Self::Turned)
    }
}
