//! Matches for the tests: from settings, in the notation of section 12, and at random.

use crate::event::Event;
use crate::ground::Side;
use crate::state::{Origin, State, Status};
use crate::{Action, GhostGrid, Settings, World};
use gridhaunt_kernel::prelude::*;
pub(super) use gridhaunt_testing::with;
use gridhaunt_testing::{Series, Stepped, begin};
use serde_json::json;

pub(super) fn settings(document: &Value) -> Settings {
    gridhaunt_testing::settings::<GhostGrid>(document)
}

pub(super) fn game(document: &Value, seed: u64) -> (World, State) {
    begin::<GhostGrid>(document, seed)
}

pub(super) fn step(world: &World, state: &mut State, choices: &[(Seat, Action)]) -> Vec<Event> {
    gridhaunt_testing::step::<GhostGrid>(world, state, choices)
}

pub(super) fn all_seats(world: &World) -> impl Iterator<Item = Seat> + use<> {
    (0..world.code.seats()).map(|seat| Seat(seat as u8))
}

/// The map `M3` of section 12 under preset `share`, for which most tests are written.
pub(super) fn m3() -> Value {
    json!({"preset": "share", "n": 3, "map": {"layers": [0, 1, 1, 2, 2, 3], "edges": [
        [0, 1, 2], [0, 2, 6], [1, 3, 3], [2, 4, 4], [3, 5, 5], [4, 5, 1], [3, 4, 2], [1, 2, 1], [0, 3, 9], [1, 5, 10],
    ]}})
}

/// A single path up, `0-1:2 1-2:3`: base 5, capacity 15, 10 turns, and all sentinels begin on node 1; under preset
/// `share`.
pub(super) fn line() -> Value {
    json!({"preset": "share", "n": 2, "map": {"layers": [0, 1, 2], "edges": [[0, 1, 2], [1, 2, 3]]}})
}

/// The seat with a name such as `G0`.
pub(super) fn seat(world: &World, name: &str) -> Seat {
    all_seats(world).find(|&seat| world.name(seat) == name).unwrap_or_else(|| panic!("{name} is nobody"))
}

/// A given state (R39) from `ghost 2 | G0@1 40/8; S0@3 24; $1=30; D 60`; `#4=2` is a mark of turn 2 in node 4.
pub(super) fn given(world: &World, text: &str) -> Value {
    let (when, rest) = text.split_once('|').expect("the phase, a bar and who is where");
    let mut when = when.split_whitespace();
    let mut document = json!({"phase": when.next(), "ghosts": [], "sentinels": [], "loot": {}, "checked": {}});
    document["turn"] = when.next().map_or(2, |turn| turn.parse::<u32>().expect("a turn")).into();
    let number = |word: &str| -> Value { word.parse::<u32>().unwrap_or_else(|_| panic!("{word} in {text}")).into() };
    for part in rest.split([';', ',']).map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        if let Some((node, amount)) = part.strip_prefix('$').and_then(|lies| lies.split_once('=')) {
            document["loot"][node] = number(amount);
        } else if let Some((node, turn)) = part.strip_prefix('#').and_then(|mark| mark.split_once('=')) {
            document["checked"][node] = number(turn);
        } else if let Some((name, node)) = words[0].split_once('@') {
            let seat = seat(world, name);
            let mut entry = json!({"seat": seat, "node": number(node)});
            let side = if name.starts_with('S') { "sentinels" } else { "ghosts" };
            match words[1].split_once('/') {
                Some((loot, energy)) => (entry["loot"], entry["energy"]) = (number(loot), number(energy)),
                None => entry["energy"] = number(words[1]),
            }
            let mut more = words[2..].iter();
            while let Some(&word) = more.next() {
                let mut next = || *more.next().unwrap_or_else(|| panic!("{part} ends too soon"));
                match word {
                    "captured" | "turned" => entry["status"] = word.into(),
                    "copy" => entry["origin"] = word.into(),
                    "was" => entry["was"] = json!(self::seat(world, next())),
                    "caught" => entry["captures"] = number(next()),
                    _ => entry[word] = number(next()),
                }
            }
            document[side].as_array_mut().expect("a list").push(entry);
        } else {
            let field = match words[0] {
                "D" => "delivered",
                "R" => "recovered",
                "X" => "lost",
                "C" => "captured",
                "starts" => "ghosts_at_start",
                other => panic!("{other} in {text}"),
            };
            document[field] = number(words[1]);
        }
    }
    document
}

pub(super) fn read(world: &World, text: &str) -> State {
    GhostGrid::read_state(world, &given(world, text)).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// A state in the notation of [`given`]; one that is over begins with `over` and why.
pub(super) fn describe(world: &World, state: &State) -> String {
    let (code, tally) = (&world.code, &state.tally);
    let mut parts = [Vec::new(), Vec::new()];
    for seat in all_seats(world) {
        let (agent, status) = (&state.agents[seat.index()], tally.status(code, seat));
        if status == Status::Idle {
            continue;
        }
        let mut text = format!("{}@{} ", world.name(seat), agent.node);
        match code.side_of(seat) {
            Side::Ghost => text += &format!("{}/{}", agent.loot, agent.energy),
            Side::Sentinel => {
                text += &agent.energy.to_string();
                let taken = if agent.taken == agent.haul { None } else { Some(agent.taken.into()) };
                let some = |number: u32| (number > 0).then_some(number);
                let notes = [
                    ("haul", some(agent.haul.into())),
                    ("taken", taken),
                    ("caught", some(agent.captures.into())),
                    ("frozen", some(agent.frozen)),
                ];
                notes.iter().filter_map(|(word, number)| Some((word, (*number)?))).for_each(|(word, number)| {
                    text += &format!(" {word} {number}");
                });
            }
        }
        match agent.origin {
            Origin::Initial => {}
            Origin::Copy => text += " copy",
            Origin::Turned => text += &format!(" was {}", world.name(agent.was)),
        }
        match status {
            Status::Captured => text += " captured",
            Status::Turned => text += " turned",
            Status::Active | Status::Idle => {}
        }
        parts[code.side_of(seat) as usize].push(text);
    }
    let [ghosts, sentinels] = parts;
    let mut all = vec![ghosts.join(", "), sentinels.join(", ")];
    for (node, place) in state.places.iter().enumerate().filter(|(_, place)| place.loot > 0) {
        all.push(format!("${node}={}", place.loot));
    }
    let counts = [("D", tally.delivered), ("R", tally.recovered), ("X", tally.lost), ("C", tally.captured.into())];
    all.extend(counts.into_iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")));
    let over = tally.end.map_or(String::new(), |end| format!("over {} ", end.name()));
    format!("{over}{} {} | {}", tally.phase.name(), tally.turn, all.join("; "))
}

/// Choices in words, `G0 move 1, S0 recharge`.
pub(super) fn spoken(world: &World, words: &str) -> Vec<(Seat, Action)> {
    let one = |phrase: &str| {
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let number = words.get(2).map_or(0, |word| word.parse::<u16>().expect("a number"));
        let action = match words[1] {
            "wait" => Action::Wait,
            "move" => Action::Move { to: number as u8 },
            "deposit" => Action::Deposit { amount: number },
            "take" => Action::Take { amount: number },
            "replicate" => Action::Replicate { copies: number as u8 },
            "recharge" => Action::Recharge,
            "recover" => Action::Recover,
            "mark" => Action::Mark,
            other => panic!("{other} is nothing to do"),
        };
        (seat(world, words[0]), action)
    };
    words.split(',').filter(|phrase| !phrase.trim().is_empty()).map(one).collect()
}

fn one_of<T: Clone>(random: &mut Random, list: &[T]) -> T {
    list[random.index(list.len())].clone()
}

/// Settings of every kind, on small worlds where agents meet.
pub(super) fn any_settings(random: &mut Random) -> Value {
    let loot = one_of(random, &[3u64, 7, 20, 100, 1000]);
    let max_ghosts = 1 + random.below(5);
    let threshold = match random.below(5) {
        0 => json!("half"),
        1 => json!("none"),
        _ => json!(random.below(loot / 2 + 1)),
    };
    let half = loot / 2;
    let least = threshold.as_u64().unwrap_or(half);
    let loss = if random.below(2) == 0 { json!("threshold") } else { json!(random.below(least + 1)) };
    let base = match random.below(4) {
        0 => m3(),
        1 => line(),
        _ => json!({"n": 2 + random.below(3), "nodes_per_layer": 1 + random.below(3), "edge_pct": [40, 30, 20, 10],
                    "dist_max": one_of(random, &[1, 4, 10])}),
    };
    let energy_pct = if base.get("map").is_some() { 40 + random.below(300) } else { 100 + random.below(300) };
    let more = json!({
        "total_loot": loot, "initial_ghosts": 1 + random.below(max_ghosts.min(3).min(loot)), "max_ghosts": max_ghosts,
        "sentinels_per_ghost": 1 + random.below(3), "energy_average": one_of(random, &["all_pairs", "all_pairs", "nearest"]),
        "energy_pct": energy_pct.max(150), "sentinel_energy_mult": 1 + random.below(3),
        "recharge_pct": one_of(random, &[0, 1, 5, 40, 100]), "recharge_of": one_of(random, &["max", "base", "current"]),
        "conversion_threshold": threshold, "conversion_loss": loss, "short_max": one_of(random, &[0, 2, 5, 10]),
        "conversion_scope": one_of(random, &["single", "cumulative"]),
        "conversion_remainder": one_of(random, &["recovered", "carried", "dropped"]),
        "recovery_freeze": one_of(random, &[json!("permanent"), json!(0), json!(1), json!(3)]),
        "delivery": one_of(random, &["on_arrival", "on_deposit"]),
        "capture_rule": one_of(random, &["contact", "contact", "on_enter"]),
        "sentinels_enter_goal": random.below(3) == 0, "map_knowledge": one_of(random, &["local", "full"]),
        "turn_order": one_of(random, &["ghosts_first", "ghosts_first", "sentinels_first"]),
        "marking": one_of(random, &["auto", "auto", "chosen"]),
        "max_turns": 1 + random.below(14), "draw_margin_pct": one_of(random, &[0, 10, 50, 100]),
        "victory_rule": one_of(random, &["share", "literal"]),
    });
    let mut settings = with(base, more);
    // Some are played with a preset unchanged, because bots and people mostly do that.
    if let Some(preset) = one_of(random, &[None, None, Some("default"), Some("share")]) {
        settings["preset"] = preset.into();
        let fields = settings.as_object_mut().expect("an object");
        for field in ["capture_rule", "victory_rule", "sentinels_enter_goal", "conversion_remainder"] {
            fields.remove(field);
        }
    }
    settings
}

/// One legal action. All kinds are equally likely, except that moves are more likely and waits less.
pub(super) fn legal_choice(random: &mut Random, world: &World, state: &State, seat: Seat) -> Option<Action> {
    let mut kinds: Vec<(u64, Vec<Action>)> = Vec::new();
    GhostGrid::legal(world, state, seat, &mut |action| {
        let kind = ActionCode::code(action) & 0xFF;
        match kinds.iter_mut().find(|(of, _)| *of == kind) {
            Some((_, list)) => list.push(action),
            None => kinds.push((kind, vec![action])),
        }
    });
    let weights: Vec<usize> = kinds.iter().map(|(kind, _)| [1, 6, 2, 2, 4, 2, 4, 2][*kind as usize]).collect();
    let mut at = random.index(weights.iter().sum::<usize>().max(1));
    for ((_, list), weight) in kinds.iter().zip(weights) {
        if at < weight {
            return Some(one_of(random, list));
        }
        at -= weight;
    }
    None
}

/// Choices for any seats in any order: most are legal, some are anything, some are missing, some are double, and some
/// come from seats that are not asked.
pub(super) fn wild_choices(random: &mut Random, world: &World, state: &State) -> Vec<(Seat, Action)> {
    let mut choices = Vec::new();
    for seat in all_seats(world).chain([Seat(126), Seat(255)]) {
        for _ in 0..one_of(random, &[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]) {
            let small = random.below(6);
            let node = state.agents.get(seat.index()).map_or(0, |agent| agent.node);
            let port = random.pick(world.graph.ports(node.into())).map_or(0, |port| port.node);
            let anywhere = random.below(world.graph.len() as u64 + 1) as u8;
            let anything = [
                Action::Wait,
                Action::Move { to: port },
                Action::Move { to: anywhere },
                Action::Deposit { amount: small as u16 },
                Action::Take { amount: small as u16 },
                Action::Replicate { copies: small as u8 },
                Action::Recharge,
                Action::Recover,
                Action::Mark,
            ];
            let asked = GhostGrid::phase(world, state).asks(seat);
            let legal = if asked && random.below(6) > 0 { legal_choice(random, world, state, seat) } else { None };
            choices.push((seat, legal.unwrap_or_else(|| one_of(random, &anything))));
        }
    }
    random.shuffle(&mut choices);
    choices
}

/// Legal choices of all seats that are asked.
pub(super) fn legal_choices(random: &mut Random, world: &World, state: &State) -> Vec<(Seat, Action)> {
    let asked = GhostGrid::phase(world, state).seats();
    asked.iter().filter_map(|seat| Some((seat, legal_choice(random, world, state, seat)?))).collect()
}

/// Plays matches with any settings to their ends and passes every step to `check`.
pub(super) fn each_step(games: u64, key: u64, wild: bool, check: impl FnMut(&Stepped<'_, GhostGrid>)) {
    let choose = if wild { wild_choices } else { legal_choices };
    Series::new(games, key, any_settings, choose).each(check);
}

/// An object with one field.
pub(super) fn only(field: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(field.to_string(), value)]))
}
