//! Many matches of one line-up: what is told of each, and what they come to.

use crate::play::{Arena, Missed, Played};
use crate::sides::Sides;
use crate::stats::{Counted, Tally, share};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Info, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// One match of many. It can be written on one machine and read on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Told {
    /// It was played to its end.
    Played {
        seed: u64,
        /// What is counted of it.
        counted: Counted,
        /// The seats that took part.
        there: Vec<usize>,
        /// The side that won.
        side: Option<String>,
    },
    /// It could not be set up.
    Missed { seed: u64, why: String },
}

impl Told {
    /// What is told of a match between these sides.
    #[must_use]
    pub fn of(sides: &Sides, played: Result<&Played, &Missed>) -> Self {
        match played {
            Ok(played) => Self::Played {
                seed: played.seed,
                counted: Counted::of(sides, &played.outcome, played.session.steps(), &played.faults),
                there: (0..sides.roles().len()).filter(|&seat| played.session.took_part(Seat(seat as u8))).collect(),
                side: played.session.ending().and_then(|ending| ending.side).map(String::from),
            },
            Err(missed) => Self::Missed { seed: missed.seed, why: missed.why.to_string() },
        }
    }

    /// The seed of the match.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        let (Self::Played { seed, .. } | Self::Missed { seed, .. }) = self;
        *seed
    }
}

/// What many matches come to.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Series {
    info: Info,
    /// What a seat is called, its role and side, and its bot.
    places: Vec<[String; 4]>,
    pub tally: Tally,
    /// Which seats took part in some match. With rotation every bot plays on every seat, and all did.
    pub took_part: Vec<bool>,
    /// How often each side won.
    pub wins: Vec<(&'static str, u64)>,
    pub skipped: Skipped,
}

/// Games that could not be set up with their seed.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Skipped {
    pub games: u64,
    /// The seeds of the first of them.
    named: Vec<u64>,
}

impl Skipped {
    /// How many are reported with their seeds.
    const NAMED: usize = 5;

    fn add(&mut self, seed: u64) {
        self.games += 1;
        if self.named.len() < Self::NAMED {
            self.named.push(seed);
        }
    }

    fn seeds(&self) -> Vec<String> {
        self.named.iter().map(ToString::to_string).collect()
    }
}

impl Series {
    /// Nothing yet; `first` is the first state of some match.
    #[must_use]
    pub fn new(arena: &Arena<'_>, first: &dyn Session) -> Self {
        let (info, rotate, sides) = (arena.info, arena.rotate, Sides::of(first));
        let there = info.sides.iter().enumerate().filter(|&(side, _)| sides.seats_of(side) > 0);
        let place = |(seat, bot): (usize, String)| {
            let seat = Seat(seat as u8);
            match rotate {
                true => ["all".into(), "all".into(), "all".into(), bot],
                false => {
                    let (role, side) = (info.role_name(first.role(seat)), info.side_name(first.side(seat)));
                    [first.seat_name(seat), role.into(), side.into(), bot]
                }
            }
        };
        Self {
            info,
            places: arena.player_names().into_iter().enumerate().map(place).collect(),
            took_part: vec![rotate; first.seats()],
            wins: there.map(|(_, side)| (side.name, 0)).collect(),
            tally: Tally::new(sides),
            skipped: Skipped::default(),
        }
    }

    /// Adds the next match. The order of matches matters for the last digit of a mean.
    pub fn add(&mut self, told: &Told) {
        match told {
            Told::Missed { seed, .. } => self.skipped.add(*seed),
            Told::Played { counted, there, side, .. } => {
                self.tally.count(counted);
                for (seat, took_part) in self.took_part.iter_mut().enumerate() {
                    *took_part |= there.contains(&seat);
                }
                self.wins
                    .iter_mut()
                    .filter(|(name, _)| Some(*name) == side.as_deref())
                    .for_each(|(_, wins)| *wins += 1);
            }
        }
    }

    /// One object for every seat that took part, then one about the whole; `seed` is that of the first match.
    #[must_use]
    pub fn lines(&self, seed: u64) -> Vec<Value> {
        let Self { info, tally, .. } = self;
        let of = |wins: u64| share(wins, tally.games);
        let mut lines = Vec::new();
        for (i, seat) in tally.seats.iter().enumerate().filter(|(i, _)| self.took_part[*i]) {
            let [name, role, side, bot] = &self.places[i];
            lines.push(json!({
                "game": info.name, "seat": i, "name": name, "role": role, "side": side, "bot": bot,
                "games": tally.games, "seed": seed.to_string(), "score": seat.score.estimate(),
                "win_rate": of(seat.wins), "first_rate": of(seat.first), "faults": seat.faults,
            }));
        }
        let reasons: Map<_, _> =
            tally.reasons.iter().map(|(reason, count)| (reason.to_string(), json!(count))).collect();
        let facts: Map<_, _> =
            tally.facts.iter().map(|(name, fact)| (name.to_string(), json!(fact.estimate(tally.games)))).collect();
        let sides: Map<_, _> = self.wins.iter().map(|(side, wins)| (side.to_string(), json!(of(*wins)))).collect();
        lines.push(json!({
            "game": info.name, "games": tally.games, "seed": seed.to_string(), "unit": info.score,
            "side_win_rates": sides, "draw_rate": of(tally.draws), "steps": tally.steps.estimate(),
            "reasons": reasons, "facts": facts, "skipped": self.skipped.games, "skipped_seeds": self.skipped.seeds(),
        }));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::seat_all;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn matches_told_elsewhere_come_to_the_same_in_every_game() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let opened = game.open(&json!({})).unwrap();
            let first = opened.begin(3).unwrap();
            let seats = seat_all(game, first.as_ref(), &[]).unwrap();
            for rotate in [false, true] {
                let arena = Arena {
                    info: opened.info(),
                    opened: opened.as_ref(),
                    seats: &seats,
                    rotate,
                    from: None,
                    house: None,
                };
                let (mut here, mut there) = (Series::new(&arena, first.as_ref()), Series::new(&arena, first.as_ref()));
                let mut tally = Tally::new(Sides::of(first.as_ref()));
                let done = arena.play_many(3, 0..4, false, &AtomicBool::new(false), |played| {
                    let told = Told::of(here.tally.sides(), played.as_ref());
                    here.add(&told);
                    there.add(&serde_json::from_str(&serde_json::to_string(&told)?)?);
                    if let Ok(played) = played {
                        tally.add(&played.outcome, played.session.steps(), &played.faults);
                    }
                    Ok(())
                });
                assert_eq!(done.unwrap(), 4);
                assert_eq!(here.lines(3), there.lines(3), "{}", game.info().name);
                assert_eq!(format!("{:?}", here.tally), format!("{tally:?}"));
            }
        }
    }
}
