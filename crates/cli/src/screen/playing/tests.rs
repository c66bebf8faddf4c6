use super::*;
use crate::screen::samples::{ASCII, COLORS, bouts, shown, sizes};
use gridhaunt_arena::bout::Bout;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Somebody in a seat, and the others on the same thread.
struct Seated {
    bout: Bout,
    playing: Playing,
    others: Others,
    told: Receiver<Option<u64>>,
    _send: Sender<Vec<(Seat, u64)>>,
}

impl Seated {
    fn new(bout: Bout, seat: Seat) -> Self {
        let ((tell, told), (send, steps)) = (channel(), channel());
        let playing =
            Playing::new(Reel::new(bout.session.fork()), seat, format!("you are seat {seat}"), "You are here: win.");
        Self { bout, playing, others: Others { tell, steps }, told, _send: send }
    }

    fn press(&mut self, code: KeyCode) -> Option<Ending> {
        let ending = self.playing.heed(Input::Key(code), &self.others);
        self.go_on();
        ending
    }

    /// Lets the others play until this seat is asked or there is nothing to wait for.
    fn go_on(&mut self) {
        self.playing.begin_turn(&self.others);
        while let Ok(chosen) = self.told.try_recv() {
            self.playing.take(self.bout.step(chosen).to_vec());
            self.playing.turn = Turn::From(Instant::now());
            if self.playing.reel.last().phase().is_over() {
                return;
            }
            self.playing.begin_turn(&self.others);
        }
    }

    fn page(&mut self, columns: u16, rows: u16, pen: Pen) -> Vec<String> {
        shown(columns, rows, |area, page| self.playing.draw(area, pen, page))
    }
}

#[test]
fn every_seat_of_every_game_is_played_and_shown_at_every_size() {
    let seats: Vec<usize> = bouts(None).iter().map(|(_, bout)| bout.session.seats()).collect();
    for (game, seats) in seats.into_iter().enumerate() {
        for seat in 0..seats {
            let seat = Seat(seat as u8);
            let (name, bout) = bouts(Some(seat)).swap_remove(game);
            let mut seated = Seated::new(bout, seat);
            seated.go_on();
            let mut chosen = 0;
            while chosen < 8 && seated.playing.turn == Turn::Mine {
                for _ in 0..=chosen % 3 {
                    seated.press(KeyCode::Tab);
                }
                let before = seated.playing.reel.steps();
                if seat.index() == 0 && chosen == 2 {
                    for (columns, rows) in sizes() {
                        let lines = seated.page(columns, rows, COLORS);
                        let asks = lines.iter().any(|line| line.starts_with("Your turn"));
                        assert!(asks || columns < 20 || rows < 6, "{name} {columns} x {rows}: {lines:#?}");
                        assert!(seated.page(columns, rows, ASCII).iter().all(|line| line.is_ascii()));
                    }
                }
                assert_eq!(seated.press(KeyCode::Enter), None);
                if seated.playing.offers.question().is_some() {
                    seated.press(KeyCode::Char('1'));
                    seated.press(KeyCode::Enter);
                }
                assert!(seated.playing.reel.steps() > before, "{name}: a choice makes a step");
                chosen += 1;
            }
            let over = seated.playing.reel.last().phase().is_over();
            assert!(chosen > 0 || over, "{name}: seat {seat} is asked once at least");
            assert_eq!(seated.bout.faults[seat.index()], 0, "{name}: what is offered is allowed");
            assert_eq!(seated.bout.session.hash(), seated.playing.reel.last().hash());
        }
    }
}

#[test]
fn leaving_is_asked_for_twice() {
    let (_, bout) = bouts(Some(Seat(0))).swap_remove(0);
    let mut seated = Seated::new(bout, Seat(0));
    seated.go_on();
    assert_eq!(seated.press(KeyCode::Char('q')), None);
    assert!(seated.page(80, 24, ASCII).iter().any(|line| line.starts_with("Leave the match? q again")));
    assert_eq!(seated.press(KeyCode::Char('?')), None);
    assert!(seated.page(80, 24, ASCII).iter().any(|line| line.contains("| tab, shift-tab")));
    assert_eq!(seated.press(KeyCode::Char('q')), None, "any key takes the sheet away");
    assert_eq!(seated.press(KeyCode::Char('q')), None);
    assert_eq!(seated.press(KeyCode::Char('q')), Some(Ending::Left(Left::Quit)));
    assert_eq!(seated.playing.heed(Input::Stop, &seated.others), Some(Ending::Left(Left::Stopped)));
}

#[test]
fn offers_that_do_not_fit_are_turned_to() {
    use gridhaunt_kernel::scene::Offer;
    let (_, bout) = bouts(Some(Seat(0))).swap_remove(0);
    let mut seated = Seated::new(bout, Seat(0));
    seated.go_on();
    let letters = ('a'..='z').flat_map(|one| ["x", "y", "z"].map(|two| format!("offer {one}{two}")));
    let many = (0..).zip(letters.map(Offer::new)).collect();
    seated.playing.offers = Offers::new(many, &seated.playing.known);
    assert!(seated.page(40, 12, ASCII).iter().any(|line| line.contains("a offer ax")));
    for _ in 0..70 {
        seated.playing.heed(Input::Key(KeyCode::Tab), &seated.others);
    }
    let lines = seated.page(40, 12, ASCII);
    assert!(lines.iter().any(|line| line.contains(">offer xx")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("offer ax")), "{lines:#?}");
}
