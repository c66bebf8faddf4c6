//! `…_endGame.json`: the final ranking.

use super::{Name, standing};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use serde::Serialize;

/// The only line of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
#[allow(missing_docs, reason = "the names say it")]
pub struct End {
    total_ticks: u64,
    players: Vec<Player>,
    world_seed: u64,
    #[serde(rename = "WinngingBot")]
    winner: Option<Player>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Player {
    placement: u8,
    seed: u64,
    score: i64,
    id: String,
    nickname: String,
    match_points: f64,
}

impl End {
    /// The end of a match; `None` if it is not over.
    #[must_use]
    pub fn new(seed: u64, names: &[Name], session: &dyn Session) -> Option<Self> {
        let ranks: Vec<u8> =
            (0..names.len()).filter_map(|seat| Some(standing(session, Seat(seat as u8))?.rank)).collect();
        let mut players = Vec::new();
        for (seat, name) in names.iter().enumerate() {
            let own = standing(session, Seat(seat as u8))?;
            players.push(Player {
                placement: own.rank,
                seed: 0,
                score: own.units,
                id: name.id.to_string(),
                nickname: name.nick.clone(),
                match_points: match_points(&ranks, own.rank),
            });
        }
        players.sort_by_key(|player| player.placement);
        Some(Self { total_ticks: session.steps(), winner: players.first().cloned(), players, world_seed: seed })
    }
}

/// R56: farmers with the same rank each get the mean of the points of their places.
fn match_points(ranks: &[u8], rank: u8) -> f64 {
    let sharing = ranks.iter().filter(|&&other| other == rank).count();
    ranks.len() as f64 - f64::from(rank) + 1.0 - (sharing as f64 - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_share_the_mean_of_their_places() {
        let points = |ranks: &[u8]| ranks.iter().map(|&rank| match_points(ranks, rank)).collect::<Vec<_>>();
        assert_eq!(points(&[1, 2, 3, 4]), [4.0, 3.0, 2.0, 1.0]);
        assert_eq!(points(&[2, 1, 2, 4]), [2.5, 4.0, 2.5, 1.0]);
        assert_eq!(points(&[1, 1, 1, 1]), [2.5; 4]);
    }
}
