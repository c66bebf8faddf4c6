//! Bots, solver and tools for Ghost Tag (sections 9 and 16 of its rules).

mod ahead;
mod belief;
mod chase;
mod exact;
mod gap;
mod plain;
mod runner;
mod score;
mod searched;
mod sight;
pub mod solve;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod warden;

pub use chase::Chase;
pub use plain::{Direct, Guard, Still, Wanderer};
pub use runner::Runner;
pub use score::Score;
pub use table::Table;
pub use warden::Warden;

use crate::search;
use gridhaunt_console::AddTools;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Bot, BotEntry};
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Settings, Tag};

type Entry = BotEntry<Settings, Start, View, Action>;

/// Adds bots, tools and experiments to the game.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<Tag>() else { return };
    family
        .bot(Entry {
            name: "score",
            about: "survivor: weighs the way out against the killers it sees and remembers",
            options: score::Weights::FIELDS,
            make: |call| as_survivor(call, Score::new(call.options)?),
        })
        .bot(Entry {
            name: "chase",
            about: "killer: runs after the nearest survivor, else to the nearest exit",
            options: chase::Habits::FIELDS,
            make: |call| as_killer(call, Chase::new(call.options)?),
        })
        .bot(Entry {
            name: "guard",
            about: "killer: stands at an exit and takes who comes beside it",
            options: &[],
            make: |call| as_killer(call, Guard::default()),
        })
        .bot(Entry {
            name: "direct",
            about: "survivor: goes to the nearest exit, whoever is there",
            options: &[],
            make: |call| as_survivor(call, Direct),
        })
        .bot(Entry {
            name: "random",
            about: "takes a random open step",
            options: &[],
            make: |call| Ok(Box::new(Wanderer::new(call.random))),
        })
        .bot(Entry { name: "still", about: "stays where it is", options: &[], make: |_| Ok(Box::new(Still)) })
        .bot(Entry {
            name: "table",
            about: "exact play for one survivor and one killer that see everything",
            options: &[],
            make: |call| Ok(Box::new(Table::new(call)?)),
        })
        .bot(Entry {
            name: "runner",
            about: "survivor: guesses where the killers are and takes the way out that fits most guesses",
            options: &[],
            make: |call| as_survivor(call, Runner::new(call.random)),
        })
        .bot(Entry {
            name: "warden",
            about: "killer: plays the match ahead to see whom to hunt and which exit to guard",
            options: &[],
            make: |call| as_killer(call, Warden::default()),
        })
        .bot(search::entry(|call| match Tag::<8>::fits(call.settings) {
            true => search::make::<Tag<8>>(call),
            false => search::make::<Tag<16>>(call),
        }))
        .bot(gridhaunt_solve::perfect::entry::<exact::Exact>())
        .bot(Entry {
            name: "best",
            about: "the strongest there is: runner for survivors, warden for killers",
            options: &[],
            make: |call| match is_killer(call) {
                true => Ok(Box::new(Warden::default())),
                false => Ok(Box::new(Runner::new(call.random))),
            },
        })
        .extra(&exact::SOLVER)
        .tool(&solver::TOOL)
        .study(sight::STUDY);
}

type Made = Result<Box<dyn Bot<Start, View, Action>>, Invalid>;

fn as_survivor(call: &Call<'_, Settings>, bot: impl Bot<Start, View, Action> + 'static) -> Made {
    if is_killer(call) { Err(wrong_side(call, "survivor", "killer")) } else { Ok(Box::new(bot)) }
}

fn as_killer(call: &Call<'_, Settings>, bot: impl Bot<Start, View, Action> + 'static) -> Made {
    if is_killer(call) { Ok(Box::new(bot)) } else { Err(wrong_side(call, "killer", "survivor")) }
}

fn is_killer(call: &Call<'_, Settings>) -> bool {
    call.seat.index() >= usize::from(call.settings.counts()[0]) // R5
}

fn wrong_side(call: &Call<'_, Settings>, plays: &str, is: &str) -> Invalid {
    Invalid::new("", format!("seat {}", call.seat), format!("the seat of a {plays}"))
        .says(format!("plays {plays}s, seat {} is a {is}; {plays}=NAME seats a bot on all {plays}s", call.seat))
}
