//! The answer of a duel (A5 to A8), judged block after block in the order of the plan: so it does not depend on how many
//! matches are played at once.

use crate::points::value;
use crate::spec::{Decided, DuelTerms};
use gridhaunt_rating::Histogram;
use gridhaunt_rating::elo::Estimate;
use gridhaunt_rating::sprt::{Decision, Llr, Sprt};
use gridhaunt_store::{Block, BlockState};

/// So many blocks must be played before anybody guesses how many are left.
const FEW: u64 = 5;

/// How a duel stands after its first blocks.
#[derive(Clone, Debug)]
pub struct Standing {
    decided: Decided,
    matches_a_block: u32,
    /// How often a block had which value to the first entrant.
    pub histogram: Histogram,
    /// The state of the test; none where a fixed number of blocks is played.
    pub llr: Option<Llr>,
    /// What it has come to.
    pub verdict: Verdict,
}

/// The answer of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first is better, with the stated risk of error (H1).
    Better,
    /// The first is not better (H0).
    NotBetter,
    /// More blocks are needed.
    Undecided,
    /// All blocks that were asked for are played, and no test was made (A7).
    Played,
}

impl Standing {
    /// No block is played yet.
    #[must_use]
    pub fn new(duel: &DuelTerms, matches_a_block: u32, table: usize) -> Self {
        // Between two at one table all values are known; else those that occur become classes.
        let histogram = if table == 2 { Histogram::of_matches(matches_a_block) } else { Histogram::default() };
        let mut standing =
            Self { decided: duel.decided, matches_a_block, histogram, llr: None, verdict: Verdict::Undecided };
        standing.judge();
        standing
    }

    /// The standing after these blocks, which are all of the event in the order of the plan.
    #[must_use]
    pub fn of(duel: &DuelTerms, matches_a_block: u32, table: usize, blocks: &[Block]) -> Self {
        let mut standing = Self::new(duel, matches_a_block, table);
        for block in prefix(blocks) {
            standing.add(block);
        }
        standing
    }

    /// Counts the next block that is done; after the verdict nothing counts any more.
    pub fn add(&mut self, block: &Block) {
        if self.verdict == Verdict::Undecided {
            self.histogram.add(value(&block.points, 0, 1));
            self.judge();
        }
    }

    fn judge(&mut self) {
        match self.decided {
            Decided::Sprt { elo0, elo1, alpha, beta, model } => {
                let sprt = Sprt { elo0, elo1, alpha, beta, model, matches_a_block: self.matches_a_block };
                let llr = sprt.judge(&self.histogram);
                self.verdict = match llr.decision() {
                    Decision::H1 => Verdict::Better,
                    Decision::H0 => Verdict::NotBetter,
                    Decision::Undecided => Verdict::Undecided,
                };
                self.llr = Some(llr);
            }
            Decided::Fixed(blocks) if self.histogram.blocks() >= blocks => self.verdict = Verdict::Played,
            Decided::Fixed(_) => {}
        }
    }

    /// How many blocks were judged.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.histogram.blocks()
    }

    /// How many matches these blocks have.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.blocks() * u64::from(self.matches_a_block)
    }

    /// How many blocks are probably left, at most `limit` in all: of a test as many as it takes if it goes on as until
    /// now. None while nobody can know.
    #[must_use]
    pub fn blocks_left(&self, limit: Option<u64>) -> Option<u64> {
        let done = self.blocks();
        let most = limit.map(|limit| limit.saturating_sub(done));
        let guess = match (self.decided, self.llr) {
            (Decided::Fixed(blocks), _) => return Some(blocks.saturating_sub(done)),
            (Decided::Sprt { .. }, Some(llr)) if done >= FEW && llr.value.abs() > 0.1 => {
                let bound = if llr.value > 0.0 { llr.upper } else { llr.lower };
                Some((done as f64 * (bound / llr.value - 1.0).max(0.0)).ceil() as u64)
            }
            _ => None,
        };
        match (guess, most) {
            (Some(guess), Some(most)) => Some(guess.min(most)),
            (guess, most) => guess.or(most),
        }
    }

    /// The difference between the two, with an interval.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&self.histogram)
    }
}

/// The blocks that are done before the first that is not; those that were struck do not count.
pub fn prefix(blocks: &[Block]) -> impl Iterator<Item = &Block> {
    let counted = blocks.iter().filter(|block| block.state != BlockState::Struck);
    counted.take_while(|block| block.state == BlockState::Done)
}
