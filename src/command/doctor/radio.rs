//! What is looked at of the radio: adapters, switches, power saving, and the boards in the air that are this station's.

use touchmove_core::words::phrases::Doctor;
use touchmove_station::bluez::pairing::{Neighbour, Neighbours, PairingState};
use touchmove_station::bluez::view::RadioCondition;
use touchmove_station::link::LinkError;
use touchmove_station::link::address::BluetoothAddress;

use super::finding::Finding;
use super::matter::Matter;
use super::sysfs::{RadioAdapter, RadioSwitch, Sysfs};

/// A board that is heard more weakly, in dBm, is lost when somebody walks past.
const WEAK_DBM: i16 = -80;

/// How long the address of a board is, as it is written.
const ADDRESS_BYTES: usize = 17;

/// What was seen of the radio.
#[derive(Debug)]
pub(super) struct RadioFacts {
    condition: RadioCondition,
    lacks_low_energy: bool,
    /// What the kernel has.
    adapters: Vec<RadioAdapter>,
    switches: Vec<RadioSwitch>,
    /// The boards that BlueZ knows.
    boards: Vec<Neighbour>,
}

/// Whether boards are known at this station that only the radio reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// One at least.
    Boards,
    /// None: whatever is wrong with it may be meant.
    Nothing,
}

impl RadioFacts {
    /// Looks at what BlueZ and the kernel know. Nobody is listened for: that would disturb the boards that are heard.
    pub(super) async fn look(sysfs: &Sysfs) -> Self {
        let looked = Neighbours::look().await;
        let condition = match &looked {
            Ok(_) => RadioCondition::Usable,
            Err(LinkError::AdapterMissing { .. }) => RadioCondition::NoAdapter,
            Err(LinkError::AdapterOff { .. }) => RadioCondition::Off,
            Err(_) => RadioCondition::NoService,
        };
        let neighbours = looked.ok();
        Self {
            condition,
            lacks_low_energy: neighbours.as_ref().is_some_and(Neighbours::lacks_low_energy),
            adapters: sysfs.radio_adapters(),
            switches: sysfs.radio_switches(),
            boards: neighbours.map(|neighbours| neighbours.boards()).unwrap_or_default(),
        }
    }

    /// What is wrong.
    pub(super) fn findings(&self, need: Need) -> Vec<Finding> {
        let is_needed = need == Need::Boards || self.ours().next().is_some();
        let of_machine = self.switched_off().or_else(|| self.unusable(is_needed));
        let of_machine = of_machine.into_iter().chain(self.classic());
        let of_machine = of_machine.map(|finding| if is_needed { finding } else { finding.hint() });
        let saving = self.adapters.iter().filter_map(of_power);
        of_machine.chain(saving).chain(self.ours().filter_map(of_board)).collect()
    }

    fn ours(&self) -> impl Iterator<Item = &Neighbour> {
        let is_ours = |one: &&Neighbour| {
            matches!(one.standing, PairingState::Connected | PairingState::Trusted)
        };
        self.boards.iter().filter(is_ours)
    }

    /// A switch that holds the radio off, which no other remedy helps against; the hard one first.
    fn switched_off(&self) -> Option<Finding> {
        let by_hand = self.switches.iter().any(|switch| switch.is_off_by_hand);
        let by_software = self.switches.iter().any(|switch| switch.is_off_by_software);
        let (seen, advice) = match (by_hand, by_software) {
            (true, _) => (Doctor::RadioOffByHand, Doctor::RadioOffByHandAdvice),
            (false, true) => (Doctor::RadioOffBySoftware, Doctor::RadioOffBySoftwareAdvice),
            (false, false) => return None,
        };
        Some(Finding::fault(Doctor::ThisMachine, Matter::RadioBlocked, seen, advice))
    }

    fn unusable(&self, is_needed: bool) -> Option<Finding> {
        let has_hardware = !self.adapters.is_empty();
        let (kind, seen, advice) = match self.condition {
            RadioCondition::Usable => return None,
            RadioCondition::Off => (Matter::RadioOff, Doctor::RadioOff, Doctor::RadioOffAdvice),
            RadioCondition::NoService if has_hardware => {
                (Matter::NoBluetoothd, Doctor::NoBluetoothd, Doctor::NoBluetoothdAdvice)
            }
            RadioCondition::NoService | RadioCondition::NoAdapter if is_needed => {
                (Matter::RadioMissing, Doctor::RadioMissing, Doctor::RadioMissingAdvice)
            }
            RadioCondition::NoService | RadioCondition::NoAdapter => return None,
        };
        Some(Finding::fault(Doctor::ThisMachine, kind, seen, advice))
    }

    fn classic(&self) -> Option<Finding> {
        self.lacks_low_energy.then(|| {
            let (about, kind) = (Doctor::ThisMachine, Matter::RadioClassic);
            Finding::fault(about, kind, Doctor::RadioClassic, Doctor::RadioClassicAdvice)
        })
    }
}

/// Whether a board's place, or a port's name, is one in the air.
pub(super) fn is_in_air(port: &str) -> bool {
    let from = port.len().checked_sub(ADDRESS_BYTES);
    let address = from.and_then(|from| port.get(from..));
    address.is_some_and(|address| address.parse::<BluetoothAddress>().is_ok())
}

/// An adapter that the kernel may send to sleep: links break, or are slow to come back.
fn of_power(adapter: &RadioAdapter) -> Option<Finding> {
    let control = adapter.saving.as_ref()?.display().to_string();
    let advice = Doctor::RadioSleepsAdvice { control: control.into() };
    Some(Finding::fault(&adapter.name, Matter::RadioSleeps, Doctor::RadioSleeps, advice).hint())
}

fn of_board(board: &Neighbour) -> Option<Finding> {
    let address = board.address.to_string();
    let about = format!("{} {address}", board.name);
    let (kind, seen, advice) = match (board.standing, board.signal) {
        (PairingState::Trusted, None) => (
            Matter::BoardNotHeard,
            Doctor::BoardNotHeard,
            Doctor::BoardNotHeardAdvice { address: address.into() },
        ),
        (_, Some(strength)) if strength < WEAK_DBM => {
            let strength = strength.to_string().into();
            (Matter::SignalWeak, Doctor::SignalWeak { strength }, Doctor::SignalAdvice)
        }
        _ => return None,
    };
    Some(Finding::fault(about, kind, seen, advice).hint())
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::FAMILIES;

    use super::*;

    fn facts(condition: RadioCondition) -> RadioFacts {
        RadioFacts {
            condition,
            lacks_low_energy: false,
            adapters: vec![RadioAdapter { name: "hci0".into(), saving: None }],
            switches: Vec::new(),
            boards: Vec::new(),
        }
    }

    fn board(standing: PairingState, signal: Option<i16>) -> Neighbour {
        let address = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x9A]);
        Neighbour { address, name: "Board".into(), family: FAMILIES[0], standing, signal }
    }

    fn kinds(facts: &RadioFacts, need: Need) -> Vec<&'static str> {
        facts.findings(need).iter().map(|finding| finding.kind.word()).collect()
    }

    #[test]
    fn a_radio_that_cannot_be_used_is_a_fault_only_where_boards_need_it() {
        for (condition, kind) in
            [(RadioCondition::Off, "radio-off"), (RadioCondition::NoService, "bluetoothd")]
        {
            let [needed] = facts(condition).findings(Need::Boards).try_into().unwrap();
            let [meant] = facts(condition).findings(Need::Nothing).try_into().unwrap();
            assert_eq!((needed.kind.word(), &meant), (kind, &needed.clone().hint()));
            assert_ne!(meant, needed);
        }
        assert!(kinds(&facts(RadioCondition::Usable), Need::Boards).is_empty());
    }

    #[test]
    fn a_machine_without_a_radio_is_found_wrong_only_where_boards_need_one() {
        let none = RadioFacts { adapters: Vec::new(), ..facts(RadioCondition::NoService) };
        assert_eq!(kinds(&none, Need::Boards), ["radio-missing"]);
        assert!(kinds(&none, Need::Nothing).is_empty());
    }

    #[test]
    fn a_switch_that_is_off_is_the_reason_and_the_only_one_told() {
        let switch = |is_off_by_hand| RadioSwitch { is_off_by_hand, is_off_by_software: true };
        for (by_hand, seen) in [(true, Doctor::RadioOffByHand), (false, Doctor::RadioOffBySoftware)]
        {
            let off = RadioFacts { switches: vec![switch(by_hand)], ..facts(RadioCondition::Off) };
            let [finding] = off.findings(Need::Boards).try_into().unwrap();
            assert_eq!((finding.kind.word(), finding.seen), ("radio-blocked", seen.into()));
        }
    }

    #[test]
    fn boards_of_this_station_that_are_not_heard_or_hardly_are_named() {
        let of = |standing, signal| {
            let boards = vec![board(standing, signal)];
            kinds(&RadioFacts { boards, ..facts(RadioCondition::Usable) }, Need::Nothing)
        };
        assert_eq!(of(PairingState::Trusted, None), ["board-not-heard"]);
        assert_eq!(of(PairingState::Trusted, Some(-91)), ["signal-weak"]);
        assert!(of(PairingState::Trusted, Some(-58)).is_empty());
        assert!(of(PairingState::Connected, None).is_empty());
        assert!(of(PairingState::Stranger, Some(-91)).is_empty(), "it is somebody's");
    }

    #[test]
    fn an_adapter_that_sleeps_or_knows_no_low_energy_is_named() {
        let adapters = vec![RadioAdapter { name: "hci0".into(), saving: Some("/x".into()) }];
        let facts =
            RadioFacts { adapters, lacks_low_energy: true, ..facts(RadioCondition::Usable) };
        assert_eq!(kinds(&facts, Need::Boards), ["radio-classic", "radio-sleeps"]);
    }

    #[test]
    fn a_place_in_the_air_is_known_by_its_address() {
        assert!(is_in_air("E0:12:34:56:78:9A") && is_in_air("chessnut:E0:12:34:56:78:9A"));
        assert!(!is_in_air("/dev/ttyUSB0") && !is_in_air("dgt:/dev/serial/by-id/Ü-usb-x"));
    }
}
