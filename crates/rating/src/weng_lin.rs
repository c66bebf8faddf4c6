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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, Game};

    fn games(matches: &[(&[u32], &[u16])]) -> Games {
        let mut games = Games::new((0..4).map(|entrant| format!("bot-{entrant}")).collect());
        for (entrants, ranks) in matches {
            let game = Game { entrants: entrants.to_vec(), sides: vec![0; ranks.len()], ranks: ranks.to_vec() };
            games.add(&Block { games: vec![game], points: Vec::new() }).unwrap();
        }
        games
    }

    #[test]
    fn one_match_is_the_crates_own_answer_on_the_scale_of_elo() {
        // A14. From 25 ± 25/3 each, β = 25/6: c² = 2 (25/6)² + 2 (25/3)² = 10 (25/6)², so the winner gains
        // (25/3)² / c / 2 = (25/6) × 4 / √10 / 2, and on Elo's scale 2 / √10 / √2 / NATURAL.
        let rated = rate(&games(&[(&[0, 2], &[1, 2])]), &Options::default()).unwrap();
        assert_eq!(rated.iter().map(|rated| (rated.entrant, rated.games)).collect::<Vec<_>>(), [(0, 1), (2, 1)]);
        let gain = 2.0 / 20f64.sqrt() / elo::NATURAL;
        assert!((rated[0].rating - 1500.0 - gain).abs() < 1e-9 && (rated[1].rating - 1500.0 + gain).abs() < 1e-9);
        assert!(rated[0].low < 1500.0 && rated[0].high > 1900.0);
    }

    #[test]
    fn who_wins_more_is_rated_higher_and_an_anchor_stays() {
        let mut matches: Vec<(&[u32], &[u16])> = Vec::new();
        for _ in 0..30 {
            matches.extend([(&[0, 1, 2, 3][..], &[1, 2, 3, 3][..]), (&[3, 2, 1, 0], &[4, 3, 1, 2])]);
        }
        let rated = rate(&games(&matches), &Options { anchor: Some((1, 2000.0)) }).unwrap();
        assert!((rated[1].rating - 2000.0).abs() < 1e-9);
        assert!(rated[0].rating > rated[2].rating && rated[2].rating > rated[3].rating);
        assert!(rated[0].high - rated[0].low < 400.0);
    }

    #[test]
    fn an_anchor_that_has_not_played_is_named() {
        let wrong = rate(&games(&[(&[0, 2], &[1, 2])]), &Options { anchor: Some((1, 1500.0)) }).unwrap_err();
        assert_eq!(wrong.to_string(), "anchor: \"bot-1\" has no match here");
        assert_eq!(rate(&games(&[]), &Options::default()).unwrap(), []);
    }
}
