//! Bots for Snarl (sections 10 and 18 of its rules), and games whose adversaries play automatically.

mod chase;
mod company;
mod crawl;
mod decision;
mod exact;
mod explorer;
mod ghost;
mod hand;
pub mod local;
pub mod scenario;
#[cfg(test)]
mod tests;
mod zombie;

pub use crawl::{Crawl, Turn};
pub use explorer::Explorer;
pub use ghost::Ghost;
pub use hand::{hand, leave};
pub use zombie::Zombie;

use chase::Measures;
use ghost::Reach;
use gridhaunt_console::AddTools;
use gridhaunt_kernel::bot::{Call, Uniform};
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::settings::{Declared, Field, field_of};
use gridhaunt_kernel::{Bot, BotEntry, Invalid, Random, Seat};
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::view::{Start, View};
use gridhaunt_snarl::{Action, Settings, Snarl};

type Entry = BotEntry<Settings, Start, View, Action>;

/// The result of making a bot.
pub type Made = Result<Box<dyn Bot<Start, View, Action>>, Invalid>;

const ZOMBIE: &[Field] = Measures::FIELDS;
const GHOST: &[Field] = &[field_of::<Reach>("sight"), field_of::<Measures>("metric"), field_of::<Measures>("ties")];

const PLAYERS: [Entry; 2] = [
    Entry {
        name: "random",
        about: "draws among the legal actions",
        options: &[],
        make: |call| Ok(Box::new(Uniform(call.random))),
    },
    Entry {
        name: "explorer",
        about: "player: finds the key, then the exit, and keeps away from what hunts it",
        options: &[],
        make: |call| on(call, ActorKind::Player, Explorer::new(call.random)),
    },
];

/// Adds the bots to the game, and the tools for play at a terminal.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<Snarl>() else { return };
    for entry in PLAYERS {
        family.bot(entry);
    }
    family
        .bot(Entry {
            name: "zombie",
            about: "zombie: goes after players in its room, else wanders",
            options: ZOMBIE,
            make: |call| on(call, ActorKind::Zombie, Zombie::new(call)?),
        })
        .bot(Entry {
            name: "ghost",
            about: "ghost: goes after players within its sight, else through a wall",
            options: GHOST,
            make: |call| on(call, ActorKind::Ghost, Ghost::new(call)?),
        })
        .extra(&exact::SOLVER)
        .tool(&local::TOOL)
        .tool(&scenario::TOOL)
        .study(Study {
            name: "snarl-bots",
            about: "How far players get in the dungeon, and what changes it",
            plan: include_str!("snarl/bots.toml"),
        });
}

/// Makes the bot with this name for a player's seat.
pub fn player(name: &str, settings: &Settings, seat: Seat, random: Random) -> Made {
    let Some(entry) = PLAYERS.into_iter().find(|entry| entry.name == name) else {
        let names = PLAYERS.map(|entry| entry.name).join(", ");
        return Err(Invalid::new("bot", format!("{name:?}"), format!("one of {names}")));
    };
    (entry.make)(&Call { settings, options: &Map::new(), seat, random })
}

fn on(call: &Call<'_, Settings>, kind: ActorKind, bot: impl Bot<Start, View, Action> + 'static) -> Made {
    let is = match call.seat.0.checked_sub(call.settings.players) {
        None => ActorKind::Player,
        Some(0) => ActorKind::Zombie,
        Some(_) => ActorKind::Ghost,
    };
    if is == kind {
        return Ok(Box::new(bot));
    }
    let (plays, is) = (kind.name(), is.name());
    Err(Invalid::new("", format!("seat {}", call.seat), format!("the seat of a {plays}"))
        .says(format!("plays a {plays}, seat {} is a {is}; {plays}=NAME seats a bot there", call.seat)))
}
