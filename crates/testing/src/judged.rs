//! Matches between programs that no program plays: what a header says of them, and what they answer.

use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::fault::{Policy, Report, Verdict};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_record::Answer;
use gridhaunt_record::programs::{Entrant, Identity, Programs};

/// A program with these seats.
#[must_use]
pub fn program(name: &str, seats: Vec<Seat>) -> Entrant {
    let seeds = seats.iter().map(|seat| u64::MAX - u64::from(seat.0)).collect();
    let identity = Identity { digest: "ab".repeat(32), options: Map::new(), seeds, sandbox: "0".into() };
    Entrant { name: name.into(), seats, program: Some(identity) }
}

/// Two programs with a seat each, as the header of their match says it.
#[must_use]
pub fn two_programs() -> Programs {
    Programs {
        name: "k3f9".into(),
        clock: "1s".into(),
        policy: Policy::default(),
        margin_us: 20_000,
        entrants: vec![program("bot", vec![Seat(0)]), program("bot", vec![Seat(1)])],
        forked_after: 0,
    }
}

/// What is reported of a program that was asked.
#[must_use]
pub const fn report(verdict: Verdict, notes: Vec<Value>) -> Report {
    Report { verdict, wanted: None, used_us: 1300, notes, words: String::new() }
}

/// The answer of a program that always chooses the first action, and what is reported of it.
#[must_use]
pub fn first_action(session: &(impl Session + ?Sized), seat: Seat, report: Report) -> Answer {
    Answer { choice: session.legal(seat).first().copied(), report: Some(report) }
}
