//! A tournament whose rounds are paired in every form that pairing programs write.

/// Its name.
pub(crate) const EVENT: &str = "Łęgowo Open";

const SURNAMES: [&str; 8] =
    ["Åkesson", "Brandt", "Çelik", "Dvořák", "Ek", "Fonseca", "García", "Horváth"];
const GIVEN_NAMES: [&str; 10] =
    ["Ada", "Béla", "Carl", "Dora", "Émile", "Fay", "Gus", "Hana", "Ivo", "Jo"];

/// A tournament in which the stronger half plays the other, with colours in turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tournament {
    /// How many boards it has.
    pub(crate) boards: usize,
}

/// The form of a pairing file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// PGN without moves.
    Pgn,
    /// TRF16.
    Trf,
    /// CSV.
    Csv,
}

impl Tournament {
    /// Who plays whom in a round: the starting ranks of White and Black, by board.
    pub(crate) fn pairs(&self, round: usize) -> Vec<[usize; 2]> {
        let opponent = |rank: usize| self.boards + 1 + (rank + round) % self.boards;
        let pair =
            |rank| if round % 2 == 1 { [rank, opponent(rank)] } else { [opponent(rank), rank] };
        (1..=self.boards).map(pair).collect()
    }

    /// The names of White and Black in a round, by board.
    pub(crate) fn names(&self, round: usize) -> Vec<[String; 2]> {
        self.pairs(round).iter().map(|pair| pair.map(name)).collect()
    }

    /// The pairings of a round. `report` is what [`Tournament::paired`] gives for it.
    pub(crate) fn file(&self, round: usize, form: Form, report: &str) -> String {
        match form {
            Form::Pgn => self.pgn(round),
            Form::Trf => report.to_owned(),
            Form::Csv => self.csv(round),
        }
    }

    fn pgn(&self, round: usize) -> String {
        let game = |(board, pair): (usize, &[usize; 2])| {
            let [white, black] = pair.map(name);
            let [white_id, black_id] = pair.map(fide_id);
            format!(
                "[Event \"{EVENT}\"]\n[Site \"Łęgowo\"]\n[Date \"2026.11.21\"]\n\
                 [Round \"{round}.{board}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
                 [Result \"*\"]\n[WhiteFideId \"{white_id}\"]\n[BlackFideId \"{black_id}\"]\n\
                 [TimeControl \"5400+30\"]\n\n*\n\n"
            )
        };
        (1..).zip(&self.pairs(round)).map(game).collect()
    }

    fn csv(&self, round: usize) -> String {
        let game = |(board, pair): (usize, &[usize; 2])| {
            let [white, black] = pair.map(name);
            let [white_id, black_id] = pair.map(fide_id);
            format!("{round};{board};{white};{white_id};{black};{black_id};90+30;{EVENT}\n")
        };
        let games: String = (1..).zip(&self.pairs(round)).map(game).collect();
        format!("Round;Board;White;White_Fide_Id;Black;Black_Fide_Id;Time_Control;Event\n{games}")
    }

    /// The report (TRF16) before the first round is paired.
    pub(crate) fn report(&self) -> String {
        let players = 2 * self.boards;
        let line = |rank| {
            let (name, id) = (name(rank), fide_id(rank));
            format!("001 {rank:>4} m    {name:<33} 2000 POL {id:>11} 1990/01/01  0.0 {rank:>4}\n")
        };
        let lines: String = (1..=players).map(line).collect();
        format!("012 {EVENT}\n062 {players}\n122 90+30\n{lines}")
    }

    /// The report with the pairings of a round behind what each player's line has already.
    pub(crate) fn paired(&self, report: &str, round: usize) -> String {
        let pairs = self.pairs(round);
        let column = |rank: usize| {
            let find = |[white, black]: &[usize; 2]| match rank {
                rank if rank == *white => Some((*black, 'w')),
                rank if rank == *black => Some((*white, 'b')),
                _ => None,
            };
            let (opponent, color) = pairs.iter().find_map(find).unwrap();
            format!("  {opponent:>4} {color}  ")
        };
        let line = |line: &str| match line.strip_prefix("001 ") {
            Some(rest) => {
                let rank = rest[..4].trim().parse().unwrap();
                format!("{line}{}\n", column(rank))
            }
            None => format!("{line}\n"),
        };
        report.lines().map(line).collect()
    }
}

/// The name of the player with this starting rank.
fn name(rank: usize) -> String {
    let (surname, given) = ((rank - 1) / GIVEN_NAMES.len(), (rank - 1) % GIVEN_NAMES.len());
    format!("{}, {}", SURNAMES[surname], GIVEN_NAMES[given])
}

fn fide_id(rank: usize) -> usize {
    1_199_990_000 + rank
}
