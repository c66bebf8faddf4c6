//! A match while it is played, as server-sent events.

use crate::caller::Caller;
use crate::documents::match_id;
use crate::hall::Hall;
use crate::live::Running;
use crate::refusal::Refusal;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often somebody is told something new at most.
const PACE: Duration = Duration::from_millis(500);

/// How it is watched.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Look {
    dark: Option<u8>,
}

/// Somebody who watches.
struct Watcher {
    running: Arc<Running>,
    woken: watch::Receiver<u64>,
    /// The step up to which it was told.
    heard: Option<u64>,
    dark: bool,
    begun: bool,
    ended: bool,
}

pub(crate) async fn watch(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let id = match_id(&id)?;
    let running = hall.live.get(id).ok_or_else(|| Refusal::missing("match that is played now,", id))?;
    let event = running.event;
    if hall.ask(move |hall| hall.frozen(event, caller.bearer.as_ref())).await?.is_some() {
        return Err(Refusal::missing("match that is played now,", id));
    }
    // Who was cut off goes on where it was.
    let heard = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let woken = running.listen();
    let watcher = Watcher { running, woken, heard, dark: look.dark == Some(1), begun: false, ended: false };
    let news = unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Ok(Sse::new(news).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

impl Watcher {
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        if std::mem::replace(&mut self.begun, true) {
            tokio::time::sleep(PACE).await;
            self.woken.changed().await.ok()?;
        } else {
            self.woken.mark_unchanged();
        }
        let heard = self.running.hear(self.heard, self.dark).await;
        (self.heard, self.ended) = (Some(heard.step), heard.over);
        let lines: Vec<_> = heard.lines.iter().map(|(step, line)| json!({"step": step, "words": line})).collect();
        let news = json!({"step": heard.step, "over": heard.over, "lines": lines, "picture": &*heard.picture});
        Some(Event::default().event("news").id(heard.step.to_string()).data(news.to_string()))
    }
}
