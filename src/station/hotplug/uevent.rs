//! What a message about devices is about: as the kernel writes it, and as udev does once its rules have run.

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Terminal devices, which serial ports are, or devices that exchange reports.
    Ports,
    /// Something else.
    Others,
    /// It cannot be told.
    Unknown,
}

/// What udev's messages begin with.
const UDEV: &[u8] = b"libudev\0";

/// Where such a message says at which byte its properties begin (libudev's `struct udev_monitor_netlink_header`:
/// prefix, magic number, size of the header, offset and length of the properties, in the machine's byte order).
const UDEV_OFFSET: std::ops::Range<usize> = 16..20;

/// What `message` is about. udev's header is promised nowhere, so what does not look as expected is unknown.
pub(super) fn about(message: &[u8]) -> About {
    let properties = match message.strip_prefix(UDEV) {
        Some(_) => udev_properties(message),
        None => kernel_properties(message),
    };
    let subsystem = properties.and_then(|properties| {
        let mut properties = properties.split(|&byte| byte == 0);
        properties.find_map(|property| property.strip_prefix(b"SUBSYSTEM="))
    });
    match subsystem {
        Some(b"tty" | b"hidraw") => About::Ports,
        Some(_) => About::Others,
        None => About::Unknown,
    }
}

/// `ACTION@PATH`, and then properties, each ended by a zero.
fn kernel_properties(message: &[u8]) -> Option<&[u8]> {
    let end = message.iter().position(|&byte| byte == 0)?;
    let (head, properties) = message.split_at(end);
    head.contains(&b'@').then_some(properties)
}

fn udev_properties(message: &[u8]) -> Option<&[u8]> {
    let offset = message.get(UDEV_OFFSET)?.try_into().ok().map(u32::from_ne_bytes)?;
    message.get(usize::try_from(offset).ok()?..)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of_kernel(subsystem: &str) -> Vec<u8> {
        let text = format!(
            "add@/devices/pci/usb1/ttyUSB0/tty/ttyUSB0|ACTION=add|SUBSYSTEM={subsystem}|DEVNAME=ttyUSB0|SEQNUM=816|"
        );
        text.replace('|', "\0").into_bytes()
    }

    fn of_udev(subsystem: &str) -> Vec<u8> {
        let properties = format!("ACTION=add\0SUBSYSTEM={subsystem}\0TOUCHMOVE_FAMILY=dgt\0");
        let numbers = [40, 40, u32::try_from(properties.len()).unwrap(), 0, 0, 0];
        let mut message = b"libudev\0\xfe\xed\xca\xfe".to_vec();
        message.extend(numbers.into_iter().flat_map(u32::to_ne_bytes));
        message.resize(40, 0);
        message.extend(properties.into_bytes());
        message
    }

    #[test]
    fn messages_of_the_kernel_and_of_udev_name_their_subsystem() {
        for message in [of_kernel, of_udev] {
            assert_eq!(about(&message("tty")), About::Ports);
            assert_eq!(about(&message("hidraw")), About::Ports);
            assert_eq!(about(&message("usb")), About::Others);
        }
    }

    #[test]
    fn what_looks_otherwise_is_unknown() {
        let mut elsewhere = of_udev("tty");
        elsewhere[16..20].copy_from_slice(&u32::MAX.to_ne_bytes());
        let cut = of_kernel("tty")[..20].to_vec();
        for message in [elsewhere, cut, b"libudev\0".to_vec(), b"SUBSYSTEM=tty\0".to_vec(), vec![]]
        {
            assert_eq!(about(&message), About::Unknown, "{message:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_about_something(
            head in prop_oneof![Just(Vec::new()), Just(UDEV.to_vec()), Just(b"add@/x\0".to_vec())],
            rest in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            about(&[head, rest].concat());
        }
    }
}
