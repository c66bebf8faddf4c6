//! `check`, `bots` and `doctor`.

use super::{Home, fine, lines, said};
use serde_json::Value;
use std::fs;

/// The result of each kind of finding.
fn graded(findings: &[Value]) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap().to_string();
    findings.iter().filter(|it| it["check"].is_string()).map(|it| (word(&it["check"]), word(&it["result"]))).collect()
}

#[test]
fn a_good_bot_passes() {
    let home = Home::new();
    let output = fine(home.run(&["check", "./bot"]));
    let found = lines(&output.stdout);
    let kinds: Vec<String> = graded(&found).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["files", "plays", "plays", "start", "lines", "speed", "memory", "leaves"]);
    assert_eq!(found.last().unwrap()["ok"], true);
    let plays: Vec<&Value> = found.iter().filter(|it| it["check"] == "plays").collect();
    assert_eq!([&plays[0]["role"], &plays[1]["role"]], ["python", "rat"]);
    assert!(plays.iter().all(|it| it["matches"] == 3 && it["turns"].as_u64().unwrap() > 0), "{plays:?}");
    let shown = said(&fine(home.run(&["check", "./bot", "--sandbox", "0", "--format", "table"])).stdout);
    assert!(shown.contains("bot is fit to play pyrat, checked at level 0"), "{shown}");
}

#[test]
fn what_is_wrong_with_a_bot_is_found_with_its_own_words() {
    let home = Home::new();
    for (mode, kind, result, words) in [
        ("crash", "plays", "fail", "its last words: no cheese left in turn 0"),
        ("illegal", "plays", "fail", "\"fly\" is not allowed now"),
        ("stray", "lines", "warn", "thinking ... (no JSON: expected ident, column 2)"),
        ("lingers", "leaves", "fail", "it did not leave within 500 ms"),
        ("unready", "plays", "fail", "I do not like this maze"),
    ] {
        home.bot(mode, &format!("games = [\"pyrat\"]\noptions = {{ mode = \"{mode}\" }}"));
        let output = home.run(&["check", &format!("./{mode}")]);
        assert_eq!(output.status.code(), Some(i32::from(result == "fail")), "{mode}: {}", said(&output.stderr));
        let found = lines(&output.stdout);
        let fits = |it: &&Value| {
            it["check"] == kind && it["result"] == result && it.to_string().contains(&words.replace('"', "\\\""))
        };
        assert!(found.iter().any(|it| fits(&it)), "{mode}: {}", said(&output.stdout));
        assert_eq!(found.last().unwrap()["ok"], result != "fail", "{mode}");
    }
    home.bot("unbuilt", "build = [\"sh\", \"-c\", \"echo no compiler; exit 1\"]\ngames = [\"pyrat\"]");
    let output = home.run(&["check", "./unbuilt", "--format", "table"]);
    let shown = said(&output.stdout);
    assert!(
        output.status.code() == Some(1) && shown.contains("fail  build") && shown.contains("no compiler"),
        "{shown}"
    );
}

#[test]
fn the_game_is_that_of_the_manifest_or_must_be_given() {
    let home = Home::new();
    home.bot("any", "");
    let output = home.run(&["check", "./any"]);
    let error = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("--game: any does not say which games it plays"), "{error}");
    assert!(error.contains("gridhaunt check ./any --game "), "{error}");
    let other = home.run(&["check", "./bot", "--game", "tag"]);
    assert!(said(&other.stderr).contains("bot plays pyrat, not tag"), "{}", said(&other.stderr));
}

#[test]
fn every_game_has_a_short_match_in_every_role() {
    let home = Home::new();
    home.bot("any", "");
    let games = lines(&fine(home.run(&["games", "--format", "json"])).stdout);
    for game in games.iter().map(|game| game["name"].as_str().unwrap()).filter(|game| *game != "pyrat") {
        let output = fine(home.run(&["check", "./any", "--game", game, "--sandbox", "0", "--clock", "5s"]));
        assert!(lines(&output.stdout).iter().any(|it| it["check"] == "plays"), "{game}");
    }
}

#[test]
fn bots_are_listed_with_their_identity_or_what_is_wrong() {
    let home = Home::new();
    home.bot("deep/er/still", "name = \"hidden\"\ngames = [\"pyrat\"]");
    home.bot("other", "games = [\"tag\"]");
    home.bot("target/built", "");
    fs::create_dir(home.path().join("broken")).unwrap();
    fs::write(home.path().join("broken/bot.toml"), "run = 5").unwrap();
    let listed = lines(&fine(home.run(&["bots", "pyrat"])).stdout);
    let built_in: Vec<&Value> = listed.iter().filter(|it| it["kind"] == "built-in").map(|it| &it["bot"]).collect();
    assert!(built_in.iter().any(|bot| *bot == "greedy"), "{built_in:?}");
    let paths: Vec<&Value> = listed.iter().filter(|it| it["kind"] == "program").map(|it| &it["path"]).collect();
    assert_eq!(paths, ["./bot", "./broken", "./deep/er/still"]);
    let find = |path: &str| listed.iter().find(|it| it["path"] == path).unwrap();
    assert_eq!(find("./deep/er/still")["bot"], "hidden");
    assert_eq!(find("./bot")["digest"].as_str().unwrap().len(), 64);
    assert!(find("./broken")["error"].as_str().unwrap().ends_with("bot.toml: run: 5 is not a list of words"));
    let shown = said(&fine(home.run(&["bots", "pyrat", "--format", "table"])).stdout);
    assert!(shown.contains("and 1 program for other games"), "{shown}");
}

#[test]
fn the_doctor_says_which_levels_work() {
    let home = Home::new();
    let report = lines(&fine(home.run(&["doctor"])).stdout).remove(0);
    let levels = report["levels"].as_array().unwrap();
    assert_eq!((levels.len(), &levels[0]["level"], &levels[0]["works"]), (4, &"0".into(), &true.into()));
    let best = report["best"].as_str().unwrap();
    for level in levels {
        let (name, works) = (level["level"].as_str().unwrap(), level["works"] == true);
        let words = ["play", "pyrat", "./bot", "idle", "-c", "max_turns=2", "--no-replay", "--sandbox", name];
        let output = home.run(&words);
        assert_eq!(output.status.code(), Some(if works { 0 } else { 4 }), "level {name}: {}", said(&output.stderr));
        if !works {
            assert!(said(&output.stderr).contains(&format!("--sandbox {name}: ")), "{}", said(&output.stderr));
        }
    }
    assert!(levels.iter().any(|level| level["level"] == best && level["works"] == true));
    let shown = said(&fine(home.run(&["doctor", "--format", "table"])).stdout);
    assert!(shown.contains("works, the best here") && shown.contains("python3"), "{shown}");
}

#[test]
fn what_a_compiler_says_is_shown_as_lines() {
    let home = Home::new();
    home.bot("broken", "games = [\"pyrat\"]\nbuild = [\"sh\", \"-c\", \"echo one; printf 'two\\\\033\\\\n'; exit 1\"]");
    let output = home.run(&["check", "./broken", "--sandbox", "0", "--format", "table"]);
    let shown = said(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("fail  build"), "{shown}");
    assert!(lines.contains(&"one") && lines.contains(&"two\\u001b"), "{shown}");
}
