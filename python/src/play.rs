//! The episode that is played: a match, who plays the seats that are not learned, and the rewards of those that are.

use crate::guest::Troubles;
use crate::hosting::Ours;
use crate::outsiders::Outsiders;
use crate::recorded::{Log, Recorded};
use crate::shared::raise;
use crate::signals;
use gridhaunt_arena::opponents::Opponents;
use gridhaunt_kernel::bot::read_words;
use gridhaunt_kernel::face::{Desk, Opened, Player};
use gridhaunt_kernel::flock::{Cast, Episode, Worlds, is_outside, world_seed};
use gridhaunt_kernel::{Invalid as Wrong, Random, Seat, SeatSet};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// After so many steps without a question the interpreter is asked whether somebody pressed Ctrl-C.
const STEPS_BETWEEN_SIGNALS: u64 = 1024;

/// What never changes in an environment.
pub(crate) struct Fixed {
    pub(crate) game: String,
    pub(crate) settings: String,
    pub(crate) opened: Box<dyn Opened>,
    pub(crate) desk: Box<dyn Desk>,
    pub(crate) cast: Cast,
    pub(crate) learned: SeatSet,
    /// The name of the agent of each learned seat.
    pub(crate) agents: Vec<Py<PyString>>,
    /// The arrays that are observed, as indices into those of the desk.
    pub(crate) arrays: Vec<usize>,
    /// Their names.
    pub(crate) names: Vec<Py<PyString>>,
    /// Which array of the desk is the mask.
    pub(crate) mask: usize,
    pub(crate) seed: u64,
    pub(crate) worlds: Option<u64>,
    pub(crate) until_asked: bool,
    pub(crate) max_steps: Option<u64>,
    /// The programs and objects among the opponents.
    pub(crate) outsiders: Outsiders,
}

impl Fixed {
    fn players(&self, episode: &Episode) -> Result<Vec<Option<Box<dyn Player>>>, Wrong> {
        let mut players: Vec<Option<Box<dyn Player>>> = Vec::new();
        players.resize_with(self.opened.seats(), || None);
        for (seat, words) in self.cast.opponents(episode).filter(|(_, words)| !is_outside(words)) {
            let (name, options) = read_words(words)?;
            players[seat.index()] = Some(self.opened.player(&name, &options, episode.bots, seat)?);
        }
        Ok(players)
    }
}

/// The kernel's error as an exception, where the interpreter may be released.
pub(crate) fn raised(wrong: Wrong) -> PyErr {
    Python::attach(|py| raise(py, &wrong))
}

/// The episode that is played.
pub(crate) struct Play {
    pub(crate) fixed: Arc<Fixed>,
    random: Random,
    episode: Episode,
    /// The seed of its match.
    pub(crate) world: u64,
    pub(crate) recorded: Recorded,
    pub(crate) players: Vec<Option<Box<dyn Player>>>,
    /// Programs and objects.
    opponents: Option<Ours<Opponents>>,
    /// What objects raised and did wrong in this episode.
    troubles: Arc<Troubles>,
    /// The faults of programs that have left this episode.
    told: Vec<String>,
    /// Whether programs and objects are to begin again and see the episode anew before the next step.
    lost: bool,
    choices: Vec<(Seat, u64)>,
    /// The rewards of the last step, by learned seat.
    pub(crate) rewards: Vec<f32>,
    /// What was earned before the first step; the first step pays it.
    owed: Vec<f32>,
    pub(crate) steps: u64,
    /// The learned seats that a step tells of: those that were in play before it or are since.
    pub(crate) present: SeatSet,
    /// Those of them whose episode goes on.
    pub(crate) live: SeatSet,
    /// Those whose episode has ended.
    pub(crate) gone: SeatSet,
}

impl Play {
    pub(crate) fn new(fixed: Arc<Fixed>) -> PyResult<Self> {
        let world = fixed.opened.fold_seed(fixed.seed);
        let learned = fixed.learned.len();
        let mut play = Self {
            random: Random::stream(fixed.seed, 0),
            episode: Episode::default(),
            world,
            recorded: Recorded::new(fixed.opened.begin(world).map_err(raised)?),
            players: Vec::new(),
            opponents: None,
            troubles: Arc::default(),
            told: Vec::new(),
            lost: false,
            choices: Vec::new(),
            rewards: vec![0.0; learned],
            owed: vec![0.0; learned],
            steps: 0,
            present: SeatSet::NONE,
            live: SeatSet::NONE,
            gone: SeatSet::NONE,
            fixed,
        };
        play.reset(Some(play.fixed.seed))?;
        Ok(play)
    }

    /// Starts an episode: that of a seed, or the next.
    pub(crate) fn reset(&mut self, seed: Option<u64>) -> PyResult<()> {
        let fixed = self.fixed.clone();
        let mut random = seed.map_or(self.random, |seed| Random::stream(seed, 0));
        let worlds = match (fixed.worlds, seed) {
            (Some(worlds), _) => Worlds::Shelf(worlds),
            (None, Some(_)) => Worlds::Given,
            (None, None) => Worlds::Any,
        };
        let episode = Episode::draw(&mut random, worlds, &fixed.cast);
        let world = match (fixed.worlds, seed) {
            (Some(_), _) => world_seed(fixed.seed, episode.world),
            (None, Some(seed)) => seed,
            (None, None) => episode.world,
        };
        self.begin(random, episode, fixed.opened.fold_seed(world))?;
        self.play_on()?;
        self.close()?;
        std::mem::swap(&mut self.owed, &mut self.rewards);
        (self.present, self.live, self.gone) = (self.in_play(), self.in_play(), SeatSet::NONE);
        Ok(())
    }

    /// Puts everything at the first state of an episode.
    fn begin(&mut self, random: Random, episode: Episode, world: u64) -> PyResult<()> {
        let fixed = self.fixed.clone();
        let mut recorded = Recorded::new(fixed.opened.begin(world).map_err(raised)?);
        let mut players =
            if episode.picks.is_empty() { Vec::new() } else { fixed.players(&episode).map_err(raised)? };
        let seats = (0..).map(Seat);
        for (seat, player) in seats.zip(&mut players) {
            if let Some(player) = player {
                player.start(recorded.session.as_ref(), seat);
            }
        }
        players.iter_mut().flatten().for_each(|player| drop(player.ready()));
        // Those of the episode before leave, unless it came to its end.
        self.opponents = None;
        self.lost = true;
        let troubles = Arc::default();
        let opponents = fixed.outsiders.begin(&fixed, &episode, world, recorded.session.as_mut(), &troubles)?;
        (self.random, self.episode, self.world) = (random, episode, world);
        (self.recorded, self.players) = (recorded, players);
        (self.opponents, self.lost) = (opponents, false);
        (self.troubles, self.told) = (troubles, Vec::new());
        self.rewards.fill(0.0);
        self.owed.fill(0.0);
        self.steps = 0;
        Ok(())
    }

    /// Whether somebody else plays besides the learners.
    pub(crate) fn has_opponents(&self) -> bool {
        !self.players.is_empty() || self.opponents.is_some() || self.lost
    }

    /// Has programs and objects begin again and see the episode anew, if they were lost: after an exception or Ctrl-C, or
    /// in a forked process.
    fn revive(&mut self) -> PyResult<()> {
        if self.lost || self.opponents.as_ref().is_some_and(|opponents| !opponents.is_ours()) {
            let (saved, kept) = (self.save(), self.recorded.fork());
            if let Err(error) = self.load(&kept.log, saved.clone()) {
                (self.recorded, self.opponents, self.lost) = (kept, None, true);
                self.put_back(saved);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Raises what programs and objects left to be raised; then they are lost.
    fn check(&mut self) -> PyResult<()> {
        let fine = signals::check().and_then(|()| self.troubles.check());
        if fine.is_err() {
            (self.opponents, self.lost) = (None, true);
        }
        fine
    }

    /// Tells programs and objects of the end of the match, if it is there.
    fn close(&mut self) -> PyResult<()> {
        if self.terminated()
            && let Some(opponents) = self.opponents.take().and_then(Ours::take)
        {
            self.told.extend_from_slice(opponents.told());
            opponents.end(self.recorded.session.as_ref());
            self.troubles.check()?;
        }
        Ok(())
    }

    /// What programs and objects did wrong in this episode, a line each.
    pub(crate) fn faults(&self) -> Vec<String> {
        let playing = self.opponents.as_ref().and_then(Ours::get).map_or(&[][..], Opponents::told);
        [self.told.as_slice(), playing, &self.troubles.told()].concat()
    }

    /// The learned seats that have come into play and whose episode goes on.
    pub(crate) fn in_play(&self) -> SeatSet {
        let session = self.recorded.session.as_ref();
        let there = |&seat: &Seat| session.took_part(seat) && self.fixed.desk.lasts(session, seat);
        self.fixed.learned.iter().filter(there).collect()
    }

    pub(crate) fn terminated(&self) -> bool {
        self.recorded.session.phase().is_over()
    }

    pub(crate) fn truncated(&self) -> bool {
        !self.terminated() && self.fixed.max_steps.is_some_and(|most| self.steps >= most)
    }

    /// Plays a step with a number for each learned seat; a seat without one makes no choice. After the end nothing
    /// happens any more.
    pub(crate) fn step(&mut self, numbers: &[Option<usize>]) -> PyResult<()> {
        self.revive()?;
        std::mem::swap(&mut self.rewards, &mut self.owed);
        self.owed.fill(0.0);
        if !self.terminated() && !self.truncated() {
            if let Err(error) = self.turn(numbers) {
                self.owed.copy_from_slice(&self.rewards);
                return Err(error);
            }
            self.steps += 1;
            self.play_on()?;
            self.close()?;
        }
        let there = self.in_play();
        self.present = self.live.or(there.without(self.gone));
        let ended = self.terminated() || self.truncated();
        self.live = if ended { SeatSet::NONE } else { self.present.and(there) };
        self.gone = self.gone.or(self.present.without(self.live));
        Ok(())
    }

    /// With `until_asked`, plays on until a learned seat is asked or the game is over.
    fn play_on(&mut self) -> PyResult<()> {
        let mut steps = 0;
        while self.fixed.until_asked && !self.terminated() {
            if !self.recorded.session.phase().seats().and(self.fixed.learned).is_empty() {
                break;
            }
            self.turn(&[])?;
            steps += 1;
            if steps % STEPS_BETWEEN_SIGNALS == 0 {
                #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime, not any")]
                Python::attach(|py| py.check_signals())?;
            }
        }
        Ok(())
    }

    /// One step of the engine; nothing is played if a program or an object raises.
    fn turn(&mut self, numbers: &[Option<usize>]) -> PyResult<()> {
        let session = self.recorded.session.as_ref();
        let asked = session.phase().seats();
        if let Some(opponents) = self.opponents.as_mut().and_then(Ours::get_mut) {
            opponents.ask(session);
            self.check()?;
        }
        let heard = self.opponents.as_ref().and_then(Ours::get).map_or(&[][..], Opponents::last);
        let Self { fixed, recorded, players, choices, .. } = self;
        let session = recorded.session.as_ref();
        choices.clear();
        for (seat, player) in (0..).map(Seat).zip(players.iter_mut()) {
            if let Some(player) = player.as_mut().filter(|_| asked.contains(seat)) {
                player.ask(session, seat);
            }
        }
        for seat in asked.iter_from(session.first_to_arrive()) {
            let code = match players.get_mut(seat.index()) {
                Some(Some(player)) => player.choose(session, seat),
                _ => match heard.iter().find(|(of, _)| *of == seat) {
                    Some((_, choice)) => *choice,
                    None => {
                        let place = fixed.learned.and(SeatSet::first(seat.index())).len();
                        numbers.get(place).copied().flatten().and_then(|number| fixed.desk.code(session, seat, number))
                    }
                },
            };
            choices.extend(code.map(|code| (seat, code)));
        }
        recorded.step(choices);
        let session = recorded.session.as_ref();
        for (reward, seat) in self.rewards.iter_mut().zip(fixed.learned.iter()) {
            *reward += fixed.desk.reward(session, seat);
        }
        Ok(())
    }
}

/// What a pickled environment holds of its episode: the generator; seed, picks and bots' seed of the episode; its log;
/// steps, rewards and what is owed; and the agents that are present, live and gone.
pub(crate) type Saved = ((u64, u64), (u64, Vec<usize>, u64), Vec<u8>, (u64, Vec<f32>, Vec<f32>), (u128, u128, u128));

impl Play {
    pub(crate) fn save(&self) -> Saved {
        (
            (self.random.key, self.random.counter),
            (self.world, self.episode.picks.clone(), self.episode.bots),
            self.recorded.log.pack(),
            (self.steps, self.rewards.clone(), self.owed.clone()),
            (self.present.bits(), self.live.bits(), self.gone.bits()),
        )
    }

    /// Plays the log of an episode again; opponents are asked as they were, so that they remember the same.
    pub(crate) fn load(&mut self, log: &Log, saved: Saved) -> PyResult<()> {
        let (random, (world, picks, bots), _, sums, _) = saved.clone();
        let random = Random { key: random.0, counter: random.1 };
        let fits = picks.len() == self.fixed.cast.troupes.len() && sums.1.len() == sums.2.len();
        if !fits || sums.1.len() != self.rewards.len() {
            let expected = "that of an environment with the same arguments";
            return Err(raised(Wrong::new("state", format!("{picks:?}"), expected)));
        }
        self.begin(random, Episode { picks, bots, ..Episode::default() }, world)?;
        for step in log.steps() {
            let session = self.recorded.session.as_ref();
            let asked = session.phase().seats();
            if let Some(opponents) = self.opponents.as_mut().and_then(Ours::get_mut) {
                opponents.ask(session);
                self.check()?;
            }
            let session = self.recorded.session.as_ref();
            for seat in asked.iter_from(session.first_to_arrive()) {
                if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                    player.ask(session, seat);
                    player.choose(session, seat);
                }
            }
            self.recorded.step(step);
        }
        self.close()?;
        self.put_back(saved);
        Ok(())
    }

    /// Puts back what was counted of an episode.
    fn put_back(&mut self, (_, _, _, sums, agents): Saved) {
        (self.steps, self.rewards, self.owed) = sums;
        let seats = |bits| SeatSet::from_bits(bits).and(self.fixed.learned);
        (self.present, self.live, self.gone) = (seats(agents.0), seats(agents.1), seats(agents.2));
    }

    /// A copy without its opponents.
    pub(crate) fn alone(&self) -> Self {
        Self {
            fixed: self.fixed.clone(),
            episode: self.episode.clone(),
            recorded: self.recorded.fork(),
            players: Vec::new(),
            opponents: None,
            troubles: Arc::default(),
            told: Vec::new(),
            lost: false,
            choices: Vec::new(),
            rewards: self.rewards.clone(),
            owed: self.owed.clone(),
            ..*self
        }
    }
}
