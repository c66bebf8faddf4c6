/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_kernel-b96614e722b34b81.d: /work/main/crates/kernel/src/lib.rs /work/main/crates/kernel/src/bits.rs /work/main/crates/kernel/src/board.rs /work/main/crates/kernel/src/grid.rs /work/main/crates/kernel/src/hash.rs /work/main/crates/kernel/src/phase.rs /work/main/crates/kernel/src/random.rs /work/main/crates/kernel/src/resolve.rs /work/main/crates/kernel/src/seat.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_kernel-b96614e722b34b81.rlib: /work/main/crates/kernel/src/lib.rs /work/main/crates/kernel/src/bits.rs /work/main/crates/kernel/src/board.rs /work/main/crates/kernel/src/grid.rs /work/main/crates/kernel/src/hash.rs /work/main/crates/kernel/src/phase.rs /work/main/crates/kernel/src/random.rs /work/main/crates/kernel/src/resolve.rs /work/main/crates/kernel/src/seat.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_kernel-b96614e722b34b81.rmeta: /work/main/crates/kernel/src/lib.rs /work/main/crates/kernel/src/bits.rs /work/main/crates/kernel/src/board.rs /work/main/crates/kernel/src/grid.rs /work/main/crates/kernel/src/hash.rs /work/main/crates/kernel/src/phase.rs /work/main/crates/kernel/src/random.rs /work/main/crates/kernel/src/resolve.rs /work/main/crates/kernel/src/seat.rs

/work/main/crates/kernel/src/lib.rs:
/work/main/crates/kernel/src/bits.rs:
/work/main/crates/kernel/src/board.rs:
/work/main/crates/kernel/src/grid.rs:
/work/main/crates/kernel/src/hash.rs:
/work/main/crates/kernel/src/phase.rs:
/work/main/crates/kernel/src/random.rs:
/work/main/crates/kernel/src/resolve.rs:
/work/main/crates/kernel/src/seat.rs:
