//! What can be decided of a game, as forms: each verb with its particulars, in the words of decisions.

use maud::{Markup, html};
use touchmove_core::points::ResultValue;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::{AtDesk, Play};

use crate::speech::Speech;

/// A verb, and what is entered with it.
struct VerbForm {
    verb: &'static str,
    fields: &'static [Field],
}

/// Verbs that belong together.
struct Group {
    title: AtDesk,
    /// Verbs of which nothing is entered but whose they are.
    of_side: &'static [&'static str],
    forms: &'static [VerbForm],
}

/// Something that is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// A player.
    Side,
    /// A player, or both.
    Sides,
    /// A result, or that the game goes on.
    Outcome,
    /// The number of a half-move.
    Ply,
    /// A move as people write it.
    Move(Needed),
    /// A position.
    Fen(Needed),
    /// A time as clocks show it, by its key; with what stands there before somebody writes.
    Time(&'static str, &'static str),
    /// A text, by its key.
    Text(&'static str),
    /// Yes, no, or nothing said, by its key.
    YesNo(&'static str),
    /// One of these words, by its key.
    OneOf(&'static str, &'static [&'static str]),
    /// One of these or none, by its key.
    OneOrNone(&'static str, &'static [&'static str]),
}

/// Whether something has to be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needed {
    Always,
    Maybe,
}

const fn form(verb: &'static str, fields: &'static [Field]) -> VerbForm {
    VerbForm { verb, fields }
}

use Field::{Fen, Move, OneOf, OneOrNone, Outcome, Ply, Side, Sides, Text, Time, YesNo};
use Needed::{Always, Maybe};

const CORRECTIONS: &[VerbForm] = &[
    form("result", &[Outcome]),
    form("replace", &[Ply, Move(Always)]),
    form("insert", &[Ply, Move(Always)]),
    form("delete", &[Ply]),
    form("position", &[Fen(Always)]),
    form("turn", &[Side]),
    form("clock", &[Time("white", ""), Time("black", "")]),
    form("players", &[Text("white"), Text("black")]),
    form("orientation", &[OneOf("turned", &["yes", "no"])]),
];

const SAYS_ALONE: &[&str] = &[
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "withdraw_offer",
    "resign",
    "claim_flag",
    "claim_illegal",
    "adjust",
    "adjust_end",
    "two_hands",
    "scoresheet",
    "qpf_increment",
];

const SAYS: &[VerbForm] = &[
    form("claim_draw", &[Side, OneOf("kind", &["threefold", "fifty"]), Move(Maybe)]),
    form("accidental", &[Text("sq")]),
    form("castling_intent", &[OneOf("value", &["yes", "no"])]),
    form("agree_correct_illegal", &[Fen(Always)]),
    form(
        "qpf_claim",
        &[Side, OneOf("ground", &["cannot-win", "no-effort", "both"]), YesNo("no_arbiter")],
    ),
];

const PENALTIES: &[&str] = &[
    "warning",
    "add-opponent",
    "reduce-offender",
    "opponent-points",
    "offender-points",
    "lose-game",
];

const ARBITER: &[VerbForm] = &[
    form(
        "arbiter_penalty",
        &[
            Side,
            OneOf("kind", PENALTIES),
            Time("ms", "0:02:00"),
            OneOrNone("opponent_score", &["1", "1/2", "0"]),
            OneOrNone("offender_score", &["0", "1/2"]),
        ],
    ),
    form("arbiter_clock", &[Side, Time("ms", "0:01:00")]),
    form(
        "arbiter_decision",
        &[
            OneOf("decision", &["agree", "deny", "postpone", "reject"]),
            YesNo("add_time"),
            OneOrNone("result", &["1-0", "0-1", "1/2-1/2"]),
        ],
    ),
    form("both_flags", &[OneOf("last_period", &["yes", "no"])]),
    form("arrived", &[Side, Time("at_ms", "0:00:00"), YesNo("opponent_present")]),
    form("white_absent_until", &[Time("at_ms", "0:00:00")]),
    form("scoresheet_incomplete", &[Sides]),
];

const FOUND: &[VerbForm] = &[
    form("found_illegal_move", &[Fen(Always), Side, YesNo("position_known")]),
    form("found_displacement", &[Fen(Always), YesNo("position_known")]),
    form("found_initial_position_wrong", &[Text("misplaced")]),
    form("found_board_turned", &[]),
    form("found_colours_reversed", &[]),
    form("found_clock_setting_wrong", &[YesNo("schedule_affected")]),
    form("watch_illegal_position", &[]),
];

const ADJOURNED: &[VerbForm] = &[
    form("seal", &[Side]),
    form("adjourn_early", &[Side, Time("ms", "0:20:00")]),
    form("resume", &[YesNo("sealer_present"), YesNo("replier_present")]),
    form("open_envelope", &[Text("sealed"), YesNo("ambiguous"), Time("sealer_late_ms", "")]),
    form("envelope_lost", &[YesNo("position_known")]),
    form("pre_resume", &[Side, OneOf("what", &["agree-draw", "resign"])]),
    form("seal_reply", &[]),
    form("found_adjourned_position_wrong", &[Fen(Maybe)]),
    form("found_adjourned_times_wrong", &[]),
];

const GROUPS: [Group; 5] = [
    Group { title: AtDesk::OfCorrections, of_side: &[], forms: CORRECTIONS },
    Group { title: AtDesk::OfPlayers, of_side: SAYS_ALONE, forms: SAYS },
    Group { title: AtDesk::OfArbiter, of_side: &[], forms: ARBITER },
    Group { title: AtDesk::OfFindings, of_side: &[], forms: FOUND },
    Group { title: AtDesk::OfAdjournment, of_side: &[], forms: ADJOURNED },
];

/// All that can be decided, below its headings; sent to be looked at first.
pub(super) fn forms(game: &str, speech: Speech) -> Markup {
    let to = format!("/game/{game}/preview");
    html! {
        section.decide {
            h2 { (speech.say(AtDesk::DecideMore)) }
            @for Group { title, of_side, forms } in &GROUPS {
                details {
                    summary { (speech.say(title.clone())) }
                    @if !of_side.is_empty() {
                        form method="post" action=(to) {
                            (Side.draw(speech))
                            select name="verb" aria-label=(speech.say(AtDesk::Says)) {
                                @for verb in *of_side { option value=(verb) { (verb_in(verb, speech)) } }
                            }
                            (look(speech))
                        }
                    }
                    @for form in *forms { (form.draw(&to, speech)) }
                    @if *title == AtDesk::OfCorrections {
                        p { a.button href=(format!("/game/{game}/another-board")) { (speech.say(AtDesk::AnotherBoard)) } }
                    }
                }
            }
        }
    }
}

impl VerbForm {
    fn draw(&self, to: &str, speech: Speech) -> Markup {
        html! {
            form method="post" action=(to) {
                strong { (verb_in(self.verb, speech)) }
                input type="hidden" name="verb" value=(self.verb);
                @for field in self.fields { (field.draw(speech)) }
                (look(speech))
            }
        }
    }
}

impl Field {
    fn draw(self, speech: Speech) -> Markup {
        let key = self.key();
        let label = speech.say(Vocabulary::Particular.word(key));
        let value = |word: &str| speech.say(Vocabulary::Value.word(word));
        html! {
            label {
                (label) " "
                @match self {
                    Side | Sides => {
                        select name=(key) {
                            option value="white" { (speech.say(Play::White)) }
                            option value="black" { (speech.say(Play::Black)) }
                            @if self == Sides { option value="both" { (value("both")) } }
                        }
                    }
                    Outcome => {
                        select name=(key) {
                            @for result in ResultValue::ALL { option { (result.word()) } }
                            option { "*" }
                        }
                    }
                    Ply => { input name=(key) type="number" min="1" max="2000" required; }
                    Move(needed) => {
                        input name=(key) size="6" maxlength="10" autocomplete="off" required[needed == Always];
                    }
                    Fen(needed) => {
                        input name=(key) size="30" maxlength="100" autocomplete="off" required[needed == Always];
                    }
                    Time(_, before) => {
                        input name=(key) size="7" maxlength="9" autocomplete="off" placeholder="0:00:00"
                            pattern="-?[0-9]+:[0-5][0-9]:[0-5][0-9]" value=(before);
                    }
                    Text(_) => { input name=(key) size="12" maxlength="100" autocomplete="off"; }
                    YesNo(_) => {
                        select name=(key) {
                            option value="" { "–" }
                            @for word in ["yes", "no"] { option value=(word) { (value(word)) } }
                        }
                    }
                    OneOf(_, words) => {
                        select name=(key) { @for word in words { option value=(word) { (value(word)) } } }
                    }
                    OneOrNone(_, words) => {
                        select name=(key) {
                            option value="" { "–" }
                            @for word in words { option value=(word) { (value(word)) } }
                        }
                    }
                }
            }
        }
    }

    /// The particular that it is.
    const fn key(self) -> &'static str {
        match self {
            Side | Sides => "side",
            Outcome => "value",
            Ply => "ply",
            Move(_) => "move",
            Fen(_) => "fen",
            Time(key, _) | Text(key) | YesNo(key) | OneOf(key, _) | OneOrNone(key, _) => key,
        }
    }
}

fn verb_in(verb: &str, speech: Speech) -> String {
    speech.say(Vocabulary::Verb.word(verb))
}

fn look(speech: Speech) -> Markup {
    html! { button { (speech.say(AtDesk::LookFirst)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_speaks_the_readers_language() {
        let page = |speech| forms("g000001", speech).into_string();
        for speech in [Speech::English, Speech::Turkish] {
            let drawn = page(speech);
            for group in &GROUPS {
                for verb in
                    group.of_side.iter().copied().chain(group.forms.iter().map(|form| form.verb))
                {
                    assert!(drawn.contains(&format!("value=\"{verb}\"")), "{verb}");
                    assert_ne!(verb_in(verb, speech), verb, "it has no words");
                }
            }
        }
        assert_ne!(page(Speech::English), page(Speech::Turkish));
    }
}
