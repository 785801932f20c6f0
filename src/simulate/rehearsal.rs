//! A game played without a port and in no time, and written down as the family's driver hears it.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};
use touchmove_drivers::recording::{
    BoardName, Headers, Record, Recording, RecordingError, Variant,
};
use touchmove_drivers::{Driver, Family, Instant, Observation, Output};

use super::pgn::Game;
use super::player::Player;

/// Plays the programme of `player`, which must end, to the driver of its family; returns what the
/// driver observes.
pub fn rehearse(mut player: Player, mut driver: Box<dyn Driver>) -> Vec<(Instant, Observation)> {
    let mut observed = Vec::new();
    let mut now = Instant::ZERO;
    driver.start(now);
    while !player.progress().over {
        while let Some(output) = driver.poll() {
            match output {
                Output::Send(bytes) => player.receive(now, &bytes),
                Output::Observed { observation, .. } => observed.push((now, observation)),
                Output::Lost => return observed,
            }
        }
        let deadlines = [player.deadline(), driver.deadline()];
        let Some(next) = deadlines.into_iter().flatten().min() else { break };
        now = now.max(next);
        player.timeout(now);
        while let Some(bytes) = player.poll() {
            driver.receive(now, &bytes);
        }
        if driver.deadline().is_some_and(|deadline| deadline <= now) {
            driver.timeout(now);
        }
    }
    observed
}

/// The recording of a game that was rehearsed, its moves as `# truth:` in the headers.
///
/// # Errors
/// [`RecordingError`] where something in it cannot be written, such as a line break in a name.
pub fn recording(
    game: &Game,
    family: &Family,
    serial: u32,
    observed: Vec<(Instant, Observation)>,
) -> Result<Recording, RecordingError> {
    let mut headers = Headers::default();
    headers.board =
        Some(BoardName { family: family.name.to_owned(), serial: Some(serial.to_string()) });
    headers.start = start(game);
    headers.variant = match game.castling {
        CastlingMode::Standard => Variant::Standard,
        CastlingMode::Chess960 => Variant::Chess960,
    };
    headers.white = Some(game.white.clone());
    headers.black = Some(game.black.clone());
    headers.comments = vec![format!(" truth: {}", truth(game))];
    let mut recording = Recording::new(&headers.with_lags())?;
    for (at, observation) in observed {
        recording.push(&Record::observed(at, None, observation))?;
    }
    Ok(recording)
}

/// The start position; `None` where it is the usual one.
fn start(game: &Game) -> Option<String> {
    let fen = Fen::from_position(&game.start, EnPassantMode::Legal);
    (game.start != Chess::default()).then(|| fen.to_string())
}

/// The moves in UCI.
fn truth(game: &Game) -> String {
    let moves = game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use touchmove_drivers::Approach;
    use touchmove_drivers::device::Make;
    use touchmove_drivers::family;
    use touchmove_drivers::observation::Placement;

    use super::*;
    use crate::simulate::{Control, Cue, Ending, Manner, Orientation, Rounds, Style};

    const GAME: &str = "[White \"A\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    const LAST: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";

    fn observed(game: &Game, seed: u64) -> Vec<(Instant, Observation)> {
        let family = family::by_name("dgt").unwrap();
        let clock = Some(Control::USUAL);
        let make = Make { serial: 7, scan: None, clock: clock.map(Control::setting) };
        let manner = Manner { style: Style::Mixed, ending: Ending::Nothing, clock };
        let player = Player::new(
            (family.device.unwrap())(&make),
            family.line,
            Orientation::Usual,
            Cue::Host(std::time::Duration::from_secs(2)),
            Rounds::new(game.clone(), manner, seed).take(1),
        );
        rehearse(player, (family.driver)(Approach::Known))
    }

    fn last_board(observed: &[(Instant, Observation)]) -> Placement {
        let mut board = Placement::EMPTY;
        for (_, observation) in observed {
            match observation {
                Observation::Square { square, reading } => board.set(*square, *reading),
                Observation::Board(whole) => board = (**whole).clone(),
                _ => {}
            }
        }
        board
    }

    #[test]
    fn the_driver_observes_the_game_to_its_end() {
        let game = Game::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
        for seed in 0..20 {
            assert_eq!(last_board(&observed(&game, seed)).to_string(), LAST, "seed {seed}");
        }
    }

    #[test]
    fn a_rehearsal_is_the_same_each_time() {
        let game = Game::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
        assert_eq!(observed(&game, 4), observed(&game, 4));
        assert_ne!(observed(&game, 4), observed(&game, 5));
    }

    #[test]
    fn a_recording_says_who_played_what_on_which_board() {
        let game = Game::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
        let family = family::by_name("dgt").unwrap();
        let recording = recording(&game, family, 7, observed(&game, 1)).unwrap();
        let headers = recording.headers();
        assert_eq!(headers.truth(), Some("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"));
        assert_eq!(headers.board.as_ref().unwrap().to_string(), "dgt 7");
        assert_eq!(headers.white.as_deref(), Some("A"));
        assert!(recording.records().count() > 20);
    }
}
