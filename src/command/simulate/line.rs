//! Games played at the same time on boards that share a line.

use std::num::NonZeroUsize;

use touchmove_core::words::phrases::Simulate;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::family::Family;
use touchmove_lab::simulate::{Cue, PgnError, PgnGame, PlayerLine, VirtualBoard};

use super::link::Link;
use super::{Arguments, SITTING_DOWN, port};
use crate::stop::Stop;
use crate::{Failure, block_on};

/// Plays until all games are over; the first line on standard output is the name of the port.
pub(super) fn run(arguments: &Arguments, boards: u32) -> Result<(), Failure> {
    let family = line_of(arguments.family)?;
    let games = games(arguments, boards as usize)?;
    let players = (arguments.serial..).zip(games.iter().cycle()).take(boards as usize);
    let players: Result<Vec<_>, _> = players
        .map(|(serial, game)| arguments.player(game.clone(), serial, None, Cue::Host(SITTING_DOWN)))
        .collect();
    let line = PlayerLine::new(players?);
    block_on(async {
        let mut stop = Stop::new().map_err(Failure::failed)?;
        let mut board = VirtualBoard::start(line, arguments.speed).map_err(Failure::failed)?;
        let link = Link::make(arguments.link.as_deref(), board.port())?;
        port::announce(family, link.path(board.port())).map_err(Failure::failed)?;
        tokio::select! {
            played = port::until_over(&mut board, arguments.stay) => played.map_err(Failure::failed),
            () = stop.wait() => Ok(()),
        }
    })
}

/// The family of lines that boards of `family` share.
///
/// # Errors
/// [`Failure`] where they share none.
pub(crate) fn line_of(family: &Family) -> Result<&'static Family, Failure> {
    let is_of = |line: &&Family| line.line_of.is_some_and(|of| of.name == family.name);
    FAMILIES
        .iter()
        .copied()
        .find(is_of)
        .ok_or_else(|| Failure::misused(Simulate::NoLines { family: family.title.into() }))
}

/// The games that are asked for, no more than there are boards, and at least one.
fn games(arguments: &Arguments, boards: usize) -> Result<Vec<PgnGame>, Failure> {
    let name = arguments.pgn().display();
    let mut games = Vec::new();
    for number in arguments.game.numbers().clone().take(boards).filter_map(NonZeroUsize::new) {
        match PgnGame::read(arguments.open()?, number) {
            Ok(game) => games.push(game),
            Err(PgnError::Missing { .. }) if !games.is_empty() => break,
            Err(error) => return Err(Failure::malformed(format_args!("{name}: {error}"))),
        }
    }
    Ok(games)
}
