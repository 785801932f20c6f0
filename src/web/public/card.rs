//! A board as spectators see it: who plays, what stands there, the clocks, the last move and the result.

use maud::{Markup, html};
use shakmaty::Color;
use touchmove_client::mirror::since_boot;
use touchmove_client::public::PublicGame;
use touchmove_core::game::number::MoveNumber;
use touchmove_core::pairing::{Outcome, Player};
use touchmove_core::points::Points;
use touchmove_core::words::phrases::AtPublic;

use super::clock::CountedClocks;
use super::view::Board;
use crate::picture::Picture;
use crate::pieces::Piece;
use crate::speech::Speech;
use crate::tag::version_of;

/// Where the usual game begins.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board as a piece of a page.
pub(super) fn piece(board: &Board, speech: Speech) -> Piece<'_> {
    Piece {
        id: id_of(board),
        version: version_of((board.since(), board.place().pairing.round.get())),
        draw: Box::new(move || card(board, speech)),
    }
}

/// Its id on a page.
fn id_of(board: &Board) -> String {
    format!("r{}t{}", board.place().pairing.round, board.table())
}

fn card(board: &Board, speech: Speech) -> Markup {
    let pairing = &board.place().pairing;
    let game = board.game();
    let outcome = board.outcome();
    let state = match (game, outcome) {
        (_, Some(_)) => "ended",
        (Some(game), None) if !game.released.moves.is_empty() => "playing",
        _ => "waiting",
    };
    let table = speech.say(AtPublic::Table { number: board.table().into() });
    let said = format!("{table}: {} – {}", pairing.white.name, pairing.black.name);
    let clocks = game.map(|game| CountedClocks::of(game, since_boot()));
    let link = format!("/overlay/{}.{}", pairing.round, board.table());
    html! {
        li id=(id_of(board)) class={ "card " (state) } {
            div.face {
                (plate(&pairing.black, Color::Black, clocks, outcome))
                a.shown href=(link) { (picture(game).svg(&said)) }
                (plate(&pairing.white, Color::White, clocks, outcome))
                p.foot {
                    span.table { (board.table()) }
                    span.last { (game.and_then(last_move).unwrap_or_default()) }
                    @if let Some(outcome) = outcome { strong.result { (shown(outcome)) } }
                }
            }
        }
    }
}

/// A player with the clock.
fn plate(
    player: &Player,
    side: Color,
    clocks: Option<CountedClocks>,
    outcome: Option<Outcome>,
) -> Markup {
    let time = clocks.and_then(|clocks| clocks.left[usize::from(side.is_black())]);
    let runs = clocks.is_some_and(|clocks| clocks.running == Some(side));
    let points = outcome.map(|outcome| outcome.points().points_of(side));
    html! {
        div class=(side.fold_wb("plate white", "plate black")) {
            span.of {
                @if let Some(title) = player.title { abbr.title { (title.word()) } " " }
                @if let Some(federation) = &player.federation { span.federation { (federation) } " " }
                @if let Some(rating) = player.rating { span.rating { (rating) } }
            }
            span.name { (player.name) }
            @if let Some(points) = points { strong.points { (points_shown(points)) } }
            @if let Some(time) = time { span.clock data-ms=(time.as_millis()) data-runs[runs] {} }
        }
    }
}

/// What stands on the board; before anything is played the pieces as they begin.
fn picture(game: Option<&PublicGame>) -> Picture {
    let fen = game.map(|game| game.fen.as_str()).filter(|fen| !fen.is_empty());
    let last = game.and_then(|game| game.released.moves.last());
    // Where play went on from another position, the last move has not led there.
    let last = last.filter(|made| Some(made.fen.as_str()) == fen);
    Picture::of_position(fen.unwrap_or(START), last.map(|made| made.uci.as_str()))
}

/// The last move with its number, as in `12. Nf3` or `12... Nf6`.
fn last_move(game: &PublicGame) -> Option<String> {
    let made = game.released.moves.last()?;
    let number = MoveNumber::of_ply(made.ply, &[], &game.start);
    Some(format!("{number} {}", made.san))
}

/// A result as it is set in print.
fn shown(outcome: Outcome) -> String {
    match outcome {
        Outcome::Played(value) => {
            let of = |side| points_shown(value.points_of(side));
            format!("{}–{}", of(Color::White), of(Color::Black))
        }
        Outcome::Forfeit { .. } => outcome.word().replace(':', " : ").replace('-', "–"),
    }
}

const fn points_shown(points: Points) -> &'static str {
    match points {
        Points::Nothing => "0",
        Points::Half => "½",
        Points::Whole => "1",
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::points::ResultValue;
    use touchmove_core::sheet::samples::played;
    use touchmove_core::sheet::{Sheet, SheetStart};

    use super::*;
    use crate::public::view::samples::view_of;

    fn drawn(sheet: Sheet) -> String {
        let view = view_of(sheet);
        let board = view.round(3).unwrap().board(12).unwrap();
        card(board, Speech::English).into_string()
    }

    #[test]
    fn a_board_shows_the_players_the_last_move_and_the_times() {
        let drawn = drawn(played(SheetStart::usual(), "e4 e5 Nf3"));
        for shown in [
            r#"id="r3t12""#,
            "Ivančuk, &quot;Chuky&quot;",
            ">WGM<",
            ">UKR<",
            ">2678<",
            ">2. Nf3<",
            r#"<rect class="moved" x="60" y="70""#,
            r#"data-ms="5418940""#,
        ] {
            assert!(drawn.contains(shown), "{shown}: {drawn}");
        }
        assert!(!drawn.contains("data-runs") && !drawn.contains("result"), "{drawn}");
    }

    #[test]
    fn a_result_is_shown_at_the_board_and_at_the_players() {
        let outcome = Some(Outcome::Played(ResultValue::Draw));
        let drawn = drawn(Sheet { outcome, ..played(SheetStart::usual(), "e4") });
        assert!(drawn.contains(">½–½<") && drawn.contains(r#"<strong class="points">½<"#));
        assert_eq!(shown(Outcome::Forfeit { winner: Some(Color::White) }), "+ : –");
    }

    #[test]
    fn a_board_at_which_nothing_was_played_shows_the_pieces_as_they_begin() {
        let drawn = picture(None).svg("").into_string();
        assert_eq!(drawn.matches("<use ").count(), 32);
    }
}
