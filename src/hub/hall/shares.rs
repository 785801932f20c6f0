//! How much of the hall's memory is taken by what each station says: who says more than a station has to say spoils its own boards
//! only.

use std::collections::BTreeMap;

use crate::station_name::StationName;

/// What something takes besides its bytes.
const EACH: usize = 1024;

/// The shares of all stations, in bytes.
#[derive(Debug)]
pub(super) struct Shares {
    taken: BTreeMap<StationName, usize>,
    most: usize,
}

/// A station takes no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its station says more than {0} bytes in all: this is left out")]
pub(super) struct TooMuch(usize);

/// What a station takes with one thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share(usize);

impl Share {
    /// That of a message of so many bytes.
    pub(super) const fn of_message(bytes: usize) -> Self {
        Self(bytes + EACH)
    }

    /// The same of several.
    pub(super) fn of_all(shares: impl Iterator<Item = Self>) -> Self {
        Self(shares.map(|share| share.0).sum())
    }
}

impl Shares {
    /// No station takes more than so many bytes.
    pub(super) const fn of_at_most(most: usize) -> Self {
        Self { taken: BTreeMap::new(), most }
    }

    /// Something of a station takes this now, in place of what it took before.
    ///
    /// # Errors
    /// [`TooMuch`]: it is to take what it took before.
    pub(super) fn replace(
        &mut self,
        station: &StationName,
        before: Share,
        now: Share,
    ) -> Result<(), TooMuch> {
        let taken = self.taken.entry(station.clone()).or_default();
        let next = taken.saturating_sub(before.0) + now.0;
        if next > self.most && next > *taken {
            return Err(TooMuch(self.most));
        }
        *taken = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_station_takes_its_share_and_nothing_of_anothers() {
        let [blue, red] = ["blue", "red"].map(|name| name.parse().unwrap());
        let (none, small, large) =
            (Share::default(), Share::of_message(1000), Share::of_message(4000));
        let mut shares = Shares::of_at_most(8000);
        assert_eq!(shares.replace(&blue, none, large), Ok(()));
        assert_eq!(shares.replace(&blue, none, small), Ok(()));
        assert_eq!(shares.replace(&blue, none, small), Err(TooMuch(8000)));
        assert_eq!(shares.replace(&red, none, large), Ok(()));
        assert_eq!(shares.replace(&blue, large, small), Ok(()));
        assert_eq!(shares.replace(&blue, none, small), Ok(()));
        assert_eq!(shares.replace(&blue, small, none), Ok(()));
        assert_eq!(Share::of_all([small, small].into_iter()), Share(2 * (1000 + EACH)));
    }
}
