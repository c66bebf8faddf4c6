//! Records to tamper with, in two ways: with the old seals, and with new seals.

use gridhaunt_arena::play::Arena;
use gridhaunt_arena::prove::prove;
use gridhaunt_arena::seal::{Chain, SHOWN, WHOLE};
use gridhaunt_arena::seating::seat_all;
use gridhaunt_kernel::json::Value;
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// Small settings and bots of every game that reach much in few steps.
pub(crate) fn matches() -> Vec<(&'static str, Value)> {
    vec![
        ("pyrat", json!({"preset": "tiny", "mud_density": 0.5, "max_turns": 40})),
        (
            "tag",
            json!({"width": 12, "height": 10, "max_rounds": 15, "d_exit_min": 2, "d_enemy_min": 2, "exit_spacing": 3}),
        ),
        ("ghost-grid", json!({"n": 3, "nodes_per_layer": 3})),
        ("snarl", json!({"players": 2, "max_rounds": 12, "generate": {"levels": 1, "rooms": 3}})),
        (
            "sproutopia",
            json!({"cols": 12, "rows": 10, "max_ticks": 40, "weeds_start_tick": 0, "power_up_start_tick": 0}),
        ),
    ]
}

/// The record of a short match.
pub(crate) fn record(name: &str) -> String {
    let registry = gridhaunt_bots::registry();
    let game = registry.find(name).unwrap();
    let settings = matches().into_iter().find(|(game, _)| *game == name).unwrap().1;
    // The tests of single messages name the settings they change.
    let settings = if name == "pyrat" { json!({"preset": "tiny"}) } else { settings };
    let opened = game.open(&settings).unwrap();
    let words: &[String] = &if name == "pyrat" { vec!["greedy".into(), "random".into()] } else { Vec::new() };
    let seats = seat_all(game, opened.begin(7).unwrap().as_ref(), words).unwrap();
    let arena =
        Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
    arena.play(7, true, &AtomicBool::new(false)).unwrap().unwrap().record.unwrap()
}

/// The verdict of `replay verify` for a text.
pub(crate) fn verdict(text: &str) -> Result<(), String> {
    let registry = gridhaunt_bots::registry();
    let mut first = Ok(());
    let matches = prove(&registry, text.as_bytes(), |verdict| {
        if let (Ok(()), Some(differs)) = (&first, verdict.differs) {
            first = Err(differs.to_string());
        }
        Ok(())
    });
    if matches.unwrap() == 0 { Err("no match".into()) } else { first }
}

/// The text with one line changed.
pub(crate) fn edited(text: &str, line: usize, from: &str, to: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    assert!(lines[line].contains(from), "{from}: {}", lines[line]);
    lines[line] = lines[line].replacen(from, to, 1);
    lines.join("\n") + "\n"
}

/// The text with new, correct seals.
pub(crate) fn anew(text: &str) -> String {
    let mut chain = Chain::default();
    let seal = |line: &str| {
        let mut open = line.rsplit_once(",\"seal\":\"").unwrap().0.to_string();
        if open.starts_with("{\"gridhaunt\"") {
            chain = Chain::default();
        }
        let shown = if open.starts_with("{\"end\"") { WHOLE } else { SHOWN };
        chain.seal(&mut open, shown);
        open + "\n"
    };
    text.lines().map(seal).collect()
}
