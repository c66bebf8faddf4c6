//! The texts of a result, in every place where it is shown.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn gridhaunt(folder: &Path, words: &str) -> String {
    let args = words.split(' ').filter(|word| !word.is_empty());
    let output = Command::new(env!("CARGO_BIN_EXE_gridhaunt")).current_dir(folder).args(args).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Plays a match both ways; the sentence is the same as a result, in the panel, in JSON, in the log and in a picture.
fn told(words: &str) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let table = gridhaunt(folder.path(), &format!("play {words} -o match.jsonl --format table"));
    let report: Value =
        serde_json::from_str(&gridhaunt(folder.path(), &format!("play {words} -o again.jsonl"))).unwrap();
    let sentence = report["why"].as_str().unwrap().to_string();
    assert!(table.lines().any(|line| line == sentence), "{words}: {sentence}\n{table}");
    let log = gridhaunt(folder.path(), "replay log match.jsonl --format table");
    assert_eq!(log.lines().last().map(str::trim), Some(sentence.as_str()), "{words}");
    gridhaunt(folder.path(), "replay convert match.jsonl -o end.svg");
    let picture = std::fs::read_to_string(folder.path().join("end.svg")).unwrap();
    let (who, why) = sentence.trim_end_matches('.').split_once(": ").unwrap();
    let said = format!("{}: {why}", if who.starts_with("The ") { who.replacen('T', "t", 1) } else { who.into() });
    assert!(picture.contains(&said), "{words}: {said} is not in the picture");
    (table, report)
}

/// The text of the panel for the leader; in text the crown is a star.
fn crowned(table: &str) -> Vec<String> {
    let starred = table.lines().filter(|line| line.contains(" · ") && (line.contains(" ★") || line.contains(" *")));
    starred.map(ToString::to_string).collect()
}

#[test]
fn snarl_calls_a_player_alike_in_result_and_panel() {
    let (table, report) = told("snarl -s 7");
    assert_eq!(report["winner_side"], "player");
    assert!(report["why"].as_str().unwrap().starts_with("The players win: "), "{report}");
    let best = format!("player{}", report["outcome"]["winner"].as_u64().unwrap() + 1);
    assert!(crowned(&table).iter().any(|line| line.contains(&format!("{best} · explorer"))), "{best}:\n{table}");
    assert!(!table.contains("player 3"), "{table}");
}

#[test]
fn sproutopia_has_one_order_where_percents_tie() {
    for seed in 1..4 {
        let words = format!("sproutopia square claimer hunter random -c rules=v2024.0.8 -c max_ticks=15 -s {seed}");
        let (table, report) = told(&words);
        let names = ["north", "east", "south", "west"];
        let winner = names[report["outcome"]["winner"].as_u64().unwrap() as usize];
        assert_eq!(report["winner_side"], winner);
        assert!(report["why"].as_str().unwrap().starts_with(winner), "{report}");
        let crowned = crowned(&table);
        assert!(crowned.len() == 1 && crowned[0].contains(winner), "{winner}: {crowned:?}\n{table}");
        assert_eq!(report["unit"], "percent");
        assert!(table.lines().any(|line| line.starts_with("score ") && line.matches(" %").count() == 4), "{table}");
    }
}

#[test]
fn ghost_grid_names_only_who_came_into_play() {
    let (table, report) = told("ghost-grid -s 3");
    assert!(report["winner_side"] == "ghost" || report["winner_side"] == "sentinel", "{report}");
    let score = table.lines().find(|line| line.starts_with("score ")).unwrap();
    assert!(score.contains("G0 · courier") || score.contains("ghosts · courier"), "{score}");
    let folder = tempfile::tempdir().unwrap();
    let many = gridhaunt(folder.path(), "play ghost-grid -s 3 -n 2");
    let seats =
        many.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|line| line.get("seat").is_some());
    let names: Vec<String> = seats.map(|line| line["name"].as_str().unwrap().to_string()).collect();
    let all = report["outcome"]["seats"].as_array().unwrap().len();
    assert!(names.contains(&"G0".to_string()) && names.len() < all, "{names:?} of {all}");
}

#[test]
fn a_side_wins_together() {
    let (_, report) = told("tag -s 1");
    assert!(report["outcome"]["winner"].is_null());
    let side = report["winner_side"].as_str().unwrap();
    assert!(report["why"].as_str().unwrap().starts_with(&format!("The {side}s win: ")), "{report}");
}
