//! Counts verdicts on programs while a match is played and while it is verified (B14), so that both agree on who is out,
//! on the ranks and on when the match stops.

use crate::programs::Programs;
use gridhaunt_kernel::fault::{Price, Report, Standings, Verdict};
use gridhaunt_kernel::{Invalid, Seat};

/// Why a match stops when fewer than two entrants are left (B14).
pub const FORFEIT: &str = "forfeit";
/// Why a match stops that does not count (B12).
pub const VOID: &str = "void";

/// The answer of a seat: its choice, and what is reported of it if a program made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The code of the choice; none if there is none.
    pub choice: Option<u64>,
    /// What is to be recorded about it; none for players of this process.
    pub report: Option<Report>,
}

impl From<Option<u64>> for Answer {
    fn from(choice: Option<u64>) -> Self {
        Self { choice, report: None }
    }
}

/// The strikes of a match with programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    standings: Standings,
    /// Whether each seat's entrant is a program; built-in bots and people get no strikes.
    programs: Vec<bool>,
    is_void: bool,
    /// The step after which the programs took over; earlier verdicts are on others.
    after: u64,
}

impl Trial {
    /// Nobody has a strike.
    ///
    /// # Errors
    /// A seat has no entrant, or several.
    pub fn new(programs: &Programs, seats: usize) -> Result<Self, Invalid> {
        let entrants = programs.by_seat(seats)?;
        let is_program = |&entrant: &u8| programs.entrants[usize::from(entrant)].program.is_some();
        let programs_by_seat = entrants.iter().map(is_program).collect();
        let (standings, after) = (Standings::new(programs.policy, entrants), programs.forked_after);
        Ok(Self { standings, programs: programs_by_seat, is_void: false, after })
    }

    /// Counts a verdict about a seat in a step; returns whether its entrant goes out because of it.
    pub fn judge(&mut self, seat: Seat, verdict: Verdict, step: u64) -> bool {
        if step <= self.after || !self.programs.get(seat.index()).is_some_and(|is_program| *is_program) {
            return false;
        }
        self.is_void |= verdict.price() == Price::Void;
        self.standings.judge(seat, verdict, step)
    }

    /// The step after which verdicts count; 0 unless the programs took over a match that others had begun.
    #[must_use]
    pub const fn after(&self) -> u64 {
        self.after
    }

    /// Whether the entrant of a seat is out.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.standings.is_out(seat)
    }

    /// The strikes of a seat's entrant.
    #[must_use]
    pub fn strikes(&self, seat: Seat) -> u32 {
        self.standings.strikes(seat)
    }

    /// Why the match stops here, if it does: it does not count, or fewer than two entrants are left.
    #[must_use]
    pub fn stopped(&self) -> Option<&'static str> {
        if self.is_void {
            return Some(VOID);
        }
        self.standings.is_decided().then_some(FORFEIT)
    }

    /// The ranks of the game with those who are out put last.
    #[must_use]
    pub fn ranks(&self, game: &[u8]) -> Vec<u8> {
        self.standings.ranks(game)
    }
}
