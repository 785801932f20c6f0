//! `org.touchmove.Hall1.Game`: one game, as those who run it see it.

#![allow(clippy::too_many_arguments, reason = "a signal of the interface has that many")]

use std::collections::HashMap;
use std::sync::Arc;

use shakmaty::Square;
use tokio::sync::watch;
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::{Connection, OwnedObjectPath, OwnedVariant, fdo, interface};

use super::access::Access;
use super::clock::color_word;
use super::events::{Details, Event, Events, details};
use crate::account::{MoveId, QuestionState};
use crate::game::conclusion::{
    self, Conclusion, GameResult, MoveState, MoveTold, ResultValue, Told,
};
use crate::game::pgn::{self, Score, Tags};
use crate::game::view::GameView;
use crate::hall::rounds::Place;
use crate::pairing::Pairing;

/// A game as it is shown, and what was told of it.
#[derive(Debug)]
pub(super) struct Shown {
    /// Object path of its board.
    pub board: OwnedObjectPath,
    /// The game now.
    pub view: Arc<GameView>,
    /// What was told.
    pub told: Events<Told>,
    /// Whose game of which round it is; `None` where nobody has said.
    pub place: Option<Place>,
}

impl Shown {
    fn of_pairing(&self, word: impl FnOnce(&Pairing) -> String) -> String {
        self.place.as_ref().map(|place| word(&place.pairing)).unwrap_or_default()
    }

    fn tags(&self) -> Tags {
        let Some(Place { pairing, event }) = &self.place else { return Tags::default() };
        let known = [
            ("Event", event.name.clone()),
            ("Site", event.site.clone()),
            ("Date", event.date.map(|date| date.strftime("%Y.%m.%d").to_string())),
            ("Round", Some(format!("{}.{}", pairing.round, pairing.board))),
            ("White", Some(pairing.white.name.clone())),
            ("Black", Some(pairing.black.name.clone())),
        ];
        let known = known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Tags::new(known)
    }
}

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    shown: watch::Receiver<Shown>,
    access: Arc<Access>,
}

impl Game {
    pub(super) const fn new(shown: watch::Receiver<Shown>, access: Arc<Access>) -> Self {
        Self { shown, access }
    }
}

#[interface(
    name = "org.touchmove.Hall1.Game",
    proxy(default_service = "org.touchmove.Hall1", assume_defaults = false)
)]
impl Game {
    /// The events with sequence numbers above `sequence`, in order: 0 gives all. Each is its
    /// number, the name of its signal and the signal's other arguments by name, those in `more`
    /// among them. A message bus drops signals of a slow client without a word; a client that
    /// finds a number missing asks here. The last 10000 events of a game are kept, over restarts
    /// too.
    #[zbus(out_args("events"))]
    async fn events_since(
        &self,
        sequence: u64,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<Vec<Event>> {
        self.access.check(connection, &call).await?;
        Ok(self.shown.borrow().told.since(sequence).map(|(seq, told)| event(seq, told)).collect())
    }

    /// The game as PGN, with the clock times of completed moves as `%clk` comments.
    #[zbus(out_args("pgn"))]
    async fn pgn(
        &self,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<String> {
        self.access.check(connection, &call).await?;
        let shown = self.shown.borrow();
        Ok(pgn::write(&Score::of(&shown.view), &shown.tags()))
    }

    /// The board it is played on.
    #[zbus(property(emits_changed_signal = "const"))]
    fn board(&self) -> OwnedObjectPath {
        self.shown.borrow().board.clone()
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

    /// Round and table, as in `3.12`; empty where the game is of no round.
    #[zbus(property)]
    fn round(&self) -> String {
        self.shown.borrow().of_pairing(|pairing| format!("{}.{}", pairing.round, pairing.board))
    }

    /// The position play began from, as a FEN.
    #[zbus(property)]
    fn start(&self) -> String {
        self.shown.borrow().view.start.clone()
    }

    /// The position after the last move that stands, as a FEN.
    #[zbus(property)]
    fn fen(&self) -> String {
        self.shown.borrow().view.fen.clone()
    }

    /// The moves that stand, in UCI. Castling is king to target, in Chess960 king takes rook.
    #[zbus(property)]
    fn moves(&self) -> Vec<String> {
        self.shown.borrow().view.moves.iter().map(|scored| scored.told.uci.clone()).collect()
    }

    /// The moves that stand, in SAN; an illegal one is empty.
    #[zbus(property)]
    fn sans(&self) -> Vec<String> {
        let shown = self.shown.borrow();
        shown.view.moves.iter().map(|scored| scored.told.san.clone().unwrap_or_default()).collect()
    }

    /// Whose turn it is: `white` or `black`.
    #[zbus(property)]
    fn turn(&self) -> String {
        color_word(self.shown.borrow().view.turn()).to_owned()
    }

    /// `playing` or `ended`.
    #[zbus(property)]
    fn status(&self) -> String {
        let is_over = ended(&self.shown.borrow().view).is_some();
        if is_over { "ended" } else { "playing" }.to_owned()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`; `*` while the game goes on.
    #[zbus(property)]
    fn result(&self) -> String {
        ended(&self.shown.borrow().view).map_or("*", |result| result.value.pgn()).to_owned()
    }

    /// Why the game ended: `checkmate`, `stalemate`, `dead-position`, `kings` (put in the centre by
    /// the players), `decision`. Empty while it goes on.
    #[zbus(property)]
    fn result_reason(&self) -> String {
        ended(&self.shown.borrow().view).map_or("", |result| result.reason.word()).to_owned()
    }

    /// The squares on which the board differs from the moves told, such as `e4`. None when it is
    /// in step.
    #[zbus(property)]
    fn differs(&self) -> Vec<String> {
        self.shown.borrow().view.differs.clone()
    }

    /// The best explanation in SAN of what was last seen; empty when there is none. It is not a
    /// fact yet, has no sequence number, and is never to be relayed.
    #[zbus(property)]
    fn provisional(&self) -> String {
        let shown = self.shown.borrow();
        shown.view.provisional.as_ref().and_then(|told| told.san.clone()).unwrap_or_default()
    }

    /// Sequence number of the last event; 0 before the first.
    #[zbus(property)]
    fn sequence(&self) -> u64 {
        self.shown.borrow().told.last()
    }

    /// A move has a new state: `made` (4.7 of the Laws), `completed` (6.2.1) or `superseded`, which
    /// takes it back. `fen` is the position after it; `san` is empty when it is illegal. `more`
    /// holds `id` (t, the same in all its states), `side` (s), `at` (t, microseconds since boot),
    /// `confidence` (d, 0 to 1), `from` and `to` (t, records of the board's journal); for a
    /// completed move `by` (s: `press`, `ends-game`, `next-move`) and, after a press, `clk_ms`
    /// (u, the mover's time).
    ///
    /// Events of the time before this object appeared are not signalled; `EventsSince` has them.
    #[zbus(signal)]
    async fn moved(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        state: &str,
        ply: u32,
        uci: &str,
        san: &str,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// Play goes on from a position that no told move leads to. `why` is `gap` (moves are missing),
    /// `displaced` (men were displaced) or `decision`.
    #[zbus(signal)]
    async fn position_set(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        fen: &str,
        why: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The board differs from the moves told on these squares; none: it is in step again.
    #[zbus(signal)]
    async fn standing(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        differs: Vec<String>,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The game is over. `result` and `reason` are as in the properties; `more` holds `article` (s)
    /// where an article of the Laws ended it.
    #[zbus(signal)]
    async fn ended(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        result: &str,
        reason: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A question, or a new `state` of it (`open`, `withdrawn`, `answered`). `kind` is `game-over`, `gap`,
    /// `which-capture`, `promotion-piece` or `result-differs`; `ply` is where it arises. `more` holds
    /// `choices` (as) while it is open: an answer's word, and behind a colon the moves played if it is
    /// right; and `choice` (s) when it is answered.
    #[zbus(signal)]
    async fn asked(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        question: u32,
        kind: &str,
        state: &str,
        ply: u32,
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

/// Signals a conclusion.
pub(super) async fn signal(emitter: &SignalEmitter<'_>, seq: u64, told: &Told) -> zbus::Result<()> {
    let more = more(told);
    match &told.what {
        Conclusion::Move(MoveTold { state, ply, uci, san, fen, .. }) => {
            let san = san.as_deref().unwrap_or_default();
            Game::moved(emitter, seq, state.word(), *ply, uci, san, fen, more).await
        }
        Conclusion::Position { fen, why } => {
            Game::position_set(emitter, seq, fen, why.word(), more).await
        }
        Conclusion::Standing { differs } => {
            Game::standing(emitter, seq, names(differs), more).await
        }
        Conclusion::Question(conclusion::Asked { id, kind, state, ply, .. }) => {
            Game::asked(emitter, seq, *id, kind.word(), state.word(), *ply, more).await
        }
        Conclusion::Result(result) if result.value == ResultValue::Open => {
            Game::reopened(emitter, seq, more).await
        }
        Conclusion::Result(GameResult { value, reason }) => {
            Game::ended(emitter, seq, value.pgn(), reason.word(), more).await
        }
    }
}

/// A conclusion as `EventsSince` gives it: the same as its signal.
fn event(seq: u64, told: &Told) -> Event {
    let (signal, arguments) = match &told.what {
        Conclusion::Move(told) => ("Moved", move_arguments(told)),
        Conclusion::Position { fen, why } => {
            ("PositionSet", details([("fen", fen.clone().into()), ("why", why.word().into())]))
        }
        Conclusion::Standing { differs } => {
            ("Standing", details([("differs", names(differs).into())]))
        }
        Conclusion::Question(conclusion::Asked { id, kind, state, ply, .. }) => {
            let question = [("question", (*id).into()), ("ply", (*ply).into())];
            let words = [("kind", kind.word().into()), ("state", state.word().into())];
            let mut all = details(question);
            all.extend(details(words));
            ("Asked", all)
        }
        Conclusion::Result(result) if result.value == ResultValue::Open => {
            ("Reopened", details([]))
        }
        Conclusion::Result(GameResult { value, reason }) => {
            let arguments = [("result", value.pgn().into()), ("reason", reason.word().into())];
            ("Ended", details(arguments))
        }
    };
    let mut all = more(told);
    all.extend(arguments);
    (seq, signal.to_owned(), all)
}

fn move_arguments(told: &MoveTold) -> Details {
    details([
        ("state", told.state.word().into()),
        ("ply", told.ply.into()),
        ("uci", told.uci.clone().into()),
        ("san", told.san.clone().unwrap_or_default().into()),
        ("fen", told.fen.clone().into()),
    ])
}

/// What a signal carries besides its own arguments.
fn more(told: &Told) -> Details {
    let mut more = details([("at", told.at.as_micros().into())]);
    match &told.what {
        Conclusion::Move(told) => more.extend(more_of_move(told)),
        Conclusion::Result(GameResult { reason, .. }) => {
            if let Some(article) = reason.article() {
                more.extend(details([("article", article.into())]));
            }
        }
        Conclusion::Question(asked) => more.extend(more_of_question(asked)),
        Conclusion::Position { .. } | Conclusion::Standing { .. } => {}
    }
    more
}

fn more_of_question(asked: &conclusion::Asked) -> Details {
    match asked.state {
        QuestionState::Open => {
            let choices = asked.choices.iter();
            let choices: Vec<String> =
                choices.map(|(word, line)| format!("{word}: {}", line.join(" "))).collect();
            details([("choices", choices.into())])
        }
        QuestionState::Answered(choice) => {
            let word = asked.choices.get(choice).map(|(word, _)| word.clone());
            details([("choice", word.unwrap_or_default().into())])
        }
        QuestionState::Withdrawn => details([]),
    }
}

fn more_of_move(told: &MoveTold) -> Details {
    let mut more = details([
        ("side", color_word(told.side).into()),
        ("confidence", f64::from(told.confidence).into()),
        ("from", told.evidence.from.into()),
        ("to", told.evidence.to.into()),
    ]);
    if let Some(MoveId(id)) = told.id {
        more.extend(details([("id", id.into())]));
    }
    if let MoveState::Completed { by, left } = told.state {
        more.extend(details([("by", by.word().into())]));
        if let Some(left) = left {
            more.extend(details([("clk_ms", left.as_millis().into())]));
        }
    }
    more
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// The result, if the game has one that holds.
fn ended(view: &GameView) -> Option<GameResult> {
    view.result.filter(|result| result.value != ResultValue::Open)
}
