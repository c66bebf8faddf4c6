//! Stand-in until the bots bring theirs.

use gridhaunt_kernel::{Game, Invalid, Phase, Seat};
use gridhaunt_snarl::{Action, Event, Settings, Snarl, State, World};

/// Who acts now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The player of this seat.
    Player(Seat),
    /// An adversary.
    Adversary,
    /// Nobody.
    Over,
}

/// A game whose adversaries play by themselves.
#[derive(Debug)]
pub struct Crawl {
    world: World,
    state: State,
    events: Vec<Event>,
}

impl Crawl {
    /// Starts a game.
    pub fn new(settings: &Settings, seed: u64) -> Result<Self, Invalid> {
        let (world, state) = Snarl::new(settings, seed)?;
        Ok(Self { world, state, events: Vec::new() })
    }

    /// World.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// State.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Who acts.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match Snarl::phase(&self.world, &self.state) {
            Phase::Over => Turn::Over,
            Phase::Choose(seats) => match seats.lowest() {
                Some(seat) if seat.0 < self.world.code.players => Turn::Player(seat),
                _ => Turn::Adversary,
            },
        }
    }

    /// Acts.
    pub fn act(&mut self, action: Action) -> &[Event] {
        self.events.clear();
        let seats = Snarl::phase(&self.world, &self.state).seats();
        let choices: Vec<_> = seats.iter().map(|seat| (seat, action)).collect();
        Snarl::step(&self.world, &mut self.state, &choices, |event| self.events.push(event));
        &self.events
    }

    /// An adversary acts.
    pub fn haunt(&mut self) -> &[Event] {
        let mut first = Action::Stay;
        let seats = Snarl::phase(&self.world, &self.state).seats();
        for seat in seats.iter() {
            Snarl::legal(&self.world, &self.state, seat, &mut |action| first = action);
        }
        self.act(first)
    }
}
