//! What is shown of a game.

use serde_json::json;
use touchmove_client::decided;
use touchmove_client::details::Details;
use touchmove_client::details::json;
use touchmove_client::mirror::{Mirror, game_at};
use touchmove_client::shown::{ShownDecision, ShownGame};
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::words::phrases::{Decided, Failed, Play};
use touchmove_core::words::{Saying, Vocabulary, told};

use super::plies::Plies;
use crate::notices::Notices;
use crate::rows::padded;
use crate::seats::Seats;
use crate::{Failure, print, print_json};

/// Prints it.
pub(super) async fn show(
    mirror: &Mirror,
    seats: &Seats,
    game: &ShownGame,
    as_json: bool,
) -> Result<(), Failure> {
    let decisions = decisions(mirror, game).await?;
    let events = mirror.events_since(&game.path, 0).await.map_err(Failure::failed)?;
    let plies = Plies::of(&events);
    if as_json {
        let decisions: Vec<_> = decisions.iter().map(json).collect();
        let (result, reason) = game.result.clone().unzip();
        let board = mirror.boards().into_iter().find(|board| board.has_game(game));
        let shown = json!({
            "id": game.id, "round": game.round, "white": game.white, "black": game.black,
            "start": game.start, "fen": game.fen, "moves": game.moves, "sans": game.sans,
            "clk_ms": plies.times(game.moves.len()), "doubtful": plies.doubtful(game.moves.len()),
            "board": board.map(|board| board.id), "result": result, "reason": reason,
            "differs": game.differs, "questions": game.questions, "decisions": decisions,
            "incidents": game.incidents, "instructions": game.instructions,
        });
        return print_json(&format!("{shown}\n"));
    }
    let decisions: Vec<_> = decisions.into_iter().map(ShownDecision::new).collect();
    let notices = Notices::of_environment();
    print(&text((game, &title(seats, game, &notices)), &plies, &decisions, &notices))
}

/// The number of the last decision that is not undone.
pub(super) async fn last_decision(mirror: &Mirror, game: &ShownGame) -> Result<u64, Failure> {
    let decisions = decisions(mirror, game).await?.into_iter().map(ShownDecision::new);
    let standing = |decision: &ShownDecision| {
        !decision.is_undone
            && !["undo", "answer", "orientation", "propose"].contains(&decision.verb.as_str())
    };
    let last = decisions.rev().find(standing).map(|decision| decision.number);
    last.ok_or_else(|| Failure::because(Failed::NothingDecided { game: (&game.id).into() }))
}

async fn decisions(mirror: &Mirror, game: &ShownGame) -> Result<Vec<Details>, Failure> {
    let decided =
        mirror.decide(async |bus| game_at(bus, &game.path).await?.decisions().await).await;
    decided.map_err(Failure::failed)
}

/// Its table and players, and its number; its number alone where nobody has said whose it is.
fn title(seats: &Seats, game: &ShownGame, notices: &Notices) -> String {
    match seats.of_game(game) {
        Some(seat) => format!("{}  ({})", notices.say(seat.title()), game.id),
        None => game.id.clone(),
    }
}

fn text(
    (game, title): (&ShownGame, &str),
    plies: &Plies,
    decisions: &[ShownDecision],
    notices: &Notices,
) -> String {
    let say = |play: Play| notices.say(play);
    let mut out = format!("{title}\n");
    for (ply, (san, uci)) in (1..).zip(game.sans.iter().zip(&game.moves)) {
        let played = numbered((game, ply), san, uci, notices);
        let line = match plies.time_after(ply) {
            Some(left) => format!("{ply:>4}  {}  {:>7}", padded(&played, 14), h_mm_ss(left)),
            None => format!("{ply:>4}  {played}"),
        };
        out.push_str(&line);
        if plies.is_doubtful(ply) {
            out.push_str(&format!("  {}", say(Play::Doubtful)));
        }
        out.push('\n');
    }
    if let Some((value, reason)) = &game.result {
        let reason = notices.say(Vocabulary::Reason.word(reason));
        out.push_str(&format!("      {value} ({reason})\n"));
    }
    if !game.differs.is_empty() {
        let squares = game.differs.join(" ").into();
        out.push_str(&(say(Play::DiffersOn { squares }) + "\n"));
    }
    out.push_str(&notices.open(game, |_| false));
    for question in &game.questions {
        out.push_str(&(say(Play::Question { question: told(question) }) + "\n"));
    }
    for decision in decisions {
        out.push_str(&(notices.say(line(decision)) + "\n"));
    }
    out
}

fn numbered((game, ply): (&ShownGame, u32), san: &str, uci: &str, notices: &Notices) -> String {
    let illegal = || notices.say(Play::Illegal { played: uci.into() });
    let played = if san.is_empty() { illegal() } else { san.to_owned() };
    format!("{} {played}", game.number_of(ply))
}

/// As in `decision 7 by anna: another move in its place: ply 3, move g1h3 (reason)`.
fn line(decision: &ShownDecision) -> Saying {
    let ShownDecision { number, by, verb, reason, is_undone, .. } = decision;
    let what = decided::what(verb, decision.pairs());
    let what = match reason {
        None => what,
        Some(reason) => Decided::Because { what, reason: reason.into() }.into(),
    };
    let decided = Play::Decision { number: (*number).into(), by: by.into(), what };
    if *is_undone { Play::Undone { decision: decided.into() }.into() } else { decided.into() }
}
