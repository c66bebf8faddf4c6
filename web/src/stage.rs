//! A replay that is verified step by step; the steps that are verified can be shown in any order.

#[cfg(test)]
mod tests;

use gridhaunt_draw::svg::{self, Options, Page};
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::info::Information;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::note::Note;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Ending, Info, Outcome, Scene, Seat};
use gridhaunt_person::{axes, panel};
use gridhaunt_record::replay::{Replay, read_all};
use gridhaunt_record::verify::{Rerun, Terms};
use serde_json::{Value, json};

/// The fewest steps between two states that are stored.
const STRIDE: usize = 16;
/// About the most states that are stored.
const KEPT: usize = 256;

/// The point of view from which the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eye {
    Whole,
    /// The whole board, with what a seat sees marked.
    Sees(Seat),
    /// What a seat knows, and nothing else.
    Knows(Seat),
}

impl Eye {
    /// The point of view of a seat, or of a spectator if the number is not a seat.
    pub(crate) fn new(seat: i32, knows: bool) -> Self {
        match u8::try_from(seat) {
            Err(_) => Self::Whole,
            Ok(seat) if knows => Self::Knows(Seat(seat)),
            Ok(seat) => Self::Sees(Seat(seat)),
        }
    }

    fn seat(self) -> Option<Seat> {
        match self {
            Self::Whole => None,
            Self::Sees(seat) | Self::Knows(seat) => Some(seat),
        }
    }
}

/// An opened replay: its record, the states that are verified, and the last one that was shown.
pub(crate) struct Stage {
    replay: Replay,
    terms: Terms,
    info: Info,
    /// The state every `stride` steps, from the first.
    kept: Vec<Box<dyn Session>>,
    stride: usize,
    /// The last state that is verified.
    front: Box<dyn Session>,
    ended: bool,
    /// The result, and who won and why, once it has ended.
    result: Option<(Outcome, Ending)>,
    /// The state that was shown last.
    near: Box<dyn Session>,
    /// The largest page that was needed so far, so that the board keeps its size; and the options it was needed for.
    page: Page,
    page_of: (Eye, u32),
    /// The two boards between which a move is shown.
    leap: Option<(Leap, Scene, Scene)>,
    /// What somebody remarked on choices: after which step, whose choice, and the words and marks.
    remarks: Vec<(usize, Seat, Note)>,
}

/// The two steps of a move, and the point of view.
type Leap = (usize, usize, bool, Eye);

impl Stage {
    /// Reads a replay and sets its match up.
    pub(crate) fn open(registry: Registry, text: &str) -> Result<Self, String> {
        let replays = read_all(text).map_err(|error| error.to_string())?;
        let replay = replays.into_iter().next().ok_or("the file is empty")?;
        let session = Rerun::new(&registry, &replay).map_err(|error| error.to_string())?.game.into_session();
        let terms = Terms::of(&registry, &replay.header).map_err(|error| error.to_string())?;
        let info = session.info();
        let stride = (replay.steps.len() / KEPT).max(STRIDE);
        Ok(Self {
            terms,
            info,
            kept: vec![session.fork()],
            stride,
            ended: false,
            result: None,
            near: session.fork(),
            front: session,
            page: Page::default(),
            page_of: (Eye::Whole, 0),
            leap: None,
            remarks: Vec::new(),
            replay,
        })
    }

    /// Takes remarks on choices; returns how many of them can be read. They are shown to who looks at their seat.
    pub(crate) fn remark(&mut self, text: &[u8]) -> usize {
        let list: Vec<Value> = serde_json::from_slice(text).unwrap_or_default();
        let read = |remark: &Value| {
            let step = usize::try_from(remark.get("step")?.as_u64()?).ok()?;
            let seat = u8::try_from(remark.get("seat")?.as_u64()?).ok()?;
            Some((step, Seat(seat), Note::read(remark.get("note")?).ok()?))
        };
        self.remarks = list.iter().filter_map(read).collect();
        self.remarks.len()
    }

    /// The description of the match, before its first step, as JSON.
    pub(crate) fn card(&self) -> Value {
        let header = &self.replay.header;
        let front = self.front.as_ref();
        let seat = |seat: u8| {
            let (seat, session) = (Seat(seat), front);
            json!({
                "name": session.seat_name(seat), "player": session.player_name(seat), "plays": session.took_part(seat),
                "role": self.info.role_name(session.role(seat)), "side": self.info.side_name(session.side(seat)),
            })
        };
        let seats: Vec<Value> = (0..front.seats() as u8).map(seat).collect();
        json!({
            "game": self.info.name, "title": self.info.title, "about": self.info.about, "score": self.info.score,
            "hidden": self.info.information == Information::Hidden, "seed": header.seed.to_string(),
            "seats": seats, "steps": self.replay.steps.len(), "frame": self.front.frame(),
            "told": self.replay.end.is_some(),
        })
    }

    /// Verifies up to `steps` further steps; returns their events, and at the end the result or the first difference.
    pub(crate) fn advance(&mut self, steps: usize) -> Value {
        let (mut news, mut differs) = (Vec::new(), None);
        let mut rerun = Rerun::resume(self.terms, &self.replay, self.front.fork());
        while !self.ended && news.len() < steps {
            match rerun.next_step() {
                Some(Ok(())) => {
                    let session = rerun.game.session();
                    let heard = Some(rerun.game.heard()).filter(|_| rerun.game.trial().is_some());
                    let words = heard.map(|heard| heard.words(session)).unwrap_or_default();
                    let verdicts = || heard.iter().flat_map(|heard| heard.verdicts.iter().map(|(_, verdict)| *verdict));
                    let with = |mut told: Vec<String>| {
                        told.extend(words.iter().cloned());
                        told
                    };
                    let mut kinds = kinds(session);
                    kinds.extend(verdicts().map(|verdict| verdict.name().to_string()));
                    news.push(json!({
                        "frame": session.frame(), "heading": session.heading(), "events": with(session.tell()),
                        "highlights": with(session.highlights()), "kinds": kinds,
                        "fault": verdicts().max().map(Verdict::name),
                    }));
                    if rerun.taken().is_multiple_of(self.stride) {
                        self.kept.push(session.fork());
                    }
                    self.front = session.fork();
                }
                Some(Err(error)) => (self.ended, differs) = (true, Some(error.to_string())),
                None => {
                    (self.ended, differs) = (true, rerun.check_end().err().map(|error| error.to_string()));
                    self.result = rerun.game.result().zip(rerun.game.ending());
                }
            }
        }
        json!({
            "steps": news, "proved": self.front.steps(), "ended": self.ended, "differs": differs,
            "outcome": self.outcome(),
        })
    }

    fn outcome(&self) -> Value {
        let Some((outcome, ending)) = &self.result else { return Value::Null };
        let front = self.front.as_ref();
        let winners: Vec<Seat> = ending.winners.iter().collect();
        let in_play: Vec<Seat> = (0..front.seats() as u8).map(Seat).filter(|&seat| front.took_part(seat)).collect();
        json!({ "result": outcome, "winners": winners, "in_play": in_play, "who": ending.who, "why": ending.why })
    }

    /// The state after a step, if that is verified.
    fn at(&mut self, step: usize) -> Option<&dyn Session> {
        if step as u64 > self.front.steps() {
            return None;
        }
        let from = |session: &dyn Session| step.checked_sub(usize::try_from(session.steps()).ok()?);
        let kept = self.kept.get(step / self.stride)?;
        let is_near = from(self.near.as_ref()).is_some_and(|way| Some(way) <= from(kept.as_ref()));
        let start = if is_near { self.near.fork() } else { kept.fork() };
        let mut rerun = Rerun::resume(self.terms, &self.replay, start);
        while rerun.taken() < step {
            rerun.next_step()?.ok()?;
        }
        self.near = rerun.game.into_session();
        Some(self.near.as_ref())
    }

    fn scene(&mut self, step: usize, single: bool, eye: Eye) -> Option<Scene> {
        let mut heard = self.replay.shown_in(step, eye.seat());
        let here = self.remarks.iter().filter(|(at, ..)| *at == step);
        heard.notes.extend(here.map(|(_, seat, note)| (*seat, note.clone())));
        let session = self.at(step)?;
        if eye.seat().is_some_and(|seat| seat.index() >= session.seats()) {
            return None;
        }
        let span = if single { Span::Step } else { Span::Frame };
        let mut scene = match eye {
            Eye::Whole => session.scene(span, None),
            Eye::Sees(seat) => session.scene(span, Some(seat)),
            Eye::Knows(seat) => session.known(seat),
        };
        heard.show(&mut scene, session, eye.seat());
        Some(scene)
    }

    fn bare(&mut self, step: usize, single: bool, eye: Eye) -> Option<Scene> {
        Some(Scene { panel: Vec::new(), ..self.scene(step, single, eye)? })
    }

    /// The board without the panel, on a page that never becomes smaller during a match.
    pub(crate) fn board(&mut self, step: usize, single: bool, eye: Eye, dark: bool, cell: u32) -> Option<String> {
        let scene = self.bare(step, single, eye)?;
        let options = Options { cell, dark };
        Some(svg::render_on(self.page_for(&scene, eye, &options), &scene, &options))
    }

    /// A moment between two steps, after a share of the time; `None` if nobody moves.
    pub(crate) fn moment(&mut self, leap: Leap, share: f64, dark: bool, cell: u32) -> Option<String> {
        let (from, to, single, eye) = leap;
        if self.leap.as_ref().is_none_or(|(known, ..)| *known != leap) {
            self.leap = Some((leap, self.bare(from, single, eye)?, self.bare(to, single, eye)?));
        }
        let (_, before, after) = self.leap.take()?;
        let options = Options { cell, dark };
        let page = self.page_for(&before, eye, &options);
        let drawn = svg::is_motion(&before, &after).then(|| svg::render_moment(page, &before, &after, share, &options));
        self.leap = Some((leap, before, after));
        drawn
    }

    fn page_for(&mut self, scene: &Scene, eye: Eye, options: &Options) -> Page {
        if self.page_of != (eye, options.cell) {
            (self.page, self.page_of) = (Page::default(), (eye, options.cell));
        }
        self.page = self.page.max(Page::of(scene, options));
        self.page
    }

    /// The board with its panel.
    pub(crate) fn picture(&mut self, step: usize, single: bool, eye: Eye, dark: bool, cell: u32) -> Option<String> {
        Some(svg::render(&self.scene(step, single, eye)?, &Options { cell, dark }))
    }

    /// The panel beside the board, as JSON.
    pub(crate) fn beside(&mut self, step: usize, single: bool, eye: Eye, dark: bool) -> Value {
        self.scene(step, single, eye).map_or(Value::Null, |scene| panel::rows(&scene.panel, dark))
    }

    /// How the cells of a board are numbered; null if the game shows no coordinates.
    pub(crate) fn axes(&mut self, step: usize, single: bool, eye: Eye) -> Value {
        self.scene(step, single, eye).map_or(Value::Null, |scene| axes(&scene))
    }

    /// The legend, as SVG.
    pub(crate) fn legend(&mut self, dark: bool) -> Option<String> {
        let keys = self.scene(0, true, Eye::Whole)?.legend;
        Some(svg::legend(keys, dark))
    }

    /// The hash of the state after a step.
    pub(crate) fn hash(&mut self, step: usize) -> Option<String> {
        self.at(step).map(|session| hex(session.hash()))
    }
}

/// The kinds of events of the last step, each once.
fn kinds(session: &dyn Session) -> Vec<String> {
    let events: Vec<Value> = serde_json::from_str(&session.events()).unwrap_or_default();
    let mut kinds: Vec<String> =
        events.iter().filter_map(|event| event.get("event")?.as_str().map(str::to_string)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
