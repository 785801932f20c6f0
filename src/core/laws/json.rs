//! What the Laws say as JSON fields, by the names of `docs/laws/vocabulary.md` 2.

use serde_json::{Map, Value, json};
use shakmaty::{CastlingMode, Color, Move, Position};
use touchmove_drivers::observation::ClockTime;

use super::adjournment::Adjourned;
use super::command::Misplaced;
use super::ending::Ending;
use super::flag::CanMate;
use super::quickplay::QuickplayEvidence;
use super::says::{Act, ClaimVerdict, Duty, Holds, Incident, IncidentKind, OfferState, Supervised};
use super::watchdog::ClockDifference;

/// Fields by name.
pub type Fields = Map<String, Value>;

/// The fields of what holds, with its name as `out`.
pub fn holds(holds: &Holds, mode: CastlingMode) -> Fields {
    match holds {
        Holds::Obligation { side, moves, free, ambiguous, article } => {
            let mut fields = out(
                "obligation",
                json!({
                    "side": word(*side), "moves": sorted_uci(moves, mode), "article": article,
                }),
            );
            let marks = [("free", free), ("ambiguous", ambiguous)];
            fields.extend(
                marks
                    .into_iter()
                    .filter(|(_, is)| **is)
                    .map(|(name, _)| (name.into(), true.into())),
            );
            fields
        }
        Holds::RightLost { side, right, article } => out(
            "right_lost",
            json!({
                "side": word(*side), "right": right.word(), "article": article,
            }),
        ),
        Holds::Claim { .. } | Holds::Offer { .. } => procedure(holds),
        Holds::Refused { what, reason, article } => {
            let article = Some(*article).filter(|article| !article.is_empty());
            refused(what, *reason, article)
        }
        Holds::Penalised { side, kind, article } => {
            let kind = kind.word();
            out("penalty", json!({ "side": word(*side), "kind": kind, "article": article }))
        }
        Holds::Await(awaited) => {
            let mut fields = out("await", json!({ "what": awaited.word() }));
            let needs = Some(awaited.needs()).filter(|needs| !needs.is_empty());
            fields.extend(needs.map(|needs| ("need".into(), needs.into())));
            fields
        }
        Holds::ArbiterChoice(article) => out("arbiter_choice", json!({ "article": article })),
        Holds::Continue(article, supervised) => {
            let mut fields = out("continue", json!({ "article": article }));
            if *supervised == Supervised::Yes {
                fields.insert("supervised".into(), true.into());
            }
            fields
        }
        Holds::Quickplay(evidence, article) => quickplay(evidence, article),
        Holds::Envelope(..) | Holds::SealedMove { .. } => of_adjourned(holds, mode),
        Holds::Ignored(what) => out("ignored", json!({ "what": what })),
        Holds::IllegalMoveStands { side, article } => {
            out("illegal_move_stands", json!({ "side": word(*side), "article": article }))
        }
        Holds::Period { side, index, added, article } => out(
            "period",
            json!({
                "side": word(*side), "index": index, "added_ms": millis(*added), "article": article,
            }),
        ),
        Holds::Scoresheet { side, duty, article } => out(
            "scoresheet",
            json!({
                "side": word(*side), "must_record": *duty == Duty::Must, "article": article,
            }),
        ),
        Holds::Arrived(side) => out("arrived", json!({ "side": word(*side), "ok": true })),
    }
}

/// What the game shows of a claim in a quickplay finish.
fn quickplay(evidence: &QuickplayEvidence, article: &str) -> Fields {
    let QuickplayEvidence { side, moves, progress, repetitions, without_progress, can_mate } =
        evidence;
    let can_mate = match can_mate {
        CanMate::Yes => "yes",
        CanMate::No => "no",
        CanMate::Undetermined => "undetermined",
    };
    out(
        "quickplay_evidence",
        json!({
            "side": word(*side), "moves": moves, "progress": progress,
            "repetitions": repetitions, "without_progress": without_progress,
            "can_mate": can_mate, "article": article,
        }),
    )
}

/// What was asked, and why it is refused.
fn refused(what: &str, reason: Option<&str>, article: Option<&str>) -> Fields {
    let mut fields = out("refused", json!({ "what": what }));
    let why = [("article", article), ("reason", reason)];
    let why = why.into_iter().filter_map(|(name, word)| Some((name.to_owned(), word?.into())));
    fields.extend(why);
    fields
}

/// What stands on an envelope, and what is in it.
fn of_adjourned(holds: &Holds, mode: CastlingMode) -> Fields {
    match holds {
        Holds::Envelope(adjourned, article) => envelope(adjourned, article),
        Holds::SealedMove { side, mv, article } => {
            let uci = mv.to_uci(mode).to_string();
            out("sealed_move", json!({ "side": word(*side), "uci": uci, "article": article }))
        }
        _ => Fields::new(),
    }
}

/// What stands on an envelope, but for the names of the players.
fn envelope(adjourned: &Adjourned, article: &str) -> Fields {
    let mut fields = out(
        "envelope",
        json!({
            "side": word(adjourned.sealer), "fen": adjourned.fen(), "number": adjourned.number(),
            "article": article,
        }),
    );
    fields.extend(adjourned.left.map(times).unwrap_or_default());
    fields
}

fn times([white, black]: [ClockTime; 2]) -> Fields {
    fields(json!({ "white_ms": white.as_millis(), "black_ms": black.as_millis() }))
}

/// Offers and claims.
fn procedure(holds: &Holds) -> Fields {
    match holds {
        Holds::Offer { side, state, article } => {
            let mut fields = out(
                "offer",
                json!({
                    "side": word(*side), "state": offer(*state), "article": article,
                }),
            );
            let by = match state {
                OfferState::RejectedByTouch => Some("touch"),
                OfferState::RejectedByMove => Some("move"),
                OfferState::RejectedOrally => Some("oral"),
                OfferState::Open | OfferState::NotAllowed => None,
            };
            fields.extend(by.map(|by| ("by".into(), by.into())));
            fields
        }
        Holds::Claim { side, kind, verdict, article } => {
            let mut fields = out(
                "claim",
                json!({
                    "side": word(*side), "kind": kind.word(), "verdict": verdict.word(),
                    "article": article,
                }),
            );
            if let ClaimVerdict::Inadmissible(reason) = verdict {
                fields.insert("reason".into(), (*reason).into());
            }
            fields
        }
        _ => Fields::new(),
    }
}

/// The particulars of what is to be done, without its name.
pub fn act(act: &Act) -> Fields {
    fields(match act {
        Act::Restore(position) => json!({
            "fen": position.board().board_fen().to_string(), "turn": word(position.turn()),
        }),
        Act::Replace { square, role } => json!({
            "square": square.to_string(), "piece": role.upper_char().to_string(),
        }),
        Act::ClockAdd { side, time } | Act::ClockSub { side, time } => {
            json!({ "side": word(*side), "ms": millis(*time) })
        }
        Act::ClockRun(side) => json!({ "side": word(*side) }),
        Act::ClockPause | Act::TransferPosition => json!({}),
        Act::ClockUsed([black, white]) => {
            json!({ "white_ms": millis(*white), "black_ms": millis(*black) })
        }
        Act::ClockSet(left) => times(*left).into(),
        Act::ClockMode(extra) => {
            json!({ "mode": extra.mode.word(), "inc_ms": millis(extra.time.duration()) })
        }
        Act::NewGame(colours) => json!({ "colours": colours.word() }),
        Act::CastlingForbidden(Misplaced::Rook(square)) => json!({ "which": square.to_string() }),
        Act::CastlingForbidden(Misplaced::King(None)) => json!({ "which": "all" }),
        Act::CastlingForbidden(Misplaced::King(Some(side))) => {
            json!({ "which": "all", "side": word(*side) })
        }
        Act::Declare(ending) => result(ending).into(),
    })
}

/// A result.
pub fn result(ending: &Ending) -> Fields {
    let mut all = fields(json!({ "value": ending.value.word(), "reason": ending.reason.word() }));
    all.extend(ending.article.map(|article| ("article".into(), article.into())));
    all
}

/// The particulars of an incident, but for its certainty and what became of it.
pub fn incident(incident: &Incident) -> Fields {
    let mut all = fields(json!({ "kind": incident.kind.word(), "article": incident.article }));
    all.extend(incident.side.map(|side| ("side".into(), word(side).into())));
    if let IncidentKind::IllegalPositionWatch(sign) = incident.kind {
        all.insert("what".into(), sign.word().into());
    }
    all.extend(incident.difference.map(difference).unwrap_or_default());
    all
}

/// What was expected of a clock, and what is seen.
pub fn difference(difference: ClockDifference) -> Fields {
    let ClockDifference { of, expected, seen } = difference;
    fields(json!({
        "setting": of.word(), "expected_ms": millis(expected), "seen_ms": millis(seen),
    }))
}

/// The word of a side.
pub const fn word(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn sorted_uci(moves: &[Move], mode: CastlingMode) -> Vec<String> {
    let mut all: Vec<_> = moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect();
    all.sort();
    all
}

const fn offer(state: OfferState) -> &'static str {
    match state {
        OfferState::Open => "open",
        OfferState::RejectedByTouch | OfferState::RejectedByMove | OfferState::RejectedOrally => {
            "rejected"
        }
        OfferState::NotAllowed => "not-allowed",
    }
}

fn out(name: &str, rest: Value) -> Fields {
    let mut all = fields(json!({ "out": name }));
    all.extend(fields(rest));
    all
}

fn fields(value: Value) -> Fields {
    match value {
        Value::Object(fields) => fields,
        _ => Fields::new(),
    }
}

fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
