//! A game with its settings.

#[cfg(feature = "std")]
use super::desk::{Desk, TypedDesk};
use super::family::{Entries, find};
use super::seated::Seated;
use super::{Complete, Opened, Player, Session, TypedSession};
use crate::bot::Call;
#[cfg(feature = "std")]
use crate::bot::read_words;
#[cfg(feature = "std")]
use crate::flock::{Flock, Footprint, Lesson, Opponents, Plan, StandIns};
use crate::flock::{Pack, draw_worlds};
use crate::freight::Cargo;
use crate::heap::*;
use crate::json::{Map, Value};
use crate::learn::{Encoding, all_encodings};
use crate::settings::{Declared, Settings};
use crate::{Game, Info, Invalid, Random, Seat};
use alloc::sync::Arc;

pub(super) struct TypedOpened<G: Game> {
    pub(super) settings: G::Settings,
    pub(super) written: Value,
    pub(super) bots: Entries<G>,
}

#[cfg(feature = "std")]
impl<G: Complete> TypedOpened<G> {
    /// What these words mean for these seats. Each bot is made once, so that a wrong option is found here.
    fn opponents<'a>(&self, words: impl Iterator<Item = (Seat, &'a str)>) -> Result<Opponents<G>, Invalid> {
        let mut opponents = Opponents::new(&self.settings);
        for (seat, words) in words {
            let (name, options) = read_words(words)?;
            let make = find::<G>(&self.bots, &name, &options)?.make;
            let call = Call { settings: &self.settings, options: &options, seat, random: Random::for_bot(0, seat) };
            make(&call).map_err(|error| error.within(&format!("bot {name}")))?;
            opponents.add(seat, words, make, options);
        }
        Ok(opponents)
    }
}

impl<G: Complete> Opened for TypedOpened<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn settings(&self) -> Value {
        self.written.clone()
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        self.settings.resolved()
    }

    fn seats(&self) -> usize {
        G::seats_of(&self.settings)
    }

    fn fold_seed(&self, seed: u64) -> u64 {
        G::fold_seed(&self.settings, seed)
    }

    fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        let (world, state) = G::make(&self.settings, seed)?;
        Ok(Box::new(TypedSession::<G>::new(Arc::new(world), state)))
    }

    fn begin_from(&self, seed: u64, state: &Value) -> Result<Box<dyn Session>, Invalid> {
        let (world, state) = G::given(&self.settings, seed, state)?;
        Ok(Box::new(TypedSession::<G>::new(Arc::new(world), state)))
    }

    fn player(
        &self,
        name: &str,
        options: &Map<String, Value>,
        seed: u64,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Invalid> {
        let entry = find::<G>(&self.bots, name, options)?;
        let call = Call { settings: &self.settings, options, seat, random: Random::for_bot(seed, seat) };
        let bot = (entry.make)(&call).map_err(|error| error.within(&format!("bot {name}")))?;
        Ok(Box::new(Seated::<G>::new(bot)))
    }

    fn actions(&self) -> usize {
        G::actions(&self.settings)
    }

    fn places(&self) -> usize {
        G::places(&self.settings)
    }

    fn unmoved(&self) -> Option<usize> {
        G::MOVERS.map(|movers| (movers.after)(&self.settings))
    }

    fn encodings(&self, lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid> {
        Ok(all_encodings::<G>(&self.settings, G::Lens::from_flags(lens)?))
    }

    #[cfg(feature = "std")]
    fn desk(&self, lens: &Map<String, Value>) -> Result<Box<dyn Desk>, Invalid> {
        Ok(Box::new(TypedDesk::<G>::new(&self.settings, G::Lens::from_flags(lens)?)))
    }

    #[cfg(feature = "std")]
    fn footprint(&self, seed: u64, lesson: &Lesson) -> Result<Footprint, Invalid> {
        crate::flock::footprint::<G>(&self.settings, seed, lesson)
    }

    #[cfg(feature = "std")]
    fn flocks(&self, lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid> {
        let lens = G::Lens::from_flags(lens)?;
        let words = plans.first().into_iter().flat_map(|plan| plan.lesson.cast.words());
        crate::flock::flocks::<G>(&self.settings, lens, self.opponents(words)?, plans)
    }

    fn cargo(&self, lens: &Map<String, Value>, seed: u64, worlds: usize, plain: bool) -> Result<Cargo, Invalid> {
        let lens = G::Lens::from_flags(lens)?;
        let Some(carriage) = G::CARRIAGE else {
            let words = format!("{} is not played on a device", G::INFO.name);
            return Err(Invalid::new("game", G::INFO.name, "a game that a device plays").says(words));
        };
        let beginnings = draw_worlds::<G>(&self.settings, seed, worlds)?;
        if !plain {
            return Ok(carriage.cargo(&self.settings, lens, beginnings.iter()));
        }
        let shelf = G::Pack::shelf(beginnings);
        let laid_out = (0..worlds as u32).map(|world| G::Pack::beginning(&shelf, world));
        Ok(carriage.cargo(&self.settings, lens, laid_out))
    }

    #[cfg(feature = "std")]
    fn stand_ins(&self, bots: &[(Seat, String)]) -> Result<StandIns, Invalid> {
        let bots = bots.iter().map(|(seat, words)| (*seat, words.as_str()));
        Ok(StandIns::new(self.opponents(bots)?))
    }

    #[cfg(feature = "std")]
    fn run_rules(&self, seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid> {
        let lens = G::Lens::default();
        let games = (0..worlds.max(1) as u64)
            .map(|w| G::make(&self.settings, G::fold_seed(&self.settings, crate::flock::world_seed(seed, w))));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let (seats, actions) = (self.seats(), self.actions() as u64);
        let number = |world: &G::World, state: &G::State, seat: usize, dice: u64| {
            // Eight random bits for each seat; the slight bias does not matter for a measurement.
            let roll = ((dice >> (8 * (seat % 8)) & 0xFF) * actions) >> 8;
            G::numbered(world, state, Seat(seat as u8), lens, roll as usize)
        };
        let mut choices = Vec::with_capacity(seats);
        Ok(run::<G>(&games, seed, steps, |world, state, dice| {
            // Two seats that both choose, the common case, need no list.
            if let (2, Some(first), Some(second)) =
                (seats, number(world, state, 0, dice), number(world, state, 1, dice))
            {
                return G::step(world, state, &[(Seat(0), first), (Seat(1), second)], |_| {});
            }
            choices.clear();
            let asked = G::phase(world, state).seats().iter();
            choices.extend(asked.filter_map(|seat| Some((seat, number(world, state, seat.index(), dice)?))));
            G::step(world, state, &choices, |_| {});
        }))
    }

    fn fingerprint(&self, games: u64, steps: u64) -> Result<u64, Invalid> {
        crate::fingerprint::fingerprint::<G>(&self.settings, games, steps)
    }
}

/// Steps games one after the other, each from its first state to its end; returns the hash of the last state.
#[cfg(feature = "std")]
#[inline]
fn run<G: Game>(
    games: &[(G::World, G::State)],
    seed: u64,
    steps: u64,
    mut step: impl FnMut(&G::World, &mut G::State, u64),
) -> u64 {
    let mut random = Random::new(seed);
    let (mut game, mut state) = (0, games[0].1.clone());
    for _ in 0..steps {
        let world = &games[game].0;
        step(world, &mut state, random.next_u64());
        if G::phase(world, &state).is_over() {
            game = (game + 1) % games.len();
            state.clone_from(&games[game].1);
        }
    }
    G::hash_of(&games[game].0, &state)
}
