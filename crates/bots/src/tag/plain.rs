//! The plain bots: `guard`, `direct`, `random`, `still` (R43).

use super::chase::{Map, clamp, pull};
use gridhaunt_kernel::bot::certain;
use gridhaunt_kernel::{Bot, Random};
use gridhaunt_tag::ground::distance;
use gridhaunt_tag::view::{Start, View};
use gridhaunt_tag::{Action, Step};

/// Stands at exit number id mod exits, and catches survivors that come next to it.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    map: Map,
}

impl Bot<Start, View, Action> for Guard {
    fn start(&mut self, start: &Start) {
        self.map = Map::of(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        let beside = view.survivors.iter().find(|seen| distance(seen.at, here) <= 1);
        let post = view.exits.get(usize::from(view.id) % view.exits.len().max(1)).copied();
        let target = beside.map(|seen| seen.at).or(post).unwrap_or(here);
        self.map.best(view, here, |to| pull(to, target))
    }

    fn odds(&mut self, view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        certain(&self.choose(view, legal).step.into(), legal)
    }
}

/// Goes to the nearest exit, even if killers are there.
#[derive(Clone, Copy, Debug)]
pub struct Direct;

impl Bot<Start, View, Action> for Direct {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        let mut best = (Step::Stay, i64::MIN);
        for step in Step::BOT_ORDER {
            let Some(to) = super::score::on_board(view, here, step) else { continue };
            let value = -1000 * i64::from(super::score::to_exit(view, to));
            if value > best.1 {
                best = (step, value);
            }
        }
        Action { step: best.0, bid: clamp(best.1) }
    }

    fn odds(&mut self, view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        certain(&self.choose(view, legal).step.into(), legal)
    }
}

/// Draws one of the open steps.
#[derive(Clone, Debug)]
pub struct Wanderer {
    random: Random,
    map: Map,
}

impl Wanderer {
    /// With the generator of its seat (R52).
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { random, map: Map::default() }
    }
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.map = Map::of(start);
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let Some(here) = view.at else { return Step::Stay.into() };
        let (mut open, mut count) = ([Step::Stay; 9], 0);
        for step in Step::ALL.into_iter().filter(|&step| self.map.is_open(view, here, step)) {
            open[count] = step;
            count += 1;
        }
        self.random.pick(&open[..count]).copied().unwrap_or(Step::Stay).into()
    }

    fn odds(&mut self, view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        let here = view.at?;
        let open = |action: &Action| f64::from(u8::from(self.map.is_open(view, here, action.step)));
        let count: f64 = legal.iter().map(open).sum();
        Some(legal.iter().map(|action| open(action) / count).collect())
    }
}

/// Always stays in place.
#[derive(Clone, Copy, Debug)]
pub struct Still;

impl Bot<Start, View, Action> for Still {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        Step::Stay.into()
    }

    fn choose_blindly(&mut self, _: &[Action]) -> Option<Action> {
        Some(Step::Stay.into())
    }

    fn odds(&mut self, _: &View, legal: &[Action]) -> Option<Vec<f64>> {
        certain(&Step::Stay.into(), legal)
    }
}
