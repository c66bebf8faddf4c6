//! Experiments from the recipe to the tables, interrupted and continued.

mod counted;

use gridhaunt_arena::experiment::measure::MeasureKind;
use gridhaunt_arena::experiment::plan::{Plan, study};
use gridhaunt_arena::experiment::recipe::Recipe;
use gridhaunt_arena::experiment::report;
use gridhaunt_arena::experiment::run::{Run, RunError, lines, play_range};
use gridhaunt_kernel::json::Value;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const MUD: &str = r#"
    game = "pyrat"
    bots = ["greedy", "random"]
    games = 60
    [settings]
    height = 5
    cheese_count = 5
    [vary]
    width = [5, 7]
    mud_density = [0.0, 0.5]
"#;

fn plan(text: &str) -> Plan {
    Plan::new(&counted::registry(), &Recipe::parse(text, "test", None).unwrap()).unwrap()
}

fn counted_plan() -> Plan {
    let registry = counted::registry();
    let (game, study) = study(&registry, "counted-width").unwrap();
    Plan::new(&registry, &Recipe::parse(study.plan, study.name, Some(game.info().name)).unwrap()).unwrap()
}

/// Plays to the end, or until so many matches are played.
fn play(plan: &Plan, path: &Path, matches: u64) -> (u64, Value, String) {
    let stop = AtomicBool::new(matches == 0);
    let played = AtomicU64::new(0);
    let mut run = Run::open(plan, path, false, &AtomicBool::new(false)).unwrap();
    let tick = || {
        if played.fetch_add(1, Ordering::Relaxed) + 1 >= matches {
            stop.store(true, Ordering::Relaxed);
        }
    };
    run.play(&stop, &tick).unwrap();
    (run.done(), report::document(plan, run.summary()), report::csv(plan, run.summary()))
}

fn whole(plan: &Plan) -> (String, Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (done, document, csv) = play(plan, &path, u64::MAX);
    assert_eq!(done, plan.games);
    (std::fs::read_to_string(path).unwrap(), document, csv)
}

fn refused(plan: &Plan, path: &Path) -> String {
    let error: RunError = Run::open(plan, path, false, &AtomicBool::new(false)).err().unwrap();
    error.to_string().replace(&format!("{}/", path.parent().unwrap().display()), "")
}

#[test]
fn an_experiment_cut_off_again_and_again_comes_to_the_same() {
    let plan = plan(MUD);
    let (text, document, csv) = whole(&plan);
    assert_eq!(text.lines().count(), 1 + 4 * 60);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut runs = 0;
    loop {
        runs += 1;
        let (done, so_far, _) = play(&plan, &path, 30);
        assert_eq!(so_far["n"], done);
        assert_eq!(so_far["complete"], done == 60);
        if done == 60 {
            break;
        }
    }
    assert!(runs > 3, "{runs}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(play(&plan, &path, 0), (60, document, csv), "and there is nothing left to play");
}

/// The lines of some matches, as another machine plays them.
fn played_elsewhere(plan: &Plan, matches: std::ops::Range<u64>) -> String {
    let first = matches.start;
    lines(plan, first, &play_range(plan, matches, &AtomicBool::new(false), &|| {}).unwrap())
}

#[test]
fn ranges_played_elsewhere_come_to_the_same_however_they_are_cut() {
    let plan = plan(MUD);
    let (text, document, csv) = whole(&plan);
    let folder = tempfile::tempdir().unwrap();
    for size in [1, 3, 4, 37, 236] {
        let path = folder.path().join(format!("{size}.jsonl"));
        let mut run = Run::open(&plan, &path, false, &AtomicBool::new(false)).unwrap();
        let mut alone = Run::without_file(&plan, &AtomicBool::new(false)).unwrap();
        for first in (4..plan.matches()).step_by(size) {
            let lines = played_elsewhere(&plan, first..(first + size as u64).min(plan.matches()));
            run.take(lines.as_bytes()).unwrap();
            alone.take(lines.as_bytes()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "ranges of {size}");
        assert_eq!(
            (report::document(&plan, run.summary()), report::csv(&plan, run.summary())),
            (document.clone(), csv.clone())
        );
        assert_eq!(report::csv(&plan, alone.summary()), csv);
    }
}

#[test]
fn lines_that_do_not_follow_are_refused_and_nothing_of_them_is_kept() {
    let mine = plan(MUD);
    let other = plan(&MUD.replace("games = 60", "games = 60\nseed = 1"));
    let mut run = Run::without_file(&mine, &AtomicBool::new(false)).unwrap();
    let lines = played_elsewhere(&mine, 4..12);
    let first = lines.lines().next().unwrap();
    for wrong in [
        played_elsewhere(&mine, 5..12),
        played_elsewhere(&mine, 0..8),
        played_elsewhere(&other, 4..12),
        lines.trim_end().to_string(),
        lines.replace("\"steps\":", "\"steps\":1"),
        format!("{lines}{first}\n"),
        "{}\n".into(),
    ] {
        let error = run.take(wrong.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("lines: ") && error.contains("of this experiment"), "{error}");
        assert_eq!(run.done(), 1);
    }
    run.take(lines.as_bytes()).unwrap();
    run.take(played_elsewhere(&mine, 12..240).as_bytes()).unwrap();
    assert_eq!(run.done(), 60);
    assert!(run.take(lines.as_bytes()).is_err(), "nothing follows the end");
}

#[test]
fn a_file_torn_anywhere_is_gone_on_with() {
    let plan = plan(MUD);
    let (text, document, csv) = whole(&plan);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let header = text.find('\n').unwrap();
    for cut in [0, 5, header, header + 1, header + 40, text.len() / 2, text.len() - 300, text.len() - 1] {
        std::fs::write(&path, &text[..cut]).unwrap();
        assert_eq!(play(&plan, &path, u64::MAX), (60, document.clone(), csv.clone()), "cut at {cut}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "cut at {cut}");
    }
}

#[test]
fn more_games_of_the_same_go_on_and_fewer_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let fewer = plan(&MUD.replace("games = 60", "games = 20"));
    let (text, document, _) = whole(&fewer);
    play(&fewer, &path, u64::MAX);
    let mut run_more = Run::open(&fewer, &path, false, &AtomicBool::new(false)).unwrap();
    assert_eq!((run_more.found(), run_more.done()), (20, 20));
    run_more.play(&AtomicBool::new(false), &|| panic!("nothing is left to play")).unwrap();
    drop(run_more);
    let more = plan(MUD);
    let (_, all, _) = play(&more, &path, u64::MAX);
    assert_eq!(all, whole(&more).1);
    assert_eq!(play(&fewer, &path, 0).1, document, "the first 20 of 60");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&text) && text.lines().count() == 81);
}

#[test]
fn one_thread_and_two_give_the_same() {
    let plan = plan(MUD);
    let on =
        |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| whole(&plan));
    assert_eq!(on(1), on(2));
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mine = plan(MUD);
    play(&mine, &path, u64::MAX);
    let text = std::fs::read_to_string(&path).unwrap();
    let other = refused(&plan(&MUD.replace("games = 60", "seed = 1")), &path);
    assert!(other.starts_with("games.jsonl: this file is of another experiment (0x"), "{other}");

    let old = text.replacen("\"version\":2", "\"version\":1", 1);
    std::fs::write(&path, &old).unwrap();
    assert!(refused(&mine, &path).contains("written by an earlier version, whose lines have no seals"));
    for strange in ["{\"width\": 3}\n", "hello", "\n", "{}\n{}\n"] {
        std::fs::write(&path, strange).unwrap();
        assert_eq!(
            refused(&mine, &path),
            "games.jsonl: this is no file of an experiment; name another place, or write over it with --fresh"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), strange, "nothing is touched");
    }
    let fresh = Run::open(&mine, &path, true, &AtomicBool::new(false)).unwrap();
    assert_eq!((fresh.found(), fresh.done()), (0, 1));
    assert!(refused(&mine, &path).contains("another run of this experiment is writing here"));
}

/// Continues from a damaged file; returns the damaged lines.
fn mended(plan: &Plan, path: &Path) -> Vec<(u64, Option<u64>)> {
    let mut run = Run::open(plan, path, false, &AtomicBool::new(false)).unwrap();
    run.play(&AtomicBool::new(false), &|| {}).unwrap();
    run.damage().iter().map(|damage| (damage.line, damage.seed)).collect()
}

#[test]
fn damage_is_named_and_only_its_seeds_are_played_again() {
    let plan = plan(&MUD.replace("games = 60", "games = 12"));
    let (text, document, _) = whole(&plan);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, put: &[&str]| [&lines[..line], put, &lines[line + 1..]].concat().join("\n") + "\n";
    let steps = lines[6].replacen("\"steps\":", "\"steps\":1", 1);
    let merged = format!("{}{}", lines[6], lines[7]);
    let moved = [&lines[..9], &lines[13..17], &lines[9..13], &lines[17..]].concat().join("\n") + "\n";
    for (what, torn, damage) in [
        ("another number", with(6, &[&steps]), vec![(7, Some(1))]),
        ("no JSON", with(6, &["{\"arm\":3}"]), vec![(7, Some(1))]),
        ("an empty line", with(6, &[""]), vec![(7, Some(1))]),
        ("the first seed", with(2, &["x"]), vec![(3, Some(0))]),
        ("a dropped line", with(6, &[]), vec![(7, Some(1))]),
        ("a doubled line", with(6, &[lines[6], lines[6]]), vec![(8, Some(1))]),
        (
            "two lines in one",
            [&lines[..6], &[merged.as_str()], &lines[8..]].concat().join("\n") + "\n",
            vec![(7, Some(1))],
        ),
        ("a line in two", with(6, &[&lines[6][..30], &lines[6][30..]]), vec![(7, Some(1)), (8, Some(1))]),
        ("the header", with(0, &["{}"]), vec![(1, None)]),
        (
            "seeds that changed places",
            moved,
            vec![(10, Some(2)), (14, Some(4)), (15, Some(4)), (16, Some(4)), (17, Some(4))],
        ),
        ("the last line", with(48, &["{}"]), vec![(49, Some(11))]),
    ] {
        std::fs::write(&path, &torn).unwrap();
        assert_eq!(mended(&plan, &path), damage, "{what}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{what}");
        assert_eq!(mended(&plan, &path), [], "{what}, once more");
    }
    let (_, again, _) = play(&plan, &path, 0);
    assert_eq!(again, document);
}

#[test]
fn any_damage_gives_the_same_numbers_or_is_refused() {
    let plan = plan(&MUD.replace("games = 60", "games = 6"));
    let (text, document, _) = whole(&plan);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut dice = gridhaunt_kernel::Random::new(3);
    for _ in 0..150 {
        let mut bytes = text.clone().into_bytes();
        let at = dice.below(bytes.len() as u64) as usize;
        bytes[at] = dice.below(256) as u8;
        std::fs::write(&path, &bytes).unwrap();
        let Ok(mut run) = Run::open(&plan, &path, false, &AtomicBool::new(false)) else { continue };
        run.play(&AtomicBool::new(false), &|| {}).unwrap();
        assert_eq!(report::document(&plan, run.summary()), document, "byte {at}");
        drop(run);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "byte {at}");
    }
}

#[test]
fn a_file_that_cannot_be_written_costs_the_file_and_not_the_result() {
    let plan = plan(MUD);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let mut run = Run::open(&plan, &folder.path().join("file/games.jsonl"), false, &AtomicBool::new(false)).unwrap();
    run.play(&AtomicBool::new(false), &|| {}).unwrap();
    assert!(run.lost().is_some() && run.ledger().is_none());
    assert_eq!(report::document(&plan, run.summary()), whole(&plan).1);
}

#[test]
fn facts_are_measured_first_and_alone_shown() {
    let plan = counted_plan();
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::open(&plan, &folder.path().join("games.jsonl"), false, &AtomicBool::new(false)).unwrap();
    run.play(&AtomicBool::new(false), &|| {}).unwrap();
    let summary = run.summary();
    let measures: Vec<(&str, MeasureKind)> = summary.measures.iter().map(|m| (m.name.as_str(), m.kind)).collect();
    assert_eq!(
        measures[..3],
        [("won", MeasureKind::Share), ("turns", MeasureKind::Mean), ("win.python", MeasureKind::Share)]
    );
    assert_eq!(run.shown(), [0, 1]);
    assert_eq!(summary.arm(0, 0).estimate, summary.arm(0, 2).estimate, "the same, counted twice");
    let (won, turns) = (summary.difference(0, 0), summary.difference(0, 1));
    assert_eq!((won.n, turns.n), (20, 20));
    let means = summary.arm(1, 1).estimate.value - summary.arm(0, 1).estimate.value;
    assert!((turns.estimate.value - means).abs() < 1e-9, "the mean of differences is the difference of means");

    let lines: Vec<Value> = std::fs::read_to_string(folder.path().join("games.jsonl"))
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (lines[0]["arm"].as_str(), lines[1]["arm"].as_str(), lines[2]["seed"].as_str()),
        (Some("narrow"), Some("wide"), Some("1"))
    );
    assert!(lines[0]["won"].is_boolean() && lines[0]["turns"].is_u64() && lines[0]["units"][1].is_u64());
}

#[test]
fn a_seed_that_an_arm_refuses_is_named() {
    let registry = counted::registry();
    let text =
        "game = \"counted\"\nseed = 98\ngames = 3\n[settings]\nheight = 5\ncheese_count = 5\n[vary]\nwidth = [7, 9]\n";
    let at_once = Recipe::parse(&text.replace("98", "99"), "test", None).unwrap();
    assert_eq!(
        Plan::new(&registry, &at_once).err().unwrap().to_string(),
        "arm width=9, seed 99: width: 9 is not a width that seed 99 can do with"
    );
    let later = plan(text);
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::open(&later, &folder.path().join("games.jsonl"), false, &AtomicBool::new(false)).unwrap();
    let error = run.play(&AtomicBool::new(false), &|| {}).unwrap_err().to_string();
    assert_eq!(error, "arm width=9, seed 99: width: 9 is not a width that seed 99 can do with");
    assert_eq!(run.done(), 1, "what was done before is kept");
}

#[test]
fn the_document_and_the_table_hold_every_number_with_its_bounds() {
    let plan = counted_plan();
    let (_, document, csv) = whole(&plan);
    assert_eq!((&document["n"], &document["seed"], &document["complete"]), (&20.into(), &"0".into(), &true.into()));
    assert_eq!(document["settings"]["height"], 5);
    assert_eq!(document["arms"][1]["settings"]["width"], 9);
    let wide = &document["arms"][1]["values"][1];
    assert_eq!((&wide["measure"], &wide["kind"], &wide["n"]), (&"turns".into(), &"mean".into(), &20.into()));
    assert!(wide["low"].as_f64() < wide["value"].as_f64() && wide["value"].as_f64() < wide["high"].as_f64());
    let difference = &document["differences"][0];
    assert_eq!(difference["difference"], "wide - narrow");
    assert!(["differs", "no difference seen"].contains(&difference["values"][0]["verdict"].as_str().unwrap()));
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "kind,arm,minus,measure,n,value,low,high,verdict");
    assert_eq!(rows.len(), 1 + 3 * 8);
    assert!(
        rows[1].starts_with("arm,narrow,,won,20,") && rows[17].starts_with("difference,wide,narrow,won,20,"),
        "{csv}"
    );
    let varied = whole(&self::plan(MUD)).2;
    assert!(varied.starts_with("kind,arm,minus,width,mud_density,measure,"), "{varied}");
    assert!(varied.contains("\narm,width=5 mud_density=0.5,,5,0.5,win.python,60,"), "{varied}");
}
