//! A person's chair at a seat.

use crate::offers::{KEYS, aims, entries, is_blind, mark, own};
use crate::panel;
use gridhaunt_draw::svg::{self, Options, Page};
use gridhaunt_kernel::face::{Eyes, Session};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Board, Goal, GridBoard, Offer};
use gridhaunt_kernel::{Scene, Seat};
use serde_json::{Value, json};

/// How a sheet is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The side of a cell in pixels.
    pub cell: u32,
    /// Whether the page is dark.
    pub dark: bool,
    /// How many pictures are drawn of those who are on their way.
    pub moments: u32,
}

impl Default for Look {
    fn default() -> Self {
        let Options { cell, dark } = Options::default();
        Self { cell, dark, moments: 0 }
    }
}

/// The most pictures of a move in one sheet.
const MOST_MOMENTS: u32 = 12;

/// A seat that a person plays: what it knows and remembers, and what it may do. The match itself is somebody else's.
pub struct Chair {
    seat: Seat,
    eyes: Box<dyn Eyes>,
    /// What the seat knows; if it is out, the last it saw.
    known: Scene,
    /// The same before the last step.
    before: Option<Scene>,
    offers: Vec<(u64, Offer)>,
    /// The largest page that was needed so far, so that the board keeps its size; and the cell it was needed for.
    page: (u32, Page),
}

impl Chair {
    /// A chair at a seat of a match in its current state.
    #[must_use]
    pub fn new(session: &dyn Session, seat: Seat) -> Self {
        let eyes = session.eyes(seat);
        let known = eyes.scene();
        let mut chair = Self { seat, eyes, known, before: None, offers: Vec::new(), page: Default::default() };
        chair.offer(session);
        chair
    }

    /// Looks at the match after a step.
    pub fn look(&mut self, session: &dyn Session) {
        self.eyes.look(session);
        let scene = self.eyes.scene();
        // The board of a seat that is out stays as it was seen last.
        let known = if is_blind(&scene) { Scene { panel: scene.panel, ..self.known.clone() } } else { scene };
        self.before = Some(std::mem::replace(&mut self.known, known));
        self.offer(session);
    }

    fn offer(&mut self, session: &dyn Session) {
        self.offers = if session.phase().asks(self.seat) { self.eyes.offers(session) } else { Vec::new() };
    }

    /// The seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the person has something to choose now.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !self.offers.is_empty()
    }

    /// The code of an offer by its index; `None` if there is no such offer now.
    #[must_use]
    pub fn code(&self, offer: usize) -> Option<u64> {
        self.offers.get(offer).map(|&(code, _)| code)
    }

    /// The index of the offer with this code, if it is offered now.
    #[must_use]
    pub fn offer_of(&self, code: u64) -> Option<usize> {
        self.offers.iter().position(|&(offered, _)| offered == code)
    }

    /// Everything that a page shows of the match to this seat, as JSON:
    ///
    /// - `step`, `over`, and `asks`: whether the person chooses now;
    /// - `board`: what the seat knows as SVG, with the targets of the offers marked; `moments`: pictures of those who
    ///   are on their way there from the sheet before; `axes`: how cells are numbered; `own`: the middle of the own unit
    ///   in the units of the picture;
    /// - `panel`: the rows beside the board; `news`: what the last step was to the seat, in sentences;
    /// - `entries`: what may be done. Each has a `label`, a `key`, a `cost` in words, the place `at` of its target
    ///   (middle and half of its side, in the units of the picture), the `way` there in cells (right, down), and its
    ///   `offers`: pairs of a number and an index for [`Chair::code`], several only where a number is to be chosen;
    /// - `aims`: whether some targets are further away than the next cell.
    pub fn sheet(&mut self, session: &dyn Session, look: &Look) -> Value {
        let options = Options { cell: look.cell, dark: look.dark };
        let mut board = bare(&self.known);
        mark(&mut board, &self.offers, |_| false);
        if self.page.0 != look.cell {
            self.page = (look.cell, Page::default());
        }
        self.page.1 = self.page.1.max(Page::of(&board, &options));
        let (own, y_up) = own(&self.known);
        json!({
            "step": session.steps(), "over": session.phase().is_over(), "asks": self.is_asked(),
            "moments": self.moments(&options, look.moments.min(MOST_MOMENTS)),
            "board": svg::render_on(self.page.1, &board, &options), "axes": axes(&self.known),
            "own": own_goal(&self.known).and_then(|goal| svg::spot(&self.known, goal)),
            "panel": panel::rows(&self.known.panel, look.dark), "news": self.eyes.news(),
            "entries": self.entries(own, y_up), "aims": aims(&self.offers, own),
        })
    }

    /// The legend of the board, as SVG; empty if there is nothing to explain.
    #[must_use]
    pub fn legend(&self, dark: bool) -> String {
        svg::legend(self.known.legend, dark)
    }

    fn moments(&self, options: &Options, many: u32) -> Vec<String> {
        let Some(before) = self.before.as_ref().filter(|_| many > 0).map(bare) else { return Vec::new() };
        let after = bare(&self.known);
        if !svg::is_motion(&before, &after) {
            return Vec::new();
        }
        let share = |n| f64::from(n) / f64::from(many + 1);
        (1..=many).map(|n| svg::render_moment(self.page.1, &before, &after, share(n), options)).collect()
    }

    fn entries(&self, own: Option<Cell>, y_up: bool) -> Vec<Value> {
        let keys = KEYS.chars().map(Some).chain(std::iter::repeat(None));
        let way = |goal: Goal| {
            let (Goal::Cell(to), Some(own)) = (goal, own) else { return None };
            let [right, up] = [(own.x, to.x), (own.y, to.y)].map(|(from, to)| i32::from(to) - i32::from(from));
            Some([right, if y_up { -up } else { up }])
        };
        let entries = entries(&self.offers);
        let entry = |(entry, key): (&crate::offers::Entry, Option<char>)| {
            let goal = entry.goal(&self.offers);
            json!({
                "label": entry.label, "key": key, "cost": entry.cost(&self.offers).map(|cost| cost.to_string()),
                "at": goal.and_then(|goal| svg::spot(&self.known, goal)), "way": goal.and_then(way),
                "offers": entry.offers,
            })
        };
        entries.iter().zip(keys).map(entry).collect()
    }
}

/// The board of a scene without the panel, which a page lays out itself.
fn bare(scene: &Scene) -> Scene {
    Scene { panel: Vec::new(), ..scene.clone() }
}

/// Where the own unit is.
fn own_goal(scene: &Scene) -> Option<Goal> {
    match &scene.board {
        Board::Grid(board) => board.actors.iter().find(|actor| actor.own).map(|actor| Goal::Cell(actor.at)),
        Board::Graph(board) => board.tokens.iter().find(|token| token.own).map(|token| Goal::Node(token.node)),
    }
}

/// How the cells of a board are numbered; null if the game shows no coordinates.
#[must_use]
pub fn axes(scene: &Scene) -> Value {
    match &scene.board {
        Board::Grid(GridBoard { grid, y_up, first: Some(first), .. }) => {
            json!({ "columns": grid.width(), "rows": grid.height(), "first": first, "up": y_up })
        }
        _ => Value::Null,
    }
}
