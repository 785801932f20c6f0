//! Nothing is early: a whole round under delays, read at every output all the while, and each move held against the moment at
//! which a hand made it.

mod outputs;
mod witness;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::Chess;

use self::outputs::{Outputs, Readers};
use self::witness::{Game, OUTPUTS, Output, Secret, Witness};
use crate::support::client::Client;
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str = "\
round,board,section,white,black,time_control,event
3,1,,\"Oro, Faustino\",\"Brkic, Ante\",90:00+0:30,Bled Open
3,2,U16,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",90:00+0:30,Bled Open
";

const BOARDS: [&str; 2] = ["dgt_12345", "dgt_54321"];

/// The beginnings of two games that were played. They have no move in common, in SAN or in UCI, and neither has one twice: so
/// each word tells one move.
const GAMES: [Game; 2] = [
    Game {
        table: 1,
        moves: [
            "d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "f8e7", "c4d5", "e6d5", "c1f4", "c7c6", "e2e3",
            "c8f5", "g1e2", "b8d7", "h2h4", "g7g6", "h4h5", "g6g5", "f4h2", "g8h6",
        ],
        results: ["1-0", "1–0", "WHITEWIN"],
    },
    Game {
        table: 2,
        moves: [
            "e2e4", "e7e5", "f1c4", "g8f6", "d2d3", "f8c5", "b1d2", "e8g8", "d2f1", "b8c6", "c2c3",
            "d7d6", "f1g3", "c8g4", "g1f3", "d8d7", "h2h3", "g4e6", "c4b3", "a8d8",
        ],
        results: ["0-1", "0–1", "BLACKWIN"],
    },
];

/// What the sections of the two tables hold back.
const DELAYS: [Delay; 2] = [
    Delay { time: Duration::from_secs(3), moves: 0 },
    Delay { time: Duration::from_secs(2), moves: 2 },
];

/// What a section holds back.
#[derive(Clone, Copy, Debug)]
struct Delay {
    time: Duration,
    moves: usize,
}

/// When hands have done what at a table.
#[derive(Debug)]
struct Played {
    delay: Delay,
    moves: Vec<Instant>,
    result: Instant,
}

impl Played {
    /// From when on a move or the result may be known, in a round that is ended at this moment: that ends a delay in moves.
    /// A result waits with the moves before it.
    fn is_due_at(&self, secret: Secret, end: Instant) -> Instant {
        let Delay { time, moves } = self.delay;
        let followed = |ply: usize| self.moves.get(ply - 1 + moves).copied().unwrap_or(end);
        match secret {
            Secret::Move { ply, .. } => followed(ply).max(self.moves[ply - 1] + time),
            Secret::Result { .. } => followed(self.moves.len()).max(self.result + time),
        }
    }
}

/// What became of an output: how much it has shown, and how long after its time it showed what it showed soonest.
#[derive(Debug)]
struct Verdict {
    output: Output,
    moves: usize,
    results: usize,
    early: Vec<Secret>,
    soonest: Duration,
}

impl Verdict {
    fn of(
        output: Output,
        seen: &BTreeMap<Secret, Instant>,
        due: impl Fn(Secret) -> Instant,
    ) -> Self {
        let early = seen.iter().filter(|(secret, at)| **at < due(**secret));
        let late = seen.iter().map(|(secret, at)| at.saturating_duration_since(due(*secret)));
        let moves = seen.keys().filter(|secret| matches!(secret, Secret::Move { .. })).count();
        Self {
            output,
            moves,
            results: seen.len() - moves,
            early: early.map(|(secret, _)| *secret).collect(),
            soonest: late.min().unwrap_or(Duration::MAX),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn through_a_whole_round_no_output_shows_a_move_or_a_result_before_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let tables = seated(folder.path());
    let venue = begun(&tables).await;
    let witness = Arc::new(Witness::of(&GAMES));
    let outputs = Outputs::of(&venue);
    let readers = Readers::of(&outputs, &venue, &witness).await;

    let hands = tables.into_iter().zip(GAMES).map(|(mut table, game)| {
        tokio::task::spawn_blocking(move || (play(&mut table, &game), table))
    });
    let hands: Vec<_> = hands.collect();
    let mut client = Client::on(&venue.bus).await;
    // A board that is dropped is pulled out.
    let (mut played, mut seats) = (Vec::new(), Vec::new());
    for (((hands, game), board), delay) in hands.into_iter().zip(GAMES).zip(BOARDS).zip(DELAYS) {
        let (moves, table) = hands.await.unwrap();
        seats.push(table);
        client.until_moves(board, &game.moves[..moves.len()]).await;
        let result = Instant::now();
        venue.done(&["enter", &game.table.to_string(), game.results[0]]);
        played.push(Played { delay, moves, result });
    }
    let end = Instant::now();
    venue.done(&["end", "--anyway"]);
    until(|| {
        readers.assert_all_read();
        outputs.tell_what_was_sent(&witness);
        let missing = witness.missing();
        if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?}")) }
    });
    readers.leave().await;

    let due = |secret: Secret| played[usize::from(secret.table()) - 1].is_due_at(secret, end);
    let all = OUTPUTS.map(|output| Verdict::of(output, &witness.seen_at(output), due));
    for Verdict { output, moves, results, early, soonest } in &all {
        println!("{output:?}: {moves} moves, {results} results, the soonest after {soonest:?}");
        let is_prompt = DELAYS.iter().all(|delay| *soonest < delay.time);
        assert!(is_prompt, "{output:?} is read too rarely to notice what is early: {all:#?}");
        assert!(early.is_empty(), "{output:?} was early with {early:?}: {all:#?}");
    }
    let seen: usize = all.iter().map(|verdict| verdict.moves).sum();
    let of_games = GAMES.iter().map(|game| game.moves.len()).sum::<usize>();
    assert_eq!(seen, of_games * OUTPUTS.iter().filter(|output| output.tells_moves()).count());
}

/// Two boards, in this folder.
fn seated(folder: &Path) -> [Table; 2] {
    [Table::new(folder), Table::with_serial(folder, "54321", Chess::default())]
}

/// The round, begun under its delays.
async fn begun(tables: &[Table]) -> Venue {
    let venue = Venue::open(tables.iter().map(Table::port).collect());
    let [open, youth] =
        DELAYS.map(|Delay { time, moves }| (format!("{}s", time.as_secs()), moves.to_string()));
    venue.section(&["set", "--delay", &open.0, "--delay-moves", &open.1]);
    venue.section(&["set", "U16", "--delay", &youth.0, "--delay-moves", &youth.1]);
    venue.load(PAIRINGS);
    let mut client = Client::on(&venue.bus).await;
    for (table, board) in (1..).zip(BOARDS) {
        client.until(async |client| client.game_on(board).await).await;
        venue.done(&["assign", &format!("{table}"), board]);
    }
    venue.done(&["begin", "--anyway"]);
    venue
}

/// Plays the game of a table; when each move was begun.
fn play(table: &mut Table, game: &Game) -> Vec<Instant> {
    let mut play = |uci: &&str| {
        let at = table.make(uci);
        table.press();
        at
    };
    game.moves.iter().map(&mut play).collect()
}
