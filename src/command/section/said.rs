//! What holds in a section, in the words of the reader.

use touchmove_client::shown::ShownBoard;
use touchmove_core::decision::regulations::{FirstOffer, Regulations};
use touchmove_core::tournament::release::delay::{Delay, Doubtful};
use touchmove_core::words::phrases::{OfSection, Span};
use touchmove_core::words::{Saying, Vocabulary};
use touchmove_drivers::Ability;
use touchmove_drivers::families::by_name;

use touchmove_client::decided::default_time;

/// Edition, category and supervision; as it is where it is written otherwise.
pub(super) fn rulebook(rulebook: &str) -> Saying {
    let mut words = rulebook.rsplitn(3, ' ');
    let (Some(supervision), Some(category), Some(edition)) =
        (words.next(), words.next(), words.next())
    else {
        return rulebook.into();
    };
    let category = Vocabulary::Category.word(category);
    let supervision = Vocabulary::Supervision.word(supervision);
    OfSection::Rulebook { edition: edition.into(), category, supervision }.into()
}

/// What is regulated.
pub(super) fn regulations(regulations: Regulations) -> Saying {
    let time =
        regulations.default_time.map(|time| OfSection::DefaultTime { time: default_time(time) });
    let time = time.map(Saying::from);
    let first = regulations.no_draw_offers_before.map(FirstOffer::get);
    let offers = first.map(|first| Saying::from(OfSection::NoOffers { number: first.into() }));
    let finish = regulations.quickplay_finish.map(|finish| {
        let finish = Vocabulary::Value.word(finish.word());
        Saying::from(OfSection::QuickplayFinish { finish })
    });
    let all = [time, offers, finish].into_iter().flatten();
    let all = all.reduce(|one, other| OfSection::Both { one, other }.into());
    all.unwrap_or_else(|| OfSection::NotRegulated.into())
}

/// How many of these boards have lights.
pub(super) fn with_lights<'a>(boards: impl Iterator<Item = &'a ShownBoard> + Clone) -> Saying {
    let may_light = |board: &&ShownBoard| {
        by_name(&board.family).is_some_and(|family| family.may(Ability::Lights))
    };
    let lit = boards.clone().filter(may_light).count();
    OfSection::WithLights { lit: lit.into(), count: boards.count().into() }.into()
}

/// How long moves are held back.
pub(super) fn delay(delay: Delay) -> Saying {
    let time = match delay.time.get() {
        0 => None,
        seconds if seconds % 60 == 0 => Some(Span::Minutes { count: (seconds / 60).into() }.into()),
        seconds => Some(Span::Seconds { count: seconds.into() }.into()),
    };
    let moves = match delay.moves.get() {
        0 => None,
        count => Some(OfSection::Moves { count: count.into() }.into()),
    };
    let held = match (time, moves) {
        (Some(time), Some(moves)) => OfSection::TimeAndMoves { time, moves }.into(),
        (one, other) => one.or(other).unwrap_or_else(|| OfSection::NotHeld.into()),
    };
    match delay.doubtful {
        Doubtful::Marked => held,
        Doubtful::Withheld => OfSection::Withheld { delay: held }.into(),
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples;
    use touchmove_core::tournament::release::delay::{HeldFor, HeldMoves};

    use touchmove_core::decision::regulations::{DefaultTime, QuickplayFinish};

    use super::*;
    use crate::notices::Notices;

    #[test]
    fn what_holds_is_told_in_english_as_it_is_and_in_turkish() {
        let (english, turkish) = (Notices::default(), Notices::in_turkish());
        let both = |said: Saying| (english.say(said.clone()), turkish.say(said));
        let announced = Some(QuickplayFinish::Announced);
        for (minutes, first, finish, said) in [
            (None, None, None, "yok"),
            (Some(15), None, None, "bekleme süresi 15 dk"),
            (None, None, announced, "hızlıoyun bitişi duyuruldu"),
            (
                Some(15),
                Some(30),
                None,
                "bekleme süresi 15 dk, 30. hamleden önce beraberlik teklifi yok",
            ),
        ] {
            let regulated = Regulations {
                default_time: minutes.and_then(DefaultTime::minutes),
                no_draw_offers_before: first.map(FirstOffer::at_move),
                quickplay_finish: finish,
            };
            assert_eq!(both(regulations(regulated)), (regulated.to_string(), said.to_owned()));
        }
        for (seconds, moves, doubtful, said) in [
            (0, 0, Doubtful::Marked, "yok"),
            (900, 0, Doubtful::Withheld, "15 dk, şüpheli hamleler bekletilir"),
            (90, 1, Doubtful::Marked, "90 sn ve 1 hamle"),
            (0, 5, Doubtful::Marked, "5 hamle"),
        ] {
            let (time, moves) = (HeldFor::seconds(seconds), HeldMoves::new(moves));
            let held = Delay { time: time.unwrap(), moves: moves.unwrap(), doubtful };
            assert_eq!(both(delay(held)), (held.to_string(), said.to_owned()));
        }
        let [dgt, chesslink] = ["dgt", "chesslink"]
            .map(|family| ShownBoard { family: family.into(), ..samples::a_board() });
        for (boards, english, turkish) in [
            (vec![], "no board is here that has lights", "ışığı olan tahta yok"),
            (vec![&dgt], "the board here has no lights", "buradaki tahtanın ışığı yok"),
            (
                vec![&dgt, &dgt],
                "none of 2 boards here has lights",
                "buradaki 2 tahtanın hiçbirinde ışık yok",
            ),
            (
                vec![&chesslink, &dgt, &dgt],
                "1 of 3 boards here has lights",
                "buradaki 3 tahtadan 1 tanesinde ışık var",
            ),
        ] {
            let said = both(with_lights(boards.into_iter()));
            assert_eq!(said, (english.to_owned(), turkish.to_owned()));
        }
        let laws = "fide-2023 auto full";
        let said = "fide-2023 otomatik, tam gözetim";
        assert_eq!(both(rulebook(laws)), (laws.to_owned(), said.to_owned()));
        assert_eq!(english.say(rulebook("x")), "x");
    }
}
