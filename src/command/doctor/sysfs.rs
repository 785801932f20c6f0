//! What the kernel says of radios, by files below `/sys`. What cannot be read is not found wrong.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of the kernel, at their place or in a test's folder.
#[derive(Debug)]
pub(super) struct Sysfs(PathBuf);

/// An adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RadioAdapter {
    /// Its name, such as `hci0`.
    pub(super) name: String,
    /// The file by which its power saving is switched off; `None` where it saves none.
    pub(super) saving: Option<PathBuf>,
}

/// A switch of the radio, as rfkill has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RadioSwitch {
    /// A key or a slide of the machine holds it off.
    pub(super) is_off_by_hand: bool,
    /// A program has switched it off.
    pub(super) is_off_by_software: bool,
}

impl Sysfs {
    /// The files below `root`, which is `/sys` but in tests.
    pub(super) fn below(root: &Path) -> Self {
        Self(root.to_owned())
    }

    /// The adapters that are there, by name.
    pub(super) fn radio_adapters(&self) -> Vec<RadioAdapter> {
        // Links are listed beside their adapters, as `hci0:71`.
        let adapters =
            self.named("class/bluetooth").into_iter().filter(|(name, _)| !name.contains(':'));
        adapters.map(|(name, path)| RadioAdapter { name, saving: saving(&path) }).collect()
    }

    /// The switches of Bluetooth.
    pub(super) fn radio_switches(&self) -> Vec<RadioSwitch> {
        let switches = self.named("class/rfkill").into_iter().map(|(_, path)| path);
        let switches = switches.filter(|path| is(&path.join("type"), "bluetooth"));
        let switch = |path: PathBuf| RadioSwitch {
            is_off_by_hand: is(&path.join("hard"), "1"),
            is_off_by_software: is(&path.join("soft"), "1"),
        };
        switches.map(switch).collect()
    }

    fn named(&self, folder: &str) -> Vec<(String, PathBuf)> {
        let Ok(entries) = fs::read_dir(self.0.join(folder)) else { return Vec::new() };
        let named = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.file_name().into_string().ok()?, entry.path()))
        });
        let mut all: Vec<_> = named.collect();
        all.sort();
        all
    }
}

/// The control of the USB device that an adapter is an interface of, where the kernel may send it to sleep.
fn saving(adapter: &Path) -> Option<PathBuf> {
    let interface = fs::canonicalize(adapter.join("device")).ok()?;
    let device = interface.parent().filter(|device| device.join("idVendor").exists())?;
    let control = device.join("power/control");
    is(&control, "auto").then_some(control)
}

fn is(file: &Path, word: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.trim_end() == word)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn write(root: &Path, file: &str, text: &str) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn adapters_are_listed_without_their_links_and_with_the_file_of_their_power_saving() {
        let root = tempfile::tempdir().unwrap();
        let (below, usb) = (Sysfs::below(root.path()), "devices/usb1/1-2");
        write(root.path(), &format!("{usb}/idVendor"), "0a12\n");
        write(root.path(), &format!("{usb}/power/control"), "auto\n");
        write(root.path(), &format!("{usb}/1-2:1.0/bInterfaceClass"), "e0\n");
        write(root.path(), "class/bluetooth/hci0:71/type", "link\n");
        fs::create_dir_all(root.path().join("class/bluetooth/hci0")).unwrap();
        let interface = root.path().join(usb).join("1-2:1.0");
        symlink(interface, root.path().join("class/bluetooth/hci0/device")).unwrap();
        let [adapter] = below.radio_adapters().try_into().unwrap();
        let control = root.path().canonicalize().unwrap().join(usb).join("power/control");
        assert_eq!(adapter, RadioAdapter { name: "hci0".into(), saving: Some(control.clone()) });
        fs::write(control, "on\n").unwrap();
        assert_eq!(below.radio_adapters(), [RadioAdapter { name: "hci0".into(), saving: None }]);
    }

    #[test]
    fn only_switches_of_bluetooth_are_read_and_a_machine_without_any_has_none() {
        let root = tempfile::tempdir().unwrap();
        let below = Sysfs::below(root.path());
        assert!(below.radio_switches().is_empty() && below.radio_adapters().is_empty());
        for (name, of, soft) in [("rfkill0", "wlan", "1"), ("rfkill1", "bluetooth", "0")] {
            for (file, text) in [("type", of), ("soft", soft), ("hard", "1")] {
                write(root.path(), &format!("class/rfkill/{name}/{file}"), text);
            }
        }
        let switch = RadioSwitch { is_off_by_hand: true, is_off_by_software: false };
        assert_eq!(below.radio_switches(), [switch]);
    }
}
