//! The plain bots: `idle`, `random`, `square`.

use gridhaunt_kernel::{Bot, Random};
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::view::{Start, View};

/// Never sends a command.
#[derive(Clone, Copy, Debug)]
pub struct Idle;

impl Bot<Start, View, Action> for Idle {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        Action::None
    }
}

/// Up, right, down, left, five steps each, forever.
#[derive(Clone, Copy, Debug, Default)]
pub struct Square {
    steps: u32,
}

impl Bot<Start, View, Action> for Square {
    fn start(&mut self, _: &Start) {
        self.steps = 0;
    }

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        let side = self.steps / 5 % 4;
        self.steps = (self.steps + 1) % 20;
        [Action::Up, Action::Right, Action::Down, Action::Left][side as usize]
    }
}

/// Walks at random, but not backwards, off the board, onto its own trail or onto a weed it sees.
#[derive(Clone, Debug)]
pub struct Wanderer {
    random: Random,
    sides: (u8, u8),
}

impl Wanderer {
    /// A wanderer with the generator of its seat.
    #[must_use]
    pub const fn new(random: Random) -> Self {
        Self { random, sides: (0, 0) }
    }
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.sides = (start.number("cols") as u8, start.number("rows") as u8);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        if self.random.below(10) >= 3 {
            return Action::None;
        }
        let open = |&way: &Action| {
            let to = way.from_cell(view.at, self.sides.0, self.sides.1);
            let lasts = to.is_some_and(|to| !view.trail.contains(&to) && !view.weeds.contains(&to));
            lasts && way.opposite() != Some(view.momentum)
        };
        let ways: Vec<Action> = Action::DIRECTIONS.into_iter().filter(open).collect();
        self.random.pick(&ways).copied().unwrap_or_default()
    }
}
