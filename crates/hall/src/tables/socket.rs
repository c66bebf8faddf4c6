//! A person at a table, over a WebSocket.
//!
//! The hall sends a `view` whenever something changes, a person sends `{"step": 3, "code": "1"}`, one of the offers of that
//! step. What is wrong with it comes back as `{"type": "wrong", "words": "…"}`. In a `view`:
//!
//! | key | what it is |
//! |---|---|
//! | `seat`, `step`, `picture` | the name of the seat, the steps played, what the seat knows as SVG; null before the match |
//! | `sheet`, `legend` | what a page needs besides to let a person play on that picture (`gridhaunt_person::Chair::sheet`), and what the signs mean, as SVG |
//! | `offers` | what may be chosen now, each with `code` and `label`; empty if it is not its turn |
//! | `news` | what happened since the last view, a line each |
//! | `left_ms`, `bank_ms` | its own clock, as programs are told it (B7): the turn without the bank, and the bank |
//! | `clocks` | the clocks of all people at the table: `seat`, `left_ms` (null if it does not choose now), `bank_ms` |
//! | `result`, `match` | null before the end; then what came of it, and where the match is shown if it is in the store |
//! | `awaits` | the seats of friends, before the match has begun |

use super::chair::{Chair, Shown, Sitting, Wrong};
use crate::hall::Hall;
use crate::limits::MESSAGE;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use gridhaunt_person::{Look, Window};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, interval, timeout};

/// How often it is looked whether somebody is still there.
const BEAT: Duration = Duration::from_secs(20);
/// How long somebody may be silent, and take to read a message.
const SILENCE: Duration = Duration::from_secs(60);
/// How many messages may be nonsense.
const MOST_WRONG: u32 = 20;
/// How many messages a second are read, and how many at once; more wait.
const MESSAGES: f64 = 50.0;
/// The largest cell that is drawn, in pixels.
const MOST_CELL: u32 = 256;

/// How a window wants to be shown the match.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    cell: Option<u32>,
    /// 1 for a dark page.
    dark: Option<u8>,
    moments: Option<u32>,
    /// The last step whose news it has.
    told: Option<u64>,
}

impl From<&Wanted> for Look {
    fn from(wanted: &Wanted) -> Self {
        let usual = Self::default();
        let cell = wanted.cell.unwrap_or(usual.cell).clamp(1, MOST_CELL);
        Self { cell, dark: wanted.dark == Some(1), moments: wanted.moments.unwrap_or(usual.moments) }
    }
}

/// One window of a person: how it is drawn, and what it has been told.
#[derive(Default)]
struct Pane {
    look: Look,
    window: Window,
    /// The last step whose news it has.
    told: u64,
}

impl From<&Wanted> for Pane {
    fn from(wanted: &Wanted) -> Self {
        Self { look: Look::from(wanted), window: Window::default(), told: wanted.told.unwrap_or(0) }
    }
}

/// What a person sends: a choice, or how it wants to be shown the match from now on.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Sent {
    Choice {
        step: u64,
        /// As text: numbers of scripts have 53 bits.
        code: String,
    },
    Look {
        look: Wanted,
    },
}

/// Lets somebody sit on a chair.
pub(crate) async fn sit(
    State(hall): State<Arc<Hall>>,
    Path(secret): Path<String>,
    Query(wanted): Query<Wanted>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let chair = hall.tables.chair(&secret).ok_or_else(gone)?;
    let Some(sitting) = chair.enter() else {
        return Err(Refusal::later("this chair has too many windows: close some", 5));
    };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| play(socket, sitting, wanted)))
}

/// The refusal of a link that leads nowhere.
pub(crate) fn gone() -> Refusal {
    let words = "nobody sits there: the link is wrong, or nobody came in time";
    let error = gridhaunt_kernel::Invalid::new("link", "unknown", "a link that you were sent").reads(words);
    Refusal::new(axum::http::StatusCode::NOT_FOUND, error)
}

async fn play(mut socket: WebSocket, mut sitting: Sitting, wanted: Wanted) {
    let chair = sitting.chair.clone();
    let (mut beat, mut heard, mut wrong) = (interval(BEAT), Instant::now(), 0);
    let (mut left, mut at) = (MESSAGES, Instant::now());
    let mut pane = Pane::from(&wanted);
    sitting.news.mark_changed();
    loop {
        let answer = tokio::select! {
            changed = sitting.news.changed() => match changed {
                Ok(()) => Some(shown(&mut sitting, &mut pane).await),
                Err(_) => return,
            },
            changed = sitting.clocks.changed() => match changed {
                Ok(()) if chair.chooses() => None,
                Ok(()) => Some(shown(&mut sitting, &mut pane).await),
                Err(_) => return,
            },
            message = socket.recv() => {
                heard = Instant::now();
                left = (left + heard.duration_since(at).as_secs_f64() * MESSAGES).min(MESSAGES) - 1.0;
                at = heard;
                if left < 0.0 {
                    tokio::time::sleep(Duration::from_secs_f64(-left / MESSAGES)).await;
                }
                match message {
                    Some(Ok(Message::Text(text))) => match take(&mut sitting, &mut pane, text.as_str()) {
                        Ok(()) => None,
                        Err(what) => {
                            let words = match what {
                                Wrong::Crossed(words) => words,
                                Wrong::Nonsense(words) => {
                                    wrong += 1;
                                    words
                                }
                            };
                            if wrong > MOST_WRONG {
                                return;
                            }
                            Some(Message::Text(json!({"type": "wrong", "words": words}).to_string().into()))
                        }
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    _ => return,
                }
            }
            _ = beat.tick() => {
                if heard.elapsed() > SILENCE {
                    return;
                }
                Some(Message::Ping(Bytes::new()))
            }
        };
        if let Some(answer) = answer
            && !matches!(timeout(SILENCE, socket.send(answer)).await, Ok(Ok(())))
        {
            return;
        }
    }
}

/// Takes a choice, or shows everything differently from now on.
fn take(sitting: &mut Sitting, pane: &mut Pane, text: &str) -> Result<(), Wrong> {
    let form = "need {\"step\": 3, \"code\": \"1\"} or {\"look\": {\"cell\": 24}}";
    match serde_json::from_str(text).map_err(|_| Wrong::Nonsense(form))? {
        Sent::Choice { step, code } => {
            let code = code.parse().map_err(|_| Wrong::Nonsense("code: need a number as text"))?;
            sitting.chair.choose(step, code)
        }
        Sent::Look { look } => {
            pane.look = Look::from(&look);
            sitting.news.mark_changed();
            Ok(())
        }
    }
}

/// The message that shows a person how everything is now. It is drawn away from those who wait for messages.
async fn shown(sitting: &mut Sitting, pane: &mut Pane) -> Message {
    sitting.news.mark_unchanged();
    sitting.clocks.mark_unchanged();
    let (chair, mut drawn) = (sitting.chair.clone(), std::mem::take(pane));
    let draw = move || {
        let shown = chair.shown(&mut drawn.window, &drawn.look);
        (view(&chair, shown, &mut drawn.told), drawn)
    };
    let Ok((view, drawn)) = tokio::task::spawn_blocking(draw).await else { return Message::Close(None) };
    *pane = drawn;
    Message::Text(view.to_string().into())
}

/// What a person is shown, with the news that it was not told yet.
fn view(chair: &Chair, shown: Shown, told: &mut u64) -> Value {
    let Shown { step, mut sheet, legend, news, offers, clock, clocks, over } = shown;
    let picture = sheet.as_mut().and_then(|sheet| sheet.get_mut("board")).map(Value::take);
    let fresh: Vec<&str> = news.iter().filter(|(at, _)| *at > *told).map(|(_, line)| line.as_str()).collect();
    let offers: Vec<Value> =
        offers.iter().map(|offer| json!({"code": offer.code.to_string(), "label": offer.label})).collect();
    let waits: Vec<&str> = chair.friends.iter().filter(|_| picture.is_none()).map(|(_, name)| name.as_str()).collect();
    let kept = over.as_ref().and_then(|over| over.kept).map(|table| format!("/tables/{table}"));
    let view = json!({
        "type": "view", "seat": chair.name, "step": step, "picture": picture, "sheet": sheet, "legend": legend,
        "offers": offers, "news": fresh,
        "left_ms": clock.as_ref().and_then(|clock| clock.left_ms), "bank_ms": clock.map(|clock| clock.bank_ms),
        "clocks": clocks, "result": over.map(|over| over.result.to_string()), "match": kept, "awaits": waits,
    });
    *told = step;
    view
}
