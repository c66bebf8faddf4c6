//! Bots for Snarl (sections 10 and 18 of its rules), and games whose adversaries play automatically.

mod chase;
mod company;
mod crawl;
mod decision;
mod delver;
mod exact;
mod explorer;
mod ghost;
mod hand;
pub mod local;
pub mod scenario;
mod searched;
mod stalker;
#[cfg(test)]
mod tests;
mod zombie;

pub use crawl::{Crawl, Turn};
pub use delver::Delver;
pub use explorer::Explorer;
pub use ghost::Ghost;
pub use hand::{hand, leave};
pub use stalker::Stalker;
pub use zombie::Zombie;

use crate::search;
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

const PLAYERS: [Entry; 3] = [
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
    Entry {
        name: "delver",
        about: "player: keeps out of reach of all that can be near, and sees ahead what hunters do",
        options: &[],
        make: |call| on(call, ActorKind::Player, Delver::new(call.settings, call.seat, call.random)),
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
        .bot(Entry {
            name: "stalker",
            about: "zombie or ghost: waits out of sight where players will go, and strikes from there",
            options: &[],
            make: |call| match role(call) {
                ActorKind::Player => Err(misplaced(call, "zombies and ghosts", "zombie=stalker or ghost=stalker")),
                ActorKind::Zombie | ActorKind::Ghost => Ok(Box::new(Stalker::new(call.settings))),
            },
        })
        .bot(search::entry(search::make::<Snarl>))
        .bot(Entry {
            name: "best",
            about: "the strongest there is: delver for players, stalker for zombies and ghosts",
            options: &[],
            make: |call| match role(call) {
                ActorKind::Player => Ok(Box::new(Delver::new(call.settings, call.seat, call.random))),
                ActorKind::Zombie | ActorKind::Ghost => Ok(Box::new(Stalker::new(call.settings))),
            },
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
    if role(call) == kind {
        return Ok(Box::new(bot));
    }
    let plays = kind.name();
    Err(misplaced(call, &format!("a {plays}"), &format!("{plays}=NAME")))
}

/// What the seat of a call moves.
const fn role(call: &Call<'_, Settings>) -> ActorKind {
    match call.seat.0.checked_sub(call.settings.players) {
        None => ActorKind::Player,
        Some(0) => ActorKind::Zombie,
        Some(_) => ActorKind::Ghost,
    }
}

/// The error of a bot on a seat that it cannot play.
fn misplaced(call: &Call<'_, Settings>, plays: &str, words: &str) -> Invalid {
    let (seat, is) = (call.seat, role(call).name());
    Invalid::new("", format!("seat {seat}"), format!("the seat of {plays}"))
        .says(format!("plays {plays}, seat {seat} is a {is}; {words} seats a bot there"))
}
