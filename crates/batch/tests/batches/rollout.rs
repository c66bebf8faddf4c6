//! Rollouts: the same as that many steps with the same choices, whatever the number of threads.

use gridhaunt_batch::{Batch, Buffer, Lent, Options, Rollout};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Policy, Stretch, UNNUMBERED, world_seed};
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::learn::Encoding;
use serde_json::json;

/// Every game with its default settings.
fn every_game(mut each: impl FnMut(&str, &dyn Opened)) {
    for game in gridhaunt_bots::registry().games() {
        let opened = game.open(&json!({})).expect("defaults");
        each(game.info().name, opened.as_ref());
    }
}

/// A batch with all arrays that are small enough to compare often.
fn options(opened: &dyn Opened, games: usize, threads: usize) -> Options {
    let encodings = opened.encodings(&Map::new()).expect("encodings");
    let small = |encoding: &&Encoding| encoding.len() < 4000;
    let arrays = encodings.iter().filter(small).map(|encoding| encoding.name.to_string()).take(8).collect();
    Options { games, threads, worlds: 5, seed: 3, arrays, ..Options::default() }
}

/// The part of a buffer that has this place, as bits that can be compared.
fn part(buffer: &Buffer, at: usize, len: usize) -> Vec<u32> {
    match buffer {
        Buffer::U8(list) => list[at * len..][..len].iter().map(|&x| x.into()).collect(),
        Buffer::I16(list) => list[at * len..][..len].iter().map(|&x| x as u16 as u32).collect(),
        Buffer::F32(list) => list[at * len..][..len].iter().map(|&x| x.to_bits()).collect(),
    }
}

fn whole(buffer: &Buffer) -> Vec<u32> {
    part(buffer, 0, buffer.len())
}

/// Plays a stretch, and the same choices step by step in a second batch.
fn holds(name: &str, opened: &dyn Opened, options: &Options, stretch: &Stretch) {
    let mut rolled = Batch::new(opened, options).expect("a batch");
    let mut stepped = Batch::new(opened, options).expect("a batch");
    let (games, learners, steps) = (rolled.games(), rolled.learned().len(), stretch.steps);
    let mut trail = rolled.trail(steps, Lent::default()).expect("a trail");
    let rollout = rolled.play(stretch, Some(&mut trail)).expect("a rollout");
    let (mut returns, mut episodes) = (vec![0.0; games * learners], vec![0; games]);
    for step in 0..steps {
        for ((encoding, now), path) in stepped.arrays().zip(trail.arrays()) {
            let len = learners * encoding.len();
            for game in 0..games {
                let at = game * steps + step;
                assert_eq!(part(now, game, len), part(path, at, len), "{name}: {} of step {step}", encoding.name);
            }
        }
        let at = |game: usize| (game * steps + step) * learners;
        let actions: Vec<u8> = (0..games).flat_map(|game| trail.actions()[at(game)..][..learners].to_vec()).collect();
        let was_over = stepped.over().to_vec();
        stepped.step(&actions).expect("a step");
        for game in 0..games {
            let rewards = &stepped.rewards()[game * learners..][..learners];
            assert_eq!(rewards, &trail.rewards()[at(game)..][..learners], "{name}: rewards of step {step}");
            // A game that waits for a reset stays over, and has not ended again.
            let waits = options.autoreset == Autoreset::Disabled && step > 0 && was_over[game] != 0;
            let ended = u8::from(stepped.over()[game] != 0 && !waits);
            assert_eq!(ended, trail.over()[game * steps + step], "{name}: ends of step {step}");
            episodes[game] += u32::from(ended);
            returns[game * learners..][..learners].iter_mut().zip(rewards).for_each(|(s, r)| *s += f64::from(*r));
        }
    }
    assert_eq!((rollout.returns, rollout.episodes), (returns, episodes), "{name}");
    assert_eq!(rolled.hashes(), stepped.hashes(), "{name}");
    assert_eq!((rolled.rewards(), rolled.over()), (stepped.rewards(), stepped.over()), "{name}");
    assert_eq!((rolled.truncated(), rolled.terminated()), (stepped.truncated(), stepped.terminated()), "{name}");
    for ((encoding, rolled), (_, stepped)) in rolled.arrays().zip(stepped.arrays()) {
        assert_eq!(whole(rolled), whole(stepped), "{name}: {} at the end", encoding.name);
    }
    // Without a trail nothing else comes of it, and a further step goes on from there.
    let mut bare = Batch::new(opened, options).expect("a batch");
    bare.play(stretch, None).expect("a rollout");
    assert_eq!(bare.hashes(), stepped.hashes(), "{name}");
    let zeros = vec![0; games * learners];
    bare.step(&zeros).expect("a step");
    stepped.step(&zeros).expect("a step");
    for ((encoding, bare), (_, stepped)) in bare.arrays().zip(stepped.arrays()) {
        assert_eq!(whole(bare), whole(stepped), "{name}: {} after a further step", encoding.name);
    }
}

#[test]
fn a_rollout_is_that_many_steps() {
    every_game(|name, opened| {
        for policy in [Policy::Uniform, Policy::Masked] {
            holds(name, opened, &options(opened, 37, 2), &Stretch { steps: 60, policy, seed: 5, ..Stretch::default() });
        }
    });
}

#[test]
fn so_it_is_with_lessons() {
    every_game(|name, opened| {
        let plain = options(opened, 9, 2);
        let seats = json!([0]);
        let opponents = json!("random");
        let lessons = [
            Options { seats: seats.clone(), opponents: opponents.clone(), ..plain.clone() },
            Options { seats, opponents, until_asked: true, results: true, ..plain.clone() },
            Options { max_steps: Some(7), autoreset: Autoreset::NextStep, ..plain.clone() },
            Options { max_steps: Some(7), autoreset: Autoreset::Disabled, ..plain.clone() },
            Options { max_steps: Some(7), finals: true, ..plain },
        ];
        for options in lessons {
            for policy in [Policy::Uniform, Policy::Masked] {
                holds(name, opened, &options, &Stretch { steps: 25, policy, seed: 5, ..Stretch::default() });
            }
        }
    });
}

#[test]
fn threads_make_no_difference() {
    every_game(|name, opened| {
        let bots: Vec<(Seat, String)> = (0..opened.seats()).map(|seat| (Seat(seat as u8), "random".into())).collect();
        let bots = opened.stand_ins(&bots).expect("bots");
        for policy in [Policy::Uniform, Policy::Masked, Policy::Bots(bots)] {
            let stretch = Stretch { steps: 40, policy, seed: 11, ..Stretch::default() };
            let play = |threads: usize| {
                let mut batch = Batch::new(opened, &options(opened, 100, threads)).expect("a batch");
                // What an earlier rollout left in the sums is no part of the next.
                let mut rollout = Rollout { returns: vec![7.0; 3], episodes: vec![9; 200], results: vec![1.0] };
                batch.play_into(&mut rollout, &stretch, None).expect("a rollout");
                (rollout, batch.hashes(), batch.arrays().map(|(_, buffer)| whole(buffer)).collect::<Vec<_>>())
            };
            let one = play(1);
            assert!(one == play(2) && one == play(3), "{name} with {:?}", stretch.policy);
        }
    });
}

/// Bots without chance play the match that they play in a session.
#[test]
fn bots_play_their_match() {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("pyrat").expect("PyRat").open(&json!({"preset": "tiny"})).expect("settings");
    let bots = opened.stand_ins(&[(Seat(0), "greedy".into()), (Seat(1), "greedy".into())]).expect("bots");
    for lesson in [false, true] {
        let mut session = opened.begin(opened.fold_seed(world_seed(3, 0))).expect("a match");
        let mut players = [Seat(0), Seat(1)].map(|seat| {
            let mut player = opened.player("greedy", &Map::new(), 0, seat).expect("a bot");
            player.start(session.as_ref(), seat);
            player
        });
        let options = Options { worlds: 1, seed: 3, results: lesson, ..options(opened.as_ref(), 2, 1) };
        let mut batch = Batch::new(opened.as_ref(), &options).expect("a batch");
        let mut steps = 0;
        while !session.phase().is_over() {
            let choose = |seat: usize| (Seat(seat as u8), players[seat].choose(session.as_ref(), Seat(seat as u8)));
            let choices: Vec<(Seat, u64)> = [0, 1].map(choose).into_iter().filter_map(|(s, c)| Some((s, c?))).collect();
            session.step(&choices);
            steps += 1;
        }
        let stretch = |steps| Stretch { steps, policy: Policy::Bots(bots.clone()), ..Stretch::default() };
        let mut trail = batch.trail(steps - 1, Lent::default()).expect("a trail");
        let before = batch.play(&stretch(steps - 1), Some(&mut trail)).expect("a rollout");
        assert_eq!(before.episodes, [0, 0]);
        assert!(trail.actions().iter().all(|&action| action == UNNUMBERED));
        let last = batch.play(&stretch(1), None).expect("a rollout");
        assert_eq!((last.episodes, batch.over()), (vec![1, 1], &[1, 1][..]));
        let outcome = session.outcome().expect("over");
        let ahead = outcome.points(Seat(0)) - outcome.points(Seat(1));
        assert_eq!(before.returns[0] + last.returns[0], ahead, "what the first rat is ahead");
    }
}

#[test]
fn bots_of_another_game_are_refused_and_nothing_is_played() {
    let registry = gridhaunt_bots::registry();
    let open = |name: &str| registry.find(name).expect("a game").open(&json!({})).expect("defaults");
    let (pyrat, tag) = (open("pyrat"), open("tag"));
    let bots = tag.stand_ins(&[(Seat(0), "random".into())]).expect("bots");
    for results in [false, true] {
        let mut batch =
            Batch::new(pyrat.as_ref(), &Options { games: 4, results, ..Options::default() }).expect("a batch");
        let before = batch.hashes();
        let stretch = Stretch { steps: 3, policy: Policy::Bots(bots.clone()), ..Stretch::default() };
        assert!(batch.play(&stretch, None).is_err_and(|wrong| wrong.field == "policy"));
        assert_eq!(batch.hashes(), before);
    }
    let unknown = pyrat.stand_ins(&[(Seat(0), "gready".into())]);
    assert!(unknown.is_err_and(|wrong| wrong.to_string().contains("greedy")));
    let other = pyrat.stand_ins(&[(Seat(0), "greedy:depth=3".into())]);
    assert!(other.is_err());
}

#[test]
fn a_rollout_can_be_stopped() {
    let opened = gridhaunt_bots::registry().find("pyrat").expect("PyRat").open(&json!({})).expect("defaults");
    for results in [false, true] {
        let options = Options { games: 3, results, ..Options::default() };
        let mut batch = Batch::new(opened.as_ref(), &options).expect("a batch");
        let stretch = Stretch { steps: gridhaunt_batch::MOST_STEPS, ..Stretch::default() };
        stretch.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(batch.play(&stretch, None).expect("nothing").episodes, [0; 3]);
    }
}

#[test]
fn a_trail_of_other_steps_is_refused() {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("pyrat").expect("PyRat").open(&json!({})).expect("defaults");
    let mut batch = Batch::new(opened.as_ref(), &Options { games: 4, ..Options::default() }).expect("a batch");
    let mut trail = batch.trail(3, Lent::default()).expect("a trail");
    let stretch = |steps| Stretch { steps, ..Stretch::default() };
    assert!(batch.play(&stretch(4), Some(&mut trail)).is_err_and(|wrong| wrong.field == "trail"));
    assert!(batch.play(&stretch(3), Some(&mut trail)).is_ok());
    assert_eq!(batch.play(&stretch(0), None).expect("nothing").episodes, [0; 4]);
    assert!(batch.play(&stretch(usize::MAX), None).is_err_and(|wrong| wrong.field == "steps"));
    // One of another batch has room for other arrays.
    let shows = |array: &str| {
        let options = Options { games: 4, arrays: vec![array.into()], ..Options::default() };
        Batch::new(opened.as_ref(), &options).expect("a batch")
    };
    let mut other = shows("legal").trail(3, Lent::default()).expect("a trail");
    assert!(shows("planes").play(&stretch(3), Some(&mut other)).is_err_and(|wrong| wrong.field == "trail"));
    let mut lent = Lent::default();
    lent.add("rewards", Buffer::U8(gridhaunt_batch::Memory::zeros(5).expect("memory"))).expect("alone");
    assert!(batch.trail(3, lent).is_err_and(|wrong| wrong.field == "buffers.rewards"));
}
