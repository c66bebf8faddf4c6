//! The result of a player's move in a state, however far it leads (R53).

use super::given::{Deed, Given, name};
use super::line;
use super::place::Place;
use crate::level::Point;
use gridhaunt_kernel::prelude::*;

pub(super) fn answer([state, player, point]: &[Value; 3]) -> Result<String, Invalid> {
    let mut state = Given::read(state).map_err(|error| error.within("[0]"))?;
    let name = name(player).map_err(|error| error.within("[1]"))?;
    let to = Point::read(point).map_err(|error| error.within("[2]"))?;
    let Some(player) = state.players.iter().position(|player| player.name == name) else {
        return Ok(line(&("Failure", "Player ", name, " is not a part of the game."))); // R53.1
    };
    if !Place::of(&state.level, to).traversable() || state.is_taken(player, to) {
        return Ok(line(&("Failure", "The destination position ", to, " is invalid."))); // R53.2
    }
    Ok(match state.arrive(player, to) {
        Deed::Eject => line(&("Success", "Player ", name, " was ejected.", state)), // R53.3
        Deed::Exit => line(&("Success", "Player ", name, " exited.", state)),
        Deed::Key | Deed::Ok => line(&("Success", state)), // R53.4
    })
}
