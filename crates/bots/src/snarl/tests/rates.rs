//! How often players win, within bands that are wide enough for chance and narrow enough to detect a real change.

use super::*;
use gridhaunt_kernel::outcome::Worth;

/// The share of games that players win, with these bots for players, zombies and ghosts.
pub(super) fn wins(settings: &Value, bots: [&str; 3], games: u64) -> f64 {
    let registry = crate::registry();
    let opened = registry.find("snarl").unwrap().open(settings).unwrap();
    let mut won = 0;
    for seed in 2_000_000..2_000_000 + games {
        let mut session = opened.begin(seed).unwrap();
        let players = session.seats() - 2;
        let name = |seat: usize| match seat.checked_sub(players) {
            None => bots[0],
            Some(0) => bots[1],
            Some(_) => bots[2],
        };
        let player = |seat: usize| opened.player(name(seat), &Map::new(), seed, Seat(seat as u8)).unwrap();
        let mut all: Vec<_> = (0..session.seats()).map(player).collect();
        while let Some(seat) = session.phase().seats().iter().next() {
            let code = all[seat.index()].choose(session.as_ref(), seat).unwrap();
            assert!(session.allows(seat, code));
            session.step(&[(seat, code)]);
        }
        let facts = session.outcome().unwrap().facts;
        won += u64::from(facts[0].worth == Worth::Flag(true));
    }
    won as f64 / games as f64
}

#[test]
fn explorers_beat_the_dungeon_and_chance_does_not() {
    let four = wins(&json!({}), ["explorer", "zombie", "ghost"], 300);
    assert!((0.64..0.84).contains(&four), "{four}");
    let alone = wins(&json!({"players": 1}), ["explorer", "zombie", "ghost"], 300);
    assert!(alone < four, "{alone}");
    let random = wins(&json!({}), ["random", "zombie", "ghost"], 60);
    assert!(random < 0.1, "{random}");
    let unhunted = wins(&json!({"zombies": 0, "ghosts": 0, "players": 1}), ["explorer", "zombie", "ghost"], 100);
    assert_eq!(unhunted, 1.0, "nothing stops one who is not hunted");
}
