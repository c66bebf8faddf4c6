//! A thousand seeded games of every kind have the same hash here and in WebAssembly, and no step needs a heap.

use std::path::{Path, PathBuf};
use std::process::Command;

const WASM: &str = "wasm32-unknown-unknown";

/// Builds for WebAssembly in a folder of the target folder, and returns where its modules lie.
fn build(words: &[&str], folder: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder").join(folder);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--target", WASM, "--target-dir"]).arg(&target).args(words);
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    assert!(
        cargo.status().expect("cargo runs").success(),
        "it does not build for WebAssembly (is the target there? rustup target add {WASM})"
    );
    target.join(WASM)
}

/// As `make viewer` builds the engine for pages, and together with it: the rules are those that pages have, and compiled.
#[test]
fn games_of_each_kind_hash_alike_here_and_there() {
    let games = if std::env::var_os("GRIDHAUNT_ENDURE").is_some() { 1000 } else { 250 };
    let built = build(&["--profile", "viewer", "-p", "gridhaunt-viewer", "-p", "gridhaunt-door-wasm"], "viewer");
    let module = built.join("viewer/gridhaunt_door_wasm.wasm");
    let engine = wasmi::Engine::default();
    let module = wasmi::Module::new(&engine, std::fs::read(module).unwrap()).unwrap();
    let mut store = wasmi::Store::new(&engine, ());
    let instance = wasmi::Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
    let count = instance.get_typed_func::<(), u32>(&store, "game_count").unwrap().call(&mut store, ()).unwrap();
    assert_eq!(count, gridhaunt_door_wasm::game_count());
    assert!(count > 0);
    let fingerprint = instance.get_typed_func::<(u32, u32), u64>(&store, "fingerprint").unwrap();
    for game in 0..count {
        let there = fingerprint.call(&mut store, (game, games)).unwrap();
        let native = gridhaunt_door_wasm::fingerprint(game, games);
        assert_eq!(there, native, "game {game}");
        assert_ne!(there, 0);
        println!("game {game}: {there:#018x}");
    }
    assert_eq!(gridhaunt_door_wasm::fingerprint(count, 1), 0);
}

#[test]
fn every_step_links_without_a_heap() {
    // That crate has no allocator, so code that allocates would not link.
    let bare = concat!(env!("CARGO_MANIFEST_DIR"), "/../bare/Cargo.toml");
    let built = build(&["--release", "--manifest-path", bare], "bare");
    let module = std::fs::read(built.join("release/gridhaunt_door_bare.wasm")).unwrap();
    let engine = wasmi::Engine::default();
    let module = wasmi::Module::new(&engine, module).unwrap();
    let mut store = wasmi::Store::new(&engine, ());
    let instance = wasmi::Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
    let play = instance.get_typed_func::<u32, u32>(&store, "play").unwrap();
    // Two cells to the right of the python lies the only cheese: two steps, a whole point, the game is over.
    assert_eq!(play.call(&mut store, 1).unwrap(), 0);
    assert_eq!(play.call(&mut store, 2).unwrap(), 2 << 8 | 1);
    // Three steps from the exit with a killer behind: out in the third round.
    let hunt = instance.get_typed_func::<u32, u32>(&store, "hunt").unwrap();
    assert_eq!(hunt.call(&mut store, 5).unwrap(), 3);
    assert_eq!(hunt.call(&mut store, 6).unwrap(), 1 << 16 | 3);
    let smuggle = instance.get_typed_func::<u32, u32>(&store, "smuggle").unwrap();
    assert_eq!(smuggle.call(&mut store, 4).unwrap(), 3);
    assert_eq!(smuggle.call(&mut store, 5).unwrap(), 10 << 16 | 3);
    // Three steps from the exit, one in the first round and two in the second; the ghost lands elsewhere.
    let crawl = instance.get_typed_func::<u32, u32>(&store, "crawl").unwrap();
    assert_eq!(crawl.call(&mut store, 1).unwrap(), 2);
    assert_eq!(crawl.call(&mut store, 2).unwrap(), 1 << 16 | 2);
    // The eleventh step closes a loop: nine cells of trail and three inside, beside a home of nine.
    let farm = instance.get_typed_func::<u32, u32>(&store, "farm").unwrap();
    assert_eq!(farm.call(&mut store, 10).unwrap(), 9 << 16 | 10);
    assert_eq!(farm.call(&mut store, 11).unwrap(), 21 << 16 | 11);
}
