//! Where all units begin: R7 to R9, R50, R51, R53 and R59, compared with a second, slow implementation of the drawing.

use super::matches::{self, with};
use crate::position::Position;
use crate::setup::Distances;
use crate::state::State;
use crate::{Settings, Tag, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;
use std::collections::HashSet;

type Spot = (i64, i64);

/// A second implementation of the kernel's generator, from the text of K1.
struct Dice {
    key: u64,
    counter: u64,
}

impl Dice {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

    fn mix(z: u64) -> u64 {
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Stream 1 of a match seed (R51).
    fn of(seed: u64) -> Self {
        Self { key: Self::mix(seed.wrapping_add(Self::GOLDEN)), counter: 0 }
    }

    fn below(&mut self, n: u64) -> i64 {
        if n == 1 {
            return 0;
        }
        loop {
            self.counter += 1;
            let x = Self::mix(self.key.wrapping_add(self.counter.wrapping_mul(Self::GOLDEN)));
            let m = u128::from(x) * u128::from(n);
            let bound = ((1u128 << 64) - u128::from(n)) % u128::from(n);
            if m % (1 << 64) >= bound {
                return (m >> 64) as i64;
            }
        }
    }
}

fn apart(a: Spot, b: Spot) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// What was drawn, and with which distances.
#[derive(Debug, PartialEq)]
struct Drawn {
    exits: Vec<Spot>,
    spacing: Option<i64>,
    survivors: Vec<Spot>,
    killers: Vec<Spot>,
    /// To exits, enemies and allies.
    distances: [i64; 3],
    counter: u64,
}

/// The settings of a drawing: the board, the exits, the units and their distances.
#[derive(Clone, Debug)]
struct Order {
    width: i64,
    height: i64,
    exits: Vec<Spot>,
    exit_count: usize,
    border: bool,
    spacing: i64,
    survivors: usize,
    killers: usize,
    distances: [i64; 3],
}

impl Order {
    fn document(&self) -> Value {
        let settings = json!({
            "width": self.width, "height": self.height, "exit_count": self.exit_count, "exit_spacing": self.spacing,
            "exit_placement": if self.border { "border" } else { "random" }, "survivors": self.survivors,
            "killers": self.killers, "d_exit_min": self.distances[0], "d_enemy_min": self.distances[1],
            "d_ally_min": self.distances[2],
        });
        if self.exits.is_empty() { settings } else { with(settings, json!({"exits": self.exits})) }
    }

    /// R7: the border in the order of its numbers.
    fn border_cells(&self) -> Vec<Spot> {
        let (w, h) = (self.width, self.height);
        let top = (0..w).map(|x| (x, 0));
        let bottom = (0..w).map(|x| (x, h - 1));
        let left = (1..h - 1).map(|y| (0, y));
        let right = (1..h - 1).map(|y| (w - 1, y));
        top.chain(bottom).chain(left).chain(right).collect()
    }

    fn anywhere(&self, dice: &mut Dice) -> Spot {
        let x = dice.below(self.width as u64);
        let y = dice.below(self.height as u64);
        (x, y)
    }

    /// R7 and R9: draws exits, and reduces the spacing where there is no room.
    fn draw_exits(&self, dice: &mut Dice) -> Option<(Vec<Spot>, i64)> {
        let border = self.border_cells();
        assert_eq!(border.len() as i64, 2 * (self.width + self.height) - 4);
        let mut spacing = self.spacing;
        'again: while spacing >= 1 {
            let mut exits: Vec<Spot> = Vec::new();
            while exits.len() < self.exit_count {
                let mut refused = 0;
                loop {
                    let at = if self.border {
                        border[dice.below(border.len() as u64) as usize]
                    } else {
                        self.anywhere(dice)
                    };
                    if exits.iter().all(|&exit| apart(at, exit) >= spacing) {
                        exits.push(at);
                        break;
                    }
                    refused += 1;
                    if refused == 10_000 {
                        spacing -= 1;
                        continue 'again;
                    }
                }
            }
            return Some((exits, spacing));
        }
        None
    }

    /// R8 and R9: draws survivors, then killers, and reduces the distances where there is no room.
    fn draw_units(&self, exits: &[Spot], dice: &mut Dice) -> Option<(Vec<Spot>, Vec<Spot>, [i64; 3])> {
        let mut distances = self.distances;
        'again: loop {
            let [to_exit, to_enemy, to_ally] = distances;
            let (mut survivors, mut killers) = (Vec::new(), Vec::new());
            for unit in 0..self.survivors + self.killers {
                let mut refused = 0;
                loop {
                    let at = self.anywhere(dice);
                    let runs = unit < self.survivors;
                    let (allies, enemies) = if runs { (&survivors, &killers) } else { (&killers, &survivors) };
                    let far = |list: &[Spot], least: i64| list.iter().all(|&other| apart(at, other) >= least);
                    if far(exits, to_exit) && far(enemies, to_enemy) && far(allies, to_ally) {
                        if runs {
                            survivors.push(at);
                        } else {
                            killers.push(at);
                        }
                        break;
                    }
                    refused += 1;
                    if refused == 10_000 {
                        if distances == [1, 2, 1] {
                            return None;
                        }
                        distances = [(to_exit - 1).max(1), (to_enemy - 1).max(2), (to_ally - 1).max(1)];
                        continue 'again;
                    }
                }
            }
            return Some((survivors, killers, distances));
        }
    }

    fn draw(&self, seed: u64) -> Option<Drawn> {
        let mut dice = Dice::of(seed);
        let (exits, spacing) = if self.exits.is_empty() {
            let (exits, spacing) = self.draw_exits(&mut dice)?;
            (exits, Some(spacing))
        } else {
            (self.exits.clone(), None)
        };
        let (survivors, killers, distances) = self.draw_units(&exits, &mut dice)?;
        Some(Drawn { exits, spacing, survivors, killers, distances, counter: dice.counter })
    }
}

fn spots(cells: impl IntoIterator<Item = Cell>) -> Vec<Spot> {
    cells.into_iter().map(|at| (at.x.into(), at.y.into())).collect()
}

fn drawn(world: &World, state: &State<16>) -> Drawn {
    let position = Position::of(&world.code, state);
    let Distances { exit, enemy, ally } = world.distances.expect("units were drawn");
    Drawn {
        exits: spots(world.exits.iter().copied()),
        spacing: world.spacing.map(i64::from),
        survivors: spots(position.survivors.into_iter().map(|(_, at)| at)),
        killers: spots(position.killers),
        distances: [exit, enemy, ally].map(i64::from),
        counter: state.random.counter,
    }
}

/// Draws with both implementations and returns the result, which must be the same.
fn both_ways(order: &Order, seed: u64) -> Option<Drawn> {
    let settings = Settings::read(&order.document()).expect("settings");
    let slow = order.draw(seed);
    match Tag::<16>::new(&settings, seed) {
        Ok((world, state)) => {
            assert_eq!(Some(drawn(&world, &state)), slow, "{order:?}, seed {seed}");
            assert_eq!((state.random, state.random.key), (world.random, Dice::of(seed).key));
        }
        Err(error) => {
            assert_eq!(slow, None, "{order:?}, seed {seed}");
            let named = |n: usize, one: &str| std::format!("{n} {one}{}", if n == 1 { "" } else { "s" });
            let crowd = std::format!(
                "{}, {} and {}",
                named(order.survivors, "survivor"),
                named(order.killers, "killer"),
                named(if order.exits.is_empty() { order.exit_count } else { order.exits.len() }, "exit"),
            );
            let words = std::format!("survivors: no room for {crowd} on {} by {}", order.width, order.height);
            assert_eq!(ToString::to_string(&error), words);
        }
    }
    slow
}

/// Checks the distances that were used.
fn keeps_its_distances(drawn: &Drawn) {
    let [to_exit, to_enemy, to_ally] = drawn.distances;
    let pairs = |a: &[Spot], b: &[Spot], least: i64, same: bool| {
        for (i, &one) in a.iter().enumerate() {
            for &other in b.iter().skip(if same { i + 1 } else { 0 }) {
                assert!(apart(one, other) >= least, "{one:?} and {other:?} in {drawn:?}");
            }
        }
    };
    let units: Vec<Spot> = drawn.survivors.iter().chain(&drawn.killers).copied().collect();
    pairs(&units, &drawn.exits, to_exit, false);
    pairs(&drawn.survivors, &drawn.killers, to_enemy, false);
    pairs(&drawn.survivors, &drawn.survivors, to_ally, true);
    pairs(&drawn.killers, &drawn.killers, to_ally, true);
    if let Some(spacing) = drawn.spacing {
        pairs(&drawn.exits, &drawn.exits, spacing, true);
    }
}

fn standard() -> Order {
    Order {
        width: 50,
        height: 50,
        exits: Vec::new(),
        exit_count: 2,
        border: false,
        spacing: 8,
        survivors: 3,
        killers: 3,
        distances: [8, 4, 2],
    }
}

#[test]
fn the_standard_set_up_never_relaxes() {
    for seed in 0..400 {
        let drawn = both_ways(&standard(), seed).expect("room");
        keeps_its_distances(&drawn);
        assert_eq!((drawn.distances, drawn.spacing), ([8, 4, 2], Some(8)), "the settings' own");
    }
}

#[test]
fn any_set_up_equals_the_slow_way() {
    let mut random = Random::new(70);
    let (mut relaxed, mut refused) = (0, 0);
    for seed in 0..160 {
        let mut order = Order {
            width: 3 + random.below(14) as i64,
            height: 3 + random.below(14) as i64,
            exit_count: 1 + random.index(5),
            border: random.below(2) == 0,
            spacing: 1 + random.below(7) as i64,
            survivors: 1 + random.index(6),
            killers: 1 + random.index(6),
            distances: [1 + random.below(5) as i64, 2 + random.below(4) as i64, 1 + random.below(4) as i64],
            ..standard()
        };
        if random.below(4) == 0 {
            order.exits = vec![(0, 0), (2, 1)];
        }
        let exits = if order.exits.is_empty() { order.exit_count } else { 2 };
        if (order.survivors + order.killers + exits) as i64 > order.width * order.height {
            continue;
        }
        match both_ways(&order, seed) {
            Some(drawn) => {
                keeps_its_distances(&drawn);
                relaxed +=
                    u32::from(drawn.distances != order.distances || drawn.spacing.is_some_and(|s| s != order.spacing));
            }
            None => refused += 1,
        }
    }
    assert!(relaxed > 20 && refused > 2, "relaxed {relaxed}, refused {refused}");
}

#[test]
fn exits_relax_one_by_one_after_ten_thousand_refusals() {
    // On 5 by 5 four exits fit at most 4 apart, in the corners.
    let order = Order {
        width: 5,
        height: 5,
        exit_count: 2,
        spacing: 7,
        survivors: 1,
        killers: 1,
        distances: [1, 2, 1],
        ..standard()
    };
    let drawn = both_ways(&order, 5).expect("room");
    let spacing = drawn.spacing.expect("drawn");
    assert!(spacing <= 4, "{drawn:?}");
    // Each abandoned spacing cost one accepted exit and 10,000 rejected ones, two numbers each.
    assert!(drawn.counter >= (7 - spacing as u64) * 20_002, "{drawn:?}");
    assert!(drawn.counter < (7 - spacing as u64) * 20_002 + 1000, "{drawn:?}");
}

#[test]
fn units_relax_together_down_to_their_least() {
    // A single survivor cannot be 9 from an exit in the middle of 9 by 9; 4 is the maximum.
    let order = Order {
        width: 9,
        height: 9,
        exits: vec![(4, 4)],
        survivors: 1,
        killers: 1,
        distances: [9, 3, 2],
        ..standard()
    };
    let drawn = both_ways(&order, 0).expect("room");
    assert_eq!((drawn.distances, drawn.spacing), ([4, 2, 1], None));
    assert!(drawn.counter >= 5 * 20_000);
}

#[test]
fn there_may_be_no_room_at_all() {
    let small = Order { width: 3, height: 3, exits: vec![(1, 1)], survivors: 4, killers: 2, ..standard() };
    assert_eq!(both_ways(&small, 0), None);
    let border = Order { width: 4, height: 4, exit_count: 13, border: true, survivors: 1, killers: 1, ..standard() };
    assert_eq!(both_ways(&border, 0), None);
}

#[test]
fn every_number_of_the_border_is_its_cell() {
    for (width, height) in [(3, 3), (5, 4), (4, 7)] {
        let order = Order {
            width,
            height,
            border: true,
            exit_count: 1,
            survivors: 1,
            killers: 1,
            distances: [1, 2, 1],
            ..standard()
        };
        let hit: HashSet<Spot> =
            (0..300).filter_map(|seed| both_ways(&order, seed)).map(|drawn| drawn.exits[0]).collect();
        assert_eq!(hit, order.border_cells().into_iter().collect(), "{width} by {height}");
    }
}

#[test]
fn what_is_given_is_not_drawn() {
    let exits = both_ways(&Order { exits: vec![(1, 1)], ..standard() }, 9).expect("room");
    // The units come from the first numbers of the stream.
    let mut dice = Dice::of(9);
    let first = (0..).map(|_| (dice.below(50), dice.below(50))).find(|&at| apart(at, (1, 1)) >= 8);
    assert_eq!(Some(exits.survivors[0]), first);
}

fn begins(document: &Value, seed: u64) -> (Vec<Cell>, State<16>) {
    let (world, state) = matches::game::<16>(document, seed);
    (world.exits, state)
}

#[test]
fn sight_winning_and_conflicts_do_not_touch_the_set_up() {
    let others = [
        json!({"survivor_sight": "all"}),
        json!({"killer_sight": "all"}),
        json!({"survivor_sight": "all", "killer_sight": "all"}),
        json!({"vision_sharing": "team", "win_rule": "score", "follow": "forbid", "cycle": "allow", "max_rounds": 3,
            "killers_on_exits": "forbid", "priority": "distance", "multi_escape": true}),
    ];
    for seed in 0..30 {
        let plain = begins(&json!({}), seed);
        for other in &others {
            assert_eq!(begins(other, seed), plain, "{other}, seed {seed}");
        }
    }
}

#[test]
fn the_anchors_begin_where_they_are_published() {
    type Anchor = (u64, [(u16, u16); 2], [(u16, u16); 3], [(u16, u16); 3]);
    let anchors: [Anchor; 3] = [
        (0, [(32, 35), (19, 32)], [(39, 7), (38, 13), (20, 5)], [(4, 27), (28, 17), (48, 29)]),
        (1, [(18, 47), (2, 38)], [(10, 38), (31, 12), (8, 12)], [(30, 46), (36, 17), (49, 39)]),
        (42, [(17, 47), (24, 3)], [(33, 3), (9, 36), (5, 35)], [(32, 8), (11, 13), (44, 38)]),
    ];
    for (seed, exits, survivors, killers) in anchors {
        let (world, state) = matches::game::<8>(&json!({}), seed);
        let position = Position::of(&world.code, &state);
        let cells = |list: &[(u16, u16)]| list.iter().map(|&(x, y)| matches::cell(x, y)).collect::<Vec<_>>();
        assert_eq!(world.exits, cells(&exits), "seed {seed}");
        assert_eq!(position.survivors.iter().map(|(_, at)| *at).collect::<Vec<_>>(), cells(&survivors), "seed {seed}");
        assert_eq!(position.killers, cells(&killers), "seed {seed}");
    }
}
