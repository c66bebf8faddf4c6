//! A14 to A16: answers worked by hand, derivatives, and recovery of known strengths from simulated results.

use super::model::At;
use super::*;
use crate::{Block, Game};
use gridhaunt_kernel::Random;
use rayon::prelude::*;

fn named(entrants: u32) -> Games {
    Games::new((0..entrants).map(|entrant| format!("bot-{entrant}")).collect())
}

fn game(entrants: &[u32], sides: &[u16], ranks: &[u16]) -> Game {
    Game { entrants: entrants.to_vec(), sides: sides.to_vec(), ranks: ranks.to_vec() }
}

/// A block of one match.
fn alone(game: Game) -> Block {
    Block { games: vec![game], points: Vec::new() }
}

fn two(one: u32, other: u32, ranks: [u16; 2]) -> Block {
    alone(game(&[one, other], &[0, 0], &ranks))
}

fn add(games: &mut Games, times: usize, block: &Block) {
    (0..times).for_each(|_| games.add(block).expect("it fits"));
}

fn close(got: f64, expected: f64, by: f64) {
    assert!((got - expected).abs() < by, "{got} is not {expected}");
}

fn root(falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-50.0, 50.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if falling(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

#[test]
fn three_to_one_is_worked_by_hand() {
    let mut games = named(2);
    add(&mut games, 30, &two(0, 1, [1, 2]));
    add(&mut games, 10, &two(1, 0, [0, 7]));
    let ratings = rate(&games, &Options::default()).unwrap();
    // Without priors 400 log10(30/10) = 190.8. With them the strengths are x and −x with 30 − 40 p(2x) = x / σ².
    let sigma = 1000.0 * NATURAL;
    let x = root(|x| 30.0 - 40.0 / (1.0 + (-2.0 * x).exp()) - x / (sigma * sigma));
    close(ratings.entrants[0].rating, 1500.0 + x / NATURAL, 1e-6);
    close(ratings.entrants[1].rating, 1500.0 - x / NATURAL, 1e-6);
    close(2.0 * x / NATURAL, 190.8, 2.0);
    // Each block's score is 1 − p or −p, so the sandwich is about that of a share of 3/4 in 40: ±1.96 √(p (1 − p) / 40)
    // over the slope p (1 − p) / 173.7, in halves, since the mean is held.
    let half = 1.96 * (0.75f64 * 0.25 / 40.0).sqrt() / (0.75 * 0.25 * NATURAL) / 2.0;
    close(ratings.entrants[0].high - ratings.entrants[0].rating, half, 3.0);
    assert!(ratings.ties.is_empty() && ratings.sides.is_empty() && ratings.unrated.is_empty());
    assert_eq!((ratings.matches, ratings.blocks, ratings.entrants[1].games), (40, 40, 40));
    assert!(ratings.gradient < 1e-8, "{}", ratings.gradient);
}

#[test]
fn draws_are_worked_by_hand() {
    let mut games = named(2);
    add(&mut games, 10, &two(0, 1, [1, 2]));
    add(&mut games, 10, &two(0, 1, [2, 1]));
    add(&mut games, 20, &two(0, 1, [1, 1]));
    let ratings = rate(&games, &Options::default()).unwrap();
    close(ratings.entrants[0].rating, 1500.0, 1e-6);
    // δ / (2 + δ) = 1/2 has δ = 2; the prior pulls its log by little.
    let log = root(|log| 20.0 - 40.0 * log.exp() / (2.0 + log.exp()) - log / 9.0);
    close(ratings.ties[0].parameter, log.exp(), 1e-6);
    close(ratings.ties[0].parameter, 2.0, 0.05);
    assert_eq!((ratings.ties[0].size, ratings.ties[0].count), (2, 20));
}

#[test]
fn a_table_of_three_is_worked_by_hand() {
    // 0 is first, then 1, then 2, always: x, 0, −x. The first choice has e^x / (e^x + 1 + e^−x), the second the logistic.
    let mut games = named(3);
    add(&mut games, 10, &alone(game(&[2, 0, 1], &[0, 0, 0], &[9, 1, 4])));
    add(&mut games, 10, &alone(game(&[0, 1, 2], &[0, 0, 0], &[3, 2, 1])));
    add(&mut games, 10, &alone(game(&[0, 1, 2], &[0, 0, 0], &[1, 2, 3])));
    let ratings = rate(&games, &Options::default()).unwrap();
    let sigma2 = (1000.0 * NATURAL) * (1000.0 * NATURAL);
    // The gradient of 0: first in 20 of 30 choices of three; in 10 it is last, behind 1, of two.
    let at = |x: [f64; 3]| {
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        let behind = x[0].exp() / (x[0].exp() + x[1].exp());
        20.0 - 30.0 * x[0].exp() / sum - 10.0 * behind - x[0] / sigma2
    };
    let x = [0, 1, 2].map(|at| (ratings.entrants[at].rating - 1500.0) * NATURAL);
    close(at(x), 0.0, 1e-6);
}

/// A few tables of two, three and four on two sides, with ties.
fn mixed(random: &mut Random) -> Games {
    let mut games = named(6);
    for _ in 0..60 {
        let mut entrants = [0, 1, 2, 3, 4, 5];
        random.shuffle(&mut entrants);
        let places = 2 + random.index(3);
        let sides: Vec<u16> = (0..places).map(|_| 3 + 4 * random.below(2) as u16).collect();
        let ranks: Vec<u16> = (0..places).map(|_| random.below(3) as u16).collect();
        add(&mut games, 1, &alone(game(&entrants[..places], &sides, &ranks)));
    }
    games
}

#[test]
fn gradient_and_curvature_are_the_derivatives_of_the_likelihood() {
    let mut random = Random::new(5);
    let games = mixed(&mut random);
    let Gathered { layout, results, .. } = gather::gather(&games, &Options::default()).unwrap();
    assert_eq!((layout.sides.as_slice(), layout.ties.as_slice()), (&[3, 7][..], &[2, 3, 4][..]));
    let mut counts = results.none();
    results.items.iter().for_each(|&item| counts.add(item, 1.0));
    let x: Vec<f64> = (0..layout.parameters()).map(|_| random.below(2000) as f64 / 1000.0 - 1.0).collect();
    let sums = |x: &[f64]| At::new(&layout, x, true).sums(&results, &counts);
    let (here, step) = (sums(&x), 1e-5);
    for i in 0..x.len() {
        let moved = |by: f64| {
            let mut x = x.clone();
            x[i] += by;
            sums(&x)
        };
        let (more, less) = (moved(step), moved(-step));
        close(here.gradient[i], (more.value - less.value) / (2.0 * step), 1e-6);
        for j in 0..x.len() {
            let second = here.curvature.at(i.max(j), i.min(j));
            close(-second, (more.gradient[j] - less.gradient[j]) / (2.0 * step), 1e-6);
        }
    }
    // What the blocks' scores sum to is the gradient.
    let at = At::new(&layout, &x, true);
    let mut sum = vec![0.0; x.len()];
    let mut local = model::Local::default();
    for &item in &results.items {
        at.score(&results, item, &mut local, |parameter, value| sum[parameter] += value);
    }
    sum.iter().zip(&here.gradient).for_each(|(sum, gradient)| close(*sum, *gradient, 1e-9));
}

#[test]
fn priors_are_those_of_the_page() {
    // With one side: rating² / 1000², and the log of δ against 3. With two sides an entrant's d and the common h are each
    // 0 ± 400: strengths r ± (h + d).
    let games = mixed(&mut Random::new(1));
    let layout = gather::gather(&games, &Options::default()).unwrap().layout;
    let priors = fit::priors(&layout, &Options::default());
    let (rating, h) = ([3.0, -1.0, 0.5, 0.0, 2.0, 1.0], 0.7);
    let d = [0.5, -0.5, 0.25, -0.25, 0.1, -0.1];
    let ties = [0.3, -0.6, 1.0];
    let strengths = rating.iter().zip(&d).flat_map(|(r, d)| [r + h + d, r - h - d]);
    let x: Vec<f64> = strengths.chain(ties).collect();
    let got = crate::dense::dot(&x, &priors.times(&x));
    let square = |list: &[f64], deviation: f64| list.iter().map(|x| (x / deviation).powi(2)).sum::<f64>();
    let expected = square(&rating, 1000.0 * NATURAL)
        + square(&d, 400.0 * NATURAL)
        + square(&[h], 400.0 * NATURAL)
        + square(&ties, 3.0);
    close(got, expected, 1e-9);
}

#[test]
fn disconnected_entrants_are_reported_rather_than_rated() {
    let mut games = named(7);
    add(&mut games, 3, &two(1, 2, [1, 2]));
    add(&mut games, 3, &two(2, 6, [1, 2]));
    add(&mut games, 20, &two(3, 4, [1, 2]));
    add(&mut games, 2, &alone(game(&[5], &[0], &[1])));
    let ratings = rate(&games, &Options::default()).unwrap();
    assert_eq!(ratings.entrants.iter().map(|rated| rated.entrant).collect::<Vec<_>>(), [1, 2, 6]);
    assert_eq!(ratings.unrated, [vec![0], vec![3, 4], vec![5]]);
    assert_eq!((ratings.matches, ratings.blocks), (6, 6));
    // An anchor says which set is meant.
    let ratings = rate(&games, &Options { anchor: Some((4, 1000.0)), ..Options::default() }).unwrap();
    assert_eq!(ratings.unrated, [vec![0], vec![1, 2, 6], vec![5]]);
    let anchored = &ratings.entrants[1];
    assert_eq!((anchored.entrant, anchored.rating), (4, 1000.0));
    close(anchored.high - anchored.low, 0.0, 1e-6);
    assert!(ratings.entrants[0].rating > 1200.0 && ratings.entrants[0].high > ratings.entrants[0].rating);
}

#[test]
fn who_was_compared_with_nobody_is_not_rated() {
    let mut games = named(2);
    add(&mut games, 5, &alone(game(&[0], &[0], &[1])));
    add(&mut games, 5, &alone(game(&[1], &[0], &[1])));
    let ratings = rate(&games, &Options::default()).unwrap();
    assert!(ratings.entrants.is_empty());
    assert_eq!(ratings.unrated, [vec![0], vec![1]]);
}

#[test]
fn whoever_won_everything_has_a_finite_rating() {
    let mut games = named(3);
    add(&mut games, 100_000, &two(0, 1, [1, 2]));
    add(&mut games, 100_000, &two(1, 2, [1, 2]));
    let ratings = rate(&games, &Options::default()).unwrap();
    let [first, second, third] = [0, 1, 2].map(|at| ratings.entrants[at].rating);
    assert!(first > second + 1000.0 && second > third + 1000.0 && first < 6000.0, "{first}, {second}, {third}");
    assert!(ratings.gradient < 1e-8, "{}", ratings.gradient);
}

#[test]
fn what_cannot_be_rated_is_named() {
    let mut games = named(3);
    add(&mut games, 1, &two(0, 1, [1, 2]));
    let wrong = |options: Options| rate(&games, &options).unwrap_err().to_string();
    let anchor = |entrant, value| Options { anchor: Some((entrant, value)), ..Options::default() };
    assert_eq!(wrong(anchor(2, 1500.0)), "anchor: \"bot-2\" has no match here");
    assert_eq!(wrong(anchor(3, 1500.0)), "anchor: 3 is not the number of an entrant, of which there are 3");
    assert_eq!(wrong(anchor(0, f64::NAN)), "anchor: NaN is not a number");
    let after =
        |new, old, deviation| Options { successions: vec![Succession { new, old, deviation }], ..Options::default() };
    assert_eq!(wrong(after(9, 0, 100.0)), "successions: 9 is not the number of an entrant, of which there are 3");
    assert_eq!(wrong(after(1, 1, 100.0)), "successions: 1 after 1 ± 100 is not two entrants and a deviation above 0");
    assert_eq!(rate(&named(0), &Options::default()).unwrap(), Ratings::default());
}

#[test]
fn a_new_version_starts_from_the_old_ones_rating() {
    // A13: old rating ± 100.
    let mut games = named(3);
    add(&mut games, 300, &two(0, 1, [1, 2]));
    add(&mut games, 100, &two(0, 1, [2, 1]));
    let options = Options {
        successions: vec![Succession { new: 2, old: 0, deviation: 100.0 }],
        anchor: Some((0, 1500.0)),
        covariance: true,
        ..Options::default()
    };
    let ratings = rate(&games, &options).unwrap();
    let new = &ratings.entrants[2];
    close(new.rating, 1500.0, 1e-6);
    close(new.high - new.rating, 196.0, 0.1);
    // The model's own covariance has the same: Var(new − old) = 100².
    let covariance = ratings.covariance.unwrap();
    close(covariance[8] - 2.0 * covariance[6] + covariance[0], 1e4, 1e-3);
}

/// How the luck of a block is shared by its matches.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Luck {
    /// Every match has its own.
    Own,
    /// A map suits an entrant, wherever it sits.
    Map,
    /// A map suits a corner, so that who has it first lacks it later.
    Corner,
}

fn uniform(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The ranks of a match of two, by how much the first is stronger (in Elo), Davidson's parameter and the luck in 0..1.
fn outcome(elo: f64, draws: f64, luck: f64) -> [u16; 2] {
    let x = (elo * NATURAL / 2.0).exp();
    let sum = x + 1.0 / x + draws;
    if luck < x / sum {
        [1, 2]
    } else if luck < (x + draws) / sum {
        [1, 1]
    } else {
        [2, 1]
    }
}

/// The luck of the second match of a block.
fn second(luck: f64, shared: Luck, random: &mut Random) -> f64 {
    match shared {
        Luck::Own => uniform(random),
        Luck::Map => luck,
        Luck::Corner => 1.0 - luck,
    }
}

const STRENGTHS: [f64; 8] = [-250.0, -150.0, -60.0, -20.0, 10.0, 70.0, 160.0, 240.0];

/// A tournament of all against all without sides.
fn round_robin(seed: u64, shared: Luck, blocks: usize) -> Games {
    let mut random = Random::stream(seed, 16);
    let mut games = named(8);
    for (i, j) in (0..8).flat_map(|i| (0..i).map(move |j| (i, j))) {
        for _ in 0..blocks {
            let elo = STRENGTHS[i] - STRENGTHS[j];
            let luck = uniform(&mut random);
            let [first, second] = [luck, second(luck, shared, &mut random)].map(|luck| outcome(elo, 0.6, luck));
            let (i, j) = (i as u32, j as u32);
            let block = vec![game(&[i, j], &[0, 0], &first), game(&[j, i], &[0, 0], &[second[1], second[0]])];
            games.add(&Block { games: block, points: Vec::new() }).unwrap();
        }
    }
    games
}

/// In which part of all intervals of 500 simulations the truth is.
fn coverage(simulate: impl Fn(u64) -> Vec<bool> + Sync + Send) -> f64 {
    let all: Vec<Vec<bool>> = (0..500).into_par_iter().map(simulate).collect();
    let inside = all.iter().flatten().filter(|inside| **inside).count();
    inside as f64 / all.iter().map(Vec::len).sum::<usize>() as f64
}

fn held(coverage: f64, what: &str) {
    println!("{what}: {coverage}");
    assert!((0.93..=0.97).contains(&coverage), "{what}: intervals cover {coverage}");
}

#[test]
fn intervals_cover_the_truth_whatever_luck_blocks_share() {
    for shared in [Luck::Own, Luck::Map, Luck::Corner] {
        let covered = coverage(|seed| {
            let ratings = rate(&round_robin(seed, shared, 12), &Options::default()).unwrap();
            let truth = |rated: &Rated| 1500.0 + STRENGTHS[rated.entrant as usize];
            ratings.entrants.iter().map(|rated| (rated.low..rated.high).contains(&truth(rated))).collect()
        });
        held(covered, &format!("{shared:?}"));
    }
}

#[test]
fn shared_luck_makes_intervals_wider_and_opposed_luck_narrower() {
    let width = |shared| {
        let ratings = rate(&round_robin(1, shared, 12), &Options::default()).unwrap();
        ratings.entrants.iter().map(|rated| rated.high - rated.low).sum::<f64>() / 8.0
    };
    let [own, map, corner] = [Luck::Own, Luck::Map, Luck::Corner].map(width);
    assert!(map > 1.25 * own && corner < 0.8 * own, "{own}, {map}, {corner}");
}

#[test]
fn intervals_cover_the_truth_where_sides_differ() {
    // A15: strength on side 0 is r + h + d, on side 1 it is r − h − d.
    let (h, d) = (55.0, [40.0, -40.0, 80.0, -80.0, 0.0, 0.0, 20.0, -20.0]);
    for shared in [Luck::Own, Luck::Map] {
        let simulate = |seed: u64| {
            let mut random = Random::stream(seed, 17);
            let mut games = named(8);
            for (i, j) in (0..8).flat_map(|i| (0..i).map(move |j| (i, j))) {
                for _ in 0..20 {
                    let luck = uniform(&mut random);
                    let there = outcome(STRENGTHS[i] + h + d[i] - STRENGTHS[j] + h + d[j], 0.6, luck);
                    let back = second(luck, shared, &mut random);
                    let back = outcome(STRENGTHS[i] - h - d[i] - STRENGTHS[j] - h - d[j], 0.6, back);
                    let (i, j) = (i as u32, j as u32);
                    let block = vec![game(&[i, j], &[4, 9], &there), game(&[j, i], &[4, 9], &[back[1], back[0]])];
                    games.add(&Block { games: block, points: Vec::new() }).unwrap();
                }
            }
            rate(&games, &Options::default()).unwrap()
        };
        let all: Vec<Ratings> = (0..500).into_par_iter().map(simulate).collect();
        let share = |inside: Vec<bool>| inside.iter().filter(|x| **x).count() as f64 / inside.len() as f64;
        let each = || all.iter().flat_map(|ratings| &ratings.entrants);
        let ratings =
            each().map(|rated| (rated.low..rated.high).contains(&(1500.0 + STRENGTHS[rated.entrant as usize])));
        held(share(ratings.collect()), &format!("ratings, {shared:?}"));
        let offsets = each().map(|rated| {
            let AsSide { side, low, high, games, .. } = rated.sides[0];
            assert_eq!((side, games), (4, 140));
            (low..high).contains(&d[rated.entrant as usize])
        });
        held(share(offsets.collect()), &format!("offsets, {shared:?}"));
        let sides = all.iter().map(|ratings| (ratings.sides[0].low..ratings.sides[0].high).contains(&h));
        held(share(sides.collect()), &format!("sides, {shared:?}"));
        for ratings in &all[..5] {
            close(ratings.sides[0].advantage, -ratings.sides[1].advantage, 1e-9);
            close(ratings.entrants.iter().map(|rated| rated.sides[1].offset).sum(), 0.0, 1e-6);
            close(ratings.entrants.iter().map(|rated| rated.rating).sum(), 12_000.0, 1e-6);
        }
    }
}

/// The ranks of a table, drawn choice by choice over all sets that can be next: by δ of sizes 1, 2, 3 …
fn ranked(strengths: &[f64], deltas: &[f64], random: &mut Random) -> Vec<u16> {
    let n = strengths.len();
    let mut ranks = vec![0u16; n];
    let mut place = 1;
    while ranks.contains(&0) {
        let weight = |set: u32| {
            let members: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
            let size = members.len();
            if size > deltas.len() || members.iter().any(|&i| ranks[i] > 0) {
                return 0.0;
            }
            deltas[size - 1] * (members.iter().map(|&i| strengths[i] * NATURAL).sum::<f64>() / size as f64).exp()
        };
        let weights: Vec<f64> = (1..1u32 << n).map(weight).collect();
        let mut left = uniform(random) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let set = 1 + chosen.unwrap_or_else(|| weights.iter().rposition(|weight| *weight > 0.0).unwrap()) as u32;
        (0..n).filter(|i| set >> i & 1 == 1).for_each(|i| ranks[i] = place);
        place += set.count_ones() as u16;
    }
    ranks
}

#[test]
fn intervals_cover_the_truth_at_tables_of_four_with_ties() {
    let deltas = [1.0, 0.5, 0.8];
    for shared in [Luck::Own, Luck::Map] {
        let simulate = |seed: u64| {
            let mut random = Random::stream(seed, 18);
            let mut games = named(8);
            for _ in 0..60 {
                let mut entrants = [0, 1, 2, 3, 4, 5, 6, 7];
                random.shuffle(&mut entrants);
                for line_up in entrants.chunks(4) {
                    let strengths: Vec<f64> = line_up.iter().map(|&entrant| STRENGTHS[entrant as usize]).collect();
                    let luck = Random::new(random.next_u64());
                    let block = (0..4).map(|_| {
                        // On a map that suits somebody half of the matches end alike.
                        let alike = shared == Luck::Map && random.below(2) == 0;
                        let mut again = luck;
                        let ranks = ranked(&strengths, &deltas, if alike { &mut again } else { &mut random });
                        game(line_up, &[0; 4], &ranks)
                    });
                    let block = Block { games: block.collect(), points: Vec::new() };
                    games.add(&block).unwrap();
                }
            }
            rate(&games, &Options::default()).unwrap()
        };
        let all: Vec<Ratings> = (0..500).into_par_iter().map(simulate).collect();
        let share = |inside: Vec<bool>| inside.iter().filter(|x| **x).count() as f64 / inside.len() as f64;
        let ratings = all.iter().flat_map(|ratings| &ratings.entrants);
        let ratings =
            ratings.map(|rated| (rated.low..rated.high).contains(&(1500.0 + STRENGTHS[rated.entrant as usize])));
        held(share(ratings.collect()), &format!("ratings, {shared:?}"));
        let ties = all.iter().flat_map(|ratings| &ratings.ties);
        let ties = ties.map(|tie| (tie.low..tie.high).contains(&deltas[usize::from(tie.size) - 1]));
        held(share(ties.collect()), &format!("ties, {shared:?}"));
    }
}

#[test]
fn blocks_drawn_again_give_nearly_the_sandwich() {
    let games = round_robin(3, Luck::Map, 12);
    let sandwich = rate(&games, &Options::default()).unwrap();
    let options = Options { bootstrap: 400, seed: 7, ..Options::default() };
    let drawn = rate(&games, &options).unwrap();
    for (one, other) in sandwich.entrants.iter().zip(&drawn.entrants) {
        assert_eq!(one.rating, other.rating);
        let ratio = (other.high - other.low) / (one.high - one.low);
        assert!((0.8..1.25).contains(&ratio), "{one:?} beside {other:?}");
    }
    assert_eq!(drawn, rate(&games, &options).unwrap(), "the same seed draws the same blocks");
}
