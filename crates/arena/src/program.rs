//! A program on a seat: what the game says becomes texts for the panel, and its answer an action of the game.

use gridhaunt_host::panel::{Facts, Panel};
use gridhaunt_host::protocol::Choice;
use gridhaunt_host::running::Judge;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::fault::Report;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::scene::Offer;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A program on a seat.
pub(crate) struct ProgramPlayer {
    panel: Arc<Mutex<Panel>>,
    seat: u8,
    /// Whether it is told the names of all entrants (B7).
    show_names: bool,
    report: Option<Report>,
    /// The actions that it could choose from when it was asked last, and their text: mostly they are the same again.
    legal: (Vec<u64>, String),
}

impl ProgramPlayer {
    pub(crate) const fn new(panel: Arc<Mutex<Panel>>, seat: u8, show_names: bool) -> Self {
        Self { panel, seat, show_names, report: None, legal: (Vec::new(), String::new()) }
    }

    pub(crate) fn panel(&self) -> MutexGuard<'_, Panel> {
        self.panel.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Player for ProgramPlayer {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        let info = session.info();
        let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
        let facts = Facts {
            game: info.name,
            rules: info.rules_version,
            roles: seats().map(|seat| info.role_name(session.role(seat))).collect(),
            names: seats().map(|seat| self.show_names.then(|| session.player_name(seat))).collect(),
        };
        self.panel().start(self.seat, &facts, &session.start(seat), &session.view(seat));
    }

    fn ready(&mut self) -> Option<Report> {
        self.panel().ready(self.seat)
    }

    fn ask(&mut self, session: &dyn Session, seat: Seat) {
        let alike = |other: u8| session.see_alike(Seat(other), seat);
        let view = |line: &mut Vec<u8>| line.extend_from_slice(session.view(seat).as_bytes());
        let (codes, text) = &mut self.legal;
        let legal = |line: &mut Vec<u8>| {
            let now = session.legal(seat);
            if text.is_empty() || *codes != now {
                let actions: Vec<Value> = now.iter().map(|&code| session.action(code)).collect();
                (*codes, *text) = (now, Value::from(actions).to_string());
            }
            line.extend_from_slice(text.as_bytes());
        };
        let mut panel = self.panel.lock().unwrap_or_else(PoisonError::into_inner);
        panel.ask(self.seat, session.steps(), alike, view, legal);
    }

    fn choose(&mut self, session: &dyn Session, _: Seat) -> Option<u64> {
        let code = |seat: u8, choice: &Choice| {
            let seat = Seat(seat);
            let code = match &choice.action {
                Some(action) => session.read_action(action).ok()?,
                None => session.legal(seat).get(choice.place()?).copied()?,
            };
            session.allows(seat, code).then_some(code)
        };
        let judge = Judge { code: &code, allowed: &|seat| allowed(session, Seat(seat)) };
        let mut panel = self.panel();
        let (choice, report) = panel.collect(self.seat, judge);
        panel.played(self.seat, choice.map_or(Value::Null, |code| session.action(code)));
        drop(panel);
        self.report = Some(report);
        choice
    }

    fn report(&mut self) -> Option<Report> {
        self.report.take()
    }

    fn out(&mut self) {
        self.panel().out(self.seat);
    }

    fn end(&mut self, session: &dyn Session, seat: Seat) {
        let outcome = serde_json::to_string(&session.outcome()).unwrap_or_else(|_| "null".into());
        self.panel().end(self.seat, &session.view(seat), &outcome);
    }
}

/// How many actions are named to a bot that chose none of them.
const MOST_NAMED: usize = 10;

/// What a seat may choose, as a bot may write it: by its name where the game reads that, else as JSON.
fn allowed(session: &dyn Session, seat: Seat) -> String {
    let offers = session.offers(seat);
    let word = |(code, offer): &(u64, Offer)| {
        let is_name = session.read_action(&offer.label.as_str().into()).is_ok_and(|read| read == *code);
        if is_name { offer.label.clone() } else { brief(&session.action(*code)) }
    };
    let mut words: Vec<String> = offers.iter().take(MOST_NAMED).map(word).collect();
    if let Some(more) = offers.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_record::Match;
    use serde_json::json;

    #[test]
    fn seats_that_see_alike_are_told_the_same() {
        let mut alike = Vec::new();
        for game in gridhaunt_bots::registry().games() {
            let mut one = Match::new(game.open(&json!({})).unwrap().begin(5).unwrap());
            for _ in 0..10 {
                let session = one.session();
                let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
                for seat in seats() {
                    let view = session.view(seat);
                    for other in seats().filter(|&other| other != seat && session.see_alike(other, seat)) {
                        assert_eq!(session.view(other), view, "{}: {other} and {seat}", game.info().name);
                        alike.push(game.info().name);
                    }
                }
                one.play(|session, seat| session.legal(seat).last().copied());
            }
        }
        alike.dedup();
        assert_eq!(alike, ["pyrat"], "where nothing is hidden");
    }
}
