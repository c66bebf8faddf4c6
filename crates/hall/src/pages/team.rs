//! A team's own pages: what it submitted, what was found, and how its bots do.

use super::{At, page, plain, time};
use crate::caller::Caller;
use crate::documents::{EventCard, Submitted, event_id};
use crate::hall::Hall;
use crate::limits::{UPLOAD, UPLOAD_TIME};
use crate::receiving::receive;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Multipart, Path, State};
use axum::http::header::REFRESH;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use gridhaunt_kernel::Invalid;
use gridhaunt_store::{Bearer, EventId};
use maud::{Markup, html};
use serde_json::Value;
use std::sync::Arc;

/// What a form has besides the file.
const FORM: usize = 16 << 10;
/// The most faulty matches that are listed.
const MOST_FAULTY: usize = 50;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/team", get(own))
        .route("/submissions/{submission}", get(one))
        .route("/events/{event}/submit", get(form).post(send))
        .layer(DefaultBodyLimit::max(UPLOAD + FORM))
}

async fn own(State(hall): At, caller: Caller) -> Result<Response, Refusal> {
    let Some(bearer) = &caller.bearer else { return Ok(Redirect::to("/enter").into_response()) };
    let title = match bearer {
        Bearer::Organiser => "All submissions".to_string(),
        Bearer::Team(team) => format!("Team {}", team.name),
    };
    let asks = caller.clone();
    let (submitted, events) = hall.ask(move |hall| Ok((hall.submissions(&asks)?, hall.event_cards()?))).await?;
    let open: Vec<&EventCard> = events.iter().filter(|event| event.takes_bots).collect();
    let content = html! {
        @if matches!(bearer, Bearer::Team(_)) {
            section.card {
                h2 { "Submit a bot" }
                @if open.is_empty() { p.muted { "No event takes bots now." } }
                @for event in &open { (upload(event)) }
            }
        }
        section.card {
            h2 { "Submissions" }
            (listed(&submitted, &events))
        }
    };
    Ok(page(&title, &caller, &content).into_response())
}

/// Submissions as a table.
pub(crate) fn listed(submitted: &[Submitted], events: &[EventCard]) -> Markup {
    html! {
        @if submitted.is_empty() { p.muted { "Nothing was submitted yet." } } @else {
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th.number { "Number" } th { "Team" } th { "Event" } th.number { "Version" } th { "Bot" } th { "Came" } th { "State" } } }
                tbody { @for one in submitted {
                    tr {
                        td.number { a href={"/submissions/" (one.id)} { (one.id) } }
                        td { bdi { (plain(&one.team)) } }
                        td { (named(events, one.event)) }
                        td.number { (one.version) }
                        th scope="row" { bdi { (plain(&one.name)) } }
                        td { (time(one.at)) }
                        td { (state(one)) }
                    }
                } }
            } }
        }
    }
}

fn named(events: &[EventCard], id: i64) -> Markup {
    let event = events.iter().find(|event| event.id == id);
    html! { a href={"/events/" (id)} { bdi { (event.map_or_else(|| id.to_string(), |event| plain(&event.name))) } } }
}

fn state(one: &Submitted) -> Markup {
    html! { span class={"state " (one.state)} { (one.state) } }
}

fn upload(event: &EventCard) -> Markup {
    html! {
        form.stacked method="post" action={"/events/" (event.id) "/submit"} enctype="multipart/form-data" {
            label for={"bot-" (event.id)} { "A bot's folder for " bdi { (plain(&event.name)) } " as .zip or .tar.gz, at most 10 MiB" }
            input id={"bot-" (event.id)} name="bot" type="file" accept=".zip,.gz,.tgz" required;
            button.main { "Submit" }
            @if let Some(deadline) = event.deadline { p.muted { "Until " (time(deadline)) " UTC." } }
        }
    }
}

async fn form(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    if caller.bearer.is_none() {
        return Ok(Redirect::to("/enter").into_response());
    }
    let id = event_id(&id)?;
    let card = hall.ask(move |hall| hall.event_card(&hall.store.event(id)?)).await?;
    let content = html! {
        section.card {
            @if card.takes_bots { (upload(&card)) } @else { p { "This event takes no bots now." } }
            p.muted { "Or from a terminal: " code { "gridhaunt submit FOLDER --to ADDRESS" } }
        }
    };
    Ok(page("Submit a bot", &caller, &content).into_response())
}

async fn send(
    State(hall): At,
    caller: Caller,
    Path(id): Path<String>,
    mut sent: Multipart,
) -> Result<Response, Refusal> {
    let id = event_id(&id)?;
    let read = async {
        let wrong = |words: &str| Refusal::from(Invalid::new("bot", "it", "a file of at most 10 MiB").reads(words));
        let file = async {
            while let Some(field) = sent.next_field().await.map_err(|_| wrong("the form cannot be read"))? {
                if field.name() == Some("bot") {
                    return field
                        .bytes()
                        .await
                        .map_err(|_| wrong("the file has more than 10 MiB, which is the most, or was cut off"));
                }
            }
            Err(wrong("there is no file in the form: choose one"))
        };
        tokio::time::timeout(UPLOAD_TIME, file).await.unwrap_or_else(|_| Err(wrong("the upload took more than 60 s")))
    };
    let submitted = receive(&hall, &caller, Some(id.to_string()), read).await?;
    Ok(Redirect::to(&format!("/submissions/{}", submitted.id)).into_response())
}

async fn one(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = id.parse().map_err(|_| Refusal::missing("submission of yours", id))?;
    let asks = caller.clone();
    let (submitted, faulty) = hall
        .ask(move |hall| {
            let submitted = hall.submission(id, &asks)?;
            let faulty = match submitted.entrant {
                Some(entrant) => hall.faulty(EventId(submitted.event), entrant)?,
                None => Vec::new(),
            };
            Ok((submitted, faulty))
        })
        .await?;
    let content = html! {
        p.lead {
            bdi { (plain(&submitted.name)) } ", version " (submitted.version) " of team " bdi { (plain(&submitted.team)) }
            " for " a href={"/events/" (submitted.event)} { "event " (submitted.event) } ", " (time(submitted.at)) " UTC: " (state(&submitted))
        }
        section.card {
            h2 { "Check" }
            @match submitted.state.as_str() {
                "waiting" => p { "It waits to be checked. This page looks again by itself." },
                "checking" => p { "It is built and plays its first matches. This page looks again by itself." },
                _ => (report(&submitted.report))
            }
            p.muted { "Digest " code.digest { (submitted.digest) } }
        }
        @if let Some(entrant) = submitted.entrant {
            section.card {
                h2 { "Matches" }
                p { a href={"/events/" (submitted.event) "/matches?entrant=" (entrant)} { "All matches of this version" } }
                @if faulty.is_empty() { p.muted { "None had a fault of this bot." } } @else {
                    p { "With a fault of this bot; the match has its transcript:" }
                    ul.rounds { @for id in faulty.iter().take(MOST_FAULTY) { li { a href={"/matches/" (id)} { (id) } } } }
                }
            }
        }
    };
    let is_checked = !matches!(submitted.state.as_str(), "waiting" | "checking");
    let again = (!is_checked).then_some([(REFRESH, "2")]);
    Ok((again, page(&format!("Submission {id}"), &caller, &content)).into_response())
}

/// What was found, a line each.
fn report(report: &[Value]) -> Markup {
    let text = |value: &Value| plain(value.as_str().unwrap_or_default());
    html! {
        @if report.is_empty() { p.muted { "Nothing was found." } }
        ul.report { @for finding in report {
            li {
                span class={"grade " (text(&finding["result"]))} { (text(&finding["result"])) }
                " " strong { (text(&finding["check"])) } " "
                // What a compiler says has many lines.
                @let words: String = finding["words"].as_str().unwrap_or_default().lines().map(plain).collect::<Vec<_>>().join("\n");
                span.said { (words) }
                @if let Some(lines) = finding["lines"].as_array() { pre { @for line in lines { (text(line)) "\n" } } }
            }
        } }
    }
}
