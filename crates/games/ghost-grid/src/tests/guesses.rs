//! Compares guesses (R45) with a slow implementation that knows only the view.

use super::matches::{self, with};
use super::slow::Chart;
use crate::check::loot;
use crate::energy::Meter;
use crate::settings::Settings;
use crate::state::Status;
use crate::values::Average;
use crate::view::{Start, View};
use crate::{GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The contents of a guess: the node, energy and loot of each seat, and the loot in nodes.
#[derive(Debug, Default, PartialEq)]
struct Picture {
    turned: BTreeSet<u64>,
    captured: BTreeSet<u64>,
    sentinels: BTreeMap<u64, u64>,
    ghosts: BTreeMap<u64, (u64, i64, i64)>,
    lying: BTreeMap<u64, i64>,
}

fn take_one(random: &mut Random, list: &mut Vec<u64>) -> Option<u64> {
    (!list.is_empty()).then(|| list.remove(random.below(list.len() as u64) as usize))
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().map_or(Vec::new(), |list| list.iter().filter_map(Value::as_u64).collect())
}

fn slow_guess(values: &Settings, chart: &Chart, view: &Value, random: &mut Random) -> Option<Picture> {
    let at = |path: &str| view.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    let (n, base) = (i64::from(values.n), chart.base(values));
    let is_ghost = view["type"] == "ghost-view";
    let (me, own) = (at("/seat"), at("/me/node"));
    let m = u64::from(values.max_ghosts);
    let q = m * u64::from(values.sentinels_per_ghost);
    let g = match at("/score/ghosts_at_start") {
        0 => u64::from(values.initial_ghosts),
        g => g,
    };
    let in_play: Vec<u64> = (m..m + g * u64::from(values.sentinels_per_ghost)).collect();
    let mut shown = numbers(&view["here"]["ghosts"]);
    if is_ghost {
        shown.push(me);
    }
    let mut picture = Picture::default();

    // 1
    let beside = numbers(&view["here"]["sentinels"]);
    let allies: BTreeMap<u64, u64> = view["allies"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|ally| Some((ally["seat"].as_u64()?, ally["node"].as_u64()?)))
        .collect();
    if is_ghost {
        let was = view["me"]["was"].as_u64();
        let many = match (values.threshold(), values.loss()) {
            (Some(_), loss) if loss > 0 => at("/score/lost") / u64::from(loss),
            _ => {
                let highest = shown.iter().filter(|&&seat| seat >= m + q).map(|seat| seat - m - q + 1).max();
                let short = at("/score/captured") as i64 - g as i64 + shown.len() as i64;
                short.max(0).max(highest.unwrap_or(0) as i64) as u64
            }
        };
        picture.turned.extend(was);
        let mut list: Vec<u64> = in_play.clone();
        list.retain(|seat| !beside.contains(seat) && Some(*seat) != was);
        while (picture.turned.len() as u64) < many {
            picture.turned.insert(take_one(random, &mut list)?);
        }
    } else {
        picture.turned = in_play.iter().copied().filter(|seat| *seat != me && !allies.contains_key(seat)).collect();
    }
    let turncoats = m + q..m + q + picture.turned.len() as u64;
    let mut hidden: Vec<u64> = (0..g).chain(turncoats).filter(|seat| !shown.contains(seat)).collect();
    for _ in 0..at("/score/captured") {
        picture.captured.insert(take_one(random, &mut hidden)?);
    }

    // 2
    let ports = view["ports"].as_array().cloned().unwrap_or_default();
    let short: Vec<(u64, bool, u64)> = ports
        .iter()
        .filter_map(|port| Some((port["node"].as_u64()?, port["loot"].as_bool()?, port["sentinels"].as_u64()?)))
        .collect();
    let is_short = |node: u64| short.iter().any(|(port, ..)| *port == node);
    let all: Vec<u64> = chart.layers.keys().map(|&node| node as u64).collect();
    let below = |node: u64| chart.layers[&(node as usize)] < n;
    if is_ghost {
        picture.sentinels.extend(beside.iter().map(|&seat| (seat, own)));
        let mut left: Vec<u64> = in_play.clone();
        left.retain(|seat| !picture.turned.contains(seat) && !beside.contains(seat));
        for &(node, _, count) in &short {
            for _ in 0..count {
                picture.sentinels.insert(take_one(random, &mut left)?, node);
            }
        }
        let may_enter = |node: u64| values.sentinels_enter_goal || below(node);
        let mut list = all.clone();
        list.retain(|&node| may_enter(node) && node != own && !is_short(node));
        for seat in left {
            picture.sentinels.insert(seat, *list.get(random.below(list.len() as u64) as usize)?);
        }
    } else {
        picture.sentinels = allies;
        picture.sentinels.insert(me, own);
    }

    // 3
    let mut far: BTreeMap<usize, i64> = BTreeMap::new();
    for start in chart.layer(0) {
        for (node, cost) in chart.cheapest(start) {
            let least = far.get(&node).copied().unwrap_or(cost).min(cost);
            far.insert(node, least);
        }
    }
    let guarded: BTreeSet<u64> = picture.sentinels.values().copied().collect();
    let mut likely = all.clone();
    likely.retain(|&node| below(node) && node != own && !guarded.contains(&node) && far[&(node as usize)] <= base);
    let mut any = all.clone();
    any.retain(|&node| node != own);
    for &seat in &hidden {
        let (node, energy) = if likely.is_empty() {
            (*any.get(random.below(any.len() as u64) as usize)?, 0)
        } else {
            let node = likely[random.below(likely.len() as u64) as usize];
            (node, base - far[&(node as usize)])
        };
        picture.ghosts.insert(seat, (node, energy, 0));
    }

    // 4
    let score = ["delivered", "recovered", "lost"].map(|what| view["score"][what].as_i64().unwrap_or(0));
    let mut left = i64::from(values.total_loot) - score.iter().sum::<i64>() - at("/here/loot") as i64;
    if is_ghost {
        left -= at("/me/loot") as i64;
    }
    for &(node, ..) in short.iter().filter(|(_, loot, _)| *loot) {
        left -= 1;
        picture.lying.insert(node, 1);
    }
    if left < 0 {
        return None;
    }
    for memory in view["memory"].as_array().into_iter().flatten() {
        let (Some(node), Some(amount)) = (memory["node"].as_u64(), memory["loot"].as_i64()) else { continue };
        let none_is_seen = short.iter().any(|(port, loot, _)| *port == node && !loot);
        if node == own || none_is_seen {
            continue;
        }
        let lies = picture.lying.entry(node).or_default();
        let more = (amount - *lies).max(0).min(left);
        *lies += more;
        left -= more;
    }
    if left > 0 && !hidden.is_empty() {
        let (share, over) = (left / hidden.len() as i64, left % hidden.len() as i64);
        for (i, seat) in hidden.iter().enumerate() {
            picture.ghosts.get_mut(seat).expect("placed").2 = share + i64::from((i as i64) < over);
        }
    } else if left > 0 {
        let mut list = all;
        list.retain(|&node| below(node) && node != own && !is_short(node));
        let lowest = numbers(&view["here"]["ghosts"]).into_iter().min();
        let first = short.iter().find(|(_, loot, _)| *loot).map(|(node, ..)| *node);
        if !list.is_empty() {
            let node = list[random.below(list.len() as u64) as usize];
            *picture.lying.entry(node).or_default() += left;
        } else if let Some(ghost) = lowest {
            picture.ghosts.insert(ghost, (own, -1, left));
        } else {
            *picture.lying.entry(first?).or_default() += left;
        }
    }
    if at("/here/loot") > 0 {
        picture.lying.insert(own, at("/here/loot") as i64);
    }
    picture.lying.retain(|_, amount| *amount > 0);
    Some(picture)
}

/// Compares the guesses from all views of many matches with the slow ones; returns how many guesses there were, and how
/// many views.
fn hold(games: u64, key: u64, more: &Value) -> (u64, u64) {
    let (mut made, mut asked) = (0, 0);
    for number in 0..games {
        let mut random = Random::stream(key, number);
        let document = with(matches::any_settings(&mut random), more.clone());
        let Ok((world, mut state)) = GhostGrid::new(&matches::settings(&document), number) else { continue };
        let chart = Chart::of_graph(&world.graph);
        while state.tally.end.is_none() {
            for seat in state.tally.active.iter() {
                let view = GhostGrid::view(&world, &state, &[], seat);
                let start = GhostGrid::start(&world, &state, seat);
                let written = serde_json::to_value(&view).expect("JSON");
                let mut dice = Random::stream(number, 1000 + asked);
                let expected = slow_guess(&world.values, &chart, &written, &mut dice.clone());
                let guess = GhostGrid::guess(&world, &start, &[], &view, &mut dice);
                asked += 1;
                let case = || std::format!("{document}\n{written}\n{}", matches::describe(&world, &state));
                assert_eq!(guess.is_some(), expected.is_some(), "{}", case());
                let (Some(guess), Some(expected)) = (guess, expected) else { continue };
                made += 1;
                assert_eq!(GhostGrid::view(&world, &guess, &[], seat), view, "the very view: {}", case());
                assert_eq!(loot(&guess), u32::from(world.code.total_loot), "{}", case());
                assert_eq!(GhostGrid::check(&world, &guess), Ok(()), "{}", case());
                assert_ne!(guess.tally.random, state.tally.random, "a new generator");
                let shown = match &view {
                    View::GhostView(view) => view.here.ghosts.with(seat),
                    View::SentinelView(view) => view.here.ghosts,
                    View::OutView(_) => panic!("active seats see something"),
                };
                let mut picture = Picture::default();
                for other in matches::all_seats(&world) {
                    let agent = &guess.agents[other.index()];
                    let (at, node) = (u64::from(other.0), u64::from(agent.node));
                    match guess.tally.status(&world.code, other) {
                        Status::Idle => {}
                        Status::Turned => drop(picture.turned.insert(at)),
                        Status::Captured => drop(picture.captured.insert(at)),
                        Status::Active if world.code.side_of(other) == crate::Side::Sentinel => {
                            picture.sentinels.insert(at, node);
                            assert!(guess.tally.mapped.contains(agent.node.into()), "{}", case());
                            let free = (agent.energy, agent.frozen, agent.haul) == (world.code.capacity, 0, 0);
                            assert!(other == seat || free, "{}", case());
                        }
                        Status::Active if !shown.contains(other) => {
                            picture.ghosts.insert(at, (node, agent.energy.into(), agent.loot.into()));
                        }
                        Status::Active if other != seat && agent.loot > 0 => {
                            picture.ghosts.insert(at, (node, -1, agent.loot.into()));
                        }
                        Status::Active => {}
                    }
                }
                for (node, place) in guess.places.iter().enumerate().filter(|(_, place)| place.loot > 0) {
                    picture.lying.insert(node as u64, place.loot.into());
                }
                assert_eq!(picture, expected, "{}", case());
                for ghost in guess.tally.of(&world.code, crate::Side::Ghost).iter().filter(|ghost| *ghost != seat) {
                    let seen = guess.memory_of(&world.code, ghost).iter().filter_map(|memory| memory.get());
                    let now = guess.tally.phases(&world.code);
                    assert!(seen.clone().count() > 0 && seen.clone().all(|(time, _)| time == now), "only looked");
                    assert_eq!(guess.known[world.code.ghost(ghost)].len(), 1);
                }
            }
            let choices = matches::legal_choices(&mut random, &world, &state);
            matches::step(&world, &mut state, &choices);
        }
    }
    (made, asked)
}

#[test]
fn guesses_are_drawn_in_the_order_of_r45() {
    let (made, asked) = hold(350, 701, &json!({"map_knowledge": "full"}));
    assert!(asked > 5000 && made * 100 > asked * 97, "{made} guesses of {asked} views");
}

#[test]
fn where_conversions_cost_nothing_turncoats_are_counted_otherwise() {
    let more = json!({"map_knowledge": "full", "conversion_loss": 0, "conversion_threshold": 1, "total_loot": 20});
    let (made, asked) = hold(150, 702, &more);
    assert!(asked > 2000 && made * 100 > asked * 90, "{made} guesses of {asked} views");
}

#[test]
fn there_is_no_guess_for_who_is_out_of_play() {
    let guess = |document: &Value, seat: Seat| {
        let (world, state) = matches::game(document, 3);
        let view = GhostGrid::view(&world, &state, &[], seat);
        let start = GhostGrid::start(&world, &state, seat);
        assert_eq!(imagined(&start, &view, 1).is_some(), state.tally.active.contains(seat));
        GhostGrid::guess(&world, &start, &[], &view, &mut Random::new(1))
    };
    for document in [json!({}), json!({"map_knowledge": "full"})] {
        assert!(guess(&document, Seat(0)).is_some());
        assert!(guess(&document, Seat(4)).is_some());
        assert!(guess(&document, Seat(17)).is_none());
    }
}

/// A world that a seat imagines from a view.
fn imagined(start: &Start, view: &View, key: u64) -> Option<World> {
    GhostGrid::imagine(&start.settings, start, &[], view, &mut Random::new(key))
}

/// From every view of many matches a world is imagined, and a state in it: the seat would see the same there. Returns how
/// many there were, and how many views.
fn imagine_all(games: u64, key: u64, settings: impl Fn(&mut Random) -> Value) -> (u64, u64) {
    let (mut made, mut asked) = (0, 0);
    for number in 0..games {
        let mut random = Random::stream(key, number);
        let document = settings(&mut random);
        let Ok((world, mut state)) = GhostGrid::new(&matches::settings(&document), number) else { continue };
        while state.tally.end.is_none() {
            for seat in state.tally.active.iter() {
                asked += 1;
                let view = GhostGrid::view(&world, &state, &[], seat);
                let start = GhostGrid::start(&world, &state, seat);
                let case = || std::format!("{document}\n{}", matches::describe(&world, &state));
                let other = imagined(&start, &view, asked).expect("a world");
                assert_eq!(imagined(&start, &view, asked).as_ref(), Some(&other), "the same draws, the same world");
                assert_eq!(other.code, world.code, "{}", case());
                if world.code.full_map {
                    assert_eq!(other.graph, world.graph, "all is known: {}", case());
                }
                let guess = |key| GhostGrid::guess(&other, &start, &[], &view, &mut Random::new(key));
                assert_eq!(guess(asked), guess(asked), "the same draws, the same state");
                let Some(guess) = guess(asked) else { continue };
                made += 1;
                assert_eq!(GhostGrid::view(&other, &guess, &[], seat), view, "the very view: {}", case());
                assert_eq!(GhostGrid::check(&other, &guess), Ok(()), "{}", case());
                assert_eq!(GhostGrid::phase(&other, &guess).asks(seat), GhostGrid::phase(&world, &state).asks(seat));
            }
            let choices = matches::legal_choices(&mut random, &world, &state);
            matches::step(&world, &mut state, &choices);
        }
    }
    (made, asked)
}

#[test]
fn what_a_seat_imagines_it_would_see_as_it_is() {
    let any = |more: Value| move |random: &mut Random| with(matches::any_settings(random), more.clone());
    let large = json!({"n": 9, "nodes_per_layer": 8, "initial_ghosts": 2, "max_turns": 12});
    for (made, asked) in [
        imagine_all(250, 703, any(json!({"map_knowledge": "local"}))),
        imagine_all(40, 704, any(json!({"map_knowledge": "full"}))),
        imagine_all(8, 705, |_| large.clone()),
    ] {
        assert!(asked > 500 && made * 100 > asked * 97, "{made} guesses of {asked} views");
    }
}

/// Worlds that are imagined from the first view are like those that the generator draws: section 13 has their means.
#[test]
fn imagined_worlds_are_like_those_that_are_drawn() {
    let (mut connections, mut spans) = ([0.0; 2], [[0.0; 4]; 2]);
    // How far the base energy of another world, and of one that is imagined, is from that of the match.
    let (mut apart, mut off, mut last) = (0, 0, 18);
    let worlds = 300;
    for seed in 0..worlds {
        let (world, state) = matches::game(&json!({}), seed);
        let view = GhostGrid::view(&world, &state, &[], Seat(0));
        let other = imagined(&GhostGrid::start(&world, &state, Seat(0)), &view, seed).expect("a world");
        for (which, graph) in [&world.graph, &other.graph].into_iter().enumerate() {
            connections[which] += graph.edges().count() as f64 / worlds as f64;
            for (u, v, _) in graph.edges() {
                let span = graph.layers[usize::from(u)].abs_diff(graph.layers[usize::from(v)]);
                spans[which][usize::from(span)] += 1.0 / worlds as f64;
            }
        }
        let energy = Meter::default().measure(&other.graph, Average::AllPairs, 100);
        off += energy.base.abs_diff(world.code.base);
        apart += world.code.base.abs_diff(last);
        last = world.code.base;
    }
    assert!((connections[0] - connections[1]).abs() < 2.0, "{connections:?}");
    assert!(spans[0].iter().zip(spans[1]).all(|(drawn, imagined)| (drawn - imagined).abs() < 1.5), "{spans:?}");
    assert!(off * 3 < apart * 2, "base energy is off by {off}, that of other worlds by {apart}");
}

/// A map of any form: nodes that are not numbered layer by layer, and layers that nobody has heard of.
#[test]
fn a_given_map_is_imagined_too() {
    let map = json!({"layers": [2, 0, 1, 3, 1, 0, 2], "edges":
        [[1, 2, 1], [5, 4, 2], [2, 0, 3], [4, 6, 1], [0, 3, 2], [6, 3, 9], [2, 4, 1]]});
    let (world, state) = matches::game(&json!({"n": 3, "map": map}), 1);
    for seat in state.tally.active.iter() {
        let (start, view) = (GhostGrid::start(&world, &state, seat), GhostGrid::view(&world, &state, &[], seat));
        for key in 0..50 {
            let other = imagined(&start, &view, key).expect("a world");
            assert!((0..=3).all(|layer| other.graph.layer(layer).count() > 0), "{:?}", other.graph.layers);
            let guess = GhostGrid::guess(&other, &start, &[], &view, &mut Random::new(key)).expect("a state");
            assert_eq!(GhostGrid::view(&other, &guess, &[], seat), view);
        }
    }
}
