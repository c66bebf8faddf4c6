//! How a state is drawn (R40).

use crate::event::Event;
use crate::game::{PyRat, World};
use crate::looks::{ATE, CHEESE, MUD, PLAYERS, SHARED, WON};
use crate::news;
use crate::view::{Player, Start, View};
use crate::{Action, State};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::{Actor, EdgeMark, Way};

/// Their letters, by seat.
pub(crate) const LETTERS: [char; 2] = ['P', 'R'];

impl<const W: usize> Picture for PyRat<W> {
    const LEGEND: &'static [Key] = &[
        Key::new(Sign::Thing, &CHEESE),
        Key::new(Sign::Edge("3"), &MUD),
        Key::new(Sign::Flash, &ATE),
        Key::new(Sign::Flash, &SHARED),
        Key::new(Sign::Flash, &WON),
    ];

    fn scene(world: &World, state: &State<W>, events: &[Event]) -> Scene {
        let tally = Tally {
            half: state.half,
            turn: state.turn,
            max_turns: state.max_turns,
            left: state.cheese_left,
            total: state.cheese_total,
        };
        Scene::new(board(world, state, events), panel(&tally))
    }

    fn scene_of(start: &Start, view: &View, seat: Seat) -> Scene {
        let tally = Tally {
            half: view.players.map(|player| player.half),
            turn: view.turn,
            max_turns: start.max_turns,
            left: view.cheese.len() as u16,
            total: start.cheese_total,
        };
        Scene::new(known(start, view, seat), panel(&tally))
    }

    type Recall = ();

    fn offer(start: &Start, view: &View, seat: Seat, action: Action) -> Offer {
        let from = view.players[seat.index() & 1].at;
        let to = Grid::at_least(start.width, start.height).shifted(from, action.offset());
        let walled = |to: &Cell| start.walls.iter().any(|wall| ends(wall) == (from, *to) || ends(wall) == (*to, from));
        let to = to.filter(|to| !walled(to));
        let muddy = |mud: &&[u16; 5]| to.is_some_and(|to| ends(*mud) == (from, to) || ends(*mud) == (to, from));
        let turns = start.mud.iter().find(muddy).map(|mud| u32::from(mud[4]));
        Offer::to_cell(action.name(), to).costing(turns, "turns through mud")
    }

    fn concerns(_start: &Start, _event: &Event, _seat: Seat) -> bool {
        false // Both see everything.
    }

    fn news(_start: &Start, before: &View, now: &View, _own: &[Event], seat: Seat) -> Vec<String> {
        news::of(before, now, seat)
    }
}

fn ends(edge: &[u16]) -> (Cell, Cell) {
    match *edge {
        [x1, y1, x2, y2, ..] => (Cell { x: x1, y: y1 }, Cell { x: x2, y: y2 }),
        _ => Default::default(),
    }
}

pub(crate) fn board<const W: usize>(world: &World, state: &State<W>, events: &[Event]) -> GridBoard {
    let (maze, grid) = (&world.maze, world.grid());
    let mud = |(edge, turns): (_, u8)| EdgeMark { between: maze.ends(edge), look: &MUD, label: turns.to_string() };
    let cheese = |cell| Thing { at: grid.cell(cell), look: &CHEESE };
    GridBoard {
        y_up: true,
        first: Some([0, 0]),
        walls: maze.walls().map(|edge| maze.ends(edge)).collect(),
        edges: maze.mud().map(mud).collect(),
        things: state.cheese.iter().map(cheese).collect(),
        actors: (0..2).map(|seat| actor(world, state, events, seat)).collect(),
        flashes: events.iter().filter_map(|event| flash(world, state, event)).collect(),
        ..GridBoard::new(grid)
    }
}

/// The board from what both players receive (R33).
fn known(start: &Start, view: &View, seat: Seat) -> GridBoard {
    let mud = |mud: &[u16; 5]| EdgeMark { between: ends(mud), look: &MUD, label: mud[4].to_string() };
    let rat = |(who, player): (usize, &Player)| {
        let badge = (player.delay > 0).then(|| player.delay.to_string());
        Actor { badge, own: who == seat.index(), ..Actor::new(&PLAYERS[who], LETTERS[who], player.at) }
    };
    GridBoard {
        y_up: true,
        first: Some([0, 0]),
        walls: start.walls.iter().map(|wall| ends(wall)).collect(),
        edges: start.mud.iter().map(mud).collect(),
        things: view.cheese.iter().map(|&at| Thing { at, look: &CHEESE }).collect(),
        actors: view.players.iter().enumerate().map(rat).collect(),
        ..GridBoard::new(Grid::at_least(start.width, start.height))
    }
}

/// A seat that entered mud in this step is drawn on its way; one that waits there shows its delay.
fn actor<const W: usize>(world: &World, state: &State<W>, events: &[Event], seat: usize) -> Actor {
    let delay = state.delay[seat];
    let way = events.iter().find_map(|event| match *event {
        Event::EnteredMud { seat: who, from, turns, .. } if who.index() == seat => {
            Some(Way { from, done: u16::from(turns - delay), of: turns.into() })
        }
        _ => None,
    });
    let badge = (delay > 0).then(|| delay.to_string());
    Actor { way, badge, ..Actor::new(&PLAYERS[seat & 1], LETTERS[seat & 1], world.grid().cell(state.pos[seat].into())) }
}

fn flash<const W: usize>(world: &World, state: &State<W>, event: &Event) -> Option<Flash> {
    match *event {
        Event::Over { winner: Some(seat), .. } => {
            Some(Flash { at: world.grid().cell(state.pos[seat.index() & 1].into()), look: &WON })
        }
        Event::Ate { at, .. } => Some(Flash { at, look: &ATE }),
        Event::Shared { at } => Some(Flash { at, look: &SHARED }),
        _ => None,
    }
}

/// The numbers of the panel.
struct Tally {
    half: [u16; 2],
    turn: u16,
    max_turns: u16,
    left: u16,
    total: u16,
}

fn panel(tally: &Tally) -> Vec<Row> {
    let total = f64::from(tally.total);
    let bar = |seat: usize| {
        let points = f64::from(tally.half[seat]) / 2.0;
        let (look, glyph, mark) = (&PLAYERS[seat], Some(LETTERS[seat]), Some(total / 2.0));
        let (seats, figure) = (SeatSet::only(Seat(seat as u8)), format!("{points:.1}"));
        (tally.half[seat], Bar { seats, figure, glyph, mark, ..Bar::new(look.name, look, points, total) })
    };
    let fact = |label: &str, value| Row::Fact { label: label.to_string(), value };
    let mut rows: Vec<Row> = Bar::standings(Vec::from([bar(0), bar(1)])).collect();
    rows.extend([
        fact("turn", format!("{}/{}", tally.turn, tally.max_turns)),
        fact("cheese", format!("{} of {} left", tally.left, tally.total)),
    ]);
    rows
}
