//! What a thread of a device does, done here: the games are those of a batch, step for step, with the worlds unloaded from
//! their cargo as there.

use gridhaunt_batch::{Batch, Buffer, Options, Rollout};
use gridhaunt_ghost_grid::GhostGrid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Beginning, Course, Dice, Hall, Lane, Policy, Shown, Stretch};
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::learn::{Common, Slot};
use gridhaunt_kernel::{Random, Seat};
use gridhaunt_pyrat::PyRat;
use gridhaunt_snarl::Snarl;
use gridhaunt_sproutopia::{Legacy, Official, Sproutopia};
use gridhaunt_tag::Tag;
use serde_json::{Map, Value, json};

const GAMES: usize = 20;
const WORLDS: usize = 7;
const SEED: u64 = 5;

/// Two stretches of rollouts and some steps of every game, here as on a device and in a batch.
fn hold_against_batch<G: Carried, const SEATS: usize, const NUMBERS: usize>(game: &str, settings: &Value, steps: u64) {
    let opened = gridhaunt_roster::registry().find(game).unwrap().open(settings).unwrap();
    let cargo = opened.cargo(&Map::new(), SEED, WORLDS, true).unwrap();
    assert_eq!(cargo.kernels, G::KERNELS, "{game} {settings}");
    assert!(cargo.seats <= SEATS && cargo.actions <= NUMBERS, "{game} {settings}");
    let lens = Freight::unload(&mut Hold(&cargo.bytes));
    let unload = |&start: &u64| G::unload(&mut Hold(&cargo.bytes[start as usize..]));
    let shelf: Vec<Beginning<G>> = cargo.worlds.iter().map(unload).collect();
    let hall = Hall::<G> { shelf: &shelf, lens, seats: cargo.seats, actions: cargo.actions };
    for (masked, restart) in [(false, true), (true, true), (false, false), (true, false)] {
        play::<G, SEATS, NUMBERS>(opened.as_ref(), hall, Course { steps, masked, restart, episodes: u32::MAX });
    }
    step_together::<G, SEATS>(opened.as_ref(), hall);
}

fn options(restart: bool) -> Options {
    let autoreset = if restart { Autoreset::SameStep } else { Autoreset::Disabled };
    Options { games: GAMES, seed: SEED, worlds: WORLDS, threads: 1, autoreset, ..Options::default() }
}

/// A game by its number, as a device begins it.
fn begun<G: Carried>(hall: Hall<'_, G>, game: usize) -> (G::State, u32, Random) {
    let (mut draws, mut world) = (Random::stream(SEED, game as u64), 0);
    // A batch draws once as it is made, and again as it is reset.
    hall.draw(&mut draws, &mut world);
    (hall.draw(&mut draws, &mut world).clone(), world, draws)
}

fn play<G: Carried, const SEATS: usize, const NUMBERS: usize>(opened: &dyn Opened, hall: Hall<'_, G>, course: Course) {
    let mut batch = Batch::new(opened, &options(course.restart)).unwrap();
    let policy = if course.masked { Policy::Masked } else { Policy::Uniform };
    let mut played = Vec::new();
    for seed in [1, 2] {
        let stretch = Stretch { steps: course.steps as usize, policy: policy.clone(), seed, ..Stretch::default() };
        let mut rollout = Rollout::default();
        batch.play_into(&mut rollout, &stretch, None).unwrap();
        played.push(rollout);
    }
    for game in 0..GAMES {
        let (mut state, world, draws) = begun(hall, game);
        let mut lane = Lane { world, draws, state: &mut state };
        for (seed, rollout) in [1, 2].into_iter().zip(&played) {
            let played =
                hall.roll::<&G::World, SEATS, NUMBERS>(course, &mut Dice::new(seed, game), &mut lane, |_, _| {});
            assert_eq!(played.episodes, rollout.episodes[game], "{} game {game}, {course:?}", G::KERNELS);
            let seats = game * hall.seats..(game + 1) * hall.seats;
            assert_eq!(played.returns[..hall.seats], rollout.returns[seats], "{} game {game}, {course:?}", G::KERNELS);
        }
        let hash = G::hash_of(hall.world(lane.world), lane.state);
        assert_eq!(Some(hash), batch.hash(game), "{} game {game}, {course:?}", G::KERNELS);
    }
}

/// Steps with numbers from outside, some of which stand for nothing, and every array after each of them.
fn step_together<G: Carried, const SEATS: usize>(opened: &dyn Opened, hall: Hall<'_, G>) {
    let names = opened.encodings(&Map::new()).unwrap().into_iter().map(|encoding| encoding.name.to_string());
    let mut batch = Batch::new(opened, &Options { arrays: names.collect(), ..options(true) }).unwrap();
    let mut lanes: Vec<_> = (0..GAMES).map(|game| begun(hall, game)).collect();
    let mut random = Random::new(9);
    for step in 0..60 {
        let numbers: Vec<u8> = (0..GAMES * hall.seats).map(|_| random.below(hall.actions as u64 + 1) as u8).collect();
        batch.step(&numbers).unwrap();
        for (game, (state, world, draws)) in lanes.iter_mut().enumerate() {
            let seats = game * hall.seats..(game + 1) * hall.seats;
            let (mut actions, mut rewards) = ([0; SEATS], [0.0; SEATS]);
            actions[..hall.seats].copy_from_slice(&numbers[seats.clone()]);
            let over = hall.step(hall.world(*world), state, &actions, &mut rewards);
            assert_eq!(rewards[..hall.seats], batch.rewards()[seats], "{} game {game}, step {step}", G::KERNELS);
            assert_eq!(u8::from(over), batch.over()[game], "{} game {game}, step {step}", G::KERNELS);
            if over {
                let mut lane = Lane { world: *world, draws: *draws, state };
                hall.begin(&mut lane);
                (*world, *draws) = (lane.world, lane.draws);
            }
            assert_eq!(Some(G::hash_of(hall.world(*world), state)), batch.hash(game), "game {game}, step {step}");
            if step % 8 == 7 {
                compare_arrays(hall, hall.world(*world), state, game, &batch);
            }
        }
    }
}

/// The arrays of a game, as a device writes them after a step, and as the batch has them.
fn compare_arrays<G: Carried>(hall: Hall<'_, G>, world: &G::World, state: &G::State, game: usize, batch: &Batch) {
    let own = batch.arrays().count() - Common::ALL.len();
    for (which, (encoding, buffer)) in batch.arrays().enumerate() {
        let array = which.checked_sub(own).map_or(Ok(which), |place| Err(Common::ALL[place]));
        let shown = Shown { array, len: encoding.len() };
        for seat in 0..hall.seats {
            let part = (game * hall.seats + seat) * shown.len..(game * hall.seats + seat + 1) * shown.len;
            let write = |out: Slot<'_>| shown.write::<G>(world, None, state, Seat(seat as u8), hall.lens, out);
            let told = || format!("{} {} of game {game}, seat {seat}", G::KERNELS, encoding.name);
            match buffer {
                Buffer::U8(memory) => {
                    let mut whole = vec![0; shown.len];
                    write(Slot::U8(&mut whole));
                    assert_eq!(whole, memory[part], "{}", told());
                }
                Buffer::I16(memory) => {
                    let mut whole = vec![0; shown.len];
                    write(Slot::I16(&mut whole));
                    assert_eq!(whole, memory[part], "{}", told());
                }
                Buffer::F32(memory) => {
                    let mut whole = vec![0.0; shown.len];
                    write(Slot::F32(&mut whole));
                    assert_eq!(whole, memory[part], "{}", told());
                }
            }
        }
    }
}

#[test]
fn pyrat() {
    hold_against_batch::<PyRat<10>, 2, 5>("pyrat", &json!({}), 250);
    hold_against_batch::<PyRat<26>, 2, 5>("pyrat", &json!({"width": 31, "height": 25, "max_turns": 90}), 100);
    hold_against_batch::<PyRat<42>, 2, 5>("pyrat", &json!({"width": 41, "height": 31, "max_turns": 90}), 100);
    hold_against_batch::<PyRat<128>, 2, 5>("pyrat", &json!({"width": 63, "height": 63, "max_turns": 50}), 60);
}

#[test]
fn tag() {
    hold_against_batch::<Tag<8>, 16, 9>("tag", &json!({}), 300);
    hold_against_batch::<Tag<8>, 16, 9>("tag", &json!({"survivors": 5, "killers": 3, "cycle": "allow"}), 300);
    hold_against_batch::<Tag<16>, 32, 9>("tag", &json!({"survivors": 10, "killers": 4}), 200);
}

#[test]
fn sproutopia() {
    hold_against_batch::<Sproutopia<Official>, 4, 6>("sproutopia", &json!({}), 400);
    hold_against_batch::<Sproutopia<Legacy>, 4, 6>("sproutopia", &json!({"rules": "v2024.0.8"}), 400);
}

#[test]
fn snarl() {
    hold_against_batch::<Snarl, 6, 13>("snarl", &json!({}), 400);
    hold_against_batch::<Snarl, 6, 13>("snarl", &json!({"players": 3, "max_rounds": 20}), 400);
}

#[test]
fn ghost_grid() {
    hold_against_batch::<GhostGrid, 128, 56>("ghost-grid", &json!({}), 100);
    hold_against_batch::<GhostGrid, 128, 56>("ghost-grid", &json!({"preset": "share", "marking": "chosen"}), 100);
}
