//! `replay verify`.

use crate::failure::Failure;
use crate::output::{self, Output, line};
use gridhaunt_arena::file;
use gridhaunt_arena::replay::{Unreadable, read_all};
use gridhaunt_arena::verify::{Differs, verify};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::path::PathBuf;

pub(super) fn run(registry: &Registry, files: &[PathBuf], output: Output) -> Result<(), Failure> {
    let (mut wrong, mut seen) = (0, 0);
    let mut unreadable = None;
    for path in files {
        let text = match file::read(path) {
            Ok(text) => text,
            Err(error) => {
                let failure = Failure::reading(path, &error);
                output::complain(&format!("gridhaunt: {}", failure.message().unwrap_or_default()));
                unreadable = Some(Failure::Usage("not every file could be read".into()));
                continue;
            }
        };
        let (replays, damage) = match read_all(&text) {
            Ok(replays) => (replays, None),
            Err(error) => (Vec::new(), Some(Differs::Unreadable(error))),
        };
        let several = replays.len() > 1;
        let verdicts = replays.iter().map(|replay| (replay.steps.len(), verify(registry, replay)));
        let damaged = damage.map(|error| (0, Err(error)));
        for (number, (steps, verdict)) in verdicts.chain(damaged).enumerate() {
            seen += 1;
            wrong += u64::from(verdict.is_err());
            let name =
                if several { format!("{}, match {}", path.display(), number + 1) } else { path.display().to_string() };
            let verdict = verdict.map(|session| session.hash());
            match (&verdict, output.json) {
                (Ok(hash), true) => {
                    line(
                        json!({"file": output::path(path), "match": number + 1, "ok": true, "steps": steps, "hash": hex(*hash)}),
                    )?;
                }
                (Ok(hash), false) => line(format!("ok      {name}: {steps} steps, {}", hex(*hash)))?,
                (Err(error), true) => {
                    let step = match error {
                        Differs::Step { step, .. } | Differs::Unreadable(Unreadable::Damaged { step, .. }) => {
                            Some(step)
                        }
                        _ => None,
                    };
                    line(
                        json!({"file": output::path(path), "match": number + 1, "ok": false, "step": step, "differs": error.to_string()}),
                    )?;
                }
                (Err(error), false) => line(format!("DIFFERS {name}: {error}"))?,
            }
        }
    }
    if wrong > 0 {
        return Err(Failure::Finding(format!("{wrong} of {seen} matches did not verify")));
    }
    unreadable.map_or(Ok(()), Err)
}
