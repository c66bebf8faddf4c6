//! Ratings from the whole history (A14, A15): Bradley–Terry with Davidson's draw parameter for two at a table,
//! Davidson–Luce with a parameter for each size of tie for more.
//!
//! A table is a row of choices: who is first is chosen among all, then who is next among the rest. A set of `t`
//! entrants that tie is chosen with weight `δ_t × (product of their strengths)^(1/t)`, and `δ_1 = 1`. Where sides
//! differ an entrant's strength on a side is its overall strength, what the side gives to everybody, and what the
//! entrant is better or worse there than others are.

mod fit;
mod gather;
mod layout;
mod model;
mod spread;
#[cfg(test)]
mod tests;

use crate::Games;
use crate::elo::NATURAL;
use gather::Gathered;
use gridhaunt_kernel::Invalid;
use serde::Serialize;

/// What is chosen for a rating.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The entrant whose rating is this; without one the mean is 1500.
    pub anchor: Option<(u32, f64)>,
    /// How often blocks are drawn again for the intervals; 0 takes the sandwich over blocks.
    pub bootstrap: usize,
    /// What the draws of the bootstrap begin from.
    pub seed: u64,
    /// Entrants that start from another's rating.
    pub successions: Vec<Succession>,
    /// Whether [`Ratings::covariance`] is wanted.
    pub covariance: bool,
}

/// An entrant that starts from another's rating, as a new version of a bot does (A13).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Succession {
    /// The new entrant.
    pub new: u32,
    /// The one whose rating it starts from.
    pub old: u32,
    /// How far they are thought to be apart, as a standard deviation in Elo.
    pub deviation: f64,
}

/// The rating of an entrant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its number.
    pub entrant: u32,
    /// Its rating in Elo.
    pub rating: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The number of its matches.
    pub games: u64,
    /// How it is on each side; empty where there is but one.
    pub sides: Vec<AsSide>,
}

/// How an entrant is on one side (A15): its rating there is its rating plus this.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AsSide {
    /// The side.
    pub side: u16,
    /// By how much it is better there than overall, beyond what the side gives to everybody. The mean over all
    /// entrants is 0.
    pub offset: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The number of its matches there.
    pub games: u64,
}

/// What a side gives to everybody (A15).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Side {
    /// The side.
    pub side: u16,
    /// By how many points of Elo who is there is better than on the mean of all sides: with two sides the one is
    /// better than the other by twice as much.
    pub advantage: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

/// How often ties of one size are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tie {
    /// How many entrants tie.
    pub size: u16,
    /// `δ`, beside 1 for no tie: two equals draw in `δ / (2 + δ)` of their matches.
    pub parameter: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// How often such a tie occurred.
    pub count: u64,
}

/// What a rating has found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ratings {
    /// Those that are rated, by number.
    pub entrants: Vec<Rated>,
    /// The sides, by number; empty where there is but one.
    pub sides: Vec<Side>,
    /// The sizes of ties that occurred.
    pub ties: Vec<Tie>,
    /// Those that never met the rated, directly or through others: each list can be compared within itself alone.
    pub unrated: Vec<Vec<u32>>,
    /// The number of matches among the rated.
    pub matches: u64,
    /// The number of blocks with matches among the rated.
    pub blocks: u64,
    /// The largest part of the gradient that was left.
    pub gradient: f64,
    /// The covariance of the rated as the model believes it, row by row, in Elo²: for who chooses the next block.
    #[serde(skip)]
    pub covariance: Option<Vec<f64>>,
}

/// Rates the entrants that can be compared: those that met the anchor, directly or through others, or without an anchor
/// the largest such set.
///
/// # Errors
/// If the anchor has no match, or options name an entrant that does not exist.
pub fn rate(games: &Games, options: &Options) -> Result<Ratings, Invalid> {
    let gathered = gather::gather(games, options)?;
    let Gathered { layout, results, blocks, .. } = &gathered;
    if layout.entrants.is_empty() {
        return Ok(Ratings { unrated: gathered.unrated, ..Ratings::default() });
    }
    let anchor = options.anchor.and_then(|(anchor, _)| layout.position(anchor));
    let priors = fit::priors(layout, options);
    let mut counts = results.none();
    results.items.iter().for_each(|&item| counts.add(item, 1.0));
    let fit = fit::fit(layout, results, &counts, &priors, &vec![0.0; layout.parameters()]);
    let found = spread::report(layout, anchor, &fit.x);
    let (low, high) = if options.bootstrap > 0 {
        spread::bootstrap(&gathered, anchor, &fit, &priors, options.bootstrap, options.seed)
    } else {
        spread::around(&found, &spread::sandwich(&gathered, anchor, &fit, &priors))
    };
    let zero = options.anchor.map_or(1500.0, |(_, value)| value);
    let elo = |natural: f64| natural / NATURAL;
    let sides = layout.sides.len();
    let as_side = |slot: usize| AsSide {
        side: layout.sides[slot % sides],
        offset: elo(found.offsets[slot]),
        low: elo(low.offsets[slot]),
        high: elo(high.offsets[slot]),
        games: gathered.games[slot],
    };
    let entrants = (0..layout.entrants.len()).map(|at| {
        let slots = at * sides..(at + 1) * sides;
        Rated {
            entrant: layout.entrants[at],
            rating: zero + elo(found.ratings[at]),
            low: zero + elo(low.ratings[at]),
            high: zero + elo(high.ratings[at]),
            games: gathered.games[slots.clone()].iter().sum(),
            sides: if sides > 1 { slots.map(as_side).collect() } else { Vec::new() },
        }
    });
    let side = |at: usize| Side {
        side: layout.sides[at],
        advantage: elo(found.sides[at]),
        low: elo(low.sides[at]),
        high: elo(high.sides[at]),
    };
    let tie = |at: usize| Tie {
        size: layout.ties[at],
        parameter: found.ties[at].exp(),
        low: low.ties[at].exp(),
        high: high.ties[at].exp(),
        count: gathered.ties[&layout.ties[at]],
    };
    Ok(Ratings {
        entrants: entrants.collect(),
        sides: if sides > 1 { (0..sides).map(side).collect() } else { Vec::new() },
        ties: (0..layout.ties.len()).map(tie).collect(),
        matches: gathered.matches,
        blocks: blocks.len() as u64,
        gradient: fit.gradient,
        covariance: options
            .covariance
            .then(|| spread::believed(layout, &fit).into_iter().map(|natural| natural / (NATURAL * NATURAL)).collect()),
        unrated: gathered.unrated,
    })
}
