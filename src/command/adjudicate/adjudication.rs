//! What is concluded of one recording.

use std::fmt::Display;
use std::sync::Arc;

use touchmove_core::game::games::Games;
use touchmove_core::game::hindsight;
use touchmove_core::game::second_pass::SecondPass;
use touchmove_core::game::setup::{self, SetupError};
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::Instant;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::recording::{
    Headers, Observed, PlayerEvent, RecordingEnd, RecordingPlayer, Sources, Warning,
};

use super::Wanted;
use super::output::Output;
use super::part::Part;

/// What came of one recording.
#[derive(Debug, Default)]
pub(super) struct Adjudicated {
    /// What is printed of it.
    pub(super) text: String,
    /// What is to be said beside.
    pub(super) notices: Vec<String>,
    /// What ended it before its end: no recording that follows it is read.
    pub(super) fault: Option<String>,
}

/// A recording that is being adjudicated.
struct Adjudication<'a> {
    part: &'a Part<'a>,
    wanted: Wanted,
    output: Output,
    sitting: Option<Sitting>,
    later: Option<Later>,
    notices: Vec<String>,
}

/// The same recording by a second pass.
struct Later {
    pass: SecondPass,
    /// The games as they are told by then.
    told: Games,
    games: Games,
}

/// Adjudicates one recording of a file.
pub(super) fn adjudicate(part: &Part<'_>, wanted: Wanted) -> Adjudicated {
    let (output, notices) = (Output::new(wanted.format), Vec::new());
    let mut adjudication =
        Adjudication { part, wanted, output, sitting: None, later: None, notices };
    let fault = adjudication.run().err();
    let Adjudication { mut output, notices, .. } = adjudication;
    Adjudicated { text: output.take(), notices, fault }
}

impl Adjudication<'_> {
    fn run(&mut self) -> Result<(), String> {
        let mut player = RecordingPlayer::new(Sources::all(self.part.source), FAMILIES);
        let played = player.receive(self.part.bytes);
        self.follow(&mut player)?;
        let played = played.and_then(|()| player.finish());
        self.follow(&mut player)?;
        played.map_err(|mut error| {
            error.line += self.part.lines_before;
            error.to_string()
        })
    }

    /// Takes all that the player has.
    fn follow(&mut self, player: &mut RecordingPlayer) -> Result<(), String> {
        while let Some(event) = player.poll() {
            match event {
                PlayerEvent::Begins { headers, .. } => {
                    self.begin(&headers).map_err(|error| self.bad_start(&headers, error))?;
                }
                PlayerEvent::Observed(observed) => self.observe(&observed),
                PlayerEvent::Warning(Warning { line, what }) => {
                    let warning = Warning { line: line + self.part.lines_before, what };
                    self.note(warning);
                }
                PlayerEvent::Ends { at, ending } => self.end(at, ending),
            }
        }
        Ok(())
    }

    fn bad_start(&self, headers: &Headers, error: SetupError) -> String {
        let line = headers.line_of("start").unwrap_or(1) + self.part.lines_before;
        format!("line {line}: {error}")
    }

    fn begin(&mut self, headers: &Headers) -> Result<(), SetupError> {
        let terms = setup::of_headers(headers)?;
        let before = headers.continues.as_ref().map_or(0, |before| before.games);
        self.later = self.wanted.hindsight.then(|| Later {
            pass: SecondPass::new(terms.clone(), before),
            told: Games::default(),
            games: Games::default(),
        });
        self.sitting = Some(Sitting::new(terms).after_games(before));
        self.output.begin(self.part.recording, headers);
        Ok(())
    }

    fn observe(&mut self, observed: &Observed) {
        let Observed { at, since, record, observation, .. } = observed;
        if let Some(sitting) = &mut self.sitting {
            sitting.observe_late(*at, *since, *record, observation);
        }
        if let Some(later) = &mut self.later {
            later.pass.observe_late(*at, *since, *record, observation);
        }
        self.conclude();
    }

    /// After the last record quiet time runs on; where the recording was cut, only until then.
    fn end(&mut self, at: Instant, ending: RecordingEnd) {
        let until = match ending {
            RecordingEnd::Quiet => Instant::from_micros(u64::MAX),
            RecordingEnd::Cut => at,
        };
        if let Some(sitting) = &mut self.sitting {
            sitting.advance(until);
        }
        self.conclude();
        let Some(sitting) = self.sitting.take() else { return };
        let Some(Later { pass, mut told, mut games }) = self.later.take() else {
            return self.output.end(&sitting, ending);
        };
        let later = pass.end(until);
        told.end(&sitting, ending);
        games.follow(&later);
        games.end(&later, ending);
        let revisions = hindsight::revisions(&told, &games, ending);
        self.output.end_with_hindsight(games, &revisions);
        if !self.output.lists_conclusions() {
            let lines: Vec<_> = revisions.iter().map(super::output::revision_line).collect();
            lines.iter().for_each(|line| self.note(line));
        }
    }

    fn conclude(&mut self) {
        if let Some(later) = &mut self.later {
            later.games.follow(later.pass.sitting());
        }
        let Some(sitting) = &mut self.sitting else { return };
        while let Some(told) = sitting.poll() {
            if told.seq.is_some() || self.wanted.provisional {
                let game = sitting.view_of(told.game).map(Arc::as_ref);
                self.output.told(&told, game);
            }
        }
        match &mut self.later {
            Some(later) => later.told.follow(sitting),
            None => self.output.games(sitting),
        }
    }

    fn note(&mut self, what: impl Display) {
        self.notices.push(what.to_string());
    }
}
