//! Tells the boards in the air that are ours and near.

use tokio::sync::mpsc;

use super::rows::{self, Way};
use super::view::{RadioCondition, RadioDevice, View};
use super::{Radio, Shared};
use crate::hotplug::source::{AddressChange, FoundAddress, Source, Watching, differences};
use crate::link::address::Address;

impl Source for Radio {
    fn watch(&self, changes: mpsc::Sender<AddressChange>) -> Watching {
        Box::pin(watch(self.clone(), changes))
    }
}

/// A radio reaches through walls, so only boards are told that somebody has trusted. They are known by their addresses:
/// those of one maker may all have one name.
async fn watch(radio: Radio, changes: mpsc::Sender<AddressChange>) {
    radio.start();
    let mut views = radio.views();
    let (mut known, mut returns) = (Vec::new(), 0);
    loop {
        let (is_back, now) = {
            let view = views.borrow_and_update();
            let is_back = view.returns() != returns;
            returns = view.returns();
            let is_usable = view.condition() == RadioCondition::Usable;
            (is_back, is_usable.then(|| near(&radio.0, &view)))
        };
        // Ports of boards stay while the radio is away, and say why. When it is back they are opened anew, without a pause.
        let steps = is_back.then(Vec::new).into_iter().chain(now);
        for now in steps {
            for change in differences(&known, &now) {
                if changes.send(change).await.is_err() {
                    return;
                }
            }
            known = now;
        }
        tokio::select! {
            () = changes.closed() => return,
            changed = views.changed() => if changed.is_err() { return },
        }
    }
}

fn near(shared: &Shared, view: &View) -> Vec<FoundAddress> {
    let ours = shared.ours();
    let mut found: Vec<FoundAddress> = Vec::new();
    for (_, device) in view.devices() {
        let families = rows::families(device);
        let is_ours = device.trusted || ours.contains(&device.address);
        let is_told = found.iter().any(|one| one.address == Address::Bluetooth(device.address));
        if is_ours && !is_told && !families.is_empty() && is_there(view, device) {
            let what = families.first().map_or("", |family| family.title);
            found.push(FoundAddress {
                address: Address::Bluetooth(device.address),
                families,
                what,
            });
        }
    }
    found
}

fn is_there(view: &View, device: &RadioDevice) -> bool {
    match rows::way(device) {
        // What listens for calls does not show itself.
        Way::Rfcomm => true,
        Way::Gatt => view.is_near(device),
    }
}
