//! States that fit what a seat knows.

use crate::actor::ActorKind;
use crate::check::check;
use crate::game::Snarl;
use crate::ground::{NO_ROOM, Site, Tile};
use crate::imagine;
use crate::level::Point;
use crate::name::Name;
use crate::settings::Settings;
use crate::state::{Place, Player, State, Status};
use crate::view::{self, AdversaryView, PlayerView, Roster, Start, View};
use crate::world::World;
use gridhaunt_kernel::prelude::*;

impl Guess for Snarl {
    /// A player sees only a part of its level, and nobody the levels to come.
    const WORLD_IS_TOLD: bool = false;

    fn imagine(_: &Settings, start: &Start, history: &[View], view: &View, random: &mut Random) -> Option<World> {
        imagine::world(start, history, view, random)
    }

    /// None once the game is over, and in a world that does not fit the view.
    fn guess(world: &World, start: &Start, history: &[View], view: &View, random: &mut Random) -> Option<State> {
        let state = match view {
            View::PlayerView(view) => of_player(world, start.seat, history, view, random)?,
            View::AdversaryView(view) => of_adversary(world, view, random)?,
        };
        let fits = check(world, &state).is_ok() && view::view(world, &state, start.seat) == *view;
        fits.then_some(state)
    }
}

/// What every seat knows: the level, its round, and how each player fares. None if nobody is in the level.
fn begin(
    world: &World,
    (level, round, locked): (u8, u32, bool),
    roster: &Roster,
    random: &mut Random,
) -> Option<State> {
    let level = level.checked_sub(1).filter(|&level| usize::from(level) < world.sites().len())?;
    let mut state = State::empty(Random::new(random.next_u64()), level);
    (state.round, state.locked, state.key) = (round, locked, locked);
    for (index, entry) in roster.iter().enumerate() {
        let seat = Seat(index as u8);
        let &view::RosterEntry { status, exits, ejects, keys, .. } = entry;
        *state.players.get_mut(index)? = Player { status, exits, ejects, keys, ..Player::default() };
        match status {
            Status::Exited => state.exits.push(seat),
            Status::Expelled => state.ejects.push(seat),
            Status::In | Status::Stranded | Status::Forfeited => {}
        }
        state.caught[0] = state.caught[0].saturating_add(ejects.into());
    }
    let first = roster.iter().position(|entry| entry.status == Status::In)?;
    state.turn = Place(first as u8);
    Some(state)
}

/// A hunter's seat sees everybody.
fn of_adversary(world: &World, view: &AdversaryView, random: &mut Random) -> Option<State> {
    let mut state = begin(world, (view.level, view.round, view.state.exit_locked), &view.roster, random)?;
    let site = *world.site(&state);
    for player in &view.state.players {
        let seat = view.roster.iter().position(|entry| entry.name == player.name)?;
        state.players[seat].at = site.tile(player.position)?;
    }
    for (index, hunter) in view.state.adversaries.iter().enumerate() {
        *state.hunters.get_mut(index)? = site.tile(hunter.position)?;
    }
    if let Some(name) = view.actor {
        let index = view.state.adversaries.iter().position(|hunter| hunter.name == name)?;
        state.turn = Place(world.code.players + index as u8);
    }
    Some(state)
}

/// A player sees who is in its square; everybody else is drawn onto floor outside it, a zombie in the room where it was seen
/// last.
fn of_player(world: &World, seat: Seat, history: &[View], view: &PlayerView, random: &mut Random) -> Option<State> {
    let mut state = begin(world, (view.level, view.round, view.exit_locked), &view.roster, random)?;
    let (ground, site) = (world.ground(), *world.site(&state));
    let actors = &view.sight.actors;
    let seen = |name: Name| actors.iter().find(|actor| actor.name == name).map(|actor| actor.position);
    let hides = |tile: &Tile| view.sight.code(site.point(*tile)).is_none();
    let mut free: Vec<Tile> = site.free.of(ground.free).iter().copied().filter(hides).collect();
    let mut draw = |wanted: Option<u16>, random: &mut Random| {
        let is_there = |tile: &Tile| wanted.is_none_or(|room| ground.room(&site, *tile) == room);
        let places = free.iter().filter(|tile| is_there(tile)).count();
        let fits = |tile: &Tile| places == 0 || is_there(tile);
        let index = random.index(if places == 0 { free.len() } else { places });
        let place = free.iter().enumerate().filter(|(_, tile)| fits(tile)).nth(index).map(|(place, _)| place)?;
        Some(free.swap_remove(place))
    };
    for (index, entry) in view.roster.iter().enumerate().filter(|(_, entry)| entry.status == Status::In) {
        let at = if index == seat.index() { view.sight.position } else { seen(entry.name) };
        state.players[index].at = match at {
            Some(at) => site.tile(at)?,
            None => draw(None, random)?,
        };
    }
    for index in 0..state.hunters(&site).len() {
        let actor = State::hunter(&site, index);
        let name = world.name(actor);
        state.hunters[index] = match seen(name) {
            Some(at) => site.tile(at)?,
            None => {
                let last = (actor.kind == ActorKind::Zombie).then(|| last_seen(history, view.level, name)).flatten();
                let room = last.and_then(|at| room_of(world, &site, at));
                draw(room, random)?
            }
        };
    }
    if view.roster.get(seat.index())?.status == Status::In {
        state.turn = Place(seat.0);
    }
    Some(state)
}

/// Where an actor was in sight last in this level.
fn last_seen(history: &[View], level: u8, name: Name) -> Option<Point> {
    let views = history.iter().rev().filter_map(|view| match view {
        View::PlayerView(view) if view.level == level => Some(view),
        _ => None,
    });
    views.flat_map(|view| &view.sight.actors).find(|actor| actor.name == name).map(|actor| actor.position)
}

fn room_of(world: &World, site: &Site, at: Point) -> Option<u16> {
    let room = world.ground().room(site, site.tile(at)?);
    (room != NO_ROOM).then_some(room)
}
