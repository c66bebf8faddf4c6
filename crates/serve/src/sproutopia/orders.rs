//! Reads the configuration of a server from flags, a settings file and the environment of the reference engine (W13).

use super::config::{Config, PATIENCE_BESIDE_BUILT_IN_BOTS, Pace};
use gridhaunt_arena::document::{from_table, put, read_toml};
use gridhaunt_arena::seating::{BotSpec, plain_value};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Reader, Value, brief, parse, parse_u64};
use gridhaunt_kernel::settings::{Declared, Field, FieldKind, SEED, Settings as _, as_given, field_of, read_seed};
use gridhaunt_sproutopia::{Rules, Settings};
use std::time::Duration;

pub(super) const CONFIG: FieldKind = FieldKind::Schema(r#"{"description":"NAME=VALUE, as often as needed"}"#);
const RUN: FieldKind = FieldKind::Schema(r#"{"description":"a command, as often as needed"}"#);

gridhaunt_kernel::settings! {
    /// The flags of `gridhaunt sproutopia serve` that are no settings of the game.
    struct Flags {
        /// How many of them are bots that connect
        remote: Option<usize> = None, in 0..=4, shown "all, with --fill one";
        /// The built-in bot on the other seats
        fill: Option<String> = None, text "a bot", shown "none";
        /// Start this bot program for a seat, with the environment of the challenge
        run: Option<Value> = None, kind RUN, shown "none", read as_given;
        /// Tick when everybody has sent a command, at the latest after the tick rate
        lockstep: bool = false;
        /// The size of the board
        board: Option<Value> = None, kind FieldKind::Text("COLSxROWS"),
            shown format_args!("{}x{}", Settings::default().cols, Settings::default().rows), read as_given;
        /// The seed of the first match; each match has the next
        seed: Option<u64> = None, kind SEED, shown "from the clock", read read_seed;
        /// Settings of the game; flags go over it
        settings: Option<String> = None, text "a file, JSON or TOML", shown "none";
        /// A setting of the game; goes over the file
        config: Option<Value> = None, kind CONFIG, shown "none", read as_given;
        /// The port to listen on; 0 for any that is free
        port: u16 = Config::default().port, in 0..=65_535;
        /// Where to listen
        address: Option<String> = None, text "an address or a host", shown "127.0.0.1 and ::1";
        /// How many matches side by side, from 127.0.0.2 on an address each
        matches: usize = Config::default().matches, in 1..=250;
        /// Let nobody take over a farmer whose connection is gone: all players know its id, and whoever
        /// takes it over speaks for it and sees what it sees
        no_resume: bool = false;
        /// Seconds to wait for lost farmers before the rest is played
        patience: Option<u64> = None, in 0..=86_400, shown "10 with --fill, else 0";
        /// Milliseconds to wait for enough bots
        bot_timeout: Option<u64> = None, in 1..=86_400_000, shown Config::default().bot_timeout.as_millis();
        /// Where to write the replay
        record: Option<String> = None, text "a file or a folder", shown "none";
        /// Let onlookers in at /visualiserhub, who can hold and stop a match
        visualiser: bool = false;
        /// Where to write the logs of the reference engine
        logs: Option<String> = None, text "a folder", shown "none";
    }
}

/// The flags of `gridhaunt sproutopia serve`.
pub(super) const FLAGS: &[Field] = &[
    Field { about: "How many farmers in all", ..field_of::<Settings>("players") },
    field_of::<Flags>("remote"),
    field_of::<Flags>("fill"),
    field_of::<Flags>("run"),
    field_of::<Flags>("lockstep"),
    Field { about: "Milliseconds from tick to tick", ..field_of::<Settings>("tick_rate") },
    Field { name: "ticks", ..field_of::<Settings>("max_ticks") },
    field_of::<Flags>("board"),
    field_of::<Settings>("rows"),
    field_of::<Settings>("cols"),
    field_of::<Settings>("rules"),
    field_of::<Flags>("seed"),
    field_of::<Flags>("settings"),
    field_of::<Flags>("config"),
    field_of::<Flags>("port"),
    field_of::<Flags>("address"),
    field_of::<Flags>("matches"),
    field_of::<Flags>("no_resume"),
    field_of::<Flags>("patience"),
    field_of::<Flags>("bot_timeout"),
    field_of::<Flags>("record"),
    field_of::<Flags>("visualiser"),
    field_of::<Flags>("logs"),
];

/// The configuration of a server, and where its records and logs are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Orders {
    /// The configuration of the server.
    pub(super) config: Config,
    /// Where the replay goes.
    pub(super) record: Option<String>,
    pub(super) logs: Option<String>,
    /// Whether to write the log of complete states.
    pub(super) full_log: bool,
    /// Whether to write the log of changes.
    pub(super) diff_log: bool,
}

/// The settings of a file, JSON or TOML.
pub(super) fn of_file(path: &str, text: &str) -> Result<Map<String, Value>, Invalid> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let wrong = |why: String| Invalid::new(path, "no settings", "settings").says(why);
    if path.to_ascii_lowercase().ends_with(".toml") {
        return read_toml(text).map(from_table).map_err(wrong);
    }
    match parse(text.as_bytes()) {
        Ok(Value::Object(settings)) => Ok(settings),
        Ok(other) => Err(wrong(format!("{} is not an object", brief(&other)))),
        Err(error) => Err(wrong(error.to_string())),
    }
}

impl Orders {
    /// Reads the configuration. `now` is the seed if none is given.
    pub(super) fn read(
        flags: &Map<String, Value>,
        environment: &[(String, String)],
        file: Map<String, Value>,
        now: u64,
    ) -> Result<Self, Invalid> {
        let document = Value::Object(flags.clone());
        let names: Vec<&'static str> = FLAGS.iter().map(|field| field.name).collect();
        let read = Reader::new("flags", &document, &names)?;
        let variable = |name: &str| {
            let set = environment.iter().find(|(variable, _)| variable == name).map(|(_, value)| value.trim());
            set.filter(|value| !value.is_empty())
        };
        let whole = |name: &str| {
            let number = |value: &str| parse_u64(value).ok_or_else(|| Invalid::new(name, value, "a whole number"));
            variable(name).map(number).transpose()
        };
        let (settings, written) = settings(flags, environment, file)?;
        let flags = Flags::default().read_over(&read)?;
        let standard = Config::default();
        let seed = match flags.seed {
            Some(seed) => Some(seed),
            None => whole("WORLD_SEED")?.or(settings.seed()),
        };
        let bot_timeout = match flags.bot_timeout {
            Some(given) => Some(given),
            None => whole("BOT_TIMEOUT")?,
        };
        let fill = flags.fill.as_deref().map(BotSpec::parse).transpose()?;
        let usual = if fill.is_some() { PATIENCE_BESIDE_BUILT_IN_BOTS } else { Duration::ZERO };
        let reconnect = flags.patience.map_or(usual, Duration::from_secs);
        let drawn = || match settings.rules {
            Rules::Official => now,
            Rules::Legacy => now % (1 << 30), // R57: with room for the matches after the first.
        };
        let is_on = |name: &str| !settings.for_the_server.get(name).is_some_and(is_false);
        let inputs = settings.for_the_server.get("input_log_file").filter(|file| file.as_str() != Some(""));
        if let Some(file) = inputs.filter(|file| !file.is_null()) {
            let words = "a match is not played from a file: `gridhaunt sproutopia import` makes a replay of it";
            return Err(Invalid::new("InputLogFile", brief(file), "left out").says(words));
        }
        let (full_log, diff_log) = (is_on("full_logging_enabled"), is_on("differential_logging_enabled"));
        let config = Config {
            seed: seed.unwrap_or_else(drawn),
            remote: flags.remote,
            fill,
            pace: if flags.lockstep { Pace::Lockstep } else { Pace::RealTime },
            address: flags.address,
            port: flags.port,
            matches: flags.matches,
            resume: !flags.no_resume,
            reconnect,
            bot_timeout: bot_timeout.map_or(standard.bot_timeout, Duration::from_millis),
            programs: items(flags.run.as_ref()),
            settings: written,
            patience: standard.patience,
            visualiser: flags.visualiser,
        };
        let logs = flags.logs.or_else(|| variable("LOG_DIR").map(String::from));
        Ok(Self { config, record: flags.record, logs, full_log, diff_log })
    }
}

/// Whether a setting is false: the JSON value, or the text in any letter case as the reference engine accepts it.
fn is_false(value: &Value) -> bool {
    value.as_bool() == Some(false) || value.as_str().is_some_and(|word| word.eq_ignore_ascii_case("false"))
}

/// The values of a flag that may be given several times, as texts.
fn items(value: Option<&Value>) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    match value {
        None => Vec::new(),
        Some(Value::Array(several)) => several.iter().map(text).collect(),
        Some(one) => vec![text(one)],
    }
}

/// The settings from all sources, and those of the game that were given. Each source overrides those before it: the
/// environment, the file, `--config`, flags.
pub(super) fn settings(
    flags: &Map<String, Value>,
    environment: &[(String, String)],
    file: Map<String, Value>,
) -> Result<(Settings, Map<String, Value>), Invalid> {
    let mut layers = vec![of_environment(environment), file];
    let mut given = Map::new();
    for item in items(flags.get("config")) {
        let Some((name, value)) = item.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err(Invalid::new("config", format!("{item:?}"), "NAME=VALUE"));
        };
        put(&mut given, name, plain_value(value))?;
    }
    layers.push(given);
    layers.push(of_flags(flags)?);
    let mut all = Map::new();
    for layer in layers {
        // Names in any spelling are replaced by those of the rule book, so that one source can override another.
        let layer = Value::Object(layer);
        if let Value::Object(named) = Settings::read(&layer)?.written(&layer) {
            all.extend(named);
        }
    }
    let settings = Settings::read(&Value::Object(all.clone()))?;
    all.retain(|name, _| !settings.for_the_server.contains_key(name));
    Ok((settings, all))
}

fn of_flags(flags: &Map<String, Value>) -> Result<Map<String, Value>, Invalid> {
    let mut layer = Map::new();
    if let Some(board) = flags.get("board") {
        let sides = board.as_str().and_then(|board| board.split_once(['x', 'X', '×']));
        let sides = sides.and_then(|(cols, rows)| Some((cols.parse::<u64>().ok()?, rows.parse::<u64>().ok()?)));
        let (cols, rows) = sides.ok_or_else(|| Invalid::new("board", brief(board), "COLSxROWS, as 50x50"))?;
        layer.extend([("cols".to_string(), cols.into()), ("rows".to_string(), rows.into())]);
    }
    let names = ["players", "tick_rate", "rows", "cols", "rules", "ticks"];
    for (name, value) in names.iter().filter_map(|name| Some((*name, flags.get(*name)?))) {
        let setting = if name == "ticks" { "max_ticks" } else { name };
        layer.insert(setting.into(), value.clone());
    }
    Ok(layer)
}

/// The settings in environment variables of the form `GameSettings__Name=value`, as the reference engine reads them.
fn of_environment(environment: &[(String, String)]) -> Map<String, Value> {
    const PREFIX: &str = "GameSettings__";
    let named = environment.iter().filter_map(|(name, value)| {
        let (prefix, rest) = name.split_at_checked(PREFIX.len())?;
        (prefix.eq_ignore_ascii_case(PREFIX) && !value.is_empty()).then(|| (rest.to_string(), plain_value(value)))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(flags: Value, environment: &[(&str, &str)], file: Value) -> Result<Orders, String> {
        let environment: Vec<_> =
            environment.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let file = file.as_object().unwrap().clone();
        Orders::read(flags.as_object().unwrap(), &environment, file, 1 << 40).map_err(|error| error.to_string())
    }

    #[test]
    fn without_flags_all_is_as_the_specification_says() {
        let orders = read(json!({}), &[], json!({})).unwrap();
        assert_eq!(orders.config, Config { seed: 1 << 40, ..Config::default() });
        assert_eq!((orders.record, orders.logs, orders.full_log, orders.diff_log), (None, None, true, true));
    }

    #[test]
    fn flags_go_over_settings_and_these_over_the_file_and_that_over_the_environment() {
        let environment = [
            ("GameSettings__NumberOfPlayers", "2"),
            ("GAMESETTINGS__Rows", "20"),
            ("GameSettings__MaxTicks", "7"),
            ("GameSettings__FullLoggingEnabled", "False"),
            ("WORLD_SEED", "99"),
            ("BOT_TIMEOUT", "1500"),
            ("LOG_DIR", "logs"),
            ("PATH", "/bin"),
        ];
        let file = json!({"GameSettings": {"PlayerWindowSize": 8, "Rows": 21, "Cols": 22}});
        let flags =
            json!({"players": 3, "config": ["cols=23", "tick_rate=50"], "board": "30x31", "run": "bot", "ticks": 9});
        let orders = read(flags, &environment, file).unwrap();
        let settings =
            json!({"players": 3, "rows": 31, "cols": 30, "max_ticks": 9, "player_window_size": 8, "tick_rate": 50});
        assert_eq!(Value::Object(orders.config.settings), settings);
        assert_eq!((orders.config.seed, orders.config.bot_timeout), (99, Duration::from_millis(1500)));
        assert_eq!((orders.logs.as_deref(), orders.full_log, orders.diff_log), (Some("logs"), false, true));
        assert_eq!(orders.config.programs, ["bot"]);
    }

    #[test]
    fn a_seed_is_drawn_where_none_is_given() {
        let seed = |flags, file| read(flags, &[], file).unwrap().config.seed;
        assert_eq!(seed(json!({"seed": "0xff"}), json!({"Seed": 5})), 255);
        assert_eq!(seed(json!({}), json!({"Seed": 5})), 5);
        assert_eq!(seed(json!({"rules": "v2024.0.8"}), json!({})), (1 << 40) % (1 << 30));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (flags, told) in [
            (json!({"board": "50"}), "board: \"50\" is not COLSxROWS, as 50x50"),
            (json!({"board": "5x50"}), "`cols` is 5: give a whole number from 6 to 64"),
            (json!({"rules": "oficial"}), "`rules` is \"oficial\": give \"official\" or \"v2024.0.8\""),
            (json!({"config": "colz=5"}), "unknown setting `colz`: did you mean `cols`?"),
            (json!({"config": "cols"}), "config: \"cols\" is not NAME=VALUE"),
            (json!({"matches": 0}), "matches: 0 is not in 1..=250"),
            (json!({"fill": ""}), "bot: \"\" is not a name, or name:option=value"),
        ] {
            assert_eq!(read(flags, &[], json!({})).unwrap_err(), told);
        }
        let error = read(json!({}), &[("WORLD_SEED", "x")], json!({})).unwrap_err();
        assert_eq!(error, "WORLD_SEED: x is not a whole number");
        let error = read(json!({}), &[("GameSettings__InputLogFile", "a.log")], json!({})).unwrap_err();
        assert!(error.starts_with("InputLogFile: a match is not played from a file"), "{error}");
        assert!(of_file("a.json", "[1]").unwrap_err().to_string().contains("[1] is not an object"));
        assert!(of_file("a.toml", "players = 2").is_ok());
    }
}
