//! How boards of the Chess Peripheral Protocol are talked to: a game is begun, at the start or where their pieces stand, and
//! each move that they tell is answered.

use std::time::Duration;

use super::wire::{Command, LINES_OF_BOARD, Line, State, Uci, lines};
use crate::device::follower::{START, other};
use crate::device::played::ToldMove;
use crate::driver::Request;
use crate::observation::{Color, Piece, Placement, Reading, Role, Square};
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of these boards.
#[derive(Clone, Debug, Default)]
pub(super) struct Cpp {
    /// How the pieces stand, by what the board has told.
    stands: Option<Placement>,
    /// Whose turn it is, as far as it has told.
    turn: Option<Color>,
    /// The last move that it has told.
    last: Option<ToldMove>,
    game: Game,
}

/// What is known of the game that the board was told to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Game {
    /// It was told to begin at the start.
    #[default]
    AtStart,
    /// Its pieces stood otherwise: it was told to begin where they stood.
    WhereTheyStand,
    /// They stand as they are to: moves are told.
    InStep,
}

impl Cpp {
    fn hear(&mut self, line: Line, told: &mut Told<'_>) {
        match line {
            Line::Sync(state) => {
                self.game = Game::InStep;
                self.stand(&state, told);
            }
            Line::Unsync(state) => {
                self.stand(&state, told);
                self.join(told);
            }
            Line::State(state) => self.stand(&state, told),
            Line::Move(uci) => self.play(uci, told),
            Line::Other => told.hear(),
        }
    }

    /// Its pieces stand so. Where it cannot say which piece it is, it is the one that stood there.
    fn stand(&mut self, state: &State, told: &mut Told<'_>) {
        let mut placement = state.placement.clone();
        if let Some(stands) = &self.stands {
            for square in Square::all() {
                let known = stands.get(square);
                if is_confirmed(known, placement.get(square)) {
                    placement.set(square, known);
                }
            }
        }
        self.stands = Some(placement.clone());
        self.turn = state.turn.or(self.turn);
        told.read_out(placement);
    }

    /// Its pieces stand elsewhere than in the game that it was told to begin: it is told to go on from there, once, as long
    /// as it knows all of them.
    fn join(&mut self, told: &mut Told<'_>) {
        if self.game == Game::WhereTheyStand || !self.stands.as_ref().is_some_and(is_known) {
            return;
        }
        self.game = Game::WhereTheyStand;
        told.send(self.begin().packet());
    }

    /// A move is told, or told again. One from where nothing stands is refused: the board says then how its pieces stand.
    fn play(&mut self, uci: Uci, told: &mut Told<'_>) {
        told.hear();
        let Some(stands) = &self.stands else { return told.send(Command::Ok.packet()) };
        let Uci { from, to, becomes } = uci;
        let mut mv = ToldMove { from, to, becomes: None };
        let is_nameless = mv.promotes(stands) && becomes.is_none();
        if let (Reading::Piece(pawn), true) = (stands.get(from), mv.promotes(stands)) {
            // Which piece it is the board may not know.
            let color = pawn.color;
            let named = becomes.map(|role| Reading::Piece(Piece { color, role }));
            mv.becomes = Some(named.unwrap_or(Reading::Color(color)));
        }
        let moved = stands.get(from);
        let answer = match mv.played(stands) {
            Some(after) => {
                self.turn = color_of(moved).map(other).or(self.turn);
                self.stands = Some(after.clone());
                told.read_out(after);
                self.last = Some(mv);
                match is_nameless {
                    true => Command::Promote(Uci { becomes: Some(Role::Queen), ..uci }),
                    false => Command::Ok,
                }
            }
            None if self.last.is_some_and(|last| (last.from, last.to) == (from, to)) => Command::Ok,
            None => Command::Nok,
        };
        told.send(answer.packet());
    }

    /// A game goes on where the pieces stand, as far as all of them are known; else it begins at the start.
    fn begin(&self) -> Command {
        let known = self.stands.clone().filter(is_known);
        Command::Begin(match known {
            Some(placement) => State { placement, turn: self.turn.or(Some(Color::White)) },
            None => State { turn: Some(Color::White), placement: start() },
        })
    }
}

fn start() -> Placement {
    START.parse().unwrap_or(Placement::EMPTY)
}

const fn color_of(reading: Reading) -> Option<Color> {
    match reading {
        Reading::Piece(piece) => Some(piece.color),
        Reading::Color(color) => Some(color),
        _ => None,
    }
}

/// Whether what is told of a square says no more than what is known of it.
const fn is_confirmed(known: Reading, told: Reading) -> bool {
    match (known, told) {
        (Reading::Piece(_) | Reading::Color(_), Reading::Occupied) => true,
        (Reading::Piece(piece), Reading::Color(color)) => piece.color as u8 == color as u8,
        _ => false,
    }
}

fn is_known(placement: &Placement) -> bool {
    let is_named = |square| matches!(placement.get(square), Reading::Empty | Reading::Piece(_));
    Square::all().all(is_named)
}

impl Dialect for Cpp {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(30),
            again: Duration::from_secs(5),
            max_questions: 4,
            pause: Duration::from_millis(50),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        let question = match self.stands {
            Some(_) => Command::Feature,
            None => self.begin(),
        };
        outbox.put(question.packet());
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        let lines = Some(packet.bytes).filter(|_| packet.channel == LINES_OF_BOARD).and_then(lines);
        let Some(lines) = lines else { return told.skip(packet.bytes.len()) };
        for line in lines {
            match Line::read(line) {
                Some(read) => self.hear(read, told),
                None => told.skip(line.len()),
            }
        }
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            // It says then whether its pieces stand as they are known to.
            Request::ReadBoard => {
                outbox.put(self.begin().packet());
                Verdict::TellWhole
            }
            _ => Verdict::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Approach, Driver, Output};
    use crate::talk::Talk;
    use crate::time::Instant;

    /// What is said and told of these lines, one after another; what is sent with `>` before it.
    fn dialogue(lines: &[&str]) -> Vec<String> {
        let mut driver = Talk::new(Approach::Known, Cpp::default());
        let mut now = Instant::ZERO;
        driver.start(now);
        let mut said = Vec::new();
        for line in std::iter::once(&"").chain(lines) {
            let packet = Packet { channel: LINES_OF_BOARD, bytes: line.as_bytes() };
            driver.receive(now, packet);
            for _ in 0..3 {
                said.extend(std::iter::from_fn(|| driver.poll()).map(|output| match output {
                    Output::Send(packet) => {
                        format!(">{}", String::from_utf8(packet.bytes).unwrap())
                    }
                    Output::Observed { observation, .. } => observation.to_string(),
                    other => format!("{other:?}"),
                }));
                now = now + Duration::from_millis(50);
                driver.timeout(now);
            }
        }
        said
    }

    #[test]
    fn a_game_is_begun_and_each_move_is_answered() {
        let said = dialogue(&[&format!("sync {START} w"), "move e2e4\n", "move e2e4", "move e3e4"]);
        let expected = [
            &format!(">begin {START} w"),
            "link up",
            &format!("board {START}"),
            "square e2 .",
            "square e4 P",
            ">ok",
            ">ok",
            ">nok",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn a_game_goes_on_where_the_pieces_stand() {
        let played = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        let unsync = format!("unsync {played} b");
        let said = dialogue(&[&unsync, &unsync, &format!("sync {played} b"), "move e7e5"]);
        let told = format!("board {played}");
        assert_eq!(said[1..4], ["link up", &told, &format!(">begin {played} b")]);
        assert_eq!(said[4..], ["square e7 .", "square e5 p", ">ok"]);
    }

    #[test]
    fn what_a_board_cannot_name_stands_as_it_stood() {
        let nameless = "????????/????????/8/8/8/8/????????/????????";
        let said = dialogue(&[&format!("sync {START} w"), &format!("state {nameless}")]);
        assert_eq!(said.len(), 3, "{said:?}");
        let lifted = "????????/????????/8/8/8/8/????1???/????????";
        let said = dialogue(&[&format!("sync {START} w"), &format!("unsync {lifted}")]);
        assert_eq!(said[3..4], ["square e2 ."]);
        let said = dialogue(&[&format!("unsync {nameless}")]);
        assert_eq!(said[2], "board ********/********/8/8/8/8/********/********");
        assert_eq!(said.len(), 3, "nobody knows where the game would go on: {said:?}");
    }

    #[test]
    fn a_pawn_of_which_nobody_says_what_it_becomes_is_some_piece() {
        let said = dialogue(&["unsync 3k4/4P3/8/8/8/8/8/4K3 w", "move e7e8"]);
        assert_eq!(said[4..], ["square e7 .", "square e8 +", ">promote e7e8q"]);
        let said = dialogue(&["unsync 3k4/4P3/8/8/8/8/8/4K3 w", "move e7e8n"]);
        assert_eq!(said[4..], ["square e7 .", "square e8 N", ">ok"]);
    }
}
