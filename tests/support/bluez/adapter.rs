//! `org.bluez.Adapter1`.

use std::collections::HashMap;

use zbus::{ObjectPath, OwnedVariant, interface};

use super::Bluez;

pub(super) struct Adapter {
    bluez: Bluez,
}

impl Adapter {
    pub(super) fn of(bluez: Bluez) -> Self {
        Self { bluez }
    }
}

#[interface(name = "org.bluez.Adapter1")]
impl Adapter {
    async fn set_discovery_filter(&self, _filter: HashMap<String, OwnedVariant>) {}

    async fn start_discovery(&self) {
        {
            let mut state = self.bluez.state();
            state.is_discovering = true;
            state.scans += 1;
        }
        for peer in self.bluez.peers() {
            self.bluez.advertise(&peer).await;
        }
    }

    async fn stop_discovery(&self) {
        self.bluez.state().is_discovering = false;
    }

    async fn remove_device(&self, device: ObjectPath<'_>) {
        let peers = self.bluez.peers();
        let peer = peers.iter().find(|peer| peer.path() == device.as_str()).unwrap();
        self.bluez.forget(peer).await;
    }

    #[zbus(property)]
    fn address(&self) -> &str {
        "00:1A:7D:DA:71:13"
    }

    #[zbus(property)]
    fn address_type(&self) -> &str {
        "public"
    }

    #[zbus(property)]
    fn name(&self) -> &str {
        "hall"
    }

    #[zbus(property)]
    fn alias(&self) -> &str {
        "hall"
    }

    #[zbus(property)]
    fn class(&self) -> u32 {
        0
    }

    #[zbus(property)]
    fn modalias(&self) -> &str {
        "usb:v1D6Bp0246d0542"
    }

    #[zbus(property)]
    fn powered(&self) -> bool {
        self.bluez.state().is_powered
    }

    #[zbus(property)]
    fn discovering(&self) -> bool {
        self.bluez.state().is_discovering
    }

    #[zbus(property, name = "UUIDs")]
    fn uuids(&self) -> Vec<String> {
        Vec::new()
    }
}
