//! What the choices of a seat cost it: a recorded match is played again, and before every choice a bot that values
//! actions is asked what they are worth.

use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::note::{Colour, Mark, Note, Spot};
use gridhaunt_kernel::scene::{Board, Goal, GridBoard};
use gridhaunt_kernel::{Invalid, Scene, Seat};
use gridhaunt_record::replay::Replay;
use gridhaunt_record::verify::Rerun;
use serde_json::json;

/// An action in the words of the game, and what it is worth to the seat.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Valued {
    pub action: Value,
    /// The words of a menu.
    pub label: String,
    /// From 0 (lost) to 1 (won); none if the judge did not consider it.
    pub worth: Option<f64>,
    /// The place on the board that it leads to, if any.
    pub spot: Option<Spot>,
}

/// A choice of the match, and the best one there was.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Remark {
    pub seat: Seat,
    /// How many steps were played before the choice.
    pub step: u64,
    pub chosen: Valued,
    pub best: Valued,
}

impl Remark {
    /// How much the best action is worth more than the one that was chosen; 0 if it is not known to be worth less.
    #[must_use]
    pub fn cost(&self) -> f64 {
        match (self.best.worth, self.chosen.worth) {
            (Some(best), Some(chosen)) => (best - chosen).max(0.0),
            _ => 0.0,
        }
    }

    /// What is to be said and marked on the board before the choice.
    #[must_use]
    pub fn note(&self) -> Note {
        let percent = |valued: &Valued| match valued.worth {
            Some(worth) => format!("{} ({:.0} %)", valued.label, 100.0 * worth),
            None => valued.label.clone(),
        };
        let text = format!("chose {}; better: {}", percent(&self.chosen), percent(&self.best));
        let mark = |valued: &Valued, colour, text: &str| Some(Mark { spot: valued.spot?, colour, text: text.into() });
        let marks = [mark(&self.chosen, Colour::Red, "chosen"), mark(&self.best, Colour::Green, "better")];
        Note { text, marks: marks.into_iter().flatten().collect() }
    }

    /// The remark as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let valued = |valued: &Valued| json!({"action": valued.action, "label": valued.label, "worth": valued.worth});
        json!({
            "step": self.step, "seat": self.seat, "chosen": valued(&self.chosen), "best": valued(&self.best),
            "cost": self.cost(),
        })
    }
}

/// Judges every choice of a seat for which it had several actions. `each` is told how many steps are done, and stops the
/// work by returning false; what was judged so far is returned.
///
/// # Errors
/// A record that does not verify, and a judge that does not exist or does not value actions.
pub fn analyse(
    game: &dyn gridhaunt_kernel::face::Opened,
    mut rerun: Rerun<'_>,
    replay: &Replay,
    seat: Seat,
    judge: &BotSpec,
    mut each: impl FnMut(usize) -> bool,
) -> Result<Vec<Remark>, Invalid> {
    let mut player = judge.player(game, replay.header.seed, seat)?;
    player.start(rerun.game.session(), seat);
    let mut remarks = Vec::new();
    while rerun.taken() < replay.steps.len() && each(rerun.taken()) {
        let asked = Asked::of(rerun.game.session(), seat, player.as_mut());
        match rerun.next_step() {
            Some(Ok(())) => {}
            Some(Err(error)) => return Err(Invalid::new("replay", error.to_string(), "one that verifies")),
            None => break,
        }
        let Some(asked) = asked else { continue };
        if asked.worths.is_empty() {
            let expected = "a bot that values actions: search, or perfect with the solution of this match by result, where all is seen";
            return Err(Invalid::new("judge", judge.to_string(), expected));
        }
        let chosen = rerun.game.choices().iter().find(|(by, _)| *by == seat).map(|(_, code)| *code);
        remarks.extend(chosen.and_then(|chosen| asked.remark(seat, chosen)));
    }
    Ok(remarks)
}

/// A moment at which the seat had several actions.
struct Asked {
    before: Box<dyn Session>,
    worths: Vec<(u64, f64)>,
    /// All actions, with their codes.
    offers: Vec<(u64, Valued)>,
}

impl Asked {
    /// None if the seat has nothing to choose.
    fn of(session: &dyn Session, seat: Seat, player: &mut dyn Player) -> Option<Self> {
        if !session.phase().asks(seat) {
            return None;
        }
        // It is asked even where there is one action alone, since it remembers what it sees.
        player.choose(session, seat)?;
        let known = session.known(seat);
        let offers: Vec<_> = session.offers(seat);
        let valued = |(code, offer): (u64, gridhaunt_kernel::scene::Offer)| {
            let spot = offer.goal.and_then(|goal| spot_of(&known, goal));
            (code, Valued { action: session.action(code), label: offer.label, worth: None, spot })
        };
        let offers: Vec<(u64, Valued)> = offers.into_iter().map(valued).collect();
        (offers.len() > 1).then(|| Self { before: session.fork(), worths: player.worths(), offers })
    }

    /// The action among the offers that a choice was. Where actions carry free numbers, such as a bid, a choice need not
    /// be one of them: then it is the one that leads to the same state by itself.
    fn offered(&self, seat: Seat, chosen: u64) -> Option<u64> {
        let codes = || self.offers.iter().map(|(code, _)| *code);
        let alone = |code: u64| {
            let mut session = self.before.fork();
            session.step(&[(seat, code)]);
            session.hash()
        };
        codes().find(|code| *code == chosen).or_else(|| {
            let wanted = alone(chosen);
            codes().find(|code| alone(*code) == wanted)
        })
    }

    fn valued(&self, code: u64) -> Option<Valued> {
        let worth = self.worths.iter().find(|(known, _)| *known == code).map(|(_, worth)| *worth);
        let (_, offer) = self.offers.iter().find(|(known, _)| *known == code)?;
        Some(Valued { worth, ..offer.clone() })
    }

    fn remark(&self, seat: Seat, chosen: u64) -> Option<Remark> {
        let (best, _) = self.worths.iter().copied().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let chosen = self.offered(seat, chosen)?;
        Some(Remark { seat, step: self.before.steps(), chosen: self.valued(chosen)?, best: self.valued(best)? })
    }
}

/// A place on the board that a seat knows, as marks name it: by the numbers of views and events.
fn spot_of(known: &Scene, goal: Goal) -> Option<Spot> {
    match (goal, &known.board) {
        (Goal::Cell(cell), Board::Grid(GridBoard { first, .. })) => {
            let [right, down] = first.unwrap_or_default();
            let side = |at: u16, first: i64| u16::try_from(i64::from(at) + first).ok();
            Some(Spot::Cell((side(cell.x, right)?, side(cell.y, down)?).into()))
        }
        (Goal::Node(node), _) => Some(Spot::Node(u32::try_from(node).ok()?)),
        _ => None,
    }
}
