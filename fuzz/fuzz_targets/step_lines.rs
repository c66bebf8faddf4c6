//! Any lines get answers, one line of JSON each.
#![no_main]

use gridhaunt_arena::drive::Driver;
use gridhaunt_kernel::registry::Registry;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Put together once: a fuzzer should try inputs, not build lists.
static REGISTRY: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

fuzz_target!(|bytes: &[u8]| {
    for game in REGISTRY.games() {
        let mut driver = Driver::new(game);
        for line in bytes.split(|&byte| byte == b'\n').take(50) {
            let answer = driver.answer(line);
            serde_json::from_str::<serde_json::Value>(&answer).unwrap();
        }
    }
});
