//! What was released before a restart.

use super::held::{hand, told_of};
use super::*;

/// What the log says on disk of what was released.
fn logged(publications: &[Publication]) -> Vec<String> {
    let lines = publications.iter().flat_map(|publication| publication.log("2026-11-21T15:00:00Z"));
    lines.map(|line| serde_json::to_string(&line).unwrap()).collect()
}

fn recalled(log: &[String]) -> Releases {
    let mut releases = Releases::default();
    log.iter().for_each(|line| releases.recall(serde_json::from_str(line).unwrap()));
    releases.reading_back(GAME);
    releases
}

fn hold(releases: &mut Releases, seconds: u32, moves: u16) {
    let (time, moves) = (HeldFor::seconds(seconds).unwrap(), HeldMoves::new(moves).unwrap());
    releases.hold(GAME, Delays { bus: Delay { time, moves, ..Delay::NONE }, files: Delay::NONE });
}

#[test]
fn what_is_public_stays_public_whatever_the_delay_is_now() {
    let told = numbered((1..=3).map(made));
    let mut releases = Releases::default();
    take(&mut releases, &told[..2]);
    let log = logged(&releases.take_due(second(2)));
    let mut releases = recalled(&log);
    take(&mut releases, &told);
    hold(&mut releases, 900, 0);
    releases.read_back(GAME);
    let publications = releases.take_due(second(3));
    assert_eq!(logged(&publications), [""; 0]);
    let seqs: Vec<_> = publications[0].all().iter().map(|released| released.seq).collect();
    assert_eq!((publications[0].to, seqs), (To::Bus(PublicId(1)), vec![1, 2]));
}

#[test]
fn a_game_keeps_its_public_number() {
    let mut releases = Releases::default();
    releases.take(GameId(2), "start", []);
    let mut log = logged(&releases.take_due(second(1)));
    releases.take(GameId(1), "start", []);
    log.extend(logged(&releases.take_due(second(1))));
    let mut releases = recalled(&log);
    (1..=3).for_each(|game| {
        releases.take(GameId(game), "start", []);
        releases.read_back(GameId(game));
    });
    let publications = releases.take_due(second(1));
    let numbers: Vec<_> = publications.iter().map(|new| (new.game.0, new.to)).collect();
    assert_eq!(
        numbers,
        [(1, 2), (2, 1), (3, 3)].map(|(game, public)| (game, To::Bus(PublicId(public))))
    );
}

#[test]
fn what_is_concluded_otherwise_now_waits_for_its_delay() {
    let mut releases = Releases::default();
    take(&mut releases, &numbered((1..=2).map(made)));
    let log = logged(&releases.take_due(second(2)));
    let mut releases = recalled(&log);
    take(&mut releases, &numbered([made(1), white_wins()]));
    hold(&mut releases, 900, 0);
    releases.read_back(GAME);
    assert_eq!(on(PublicOutput::Bus, releases.take_due(second(3))).len(), 1);
    assert_eq!(releases.deadline(), Some(second(902)));
}

#[test]
fn until_a_game_is_read_back_nothing_new_is_released() {
    let superseded = a_move(2, 2, MoveState::Superseded);
    let told = numbered([made(1), made(2), superseded, a_move(3, 2, MoveState::Made)]);
    let mut releases = Releases::default();
    take(&mut releases, &told);
    hold(&mut releases, 60, 0);
    let log = logged(&releases.take_due(second(900)));
    let mut releases = recalled(&log);
    take(&mut releases, &told[..2]);
    assert_eq!(on(PublicOutput::Bus, releases.take_due(second(900))).len(), 1);
    assert_eq!(releases.deadline(), None);
    releases.read_back(GAME);
    assert_eq!(on(PublicOutput::Bus, releases.take_due(second(900))).len(), 1);
}

proptest! {
    #[test]
    fn numbers_are_dense_and_the_same_after_a_restart(
        hands in prop::collection::vec(hand(), 0..60),
        steps in prop::collection::vec(0_u64..40, 60),
        (cut, again) in (0_usize..80, 0_usize..80),
        (seconds, moves) in (0_u32..90, 0_u16..6),
    ) {
        let told = told_of(&hands, &steps);
        let (cut, again) = (cut.min(told.len()), again.min(told.len()));
        let follow = |releases: &mut Releases, told: &[Told]| {
            let mut publications = Vec::new();
            for news in told {
                take(releases, std::slice::from_ref(news));
                hold(releases, seconds, moves);
                publications.extend(releases.take_due(news.at));
            }
            publications
        };
        let mut releases = Releases::default();
        let before = follow(&mut releases, &told[..cut]);
        let log = logged(&before);
        let after = on(PublicOutput::Bus, follow(&mut releases, &told[cut..]));
        let whole: Vec<_> = on(PublicOutput::Bus, before).into_iter().chain(after).collect();
        prop_assert!(whole.iter().map(|r| r.seq).eq(1..=whole.len() as u64));

        // History comes in two parts, whose cut is not that of before.
        let mut releases = recalled(&log);
        let now = last_moment(&told[..cut]);
        let mut parts = Vec::new();
        for part in [&told[..again.min(cut)], &told[again.min(cut)..cut]] {
            take(&mut releases, part);
            hold(&mut releases, seconds, moves);
            parts.extend(on(PublicOutput::Bus, releases.take_due(now)));
        }
        releases.read_back(GAME);
        parts.extend(on(PublicOutput::Bus, releases.take_due(now)));
        parts.extend(on(PublicOutput::Bus, follow(&mut releases, &told[cut..])));
        prop_assert_eq!(whole, parts);
    }
}
