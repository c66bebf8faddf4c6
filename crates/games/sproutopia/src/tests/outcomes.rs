//! Score, place and match points (R51 to R56).

use super::matches::{cell, game, step};
use crate::game::Complete;
use crate::state::{End, State};
use crate::{Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// An ended match in which the seats own this many cells and have this many hundredths of points.
fn ended<R: Complete>(lands: &[(u16, u64)]) -> Outcome {
    let (world, mut state) = game::<R>(&json!({"players": lands.len(), "cols": 20, "rows": 10}), 1);
    for (i, &(cells, points)) in lands.iter().enumerate() {
        (state.farmers[i].cells, state.points[i]) = (cells, points);
    }
    state.end = Some(End::MaxTicks);
    Sproutopia::<R>::outcome(&world, &state).expect("it is over")
}

/// Score, rank and match points of each seat.
fn table(outcome: &Outcome) -> Vec<(i64, u8, f64)> {
    let points = |standing: &Standing| {
        let worth = standing.utility.expect("match points");
        f64::from(worth.part) / f64::from(worth.of)
    };
    outcome.seats.iter().map(|standing| (standing.units, standing.rank, points(standing))).collect()
}

#[test]
fn official_places_by_cells_then_points_then_not_at_all() {
    let rows = table(&ended::<Official>(&[(10, 5), (30, 0), (10, 6), (30, 0)]));
    assert_eq!(rows, [(10, 4, 1.0), (30, 1, 3.5), (10, 3, 2.0), (30, 1, 3.5)]);
    let rows = table(&ended::<Official>(&[(9, 1), (9, 1), (9, 1)]));
    assert_eq!(rows, [(9, 1, 2.0); 3]);
    let rows = table(&ended::<Official>(&[(9, 0), (9, 0), (8, 0), (8, 0)]));
    assert_eq!(rows, [(9, 1, 3.5), (9, 1, 3.5), (8, 3, 1.5), (8, 3, 1.5)]);
}

#[test]
fn the_old_rules_place_by_percent_then_seat() {
    // Of 200 cells, 30 and 31 are both 15 percent.
    let rows = table(&ended::<Legacy>(&[(30, 0), (31, 900), (40, 0), (9, 0)]));
    assert_eq!(rows, [(15, 2, 3.0), (15, 3, 2.0), (20, 1, 4.0), (4, 4, 1.0)]);
}

#[test]
fn alone_one_is_first() {
    assert_eq!(table(&ended::<Official>(&[(9, 0)])), [(9, 1, 1.0)]);
    assert_eq!(table(&ended::<Legacy>(&[(9, 0)])), [(4, 1, 1.0)]);
}

#[test]
fn percents_are_those_of_a_division_on_every_board() {
    let code = game::<Official>(&json!({}), 1).0.ground.code;
    for (cols, rows) in (6..=64).flat_map(|cols| (6..=64).map(move |rows| (cols, rows))) {
        let ground = crate::ground::Ground::new(crate::ground::Code { cols, rows, ..code });
        for cells in 0..=ground.cells() {
            assert_eq!(
                u32::from(ground.percent(cells as u16)),
                100 * cells / ground.cells(),
                "{cells} of {cols} × {rows}"
            );
        }
    }
}

#[test]
fn the_facts_name_cells_percents_and_points() {
    let outcome = ended::<Official>(&[(10, 5), (30, 7)]);
    let document = serde_json::to_value(&outcome).expect("JSON");
    let facts = document.to_string();
    for fact in ["\"cells\":[10,30]", "\"percents\":[5,15]", "\"tie_break_hundredths\":[5,7]", "\"ticks\":0"] {
        assert!(facts.contains(fact), "{facts}");
    }
    assert_eq!(outcome.reason, "max_ticks");
}

#[test]
fn the_last_tick_ends_the_match_and_wins_over_full() {
    let (World { ground, .. }, mut state) =
        game::<Official>(&json!({"players": 1, "max_ticks": 2, "cols": 6, "rows": 6}), 1);
    step(&ground, &mut state, &[]);
    assert_eq!(state.end, None);
    state.field.put(0, &(0..6).flat_map(|y| (0..6).map(move |x| cell(x, y))).collect());
    state.farmers[0].cells = 36;
    step(&ground, &mut state, &[]);
    assert_eq!(state.end, Some(End::MaxTicks));
}

#[test]
fn all_seats_choose_in_every_tick_and_every_action_is_legal() {
    fn legal<R: Complete>() -> usize {
        let (world, mut state) = game::<R>(&json!({"players": 3}), 1);
        let count = |state: &State<R>, seat: u8| {
            let mut count = 0;
            Sproutopia::<R>::legal(&world, state, Seat(seat), &mut |_| count += 1);
            count
        };
        let all = count(&state, 0);
        assert_eq!((count(&state, 2), count(&state, 3)), (all, 0));
        assert_eq!(Sproutopia::<R>::phase(&world, &state).seats().iter().count(), 3);
        assert_eq!(Sproutopia::<R>::outcome(&world, &state), None);
        state.end = Some(End::Full);
        assert_eq!(Sproutopia::<R>::phase(&world, &state), Phase::Over);
        assert_eq!(count(&state, 0), 0);
        all
    }
    assert_eq!((legal::<Official>(), legal::<Legacy>()), (5, 6));
}

#[test]
fn who_leads_is_told_when_it_changes() {
    use crate::event::Event;
    let (World { ground, .. }, mut state) = game::<Official>(&json!({"players": 3}), 1);
    let mut leads = Vec::new();
    for (seat, cells) in [(1, 5), (1, 6), (2, 7), (2, 8)] {
        // A command that prunes nobody: land is changed between ticks.
        let before = state.leader(&ground);
        (0..cells).for_each(|x| state.field.insert(seat, cell(20 + x, 20 + seat as u16)));
        state.farmers[seat].cells = state.field.cells(seat).len() as u16;
        leads.push((before, state.leader(&ground)));
        let events = step(&ground, &mut state, &[]);
        assert!(!events.iter().any(|event| matches!(event, Event::LeaderChanged { .. })), "no tick changed it");
    }
    assert_eq!(leads, [(0, 1), (1, 1), (1, 2), (2, 2)]);
}
