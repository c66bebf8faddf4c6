//! Events: standings, cross table, tree, rounds, roles, maps, progress.

use super::{At, Page, faults, home, page, plain, plot, span, time};
use crate::api::Listed;
use crate::caller::Caller;
use crate::documents::{EventCard, Matches, event_id};
use crate::hall::Hall;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use gridhaunt_events::results::{Bracket, Results, Round, Share, Standing, Tie};
use gridhaunt_store::Bearer;
use maud::{Markup, html};
use std::sync::Arc;

/// The most entrants of a cross table.
const MOST_CROSS: usize = 60;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/events", get(all))
        .route("/events/{event}", get(one))
        .route("/events/{event}/matches", get(matches))
}

async fn all(State(hall): At, caller: Caller) -> Page {
    let events = hall.ask(Hall::event_cards).await?;
    let content = html! { section.card { (home::table(&events)) } };
    Ok(page("Events", &caller, &content))
}

async fn one(State(hall): At, caller: Caller, Path(id): Path<String>) -> Page {
    let id = event_id(&id)?;
    let bearer = caller.bearer.clone();
    let (card, results) = hall
        .ask(move |hall| Ok((hall.event_card(&hall.store.event(id)?)?, hall.results(id, bearer.as_ref())?)))
        .await?;
    let content = html! {
        (about(&card, &results, caller.bearer.as_ref()))
        section.card { h2 { "Standings" } (standings(&results)) }
        @if let Some(bracket) = &results.bracket { section.card { h2 { "Bracket" } (tree(bracket, &results)) } }
        @if !results.rounds.is_empty() { section.card { h2 { "Rounds" } @for round in &results.rounds { (one_round(round, &results)) } } }
        @if results.standings.len() <= MOST_CROSS && !results.cross.is_empty() {
            section.card { h2 { "Cross table" } (cross(&results)) }
        }
        @for role in &results.roles {
            section.card {
                h2 { "As " (plain(&role.role)) }
                @if let Some(advantage) = role.advantage {
                    p.note { "This side is worth " (format!("{:+.0}", advantage.elo)) " Elo (" (format!("{:+.0}", advantage.low)) " to " (format!("{:+.0}", advantage.high)) ")." }
                }
                (shares(&role.rows, &results))
            }
        }
        @for map in &results.maps { section.card { h2 { "On " (plain(&map.name)) } (shares(&map.rows, &results)) } }
    };
    let title = card.name.clone();
    Ok(page(&title, &caller, &content))
}

/// What it is and how far it is.
fn about(card: &EventCard, results: &Results, bearer: Option<&Bearer>) -> Markup {
    let event = &results.event;
    let (done, planned) = (event.blocks_done, event.blocks_planned);
    html! {
        p.lead { (event.title) ", " (event.kind) ", " (event.state) "; " (plain(&event.maps.join("; "))) }
        @if let Some(since) = card.frozen_since {
            p.banner {
                "The board is frozen since " (time(since)) " UTC: "
                @if bearer == Some(&Bearer::Organiser) { "you see it as it is, others as it was then." } @else { "what was played later is not shown." }
            }
        }
        @if let Some(verdict) = &event.verdict { p.verdict { (plain(verdict)) } }
        div.facts {
            @if event.open {
                span { strong { (done) } " blocks done" }
            } @else {
                span { strong { (done) } " of " (planned) " blocks done" }
                progress max=(planned.max(1)) value=(done) aria-label="Blocks done" {}
            }
            a href={"/events/" (card.id) "/matches"} { (event.matches_played) " matches" }
            span { "clock " (event.clock) }
            span { "bots: " (home::bots(card)) }
            @if card.takes_bots { a.call href={"/events/" (card.id) "/submit"} { "Submit a bot" } }
        }
    }
}

fn name(results: &Results, entrant: u32) -> String {
    let found = results.standings.iter().find(|standing| standing.entrant == entrant);
    found.map_or_else(|| format!("#{entrant}"), |standing| plain(&standing.name))
}

fn standings(results: &Results) -> Markup {
    let interval = |standing: &Standing| standing.rating.map(|rating| (rating.low, rating.elo, rating.high));
    let scale = plot::Scale::of(results.standings.iter().filter_map(interval));
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
            thead { tr {
                th.number { "Place" } th { "Entrant" } th.number { "Points" } th.number { "Rating" } th { "Interval" } th.number { "Games" }
                th.number { "Won – drawn – lost" } th { "Faults" } th.number { "Mean time" } th.number { "Longest" }
            } }
            tbody { @for standing in &results.standings {
                tr class=[standing.benched.is_some().then_some("out")] {
                    td.number { (standing.place) }
                    th scope="row" {
                        a href={"/events/" (results.event.id) "/matches?entrant=" (standing.entrant)} { bdi { (plain(&standing.name)) } }
                        @if let Some(why) = &standing.benched { " " span.badge title=(plain(why)) { "benched" } }
                    }
                    td.number { (format!("{:.1}", standing.points)) @if let Some(mean) = standing.mean { " " (plot::share(mean)) " " span.muted { (format!("{mean:.2}")) } } }
                    td.number { @if let Some(rating) = standing.rating { (format!("{:.0}", rating.elo)) } }
                    td.plotted { @if let Some(interval) = interval(standing) { (plot::interval(&scale, interval)) } }
                    td.number { (standing.games) }
                    td.number { (standing.wins) " – " (standing.draws) " – " (standing.losses) }
                    td.faults { (faults(&standing.faults)) }
                    td.number { @if let Some(time) = standing.time { (span(time.mean_us)) } }
                    td.number { @if let Some(time) = standing.time { (span(time.worst_us)) } }
                }
            } }
        } }
        p.note { "Order: " (results.order.join(", then ")) "." }
    }
}

fn cross(results: &Results) -> Markup {
    let order: Vec<(u32, u32)> = results.standings.iter().map(|standing| (standing.place, standing.entrant)).collect();
    let met = |one: u32, other: u32| results.cross.iter().find(|met| met.entrant == one && met.against == other);
    html! {
        p.note { "The mean points of whoever stands at the left against whoever stands above." }
        div.wide tabindex="0" role="group" aria-label="Table" { table.cross {
            thead { tr { td {} @for (place, _) in &order { th scope="col" { (place) } } } }
            tbody { @for &(place, one) in &order {
                tr {
                    th.name scope="row" { span.rank { (place) } " " bdi { (name(results, one)) } }
                    @for &(_, other) in &order {
                        @if one == other { td.self {} }
                        @else if let Some(met) = met(one, other) {
                            td class={"heat-" ((met.points * 10.0).round().clamp(0.0, 10.0) as u8)} title={(met.blocks) " blocks"} { (format!("{:.2}", met.points)) }
                        } @else { td.never {} }
                    }
                }
            } }
        } }
    }
}

fn shares(rows: &[Share], results: &Results) -> Markup {
    let mut rows: Vec<&Share> = rows.iter().collect();
    rows.sort_by(|a, b| b.points.total_cmp(&a.points));
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
            thead { tr { th { "Entrant" } th.number { "Points" } th.number { "Games" } th.number { "Won – drawn – lost" } } }
            tbody { @for row in rows {
                tr {
                    th scope="row" { bdi { (name(results, row.entrant)) } }
                    td.number { (format!("{:.2}", row.points)) " " (plot::share(row.points)) }
                    td.number { (row.games) }
                    td.number { (row.wins) " – " (row.draws) " – " (row.losses) }
                }
            } }
        } }
    }
}

fn tree(bracket: &Bracket, results: &Results) -> Markup {
    let tie = |tie: &Tie| {
        html! {
            li.tie {
                @for at in 0..2 {
                    div class=(match (tie.winner, tie.entrants[at]) { (Some(winner), Some(entrant)) if winner == entrant => "won", (Some(_), _) => "lost", _ => "" }) {
                        @match tie.entrants[at] {
                            Some(entrant) => { bdi { (name(results, entrant)) } span.number { (format!("{:.1}", tie.points[at])) } }
                            None => span.muted { @if tie.bye { "bye" } @else { "–" } }
                        }
                    }
                }
            }
        }
    };
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" { div.bracket {
            @for round in &bracket.rounds { div.round { h3 { (plain(&round.label)) } ul { @for one in &round.ties { (tie(one)) } } } }
            @if let Some(third) = &bracket.third { div.round { h3 { "Third place" } ul { (tie(third)) } } }
        } }
    }
}

fn one_round(round: &Round, results: &Results) -> Markup {
    html! {
        h3 { (plain(&round.label)) }
        ul.rounds { @for table in &round.tables {
            li {
                @for (at, entrant) in table.entrants.iter().enumerate() {
                    @if at > 0 { " – " }
                    bdi { (name(results, *entrant)) }
                    @if let Some(points) = table.points.as_ref().and_then(|points| points.get(at)) { " " strong { (format!("{points:.1}")) } }
                }
                @if table.bye { span.muted { " bye" } }
            }
        } }
    }
}

async fn matches(State(hall): At, caller: Caller, Path(id): Path<String>, Query(listed): Query<Listed>) -> Page {
    let id = event_id(&id)?;
    let bearer = caller.bearer.clone();
    let (results, matches) = hall
        .ask(move |hall| {
            let matches = hall.matches(id, bearer.as_ref(), listed.entrant, listed.page.unwrap_or(1))?;
            Ok((hall.results(id, bearer.as_ref())?, matches))
        })
        .await?;
    let Matches { all, page: at, pages, matches } = matches;
    let of = listed.entrant.map(|entrant| format!("&entrant={entrant}")).unwrap_or_default();
    let content = html! {
        p.lead {
            a href={"/events/" (id)} { bdi { (plain(&results.event.name)) } } ": " (all) " matches"
            @if let Some(entrant) = listed.entrant { " of " bdi { (name(&results, entrant)) } }
        }
        section.card {
            div.wide tabindex="0" role="group" aria-label="Table" { table.plain {
                thead { tr { th { "Match" } th { "Block" } th { "Seats" } th { "Result" } th.number { "Steps" } th.number { "Faults" } } }
                tbody { @for one in &matches {
                    tr {
                        th scope="row" { a href={"/matches/" (one.id)} { (one.id) } }
                        td { (plain(&one.label)) }
                        td { @for (at, seat) in one.seats.iter().enumerate() { @if at > 0 { " – " } bdi { (name(&results, seat.entrant)) } " " strong { (format!("{:.1}", seat.points)) } } }
                        td.words { (plain(&one.result)) }
                        td.number { (one.steps) }
                        td.number { @if one.faults > 0 { (one.faults) } }
                    }
                } }
            } }
            @if pages > 1 {
                nav.pages aria-label="Pages of matches" {
                    @if at > 1 { a href={"?page=" (at - 1) (of)} rel="prev" { "Newer" } }
                    span { "Page " (at) " of " (pages) }
                    @if at < pages { a href={"?page=" (at + 1) (of)} rel="next" { "Older" } }
                }
            }
        }
    };
    Ok(page("Matches", &caller, &content))
}
