//! How many ways there are to play on: paths of joint effective actions (R34), by depth.
//!
//! The boards stand in the data file itself, as drawings or as settings with a seed, each followed by what was
//! counted: paths, how many of them ended the game with their last turn, and how many different states they reach.

use super::{LEDGER, matches};
use crate::encode::is_effective;
use crate::twin::{Board, Plain};
use crate::{Action, State, Status, World, drawing};
use gridhaunt_kernel::Seat;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;
use std::string::String;
use std::vec::Vec;

const FILE: &str = "perft.txt";

/// How deep the twin follows.
const SLOW_DEPTH: usize = 4;

/// One board of the file: the lines that describe it, and how deep to count.
struct Entry {
    given: String,
    depth: usize,
    game: (World, State<10>),
}

fn entries(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for section in text.split("\n\n").filter(|section| section.contains("\ndepth ")) {
        let is_given = |line: &&str| !line.starts_with(|c: char| c.is_ascii_digit());
        let given: Vec<&str> = section.lines().filter(is_given).collect();
        let (depth, board) = match given.split_last() {
            Some((depth, board)) => (depth.strip_prefix("depth ").and_then(|n| n.parse().ok()), &board[1..]),
            None => (None, &[][..]),
        };
        let game = match board {
            [line] => seeded(line),
            drawn => drawing::game(&drawn.join("\n")).unwrap_or_else(|error| panic!("{error} in\n{section}")),
        };
        entries.push(Entry { given: given.join("\n"), depth: depth.expect("a depth"), game });
    }
    entries
}

/// `seed 3 of {...}`.
fn seeded(line: &str) -> (World, State<10>) {
    let (seed, settings) = line.strip_prefix("seed ").and_then(|rest| rest.split_once(" of ")).expect("a seed");
    let settings = serde_json::from_str(settings).unwrap_or_else(|error| panic!("{error}: {settings}"));
    matches::game(&settings, seed.parse().expect("a seed"))
}

/// What is counted at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    paths: u128,
    ended: u128,
    states: usize,
}

/// Counts level by level; equal states are followed once, with the number of paths that lead to them.
fn count<S: Clone, K: Hash + Eq>(
    start: S,
    depth: usize,
    key: impl Fn(&S) -> K,
    is_over: impl Fn(&S) -> bool,
    successors: impl Fn(&S) -> Vec<S>,
) -> Vec<Count> {
    let mut level = HashMap::from([(key(&start), (start, 1u128))]);
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next: HashMap<K, (S, u128)> = HashMap::new();
        for (state, paths) in level.values().filter(|(state, _)| !is_over(state)) {
            for after in successors(state) {
                next.entry(key(&after)).or_insert((after, 0)).1 += paths;
            }
        }
        let all = next.values();
        let ended = all.clone().filter(|(state, _)| is_over(state)).map(|(_, paths)| paths).sum();
        counts.push(Count { paths: all.map(|(_, paths)| paths).sum(), ended, states: next.len() });
        level = next;
    }
    counts
}

fn count_fast((world, start): &(World, State<10>), depth: usize) -> Vec<Count> {
    let key = |s: &State<10>| (s.pos, s.half, s.delay, s.turn, s.status, s.cheese);
    let effective = |state: &State<10>, seat: u8| {
        Action::ALL
            .into_iter()
            .filter(move |&action| is_effective(world, state, Seat(seat), action))
            .collect::<Vec<_>>()
    };
    let successors = |state: &State<10>| {
        let (python, rat) = (effective(state, 0), effective(state, 1));
        let pairs = python.iter().flat_map(|&python| rat.iter().map(move |&rat| [python, rat]));
        let play = |actions| {
            let mut after = *state;
            matches::step(world, &mut after, actions);
            after
        };
        pairs.map(play).collect()
    };
    count(*start, depth, key, |state| state.status != Status::Running, successors)
}

fn count_plainly((world, start): &(World, State<10>), depth: usize) -> Vec<Count> {
    let board = Board::of(&world.maze);
    let successors = |plain: &Plain| {
        let (python, rat) = (plain.effective(&board, 0), plain.effective(&board, 1));
        let pairs = python.iter().flat_map(|&python| rat.iter().map(move |&rat| [python, rat]));
        let play = |actions| {
            let mut after = plain.clone();
            after.step(&board, actions);
            after
        };
        pairs.map(play).collect()
    };
    count(Plain::of(world, start), depth, Clone::clone, |plain| plain.over.is_some(), successors)
}

/// Every path on its own, without a table.
fn walk(world: &World, state: &State<10>, depth: usize) -> (u128, u128) {
    if depth == 0 {
        return (1, u128::from(state.status != Status::Running));
    }
    if state.status != Status::Running {
        return (0, 0);
    }
    let (mut paths, mut ended) = (0, 0);
    for (python, rat) in Action::ALL.into_iter().flat_map(|python| Action::ALL.map(|rat| (python, rat))) {
        if is_effective(world, state, Seat(0), python) && is_effective(world, state, Seat(1), rat) {
            let mut after = *state;
            matches::step(world, &mut after, [python, rat]);
            let (more, over) = walk(world, &after, depth - 1);
            (paths, ended) = (paths + more, ended + over);
        }
    }
    (paths, ended)
}

#[test]
fn as_many_ways_lead_on_as_the_file_says() {
    let kept = LEDGER.text(FILE);
    let heading: Vec<&str> = kept.lines().take_while(|line| !line.is_empty()).collect();
    let mut fresh = heading.join("\n") + "\n";
    let entries = entries(&kept);
    assert!(entries.len() >= 8, "{} boards", entries.len());
    for entry in entries {
        let _ = writeln!(fresh, "\n{}", entry.given);
        for (depth, count) in (1..).zip(count_fast(&entry.game, entry.depth)) {
            let Count { paths, ended, states } = count;
            let _ = writeln!(fresh, "{depth}: {paths} paths, {ended} ended, {states} states");
        }
    }
    LEDGER.hold(FILE, &fresh);
}

#[test]
fn the_twin_counts_as_many() {
    for entry in entries(&LEDGER.text(FILE)) {
        let depth = entry.depth.min(SLOW_DEPTH);
        assert_eq!(count_fast(&entry.game, depth), count_plainly(&entry.game, depth), "{}", entry.given);
    }
}

#[test]
fn walking_every_path_counts_as_many() {
    for entry in entries(&LEDGER.text(FILE)) {
        let (world, state) = &entry.game;
        let counted: Vec<_> = count_fast(&entry.game, 3).iter().map(|count| (count.paths, count.ended)).collect();
        let walked: Vec<_> = (1..=3).map(|depth| walk(world, state, depth)).collect();
        assert_eq!(walked, counted, "{}", entry.given);
    }
}
