//! Any settings document gives a game or an error that names a field.
#![no_main]

use gridhaunt_kernel::registry::Registry;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Put together once: a fuzzer should try inputs, not build lists.
static REGISTRY: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = serde_json::from_slice(bytes) else { return };
    for game in REGISTRY.games() {
        match game.open(&document).and_then(|table| table.begin(1)) {
            Ok(mut session) => {
                session.check().unwrap();
                session.step(&[]);
                session.check().unwrap();
            }
            Err(error) => assert!(!error.field.is_empty()),
        }
    }
});
