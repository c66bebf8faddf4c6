//! Which settings are allowed (§11), and the error messages for others.

use super::matches::settings;
use crate::settings::{Rules, Settings};
use crate::{Ground, Legacy, Official, Sproutopia};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;

fn refusal(document: &Value) -> String {
    Settings::read(document).expect_err("a bad setting").to_string()
}

#[test]
fn a_bad_setting_is_answered_in_the_words_of_the_page() {
    let cases = [
        (json!({"cols": 5}), "`cols` is 5: give a whole number from 6 to 64"),
        (
            json!({"weed_spawn_rate_min": 60, "weed_spawn_rate_max": 50}),
            "`weed_spawn_rate_min` is 60: give at most `weed_spawn_rate_max` (50)",
        ),
        (
            json!({"power_up_spawn_rate_min": 51}),
            "`power_up_spawn_rate_min` is 51: give at most `power_up_spawn_rate_max` (50)",
        ),
        (json!({"rules": "oficial"}), "`rules` is \"oficial\": give \"official\" or \"v2024.0.8\""),
        (json!({"rules": 1}), "`rules` is 1: give \"official\" or \"v2024.0.8\""),
        (json!({"colz": 5}), "unknown setting `colz`: did you mean `cols`?"),
        (json!({"rows": 6.5}), "`rows` is 6.5: give a whole number from 6 to 64"),
        (json!({"rows": "50"}), "`rows` is \"50\": give a whole number from 6 to 64"),
        (json!({"players": -1}), "`players` is -1: give a whole number from 1 to 4"),
        (json!({"cols": 9, "Cols": 9}), "`cols` is given twice: give it once"),
        (json!({"NumberOfPlayers": 2, "players": 2}), "`players` is given twice: give it once"),
    ];
    for (document, words) in cases {
        assert_eq!(refusal(&document), words);
    }
    let far = refusal(&json!({"entirely_different": 1}));
    assert!(far.starts_with("unknown setting `entirely_different`: "), "{far}");
    assert!(Settings::read(&json!([])).is_err());
    assert!(Settings::read(&json!({"GameSettings": 3})).is_err());
    assert!(Settings::read(&json!({"seed": "x"})).is_err());
}

#[test]
fn every_number_has_its_default_and_its_range() {
    // The values from the table on the game's page.
    let table: [(&str, u64, u64, u64); 25] = [
        ("players", 4, 1, 4),
        ("rows", 50, 6, 64),
        ("cols", 50, 6, 64),
        ("player_window_size", 10, 2, 128),
        ("player_queue_size", 10, 1, 64),
        ("max_ticks", 1000, 1, 100_000),
        ("tick_rate", 400, 1, 60_000),
        ("weeds_start_tick", 100, 0, 100_000),
        ("weed_spawn_rate_mean", 50, 0, 100_000),
        ("weed_spawn_rate_std_dev", 15, 0, 100_000),
        ("weed_spawn_rate_min", 0, 0, 100_000),
        ("weed_spawn_rate_max", 100, 0, 100_000),
        ("weed_growth_rate", 5, 1, 100_000),
        ("power_up_start_tick", 50, 0, 100_000),
        ("power_up_spawn_rate_mean", 25, 0, 100_000),
        ("power_up_spawn_rate_std_dev", 8, 0, 100_000),
        ("power_up_spawn_rate_min", 0, 0, 100_000),
        ("power_up_spawn_rate_max", 50, 0, 100_000),
        ("power_ups_max_amount", 6, 0, 64),
        ("lifespan_immunity", 20, 1, 100_000),
        ("lifespan_unprunable", 20, 1, 100_000),
        ("lifespan_freeze", 10, 1, 100_000),
        ("lifespan_fertilizer", 40, 1, 100_000),
        ("weeds_max_amount", 3, 0, 16),
        ("weeds_max_growth", 15, 1, 64),
    ];
    let fields = Settings::FIELDS;
    assert_eq!(fields.len(), table.len() + 1);
    for (name, default, least, most) in table {
        let field = fields.iter().find(|field| field.name == name).expect(name);
        assert_eq!(field.kind, FieldKind::Integer(least, most), "{name}");
        assert_eq!(settings(&json!({})).told()[name], json!(default), "{name}");
        let range = |value: i64| {
            // The other limit is moved to make room.
            let other = name.replace("_min", "_max");
            let mut document = json!({});
            document[other.as_str()] = json!(100_000);
            document[name] = json!(value);
            if other == name {
                document = json!({name: value});
            }
            Settings::read(&document).map(|settings| settings.told()[name].clone()).ok()
        };
        for inside in [least, most] {
            assert_eq!(range(inside as i64), Some(json!(inside)), "{name}");
        }
        for outside in [least as i64 - 1, most as i64 + 1, i64::MAX] {
            assert_eq!(range(outside), None, "{name} {outside}");
        }
    }
    assert_eq!(settings(&json!({})).rules, Rules::Official);
}

#[test]
fn the_numbers_reach_the_rules() {
    let document = json!({
        "players": 2, "rows": 7, "cols": 9, "player_window_size": 12, "player_queue_size": 13, "max_ticks": 14,
        "tick_rate": 15, "weeds_start_tick": 16, "weed_spawn_rate_mean": 17, "weed_spawn_rate_std_dev": 18,
        "weed_spawn_rate_min": 19, "weed_spawn_rate_max": 20, "weed_growth_rate": 21, "power_up_start_tick": 22,
        "power_up_spawn_rate_mean": 23, "power_up_spawn_rate_std_dev": 24, "power_up_spawn_rate_min": 25,
        "power_up_spawn_rate_max": 26, "power_ups_max_amount": 27, "lifespan_immunity": 28,
        "lifespan_unprunable": 29, "lifespan_freeze": 30, "lifespan_fertilizer": 31, "weeds_max_amount": 8,
        "weeds_max_growth": 33,
    });
    let settings = settings(&document);
    let code = settings.code();
    assert_eq!((code.players, code.rows, code.cols, code.window, code.queue), (2, 7, 9, 12, 13));
    assert_eq!((code.max_ticks, settings.tick_rate), (14, 15));
    let rate = code.weeds.rate;
    assert_eq!((rate.mean, rate.deviation, rate.least, rate.most), (17, 18, 19, 20));
    assert_eq!((code.weeds.start, code.weeds.most, code.weed_pace, code.weed_most), (16, 8, 21, 33));
    let rate = code.power_ups.rate;
    assert_eq!((rate.mean, rate.deviation, rate.least, rate.most), (23, 24, 25, 26));
    assert_eq!((code.power_ups.start, code.power_ups.most), (22, 27));
    assert_eq!(code.lifespans, [28, 29, 30, 0, 31]);
}

#[test]
fn the_names_of_the_reference_engine_are_known() {
    let document = json!({"GameSettings": {
        "NumberOfPlayers": 2, "PlayerWindowSize": 8, "PLAYER_QUEUE_SIZE": 3, "maxTicks": 77, "TickRate": 100,
        "Rows": 20, "cols": 30, "WeedsStartTick": 5, "WeedSpawnRateStdDev": 4, "PowerUpSpawnRateMean": 6,
        "ExcludedNames": ["bob"], "Seed": 12345, "FullLoggingEnabled": true, "DifferentialLoggingEnabled": false,
        "InputLogFile": "x.log",
    }, "rules": "v2024.0.8"});
    let settings = settings(&document);
    assert_eq!((settings.players, settings.player_window_size, settings.player_queue_size), (2, 8, 3));
    assert_eq!((settings.max_ticks, settings.tick_rate, settings.rows, settings.cols), (77, 100, 20, 30));
    assert_eq!((settings.code().weeds.start, settings.code().weeds.rate.deviation), (5, 4));
    assert_eq!(settings.code().power_ups.rate.mean, 6);
    assert_eq!((settings.rules, settings.seed()), (Rules::Legacy, Some(12345)));
    assert_eq!(settings.for_the_server.get("full_logging_enabled"), Some(&json!(true)));
    assert_eq!(settings.for_the_server.get("input_log_file"), Some(&json!("x.log")));
    assert_eq!(settings.for_the_server.get("excluded_names"), None);
}

#[test]
fn a_seed_belongs_to_the_match() {
    let old = settings(&json!({"rules": "v2024.0.8"}));
    let error = Sproutopia::<Legacy>::new(&old, 4_294_967_296).expect_err("too large");
    assert_eq!(error.to_string(), "seed 4294967296: rules v2024.0.8 take 0 to 2147483647");
    assert!(Sproutopia::<Legacy>::new(&old, 2_147_483_648).is_err());
    assert!(Sproutopia::<Legacy>::new(&old, 2_147_483_647).is_ok());
    assert!(Sproutopia::<Official>::new(&settings(&json!({})), u64::MAX).is_ok());
    assert!(Sproutopia::<Official>::new(&old, 1).is_err());
    assert_eq!(Sproutopia::<Legacy>::fold_seed(&old, u64::MAX), 2_147_483_647);
    assert_eq!(Sproutopia::<Official>::fold_seed(&settings(&json!({})), u64::MAX), u64::MAX);
    let seeded = settings(&json!({"seed": 5}));
    assert!(Sproutopia::<Official>::new(&seeded, 5).is_ok());
    let error = Sproutopia::<Official>::new(&seeded, 6).expect_err("another seed");
    assert_eq!(error.to_string(), "`seed` is 5 in the settings: the match has seed 6, give it there");
}

#[test]
fn start_cells_lie_as_the_page_says() {
    let starts = |cols: u8, rows: u8| Ground::new(settings(&json!({"cols": cols, "rows": rows})).code()).starts;
    let cells = |list: [(u16, u16); 4]| list.map(|(x, y)| Cell { x, y });
    assert_eq!(starts(50, 50), cells([(12, 1), (48, 12), (37, 48), (1, 37)]));
    assert_eq!(starts(6, 6), cells([(1, 1), (4, 1), (4, 4), (1, 4)]));
    for cols in 6..=64 {
        for rows in 6..=64 {
            let ground = Ground::new(settings(&json!({"cols": cols, "rows": rows})).code());
            let all: crate::rows::Rows = ground.homes.iter().flat_map(crate::rows::Rows::iter).collect();
            assert_eq!(all.len(), 36, "homes are apart on {cols}×{rows}");
            assert!(all.iter().all(|cell| cell.x < cols && cell.y < rows), "{}", format!("{cols}×{rows}"));
        }
    }
    let two = Ground::new(settings(&json!({"players": 2})).code());
    assert_eq!(two.homes.map(|home| home.len()), [9, 9, 0, 0]);
    assert_eq!(two.starts, starts(50, 50));
    assert_eq!(two.foreign.map(|homes| homes.len()), [9, 9, 18, 18]);
}
