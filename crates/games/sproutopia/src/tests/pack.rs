//! Compares the games of a batch with a pack that copies states and writes arrays anew.

use super::matches::settings;
use super::wire::busy;
use crate::encode::{Lens, Mask};
use crate::game::Complete;
use crate::pack::Plot;
use crate::{Legacy, Official, Sproutopia};
use gridhaunt_kernel::flock::{Pack, Shown, Single, Turns, Vector, draw_worlds};
use gridhaunt_kernel::learn::{Common, all_encodings};
use gridhaunt_kernel::prelude::*;
use serde_json::{Value, json};

/// The memory of one array of one game.
enum Memory {
    Bytes(Vec<u8>),
    Floats(Vec<f32>),
}

impl Memory {
    fn of(encoding: &Encoding, seats: usize) -> Self {
        match encoding.dtype {
            Dtype::F32 => Self::Floats(std::vec![9.0; encoding.len() * seats]),
            _ => Self::Bytes(std::vec![9; encoding.len() * seats]),
        }
    }

    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::Bytes(bytes) => Slot::U8(bytes),
            Self::Floats(floats) => Slot::F32(floats),
        }
    }

    fn numbers(&self) -> Vec<f32> {
        match self {
            Self::Bytes(bytes) => bytes.iter().map(|&byte| byte.into()).collect(),
            Self::Floats(floats) => floats.clone(),
        }
    }
}

/// Plays games one after the other in both packs, with numbers that stand for no action among them.
fn compare<R: Complete>(mut document: Value, lens: Lens, seed: u64, steps: usize) {
    document["rules"] = json!(R::NAME);
    let settings = settings(&document);
    let worlds = || draw_worlds::<Sproutopia<R>>(&settings, seed, 3).expect("worlds");
    let (shelf, plain_shelf) = (Plot::<R>::shelf(worlds()), Single::<Sproutopia<R>>::shelf(worlds()));
    let (mut plot, mut plain) = (Plot::<R>::new(&shelf), Single::<Sproutopia<R>>::new(&plain_shelf));
    let seats = Sproutopia::<R>::seats_of(&settings);
    let encodings = all_encodings::<Sproutopia<R>>(&settings, lens);
    let own = encodings.len() - Common::ALL.len();
    let array = |which: usize| which.checked_sub(own).map_or(Ok(which), |common| Err(Common::ALL[common]));
    let mut kept: Vec<Memory> = encodings.iter().map(|encoding| Memory::of(encoding, seats)).collect();
    let mut random = Random::new(seed);
    let (mut fresh, mut games) = (1, 0);
    for step in 0..steps {
        for (which, (encoding, kept)) in encodings.iter().zip(&mut kept).enumerate() {
            let shown = Shown { array: array(which), len: encoding.len() };
            plot.show(&shelf, Vector::PLAIN, lens, shown, &[fresh], kept.slot());
            let mut anew = Memory::of(encoding, seats);
            plain.show(&plain_shelf, Vector::PLAIN, lens, shown, &[1], anew.slot());
            assert_eq!(kept.numbers(), anew.numbers(), "{} in step {step}", encoding.name);
        }
        let actions: Vec<u8> = (0..seats).map(|_| random.below(8) as u8).collect();
        let (mut rewards, mut plain_rewards) = (std::vec![9.0; seats], std::vec![9.0; seats]);
        let (mut over, mut plain_over) = ([9], [9]);
        plot.expect(false);
        plot.expect(true);
        let turns = Turns { actions: &actions, rewards: &mut rewards, over: &mut over, shown: true };
        plot.step(&shelf, Vector::PLAIN, lens, turns);
        let turns = Turns { actions: &actions, rewards: &mut plain_rewards, over: &mut plain_over, shown: true };
        plain.step(&plain_shelf, Vector::PLAIN, lens, turns);
        assert_eq!((&rewards, over), (&plain_rewards, plain_over), "step {step}");
        assert_eq!(plot.state(0), plain.state(0), "step {step}");
        fresh = over[0];
        if fresh == 1 {
            games += 1;
            let world = random.below(3) as u32;
            plot.begin(&shelf, 0, world);
            plain.begin(&plain_shelf, 0, world);
            assert_eq!(plot.state(0), plain_shelf[world as usize].1, "a new game is as the first");
        }
    }
    assert!(games > 1, "{games} games");
}

fn compare_all<R: Complete>() {
    let lens = Lens { mask: Mask::Useful, place: true };
    for (seed, window) in (0..8).zip([10, 2, 5, 7, 16, 128, 63, 64]) {
        let mut document = busy();
        document["player_window_size"] = json!(window);
        document["players"] = json!(1 + seed % 4);
        document["max_ticks"] = json!(90);
        compare::<R>(document, lens, seed, 250);
    }
    compare::<R>(json!({"max_ticks": 400}), Lens { mask: Mask::Legal, place: false }, 9, 900);
}

#[test]
fn a_game_of_a_batch_is_played_by_the_rules_and_its_arrays_are_as_new() {
    compare_all::<Official>();
    compare_all::<Legacy>();
}
