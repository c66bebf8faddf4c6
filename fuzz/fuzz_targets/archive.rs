//! Any archive of a bot is unpacked into its folder and nowhere else, to files of the digest it says, or refused.
#![no_main]

use gridhaunt_host::archive::{Packed, unpack};
use gridhaunt_host::identity;
use libfuzzer_sys::fuzz_target;
use std::fs;

fuzz_target!(|bytes: &[u8]| {
    let base = tempfile::tempdir().unwrap();
    let into = base.path().join("a/b");
    fs::create_dir(base.path().join("a")).unwrap();
    // Packed here: a fuzzer finds what is wrong inside, and zstd has fuzzers of its own.
    let packed = Packed {
        name: "fiend".into(),
        digest: *blake3::hash(bytes).as_bytes(),
        bytes: zstd::encode_all(bytes, 1).unwrap(),
    };
    match unpack(&packed, &into) {
        Ok(program) => assert_eq!(identity::digest(&program).unwrap(), packed.digest),
        Err(error) => assert!(!error.field.is_empty()),
    }
    assert_eq!(fs::read_dir(base.path()).unwrap().count(), 1);
    assert_eq!(fs::read_dir(base.path().join("a")).unwrap().count(), 1);
});
