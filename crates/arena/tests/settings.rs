//! The digest of every game's settings is the one that the page on replays tells (K7), and the tables of settings in the
//! pages on games say what the declarations say.

use gridhaunt_arena::seal::{digits, of_settings};
use gridhaunt_kernel::settings::FieldKind;
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

/// The rows of the table of settings in the page on a game: the names, the defaults and what is allowed.
fn table(page: &str) -> Vec<(Vec<String>, String, String)> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| setting | default | allowed |")).skip(2);
    let cells = |row: &str| -> Option<(Vec<String>, String, String)> {
        let mut cells = row.strip_prefix("| ")?.split(" | ").map(String::from);
        let (names, default, allowed) = (cells.next()?, cells.next()?, cells.next()?);
        let mut all: Vec<String> = Vec::new();
        for name in names.replace('`', "").split(", ") {
            let whole = match (name.strip_prefix('_'), all.last()) {
                // `weed_spawn_rate_mean`, `_std_dev`: the last word of the first name gives way.
                (Some(end), Some(first)) => format!("{}_{end}", first.rsplit_once('_').unwrap().0),
                _ => name.to_string(),
            };
            all.push(whole);
        }
        Some((all, default.replace('`', ""), allowed))
    };
    rows.map_while(cells).collect()
}

/// Whether a default is a value, and not a description of one.
fn is_value(default: &str) -> bool {
    let is_word = default.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    is_word || default.parse::<f64>().is_ok() || default.starts_with('[')
}

#[test]
fn the_pages_have_every_setting_with_its_default_and_what_is_allowed() {
    // Told in other words: ranges that depend on other settings, and lists that stand elsewhere in the page.
    let told_elsewhere = [("pyrat", "preset"), ("snarl", "generate"), ("snarl", "start_level")];
    for game in gridhaunt_bots::registry().games() {
        let name = game.info().name;
        let path = format!("{}/../../docs/games/{name}.md", env!("CARGO_MANIFEST_DIR"));
        let table = table(&std::fs::read_to_string(&path).unwrap());
        let mut named: Vec<&str> = table.iter().flat_map(|(names, ..)| names.iter().map(String::as_str)).collect();
        let mut known: Vec<&str> = game.fields().iter().map(|field| field.name).collect();
        named.sort_unstable();
        known.sort_unstable();
        assert_eq!(named, known, "{path}");
        for field in game.fields() {
            let is_it = |names: &[String]| names.iter().position(|name| name == field.name);
            let (names, defaults, allowed) = table.iter().find(|(names, ..)| is_it(names).is_some()).unwrap();
            let each: Vec<&str> = defaults.split(", ").collect();
            let told = if names.len() == each.len() { each[is_it(names).unwrap()] } else { defaults };
            let (told, default) = (told.replace(' ', ""), field.default().replace(' ', ""));
            assert!(
                !is_value(&field.default()) || told == default,
                "{path}: {} is {default} by default, not {told}",
                field.name
            );
            if told_elsewhere.contains(&(name, field.name)) {
                continue;
            }
            let wanted: Vec<String> = match field.kind {
                FieldKind::Word(words) => words.iter().map(|word| format!("`{word}`")).collect(),
                FieldKind::Schema(_) | FieldKind::Text(_) => {
                    let ranges = field.allowed();
                    let is_range = |word: &&str| {
                        word.contains("..=") && word.bytes().all(|b| b.is_ascii_digit() || b".=".contains(&b))
                    };
                    ranges.split([' ', ',']).filter(is_range).map(String::from).collect()
                }
                _ => vec![field.allowed()],
            };
            for wanted in wanted {
                assert!(allowed.contains(&wanted), "{path}: {} takes {wanted}, not {allowed}", field.name);
            }
        }
    }
}
