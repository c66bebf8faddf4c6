//! The numbers of `docs/statistics.md` are those that this crate computes.

use crate::elo::Estimate;
use crate::sprt::Sprt;
use crate::{Block, Game, Games, Histogram, bt, nash, weng_lin};
use gridhaunt_kernel::Random;

/// Fails unless the page has every one of these lines.
pub(crate) fn on_the_page(lines: &[String]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/statistics.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let missing: Vec<&str> =
        lines.iter().map(String::as_str).filter(|line| !page.lines().any(|known| known == *line)).collect();
    assert!(missing.is_empty(), "docs/statistics.md lacks these lines:\n{}", missing.join("\n"));
}

const NAMES: [&str; 3] = ["hawk", "dove", "crow"];

/// All against all, 20 blocks a pair: how many blocks the first won 2–0, 1–1 and 0–2.
fn tournament(apart: bool) -> Games {
    let mut all = Vec::new();
    for (one, other, blocks) in [(0, 1, [12, 5, 3]), (1, 2, [11, 5, 4]), (0, 2, [13, 5, 2])] {
        for (wins, &times) in blocks.iter().enumerate() {
            let first = if wins == 2 { [2, 1] } else { [1, 2] };
            let second = if wins == 0 { [2, 1] } else { [1, 2] };
            let game = |seats: [u32; 2], ranks: [u16; 2]| Game {
                entrants: seats.to_vec(),
                sides: vec![0; 2],
                ranks: ranks.to_vec(),
            };
            let played = [game([one, other], first), game([other, one], second)];
            let points = 1.0 - wins as f64 / 2.0;
            let whole = Block { games: played.to_vec(), points: vec![(one, points), (other, 1.0 - points)] };
            all.extend((0..times).map(|_| whole.clone()));
        }
    }
    // What is rated match after match depends on the order.
    Random::new(1).shuffle(&mut all);
    let mut games = Games::new(NAMES.map(String::from).to_vec());
    for block in all {
        let each = block.games.iter().map(|game| Block { games: vec![game.clone()], points: Vec::new() });
        let blocks: Vec<Block> = if apart { each.collect() } else { vec![block.clone()] };
        blocks.iter().for_each(|block| games.add(block).unwrap());
    }
    games
}

fn interval(low: f64, high: f64) -> String {
    format!("{low:.0} to {high:.0}")
}

#[test]
fn a_duel_is_that_of_the_page() {
    let mut blocks = Histogram::of_matches(2);
    [5, 18, 40, 24, 13].into_iter().enumerate().for_each(|(class, count)| blocks.add_many(class as f64 / 4.0, count));
    let Estimate { points, elo, low, high, los } = Estimate::of(&blocks);
    let llr = Sprt::default().judge(&blocks);
    let (mean, variance) = blocks.moments();
    on_the_page(&[
        format!("| mean of block points | {points:.4} |"),
        format!("| deviation of a block, and of the mean | {:.4}, {:.4} |", variance.sqrt(), (variance / 100.0).sqrt()),
        format!("| Elo | {elo:+.1} |"),
        format!("| 95 % interval | {low:+.1} to {high:+.1} |"),
        format!("| LOS | {:.1} % |", 100.0 * los),
        format!("| LLR at `--sprt 0,40`, bounds | {:.2}, {:.2} and {:.2} |", llr.value, llr.lower, llr.upper),
        format!("| normalised Elo | {:+.1} |", (mean - 0.5) / variance.sqrt() / Sprt::default().ratio(1.0)),
    ]);
}

#[test]
fn a_tournament_is_that_of_the_page() {
    let games = tournament(false);
    let sandwich = bt::rate(&games, &bt::Options::default()).unwrap();
    let drawn = bt::rate(&games, &bt::Options { bootstrap: 1000, seed: 1, ..bt::Options::default() }).unwrap();
    let apart = bt::rate(&tournament(true), &bt::Options::default()).unwrap();
    let online = weng_lin::rate(&games, &weng_lin::Options::default()).unwrap();
    let mixed = nash::rate(&games, &nash::Options { bootstrap: 1000, seed: 1 }).unwrap();
    let lines: Vec<String> = (0..3)
        .map(|at| {
            let (rated, online, mixed) = (&sandwich.entrants[at], &online[at], &mixed[at]);
            format!(
                "| `{}` | {:.0} | {} | {} | {} | {:.0} | {:.2} | {:.2} |",
                NAMES[at],
                rated.rating,
                interval(rated.low, rated.high),
                interval(drawn.entrants[at].low, drawn.entrants[at].high),
                interval(apart.entrants[at].low, apart.entrants[at].high),
                online.rating,
                mixed.share,
                mixed.points,
            )
        })
        .collect();
    on_the_page(&lines);
}

#[test]
fn a_cycle_is_that_of_the_page() {
    let mut games = Games::new(["rock", "paper", "scissors", "well"].map(String::from).to_vec());
    for (winner, loser) in [(1, 0), (2, 1), (0, 2), (3, 0), (1, 3), (3, 2)] {
        for block in 0..20 {
            let ranks = if block < 18 { vec![1, 2] } else { vec![2, 1] };
            let points = if block < 18 { 1.0 } else { 0.0 };
            let game = Game { entrants: vec![winner, loser], sides: vec![0; 2], ranks };
            games.add(&Block { games: vec![game], points: vec![(winner, points), (loser, 1.0 - points)] }).unwrap();
        }
    }
    let rated = bt::rate(&games, &bt::Options::default()).unwrap();
    let mixed = nash::rate(&games, &nash::Options::default()).unwrap();
    let line = |at: usize| {
        format!(
            "| `{}` | {:.0} | {:.3} | {:.2} |",
            games.name(at as u32),
            rated.entrants[at].rating,
            mixed[at].share,
            mixed[at].points
        )
    };
    on_the_page(&[line(0), line(1), line(2), line(3)]);
}

#[test]
fn sides_are_those_of_the_page() {
    // 40 blocks a pair. As hunters all win mostly; the owl is better at it than at fleeing.
    let mut games = Games::new(["fox", "owl", "cat"].map(String::from).to_vec());
    for (one, other, blocks) in [(0, 1, [17, 3, 17, 3]), (1, 2, [25, 11, 3, 1]), (2, 0, [14, 8, 11, 7])] {
        // How often both won as hunters, the first won both, the second won both, both won fleeing.
        for (wins, times) in [(true, true), (true, false), (false, true), (false, false)].into_iter().zip(blocks) {
            let game = |hunter: u32, fleeing: u32, won: bool| Game {
                entrants: vec![hunter, fleeing],
                sides: vec![0, 1],
                ranks: if won { vec![1, 2] } else { vec![2, 1] },
            };
            let block = Block { games: vec![game(one, other, wins.0), game(other, one, wins.1)], points: Vec::new() };
            (0..times).for_each(|_| games.add(&block).unwrap());
        }
    }
    let rated = bt::rate(&games, &bt::Options::default()).unwrap();
    let side = rated.sides[0];
    let mut lines =
        vec![format!("| the hunters' side | {:+.0} | {:+.0} to {:+.0} |", side.advantage, side.low, side.high)];
    for rated in &rated.entrants {
        let name = games.name(rated.entrant);
        lines.push(format!("| `{name}`, overall | {:.0} | {:.0} to {:.0} |", rated.rating, rated.low, rated.high));
        let hunting = rated.sides[0];
        lines.push(format!(
            "| `{name}`, d as hunter | {:+.0} | {:+.0} to {:+.0} |",
            hunting.offset, hunting.low, hunting.high
        ));
    }
    on_the_page(&lines);
}
