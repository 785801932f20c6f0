//! `org.touchmove.Hall1.Sections`: the sections of the tournament, and what holds in each.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::{Details, details};
use touchmove_core::decision::regulations::{DefaultTime, FirstOffer, Regulations};
use touchmove_core::tournament::release::delay::{Delay, HeldFor, HeldMoves, PublicOutput};
use touchmove_core::tournament::rounds::section::{
    Reason, SectionChange, SectionName, SectionView,
};
use touchmove_core::tournament::rounds::wish::RoundWish;
use zbus::message::Header;
use zbus::{OwnedVariant, interface};

use super::desk::Desk;

/// The sections as they are shown.
pub(super) type Shown = Arc<[SectionView]>;

/// The sections.
#[derive(Debug)]
pub(super) struct Sections {
    shown: watch::Receiver<Shown>,
    desk: Desk,
}

impl Sections {
    pub(super) const fn new(shown: watch::Receiver<Shown>, desk: Desk) -> Self {
        Self { shown, desk }
    }
}

#[interface(name = "org.touchmove.Hall1.Sections")]
impl Sections {
    /// Decides what holds in a section from now on; the empty name is that of pairings without a section
    /// and of games in no round, and holds for whatever another section has not set for itself.
    /// `settings` may have `rulebook` (s), `policy` (s), `default_time_minutes` (q) or `default_time_ms` (u),
    /// `no_draw_offers_before_move` (q), `quickplay_finish` (s), `lights` (s), `bus_seconds` (u), `bus_moves` (q), `bus_doubtful` (s), `files_seconds` (u),
    /// `files_moves` (q) and `files_doubtful` (s), as in the property; what is not given stays. `reason` is kept with the decision, and
    /// may be empty.
    ///
    /// What is public stays public; what is due now is released at once.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs`; `NotKept`; `Timeout`.
    async fn set(
        &self,
        section: String,
        settings: HashMap<String, OwnedVariant>,
        reason: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let mut change = SectionChange::of(SectionName::new(&section).map_err(invalid)?);
        for (key, value) in settings {
            let set = apply(&mut change, &key, value);
            set.ok_or_else(|| invalid(format!("`{key}` cannot be set so; look at `Set`")))?;
        }
        if change.is_none() {
            return Err(invalid("nothing is to be set; name what"));
        }
        if !reason.is_empty() {
            change.reason = Some(Reason::new(&reason).map_err(invalid)?);
        }
        self.desk.ask(&call, RoundWish::Set(Box::new(change))).await.map(drop)
    }

    /// The sections that have pairings or were set, each with its `name` (s); `pairings` (u), how many it
    /// has in all rounds; `rulebook` (s): edition, category and supervision, as in `fide-2023 auto full`;
    /// `policy` (s): `observe`, `propose` or `act`; where the event regulates them, the default time
    /// (`default_time_minutes`, q, or `default_time_ms`, u, where these are no whole ones) and the move before which no draw may be offered
    /// (`no_draw_offers_before_move`, q; 0 forbids nothing), and the quickplay finish (`quickplay_finish`, s): `no`, `announced` (a player
    /// asks for an increment first, Guidelines III.4) or `claims-only` (III.5); what the lights of its boards show (`lights`, s): `off`,
    /// `differs` (where board and game differ) or `moves` (what was decided and is not done on the board yet);
    /// and how long what is played is held back from the public bus name and from the relay: `bus_seconds` (u), `bus_moves` (q), `files_seconds` (u), `files_moves` (q);
    /// and what becomes there of moves of which it is not sure that they were played, `bus_doubtful` (s) and
    /// `files_doubtful` (s): `marked`, or `withheld` until a sure move has followed or a person has decided.
    #[zbus(property)]
    fn all(&self) -> Vec<Details> {
        self.shown.borrow().iter().map(of_section).collect()
    }
}

/// An argument that makes no sense.
pub(super) fn invalid(why: impl ToString) -> CallError {
    RefusalKind::InvalidArgs.because(why)
}

/// Sets what a key says; `None` where it cannot be.
fn apply(change: &mut SectionChange, key: &str, value: OwnedVariant) -> Option<()> {
    match key {
        "rulebook" => change.rulebook = Some(String::try_from(value).ok()?.parse().ok()?),
        "policy" => change.policy = Some(String::try_from(value).ok()?.parse().ok()?),
        "default_time_minutes" => {
            let time = DefaultTime::minutes(u16::try_from(value).ok()?)?;
            change.regulations.default_time = Some(time);
        }
        "default_time_ms" => {
            let time = DefaultTime::millis(u32::try_from(value).ok()?)?;
            change.regulations.default_time = Some(time);
        }
        "no_draw_offers_before_move" => {
            let first = FirstOffer::at_move(u16::try_from(value).ok()?);
            change.regulations.no_draw_offers_before = Some(first);
        }
        "quickplay_finish" => {
            let finish = String::try_from(value).ok()?.parse().ok()?;
            change.regulations.quickplay_finish = Some(finish);
        }
        "lights" => change.lights = Some(String::try_from(value).ok()?.parse().ok()?),
        _ => {
            let (output, unit) = key.split_once('_')?;
            let delay = change.delay_mut(PublicOutput::named(output)?);
            match unit {
                "seconds" => delay.time = Some(HeldFor::seconds(u32::try_from(value).ok()?)?),
                "doubtful" => delay.doubtful = Some(String::try_from(value).ok()?.parse().ok()?),
                "moves" => delay.moves = Some(HeldMoves::new(u16::try_from(value).ok()?)?),
                _ => return None,
            }
        }
    }
    Some(())
}

fn of_section(SectionView { name, settings, pairings }: &SectionView) -> Details {
    let mut all = details([
        ("name", name.as_str().to_owned().into()),
        ("pairings", u32::try_from(*pairings).unwrap_or(u32::MAX).into()),
        ("rulebook", settings.rulebook.to_string().into()),
        ("policy", settings.policy.to_string().into()),
        ("lights", settings.lights.word().to_owned().into()),
    ]);
    let Regulations { default_time, no_draw_offers_before, quickplay_finish } =
        settings.regulations;
    let default_time = default_time.map(|time| match time.whole_minutes() {
        Some(minutes) => ("default_time_minutes", minutes.into()),
        None => ("default_time_ms", time.as_millis().into()),
    });
    let first =
        no_draw_offers_before.map(|first| ("no_draw_offers_before_move", first.get().into()));
    let finish = quickplay_finish.map(|finish| ("quickplay_finish", finish.to_string().into()));
    all.extend(details(default_time.into_iter().chain(first).chain(finish)));
    for output in PublicOutput::ALL {
        let Delay { time, moves, doubtful } = settings.delays.of(output);
        all.extend(details([
            (format!("{output}_seconds").as_str(), time.get().into()),
            (format!("{output}_moves").as_str(), moves.get().into()),
            (format!("{output}_doubtful").as_str(), doubtful.word().into()),
        ]));
    }
    all
}
