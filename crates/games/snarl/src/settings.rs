//! What a person chooses (section 11 of the rules).

use crate::chart::Chart;
use crate::generate::Plan;
use crate::level::Level;
use crate::name::Name;
use crate::stream::Levels;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Reader, Value, brief, integer};
use gridhaunt_kernel::settings::{Field, Kind, resolved_from};
use serde::{Deserialize, Serialize, Serializer};

/// How actors are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Drawn (R11).
    Random,
    /// In order, from both ends of the level (R12).
    Corners,
}

/// Every setting with the value that holds, but the levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// How many players.
    pub players: u8,
    /// Their names.
    pub names: Vec<Name>,
    /// What levels are drawn where none are given.
    pub generate: Plan,
    /// The first level, from 1.
    pub start_level: u8,
    /// How actors are placed.
    pub placement: Placement,
    /// Zombies of every level; by R10 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zombies: Option<u8>,
    /// Ghosts of every level; by R10 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ghosts: Option<u8>,
    /// How far a player sees.
    pub sight: u8,
    /// Whether void is wall for ghosts.
    pub void_walls: bool,
    /// Whether key and exit are closed to adversaries.
    pub closed_objects: bool,
    /// The last round of a level, 0 for none.
    pub max_rounds: u32,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            players: 4,
            names: usual_names(4),
            generate: Plan::default(),
            start_level: 1,
            placement: Placement::Random,
            zombies: None,
            ghosts: None,
            sight: 2,
            void_walls: true,
            closed_objects: true,
            max_rounds: 1000,
        }
    }
}

impl Values {
    /// Zombies and ghosts of a level, from 1 (R10).
    #[must_use]
    pub fn adversaries(&self, level: u8) -> (u8, u8) {
        (self.zombies.unwrap_or(level / 2 + 1), self.ghosts.unwrap_or(level.saturating_sub(1) / 2))
    }

    /// All actors of a level, from 1.
    #[must_use]
    pub fn actors(&self, level: u8) -> usize {
        let (zombies, ghosts) = self.adversaries(level);
        usize::from(self.players) + usize::from(zombies) + usize::from(ghosts)
    }
}

fn usual_names(players: u8) -> Vec<Name> {
    (1..=players).map(|number| Name::numbered("player", number)).collect()
}

/// The settings, as they were written and as they hold.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings {
    /// What was written.
    given: Vec<(&'static str, Value)>,
    values: Values,
    levels: Option<Vec<Arc<Chart>>>,
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.given.iter().map(|(name, value)| (name, value)))
    }
}

const NAMES: Kind = Kind::Schema(
    r#"{"description":"one for each player, each 1 to 32 letters and digits","type":"array","items":{"type":"string","pattern":"^[A-Za-z0-9]{1,32}$"},"minItems":1,"maxItems":4}"#,
);
const LEVELS: Kind = Kind::Schema(
    r#"{"description":"1 to 64 levels, or the text of a .levels file","anyOf":[{"type":"array","items":{"type":"object"},"minItems":1,"maxItems":64},{"type":"string"}]}"#,
);
const GENERATE: Kind = Kind::Schema(
    r#"{"description":"levels 1..=64, rooms 2..=64, min and max [rows,columns] of 3..=24, loops 0..=100","type":"object","properties":{"levels":{"type":"integer","minimum":1,"maximum":64},"rooms":{"type":"integer","minimum":2,"maximum":64},"min":{"type":"array","items":{"type":"integer","minimum":3,"maximum":24},"minItems":2,"maxItems":2},"max":{"type":"array","items":{"type":"integer","minimum":3,"maximum":24},"minItems":2,"maxItems":2},"loops":{"type":"integer","minimum":0,"maximum":100}},"additionalProperties":false}"#,
);
const PLACEMENTS: &[&str] = &["random", "corners"];

const fn field(name: &'static str, default: fn() -> String, kind: Kind, about: &'static str) -> Field {
    Field { name, default, kind, about }
}

impl gridhaunt_kernel::settings::Declared for Settings {
    const FIELDS: &'static [Field] = &[
        field("players", || "4".into(), Kind::Integer(1, 4), "How many players"),
        field("names", || "player1, player2, ...".into(), NAMES, "Their names"),
        field("levels", || "drawn".into(), LEVELS, "The levels, in place of drawn ones"),
        field("generate", || "3 levels of 5 rooms".into(), GENERATE, "What levels are drawn"),
        field("start_level", || "1".into(), Kind::Integer(1, 64), "The level the game starts at"),
        field("placement", || "random".into(), Kind::Word(PLACEMENTS), "How actors are placed"),
        field("zombies", || "level/2 + 1".into(), Kind::Integer(0, 32), "Zombies of every level"),
        field("ghosts", || "(level-1)/2".into(), Kind::Integer(0, 32), "Ghosts of every level"),
        field("sight", || "2".into(), Kind::Integer(2, 7), "How far a player sees"),
        field("void_walls", || "true".into(), Kind::Flag, "Whether ghosts go through void as through walls"),
        field("closed_objects", || "true".into(), Kind::Flag, "Whether key and exit are closed to adversaries"),
        field("max_rounds", || "1000".into(), Kind::Integer(0, 1_000_000), "The last round of a level, 0 for none"),
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
        let read = Reader::new("settings", document, &names)?;
        let mut v = Values::default();
        let number = |name: &str, lo: u64, hi: u64| read.integer(name, lo, hi);
        v.players = number("players", 1, 4)?.unwrap_or(4) as u8;
        v.names = match read.get("names") {
            Some(value) => read_names(value, v.players)?,
            None => usual_names(v.players),
        };
        let levels = read.get("levels").map(read_levels).transpose()?;
        if let Some(value) = read.get("generate") {
            if levels.is_some() {
                let words = "not together with levels";
                return Err(Invalid::new("generate", brief(value), words).says(words));
            }
            v.generate = read_plan(value).map_err(|error| error.within("generate"))?;
        }
        let count = levels.as_ref().map_or(v.generate.levels.into(), |levels| levels.len() as u64);
        if let Some(start) = read.get("start_level").and_then(Value::as_u64).filter(|&start| start > count) {
            let words = format!("{start} is beyond the last level, {count}");
            return Err(Invalid::new("start_level", start, format!("1..={count}")).says(words));
        }
        v.start_level = number("start_level", 1, count)?.map_or(v.start_level, |n| n as u8);
        if let Some(place) = read.word("placement", PLACEMENTS)? {
            v.placement = [Placement::Random, Placement::Corners][place];
        }
        v.zombies = number("zombies", 0, 32)?.map(|n| n as u8);
        v.ghosts = number("ghosts", 0, 32)?.map(|n| n as u8);
        v.sight = number("sight", 2, 7)?.map_or(v.sight, |n| n as u8);
        v.void_walls = read.flag("void_walls")?.unwrap_or(true);
        v.closed_objects = read.flag("closed_objects")?.unwrap_or(true);
        v.max_rounds = number("max_rounds", 0, 1_000_000)?.map_or(v.max_rounds, |n| n as u32);
        match &levels {
            Some(levels) => {
                for (i, chart) in levels.iter().enumerate() {
                    let room = chart.holds(v.actors(i as u8 + 1)); // R7
                    room.map_err(|error| error.within(&format!("levels[{i}]")))?;
                }
            }
            None => check_plan(&v)?,
        }
        let given = names.iter().filter_map(|&name| Some((name, read.get(name)?.clone()))).collect();
        Ok(Self { given, values: v, levels })
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        let mut whole = serde_json::to_value(&self.values).unwrap_or(Value::Null);
        let levels: Option<Vec<&Level>> =
            self.levels.as_ref().map(|levels| levels.iter().map(|chart| &chart.level).collect());
        whole["levels"] = serde_json::to_value(levels).unwrap_or(Value::Null);
        resolved_from::<Self>(&whole)
    }
}

impl Settings {
    /// Every setting with the value that holds.
    #[must_use]
    pub const fn values(&self) -> &Values {
        &self.values
    }

    /// The levels that were given.
    #[must_use]
    pub fn levels(&self) -> Option<&[Arc<Chart>]> {
        self.levels.as_deref()
    }

    /// How many seats there are (R8).
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.values.players) + 2
    }

    /// The most rows and columns of a level.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let size = |chart: &Arc<Chart>| (usize::from(chart.rows), usize::from(chart.columns));
        match &self.levels {
            Some(levels) => {
                levels.iter().map(size).fold((1, 1), |(r, c), (rows, columns)| (r.max(rows), c.max(columns)))
            }
            None => self.values.generate.size(),
        }
    }
}

fn read_names(value: &Value, players: u8) -> Result<Vec<Name>, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new("names", brief(value), "a list of names"))?;
    if list.len() != usize::from(players) {
        let words = format!("{} names for {players} players", list.len());
        return Err(Invalid::new("names", list.len(), format!("{players} names")).says(words));
    }
    let mut names = Vec::with_capacity(list.len());
    for (i, value) in list.iter().enumerate() {
        let field = format!("names[{i}]");
        let Some(name) = value.as_str().and_then(Name::parse) else {
            return Err(Invalid::new(field, brief(value), "1 to 32 letters and digits"));
        };
        if names.contains(&name) {
            return Err(
                Invalid::new(field, brief(value), "a name of its own").says(format!("{} is taken", brief(value)))
            );
        }
        names.push(name);
    }
    Ok(names)
}

/// The most levels of a game (section 11).
pub const MOST_LEVELS: usize = 64;

/// A list of levels, the text of a `.levels` file (R47), or what is left of one that holds a level and no number.
fn read_levels(value: &Value) -> Result<Vec<Arc<Chart>>, Invalid> {
    let read = |(i, value)| Level::read(value).map_err(|error| error.within(&format!("levels[{i}]")));
    let levels: Vec<Level> = match value {
        // A level of the text is named as one of a list is.
        Value::String(text) => {
            Levels::read("levels", text)
                .map_err(|mut error| {
                    error.field = error.field.strip_prefix("levels: ").unwrap_or(&error.field).into();
                    error
                })?
                .levels
        }
        Value::Array(list) => list.iter().enumerate().map(read).collect::<Result<_, _>>()?,
        Value::Object(_) => alloc::vec![read((0, value))?],
        _ => return Err(Invalid::new("levels", brief(value), "a list of levels, or the text of a .levels file")),
    };
    if levels.is_empty() || levels.len() > MOST_LEVELS {
        let words = match levels.len() {
            0 => "empty, need 1 to 64".into(),
            many => format!("{many} levels, need 1 to 64"),
        };
        return Err(Invalid::new("levels", levels.len(), "1 to 64 levels").says(words));
    }
    let chart = |(i, level): (usize, Level)| {
        let chart = Chart::check(level).map_err(|mut wrong| wrong.swap_remove(0));
        chart.map(Arc::new).map_err(|error| error.within(&format!("levels[{i}]")))
    };
    levels.into_iter().enumerate().map(chart).collect()
}

/// The fields of `generate` (R44).
fn read_plan(value: &Value) -> Result<Plan, Invalid> {
    let read = Reader::new("generate", value, &["levels", "rooms", "min", "max", "loops"]).map_err(|mut error| {
        error.field = if error.field == "generate" { String::new() } else { error.field };
        error
    })?;
    let mut plan = Plan::default();
    plan.levels = read.integer("levels", 1, 64)?.map_or(plan.levels, |n| n as u8);
    plan.rooms = read.integer("rooms", 2, 64)?.map_or(plan.rooms, |n| n as u8);
    plan.min = read.get("min").map_or(Ok(plan.min), |value| read_size("min", value))?;
    plan.max = read.get("max").map_or(Ok(plan.max), |value| read_size("max", value))?;
    for (least, most, i) in [(plan.min.0, plan.max.0, 0), (plan.min.1, plan.max.1, 1)] {
        if least > most {
            let words = format!("{least} is more than max[{i}], {most}");
            return Err(Invalid::new(format!("min[{i}]"), least, format!("at most {most}")).says(words));
        }
    }
    plan.loops = read.integer("loops", 0, 100)?.map_or(plan.loops, |n| n as u8);
    Ok(plan)
}

fn read_size(field: &str, value: &Value) -> Result<(u8, u8), Invalid> {
    let pair = value.as_array().and_then(|list| <&[Value; 2]>::try_from(list.as_slice()).ok());
    let [rows, columns] = pair.ok_or_else(|| Invalid::new(field, brief(value), "[rows,columns], each 3..=24"))?;
    let size = |i: usize, value: &Value| integer(&format!("{field}[{i}]"), value, 3, 24).map(|n| n as u8);
    Ok((size(0, rows)?, size(1, columns)?))
}

/// Whether the smallest rooms hold everybody of the last level (R44).
fn check_plan(v: &Values) -> Result<(), Invalid> {
    let (plan, last) = (&v.generate, v.generate.levels);
    let (holds, needed) = (plan.holds(), v.actors(last));
    if holds >= needed as i64 {
        return Ok(());
    }
    let (rows, columns) = plan.min;
    let words =
        format!("{} rooms of {rows} by {columns} hold {} actors, level {last} has {needed}", plan.rooms, holds.max(0));
    Err(Invalid::new("generate.rooms", plan.rooms, "enough for all actors").says(words))
}
