//! What the bots of Sproutopia do (§18).

mod slow;

use super::search::Search;
use super::*;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Bot, Learn, Random, Seat, Wire};
use gridhaunt_sproutopia::event::{Cause, Event};
use gridhaunt_sproutopia::rows::Rows;
use gridhaunt_sproutopia::{State, World};

/// The game by its published rules.
type Farm = Sproutopia;

use serde_json::json;

type Player = Box<dyn Bot<Start, View, Action>>;

/// Plays a match with these bots; returns its end and all events.
fn play(settings: serde_json::Value, seed: u64, mut bots: Vec<Player>) -> (World, State<Official>, Vec<Event>) {
    let settings = Settings::read(&settings).unwrap();
    let (world, mut state) = Farm::new(&settings, seed).unwrap();
    for (seat, bot) in bots.iter_mut().enumerate() {
        bot.start(&Farm::start(&world, &state, Seat(seat as u8)));
    }
    let mut events = Vec::new();
    while !Farm::phase(&world, &state).is_over() {
        let first = Farm::first_to_arrive(&world, &state);
        let asked = Farm::phase(&world, &state).seats().iter_from(first);
        let choice =
            |seat: Seat| (seat, bots[seat.index()].choose(&Farm::view(&world, &state, &[], seat), &Action::ALL[..5]));
        let choices: Vec<_> = asked.map(choice).collect();
        Farm::step(&world, &mut state, &choices, |event| events.push(event));
    }
    (world, state, events)
}

fn pruned(events: &[Event], who: u8) -> usize {
    events.iter().filter(|event| matches!(event, Event::Pruned { seat: Seat(seat), .. } if *seat == who)).count()
}

#[test]
fn a_claimer_alone_owns_nearly_all_and_never_runs_into_itself() {
    let settings = json!({"players": 1, "cols": 30, "rows": 30, "max_ticks": 900});
    for seed in 0..4 {
        let (_, state, events) = play(settings.clone(), seed, vec![Box::new(Claimer::new(9))]);
        assert!(state.farmers[0].cells > 700, "seed {seed}: {} cells", state.farmers[0].cells);
        let own = events.iter().filter(|event| matches!(event, Event::Pruned { why: Cause::Own, .. }));
        assert_eq!(own.count(), 0, "seed {seed}");
    }
}

#[test]
fn a_steward_wins_more_than_its_share_against_those_who_hunt_and_claim() {
    let won = |seed: u64| {
        let mut bots: Vec<Player> = vec![
            Box::new(Steward::new()),
            Box::new(Hunter::new()),
            Box::new(Claimer::new(9)),
            Box::new(Square::default()),
        ];
        // It sits in every corner in turn.
        let corner = (seed % 4) as usize;
        bots.rotate_right(corner);
        let (world, state, _) = play(json!({}), seed, bots);
        Farm::outcome(&world, &state).unwrap().winner() == Some(Seat(corner as u8))
    };
    let won = (0..16).filter(|&seed| won(seed)).count();
    assert!(won >= 6, "{won} of 16, where one of four is a share of 4");
}

/// Where a steward goes first from the edge of its home, with another farmer on this cell.
fn steward_beside(east: [u16; 2]) -> Cell {
    let settings = Settings::read(&json!({"players": 2, "cols": 30, "rows": 30})).unwrap();
    let (world, _) = Farm::new(&settings, 0).unwrap();
    let document = json!({"tick": 5, "farmers": [{"at": [7, 2]}, {"at": east}]});
    let state = Farm::read_state(&world, &document).unwrap();
    let mut bot = Steward::new();
    bot.start(&Farm::start(&world, &state, Seat(0)));
    let choice = bot.choose(&Farm::view(&world, &state, &[], Seat(0)), &[]);
    choice.from_cell(Cell { x: 7, y: 2 }, 30, 30).unwrap()
}

#[test]
fn a_steward_stays_at_home_while_somebody_could_cut_every_loop() {
    let home = |cell: Cell| (6..=8).contains(&cell.x) && cell.y <= 2;
    assert!(home(steward_beside([7, 5])), "three steps away");
    assert!(home(steward_beside([9, 4])));
}

#[test]
fn a_hunter_prunes_those_who_cannot_defend_themselves() {
    let mut cuts = 0;
    for seed in 0..6 {
        let bots: Vec<Player> = vec![Box::new(Hunter::new()), Box::new(Square::default())];
        let settings = json!({"players": 2, "cols": 16, "rows": 16, "max_ticks": 600});
        let (_, _, events) = play(settings, seed, bots);
        cuts += pruned(&events, 1);
    }
    assert!(cuts > 0);
}

#[test]
fn a_wanderer_speaks_in_three_ticks_of_ten_and_never_at_once_to_its_end() {
    let settings = Settings::default();
    let (world, state) = Farm::new(&settings, 1).unwrap();
    let mut bot = Wanderer::new(Random::new(3));
    bot.start(&Farm::start(&world, &state, Seat(0)));
    let mut view = Farm::view(&world, &state, &[], Seat(0));
    (view.momentum, view.at) = (Action::Left, Cell { x: 12, y: 0 });
    view.trail = vec![Cell { x: 12, y: 1 }];
    let chosen: Vec<Action> = (0..2000).map(|_| bot.choose(&view, &[])).collect();
    // Up leads off the board, right is backwards, and below lies its own trail.
    assert!(chosen.iter().all(|action| [Action::None, Action::Left].contains(action)));
    let spoken = chosen.iter().filter(|action| **action != Action::None).count();
    assert!((520..=680).contains(&spoken), "{spoken} of 2000");
    view.weeds = vec![Cell { x: 11, y: 0 }];
    assert!((0..200).all(|_| bot.choose(&view, &[]) == Action::None));
}

#[test]
fn a_square_goes_five_steps_each_way() {
    let settings = Settings::default();
    let (world, state) = Farm::new(&settings, 1).unwrap();
    let view = Farm::view(&world, &state, &[], Seat(0));
    let mut bot = Square::default();
    let walked: Vec<Action> = (0..25).map(|_| bot.choose(&view, &[])).collect();
    let sides = [Action::Up, Action::Right, Action::Down, Action::Left, Action::Up];
    assert_eq!(walked, sides.map(|side| [side; 5]).concat());
}

#[test]
fn a_claimer_runs_home_when_somebody_comes_near_its_trail() {
    let settings = Settings::read(&json!({"players": 2, "cols": 30, "rows": 30, "player_window_size": 20})).unwrap();
    let (world, _) = Farm::new(&settings, 0).unwrap();
    // North has gone five cells down from its home; east stands beside the way.
    let document = |east: [u16; 2]| {
        json!({"tick": 5, "farmers": [
            {"at": [7, 7], "momentum": 2, "trail": [[7, 2], [7, 3], [7, 4], [7, 5], [7, 6], [7, 7]]},
            {"at": east},
        ]})
    };
    let next = |east: [u16; 2]| {
        let state = Farm::read_state(&world, &document(east)).unwrap();
        let mut bot = Claimer::new(9);
        bot.start(&Farm::start(&world, &state, Seat(0)));
        (0..3).map(|_| bot.choose(&Farm::view(&world, &state, &[], Seat(0)), &[])).next_back().unwrap()
    };
    // The way home goes round its trail, never back along it.
    assert!([Action::Left, Action::Right].contains(&next([14, 7])));
}

#[test]
fn the_bots_see_only_their_view() {
    // Two worlds that differ far from the farmer give the same choices.
    let settings = Settings::read(&json!({"players": 2})).unwrap();
    let (world, state) = Farm::new(&settings, 0).unwrap();
    let mut other = state.clone();
    other.field.insert(1, Cell { x: 40, y: 30 });
    other.farmers[1].cells += 1;
    for mut bot in [Box::new(Claimer::new(9)) as Player, Box::new(Hunter::new())] {
        bot.start(&Farm::start(&world, &state, Seat(0)));
        let here = bot.choose(&Farm::view(&world, &state, &[], Seat(0)), &[]);
        bot.start(&Farm::start(&world, &other, Seat(0)));
        assert_eq!(bot.choose(&Farm::view(&world, &other, &[], Seat(0)), &[]), here);
    }
}

#[test]
fn a_search_finds_a_shortest_way_round() {
    // A wall at x = 5 from y = 2 to y = 8, to go round from (3,5) to (7,5).
    let mut open: Rows = (0..12).flat_map(|y| (0..12).map(move |x| Cell { x, y })).collect();
    (2..=8).for_each(|y| open.remove(Cell { x: 5, y }));
    let goal: Rows = [Cell { x: 7, y: 5 }].into_iter().collect();
    let mut search = Search::default();
    let found = search.run(Cell { x: 3, y: 5 }, None, &open, &goal, 20);
    assert_eq!(found, Some(Cell { x: 7, y: 5 }));
    assert_eq!(search.steps(), 12);
    let mut ways = Vec::new();
    search.trace(Cell { x: 7, y: 5 }, 12, &mut ways);
    let mut at = Cell { x: 3, y: 5 };
    for way in ways.into_iter().rev() {
        at = way.from_cell(at, 12, 12).unwrap();
        assert!(open.contains(at));
    }
    assert_eq!(at, Cell { x: 7, y: 5 });
    assert_eq!(search.run(Cell { x: 3, y: 5 }, None, &open, &goal, 11), None);
    // The first step does not go back.
    let left: Rows = [Cell { x: 2, y: 5 }].into_iter().collect();
    search.run(Cell { x: 3, y: 5 }, Some(Action::Left), &open, &left, 9);
    assert_eq!(search.steps(), 3);
}
