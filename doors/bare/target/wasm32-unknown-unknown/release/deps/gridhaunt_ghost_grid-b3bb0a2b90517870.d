/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_ghost_grid-b3bb0a2b90517870.d: /work/main/crates/games/ghost-grid/src/lib.rs /work/main/crates/games/ghost-grid/src/action.rs /work/main/crates/games/ghost-grid/src/event.rs /work/main/crates/games/ghost-grid/src/ground.rs /work/main/crates/games/ghost-grid/src/rules.rs /work/main/crates/games/ghost-grid/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_ghost_grid-b3bb0a2b90517870.rlib: /work/main/crates/games/ghost-grid/src/lib.rs /work/main/crates/games/ghost-grid/src/action.rs /work/main/crates/games/ghost-grid/src/event.rs /work/main/crates/games/ghost-grid/src/ground.rs /work/main/crates/games/ghost-grid/src/rules.rs /work/main/crates/games/ghost-grid/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_ghost_grid-b3bb0a2b90517870.rmeta: /work/main/crates/games/ghost-grid/src/lib.rs /work/main/crates/games/ghost-grid/src/action.rs /work/main/crates/games/ghost-grid/src/event.rs /work/main/crates/games/ghost-grid/src/ground.rs /work/main/crates/games/ghost-grid/src/rules.rs /work/main/crates/games/ghost-grid/src/state.rs

/work/main/crates/games/ghost-grid/src/lib.rs:
/work/main/crates/games/ghost-grid/src/action.rs:
/work/main/crates/games/ghost-grid/src/event.rs:
/work/main/crates/games/ghost-grid/src/ground.rs:
/work/main/crates/games/ghost-grid/src/rules.rs:
/work/main/crates/games/ghost-grid/src/state.rs:
