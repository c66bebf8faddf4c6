//! One match of a game whose type is known.

use super::past::Past;
use super::seated::{Looking, Seated};
use super::{Complete, Eyes, Faulted, Player, Session, Span};
use crate::heap::*;
use crate::info::Information;
use crate::json::Value;
use crate::outcome::SideScore;
use crate::scene::{Offer, Row};
use crate::{ActionCode, Ending, Game, Info, Invalid, Outcome, Phase, Scene, Seat, SeatSet};
use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::any::Any;

/// A match of a typed game.
pub struct TypedSession<G: Game> {
    world: Arc<G::World>,
    origin: G::State,
    state: G::State,
    last: Vec<(Seat, G::Action)>,
    /// The events since the previous frame; those of the last step begin at index `news`.
    events: Vec<G::Event>,
    news: usize,
    past: Past<G>,
    steps: u64,
    /// The names of the players, by seat; empty where none is known.
    players: Arc<[String]>,
}

impl<G: Game> Clone for TypedSession<G> {
    fn clone(&self) -> Self {
        Self {
            world: self.world.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            last: self.last.clone(),
            events: self.events.clone(),
            news: self.news,
            past: self.past.clone(),
            steps: self.steps,
            players: self.players.clone(),
        }
    }
}

impl<G: Game> TypedSession<G> {
    /// A match at its beginning.
    #[must_use]
    pub fn new(world: Arc<G::World>, state: G::State) -> Self {
        let (origin, past, last, events) = (state.clone(), Past::new(state.clone()), Vec::new(), Vec::new());
        Self { world, origin, state, last, events, news: 0, past, steps: 0, players: Arc::default() }
    }

    /// The world of this match, for callers that know which game it is.
    #[must_use]
    pub fn world(&self) -> &G::World {
        &self.world
    }

    /// The current state, for callers that know which game it is.
    #[must_use]
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// The events of the last step, for callers that know which game it is.
    #[must_use]
    pub fn news(&self) -> &[G::Event] {
        &self.events[self.news..]
    }

    /// The state before the last step.
    pub(super) fn before(&self) -> Cow<'_, G::State> {
        self.past.before(&self.world)
    }

    pub(super) fn start_of(&self, seat: Seat) -> G::Start {
        G::start(&self.world, &self.origin, seat)
    }

    pub(super) fn view_of(&self, seat: Seat) -> G::View {
        G::view(&self.world, &self.state, &self.last, seat)
    }

    /// The choices of the last step.
    pub(super) fn last(&self) -> &[(Seat, G::Action)] {
        &self.last
    }
}

impl<G: Complete> TypedSession<G> {
    /// Plays the step with the choices in `last`.
    fn advance(&mut self) {
        let frame = self.frame();
        self.news = self.events.len();
        self.past.note(&self.state, &self.last);
        self.steps += 1;
        G::step(&self.world, &mut self.state, &self.last, |event| self.events.push(event));
        if self.frame() != frame {
            self.events.drain(..self.news);
            self.news = 0;
        }
    }

    /// Completes a scene: the title of the game, a byline (what the game is about or whose view this is), the players,
    /// the legend and the result.
    fn named(&self, mut scene: Scene, eye: Option<Seat>) -> Scene {
        let byline = match eye {
            Some(seat) => format!("What {} sees.", G::seat_name(&self.world, seat)),
            None => G::INFO.about.to_string(),
        };
        for row in &mut scene.panel {
            if let Row::Bar(bar) = row {
                bar.player = self.player_of(bar.seats).to_string();
            }
        }
        if let (Some(outcome), Some(ending)) = (self.outcome(), self.ending()) {
            crate::scene::close(&mut scene.panel, &outcome, &ending);
        }
        Scene { title: G::INFO.title, byline, legend: G::LEGEND, ..scene }
    }

    /// The lines of a step; after the last step, also a line that says who won and why.
    fn with_ending(&self, mut lines: Vec<String>) -> Vec<String> {
        if !lines.is_empty() {
            lines.extend(self.ending().map(|ending| ending.to_string()));
        }
        lines
    }

    /// The player of all those of these seats that took part; empty if they have several players, or none is known.
    fn player_of(&self, seats: SeatSet) -> &str {
        let mut there = seats.iter().filter(|&seat| self.took_part(seat)).map(|seat| self.player_name(seat));
        let first = there.next().unwrap_or_default();
        if there.all(|player| player == first) { first } else { "" }
    }
}

impl<G: Complete> Session for TypedSession<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> Info {
        G::INFO
    }

    fn seats(&self) -> usize {
        G::seats(&self.world)
    }

    fn role(&self, seat: Seat) -> usize {
        G::role(&self.world, seat)
    }

    fn side(&self, seat: Seat) -> usize {
        G::INFO.side(self.role(seat))
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(&self.world, seat)
    }

    fn player_name(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("", String::as_str)
    }

    fn name_players(&mut self, players: &[String]) {
        self.players = players.into();
    }

    fn took_part(&self, seat: Seat) -> bool {
        G::took_part(&self.world, &self.state, seat)
    }

    fn phase(&self) -> Phase {
        G::phase(&self.world, &self.state)
    }

    fn first_to_arrive(&self) -> Seat {
        G::first_to_arrive(&self.world, &self.state)
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn hash(&self) -> u64 {
        G::hash_of(&self.world, &self.state)
    }

    fn digest(&self) -> u64 {
        G::digest(&self.world)
    }

    fn legal(&self, seat: Seat) -> Vec<u64> {
        let mut codes = Vec::new();
        G::legal(&self.world, &self.state, seat, &mut |action| codes.push(action.code()));
        codes
    }

    fn allows(&self, seat: Seat, code: u64) -> bool {
        G::Action::from_code(code).is_some_and(|action| G::allows(&self.world, &self.state, seat, action))
    }

    fn step(&mut self, choices: &[(Seat, u64)]) {
        if self.phase().is_over() {
            self.news = self.events.len();
            return;
        }
        self.last.clear();
        self.last.extend(choices.iter().filter_map(|&(seat, code)| Some((seat, G::Action::from_code(code)?))));
        self.advance();
    }

    fn roll(&mut self, players: &mut [Option<Box<dyn Player>>], most: u64, fault: Faulted<'_>) -> bool {
        let bots = players.iter_mut().map(|player| player.as_mut()?.as_bot()?.downcast_mut::<Seated<G>>());
        let Some(mut bots) = bots.collect::<Option<Vec<_>>>().filter(|bots| bots.len() >= self.seats()) else {
            return false;
        };
        let mut choices = Vec::with_capacity(bots.len());
        for _ in 0..most {
            let phase = self.phase();
            if phase.is_over() {
                break;
            }
            for seat in phase.seats().iter_from(self.first_to_arrive()) {
                let choice = bots[seat.index()].ask_for(&self.world, &self.state, &self.last, seat);
                match choice.filter(|&action| G::allows(&self.world, &self.state, seat, action)) {
                    Some(action) => choices.push((seat, action)),
                    None => fault(self, seat, choice.map(ActionCode::code)),
                }
            }
            core::mem::swap(&mut self.last, &mut choices);
            choices.clear();
            self.advance();
        }
        true
    }

    fn chosen(&self) -> Vec<(Seat, u64)> {
        self.last.iter().map(|&(seat, action)| (seat, action.code())).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.world, &self.state)
    }

    fn side_score(&self, side: usize) -> Option<SideScore> {
        G::side_score(&self.world, &self.state, side)
    }

    fn decides_pairs(&self) -> Option<usize> {
        G::DECIDES_PAIRS
    }

    fn ranked_by_score(&self) -> bool {
        G::RANKED_BY_SCORE
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let why = G::why(&self.world, &self.state, &outcome);
        Some(Ending::of(self, &outcome, why))
    }

    fn check(&self) -> Result<(), String> {
        G::check(&self.world, &self.state)
    }

    fn state(&self) -> String {
        text(&G::write_state(&self.world, &self.state))
    }

    fn events(&self) -> String {
        text(&&self.events[self.news..])
    }

    fn tell(&self) -> Vec<String> {
        self.with_ending(G::tell_all(&self.world, &self.before(), &self.events[self.news..]))
    }

    fn log(&self) -> Vec<String> {
        self.with_ending(G::log(&self.world, &self.before(), &self.events[self.news..]))
    }

    fn highlights(&self) -> Vec<String> {
        let news = self.events[self.news..].iter();
        let matters = news.filter(|event| !G::is_routine(event)).map(|event| G::tell(&self.world, event));
        self.with_ending(matters.collect())
    }

    fn start(&self, seat: Seat) -> String {
        text(&self.start_of(seat))
    }

    fn view(&self, seat: Seat) -> String {
        text(&self.view_of(seat))
    }

    fn see_alike(&self, one: Seat, other: Seat) -> bool {
        self.info().information == Information::Perfect && self.view_of(one) == self.view_of(other)
    }

    fn action(&self, code: u64) -> Value {
        G::Action::from_code(code).map_or(Value::Null, G::write_action)
    }

    fn read_action(&self, value: &Value) -> Result<u64, Invalid> {
        G::read_action(&self.world, value).map(ActionCode::code)
    }

    fn heading(&self) -> Option<String> {
        (self.steps > 0).then(|| G::heading(&self.world, &self.before())).flatten()
    }

    fn frame(&self) -> u64 {
        G::frame(&self.world, &self.state, self.steps)
    }

    fn pace(&self) -> f64 {
        G::PACE
    }

    fn scene(&self, span: Span, eye: Option<Seat>) -> Scene {
        let events = match span {
            Span::Step => &self.events[self.news..],
            Span::Frame => &self.events,
        };
        let scene = match eye {
            Some(seat) => G::scene_for(&self.world, &self.state, events, seat),
            None => G::scene(&self.world, &self.state, events),
        };
        self.named(scene, eye)
    }

    fn known(&self, seat: Seat) -> Scene {
        let byline = format!("What {} knows.", G::seat_name(&self.world, seat));
        Scene { byline, ..self.named(G::scene_of(&self.start_of(seat), &self.view_of(seat), seat), Some(seat)) }
    }

    fn offers(&self, seat: Seat) -> Vec<(u64, Offer)> {
        let (start, view) = (self.start_of(seat), self.view_of(seat));
        let mut offers = Vec::new();
        G::legal(&self.world, &self.state, seat, &mut |action| {
            offers.push((action.code(), G::offer(&start, &view, seat, action)));
        });
        offers
    }

    fn eyes(&self, seat: Seat) -> Box<dyn Eyes> {
        let (start, view, news) = (self.start_of(seat), self.view_of(seat), Vec::new());
        let mut recall = G::Recall::default();
        G::remember(&mut recall, &view);
        Box::new(Looking::<G> { seat, start, view, recall, news })
    }

    fn drawing(&self, eye: Option<Seat>) -> String {
        match eye {
            Some(seat) => G::drawing_for(&self.world, &self.state, seat),
            None => G::drawing(&self.world, &self.state),
        }
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

/// The JSON text of a value. Documents of a game have only string keys and finite numbers, so this cannot fail.
fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_string())
}
