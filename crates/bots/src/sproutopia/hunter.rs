//! `hunter`: cuts trails.

use super::claimer::Claimer;
use super::memory::distance;
use gridhaunt_kernel::Bot;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::Rows;
use gridhaunt_sproutopia::view::{Start, View};

/// Goes to trails it can cut in time, flees home when its own trail is in danger, otherwise walks round small
/// rectangles.
#[derive(Clone, Debug)]
pub struct Hunter {
    claimer: Claimer,
    me: u8,
}

impl Default for Hunter {
    fn default() -> Self {
        Self::new()
    }
}

impl Hunter {
    /// A hunter whose own rectangles have sides of at most 5 cells.
    #[must_use]
    pub fn new() -> Self {
        Self { claimer: Claimer::new(5), me: 0 }
    }

    /// The trail of another farmer, as far as it is in sight.
    fn trail_of(&self, seat: u8, view: &View) -> Rows {
        let mut trail = Rows::NONE;
        if seat != self.me {
            let rows = trail.0.iter_mut().skip(view.window.top(view.at).into());
            rows.zip(&*view.window.strips(view.at)).for_each(|(row, strip)| *row = strip.of(seat) & strip.trail);
        }
        trail
    }

    /// The way to a trail that it can reach before the farmer can be home.
    fn hunt(&mut self, view: &View) -> Option<Action> {
        if view.window.strips(view.at).iter().all(|strip| strip.trail & !strip.of(self.me) == 0) {
            return None;
        }
        let mut open = None;
        for seat in 0..4 {
            let trail = self.trail_of(seat, view);
            if trail.is_empty() {
                continue;
            }
            // A trail ends where its farmer stands; a farmer out of sight is assumed to stand at the nearest visible
            // cell of its trail.
            let home = self.claimer.memory.start_of(seat.into())?;
            let farmer = view.farmers.iter().copied().find(|&at| trail.contains(at) && at != view.at);
            let away = farmer
                .map_or_else(|| trail.iter().map(|cell| distance(cell, home)).min(), |at| Some(distance(at, home)));
            let open = open.get_or_insert_with(|| {
                let mut open = self.claimer.memory.open(view.tick);
                view.trail.iter().for_each(|&cell| open.remove(cell));
                open
            });
            let most = usize::from(away?.saturating_sub(1)).min(12);
            let back = view.momentum.opposite();
            if let Some(target) = self.claimer.search.run(view.at, back, open, &trail, most) {
                self.claimer.lead_to(target);
                return Some(self.claimer.act_on(view));
            }
        }
        None
    }

    /// Whether its own trail is nearer to a farmer than it is to home.
    fn is_exposed(&mut self, view: &View) -> bool {
        if view.trail.is_empty() {
            return false;
        }
        let strangers = self.claimer.memory.strangers(view);
        let reach = strangers.flat_map(|at| view.trail.iter().map(move |&cell| distance(at, cell))).min();
        reach.is_some_and(|reach| {
            reach <= self.claimer.memory.own.iter().map(|cell| distance(cell, view.at)).min().unwrap_or(0)
        })
    }
}

impl Bot<Start, View, Action> for Hunter {
    fn start(&mut self, start: &Start) {
        self.me = start.seat.0;
        self.claimer.start(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        self.claimer.memory.see(view);
        let action = if self.is_exposed(view) {
            self.claimer.flee(view);
            self.claimer.act_on(view)
        } else {
            self.hunt(view).unwrap_or_else(|| self.claimer.act(view))
        };
        self.claimer.memory.expect(view, action);
        action
    }
}
