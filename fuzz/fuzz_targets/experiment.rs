//! Any text of an experiment gives a plan or an error that names a field.
#![no_main]

use gridhaunt_arena::experiment::plan::Plan;
use gridhaunt_arena::experiment::recipe::Recipe;
use gridhaunt_bots::registry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let plan = Recipe::parse(text, "fuzz", Some("pyrat")).and_then(|recipe| Plan::new(&registry(), &recipe));
    if let Err(error) = plan {
        assert!(!error.field.is_empty());
    }
});
