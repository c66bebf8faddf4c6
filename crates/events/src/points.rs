//! What a match and a block are worth to an entrant (A4).

use crate::shape::Shape;
use gridhaunt_arena::Match;
use gridhaunt_kernel::Invalid;
use gridhaunt_record::trial::FORFEIT;
use gridhaunt_store::MatchRow;

gridhaunt_kernel::words! {
    /// What points are made of.
    #[derive(Default)]
    pub enum By {
        /// Who ranks before whom.
        #[default]
        Rank = "rank",
        /// The score as a share of what there was.
        Score = "score",
    }
}

impl By {
    /// What points are made of at these places: one entrant alone has only its score.
    #[must_use]
    pub fn at(self, shape: &Shape) -> Self {
        if shape.table() < 2 { Self::Score } else { self }
    }

    /// Checks that a game has what these points are made of.
    ///
    /// # Errors
    /// Points by score in a game that does not say what there was.
    pub fn check(self, shape: &Shape) -> Result<(), Invalid> {
        if self.at(shape) == Self::Score && !shape.scored {
            let words = "score needs a game that says what there was to get, need rank";
            return Err(Invalid::new("by", "score", "rank").says(words));
        }
        Ok(())
    }
}

/// What a match was to the entrant of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchPoints {
    /// 0 to 1.
    pub points: f64,
    /// The rank of its best seat.
    pub rank: u16,
    /// The score of its side.
    pub score: f64,
    /// Whether the entrant is out (B14).
    pub out: bool,
}

/// The points of a match that is over, by place; none while it goes on, and none if it is void.
#[must_use]
pub fn of_match(shape: &Shape, game: &Match, by: By) -> Option<Vec<MatchPoints>> {
    let (outcome, session) = (game.result()?, game.session());
    let mut all: Vec<MatchPoints> = Vec::with_capacity(shape.table());
    let mut shares = Vec::with_capacity(shape.table());
    for place in &shape.places {
        let ranks = place.seats.iter().filter_map(|seat| outcome.seats.get(seat.index()));
        let had = session.side_score(place.side.into());
        let score = had.map_or_else(
            || place.seats.iter().map(|&seat| outcome.points(seat)).sum(),
            |had| had.units as f64 / f64::from(outcome.units_per_point),
        );
        let out = place.seats.iter().any(|&seat| game.is_out(seat));
        // Who is out has nothing; who is left when nobody else is has everything.
        shares.push(match had {
            _ if out => 0.0,
            _ if game.stopped() == Some(FORFEIT) => 1.0,
            had => had.map_or(0.0, gridhaunt_kernel::outcome::SideScore::share),
        });
        all.push(MatchPoints {
            points: 0.0,
            rank: ranks.map(|seat| seat.rank).min().unwrap_or(u8::MAX).into(),
            score,
            out,
        });
    }
    let points = match by.at(shape) {
        By::Rank => of_ranks(&all.iter().map(|one| one.rank).collect::<Vec<_>>()),
        By::Score => shares,
    };
    for (one, points) in all.iter_mut().zip(points) {
        one.points = points;
    }
    Some(all)
}

/// Wins and half the draws over the others at the table, divided by their number (A4).
#[must_use]
pub fn of_ranks(ranks: &[u16]) -> Vec<f64> {
    let others = ranks.len().saturating_sub(1).max(1) as f64;
    let of = |(i, mine): (usize, &u16)| {
        let over = ranks.iter().enumerate().filter(|(j, _)| *j != i);
        over.map(|(_, other)| f64::from(u8::from(other > mine)) + f64::from(u8::from(other == mine)) / 2.0).sum::<f64>()
            / others
    };
    ranks.iter().enumerate().map(of).collect()
}

/// A match of a block that was played, everything by place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Done<'a> {
    pub entrants: &'a [u32],
    pub points: &'a [f64],
    pub ranks: &'a [u16],
    pub scores: &'a [f64],
    /// Whether it was stopped because fewer than two entrants were left (B14).
    pub forfeit: bool,
}

impl<'a> From<&'a MatchRow> for Done<'a> {
    fn from(row: &'a MatchRow) -> Self {
        Self {
            entrants: &row.entrants,
            points: &row.points,
            ranks: &row.ranks,
            scores: &row.scores,
            forfeit: row.stopped.as_deref() == Some(FORFEIT),
        }
    }
}

/// The points of a block by entrant, in the order of its first match: the mean of the points of its matches, or the
/// game's own score of a pair (A4).
#[must_use]
pub fn of_block(shape: &Shape, matches: &[Done<'_>], by: By) -> Vec<(u32, f64)> {
    let mut entrants: Vec<u32> = Vec::new();
    for &entrant in matches.iter().flat_map(|done| done.entrants) {
        if !entrants.contains(&entrant) {
            entrants.push(entrant);
        }
    }
    let pair = shape.decides_pairs.filter(|_| by == By::Rank && entrants.len() == 2);
    let points: Vec<f64> = match pair {
        Some(place) => of_pair(&entrants, matches, place),
        None => entrants.iter().map(|&entrant| mean(matches, entrant)).collect(),
    };
    entrants.into_iter().zip(points).collect()
}

/// The value of a duel's block to the first of two entrants (A8). Between two at one table by rank it is the points of
/// the first.
#[must_use]
pub fn value(points: &[(u32, f64)], one: u32, other: u32) -> f64 {
    let of = |entrant: u32| points.iter().find(|(known, _)| *known == entrant).map_or(0.5, |(_, points)| *points);
    (1.0 + of(one) - of(other)) / 2.0
}

fn mean(matches: &[Done<'_>], entrant: u32) -> f64 {
    let (mut sum, mut n) = (0.0, 0u32);
    for done in matches {
        for (&other, &points) in done.entrants.iter().zip(done.points) {
            if other == entrant {
                (sum, n) = (sum + points, n + 1);
            }
        }
    }
    sum / f64::from(n.max(1))
}

/// A pair of matches with the sides exchanged: who scored more in the place that decides. Before that counts who was
/// out in fewer of them, since a match that was stopped has no score (B14).
fn of_pair(entrants: &[u32], matches: &[Done<'_>], place: usize) -> Vec<f64> {
    let of = |entrant: u32| {
        let (mut outs, mut score) = (0u32, 0.0);
        for done in matches {
            let Some(own) = done.entrants.iter().position(|&other| other == entrant) else { continue };
            let last = done.ranks.iter().max() == done.ranks.get(own) && done.ranks.iter().min() != done.ranks.get(own);
            outs += u32::from(done.forfeit && last);
            if own == place {
                score += done.scores.get(own).copied().unwrap_or(0.0);
            }
        }
        (outs, score)
    };
    let [(one_out, one), (other_out, other)] = [of(entrants[0]), of(entrants[1])];
    let points = match other_out.cmp(&one_out).then(one.total_cmp(&other)) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    vec![points, 1.0 - points]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Orders;
    use gridhaunt_arena::play::Arena;
    use gridhaunt_arena::seating::seat_all;
    use serde_json::{Value, json};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn points_are_wins_and_half_the_draws_over_the_others() {
        // A4
        assert_eq!(of_ranks(&[1, 2]), [1.0, 0.0]);
        assert_eq!(of_ranks(&[1, 1]), [0.5, 0.5]);
        assert_eq!(of_ranks(&[3, 1, 1, 4]), [1.0 / 3.0, 2.5 / 3.0, 2.5 / 3.0, 0.0]);
        assert_eq!(of_ranks(&[1]), [0.0]);
    }

    fn played(game: &str, settings: Value, bots: &[&str], side: Option<&str>, by: By) -> (Shape, Vec<MatchPoints>) {
        let registry = gridhaunt_bots::registry();
        let face = registry.find(game).unwrap();
        let opened = face.open(&settings).unwrap();
        let session = opened.begin(5).unwrap();
        let words: Vec<String> = bots.iter().map(ToString::to_string).collect();
        let seats = seat_all(face, session.as_ref(), &words).unwrap();
        let shape = Shape::of(session.as_ref(), &opened.info(), side).unwrap();
        by.check(&shape).unwrap();
        let arena = Arena {
            info: opened.info(),
            opened: opened.as_ref(),
            seats: &seats,
            rotate: false,
            from: None,
            house: None,
        };
        let done = arena.conduct(5, None, false, false, &AtomicBool::new(false), |_| {}).unwrap();
        let points = of_match(&shape, &done.game, by).unwrap();
        (shape, points)
    }

    #[test]
    fn every_game_has_points_by_rank_and_by_score() {
        for (game, settings) in [
            ("pyrat", json!({"preset": "tiny"})),
            ("tag", json!({})),
            ("ghost-grid", json!({})),
            ("snarl", json!({"players": 2})),
            ("sproutopia", json!({})),
        ] {
            let (shape, by_rank) = played(game, settings.clone(), &[], None, By::Rank);
            let sum: f64 = by_rank.iter().map(|one| one.points).sum();
            assert!((sum - shape.table() as f64 / 2.0).abs() < 1e-9, "{game}: every win is somebody's loss");
            let (_, by_score) = played(game, settings, &[], None, By::Score);
            assert!(by_score.iter().all(|one| (0.0..=1.0).contains(&one.points)), "{game}");
            assert!(by_score.iter().any(|one| one.points > 0.0), "{game}: {by_score:?}");
            let facts = |all: &[MatchPoints]| all.iter().map(|one| (one.rank, one.score)).collect::<Vec<_>>();
            assert_eq!(facts(&by_rank), facts(&by_score), "{game}");
        }
    }

    #[test]
    fn one_alone_has_its_share() {
        // A4
        let (shape, alone) = played("snarl", json!({"players": 2}), &[], Some("player"), By::Rank);
        assert_eq!((shape.table(), alone.len()), (1, 1));
        let all = played("snarl", json!({"players": 2}), &[], None, By::Score).1;
        assert_eq!(alone[0].points, all[0].points);
    }

    #[test]
    fn cheese_is_shared_out_of_all_there_is() {
        let (_, both) = played("pyrat", json!({"preset": "tiny"}), &["greedy", "idle"], None, By::Score);
        let cheese = gridhaunt_bots::registry().find("pyrat").unwrap().open(&json!({"preset": "tiny"})).unwrap();
        let most = cheese.begin(5).unwrap().side_score(0).unwrap().most as f64 / 2.0;
        assert_eq!(both[0].points, both[0].score / most);
        assert_eq!(both[1].points, 0.0);
    }

    fn shape(game: &str) -> Shape {
        let opened = gridhaunt_bots::registry().find(game).unwrap().open(&json!({})).unwrap();
        Shape::of(opened.begin(0).unwrap().as_ref(), &opened.info(), None).unwrap()
    }

    #[test]
    fn block_points_are_the_mean_of_its_matches() {
        // A4, A8
        let done = |entrants, points, ranks| Done { entrants, points, ranks, scores: &[0.0; 3], forfeit: false };
        let block = [done(&[4, 7], &[1.0, 0.0], &[1, 2]), done(&[7, 4], &[0.5, 0.5], &[1, 1])];
        assert_eq!(of_block(&shape("pyrat"), &block, By::Rank), [(4, 0.75), (7, 0.25)]);
        assert_eq!(value(&[(4, 0.75), (7, 0.25)], 4, 7), 0.75);
        let plan = crate::block::BlockPlan { line_up: vec![0, 2], rival: Some(1), map: 0, k: 0, label: String::new() };
        let all = plan.arrangements(Orders::Rotations);
        let points = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [1.0, 0.0]];
        let block: Vec<_> = all.iter().zip(&points).map(|(seats, points)| done(seats, points, &[1, 2])).collect();
        let found = of_block(&shape("pyrat"), &block, By::Rank);
        assert_eq!(found, [(0, 0.75), (2, 0.625), (1, 0.0)]);
        assert_eq!(value(&found, 0, 1), 0.875);
    }

    #[test]
    fn more_escapes_of_ones_own_survivors_win_a_pair() {
        // R30 of Ghost Tag: the captures of one's killers do not count, nor who won which match.
        let shape = shape("tag");
        fn done<'a>(entrants: &'a [u32], ranks: &'a [u16], scores: &'a [f64]) -> Done<'a> {
            Done { entrants, points: &[0.0, 1.0], ranks, scores, forfeit: false }
        }
        let pair = |one: &[f64], two: &[f64]| {
            of_block(&shape, &[done(&[0, 1], &[2, 1], one), done(&[1, 0], &[2, 1], two)], By::Rank)
        };
        assert_eq!(pair(&[2.0, 1.0], &[1.0, 2.0]), [(0, 1.0), (1, 0.0)]);
        assert_eq!(pair(&[1.0, 2.0], &[1.0, 9.0]), [(0, 0.5), (1, 0.5)]);
        let lost = Done { forfeit: true, ..done(&[0, 1], &[2, 1], &[3.0, 0.0]) };
        let block = [lost, done(&[1, 0], &[2, 1], &[0.0, 3.0])];
        assert_eq!(of_block(&shape, &block, By::Rank), [(0, 0.0), (1, 1.0)], "who was out lost the pair (B14)");
        assert_eq!(of_block(&shape, &block, By::Score), [(0, 0.5), (1, 0.5)]);
    }
}
