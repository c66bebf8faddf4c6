//! PyRat's turn where there is no heap and no system.
#![no_std]

use gridhaunt_kernel::bits::Bits;
use gridhaunt_pyrat::rules::step;
use gridhaunt_pyrat::state::{END_ON_MAJORITY, State};

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
