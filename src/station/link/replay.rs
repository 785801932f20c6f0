//! A recording as a link: a board that plays its game again.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use touchmove_drivers::Packet;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::family::Family;
use touchmove_drivers::recording::{self, Body, Headers, Record, Recording, RecordingError};

use super::{Link, LinkError, LinkFuture, filled};

/// A recording being played, at the pace at which it was recorded; it begins with the first read.
///
/// Where it holds wire of a known family, that is what is read, and that family's driver listens.
/// Otherwise its text is read, by the driver of the family `recording`. Afterwards the link is quiet
/// for ever, or over where the recording was cut off. What is written is passed over.
#[derive(Debug)]
pub struct Replay {
    port: String,
    family: &'static Family,
    headers: Headers,
    pieces: VecDeque<Piece>,
    /// When the recording was cut off.
    cut: Option<Duration>,
    began: Option<Instant>,
}

/// A packet, and how long after the beginning it comes.
#[derive(Debug)]
struct Piece {
    after: Duration,
    packet: Packet,
}

/// Why a recording cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot be read.
    #[error(transparent)]
    Malformed(#[from] RecordingError),
    /// A port is one board.
    #[error("the file holds {0} recordings, and a port plays one; put each into a file of its own")]
    Several(usize),
}

impl Replay {
    /// Reads the recording at `path`.
    ///
    /// # Errors
    /// [`LinkError::Io`] where the file cannot be read, [`LinkError::Unplayable`] where it is no
    /// recording that can be played.
    pub fn open(path: &Path) -> Result<Self, LinkError> {
        let port = path.display().to_string();
        match std::fs::read(path).map(|bytes| Self::read_from(&bytes, FAMILIES)) {
            Ok(Ok(replay)) => Ok(Self { port, ..replay }),
            Ok(Err(source)) => Err(LinkError::Unplayable { port, source }),
            Err(source) => Err(LinkError::Io { port, source }),
        }
    }

    /// The family whose driver is to listen.
    pub const fn family(&self) -> &'static Family {
        self.family
    }

    /// What the recording says before its first record.
    pub const fn headers(&self) -> &Headers {
        &self.headers
    }

    fn read_from(bytes: &[u8], families: &[&'static Family]) -> Result<Self, ReplayError> {
        let recordings = Recording::read_all(bytes)?;
        let [recording] = recordings.as_slice() else {
            return Err(ReplayError::Several(recordings.len()));
        };
        let headers = recording.headers().clone();
        let mut timeline = Timeline::default();
        let family = match family_of_wire(recording, families) {
            Some(family) => {
                recording.records().for_each(|(_, record)| timeline.add_wire(record));
                family
            }
            None => {
                timeline.add_line(headers.to_string());
                recording.records().for_each(|(_, record)| timeline.add_text(record));
                &recording::FAMILY
            }
        };
        let Timeline { pieces, cut, .. } = timeline;
        Ok(Self { port: String::new(), family, headers, pieces, cut, began: None })
    }
}

impl Link for Replay {
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            let began = *self.began.get_or_insert_with(Instant::now);
            let Some(piece) = self.pieces.front_mut() else {
                return match self.cut {
                    Some(cut) => {
                        sleep_until(began + cut).await;
                        Err(LinkError::Over { port: self.port.clone() })
                    }
                    None => std::future::pending().await,
                };
            };
            sleep_until(began + piece.after).await;
            let Packet { channel, bytes } = &mut piece.packet;
            let (channel, count) = (*channel, bytes.len().min(buffer.len()));
            for (to, from) in buffer.iter_mut().zip(bytes.drain(..count)) {
                *to = from;
            }
            if bytes.is_empty() {
                self.pieces.pop_front();
            }
            Ok(Packet { channel, bytes: filled(buffer, count) })
        })
    }

    fn write<'a>(&'a mut self, _: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The known family whose wire the recording holds.
fn family_of_wire(recording: &Recording, families: &[&'static Family]) -> Option<&'static Family> {
    let board = recording.headers().board.as_ref()?;
    let has_wire = recording.records().any(|(_, record)| matches!(record.body, Body::Received(_)));
    families.iter().copied().find(|family| has_wire && family.name == board.family)
}

/// What comes when. A record without a time comes with the one before it.
#[derive(Default)]
struct Timeline {
    pieces: VecDeque<Piece>,
    cut: Option<Duration>,
    /// Time of the first record that has one: there the replay begins.
    first: Option<touchmove_drivers::Instant>,
    now: Duration,
}

impl Timeline {
    fn add_wire(&mut self, record: &Record) {
        self.arrive(record);
        if let Body::Received(packet) = &record.body {
            self.add(packet.clone());
        }
    }

    fn add_text(&mut self, record: &Record) {
        self.arrive(record);
        self.add_line(format!("{record}\n"));
    }

    fn arrive(&mut self, record: &Record) {
        if let Some(at) = record.at {
            self.now = at.since(*self.first.get_or_insert(at));
        }
        if record.body == Body::Cut {
            self.cut = Some(self.now);
        }
    }

    /// A link never gives nothing, so a read that brought nothing is left out.
    fn add(&mut self, packet: Packet) {
        if !packet.bytes.is_empty() {
            self.pieces.push_back(Piece { after: self.now, packet });
        }
    }

    fn add_line(&mut self, text: String) {
        self.add(Packet::stream(text.into_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::Channel;

    use super::*;
    use crate::link::fake;

    const FAMILIES: &[&Family] = &[&fake::SERIAL];

    fn replay(text: &str) -> Replay {
        Replay::read_from(text.as_bytes(), FAMILIES).unwrap()
    }

    /// The next read, and how many milliseconds after `began` it came.
    async fn next(replay: &mut Replay, began: Instant) -> (u128, Vec<u8>) {
        let mut buffer = [0; 64];
        let bytes = replay.read(&mut buffer).await.unwrap().bytes.to_vec();
        (began.elapsed().as_millis(), bytes)
    }

    #[tokio::test(start_paused = true)]
    async fn wire_of_a_known_family_comes_at_its_pace() {
        let mut replay = replay(
            "touchmove-recording 1\nboard fake 7\n5.000 < 01\n5.000 battery 1\n5.100 > 3f\n\
             5.250 < 02 03\n- < 04\n65.250 < 05\n",
        );
        assert_eq!(replay.family().name, "fake");
        let began = Instant::now();
        assert_eq!(next(&mut replay, began).await, (0, vec![1]));
        assert_eq!(next(&mut replay, began).await, (250, vec![2, 3]));
        assert_eq!(next(&mut replay, began).await, (250, vec![4]));
        assert_eq!(next(&mut replay, began).await, (60_250, vec![5]));
        let quiet = tokio::time::timeout(Duration::from_secs(3_600), next(&mut replay, began));
        assert!(quiet.await.is_err(), "a recording that ends is followed by quiet");
    }

    #[tokio::test(start_paused = true)]
    async fn without_wire_of_a_known_family_its_text_is_read() {
        for head in ["touchmove-recording 1\n", "touchmove-recording 1\nboard other\n- < 01\n"] {
            let mut replay = replay(&format!("{head}0.000 link up\n1.500 battery 90\n"));
            assert_eq!(replay.family().name, "recording");
            let began = Instant::now();
            let mut text = String::new();
            while !text.ends_with("battery 90\n") {
                text.push_str(&String::from_utf8(next(&mut replay, began).await.1).unwrap());
            }
            assert_eq!(began.elapsed(), Duration::from_millis(1_500));
            assert!(text.contains("0.000 link up\n1.500 battery 90\n"), "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_recording_that_was_cut_off_is_over_at_its_end() {
        let mut replay = replay("touchmove-recording 1\nboard fake\n0.0 < 01\n2.0 end cut\n");
        let began = Instant::now();
        assert_eq!(next(&mut replay, began).await, (0, vec![1]));
        let mut buffer = [0; 1];
        let over = replay.read(&mut buffer).await;
        assert!(matches!(over, Err(LinkError::Over { .. })));
        assert_eq!(began.elapsed(), Duration::from_secs(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_into_little_room_loses_nothing() {
        let mut replay = replay("touchmove-recording 1\nboard fake\n- < 01 02 03\n");
        let mut buffer = [0; 2];
        assert_eq!(replay.read(&mut buffer).await.unwrap().bytes, [1, 2]);
        assert_eq!(replay.read(&mut buffer).await.unwrap().bytes, [3]);
    }

    #[tokio::test(start_paused = true)]
    async fn packets_come_whole_and_on_their_channels() {
        let mut replay =
            replay("touchmove-recording 1\nboard fake\n- <3 01 02\n- >3 07\n- <5 03\n");
        let mut buffer = [0; 64];
        for (channel, bytes) in [(3, [1, 2].as_slice()), (5, &[3])] {
            let packet = Packet { channel: Channel(channel), bytes };
            assert_eq!(replay.read(&mut buffer).await.unwrap(), packet);
        }
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let two = "touchmove-recording 1\ntouchmove-recording 1\n";
        let error = Replay::read_from(two.as_bytes(), FAMILIES).unwrap_err();
        assert!(matches!(error, ReplayError::Several(2)), "{error}");
        let error = Replay::read_from(b"touchmove-recording 1\n0.0 square e9 .\n", FAMILIES);
        assert!(error.unwrap_err().to_string().starts_with("line 2: "));
        let error = Replay::open(Path::new("/no/such.rec")).unwrap_err();
        assert!(matches!(error, LinkError::Io { .. }), "{error}");
    }
}
