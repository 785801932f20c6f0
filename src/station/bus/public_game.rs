//! `org.touchmove.Public1.Game`: one game, as the public follows it.

use std::collections::HashMap;

use shakmaty::Color;
use tokio::sync::watch;
use touchmove_client::details::{Details, PastEvent, details};
use touchmove_core::game::conclusion::{GameResult, ResultReason};
use touchmove_core::game::pgn::{self, Score, Scored, Tags, Unanswered};
use touchmove_core::pairing::{Outcome, Pairing};
use touchmove_core::points::{PGN_TAG, ResultValue};
use touchmove_core::tournament::release::{
    IllegalMove, PublicMove, Release, Released, ReleasedGame, ReleasedMove,
};
use touchmove_core::tournament::rounds::GamePlace;
use zbus::object_server::SignalEmitter;
use zbus::{OwnedVariant, interface};

use super::clock::color_word;
use super::events::Events;

/// A game as far as it is released.
#[derive(Debug)]
pub(super) struct Shown {
    start: String,
    game: ReleasedGame,
    /// Whose game of which round it is; `None` where nobody has said.
    place: Option<GamePlace>,
    /// The result that people decided, where they did.
    decided: Option<Outcome>,
    /// The position that play goes on from: after the last move, unless a position was set since.
    fen: String,
    /// What was released.
    pub released: Events<Released>,
}

impl Shown {
    /// A game of which nothing but its start is released.
    pub(super) fn begin(start: String) -> Self {
        let (game, released) = (ReleasedGame::default(), Events::new());
        Self { fen: start.clone(), start, game, place: None, decided: None, released }
    }

    /// Takes a release in.
    pub(super) fn take(&mut self, released: Released) {
        self.game.take(&released.what);
        match &released.what {
            Release::Move(_) | Release::TakenBack { .. } => {
                let last = self.game.moves.last().map_or(&self.start, |made| &made.fen);
                self.fen.clone_from(last);
            }
            Release::Position { fen } => self.fen.clone_from(fen),
            Release::Confirmed { .. }
            | Release::Time { .. }
            | Release::Ended(_)
            | Release::Reopened => {}
        }
        self.released.keep(released.seq, released);
    }

    /// It is this game of a round.
    pub(super) fn set_place(&mut self, place: GamePlace) {
        self.place = Some(place);
    }

    fn of_pairing(&self, word: impl FnOnce(&Pairing) -> String) -> String {
        self.place.as_ref().map(|place| word(&place.pairing)).unwrap_or_default()
    }

    /// This is what people decided about the result; `None` where the board's own counts.
    pub(super) const fn decide(&mut self, outcome: Option<Outcome>) {
        self.decided = outcome;
    }

    /// The result: as people decided, or else as it was released.
    fn result(&self) -> Option<ResultValue> {
        let released = self.game.result.map(|result| result.value);
        self.decided.map(Outcome::points).or(released)
    }

    /// What the players get, in a word.
    fn points(&self) -> &'static str {
        let released = self.game.result.map_or("", |result| result.value.word());
        self.decided.map_or(released, Outcome::word)
    }

    /// Nothing is said of the players, but that they did not play.
    fn tags(&self) -> Tags {
        let unplayed = self.decided.filter(|decided| decided.played().is_none());
        Tags::new(unplayed.map(|decided| (PGN_TAG.to_owned(), decided.word().to_owned())))
    }

    fn turn(&self) -> Color {
        match self.fen.split(' ').nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        }
    }

    fn score(&self) -> Score<'_> {
        Score {
            start: &self.start,
            castling: pgn::castling_from(&self.start),
            moves: self.game.scoresheet().map(|made| self.scored(made)).collect(),
            breaks: self.game.breaks_of_scoresheet(),
            unanswered: Unanswered::Withheld,
            result: self.result(),
        }
    }

    fn scored<'a>(&self, made: PublicMove<'a>) -> Scored<'a> {
        match made {
            PublicMove::Legal(ReleasedMove { ply, uci, san, side, fen, is_doubtful, .. }) => {
                let left = self.game.times.get(ply).copied();
                let (san, uci) = (Some(san.as_str()), uci.parse().ok());
                let (spent, is_doubtful) = (None, *is_doubtful);
                Scored { side: *side, san, uci, fen, left, spent, is_doubtful }
            }
            PublicMove::Illegal(IllegalMove { side, uci, fen }) => {
                let (uci, left, spent, is_doubtful) = (uci.parse().ok(), None, None, false);
                Scored { side: *side, san: None, uci, fen, left, spent, is_doubtful }
            }
        }
    }
}

/// A game in public.
#[derive(Debug)]
pub(super) struct PublicGame {
    shown: watch::Receiver<Shown>,
}

impl PublicGame {
    pub(super) const fn new(shown: watch::Receiver<Shown>) -> Self {
        Self { shown }
    }
}

#[interface(name = "org.touchmove.Public1.Game")]
impl PublicGame {
    /// The events with sequence numbers above `sequence`, in order, 1000 at most: whoever asks from 0, and then
    /// from the last number that came until none comes, has all. Each is its
    /// number, the name of its signal and the signal's other arguments by name. A message bus drops
    /// signals of a slow client without a word; a client that finds a number missing asks here. The
    /// last 10000 events of a game are kept, over restarts too.
    #[zbus(out_args("events"))]
    fn events_since(&self, sequence: u64) -> Vec<PastEvent> {
        self.shown.borrow().released.since(sequence).map(|(_, released)| event(released)).collect()
    }

    /// The game as PGN.
    #[zbus(out_args("pgn"))]
    fn pgn(&self) -> String {
        let shown = self.shown.borrow();
        pgn::write(&shown.score(), &shown.tags())
    }

    /// Who has White; empty where nobody has said.
    #[zbus(property)]
    fn white(&self) -> String {
        self.shown.borrow().of_pairing(|pairing| pairing.white.name.clone())
    }

    /// Who has Black; empty where nobody has said.
    #[zbus(property)]
    fn black(&self) -> String {
        self.shown.borrow().of_pairing(|pairing| pairing.black.name.clone())
    }

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn tournament(&self) -> String {
        let shown = self.shown.borrow();
        shown.place.as_ref().and_then(|place| place.event.name.clone()).unwrap_or_default()
    }

    /// Its section; empty where the tournament has none.
    #[zbus(property)]
    fn section(&self) -> String {
        self.shown.borrow().of_pairing(|pairing| pairing.section.clone().unwrap_or_default())
    }

    /// The round; 0 where the game is of none.
    #[zbus(property)]
    fn round(&self) -> u16 {
        self.shown.borrow().place.as_ref().map_or(0, |place| place.pairing.round.get())
    }

    /// The table at which it is played; 0 where the game is of no round.
    #[zbus(property)]
    fn table(&self) -> u16 {
        self.shown.borrow().place.as_ref().map_or(0, |place| place.pairing.board.get())
    }

    /// The position play began from, as a FEN.
    #[zbus(property(emits_changed_signal = "const"))]
    fn start(&self) -> String {
        self.shown.borrow().start.clone()
    }

    /// The position now, as a FEN.
    #[zbus(property)]
    fn fen(&self) -> String {
        self.shown.borrow().fen.clone()
    }

    /// The moves, in UCI. Castling is king to target, in Chess960 king takes rook.
    #[zbus(property)]
    fn moves(&self) -> Vec<String> {
        self.shown.borrow().game.moves.iter().map(|made| made.uci.clone()).collect()
    }

    /// The moves, in SAN.
    #[zbus(property)]
    fn sans(&self) -> Vec<String> {
        self.shown.borrow().game.moves.iter().map(|made| made.san.clone()).collect()
    }

    /// Whose turn it is: `white` or `black`.
    #[zbus(property)]
    fn turn(&self) -> String {
        color_word(self.shown.borrow().turn()).to_owned()
    }

    /// `playing` or `ended`.
    #[zbus(property)]
    fn status(&self) -> String {
        let shown = self.shown.borrow();
        let is_over = shown.game.result.is_some() || shown.decided.is_some();
        if is_over { "ended" } else { "playing" }.to_owned()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`; `*` while the game goes on, and where
    /// PGN has no word for it.
    #[zbus(property)]
    fn result(&self) -> String {
        self.shown.borrow().result().map_or("*", ResultValue::pgn).to_owned()
    }

    /// What the players get: as `Result`, or `0-0`, `1/2-0`, `0-1/2`, for which PGN has no word; where nobody played `+:-`,
    /// `-:+`, `-:-`. Empty while the game goes on.
    #[zbus(property)]
    fn points(&self) -> String {
        self.shown.borrow().points().to_owned()
    }

    /// Why the game ended: `checkmate`, `stalemate`, `dead-position`, `kings` (put in the centre by
    /// the players), `decision`. Empty while it goes on.
    #[zbus(property)]
    fn result_reason(&self) -> String {
        let shown = self.shown.borrow();
        let released = shown.game.result.map_or("", |result| result.reason.word());
        shown.decided.map_or(released, |_| ResultReason::Decision.word()).to_owned()
    }

    /// Sequence number of the last event; 0 before the first.
    #[zbus(property)]
    fn sequence(&self) -> u64 {
        self.shown.borrow().released.last()
    }

    /// Anything of what the other signals tell, in the form of `EventsSince`: `kind` is the name of the signal, and `details`
    /// has its other arguments by name, those in its `more` among them. Whoever listens to this one alone hears
    /// everything.
    #[zbus(signal)]
    async fn event(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        kind: &str,
        details: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A move was made. `fen` is the position after it; `more` holds `side` (s); `from` (s), the
    /// position that it was made in, where that does not follow from the moves before, and `led_by` (as), the illegal moves that
    /// stand before it, each in UCI and behind a blank the position after it; and `doubtful` (b), true, where another move may
    /// have been played.
    ///
    /// Events of the time before this object appeared are not signalled; `EventsSince` has them.
    #[zbus(signal)]
    async fn moved(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        ply: u32,
        uci: &str,
        san: &str,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The mover's time after the move of this ply, in milliseconds. It is told with the next move, or
    /// with the result.
    #[zbus(signal)]
    async fn timed(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        ply: u32,
        left: u32,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The move of this ply was taken back.
    #[zbus(signal)]
    async fn taken_back(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        ply: u32,
        uci: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The move of this ply, which was doubtful, was played: a person has said so.
    #[zbus(signal)]
    async fn confirmed(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        ply: u32,
        uci: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// Play goes on from a position that no move leads to.
    #[zbus(signal)]
    async fn position_set(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The game is over. `result` and `reason` are as in the properties; `more` holds `article` (s)
    /// where an article of the Laws ended it, and `points` (s) where PGN has no word for the result.
    #[zbus(signal)]
    async fn ended(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        result: &str,
        reason: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The result told before does not hold; the game goes on.
    #[zbus(signal)]
    async fn reopened(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;
}

/// Signals a release: by the signal of its kind, and by the one of all kinds.
pub(super) async fn signal(emitter: &SignalEmitter<'_>, released: &Released) -> zbus::Result<()> {
    signal_kind(emitter, released).await?;
    let (seq, kind, details) = event(released);
    PublicGame::event(emitter, seq, &kind, details).await
}

async fn signal_kind(
    emitter: &SignalEmitter<'_>,
    Released { seq, what }: &Released,
) -> zbus::Result<()> {
    let (seq, more) = (*seq, more(what));
    match what {
        Release::Move(ReleasedMove { ply, uci, san, fen, .. }) => {
            PublicGame::moved(emitter, seq, *ply, uci, san, fen, more).await
        }
        Release::TakenBack { ply, uci } => {
            PublicGame::taken_back(emitter, seq, *ply, uci, more).await
        }
        Release::Confirmed { ply, uci } => {
            PublicGame::confirmed(emitter, seq, *ply, uci, more).await
        }
        Release::Time { ply, left } => {
            PublicGame::timed(emitter, seq, *ply, left.as_millis(), more).await
        }
        Release::Position { fen } => PublicGame::position_set(emitter, seq, fen, more).await,
        Release::Ended(GameResult { value, reason, .. }) => {
            PublicGame::ended(emitter, seq, value.pgn(), reason.word(), more).await
        }
        Release::Reopened => PublicGame::reopened(emitter, seq, more).await,
    }
}

/// A release as `EventsSince` gives it: the same as its signal.
fn event(Released { seq, what }: &Released) -> PastEvent {
    let (signal, arguments) = match what {
        Release::Move(made) => ("Moved", move_arguments(made)),
        Release::TakenBack { ply, uci } => {
            ("TakenBack", details([("ply", (*ply).into()), ("uci", uci.clone().into())]))
        }
        Release::Confirmed { ply, uci } => {
            ("Confirmed", details([("ply", (*ply).into()), ("uci", uci.clone().into())]))
        }
        Release::Time { ply, left } => {
            ("Timed", details([("ply", (*ply).into()), ("left", left.as_millis().into())]))
        }
        Release::Position { fen } => ("PositionSet", details([("fen", fen.clone().into())])),
        Release::Ended(GameResult { value, reason, .. }) => {
            let arguments = [("result", value.pgn().into()), ("reason", reason.word().into())];
            ("Ended", details(arguments))
        }
        Release::Reopened => ("Reopened", details([])),
    };
    let mut all = more(what);
    all.extend(arguments);
    (*seq, signal.to_owned(), all)
}

fn move_arguments(made: &ReleasedMove) -> Details {
    details([
        ("ply", made.ply.into()),
        ("uci", made.uci.clone().into()),
        ("san", made.san.clone().into()),
        ("fen", made.fen.clone().into()),
    ])
}

/// The illegal moves before a move, each in UCI, and behind a blank the position after it.
fn led_by(made: &ReleasedMove) -> Vec<String> {
    made.led_by.iter().map(|IllegalMove { uci, fen, .. }| format!("{uci} {fen}")).collect()
}

/// What a signal carries besides its own arguments.
fn more(release: &Release) -> Details {
    match release {
        Release::Move(made) => {
            let from = made.from().into_iter().map(|fen| ("from", fen.to_owned().into()));
            let led_by = (!made.led_by.is_empty()).then(|| ("led_by", led_by(made).into()));
            let doubtful = made.is_doubtful.then(|| ("doubtful", true.into()));
            let side = ("side", color_word(made.side).into());
            details(from.chain(led_by).chain(doubtful).chain([side]))
        }
        Release::Ended(GameResult { value, article, .. }) => {
            let points = value.known_to_pgn().is_none().then(|| ("points", value.word().into()));
            let article = article.map(|article| ("article", article.into()));
            details(points.into_iter().chain(article))
        }
        Release::Confirmed { .. }
        | Release::Time { .. }
        | Release::TakenBack { .. }
        | Release::Position { .. }
        | Release::Reopened => details([]),
    }
}
