//! What matches with programs need besides a game: the host that runs them, and how faults are punished.

use crate::seating::{BotSpec, entrants};
use gridhaunt_host::archive::{self, Packed};
use gridhaunt_host::build;
use gridhaunt_host::copies::{Copies, NoCopy};
use gridhaunt_host::host::{Host, Terms};
use gridhaunt_host::identity;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::Panel;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::fault::Policy;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_record::programs::{Entrant, Identity, Programs};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Where programs play.
pub struct House {
    /// What runs them.
    pub host: Arc<Host>,
    /// How faults are punished.
    pub policy: Policy,
    /// How many seats are asked at once; 0 for all (B9).
    pub wave: usize,
    /// Whether the order in which answers arrive counts, in games where it can (B9).
    pub real_arrival: bool,
    /// Whether programs are told the names of all entrants (B7).
    pub show_names: bool,
    /// The digests of the programs, by path.
    digests: Mutex<HashMap<PathBuf, String>>,
    /// Faults that are told when all is played.
    told: Mutex<Vec<String>>,
}

/// A bot that was made ready for an event.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its files as they were digested; none for a built-in bot, or if they cannot be read.
    pub packed: Option<Packed>,
    /// What plays; or why it is unfit.
    pub bot: Result<BotSpec, Invalid>,
}

/// The most lines about faults that are kept until all is played.
const MOST_TOLD: usize = 10_000;

impl House {
    /// A house without programs yet.
    #[must_use]
    pub fn new(terms: Terms, policy: Policy, wave: usize) -> Self {
        Self {
            host: Arc::new(Host::new(terms)),
            policy,
            wave,
            real_arrival: false,
            show_names: true,
            digests: Mutex::default(),
            told: Mutex::default(),
        }
    }

    /// Digests and builds the programs among these bots, each once (B2, B3); `tell` gets a line before a build.
    ///
    /// # Errors
    /// A program whose files cannot be digested, or that does not build.
    pub fn prepare(&self, bots: &[BotSpec], mut tell: impl FnMut(&str)) -> Result<(), Invalid> {
        for program in bots.iter().filter_map(|bot| bot.program.as_deref()) {
            if self.digest(program).is_none() {
                let digest = identity::digits(&identity::digest(program)?);
                if program.build.is_some() {
                    tell(&format!("building {}", program.name));
                    build::run(program, &self.host.terms)?;
                }
                self.digests.lock().unwrap_or_else(PoisonError::into_inner).insert(program.path.clone(), digest);
            }
        }
        Ok(())
    }

    /// A bot that plays from a copy of its digested files, built on this machine (B3): what an event seats. `tell` gets a
    /// line before a build. A worker on another machine has no more of an entrant than this (A20).
    ///
    /// # Errors
    /// See [`NoCopy`]: whether the entrant is unfit, or the surroundings are to blame.
    pub fn copy(
        &self,
        packed: &Packed,
        options: Map<String, Value>,
        copies: &Copies,
        mut tell: impl FnMut(&str),
    ) -> Result<BotSpec, NoCopy> {
        let program = copies.make(packed, &self.host.terms, &mut tell)?;
        Ok(self.seat_copy(program, &packed.digest, options))
    }

    /// The same without an archive, if the copy was made before on this machine.
    #[must_use]
    pub fn copied(
        &self,
        name: &str,
        digest: &[u8; 32],
        options: Map<String, Value>,
        copies: &Copies,
    ) -> Option<BotSpec> {
        let program = copies.find(name, digest, &self.host.terms)?;
        Some(self.seat_copy(program, digest, options))
    }

    fn seat_copy(&self, program: Program, digest: &[u8; 32], options: Map<String, Value>) -> BotSpec {
        let digest = identity::digits(digest);
        self.digests.lock().unwrap_or_else(PoisonError::into_inner).insert(program.path.clone(), digest);
        BotSpec { name: program.name.clone(), options, program: Some(Arc::new(program)) }
    }

    /// Copies of the programs among these bots, in their order, with the archives that a store keeps; built-in bots stay
    /// as they are. Of an entrant that is unfit the error comes in its place.
    ///
    /// # Errors
    /// The surroundings are to blame, or all is to stop.
    pub fn prepare_copies(
        &self,
        bots: &[BotSpec],
        copies: &Copies,
        mut tell: impl FnMut(&str),
    ) -> Result<Vec<Prepared>, NoCopy> {
        let prepare = |bot: &BotSpec| -> Result<Prepared, NoCopy> {
            let Some(program) = bot.program.as_deref() else {
                return Ok(Prepared { packed: None, bot: Ok(bot.clone()) });
            };
            let packed = match archive::pack(program) {
                Ok(packed) => packed,
                Err(error) => return Ok(Prepared { packed: None, bot: Err(error) }),
            };
            let bot = match self.copy(&packed, bot.options.clone(), copies, &mut tell) {
                Ok(bot) => Ok(bot),
                Err(NoCopy::Unfit(error)) => Err(error),
                Err(error) => return Err(error),
            };
            Ok(Prepared { packed: Some(packed), bot })
        };
        bots.iter().map(prepare).collect()
    }

    /// Keeps lines about faults until all is played.
    pub(crate) fn note(&self, lines: impl IntoIterator<Item = String>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MOST_TOLD.saturating_sub(told.len());
        told.extend(lines.into_iter().take(room));
    }

    /// The lines about faults that were kept; they are forgotten.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The digest of a program that was prepared.
    #[must_use]
    pub fn digest(&self, program: &Program) -> Option<String> {
        self.digests.lock().unwrap_or_else(PoisonError::into_inner).get(&program.path).cloned()
    }

    /// What the record of a match says about its programs (B20).
    pub(crate) fn programs(&self, panel: &Panel, session: &dyn Session, bots: &[BotSpec]) -> Programs {
        let by_seat = entrants(session, bots);
        let many = by_seat.iter().map(|&entrant| usize::from(entrant) + 1).max().unwrap_or(0);
        let entrant = |number: usize| {
            let seats: Vec<Seat> = (0..by_seat.len())
                .filter(|&seat| usize::from(by_seat[seat]) == number)
                .map(|seat| Seat(seat as u8))
                .collect();
            let bot = &bots[seats[0].index()];
            let program = bot.program.as_deref().map(|program| Identity {
                digest: self.digest(program).unwrap_or_else(|| identity::digits(&[0; 32])),
                options: bot.options.clone(),
                seeds: seats.iter().map(|seat| panel.bot_seed(seat.0)).collect(),
                sandbox: self.host.terms.level.to_string(),
            });
            Entrant { name: bot.name.clone(), seats, program }
        };
        Programs {
            name: panel.name.clone(),
            clock: self.host.terms.clock.to_string(),
            policy: self.policy,
            margin_us: u64::try_from(self.host.margin.as_micros()).unwrap_or(u64::MAX),
            entrants: (0..many).map(entrant).collect(),
            forked_after: 0,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn an_entrant_that_is_unfit_does_not_end_the_event() {
        // B3
        let base = tempfile::tempdir().unwrap();
        let bot = |name: &str, build: &str| {
            let folder = base.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("bot.toml"), format!("run = [\"./out\"]\nbuild = [\"sh\", \"-c\", \"{build}\"]"))
                .unwrap();
            folder
        };
        let (good, bad, linked) = (bot("good", "echo > out"), bot("bad", "exit 3"), bot("linked", "true"));
        std::os::unix::fs::symlink("/etc/passwd", linked.join("link")).unwrap();
        let registry = gridhaunt_bots::registry();
        let game = registry.find("pyrat").unwrap();
        let found = |word: &str| BotSpec::find(game, word).unwrap();
        let at = |folder: &PathBuf| found(&format!("{}:depth=4", folder.display()));
        let bots = [found("greedy"), at(&bad), at(&good), at(&linked)];
        let house = House::new(Terms::default(), Policy::default(), 0);
        let copies = Copies::new(base.path().join("copies")).unwrap();
        let mut told = Vec::new();
        let prepared = house.prepare_copies(&bots, &copies, |line| told.push(line.to_string())).unwrap();
        assert_eq!(told, ["building bad", "building good"]);
        assert_eq!(prepared[0].bot.as_ref(), Ok(&bots[0]));
        assert!(prepared[0].packed.is_none() && prepared[3].packed.is_none());
        let error = |place: usize| prepared[place].bot.clone().unwrap_err().to_string();
        assert!(error(1).starts_with("bot: bad does not build"), "{}", error(1));
        assert!(error(3).contains("/linked/link is a symbolic link"), "{}", error(3));
        let copy = prepared[2].bot.clone().unwrap();
        assert_eq!((copy.name.as_str(), &copy.options), ("good", &bots[2].options));
        let (program, packed) = (copy.program.clone().unwrap(), prepared[2].packed.clone().unwrap());
        assert!(program.folder.join("out").exists() && !good.join("out").exists());
        assert_eq!(house.digest(&program), Some(identity::digits(&packed.digest)));
        // Another process, or this one after a restart, needs no archive.
        let later = House::new(Terms::default(), Policy::default(), 0);
        assert_eq!(later.copied("good", &packed.digest, copy.options.clone(), &copies), Some(copy));
        assert_eq!(later.digest(&program), Some(identity::digits(&packed.digest)));
    }
}
