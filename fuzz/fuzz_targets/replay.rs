//! Any bytes are records that verify or do not, plain or packed, read whole or as a stream; nothing panics.
#![no_main]

use gridhaunt_arena::file::unpack;
use gridhaunt_arena::prove::prove;
use gridhaunt_arena::renew::renew;
use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::verify::verify;
use gridhaunt_kernel::registry::Registry;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::sync::LazyLock;

/// Put together once: a fuzzer should try inputs, not build lists.
static REGISTRY: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

fuzz_target!(|bytes: &[u8]| {
    let registry = &*REGISTRY;
    let _ = prove(registry, bytes, |_| Ok(()));
    if let Ok(unpacked) = unpack(Cursor::new(bytes.to_vec())) {
        let _ = prove(registry, unpacked, |_| Ok(()));
    }
    for replay in std::str::from_utf8(bytes).ok().and_then(|text| read_all(text).ok()).unwrap_or_default() {
        let _ = verify(registry, &replay);
        let _ = renew(registry, &replay);
    }
});
