//! The settings (section 11 of the rules).

use crate::chart::Chart;
use crate::generate::Plan;
use crate::level::Level;
use crate::name::Name;
use crate::stream::Levels;
use alloc::sync::Arc;
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::told;
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

gridhaunt_kernel::words! {
    /// How actors are placed.
    pub enum Placement {
        /// Drawn (R11).
        Random = "random",
        /// In order, from both ends of the level (R12).
        Corners = "corners",
    }
}

/// Levels that were given.
#[derive(Clone, Debug, PartialEq)]
pub struct Charts(pub Vec<Arc<Chart>>);

impl Serialize for Charts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|chart| &chart.level))
    }
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    ///
    /// ```
    /// use gridhaunt_kernel::Game;
    /// use gridhaunt_snarl::{Settings, Snarl};
    /// let settings = Settings { players: 2, sight: 3, ..Settings::default() };
    /// let (world, _) = Snarl::new(&settings, 1)?;
    /// assert_eq!(Snarl::seats(&world), 4);
    /// # Ok::<(), gridhaunt_kernel::Invalid>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// How many players
        players: u8 = 4, in 1..=4;
        /// Their names
        names: Vec<Name> = Vec::new(), kind NAMES, shown "player1, player2, ...", read read_names;
        /// The levels, in place of drawn ones
        levels: Option<Charts> = None, verbatim LEVELS, shown "drawn", read read_levels;
        /// What levels are drawn
        generate: Plan = Plan::default(), verbatim GENERATE,
            shown format_args!("{} levels of {} rooms", Plan::default().levels, Plan::default().rooms), without "levels",
            read read_plan;
        /// The level the game starts at
        start_level: u8 = 1, in 1..=64, read read_start_level;
        /// How actors are placed
        placement: Placement = Placement::Random;
        /// Zombies of every level
        zombies: Option<u8> = None, in 0..=32, shown "level/2 + 1";
        /// Ghosts of every level
        ghosts: Option<u8> = None, in 0..=32, shown "(level-1)/2";
        /// How far a player sees
        sight: u8 = 2, in 2..=7;
        /// Whether ghosts go through void as through walls
        void_walls: bool = true;
        /// Whether key and exit are closed to adversaries
        closed_objects: bool = true;
        /// The last round of a level, 0 for none
        max_rounds: u32 = 1000, in 0..=1_000_000;
    }
}

const NAMES: FieldKind = FieldKind::Schema(
    r#"{"description":"one for each player, each 1 to 32 letters and digits","type":"array","items":{"type":"string","pattern":"^[A-Za-z0-9]{1,32}$"},"minItems":1,"maxItems":4}"#,
);
const LEVELS: FieldKind = FieldKind::Schema(
    r#"{"description":"1 to 64 levels, or the text of a .levels file","anyOf":[{"type":"array","items":{"type":"object"},"minItems":1,"maxItems":64},{"type":"string"}]}"#,
);
const GENERATE: FieldKind = FieldKind::Schema(
    r#"{"description":"levels 1..=64, rooms 2..=64, min and max [rows,columns] of 3..=24, loops 0..=100","type":"object","properties":{"levels":{"type":"integer","minimum":1,"maximum":64},"rooms":{"type":"integer","minimum":2,"maximum":64},"min":{"type":"array","items":{"type":"integer","minimum":3,"maximum":24},"minItems":2,"maxItems":2},"max":{"type":"array","items":{"type":"integer","minimum":3,"maximum":24},"minItems":2,"maxItems":2},"loops":{"type":"integer","minimum":0,"maximum":100}},"additionalProperties":false}"#,
);

impl gridhaunt_kernel::settings::Settings for Settings {
    fn cross_check(&self) -> Result<(), Invalid> {
        let Some(Charts(levels)) = &self.levels else { return self.check_plan() };
        for (i, chart) in levels.iter().enumerate() {
            let room = chart.holds(self.actors(i as u8 + 1)); // R7
            room.map_err(|error| error.within(&format!("levels[{i}]")))?;
        }
        Ok(())
    }

    fn complete(&self) -> Self {
        let usual = || (1..=self.players).map(|number| Name::numbered("player", number)).collect();
        let names = if self.names.is_empty() { usual() } else { self.names.clone() };
        Self { names, ..self.clone() }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Settings {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        told::<Self>(&["levels"], &["zombies", "ghosts"])
    }
}

/// Writes what bots receive: without fields that a rule decides.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.values().into_iter().filter(|(_, value)| !value.is_null()))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let told = Deserialize::deserialize(deserializer)?;
        Self::from_options(&told).map_err(D::Error::custom)
    }
}

impl Settings {
    /// What bots receive: every setting with its effective value, except the levels.
    #[must_use]
    pub fn told(&self) -> Self {
        Self { levels: None, ..gridhaunt_kernel::settings::Settings::complete(self) }
    }

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

    /// How many seats there are (R8).
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.players) + 2
    }

    /// How many levels there are.
    #[must_use]
    pub fn level_count(&self) -> usize {
        self.levels.as_ref().map_or(self.generate.levels.into(), |Charts(levels)| levels.len())
    }

    /// The most rows and columns of a level.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let size = |chart: &Arc<Chart>| (usize::from(chart.rows), usize::from(chart.columns));
        match &self.levels {
            Some(Charts(levels)) => {
                levels.iter().map(size).fold((1, 1), |(r, c), (rows, columns)| (r.max(rows), c.max(columns)))
            }
            None => self.generate.size(),
        }
    }

    /// Checks that the smallest rooms have room for all actors of the last level (R44).
    fn check_plan(&self) -> Result<(), Invalid> {
        let (plan, last) = (&self.generate, self.generate.levels);
        let (holds, needed) = (plan.holds(), self.actors(last));
        if holds >= needed as i64 {
            return Ok(());
        }
        let ((rows, columns), rooms) = (plan.min, plan.rooms);
        let words =
            format!("{rooms} rooms of {rows} by {columns} hold {} actors, level {last} has {needed}", holds.max(0));
        Err(Invalid::new("generate.rooms", rooms, "enough for all actors").says(words))
    }
}

fn read_names(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<Vec<Name>, Invalid> {
    let players = so_far.players;
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

/// Reads a list of levels, the text of a `.levels` file (R47), or the JSON of a single level without a number.
fn read_levels(_: &Settings, value: &Value, _: &Reader<'_>) -> Result<Option<Charts>, Invalid> {
    let read = |(i, value)| Level::read(value).map_err(|error| error.within(&format!("levels[{i}]")));
    let levels: Vec<Level> = match value {
        // Errors name a level of the text in the same way as one of a list.
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
    levels.into_iter().enumerate().map(chart).collect::<Result<_, _>>().map(|charts| Some(Charts(charts)))
}

fn read_plan(_: &Settings, value: &Value, _: &Reader<'_>) -> Result<Plan, Invalid> {
    Plan::read(value).map_err(|error| error.within("generate"))
}

fn read_start_level(so_far: &Settings, value: &Value, _: &Reader<'_>) -> Result<u8, Invalid> {
    let count = so_far.levels.as_ref().map_or(so_far.generate.levels.into(), |Charts(levels)| levels.len() as u64);
    if let Some(start) = value.as_u64().filter(|&start| start > count) {
        let words = format!("{start} is beyond the last level, {count}");
        return Err(Invalid::new("start_level", start, format!("1..={count}")).says(words));
    }
    integer("start_level", value, 1, count).map(|level| level as u8)
}
