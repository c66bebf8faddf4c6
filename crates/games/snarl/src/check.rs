//! The invariants of every state (section 18).

use crate::Action;
use crate::actor::{Actor, ActorKind};
use crate::ground::TileKind;
use crate::rules;
use crate::setup::actors;
use crate::state::{ADVERSARIES, End, PLAYERS, Place, Player, State, Status};
use crate::world::World;
use gridhaunt_kernel::prelude::*;

/// Checks a state of a played game; the error says which invariant does not hold.
pub fn check(world: &World, state: &State) -> Result<(), String> {
    let ground = world.ground();
    let ensure = |fine: bool, what: &dyn Fn() -> String| if fine { Ok(()) } else { Err(what()) };
    ensure(usize::from(state.level) < world.sites().len(), &|| format!("there is no level {}", state.level))?;
    let site = world.site(state);
    let fits = usize::from(site.zombies) + usize::from(site.ghosts) <= ADVERSARIES;
    ensure(fits && usize::from(world.code.players) <= PLAYERS, &|| "there are too many actors".into())?;
    let standing: Vec<Actor> = if state.end.is_some() { Vec::new() } else { actors(&ground, state).collect() };
    for (i, &actor) in standing.iter().enumerate() {
        let at = state.tile_of(&ground, actor).unwrap_or_default();
        let inside = u16::from(at.row()) < site.rows && u16::from(at.column()) < site.columns;
        let kind = ground.spot(site, at).kind();
        ensure(inside && kind.is_traversable(), &|| format!("{actor} stands on {kind:?}"))?;
        ensure(actor.kind != ActorKind::Zombie || kind == TileKind::Floor, &|| format!("{actor} stands on {kind:?}"))?;
        let shared = standing[..i].iter().find(|&&other| state.tile_of(&ground, other) == Some(at));
        ensure(shared.is_none(), &|| format!("{actor} shares its tile with {shared:?}"))?;
        let object = (state.key && site.key == Some(at)) || site.exit == Some(at);
        let closed = world.code.closed_objects && actor.kind != ActorKind::Player && object;
        ensure(!closed, &|| format!("{actor} stands on a closed object"))?;
    }
    ensure(state.locked == state.key, &|| "the exit is locked exactly while the key lies in the level".into())?;
    ensure(!state.key || site.key.is_some(), &|| "a key lies in a level that has none".into())?;
    ensure(state.taker.is_none() || !state.key, &|| "the key was taken and lies there".into())?;
    let rounds = world.code.max_rounds;
    let in_time = state.round >= 1 && (rounds == 0 || state.round <= rounds);
    ensure(in_time, &|| format!("round {} of at most {rounds}", state.round))?;
    let players = &state.players[..usize::from(world.code.players)];
    let listed = |seats: &[Seat], seat: usize| seats.iter().filter(|other| other.index() == seat).count();
    for (seat, player) in players.iter().enumerate() {
        let (exits, ejects) = (listed(state.exits.seats(), seat), listed(state.ejects.seats(), seat));
        let expected = match player.status {
            Status::In | Status::Stranded => (0, 0),
            Status::Exited => (1, 0),
            Status::Expelled => (0, 1),
            Status::Forfeited => (0, ejects.min(1)), // In this level or in one before.
        };
        ensure((exits, ejects) == expected, &|| {
            format!("seat {seat} is {} but listed otherwise", player.status.name())
        })?;
        let out = player.status == Status::In || player.at == Default::default();
        ensure(out, &|| format!("seat {seat} is out but stands somewhere"))?;
        let stranded = player.status == Status::Stranded && state.end.is_none();
        ensure(!stranded, &|| format!("seat {seat} is stranded in a level that goes on"))?;
    }
    let unused = state.players[players.len()..].iter().all(|player| *player == Player::default());
    ensure(unused, &|| "a seat that does not exist has a player".into())?;
    let idle = state.hunters[state.hunters(site).len()..].iter().all(|tile| tile.0 == 0);
    ensure(idle, &|| "an adversary that does not exist stands somewhere".into())?;
    let Some(actor) = state.actor(&ground) else {
        let over = state.turn == Place(0) && state.inside(&ground).next().is_none();
        ensure(over, &|| "the game is over and somebody is in the level".into())?;
        // R28: the game is over only for a reason that ends a game.
        let last = usize::from(state.level) + 1 >= world.sites().len();
        let stranded = players.iter().any(|player| player.status == Status::Stranded);
        let expected = match (state.exits.seats().is_empty(), stranded) {
            (true, true) => Some(End::Stranded),
            (true, false) => Some(End::Expelled),
            (false, _) => last.then_some(End::Won),
        };
        return ensure(state.end == expected, &|| "the end does not fit the players and the level".into());
    };
    ensure(standing.contains(&actor), &|| format!("it is the turn of {actor}, who is not in the level"))?;
    let legal = rules::legal(&ground, state, actor);
    let stays = legal.has(Action::Stay);
    ensure(legal.0 != 0, &|| format!("{actor} has no legal action"))?;
    match actor.kind {
        ActorKind::Player => ensure(stays, &|| format!("{actor} may not stay")),
        _ => ensure(!stays || legal.iter().count() == 1, &|| format!("{actor} may stay although it can move")),
    }
}
