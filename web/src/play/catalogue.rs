//! What can be played: the games, and the seats and bots of a match before it begins.

use super::{seating, seed};
use gridhaunt_bots::openings::Opening;
use gridhaunt_kernel::face::{Face, Opened, Session};
use gridhaunt_kernel::info::Information;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::{Field, FieldKind};
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_person::seats;
use gridhaunt_record::replay::Replay;
use gridhaunt_record::verify::Proof;
use serde_json::json;

/// Every game, as JSON.
pub(super) fn games(registry: &Registry) -> Value {
    let game = |game: &dyn Face| {
        let info = game.info();
        let openings = Opening::of(game).map(|opening| {
            let settings: Value = serde_json::from_str(opening.settings).unwrap_or_default();
            json!({ "name": opening.name, "about": opening.about, "settings": settings })
        });
        json!({
            "name": info.name, "title": info.title, "about": info.about, "score": info.score,
            "hidden": info.information == Information::Hidden,
            "fields": game.fields().iter().filter_map(field).collect::<Vec<_>>(),
            "openings": openings.collect::<Vec<_>>(),
        })
    };
    registry.games().map(game).collect()
}

/// A setting that a form can ask for; none for maps, lists and other documents.
fn field(field: &Field) -> Option<Value> {
    let mut asked = match field.kind {
        FieldKind::Integer(least, most) => json!({ "kind": "integer", "least": least, "most": most }),
        FieldKind::Number(least, most) => json!({ "kind": "number", "least": least, "most": most }),
        FieldKind::Flag => json!({ "kind": "flag" }),
        FieldKind::Word(words) => json!({ "kind": "word", "words": words }),
        FieldKind::Text(_) | FieldKind::Schema(_) => return None,
    };
    let object = asked.as_object_mut()?;
    object.insert("name".into(), field.name.into());
    object.insert("about".into(), field.about.into());
    object.insert("default".into(), field.default().into());
    Some(asked)
}

/// A game with the settings of a request, and its seed.
pub(super) fn opened(game: &dyn Face, request: &Value) -> Result<(Box<dyn Opened>, u64), Invalid> {
    let settings = request.get("settings").cloned().unwrap_or_else(|| Map::new().into());
    let opened = game.open(&settings)?;
    let seed = opened.fold_seed(seed(request)?);
    Ok((opened, seed))
}

/// The seats of a match with these settings, and the bots that can play each role.
pub(super) fn set_up(game: &dyn Face, request: &Value) -> Result<Value, Invalid> {
    let (opened, seed) = opened(game, request)?;
    let session = opened.begin(seed)?;
    let resolved: Map<String, Value> = opened.resolved().into_iter().map(|(name, v)| (name.into(), v)).collect();
    Ok(json!({
        "seats": seats(session.as_ref()), "roles": roles(game, opened.as_ref(), session.as_ref(), seed),
        "seed": seed.to_string(), "settings": resolved,
    }))
}

/// The seats of a recorded match, with who played them and which bot goes on there if nobody chooses another, and the bots
/// that can play each role.
pub(super) fn take_over(registry: &Registry, replay: &Replay) -> Result<Value, Invalid> {
    let header = &replay.header;
    let game = registry.find(&header.game)?;
    let opened = game.open(&header.settings)?;
    let unproved = |differs: String| Invalid::new("replay", "it", "one that verifies").reads(differs);
    let proof = Proof::begin(registry, header).map_err(|differs| unproved(differs.to_string()))?;
    let session = proof.game.into_session();
    let mut seats = seats(session.as_ref());
    for (n, seat) in (0..).zip(&mut seats).map(|(n, seat)| (Seat(n), seat)) {
        seat["bot"] = seating::going_on(opened.as_ref(), session.as_ref(), header, n).into();
        seat["player"] = header.seats.get(n.index()).map_or("", String::as_str).into();
    }
    let roles = roles(game, opened.as_ref(), session.as_ref(), header.seed);
    Ok(json!({ "game": game.info().title, "seats": seats, "roles": roles }))
}

/// The roles of a match that have a seat, each with the bots that can play it. A bot that needs more than its name, such
/// as a file, is left out.
fn roles(game: &dyn Face, opened: &dyn Opened, session: &dyn Session, seed: u64) -> Vec<Value> {
    let (info, cards) = (game.info(), game.bots());
    let mut roles = Vec::new();
    for (n, role) in info.roles.iter().enumerate() {
        let Some(seat) = (0..session.seats() as u8).map(Seat).find(|&seat| session.role(seat) == n) else { continue };
        let plays = |name: &str| info.suits(name, n) && opened.player(name, &Map::new(), seed, seat).is_ok();
        let bots = cards.iter().filter(|card| plays(card.name));
        let bots: Vec<Value> = bots.map(|card| json!({ "name": card.name, "about": card.about })).collect();
        roles.push(json!({ "name": role.name, "about": role.about, "bot": role.bot, "bots": bots }));
    }
    roles
}
