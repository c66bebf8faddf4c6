//! Everything that the pages show, as JSON.

mod watching;

use crate::caller::Caller;
use crate::documents::{
    Announced, EventCard, Game, LiveCard, MatchCard, Matches, Me, Submitted, TableCard, TableCards, TeamCard, event_id,
    match_id, table_id,
};
use crate::hall::Hall;
use crate::limits::{UPLOAD, UPLOAD_TIME};
use crate::openapi::{Gives, Route, document};
use crate::receiving::receive;
use crate::refusal::Refusal;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use gridhaunt_events::rated::Rating;
use gridhaunt_events::results::Results;
use gridhaunt_kernel::Invalid;
use gridhaunt_store::Bearer;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

type Answer<T> = Result<Json<T>, Refusal>;
type At = State<Arc<Hall>>;

const ZIPPED: &[&str] = &["application/zip", "application/gzip"];

/// All addresses of the API.
pub(crate) fn addresses() -> Vec<Route> {
    let get_json = |path, about, gives, handler| Route {
        method: "get",
        path,
        about,
        needs_token: false,
        query: &[],
        takes: &[],
        gives,
        handler,
    };
    vec![
        get_json("/openapi.json", "This description", Gives::json::<Value>(), get(description)),
        get_json("/games", "The games", Gives::json::<Vec<Game>>(), get(games)),
        get_json("/games/{game}", "A game: roles, settings, bots", Gives::json::<Game>(), get(game)),
        Route {
            query: &[("role", "string", "how well entrants play this role or side alone")],
            ..get_json(
                "/leaderboards/{game}",
                "Everybody who played a game, rated over all events",
                Gives::json::<Rating>(),
                get(leaderboard),
            )
        },
        get_json("/events", "The events, the newest first", Gives::json::<Vec<EventCard>>(), get(events)),
        get_json(
            "/events/{event}",
            "The results of an event: standings, cross table, maps, roles, tree or rounds, all matches",
            Gives::json::<Results>(),
            get(event),
        ),
        Route {
            query: &[("page", "integer", "from 1"), ("entrant", "integer", "the number of an entrant in the event")],
            ..get_json(
                "/events/{event}/matches",
                "Matches of an event, the newest first, a hundred at once",
                Gives::json::<Matches>(),
                get(matches),
            )
        },
        get_json("/matches/{match}", "A match", Gives::json::<MatchCard>(), get(one_match)),
        get_json(
            "/matches/{match}/replay",
            "The replay of a match, as JSON lines",
            Gives::Text("application/jsonl"),
            get(replay),
        ),
        Route {
            needs_token: true,
            ..get_json(
                "/matches/{match}/transcripts/{seat}",
                "What went both ways between the host and a bot of yours, where it was kept",
                Gives::Text("text/plain"),
                get(transcript),
            )
        },
        Route {
            query: &[("page", "integer", "from 1")],
            ..get_json(
                "/tables",
                "Matches of people that are over, the newest first, a hundred at once",
                Gives::json::<TableCards>(),
                get(tables),
            )
        },
        get_json("/tables/{table}", "A match of people", Gives::json::<TableCard>(), get(one_table)),
        get_json(
            "/tables/{table}/replay",
            "The replay of a match of people, as JSON lines",
            Gives::Text("application/jsonl"),
            get(table_replay),
        ),
        get_json("/live", "The matches that are played now", Gives::json::<Vec<LiveCard>>(), get(live)),
        Route {
            query: &[("dark", "integer", "1 for pictures on a dark page")],
            ..get_json(
                "/live/{match}",
                "A match while it is played, as server-sent events: first everything that happened, then what happens",
                Gives::Text("text/event-stream"),
                get(watching::watch),
            )
        },
        get_json("/announcements", "What organisers announced", Gives::json::<Vec<Announced>>(), get(announcements)),
        Route {
            needs_token: true,
            ..get_json("/teams", "All teams, for organisers", Gives::json::<Vec<TeamCard>>(), get(teams))
        },
        get_json("/me", "Who you are", Gives::json::<Me>(), get(me)),
        Route {
            needs_token: true,
            ..get_json("/submissions", "What you submitted", Gives::json::<Vec<Submitted>>(), get(submissions))
        },
        Route {
            method: "post",
            needs_token: true,
            query: &[("event", "string", "the number or the name of the event; not needed if only one takes bots")],
            takes: ZIPPED,
            ..get_json(
                "/submissions",
                "Submit a bot's folder as zip or tar.gz, at most 10 MiB",
                Gives::json::<Submitted>(),
                post(submit),
            )
        },
        Route {
            needs_token: true,
            ..get_json(
                "/submissions/{submission}",
                "A submission of yours, and what `check` found",
                Gives::json::<Submitted>(),
                get(submission),
            )
        },
    ]
}

/// The API below `/api/v1`.
pub(crate) fn routes() -> Router<Arc<Hall>> {
    addresses()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(&format!("/api/v1{}", route.path), route.handler))
}

async fn description() -> Json<Value> {
    Json(document(&addresses()))
}

async fn games(State(hall): At) -> Json<Vec<Game>> {
    Json(hall.games())
}

async fn game(State(hall): At, Path(name): Path<String>) -> Answer<Game> {
    hall.game(&name).map(Json)
}

/// What may be asked of a leaderboard.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Board {
    pub role: Option<String>,
}

async fn leaderboard(State(hall): At, Path(game): Path<String>, Query(asked): Query<Board>) -> Answer<Rating> {
    hall.ask(move |hall| hall.rating(&game, asked.role.as_deref()).map(|rating| Json((*rating).clone()))).await
}

async fn events(State(hall): At) -> Answer<Vec<EventCard>> {
    hall.ask(|hall| hall.event_cards().map(Json)).await
}

async fn event(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = event_id(&id)?;
    let text = hall.ask(move |hall| Ok(hall.results(id, caller.bearer.as_ref())?.to_json())).await?;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// What may be asked of matches.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Listed {
    pub page: Option<u64>,
    pub entrant: Option<u32>,
}

async fn matches(
    State(hall): At,
    caller: Caller,
    Path(id): Path<String>,
    Query(listed): Query<Listed>,
) -> Answer<Matches> {
    let id = event_id(&id)?;
    let page = listed.page.unwrap_or(1);
    hall.ask(move |hall| hall.matches(id, caller.bearer.as_ref(), listed.entrant, page).map(Json)).await
}

async fn one_match(State(hall): At, caller: Caller, Path(id): Path<String>) -> Answer<MatchCard> {
    let id = match_id(&id)?;
    hall.ask(move |hall| hall.match_card(id, &caller).map(Json)).await
}

async fn replay(State(hall): At, caller: Caller, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = match_id(&id)?;
    let text = hall.ask(move |hall| hall.replay(id, caller.bearer.as_ref())).await?;
    Ok(([(CONTENT_TYPE, "application/jsonl")], text).into_response())
}

pub(crate) async fn transcript(
    State(hall): At,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = match_id(&id)?;
    let seat = seat.parse().map_err(|_| Refusal::missing("seat", seat))?;
    let text = hall.ask(move |hall| hall.transcript(id, seat, &caller)).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn tables(State(hall): At, Query(listed): Query<Listed>) -> Answer<TableCards> {
    hall.ask(move |hall| hall.table_cards(listed.page.unwrap_or(1)).map(Json)).await
}

async fn one_table(State(hall): At, Path(id): Path<String>) -> Answer<TableCard> {
    let id = table_id(&id)?;
    hall.ask(move |hall| hall.table_card(id).map(Json)).await
}

async fn table_replay(State(hall): At, Path(id): Path<String>) -> Result<Response, Refusal> {
    let id = table_id(&id)?;
    let text = hall.ask(move |hall| hall.table_replay(id)).await?;
    Ok(([(CONTENT_TYPE, "application/jsonl")], text).into_response())
}

async fn live(State(hall): At, caller: Caller) -> Answer<Vec<LiveCard>> {
    hall.ask(move |hall| hall.live_cards(caller.bearer.as_ref()).map(Json)).await
}

async fn announcements(State(hall): At) -> Answer<Vec<Announced>> {
    hall.ask(|hall| hall.announced().map(Json)).await
}

async fn teams(State(hall): At, caller: Caller) -> Answer<Vec<TeamCard>> {
    hall.ask(move |hall| hall.team_cards(&caller).map(Json)).await
}

async fn me(caller: Caller) -> Json<Me> {
    let team = match &caller.bearer {
        Some(Bearer::Team(team)) => Some(team.name.clone()),
        _ => None,
    };
    Json(Me { organiser: caller.organises(), team })
}

async fn submissions(State(hall): At, caller: Caller) -> Answer<Vec<Submitted>> {
    hall.ask(move |hall| hall.submissions(&caller).map(Json)).await
}

async fn submission(State(hall): At, caller: Caller, Path(id): Path<String>) -> Answer<Submitted> {
    let id = id.parse().map_err(|_| Refusal::missing("submission of yours", id))?;
    hall.ask(move |hall| hall.submission(id, &caller).map(Json)).await
}

/// Which event a bot is for.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct For {
    pub event: Option<String>,
}

async fn submit(State(hall): At, caller: Caller, Query(asked): Query<For>, body: Body) -> Answer<Submitted> {
    let read = async {
        match tokio::time::timeout(UPLOAD_TIME, to_bytes(body, UPLOAD)).await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(_)) => {
                let words = "it has more than 10 MiB, which is the most, or was cut off";
                Err(Invalid::new("upload", "too much", "a whole upload of at most 10 MiB").says(words).into())
            }
            Err(_) => Err(Invalid::new("upload", "slow", "an upload that takes at most 60 s").into()),
        }
    };
    receive(&hall, &caller, asked.event, read).await.map(Json)
}
