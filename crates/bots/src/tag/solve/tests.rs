//! Compares the solver with the numbers of the rule book and with plain states.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};

fn board(width: u16, height: u16, exits: &[(u16, u16)], barred: bool) -> Board {
    let exits: Vec<Cell> = exits.iter().map(|&exit| exit.into()).collect();
    Board::new(Grid::new(width, height).unwrap(), &exits, barred).unwrap()
}

fn cells(grid: Grid) -> impl Iterator<Item = Cell> + Clone {
    (0..grid.cells()).map(move |cell| grid.cell(cell))
}

/// The rows of R57 with one killer: side, exits, barred, distances, then starts, forced, longest.
type Row = (u16, &'static [(u16, u16)], bool, (u16, u16), (u64, u64, u16));

const ONE: &[Row] = &[
    (9, &[(4, 4)], false, (3, 2), (2_792, 1_696, 4)),
    (50, &[(25, 25)], false, (8, 4), (5_074_782, 2_558_581, 25)),
    (50, &[(25, 25)], true, (8, 4), (5_074_782, 2_630_264, 25)),
    (50, &[(25, 0)], false, (8, 4), (5_556_564, 2_671_343, 47)),
    (50, &[(0, 0)], false, (8, 4), (5_822_916, 2_772_219, 48)),
    (50, &[(12, 25), (37, 25)], false, (8, 4), (4_115_058, 3_254_232, 35)),
];

const TWO: &[Row] = &[
    (9, &[(0, 4), (8, 4)], false, (3, 2), (43_833, 22_248, 6)),
    (16, &[(4, 8), (11, 8)], false, (4, 3), (1_512_154, 898_038, 9)),
    (16, &[(0, 8), (15, 8)], false, (4, 3), (3_121_040, 1_861_762, 13)),
    (16, &[(8, 8)], false, (4, 3), (3_525_459, 1_214_976, 8)),
];

fn agrees(rows: &[Row], count: impl Fn(&Board, Distances) -> Count) {
    for &(side, exits, barred, (exit, enemy), (starts, forced, longest)) in rows {
        let found = count(&board(side, side, exits, barred), Distances { exit, enemy });
        assert_eq!(found, Count { starts, forced, longest }, "{side} by {side}, {exits:?}, barred {barred}");
    }
}

#[test]
fn one_killer_counts_as_the_table_of_r57() {
    agrees(ONE, |board, distances| One::solve(board, |_| true).unwrap().count(distances));
}

#[test]
fn two_killers_count_as_the_table_of_r57() {
    agrees(TWO, |board, distances| Two::solve(board, |_| true).unwrap().unwrap().count(distances));
}

#[test]
fn no_exit_saves_nobody_and_takes_the_rounds_of_r56() {
    for side in [3, 5, 8, 10, 15, 20] {
        let open = Open::solve(Grid::new(side, side).unwrap(), |_| true).unwrap().unwrap();
        assert_eq!(open, Open { worst: side - 1, best: side / 2 }, "{side} by {side}");
    }
}

#[test]
fn a_forced_start_has_an_exit_no_farther_from_the_survivor() {
    // Where exits are barred to the killer it cannot guard them by standing on them, and this fails.
    for &(side, exits, barred, (exit, enemy), _) in ONE.iter().filter(|row| !row.2) {
        let board = board(side, side, exits, barred);
        let one = One::solve(&board, |_| true).unwrap();
        let far = board.away_from_exits(exit);
        for (killer, survivor) in far.iter().flat_map(|&k| far.iter().map(move |&s| (k, s))) {
            let (killer, survivor) = (board.grid.cell(killer), board.grid.cell(survivor));
            if apart(killer, survivor) >= enemy && one.rounds(killer, survivor).is_some() {
                assert!(board.exits.iter().any(|&exit| apart(survivor, exit) <= apart(killer, exit)));
            }
        }
    }
}

#[test]
fn best_steps_of_both_take_exactly_the_rounds_told() {
    let board = board(9, 9, &[(4, 4)], false);
    let one = One::solve(&board, |_| true).unwrap();
    let endless_last = |rounds: Option<u16>| rounds.unwrap_or(ENDLESS);
    for (mut killer, mut survivor) in cells(board.grid).flat_map(|k| cells(board.grid).map(move |s| (k, s))) {
        let told = one.rounds(killer, survivor);
        for left in (0..told.unwrap_or(0)).rev() {
            let steps = near(board.grid, killer);
            killer = steps.max_by_key(|&to| endless_last(one.after_killer_step(to, survivor))).unwrap();
            assert_eq!(one.after_killer_step(killer, survivor), Some(left));
            let steps = near(board.grid, survivor);
            survivor = steps.min_by_key(|&to| endless_last(one.after_survivor_step(killer, to))).unwrap();
            assert_eq!(one.after_survivor_step(killer, survivor), Some(left));
        }
        assert!(told.is_none() || board.exits.contains(&survivor));
        if told.is_none() && killer != survivor {
            assert!(near(board.grid, killer).any(|to| one.after_killer_step(to, survivor).is_none()));
        }
    }
}

#[test]
fn steps_are_worth_what_r44_says() {
    let one = One::solve(&board(9, 9, &[(4, 4)], false), |_| true).unwrap();
    let at = |x, y| Cell { x, y };
    assert_eq!(one.after_survivor_step(at(4, 4), at(4, 4)), Some(0), "out from under the killer");
    assert_eq!(one.after_survivor_step(at(3, 3), at(3, 3)), None, "onto the killer");
    assert_eq!(one.after_survivor_step(at(8, 8), at(3, 3)), Some(1));
    assert_eq!(one.after_survivor_step(at(4, 4), at(8, 8)), None);
    assert_eq!(one.after_killer_step(at(3, 3), at(3, 3)), None, "captured");
    assert_eq!(one.after_killer_step(at(4, 4), at(3, 3)), Some(0), "a killer on the exit does not close it");
    assert_eq!(one.after_killer_step(at(8, 8), at(2, 2)), Some(1));
    assert_eq!(one.rounds(at(9, 0), at(0, 0)), None, "off the board");
}

#[test]
fn boards_that_do_not_fit_are_refused_by_name() {
    let refused = |width, height, exits: &[Cell]| {
        Board::new(Grid::new(width, height).unwrap(), exits, false).unwrap_err().to_string()
    };
    assert_eq!(refused(65, 3, &[]), "width: 65 is not in 1..=64");
    assert_eq!(refused(3, 65, &[]), "height: 65 is not in 1..=64");
    assert_eq!(refused(9, 9, &[(8, 8).into(), (9, 0).into()]), "exits[1]: [9,0] is off the board");
    let error = Two::solve(&board(25, 24, &[], false), |_| true).unwrap_err();
    assert_eq!(error.to_string(), "width: 25 is not in 1..=24");
    assert!(Open::solve(Grid::new(65, 65).unwrap(), |_| true).is_err());
}

#[test]
fn a_solver_stops_when_told_and_counts_its_rounds() {
    let board = board(9, 9, &[(4, 4)], false);
    let mut told = Vec::new();
    let stop_at_3 = |round| {
        told.push(round);
        round < 3
    };
    assert!(One::solve(&board, stop_at_3).is_none());
    assert_eq!(told, [1, 2, 3]);
    assert!(Two::solve(&board, |_| false).unwrap().is_none());
    assert!(Open::solve(board.grid, |_| false).unwrap().is_none());
}

#[test]
fn every_pair_has_its_own_number() {
    let numbers: Vec<usize> = (0..7).flat_map(|a| (a + 1..7).map(move |b| pair(7, a, b))).collect();
    assert_eq!(numbers, (0..pairs(7)).collect::<Vec<_>>());
}

#[test]
fn the_widest_boards_are_solved() {
    let one = One::solve(&board(64, 64, &[(63, 63)], false), |_| true).unwrap();
    assert_eq!(one.rounds(Cell { x: 0, y: 0 }, Cell { x: 2, y: 2 }), Some(61));
    let open = Open::solve(Grid::new(64, 3).unwrap(), |_| true).unwrap().unwrap();
    assert_eq!((open.worst, open.best), (63, 32));
}

/// Where the killers can stand after their phase, by sections 3 and 4 of the rules, for every choice of steps and bids.
fn killer_phase(board: &Board, killers: &[Cell]) -> BTreeSet<Vec<Cell>> {
    let wishes = |from: Cell| {
        let closed = |to: Cell| board.barred && board.exits.contains(&to);
        cells(board.grid).filter(move |&to| apart(from, to) <= 1 && !closed(to)).collect::<Vec<_>>()
    };
    if let &[a] = killers {
        return wishes(a).into_iter().map(|to| vec![to]).collect();
    }
    let (a, b) = (killers[0], killers[1]);
    let mut ends = BTreeSet::new();
    for (to_a, to_b) in wishes(a).into_iter().flat_map(|x| wishes(b).into_iter().map(move |y| (x, y))) {
        if (to_a, to_b) == (b, a) {
            ends.insert(vec![a, b]); // R17
        } else if to_a == to_b && to_a != a && to_b != b {
            ends.extend([vec![to_a, b], vec![a, to_b]]); // R19, the bids decide
        } else if to_a == to_b {
            ends.insert(vec![a, b]); // R20
        } else {
            ends.insert(vec![to_a, to_b]);
        }
    }
    ends
}

/// The round in which `now` first holds for a state, given the states for which it held in earlier rounds.
fn slowly(
    states: &[(Vec<Cell>, Cell)],
    now: impl Fn(&dyn Fn(&[Cell], Cell) -> bool, &[Cell], Cell) -> bool,
) -> HashMap<(Vec<Cell>, Cell), u16> {
    let mut rounds = HashMap::new();
    for round in 1.. {
        let known: HashSet<_> = rounds.keys().cloned().collect();
        let later = |killers: &[Cell], survivor: Cell| known.contains(&(killers.to_vec(), survivor));
        for (killers, survivor) in states {
            if !later(killers, *survivor) && now(&later, killers, *survivor) {
                rounds.insert((killers.clone(), *survivor), round);
            }
        }
        if rounds.len() == known.len() {
            break;
        }
    }
    rounds
}

/// The states a match can be in when the killers choose (R37).
fn states(board: &Board, killers: usize) -> Vec<(Vec<Cell>, Cell)> {
    let stands = |&killer: &Cell| !(board.barred && board.exits.contains(&killer));
    let stand: Vec<Cell> = cells(board.grid).filter(stands).collect();
    let teams: Vec<Vec<Cell>> = match killers {
        1 => stand.iter().map(|&a| vec![a]).collect(),
        _ => stand.iter().flat_map(|&a| stand.iter().map(move |&b| vec![a, b])).filter(|t| t[0] != t[1]).collect(),
    };
    let free = |team: &[Cell], cell: Cell| !team.contains(&cell) && !board.exits.contains(&cell);
    teams.iter().flat_map(|team| cells(board.grid).filter(|&c| free(team, c)).map(move |c| (team.clone(), c))).collect()
}

/// The fewest rounds in which the survivor certainly escapes, computed from plain states.
fn slow_escapes(board: &Board, killers: usize) -> HashMap<(Vec<Cell>, Cell), u16> {
    let states = states(board, killers);
    let phases: HashMap<_, _> = states.iter().map(|(team, _)| (&team[..], killer_phase(board, team))).collect();
    slowly(&states, |later, killers, survivor| {
        phases[killers].iter().all(|killers| {
            let mut steps = cells(board.grid).filter(|&to| apart(survivor, to) <= 1);
            let out_by = |to| board.exits.contains(&to) || (!killers.contains(&to) && later(killers, to));
            !killers.contains(&survivor) && steps.any(out_by)
        })
    })
}

/// The rounds until the capture with best play of both sides, computed from plain states.
fn slow_captures(board: &Board) -> HashMap<(Vec<Cell>, Cell), u16> {
    slowly(&states(board, 1), |later, killers, survivor| {
        killer_phase(board, killers).iter().any(|killers| {
            let mut steps = cells(board.grid).filter(|&to| apart(survivor, to) <= 1);
            killers.contains(&survivor) || steps.all(|to| killers.contains(&to) || later(killers, to))
        })
    })
}

fn small_board() -> impl Strategy<Value = Board> {
    (3u16..=5, 3u16..=4, any::<bool>()).prop_flat_map(|(width, height, barred)| {
        proptest::collection::vec((0..width, 0..height), 1..=3)
            .prop_map(move |exits| board(width, height, &exits, barred))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn one_killer_equals_plain_states(board in small_board()) {
        let one = One::solve(&board, |_| true).unwrap();
        let slow = slow_escapes(&board, 1);
        for (killers, survivor) in states(&board, 1) {
            let expected = slow.get(&(killers.clone(), survivor)).copied();
            prop_assert_eq!(one.rounds(killers[0], survivor), expected, "{:?} {}", killers, survivor);
        }
    }

    #[test]
    fn two_killers_equal_plain_states(board in small_board()) {
        let two = Two::solve(&board, |_| true).unwrap().unwrap();
        let slow = slow_escapes(&board, 2);
        for (killers, survivor) in states(&board, 2) {
            let expected = slow.get(&(killers.clone(), survivor)).copied();
            prop_assert_eq!(two.rounds([killers[0], killers[1]], survivor), expected, "{:?} {}", killers, survivor);
        }
    }

    #[test]
    fn captures_equal_plain_states(width in 2u16..=6, height in 1u16..=5) {
        let board = board(width, height, &[], false);
        let slow = slow_captures(&board);
        prop_assert_eq!(slow.len(), states(&board, 1).len(), "every start ends in capture");
        let worst_from = |killer: Cell| slow.iter().filter(|((k, _), _)| k[0] == killer).map(|(_, &r)| r).max().unwrap();
        let worsts: Vec<u16> = cells(board.grid).map(worst_from).collect();
        let expected = Open { worst: *worsts.iter().max().unwrap(), best: *worsts.iter().min().unwrap() };
        prop_assert_eq!(Open::solve(board.grid, |_| true).unwrap().unwrap(), expected);
    }
}
