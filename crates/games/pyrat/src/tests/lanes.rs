//! Compares sixteen games in the lanes of a vector with the rules for one game at a time: R9, R20, R36 to R38, bit by
//! bit.

use super::matches;
use crate::encode::{Lens, is_effective, unpack};
use crate::lanes::{LANES, Lanes};
use crate::routes::COLUMNS;
use crate::settings::Settings;
use crate::{PyRat, State, Status, World, family};
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::flock::{
    Buffers, Flock, Lesson, Pack, Plan, Restart, Shown, Turns, TypedFlock, Vector, draw_worlds, world_seed,
};
use gridhaunt_kernel::learn::{Common, reward_between};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::pass;
use serde_json::json;
use std::sync::Arc;

/// All arrays of a flock: those of the game, then those that every game has.
#[derive(Clone, PartialEq, Debug)]
struct Arrays {
    packed: Vec<u8>,
    planes: Vec<u8>,
    scalars: Vec<f32>,
    legal: Vec<u8>,
    routes: Vec<f32>,
    mask: Vec<u8>,
    asked: Vec<u8>,
    lasts: Vec<u8>,
}

const ARRAYS: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

impl Arrays {
    fn new<const W: usize>(settings: &Settings, games: usize) -> Self {
        let seats = 2 * games;
        let bytes = |len: usize| vec![0xA5; len * seats];
        Self {
            packed: bytes(size_of::<State<W>>()),
            planes: bytes(9 * settings.grid().cells()),
            scalars: vec![f32::NAN; 4 * seats],
            legal: bytes(5),
            routes: vec![f32::NAN; 16 * COLUMNS * seats],
            mask: bytes(5),
            asked: bytes(1),
            lasts: bytes(1),
        }
    }

    fn slots(&mut self) -> [Slot<'_>; 8] {
        [
            Slot::U8(&mut self.packed),
            Slot::U8(&mut self.planes),
            Slot::F32(&mut self.scalars),
            Slot::U8(&mut self.legal),
            Slot::F32(&mut self.routes),
            Slot::U8(&mut self.mask),
            Slot::U8(&mut self.asked),
            Slot::U8(&mut self.lasts),
        ]
    }

    /// Writes the arrays of one seat completely.
    fn show<const W: usize>(&mut self, game: usize, world: &World, state: &State<W>, lens: Lens) {
        for (which, slot) in self.slots().iter_mut().enumerate() {
            let len = [size_of::<State<W>>(), 9 * world.grid().cells(), 4, 5, 16 * COLUMNS, 5, 1, 1][which];
            let common = which.checked_sub(5).and_then(|common| Common::ALL.get(common));
            let shown = Shown { array: common.map_or(Ok(which), |&common| Err(common)), len };
            for seat in 0..2 {
                let out = slot.part((2 * game + seat) * len, len);
                shown.write::<PyRat<W>>(world, None, state, Seat(seat as u8), lens, out);
            }
        }
    }
}

/// What a flock must do, one game after the other.
struct Scalar<const W: usize> {
    worlds: Vec<(World, State<W>)>,
    draws: Vec<Random>,
    games: Vec<State<W>>,
    lens: Lens,
}

impl<const W: usize> Scalar<W> {
    fn new(settings: &Settings, lens: Lens, plan: &Plan) -> Self {
        let worlds = (0..plan.worlds as u64).map(|w| {
            let (world, state) = PyRat::<W>::new(settings, world_seed(plan.seed, w)).expect("a game");
            (world, State { world: w as u32, ..state })
        });
        let draws = (0..plan.games).map(|game| Random::stream(plan.seed, (plan.first + game) as u64)).collect();
        let mut scalar = Self { worlds: worlds.collect(), draws, games: Vec::new(), lens };
        scalar.games = (0..plan.games).map(|game| scalar.begin(game)).collect();
        scalar
    }

    fn begin(&mut self, game: usize) -> State<W> {
        self.worlds[self.draws[game].below(self.worlds.len() as u64) as usize].1
    }

    fn world(&self, game: usize) -> &World {
        &self.worlds[self.games[game].world as usize].0
    }

    fn reset(&mut self) {
        for game in 0..self.games.len() {
            self.games[game] = self.begin(game);
        }
    }

    /// Steps one game; a number that stands for no action is no choice. Returns the rewards and whether it ended.
    fn step(&mut self, game: usize, numbers: [u8; 2]) -> ([f32; 2], u8) {
        let before = self.games[game];
        let (world, mut after) = (self.world(game), before);
        let mut choices = Vec::new();
        for (seat, number) in [Seat(0), Seat(1)].into_iter().zip(numbers) {
            let action = PyRat::<W>::numbered(world, &before, seat, self.lens, number.into());
            choices.extend(action.map(|action| (seat, action)));
        }
        pass::<PyRat<W>>(world, &mut after, &choices);
        let rewards =
            [Seat(0), Seat(1)].map(|seat| reward_between::<PyRat<W>>(world, &before, &after, seat, self.lens));
        let over = PyRat::<W>::phase(world, &after).is_over();
        self.games[game] = if over { self.begin(game) } else { after };
        (rewards, over.into())
    }
}

/// A number for a seat: mostly an action, sometimes anything.
fn number(random: &mut Random) -> u8 {
    if random.below(8) == 0 { random.next_u64() as u8 } else { random.below(5) as u8 }
}

/// What happened in a trial, so that a trial in which nothing happened does not pass.
#[derive(Default)]
struct Seen {
    /// Steps after which a game continued, and after which it had ended.
    ended: [usize; 2],
    ate: usize,
    shared: usize,
    waded: usize,
}

fn trial<const W: usize>(document: &Value, plan: &Plan, lens: Lens, steps: usize, seen: &mut Seen) {
    let name = format!("{document}, {}, {lens:?}", plan.vector.name());
    let settings = matches::settings(document);
    let games = draw_worlds::<PyRat<W>>(&settings, plan.seed, plan.worlds).expect("worlds");
    let shelf = Arc::new(Lanes::<W>::shelf(games));
    let mut flock = TypedFlock::<PyRat<W>>::new(&settings, lens, shelf, plan.clone());
    let mut scalar = Scalar::<W>::new(&settings, lens, plan);
    let mut arrays = Arrays::new::<W>(&settings, plan.games);
    let mut expected = arrays.clone();
    let (mut rewards, mut over) = (vec![f32::NAN; 2 * plan.games], vec![0xA5; plan.games]);
    let mut random = Random::new(W as u64);
    for step in 0..steps {
        let (mut scalar_rewards, mut scalar_over) = (vec![0.0; 2 * plan.games], vec![0; plan.games]);
        if step == 0 || step == steps / 2 {
            let mut slots = arrays.slots();
            flock.reset(Restart::default(), Buffers::plain(&mut rewards, &mut over, &mut slots));
            scalar.reset();
        } else {
            let numbers: Vec<u8> = (0..2 * plan.games).map(|_| number(&mut random)).collect();
            let mut slots = arrays.slots();
            flock.step(&numbers, Buffers::plain(&mut rewards, &mut over, &mut slots));
            for game in 0..plan.games {
                let before = scalar.games[game];
                let (reward, ended) = scalar.step(game, [numbers[2 * game], numbers[2 * game + 1]]);
                scalar_rewards[2 * game..2 * game + 2].copy_from_slice(&reward);
                scalar_over[game] = ended;
                let after = scalar.games[game];
                if ended == 0 {
                    seen.ate += usize::from(before.cheese_left - after.cheese_left);
                    seen.shared += usize::from((before.half[0] ^ after.half[0]) & 1);
                    seen.waded += usize::from(after.delay != [0, 0]);
                }
                seen.ended[usize::from(ended)] += 1;
            }
        }
        assert_eq!(rewards, scalar_rewards, "{name}: rewards of step {step}");
        assert_eq!(over, scalar_over, "{name}: ends of step {step}");
        for game in 0..plan.games {
            let state = &scalar.games[game];
            expected.show(game, scalar.world(game), state, lens);
            let start = 2 * game * size_of::<State<W>>();
            let packed = unpack::<W>(&arrays.packed[start..start + size_of::<State<W>>()]);
            assert_eq!(packed.as_ref(), Some(state), "{name}: game {game} after step {step}");
            assert_eq!(flock.hash(game), PyRat::<W>::hash_of(scalar.world(game), state), "{name}: game {game}");
        }
        assert!(arrays == expected, "{name}: arrays after step {step}");
    }
}

fn plan(games: usize, vector: Vector) -> Plan {
    Plan { games, first: 3, seed: 77, worlds: 5, arrays: ARRAYS.to_vec(), vector, lesson: Arc::new(Lesson::plain(2)) }
}

/// Every level, both lenses, several numbers of games.
fn trials<const W: usize>(documents: &[Value], games: &[usize], steps: usize) {
    let mut seen = Seen::default();
    for document in documents {
        for vector in Vector::detect().and_lower() {
            for lens in [Lens::ABSOLUTE, Lens::OWN] {
                games.iter().for_each(|&games| trial::<W>(document, &plan(games, vector), lens, steps, &mut seen));
            }
        }
    }
    let Seen { ended: [went_on, ended], ate, shared, waded } = seen;
    let counts = [went_on, ended, ate, shared, waded];
    assert!(counts.iter().all(|&count| count > 20), "W = {W}: too little happened, {counts:?}");
}

#[test]
fn lanes_equal_the_rules_on_small_boards() {
    let documents = [
        json!({"width": 2, "height": 2, "cheese_count": 4, "max_turns": 9, "mud_density": 0.5}),
        json!({"width": 3, "height": 3, "cheese_count": 9, "max_turns": 12, "wall_density": 0.2, "start": "mirrored"}),
        json!({"width": 7, "height": 5, "start": "random", "end_on_majority": false, "mud_density": 1, "mud_range": 4}),
        json!({"preset": "medium", "cheese_count": 315, "max_turns": 17}),
    ];
    trials::<10>(&documents, &[1, 15, 16, 17, 37], 40);
}

#[test]
fn lanes_equal_the_rules_on_the_largest_board_of_one_line() {
    let full = json!({
        "width": 20, "height": 16, "start": [[19, 15], [19, 15]],
        "cheese_count": 320, "max_turns": 11, "mud_density": 0.4,
    });
    trials::<10>(&[full], &[19], 30);
}

#[test]
fn lanes_equal_the_rules_on_large_boards() {
    let documents = [
        json!({"preset": "large", "cheese_count": 651, "max_turns": 11, "start": [[30, 20], [30, 20]]}),
        json!({"width": 26, "height": 32, "cheese_count": 832, "max_turns": 9, "mud_density": 0.4, "start": "random"}),
    ];
    trials::<26>(&documents, &[19], 30);
}

#[test]
fn lanes_equal_the_rules_on_huge_boards() {
    let documents = [
        json!({"preset": "huge", "cheese_count": 1271, "max_turns": 11, "start": [[40, 30], [40, 30]]}),
        json!({"width": 42, "height": 32, "cheese_count": 1344, "max_turns": 9, "mud_density": 0.4, "start": "random"}),
    ];
    trials::<42>(&documents, &[18], 24);
}

#[test]
fn lanes_equal_the_rules_on_the_largest_boards() {
    let full = json!({
        "width": 64, "height": 64, "start": [[63, 63], [63, 63]],
        "cheese_count": 4096, "max_turns": 8, "mud_density": 0.3,
    });
    let few = json!({"width": 3, "height": 2, "cheese_count": 6, "max_turns": 10});
    trials::<128>(&[full, few], &[17], 18);
}

#[test]
fn a_game_that_ends_begins_anew_in_the_same_step() {
    // One turn is a whole game: every step ends all games, and all arrays belong to the next ones.
    let document = json!({"width": 5, "height": 4, "max_turns": 1, "start": "random"});
    let mut seen = Seen::default();
    trial::<10>(&document, &plan(33, Vector::detect()), Lens::OWN, 12, &mut seen);
    assert_eq!(seen.ended[0], 0, "no game goes on");
    assert_eq!(seen.ended[1], 33 * 10);
}

#[test]
fn every_number_above_four_is_a_stay_in_every_lane() {
    let (world, state) =
        matches::game::<10>(&json!({"width": 5, "height": 4, "walls": [], "start": [[2, 1], [2, 2]]}), 1);
    for vector in Vector::detect().and_lower() {
        for lens in [Lens::ABSOLUTE, Lens::OWN] {
            for number in 0..=255u8 {
                let shelf = Lanes::<10>::shelf(vec![(world.clone(), state)]);
                let mut lanes = Lanes::<10>::new(&shelf);
                let (mut rewards, mut over) = ([0.0; 2 * LANES], [0; LANES]);
                let turns =
                    Turns { actions: &[number; 2 * LANES], rewards: &mut rewards, over: &mut over, shown: true };
                lanes.step(&shelf, vector, lens, turns);
                let expected = match (number, lens) {
                    (0, Lens::ABSOLUTE) => [(2, 2), (2, 3)],
                    (1, Lens::ABSOLUTE) => [(3, 1), (3, 2)],
                    (2, Lens::ABSOLUTE) => [(2, 0), (2, 1)],
                    (3, Lens::ABSOLUTE) => [(1, 1), (1, 2)],
                    (0, Lens::OWN) => [(2, 2), (2, 1)],
                    (1, Lens::OWN) => [(3, 1), (1, 2)],
                    (2, Lens::OWN) => [(2, 0), (2, 3)],
                    (3, Lens::OWN) => [(1, 1), (3, 2)],
                    _ => [(2, 1), (2, 2)],
                };
                for lane in 0..LANES {
                    let cells = lanes.state(lane).pos.map(|index| world.grid().cell(index.into()));
                    assert_eq!(cells.map(<(u16, u16)>::from), expected, "number {number}, {lens:?}, {}", vector.name());
                }
            }
        }
    }
}

#[test]
fn a_finished_lane_is_frozen() {
    // Every lane begins at a different moment of one game, so that some end before others.
    let settings = json!({"width": 4, "height": 4, "cheese_count": 16, "max_turns": 30, "mud_density": 0.5});
    let (world, start) = matches::game::<10>(&settings, 2);
    let mut random = Random::new(3);
    let mut moments = vec![start];
    for _ in 1..LANES {
        let mut state = moments[moments.len() - 1];
        for _ in 0..2 {
            let actions = [0, 1].map(|_| crate::Action::ALL[random.index(5)]);
            matches::step(&world, &mut state, actions);
        }
        moments.push(state);
    }
    for vector in Vector::detect().and_lower() {
        let shelf = Lanes::<10>::shelf(moments.iter().map(|&state| (world.clone(), state)).collect());
        let mut lanes = Lanes::<10>::new(&shelf);
        (0..LANES).for_each(|lane| lanes.begin(&shelf, lane, lane as u32));
        let mut states: Vec<State<10>> = (0..LANES).map(|lane| lanes.state(lane)).collect();
        for step in 0..40 {
            let numbers: [u8; 2 * LANES] = core::array::from_fn(|_| number(&mut random));
            let (mut rewards, mut over) = ([f32::NAN; 2 * LANES], [0xA5; LANES]);
            let turns = Turns { actions: &numbers, rewards: &mut rewards, over: &mut over, shown: true };
            lanes.step(&shelf, vector, Lens::ABSOLUTE, turns);
            for (lane, state) in states.iter_mut().enumerate() {
                let was_over = state.status != Status::Running;
                let before = *state;
                let actions = [numbers[2 * lane], numbers[2 * lane + 1]];
                crate::rules::step(world.maze.turns(), world.grid().width(), state, actions);
                assert_eq!(lanes.state(lane), *state, "lane {lane}, step {step}, {}", vector.name());
                assert!(!was_over || (*state == before && rewards[2 * lane..][..2] == [0.0; 2]), "frozen");
                assert_eq!(over[lane], u8::from(state.status != Status::Running));
            }
        }
        assert!(states.iter().all(|state| state.status != Status::Running), "all have ended");
    }
}

#[test]
fn a_lane_knows_its_world() {
    let games: Vec<_> = (0..6).map(|seed| matches::game::<10>(&json!({"preset": "tiny"}), seed)).collect();
    let shelf = Lanes::<10>::shelf(games.clone());
    let mut lanes = Lanes::<10>::new(&shelf);
    for lane in 0..LANES {
        let world = (lane * 5 % 6) as u32;
        lanes.begin(&shelf, lane, world);
        assert_eq!((lanes.world_of(lane), Lanes::<10>::world(&shelf, world)), (world, &games[world as usize].0));
        assert_eq!(lanes.state(lane), State { world, ..games[world as usize].1 });
    }
}

/// The erased interface makes the same flocks, and finds the size for each board.
#[test]
fn flocks_of_the_family_play_the_same_games() {
    fn hashes<const W: usize>(document: &Value, plan: &Plan, steps: usize) -> Vec<u64> {
        let settings = matches::settings(document);
        let mut scalar = Scalar::<W>::new(&settings, Lens::OWN, plan);
        let mut random = Random::new(8);
        for _ in 0..steps {
            for game in 0..plan.games {
                let numbers = [number(&mut random), number(&mut random)];
                scalar.step(game, numbers);
            }
        }
        (0..plan.games).map(|game| PyRat::<W>::hash_of(scalar.world(game), &scalar.games[game])).collect()
    }
    let (steps, plan) = (25, Plan { arrays: Vec::new(), ..plan(21, Vector::detect()) });
    let lens: Map<_, _> = [("orientation".into(), json!("own"))].into_iter().collect();
    let sizes = [("tiny", hashes::<10> as fn(&_, &_, _) -> _), ("large", hashes::<26>), ("huge", hashes::<42>)];
    for (preset, hashes) in sizes {
        let document = json!({"preset": preset, "max_turns": 10});
        let opened = family().open(&document).expect("a table");
        let mut flocks = opened.flocks(&lens, core::slice::from_ref(&plan)).expect("flocks");
        let mut random = Random::new(8);
        let (mut rewards, mut over) = (vec![0.0; 42], vec![0; 21]);
        for _ in 0..steps {
            let numbers: Vec<u8> = (0..42).map(|_| number(&mut random)).collect();
            flocks[0].step(&numbers, Buffers::plain(&mut rewards, &mut over, &mut []));
        }
        let played: Vec<u64> = (0..21).map(|game| flocks[0].hash(game)).collect();
        let expected: Vec<u64> = hashes(&document, &plan, steps);
        assert_eq!(played, expected, "{preset}");
    }
}

/// Two flocks of one batch play the same games as one flock of all.
#[test]
fn a_batch_plays_the_same_however_it_is_cut() {
    let document = json!({"preset": "tiny", "max_turns": 7});
    let opened = family().open(&document).expect("a table");
    let whole = Plan { arrays: Vec::new(), first: 0, ..plan(40, Vector::detect()) };
    let cut = [Plan { games: 23, ..whole.clone() }, Plan { games: 17, first: 23, ..whole.clone() }];
    let mut one = opened.flocks(&Map::new(), core::slice::from_ref(&whole)).expect("a flock");
    let mut two = opened.flocks(&Map::new(), &cut).expect("flocks");
    let mut random = Random::new(4);
    for _ in 0..30 {
        let numbers: Vec<u8> = (0..80).map(|_| number(&mut random)).collect();
        let (mut rewards, mut over) = (vec![0.0; 80], vec![0; 40]);
        one[0].step(&numbers, Buffers::plain(&mut rewards, &mut over, &mut []));
        let (mut parts, mut ends) = (vec![0.0; 80], vec![0; 40]);
        let (front, back) = parts.split_at_mut(46);
        let (front_ends, back_ends) = ends.split_at_mut(23);
        two[0].step(&numbers[..46], Buffers::plain(front, front_ends, &mut []));
        two[1].step(&numbers[46..], Buffers::plain(back, back_ends, &mut []));
        assert_eq!((rewards, over), (parts, ends));
    }
    let hashes: Vec<u64> = (0..23).map(|game| two[0].hash(game)).chain((0..17).map(|game| two[1].hash(game))).collect();
    assert_eq!(hashes, (0..40).map(|game| one[0].hash(game)).collect::<Vec<_>>());
}

#[test]
fn what_a_mask_lets_through_moves_a_lane() {
    let (world, state) = matches::game::<10>(&json!({"preset": "tiny"}), 6);
    let shelf = Lanes::<10>::shelf(vec![(world.clone(), state)]);
    for (number, &action) in crate::Action::DIRECTIONS.iter().enumerate() {
        let mut lanes = Lanes::<10>::new(&shelf);
        let (mut rewards, mut over) = ([0.0; 2 * LANES], [0; LANES]);
        let turns = Turns { actions: &[number as u8; 2 * LANES], rewards: &mut rewards, over: &mut over, shown: true };
        lanes.step(&shelf, Vector::PLAIN, Lens::ABSOLUTE, turns);
        for seat in 0..2 {
            let moved = lanes.state(5).pos[seat] != state.pos[seat];
            assert_eq!(moved, is_effective(&world, &state, Seat(seat as u8), action), "seat {seat}, {action:?}");
        }
    }
}
