//! A second implementation of the whole game, slow and obvious: tables by number, one sentence of the rule book after
//! the other. It does not know how the engine stores its state.

mod chart;
mod compare;
mod shown;

pub(super) use chart::Chart;

use crate::event::{Event, Shares};
use crate::ground::{RechargeOf, Remainder};
use crate::settings::Settings;
use crate::state::{End, Winner};
use crate::values::{CaptureRule, Delivery, Marking, Order, Scope, Victory};
use crate::{Action, Reason};
use gridhaunt_kernel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Active,
    Captured,
    Turned,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Captured => "captured",
            Self::Turned => "turned",
        }
    }
}

/// Time, and an amount or none for `some` (R31).
type Memory = BTreeMap<usize, (i64, Option<i64>)>;

#[derive(Clone, Debug)]
struct Ghost {
    node: usize,
    loot: i64,
    energy: i64,
    status: Status,
    origin: &'static str,
    was: Option<usize>,
    known: BTreeSet<usize>,
    memory: Memory,
}

#[derive(Clone, Debug)]
struct Sentinel {
    node: usize,
    energy: i64,
    status: Status,
    frozen: i64,
    haul: i64,
    taken: i64,
    captures: i64,
}

/// What never changes in a match: the settings, the graph and the numbers that follow from them.
struct Law {
    values: Settings,
    chart: Chart,
    n: i64,
    base: i64,
    capacity: i64,
    m: usize,
    q: usize,
    v: usize,
}

impl Law {
    fn new(values: Settings, chart: Chart) -> Self {
        let base = chart.base(&values);
        let m = usize::from(values.max_ghosts);
        let q = m * usize::from(values.sentinels_per_ghost);
        // R8
        let v = match (values.threshold(), values.loss()) {
            (None, _) => 0,
            (_, 0) => q,
            (_, loss) => q.min(usize::from(values.total_loot / loss)),
        };
        let capacity = base * i64::from(values.sentinel_energy_mult);
        Self { n: values.n.into(), base, capacity, m, q, v, values, chart }
    }

    fn total(&self) -> i64 {
        self.values.total_loot.into()
    }

    fn in_goal(&self, node: usize) -> bool {
        self.chart.layers[&node] == self.n
    }

    fn ghosts_first(&self) -> bool {
        self.values.turn_order == Order::GhostsFirst
    }

    fn short_ports(&self, node: usize) -> Vec<usize> {
        let short = |(_, dist): &(usize, i64)| *dist <= self.values.short_max.into();
        self.chart.ports(node).into_iter().filter(short).map(|(to, _)| to).collect()
    }
}

fn seat(number: usize) -> Seat {
    Seat(number as u8)
}

fn set(seats: &[usize]) -> SeatSet {
    seats.iter().map(|&number| seat(number)).collect()
}

/// All that changes (R12).
#[derive(Clone, Debug)]
struct Plain {
    turn: i64,
    ghosts_choose: bool,
    ghosts: BTreeMap<usize, Ghost>,
    sentinels: BTreeMap<usize, Sentinel>,
    lying: BTreeMap<usize, i64>,
    d: i64,
    r: i64,
    x: i64,
    c: i64,
    starts: i64,
    checked: BTreeMap<usize, i64>,
    mapped: BTreeSet<usize>,
    random: Random,
    over: Option<(Winner, End)>,
}

impl Plain {
    /// R11: places the first ghosts, with their loot, and the first sentinels.
    fn set_up(law: &Law, random: Random) -> Self {
        let mut plain = Self {
            turn: 1,
            ghosts_choose: law.ghosts_first(),
            ghosts: BTreeMap::new(),
            sentinels: BTreeMap::new(),
            lying: BTreeMap::new(),
            d: 0,
            r: 0,
            x: 0,
            c: 0,
            starts: 0,
            checked: BTreeMap::new(),
            mapped: BTreeSet::new(),
            random,
            over: None,
        };
        let count = usize::from(law.values.initial_ghosts);
        for number in 0..count {
            let starts = law.chart.layer(0);
            let node = starts[plain.random.below(starts.len() as u64) as usize];
            let extra = i64::from((number as i64) < law.total() % count as i64);
            let ghost = Ghost {
                node,
                loot: law.total() / count as i64 + extra,
                energy: law.base,
                status: Status::Active,
                origin: "initial",
                was: None,
                known: BTreeSet::new(),
                memory: Memory::new(),
            };
            plain.ghosts.insert(number, ghost);
        }
        for _ in 0..count * usize::from(law.values.sentinels_per_ghost) {
            plain.add_sentinel(law);
        }
        plain.look(law, 0);
        plain
    }

    /// Reads the state that the engine writes (R12).
    fn of(document: &Value) -> Self {
        let number = |value: &Value| value.as_i64().expect("a number");
        let node = |value: &Value| number(value) as usize;
        let list = |value: &Value| value.as_array().cloned().expect("a list");
        let status = |value: &Value| match value.as_str() {
            Some("captured") => Status::Captured,
            Some("turned") => Status::Turned,
            _ => Status::Active,
        };
        let by_node = |value: &Value| -> BTreeMap<usize, i64> {
            let entries = value.as_object().expect("an object").iter();
            entries.map(|(key, value)| (key.parse().expect("a node"), number(value))).collect()
        };
        let ghost = |entry: &Value| {
            let memory = list(&entry["memory"]);
            let ghost = Ghost {
                node: node(&entry["node"]),
                loot: number(&entry["loot"]),
                energy: number(&entry["energy"]),
                status: status(&entry["status"]),
                origin: ["initial", "copy", "turned"]
                    .into_iter()
                    .find(|word| entry["origin"] == *word)
                    .expect("a word"),
                was: entry["was"].as_u64().map(|was| was as usize),
                known: list(&entry["known"]).iter().map(node).collect(),
                memory: memory.iter().map(|m| (node(&m["node"]), (number(&m["seen"]), m["loot"].as_i64()))).collect(),
            };
            (node(&entry["seat"]), ghost)
        };
        let sentinel = |entry: &Value| {
            let sentinel = Sentinel {
                node: node(&entry["node"]),
                energy: number(&entry["energy"]),
                status: status(&entry["status"]),
                frozen: number(&entry["frozen"]),
                haul: number(&entry["haul"]),
                taken: number(&entry["taken"]),
                captures: number(&entry["captures"]),
            };
            (node(&entry["seat"]), sentinel)
        };
        let key = document["random"]["key"].as_str().and_then(|key| key.strip_prefix("0x")).expect("a key");
        Self {
            turn: number(&document["turn"]),
            ghosts_choose: document["phase"] == "ghost",
            ghosts: list(&document["ghosts"]).iter().map(ghost).collect(),
            sentinels: list(&document["sentinels"]).iter().map(sentinel).collect(),
            lying: by_node(&document["loot"]),
            d: number(&document["delivered"]),
            r: number(&document["recovered"]),
            x: number(&document["lost"]),
            c: number(&document["captured"]),
            starts: number(&document["ghosts_at_start"]),
            checked: by_node(&document["checked"]),
            mapped: list(&document["mapped"]).iter().map(node).collect(),
            random: Random {
                key: u64::from_str_radix(key, 16).expect("hexadecimal"),
                counter: number(&document["random"]["counter"]) as u64,
            },
            over: None,
        }
    }

    fn add_sentinel(&mut self, law: &Law) -> (usize, usize) {
        let posts = law.chart.layer(law.n - 1);
        let node = posts[self.random.below(posts.len() as u64) as usize];
        let number = law.m + self.sentinels.len();
        let (energy, status) = (law.capacity, Status::Active);
        self.sentinels.insert(number, Sentinel { node, energy, status, frozen: 0, haul: 0, taken: 0, captures: 0 });
        self.mapped.insert(node);
        (number, node)
    }

    fn active_ghosts(&self) -> Vec<usize> {
        self.ghosts.iter().filter(|(_, ghost)| ghost.status == Status::Active).map(|(&number, _)| number).collect()
    }

    fn active_sentinels(&self) -> Vec<usize> {
        let active = self.sentinels.iter().filter(|(_, sentinel)| sentinel.status == Status::Active);
        active.map(|(&number, _)| number).collect()
    }

    fn ghosts_in(&self, node: usize) -> Vec<usize> {
        self.active_ghosts().into_iter().filter(|number| self.ghosts[number].node == node).collect()
    }

    fn sentinels_in(&self, node: usize) -> Vec<usize> {
        self.active_sentinels().into_iter().filter(|number| self.sentinels[number].node == node).collect()
    }

    fn lies(&self, node: usize) -> i64 {
        self.lying.get(&node).copied().unwrap_or(0)
    }

    fn natives(&self, law: &Law) -> usize {
        self.ghosts.keys().filter(|&&number| number < law.m).count()
    }

    /// R14: the first reason why an action is not legal, none if it is.
    fn reason(&self, law: &Law, who: usize, action: Action) -> Option<Reason> {
        let first = |list: &[(bool, Reason)]| list.iter().find(|(holds, _)| !holds).map(|(_, reason)| *reason);
        if self.ghosts_choose {
            let me = &self.ghosts[&who];
            let ports = law.chart.ports(me.node);
            match action {
                Action::Wait => None,
                Action::Move { to } => match ports.get(&to.into()) {
                    None => Some(Reason::NotConnected),
                    Some(&dist) => first(&[(me.energy >= dist, Reason::NoEnergy)]),
                },
                Action::Deposit { amount } => {
                    first(&[(1 <= amount && i64::from(amount) <= me.loot, Reason::BadAmount)])
                }
                Action::Take { amount } => {
                    first(&[(1 <= amount && i64::from(amount) <= self.lies(me.node), Reason::BadAmount)])
                }
                Action::Replicate { copies } => first(&[
                    (self.turn == 1, Reason::NotFirstTurn),
                    (me.origin == "initial", Reason::NotOriginal),
                    (copies >= 1, Reason::BadAmount),
                    (me.loot > copies.into(), Reason::NotEnoughLoot),
                    (self.natives(law) + usize::from(copies) <= law.m, Reason::GhostCap),
                ]),
                Action::Recharge | Action::Recover | Action::Mark => Some(Reason::WrongRole),
            }
        } else {
            let me = &self.sentinels[&who];
            let ports = law.chart.ports(me.node);
            match action {
                Action::Wait => None,
                Action::Move { to } => match ports.get(&to.into()) {
                    None => Some(Reason::NotConnected),
                    Some(&dist) => first(&[
                        (self.turn > me.frozen, Reason::Frozen),
                        (law.values.sentinels_enter_goal || !law.in_goal(to.into()), Reason::GoalLayer),
                        (me.energy >= dist, Reason::NoEnergy),
                    ]),
                },
                Action::Recharge => first(&[(self.sentinels_in(me.node).len() > 1, Reason::NoPartner)]),
                Action::Recover => first(&[(self.lies(me.node) > 0, Reason::NoLoot)]),
                Action::Mark => first(&[
                    (law.values.marking == Marking::Chosen, Reason::MarkingAuto),
                    (self.checked.get(&me.node) != Some(&self.turn), Reason::Marked),
                ]),
                _ => Some(Reason::WrongRole),
            }
        }
    }

    /// R13: one phase, and the next one too where it has no sentinels.
    fn step(&mut self, law: &Law, choices: &[(usize, Action)]) -> Vec<Event> {
        let mut told = Vec::new();
        if self.over.is_some() {
            return told;
        }
        self.phase(law, choices, &mut told);
        if self.over.is_none() && !self.ghosts_choose && self.active_sentinels().is_empty() {
            self.phase(law, &[], &mut told);
        }
        told
    }

    /// R15, R16, R22: judges the choices, then plays the stages of the phase in order.
    fn phase(&mut self, law: &Law, choices: &[(usize, Action)], told: &mut Vec<Event>) {
        let asked = if self.ghosts_choose { self.active_ghosts() } else { self.active_sentinels() };
        let mut orders: BTreeMap<usize, Action> = BTreeMap::new();
        for who in asked {
            let choice = choices.iter().find(|(number, _)| *number == who).map(|(_, action)| *action);
            let reason = choice.map_or(Some(Reason::Missing), |action| self.reason(law, who, action));
            match (choice, reason) {
                (Some(action), None) => drop(orders.insert(who, action)),
                (action, Some(reason)) => told.push(Event::Refused { seat: seat(who), action, reason }),
                (None, None) => unreachable!("what is missing is refused"),
            }
        }
        let contact = law.values.capture_rule == CaptureRule::Contact;
        if self.ghosts_choose {
            self.replicate(law, &orders, told);
            self.take(&orders, told);
            self.deposit(law, &orders, told);
            self.go(law, &orders, told);
            if contact {
                let all = self.active_sentinels();
                self.capture(law, &all, told);
            }
            if law.values.delivery == Delivery::OnArrival {
                self.deliver(law, told);
            }
            self.look(law, self.time(law));
            self.meet(told);
            if self.turn == 1 {
                self.starts = self.natives(law) as i64;
                while self.sentinels.len() < usize::from(law.values.sentinels_per_ghost) * self.natives(law) {
                    let (number, node) = self.add_sentinel(law);
                    told.push(Event::Reinforced { sentinel: seat(number), node: node as u8 });
                }
            }
        } else {
            self.recharge(law, &orders, told);
            self.recover(law, &orders, told);
            self.go(law, &orders, told);
            let moved = orders.iter().filter(|(_, action)| matches!(action, Action::Move { .. }));
            let moved: Vec<usize> = moved.map(|(&number, _)| number).collect();
            let captors = if contact { self.active_sentinels() } else { moved };
            self.capture(law, &captors, told);
            self.mark(law, &orders, told);
            self.look(law, self.time(law));
        }
        self.end(law, told);
    }

    /// R31: phases finished, including the current one.
    fn time(&self, law: &Law) -> i64 {
        let first = self.ghosts_choose == law.ghosts_first();
        2 * (self.turn - 1) + if first { 1 } else { 2 }
    }

    /// R18: copies of ghosts, refused where there would be too many natives.
    fn replicate(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, &action) in orders {
            let Action::Replicate { copies } = action else { continue };
            if self.natives(law) + usize::from(copies) > law.m {
                told.push(Event::Refused { seat: seat(who), action: Some(action), reason: Reason::GhostCap });
                continue;
            }
            let parts = i64::from(copies) + 1;
            let whole = self.ghosts[&who].loot;
            let share = |i: i64| whole / parts + i64::from(i < whole % parts);
            let mut born = Vec::new();
            for i in 1..parts {
                let number = self.natives(law);
                let copy = Ghost { loot: share(i), origin: "copy", ..self.ghosts[&who].clone() };
                self.ghosts.insert(number, copy);
                born.push(number);
            }
            self.ghosts.get_mut(&who).expect("a ghost").loot = share(0);
            let loot = Shares { whole: whole as u16, parts: parts as u8 };
            told.push(Event::Replicated { ghost: seat(who), copies: set(&born), loot });
        }
    }

    /// R19: picking up loot, seat by seat, as long as there is some.
    fn take(&mut self, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, &action) in orders {
            let Action::Take { amount } = action else { continue };
            let node = self.ghosts[&who].node;
            let got = self.lies(node).min(amount.into());
            if got == 0 {
                told.push(Event::Refused { seat: seat(who), action: Some(action), reason: Reason::Gone });
                continue;
            }
            *self.lying.entry(node).or_default() -= got;
            self.ghosts.get_mut(&who).expect("a ghost").loot += got;
            told.push(Event::Took { ghost: seat(who), node: node as u8, amount: got as u16 });
        }
    }

    /// R20: dropping loot, which is a delivery in the goal.
    fn deposit(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, &action) in orders {
            let Action::Deposit { amount } = action else { continue };
            let ghost = self.ghosts.get_mut(&who).expect("a ghost");
            ghost.loot -= i64::from(amount);
            let node = ghost.node;
            if law.in_goal(node) {
                self.d += i64::from(amount);
                told.push(Event::Delivered { ghost: seat(who), node: node as u8, amount });
            } else {
                *self.lying.entry(node).or_default() += i64::from(amount);
                told.push(Event::Deposited { ghost: seat(who), node: node as u8, amount });
            }
        }
    }

    /// R17: moves, each at the cost of the distance.
    fn go(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, &action) in orders {
            let Action::Move { to } = action else { continue };
            let (node, energy) = match self.ghosts.get_mut(&who) {
                Some(ghost) => (&mut ghost.node, &mut ghost.energy),
                None => {
                    let sentinel = self.sentinels.get_mut(&who).expect("a sentinel");
                    (&mut sentinel.node, &mut sentinel.energy)
                }
            };
            let (from, cost) = (*node, law.chart.ways[&(*node, usize::from(to))]);
            *node = to.into();
            *energy -= cost;
            told.push(Event::Moved { seat: seat(who), from: from as u8, to, cost: cost as u8 });
        }
    }

    /// R27: captures in ascending order of nodes and ghosts.
    fn capture(&mut self, law: &Law, may: &[usize], told: &mut Vec<Event>) {
        let before: Vec<usize> = self.active_ghosts();
        for &node in law.chart.layers.keys() {
            for &who in &before {
                let ghost = &self.ghosts[&who];
                if ghost.node != node || ghost.loot == 0 {
                    continue;
                }
                let captor = self.sentinels_in(node).into_iter().find(|number| may.contains(number));
                let Some(captor) = captor else { break };
                self.seize(law, captor, who, told);
            }
        }
    }

    /// R27 to R29: one capture, and the conversion of the captor if it seized too much.
    fn seize(&mut self, law: &Law, captor: usize, who: usize, told: &mut Vec<Event>) {
        let ghost = self.ghosts.get_mut(&who).expect("a ghost");
        let (node, c) = (ghost.node, ghost.loot);
        ghost.loot = 0;
        ghost.status = Status::Captured;
        self.c += 1;
        let hunter = self.sentinels.get_mut(&captor).expect("a sentinel");
        hunter.captures += 1;
        told.push(Event::Captured { sentinel: seat(captor), ghost: seat(who), node: node as u8, loot: c as u16 });
        let b = if law.values.conversion_scope == Scope::Cumulative { hunter.taken + c } else { c };
        let stays = law.values.threshold().is_none_or(|threshold| b <= threshold.into());
        if stays {
            self.r += c;
            hunter.haul += c;
            hunter.taken += c;
            return;
        }
        let loss = i64::from(law.values.loss());
        self.x += loss;
        let change = match law.values.conversion_remainder {
            Remainder::Recovered => c - loss,
            Remainder::Carried | Remainder::Dropped => -(b - c),
        };
        self.r += change;
        hunter.haul += change;
        hunter.taken += change;
        hunter.status = Status::Turned;
        let energy = hunter.energy.min(law.base);
        let mut turncoat = Ghost {
            node,
            loot: 0,
            energy,
            status: Status::Active,
            origin: "turned",
            was: Some(captor),
            known: BTreeSet::new(),
            memory: Memory::new(),
        };
        let rest = match law.values.conversion_remainder {
            Remainder::Recovered => c - loss,
            Remainder::Carried => {
                turncoat.loot = b - loss;
                b - loss
            }
            Remainder::Dropped => {
                *self.lying.entry(node).or_default() += b - loss;
                b - loss
            }
        };
        let number = (law.m + law.q..).find(|number| !self.ghosts.contains_key(number)).expect("a seat");
        assert!(number < law.m + law.q + law.v, "R8: conversions cannot exceed the seats");
        self.ghosts.insert(number, turncoat);
        told.push(Event::Turned {
            sentinel: seat(captor),
            ghost: seat(number),
            node: node as u8,
            lost: loss as u16,
            rest: rest as i32,
        });
    }

    /// R21: deliveries on arrival in the goal.
    fn deliver(&mut self, law: &Law, told: &mut Vec<Event>) {
        for who in self.active_ghosts() {
            let ghost = self.ghosts.get_mut(&who).expect("a ghost");
            if law.in_goal(ghost.node) && ghost.loot > 0 {
                let (node, amount) = (ghost.node as u8, ghost.loot as u16);
                self.d += ghost.loot;
                ghost.loot = 0;
                told.push(Event::Delivered { ghost: seat(who), node, amount });
            }
        }
    }

    /// R31: what each active ghost learns by looking around.
    fn look(&mut self, law: &Law, time: i64) {
        for who in self.active_ghosts() {
            let lying = self.lying.clone();
            let lies = |node: &usize| lying.get(node).copied().unwrap_or(0);
            let ghost = self.ghosts.get_mut(&who).expect("a ghost");
            ghost.known.insert(ghost.node);
            ghost.memory.insert(ghost.node, (time, Some(lies(&ghost.node))));
            for behind in law.short_ports(ghost.node) {
                let exact = matches!(ghost.memory.get(&behind), Some((_, Some(amount))) if *amount > 0);
                if lies(&behind) == 0 {
                    ghost.memory.insert(behind, (time, Some(0)));
                } else if !exact {
                    ghost.memory.insert(behind, (time, None));
                }
            }
        }
    }

    /// R32: ghosts in one node share what they know.
    fn meet(&mut self, told: &mut Vec<Event>) {
        let nodes: BTreeSet<usize> = self.active_ghosts().iter().map(|number| self.ghosts[number].node).collect();
        for node in nodes {
            let here = self.ghosts_in(node);
            if here.len() < 2 {
                continue;
            }
            let known: BTreeSet<usize> = here.iter().flat_map(|number| self.ghosts[number].known.clone()).collect();
            let mut memory = Memory::new();
            for (&about, &(time, loot)) in here.iter().flat_map(|number| &self.ghosts[number].memory) {
                let (best, kept) = memory.get(&about).copied().unwrap_or((-1, None));
                if time > best || time == best && kept.is_none() {
                    memory.insert(about, (time, loot));
                }
            }
            for number in &here {
                let ghost = self.ghosts.get_mut(number).expect("a ghost");
                (ghost.known, ghost.memory) = (known.clone(), memory.clone());
            }
            told.push(Event::Met { node: node as u8, ghosts: set(&here) });
        }
    }

    /// R23: energy for sentinels that share a node.
    fn recharge(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, _) in orders.iter().filter(|(_, action)| **action == Action::Recharge) {
            let me = self.sentinels.get_mut(&who).expect("a sentinel");
            let p = match law.values.recharge_of {
                RechargeOf::Max => law.capacity,
                RechargeOf::Base => law.base,
                RechargeOf::Current => me.energy,
            };
            let pct = i64::from(law.values.recharge_pct);
            let ceil = p * pct / 100 + i64::from(p * pct % 100 > 0);
            let more = if pct == 0 { 0 } else { ceil.max(1) };
            let before = me.energy;
            me.energy = (me.energy + more).min(law.capacity);
            told.push(Event::Recharged { sentinel: seat(who), amount: (me.energy - before) as u32 });
        }
    }

    /// R24: a sentinel takes all loot in its node and is frozen.
    fn recover(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        for (&who, &action) in orders.iter().filter(|(_, action)| **action == Action::Recover) {
            let node = self.sentinels[&who].node;
            let amount = self.lies(node);
            if amount == 0 {
                told.push(Event::Refused { seat: seat(who), action: Some(action), reason: Reason::Gone });
                continue;
            }
            self.lying.remove(&node);
            self.r += amount;
            let me = self.sentinels.get_mut(&who).expect("a sentinel");
            me.haul += amount;
            me.frozen = match law.values.freeze() {
                None => law.values.last_turn().into(),
                Some(k) => self.turn + i64::from(k),
            };
            told.push(Event::Recovered { sentinel: seat(who), node: node as u8, amount: amount as u16 });
        }
    }

    /// R25: marks of the nodes that sentinels have checked.
    fn mark(&mut self, law: &Law, orders: &BTreeMap<usize, Action>, told: &mut Vec<Event>) {
        let by_choice = orders.iter().filter(|(_, action)| **action == Action::Mark).map(|(&who, _)| who);
        let markers: Vec<usize> = match law.values.marking {
            Marking::Auto => self.active_sentinels(),
            Marking::Chosen => by_choice.collect(),
        };
        for who in markers {
            let node = self.sentinels[&who].node;
            self.checked.insert(node, self.turn);
            if law.values.marking == Marking::Chosen {
                told.push(Event::Marked { sentinel: seat(who), node: node as u8 });
            }
        }
        for who in self.active_sentinels() {
            let node = self.sentinels[&who].node;
            self.mapped.insert(node);
            let bare: Vec<usize> =
                self.ghosts_in(node).into_iter().filter(|number| self.ghosts[number].loot == 0).collect();
            if !bare.is_empty() {
                told.push(Event::Detected { sentinel: seat(who), node: node as u8, ghosts: set(&bare) });
            }
        }
    }

    /// R33, R34: whether and why the match ends, and who wins.
    fn end(&mut self, law: &Law, told: &mut Vec<Event>) {
        let second = self.ghosts_choose != law.ghosts_first();
        let reason = if self.active_ghosts().is_empty() {
            let swept: i64 = self.lying.values().sum();
            self.lying.clear();
            self.r += swept;
            if swept > 0 {
                told.push(Event::Swept { amount: swept as u16 });
            }
            End::AllCaptured
        } else if self.d + self.r + self.x == law.total() {
            End::LootSettled
        } else if second && self.turn == i64::from(law.values.last_turn()) {
            End::TimeLimit
        } else {
            self.ghosts_choose = !self.ghosts_choose;
            self.turn += i64::from(second);
            return;
        };
        let (d, r) = (self.d, self.r);
        let margin = i64::from(law.values.draw_margin_pct) * (d + r);
        let balanced = d > 0 && r > 0 && 100 * (d - r).abs() <= margin;
        let winner = match law.values.victory_rule {
            Victory::Share => {
                if d == 0 {
                    Winner::Sentinels
                } else if balanced {
                    Winner::Draw
                } else if d > r {
                    Winner::Ghosts
                } else {
                    Winner::Sentinels
                }
            }
            Victory::Literal => {
                if balanced {
                    Winner::Draw
                } else if 2 * r > law.total() || reason == End::AllCaptured || d == 0 {
                    Winner::Sentinels
                } else {
                    Winner::Ghosts
                }
            }
        };
        self.over = Some((winner, reason));
        told.push(Event::GameEnded {
            winner,
            reason,
            delivered: d as u16,
            recovered: r as u16,
            lost: self.x as u16,
            captured: self.c as u8,
        });
    }
}
