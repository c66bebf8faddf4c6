//! A state that fits what a seat knows (R45), in the world that it is told or in one that it imagines.

use crate::event::Shares;
use crate::game::{GhostGrid, World};
use crate::ground::{NodeSet, Side};
use crate::rules::look_at;
use crate::settings::Settings;
use crate::state::{Agent, Memory, Origin, State};
use crate::view::{Score, Start, View};
use crate::{imagine, walk};
use gridhaunt_kernel::field::least_costs;
use gridhaunt_kernel::prelude::*;

impl Guess for GhostGrid {
    /// A seat knows the nodes that it, or its side, has been in.
    const WORLD_IS_TOLD: bool = false;

    /// None for a seat that is not in play.
    fn imagine(_: &Settings, start: &Start, _history: &[View], view: &View, random: &mut Random) -> Option<World> {
        imagine::world(start, view, random)
    }

    /// None for a seat that is not in play.
    fn guess(world: &World, start: &Start, _history: &[View], view: &View, random: &mut Random) -> Option<State> {
        let eye = Eye::of(view)?;
        let mut draft = Draft::new(world, start, &eye, random)?;
        draft.turn_and_capture()?;
        draft.place_sentinels()?;
        draft.place_ghosts()?;
        draft.share_out()?;
        Some(draft.finish(view))
    }
}

/// What both kinds of views contain.
struct Eye {
    seat: Seat,
    turn: u32,
    phase: Side,
    score: Score,
    own: u8,
    here_loot: u16,
    me: Agent,
    ghosts_here: SeatSet,
    sentinels_here: SeatSet,
    /// For a sentinel: where the others are.
    allies: Option<Vec<(Seat, u8)>>,
    /// For a ghost: its short ports, each with whether loot is there and how many sentinels.
    short: Vec<(u8, bool, u8)>,
    /// Exact amounts above 0 that a ghost remembers, by node.
    remembered: Vec<(u8, u16)>,
}

impl Eye {
    fn of(view: &View) -> Option<Self> {
        match view {
            View::OutView(_) => None,
            View::GhostView(view) => {
                let me = &view.me;
                Some(Self {
                    seat: view.seat,
                    turn: view.turn,
                    phase: view.phase,
                    score: view.score,
                    own: me.node,
                    here_loot: view.here.loot,
                    me: Agent {
                        node: me.node,
                        origin: me.origin,
                        was: me.was.unwrap_or_default(),
                        loot: me.loot,
                        energy: me.energy,
                        ..Agent::default()
                    },
                    ghosts_here: view.here.ghosts,
                    sentinels_here: view.here.sentinels,
                    allies: None,
                    short: view
                        .ports
                        .iter()
                        .filter_map(|port| Some((port.node, port.loot?, port.sentinels?)))
                        .collect(),
                    remembered: view
                        .memory
                        .iter()
                        .filter_map(|memory| Some((memory.node, memory.loot.0.filter(|&loot| loot > 0)?)))
                        .collect(),
                })
            }
            View::SentinelView(view) => Some(Self {
                seat: view.seat,
                turn: view.turn,
                phase: view.phase,
                score: view.score,
                own: view.me.node,
                here_loot: view.here.loot,
                me: Agent {
                    node: view.me.node,
                    energy: view.me.energy,
                    frozen: view.me.frozen,
                    haul: view.me.taken,
                    taken: view.me.taken,
                    ..Agent::default()
                },
                ghosts_here: view.here.ghosts,
                sentinels_here: SeatSet::NONE,
                allies: Some(view.allies.iter().map(|ally| (ally.seat, ally.node)).collect()),
                short: Vec::new(),
                remembered: Vec::new(),
            }),
        }
    }

    fn is_ghost(&self) -> bool {
        self.allies.is_none()
    }

    /// The ghosts that the view shows, including itself.
    fn ghosts(&self) -> SeatSet {
        if self.is_ghost() { self.ghosts_here.with(self.seat) } else { self.ghosts_here }
    }
}

/// A state under construction.
struct Draft<'a> {
    world: &'a World,
    eye: &'a Eye,
    random: &'a mut Random,
    state: State,
    /// Ghosts in play that the view does not show.
    unseen: SeatSet,
    guarded: NodeSet,
}

/// Draws an item and removes it from the list; none if the list is empty.
fn draw<T>(random: &mut Random, list: &mut Vec<T>) -> Option<T> {
    let at = random.index(list.len());
    (at < list.len()).then(|| list.remove(at))
}

impl<'a> Draft<'a> {
    /// What the view shows: the counts, the seat itself, and how many others there are.
    fn new(world: &'a World, start: &Start, eye: &'a Eye, random: &'a mut Random) -> Option<Self> {
        let (code, score) = (&world.code, &eye.score);
        let mut state = State::empty(code, world.graph.len(), world.fresh);
        let g = if score.ghosts_at_start == 0 { start.settings.initial_ghosts } else { score.ghosts_at_start };
        let tally = &mut state.tally;
        (tally.turn, tally.phase) = (eye.turn, eye.phase);
        (tally.natives, tally.sentinels) = (g, g.checked_mul(code.sentinels_per_ghost)?);
        tally.ghosts_at_start = score.ghosts_at_start;
        tally.captured = score.captured;
        (tally.delivered, tally.recovered, tally.lost) = (score.delivered, score.recovered, score.lost);
        *state.agents.get_mut(eye.seat.index())? = eye.me;
        state.places.get_mut(usize::from(eye.own))?.loot = eye.here_loot;
        Some(Self { world, eye, random, state, unseen: SeatSet::NONE, guarded: NodeSet::default() })
    }

    /// R45.1: who has turned, and who is captured.
    fn turn_and_capture(&mut self) -> Option<()> {
        let (code, eye) = (&self.world.code, self.eye);
        let first = code.first_sentinel();
        let came: Vec<Seat> =
            (first..first + usize::from(self.state.tally.sentinels)).map(|seat| Seat(seat as u8)).collect();
        let turned: Vec<Seat> = match &eye.allies {
            Some(allies) => {
                let stands = |seat: &Seat| *seat == eye.seat || allies.iter().any(|(ally, _)| ally == seat);
                came.iter().copied().filter(|seat| !stands(seat)).collect()
            }
            None => {
                let mut turned: Vec<Seat> = Vec::new();
                if eye.me.origin == Origin::Turned {
                    turned.push(eye.me.was);
                }
                let mut others = came.clone();
                others.retain(|seat| !eye.sentinels_here.contains(*seat) && !turned.contains(seat));
                while turned.len() < self.count_turned() {
                    turned.push(draw(self.random, &mut others)?);
                }
                turned
            }
        };
        self.state.tally.turncoats = u8::try_from(turned.len()).ok().filter(|&count| count <= code.turncoats)?;
        let gone: SeatSet = turned.iter().copied().collect();
        let standing: SeatSet = came.iter().copied().collect::<SeatSet>().without(gone);

        let first = code.first_turncoat();
        let turncoats = (first..first + turned.len()).map(|seat| Seat(seat as u8));
        let natives = (0..self.state.tally.natives).map(Seat);
        let ghosts: Vec<Seat> = natives.chain(turncoats.clone()).collect();
        // Its own former seat is known; the others get the remaining seats in order.
        let own = (eye.me.origin == Origin::Turned).then_some(eye.me.was);
        let mut rest = turned.iter().filter(|seat| Some(**seat) != own);
        for seat in turncoats {
            let was = if eye.is_ghost() && seat == eye.seat { own? } else { *rest.next()? };
            let agent = &mut self.state.agents[seat.index()];
            (agent.origin, agent.was) = (Origin::Turned, was);
        }
        for copy in (self.world.values.initial_ghosts..self.state.tally.natives).map(usize::from) {
            self.state.agents[copy].origin = Origin::Copy;
        }
        let shown = eye.ghosts();
        let mut hidden: Vec<Seat> = ghosts.iter().copied().filter(|seat| !shown.contains(*seat)).collect();
        for _ in 0..eye.score.captured {
            draw(self.random, &mut hidden)?;
        }
        self.unseen = hidden.into_iter().collect();
        self.state.tally.active = standing.or(shown).or(self.unseen);
        Some(())
    }

    /// How many have turned, as far as a ghost can know.
    fn count_turned(&self) -> usize {
        let (code, eye) = (&self.world.code, self.eye);
        let shown = eye.ghosts();
        if code.threshold.is_some() && code.loss > 0 {
            return usize::from(eye.score.lost / code.loss);
        }
        let first = code.first_turncoat();
        let highest = shown.iter().filter(|seat| seat.index() >= first).map(|seat| seat.index() + 1 - first).max();
        let short = (usize::from(eye.score.captured) + shown.len()).saturating_sub(self.state.tally.natives.into());
        short.max(highest.unwrap_or(0))
    }

    /// R45.2: where the sentinels are.
    fn place_sentinels(&mut self) -> Option<()> {
        let (world, eye) = (self.world, self.eye);
        let code = &world.code;
        let standing = self.state.tally.of(code, Side::Sentinel);
        let free = Agent { energy: code.capacity, ..Agent::default() };
        let mut posts: Vec<(Seat, u8)> = Vec::new();
        match &eye.allies {
            Some(allies) => posts.extend(allies),
            None => {
                posts.extend(eye.sentinels_here.iter().map(|seat| (seat, eye.own)));
                let mut left: Vec<Seat> = standing.without(eye.sentinels_here).iter().collect();
                for &(node, _, count) in &eye.short {
                    for _ in 0..count {
                        posts.push((draw(self.random, &mut left)?, node));
                    }
                }
                let hides = |node: u8| node != eye.own && eye.short.iter().all(|&(short, ..)| short != node);
                let barred = |node: u8| !code.enter_goal && world.graph.layers[usize::from(node)] == code.n;
                let nodes: Vec<u8> = self.nodes().filter(|&node| !barred(node) && hides(node)).collect();
                for seat in left {
                    let walked = match code.full_map {
                        true => None,
                        false => walk::sentinel(world, &self.state.tally, hides, self.random),
                    };
                    posts.push((seat, walked.or_else(|| self.random.pick(&nodes).copied())?));
                }
            }
        }
        for (seat, node) in posts {
            *self.state.agents.get_mut(seat.index())? = Agent { node, ..free };
        }
        self.state.post_guards(code);
        self.guarded = standing.iter().map(|seat| usize::from(self.state.agents[seat.index()].node)).collect();
        Some(())
    }

    fn nodes(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.world.graph.len()).map(|node| node as u8)
    }

    /// R45.3: where the ghosts are, and what energy they have.
    fn place_ghosts(&mut self) -> Option<()> {
        let (world, own) = (self.world, self.eye.own);
        let (code, graph) = (&world.code, &world.graph);
        let mut far = vec![0; graph.len()];
        least_costs(graph, graph.layer(0).map(usize::from), &mut far);
        let likely = |&node: &u8| {
            let at = usize::from(node);
            graph.layers[at] < code.n && node != own && !self.guarded.contains(at) && far[at] <= code.base
        };
        let (near, any): (Vec<u8>, Vec<u8>) =
            (self.nodes().filter(likely).collect(), self.nodes().filter(|&node| node != own).collect());
        for seat in self.eye.ghosts_here.iter() {
            let agent = self.state.agents.get_mut(seat.index())?;
            (agent.node, agent.energy) = (own, code.base.saturating_sub(far[usize::from(own)]));
        }
        for seat in self.unseen.iter() {
            let hides = |node: u8| node != own && !self.guarded.contains(node.into());
            let walked = match code.full_map {
                true => None,
                false => walk::ghost(world, &self.state.tally, seat, hides, self.random),
            };
            let near = || self.random.pick(&near).map(|&node| (node, code.base - far[usize::from(node)]));
            let (node, energy) = match walked.or_else(near) {
                Some(place) => place,
                None => (*self.random.pick(&any)?, 0),
            };
            let agent = self.state.agents.get_mut(seat.index())?;
            (agent.node, agent.energy) = (node, energy);
        }
        Some(())
    }

    /// R45.4: where the loot is.
    fn share_out(&mut self) -> Option<()> {
        let (code, eye) = (&self.world.code, self.eye);
        let score = &eye.score;
        let known = [score.delivered, score.recovered, score.lost, eye.me.loot, eye.here_loot];
        let mut left = known.iter().try_fold(code.total_loot, |left, &part| left.checked_sub(part))?;
        let shows_loot = || eye.short.iter().filter(|(_, loot, _)| *loot).map(|&(node, ..)| usize::from(node));
        for node in shows_loot() {
            left = left.checked_sub(1)?;
            self.state.places.get_mut(node)?.loot = 1;
        }
        let bare = |node: u8| node == eye.own || eye.short.iter().any(|&(short, loot, _)| short == node && !loot);
        for &(node, amount) in eye.remembered.iter().filter(|&&(node, _)| !bare(node)) {
            let lying = &mut self.state.places.get_mut(usize::from(node))?.loot;
            let more = amount.saturating_sub(*lying).min(left);
            *lying += more;
            left -= more;
        }
        if left == 0 {
            return Some(());
        }
        if !self.unseen.is_empty() {
            let shares = Shares { whole: left, parts: self.unseen.len() as u8 };
            for (part, seat) in self.unseen.iter().enumerate() {
                self.state.agents[seat.index()].loot = shares.of(part as u8);
            }
            return Some(());
        }
        let hides = |&node: &u8| {
            let below = self.world.graph.layers[usize::from(node)] < code.n;
            below && node != eye.own && eye.short.iter().all(|&(short, ..)| short != node)
        };
        let nodes: Vec<u8> = self.nodes().filter(hides).collect();
        match (self.random.pick(&nodes), eye.ghosts_here.lowest(), shows_loot().next()) {
            (Some(&node), ..) => self.state.places[usize::from(node)].loot += left,
            (None, Some(ghost), _) => self.state.agents[ghost.index()].loot += left,
            (None, None, Some(node)) => self.state.places[node].loot += left,
            (None, None, None) => return None,
        }
        Some(())
    }

    /// R45.5: the others know only what they see now; the viewer knows what its view contains.
    fn finish(mut self, view: &View) -> State {
        let code = &self.world.code;
        self.state.tally.random = Random::new(self.random.next_u64());
        self.state.tally.mapped = self.guarded;
        let time = self.state.tally.phases(code);
        look_at(&self.world.ground(), &mut self.state.board(), time);
        match view {
            View::GhostView(view) => {
                let (ghost, nodes) = (code.ghost(self.eye.seat), self.world.graph.len());
                self.state.known[ghost] = view.known.iter().map(|known| usize::from(known.node)).collect();
                let memory = &mut self.state.memory[ghost * nodes..(ghost + 1) * nodes];
                memory.fill(Memory::NONE);
                for known in &view.memory {
                    let word = known.loot.0.map_or(Memory::some(known.seen), |loot| Memory::exact(known.seen, loot));
                    if let Some(slot) = memory.get_mut(usize::from(known.node)) {
                        *slot = word;
                    }
                }
            }
            View::SentinelView(view) => {
                self.state.tally.mapped = view.known.iter().map(|known| usize::from(known.node)).collect();
                for mark in &view.checked {
                    if let Some(place) = self.state.places.get_mut(usize::from(mark.node)) {
                        place.checked = mark.turn;
                    }
                }
            }
            View::OutView(_) => {}
        }
        self.state
    }
}
