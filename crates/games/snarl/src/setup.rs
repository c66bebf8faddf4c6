//! How a level begins (R11 to R13).

use crate::actor::{Actor, ActorKind};
use crate::event::Event;
use crate::ground::{Ground, Site, Tile};
use crate::rules::begin_round;
use crate::state::{ADVERSARIES, Order, PLAYERS, State, Status};
use gridhaunt_kernel::Seat;

/// The most actors of a level.
const ACTORS: usize = PLAYERS + ADVERSARIES;

/// Places all actors in the state's level and begins its first round (R13). `log` receives the positions.
pub fn set_up(ground: &Ground<'_>, state: &mut State, log: &mut impl FnMut(Event)) {
    let site = *state.site(ground);
    state.key = site.key.is_some();
    state.locked = state.key; // R6, R13
    state.taker = None;
    (state.exits, state.ejects) = (Order::default(), Order::default());
    state.hunters = [Tile::default(); ADVERSARIES];
    let mut taken = Taken::default();
    let mut players = InOrder::new(ground, &site, true);
    for seat in (0..ground.code.players).map(Seat) {
        if state.players[seat.index()].status == Status::Forfeited {
            continue; // R24
        }
        let at = match ground.code.corners {
            true => players.next(&mut taken), // R12
            false => taken.draw(site.free.of(ground.free), state),
        };
        let player = &mut state.players[seat.index()];
        (player.at, player.status) = (at, Status::In);
        log(Event::Placed { actor: Actor::player(seat), at: site.point(at) });
    }
    let mut hunters = InOrder::new(ground, &site, false);
    for index in 0..state.hunters(&site).len() {
        let at = match ground.code.corners {
            true => hunters.next(&mut taken),
            false => taken.draw(site.free.of(ground.free), state),
        };
        state.hunters[index] = at;
        log(Event::Placed { actor: State::hunter(&site, index), at: site.point(at) });
    }
    begin_round(ground, state, 1);
}

/// The tiles that are taken, in reading order.
struct Taken {
    tiles: [Tile; ACTORS],
    len: usize,
}

impl Default for Taken {
    fn default() -> Self {
        Self { tiles: [Tile::default(); ACTORS], len: 0 }
    }
}

impl Taken {
    fn add(&mut self, tile: Tile) {
        if self.len < ACTORS {
            let place = self.tiles[..self.len].partition_point(|&other| other < tile);
            self.tiles.copy_within(place..self.len, place + 1);
            self.tiles[place] = tile;
            self.len += 1;
        }
    }

    fn holds(&self, tile: Tile) -> bool {
        self.tiles[..self.len].binary_search(&tile).is_ok()
    }

    /// Draws one of the tiles that are not taken, and takes it (R11). The tiles are in reading order.
    fn draw(&mut self, free: &[Tile], state: &mut State) -> Tile {
        let mut index = state.random.index(free.len().saturating_sub(self.len));
        // Every taken tile is one of the free ones; each that comes before the result moves it on by one.
        for &tile in &self.tiles[..self.len] {
            index += usize::from(free.get(index).is_some_and(|&at| tile <= at));
        }
        let tile = free.get(index).copied().unwrap_or_default();
        self.add(tile);
        tile
    }
}

/// Free floor room by room, with rooms in the order of their origins, from the first or from the last (R12).
struct InOrder<'a> {
    ground: &'a Ground<'a>,
    site: &'a Site,
    forwards: bool,
    room: usize,
    tile: usize,
}

impl<'a> InOrder<'a> {
    const fn new(ground: &'a Ground<'a>, site: &'a Site, forwards: bool) -> Self {
        Self { ground, site, forwards, room: 0, tile: 0 }
    }

    fn next(&mut self, taken: &mut Taken) -> Tile {
        let (site, rooms) = (self.site, self.site.rooms.of(self.ground.rooms));
        let order = site.rooms.of(self.ground.by_origin);
        while self.room < rooms.len() {
            let place = if self.forwards { self.room } else { rooms.len() - 1 - self.room };
            let room = order.get(place).and_then(|&room| rooms.get(usize::from(room)));
            let floor = room.map_or(&[][..], |room| room.of(self.ground.floors));
            while let Some(&tile) = floor.get(self.tile) {
                self.tile += 1;
                if Some(tile) != site.key && Some(tile) != site.exit && !taken.holds(tile) {
                    taken.add(tile);
                    return tile;
                }
            }
            (self.room, self.tile) = (self.room + 1, 0);
        }
        Tile::default() // R7 leaves room for everybody.
    }
}

/// The actors of a level, in the order in which they are placed.
pub fn actors(ground: &Ground<'_>, state: &State) -> impl Iterator<Item = Actor> {
    let site = *state.site(ground);
    let players = state.inside(ground).map(|(seat, _)| Actor::player(seat));
    let zombies = (0..site.zombies).map(|number| Actor { kind: ActorKind::Zombie, number });
    let ghosts = (0..site.ghosts).map(|number| Actor { kind: ActorKind::Ghost, number });
    players.chain(zombies).chain(ghosts)
}
