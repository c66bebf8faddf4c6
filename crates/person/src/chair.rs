//! A person's chair at a seat.

use crate::offers::{KEYS, aims, entries, is_blind, mark, own};
use crate::{ending, panel};
use gridhaunt_draw::svg::{self, Options, Page};
use gridhaunt_kernel::face::{Eyes, Session};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::info::Information;
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

/// A page on which sheets are shown, one after the other. A person may have several.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The board of the last sheet, from which those who act are on their way.
    before: Option<Scene>,
    /// The largest page that was needed so far, so that the board keeps its size; and the cell it was needed for.
    page: (u32, Page),
}

impl Window {
    fn page_for(&mut self, board: &Scene, options: &Options) -> Page {
        if self.page.0 != options.cell {
            self.page = (options.cell, Page::default());
        }
        self.page.1 = self.page.1.max(Page::of(board, options));
        self.page.1
    }

    /// Pictures of those who are on their way from the last board to this one.
    fn moments(&self, board: &Scene, options: &Options, many: u32) -> Vec<String> {
        let Some(before) = self.before.as_ref().filter(|before| many > 0 && svg::is_motion(before, board)) else {
            return Vec::new();
        };
        let share = |n| f64::from(n) / f64::from(many + 1);
        (1..=many).map(|n| svg::render_moment(self.page.1, before, board, share(n), options)).collect()
    }
}

/// A seat that a person plays: what it knows and remembers, and what it may do. The match itself is somebody else's.
pub struct Chair {
    seat: Seat,
    name: String,
    goal: &'static str,
    hides: bool,
    eyes: Box<dyn Eyes>,
    /// What the seat knows; if it is out, the last it saw.
    known: Scene,
    step: u64,
    offers: Vec<(u64, Offer)>,
    /// Who sat where and the result, once the match is over.
    end: Option<(Vec<Value>, Value)>,
}

impl Chair {
    /// A chair at a seat of a match in its current state.
    #[must_use]
    pub fn new(session: &dyn Session, seat: Seat) -> Self {
        let (eyes, info) = (session.eyes(seat), session.info());
        let known = eyes.scene();
        let goal = info.roles.get(session.role(seat)).map_or("", |role| role.goal);
        let (name, hides) = (session.seat_name(seat), info.information == Information::Hidden);
        let mut chair =
            Self { seat, name, goal, hides, eyes, known, step: session.steps(), offers: Vec::new(), end: None };
        chair.offer(session);
        chair
    }

    /// Looks at the match after a step.
    pub fn look(&mut self, session: &dyn Session) {
        self.eyes.look(session);
        let scene = self.eyes.scene();
        // The board of a seat that is out stays as it was seen last.
        self.known = if is_blind(&scene) { Scene { panel: scene.panel, ..self.known.clone() } } else { scene };
        self.step = session.steps();
        // Who else has been in play may be hidden until the end.
        self.end = session.phase().is_over().then(|| (ending::seats(session), ending::outcome(session)));
        self.offer(session);
    }

    /// Offers what the seat may do now. Looking at the match does so too.
    pub fn offer(&mut self, session: &dyn Session) {
        self.offers = if session.phase().asks(self.seat) { self.eyes.offers(session) } else { Vec::new() };
    }

    /// The seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many steps were played.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.step
    }

    /// What the last step was to the seat, in sentences.
    #[must_use]
    pub fn news(&self) -> &[String] {
        self.eyes.news()
    }

    /// What may be chosen, each with its code.
    #[must_use]
    pub fn offers(&self) -> &[(u64, Offer)] {
        &self.offers
    }

    /// Takes back all offers until the next step: the person has chosen, or may not choose any more.
    pub fn rest(&mut self) {
        self.offers.clear();
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
    /// - `cell` and `dark`: how it is drawn;
    /// - `step`, `over`, and `asks`: whether the person chooses now; `seat`, its `name` and `goal`; `hidden`: whether the
    ///   game hides something; `seats` and `outcome`, once it is over;
    /// - `board`: what the seat knows as SVG, with the targets of the offers marked; `moments`: pictures of those who
    ///   are on their way there from the last sheet of this window; `axes`: how cells are numbered; `own`: the middle of the own unit
    ///   in the units of the picture;
    /// - `panel`: the rows beside the board; `news`: what the last step was to the seat, in sentences;
    /// - `entries`: what may be done. Each has a `label`, a `key`, a `cost` in words, the place `at` of its target
    ///   (middle and half of its side, in the units of the picture), the `way` there in cells (right, down), and its
    ///   `offers`: pairs of a number and an index for [`Chair::code`], several only where a number is to be chosen;
    /// - `aims`: whether some targets are further away than the next cell.
    pub fn sheet(&self, window: &mut Window, look: &Look) -> Value {
        let options = Options { cell: look.cell, dark: look.dark };
        let plain = bare(&self.known);
        let mut board = plain.clone();
        mark(&mut board, &self.offers, |_| false);
        let page = window.page_for(&board, &options);
        let moments = window.moments(&plain, &options, look.moments.min(MOST_MOMENTS));
        window.before = Some(plain);
        let (own, y_up) = own(&self.known);
        let (seats, outcome) = self.end.clone().unwrap_or_default();
        json!({
            "cell": look.cell, "dark": look.dark, "step": self.step, "over": self.end.is_some(), "asks": self.is_asked(),
            "seat": self.seat, "name": self.name, "goal": self.goal, "hidden": self.hides,
            "seats": seats, "outcome": outcome,
            "moments": moments, "board": svg::render_on(page, &board, &options), "axes": axes(&self.known),
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
