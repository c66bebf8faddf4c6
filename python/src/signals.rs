//! Ctrl-C in work that takes long.

use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

thread_local! {
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
    static PRESSED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime, not any")]
fn look() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Whether somebody pressed Ctrl-C, for whoever waits without the interpreter; [`check`] then raises it.
pub(crate) fn pressed() -> bool {
    let now = Instant::now();
    if LOOKED.get().is_some_and(|looked| now.duration_since(looked) < LOOK) {
        return false;
    }
    LOOKED.set(Some(now));
    match look() {
        Ok(()) => false,
        Err(error) => {
            PRESSED.set(Some(error));
            true
        }
    }
}

/// Raises what [`pressed`] found on this thread.
pub(crate) fn check() -> PyResult<()> {
    PRESSED.take().map_or(Ok(()), Err)
}

/// Does work on a thread of its own without the interpreter. Ctrl-C calls `halt`, which must have the work end soon, and
/// is raised then.
pub(crate) fn aside<T: Send>(py: Python<'_>, halt: impl Fn() + Sync, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let both = || {
        thread::scope(|scope| {
            let (tell, done) = channel();
            let worker = scope.spawn(move || {
                let made = work();
                let _ = tell.send(());
                made
            });
            let mut pressed = None;
            while done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if let (None, Err(error)) = (&pressed, look()) {
                    pressed = Some(error);
                    halt();
                }
            }
            let made = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            pressed.map_or(Ok(made), Err)
        })
    };
    py.detach(both)
}
