//! A match is made once and stepped once, however it is watched, recorded and drawn.

mod counted;

use counted::{STEPS, WORLDS};
use gridhaunt_arena::play::Arena;
use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::seating::seat_around;
use gridhaunt_arena::verify::verify;
use gridhaunt_kernel::Seat;
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What `play --human --out film.gif` does, with keys that are always legal and sometimes missing.
#[test]
fn a_match_with_a_person_a_record_and_a_film_is_made_once_and_stepped_once() {
    let registry = counted::registry();
    let game = registry.find("counted").unwrap();
    let opened = game.open(&json!({"width": 7, "height": 5, "cheese_count": 5})).unwrap();
    let person = Seat(0);
    let first = opened.begin(3).unwrap();
    let seats = seat_around(game, first.as_ref(), &[], Some(person)).unwrap();
    let arena =
        Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
    let mut one = arena.ready(3, first, true).filmed();
    let others = arena.company(3, Some(person), one.session()).unwrap().aside();
    let (mut steps, mut silent) = (0, 0);
    while !one.session().phase().is_over() && steps < 200 {
        others.ask(&one);
        let answers = others.collect(Duration::from_secs(60)).unwrap().unwrap();
        let legal = one.session().legal(person);
        let chosen = Some(legal[steps % legal.len()]).filter(|_| steps % 7 != 3);
        one.play(|_, seat| if seat == person { chosen.into() } else { answers.of(seat) });
        steps += 1;
        silent += u64::from(chosen.is_none());
    }
    let record = one.record("left").unwrap();
    // A film goes through all boards twice: for the size of its pages, then to draw them.
    for _ in 0..2 {
        let mut boards = 0;
        let looked: Result<(), ()> = one.each(one.steps(), |session| {
            boards += 1;
            session.scene(gridhaunt_kernel::face::Span::Frame, None);
            Ok(())
        });
        assert_eq!((looked, boards), (Ok(()), steps + 1));
    }
    for step in 0..=steps {
        assert_eq!((one.at(step).steps(), one.at(step).tell()), (step as u64, one.told(step).to_vec()));
    }
    assert_eq!((WORLDS.load(Ordering::SeqCst), STEPS.load(Ordering::SeqCst)), (1, steps), "made once, stepped once");
    assert_eq!(one.faults(), [silent, 0], "a fault is counted once");
    assert_eq!(record.matches("\"verdicts\"").count() as u64, silent, "and recorded once");
    let replay = read_all(&record).unwrap().remove(0);
    let again = verify(&registry, &replay).unwrap();
    assert_eq!((again.hash(), again.steps()), (one.session().hash(), steps as u64));
    assert_eq!(WORLDS.load(Ordering::SeqCst), 2, "the counter counts");
}
