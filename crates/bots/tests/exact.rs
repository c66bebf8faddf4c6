//! Exact play of small matches, held against what is known of them.

use gridhaunt_bots::tag::solve::{Board, One};
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::PyRat;
use gridhaunt_solve::layers::Unsolved;
use gridhaunt_solve::matrix::Matrix;
use gridhaunt_solve::offer::{Answer, Ask, Questioning, Verdict, Way};
use gridhaunt_solve::policy::Policy;
use gridhaunt_solve::{HasSolvers, Stake};
use gridhaunt_testing::pass;
use serde_json::json;

fn ask(settings: &Value) -> Ask<'_> {
    Ask { settings, seed: 0, stake: Stake::Result, limit: 2_000_000, see_all: false, gap: 0.01, rounds: 4000 }
}

fn solve(game: &str, ask: &Ask<'_>, with_policy: bool) -> Result<Answer, String> {
    let registry = gridhaunt_bots::registry();
    let solver = registry.find(game).and_then(|game| game.solver(ask.settings)).map_err(|error| error.to_string())?;
    solver.solve(ask, with_policy, &mut ()).map_err(words)
}

fn words(error: Unsolved) -> String {
    match error {
        Unsolved::Invalid(error) => error.to_string(),
        Unsolved::Stopped => "stopped".into(),
    }
}

fn exploit(game: &str, ask: &Ask<'_>, bot: &str) -> Result<Verdict, String> {
    let registry = gridhaunt_bots::registry();
    let game = registry.find(game).map_err(|error| error.to_string())?;
    let solver = game.solver(ask.settings).map_err(|error| error.to_string())?;
    solver.exploit(game, ask, &Questioning { bot, samples: 4, matches: 50 }, &mut ()).map_err(words)
}

fn small_pyrat() -> Value {
    json!({"width": 3, "height": 2, "cheese": [[1, 0], [1, 1], [2, 0]], "walls": [[0, 0, 0, 1]], "mud": [[1, 1, 2, 1, 2]], "max_turns": 4})
}

/// The value of a state as one would write it down: every pair of actions, and no state looked up.
fn slow_value(world: &gridhaunt_pyrat::World, state: &gridhaunt_pyrat::State<10>) -> f64 {
    if let Some(outcome) = PyRat::outcome(world, state) {
        return (outcome.points(Seat(0)) - outcome.points(Seat(1))).signum()
            * f64::from(u8::from(outcome.winner().is_some()));
    }
    let mut actions = Vec::new();
    PyRat::legal(world, state, Seat(0), &mut |action| actions.push(action));
    let mut matrix = Matrix::default();
    let mut entries = Vec::new();
    for &python in &actions {
        for &rat in &actions {
            let mut next = *state;
            pass::<PyRat>(world, &mut next, &[(Seat(0), python), (Seat(1), rat)]);
            entries.push(slow_value(world, &next));
        }
    }
    matrix.resize(actions.len(), actions.len()).copy_from_slice(&entries);
    matrix.solve().value()
}

#[test]
fn every_state_once_is_worth_what_all_histories_are() {
    let settings = small_pyrat();
    let (world, state) = PyRat::new(&gridhaunt_kernel::settings::Settings::read(&settings).unwrap(), 0).unwrap();
    let answer = solve("pyrat", &ask(&settings), false).unwrap();
    assert!((answer.value - slow_value(&world, &state)).abs() < 1e-9, "{answer:?}");
    assert!(answer.error < 1e-9 && answer.way == Way::Matrices, "{answer:?}");
}

#[test]
fn a_mirrored_match_is_worth_nothing_to_either() {
    let settings = json!({"width": 4, "height": 3, "cheese_count": 4, "max_turns": 9});
    for seed in 0..4 {
        let answer = solve("pyrat", &Ask { seed, ..ask(&settings) }, false).unwrap();
        assert!(answer.value.abs() <= answer.error + 1e-12, "seed {seed}: {answer:?}");
        assert_eq!(answer.sides, ["python", "rat"]);
    }
}

#[test]
fn ghost_tag_is_solved_as_its_own_solver_does() {
    // The killer moves first, both see all.
    let exits = [Cell { x: 4, y: 2 }];
    let board = Board::new(Grid::new(5, 5).unwrap(), &exits, false).unwrap();
    let one = One::solve(&board, |_| true).unwrap();
    let mut values = [0; 2];
    for (killer, survivor) in [((4, 4), (0, 0)), ((0, 0), (2, 4)), ((4, 2), (0, 2)), ((0, 4), (3, 0)), ((2, 2), (0, 0))]
    {
        let settings = json!({
            "width": 5, "height": 5, "exits": [[4, 2]], "max_rounds": 8, "survivor_sight": "all", "killer_sight": "all",
            "start": {"killers": {"0": [killer.0, killer.1]}, "survivors": {"0": [survivor.0, survivor.1]}},
        });
        let answer = solve("tag", &ask(&settings), false).unwrap();
        let escapes = one.rounds(killer.into(), survivor.into()).is_some();
        assert_eq!((answer.value, answer.error), (if escapes { 1.0 } else { -1.0 }, 0.0), "{killer:?} {survivor:?}");
        values[usize::from(escapes)] += 1;
    }
    assert!(values.iter().all(|&count| count > 0), "both sides win somewhere: {values:?}");
}

#[test]
fn ghost_grids_values_of_section_14_come_out() {
    for (turns, value) in [(3, -0.5), (4, -0.25)] {
        let settings = json!({"preset": "tiny", "max_turns": turns});
        let hidden = solve("ghost-grid", &ask(&settings), false).unwrap();
        assert!((hidden.value - value).abs() <= hidden.error + 1e-9, "{turns} turns: {hidden:?}");
        assert!(hidden.error <= 0.005 && hidden.starts == 4 && hidden.way == Way::Regret, "{hidden:?}");
    }
    for turns in [3, 4, 5] {
        let settings = json!({"preset": "tiny", "max_turns": turns});
        let seen = solve("ghost-grid", &Ask { see_all: true, ..ask(&settings) }, false).unwrap();
        assert_eq!((seen.value, seen.error, seen.way), (-1.0, 0.0, Way::Matrices), "{turns} turns");
    }
}

#[test]
fn the_bot_perfect_gives_nothing_away() {
    let folder = std::env::temp_dir().join(format!("gridhaunt-exact-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (game, settings)) in [
        ("pyrat", small_pyrat()),
        ("tag", json!({"width": 4, "height": 4, "survivors": 1, "killers": 1, "exits": [[3, 0]], "max_rounds": 4, "survivor_sight": "all", "d_exit_min": 2, "d_enemy_min": 2})),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.join(format!("{number}.policy"));
        let answer = solve(game, &ask(&settings), true).unwrap();
        std::fs::write(&path, answer.policy.unwrap().write()).unwrap();
        let verdict = exploit(game, &ask(&settings), &format!("perfect:policy={}", path.display())).unwrap();
        assert_eq!(verdict.given.len(), 2, "{game}");
        for given in verdict.given {
            assert!(given.exact && (given.value - given.gets).abs() < 1e-6, "{game}: {given:?}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bots_give_away_what_the_best_response_takes() {
    let settings =
        json!({"width": 3, "height": 3, "cheese": [[1, 1]], "wall_density": 0, "mud_density": 0, "max_turns": 4});
    for (bot, gets, exact) in [("idle", -1.0, true), ("greedy", 0.0, true)] {
        for given in exploit("pyrat", &ask(&settings), bot).unwrap().given {
            assert_eq!((given.value, given.exact), (0.0, exact), "{bot}");
            assert!((given.gets - gets).abs() < 1e-9, "{bot}: {given:?}");
        }
    }
    let tag = json!({"width": 4, "height": 4, "survivors": 1, "killers": 1, "exits": [[3, 0]], "max_rounds": 3, "survivor_sight": "all", "d_exit_min": 2, "d_enemy_min": 2});
    let given = exploit("tag", &ask(&tag), "chase").unwrap().given;
    assert_eq!(given.len(), 1, "chase plays killers alone");
    assert!(!given[0].exact && given[0].played.is_some() && given[0].gets <= given[0].value, "{given:?}");
    assert_eq!(exploit("tag", &ask(&tag), "nobody").unwrap_err().split(" is not").next(), Some("bot: \"nobody\""));
}

#[test]
fn what_cannot_be_solved_is_refused_with_its_reason() {
    let large = json!({});
    for (game, begins) in
        [("pyrat", "settings: about "), ("sproutopia", "settings: 4 sides, exact play is for two opposed sides")]
    {
        let error = solve(game, &ask(&large), false).unwrap_err();
        assert!(error.starts_with(begins), "{game}: {error}");
    }
    let settings = json!({"width": 1});
    assert_eq!(solve("pyrat", &ask(&settings), false).unwrap_err(), "width: 1 is not in 2..=64");
    let tag = json!({});
    let error = solve("tag", &ask(&tag), false).unwrap_err();
    assert!(error.starts_with("settings: 3 seats of side survivor: where something is hidden"), "{error}");
    let drawn = json!({});
    assert_eq!(
        solve("ghost-grid", &ask(&drawn), false).unwrap_err(),
        "map: drawn from the seed, exact play needs one that is given"
    );
    let small = small_pyrat();
    assert_eq!(solve("pyrat", &Ask { limit: 0, ..ask(&small) }, false).unwrap_err(), "limit: 0 is not at least 1");
    let error = solve("pyrat", &Ask { limit: 3, ..ask(&small) }, false).unwrap_err();
    assert!(error.contains("over 3 states") && error.contains("of memory"), "{error}");
}

#[test]
fn perfect_says_what_every_action_is_worth() {
    let settings = small_pyrat();
    let policy = solve("pyrat", &ask(&settings), true).unwrap().policy.unwrap();
    let path = std::env::temp_dir().join(format!("gridhaunt-worths-{}.policy", std::process::id()));
    std::fs::write(&path, policy.write()).unwrap();
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("pyrat").unwrap().open(&settings).unwrap();
    let (world, mut state) = PyRat::new(&gridhaunt_kernel::settings::Settings::read(&settings).unwrap(), 0).unwrap();
    let mut session = opened.begin(0).unwrap();
    let seats = [Seat(0), Seat(1)];
    let options = json!({"policy": path}).as_object().unwrap().clone();
    let mut players = seats.map(|seat| opened.player("perfect", &options, 0, seat).unwrap());
    std::fs::remove_file(&path).unwrap();
    for (player, seat) in players.iter_mut().zip(seats) {
        player.start(session.as_ref(), seat);
        assert!(player.worths().is_empty(), "nothing was asked yet");
    }
    while !session.phase().is_over() {
        let value = slow_value(&world, &state);
        let mut choices = Vec::new();
        for ((player, seat), worth) in players.iter_mut().zip(seats).zip([(1.0 + value) / 2.0, (1.0 - value) / 2.0]) {
            let chosen = player.choose(session.as_ref(), seat).unwrap();
            let worths = player.worths();
            assert_eq!(worths.len(), session.legal(seat).len(), "{worths:?}");
            let most = worths.iter().map(|(_, worth)| *worth).fold(0.0, f64::max);
            let its = worths.iter().find(|(code, _)| *code == chosen).unwrap().1;
            assert!((most - worth).abs() < 1e-6 && (its - worth).abs() < 1e-6, "{seat}: {worths:?}, {worth}");
            choices.push((seat, chosen));
        }
        session.step(&choices);
        let typed = choices.iter().map(|&(seat, code)| (seat, ActionCode::from_code(code).unwrap()));
        pass::<PyRat>(&world, &mut state, &typed.collect::<Vec<_>>());
    }
}

#[test]
fn a_policy_of_another_match_is_refused() {
    let settings = small_pyrat();
    let policy = solve("pyrat", &ask(&settings), true).unwrap().policy.unwrap();
    let file = policy.write();
    assert_eq!(Policy::read(&file).unwrap(), policy);
    let read = |file: &[u8]| Policy::read(file).map(drop).unwrap_err().to_string();
    let mut damaged = file.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(read(&damaged), "policy: damaged is not as it was written");
    assert_eq!(read(b"{}"), "policy: no policy is not a policy that `gridhaunt solve` wrote");
    let mut other = file.clone();
    let at = file.windows(10).position(|window| window == b"\"format\":1").unwrap();
    other[at + 9] = b'7';
    assert_eq!(read(&other), "policy.format: 7 is not 1");

    let here = |settings: Value| gridhaunt_kernel::settings::Settings::read(&settings).unwrap();
    assert_eq!(policy.title.check::<PyRat>(&here(settings)), Ok(()));
    let error = policy.title.check::<PyRat>(&here(json!({}))).unwrap_err().within("policy").to_string();
    assert!(error.starts_with("policy: solves width = 3, this is "), "{error}");
    let error = policy.title.check::<gridhaunt_tag::Tag>(&gridhaunt_tag::Settings::default()).unwrap_err();
    assert_eq!(error.within("policy").to_string(), "policy: solves the game pyrat, this is tag");
}
