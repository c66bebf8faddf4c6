//! Any text is a graph that is written and read back alike, or an error that names the map.
#![no_main]

use gridhaunt_ghost_grid::text::{Chart, write};
use gridhaunt_ghost_grid::{Settings, dot};
use gridhaunt_kernel::settings::Settings as _;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|text: &str| {
    match Settings::read(&json!({"map": text})) {
        Ok(settings) => {
            let limits = settings.limits();
            let graph = settings.map().unwrap().check(&limits).unwrap();
            let again = Chart::read(&json!(write(&graph))).unwrap();
            assert_eq!(again.check(&limits).unwrap(), graph);
            assert!(dot::write(&graph, 5).ends_with("}\n"));
        }
        Err(error) => assert!(error.field == "n" || error.field.starts_with("map")),
    }
});
