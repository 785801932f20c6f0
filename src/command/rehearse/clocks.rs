//! What the daemon is told of the clocks at the tables.

use touchmove_client::call_error;
use touchmove_client::proxy::SectionsProxy;
use touchmove_core::laws::control::UNTIMED;
use touchmove_core::laws::rulebook::{Category, Edition};
use touchmove_drivers::recording::{CategoryChoice, RulebookChoice};
use touchmove_lab::simulate::{Control, Speed};
use zbus::{Connection, OwnedVariant, Variant};

/// What is said of how the clocks are set, and of the Laws.
///
/// Clocks that run faster or slower than time keep no time control. So it is said that there is none, and the Laws hold
/// them against none; what kind of chess is played is said in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaidOfClocks {
    /// The time control of every pairing.
    pub(super) control: String,
    /// What holds in every section.
    pub(super) rulebook: RulebookChoice,
}

impl SaidOfClocks {
    /// What is said of clocks that are set so, and run so fast.
    pub(super) fn of(clock: Control, speed: Speed) -> Self {
        let rulebook = RulebookChoice::default();
        if speed == Speed::REAL {
            return Self { control: clock.period(), rulebook };
        }
        let edition = Edition::by_name(&rulebook.edition).unwrap_or(Edition::Fide2023);
        let category = match edition.category_of(clock.base(), clock.increment()) {
            None => CategoryChoice::Auto,
            Some(Category::Standard) => CategoryChoice::Standard,
            Some(Category::Rapid) => CategoryChoice::Rapid,
            Some(Category::Blitz) => CategoryChoice::Blitz,
        };
        Self { control: UNTIMED.to_owned(), rulebook: RulebookChoice { category, ..rulebook } }
    }

    /// Says it of the section without a name, and so of all.
    ///
    /// # Errors
    /// The daemon refuses it, or cannot be asked.
    pub(super) async fn set_rulebook(&self, bus: &Connection) -> call_error::Result<()> {
        let rulebook: Variant<'_> = self.rulebook.to_string().into();
        let settings =
            rulebook.try_into_owned().map(|value: OwnedVariant| ("rulebook".to_owned(), value));
        let sections = SectionsProxy::new(bus).await?;
        sections.set(String::new(), settings.into_iter().collect(), String::new()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_keep_time_have_the_control_they_are_set_to() {
        let said = SaidOfClocks::of(Control::USUAL, Speed::REAL);
        assert_eq!(
            (said.control.as_str(), said.rulebook),
            ("90:00+0:30", RulebookChoice::default())
        );
    }

    #[test]
    fn clocks_that_run_faster_than_time_have_no_control_and_keep_their_kind_of_chess() {
        for (clock, rulebook) in [
            ("3+2", "fide-2023 blitz full"),
            ("15+10", "fide-2023 rapid full"),
            ("90+30", "fide-2023 standard full"),
        ] {
            let said = SaidOfClocks::of(clock.parse().unwrap(), "10".parse().unwrap());
            assert_eq!(
                (said.control.as_str(), said.rulebook.to_string().as_str()),
                ("untimed", rulebook)
            );
        }
    }
}
