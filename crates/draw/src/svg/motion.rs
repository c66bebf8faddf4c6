//! Between two scenes: those who act are on their way, and all else is as it was.

#[cfg(test)]
mod tests;

use crate::theme::{Shape, look};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Board, GraphBoard, GridBoard};

/// Where a moment leads.
pub(super) struct Leap<'a> {
    pub(super) after: &'a Board,
    /// How much of the time has passed, from 0 to 1.
    pub(super) share: f64,
}

impl<'a> Leap<'a> {
    pub(super) const fn new(after: &'a Scene, share: f64) -> Self {
        // What is no number is no time.
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        Self { after: &after.board, share }
    }

    /// How much of a way is done that begins and ends at rest.
    pub(super) fn eased(&self) -> f64 {
        self.share * self.share * (3.0 - 2.0 * self.share)
    }
}

/// What stays of a scene while those who act move on to the next: all but what has just happened.
pub(super) fn still(before: &Scene, after: &Scene) -> Scene {
    let mut scene = before.clone();
    match (&mut scene.board, &after.board) {
        (Board::Grid(board), after) => {
            board.flashes.clear();
            board.bumps.clear();
            let kept = if let Board::Grid(after) = after { &after.lines[..] } else { &[] };
            board.lines.retain(|line| look(line.role).shape == Shape::Track || kept.contains(line));
        }
        (Board::Graph(board), _) => {
            board.flashes.clear();
            board.meetings.clear();
            board.tokens.iter_mut().for_each(|token| token.from = None);
        }
    }
    scene
}

/// Whether anybody is somewhere else in the next scene.
pub(super) fn is_any(before: &Scene, after: &Scene) -> bool {
    match (&before.board, &after.board) {
        (Board::Grid(before), Board::Grid(after)) => before.grid == after.grid && steps_of(before) != steps_of(after),
        (Board::Graph(before), Board::Graph(after)) => seats_of(before) != seats_of(after),
        _ => false,
    }
}

fn steps_of(board: &GridBoard) -> Vec<impl PartialEq> {
    board.actors.iter().map(|actor| (actor.role, actor.id, actor.at, actor.way)).collect()
}

fn seats_of(board: &GraphBoard) -> Vec<(&str, usize)> {
    board.tokens.iter().map(|token| (token.name.as_str(), token.node)).collect()
}
