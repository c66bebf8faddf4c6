//! One match: the same code steps it when it is played and when it is replayed.

use crate::frames::Frames;
use crate::replay::{Header, Recorder, Refused};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use std::convert::Infallible;

/// A running match: the session, its record, the stored states, and the faults. `S` is the type of the session if the
/// game is known, as in a server of that game.
pub struct Match<S: Session + ?Sized = dyn Session> {
    faults: Vec<u64>,
    choices: Vec<(Seat, u64)>,
    refused: Vec<Refused>,
    recorder: Option<Recorder>,
    frames: Option<Frames>,
    session: Box<S>,
}

impl<S: Session + ?Sized> Match<S> {
    /// A match in its current state; nothing is recorded or stored.
    #[must_use]
    pub fn new(session: Box<S>) -> Self {
        let seats = session.seats();
        let (choices, refused) = (Vec::with_capacity(seats), Vec::new());
        Self { faults: vec![0; seats], choices, refused, recorder: None, frames: None, session }
    }

    /// Records all steps from here on.
    #[must_use]
    pub fn recorded(self, header: &Header) -> Self {
        Self { recorder: Some(Recorder::new(header)), ..self }
    }

    /// Stores all steps from here on, for [`Match::at`], [`Match::each`] and [`Match::told`].
    #[must_use]
    pub fn filmed(self) -> Self {
        Self { frames: Some(Frames::new(self.session.fork())), ..self }
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

    /// Plays a step in which every seat that chooses now is asked once, in order of arrival. A choice that is missing
    /// or not allowed is a fault and is not passed on; the rules of the game decide what happens then (K6).
    pub fn play(&mut self, mut hear: impl FnMut(&S, Seat) -> Option<u64>) {
        self.choices.clear();
        self.refused.clear();
        let session = &*self.session;
        for seat in session.phase().seats().iter_from(session.first_to_arrive()) {
            let wanted = hear(session, seat);
            match wanted.filter(|&code| session.allows(seat, code)) {
                Some(code) => self.choices.push((seat, code)),
                None => self.refused.push(Refused { seat, wanted }), // K7
            }
        }
        let _ = self.advance(|_| Ok::<(), Infallible>(()));
    }

    /// Plays a step with choices in order of arrival; `refused` are those that were not accepted.
    pub fn step(&mut self, choices: &[(Seat, u64)], refused: &[Refused]) {
        self.refused.clear();
        self.refused.extend_from_slice(refused);
        let _ = self.step_as(choices, |_| Ok::<(), Infallible>(()));
    }

    /// Plays a step and checks it with `check`; if that fails, the step is neither recorded nor stored.
    ///
    /// # Errors
    /// Those of `check`.
    pub(crate) fn step_as<E>(
        &mut self,
        choices: &[(Seat, u64)],
        check: impl FnOnce(&S) -> Result<(), E>,
    ) -> Result<(), E> {
        self.choices.clear();
        self.choices.extend_from_slice(choices);
        self.advance(check)
    }

    fn advance<E>(&mut self, check: impl FnOnce(&S) -> Result<(), E>) -> Result<(), E> {
        let before = self.session.steps();
        self.session.step(&self.choices);
        check(&self.session)?;
        if self.session.steps() == before {
            return Ok(()); // It is over, and nothing happens any more.
        }
        for refused in &self.refused {
            self.faults[refused.seat.index()] += 1;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.step(&*self.session, &self.choices, &self.refused);
        }
        if let Some(frames) = &mut self.frames {
            frames.push(&*self.session, &self.choices);
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

    /// How often each seat's choice was missing or not allowed.
    #[must_use]
    pub fn faults(&self) -> &[u64] {
        &self.faults
    }

    /// The whole record, if one is made: it ends with the result or, if there is none, with the reason why the match
    /// was stopped.
    #[must_use]
    pub fn record(&self, why: &str) -> Option<String> {
        self.recorder.as_ref().map(|recorder| recorder.clone().end(self.session.outcome(), why))
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

    /// The next step after `from`, or before it, with an event that contains this text in any letter case; the search
    /// wraps round.
    #[must_use]
    pub fn search(&self, text: &str, from: usize, forward: bool) -> Option<usize> {
        self.frames.as_ref().and_then(|frames| frames.search(text, from, forward))
    }
}
