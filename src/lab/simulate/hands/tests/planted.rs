//! Planted sins are what their lines say, and where none are planted there are none.

use shakmaty::{Chess, Color};

use super::styles::replayed;
use super::*;
use crate::simulate::truth::{Legality, Sin, SinKind};

const LONG: &str = include_str!("../../../../../demo/oro-brkic.pgn");
const OTHER: &str = include_str!("../../../../../demo/ghosh-bartel.pgn");
const PASSANT: &str = "1. e4 a6 2. e5 h6 3. Nf3 d5 4. exd6 cxd6 5. d4 Nf6 6. Be2 g6 7. O-O Bg7 8. Nc3 O-O \
     9. h3 Nc6 10. a3 *";
const PROMOTION: &str = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 Kg7 2. Kb2 Kg6 3. Kb3 Kg5 \
     4. a8=Q Kg4 5. Qe8 Kg3 6. Qe7 Kg2 7. Qe6 Kg1 *";

const STYLES: [Style; 3] = [Style::Clean, Style::Mixed, Style::Blitz];

fn played(game: &PgnGame, style: Style, sins: Sins, seed: u64) -> Timeline {
    let manner = PlayStyle { sins, ..manner(style) };
    play(game, game.start.board(), &manner, seed)
}

/// A game as it was played, to be looked at ply by ply, counted from 1.
struct Replay<'a> {
    timeline: &'a Timeline,
    /// The positions before each ply, and the last one.
    positions: Vec<Chess>,
}

impl<'a> Replay<'a> {
    fn new(game: &PgnGame, timeline: &'a Timeline) -> Self {
        let mut positions = vec![game.start.clone()];
        for length in 1..=timeline.truth.moves.len() {
            let mut truth = timeline.truth.clone();
            truth.moves.truncate(length);
            positions.push(replayed(game, &truth));
        }
        Self { timeline, positions }
    }

    fn landed(&self, ply: usize) -> Instant {
        let landings = &self.timeline.landings;
        ply.checked_sub(1).map_or(Instant::ZERO, |at| landings.get(at).copied().unwrap_or(END))
    }

    fn before(&self, ply: usize) -> &Chess {
        &self.positions[ply - 1]
    }

    fn after(&self, ply: usize) -> &Chess {
        &self.positions[ply]
    }

    /// The legal move of the ply.
    fn play(&self, ply: usize) -> Option<Move> {
        let uci = &self.timeline.truth.moves.get(ply - 1)?.uci;
        let legal = moves::legal_moves(self.before(ply)).into_iter();
        legal.into_iter().find(|play| play.to_uci(shakmaty::CastlingMode::Standard) == *uci)
    }

    /// What is done from the landing before the ply to its own.
    fn deeds(&self, ply: usize) -> Vec<Deed> {
        let window = self.landed(ply - 1)..=self.landed(ply);
        let deeds = self.timeline.deeds.iter().copied();
        deeds.filter(|deed| window.contains(&deed.at)).collect()
    }

    /// The first press of `side` after `since` that changes whose clock runs.
    fn press(&self, side: Color, since: Instant) -> Option<Instant> {
        let mut down = None;
        let mut presses = self.timeline.deeds.iter().filter_map(|deed| match deed.action {
            Action::Press(presser) => {
                (down.replace(presser) != Some(presser)).then_some((deed.at, presser))
            }
            _ => None,
        });
        presses.find(|&(at, presser)| presser == side && at > since).map(|(at, _)| at)
    }

    /// What stands at the mover's first press after that of the opponent in the ply before.
    fn pressed(&self, ply: usize) -> Board {
        let side = self.before(ply).turn();
        let since = self.press(side.other(), self.landed(ply - 1)).unwrap();
        self.board(self.press(side, since).unwrap())
    }

    /// What stands at a moment.
    fn board(&self, at: Instant) -> Board {
        let mut board = self.timeline.start.clone();
        let until = self.timeline.deeds.iter().take_while(|deed| deed.at <= at);
        until.for_each(|deed| deed.action.apply(&mut board));
        board
    }

    /// Whether the reply to a ply has begun before a moment.
    fn is_answered(&self, ply: usize, before: Instant) -> bool {
        // one that is a sin waits
        let Some(reply) = self.play(ply + 1) else { return false };
        let pieces = [reply.from(), captured(reply)];
        let since = Duration::from_micros(self.landed(ply).as_micros()).saturating_sub(HURRY);
        let window = Instant::ZERO + since..=before;
        let mut deeds = self.timeline.deeds.iter().filter(|deed| window.contains(&deed.at));
        deeds.any(|deed| match deed.action {
            Action::Lift(square) => pieces.contains(&Some(square)),
            // a new piece may come before its pawn goes
            Action::Place(square, _) => square == reply.to(),
            Action::Press(_) | Action::StartStop => false,
        })
    }

    /// Pieces lifted in the ply and put back on their squares, for how many milliseconds.
    fn put_back(&self, ply: usize) -> Vec<(Square, u64)> {
        let (mut lifted, mut back) = (HashMap::new(), Vec::new());
        for deed in self.deeds(ply) {
            match deed.action {
                Action::Lift(square) => drop(lifted.insert(square, deed.at)),
                Action::Place(square, piece) => {
                    let own = self.before(ply).board().piece_at(square) == Some(piece);
                    if let Some(since) = lifted.remove(&square).filter(|_| own) {
                        let ms = deed.at.since(since).as_millis();
                        back.push((square, u64::try_from(ms).unwrap()));
                    }
                }
                Action::Press(_) | Action::StartStop => {}
            }
        }
        back
    }
}

/// A reply begins no earlier than this before the move before has landed.
const HURRY: Duration = Duration::from_secs(1);
const END: Instant = Instant::from_micros(u64::MAX);

fn captured(play: Move) -> Option<Square> {
    en_passant_victim(play).or_else(|| play.is_capture().then(|| play.to()))
}

/// Panics where the sin is not what its line says.
fn check_sin(replay: &Replay<'_>, Sin { kind, side, ply }: Sin) {
    let position = replay.before(ply);
    let legal = moves::legal_moves(position);
    let deeds = replay.deeds(ply);
    assert_eq!(position.turn(), side);
    let touched: Vec<_> =
        replay.put_back(ply).into_iter().filter(|&(_, ms)| ms >= 2_000).map(|(s, _)| s).collect();
    let (us, them) = (position.us(), position.them());
    let own: Vec<_> = touched.iter().copied().filter(|&piece| us.contains(piece)).collect();
    let enemy: Vec<_> = touched.iter().copied().filter(|&piece| them.contains(piece)).collect();
    let play = replay.play(ply);
    match kind {
        SinKind::TouchMove => {
            let (&[piece], []) = (&own[..], &enemy[..]) else { panic!("{touched:?}") };
            assert!(legal.iter().any(|other| other.from() == Some(piece)));
            assert_ne!(play.unwrap().from(), Some(piece));
        }
        SinKind::TouchedEnemy => {
            let ([], &[piece]) = (&own[..], &enemy[..]) else { panic!("{touched:?}") };
            assert!(legal.iter().any(|&other| captured(other) == Some(piece)));
            assert_ne!(captured(play.unwrap()), Some(piece));
        }
        SinKind::TouchedBoth => {
            let (&[piece], &[victim]) = (&own[..], &enemy[..]) else { panic!("{touched:?}") };
            let takes = |play: Move| play.from() == Some(piece) && captured(play) == Some(victim);
            assert!(legal.iter().any(|&other| takes(other)) && !takes(play.unwrap()));
        }
        SinKind::RookFirst => {
            let Some(Move::Castle { king, rook }) = play else { panic!("no castling") };
            let put = deeds.iter().position(|deed| {
                matches!(deed.action, Action::Place(square, piece)
                    if piece == (Piece { color: side, role: Role::Rook }) && square != rook)
            });
            let lifted = deeds.iter().position(|deed| deed.action == Action::Lift(king));
            assert!(put.unwrap() < lifted.unwrap());
        }
        SinKind::ReleasedPiece => check_release(&legal, &deeds, side, play.unwrap()),
        SinKind::PressOnly => {
            assert_eq!(&replay.pressed(ply), position.board())
        }
        SinKind::PawnNotReplaced => {
            let board = replay.pressed(ply);
            assert_eq!(board.role_at(play.unwrap().to()), Some(Role::Pawn));
            assert_eq!(play.unwrap().promotion(), Some(Role::Queen));
        }
        SinKind::IllegalMove => {
            let board = replay.pressed(ply);
            let after = legal.iter().map(|&play| moves::after(position, play));
            assert!(after.into_iter().all(|after| after.board() != &board));
            assert_ne!(&board, position.board());
        }
        SinKind::TwoHands | SinKind::Displaced => panic!("{kind:?} is not planted"),
    }
}

/// Panics where the piece was not released on another square to which it could go.
fn check_release(legal: &[Move], deeds: &[Deed], side: Color, play: Move) {
    let rests = deeds.iter().find_map(|put| {
        let Action::Place(first, piece) = put.action else { return None };
        let is_pressed =
            deeds.iter().any(|deed| deed.at >= put.at && deed.action == Action::Press(side));
        if piece.color != side || is_pressed {
            return None;
        }
        let lifted = |deed: &&Deed| deed.action == Action::Lift(first);
        let taken = deeds.iter().filter(lifted).find(|deed| deed.at >= put.at)?;
        (taken.at.since(put.at) >= Duration::from_millis(1_500)).then_some(first)
    });
    let first = rests.unwrap();
    assert_ne!(first, play.to());
    assert!(legal.iter().any(|m| m.from() == play.from() && m.to() == first));
}

/// Panics where a ply without a sin has one.
fn check_virtue(replay: &Replay<'_>, ply: usize) {
    let long = replay.put_back(ply).into_iter().find(|&(_, ms)| ms >= 1_000);
    assert_eq!(long, None, "ply {ply}");
    // a press may be forgotten, and a hurried reply may begin before it
    let pressed = replay.press(replay.before(ply).turn(), replay.landed(ply));
    let pressed = pressed.filter(|&at| at < replay.landed(ply + 1));
    if let Some(at) = pressed.filter(|&at| !replay.is_answered(ply, at)) {
        let truth = &replay.timeline.truth;
        assert_eq!(&replay.board(at), replay.after(ply).board(), "ply {ply}: {truth}");
    }
}

/// The presses of a game: none without a move, but those that the sins and the start bring.
fn check_presses(replay: &Replay<'_>) {
    let mut down = None;
    let presses = replay.timeline.deeds.iter().filter(|deed| match deed.action {
        Action::Press(presser) => down.replace(presser) != Some(presser),
        _ => false,
    });
    let sins = &replay.timeline.truth.sins;
    let twice = sins.iter().filter(|sin| {
        let legality = replay.timeline.truth.moves[sin.ply - 1].legality;
        let is_put_right = sin.kind == SinKind::IllegalMove
            && legality == Legality::Legal
            && replay.play(sin.ply).and_then(en_passant_victim).is_none();
        is_put_right || sin.kind == SinKind::PressOnly
    });
    assert!(presses.count() <= 1 + replay.timeline.truth.moves.len() + 2 * twice.count());
}

/// Checks every ply of a game; returns its sins.
fn check(game: &PgnGame, style: Style, sins: Sins, seed: u64) -> Vec<Sin> {
    let timeline = played(game, style, sins, seed);
    Table::new(timeline.start.clone()).play(&timeline);
    let replay = Replay::new(game, &timeline);
    let told = &timeline.truth.sins;
    for &sin in told {
        check_sin(&replay, sin);
    }
    for ply in 1..=timeline.truth.moves.len() {
        let is_told = told.iter().any(|sin| sin.ply == ply);
        assert!(is_told || timeline.truth.moves[ply - 1].legality == Legality::Legal);
        if !is_told {
            check_virtue(&replay, ply);
        }
    }
    check_presses(&replay);
    told.clone()
}

#[test]
fn without_planted_sins_there_are_none() {
    for text in [LONG, OTHER, PASSANT, PROMOTION] {
        let game = game(text);
        for style in STYLES {
            for seed in 0..100 {
                assert_eq!(check(&game, style, Sins::None, seed), [], "{style:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn no_style_sins_where_sins_are_switched_off() {
    for text in GAMES.iter().chain([&LONG]) {
        let game = game(text);
        for style in Style::ALL {
            for seed in 0..10 {
                let timeline = played(&game, style, Sins::None, seed);
                Table::new(timeline.start.clone()).play(&timeline);
                assert_eq!(timeline.truth.sins, [], "{style:?}, seed {seed}");
                let moves = &timeline.truth.moves;
                assert!(moves.iter().all(|played| played.legality == Legality::Legal));
            }
        }
    }
}

#[test]
fn every_planted_sin_is_what_its_line_says() {
    let mut found: HashMap<SinKind, usize> = HashMap::new();
    let (mut standing, mut corrected) = (0, 0);
    for text in [LONG, OTHER, PASSANT, PROMOTION] {
        let game = game(text);
        for style in STYLES {
            for seed in 0..100 {
                let sins = check(&game, style, Sins::Planted, seed);
                assert!(sins.windows(2).all(|two| two[0].ply + 8 <= two[1].ply), "{sins:?}");
                assert!(sins.len() <= 4);
                let timeline = played(&game, style, Sins::Planted, seed);
                for sin in sins {
                    *found.entry(sin.kind).or_default() += 1;
                    let legality = timeline.truth.moves[sin.ply - 1].legality;
                    standing += usize::from(legality == Legality::Illegal);
                    corrected += usize::from(
                        sin.kind == SinKind::IllegalMove && legality == Legality::Legal,
                    );
                }
            }
        }
    }
    for kind in [
        SinKind::TouchMove,
        SinKind::TouchedEnemy,
        SinKind::TouchedBoth,
        SinKind::RookFirst,
        SinKind::ReleasedPiece,
        SinKind::PressOnly,
        SinKind::PawnNotReplaced,
        SinKind::IllegalMove,
    ] {
        assert!(found.get(&kind).is_some_and(|&count| count > 30), "{kind:?}: {found:?}");
    }
    assert!(standing > 20 && corrected > 30, "{standing} stand, {corrected} are put right");
}

#[test]
fn one_to_three_sins_are_planted_in_a_long_game() {
    let game = game(LONG);
    for seed in 0..100 {
        let sins = played(&game, Style::Mixed, Sins::Planted, seed).truth.sins;
        assert!((1..=3).contains(&sins.len()), "seed {seed}: {sins:?}");
        for side in Color::ALL {
            let offences = sins.iter().filter(|sin| sin.side == side);
            let offences = offences.filter(|sin| sin.kind.article().starts_with("7.5"));
            assert!(offences.count() <= 1, "the second offence loses: {sins:?}");
        }
    }
}

#[test]
fn without_a_clock_no_press_is_sinful() {
    let game = game(LONG);
    for seed in 0..100 {
        let manner = PlayStyle { sins: Sins::Planted, clock: None, ..manner(Style::Clean) };
        let timeline = play(&game, game.start.board(), &manner, seed);
        assert!(!timeline.truth.sins.is_empty());
        let article = |sin: &Sin| sin.kind.article().starts_with('4');
        assert!(timeline.truth.sins.iter().all(article));
    }
}

#[test]
fn a_pawn_left_standing_is_a_sin_when_the_clock_is_pressed_before_it_goes() {
    let game = game(PASSANT);
    let mut manner = manner(Style::Clean);
    manner.rates.set("passant-late=1".parse().unwrap());
    manner.rates.set("passant-after=0".parse().unwrap());
    let timeline = play(&game, game.start.board(), &manner, 1);
    let sin = Sin { kind: SinKind::IllegalMove, side: Color::White, ply: 7 };
    assert_eq!(timeline.truth.sins, [sin]);
    check_sin(&Replay::new(&game, &timeline), sin);
    manner.rates.set("press-forgotten=1".parse().unwrap());
    assert_eq!(play(&game, game.start.board(), &manner, 1).truth.sins, []);
}
