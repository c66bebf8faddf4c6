//! The invariants of section 17, after each step of many crowded matches.
//!
//! Those of the resolver are tested in the kernel, those of views in `views`, of the set-up in `setup`, both
//! definitions of R3 in `field`.

use super::matches::{self, Stepped, all_seats};
use crate::check::{Wrong, check};
use crate::event::What;
use crate::position::Position;
use crate::state::{End, Side, State, Status};
use crate::view::{unit_of, units};
use crate::{Action, Step, Tag, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// The cells of the side that moved, before and after its move, before any unit left.
fn moves<const N: usize>(played: &Stepped<'_, N>) -> HashMap<u8, (Cell, Cell)> {
    let mut moves: HashMap<u8, (Cell, Cell)> = HashMap::new();
    for (id, at) in units(played.world, played.before, played.before.phase) {
        moves.insert(id as u8, (at, at));
    }
    for event in &played.events {
        if let What::Move { unit, from, to, .. } = event.what {
            moves.insert(unit, (from, to));
        }
    }
    moves
}

/// The choice that counts for each unit of the side that moves: the first of its seat.
fn counted<const N: usize>(played: &Stepped<'_, N>) -> HashMap<u8, Action> {
    let mut counted = HashMap::new();
    for &(seat, action) in &played.choices {
        let (side, id) = unit_of(played.world, seat);
        if side == played.before.phase && Tag::<N>::phase(played.world, played.before).asks(seat) {
            counted.entry(id as u8).or_insert(action);
        }
    }
    counted
}

#[test]
fn the_check_passes_and_killers_never_change_in_number() {
    matches::each_step::<8>(600, 171, |played| {
        assert_eq!(Tag::<8>::check(played.world, played.after), Ok(()), "{}", played.document);
        let killers = units(played.world, played.after, Side::Killer).count();
        assert_eq!(killers, usize::from(played.world.code.killers));
        assert!(played.after.round <= played.world.code.max_rounds);
        assert_eq!(Tag::<8>::seats(played.world), all_seats(played.world).count());
    });
}

#[test]
fn a_unit_goes_where_it_wished_or_stays_with_a_reason() {
    matches::each_step::<8>(600, 172, |played| {
        let side = played.before.phase;
        let counted = counted(played);
        for (id, (from, to)) in moves(played) {
            let step = counted.get(&id).map_or(Step::Stay, |action| action.step);
            let wish = (i32::from(from.x) + i32::from(step.delta().0), i32::from(from.y) + i32::from(step.delta().1));
            let met = (i32::from(to.x), i32::from(to.y)) == wish;
            assert!(met || to == from, "{from} to {to}");
            let why = played.events.iter().find_map(|event| match event.what {
                What::Rejected { unit, wish: told, reason, .. } if unit == id => Some((told, reason)),
                _ => None,
            });
            assert_eq!(why.is_some(), !met, "a reason exactly if the wish was not met");
            if let Some((told, reason)) = why {
                assert_eq!([wish.0, wish.1], told.map(i32::from));
                let last = &Position::of(&played.world.code, played.after).last[side as usize];
                assert_eq!(last[usize::from(id)], Some(reason));
            }
            // A unit that is still on the board stands where it moved.
            let now = units(played.world, played.after, side).find(|(other, _)| *other == usize::from(id));
            assert!(now.is_none_or(|(_, at)| at == to));
        }
        // The other side does not move.
        let other = if side == Side::Killer { Side::Survivor } else { Side::Killer };
        let before: HashMap<usize, Cell> = units(played.world, played.before, other).collect();
        assert!(units(played.world, played.after, other).all(|(id, at)| before[&id] == at));
    });
}

#[test]
fn nobody_exchanges_turns_or_follows_where_that_is_refused() {
    let mut turned = 0;
    matches::each_step::<8>(1500, 173, |played| {
        let moves = moves(played);
        let stood: HashMap<Cell, u8> = moves.iter().map(|(&id, &(from, _))| (from, id)).collect();
        let ahead = |id: u8| stood.get(&moves[&id].1).copied().filter(|&next| next != id);
        for &id in moves.keys() {
            if let Some(next) = ahead(id) {
                assert_ne!(ahead(next), Some(id), "no two of a side exchange cells");
                assert!(played.world.code.follow, "nobody enters a cell where one of its side stood");
            }
            let (mut at, mut seen) = (id, HashSet::new());
            while let Some(next) = ahead(at).filter(|&next| seen.insert(next)) {
                at = next;
            }
            if seen.contains(&id) {
                assert!(played.world.code.cycle, "no ring turns");
                turned += 1;
            }
        }
    });
    assert!(turned > 10, "rings turn where they may: {turned}");
}

#[test]
fn survivors_leave_once_and_no_more_than_can() {
    let mut crowds = 0;
    matches::each_step::<8>(800, 174, |played| {
        let (before, after) = (played.before.counts(), played.after.counts());
        for id in 0..usize::from(played.world.code.survivors) {
            let (was, is) = (played.before.status(id), played.after.status(id));
            assert!(was == Status::In || was == is, "who left stays away");
        }
        let most = before.inside.min(played.world.code.killers);
        assert!(after.captured - before.captured <= most, "C rises by at most the lesser of K and those in");
        let mut exits: HashMap<Cell, u32> = HashMap::new();
        for event in &played.events {
            if let What::Escape { at, .. } = event.what {
                *exits.entry(at).or_default() += 1;
            }
        }
        let crowded = exits.values().any(|&escapes| escapes > 1);
        assert!(!crowded || played.world.code.multi_escape, "one escape an exit and phase");
        crowds += u32::from(crowded);
        assert!(exits.is_empty() || played.before.phase == Side::Survivor);
        assert_eq!(u32::from(after.escaped - before.escaped), exits.values().sum::<u32>());
        let captures = |state: &State<8>| state.captures.iter().map(|&n| u32::from(n)).sum::<u32>();
        assert_eq!(captures(played.after) - captures(played.before), u32::from(after.captured - before.captured));
    });
    assert!(crowds > 10, "many escape at once where they may: {crowds}");
}

#[test]
fn the_end_comes_once_and_its_outcome_adds_up() {
    // R26 to R29
    matches::each_step::<8>(1500, 175, |played| {
        let overs = played.events.iter().filter(|event| matches!(event.what, What::GameOver { .. })).count();
        let ended = played.after.end.is_some();
        assert_eq!(overs, usize::from(ended));
        let last = played.events.last().expect("a step tells something");
        assert_eq!(matches!(last.what, What::GameOver { .. }), ended, "the last event");
        let Some(outcome) = Tag::<8>::outcome(played.world, played.after) else {
            assert!(!ended);
            return;
        };
        let code = &played.world.code;
        let counts = played.after.counts();
        let (s, k) = (usize::from(code.survivors), usize::from(code.killers));
        let (e, c, u) = (i32::from(counts.escaped), i32::from(counts.captured), i32::from(counts.stranded));
        assert_eq!(e + c + u, s as i32);
        let worth = |seat: usize| outcome.seats[seat].utility.map(Utility::value).expect("a utility");
        assert!((worth(0) + worth(s)).abs() < 1e-12, "utilities sum to 0");
        let rank = |winners: usize| winners as u8 + 1;
        let (ranks, expected) = match code.strict {
            true if e == s as i32 => ((1, rank(s)), 1.0),
            true => ((rank(k), 1), -1.0),
            false if e > c + u => ((1, rank(s)), (2 * e - s as i32) as f64 / s as f64),
            false if e < c + u => ((rank(k), 1), (2 * e - s as i32) as f64 / s as f64),
            false => ((1, 1), 0.0),
        };
        for (seat, standing) in outcome.seats.iter().enumerate() {
            let runs = seat < s;
            let (units, place) = if runs { (e, ranks.0) } else { (c, ranks.1) };
            assert_eq!((standing.units, standing.rank), (units.into(), place), "{outcome:?}");
            assert!((worth(seat) - if runs { expected } else { -expected }).abs() < 1e-12);
        }
        assert_eq!(outcome.units_per_point, 1);
        let captures = played.after.captures[..k].iter().map(|&n| i64::from(n)).collect::<Vec<_>>();
        let facts: Vec<(&str, Worth)> = outcome.facts.iter().map(|fact| (fact.name, fact.worth.clone())).collect();
        let count = |n: i32| Worth::Count(n.into());
        assert_eq!(
            facts,
            [
                ("win_strict", Worth::Flag(e == s as i32)),
                ("win_score", Worth::Flag(e > c + u)),
                ("escaped", count(e)),
                ("captured", count(c)),
                ("stranded", count(u)),
                ("rounds", count(played.after.round.into())),
                ("captures", Worth::Counts(captures)),
            ]
        );
    });
}

#[test]
fn a_resumed_match_and_both_sizes_go_on_alike() {
    matches::each_step::<8>(300, 176, |played| {
        let resume = |text: &str| -> (World, State<16>) {
            let (world, _) = matches::game::<16>(played.document, played.seed);
            let document = serde_json::from_str(text).expect("JSON");
            let state = Tag::<16>::read_state(&world, &document).expect("a state of this match");
            (world, state)
        };
        let text = |world: &World, state: &State<8>| {
            serde_json::to_string(&Tag::<8>::write_state(world, state)).expect("JSON")
        };
        let (world, mut state) = resume(&text(played.world, played.before));
        let events = matches::step(&world, &mut state, &played.choices);
        assert_eq!(events, played.events);
        assert_eq!(Tag::<16>::hash_of(&world, &state), Tag::<8>::hash_of(played.world, played.after));
        assert_eq!(resume(&text(played.world, played.after)).1, state);
    });
}

#[test]
fn every_seat_to_choose_may_take_any_step_in_every_state() {
    matches::each_step::<8>(120, 177, |played| {
        for seat in Tag::<8>::phase(played.world, played.before).seats().iter() {
            for step in Step::ALL {
                let mut state = *played.before;
                let action = Action { step, bid: i32::from(seat.0) };
                assert!(Tag::<8>::allows(played.world, &state, seat, action));
                let events = matches::step(played.world, &mut state, &[(seat, action)]);
                let moved = |what: &What| matches!(what, What::Move { step: told, .. } if *told == step);
                assert_eq!(events.iter().filter(|event| moved(&event.what)).count(), 1);
                assert_eq!(Tag::<8>::check(played.world, &state), Ok(()));
            }
        }
    });
}

// Symmetry: only bot order has a favoured direction.

/// One of the eight symmetries of a board.
#[derive(Clone, Copy, Debug)]
struct Turn(u8);

impl Turn {
    fn size(self, (width, height): (u64, u64)) -> (u64, u64) {
        if self.0 & 4 == 4 { (height, width) } else { (width, height) }
    }

    fn cell(self, (width, height): (u64, u64), [x, y]: [u64; 2]) -> [u64; 2] {
        let x = if self.0 & 1 == 1 { width - 1 - x } else { x };
        let y = if self.0 & 2 == 2 { height - 1 - y } else { y };
        if self.0 & 4 == 4 { [y, x] } else { [x, y] }
    }

    fn step(self, step: Step) -> Step {
        let (dx, dy) = step.delta();
        let dx = if self.0 & 1 == 1 { -dx } else { dx };
        let dy = if self.0 & 2 == 2 { -dy } else { dy };
        let turned = if self.0 & 4 == 4 { (dy, dx) } else { (dx, dy) };
        Step::ALL.into_iter().find(|step| step.delta() == turned).expect("one of nine")
    }

    /// Every pair of numbers in a document is a cell.
    fn document(self, size: (u64, u64), value: &Value, is_cell: bool) -> Value {
        match value {
            Value::Array(list) if is_cell && list.len() == 2 && list.iter().all(Value::is_u64) => {
                json!(self.cell(size, [0, 1].map(|i| list[i].as_u64().unwrap_or(0))))
            }
            Value::Array(list) => list.iter().map(|item| self.document(size, item, is_cell)).collect(),
            Value::Object(fields) => {
                let cells = |name: &str| ["exits", "killers", "survivors", "start"].contains(&name);
                let inner = |(name, value): (&String, &Value)| {
                    let is_cell = cells(name) || is_cell && name.parse::<u8>().is_ok();
                    (name.clone(), self.document(size, value, is_cell))
                };
                fields.iter().map(inner).collect()
            }
            other => other.clone(),
        }
    }
}

#[test]
fn mirroring_or_turning_everything_mirrors_the_result() {
    matches::each_step::<8>(150, 178, |played| {
        let number = |field: &str| played.document[field].as_u64().expect("a number");
        let size = (number("width"), number("height"));
        let text =
            |world: &World, state: &State<8>| serde_json::to_value(Tag::<8>::write_state(world, state)).expect("JSON");
        for turn in (1..8).map(Turn) {
            let (width, height) = turn.size(size);
            let document = turn.document(size, played.document, false);
            let document = matches::with(document, json!({"width": width, "height": height}));
            let (world, _) = matches::game::<8>(&document, 0);
            let before = turn.document(size, &text(played.world, played.before), false);
            let mut state = Tag::<8>::read_state(&world, &before).expect("a state");
            let choices: Vec<(Seat, Action)> = played
                .choices
                .iter()
                .map(|&(seat, action)| (seat, Action { step: turn.step(action.step), ..action }))
                .collect();
            matches::step(&world, &mut state, &choices);
            assert_eq!(text(&world, &state), turn.document(size, &text(played.world, played.after), false), "{turn:?}");
        }
    });
}

// R37: the check names what is wrong and who.

#[test]
fn the_check_names_what_is_wrong_and_who() {
    let document = json!({
        "width": 9, "height": 9, "exits": [[8, 8]], "killers_on_exits": "forbid", "start": {
            "round": 12, "phase": "survivor", "killers": {"0": [3, 3], "1": [5, 3]},
            "survivors": {"0": [4, 4], "1": [0, 1]}, "captured": [2],
        },
    });
    let (world, good) = matches::game::<8>(&document, 0);
    let pack = |x: u16, y: u16| y << 8 | x;
    type Damage = fn(&mut State<8>);
    let named: [(Damage, &str); 12] = [
        (|s| s.killers[0] = s.survivors[0], "A and a share (4,4)"),
        (|s| s.killers[1] = s.killers[0], "A and B share (3,3)"),
        (|s| s.survivors[1] = s.survivors[0], "a and b share (4,4)"),
        (|s| s.survivors[1] = 8 << 8 | 8, "b rests on the exit (8,8)"),
        (|s| s.killers[1] = 8 << 8 | 8, "B rests on the exit (8,8)"),
        (|s| s.killers[1] = 9, "B is off the board at (9,0)"),
        (|s| s.survivors[0] = 9 << 8, "a is off the board at (0,9)"),
        (|s| s.inside |= 4, "the statuses do not add up to the survivors"),
        (|s| s.captured = 0, "the statuses do not add up to the survivors"),
        (|s| s.escaped = 8, "the statuses do not add up to the survivors"),
        (|s| s.captures[1] = 1, "the killers' captures do not add up to the captured"),
        (|s| s.end = Some(End::BoardEmpty), "the end does not fit the survivors and the round"),
    ];
    assert_eq!(Tag::<8>::check(&world, &good), Ok(()));
    for (damage, words) in named {
        let mut state = good;
        damage(&mut state);
        let phase = if state.end.is_none() { "killer" } else { "survivor" };
        assert_eq!(Tag::<8>::check(&world, &state), Err(format!("round 12 {phase} phase: {words}")));
    }
    let mut state = good;
    state.killers[0] = pack(4, 4);
    assert_eq!(check(&world.ground(), &state), Err(Wrong::Shared('A', 'a', Cell { x: 4, y: 4 })));
    state = good;
    state.round = 101;
    assert_eq!(check(&world.ground(), &state), Err(Wrong::Round(101)));
    state = good;
    state.survivors[2] = pack(1, 1);
    assert_eq!(check(&world.ground(), &state), Err(Wrong::Leftover));
    state = good;
    state.random.counter += 1;
    assert_eq!(Tag::<8>::check(&world, &state), Err("the generator moved after the set-up".to_string()));
}

#[test]
fn after_a_survivor_phase_the_check_names_the_round_that_was_played() {
    let document = json!({"width": 9, "height": 9, "exits": [[8, 8]],
        "start": {"round": 12, "killers": {"0": [3, 3]}, "survivors": {"0": [4, 4]}}});
    let (world, mut state) = matches::game::<8>(&document, 0);
    state.killers[0] = state.survivors[0];
    assert_eq!(Tag::<8>::check(&world, &state), Err("round 11 survivor phase: A and a share (4,4)".to_string()));
}

#[test]
fn a_position_is_the_state_it_is_taken_from() {
    matches::each_step::<16>(200, 179, |played| {
        let position = Position::of(&played.world.code, played.after);
        assert_eq!(position.state::<16>(played.after.random), *played.after);
    });
}
