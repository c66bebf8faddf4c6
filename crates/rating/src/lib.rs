//! What results say about those who played: pure numbers, without a game, a file or a clock.
//!
//! Blocks (A2), not matches, are what is counted as independent: matches of a block share a seed and its luck.
//!
//! | module | answers | rule |
//! |---|---|---|
//! | [`sprt`] | is A better than B, yes or no, with a stated risk of error | A6 |
//! | [`elo`] | by how much, with an interval | A7 |
//! | [`bt`] | how strong is each of many, from all that they played | A14, A15 |
//! | [`weng_lin`] | the same, match after match | A14 |
//! | [`nash`] | which mixture nobody beats, and who is beaten by it | A14 |

pub mod bt;
mod components;
mod dense;
pub mod elo;
mod games;
mod histogram;
pub mod nash;
#[cfg(test)]
mod page_tests;
pub mod sprt;
pub mod weng_lin;

pub use games::{Block, Game, Games, Table};
pub use histogram::Histogram;

/// The 2.5 % and 97.5 % quantiles of what was drawn.
fn quantiles(mut drawn: Vec<f64>) -> (f64, f64) {
    drawn.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| {
        let place = share * (drawn.len() - 1) as f64;
        let (low, high) = (drawn[place.floor() as usize], drawn[place.ceil() as usize]);
        low + (high - low) * place.fract()
    };
    (at(0.025), at(0.975))
}
