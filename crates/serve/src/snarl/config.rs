//! What a server is to do, as a program and as a person says it.

use super::messages::Quotes;
use super::terms::Terms;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Reader, Value, brief};
use gridhaunt_kernel::settings::{Field, FieldKind};
use std::time::Duration;

const fn field(name: &'static str, default: fn() -> String, kind: FieldKind, about: &'static str) -> Field {
    Field { name, default, kind, about }
}

const WORDS: &[&str] = &["quoted", "bare"];
const ON_OFF: &[&str] = &["on", "off"];
const YES_NO: &[&str] = &["yes", "no"];
const NO_YES: &[&str] = &["no", "yes"];
const GAP: FieldKind = FieldKind::Integer(0, 10_000);
const RETRIES: FieldKind = FieldKind::Schema(r#"{"description":"unlimited or 0..=1000"}"#);
const SEED: FieldKind = FieldKind::Schema(r#"{"description":"an integer 0..2^64"}"#);

/// The flags of `gridhaunt snarl server`.
pub(super) const FLAGS: &[Field] = &[
    field("levels", || "snarl.levels".into(), FieldKind::Text("a .levels file"), "The levels to play"),
    field("clients", || "4".into(), FieldKind::Integer(1, 4), "How many players are enough for a game"),
    field(
        "wait",
        || "60".into(),
        FieldKind::Integer(1, 86_400),
        "Seconds to wait for another player after each that comes, and for a name",
    ),
    field("observe", || "false".into(), FieldKind::Flag, "Show the whole board after every act"),
    field("address", || "127.0.0.1".into(), FieldKind::Text("an address or a host"), "Where to listen"),
    field("port", || "45678".into(), FieldKind::Integer(0, 65_535), "The port to listen on; 0 for any that is free"),
    field("start", || "1".into(), FieldKind::Integer(1, 64), "The level to start at"),
    field("seed", || "from the clock".into(), SEED, "The seed of the first game; each game has the next"),
    field("max_rounds", || "0".into(), FieldKind::Integer(0, 1_000_000), "The last round of a level, 0 for none"),
    field("retries", || "unlimited".into(), RETRIES, "How often a player is asked again in one turn"),
    field("turn_timeout", || "60".into(), FieldKind::Integer(0, 86_400), "Seconds for a turn, 0 for no limit"),
    field("name_tries", || "5".into(), FieldKind::Integer(1, 1000), "Bad names before a connection is closed"),
    field(
        "malformed_limit",
        || "16".into(),
        FieldKind::Integer(1, 1000),
        "Malformed answers in one turn before a player is lost",
    ),
    field("words", || "quoted".into(), FieldKind::Word(WORDS), "Whether requests and results go with quotes"),
    field("late_eject", || "on".into(), FieldKind::Word(ON_OFF), "Whether a player hears at once that it was caught"),
    field("gap", || "0".into(), GAP, "Milliseconds between two messages to one client"),
    field("newline", || "yes".into(), FieldKind::Word(YES_NO), "Whether a line feed ends each message"),
    field("game_won", || "no".into(), FieldKind::Word(NO_YES), "Whether the end of a game tells if it was won"),
    field(
        "classic",
        || "false".into(),
        FieldKind::Flag,
        "For clients of other servers: --gap 50 --newline no --game-won yes",
    ),
    field("games", || "1".into(), FieldKind::Integer(0, 1_000_000_000), "How many games to play; 0 until stopped"),
    field("parallel", || "1".into(), FieldKind::Integer(1, 64), "How many games may run at once"),
    field("leaderboard", || "false".into(), FieldKind::Flag, "Tell the totals of all games after each"),
    field("record", || "none".into(), FieldKind::Text("a file, or a folder for several games"), "Where replays go"),
];

fn retries(value: &Value) -> Result<u32, Invalid> {
    let number = value.as_u64().filter(|n| *n <= 1000).and_then(|n| u32::try_from(n).ok());
    number.ok_or_else(|| Invalid::new("retries", brief(value), "unlimited or in 0..=1000"))
}

/// What a server is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Where it listens.
    pub address: String,
    /// On which port; 0 for any that is free.
    pub port: u16,
    /// The settings of its games but `players` and `names`; without `max_rounds` there is no last round.
    pub settings: Map<String, Value>,
    /// How many players are enough for a game, 1 to 4.
    pub clients: u8,
    /// How long a registration waits for another connection, and a connection for a name.
    pub wait: Duration,
    /// The match seed of the first game; each game has the next.
    pub seed: u64,
    /// What players are held to.
    pub terms: Terms,
    /// How many games it plays; 0 until it is stopped.
    pub games: u64,
    /// How many games may run at once, at least 1.
    pub parallel: usize,
    /// Whether totals are told after each game.
    pub leaderboard: bool,
    /// Whether boards are reported.
    pub observe: bool,
    /// Whether records are reported.
    pub record: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: "127.0.0.1".into(),
            port: 45678,
            settings: Map::new(),
            clients: 4,
            wait: Duration::from_secs(60),
            seed: 0,
            terms: Terms::default(),
            games: 1,
            parallel: 1,
            leaderboard: false,
            observe: false,
            record: false,
        }
    }
}

impl Config {
    /// Reads flags; the levels and the seed are for the caller to add.
    pub(super) fn read(flags: &Map<String, Value>) -> Result<Self, Invalid> {
        let document = Value::Object(flags.clone());
        let names: Vec<&'static str> = FLAGS.iter().map(|field| field.name).collect();
        let read = Reader::new("flags", &document, &names)?;
        let number = |field: &Field| match field.kind {
            FieldKind::Integer(lo, hi) => {
                Ok(read.integer(field.name, lo, hi)?.or(field.default().parse().ok()).unwrap_or(lo))
            }
            _ => Ok(0),
        };
        let number = |name: &str| FLAGS.iter().find(|field| field.name == name).map_or(Ok(0), number);
        let word = |name: &str, words: &[&str]| Ok(read.word(name, words)?.unwrap_or(0));
        let text = |name: &str| flags.get(name).and_then(Value::as_str);
        let seconds = |n: u64| (n > 0).then(|| Duration::from_secs(n));
        let usual = if read.flag("classic")?.unwrap_or(false) { Terms::classic() } else { Terms::default() };
        let terms = Terms {
            retries: match read.get("retries") {
                None => None,
                Some(value) if value == "unlimited" => None,
                Some(value) => Some(retries(value)?),
            },
            turn_timeout: seconds(number("turn_timeout")?),
            name_tries: number("name_tries")? as u32,
            malformed_limit: number("malformed_limit")? as u32,
            words: [Quotes::Quoted, Quotes::Bare][word("words", WORDS)?],
            late_eject: word("late_eject", ON_OFF)? == 0,
            gap: read.integer("gap", 0, 10_000)?.map_or(usual.gap, Duration::from_millis),
            newline: read.word("newline", YES_NO)?.map_or(usual.newline, |word| word == 0),
            game_won: read.word("game_won", NO_YES)?.map_or(usual.game_won, |word| word == 1),
        };
        let mut settings = Map::new();
        settings.insert("start_level".into(), number("start")?.into());
        settings.insert("max_rounds".into(), number("max_rounds")?.into());
        let standard = Self::default();
        Ok(Self {
            address: text("address").map_or(standard.address, String::from),
            port: number("port")? as u16,
            settings,
            clients: number("clients")? as u8,
            wait: Duration::from_secs(number("wait")?),
            seed: read.wide("seed")?.unwrap_or(standard.seed),
            terms,
            games: number("games")?,
            parallel: number("parallel")? as usize,
            leaderboard: read.flag("leaderboard")?.unwrap_or(false),
            observe: read.flag("observe")?.unwrap_or(false),
            record: flags.contains_key("record"),
        })
    }

    /// The settings of a game of these players.
    pub(super) fn settings_for(&self, names: Vec<Value>) -> Value {
        let mut document = self.settings.clone();
        document.entry("max_rounds").or_insert(0.into()); // Section 11.
        document.insert("players".into(), names.len().into());
        document.insert("names".into(), names.into());
        document.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(flags: Value) -> Result<Config, String> {
        Config::read(flags.as_object().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn without_flags_all_is_as_the_specification_says() {
        let config = read(json!({})).unwrap();
        let settings = json!({"start_level": 1, "max_rounds": 0}).as_object().unwrap().clone();
        assert_eq!(config, Config { settings, ..Config::default() });
    }

    #[test]
    fn flags_are_read() {
        let config = read(json!({"retries": 3, "turn_timeout": 0, "words": "bare", "late_eject": "off", "games": 0,
            "port": 0, "address": "::1", "observe": true, "seed": "0xff", "wait": 5}));
        let config = config.unwrap();
        let terms =
            Terms { retries: Some(3), turn_timeout: None, words: Quotes::Bare, late_eject: false, ..Terms::default() };
        assert_eq!((config.terms, config.games, config.port, config.seed), (terms, 0, 0, 255));
        assert_eq!((config.address.as_str(), config.observe, config.wait.as_secs()), ("::1", true, 5));
    }

    #[test]
    fn classic_is_a_set_of_flags_and_each_goes_over_it() {
        assert_eq!(read(json!({"classic": true})).unwrap().terms, Terms::classic());
        let named = json!({"gap": 50, "newline": "no", "game_won": "yes"});
        assert_eq!(read(named).unwrap().terms, Terms::classic());
        let lines = read(json!({"classic": true, "newline": "yes", "gap": 5})).unwrap().terms;
        assert_eq!(lines, Terms { newline: true, gap: Duration::from_millis(5), ..Terms::classic() });
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (flags, told) in [
            (json!({"port": 99999}), "port: 99999 is not in 0..=65535"),
            (json!({"clients": 7}), "clients: 7 is not in 1..=4"),
            (json!({"retries": "many"}), "retries: \"many\" is not unlimited or in 0..=1000"),
            (json!({"retries": 1001}), "retries: 1001 is not unlimited or in 0..=1000"),
            (json!({"words": "loud"}), "words: \"loud\" is not one of quoted, bare"),
            (json!({"late_eject": true}), "late_eject: true is not one of on, off"),
            (json!({"gap": 10_001}), "gap: 10001 is not in 0..=10000"),
            (json!({"newline": "maybe"}), "newline: \"maybe\" is not one of yes, no"),
            (json!({"parallel": 65}), "parallel: 65 is not in 1..=64"),
            (json!({"turn_timeout": 86401}), "turn_timeout: 86401 is not in 0..=86400"),
        ] {
            assert_eq!(read(flags).unwrap_err(), told);
        }
    }
}
