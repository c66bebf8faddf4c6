//! The steps of PyRat and of Ghost Tag where there is no heap and no system.
#![no_std]

use gridhaunt_kernel::bits::Bits;
use gridhaunt_kernel::grid::Grid;
use gridhaunt_kernel::{Random, Seat};
use gridhaunt_pyrat::rules::step;
use gridhaunt_pyrat::state::{END_ON_MAJORITY, State};
use gridhaunt_tag::state::{self as tag, Side};
use gridhaunt_tag::{Action, Code, Ground, Priority, Sight, Step};

#[panic_handler]
fn nobody_panics(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Plays `turns` turns to the right on an open board of 3 by 2; the answer is the python's half points and the status.
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
        status: 0,
        rules: END_ON_MAJORITY,
        world: 0,
        cheese: Bits([1 << 2]),
    };
    for _ in 0..turns {
        step(&OPEN, 3, &mut state, [1, 4]);
    }
    u32::from(state.half[0]) << 8 | u32::from(state.status)
}

/// Plays `phases` phases of Ghost Tag on a board of 5 by 3: a survivor at (1,1) and a killer at (0,1) both go right, to
/// the exit at (4,1). The answer is the round, and above it how many escaped.
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
        last: [[0; 8]; 2],
        captures: [0; 8],
        inside: 1,
        escaped: 0,
        captured: 0,
        stranded: 0,
        round: 1,
        phase: Side::Killer as u8,
        end: 0,
        random: Random::new(0),
    };
    (state.killers[0], state.survivors[0]) = (1 << 8, 1 << 8 | 1);
    let right = Action { step: Step::E, bid: 0 };
    for phase in 0..phases {
        // The killer starts beside the survivor, so it waits one round: who runs first gets away.
        let choices = [(Seat(0), right), (Seat(1), if phase == 0 { Step::Stay.into() } else { right })];
        gridhaunt_tag::rules::step(&Ground { code: &code, field: &field }, &mut state, &choices, |_| {});
    }
    u32::from(state.escaped) << 16 | u32::from(state.round)
}
