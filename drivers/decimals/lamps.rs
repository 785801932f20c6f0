//! Which lamps a board has, found out by lighting them.

use super::lights::{Form, is_mistakable};
use crate::driver::Squares;

/// The lamps of a board, of which nobody knows at first what they are: both pictures are tried until it acknowledges one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lamps {
    /// What they are.
    form: Option<Form>,
    /// What was asked for last, and in which form.
    sent: Option<(Squares, Form)>,
    /// Lines that came since without acknowledging it.
    unanswered: u32,
}

/// After so many lines without an acknowledgement the other picture is tried: later than writes are paced.
const MAX_UNANSWERED: u32 = 2;

impl Lamps {
    /// What lights these squares and no others.
    pub(crate) fn light(&mut self, squares: Squares) -> Vec<u8> {
        let first = if is_mistakable(squares) { Form::Coloured } else { Form::OneColour };
        self.picture(squares, self.form.unwrap_or(first))
    }

    /// A line came. What is to be tried now.
    pub(crate) fn wait(&mut self) -> Option<Vec<u8>> {
        let (None, Some((squares, Form::OneColour))) = (self.form, self.sent) else { return None };
        self.unanswered += 1;
        (self.unanswered == MAX_UNANSWERED).then(|| self.picture(squares, Form::Coloured))
    }

    /// The board has lamps of this form. What is to be sent again, as it was sent in the other.
    pub(crate) fn meet(&mut self, form: Form) -> Option<Vec<u8>> {
        self.form = Some(form);
        let (squares, _) = self.sent.filter(|(_, sent)| *sent != form)?;
        Some(self.picture(squares, form))
    }

    fn picture(&mut self, squares: Squares, form: Form) -> Vec<u8> {
        self.sent = Some((squares, form));
        self.unanswered = 0;
        form.picture(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e4() -> Squares {
        ["e4"].map(|name| name.parse().unwrap()).into_iter().collect()
    }

    #[test]
    fn both_pictures_are_tried_until_one_is_acknowledged() {
        let mut lamps = Lamps::default();
        assert_eq!(lamps.light(e4()), Form::OneColour.picture(e4()));
        assert_eq!(lamps.wait(), None);
        assert_eq!(lamps.wait(), Some(Form::Coloured.picture(e4())));
        assert_eq!(lamps.wait(), None);
        assert_eq!(lamps.meet(Form::Coloured), None);
        assert_eq!(lamps.light(e4()), Form::Coloured.picture(e4()));
    }

    #[test]
    fn a_late_acknowledgement_has_the_right_picture_sent_again() {
        let mut lamps = Lamps::default();
        lamps.light(e4());
        assert!(lamps.wait().or_else(|| lamps.wait()).is_some());
        assert_eq!(lamps.meet(Form::OneColour), Some(Form::OneColour.picture(e4())));
        assert_eq!(lamps.meet(Form::OneColour), None);
    }

    #[test]
    fn before_anything_is_asked_nothing_is_sent() {
        let mut lamps = Lamps::default();
        assert_eq!((lamps.wait(), lamps.meet(Form::OneColour)), (None, None));
    }
}
