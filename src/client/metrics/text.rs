//! Numbers as Prometheus reads them: its text format, version 0.0.4.

use std::fmt::Write as _;

use super::counted::{BOUNDS, Histogram};
use super::families::MetricFamily;

/// What kind of text it is, for whoever asks over HTTP.
pub(super) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The text. Each family is written once.
#[derive(Debug, Default)]
pub struct MetricsText(String);

/// The numbers of a family, one after the other.
#[derive(Debug)]
pub struct Samples<'a> {
    text: &'a mut String,
    name: &'static str,
}

/// What a number is of: the name of a label, and its value, which may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricLabel<'a> {
    /// Letters and lines.
    pub name: &'static str,
    /// Anything.
    pub value: &'a str,
}

impl MetricsText {
    /// Writes a family; its numbers are to be written into what is returned, before the next family.
    pub fn family(&mut self, family: MetricFamily) -> Samples<'_> {
        let MetricFamily { name, kind, help } = family;
        let help = help.replace('\\', r"\\").replace('\n', r"\n");
        self.put(&format!("# HELP {name} {help}\n# TYPE {name} {}\n", kind.word()));
        Samples { text: &mut self.0, name }
    }

    /// Writes a family that has one number.
    pub fn number(&mut self, family: MetricFamily, number: u64) {
        self.family(family).number(&[], number);
    }

    /// Writes a family that has one histogram.
    pub fn histogram(&mut self, family: MetricFamily, histogram: &Histogram) {
        self.family(family).histogram(&[], histogram);
    }

    /// All of it.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }

    fn put(&mut self, text: &str) {
        self.0.push_str(text);
    }
}

impl Samples<'_> {
    /// Writes the number of what these labels say.
    pub fn number(&mut self, labels: &[MetricLabel<'_>], number: u64) {
        self.sample("", labels, &number.to_string());
    }

    /// Writes the histogram of what these labels say.
    pub fn histogram(&mut self, labels: &[MetricLabel<'_>], histogram: &Histogram) {
        let cumulated = histogram.cumulated();
        let bounds = BOUNDS.iter().map(|(_, seconds)| *seconds).chain(["+Inf"]);
        for (bound, count) in bounds.zip(&cumulated) {
            let bound = MetricLabel { name: "le", value: bound };
            self.sample("_bucket", &[labels, &[bound]].concat(), &count.to_string());
        }
        let sum = histogram.sum_us();
        let (seconds, micros) = (sum / 1_000_000, sum % 1_000_000);
        self.sample("_sum", labels, &format!("{seconds}.{micros:06}"));
        self.sample("_count", labels, &cumulated.last().unwrap_or(&0).to_string());
    }

    fn sample(&mut self, part: &str, labels: &[MetricLabel<'_>], number: &str) {
        let labels: Vec<_> = labels.iter().map(MetricLabel::text).collect();
        let labels =
            if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        // A text takes whatever is written.
        let _ = writeln!(self.text, "{}{part}{labels} {number}", self.name);
    }
}

impl<'a> MetricLabel<'a> {
    /// The label of this name.
    #[must_use]
    pub const fn new(name: &'static str, value: &'a str) -> Self {
        Self { name, value }
    }

    fn text(&self) -> String {
        let Self { name, value } = self;
        let value = value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
        format!("{name}=\"{value}\"")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::metrics::family;

    #[test]
    fn a_value_with_any_sign_in_it_stays_one_value() {
        let mut text = MetricsText::default();
        let value = "a\"} 1\nb\\ c";
        text.family(family::STATION_HEARD).number(&[MetricLabel::new("station", value)], 1);
        let text = text.into_text();
        let last = text.lines().last().unwrap();
        assert_eq!(last, r#"touchmove_station_heard{station="a\"} 1\nb\\ c"} 1"#);
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn a_histogram_is_written_by_its_bounds_its_sum_and_its_count() {
        let histogram = Histogram::new();
        histogram.measure(Duration::from_micros(4_500));
        histogram.measure(Duration::from_secs(1_000));
        let mut text = MetricsText::default();
        let labels = [MetricLabel::new("side", "live")];
        text.family(family::PUBLISH).histogram(&labels, &histogram);
        let text = text.into_text();
        let name = "touchmove_publish_seconds";
        for line in [
            "_bucket{side=\"live\",le=\"0.0025\"} 0",
            "_bucket{side=\"live\",le=\"0.005\"} 1",
            "_bucket{side=\"live\",le=\"300\"} 1",
            "_bucket{side=\"live\",le=\"+Inf\"} 2",
            "_sum{side=\"live\"} 1000.004500",
            "_count{side=\"live\"} 2",
        ] {
            assert!(text.contains(&format!("\n{name}{line}\n")), "{line} in {text}");
        }
        assert!(text.starts_with(&format!("# HELP {name} ")), "{text}");
        assert!(text.contains(&format!("\n# TYPE {name} histogram\n")), "{text}");
    }
}
