//! What a person chooses (section 5 of the rules).

use crate::generate::MazePlan;
use crate::maze::{self, Edge, Maze};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::json::{Reader, Value, brief};
use gridhaunt_kernel::settings::{Field, Kind, resolved_from};
use serde::{Serialize, Serializer};

/// A named set of defaults.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    size: (u16, u16),
    cheese: u16,
    max_turns: u16,
    wall_density: f64,
    mud_density: f64,
    symmetric: bool,
}

const fn classic(name: &'static str, width: u16, height: u16, cheese: u16, max_turns: u16) -> Preset {
    Preset { name, size: (width, height), cheese, max_turns, wall_density: 0.7, mud_density: 0.1, symmetric: true }
}

/// All presets; the default is `medium`.
pub static PRESETS: [Preset; 7] = [
    classic("tiny", 11, 9, 13, 150),
    classic("small", 15, 13, 21, 200),
    classic("medium", 21, 15, 41, 300),
    classic("large", 31, 21, 85, 400),
    classic("huge", 41, 31, 165, 500),
    Preset { wall_density: 0.0, mud_density: 0.0, ..classic("open", 21, 15, 41, 300) },
    Preset { symmetric: false, ..classic("asymmetric", 21, 15, 41, 300) },
];
const PRESET_NAMES: [&str; 7] = ["tiny", "small", "medium", "large", "huge", "open", "asymmetric"];
const MEDIUM: usize = 2;
const MUD_RANGE: (u8, u8) = (2, 3);

/// Where the two begin (R29).
#[derive(Clone, Debug, PartialEq)]
pub enum Starts {
    /// Python bottom-left, rat top-right (R5).
    Corners,
    /// Two different cells.
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

/// The settings as they were written: what is absent follows the preset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Settings {
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "preset_name")]
    preset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_density: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mud_density: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mud_range: Option<(u8, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cheese_count: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cheese_symmetric: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Starts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_turns: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_on_majority: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "wall_list")]
    walls: Option<Vec<(Cell, Cell)>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "mud_list")]
    mud: Option<Vec<(Cell, Cell, u8)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cheese: Option<Vec<Cell>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "wide")]
    maze_seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "wide")]
    start_seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "wide")]
    cheese_seed: Option<u64>,
}

fn preset_name<S: Serializer>(preset: &Option<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    preset.map(|preset| PRESETS[preset].name).serialize(serializer)
}

fn wide<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    seed.map(|seed| seed.to_string()).serialize(serializer)
}

fn wall_list<S: Serializer>(walls: &Option<Vec<(Cell, Cell)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(walls.iter().flatten().map(|(a, b)| [a.x, a.y, b.x, b.y]))
}

fn mud_list<S: Serializer>(mud: &Option<Vec<(Cell, Cell, u8)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(mud.iter().flatten().map(|&(a, b, n)| [a.x, a.y, b.x, b.y, n.into()]))
}

const SEED: Kind = Kind::Schema(
    r#"{"description":"an integer 0..2^64, or its decimal text","anyOf":[{"type":"integer","minimum":0},{"type":"string"}]}"#,
);

impl gridhaunt_kernel::settings::Declared for Settings {
    const FIELDS: &'static [Field] = &[
        Field {
            name: "preset",
            default: || "medium".into(),
            kind: Kind::Word(&PRESET_NAMES),
            about: "A named set of defaults",
        },
        Field { name: "width", default: || "21".into(), kind: Kind::Integer(2, 64), about: "Cells in a row" },
        Field { name: "height", default: || "15".into(), kind: Kind::Integer(2, 64), about: "Rows" },
        Field {
            name: "wall_density",
            default: || "0.7".into(),
            kind: Kind::Number(0.0, 1.0),
            about: "Share of edges that are walls before cells are joined",
        },
        Field {
            name: "mud_density",
            default: || "0.1".into(),
            kind: Kind::Number(0.0, 1.0),
            about: "Share of passages with mud",
        },
        Field {
            name: "mud_range",
            default: || "[2, 3]".into(),
            kind: Kind::Schema(
                r#"{"description":"[lo, hi] with 2 <= lo <= hi <= 255, or hi","anyOf":[{"type":"integer","minimum":2,"maximum":255},{"type":"array","prefixItems":[{"type":"integer","minimum":2,"maximum":255},{"type":"integer","minimum":2,"maximum":255}],"minItems":2,"maxItems":2}]}"#,
            ),
            about: "Turns that mud takes",
        },
        Field {
            name: "connected",
            default: || "true".into(),
            kind: Kind::Flag,
            about: "Every cell reaches every other",
        },
        Field { name: "symmetric", default: || "true".into(), kind: Kind::Flag, about: "The maze equals its mirror" },
        Field {
            name: "cheese_count",
            default: || "the preset's, or 13 % of the cells".into(),
            kind: Kind::Schema(
                r#"{"description":"1..=cells, even if symmetric without a centre cell","type":"integer","minimum":1,"maximum":4096}"#,
            ),
            about: "How many cheeses",
        },
        Field {
            name: "cheese_symmetric",
            default: || "as symmetric".into(),
            kind: Kind::Flag,
            about: "The cheese equals its mirror",
        },
        Field {
            name: "start",
            default: || "corners".into(),
            kind: Kind::Schema(
                r#"{"description":"corners, random, mirrored or two cells on the board","anyOf":[{"enum":["corners","random","mirrored"]},{"type":"array","minItems":2,"maxItems":2}]}"#,
            ),
            about: "Where python and rat begin",
        },
        Field { name: "max_turns", default: || "300".into(), kind: Kind::Integer(1, 65535), about: "The turn limit" },
        Field {
            name: "end_on_majority",
            default: || "true".into(),
            kind: Kind::Flag,
            about: "More than half of the cheese ends the game",
        },
        Field {
            name: "walls",
            default: || "drawn".into(),
            kind: Kind::Schema(
                r#"{"description":"a list of [x1,y1,x2,y2]","type":"array","items":{"type":"array","minItems":4,"maxItems":4}}"#,
            ),
            about: "The walls of a fixed maze",
        },
        Field {
            name: "mud",
            default: || "drawn".into(),
            kind: Kind::Schema(
                r#"{"description":"a list of [x1,y1,x2,y2,turns]","type":"array","items":{"type":"array","minItems":5,"maxItems":5}}"#,
            ),
            about: "The mud of a fixed maze",
        },
        Field {
            name: "cheese",
            default: || "drawn".into(),
            kind: Kind::Schema(
                r#"{"description":"a list of [x,y], one or more","type":"array","minItems":1,"items":{"type":"array","minItems":2,"maxItems":2}}"#,
            ),
            about: "The cells with cheese",
        },
        Field { name: "maze_seed", default: || "from the seed".into(), kind: SEED, about: "Draws the maze" },
        Field { name: "start_seed", default: || "from the seed".into(), kind: SEED, about: "Draws the starts" },
        Field { name: "cheese_seed", default: || "from the seed".into(), kind: SEED, about: "Draws the cheese" },
    ];
    const VERBATIM: &'static [&'static str] = &[];

    fn read_over(self, _: &Reader<'_>) -> Result<Self, Invalid> {
        Ok(self)
    }

    fn values(&self) -> gridhaunt_kernel::settings::Values {
        gridhaunt_kernel::settings::Settings::resolved(self)
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    fn written(&self, _: &Value) -> Value {
        self.document()
    }

    fn document(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn read(document: &Value) -> Result<Self, Invalid> {
        let names: Vec<&'static str> =
            <Self as gridhaunt_kernel::settings::Declared>::FIELDS.iter().map(|field| field.name).collect();
        Self::read_fields(&Reader::new("settings", document, &names)?)
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        let plan = self.maze_plan();
        let whole = Self {
            preset: Some(self.preset.unwrap_or(MEDIUM)),
            width: Some(plan.grid.width()),
            height: Some(plan.grid.height()),
            wall_density: Some(plan.wall_density),
            mud_density: Some(plan.mud_density),
            mud_range: Some(plan.mud_range),
            connected: Some(plan.connected),
            symmetric: Some(plan.symmetric),
            cheese_count: Some(self.cheese.as_ref().map_or(self.cheese_count(), Vec::len) as u16),
            cheese_symmetric: Some(self.cheese_symmetric()),
            start: Some(self.starts().clone()),
            max_turns: Some(self.max_turns()),
            end_on_majority: Some(self.end_on_majority()),
            ..self.clone()
        };
        resolved_from::<Self>(&serde_json::to_value(whole).unwrap_or(Value::Null))
    }
}

const WITH_WALLS: &str = "not together with walls or mud";
const WITH_CHEESE: &str = "not together with cheese";

impl Settings {
    fn read_fields(read: &Reader<'_>) -> Result<Self, Invalid> {
        let fixed_maze = read.get("walls").is_some() || read.get("mud").is_some();
        let fixed_cheese = read.get("cheese").is_some();
        let alone = |field: &str, clash: bool, words: &str| match read.get(field) {
            Some(value) if clash => Err(Invalid::new(field, brief(value), words).says(words)), // R22
            _ => Ok(()),
        };
        let mut settings = Self {
            preset: read.word("preset", &PRESET_NAMES)?,
            width: read.integer("width", 2, 64)?.map(|n| n as u16),
            height: read.integer("height", 2, 64)?.map(|n| n as u16),
            ..Self::default()
        };
        let grid = settings.grid();
        // Lists are read here, since fields before them may be checks of what they say (R22); one that cannot be
        // read is reported in its turn.
        let (maze_lists, cheese_list) = (listed_maze(grid, read), listed_cheese(grid, read));
        if let Ok((walls, mud)) = &maze_lists {
            (settings.walls, settings.mud) = (walls.clone(), mud.clone());
        }
        if let Ok(cheese) = &cheese_list {
            settings.cheese = cheese.clone();
        }
        alone("wall_density", fixed_maze, WITH_WALLS)?;
        settings.wall_density = read.number("wall_density", 0.0, 1.0)?;
        alone("mud_density", fixed_maze, WITH_WALLS)?;
        settings.mud_density = read.number("mud_density", 0.0, 1.0)?;
        alone("mud_range", fixed_maze, WITH_WALLS)?;
        settings.mud_range = read.get("mud_range").map(mud_range).transpose()?;
        settings.connected = read.flag("connected")?;
        settings.check("connected", settings.connected, Self::is_connected, "every cell reachable")?;
        settings.symmetric = read.flag("symmetric")?;
        settings.check("symmetric", settings.symmetric, Self::is_symmetric, "a maze equal to its mirror")?;
        alone("cheese_count", fixed_cheese, WITH_CHEESE)?;
        // Whether the count must be even hangs on a later field; one that cannot be read is reported in its turn.
        settings.cheese_symmetric = read.get("cheese_symmetric").and_then(Value::as_bool);
        settings.cheese_count = read.integer("cheese_count", 1, grid.cells() as u64)?.map(|n| n as u16);
        if let Some(count) = settings.cheese_count
            && count % 2 == 1
            && settings.cheese_comes_in_pairs()
        {
            return Err(Invalid::new("cheese_count", count, "an even number: this board has no centre cell"));
        }
        settings.cheese_symmetric = read.flag("cheese_symmetric")?;
        let (asked, words) = (settings.cheese_symmetric, "cheese equal to its mirror");
        settings.check("cheese_symmetric", asked, Self::has_symmetric_cheese, words)?;
        settings.start = read.get("start").map(|value| starts(grid, value)).transpose()?;
        settings.max_turns = read.integer("max_turns", 1, 65535)?.map(|n| n as u16);
        settings.end_on_majority = read.flag("end_on_majority")?;
        maze_lists?;
        cheese_list?;
        alone("maze_seed", fixed_maze, WITH_WALLS)?;
        settings.maze_seed = read.wide("maze_seed")?;
        settings.start_seed = read.wide("start_seed")?;
        alone("cheese_seed", fixed_cheese, WITH_CHEESE)?;
        settings.cheese_seed = read.wide("cheese_seed")?;
        Ok(settings)
    }

    /// With a fixed maze or fixed cheese some fields are checks, made only when written as true (R22).
    fn check(&self, field: &str, asked: Option<bool>, holds: fn(&Self) -> bool, words: &str) -> Result<(), Invalid> {
        if asked == Some(true) && !holds(self) { Err(Invalid::new(field, true, words)) } else { Ok(()) }
    }

    fn is_connected(&self) -> bool {
        self.fixed_maze().is_none_or(|maze| maze.is_connected())
    }

    fn is_symmetric(&self) -> bool {
        self.fixed_maze().is_none_or(|maze| maze.is_symmetric())
    }

    fn has_symmetric_cheese(&self) -> bool {
        let grid = self.grid();
        let mirrored = |cell: &Cell| Cell { x: grid.width() - 1 - cell.x, y: grid.height() - 1 - cell.y };
        self.cheese.as_ref().is_none_or(|cheese| cheese.iter().all(|cell| cheese.contains(&mirrored(cell))))
    }

    fn preset(&self) -> &'static Preset {
        &PRESETS[self.preset.unwrap_or(MEDIUM)]
    }

    /// The board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let (width, height) = self.preset().size;
        // Sides are at least 2, so there always is a board.
        Grid::new(self.width.unwrap_or(width), self.height.unwrap_or(height)).unwrap_or(SMALLEST)
    }

    fn symmetric(&self) -> bool {
        self.symmetric.unwrap_or(self.preset().symmetric)
    }

    /// Whether drawn cheese equals its mirror.
    #[must_use]
    pub fn cheese_symmetric(&self) -> bool {
        self.cheese_symmetric.unwrap_or(self.symmetric())
    }

    fn cheese_comes_in_pairs(&self) -> bool {
        self.cheese_symmetric() && maze::centre(self.grid()).is_none()
    }

    /// How many cheeses are drawn (R21).
    #[must_use]
    pub fn cheese_count(&self) -> usize {
        if let Some(count) = self.cheese_count {
            return count.into();
        }
        let (grid, preset) = (self.grid(), self.preset());
        let count = if (grid.width(), grid.height()) == preset.size {
            preset.cheese.into()
        } else {
            ((0.13 * grid.cells() as f64 + 0.5) as usize).max(1)
        };
        if self.cheese_comes_in_pairs() { count.next_multiple_of(2) } else { count }
    }

    /// The turn limit.
    #[must_use]
    pub fn max_turns(&self) -> u16 {
        self.max_turns.unwrap_or(self.preset().max_turns)
    }

    /// Whether a majority ends the game.
    #[must_use]
    pub fn end_on_majority(&self) -> bool {
        self.end_on_majority.unwrap_or(true)
    }

    /// Where the two begin.
    #[must_use]
    pub fn starts(&self) -> &Starts {
        self.start.as_ref().unwrap_or(&Starts::Corners)
    }

    /// The cheese, if it is given.
    #[must_use]
    pub fn fixed_cheese(&self) -> Option<&[Cell]> {
        self.cheese.as_deref()
    }

    /// The maze, if it is given (R22).
    #[must_use]
    pub fn fixed_maze(&self) -> Option<Maze> {
        if self.walls.is_none() && self.mud.is_none() {
            return None;
        }
        let grid = self.grid();
        let mut maze = Maze::open(grid);
        let mut set = |a: Cell, b: Cell, turns: u8| {
            if let Some(edge) = maze::edge_between(grid, a, b) {
                maze.set(edge, turns);
            }
        };
        for &(a, b) in self.walls.iter().flatten() {
            set(a, b, 0);
        }
        for &(a, b, turns) in self.mud.iter().flatten() {
            set(a, b, turns);
        }
        Some(maze)
    }

    /// What a drawn maze is drawn from.
    #[must_use]
    pub fn maze_plan(&self) -> MazePlan {
        let preset = self.preset();
        MazePlan {
            grid: self.grid(),
            wall_density: self.wall_density.unwrap_or(preset.wall_density),
            mud_density: self.mud_density.unwrap_or(preset.mud_density),
            mud_range: self.mud_range.unwrap_or(MUD_RANGE),
            connected: self.connected.unwrap_or(true),
            symmetric: self.symmetric(),
        }
    }

    /// The seeds given in place of those that follow from the match seed (R23): maze, starts, cheese.
    #[must_use]
    pub fn seeds(&self) -> [Option<u64>; 3] {
        [self.maze_seed, self.start_seed, self.cheese_seed]
    }
}

const SMALLEST: Grid = match Grid::new(2, 2) {
    Some(grid) => grid,
    None => unreachable!(),
};

fn mud_range(value: &Value) -> Result<(u8, u8), Invalid> {
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

/// A cell on the board from `[x,y]`.
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

fn starts(grid: Grid, value: &Value) -> Result<Starts, Invalid> {
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

fn list<'a>(field: &str, value: &'a Value, items: &str) -> Result<&'a [Value], Invalid> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Invalid::new(field, brief(value), format!("a list of {items}")))
}

/// The edge an item of `walls` or `mud` names, and the item's further numbers.
fn listed_edge<'a>(grid: Grid, field: &str, item: &'a Value) -> Result<(Edge, Cell, Cell, &'a [Value]), Invalid> {
    let found = match item.as_array().map(Vec::as_slice) {
        Some([x1, y1, x2, y2, rest @ ..]) => cell_at(grid, x1, y1)
            .zip(cell_at(grid, x2, y2))
            .and_then(|(a, b)| Some((maze::edge_between(grid, a, b)?, a, b, rest))),
        _ => None,
    };
    found.ok_or_else(|| Invalid::new(field, brief(item), "two adjacent cells on the board"))
}

type Walls = Vec<(Cell, Cell)>;
type Mud = Vec<(Cell, Cell, u8)>;

fn listed_maze(grid: Grid, read: &Reader<'_>) -> Result<(Option<Walls>, Option<Mud>), Invalid> {
    let walls = read.get("walls").map(|value| walls(grid, value)).transpose()?;
    let mud = read.get("mud").map(|value| mud(grid, value, walls.as_deref())).transpose()?;
    Ok((walls, mud))
}

fn listed_cheese(grid: Grid, read: &Reader<'_>) -> Result<Option<Vec<Cell>>, Invalid> {
    read.get("cheese").map(|value| cheese(grid, value)).transpose()
}

/// Marks an edge or cell as seen.
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

fn walls(grid: Grid, value: &Value) -> Result<Walls, Invalid> {
    let mut seen = alloc::vec![false; 2 * grid.cells()];
    let read = |(i, item): (usize, &Value)| {
        let field = format!("walls[{i}]");
        let (edge, a, b, rest) = listed_edge(grid, &field, item)?;
        if !rest.is_empty() {
            return Err(Invalid::new(field, brief(item), "two adjacent cells on the board"));
        }
        once(&mut seen, edge_index(edge), &field, item, "each edge once")?;
        Ok((a, b))
    };
    list("walls", value, "[x1,y1,x2,y2]")?.iter().enumerate().map(read).collect()
}

fn mud(grid: Grid, value: &Value, walls: Option<&[(Cell, Cell)]>) -> Result<Mud, Invalid> {
    let mut walled = alloc::vec![false; 2 * grid.cells()];
    for &(a, b) in walls.unwrap_or_default() {
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
        Ok((a, b, turns as u8))
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
