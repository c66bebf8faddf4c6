//! Search, on PyRat.

use super::playout::{Place, Playout};
use super::tree::{Manner, Tree, sight};
use super::*;
use gridhaunt_kernel::face::{Opened, Player, Session};
use gridhaunt_pyrat::{Action, PyRat, Settings};
use gridhaunt_testing::pass;
use serde_json::{Value, json};

fn tiny() -> Box<dyn Opened> {
    crate::registry().find("pyrat").unwrap().open(&json!({"preset": "tiny"})).unwrap()
}

fn player(opened: &dyn Opened, words: &str, seed: u64, seat: Seat) -> Result<Box<dyn Player>, Invalid> {
    let (name, options) = gridhaunt_kernel::bot::read_words(words)?;
    opened.player(&name, &options, seed, seat)
}

/// Plays a match; returns who won and the hash of its end.
fn play(bots: [&str; 2], seed: u64) -> (Option<Seat>, u64) {
    let opened = tiny();
    let mut session = opened.begin(seed).unwrap();
    let seats = [Seat(0), Seat(1)];
    let mut players = seats.map(|seat| player(opened.as_ref(), bots[seat.index()], seed, seat).unwrap());
    players.iter_mut().zip(seats).for_each(|(player, seat)| player.start(session.as_ref(), seat));
    while !session.phase().is_over() {
        let choose = |(player, seat): (&mut Box<dyn Player>, Seat)| {
            let code = player.choose(session.as_ref(), seat).unwrap();
            assert!(session.allows(seat, code));
            (seat, code)
        };
        let choices: Vec<_> = players.iter_mut().zip(seats).map(choose).collect();
        session.step(&choices);
    }
    (session.outcome().unwrap().winner(), session.hash())
}

#[test]
fn with_a_number_of_playouts_it_always_plays_the_same() {
    for bot in ["search:sims=30", "search:sims=30,threads=3", "search:sims=30,rule=regret", "search:sims=30,rule=exp3"]
    {
        assert_eq!(play([bot, "greedy"], 5), play([bot, "greedy"], 5), "{bot}");
    }
    let ends = [1, 2, 3].map(|seed| play([&format!("search:sims=9,policy=uniform,seed={seed}"), "greedy"], 5).1);
    assert!(ends.iter().any(|end| *end != ends[0]), "its own seed is heard");
}

#[test]
fn it_beats_those_who_do_not_look_ahead() {
    let won = |seed: u64| {
        let seat = (seed % 2) as usize;
        let mut bots = ["random"; 2];
        bots[seat] = "search:sims=60";
        play(bots, seed).0 == Some(Seat(seat as u8))
    };
    let lost: Vec<u64> = (0..20).filter(|&seed| !won(seed)).collect();
    assert!(lost.len() <= 3, "{lost:?}");
}

/// A match on an open board of 7 by 2 cells, with the seats in opposite corners.
fn corridor(cheese: Value) -> Box<dyn Session> {
    let settings = json!({"width": 7, "height": 2, "wall_density": 0, "mud_density": 0, "symmetric": false,
        "cheese": cheese, "start": [[0, 0], [6, 1]]});
    crate::registry().find("pyrat").unwrap().open(&settings).unwrap().begin(1).unwrap()
}

#[test]
fn it_values_what_wins_above_what_does_not() {
    // The first is one step from a cheese that the second can take in six.
    let session = corridor(json!([[1, 0], [6, 0], [3, 0]]));
    let opened = crate::registry().find("pyrat").unwrap().open(&json!({"width": 7, "height": 2})).unwrap();
    let mut player = player(opened.as_ref(), "search:sims=400", 1, Seat(0)).unwrap();
    player.start(session.as_ref(), Seat(0));
    assert!(player.worths().is_empty(), "nothing was asked yet");
    assert_eq!(player.choose(session.as_ref(), Seat(0)), Some(Action::Right as u64));
    let worths = player.worths();
    let worth = |action: Action| worths.iter().find(|(code, _)| *code == action as u64).map(|(_, worth)| *worth);
    assert!(worth(Action::Right) > worth(Action::Stay), "{worths:?}");
    assert!(worths.iter().all(|(_, worth)| (0.0..=1.0).contains(worth)), "{worths:?}");
}

#[test]
fn actions_that_were_never_tried_are_valued_too_and_that_changes_no_choice() {
    let opened = tiny();
    let mut session = opened.begin(3).unwrap();
    let seats = [Seat(0), Seat(1)];
    let mut players = ["search:sims=3,seed=5", "search:sims=3,seed=5"].map(|words| {
        let mut player = player(opened.as_ref(), words, 3, Seat(0)).unwrap();
        player.start(session.as_ref(), Seat(0));
        player
    });
    for _ in 0..6 {
        let [one, other] = players.each_mut().map(|player| player.choose(session.as_ref(), Seat(0)).unwrap());
        assert_eq!(one, other);
        let worths = players[0].worths();
        let mut legal = session.legal(Seat(0));
        legal.sort_unstable();
        let mut valued: Vec<u64> = worths.iter().map(|(code, _)| *code).collect();
        valued.sort_unstable();
        assert_eq!(valued, legal, "{worths:?}");
        assert!(worths.iter().all(|(_, worth)| (0.0..=1.0).contains(worth)), "{worths:?}");
        session.step(&seats.map(|seat| (seat, one)));
    }
}

#[test]
fn what_is_still_true_of_a_tree_is_kept() {
    let settings = Settings { width: 5, height: 5, ..Settings::default() };
    let (world, state) = PyRat::new(&settings, 3).unwrap();
    let place = Place::<PyRat> { tables: PyRat::tables(&world, &state), world };
    let manner =
        Manner { seat: Seat(0), rule: Rule::Uct, explore: 0.7, playout: Playout { policy: Some(0), depth: 8 } };
    let mut tree = Tree::<PyRat>::new(Random::new(1));
    let visits =
        |tree: &Tree<PyRat>| tree.root(Seat(0)).map_or(0, |root| root.arms().iter().map(|arm| arm.visits).sum());
    tree.go_on(sight::<PyRat>(&place.world, &state, Seat(0)), Seat(0));
    (0..500).for_each(|_| _ = tree.grow(&manner, &place, &mut state.clone()));
    assert_eq!(visits(&tree), 500);
    let mut next = state;
    let chosen = tree.root(Seat(0)).unwrap().choice(Rule::Uct, &mut Random::new(0)).unwrap();
    let other = tree.root(Seat(1)).unwrap().choice(Rule::Uct, &mut Random::new(0)).unwrap();
    pass::<PyRat>(&place.world, &mut next, &[(Seat(0), chosen), (Seat(1), other)]);
    tree.chosen(chosen);
    tree.go_on(sight::<PyRat>(&place.world, &next, Seat(0)), Seat(0));
    let kept = visits(&tree);
    assert!((1..500).contains(&kept), "{kept} of 500 playouts are still true");
    // A state that never was in the tree begins a new one.
    tree.chosen(chosen);
    tree.go_on(12345, Seat(0));
    assert_eq!(visits(&tree), 0);
}

#[test]
fn wrong_options_are_named() {
    let error = |words: &str| player(tiny().as_ref(), words, 0, Seat(0)).err().unwrap().to_string();
    assert_eq!(error("search:sims=0"), "bot search.sims: 0 is not in 1..=1000000000");
    assert_eq!(error("search:ms=0"), "bot search.ms: 0 is not in 1..=3600000");
    assert_eq!(error("search:policy=clever"), "bot search.policy: \"clever\" is not one of greedy, uniform");
    assert_eq!(error("search:rule=best"), "bot search.rule: \"best\" is not one of uct, regret, exp3");
    assert_eq!(error("search:simms=5"), "bot search.simms: no such option, did you mean sims?");
}

/// Every bot of this name plays a match of its game to the end, or so many steps of it, without a choice that is not allowed.
#[test]
fn it_plays_every_game_that_offers_it() {
    let registry = crate::registry();
    let offers = registry.games().filter(|game| game.bots().iter().any(|bot| bot.name == "search"));
    let mut played = Vec::new();
    for game in offers {
        let opened = game.open(&json!({})).unwrap();
        let mut session = opened.begin(3).unwrap();
        let seats = (0..session.seats() as u8).map(Seat);
        let mut players: Vec<_> = seats
            .clone()
            .map(|seat| player(opened.as_ref(), "search:sims=3,guesses=2,depth=5", 3, seat).unwrap())
            .collect();
        seats.for_each(|seat| players[seat.index()].start(session.as_ref(), seat));
        for _ in 0..12 {
            let mut choices = Vec::new();
            for seat in session.phase().seats().iter() {
                let code = players[seat.index()].choose(session.as_ref(), seat).unwrap();
                assert!(session.allows(seat, code), "{}: seat {seat}", game.info().name);
                choices.push((seat, code));
            }
            session.step(&choices);
        }
        played.push(game.info().name);
    }
    assert_eq!(played, ["pyrat", "tag", "ghost-grid", "snarl", "sproutopia"]);
}
