//! What matches with programs need besides a game: the host that runs them, and how faults are punished.

use crate::seating::{BotSpec, entrants};
use gridhaunt_host::build;
use gridhaunt_host::copies::Copies;
use gridhaunt_host::host::{Host, Terms};
use gridhaunt_host::identity;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::Panel;
use gridhaunt_host::player::Made;
use gridhaunt_host::running::Transcript;
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
    /// The digests of the programs, by path and the manifest that was made for them.
    digests: Mutex<HashMap<(PathBuf, Option<Made>), String>>,
    /// Faults that are told when all is played.
    told: Mutex<Vec<String>>,
    /// What went both ways in the first match that could not begin because of its programs.
    unfit: Mutex<Vec<(Seat, Transcript)>>,
}

/// The most lines about faults that are kept until all is played.
const MOST_TOLD: usize = 10_000;

/// What tells one program from another: a file may hold several players.
fn key(program: &Program) -> (PathBuf, Option<Made>) {
    (program.path.clone(), program.made.clone())
}

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
            unfit: Mutex::default(),
        }
    }

    /// Keeps what went both ways in a match that could not begin; of several the first.
    pub(crate) fn keep_unfit(&self, transcripts: Vec<(Seat, Transcript)>) {
        let mut unfit = self.unfit.lock().unwrap_or_else(PoisonError::into_inner);
        if unfit.is_empty() {
            *unfit = transcripts;
        }
    }

    /// What went both ways between the host and the programs of the first match that could not begin because of one of
    /// them (B21); it is forgotten.
    #[must_use]
    pub fn unfit(&self) -> Vec<(Seat, Transcript)> {
        std::mem::take(&mut *self.unfit.lock().unwrap_or_else(PoisonError::into_inner))
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
                self.digests.lock().unwrap_or_else(PoisonError::into_inner).insert(key(program), digest);
            }
        }
        Ok(())
    }

    /// A bot that plays from the copy of its digested files, if it was made on this machine (B3, A20): what an event
    /// seats. [`Copies::make`] makes one.
    #[must_use]
    pub fn copied(
        &self,
        name: &str,
        digest: &[u8; 32],
        options: Map<String, Value>,
        copies: &Copies,
    ) -> Option<BotSpec> {
        let program = copies.find(name, digest, &self.host.terms)?;
        let digest = identity::digits(digest);
        self.digests.lock().unwrap_or_else(PoisonError::into_inner).insert(key(&program), digest);
        Some(BotSpec { name: program.name.clone(), options, program: Some(Arc::new(program)), guest: None })
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
        self.digests.lock().unwrap_or_else(PoisonError::into_inner).get(&key(program)).cloned()
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
    use gridhaunt_host::archive::pack;
    use std::fs;

    #[test]
    fn a_copy_plays_under_the_name_and_the_digest_of_its_original() {
        // B3
        let base = tempfile::tempdir().unwrap();
        let original = base.path().join("good");
        fs::create_dir(&original).unwrap();
        fs::write(original.join("bot.toml"), "run = [\"./out\"]\nbuild = [\"sh\", \"-c\", \"echo > out\"]").unwrap();
        let registry = gridhaunt_bots::registry();
        let word = format!("{}:depth=4", original.display());
        let bot = BotSpec::find(registry.find("pyrat").unwrap(), &word).unwrap();
        let packed = pack(bot.program.as_deref().unwrap()).unwrap();
        let house = House::new(Terms::default(), Policy::default(), 0);
        let copies = Copies::new(base.path().join("copies")).unwrap();
        let copied = || house.copied("good", &packed.digest, bot.options.clone(), &copies);
        assert_eq!(copied(), None);
        copies.make(&packed, &house.host.terms, &mut |_| {}).unwrap();
        let copy = copied().unwrap();
        assert_eq!((&copy.name, &copy.options), (&bot.name, &bot.options));
        let program = copy.program.unwrap();
        assert!(program.folder.join("out").exists() && !original.join("out").exists());
        assert_eq!(house.digest(&program), Some(identity::digits(&packed.digest)));
    }
}
