//! A bot for Snarl: players look for key and exit, adversaries run after players. `choose` is where it thinks.

use crate::game::{Action, AdversaryView, PlayerView, View};
use crate::json::Json;
use crate::protocol::{Match, Mind, Turn};
use crate::search::first_step;
use std::collections::{HashMap, HashSet};

#[rustfmt::skip]
const NAMES: [Action; 12] = [
    Action::N, Action::W, Action::E, Action::S, Action::Nn, Action::Nw, Action::Ne, Action::Ww, Action::Ee, Action::Sw,
    Action::Se, Action::Ss,
];
#[rustfmt::skip]
const MOVES: [(i64, i64); 12] = [
    (-1, 0), (0, -1), (0, 1), (1, 0), (-2, 0), (-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1), (2, 0),
];
/// A tile is a number: WIDE * row + column.
const WIDE: i64 = 1000;

#[derive(Default)]
pub struct Bot {
    level: i64,
    /// Whether one can walk on the tiles that were seen.
    open: HashMap<i64, bool>,
    things: HashMap<String, i64>,
}

impl Mind for Bot {
    fn start(_game: Match) -> Self {
        Bot::default()
    }

    fn choose(&mut self, turn: &Turn) -> Action {
        let view = match &turn.view {
            View::PlayerView(view) => view,
            View::AdversaryView(view) => return hunt(view, &turn.legal),
        };
        let here = self.look(view);
        let edges = || self.open.keys().copied().filter(|&tile| self.is_edge(tile)).collect();
        let goal = self.things.get(if view.exit_locked { "key" } else { "exit" });
        let goals: HashSet<i64> = goal.map_or_else(edges, |&goal| HashSet::from([goal]));
        let taken: HashSet<i64> = view.actors.iter().map(|actor| tile_of(actor.position)).collect();
        let foes = view.actors.iter().filter(|actor| actor.type_ != "player").map(|actor| tile_of(actor.position));
        let near: HashSet<i64> = foes.flat_map(beside).collect();
        for closed in [&taken | &near, taken] { // first a way that keeps a step away from adversaries
            if let Some(step) = first_step(here, &(&goals - &closed), |tile| self.ways(tile, &closed)) {
                return NAMES[step].clone();
            }
        }
        Action::Stay
    }
}

impl Bot {
    /// The moves from a tile, one or two steps; what is on the tile between does not matter.
    fn ways(&self, tile: i64, closed: &HashSet<i64>) -> Vec<(usize, i64, i64)> {
        let mut ways = Vec::new();
        for (step, &(rows, columns)) in MOVES.iter().enumerate() {
            let to = tile + WIDE * rows + columns;
            if self.is_open(to) && !closed.contains(&to) && self.is_open_between(tile, rows, columns) {
                ways.push((step, to, 1));
            }
        }
        ways
    }

    fn is_open(&self, tile: i64) -> bool {
        self.open.get(&tile).copied().unwrap_or(false)
    }

    /// Whether the tile that a move passes can be walked on.
    fn is_open_between(&self, tile: i64, rows: i64, columns: i64) -> bool {
        if rows.abs() + columns.abs() == 1 {
            true
        } else if rows == 0 || columns == 0 {
            self.is_open(tile + (WIDE * rows + columns) / 2)
        } else {
            self.is_open(tile + WIDE * rows) || self.is_open(tile + columns)
        }
    }

    /// Remembers what it sees of a level, and says where it stands.
    fn look(&mut self, view: &PlayerView) -> i64 {
        if view.level != self.level {
            *self = Bot { level: view.level, ..Bot::default() };
        }
        let here = tile_of(view.position.unwrap_or_default());
        let reach = view.layout.len() as i64 / 2;
        for (row, codes) in view.layout.iter().enumerate() {
            for (column, code) in codes.iter().enumerate() {
                let tile = here + WIDE * (row as i64 - reach) + column as i64 - reach;
                self.open.insert(tile, *code > 0);
            }
        }
        for thing in &view.objects {
            self.things.insert(thing.type_.clone(), tile_of(thing.position));
        }
        here
    }

    /// Whether one can stand there and a tile beside it was not seen yet.
    fn is_edge(&self, tile: i64) -> bool {
        self.is_open(tile) && beside(tile).any(|to| !self.open.contains_key(&to))
    }
}

/// An adversary takes the step that brings it nearest to a player.
fn hunt(view: &AdversaryView, legal: &[Json]) -> Action {
    let mover = view.state.adversaries.iter().find(|actor| Some(&actor.name) == view.actor.as_ref());
    let at = mover.map(|actor| actor.position).unwrap_or_default();
    let (mut best, mut choice) = (1_000_000, &legal[0]);
    for action in legal {
        let step = NAMES.iter().position(|name| name.json() == *action);
        let (rows, columns) = step.map_or((0, 0), |step| MOVES[step]);
        for player in &view.state.players {
            let far = (player.position[0] - at[0] - rows).abs() + (player.position[1] - at[1] - columns).abs();
            if far < best {
                (best, choice) = (far, action);
            }
        }
    }
    Action::Other(choice.clone())
}

fn tile_of(point: [i64; 2]) -> i64 {
    WIDE * point[0] + point[1]
}

fn beside(tile: i64) -> impl Iterator<Item = i64> {
    MOVES.into_iter().take(4).map(move |(rows, columns)| tile + WIDE * rows + columns)
}
