//! Games, their bots, and who plays them best.

use super::{At, Page, page, pictures, plain, plot};
use crate::api::Board;
use crate::caller::Caller;
use crate::documents::{Game, Setting};
use crate::hall::Hall;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use gridhaunt_events::rated::{Rating, Row};
use maud::{Markup, html};
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/games", get(all))
        .route("/games/{game}", get(one))
        .route("/leaderboards/{game}", get(leaderboard))
        .route("/api", get(api))
}

async fn all(State(hall): At, caller: Caller) -> Page {
    let games = hall.games();
    let content = html! {
        @for game in &games {
            section.card.shown {
                a href={"/games/" (game.name)} aria-hidden="true" tabindex="-1" { (pictures::shown(game)) }
                div {
                    h2 { a href={"/games/" (game.name)} { (game.title) } }
                    p { (game.about) }
                    p.more {
                        a href={"/leaderboards/" (game.name)} { "Leaderboard" } " · "
                        a href={"/play?game=" (game.name)} { "Play it" } " · "
                        (game.bots.len()) " bots"
                    }
                }
            }
        }
    };
    Ok(page("Games", &caller, &content))
}

async fn one(State(hall): At, caller: Caller, Path(name): Path<String>) -> Page {
    let game = hall.game(&name)?;
    let content = html! {
        p.lead { (game.about) }
        p.more {
            a href={"/leaderboards/" (game.name)} { "Leaderboard" } " · "
            a href={"/play?game=" (game.name)} { "Play it" }
        }
        section.card {
            h2 { "Roles" }
            dl.terms { @for role in &game.roles { dt { (role.name) } dd { (role.about) ". " (role.goal) } } }
        }
        section.card {
            h2 { "Bots of the house" }
            dl.terms { @for bot in &game.bots {
                dt { code { (bot.name) } }
                dd { (bot.about) @if !bot.options.is_empty() { details { summary { "Options" } (settings(&bot.options)) } } }
            } }
        }
        section.card {
            h2 { "Settings" }
            (settings(&game.settings))
        }
    };
    Ok(page(&game.title, &caller, &content))
}

fn settings(settings: &[Setting]) -> Markup {
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
            thead { tr { th { "Name" } th { "Default" } th { "Allowed" } th { "What it does" } } }
            tbody { @for setting in settings {
                tr {
                    th scope="row" { code { (setting.name) } }
                    td { (setting.default) }
                    td { (setting.allowed) }
                    td.words { (setting.about) }
                }
            } }
        } }
    }
}

async fn leaderboard(State(hall): At, caller: Caller, Path(name): Path<String>, Query(asked): Query<Board>) -> Page {
    let (game, role) = (hall.game(&name)?, asked.role.clone());
    let rating = hall.ask(move |hall| match hall.rating(&name, role.as_deref()) {
        Ok(rating) => Ok(Ok(rating)),
        // Before anything was played there is nothing to rate, which is no mistake of whoever asks.
        Err(refusal) if refusal.status.is_client_error() => Ok(Err(refusal.wrong.error)),
        Err(refusal) => Err(refusal),
    });
    let rating = rating.await?;
    let sides = sides(&game);
    let content = html! {
        @if sides.len() > 1 {
            nav.tabs aria-label="Roles" {
                a href={"/leaderboards/" (game.name)} aria-current=[asked.role.is_none().then_some("page")] { "All roles" }
                @for side in &sides {
                    a href={"/leaderboards/" (game.name) "?role=" (side)} aria-current=[(asked.role.as_ref() == Some(side)).then_some("page")] { (side) }
                }
            }
        }
        section.card {
            @match &rating {
                Ok(rating) => (rated(rating)),
                Err(words) => p.muted { (plain(words)) }
            }
        }
    };
    let title = format!("{}: leaderboard", game.title);
    Ok(page(&title, &caller, &content))
}

fn sides(game: &Game) -> Vec<String> {
    let mut sides: Vec<String> = Vec::new();
    for role in &game.roles {
        if !sides.contains(&role.side) {
            sides.push(role.side.clone());
        }
    }
    sides
}

/// A rating as a table with bars.
fn rated(rating: &Rating) -> Markup {
    let interval = |row: &Row| {
        let spread = row.rating?;
        Some((spread.low.unwrap_or(spread.value), spread.value, spread.high.unwrap_or(spread.value)))
    };
    let scale = plot::Scale::of(rating.rows.iter().filter_map(interval));
    html! {
        p.note {
            (rating.matches) " matches in " (rating.blocks) " blocks; the bars are 95 % intervals on Elo's scale."
        }
        div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
            thead { tr { th.number { "Place" } th { "Entrant" } th.number { "Rating" } th { "Interval" } th.number { "Games" } th.number { "Won – drawn – lost" } } }
            tbody { @for (at, row) in rating.rows.iter().enumerate() {
                tr {
                    td.number { (at + 1) }
                    th scope="row" { bdi { (plain(&row.name)) } }
                    td.number { @if let Some(spread) = row.rating { (format!("{:.0}", spread.value)) } }
                    td.plotted { @if let Some(interval) = interval(row) { (plot::interval(&scale, interval)) } }
                    td.number { (row.games) }
                    td.number { (row.wins) " – " (row.draws) " – " (row.losses) }
                }
            } }
        } }
        @for group in &rating.unrated {
            p.muted { "Met none of these: " (plain(&group.join(", "))) }
        }
    }
}

/// The API for people.
async fn api(caller: Caller) -> Page {
    let addresses = crate::api::addresses();
    let content = html! {
        p.lead {
            "Everything that these pages show is to be had as JSON. "
            a href="/api/v1/openapi.json" { "openapi.json" } " describes it for programs. What needs a token takes it as "
            code { "Authorization: Bearer TOKEN" } "."
        }
        section.card {
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th { "Address" } th { "What it does" } th { "Token" } } }
                tbody { @for route in &addresses {
                    tr {
                        th scope="row" { code { (route.method.to_uppercase()) " /api/v1" (route.path) } }
                        td.words { (route.about) }
                        td { @if route.needs_token { "needed" } }
                    }
                } }
            } }
        }
    };
    Ok(page("API", &caller, &content))
}
