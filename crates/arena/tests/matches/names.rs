//! A seat has one name, and a result one winner: in panels, events, sentences and JSON alike.

use gridhaunt_arena::play::{Arena, Played};
use gridhaunt_arena::seating::seat_all;
use gridhaunt_arena::sides::Sides;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::scene::{Bar, Board, Row};
use gridhaunt_kernel::{Seat, SeatSet};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// Matches of every game that end in different ways.
fn matches() -> Vec<(&'static str, Value, Vec<&'static str>)> {
    vec![
        ("pyrat", json!({"preset": "tiny"}), vec!["greedy", "random"]),
        ("pyrat", json!({"preset": "tiny", "max_turns": 8}), vec!["greedy", "greedy"]),
        ("pyrat", json!({"width": 3, "height": 3, "cheese_count": 1, "end_on_majority": false}), vec![]),
        ("tag", json!({}), vec![]),
        ("tag", json!({"win_rule": "score", "max_rounds": 20}), vec![]),
        ("tag", json!({"survivors": 1, "killers": 1, "max_rounds": 10}), vec!["random", "random"]),
        ("ghost-grid", json!({}), vec![]),
        ("ghost-grid", json!({"max_turns": 3}), vec!["random", "random"]),
        ("snarl", json!({}), vec![]),
        ("snarl", json!({"players": 2, "names": ["ana", "bo"], "max_rounds": 30}), vec!["random", "zombie"]),
        ("snarl", json!({"players": 1, "zombies": 0, "ghosts": 0}), vec![]),
        ("sproutopia", json!({"max_ticks": 120}), vec![]),
        ("sproutopia", json!({"max_ticks": 3}), vec!["idle", "idle", "idle", "idle"]),
        ("sproutopia", json!({"rules": "v2024.0.8", "max_ticks": 15}), vec!["square", "claimer", "hunter", "random"]),
        ("sproutopia", json!({"rules": "v2024.0.8", "max_ticks": 3}), vec!["idle", "idle", "idle", "idle"]),
    ]
}

const SEEDS: std::ops::Range<u64> = 1..7;

/// Plays them all; `check` gets the texts of the events and the seats that were asked.
fn each(mut check: impl FnMut(&str, &Played, &[String], SeatSet)) {
    let registry = gridhaunt_bots::registry();
    let mut seen: Vec<&str> = Vec::new();
    for (name, settings, words) in matches() {
        let game = registry.find(name).unwrap();
        let opened = game.open(&settings).unwrap();
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let seats = seat_all(game, opened.begin(1).unwrap().as_ref(), &words).unwrap();
        let arena = Arena {
            info: opened.info(),
            opened: opened.as_ref(),
            seats: &seats,
            rotate: false,
            from: None,
            house: None,
        };
        for seed in SEEDS {
            let (mut told, mut asked) = (Vec::new(), SeatSet::NONE);
            let mut game = arena.ready(seed, arena.begin(seed).unwrap(), false).filmed();
            let mut bots = arena.company(seed, None, game.session()).unwrap();
            assert!(bots.play(&mut game, &AtomicBool::new(false)));
            let outcome = game.session().outcome().unwrap();
            let looked: Result<(), ()> = game.each(game.steps(), |session| {
                told.extend(session.tell());
                asked = asked.or(session.phase().seats());
                Ok(())
            });
            looked.unwrap();
            let faults = game.faults().to_vec();
            let (record, told_of, transcripts, voids) = (None, Vec::new(), Vec::new(), 0);
            let session = game.into_session();
            let played = Played { seed, session, outcome, faults, record, told: told_of, transcripts, voids };
            check(&format!("{name} {settings} seed {seed}"), &played, &told, asked);
        }
        seen.push(name);
    }
    assert!(registry.games().all(|game| seen.contains(&game.info().name)), "every game is among them");
}

fn seats(session: &dyn Session) -> impl Iterator<Item = Seat> {
    (0..session.seats() as u8).map(Seat)
}

fn bars(panel: &[Row]) -> Vec<&Bar> {
    panel.iter().filter_map(|row| if let Row::Bar(bar) = row { Some(bar) } else { None }).collect()
}

#[test]
fn result_panel_sentence_and_json_name_the_same_winner() {
    let (mut won, mut drawn) = (0, 0);
    each(|what, played, told, _| {
        let (session, outcome) = (played.session.as_ref(), &played.outcome);
        let verdict = session.ending().unwrap();
        let winners: SeatSet = Sides::of(session).winners(outcome).into_iter().map(|seat| Seat(seat as u8)).collect();
        assert_eq!(verdict.winners, winners, "{what}");
        assert!(outcome.winner().is_none_or(|seat| winners.contains(seat)), "{what}: JSON has another winner");
        let info = session.info();
        match verdict.side {
            Some(side) => assert!(winners.iter().all(|seat| info.side_name(session.side(seat)) == side), "{what}"),
            None => assert!(winners.len() < 2, "{what}"),
        }
        let who = match winners.len() {
            0 => "a draw".into(),
            1 => format!("{} wins", session.full_name(winners.lowest().unwrap())),
            _ => {
                let side = info.sides.iter().find(|side| Some(side.name) == verdict.side).unwrap();
                format!("the {} win", side.plural)
            }
        };
        assert_eq!(verdict.who, who, "{what}");
        assert_eq!(told.last(), Some(&verdict.to_string()), "{what}: the last event is not the verdict");
        assert_eq!(session.log().last(), Some(&verdict.to_string()), "{what}");
        assert!(!verdict.why.contains('_') && !verdict.why.ends_with('.'), "{what}: {}", verdict.why);
        for span in [Span::Step, Span::Frame] {
            let panel = session.scene(span, None).panel;
            let ends: Vec<&Row> = panel.iter().filter(|row| matches!(row, Row::End { .. })).collect();
            let [Row::End { verdict: said, reason, look }] = ends.as_slice() else { panic!("{what}: {ends:?}") };
            assert_eq!((said, reason), (&verdict.who, &verdict.why), "{what}");
            assert_eq!(look.is_some(), !winners.is_empty(), "{what}");
            let crowned: Vec<&Bar> = bars(&panel).into_iter().filter(|bar| bar.leads).collect();
            let first = |bar: &Bar| bar.seats.iter().any(|seat| outcome.seats[seat.index()].rank == 1);
            assert!(crowned.iter().all(|bar| first(bar)), "{what}: {crowned:?}");
            assert_eq!(
                crowned.is_empty(),
                winners.is_empty() && outcome.seats.iter().all(|seat| seat.rank == 1),
                "{what}"
            );
            if !winners.is_empty() {
                assert!(crowned.iter().all(|bar| !bar.seats.and(winners).is_empty()), "{what}: {crowned:?}");
            }
        }
        (won, drawn) = if winners.is_empty() { (won, drawn + 1) } else { (won + 1, drawn) };
    });
    assert!(won > 20 && drawn > 2, "{won} won, {drawn} drawn: both must be tried");
}

#[test]
fn panels_and_events_call_seats_by_their_names() {
    each(|what, played, told, asked| {
        let session = played.session.as_ref();
        let names: Vec<String> = seats(session).map(|seat| session.seat_name(seat)).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!name.is_empty() && !names[..i].contains(name), "{what}: {names:?}");
        }
        let panel = session.scene(Span::Step, None).panel;
        assert!(bars(&panel).iter().any(|bar| !bar.seats.is_empty()), "{what}");
        for bar in bars(&panel) {
            let players: Vec<&str> = bar
                .seats
                .iter()
                .filter(|&seat| session.took_part(seat))
                .map(|seat| session.player_name(seat))
                .collect();
            match bar.seats.len() {
                0 => continue,
                1 => assert_eq!(bar.label, session.seat_name(bar.seats.lowest().unwrap()), "{what}"),
                _ => {
                    let side = session.side(bar.seats.lowest().unwrap());
                    assert_eq!(bar.label, session.info().sides[side].plural, "{what}");
                }
            }
            let alike = players.iter().all(|player| *player == players[0]);
            assert_eq!(bar.player, if alike { players[0] } else { "" }, "{what}");
        }
        // Who only waits in a match of a few steps is in no event.
        for name in asked.iter().map(|seat| session.seat_name(seat)).filter(|_| session.steps() >= 20) {
            // Who moves many, as the zombies, is told of by the names of each.
            let stem = name.trim_end_matches('s');
            assert!(told.iter().any(|line| line.contains(stem)), "{what}: {name} is in no event");
        }
        let by_number = |line: &&String| {
            (0..9).any(|n| line.contains(&format!("seat {n}")) || line.contains(&format!("farmer {n}")))
        };
        assert_eq!(told.iter().find(by_number), None, "{what}");
        for seat in seats(session) {
            assert!(session.known(seat).byline.contains(&session.seat_name(seat)), "{what}");
        }
    });
}

#[test]
fn who_never_came_into_play_is_shown_nowhere() {
    let mut idle = 0;
    each(|what, played, told, _| {
        let session = played.session.as_ref();
        let out: Vec<String> =
            seats(session).filter(|&seat| !session.took_part(seat)).map(|seat| session.seat_name(seat)).collect();
        idle += out.len();
        let scene = session.scene(Span::Step, None);
        let mut words: Vec<String> = scene.panel.iter().map(ToString::to_string).collect();
        words.extend(told.iter().cloned());
        if let Board::Graph(board) = &scene.board {
            words.extend(board.tokens.iter().map(|token| format!("{token:?}")));
        }
        let is_there = |name: &String| {
            let mut parts = words.iter().flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
            parts.any(|part| part == name)
        };
        assert_eq!(out.iter().find(|name| is_there(name)), None, "{what}");
    });
    assert!(idle > 0, "some game has seats that come into play later, or never");
}
