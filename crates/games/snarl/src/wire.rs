//! Snarl in JSON and as lines of text.

use crate::action::Action;
use crate::actor::ActorKind;
use crate::check::check;
use crate::drawing;
use crate::event::Event;
use crate::game::Snarl;
use crate::position::{self, Document};
use crate::settings::Settings;
use crate::state::{Order, State};
use crate::why::why;
use crate::world::World;
use gridhaunt_kernel::prelude::*;

impl Wire for Snarl {
    type Document<'a> = Document;

    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(world: &'a World, state: &'a State) -> Document {
        Document::of(world, state)
    }

    fn read_state(world: &World, document: &Value) -> Result<State, Invalid> {
        let state = position::read(world, document)?;
        let whole = |what: &str| Invalid::new("", brief(document), format!("a state of this match: {what}"));
        check(world, &state).map_err(|what| whole(&what).says(what))?;
        Ok(state)
    }

    /// A document without a roster is a given state, which contains its level (R50).
    fn given(settings: &Settings, seed: u64, document: &Value) -> Result<(World, State), Invalid> {
        let inside = |error: Invalid| error.within("state");
        if document.get("roster").is_none() {
            return position::given(settings, Random::stream(seed, 1), document).map_err(inside);
        }
        let (world, _) = Self::new(settings, seed)?;
        let state = Self::read_state(&world, document).map_err(inside)?;
        Ok((world, state))
    }

    fn write_action(action: Action) -> Value {
        action.name().into()
    }

    /// Reads one or two letters of `n w e s`, `stay`, `forfeit`, or a number (R67).
    fn read_action(_world: &World, value: &Value) -> Result<Action, Invalid> {
        let action = match value {
            Value::String(word) => Action::from_word(word),
            Value::Null => Some(Action::Stay),
            other => other.as_u64().and_then(|number| Action::numbered(number.try_into().ok()?)),
        };
        let expected = format!("one of {}, or in 0..=12", Action::NAMES.join(", "));
        action.ok_or_else(|| Invalid::new("action", brief(value), expected))
    }

    fn is_routine(event: &Event) -> bool {
        matches!(event, Event::Refused { .. } | Event::Moved { .. } | Event::Teleported { .. } | Event::Placed { .. })
    }

    /// A player has a name; each adversary seat is named after the kind that it moves.
    fn seat_name(world: &World, seat: Seat) -> String {
        match ActorKind::ALL[Self::role(world, seat)] {
            ActorKind::Player => world.player_name(seat).to_string(),
            kind => format!("{}s", kind.name()),
        }
    }

    fn why(world: &World, state: &State, _outcome: &Outcome) -> String {
        why(world, state)
    }

    fn tell(world: &World, event: &Event) -> String {
        tell(world, event)
    }

    fn heading(world: &World, state: &State) -> Option<String> {
        Some(heading(state.level + 1, world.charts.len() as u8, state.round, state.locked))
    }

    fn drawing(world: &World, state: &State) -> String {
        drawing::whole(world, state)
    }

    fn drawing_for(world: &World, state: &State, seat: Seat) -> String {
        drawing::seen(world, state, seat)
    }
}

/// `Level 2/3, round 14, exit locked` (R56); without the number of levels where that is not known.
#[must_use]
pub fn heading(level: u8, levels: u8, round: u32, locked: bool) -> String {
    let of = if levels == 0 { String::new() } else { format!("/{levels}") };
    format!("Level {level}{of}, round {round}, exit {}", if locked { "locked" } else { "open" })
}

/// The line of one event.
fn tell(world: &World, event: &Event) -> String {
    let player = |seat: Seat| world.player_name(seat);
    let list = |order: Order| match order.seats() {
        [] => "nobody".to_string(),
        seats => seats.iter().map(|&seat| player(seat).to_string()).collect::<Vec<_>>().join(", "),
    };
    match *event {
        Event::Refused { seat, action } => format!("{} may not {}", Snarl::seat_name(world, seat), action.name()),
        Event::Forfeited { player: seat } => format!("{} forfeits", player(seat)),
        Event::Moved { actor, from, to } if from == to => format!("{} stays at {to}", world.name(actor)),
        Event::Moved { actor, from, to } => format!("{} {from} -> {to}", world.name(actor)),
        Event::Teleported { ghost, from, wall, to } => {
            format!("ghost{} {from} through the wall {wall} -> {to}", ghost + 1)
        }
        Event::KeyTaken { player: seat } => format!("Player {} found the key", player(seat)),
        Event::Exited { player: seat } => format!("Player {} exited", player(seat)),
        Event::Expelled { player: seat, by: None } => format!("Player {} was expelled", player(seat)),
        Event::Expelled { player: seat, by: Some(actor) } => {
            format!("Player {} was expelled by {}", player(seat), world.name(actor))
        }
        Event::Stranded { player: seat } => format!("Player {} was stranded", player(seat)),
        Event::LevelEnded { level, key, exits, ejects } => {
            let key = key.map_or("nobody".to_string(), |seat| player(seat).to_string());
            format!("level {level} ends: key {key}, exits {}, ejects {}", list(exits), list(ejects))
        }
        Event::GameEnded { won: true, .. } => "The game is won.".into(),
        Event::GameEnded { won: false, level } => format!("The game is lost on level {level}."),
        Event::LevelStarted { level } => format!("level {level} starts"),
        Event::Placed { actor, at } => format!("{} at {at}", world.name(actor)),
    }
}
