//! A bot that a team sends: who may, until when, and what is kept of it.

use crate::caller::Caller;
use crate::documents::Submitted;
use crate::hall::Hall;
use crate::limits::{Deed, Doer, UPLOAD_TIME};
use crate::refusal::Refusal;
use crate::upload;
use axum::body::Bytes;
use axum::http::StatusCode;
use gridhaunt_events::words::moment;
use gridhaunt_host::identity::digits;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_store::{Event, NewSubmission, Team};
use std::sync::Arc;

/// Takes a bot in: it is read when it is clear that it may be, unpacked, and waits to be checked.
pub(crate) async fn receive(
    hall: &Arc<Hall>,
    caller: &Caller,
    event: Option<String>,
    read: impl Future<Output = Result<Bytes, Refusal>>,
) -> Result<Submitted, Refusal> {
    let team = caller.team()?.clone();
    hall.meters.count(Doer::Team(team.id), Deed::Submits).map_err(|seconds| {
        Refusal::later(&format!("{} submitted many bots just now: wait a moment", team.name), seconds)
    })?;
    let event = hall.ask(move |hall| open_event(hall, event.as_deref())).await?;
    let turn = tokio::time::timeout(UPLOAD_TIME, hall.uploads.acquire()).await;
    let Ok(Ok(_turn)) = turn else { return Err(Refusal::later("many bots are submitted just now: try again", 30)) };
    let bytes = read.await?;
    let keeper = hall.clone();
    let kept = tokio::task::spawn_blocking(move || keep(&keeper, &team, &event, &bytes)).await;
    kept.unwrap_or_else(|_| Err(Refusal::ours("the server could not take this bot")))
}

/// The event that takes bots now and is meant.
fn open_event(hall: &Hall, word: Option<&str>) -> Result<Event, Refusal> {
    let closed = |words: String| {
        let got = word.unwrap_or("none");
        Refusal::new(
            StatusCode::CONFLICT,
            Invalid::new("event", brief(&Value::from(got)), "an event that takes bots").reads(words),
        )
    };
    let boards = hall.store.boards()?;
    let events: Vec<Event> =
        hall.store.events()?.into_iter().filter(|event| boards.iter().any(|board| board.event == event.id)).collect();
    let event = match word {
        Some(word) => {
            let named = events.into_iter().find(|event| event.id.to_string() == word || event.name == word);
            named.ok_or_else(|| closed(format!("no event {} takes bots", brief(&Value::from(word)))))?
        }
        None => {
            let mut open = events.into_iter().filter(|event| !event.state.is_closed());
            match (open.next(), open.next()) {
                (Some(event), None) => event,
                (None, _) => return Err(closed("no event takes bots".into())),
                _ => return Err(closed("several events take bots: say which".into())),
            }
        }
    };
    if event.state.is_closed() {
        return Err(closed(format!("{} is {}", event.name, event.state.word())));
    }
    let deadline = boards.iter().find(|board| board.event == event.id).and_then(|board| board.deadline);
    match deadline {
        Some(deadline) if hall.store.now()? >= deadline => {
            Err(closed(format!("{} took bots until {} UTC", event.name, moment(deadline))))
        }
        _ => Ok(event),
    }
}

/// Unpacks a bot and keeps it.
fn keep(hall: &Hall, team: &Team, event: &Event, bytes: &[u8]) -> Result<Submitted, Refusal> {
    let files = upload::unpack(bytes)?;
    let folder = tempfile::tempdir().map_err(|error| Refusal::ours(format!("no folder for a bot: {error}")))?;
    let (program, packed) = upload::read(&files, folder.path(), &team.name)?;
    program.check_game(&event.game)?;
    let new = NewSubmission {
        team: team.id,
        event: event.id,
        name: program.name,
        digest: digits(&packed.digest),
        archive: packed.bytes,
    };
    let submission = hall.store.submit(&new)?;
    (hall.options.tell)(&format!("event {}: {} submitted version {}", event.id, team.name, submission.version));
    Ok(hall.submitted(submission, &team.name))
}
