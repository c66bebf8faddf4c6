//! Text drawings of a game, for tests and for people (R41).
//!
//! ```text
//! +---+---+---+
//! | P   . 3 * |      mud of 3 turns between (1,1) and (2,1)
//! +   +---+   +      a wall below (1,1)
//! | .   *   R |
//! +---+---+---+
//! max 20
//! ```
//!
//! Mud of 2 to 9 turns is its digit; other mud is a letter, and a line below gives its value. A drawing that needs more
//! than the 26 letters a to z continues with other letters, capitals first.

use crate::game::World;
use crate::maze::{self, Edge, MAX_SIDE, Maze};
use crate::position::Position;
use crate::{Action, State};
use alloc::collections::BTreeMap;
use core::fmt::Write as _;
use gridhaunt_kernel::prelude::*;

/// The turn limit of a drawing that does not give one.
const DEFAULT_MAX: u16 = 300;

/// Reads a drawing.
///
/// ```
/// let (maze, position) = gridhaunt_pyrat::drawing::read("
///     +---+---+
///     | P*    |
///     +---+   +
///     | *   R |
///     +---+---+
///     score 0.5 1.5
/// ").unwrap();
/// assert_eq!(maze.walls().count(), 1);
/// assert_eq!((position.cheese.len(), position.half), (2, [1, 3]));
/// ```
pub fn read(text: &str) -> Result<(Maze, Position), Invalid> {
    let page = Page::new(text);
    let grid = page.board()?;
    let values = page.facts(grid)?;
    let mut maze = Maze::walled(grid);
    for edge in maze::edges(grid) {
        maze.set(edge, page.edge(grid, edge, &values.letters)?);
    }
    page.check_border(grid)?;
    let mut at = [None; 2];
    let mut cheese = Vec::new();
    for index in 0..grid.cells() {
        let cell = grid.cell(index);
        for column in 0..3 {
            let (line, column) = (page.row_of(grid, cell) + 1, 4 * usize::from(cell.x) + 1 + column);
            match page.at(line - 1, column) {
                ' ' | '.' => {}
                '*' if cheese.last() != Some(&cell) => cheese.push(cell),
                'P' if at[0].is_none() => at[0] = Some(cell),
                'R' if at[1].is_none() => at[1] = Some(cell),
                other => return Err(page.wrong(line - 1, column, other, "one of P, R, * (each once), . or blank")),
            }
        }
    }
    let corners = [Cell { x: 0, y: 0 }, Cell { x: grid.width() - 1, y: grid.height() - 1 }];
    let position = Position {
        at: [at[0].unwrap_or(corners[0]), at[1].unwrap_or(corners[1])],
        delay: values.delay,
        half: values.half,
        cheese,
        turn: values.turn,
        max_turns: values.max,
        end_on_majority: values.majority,
        total: values.total,
    };
    // I1, I2: each line is valid alone; only now is it known whether it agrees with the rest.
    let possible = position.state::<MOST_WORDS>(grid);
    possible.map_err(|wrong| Invalid { field: page.place_of(&values, &wrong.field), ..wrong })?;
    Ok((maze, position))
}

/// Words of cheese for the largest board.
const MOST_WORDS: usize = MAX_SIDE as usize * MAX_SIDE as usize / 32;

/// Reads a drawing as a game of one size.
pub fn game<const W: usize>(text: &str) -> Result<(World, State<W>), Invalid> {
    let (maze, position) = read(text)?;
    let state = position.state(maze.grid())?;
    let (max_turns, end_on_majority) = (position.max_turns, position.end_on_majority);
    Ok((World { report: crate::game::report_of(&maze), maze, max_turns, end_on_majority }, state))
}

/// The lines of a drawing, without indentation.
struct Page {
    lines: Vec<Vec<char>>,
    /// How many blank lines come before the first, for messages.
    above: usize,
    /// How many blanks were cut off before each line, for messages.
    before: Vec<usize>,
}

struct Facts {
    letters: BTreeMap<char, u8>,
    max: u16,
    turn: u16,
    half: [u16; 2],
    delay: [u8; 2],
    total: Option<u16>,
    majority: bool,
    /// The position of each kind of line: its word, line and column.
    places: Vec<(&'static str, usize, usize)>,
}

impl Page {
    fn new(text: &str) -> Self {
        let blank = text.lines().take_while(|line| line.trim().is_empty()).count();
        let first = text.lines().nth(blank).unwrap_or("");
        let indent = first.chars().take_while(|c| c.is_whitespace()).count();
        let before = |line: &str| line.chars().take(indent).take_while(|c| c.is_whitespace()).count();
        let cut = |line: &str| line.trim_end().chars().skip(before(line)).collect();
        let lines = || text.lines().skip(blank);
        Self { lines: lines().map(cut).collect(), above: blank, before: lines().map(before).collect() }
    }

    fn at(&self, line: usize, column: usize) -> char {
        self.lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    }

    fn place(&self, line: usize, column: usize) -> String {
        let before = self.before.get(line).copied().unwrap_or(0);
        format!("line {}, column {}", line + 1 + self.above, column + 1 + before)
    }

    fn wrong(&self, line: usize, column: usize, got: char, expected: &str) -> Invalid {
        Invalid::new(self.place(line, column), format!("{got:?}"), expected)
    }

    /// The position in a drawing of a field of its [`Position`]; an error about missing cheese is about the whole
    /// board.
    fn place_of(&self, facts: &Facts, field: &str) -> String {
        let word = match field {
            "turn" => "turn",
            "cheese_total" => "total",
            "players.half" => "score",
            _ => "",
        };
        let found = facts.places.iter().rev().find(|(known, ..)| *known == word);
        found.map_or_else(|| self.place(0, 0), |&(_, line, column)| self.place(line, column))
    }

    /// The size of the board: the number of `---+` in the first line, and the number of pairs of lines that begin with
    /// `|` and `+`.
    fn board(&self) -> Result<Grid, Invalid> {
        if self.at(0, 0) != '+' {
            return Err(self.wrong(0, 0, self.at(0, 0), "the + of the upper left corner"));
        }
        let wall = |x: usize| (1..4).all(|i| self.at(0, 4 * x + i) == '-') && self.at(0, 4 * x + 4) == '+';
        let width = (0..=usize::from(MAX_SIDE)).take_while(|&x| wall(x)).count();
        let height = (0..=usize::from(MAX_SIDE)).take_while(|&y| self.at(2 * y + 1, 0) == '|').count();
        for (side, count, line, column) in [("columns", width, 0, 4 * width), ("rows", height, 2 * height, 0)] {
            if !(2..=usize::from(MAX_SIDE)).contains(&count) {
                let field = self.place(line, column);
                return Err(Invalid::new(field, format!("{count} {side}"), format!("a board of 2..=64 {side}")));
            }
        }
        Grid::new(width as u16, height as u16).ok_or_else(|| self.wrong(0, 0, '+', "a board"))
    }

    /// The line of a row of cells; the top row is drawn first.
    fn row_of(&self, grid: Grid, cell: Cell) -> usize {
        2 * usize::from(grid.height() - 1 - cell.y) + 1
    }

    fn edge(&self, grid: Grid, edge: Edge, letters: &BTreeMap<char, u8>) -> Result<u8, Invalid> {
        let cell = grid.cell(edge.cell);
        let (line, column) = (self.row_of(grid, cell), 4 * usize::from(cell.x));
        if edge.towards == Action::Right {
            return match self.at(line, column + 4) {
                ' ' => Ok(1),
                '|' => Ok(0),
                mark => self.mud(line, column + 4, &mark.to_string(), letters),
            };
        }
        let mark: String = (1..4).map(|i| self.at(line - 1, column + i)).collect();
        match mark.trim() {
            "" => Ok(1),
            "---" => Ok(0),
            mark => self.mud(line - 1, column + 2, mark, letters),
        }
    }

    fn mud(&self, line: usize, column: usize, mark: &str, letters: &BTreeMap<char, u8>) -> Result<u8, Invalid> {
        let lone = mark.chars().next().filter(|c| c.is_alphabetic() && mark.chars().count() == 1);
        if let Some(letter) = lone {
            let found = letters.get(&letter).copied();
            return found.ok_or_else(|| {
                self.wrong(line, column, letter, &format!("explained by a line {letter}=2..255 below"))
            });
        }
        let turns = mark.parse::<u8>().ok().filter(|&turns| turns >= 2 && mark.bytes().all(|b| b.is_ascii_digit()));
        turns.ok_or_else(|| {
            self.wrong(line, column, self.at(line, column), "a wall, blank, or mud as 2..255 or a letter")
        })
    }

    /// Checks posts at every corner of a cell, and walls on the whole border.
    fn check_border(&self, grid: Grid) -> Result<(), Invalid> {
        let (width, height) = (usize::from(grid.width()), usize::from(grid.height()));
        let need = |line, column, expected: char| match self.at(line, column) {
            got if got == expected => Ok(()),
            got => Err(self.wrong(line, column, got, &format!("{expected:?}"))),
        };
        for line in 0..=2 * height {
            if line % 2 == 1 {
                need(line, 0, '|')?;
                need(line, 4 * width, '|')?;
                continue;
            }
            for x in 0..=width {
                need(line, 4 * x, '+')?;
            }
            if line == 0 || line == 2 * height {
                for column in (0..4 * width).filter(|column| column % 4 != 0) {
                    need(line, column, '-')?;
                }
            }
        }
        Ok(())
    }

    /// The lines below the board.
    fn facts(&self, grid: Grid) -> Result<Facts, Invalid> {
        let mut facts = Facts {
            letters: BTreeMap::new(),
            max: DEFAULT_MAX,
            turn: 0,
            half: [0; 2],
            delay: [0; 2],
            total: None,
            majority: true,
            places: Vec::new(),
        };
        let first = 2 * usize::from(grid.height()) + 1;
        for (number, line) in self.lines.iter().enumerate().skip(first) {
            let text: String = line.iter().collect();
            let words: Vec<&str> = text.split_whitespace().collect();
            let column = line.iter().take_while(|c| c.is_whitespace()).count();
            let wrong =
                |expected: &str| Invalid::new(self.place(number, column), format!("{:?}", text.trim()), expected);
            let within = |word: &str, lo: u16, hi: u16, expected: &str| {
                word.parse::<u16>().ok().filter(|n| (lo..=hi).contains(n)).ok_or_else(|| wrong(expected))
            };
            let known = ["turn", "score", "total"].into_iter().find(|word| words.first() == Some(word));
            facts.places.extend(known.map(|word| (word, number, column)));
            match words.as_slice() {
                [] => {}
                ["max", n] => facts.max = within(n, 1, u16::MAX, "max 1..=65535")?,
                ["turn", n] => facts.turn = within(n, 0, u16::MAX, "turn 0..=65535")?,
                ["total", n] => facts.total = Some(within(n, 1, 4096, "total 1..=4096")?),
                ["majority", "off"] => facts.majority = false,
                ["majority", "on"] => facts.majority = true,
                ["delay", a, b] => {
                    facts.delay = [
                        within(a, 0, 254, "delay 0..=254 0..=254")? as u8,
                        within(b, 0, 254, "delay 0..=254 0..=254")? as u8,
                    ];
                }
                ["score", a, b] => {
                    let half = |word: &str| {
                        half_points(word).ok_or_else(|| wrong("score with two numbers of points, such as 1.5"))
                    };
                    facts.half = [half(a)?, half(b)?];
                }
                [fact] => {
                    let (letter, value) = fact.split_once('=').ok_or_else(|| wrong(FACTS))?;
                    let lone = letter.chars().next().filter(|c| c.is_alphabetic() && letter.chars().count() == 1);
                    let turns = within(value, 2, 255, "a letter with its turns, such as a=12")? as u8;
                    facts.letters.insert(lone.ok_or_else(|| wrong("a letter with its turns, such as a=12"))?, turns);
                }
                _ => return Err(wrong(FACTS)),
            }
        }
        Ok(facts)
    }
}

const FACTS: &str = "one of a=12, max 300, turn 0, score 1.5 0, delay 2 0, total 9, majority off";

/// Points as half points: `1`, `1.0`, `1.5`.
fn half_points(word: &str) -> Option<u16> {
    let (whole, odd) = match word.split_once('.') {
        None | Some((_, "0")) => (word.split('.').next()?, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
    };
    whole.parse::<u16>().ok().filter(|&points| points <= 4096).map(|points| 2 * points + odd)
}

/// Half points as points: `1`, `1.5`.
pub(crate) fn points(half: u16) -> String {
    if half.is_multiple_of(2) { (half / 2).to_string() } else { format!("{}.5", half / 2) }
}

/// Prints a drawing that [`read`] reads back.
#[must_use]
pub fn print(maze: &Maze, position: &Position) -> String {
    let grid = maze.grid();
    // There is room for one character beside a cell, so mud of more than 9 turns gets a letter there.
    let mut names = ('a'..='z').chain('A'..='Z').chain('\u{100}'..='\u{17F}').chain('\u{400}'..='\u{481}');
    let mut letters: BTreeMap<u8, char> = BTreeMap::new();
    for (edge, turns) in maze.mud() {
        if edge.towards == Action::Right && turns > 9 && !letters.contains_key(&turns) {
            letters.extend(names.next().map(|name| (turns, name)));
        }
    }
    let mut text = String::new();
    for y in (0..grid.height()).rev() {
        post_line(&mut text, maze, y);
        text.push('|');
        for x in 0..grid.width() {
            text.push_str(&cell_text(position, Cell { x, y }));
            text.push(if x + 1 == grid.width() { '|' } else { side(maze, grid, Cell { x, y }, &letters) });
        }
        text.push('\n');
    }
    text.push_str(&"+---".repeat(grid.width().into()));
    text.push_str("+\n");
    for (turns, letter) in letters {
        let _ = writeln!(text, "{letter}={turns}");
    }
    let _ = writeln!(text, "max {}", position.max_turns);
    if position.turn > 0 {
        let _ = writeln!(text, "turn {}", position.turn);
    }
    if position.half != [0, 0] {
        let _ = writeln!(text, "score {} {}", points(position.half[0]), points(position.half[1]));
    }
    if position.delay != [0, 0] {
        let _ = writeln!(text, "delay {} {}", position.delay[0], position.delay[1]);
    }
    if !position.end_on_majority {
        text.push_str("majority off\n");
    }
    text
}

/// The line above row `y`.
fn post_line(text: &mut String, maze: &Maze, y: u16) {
    let grid = maze.grid();
    for x in 0..grid.width() {
        let turns = match grid.index(Cell { x, y }) {
            Some(cell) if y + 1 < grid.height() => maze.crossing(cell, Action::Up),
            _ => 0,
        };
        let _ = match turns {
            0 => write!(text, "+---"),
            1 => write!(text, "+   "),
            n => write!(text, "+{n:^3}"),
        };
    }
    text.push_str("+\n");
}

fn side(maze: &Maze, grid: Grid, cell: Cell, letters: &BTreeMap<u8, char>) -> char {
    match grid.index(cell).map_or(0, |cell| maze.crossing(cell, Action::Right)) {
        0 => '|',
        1 => ' ',
        n @ 2..=9 => char::from(b'0' + n),
        n => letters.get(&n).copied().unwrap_or('?'),
    }
}

/// Three characters for a cell: the players there, and the cheese.
fn cell_text(position: &Position, cell: Cell) -> String {
    let mut inside = String::new();
    for (who, at) in ['P', 'R'].into_iter().zip(position.at) {
        if at == cell {
            inside.push(who);
        }
    }
    if position.cheese.contains(&cell) {
        inside.push('*');
    }
    if inside.is_empty() {
        inside.push('.');
    }
    if inside.len() < 3 { format!(" {inside:<2}") } else { inside }
}
