//! The digest of every game's settings is the one that the page on replays tells (K7), and the tables of settings and
//! options in the pages on games say what the declarations say.

use gridhaunt_arena::seal::{digits, of_settings};
use gridhaunt_kernel::settings::{Field, FieldKind};
use serde_json::json;

const PAGE: &str = include_str!("../../../../docs/replays.md");

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

/// The page on a game and its translations, by their paths; a translation has the words of the first page at the heads of
/// its tables and between the values of a list.
fn pages(game: &str) -> Vec<(String, String)> {
    let folder = format!("{}/../../docs/games", env!("CARGO_MANIFEST_DIR"));
    let paths = [format!("{folder}/{game}.md"), format!("{folder}/{game}.zh-TW.md")].into_iter();
    let words = [("| 設定 |", "| setting |"), ("| 選項 |", "| option |"), ("| 預設 |", "| default |")];
    let words = words.into_iter().chain([
        ("| 允許的值 |", "| allowed |"),
        ("| 抽出 |", "| drawn |"),
        ("、", ", "),
        (" 或 ", " or "),
    ]);
    let read = |path: String| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path, words.clone().fold(text, |text, (from, to)| text.replace(from, to))))
    };
    let found: Vec<_> = paths.filter_map(read).collect();
    assert!(!found.is_empty(), "there is no page on {game}");
    found
}

/// The rows of the first table of a page that begins with these columns.
fn rows(page: &str, columns: &str) -> Vec<Vec<String>> {
    let rows = page.lines().skip_while(|line| !line.starts_with(columns)).skip(2);
    let cells = |row: &str| Some(row.strip_prefix("| ")?.split(" | ").map(String::from).collect());
    rows.map_while(cells).collect()
}

/// The rows of the table of settings in the page on a game: the names, the defaults and what is allowed.
fn table(page: &str) -> Vec<(Vec<String>, String, String)> {
    let cells = |row: Vec<String>| {
        let mut all: Vec<String> = Vec::new();
        for name in row[0].replace('`', "").split(", ") {
            let whole = match (name.strip_prefix('_'), all.last()) {
                // `weed_spawn_rate_mean`, `_std_dev`: the last word of the first name gives way.
                (Some(end), Some(first)) => format!("{}_{end}", first.rsplit_once('_').unwrap().0),
                _ => name.to_string(),
            };
            all.push(whole);
        }
        (all, row[1].replace('`', ""), row[2].clone())
    };
    rows(page, "| setting | default | allowed |").into_iter().map(cells).collect()
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
    let registry = gridhaunt_bots::registry();
    let every_page =
        registry.games().flat_map(|game| pages(game.info().name).into_iter().map(move |page| (game, page)));
    for (game, (path, page)) in every_page {
        let (name, table) = (game.info().name, table(&page));
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
            assert_allows(&path, field, allowed);
        }
    }
}

/// Checks that what a page says is allowed contains the words or ranges of the declaration.
fn assert_allows(path: &str, field: &Field, allowed: &str) {
    let wanted: Vec<String> = match field.kind {
        FieldKind::Word(words) => words.iter().map(|word| format!("`{word}`")).collect(),
        FieldKind::Schema(_) | FieldKind::Text(_) => {
            let ranges = field.allowed();
            let is_range =
                |word: &&str| word.contains("..=") && word.bytes().all(|b| b.is_ascii_digit() || b".=".contains(&b));
            ranges.split([' ', ',']).filter(is_range).map(String::from).collect()
        }
        _ => vec![field.allowed()],
    };
    for wanted in wanted {
        assert!(allowed.contains(&wanted), "{path}: {} takes {wanted}, not {allowed}", field.name);
    }
}

#[test]
fn the_pages_have_every_option_of_learners_and_bots() {
    for game in gridhaunt_bots::registry().games() {
        for (path, page) in pages(game.info().name) {
            let quoted = |word: &str| page.contains(&format!("`{word}`"));
            let lenses = rows(&page, "| option | default |");
            for field in game.lens() {
                let row = lenses.iter().find(|row| row[0] == format!("`{}`", field.name));
                let told = row.map(|row| row[1].replace('`', ""));
                assert!(row.is_some() || lenses.is_empty() && quoted(field.name), "{path} lacks {}", field.name);
                let default = field.default();
                let same = told.map_or_else(|| quoted(&default), |told| told == default);
                assert!(!is_value(&default) || same, "{path}: {} is {default} by default", field.name);
            }
            assert!(lenses.is_empty() || lenses.len() == game.lens().len(), "{path} has an option that is none");
            let options = rows(&page, "| option | of | default | allowed |");
            let mut names: Vec<&str> = Vec::new();
            for (bot, field) in game.bots().iter().flat_map(|bot| bot.options.iter().map(move |field| (bot, field))) {
                let typed = format!("`{}:{}=", bot.name, field.name);
                let is_told = quoted(bot.name) && (quoted(field.name) || page.contains(&typed));
                assert!(is_told, "{path} lacks {} of {}", field.name, bot.name);
                names.push(field.name);
                let Some(row) = options.iter().find(|row| row[0] == format!("`{}`", field.name)) else { continue };
                assert!(row[1].contains(&format!("`{}`", bot.name)), "{path}: {} of {}", field.name, bot.name);
                assert_eq!(row[2].replace('`', ""), field.default(), "{path}: {} by default", field.name);
                assert_allows(&path, field, &row[3]);
            }
            names.sort_unstable();
            names.dedup();
            assert!(options.is_empty() || options.len() == names.len(), "{path}: the options are {names:?}");
        }
    }
}
