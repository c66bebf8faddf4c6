//! The settings (§11).

use crate::dice::Rate;
use crate::ground::{Code, Spawning};
use gridhaunt_kernel::json::{named, nearest, u64_from};
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::told;
use gridhaunt_kernel::settings::{differences, names};
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};

gridhaunt_kernel::words! {
    /// Which rules are played.
    pub enum Rules {
        /// The published rules.
        Official = "official",
        /// The reference engine, release 2024.0.8.
        Legacy = "v2024.0.8",
    }
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    ///
    /// ```
    /// use gridhaunt_sproutopia::{Settings, Sproutopia};
    /// let settings = Settings { players: 2, rows: 20, ..Settings::default() };
    /// let (world, _) = Sproutopia::new(&settings, 1)?;
    /// assert_eq!(world.ground.code.rows, 20);
    /// # Ok::<(), gridhaunt_kernel::Invalid>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// The published rules, or those of the reference engine
        rules: Rules = Rules::Official;
        /// How many farmers
        players: u8 = 4, in 1..=4;
        /// Rows of the board
        rows: u8 = 50, in 6..=64;
        /// Columns of the board
        cols: u8 = 50, in 6..=64;
        /// How much a farmer sees: 10 gives 11×11 cells
        player_window_size: u8 = 10, in 2..=128;
        /// How many commands of a farmer can wait (official)
        player_queue_size: u8 = 10, in 1..=64;
        /// The last tick
        max_ticks: u32 = 1000, in 1..=100_000;
        /// Milliseconds between two ticks, for a server
        tick_rate: u32 = 400, in 1..=60_000;
        /// The first tick of the countdown to a weed
        weeds_start_tick: u32 = 100, in 0..=100_000;
        /// Mean of the countdowns to a weed
        weed_spawn_rate_mean: u32 = 50, in 0..=100_000;
        /// Standard deviation of the countdowns to a weed
        weed_spawn_rate_std_dev: u32 = 15, in 0..=100_000;
        /// The least countdown to a weed
        weed_spawn_rate_min: u32 = 0, in 0..=100_000;
        /// The greatest countdown to a weed
        weed_spawn_rate_max: u32 = 100, in 0..=100_000;
        /// Ticks between two growths of a weed
        weed_growth_rate: u32 = 5, in 1..=100_000;
        /// The first tick of the countdown to a power-up
        power_up_start_tick: u32 = 50, in 0..=100_000;
        /// Mean of the countdowns to a power-up
        power_up_spawn_rate_mean: u32 = 25, in 0..=100_000;
        /// Standard deviation of the countdowns to a power-up
        power_up_spawn_rate_std_dev: u32 = 8, in 0..=100_000;
        /// The least countdown to a power-up
        power_up_spawn_rate_min: u32 = 0, in 0..=100_000;
        /// The greatest countdown to a power-up
        power_up_spawn_rate_max: u32 = 50, in 0..=100_000;
        /// How many power-ups can lie on the board
        power_ups_max_amount: u8 = 6, in 0..=64;
        /// How long Immunity lasts
        lifespan_immunity: u32 = 20, in 1..=100_000;
        /// How long Unprunable lasts
        lifespan_unprunable: u32 = 20, in 1..=100_000;
        /// How long Freeze lasts
        lifespan_freeze: u32 = 10, in 1..=100_000;
        /// How long the Super Fertilizer lasts
        lifespan_fertilizer: u32 = 40, in 1..=100_000;
        /// How many weeds there can be
        weeds_max_amount: u8 = 3, in 0..=16;
        /// How many cells a weed grows to
        weeds_max_growth: u8 = 15, in 1..=64;
        beside {
            /// What only a server reads, and the seed, which belongs to the match: by their names in this page's spelling.
            for_the_server: Map<String, Value>,
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Settings {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        told::<Self>(&[], &[])
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    fn read(document: &Value) -> Result<Self, Invalid> {
        let mut given = Map::new();
        let Value::Object(fields) = document else {
            return Err(Invalid::new("settings", brief(document), "an object"));
        };
        gather(fields, &mut given)?;
        let mut settings = Self::default().read_over(&Reader::of(&given)).map_err(in_words_of_the_page)?;
        given.retain(|name, _| FOR_THE_SERVER.contains(&name.as_str()));
        settings.for_the_server = given;
        settings.cross_check()?;
        Ok(settings)
    }

    fn cross_check(&self) -> Result<(), Invalid> {
        let Code { weeds, power_ups, .. } = self.code();
        for (what, Rate { least, most, .. }) in [("weed", weeds.rate), ("power_up", power_ups.rate)] {
            if least > most {
                let [min, max] = ["min", "max"].map(|end| format!("{what}_spawn_rate_{end}"));
                return Err(Invalid::new(min.as_str(), least, format!("at most {max} ({most})"))
                    .reads(format!("`{min}` is {least}: give at most `{max}` ({most})")));
            }
        }
        self.for_the_server.get("seed").map_or(Ok(()), |seed| u64_from("seed", seed).map(drop))
    }

    fn written(&self, document: &Value) -> Value {
        let mut given = Map::new();
        let gathered = document.as_object().map(|fields| gather(fields, &mut given));
        if let Some(Ok(())) = gathered { given.into() } else { self.document() }
    }

    fn document(&self) -> Value {
        let mut document = differences(self);
        document.extend(self.for_the_server.clone());
        document.into()
    }
}

/// Names in the reference engine that are not just another spelling of the names on the game's page.
const OTHER_NAMES: [(&str, &str); 1] = [("numberofplayers", "players")];
/// Settings that only a server uses, and the seed, which belongs to the match.
const FOR_THE_SERVER: [&str; 4] = ["seed", "full_logging_enabled", "differential_logging_enabled", "input_log_file"];
/// A setting of the reference engine that is accepted and ignored, in the spelling of `plain`.
const IGNORED: &str = "excludednames";

/// The name without underscores and in lower case: these differences do not count.
fn plain(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// Collects the fields, under whatever name they were given, under the names of the game's page.
fn gather(fields: &Map<String, Value>, given: &mut Map<String, Value>) -> Result<(), Invalid> {
    let known: Vec<&str> = names::<Settings>().into_iter().chain(FOR_THE_SERVER).collect();
    // A file of the reference engine has other sections besides that of the game.
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

/// Rewrites an error about a bad number or word in the words of the game's page.
fn in_words_of_the_page(error: Invalid) -> Invalid {
    let remedy = match Settings::FIELDS.iter().find(|field| field.name == error.field).map(|field| field.kind) {
        Some(FieldKind::Integer(lo, hi)) => format!("a whole number from {lo} to {hi}"),
        Some(FieldKind::Word(words)) => words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" or "),
        _ => return error,
    };
    let words = format!("`{}` is {}: give {remedy}", error.field, error.got);
    error.reads(words)
}

impl Settings {
    /// The seed given among the settings; only a server uses it, because the seed belongs to the match.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.for_the_server.get("seed").and_then(|seed| u64_from("seed", seed).ok())
    }

    /// All values, including defaults, by their names: what a seat receives at the start.
    #[must_use]
    pub fn told(&self) -> Map<String, Value> {
        self.values().into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// The numbers that the rules read.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code {
            cols: self.cols,
            rows: self.rows,
            players: self.players,
            window: self.player_window_size,
            queue: self.player_queue_size,
            max_ticks: self.max_ticks,
            weeds: Spawning {
                start: self.weeds_start_tick,
                rate: Rate {
                    mean: self.weed_spawn_rate_mean,
                    deviation: self.weed_spawn_rate_std_dev,
                    least: self.weed_spawn_rate_min,
                    most: self.weed_spawn_rate_max,
                },
                most: self.weeds_max_amount,
            },
            weed_most: self.weeds_max_growth,
            weed_pace: self.weed_growth_rate,
            power_ups: Spawning {
                start: self.power_up_start_tick,
                rate: Rate {
                    mean: self.power_up_spawn_rate_mean,
                    deviation: self.power_up_spawn_rate_std_dev,
                    least: self.power_up_spawn_rate_min,
                    most: self.power_up_spawn_rate_max,
                },
                most: self.power_ups_max_amount,
            },
            lifespans: [
                self.lifespan_immunity, self.lifespan_unprunable, self.lifespan_freeze, 0, // R37
                self.lifespan_fertilizer,
            ],
        }
    }
}
