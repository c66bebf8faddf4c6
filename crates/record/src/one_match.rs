//! One match: the same code steps it when it is played and when it is replayed.

use crate::frames::Frames;
use crate::heard::{Heard, wish};
use crate::programs::Programs;
use crate::replay::{Header, Recorder, Refused, Step};
use crate::trial::{Answer, FORFEIT, Trial};
use gridhaunt_kernel::ending::Ending;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::fault::{Price, Report, Verdict};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::outcome::Standing;
use gridhaunt_kernel::{Invalid, Outcome, Seat};
use std::convert::Infallible;

/// What is counted over a whole match with programs (B20).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many lines of each seat were no messages (B5).
    pub strays: Vec<(Seat, u64)>,
    /// How often the match was void before (B12).
    pub voids: u64,
}

/// What was counted of one seat over a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCount {
    /// How often it was asked and used time; 0 for players of this process, whose time is not taken.
    pub choices: u64,
    /// The microseconds that it used.
    pub used_us: u64,
    /// The most microseconds that it used for one choice.
    pub worst_us: u64,
    verdicts: [u64; Verdict::ALL.len()],
}

impl SeatCount {
    /// How often the seat got a verdict; `ok` is not counted.
    #[must_use]
    pub const fn verdict(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    fn judged(&mut self, verdict: Verdict) {
        self.verdicts[verdict as usize] += 1;
    }
}

/// A running match: the session, its record, the stored states, and the faults. `S` is the type of the session if the
/// game is known, as in a server of that game.
pub struct Match<S: Session + ?Sized = dyn Session> {
    faults: Vec<u64>,
    choices: Vec<(Seat, u64)>,
    refused: Vec<Refused>,
    heard: Heard,
    /// What was heard since the last step, for the next one.
    early: Heard,
    trial: Option<Trial>,
    counts: Counts,
    /// What was counted of the seats in the steps that were played.
    seats: Vec<SeatCount>,
    recorder: Option<Recorder>,
    frames: Option<Frames>,
    session: Box<S>,
}

impl<S: Session + ?Sized> Match<S> {
    /// A match in its current state; nothing is recorded or stored.
    #[must_use]
    pub fn new(session: Box<S>) -> Self {
        let seats = session.seats();
        Self {
            faults: vec![0; seats],
            choices: Vec::with_capacity(seats),
            refused: Vec::new(),
            heard: Heard::default(),
            early: Heard::default(),
            trial: None,
            counts: Counts::default(),
            seats: vec![SeatCount::default(); seats],
            recorder: None,
            frames: None,
            session,
        }
    }

    /// Counts verdicts on programs from here on (B14).
    ///
    /// # Errors
    /// A seat has no entrant, or several.
    pub fn judged(self, programs: &Programs) -> Result<Self, Invalid> {
        let trial = Trial::new(programs, self.session.seats())?;
        Ok(Self { trial: Some(trial), ..self })
    }

    /// The same with strikes that are counted already.
    pub(crate) fn tried(self, trial: Option<Trial>) -> Self {
        Self { trial, ..self }
    }

    /// Records all steps from here on.
    #[must_use]
    pub fn recorded(self, header: &Header) -> Self {
        Self { recorder: Some(Recorder::new(header)), ..self }
    }

    /// Stores all steps from here on, for [`Match::at`], [`Match::each`] and [`Match::told`]; if that is done already,
    /// it goes on.
    #[must_use]
    pub fn filmed(mut self) -> Self {
        self.frames = self.frames.or_else(|| Some(Frames::new(self.session.fork())));
        self
    }

    /// The session after the last step.
    #[must_use]
    pub fn session(&self) -> &S {
        &self.session
    }

    /// Consumes the match and returns the session after the last step.
    #[must_use]
    pub fn into_session(self) -> Box<S> {
        self.session
    }

    /// Plays a step in which every seat that chooses now is asked once, in order of arrival, except seats whose entrant
    /// is out. A choice that is missing or not allowed is a fault and is not passed on; the rules of the game decide what
    /// happens then (K6, B14).
    pub fn play<A: Into<Answer>>(&mut self, hear: impl FnMut(&S, Seat) -> A) {
        self.play_in(None, hear);
    }

    /// The same with the seats in the order in which they really arrived, if that is given (B9).
    pub fn play_in<A: Into<Answer>>(&mut self, order: Option<&[Seat]>, mut hear: impl FnMut(&S, Seat) -> A) {
        self.choices.clear();
        self.refused.clear();
        std::mem::swap(&mut self.heard, &mut self.early);
        self.early.clear();
        let early = self.heard.verdicts.len();
        let session = &*self.session;
        let mut arrived = order.map(|order| order.iter().copied());
        let mut usual = session.phase().seats().iter_from(session.first_to_arrive());
        let next = || arrived.as_mut().map_or_else(|| usual.next(), Iterator::next);
        for seat in std::iter::from_fn(next) {
            if self.trial.as_ref().is_some_and(|trial| trial.is_out(seat)) {
                continue;
            }
            let Answer { choice, report } = hear(session, seat).into();
            let allowed = choice.filter(|&code| session.allows(seat, code));
            let mut plays = true;
            if let Some(report) = report {
                let report = settled(session, report, choice, allowed);
                plays = matches!(report.verdict.price(), Price::Nothing | Price::Strike);
                plays &= report.verdict != Verdict::Illegal;
                self.heard.report(seat, report);
            } else if allowed.is_none() {
                self.refused.push(Refused { seat, wanted: choice }); // K7
                self.heard.fault(session, seat, choice);
            }
            self.choices.extend(allowed.filter(|_| plays).map(|code| (seat, code)));
        }
        let _ = self.advance(early, |_| Ok::<(), Infallible>(()));
    }

    /// Plays up to `most` steps with these players, by seat, as [`Match::play`] would, where nothing is to be recorded,
    /// stored or judged, and every player is a bot of this process. Returns false and plays nothing elsewhere.
    pub fn roll(&mut self, players: &mut [Option<Box<dyn Player>>], most: u64) -> bool {
        if self.trial.is_some() || self.recorder.is_some() || self.frames.is_some() || !self.early.is_empty() {
            return false;
        }
        let Self { faults, refused, heard, seats, session, .. } = self;
        let mut at = None;
        let rolled = session.roll(players, most, &mut |session, seat, wanted| {
            if at.replace(session.steps()) != Some(session.steps()) {
                refused.clear();
                heard.clear();
            }
            refused.push(Refused { seat, wanted }); // K7
            heard.fault(session, seat, wanted);
            faults[seat.index()] += 1;
            seats[seat.index()].judged(if wanted.is_some() { Verdict::Illegal } else { Verdict::Late });
        });
        if rolled {
            if at.is_none_or(|step| step + 1 < session.steps()) {
                refused.clear();
                heard.clear();
            }
            self.choices = session.chosen();
        }
        rolled
    }

    /// Records what came of a program that was not asked for a choice: it was not ready, or it was lost between two of
    /// its turns. Returns whether its entrant goes out because of it; after the end of the game nothing counts.
    pub fn judge(&mut self, seat: Seat, report: Report) -> bool {
        if self.session.phase().is_over() {
            return false;
        }
        let (verdict, step) = (report.verdict, self.session.steps() + 1);
        // Now and not with the next step, which may never come.
        self.faults[seat.index()] += u64::from(verdict.price() != Price::Void);
        self.early.report(seat, report);
        self.trial.as_mut().is_some_and(|trial| trial.judge(seat, verdict, step))
    }

    /// Plays a step with choices in order of arrival; `refused` are those that were not accepted.
    pub fn step(&mut self, choices: &[(Seat, u64)], refused: &[Refused]) {
        self.refused.clear();
        self.refused.extend_from_slice(refused);
        let mut heard = Heard::default();
        for Refused { seat, wanted } in refused {
            heard.fault(&*self.session, *seat, *wanted);
        }
        let _ = self.step_as(choices, heard, |_| Ok::<(), Infallible>(()));
    }

    /// Plays a step as it was recorded, without checking more than that it can be read.
    ///
    /// # Errors
    /// What cannot be read in it.
    pub fn retrace(&mut self, step: &Step) -> Result<(), Invalid> {
        let code = |(seat, value): &(Seat, Value)| Ok((*seat, self.session.read_action(value)?));
        let choices: Vec<(Seat, u64)> = step.choices.iter().map(code).collect::<Result<_, Invalid>>()?;
        self.refused.clear();
        let heard = Heard::read(step)?;
        let _ = self.step_as(&choices, heard, |_| Ok::<(), Infallible>(()));
        Ok(())
    }

    /// Plays a step and checks it with `check`; if that fails, the step is neither recorded nor stored.
    ///
    /// # Errors
    /// Those of `check`.
    pub(crate) fn step_as<E>(
        &mut self,
        choices: &[(Seat, u64)],
        heard: Heard,
        check: impl FnOnce(&S) -> Result<(), E>,
    ) -> Result<(), E> {
        self.choices.clear();
        self.choices.extend_from_slice(choices);
        self.heard = heard;
        self.advance(0, check)
    }

    /// Plays the step; the first verdicts, as many as `early`, are counted already.
    fn advance<E>(&mut self, early: usize, check: impl FnOnce(&S) -> Result<(), E>) -> Result<(), E> {
        let before = self.session.steps();
        self.session.step(&self.choices);
        check(&self.session)?;
        if self.session.steps() == before {
            return Ok(()); // It is over, and nothing happens any more.
        }
        for (i, &(seat, verdict)) in self.heard.verdicts.iter().enumerate() {
            self.faults[seat.index()] += u64::from(i >= early);
            self.seats[seat.index()].judged(verdict);
            if let Some(trial) = self.trial.as_mut().filter(|_| i >= early) {
                trial.judge(seat, verdict, before + 1);
            }
        }
        for &(seat, used) in &self.heard.used_us {
            let count = &mut self.seats[seat.index()];
            (count.choices, count.used_us) = (count.choices + 1, count.used_us.saturating_add(used));
            count.worst_us = count.worst_us.max(used);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.step(&*self.session, &self.choices, &self.heard);
        }
        if let Some(frames) = &mut self.frames {
            frames.push(&*self.session, &self.choices, &self.heard);
        }
        Ok(())
    }

    /// The choices of the last step, in order of arrival.
    #[must_use]
    pub fn choices(&self) -> &[(Seat, u64)] {
        &self.choices
    }

    /// The refused choices of the last step, and the seats that chose nothing.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// What is recorded of the last step besides its choices.
    #[must_use]
    pub const fn heard(&self) -> &Heard {
        &self.heard
    }

    /// The strikes of the programs, if the match has any.
    #[must_use]
    pub const fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// Whether the entrant of a seat is out, so that the seat is not asked (B14).
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.trial.as_ref().is_some_and(|trial| trial.is_out(seat))
    }

    /// Why the match stops before the game is over, if it does: by forfeit, or because it is void (B14).
    #[must_use]
    pub fn stopped(&self) -> Option<&'static str> {
        if self.session.phase().is_over() { None } else { self.trial.as_ref()?.stopped() }
    }

    /// Whether there is nothing more to play: the game is over, or the match was stopped.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.session.phase().is_over() || self.stopped().is_some()
    }

    /// The rank of every seat: those of the game, with entrants that are out put last (B14). There are none while the
    /// match goes on, and none if it is void.
    #[must_use]
    pub fn ranks(&self) -> Vec<u8> {
        let outcome = self.session.outcome();
        let game: Vec<u8> = outcome.iter().flat_map(|end| end.seats.iter().map(|seat| seat.rank)).collect();
        match &self.trial {
            Some(trial) if outcome.is_some() || self.stopped() == Some(FORFEIT) => trial.ranks(&game),
            _ => game,
        }
    }

    /// Sets what was counted over the whole match, for its record.
    pub fn count(&mut self, counts: Counts) {
        self.counts = counts;
    }

    /// How often each seat's choice was missing or not allowed, or its program was not ready or was lost.
    #[must_use]
    pub fn faults(&self) -> &[u64] {
        &self.faults
    }

    /// What was counted of every seat, also after the last step.
    #[must_use]
    pub fn seat_counts(&self) -> Vec<SeatCount> {
        let mut seats = self.seats.clone();
        for &(seat, verdict) in &self.early.verdicts {
            seats[seat.index()].judged(verdict);
        }
        seats
    }

    /// The record as far as the match has come, if one is made: without its end.
    #[must_use]
    pub fn written(&self) -> &str {
        self.recorder.as_ref().map_or("", Recorder::written)
    }

    /// The whole record, if one is made: it ends with the result or, if there is none, with the reason why the match
    /// was stopped.
    #[must_use]
    pub fn record(&self, why: &str) -> Option<String> {
        let recorder = self.recorder.clone()?;
        let why = self.stopped().unwrap_or(why);
        Some(recorder.end(self.session.outcome(), &self.ranks(), why, &self.early, &self.counts))
    }

    /// How many steps are stored: all that were played since [`Match::filmed`].
    #[must_use]
    pub fn steps(&self) -> usize {
        self.frames.as_ref().map_or(0, Frames::steps)
    }

    /// The session after a step, or after the last if there are fewer.
    #[must_use]
    pub fn at(&self, step: usize) -> Box<dyn Session> {
        self.frames.as_ref().map_or_else(|| self.session.fork(), |frames| frames.at(step))
    }

    /// Calls `look` with the session after every step, from the first state up to a step.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn each<E>(&self, last: usize, mut look: impl FnMut(&dyn Session) -> Result<(), E>) -> Result<(), E> {
        match &self.frames {
            Some(frames) => frames.each(last, look),
            None => look(&*self.session.fork()),
        }
    }

    /// The events of a step, one line for each.
    #[must_use]
    pub fn told(&self, step: usize) -> &[String] {
        self.frames.as_ref().map_or(&[], |frames| frames.told(step))
    }

    /// What is to be shown of a step besides its board: what was heard in it, and what the seat that is looked at noted
    /// when it was asked last.
    #[must_use]
    pub fn shown_in(&self, step: usize, eye: Option<Seat>) -> Heard {
        let heard = self.heard_in(step).cloned().unwrap_or_default();
        heard.with_last_notes(eye, (1..step).rev().filter_map(|step| self.heard_in(step).cloned()))
    }

    /// The verdicts of a step in words, one line each; only where programs play.
    #[must_use]
    pub fn verdicts(&self, step: usize) -> Vec<String> {
        let heard = self.trial.as_ref().and_then(|_| self.heard_in(step));
        heard.map(|heard| heard.words(&*self.session)).unwrap_or_default()
    }

    /// What is recorded of a step besides its choices; nothing if that is all.
    #[must_use]
    pub fn heard_in(&self, step: usize) -> Option<&Heard> {
        self.frames.as_ref().and_then(|frames| frames.heard(step))
    }

    /// The next step after `from`, or before it, with an event or a verdict that contains this text in any letter case; the search
    /// wraps round.
    #[must_use]
    pub fn search(&self, text: &str, from: usize, forward: bool) -> Option<usize> {
        self.frames.as_ref().and_then(|frames| frames.search(text, from, forward, |step| self.verdicts(step)))
    }
}

/// The report on a choice; what it says of the choice must be so.
fn settled(session: &(impl Session + ?Sized), report: Report, choice: Option<u64>, allowed: Option<u64>) -> Report {
    match (report.verdict, choice, allowed) {
        (Verdict::Ok, None, _) => Report { verdict: Verdict::Late, ..report },
        (Verdict::Ok, Some(code), None) => {
            let wanted = report.wanted.or_else(|| Some(wish(session, code)));
            Report { verdict: Verdict::Illegal, wanted, ..report }
        }
        _ => report,
    }
}

impl Match {
    /// The result: that of the game with those who are out put last, also of a match that was stopped by forfeit (B14).
    /// None if the match goes on, or is void.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        let mut outcome = match (self.session.outcome(), self.stopped()) {
            (Some(outcome), _) => outcome,
            (None, Some(FORFEIT)) => {
                let standing = |_| Standing { units: 0, rank: 1, utility: None };
                let seats = (0..self.session.seats()).map(standing).collect();
                let units_per_point = self.session.info().units_per_point;
                Outcome { reason: FORFEIT, units_per_point, seats, facts: Vec::new() }
            }
            _ => return None,
        };
        for (standing, rank) in outcome.seats.iter_mut().zip(self.ranks()) {
            standing.rank = rank;
        }
        Some(outcome)
    }

    /// Who won and why, in words, also if entrants are out (B14).
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let out: Vec<String> = (0..self.session.seats())
            .map(|seat| Seat(seat as u8))
            .filter(|&seat| self.is_out(seat))
            .map(|seat| self.session.full_name(seat))
            .collect();
        let ending = self.session.ending();
        if out.is_empty() {
            return ending;
        }
        let verb = if out.len() == 1 { "is" } else { "are" };
        let out = format!("{} {verb} out", out.join(", "));
        let why = ending.map_or_else(|| out.clone(), |ending| format!("{}; {out}", ending.why));
        Some(Ending::of(&*self.session, &self.result()?, why))
    }
}
