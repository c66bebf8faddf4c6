//! `replay verify`.

use crate::args::Verify;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Output, line};
use gridhaunt_arena::prove::{Proved, UNCOVERED, prove};
use gridhaunt_arena::seal::{Digest, Together, digits};
use gridhaunt_arena::sign;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::io;
use std::path::Path;

pub(super) fn run(registry: &Registry, args: &Verify, output: Output) -> Result<(), Failure> {
    if args.seal.is_some() && args.files.len() > 1 {
        return Err(Failure::Usage(format!("--seal: is of one file, {} are given", args.files.len())));
    }
    let key = args.key.as_deref().map(sign::public_key).transpose();
    let key = key.map_err(|error| {
        let word = args.key.as_deref().unwrap_or_default().to_string_lossy();
        Failure::Usage(format!("--key: {word}: {error}"))
    })?;
    let (mut wrong, mut seen, mut unreadable) = (0, 0, None);
    for path in &args.files {
        let mut report =
            Report { path, key, output, first: None, several: false, wrong: 0, seals: Together::default() };
        let proved = input::open_record(path).and_then(|input| prove(registry, input, |verdict| report.take(verdict)));
        report.finish(args.seal.as_ref())?;
        wrong += report.wrong;
        match proved {
            Ok(0) => {
                seen += 1;
                wrong += 1;
                report.tell_none()?;
            }
            Ok(matches) => seen += matches,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(error.into()),
            Err(error) => {
                let failure = Failure::reading(path, &error);
                output::complain(&format!("gridhaunt: {}", failure.message().unwrap_or_default()));
                unreadable = Some(match failure {
                    Failure::Infrastructure(_) => Failure::Infrastructure("not every file could be read".into()),
                    _ => Failure::Usage("not every file could be read".into()),
                });
            }
        }
    }
    if wrong > 0 {
        return Err(Failure::Finding(format!("{wrong} of {seen} matches did not verify")));
    }
    unreadable.map_or(Ok(()), Err)
}

/// Prints the verdicts of a file, match by match.
struct Report<'a> {
    path: &'a Path,
    key: Option<[u8; 32]>,
    output: Output,
    /// The first match, until it is known whether it is the only one.
    first: Option<Proved>,
    several: bool,
    wrong: u64,
    seals: Together,
}

impl Report<'_> {
    fn take(&mut self, verdict: Proved) -> io::Result<()> {
        if let Some(seal) = &verdict.seal {
            self.seals.add(seal);
        }
        if verdict.number == 1 {
            self.first = Some(verdict);
            return Ok(());
        }
        self.several = true;
        if let Some(first) = self.first.take() {
            self.tell(&first)?;
        }
        self.tell(&verdict)
    }

    /// Prints the verdict of the only match, and whether the seal of all is the one that was asked for.
    fn finish(&mut self, wanted: Option<&Digest>) -> io::Result<()> {
        if let Some(first) = self.first.take() {
            self.tell(&first)?;
        }
        let Some(wanted) = wanted else { return Ok(()) };
        let here = self.seals.seal();
        if here.as_ref() == Some(wanted) {
            return Ok(());
        }
        self.wrong = self.wrong.max(1);
        let here = here.map_or("none".into(), |seal| digits(&seal));
        let differs = format!("seal: {here} is not {}", digits(wanted));
        if self.output.json {
            return line(json!({"file": output::path(self.path), "ok": false, "differs": differs}));
        }
        line(format!("DIFFERS {}: {differs}", input::name(self.path)))
    }

    fn tell_none(&self) -> io::Result<()> {
        let differs = "line 1: this is no gridhaunt replay (the file is empty)";
        match self.output.json {
            true => line(
                json!({"file": output::path(self.path), "match": 1, "ok": false, "step": null, "line": 1, "differs": differs}),
            ),
            false => line(format!("DIFFERS {}: {differs}", input::name(self.path))),
        }
    }

    fn tell(&mut self, verdict: &Proved) -> io::Result<()> {
        let unsigned = self.key.filter(|key| !verdict.keys.contains(key));
        let differs = match (&verdict.differs, unsigned) {
            (Some(differs), _) => Some(differs.to_string()),
            (None, Some(key)) => Some(format!("signature: none of the key {}", digits(&key))),
            (None, None) => None,
        };
        self.wrong += u64::from(differs.is_some());
        if self.output.json {
            let mut told = verdict.json();
            told["file"] = output::path(self.path);
            if let Some(differs) = differs {
                (told["ok"], told["differs"]) = (false.into(), differs.into());
            }
            return line(told);
        }
        let name = match self.several {
            true => format!("{}, match {}", input::name(self.path), verdict.number),
            false => input::name(self.path),
        };
        if let Some(differs) = differs {
            return line(format!("DIFFERS {name}: {differs}"));
        }
        let stopped = verdict.stopped.as_ref().map(|why| format!("; stopped: {why:?}")).unwrap_or_default();
        let uncovered = if verdict.sealed { String::new() } else { format!("; {UNCOVERED}") };
        line(format!("ok      {name}: {} steps, {}{stopped}{uncovered}", verdict.steps, hex(verdict.hash)))
    }
}
