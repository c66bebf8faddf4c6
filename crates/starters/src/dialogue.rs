//! A few turns as a host tells them: what the tests of a starter play.

use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Seat};
use serde_json::json;

/// The match that is recorded is one with this seed.
const SEED: u64 = 1;
/// How many turns of a role are recorded.
const TURNS: usize = 3;
/// After how many steps a role that was not asked is given up.
const STEPS: usize = 200;

/// The lines of a dialogue with the first seat of every role that is asked in a match between the usual bots.
pub(crate) fn record(game: &dyn Face) -> Result<String, Invalid> {
    let opened = game.open(&json!({}))?;
    let mut session = opened.begin(SEED)?;
    let roles = session.info().roles;
    let seats: Vec<Seat> = (0..session.seats()).map(|seat| Seat(seat as u8)).collect();
    let mut players = Vec::new();
    for &seat in &seats {
        let name = roles.get(session.role(seat)).map_or("uniform", |role| role.bot);
        let mut player = opened.player(name, &Map::new(), SEED, seat)?;
        player.start(session.as_ref(), seat);
        players.push(player);
    }
    // The seat that speaks for each role, and its turns so far.
    let mut heard: Vec<(usize, Seat, Vec<Value>)> = Vec::new();
    for _ in 0..STEPS {
        if session.phase().is_over()
            || heard.len() == roles.len() && heard.iter().all(|(.., lines)| lines.len() >= TURNS)
        {
            break;
        }
        let mut choices = Vec::new();
        for seat in session.phase().seats().iter() {
            let role = session.role(seat);
            if heard.iter().all(|(known, ..)| *known != role) {
                heard.push((role, seat, Vec::new()));
            }
            if let Some((.., lines)) = heard.iter_mut().find(|(_, known, lines)| *known == seat && lines.len() < TURNS)
            {
                lines.push(turn(session.as_ref(), seat));
            }
            let choice = players[seat.index()].choose(session.as_ref(), seat);
            choices.extend(choice.map(|code| (seat, code)));
        }
        session.step(&choices);
    }
    let mut lines = vec![json!({"type": "hello", "protocol": 1, "host": "gridhaunt"})];
    let session = opened.begin(SEED)?;
    for (_, seat, turns) in heard {
        lines.push(start(session.as_ref(), &seats, seat));
        lines.extend(turns);
        lines.push(
            json!({"type": "end", "seat": seat, "view": text(&session.view(seat)), "outcome": null, "verdicts": {}}),
        );
    }
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

fn start(session: &dyn Session, seats: &[Seat], seat: Seat) -> Value {
    let (info, role) = (session.info(), |seat: Seat| session.info().role_name(session.role(seat)));
    json!({
        "type": "start", "match": "example", "game": info.name, "rules": info.rules_version, "seat": seat,
        "role": role(seat), "seats": seats.len(), "roles": seats.iter().map(|&seat| role(seat)).collect::<Vec<_>>(),
        "names": seats.iter().map(|_| Value::Null).collect::<Vec<_>>(), "start": text(&session.start(seat)),
        "options": {}, "clock": {"kind": "none"}, "seed": SEED.to_string(),
    })
}

fn turn(session: &dyn Session, seat: Seat) -> Value {
    let legal: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
    let steps = session.steps();
    json!({
        "type": "turn", "id": format!("{seat}-{steps}"), "turn": steps, "seat": seat, "view": text(&session.view(seat)),
        "legal": legal, "left_ms": null, "bank_ms": 0,
    })
}

/// A document that a session has written; it is JSON.
fn text(document: &str) -> Value {
    serde_json::from_str(document).unwrap_or_default()
}
