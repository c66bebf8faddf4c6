//! Any text is a record that verifies or does not; nothing panics.
#![no_main]

use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::verify::verify;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let registry = gridhaunt_bots::registry();
    for replay in read_all(text).unwrap_or_default() {
        let _ = verify(&registry, &replay);
    }
});
