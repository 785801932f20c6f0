//! `touchmove section`: what holds in the sections of a tournament, delays above all.

mod said;

use std::collections::HashMap;
use std::str::FromStr;

use serde::Serialize;
use touchmove_client::address::Bus;
use touchmove_client::mirror::Mirror;
use touchmove_client::proxy::SectionsProxy;
use touchmove_client::shown::Section;
use touchmove_core::decision::regulations::{DefaultTime, FirstOffer, QuickplayFinish};
use touchmove_core::laws::rulebook::Edition;
use touchmove_core::lights::Lights;
use touchmove_core::tournament::release::delay::{
    Delay, Doubtful, HeldFor, HeldMoves, PublicOutput,
};
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::{Failed, Head};
use touchmove_drivers::recording::{Policy, RulebookChoice};
use zbus::{OwnedVariant, Variant};

use super::notices::Notices;
use super::rows::{heads, table};
use super::seats::seats;
use super::{Failure, block_on, complain, print, print_json};

/// Options of `touchmove section`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do with a section.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Set what holds in a section from now on; what is not named stays as it is
    Set(Box<Set>),
    /// Show what holds in each section
    Status {
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
}

/// What to set.
#[derive(Debug, clap::Args)]
struct Set {
    /// The section; if not given, that of pairings without one and of games in no round, which holds for
    /// whatever another section has not set for itself
    name: Option<String>,
    /// The Laws: edition, category and supervision, as in "fide-2023 auto full"
    #[arg(long, value_name = "WORDS")]
    rulebook: Option<RulebookChoice>,
    /// What may be done without a person: observe, propose or act
    #[arg(long, value_name = "WORD")]
    policy: Option<Policy>,
    /// Who comes so many minutes after the start loses (6.7.1 of the Laws)
    #[arg(long, value_name = "MINUTES")]
    default_time: Option<DefaultTime>,
    /// No draw may be offered before both have made so many moves (9.1.1); 0 allows it again
    #[arg(long, value_name = "N")]
    no_draw_offers_before: Option<FirstOffer>,
    /// The quickplay finish (Guidelines III): no, announced (a player asks for an increment first) or claims-only
    #[arg(long, value_name = "WORD")]
    quickplay_finish: Option<QuickplayFinish>,
    /// What the lights of the boards show: off, differs (where board and game differ) or moves (what was
    /// decided and is not done on the board yet)
    #[arg(long, value_name = "WORD")]
    lights: Option<Lights>,
    /// Hold back what is played by this time, as 15m, 900s or 1h
    #[arg(long, value_name = "TIME")]
    delay: Option<Time>,
    /// Hold back so many moves, one player's each, until the game is over
    #[arg(long, value_name = "N")]
    delay_moves: Option<u16>,
    /// Hold back nothing
    #[arg(long, conflicts_with_all = ["delay", "delay_moves"])]
    no_delay: bool,
    /// What becomes of moves of which it is not sure that they were played: marked, or withheld until a sure move
    /// has followed or a person has said what was played
    #[arg(long, value_name = "WORD")]
    doubtful: Option<Doubtful>,
    /// Only from this output: bus, the public bus name, or files, the relay
    #[arg(long, value_name = "OUTPUT", value_parser = output)]
    output: Option<PublicOutput>,
    /// Why, to be kept with the decision
    #[arg(long, value_name = "WORDS", default_value = "")]
    reason: String,
}

/// A time as a person writes it.
#[derive(Clone, Copy, Debug)]
struct Time(HeldFor);

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write a number and its unit, as 15m, 900s or 1h; a day is the most";
        let (digits, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or(FORM)?;
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            _ => return Err(FORM),
        };
        let number: u32 = digits.parse().map_err(|_| FORM)?;
        number.checked_mul(seconds).and_then(HeldFor::seconds).map(Self).ok_or(FORM)
    }
}

fn output(word: &str) -> Result<PublicOutput, &'static str> {
    PublicOutput::named(word).ok_or("write bus or files")
}

/// Has it done.
pub(super) fn run(Arguments { verb }: Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        match verb {
            Verb::Set(set) => set.run(&mirror).await,
            Verb::Status { json } => show(&mirror.sections(), json),
        }
    })
}

impl Set {
    async fn run(self, mirror: &Mirror) -> Result<(), Failure> {
        let settings = self.settings()?;
        let name = self.name.unwrap_or_default();
        let lights = self.lights;
        let overlay = self.rulebook.as_ref().and_then(overlay);
        let set = mirror
            .decide(async |bus| {
                SectionsProxy::new(bus).await?.set(name.clone(), settings, self.reason).await
            })
            .await;
        set.map_err(Failure::from)?;
        if let Some(overlay) = overlay {
            complain(Notices::of_environment().say(overlay));
        }
        if lights.is_some_and(|lights| lights != Lights::Off) {
            let seats = seats(mirror).await?;
            let boards = mirror.boards();
            let here = boards.iter().filter(|board| seats.is_in_section(board, &name));
            let notices = Notices::of_environment();
            print(&format!("{}\n", notices.say(said::with_lights(here))))?;
        }
        Ok(())
    }

    fn settings(&self) -> Result<HashMap<String, OwnedVariant>, Failure> {
        let (time, moves) = match self.no_delay {
            true => (Some(HeldFor::default()), Some(HeldMoves::default())),
            false => (self.delay.map(|Time(time)| time), self.moves()?),
        };
        let mut settings: Vec<(String, Variant<'static>)> = Vec::new();
        settings.extend(
            self.rulebook.as_ref().map(|laws| ("rulebook".into(), laws.to_string().into())),
        );
        settings.extend(self.policy.map(|policy| ("policy".into(), policy.to_string().into())));
        settings.extend(self.lights.map(|lights| ("lights".into(), lights.word().into())));
        settings.extend(self.default_time.map(|time| match time.whole_minutes() {
            Some(minutes) => ("default_time_minutes".into(), minutes.into()),
            None => ("default_time_ms".into(), time.as_millis().into()),
        }));
        let first = self.no_draw_offers_before.map(FirstOffer::get);
        settings.extend(first.map(|first| ("no_draw_offers_before_move".into(), first.into())));
        let finish = self.quickplay_finish.map(|finish| finish.word().into());
        settings.extend(finish.map(|word| ("quickplay_finish".into(), word)));
        for output in PublicOutput::ALL {
            if self.output.is_none_or(|only| only == output) {
                settings.extend(time.map(|time| (format!("{output}_seconds"), time.get().into())));
                settings.extend(moves.map(|moves| (format!("{output}_moves"), moves.get().into())));
                let doubtful = self.doubtful.map(|doubtful| doubtful.word().into());
                settings.extend(doubtful.map(|word| (format!("{output}_doubtful"), word)));
            }
        }
        let owned =
            |(key, value): (String, Variant<'static>)| Some((key, value.try_into_owned().ok()?));
        Ok(settings.into_iter().filter_map(owned).collect())
    }

    fn moves(&self) -> Result<Option<HeldMoves>, Failure> {
        let Some(moves) = self.delay_moves else { return Ok(None) };
        let moves = HeldMoves::new(moves);
        moves.map(Some).ok_or_else(|| Failure::misused(Failed::TooManyMoves))
    }
}

/// What somebody should know who chooses an edition of which only the changes are known.
fn overlay(rulebook: &RulebookChoice) -> Option<Failed> {
    let edition = Edition::by_name(&rulebook.edition).ok().filter(|edition| edition.is_overlay());
    edition.map(|_| Failed::OnlyChanges { edition: (&rulebook.edition).into() })
}

fn show(sections: &[Section], json: bool) -> Result<(), Failure> {
    if json {
        let sections: Vec<_> = sections.iter().map(Shown::of).collect();
        let text = serde_json::to_string(&sections).map_err(Failure::failed)?;
        return print_json(&format!("{text}\n"));
    }
    let notices = Notices::of_environment();
    let mut rows = vec![heads(&notices, HEADS)];
    rows.extend(sections.iter().map(|section| cells(section, &notices)));
    print(&table(&rows))
}

const HEADS: [Head; 8] = [
    Head::Section,
    Head::Pairings,
    Head::Rulebook,
    Head::Policy,
    Head::Regulations,
    Head::Lights,
    Head::BusDelay,
    Head::FilesDelay,
];

fn cells(section: &Section, notices: &Notices) -> [String; 8] {
    let name = if section.name.is_empty() { "-" } else { &section.name };
    [
        name.to_owned(),
        section.pairings.to_string(),
        notices.say(said::rulebook(&section.rulebook)),
        notices.say(Vocabulary::Policy.word(&section.policy)),
        notices.say(said::regulations(section.regulations)),
        notices.say(Vocabulary::Lights.word(section.lights.word())),
        notices.say(said::delay(section.bus)),
        notices.say(said::delay(section.files)),
    ]
}

/// A section, for a program to read.
#[derive(Serialize)]
struct Shown<'a> {
    section: &'a str,
    pairings: u32,
    rulebook: &'a str,
    policy: &'a str,
    default_time_minutes: Option<u16>,
    /// Where these are no whole minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_time_ms: Option<u32>,
    no_draw_offers_before_move: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quickplay_finish: Option<&'static str>,
    lights: &'static str,
    bus: ShownDelay,
    files: ShownDelay,
}

/// A delay, for a program to read.
#[derive(Serialize)]
struct ShownDelay {
    seconds: u32,
    moves: u16,
    doubtful: &'static str,
}

impl<'a> Shown<'a> {
    fn of(section: &'a Section) -> Self {
        let Section { name, pairings, rulebook, policy, regulations, lights, bus, files } = section;
        let delay = |Delay { time, moves, doubtful }: &Delay| ShownDelay {
            seconds: time.get(),
            moves: moves.get(),
            doubtful: doubtful.word(),
        };
        let (bus, files) = (delay(bus), delay(files));
        Self {
            section: name,
            pairings: *pairings,
            rulebook,
            policy,
            default_time_minutes: regulations.default_time.and_then(DefaultTime::whole_minutes),
            default_time_ms: regulations
                .default_time
                .filter(|time| time.whole_minutes().is_none())
                .map(DefaultTime::as_millis),
            no_draw_offers_before_move: regulations.no_draw_offers_before.map(FirstOffer::get),
            quickplay_finish: regulations.quickplay_finish.map(QuickplayFinish::word),
            lights: lights.word(),
            bus,
            files,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_an_edition_of_which_only_changes_are_known_is_told() {
        let told = |rulebook: &str| overlay(&rulebook.parse().unwrap()).is_some();
        assert!(told("fide-1997 auto full") && told("fide-1997 rapid full"));
        assert!(!told("fide-1995 auto full") && !told("fide-2023 blitz reduced"));
    }

    #[test]
    fn a_time_has_a_unit_and_is_a_day_at_most() {
        let seconds = |text: &str| text.parse().ok().map(|Time(time)| time.get());
        assert_eq!(["15m", "900s", "1h", "0s"].map(seconds), [900, 900, 3_600, 0].map(Some));
        for wrong in ["", "m", "15", "15 m", "-1m", "25h", "9999999999h", "1½h", "5é"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
