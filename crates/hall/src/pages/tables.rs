//! Matches of people that are over: a list, and each in the viewer.

use super::matches::{download, viewer};
use super::{At, Page, opening, page, plain, time};
use crate::api::Listed;
use crate::caller::Caller;
use crate::documents::{TableCard, table_id};
use crate::hall::Hall;
use crate::limits::BODY;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use maud::html;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/tables", get(all).post(opening::open))
        .route("/tables/{table}", get(one))
        .route("/tables/{table}/view", get(view))
        .route("/tables/{table}/replay.jsonl", get(replay))
        .layer(DefaultBodyLimit::max(BODY))
}

async fn all(State(hall): At, caller: Caller, Query(listed): Query<Listed>) -> Page {
    let found = hall.ask(move |hall| hall.table_cards(listed.page.unwrap_or(1))).await?;
    let content = html! {
        p.lead { (found.all) @if found.all == 1 { " match" } @else { " matches" } " of people, nobody's rating. " a href="/play" { "Play" } }
        section.card {
            @if found.tables.is_empty() { p.muted { "Nobody has played to the end yet." } } @else {
                div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                    thead { tr { th.number { "Number" } th { "Game" } th { "Seats" } th { "Result" } th.number { "Steps" } th { "Over" } } }
                    tbody { @for table in &found.tables {
                        tr {
                            th.number scope="row" { a href={"/tables/" (table.id)} { (table.id) } }
                            td { (table.game) }
                            td { (seats(table)) }
                            td { (plain(&table.result)) }
                            td.number { (table.steps) }
                            td { @if let Some(at) = table.ended_at { (time(at)) } }
                        }
                    } }
                } }
                @if found.pages > 1 {
                    p.more {
                        @if found.page > 1 { a href={"/tables?page=" (found.page - 1)} { "Newer" } " · " }
                        "page " (found.page) " of " (found.pages)
                        @if found.page < found.pages { " · " a href={"/tables?page=" (found.page + 1)} { "Older" } }
                    }
                }
            }
        }
    };
    Ok(page("Matches of people", &caller, &content))
}

/// Who sat where, in words.
fn seats(table: &TableCard) -> String {
    plain(&table.seats.join(" – "))
}

async fn one(State(hall): At, caller: Caller, Path(id): Path<String>) -> Page {
    let id = table_id(&id)?;
    let table = hall.ask(move |hall| hall.table_card(id)).await?;
    let content = html! {
        p.lead { (seats(&table)) @if let Some(at) = table.ended_at { ", " (time(at)) " UTC" } }
        section.card {
            p.verdict { (plain(&table.result)) }
            div.facts {
                span { a href={"/games/" (table.game)} { (table.game) } }
                span { (table.steps) " steps" }
                span { "clock " (table.clock) }
                @if table.replay { a href={"/tables/" (table.id) "/replay.jsonl"} { "Replay" } }
                a href="/tables" { "All matches of people" }
            }
        }
        @if table.replay {
            section.viewer {
                iframe src={"/tables/" (table.id) "/view"} title="The match" sandbox="allow-scripts allow-downloads allow-forms" loading="lazy" {}
            }
        } @else {
            p.muted { "Its replay is not kept." }
        }
    };
    Ok(page(&format!("Match of people {id}"), &caller, &content))
}

async fn view(State(hall): At, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = table_id(&id)?;
    hall.ask(move |hall| viewer(&hall.table_replay(id)?, &format!("Match of people {id}"))).await
}

async fn replay(State(hall): At, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = table_id(&id)?;
    let text = hall.ask(move |hall| hall.table_replay(id)).await?;
    Ok(download(&format!("table-{id}"), text))
}
