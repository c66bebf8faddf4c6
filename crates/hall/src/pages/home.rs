//! The first page: what was announced, what is played, and what there is to play.

use super::{At, Page, pictures, plain, time};
use crate::caller::Caller;
use crate::documents::{EventCard, Game};
use axum::extract::State;
use maud::{Markup, html};

/// How many events are shown here.
const EVENTS: usize = 8;

pub(crate) async fn page(State(hall): At, caller: Caller) -> Page {
    let (announced, events, live, games) = {
        let bearer = caller.bearer.clone();
        hall.ask(move |hall| {
            Ok((hall.announced()?, hall.event_cards()?, hall.live_cards(bearer.as_ref())?, hall.games()))
        })
        .await?
    };
    let running = live.iter().filter(|live| !live.over).count();
    let content = html! {
        @if !announced.is_empty() {
            section.card aria-label="Announcements" {
                h2 { "Announcements" }
                ul.told {
                    @for one in announced.iter().take(5) {
                        li { span.muted { (time(one.at)) } " " (plain(&one.words)) }
                    }
                }
            }
        }
        section.card {
            h2 { "Events" }
            (table(&events[..events.len().min(EVENTS)]))
            p.more { a href="/events" { "All events" } " · " a href="/live" { (running) " played now" } }
        }
        section.card {
            h2 { "Games" }
            (tiles(&games, "/games/"))
        }
    };
    Ok(super::page("The arena", &caller, &content))
}

/// Games to choose from, each with its picture; `to` and its name is where a choice leads.
pub(crate) fn tiles(games: &[Game], to: &str) -> Markup {
    html! {
        ul.tiles { @for game in games {
            li { a href={(to) (game.name)} { (pictures::shown(game)) strong { (game.title) } span { (game.about) } } }
        } }
    }
}

/// Events as a table.
pub(crate) fn table(events: &[EventCard]) -> Markup {
    html! {
        @if events.is_empty() {
            p.muted { "Nothing is played here yet. " code { "gridhaunt serve --league GAME" } " begins a league." }
        } @else {
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th { "Event" } th { "Game" } th { "Kind" } th { "State" } th.number { "Entrants" } th { "Bots" } } }
                tbody { @for event in events {
                    tr {
                        th scope="row" { a href={"/events/" (event.id)} { bdi { (plain(&event.name)) } } }
                        td { (event.game) }
                        td { (event.kind) }
                        td { (event.state) }
                        td.number { (event.entrants) }
                        td { (bots(event)) }
                    }
                } }
            } }
        }
    }
}

/// Whether an event takes bots, in words.
pub(crate) fn bots(event: &EventCard) -> String {
    match (event.takes_bots, event.deadline) {
        (true, None) => "taken".into(),
        (true, Some(deadline)) => format!("taken until {} UTC", time(deadline)),
        (false, Some(deadline)) => format!("were taken until {} UTC", time(deadline)),
        (false, None) => "–".into(),
    }
}
