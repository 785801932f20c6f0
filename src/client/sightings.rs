//! What was seen of a board, as the bus carries it and as a reader is told it.

use shakmaty::Color;
use touchmove_core::account::ClockState;
use touchmove_core::game::sightings::BoardSighting;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{History, Play};
use touchmove_drivers::observation::{ClockTime, LinkState, Placement, Reading, Square};
use zbus::Variant;

use crate::details::{Details, SentSighting, details};

/// It as the bus carries it.
pub fn to_bus(at_us: u64, seen: &BoardSighting) -> SentSighting {
    let (kind, particulars): (_, Vec<(&str, Variant<'static>)>) = match seen {
        BoardSighting::ReadOut { placement, new } => {
            let new: Vec<_> = new.iter().map(ToString::to_string).collect();
            (READ_OUT, vec![("placement", placement.to_string().into()), ("new", new.into())])
        }
        BoardSighting::Square { square, was, is } => {
            let [was, is] = [was, is].map(|reading| reading.letter().to_string());
            let square = square.to_string();
            (SQUARE, vec![("square", square.into()), ("was", was.into()), ("is", is.into())])
        }
        BoardSighting::Pressed { side, clock } => (PRESSED, with_side(*side, clock)),
        BoardSighting::TimeRuns { side, clock } => (TIME_RUNS, with_side(*side, clock)),
        BoardSighting::ClockStands { clock } => (CLOCK_STANDS, times(clock)),
        BoardSighting::Press => (PRESS, Vec::new()),
        BoardSighting::Link(state) => (LINK, vec![("state", state.to_string().into())]),
    };
    (at_us, kind.to_owned(), details(particulars))
}

/// It as it was before the bus carried it; `None` for what a later version of the daemon may send.
pub fn of_bus((_, kind, told): &SentSighting) -> Option<BoardSighting> {
    let text = |key: &str| <&str>::try_from(told.get(key)?).ok();
    let reading = |key: &str| Reading::from_letter(text(key)?.chars().next()?);
    Some(match kind.as_str() {
        READ_OUT => {
            let placement: Placement = text("placement")?.parse().ok()?;
            let new = told.get("new")?.try_clone().ok()?;
            let new: Vec<String> = new.try_into().ok()?;
            let new: Vec<Square> = new.iter().filter_map(|square| square.parse().ok()).collect();
            BoardSighting::ReadOut { placement: Box::new(placement), new }
        }
        SQUARE => {
            let square = text("square")?.parse().ok()?;
            BoardSighting::Square { square, was: reading("was")?, is: reading("is")? }
        }
        PRESSED => {
            let side: Color = text("side")?.parse().ok()?;
            BoardSighting::Pressed { side, clock: clock_of(told, Some(side.other()))? }
        }
        TIME_RUNS => {
            let side: Color = text("side")?.parse().ok()?;
            BoardSighting::TimeRuns { side, clock: clock_of(told, Some(side))? }
        }
        CLOCK_STANDS => BoardSighting::ClockStands { clock: clock_of(told, None)? },
        PRESS => BoardSighting::Press,
        LINK => BoardSighting::Link(text("state")?.parse().ok()?),
        _ => return None,
    })
}

/// It in words.
pub fn in_words(seen: &BoardSighting) -> Saying {
    match seen {
        BoardSighting::ReadOut { new, .. } => match new.len() {
            0 => History::ReadOutKnown,
            count => History::ReadOutNew { count: count.into() },
        },
        BoardSighting::Square { square, was, is } => touched(*square, *was, *is),
        BoardSighting::Pressed { side, clock } => {
            History::Pressed { side: name_of(*side), clock: shown(clock) }
        }
        BoardSighting::TimeRuns { side, clock } => {
            History::TimeRuns { side: name_of(*side), clock: shown(clock) }
        }
        BoardSighting::ClockStands { clock } => History::ClockStands { clock: shown(clock) },
        BoardSighting::Press => History::Press,
        BoardSighting::Link(LinkState::Up) => History::Answers,
        BoardSighting::Link(LinkState::Stale) => History::AnswersNot,
        BoardSighting::Link(LinkState::Lost) => History::BoardLost,
    }
    .into()
}

const READ_OUT: &str = "ReadOut";
const SQUARE: &str = "Square";
const PRESSED: &str = "Pressed";
const TIME_RUNS: &str = "TimeRuns";
const CLOCK_STANDS: &str = "ClockStands";
const PRESS: &str = "Press";
const LINK: &str = "Link";

fn touched(square: Square, was: Reading, is: Reading) -> History {
    let square = square.to_string().into();
    match (was, is) {
        (was, is) if was == is => History::Again { square, piece: piece(is) },
        (was, Reading::Empty) => History::Lifted { square, piece: piece(was) },
        (Reading::Empty, is) => History::PutDown { square, piece: piece(is) },
        (was, is) => History::InPlace { square, piece: piece(is), was: piece(was) },
    }
}

fn piece(reading: Reading) -> Saying {
    match reading {
        Reading::Empty => History::Nothing.into(),
        Reading::Occupied => History::SomePiece.into(),
        Reading::Unknown => History::UnknownPiece.into(),
        reading => reading.letter().to_string().into(),
    }
}

fn shown(clock: &ClockState) -> Saying {
    let [white, black] = clock.times.map(|time| time.to_string().into());
    History::Clock { white, black }.into()
}

fn name_of(side: Color) -> Saying {
    side.fold_wb(Play::White, Play::Black).into()
}

fn with_side(side: Color, clock: &ClockState) -> Vec<(&'static str, Variant<'static>)> {
    [("side", side.to_string().into())].into_iter().chain(times(clock)).collect()
}

fn times(clock: &ClockState) -> Vec<(&'static str, Variant<'static>)> {
    let [white, black] = clock.times.map(ClockTime::as_millis);
    vec![("white_ms", white.into()), ("black_ms", black.into())]
}

fn clock_of(told: &Details, run: Option<Color>) -> Option<ClockState> {
    let time = |key: &str| ClockTime::from_millis(u32::try_from(told.get(key)?).ok()?);
    let times = [time("white_ms")?, time("black_ms")?];
    Some(ClockState { times, run, flags: [false; 2], doubtful: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_bus_carries_is_what_was_seen() {
        let time = |millis| ClockTime::from_millis(millis).unwrap();
        let clock = |run| ClockState {
            times: [time(61_000), time(59_000)],
            run,
            flags: [false; 2],
            doubtful: false,
        };
        let placement: Placement = "8/8/8/8/4P3/8/8/8".parse().unwrap();
        let [empty, pawn] = ['.', 'P'].map(|letter| Reading::from_letter(letter).unwrap());
        let [e2, e4] = ["e2", "e4"].map(|square| square.parse().unwrap());
        for seen in [
            BoardSighting::ReadOut { placement: Box::new(placement), new: vec![e4] },
            BoardSighting::Square { square: e2, was: pawn, is: empty },
            BoardSighting::Pressed { side: Color::White, clock: clock(Some(Color::Black)) },
            BoardSighting::TimeRuns { side: Color::Black, clock: clock(Some(Color::Black)) },
            BoardSighting::ClockStands { clock: clock(None) },
            BoardSighting::Press,
            BoardSighting::Link(LinkState::Stale),
        ] {
            let sent = to_bus(7, &seen);
            assert_eq!(sent.0, 7);
            assert_eq!(of_bus(&sent), Some(seen));
        }
        assert_eq!(of_bus(&(0, "Later".into(), Details::new())), None);
    }
}
