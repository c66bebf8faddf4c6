//! Views, arrays, and the whole state as a document.

use super::{At, Law, Plain, Tile, Who, sum};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

impl Plain {
    fn name(law: &Law, who: Who) -> String {
        match who {
            Who::Player(seat) => law.names[seat].clone(),
            Who::Zombie(number) => format!("zombie{number}"),
            Who::Ghost(number) => format!("ghost{number}"),
        }
    }

    /// All actors in the level: players by seat, zombies, ghosts.
    fn everybody(&self) -> Vec<(Who, At)> {
        let players = self.players_in().into_iter().map(|seat| (Who::Player(seat), self.players[&seat].at));
        players.chain(self.hunters()).collect()
    }

    fn position(law: &Law, (who, at): (Who, At)) -> Value {
        let kind = match who {
            Who::Player(_) => "player",
            Who::Zombie(_) => "zombie",
            Who::Ghost(_) => "ghost",
        };
        json!({"type": kind, "name": Self::name(law, who), "position": at})
    }

    fn roster(&self, law: &Law) -> Value {
        let one = |(seat, player): (&usize, &super::Player)| {
            json!({"name": law.names[*seat], "status": player.status, "exits": player.exits, "ejects": player.ejects,
                   "keys": player.keys})
        };
        self.players.iter().map(one).collect()
    }

    /// R46: the level, the actors in it and whether the exit is locked, as JSON.
    fn state(&self, law: &Law) -> Value {
        let mut level = self.place(law).document.clone();
        if !self.key_lies {
            level["objects"].as_array_mut().expect("objects").retain(|object| object["type"] != "key");
        }
        let (players, hunters): (Vec<_>, Vec<_>) =
            self.everybody().into_iter().partition(|(who, _)| matches!(who, Who::Player(_)));
        let list =
            |list: Vec<(Who, At)>| -> Vec<Value> { list.into_iter().map(|one| Self::position(law, one)).collect() };
        json!({"type": "state", "level": level, "players": list(players), "adversaries": list(hunters),
               "exit-locked": self.locked})
    }

    /// The state with everything else that a match needs.
    pub(super) fn document(&self, law: &Law) -> Value {
        let mut document = self.state(law);
        let turn = |who| match who {
            Who::Player(seat) => format!("player{}", seat + 1),
            who => Self::name(law, who),
        };
        let dice = json!({"key": self.random.key.to_string(), "counter": self.random.counter.to_string()});
        let more = json!({"number": self.level, "round": self.round, "past_rounds": self.rounds_before,
            "turn": self.acting().map(turn), "end": self.over, "roster": self.roster(law), "taker": self.took_key,
            "exits": self.left, "ejects": self.ejected, "caught": self.caught, "random": dice});
        document.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        document
    }

    fn near(&self, law: &Law, seat: usize, at: At) -> bool {
        let (here, reach) = (self.players[&seat].at, i64::from(law.values.sight));
        (at.0 - here.0).abs() <= reach && (at.1 - here.1).abs() <= reach
    }

    /// The codes of the square, row by row (R25).
    fn layout(&self, law: &Law, seat: usize) -> Vec<Vec<i64>> {
        let (place, here, reach) = (self.place(law), self.players[&seat].at, i64::from(law.values.sight));
        let code = |at: At| match place.tile(at) {
            Tile::Wall | Tile::Void => 0,
            Tile::Floor | Tile::Hall => 1,
            Tile::Door => 2,
        };
        let row = |row: i64| (-reach..=reach).map(|column| code(sum(here, (row, column)))).collect();
        (-reach..=reach).map(row).collect()
    }

    /// Key and exit that lie in the level, in level order.
    fn objects(&self, law: &Law) -> Vec<Value> {
        let objects = self.place(law).document["objects"].as_array().cloned().expect("objects");
        objects.into_iter().filter(|object| self.key_lies || object["type"] != "key").collect()
    }

    fn in_level(&self, seat: usize) -> bool {
        self.players[&seat].status == "in"
    }

    /// R64, R65: the view of a player's seat, or of an adversary seat, as JSON.
    pub(super) fn view(&self, law: &Law, seat: usize) -> Value {
        let common = json!({"level": self.level, "levels": law.places.len(), "round": self.round,
                            "roster": self.roster(law)});
        let mut view = if seat >= law.players() {
            let actor = self.acting().filter(|&who| Self::seat(law, who) == seat).map(|who| Self::name(law, who));
            json!({"type": "adversary-view", "actor": actor, "state": self.state(law)})
        } else if self.in_level(seat) {
            let at = |object: &Value| -> At { serde_json::from_value(object["position"].clone()).expect("a point") };
            let objects: Vec<Value> =
                self.objects(law).into_iter().filter(|object| self.near(law, seat, at(object))).collect();
            let others =
                self.everybody().into_iter().filter(|&(who, at)| who != Who::Player(seat) && self.near(law, seat, at));
            let actors: Vec<Value> = others.map(|one| Self::position(law, one)).collect();
            json!({"type": "player-view", "layout": self.layout(law, seat), "position": self.players[&seat].at,
                   "objects": objects, "actors": actors, "exit-locked": self.locked})
        } else {
            json!({"type": "player-view", "layout": [], "position": null, "objects": [], "actors": [],
                   "exit-locked": self.locked})
        };
        view.as_object_mut().expect("an object").extend(common.as_object().expect("an object").clone());
        view
    }

    /// What is drawn over the tiles; later signs cover earlier ones (R69).
    fn signs(&self, law: &Law) -> BTreeMap<At, char> {
        let mut signs = BTreeMap::new();
        let place = self.place(law);
        signs.extend(place.exit.map(|at| (at, if self.locked { 'E' } else { 'O' })));
        signs.extend(place.key.filter(|_| self.key_lies).map(|at| (at, 'K')));
        for (who, at) in self.everybody() {
            let sign = match who {
                Who::Player(seat) => ['1', '2', '3', '4'][seat],
                Who::Zombie(_) => 'Z',
                Who::Ghost(_) => 'G',
            };
            signs.insert(at, sign);
        }
        signs
    }

    /// The whole board as text, with every actor and object on it.
    pub(super) fn drawing(&self, law: &Law) -> String {
        let (place, signs) = (self.place(law), self.signs(law));
        let sign = |at: At| match place.tile(at) {
            _ if signs.contains_key(&at) => signs[&at],
            Tile::Wall => '#',
            Tile::Floor => '.',
            Tile::Door => '+',
            Tile::Hall => ':',
            Tile::Void => ' ',
        };
        let row = |row: i64| (place.low.1..=place.high.1).map(|column| sign((row, column))).collect::<String>();
        (place.low.0..=place.high.0).map(|r| format!("{}\n", row(r).trim_end())).collect()
    }

    /// The board as a seat sees it.
    pub(super) fn drawing_for(&self, law: &Law, seat: usize) -> String {
        if seat >= law.players() {
            return self.drawing(law);
        }
        if !self.in_level(seat) {
            return String::new();
        }
        let (here, reach, signs) = (self.players[&seat].at, i64::from(law.values.sight), self.signs(law));
        let mut text = String::new();
        for (r, row) in self.layout(law, seat).iter().enumerate() {
            for (c, &code) in row.iter().enumerate() {
                let at = sum(here, (r as i64 - reach, c as i64 - reach));
                let tile = ['#', '.', '+'][code as usize];
                text.push(if at == here { '@' } else { *signs.get(&at).unwrap_or(&tile) });
            }
            text.push('\n');
        }
        text
    }

    /// The square of R66, plane by plane; empty for an adversary seat.
    pub(super) fn sight_planes(&self, law: &Law, seat: usize) -> Vec<u8> {
        let reach = i64::from(law.values.sight);
        let side = 2 * reach as usize + 1;
        let mut planes = vec![0; 7 * side * side];
        if seat >= law.players() || !self.in_level(seat) {
            return planes;
        }
        let here = self.players[&seat].at;
        let mut put = |plane: usize, at: At| {
            let (row, column) = (at.0 - here.0 + reach, at.1 - here.1 + reach);
            if (0..side as i64).contains(&row) && (0..side as i64).contains(&column) {
                planes[plane * side * side + row as usize * side + column as usize] = 1;
            }
        };
        for (r, row) in self.layout(law, seat).iter().enumerate() {
            for (c, &code) in row.iter().enumerate() {
                let at = sum(here, (r as i64 - reach, c as i64 - reach));
                if code > 0 {
                    put(0, at);
                }
                if code == 2 {
                    put(1, at);
                }
            }
        }
        let place = self.place(law);
        place.key.filter(|_| self.key_lies).into_iter().for_each(|at| put(2, at));
        place.exit.into_iter().for_each(|at| put(3, at));
        for (who, at) in self.everybody() {
            match who {
                Who::Player(other) if other == seat => {}
                Who::Player(_) => put(4, at),
                Who::Zombie(_) => put(5, at),
                Who::Ghost(_) => put(6, at),
            }
        }
        planes
    }

    /// The level of R66 in planes of this many rows and columns; empty for a player.
    pub(super) fn level_planes(&self, law: &Law, seat: usize, rows: usize, columns: usize) -> Vec<u8> {
        let mut planes = vec![0; 10 * rows * columns];
        if seat < law.players() {
            return planes;
        }
        let place = self.place(law);
        let mut put = |plane: usize, at: At| {
            let (row, column) = ((at.0 - place.low.0) as usize, (at.1 - place.low.1) as usize);
            planes[plane * rows * columns + row * columns + column] = 1;
        };
        for row in place.low.0..=place.high.0 {
            for column in place.low.1..=place.high.1 {
                match place.tile((row, column)) {
                    Tile::Wall => put(0, (row, column)),
                    Tile::Floor => put(1, (row, column)),
                    Tile::Door => put(2, (row, column)),
                    Tile::Hall => put(3, (row, column)),
                    Tile::Void => {}
                }
            }
        }
        place.key.filter(|_| self.key_lies).into_iter().for_each(|at| put(4, at));
        place.exit.into_iter().for_each(|at| put(5, at));
        for (who, at) in self.everybody() {
            match who {
                Who::Player(_) => put(6, at),
                Who::Zombie(_) => put(7, at),
                Who::Ghost(_) => put(8, at),
            }
            if self.acting() == Some(who) && Self::seat(law, who) == seat {
                put(9, at);
            }
        }
        planes
    }

    /// The numbers of R66.
    pub(super) fn numbers(&self, law: &Law, seat: usize) -> [f32; 6] {
        let me = if seat < law.players() {
            Some(Who::Player(seat)).filter(|_| self.in_level(seat))
        } else {
            self.acting().filter(|&who| Self::seat(law, who) == seat)
        };
        let (row, column) = me.map_or((0, 0), |who| self.at(who));
        let last = law.values.max_rounds;
        [
            row as f32 / 256.0,
            column as f32 / 256.0,
            f32::from(u8::from(self.locked)),
            self.level as f32 / law.places.len() as f32,
            self.players_in().len() as f32 / 4.0,
            if last == 0 { 0.0 } else { self.round as f32 / last as f32 },
        ]
    }
}
