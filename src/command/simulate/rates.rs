//! The help on what `--rate` can set.

use touchmove_lab::simulate::{Rate, RateUnit, Style};

/// Columns of a line, and the one at which the explanations begin.
const WIDTH: usize = 98;
const INDENT: usize = 38;

/// All rates, with their values in clean play.
pub(super) fn help() -> String {
    let clean = Style::Clean.rates();
    let mut text = String::from("Rates, with their values in clean play:\n");
    for &rate in Rate::ALL {
        let value = format!("{} {}", clean.get(rate), unit(rate));
        let mut line = format!("  {:24}{value:11}", rate.name());
        for word in rate.summary().split_whitespace() {
            if line.len() + 1 + word.len() > WIDTH {
                text += &line;
                line = format!("\n{:1$}", "", INDENT - 1);
            }
            line = line + " " + word;
        }
        text = text + &line + "\n";
    }
    text
}

const fn unit(rate: Rate) -> &'static str {
    match rate.unit() {
        RateUnit::Share => "share",
        RateUnit::Weight => "weight",
        RateUnit::Millis => "ms",
        RateUnit::AMinute => "a minute",
        RateUnit::Seconds => "s",
        RateUnit::Plies => "plies",
        RateUnit::Factor => "factor",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rate_is_explained_within_the_lines() {
        let help = help();
        assert!(help.lines().all(|line| line.len() <= WIDTH));
        for rate in Rate::ALL {
            assert!(help.contains(&format!("  {} ", rate.name())), "{}", rate.name());
        }
    }
}
