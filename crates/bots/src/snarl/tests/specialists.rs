//! The ideas of the delver and the stalker, on positions where the right move is known.

use super::rates::wins;
use super::*;
use gridhaunt_snarl::hunt::after;
use gridhaunt_snarl::level::{Object, ObjectKind};
use gridhaunt_testing::pass;

fn objects(key: (i64, i64), exit: (i64, i64)) -> Vec<Object> {
    let at = |(row, column)| Point::new(row, column);
    vec![Object { kind: ObjectKind::Key, position: at(key) }, Object { kind: ObjectKind::Exit, position: at(exit) }]
}

/// A room of seven by thirteen with the exit, which is open, in the far corner.
fn hall() -> Level {
    Level { rooms: vec![room(0, 0, 7, 13, &[])].into(), hallways: [].into(), objects: objects((1, 11), (5, 11)) }
}

fn delver(players: u8) -> Delver {
    Delver::new(
        &Settings { players, zombies: Some(1), ghosts: Some(0), ..Settings::default() },
        Seat(0),
        Random::new(0),
    )
}

/// Where the first move of a delver ends.
fn first_move(level: &Level, settings: &Value, player: (i64, i64), hunters: &[(&str, (i64, i64))]) -> Point {
    let (world, mut state) = given(level, settings, player, hunters);
    let (action, _) = act(&mut delver(1), &world, &mut state);
    after(Point::new(player.0, player.1), action)
}

#[test]
fn it_ends_no_move_beside_a_tile_that_may_hide_a_zombie() {
    // The zombie stands three tiles ahead, out of sight: two steps straight on would end beside it.
    for ahead in [4, 5, 6] {
        let to = first_move(&hall(), &json!({"zombies": 1}), (3, ahead - 3), &[("zombie", (3, ahead))]);
        assert!(to.distance(Point::new(3, ahead)) > 1, "{to}");
    }
}

#[test]
fn it_never_waits_to_be_caught() {
    for (row, column) in [(3, 2), (2, 3), (3, 4), (4, 3), (1, 3), (5, 3), (2, 2), (4, 4)] {
        let (world, mut state) = given(&hall(), &json!({"zombies": 1}), (3, 3), &[("zombie", (row, column))]);
        let options = Map::new();
        let (settings, mut player) = (Settings::default(), delver(1));
        let mut zombie = Zombie::new(&call(&settings, &options, 1, 0)).unwrap();
        for _ in 0..120 {
            match Snarl::phase(&world, &state).seats().iter().next() {
                None => break,
                Some(Seat(0)) => _ = act(&mut player, &world, &mut state),
                Some(_) => _ = act(&mut zombie, &world, &mut state),
            }
        }
        let outcome = Snarl::outcome(&world, &state);
        assert!(outcome.is_some_and(|outcome| outcome.reason == "won"), "a zombie at [{row},{column}]");
    }
}

#[test]
fn a_stalker_waits_out_of_sight_on_the_way_of_its_prey() {
    let mut stalker = Stalker::new(&Settings::default());
    let zombie = |column| {
        let (world, mut state) = given(&hall(), &json!({"zombies": 1}), (3, 2), &[("zombie", (3, column))]);
        pass::<Snarl>(&world, &mut state, &[(Seat(0), Action::Stay)]);
        (world, state)
    };
    let (world, mut state) = zombie(6);
    let (action, _) = act(&mut stalker, &world, &mut state);
    assert_eq!(action, Action::W, "three tiles ahead it is not seen, and two steps end beside it");
    let (world, mut state) = zombie(3);
    let (_, events) = act(&mut stalker, &world, &mut state);
    assert!(events.iter().any(|event| matches!(event, Event::Expelled { .. })), "it strikes whom it can reach");
}

#[test]
fn specialists_beat_the_defaults() {
    let alone = wins(&json!({"players": 1}), ["delver", "zombie", "ghost"], 40);
    assert!(alone > 0.3, "{alone}");
    let hunted = wins(&json!({}), ["explorer", "stalker", "stalker"], 100);
    assert!(hunted < 0.5, "{hunted}");
}
