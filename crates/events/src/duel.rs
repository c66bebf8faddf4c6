//! The answer of a duel (A5 to A8), judged block after block in the order of the plan: so it does not depend on how many
//! matches are played at once.

use crate::points::value;
use crate::run::Progress;
use crate::slot::Count;
use crate::spec::{Decided, DuelTerms};
use crate::words::{elo, interval, many, share};
use gridhaunt_rating::Histogram;
use gridhaunt_rating::elo::Estimate;
use gridhaunt_rating::sprt::{Decision, Llr, Model, Sprt};
use gridhaunt_store::{Block, BlockState, Entrant};
use serde_json::{Value, json};

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

    /// How many matches a block has.
    #[must_use]
    pub const fn matches_a_block(&self) -> u32 {
        self.matches_a_block
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

/// What was counted of the first and the second.
#[must_use]
pub fn both(progress: &Progress) -> [Count; 2] {
    [0, 1].map(|entrant| progress.counts.get(&entrant).copied().unwrap_or_default())
}

/// Why there is no result: nothing was played, because somebody cannot play.
#[must_use]
pub fn no_result(standing: &Standing, entrants: &[Entrant]) -> Option<String> {
    let benched =
        entrants.iter().filter_map(|it| Some(format!("{} cannot play ({})", it.name, it.benched.as_deref()?)));
    let why = benched.collect::<Vec<_>>().join("; ");
    (standing.blocks() == 0 && !why.is_empty()).then(|| format!("no result: {why}"))
}

/// How a duel stands, as JSON.
#[must_use]
pub fn document(standing: &Standing, progress: &Progress) -> Value {
    let ([a, b], estimate) = (both(progress), standing.estimate());
    json!({
        "wins": a.wins, "draws": a.draws, "losses": a.losses,
        "histogram": {"values": standing.histogram.values(), "counts": standing.histogram.counts()},
        "points": estimate.points, "elo": {"value": estimate.elo, "low": estimate.low, "high": estimate.high},
        "los": estimate.los, "llr": standing.llr, "faults": [a.faults, b.faults], "voids": [a.voids, b.voids],
    })
}

/// What a duel has come to, as JSON.
#[must_use]
pub fn answer(standing: &Standing, duel: &DuelTerms, progress: &Progress, names: &[String; 2]) -> Value {
    let mut told = document(standing, progress);
    for (key, value) in [
        ("a", json!(names[0])),
        ("b", json!(names[1])),
        ("blocks", json!(standing.blocks())),
        ("matches", json!(standing.matches())),
        ("verdict", json!(word(standing.verdict))),
        ("risk", json!(risk(standing.verdict, duel))),
        ("says", json!(sentence(names, standing, duel))),
    ] {
        told[key] = value;
    }
    told
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Undecided => "undecided",
        Verdict::Played => "measured",
    }
}

/// The stated risk that the verdict is wrong.
fn risk(verdict: Verdict, duel: &DuelTerms) -> Option<f64> {
    match (verdict, duel.decided) {
        (Verdict::Better, Decided::Sprt { alpha, .. }) => Some(alpha),
        (Verdict::NotBetter, Decided::Sprt { beta, .. }) => Some(beta),
        _ => None,
    }
}

/// The verdict as a sentence.
#[must_use]
pub fn sentence([a, b]: &[String; 2], standing: &Standing, duel: &DuelTerms) -> String {
    let played = format!("{} ({})", many(standing.blocks(), "block"), many(standing.matches(), "match"));
    let unit = match duel.decided {
        Decided::Sprt { model: Model::Normalized, .. } => "normalized Elo",
        _ => "Elo",
    };
    match (standing.verdict, duel.decided) {
        (Verdict::Better, Decided::Sprt { elo0, alpha, .. }) => {
            let by = if elo0 == 0.0 { String::new() } else { format!(" by more than {} {unit}", elo(elo0)) };
            format!("{a} is better than {b}{by}: decided after {played}, risk of error {}", share(alpha))
        }
        (Verdict::NotBetter, Decided::Sprt { elo1, beta, .. }) => {
            let by = elo(elo1);
            let by = by.trim_start_matches('+');
            format!(
                "{a} is not better than {b}, not by {by} {unit}: decided after {played}, risk of error {}",
                share(beta)
            )
        }
        (Verdict::Undecided, Decided::Sprt { .. }) => {
            format!("Undecided after {played}: nothing can be said yet about whether {a} is better than {b}")
        }
        _ => {
            let estimate = standing.estimate();
            let points = share((estimate.points * 1e4).round() / 1e4);
            let by = interval(&estimate);
            format!("{a} has {points} of the points against {b}: Elo {by} with 95 % confidence, after {played}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(decided: Decided, values: &[f64]) -> String {
        let duel = DuelTerms { games: None, with: Vec::new(), decided };
        let mut standing = Standing::new(&duel, 2, 2);
        let block = |value: f64| Block {
            id: 1,
            event: gridhaunt_store::EventId(1),
            label: String::new(),
            map: 0,
            k: 0,
            seed: 0,
            arrangements: vec![vec![0, 1], vec![1, 0]],
            state: BlockState::Done,
            change: 0,
            points: vec![(0, value), (1, 1.0 - value)],
            why: None,
        };
        values.iter().for_each(|value| standing.add(&block(*value)));
        sentence(&["new".into(), "old".into()], &standing, &duel)
    }

    #[test]
    fn a_verdict_names_who_is_better_and_the_risk() {
        let sprt = |elo0, elo1| Decided::Sprt { elo0, elo1, alpha: 0.05, beta: 0.1, model: Model::Normalized };
        let won = [1.0; 200];
        let better = told(sprt(0.0, 40.0), &won);
        assert!(
            better.starts_with("new is better than old: decided after ") && better.ends_with(", risk of error 5 %"),
            "{better}"
        );
        let better = told(sprt(10.0, 40.0), &won);
        assert!(better.starts_with("new is better than old by more than +10.0 normalized Elo: "), "{better}");
        let not = told(sprt(0.0, 40.0), &[0.0; 200]);
        assert!(not.starts_with("new is not better than old, not by 40.0 normalized Elo: "), "{not}");
        assert!(not.ends_with(", risk of error 10 %"), "{not}");
        assert_eq!(
            told(sprt(0.0, 40.0), &[0.5]),
            "Undecided after 1 block (2 matches): nothing can be said yet about whether new is better than old"
        );
        let fixed = told(Decided::Fixed(2), &[0.5, 1.0]);
        assert!(fixed.starts_with("new has 75 % of the points against old: Elo +191 ["), "{fixed}");
        assert!(fixed.ends_with(" with 95 % confidence, after 2 blocks (4 matches)"), "{fixed}");
    }
}
