//! The rules of every game, reachable from a WebAssembly runtime.

use gridhaunt_kernel::json::{Map, Value};

/// The most steps of a game; most games are over sooner.
const STEPS: u64 = 300;

/// How many games there are.
#[allow(unsafe_code, reason = "the name must be found from outside, and there is no other function of that name")]
#[unsafe(no_mangle)]
pub extern "C" fn game_count() -> u32 {
    gridhaunt_roster::registry().games().count() as u32
}

/// The hash of `games` seeded games of random play of one game with its default settings; 0 if there is no such game.
#[allow(unsafe_code, reason = "the name must be found from outside, and there is no other function of that name")]
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint(game: u32, games: u32) -> u64 {
    let registry = gridhaunt_roster::registry();
    let opened = registry.games().nth(game as usize).and_then(|game| game.open(&Value::Object(Map::new())).ok());
    opened.and_then(|opened| opened.fingerprint(games.into(), STEPS).ok()).unwrap_or(0)
}
