//! A call as another connection can carry it out.

use std::io;
use std::os::fd::OwnedFd;

use zbus::Message;
use zbus::connection::socket::ReadHalf;
use zbus::export::async_trait::async_trait;
use zbus::message::{EndianSig, Flags};

// Where a message has what (D-Bus specification, "Message Format").
const FLAGS: usize = 2;
const LENGTH_OF_FIELDS: usize = 12;
const FIELDS: usize = 16;

/// Fields, and the body, begin at multiples of this.
const ALIGNMENT: usize = 8;

/// The code of the field that says where a message goes.
const DESTINATION: u8 = 6;

/// The call without its destination, which names the connection where it came in, and with an answer wanted, which says
/// when it is over.
///
/// # Errors
/// [`zbus::Error`] where it is no message as the specification has it, which no bus passes on.
pub(super) async fn forwarded(call: &Message) -> zbus::Result<Message> {
    let bytes = Bytes { all: call.data().bytes(), order: call.primary_header().endian_sig() };
    let mut forwarded = bytes.forwarded().ok_or(zbus::Error::InvalidField)?;
    AllThere.receive_message(0, &mut forwarded, &mut Vec::new()).await
}

/// The bytes of a message.
struct Bytes<'a> {
    all: &'a [u8],
    order: EndianSig,
}

impl Bytes<'_> {
    fn forwarded(&self) -> Option<Vec<u8>> {
        let end = FIELDS + self.length(LENGTH_OF_FIELDS)?;
        let mut kept = self.all.get(..FIELDS)?.to_vec();
        *kept.get_mut(FLAGS)? &= !Flags::NO_REPLY_EXPECTED.bits();
        let mut at = FIELDS;
        while at < end {
            let begin = at.next_multiple_of(ALIGNMENT);
            at = self.end_of_field(begin)?;
            if *self.all.get(begin)? != DESTINATION {
                kept.resize(kept.len().next_multiple_of(ALIGNMENT), 0);
                kept.extend_from_slice(self.all.get(begin..at)?);
            }
        }
        let length = u32::try_from(kept.len() - FIELDS).ok()?;
        let length = match self.order {
            EndianSig::Little => length.to_le_bytes(),
            EndianSig::Big => length.to_be_bytes(),
        };
        kept.get_mut(LENGTH_OF_FIELDS..FIELDS)?.copy_from_slice(&length);
        kept.resize(kept.len().next_multiple_of(ALIGNMENT), 0);
        kept.extend_from_slice(self.all.get(end.next_multiple_of(ALIGNMENT)..)?);
        Some(kept)
    }

    /// Where a field ends: its code, the type of its value (a length of 1, the type, a 0), and the value.
    fn end_of_field(&self, begin: usize) -> Option<usize> {
        let value = begin + 4;
        Some(match self.all.get(begin + 2)? {
            b's' | b'o' => value + 4 + self.length(value)? + 1,
            b'g' => value + 1 + usize::from(*self.all.get(value)?) + 1,
            b'u' => value + 4,
            _ => return None,
        })
    }

    fn length(&self, at: usize) -> Option<usize> {
        let bytes = self.all.get(at..at + 4)?.try_into().ok()?;
        let length = match self.order {
            EndianSig::Little => u32::from_le_bytes(bytes),
            EndianSig::Big => u32::from_be_bytes(bytes),
        };
        usize::try_from(length).ok()
    }
}

/// Where nothing more comes from.
#[derive(Debug)]
struct AllThere;

#[async_trait]
impl ReadHalf for AllThere {
    async fn recvmsg(&mut self, _: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        Ok((0, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use zbus::wire::Endian;

    use super::*;

    #[tokio::test]
    async fn everything_but_the_destination_stays() {
        let body = (vec![7_u8; 3], "why", 1_u64);
        for order in [Endian::Little, Endian::Big] {
            for (path, member) in
                [("/", "A"), ("/org/touchmove", "Decide"), ("/a/b", "EventsSince")]
            {
                let call = |destination: &'static str| {
                    Message::method_call(path, member)
                        .endian(order)
                        .sender(":1.12")
                        .destination(destination)
                        .interface("org.touchmove.Hall1.Game")
                        .with_flags(Flags::NO_REPLY_EXPECTED | Flags::ALLOW_INTERACTIVE_AUTH)
                };
                for destination in [":1.7", "org.touchmove.Guest1"] {
                    let call = call(destination).build(&body).unwrap();
                    let it = forwarded(&call).await.unwrap();
                    let (before, after) = (call.header(), it.header());
                    assert!(after.destination().is_none());
                    assert_eq!(after.path(), before.path());
                    assert_eq!(after.member(), before.member());
                    assert_eq!(after.interface(), before.interface());
                    assert_eq!(after.sender(), before.sender());
                    let (before, after) = (before.primary(), after.primary());
                    assert_eq!(after.serial_num(), before.serial_num());
                    assert_eq!(after.flags(), Flags::ALLOW_INTERACTIVE_AUTH);
                    let told: (Vec<u8>, String, u64) = it.body().deserialize().unwrap();
                    assert_eq!(told, (body.0.clone(), body.1.to_owned(), body.2));
                }
            }
        }
    }
}
