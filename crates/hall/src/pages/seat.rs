//! A seat at a table: the page on which a person plays there, and the replay afterwards.

use super::matches::download;
use super::{At, head};
use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::tables::{Chair, gone, of_friend, sit};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use gridhaunt_page::play;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/seat/{secret}", get(seat))
        .route("/seat/{secret}/socket", get(sit))
        .route("/seat/{secret}/replay.jsonl", get(replay))
}

async fn seat(State(hall): At, Path(secret): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    let Some(chair) = hall.tables.chair(&secret) else {
        let over = hall.ask(move |hall| hall.table_by_link(&secret)).await?.ok_or_else(gone)?;
        return Ok(Redirect::to(&format!("/tables/{}", over.id)).into_response());
    };
    let links: Vec<(&str, String)> =
        chair.friends.iter().map(|(seat, name)| (name.as_str(), of_friend(&secret, *seat))).collect();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let scheme = if hall.options.tls { "https" } else { "http" };
    let invited = links.iter().map(|(name, link)| (*name, format!("{scheme}://{host}/seat/{link}")));
    Ok(Html(at_table(&chair, &secret, invited.collect()).into_string()).into_response())
}

/// The page of a chair: the one on which people play on the site, with clocks, and links for friends.
fn at_table(chair: &Chair, secret: &str, links: Vec<(&str, String)>) -> Markup {
    let icon = |path: &str| html! { svg viewBox="0 0 20 20" aria-hidden="true" { path d=(path); } };
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(chair.title, &["/assets/play.css", "/assets/seat.css"], &["/assets/play.js", "/assets/seat.js"]))
            body.playing data-secret=(secret) {
                header {
                    a href="/" aria-label="Gridhaunt" title="To the first page" { (icon("M12.5 4.5 7 10l5.5 5.5")) }
                    div.names { h1 #title { (chair.title) } p #subtitle { "you are " (chair.name) } }
                    div.tools {
                        button.quiet.shade type="button" title="Light or dark (q)" aria-pressed="false" aria-label="Dark" {
                            (icon("M16 11.5A6.5 6.5 0 0 1 8.5 4a6.5 6.5 0 1 0 7.5 7.5z"))
                        }
                        button.quiet #help type="button" title="How to play (?)" aria-label="How to play" {
                            (icon("M7.5 7.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M10 14.5v.1"))
                        }
                    }
                }
                section.strip aria-label="Clocks" {
                    div #clocks {}
                    p #state role="status" {}
                    a #after href="/" hidden { "See the match again" }
                }
                p #banner role="alert" hidden {}
                noscript { p { "To play you need a browser that may run scripts." } }
                @if !links.is_empty() {
                    section.card #invitation aria-label="Links for your friends" {
                        h2 { "Links for your friends" }
                        p { "Who has a link has the seat. The match begins when everybody is there." }
                        dl { @for (name, link) in &links {
                            dt { (name) }
                            dd { code.link { (link) } button.quiet.copy type="button" hidden { "Copy" } }
                        } }
                    }
                }
                (PreEscaped(play::BODY))
            }
        }
    }
}

async fn replay(State(hall): At, Path(secret): Path<String>) -> Result<Response, Refusal> {
    let sits = hall.tables.chair(&secret).is_some();
    let record = hall.ask(move |hall| match hall.table_by_link(&secret)? {
        Some(over) => hall.table_replay(over.id),
        None if sits => Err(Refusal::missing("replay", "before the match is over")),
        None => Err(gone()),
    });
    Ok(download("match", record.await?))
}
