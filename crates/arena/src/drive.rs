//! A game driven by hand or by a program, one JSON line at a time.
//!
//! The first line is `{"settings":…,"seed":…}`, with `"state":…` to begin from any valid state; then
//! `{"choices":[[seat,action],…]}` steps, and `{"view":seat}` and `{"legal":seat}` ask. A bad line gets
//! `{"error":{field,got,expected}}` and changes nothing.

use crate::replay::{read_choices, trouble};
use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::json::{Map, Reader, Value, brief, hex, parse, u64_from};
use gridhaunt_kernel::{Invalid, Seat};
use std::fmt::Write as _;

/// One game under the hand of whoever sends the lines.
pub struct Driver<'a> {
    game: &'a dyn Face,
    session: Option<Box<dyn Session>>,
}

const LINES: &str = r#"{"settings":…,"seed":…}, {"choices":[[seat,action],…]}, {"view":seat} or {"legal":seat}"#;

impl<'a> Driver<'a> {
    /// No match yet: the first line begins one.
    #[must_use]
    pub fn new(game: &'a dyn Face) -> Self {
        Self { game, session: None }
    }

    /// The answer to a line, as one line of JSON.
    pub fn answer(&mut self, line: &[u8]) -> String {
        self.try_answer(line).unwrap_or_else(|error| {
            let error = serde_json::to_string(&error).unwrap_or_default();
            format!(r#"{{"error":{error}}}"#)
        })
    }

    fn try_answer(&mut self, line: &[u8]) -> Result<String, Invalid> {
        let value = parse(line).map_err(|error| {
            let got = String::from_utf8_lossy(line.trim_ascii()).chars().take(60).collect::<String>();
            Invalid::new("line", got, format!("JSON: {}", trouble(&error)))
        })?;
        let Value::Object(fields) = &value else {
            return Err(Invalid::new("line", brief(&value), LINES));
        };
        match fields.keys().next().map(String::as_str) {
            Some("choices") if fields.len() == 1 => self.step(&value["choices"]),
            Some("view") if fields.len() == 1 => self.view(&value["view"]),
            Some("legal") if fields.len() == 1 => self.legal(&value["legal"]),
            _ if ["settings", "seed", "state"].iter().any(|key| fields.contains_key(*key)) => self.start(&value),
            _ => Err(Invalid::new("line", brief(&value), LINES)),
        }
    }

    fn start(&mut self, value: &Value) -> Result<String, Invalid> {
        let read = Reader::new("line", value, &["settings", "seed", "state"])?;
        let seed = read.get("seed").map_or(Ok(0), |seed| u64_from("seed", seed))?;
        let nothing = Value::Object(Map::new());
        let table = self.game.open(read.get("settings").unwrap_or(&nothing))?;
        let session = match read.get("state") {
            Some(state) => table.begin_from(seed, state)?,
            None => table.begin(seed)?,
        };
        let answer = report(session.as_ref());
        self.session = Some(session);
        Ok(answer)
    }

    fn running(&mut self) -> Result<&mut dyn Session, Invalid> {
        match &mut self.session {
            Some(session) => Ok(session.as_mut()),
            None => Err(Invalid::new("line", "no game yet", r#"a first line {"settings":…,"seed":…}"#)),
        }
    }

    fn step(&mut self, choices: &Value) -> Result<String, Invalid> {
        let session = self.running()?;
        let mut codes = Vec::with_capacity(2);
        for (i, (seat, action)) in read_choices(choices)?.into_iter().enumerate() {
            let field = format!("choices[{i}]");
            seat_of(session, &field, &seat.0.into())?;
            codes.push((seat, session.read_action(&action).map_err(|error| error.within(&field))?));
        }
        session.step(&codes);
        Ok(report(session))
    }

    fn view(&mut self, seat: &Value) -> Result<String, Invalid> {
        let session = self.running()?;
        let seat = seat_of(session, "view", seat)?;
        Ok(format!(r#"{{"seat":{seat},"view":{},"start":{}}}"#, session.view(seat), session.start(seat)))
    }

    fn legal(&mut self, seat: &Value) -> Result<String, Invalid> {
        let session = self.running()?;
        let seat = seat_of(session, "legal", seat)?;
        let actions: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
        Ok(format!(r#"{{"seat":{seat},"legal":{}}}"#, Value::Array(actions)))
    }
}

fn seat_of(session: &dyn Session, field: &str, value: &Value) -> Result<Seat, Invalid> {
    let seat = value.as_u64().filter(|&seat| seat < session.seats() as u64);
    seat.map(|seat| Seat(seat as u8))
        .ok_or_else(|| Invalid::new(field, brief(value), format!("a seat 0..={}", session.seats() - 1)))
}

/// Step number, phase, state, events, hash and, when over, the outcome.
fn report(session: &dyn Session) -> String {
    let mut text = format!(r#"{{"step":{},"phase":{{"over":{},"seats":["#, session.steps(), session.phase().is_over());
    for (i, seat) in session.phase().seats().iter().enumerate() {
        let _ = write!(text, "{}{seat}", if i > 0 { "," } else { "" });
    }
    let _ = write!(
        text,
        r#"]}},"state":{},"events":{},"hash":"{}""#,
        session.state(),
        session.events(),
        hex(session.hash())
    );
    if let Some(outcome) = session.outcome() {
        let _ = write!(text, r#","outcome":{}"#, serde_json::to_string(&outcome).unwrap_or_default());
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces() -> impl Strategy<Value = String> {
        let words = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"choices\"",
            "\"view\"",
            "\"legal\"",
            "\"settings\"",
            "\"seed\"",
            "\"state\"",
            "\"width\"",
            "\"players\"",
            "\"up\"",
            "0",
            "1",
            "7",
            "-1",
            "1e99",
            "null",
            "true",
            "\"\"",
            "[[0,1],[1,4]]",
            "{\"preset\":\"tiny\"}",
        ];
        proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..14).prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn every_line_gets_one_line_of_json(lines in proptest::collection::vec(pieces(), 1..12), junk: Vec<u8>) {
            let registry = gridhaunt_bots::registry();
            for game in registry.games() {
                let mut driver = Driver::new(game);
                for line in lines.iter().map(String::as_bytes).chain([junk.as_slice(), b"{\"seed\":1}", b"{\"choices\":[]}"]) {
                    let answer = driver.answer(line);
                    prop_assert!(!answer.contains('\n'));
                    prop_assert!(serde_json::from_str::<Value>(&answer).is_ok(), "{answer}");
                }
            }
        }
    }
}
