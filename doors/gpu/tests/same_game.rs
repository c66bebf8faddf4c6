//! What a thread of a device does, done here: the games are those of a batch, step for step, with the worlds unloaded from
//! their cargo as there.

use gridhaunt_batch::{Batch, Buffer, Options, Rollout};
use gridhaunt_ghost_grid::GhostGrid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{
    Autoreset, Beginning, Company, Course, Dice, Drawn, Hall, Held, Lane, Policy, Shown, Stretch, Weights,
};
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::learn::{Common, Slot};
use gridhaunt_kernel::{Random, Seat};
use gridhaunt_pyrat::{Loose, PyRat};
use gridhaunt_snarl::Snarl;
use gridhaunt_sproutopia::{Legacy, Official, Sproutopia};
use gridhaunt_tag::Tag;
use serde_json::{Map, Value, json};
use std::sync::Arc;

const GAMES: usize = 20;
const WORLDS: usize = 7;
const SEED: u64 = 5;

/// How a device holds the episodes of a game.
trait Hand<G: Carried> {
    type Held<'a>: Held<'a, G>;
}

/// Where they lie.
struct InPlace;

impl<G: Carried> Hand<G> for InPlace {
    type Held<'a> = &'a G::World;
}

/// As PyRat is held in registers.
struct Loosely;

impl<const W: usize> Hand<PyRat<W>> for Loosely {
    type Held<'a> = Loose<'a>;
}

/// Two stretches of rollouts and some steps of every game, here as on a device and in a batch.
fn hold_against_batch<G: Carried, const SEATS: usize, const NUMBERS: usize>(game: &str, settings: &Value, steps: u64) {
    hold_so_against_batch::<G, InPlace, SEATS, NUMBERS>(game, settings, steps);
}

/// The same where episodes are held in this way.
fn hold_so_against_batch<G: Carried, H: Hand<G>, const SEATS: usize, const NUMBERS: usize>(
    game: &str,
    settings: &Value,
    steps: u64,
) {
    let opened = gridhaunt_roster::registry().find(game).unwrap().open(settings).unwrap();
    let cargo = opened.cargo(&Map::new(), SEED, WORLDS, true).unwrap();
    assert_eq!(cargo.kernels, G::KERNELS, "{game} {settings}");
    assert!(cargo.seats <= SEATS && cargo.actions <= NUMBERS, "{game} {settings}");
    let lens = Freight::unload(&mut Hold(&cargo.bytes));
    let unload = |&start: &u64| G::unload(&mut Hold(&cargo.bytes[start as usize..]));
    let shelf: Vec<Beginning<G>> = cargo.worlds.iter().map(unload).collect();
    let hall = Hall::<G> { shelf: &shelf, lens, seats: cargo.seats, actions: cargo.actions };
    let room = [WORLDS, cargo.seats, opened.places(), cargo.actions];
    for policy in [Policy::Uniform, Policy::Masked, Policy::Given(any_table(room))] {
        for restart in [true, false] {
            play::<G, H, SEATS, NUMBERS>(opened.as_ref(), hall, &policy, steps, restart);
        }
    }
    step_all::<G, H, SEATS>(opened.as_ref(), hall);
}

/// A table with a row for each world, seat and place, or for each seat and place where that would be many.
fn any_table(room: [usize; 4]) -> Arc<Weights> {
    let shape = [if room.iter().product::<usize>() > 1 << 20 { 1 } else { room[0] }, room[1], room[2], room[3]];
    let mut random = Random::new(3);
    let weights: Vec<f64> = (0..shape.iter().product()).map(|_| random.below(5) as f64 + 0.1).collect();
    Arc::new(Weights::new(&weights, &shape, room).unwrap())
}

fn drawn(policy: &Policy) -> Drawn<'_> {
    match policy {
        Policy::Masked => Drawn::Masked,
        Policy::Given(weights) => Drawn::Given(weights.odds()),
        _ => Drawn::Any,
    }
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

/// Two stretches in a batch.
fn rolled(batch: &mut Batch, policy: &Policy, steps: u64) -> [Rollout; 2] {
    [1, 2].map(|seed| {
        let stretch = Stretch { steps: steps as usize, policy: policy.clone(), seed, ..Stretch::default() };
        let mut rollout = Rollout::default();
        batch.play_into(&mut rollout, &stretch, None).unwrap();
        rollout
    })
}

fn play<G: Carried, H: Hand<G>, const SEATS: usize, const NUMBERS: usize>(
    opened: &dyn Opened,
    hall: Hall<'_, G>,
    policy: &Policy,
    steps: u64,
    restart: bool,
) {
    let mut batch = Batch::new(opened, &options(restart)).unwrap();
    let played = rolled(&mut batch, policy, steps);
    let course = Course { steps, drawn: drawn(policy), restart, episodes: u32::MAX };
    for game in 0..GAMES {
        let (mut state, world, draws) = begun(hall, game);
        let mut lane = Lane { world, draws, state: &mut state };
        let mut last = ([0.0; SEATS], false);
        for (seed, rollout) in [1, 2].into_iter().zip(&played) {
            let played =
                hall.roll::<H::Held<'_>, SEATS, NUMBERS>(course, &mut Dice::new(seed, game), &mut lane, |_, _| {});
            assert!(played.steps == steps || !restart, "{} game {game}, {course:?}", G::KERNELS);
            last = played.last;
            assert_eq!(played.episodes, rollout.episodes[game], "{} game {game}, {course:?}", G::KERNELS);
            let seats = game * hall.seats..(game + 1) * hall.seats;
            assert_eq!(played.returns[..hall.seats], rollout.returns[seats], "{} game {game}, {course:?}", G::KERNELS);
        }
        let hash = G::hash_of(hall.world(lane.world), lane.state);
        assert_eq!(Some(hash), batch.hash(game), "{} game {game}, {course:?}", G::KERNELS);
        let (seats, (paid, over)) = (game * hall.seats..(game + 1) * hall.seats, last);
        assert_eq!(u8::from(over), batch.over()[game], "{} game {game}, {course:?}", G::KERNELS);
        // A game that was over before is not stepped, here, and pays nothing, there.
        if restart {
            assert_eq!(paid[..hall.seats], batch.rewards()[seats], "{} game {game}, {course:?}", G::KERNELS);
        }
    }
}

/// Steps with numbers from outside, some of which stand for nothing, and every array after each of them.
fn step_all<G: Carried, H: Hand<G>, const SEATS: usize>(opened: &dyn Opened, hall: Hall<'_, G>) {
    let names = opened.encodings(&Map::new()).unwrap().into_iter().map(|encoding| encoding.name.to_string());
    let mut batch = Batch::new(opened, &Options { arrays: names.collect(), ..options(true) }).unwrap();
    let mut lanes: Vec<_> = (0..GAMES).map(|game| begun(hall, game)).collect();
    let (mut random, mut usual, mut frequent) = (Random::new(9), 0, 0);
    for step in 0..60 {
        let numbers: Vec<u8> = (0..GAMES * hall.seats).map(|_| random.below(hall.actions as u64 + 1) as u8).collect();
        batch.step(&numbers).unwrap();
        for (game, (state, world, draws)) in lanes.iter_mut().enumerate() {
            let seats = game * hall.seats..(game + 1) * hall.seats;
            let (mut actions, mut rewards) = ([0; SEATS], [0.0; SEATS]);
            actions[..hall.seats].copy_from_slice(&numbers[seats.clone()]);
            // As a device does: the usual in one piece, then what comes often, and by the rules what is more than that.
            let at = hall.world(*world);
            let is_usual = hall.step_usually(at, state, &actions);
            let over = !is_usual
                && hall.step_frequently(at, state, &actions, &mut rewards).inspect(|_| frequent += 1).unwrap_or_else(
                    || {
                        let (paid, over) = H::Held::step_once(&hall, at, state, &actions);
                        rewards = paid;
                        over
                    },
                );
            usual += u32::from(is_usual);
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
    assert_eq!(usual > 0, G::USUAL, "{}: {usual} steps were usual", G::KERNELS);
    assert_eq!(frequent > 0, G::FREQUENT, "{}: {frequent} steps were frequent", G::KERNELS);
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
fn pyrat_in_registers() {
    hold_so_against_batch::<PyRat<10>, Loosely, 2, 5>("pyrat", &json!({}), 250);
    // Games that are decided by points: long before their time is over, and all at different times.
    let small = json!({"width": 5, "height": 5, "cheese_count": 5, "wall_density": 0.2, "mud_density": 0.5});
    hold_so_against_batch::<PyRat<10>, Loosely, 2, 5>("pyrat", &small, 400);
    let large = json!({"width": 31, "height": 25, "max_turns": 90, "end_on_majority": false});
    hold_so_against_batch::<PyRat<26>, Loosely, 2, 5>("pyrat", &large, 100);
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

/// The game of a thread in which the game moves some of the seats.
struct Hunted<G: Carried> {
    state: G::State,
    world: u32,
    draws: Random,
    random: Vec<Random>,
    owed: Vec<f32>,
}

impl<G: Carried> Hunted<G> {
    fn new<const SEATS: usize>(hall: Hall<'_, G>, game: usize, learned: usize, until_asked: bool) -> Self {
        let (mut draws, mut world) = (Random::stream(SEED, game as u64), 0);
        // A batch draws once as it is made, and again as it is reset.
        let state = hall.draw(&mut draws, &mut world).clone();
        draws.next_u64();
        let (random, owed) = (vec![Random::new(0); hall.seats - learned], vec![0.0; learned]);
        let mut hunted = Self { state, world, draws, random, owed };
        hunted.with(until_asked, |lane, company| hall.begin_together::<SEATS>(lane, company));
        hunted
    }

    fn with<R>(&mut self, until_asked: bool, work: impl FnOnce(&mut Lane<'_, G>, &mut Company<'_>) -> R) -> R {
        let mut lane = Lane { world: self.world, draws: self.draws, state: &mut self.state };
        let learned = self.owed.len();
        let mut company = Company { learned, until_asked, random: &mut self.random, owed: &mut self.owed };
        let result = work(&mut lane, &mut company);
        (self.world, self.draws) = (lane.world, lane.draws);
        result
    }
}

/// The same where some seats are moved, here as a device does it and in a batch by the default bots.
fn hold_against_bots<G: Carried, const SEATS: usize, const NUMBERS: usize>(game: &str, settings: &Value, steps: u64) {
    let opened = gridhaunt_bots::registry().find(game).unwrap().open(settings).unwrap();
    let cargo = opened.cargo(&Map::new(), SEED, WORLDS, true).unwrap();
    let unload = |&start: &u64| G::unload(&mut Hold(&cargo.bytes[start as usize..]));
    let shelf: Vec<Beginning<G>> = cargo.worlds.iter().map(unload).collect();
    let lens = Freight::unload(&mut Hold(&cargo.bytes));
    let hall = Hall::<G> { shelf: &shelf, lens, seats: cargo.seats, actions: cargo.actions };
    let learned = opened.unmoved().unwrap();
    let seats: Value = (0..learned).map(Value::from).collect();
    for until_asked in [false, true] {
        let options = |restart| Options { seats: seats.clone(), until_asked, ..options(restart) };
        let room = [WORLDS, learned, opened.places(), cargo.actions];
        for (policy, restart) in [
            (Policy::Uniform, true),
            (Policy::Masked, true),
            (Policy::Masked, false),
            (Policy::Given(any_table(room)), true),
        ] {
            let mut batch = Batch::new(opened.as_ref(), &options(restart)).unwrap();
            let played = rolled(&mut batch, &policy, steps);
            let course = Course { steps, drawn: drawn(&policy), restart, episodes: u32::MAX };
            for game in 0..GAMES {
                let mut hunted = Hunted::<G>::new::<SEATS>(hall, game, learned, until_asked);
                for (seed, rollout) in [1, 2].into_iter().zip(&played) {
                    let mut dice = Dice::new(seed, game);
                    let played = hunted.with(until_asked, |lane, company| {
                        hall.roll_together::<SEATS, NUMBERS>(course, &mut dice, lane, company, |_, _| {})
                    });
                    let told = format!("game {game}, {policy:?}, restart {restart}, until asked {until_asked}");
                    assert_eq!(played.episodes, rollout.episodes[game], "{told}");
                    let seats = game * learned..(game + 1) * learned;
                    assert_eq!(played.returns[..learned], rollout.returns[seats], "{told}");
                }
                let hash = G::hash_of(hall.world(hunted.world), &hunted.state);
                assert_eq!(Some(hash), batch.hash(game), "game {game}, {policy:?}, {restart}, {until_asked}");
            }
        }
        let mut batch = Batch::new(opened.as_ref(), &options(true)).unwrap();
        let mut games: Vec<_> =
            (0..GAMES).map(|game| Hunted::<G>::new::<SEATS>(hall, game, learned, until_asked)).collect();
        let mut random = Random::new(9);
        for step in 0..200 {
            let numbers: Vec<u8> = (0..GAMES * learned).map(|_| random.below(hall.actions as u64 + 1) as u8).collect();
            batch.step(&numbers).unwrap();
            for (game, hunted) in games.iter_mut().enumerate() {
                let seats = game * learned..(game + 1) * learned;
                let (mut actions, mut rewards) = ([0; SEATS], [0.0; SEATS]);
                actions[..learned].copy_from_slice(&numbers[seats.clone()]);
                let over = hunted.with(until_asked, |lane, company| {
                    hall.step_together(lane, company, &actions, &mut rewards, true, |_, _| {})
                });
                assert_eq!(rewards[..learned], batch.rewards()[seats], "game {game}, step {step}");
                assert_eq!(u8::from(over), batch.over()[game], "game {game}, step {step}");
                let hash = G::hash_of(hall.world(hunted.world), &hunted.state);
                assert_eq!(Some(hash), batch.hash(game), "game {game}, step {step}");
            }
        }
    }
}

#[test]
fn zombies_and_ghosts_are_moved_as_their_bots_would() {
    hold_against_bots::<Snarl, 6, 13>("snarl", &json!({}), 400);
    hold_against_bots::<Snarl, 6, 13>("snarl", &json!({"players": 1, "zombies": 1, "ghosts": 3}), 400);
    let plain = json!({"players": 2, "ghosts": 2, "void_walls": false, "generate": {"rooms": 3, "min": [12, 12], "max": [16, 16]}});
    hold_against_bots::<Snarl, 6, 13>("snarl", &plain, 400);
}

#[test]
fn ghost_grid() {
    hold_against_batch::<GhostGrid, 128, 56>("ghost-grid", &json!({}), 100);
    hold_against_batch::<GhostGrid, 128, 56>("ghost-grid", &json!({"preset": "share", "marking": "chosen"}), 100);
}
