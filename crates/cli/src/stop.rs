//! Ctrl-C: long work stops at the next safe point and keeps what is done.

use crate::screen;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static STOP: AtomicBool = AtomicBool::new(false);
static ABANDON: AtomicBool = AtomicBool::new(false);
static DRAINS: AtomicBool = AtomicBool::new(false);
static ASKING: AtomicBool = AtomicBool::new(false);
static LISTENING: OnceLock<()> = OnceLock::new();

/// How long to wait for the screen to be closed; if its terminal is gone, that never happens.
const GRACE: Duration = Duration::from_secs(2);

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    LISTENING.get_or_init(|| {
        let listen = ctrlc::set_handler(|| {
            let again = STOP.swap(true, Ordering::Relaxed);
            if again && DRAINS.load(Ordering::Relaxed) && !ABANDON.swap(true, Ordering::Relaxed) {
                return;
            }
            if again || ASKING.load(Ordering::Relaxed) {
                end();
            }
            if screen::is_open() {
                std::thread::sleep(GRACE);
                if screen::is_open() {
                    end();
                }
            }
        });
        // Without a handler Ctrl-C ends the program, which is the usual behaviour.
        let _ = listen;
    });
    &STOP
}

/// The flag that the first Ctrl-C sets, and one that the second sets, for work that drains: matches under way may end
/// after the first, and are given up after the second (B17). A third ends the program at once.
pub(crate) fn drain() -> (&'static AtomicBool, &'static AtomicBool) {
    DRAINS.store(true, Ordering::Relaxed);
    (flag(), &ABANDON)
}

/// Waits for typed input. The flag is not checked meanwhile, so Ctrl-C ends the program at once.
pub(crate) fn while_asking<T>(wait: impl FnOnce() -> T) -> T {
    ASKING.store(true, Ordering::Relaxed);
    let answer = wait();
    ASKING.store(false, Ordering::Relaxed);
    answer
}

fn end() -> ! {
    screen::give_back();
    std::process::exit(130);
}
