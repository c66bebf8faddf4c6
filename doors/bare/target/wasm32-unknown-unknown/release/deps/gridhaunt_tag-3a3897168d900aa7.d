/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_tag-3a3897168d900aa7.d: /work/main/crates/games/tag/src/lib.rs /work/main/crates/games/tag/src/action.rs /work/main/crates/games/tag/src/check.rs /work/main/crates/games/tag/src/event.rs /work/main/crates/games/tag/src/ground.rs /work/main/crates/games/tag/src/rules.rs /work/main/crates/games/tag/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_tag-3a3897168d900aa7.rlib: /work/main/crates/games/tag/src/lib.rs /work/main/crates/games/tag/src/action.rs /work/main/crates/games/tag/src/check.rs /work/main/crates/games/tag/src/event.rs /work/main/crates/games/tag/src/ground.rs /work/main/crates/games/tag/src/rules.rs /work/main/crates/games/tag/src/state.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/libgridhaunt_tag-3a3897168d900aa7.rmeta: /work/main/crates/games/tag/src/lib.rs /work/main/crates/games/tag/src/action.rs /work/main/crates/games/tag/src/check.rs /work/main/crates/games/tag/src/event.rs /work/main/crates/games/tag/src/ground.rs /work/main/crates/games/tag/src/rules.rs /work/main/crates/games/tag/src/state.rs

/work/main/crates/games/tag/src/lib.rs:
/work/main/crates/games/tag/src/action.rs:
/work/main/crates/games/tag/src/check.rs:
/work/main/crates/games/tag/src/event.rs:
/work/main/crates/games/tag/src/ground.rs:
/work/main/crates/games/tag/src/rules.rs:
/work/main/crates/games/tag/src/state.rs:
