//! What seats, logs and viewers show: R33, R39, R40.

use super::matches::{self, actions, each_turn};
use crate::event::Event;
use crate::looks::ATE;
use crate::scene::board;
use crate::view::{Start, View};
use crate::{Action, PyRat, State, Status, World, drawing};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::Way;
use serde_json::json;

/// The game of R33's example, which is that of G1, after two turns.
fn example() -> (World, State<10>, State<10>) {
    let settings = json!({
        "width": 5, "height": 2, "max_turns": 20, "start": [[0, 0], [4, 0]],
        "mud": [[1, 0, 2, 0, 4]], "cheese": [[2, 0], [3, 1], [0, 1]],
    });
    let (world, start) = matches::game(&settings, 0);
    let mut state = start;
    for _ in 0..2 {
        matches::step(&world, &mut state, [Action::Right, Action::Stay]);
    }
    (world, start, state)
}

#[test]
fn the_start_is_told_as_the_specification_writes_it() {
    let (world, start, state) = example();
    let text = |origin| serde_json::to_string(&PyRat::<10>::start(&world, origin, Seat(0))).expect("JSON");
    let told = |starts: &str| {
        let rest = r#"{"seat":0,"width":5,"height":2,"max_turns":20,"cheese_total":3,"walls":[],"mud":[[1,0,2,0,4]],"#;
        format!("{rest}\"starts\":{starts}}}")
    };
    assert_eq!(text(&start), told("[[0,0],[4,0]]"));
    assert_eq!(text(&state), told("[[2,0],[4,0]]"), "a match that began later began where they stood then");
}

#[test]
fn a_turn_is_told_as_the_specification_writes_it() {
    let (world, _, state) = example();
    let last = [(Seat(0), Action::Right)];
    let expected = concat!(
        r#"{"turn":2,"players":[{"at":[2,0],"delay":3,"half":0,"score":0.0},"#,
        r#"{"at":[4,0],"delay":0,"half":0,"score":0.0}],"cheese":[[2,0],[0,1],[3,1]],"last":[1,4]}"#,
    );
    for seat in [Seat(0), Seat(1)] {
        let view = PyRat::<10>::view(&world, &state, &last, seat);
        assert_eq!(serde_json::to_string(&view).expect("JSON"), expected, "both seats get the same facts");
    }
}

/// A view may be made in the memory of any other: of an earlier turn, of a later one, of another board.
#[test]
fn a_view_does_not_depend_on_the_memory_that_it_is_made_in() {
    let boards = [(5, 3, 7), (3, 5, 7), (7, 7, 20), (15, 11, 21)];
    let views: Vec<(World, State<10>, View)> = boards
        .iter()
        .flat_map(|&(width, height, cheese)| {
            let settings = json!({"width": width, "height": height, "cheese_count": cheese, "symmetric": false});
            (0..3).flat_map(move |seed| {
                let (world, mut state) = matches::game(&settings, seed);
                let mut random = Random::new(seed);
                let mut views = vec![(world.clone(), state, PyRat::<10>::view(&world, &state, &[], Seat(0)))];
                for _ in 0..40 {
                    let mut choose = || Action::ALL[random.index(5)];
                    matches::step(&world, &mut state, [choose(), choose()]);
                }
                views.push((world.clone(), state, PyRat::<10>::view(&world, &state, &[], Seat(0))));
                views
            })
        })
        .collect();
    for (world, state, view) in &views {
        for (_, _, memory) in &views {
            let mut memory = memory.clone();
            PyRat::<10>::look(world, state, &[], Seat(0), &mut memory);
            assert_eq!(&memory, view);
        }
    }
}

#[test]
fn walls_and_mud_are_told_in_edge_order_lower_cell_first() {
    let settings = json!({
        "width": 3, "height": 3, "walls": [[2, 1, 2, 2], [1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 1]],
        "mud": [[2, 2, 1, 2, 9], [1, 1, 1, 0, 3]],
    });
    let (world, state) = matches::game::<10>(&settings, 0);
    let start = PyRat::<10>::start(&world, &state, Seat(1));
    assert_eq!(start.walls, [[0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 1, 1], [2, 1, 2, 2]], "right before up");
    assert_eq!(start.mud, [[1, 0, 1, 1, 3], [1, 2, 2, 2, 9]]);
    assert_eq!(start.seat, Seat(1));
}

#[test]
fn an_action_above_four_is_no_view() {
    let view = |last: Value| {
        let player = json!({"at": [0, 0], "delay": 0, "half": 0});
        serde_json::from_value::<View>(json!({"turn": 0, "players": [player, player], "cheese": [], "last": last}))
    };
    assert!(view(json!([4, 0])).is_ok());
    assert!(view(json!([5, 0])).is_err() && view(json!([-1, 0])).is_err() && view(json!(["up", 0])).is_err());
}

#[test]
fn events_are_told_in_json_with_their_names() {
    let cell = |x, y| Cell { x, y };
    let events = [
        (Event::Stayed { seat: Seat(0) }, json!({"event": "stayed", "seat": 0})),
        (
            Event::Blocked { seat: Seat(1), at: cell(1, 2), action: Action::Left },
            json!({"event": "blocked", "seat": 1, "at": [1, 2], "action": 3}),
        ),
        (
            Event::EnteredMud { seat: Seat(0), from: cell(0, 0), to: cell(0, 1), turns: 9 },
            json!({"event": "entered_mud", "seat": 0, "from": [0, 0], "to": [0, 1], "turns": 9}),
        ),
        (Event::Shared { at: cell(3, 3) }, json!({"event": "shared", "at": [3, 3]})),
        (
            Event::Over { reason: Status::TurnLimit, winner: None },
            json!({"event": "over", "reason": "turn_limit", "winner": null}),
        ),
    ];
    for (event, expected) in events {
        assert_eq!(serde_json::to_value(event).expect("JSON"), expected);
        assert_eq!(serde_json::from_value::<Event>(expected).expect("an event"), event);
    }
}

// R40.

#[test]
fn a_seat_that_enters_mud_is_drawn_on_its_way_and_one_in_mud_with_a_badge() {
    let (world, start, _) = example();
    let mut state = start;
    matches::step(&world, &mut state, [Action::Right, Action::Stay]);
    let events = matches::step(&world, &mut state, [Action::Right, Action::Stay]);
    let on_the_way = board(&world, &state, &events);
    let python = &on_the_way.actors[0];
    assert_eq!(python.way, Some(Way { from: Cell { x: 1, y: 0 }, done: 1, of: 4 }), "a quarter of the way");
    let bare = board(&world, &state, &[]);
    assert_eq!((bare.actors[0].way, bare.actors[0].at), (None, Cell { x: 2, y: 0 }));
    assert_eq!([bare.actors[0].badge.as_deref(), bare.actors[1].badge.as_deref()], [Some("3"), None]);
    assert_eq!([bare.actors[0].look.name, bare.actors[1].look.name], ["python", "rat"]);
    assert!(bare.y_up && bare.walls.is_empty() && bare.things.len() == 3);
    assert_eq!(bare.edges[0].label, "4");
}

#[test]
fn the_panel_shows_points_turn_cheese_and_the_majority_mark() {
    let text = "
        +---+---+---+
        | .   *   R |
        +   +   +   +
        | P   *   * |
        +---+---+---+
        score 1.5 0.5
        turn 6
    ";
    let (world, mut state) = drawing::game::<10>(text).expect("a drawing");
    let events = matches::step(&world, &mut state, [Action::Right, Action::Left]);
    let scene = PyRat::<10>::scene(&world, &state, &events);
    let words: Vec<String> = scene.panel.iter().map(Row::to_string).collect();
    assert_eq!(words, ["python 2.5, leads", "rat 1.5", "turn: 7/300", "cheese: 1 of 5 left"]);
    let Row::Bar(bar) = &scene.panel[0] else { panic!("a bar") };
    assert_eq!((bar.value, bar.of, bar.mark), (2.5, 5.0, Some(2.5)));
    let flash = |x, y| Flash { at: Cell { x, y }, look: &ATE };
    assert_eq!(board(&world, &state, &events).flashes, [flash(1, 0), flash(1, 1)]);
    let ends = [
        (Status::Majority, "2.5 of 5 points are more than half"),
        (Status::Cleared, "all 5 pieces of cheese are eaten, 2.5 points against 1.5"),
        (Status::TurnLimit, "the turn limit of 300 is reached, 2.5 points against 1.5"),
    ];
    for (status, words) in ends {
        state.status = status;
        assert_eq!(crate::why::why(&state), words);
    }
    state.half = [3, 3];
    assert_eq!(crate::why::why(&state), "the turn limit of 300 is reached, 1.5 points each");
}

#[test]
fn what_is_seen_is_all_there_is() {
    each_turn(64, 2..=9, |turn| {
        let last = matches::choices(actions(turn));
        let view = PyRat::<10>::view(turn.world, turn.after, &last, Seat(0));
        assert_eq!(&view, &PyRat::<10>::view(turn.world, turn.after, &last, Seat(1)));
        assert_eq!(view.last, actions(turn));
        let text = serde_json::to_string(&view).expect("JSON");
        assert_eq!(serde_json::from_str::<View>(&text).expect("a view"), view.clone());
        let start = PyRat::<10>::start(turn.world, turn.after, Seat(0));
        let text = serde_json::to_string(&start).expect("JSON");
        assert_eq!(&serde_json::from_str::<Start>(&text).expect("a start"), &start);
        let guess = PyRat::<10>::guess(turn.world, &start, &[], &view, &mut Random::new(0));
        assert_eq!(guess, Some(*turn.after), "so the state can be told from the view");
        for event in &turn.events {
            let value = serde_json::to_value(event).expect("JSON");
            assert_eq!(&serde_json::from_value::<Event>(value).expect("an event"), event);
            assert!(!PyRat::<10>::tell(turn.world, event).is_empty());
        }
    });
}

#[test]
fn a_scene_of_any_state_can_be_drawn() {
    each_turn(64, 2..=9, |turn| {
        for events in [&turn.events[..], &[]] {
            let board = board(turn.world, turn.after, events);
            assert_eq!(board.things.len(), usize::from(turn.after.cheese_left));
            let report = turn.world.report;
            assert_eq!((board.walls.len() as u32, board.edges.len() as u32), (report.walls, report.mud));
            assert!(board.actors.iter().all(|actor| actor.way.is_none_or(|way| way.done < way.of)));
        }
    });
}

#[test]
fn what_a_rat_is_told_draws_the_whole_board_but_who_is_on_its_way() {
    for seed in 0..50 {
        let (world, start, state) = matches::midway(seed, 2..=9);
        let whole = board(&world, &state, &[]);
        for seat in [Seat(0), Seat(1)] {
            let (told, view) = (PyRat::<10>::start(&world, &start, seat), PyRat::<10>::view(&world, &state, &[], seat));
            let scene = PyRat::<10>::scene_of(&told, &view, seat);
            assert_eq!(scene.panel, PyRat::<10>::scene(&world, &state, &[]).panel);
            let Board::Grid(mut known) = scene.board else { panic!("a graph") };
            let own: Vec<usize> = (0..2).filter(|&rat| known.actors[rat].own).collect();
            assert_eq!(own, [seat.index()]);
            known.actors.iter_mut().for_each(|actor| actor.own = false);
            assert_eq!(known, whole, "seed {seed}");
        }
    }
}

#[test]
fn a_way_is_offered_unless_a_wall_or_the_border_bars_it() {
    let settings = json!({
        "width": 3, "height": 3, "walls": [[0, 0, 1, 0]], "mud": [], "start": [[0, 0], [2, 2]],
        "cheese": [[1, 1]],
    });
    let (world, state) = matches::game::<10>(&settings, 0);
    let (start, view) = (PyRat::<10>::start(&world, &state, Seat(0)), PyRat::<10>::view(&world, &state, &[], Seat(0)));
    let offers = Action::ALL.map(|action| PyRat::<10>::offer(&start, &view, Seat(0), action));
    let said = offers.map(|offer| format!("{} {:?}", offer.label, offer.goal));
    let expected = [
        "up Some(Cell(Cell { x: 0, y: 1 }))",
        "right None",
        "down None",
        "left None",
        "stay Some(Cell(Cell { x: 0, y: 0 }))",
    ];
    assert_eq!(said, expected);
}
