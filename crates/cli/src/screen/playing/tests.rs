use super::*;
use crate::screen::samples::{ASCII, COLORS, begun, shown, sizes};

/// A person's seat, without a terminal.
struct Seated {
    playing: Playing,
}

impl Seated {
    fn new(game: Match, others: Aside, seat: Seat) -> Self {
        let playing = Playing::new(game, others, seat, format!("you are seat {seat}"), "You are here: win.");
        Self { playing }
    }

    fn press(&mut self, code: KeyCode) -> Option<Ending> {
        let ending = self.playing.heed(Input::Key(code));
        self.go_on();
        ending
    }

    /// Lets the others play until this seat is asked or the match is over.
    fn go_on(&mut self) {
        self.playing.begin_turn();
        while self.playing.turn == Turn::Theirs {
            let answers = self.playing.others.collect(Duration::from_secs(60)).unwrap().unwrap();
            self.playing.take(answers);
            self.playing.turn = Turn::From(Instant::now());
            if self.playing.game.session().phase().is_over() {
                return;
            }
            self.playing.begin_turn();
        }
    }

    fn page(&mut self, columns: u16, rows: u16, pen: Pen) -> Vec<String> {
        shown(columns, rows, |area, page| self.playing.draw(area, pen, page))
    }
}

#[test]
fn every_seat_of_every_game_is_played_and_shown_at_every_size() {
    let seats: Vec<usize> = begun(None).iter().map(|(_, game, _)| game.session().seats()).collect();
    for (game, seats) in seats.into_iter().enumerate() {
        for seat in 0..seats {
            let seat = Seat(seat as u8);
            let (name, game, others) = begun(Some(seat)).swap_remove(game);
            let mut seated = Seated::new(game, others.aside(), seat);
            seated.go_on();
            let mut chosen = 0;
            while chosen < 8 && seated.playing.turn == Turn::Mine {
                for _ in 0..=chosen % 3 {
                    seated.press(KeyCode::Tab);
                }
                let before = seated.playing.game.steps();
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
                assert!(seated.playing.game.steps() > before, "{name}: a choice makes a step");
                chosen += 1;
            }
            let over = seated.playing.game.session().phase().is_over();
            assert!(chosen > 0 || over, "{name}: seat {seat} is asked once at least");
            let own = seated.playing.game.faults()[seat.index()];
            assert_eq!(own, 0, "{name}: what is offered is allowed");
        }
    }
}

#[test]
fn leaving_is_asked_for_twice() {
    let (_, game, others) = begun(Some(Seat(0))).swap_remove(0);
    let mut seated = Seated::new(game, others.aside(), Seat(0));
    seated.go_on();
    assert_eq!(seated.press(KeyCode::Char('q')), None);
    assert!(seated.page(80, 24, ASCII).iter().any(|line| line.starts_with("Leave the match? q again")));
    assert_eq!(seated.press(KeyCode::Char('?')), None);
    assert!(seated.page(80, 24, ASCII).iter().any(|line| line.contains("| tab, shift-tab")));
    assert_eq!(seated.press(KeyCode::Char('q')), None, "any key takes the sheet away");
    assert_eq!(seated.press(KeyCode::Char('q')), None);
    assert_eq!(seated.press(KeyCode::Char('q')), Some(Ending::Left(Left::Quit)));
    assert_eq!(seated.playing.heed(Input::Stop), Some(Ending::Left(Left::Stopped)));
}

#[test]
fn offers_that_do_not_fit_are_turned_to() {
    use gridhaunt_kernel::scene::Offer;
    let (_, game, others) = begun(Some(Seat(0))).swap_remove(0);
    let mut seated = Seated::new(game, others.aside(), Seat(0));
    seated.go_on();
    let letters = ('a'..='z').flat_map(|one| ["x", "y", "z"].map(|two| format!("offer {one}{two}")));
    let many = (0..).zip(letters.map(Offer::new)).collect();
    seated.playing.offers = Offers::new(many, &seated.playing.known);
    assert!(seated.page(40, 12, ASCII).iter().any(|line| line.contains("a offer ax")));
    for _ in 0..70 {
        seated.playing.heed(Input::Key(KeyCode::Tab));
    }
    let lines = seated.page(40, 12, ASCII);
    assert!(lines.iter().any(|line| line.contains(">offer xx")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("offer ax")), "{lines:#?}");
}
