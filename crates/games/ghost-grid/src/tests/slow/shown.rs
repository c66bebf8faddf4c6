//! Views, standings, and the whole state as a document.

use super::{Ghost, Law, Plain, Sentinel, Status};
use crate::state::Winner;
use crate::values::Knowledge;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

impl Plain {
    /// R35: the score of a seat in thousandths, and its rank.
    pub(super) fn standing(&self, law: &Law, number: usize) -> (i64, usize) {
        let (winner, _) = self.over.expect("it is over");
        let hunts = (law.m..law.m + law.q).contains(&number);
        let natives = if self.starts > 0 { self.starts } else { self.natives(law) as i64 };
        let score = if hunts { 1000 * self.r * self.c.max(1) } else { 1000 * self.d / natives };
        let rank = match winner {
            Winner::Draw => 1,
            Winner::Ghosts if hunts => 1 + law.m + law.v,
            Winner::Sentinels if !hunts => 1 + law.q,
            _ => 1,
        };
        (score, rank)
    }

    fn known(&self, law: &Law, own: &BTreeSet<usize>) -> Value {
        let all: BTreeSet<usize> = law.chart.layers.keys().copied().collect();
        let known = if law.values.map_knowledge == Knowledge::Full { &all } else { own };
        let one = |&node: &usize| {
            let to: Vec<Value> =
                law.chart.ports(node).iter().map(|(to, dist)| json!([to, law.chart.layers[to], dist])).collect();
            json!({"node": node, "layer": law.chart.layers[&node], "to": to})
        };
        known.iter().map(one).collect()
    }

    /// R42, R43: the view of a seat, as the engine writes it.
    pub(super) fn view(&self, law: &Law, number: usize) -> Value {
        let score = json!({"delivered": self.d, "recovered": self.r, "lost": self.x, "captured": self.c,
                           "ghosts_at_start": self.starts});
        let phase = if self.ghosts_choose { "ghost" } else { "sentinel" };
        let mut view = json!({"seat": number, "turn": self.turn, "max_turns": law.values.max_turns, "phase": phase,
                              "n": law.n, "score": score});
        let others = |list: Vec<usize>| list.into_iter().filter(|&other| other != number).collect::<Vec<_>>();
        let port = |(to, dist): (&usize, &i64)| json!({"node": to, "layer": law.chart.layers[to], "dist": dist});
        match (self.ghosts.get(&number), self.sentinels.get(&number)) {
            (Some(me), _) if me.status == Status::Active => {
                view["type"] = "ghost-view".into();
                view["base"] = law.base.into();
                view["me"] = json!({"node": me.node, "layer": law.chart.layers[&me.node], "loot": me.loot,
                                    "energy": me.energy, "origin": me.origin});
                if let Some(was) = me.was {
                    view["me"]["was"] = was.into();
                }
                view["here"] = json!({"loot": self.lies(me.node), "sentinels": self.sentinels_in(me.node),
                                      "ghosts": others(self.ghosts_in(me.node))});
                let short = law.short_ports(me.node);
                let port = |(to, dist)| {
                    let mut port = port((to, dist));
                    if short.contains(to) {
                        port["loot"] = (self.lies(*to) > 0).into();
                        port["sentinels"] = self.sentinels_in(*to).len().into();
                    }
                    port
                };
                view["ports"] = law.chart.ports(me.node).iter().map(port).collect();
                view["known"] = self.known(law, &me.known);
                let memory = me.memory.iter().map(|(node, (time, loot))| {
                    let loot = loot.map_or(json!("some"), |loot| json!(loot));
                    json!({"node": node, "seen": time, "loot": loot})
                });
                view["memory"] = memory.collect();
            }
            (_, Some(me)) if me.status == Status::Active => {
                view["type"] = "sentinel-view".into();
                view["capacity"] = law.capacity.into();
                let frozen = if me.frozen >= self.turn { me.frozen } else { 0 };
                view["me"] = json!({"node": me.node, "layer": law.chart.layers[&me.node], "energy": me.energy,
                                    "frozen": frozen, "taken": me.taken});
                view["here"] = json!({"loot": self.lies(me.node), "ghosts": self.ghosts_in(me.node)});
                view["ports"] = law.chart.ports(me.node).iter().map(port).collect();
                let allies = others(self.active_sentinels());
                let ally = |ally: &usize| json!({"seat": ally, "node": self.sentinels[ally].node});
                view["allies"] = allies.iter().map(ally).collect();
                let marks = self.checked.iter().map(|(node, turn)| json!({"node": node, "turn": turn}));
                view["checked"] = marks.collect();
                view["known"] = self.known(law, &self.mapped);
            }
            (ghost, sentinel) => {
                view["type"] = "out-view".into();
                let status = ghost.map(|ghost| ghost.status).or(sentinel.map(|sentinel| sentinel.status));
                view["status"] = status.map_or("idle", Status::name).into();
            }
        }
        view
    }

    /// The state as the engine writes it (R12).
    pub(super) fn document(&self) -> Value {
        let ghost = |(number, ghost): (&usize, &Ghost)| {
            let memory: Vec<Value> = ghost
                .memory
                .iter()
                .map(|(node, (time, loot))| {
                    json!({"node": node, "seen": time, "loot": loot.map_or(json!("some"), |loot| json!(loot))})
                })
                .collect();
            let mut entry = json!({"seat": number, "node": ghost.node, "loot": ghost.loot, "energy": ghost.energy,
                "status": ghost.status.name(), "origin": ghost.origin, "known": ghost.known, "memory": memory});
            if let Some(was) = ghost.was {
                entry["was"] = was.into();
            }
            entry
        };
        let sentinel = |(number, sentinel): (&usize, &Sentinel)| {
            json!({"seat": number, "node": sentinel.node, "energy": sentinel.energy, "status": sentinel.status.name(),
                   "frozen": sentinel.frozen, "haul": sentinel.haul, "taken": sentinel.taken,
                   "captures": sentinel.captures})
        };
        let by_node = |map: &BTreeMap<usize, i64>| -> Value {
            let some = map.iter().filter(|(_, number)| **number > 0);
            Value::Object(some.map(|(node, number)| (node.to_string(), json!(number))).collect())
        };
        let mut document = json!({
            "turn": self.turn, "phase": if self.ghosts_choose { "ghost" } else { "sentinel" },
            "ghosts": self.ghosts.iter().map(ghost).collect::<Vec<_>>(),
            "sentinels": self.sentinels.iter().map(sentinel).collect::<Vec<_>>(),
            "loot": by_node(&self.lying), "delivered": self.d, "recovered": self.r, "lost": self.x,
            "captured": self.c, "ghosts_at_start": self.starts, "checked": by_node(&self.checked),
            "mapped": self.mapped, "random": {"key": hex(self.random.key), "counter": self.random.counter},
        });
        if let Some((_, reason)) = self.over {
            document["end"] = reason.name().into();
        }
        document
    }
}
