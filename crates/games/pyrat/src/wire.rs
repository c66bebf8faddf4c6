//! PyRat in JSON.
//!
//! A state is `{"turn":2,"players":[{"at":[2,0],"delay":3,"half":0},{…}],"cheese":[[2,0],…],"cheese_total":3,
//! "status":"running"}`; the rest comes from the settings. An action is its code, 0 to 4, or its name.

use crate::drawing;
use crate::event::Event;
use crate::game::{PyRat, World};
use crate::position::Position;
use crate::settings::cell;
use crate::why::why;
use crate::{Action, State, Status};
use gridhaunt_kernel::prelude::*;
use serde::{Serialize, Serializer};

/// A state with the board it is on.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a, const W: usize> {
    world: &'a World,
    state: &'a State<W>,
}

#[derive(Serialize)]
struct PlayerDocument {
    at: Cell,
    delay: u8,
    half: u16,
}

struct CheeseDocument<'a, const W: usize>(Document<'a, W>);

impl<const W: usize> Serialize for CheeseDocument<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Document { world, state } = self.0;
        serializer.collect_seq(state.cheese.iter().map(|index| world.grid().cell(index)))
    }
}

impl<const W: usize> Serialize for Document<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let Self { world, state } = *self;
        let player = |seat: usize| PlayerDocument {
            at: world.grid().cell(state.pos[seat].into()),
            delay: state.delay[seat],
            half: state.half[seat],
        };
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("turn", &state.turn)?;
        map.serialize_entry("players", &[player(0), player(1)])?;
        map.serialize_entry("cheese", &CheeseDocument(*self))?;
        map.serialize_entry("cheese_total", &state.cheese_total)?;
        map.serialize_entry("status", &state.status)?;
        map.end()
    }
}

impl<const W: usize> Wire for PyRat<W> {
    type Document<'a> = Document<'a, W>;

    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(world: &'a World, state: &'a State<W>) -> Document<'a, W> {
        Document { world, state }
    }

    fn read_state(world: &World, document: &Value) -> Result<State<W>, Invalid> {
        let grid = world.grid();
        let read = Reader::new("", document, &["turn", "players", "cheese", "cheese_total", "status"])?;
        let turn = read.integer("turn", 0, world.max_turns.into())?.unwrap_or(0) as u16;
        let on_board = |field: &str, value: &Value| {
            cell(grid, value).ok_or_else(|| Invalid::new(field, brief(value), "a cell on the board"))
        };
        let players = read.need("players", "a list of two players")?;
        let Some([python, rat]) = players.as_array().map(Vec::as_slice) else {
            return Err(Invalid::new("players", brief(players), "a list of two players"));
        };
        let (mut at, mut delay, mut half) = ([Cell::default(); 2], [0; 2], [0; 2]);
        for (seat, value) in [python, rat].into_iter().enumerate() {
            let outer = format!("players[{seat}]");
            let player =
                Reader::new("", value, &["at", "delay", "half", "score"]).map_err(|error| error.within(&outer))?;
            let place = player.need("at", "a cell on the board").map_err(|error| error.within(&outer))?;
            at[seat] = on_board(&format!("{outer}.at"), place)?;
            let number = |field: &str, most: u64| player.integer(field, 0, most).map_err(|error| error.within(&outer));
            delay[seat] = number("delay", 254)?.unwrap_or(0) as u8;
            half[seat] = number("half", 8192)?.unwrap_or(0) as u16;
        }
        let cheese = read.need("cheese", "a list of [x,y]")?;
        let cells = cheese.as_array().ok_or_else(|| Invalid::new("cheese", brief(cheese), "a list of [x,y]"))?;
        let cheese = cells.iter().enumerate().map(|(i, value)| on_board(&format!("cheese[{i}]"), value));
        let cheese = cheese.collect::<Result<_, _>>()?;
        let total = read.integer("cheese_total", 1, grid.cells() as u64)?.map(|n| n as u16);
        let (max_turns, end_on_majority) = (world.max_turns, world.end_on_majority);
        let position = Position { at, delay, half, cheese, turn, max_turns, end_on_majority, total };
        let state = position.state::<W>(grid)?;
        if let Some(code) = read.word("status", &Status::NAMES)?
            && code != state.status as usize
        {
            return Err(Invalid::new(
                "status",
                format!("{:?}", Status::NAMES[code]),
                format!("{:?}, as the rest says", state.status.name()),
            ));
        }
        let delays = format!("delays {:?}", state.delay);
        let expected = "delays that some mud beside these cells can cause";
        Self::check(world, &state).map_err(|what| Invalid::new("players", delays, expected).says(what))?;
        Ok(state)
    }

    fn write_action(action: Action) -> Value {
        (action as u8).into()
    }

    fn read_action(_world: &World, value: &Value) -> Result<Action, Invalid> {
        let found = match value {
            Value::String(name) => Action::NAMES.iter().position(|known| known == name).map(|code| code as u64),
            _ => integer("action", value, 0, 4).ok(),
        };
        let action = found.and_then(|code| Action::from_u8(code as u8));
        action.ok_or_else(|| Invalid::new("action", brief(value), "0..=4 or one of up, right, down, left, stay")) // R9
    }

    fn is_routine(event: &Event) -> bool {
        !matches!(event, Event::Ate { .. } | Event::Shared { .. } | Event::Over { .. })
    }

    fn why(_world: &World, state: &State<W>, _outcome: &Outcome) -> String {
        why(state)
    }

    fn tell(world: &World, event: &Event) -> String {
        let name = |seat: Seat| Self::seat_name(world, seat);
        match *event {
            Event::Stayed { seat } => format!("{} stays", name(seat)),
            Event::Blocked { seat, at, action } => {
                format!("{} runs against the wall {} of {at}", name(seat), action.name())
            }
            Event::Moved { seat, from, to } => format!("{} {from} to {to}", name(seat)),
            Event::EnteredMud { seat, from, to, turns } => {
                format!("{} {from} into mud to {to}, {turns} turns", name(seat))
            }
            Event::InMud { seat, left, .. } => format!("{} wades, {left} to go", name(seat)),
            Event::LeftMud { seat, at, .. } => format!("{} comes out of the mud at {at}", name(seat)),
            Event::Ate { seat, at } => format!("{} eats the cheese at {at}", name(seat)),
            Event::Shared { at } => format!("both share the cheese at {at}"),
            Event::Over { .. } => "the match is over".into(),
        }
    }

    fn drawing(world: &World, state: &State<W>) -> String {
        drawing::print(&world.maze, &Position::of(world.grid(), state))
    }
}
