//! What pages are dressed with.

use crate::hall::Hall;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use gridhaunt_page::play;
use std::sync::{Arc, LazyLock};

const STYLE: &str = include_str!("../../assets/hall.css");
const LIVE: &str = include_str!("../../assets/live.js");
const SEAT: &str = include_str!("../../assets/seat.js");
const SEAT_STYLE: &str = include_str!("../../assets/seat.css");
/// How a person plays, as on the site.
static PLAY: LazyLock<String> = LazyLock::new(play::script);
static PLAY_STYLE: LazyLock<String> = LazyLock::new(|| [play::LOOK, play::STYLE_OF_PLAY].concat());

pub(crate) fn routes() -> Router<Arc<Hall>> {
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "max-age=300")], text).into_response() })
    };
    Router::new()
        .route("/assets/hall.css", file("text/css; charset=utf-8", STYLE))
        .route("/assets/seat.css", file("text/css; charset=utf-8", SEAT_STYLE))
        .route("/assets/play.css", file("text/css; charset=utf-8", &PLAY_STYLE))
        .route("/assets/play.js", file("text/javascript; charset=utf-8", &PLAY))
        .route("/assets/live.js", file("text/javascript; charset=utf-8", LIVE))
        .route("/assets/seat.js", file("text/javascript; charset=utf-8", SEAT))
}
