//! Entering with a token, and leaving.

use super::{At, Page, page};
use crate::caller::{Caller, NAME, unknown};
use crate::hall::Hall;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use gridhaunt_store::Bearer;
use maud::html;
use serde::Deserialize;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/enter", get(ask).post(enter))
        .route("/leave", post(leave))
        .layer(DefaultBodyLimit::max(crate::limits::BODY))
}

async fn ask(caller: Caller) -> Page {
    let content = html! {
        section.card {
            p { "Teams and organisers enter with the token that they were given." }
            form.stacked method="post" action="/enter" {
                // For programs that keep passwords.
                input name="who" type="text" value="gridhaunt" autocomplete="username" readonly hidden;
                label for="token" { "Token" }
                input #token name="token" type="password" autocomplete="current-password" required;
                button.main { "Enter" }
            }
        }
    };
    Ok(page("Enter", &caller, &content))
}

#[derive(Deserialize)]
struct Entry {
    token: String,
}

async fn enter(State(hall): At, caller: Caller, Form(entry): Form<Entry>) -> Result<Response, Refusal> {
    let token = entry.token.trim();
    let home = match crate::caller::known(&hall, caller.peer, token).await? {
        Some(Bearer::Organiser) => "/organise",
        Some(Bearer::Team(_)) => "/team",
        None => return Err(unknown()),
    };
    Ok(([(SET_COOKIE, cookie(&hall, token, 30 * 86_400))], Redirect::to(home)).into_response())
}

async fn leave(State(hall): At) -> Response {
    ([(SET_COOKIE, cookie(&hall, "", 0))], Redirect::to("/")).into_response()
}

/// Only this hall gets it, no script reads it, and no other site sends it.
fn cookie(hall: &Hall, token: &str, seconds: u32) -> String {
    let secure = if hall.options.tls { "; Secure" } else { "" };
    format!("{NAME}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}")
}
