//! Levels and states from pictures in the glyphs of R69.
//!
//! A picture is rows of `#.:+KEO1234ZG` and blanks. Everything drawn stands on floor unless a note says otherwise.
//! Rooms are the boxes of tiles that touch, hallways are traced from door to door. Notes are separate lines before the
//! picture: `under 1+ G2:` puts player 1 on a door and the second `G`, in reading order, in a hallway; `rooms 0,0,3,4
//! 0,4,3,4` gives the boxes (row, column, rows, columns) where rooms touch; `at -2,-3` is the upper-left point of the
//! picture.

use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

type At = (i64, i64);

/// What a picture shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The tiles, without what stands on them.
    tiles: BTreeMap<At, char>,
    /// What stands on them, in reading order.
    others: Vec<(char, At)>,
    boxes: Option<Vec<[i64; 4]>>,
    corner: At,
}

fn around((row, column): At) -> [At; 4] {
    [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
}

fn point((row, column): At) -> Value {
    json!([row, column])
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').map(|number| number.parse().unwrap_or_else(|_| panic!("{text}"))).collect()
}

impl Shown {
    /// Reads notes and rows.
    pub(super) fn new(notes: &[&str], rows: &[&str]) -> Self {
        let mut shown = Self::default();
        let mut under: BTreeMap<(char, usize), char> = BTreeMap::new();
        for note in notes {
            let (word, rest) = note.split_once(' ').unwrap_or_else(|| panic!("{note}"));
            let words = rest.split_whitespace();
            match word {
                "under" => under.extend(words.map(|word| {
                    let signs: Vec<char> = word.chars().collect();
                    let number: String = signs[1..signs.len() - 1].iter().collect();
                    ((signs[0], number.parse().unwrap_or(1)), signs[signs.len() - 1])
                })),
                "rooms" => shown.boxes = Some(words.map(|word| numbers(word).try_into().expect("four")).collect()),
                "at" => shown.corner = (numbers(rest)[0], numbers(rest)[1]),
                _ => panic!("what is {note}"),
            }
        }
        let mut seen: BTreeMap<char, usize> = BTreeMap::new();
        for (row, text) in rows.iter().enumerate() {
            for (column, sign) in text.chars().enumerate().filter(|&(_, sign)| sign != ' ') {
                let at = (shown.corner.0 + row as i64, shown.corner.1 + column as i64);
                if "#.:+".contains(sign) {
                    shown.tiles.insert(at, sign);
                    continue;
                }
                assert!("KEO1234ZG".contains(sign), "{sign:?} is no glyph");
                let number = seen.entry(sign).or_default();
                *number += 1;
                match under.get(&(sign, *number)).unwrap_or(&'.') {
                    '_' => {} // Nothing at all.
                    &tile => {
                        shown.tiles.insert(at, tile);
                    }
                }
                shown.others.push((sign, at));
            }
        }
        shown
    }

    fn is_room(&self, at: At) -> bool {
        self.tiles.get(&at).is_some_and(|&tile| tile != ':')
    }

    fn boxes(&self) -> Vec<[i64; 4]> {
        if let Some(boxes) = &self.boxes {
            return boxes.clone();
        }
        let mut left: BTreeSet<At> = self.tiles.keys().copied().filter(|&at| self.is_room(at)).collect();
        let mut boxes = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut queue, mut all) = (vec![first], vec![first]);
            while let Some(at) = queue.pop() {
                let next: Vec<At> = around(at).into_iter().filter(|at| left.remove(at)).collect();
                queue.extend(&next);
                all.extend(next);
            }
            let rows = || all.iter().map(|at| at.0);
            let columns = || all.iter().map(|at| at.1);
            let (top, left) = (rows().min().expect("some"), columns().min().expect("some"));
            boxes.push([top, left, rows().max().expect("some") - top + 1, columns().max().expect("some") - left + 1]);
        }
        boxes
    }

    fn rooms(&self) -> Vec<Value> {
        let room = |[top, left, rows, columns]: [i64; 4]| {
            let code = |row: i64, column: i64| match self.tiles.get(&(top + row, left + column)) {
                Some('.') => 1,
                Some('+') => 2,
                Some('#') => 0,
                other => panic!("{other:?} in a room at {top},{left}"),
            };
            let layout: Vec<Vec<i64>> = (0..rows).map(|row| (0..columns).map(|c| code(row, c)).collect()).collect();
            json!({"type": "room", "origin": [top, left], "bounds": {"rows": rows, "columns": columns},
                   "layout": layout})
        };
        self.boxes().into_iter().map(room).collect()
    }

    /// Each starts from a door and follows the tiles; a dead end leads back to its start.
    fn hallways(&self) -> Vec<Value> {
        let mut left: BTreeSet<At> = self.tiles.iter().filter(|&(_, &tile)| tile == ':').map(|(&at, _)| at).collect();
        let doors = |at: At| around(at).into_iter().filter(|at| self.tiles.get(at) == Some(&'+'));
        let mut hallways = Vec::new();
        while let Some(&any) = left.first() {
            let ends = |at: &At| around(*at).iter().filter(|at| left.contains(at)).count() <= 1;
            let end = left.iter().copied().find(|at| ends(at) && doors(*at).next().is_some());
            let mut at = end.unwrap_or(any);
            let from = doors(at).next().unwrap_or(at);
            let mut path = vec![at];
            left.remove(&at);
            while let Some(next) = around(at).into_iter().find(|at| left.remove(at)) {
                path.push(next);
                at = next;
            }
            let to = doors(at).find(|&door| door != from).unwrap_or(from);
            let waypoints: Vec<Value> = path.into_iter().map(point).collect();
            hallways.push(json!({"type": "hallway", "from": point(from), "to": point(to), "waypoints": waypoints}));
        }
        hallways
    }

    /// The level of R46.
    pub(super) fn level(&self) -> Value {
        let objects = self.others.iter().filter_map(|&(sign, at)| match sign {
            'K' => Some(json!({"type": "key", "position": point(at)})),
            'E' | 'O' => Some(json!({"type": "exit", "position": point(at)})),
            _ => None,
        });
        json!({"type": "level", "rooms": self.rooms(), "hallways": self.hallways(),
               "objects": objects.collect::<Vec<_>>()})
    }

    /// The state of R46; the exit is locked if it is drawn so, or if no exit but a key is drawn.
    pub(super) fn state(&self) -> Value {
        let mut people: Vec<(char, At)> = self.others.iter().copied().filter(|(sign, _)| sign.is_numeric()).collect();
        people.sort_unstable();
        let player = |(i, &(sign, at)): (usize, &(char, At))| {
            assert_eq!(sign.to_string(), (i + 1).to_string(), "players count from 1");
            json!({"type": "player", "name": format!("player{sign}"), "position": point(at)})
        };
        let players: Vec<Value> = people.iter().enumerate().map(player).collect();
        let of = |sign: char, name: &str| -> Vec<Value> {
            let all = self.others.iter().filter(|&&(other, _)| other == sign).enumerate();
            let one = |(i, &(_, at)): (usize, &(char, At))| json!({"type": name, "name": format!("{name}{}", i + 1), "position": point(at)});
            all.map(one).collect()
        };
        let shows = |sign: char| self.others.iter().any(|&(other, _)| other == sign);
        let locked = shows('E') || (shows('K') && !shows('O'));
        let adversaries = [of('Z', "zombie"), of('G', "ghost")].concat();
        json!({"type": "state", "level": self.level(), "players": players, "adversaries": adversaries,
               "exit-locked": locked})
    }
}
