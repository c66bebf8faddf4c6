//! The plain bots: `idle`, `random`, `square`.

use gridhaunt_kernel::bot::certain;
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

    fn choose_blindly(&mut self, _: &[Action]) -> Option<Action> {
        Some(Action::None)
    }

    fn odds(&mut self, _: &View, legal: &[Action]) -> Option<Vec<f64>> {
        certain(&Action::None, legal)
    }
}

/// Up, right, down, left, five steps each, forever.
#[derive(Clone, Copy, Debug, Default)]
pub struct Square {
    steps: u32,
}

impl Square {
    const fn walk(&mut self) -> Action {
        let side = self.steps / 5 % 4;
        self.steps = (self.steps + 1) % 20;
        [Action::Up, Action::Right, Action::Down, Action::Left][side as usize]
    }
}

impl Bot<Start, View, Action> for Square {
    fn start(&mut self, _: &Start) {
        self.steps = 0;
    }

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        self.walk()
    }

    fn choose_blindly(&mut self, _: &[Action]) -> Option<Action> {
        Some(self.walk())
    }
}

/// Walks at random, but not backwards, off the board, onto its own trail or onto a weed it sees.
#[derive(Clone, Debug)]
pub struct Wanderer {
    random: Random,
    sides: (u8, u8),
    /// Whether it has drawn already that it will speak in this tick.
    speaks: bool,
}

impl Wanderer {
    /// A wanderer with the generator of its seat.
    #[must_use]
    pub const fn new(random: Random) -> Self {
        Self { random, sides: (0, 0), speaks: false }
    }
}

impl Wanderer {
    /// Draws whether it says nothing in this tick.
    const fn is_silent(&mut self) -> bool {
        self.random.below(10) >= 3
    }
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.sides = (start.number("cols") as u8, start.number("rows") as u8);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        if !core::mem::take(&mut self.speaks) && self.is_silent() {
            return Action::None;
        }
        let open = |&way: &Action| {
            let to = way.from_cell(view.at, self.sides.0, self.sides.1);
            let lasts = to.is_some_and(|to| !view.trail.contains(&to) && !view.weeds.contains(&to));
            lasts && way.opposite() != Some(view.momentum)
        };
        let (mut ways, mut count) = ([Action::None; 4], 0);
        for way in Action::DIRECTIONS.into_iter().filter(open) {
            ways[count] = way;
            count += 1;
        }
        self.random.pick(&ways[..count]).copied().unwrap_or_default()
    }

    fn choose_blindly(&mut self, _: &[Action]) -> Option<Action> {
        self.speaks = !self.is_silent();
        (!self.speaks).then_some(Action::None)
    }
}
