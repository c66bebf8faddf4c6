//! Compares the strategies with the rule book.

mod examples;
mod explorers;
mod local;
mod rates;
mod scenario;
mod specialists;

use super::*;
use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::level::{Bounds, Hallway, Level, Point, Room};
use gridhaunt_snarl::{Event, State, World};
use serde_json::json;

/// A room with walls at its edge and floor inside, except for its doors.
fn room(top: i64, left: i64, rows: i64, columns: i64, doors: &[(i64, i64)]) -> Room {
    let code = |row: i64, column: i64| {
        let edge = row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
        if doors.contains(&(top + row, left + column)) { 2 } else { i64::from(!edge) }
    };
    let layout = (0..rows).map(|row| (0..columns).map(|column| code(row, column)).collect()).collect();
    Room { origin: Point::new(top, left), bounds: Bounds { rows, columns }, layout }
}

fn hallway(from: (i64, i64), to: (i64, i64), waypoints: &[(i64, i64)]) -> Hallway {
    let point = |&(row, column): &(i64, i64)| Point::new(row, column);
    Hallway { from: point(&from), to: point(&to), waypoints: waypoints.iter().map(point).collect() }
}

/// A given state (R50) with one player.
fn given(level: &Level, settings: &Value, player: (i64, i64), adversaries: &[(&str, (i64, i64))]) -> (World, State) {
    let settings = gridhaunt_kernel::settings::Settings::read(settings).unwrap();
    let hunters: Vec<Value> = adversaries
        .iter()
        .enumerate()
        .map(
            |(i, (kind, (row, column)))| json!({"type": kind, "name": format!("{kind}{i}"), "position": [row, column]}),
        )
        .collect();
    let document = json!({"type": "state", "level": level.to_value(), "adversaries": hunters, "exit-locked": false,
        "players": [{"type": "player", "name": "ana", "position": [player.0, player.1]}]});
    Snarl::given(&settings, 0, &document).unwrap()
}

fn call<'a>(settings: &'a Settings, options: &'a Map<String, Value>, seat: u8, seed: u64) -> Call<'a, Settings> {
    Call { settings, options, seat: Seat(seat), random: Random::for_bot(seed, Seat(seat)) }
}

/// The choice of a bot for the seat that acts, and the events that follow.
fn act(bot: &mut dyn Bot<Start, View, Action>, world: &World, state: &mut State) -> (Action, Vec<Event>) {
    let seat = Snarl::phase(world, state).seats().iter().next().unwrap();
    let mut legal = Vec::new();
    Snarl::legal(world, state, seat, &mut |action| legal.push(action));
    let action = bot.choose(&Snarl::view(world, state, &[], seat), &legal);
    let mut events = Vec::new();
    Snarl::step(world, state, &[(seat, action)], |event| events.push(event));
    (action, events)
}

#[test]
fn random_draws_from_the_stream_of_its_seat() {
    // R43, R70
    let opened = crate::registry().find("snarl").unwrap().open(&json!({})).unwrap();
    for seed in 0..20 {
        let (world, state) = Snarl::new(&Settings::default(), seed).unwrap();
        let session = opened.begin(seed).unwrap();
        let seat = session.phase().seats().iter().next().unwrap();
        let mut legal = Vec::new();
        Snarl::legal(&world, &state, seat, &mut |action| legal.push(action));
        let drawn = legal[Random::for_bot(seed, seat).index(legal.len())];
        let mut player = opened.player("random", &Map::new(), seed, seat).unwrap();
        player.start(session.as_ref(), seat);
        assert_eq!(player.choose(session.as_ref(), seat), Some(drawn.code()), "seed {seed}, seat {seat}");
    }
}
