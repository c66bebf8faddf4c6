//! A match as it is played: whoever has to choose is asked, and then there is a step.

use crate::play::Arena;
use crate::replay::Refused;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::{Invalid, Seat};

/// A match on its way. It holds nothing of the arena it was made by, so that it can be played on another thread.
pub struct Bout {
    /// The match after the steps taken so far.
    pub session: Box<dyn Session>,
    /// How often each seat's choice was missing or illegal.
    pub faults: Vec<u64>,
    /// None for a seat whose choices come from outside.
    players: Vec<Option<Box<dyn Player>>>,
    choices: Vec<(Seat, u64)>,
    refused: Vec<Refused>,
}

impl Bout {
    /// A match at its beginning, in which bots play all seats but the one, if any, that is played from outside.
    pub fn new(arena: &Arena<'_>, seed: u64, outside: Option<Seat>) -> Result<Self, Invalid> {
        let mut session = arena.begin(seed)?;
        session.name_players(&arena.player_names());
        let mut players = Vec::with_capacity(arena.seats.len());
        for (seat, bot) in arena.seats.iter().enumerate() {
            let seat = Seat(seat as u8);
            let mut player = match outside {
                Some(outside) if outside == seat => None,
                _ => Some(arena.table.player(&bot.name, &bot.options, seed, seat)?),
            };
            if let Some(player) = &mut player {
                player.start(session.as_ref(), seat);
            }
            players.push(player);
        }
        let (faults, choices) = (vec![0; players.len()], Vec::with_capacity(players.len()));
        Ok(Self { session, faults, players, choices, refused: Vec::new() })
    }

    /// Plays a step, which does nothing once the match is over; `outside` is what the seat without a player chooses.
    /// The answer is the choices of the step, in the order they arrived.
    pub fn step(&mut self, outside: Option<u64>) -> &[(Seat, u64)] {
        let session = self.session.as_mut();
        self.choices.clear();
        self.refused.clear();
        for seat in session.phase().seats().iter_from(session.first_to_arrive()) {
            let code = match self.players.get_mut(seat.index()) {
                Some(Some(player)) => player.choose(session, seat),
                Some(None) => outside,
                None => None,
            };
            match code.filter(|&code| session.allows(seat, code)) {
                Some(code) => self.choices.push((seat, code)),
                // No choice is passed on; what that means is the game's rule (K6).
                None => {
                    self.faults[seat.index()] += 1;
                    self.refused.push(Refused { seat, wanted: code }); // K7
                }
            }
        }
        session.step(&self.choices);
        &self.choices
    }

    /// The choices of the last step, in the order they arrived.
    #[must_use]
    pub fn choices(&self) -> &[(Seat, u64)] {
        &self.choices
    }

    /// What seats wanted in the last step and did not get, and who chose nothing.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::seat_all;
    use serde_json::json;

    #[test]
    fn a_seat_is_played_from_outside_as_a_bot_would_play_it() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let table = game.open(&json!({})).unwrap();
            let seats = seat_all(game, table.begin(5).unwrap().as_ref(), &[]).unwrap();
            let arena = Arena { info: game.info(), table: table.as_ref(), seats: &seats, rotate: false, from: None };
            let mut bots = Bout::new(&arena, 5, None).unwrap();
            let mut mixed = Bout::new(&arena, 5, Some(Seat(0))).unwrap();
            for _ in 0..200 {
                if bots.session.phase().is_over() {
                    break;
                }
                let choices = bots.step(None).to_vec();
                let outside = choices.iter().find(|(seat, _)| *seat == Seat(0)).map(|(_, code)| *code);
                assert_eq!(mixed.step(outside), choices.as_slice(), "{}", game.info().name);
                assert_eq!(mixed.session.hash(), bots.session.hash());
            }
            assert_eq!(mixed.faults, bots.faults);
        }
    }

    #[test]
    fn a_choice_that_is_missing_or_impossible_is_a_fault() {
        let registry = gridhaunt_bots::registry();
        let game = registry.games().next().unwrap();
        let table = game.open(&json!({})).unwrap();
        let seats = seat_all(game, table.begin(5).unwrap().as_ref(), &[]).unwrap();
        let arena = Arena { info: game.info(), table: table.as_ref(), seats: &seats, rotate: false, from: None };
        let mut bout = Bout::new(&arena, 5, Some(Seat(0))).unwrap();
        for outside in [None, Some(u64::MAX)] {
            assert!(bout.step(outside).iter().all(|(seat, _)| *seat != Seat(0)));
            assert_eq!(bout.refused(), [Refused { seat: Seat(0), wanted: outside }]);
        }
        assert_eq!(bout.faults[0], 2);
    }
}
