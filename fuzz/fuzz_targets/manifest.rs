//! Any text of a manifest gives a program that can be started or an error that names a field, and any text of a clock a
//! clock that reads back.
#![no_main]

use gridhaunt_host::clock::Clock;
use gridhaunt_host::manifest::Program;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    match Program::read(Path::new("/bots/fiend"), text) {
        Ok(program) => {
            assert!(!program.name.is_empty() && !program.name.contains('/'));
            assert!(program.run.first().is_some_and(|first| !first.is_empty()));
            assert!(program.run.iter().all(|word| !word.contains('\0')));
            assert!(program.env.iter().all(|(name, value)| !name.contains(['=', '\0']) && !value.contains('\0')));
            assert!(!program.startup.is_zero());
        }
        Err(error) => assert!(!error.field.is_empty()),
    }
    if let Ok(clock) = text.parse::<Clock>() {
        let again: Clock = clock.to_string().parse().unwrap();
        assert_eq!(again.to_string(), clock.to_string());
    }
});
