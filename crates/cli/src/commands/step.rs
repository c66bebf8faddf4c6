//! `step`: drives a game over a pipe, one JSON line at a time.
//!
//! A bad line gets `{"error":{field,got,expected}}` and changes nothing.

use crate::args::Step;
use crate::failure::Failure;
use gridhaunt_arena::replay::read_choices;
use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::json::{Map, Reader, Value, brief, hex, u64_from};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write};

/// The longest line that is read.
const LONGEST: usize = 16 << 20;

pub(crate) fn run(registry: &Registry, args: &Step) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut driver = Driver { game, session: None };
    let mut line = Vec::new();
    loop {
        // Whoever waits for an answer gets it; whoever sends on gets answers in bulk.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if std::io::Read::take(&mut input, LONGEST as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(output.flush()?);
        }
        if line.len() == LONGEST {
            return Err(Failure::Usage(format!("line: over {LONGEST} bytes is not a line this reads")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = driver.answer(&line).unwrap_or_else(|error| {
            let error = serde_json::to_string(&error).unwrap_or_default();
            format!(r#"{{"error":{error}}}"#)
        });
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
    }
}

struct Driver<'a> {
    game: &'a dyn Face,
    session: Option<Box<dyn Session>>,
}

const LINES: &str = r#"{"settings":…,"seed":…}, {"choices":[[seat,action],…]}, {"view":seat} or {"legal":seat}"#;

impl Driver<'_> {
    fn answer(&mut self, line: &[u8]) -> Result<String, Invalid> {
        let value: Value = serde_json::from_slice(line).map_err(|error| {
            let got = String::from_utf8_lossy(line.trim_ascii()).chars().take(60).collect::<String>();
            Invalid::new("line", got, format!("JSON: {error}"))
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
