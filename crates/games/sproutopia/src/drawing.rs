//! The board as plain text: `A`–`D` land, `a`–`d` trail, `#` weed, `1`–`5` things, `@` a farmer (§15).

use crate::field::OVERGROWN;
use crate::full::Full;
use crate::ground::Ground;
use crate::position::letter;
use crate::sets::RuleSet;
use crate::state::State;
use crate::view::{Scope, TRAIL, UNCLAIMED};
use gridhaunt_kernel::prelude::*;

/// The sign of a code (R49).
fn sign(code: u8) -> char {
    match code {
        UNCLAIMED => '.',
        trail if trail >= TRAIL => letter(usize::from(trail - TRAIL)).to_ascii_lowercase(),
        land => letter(land.into()),
    }
}

/// The whole board as text, with nothing hidden.
#[must_use]
pub fn whole<R: RuleSet>(ground: &Ground, state: &State<R>) -> String {
    draw(ground, state, |_| true)
}

/// The board as a seat sees it; cells that it does not see are blank.
#[must_use]
pub fn seen<R: RuleSet>(ground: &Ground, state: &State<R>, seat: usize) -> String {
    let scope = Scope::new(ground, state.farmers[seat % state.farmers.len()].at);
    draw(ground, state, |cell| scope.has(cell))
}

fn draw<R: RuleSet>(ground: &Ground, state: &State<R>, sees: impl Fn(Cell) -> bool) -> String {
    let full = Full::new(ground, state);
    let mut text = String::new();
    for y in 0..u16::from(full.rows) {
        let from = text.len();
        for x in 0..u16::from(full.cols) {
            let cell = Cell { x, y };
            let mut things = full.supers.iter().chain(&full.power_ups);
            text.push(if !sees(cell) {
                ' '
            } else if full.farmers.iter().any(|farmer| farmer.at == Some(cell)) {
                '@'
            } else if state.field.contains(OVERGROWN, cell) {
                '#'
            } else if let Some(thing) = things.find(|thing| thing.at == cell) {
                char::from(b'0' + thing.kind as u8)
            } else {
                sign(full.code(cell))
            });
        }
        text.truncate(from + text[from..].trim_end().len());
        text.push('\n');
    }
    text
}
