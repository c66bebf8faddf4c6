/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_pyrat-011260f902f9d476.d: /work/main/crates/games/pyrat/src/lib.rs /work/main/crates/games/pyrat/src/action.rs /work/main/crates/games/pyrat/src/rules.rs /work/main/crates/games/pyrat/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_pyrat-011260f902f9d476.rlib: /work/main/crates/games/pyrat/src/lib.rs /work/main/crates/games/pyrat/src/action.rs /work/main/crates/games/pyrat/src/rules.rs /work/main/crates/games/pyrat/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_pyrat-011260f902f9d476.rmeta: /work/main/crates/games/pyrat/src/lib.rs /work/main/crates/games/pyrat/src/action.rs /work/main/crates/games/pyrat/src/rules.rs /work/main/crates/games/pyrat/src/state.rs

/work/main/crates/games/pyrat/src/lib.rs:
/work/main/crates/games/pyrat/src/action.rs:
/work/main/crates/games/pyrat/src/rules.rs:
/work/main/crates/games/pyrat/src/state.rs:
