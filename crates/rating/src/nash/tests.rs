//! A16: mixtures that are known, and the conditions that any mixture must meet.

use super::*;
use crate::{Block, Game};

/// Blocks that have exactly these points, by row against column.
fn games(points: &[&[f64]]) -> Games {
    let n = points.len() as u32;
    let mut games = Games::new((0..n).map(|entrant| format!("bot-{entrant}")).collect());
    for (i, row) in points.iter().enumerate() {
        for (j, &points) in row.iter().enumerate().take(i) {
            let (i, j) = (i as u32, j as u32);
            let game = |i, j| Game { entrants: vec![i, j], sides: vec![0, 0], ranks: vec![1, 2] };
            let block = Block { games: vec![game(i, j), game(j, i)], points: vec![(i, points), (j, 1.0 - points)] };
            games.add(&block).unwrap();
        }
    }
    games
}

fn shares(points: &[&[f64]]) -> Vec<f64> {
    rate(&games(points), &Options::default()).unwrap().iter().map(|mixed| mixed.share).collect()
}

fn near(got: &[f64], expected: &[f64]) {
    assert!(
        got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-8),
        "{got:?} is not {expected:?}"
    );
}

#[test]
fn rock_paper_scissors_has_equal_thirds() {
    let mixed = rate(&games(&[&[], &[0.9], &[0.1, 0.9]]), &Options::default()).unwrap();
    near(&mixed.iter().map(|mixed| mixed.share).collect::<Vec<_>>(), &[1.0 / 3.0; 3]);
    near(&mixed.iter().map(|mixed| mixed.points).collect::<Vec<_>>(), &[0.5; 3]);
    assert_eq!(mixed[0].games, 4);
    // However strong the cycle's links are, if they are alike.
    near(&shares(&[&[], &[0.51], &[0.49, 0.51]]), &[1.0 / 3.0; 3]);
}

#[test]
fn an_uneven_cycle_is_worked_by_hand() {
    // Gains 0.4 (rock to paper), 0.1, 0.2: the part of each is the gain in the link between the two others.
    near(&shares(&[&[], &[0.9], &[0.4, 0.7]]), &[2.0 / 7.0, 1.0 / 7.0, 4.0 / 7.0]);
}

#[test]
fn whoever_beats_everybody_is_the_mixture() {
    let mixed = rate(&games(&[&[], &[0.6], &[0.3, 0.2]]), &Options::default()).unwrap();
    near(&mixed.iter().map(|mixed| mixed.share).collect::<Vec<_>>(), &[0.0, 1.0, 0.0]);
    near(&mixed.iter().map(|mixed| mixed.points).collect::<Vec<_>>(), &[0.4, 0.5, 0.2]);
}

#[test]
fn entrants_that_are_alike_share_alike() {
    // Two papers: each has half of paper's third.
    let sixth = 1.0 / 6.0;
    near(&shares(&[&[], &[0.9], &[0.9, 0.5], &[0.1, 0.9, 0.9]]), &[2.0 * sixth, sixth, sixth, 2.0 * sixth]);
    // All equal.
    near(&shares(&[&[], &[0.5], &[0.5, 0.5], &[0.5, 0.5, 0.5]]), &[0.25; 4]);
    // Two cycles that draw with each other.
    let half = [0.5; 3];
    near(&shares(&[&[], &[0.9], &[0.1, 0.9], &half, &[0.5, 0.5, 0.5, 0.8], &[0.5, 0.5, 0.5, 0.2, 0.8]]), &[sixth; 6]);
}

#[test]
fn somebody_outside_can_limit_the_mixture() {
    // 0 and 1 draw; 2 loses 0.1 to 0 and gains 0.2 from 1. With more than a third of 1 it would beat the mixture.
    near(&shares(&[&[], &[0.5], &[0.4, 0.7]]), &[2.0 / 3.0, 1.0 / 3.0, 0.0]);
}

#[test]
fn nobody_beats_a_mixture_whatever_was_played() {
    let mut random = Random::new(16);
    for n in [2, 3, 5, 8, 20, 60] {
        for grain in [2, 10, 1000] {
            let points: Vec<Vec<f64>> =
                (0..n).map(|i| (0..i).map(|_| random.below(grain + 1) as f64 / grain as f64).collect()).collect();
            let rows: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
            let mixed = rate(&games(&rows), &Options::default()).unwrap();
            let sum: f64 = mixed.iter().map(|mixed| mixed.share).sum();
            assert!(
                (sum - 1.0).abs() < 1e-12 && mixed.iter().all(|mixed| mixed.share >= 0.0),
                "{n}, {grain}: {mixed:?}"
            );
            assert!(mixed.iter().all(|mixed| mixed.points <= 0.5 + 1e-9), "{n}, {grain}: {mixed:?}");
            for mixed in mixed.iter().filter(|mixed| mixed.share > 1e-6) {
                assert!(mixed.points > 0.5 - 1e-8, "{n}, {grain}: who has a part loses nothing: {mixed:?}");
            }
        }
    }
}

#[test]
fn a_pair_that_has_not_met_is_named() {
    let mut games = Games::new(["rock", "paper\u{1b}", "scissors", "idle"].map(String::from).to_vec());
    for (one, other) in [(0, 1), (0, 2)] {
        let game = Game { entrants: vec![one, other], sides: vec![0, 0], ranks: vec![1, 2] };
        games.add(&Block { games: vec![game], points: vec![(one, 1.0), (other, 0.0)] }).unwrap();
    }
    let wrong = rate(&games, &Options::default()).unwrap_err().to_string();
    let expected = "nash needs every pair to have met, and \"paper\\u001b\" has not met \"scissors\"";
    assert!(wrong.contains(expected), "{wrong}");
}

#[test]
fn at_larger_tables_every_two_are_compared() {
    let mut games = Games::new((0..3).map(|entrant| format!("bot-{entrant}")).collect());
    let table = |entrants: [u32; 3]| Game { entrants: entrants.to_vec(), sides: vec![0; 3], ranks: vec![1, 2, 3] };
    // Each is once first, second and last, in the order of a cycle: each beats one of the others twice in three.
    let block = Block { games: vec![table([0, 1, 2]), table([1, 2, 0]), table([2, 0, 1])], points: Vec::new() };
    games.add(&block).unwrap();
    let mixed = rate(&games, &Options::default()).unwrap();
    near(&mixed.iter().map(|mixed| mixed.share).collect::<Vec<_>>(), &[1.0 / 3.0; 3]);
}

#[test]
fn blocks_drawn_again_give_intervals() {
    // 40 blocks a pair, in a cycle with 7 of 10 won.
    let mut games = Games::new((0..3).map(|entrant| format!("bot-{entrant}")).collect());
    for (one, other) in [(0u32, 1u32), (1, 2), (2, 0)] {
        for block in 0..40 {
            let points = if block % 10 < 7 { 1.0 } else { 0.0 };
            let game = Game { entrants: vec![one, other], sides: vec![0, 0], ranks: vec![1, 2] };
            games.add(&Block { games: vec![game], points: vec![(one, points), (other, 1.0 - points)] }).unwrap();
        }
    }
    let options = Options { bootstrap: 200, seed: 1 };
    let mixed = rate(&games, &options).unwrap();
    for mixed in &mixed {
        let (share, points) = (mixed.share_interval.unwrap(), mixed.points_interval.unwrap());
        assert!(share.low < 0.25 && share.high > 0.4 && share.high < 0.8, "{mixed:?}");
        assert!(points.low <= 0.5 && (points.high - 0.5).abs() < 1e-8, "{mixed:?}");
    }
    assert_eq!(mixed, rate(&games, &options).unwrap());
}

#[test]
fn points_count_where_matches_are_not_known_and_one_alone_is_the_mixture() {
    let mut games = Games::new(vec!["a".into(), "b".into()]);
    assert!(rate(&games, &Options::default()).unwrap().is_empty());
    games.add(&Block { games: Vec::new(), points: vec![(0, 0.25)] }).unwrap();
    near(&rate(&games, &Options::default()).unwrap().iter().map(|mixed| mixed.share).collect::<Vec<_>>(), &[1.0]);
    games.add(&Block { games: Vec::new(), points: vec![(0, 0.25), (1, 0.75)] }).unwrap();
    near(&rate(&games, &Options::default()).unwrap().iter().map(|mixed| mixed.share).collect::<Vec<_>>(), &[0.0, 1.0]);
}
