//! What was measured, with the goals beside.

/// Something that was measured.
pub(crate) struct Figure {
    /// What.
    pub(crate) what: String,
    /// How good it is to be.
    pub(crate) goal: Goal,
    /// How good it is; `None` where it could not be measured.
    pub(crate) measured: Option<f64>,
    /// In what.
    pub(crate) unit: &'static str,
}

/// How good something is to be.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

impl Goal {
    fn is_met(self, measured: f64) -> bool {
        match self {
            Self::AtMost(most) => measured <= most,
            Self::AtLeast(least) => measured >= least,
        }
    }
}

/// All of it in one table.
pub(crate) fn table(figures: &[Figure]) -> String {
    let wide = figures.iter().map(|figure| figure.what.chars().count()).max().unwrap_or_default();
    let mut table = format!("\n{:wide$}  {:>12}  {:>12}\n", "HOW GOOD", "GOAL", "MEASURED");
    for Figure { what, goal, measured, unit } in figures {
        let goal_in = match *goal {
            Goal::AtMost(most) => format!("{most} {unit}"),
            Goal::AtLeast(least) => format!("{least} {unit}"),
        };
        let said = measured.map_or_else(
            || "nothing".to_owned(),
            |is| match is < 0.1 {
                true => format!("{is:.3} {unit}"),
                false => format!("{is:.2} {unit}"),
            },
        );
        let is_met = measured.is_some_and(|is| goal.is_met(is));
        let verdict = if is_met { "" } else { "  not met" };
        table += &format!("{what:wide$}  {goal_in:>12}  {said:>12}{verdict}\n");
    }
    table
}
