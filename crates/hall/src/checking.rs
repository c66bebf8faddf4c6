//! Submitted bots are built and checked, one after the other, and let into their league.

use crate::hall::Hall;
use gridhaunt_arena::fit::{Finding, Grade, examine};
use gridhaunt_arena::house::House;
use gridhaunt_events::Trouble;
use gridhaunt_events::event::add_program;
use gridhaunt_events::spec::Resolved;
use gridhaunt_host::archive::Packed;
use gridhaunt_host::copies::{Copies, NoCopy};
use gridhaunt_host::host::Terms;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::fault::Policy;
use gridhaunt_record::seal::from_digits;
use gridhaunt_store::{State, Submission};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How often it is looked whether something was submitted.
const PAUSE: Duration = Duration::from_millis(200);
/// How long to wait when the machine or the store is in trouble.
const TROUBLE: Duration = Duration::from_secs(5);
/// The most bytes of a report.
const MOST_REPORT: usize = 64 << 10;

/// Checks what is submitted until all is to stop.
pub(crate) fn run(hall: &Hall) {
    // What was being checked when a server was killed.
    if let Err(error) = hall.store.check_again() {
        (hall.options.tell)(&format!("submissions: {error}"));
    }
    while !hall.is_stopped() {
        let checked = match hall.store.next_to_check() {
            Ok(Some(submission)) => check(hall, &submission),
            Ok(None) => {
                hall.wait(PAUSE);
                continue;
            }
            Err(error) => Err(error.into()),
        };
        match checked {
            Ok(()) | Err(Trouble::Stopped) => {}
            Err(trouble) => {
                (hall.options.tell)(&format!("submissions wait: {trouble}"));
                hall.wait(TROUBLE);
                // Nobody else checks here, so that it is ours that waits again.
                let _ = hall.store.check_again();
            }
        }
    }
}

/// Checks a submission and writes what came of it.
fn check(hall: &Hall, submission: &Submission) -> Result<(), Trouble> {
    let teams = hall.store.teams()?;
    let Some(team) = teams.into_iter().find(|team| team.id == submission.team) else {
        return Ok(hall.store.checked(submission.id, false, "[]", None)?);
    };
    let mut findings = Vec::new();
    let checked = catch_unwind(AssertUnwindSafe(|| enter(hall, submission, &team.name, &mut findings)));
    let entrant = match checked {
        Ok(Ok(entrant)) => entrant,
        Ok(Err(Trouble::Invalid(error))) => {
            findings.push(failed("enters", &error));
            None
        }
        Ok(Err(trouble)) => return Err(trouble),
        Err(_) => {
            let error =
                Invalid::new("bot", "trouble", "a bot that can be checked").reads("the server failed at this bot");
            findings.push(failed("check", &error));
            None
        }
    };
    let report: Vec<Value> = findings.iter().map(Finding::to_value).collect();
    let mut report = Value::Array(report).to_string();
    if report.len() > MOST_REPORT {
        let short: Vec<Value> = findings.iter().map(shortened).collect();
        report = Value::Array(short).to_string();
    }
    hall.store.checked(submission.id, entrant.is_some(), &report, entrant)?;
    let came = if entrant.is_some() { "takes part" } else { "is not fit to play" };
    let (name, version, event) = (&team.name, submission.version, submission.event);
    (hall.options.tell)(&format!("event {event}: {name} version {version} {came}"));
    Ok(())
}

/// A finding without the many words that a compiler may have.
fn shortened(finding: &Finding) -> Value {
    let words: String = finding.words.chars().take(1000).collect();
    json!({"check": finding.what, "result": finding.grade.word(), "words": words})
}

fn failed(what: &'static str, error: &Invalid) -> Finding {
    Finding { grade: Grade::Fail, what, words: error.to_string(), below: Vec::new(), facts: json!({}) }
}

/// Builds a bot, looks how it plays, and lets it take part if it is fit; its number in the event.
fn enter(
    hall: &Hall,
    submission: &Submission,
    name: &str,
    findings: &mut Vec<Finding>,
) -> Result<Option<u32>, Trouble> {
    let event = hall.store.event(submission.event)?;
    let spec = Resolved::read(hall.registry, &event.spec)?;
    let game = hall.registry.find(&event.game)?;
    let level = spec.level()?;
    if level < hall.options.level {
        let words = format!(
            "event {} is played at level {level} of the sandbox, and this hall needs {}",
            event.id, hall.options.level
        );
        return Err(Trouble::Surroundings(words));
    }
    let terms = Terms {
        clock: spec.terms.clock,
        level,
        build_network: spec.terms.build_network,
        as_root: hall.options.as_root,
        stop: Some(hall.options.stop),
        notes: true,
        ..Terms::default()
    };
    let damaged = |what: &str| Trouble::Surroundings(format!("submission {}: {what}", submission.id));
    let digest = from_digits(&submission.digest).ok_or_else(|| damaged("its digest cannot be read"))?;
    let bytes = hall.store.archive(&submission.digest)?.ok_or_else(|| damaged("its files are not there"))?;
    let packed = Packed { name: name.into(), digest, bytes };
    let folder = hall.options.copies.clone().unwrap_or_else(Copies::usual_folder);
    let copies = Copies::new(folder).map_err(|error| Trouble::Surroundings(error.to_string()))?;
    let house = House::new(terms, Policy::default(), 0);
    let program = match copies.make(&packed, &house.host.terms, &mut |_| {}) {
        Ok(program) => program,
        Err(NoCopy::Unfit(error)) => {
            findings.push(failed("build", &error));
            return Ok(None);
        }
        Err(NoCopy::Surroundings(error)) => return Err(Trouble::Surroundings(error.to_string())),
        Err(NoCopy::Stopped) => return Err(Trouble::Stopped),
    };
    program.check_game(&event.game)?;
    let bot = house.copied(name, &digest, program.options.clone(), &copies);
    let bot = bot.ok_or_else(|| damaged("its copy is gone"))?;
    examine(&house, game, &bot, hall.options.stop, &mut |finding| {
        findings.push(finding);
        Ok::<(), Invalid>(())
    })?;
    if hall.is_stopped() {
        return Err(Trouble::Stopped);
    }
    if findings.iter().any(|finding| finding.grade == Grade::Fail) {
        return Ok(None);
    }
    let first = hall.store.entrants(submission.event)?.iter().all(|entrant| entrant.digest.is_none());
    let entrant = add_program(&hall.store, hall.registry, submission.event, name, &program, packed)?;
    if first && event.state == State::Paused {
        // A league of the house waits for somebody.
        hall.store.set_state(submission.event, State::Running)?;
    }
    Ok(Some(entrant))
}
