//! Worlds that fit what a seat knows.
//!
//! A hunter's seat sees its whole level. A player has seen some tiles of it: for these the generator (R44) is run backwards.
//! Of all boxes that a room can have in its slot, one is drawn among those that agree with the tiles seen; the same with the
//! doors of each hallway, and with key and exit. What comes out is a level that the generator could have drawn and in which
//! every seen tile is as it was seen. Levels other than the present one are drawn afresh.

use crate::actor::ActorKind;
use crate::chart::Chart;
use crate::generate::Plan;
use crate::ground::TileKind;
use crate::level::{Bounds, Hallway, Layout, Level, Object, ObjectKind, Point, Room};
use crate::settings::Settings;
use crate::view::{PlayerView, Start, View};
use crate::world::World;
use alloc::sync::Arc;
use gridhaunt_kernel::prelude::*;

/// How often a level is drawn before it is given up: what rooms agree with may fit no hallways.
const TRIES: usize = 64;

/// A world in which this seat may be; none if no level of the plan fits what was seen.
pub(crate) fn world(start: &Start, history: &[View], view: &View, random: &mut Random) -> Option<World> {
    let (level, levels, chart) = match view {
        View::AdversaryView(view) => (view.level, view.levels, view.state.level.clone()),
        View::PlayerView(view) => {
            let seen = Seen::new(&start.settings.generate, history, view)?;
            let chart = (0..TRIES).find_map(|_| seen.draw(random))?;
            (view.level, view.levels, Arc::new(chart))
        }
    };
    let fresh = Random::new(random.next_u64());
    let charts: Vec<Arc<Chart>> = (1..=levels)
        .map(|number| if number == level { chart.clone() } else { other(&start.settings, number, &chart, random) })
        .collect();
    (1..=levels).contains(&level).then(|| World::of(start.settings.clone(), charts, fresh))
}

/// A level of which nothing is known; the present one again if the plan's is too small for its actors.
fn other(settings: &Settings, number: u8, present: &Arc<Chart>, random: &mut Random) -> Arc<Chart> {
    let drawn = Chart::loose(settings.generate.draw(random)).ok();
    let large_enough = drawn.filter(|chart| chart.holds(settings.actors(number)).is_ok());
    large_enough.map_or_else(|| present.clone(), Arc::new)
}

/// What a player has seen of its level: codes of tiles, objects, and floor that zombies stood on.
struct Seen<'a> {
    plan: &'a Plan,
    rows: i64,
    columns: i64,
    /// Codes of all tiles row by row (R25); [`UNSEEN`] for those that were not in sight.
    codes: Vec<u8>,
    /// How many tiles with each code lie above and to the left of a corner.
    sums: Vec<[u32; 3]>,
    /// The boxes that each room can have.
    boxes: Vec<Vec<(u64, Span)>>,
    key: Option<Point>,
    exit: Option<Point>,
    locked: bool,
    zombies: Vec<Point>,
}

const UNSEEN: u8 = u8::MAX;

/// A rectangle: its rows and columns, ends excluded.
#[derive(Clone, Copy)]
struct Span {
    top: i64,
    left: i64,
    bottom: i64,
    right: i64,
}

impl Span {
    /// The rectangle without its edge.
    const fn inside(self) -> Self {
        Self { top: self.top + 1, left: self.left + 1, bottom: self.bottom - 1, right: self.right - 1 }
    }
}

impl<'a> Seen<'a> {
    /// Collects the views of the present level; none if no level of the plan can look like that.
    fn new(plan: &'a Plan, history: &[View], view: &PlayerView) -> Option<Self> {
        let (rows, columns) = plan.size();
        let mut seen = Self {
            plan,
            rows: rows as i64,
            columns: columns as i64,
            codes: vec![UNSEEN; rows * columns],
            sums: Vec::new(),
            boxes: Vec::new(),
            key: None,
            exit: None,
            locked: view.exit_locked,
            zombies: Vec::new(),
        };
        let earlier = history.iter().filter_map(|view| match view {
            View::PlayerView(view) => Some(view),
            View::AdversaryView(_) => None,
        });
        for view in earlier.filter(|earlier| earlier.level == view.level).chain([view]) {
            seen.look(view)?;
        }
        seen.count();
        seen.boxes = (0..plan.rooms).map(|room| seen.boxes_of(room)).collect();
        seen.boxes.iter().all(|boxes| !boxes.is_empty()).then_some(seen)
    }

    fn look(&mut self, view: &PlayerView) -> Option<()> {
        let sight = &view.sight;
        let Some(middle) = sight.position else { return Some(()) };
        let (reach, side) = (sight.reach(), sight.layout.side());
        for (index, &code) in sight.layout.codes().iter().enumerate() {
            let (row, column) = ((index / side) as i64, (index % side) as i64);
            match self.index(Point::new(middle.row - reach + row, middle.column - reach + column)) {
                Some(index) => self.codes[index] = code,
                None if code == 0 => {}
                None => return None,
            }
        }
        for object in &sight.objects {
            match object.kind {
                ObjectKind::Key => self.key = Some(object.position),
                ObjectKind::Exit => self.exit = Some(object.position),
            }
        }
        let zombies = sight.actors.iter().filter(|actor| actor.kind == ActorKind::Zombie);
        self.zombies.extend(zombies.map(|zombie| zombie.position));
        Some(())
    }

    fn index(&self, at: Point) -> Option<usize> {
        let inside = (0..self.rows).contains(&at.row) && (0..self.columns).contains(&at.column);
        inside.then_some((at.row * self.columns + at.column) as usize)
    }

    fn code(&self, at: Point) -> u8 {
        self.index(at).map_or(0, |index| self.codes[index])
    }

    /// Sums the codes, so that those of any rectangle are known at once.
    fn count(&mut self) {
        let width = self.columns as usize + 1;
        self.sums = vec![[0; 3]; width * (self.rows as usize + 1)];
        for (index, &code) in self.codes.iter().enumerate() {
            let (row, column) = (index / self.columns as usize, index % self.columns as usize);
            let at = (row + 1) * width + column + 1;
            let mut sum: [u32; 3] = core::array::from_fn(|i| {
                self.sums[at - 1][i] + self.sums[at - width][i] - self.sums[at - width - 1][i]
            });
            if let Some(count) = sum.get_mut(usize::from(code)) {
                *count += 1;
            }
            self.sums[at] = sum;
        }
    }

    /// How many tiles with this code were seen in a rectangle.
    fn seen(&self, code: usize, span: Span) -> u32 {
        let width = self.columns + 1;
        let sum = |row: i64, column: i64| self.sums[(row * width + column) as usize][code];
        let all = sum(span.bottom, span.right) + sum(span.top, span.left);
        all - sum(span.top, span.right) - sum(span.bottom, span.left)
    }

    /// Draws a level that fits; none if this draw came to nothing.
    fn draw(&self, random: &mut Random) -> Option<Chart> {
        let drawn = self.boxes.iter().map(|boxes| Self::draw_room(boxes, random));
        let mut rooms = drawn.collect::<Option<Vec<Room>>>()?;
        let mut hallways = Vec::new();
        let across = self.plan.across();
        for i in 0..self.plan.rooms {
            if i % across > 0 {
                self.join(&mut rooms, [i - 1, i], Way::Sideways, true, &mut hallways, random)?;
            }
            if i >= across {
                let always = i % across == 0;
                self.join(&mut rooms, [i - across, i], Way::Down, always, &mut hallways, random)?;
            }
        }
        let objects = self.draw_objects(&rooms, random)?;
        let chart = Chart::loose(Level { rooms: rooms.into(), hallways: hallways.into(), objects }).ok()?;
        let is_as_seen = |index: usize| {
            let at = Point::new(index as i64 / self.columns, index as i64 % self.columns);
            self.codes[index] == UNSEEN || self.codes[index] == chart.kind_at(at).code()
        };
        let fits = (0..self.codes.len()).all(is_as_seen)
            && self.zombies.iter().all(|&at| chart.kind_at(at) == TileKind::Floor);
        fits.then_some(chart)
    }

    /// All boxes of a room that agree with what was seen in its slot, each with how likely the generator draws it.
    fn boxes_of(&self, room: u8) -> Vec<(u64, Span)> {
        let slot = self.plan.slot(room);
        let of = |(rows, columns): (u8, u8)| (i64::from(rows), i64::from(columns));
        let ((least_rows, least_columns), (rows, columns)) = (of(self.plan.min), of(self.plan.max));
        let whole = Span { top: slot.row, left: slot.column, bottom: slot.row + rows, right: slot.column + columns };
        let doors = self.seen(2, whole);
        let fits = |span: Span| {
            let inside = span.inside();
            self.seen(0, inside) + self.seen(2, inside) == 0
                && self.seen(1, span) == self.seen(1, inside)
                && self.seen(2, span) == doors
        };
        let mut boxes = Vec::new();
        for height in least_rows..=rows {
            for width in least_columns..=columns {
                // A size is as likely as any other, and so is an offset of that size.
                let weight = (1 << 20) / ((rows - height + 1) * (columns - width + 1)) as u64;
                for top in whole.top..=whole.bottom - height {
                    let spans = (whole.left..=whole.right - width).map(|left| Span {
                        top,
                        left,
                        bottom: top + height,
                        right: left + width,
                    });
                    boxes.extend(spans.filter(|&span| fits(span)).map(|span| (weight, span)));
                }
            }
        }
        boxes
    }

    /// Draws one of the boxes of a room.
    fn draw_room(boxes: &[(u64, Span)], random: &mut Random) -> Option<Room> {
        let total = boxes.iter().map(|(weight, _)| weight).sum::<u64>();
        let mut left = if total > 0 { random.below(total) } else { return None };
        let (_, span) = boxes.iter().find(|(weight, _)| {
            let is_here = left < *weight;
            left = left.saturating_sub(*weight);
            is_here
        })?;
        let bounds = Bounds { rows: span.bottom - span.top, columns: span.right - span.left };
        Some(Room { origin: Point::new(span.top, span.left), bounds, layout: Layout::walled(bounds) })
    }

    /// Draws the hallway between two rooms among those that agree with what was seen; none if there must be one and none
    /// fits.
    fn join(
        &self,
        rooms: &mut [Room],
        pair: [u8; 2],
        way: Way,
        always: bool,
        hallways: &mut Vec<Hallway>,
        random: &mut Random,
    ) -> Option<()> {
        let [first, second] = pair.map(usize::from);
        let turn = self.plan.slot(pair[1]);
        let (from_edge, to_edge) = (way.doors(&rooms[first], true), way.doors(&rooms[second], false));
        let seen_door = |edge: &[Point]| edge.iter().copied().find(|&at| self.code(at) == 2);
        let doors = [seen_door(&from_edge), seen_door(&to_edge)];
        let may_be = |at: Point, seen: Option<Point>| seen.map_or(self.code(at) == UNSEEN, |door| door == at);
        let (mut chosen, mut most, mut equals) = (None, 0, 0);
        for &from in from_edge.iter().filter(|&&at| may_be(at, doors[0])) {
            for &to in to_edge.iter().filter(|&&at| may_be(at, doors[1])) {
                let hallway = way.hallway(from, to, turn);
                let Some(met) = self.met(&hallway) else { continue };
                if met > most || chosen.is_none() {
                    (most, equals, chosen) = (met, 0, None);
                }
                if met == most {
                    equals += 1;
                    if random.below(equals) == 0 || chosen.is_none() {
                        chosen = Some(hallway);
                    }
                }
            }
        }
        let is_seen = most > 0 || doors.iter().any(Option::is_some);
        let Some(hallway) = chosen else { return (!always && !is_seen).then_some(()) };
        if always || is_seen || random.below(100) < self.plan.loops.into() {
            rooms[first].open_door(hallway.from);
            rooms[second].open_door(hallway.to);
            hallways.push(hallway);
        }
        Some(())
    }

    /// How many of a hallway's tiles were seen; none if one of them was seen to be something else.
    fn met(&self, hallway: &Hallway) -> Option<u32> {
        let mut met = 0;
        for (from, to) in hallway.segments() {
            let (rows, columns) = ((to.row - from.row).signum(), (to.column - from.column).signum());
            let mut at = from;
            loop {
                if at != hallway.from && at != hallway.to {
                    match self.code(at) {
                        1 => met += 1,
                        UNSEEN => {}
                        _ => return None,
                    }
                }
                if at == to {
                    break;
                }
                at = Point::new(at.row + rows, at.column + columns);
            }
        }
        Some(met)
    }

    /// Key and exit, in two rooms: where they were seen, otherwise on floor where they were not.
    fn draw_objects(&self, rooms: &[Room], random: &mut Random) -> Option<Vec<Object>> {
        let holder = |at: Point| rooms.iter().position(|room| room.code(at) == Some(1));
        let draw = |seen: Option<Point>, hides: bool, not_in: Option<usize>, random: &mut Random| {
            if let Some(at) = seen {
                return holder(at).map(|room| (room, at));
            }
            let (mut chosen, mut count) = (None, 0);
            for (number, room) in rooms.iter().enumerate().filter(|&(number, _)| Some(number) != not_in) {
                let (mut place, mut places) = (None, 0);
                for at in (0..room.floors()).map(|index| room.floor(index)) {
                    if !hides || self.code(at) == UNSEEN {
                        places += 1;
                        place = if random.below(places) == 0 { Some(at) } else { place };
                    }
                }
                if let Some(at) = place {
                    count += 1;
                    chosen = if random.below(count) == 0 { Some((number, at)) } else { chosen };
                }
            }
            chosen
        };
        let exit_room = self.exit.and_then(holder);
        let (key_room, key) = draw(self.key, self.locked, exit_room, random)?;
        let (_, exit) = draw(self.exit, true, Some(key_room), random)?;
        let object = |kind, position| Object { kind, position };
        Some(vec![object(ObjectKind::Key, key), object(ObjectKind::Exit, exit)])
    }
}

/// The two kinds of hallways (R44.2).
#[derive(Clone, Copy)]
enum Way {
    Sideways,
    Down,
}

impl Way {
    /// Where a room can have a door for it.
    fn doors(self, room: &Room, is_first: bool) -> Vec<Point> {
        let (Point { row, column }, Bounds { rows, columns }) = (room.origin, room.bounds);
        match self {
            Self::Sideways => {
                let edge = if is_first { column + columns - 1 } else { column };
                (row + 1..row + rows - 1).map(|row| Point::new(row, edge)).collect()
            }
            Self::Down => {
                let edge = if is_first { row + rows - 1 } else { row };
                (column + 1..column + columns - 1).map(|column| Point::new(edge, column)).collect()
            }
        }
    }

    /// The hallway between two doors; it turns two tiles before the slot of the second room.
    fn hallway(self, from: Point, to: Point, slot: Point) -> Hallway {
        let turn = |door: Point| match self {
            Self::Sideways => Point::new(door.row, slot.column - 2),
            Self::Down => Point::new(slot.row - 2, door.column),
        };
        Hallway { from, to, waypoints: vec![turn(from), turn(to)] }
    }
}
