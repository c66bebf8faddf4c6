//! Compares games in lanes with the rules for one game at a time: states, rewards, ends and all arrays, bit by bit,
//! over restarts and levels.

use super::matches::{self, all_seats};
use crate::lanes::{LANES, Lanes};
use crate::rules;
use crate::state::State;
use crate::{Action, Snarl, World};
use gridhaunt_kernel::flock::{Pack, Shown, Turns, Vector};
use gridhaunt_kernel::learn::{Common, all_encodings, reward_between};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::some_of;
use serde_json::json;

/// Memory for one array of all lanes.
enum Memory {
    Bytes(Vec<u8>),
    Floats(Vec<f32>),
}

impl Memory {
    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::Bytes(all) => Slot::U8(all),
            Self::Floats(all) => Slot::F32(all),
        }
    }

    fn bits(&self) -> Vec<u32> {
        match self {
            Self::Bytes(all) => all.iter().map(|&byte| byte.into()).collect(),
            Self::Floats(all) => all.iter().map(|number| number.to_bits()).collect(),
        }
    }
}

/// How often each thing happened in the games of one run.
#[derive(Default, Debug)]
struct Tally {
    acts: u64,
    ends: u64,
    levels: u64,
    keys: u64,
    caught: u64,
    leaps: u64,
}

/// One more act by the rules; returns rewards and whether the game ended.
fn act(world: &World, state: &mut State, numbers: &[u8], tally: &mut Tally) -> (Vec<f32>, u8) {
    let before = *state;
    let seat = matches::asked(world, &before).expect("a game that goes on");
    let choice = Action::numbered(numbers[seat.index()].into()).map(|action| (seat, action));
    rules::step(&world.ground(), state, choice.as_slice(), |event| {
        tally.leaps += u64::from(matches!(event, crate::Event::Teleported { .. }));
    });
    let rewards = all_seats(world).map(|seat| reward_between::<Snarl>(world, &before, state, seat, ())).collect();
    let over = Snarl::phase(world, state).is_over();
    tally.acts += 1;
    tally.ends += u64::from(over);
    tally.levels += u64::from(before.level != state.level);
    tally.keys += u64::from(before.key && !state.key && before.level == state.level);
    tally.caught += u64::from(before.caught != state.caught);
    (rewards, over.into())
}

/// Plays games of these settings in lanes and by the rules, with restarts, and compares them after every act.
fn compare(document: &Value, key: u64, acts: u64, tally: &mut Tally) {
    let settings = matches::settings(document);
    let mut random = Random::new(key);
    let starts: Vec<(World, State)> = (0..3).map(|seed| matches::game(document, key ^ seed)).collect();
    let shelf = Lanes::shelf(starts.clone());
    let mut lanes = Lanes::new(&shelf);
    let mut games: Vec<(u32, State)> = Vec::new();
    for lane in 0..LANES {
        let world = random.below(3) as u32;
        lanes.begin(&shelf, lane, world);
        games.push((world, starts[world as usize].1));
    }
    let seats = Snarl::seats_of(&settings);
    let own = Snarl::encodings(&settings, ()).len();
    let arrays: Vec<(Shown, Dtype)> = all_encodings::<Snarl>(&settings, ())
        .iter()
        .enumerate()
        .map(|(i, array)| {
            let which = if i < own { Ok(i) } else { Err(Common::ALL[i - own]) };
            (Shown { array: which, len: array.len() }, array.dtype)
        })
        .collect();
    let new_memory = |&(shown, dtype): &(Shown, Dtype)| match dtype {
        Dtype::F32 => Memory::Floats(vec![f32::NAN; LANES * seats * shown.len]),
        _ => Memory::Bytes(vec![0xA5; LANES * seats * shown.len]),
    };
    let mut kept: Vec<Memory> = arrays.iter().map(new_memory).collect();
    let mut fresh = vec![1; LANES];
    for _ in 0..acts {
        for (memory, &(shown, _)) in kept.iter_mut().zip(&arrays) {
            lanes.show(&shelf, Vector::PLAIN, (), shown, &fresh, memory.slot());
        }
        for (memory, array) in kept.iter().zip(&arrays) {
            let mut written = new_memory(array);
            for (lane, (world, state)) in games.iter().enumerate() {
                let world = &starts[*world as usize].0;
                for seat in all_seats(world) {
                    let mut all = written.slot();
                    let part = all.part((lane * seats + seat.index()) * array.0.len, array.0.len);
                    array.0.write::<Snarl>(world, None, state, seat, (), part);
                }
            }
            assert!(memory.bits() == written.bits(), "{:?} of {document} with key {key}", array.0);
        }
        let actions: Vec<u8> = (0..LANES * seats)
            .map(|i| {
                let (world, state) = &games[i / seats];
                let (world, seat) = (&starts[*world as usize].0, Seat((i % seats) as u8));
                let wise = matches::legal_choice(&mut random, world, state, seat).filter(|_| random.below(3) > 0);
                wise.map_or(random.below(15) as u8, |action| action.code() as u8)
            })
            .collect();
        let (mut rewards, mut over) = (vec![f32::NAN; LANES * seats], vec![9; LANES]);
        let turns = Turns { actions: &actions, rewards: &mut rewards, over: &mut over, shown: true };
        lanes.step(&shelf, Vector::PLAIN, (), turns);
        for (lane, (number, state)) in games.iter_mut().enumerate() {
            let world = &starts[*number as usize].0;
            let (expected, end) = act(world, state, &actions[lane * seats..][..seats], tally);
            let case = || format!("lane {lane} of {document} with key {key}");
            assert_eq!(lanes.state(lane), *state, "{}", case());
            assert_eq!(rewards[lane * seats..][..seats], expected, "{}", case());
            assert_eq!(over[lane], end, "{}", case());
            if end != 0 {
                *number = random.below(3) as u32;
                *state = starts[*number as usize].1;
                lanes.begin(&shelf, lane, *number);
            }
            assert_eq!(lanes.world_of(lane), *number);
        }
        fresh = over;
    }
}

#[test]
fn lanes_play_by_the_rules() {
    let mut tally = Tally::default();
    for key in 0..some_of(120) {
        let document = matches::any_settings(&mut Random::new(key));
        compare(&document, key, 60, &mut tally);
    }
    let Tally { acts, ends, levels, keys, caught, leaps } = tally;
    assert!(acts > some_of(100_000), "{tally:?}");
    assert!(ends.min(levels).min(keys).min(caught).min(leaps) > some_of(100), "{tally:?}");
}

#[test]
fn lanes_play_the_usual_games() {
    let mut tally = Tally::default();
    compare(&json!({}), 1, some_of(700), &mut tally);
    let rooms = json!({"rooms": 9, "min": [6, 8], "max": [6, 9]});
    compare(&json!({"zombies": 32, "ghosts": 32, "generate": rooms}), 2, some_of(150), &mut tally);
    assert!(tally.keys.min(tally.caught).min(tally.leaps) >= some_of(10), "{tally:?}");
}

/// A game that is over stays as it is, and so do its arrays, until it begins anew.
#[test]
fn a_game_that_is_over_stays_over() {
    let shelf = Lanes::shelf(vec![matches::game(&json!({"max_rounds": 1}), 5)]);
    let mut lanes = Lanes::new(&shelf);
    let step = |lanes: &mut Lanes| {
        let (mut rewards, mut over) = (vec![f32::NAN; LANES * 6], vec![9; LANES]);
        let turns = Turns { actions: &[0; LANES * 6], rewards: &mut rewards, over: &mut over, shown: true };
        lanes.step(&shelf, Vector::PLAIN, (), turns);
        (rewards, over)
    };
    while step(&mut lanes).1 == [0; LANES] {}
    let ended = lanes.state(0);
    assert_eq!(step(&mut lanes), (vec![0.0; LANES * 6], vec![1; LANES]));
    assert_eq!(lanes.state(0), ended);
    let mut lasts = vec![9; LANES * 6];
    let shown = Shown { array: Err(Common::Lasts), len: 1 };
    lanes.show(&shelf, Vector::PLAIN, (), shown, &[0; LANES], Slot::U8(&mut lasts));
    assert_eq!(lasts, [0; LANES * 6]);
}
