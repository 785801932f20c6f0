//! The table of what hypotheses pay, in thousandths: for boards that name men, and for those that sense only where one stands.
//!
//! The first column that follows a name is of boards that name men, the second of all others. `make fit` tries every cost of
//! it and says which others would suit recorded games better (`docs/reconstruction.md` has what came of it).

use touchmove_drivers::observation::Sensing;

use super::weights::{Cost, Rate};

/// Makes of the table the type that has a field for each row, and the ways to a cost by its name.
macro_rules! costs {
    ($($(#[$what:meta])* $name:ident: $kind:ident = $named:literal, $nameless:literal;)+) => {
        /// What hypotheses pay for what they do not explain.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Costs {
            $($(#[$what])* pub(super) $name: $kind,)+
        }

        impl Costs {
            /// The names of all costs.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
            /// On boards that name men.
            pub(super) const NAMED: Self = Self { $($name: of_thousandths!($kind, $named),)+ };
            /// On boards that do not.
            const NAMELESS: Self = Self { $($name: of_thousandths!($kind, $nameless),)+ };

            /// The cost of this name, in thousandths; `None` where there is none.
            pub fn thousandths(&self, name: &str) -> Option<u32> {
                match name {
                    $(stringify!($name) => Some(to_thousandths!($kind, self.$name)),)+
                    _ => None,
                }
            }

            /// The same with another cost of this name; `None` where there is none.
            #[must_use]
            pub fn with(self, name: &str, thousandths: u32) -> Option<Self> {
                match name {
                    $(stringify!($name) => {
                        Some(Self { $name: of_thousandths!($kind, thousandths), ..self })
                    })+
                    _ => None,
                }
            }
        }
    };
}

macro_rules! of_thousandths {
    (Rate, $thousandths:expr) => {
        $thousandths
    };
    (Cost, $thousandths:expr) => {
        Cost::milli($thousandths as i64)
    };
}

macro_rules! to_thousandths {
    (Rate, $rate:expr) => {
        $rate
    };
    (Cost, $cost:expr) => {
        $cost.thousandths()
    };
}

costs! {
    /// A second in which a piece is expected where none is seen: it may be in the hand.
    missing: Rate = 500, 500;
    /// A second in which another piece is seen than is expected, or one where none is.
    wrong: Rate = 1_000, 1_000;
    /// A second in which a piece is still seen where it stood before one of the last moves, or where it passed.
    stays: Rate = 450, 450;
    /// A second in which the piece of the last move is seen where it stood, and one like it is missing elsewhere, besides.
    elsewhere: Rate = 2_000, 2_000;
    /// A second of a square that has been wrong while play went on around it: a dead square.
    numb: Rate = 20, 20;
    /// No second costs more: when pieces lie about, it decides nothing how many do.
    most: Rate = 4_000, 4_000;
    /// Any move: none is invented without need.
    a_move: Cost = 200, 200;
    /// Promotion to another piece than a queen, beside the move.
    underpromotion: Cost = 300, 300;
    /// A piece that must have stood on a square where it was never seen.
    unseen: Cost = 600, 600;
    /// The same where an opponent's piece stands now: it was taken at once.
    taken_at_once: Cost = 300, 300;
    /// The same on a square that doesn't report what it should.
    unseen_numb: Cost = 100, 100;
    /// A pawn that stands on the last rank for the piece that it becomes.
    pawn_for_piece: Cost = 400, 400;
    /// A capture of which the victim's leaving was not seen, where pieces have no names.
    victim_unseen: Cost = 700, 620;
    /// A piece without a name that is missing though nobody can hold it in a hand.
    not_in_hand: Cost = 1_000, 1_000;
    /// Such a capture of a piece that has not just taken.
    takes_first: Cost = 100, 100;
    /// How much less such a capture costs that gives check.
    checks_by_taking: Cost = 80, 80;
    /// Each pawn's worth that such a capture loses as pieces are exchanged on its square.
    lost_by_taking: Cost = 120, 120;
    /// Each pawn's worth that it wins so.
    won_by_taking: Cost = 30, 30;
    /// What a move of several that explain the same costs besides that loses more than they do, for each pawn's worth.
    loses: Cost = 200, 200;
    /// The same for chances to win, as much as all of them.
    loses_chances: Cost = 1_040, 1_040;
    /// The same for how surprising it is among all legal moves, where it takes nothing: each unit of the logarithm.
    surprises: Cost = 380, 380;
    /// No line pays more by chess alone: a square that denies the likelier one must overrule it within two seconds.
    most_by_chess: Cost = 1_200, 1_800;
    /// Each step further from the opponent's king that one of several captures goes.
    far_from_king: Cost = 39, 39;
    /// Each of the opponent's pieces that guards the square where it takes.
    guarded: Cost = 82, 82;
    /// A pawn that a piece takes.
    pawn_by_piece: Cost = 93, 93;
    /// A move whose piece was lifted before the same player's last move had landed.
    both_hands: Cost = 400, 400;
    /// The same piece moves again at once: it rather slides.
    same_piece_again: Cost = 500, 800;
    /// A piece that goes back to where it stood, from where it was never seen and has taken nothing: it was rather only touched.
    put_back: Cost = 900, 900;
    /// A move that began before the opponent's, which it follows, had begun.
    out_of_order: Cost = 800, 800;
    /// A square on which the piece was put down that is not on its way.
    astray: Cost = 300, 300;
    /// The last move was another one: its piece goes on, or the piece is exchanged.
    changed_mind: Cost = 500, 500;
    /// The same after the opponent has begun to answer.
    changed_answered: Cost = 1_500, 1_500;
    /// A position is set up again that stood before.
    take_back: Cost = 1_100, 1_100;
    /// Each ply that is undone with it.
    take_back_ply: Cost = 200, 200;
    /// A move that leaves the mover's king in check.
    king_left: Cost = 1_700, 1_700;
    /// A move that no piece of its kind makes.
    against_its_kind: Cost = 2_000, 2_000;
    /// A move that takes a piece of the mover's own, besides: hands rather hide what happened between.
    takes_own: Cost = 1_500, 1_500;
    /// A move by the side that hasn't the move.
    out_of_turn: Cost = 2_400, 2_400;
    /// Moves that nothing but a later position shows, each.
    bridged: Cost = 600, 600;
    /// Play goes on from a position to which no moves lead.
    new_position: Cost = 5_000, 5_000;
    /// A square that has been wrong in quiet for so long that nothing is on its way any more.
    wrong_for_long: Cost = 700, 700;
    /// Something has left a square on which nothing had stood.
    unread_landing: Cost = 2_500, 2_500;
    /// A press without a move since the last one.
    press_alone: Cost = 800, 800;
    /// A move for which nobody had pressed when its player pressed for the next.
    unpressed: Cost = 600, 600;
    /// Lines that come to the same position by another number of moves are both kept while one pays no
    /// more than this over the other.
    worth_keeping: Cost = 1_800, 1_800;
}

impl Costs {
    /// Those of boards that sense this.
    pub const fn of(sensing: Sensing) -> Self {
        match sensing {
            Sensing::Identity | Sensing::Moves => Self::NAMED,
            Sensing::Occupancy | Sensing::Colour => Self::NAMELESS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_read_and_changed_by_its_name_and_no_other_with_it() {
        let usual = Costs::of(Sensing::Identity);
        for name in Costs::NAMES {
            let changed = usual.with(name, 12_345).unwrap();
            assert_eq!(changed.thousandths(name), Some(12_345));
            let before = usual.thousandths(name).unwrap();
            assert_eq!(changed.with(name, before), Some(usual), "{name}");
        }
        assert_eq!((usual.with("odd", 1), usual.thousandths("odd")), (None, None));
    }
}
