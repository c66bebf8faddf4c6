//! Any lines get answers, one line of JSON each.
#![no_main]

use gridhaunt_arena::drive::Driver;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let registry = gridhaunt_bots::registry();
    for game in registry.games() {
        let mut driver = Driver::new(game);
        for line in bytes.split(|&byte| byte == b'\n').take(50) {
            let answer = driver.answer(line);
            serde_json::from_str::<serde_json::Value>(&answer).unwrap();
        }
    }
});
