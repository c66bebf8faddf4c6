//! The step: one act of one actor, in the order of the rules. No heap, no float, no panic.
//!
//! Possible moves are looked up in tables. `harness::given` computes the same for players point by point, without
//! tables; the tests check that the two are equal.

use crate::action::{Action, Moves};
use crate::actor::{Actor, ActorKind};
use crate::event::Event;
use crate::ground::{Ground, Site, Span, Tile, TileKind};
use crate::setup::set_up;
use crate::state::{ADVERSARIES, End, Place, State, Status};
use gridhaunt_kernel::Seat;

/// Plays one act: only the first choice of the seat that chooses counts (R14).
#[inline]
pub fn step(ground: &Ground<'_>, state: &mut State, choices: &[(Seat, Action)], mut log: impl FnMut(Event)) {
    let Some(actor) = state.actor(ground) else { return };
    let seat = State::seat_of(ground, actor);
    let choice = choices.iter().find(|&&(chooser, _)| chooser == seat).map(|&(_, action)| action);
    match (actor.kind, choice) {
        (ActorKind::Player, Some(Action::Forfeit)) => forfeit(state, seat, &mut log),
        (kind, choice) => {
            let legal = legal(ground, state, actor);
            let action = choice.filter(|&action| legal.has(action)).unwrap_or(legal.first()); // R20
            if let Some(chosen) = choice.filter(|&chosen| chosen != action) {
                log(Event::Refused { seat, action: chosen });
            }
            match kind {
                ActorKind::Player => walk(ground, state, seat, action, &mut log),
                ActorKind::Zombie | ActorKind::Ghost => hunt(ground, state, actor, action, &mut log),
            }
        }
    }
    pass_on(ground, state, &mut log);
}

/// The moves that an actor in the level may choose.
#[inline]
#[must_use]
pub fn legal(ground: &Ground<'_>, state: &State, actor: Actor) -> Moves {
    let site = state.site(ground);
    let Some(at) = state.tile_of(ground, actor) else { return Moves::STAY };
    let spot = ground.spot(site, at);
    let steps = match actor.kind {
        ActorKind::Player => {
            // R15: only other players block a tile, not adversaries; R17: staying is always legal.
            let others = state.inside(ground).filter(|&(seat, _)| seat.0 != actor.number);
            let taken = others.fold(Moves::default(), |taken, (_, other)| taken.with(at.towards(other.at)));
            return spot.reach().without(taken).with(Moves::STAY);
        }
        ActorKind::Zombie => spot.zombie(),                 // R30
        ActorKind::Ghost => spot.open().with(spot.walls()), // R31
    };
    let me = State::hunter_index(site, actor);
    let open = steps.without(closed(ground, state, site, me, at));
    if open == Moves(0) { Moves::STAY } else { open } // R33
}

/// The moves onto tiles of other adversaries, and onto key and exit where these are closed (R32).
#[inline]
fn closed(ground: &Ground<'_>, state: &State, site: &Site, me: usize, at: Tile) -> Moves {
    let others = state.hunters(site).iter().enumerate().filter(|&(i, _)| i != me);
    let closed = others.fold(Moves::default(), |closed, (_, &other)| closed.with(at.towards(other)));
    if !ground.code.closed_objects {
        return closed;
    }
    let objects = [site.key.filter(|_| state.key), site.exit].into_iter().flatten();
    objects.fold(closed, |closed, object| closed.with(at.towards(object)))
}

/// A forfeit expels the player now and for the rest of the game, and is credited to nobody (R24).
fn forfeit(state: &mut State, seat: Seat, log: &mut impl FnMut(Event)) {
    log(Event::Forfeited { player: seat });
    expel(state, seat, None, log);
    state.players[seat.index()].status = Status::Forfeited;
}

/// A player moves or stays, and its tile decides the result (R16 to R18).
fn walk(ground: &Ground<'_>, state: &mut State, seat: Seat, action: Action, log: &mut impl FnMut(Event)) {
    let site = state.site(ground);
    let player = &mut state.players[seat.index()];
    let from = player.at;
    player.at = from.after(action);
    let at = player.at;
    log(Event::Moved { actor: Actor::player(seat), from: site.point(from), to: site.point(at) });
    if let Some(hunter) = state.hunters(site).iter().position(|&tile| tile == at) {
        expel(state, seat, Some(State::hunter(site, hunter)), log); // R18.1
    } else if state.key && site.key == Some(at) {
        state.key = false; // R18.2
        state.locked = false;
        state.taker = Some(seat);
        let player = &mut state.players[seat.index()];
        player.keys = player.keys.saturating_add(1);
        log(Event::KeyTaken { player: seat });
    } else if !state.locked && site.exit == Some(at) {
        let player = &mut state.players[seat.index()]; // R18.3
        (player.at, player.status) = (Tile::default(), Status::Exited);
        player.exits = player.exits.saturating_add(1);
        state.exits.push(seat);
        log(Event::Exited { player: seat });
    }
}

/// An adversary moves, and expels the player it meets (R19).
fn hunt(ground: &Ground<'_>, state: &mut State, actor: Actor, action: Action, log: &mut impl FnMut(Event)) {
    let site = state.site(ground);
    let me = State::hunter_index(site, actor);
    let from = state.hunters[me];
    let next = from.after(action);
    let into_wall = actor.kind == ActorKind::Ghost && ground.spot(site, from).walls().has(action);
    let landing = if into_wall { land(ground, state, site, me) } else { None };
    let to = match (into_wall, landing) {
        (true, Some(landing)) => landing,
        (true, None) => from, // R34: with no landing tile it stays.
        (false, _) => next,
    };
    state.hunters[me] = to;
    let point = |tile| site.point(tile);
    match landing {
        Some(_) => log(Event::Teleported { ghost: actor.number, from: point(from), wall: point(next), to: point(to) }),
        None => log(Event::Moved { actor, from: point(from), to: point(to) }),
    }
    for seat in (0..ground.code.players).map(Seat) {
        let player = &state.players[seat.index()];
        if player.status == Status::In && player.at == to {
            expel(state, seat, Some(actor), log);
        }
    }
}

/// Draws the room and the tile where a ghost lands (R34); none if no tile is open.
fn land(ground: &Ground<'_>, state: &mut State, site: &Site, me: usize) -> Option<Tile> {
    let rooms = site.rooms.of(ground.rooms);
    let closed = Closed::new(ground, state, site, me);
    let full = |room: &Span, number: usize| closed.in_room(number) >= room.len as usize;
    let shut = (0..closed.len).filter(|&i| closed.is_first_of_its_room(i)).map(|i| usize::from(closed.rooms[i]));
    let shut = shut.filter(|&number| rooms.get(number).is_some_and(|room| full(room, number))).count();
    let open_rooms = (site.floored as usize).checked_sub(shut).filter(|&count| count > 0)?;
    let mut skip = state.random.index(open_rooms);
    let is_open = |(number, room): &(usize, &Span)| room.len > 0 && !full(room, *number);
    let (number, room) = rooms.iter().enumerate().filter(is_open).find(|_| {
        let found = skip == 0;
        skip = skip.wrapping_sub(1);
        found
    })?;
    let floor = room.of(ground.floors);
    let count = floor.len() - closed.in_room(number);
    let index = state.random.index(count);
    floor.iter().filter(|&&tile| !closed.holds(tile)).nth(index).copied()
}

/// The floor tiles that are closed to an adversary (R32), with their rooms.
struct Closed {
    tiles: [Tile; ADVERSARIES + 2],
    rooms: [u16; ADVERSARIES + 2],
    len: usize,
}

impl Closed {
    fn new(ground: &Ground<'_>, state: &State, site: &Site, me: usize) -> Self {
        let mut closed = Self { tiles: [Tile::default(); ADVERSARIES + 2], rooms: [0; ADVERSARIES + 2], len: 0 };
        let others = state.hunters(site).iter().enumerate().filter(|&(i, _)| i != me).map(|(_, &tile)| tile);
        let objects = [site.key.filter(|_| state.key), site.exit].into_iter().flatten();
        for tile in others.chain(objects.filter(|_| ground.code.closed_objects)) {
            if ground.spot(site, tile).kind() == TileKind::Floor && !closed.holds(tile) {
                closed.tiles[closed.len] = tile;
                closed.rooms[closed.len] = ground.room(site, tile);
                closed.len += 1;
            }
        }
        closed
    }

    fn holds(&self, tile: Tile) -> bool {
        self.tiles[..self.len].contains(&tile)
    }

    fn in_room(&self, room: usize) -> usize {
        self.rooms[..self.len].iter().filter(|&&other| usize::from(other) == room).count()
    }

    fn is_first_of_its_room(&self, i: usize) -> bool {
        !self.rooms[..i].contains(&self.rooms[i])
    }
}

/// A player is out of the level; the adversary gets the credit, whoever moved (R18, R19, R28).
fn expel(state: &mut State, seat: Seat, by: Option<Actor>, log: &mut impl FnMut(Event)) {
    let player = &mut state.players[seat.index()];
    (player.at, player.status) = (Tile::default(), Status::Expelled);
    player.ejects = player.ejects.saturating_add(1);
    state.ejects.push(seat);
    if let Some(actor) = by {
        let caught = &mut state.caught[usize::from(actor.kind == ActorKind::Ghost)];
        *caught = caught.saturating_add(1);
    }
    log(Event::Expelled { player: seat, by });
}

/// Passes the turn to the next actor; the level ends as soon as no player is in it (R14, R26).
fn pass_on(ground: &Ground<'_>, state: &mut State, log: &mut impl FnMut(Event)) {
    if state.inside(ground).next().is_none() {
        return end_level(ground, state, log);
    }
    let hunters = state.hunters(state.site(ground)).len() as u8;
    let players = ground.code.players;
    loop {
        state.turn.0 += 1;
        if state.turn.0 >= players + hunters {
            break;
        }
        if state.turn.0 >= players || state.players[usize::from(state.turn.0)].status == Status::In {
            return;
        }
    }
    if ground.code.max_rounds != 0 && state.round >= ground.code.max_rounds {
        return end_level(ground, state, log); // R26
    }
    begin_round(ground, state, state.round.saturating_add(1));
}

/// Begins a round with the first player in the level.
pub(crate) fn begin_round(ground: &Ground<'_>, state: &mut State, round: u32) {
    state.round = round;
    let first = state.inside(ground).next().map_or(0, |(seat, _)| seat.0);
    state.turn = Place(first);
}

/// Ends a level, and the game or begins the next level (R26, R27).
fn end_level(ground: &Ground<'_>, state: &mut State, log: &mut impl FnMut(Event)) {
    let mut stranded = false;
    for seat in (0..ground.code.players).map(Seat) {
        let player = &mut state.players[seat.index()];
        if player.status == Status::In {
            (player.at, player.status) = (Tile::default(), Status::Stranded);
            stranded = true;
            log(Event::Stranded { player: seat });
        }
    }
    let level = state.level + 1;
    log(Event::LevelEnded { level, key: state.taker, exits: state.exits, ejects: state.ejects });
    let lost = state.exits.seats().is_empty();
    let last = usize::from(level) >= ground.sites.len();
    state.end = match (lost, stranded) {
        (true, true) => Some(End::Stranded),
        (true, false) => Some(End::Expelled),
        (false, _) => last.then_some(End::Won),
    };
    if state.end.is_some() {
        state.turn = Place::default();
        return log(Event::GameEnded { won: !lost, level });
    }
    state.past_rounds = state.past_rounds.saturating_add(state.round);
    state.level = level;
    log(Event::LevelStarted { level: level + 1 });
    set_up(ground, state, log);
}
