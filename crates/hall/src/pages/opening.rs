//! A table is opened: what the form asks, and what is sent with it.

use super::home::tiles;
use super::{At, Page, page};
use crate::caller::Caller;
use crate::hall::Hall;
use crate::limits::{Deed, Doer};
use crate::refusal::Refusal;
use crate::tables::{Wish, playable};
use axum::Router;
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use gridhaunt_bots::openings::Opening as Board;
use gridhaunt_host::clock::Clock;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::info::Role;
use gridhaunt_kernel::settings::FieldKind;
use gridhaunt_kernel::{Invalid, Seat};
use maud::html;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The word for all seats but one's own.
const ALL: &str = "all";
/// How many seconds a choice may take, at least and at most.
const LIMITS: (u64, u64) = (1, 600);
/// The usual limit.
const LIMIT: u64 = 60;
/// The most seconds of a bank, and the usual ones.
const BANKS: (u64, u64) = (3600, 120);

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new().route("/play", get(ask))
}

#[derive(Debug, Default, Deserialize)]
struct Asked {
    game: Option<String>,
    /// Which of its openings, from 0.
    board: Option<usize>,
}

async fn ask(State(hall): At, caller: Caller, Query(asked): Query<Asked>) -> Page {
    let games = hall.games();
    let Some(game) = asked.game else {
        let content = html! {
            (tiles(&games, "/play?game="))
            p.more { a href="/tables" { "Matches that people played" } }
        };
        return Ok(page("Play", &caller, &content));
    };
    let face = hall.registry.find(&game).map_err(|_| Refusal::missing("game", &game))?;
    let info = face.info();
    let boards: Vec<&Board> = Board::of(face).collect();
    let at = asked.board.filter(|board| *board < boards.len()).unwrap_or(0);
    let settings = settings(face, Some(at), "");
    let is_whole = settings == json!({});
    let presets = face.fields().iter().find(|field| field.name == "preset").map(|field| (field.kind, field.default()));
    let seats = seats(face, &settings)?;
    let bots = bots(face, &settings, seats.len())?;
    let content = html! {
        section.card {
            @if boards.len() > 1 {
                p.tabs { @for (n, board) in boards.iter().enumerate() {
                    a href={"/play?game=" (info.name) "&board=" (n)} aria-current=[(n == at).then_some("page")] { (board.name) ": " (board.about) }
                } }
            }
            form.stacked method="post" action="/tables" {
                input type="hidden" name="game" value=(info.name);
                @if let (true, Some((FieldKind::Word(words), usual))) = (is_whole, presets) {
                    label for="preset" { "Board" }
                    select #preset name="preset" { @for word in words { option value=(word) selected[*word == usual] { (word) } } }
                } @else {
                    input type="hidden" name="board" value=(at);
                }
                label for="seat" { "You are" }
                select #seat name="seat" { @for (seat, name) in &seats { option value=(seat) { (name) } } }
                label for="friends" { "Friends" }
                select #friends name="friends" {
                    option value="" { "nobody: bots play all other seats" }
                    option value=(ALL) { "everybody else, each by a link" }
                    @for (seat, name) in &seats { option value=(seat) { (name) ", by a link" } }
                }
                label for="bot" { "Bot on the other seats" }
                select #bot name="bot" { option value="" { "the usual one" } @for (name, shown) in &bots { option value=(name) { (shown) } } }
                label for="limit" { "Seconds for a choice" }
                input #limit name="limit" type="number" min=(LIMITS.0) max=(LIMITS.1) value=(LIMIT);
                label for="bank" { "Seconds for the whole match that pay for longer choices" }
                input #bank name="bank" type="number" min="0" max=(BANKS.0) value=(BANKS.1);
                button.main { "Open a table" }
            }
        }
        section.card { h2 { "Roles" } dl.terms { @for (names, goal) in goals(info.roles) { dt { (names) } dd { (goal) } } } }
    };
    Ok(page(&format!("Play {}", info.title), &caller, &content))
}

/// What each role wants; those that want the same stand together.
fn goals(roles: &[Role]) -> Vec<(String, &'static str)> {
    let alike = roles.chunk_by(|one, other| one.goal == other.goal);
    alike.map(|roles| (roles.iter().map(|role| role.name).collect::<Vec<_>>().join(", "), roles[0].goal)).collect()
}

/// The settings of an opening; those of a preset where it has none of its own.
fn settings(game: &dyn Face, board: Option<usize>, preset: &str) -> Value {
    let board = board.and_then(|board| Board::of(game).nth(board));
    let settings = board.and_then(|board| serde_json::from_str(board.settings).ok());
    settings.unwrap_or_else(|| if preset.is_empty() { json!({}) } else { json!({"preset": preset}) })
}

/// The seats in play, each with its name.
fn seats(game: &dyn Face, settings: &Value) -> Result<Vec<(Seat, String)>, Refusal> {
    let opened = game.open(settings)?;
    let session = opened.begin(opened.fold_seed(0))?;
    let all = (0..session.seats() as u8).map(Seat).filter(|&seat| session.took_part(seat));
    Ok(all.map(|seat| (seat, session.seat_name(seat))).collect())
}

/// The bots that can sit at a table of so many seats, each with the roles it plays if it does not play all.
fn bots(game: &dyn Face, settings: &Value, all: usize) -> Result<Vec<(&'static str, String)>, Refusal> {
    let opened = game.open(settings)?;
    let seed = opened.fold_seed(0);
    let session = opened.begin(seed)?;
    let info = game.info();
    let mut found = Vec::new();
    for bot in game.bots() {
        let seats = playable(opened.as_ref(), session.as_ref(), seed, bot.name);
        let mut roles: Vec<&str> =
            seats.iter().filter_map(|&seat| info.roles.get(session.role(seat))).map(|role| role.name).collect();
        roles.dedup();
        match seats.len() {
            0 => {}
            many if many == all => found.push((bot.name, bot.name.to_string())),
            _ => found.push((bot.name, format!("{}, as {}", bot.name, roles.join(" and ")))),
        }
    }
    Ok(found)
}

/// A number of a form, if it is in its range.
fn within(field: &str, given: Option<u64>, usual: u64, least: u64, most: u64) -> Result<Duration, Invalid> {
    match given.unwrap_or(usual) {
        seconds if (least..=most).contains(&seconds) => Ok(Duration::from_secs(seconds)),
        seconds => Err(Invalid::new(field, seconds, format!("{least} to {most} seconds"))),
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Opening {
    game: String,
    board: Option<usize>,
    #[serde(default)]
    preset: String,
    seat: u8,
    #[serde(default)]
    friends: String,
    #[serde(default)]
    bot: String,
    limit: Option<u64>,
    bank: Option<u64>,
}

pub(crate) async fn open(State(hall): At, caller: Caller, Form(opening): Form<Opening>) -> Result<Response, Refusal> {
    hall.meters
        .count(Doer::At(caller.peer), Deed::Opens)
        .map_err(|seconds| Refusal::later("many tables were opened from your address: wait a moment", seconds))?;
    let game = hall.registry.find(&opening.game)?;
    let settings = settings(game, opening.board, &opening.preset);
    let mut people = vec![opening.seat];
    if opening.friends == ALL {
        people.extend(seats(game, &settings)?.iter().map(|(seat, _)| seat.0).filter(|seat| *seat != opening.seat));
    }
    for word in opening.friends.split([',', ' ']).filter(|word| !word.is_empty() && *word != ALL) {
        let seat = word.parse().map_err(|_| Invalid::new("friends", format!("{word:?}"), "numbers of seats"))?;
        people.push(seat);
    }
    let turn = within("limit", opening.limit, LIMIT, LIMITS.0, LIMITS.1)?;
    let bank = within("bank", opening.bank, BANKS.1, 0, BANKS.0)?;
    let wish = Wish {
        game: opening.game,
        settings,
        seats: people,
        bot: Some(opening.bot).filter(|bot| !bot.is_empty()),
        clock: Clock::Turn { turn, bank },
    };
    let opens = hall.clone();
    let first = hall.ask(move |hall| hall.tables.open(&opens, &wish)).await?;
    Ok(Redirect::to(&format!("/seat/{first}")).into_response())
}
