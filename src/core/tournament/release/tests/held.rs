//! What is held back.

use super::*;

fn delay(seconds: u32, moves: u16) -> Delay {
    let (time, moves) = (HeldFor::seconds(seconds).unwrap(), HeldMoves::new(moves).unwrap());
    Delay { time, moves, doubtful: Doubtful::Marked }
}

/// A station whose bus is delayed, and that has heard this.
fn held(delay: Delay, told: &[Told]) -> Releases {
    let mut releases = Releases::default();
    take(&mut releases, told);
    hold(&mut releases, delay);
    releases
}

fn hold(releases: &mut Releases, delay: Delay) {
    releases.hold(GAME, Delays { bus: delay, files: Delay::NONE });
}

/// The plies of the moves that are released by a moment.
fn plies(releases: &mut Releases, now: Instant) -> Vec<u32> {
    let ply = |released: Released| match released.what {
        Release::Move(made) => Some(made.ply),
        _ => None,
    };
    on(PublicOutput::Bus, releases.take_due(now)).into_iter().filter_map(ply).collect()
}

#[test]
fn a_move_is_released_when_it_is_old_enough() {
    let mut releases = held(delay(60, 0), &numbered([made(1), made(2)]));
    assert_eq!(releases.deadline(), Some(second(61)));
    assert_eq!(plies(&mut releases, second(60)), [0; 0]);
    assert_eq!(plies(&mut releases, second(61)), [1]);
    assert_eq!(plies(&mut releases, second(62)), [2]);
    assert_eq!(releases.deadline(), None);
}

#[test]
fn a_game_of_which_nothing_is_due_does_not_appear() {
    let mut releases = held(delay(60, 0), &numbered([made(1)]));
    assert!(releases.take_due(second(60)).is_empty());
    assert_eq!(releases.take_due(second(61))[0].to, To::Bus(PublicId(1)));
}

#[test]
fn a_move_is_released_when_so_many_were_made_after_it() {
    let told = numbered((1..=4).map(made));
    let mut releases = held(delay(0, 3), &told[..3]);
    assert_eq!((plies(&mut releases, second(3)), releases.deadline()), (vec![], None));
    take(&mut releases, &told);
    assert_eq!(plies(&mut releases, second(4)), [1]);
}

#[test]
fn where_time_and_moves_are_given_both_must_be_met() {
    let told = numbered((1..=3).map(made));
    let mut releases = held(delay(60, 1), &told);
    assert_eq!(plies(&mut releases, second(61)), [1]);
    assert_eq!(plies(&mut releases, second(900)), [2]);
}

#[test]
fn a_delay_in_moves_ends_with_the_game_and_one_in_time_does_not() {
    let told = numbered([made(1), made(2), white_wins()]);
    let mut releases = held(delay(0, 2), &told);
    assert_eq!(on(PublicOutput::Bus, releases.take_due(second(3))).len(), 3);
    let mut releases = held(delay(60, 2), &told);
    assert_eq!(plies(&mut releases, second(62)), [1, 2]);
    let ended = on(PublicOutput::Bus, releases.take_due(second(63)));
    assert!(matches!(ended[..], [Released { seq: 3, what: Release::Ended(_) }]));
}

#[test]
fn the_moves_of_a_game_that_was_left_come_out() {
    let mut releases = held(delay(0, 2), &numbered([made(1)]));
    assert_eq!(plies(&mut releases, second(900)), [0; 0]);
    releases.close(GAME);
    assert_eq!(plies(&mut releases, second(900)), [1]);
}

#[test]
fn what_is_taken_back_before_it_was_released_never_was() {
    let told = numbered([
        made(1),
        a_move(1, 1, pressed()),
        made(2),
        a_move(2, 2, MoveState::Superseded),
        a_move(3, 2, MoveState::Made),
        white_wins(),
        open(),
    ]);
    let mut releases = held(delay(60, 0), &told);
    let released = on(PublicOutput::Bus, releases.take_due(second(900)));
    assert!(
        matches!(
            released.iter().map(|released| &released.what).collect::<Vec<_>>()[..],
            [Release::Move(first), Release::Time { ply: 1, .. }, Release::Move(second)]
                if (first.ply, second.ply) == (1, 2)
        ),
        "{released:?}"
    );
}

#[test]
fn what_was_released_is_taken_back_after_the_delay_too() {
    let told = numbered([made(1), a_move(1, 1, MoveState::Superseded)]);
    let mut releases = held(delay(60, 0), &told[..1]);
    assert_eq!(plies(&mut releases, second(61)), [1]);
    let late = Told { at: second(70), ..told[1].clone() };
    take(&mut releases, &[late]);
    assert_eq!(releases.take_due(second(129)).len(), 0);
    let released = on(PublicOutput::Bus, releases.take_due(second(130)));
    assert!(matches!(released[..], [Released { seq: 2, what: Release::TakenBack { .. } }]));
}

#[test]
fn a_longer_delay_leaves_public_what_is_and_none_releases_what_waits() {
    let told = numbered((1..=3).map(made));
    let mut releases = held(delay(60, 0), &told);
    assert_eq!(plies(&mut releases, second(61)), [1]);
    hold(&mut releases, delay(900, 0));
    assert_eq!(
        (plies(&mut releases, second(800)), releases.deadline()),
        (vec![], Some(second(902)))
    );
    hold(&mut releases, Delay::NONE);
    assert_eq!(plies(&mut releases, second(801)), [2, 3]);
}

#[test]
fn each_output_has_its_own_delay_and_its_own_numbers() {
    let told = numbered((1..=2).map(made));
    let mut releases = held(delay(60, 0), &told);
    releases.seat(GAME);
    let publications = releases.take_due(second(2));
    assert_eq!(publications.len(), 1);
    assert_eq!(publications[0].to, To::Files);
    assert_eq!(on(PublicOutput::Files, publications).len(), 2);
    assert_eq!(on(PublicOutput::Bus, releases.take_due(second(61)))[0].seq, 1);
}

#[test]
fn a_file_tells_nothing_of_a_game_that_is_held_back() {
    let mut releases = held(Delay::NONE, &numbered([made(1)]));
    releases.hold(GAME, Delays { bus: Delay::NONE, files: delay(60, 0) });
    releases.seat(GAME);
    let publications = releases.take_due(second(60));
    let told = publications.iter().find(|told| told.to == To::Files).unwrap();
    assert_eq!((told.start.as_str(), told.all().len()), ("", 0));
    let publications = releases.take_due(second(61));
    assert_eq!((publications[0].start.as_str(), publications[0].all().len()), ("start", 1));
}

#[test]
fn a_game_without_a_place_is_not_released_to_files() {
    let mut releases = held(delay(0, 0), &numbered([made(1)]));
    assert!(releases.take_due(second(1)).iter().all(|new| new.to != To::Files));
    releases.seat(GAME);
    assert_eq!(on(PublicOutput::Files, releases.take_due(second(1))).len(), 1);
}

#[test]
fn a_doubtful_move_is_marked_or_waits_until_a_sure_one_has_followed() {
    let told = numbered([made(1), doubtful(2, 2), doubtful(3, 3), made(4)]);
    let mut marked = held(Delay::NONE, &told);
    let is_doubtful = |released: Released| match released.what {
        Release::Move(made) => Some(made.is_doubtful),
        _ => None,
    };
    let released: Vec<_> = on(PublicOutput::Bus, marked.take_due(second(4)))
        .into_iter()
        .filter_map(is_doubtful)
        .collect();
    assert_eq!(released, [false, true, true, false]);

    let withheld = Delay { doubtful: Doubtful::Withheld, ..Delay::NONE };
    let mut releases = held(withheld, &told[..3]);
    assert_eq!((plies(&mut releases, second(900)), releases.deadline()), (vec![1], None));
    take(&mut releases, &told);
    assert_eq!(plies(&mut releases, second(900)), [2, 3, 4]);
}

#[test]
fn a_doubtful_move_is_released_or_confirmed_when_a_person_says_that_it_was_played() {
    let told = numbered([made(1), doubtful(2, 2), white_wins(), answered(2)]);
    let withheld = Delay { doubtful: Doubtful::Withheld, ..Delay::NONE };
    let mut releases = held(withheld, &told[..3]);
    assert_eq!(plies(&mut releases, second(900)), [1], "the result waits, too");
    take(&mut releases, &told);
    let released = on(PublicOutput::Bus, releases.take_due(second(900)));
    let [Released { what: Release::Move(sure), .. }, Released { what: Release::Ended(_), .. }] =
        &released[..]
    else {
        panic!("{released:?}")
    };
    assert!(!sure.is_doubtful);

    let mut marked = held(Delay::NONE, &told[..3]);
    assert_eq!(plies(&mut marked, second(900)), [1, 2]);
    take(&mut marked, &told);
    let confirmed = on(PublicOutput::Bus, marked.take_due(second(900)));
    assert!(matches!(
        &confirmed[..],
        [Released { seq: 4, what: Release::Confirmed { ply: 2, .. } }]
    ));
}

proptest! {
    #[test]
    fn nothing_is_early_and_in_the_end_all_is_as_without_a_delay(
        hands in prop::collection::vec(hand(), 0..60),
        delays in prop::collection::vec((0_u32..90, 0_u16..6), 1..4),
        steps in prop::collection::vec(0_u64..40, 60),
    ) {
        let told = told_of(&hands, &steps);
        let mut plain = ReleasedGame::default();
        let mut public = ReleasedGame::default();
        let (mut undelayed, mut delayed) = (Releases::default(), Releases::default());
        let mut stood: Vec<(Instant, usize)> = Vec::new();
        let mut seqs = Vec::new();
        for (index, news) in told.iter().enumerate() {
            let (seconds, moves) = delays[index * delays.len() / told.len()];
            release(&mut undelayed, std::slice::from_ref(news))
                .iter()
                .for_each(|released| plain.take(&released.what));
            take(&mut delayed, std::slice::from_ref(news));
            hold(&mut delayed, delay(seconds, moves));
            stood.push((news.at, plain.moves.len()));
            let is_over = plain.result.is_some();
            for released in on(PublicOutput::Bus, delayed.take_due(news.at)) {
                seqs.push(released.seq);
                public.take(&released.what);
                let is_old = |at: Instant| at + Duration::from_secs(seconds.into()) <= news.at;
                if let Release::Move(made) = &released.what {
                    let since = stood.iter().find(|(_, moves)| *moves >= made.ply as usize);
                    prop_assert!(since.is_some_and(|(at, _)| is_old(*at)));
                    let after = plain.moves.len().saturating_sub(made.ply as usize);
                    prop_assert!(is_over || after >= moves.into());
                }
                if let Release::Ended(_) = released.what {
                    prop_assert_eq!(&public.moves, &plain.moves);
                }
            }
        }
        delayed.close(GAME);
        for released in on(PublicOutput::Bus, delayed.take_due(second(1_000_000))) {
            seqs.push(released.seq);
            public.take(&released.what);
        }
        prop_assert!(seqs.iter().copied().eq(1..=seqs.len() as u64));
        prop_assert_eq!(public, plain);
    }
}

/// What happens at a board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hand {
    Move,
    Press,
    /// So many moves are taken back, the last first.
    TakeBack(usize),
    /// A move of which it is not sure that it was played.
    MoveDoubtfully,
    /// A person says what was played from so many moves before on.
    Answer(usize),
    Displace,
    End,
}

pub(super) fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![
        8 => Just(Hand::Move),
        4 => Just(Hand::Press),
        2 => (1_usize..4).prop_map(Hand::TakeBack),
        2 => Just(Hand::MoveDoubtfully),
        2 => (1_usize..4).prop_map(Hand::Answer),
        1 => Just(Hand::Displace),
        1 => Just(Hand::End),
    ]
}

/// What is told of a game with such hands, with such pauses.
pub(super) fn told_of(hands: &[Hand], steps: &[u64]) -> Vec<Told> {
    let (mut told, mut standing, mut ids, mut is_over) = (Vec::new(), Vec::new(), 1_u64.., false);
    let mut now = Instant::ZERO;
    for (hand, step) in hands.iter().zip(steps) {
        now = now + Duration::from_secs(*step);
        let mut tell = |what| {
            let seq = Some(told.len() as u64 + 1);
            told.push(Told { game: 1, seq, at: now, what });
        };
        let ply = |standing: &Vec<u64>| standing.len() as u32;
        if is_over {
            tell(open());
            is_over = false;
        }
        match *hand {
            Hand::Move => {
                standing.extend(ids.next());
                tell(a_move(standing[standing.len() - 1], ply(&standing), MoveState::Made));
            }
            Hand::Press => {
                if let Some(&id) = standing.last() {
                    tell(a_move(id, ply(&standing), pressed()));
                }
            }
            Hand::TakeBack(count) => {
                for _ in 0..count {
                    let ply = ply(&standing);
                    let Some(id) = standing.pop() else { break };
                    tell(a_move(id, ply, MoveState::Superseded));
                }
            }
            Hand::MoveDoubtfully => {
                standing.extend(ids.next());
                tell(doubtful(standing[standing.len() - 1], ply(&standing)));
            }
            Hand::Answer(back) => tell(answered(ply(&standing).saturating_sub(back as u32) + 1)),
            Hand::Displace => {
                tell(Conclusion::Position { fen: "fen".into(), why: PositionWhy::Gap });
            }
            Hand::End => {
                tell(white_wins());
                is_over = true;
            }
        }
    }
    told
}
