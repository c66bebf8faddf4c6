//! Why a game ended, in words.

use crate::state::{End, State};
use crate::world::World;
use gridhaunt_kernel::prelude::*;

/// The words after the name of the side that won (R26 to R28).
pub(crate) fn why(world: &World, state: &State) -> String {
    let players = &state.players[..usize::from(world.code.players)];
    let level = state.level + 1;
    match state.end {
        Some(End::Won) => {
            let exits: u32 = players.iter().map(|player| u32::from(player.exits)).sum();
            let key = |seat: &usize| (players[*seat].exits, players[*seat].keys);
            let best = (0..players.len()).map(|seat| key(&seat)).max();
            let first: Vec<usize> = (0..players.len()).filter(|seat| Some(key(seat)) == best).collect();
            let names: Vec<_> = first.iter().map(|&seat| format!("{}", world.player_name(Seat(seat as u8)))).collect();
            let ahead = match first.as_slice() {
                _ if players.len() == 1 || first.len() == players.len() => String::new(),
                [seat, ..] => {
                    let (exits, keys) = (players[*seat].exits, players[*seat].keys);
                    let each = if first.len() == 1 { "" } else { " each" };
                    format!(
                        ", {} first with {}, {}{each}",
                        names.join(" and "),
                        count(exits, "exit"),
                        count(keys, "key")
                    )
                }
                [] => String::new(),
            };
            let levels = world.charts.len() as u32 - u32::from(world.values.start_level) + 1;
            format!("{} in {}{ahead}", count(exits, "exit"), count(levels, "level"))
        }
        Some(End::Stranded) => {
            format!("nobody had left level {level} after round {}, its last", state.round)
        }
        _ => format!("nobody left level {level}, all players were expelled"),
    }
}

/// A number with its word in the singular or plural: `1 exit`, `2 exits`.
fn count(number: impl Into<u32>, word: &str) -> String {
    let number = number.into();
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
