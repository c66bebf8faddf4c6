//! Reads a board drawn as text (R69): the opposite of [`crate::drawing`].
//!
//! A drawing does not show what lies under an actor or an object, nor which room a wall belongs to. So rooms must be
//! boxes that do not touch. An actor or object inside a box is on floor, on its edge in a door, and outside all boxes
//! in a hallway.

use crate::actor::ActorKind;
use crate::chart::MOST;
use crate::level::{Bounds, Hallway, Level, Object, ObjectKind, Point, Room};
use crate::name::Name;
use crate::state::{ADVERSARIES, PLAYERS};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// What a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The rooms in reading order, the hallways, and key and exit.
    pub level: Level,
    /// The players by number.
    pub players: Vec<Point>,
    /// The zombies in reading order.
    pub zombies: Vec<Point>,
    /// The ghosts in reading order.
    pub ghosts: Vec<Point>,
    /// Whether the exit is locked.
    pub locked: bool,
}

/// The first character of a line that is not part of the drawing.
const REMARK: char = ';';

/// The most rooms that a drawing can have.
const MOST_ROOMS: usize = 1024;

const SIGNS: &str = "one of # . : + 1 2 3 4 Z G K E O or a blank";

impl Sketch {
    /// Reads a drawing; `source` is its name in errors, before line and column.
    pub fn read(source: &str, text: &str) -> Result<Self, Invalid> {
        let sheet = Sheet::read(source, text)?;
        let boxes = sheet.boxes()?;
        let mut sketch = sheet.people()?;
        sketch.level.rooms = boxes.iter().map(|place| sheet.room(place)).collect::<Result<_, _>>()?;
        sketch.level.hallways = sheet.hallways(&boxes)?.into();
        Ok(sketch)
    }

    /// The state that it shows (R46), for a game that starts from it (R50).
    #[must_use]
    pub fn state(&self) -> Value {
        let actor = |kind: ActorKind, (i, at): (usize, &Point)| json!({"type": kind.name(), "name": Name::numbered(kind.name(), i as u8 + 1).as_str(), "position": at});
        let of = |kind: ActorKind, places: &[Point]| -> Vec<Value> {
            places.iter().enumerate().map(|place| actor(kind, place)).collect()
        };
        let mut hunters = of(ActorKind::Zombie, &self.zombies);
        hunters.extend(of(ActorKind::Ghost, &self.ghosts));
        json!({"type": "state", "level": self.level.to_value(), "players": of(ActorKind::Player, &self.players),
            "adversaries": hunters, "exit-locked": self.locked})
    }
}

/// The signs of a drawing, and the line number of each row.
struct Sheet<'a> {
    source: &'a str,
    rows: Vec<(usize, Vec<char>)>,
    columns: usize,
}

/// The corners of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl Place {
    const fn holds(&self, row: usize, column: usize) -> bool {
        self.top <= row && row <= self.bottom && self.left <= column && column <= self.right
    }

    const fn meets(&self, other: &Self) -> bool {
        self.top <= other.bottom && other.top <= self.bottom && self.left <= other.right && other.left <= self.right
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    const fn has_on_edge(&self, row: usize, column: usize) -> bool {
        row == self.top || row == self.bottom || column == self.left || column == self.right
    }
}

/// Whether a sign is certainly a tile of a room.
const fn is_of_room(sign: char) -> bool {
    matches!(sign, '#' | '.' | '+')
}

/// Whether a sign hides its tile: an actor or an object.
const fn hides(sign: char) -> bool {
    matches!(sign, '1'..='4' | 'Z' | 'G' | 'K' | 'E' | 'O')
}

const fn point((row, column): (usize, usize)) -> Point {
    Point::new(row as i64, column as i64)
}

impl<'a> Sheet<'a> {
    fn read(source: &'a str, text: &str) -> Result<Self, Invalid> {
        let mut sheet = Self { source, rows: Vec::new(), columns: 0 };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with(REMARK)) {
            let signs: Vec<char> = line.trim_end_matches([' ', '\r']).chars().collect();
            sheet.columns = sheet.columns.max(signs.len());
            sheet.rows.push((number + 1, signs));
            if sheet.rows.len() as i64 > MOST || sheet.columns as i64 > MOST {
                let words = format!("more than {MOST} rows or columns");
                return Err(Invalid::new(format!("{source}:{}", number + 1), "more", "at most 256").says(words));
            }
        }
        for row in 0..sheet.rows.len() {
            for column in 0..sheet.rows[row].1.len() {
                let sign = sheet.rows[row].1[column];
                if !is_of_room(sign) && !hides(sign) && !matches!(sign, ' ' | ':') {
                    return Err(Invalid::new(sheet.location((row, column)), format!("{sign:?}"), SIGNS));
                }
            }
        }
        Ok(sheet)
    }

    /// Line and column of a tile in the text, both from 1.
    fn location(&self, (row, column): (usize, usize)) -> String {
        let line = self.rows.get(row).map_or(row, |(line, _)| *line);
        format!("{}:{line}:{}", self.source, column + 1)
    }

    fn wrong(&self, at: (usize, usize), expected: &str, words: String) -> Invalid {
        Invalid::new(self.location(at), format!("{:?}", self.sign(at)), expected).says(words)
    }

    /// The sign at a tile; blank outside the drawing.
    fn sign(&self, (row, column): (usize, usize)) -> char {
        self.rows.get(row).and_then(|(_, signs)| signs.get(column)).copied().unwrap_or(' ')
    }

    /// Every tile with its sign, in reading order.
    fn tiles(&self) -> impl Iterator<Item = ((usize, usize), char)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, (_, signs))| signs.iter().enumerate().map(move |(column, &sign)| ((row, column), sign)))
    }

    /// The tiles next to one that are in the drawing, N, W, E, S.
    fn around(&self, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.rows.len(), self.columns);
        let north = row.checked_sub(1).map(|row| (row, column));
        let west = column.checked_sub(1).map(|column| (row, column));
        let (east, south) = (Some((row, column + 1)), Some((row + 1, column)));
        let near = [north, west, east, south].into_iter().flatten();
        near.filter(move |&(row, column)| row < rows && column < columns)
    }

    /// The boxes of the rooms: connected tiles, joined where their boxes overlap.
    fn boxes(&self) -> Result<Vec<Place>, Invalid> {
        let mut seen = vec![false; self.rows.len() * self.columns];
        let mut boxes: Vec<Place> = Vec::new();
        for (start, _) in self.tiles().filter(|&(_, sign)| is_of_room(sign)) {
            if seen[start.0 * self.columns + start.1] {
                continue;
            }
            let mut place = Place { top: start.0, left: start.1, bottom: start.0, right: start.1 };
            let mut edge = vec![start];
            while let Some(at @ (row, column)) = edge.pop() {
                if is_of_room(self.sign(at)) && !core::mem::replace(&mut seen[row * self.columns + column], true) {
                    place = place.with(&Place { top: row, left: column, bottom: row, right: column });
                    edge.extend(self.around(at));
                }
            }
            // Actors in doors can cut the walls of a room into pieces.
            while let Some(i) = boxes.iter().position(|other| other.meets(&place)) {
                place = place.with(&boxes.swap_remove(i));
            }
            boxes.push(place);
            if boxes.len() > MOST_ROOMS {
                let words = format!("more than {MOST_ROOMS} rooms");
                return Err(
                    Invalid::new(self.location(start), "more", format!("at most {MOST_ROOMS} rooms")).says(words)
                );
            }
        }
        boxes.sort_unstable();
        Ok(boxes)
    }

    /// The room in a box.
    fn room(&self, place: &Place) -> Result<Room, Invalid> {
        let span = |from: usize, to: usize| (to - from + 1) as i64;
        let code = |at @ (row, column): (usize, usize)| {
            let on_edge = place.has_on_edge(row, column);
            let room = || {
                format!("the room from {} to {}", point((place.top, place.left)), point((place.bottom, place.right)))
            };
            match self.sign(at) {
                '#' => Ok(0),
                '.' => Ok(1),
                '+' if on_edge => Ok(2),
                '+' => {
                    let words = format!("door inside {}, need it on the edge, and rooms apart", room());
                    Err(self.wrong(at, "on the edge", words))
                }
                sign if hides(sign) => Ok(if on_edge { 2 } else { 1 }),
                sign => {
                    let what = if sign == ':' { "hall" } else { "void" };
                    let words = format!("{what} inside {}, need a box of # . +, and rooms apart", room());
                    Err(self.wrong(at, "a tile of a room", words))
                }
            }
        };
        let row =
            |row: usize| (place.left..=place.right).map(|column| code((row, column))).collect::<Result<Vec<i64>, _>>();
        Ok(Room {
            origin: point((place.top, place.left)),
            bounds: Bounds { rows: span(place.top, place.bottom), columns: span(place.left, place.right) },
            layout: (place.top..=place.bottom).map(row).collect::<Result<_, _>>()?,
        })
    }

    /// Players, zombies and ghosts, key and exit.
    fn people(&self) -> Result<Sketch, Invalid> {
        let mut players: [Option<Point>; PLAYERS] = [None; PLAYERS];
        let (mut zombies, mut ghosts, mut objects) = (Vec::new(), Vec::new(), Vec::<Object>::new());
        let mut open = false;
        for (at, sign) in self.tiles() {
            match sign {
                '1'..='4' => {
                    let slot = &mut players[usize::from(sign as u8 - b'1')];
                    if let Some(other) = slot.replace(point(at)) {
                        let words = format!("player {sign} stands at {other} already");
                        return Err(self.wrong(at, "each player once", words));
                    }
                }
                'Z' => zombies.push(point(at)),
                'G' => ghosts.push(point(at)),
                'K' | 'E' | 'O' => {
                    let kind = if sign == 'K' { ObjectKind::Key } else { ObjectKind::Exit };
                    if let Some(other) = objects.iter().find(|object| object.kind == kind) {
                        let words = format!("there is {} {} at {} already", article(kind), kind.name(), other.position);
                        return Err(self.wrong(at, "at most one key and one exit", words));
                    }
                    open |= sign == 'O';
                    objects.push(Object { kind, position: point(at) });
                }
                _ => {}
            }
        }
        let count = players.iter().flatten().count();
        let whole = |got: usize, expected: &str, words: String| Invalid::new(self.source, got, expected).says(words);
        if count == 0 {
            return Err(whole(0, "1 to 4 players", "no player, need 1 to 4".into()));
        }
        if let Some(missing) = players[..count].iter().position(Option::is_none) {
            let words = format!("{count} players, but none is {}; they are numbered from 1", missing + 1);
            return Err(whole(count, "players numbered from 1", words));
        }
        for (hunters, kind) in [(zombies.len(), ActorKind::Zombie), (ghosts.len(), ActorKind::Ghost)] {
            if hunters > ADVERSARIES / 2 {
                let words = format!("{hunters} {}s, need at most {}", kind.name(), ADVERSARIES / 2);
                return Err(whole(hunters, "at most 32 of each kind", words));
            }
        }
        let level = Level { objects, ..Level::default() };
        let locked = !open && !level.objects.is_empty();
        Ok(Sketch { level, players: players.into_iter().flatten().collect(), zombies, ghosts, locked })
    }

    /// The hallways: lines of hall tiles from door to door.
    fn hallways(&self, boxes: &[Place]) -> Result<Vec<Hallway>, Invalid> {
        let in_room = |(row, column): (usize, usize)| boxes.iter().any(|place| place.holds(row, column));
        let mut is_hall = vec![false; self.rows.len() * self.columns];
        let index = |(row, column): (usize, usize)| row * self.columns + column;
        for (at, sign) in self.tiles() {
            is_hall[index(at)] = sign == ':' || (hides(sign) && !in_room(at));
        }
        let halls: Vec<(usize, usize)> = self.tiles().map(|(at, _)| at).filter(|&at| is_hall[index(at)]).collect();
        let beside = |at| self.around(at).filter(|&next| is_hall[index(next)]).collect::<Vec<_>>();
        if let Some(&at) = halls.iter().find(|&&at| beside(at).len() > 2) {
            let words = "hallways meet here, need each apart from others and from itself".into();
            return Err(self.wrong(at, "one hallway", words));
        }
        let is_door = |at: &(usize, usize)| {
            let on_edge = boxes.iter().any(|place| place.holds(at.0, at.1) && place.has_on_edge(at.0, at.1));
            self.sign(*at) == '+' || (on_edge && hides(self.sign(*at)))
        };
        let doors = |at| self.around(at).filter(is_door).collect::<Vec<_>>();
        let mut walked = vec![false; is_hall.len()];
        let mut hallways = Vec::new();
        for &start in halls.iter().filter(|&&at| beside(at).len() < 2) {
            if walked[index(start)] {
                continue;
            }
            let mut way = vec![start];
            walked[index(start)] = true;
            while let Some(next) = way.last().and_then(|&at| beside(at).into_iter().find(|&next| !walked[index(next)]))
            {
                walked[index(next)] = true;
                way.push(next);
            }
            let end = way[way.len() - 1];
            let dead_end =
                |at| self.wrong(at, "a door beside it", "the hallway ends here, need a door beside it".into());
            let from = *doors(start).first().ok_or_else(|| dead_end(start))?;
            let other = |door: &&(usize, usize)| start != end || **door != from;
            let to = *doors(end).iter().find(other).ok_or_else(|| dead_end(end))?;
            way.insert(0, from);
            way.push(to);
            let turns = |three: &[(usize, usize)]| three[0].0 != three[2].0 && three[0].1 != three[2].1;
            let waypoints = way.windows(3).filter(|three| turns(three)).map(|three| point(three[1])).collect();
            hallways.push(Hallway { from: point(from), to: point(to), waypoints });
        }
        match halls.iter().find(|&&at| !walked[index(at)]) {
            Some(&at) => Err(self.wrong(at, "a way from door to door", "this hallway is a ring, need two ends".into())),
            None => Ok(hallways),
        }
    }
}

const fn article(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Key => "a",
        ObjectKind::Exit => "an",
    }
}

#[cfg(test)]
mod tests;
