//! Pictures of the games, which are made once.

use super::At;
use crate::documents::Game;
use crate::hall::Hall;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use gridhaunt_bots::openings::Opening;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_person::portrait;
use maud::{Markup, html};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The pictures by the names of the games, each on a light and on a dark page.
pub(crate) type Portraits = Mutex<HashMap<&'static str, Arc<[String; 2]>>>;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new().route("/pictures/{game}/{shade}", get(picture))
}

async fn picture(State(hall): At, Path((game, shade)): Path<(String, String)>) -> Result<impl IntoResponse, Refusal> {
    let dark = match shade.as_str() {
        "light.svg" => false,
        "dark.svg" => true,
        _ => return Err(Refusal::missing("picture", &shade)),
    };
    let pictures = hall.ask(move |hall| hall.portrait(&game)).await?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=86400")];
    Ok((headers, pictures[usize::from(dark)].clone()))
}

impl Hall {
    /// A game's picture on a light and on a dark page.
    fn portrait(&self, name: &str) -> Result<Arc<[String; 2]>, Refusal> {
        let game = self.registry.find(name).map_err(|_| Refusal::missing("game", name))?;
        let mut made = self.portraits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pictures) = made.get(game.info().name) {
            return Ok(pictures.clone());
        }
        let first = Opening::of(game).next().and_then(|opening| serde_json::from_str(opening.settings).ok());
        let settings = first.unwrap_or_else(|| Value::from(Map::new()));
        let pictures = portrait::of(game, &settings).map_err(|_| Refusal::ours("this game has no picture"))?;
        Ok(made.entry(game.info().name).or_insert_with(|| Arc::new(pictures)).clone())
    }
}

/// The picture of a game, as it suits the page.
pub(crate) fn shown(game: &Game) -> Markup {
    let source = |shade: &str| format!("/pictures/{}/{shade}.svg", game.name);
    html! {
        picture.board {
            source media="(prefers-color-scheme: dark)" srcset=(source("dark"));
            img src=(source("light")) alt="" width="320" height="240" loading="lazy";
        }
    }
}
