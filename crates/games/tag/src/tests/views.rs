//! What a seat receives, what is hidden from it, and states that fit what it knows: R31 to R34.

use super::matches::{self, all_seats, cell, spoken, with};
use crate::position::Position;
use crate::state::{Last, Side, State, Status};
use crate::view::{Seen, View, unit_of};
use crate::{Tag, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::HashSet;

fn view<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> View {
    Tag::<N>::view(world, state, &[], seat)
}

/// The match of R33's example.
fn example() -> (World, State<8>) {
    matches::game(
        &json!({
            "exits": [[40, 32], [30, 46]],
            "start": {
                "round": 12, "phase": "survivor", "killers": {"0": [20, 20], "1": [6, 4]},
                "survivors": {"0": [4, 4], "1": [30, 10]}, "escaped": [2],
            },
        }),
        0,
    )
}

#[test]
fn a_view_is_told_as_the_specification_writes_it() {
    let (world, state) = example();
    let expected = concat!(
        r#"{"type":"tag-view","side":"survivors","id":0,"status":"in","at":[4,4],"round":12,"phase":"survivor","#,
        r#""max_rounds":100,"width":50,"height":50,"exits":[[40,32],[30,46]],"sight":2,"killers":[{"id":1,"at":[6,4]}],"#,
        r#""survivors":[],"in":2,"escaped":1,"captured":0,"last":null}"#
    );
    assert_eq!(serde_json::to_string(&view(&world, &state, Seat(0))).expect("JSON"), expected);
}

#[test]
fn a_killers_view_is_told_alike() {
    let (world, state) = example();
    let expected = concat!(
        r#"{"type":"tag-view","side":"killers","id":1,"status":"in","at":[6,4],"round":12,"phase":"survivor","#,
        r#""max_rounds":100,"width":50,"height":50,"exits":[[40,32],[30,46]],"sight":"all","#,
        r#""killers":[{"id":0,"at":[20,20]}],"survivors":[{"id":0,"at":[4,4]},{"id":1,"at":[30,10]}],"in":2,"escaped":1,"captured":0,"last":null}"#
    );
    assert_eq!(serde_json::to_string(&view(&world, &state, Seat(4))).expect("JSON"), expected);
}

#[test]
fn who_is_off_the_board_sees_nobody() {
    let (world, state) = example();
    let gone = view(&world, &state, Seat(2));
    assert_eq!((gone.status, gone.at, gone.id), (Status::Escaped, None, 2));
    assert_eq!((gone.killers, gone.survivors), (vec![], vec![]));
    let text = serde_json::to_value(view(&world, &state, Seat(2))).expect("JSON");
    assert_eq!((&text["at"], &text["status"], &text["in"]), (&Value::Null, &json!("escaped"), &json!(2)));
}

#[test]
fn statuses_are_told_by_their_names() {
    let document = json!({
        "width": 6, "height": 6, "exits": [[5, 5]], "max_rounds": 1,
        "start": {"killers": {"0": [0, 0]}, "survivors": {"0": [3, 3]}, "escaped": [1], "captured": [2]},
    });
    let (world, mut state) = matches::game::<8>(&document, 0);
    matches::step(&world, &mut state, &spoken(&world, "A stay"));
    matches::step(&world, &mut state, &spoken(&world, "a stay"));
    let status = |seat: u8| serde_json::to_value(view(&world, &state, Seat(seat))).expect("JSON")["status"].clone();
    assert_eq!([0, 1, 2, 3].map(status), ["stranded", "escaped", "captured", "in"].map(Value::from));
    assert_eq!(view(&world, &state, Seat(0)).at, None);
    assert_eq!(view(&world, &state, Seat(3)).at, Some(cell(0, 0)), "killers stay on the board");
}

/// The units that the first unit of a side sees, as (killers, survivors).
fn seen(document: &Value, seat: Seat) -> (Vec<u8>, Vec<u8>) {
    let (world, state) = matches::game::<8>(document, 0);
    let view = view(&world, &state, seat);
    let ids = |list: &[Seen]| list.iter().map(|seen| seen.id).collect();
    (ids(&view.killers), ids(&view.survivors))
}

fn line_up(more: Value) -> Value {
    let start = json!({
        "killers": {"0": [10, 10], "1": [12, 8], "2": [13, 10], "3": [10, 14]},
        "survivors": {"0": [11, 10], "1": [13, 12], "2": [8, 14], "3": [14, 13]},
    });
    with(json!({"exits": [[0, 0]], "start": start}), more)
}

#[test]
fn sight_is_a_square_with_its_border() {
    // Survivor 0 at (11,10) has a sight of 2; killer 0 at (10,10) sees everything, or has a sight of 3, corners
    // included.
    assert_eq!(seen(&line_up(json!({})), Seat(0)), (vec![0, 1, 2], vec![1]));
    assert_eq!(seen(&line_up(json!({})), Seat(4)), (vec![1, 2, 3], vec![0, 1, 2, 3]));
    assert_eq!(seen(&line_up(json!({"killer_sight": 3})), Seat(4)), (vec![1, 2], vec![0, 1]));
    assert_eq!(seen(&line_up(json!({"survivor_sight": 3})), Seat(0)), (vec![0, 1, 2], vec![1, 3]));
    assert_eq!(seen(&line_up(json!({"killer_sight": 4})), Seat(4)), (vec![1, 2, 3], vec![0, 1, 2, 3]));
    assert_eq!(seen(&line_up(json!({"survivor_sight": 1})), Seat(0)), (vec![0], vec![]));
    assert_eq!(seen(&line_up(json!({"survivor_sight": 0})), Seat(0)), (vec![], vec![]));
    assert_eq!(seen(&line_up(json!({"killer_sight": "all"})), Seat(4)), (vec![1, 2, 3], vec![0, 1, 2, 3]));
    assert_eq!(seen(&line_up(json!({"survivor_sight": null})), Seat(0)), (vec![0, 1, 2, 3], vec![1, 2, 3]));
}

#[test]
fn a_team_sees_what_any_of_it_sees() {
    let shared = line_up(json!({"vision_sharing": "team", "survivor_sight": 1, "killer_sight": 0}));
    // Survivors 0 to 3 have a sight of 1: 0 sees A; no other is near a killer; all units of a side see each other.
    assert_eq!(seen(&shared, Seat(0)), (vec![0], vec![1, 2, 3]));
    assert_eq!(seen(&shared, Seat(2)), (vec![0], vec![0, 1, 3]));
    assert_eq!(seen(&shared, Seat(4)), (vec![1, 2, 3], vec![]));
    let alone = line_up(json!({"survivor_sight": 1, "killer_sight": 0}));
    assert_eq!(seen(&alone, Seat(2)), (vec![], vec![]));
}

#[test]
fn the_gone_share_no_sight() {
    let document = json!({
        "exits": [[0, 0]], "vision_sharing": "team", "survivor_sight": "all",
        "start": {"killers": {"0": [10, 10]}, "survivors": {"0": [11, 10]}, "captured": [1]},
    });
    assert_eq!(seen(&document, Seat(1)), (vec![], vec![]));
    assert_eq!(seen(&document, Seat(0)), (vec![0], vec![]));
}

#[test]
fn last_tells_what_came_of_the_latest_choice() {
    let document = json!({
        "width": 6, "height": 6, "exits": [[5, 5]],
        "start": {"killers": {"0": [0, 0], "1": [2, 0], "2": [4, 4]}, "survivors": {"0": [0, 5]}},
    });
    let (world, mut state) = matches::game::<8>(&document, 0);
    let last = |state: &State<8>| [1, 2, 3, 0].map(|seat| view(&world, state, Seat(seat)).last);
    assert_eq!(last(&state), [None; 4]);
    matches::step(&world, &mut state, &spoken(&world, "A E, B W"));
    assert_eq!(last(&state), [None, Some(Last::Contested), Some(Last::NoAction), None]);
    matches::step(&world, &mut state, &spoken(&world, "a W"));
    assert_eq!(last(&state), [None, Some(Last::Contested), Some(Last::NoAction), Some(Last::OutOfBounds)]);
    matches::step(&world, &mut state, &spoken(&world, "B E, C stay"));
    assert_eq!(last(&state), [Some(Last::NoAction), None, None, Some(Last::OutOfBounds)]);
    let text = serde_json::to_value(view(&world, &state, Seat(1))).expect("JSON");
    assert_eq!(text["last"], "no_action");
}

// R32: what is hidden stays hidden.

/// The cells that a seat on the board sees, from the words of R31.
fn in_sight(world: &World, state: &State<8>, seat: Seat, at: Cell) -> bool {
    let position = Position::of(&world.code, state);
    let (side, id) = unit_of(world, seat);
    let friends: Vec<Cell> = match side {
        Side::Killer => position.killers.clone(),
        Side::Survivor => position
            .survivors
            .iter()
            .map(|&(status, at)| if status == Status::In { at } else { cell(999, 999) })
            .collect(),
    };
    let eyes = if world.code.team_vision { friends } else { vec![friends[id]] };
    let far = |from: Cell| from.x.abs_diff(at.x).max(from.y.abs_diff(at.y));
    eyes.into_iter().any(|from| match world.code.sight[side as usize] {
        crate::ground::Sight::All => from.x < 999,
        crate::ground::Sight::Within(most) => far(from) <= u16::from(most),
    })
}

/// The same match with everything changed that the seat does not know.
fn with_the_hidden_changed(world: &World, state: &State<8>, seat: Seat, random: &mut Random) -> State<8> {
    let mut position = Position::of(&world.code, state);
    let (side, id) = unit_of(world, seat);
    let on_board = side == Side::Killer || position.survivors[id].0 == Status::In;
    let hidden = |at: Cell| !on_board || !in_sight(world, state, seat, at);
    let mut taken: HashSet<Cell> = HashSet::new();
    let mut unseen_killers = Vec::new();
    for (other, &at) in position.killers.iter().enumerate() {
        if (side, id) == (Side::Killer, other) || !hidden(at) {
            taken.insert(at);
        } else {
            unseen_killers.push(other);
        }
    }
    let mut others = Vec::new();
    for (other, &(status, at)) in position.survivors.iter().enumerate() {
        let known = side == Side::Survivor && other == id || status == Status::In && !hidden(at);
        if !known {
            others.push(other);
        } else if status == Status::In {
            taken.insert(at);
        }
    }
    // Which of the others are in or gone may change; the counts stay the same.
    let mut statuses: Vec<Status> = others.iter().map(|&other| position.survivors[other].0).collect();
    random.shuffle(&mut statuses);
    let mut free: Vec<Cell> = (0..world.grid().cells()).map(|index| world.grid().cell(index)).collect();
    free.retain(|&at| hidden(at) && !taken.contains(&at));
    random.shuffle(&mut free);
    for (other, status) in others.into_iter().zip(statuses) {
        let mut at = Cell::default();
        if status == Status::In {
            let place = free.iter().position(|at| !world.exits.contains(at)).expect("where it stood before");
            at = free.remove(place);
        }
        position.survivors[other] = (status, at);
    }
    for other in unseen_killers {
        let place = free.iter().position(|at| !(world.code.barred && world.exits.contains(at)));
        position.killers[other] = free.remove(place.expect("where it stood before"));
    }
    for (which, lasts) in [Side::Survivor, Side::Killer].into_iter().zip(&mut position.last) {
        for (other, last) in lasts.iter_mut().enumerate() {
            if (which, other) != (side, id) {
                *last = Last::ALL.get(random.index(8)).copied();
            }
        }
    }
    let captured = position.captures.iter().sum();
    position.captures.fill(0);
    *position.captures.last_mut().expect("a killer") = captured;
    position.state(state.random)
}

#[test]
fn what_is_hidden_changes_nothing_in_a_view() {
    let mut random = Random::new(31);
    let mut changed = 0;
    matches::each_step::<8>(400, 32, |played| {
        for seat in all_seats(played.world).filter(|_| played.after.end.is_none()) {
            let other = with_the_hidden_changed(played.world, played.after, seat, &mut random);
            assert_eq!(Tag::<8>::check(played.world, &other), Ok(()), "the change itself is a state");
            changed +=
                u32::from(Position::of(&played.world.code, &other) != Position::of(&played.world.code, played.after));
            let (was, is) = (view(played.world, played.after, seat), view(played.world, &other, seat));
            assert_eq!(was, is, "{} seat {seat}", played.document);
        }
    });
    assert!(changed > 5000, "{changed}");
}

#[test]
fn the_start_tells_settings_and_exits_and_no_unit() {
    let (world, state) = example();
    let elsewhere = with_the_hidden_changed(&world, &state, Seat(2), &mut Random::new(1));
    for seat in all_seats(&world) {
        assert_eq!(Tag::<8>::start(&world, &state, seat), Tag::<8>::start(&world, &elsewhere, seat));
    }
    let text = serde_json::to_string(&Tag::<8>::start(&world, &state, Seat(4))).expect("JSON");
    let expected = concat!(
        r#"{"seat":4,"side":"killers","id":1,"survivors":3,"killers":2,"max_rounds":100,"width":50,"height":50,"#,
        r#""exits":[[40,32],[30,46]],"survivor_sight":2,"killer_sight":"all","team_vision":false,"follow":true,"#,
        r#""cycle":false,"barred":false,"priority":"score","multi_escape":false,"strict":true}"#
    );
    assert_eq!(text, expected);
}

// R34.

/// A guess by the words of R34, for a seat on the board of a match that continues.
fn slow_guess(world: &World, view: &View, seat: Seat, random: &mut Random) -> Option<Position> {
    let (s, k) = (usize::from(world.code.survivors), usize::from(world.code.killers));
    let (side, id) = unit_of(world, seat);
    let me = view.at.expect("on the board");
    let mut survivors: Vec<Option<(Status, Cell)>> = vec![None; s];
    let mut killers: Vec<Option<Cell>> = vec![None; k];
    view.survivors.iter().for_each(|seen| survivors[usize::from(seen.id)] = Some((Status::In, seen.at)));
    view.killers.iter().for_each(|seen| killers[usize::from(seen.id)] = Some(seen.at));
    match side {
        Side::Survivor => survivors[id] = Some((Status::In, me)),
        Side::Killer => killers[id] = Some(me),
    }
    // "Other survivors not seen, a list by id, are dealt out".
    let known = survivors.iter().flatten().count();
    let mut list: Vec<usize> = (0..s).filter(|&other| survivors[other].is_none()).collect();
    let mut inside = Vec::new();
    for _ in known..usize::from(view.r#in) {
        inside.push(list.remove(random.below(list.len() as u64) as usize));
    }
    for _ in 0..view.escaped {
        let picked = list.remove(random.below(list.len() as u64) as usize);
        survivors[picked] = Some((Status::Escaped, Cell::default()));
    }
    list.into_iter().for_each(|other| survivors[other] = Some((Status::Captured, Cell::default())));
    // "those that R31 does not show": from the unit itself, or with shared vision from all units of its side.
    let mut eyes = vec![me];
    if world.code.team_vision {
        let list = if side == Side::Killer { &view.killers } else { &view.survivors };
        eyes.extend(list.iter().map(|seen| seen.at));
    }
    let shows = |at: Cell| {
        eyes.iter().any(|from| match view.sight {
            crate::ground::Sight::All => true,
            crate::ground::Sight::Within(most) => from.x.abs_diff(at.x).max(from.y.abs_diff(at.y)) <= u16::from(most),
        })
    };
    let mut free = Vec::new();
    for y in 0..world.grid().height() {
        for x in 0..world.grid().width() {
            free.push(cell(x, y));
        }
    }
    free.retain(|&at| !shows(at));
    inside.sort_unstable();
    for other in inside {
        let fit: Vec<Cell> = free.iter().copied().filter(|at| !world.exits.contains(at)).collect();
        let at = *fit.get(random.below(fit.len() as u64) as usize)?;
        free.retain(|&other| other != at);
        survivors[other] = Some((Status::In, at));
    }
    for slot in killers.iter_mut().filter(|slot| slot.is_none()) {
        let barred = |at: &Cell| world.code.barred && world.exits.contains(at);
        let fit: Vec<Cell> = free.iter().copied().filter(|at| !barred(at)).collect();
        let at = *fit.get(random.below(fit.len() as u64) as usize)?;
        free.retain(|&other| other != at);
        *slot = Some(at);
    }
    let mut captures = vec![0; k];
    captures[0] = view.captured;
    let mut last = [vec![None; s], vec![None; k]];
    last[side as usize][id] = view.last;
    Some(Position {
        round: view.round,
        phase: view.phase,
        killers: killers.into_iter().flatten().collect(),
        survivors: survivors.into_iter().flatten().collect(),
        over: None,
        captures,
        last,
    })
}

#[test]
fn a_guess_has_the_same_view_passes_the_check_and_draws_as_the_rule_says() {
    let mut made = 0;
    matches::each_step::<8>(400, 33, |played| {
        let (world, state) = (played.world, &played.after);
        for seat in all_seats(world) {
            let view = view(world, state, seat);
            let start = Tag::<8>::start(world, state, seat);
            let mut random = Random::new(u64::from(seat.0) + made);
            let mut again = random;
            let guess = Tag::<8>::guess(world, &start, &[], &view, &mut random);
            if view.at.is_none() || state.end.is_some() {
                assert_eq!(guess, None, "only for a unit on the board of a match that goes on");
                continue;
            }
            let slow = slow_guess(world, &view, seat, &mut again);
            let slow = slow.map(|position| position.state(world.random));
            assert_eq!(guess, slow, "{} seat {seat}", played.document);
            assert_eq!(random.counter, again.counter, "as many draws");
            let guess = guess.expect("the truth itself fits, so there is room");
            assert_eq!(Tag::<8>::check(world, &guess), Ok(()));
            assert_eq!(Tag::<8>::view(world, &guess, &[], seat), view);
            made += 1;
        }
    });
    assert!(made > 5000, "{made}");
}

#[test]
fn a_small_guess_by_hand() {
    // A board of 4 by 3, killer 0 at (0,0) sees 1 far. Unseen: survivors 0 to 3, of which two are in, one is out and
    // one is caught; and killer 1. Exit (3,0).
    let document = json!({
        "width": 4, "height": 3, "exits": [[3, 0]], "killer_sight": 1, "start": {
            "killers": {"0": [0, 0], "1": [3, 2]}, "survivors": {"0": [2, 2], "2": [0, 2]}, "escaped": [1],
            "captured": [3],
        },
    });
    let (world, state) = matches::game::<8>(&document, 0);
    let (seat, mut dice) = (Seat(4), Random::new(7));
    let mut random = dice;
    let guess =
        Tag::<8>::guess(&world, &Tag::<8>::start(&world, &state, seat), &[], &view(&world, &state, seat), &mut random);
    let guess = Position::of(&world.code, &guess.expect("a guess"));

    let mut ids = vec![0, 1, 2, 3];
    let first = ids.remove(dice.below(4) as usize);
    let second = ids.remove(dice.below(3) as usize);
    let escaped = ids.remove(dice.below(2) as usize);
    let captured = ids[0];
    // Not in sight, in reading order: (2,0), the exit (3,0), (2,1), (3,1), (0,2), (1,2), (2,2), (3,2).
    let mut cells = vec![(2, 0), (2, 1), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)];
    let lower = cells.remove(dice.below(7) as usize);
    let higher = cells.remove(dice.below(6) as usize);
    // A killer may stand on the exit: it is the second cell, unless (2,0) is taken.
    let exit_at = usize::from(cells.contains(&(2, 0)));
    cells.insert(exit_at, (3, 0));
    let killer = cells.remove(dice.below(6) as usize);
    assert_eq!(guess.killers, [cell(0, 0), cell(killer.0, killer.1)]);
    assert_eq!(guess.survivors[first.min(second)], (Status::In, cell(lower.0, lower.1)));
    assert_eq!(guess.survivors[first.max(second)], (Status::In, cell(higher.0, higher.1)));
    assert_eq!(guess.survivors[escaped].0, Status::Escaped);
    assert_eq!(guess.survivors[captured].0, Status::Captured);
    assert_eq!((guess.captures, guess.last), (vec![1, 0], [vec![None; 4], vec![None; 2]]));
    assert_eq!(random, dice, "and nothing more is drawn");
}

#[test]
fn a_view_that_leaves_no_room_fits_no_state() {
    let document = json!({
        "width": 3, "height": 3, "exits": [[0, 0]], "start": {"killers": {"0": [1, 1]}, "survivors": {"0": [2, 2]}},
    });
    let (world, state) = matches::game::<8>(&document, 0);
    let mut view = view(&world, &state, Seat(1));
    let start = Tag::<8>::start(&world, &state, Seat(1));
    view.survivors.clear();
    assert_eq!(
        Tag::<8>::guess(&world, &start, &[], &view, &mut Random::new(1)),
        None,
        "all is seen, yet one is missing"
    );
    view.r#in = 9;
    assert_eq!(Tag::<8>::guess(&world, &start, &[], &view, &mut Random::new(1)), None, "more than there are");
}
