//! Compares packs of games with the rules for one game at a time, bit by bit: states, rewards, and arrays that are
//! brought up to date with arrays that are written anew (R41, R46).

use super::matches;
use crate::encode::{Lens, Reward};
use crate::event::Event;
use crate::pack::{Games, LANES};
use crate::state::State;
use crate::{GhostGrid, World};
use gridhaunt_kernel::flock::{Buffers, Flock, Lesson, Pack, Plan, Restart, Shown, TypedFlock, Vector, draw_worlds};
use gridhaunt_kernel::learn::{Common, all_encodings, reward_between};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The numbers of one array of all games.
#[derive(Clone)]
enum Numbers {
    U8(Vec<u8>),
    I16(Vec<i16>),
    F32(Vec<f32>),
}

impl Numbers {
    /// Memory with something in it that must not remain.
    fn new(encoding: &Encoding, seats: usize) -> Self {
        let len = encoding.len() * seats;
        match encoding.dtype {
            Dtype::U8 => Self::U8(vec![0xA5; len]),
            Dtype::I16 => Self::I16(vec![77; len]),
            Dtype::F32 => Self::F32(vec![f32::NAN; len]),
        }
    }

    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::U8(all) => Slot::U8(all),
            Self::I16(all) => Slot::I16(all),
            Self::F32(all) => Slot::F32(all),
        }
    }

    /// Where the other is different: the index of the first such number.
    fn differs(&self, other: &Self) -> Option<usize> {
        match (self, other) {
            (Self::U8(a), Self::U8(b)) => a.iter().zip(b).position(|(a, b)| a != b),
            (Self::I16(a), Self::I16(b)) => a.iter().zip(b).position(|(a, b)| a != b),
            (Self::F32(a), Self::F32(b)) => a.iter().zip(b).position(|(a, b)| a.to_bits() != b.to_bits()),
            _ => Some(0),
        }
    }
}

/// What a flock must do, one game after the other.
struct Scalar<'a> {
    worlds: &'a [(World, State)],
    draws: Vec<Random>,
    games: Vec<(usize, State)>,
    lens: Lens,
}

impl<'a> Scalar<'a> {
    fn new(worlds: &'a [(World, State)], lens: Lens, plan: &Plan) -> Self {
        let draws = (0..plan.games).map(|game| Random::stream(plan.seed, game as u64)).collect();
        let mut scalar = Self { worlds, draws, games: vec![(0, worlds[0].1.clone()); plan.games], lens };
        (0..plan.games).for_each(|game| scalar.begin(game));
        scalar
    }

    fn begin(&mut self, game: usize) {
        let world = self.draws[game].below(self.worlds.len() as u64) as usize;
        self.games[game] = (world, self.worlds[world].1.clone());
    }

    fn game(&self, game: usize) -> (&'a World, &State) {
        let (world, state) = &self.games[game];
        (&self.worlds[*world].0, state)
    }

    /// A number for every seat: mostly one that the mask allows, sometimes anything.
    fn choose(&self, game: usize, random: &mut Random) -> Vec<u8> {
        let (world, state) = self.game(game);
        let mut mask = vec![0; GhostGrid::actions(&world.values)];
        let mut number = |seat| {
            GhostGrid::mask(world, state, seat, self.lens, &mut mask);
            let allowed: Vec<u8> = (0..mask.len()).filter(|&number| mask[number] == 1).map(|n| n as u8).collect();
            match random.below(8) {
                0 => random.next_u64() as u8,
                1 => random.below(mask.len() as u64) as u8,
                _ => random.pick(&allowed).copied().unwrap_or(0),
            }
        };
        matches::all_seats(world).map(&mut number).collect()
    }

    /// Steps one game; a number that stands for no action is no choice. Returns the rewards and whether it ended.
    fn step(&mut self, game: usize, numbers: &[u8], log: impl FnMut(Event)) -> (Vec<f32>, u8) {
        let (world, before) = self.game(game);
        let numbered = |seat: Seat| GhostGrid::numbered(world, before, seat, self.lens, numbers[seat.index()].into());
        let asked = GhostGrid::phase(world, before).seats();
        let choices: Vec<_> = asked.iter().filter_map(|seat| Some((seat, numbered(seat)?))).collect();
        let mut after = before.clone();
        GhostGrid::step(world, &mut after, &choices, log);
        let reward = |seat| 0.0 + reward_between::<GhostGrid>(world, before, &after, seat, self.lens);
        let rewards = matches::all_seats(world).map(reward).collect();
        let over = GhostGrid::phase(world, &after).is_over();
        self.games[game].1 = after;
        if over {
            self.begin(game);
        }
        (rewards, over.into())
    }
}

/// Plays a flock beside its scalar twin and counts the kinds of events, so that a trial in which nothing happens does
/// not pass.
fn trial(document: &Value, lens: Lens, games: usize, steps: usize, seen: &mut BTreeMap<&'static str, usize>) {
    let settings = matches::settings(document);
    let encodings = all_encodings::<GhostGrid>(&settings, lens);
    let lesson = Arc::new(Lesson::plain(settings.seats()));
    let (vector, arrays) = (Vector::PLAIN, (0..encodings.len()).collect());
    let plan = Plan { games, first: 0, seed: 11, worlds: 3, arrays, vector, lesson };
    let worlds = draw_worlds::<GhostGrid>(&settings, plan.seed, plan.worlds).expect("worlds");
    let shelf = Arc::new(Games::shelf(worlds.clone()));
    let mut flock = TypedFlock::<GhostGrid>::new(&settings, lens, shelf, plan.clone());
    let mut scalar = Scalar::new(&worlds, lens, &plan);
    let seats = settings.seats();
    let mut kept: Vec<Numbers> = encodings.iter().map(|encoding| Numbers::new(encoding, games * seats)).collect();
    let (mut rewards, mut over) = (vec![f32::NAN; games * seats], vec![0xA5; games]);
    let mut random = Random::new(5);
    for step in 0..steps {
        let mut slots: Vec<Slot<'_>> = kept.iter_mut().map(Numbers::slot).collect();
        let buffers = Buffers::plain(&mut rewards, &mut over, &mut slots);
        if step == 0 || step == steps / 2 {
            flock.reset(Restart::default(), buffers);
            (0..games).for_each(|game| scalar.begin(game));
        } else {
            let numbers: Vec<Vec<u8>> = (0..games).map(|game| scalar.choose(game, &mut random)).collect();
            flock.step(&numbers.concat(), buffers);
            for (game, numbers) in numbers.iter().enumerate() {
                let (paid, ended) = scalar.step(game, numbers, |event| {
                    let kind = match event {
                        Event::Met { .. } => "met",
                        Event::Turned { .. } => "turned",
                        Event::Replicated { .. } => "replicated",
                        Event::Marked { .. } => "marked",
                        Event::Captured { .. } => "captured",
                        Event::Recovered { .. } => "recovered",
                        Event::GameEnded { .. } => "ended",
                        _ => "other",
                    };
                    *seen.entry(kind).or_default() += 1;
                });
                let bits = |rewards: &[f32]| rewards.iter().map(|reward| reward.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&rewards[game * seats..][..seats]), bits(&paid), "step {step} of {document}");
                assert_eq!(over[game], ended, "step {step} of {document}");
            }
        }
        for game in 0..games {
            let (world, state) = scalar.game(game);
            assert_eq!(flock.hash(game), GhostGrid::hash_of(world, state), "game {game}, step {step} of {document}");
        }
        for (which, (encoding, kept)) in encodings.iter().zip(&kept).enumerate() {
            let own = encodings.len() - Common::ALL.len();
            let array = which.checked_sub(own).map_or(Ok(which), |common| Err(Common::ALL[common]));
            let (shown, mut fresh) = (Shown { array, len: encoding.len() }, Numbers::new(encoding, games * seats));
            let mut slot = fresh.slot();
            for game in 0..games {
                let (world, state) = scalar.game(game);
                for seat in matches::all_seats(world) {
                    let out = slot.part((game * seats + seat.index()) * shown.len, shown.len);
                    shown.write::<GhostGrid>(world, None, state, seat, lens, out);
                }
            }
            let differs = kept.differs(&fresh).map(|at| (at / shown.len % seats, at % shown.len));
            assert_eq!(differs, None, "seat and number of {} in step {step} of {document}", encoding.name);
        }
    }
}

#[test]
fn packs_play_by_the_rules_and_their_arrays_are_kept_up_to_date() {
    let (mut random, mut seen) = (Random::new(29), BTreeMap::new());
    let lenses = [Reward::Outcome, Reward::Loot, Reward::Document].map(|reward| Lens { reward });
    for round in 0..120 {
        trial(&matches::any_settings(&mut random), lenses[round % 3], 3, 60, &mut seen);
    }
    for document in [json!({}), json!({"marking": "chosen", "initial_ghosts": 2}), json!({"initial_ghosts": 4})] {
        trial(&document, lenses[0], LANES + 5, 120, &mut seen);
    }
    for kind in ["met", "turned", "replicated", "marked", "captured", "recovered", "ended"] {
        assert!(seen.get(kind).is_some_and(|&count| count > 100), "{kind} in {seen:?}");
    }
}
