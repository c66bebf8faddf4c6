//! The ghosts that a squad imagines, and what it does about them.

use super::foresight::Foresight;
use super::futures::{Drill, End, Futures, March, nodes};
use super::marches::{Council, marches};
use super::news::News;
use super::prey::{Deed, Land, Prey};
use super::sketch::{Chart, Sketch};
use crate::ghost_grid::{Cordon, Courier};
use gridhaunt_ghost_grid::ground::Side;
use gridhaunt_ghost_grid::state::State;
use gridhaunt_ghost_grid::view::{Known, SentinelView, View};
use gridhaunt_ghost_grid::{Action, GhostGrid, Settings, World};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::json::Map;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::some_of;

/// Plays a match of `courier` against `cordon` and looks at every state.
fn watch(seed: u64, mut each: impl FnMut(&World, &State)) {
    let settings = Settings::default();
    let (world, mut state) = GhostGrid::new(&settings, seed).unwrap();
    let options = Map::new();
    let seats = (0..GhostGrid::seats(&world)).map(|seat| Seat(seat as u8));
    let mut bots: Vec<Box<dyn Bot<_, View, Action>>> = seats
        .map(|seat| -> Box<dyn Bot<_, View, Action>> {
            let call = Call { settings: &settings, options: &options, seat, random: Random::for_bot(seed, seat) };
            match world.code.side_of(seat) {
                Side::Ghost => Box::new(Courier::new(0)),
                Side::Sentinel => Box::new(Cordon::new(&call)),
            }
        })
        .collect();
    while !GhostGrid::phase(&world, &state).is_over() {
        each(&world, &state);
        let asked = GhostGrid::phase(&world, &state).seats();
        let choose = |seat: Seat| {
            let (view, mut legal) = (GhostGrid::view(&world, &state, &[], seat), Vec::new());
            GhostGrid::legal(&world, &state, seat, &mut |action| legal.push(action));
            (seat, bots[seat.index()].choose(&view, &legal))
        };
        let choices: Vec<_> = asked.iter().map(choose).collect();
        GhostGrid::step(&world, &mut state, &choices, |_| {});
    }
    each(&world, &state);
}

/// The world as it is.
fn drawn(world: &World) -> Sketch {
    let ground = world.ground();
    let ports = |node: u8| ground.ports(node).iter().map(|port| (port.node, port.dist)).collect();
    let all = 0..ground.layers.len() as u8;
    Sketch { layers: all.clone().map(|node| Some(ground.layer(node))).collect(), ports: all.map(ports).collect() }
}

fn squad(world: &World, state: &State) -> Vec<(Seat, u8)> {
    let seats = state.tally.of(&world.code, Side::Sentinel);
    seats.iter().map(|seat| (seat, state.agents[seat.index()].node)).collect()
}

#[test]
fn an_imagined_ghost_does_what_courier_does() {
    let mut compared = 0;
    for seed in 0..some_of(60) {
        let mut imagined: Option<(Land, Prey, u64)> = None;
        watch(seed, |world, state| {
            let lone = state.agents[0];
            if state.tally.captured > 0 {
                return;
            }
            let (land, prey, sentinels) = imagined.take().unwrap_or_else(|| {
                let land = Land::new(&world.code, &drawn(world)).unwrap();
                (land, Prey::new(&world.code, lone.node), nodes(&squad(world, state)))
            });
            let prey = match state.tally.phase {
                Side::Ghost if state.tally.end.is_none() => prey,
                _ => match prey.acts(&land, sentinels) {
                    Deed::Becomes(next) => next,
                    Deed::Waits => prey,
                    Deed::Delivers => {
                        assert_eq!(state.tally.delivered, 100, "seed {seed}");
                        return;
                    }
                },
            };
            if state.tally.end.is_none() {
                assert_eq!(
                    (prey.node, prey.hides),
                    (lone.node, lone.loot == 0),
                    "seed {seed}, turn {}",
                    state.tally.turn
                );
                compared += 1;
            }
            imagined = Some((land, prey, nodes(&squad(world, state))));
        });
    }
    assert!(compared > some_of(1000), "{compared}");
}

/// What a sentinel on a seat sees.
fn views(world: &World, state: &State) -> Vec<SentinelView> {
    let seats = state.tally.of(&world.code, Side::Sentinel);
    let view = |seat| match GhostGrid::view(world, state, &[], seat) {
        View::SentinelView(view) => Some(view),
        _ => None,
    };
    seats.iter().filter_map(view).collect()
}

#[test]
fn all_of_a_squad_foresee_the_same() {
    let settings = Settings::default();
    for seed in 0..6 {
        let mut minds = vec![Foresight::default(); 3];
        watch(seed, |world, state| {
            if state.tally.phase == Side::Sentinel && state.tally.end.is_none() && state.tally.captured == 0 {
                let seen = views(world, state);
                for (mind, view) in minds.iter_mut().zip(&seen) {
                    let own = mind.next(&settings, view);
                    assert_eq!(own, mind.place(view.seat, view.me.node), "seed {seed}, turn {}", view.turn);
                }
                for one in &seen {
                    let places = minds.iter().map(|mind| mind.place(one.seat, one.me.node));
                    assert_eq!(places.collect::<std::collections::BTreeSet<_>>().len(), 1, "seed {seed}");
                }
            }
        });
    }
}

/// Two ways lead from the start to the goal, by nodes 1 and 3 for 4 and by nodes 2 and 4 for 6.
fn fork() -> Vec<Known> {
    let edges = [(0, 1, 1), (1, 3, 1), (3, 5, 2), (0, 2, 2), (2, 4, 2), (4, 6, 2), (5, 6, 1)];
    let layers = [0, 1, 1, 2, 2, 3, 3];
    let known = |node: u8| Known {
        node,
        layer: layers[usize::from(node)],
        to: edges
            .iter()
            .filter_map(|&(u, v, dist)| match node {
                _ if node == u => Some((v, layers[usize::from(v)], dist)),
                _ if node == v => Some((u, layers[usize::from(u)], dist)),
                _ => None,
            })
            .collect(),
    };
    (0..7).map(known).collect()
}

#[test]
fn a_squad_stands_where_the_ghost_would_come() {
    let settings = Settings { n: 3, nodes_per_layer: 1, ..Settings::default() };
    let (code, chart) = (settings.code(5), Chart::new(3, &fork()));
    let sketch = Sketch { layers: chart.layers.clone(), ports: chart.ports.clone() };
    let mut futures = Futures::new(&code, &[sketch]).unwrap();
    let (ghosts, squad) = (futures.starts.clone(), vec![(Seat(4), 6)]);
    let stays = Drill::new(&squad, [Vec::new()].iter(), 10);
    assert!(futures.escapes(ghosts[0], &stays), "it takes the short way");
    let news = News::default();
    let ways = vec![marches(&settings, &chart, &news, 6)];
    let chosen = Council::new(&mut futures, ghosts.clone(), &squad, ways, news, 10).decide(&[Vec::new()]);
    assert_eq!(chosen, [vec![5]], "it has no energy for the other");
    let comes = Drill::new(&squad, chosen.iter(), 10);
    assert!(!futures.escapes(ghosts[0], &comes));
}

/// What a sentinel in node 1 of layer 5 of 6 knows of the map.
fn lookout() -> Chart {
    Chart::new(6, &[Known { node: 1, layer: 5, to: vec![(0, 5, 1), (2, 4, 1), (3, 6, 1), (4, 3, 1)] }])
}

#[test]
fn nodes_right_below_the_goal_are_worth_seeing_early() {
    let news = News::new(&lookout(), 2);
    assert_eq!((0..5).filter(|&node| news.has(node)).collect::<Vec<u8>>(), [0, 2]);
    assert!(news.worth(1 << 0) > news.worth(1 << 2), "from the higher one connections lead into the goal");
    assert_eq!(news.worth(0b11111), news.worth(1 << 0) + news.worth(1 << 2), "and nothing else is worth anything");
    assert_eq!(News::new(&lookout(), 3).worth(0b11111), 0, "it is too late");
}

#[test]
fn a_sentinel_may_go_by_a_node_that_is_worth_seeing() {
    let (settings, chart) = (Settings::default(), lookout());
    let all = |turn| marches(&settings, &chart, &News::new(&chart, turn), 1);
    assert!(all(2).contains(&vec![0, 1, 3]) && all(2).contains(&vec![3]));
    assert!(!all(3).contains(&vec![0, 1, 3]) && all(3).contains(&vec![3]));
}

#[test]
fn a_squad_looks_around_where_it_loses_nothing() {
    let settings = Settings { n: 3, nodes_per_layer: 1, ..Settings::default() };
    let (code, whole) = (settings.code(5), Chart::new(3, &fork()));
    let sketch = Sketch { layers: whole.layers.clone(), ports: whole.ports };
    let mut futures = Futures::new(&code, &[sketch]).unwrap();
    let chart = Chart::new(3, &fork()[6..]);
    let mut decide = |news: News| {
        let (ghosts, squad) = (futures.starts.clone(), vec![(Seat(4), 6)]);
        let ways = vec![marches(&settings, &chart, &news, 6)];
        Council::new(&mut futures, ghosts, &squad, ways, news, 0).decide(&[Vec::new()])
    };
    assert_eq!(decide(News::default()), [March::new()]);
    assert_eq!(decide(News::new(&chart, 0)), [vec![4]]);
}

#[test]
fn who_captures_a_ghost_with_everything_is_the_next_one() {
    let settings = Settings { n: 3, nodes_per_layer: 1, ..Settings::default() };
    let (code, chart) = (settings.code(5), Chart::new(3, &fork()));
    let sketch = Sketch { layers: chart.layers.clone(), ports: chart.ports.clone() };
    let mut futures = Futures::new(&code, &[sketch]).unwrap();
    let start = futures.starts[0];
    let End::At(next) = futures.seize(start) else { panic!("R29: half of the loot is left") };
    assert_eq!(futures.prey(next).node, 0);
    assert_eq!(futures.seize(next), End::Caught, "R28: half converts nobody");
}
