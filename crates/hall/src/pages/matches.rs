//! A match: who played, what came of it, and the match itself in the viewer.

use super::{At, Page, faults, page, plain, span, time};
use crate::api;
use crate::caller::Caller;
use crate::documents::{MatchCard, match_id};
use crate::hall::Hall;
use crate::policy;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::html;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/matches/{match}", get(one))
        .route("/matches/{match}/view", get(view))
        .route("/matches/{match}/replay.jsonl", get(replay))
        .route("/matches/{match}/transcripts/{seat}", get(api::transcript))
}

async fn one(State(hall): At, caller: Caller, Path(id): Path<String>) -> Page {
    let id = match_id(&id)?;
    let asks = caller.clone();
    let card = hall.ask(move |hall| hall.match_card(id, &asks)).await?;
    let names: Vec<&str> = card.places.iter().map(|place| place.name.as_str()).collect();
    let content = html! {
        p.lead {
            a href={"/events/" (card.event)} { bdi { (plain(&card.event_name)) } } ", match " (card.id) ", " (time(card.written_at)) " UTC"
        }
        section.card {
            p.verdict { (plain(&card.reason)) }
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th { "Place" } th { "Entrant" } th.number { "Rank" } th.number { "Score" } th.number { "Points" } th.number { "Choices" } th.number { "Mean time" } th.number { "Longest" } th { "Verdicts" } } }
                tbody { @for place in &card.places {
                    tr {
                        td { (plain(&place.place)) }
                        th scope="row" { bdi { (plain(&place.name)) } }
                        td.number { (place.rank) }
                        td.number { (place.score) }
                        td.number { (format!("{:.2}", place.points)) }
                        td.number { @if place.choices > 0 { (place.choices) } }
                        td.number { @if place.choices > 0 { (span(place.mean_us)) } }
                        td.number { @if place.choices > 0 { (span(place.worst_us)) } }
                        td.faults { (faults(&place.faults)) }
                    }
                } }
            } }
            (facts(&card))
        }
        @if card.replay {
            section.viewer {
                iframe src={"/matches/" (card.id) "/view"} title="The match" sandbox="allow-scripts allow-downloads allow-forms" loading="lazy" {}
            }
        } @else {
            p.muted { "Its replay was dropped." }
        }
    };
    let title = names.join(" – ");
    Ok(page(&title, &caller, &content))
}

fn facts(card: &MatchCard) -> maud::Markup {
    html! {
        div.facts {
            span { (card.steps) " steps in " (span(card.took_us)) }
            @if card.map != "map" { span { "map " (plain(&card.map)) } }
            @if card.voids > 0 { span { (card.voids) " void attempts before" } }
            @if let Some(stopped) = &card.stopped { span { "stopped: " (plain(stopped)) } }
            @if !card.sandbox.is_empty() { span { "sandbox level " (plain(&card.sandbox)) } }
            @if card.replay { a href={"/matches/" (card.id) "/replay.jsonl"} { "Replay" } }
            @for seat in &card.transcripts { a href={"/matches/" (card.id) "/transcripts/" (seat)} { "Transcript of seat " (seat) } }
        }
    }
}

/// The match in the viewer: one file with a policy of its own, in an origin of its own.
async fn view(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = match_id(&id)?;
    let file = hall.ask(move |hall| {
        let replay = hall.replay(id, caller.bearer.as_ref())?;
        viewer(&replay, &format!("Match {id}"))
    });
    file.await
}

/// A replay in the viewer.
pub(crate) fn viewer(replay: &str, title: &str) -> Result<Response, Refusal> {
    let file = gridhaunt_page::html(replay, title).map_err(|missing| Refusal::ours(missing.to_string()))?;
    Ok(([(CONTENT_SECURITY_POLICY, policy::VIEWER)], Html(file)).into_response())
}

async fn replay(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = match_id(&id)?;
    let text = hall.ask(move |hall| hall.replay(id, caller.bearer.as_ref())).await?;
    Ok(download(&format!("match-{id}"), text))
}

/// A replay as a file.
pub(crate) fn download(name: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"{name}.jsonl\"");
    ([(CONTENT_TYPE, "application/jsonl".to_string()), (CONTENT_DISPOSITION, name)], text).into_response()
}
