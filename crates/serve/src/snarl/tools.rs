//! `gridhaunt snarl server` and `gridhaunt snarl client`.

use super::config;
#[cfg(not(feature = "sockets"))]
use crate::absent as running;
use gridhaunt_console::Tool;
use gridhaunt_kernel::settings::Declared;

#[cfg(feature = "sockets")]
mod running;

/// Plays games over TCP.
pub static SERVER: Tool = Tool {
    name: "server",
    also: &["snarlServer"],
    about: "Play games over TCP: wait for players, then run the game for them",
    example: "gridhaunt snarl server --levels snarl.levels --clients 2 --port 45678",
    flags: config::Flags::FIELDS,
    reads: None,
    run: running::serve,
};

gridhaunt_kernel::settings! {
    /// The flags of `gridhaunt snarl client`.
    struct Visit {
        /// The server
        address: String = "127.0.0.1".into(), text "an address or a host";
        /// Its port
        port: u16 = 45678, in 0..=65_535;
        /// Your name
        name: Option<String> = None, text "1 to 32 letters and digits", shown "asked for";
        /// The bot that plays
        bot: Option<String> = None, text "explorer or random", shown "you play";
    }
}

/// Plays at a server, by hand or with a bot.
pub static CLIENT: Tool = Tool {
    name: "client",
    also: &["snarlClient"],
    about: "Play at a server, by hand or with a bot",
    example: "gridhaunt snarl client --port 45678 --name ana --bot explorer",
    flags: Visit::FIELDS,
    reads: Some("Your moves, a line each"),
    run: running::join,
};
