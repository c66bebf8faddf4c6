//! Programs and guests on some seats of a match that somebody else steps: the opponents of a learner.

use crate::company::{Company, Table, fault};
use crate::house::House;
use crate::seating::{BotSpec, entrants};
use gridhaunt_kernel::face::{Opened, Session};
use gridhaunt_kernel::fault::{Policy, Report, Standings, Verdict};
use gridhaunt_kernel::{Invalid, Seat, SeatSet};

/// The most lines about faults that are kept of a match.
const MOST_TOLD: usize = 100;

/// The players of some seats. Faults cost what they cost in a match, but the match goes on: who is out plays the game's
/// default action.
pub struct Opponents {
    company: Company,
    standings: Standings,
    seats: SeatSet,
    choices: Vec<(Seat, Option<u64>)>,
    told: Vec<String>,
}

impl Opponents {
    /// Has all players of a match begin, except those of the seats `outside`, and waits until they are ready. `bots` are
    /// those of all seats; without a `house` none is a program.
    ///
    /// # Errors
    /// A bot that does not exist; a program that does not start, with its words.
    pub fn start(
        opened: &dyn Opened,
        bots: &[BotSpec],
        seed: u64,
        outside: SeatSet,
        house: Option<&House>,
        session: &dyn Session,
    ) -> Result<Self, Invalid> {
        let company = match house {
            Some(house) => {
                let table = Table { house, session, excuses: false };
                Company::with_programs(opened, bots, seed, outside, &table)?
            }
            None => Company::new(opened, bots, seed, outside)?,
        };
        let policy = house.map_or_else(Policy::default, |house| house.policy);
        let seats = SeatSet::first(session.seats()).without(outside);
        let standings = Standings::new(policy, entrants(session, bots));
        let mut opponents = Self { company, standings, seats, choices: Vec::new(), told: Vec::new() };
        let mut unfit = Vec::new();
        for (seat, report) in opponents.company.start_in_waves(session) {
            match report.verdict {
                Verdict::Unfit => unfit.push(format!("{}: {}", bots[seat.index()], report.words)),
                _ => opponents.judge(session, seat, &report),
            }
        }
        if unfit.is_empty() {
            return Ok(opponents);
        }
        Err(Invalid::new("bot", "a program", "a bot that starts").reads(unfit.join("; ")))
    }

    fn judge(&mut self, session: &dyn Session, seat: Seat, report: &Report) {
        if report.verdict != Verdict::Ok {
            if self.told.len() < MOST_TOLD {
                self.told.push(fault(session, seat, report));
            }
            self.standings.judge(seat, report.verdict, session.steps());
        }
    }

    /// Asks these players for the next step and waits for their choices; [`Opponents::last`] has them.
    pub fn ask(&mut self, session: &dyn Session) {
        let out = self.seats.iter().filter(|&seat| self.standings.is_out(seat)).collect();
        self.company.now_out(out);
        let answers = self.company.hear(session, out).to_vec();
        self.choices.clear();
        self.choices.extend(out.and(session.phase().seats()).iter().map(|seat| (seat, None)));
        for (seat, answer) in answers {
            if let Some(report) = &answer.report {
                self.judge(session, seat, report);
            }
            self.choices.push((seat, answer.choice.filter(|&code| session.allows(seat, code))));
        }
    }

    /// The choices of the last time they were asked; none where there is no choice that is allowed.
    #[must_use]
    pub fn last(&self) -> &[(Seat, Option<u64>)] {
        &self.choices
    }

    /// The faults until now, one line each.
    #[must_use]
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Tells all of them that the match is over; programs wait for their next match. Whoever is dropped without it
    /// leaves.
    pub fn end(mut self, session: &dyn Session) {
        self.company.end(session);
        if let Some(mut panel) = self.company.panel() {
            panel.leftovers();
            panel.close(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::Guest;
    use gridhaunt_kernel::face::Player;
    use std::sync::Arc;

    /// Chooses the first action, or one that nobody has.
    struct Simple {
        wrong: bool,
    }

    impl Player for Simple {
        fn start(&mut self, _: &dyn Session, _: Seat) {}

        fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
            if self.wrong { Some(u64::MAX) } else { session.legal(seat).first().copied() }
        }
    }

    fn guest(wrong: bool) -> BotSpec {
        let make = move |_: u64, _: Seat| -> Box<dyn Player> { Box::new(Simple { wrong }) };
        BotSpec { guest: Some(Guest(Arc::new(make))), ..BotSpec::parse("guest").unwrap() }
    }

    #[test]
    fn some_seats_are_asked_and_what_is_not_allowed_is_no_choice() {
        for game in gridhaunt_bots::registry().games() {
            let opened = game.open(&serde_json::json!({})).unwrap();
            let session = opened.begin(3).unwrap();
            let asked = session.phase().seats();
            for (outside, wrong) in [(SeatSet::NONE, false), (SeatSet::only(Seat(0)), false), (SeatSet::NONE, true)] {
                let bots = vec![guest(wrong); session.seats()];
                let begun = Opponents::start(opened.as_ref(), &bots, 3, outside, None, session.as_ref());
                let mut opponents = begun.unwrap();
                opponents.ask(session.as_ref());
                let seats: SeatSet = opponents.last().iter().map(|(seat, _)| *seat).collect();
                assert_eq!(seats, asked.without(outside), "{}", game.info().name);
                assert!(opponents.last().iter().all(|(_, choice)| choice.is_none() == wrong));
                assert!(opponents.told().is_empty(), "a guest has no strikes");
            }
        }
    }

    #[test]
    fn a_guest_is_itself_and_nobody_else() {
        let one = guest(false);
        assert_eq!(one, one.clone());
        assert_ne!(one, guest(false));
    }
}
