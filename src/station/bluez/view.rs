//! What BlueZ says of adapters and devices, folded from its objects and signals: a value, without I/O.

use std::collections::{BTreeMap, HashMap};

use tokio::time::Instant;
use zbus::{OwnedVariant, Variant};

use crate::link::address::BluetoothAddress;

/// The properties of an interface, by name.
pub type BusProperties = HashMap<String, OwnedVariant>;

/// The interface of adapters.
pub const ADAPTER: &str = "org.bluez.Adapter1";

/// The interface of devices.
pub const DEVICE: &str = "org.bluez.Device1";

/// What is known of the radio at a moment.
#[derive(Clone, Debug, Default)]
pub struct View {
    service: BluetoothService,
    adapters: BTreeMap<String, Adapter>,
    devices: BTreeMap<String, RadioDevice>,
    /// How often each address was lost, counted over objects that come and go. Only those are there that were ever trusted
    /// or connected: strangers may show ever new addresses.
    drops: HashMap<BluetoothAddress, u64>,
    /// How often the radio came back after it could not be used.
    returns: u64,
    /// How often all objects were read: once for each start of bluetoothd.
    starts: u64,
    windows: Windows,
}

/// Whether bluetoothd answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BluetoothService {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// Its name has no owner, or there is no system bus.
    Absent,
    /// Its objects were read.
    Present,
}

/// How the radio is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadioCondition {
    /// An adapter is switched on.
    Usable,
    /// bluetoothd does not run.
    NoService,
    /// There is no adapter.
    NoAdapter,
    /// All adapters are switched off.
    Off,
}

/// An adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adapter {
    /// Its address.
    pub address: String,
    /// Whether it is switched on.
    pub powered: bool,
    /// Whether it knows Bluetooth Low Energy; `None` while nobody has said.
    pub low_energy: Option<bool>,
}

/// A device that BlueZ knows, near or not.
#[derive(Clone, Debug, PartialEq)]
pub struct RadioDevice {
    /// Its address.
    pub address: BluetoothAddress,
    /// Its name without blanks around it (Chessnut's ends in a newline); empty where it has none.
    pub name: String,
    /// The services that it is said to have.
    pub services: Vec<String>,
    /// Whether keys were exchanged.
    pub paired: bool,
    /// Whether somebody has said that this machine may talk to it.
    pub trusted: bool,
    /// Whether it is connected.
    pub connected: bool,
    /// When it was last heard since it was last connected, and how strongly.
    pub signal: Option<Sighting>,
    /// The window of scanning in which it was last known to be near.
    near: Option<u64>,
}

/// A sign of life through the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// How strong, in dBm.
    pub strength: i16,
    /// When.
    pub at: Instant,
}

/// Windows of scanning. One that was cut short goes on in the next.
#[derive(Clone, Copy, Debug, Default)]
struct Windows {
    begun: u64,
    state: Window,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Window {
    #[default]
    Over,
    Open,
    CutShort,
}

impl View {
    /// How the radio is.
    pub fn condition(&self) -> RadioCondition {
        match self.service {
            BluetoothService::Unknown | BluetoothService::Absent => RadioCondition::NoService,
            BluetoothService::Present if self.adapters.is_empty() => RadioCondition::NoAdapter,
            BluetoothService::Present if self.adapters.values().any(|adapter| adapter.powered) => {
                RadioCondition::Usable
            }
            BluetoothService::Present => RadioCondition::Off,
        }
    }

    /// Whether bluetoothd answers.
    pub const fn service(&self) -> BluetoothService {
        self.service
    }

    /// The adapters, by their paths.
    pub fn adapters(&self) -> impl Iterator<Item = (&str, &Adapter)> {
        self.adapters.iter().map(|(path, adapter)| (path.as_str(), adapter))
    }

    /// The adapters that are switched on, by their paths.
    pub fn powered(&self) -> impl Iterator<Item = &str> {
        self.adapters().filter(|(_, adapter)| adapter.powered).map(|(path, _)| path)
    }

    /// The devices at adapters that are switched on, by their paths.
    pub fn devices(&self) -> impl Iterator<Item = (&str, &RadioDevice)> {
        let is_usable = |path: &str| {
            self.powered()
                .any(|adapter| path.strip_prefix(adapter).is_some_and(|rest| rest.starts_with('/')))
        };
        let devices = self.devices.iter().map(|(path, device)| (path.as_str(), device));
        devices.filter(move |(path, _)| is_usable(path))
    }

    /// The device at this address. Where several adapters know it, the one that is connected to it, or hears it.
    pub fn device(&self, address: BluetoothAddress) -> Option<(&str, &RadioDevice)> {
        let known = self.devices().filter(|(_, device)| device.address == address);
        known.max_by_key(|(_, device)| (device.connected, device.signal.map(|signal| signal.at)))
    }

    /// How often the link to this address was lost.
    pub fn drops(&self, address: BluetoothAddress) -> u64 {
        self.drops.get(&address).copied().unwrap_or_default()
    }

    /// Whether BlueZ knows this address, or it was trusted or connected at any time.
    pub fn was_known(&self, address: BluetoothAddress) -> bool {
        let is_it = |device: &RadioDevice| device.address == address;
        self.drops.contains_key(&address) || self.devices.values().any(is_it)
    }

    /// How often the radio came back after it could not be used.
    pub const fn returns(&self) -> u64 {
        self.returns
    }

    /// How often bluetoothd was found running.
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// Whether a device is connected, or was heard in the last window of scanning that was not cut short.
    pub fn is_near(&self, device: &RadioDevice) -> bool {
        let oldest = match self.windows.state {
            Window::Over => self.windows.begun,
            Window::Open | Window::CutShort => self.windows.begun.saturating_sub(1),
        };
        device.connected || device.near.is_some_and(|window| window >= oldest)
    }

    /// bluetoothd has gone, or was never there.
    pub fn clear(&mut self) {
        self.replace_objects(BluetoothService::Absent, Vec::new());
    }

    /// All that bluetoothd says of adapters and devices at this moment.
    pub fn read(&mut self, objects: Vec<(String, String, BusProperties)>) {
        self.starts += 1;
        self.replace_objects(BluetoothService::Present, objects);
    }

    fn replace_objects(
        &mut self,
        service: BluetoothService,
        objects: Vec<(String, String, BusProperties)>,
    ) {
        let paths: Vec<_> = self.devices.keys().cloned().collect();
        self.change(|view| {
            paths.iter().for_each(|path| view.remove_device(path));
            view.adapters.clear();
            view.service = service;
            for (path, interface, properties) in &objects {
                view.merge(path, interface, properties);
            }
        });
    }

    /// An object has come, or some of its properties have changed.
    pub fn update(&mut self, path: &str, interface: &str, properties: &BusProperties) {
        self.change(|view| view.merge(path, interface, properties));
    }

    /// An object has lost an interface.
    pub fn remove(&mut self, path: &str, interface: &str) {
        self.change(|view| match interface {
            ADAPTER => drop(view.adapters.remove(path)),
            DEVICE => view.remove_device(path),
            _ => {}
        });
    }

    /// A window of scanning begins, or goes on where it was cut short.
    pub fn begin_window(&mut self) {
        if self.windows.state == Window::Over {
            self.windows.begun += 1;
        }
        self.windows.state = Window::Open;
    }

    /// A window of scanning is over: what was not heard in it is not near.
    pub const fn end_window(&mut self) {
        self.windows.state = Window::Over;
    }

    /// A window of scanning ends before its time: it says nothing of what was not heard.
    pub const fn cut_window_short(&mut self) {
        self.windows.state = Window::CutShort;
    }

    fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.condition();
        change(self);
        if before != RadioCondition::Usable && self.condition() == RadioCondition::Usable {
            self.returns += 1;
        }
    }

    fn merge(&mut self, path: &str, interface: &str, properties: &BusProperties) {
        match interface {
            ADAPTER => self.adapters.entry(path.to_owned()).or_default().merge(properties),
            DEVICE => self.merge_device(path, properties),
            _ => {}
        }
    }

    fn merge_device(&mut self, path: &str, properties: &BusProperties) {
        if !self.devices.contains_key(path) {
            let address = text(properties, "Address").and_then(|text| text.parse().ok());
            let Some(address) = address else { return };
            self.devices.insert(path.to_owned(), RadioDevice::at(address));
        }
        let window = self.windows.begun;
        let Some(device) = self.devices.get_mut(path) else { return };
        let was_connected = device.connected;
        device.merge(properties, window);
        if was_connected && !device.connected {
            *self.drops.entry(device.address).or_default() += 1;
        } else if device.trusted || device.connected {
            self.drops.entry(device.address).or_default();
        }
    }

    fn remove_device(&mut self, path: &str) {
        if let Some(device) = self.devices.remove(path).filter(|device| device.connected) {
            *self.drops.entry(device.address).or_default() += 1;
        }
    }
}

impl Adapter {
    fn merge(&mut self, properties: &BusProperties) {
        if let Some(address) = text(properties, "Address") {
            self.address = address.to_owned();
        }
        if let Some(powered) = flag(properties, "Powered") {
            self.powered = powered;
        }
        // BlueZ lists here what an adapter may be in Low Energy, and nothing for an adapter without.
        if let Some(roles) = properties.get("Roles").and_then(texts) {
            self.low_energy = Some(!roles.is_empty());
        }
    }
}

impl RadioDevice {
    /// A device of which nothing but its address is known.
    pub const fn at(address: BluetoothAddress) -> Self {
        Self {
            address,
            name: String::new(),
            services: Vec::new(),
            paired: false,
            trusted: false,
            connected: false,
            signal: None,
            near: None,
        }
    }

    fn merge(&mut self, properties: &BusProperties, window: u64) {
        if let Some(name) = text(properties, "Name") {
            name.trim().clone_into(&mut self.name);
        }
        if let Some(services) = properties.get("UUIDs").and_then(texts) {
            self.services = services;
        }
        for (name, of) in [("Paired", &mut self.paired), ("Trusted", &mut self.trusted)] {
            *of = flag(properties, name).unwrap_or(*of);
        }
        if let Some(connected) = flag(properties, "Connected") {
            if self.connected && !connected {
                // It was there a moment ago; that it still is has to be heard.
                (self.signal, self.near) = (None, Some(window));
            }
            self.connected = connected;
        }
        if let Some(Variant::I16(strength)) = properties.get("RSSI").map(|value| &**value) {
            self.signal = Some(Sighting { strength: *strength, at: Instant::now() });
            self.near = Some(window);
        }
    }
}

fn text<'a>(properties: &'a BusProperties, name: &str) -> Option<&'a str> {
    match &**properties.get(name)? {
        Variant::Str(text) => Some(text.as_str()),
        _ => None,
    }
}

fn flag(properties: &BusProperties, name: &str) -> Option<bool> {
    match &**properties.get(name)? {
        Variant::Bool(flag) => Some(*flag),
        _ => None,
    }
}

fn texts(value: &OwnedVariant) -> Option<Vec<String>> {
    value.try_clone().ok().and_then(|value| Vec::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: BluetoothAddress = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x9A]);
    const AT_HCI0: &str = "/org/bluez/hci0/dev_E0_12_34_56_78_9A";

    fn properties<const N: usize>(pairs: [(&str, Variant<'static>); N]) -> BusProperties {
        let owned = pairs.map(|(name, value)| (name.to_owned(), value.try_to_owned().unwrap()));
        owned.into_iter().collect()
    }

    fn view() -> View {
        let adapter = properties([("Powered", true.into())]);
        let device =
            properties([("Address", BOARD.to_string().into()), ("Name", "Chessnut Air\n".into())]);
        let mut view = View::default();
        view.read(vec![
            ("/org/bluez/hci0".into(), ADAPTER.into(), adapter),
            (AT_HCI0.into(), DEVICE.into(), device),
        ]);
        view
    }

    fn heard() -> BusProperties {
        properties([("RSSI", Variant::from(-60_i16))])
    }

    fn connected(connected: bool) -> BusProperties {
        properties([("Connected", connected.into())])
    }

    #[test]
    fn a_name_is_read_without_what_its_maker_forgot_around_it() {
        let view = view();
        assert_eq!(view.device(BOARD).unwrap().1.name, "Chessnut Air");
    }

    #[test]
    fn an_adapter_without_roles_knows_no_low_energy() {
        let mut view = view();
        let known = |view: &View| view.adapters().next().unwrap().1.low_energy;
        assert_eq!(known(&view), None);
        for (roles, is_known) in [(vec![], false), (vec!["central".to_owned()], true)] {
            view.update("/org/bluez/hci0", ADAPTER, &properties([("Roles", roles.into())]));
            assert_eq!(known(&view), Some(is_known));
        }
    }

    #[test]
    fn what_the_cache_remembers_is_not_near_until_it_is_heard() {
        let mut view = view();
        let is_near = |view: &View| view.is_near(view.device(BOARD).unwrap().1);
        assert!(!is_near(&view));
        view.begin_window();
        view.update(AT_HCI0, DEVICE, &heard());
        view.cut_window_short();
        assert!(is_near(&view));
        view.begin_window();
        view.end_window();
        assert!(is_near(&view), "it was heard in the part before");
        view.begin_window();
        assert!(is_near(&view), "the next one is not over");
        view.end_window();
        assert!(!is_near(&view));
    }

    #[test]
    fn each_loss_of_a_link_counts_and_asks_for_a_new_signal() {
        let mut view = view();
        view.update(AT_HCI0, DEVICE, &heard());
        view.update(AT_HCI0, DEVICE, &connected(true));
        assert_eq!(view.drops(BOARD), 0);
        view.update(AT_HCI0, DEVICE, &connected(false));
        assert_eq!(view.drops(BOARD), 1);
        let device = view.device(BOARD).unwrap().1;
        assert_eq!(device.signal, None);
        assert!(view.is_near(device), "it was there a moment ago");
        view.update(AT_HCI0, DEVICE, &connected(true));
        view.clear();
        assert_eq!((view.drops(BOARD), view.condition()), (2, RadioCondition::NoService));
    }

    #[test]
    fn of_strangers_nothing_is_kept_once_they_are_gone() {
        let mut view = view();
        for number in 0..100 {
            let address = BluetoothAddress([2, 0, 0, 0, 0, number]);
            let path = format!("/org/bluez/hci0/dev_{number}");
            view.update(&path, DEVICE, &properties([("Address", address.to_string().into())]));
            assert!(view.was_known(address));
            view.remove(&path, DEVICE);
            assert!(!view.was_known(address));
        }
        view.update(AT_HCI0, DEVICE, &properties([("Trusted", true.into())]));
        view.remove(AT_HCI0, DEVICE);
        assert!(view.was_known(BOARD), "somebody has had it forgotten");
        assert_eq!(view.drops.len(), 1);
    }

    #[test]
    fn a_radio_that_is_off_gone_or_dead_is_told_apart_and_its_return_counted() {
        let mut view = view();
        assert_eq!((view.condition(), view.returns()), (RadioCondition::Usable, 1));
        let power = |on: bool| properties([("Powered", on.into())]);
        view.update("/org/bluez/hci0", ADAPTER, &power(false));
        assert_eq!(view.condition(), RadioCondition::Off);
        assert!(view.device(BOARD).is_none(), "nothing can be reached by it");
        view.update("/org/bluez/hci0", ADAPTER, &power(true));
        assert_eq!(view.returns(), 2);
        view.remove("/org/bluez/hci0", ADAPTER);
        assert_eq!(view.condition(), RadioCondition::NoAdapter);
        view.clear();
        assert_eq!(view.condition(), RadioCondition::NoService);
    }
}
