//! Matches for the tests: from settings, and from boards drawn by hand.

use crate::action::Action;
use crate::event::Event;
use crate::field::{OVERGROWN, THINGS};
use crate::game::Complete;
use crate::ground::SEATS;
use crate::power::{Held, PowerKind, Thing};
use crate::rows::Rows;
use crate::rules;
use crate::sets::RuleSet;
use crate::state::State;
use crate::weeds::Weed;
use crate::wire::tell;
use crate::{Ground, Settings, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;

pub(super) fn settings(document: &Value) -> Settings {
    Settings::read(document).unwrap_or_else(|error| panic!("{error} in {document}"))
}

/// The settings with these rules.
pub(super) fn under<R: RuleSet>(document: &Value) -> Value {
    let mut document = document.clone();
    document["rules"] = R::NAME.into();
    document
}

pub(super) fn game<R: Complete>(document: &Value, seed: u64) -> (World, State<R>) {
    let settings = settings(&under::<R>(document));
    Sproutopia::<R>::new(&settings, seed).unwrap_or_else(|error| panic!("{error} in {document}"))
}

pub(super) fn step<R: RuleSet>(ground: &Ground, state: &mut State<R>, choices: &[(Seat, Action)]) -> Vec<Event> {
    let mut events = Vec::new();
    rules::step(ground, state, choices, |event| events.push(event));
    events
}

pub(super) const fn cell(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

/// Moves the start cells, and the homes with them.
pub(super) fn rehome(ground: &mut Ground, starts: [Cell; SEATS]) {
    ground.starts = starts;
    let home = |start: Cell| -> Rows {
        let rows = start.y - 1..=start.y + 1;
        rows.flat_map(|y| (start.x - 1..=start.x + 1).map(move |x| Cell { x, y })).collect()
    };
    let players = ground.players();
    ground.homes = core::array::from_fn(|i| if i < players { home(starts[i]) } else { Rows::NONE });
    for i in 0..SEATS {
        let others = (0..SEATS).filter(|&j| j != i);
        ground.foreign[i] = others.flat_map(|j| ground.homes[j].iter().collect::<Vec<_>>()).collect();
    }
}

/// The seat of a letter, and the rest of the word.
fn seat_of(word: &str) -> (usize, &str) {
    ((word.as_bytes()[0].to_ascii_uppercase() - b'A').into(), &word[1..])
}

pub(super) fn direction(letter: char) -> Action {
    let place = "-UDLRS".find(letter).unwrap_or_else(|| panic!("{letter} is no direction"));
    Action::ALL[place]
}

fn pair(text: &str) -> (u32, u32) {
    let (a, b) = text.split_once([',', ':']).unwrap_or_else(|| panic!("{text:?} is no pair"));
    (a.parse().expect("a number"), b.parse().expect("a number"))
}

/// A board drawn by hand: `A` to `D` land, `#` weed, `1` to `5` things.
///
/// Homes lie at the lower edge, out of the picture, unless they are moved.
pub(super) struct Table<R: RuleSet> {
    pub(super) ground: Ground,
    pub(super) state: State<R>,
    pub(super) corner: Cell,
    size: (u16, u16),
}

/// The commands of a tick: `AR,BL` is Right for seat 0, then Left for seat 1.
pub(super) fn spoken(tick: &str) -> Vec<(Seat, Action)> {
    let words = tick.split(',').filter(|word| *word != "-");
    let command = |word: &str| {
        let (seat, way) = seat_of(word);
        (Seat(seat as u8), direction(way.chars().next().expect("a direction")))
    };
    words.map(command).collect()
}

impl<R: Complete> Table<R> {
    /// `picture` with its upper left corner on `corner`.
    pub(super) fn drawn(picture: &str, players: u8, corner: Cell) -> Self {
        let document = json!({
            "players": players, "cols": 24, "rows": 16, "weeds_max_amount": 0, "power_ups_max_amount": 0,
            "player_queue_size": 3, "player_window_size": 4,
        });
        let (World { mut ground, .. }, _) = game::<R>(&document, 0);
        rehome(&mut ground, [cell(2, 14), cell(8, 14), cell(14, 14), cell(20, 14)]);
        // A picture contains more than can appear in a match.
        (ground.code.weeds.most, ground.code.power_ups.most) = (0, 0);
        let state = State::new(&ground, 7);
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let mut table =
            Self { ground, state, corner, size: (rows.first().map_or(0, |row| row.len()) as u16, rows.len() as u16) };
        table.draw(&rows);
        table
    }

    fn draw(&mut self, rows: &[&str]) {
        let mut weeds: Vec<Cell> = Vec::new();
        for (y, row) in (self.corner.y..).zip(rows) {
            for (x, sign) in (self.corner.x..).zip(row.chars()) {
                let at = Cell { x, y };
                for i in 0..SEATS {
                    self.state.field.remove(i, at);
                    if sign == (b'A' + i as u8) as char {
                        self.state.field.insert(i, at);
                    }
                }
                match sign {
                    '#' => weeds.push(at),
                    '1'..='5' => self.lay(at, PowerKind::from_u8(sign as u8 - b'0').expect("a kind")),
                    '.' | 'A'..='D' => {}
                    _ => panic!("{sign} is no sign of a board"),
                }
            }
        }
        if let Some((&first, rest)) = weeds.split_first() {
            let mut weed = Weed::new(first, PowerKind::Fertilizer, 1000);
            rest.iter().for_each(|&cell| weed.push(cell));
            self.state.plant(weed);
            self.state.field.put(OVERGROWN, &weeds.into_iter().collect());
        }
        self.count();
    }

    /// Recomputes the running counts after a manual change.
    pub(super) fn count(&mut self) {
        for (i, farmer) in self.state.farmers.iter_mut().enumerate() {
            farmer.cells = self.state.field.cells(i).len() as u16;
        }
    }

    /// Sets the start of a seat, by its place in the picture.
    pub(super) fn home(mut self, seat: usize, x: u16, y: u16) -> Self {
        let mut starts = self.ground.starts;
        for cell in self.ground.homes[seat].iter().collect::<Vec<_>>() {
            self.state.field.remove(seat, cell);
        }
        starts[seat] = self.at(x, y);
        rehome(&mut self.ground, starts);
        self.count();
        self
    }

    /// Puts a power-up on the board.
    pub(super) fn lay(&mut self, at: Cell, kind: PowerKind) {
        let thing = Thing { at, kind };
        if kind.is_super() {
            self.state.supers.insert(thing);
        } else {
            self.state.power_ups.insert(thing);
        }
        self.state.field.insert(THINGS, at);
    }

    /// A cell of the picture on the board.
    pub(super) fn at(&self, x: u16, y: u16) -> Cell {
        Cell { x: self.corner.x + x, y: self.corner.y + y }
    }

    /// Places farmers: `A3,2` the cell, `A>R` the momentum, `A+2:5` a power-up with its ticks left, `A^4,2` the middle
    /// of its home, `A=4,2` land under an item.
    pub(super) fn place(mut self, farmers: &str) -> Self {
        for word in farmers.split_whitespace() {
            let (i, rest) = seat_of(word);
            let (corner, farmer) = (self.corner, &mut self.state.farmers[i]);
            match rest.as_bytes()[0] {
                b'>' => {
                    farmer.momentum = direction(rest.chars().nth(1).expect("a direction"));
                    farmer.repeat = crate::queue::Command::new(farmer.repeat.stamp(), farmer.momentum);
                }
                b'=' => {
                    let (x, y) = pair(&rest[1..]);
                    self.state.field.insert(i, self.at(x as u16, y as u16));
                    self.count();
                }
                b'^' => {
                    let (x, y) = pair(&rest[1..]);
                    self = self.home(i, x as u16, y as u16);
                }
                b'+' => {
                    let (kind, left) = pair(&rest[1..]);
                    let kind = PowerKind::from_u8(kind as u8).expect("a kind");
                    let held = Some(Held { kind, left });
                    if kind.is_super() {
                        farmer.super_power = held;
                    } else {
                        farmer.power = held;
                    }
                }
                _ => {
                    let (x, y) = pair(rest);
                    farmer.at = Cell { x: corner.x + x as u16, y: corner.y + y as u16 };
                }
            }
        }
        self
    }

    /// Plays ticks, one for each word; returns the events. `!A2,0` is not a tick: A loses a cell of its land; neither
    /// is `@A2,0`: A stands there, as if sent back.
    pub(super) fn play(&mut self, ticks: &str) -> Vec<Event> {
        let mut events = Vec::new();
        for tick in ticks.split_whitespace() {
            if let Some(lost) = tick.strip_prefix('!') {
                let (i, (x, y)) = (seat_of(lost).0, pair(&lost[1..]));
                self.state.field.remove(i, self.at(x as u16, y as u16));
                self.count();
            } else if let Some(word) = tick.strip_prefix('@') {
                let (i, (x, y)) = (seat_of(word).0, pair(&word[1..]));
                self.state.farmers[i].at = self.at(x as u16, y as u16);
            } else {
                events.extend(step(&self.ground, &mut self.state, &spoken(tick)));
            }
        }
        events
    }

    /// The current picture: in the notation of the drawing, and trails in small letters.
    pub(super) fn picture(&self) -> String {
        let sign = |at: Cell| {
            let state = &self.state;
            let trail = (0..SEATS).find(|&i| state.trail(i).set().contains(at));
            let thing = state.thing_at(at, true).or(state.thing_at(at, false));
            match (state.field.contains(OVERGROWN, at), thing, trail, state.owner(at)) {
                (true, ..) => '#',
                (_, Some((_, kind)), ..) => char::from(b'0' + kind as u8),
                (_, _, Some(i), _) => (b'a' + i as u8) as char,
                (_, _, _, Some(seat)) => (b'A' + seat.0) as char,
                _ => '.',
            }
        };
        let row = |y: u16| -> String { (0..self.size.0).map(|x| sign(self.at(x, y))).collect() };
        (0..self.size.1).map(row).collect::<Vec<_>>().join(" ")
    }

    /// The current farmers: place in the picture, momentum, power-ups and points; then cells with two owners.
    pub(super) fn farmers(&self) -> String {
        let one = |i: usize| {
            let (farmer, corner) = (&self.state.farmers[i], self.corner);
            let letter = (b'A' + i as u8) as char;
            if self.state.is_away(i) {
                return format!("{letter} away");
            }
            let at = if farmer.at == self.ground.starts[i] {
                "home".to_string()
            } else {
                format!("{},{}", farmer.at.x.wrapping_sub(corner.x), farmer.at.y.wrapping_sub(corner.y))
            };
            let way = "-UDLRS".chars().nth(farmer.momentum as usize).expect("a direction");
            let held = [farmer.power, farmer.super_power].into_iter().flatten();
            let held: String = held.map(|held| format!(" +{}:{}", held.kind as u8, held.left)).collect();
            let points = self.state.points[i];
            let points = if points > 0 { format!(" *{points}") } else { String::new() };
            format!("{letter} {at} {way}{held}{points}")
        };
        let mut text = (0..self.ground.players()).map(one).collect::<Vec<_>>().join(", ");
        let all = [0, 1, 2, 3].map(|i| self.state.field.cells(i));
        let lands = || all.iter().flat_map(Rows::iter);
        let shared: Rows = lands().filter(|&at| all.iter().filter(|land| land.contains(at)).count() > 1).collect();
        if !shared.is_empty() {
            text += " and shared:";
            for at in shared.iter() {
                text += &format!(" {},{}", at.x.wrapping_sub(self.corner.x), at.y.wrapping_sub(self.corner.y));
            }
        }
        text
    }
}

/// The lines for people about these events, without steps and starts of trails.
pub(super) fn told(events: &[Event]) -> Vec<String> {
    let quiet = |event: &&Event| {
        !matches!(event, Event::Moved { .. } | Event::TrailStarted { .. } | Event::LeaderChanged { .. })
    };
    events.iter().filter(quiet).map(tell).collect()
}
