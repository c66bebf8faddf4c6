//! Plays a level from lists of moves, with adversaries that do not move (R54).

use super::given::{Actor, Given, name};
use super::{line, verbatim};
use crate::level::{ActorKind, Fields, Level, ObjectKind, Point, items};
use alloc::collections::VecDeque;
use gridhaunt_kernel::prelude::*;

pub(super) fn answer(parts: &[Value; 5], text: &str) -> Result<String, Invalid> {
    let mut game = Game::read(parts, text)?;
    game.play();
    Ok(format!("[{},[{}]]", line(&game.state), game.trace.join(",")))
}

/// The move that a player wants: the point, none for staying, and its text as written.
struct Move {
    to: Option<Point>,
    written: String,
}

struct Game {
    turns: u64,
    /// The remaining moves of all players, by seat.
    moves: Vec<VecDeque<Move>>,
    state: Given,
    /// The seats of the players in the state.
    inside: Vec<usize>,
    trace: Vec<String>,
}

/// A move was needed but there was none left.
struct Spent;

impl Game {
    fn play(&mut self) {
        self.tell_all(); // R54.1
        for _ in 0..self.turns {
            if self.inside.is_empty() || self.round().is_err() {
                return; // R54.3
            }
        }
    }

    /// One turn of each player in the level; the round ends when the last player leaves.
    fn round(&mut self) -> Result<(), Spent> {
        for seat in 0..self.moves.len() {
            if let Some(player) = self.inside.iter().position(|inside| *inside == seat) {
                self.turn(seat, player)?;
            }
        }
        Ok(())
    }

    /// Plays the next legal move of a player; the moves before it are invalid (R54.2).
    fn turn(&mut self, seat: usize, player: usize) -> Result<(), Spent> {
        let Actor { name, position, .. } = self.state.players[player].clone();
        loop {
            let Move { to, written } = self.moves[seat].pop_front().ok_or(Spent)?;
            let to = to.unwrap_or(position); // R17
            let told = |word: String| format!("[{},{written},{word}]", line(&name));
            if !self.state.may_move(player, to) {
                self.trace.push(told(line(&"Invalid")));
                continue;
            }
            let deed = self.state.arrive(player, to);
            self.trace.push(told(line(&deed)));
            if deed.leaves() {
                self.inside.remove(player);
            }
            self.tell_all();
            return Ok(());
        }
    }

    /// Sends each player in the level what it sees.
    fn tell_all(&mut self) {
        for (i, player) in self.state.players.iter().enumerate() {
            self.trace.push(line(&(&player.name, self.state.update(i))));
        }
    }
}

impl Game {
    fn read([names, level, turns, points, lists]: &[Value; 5], text: &str) -> Result<Self, Invalid> {
        let at = |i: usize| move |error: Invalid| error.within(&format!("[{i}]"));
        let names = items(names, "a list of names", name).map_err(at(0))?;
        let level = Level::read(level).map_err(at(1))?;
        let turns = turns.as_u64().ok_or_else(|| Invalid::new("[2]", brief(turns), "a natural number of rounds"))?;
        let points = items(points, "a list of points", Point::read).map_err(at(3))?;
        let lists = items(lists, "a list of lists of moves", |list| items(list, "a list of moves", read_move));
        let lists = lists.map_err(at(4))?;
        enough("[3]", "points", points.len(), names.len())?;
        enough("[4]", "lists of moves", lists.len(), names.len())?;

        let compact = verbatim::compact(text);
        let written = verbatim::items(verbatim::items(&compact).last().copied().unwrap_or_default());
        let moves = lists.into_iter().zip(written).take(names.len()).map(|(list, written)| {
            let written = verbatim::items(written).into_iter().map(ToString::to_string);
            list.into_iter().zip(written).map(|(to, written)| Move { to, written }).collect()
        });
        let moves: Vec<VecDeque<Move>> = moves.collect();

        let actor = |kind, name, position| Actor { kind, name, position };
        let (starts, posts) = points.split_at(names.len());
        let players = names.into_iter().zip(starts).map(|(name, at)| actor(ActorKind::Player, name, *at)).collect();
        let ghosts = (1..).zip(posts).map(|(i, at)| actor(ActorKind::Ghost, format!("ghost{i}"), *at)).collect();
        let exit_locked = level.object(ObjectKind::Key).is_some(); // R13
        let state = Given { level, players, adversaries: ghosts, exit_locked };
        Ok(Self { turns, inside: (0..moves.len()).collect(), moves, state, trace: Vec::new() })
    }
}

/// A move without its text.
fn read_move(value: &Value) -> Result<Option<Point>, Invalid> {
    let to = Fields::of(value, "a move")?.need("to", "a point or null")?;
    if to.is_null() {
        return Ok(None);
    }
    Point::read(to)
        .map(Some)
        .map_err(|error| Invalid { expected: error.expected.clone() + ", or null", ..error }.within("to"))
}

fn enough(field: &str, what: &str, given: usize, players: usize) -> Result<(), Invalid> {
    if given >= players {
        return Ok(());
    }
    let words = format!("{given} {what} for {players} players");
    Err(Invalid::new(field, given, format!("at least {players}")).says(words))
}
