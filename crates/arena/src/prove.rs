//! Verifies very many records on all cores. Matches are passed to threads as they are read, a few lines at a time, so
//! that neither a long file nor a long match needs much memory (K7).

use crate::differs::Differs;
use crate::seal::{Digest, digits};
use crate::sign;
use crate::verify::Proof;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_record::lines::Line;
use gridhaunt_record::read::{Item, Matches, Scroll};
use serde_json::json;
use std::io::{self, BufRead};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// How many lines are passed to a thread together, if they are short.
const LINES: usize = 256;
/// About how many bytes are passed together at most.
const BYTES: usize = 1 << 16;
/// How many parts of a match may wait for its thread.
const PARTS: usize = 4;

/// The result of verifying a match.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Its number in the file, from 1.
    pub number: u64,
    /// How many of its steps were verified.
    pub steps: u64,
    /// The hash of the last state that was played.
    pub hash: u64,
    /// Whether every line is sealed, which is so since format 2.
    pub sealed: bool,
    /// The digest of its end line.
    pub seal: Option<Digest>,
    /// Why it was stopped before its end, if it was.
    pub stopped: Option<String>,
    /// The keys that have signed it.
    pub keys: Vec<[u8; 32]>,
    /// The first difference, if it does not verify.
    pub differs: Option<Differs>,
}

/// What verification of format 1 does not cover.
pub const UNCOVERED: &str = "format 1: choices without effect and settings are not covered";

impl Proved {
    /// The verdict as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        if let Some(differs) = &self.differs {
            return json!({
                "match": self.number, "ok": false, "step": differs.step(), "line": differs.line(),
                "field": differs.field(), "differs": differs.to_string(),
            });
        }
        json!({
            "match": self.number, "ok": true, "steps": self.steps, "hash": hex(self.hash),
            "seal": self.seal.as_ref().map(digits), "stopped": self.stopped,
            "keys": self.keys.iter().map(digits).collect::<Vec<_>>(),
            "uncovered": (!self.sealed).then_some(UNCOVERED),
        })
    }
}

/// The lines of a match, for a thread.
struct Job {
    number: u64,
    parts: Receiver<Vec<Line>>,
    verdict: SyncSender<Proved>,
}

/// Verifies every match of a stream, and passes the verdicts on in the order of the file. Returns the number of
/// matches; an error of the stream ends it.
pub fn prove(
    registry: &Registry,
    input: impl BufRead + Send,
    mut each: impl FnMut(Proved) -> io::Result<()>,
) -> io::Result<u64> {
    let threads = rayon::current_num_threads();
    // Verdicts wait in the order of their matches, so that reading does not run far ahead of reporting.
    let (tell, told) = sync_channel::<Receiver<Proved>>(4 * threads);
    let (hand_out, jobs) = sync_channel::<Job>(threads);
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().ok().and_then(|jobs| jobs.recv().ok());
                    let Some(job) = job else { return };
                    let verdict = judge(registry, job.number, job.parts);
                    // If reporting has failed, the receiver is gone; that is no error.
                    let _ = job.verdict.send(verdict);
                }
            });
        }
        let reading = scope.spawn(move || split(input, &hand_out, &tell));
        let mut telling = Ok(());
        for verdict in &told {
            let Ok(verdict) = verdict.recv() else { continue };
            telling = each(verdict);
            if telling.is_err() {
                break;
            }
        }
        drop(told);
        let read = reading.join().unwrap_or_else(|_| Err(io::Error::other("reading failed")));
        telling.and(read)
    })
}

/// Splits a stream into matches.
fn split(input: impl BufRead, jobs: &SyncSender<Job>, tell: &SyncSender<Receiver<Proved>>) -> io::Result<u64> {
    let mut matches = Matches::new(input);
    let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
    for number in 1.. {
        let mut sender: Option<SyncSender<Vec<Line>>> = None;
        let (mut part, mut bytes) = (Vec::new(), 0);
        let read = matches.each_line(|line| {
            bytes += line.bytes.len();
            part.push(line);
            if part.len() < LINES && bytes < BYTES {
                return Ok(());
            }
            bytes = 0;
            let part = std::mem::take(&mut part);
            match &sender {
                Some(sender) => sender.send(part).map_err(|_| gone()),
                None => {
                    let first = begin(number, jobs, tell)?;
                    let sent = first.send(part).map_err(|_| gone());
                    sender = Some(first);
                    sent
                }
            }
        });
        if !part.is_empty() {
            let sender = match sender {
                Some(sender) => sender,
                None => begin(number, jobs, tell)?,
            };
            sender.send(part).map_err(|_| gone())?;
        }
        if !read? {
            return Ok(number - 1);
        }
    }
    Ok(0)
}

fn begin(
    number: u64,
    jobs: &SyncSender<Job>,
    tell: &SyncSender<Receiver<Proved>>,
) -> io::Result<SyncSender<Vec<Line>>> {
    let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
    let ((sender, parts), (verdict, comes)) = (sync_channel(PARTS), sync_channel(1));
    tell.send(comes).map_err(|_| gone())?;
    jobs.send(Job { number, parts, verdict }).map_err(|_| gone())?;
    Ok(sender)
}

/// Verifies one match while its lines arrive.
fn judge(registry: &Registry, number: u64, parts: Receiver<Vec<Line>>) -> Proved {
    let mut verdict =
        Proved { number, steps: 0, hash: 0, sealed: false, seal: None, stopped: None, keys: Vec::new(), differs: None };
    let mut open = None;
    for line in parts.iter().flatten() {
        // After a difference the rest of the match is skipped.
        if verdict.differs.is_none() {
            verdict.differs = take(registry, &line, &mut open, &mut verdict).err();
        }
    }
    if let (None, Some((scroll, _))) = (&verdict.differs, &open) {
        verdict.differs = scroll.cut_off();
    }
    if let Some((_, proof)) = &open {
        (verdict.steps, verdict.hash) = (proof.game.session().steps(), proof.game.session().hash());
    }
    verdict
}

fn take(
    registry: &Registry,
    line: &Line,
    open: &mut Option<(Scroll, Proof)>,
    verdict: &mut Proved,
) -> Result<(), Differs> {
    let Some((scroll, proof)) = open else {
        let (scroll, header) = Scroll::open(line)?;
        verdict.sealed = scroll.is_sealed();
        *open = Some((scroll, Proof::begin(registry, &header)?));
        return Ok(());
    };
    match scroll.read(line)? {
        Item::Blank => {}
        Item::Step(step) => proof.step(&step)?,
        Item::End(end) => {
            proof.end(&end)?;
            (verdict.seal, verdict.stopped) = (end.seal, end.stopped);
        }
        Item::Signature(signature) => {
            sign::check(&scroll.digest(), &signature)?;
            verdict.keys.push(signature.key);
        }
    }
    Ok(())
}
