//! Compares the bots with the rule book: its worked examples, its anchors and its baselines.

use super::*;
use gridhaunt_kernel::face::{Opened, Session};
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::Step;
use serde_json::json;

fn view(document: Value) -> View {
    serde_json::from_value(document).unwrap()
}

fn options(document: Value) -> Map<String, Value> {
    document.as_object().unwrap().clone()
}

#[test]
fn score_weighs_as_the_example_says() {
    // R39 to R41
    let seen = |round: u16, killers: Value| {
        view(json!({
            "type": "tag-view", "side": "survivors", "id": 0, "status": "in", "at": [10,10], "round": round,
            "phase": "survivor", "max_rounds": 100, "width": 50, "height": 50, "exits": [[10,16],[40,40]], "sight": 2,
            "killers": killers, "survivors": [{"id": 1, "at": [9,11]}], "in": 2, "escaped": 0, "captured": 0, "last": null
        }))
    };
    let mut bot = Score::new(&Map::new()).unwrap();
    bot.remember(&seen(38, json!([{"id": 1, "at": [11,13]}])));
    let now = seen(40, json!([{"id": 0, "at": [12,9]}]));
    bot.remember(&now);
    let here = Cell { x: 10, y: 10 };
    let values: Vec<Option<i64>> = Step::BOT_ORDER
        .into_iter()
        .map(|step| Score::candidate(&now, here, step).map(|to| bot.value(&now, here, to)))
        .collect();
    let expected = [
        Some(-1_008_840),
        Some(-2_009_772),
        Some(-2_008_440),
        Some(-1_006_872),
        Some(-1_007_040),
        None,
        Some(-5340),
        Some(-6472),
        Some(-1_007_700),
    ];
    assert_eq!(values, expected);
    assert_eq!(bot.choose(&now, &[]), Action { step: Step::W, bid: -5340 });
}

#[test]
fn chase_runs_as_the_example_says() {
    // R42
    let now = view(json!({
        "type": "tag-view", "side": "killers", "id": 0, "status": "in", "at": [4,4], "round": 5, "phase": "killer",
        "max_rounds": 100, "width": 50, "height": 50, "exits": [[4,20]], "sight": 3, "killers": [{"id": 1, "at": [5,2]}],
        "survivors": [{"id": 0, "at": [7,2]}, {"id": 1, "at": [7,6]}], "in": 2, "escaped": 0, "captured": 0, "last": null
    }));
    let mut plain = Chase::new(&Map::new()).unwrap();
    assert_eq!(plain.choose(&now, &[]), Action { step: Step::NE, bid: -2003 });
    let mut spread = Chase::new(&options(json!({"spread": 300, "lean": 500}))).unwrap();
    assert_eq!(spread.choose(&now, &[]), Action { step: Step::E, bid: -1975 });
}

fn opened(settings: &Value) -> Box<dyn Opened> {
    crate::registry().find("tag").unwrap().open(settings).unwrap()
}

/// Plays a match to its end with one bot for each side.
fn play(opened: &dyn Opened, survivors: (&str, Value), killers: (&str, Value), seed: u64) -> Box<dyn Session> {
    let mut session = opened.begin(seed).unwrap();
    let seats = session.seats();
    let mut players: Vec<_> = (0..seats)
        .map(|seat| {
            let seat = Seat(seat as u8);
            let (name, choice) = if session.role(seat) == 0 { &survivors } else { &killers };
            opened.player(name, &options(choice.clone()), seed, seat).unwrap()
        })
        .collect();
    for (seat, player) in players.iter_mut().enumerate() {
        player.start(session.as_ref(), Seat(seat as u8));
    }
    while !session.phase().is_over() {
        let asked: Vec<Seat> = session.phase().seats().iter().collect();
        let choices: Vec<(Seat, u64)> =
            asked.iter().map(|&seat| (seat, players[seat.index()].choose(session.as_ref(), seat).unwrap())).collect();
        session.step(&choices);
    }
    session
}

#[test]
fn the_anchors_end_as_published() {
    // R59
    let opened = opened(&json!({"killer_sight": 3}));
    for (seed, round, escaped, captured) in
        [(0, 49, vec![2], vec![0, 1]), (1, 29, vec![0, 1, 2], vec![]), (42, 13, vec![1, 2], vec![0])]
    {
        let end = play(opened.as_ref(), ("score", json!({})), ("chase", json!({})), seed);
        let state: Value = serde_json::from_str(&end.state()).unwrap();
        assert_eq!(state["round"], round, "seed {seed}");
        assert_eq!(state["escaped"], json!(escaped), "seed {seed}");
        assert_eq!(state["captured"], json!(captured), "seed {seed}");
    }
}

/// The facts of R54, in their order: wins strict, wins score, E, C, U, rounds.
fn facts(session: &dyn Session) -> [f64; 6] {
    let outcome = session.outcome().unwrap();
    std::array::from_fn(|i| match outcome.facts[i].worth {
        Worth::Flag(is) => f64::from(u8::from(is)),
        Worth::Count(n) => n as f64,
        Worth::Counts(_) => f64::NAN,
    })
}

#[test]
fn the_baselines_lie_within_their_bands() {
    // R43, R58. The bands hold for 10,000 games; with fewer, the spread of a mean is added to them. The sight of
    // killers is 3 where a row does not set it.
    const GAMES: u64 = 400;
    type Row = (&'static str, Value, &'static str, Value, [f64; 6]);
    let rows: [Row; 11] = [
        ("chase", json!({}), "score", json!({}), [0.137, 0.596, 1.681, 1.318, 0.000, 46.3]),
        ("chase", json!({}), "score", json!({"survivor_sight": "all"}), [0.136, 0.585, 1.665, 1.332, 0.003, 47.2]),
        ("chase", json!({}), "score", json!({"killer_sight": "all"}), [0.117, 0.560, 1.617, 1.383, 0.000, 30.7]),
        (
            "chase",
            json!({}),
            "score",
            json!({"survivor_sight": "all", "killer_sight": "all"}),
            [0.111, 0.547, 1.596, 1.404, 0.000, 31.2],
        ),
        ("chase", json!({}), "score", json!({"killers": 2}), [0.241, 0.796, 2.033, 0.967, 0.000, 43.4]),
        ("chase", json!({}), "score", json!({"killers": 5}), [0.051, 0.334, 1.174, 1.825, 0.001, 49.3]),
        ("chase", json!({}), "score", json!({"survivors": 1, "killers": 2}), [0.545, 0.545, 0.545, 0.455, 0.000, 31.3]),
        ("chase", json!({"spread": 300, "lean": 500}), "score", json!({}), [0.140, 0.620, 1.719, 1.276, 0.005, 48.4]),
        ("chase", json!({}), "direct", json!({}), [0.121, 0.402, 1.275, 1.725, 0.000, 24.4]),
        ("guard", json!({}), "score", json!({}), [0.210, 0.566, 1.654, 0.629, 0.717, 83.3]),
        ("guard", json!({}), "direct", json!({}), [0.208, 0.528, 1.568, 1.432, 0.000, 25.3]),
    ];
    for (killer, killer_options, survivor, settings, published) in rows {
        let mut settings = settings;
        settings.as_object_mut().unwrap().entry("killer_sight").or_insert(json!(3));
        let opened = opened(&settings);
        let mut sums = [(0.0, 0.0); 6];
        for seed in 0..GAMES {
            let end = play(opened.as_ref(), (survivor, json!({})), (killer, killer_options.clone()), seed);
            for (sum, fact) in sums.iter_mut().zip(facts(end.as_ref())) {
                *sum = (sum.0 + fact, sum.1 + fact * fact);
            }
        }
        let bands = [0.03, 0.03, 0.06, 0.06, 0.06, 2.0];
        for (i, ((sum, squares), (band, published))) in
            sums.into_iter().zip(bands.into_iter().zip(published)).enumerate()
        {
            let n = GAMES as f64;
            let mean = sum / n;
            let spread = ((squares / n - mean * mean).max(0.0) / n).sqrt();
            assert!(
                (mean - published).abs() <= band + 2.0 * spread,
                "{killer} against {survivor}, {settings}: fact {i} is {mean}, published {published}"
            );
        }
    }
}

#[test]
fn table_against_table_escapes_from_exactly_the_forced_starts() {
    // R57, R44: every start of the first row, through the engine.
    let (mut escaped, mut captured, mut longest) = (0, 0, 0);
    for killer in 0..81u16 {
        for survivor in 0..81u16 {
            let cell = |n: u16| Cell { x: n % 9, y: n / 9 };
            let (killer, survivor, exit) = (cell(killer), cell(survivor), Cell { x: 4, y: 4 });
            let apart = gridhaunt_tag::ground::distance;
            if apart(killer, exit) < 3 || apart(survivor, exit) < 3 || apart(killer, survivor) < 2 {
                continue;
            }
            let opened = opened(&json!({
                "width": 9, "height": 9, "exits": [[4,4]], "survivor_sight": "all", "killer_sight": "all",
                "start": {"killers": {"0": killer}, "survivors": {"0": survivor}},
            }));
            let end = play(opened.as_ref(), ("table", json!({})), ("table", json!({})), 0);
            let state: Value = serde_json::from_str(&end.state()).unwrap();
            match state["escaped"] == json!([0]) {
                true => {
                    escaped += 1;
                    longest = longest.max(state["round"].as_u64().unwrap());
                }
                false => captured += u64::from(state["captured"] == json!([0])),
            }
        }
    }
    assert_eq!((escaped, captured, longest), (1696, 1096, 4));
}

#[test]
fn random_draws_an_open_step_from_the_stream_of_its_seat() {
    // R43, R52. No killer of this seed stands at the border, so all nine steps are open.
    let opened = opened(&json!({}));
    let session = opened.begin(0).unwrap();
    for seat in session.phase().seats().iter() {
        let mut player = opened.player("random", &Map::new(), 0, seat).unwrap();
        player.start(session.as_ref(), seat);
        let step = Step::ALL[Random::for_bot(0, seat).index(9)];
        assert_eq!(player.choose(session.as_ref(), seat), Some(Action::from(step).code()), "seat {seat}");
    }
}

#[test]
fn a_bot_on_the_wrong_seat_is_refused() {
    let refused = |settings: Value, bot: &str, seat: u8| {
        opened(&settings)
            .player(bot, &Map::new(), 0, Seat(seat))
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        refused(json!({}), "score", 3),
        "bot score: plays survivors, seat 3 is a killer; survivor=NAME seats a bot on all survivors"
    );
    assert_eq!(
        refused(json!({}), "guard", 0),
        "bot guard: plays killers, seat 0 is a survivor; killer=NAME seats a bot on all killers"
    );
    let needs = "bot table: needs one survivor, one killer, both sights all, at most 2500 cells";
    assert_eq!(refused(json!({}), "table", 0), needs);
    let all = json!({"survivors": 1, "killers": 1, "survivor_sight": "all", "killer_sight": "all", "width": 51});
    assert_eq!(refused(all, "table", 0), needs);
    let wrong = opened(&json!({})).player("score", &options(json!({"far": 2})), 0, Seat(0));
    assert_eq!(wrong.err().unwrap().to_string(), "bot score.far: 2 is not in 3..=255");
}

/// The mean number of escapes over some seeds.
fn escapes(survivors: &str, killers: &str, seeds: std::ops::Range<u64>) -> f64 {
    let opened = opened(&json!({}));
    let games = (seeds.end - seeds.start) as f64;
    seeds
        .map(|seed| facts(play(opened.as_ref(), (survivors, json!({})), (killers, json!({})), seed).as_ref())[2])
        .sum::<f64>()
        / games
}

#[test]
fn wardens_let_fewer_escape_than_chasers_do() {
    let (warden, chase) = (escapes("score", "warden", 0..40), escapes("score", "chase", 0..40));
    assert!(warden + 0.2 < chase, "{warden} against {chase}");
}

#[test]
fn runners_get_away_from_wardens_more_often_than_score_does() {
    let (runner, score) = (escapes("runner", "warden", 0..40), escapes("score", "warden", 0..40));
    assert!(runner > score + 0.1, "{runner} against {score}");
}

#[test]
fn a_runner_takes_the_exit_that_no_killer_in_sight_can_deny() {
    // The killer stands between it and the nearer exit; the other lies behind it.
    let now = view(json!({
        "type": "tag-view", "side": "survivors", "id": 0, "status": "in", "at": [20,20], "round": 9, "phase": "survivor",
        "max_rounds": 100, "width": 50, "height": 50, "exits": [[26,20],[8,20]], "sight": 2,
        "killers": [{"id": 0, "at": [22,20]}], "survivors": [], "in": 1, "escaped": 0, "captured": 2, "last": null
    }));
    let opened = opened(&json!({"survivors": 1, "killers": 1, "exits": [[26,20],[8,20]]}));
    let session = opened.begin(0).unwrap();
    let start = serde_json::from_str(&session.start(Seat(0))).unwrap();
    let mut bot = Runner::new(Random::new(1));
    bot.start(&start);
    let step = bot.choose(&now, &[]).step;
    assert!([Step::W, Step::NW, Step::SW].contains(&step), "{step:?}");
}
