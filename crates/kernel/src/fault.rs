//! What came of asking a seat (B14), and who is out because of it: the same when a match is played and when its record
//! is verified.

use crate::Seat;
use crate::heap::*;
use crate::json::Value;
#[cfg(feature = "schema")]
use crate::schema::JsonSchema;

crate::words! {
    /// What came of asking the player of a seat for its choice.
    #[derive(PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename_all = "snake_case"))]
    pub enum Verdict {
        /// A legal choice in time.
        Ok = "ok",
        /// No choice before the deadline.
        Late = "late",
        /// Late, with bytes but without the end of the line.
        Partial = "partial",
        /// Late, after a line that is no message.
        Garbled = "garbled",
        /// A choice that is not allowed now.
        Illegal = "illegal",
        /// The program exited or was killed by a signal.
        Crashed = "crashed",
        /// The program lives, but closed its input or output.
        Closed = "closed",
        /// The program wrote more than it may.
        Flooded = "flooded",
        /// The program used more memory, processes, files or processor time than it may.
        OverLimit = "over_limit",
        /// No `ready` after `start`.
        Unready = "unready",
        /// The program does not build, start or answer `hello`.
        Unfit = "unfit",
        /// The machine or the host is to blame, not the program.
        Host = "host",
    }
}

impl Verdict {
    /// What it costs by default.
    #[must_use]
    pub const fn price(self) -> Price {
        match self {
            Self::Ok => Price::Nothing,
            Self::Late | Self::Partial | Self::Garbled | Self::Illegal => Price::Strike,
            Self::Crashed | Self::Closed | Self::Flooded | Self::OverLimit | Self::Unready => Price::Out,
            Self::Unfit | Self::Host => Price::Void,
        }
    }
}

/// What a verdict costs (B14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// The choice was played.
    Nothing,
    /// One of the strikes that an entrant may have.
    Strike,
    /// The entrant is out until the end of the match.
    Out,
    /// The match does not count.
    Void,
}

/// How faults are punished (B14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether the first fault is a forfeit.
    pub strict: bool,
    /// How many strikes are a forfeit; 0 for never.
    pub strikes: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self { strict: false, strikes: 5 }
    }
}

/// What is reported about the last choice of a player that is not a part of this process (B20).
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What came of it.
    pub verdict: Verdict,
    /// What the player wanted, as it said it, if that was not played.
    pub wanted: Option<Value>,
    /// The microseconds that it used.
    pub used_us: u64,
    /// Its notes and marks, in order.
    pub notes: Vec<Value>,
    /// One line for people if the verdict is not `ok`; it contains nothing that a terminal would obey.
    pub words: String,
}

/// The strikes of the entrants of a match, and who is out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    policy: Policy,
    /// The entrant of each seat.
    entrants: Vec<u8>,
    strikes: Vec<u32>,
    /// The step in which an entrant went out.
    out: Vec<Option<u64>>,
}

impl Standings {
    /// Nobody has a strike; `entrants` are those of the seats, numbered from 0.
    #[must_use]
    pub fn new(policy: Policy, entrants: Vec<u8>) -> Self {
        let many = entrants.iter().map(|&entrant| usize::from(entrant) + 1).max().unwrap_or(0);
        Self { policy, entrants, strikes: alloc::vec![0; many], out: alloc::vec![None; many] }
    }

    /// Counts a verdict about a seat in a step; returns whether its entrant goes out because of it.
    pub fn judge(&mut self, seat: Seat, verdict: Verdict, step: u64) -> bool {
        let Some(&entrant) = self.entrants.get(seat.index()) else { return false };
        let entrant = usize::from(entrant);
        let is_out = match verdict.price() {
            Price::Nothing | Price::Void => false,
            Price::Out => true,
            Price::Strike => {
                self.strikes[entrant] += 1;
                self.policy.strict || self.policy.strikes > 0 && self.strikes[entrant] >= self.policy.strikes
            }
        };
        let goes = is_out && self.out[entrant].is_none();
        if goes {
            self.out[entrant] = Some(step);
        }
        goes
    }

    /// The strikes of a seat's entrant.
    #[must_use]
    pub fn strikes(&self, seat: Seat) -> u32 {
        self.entrant(seat).map_or(0, |entrant| self.strikes[entrant])
    }

    /// Whether a seat's entrant is out.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.entrant(seat).is_some_and(|entrant| self.out[entrant].is_some())
    }

    /// Whether anybody is out.
    #[must_use]
    pub fn any_out(&self) -> bool {
        self.out.iter().any(Option::is_some)
    }

    /// Whether the match stops, because there were several entrants and fewer than two are left (B14).
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let (many, left) = (self.out.len(), self.out.iter().filter(|out| out.is_none()).count());
        left < many.min(2) && (many > 1 || left == 0)
    }

    /// The ranks of the game with those who are out put last, the later above the earlier (B14). Without ranks of the
    /// game, because the match was stopped, all who are left share the first.
    #[must_use]
    pub fn ranks(&self, game: &[u8]) -> Vec<u8> {
        if !self.any_out() {
            return game.to_vec();
        }
        let key = |seat: usize| {
            let out = self.entrant(Seat(seat as u8)).and_then(|entrant| self.out[entrant]);
            // Those who are left come first, in the order of the game; then the later before the earlier.
            out.map_or((0, u64::from(game.get(seat).copied().unwrap_or(1))), |step| (1, u64::MAX - step))
        };
        let keys: Vec<(u8, u64)> = (0..self.entrants.len()).map(key).collect();
        keys.iter().map(|own| 1 + keys.iter().filter(|other| *other < own).count() as u8).collect()
    }

    fn entrant(&self, seat: Seat) -> Option<usize> {
        self.entrants.get(seat.index()).map(|&entrant| usize::from(entrant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_verdict_has_a_name_of_its_own() {
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::from_name(verdict.name()), Some(verdict));
        }
        assert_eq!(Verdict::from_name("OK"), None);
    }

    #[test]
    fn strikes_add_up_to_a_forfeit() {
        let mut standings = Standings::new(Policy::default(), vec![0, 1]);
        for step in 1..5 {
            assert!(!standings.judge(Seat(0), Verdict::Late, step), "strike {step}");
        }
        assert!(!standings.judge(Seat(1), Verdict::Ok, 5) && !standings.is_decided());
        assert!(standings.judge(Seat(0), Verdict::Illegal, 5), "the fifth strike");
        assert!(standings.is_out(Seat(0)) && standings.is_decided());
        assert!(!standings.judge(Seat(0), Verdict::Crashed, 6), "it is out already");
        assert_eq!(standings.ranks(&[1, 2]), [2, 1]);
        assert_eq!(standings.ranks(&[]), [2, 1]);
        let mut never = Standings::new(Policy { strikes: 0, strict: false }, vec![0, 1]);
        assert!((0..100).all(|step| !never.judge(Seat(0), Verdict::Late, step)));
        let mut strict = Standings::new(Policy { strict: true, ..Policy::default() }, vec![0, 1]);
        assert!(strict.judge(Seat(1), Verdict::Partial, 1));
    }

    #[test]
    fn who_goes_out_later_ranks_higher_and_the_seats_of_an_entrant_share_it() {
        let mut standings = Standings::new(Policy::default(), vec![0, 0, 1, 2, 3]);
        assert!(standings.judge(Seat(1), Verdict::Crashed, 7));
        assert!(standings.is_out(Seat(0)) && !standings.is_decided());
        assert!(standings.judge(Seat(3), Verdict::Flooded, 9));
        assert_eq!(standings.ranks(&[1, 1, 4, 3, 4]), [4, 4, 1, 3, 1]);
        assert!(standings.judge(Seat(4), Verdict::Closed, 9));
        assert!(standings.is_decided());
        assert_eq!(standings.ranks(&[]), [4, 4, 1, 2, 2]);
    }

    #[test]
    fn one_entrant_alone_plays_on_until_it_is_out_itself() {
        let mut alone = Standings::new(Policy::default(), vec![0, 0]);
        assert!(!alone.is_decided());
        assert!(alone.judge(Seat(0), Verdict::Crashed, 1) && alone.is_decided());
    }
}
