//! Results as tables of rows: for terminals, and as CSV for spreadsheets.

use super::document::{Rating, Results, Share, Tie};
use std::fmt;

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name, which is also that of its CSV file.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// Whether it holds numbers, which are aligned to the right.
    pub numbers: bool,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text, which may come from anybody.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number, shown with so many decimals.
    Number(f64, usize),
    /// Nothing is known.
    Nothing,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Whole(number) => write!(f, "{number}"),
            // Adding 0 turns -0 into 0.
            Self::Number(number, decimals) => write!(f, "{:.*}", decimals, number + 0.0),
            Self::Nothing => Ok(()),
        }
    }
}

impl Cell {
    fn maybe(number: Option<f64>, decimals: usize) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(number, decimals))
    }

    /// The cell in a CSV file (RFC 4180).
    fn csv(&self) -> String {
        let Self::Text(text) = self else { return self.to_string() };
        // Spreadsheets take a text that begins so for a formula, wherever it came from.
        let formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%'])
            || text.starts_with(['\t', '\r', '\n']);
        let text = if formula { format!("'{text}") } else { text.clone() };
        match text.contains([',', '"', '\r', '\n', ';', '\'']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    }
}

impl Sheet {
    fn new(name: &'static str, columns: &[(&str, bool)]) -> Self {
        let column = |(name, numbers): &(&str, bool)| Column { name: (*name).into(), numbers: *numbers };
        Self { name, columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    /// The table as a CSV file (RFC 4180). Names cannot become formulas.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let line = |cells: Vec<String>| cells.join(",") + "\r\n";
        let head = line(self.columns.iter().map(|column| Cell::Text(column.name.clone()).csv()).collect());
        self.rows.iter().fold(head, |text, row| text + &line(row.iter().map(Cell::csv).collect()))
    }
}

/// The names of all tables.
pub const TABLES: [&str; 7] = ["standings", "cross", "maps", "roles", "bracket", "rounds", "matches"];

const TEXT: bool = false;
const NUMBER: bool = true;

impl Results {
    /// All tables: those that have something in them for this event.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        TABLES.iter().filter_map(|name| self.sheet(name)).filter(|sheet| !sheet.rows.is_empty()).collect()
    }

    /// The table of this name; it may be empty. None if there is no such table.
    #[must_use]
    pub fn sheet(&self, name: &str) -> Option<Sheet> {
        Some(match name {
            "standings" => self.standings_sheet(),
            "cross" => self.cross_sheet(),
            "maps" => self.maps_sheet(),
            "roles" => self.roles_sheet(),
            "bracket" => self.bracket_sheet(),
            "rounds" => self.rounds_sheet(),
            "matches" => self.matches_sheet(),
            _ => return None,
        })
    }

    /// The names of the tables that such an event has, whether anything is in them yet or not.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static str> {
        let has = |name: &&&str| match **name {
            "maps" => self.event.maps.len() > 1,
            "roles" => self.event.places.len() > 1,
            "bracket" => self.event.kind == "bracket",
            "rounds" => self.event.kind == "swiss",
            _ => true,
        };
        TABLES.iter().filter(has).copied().collect()
    }

    fn name(&self, entrant: u32) -> Cell {
        let found = self.standings.iter().find(|standing| standing.entrant == entrant);
        found.map_or(Cell::Nothing, |standing| Cell::Text(standing.name.clone()))
    }

    /// The standings. Columns that have nothing in them for anybody are there too, so that the form is always the same.
    #[must_use]
    pub fn standings_sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(
            "standings",
            &[
                ("place", NUMBER),
                ("entrant", TEXT),
                ("points %", NUMBER),
                ("points", NUMBER),
                ("blocks", NUMBER),
                ("rating", NUMBER),
                ("low", NUMBER),
                ("high", NUMBER),
                ("games", NUMBER),
                ("wins", NUMBER),
                ("draws", NUMBER),
                ("losses", NUMBER),
                ("faults", TEXT),
                ("voids", NUMBER),
                ("mean ms", NUMBER),
                ("worst ms", NUMBER),
                ("buchholz", NUMBER),
                ("benched", TEXT),
            ],
        );
        for standing in &self.standings {
            let Rating { elo, low, high } = standing.rating.unwrap_or_default();
            let rated = |number: f64| Cell::maybe(standing.rating.map(|_| number), 0);
            let time = |of: fn(super::Time) -> u64| Cell::maybe(standing.time.map(|time| of(time) as f64 / 1000.0), 3);
            let faults: Vec<String> = standing.faults.iter().map(|(kind, times)| format!("{kind} {times}")).collect();
            sheet.rows.push(vec![
                Cell::Whole(standing.place.into()),
                Cell::Text(standing.name.clone()),
                Cell::maybe(standing.mean.map(|mean| 100.0 * mean), 1),
                Cell::Number(standing.points, 2),
                Cell::Whole(standing.blocks),
                rated(elo),
                rated(low),
                rated(high),
                Cell::Whole(standing.games),
                Cell::Whole(standing.wins),
                Cell::Whole(standing.draws),
                Cell::Whole(standing.losses),
                Cell::Text(faults.join(", ")),
                Cell::Whole(standing.voids),
                time(|time| time.mean_us),
                time(|time| time.worst_us),
                Cell::maybe(standing.buchholz, 2),
                Cell::Text(standing.benched.clone().unwrap_or_default()),
            ]);
        }
        sheet
    }

    /// The cross table: a row and a column for everybody, in the order of the standings; points in per cent.
    #[must_use]
    pub fn cross_sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("cross", &[("place", NUMBER), ("entrant", TEXT)]);
        if self.cross.is_empty() {
            return sheet;
        }
        sheet
            .columns
            .extend(self.standings.iter().map(|standing| Column { name: standing.name.clone(), numbers: true }));
        let found = self.meetings();
        for standing in &self.standings {
            let mut row = vec![Cell::Whole(standing.place.into()), Cell::Text(standing.name.clone())];
            row.extend(self.standings.iter().map(|other| {
                Cell::maybe(found.get(&(standing.entrant, other.entrant)).map(|points| 100.0 * points), 1)
            }));
            sheet.rows.push(row);
        }
        sheet
    }

    /// Points by pair.
    pub(super) fn meetings(&self) -> std::collections::HashMap<(u32, u32), f64> {
        self.cross.iter().map(|meeting| ((meeting.entrant, meeting.against), meeting.points)).collect()
    }

    fn maps_sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("maps", &shares("map"));
        for table in &self.maps {
            sheet.rows.extend(self.shares(&table.name, &table.rows));
        }
        sheet
    }

    fn roles_sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("roles", &shares("role"));
        for table in &self.roles {
            sheet.rows.extend(self.shares(&table.role, &table.rows));
        }
        sheet
    }

    /// Rows of one map or role, in the order of the standings.
    fn shares(&self, part: &str, rows: &[Share]) -> Vec<Vec<Cell>> {
        let of = |entrant: u32| rows.iter().find(|share| share.entrant == entrant);
        let shares = self.standings.iter().filter_map(|standing| of(standing.entrant));
        shares
            .map(|share| {
                vec![
                    Cell::Text(part.into()),
                    self.name(share.entrant),
                    Cell::Number(100.0 * share.points, 1),
                    Cell::Whole(share.games),
                    Cell::Whole(share.wins),
                    Cell::Whole(share.draws),
                    Cell::Whole(share.losses),
                    Cell::maybe(share.offset.map(|offset| offset.elo), 0),
                    Cell::maybe(share.offset.map(|offset| offset.low), 0),
                    Cell::maybe(share.offset.map(|offset| offset.high), 0),
                ]
            })
            .collect()
    }

    fn bracket_sheet(&self) -> Sheet {
        let columns =
            [("round", TEXT), ("entrant", TEXT), ("points", NUMBER), ("against", TEXT), ("points against", NUMBER)];
        let mut sheet = Sheet::new("bracket", &columns);
        sheet.columns.push(Column { name: "goes on".into(), numbers: false });
        sheet.columns.push(Column { name: "without points by".into(), numbers: false });
        let Some(bracket) = &self.bracket else { return sheet };
        let mut add = |label: &str, tie: &Tie| {
            let [one, other] = tie.entrants;
            let name = |entrant: Option<u32>| entrant.map_or(Cell::Nothing, |entrant| self.name(entrant));
            let sum = |at: usize| Cell::maybe((tie.blocks > 0).then_some(tie.points[at]), 2);
            let how = match tie {
                Tie { bye: true, .. } => "bye",
                Tie { walkover: true, .. } => "walkover",
                Tie { by_seed: true, .. } => "better seed",
                _ => "",
            };
            let (label, how) = (Cell::Text(label.into()), Cell::Text(how.into()));
            sheet.rows.push(vec![label, name(one), sum(0), name(other), sum(1), name(tie.winner), how]);
        };
        for round in &bracket.rounds {
            round.ties.iter().for_each(|tie| add(&round.label, tie));
        }
        bracket.third.iter().for_each(|tie| add("third place", tie));
        sheet
    }

    fn rounds_sheet(&self) -> Sheet {
        let mut sheet =
            Sheet::new("rounds", &[("round", TEXT), ("table", NUMBER), ("entrant", TEXT), ("points", NUMBER)]);
        for round in &self.rounds {
            for (table, met) in (1..).zip(&round.tables) {
                for (seat, &entrant) in met.entrants.iter().enumerate() {
                    let points = met.points.as_ref().and_then(|points| points.get(seat).copied());
                    let label = Cell::Text(round.label.clone());
                    let table = if met.bye { Cell::Text("bye".into()) } else { Cell::Whole(table) };
                    sheet.rows.push(vec![label, table, self.name(entrant), Cell::maybe(points, 2)]);
                }
            }
        }
        sheet
    }

    /// The matches, a row for every entrant at the table.
    #[must_use]
    pub fn matches_sheet(&self) -> Sheet {
        let columns = [
            ("block", NUMBER),
            ("match", NUMBER),
            ("round", TEXT),
            ("map", TEXT),
            ("role", TEXT),
            ("entrant", TEXT),
            ("rank", NUMBER),
            ("score", NUMBER),
            ("points", NUMBER),
            ("steps", NUMBER),
            ("faults", NUMBER),
            ("counts", TEXT),
            ("result", TEXT),
        ];
        let mut sheet = Sheet::new("matches", &columns);
        for played in &self.matches {
            let map = self.event.maps.get(played.map as usize).cloned().unwrap_or_default();
            for seat in &played.seats {
                sheet.rows.push(vec![
                    Cell::Whole(played.block.unsigned_abs()),
                    Cell::Whole(played.number.into()),
                    Cell::Text(played.label.clone()),
                    Cell::Text(map.clone()),
                    Cell::Text(seat.place.clone()),
                    self.name(seat.entrant),
                    Cell::Whole(seat.rank.into()),
                    Cell::Number(seat.score, 2),
                    Cell::Number(seat.points, 4),
                    Cell::Whole(played.steps),
                    Cell::Whole(played.faults),
                    Cell::Text(if played.counts { "yes" } else { "no" }.into()),
                    Cell::Text(played.result.clone()),
                ]);
            }
        }
        sheet
    }
}

fn shares(part: &str) -> [(&str, bool); 10] {
    [
        (part, TEXT),
        ("entrant", TEXT),
        ("points %", NUMBER),
        ("games", NUMBER),
        ("wins", NUMBER),
        ("draws", NUMBER),
        ("losses", NUMBER),
        ("offset", NUMBER),
        ("low", NUMBER),
        ("high", NUMBER),
    ]
}
