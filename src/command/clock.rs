//! `touchmove clock`: the clock of a board, set from here while it stands.

use std::time::Duration;

use shakmaty::Color;
use touchmove_client::address::Bus;
use touchmove_client::details::{PastEvent, json};
use touchmove_client::mirror::{Mirror, board_at};
use touchmove_client::shown::ShownBoard;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Done, Failed};
use touchmove_drivers::Ability;
use touchmove_drivers::families::by_name;
use touchmove_drivers::observation::ClockTime;
use zbus::Connection;

use super::name::{NAMES, Name};
use super::notices::{Notices, number};
use super::seats::{Seats, seats};
use super::{Failure, block_on, print};

/// Options of `touchmove clock`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do with a clock.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Set a clock that stands, and wait until it shows the times
    Set(Set),
}

/// What it is to show.
#[derive(Debug, clap::Args)]
struct Set {
    #[arg(help = NAMES)]
    board: Name,
    /// White's time, as in 1:23:45; if not given, it stays
    #[arg(long, required_unless_present = "black", value_name = "H:MM:SS")]
    white: Option<ClockTime>,
    /// Black's time; if not given, it stays
    #[arg(long, value_name = "H:MM:SS")]
    black: Option<ClockTime>,
}

/// Has it done.
pub(super) fn run(
    Arguments { verb: Verb::Set(set) }: &Arguments,
    bus: &Bus,
) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await?;
        let seats = seats(&mirror).await?;
        set.run(&mirror, &seats).await
    })
}

impl Set {
    async fn run(&self, mirror: &Mirror, seats: &Seats) -> Result<(), Failure> {
        let board = &self.board.board(mirror, seats)?;
        let no_clock = || Failed::NoClockAt { board: (&board.id).into() };
        let shown = board.clock.as_ref().and_then(|clock| clock_times(clock.times));
        let [white, black] = shown.ok_or_else(|| Failure::because(no_clock()))?;
        let times = [self.white.unwrap_or(white), self.black.unwrap_or(black)];
        let [white, black] = times.map(ClockTime::as_millis);
        let set =
            async |bus: &Connection| board_at(bus, &board.id).await?.set_clock(white, black).await;
        mirror.decide(set).await?;
        let [white, black] = times.map(|time| Saying::from(time.to_string()));
        let set = Done::ClockSet { board: (&board.id).into(), white, black };
        print(&(Notices::of_environment().say(set) + "\n"))
    }
}

/// How the clock at a board can be set to what an instruction wants; `None` where it wants nothing of the times, and where the
/// clock cannot be set from here or does not stand.
pub(super) fn offer(board: &ShownBoard, seats: &Seats, instruction: &Fields) -> Option<Saying> {
    if instruction.get("state").is_some_and(|state| state != "open") {
        return None;
    }
    if instruction.get("kind").is_some_and(|kind| kind == "clock_set") {
        let time = |name| u32::try_from(number(instruction, name)).ok();
        let times = ["white_ms", "black_ms"].map(|name| ClockTime::from_millis(time(name)?));
        return offer_times(board, seats, times);
    }
    let side = match instruction.get("side")?.as_str()? {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    let [mut white, mut black] = standing(board)?;
    let time = side.fold_wb(&mut white, &mut black);
    let change = u32::try_from(number(instruction, "ms")).ok().filter(|change| *change > 0)?;
    let changed = match instruction.get("kind")?.as_str()? {
        "clock_add" => time.as_millis().checked_add(change)?,
        "clock_sub" => time.as_millis().saturating_sub(change),
        _ => return None,
    };
    *time = ClockTime::from_millis(changed)?;
    let times = side.fold_wb([Some(white), None], [None, Some(black)]);
    Some(offered(board, seats, times))
}

/// How the clock at a board can be set to what was just decided, and to what the instructions want that came of it.
pub(super) fn offers(
    board: &ShownBoard,
    seats: &Seats,
    decided: [Option<ClockTime>; 2],
    told: &[PastEvent],
) -> Vec<Saying> {
    let instructions = told.iter().filter(|(_, name, _)| name == "Instruction");
    let wanted = instructions.filter_map(|(.., told)| offer(board, seats, &json(told)));
    offer_times(board, seats, decided).into_iter().chain(wanted).collect()
}

/// How the clock at a board can be set to these times; `None` where it shows them, and where it cannot be set from here or
/// does not stand.
fn offer_times(board: &ShownBoard, seats: &Seats, times: [Option<ClockTime>; 2]) -> Option<Saying> {
    let shown = standing(board)?;
    let is_other =
        times.iter().zip(shown).any(|(time, shown)| time.is_some_and(|time| time != shown));
    is_other.then(|| offered(board, seats, times))
}

fn offered(board: &ShownBoard, seats: &Seats, [white, black]: [Option<ClockTime>; 2]) -> Saying {
    let seat = seats.of_board(board).filter(|seat| !seat.is_past);
    let name = seat.map_or_else(|| board.id.clone(), |seat| format!("t{}", seat.table));
    let white = white.map(|time| format!(" --white {time}")).unwrap_or_default();
    let black = black.map(|time| format!(" --black {time}")).unwrap_or_default();
    let command = format!("touchmove clock set {name}{white}{black}").into();
    Done::ClockOffer { command }.into()
}

/// What a clock shows that stands and can be set from here.
fn standing(board: &ShownBoard) -> Option<[ClockTime; 2]> {
    let family = by_name(&board.family)?;
    let clock = board.clock.as_ref().filter(|clock| clock.running.is_none())?;
    clock_times(clock.times).filter(|_| family.may(Ability::ClockSetting))
}

fn clock_times(times: [Duration; 2]) -> Option<[ClockTime; 2]> {
    let time = |time: Duration| ClockTime::from_millis(u32::try_from(time.as_millis()).ok()?);
    let [white, black] = times.map(time);
    Some([white?, black?])
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::samples::{a_board, a_clock};

    use super::*;
    use touchmove_client::seats::at_table_12;

    fn said(offer: Option<Saying>) -> Option<String> {
        offer.map(|offer| Notices::default().say(offer))
    }

    fn instruction(kind: &str) -> Fields {
        let told = json!({ "instruction": 1, "kind": kind, "side": "black", "ms": 120_000 });
        serde_json::from_value(told).unwrap()
    }

    #[test]
    fn time_that_is_to_be_added_is_offered_as_the_command_that_sets_it() {
        let board = ShownBoard { clock: Some(a_clock()), ..a_board() };
        let seats = at_table_12(None);
        let offer = |board: &ShownBoard, kind| said(offer(board, &seats, &instruction(kind)));
        let command = "the clock can be set from here while it stands: `touchmove clock set t12 --black 0:03:30`";
        assert_eq!(offer(&board, "clock_add").as_deref(), Some(command));
        assert!(offer(&board, "clock_sub").unwrap().contains("--black 0:00:00"));
        assert_eq!(offer(&board, "clock_pause"), None);
        let mut running = a_clock();
        running.running = Some(Color::White);
        assert_eq!(offer(&ShownBoard { clock: Some(running), ..a_board() }, "clock_add"), None);
        let chessnut = ShownBoard { family: "chessnut".into(), ..board };
        assert_eq!(offer(&chessnut, "clock_add"), None);
    }

    #[test]
    fn the_times_of_an_adjourned_game_are_offered_unless_the_clock_shows_them() {
        let board = ShownBoard { clock: Some(a_clock()), ..a_board() };
        let seats = at_table_12(None);
        let offer = |white_ms: u32, black_ms: u32| {
            let set = json!({
                "instruction": 1, "kind": "clock_set", "white_ms": white_ms, "black_ms": black_ms,
            });
            said(offer(&board, &seats, &serde_json::from_value(set).unwrap()))
        };
        let told = offer(298_000, 299_000).unwrap();
        assert!(
            told.contains("`touchmove clock set t12 --white 0:04:58 --black 0:04:59`"),
            "{told}"
        );
        assert_eq!(offer(60_000, 90_000), None);
    }

    #[test]
    fn times_that_were_decided_are_offered_unless_the_clock_shows_them() {
        let board = ShownBoard { clock: Some(a_clock()), ..a_board() };
        let time = |minutes, seconds| ClockTime::from_hms(0, minutes, seconds);
        let offer = |white| said(offer_times(&board, &Seats::default(), [white, None]));
        assert_eq!(offer(time(1, 0)), None);
        assert!(
            offer(time(2, 0)).unwrap().contains("`touchmove clock set dgt_12345 --white 0:02:00`")
        );
    }
}
