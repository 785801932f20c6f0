//! How ChessUp boards are talked to: asked who they are and how the pieces stand, told once that moves are wanted, and
//! answered whatever they wait for.

use std::time::Duration;

use super::wire::{BATTERY, Command, Info, Message};
use crate::device::follower::START;
use crate::device::played::ToldMove;
use crate::driver::Request;
use crate::family::nordic_uart;
use crate::observation::{DeviceFact, Observation, Piece, Placement, Reading, Role};
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// A board that does not say that it has taken the settings is sent them so often.
const MAX_SETTINGS_SENT: u8 = 3;

/// The dialect of ChessUp boards.
#[derive(Clone, Debug, Default)]
pub(super) struct ChessUp {
    version: Option<DeviceFact>,
    serial: Option<DeviceFact>,
    battery: Option<u8>,
    /// How the pieces stand in its game, by what it has told.
    stands: Option<Placement>,
    /// The last move that it has told.
    last: Option<ToldMove>,
    /// The move of a pawn that is to become something: nobody has told what.
    promoting: Option<ToldMove>,
    settings: Settings,
}

/// Whether it was set to tell moves.
#[derive(Clone, Copy, Debug, Default)]
struct Settings {
    is_taken: bool,
    sent: u8,
}

impl ChessUp {
    fn hear(&mut self, message: Message, told: &mut Told<'_>) {
        match message {
            Message::Position(placement) => self.stand(*placement, told),
            Message::Move { from, to } => {
                told.hear();
                told.send(Command::MoveHeard.packet());
                self.play(ToldMove { from, to, becomes: None }, told);
            }
            Message::Promotion(role) => {
                told.hear();
                told.send(Command::PromotionHeard.packet());
                self.promote(role, told);
            }
            Message::SettingsTaken => {
                self.settings.is_taken = true;
                told.hear();
            }
            Message::TakenBack => {
                told.hear();
                told.send(Command::Position.packet());
            }
            Message::Info(info) => self.meet(info, told),
            Message::Other => told.hear(),
        }
    }

    /// It is who it says. A number that is nobody's names no board.
    fn meet(&mut self, Info { version, serial }: Info, told: &mut Told<'_>) {
        let [major, minor, patch] = version;
        let version = DeviceFact::Version(format!("{major}.{minor}.{patch}"));
        told.observe_fact(&mut self.version, version);
        if ![[0; 4], [0xFF; 4]].contains(&serial) {
            let number = format!("{:08X}", u32::from_be_bytes(serial));
            told.observe_fact(&mut self.serial, DeviceFact::Serial(number));
        }
    }

    /// Its game stands so. Where one is about to begin it is set to tell moves: that would end one that is played.
    fn stand(&mut self, placement: Placement, told: &mut Told<'_>) {
        if self.promoting.is_some_and(|mv| !is_pawn(placement.get(mv.from))) {
            self.promoting = None;
        }
        self.stands = Some(placement.clone());
        let is_start = placement.to_string() == START;
        told.read_out(placement);
        let Settings { is_taken, sent } = &mut self.settings;
        if is_start && !*is_taken && *sent < MAX_SETTINGS_SENT {
            *sent += 1;
            told.send(Command::Settings.packet());
        }
    }

    /// It has taken a move, or says again that it has. A move from where nothing stands shows that one was missed.
    fn play(&mut self, mv: ToldMove, told: &mut Told<'_>) {
        let Some(stands) = &self.stands else { return told.send(Command::Position.packet()) };
        let is_again = self.last == Some(mv);
        if self.promoting.is_some() {
            if self.promoting != Some(mv) {
                self.promoting = None;
                told.send(Command::Position.packet());
            }
            return;
        }
        if mv.promotes(stands) {
            (self.promoting, self.last) = (Some(mv), Some(mv));
            return;
        }
        match mv.played(stands) {
            Some(after) => {
                self.last = Some(mv);
                self.stands = Some(after.clone());
                told.read_out(after);
            }
            None if is_again => {}
            None => told.send(Command::Position.packet()),
        }
    }

    /// The pawn of the last move becomes this; or that is said again.
    fn promote(&mut self, role: Role, told: &mut Told<'_>) {
        let Some((mv, stands)) = self.promoting.take().zip(self.stands.as_ref()) else { return };
        let Reading::Piece(pawn) = stands.get(mv.from) else { return };
        let becomes = Some(Reading::Piece(Piece { role, ..pawn }));
        if let Some(after) = (ToldMove { becomes, ..mv }).played(stands) {
            self.stands = Some(after.clone());
            told.read_out(after);
        }
    }

    fn charge(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        match *packet.bytes {
            [percent @ 0..=100] if self.battery == Some(percent) => told.hear(),
            [percent @ 0..=100] => {
                self.battery = Some(percent);
                told.observe(Observation::Battery(percent));
            }
            _ => told.skip(packet.bytes.len()),
        }
    }
}

const fn is_pawn(reading: Reading) -> bool {
    matches!(reading, Reading::Piece(Piece { role: Role::Pawn, .. }))
}

impl Dialect for ChessUp {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(5),
            again: Duration::from_secs(1),
            max_questions: 4,
            pause: Duration::from_millis(25),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        outbox.put(Command::Info.packet());
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(Command::Position.packet());
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        match packet.channel {
            BATTERY => return self.charge(packet, told),
            nordic_uart::REPLIES => {}
            _ => return told.skip(packet.bytes.len()),
        }
        let mut rest = packet.bytes;
        while let Some((message, length)) = Message::read(rest) {
            self.hear(message, told);
            rest = rest.get(length..).unwrap_or_default();
        }
        told.skip(rest.len());
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => {
                outbox.put(Command::Position.packet());
                Verdict::TellWhole
            }
            _ => Verdict::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::{move_bytes, position_bytes};
    use super::*;
    use crate::driver::{Approach, Driver, Output};
    use crate::observation::{Color, Square};
    use crate::talk::Talk;
    use crate::time::Instant;

    /// A driver that talks, what it sends and what it tells.
    struct Scene {
        driver: Talk<ChessUp>,
        now: Instant,
        sent: Vec<Vec<u8>>,
        told: Vec<String>,
    }

    impl Scene {
        /// A driver of a board that stands like this.
        fn standing(placement: &str) -> Self {
            let driver = Talk::new(Approach::Known, ChessUp::default());
            let mut scene = Self { driver, now: Instant::ZERO, sent: Vec::new(), told: Vec::new() };
            scene.driver.start(scene.now);
            scene.hear(&position_bytes(&placement.parse().unwrap(), Color::White));
            scene
        }

        fn hear(&mut self, bytes: &[u8]) -> &mut Self {
            let packet = Packet { channel: nordic_uart::REPLIES, bytes };
            self.driver.receive(self.now, packet);
            for _ in 0..8 {
                while let Some(output) = self.driver.poll() {
                    match output {
                        Output::Send(packet) => self.sent.push(packet.bytes),
                        Output::Observed { observation, .. } => {
                            self.told.push(observation.to_string());
                        }
                        _ => {}
                    }
                }
                self.now = self.now + Duration::from_millis(25);
                self.driver.timeout(self.now);
            }
            self
        }

        fn hear_move(&mut self, from: &str, to: &str) -> &mut Self {
            let [from, to]: [Square; 2] = [from, to].map(|name| name.parse().unwrap());
            self.hear(&move_bytes(from, to))
        }

        fn take_told(&mut self) -> Vec<String> {
            std::mem::take(&mut self.told)
        }

        fn count_sent(&self, command: Command) -> usize {
            self.sent.iter().filter(|bytes| *bytes == command.bytes()).count()
        }
    }

    #[test]
    fn a_move_that_is_said_again_is_acknowledged_again_and_told_once() {
        let mut scene = Scene::standing(START);
        scene.take_told();
        scene.hear_move("e2", "e4").hear_move("e2", "e4").hear_move("e2", "e4");
        assert_eq!(scene.take_told(), ["square e2 .", "square e4 P"]);
        assert_eq!(scene.count_sent(Command::MoveHeard), 3);
    }

    #[test]
    fn settings_are_sent_before_a_game_and_never_into_one() {
        let mut scene = Scene::standing(START);
        assert_eq!(scene.count_sent(Command::Settings), 1);
        let start = position_bytes(&START.parse().unwrap(), Color::White);
        scene.hear(&[0x24]).hear(&start);
        assert_eq!(scene.count_sent(Command::Settings), 1);
        let scene = Scene::standing("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(scene.count_sent(Command::Settings), 0);
        assert!(scene.sent.iter().all(|bytes| bytes[0] != 0x66));
    }

    #[test]
    fn a_promotion_is_told_once_its_piece_is() {
        let mut scene = Scene::standing("3k4/4P3/8/8/8/8/8/4K3");
        scene.take_told();
        scene.hear_move("e7", "e8").hear_move("e7", "e8");
        assert_eq!(scene.take_told(), [""; 0]);
        scene.hear(&[0x97, 4]).hear(&[0x97, 4]);
        assert_eq!(scene.take_told(), ["square e7 .", "square e8 Q"]);
        assert_eq!(scene.count_sent(Command::PromotionHeard), 2);
    }

    #[test]
    fn a_move_from_where_nothing_stands_asks_for_the_position() {
        let mut scene = Scene::standing(START);
        let asked = scene.count_sent(Command::Position);
        scene.hear_move("e4", "e5");
        assert_eq!(scene.count_sent(Command::Position), asked + 1);
        scene.hear(&[0xBD]);
        assert_eq!(scene.count_sent(Command::Position), asked + 2);
    }

    #[test]
    fn a_board_says_who_it_is_and_how_full_its_battery_is_once() {
        let mut scene = Scene::standing(START);
        scene.take_told();
        let info = [0xB2, 0, 1, 9, 0, 1, 0, 0, 0x0D, 0xEF, 0x36, 0xD0, 1, 4, 0, 1];
        scene.hear(&info).hear(&info);
        for _ in 0..2 {
            scene.driver.receive(scene.now, Packet { channel: BATTERY, bytes: &[57] });
        }
        scene.hear(&[0x22]);
        let told = ["device version=0.1.9", "device serial=0DEF36D0", "battery 57"];
        assert_eq!(scene.take_told(), told);
    }
}
