/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_door_bare.d: src/lib.rs

/work/main/doors/bare/target/wasm32-unknown-unknown/release/deps/gridhaunt_door_bare.wasm: src/lib.rs

src/lib.rs:
