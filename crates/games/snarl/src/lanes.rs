//! Games stepped side by side, for batches.
//!
//! In most acts an actor moves onto a tile where nothing happens. Here such an act is arithmetic without a branch that
//! hangs on the game, so that the processor begins with the next games while it waits for the memory of the first.
//! Every other act is left to [`crate::rules`]. A lane remembers what its last act changed, so that arrays are brought
//! up to date and not written again. Tests check that both are equal to the rules, act by act.

use crate::action::{Action, Moves};
use crate::encode::{
    self, ACTING, ACTORS_IN_DUNGEON, ACTORS_IN_SIGHT, DUNGEON, EXIT_IN_SIGHT, KEY_IN_SIGHT, NUMBERS, ROUND, SIGHT,
    Window,
};
use crate::game::Snarl;
use crate::ground::{Spot, Tile};
use crate::point::Point;
use crate::rules;
use crate::state::{ADVERSARIES, PLAYERS, Place, State};
use crate::world::World;
use gridhaunt_kernel::flock::{Footprint, Pack, Shown, Turns, Vector};
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::prelude::*;

/// How many games are stepped together.
pub const LANES: usize = 16;

/// Games, each with its own world and level.
#[derive(Clone, Debug)]
pub struct Lanes {
    games: [Lane; LANES],
    /// The states before acts that were more than a move.
    before: [State; LANES],
}

/// The worlds of a flock, with the tiles of their levels one after the other.
#[derive(Debug)]
pub struct Shelf {
    games: Vec<(World, State)>,
    spots: Vec<Spot>,
    /// The first tile of each world.
    starts: Vec<u32>,
    players: u8,
    sight: u8,
    max_rounds: u32,
    /// The columns of a plane of `dungeon`.
    width: usize,
}

impl Shelf {
    fn world(&self, world: u32) -> &World {
        &self.games[world as usize].0
    }

    fn seats(&self) -> usize {
        usize::from(self.players) + 2
    }
}

/// One game. All that a move needs is in the first two cache lines while there are few adversaries.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Lane {
    world: u32,
    /// The first tile of the level on the shelf.
    tiles: u32,
    rows: u16,
    columns: u16,
    /// What the actor that acts now may choose.
    legal: Moves,
    /// The moves that are left to the rules: those of a ghost into a wall; all when the game is over.
    walls: Moves,
    /// The entry in `at` of the actor that acts now.
    turn: u8,
    /// The players in the level, one bit for each seat.
    inside: u8,
    players: u8,
    zombies: u8,
    hunters: u8,
    round: u32,
    last: Last,
    exit: u32,
    /// The corner of the level.
    corner: Point,
    /// The tiles where a player finds something: the key, and the exit unless it is locked.
    finds: [u32; 2],
    /// Who and what stands where: players by seat, two entries for nothing, the key and the exit if they are closed to
    /// adversaries, and the adversaries. A player's way can only be blocked by the first six entries, and an
    /// adversary's only by those that follow.
    at: [u32; HUNTERS + ADVERSARIES],
    /// The state; its tiles, turn and round are those after the last act that was more than a move.
    state: State,
}

/// The entry in `at` of the first object that is closed to adversaries.
const CLOSED: usize = PLAYERS + 2;

/// The entry in `at` of the first adversary.
const HUNTERS: usize = CLOSED + 2;

/// The tile of whom or what is not in the level: far from every other.
const AWAY: u32 = 1 << 20;

/// The last act, as far as arrays show it.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    from: u32,
    /// The entry in `at` of the actor.
    actor: u8,
    /// Whether it was more than a move.
    eventful: bool,
}

impl Pack<Snarl> for Lanes {
    const LANES: usize = LANES;
    type Shelf = Shelf;

    fn shelf(games: Vec<(World, State)>) -> Shelf {
        let (mut spots, mut starts) = (Vec::new(), Vec::with_capacity(games.len()));
        for (world, _) in &games {
            starts.push(spots.len() as u32);
            spots.extend(world.ground().spots);
        }
        // These are the same in all worlds of a flock.
        let first = games.first().map(|(world, _)| (world.code, encode::width(world)));
        let (players, sight) = first.map_or((0, 0), |(code, _)| (code.players, code.sight));
        let (max_rounds, width) = first.map_or((0, 0), |(code, width)| (code.max_rounds, width));
        Shelf { games, spots, starts, players, sight, max_rounds, width }
    }

    fn beginning(shelf: &Shelf, world: u32) -> &(World, State) {
        &shelf.games[world as usize]
    }

    fn new(shelf: &Shelf) -> Self {
        let lane = Lane::new(shelf, 0, &shelf.games[0].1);
        Self { before: [lane.state; LANES], games: core::array::from_fn(|_| lane.clone()) }
    }

    fn footprint(world: &World, state: &State) -> Footprint {
        // The shelf has a second copy of the tiles.
        let tiles = size_of_val(world.ground().spots);
        let world = size_of::<(World, State)>() + Snarl::heap(world, state).world + tiles;
        Footprint { world, game: size_of::<Self>().div_ceil(LANES) }
    }

    fn put(&mut self, shelf: &Shelf, lane: usize, world: u32, state: &State) {
        self.games[lane] = Lane::new(shelf, world, state);
    }

    fn world_of(&self, lane: usize) -> u32 {
        self.games[lane].world
    }

    fn state(&self, lane: usize) -> State {
        self.games[lane].state()
    }

    fn step(&mut self, shelf: &Shelf, _vector: Vector, (): (), turns: Turns<'_>) {
        let Turns { actions, rewards, over, shown } = turns;
        let seats = shelf.seats();
        rewards.fill(0.0);
        over.fill(0);
        for (lane, (game, actions)) in self.games.iter_mut().zip(actions.chunks_exact(seats)).enumerate() {
            if game.moves(shelf, actions) {
                continue;
            }
            game.state = game.state();
            if shown {
                self.before[lane] = game.state;
            }
            game.act(shelf, actions, &mut rewards[lane * seats..][..seats]);
            over[lane] = game.state.end.is_some().into();
        }
    }

    fn show(&self, shelf: &Shelf, _vector: Vector, (): (), shown: Shown, fresh: &[u8], out: Slot<'_>) {
        let len = shown.len;
        match (shown.array, out) {
            (Ok(SIGHT), Slot::U8(out)) => self.each(shelf, shown, fresh, out, |game, out| game.sight(shelf, len, out)),
            (Ok(DUNGEON), Slot::U8(out)) => {
                self.each(shelf, shown, fresh, out, |game, out| game.dungeon(shelf, len, out));
            }
            (Ok(NUMBERS), Slot::F32(out)) => self.each(shelf, shown, fresh, out, |game, out| game.numbers(shelf, out)),
            (Err(Common::Mask), Slot::U8(out)) => self.each(shelf, shown, fresh, out, Lane::mask),
            (Err(Common::Asked), Slot::U8(out)) => self.each(shelf, shown, fresh, out, Lane::asked),
            // The episode of a seat ends with a forfeit, which has no number, or with the game.
            (Err(Common::Lasts), Slot::U8(out)) => self.each(shelf, shown, fresh, out, |_, _| {}),
            _ => {}
        }
    }
}

impl Lanes {
    /// Shows every game: `follow` brings the array of all seats up to date after an act that was only a move.
    #[inline]
    fn each<T>(&self, shelf: &Shelf, shown: Shown, fresh: &[u8], out: &mut [T], follow: impl Fn(&Lane, &mut [T]))
    where
        for<'a> Slot<'a>: From<&'a mut [T]>,
    {
        let parts = out.chunks_exact_mut((shelf.seats() * shown.len).max(1));
        for (lane, ((game, &fresh), out)) in self.games.iter().zip(fresh).zip(parts).enumerate() {
            if fresh == 0 && !game.last.eventful {
                follow(game, out);
            } else {
                self.write(shelf, lane, fresh != 0, shown, out.into());
            }
        }
    }

    /// Shows a game that is new or in which more happened than a move.
    #[cold]
    fn write(&self, shelf: &Shelf, lane: usize, fresh: bool, shown: Shown, mut out: Slot<'_>) {
        let (world, state) = (shelf.world(self.games[lane].world), self.games[lane].state());
        let before = (!fresh).then_some(&self.before[lane]);
        for seat in 0..shelf.seats() {
            let part = out.part(seat * shown.len, shown.len);
            shown.write::<Snarl>(world, before, &state, Seat(seat as u8), (), part);
        }
    }
}

/// How a tile changes with each move, by number; moves never leave the rectangle.
const STEPS: [u32; 16] = {
    let mut steps = [0; 16];
    let mut number = 0;
    while number < Action::COUNT {
        let (rows, columns) = Action::MOVES[number].offset();
        steps[number] = (rows as i32 * 256 + columns as i32) as u32;
        number += 1;
    }
    steps
};

/// How far [`NEAR`] looks back: two rows.
const BACK: u32 = 512;

/// The move between two tiles, by their difference. Over the edge of the rectangle there may be one that is none; no
/// tile has such a move.
const NEAR: [u16; 2 * BACK as usize + 2] = {
    let mut near = [0; 2 * BACK as usize + 2];
    let mut number = 0;
    while number < Action::COUNT {
        near[STEPS[number].wrapping_add(BACK) as usize] = 1 << number;
        number += 1;
    }
    near
};

/// The move from a tile to another, none if that is far away.
#[inline(always)]
fn towards(from: u32, to: u32) -> u16 {
    NEAR[(to.wrapping_sub(from).wrapping_add(BACK) as usize).min(NEAR.len() - 1)]
}

impl Lane {
    /// A state of a world.
    fn new(shelf: &Shelf, world: u32, state: &State) -> Self {
        let mut lane = Self {
            world,
            tiles: 0,
            rows: 0,
            columns: 0,
            legal: Moves::default(),
            walls: Moves::default(),
            turn: 0,
            inside: 0,
            players: shelf.players,
            zombies: 0,
            hunters: 0,
            round: 0,
            last: Last::default(),
            exit: AWAY,
            corner: Point::default(),
            finds: [AWAY; 2],
            at: [AWAY; HUNTERS + ADVERSARIES],
            state: *state,
        };
        lane.read(shelf);
        lane
    }

    /// Takes everything from the state.
    fn read(&mut self, shelf: &Shelf) {
        let (ground, state) = (shelf.world(self.world).ground(), &self.state);
        let site = state.site(&ground);
        let hunters = state.hunters(site);
        let object = |tile: Option<Tile>, there: bool| tile.filter(|_| there).map_or(AWAY, |tile| tile.0.into());
        self.tiles = shelf.starts[self.world as usize] + site.tiles.at;
        (self.rows, self.columns, self.corner) = (site.rows, site.columns, site.corner);
        (self.zombies, self.hunters) = (site.zombies, hunters.len() as u8);
        self.exit = object(site.exit, true);
        self.finds = [object(site.key, state.key), object(site.exit, !state.locked)];
        self.at = [AWAY; HUNTERS + ADVERSARIES];
        if ground.code.closed_objects {
            self.at[CLOSED..HUNTERS].copy_from_slice(&[self.finds[0], self.exit]); // R32
        }
        self.inside = 0;
        for (seat, player) in state.inside(&ground) {
            self.inside |= 1 << seat.0;
            self.at[seat.index()] = player.at.0.into();
        }
        self.at[HUNTERS..].iter_mut().zip(hunters).for_each(|(at, tile)| *at = tile.0.into());
        let hunter = state.turn.0.checked_sub(self.players);
        self.turn = hunter.map_or(state.turn.0, |hunter| HUNTERS as u8 + hunter);
        self.round = state.round;
        self.look(shelf);
        if self.state.end.is_some() {
            self.walls = Moves(u16::MAX);
        }
    }

    /// The state after the last act.
    fn state(&self) -> State {
        let mut state = self.state;
        for (player, &at) in state.players.iter_mut().zip(&self.at).filter(|(_, at)| **at != AWAY) {
            player.at = Tile(at as u16);
        }
        let hunters = self.at[HUNTERS..].iter().take(self.hunters.into());
        state.hunters.iter_mut().zip(hunters).for_each(|(hunter, &at)| *hunter = Tile(at as u16));
        let hunter = self.turn.checked_sub(HUNTERS as u8);
        state.turn = Place(hunter.map_or(self.turn, |hunter| self.players + hunter));
        state.round = self.round;
        state
    }

    /// The seat that chooses for the actor of an entry in `at` (R8).
    #[inline(always)]
    const fn seat_of(&self, actor: u8) -> usize {
        let hunter = self.players + (actor >= HUNTERS as u8 + self.zombies) as u8;
        (if actor < PLAYERS as u8 { actor } else { hunter }) as usize
    }

    /// Plays one act in which an actor does nothing but move. Changes nothing and says no if there may be more to it.
    #[inline(always)]
    fn moves(&mut self, shelf: &Shelf, actions: &[u8]) -> bool {
        let actor = self.turn;
        let number = actions[self.seat_of(actor)].min(15);
        let first = self.legal.0.trailing_zeros() as u8;
        let action = if self.legal.0 >> number & 1 == 1 { number } else { first } % 16; // R20
        let from = self.at[usize::from(actor)];
        let to = from.wrapping_add(STEPS[usize::from(action)]);

        // R18, R19: whom the actor meets.
        let walks = actor < PLAYERS as u8;
        let others = if walks { HUNTERS } else { 0 };
        let mut more = self.at[others..others + 4].iter().fold(false, |meets, &at| meets | (at == to));
        if walks & (self.hunters > 4) {
            more |= self.at[HUNTERS + 4..].iter().take(usize::from(self.hunters) - 4).any(|&at| at == to);
        }
        more |= (to == self.finds[0]) | (to == self.finds[1]) | (self.walls.0 >> action & 1 == 1);

        // R14: the next player in the level, or the next adversary, or the first player in the next round.
        let line = u32::MAX << HUNTERS | u32::from(self.inside);
        let after = u32::from(actor) + 1;
        let next = after + (line >> after.min(31)).trailing_zeros();
        let round = next >= HUNTERS as u32 + u32::from(self.hunters);
        more |= round & (shelf.max_rounds != 0) & (self.round >= shelf.max_rounds); // R26
        if more {
            return false;
        }
        self.at[usize::from(actor)] = to;
        self.turn = if round { self.inside.trailing_zeros() } else { next } as u8;
        self.round = self.round.saturating_add(round.into());
        self.last = Last { from, actor, eventful: false };
        self.look(shelf);
        true
    }

    /// Plays one act by the rules, with its rewards.
    #[cold]
    fn act(&mut self, shelf: &Shelf, actions: &[u8], rewards: &mut [f32]) {
        self.last.eventful = true;
        let world = shelf.world(self.world);
        let ground = world.ground();
        let Some(actor) = self.state.actor(&ground) else { return };
        let seat = State::seat_of(&ground, actor);
        let choice = Action::numbered(actions[seat.index()].into()).map(|action| (seat, action));
        let account = Snarl::account(world, &self.state, ());
        rules::step(&ground, &mut self.state, choice.as_slice(), |_| {});
        for (seat, reward) in rewards.iter_mut().enumerate() {
            *reward = 0.0 + Snarl::reward(world, &account, &self.state, Seat(seat as u8), ());
        }
        self.read(shelf);
    }

    /// Looks up what the actor that acts now may choose: [`rules::legal`] without branches.
    #[inline(always)]
    fn look(&mut self, shelf: &Shelf) {
        let at = self.at[usize::from(self.turn)];
        let (walks, ghost) = (self.turn < PLAYERS as u8, self.turn >= HUNTERS as u8 + self.zombies);
        let tile = self.tiles + (at >> 8) * u32::from(self.columns) + (at & 0xFF);
        let spot = shelf.spots.get(tile as usize).copied().unwrap_or_default();
        let (passes, walls) = (spot.open().with(spot.walls()), spot.walls());
        let hunts = if ghost { passes } else { spot.zombie() }; // R30, R31
        let reach = if walks { spot.reach() } else { hunts };

        // R15, R32; nobody's way to another tile is blocked by itself.
        let blocking = if walks { 0 } else { CLOSED };
        let blocks = |taken: u16, &other: &u32| taken | towards(at, other);
        let mut taken = self.at[blocking..blocking + 6].iter().fold(1, blocks);
        if !walks & (self.hunters > 4) {
            taken = self.at[HUNTERS + 4..].iter().take(usize::from(self.hunters) - 4).fold(taken, blocks);
        }
        let open = reach.0 & !taken;
        self.legal = Moves(open | u16::from(walks | (open == 0))); // R17, R33
        self.walls = Moves(if ghost { self.legal.0 & walls.0 } else { 0 });
    }

    /// The seats that chose and that chooses now.
    #[inline(always)]
    const fn seats(&self) -> (usize, usize) {
        (self.seat_of(self.last.actor), self.seat_of(self.turn))
    }

    #[inline(always)]
    fn mask(&self, out: &mut [u8]) {
        let (chose, chooses) = self.seats();
        let seats = out.as_chunks_mut::<{ Action::COUNT }>().0;
        seats[chose] = [0; Action::COUNT];
        seats[chooses] = encode::spread(self.legal);
    }

    #[inline(always)]
    fn asked(&self, out: &mut [u8]) {
        let (chose, chooses) = self.seats();
        out[chose] = 0;
        out[chooses] = 1;
    }

    #[inline(always)]
    fn numbers(&self, shelf: &Shelf, out: &mut [f32]) {
        let (chose, chooses) = self.seats();
        let seats = out.as_chunks_mut::<{ encode::NUMBER_COUNT }>().0;
        // Writing it every time costs less than guessing wrongly when a round begins.
        let round = encode::share(self.round, shelf.max_rounds);
        seats.iter_mut().for_each(|numbers| numbers[ROUND] = round);
        let position = |actor: u8| encode::position(self.corner, self.tile(actor));
        let ([row, column], walked) = (position(self.last.actor), self.last.actor < PLAYERS as u8);
        [seats[chose][0], seats[chose][1]] = if walked { [row, column] } else { [0.0; 2] };
        [seats[chooses][0], seats[chooses][1]] = position(self.turn);
    }

    fn dungeon(&self, shelf: &Shelf, len: usize, out: &mut [u8]) {
        let (chose, chooses) = self.seats();
        let (from, to) = (Tile(self.last.from as u16), self.tile(self.last.actor));
        let actors = ACTORS_IN_DUNGEON + self.kind(self.last.actor);
        for (seat, out) in out.chunks_exact_mut(len).enumerate().skip(self.players.into()) {
            let mut put = |plane: usize, tile: Tile, value: u8| encode::put(out, shelf.width, plane, tile, value);
            put(actors, from, 0);
            put(actors, to, 1);
            if seat == chose {
                put(ACTING, from, 0);
            }
            if seat == chooses {
                put(ACTING, self.tile(self.turn), 1);
            }
        }
    }

    /// A player that moved sees another square; the others see whoever moved come or go.
    fn sight(&self, shelf: &Shelf, len: usize, out: &mut [u8]) {
        let (from, to) = (Tile(self.last.from as u16), self.tile(self.last.actor));
        if from == to {
            return;
        }
        let plane = |actor: u8| ACTORS_IN_SIGHT + self.kind(actor);
        let inside = |seat: u8| self.inside >> seat & 1 == 1;
        for (seat, out) in (0..PLAYERS as u8).zip(out.chunks_exact_mut(len)).filter(|(seat, _)| inside(*seat)) {
            let window = Window::around(self.tile(seat), shelf.sight);
            if seat != self.last.actor {
                window.put(out, plane(self.last.actor), from, 0);
                window.put(out, plane(self.last.actor), to, 1);
                continue;
            }
            out.fill(0);
            let level = &shelf.spots[self.tiles as usize..][..usize::from(self.rows) * usize::from(self.columns)];
            window.tiles(self.columns, level, Spot::kind, out);
            let objects = [(KEY_IN_SIGHT, self.finds[0]), (EXIT_IN_SIGHT, self.exit)];
            for (plane, at) in objects.into_iter().filter(|&(_, at)| at != AWAY) {
                window.put(out, plane, Tile(at as u16), 1);
            }
            let players = (0..PLAYERS as u8).filter(|&other| other != seat && inside(other));
            let hunters = HUNTERS as u8..HUNTERS as u8 + self.hunters;
            players.chain(hunters).for_each(|actor| window.put(out, plane(actor), self.tile(actor), 1));
        }
    }

    /// The tile of the actor of an entry in `at`.
    #[inline(always)]
    fn tile(&self, actor: u8) -> Tile {
        Tile(self.at[usize::from(actor)] as u16)
    }

    /// The number of the kind of such an actor.
    #[inline(always)]
    fn kind(&self, actor: u8) -> usize {
        usize::from(actor >= HUNTERS as u8) + usize::from(actor >= HUNTERS as u8 + self.zombies)
    }
}
