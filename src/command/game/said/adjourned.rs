//! What is said of an adjourned game.

use touchmove_client::played::uci;
use touchmove_client::shown::ShownGame;
use touchmove_core::laws::command::{BeforeEnvelope, Command, Identified, Presence, SealedMove};
use touchmove_drivers::observation::ClockTime;

use super::{OfSide, duration};
use crate::Failure;
use crate::game::no_move;
use crate::name::{NAMES, Name};

/// What to say of an adjourned game.
#[derive(Debug, clap::Subcommand)]
pub(in crate::game) enum OfAdjourned {
    /// A player seals his move: the game is adjourned, and stands on no board until it is resumed
    Seal(OfSide),
    /// A player adjourns before the session ends: what is left of it is his time
    AdjournEarly {
        #[command(flatten)]
        of: OfSide,
        /// What is left of the session, as in 0:20:00
        left: ClockTime,
    },
    /// Resume an adjourned game, its position and clocks set up again
    Resume {
        #[arg(help = NAMES)]
        game: Name,
        /// Who is not there
        #[arg(long, value_name = "WHO")]
        absent: Vec<Absent>,
    },
    /// The player who is to reply seals his answer, as who has sealed is not there
    SealReply {
        #[arg(help = NAMES)]
        game: Name,
    },
    /// Open the envelope: what is in it?
    OpenEnvelope {
        #[arg(help = NAMES)]
        game: Name,
        #[command(flatten)]
        sealed: InEnvelope,
        /// How late who has sealed came, as in 1:10:00
        #[arg(long, value_name = "H:MM:SS")]
        late: Option<ClockTime>,
    },
    /// The envelope is lost
    EnvelopeLost {
        #[arg(help = NAMES)]
        game: Name,
        /// Nobody knows the adjourned position any more
        #[arg(long)]
        position_unknown: bool,
    },
    /// The game ends before the envelope is opened
    BeforeOpening {
        #[command(flatten)]
        of: OfSide,
        /// How
        what: Ends,
    },
}

/// What is in an envelope.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(in crate::game) struct InEnvelope {
    /// The move, as in Nf3; by its squares, as in g1f3, where it is illegal
    #[arg(long = "move", value_name = "MOVE")]
    written: Option<String>,
    /// It can be read in more than one way
    #[arg(long)]
    ambiguous: bool,
    /// It is no move
    #[arg(long)]
    unplayable: bool,
}

/// Who is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::game) enum Absent {
    /// Who has sealed
    Sealer,
    /// Who is to reply
    Replier,
}

/// How a game ends before its envelope is opened.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(in crate::game) enum Ends {
    /// The players agree on a draw
    AgreeDraw,
    /// The player resigns
    Resign,
}

impl OfAdjourned {
    /// The game of which it is said.
    pub(in crate::game) const fn game(&self) -> &Name {
        match self {
            Self::Seal(of) | Self::AdjournEarly { of, .. } | Self::BeforeOpening { of, .. } => {
                &of.game
            }
            Self::Resume { game, .. }
            | Self::SealReply { game }
            | Self::OpenEnvelope { game, .. }
            | Self::EnvelopeLost { game, .. } => game,
        }
    }

    /// What the Laws are told.
    pub(super) fn command(self, played: &ShownGame) -> Result<Command, Failure> {
        Ok(match self {
            Self::Seal(of) => Command::Seal(of.side),
            Self::AdjournEarly { of, left } => {
                Command::AdjournEarly { side: of.side, time: duration(left) }
            }
            Self::Resume { absent, .. } => {
                let there = |who| {
                    if absent.contains(&who) { Presence::Absent } else { Presence::Present }
                };
                Command::Resume { sealer: there(Absent::Sealer), replier: there(Absent::Replier) }
            }
            Self::SealReply { .. } => Command::SealReply { side: None },
            Self::OpenEnvelope { sealed, late, .. } => {
                let sealed = sealed.in_game(played)?;
                Command::OpenEnvelope { side: None, sealed, late: late.map(duration) }
            }
            Self::EnvelopeLost { position_unknown, .. } => {
                let known = if position_unknown { Identified::Unknown } else { Identified::Known };
                Command::EnvelopeLost { side: None, known }
            }
            Self::BeforeOpening { of, what } => {
                let what = match what {
                    Ends::AgreeDraw => BeforeEnvelope::AgreeDraw,
                    Ends::Resign => BeforeEnvelope::Resign,
                };
                Command::PreResume { side: of.side, what }
            }
        })
    }
}

impl InEnvelope {
    fn in_game(self, played: &ShownGame) -> Result<SealedMove, Failure> {
        let Some(written) = self.written else {
            let is_ambiguous = self.ambiguous;
            return Ok(if is_ambiguous { SealedMove::Ambiguous } else { SealedMove::Unplayable });
        };
        let ply = u32::try_from(played.moves.len()).unwrap_or(u32::MAX).saturating_add(1);
        let uci = uci(played, ply, &written).map_err(|no| no_move(no, played))?;
        Ok(uci.parse().map_or(SealedMove::Unplayable, SealedMove::Written))
    }
}
