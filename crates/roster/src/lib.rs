//! The list of games. Each is named once, in this crate's manifest.
//!
//! ```
//! let registry = gridhaunt_roster::registry();
//! assert!(registry.games().any(|game| game.info().name == "pyrat"));
//! assert!(registry.find("pyrta").err().is_some_and(|error| error.to_string().contains("did you mean pyrat?")));
//! ```

use gridhaunt_kernel::registry::Registry;

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// Every game, with only the bot `uniform`.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    add_all(&mut registry);
    registry
}
