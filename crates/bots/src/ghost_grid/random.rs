//! `random`, for any seat (R49).

use gridhaunt_ghost_grid::Action;
use gridhaunt_ghost_grid::view::{Start, View};
use gridhaunt_kernel::{Bot, Random};

/// Draws from the numbered actions that are allowed.
#[derive(Clone, Debug)]
pub struct Wanderer {
    random: Random,
}

impl Wanderer {
    /// With the generator of its seat (R38).
    #[must_use]
    pub const fn new(random: Random) -> Self {
        Self { random }
    }
}

impl Wanderer {
    fn draw(&mut self, legal: &[Action]) -> Action {
        self.random.pick(&numbered(legal)).copied().unwrap_or(Action::Wait)
    }
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        self.draw(legal)
    }

    fn choose_blindly(&mut self, legal: &[Action]) -> Option<Action> {
        Some(self.draw(legal))
    }

    fn odds(&mut self, _: &View, legal: &[Action]) -> Option<Vec<f64>> {
        let drawn = numbered(legal);
        let share = |action| drawn.iter().filter(|other| *other == action).count() as f64 / drawn.len() as f64;
        Some(legal.iter().map(share).collect())
    }
}

/// The actions that have a number and are allowed, in the order of their numbers.
pub(super) fn numbered(legal: &[Action]) -> Vec<Action> {
    // Every amount is allowed up to what lies there and up to what it carries.
    let most = |amount: fn(&Action) -> Option<u16>| legal.iter().filter_map(amount).max().unwrap_or(0);
    let lying = most(|action| if let Action::Take { amount } = action { Some(*amount) } else { None });
    let carried = most(|action| if let Action::Deposit { amount } = action { Some(*amount) } else { None });
    // The amounts are everything, and half of it rounded up if there is more than one.
    let amounts = |whole: u16| [Some(whole).filter(|&all| all > 0), Some(whole.div_ceil(2)).filter(|_| whole > 1)];
    let takes = amounts(lying).into_iter().flatten().map(|amount| Action::Take { amount });
    let deposits = amounts(carried).into_iter().flatten().map(|amount| Action::Deposit { amount });
    let of = |kind: fn(&Action) -> bool| legal.iter().copied().filter(kind);
    of(|action| matches!(action, Action::Wait | Action::Move { .. }))
        .chain(takes)
        .chain(deposits)
        .chain(of(|action| matches!(action, Action::Recharge | Action::Recover)))
        .chain(of(|action| matches!(action, Action::Replicate { .. })))
        .chain(of(|action| matches!(action, Action::Mark)))
        .collect()
}
