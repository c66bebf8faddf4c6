//! Goes on from a step of a record with other players.

use crate::company::{Company, Table};
use crate::differs::{Differs, Place};
use crate::play::Arena;
use crate::replay::{FORMAT, Header, Replay};
use crate::verify::{Proof, Rerun};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_record::Match;
use gridhaunt_record::trial::VOID;

/// A record, and the step after which others go on.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Branch<'a> {
    pub registry: &'a Registry,
    pub replay: &'a Replay,
    pub step: usize,
}

impl Branch<'_> {
    /// Verifies the record up to the step.
    ///
    /// # Errors
    /// The first difference, or a step that is not there.
    pub fn check(&self) -> Result<(), Differs> {
        let wrong = |wrong| Differs::wrong(self.replay.line(), Place::Header, wrong);
        if self.replay.header.format < FORMAT {
            let words = "this record is of an older format: replay convert writes it in the newest";
            return Err(wrong(Invalid::new("format", self.replay.header.format, FORMAT.to_string()).says(words)));
        }
        let mut rerun = Rerun::new(self.registry, self.replay)?;
        while rerun.taken() < self.step {
            match rerun.next_step() {
                Some(step) => step?,
                None => return Err(wrong(Invalid::new("step", self.step, format!("0..={}", rerun.taken())))),
            }
        }
        Ok(())
    }
}

impl Arena<'_> {
    /// The match of a record up to a step, and its players, who go on from there: bots of the registry, which have seen
    /// every step, and programs, which begin now. The record of the match begins with the steps of the old one.
    ///
    /// # Errors
    /// A record that does not verify up to the step; a bot that does not exist or does not start.
    pub fn fork(&self, branch: Branch<'_>, outside: Option<Seat>) -> Result<(Match, Company), Invalid> {
        let unproved = |differs: Differs| Invalid::new("replay", "it", "one that verifies").reads(differs.to_string());
        branch.check().map_err(unproved)?;
        let replay = branch.replay;
        let proof = Proof::begin(branch.registry, &replay.header).map_err(unproved)?;
        let mut session = proof.game.into_session();
        session.name_players(&self.player_names());
        let seed = replay.header.seed;
        let has_programs = self.seats.iter().any(|bot| bot.program.is_some());
        let mut header = Header { seats: self.player_names(), programs: None, ..replay.header.clone() };
        let (mut game, mut company) = match self.house.filter(|_| has_programs) {
            None => {
                let company = self.company(seed, outside, session.as_ref())?;
                (Match::new(session), company)
            }
            Some(house) => {
                let table = Table { house, session: session.as_ref(), excuses: false };
                let company =
                    Company::with_programs(self.opened, self.seats, seed, outside.into_iter().collect(), &table)?;
                let held = company.panel().map(|panel| house.programs(&panel, session.as_ref(), self.seats));
                let mut game = Match::new(session);
                if let Some(mut held) = held {
                    held.forked_after = branch.step as u64;
                    game = game.judged(&held)?;
                    header.programs = Some(held);
                }
                (game, company)
            }
        };
        game = game.recorded(&header).filmed();
        for step in &replay.steps[..branch.step] {
            if !has_programs {
                company.attend(game.session());
            }
            game.retrace(step)?;
        }
        if has_programs {
            company.start_all(&mut game);
        }
        if game.stopped() == Some(VOID) {
            let words = company.faults().join("; ");
            return Err(Invalid::new("bot", "a program", "a bot that starts").reads(words));
        }
        Ok((game, company))
    }
}
