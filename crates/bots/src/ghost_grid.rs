//! Bots for Ghost Grid (section 13 of its rules). They use only views; the first line that applies decides.

mod balance;
mod climber;
mod cordon;
mod courier;
mod exact;
mod hunters;
mod random;
mod searched;
mod smuggler;
#[cfg(test)]
mod specialists;
#[cfg(test)]
mod tests;

pub use climber::Climber;
pub use cordon::Cordon;
pub use courier::Courier;
pub use hunters::{Camper, Chaser, Patrol};
pub use random::Wanderer;
pub use smuggler::Smuggler;

use crate::search;
use gridhaunt_ghost_grid::view::{GhostView, Start, View};
use gridhaunt_ghost_grid::{Action, GhostGrid, Settings, Side};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Bot, BotEntry};

type Entry = BotEntry<Settings, Start, View, Action>;

gridhaunt_kernel::settings! {
    /// How a ghost begins.
    struct Opening {
        /// Into how many besides itself a ghost splits on the first turn
        copies: u8 = 0, in 0..=15;
    }
}

/// Adds bots and experiments to the game.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<GhostGrid>() else { return };
    family
        .bot(Entry {
            name: "random",
            about: "draws among the numbered actions that are allowed",
            options: &[],
            make: |call| Ok(Box::new(Wanderer::new(call.random))),
        })
        .bot(Entry {
            name: "climber",
            about: "ghost: goes up, away from the sentinels it sees",
            options: Opening::FIELDS,
            make: |call| on_side(call, Side::Ghost, Climber::new(copies(call)?)),
        })
        .bot(Entry {
            name: "courier",
            about: "ghost: plans its way over all it knows, hides loot from hunters and fetches it again",
            options: Opening::FIELDS,
            make: |call| on_side(call, Side::Ghost, Courier::new(copies(call)?)),
        })
        .bot(Entry {
            name: "smuggler",
            about: "ghost: weighs its routes by the chance to reach the goal, with nodes it has not seen and sentinels it sees",
            options: Opening::FIELDS,
            make: |call| on_side(call, Side::Ghost, Smuggler::new(call, copies(call)?)),
        })
        .bot(Entry {
            name: "patrol",
            about: "sentinel: walks the upper layers, to where nobody has looked for longest",
            options: &[],
            make: |call| on_side(call, Side::Sentinel, Patrol::new(call)),
        })
        .bot(Entry {
            name: "chaser",
            about: "sentinel: goes down to meet the ghosts, where nobody looked of late",
            options: &[],
            make: |call| on_side(call, Side::Sentinel, Chaser::new(call)),
        })
        .bot(Entry {
            name: "camper",
            about: "sentinel: spreads over the layer before the goal and waits",
            options: &[],
            make: |call| on_side(call, Side::Sentinel, Camper::new(call)),
        })
        .bot(Entry {
            name: "cordon",
            about: "sentinel: goes where the squad expects a lone ghost, else into a wall that makes the ways to the goal long",
            options: &[],
            make: |call| on_side(call, Side::Sentinel, Cordon::new(call)),
        })
        .bot(search::entry(search::make::<GhostGrid>))
        .bot(gridhaunt_solve::perfect::entry::<exact::Exact>())
        .bot(Entry {
            name: "best",
            about: "the strongest there is: smuggler for ghosts, cordon for sentinels",
            options: &[],
            make: |call| match call.settings.code(0).side_of(call.seat) {
                Side::Ghost => Ok(Box::new(Smuggler::new(call, 0))),
                Side::Sentinel => Ok(Box::new(Cordon::new(call))),
            },
        })
        .extra(&exact::SOLVER)
        .study(balance::BOTS)
        .study(balance::BALANCE);
}

fn copies(call: &Call<'_, Settings>) -> Result<u8, Invalid> {
    Opening::from_options(call.options).map(|opening| opening.copies)
}

type Made = Result<Box<dyn Bot<Start, View, Action>>, Invalid>;

fn on_side(call: &Call<'_, Settings>, side: Side, bot: impl Bot<Start, View, Action> + 'static) -> Made {
    let is = call.settings.code(0).side_of(call.seat);
    if is == side {
        return Ok(Box::new(bot));
    }
    let (plays, is) = (side.name(), is.name());
    Err(Invalid::new("", format!("seat {}", call.seat), format!("the seat of a {plays}"))
        .says(format!("plays {plays}s, seat {} is a {is}; {plays}=NAME seats a bot on all {plays}s", call.seat)))
}

/// What ghosts with the option `copies` do on the first turn (R50.1).
fn split(view: &GhostView, copies: u8, legal: &[Action]) -> Option<Action> {
    let split = Action::Replicate { copies };
    (view.turn == 1 && copies > 0 && legal.contains(&split)).then_some(split)
}

/// A number that depends on the seat and the node, so that ghosts take different paths (R50, R51).
fn whim(seat: Seat, node: u8, modulus: u32) -> i64 {
    (u32::from(seat.0) * (2 * u32::from(node) + 1) % modulus).into()
}
