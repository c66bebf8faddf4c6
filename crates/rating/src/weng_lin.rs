//! Ratings match after match, after Weng and Lin (A14): what is known after each match, never corrected backwards.

use crate::{Games, elo};
use gridhaunt_kernel::Invalid;
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is chosen for a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// The entrant whose rating is this; without one the mean is 1500.
    pub anchor: Option<(u32, f64)>,
}

/// The rating of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its number.
    pub entrant: u32,
    /// Its rating in Elo.
    pub rating: f64,
    /// The lower end of the 95 % interval that the method itself believes in.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
    /// The number of its matches.
    pub games: u64,
}

/// Rates the entrants that have played, in the order of their numbers; matches count in the order in which they were added.
///
/// # Errors
/// If the anchor has not played.
pub fn rate(games: &Games, options: &Options) -> Result<Vec<Rated>, Invalid> {
    let config = WengLinConfig::new();
    let mut known = vec![WengLinRating::new(); games.entrants()];
    let mut played = vec![0; games.entrants()];
    for table in games.tables() {
        let seated: Vec<[WengLinRating; 1]> = table.entrants.iter().map(|&entrant| [known[entrant as usize]]).collect();
        let ranked: Vec<_> = seated
            .iter()
            .zip(table.ranks)
            .map(|(seated, &rank)| (&seated[..], MultiTeamOutcome::new(usize::from(rank))))
            .collect();
        for (&entrant, after) in table.entrants.iter().zip(weng_lin_multi_team(&ranked, &config)) {
            known[entrant as usize] = after[0];
            played[entrant as usize] += 1;
        }
    }
    // Without uncertainty the method expects 1 / (1 + e^(−difference / (√2 β))) points.
    let scale = 1.0 / (std::f64::consts::SQRT_2 * config.beta * elo::NATURAL);
    let mut rated: Vec<Rated> = (0..games.entrants())
        .filter(|&entrant| played[entrant] > 0)
        .map(|entrant| {
            let (rating, half) = (known[entrant].rating * scale, elo::Z * known[entrant].uncertainty * scale);
            Rated { entrant: entrant as u32, rating, low: rating - half, high: rating + half, games: played[entrant] }
        })
        .collect();
    let shift = match options.anchor {
        None => 1500.0 - rated.iter().map(|rated| rated.rating).sum::<f64>() / rated.len().max(1) as f64,
        Some((anchor, value)) => {
            let at = rated.iter().find(|rated| rated.entrant == anchor).ok_or_else(|| games.no_anchor(anchor))?;
            value - at.rating
        }
    };
    for rated in &mut rated {
        rated.rating += shift;
        rated.low += shift;
        rated.high += shift;
    }
    Ok(rated)
}
