//! Pages, rendered here and usable without scripts. Whatever is put into them is escaped.

mod assets;
mod entering;
mod event;
mod games;
mod home;
mod matches;
mod opening;
mod organise;
mod pictures;
mod plot;
mod seat;
mod tables;
mod team;
mod watch;

use crate::caller::Caller;
use crate::hall::Hall;
use crate::refusal::Refusal;
use axum::Router;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::get;
use gridhaunt_events::words::moment;
use gridhaunt_kernel::shown::steers;
use gridhaunt_store::Bearer;
use maud::{DOCTYPE, Markup, html};
use std::sync::Arc;

pub(crate) use pictures::Portraits;

type At = axum::extract::State<Arc<Hall>>;
type Page = Result<Html<String>, Refusal>;

/// All pages.
pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/", get(home::page))
        .merge(games::routes())
        .merge(event::routes())
        .merge(matches::routes())
        .merge(watch::routes())
        .merge(team::routes())
        .merge(organise::routes())
        .merge(entering::routes())
        .merge(opening::routes())
        .merge(seat::routes())
        .merge(pictures::routes())
        .merge(tables::routes())
        .merge(assets::routes())
}

/// A whole page.
fn page(title: &str, caller: &Caller, content: &Markup) -> Html<String> {
    let who = match &caller.bearer {
        Some(Bearer::Organiser) => Some(Who { name: "organiser", home: "/organise" }),
        Some(Bearer::Team(team)) => Some(Who { name: &team.name, home: "/team" }),
        None => None,
    };
    Html(sheet(title, who, content, None).into_string())
}

/// The same with a script.
fn lively(title: &str, content: &Markup, script: &str) -> Html<String> {
    Html(sheet(title, None, content, Some(script)).into_string())
}

/// Who looks at a page, and where its own page is.
struct Who<'a> {
    name: &'a str,
    home: &'static str,
}

/// The head of a page with its styles and scripts.
fn head(title: &str, styles: &[&str], scripts: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (plain(title)) " · Gridhaunt" }
            @for style in styles { link rel="stylesheet" href=(style); }
            link rel="icon" href="data:,";
            @for script in scripts { script src=(script) defer {} }
        }
    }
}

fn sheet(title: &str, who: Option<Who<'_>>, content: &Markup, script: Option<&str>) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, &["/assets/hall.css"], script.as_slice()))
            body {
                a.skip href="#content" { "To the content" }
                nav.main aria-label="Pages" {
                    a.house href="/" { "Gridhaunt" }
                    a href="/games" { "Games" }
                    a href="/events" { "Events" }
                    a href="/live" { "Live" }
                    a href="/play" { "Play" }
                    a href="/api" { "API" }
                    span.space {}
                    @match who {
                        Some(Who { name, home }) => {
                            a href=(home) { bdi { (plain(name)) } }
                            form method="post" action="/leave" { button.quiet { "Leave" } }
                        }
                        None => a href="/enter" { "Enter" }
                    }
                }
                main #content {
                    h1 { (plain(title)) }
                    (content)
                }
            }
        }
    }
}

/// A refusal as a page.
pub(crate) fn refused(refusal: &Refusal) -> Markup {
    let title = refusal.status.canonical_reason().unwrap_or("Refused");
    let content = html! {
        section.card role="alert" {
            p.verdict { (plain(&refusal.wrong.error)) }
            p.more {
                @if refusal.status == StatusCode::UNAUTHORIZED { a href="/enter" { "Enter with a token" } " · " }
                a href="/" { "To the first page" }
            }
        }
    };
    sheet(title, None, &content, None)
}

/// A text without the characters that turn the direction of what stands beside them, or hide.
fn plain(text: &str) -> String {
    text.chars().map(|character| if steers(character) { '?' } else { character }).collect()
}

/// A time for people.
fn time(millis: i64) -> String {
    let text = moment(millis);
    // To the minute, as `2026-11-17 16:20`.
    text.get(..16).map_or(text.clone(), |start| start.replace('T', " "))
}

/// Microseconds for people.
fn span(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{:.1} ms", us as f64 / 1e3),
        _ => format!("{:.1} s", us as f64 / 1e6),
    }
}

/// Faults in words: `2 late, 1 crashed`.
fn faults<'a>(faults: impl IntoIterator<Item = (&'a String, &'a u64)>) -> String {
    let words: Vec<String> = faults.into_iter().map(|(verdict, many)| format!("{many} {verdict}")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::Invalid;

    #[test]
    fn words_from_outside_stay_words() {
        let evil = "<script>alert(1)</script>\"'&\u{202e}";
        let wrong = Refusal::new(StatusCode::BAD_REQUEST, Invalid::new("x", 1, "y").reads(evil));
        let page = refused(&wrong).into_string();
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;?"), "{page}");
        assert!(!page.contains("<script"));
    }

    #[test]
    fn times_are_short() {
        assert_eq!(time(0), "1970-01-01 00:00");
        assert_eq!([span(7), span(1500), span(2_000_000)], ["7 µs", "1.5 ms", "2.0 s"]);
    }
}
