//! Whatever a client sends is read or refused, and records are the same however their bytes come; an input log of any
//! text is read.
#![no_main]

use gridhaunt_serve::sproutopia::frame::Records;
use gridhaunt_serve::sproutopia::guid::Guid;
use gridhaunt_serve::sproutopia::import::Inputs;
use gridhaunt_serve::sproutopia::incoming::{Incoming, Wish, read_handshake};
use libfuzzer_sys::fuzz_target;

fn records(bytes: &[u8], size: usize) -> Vec<Vec<u8>> {
    let (mut records, mut found) = (Records::default(), Vec::new());
    for chunk in bytes.chunks(size) {
        records.push(chunk);
        while let Ok(Some(record)) = records.next_record() {
            found.push(record.to_vec());
        }
    }
    found
}

fuzz_target!(|bytes: &[u8]| {
    let whole = records(bytes, usize::MAX);
    assert_eq!(whole, records(bytes, 1));
    for record in whole {
        let _ = read_handshake(&record);
        if let Ok(Incoming::Call(call)) = Incoming::read(&record) {
            let _ = Wish::read(&call);
        }
    }
    if let Ok(text) = str::from_utf8(bytes) {
        if let Some(guid) = Guid::parse(text) {
            assert_eq!(Guid::parse(&guid.to_string()), Some(guid));
        }
        let _ = Inputs::read(text.lines());
    }
});
