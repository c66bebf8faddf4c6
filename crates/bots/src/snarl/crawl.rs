//! A game whose adversaries play automatically: the local program and the server run it (R56, R57).

use super::{Ghost, Zombie};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::face::TypedSession;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_record::Match;
use gridhaunt_record::replay::Header;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::view::{RosterEntry, Start, View, roster};
use gridhaunt_snarl::{Action, Event, Settings, Snarl, State, World};
use std::cmp::Reverse;
use std::sync::Arc;

/// Whose act comes next in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player, who must choose.
    Player(Seat),
    /// An adversary, which acts automatically.
    Adversary,
    /// Nobody: the game is over.
    Over,
}

/// A game in which only the players must choose.
pub struct Crawl {
    settings: Settings,
    written: Value,
    seed: u64,
    game: Match<TypedSession<Snarl>>,
    bots: [Box<dyn Bot<Start, View, Action>>; 2],
    legal: Vec<Action>,
}

impl Crawl {
    /// A new game. Its adversaries are played by `zombie` and `ghost`, each with its own seat's generator (R43).
    pub fn new(document: &Value, seed: u64) -> Result<Self, Invalid> {
        let settings = Settings::read(document)?;
        let (world, state) = Snarl::make(&settings, seed)?;
        let options = Map::new();
        let call = |seat: u8| Call {
            settings: &settings,
            options: &options,
            seat: Seat(seat),
            random: Random::for_bot(seed, Seat(seat)),
        };
        let players = settings.players;
        let bots: [Box<dyn Bot<Start, View, Action>>; 2] =
            [Box::new(Zombie::new(&call(players))?), Box::new(Ghost::new(&call(players + 1))?)];
        let game = Match::new(Box::new(TypedSession::new(Arc::new(world), state)));
        let written = settings.written(document);
        Ok(Self { settings, written, seed, game, bots, legal: Vec::new() })
    }

    /// Records the game, as any match is recorded; `who` is the name recorded for the players.
    #[must_use]
    pub fn recorded(mut self, who: &str) -> Self {
        let mut seats = vec![who.to_string(); self.settings.players.into()];
        seats.extend(["zombie", "ghost"].map(String::from));
        let resolved = self.settings.resolved();
        let header = Header::new(&Snarl::INFO, self.written.clone(), &resolved, self.seed, seats, self.game.session());
        self.game = self.game.recorded(&header);
        self
    }

    /// The record of the game so far; none if it is not recorded.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        self.game.record("stopped")
    }

    /// The seed of the game.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The world of the game: its settings and levels, which never change.
    #[must_use]
    pub fn world(&self) -> &World {
        self.game.session().world()
    }

    /// The current state of the game.
    #[must_use]
    pub fn state(&self) -> &State {
        self.game.session().state()
    }

    /// Whose act comes next; [`Turn::Over`] once the game has ended.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.state().actor(&self.world().ground()) {
            None => Turn::Over,
            Some(actor) if actor.kind == ActorKind::Player => Turn::Player(Seat(actor.number)),
            Some(_) => Turn::Adversary,
        }
    }

    /// What a seat knows now.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        Snarl::view(self.world(), self.state(), &[], seat)
    }

    /// All players by rank (R28); equal players stay in seat order.
    #[must_use]
    pub fn standings(&self) -> Vec<RosterEntry> {
        let mut players = roster(self.world(), self.state()).to_vec();
        players.sort_by_key(|entry| Reverse((entry.exits, entry.keys)));
        players
    }

    /// Plays the choice of the player whose turn it is and returns the events. On another turn it does nothing.
    pub fn act(&mut self, action: Action) -> &[Event] {
        match self.turn() {
            Turn::Player(seat) => self.play(seat, action),
            Turn::Adversary | Turn::Over => &[],
        }
    }

    /// Plays one act of the adversary whose turn it is and returns the events. On another turn it does nothing.
    pub fn haunt(&mut self) -> &[Event] {
        let (world, state) = (self.game.session().world(), self.game.session().state());
        let ground = world.ground();
        let Some(actor) = state.actor(&ground).filter(|actor| actor.kind != ActorKind::Player) else { return &[] };
        let seat = State::seat_of(&ground, actor);
        self.legal.clear();
        Snarl::legal(world, state, seat, &mut |action| self.legal.push(action));
        let view = Snarl::view(world, state, &[], seat);
        let action = self.bots[usize::from(actor.kind == ActorKind::Ghost)].choose(&view, &self.legal);
        self.play(seat, action)
    }

    fn play(&mut self, seat: Seat, action: Action) -> &[Event] {
        self.game.step(&[(seat, action.code())], &[]);
        self.game.session().news()
    }
}
