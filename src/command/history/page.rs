//! What happened at a board as a page for a browser: one file, without anything from elsewhere.

use touchmove_core::text::on_one_line;
use touchmove_core::words::phrases::{Failed, History};
use touchmove_drivers::observation::{Reading, Square};

use super::{Drawn, Is, Line};
use crate::Failure;
use crate::figure::figure;
use crate::notices::Notices;

/// The most boards on a page: beyond it a browser is slow, and nobody finds anything.
const MAX_BOARDS: usize = 2_000;

const STYLE: &str = "\
body{font:15px/1.4 system-ui,sans-serif;margin:1.5em;max-width:75em;color:#222;background:#fff}
h1{font-size:1.3em}ol{list-style:none;padding:0}li{margin:.15em 0}
time{color:#777;font-variant-numeric:tabular-nums;margin-right:1em}
.told{font-weight:600}.incident{color:#a40000;font-weight:600}
figure{display:inline-block;margin:.4em 1em 1em 0;vertical-align:top}figcaption{font-size:.85em}
table{border-collapse:collapse}td{width:1.35em;height:1.35em;text-align:center;padding:0;font-size:1.1em;line-height:1}
.l{background:#eed9b5}.d{background:#b58863}.t{background:#e8c22a}
th{font-weight:400;font-size:.7em;color:#777;padding:0 .3em}
";

/// The page.
///
/// # Errors
/// [`Failure`] where there are more boards than anybody looks at.
pub(super) fn page(board: &str, lines: &[Line], notices: &Notices) -> Result<String, Failure> {
    let boards = lines.iter().filter(|line| line.drawn.is_some()).count();
    if boards > MAX_BOARDS {
        let (boards, most) = (boards.into(), MAX_BOARDS.into());
        return Err(Failure::because(Failed::TooManyBoards { boards, most }));
    }
    let stretch = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => {
            let [from, to] = [first, last].map(|line| line.when.trim().into());
            History::Stretch { from, to }
        }
        _ => History::NothingHappened,
    };
    let say = |said: History| plain(&notices.say(said));
    let title = say(History::Title { board: board.into(), stretch: stretch.into() });
    let items: String = lines.iter().map(|line| item(line, notices)).collect();
    let (language, note) = (say(History::Language), say(History::PageNote));
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p>{note}</p>\n<ol>\n{items}</ol>\n</body>\n</html>\n"
    ))
}

fn item(line: &Line, notices: &Notices) -> String {
    let class = match line.is {
        Is::Incident => " class=\"incident\"",
        Is::Concluded => " class=\"told\"",
        Is::Seen => "",
    };
    let (when, text) = (plain(&line.when), plain(&line.text));
    let board = line.drawn.as_ref().map(|board| drawn(board, notices)).unwrap_or_default();
    format!("<li{class}><time>{when}</time>{text}{board}</li>\n")
}

/// The board as White sees it.
fn drawn(Drawn { readings, touched }: &Drawn, notices: &Notices) -> String {
    let cell = |(square, reading): &(Square, Reading)| {
        let index = square.index();
        let class = match (touched.contains(square), (index / 8 + index % 8) % 2 == 1) {
            (true, _) => "t",
            (false, true) => "l",
            (false, false) => "d",
        };
        let figure = figure(*reading);
        // Without the sign behind it some systems draw an emoji.
        let as_text = if figure == "♟" { "\u{fe0e}" } else { "" };
        format!("<td class={class}>{figure}{as_text}</td>")
    };
    let ranks = readings.chunks(8).zip(1..).collect::<Vec<_>>().into_iter().rev();
    let rows: String = ranks
        .map(|(rank, number)| {
            let cells: String = rank.iter().map(cell).collect();
            format!("<tr><th>{number}</th>{cells}</tr>")
        })
        .collect();
    let files: String = ('a'..='h').map(|file| format!("<th>{file}</th>")).collect();
    let names: Vec<String> = touched.iter().map(ToString::to_string).collect();
    let names = match names.len() {
        count @ 9.. => notices.say(History::Squares { count: count.into() }),
        _ => names.join(" "),
    };
    format!(
        "<br><figure><table>{rows}<tr><th></th>{files}</tr></table><figcaption>{names}</figcaption></figure>"
    )
}

/// A text that is nothing but a text on a page.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in on_one_line(text).chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::Instant;
    use touchmove_drivers::observation::Placement;

    use super::*;

    fn line(text: &str, drawn: Option<Drawn>) -> Line {
        let (is, text) = match text.strip_prefix("= ") {
            Some(text) => (Is::Concluded, text),
            None => (Is::Seen, text),
        };
        let when = "14:05:01    12.300".into();
        Line { at: Instant::ZERO, when, text: text.into(), is, drawn }
    }

    fn e4_is_left() -> Drawn {
        let placement: Placement = "8/8/8/8/4P3/8/8/8".parse().unwrap();
        let readings = Square::all().map(|square| (square, placement.get(square))).collect();
        Drawn { readings, touched: vec!["e2".parse().unwrap(), "e4".parse().unwrap()] }
    }

    #[test]
    fn a_page_draws_the_board_with_what_was_touched_in_one_file() {
        let lines = [line("e4  P put down", Some(e4_is_left())), line("= 1. e4 made", None)];
        let page = page("dgt_12345", &lines, &Notices::default()).unwrap();
        assert_eq!(page.matches("class=t").count(), 2);
        assert_eq!(page.matches("<td class=t>♙</td>").count(), 1);
        assert_eq!(page.matches("<td ").count(), 64);
        let eighth = page.find("<th>8</th>").unwrap();
        assert!(eighth < page.find("<th>1</th>").unwrap(), "White sits below");
        assert!(page.contains("<td class=d></td></tr><tr><th>7</th>"), "h8 is dark");
        assert!(page.contains("<li class=\"told\"><time>"), "{page}");
        assert!(!page.contains("http"), "nothing is fetched from elsewhere");
    }

    #[test]
    fn what_somebody_has_written_is_no_part_of_the_page() {
        let page = page(
            "dgt_1",
            &[line("decided: <script>alert(\"1\")</script>\u{1b}", None)],
            &Notices::default(),
        )
        .unwrap();
        assert!(
            page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\u{fffd}"),
            "{page}"
        );
        assert!(!page.contains("<script"));
    }

    #[test]
    fn more_boards_than_anybody_looks_at_are_refused_with_what_to_do() {
        let lines: Vec<_> =
            (0..=MAX_BOARDS).map(|_| line("e4  P put down", Some(e4_is_left()))).collect();
        assert!(page("dgt_1", &lines[1..], &Notices::default()).is_ok());
        let refused = page("dgt_1", &lines, &Notices::default()).unwrap_err();
        assert!(refused.to_string().contains("--from and --to"), "{refused}");
    }
}
