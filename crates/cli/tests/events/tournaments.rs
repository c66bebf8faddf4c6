//! Tournaments and leagues: begun, looked at, told in every form (A9 to A12).

use crate::{fine, last, lines, run, said};
use serde_json::{Value, json};
use std::fs;

const RUN: [&str; 11] =
    ["tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--seed", "7", "greedy", "random", "idle"];

fn names(results: &Value) -> Vec<String> {
    let all = results["standings"].as_array().unwrap().iter();
    all.map(|standing| standing["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_round_robin_is_played_and_told_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let played = fine(run(
        folder.path(),
        &[&RUN[..], &["--blocks", "2", "--save-as", "whole.toml", "-o", "report.html"]].concat(),
    ));
    let results = lines(&played).into_iter().find(|line| line.get("standings").is_some()).unwrap();
    assert_eq!(names(&results)[0], "greedy");
    assert!(fs::read_to_string(at("report.html")).unwrap().contains("greedy"));

    let table = said(&fine(run(folder.path(), &["tournament", "results", "--format", "table"])).stdout);
    assert!(table.contains("W–D–L") && table.contains("95 %") && table.contains("secret"), "{table}");
    let csv = said(&fine(run(folder.path(), &["tournament", "results", "1", "--format", "csv"])).stdout);
    assert!(csv.starts_with("place,entrant") && csv.lines().count() == 4, "{csv}");
    let out = ["r.svg", "r.png", "r.cross.svg", "r.cross.png", "r.csv", "r.cross.csv", "r.json", "r.html"];
    let mut args = vec!["tournament", "results", "1"];
    args.extend(out.iter().flat_map(|name| ["-o", name]));
    fine(run(folder.path(), &args));
    for (name, begins) in [("r.svg", "<svg"), ("r.cross.svg", "<svg"), ("r.json", "{"), ("r.html", "<!")] {
        assert!(fs::read_to_string(at(name)).unwrap().trim_start().to_lowercase().starts_with(begins), "{name}");
    }
    assert!(
        fs::read(at("r.png")).unwrap().starts_with(b"\x89PNG")
            && fs::read(at("r.cross.png")).unwrap().starts_with(b"\x89PNG")
    );
    assert_ne!(fs::read(at("r.csv")).unwrap(), fs::read(at("r.cross.csv")).unwrap());
    for (name, told) in [
        (
            "r.foo.csv",
            "r.foo.csv: \"foo\" is not one of the tables standings, cross, maps, roles, bracket, rounds, matches",
        ),
        ("r.bracket.csv", "r.bracket.csv: \"bracket\" is not one of the tables standings, cross, roles, matches"),
        ("r.mtches.csv", "did you mean matches?"),
    ] {
        let refused = run(folder.path(), &["tournament", "results", "1", "-o", name]);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused.stderr));
        assert!(said(&refused.stderr).contains(told) && !at(name).exists(), "{}", said(&refused.stderr));
    }
    fine(run(folder.path(), &["tournament", "results", "1", "-o", "class-2.0.csv"]));
    assert_eq!(fs::read(at("class-2.0.csv")).unwrap(), fs::read(at("r.csv")).unwrap());

    // The saved file says all, so that the same is played again.
    let again = fine(run(folder.path(), &["tournament", "run", "whole.toml", "--db", "again.db"]));
    let again = lines(&again).into_iter().find(|line| line.get("standings").is_some()).unwrap();
    assert_eq!(again["standings"], results["standings"]);
}

#[test]
fn an_event_is_listed_looked_at_and_steered() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| run(folder.path(), args);
    fine(run(&[&RUN[..], &["--name", "class"]].concat()));
    let listed = lines(&fine(run(&["tournament", "list"])));
    assert_eq!((&listed[0]["name"], &listed[0]["kind"], listed.len()), (&json!("class"), &json!("round-robin"), 1));
    let status = last(&fine(run(&["tournament", "status", "class"])));
    assert_eq!((&status["state"], &status["done"], &status["open"]), (&json!("finished"), &json!(3), &json!(0)));
    assert_eq!((&status["leads"], &status["entrants"]), (&json!("greedy"), &json!(3)));
    fine(run(&["tournament", "continue", "class"]));
    let replay = last(&fine(run(&["tournament", "replay", "1.0"])));
    fine(run(&["replay", "verify", replay["written"].as_str().unwrap()]));
    fine(run(&["tournament", "replay", "1.0", "-o", "m.svg"]));
    for (args, told) in [
        (&["tournament", "pause", "1"][..], "1 is finished"),
        (&["tournament", "set", "1", "concurrency=2"], "event 1 is closed"),
        (&["tournament", "cancel", "1"], "1 is finished"),
        (&["tournament", "add", "1", "uniform"], "event 1 is finished: nobody can be added"),
    ] {
        let output = run(args);
        let words = said(&output.stderr);
        assert_eq!((output.status.code(), words.lines().count()), (Some(2), 1), "{args:?}: {words}");
        assert!(words.contains(told), "{args:?}: {words}");
    }
}

#[test]
fn everybody_is_rated_over_all_events() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| run(folder.path(), args);
    fine(run(&[&RUN[..], &["--blocks", "4"]].concat()));
    fine(run(&["duel", "pyrat", "greedy", "uniform", "-c", "preset=tiny", "--seed", "8", "--fixed", "4"]));
    let rated = lines(&fine(run(&["rate"])));
    assert_eq!(rated.len(), 5, "four entrants and a sum");
    assert_eq!(rated[0]["name"], "greedy");
    let rating = &rated[0]["rating"];
    assert!(rating["low"].as_f64() < rating["value"].as_f64() && rating["value"].as_f64() < rating["high"].as_f64());
    assert_eq!((&rated[4]["blocks"], &rated[4]["matches"]), (&json!(16), &json!(32)));
    let anchored = lines(&fine(run(&["rate", "--anchor", "greedy=2000", "--where", "kind=duel"])));
    assert_eq!((anchored.len(), &anchored[0]["rating"]["value"]), (3, &json!(2000.0)));
    let mixed = lines(&fine(run(&["rate", "--model", "nash", "--where", "event=1"])));
    assert_eq!((&mixed[0]["name"], &mixed[0]["share"]["value"]), (&json!("greedy"), &json!(1.0)));
    let mixed = said(&fine(run(&["rate", "--model", "nash", "--where", "event=1", "--format", "table"])).stdout);
    assert!(mixed.trim_end().ends_with("of 100 %"), "no interval is told where none is shown: {mixed}");
    let csv = said(&fine(run(&["rate", "--model", "weng-lin", "--format", "csv"])).stdout);
    assert!(csv.starts_with("name,identity,rating,low,high") && csv.lines().count() == 5, "{csv}");
    let table = said(&fine(run(&["rate", "--format", "table", "--entrant", "greedy"])).stdout);
    assert!(table.contains("W–D–L") && table.contains("ratings are in Elo, intervals are 95 %"), "{table}");
    for (args, told) in [
        (&["rate", "--game", "tag"][..], "nothing to rate: no event of this store is meant"),
        (&["rate", "--anchor", "gredy=1500"], "--anchor: \"gredy\" has played nothing of this, did you mean greedy?"),
        (&["rate", "--where", "knd=duel"], "did you mean kind?"),
        (&["rate", "--since", "yesterday"], "--since: \"yesterday\" is not a time such as 2026-11-15"),
        (&["rate", "--since", "2100-01-01"], "nothing to rate: no finished block of this is there"),
        (&["rate", "--role", "cat"], "--role: \"cat\" is not one of python, rat"),
        (&["rate", "--model", "nash", "--where", "kind=round-robin", "--anchor", "greedy=1"], "nash has shares"),
        (&["rate", "--model", "weng-lin", "--bootstrap", "50"], "--bootstrap: changes nothing for weng-lin"),
        (&["rate", "-o", "x.svg"], "--out: x.svg: ratings are written as .csv or .json"),
    ] {
        let output = run(args);
        let words = said(&output.stderr);
        assert_eq!((output.status.code(), words.lines().count()), (Some(2), 1), "{args:?}: {words}");
        assert!(words.contains(told), "{args:?}: {words}");
    }
}
