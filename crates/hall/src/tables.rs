//! Tables: matches of people with people and bots. Each person has a chair, reached by a link that nobody can guess, and is
//! sent what its seat knows and nothing else. The store has every choice as soon as it is played, so that a table goes on
//! when the hall is opened again; a match that is over stays there, and is nobody's rating.

mod chair;
mod clocks;
mod link;
mod opening;
mod play;
mod socket;

pub(crate) use chair::Chair;
pub(crate) use link::of_friend;
pub(crate) use opening::{Opening, Wish, playable};
pub(crate) use socket::{gone, sit};

use crate::documents::{PAGE, TableCard, TableCards};
use crate::hall::{Hall, LOOK};
use crate::limits::TABLES;
use crate::refusal::Refusal;
use clocks::Clocks;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_store::{EndedTable, LeftTable, NewTable, Table as Row, TableKey};
use play::Table;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long chairs stand after the end, for whoever was cut off just then; later their links lead to the match.
const AFTER: Duration = Duration::from_secs(5 * 60);

/// A link as it is kept.
type Hash = [u8; 32];

/// All tables.
#[derive(Default)]
pub(crate) struct Tables {
    chairs: Mutex<HashMap<Hash, Arc<Chair>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<Hash, Arc<Chair>>> {
        self.chairs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The chair that a link leads to.
    pub(crate) fn chair(&self, link: &str) -> Option<Arc<Chair>> {
        self.lock().get(&link::hash(link)).cloned()
    }

    /// Opens a table; the link of who opens it.
    pub(crate) fn open(&self, hall: &Arc<Hall>, wish: &Wish) -> Result<String, Refusal> {
        let opening = Opening::new(hall.registry, wish)?;
        if self.lock().len() + opening.people.len() > TABLES {
            return Err(Refusal::later("all tables are taken: wait until a match is over", 60));
        }
        let first = link::fresh()?;
        let mut chairs: Vec<(Hash, u8)> =
            opening.people.iter().map(|&seat| (link::hash(&of_friend(&first, seat)), seat.0)).collect();
        chairs[0].0 = link::hash(&first);
        let new = NewTable { game: opening.game.clone(), opening: opening.to_text(), chairs: chairs.clone() };
        let key = hall.store.open_table(&new)?;
        self.set(hall, opening, key, &chairs, String::new())?;
        Ok(first)
    }

    /// Goes on with the tables that were left when the hall was closed or killed.
    pub(crate) fn take_up(&self, hall: &Arc<Hall>) {
        let left = match hall.store.take_up_tables() {
            Ok(left) => left,
            Err(error) => return (hall.options.tell)(&format!("tables wait: {error}")),
        };
        for LeftTable { key, table, chairs, lines } in left {
            let opening = Opening::read(&table.game, &table.opening);
            let set = opening.and_then(|opening| self.set(hall, opening, key, &chairs, lines));
            if let Err(error) = set {
                let result = format!("the match could not go on when the hall was opened again: {error}");
                (hall.options.tell)(&format!("table {}: {result}", key.table));
                // Should it fail, it is tried again when the hall is opened next.
                let _ = hall.store.end_table(key, &EndedTable { result, steps: table.steps, replay: None });
            }
        }
    }

    /// Puts a table up, with a thread that plays it.
    fn set(
        &self,
        hall: &Arc<Hall>,
        opening: Opening,
        key: TableKey,
        links: &[(Hash, u8)],
        lines: String,
    ) -> Result<(), Invalid> {
        let (opened, session) = opening.begin(hall.registry)?;
        let people: Vec<(Seat, String)> = opening.people.iter().map(|&seat| (seat, session.seat_name(seat))).collect();
        let clocks = Arc::new(Clocks::new(opening.clock, people.clone()));
        let chair = |at: usize| {
            let friends = if at == 0 { people[1..].to_vec() } else { Vec::new() };
            Arc::new(Chair::new(people[at].0, session.as_ref(), clocks.clone(), friends))
        };
        let chairs: Vec<Arc<Chair>> = (0..people.len()).map(chair).collect();
        let hashes: Vec<Hash> = links.iter().map(|(hash, _)| *hash).collect();
        let with_hash = links
            .iter()
            .filter_map(|(hash, seat)| Some((*hash, chairs.iter().find(|chair| chair.seat.0 == *seat)?.clone())));
        self.lock().extend(with_hash);
        let (stays, stop) = (hall.clone(), hall.options.stop);
        let table = Table { hall: hall.clone(), opened, opening, chairs, clocks, key, lines, stop };
        let thread = thread::spawn(move || {
            let ended = table.play().then(Instant::now);
            drop(table);
            while ended.is_some_and(|ended| ended.elapsed() < AFTER) && !stays.is_stopped() {
                thread::sleep(LOOK);
            }
            let mut all = stays.tables.lock();
            hashes.iter().for_each(|hash| drop(all.remove(hash)));
        });
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
        Ok(())
    }

    /// Waits for all tables to be left, when the hall is closed.
    pub(crate) fn leave(&self) {
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

impl Hall {
    /// The match of people to which a link leads, if it is over.
    pub(crate) fn table_by_link(&self, link: &str) -> Result<Option<Row>, Refusal> {
        Ok(self.store.table_by_link(&link::hash(link))?.filter(|table| table.ended_at.is_some()))
    }

    /// Some matches of people that are over, the newest first.
    pub(crate) fn table_cards(&self, page: u64) -> Result<TableCards, Refusal> {
        let all = self.store.count_tables()?;
        let pages = all.div_ceil(PAGE as u64).max(1);
        let page = page.clamp(1, pages);
        let tables = self.store.tables((page - 1) * PAGE as u64, PAGE as u32)?;
        let tables = tables.into_iter().map(card).collect::<Result<_, Refusal>>()?;
        Ok(TableCards { all, page, pages, tables })
    }

    /// A match of people that is over.
    pub(crate) fn table_card(&self, id: i64) -> Result<TableCard, Refusal> {
        let found = self.store.table(id)?.filter(|table| table.ended_at.is_some());
        card(found.ok_or_else(|| Refusal::missing("table", id))?)
    }

    /// The replay of a match of people.
    pub(crate) fn table_replay(&self, id: i64) -> Result<String, Refusal> {
        let replay = self.store.table_replay(id)?.ok_or_else(|| Refusal::missing("replay of table", id))?;
        let text = gridhaunt_events::checked::unpack(&replay);
        text.map_err(|error| Refusal::ours(format!("the replay of table {id} cannot be read: {error}")))
    }
}

fn card(table: Row) -> Result<TableCard, Refusal> {
    let opening = Opening::read(&table.game, &table.opening)?;
    Ok(TableCard {
        id: table.id,
        game: table.game,
        seats: opening.bots.iter().map(ToString::to_string).collect(),
        clock: opening.clock.to_string(),
        opened_at: table.opened_at,
        ended_at: table.ended_at,
        result: table.result.unwrap_or_default(),
        steps: table.steps,
        replay: table.has_replay,
    })
}
