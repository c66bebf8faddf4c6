use super::*;
use crate::screen::paper::{Paper, Position};
use crate::screen::samples::{ASCII, COLORS, begun, judged, matches, names, shown, sizes};

fn watching(game: Match) -> Watching {
    let names = names(game.session());
    Watching::new(game, "a match, seed 7: one against another".into(), names, Some(6.0))
}

fn page(watching: &mut Watching, columns: u16, rows: u16, pen: Pen) -> Vec<String> {
    shown(columns, rows, |area, page| watching.draw(area, pen, page))
}

fn press(watching: &mut Watching, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            key => KeyCode::Char(key),
        };
        assert_eq!(watching.heed(Input::Key(code)), None, "{key:?}");
    }
}

#[test]
fn every_game_is_shown_at_every_size_with_all_eyes() {
    for (name, game) in matches(12) {
        let last = game.steps();
        let mut watching = watching(game);
        watching.notice = Some("this replay does not verify".into());
        watching.stand(last);
        for eye in [Eye::Whole, Eye::Marked(Seat(0)), Eye::Known(Seat(1))] {
            watching.eye = eye;
            for (columns, rows) in sizes() {
                let lines = page(&mut watching, columns, rows, COLORS);
                if columns >= 20 && rows >= 6 {
                    let status = format!("step {last} of {last}");
                    assert!(lines.iter().any(|line| line.starts_with(&status)), "{name} {columns} x {rows}");
                    assert!(lines[0].starts_with("a match, seed 7"), "{name} {columns} x {rows}");
                    assert!(lines[1].starts_with("this replay"), "{name} {columns} x {rows}");
                    let board = &lines[2..rows as usize - 2];
                    assert!(board.iter().any(|line| !line.is_empty()), "{name} {columns} x {rows}: {lines:#?}");
                }
            }
        }
    }
}

#[test]
fn sheets_and_questions_fit_every_size_and_ascii_is_ascii() {
    for (name, game) in matches(6) {
        let mut watching = watching(game);
        watching.stand(6);
        for keys in ["", "?", "x/söme", "\n"] {
            press(&mut watching, keys);
            for (columns, rows) in sizes() {
                let lines = page(&mut watching, columns, rows, ASCII);
                assert!(lines.iter().all(|line| line.is_ascii()), "{name} {columns} x {rows}: {lines:#?}");
            }
        }
    }
}

#[test]
fn the_page_has_a_board_its_score_events_a_timeline_and_keys() {
    let (_, game) = matches(30).swap_remove(0);
    let told = (0..=30).filter(|&step| !game.told(step).is_empty()).count();
    assert!(told > 2, "something happens in this match");
    let mut watching = watching(game);
    watching.stand(30);
    let lines = page(&mut watching, 160, 48, ASCII);
    let text = lines.join("\n");
    assert!(lines.iter().any(|line| line.contains("| Events")), "{text}");
    for key in ["space play/pause", "left/right step", "s seat", "k knows", "/ search", "? help", "q quit"] {
        assert!(text.contains(key), "no {key} in\n{text}");
    }
    let bar = &lines[lines.len() - 3];
    assert!(bar.len() == 160 && bar.ends_with('O') && bar.contains('#'), "{text}");
    watching.stand(0);
    let lines = page(&mut watching, 160, 48, ASCII);
    assert!(lines[lines.len() - 3].starts_with('O') && lines[lines.len() - 3].contains('+'));
}

#[test]
fn keys_lead_through_the_match() {
    let (_, game) = matches(40).swap_remove(0);
    let mut watching = watching(game);
    assert!(watching.playing);
    for (input, at) in [
        (Input::Key(KeyCode::Right), 1),
        (Input::Key(KeyCode::PageDown), 11),
        (Input::Key(KeyCode::PageDown), 21),
        (Input::Key(KeyCode::Left), 20),
        (Input::Key(KeyCode::PageUp), 10),
        (Input::Key(KeyCode::PageUp), 0),
        (Input::Key(KeyCode::Left), 0),
        (Input::Key(KeyCode::End), 40),
        (Input::Key(KeyCode::Right), 40),
        (Input::Wheel(false), 39),
        (Input::Wheel(true), 40),
        (Input::Key(KeyCode::Home), 0),
    ] {
        assert_eq!(watching.heed(input), None);
        assert_eq!((watching.at, watching.shown.steps(), watching.playing), (at, at as u64, false), "{input:?}");
    }
    press(&mut watching, "+");
    assert_eq!(watching.speed(), 9.0);
    press(&mut watching, "---");
    assert!((watching.speed() - 9.0 / 3.375).abs() < 1e-9);
    press(&mut watching, " ");
    assert!(watching.playing);
    watching.play(watching.due);
    assert_eq!(watching.at, 1);
    assert_eq!(watching.heed(Input::Key(KeyCode::Char('q'))), Some(Left::Quit));
    assert_eq!(watching.heed(Input::Stop), Some(Left::Stopped));
}

#[test]
fn a_match_plays_to_its_end_and_from_its_start_again() {
    let (_, game) = matches(5).swap_remove(0);
    let mut watching = watching(game);
    for step in 1..=5 {
        watching.play(watching.due);
        assert_eq!(watching.at, step);
    }
    watching.play(watching.due);
    assert!(!watching.playing);
    press(&mut watching, " ");
    assert_eq!((watching.at, watching.playing), (0, true));
}

#[test]
fn a_short_match_waits_at_its_first_step_and_a_long_one_does_not() {
    for (name, game) in matches(12) {
        let steps = game.steps();
        let mut watching = Watching::new(game, String::new(), Vec::new(), None).waiting_if_short();
        watching.play(watching.due + Duration::from_secs(9));
        assert_eq!((watching.at, watching.playing), (0, false), "{name}");
        let lines = page(&mut watching, 80, 24, ASCII);
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("step 0 of {steps}, paused: space plays it"))),
            "{name} {lines:#?}"
        );
        press(&mut watching, " ");
        watching.play(watching.due);
        assert_eq!((watching.at, watching.playing), (1, true), "{name}");
        press(&mut watching, " ");
        let lines = page(&mut watching, 80, 24, ASCII);
        assert!(lines.iter().any(|line| line.starts_with(&format!("step 1 of {steps}, paused "))), "{name} {lines:#?}");
    }
    let (_, game) = matches(100).swap_remove(0);
    assert!(Watching::new(game, String::new(), Vec::new(), None).waiting_if_short().playing);
}

#[test]
fn a_match_is_watched_at_the_pace_of_its_game_until_somebody_asks() {
    for (name, game) in matches(12) {
        let own = steps_a_second(game.session());
        let mut watching = Watching::new(game, String::new(), Vec::new(), None);
        assert!((watching.speed() - own).abs() < 1e-9, "{name}");
        press(&mut watching, "+");
        assert!((watching.speed() - own * 1.5).abs() < 1e-9, "{name}");
    }
}

#[test]
fn seats_are_looked_through_in_turn_and_inward() {
    let (_, game) = matches(3).swap_remove(0);
    let seats = game.session().seats();
    let mut watching = watching(game);
    for seat in 0..seats {
        press(&mut watching, "s");
        assert_eq!(watching.eye, Eye::Marked(Seat(seat as u8)));
    }
    press(&mut watching, "s");
    assert_eq!(watching.eye, Eye::Whole);
    press(&mut watching, "S");
    assert_eq!(watching.eye, Eye::Marked(Seat(seats as u8 - 1)));
    press(&mut watching, "k");
    assert_eq!(watching.eye, Eye::Known(Seat(seats as u8 - 1)));
    let lines = page(&mut watching, 80, 24, ASCII);
    assert!(lines.iter().any(|line| line.contains("what role 1 knows")), "{lines:#?}");
    press(&mut watching, "k");
    assert_eq!(watching.eye, Eye::Marked(Seat(seats as u8 - 1)));
}

#[test]
fn a_board_larger_than_the_window_follows_who_acts_is_moved_and_says_what_it_shows() {
    let says = |lines: &[String]| {
        let words = ["showing ", ": columns ", " of 50x5", " of 21x1"];
        lines.iter().any(|line| words.iter().any(|word| line.contains(word)))
    };
    for (name, game) in matches(12) {
        let last = game.steps();
        let mut watching = watching(game);
        for (columns, rows) in [(80, 24), (40, 12), (20, 8), (200, 60)] {
            watching.stand(last);
            watching.pan = (0, 0);
            watching.eye = Eye::Known(Seat(0));
            let before = page(&mut watching, columns, rows, ASCII);
            watching.heed(Input::Shift(KeyCode::Down));
            watching.heed(Input::Shift(KeyCode::Right));
            let moved = page(&mut watching, columns, rows, ASCII);
            if watching.pan != (0, 0) {
                assert!(before != moved, "{name} {columns} x {rows}: {moved:#?}");
                assert!(rows < 12 || says(&before) && says(&moved), "{name} {columns} x {rows}: {moved:#?}");
            } else {
                assert_eq!(before, moved, "{name} {columns} x {rows}");
            }
            press(&mut watching, "c");
            assert_eq!(page(&mut watching, columns, rows, ASCII), before);
            for _ in 0..99 {
                watching.heed(Input::Key(KeyCode::Up));
                page(&mut watching, columns, rows, ASCII);
            }
            assert!(watching.pan.1 > -64, "{name}: it is moved as far as the board goes");
        }
    }
}

#[test]
fn a_farm_of_fifty_rows_says_which_of_them_are_shown() {
    let (_, game) = matches(3).into_iter().find(|(name, _)| *name == "sproutopia").unwrap();
    let mut watching = watching(game);
    let line = |lines: Vec<String>, word: &str| lines.into_iter().find(|line| line.contains(word));
    let said = line(page(&mut watching, 80, 24, ASCII), "board 50x50, showing columns ");
    assert!(said.is_some());
    assert!(line(page(&mut watching, 40, 12, ASCII), "50x50: columns ").is_some());
    assert!(line(page(&mut watching, 20, 8, ASCII), " of 50x5").is_some());
    assert!(line(page(&mut watching, 200, 70, ASCII), "showing").is_none());
}

#[test]
fn an_event_is_searched_for() {
    let (_, game) = matches(60).swap_remove(0);
    let first = (1..=60).find(|&step| !game.told(step).is_empty()).unwrap();
    let text = game.told(first)[0].to_uppercase();
    let mut watching = watching(game);
    press(&mut watching, &format!("/{text}x"));
    assert_eq!(watching.heed(Input::Key(KeyCode::Backspace)), None);
    let lines = page(&mut watching, 80, 24, ASCII);
    assert!(lines.iter().any(|line| line.starts_with(&format!("search: {text}"))), "{lines:#?}");
    press(&mut watching, "\n");
    assert_eq!((watching.at, watching.playing), (first, false));
    press(&mut watching, "/no such thing\n");
    assert_eq!(watching.at, first);
    assert!(page(&mut watching, 80, 24, ASCII).iter().any(|line| line.contains("no event says \"no such thing\"")));
    press(&mut watching, "/q?");
    assert_eq!(watching.search.typed.as_deref(), Some("q?"), "what is typed is no key");
    watching.heed(Input::Key(KeyCode::Esc));
    assert_eq!(watching.search.typed, None);
}

#[test]
fn a_click_on_the_timeline_goes_there() {
    let (_, game) = matches(40).swap_remove(0);
    let mut watching = watching(game);
    page(&mut watching, 81, 24, COLORS);
    let place = Position { x: 40, y: watching.bar.y };
    watching.heed(Input::Click(place));
    assert_eq!(watching.at, 20);
    watching.heed(Input::Click(Position { x: 3, y: 0 }));
    assert_eq!(watching.at, 20);
}

#[test]
fn a_match_that_is_being_played_is_waited_for() {
    let (_, game, bots) = begun(None).swap_remove(0);
    let mut watching = watching(game).played_by(bots.aside());
    watching.play(watching.due);
    assert_eq!((watching.at, watching.playing), (0, true));
    while watching.game.steps() == 0 {
        watching.listen(NEWS);
    }
    let so_far = format!("step 0 of {} so far", watching.game.steps());
    assert!(!watching.goes_on || page(&mut watching, 80, 24, ASCII).iter().any(|line| line.starts_with(&so_far)));
    assert_eq!(watching.see_out(), Left::Quit);
    assert!(!watching.goes_on && watching.game.session().phase().is_over());
    let all = format!("step 0 of {} ", watching.game.steps());
    let lines = page(&mut watching, 80, 24, ASCII);
    assert!(lines.iter().any(|line| line.starts_with(&all) && !line.contains("so far")), "{lines:#?}");
}

/// A page of 200 by 60, drawn from nothing: `cargo test --release -p gridhaunt redraw -- --nocapture` prints how long.
#[test]
fn a_redraw_takes_no_time() {
    for (name, game) in matches(50) {
        let mut watching = watching(game);
        watching.stand(50);
        let mut best = Duration::MAX;
        for _ in 0..20 {
            let (blank, mut page) = (Paper::new(200, 60), Paper::new(200, 60));
            let start = Instant::now();
            watching.draw(page.area(), COLORS, &mut page);
            page.write_changes(&blank, &mut Vec::with_capacity(1 << 16)).unwrap();
            best = best.min(start.elapsed());
        }
        println!("{name:<12} {:.2} ms", best.as_secs_f64() * 1e3);
        // With every check left on it may take longer.
        let most = if cfg!(debug_assertions) { 50 } else { 5 };
        assert!(best < Duration::from_millis(most), "{name}: {best:?}");
    }
}

#[test]
fn verdicts_are_on_the_timeline_and_among_the_events_and_times_are_beside_the_board() {
    let game = judged();
    assert_eq!((game.steps(), game.stopped()), (8, Some("forfeit")));
    let mut seen = watching(game);
    seen.stand(8);
    let lines = page(&mut seen, 160, 48, ASCII);
    let text = lines.join("\n");
    for wanted in ["python: late", "python: crashed", "python took", "1.3 ms, crashed", "rat took"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let bar = lines.iter().find(|line| line.starts_with(['#', '='])).unwrap();
    assert_eq!((bar.find('!'), bar.find('X')), (Some(80), Some(159)), "{bar}");
    press(&mut seen, "/late\n");
    assert_eq!(seen.at, 4, "a verdict is found as an event is");
    let (_, plain) = matches(8).swap_remove(0);
    let mut plain = watching(plain);
    plain.stand(8);
    assert!(!page(&mut plain, 160, 48, ASCII).join("\n").contains(" took "), "bots of this process have no times");
}

#[test]
fn notes_and_marks_are_shown_where_their_seat_is_looked_at_and_steer_nothing() {
    let mut watching = watching(judged());
    watching.stand(6);
    for (eye, own, other) in [
        (Eye::Whole, "x", "thought of"),
        (Eye::Marked(Seat(0)), "seat 0", "seat 1"),
        (Eye::Known(Seat(1)), "seat 1", "seat 0"),
    ] {
        watching.eye = eye;
        let lines = page(&mut watching, 160, 48, ASCII);
        let text = lines.join("\n");
        assert_eq!(text.contains(&format!("thought of {own}")), eye != Eye::Whole, "{text}");
        assert!(!text.contains(&format!("thought of {other}")), "{eye:?}: {text}");
        assert_eq!(text.contains("sky (9,5): over \\u001b[2Jthere"), eye != Eye::Whole, "{text}");
        let signs = lines.iter().filter(|line| line.contains('%')).count();
        assert_eq!(signs, usize::from(eye != Eye::Whole), "{text}");
        assert!(!text.contains('\u{1b}'));
    }
}
