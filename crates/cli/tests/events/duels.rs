//! Duels: the answer is a sentence and an exit code (A5, A7).

use crate::{fine, last, lines, run, said};
use serde_json::json;

const TINY: [&str; 4] = ["-c", "preset=tiny", "--seed", "7"];

fn duel<'a>(bots: [&'a str; 2], more: &[&'a str]) -> Vec<&'a str> {
    [&["duel", "pyrat"], &bots[..], &TINY[..], more].concat()
}

#[test]
fn a_duel_answers_by_its_exit_code_and_in_a_sentence_that_names_the_risk() {
    let folder = tempfile::tempdir().unwrap();
    let better = fine(run(folder.path(), &duel(["greedy", "random"], &[])));
    let told = last(&better);
    assert_eq!((&told["verdict"], &told["risk"], &told["game"]), (&json!("better"), &json!(0.05), &json!("pyrat")));
    let says = told["says"].as_str().unwrap();
    assert!(says.starts_with("greedy is better than random: decided after "), "{says}");
    assert!(says.ends_with(", risk of error 5 %"), "{says}");
    assert_eq!(told["histogram"]["counts"].as_array().unwrap().len(), 5);
    assert!(told["llr"]["value"].as_f64().unwrap() >= told["llr"]["upper"].as_f64().unwrap());

    let not = run(folder.path(), &duel(["random", "greedy"], &["--format", "table"]));
    let text = said(&not.stdout);
    assert_eq!(not.status.code(), Some(1), "{text}{}", said(&not.stderr));
    let sentence = text.lines().last().unwrap();
    assert!(
        sentence.starts_with("random is not better than greedy, not by 40.0 normalized Elo: decided after "),
        "{text}"
    );
    assert!(text.contains("wins") && text.contains("LLR ") && text.contains("event   2 in gridhaunt.db"), "{text}");
    assert!(!said(&not.stderr).contains("gridhaunt:"), "the answer is no error: {}", said(&not.stderr));

    let undecided = run(folder.path(), &duel(["greedy", "greedy:ties=first"], &["--games", "4"]));
    assert_eq!((undecided.status.code(), &last(&undecided)["verdict"]), (Some(3), &json!("undecided")));
    assert_eq!(last(&undecided)["matches"], 4);
}

#[test]
fn a_fixed_number_of_blocks_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let told = last(&fine(run(folder.path(), &duel(["greedy", "random"], &["--fixed", "6"]))));
    assert_eq!((&told["verdict"], &told["blocks"], &told["matches"]), (&json!("measured"), &json!(6), &json!(12)));
    assert_eq!((&told["llr"], &told["risk"]), (&json!(null), &json!(null)));
    assert!(told["los"].as_f64().unwrap() > 0.5);
}

#[test]
fn the_same_secret_gives_the_same_answer_however_many_play_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let answer = |slots: &str, db: &str| {
        let more = ["--sprt", "0,60", "--concurrency", slots, "--db", db];
        let told = last(&run(folder.path(), &duel(["greedy", "greedy:ties=first"], &more)));
        [&told["verdict"], &told["blocks"], &told["histogram"], &told["llr"]].map(Clone::clone)
    };
    assert_eq!(answer("1", "a.db"), answer("3", "b.db"));
}

#[test]
fn more_than_two_at_a_table_play_with_both() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "duel", "sproutopia", "claimer", "hunter", "--with", "square,random,idle", "-c", "max_ticks=40", "--fixed", "1",
    ];
    let told = last(&fine(run(folder.path(), &args)));
    assert_eq!((&told["a"], &told["b"], &told["blocks"]), (&json!("claimer"), &json!("hunter"), &json!(1)));
    let listed = lines(&fine(run(folder.path(), &["tournament", "list"])));
    assert_eq!((&listed[0]["kind"], &listed[0]["state"]), (&json!("duel"), &json!("finished")));
}

#[test]
fn bots_that_do_not_start_have_no_result() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["first", "second"] {
        let home = folder.path().join(name);
        std::fs::create_dir(&home).unwrap();
        std::fs::write(home.join("bot.toml"), "games = [\"pyrat\"]\nrun = [\"./not-there\"]\n").unwrap();
    }
    let bots = ["./first", "./second", "--sandbox", "0", "-c", "preset=tiny"];
    for format in ["table", "json"] {
        let duel = run(folder.path(), &[&["duel", "pyrat", "--format", format], &bots[..]].concat());
        let words = said(&duel.stderr);
        assert_eq!(duel.status.code(), Some(2), "{words}");
        assert!(words.lines().last().unwrap().starts_with("gridhaunt: no result: "), "{words}");
        assert!(words.lines().last().unwrap().contains(" cannot play ("), "{words}");
        match format {
            "table" => assert_eq!(said(&duel.stdout), ""),
            _ => assert_eq!(last(&duel)["verdict"], "no result"),
        }
    }
    let all = run(
        folder.path(),
        &[
            &["tournament", "run", "--game", "pyrat", "--format", "table"],
            &bots[..],
            &["-o", "r.cross.csv", "-o", "r.cross.svg"],
        ]
        .concat(),
    );
    let (words, table) = (said(&all.stderr), said(&all.stdout));
    assert_eq!(all.status.code(), Some(2), "{words}");
    assert!(words.contains("gridhaunt: no result: nobody could play: first ("), "{words}");
    assert!(!table.contains("\n\n\n"), "{table}");
    let cross = std::fs::read_to_string(folder.path().join("r.cross.svg")).unwrap();
    let places = [">1</text>", ">2</text>"].map(|place| cross.matches(place).count());
    assert_eq!(places, [4, 0], "who shares a place has one number in the table and in the picture");
}
