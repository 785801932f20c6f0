//! How well a board reads and is heard, by its parts.

use std::time::Duration;

use touchmove_client::details::{Details, details};
use touchmove_core::health::{Finding, HealthReport, Numbers, RecentCount};
use zbus::Variant;

/// What somebody should see to, what is worst first.
pub(super) fn findings(report: &HealthReport) -> Vec<Details> {
    report.findings.iter().map(|finding| of_finding(finding, &report.numbers)).collect()
}

/// How often what happened.
pub(super) fn numbers(report: &HealthReport) -> Details {
    let Numbers {
        repeats,
        damaged,
        silences,
        longest_silence,
        breaks,
        longest_break,
        flicker,
        squares,
    } = &report.numbers;
    let millis = |span: &Duration| u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
    let names: Vec<String> = squares.iter().map(|(square, _)| square.to_string()).collect();
    let counts: Vec<u32> = squares.iter().map(|(_, count)| *count).collect();
    let mut all = details([
        ("longest_silence_ms", millis(longest_silence).into()),
        ("longest_break_ms", millis(longest_break).into()),
        ("flicker_squares", names.into()),
        ("flicker_counts", counts.into()),
    ]);
    all.extend(of_count(["repeats_ten_minutes", "repeats_hour", "repeats_trend"], *repeats));
    all.extend(of_count(["damaged_ten_minutes", "damaged_hour", "damaged_trend"], *damaged));
    all.extend(of_count(["silences_ten_minutes", "silences_hour", "silences_trend"], *silences));
    all.extend(of_count(["breaks_ten_minutes", "breaks_hour", "breaks_trend"], *breaks));
    all.extend(of_count(["flicker_ten_minutes", "flicker_hour", "flicker_trend"], *flicker));
    all
}

fn of_finding(finding: &Finding, numbers: &Numbers) -> Details {
    let squares: Vec<String> = finding.squares.iter().map(ToString::to_string).collect();
    let kind: [(&str, Variant<'static>); 3] = [
        ("kind", finding.ail.word().into()),
        ("advice", finding.ail.advice().word().into()),
        ("count", finding.count.into()),
    ];
    let mut all = details(kind);
    if !squares.is_empty() {
        all.extend(details([("squares", squares.into())]));
    }
    if let Some(trend) = finding.trend(numbers) {
        all.extend(details([("trend", trend.word().into())]));
    }
    all
}

fn of_count([ten_minutes, hour, trend]: [&str; 3], count: RecentCount) -> Details {
    details([
        (ten_minutes, count.ten_minutes.into()),
        (hour, count.hour.into()),
        (trend, count.trend.word().into()),
    ])
}
