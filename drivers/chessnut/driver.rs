//! How Chessnut boards are talked to: they are told to say how the pieces stand again and again, asked who they are, and
//! asked for their battery now and then.

use std::time::Duration;

use super::frame::Frames;
use super::wire::{COMMANDS, Command, POSITIONS, REPLIES, Reply};
use crate::driver::{Ability, Request, Squares};
use crate::family::Transport;
use crate::observation::{DeviceFact, Observation};
use crate::packet::{Channel, Packet};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};
use crate::time::Instant;

/// A battery is asked for this often.
const BATTERY: Duration = Duration::from_secs(60);

/// The dialect of Chessnut boards.
#[derive(Clone, Debug)]
pub(super) struct Chessnut {
    transport: Transport,
    positions: Frames,
    replies: Frames,
    kind: Option<Kind>,
    name: Option<DeviceFact>,
    version: Option<DeviceFact>,
    battery: Option<u8>,
    /// When the battery, and what has not been answered, is asked for again; `None` before the board was heard.
    due: Option<Instant>,
}

/// What kind of board it is: the kinds are not lit alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Air, Air+, Pro or Go.
    Plain,
    /// Move.
    Move,
}

impl Chessnut {
    /// Boards that are reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self {
            transport,
            positions: Frames::default(),
            replies: Frames::default(),
            kind: None,
            name: None,
            version: None,
            battery: None,
            due: None,
        }
    }

    fn packet(&self, command: Command) -> Packet {
        Packet { channel: self.transport.channel(COMMANDS), bytes: command.bytes() }
    }

    /// What is to be asked of a board: its battery, and who it is as far as it has not said so.
    fn questions(&self) -> Vec<Command> {
        let battery = match self.kind {
            Some(Kind::Move) => Command::BatteryOfMove,
            Some(Kind::Plain) | None => Command::Battery,
        };
        // Only the Move answers the first of two; the second, which all answer, says that the first was not.
        let kind = self.kind.is_none().then_some([Command::IsMove, Command::Games]);
        let name = self.name.is_none().then_some(Command::Name);
        let version = self.version.is_none().then_some(Command::Version);
        let who = kind.into_iter().flatten().chain(name).chain(version);
        std::iter::once(battery).chain(who).collect()
    }

    fn hear(&mut self, reply: Reply, told: &mut Told<'_>) {
        match reply {
            Reply::Position(placement) => told.read_out(*placement),
            Reply::Battery(percent) => {
                told.hear();
                if self.battery.replace(percent) != Some(percent) {
                    told.observe(Observation::Battery(percent));
                }
            }
            Reply::Version(version) => {
                told.observe_fact(&mut self.version, DeviceFact::Version(version));
            }
            Reply::Name(name) => {
                let is_move = name.contains("Move");
                told.observe_fact(&mut self.name, DeviceFact::Hardware(name));
                if is_move {
                    self.meet(Kind::Move, told);
                }
            }
            Reply::IsMove => {
                told.hear();
                self.meet(Kind::Move, told);
            }
            Reply::Games => {
                told.hear();
                self.meet(self.kind.unwrap_or(Kind::Plain), told);
            }
            Reply::Button(button) => told.observe(Observation::Button(button.name().into())),
            Reply::Done => told.hear(),
        }
    }

    /// It is of this kind: what was lit before is put out.
    fn meet(&mut self, kind: Kind, told: &mut Told<'_>) {
        if self.kind.replace(kind) == Some(kind) {
            return;
        }
        told.send(self.packet(lighting(kind, Squares::default())));
        if kind == Kind::Move {
            told.send(self.packet(Command::BatteryOfMove));
        }
    }

    /// A board that talks all the time is never asked for being silent.
    fn ask_when_due(&mut self, told: &mut Told<'_>) {
        let due = *self.due.get_or_insert(told.now() + BATTERY);
        if due > told.now() {
            return;
        }
        self.due = Some(told.now() + BATTERY);
        for question in self.questions() {
            told.send(self.packet(question));
        }
    }
}

const fn lighting(kind: Kind, squares: Squares) -> Command {
    match kind {
        Kind::Plain => Command::Light(squares),
        Kind::Move => Command::LightOnMove(squares),
    }
}

impl Dialect for Chessnut {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(2),
            again: Duration::from_secs(1),
            max_questions: 4,
            // The maker's own programs wait so long between two reports. Nothing is known of the air.
            pause: Duration::from_millis(200),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        outbox.put(self.packet(Command::Stream));
        for question in self.questions() {
            outbox.put(self.packet(question));
        }
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        self.open(outbox);
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        let frames = match packet.channel {
            POSITIONS => &mut self.positions,
            Channel::STREAM | REPLIES => &mut self.replies,
            _ => return told.skip(packet.bytes.len()),
        };
        let mut replies = Vec::new();
        frames.receive(packet.bytes, |noise, message| {
            replies.push((noise, message.len(), Reply::read(message)));
        });
        for (noise, length, reply) in replies {
            told.skip(noise);
            match reply {
                Some(reply) => self.hear(reply, told),
                None => told.skip(length),
            }
        }
        self.ask_when_due(told);
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match (request, self.kind) {
            (Request::ReadBoard, _) => {
                outbox.put(self.packet(Command::Stream));
                Verdict::TellWhole
            }
            (Request::Light(squares), Some(kind)) => {
                outbox.put_picture(self.packet(lighting(kind, *squares)));
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights && self.kind.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::position_bytes;
    use super::*;
    use crate::driver::{Approach, Driver, Output};
    use crate::observation::Placement;
    use crate::talk::Talk;

    fn driver() -> Talk<Chessnut> {
        Talk::new(Approach::Known, Chessnut::new(crate::chessnut::FAMILY.transports[1]))
    }

    fn observed(driver: &mut dyn Driver) -> Vec<String> {
        let outputs = std::iter::from_fn(|| driver.poll());
        let observed = outputs.filter_map(|output| match output {
            Output::Observed { observation, .. } => Some(observation.to_string()),
            _ => None,
        });
        observed.collect()
    }

    #[test]
    fn buttons_are_observed_and_repeats_of_a_position_are_not() {
        let mut driver = driver();
        driver.listen(Instant::ZERO);
        let whole = position_bytes(&Placement::EMPTY, false);
        for bytes in [&whole, &whole, &vec![0; 4], &whole] {
            driver.receive(Instant::ZERO, Packet { channel: POSITIONS, bytes });
        }
        assert_eq!(observed(&mut driver), ["link up", "board 8/8/8/8/8/8/8/8"]);
        driver.receive(Instant::ZERO, Packet { channel: REPLIES, bytes: &[0x0F, 1, 2] });
        assert_eq!(observed(&mut driver), ["button new-game"]);
    }

    #[test]
    fn positions_cut_by_the_air_are_noise_and_what_is_whole_is_heard() {
        let mut driver = driver();
        driver.listen(Instant::ZERO);
        let whole = position_bytes(&Placement::EMPTY, false);
        for _ in 0..10 {
            driver.receive(Instant::ZERO, Packet { channel: POSITIONS, bytes: &whole[..20] });
        }
        assert_eq!(observed(&mut driver), [""; 0]);
        driver.receive(Instant::ZERO, Packet { channel: REPLIES, bytes: &[0x2A, 2, 88, 0] });
        assert_eq!(observed(&mut driver), ["link up", "battery 88"]);
        driver.receive(Instant::ZERO, Packet { channel: POSITIONS, bytes: &whole });
        assert_eq!(observed(&mut driver), ["device noise=200", "board 8/8/8/8/8/8/8/8"]);
    }
}
