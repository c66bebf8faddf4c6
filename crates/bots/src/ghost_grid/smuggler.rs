//! `smuggler`, the ghost that weighs its routes.
//!
//! A ghost sees one node ahead and never regains energy, so most ghosts that fail run out of it. A smuggler therefore
//! computes the chance to reach the goal from every node that it knows of, for every amount of energy ([`Prospects`]),
//! where nodes that it has not been in are worth what such nodes are worth on average ([`Outlook`]). Of its ports it
//! takes the one with the best chance, less the risk to be caught behind it:
//!
//! - A sentinel captures only where it moves to (`on_enter`). So the node of a sentinel that is in sight is no danger,
//!   and those beside it are. With `contact` it is the other way round.
//! - To be caught with more than the threshold is no loss: the sentinel becomes a ghost, with the rest of the loot and
//!   new energy. A ghost that carries less has one life, and takes short ways.

mod outlook;
mod prospects;

use self::outlook::Outlook;
use self::prospects::Prospects;
use super::split;
use gridhaunt_ghost_grid::ground::Remainder;
use gridhaunt_ghost_grid::values::CaptureRule;
use gridhaunt_ghost_grid::view::{GhostPort, GhostView, Start, View};
use gridhaunt_ghost_grid::{Action, Settings};
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::{Bot, Random};

/// What is left of a chance after each further node, for a ghost that is not lost when it is caught. Below 1 since
/// nodes that nobody has seen disappoint a little.
const KEEP_OF_MANY_LIVES: f32 = 0.95;
/// The same for a ghost that is.
const KEEP_OF_ONE_LIFE: f32 = 0.8;
/// The chance to meet a sentinel that comes from a node in sight, where a connection between both is known.
const MEETS_BESIDE: f32 = 0.2;
/// The same where it is not known whether there is a connection.
const MEETS_PERHAPS: f32 = 0.1;
/// How much of its chance a turncoat keeps among the sentinels that made it one.
const ESCAPES: f32 = 0.8;

/// Carries its loot along the route with the best chance.
#[derive(Clone, Debug)]
pub struct Smuggler {
    copies: u8,
    settings: Settings,
    random: Random,
    /// Made when it first moves, with what remains of a chance for it then.
    outlook: Option<Outlook>,
    prospects: Prospects,
}

impl Smuggler {
    /// A smuggler for the seat of the call that makes this many copies of itself on the first turn.
    #[must_use]
    pub fn new(call: &Call<'_, Settings>, copies: u8) -> Self {
        let (settings, random) = (call.settings.told(), call.random);
        Self { copies, settings, random, outlook: None, prospects: Prospects::default() }
    }

    /// Whether being caught with what it carries makes a ghost of the sentinel that still has some of it (R29).
    fn has_many_lives(&self, view: &GhostView) -> bool {
        let turns = self.settings.threshold().is_some_and(|threshold| view.me.loot > threshold);
        turns && self.settings.conversion_remainder != Remainder::Recovered
    }

    /// Moves through the port with the best chance; waits where no way is left.
    fn carry(&mut self, view: &GhostView) -> Action {
        let many_lives = self.has_many_lives(view);
        let keep = if many_lives { KEEP_OF_MANY_LIVES } else { KEEP_OF_ONE_LIFE };
        let Self { settings, random, outlook, prospects, .. } = self;
        let outlook = outlook.get_or_insert_with(|| Outlook::new(settings, view.n, view.base, keep, random));
        prospects.compute(view, outlook);
        let steps = outlook.steps(view.me.energy);
        let again = outlook.steps(view.base);
        let mut best = (0.0, Action::Wait);
        for port in view.ports.iter().filter(|port| u32::from(port.dist) <= view.me.energy) {
            let chance = prospects.chance(port.node, steps.saturating_sub(outlook.cost(port.dist)));
            let caught = risk(settings, view, prospects, port);
            let turned = if many_lives { ESCAPES * outlook.of(port.layer, again) } else { 0.0 };
            let worth = chance * (1.0 - caught) + turned * caught;
            if worth > best.0 {
                best = (worth, Action::Move { to: port.node });
            }
        }
        best.1
    }
}

/// The chance to be caught behind a port by a sentinel that is in sight now. In the goal nobody is: who comes there has
/// delivered.
fn risk(settings: &Settings, view: &GhostView, prospects: &Prospects, port: &GhostPort) -> f32 {
    let contact = settings.capture_rule == CaptureRule::Contact;
    let guards = |port: &GhostPort| i32::from(port.sentinels.unwrap_or(0));
    if contact && guards(port) > 0 {
        return 1.0;
    }
    if port.layer == view.n {
        return 0.0;
    }
    let beside = view.ports.iter().filter(|other| other.node != port.node && guards(other) > 0).map(|other| {
        let meets = if prospects.are_joined(other.node, port.node) { MEETS_BESIDE } else { MEETS_PERHAPS };
        (1.0 - meets).powi(guards(other))
    });
    let here = (1.0 - MEETS_BESIDE).powi(view.here.sentinels.len() as i32);
    1.0 - beside.product::<f32>() * here
}

impl Bot<Start, View, Action> for Smuggler {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::GhostView(view) = view else { return Action::Wait };
        if let Some(split) = split(view, self.copies, legal) {
            return split;
        }
        match view.me.loot {
            0 if view.me.layer < view.n && view.here.loot > 0 => Action::Take { amount: view.here.loot },
            0 => Action::Wait,
            loot if view.me.layer == view.n => Action::Deposit { amount: loot },
            _ => self.carry(view),
        }
    }
}
