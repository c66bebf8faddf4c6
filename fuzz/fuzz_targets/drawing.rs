//! Any text is a drawing that prints and reads back alike, or an error that names line and column.
#![no_main]

use gridhaunt_pyrat::drawing::{print, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match read(text) {
        Ok((maze, position)) => {
            let again = read(&print(&maze, &position)).unwrap();
            assert_eq!(again.0, maze);
        }
        Err(error) => assert!(!error.field.is_empty()),
    }
});
