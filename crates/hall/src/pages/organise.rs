//! What an organiser does without a terminal: looks at teams, checks and events, closes and freezes boards, announces.

use super::team::listed;
use super::{At, Page, home, page, plain, time};
use crate::caller::Caller;
use crate::documents::{EventCard, TeamCard, event_id};
use crate::hall::Hall;
use crate::limits::BODY;
use crate::organising::Change;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// How many submissions are shown here.
const SUBMISSIONS: usize = 50;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/organise", get(all))
        .route("/organise/announcements", post(announce))
        .route("/organise/events/{event}", post(change))
        .layer(DefaultBodyLimit::max(BODY))
}

async fn all(State(hall): At, caller: Caller) -> Result<Response, Refusal> {
    if caller.bearer.is_none() {
        return Ok(Redirect::to("/enter").into_response());
    }
    sheet(hall, caller).await.map(IntoResponse::into_response)
}

async fn sheet(hall: Arc<Hall>, caller: Caller) -> Page {
    let asks = caller.clone();
    let (teams, events, submitted, announced) = hall
        .ask(move |hall| {
            Ok((hall.team_cards(&asks)?, hall.event_cards()?, hall.submissions(&asks)?, hall.announced()?))
        })
        .await?;
    let waiting = submitted.iter().filter(|one| one.state == "waiting" || one.state == "checking").count();
    let content = html! {
        section.card {
            h2 { "Events" }
            @if events.is_empty() { p.muted { "Nothing is played here yet." } }
            @for event in &events { (of_event(event)) }
        }
        section.card {
            h2 { "Announce" }
            form.stacked method="post" action="/organise/announcements" {
                label for="words" { "Everybody reads this on the first page" }
                textarea #words name="words" rows="3" maxlength="2000" required {}
                button.main { "Announce" }
            }
            ul.told { @for one in announced.iter().take(5) { li { span.muted { (time(one.at)) } " " (plain(&one.words)) } } }
        }
        section.card { h2 { "Teams" } (of_teams(&teams)) }
        section.card {
            h2 { "Checks" }
            p { (waiting) " bots wait to be checked or are checked now; " (submitted.len()) " were submitted in all." }
            (listed(&submitted[..submitted.len().min(SUBMISSIONS)], &events))
            p.more { a href="/team" { "All submissions" } }
        }
    };
    Ok(page("Organise", &caller, &content))
}

/// An event with what can be done about its board.
fn of_event(event: &EventCard) -> Markup {
    let button = |change: Change, words: &str| html! { button name="change" value=(change.word()) { (words) } };
    html! {
        div.facts {
            a href={"/events/" (event.id)} { strong { bdi { (plain(&event.name)) } } }
            span { (event.kind) ", " (event.state) }
            span { (event.entrants) " entrants" }
            @if event.has_board { span { "bots: " (home::bots(event)) } }
            @if let Some(since) = event.frozen_since { span { "frozen since " (time(since)) " UTC" } }
        }
        @if event.has_board {
            form.deeds method="post" action={"/organise/events/" (event.id)} {
                @if event.takes_bots { (button(Change::Close, "Take no more bots")) } @else { (button(Change::Open, "Take bots again")) }
                @if event.frozen_since.is_none() { (button(Change::Freeze, "Freeze the board")) } @else { (button(Change::Unfreeze, "Show the board as it is")) }
            }
        }
    }
}

fn of_teams(teams: &[TeamCard]) -> Markup {
    html! {
        @if teams.is_empty() {
            p.muted { "There are none. " code { "gridhaunt serve team add NAME" } " makes one and prints its token." }
        } @else {
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th { "Team" } th { "Made" } th { "Closed" } th.number { "Submissions" } th { "The last one" } } }
                tbody { @for team in teams {
                    tr {
                        th scope="row" { bdi { (plain(&team.name)) } }
                        td { (time(team.made_at)) }
                        td { @if let Some(at) = team.closed_at { (time(at)) } }
                        td.number { (team.submissions) }
                        td { @if let Some(state) = &team.last { span class={"state " (state)} { (state) } } }
                    }
                } }
            } }
        }
    }
}

#[derive(Debug, Deserialize)]
struct Announcement {
    words: String,
}

async fn announce(State(hall): At, caller: Caller, Form(sent): Form<Announcement>) -> Result<Response, Refusal> {
    hall.ask(move |hall| hall.announce(&sent.words, &caller)).await?;
    Ok(Redirect::to("/organise").into_response())
}

#[derive(Debug, Deserialize)]
struct Changed {
    change: String,
}

async fn change(
    State(hall): At,
    caller: Caller,
    Path(id): Path<String>,
    Form(sent): Form<Changed>,
) -> Result<Response, Refusal> {
    let (id, change) = (event_id(&id)?, Change::read(&sent.change)?);
    hall.ask(move |hall| hall.change_board(id, change, &caller)).await?;
    Ok(Redirect::to("/organise").into_response())
}
