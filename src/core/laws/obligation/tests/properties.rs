//! What holds whatever the hands did.

use proptest::prelude::*;
use shakmaty::{Color, EnPassantMode, FromSetup};

use super::*;

const FROM: [(&str, CastlingMode); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CastlingMode::Standard),
    ("r3k2r/8/3n4/1b6/8/4B3/3Q4/R3K2R w KQkq - 0 1", CastlingMode::Standard),
    ("r3k2r/1P4P1/8/2pP4/5pP1/8/1p5p/R3K2R b KQkq g3 0 1", CastlingMode::Standard),
    ("3r1rk1/8/8/1b6/8/8/P7/4K2R w K - 0 1", CastlingMode::Standard),
    ("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", CastlingMode::Chess960),
    ("r4kr1/pppppppp/8/8/8/8/PPPPPPPP/R4KR1 w AGag - 0 1", CastlingMode::Chess960),
];

prop_compose! {
    /// A position some moves after one of those above.
    fn position()(from in 0..FROM.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) -> Chess {
        let (fen, mode) = FROM[from];
        let mut position = super::position(fen, mode);
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(*choice.get(&legal));
        }
        position
    }
}

/// A square, more often one with a piece on it than not.
fn square_of(position: &Chess) -> BoxedStrategy<Square> {
    let pieces: Vec<_> = position.board().occupied().into_iter().collect();
    let rank = position.turn().backrank();
    let back: Vec<_> = pieces.iter().copied().filter(|piece| piece.rank() == rank).collect();
    let any = prop::sample::select(Square::ALL.to_vec());
    let pieces = prop::sample::select(pieces);
    if back.is_empty() {
        return prop_oneof![3 => pieces, 1 => any].boxed();
    }
    prop_oneof![3 => pieces, 3 => prop::sample::select(back), 1 => any].boxed()
}

/// A position, and what hands did there.
fn scene() -> impl Strategy<Value = (Chess, Script, CastlingIntent)> {
    let intent = prop::sample::select(vec![
        CastlingIntent::Presumed,
        CastlingIntent::Meant,
        CastlingIntent::Denied,
    ]);
    (position(), intent).prop_flat_map(|(position, intent)| {
        let contact = (square_of(&position), 0_u32..2);
        let role = prop::sample::select(Role::ALL.to_vec());
        let any = prop::sample::select(Square::ALL.to_vec());
        let release = (square_of(&position), any, prop::option::weighted(0.2, role), 0_u32..6);
        let contacts = prop::collection::vec(contact, 0..6);
        let releases = prop::collection::vec(release, 0..4);
        (Just(position), contacts, releases, Just(intent)).prop_map(
            |(position, touched, put_down, intent)| {
                let mut moment = 0;
                let contacts = touched.into_iter().map(|(square, later)| {
                    moment += later;
                    Contact { square, moment }
                });
                let contacts = contacts.collect();
                let releases = put_down.into_iter().map(|(from, to, role, moment)| match role {
                    Some(role) => PutDown::Promoted { on: to, role, moment },
                    None => PutDown::Piece { from, to, moment },
                });
                let script = Script { contacts, releases: releases.collect() };
                (position, script, intent)
            },
        )
    })
}

fn edition() -> impl Strategy<Value = Edition> {
    prop::sample::select(Edition::ALL.to_vec())
}

/// The same scene with the colours exchanged and the board turned upside down.
fn flipped(position: &Chess, script: &Script) -> (Chess, Script) {
    let setup = position.to_setup(EnPassantMode::Always).into_mirrored();
    let position = Chess::from_setup(setup, position.castles().mode());
    let position = position.or_else(shakmaty::PositionError::ignore_impossible_check).unwrap();
    let contacts = script.contacts.iter();
    let releases = script.releases.iter().map(|release| match *release {
        PutDown::Piece { from, to, moment } => {
            PutDown::Piece { from: from.flip_vertical(), to: to.flip_vertical(), moment }
        }
        PutDown::Promoted { on, role, moment } => {
            PutDown::Promoted { on: on.flip_vertical(), role, moment }
        }
    });
    let contacts = contacts
        .map(|contact| Contact { square: contact.square.flip_vertical(), ..*contact })
        .collect();
    (position, Script { contacts, releases: releases.collect() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn some_legal_move_is_left_and_no_other((position, script, intent) in scene(), edition in edition()) {
        let legal = position.legal_moves();
        let duty = obligation(edition, &position, &script.hands(intent));
        prop_assert!(duty.moves.iter().all(|mv| legal.contains(mv)));
        prop_assert_eq!(duty.moves.is_empty(), legal.is_empty());
        prop_assert_eq!(duty.free, duty.moves.len() == legal.len());
        prop_assert!(!duty.article.is_empty());
    }

    #[test]
    fn idle_hands_leave_all_moves(position in position(), edition in edition()) {
        let duty = obligation(edition, &position, &Hands::default());
        prop_assert!(duty.free && duty.moves == position.legal_moves());
    }

    #[test]
    fn touching_a_piece_again_changes_nothing(
        (position, mut script, intent) in scene(),
        edition in edition(),
        again in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!script.contacts.is_empty());
        let once = obligation(edition, &position, &script.hands(intent));
        let contact = *again.get(&script.contacts);
        let moment = script.contacts.last().unwrap().moment + 1;
        script.contacts.push(Contact { moment, ..contact });
        prop_assert_eq!(obligation(edition, &position, &script.hands(intent)), once);
    }

    #[test]
    fn colours_make_no_difference((position, script, intent) in scene(), edition in edition()) {
        let duty = obligation(edition, &position, &script.hands(intent));
        let (other, other_script) = flipped(&position, &script);
        prop_assert_eq!(other.turn(), if position.turn() == Color::White { Color::Black } else { Color::White });
        let other = obligation(edition, &other, &other_script.hands(intent));
        let mode = position.castles().mode();
        let mut moves: Vec<_> = duty.moves.iter().map(|mv| mv.to_mirrored().to_uci(mode).to_string()).collect();
        let mut mirrored: Vec<_> = other.moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect();
        moves.sort();
        mirrored.sort();
        prop_assert_eq!(moves, mirrored);
        prop_assert_eq!((duty.article, duty.free, duty.ambiguous), (other.article, other.free, other.ambiguous));
    }

    #[test]
    fn release_that_fits_the_touches_is_kept((position, mut script, intent) in scene(), edition in edition()) {
        script.releases.clear();
        let touched = obligation(edition, &position, &script.hands(intent));
        for mv in touched.moves.iter().filter(|mv| !mv.is_castle()) {
            let (from, to) = (mv.from().unwrap(), mv.to());
            script.releases = vec![PutDown::Piece { from, to, moment: u32::MAX }];
            let released = obligation(edition, &position, &script.hands(intent));
            prop_assert!(released.moves.contains(mv));
            prop_assert!(released.moves.iter().all(|mv| mv.from() == Some(from) && mv.to() == to));
        }
    }
}
