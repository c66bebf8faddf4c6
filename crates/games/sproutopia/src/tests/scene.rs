//! How a state is drawn, as a scene and as text (§15).

use super::matches::{Table, cell, game, told};
use crate::drawing;
use crate::event::{Bar, Cause, Event, Finish};
use crate::game::Complete;
use crate::power::PowerKind;
use crate::state::End;
use crate::wire::tell;
use crate::{Action, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// A board with one of everything.
fn example() -> (World, Table<Official>, Vec<Event>) {
    let mut table = Table::<Official>::drawn("AAA... AAA.1. AAA..5 ..##BB ....BB", 2, cell(0, 0));
    table = table.place("A2,1 A>R A+2:9 A+4:0 B5,4 A^1,1");
    table.state.points[0] = 1234;
    let events = table.play("-");
    let (mut world, _) = game::<Official>(&json!({"players": 2}), 0);
    world.ground = table.ground;
    (world, table, events)
}

fn board(scene: &Scene) -> &GridBoard {
    match &scene.board {
        Board::Grid(board) => board,
        Board::Graph(_) => panic!("a graph"),
    }
}

fn panel(scene: &Scene) -> Vec<String> {
    let row = |row: &Row| match row {
        Row::Bar(bar) => format!("{bar} ({}, {} of {})", bar.look.name, bar.value, bar.of),
        _ => row.to_string(),
    };
    scene.panel.iter().map(row).collect()
}

#[test]
fn a_scene_has_land_homes_trails_weeds_things_and_farmers() {
    let (world, table, events) = example();
    let scene = Sproutopia::<Official>::scene(&world, &table.state, &events);
    let board = board(&scene);
    let name = |x: u16, y: u16| {
        let tiles = board.tiles.iter().filter(|tile| tile.at == cell(x, y));
        tiles.map(|tile| tile.look.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([name(0, 0), name(2, 1), name(3, 1), name(4, 4)], ["home.0", "home.0 trail.0", "trail.0", "land.1"]);
    assert_eq!([name(2, 3), name(3, 0), name(8, 14)], ["weed", "", "home.1"]);
    let lines: Vec<String> =
        board.lines.iter().map(|line| format!("{} {} {}", line.from, line.to, line.look.name)).collect();
    assert_eq!(lines, ["(2,1) (3,1) trail.0"]);
    let things = board.things.iter().map(|thing| format!("{} {} {}", thing.at, thing.look.name, thing.look.glyph()));
    assert_eq!(things.collect::<Vec<_>>(), ["(4,1) thing.1 1", "(5,2) thing.5 5"]);
    let actors =
        board.actors.iter().map(|actor| format!("{} {} {} {:?}", actor.at, actor.look.name, actor.glyph, actor.facing));
    assert_eq!(actors.collect::<Vec<_>>(), ["(3,1) farmer.0 @ Some((1, 0))", "(5,4) farmer.1 @ None"]);
    assert!(board.frames.is_empty() && board.flashes.is_empty());
    assert_eq!(
        panel(&scene),
        [
            "north 2 %, 9 cells, 12.34 points (farmer.0, 9 of 384)",
            "east 3 %, leads, 13 cells, 0.00 points (farmer.1, 13 of 384)",
            "tick: 1/1000",
            "north has Unprunable 8, Trail Protection",
        ]
    );
}

#[test]
fn the_window_of_a_seat_is_a_frame() {
    let (world, table, events) = example();
    let frame = |seat: u8| {
        let scene = Sproutopia::<Official>::scene_for(&world, &table.state, &events, Seat(seat));
        let board = board(&scene);
        let frames = board.frames.iter().map(|frame| format!("{} {} {}", frame.from, frame.to, frame.look.name));
        (frames.collect::<Vec<_>>().join(" "), board.focus)
    };
    assert_eq!(frame(0), ("(1,0) (5,3) farmer.0".to_string(), Some(cell(3, 1))));
    assert_eq!(frame(1), ("(3,2) (7,6) farmer.1".to_string(), Some(cell(5, 4))));
    assert_eq!(frame(2), (String::new(), None));
}

#[test]
fn who_is_away_is_not_on_the_board_and_its_end_flashes() {
    let mut table = Table::<Official>::drawn("A..#", 1, cell(0, 0)).place("A1,0 A>R");
    let (mut world, _) = game::<Official>(&json!({"players": 1}), 0);
    world.ground = table.ground;
    let mut events = table.play("- -");
    events.push(Event::Over { reason: End::MaxTicks });
    let scene = Sproutopia::<Official>::scene(&world, &table.state, &events);
    let flashes = board(&scene).flashes.iter().map(|flash| format!("{} {}", flash.at, flash.look.name));
    assert_eq!(flashes.collect::<Vec<_>>(), ["(2,0) pruned"]);
    assert!(board(&scene).actors.is_empty());
    assert_eq!(
        panel(&scene),
        ["north 0 %, 0 cells, 0.00 points (farmer.0, 0 of 384)", "tick: 2/1000", "north is away"]
    );
    let events = table.play("-");
    let scene = Sproutopia::<Official>::scene(&world, &table.state, &events);
    let flashes = board(&scene).flashes.iter().map(|flash| format!("{} {}", flash.at, flash.look.name));
    assert_eq!(flashes.collect::<Vec<_>>(), ["(2,14) respawned"]);
}

#[test]
fn the_board_as_text() {
    let (_, table, _) = example();
    let text = drawing::whole(&table.ground, &table.state);
    let lines: Vec<&str> = text.lines().collect();
    let row = |left: &str| format!("{left}{}", ".".repeat(24 - left.len()));
    assert_eq!(lines.len(), 16);
    let drawn = ["AAA", "AAA@1", "AAA..5", "..##BB", "....B@"];
    for (line, left) in lines.iter().zip(drawn) {
        assert_eq!(*line, row(left));
    }
    assert_eq!(lines[14], row(".......BBB"));
    let seen = drawing::seen(&table.ground, &table.state, 0);
    assert_eq!(seen.lines().collect::<Vec<_>>()[..5], [" AA...", " AA@1.", " AA..5", " .##BB", ""]);
}

#[test]
fn a_trail_is_drawn_in_small_letters() {
    let mut table = Table::<Official>::drawn("AA... .....", 1, cell(0, 0)).place("A1,0 A>R");
    table.play("- - AD");
    let text = drawing::whole(&table.ground, &table.state);
    let lines: Vec<&str> = text.lines().map(|line| &line[..5]).collect();
    assert_eq!(lines[..2], ["AAaa.", "...@."], "the first cell is on own land");
}

#[test]
fn every_event_is_told_in_words() {
    let seat = Seat(1);
    let by = Some(Seat(2));
    let at = cell(3, 4);
    let cases = [
        (Event::CommandDropped { seat, action: Action::Up }, "east: up dropped, the queue is full"),
        (Event::Moved { seat, from: at, to: cell(3, 5) }, "east: (3,4) to (3,5)"),
        (Event::Blocked { seat, why: Bar::Frozen }, "east is frozen"),
        (Event::Blocked { seat, why: Bar::Stunned }, "east is stunned"),
        (Event::Blocked { seat, why: Bar::Immune }, "east cannot enter immune land"),
        (Event::Blocked { seat, why: Bar::Edge }, "east is at the edge"),
        (Event::TrailStarted { seat, cell: at }, "east leaves its land at (3,4)"),
        (Event::Claimed { seat, cells: 7, enclosed: 2, bridge: false }, "east claims 7 cells, 2 enclosed"),
        (Event::Claimed { seat, cells: 7, enclosed: 2, bridge: true }, "east claims 7 cells, 2 enclosed, a bridge"),
        (Event::Stolen { from: seat, to: Seat(2), cells: 5 }, "south takes 5 cells from east"),
        (Event::Pruned { seat, by, why: Cause::Cut, cells: 9 }, "east is pruned (cut by south), 9 cells lost"),
        (Event::Pruned { seat, by: None, why: Cause::Weed, cells: 9 }, "east is pruned (a weed), 9 cells lost"),
        (
            Event::SentBack { seat, by, why: Cause::Encircled, to: at },
            "east is sent back to (3,4) (encircled by south)",
        ),
        (Event::SentBack { seat, by: None, why: Cause::Own, to: at }, "east is sent back to (3,4) (its own trail)"),
        (Event::Respawned { seat }, "east is back"),
        (Event::PickedUp { seat, kind: PowerKind::Freeze, cell: at }, "east picks up Freeze at (3,4)"),
        (
            Event::EndedPower { seat, kind: PowerKind::Immunity, why: Finish::CameHome },
            "east has no more Immunity (came home)",
        ),
        (Event::PowerUpSpawned { kind: PowerKind::Unprunable, cell: at }, "Unprunable appears at (3,4)"),
        (Event::WeedGrew { slot: 3, cell: at }, "weed 3 grows to (3,4)"),
        (
            Event::WeedCleared { slot: 3, by: seat, cell: at, kind: PowerKind::Fertilizer },
            "east clears weed 3: Super Fertilizer at (3,4)",
        ),
        (Event::LeaderChanged { seat }, "east leads"),
        (Event::Over { reason: End::MaxTicks }, "the last tick is played"),
        (Event::Over { reason: End::Full }, "one farmer owns all there is"),
    ];
    for (event, words) in cases {
        assert_eq!(tell(&event), words);
    }
    assert_eq!(told(&[Event::LeaderChanged { seat }]), Vec::<String>::new());
}

#[test]
fn events_are_written_with_their_names() {
    let at = cell(3, 4);
    let cases = [
        (
            Event::Pruned { seat: Seat(1), by: None, why: Cause::Own, cells: 9 },
            r#"{"event":"pruned","seat":1,"by":null,"why":"self","cells":9}"#,
        ),
        (
            Event::EndedPower { seat: Seat(0), kind: PowerKind::Fertilizer, why: Finish::EnteredLand },
            r#"{"event":"ended_power","seat":0,"kind":5,"why":"entered_land"}"#,
        ),
        (
            Event::WeedCleared { slot: 2, by: Seat(0), cell: at, kind: PowerKind::TrailProtection },
            r#"{"event":"weed_cleared","slot":2,"by":0,"cell":[3,4],"kind":4}"#,
        ),
        (Event::Over { reason: End::MaxTicks }, r#"{"event":"over","reason":"max_ticks"}"#),
        (Event::Blocked { seat: Seat(2), why: Bar::Immune }, r#"{"event":"blocked","seat":2,"why":"immune"}"#),
    ];
    for (event, text) in cases {
        assert_eq!(serde_json::to_string(&event).expect("JSON"), text);
    }
}

#[test]
fn the_heading_names_the_tick_to_come() {
    fn heading<R: Complete>() -> Option<String> {
        let (world, state) = game::<R>(&json!({"max_ticks": 7}), 0);
        Sproutopia::<R>::heading(&world, &state)
    }
    assert_eq!(heading::<Official>(), Some("tick 1/7".to_string()));
}

#[test]
fn a_farmer_is_shown_its_window_and_its_own_trail() {
    let (world, table, _) = example();
    let seat = Seat(0);
    let start = Sproutopia::<Official>::start(&world, &table.state, seat);
    let view = Sproutopia::<Official>::view(&world, &table.state, &[], seat);
    let scene = Sproutopia::<Official>::scene_of(&start, &view, seat);
    let known = board(&scene);
    let r = world.ground.radius();
    let in_sight = |at: Cell| at.x.abs_diff(view.at.x).max(at.y.abs_diff(view.at.y)) <= r;
    let whole = Sproutopia::<Official>::scene(&world, &table.state, &[]);
    let names = |board: &GridBoard, at| -> Vec<&str> {
        board.tiles.iter().filter(|tile| tile.at == at).map(|tile| tile.look.name).collect()
    };
    for at in (0..known.grid.cells()).map(|index| known.grid.cell(index)) {
        let (there, here) = (names(board(&whole), at), names(known, at));
        if in_sight(at) {
            assert_eq!(here.last(), there.last(), "{at}");
        } else {
            assert_eq!(here.last(), Some(&"unknown"), "{at}");
            assert!(here.iter().all(|name| ["unknown", "trail.0"].contains(name)), "{at}: {here:?}");
        }
    }
    let farmers: Vec<(&str, bool)> = known.actors.iter().map(|actor| (actor.look.name, actor.own)).collect();
    assert_eq!(farmers, [("farmer.0", true)]);
    let near = crate::view::View { farmers: [view.farmers.clone(), [cell(4, 2)].into()].concat(), ..view.clone() };
    let scene = Sproutopia::<Official>::scene_of(&start, &near, seat);
    let farmers: Vec<(&str, bool)> = board(&scene).actors.iter().map(|actor| (actor.look.name, actor.own)).collect();
    assert_eq!(farmers, [("farmer", false), ("farmer.0", true)], "others are seen without their names");
    let goal = |action| Sproutopia::<Official>::offer(&start, &view, seat, action).goal;
    assert_eq!([goal(Action::None), goal(Action::Stand)].map(|goal| goal.is_some()), [false, true]);
    assert_eq!(goal(Action::Right), Some(gridhaunt_kernel::scene::Goal::Cell(cell(4, 1))));
}
