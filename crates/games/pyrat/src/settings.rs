//! The settings (section 5 of the rules).

use crate::generate::MazePlan;
use crate::maze::{self, Edge, Maze};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Plain;
use serde::{Serialize, Serializer};

gridhaunt_kernel::words! {
    /// A named set of defaults; [`Settings::of`] gives it.
    pub enum Preset {
        /// 11 by 9.
        Tiny = "tiny",
        /// 15 by 13.
        Small = "small",
        /// 21 by 15, the default.
        Medium = "medium",
        /// 31 by 21.
        Large = "large",
        /// 41 by 31.
        Huge = "huge",
        /// Neither walls nor mud.
        Open = "open",
        /// A maze that is not its mirror.
        Asymmetric = "asymmetric",
    }
}

impl Preset {
    /// How many cheeses are drawn on the default board of the preset (R21).
    const fn cheese(self) -> usize {
        match self {
            Self::Tiny => 13,
            Self::Small => 21,
            Self::Medium | Self::Open | Self::Asymmetric => 41,
            Self::Large => 85,
            Self::Huge => 165,
        }
    }
}

/// Where the two players begin (R29).
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Starts {
    /// Python bottom-left, rat top-right (R5).
    Corners,
    Random,
    /// A cell and its mirror.
    Mirrored,
    /// These cells, python first.
    Cells([Cell; 2]),
}

impl Serialize for Starts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Corners => serializer.serialize_str("corners"),
            Self::Random => serializer.serialize_str("random"),
            Self::Mirrored => serializer.serialize_str("mirrored"),
            Self::Cells(cells) => cells.serialize(serializer),
        }
    }
}

/// A wall between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall(pub Cell, pub Cell);

impl Serialize for Wall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(a, b) = self;
        [a.x, a.y, b.x, b.y].serialize(serializer)
    }
}

/// Mud between two cells, and the turns that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mud(pub Cell, pub Cell, pub u8);

impl Serialize for Mud {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(a, b, turns) = self;
        [a.x, a.y, b.x, b.y, turns.into()].serialize(serializer)
    }
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    ///
    /// ```
    /// use gridhaunt_pyrat::{PyRat, Settings};
    /// let settings = Settings { width: 9, ..Settings::default() };
    /// let (world, state) = PyRat::new(&settings, 1)?;
    /// assert_eq!(world.grid().cells(), 9 * 15);
    /// # Ok::<(), gridhaunt_kernel::Invalid>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// A named set of defaults
        preset: Preset = Preset::Medium;
        /// Cells in a row
        width: u16 = 21, in 2..=64;
        /// Rows
        height: u16 = 15, in 2..=64;
        /// Share of edges that are walls before cells are joined
        wall_density: f64 = 0.7, within 0.0..=1.0, without "walls" "mud";
        /// Share of passages with mud
        mud_density: f64 = 0.1, within 0.0..=1.0, without "walls" "mud";
        /// Turns that mud takes
        mud_range: (u8, u8) = USUAL_MUD, kind MUD_RANGE, shown format_args!("{:?}", <[u8; 2]>::from(USUAL_MUD)),
            without "walls" "mud", read read_mud_range;
        /// Every cell reaches every other
        connected: bool = true, read read_connected;
        /// The maze equals its mirror
        symmetric: bool = true, read read_symmetric;
        /// How many cheeses
        cheese_count: Option<u16> = None, kind CHEESE_COUNT, shown "the preset's, or 13 % of the cells", without "cheese",
            read read_cheese_count;
        /// The cheese equals its mirror
        cheese_symmetric: Option<bool> = None, shown "as symmetric", read read_cheese_symmetric;
        /// Where python and rat begin
        start: Starts = Starts::Corners, kind STARTS, read read_starts;
        /// The turn limit
        max_turns: u16 = 300, in 1..=65535;
        /// More than half of the cheese ends the game
        end_on_majority: bool = true;
        /// The walls of a fixed maze
        walls: Option<Vec<Wall>> = None, kind WALLS, shown "drawn", read read_walls;
        /// The mud of a fixed maze
        mud: Option<Vec<Mud>> = None, kind MUD, shown "drawn", read read_mud;
        /// The cells with cheese
        cheese: Option<Vec<Cell>> = None, kind CHEESE, shown "drawn", read read_cheese;
        /// Draws the maze
        maze_seed: Option<u64> = None, shown "from the seed", without "walls" "mud";
        /// Draws the starts
        start_seed: Option<u64> = None, shown "from the seed";
        /// Draws the cheese
        cheese_seed: Option<u64> = None, shown "from the seed", without "cheese";
    }
}

const USUAL_MUD: (u8, u8) = (2, 3);
const MUD_RANGE: FieldKind = FieldKind::Schema(
    r#"{"description":"[lo, hi] with 2 <= lo <= hi <= 255, or hi","anyOf":[{"type":"integer","minimum":2,"maximum":255},{"type":"array","prefixItems":[{"type":"integer","minimum":2,"maximum":255},{"type":"integer","minimum":2,"maximum":255}],"minItems":2,"maxItems":2}]}"#,
);
const CHEESE_COUNT: FieldKind = FieldKind::Schema(
    r#"{"description":"1..=cells, even if symmetric without a centre cell","type":"integer","minimum":1,"maximum":4096}"#,
);
const STARTS: FieldKind = FieldKind::Schema(
    r#"{"description":"corners, random, mirrored or two cells on the board","anyOf":[{"enum":["corners","random","mirrored"]},{"type":"array","minItems":2,"maxItems":2}]}"#,
);
const WALLS: FieldKind = FieldKind::Schema(
    r#"{"description":"a list of [x1,y1,x2,y2]","type":"array","items":{"type":"array","minItems":4,"maxItems":4}}"#,
);
const MUD: FieldKind = FieldKind::Schema(
    r#"{"description":"a list of [x1,y1,x2,y2,turns]","type":"array","items":{"type":"array","minItems":5,"maxItems":5}}"#,
);
const CHEESE: FieldKind = FieldKind::Schema(
    r#"{"description":"a list of [x,y], one or more","type":"array","minItems":1,"items":{"type":"array","minItems":2,"maxItems":2}}"#,
);

impl gridhaunt_kernel::settings::Settings for Settings {
    fn base(given: &Reader<'_>) -> Result<Self, Invalid> {
        let preset = given.get("preset").map(|value| Preset::read("preset", value)).transpose()?;
        Ok(preset.map_or_else(Self::default, Self::of))
    }

    fn complete(&self) -> Self {
        let count = self.cheese.as_ref().map_or_else(|| self.cheese_drawn(), Vec::len);
        let (cheese_count, cheese_symmetric) = (Some(count as u16), Some(self.has_mirrored_cheese()));
        Self { cheese_count, cheese_symmetric, ..self.clone() }
    }
}

impl Settings {
    /// The defaults of a preset.
    #[must_use]
    pub fn of(preset: Preset) -> Self {
        let usual = Self { preset, ..Self::default() };
        match preset {
            Preset::Tiny => Self { width: 11, height: 9, max_turns: 150, ..usual },
            Preset::Small => Self { width: 15, height: 13, max_turns: 200, ..usual },
            Preset::Medium => usual,
            Preset::Large => Self { width: 31, height: 21, max_turns: 400, ..usual },
            Preset::Huge => Self { width: 41, height: 31, max_turns: 500, ..usual },
            Preset::Open => Self { wall_density: 0.0, mud_density: 0.0, ..usual },
            Preset::Asymmetric => Self { symmetric: false, ..usual },
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        // Sides are at least 2, so there is always a board.
        Grid::new(self.width, self.height).unwrap_or(SMALLEST)
    }

    /// Whether drawn cheese equals its mirror.
    #[must_use]
    pub fn has_mirrored_cheese(&self) -> bool {
        self.cheese_symmetric.unwrap_or(self.symmetric)
    }

    fn cheese_comes_in_pairs(&self) -> bool {
        self.has_mirrored_cheese() && maze::centre(self.grid()).is_none()
    }

    /// How many cheeses are drawn (R21).
    #[must_use]
    pub fn cheese_drawn(&self) -> usize {
        if let Some(count) = self.cheese_count {
            return count.into();
        }
        let usual = Self::of(self.preset);
        let count = if (self.width, self.height) == (usual.width, usual.height) {
            self.preset.cheese()
        } else {
            ((0.13 * self.grid().cells() as f64 + 0.5) as usize).max(1)
        };
        if self.cheese_comes_in_pairs() { count.next_multiple_of(2) } else { count }
    }

    /// The maze, if it is given (R22).
    #[must_use]
    pub fn fixed_maze(&self) -> Option<Maze> {
        fixed_maze(self.grid(), self.walls.as_deref(), self.mud.as_deref())
    }

    /// The parameters of a drawn maze.
    #[must_use]
    pub fn maze_plan(&self) -> MazePlan {
        MazePlan {
            grid: self.grid(),
            wall_density: self.wall_density,
            mud_density: self.mud_density,
            mud_range: self.mud_range,
            connected: self.connected,
            symmetric: self.symmetric,
        }
    }
}

const SMALLEST: Grid = match Grid::new(2, 2) {
    Some(grid) => grid,
    None => unreachable!(),
};

fn fixed_maze(grid: Grid, walls: Option<&[Wall]>, mud: Option<&[Mud]>) -> Option<Maze> {
    if walls.is_none() && mud.is_none() {
        return None;
    }
    let mut maze = Maze::open(grid);
    let mut set = |a: Cell, b: Cell, turns: u8| {
        if let Some(edge) = maze::edge_between(grid, a, b) {
            maze.set(edge, turns);
        }
    };
    walls.into_iter().flatten().for_each(|&Wall(a, b)| set(a, b, 0));
    mud.into_iter().flatten().for_each(|&Mud(a, b, turns)| set(a, b, turns));
    Some(maze)
}

fn read_mud_range(_: &Settings, value: &Value, _: &Reader<'_>) -> Result<(u8, u8), Invalid> {
    let range = match value {
        Value::Number(hi) => Some((2, hi.as_u64())),
        Value::Array(list) if list.len() == 2 => list[0].as_u64().map(|lo| (lo, list[1].as_u64())),
        _ => None,
    };
    match range {
        Some((lo, Some(hi))) if 2 <= lo && lo <= hi && hi <= 255 => Ok((lo as u8, hi as u8)),
        _ => Err(Invalid::new("mud_range", brief(value), "[lo, hi] with 2 <= lo <= hi <= 255")),
    }
}

/// A flag that checks a list, and only if it is given as true (R22). A list that cannot be read is reported later, as
/// its own error.
fn promise(field: &str, value: &Value, holds: impl FnOnce() -> bool, words: &str) -> Result<bool, Invalid> {
    let asked = bool::read(field, value)?;
    if asked && !holds() { Err(Invalid::new(field, true, words)) } else { Ok(asked) }
}

fn maze_is(so_far: &Settings, given: &Reader<'_>, is: fn(&Maze) -> bool) -> bool {
    let listed = listed_maze(so_far.grid(), given).ok();
    let maze = listed.and_then(|(walls, mud)| fixed_maze(so_far.grid(), walls.as_deref(), mud.as_deref()));
    maze.is_none_or(|maze| is(&maze))
}

fn read_connected(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<bool, Invalid> {
    promise("connected", value, || maze_is(so_far, given, Maze::is_connected), "every cell reachable")
}

fn read_symmetric(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<bool, Invalid> {
    promise("symmetric", value, || maze_is(so_far, given, Maze::is_symmetric), "a maze equal to its mirror")
}

fn read_cheese_count(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<Option<u16>, Invalid> {
    let count = integer("cheese_count", value, 1, so_far.grid().cells() as u64)?;
    // Whether the count must be even depends on a later field; one that cannot be read is reported later, as its own
    // error.
    let cheese_symmetric = given.get("cheese_symmetric").and_then(Value::as_bool);
    if count % 2 == 1 && (Settings { cheese_symmetric, ..so_far.clone() }).cheese_comes_in_pairs() {
        return Err(Invalid::new("cheese_count", count, "an even number: this board has no centre cell"));
    }
    Ok(Some(count as u16))
}

fn read_cheese_symmetric(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<Option<bool>, Invalid> {
    let grid = so_far.grid();
    let mirrored = |cell: &Cell| Cell { x: grid.width() - 1 - cell.x, y: grid.height() - 1 - cell.y };
    let holds = || {
        let listed = given.get("cheese").and_then(|value| cheese(grid, value).ok());
        listed.is_none_or(|cheese| cheese.iter().all(|cell| cheese.contains(&mirrored(cell))))
    };
    promise("cheese_symmetric", value, holds, "cheese equal to its mirror").map(Some)
}

fn read_starts(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Starts, Invalid> {
    let grid = so_far.grid();
    let found = match value {
        Value::String(word) => match word.as_str() {
            "corners" => Some(Starts::Corners),
            "random" => Some(Starts::Random),
            "mirrored" => Some(Starts::Mirrored),
            _ => None,
        },
        Value::Array(cells) => match cells.as_slice() {
            [a, b] => cell(grid, a).zip(cell(grid, b)).map(|(a, b)| Starts::Cells([a, b])),
            _ => None,
        },
        _ => None,
    };
    found.ok_or_else(|| Invalid::new("start", brief(value), "corners, random, mirrored or two cells on the board"))
}

fn read_walls(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Vec<Wall>>, Invalid> {
    walls(so_far.grid(), value).map(Some)
}

fn read_mud(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Vec<Mud>>, Invalid> {
    mud(so_far.grid(), value, so_far.walls.as_deref()).map(Some)
}

fn read_cheese(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Vec<Cell>>, Invalid> {
    cheese(so_far.grid(), value).map(Some)
}

/// Reads a cell on the board from `[x,y]`.
pub(crate) fn cell(grid: Grid, value: &Value) -> Option<Cell> {
    match value.as_array()?.as_slice() {
        [x, y] => cell_at(grid, x, y),
        _ => None,
    }
}

fn cell_at(grid: Grid, x: &Value, y: &Value) -> Option<Cell> {
    let cell = Cell { x: u16::try_from(x.as_u64()?).ok()?, y: u16::try_from(y.as_u64()?).ok()? };
    grid.index(cell).map(|_| cell)
}

fn list<'a>(field: &str, value: &'a Value, items: &str) -> Result<&'a [Value], Invalid> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Invalid::new(field, brief(value), format!("a list of {items}")))
}

/// The edge that an item of `walls` or `mud` names, and the remaining numbers of the item.
fn listed_edge<'a>(grid: Grid, field: &str, item: &'a Value) -> Result<(Edge, Cell, Cell, &'a [Value]), Invalid> {
    let found = match item.as_array().map(Vec::as_slice) {
        Some([x1, y1, x2, y2, rest @ ..]) => cell_at(grid, x1, y1)
            .zip(cell_at(grid, x2, y2))
            .and_then(|(a, b)| Some((maze::edge_between(grid, a, b)?, a, b, rest))),
        _ => None,
    };
    found.ok_or_else(|| Invalid::new(field, brief(item), "two adjacent cells on the board"))
}

/// The walls and the mud of a fixed maze, where they are given.
type MazeLists = (Option<Vec<Wall>>, Option<Vec<Mud>>);

/// The lists of a fixed maze; mud may not lie where walls are.
fn listed_maze(grid: Grid, given: &Reader<'_>) -> Result<MazeLists, Invalid> {
    let walls = given.get("walls").map(|value| walls(grid, value)).transpose()?;
    let mud = given.get("mud").map(|value| mud(grid, value, walls.as_deref())).transpose()?;
    Ok((walls, mud))
}

/// Marks an edge or cell as seen; an error if it was seen before.
fn once(seen: &mut [bool], index: usize, field: &str, item: &Value, expected: &str) -> Result<(), Invalid> {
    if core::mem::replace(&mut seen[index], true) {
        return Err(
            Invalid::new(field, brief(item), expected).says(format!("{} is there twice, need {expected}", brief(item)))
        );
    }
    Ok(())
}

const fn edge_index(edge: Edge) -> usize {
    2 * edge.cell + matches!(edge.towards, crate::Action::Up) as usize
}

fn walls(grid: Grid, value: &Value) -> Result<Vec<Wall>, Invalid> {
    let mut seen = alloc::vec![false; 2 * grid.cells()];
    let read = |(i, item): (usize, &Value)| {
        let field = format!("walls[{i}]");
        let (edge, a, b, rest) = listed_edge(grid, &field, item)?;
        if !rest.is_empty() {
            return Err(Invalid::new(field, brief(item), "two adjacent cells on the board"));
        }
        once(&mut seen, edge_index(edge), &field, item, "each edge once")?;
        Ok(Wall(a, b))
    };
    list("walls", value, "[x1,y1,x2,y2]")?.iter().enumerate().map(read).collect()
}

fn mud(grid: Grid, value: &Value, walls: Option<&[Wall]>) -> Result<Vec<Mud>, Invalid> {
    let mut walled = alloc::vec![false; 2 * grid.cells()];
    for &Wall(a, b) in walls.unwrap_or_default() {
        if let Some(edge) = maze::edge_between(grid, a, b) {
            walled[edge_index(edge)] = true;
        }
    }
    let mut seen = alloc::vec![false; 2 * grid.cells()];
    let read = |(i, item): (usize, &Value)| {
        let field = format!("mud[{i}]");
        let (edge, a, b, rest) = listed_edge(grid, &field, item)?;
        once(&mut seen, edge_index(edge), &field, item, "each edge once")?;
        let turns = match rest {
            [n] => n.as_u64().filter(|n| (2..=255).contains(n)),
            _ => None,
        };
        let Some(turns) = turns else {
            let words = format!("{} needs n 2..=255 at its end", brief(item));
            return Err(Invalid::new(field, brief(item), "n 2..=255").says(words));
        };
        if walled[edge_index(edge)] {
            return Err(Invalid::new(field, brief(item), "an edge that is not a wall"));
        }
        Ok(Mud(a, b, turns as u8))
    };
    list("mud", value, "[x1,y1,x2,y2,n]")?.iter().enumerate().map(read).collect()
}

fn cheese(grid: Grid, value: &Value) -> Result<Vec<Cell>, Invalid> {
    let items = list("cheese", value, "[x,y]")?;
    if items.is_empty() {
        return Err(Invalid::new("cheese", "[]", "at least one"));
    }
    let mut seen = alloc::vec![false; grid.cells()];
    let read = |(i, item): (usize, &Value)| {
        let field = format!("cheese[{i}]");
        let cell = cell(grid, item).ok_or_else(|| {
            Invalid::new(field.as_str(), brief(item), "cells on the board")
                .says(format!("{} is not a cell on the board", brief(item)))
        })?;
        once(&mut seen, grid.index(cell).unwrap_or(0), &field, item, "each cell once")?;
        Ok(cell)
    };
    items.iter().enumerate().map(read).collect()
}
