//! Bots that come with the engine.
//!
//! A bot knows only what its seat receives, its own memory and its own generator. [`registry`] is the list of games
//! with their bots, which is what every front end starts from.
//!
//! ```
//! use gridhaunt_kernel::Seat;
//! use serde_json::{Map, json};
//!
//! let registry = gridhaunt_bots::registry();
//! let table = registry.find("pyrat")?.open(&json!({"preset": "tiny"}))?;
//! let session = table.begin(7)?;
//! let mut greedy = table.player("greedy", &Map::new(), 7, Seat(0))?;
//! greedy.start(session.as_ref(), Seat(0));
//! let choice = greedy.choose(session.as_ref(), Seat(0));
//! assert!(choice.is_some_and(|code| session.allows(Seat(0), code)));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

pub mod ghost_grid;
pub mod openings;
pub mod pyrat;
pub mod search;
pub mod snarl;
pub mod sproutopia;
mod starters;
pub mod tag;

use gridhaunt_kernel::registry::Registry;

/// Every game, with all its bots.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = gridhaunt_roster::registry();
    ghost_grid::seat(&mut registry);
    pyrat::seat(&mut registry);
    snarl::seat(&mut registry);
    sproutopia::seat(&mut registry);
    tag::seat(&mut registry);
    starters::offer(&mut registry);
    openings::offer(&mut registry);
    registry
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_role_has_a_default_bot_that_exists() {
        for game in super::registry().games() {
            let bots: Vec<&str> = game.bots().iter().map(|bot| bot.name).collect();
            for role in game.info().roles {
                assert!(bots.contains(&role.bot), "{} of {}", role.bot, game.info().name);
            }
        }
    }
}
