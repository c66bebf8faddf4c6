//! Any line of a bot is a message or stray; a message means the same however its object is written, and by the short
//! way that plain moves take.
#![no_main]

use gridhaunt_host::protocol::FromBot;
use gridhaunt_kernel::json::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|&byte| byte == b'\n').take(50) {
        let read = FromBot::read(line);
        assert_eq!(read, FromBot::read_any(line));
        let Some(message) = read else { continue };
        let value = parse(line).unwrap();
        let kind = value["type"].as_str().unwrap();
        assert!(["hello", "ready", "move", "maybe", "note", "pong"].contains(&kind));
        assert_eq!(FromBot::read(value.to_string().as_bytes()), Some(message));
    }
});
