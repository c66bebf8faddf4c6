//! Moments between two scenes: actors are on their way, and all else is as in the first scene.

#[cfg(test)]
mod tests;

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Actor, Board, GraphBoard, GridBoard, Line, Look, Shape, Tile};
use std::collections::BTreeMap;

/// The scenes between two scenes that are shown: the positions of actors in between.
#[derive(Clone, Debug, Default)]
pub struct Course(Vec<Board>);

impl Course {
    /// Adds a scene that is not shown.
    pub fn pass(&mut self, scene: &Scene) {
        self.0.push(match &scene.board {
            Board::Grid(board) => Board::Grid(bare(board)),
            Board::Graph(GraphBoard { nodes, tokens, .. }) => {
                let (nodes, tokens) = (nodes.clone(), tokens.clone());
                Board::Graph(GraphBoard { nodes, tokens, ..GraphBoard::default() })
            }
        });
    }
}

/// A grid with only the actors and the things in their cells.
pub(super) fn bare(board: &GridBoard) -> GridBoard {
    let (actors, things) = (board.actors.clone(), board.things.clone());
    GridBoard { actors, things, y_up: board.y_up, ..GridBoard::new(board.grid) }
}

/// A moment between two scenes.
pub(super) struct Leap<'a> {
    /// The boards in between.
    course: &'a [Board],
    after: &'a Board,
    /// How much of the time has passed, from 0 to 1.
    pub(super) share: f64,
}

impl<'a> Leap<'a> {
    pub(super) const fn new(course: &'a Course, after: &'a Scene, share: f64) -> Self {
        // NaN counts as 0.
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        Self { course: course.0.as_slice(), after: &after.board, share }
    }

    /// Which part of the way is done, with a slow start and a slow end.
    pub(super) fn eased(&self) -> f64 {
        self.share * self.share * (3.0 - 2.0 * self.share)
    }

    /// The grids in between, and the last one; `None` if one of them does not match this grid.
    pub(super) fn grids(&self, before: &GridBoard) -> Option<Vec<&'a GridBoard>> {
        let grid = |board: &'a Board| match board {
            Board::Grid(board) if (board.grid, board.y_up) == (before.grid, before.y_up) => Some(board),
            _ => None,
        };
        let grids = self.course.iter().chain([self.after]).map(grid).collect::<Option<Vec<_>>>()?;
        grids.last().is_some_and(|after| grounds(before).eq(grounds(after))).then_some(grids)
    }

    /// The graphs in between, and the last one; `None` if one of the boards is not a graph.
    pub(super) fn graphs(&self) -> Option<Vec<&'a GraphBoard>> {
        let graph = |board: &'a Board| match board {
            Board::Graph(board) => Some(board),
            Board::Grid(_) => None,
        };
        self.course.iter().chain([self.after]).map(graph).collect()
    }

    /// The lines that appear during the move, with the part of each that is drawn so far: a line grows with the actor
    /// that moves along it.
    pub(super) fn grown(&self, before: &GridBoard, grids: &[&'a GridBoard]) -> Vec<(&'a Line, f64)> {
        let Some(after) = grids.last() else { return Vec::new() };
        let mut walked: BTreeMap<(Cell, Cell), usize> = BTreeMap::new();
        let here = standing(before);
        for (who, at) in &here {
            let mut at = *at;
            for (leg, grid) in grids.iter().enumerate() {
                let Some(&to) = standing(grid).get(who) else { break };
                walked.entry((at, to)).and_modify(|known| *known = leg.min(*known)).or_insert(leg);
                at = to;
            }
        }
        let progress = self.eased() * grids.len() as f64;
        let share = |line: &Line| walked.get(&(line.from, line.to)).map(|&leg| (progress - leg as f64).clamp(0.0, 1.0));
        let new = after.lines.iter().filter(|line| !before.lines.contains(line));
        new.filter_map(|line| Some((line, share(line)?))).filter(|(_, share)| *share > 0.0).collect()
    }
}

/// The positions of actors that can be identified.
fn standing(board: &GridBoard) -> BTreeMap<(&'static Look, u16), Cell> {
    let mut found: BTreeMap<(&'static Look, u16), Option<Cell>> = BTreeMap::new();
    for Actor { look, id, at, .. } in &board.actors {
        found.entry((look, *id)).and_modify(|known| *known = None).or_insert(Some(*at));
    }
    found.into_iter().filter_map(|(who, at)| Some((who, at?))).collect()
}

/// The ground of a dungeon. If it changes, it is another level, and no movement to it is shown.
fn grounds(board: &GridBoard) -> impl Iterator<Item = &Tile> {
    board.tiles.iter().filter(|tile| matches!(tile.look.shape, Shape::Ground(_)))
}

/// The scene that is shown while actors move to the next: without the marks of events.
pub(super) fn still(before: &Scene, after: &Scene) -> Scene {
    let mut scene = before.clone();
    match (&mut scene.board, &after.board) {
        (Board::Grid(board), after) => {
            board.flashes.clear();
            board.bumps.clear();
            let kept = if let Board::Grid(after) = after { &after.lines[..] } else { &[] };
            board.lines.retain(|line| line.look.shape == Shape::Track || kept.contains(line));
        }
        (Board::Graph(board), _) => {
            board.flashes.clear();
            board.meetings.clear();
            board.tokens.iter_mut().for_each(|token| token.from = None);
        }
    }
    scene
}

/// Whether any actor changes its position on the way.
pub(super) fn is_any(before: &Scene, course: &Course, after: &Scene) -> bool {
    let leap = Leap::new(course, after, 0.0);
    match &before.board {
        Board::Grid(before) => {
            leap.grids(before).is_some_and(|grids| grids.iter().any(|grid| steps_of(before) != steps_of(grid)))
        }
        Board::Graph(before) => {
            leap.graphs().is_some_and(|graphs| graphs.iter().any(|graph| seats_of(before) != seats_of(graph)))
        }
    }
}

fn steps_of(board: &GridBoard) -> Vec<impl PartialEq> {
    board.actors.iter().map(|actor| (actor.look, actor.id, actor.at, actor.way)).collect()
}

/// Tokens by name with the names of their nodes, because node numbers change when a seat learns of a node.
fn seats_of(board: &GraphBoard) -> Vec<(&str, Option<&str>)> {
    let label = |node: usize| board.nodes.get(node).map(|node| node.label.as_str());
    board.tokens.iter().map(|token| (token.name.as_str(), label(token.node))).collect()
}
