//! What a person chooses (section 10 of the rules).

use crate::ground::{Code, Priority, Sight};
use crate::position::{Place, Position, Whole, cell};
use crate::setup::Distances;
use alloc::format;
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::json::{Reader, Value, brief};
use gridhaunt_kernel::settings::{Field, Kind, resolved_from};
use serde::{Serialize, Serializer};

/// The settings as they were written: what is absent has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Settings {
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_rounds: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    survivors: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    killers: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exits: Option<Vec<Cell>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_placement: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_spacing: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    d_exit_min: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    d_enemy_min: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    d_ally_min: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    survivor_sight: Option<Sight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    killer_sight: Option<Sight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vision_sharing: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    follow: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    killers_on_exits: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    multi_escape: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "whole")]
    start: Option<Position>,
}

impl Serialize for Sight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("all"),
            Self::Within(most) => serializer.serialize_u8(*most),
        }
    }
}

/// A start with all that R6 counts, so that it reads back the same.
fn whole<S: Serializer>(start: &Option<Position>, serializer: S) -> Result<S::Ok, S::Error> {
    start.clone().map(Whole).serialize(serializer)
}

const PLACEMENTS: &[&str] = &["random", "border"];
const SHARING: &[&str] = &["none", "team"];
const MANNERS: &[&str] = &["allow", "forbid"];
const PRIORITIES: &[&str] = &["score", "id", "distance"];
const WIN_RULES: &[&str] = &["strict", "score"];

const SIGHT: Kind = Kind::Schema(
    r#"{"description":"all, or 0..=255","anyOf":[{"const":"all"},{"type":"null"},{"type":"integer","minimum":0,"maximum":255}]}"#,
);
const EXITS: Kind = Kind::Schema(
    r#"{"description":"1 to 16 different cells [x,y]","type":"array","minItems":1,"maxItems":16,"items":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"minItems":2,"maxItems":2}}"#,
);
const START: Kind = Kind::Schema(r#"{"description":"a state, as step prints it; needs exits","type":"object"}"#);

const fn field(name: &'static str, default: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, default, kind, about }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    const FIELDS: &'static [Field] = &[
        field("width", "50", Kind::Integer(3, 256), "Cells in a row"),
        field("height", "50", Kind::Integer(3, 256), "Rows"),
        field("max_rounds", "100", Kind::Integer(1, 10_000), "The last round"),
        field("survivors", "3", Kind::Integer(1, 16), "How many run"),
        field("killers", "3", Kind::Integer(1, 16), "How many hunt"),
        field("exit_count", "2", Kind::Integer(1, 16), "How many exits are drawn"),
        field("exits", "drawn", EXITS, "The exits, in place of drawn ones"),
        field("exit_placement", "random", Kind::Word(PLACEMENTS), "Where exits are drawn"),
        field("exit_spacing", "8", Kind::Integer(1, 256), "Least distance between drawn exits"),
        field("d_exit_min", "8", Kind::Integer(1, 256), "Least distance of drawn units to exits"),
        field("d_enemy_min", "4", Kind::Integer(2, 256), "Least distance between drawn survivors and killers"),
        field("d_ally_min", "2", Kind::Integer(1, 256), "Least distance between drawn units of a side"),
        field("survivor_sight", "2", SIGHT, "How far survivors see"),
        field("killer_sight", "all", SIGHT, "How far killers see"),
        field("vision_sharing", "none", Kind::Word(SHARING), "Whether a unit sees what its side sees"),
        field("follow", "allow", Kind::Word(MANNERS), "Entering a cell that one of the own side leaves"),
        field("cycle", "forbid", Kind::Word(MANNERS), "Rings of three or more that turn"),
        field("killers_on_exits", "allow", Kind::Word(MANNERS), "Killers on exits"),
        field("priority", "score", Kind::Word(PRIORITIES), "Who enters a contested cell"),
        field("multi_escape", "false", Kind::Flag, "Whether any number may use an exit at once"),
        field("win_rule", "strict", Kind::Word(WIN_RULES), "Survivors win if all escape, or if more do than not"),
        field("start", "drawn", START, "Where everybody begins, in place of drawn cells"),
    ];

    fn read(document: &Value) -> Result<Self, Invalid> {
        let names: Vec<&'static str> = Self::FIELDS.iter().map(|field| field.name).collect();
        let read = Reader::new("settings", document, &names)?;
        let small = |name: &str, lo, hi| read.integer(name, lo, hi).map(|n| n.map(|n| n as u16));
        let count = |name: &str| read.integer(name, 1, 16).map(|n| n.map(|n| n as u8));
        let word = |name: &str, words: &[&'static str]| read.word(name, words).map(|i| i.map(|i| words[i]));
        let mut settings = Self {
            width: small("width", 3, 256)?,
            height: small("height", 3, 256)?,
            max_rounds: small("max_rounds", 1, 10_000)?,
            survivors: count("survivors")?,
            killers: count("killers")?,
            exit_count: count("exit_count")?,
            ..Self::default()
        };
        settings.exits = read.get("exits").map(|value| exits(value, settings.grid())).transpose()?;
        settings = Self {
            exit_placement: word("exit_placement", PLACEMENTS)?,
            exit_spacing: small("exit_spacing", 1, 256)?,
            d_exit_min: small("d_exit_min", 1, 256)?,
            d_enemy_min: small("d_enemy_min", 2, 256)?,
            d_ally_min: small("d_ally_min", 1, 256)?,
            survivor_sight: read.get("survivor_sight").map(|value| sight("survivor_sight", value)).transpose()?,
            killer_sight: read.get("killer_sight").map(|value| sight("killer_sight", value)).transpose()?,
            vision_sharing: word("vision_sharing", SHARING)?,
            follow: word("follow", MANNERS)?,
            cycle: word("cycle", MANNERS)?,
            killers_on_exits: word("killers_on_exits", MANNERS)?,
            priority: word("priority", PRIORITIES)?,
            multi_escape: read.flag("multi_escape")?,
            win_rule: word("win_rule", WIN_RULES)?,
            ..settings
        };
        if let Some(value) = read.get("start") {
            let Some(exits) = &settings.exits else {
                return Err(Invalid::new("start", brief(value), "together with exits").says("needs exits"));
            };
            let (grid, barred) = (settings.grid(), settings.barred());
            let place = Place { grid, exits, barred, max_rounds: settings.max_rounds(), strict: settings.strict() };
            let position = Position::read_start(value, &place).map_err(|error| error.within("start"))?;
            settings.start = Some(position);
        }
        settings.check_room()?;
        Ok(settings)
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        let whole = Self {
            width: Some(self.grid().width()),
            height: Some(self.grid().height()),
            max_rounds: Some(self.max_rounds()),
            survivors: Some(self.survivors()),
            killers: Some(self.killers()),
            exit_count: Some(self.exit_count() as u8),
            exit_placement: self.exit_placement.or(Some(PLACEMENTS[0])),
            exit_spacing: Some(self.exit_spacing()),
            d_exit_min: Some(self.distances().exit),
            d_enemy_min: Some(self.distances().enemy),
            d_ally_min: Some(self.distances().ally),
            survivor_sight: Some(self.code().sight[0]),
            killer_sight: Some(self.code().sight[1]),
            vision_sharing: self.vision_sharing.or(Some(SHARING[0])),
            follow: self.follow.or(Some("allow")),
            cycle: self.cycle.or(Some("forbid")),
            killers_on_exits: self.killers_on_exits.or(Some("allow")),
            priority: self.priority.or(Some(PRIORITIES[0])),
            multi_escape: Some(self.code().multi_escape),
            win_rule: self.win_rule.or(Some(WIN_RULES[0])),
            exits: self.exits.clone(),
            start: self.start.clone(),
        };
        resolved_from::<Self>(&serde_json::to_value(whole).unwrap_or(Value::Null))
    }
}

fn exits(value: &Value, grid: Grid) -> Result<Vec<Cell>, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new("exits", brief(value), "a list of 1 to 16 cells"))?;
    match list.len() {
        0 => return Err(Invalid::new("exits", "[]", "1 to 16 cells").says("empty, need 1 to 16")),
        1..=16 => {}
        n => return Err(Invalid::new("exits", n, "1 to 16 cells").says(format!("{n} given, need 1 to 16"))),
    }
    let mut exits = Vec::with_capacity(list.len());
    for (i, item) in list.iter().enumerate() {
        let field = format!("exits[{i}]");
        let exit = cell(&field, item, grid)?;
        if exits.contains(&exit) {
            return Err(Invalid::new(field, brief(item), "a cell of its own").says(format!("{} is taken", brief(item))));
        }
        exits.push(exit);
    }
    Ok(exits)
}

fn sight(field: &str, value: &Value) -> Result<Sight, Invalid> {
    match value {
        Value::Null => Ok(Sight::All),
        Value::String(word) if word == "all" => Ok(Sight::All),
        _ => match value.as_u64() {
            Some(most @ 0..=255) => Ok(Sight::Within(most as u8)),
            _ => Err(Invalid::new(field, brief(value), "all or in 0..=255")),
        },
    }
}

const SMALLEST: Grid = match Grid::new(3, 3) {
    Some(grid) => grid,
    None => unreachable!(),
};

impl Settings {
    /// The board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.width.unwrap_or(50), self.height.unwrap_or(50)).unwrap_or(SMALLEST)
    }

    /// The last round.
    #[must_use]
    pub fn max_rounds(&self) -> u16 {
        self.max_rounds.unwrap_or(100)
    }

    /// How many survivors begin, S.
    #[must_use]
    pub fn survivors(&self) -> u8 {
        self.start.as_ref().map_or(self.survivors.unwrap_or(3), |start| start.survivors.len() as u8)
    }

    /// How many killers there are, K.
    #[must_use]
    pub fn killers(&self) -> u8 {
        self.start.as_ref().map_or(self.killers.unwrap_or(3), |start| start.killers.len() as u8)
    }

    /// How many exits there are.
    #[must_use]
    pub fn exit_count(&self) -> usize {
        self.exits.as_ref().map_or(self.exit_count.unwrap_or(2).into(), Vec::len)
    }

    /// The exits, if they are given.
    #[must_use]
    pub fn exits(&self) -> Option<&[Cell]> {
        self.exits.as_deref()
    }

    /// Whether exits are drawn on the border.
    #[must_use]
    pub fn exits_on_border(&self) -> bool {
        self.exit_placement == Some("border")
    }

    /// The least distance between drawn exits.
    #[must_use]
    pub fn exit_spacing(&self) -> u16 {
        self.exit_spacing.unwrap_or(8)
    }

    /// The distances that drawn units keep.
    #[must_use]
    pub fn distances(&self) -> Distances {
        Distances {
            exit: self.d_exit_min.unwrap_or(8),
            enemy: self.d_enemy_min.unwrap_or(4),
            ally: self.d_ally_min.unwrap_or(2),
        }
    }

    fn barred(&self) -> bool {
        self.killers_on_exits == Some("forbid")
    }

    fn strict(&self) -> bool {
        self.win_rule != Some("score")
    }

    /// Where everybody begins, if that is given.
    #[must_use]
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The rules as these settings have them.
    #[must_use]
    pub fn code(&self) -> Code {
        Code {
            grid: self.grid(),
            survivors: self.survivors(),
            killers: self.killers(),
            max_rounds: self.max_rounds(),
            sight: [self.survivor_sight.unwrap_or(Sight::Within(2)), self.killer_sight.unwrap_or(Sight::All)],
            team_vision: self.vision_sharing == Some("team"),
            follow: self.follow != Some("forbid"),
            cycle: self.cycle == Some("allow"),
            barred: self.barred(),
            priority: match self.priority {
                Some("id") => Priority::Id,
                Some("distance") => Priority::Distance,
                _ => Priority::Score,
            },
            multi_escape: self.multi_escape.unwrap_or(false),
            strict: self.strict(),
        }
    }

    /// Who wants room, in words.
    fn crowd(&self) -> alloc::string::String {
        let (survivors, killers, exits) = (self.survivors(), self.killers(), self.exit_count());
        let some = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let (survivors, killers) = (some(survivors.into(), "survivor"), some(killers.into(), "killer"));
        format!("{survivors}, {killers} and {}", some(exits, "exit"))
    }

    /// Room for all: as many cells as units and exits. A start has shown already that its units fit.
    fn check_room(&self) -> Result<(), Invalid> {
        let wanted = usize::from(self.survivors()) + usize::from(self.killers()) + self.exit_count();
        let cells = self.grid().cells();
        if self.start.is_none() && wanted > cells {
            return Err(Invalid::new("survivors", wanted, format!("units and exits on {cells} cells"))
                .says(format!("{} do not fit on {cells} cells", self.crowd())));
        }
        Ok(())
    }

    /// The error of a set-up that finds no room, however relaxed (R9).
    #[must_use]
    pub fn no_room(&self) -> Invalid {
        let (width, height) = (self.grid().width(), self.grid().height());
        Invalid::new("survivors", self.survivors(), "a set-up with room for all")
            .says(format!("no room for {} on {width} by {height}", self.crowd()))
    }
}
