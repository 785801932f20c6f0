//! A simulated board as a process of its own, and the game that is played on it.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use shakmaty::Position;
use shakmaty::san::SanPlus;
use touchmove_lab::simulate::Ply;

use super::cable::Cable;
use super::daemon::TOUCHMOVE;
use super::games::Scored;
use super::process::Process;

impl Scored {
    /// The moves in SAN.
    pub(crate) fn sans(&self) -> Vec<String> {
        let game = self.game();
        let mut position = game.start.clone();
        let play = |ply: &Ply| SanPlus::from_move_and_play_unchecked(&mut position, ply.play);
        game.plies.iter().map(play).map(|san| san.to_string()).collect()
    }

    /// Whether the last move ends the game on the board.
    pub(crate) fn ends_on_the_board(&self) -> bool {
        let mut position = shakmaty::Chess::default();
        for uci in &self.moves {
            let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
            position.play_unchecked(uci.to_move(&position).unwrap());
        }
        position.is_game_over()
    }
}

/// Hands eight times as fast as in life, of players who hardly think: a game takes half a minute.
pub(crate) const HASTY: [&str; 8] = [
    "--speed",
    "8",
    "--rate",
    "think-recorded=0",
    "--rate",
    "think-least=500",
    "--rate",
    "think-most=1500",
];

/// A simulated board on which a game is played.
#[derive(Debug)]
pub(crate) struct Simulation {
    process: Process,
    cable: Arc<Cable>,
}

impl Simulation {
    /// Sets the game up, to be played when a host listens. `options` are those of the command.
    pub(crate) fn start(game: &Scored, options: &[&str]) -> Self {
        let number = game.number.to_string();
        let mut command = Command::new(TOUCHMOVE);
        command.arg("simulate").arg(&game.pgn).args(["--game", &number]);
        // the kings in the centre tell the result
        command.args(["--rate", "kings=1"]).args(options);
        let (process, cable) = (Process::start(&mut command), Arc::new(Cable::new()));
        let plugged = Arc::clone(&cable);
        process.at_end(move || plugged.pull());
        Self { process, cable }
    }

    /// Plugs it in: its port, as a command line names it.
    pub(crate) fn port(&self) -> String {
        let said = self.process.says("/dev/");
        self.cable.plug_into(Path::new(said.trim_start_matches(|c| c != '/')));
        format!("dgt:{}", self.cable.port().display())
    }

    /// Waits until all has been played and read.
    pub(crate) fn finish(mut self) {
        let (status, said) = self.process.ended();
        assert!(status.success(), "{status}: {said}");
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        self.cable.pull();
    }
}
