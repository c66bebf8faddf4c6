//! Any text of an experiment gives a plan or an error that names a field.
#![no_main]

use gridhaunt_arena::experiment::plan::Plan;
use gridhaunt_arena::experiment::recipe::Recipe;
use gridhaunt_kernel::registry::Registry;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Put together once: a fuzzer should try inputs, not build lists.
static REGISTRY: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

fuzz_target!(|text: &str| {
    let plan = Recipe::parse(text, "fuzz", Some("pyrat")).and_then(|recipe| Plan::new(&REGISTRY, &recipe));
    if let Err(error) = plan {
        assert!(!error.field.is_empty());
    }
});
