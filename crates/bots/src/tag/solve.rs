//! Exact play of Ghost Tag, one survivor against one or two killers who all see everything, without a round limit
//! (R57).
//!
//! Everything is computed backwards, one round at a time, on sets of survivor cells, one set for every position of the
//! killers. A survivor certainly escapes within r rounds if every open step of the killers leaves it a step to an exit
//! or to a cell from which it certainly escapes within r - 1. The opposite question, with no exit and starting with all
//! cells free, is answered by the same rounds: who is still uncaught after r of them (R56).

use gridhaunt_kernel::board::{BitBoard, Reach};
use gridhaunt_kernel::prelude::*;

/// A row of survivor cells is one word, and no set has more rows than that.
const MOST: u16 = 64;
/// With two killers the tables grow with the cube of the cells; at 24 by 24 they take some 320 MB.
pub(super) const MOST_FOR_TWO: u16 = 24;
/// In a table of rounds: the survivor never escapes or is never caught.
const ENDLESS: u16 = u16::MAX;

/// What a solver needs to know of the world.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    exits: Vec<Cell>,
    barred: bool,
}

impl Board {
    /// A board of at most 64 by 64 with these exits, maybe none; `barred` is `killers_on_exits = forbid`.
    ///
    /// # Errors
    /// A side that is too long, or an exit off the board.
    pub fn new(grid: Grid, exits: &[Cell], barred: bool) -> Result<Self, Invalid> {
        at_most(grid, MOST)?;
        for (number, &exit) in exits.iter().enumerate() {
            if grid.index(exit).is_none() {
                let got = format!("[{},{}]", exit.x, exit.y);
                let words = format!("{got} is off the board");
                return Err(Invalid::new(format!("exits[{number}]"), got, "on the board").says(words));
            }
        }
        Ok(Self { grid, exits: exits.to_vec(), barred })
    }

    /// The open steps of a killer from every cell, none from a cell where it cannot stand (R13).
    fn killer_steps(&self) -> Vec<Vec<usize>> {
        let closed = |cell: &Cell| self.barred && self.exits.contains(cell); // R16
        (0..self.grid.cells())
            .map(|from| self.grid.cell(from))
            .map(|from| match closed(&from) {
                true => Vec::new(),
                false => near(self.grid, from).filter(|to| !closed(to)).map(|to| number(self.grid, to)).collect(),
            })
            .collect()
    }

    /// The cells, by number, at this distance or more from every exit.
    fn away_from_exits(&self, distance: u16) -> Vec<usize> {
        let away = |&cell: &usize| self.exits.iter().all(|&exit| apart(self.grid.cell(cell), exit) >= distance);
        (0..self.grid.cells()).filter(away).collect()
    }
}

/// Returns an error for boards with a side longer than this.
fn at_most(grid: Grid, most: u16) -> Result<(), Invalid> {
    for (field, side) in [("width", grid.width()), ("height", grid.height())] {
        if side > most {
            return Err(Invalid::new(field, side, format!("1..={most}")));
        }
    }
    Ok(())
}

/// The cell and its neighbours on the board (R2).
fn near(grid: Grid, cell: Cell) -> impl Iterator<Item = Cell> {
    let columns = cell.x.saturating_sub(1)..=(cell.x.saturating_add(1)).min(grid.width() - 1);
    let rows = cell.y.saturating_sub(1)..=(cell.y.saturating_add(1)).min(grid.height() - 1);
    rows.flat_map(move |y| columns.clone().map(move |x| Cell { x, y }))
}

/// The number of a cell of the board.
fn number(grid: Grid, cell: Cell) -> usize {
    usize::from(cell.y) * usize::from(grid.width()) + usize::from(cell.x)
}

/// The distance of two cells (R3).
fn apart(a: Cell, b: Cell) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// The minimum distances between the units of a start; 0 counts as 1, because no start has two things on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Every unit from every exit.
    pub exit: u16,
    /// The survivor from every killer.
    pub enemy: u16,
}

/// What R57 counts over all starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Starts that keep the distances.
    pub starts: u64,
    /// Starts from which the survivor escapes whatever the killers do.
    pub forced: u64,
    /// The most rounds that a forced start takes, 0 if there is none.
    pub longest: u16,
}

impl Count {
    fn add(&mut self, rounds: Option<u16>) {
        self.starts += 1;
        self.forced += u64::from(rounds.is_some());
        self.longest = self.longest.max(rounds.unwrap_or(0));
    }
}

/// One survivor against one killer, solved.
#[derive(Clone, Debug)]
pub struct One {
    board: Board,
    rounds: Vec<u16>,
}

impl One {
    /// Solves the board. It calls `go_on` with the number of each round before computing it; if `go_on` returns false,
    /// the work stops and there is no result.
    #[must_use]
    pub fn solve(board: &Board, go_on: impl FnMut(u16) -> bool) -> Option<Self> {
        let cells = board.grid.cells();
        let mut rounds = vec![ENDLESS; cells * cells];
        for &exit in &board.exits {
            rounds.iter_mut().skip(number(board.grid, exit)).step_by(cells).for_each(|rounds| *rounds = 0); // R24
        }
        let note = |round, killer: Killers, survivor| rounds[killer.last * cells + survivor] = round;
        play_back(board, Force::One, Aim::Escape, note, go_on)?;
        Some(Self { board: board.clone(), rounds })
    }

    /// The fewest rounds in which the survivor certainly escapes, with the killer to move: 0 on an exit, none if it is
    /// not certain or if the survivor is captured.
    #[must_use]
    pub fn rounds(&self, killer: Cell, survivor: Cell) -> Option<u16> {
        let grid = self.board.grid;
        let rounds = self.rounds[grid.index(killer)? * grid.cells() + grid.index(survivor)?];
        (rounds != ENDLESS).then_some(rounds)
    }

    /// The rounds that the survivor needs after this one if it now steps here: 0 on an exit, even if the killer stands
    /// on it, none if it never escapes (R44).
    #[must_use]
    pub fn after_survivor_step(&self, killer: Cell, to: Cell) -> Option<u16> {
        self.rounds(killer, to)
    }

    /// The rounds that the survivor needs after this one, with its best step, if the killer now steps here: none if it
    /// never escapes or is captured (R44).
    #[must_use]
    pub fn after_killer_step(&self, to: Cell, survivor: Cell) -> Option<u16> {
        let grid = self.board.grid;
        if to == survivor || grid.index(survivor).is_none() {
            return None; // R22
        }
        near(grid, survivor).filter_map(|step| self.after_survivor_step(to, step)).min()
    }

    /// Counts the starts with these distances (R57).
    #[must_use]
    pub fn count(&self, distances: Distances) -> Count {
        let grid = self.board.grid;
        let places = self.board.away_from_exits(distances.exit.max(1));
        let mut count = Count::default();
        for &killer in &places {
            let killer = grid.cell(killer);
            for &survivor in &places {
                let survivor = grid.cell(survivor);
                if apart(survivor, killer) >= distances.enemy.max(1) {
                    count.add(self.rounds(killer, survivor));
                }
            }
        }
        count
    }
}

/// One survivor against two killers, solved.
#[derive(Clone, Debug)]
pub struct Two {
    board: Board,
    rounds: Vec<u16>,
}

impl Two {
    /// Solves a board of at most 24 by 24, with `go_on` as in [`One::solve`]. Killers may follow each other, which is
    /// the default (R15).
    ///
    /// # Errors
    /// A side that is too long.
    pub fn solve(board: &Board, go_on: impl FnMut(u16) -> bool) -> Result<Option<Self>, Invalid> {
        at_most(board.grid, MOST_FOR_TWO)?;
        let cells = board.grid.cells();
        let mut rounds = vec![ENDLESS; pairs(cells) * cells];
        for &exit in &board.exits {
            rounds.iter_mut().skip(number(board.grid, exit)).step_by(cells).for_each(|rounds| *rounds = 0); // R24
        }
        let note = |round, killers: Killers, survivor| {
            if killers.lead < killers.last {
                rounds[pair(cells, killers.lead, killers.last) * cells + survivor] = round;
            }
        };
        Ok(play_back(board, Force::Two, Aim::Escape, note, go_on).map(|()| Self { board: board.clone(), rounds }))
    }

    /// The fewest rounds in which the survivor certainly escapes, with the killers to move: 0 on an exit, none if it is
    /// not certain, if the survivor is captured, or if the killers share a cell.
    #[must_use]
    pub fn rounds(&self, killers: [Cell; 2], survivor: Cell) -> Option<u16> {
        let grid = self.board.grid;
        let (a, b) = (grid.index(killers[0])?, grid.index(killers[1])?);
        if a == b {
            return None;
        }
        let rounds = self.rounds[pair(grid.cells(), a.min(b), a.max(b)) * grid.cells() + grid.index(survivor)?];
        (rounds != ENDLESS).then_some(rounds)
    }

    /// Counts the starts with these distances and with killers at least 2 apart (R57).
    #[must_use]
    pub fn count(&self, distances: Distances) -> Count {
        let grid = self.board.grid;
        let places: Vec<Cell> =
            self.board.away_from_exits(distances.exit.max(1)).into_iter().map(|cell| grid.cell(cell)).collect();
        let mut count = Count::default();
        for (number, &a) in places.iter().enumerate() {
            for &b in places[number..].iter().filter(|&&b| apart(a, b) >= 2) {
                for &survivor in &places {
                    if apart(survivor, a).min(apart(survivor, b)) >= distances.enemy.max(1) {
                        count.add(self.rounds([a, b], survivor));
                    }
                }
            }
        }
        count
    }
}

/// How many unordered pairs of different cells there are.
fn pairs(cells: usize) -> usize {
    cells * (cells - 1) / 2
}

/// The number of the pair of cells a < b.
fn pair(cells: usize, a: usize, b: usize) -> usize {
    pairs(cells) - pairs(cells - a) + b - a - 1
}

/// How many rounds one survivor lasts against one killer where there is no exit (R56).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Rounds until the capture from the worst start for the killer.
    pub worst: u16,
    /// The same, among the starts from the killer's best cell.
    pub best: u16,
}

impl Open {
    /// Solves a board of at most 64 by 64, with `go_on` as in [`One::solve`]. Without obstacles every start ends in
    /// capture.
    ///
    /// # Errors
    /// A side that is too long.
    pub fn solve(grid: Grid, go_on: impl FnMut(u16) -> bool) -> Result<Option<Self>, Invalid> {
        let board = Board::new(grid, &[], false)?;
        let mut lasts = vec![0; grid.cells()];
        let note = |round, killer: Killers, _| lasts[killer.last] = round;
        Ok(play_back(&board, Force::One, Aim::StayFree, note, go_on).map(|()| {
            let (worst, best) = lasts.iter().fold((0, ENDLESS), |(worst, best), &r| (r.max(worst), r.min(best)));
            Self { worst, best }
        }))
    }
}

/// How many killers there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    One,
    Two,
}

/// The survivor's aim; it decides which of its cells are good after zero rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// To escape: the exits are good. Rounds add cells.
    Escape,
    /// Not to be captured: every cell except the killers' is good. Rounds remove cells.
    StayFree,
}

/// The killers' cells by number; with one killer `lead` is 0 and unused.
#[derive(Clone, Copy)]
struct Killers {
    lead: usize,
    last: usize,
}

/// Plays rounds backwards until one changes nothing, and records the round of each change of a survivor cell; none if
/// it was stopped.
fn play_back(
    board: &Board,
    force: Force,
    aim: Aim,
    mut note: impl FnMut(u16, Killers, usize),
    mut go_on: impl FnMut(u16) -> bool,
) -> Option<()> {
    let (note, go_on) = (&mut note, &mut go_on);
    match board.grid.height() {
        ..=16 => play_back_rows::<16>(board, force, aim, note, go_on),
        17..=24 => play_back_rows::<24>(board, force, aim, note, go_on),
        25..=32 => play_back_rows::<32>(board, force, aim, note, go_on),
        _ => play_back_rows::<64>(board, force, aim, note, go_on),
    }
}

fn play_back_rows<const H: usize>(
    board: &Board,
    force: Force,
    aim: Aim,
    note: &mut dyn FnMut(u16, Killers, usize),
    go_on: &mut dyn FnMut(u16) -> bool,
) -> Option<()> {
    let (grid, cells) = (board.grid, board.grid.cells());
    let all = BitBoard::<H>::full(grid);
    let exits: BitBoard<H> = board.exits.iter().copied().collect();
    let steps = board.killer_steps();
    let lead_steps = match force {
        Force::One => vec![vec![0]],
        Force::Two => steps.clone(),
    };
    let without_killers = |mut set: BitBoard<H>, Killers { lead, last }| {
        set.remove(grid.cell(last));
        if force == Force::Two {
            set.remove(grid.cell(lead));
        }
        set
    };
    let together = |Killers { lead, last }| force == Force::Two && lead == last;

    // Good cells with the killers to move, a block for each cell of the lead, and good cells with the survivor to move.
    let places = (0..lead_steps.len()).flat_map(|lead| (0..cells).map(move |last| Killers { lead, last }));
    let mut good: Vec<BitBoard<H>> = match aim {
        Aim::Escape => vec![exits; lead_steps.len() * cells],
        Aim::StayFree => places.clone().map(|killers| without_killers(all, killers)).collect(),
    };
    let mut moved = good.clone();
    let mut lead_moved = vec![all; cells];

    for round in 1..ENDLESS {
        if !go_on(round) {
            return None;
        }
        for ((moved, good), killers) in moved.iter_mut().zip(&good).zip(places.clone()) {
            *moved = match together(killers) {
                true => all, // Killers never share a cell, so this place asks for nothing.
                false => without_killers(good.spread(Reach::Eight, &all), killers), // R2, R22
            };
        }
        let mut settled = true;
        for (lead, block) in good.chunks_mut(cells).enumerate() {
            // The two killers can reach any two different cells, each at most one step away: a refused swap means
            // staying (R17), and in a contest one killer stays (R19). So their steps can be intersected one after the
            // other.
            lead_moved.fill(all);
            for &to in &lead_steps[lead] {
                for (met, moved) in lead_moved.iter_mut().zip(&moved[to * cells..]) {
                    *met = met.and(moved);
                }
            }
            for (last, good) in block.iter_mut().enumerate() {
                let killers = Killers { lead, last };
                if together(killers) || lead_steps[lead].is_empty() || steps[last].is_empty() {
                    continue;
                }
                let now = steps[last].iter().fold(all, |met, &to| met.and(&lead_moved[to])).or(&exits); // R24
                if now != *good {
                    settled = false;
                    let changed = now.or(good).without(&now.and(good));
                    changed.iter().for_each(|cell| note(round, killers, number(grid, cell)));
                    *good = now;
                }
            }
        }
        if settled {
            break;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests;
