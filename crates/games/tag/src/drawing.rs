//! The board as plain text (R47).

use crate::event::Team;
use crate::game::World;
use crate::state::{Side, State, Winner};
use crate::view::{Eyes, units};
use gridhaunt_kernel::prelude::*;

/// The line above the board.
#[must_use]
pub fn headline<const N: usize>(world: &World, state: &State<N>) -> String {
    let counts = state.counts();
    let mut line = format!(
        "round {}/{}, in {}, escaped {}, captured {}",
        state.round, world.code.max_rounds, counts.inside, counts.escaped, counts.captured
    );
    if state.end.is_some() {
        let winner = Winner::of(counts, world.code.strict);
        line += &format!(", stranded {}, {}", counts.stranded, winner.words());
    }
    line
}

/// The letter of a unit (R47).
#[must_use]
pub const fn letter(side: Side, id: usize) -> char {
    match side {
        Side::Killer => Team::K.letter(id as u8),
        Side::Survivor => Team::S.letter(id as u8),
    }
}

/// The name of a unit for people: `killer A`, `survivor a`.
#[must_use]
pub fn name(side: Side, id: usize) -> String {
    format!("{} {}", side.name(), letter(side, id))
}

struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn new(world: &World, ground: impl Fn(Cell) -> char) -> Self {
        let grid = world.grid();
        let row = |y| (0..grid.width()).map(|x| ground(Cell { x, y })).collect();
        let mut canvas = Self { rows: (0..grid.height()).map(row).collect() };
        world.exits.iter().for_each(|&exit| canvas.put(exit, '>'));
        canvas
    }

    fn put(&mut self, cell: Cell, glyph: char) {
        let row = self.rows.get_mut(usize::from(cell.y));
        if let Some(slot) = row.and_then(|row| row.get_mut(usize::from(cell.x))) {
            *slot = glyph;
        }
    }

    fn under(&self, headline: &str) -> String {
        let mut lines = vec![String::from(headline)];
        lines.extend(self.rows.iter().map(|row| row.iter().collect::<String>()));
        let mut text = lines.join("\n");
        text.push('\n');
        text
    }
}

/// The whole board; a unit hides the exit under it.
#[must_use]
pub fn whole<const N: usize>(world: &World, state: &State<N>) -> String {
    let mut canvas = Canvas::new(world, |_| '.');
    for side in [Side::Killer, Side::Survivor] {
        units(world, state, side).for_each(|(id, cell)| canvas.put(cell, letter(side, id)));
    }
    canvas.under(&headline(world, state))
}

/// What a seat sees: itself as `@`, and only exits in unseen cells.
#[must_use]
pub fn seen<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> String {
    let eyes = Eyes::of(world, state, seat);
    let in_sight = |cell| eyes.is_some_and(|eyes| eyes.see(cell));
    let mut canvas = Canvas::new(world, |cell| if in_sight(cell) { '.' } else { ' ' });
    if let Some(eyes) = eyes {
        for side in [Side::Killer, Side::Survivor] {
            eyes.seen(side).for_each(|unit| canvas.put(unit.at, letter(side, unit.id.into())));
        }
        canvas.put(eyes.at(), '@');
    }
    // A seat does not know which others are stranded, but every seat knows the end and the winner.
    canvas.under(&headline(world, state))
}
