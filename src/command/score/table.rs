//! The table, for reading and for programs.

use std::fmt::Write as _;

use serde_json::json;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Score, ScoreHead};
use touchmove_lab::score::{
    CertaintyBand, CertaintyBands, HitCount, SinsFound, Spread, Tally, Verdicts,
};

use super::ledger::{Kind, Ledger, Row};
use crate::decimal::decimal;
use crate::notices::Notices;

const HEADS: [ScoreHead; 17] = [
    ScoreHead::Hands,
    ScoreHead::Senses,
    ScoreHead::Lag,
    ScoreHead::Games,
    ScoreHead::Right,
    ScoreHead::RightPercent,
    ScoreHead::AsFit,
    ScoreHead::MovesPercent,
    ScoreHead::Extra,
    ScoreHead::TakenBack,
    ScoreHead::Illegal,
    ScoreHead::Results,
    ScoreHead::Settled,
    ScoreHead::Seen,
    ScoreHead::Observations,
    ScoreHead::Sins,
    ScoreHead::Withdrawn,
];

/// The table as text, and the games that are not right below it.
pub(super) fn text(ledger: &Ledger, notices: &Notices) -> String {
    let rows = ledger.rows();
    let mut lines = vec![HEADS.map(|head| notices.say(head)).to_vec()];
    lines.extend(rows.iter().map(|(kind, row)| cells(kind, &row.tally, notices)));
    let mut text = if rows.is_empty() { String::new() } else { aligned(&lines) };
    for (kind, row) in rows {
        if !row.wrong.is_empty() {
            let _ = writeln!(text, "\n{}", notices.say(said(kind)));
        }
        for wrong in row.wrong.values() {
            let _ = writeln!(text, "{}", notices.say(wrong.said()));
        }
    }
    match ledger.passed_over() {
        0 => {}
        count => {
            let silent = notices.say(Score::SilentOnTruth { count: count.into() });
            let _ = writeln!(text, "\n{silent}");
        }
    }
    text
}

fn said(kind: &Kind) -> Saying {
    let (hands, senses) = ((&kind.hands).into(), kind.sensing.into());
    Score::Kind { hands, senses, lag: kind.lag.to_string().into() }.into()
}

/// A JSON object a line, one for each kind.
pub(super) fn json(ledger: &Ledger) -> String {
    let lines = ledger.rows().into_iter().map(|(kind, row)| object(kind, row).to_string() + "\n");
    lines.collect()
}

/// How sure moves were told, and how many of them were played: a line for each band of certainty of each kind.
pub(super) fn certainty_csv(ledger: &Ledger) -> String {
    let mut text = "hands,senses,lag_ms,from,mean,told,right\n".to_owned();
    for (Kind { hands, sensing, lag }, row) in ledger.rows() {
        for (from, band) in row.tally.certainty.told() {
            let (mean, HitCount { of, all }) = (band.mean(), band.right);
            let _ = writeln!(text, "{hands},{sensing},{lag},{from},{mean:.4},{all},{of}");
        }
    }
    text
}

fn cells(kind: &Kind, tally: &Tally, notices: &Notices) -> Vec<String> {
    let Tally { games, moves, superseded, illegal, results, .. } = tally;
    let missed = illegal.all - illegal.of;
    vec![
        kind.hands.clone(),
        kind.sensing.to_owned(),
        kind.lag.to_string(),
        games.all.to_string(),
        games.of.to_string(),
        notices.say(percent(*games, 1)),
        tally.undecided.to_string(),
        notices.say(percent(*moves, 2)),
        format!("{}/{}", tally.extra, tally.extra_doubtful),
        superseded.of.to_string(),
        format!("{}/{missed}/{}", illegal.of, tally.illegal_invented),
        format!("{}/{}+{}", results.of, results.all, tally.results_invented),
        spread(&tally.settled),
        spread(&tally.seen),
        tally.observations_a_second().map_or("-".to_owned(), |speed| format!("{speed:.0}")),
        sins(&tally.sins),
        withdrawn(&tally.sins),
    ]
}

/// Rounded down: what is not all is never shown as 100.
fn percent(count: HitCount, digits: usize) -> Saying {
    let scale = 10_f64.powi(i32::try_from(digits).unwrap_or_default());
    let percent = count.percent().map(|percent| (percent * scale).floor() / scale);
    percent.map_or("-".into(), |percent| decimal(percent, digits))
}

fn spread(spread: &Spread) -> String {
    match (spread.percentile(50), spread.percentile(99)) {
        (Some(median), Some(most)) => format!("{median}/{most}"),
        _ => "-".to_owned(),
    }
}

/// Found / missed / unfounded; where no incidents are told of, nothing was held against the sins.
fn sins(verdicts: &Verdicts) -> String {
    let SinsFound { found, missed, unfounded, .. } = verdicts.all();
    if verdicts.games == 0 { "-".to_owned() } else { format!("{found}/{missed}/{unfounded}") }
}

/// Accusations of innocents that were told and withdrawn.
fn withdrawn(verdicts: &Verdicts) -> String {
    let withdrawn = verdicts.all().withdrawn;
    if verdicts.games == 0 { "-".to_owned() } else { withdrawn.to_string() }
}

/// Words to the left, figures to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        lines.iter().filter_map(|line| Some(line.get(column)?.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn object(kind: &Kind, row: &Row) -> serde_json::Value {
    let Tally { games, moves, superseded, illegal, results, settled, seen, .. } = &row.tally;
    let spread = |of: &Spread| json!({"median": of.percentile(50), "p99": of.percentile(99)});
    json!({
        "v": 1,
        "hands": kind.hands,
        "sensing": kind.sensing,
        "lag_ms": u64::try_from(kind.lag).unwrap_or(u64::MAX),
        "games": {"all": games.all, "right": games.of, "undecided": row.tally.undecided},
        "moves": {"all": moves.all, "right": moves.of},
        "extra": {"all": row.tally.extra, "doubtful": row.tally.extra_doubtful},
        "certainty": certainty(&row.tally.certainty),
        "told": {"all": superseded.all, "superseded": superseded.of},
        "illegal": {
            "all": illegal.all,
            "found": illegal.of,
            "missed": illegal.all - illegal.of,
            "invented": row.tally.illegal_invented,
        },
        "results": {
            "all": results.all,
            "right": results.of,
            "invented": row.tally.results_invented,
        },
        "sins": verdicts(&row.tally.sins),
        "settled_ms": spread(settled),
        "seen_ms": spread(seen),
        "observations": row.tally.observations,
        "observations_per_second": row.tally.observations_a_second().map(f64::round),
        "wrong": row.wrong.values().collect::<Vec<_>>(),
    })
}

/// The moves of each band of certainty: how sure they were told at least and in the mean, and how many were played.
fn certainty(bands: &CertaintyBands) -> serde_json::Value {
    let band = |(from, band): (f32, &CertaintyBand)| {
        let [from, mean] = [f64::from(from), band.mean()].map(|sure| (sure * 1e4).round() / 1e4);
        json!({"from": from, "mean": mean, "all": band.right.all, "right": band.right.of})
    };
    bands.told().map(band).collect()
}

fn verdicts(verdicts: &Verdicts) -> serde_json::Value {
    let counts = |of: &SinsFound| {
        json!({
            "all": of.found + of.missed,
            "found": of.found,
            "other_article": of.other_article,
            "missed": of.missed,
            "faint": of.faint,
            "unfounded": of.unfounded,
            "withdrawn": of.withdrawn,
        })
    };
    let kinds = verdicts.kinds.iter().map(|(kind, found)| (kind.clone(), counts(found)));
    let mut object = counts(&verdicts.all());
    object["games"] = json!({"all": verdicts.games, "right": verdicts.right});
    object["kinds"] = kinds.collect::<serde_json::Map<_, _>>().into();
    object
}
