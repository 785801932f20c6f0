//! The styles of play: which rates differ from clean play, as data.

use std::str::FromStr;

use super::rate::Rate::{self, *};
use super::rate::Rates;

/// How the game is played on the table: a table of rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Each piece is lifted, carried through the air, put down, and the clock pressed.
    Clean,
    /// As real hands do: the rates are those of 458 updates of three games recorded from DGT boards.
    Mixed,
    /// Most pieces are slid over the squares on their way.
    Slides,
    /// Fast hands and little thinking, no overlap.
    Quick,
    /// Every order of capturing, much brushing, en passant with the victim left.
    Captures,
    /// Castling with the rook first or with two hands.
    Castling,
    /// Pieces adjusted, nudged, touched and put back.
    Adjusting,
    /// Moves taken back: before the press, and one to four plies after it.
    Takebacks,
    /// Every way of promoting.
    Promotions,
    /// Results told by the kings in the centre.
    Kings,
    /// Blitz: quick hands, and one reply in ten begins before the move before has landed.
    Blitz,
    /// Bullet: hands faster than the scan, and one reply in five overlaps.
    Bullet,
    /// A worn board: updates lost, flicker, ghosts, contacts that bounce; the host reads it out every 5 s.
    Worn,
    /// The same without read-outs.
    WornUnread,
    /// Several illegal moves a game that stand, of all kinds, noticed by nobody.
    Illegal,
    /// Pieces knocked over and set up again, some of them wrongly at first.
    Knocked,
    /// The link is lost for some plies now and then; a read-out shows where play is.
    Missed,
    /// When the game is over, play goes on.
    Analysis,
}

/// A name that no style has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such style")]
pub struct StyleError;

impl Style {
    /// All styles.
    pub const ALL: [Self; 18] = [
        Self::Clean,
        Self::Mixed,
        Self::Slides,
        Self::Quick,
        Self::Captures,
        Self::Castling,
        Self::Adjusting,
        Self::Takebacks,
        Self::Promotions,
        Self::Kings,
        Self::Blitz,
        Self::Bullet,
        Self::Worn,
        Self::WornUnread,
        Self::Illegal,
        Self::Knocked,
        Self::Missed,
        Self::Analysis,
    ];

    /// Its name on the command line and in recordings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Mixed => "mixed",
            Self::Slides => "slides",
            Self::Quick => "quick",
            Self::Captures => "captures",
            Self::Castling => "castling",
            Self::Adjusting => "adjusting",
            Self::Takebacks => "takebacks",
            Self::Promotions => "promotions",
            Self::Kings => "kings",
            Self::Blitz => "blitz",
            Self::Bullet => "bullet",
            Self::Worn => "worn",
            Self::WornUnread => "worn-unread",
            Self::Illegal => "illegal",
            Self::Knocked => "knocked",
            Self::Missed => "missed",
            Self::Analysis => "analysis",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Clean => "each man is lifted, carried, put down, and the clock pressed",
            Self::Mixed => "as recorded hands do: slides, captures in any order, men adjusted",
            Self::Slides => "most men are slid over the squares on their way",
            Self::Quick => "fast hands and little thinking",
            Self::Captures => "every order of capturing, brushing, victims left standing",
            Self::Castling => "castling with the rook first or with two hands",
            Self::Adjusting => "men adjusted, nudged, touched and put back",
            Self::Takebacks => "moves taken back before the press, and up to four plies after it",
            Self::Promotions => "every way of promoting",
            Self::Kings => "results told by the kings in the centre",
            Self::Blitz => "quick hands; one reply in ten begins before the last move has landed",
            Self::Bullet => "faster than the scan; one reply in five overlaps",
            Self::Worn => "updates lost, flicker, ghosts; read out every 5 s (recordings only)",
            Self::WornUnread => "the same without read-outs (recordings only)",
            Self::Illegal => "several illegal moves a game that stand",
            Self::Knocked => "men knocked over and set up again",
            Self::Missed => "the link is lost for some plies (recordings only)",
            Self::Analysis => "when the game is over, play goes on",
        }
    }

    /// Its rates.
    pub fn rates(self) -> Rates {
        Rates::differing(&self.differences().concat())
    }

    /// What differs from clean play.
    const fn differences(self) -> &'static [&'static [(Rate, f64)]] {
        match self {
            Self::Clean => &[],
            Self::Mixed => &[MIXED],
            Self::Slides => &[MIXED, SLIDES],
            Self::Quick => &[MIXED, FAST, QUICK],
            Self::Captures => &[MIXED, CAPTURES],
            Self::Castling => &[MIXED, CASTLING],
            Self::Adjusting => &[MIXED, ADJUSTING],
            Self::Takebacks => &[MIXED, TAKEBACKS],
            Self::Promotions => &[MIXED, PROMOTIONS],
            Self::Kings => &[MIXED, KINGS],
            Self::Blitz => &[MIXED, FAST, BLITZ],
            Self::Bullet => &[MIXED, FAST, BULLET],
            Self::Worn => &[MIXED, WORN, READ_OUT],
            Self::WornUnread => &[MIXED, WORN],
            Self::Illegal => &[MIXED, ILLEGAL],
            Self::Knocked => &[MIXED, KNOCKED],
            Self::Missed => &[MIXED, MISSED],
            Self::Analysis => &[MIXED, ANALYSIS],
        }
    }
}

impl FromStr for Style {
    type Err = StyleError;

    fn from_str(name: &str) -> Result<Self, StyleError> {
        Self::ALL.into_iter().find(|style| style.name() == name).ok_or(StyleError)
    }
}

/// Captures, slides and brushes as in the recorded games, where 6 of 100 moves slide; 31 of 100 can
/// (counted in 25,943 plies of master games). The recordings hold too few castlings, promotions
/// and captures en passant to count: their rates, and those of adjusting and taking back, are
/// guesses that let each way occur.
const MIXED: &[(Rate, f64)] = &[
    (CaptureOverwrite, 71.0),
    (CaptureVictimFirst, 20.0),
    (CaptureCapturerFirst, 9.0),
    (PassantAfter, 70.0),
    (PassantBefore, 20.0),
    (PassantLate, 10.0),
    (CastleKingFirst, 85.0),
    (CastleRookFirst, 8.0),
    (CastleTwoHanded, 7.0),
    (PromoteDirect, 50.0),
    (PromoteNewFirst, 20.0),
    (PromotePawnStands, 30.0),
    (Slide, 0.18),
    (Stray, 0.005),
    (Brush, 0.09),
    (Adjust, 0.01),
    (TakeBack, 0.005),
    (ChangeMind, 0.005),
    (AirLeast, 150.0),
    (PressForgotten, 0.01),
];

const SLIDES: &[(Rate, f64)] = &[(Slide, 0.8), (Stray, 0.05), (DwellMost, 400.0)];

/// Hands in a hurry: nobody adjusts, and a press follows at once.
const FAST: &[(Rate, f64)] = &[
    (ThinkRecorded, 0.0),
    (AirLeast, 80.0),
    (AirMost, 300.0),
    (Tempo, 0.35),
    (PressLeast, 60.0),
    (PressMost, 250.0),
    (Adjust, 0.0),
    (TakeBack, 0.0),
    (ChangeMind, 0.0),
];

/// Of the moves that can slide, 31 in 100, nearly all do.
const QUICK: &[(Rate, f64)] = &[(ThinkLeast, 200.0), (ThinkMost, 5_000.0), (Slide, 0.95)];

const BLITZ: &[(Rate, f64)] =
    &[(ThinkLeast, 200.0), (ThinkMost, 5_000.0), (Slide, 0.95), (Overlap, 0.1)];

const BULLET: &[(Rate, f64)] = &[
    (ThinkLeast, 50.0),
    (ThinkMost, 1_500.0),
    (Slide, 0.95),
    (Overlap, 0.2),
    (AirLeast, 50.0),
    (AirMost, 200.0),
    (Tempo, 0.2),
    (PressLeast, 30.0),
    (PressMost, 150.0),
];

const CAPTURES: &[(Rate, f64)] = &[
    (CaptureOverwrite, 34.0),
    (CaptureVictimFirst, 33.0),
    (CaptureCapturerFirst, 33.0),
    (Brush, 0.4),
    (PassantAfter, 20.0),
    (PassantBefore, 20.0),
    (PassantLate, 60.0),
];

const CASTLING: &[(Rate, f64)] =
    &[(CastleKingFirst, 20.0), (CastleRookFirst, 40.0), (CastleTwoHanded, 40.0)];

const ADJUSTING: &[(Rate, f64)] = &[(Adjust, 0.1), (Nudge, 0.06), (PutBack, 0.06)];

const TAKEBACKS: &[(Rate, f64)] = &[(TakeBack, 0.08), (ChangeMind, 0.04), (TakeBackLater, 0.015)];

const PROMOTIONS: &[(Rate, f64)] = &[
    (PromoteDirect, 20.0),
    (PromoteNewFirst, 20.0),
    (PromotePawnStands, 20.0),
    (PromoteWrongFirst, 20.0),
    (PromoteWrongColour, 20.0),
];

const KINGS: &[(Rate, f64)] =
    &[(Kings, 1.0), (KingsStep, 0.3), (KingsClear, 0.4), (SetUpAgain, 0.5), (ClockRunsOn, 0.2)];

/// One update in a hundred is lost, as in the measurements of other programs. In the one public recording of a board of
/// contacts, of 23 plies, one piece was put down so that its square flickered.
const WORN: &[(Rate, f64)] =
    &[(Lost, 0.01), (Flicker, 1.0), (Ghost, 0.3), (Unknown, 0.002), (Bounce, 0.03), (Jolt, 0.02)];

const READ_OUT: &[(Rate, f64)] = &[(ReadOut, 5.0)];

const ILLEGAL: &[(Rate, f64)] = &[
    (IllegalCheck, 0.25),
    (IllegalPin, 0.03),
    (IllegalKing, 0.01),
    (IllegalCastle, 0.03),
    (IllegalPromotion, 0.5),
    (IllegalElsewhere, 0.025),
    (TakeBack, 0.0),
    (Adjust, 0.0),
];

const KNOCKED: &[(Rate, f64)] = &[(Knock, 0.025)];

const MISSED: &[(Rate, f64)] = &[(LinkLost, 0.03)];

const ANALYSIS: &[(Rate, f64)] = &[(Analysis, 1.0), (ClockRunsOn, 0.3)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::hands::rate::RateSetting;

    #[test]
    fn each_style_has_a_name_of_its_own_and_rates_within_bounds() {
        for style in Style::ALL {
            assert_eq!(style.name().parse(), Ok(style));
            for &(rate, value) in style.differences().concat().iter() {
                assert!(
                    RateSetting::new(rate, value).is_some(),
                    "{}: {}",
                    style.name(),
                    rate.name()
                );
            }
        }
        assert_eq!("neat".parse::<Style>(), Err(StyleError));
    }
}
