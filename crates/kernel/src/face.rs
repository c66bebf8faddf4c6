//! The type-erased interface: what the command line, the arena, the server and Python see of any game.
//!
//! [`Face`] is a game, [`Opened`] a game with its settings chosen, [`Session`] one match of it. Each is implemented
//! once for every game: `family`, `opened` and `session`. What acts on a match from one seat is in `seated`, what a learner
//! reads of it in `desk`. JSON is used at this boundary and nowhere deeper.

#[cfg(feature = "std")]
mod desk;
mod family;
mod opened;
mod past;
mod seated;
mod session;

#[cfg(feature = "std")]
pub use desk::Desk;
pub use family::{Family, Made};
pub use seated::told;
pub use session::TypedSession;

use crate::ending::with_player;
use crate::fault::Report;
#[cfg(feature = "std")]
use crate::flock::{Flock, Footprint, Lesson, Plan, StandIns};
use crate::freight::Cargo;
use crate::heap::*;
use crate::json::{Map, Value};
use crate::learn::Encoding;
use crate::outcome::SideScore;
use crate::registry::Study;
use crate::scene::Offer;
use crate::settings::Field;
use crate::{Ending, Game, Info, Invalid, Learn, Outcome, Phase, Picture, Scene, Seat, Wire};
use core::any::Any;

/// Everything that a game must implement to be shown, played, recorded and learned.
pub trait Complete: Game + Wire + Learn + Picture {}
impl<G: Game + Wire + Learn + Picture> Complete for G {}

/// A game that can be found by name.
pub trait Face: Any + Send + Sync {
    /// What kind of game it is: its name, roles, sides and versions.
    fn info(&self) -> Info;
    /// Its settings, in the order in which they are checked.
    fn fields(&self) -> &'static [Field];
    /// The JSON Schema of its settings.
    fn schema(&self) -> Value;
    /// The JSON Schemas of what a seat receives and of what it may answer. A face that is no [`Family`] and does not say
    /// allows anything.
    #[cfg(feature = "schema")]
    fn schemas(&self) -> crate::schema::Schemas {
        crate::schema::Schemas::anything()
    }
    /// The options of its learning encodings.
    fn lens(&self) -> &'static [Field];
    /// The bots that play it.
    fn bots(&self) -> Vec<BotCard>;
    /// Other things that its entry offers, such as commands. The kernel does not know their types; the code that added
    /// them does.
    fn extras(&self) -> &[&'static Extra];
    /// The experiments that come with the game, in the order in which they were added.
    fn studies(&self) -> &[Study];
    /// Reads and checks settings; the error names the first bad field.
    fn open(&self, settings: &Value) -> Result<Box<dyn Opened>, Invalid>;
}

/// A bot as it is listed for people.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BotCard {
    /// The name that selects it, as in `greedy`.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// The options it takes, each with its default and its help.
    pub options: &'static [Field],
}

/// A game with its settings chosen.
pub trait Opened: Send + Sync {
    /// What kind of game it is with these settings.
    fn info(&self) -> Info;
    /// The settings as a replay keeps them: only the fields that were given, in one spelling each.
    fn settings(&self) -> Value;
    /// Every setting with its effective value, in the order of the game's fields (K7).
    fn resolved(&self) -> Vec<(&'static str, Value)>;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The match seed that 64 random bits stand for, where not every number is a valid seed.
    fn fold_seed(&self, seed: u64) -> u64 {
        seed
    }
    /// Starts a match. The same settings and seed make the same match on every machine.
    fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid>;
    /// Starts a match from a given state.
    fn begin_from(&self, seed: u64, state: &Value) -> Result<Box<dyn Session>, Invalid>;
    /// Makes the bot `name` with its options, and with the generator of its seat in a match with this seed.
    fn player(
        &self,
        name: &str,
        options: &Map<String, Value>,
        seed: u64,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Invalid>;
    /// How many numbered actions a seat has.
    fn actions(&self) -> usize;
    /// How many places a table that is a policy tells apart ([`Learn::places`]).
    fn places(&self) -> usize;
    /// How many seats come before those that the game can move by itself ([`Learn::MOVERS`]); none if
    /// it can move none.
    fn unmoved(&self) -> Option<usize>;
    /// The arrays that a learner can read through a lens.
    fn encodings(&self, lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid>;
    /// What reads sessions of this game as a learner does, through a lens.
    #[cfg(feature = "std")]
    fn desk(&self, lens: &Map<String, Value>) -> Result<Box<dyn Desk>, Invalid>;
    /// The memory that a batch with this seed and lesson takes, in bytes.
    #[cfg(feature = "std")]
    fn footprint(&self, seed: u64, lesson: &Lesson) -> Result<Footprint, Invalid>;
    /// Draws the worlds of a batch and makes its flocks, one for each plan.
    #[cfg(feature = "std")]
    fn flocks(&self, lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid>;
    /// Draws the worlds of a batch for a device that plays it by the same rules: a batch whose lesson is `plain`, or one
    /// that asks for more, whose first states need not tell the number of their world.
    ///
    /// # Errors
    /// A lens that cannot be, worlds that cannot be made, or a game that no device plays.
    fn cargo(&self, lens: &Map<String, Value>, seed: u64, worlds: usize, plain: bool) -> Result<Cargo, Invalid>;
    /// Plays random numbered actions with the typed rules until `steps` steps are done, and starts a new game when one
    /// ends. Returns a hash over the final states. It measures the rules and nothing else.
    #[cfg(feature = "std")]
    fn run_rules(&self, seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid>;
    /// Bots of the registry for the rollouts of flocks, one for each of these seats.
    ///
    /// # Errors
    /// A bot or an option that does not exist.
    #[cfg(feature = "std")]
    fn stand_ins(&self, bots: &[(Seat, String)]) -> Result<StandIns, Invalid>;
    /// The hash of many seeded games of random play: equal on every machine that plays by the same rules.
    fn fingerprint(&self, games: u64, steps: u64) -> Result<u64, Invalid>;
}

/// Which steps' events a scene shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Span {
    Step,
    /// All steps since the previous frame.
    Frame,
}

/// One match, of a game whose type the caller does not know.
pub trait Session: Send {
    /// For players made by the same opened game, which cast it back to its type.
    fn as_any(&self) -> &dyn Any;
    /// What kind of game it is with the settings of this match.
    fn info(&self) -> Info;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The role of a seat, as an index into the roles of the game.
    fn role(&self, seat: Seat) -> usize;
    /// The side of a seat, as an index into the sides of the game.
    fn side(&self, seat: Seat) -> usize;
    /// The name of a seat, as every message, panel and picture shows it.
    fn seat_name(&self, seat: Seat) -> String;
    /// The name of the player of a seat, empty if it is not known.
    fn player_name(&self, seat: Seat) -> &str;
    /// Sets the names of the players, by seat; panels and results print them beside the seats.
    fn name_players(&mut self, players: &[String]);
    /// Whether a seat has been in play so far.
    fn took_part(&self, seat: Seat) -> bool;
    /// Which seats choose now.
    fn phase(&self) -> Phase;
    /// The seat whose choice arrives first when all are given at once; the others follow by number, and then from seat
    /// 0 again.
    fn first_to_arrive(&self) -> Seat;
    /// How many steps have been played.
    fn steps(&self) -> u64;
    /// The hash of the current state, as [`Game::hash_of`] computes it (K2).
    fn hash(&self) -> u64;
    /// 64 bits of the world's map; 0 where nothing is drawn.
    fn digest(&self) -> u64;
    /// The codes of the actions a seat may choose now.
    fn legal(&self, seat: Seat) -> Vec<u64>;
    /// Whether the seat may choose the action with this code now.
    fn allows(&self, seat: Seat, code: u64) -> bool;
    /// Plays one step with choices in order of arrival. A code that stands for no action is ignored.
    fn step(&mut self, choices: &[(Seat, u64)]);
    /// Plays up to `most` steps with these players, by seat, as if each was asked and its choice was passed to `step`,
    /// without leaving the type of the game. `fault` is told who chose nothing or what is not allowed, before the step.
    /// Returns false and plays nothing unless there is a bot of this game on every seat.
    fn roll(&mut self, players: &mut [Option<Box<dyn Player>>], most: u64, fault: Faulted<'_>) -> bool {
        let _ = (players, most, fault);
        false
    }
    /// The codes of the choices of the last step, in order of arrival.
    fn chosen(&self) -> Vec<(Seat, u64)>;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The score of a side now and the most that there was to get; none if the game does not know.
    fn side_score(&self, side: usize) -> Option<SideScore> {
        let _ = side;
        None
    }
    /// The side whose score decides a pair of matches with the sides exchanged, where the rules score such pairs.
    fn decides_pairs(&self) -> Option<usize> {
        None
    }
    /// Whether all sides score by the same thing, so that a higher score means a better rank.
    fn ranked_by_score(&self) -> bool {
        true
    }
    /// The result in words, once the game is over.
    fn ending(&self) -> Option<Ending>;
    /// Checks the invariants of the state; the error says which one does not hold.
    fn check(&self) -> Result<(), String>;
    /// The whole state as JSON text.
    fn state(&self) -> String;
    /// The events of the last step as the text of a JSON list.
    fn events(&self) -> String;
    /// The events of the last step, one line each for people; after the last step a line says who won and why.
    fn tell(&self) -> Vec<String>;
    /// The same as lines of the text log.
    fn log(&self) -> Vec<String>;
    /// The lines of [`Session::tell`] that matter: routine events are left out.
    fn highlights(&self) -> Vec<String>;
    /// The start message of a seat, as JSON text: it is sent once, before the first choice.
    fn start(&self, seat: Seat) -> String;
    /// The view of a seat, as JSON text: what it may know now.
    fn view(&self, seat: Seat) -> String;
    /// Whether it is known without much work that the views of two seats are equal, as they are where nothing is hidden.
    fn see_alike(&self, _one: Seat, _other: Seat) -> bool {
        false
    }
    /// The action with this code, as JSON.
    fn action(&self, code: u64) -> Value;
    /// The code of an action given as JSON.
    fn read_action(&self, value: &Value) -> Result<u64, Invalid>;
    /// The line that goes before the events of the step just played, if the game has one.
    fn heading(&self) -> Option<String>;
    /// The number of the frame this state belongs to, where a film shows one frame for several steps.
    fn frame(&self) -> u64;
    /// How many frames per second it is shown at by default.
    fn pace(&self) -> f64;
    /// The scene to draw, with the events of a step or a whole frame, and from the point of view of a seat if one is
    /// given.
    fn scene(&self, span: Span, eye: Option<Seat>) -> Scene;
    /// What a seat knows: a scene made from its view and nothing else.
    fn known(&self, seat: Seat) -> Scene;
    /// Every action that a seat may choose now, with its code, in the words and at the place on the board of
    /// [`Session::known`] that a person sees.
    fn offers(&self, seat: Seat) -> Vec<(u64, Offer)>;
    /// An observer for a seat, which starts now.
    fn eyes(&self, seat: Seat) -> Box<dyn Eyes>;
    /// The board in the game's own text notation, whole or as a seat knows it.
    fn drawing(&self, eye: Option<Seat>) -> String;
    /// An independent copy of the match.
    fn fork(&self) -> Box<dyn Session>;
}

impl dyn Session + '_ {
    /// The name of a seat and of its player: `python · greedy`.
    #[must_use]
    pub fn full_name(&self, seat: Seat) -> String {
        with_player(&self.seat_name(seat), self.player_name(seat))
    }
}

/// An observer that follows a match from one seat, step by step: what the seat knows, what it remembers, and what the
/// last step meant to it.
pub trait Eyes: Send {
    /// Updates itself from the match after a step.
    fn look(&mut self, session: &dyn Session);
    /// What the seat knows and remembers, made from its views and nothing else.
    fn scene(&self) -> Scene;
    /// What the last step meant to the seat, in sentences addressed to its player.
    fn news(&self) -> &[String];
    /// Every action that the seat may choose now, with its code, on the board of [`Eyes::scene`].
    fn offers(&self, session: &dyn Session) -> Vec<(u64, Offer)>;
}

/// Chooses for a seat of an erased match: a bot of this process, a program, a connection.
pub trait Player: Send {
    /// Called once, before the first choice. A player in another process is sent its start information here, and
    /// [`Player::ready`] waits for its answer.
    fn start(&mut self, session: &dyn Session, seat: Seat);
    /// Waits until the player can be asked. All players are started before the first is awaited. Returns a report if it
    /// is not ready.
    fn ready(&mut self) -> Option<Report> {
        None
    }
    /// Requests a choice and does not wait for it. All seats that choose in a step are asked before the first answer is
    /// awaited, so that players in other processes think at the same time. Players that choose in this process may
    /// ignore it.
    fn ask(&mut self, session: &dyn Session, seat: Seat) {
        let _ = (session, seat);
    }
    /// The code of its choice; none if it makes no choice.
    fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64>;
    /// What the actions of its last choice are worth to its seat, by code, from 0 (lost) to 1 (won); empty for a player
    /// that does not value actions.
    fn worths(&self) -> Vec<(u64, f64)> {
        Vec::new()
    }
    /// What is to be recorded about the last choice; none for players of this process, whose faults are seen from the
    /// choice alone.
    fn report(&mut self) -> Option<Report> {
        None
    }
    /// Itself, if it is a bot of this process, for a session that knows its type.
    fn as_bot(&mut self) -> Option<&mut dyn Any> {
        None
    }
    /// Called when its entrant is out and the match goes on: it is not asked again (B7).
    fn out(&mut self) {}
    /// Called once after the last step, with the match at its end.
    fn end(&mut self, session: &dyn Session, seat: Seat) {
        let _ = (session, seat);
    }
}

/// Is told of a seat that chose nothing, or something that is not allowed: the match before the step, the seat, and the
/// code of what it wanted.
pub type Faulted<'a> = &'a mut dyn FnMut(&dyn Session, Seat, Option<u64>);

/// Something that a game's entry offers and whose type the kernel does not know.
pub type Extra = dyn Any + Send + Sync;
