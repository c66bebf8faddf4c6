//! The configuration of a server, and the flags that set it.

use super::messages::Quotes;
use super::terms::{CLASSIC_GAP, Terms};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Reader, Value, brief};
use gridhaunt_kernel::settings::{FieldKind, SEED, read_seed};
use std::time::Duration;

gridhaunt_kernel::words! {
    /// Whether something is done.
    pub(super) enum Switch {
        /// It is.
        On = "on",
        /// It is not.
        Off = "off",
    }
    /// An answer whose usual one is yes.
    pub(super) enum YesNo {
        Yes = "yes",
        /// No.
        No = "no",
    }
    /// An answer whose usual one is no.
    pub(super) enum NoYes {
        /// No.
        No = "no",
        Yes = "yes",
    }
}

const RETRIES: FieldKind = FieldKind::Schema(r#"{"description":"unlimited or 0..=1000"}"#);

gridhaunt_kernel::settings! {
    /// The flags of `gridhaunt snarl server`.
    pub(super) struct Flags {
        /// The levels to play
        levels: String = "snarl.levels".into(), text "a .levels file";
        /// How many players are enough for a game
        clients: u8 = 4, in 1..=4;
        /// Seconds to wait for another player after each that comes, and for a name
        wait: u64 = 60, in 1..=86_400;
        /// Show the whole board after every act
        observe: bool = false;
        /// Where to listen
        address: String = "127.0.0.1".into(), text "an address or a host";
        /// The port to listen on; 0 for any that is free
        port: u16 = 45678, in 0..=65_535;
        /// The level to start at
        start: u64 = 1, in 1..=64;
        /// The seed of the first game; each game has the next
        seed: Option<u64> = None, kind SEED, shown "from the clock", read read_seed;
        /// The last round of a level, 0 for none
        max_rounds: u64 = 0, in 0..=1_000_000;
        /// How often a player is asked again in one turn
        retries: Option<u32> = None, kind RETRIES, shown "unlimited", read read_retries;
        /// Seconds for a turn, 0 for no limit
        turn_timeout: u64 = 60, in 0..=86_400;
        /// Bad names before a connection is closed
        name_tries: u32 = 5, in 1..=1000;
        /// Malformed answers in one turn before a player is lost
        malformed_limit: u32 = 16, in 1..=1000;
        /// Whether requests and results go with quotes
        words: Quotes = Quotes::Quoted;
        /// Whether a player hears at once that it was caught
        late_eject: Switch = Switch::On;
        /// Milliseconds between two messages to one client
        gap: Option<u64> = None, in 0..=10_000, shown "0";
        /// Whether a line feed ends each message
        newline: Option<YesNo> = None, shown "yes";
        /// Whether the end of a game tells if it was won
        game_won: Option<NoYes> = None, shown "no";
        /// For clients of other servers: --gap 50 --newline no --game-won yes
        classic: bool = false;
        /// How many games to play; 0 until stopped
        games: u64 = 1, in 0..=1_000_000_000;
        /// How many games may run at once
        parallel: usize = 1, in 1..=64;
        /// Tell the totals of all games after each
        leaderboard: bool = false;
        /// Where replays go
        record: Option<String> = None, text "a file, or a folder for several games", shown "none";
    }
}

fn read_retries(_: &Flags, value: &Value, _: &Reader<'_>) -> Result<Option<u32>, Invalid> {
    match value.as_u64().and_then(|number| u32::try_from(number).ok()) {
        _ if value == "unlimited" => Ok(None),
        Some(number @ 0..=1000) => Ok(Some(number)),
        _ => Err(Invalid::new("retries", brief(value), "unlimited or in 0..=1000")),
    }
}

impl Flags {
    /// The limits and formats for players.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            retries: self.retries,
            turn_timeout: (self.turn_timeout > 0).then(|| Duration::from_secs(self.turn_timeout)),
            name_tries: self.name_tries,
            malformed_limit: self.malformed_limit,
            words: self.words,
            late_eject: self.late_eject == Switch::On,
            gap: self.gap.map_or(if self.classic { CLASSIC_GAP } else { Duration::ZERO }, Duration::from_millis),
            newline: self.newline.map_or(!self.classic, |answer| answer == YesNo::Yes),
            game_won: self.game_won.map_or(self.classic, |answer| answer == NoYes::Yes),
        }
    }
}

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Config {
    pub address: String,
    /// The port; 0 for any free port.
    pub port: u16,
    /// The settings of its games, without `players` and `names`; without `max_rounds` there is no last round.
    pub settings: Map<String, Value>,
    /// How many players are enough for a game, 1 to 4.
    pub clients: u8,
    /// How long a registration waits for another connection, and a connection for a name.
    pub wait: Duration,
    /// The match seed of the first game; each further game has the next number.
    pub seed: u64,
    /// The limits and formats for players.
    pub terms: Terms,
    /// How many games it plays; 0 for any number until it is stopped.
    pub games: u64,
    /// How many games may run at once, at least 1.
    pub parallel: usize,
    /// Whether the totals are sent after each game.
    pub leaderboard: bool,
    /// Whether boards are reported.
    pub observe: bool,
    /// Whether records are reported.
    pub record: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { settings: Map::new(), ..Self::of(&Flags::default()) }
    }
}

impl Config {
    /// The configuration from flags; the caller has to add the levels and the seed.
    pub(super) fn of(flags: &Flags) -> Self {
        let settings = [("start_level", flags.start), ("max_rounds", flags.max_rounds)];
        Self {
            address: flags.address.clone(),
            port: flags.port,
            settings: settings.map(|(name, number)| (name.to_string(), number.into())).into_iter().collect(),
            clients: flags.clients,
            wait: Duration::from_secs(flags.wait),
            seed: flags.seed.unwrap_or(0),
            terms: flags.terms(),
            games: flags.games,
            parallel: flags.parallel,
            leaderboard: flags.leaderboard,
            observe: flags.observe,
            record: flags.record.is_some(),
        }
    }

    /// The settings of a game with these players.
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
    use gridhaunt_kernel::settings::Declared as _;
    use serde_json::json;

    fn read(flags: Value) -> Result<Config, String> {
        Flags::from_flags(flags.as_object().unwrap()).map(|flags| Config::of(&flags)).map_err(|error| error.to_string())
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
