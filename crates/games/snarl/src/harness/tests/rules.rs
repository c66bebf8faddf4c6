//! Compares the rules with the harness: two implementations of the same moves, interactions and sight (the last
//! invariant of the rule book).

use super::*;
use crate::harness::Given;
use crate::stream::Levels;
use crate::view::{player_update, whole};
use crate::{Event, Settings, Snarl, State, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use proptest::prelude::*;

/// The result of an act, from its events.
fn word(events: &[Event]) -> &'static str {
    let word = |event: &Event| match event {
        Event::KeyTaken { .. } => Some("Key"),
        Event::Exited { .. } => Some("Exit"),
        Event::Expelled { .. } => Some("Eject"),
        _ => None,
    };
    events.iter().find_map(word).unwrap_or("OK")
}

/// Moves near a player and sometimes anywhere, `null` for staying.
fn wish() -> impl Strategy<Value = Option<(i64, i64)>> {
    prop_oneof![
        1 => Just(None),
        12 => (-2..=2i64, -2..=2i64).prop_map(Some),
        1 => (-9..=9i64, -9..=9i64).prop_map(Some),
    ]
}

/// The procedure of R54, played by the rules. Moves are offsets from the position of the player at its turn.
struct Table {
    world: World,
    state: State,
    lists: Vec<Vec<Value>>,
    trace: Vec<Value>,
}

impl Table {
    fn name(&self, seat: Seat) -> Value {
        json!(self.world.player_name(seat))
    }

    fn inside(&self) -> Vec<Seat> {
        self.state.inside(&self.world.ground()).map(|(seat, _)| seat).collect()
    }

    fn tell_all(&mut self) {
        for seat in self.inside() {
            let update = player_update(&self.world, &self.state, seat);
            self.trace.push(json!([self.name(seat), update]));
        }
    }

    fn play(&mut self, turns: u32, wishes: &mut impl Iterator<Item = Option<(i64, i64)>>) {
        self.tell_all();
        while self.state.end.is_none() && self.state.round <= turns {
            let seat = Seat(self.state.turn.0);
            let at = self.world.site(&self.state).point(self.state.players[seat.index()].at);
            let Some(wish) = wishes.next() else { return };
            let to = wish.map(|(rows, columns)| crate::level::Point::new(at.row + rows, at.column + columns));
            let wish = json!({"type": "move", "to": to});
            self.lists[seat.index()].push(wish.clone());
            let Some(action) = self.world.action_to(&self.state, seat, to) else {
                self.trace.push(json!([self.name(seat), wish, "Invalid"]));
                continue;
            };
            let mut events = Vec::new();
            Snarl::step(&self.world, &mut self.state, &[(seat, action)], |event| events.push(event));
            self.trace.push(json!([self.name(seat), wish, word(&events)]));
            self.tell_all();
        }
    }
}

/// Plays with the rules, then with `manager`, and compares everything that is reported.
fn compare(settings: &Value, seed: u64, turns: u32, wishes: Vec<Option<(i64, i64)>>) -> usize {
    let (world, state) = Snarl::new(&Settings::read(settings).unwrap(), seed).unwrap();
    let start = whole(&world, &state);
    let players = usize::from(world.code.players);
    let mut table = Table { world, state, lists: vec![Vec::new(); players], trace: Vec::new() };
    table.play(turns, &mut wishes.into_iter());
    let names: Vec<Value> = (0..players as u8).map(|seat| table.name(Seat(seat))).collect();
    let points: Vec<_> = start.players.iter().map(|player| player.position).collect();
    let played = answer(Command::Manager, &json!([names, *start.level, turns, points, table.lists]));
    assert_eq!(played[1], Value::Array(table.trace));
    assert_eq!(played[0], serde_json::to_value(whole(&table.world, &table.state)).unwrap());
    played[1].as_array().unwrap().len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn without_adversaries_play_and_manager_are_the_same(
        seed in any::<u64>(),
        players in 1..=4u8,
        turns in 0..60u32,
        (rooms, side, loops) in (2..9u8, 4..8u8, 0..=100u8),
        wishes in proptest::collection::vec(wish(), 0..240),
    ) {
        let generate = json!({"levels": 1, "rooms": rooms, "min": [4, 4], "max": [side, side], "loops": loops});
        let settings = json!({"players": players, "zombies": 0, "ghosts": 0, "max_rounds": 0, "generate": generate});
        compare(&settings, seed, turns, wishes);
    }

    #[test]
    fn the_crypt_is_played_alike(seed in any::<u64>(), level in 0..3usize,
                                 wishes in proptest::collection::vec(wish(), 0..300)) {
        let crypt = Levels::read("crypt", include_str!("../../../../../../examples/snarl/crypt.levels")).unwrap();
        let settings = json!({"levels": [crypt.levels[level].to_value()], "zombies": 0, "ghosts": 0, "max_rounds": 0});
        compare(&settings, seed, 1000, wishes);
    }

    /// Rooms over rooms, hallways through rooms, actors anywhere: compares what is legal, what is seen and the result
    /// of an act.
    #[test]
    fn given_states_of_any_level_are_alike(
        rooms in proptest::collection::vec((0..9i64, 0..9i64, proptest::collection::vec(
            proptest::collection::vec(0..4i64, 0..5), 0..5)), 1..4),
        turns in proptest::collection::vec(((0..9i64, 0..9i64), proptest::collection::vec((any::<bool>(), 0..9i64), 1..5)), 0..3),
        (key, exit) in (0..81i64, 0..80i64),
        places in proptest::collection::vec((0..9i64, 0..9i64), 1..7),
        (players, locked) in (1..=4usize, any::<bool>()),
    ) {
        let rooms: Vec<Value> = rooms.into_iter().map(|(row, column, layout)| json!({
            "origin": [row, column], "bounds": {"rows": 1, "columns": 1}, "layout": layout})).collect();
        let hallways: Vec<Value> = turns.into_iter().map(|((row, column), turns)| {
            let mut corners = vec![[row, column]];
            for (down, to) in turns {
                let [row, column] = corners[corners.len() - 1];
                corners.push(if down { [to, column] } else { [row, to] });
            }
            hallway(corners[0], &corners[1..corners.len() - 1], corners[corners.len() - 1])
        }).collect();
        let exit = exit + i64::from(exit >= key);
        let objects = [("key", [key / 9, key % 9]), ("exit", [exit / 9, exit % 9])];
        // Includes a room large enough that every actor stands in the level's rectangle.
        let mut rooms = rooms;
        rooms.push(room([8, 8], &["#"]));
        let level = level(&rooms, &hallways, &objects);
        let names = ["ana", "bo", "cy", "di"];
        let (inside, hunters) = places.split_at(players.min(places.len()));
        let seated: Vec<(&str, At)> = names.into_iter().zip(inside.iter().map(|&(row, column)| [row, column])).collect();
        let called: Vec<String> = (1..=hunters.len()).map(|i| format!("ghost{i}")).collect();
        let posted: Vec<(&str, At)> =
            called.iter().zip(hunters).map(|(name, &(row, column))| (name.as_str(), [row, column])).collect();
        let document = state(&level, &seated, &posted, locked);
        let given = Given::read(&document).unwrap();
        let (world, mut state) = Snarl::given(&Settings::default(), 1, &document).unwrap();
        prop_assert_eq!(serde_json::to_value(whole(&world, &state)).unwrap(), serde_json::to_value(&given).unwrap());
        for seat in 0..inside.len() {
            let update = player_update(&world, &state, Seat(seat as u8));
            prop_assert_eq!(serde_json::to_value(update).unwrap(), serde_json::to_value(given.update(seat)).unwrap());
            state.turn = crate::state::Place(seat as u8);
            let at = given.players[seat].position;
            for (rows, columns) in (-3..=3).flat_map(|rows| (-3..=3).map(move |columns| (rows, columns))) {
                let to = crate::level::Point::new(at.row + rows, at.column + columns);
                let action = world.action_to(&state, Seat(seat as u8), Some(to));
                prop_assert_eq!(action.is_some(), given.may_move(seat, to), "{} to {}", at, to);
                let Some(action) = action else { continue };
                let (mut given, mut state) = (given.clone(), state);
                let deed = given.arrive(seat, to);
                let mut events = Vec::new();
                Snarl::step(&world, &mut state, &[(Seat(seat as u8), action)], |event| events.push(event));
                prop_assert_eq!(json!(word(&events)), json!(deed));
                let (after, expected) = (whole(&world, &state), serde_json::to_value(&given).unwrap());
                prop_assert_eq!(serde_json::to_value(after).unwrap(), expected);
            }
        }
    }
}

#[test]
fn long_play_comes_to_keys_and_exits() {
    let mut random = Random::stream(5, 0);
    let mut told = 0;
    for seed in 0..20 {
        let wishes = (0..3000).map(|_| Some((random.below(5) as i64 - 2, random.below(5) as i64 - 2))).collect();
        let generate = json!({"levels": 1, "rooms": 2, "min": [4, 4], "max": [4, 4]});
        let settings = json!({"players": 2, "zombies": 0, "ghosts": 0, "max_rounds": 0, "generate": generate});
        told += compare(&settings, seed, 10_000, wishes);
    }
    assert!(told > 1000, "{told}");
}
