//! Any lines given to a tool that reads lines get an answer.
#![no_main]

use gridhaunt_kernel::json::Map;
use gridhaunt_console::{Console, HasTools};
use gridhaunt_kernel::registry::Registry;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

struct Lines<'a>(std::str::Lines<'a>);

impl Console for Lines<'_> {
    fn read(&mut self) -> Option<String> {
        self.0.next().map(String::from)
    }

    fn json(&self) -> bool {
        false
    }

    fn say(&mut self, line: &str) {
        assert!(!line.is_empty());
    }

    fn progress(&mut self, _: &str, _: u64, _: Option<u64>) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// Put together once: a fuzzer should try inputs, not build lists.
static REGISTRY: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

fuzz_target!(|text: &str| {
    for game in REGISTRY.games() {
        for tool in game.tools().filter(|tool| tool.reads.is_some()) {
            let _ = (tool.run)(&Map::new(), &mut Lines(text.lines()));
        }
    }
});
