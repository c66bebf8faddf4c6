//! Looking at events and steering them from another terminal (A11). Whoever runs an event sees it within a second.

use crate::duel::Standing;
use crate::event::{Programme, seated};
use crate::plan::Past;
use crate::run::past;
use crate::secret::Secret;
use crate::spec::MOST_CONCURRENCY;
use crate::trouble::Trouble;
use crate::{holder, names};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Block, BlockState, Entrant, Event, EventId, State, Store};

pub use crate::event::add;

/// How far an event is.
#[derive(Clone, Debug)]
pub struct Status {
    /// The event.
    pub event: Event,
    /// Its state in a word, as [`state_word`] says it.
    pub state: &'static str,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Blocks that are done.
    pub done: u64,
    /// Blocks that are to come: those of the plan, and where it is known how many there will be all the others too.
    pub open: u64,
    /// Blocks that were struck.
    pub struck: u64,
    /// Processes that hold blocks of it.
    pub runners: u64,
    /// How a duel stands.
    pub duel: Option<Standing>,
}

/// How far an event is.
///
/// # Errors
/// There is no such event, or the store cannot be read.
pub fn status(store: &Store, registry: &Registry, id: EventId) -> Result<Status, Trouble> {
    let event = store.event(id)?;
    let blocks = store.blocks(id, 0)?;
    let count = |state: BlockState| blocks.iter().filter(|block| block.state == state).count() as u64;
    let programme = Programme::load(store, registry, &event)?;
    let entrants = names::entrants(store, id)?;
    let setup = programme.setup(seated(&entrants), Secret(event.secret));
    let past: Vec<Past> = blocks.iter().map(past).collect();
    Ok(Status {
        done: count(BlockState::Done),
        open: if event.state.is_closed() { 0 } else { programme.to_come(&setup, &past) },
        struck: count(BlockState::Struck),
        runners: runners(store, id)?,
        duel: standing(&programme, &blocks),
        state: state_word(store, &event)?,
        entrants,
        event,
    })
}

/// How many processes hold blocks of an event, as far as this machine can see.
fn runners(store: &Store, id: EventId) -> Result<u64, Trouble> {
    let mut holders: Vec<String> = holder::living(store, id)?;
    holders.sort_unstable();
    holders.dedup();
    Ok(holders.len() as u64)
}

/// The state of an event in a word. In the store an event runs until somebody pauses, ends or finishes it, for a
/// program that is killed can write nothing any more; if nobody plays it, it is `stopped`.
///
/// # Errors
/// The store cannot be read.
pub fn state_word(store: &Store, event: &Event) -> Result<&'static str, Trouble> {
    Ok(match event.state {
        State::Running if runners(store, event.id)? == 0 => STOPPED,
        state => state.word(),
    })
}

/// What is said of an event that could go on and that nobody plays.
pub const STOPPED: &str = "stopped";

/// How a duel stands after these blocks of it; none for another kind of event.
#[must_use]
pub fn standing(programme: &Programme, blocks: &[Block]) -> Option<Standing> {
    let duel = programme.spec.duel.as_ref()?;
    Some(Standing::of(duel, programme.matches_a_block(), programme.table(), blocks))
}

/// Pauses an event: matches under way are played to their end, and nothing begins.
///
/// # Errors
/// There is no such event, or it is closed.
pub fn pause(store: &Store, id: EventId) -> Result<(), Trouble> {
    Ok(store.set_state(id, State::Paused)?)
}

/// Lets an event go on that was paused. Somebody must run it.
///
/// # Errors
/// There is no such event, or it is closed.
pub fn resume(store: &Store, id: EventId) -> Result<(), Trouble> {
    Ok(store.set_state(id, State::Running)?)
}

/// Ends an event for good; what was played stays, and its secret is told.
///
/// # Errors
/// There is no such event, or it is closed.
pub fn cancel(store: &Store, id: EventId) -> Result<(), Trouble> {
    Ok(store.close(id, State::Cancelled)?)
}

/// Sets what can be changed while an event runs: `concurrency=4`.
///
/// # Errors
/// There is no such event, or nothing of this name can be set.
pub fn set(store: &Store, id: EventId, what: &str) -> Result<(), Trouble> {
    let wrong = |expected: &str| Invalid::new("set", brief(&Value::from(what)), expected);
    let Some((key, value)) = what.split_once('=') else { return Err(wrong("key=value, such as concurrency=4").into()) };
    if key != "concurrency" {
        return Err(wrong("concurrency=N, the only thing that can be set").into());
    }
    let number = value.parse::<u32>().ok().filter(|number| (1..=MOST_CONCURRENCY).contains(&u64::from(*number)));
    let expected = format!("1..={MOST_CONCURRENCY}");
    let number = number.ok_or_else(|| Invalid::new("concurrency", brief(&Value::from(value)), expected))?;
    if store.event(id)?.state.is_closed() {
        let words = format!("event {id} is closed: nothing can be set");
        return Err(Invalid::new("event", id, "an event that goes on").reads(words).into());
    }
    Ok(store.set_concurrency(id, number)?)
}
