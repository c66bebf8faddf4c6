//! Compares the games in the lanes of a vector with the rules for one game at a time: states, rewards, ends and all
//! arrays, bit by bit, over episodes with restarts.

use super::matches;
use crate::encode::Lens;
use crate::lanes::{LANES, Lanes, share};
use crate::state::{Last, State};
use crate::{Settings, Tag, World};
use gridhaunt_kernel::flock::{
    Buffers, Flock, Lesson, Pack, Plan, Restart, Turns, TypedFlock, Vector, draw_worlds, world_seed,
};
use gridhaunt_kernel::learn::{all_encodings, reward_between};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{pass, some_of};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// Memory for one array of all games.
#[derive(Clone, Debug, PartialEq)]
enum Array {
    Bytes(Vec<u8>),
    Floats(Vec<f32>),
}

impl Array {
    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::Bytes(bytes) => Slot::U8(bytes),
            Self::Floats(floats) => Slot::F32(floats),
        }
    }
}

/// What a flock must do, one game after the other.
struct Scalar<const N: usize> {
    worlds: Vec<(World, State<N>)>,
    draws: Vec<Random>,
    /// The world and the state of each game.
    games: Vec<(usize, State<N>)>,
    lens: Lens,
    arrays: Vec<(Encoding, Array)>,
}

impl<const N: usize> Scalar<N> {
    fn new(settings: &Settings, lens: Lens, plan: &Plan) -> Self {
        let world = |w| Tag::<N>::new(settings, world_seed(plan.seed, w)).expect("a game");
        let seats = plan.games * Tag::<N>::seats_of(settings);
        let array = |encoding: Encoding| {
            // Whatever is not written is seen.
            let array = match encoding.dtype {
                Dtype::F32 => Array::Floats(vec![-7.5; seats * encoding.len()]),
                _ => Array::Bytes(vec![0xA5; seats * encoding.len()]),
            };
            (encoding, array)
        };
        let mut scalar = Self {
            worlds: (0..plan.worlds as u64).map(world).collect(),
            draws: (0..plan.games).map(|game| Random::stream(plan.seed, (plan.first + game) as u64)).collect(),
            games: Vec::new(),
            lens,
            arrays: all_encodings::<Tag<N>>(settings, lens).into_iter().map(array).collect(),
        };
        scalar.games = (0..plan.games).map(|game| scalar.begin(game)).collect();
        scalar
    }

    fn begin(&mut self, game: usize) -> (usize, State<N>) {
        let world = self.draws[game].below(self.worlds.len() as u64) as usize;
        (world, self.worlds[world].1)
    }

    fn world(&self, game: usize) -> &World {
        &self.worlds[self.games[game].0].0
    }

    /// Steps one game; a number that stands for no action is no choice. Returns the rewards, whether the game ended, and
    /// the state that it came to.
    fn step(&mut self, game: usize, numbers: &[u8]) -> (Vec<f32>, u8, State<N>) {
        let before = self.games[game].1;
        let (world, mut after) = (self.world(game), before);
        let choice = |seat: Seat| {
            let number = numbers[seat.index()].into();
            Tag::<N>::numbered(world, &before, seat, self.lens, number).map(|action| (seat, action))
        };
        let choices: Vec<_> = Tag::<N>::phase(world, &before).seats().iter().filter_map(choice).collect();
        pass::<Tag<N>>(world, &mut after, &choices);
        let reward = |seat| 0.0 + reward_between::<Tag<N>>(world, &before, &after, seat, self.lens);
        let rewards = matches::all_seats(world).map(reward).collect();
        let over = after.end.is_some();
        self.games[game] = if over { self.begin(game) } else { (self.games[game].0, after) };
        (rewards, over.into(), after)
    }

    /// Writes all arrays of all games completely.
    fn show(&mut self) {
        let own = self.arrays.len() - 3;
        for (which, (encoding, array)) in self.arrays.iter_mut().enumerate() {
            let (len, mut slot) = (encoding.len(), array.slot());
            let mut first = 0;
            for (w, state) in &self.games {
                let world = &self.worlds[*w].0;
                for seat in matches::all_seats(world) {
                    let out = slot.part(first, len);
                    first += len;
                    match (which.checked_sub(own), out) {
                        (None, out) => Tag::<N>::encode(world, state, seat, self.lens, which, out),
                        (Some(0), Slot::U8(out)) => Tag::<N>::mask(world, state, seat, self.lens, out),
                        (Some(1), Slot::U8(out)) => out.fill(Tag::<N>::phase(world, state).asks(seat).into()),
                        (_, Slot::U8(out)) => out.fill(Tag::<N>::lasts(world, state, seat, self.lens).into()),
                        _ => unreachable!(),
                    }
                }
            }
        }
    }
}

/// What happened, so that trials in which nothing happened do not pass.
#[derive(Default, Debug)]
struct Met {
    walked: u32,
    captured: u32,
    escaped: u32,
    stranded: u32,
    refused: HashMap<Last, u32>,
}

impl Met {
    fn note<const N: usize>(&mut self, before: &State<N>, after: &State<N>) {
        self.captured += (before.captured ^ after.captured).count_ones();
        self.escaped += (before.escaped ^ after.escaped).count_ones();
        self.stranded += (before.stranded ^ after.stranded).count_ones();
        let refused = after.last[before.phase as usize].into_iter().flatten();
        self.walked += u32::from(after.end.is_none() && refused.clone().count() == 0);
        refused.for_each(|last| *self.refused.entry(last).or_default() += 1);
    }
}

fn plan(games: usize, settings: &Settings, vector: Vector) -> Plan {
    let seats = settings.counts();
    let seats = usize::from(seats[0] + seats[1]);
    let arrays = (0..6).collect();
    Plan { games, first: 3, seed: 77, worlds: 5, arrays, vector, lesson: Arc::new(Lesson::plain(seats)) }
}

fn trial<const N: usize>(document: &Value, lens: Lens, vector: Vector, games: usize, steps: usize, met: &mut Met) {
    let name = format!("{document}, {}, {lens:?}", vector.name());
    let settings = matches::settings(document);
    let plan = plan(games, &settings, vector);
    let worlds = draw_worlds::<Tag<N>>(&settings, plan.seed, plan.worlds).expect("worlds");
    let mut flock = TypedFlock::<Tag<N>>::new(&settings, lens, Arc::new(Lanes::<N>::shelf(worlds)), plan.clone());
    let mut scalar = Scalar::<N>::new(&settings, lens, &plan);
    let seats = Tag::<N>::seats_of(&settings);
    let mut arrays: Vec<Array> = scalar.arrays.iter().map(|(_, array)| array.clone()).collect();
    let (mut rewards, mut over) = (vec![f32::NAN; seats * games], vec![0xA5; games]);
    let mut random = Random::new(N as u64);
    for step in 0..steps {
        let (mut expected, mut ended) = (vec![0.0; seats * games], vec![0; games]);
        let mut slots: Vec<Slot<'_>> = arrays.iter_mut().map(Array::slot).collect();
        if step == 0 || step == steps / 2 {
            flock.reset(Restart::default(), Buffers::plain(&mut rewards, &mut over, &mut slots));
            scalar.games = (0..games).map(|game| scalar.begin(game)).collect();
        } else {
            let mut number = || if random.below(12) == 0 { random.next_u64() as u8 } else { random.below(9) as u8 };
            let numbers: Vec<u8> = (0..seats * games).map(|_| number()).collect();
            flock.step(&numbers, Buffers::plain(&mut rewards, &mut over, &mut slots));
            for game in 0..games {
                let (before, range) = (scalar.games[game].1, game * seats..(game + 1) * seats);
                let (paid, over, after) = scalar.step(game, &numbers[range.clone()]);
                expected[range].copy_from_slice(&paid);
                ended[game] = over;
                met.note(&before, &after);
            }
        }
        assert_eq!(rewards, expected, "{name}: rewards of step {step}");
        assert_eq!(over, ended, "{name}: ends of step {step}");
        for game in 0..games {
            let hash = Tag::<N>::hash_of(scalar.world(game), &scalar.games[game].1);
            assert_eq!(flock.hash(game), hash, "{name}: game {game} after step {step}");
        }
        scalar.show();
        for (array, (encoding, expected)) in arrays.iter().zip(&scalar.arrays) {
            assert!(array == expected, "{name}: {} after step {step}", encoding.name);
        }
    }
}

const WHOLE: Lens = Lens { window: None, own: false, nearest: 3 };
const LENSES: [Lens; 3] = [WHOLE, Lens { own: true, nearest: 1, ..WHOLE }, Lens { window: Some(2), ..WHOLE }];

#[test]
fn lanes_equal_the_rules_with_drawn_worlds() {
    let mut met = Met::default();
    let documents = [
        json!({"max_rounds": 30}),
        json!({"width": 9, "height": 7, "max_rounds": 25, "vision_sharing": "team", "killer_sight": 2}),
        json!({"width": 8, "height": 9, "survivors": 1, "killers": 5, "killers_on_exits": "forbid", "priority": "id"}),
        json!({"width": 12, "height": 5, "survivors": 5, "killers": 2, "exit_count": 5, "exit_spacing": 2}),
        json!({"width": 9, "height": 9, "max_rounds": 1}),
    ];
    for document in &documents {
        for vector in Vector::detect().and_lower() {
            for (lens, games) in LENSES.into_iter().zip([33, LANES, 7]) {
                trial::<8>(document, lens, vector, games, 110, &mut met);
            }
        }
    }
    let counts = [met.walked, met.captured, met.escaped, met.stranded];
    assert!(counts.iter().all(|&count| count > 100), "too little happened: {met:?}");
}

/// Small boards with all settings of section 4 on which units are in each other's way.
fn crowds<const N: usize>(kind: fn(&mut Random, u64) -> Value, settings: u64, games: usize) -> Met {
    let mut met = Met::default();
    for case in 0..settings {
        let mut random = Random::stream(21, case);
        let document = kind(&mut random, N as u64);
        let lens = LENSES[random.index(LENSES.len())];
        for vector in Vector::detect().and_lower() {
            trial::<N>(&document, lens, vector, games, 24, &mut met);
        }
    }
    let counts = [met.walked, met.captured, met.escaped, met.stranded];
    assert!(counts.iter().all(|&count| count > 20), "too little happened: {met:?}");
    met
}

#[test]
fn lanes_equal_the_rules_in_a_crowd() {
    let met = crowds::<8>(matches::crowded, some_of(60), 37);
    assert_eq!(met.refused.len(), Last::ALL.len(), "every reason is met: {met:?}");
}

#[test]
fn lanes_equal_the_rules_in_a_crowd_of_sixteen() {
    crowds::<16>(matches::crowded, some_of(24), 35);
}

#[test]
fn lanes_equal_the_rules_in_the_corners_of_the_largest_boards() {
    crowds::<8>(matches::in_a_corner, 8, 2);
}

#[test]
fn a_lane_whose_match_is_over_does_not_change() {
    let document = json!({"width": 6, "height": 6, "max_rounds": 2, "exit_spacing": 2});
    let (world, first) = matches::game::<8>(&document, 1);
    for vector in Vector::detect().and_lower() {
        let shelf = Lanes::<8>::shelf(vec![(world.clone(), first)]);
        let mut lanes = Lanes::<8>::new(&shelf);
        let seats = Tag::<8>::seats(&world) * LANES;
        let (mut rewards, mut over) = (vec![0.0; seats], vec![0; LANES]);
        let mut last = None;
        for phase in 1..=6 {
            let turns = Turns { actions: &vec![0; seats], rewards: &mut rewards, over: &mut over, shown: false };
            lanes.step(&shelf, vector, WHOLE, turns);
            assert_eq!(over, [u8::from(phase >= 4); LANES], "two rounds have four phases");
            if phase > 4 {
                assert_eq!(rewards, vec![0.0; seats], "and pay once");
                assert_eq!(last, Some(lanes.state(LANES - 1)));
            }
            last = Some(lanes.state(LANES - 1));
        }
    }
}

#[test]
fn a_share_is_what_a_division_gives() {
    for size in 3..=256u16 {
        for part in -256..=256i16 {
            let (share, quotient) = (share(part.into(), 1.0 / f64::from(size)), f32::from(part) / f32::from(size));
            assert_eq!(share.to_bits(), quotient.to_bits(), "{part} of {size}");
        }
    }
}
