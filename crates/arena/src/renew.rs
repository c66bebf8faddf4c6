//! Rewrites a record of an older format in the newest one.

use crate::differs::{Differs, Place};
use crate::play::STOPPED;
use crate::replay::{FORMAT, Header, Recorder, Replay, Step};
use crate::seal;
use crate::verify::Proof;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_record::Counts;
use gridhaunt_record::heard::Heard;

/// Replays a record and writes it in the newest format. Choices that the game does not accept, which format 1 allowed,
/// become refused choices; the match must be the same without them.
pub fn renew(registry: &Registry, replay: &Replay) -> Result<String, Differs> {
    let mut proof = Proof::begin(registry, &replay.header)?;
    let wrong = |wrong| Differs::wrong(replay.line(), Place::Header, wrong);
    let game = registry.find(&replay.header.game).map_err(wrong)?;
    let resolved = game.open(&replay.header.settings).map_err(wrong)?.resolved();
    let header =
        Header { format: FORMAT, settings_digest: Some(seal::of_settings(&resolved)), ..replay.header.clone() };
    let mut recorder = Recorder::new(&header);
    for step in &replay.steps {
        let (choices, codes, heard) = taken(&proof, step, game.info().dynamics.takes_several());
        proof.step(&Step { choices, ..step.clone() })?;
        recorder.step(proof.game.session(), &codes, &heard);
    }
    match &replay.end {
        Some(end) => proof.end(end)?,
        None => {
            let line = replay.steps.last().map_or(replay.line(), |step| step.line);
            return Err(Differs::CutOff { line, steps: replay.steps.len() as u64 });
        }
    }
    let (outcome, ranks) = (proof.game.session().outcome(), proof.game.ranks());
    Ok(recorder.end(outcome, &ranks, STOPPED, &Heard::default(), &Counts::default()))
}

type Choices = Vec<(Seat, Value)>;

/// The choices that the game accepts, their codes, and the refused ones. A value that is no action at all stays, so
/// that verification reports it.
fn taken(proof: &Proof, step: &Step, several: bool) -> (Choices, Vec<(Seat, u64)>, Heard) {
    let session = proof.game.session();
    let (mut choices, mut codes, mut heard) = (Vec::new(), Vec::new(), Heard::default());
    for (seat, value) in &step.choices {
        let Some(code) = session.read_action(value).ok().filter(|_| seat.index() < session.seats()) else {
            choices.push((*seat, value.clone()));
            continue;
        };
        let is_second = !several && codes.iter().any(|(chooser, _)| chooser == seat);
        if session.phase().asks(*seat) && session.allows(*seat, code) && !is_second {
            choices.push((*seat, value.clone()));
            codes.push((*seat, code));
        } else if session.phase().asks(*seat) && !is_second {
            heard.fault(session, *seat, Some(code));
        }
    }
    (choices, codes, heard)
}
