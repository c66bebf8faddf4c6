//! Bots for Sproutopia (section 18 of its rules). All use only the view and their own generator.

mod claimer;
mod exact;
mod fence;
mod hunter;
mod loops;
mod memory;
mod plain;
mod rivals;
mod search;
mod searched;
mod steward;
#[cfg(test)]
mod tests;

pub use claimer::Claimer;
pub use hunter::Hunter;
pub use plain::{Idle, Square, Wanderer};
pub use steward::Steward;

use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::{BotEntry, Game};
use gridhaunt_sproutopia::view::{Start, View};
use gridhaunt_sproutopia::{Action, Legacy, Official, Settings, Sproutopia};

type Entry = BotEntry<Settings, Start, View, Action>;

/// Adds bots and experiments to the game.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<Sproutopia>() else { return };
    family
        .bot(Entry {
            name: "claimer",
            about: "fences the rectangle with most new cells a step, and runs home when somebody could cut it",
            options: &[],
            make: |_| Ok(Box::new(Claimer::new(9))),
        })
        .bot(Entry {
            name: "greedy",
            about: "the claimer by the name the rules give it",
            options: &[],
            make: |_| Ok(Box::new(Claimer::new(9))),
        })
        .bot(Entry {
            name: "hunter",
            about: "cuts trails it can reach in time, flees when its own is in danger, else fences small rectangles",
            options: &[],
            make: |_| Ok(Box::new(Hunter::new())),
        })
        .bot(Entry {
            name: "steward",
            about: "weighs loops by what they gain and by who could cut them in time, and cuts trails that it can reach",
            options: &[],
            make: |_| Ok(Box::new(Steward::new())),
        })
        .bot(crate::search::entry(|call| match Sproutopia::<Official>::fits(call.settings) {
            true => crate::search::make::<Sproutopia<Official>>(call),
            false => crate::search::make::<Sproutopia<Legacy>>(call),
        }))
        .bot(Entry {
            name: "best",
            about: "the strongest there is: steward",
            options: &[],
            make: |_| Ok(Box::new(Steward::new())),
        })
        .bot(Entry {
            name: "square",
            about: "up, right, down, left, five steps each, for ever",
            options: &[],
            make: |_| Ok(Box::new(Square::default())),
        })
        .bot(Entry {
            name: "random",
            about: "in 3 of 10 ticks turns in a random direction that does not end it at once",
            options: &[],
            make: |call| Ok(Box::new(Wanderer::new(call.random))),
        })
        .bot(Entry { name: "idle", about: "never sends a command", options: &[], make: |_| Ok(Box::new(Idle)) })
        .extra(&exact::SOLVER)
        .study(Study {
            name: "sproutopia-bots",
            about: "Whether a seat is better than another, and whether the two sets of rules play differently",
            plan: include_str!("sproutopia/bots.toml"),
        });
}
