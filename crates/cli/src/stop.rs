//! Ctrl-C: long work stops at the next good place and keeps what is done.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static LISTENING: OnceLock<()> = OnceLock::new();

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    LISTENING.get_or_init(|| {
        let listen = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        // Without a handler Ctrl-C ends the program, which is no worse than usual.
        let _ = listen;
    });
    &STOP
}
