//! Bots that play by themselves play the match that they play step by step.

use gridhaunt_arena::play::Arena;
use gridhaunt_arena::seating::seat_all;
use gridhaunt_ghost_grid::Action;
use gridhaunt_ghost_grid::view::{Start, View};
use gridhaunt_kernel::bot::{Bot, BotEntry};
use gridhaunt_kernel::face::{Face, Player};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Random, Seat};
use gridhaunt_record::Match;
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// Plays a match of these bots in stretches and, beside it, step by step.
fn rolls(game: &dyn Face, words: &[String], seed: u64) -> Match {
    let opened = game.open(&json!({})).expect("settings");
    let session = || opened.begin(seed).expect("a match");
    let seats = seat_all(game, session().as_ref(), words).expect("bots");
    let players = || -> Vec<Option<Box<dyn Player>>> {
        let player = |(seat, bot): (usize, &gridhaunt_arena::seating::BotSpec)| {
            let seat = Seat(seat as u8);
            let mut player = opened.player(&bot.name, &bot.options, seed, seat).expect("a bot");
            player.start(session().as_ref(), seat);
            Some(player)
        };
        seats.iter().enumerate().map(player).collect()
    };
    let (mut rolled, mut stepped) = (Match::new(session()), Match::new(session()));
    let (mut together, mut one_by_one) = (players(), players());
    while !stepped.is_over() && stepped.session().steps() < 2000 {
        assert!(rolled.roll(&mut together, 7));
        for _ in 0..7 {
            if !stepped.is_over() {
                stepped
                    .play(|session, seat| one_by_one[seat.index()].as_mut().and_then(|bot| bot.choose(session, seat)));
            }
        }
        let name = game.info().name;
        let [now, then] = [&rolled, &stepped].map(|game| {
            let session = game.session();
            let told = (session.events(), session.log(), session.tell());
            (
                session.steps(),
                session.hash(),
                told,
                game.choices().to_vec(),
                game.refused().to_vec(),
                game.faults().to_vec(),
            )
        });
        assert_eq!(now, then, "{name}, seed {seed}");
        assert_eq!(rolled.heard(), stepped.heard(), "{name}, seed {seed}");
        assert_eq!(rolled.seat_counts(), stepped.seat_counts(), "{name}, seed {seed}");
    }
    rolled
}

#[test]
fn bots_play_the_same_match_in_stretches_and_step_by_step() {
    for game in gridhaunt_bots::registry().games() {
        for seed in 1..4 {
            let played = rolls(game, &[], seed);
            assert!(played.faults().iter().all(|&faults| faults == 0), "{}", game.info().name);
        }
    }
}

/// Wants what it was first allowed to do, for ever.
struct Stubborn(Option<Action>, Random);

impl Bot<Start, View, Action> for Stubborn {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        *self.0.get_or_insert_with(|| legal[self.1.index(legal.len())])
    }
}

#[test]
fn faults_are_counted_and_told_as_they_are_step_by_step() {
    let mut family = gridhaunt_ghost_grid::family();
    family.bot(BotEntry {
        name: "stubborn",
        about: "wants what it was first allowed to do",
        options: &[],
        make: |call| Ok(Box::new(Stubborn(None, call.random))),
    });
    let mut registry = Registry::default();
    registry.add(family);
    let game = registry.games().next().expect("the game");
    let bots = ["stubborn", "stubborn"].map(String::from);
    let faults: u64 = (1..9).map(|seed| rolls(game, &bots, seed).faults().iter().sum::<u64>()).sum();
    assert!(faults > 100, "{faults}: what was allowed at one node is not at the next");
}

#[test]
fn a_match_that_is_recorded_is_not_rolled() {
    let registry = gridhaunt_bots::registry();
    let game = registry.find("pyrat").expect("the game");
    let opened = game.open(&json!({"preset": "tiny"})).expect("settings");
    let seats = seat_all(game, opened.begin(3).expect("a match").as_ref(), &[]).expect("bots");
    let arena =
        Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
    let play = |record| arena.play(3, record, &AtomicBool::new(false)).expect("a match").expect("its end");
    let (plain, recorded) = (play(false), play(true));
    assert_eq!((plain.session.hash(), plain.record.is_some()), (recorded.session.hash(), false));
    let lines = recorded.record.expect("a record").lines().count() as u64;
    assert!(lines > recorded.session.steps(), "a line for every step");
}
