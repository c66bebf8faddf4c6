//! `gridhaunt sproutopia serve`, `import` and `export`.

use super::config::SEED;
use super::orders::{self, CONFIG};
#[cfg(not(feature = "sockets"))]
use crate::absent as running;
use gridhaunt_console::Tool;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::{self, Declared, FieldKind, as_given, read_seed};
use gridhaunt_sproutopia::{Rules, Settings};

#[cfg(feature = "sockets")]
mod running;

/// Plays matches for bots of the challenge.
pub static SERVE: Tool = Tool {
    name: "serve",
    also: &["server"],
    about: "Play matches for bots that connect, as the runner of the challenge does",
    example: "gridhaunt sproutopia serve --fill greedy --ticks 500",
    flags: orders::FLAGS,
    reads: None,
    run: running::serve,
};

gridhaunt_kernel::settings! {
    /// The flags of `gridhaunt sproutopia import`.
    struct Import {
        /// The seed that the match was played with
        seed: Option<u64> = None, kind settings::SEED, shown SEED, read read_seed;
        /// Its rules
        rules: Option<Value> = None, kind FieldKind::Text("official or v2024.0.8"), shown Rules::Legacy.name(), read as_given;
        /// Its last tick
        ticks: Option<u64> = None, in 1..=100_000, shown Settings::default().max_ticks;
        /// Its settings; flags go over it
        settings: Option<String> = None, text "a file, JSON or TOML", shown "none";
        /// A setting of it; goes over the file
        config: Option<Value> = None, kind CONFIG, shown "none", read as_given;
        /// Where the replay goes
        output: Option<String> = None, text "a file", shown "standard output";
    }
}

gridhaunt_kernel::settings! {
    /// The flags of `gridhaunt sproutopia export`.
    struct Export {
        /// Where the logs go
        output: String = "logs".into(), text "a folder";
        /// Leave out the log of whole states
        no_full: bool = false;
        /// Leave out the log of changes
        no_diff: bool = false;
    }
}

/// Makes a replay of an input log.
pub static IMPORT: Tool = Tool {
    name: "import",
    also: &[],
    about: "Make a replay of an input log of the reference engine",
    example: "gridhaunt sproutopia import --seed 12345 240701100000_inputs.log --output match.jsonl",
    flags: Import::FIELDS,
    reads: Some("The input log"),
    run: running::import,
};

/// Writes the logs of a replay.
pub static EXPORT: Tool = Tool {
    name: "export",
    also: &[],
    about: "Write the log files of the reference engine for a replay",
    example: "gridhaunt sproutopia export match.jsonl --output logs",
    flags: Export::FIELDS,
    reads: Some("The replay"),
    run: running::export,
};
