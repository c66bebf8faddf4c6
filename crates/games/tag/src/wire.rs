//! Ghost Tag in JSON and as lines of text.
//!
//! A state is the document of R10 with `captures` and `last` at its end; an action is its step's number or name, or
//! `[step,bid]`.

use crate::drawing;
use crate::event::{Event, Team, What};
use crate::game::{Tag, World};
use crate::position::{Place, Position, Whole};
use crate::state::{Side, State};
use crate::view::{unit_of, units};
use crate::why::why;
use crate::{Action, Step};
use gridhaunt_kernel::prelude::*;

impl World {
    /// The board that a position is read for.
    #[must_use]
    pub fn place(&self) -> Place<'_> {
        let code = &self.code;
        let (grid, barred) = (code.grid, code.barred);
        Place { grid, exits: &self.exits, barred, max_rounds: code.max_rounds, strict: code.strict }
    }
}

impl<const N: usize> Wire for Tag<N> {
    type Document<'a> = Whole;

    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(world: &'a World, state: &'a State<N>) -> Whole {
        Whole(Position::of(&world.code, state))
    }

    fn read_state(world: &World, document: &Value) -> Result<State<N>, Invalid> {
        let position = Position::read(document, &world.place())?;
        for (field, given, needed) in [
            ("killers", position.killers.len(), world.code.killers),
            ("survivors", position.survivors.len(), world.code.survivors),
        ] {
            if given != usize::from(needed) {
                return Err(Invalid::new(field, given, format!("{needed} of them, as the settings say")));
            }
        }
        let state = position.state(world.random);
        let whole = |what: &str| Invalid::new("", brief(document), format!("a state of this match: {what}"));
        Self::check(world, &state).map_err(|what| whole(&what).says(what))?;
        Ok(state)
    }

    fn write_action(action: Action) -> Value {
        let step = action.step as u8;
        if action.bid == 0 { step.into() } else { Value::from(alloc::vec![i64::from(step), action.bid.into()]) } // R12
    }

    fn read_action(_world: &World, value: &Value) -> Result<Action, Invalid> {
        read_action(value)
    }

    fn is_routine(event: &Event) -> bool {
        matches!(event.what, What::NoAction { .. } | What::Move { .. } | What::Rejected { .. } | What::PhaseEnd { .. })
    }

    fn seat_name(world: &World, seat: Seat) -> String {
        let (side, unit) = unit_of(world, seat);
        drawing::name(side, unit)
    }

    fn why(world: &World, state: &State<N>, _outcome: &Outcome) -> String {
        why(world, state)
    }

    fn tell(_world: &World, event: &Event) -> String {
        line(event, Voice::Plain)
    }

    fn tell_all(world: &World, before: &State<N>, events: &[Event]) -> Vec<String> {
        lines(world, before, events, Voice::Plain)
    }

    /// R35: the lines with letters only.
    fn log(world: &World, before: &State<N>, events: &[Event]) -> Vec<String> {
        lines(world, before, events, Voice::Log)
    }

    fn heading(world: &World, state: &State<N>) -> Option<String> {
        Some(format!("round {}/{} {} phase", state.round, world.code.max_rounds, state.phase.name())) // R36
    }

    fn drawing(world: &World, state: &State<N>) -> String {
        drawing::whole(world, state)
    }

    fn drawing_for(world: &World, state: &State<N>, seat: Seat) -> String {
        drawing::seen(world, state, seat)
    }
}

/// Reads an action: `3`, `"E"`, `[3,250]` (R12).
pub fn read_action(value: &Value) -> Result<Action, Invalid> {
    let step = |value: &Value| match value {
        Value::String(name) => Step::ALL.into_iter().find(|step| step.name().eq_ignore_ascii_case(name)),
        _ => integer("action", value, 0, 8).ok().and_then(|number| Step::from_u8(number as u8)),
    };
    let action = match value.as_array().map(Vec::as_slice) {
        Some([first, bid]) => step(first).zip(bid.as_i64().or_else(|| bid.as_u64().map(|_| i64::MAX))).map(
            |(step, bid)| Action { step, bid: bid.clamp(i32::MIN.into(), i32::MAX.into()) as i32 }, // R12: clamped
        ),
        Some(_) => None,
        None => step(value).map(Action::from),
    };
    action.ok_or_else(|| Invalid::new("action", brief(value), "a step 0..=8, its name, or [step,bid]"))
}

/// Whom a line is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// For the text log: letters and the code of the end (R35).
    Log,
    /// For spectators of a match: names.
    Plain,
}

impl Voice {
    fn name(self, team: Team, unit: u8) -> String {
        match self {
            Self::Log => team.letter(unit).into(),
            Self::Plain => drawing::name(team.side(), unit.into()),
        }
    }
}

/// The lines of a step.
fn lines<const N: usize>(world: &World, before: &State<N>, events: &[Event], voice: Voice) -> Vec<String> {
    let mut lines = Vec::with_capacity(events.len());
    let mut events = events.iter().peekable();
    while let Some(event) = events.next() {
        match (event.what, events.peek().map(|next| next.what)) {
            (What::NoAction { team, unit }, _) => {
                let at = units(world, before, team.side()).find(|&(id, _)| id == usize::from(unit)).map(|(_, at)| at);
                lines.push(format!("{} {} no choice", voice.name(team, unit), at.unwrap_or_default()));
            }
            // R35: a refusal replaces its move.
            (What::Move { team, unit, from, step, .. }, Some(What::Rejected { reason, .. })) => {
                events.next();
                lines.push(format!("{} {from} {} refused: {}", voice.name(team, unit), step.name(), reason.name()));
            }
            _ => lines.push(line(event, voice)),
        }
    }
    lines
}

/// The line of one event (R35).
fn line(event: &Event, voice: Voice) -> String {
    match event.what {
        What::NoAction { team, unit } => format!("{} no choice", voice.name(team, unit)),
        What::Move { team, unit, from, to, step, bid } => {
            let unit = voice.name(team, unit);
            let bid = if bid == 0 { String::new() } else { format!(" bid {bid}") };
            match step {
                Step::Stay => format!("{unit} {from} stay{bid}"),
                _ => format!("{unit} {from} {} {to}{bid}", step.name()),
            }
        }
        What::Rejected { team, unit, wish: [x, y], reason } => {
            format!("{} wanted ({x},{y}), refused: {}", voice.name(team, unit), reason.name())
        }
        What::Escape { survivor, at, escaped, captured } => {
            format!("{} escapes at {at}; escaped {escaped}, captured {captured}", voice.name(Team::S, survivor))
        }
        What::Capture { phase, killer, survivor, at, escaped, captured } => {
            let (killer, survivor) = (voice.name(Team::K, killer), voice.name(Team::S, survivor));
            let (who, whom) = match phase {
                Side::Killer => (killer, survivor),
                Side::Survivor => (survivor, killer),
            };
            format!("{who} enters {whom} at {at}: captured; escaped {escaped}, captured {captured}")
        }
        What::PhaseEnd { r#in: left, .. } => format!("check: no shared cell; in {left}"),
        What::Stranded { survivor, at } => format!("{} stranded at {at}", voice.name(Team::S, survivor)),
        What::GameOver { escaped, captured, stranded, .. } if voice == Voice::Plain => format!(
            "the match is over in round {}; escaped {escaped}, captured {captured}, stranded {stranded}",
            event.round
        ),
        What::GameOver { winner, reason, escaped, captured, stranded } => format!(
            "{} in round {} ({}); escaped {escaped}, captured {captured}, stranded {stranded}",
            winner.words(),
            event.round,
            reason.name()
        ),
    }
}
