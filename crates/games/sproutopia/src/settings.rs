//! What a person chooses (§11).

use crate::dice::Rate;
use crate::ground::{Code, Spawning};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, brief, named, nearest, u64_from};
use gridhaunt_kernel::settings::{Field, Kind, resolved_from};
use serde::Serialize;

/// Which rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rules {
    /// The published rules.
    #[default]
    Official,
    /// The reference engine, release 2024.0.8.
    Legacy,
}

impl Rules {
    /// Its name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

const NAMES: &[&str] = &["official", "v2024.0.8"];

/// The settings as they were written, by the names of this page: what is absent has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Settings {
    given: Map<String, Value>,
}

const fn field(name: &'static str, default: fn() -> String, kind: Kind, about: &'static str) -> Field {
    Field { name, default, kind, about }
}

/// A whole number of ticks or the like.
const MANY: Kind = Kind::Integer(0, 100_000);
const SOME: Kind = Kind::Integer(1, 100_000);

impl gridhaunt_kernel::settings::Declared for Settings {
    const FIELDS: &'static [Field] = &[
        field(
            "rules",
            || "official".into(),
            Kind::Word(NAMES),
            "The published rules, or those of the reference engine",
        ),
        field("players", || "4".into(), Kind::Integer(1, 4), "How many farmers"),
        field("rows", || "50".into(), Kind::Integer(6, 64), "Rows of the board"),
        field("cols", || "50".into(), Kind::Integer(6, 64), "Columns of the board"),
        field(
            "player_window_size",
            || "10".into(),
            Kind::Integer(2, 128),
            "How much a farmer sees: 10 gives 11×11 cells",
        ),
        field(
            "player_queue_size",
            || "10".into(),
            Kind::Integer(1, 64),
            "How many commands of a farmer can wait (official)",
        ),
        field("max_ticks", || "1000".into(), SOME, "The last tick"),
        field("tick_rate", || "400".into(), Kind::Integer(1, 60_000), "Milliseconds between two ticks, for a server"),
        field("weeds_start_tick", || "100".into(), MANY, "The first tick of the countdown to a weed"),
        field("weed_spawn_rate_mean", || "50".into(), MANY, "Mean of the countdowns to a weed"),
        field("weed_spawn_rate_std_dev", || "15".into(), MANY, "Standard deviation of the countdowns to a weed"),
        field("weed_spawn_rate_min", || "0".into(), MANY, "The least countdown to a weed"),
        field("weed_spawn_rate_max", || "100".into(), MANY, "The greatest countdown to a weed"),
        field("weed_growth_rate", || "5".into(), SOME, "Ticks between two growths of a weed"),
        field("power_up_start_tick", || "50".into(), MANY, "The first tick of the countdown to a power-up"),
        field("power_up_spawn_rate_mean", || "25".into(), MANY, "Mean of the countdowns to a power-up"),
        field("power_up_spawn_rate_std_dev", || "8".into(), MANY, "Standard deviation of the countdowns to a power-up"),
        field("power_up_spawn_rate_min", || "0".into(), MANY, "The least countdown to a power-up"),
        field("power_up_spawn_rate_max", || "50".into(), MANY, "The greatest countdown to a power-up"),
        field("power_ups_max_amount", || "6".into(), Kind::Integer(0, 64), "How many power-ups can lie on the board"),
        field("lifespan_immunity", || "20".into(), SOME, "How long Immunity lasts"),
        field("lifespan_unprunable", || "20".into(), SOME, "How long Unprunable lasts"),
        field("lifespan_freeze", || "10".into(), SOME, "How long Freeze lasts"),
        field("lifespan_fertilizer", || "40".into(), SOME, "How long the Super Fertilizer lasts"),
        field("weeds_max_amount", || "3".into(), Kind::Integer(0, 16), "How many weeds there can be"),
        field("weeds_max_growth", || "15".into(), Kind::Integer(1, 64), "How many cells a weed grows to"),
    ];
    const VERBATIM: &'static [&'static str] = &[];

    fn read_over(self, _: &gridhaunt_kernel::json::Reader<'_>) -> Result<Self, Invalid> {
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
        let Value::Object(fields) = document else {
            return Err(Invalid::new("settings", brief(document), "an object"));
        };
        let mut given = Map::new();
        gather(fields, &mut given)?;
        for field in <Self as gridhaunt_kernel::settings::Declared>::FIELDS {
            if let Some(value) = given.get(field.name) {
                check(field, value)?;
            }
        }
        let settings = Self { given };
        for what in ["weed", "power_up"] {
            let name = |end: &str| format!("{what}_spawn_rate_{end}");
            let (least, most) = (settings.number(&name("min")), settings.number(&name("max")));
            if least > most {
                let (min, max) = (name("min"), name("max"));
                return Err(Invalid::new(min.as_str(), least, format!("at most {max} ({most})"))
                    .reads(format!("`{min}` is {least}: give at most `{max}` ({most})")));
            }
        }
        if let Some(seed) = settings.given.get("seed") {
            u64_from("seed", seed)?;
        }
        Ok(settings)
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        resolved_from::<Self>(&Value::Object(self.values()))
    }
}

/// Names of the reference engine that are not those of this page in another spelling.
const OTHER_NAMES: [(&str, &str); 1] = [("numberofplayers", "players")];
/// What only a server heeds, and the seed, which belongs to the match.
const FOR_THE_SERVER: [&str; 4] = ["seed", "full_logging_enabled", "differential_logging_enabled", "input_log_file"];
/// What nobody heeds.
const IGNORED: &str = "excludednames";

/// Letter case and underscores do not count.
fn plain(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// Puts the fields, by whatever name they were given, under the names of this page.
fn gather(fields: &Map<String, Value>, given: &mut Map<String, Value>) -> Result<(), Invalid> {
    let known = <Settings as gridhaunt_kernel::settings::Declared>::FIELDS.iter().map(|field| field.name);
    let known: Vec<&str> = known.chain(FOR_THE_SERVER).collect();
    // A file of the reference engine has other sections beside its game's.
    let is_of_the_engine = fields.iter().any(|(name, value)| plain(name) == "gamesettings" && value.is_object());
    for (name, value) in fields {
        let word = plain(name);
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == word).map(|&(_, name)| name);
        match (word.as_str(), value, other.or_else(|| known.iter().copied().find(|known| plain(known) == word))) {
            ("gamesettings", Value::Object(inner), _) => gather(inner, given)?,
            (IGNORED, _, _) => {}
            (_, _, Some(known)) if given.contains_key(known) => {
                return Err(Invalid::new(named(name), brief(value), "given once")
                    .reads(format!("`{known}` is given twice: give it once")));
            }
            (_, _, Some(known)) => _ = given.insert(known.to_string(), value.clone()),
            (_, Value::Object(_) | Value::String(_), None) if is_of_the_engine => {}
            (_, _, None) => {
                let near = nearest(name, known.iter().copied());
                let near = near.map_or(format!("give one of {}", known.join(", ")), |near| {
                    format!("did you mean `{}`?", near.replace(" or ", "` or `"))
                });
                let name = named(name);
                return Err(Invalid::new(&name, brief(value), format!("one of {}", known.join(", ")))
                    .reads(format!("unknown setting `{name}`: {near}")));
            }
        }
    }
    Ok(())
}

fn check(field: &Field, value: &Value) -> Result<(), Invalid> {
    let name = field.name;
    let wrong = |expected: String, remedy: String| {
        let got = brief(value);
        Err(Invalid::new(name, &got, expected).reads(format!("`{name}` is {got}: give {remedy}")))
    };
    match field.kind {
        Kind::Integer(lo, hi) if !value.as_u64().is_some_and(|number| (lo..=hi).contains(&number)) => {
            wrong(format!("{lo}..={hi}"), format!("a whole number from {lo} to {hi}"))
        }
        Kind::Word(words) if !value.as_str().is_some_and(|word| words.contains(&word)) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            wrong(format!("one of {}", words.join(", ")), quoted.join(" or "))
        }
        _ => Ok(()),
    }
}

impl Settings {
    /// The value of a field that is a whole number.
    fn number(&self, name: &str) -> u32 {
        let fields = <Self as gridhaunt_kernel::settings::Declared>::FIELDS;
        let default = || fields.iter().find(|field| field.name == name)?.default().parse().ok();
        let given = self.given.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
        given.or_else(default).unwrap_or(0)
    }

    fn small(&self, name: &str) -> u8 {
        self.number(name).min(255) as u8
    }

    /// Which rules are played.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let legacy = self.given.get("rules").and_then(Value::as_str) == Some(Rules::Legacy.name());
        if legacy { Rules::Legacy } else { Rules::Official }
    }

    /// How many farmers there are.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.small("players")
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.small("rows")
    }

    /// Columns of the board.
    #[must_use]
    pub fn cols(&self) -> u8 {
        self.small("cols")
    }

    /// The size of what a farmer sees, before it is halved.
    #[must_use]
    pub fn player_window_size(&self) -> u8 {
        self.small("player_window_size")
    }

    /// How many commands of a farmer can wait.
    #[must_use]
    pub fn player_queue_size(&self) -> u8 {
        self.small("player_queue_size")
    }

    /// The last tick.
    #[must_use]
    pub fn max_ticks(&self) -> u32 {
        self.number("max_ticks")
    }

    /// Milliseconds between two ticks.
    #[must_use]
    pub fn tick_rate(&self) -> u32 {
        self.number("tick_rate")
    }

    /// The seed that was written among the settings, which is for a server: it belongs to the match.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.given.get("seed").and_then(|seed| u64_from("seed", seed).ok())
    }

    /// What only a server heeds, by its name in this page's spelling.
    #[must_use]
    pub fn for_the_server(&self, name: &str) -> Option<&Value> {
        self.given.get(name)
    }

    /// All values, the defaults too, by their names.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        let fields = <Self as gridhaunt_kernel::settings::Declared>::FIELDS.iter();
        let value = |field: &Field| match field.kind {
            Kind::Integer(..) => self.number(field.name).into(),
            _ => self.rules().name().into(),
        };
        fields.map(|field| (field.name.to_string(), value(field))).collect()
    }

    /// The numbers that the rules read.
    #[must_use]
    pub fn code(&self) -> Code {
        let spawning = |start: &str, rate: &str, most: &str| {
            let rate = |end: &str| self.number(&format!("{rate}_spawn_rate_{end}"));
            let rate = Rate { mean: rate("mean"), deviation: rate("std_dev"), least: rate("min"), most: rate("max") };
            Spawning { start: self.number(start), rate, most: self.small(most) }
        };
        let lifespan = |kind: &str| self.number(&format!("lifespan_{kind}"));
        Code {
            cols: self.cols(),
            rows: self.rows(),
            players: self.players(),
            window: self.player_window_size(),
            queue: self.player_queue_size(),
            max_ticks: self.max_ticks(),
            weeds: spawning("weeds_start_tick", "weed", "weeds_max_amount"),
            weed_most: self.small("weeds_max_growth"),
            weed_pace: self.number("weed_growth_rate"),
            power_ups: spawning("power_up_start_tick", "power_up", "power_ups_max_amount"),
            lifespans: [
                lifespan("immunity"),
                lifespan("unprunable"),
                lifespan("freeze"),
                0, // R37
                lifespan("fertilizer"),
            ],
        }
    }
}
