//! The rates: how often hands, sensors and clocks do what, and how long it takes. All are data.

mod setting;

pub use setting::{RateSetting, Rates, SettingError};

/// What the number of a rate means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateUnit {
    /// A part of all occasions, from 0 to 1.
    Share,
    /// A weight among the ways to do a thing, from 0 to 1000.
    Weight,
    /// Milliseconds, up to ten minutes.
    Millis,
    /// Times a minute, up to 1000.
    AMinute,
    /// Seconds, up to a day.
    Seconds,
    /// A number of plies, up to 100.
    Plies,
    /// A factor from 0.05 to 20.
    Factor,
}

macro_rules! rates {
    ($($(#[doc = $doc:literal])+ $rate:ident $name:literal $unit:ident $usual:literal;)*) => {
        /// Something that is done now and then, or takes some time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rate {
            $($(#[doc = $doc])+ $rate,)*
        }

        impl Rate {
            /// All rates.
            pub const ALL: &'static [Self] = &[$(Self::$rate,)*];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rate => $name,)* }
            }

            /// Whether it is of the board or its line, which only recordings show.
    pub const fn is_of_the_board(self) -> bool {
                self as usize >= Self::Lost as usize
            }

            /// What its number means.
            pub const fn unit(self) -> RateUnit {
                match self { $(Self::$rate => RateUnit::$unit,)* }
            }

            /// What it means, in a sentence.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$rate => concat!($($doc),+),)* }
            }

            /// What it is where a style says nothing else: clean play.
            const fn usual(self) -> f64 {
                match self { $(Self::$rate => $usual,)* }
            }
        }
    };
}

rates! {
    /// A player thinks at least this long, where the game does not say how long he took.
    ThinkLeast "think-least" Millis 1500.0;
    /// And at most this long.
    ThinkMost "think-most" Millis 8000.0;
    /// Moves for which the player takes the time that the game records, from 1 to 20 s.
    ThinkRecorded "think-recorded" Share 1.0;
    /// A piece is at least this long in the air.
    AirLeast "air-least" Millis 250.0;
    /// And at most this long.
    AirMost "air-most" Millis 900.0;
    /// A piece that slides rests at least this long on a square of its way.
    DwellLeast "dwell-least" Millis 20.0;
    /// And at most this long.
    DwellMost "dwell-most" Millis 120.0;
    /// The clock is pressed at least this long after the move.
    PressLeast "press-least" Millis 200.0;
    /// And at most this long.
    PressMost "press-most" Millis 600.0;
    /// All other times of the hands are this many times longer.
    Tempo "tempo" Factor 1.0;
    /// Moves after which the player forgets to press the clock.
    PressForgotten "press-forgotten" Share 0.0;

    /// Replies that begin before the move before has landed.
    Overlap "overlap" Share 0.0;
    /// They begin at least this long before it.
    OverlapLeast "overlap-least" Millis 20.0;
    /// And at most this long.
    OverlapMost "overlap-most" Millis 300.0;
    /// Overlapping replies that do not wait in the air for the move before, and may land first.
    LandsFirst "lands-first" Share 0.3;

    /// Moves along a line that are slid over its squares.
    Slide "slide" Share 0.0;
    /// Other moves that touch a neighbour of their goal first.
    Stray "stray" Share 0.0;
    /// Captures in which the victim brushes a neighbour of its square.
    Brush "brush" Share 0.0;
    /// Captures by putting the piece in the victim's place in one moment.
    CaptureOverwrite "capture-overwrite" Weight 1.0;
    /// Captures in which the victim is lifted first.
    CaptureVictimFirst "capture-victim-first" Weight 0.0;
    /// Captures in which the capturing piece is lifted first, then the victim.
    CaptureCapturerFirst "capture-capturer-first" Weight 0.0;
    /// En passant: the victim is lifted when the pawn has been put down.
    PassantAfter "passant-after" Weight 1.0;
    /// En passant: the victim is lifted first.
    PassantBefore "passant-before" Weight 0.0;
    /// En passant: the victim is lifted when the reply has begun.
    PassantLate "passant-late" Weight 0.0;
    /// Castling, the king first.
    CastleKingFirst "castle-king-first" Weight 1.0;
    /// Castling, the rook first.
    CastleRookFirst "castle-rook-first" Weight 0.0;
    /// Castling with two hands at once.
    CastleTwoHanded "castle-two-handed" Weight 0.0;
    /// Promotion: the pawn is laid aside from the seventh rank and the new piece put on the eighth.
    PromoteDirect "promote-direct" Weight 1.0;
    /// Promotion: the new piece is put on the eighth before the pawn is taken away.
    PromoteNewFirst "promote-new-first" Weight 0.0;
    /// Promotion: the pawn stands on the eighth a while, and is exchanged.
    PromotePawnStands "promote-pawn-stands" Weight 0.0;
    /// Promotion: another piece is put there first, and corrected.
    PromoteWrongFirst "promote-wrong-first" Weight 0.0;
    /// Promotion: a spare of the wrong colour is put there first, and corrected.
    PromoteWrongColour "promote-wrong-colour" Weight 0.0;
    /// Promotions to a queen for which a rook is put there upside down: a rook, by the Laws.
    PromoteRookForQueen "promote-rook-for-queen" Share 0.0;

    /// Moves before which the mover adjusts a piece on its square.
    Adjust "adjust" Share 0.0;
    /// Moves before which the mover nudges a piece, off its square for an instant.
    Nudge "nudge" Share 0.0;
    /// Moves before which the mover lifts another piece and puts it back.
    PutBack "put-back" Share 0.0;
    /// Moves before which the mover makes another and takes it back, the clock not pressed.
    TakeBack "take-back" Share 0.0;
    /// Moves in which the piece is put down on another square first, and goes on from there.
    ChangeMind "change-mind" Share 0.0;
    /// Moves before which one to four others are played and pressed, and all taken back.
    TakeBackLater "take-back-later" Share 0.0;
    /// Moves before which pieces are knocked over and set up again.
    Knock "knock" Share 0.0;
    /// Pieces knocked over that are set up on a wrong square first.
    KnockWrong "knock-wrong" Share 0.3;

    /// Games whose result is told by the kings in the centre.
    Kings "kings" Share 0.0;
    /// Kings that step over squares on their way to the centre.
    KingsStep "kings-step" Share 0.0;
    /// Results by kings for which other pieces are cleared away first.
    KingsClear "kings-clear" Share 0.0;
    /// Games after which the pieces are set up again.
    SetUpAgain "set-up-again" Share 0.0;
    /// Games after which play goes on, as analysis.
    Analysis "analysis" Share 0.0;
    /// Games after which nobody stops the clock.
    ClockRunsOn "clock-runs-on" Share 0.0;

    /// Moves in check that leave the king in check, where there is one.
    IllegalCheck "illegal-check" Share 0.0;
    /// Moves of a pinned piece off its line, where there is one.
    IllegalPin "illegal-pin" Share 0.0;
    /// Moves of the king into check, where there is one.
    IllegalKing "illegal-king" Share 0.0;
    /// Castling without the right to, or out of or through check, where king and rook stand so.
    IllegalCastle "illegal-castle" Share 0.0;
    /// Promotions in which the pawn is left on the eighth.
    IllegalPromotion "illegal-promotion" Share 0.0;
    /// Moves in which a piece goes where it cannot go.
    IllegalElsewhere "illegal-elsewhere" Share 0.0;

    /// Illegal moves that are noticed, half of them after the press, and put right.
    IllegalCorrected "illegal-corrected" Share 0.0;

    /// Updates that are lost. This and all that follow: in recordings only.
    Lost "lost" Share 0.0;
    /// Squares with a piece that read empty, or an unknown piece, for 30 to 540 ms.
    Flicker "flicker" AMinute 0.0;
    /// Empty squares that read a piece for 30 to 540 ms.
    Ghost "ghost" AMinute 0.0;
    /// Pieces put down that read as an unknown piece at first, for 30 to 540 ms.
    Unknown "unknown" Share 0.0;
    /// Pieces put down badly on a board of contacts: their squares show and hide them for up to some seconds.
    Bounce "bounce" Share 0.0;
    /// Pieces put down on a board of contacts that jolt one beside them: its square reads empty for 30 to 540 ms.
    Jolt "jolt" Share 0.0;
    /// Boards with one square that always reads empty.
    Dead "dead" Share 0.0;
    /// The host reads the board out this often; never when 0.
    ReadOut "read-out" Seconds 0.0;
    /// Moves before which the link is lost.
    LinkLost "link-lost" Share 0.0;
    /// It comes back after at least this many plies.
    LinkLostLeast "link-lost-least" Plies 1.0;
    /// And after at most this many.
    LinkLostMost "link-lost-most" Plies 4.0;
    /// A clock reading comes at most this long after what it tells.
    ClockLag "clock-lag" Millis 200.0;
}

impl RateUnit {
    /// The least and the most that a number of this unit may be.
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Self::Share => (0.0, 1.0),
            Self::Weight | Self::AMinute => (0.0, 1_000.0),
            Self::Millis => (0.0, 600_000.0),
            Self::Seconds => (0.0, 86_400.0),
            Self::Plies => (1.0, 100.0),
            Self::Factor => (0.05, 20.0),
        }
    }
}
