//! The digest of every game's settings is the one that the page on replays tells (K7).

use gridhaunt_arena::seal::{digits, of_settings};
use serde_json::json;

const PAGE: &str = include_str!("../../../docs/replays.md");

#[test]
fn the_digest_of_usual_settings_is_published() {
    for game in gridhaunt_bots::registry().games() {
        let (name, digest) = (game.info().name, digits(&of_settings(&game.open(&json!({})).unwrap().resolved())));
        assert!(
            PAGE.contains(&format!("| {name} | `{digest}` |")),
            "docs/replays.md should say | {name} | `{digest}` |"
        );
    }
}

#[test]
fn what_means_the_same_has_the_same_digest() {
    let registry = gridhaunt_bots::registry();
    let digest = |game: &str, settings| of_settings(&registry.find(game).unwrap().open(&settings).unwrap().resolved());
    for (game, same, other) in [
        ("pyrat", json!({"preset": "medium", "width": 21, "max_turns": 300}), json!({"preset": "open"})),
        ("tag", json!({"survivor_sight": 2, "follow": "allow"}), json!({"survivor_sight": "all"})),
        ("ghost-grid", json!({"preset": "default"}), json!({"sentinel_energy_mult": 4})),
        ("snarl", json!({"names": ["player1", "player2", "player3", "player4"]}), json!({"sight": 3})),
        ("sproutopia", json!({"PlayerWindowSize": 10}), json!({"player_window_size": 12})),
    ] {
        assert_eq!(digest(game, json!({})), digest(game, same), "{game}");
        assert_ne!(digest(game, json!({})), digest(game, other), "{game}");
    }
}

#[test]
fn a_setting_without_a_name_is_named_in_every_game() {
    for game in gridhaunt_bots::registry().games() {
        for (name, shown) in [("", "\"\""), ("a\u{1b}b", "\"a\\u001bb\"")] {
            let error = game.open(&json!({ name: 20 })).err().unwrap();
            assert_eq!(error.field, shown, "{}", game.info().name);
            assert!(error.to_string().contains(shown), "{error}");
        }
    }
}
