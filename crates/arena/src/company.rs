//! Asks the players of a match for their choices: first all seats that choose now are asked, then their answers are
//! collected.

use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Opened, Player, Session};
use gridhaunt_kernel::{Invalid, Outcome, Seat};
use gridhaunt_record::Match;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The players of a match by seat; a seat has none if its choices come from outside: from a person, a connection or a
/// line of text.
#[derive(Default)]
pub struct Company {
    players: Vec<Option<Box<dyn Player>>>,
}

impl Company {
    /// Bots on all seats, except the seat `outside`, if any.
    pub fn new(opened: &dyn Opened, bots: &[BotSpec], seed: u64, outside: Option<Seat>) -> Result<Self, Invalid> {
        let mut company = Self::default();
        for (seat, bot) in bots.iter().enumerate() {
            let seat = Seat(seat as u8);
            if Some(seat) != outside {
                company.seat(seat, opened.player(&bot.name, &bot.options, seed, seat)?);
            }
        }
        Ok(company)
    }

    /// Puts a player on a seat.
    pub fn seat(&mut self, seat: Seat, player: Box<dyn Player>) {
        if self.players.len() <= seat.index() {
            self.players.resize_with(seat.index() + 1, || None);
        }
        self.players[seat.index()] = Some(player);
    }

    /// Whether no seat has a player.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// Whether a player is on this seat.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(Option::is_some)
    }

    /// Gives every player its start information, once, before the first choice.
    pub fn start(&mut self, session: &dyn Session) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some(player) = player {
                player.start(session, Seat(seat as u8));
            }
        }
    }

    /// Asks all players that choose now, without waiting for their answers.
    pub fn ask(&mut self, session: &dyn Session) {
        for seat in session.phase().seats().iter() {
            if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                player.ask(session, seat);
            }
        }
    }

    /// The choice of a seat's player; `None` if there is no player, or if it chooses nothing.
    pub fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
        self.players.get_mut(seat.index())?.as_mut()?.choose(session, seat)
    }

    /// Plays a step; `outside` is the choice of the seats without a player.
    pub fn step(&mut self, game: &mut Match, outside: Option<u64>) {
        self.ask(game.session());
        game.play(|session, seat| if self.plays(seat) { self.choose(session, seat) } else { outside });
    }

    /// Plays to the end, or until `stop` is set, because a match may never end. Returns the result, if there is one.
    pub fn play(&mut self, game: &mut Match, stop: &AtomicBool) -> Option<Outcome> {
        loop {
            let outcome = game.session().outcome();
            if outcome.is_some() || stop.load(Ordering::Relaxed) {
                return outcome;
            }
            self.step(game, None);
        }
    }

    /// Moves all players to a new thread, so that the caller does not have to wait for them.
    #[must_use]
    pub fn aside(mut self) -> Aside {
        let ((ask, asked), (tell, answers)) = (channel::<Box<dyn Session>>(), channel());
        thread::spawn(move || {
            for session in asked {
                self.ask(session.as_ref());
                let seats = session.phase().seats();
                let chosen = seats.iter().map(|seat| (seat, self.choose(session.as_ref(), seat))).collect();
                if tell.send(Answers(chosen)).is_err() {
                    return;
                }
            }
        });
        Aside { ask, answers }
    }
}

/// Players that run on another thread.
pub struct Aside {
    ask: Sender<Box<dyn Session>>,
    answers: Receiver<Answers>,
}

/// The choices of players in a step.
pub struct Answers(Vec<(Seat, Option<u64>)>);

impl Answers {
    /// The choice of a seat's player; `None` if there is no player, or if it chose nothing.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<u64> {
        self.0.iter().find(|(asked, _)| *asked == seat).and_then(|(_, code)| *code)
    }
}

/// The error when a player panicked, which ended the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl Aside {
    /// Asks all players that choose now, without waiting. If the thread has ended, [`collect`](Self::collect) returns
    /// the error.
    pub fn ask(&self, session: &dyn Session) {
        let _ = self.ask.send(session.fork());
    }

    /// The answers to the last question; `None` if they take longer than `wait`.
    ///
    /// # Errors
    /// A player panicked, so no answer will come.
    pub fn collect(&self, wait: Duration) -> Result<Option<Answers>, Gone> {
        match self.answers.recv_timeout(wait) {
            Ok(answers) => Ok(Some(answers)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Gone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Arena;
    use crate::replay::Refused;
    use crate::seating::seat_all;
    use serde_json::json;
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_seat_is_played_from_outside_and_from_a_thread_as_a_bot_would_play_it() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let opened = game.open(&json!({})).unwrap();
            let seats = seat_all(game, opened.begin(5).unwrap().as_ref(), &[]).unwrap();
            let arena = Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None };
            let begin = || arena.ready(5, arena.begin(5).unwrap(), false);
            let [mut all, mut mixed, mut distant] = [begin(), begin(), begin()];
            let mut bots = arena.company(5, None, all.session()).unwrap();
            let mut others = arena.company(5, Some(Seat(0)), mixed.session()).unwrap();
            let aside = arena.company(5, None, distant.session()).unwrap().aside();
            for _ in 0..200 {
                if all.session().phase().is_over() {
                    break;
                }
                bots.step(&mut all, None);
                let outside = all.choices().iter().find(|(seat, _)| *seat == Seat(0)).map(|(_, code)| *code);
                others.step(&mut mixed, outside);
                aside.ask(distant.session());
                let answers = aside.collect(Duration::from_secs(60)).unwrap().unwrap();
                distant.play(|_, seat| answers.of(seat));
                for other in [&mixed, &distant] {
                    assert_eq!(other.choices(), all.choices(), "{}", game.info().name);
                    assert_eq!(other.session().hash(), all.session().hash());
                }
            }
            assert_eq!([mixed.faults(), distant.faults()], [all.faults(); 2]);
        }
    }

    /// A player that computes elsewhere: its choice is computed while the others are asked.
    struct Elsewhere(Arc<AtomicUsize>, usize);

    impl Player for Elsewhere {
        fn start(&mut self, _: &dyn Session, _: Seat) {}

        fn ask(&mut self, _: &dyn Session, _: Seat) {
            self.0.fetch_add(1, Ordering::SeqCst);
            self.1 += 1;
        }

        fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
            assert_eq!(self.0.load(Ordering::SeqCst), 2 * self.1, "both are asked before one is heard");
            session.legal(seat).first().copied()
        }
    }

    #[test]
    fn all_are_asked_before_the_first_is_waited_for() {
        let registry = gridhaunt_bots::registry();
        let session = registry.games().next().unwrap().open(&json!({})).unwrap().begin(5).unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let (mut game, mut company) = (Match::new(session), Company::default());
        for seat in 0..game.session().seats() {
            company.seat(Seat(seat as u8), Box::new(Elsewhere(asked.clone(), 0)));
        }
        for _ in 0..5 {
            company.step(&mut game, None);
        }
        assert_eq!((asked.load(Ordering::SeqCst), game.session().steps()), (10, 5));
    }

    #[test]
    fn a_choice_that_is_missing_or_impossible_is_one_fault() {
        let registry = gridhaunt_bots::registry();
        let game = registry.games().next().unwrap();
        let opened = game.open(&json!({})).unwrap();
        let seats = seat_all(game, opened.begin(5).unwrap().as_ref(), &[]).unwrap();
        let arena = Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None };
        let mut one = arena.ready(5, arena.begin(5).unwrap(), true).filmed();
        let mut others = arena.company(5, Some(Seat(0)), one.session()).unwrap();
        for (step, outside) in [None, Some(u64::MAX)].into_iter().enumerate() {
            others.step(&mut one, outside);
            assert!(one.choices().iter().all(|(seat, _)| *seat != Seat(0)));
            assert_eq!(one.refused(), [Refused { seat: Seat(0), wanted: outside }]);
            assert_eq!(one.faults(), [step as u64 + 1, 0], "once, although the match is recorded and filmed");
        }
        let record = one.record("left").unwrap();
        assert_eq!(record.matches("\"verdicts\":[[0,").count(), 2, "{record}");
    }
}
