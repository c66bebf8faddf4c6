//! The step: a ghost phase or a sentinel phase, stage by stage in the order of the rules.
//!
//! Within a stage seats are processed in ascending order. Nothing here allocates, and only `reinforce` draws.

use crate::action::{Action, Reason};
use crate::event::{Event, Shares};
use crate::ground::{Code, Ground, NodeSet, Port, RechargeOf, Remainder, Side};
use crate::orders::{Arrivals, Choice, Orders, exceeds_cap};
use crate::state::{Agent, Board, End, Memory, Origin};
use gridhaunt_kernel::{Seat, SeatSet};

/// Plays one phase (R13). `choices` are in order of arrival; of two choices for one seat the first counts.
#[inline]
pub fn step(ground: &Ground<'_>, board: &mut Board<'_>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
    let mut arrivals = Arrivals::new(choices);
    play(ground, board, |_, seat| arrivals.of(seat), log);
}

/// Plays one phase (R13) with the choices of the seats that are asked, which it looks up by ascending seat, each once.
#[inline]
pub(crate) fn play(
    ground: &Ground<'_>,
    board: &mut Board<'_>,
    mut choose: impl FnMut(&Board<'_>, Seat) -> Option<Choice>,
    mut log: impl FnMut(Event),
) {
    if board.tally.end.is_some() {
        return;
    }
    if board.tally.phase == Side::Ghost {
        ghost_phase(ground, board, &mut choose, &mut log);
        let left_alone = board.tally.phase == Side::Sentinel && board.tally.of(ground.code, Side::Sentinel).is_empty();
        if board.tally.end.is_some() || !left_alone {
            return; // R13: otherwise nobody is asked in the next phase.
        }
    }
    sentinel_phase(ground, board, &mut choose, &mut log);
}

/// Plays the stages of a ghost phase in the order of R16.
fn ghost_phase(
    ground: &Ground<'_>,
    board: &mut Board<'_>,
    choose: &mut impl FnMut(&Board<'_>, Seat) -> Option<Choice>,
    log: &mut impl FnMut(Event),
) {
    let mut orders = Orders::new();
    orders.judge(ground, board, Side::Ghost, choose, log); // R14, R15
    replicate(ground.code, board, &orders, log); // R18
    take(board, &orders, log); // R19
    deposit(ground, board, &orders, log); // R20
    travel(board, Side::Ghost, &orders, log); // R17
    if ground.code.contact {
        capture(ground.code, board, None, log); // R26
    }
    deliver(ground, board, log); // R21
    look(ground, board); // R31
    meet(ground.code, board, log); // R32
    reinforce(ground, board, log); // R18
    close_phase(ground.code, board, log); // R33
}

/// Plays the stages of a sentinel phase in the order of R22.
fn sentinel_phase(
    ground: &Ground<'_>,
    board: &mut Board<'_>,
    choose: &mut impl FnMut(&Board<'_>, Seat) -> Option<Choice>,
    log: &mut impl FnMut(Event),
) {
    let mut orders = Orders::new();
    orders.judge(ground, board, Side::Sentinel, choose, log); // R14, R15
    recharge(ground.code, board, &orders, log); // R23
    recover(ground.code, board, &orders, log); // R24
    travel(board, Side::Sentinel, &orders, log); // R17
    capture(ground.code, board, (!ground.code.contact).then_some(&orders), log); // R26
    mark(ground.code, board, &orders, log); // R25
    detect(ground.code, board, log); // R25
    look(ground, board); // R31
    close_phase(ground.code, board, log); // R33
}

/// A ghost copies itself; the copies take the next native seats, with its node, energy and knowledge (R18).
fn replicate(code: &Code, board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    if board.tally.turn != 1 {
        return;
    }
    for &(ghost, action) in &orders.deeds {
        let Action::Replicate { copies } = action else { continue };
        if exceeds_cap(code, board.tally, copies) {
            log(Event::Refused { seat: ghost, action: Some(Action::Replicate { copies }), reason: Reason::GhostCap });
            continue;
        }
        let original = board.agents[ghost.index()];
        let shares = Shares { whole: original.loot, parts: copies + 1 };
        board.agents[ghost.index()].loot = shares.of(0);
        let mut born = SeatSet::NONE;
        for part in 1..=copies {
            let seat = Seat(board.tally.natives);
            board.agents[seat.index()] = Agent { loot: shares.of(part), origin: Origin::Copy, ..original };
            teach(code, board, ghost, seat);
            board.tally.natives += 1;
            born = born.with(seat);
        }
        board.tally.active = board.tally.active.or(born);
        log(Event::Replicated { ghost, copies: born, loot: shares });
    }
}

/// Gives one ghost everything that another knows.
fn teach(code: &Code, board: &mut Board<'_>, from: Seat, to: Seat) {
    let nodes = board.places.len();
    let (from, to) = (code.ghost(from), code.ghost(to));
    board.known[to] = board.known[from];
    board.memory.copy_within(from * nodes..(from + 1) * nodes, to * nodes);
}

/// Ghosts pick up loot as long as there is some (R19). Loot dropped in this phase comes later.
fn take(board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    for &(ghost, action) in &orders.deeds {
        let Action::Take { amount: asked } = action else { continue };
        let me = &mut board.agents[ghost.index()];
        let (node, place) = (me.node, &mut board.places[usize::from(me.node)]);
        let amount = asked.min(place.loot);
        if amount == 0 {
            log(Event::Refused { seat: ghost, action: Some(Action::Take { amount: asked }), reason: Reason::Gone });
            continue;
        }
        place.loot -= amount;
        me.loot += amount;
        log(Event::Took { ghost, node, amount });
    }
}

/// Ghosts drop loot; in the goal it is delivered (R20).
fn deposit(ground: &Ground<'_>, board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    for &(ghost, action) in &orders.deeds {
        let Action::Deposit { amount } = action else { continue };
        let me = &mut board.agents[ghost.index()];
        let node = me.node;
        me.loot -= amount;
        if ground.is_goal(node) {
            board.tally.delivered += amount;
            log(Event::Delivered { ghost, node, amount });
        } else {
            board.places[usize::from(node)].loot += amount;
            log(Event::Deposited { ghost, node, amount });
        }
    }
}

/// Moves the agents to their nodes; each pays the distance (R17).
fn travel(board: &mut Board<'_>, side: Side, orders: &Orders, log: &mut impl FnMut(Event)) {
    for &(seat, Port { node: to, dist: cost }) in &orders.moves {
        let me = &mut board.agents[seat.index()];
        let from = me.node;
        me.node = to;
        me.energy -= u32::from(cost);
        if side == Side::Sentinel {
            board.places[usize::from(from)].guards -= 1;
            board.places[usize::from(to)].guards += 1;
        }
        log(Event::Moved { seat, from, to, cost });
    }
}

/// Ghosts with loot in a captor's node are captured (R26, R27): by the sentinels that moved, or by all where no orders
/// are given.
fn capture(code: &Code, board: &mut Board<'_>, moved: Option<&Orders>, log: &mut impl FnMut(Event)) {
    let caught = |ghost: &Seat| {
        let Agent { node, loot, .. } = board.agents[ghost.index()];
        loot > 0 && board.places[usize::from(node)].guards > 0
    };
    let carriers: SeatSet = board.tally.of(code, Side::Ghost).iter().filter(caught).collect();
    if !carriers.is_empty() {
        seize_all(code, board, moved, carriers, log); // Those born in this stage are not among them.
    }
}

#[cold]
fn seize_all(
    code: &Code,
    board: &mut Board<'_>,
    moved: Option<&Orders>,
    carriers: SeatSet,
    log: &mut impl FnMut(Event),
) {
    let captors = moved.map_or(board.tally.of(code, Side::Sentinel), Orders::moved);
    let nodes: NodeSet = carriers.iter().map(|ghost| usize::from(board.agents[ghost.index()].node)).collect();
    for node in nodes.iter() {
        for ghost in carriers.iter() {
            if usize::from(board.agents[ghost.index()].node) != node {
                continue;
            }
            let standing = captors.and(board.tally.active);
            let captor = standing.iter().find(|seat| usize::from(board.agents[seat.index()].node) == node);
            let Some(captor) = captor else { break }; // R27: none may capture, or all have turned.
            seize(code, board, captor, ghost, log);
        }
    }
}

/// One ghost loses its loot and is out (R27, R28).
fn seize(code: &Code, board: &mut Board<'_>, captor: Seat, ghost: Seat, log: &mut impl FnMut(Event)) {
    let Agent { node, loot, .. } = board.agents[ghost.index()];
    board.agents[ghost.index()].loot = 0;
    board.tally.active = board.tally.active.without(SeatSet::only(ghost));
    board.tally.captured += 1;
    let hunter = &mut board.agents[captor.index()];
    hunter.captures += 1;
    log(Event::Captured { sentinel: captor, ghost, node, loot });

    let before = if code.cumulative { hunter.taken } else { 0 };
    let grabbed = before + loot;
    // Conversions cannot run out of seats (R8).
    if code.threshold.is_some_and(|threshold| grabbed > threshold) && board.tally.turncoats < code.turncoats {
        turn(code, board, captor, loot, before, log);
    } else {
        gain(board, captor, loot.into());
    }
}

/// Adds the result of a capture to the sentinels' count; it may be negative.
fn gain(board: &mut Board<'_>, captor: Seat, amount: i32) {
    let hunter = &mut board.agents[captor.index()];
    for count in [&mut board.tally.recovered, &mut hunter.haul, &mut hunter.taken] {
        *count = count.saturating_add_signed(amount as i16);
    }
}

/// The captor seized too much and becomes a ghost (R29).
fn turn(code: &Code, board: &mut Board<'_>, captor: Seat, loot: u16, before: u16, log: &mut impl FnMut(Event)) {
    board.tally.lost += code.loss;
    let left = i32::from(before) + i32::from(loot) - i32::from(code.loss);
    let rest = match code.remainder {
        Remainder::Recovered => {
            let rest = i32::from(loot) - i32::from(code.loss);
            gain(board, captor, rest);
            rest
        }
        Remainder::Carried | Remainder::Dropped => {
            gain(board, captor, -i32::from(before));
            left
        }
    };
    let seat = Seat((code.first_turncoat() + usize::from(board.tally.turncoats)) as u8);
    let Agent { node, energy, .. } = board.agents[captor.index()];
    board.agents[seat.index()] = Agent {
        node,
        origin: Origin::Turned,
        was: captor,
        loot: if code.remainder == Remainder::Carried { left as u16 } else { 0 },
        energy: energy.min(code.base),
        ..Agent::default()
    };
    if code.remainder == Remainder::Dropped {
        board.places[usize::from(node)].loot += left as u16;
    }
    board.places[usize::from(node)].guards -= 1;
    board.tally.turncoats += 1;
    board.tally.active = board.tally.active.without(SeatSet::only(captor)).with(seat);
    log(Event::Turned { sentinel: captor, ghost: seat, node, lost: code.loss, rest });
}

/// Ghosts in the goal deliver all they carry (R21).
fn deliver(ground: &Ground<'_>, board: &mut Board<'_>, log: &mut impl FnMut(Event)) {
    if !ground.code.on_arrival {
        return;
    }
    for ghost in board.tally.of(ground.code, Side::Ghost).iter() {
        let me = &mut board.agents[ghost.index()];
        if me.loot > 0 && ground.is_goal(me.node) {
            let (node, amount) = (me.node, core::mem::take(&mut me.loot));
            board.tally.delivered += amount;
            log(Event::Delivered { ghost, node, amount });
        }
    }
}

/// Every active ghost looks around at the end of a phase (R31).
fn look(ground: &Ground<'_>, board: &mut Board<'_>) {
    let time = board.tally.time(ground.code);
    look_at(ground, board, time);
}

/// Every active ghost adds its node to those it knows, and the loot it sees to its memory (R31).
pub fn look_at(ground: &Ground<'_>, board: &mut Board<'_>, time: u32) {
    let nodes = board.places.len();
    for seat in board.tally.of(ground.code, Side::Ghost).iter() {
        let (node, ghost) = (board.agents[seat.index()].node, ground.code.ghost(seat));
        board.known[ghost].insert(node.into());
        let memory = &mut board.memory[ghost * nodes..][..nodes];
        memory[usize::from(node)] = Memory::exact(time, board.places[usize::from(node)].loot);
        for port in ground.ports(node).iter().filter(|port| ground.code.is_short(port.dist)) {
            let (lying, remembered) = (board.places[usize::from(port.node)].loot, &mut memory[usize::from(port.node)]);
            if lying == 0 {
                *remembered = Memory::exact(time, 0);
            } else if !remembered.is_exact_loot() {
                *remembered = Memory::some(time);
            }
        }
    }
}

/// Ghosts that end a ghost phase in one node share everything they know (R32).
fn meet(code: &Code, board: &mut Board<'_>, log: &mut impl FnMut(Event)) {
    let ghosts = board.tally.of(code, Side::Ghost);
    if ghosts.len() < 2 {
        return;
    }
    let (mut seen, mut shared) = (NodeSet::default(), NodeSet::default());
    for ghost in ghosts.iter() {
        let node = usize::from(board.agents[ghost.index()].node);
        if seen.contains(node) {
            shared.insert(node);
        }
        seen.insert(node);
    }
    for node in shared.iter() {
        let here: SeatSet =
            ghosts.iter().filter(|ghost| usize::from(board.agents[ghost.index()].node) == node).collect();
        let Some(first) = here.lowest() else { continue };
        for other in here.iter().skip(1) {
            learn(code, board, first, other);
        }
        for other in here.iter().skip(1) {
            teach(code, board, first, other);
        }
        log(Event::Met { node: node as u8, ghosts: here });
    }
}

/// Adds the knowledge of a ghost with a higher number to another's: of two memories the later counts, at equal times the
/// exact one (R32).
fn learn(code: &Code, board: &mut Board<'_>, pupil: Seat, teacher: Seat) {
    let nodes = board.places.len();
    let (pupil, teacher) = (code.ghost(pupil), code.ghost(teacher));
    let known = board.known[teacher];
    board.known[pupil].0.iter_mut().zip(known.0).for_each(|(mine, theirs)| *mine |= theirs);
    let (low, high) = board.memory.split_at_mut(teacher * nodes);
    for (mine, theirs) in low[pupil * nodes..][..nodes].iter_mut().zip(&high[..nodes]) {
        *mine = (*mine).max(*theirs);
    }
}

/// At the end of the first ghost phase: adds the number of sentinels that the natives in play require (R18).
fn reinforce(ground: &Ground<'_>, board: &mut Board<'_>, log: &mut impl FnMut(Event)) {
    if board.tally.turn != 1 {
        return;
    }
    let code = ground.code;
    board.tally.ghosts_at_start = board.tally.natives;
    let needed = usize::from(code.sentinels_per_ghost) * usize::from(board.tally.natives);
    while usize::from(board.tally.sentinels) < needed.min(code.sentinels.into()) {
        let (sentinel, node) = post(ground, board);
        log(Event::Reinforced { sentinel, node });
    }
}

/// Puts the next sentinel into play: a node of layer n - 1, full energy (R11, R18).
pub fn post(ground: &Ground<'_>, board: &mut Board<'_>) -> (Seat, u8) {
    let seat = Seat((ground.code.first_sentinel() + usize::from(board.tally.sentinels)) as u8);
    let node = board.tally.random.pick(ground.posts).copied().unwrap_or(0);
    board.agents[seat.index()] = Agent { node, energy: ground.code.capacity, ..Agent::default() };
    board.places[usize::from(node)].guards += 1;
    board.tally.sentinels += 1;
    board.tally.active = board.tally.active.with(seat);
    board.tally.mapped.insert(node.into()); // R25
    (seat, node)
}

/// A sentinel gains energy while another is in its node (R23).
fn recharge(code: &Code, board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    for &(sentinel, action) in &orders.deeds {
        if action != Action::Recharge {
            continue;
        }
        let me = &mut board.agents[sentinel.index()];
        let of = match code.recharge_of {
            RechargeOf::Max => code.capacity,
            RechargeOf::Base => code.base,
            RechargeOf::Current => me.energy,
        };
        let share = (u64::from(of) * u64::from(code.recharge_pct)).div_ceil(100) as u32;
        let gained = if code.recharge_pct == 0 { 0 } else { share.max(1) };
        let amount = gained.min(code.capacity.saturating_sub(me.energy));
        me.energy += amount;
        log(Event::Recharged { sentinel, amount });
    }
}

/// All loot in a node goes to the sentinel, which is then frozen (R24).
fn recover(code: &Code, board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    for &(sentinel, action) in &orders.deeds {
        if action != Action::Recover {
            continue;
        }
        let me = &mut board.agents[sentinel.index()];
        let node = me.node;
        let amount = core::mem::take(&mut board.places[usize::from(node)].loot);
        if amount == 0 {
            log(Event::Refused { seat: sentinel, action: Some(Action::Recover), reason: Reason::Gone });
            continue;
        }
        me.haul += amount;
        me.frozen = match code.freeze {
            None => code.max_turns,
            Some(turns) => board.tally.turn.saturating_add(turns),
        };
        board.tally.recovered += amount;
        log(Event::Recovered { sentinel, node, amount });
    }
}

/// The node of every sentinel is mapped, and marked as checked: by presence, or by the sentinels that chose to mark
/// (R25). A sentinel that chose to mark and turned in this phase has still marked, because only R15 can cancel a legal
/// choice.
fn mark(code: &Code, board: &mut Board<'_>, orders: &Orders, log: &mut impl FnMut(Event)) {
    for sentinel in board.tally.of(code, Side::Sentinel).iter() {
        let node = board.agents[sentinel.index()].node;
        board.tally.mapped.insert(node.into());
        if !code.marks_by_choice {
            board.places[usize::from(node)].checked = board.tally.turn;
        }
    }
    for &(sentinel, action) in &orders.deeds {
        if action == Action::Mark {
            let node = board.agents[sentinel.index()].node;
            board.places[usize::from(node)].checked = board.tally.turn;
            log(Event::Marked { sentinel, node });
        }
    }
}

/// Sentinels detect ghosts without loot in their nodes (R25).
fn detect(code: &Code, board: &Board<'_>, log: &mut impl FnMut(Event)) {
    let bare = |ghost: &Seat| {
        let Agent { node, loot, .. } = board.agents[ghost.index()];
        loot == 0 && board.places[usize::from(node)].guards > 0
    };
    let bare: SeatSet = board.tally.of(code, Side::Ghost).iter().filter(bare).collect();
    if bare.is_empty() {
        return;
    }
    for sentinel in board.tally.of(code, Side::Sentinel).iter() {
        let node = board.agents[sentinel.index()].node;
        let ghosts: SeatSet = bare.iter().filter(|ghost| board.agents[ghost.index()].node == node).collect();
        if !ghosts.is_empty() {
            log(Event::Detected { sentinel, node, ghosts });
        }
    }
}

/// Ends the match, or opens the next phase (R33).
fn close_phase(code: &Code, board: &mut Board<'_>, log: &mut impl FnMut(Event)) {
    let tally = &mut *board.tally;
    let second = tally.phase != code.first();
    let settled = u32::from(tally.delivered) + u32::from(tally.recovered) + u32::from(tally.lost);
    let end = if tally.of(code, Side::Ghost).is_empty() {
        End::AllCaptured
    } else if settled == u32::from(code.total_loot) {
        End::LootSettled
    } else if second && tally.turn >= code.max_turns {
        End::TimeLimit
    } else {
        tally.phase = tally.phase.other();
        tally.turn += u32::from(second);
        return;
    };
    if end == End::AllCaptured {
        let amount: u16 = board.places.iter_mut().map(|place| core::mem::take(&mut place.loot)).sum();
        tally.recovered += amount;
        if amount > 0 {
            log(Event::Swept { amount });
        }
    }
    tally.end = Some(end);
    log(Event::GameEnded {
        winner: tally.winner(code, end),
        reason: end,
        delivered: tally.delivered,
        recovered: tally.recovered,
        lost: tally.lost,
        captured: tally.captured,
    });
}
