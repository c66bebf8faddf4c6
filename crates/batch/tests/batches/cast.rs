//! Which seats are learned and who plays the others, as people write it.

use gridhaunt_kernel::flock::{Cast, Episode, Worlds};
use gridhaunt_kernel::{Random, Seat};
use serde_json::{Value, json};

fn cast(game: &str, settings: Value, seats: Value, opponents: Value) -> Result<Cast, String> {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find(game).unwrap().open(&settings).unwrap();
    Cast::read(opened.as_ref(), &seats, &opponents).map_err(|wrong| wrong.to_string())
}

/// The learned seats, and the troupes as `seats: words weight`.
fn told(cast: &Cast) -> (Vec<u8>, Vec<String>) {
    let troupe = |troupe: &gridhaunt_kernel::flock::Troupe| {
        let seats: Vec<u8> = troupe.seats.iter().map(|seat| seat.0).collect();
        let choice = |choice: &gridhaunt_kernel::flock::Choice| format!("{} {}", choice.words.join("+"), choice.weight);
        format!("{seats:?}: {}", troupe.choices.iter().map(choice).collect::<Vec<_>>().join(", "))
    };
    (cast.learned.iter().map(|seat| seat.0).collect(), cast.troupes.iter().map(troupe).collect())
}

#[test]
fn seats_are_numbers_names_roles_and_sides() {
    let tag = |seats: Value| cast("tag", json!({"survivors": 3, "killers": 2}), seats, Value::Null).unwrap();
    let learned = |seats: Value| told(&tag(seats)).0;
    assert_eq!(learned(Value::Null), [0, 1, 2, 3, 4]);
    assert_eq!(learned(json!([4, 0])), [0, 4]);
    assert_eq!(learned(json!("survivors")), [0, 1, 2]);
    assert_eq!(learned(json!(["killer", "survivor 2", "survivor_2", 1])), [1, 3, 4]);
    assert_eq!(learned(json!(3)), [3]);
    let cast = tag(json!(["survivor b", "killers"]));
    assert_eq!(cast.learners().collect::<Vec<_>>(), ["survivor_2", "killer_1", "killer_2"]);
}

#[test]
fn opponents_are_words_mixtures_or_either_by_name() {
    let tag = |opponents: Value| {
        told(&cast("tag", json!({"survivors": 3, "killers": 2}), json!("survivor 1"), opponents).unwrap()).1
    };
    assert_eq!(tag(Value::Null), ["[1, 2]: score+score 1", "[3, 4]: chase+chase 1"]);
    assert_eq!(tag(json!("random")), ["[1, 2]: random+random 1", "[3, 4]: random+random 1"]);
    assert_eq!(tag(json!({"killers": "guard"})), ["[1, 2]: score+score 1", "[3, 4]: guard+guard 1"]);
    assert_eq!(
        tag(json!({"killers": ["chase", "random"], "survivors": {"score": 1, "random": 2}, "survivor 3": "still"})),
        ["[1]: random 2, score 1", "[2]: still 1", "[3, 4]: chase+chase 1, random+random 1"]
    );
    let snarl = |opponents: Value| told(&cast("snarl", json!({}), json!("players"), opponents).unwrap()).1;
    assert!(snarl(json!("zombie"))[0].contains("zombie+") && snarl(json!("zombie"))[0].contains("ghost"));
    assert!(snarl(json!({"zombie": 1, "ghost": 2}))[0].contains(" 2, zombie"), "numbers are weights");
    assert_eq!(snarl(json!({"zombie": "random"})), ["[4]: random 1", "[5]: ghost 1"]);
}

#[test]
fn a_mixture_is_drawn_for_a_side_together() {
    let cast = cast("tag", json!({"survivors": 3, "killers": 2}), json!([0]), json!(["random", "still"])).unwrap();
    let (mut random, mut seen) = (Random::new(1), std::collections::BTreeSet::new());
    for _ in 0..100 {
        let episode = Episode::draw(&mut random, Worlds::Shelf(4), &cast);
        let words: Vec<(Seat, &str)> = cast.opponents(&episode).collect();
        assert_eq!(words.iter().map(|(seat, _)| seat.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(words[0].1 == words[1].1 && words[2].1 == words[3].1);
        seen.insert((words[0].1.to_string(), words[2].1.to_string()));
    }
    assert_eq!(seen.len(), 4, "every pair of bots was drawn");
}

#[test]
fn what_is_wrong_is_named() {
    let pyrat = |seats: Value, opponents: Value| cast("pyrat", json!({}), seats, opponents).unwrap_err();
    assert_eq!(
        pyrat(json!(["snake"]), Value::Null),
        "seats[0]: \"snake\" is not one of python_1, rat_1, python, rat, pythons, rats"
    );
    assert_eq!(pyrat(json!([0, 2]), Value::Null), "seats[1]: 2 is not in 0..=1");
    assert_eq!(pyrat(json!([]), Value::Null), "seats: [] is not a list of at least one seat");
    assert_eq!(pyrat(json!([1.5]), Value::Null), "seats[0]: 1.5 is not in 0..=1");
    assert_eq!(
        pyrat(json!([true]), Value::Null),
        "seats[0]: true is not the number or name of a seat, a role or a side"
    );
    assert_eq!(pyrat(Value::Null, json!("greedy")), "opponents: all seats are learned, there is none for an opponent");
    assert_eq!(
        pyrat(json!("rat"), json!("gredy")),
        "opponents: python: \"gredy\" is not one of uniform, idle, random, greedy, planner, search, perfect, best, did you mean greedy?"
    );
    assert_eq!(
        pyrat(json!("rat"), json!({"rat": "greedy"})),
        "opponents.rat: these seats are learned, there is none for an opponent"
    );
    assert_eq!(pyrat(json!("rat"), json!({"greedy": 0})), "opponents.greedy: 0 is not in 1..=1000000");
    assert_eq!(pyrat(json!("rat"), json!([3])), "opponents[0]: 3 is not the words for a bot");
    assert!(pyrat(json!("rat"), json!([])).starts_with("opponents: [] is not the words for a bot, a list"));
    assert!(pyrat(json!("rat"), json!("greedy:ties=never")).starts_with("opponents: python: bot greedy.ties: "));
    assert!(pyrat(json!("rat"), json!({"pyton": "greedy"})).contains("did you mean python?"));
}
