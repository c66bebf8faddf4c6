//! The steps of PyRat, Ghost Tag, Ghost Grid, Snarl and Sproutopia without a heap and without an operating system.
#![no_std]

use gridhaunt_ghost_grid::ground::{self as graph, NodeSet, Port, RechargeOf, Remainder};
use gridhaunt_ghost_grid::state::{self as smuggling, Agent, Memory, Place, Tally};
use gridhaunt_kernel::bits::Bits;
use gridhaunt_kernel::grid::Grid;
use gridhaunt_kernel::{Random, Seat, SeatSet};
use gridhaunt_pyrat::rules::step;
use gridhaunt_pyrat::state::{State, Status};
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::ground::{self as dungeon, TileKind, Site, Span, Spot, Tile};
use gridhaunt_snarl::point::Point;
use gridhaunt_snarl::state as crawling;
use gridhaunt_sproutopia::dice::Rate;
use gridhaunt_sproutopia::ground::{self as field, Spawning};
use gridhaunt_sproutopia::{Action as Order, Official};
use gridhaunt_tag::state::{self as tag, Side};
use gridhaunt_tag::{Action, Code, Ground, Priority, Sight, Step};

#[panic_handler]
fn nobody_panics(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Plays `turns` turns to the right on an open board of 3 by 2; returns the python's half points and the status.
#[unsafe(no_mangle)]
pub extern "C" fn play(turns: u32) -> u32 {
    const OPEN: [u32; 6] = [0x00_00_01_01, 0x01_00_01_01, 0x01_00_00_01, 0x00_01_01_00, 0x01_01_01_00, 0x01_01_00_00];
    let mut state = State::<1> {
        pos: [0, 5],
        half: [0; 2],
        turn: 0,
        max_turns: 20,
        cheese_left: 1,
        cheese_total: 1,
        delay: [0; 2],
        status: Status::Running,
        end_on_majority: true,
        world: 0,
        cheese: Bits([1 << 2]),
    };
    for _ in 0..turns {
        step(&OPEN, 3, &mut state, [1, 4]);
    }
    u32::from(state.half[0]) << 8 | state.status as u32
}

/// Plays `phases` phases of Ghost Tag on a board of 5 by 3: a survivor at (1,1) and a killer at (0,1) both go right, to
/// the exit at (4,1). Returns the round, and in the higher bits how many escaped.
#[unsafe(no_mangle)]
pub extern "C" fn hunt(phases: u32) -> u32 {
    let Some(grid) = Grid::new(5, 3) else { return 0 };
    let mut field = [u8::MAX; 3 * 256];
    for (at, steps) in field.iter_mut().enumerate() {
        let (x, y) = (at as u16 % 256, at as u16 / 256);
        if x < 5 {
            *steps = x.abs_diff(4).max(y.abs_diff(1)) as u8;
        }
    }
    let code = Code {
        grid,
        survivors: 1,
        killers: 1,
        max_rounds: 100,
        sight: [Sight::All; 2],
        team_vision: false,
        follow: true,
        cycle: false,
        barred: false,
        priority: Priority::Score,
        multi_escape: false,
        strict: true,
    };
    let mut state = tag::State::<8> {
        killers: tag::nobody(Side::Killer),
        survivors: tag::nobody(Side::Survivor),
        last: [[None; 8]; 2],
        captures: [0; 8],
        inside: 1,
        escaped: 0,
        captured: 0,
        stranded: 0,
        round: 1,
        phase: Side::Killer,
        end: None,
        random: Random::new(0),
    };
    (state.killers[0], state.survivors[0]) = (1 << 8, 1 << 8 | 1);
    let right = Action { step: Step::E, bid: 0 };
    for phase in 0..phases {
        // The killer starts beside the survivor, so it waits one round: the survivor runs first and gets away.
        let choices = [(Seat(0), right), (Seat(1), if phase == 0 { Step::Stay.into() } else { right })];
        gridhaunt_tag::rules::step(&Ground { code: &code, field: &field }, &mut state, &choices, |_| {});
    }
    u32::from(state.escaped) << 16 | u32::from(state.round)
}

/// Plays `phases` phases of Ghost Grid on a ladder of four layers: a ghost with 10 loot climbs, a sentinel in a side
/// room waits. Returns the turn, and in the higher bits how much was delivered.
#[unsafe(no_mangle)]
pub extern "C" fn smuggle(phases: u32) -> u32 {
    const fn port(node: u8, dist: u8) -> Port {
        Port { node, dist }
    }
    // 0 - 1 - 2 - 3 upwards, and 4 beside 1.
    const PORTS: [Port; 8] =
        [port(1, 2), port(0, 2), port(2, 3), port(4, 1), port(1, 3), port(3, 5), port(2, 5), port(1, 1)];
    let code = graph::Code {
        n: 3,
        natives: 1,
        sentinels: 1,
        turncoats: 0,
        sides: graph::Code::seats_by_side(1, 1, 0),
        sentinels_per_ghost: 1,
        total_loot: 10,
        base: 10,
        capacity: 30,
        short_max: 5,
        recharge_pct: 5,
        recharge_of: RechargeOf::Max,
        threshold: None,
        loss: 0,
        cumulative: false,
        remainder: Remainder::Recovered,
        freeze: None,
        on_arrival: true,
        contact: true,
        enter_goal: false,
        full_map: false,
        sentinels_first: false,
        marks_by_choice: false,
        max_turns: 15,
        margin_pct: 10,
        literal: false,
    };
    let ground = graph::Ground {
        code: &code,
        layers: &[0, 1, 2, 3, 2],
        first: &[0, 1, 4, 6, 7, 8],
        ports: &PORTS,
        posts: &[2, 4],
    };
    let mut tally = Tally {
        turn: 1,
        phase: graph::Side::Ghost,
        end: None,
        natives: 1,
        sentinels: 1,
        turncoats: 0,
        ghosts_at_start: 0,
        captured: 0,
        delivered: 0,
        recovered: 0,
        lost: 0,
        active: SeatSet::first(2),
        mapped: NodeSet::default(),
        random: Random::new(0),
    };
    let ghost = Agent { loot: 10, energy: 10, ..Agent::default() };
    let sentinel = Agent { node: 4, energy: 30, ..Agent::default() };
    let mut places = [Place::default(); 5];
    places[4].guards = 1;
    let mut board = smuggling::Board {
        tally: &mut tally,
        agents: &mut [ghost, sentinel],
        places: &mut places,
        known: &mut [NodeSet::default()],
        memory: &mut [Memory::NONE; 5],
    };
    for _ in 0..phases {
        let climb = gridhaunt_ghost_grid::Action::Move { to: board.agents[0].node + 1 };
        let wait = gridhaunt_ghost_grid::Action::Wait;
        gridhaunt_ghost_grid::rules::step(&ground, &mut board, &[(Seat(0), climb), (Seat(1), wait)], |_| {});
    }
    u32::from(tally.delivered) << 16 | tally.turn
}

/// Plays `rounds` rounds of Snarl in a corridor of five tiles that is one room: a player walks east to the exit, a
/// ghost in the west goes through the wall and lands on any tile but the exit. Returns the round, and in the higher
/// bits whether the game is won.
#[unsafe(no_mangle)]
pub extern "C" fn crawl(rounds: u32) -> u32 {
    const WIDE: u8 = 5;
    let column = |column: u8| Tile::new(0, column);
    let mut spots = [Spot::default(); WIDE as usize];
    for (at, spot) in spots.iter_mut().enumerate() {
        let (west, east) = (at > 0, at + 1 < usize::from(WIDE));
        let far = |there: bool, action: gridhaunt_snarl::Action| u16::from(there) << action as u8;
        let reach = 1
            | far(west, gridhaunt_snarl::Action::W)
            | far(east, gridhaunt_snarl::Action::E)
            | far(at > 1, gridhaunt_snarl::Action::WW)
            | far(at + 2 < usize::from(WIDE), gridhaunt_snarl::Action::EE);
        let steps = u8::from(west) << 1 | u8::from(east) << 2;
        // The only wall is west of the first tile.
        *spot = Spot::new(TileKind::Floor, Moves(reach), steps, steps, u8::from(!west) << 1);
    }
    let code = dungeon::Code { players: 1, closed_objects: true, corners: true, sight: 2, max_rounds: 9 };
    let all = Span { at: 0, len: WIDE.into() };
    let floors = [column(0), column(1), column(2), column(3), column(4)];
    let sites = [Site {
        corner: Point::new(0, 0),
        rows: 1,
        columns: WIDE.into(),
        tiles: all,
        free: all,
        rooms: Span { at: 0, len: 1 },
        floored: 1,
        key: None,
        exit: Some(column(4)),
        zombies: 0,
        ghosts: 1,
    }];
    let ground = dungeon::Ground {
        code: &code,
        sites: &sites,
        spots: &spots,
        room_of: &[0; WIDE as usize],
        free: &floors,
        rooms: &[all],
        floors: &floors,
        by_origin: &[0],
    };
    let mut state = crawling::State::empty(Random::new(0), 0);
    state.players[0].at = column(1);
    for act in 0..2 * rounds {
        let walk = if act == 0 { gridhaunt_snarl::Action::E } else { gridhaunt_snarl::Action::EE };
        let choices = [(Seat(0), walk), (Seat(2), gridhaunt_snarl::Action::W)];
        gridhaunt_snarl::rules::step(&ground, &mut state, &choices, |_| {});
    }
    u32::from(state.end == Some(crawling::End::Won)) << 16 | state.round
}

/// Plays `ticks` ticks of Sproutopia on a board of 12 by 12: one farmer walks round a square of three by three beside
/// its home, again and again. Returns the tick, and in the higher bits how many cells it owns.
#[unsafe(no_mangle)]
pub extern "C" fn farm(ticks: u32) -> u32 {
    let never = Spawning { start: u32::MAX, rate: Rate { mean: 9, deviation: 1, least: 0, most: 20 }, most: 3 };
    let ground = field::Ground::new(field::Code {
        cols: 12,
        rows: 12,
        players: 1,
        window: 10,
        queue: 10,
        max_ticks: 1000,
        weeds: never,
        weed_most: 15,
        weed_pace: 5,
        power_ups: never,
        lifespans: [20, 20, 10, 0, 40],
    });
    let mut state = gridhaunt_sproutopia::State::<Official>::new(&ground, 0);
    let round = [
        Order::Right,
        Order::Right,
        Order::Right,
        Order::Down,
        Order::Down,
        Order::Down,
        Order::Left,
        Order::Left,
        Order::Left,
        Order::Up,
        Order::Up,
        Order::Up,
    ];
    for tick in 0..ticks {
        let order = round[tick as usize % round.len()];
        gridhaunt_sproutopia::rules::step(&ground, &mut state, &[(Seat(0), order)], |_| {});
    }
    u32::from(state.farmers[0].cells) << 16 | state.tick
}
