//! What comes of many matches: totals by seat and side, games that could not begin, and all of it as documents.

use crate::play::{Arena, Missed, Played};
use crate::sides::Sides;
use crate::stats::{Estimate, Tally, share};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Map, Value};
use serde_json::json;
use std::time::Duration;

/// The totals of many matches of one arena.
pub struct Summary<'a> {
    arena: &'a Arena<'a>,
    /// The first state of a match, which tells the seats.
    pub first: &'a dyn Session,
    /// The totals by seat.
    pub tally: Tally,
    /// Which seats took part in a match; with rotated seats all.
    pub took_part: Vec<bool>,
    /// How often each side won.
    pub wins: Vec<(&'static str, u64)>,
    /// Games that could not begin.
    pub skipped: Skipped,
}

impl<'a> Summary<'a> {
    /// Empty totals.
    #[must_use]
    pub fn new(arena: &'a Arena<'a>, first: &'a dyn Session) -> Self {
        let sides = Sides::of(first);
        let there = arena.info.sides.iter().enumerate().filter(|&(side, _)| sides.seats_of(side) > 0);
        let wins = there.map(|(_, side)| (side.name, 0)).collect();
        let took_part = vec![arena.rotate; first.seats()];
        Self { arena, first, tally: Tally::new(sides), took_part, wins, skipped: Skipped::default() }
    }

    /// Adds a finished match.
    pub fn add(&mut self, played: &Played) {
        let session = played.session.as_ref();
        self.tally.add(&played.outcome, session.steps(), &played.faults);
        for (seat, took_part) in self.took_part.iter_mut().enumerate() {
            *took_part |= session.took_part(Seat(seat as u8));
        }
        let won = session.ending().and_then(|ending| ending.side);
        self.wins.iter_mut().filter(|(side, _)| Some(*side) == won).for_each(|(_, wins)| *wins += 1);
    }

    /// The name of a seat; with rotated seats every bot plays on all of them.
    #[must_use]
    pub fn place(&self, seat: usize) -> String {
        if self.arena.rotate { "all".into() } else { self.first.seat_name(Seat(seat as u8)) }
    }

    /// A document for every seat that took part.
    #[must_use]
    pub fn seats(&self, seed: u64) -> Vec<Value> {
        let (arena, info, games) = (self.arena, &self.arena.info, self.tally.games);
        let one = |(i, seat): (usize, &crate::stats::SeatTally)| {
            let role = if arena.rotate { "all" } else { info.role_name(self.first.role(Seat(i as u8))) };
            let side = if arena.rotate { "all" } else { info.side_name(self.first.side(Seat(i as u8))) };
            json!({
                "game": info.name, "seat": i, "name": self.place(i), "role": role, "side": side, "bot": arena.seats[i].to_string(),
                "games": games, "seed": seed.to_string(), "score": estimate(seat.score.estimate()),
                "win_rate": estimate(share(seat.wins, games)), "first_rate": estimate(share(seat.first, games)), "faults": seat.faults,
            })
        };
        self.tally.seats.iter().enumerate().filter(|(i, _)| self.took_part[*i]).map(one).collect()
    }

    /// The document of all games together, which took so long.
    #[must_use]
    pub fn totals(&self, seed: u64, took: Duration) -> Value {
        let (tally, info) = (&self.tally, &self.arena.info);
        let games = tally.games;
        let reasons: Map<_, _> =
            tally.reasons.iter().map(|&(reason, count)| (reason.to_string(), count.into())).collect();
        let facts: Map<_, _> =
            tally.facts.iter().map(|(name, fact)| (name.to_string(), estimate(fact.estimate(games)))).collect();
        let sides: Map<_, _> =
            self.wins.iter().map(|(side, wins)| (side.to_string(), estimate(share(*wins, games)))).collect();
        json!({
            "game": info.name, "games": games, "seed": seed.to_string(), "unit": info.score, "side_win_rates": sides, "draw_rate": estimate(share(tally.draws, games)),
            "steps": estimate(tally.steps.estimate()), "reasons": reasons, "seconds": took.as_secs_f64(), "games_per_second": self.speed(took),
            "facts": facts, "skipped": self.skipped.games, "skipped_seeds": self.skipped.seeds(),
        })
    }

    /// Games a second.
    #[must_use]
    pub fn speed(&self, took: Duration) -> f64 {
        self.tally.games as f64 / took.as_secs_f64().max(1e-9)
    }
}

/// An estimate as JSON.
#[must_use]
pub fn estimate(estimate: Estimate) -> Value {
    json!({"value": estimate.value, "low": estimate.low, "high": estimate.high})
}

/// Games that could not be set up with their seed.
#[derive(Default)]
pub struct Skipped {
    /// How many there are.
    pub games: u64,
    /// The first of them.
    named: Vec<Missed>,
}

impl Skipped {
    /// How many are reported with their seeds.
    const NAMED: usize = 5;

    /// Adds a game.
    pub fn add(&mut self, missed: Missed) {
        self.games += 1;
        if self.named.len() < Self::NAMED {
            self.named.push(missed);
        }
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self) -> Option<&Missed> {
        self.named.first()
    }

    fn seeds(&self) -> Vec<String> {
        self.named.iter().map(|missed| missed.seed.to_string()).collect()
    }

    /// A message with the games that were left out and the reasons; `None` if there were none.
    #[must_use]
    pub fn words(&self, of: u64) -> Option<String> {
        let first = self.named.first()?;
        let more = if self.games > self.named.len() as u64 { ", …" } else { "" };
        let (games, seeds) = (self.games, self.seeds().join(", "));
        Some(format!("{games} of {of} games could not begin and are left out: seed {seeds}{more} ({})", first.why))
    }
}
