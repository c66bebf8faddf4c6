//! Matches while they are played.

use super::{At, Page, lively, page, plain};
use crate::caller::Caller;
use crate::documents::{LiveCard, match_id};
use crate::hall::Hall;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new().route("/live", get(all)).route("/live/{match}", get(one))
}

async fn all(State(hall): At, caller: Caller) -> Page {
    let bearer = caller.bearer.clone();
    let live = hall.ask(move |hall| hall.live_cards(bearer.as_ref())).await?;
    let (over, now): (Vec<&LiveCard>, Vec<&LiveCard>) = live.iter().rev().partition(|one| one.over);
    let content = html! {
        section.card {
            h2 { "Played now" }
            @if now.is_empty() { p.muted { "Nothing is played at this moment. Short matches are over before they can be watched: see below, or the matches of an event." } } @else { (table(&now)) }
        }
        @if !over.is_empty() { section.card { h2 { "Just over" } (table(&over)) } }
    };
    Ok(page("Live", &caller, &content))
}

fn table(matches: &[&LiveCard]) -> Markup {
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
            thead { tr { th { "Match" } th { "Seats" } th.number { "Steps" } } }
            tbody { @for one in matches {
                tr {
                    th scope="row" { a href={"/live/" (one.id)} { (one.id) } }
                    td.words { @for (at, seat) in one.seats.iter().enumerate() { @if at > 0 { ", " } bdi { (plain(seat)) } } }
                    td.number { (one.steps) }
                }
            } }
        } }
    }
}

async fn one(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = match_id(&id)?;
    let Some(running) = hall.live.get(id) else {
        // It is over for long.
        return Ok(Redirect::to(&format!("/matches/{id}")).into_response());
    };
    let event = running.event;
    if hall.ask(move |hall| hall.frozen(event, caller.bearer.as_ref())).await?.is_some() {
        return Err(Refusal::missing("match that is played now,", id));
    }
    let card = LiveCard::from(running.as_ref());
    let content = html! {
        p.lead { @for (at, seat) in card.seats.iter().enumerate() { @if at > 0 { " – " } bdi { (plain(seat)) } } }
        div.stage #live data-match=(card.id) {
            section.card.scene { img #board alt="The board" width="800" height="500"; }
            section.card.log {
                h2 { "What happened" }
                p #state role="status" { "Connecting …" }
                ol #lines {}
            }
        }
        noscript { p.banner { "Without scripts a match can be watched when it is over: " a href={"/matches/" (card.id)} { "match " (card.id) } } }
    };
    Ok(lively(&format!("Match {id}, live"), &content, "/assets/live.js").into_response())
}
