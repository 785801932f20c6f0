//! `touchmove calibrate`: leads a person through teaching a board which chip is in which piece.

use std::io::{IsTerminal, stdin};
use std::time::Duration;

use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::timeout;
use touchmove_client::address::Bus;
use touchmove_client::calibration::CalibrationStage;
use touchmove_client::mirror::{Mirror, board_at};
use touchmove_client::shown::ShownBoard;
use touchmove_core::words::phrases::{Calibrate, Failed, Missing};
use touchmove_drivers::observation::{LearningStage, LinkState};
use zbus::Connection;

use super::name::{NAMES, Name};
use super::notices::{Notices, Reader};
use super::seats::seats;
use super::{Failure, block_on, print, print_json};

/// How long spare queens are waited for.
const QUEENS_WITHIN: Duration = Duration::from_secs(60);

/// So many squares are named at once.
const MAX_SQUARES_NAMED: usize = 8;

/// Teach a board which chip is in which piece, where its pieces have chips
///
/// Leads through it: the pieces are put into the start position, then the spare queens on d3 and d6. What is learned is kept
/// with the board, whatever is started again.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[arg(help = NAMES)]
    board: Name,
    /// Learn the pieces of the start position alone
    #[arg(long)]
    no_spare_queens: bool,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    within: u32,
    /// Print JSON for a program to read, a line whenever it is further
    #[arg(long)]
    json: bool,
}

/// Leads through it.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    let reader = Reader::of(arguments.json);
    block_on(async {
        let mirror = Mirror::connect(bus).await?;
        let seats = seats(&mirror).await?;
        let board = &arguments.board.board(&mirror, &seats)?.id;
        let mut guide =
            Guide { mirror, board, reader, notices: Notices::for_reader(reader), said: None };
        guide.see_whether_it_learns()?;
        let asked = async |bus: &Connection| board_at(bus, board).await?.calibrate().await;
        guide.mirror.decide(asked).await?;
        guide.say(Calibrate::Begin { board: board.into() })?;
        let within = Duration::from_secs(arguments.within.into());
        match timeout(within, guide.until_learned()).await {
            Ok(learned) => learned?,
            Err(_) => return Err(guide.late()),
        }
        if !arguments.no_spare_queens {
            guide.wait_for_queens().await?;
        }
        let count = guide.board()?.calibrated_pieces.len().into();
        guide.say(Calibrate::Done { board: board.into(), count })
    })
}

/// Whoever leads a person through it.
struct Guide<'a> {
    mirror: Mirror,
    board: &'a str,
    reader: Reader,
    notices: Notices,
    /// What was said last.
    said: Option<String>,
}

impl Guide<'_> {
    fn board(&self) -> Result<ShownBoard, Failure> {
        let board = self.mirror.boards().into_iter().find(|known| known.id == self.board);
        board.ok_or_else(|| Failure::because(Missing::Board { board: self.board.into() }))
    }

    fn see_whether_it_learns(&self) -> Result<(), Failure> {
        let board = self.board()?;
        if matches!(board.calibration, Some(CalibrationStage::Unneeded) | None) {
            let (board, title) = (board.id.into(), board.title.into());
            return Err(Failure::because(Failed::CalibrateUnneeded { board, title }));
        }
        self.see_whether_it_is_there(&board)
    }

    fn see_whether_it_is_there(&self, board: &ShownBoard) -> Result<(), Failure> {
        if board.link != LinkState::Lost {
            return Ok(());
        }
        let (board, port) = (board.id.as_str().into(), board.port.as_str().into());
        Err(Failure::because(Failed::CalibrateAway { board, port }))
    }

    /// Says how far it is until the pieces of the start position are known. What was known before it was asked is over once
    /// it says something else.
    async fn until_learned(&mut self) -> Result<(), Failure> {
        let mut has_begun = false;
        loop {
            let board = self.board()?;
            self.see_whether_it_is_there(&board)?;
            let is_known = board.calibration == Some(CalibrationStage::Known);
            has_begun |= !is_known;
            if has_begun {
                self.tell(&board)?;
                if is_known {
                    return Ok(());
                }
            }
            self.follow().await?;
        }
    }

    /// Waits until both spare queens are known, somebody goes on without them, or none has come.
    async fn wait_for_queens(&mut self) -> Result<(), Failure> {
        if has_spare_queens(&self.board()?) {
            return Ok(());
        }
        self.say(Calibrate::Queens)?;
        let entered = enter();
        if entered.is_some() {
            self.say(Calibrate::EnterGoesOn)?;
        }
        let goes_on = async move {
            match entered {
                Some(entered) => drop(entered.await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            known = self.until_queens() => known,
            () = goes_on => Ok(()),
            () = tokio::time::sleep(QUEENS_WITHIN) => Ok(()),
        }
    }

    async fn until_queens(&mut self) -> Result<(), Failure> {
        loop {
            self.follow().await?;
            let board = self.board()?;
            self.see_whether_it_is_there(&board)?;
            self.tell(&board)?;
            if has_spare_queens(&board) {
                return Ok(());
            }
        }
    }

    async fn follow(&mut self) -> Result<(), Failure> {
        let signal = self.mirror.signal().await?;
        self.mirror.take(signal).await?;
        Ok(())
    }

    /// Says how far it is, if that is new.
    fn tell(&mut self, board: &ShownBoard) -> Result<(), Failure> {
        let line = match self.reader {
            Reader::Program => as_json(board),
            Reader::Person => match how_far(board) {
                Some(phrase) => self.notices.say(phrase) + "\n",
                None => return Ok(()),
            },
        };
        if self.said.as_ref() == Some(&line) {
            return Ok(());
        }
        match self.reader {
            Reader::Program => print_json(&line)?,
            Reader::Person => print(&line)?,
        }
        self.said = Some(line);
        Ok(())
    }

    /// Says something to a person; a program reads how far it is.
    fn say(&self, phrase: Calibrate) -> Result<(), Failure> {
        match self.reader {
            Reader::Program => Ok(()),
            Reader::Person => print(&(self.notices.say(phrase) + "\n")),
        }
    }

    /// It has not learned in time, and this is what stands in the way.
    fn late(&self) -> Failure {
        let what = self.board().ok().and_then(|board| how_far(&board));
        let what = what.unwrap_or(Calibrate::NothingRead).into();
        Failure::because(Failed::CalibrateLate { board: self.board.into(), what })
    }
}

/// How far it is, and what to do; `None` where there is nothing to say.
fn how_far(board: &ShownBoard) -> Option<Calibrate> {
    let squares = &board.calibration_squares;
    let count = squares.len().into();
    let mut named = squares.iter().take(MAX_SQUARES_NAMED).cloned().collect::<Vec<_>>().join(" ");
    if squares.len() > MAX_SQUARES_NAMED {
        named += " …";
    }
    let squares = named.into();
    Some(match board.calibration? {
        CalibrationStage::Learning(LearningStage::Unread) => Calibrate::Unread { count, squares },
        CalibrationStage::Learning(LearningStage::Alike) => Calibrate::Alike { squares },
        CalibrationStage::Learning(LearningStage::Strange) => Calibrate::Strange { squares },
        CalibrationStage::Learning(LearningStage::Settling) => Calibrate::Settling,
        CalibrationStage::Known => {
            Calibrate::Learned { count: board.calibrated_pieces.len().into() }
        }
        CalibrationStage::Unneeded | CalibrationStage::Unknown => return None,
    })
}

fn as_json(board: &ShownBoard) -> String {
    let line = json!({
        "v": 1,
        "board": board.id,
        "calibration": board.calibration.map_or("", CalibrationStage::word),
        "squares": board.calibration_squares,
        "pieces": board.calibrated_pieces,
    });
    format!("{line}\n")
}

fn has_spare_queens(board: &ShownBoard) -> bool {
    let count = |letter| board.calibrated_pieces.matches(letter).count();
    count('Q') > 1 && count('q') > 1
}

/// When somebody at the terminal presses Enter; `None` where nobody is there.
fn enter() -> Option<oneshot::Receiver<()>> {
    if !stdin().is_terminal() {
        return None;
    }
    let (pressed, entered) = oneshot::channel();
    std::thread::spawn(move || {
        let _ = stdin().read_line(&mut String::new());
        let _ = pressed.send(());
    });
    Some(entered)
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_board;

    use super::*;

    fn learning(stage: LearningStage, squares: &[&str]) -> ShownBoard {
        let calibration = Some(CalibrationStage::Learning(stage));
        let calibration_squares = squares.iter().map(|&square| square.to_owned()).collect();
        ShownBoard { calibration, calibration_squares, ..a_board() }
    }

    #[test]
    fn whatever_stands_in_the_way_is_said_with_its_squares() {
        let said = |board: &ShownBoard| how_far(board).map(|it| Notices::default().say(it));
        let unread = said(&learning(LearningStage::Unread, &["a2", "b2"])).unwrap();
        assert!(unread.contains("a2 b2"), "{unread}");
        let many = said(&learning(LearningStage::Unread, &["a1"; 9])).unwrap();
        assert!(many.contains("9 squares") && many.ends_with('…'), "{many}");
        assert!(said(&learning(LearningStage::Alike, &["a1", "b1"])).unwrap().contains("a1 b1"));
        assert!(said(&learning(LearningStage::Strange, &["e4"])).unwrap().contains("e4"));
        let calibration = Some(CalibrationStage::Unknown);
        assert_eq!(said(&ShownBoard { calibration, ..a_board() }), None);
    }

    #[test]
    fn spare_queens_are_known_where_each_side_has_two() {
        let of = |pieces: &str| {
            has_spare_queens(&ShownBoard { calibrated_pieces: pieces.into(), ..a_board() })
        };
        assert!(of("KQQkqq") && !of("KQQkq") && !of("Kkqq"));
    }
}
