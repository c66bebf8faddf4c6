//! Any upload, zip or tar.gz, is unpacked into its folder and nowhere else, within its limits, or refused.
#![no_main]

#[path = "../../crates/hall/tests/held/mod.rs"]
mod held;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| held::held(bytes));
