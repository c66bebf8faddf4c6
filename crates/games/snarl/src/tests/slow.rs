//! A second implementation of the whole game, slow and obvious: points, maps and sets, one sentence of the rule book
//! after the other. It does not know how the engine stores its levels or its state.

mod compare;
mod place;
mod shown;

pub(super) use place::{Place, Tile, generated};

use crate::Action;
use crate::actor::{Actor, ActorKind};
use crate::event::Event;
use crate::level::Point;
use crate::settings::{Placement, Settings};
use crate::state::Order;
use gridhaunt_kernel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A point as row and column, which may be negative.
pub(super) type At = (i64, i64);

/// N, W, E, S (R1).
pub(super) const STEPS: [At; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The offsets of R67 by number.
const OFFSETS: [At; 13] =
    [(0, 0), (-1, 0), (0, -1), (0, 1), (1, 0), (-2, 0), (-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1), (2, 0)];

pub(super) fn sum(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

fn point(at: At) -> Point {
    Point::new(at.0, at.1)
}

fn number_of(action: Action) -> Option<usize> {
    Action::MOVES.iter().position(|&other| other == action)
}

/// The actors; players by seat from 0, the others by number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who {
    Player(usize),
    Zombie(usize),
    Ghost(usize),
}

impl Who {
    fn actor(self) -> Actor {
        let (kind, number) = match self {
            Self::Player(seat) => (ActorKind::Player, seat),
            Self::Zombie(number) => (ActorKind::Zombie, number - 1),
            Self::Ghost(number) => (ActorKind::Ghost, number - 1),
        };
        Actor { kind, number: number as u8 }
    }
}

/// A player, with its status as the word that JSON uses.
#[derive(Clone, Debug)]
struct Player {
    status: &'static str,
    at: At,
    exits: i64,
    ejects: i64,
    keys: i64,
}

/// What never changes in a match: the settings, the names and the levels.
pub(super) struct Law {
    values: Settings,
    names: Vec<String>,
    places: Vec<Place>,
    /// The numbers of zombies and ghosts in a given state (R50).
    counts: Option<(usize, usize)>,
}

impl Law {
    fn new(values: Settings, places: Vec<Place>) -> Self {
        let names = values.names.iter().map(ToString::to_string).collect();
        Self { values, names, places, counts: None }
    }

    fn players(&self) -> usize {
        self.names.len()
    }

    /// R10: how many zombies and ghosts a level has, counted from 1.
    fn adversaries(&self, level: usize) -> (usize, usize) {
        let zombies = self.values.zombies.map_or(level / 2 + 1, usize::from);
        let ghosts = self.values.ghosts.map_or((level - 1) / 2, usize::from);
        self.counts.unwrap_or((zombies, ghosts))
    }
}

/// Everything that changes in a match.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    level: usize,
    round: i64,
    rounds_before: i64,
    players: BTreeMap<usize, Player>,
    zombies: BTreeMap<usize, At>,
    ghosts: BTreeMap<usize, At>,
    key_lies: bool,
    locked: bool,
    took_key: Option<usize>,
    left: Vec<usize>,
    ejected: Vec<usize>,
    caught: [i64; 2],
    /// The actors that have not acted in this round yet, in order.
    waiting: Vec<Who>,
    random: Random,
    over: Option<&'static str>,
}

impl Plain {
    /// Sets up the first level (R9, R13).
    fn set_up(law: &Law, random: Random) -> Self {
        let player = Player { status: "in", at: (0, 0), exits: 0, ejects: 0, keys: 0 };
        let mut plain = Self {
            level: usize::from(law.values.start_level),
            round: 1,
            rounds_before: 0,
            players: (0..law.players()).map(|seat| (seat, player.clone())).collect(),
            zombies: BTreeMap::new(),
            ghosts: BTreeMap::new(),
            key_lies: false,
            locked: false,
            took_key: None,
            left: Vec::new(),
            ejected: Vec::new(),
            caught: [0, 0],
            waiting: Vec::new(),
            random,
            over: None,
        };
        plain.begin_level(law);
        plain
    }

    /// R50: a match that starts from a given state.
    fn given(law: &Law, random: Random, state: &Value) -> Self {
        let at = |value: &Value| {
            let number = |i: usize| value["position"][i].as_i64().expect("a number");
            (number(0), number(1))
        };
        let list = |name: &str| state[name].as_array().cloned().expect("a list");
        let of = |kind: &str| -> BTreeMap<usize, At> {
            let all = list("adversaries").into_iter().filter(|one| one["type"] == kind);
            all.enumerate().map(|(i, one)| (i + 1, at(&one))).collect()
        };
        let player = |one: &Value| Player { status: "in", at: at(one), exits: 0, ejects: 0, keys: 0 };
        let mut plain = Self {
            level: 1,
            round: 1,
            rounds_before: 0,
            players: list("players").iter().map(player).enumerate().collect(),
            zombies: of("zombie"),
            ghosts: of("ghost"),
            key_lies: law.places[0].key.is_some(),
            locked: state["exit-locked"] == true,
            took_key: None,
            left: Vec::new(),
            ejected: Vec::new(),
            caught: [0, 0],
            waiting: Vec::new(),
            random,
            over: None,
        };
        plain.begin_round();
        plain
    }

    fn place<'a>(&self, law: &'a Law) -> &'a Place {
        &law.places[self.level - 1]
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len() as u64) as usize]
    }

    /// R11 to R13; returns the positions of all actors, in the order of placing.
    fn begin_level(&mut self, law: &Law) -> Vec<(Who, At)> {
        let place = self.place(law);
        self.key_lies = place.key.is_some();
        self.locked = self.key_lies;
        self.took_key = None;
        self.left.clear();
        self.ejected.clear();
        self.zombies.clear();
        self.ghosts.clear();
        self.round = 1;
        let (zombies, ghosts) = law.adversaries(self.level);
        let players: Vec<Who> =
            (0..law.players()).filter(|seat| self.players[seat].status != "forfeited").map(Who::Player).collect();
        let hunters: Vec<Who> = (1..=zombies).map(Who::Zombie).chain((1..=ghosts).map(Who::Ghost)).collect();
        let mut placed: Vec<(Who, At)> = Vec::new();
        let free = |tiles: &mut dyn Iterator<Item = At>, placed: &[(Who, At)]| -> Vec<At> {
            let taken: BTreeSet<At> = placed.iter().map(|&(_, at)| at).chain(place.key).chain(place.exit).collect();
            tiles.filter(|at| !taken.contains(at)).collect()
        };
        match law.values.placement {
            Placement::Random => {
                for who in players.into_iter().chain(hunters) {
                    let all: BTreeSet<At> = (0..place.rooms.len()).flat_map(|room| place.floor(room)).collect();
                    let tiles = free(&mut all.into_iter(), &placed);
                    placed.push((who, self.pick(&tiles)));
                }
            }
            Placement::Corners => {
                let mut rooms: Vec<usize> = (0..place.rooms.len()).collect();
                rooms.sort_by_key(|&room| place.origins[room]);
                for (list, backwards) in [(players, false), (hunters, true)] {
                    for who in list {
                        let order: Vec<usize> =
                            if backwards { rooms.iter().rev().copied().collect() } else { rooms.clone() };
                        let mut tiles = order.into_iter().flat_map(|room| place.floor(room));
                        placed.push((who, free(&mut tiles, &placed)[0]));
                    }
                }
            }
        }
        for &(who, at) in &placed {
            match who {
                Who::Player(seat) => {
                    let player = self.players.get_mut(&seat).expect("a player");
                    (player.status, player.at) = ("in", at);
                }
                Who::Zombie(number) => {
                    self.zombies.insert(number, at);
                }
                Who::Ghost(number) => {
                    self.ghosts.insert(number, at);
                }
            }
        }
        self.begin_round();
        placed
    }

    /// R14: players by seat, then zombies, then ghosts.
    fn begin_round(&mut self) {
        self.waiting = self.players_in().into_iter().map(Who::Player).collect();
        self.waiting.extend(self.zombies.keys().map(|&number| Who::Zombie(number)));
        self.waiting.extend(self.ghosts.keys().map(|&number| Who::Ghost(number)));
    }

    fn players_in(&self) -> Vec<usize> {
        self.players.iter().filter(|(_, player)| player.status == "in").map(|(&seat, _)| seat).collect()
    }

    fn acting(&self) -> Option<Who> {
        if self.over.is_some() { None } else { self.waiting.first().copied() }
    }

    fn seat(law: &Law, who: Who) -> usize {
        match who {
            Who::Player(seat) => seat,
            Who::Zombie(_) => law.players(),
            Who::Ghost(_) => law.players() + 1,
        }
    }

    fn at(&self, who: Who) -> At {
        match who {
            Who::Player(seat) => self.players[&seat].at,
            Who::Zombie(number) => self.zombies[&number],
            Who::Ghost(number) => self.ghosts[&number],
        }
    }

    fn hunters(&self) -> Vec<(Who, At)> {
        let zombies = self.zombies.iter().map(|(&number, &at)| (Who::Zombie(number), at));
        zombies.chain(self.ghosts.iter().map(|(&number, &at)| (Who::Ghost(number), at))).collect()
    }

    /// R32: whether a tile is closed to an adversary.
    fn is_closed(&self, law: &Law, me: Who, at: At) -> bool {
        let others = self.hunters().iter().any(|&(who, there)| who != me && there == at);
        let place = self.place(law);
        let object = (self.key_lies && place.key == Some(at)) || place.exit == Some(at);
        others || (law.values.closed_objects && object)
    }

    /// Whether a ghost's step to this point goes into a wall (R31).
    fn is_wall(&self, law: &Law, at: At) -> bool {
        let place = self.place(law);
        match place.tile(at) {
            Tile::Wall => true,
            Tile::Void => law.values.void_walls && place.in_rectangle(at),
            _ => false,
        }
    }

    /// The numbers of the actions that are legal.
    fn legal(&self, law: &Law, me: Who) -> Vec<usize> {
        let (place, here) = (self.place(law), self.at(me));
        if let Who::Player(seat) = me {
            // R15: in at most two steps over traversable tiles.
            let mut reached = BTreeSet::new();
            for first in STEPS.map(|step| sum(here, step)).into_iter().filter(|&at| place.tile(at).is_open()) {
                reached.insert(first);
                reached.extend(STEPS.map(|step| sum(first, step)).into_iter().filter(|&at| place.tile(at).is_open()));
            }
            for other in self.players_in().into_iter().filter(|&other| other != seat) {
                reached.remove(&self.players[&other].at);
            }
            reached.insert(here); // R17
            return (0..13).filter(|&number| reached.contains(&sum(here, OFFSETS[number]))).collect();
        }
        let is_legal = |number: &usize| {
            let there = sum(here, OFFSETS[*number]);
            let may = match me {
                Who::Zombie(_) => place.tile(there) == Tile::Floor && place.room(there) == place.room(here), // R30
                _ => place.tile(there).is_open() || self.is_wall(law, there),                                // R31
            };
            may && !self.is_closed(law, me, there)
        };
        let steps: Vec<usize> = (1..5).filter(is_legal).collect();
        if steps.is_empty() { Vec::from([0]) } else { steps } // R33
    }

    /// One act of the actor whose turn it is; returns the events.
    fn step(&mut self, law: &Law, choices: &[(Seat, Action)]) -> Vec<Event> {
        let mut events = Vec::new();
        let Some(me) = self.acting() else { return events };
        let seat = Self::seat(law, me);
        let choice = choices.iter().find(|(chooser, _)| chooser.index() == seat).map(|&(_, action)| action);
        match (me, choice) {
            (Who::Player(seat), Some(Action::Forfeit)) => {
                events.push(Event::Forfeited { player: Seat(seat as u8) }); // R24
                self.expel(seat, None, &mut events);
                self.players.get_mut(&seat).expect("a player").status = "forfeited";
            }
            _ => {
                let legal = self.legal(law, me);
                let chosen = choice.and_then(number_of).filter(|number| legal.contains(number));
                if let (Some(action), None) = (choice, chosen) {
                    events.push(Event::Refused { seat: Seat(seat as u8), action }); // R20
                }
                let step = OFFSETS[chosen.unwrap_or(legal[0])];
                match me {
                    Who::Player(seat) => self.walk(law, seat, step, &mut events),
                    _ => self.hunt(law, me, step, &mut events),
                }
            }
        }
        self.waiting.remove(0);
        let inside = self.players_in();
        self.waiting.retain(|who| !matches!(who, Who::Player(seat) if !inside.contains(seat)));
        let last = law.values.max_rounds != 0 && self.round == i64::from(law.values.max_rounds);
        if inside.is_empty() || (self.waiting.is_empty() && last) {
            self.end_level(law, &mut events);
        } else if self.waiting.is_empty() {
            self.round += 1;
            self.begin_round();
        }
        events
    }

    /// R16 to R18: the move of a player, and what it meets on its tile.
    fn walk(&mut self, law: &Law, seat: usize, step: At, events: &mut Vec<Event>) {
        let place = self.place(law);
        let from = self.players[&seat].at;
        let to = sum(from, step);
        self.players.get_mut(&seat).expect("a player").at = to;
        let player = Seat(seat as u8);
        events.push(Event::Moved { actor: Actor::player(player), from: point(from), to: point(to) });
        let hunter = self.hunters().into_iter().find(|&(_, at)| at == to);
        if let Some((who, _)) = hunter {
            self.expel(seat, Some(who), events);
        } else if self.key_lies && place.key == Some(to) {
            self.key_lies = false;
            self.locked = false;
            self.took_key = Some(seat);
            self.players.get_mut(&seat).expect("a player").keys += 1;
            events.push(Event::KeyTaken { player });
        } else if !self.locked && place.exit == Some(to) {
            let one = self.players.get_mut(&seat).expect("a player");
            one.status = "exited";
            one.exits += 1;
            self.left.push(seat);
            events.push(Event::Exited { player });
        }
    }

    /// R19, R34: the move of an adversary, and where a ghost lands.
    fn hunt(&mut self, law: &Law, me: Who, step: At, events: &mut Vec<Event>) {
        let from = self.at(me);
        let next = sum(from, step);
        let teleports = matches!(me, Who::Ghost(_)) && step != (0, 0) && self.is_wall(law, next);
        let landing = if teleports { self.land(law, me) } else { None };
        let to = if teleports { landing.unwrap_or(from) } else { next };
        match me {
            Who::Zombie(number) => self.zombies.insert(number, to),
            Who::Ghost(number) => self.ghosts.insert(number, to),
            Who::Player(_) => None,
        };
        events.push(match landing {
            Some(_) => {
                Event::Teleported { ghost: me.actor().number, from: point(from), wall: point(next), to: point(to) }
            }
            None => Event::Moved { actor: me.actor(), from: point(from), to: point(to) },
        });
        for seat in self.players_in() {
            if self.players[&seat].at == to {
                self.expel(seat, Some(me), events);
            }
        }
    }

    fn land(&mut self, law: &Law, me: Who) -> Option<At> {
        let place = self.place(law);
        let open = |room: usize| -> Vec<At> {
            place.floor(room).into_iter().filter(|&at| !self.is_closed(law, me, at)).collect()
        };
        let rooms: Vec<Vec<At>> = (0..place.rooms.len()).map(open).filter(|tiles| !tiles.is_empty()).collect();
        if rooms.is_empty() {
            return None;
        }
        let room = self.random.below(rooms.len() as u64) as usize;
        Some(self.pick(&rooms[room]))
    }

    fn expel(&mut self, seat: usize, by: Option<Who>, events: &mut Vec<Event>) {
        let player = self.players.get_mut(&seat).expect("a player");
        player.status = "expelled";
        player.ejects += 1;
        self.ejected.push(seat);
        match by {
            Some(Who::Zombie(_)) => self.caught[0] += 1,
            Some(Who::Ghost(_)) => self.caught[1] += 1,
            _ => {}
        }
        events.push(Event::Expelled { player: Seat(seat as u8), by: by.map(Who::actor) });
    }

    /// R26, R27: the end of a level, and the next level or the end of the game.
    fn end_level(&mut self, law: &Law, events: &mut Vec<Event>) {
        let stranded = self.players_in();
        for &seat in &stranded {
            self.players.get_mut(&seat).expect("a player").status = "stranded";
            events.push(Event::Stranded { player: Seat(seat as u8) });
        }
        let order = |seats: &[usize]| {
            let mut order = Order::default();
            seats.iter().for_each(|&seat| order.push(Seat(seat as u8)));
            order
        };
        let level = self.level as u8;
        let key = self.took_key.map(|seat| Seat(seat as u8));
        events.push(Event::LevelEnded { level, key, exits: order(&self.left), ejects: order(&self.ejected) });
        if self.left.is_empty() {
            self.over = Some(if stranded.is_empty() { "expelled" } else { "stranded" }); // R29
        } else if self.level == law.places.len() {
            self.over = Some("won");
        }
        if let Some(reason) = self.over {
            events.push(Event::GameEnded { won: reason == "won", level });
            return;
        }
        self.rounds_before += self.round;
        self.level += 1;
        events.push(Event::LevelStarted { level: self.level as u8 });
        for (who, at) in self.begin_level(law) {
            events.push(Event::Placed { actor: who.actor(), at: point(at) });
        }
    }

    /// R28, R29: the score of a seat and its rank.
    fn standing(&self, law: &Law, seat: usize) -> (i64, usize) {
        let won = self.over == Some("won");
        let Some(me) = self.players.get(&seat) else {
            return (self.caught[seat - law.players()], if won { law.players() + 1 } else { 1 });
        };
        let better = |other: &&Player| other.exits > me.exits || (other.exits == me.exits && other.keys > me.keys);
        let first = if won { 1 } else { 3 };
        (100 * me.exits + me.keys, first + self.players.values().filter(better).count())
    }
}
