//! A game that is controlled by hand or by a program, one JSON line at a time.
//!
//! The first line is `{"settings":…,"seed":…}`, with `"state":…` to begin from any valid state and `"bots":{"1":"greedy"}`
//! to have seats played; then `{"choices":[[seat,action],…]}` steps, and `{"view":seat}` and `{"legal":seat}` ask. A bad
//! line gets `{"error":{field,got,expected}}` and changes nothing.

use crate::Match;
use crate::company::Company;
use crate::replay::{read_choices, trouble};
use crate::seating::BotSpec;
use gridhaunt_kernel::face::{Face, Opened, Session};
use gridhaunt_kernel::json::{Map, Reader, Value, brief, hex, parse, u64_from};
use gridhaunt_kernel::{Invalid, Seat};
use serde_json::json;
use std::fmt::Write as _;

/// One game that is controlled by the lines it is sent.
pub struct Driver<'a> {
    game: &'a dyn Face,
    running: Option<Running>,
}

/// A match, and the bots that play some of its seats; the choices of the others come with the lines.
struct Running {
    game: Match,
    bots: Company,
}

/// The keys of the line that begins a match.
const KEYS: [&str; 4] = ["settings", "seed", "state", "bots"];

const LINES: &str = r#"{"settings":…,"seed":…}, {"choices":[[seat,action],…]}, {"view":seat} or {"legal":seat}"#;

impl<'a> Driver<'a> {
    /// A driver without a match: the first line begins one.
    #[must_use]
    pub fn new(game: &'a dyn Face) -> Self {
        Self { game, running: None }
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
            _ if KEYS.iter().any(|key| fields.contains_key(*key)) => self.start(&value),
            _ => Err(Invalid::new("line", brief(&value), LINES)),
        }
    }

    fn start(&mut self, value: &Value) -> Result<String, Invalid> {
        let read = Reader::new("line", value, &KEYS)?;
        let seed = read.get("seed").map_or(Ok(0), |seed| u64_from("seed", seed))?;
        let nothing = Value::Object(Map::new());
        let opened = self.game.open(read.get("settings").unwrap_or(&nothing))?;
        let session = match read.get("state") {
            Some(state) => opened.begin_from(seed, state)?,
            None => opened.begin(seed)?,
        };
        let nobody = Value::Object(Map::new());
        let bots = bots(opened.as_ref(), session.as_ref(), seed, read.get("bots").unwrap_or(&nobody))?;
        let answer = report(session.as_ref(), None);
        self.running = Some(Running { game: Match::new(session), bots });
        Ok(answer)
    }

    fn running(&mut self) -> Result<&mut Running, Invalid> {
        self.running
            .as_mut()
            .ok_or_else(|| Invalid::new("line", "no game yet", r#"a first line {"settings":…,"seed":…}"#))
    }

    fn session(&mut self) -> Result<&dyn Session, Invalid> {
        self.running().map(|running| running.game.session())
    }

    fn step(&mut self, choices: &Value) -> Result<String, Invalid> {
        let running = self.running()?;
        let session = running.game.session();
        let mut given = Vec::with_capacity(2);
        for (i, (seat, action)) in read_choices(choices)?.into_iter().enumerate() {
            let field = format!("choices[{i}]");
            seat_of(session, &field, &seat.0.into())?;
            if running.bots.plays(seat) {
                let words = format!("seat {seat} is played by a bot, need choices of the others alone");
                return Err(Invalid::new(field, seat, "a seat without a bot").says(words));
            }
            given.push((seat, session.read_action(&action).map_err(|error| error.within(&field))?));
        }
        // Without bots the answer does not repeat the choices.
        if running.bots.is_empty() {
            running.game.step(&given, &[]);
            return Ok(report(running.game.session(), None));
        }
        let choices = running.with_bots(given);
        running.game.step(&choices, &[]);
        Ok(report(running.game.session(), Some(&choices)))
    }

    fn view(&mut self, seat: &Value) -> Result<String, Invalid> {
        let session = self.session()?;
        let seat = seat_of(session, "view", seat)?;
        Ok(format!(r#"{{"seat":{seat},"view":{},"start":{}}}"#, session.view(seat), session.start(seat)))
    }

    fn legal(&mut self, seat: &Value) -> Result<String, Invalid> {
        let session = self.session()?;
        let seat = seat_of(session, "legal", seat)?;
        let actions: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
        Ok(format!(r#"{{"seat":{seat},"legal":{}}}"#, Value::Array(actions)))
    }
}

impl Running {
    /// All choices of a step in order of arrival: a bot's choice has the place of its seat in the order in which all
    /// seats choose, and the given choices fill the other places in their order.
    fn with_bots(&mut self, given: Vec<(Seat, u64)>) -> Vec<(Seat, u64)> {
        let session = self.game.session();
        self.bots.ask(session);
        let mut choices = Vec::with_capacity(session.seats());
        let mut given = given.into_iter();
        for seat in session.phase().seats().iter_from(session.first_to_arrive()) {
            if self.bots.plays(seat) {
                // If a bot chooses nothing, or something that is not allowed, it has no choice, as in a match of bots.
                let chosen = self.bots.choose(session, seat).choice.filter(|&code| session.allows(seat, code));
                choices.extend(chosen.map(|code| (seat, code)));
            } else {
                choices.extend(given.next());
            }
        }
        choices.extend(given);
        choices
    }
}

/// The bots of a match by seat, from `{"1":"greedy"}`.
fn bots(opened: &dyn Opened, session: &dyn Session, seed: u64, words: &Value) -> Result<Company, Invalid> {
    let expected = r#"an object such as {"1":"greedy"}"#;
    let Value::Object(words) = words else { return Err(Invalid::new("bots", brief(words), expected)) };
    let mut bots = Company::default();
    for (key, word) in words {
        let seat = key.parse::<u8>().ok().filter(|seat| usize::from(*seat) < session.seats());
        let Some(seat) = seat.filter(|seat| seat.to_string() == *key) else {
            let seats = format!("a seat 0..={}", session.seats().saturating_sub(1));
            return Err(Invalid::new("bots", format!("{key:?}"), seats));
        };
        let field = format!("bots.{seat}");
        let spec = word.as_str().ok_or_else(|| Invalid::new(&field, brief(word), "the name of a bot"))?;
        let made = BotSpec::parse(spec).and_then(|bot| opened.player(&bot.name, &bot.options, seed, Seat(seat)));
        bots.seat(Seat(seat), made.map_err(|error| error.within(&field))?);
    }
    bots.start(session);
    Ok(bots)
}

fn seat_of(session: &dyn Session, field: &str, value: &Value) -> Result<Seat, Invalid> {
    let seat = value.as_u64().filter(|&seat| seat < session.seats() as u64);
    seat.map(|seat| Seat(seat as u8))
        .ok_or_else(|| Invalid::new(field, brief(value), format!("a seat 0..={}", session.seats() - 1)))
}

/// The answer after a step: step number, phase, the choices of the step if bots made some, state, events, hash and,
/// when over, the outcome and the side that won.
fn report(session: &dyn Session, choices: Option<&[(Seat, u64)]>) -> String {
    let mut text = format!(r#"{{"step":{},"phase":{{"over":{},"seats":["#, session.steps(), session.phase().is_over());
    for (i, seat) in session.phase().seats().iter().enumerate() {
        let _ = write!(text, "{}{seat}", if i > 0 { "," } else { "" });
    }
    text.push_str("]}");
    if let Some(choices) = choices {
        let choices: Vec<Value> = choices.iter().map(|&(seat, code)| json!([seat.0, session.action(code)])).collect();
        let _ = write!(text, r#","choices":{}"#, Value::Array(choices));
    }
    let _ =
        write!(text, r#","state":{},"events":{},"hash":"{}""#, session.state(), session.events(), hex(session.hash()));
    if let Some(outcome) = session.outcome() {
        let side = session.ending().and_then(|ending| ending.side);
        let [outcome, side] =
            [serde_json::to_string(&outcome), serde_json::to_string(&side)].map(Result::unwrap_or_default);
        let _ = write!(text, r#","outcome":{outcome},"winner_side":{side}"#);
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Arena;
    use crate::seating::seat_all;
    use proptest::prelude::*;

    fn pieces() -> impl Strategy<Value = String> {
        let words = [
            "{", "}", "[", "]", ",", ":", "\"choices\"", "\"view\"", "\"legal\"", "\"settings\"", "\"seed\"",
            "\"state\"", "\"bots\"", "\"0\"", "\"uniform\"", "{\"1\":\"uniform\"}", "\"width\"", "\"players\"",
            "\"up\"", "0", "1", "7", "-1", "1e99", "null", "true", "\"\"", "[[0,1],[1,4]]", "{\"preset\":\"tiny\"}",
        ];
        proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..14).prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn every_line_gets_one_line_of_json(lines in proptest::collection::vec(pieces(), 1..12), junk: Vec<u8>) {
            let registry = gridhaunt_bots::registry();
            for game in registry.games() {
                let mut driver = Driver::new(game);
                for line in lines.iter().map(String::as_bytes).chain([junk.as_slice(), b"{\"seed\":1}", b"{\"choices\":[]}", b"{\"bots\":{\"0\":\"uniform\"}}", b"{\"choices\":[]}"]) {
                    let answer = driver.answer(line);
                    prop_assert!(!answer.contains('\n'));
                    prop_assert!(serde_json::from_str::<Value>(&answer).is_ok(), "{answer}");
                }
            }
        }
    }
    /// The choices of a step and the hash after it.
    type Told = (Vec<(Seat, Value)>, String);

    /// The names of the bots in a match of bots, and the match step by step.
    fn played(game: &dyn Face, seed: u64, steps: usize) -> (Vec<String>, Vec<Told>) {
        let opened = game.open(&json!({})).unwrap();
        let seats = seat_all(game, opened.begin(seed).unwrap().as_ref(), &[]).unwrap();
        let arena =
            Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
        let mut game = arena.ready(seed, arena.begin(seed).unwrap(), false);
        let mut bots = arena.company(seed, None, game.session()).unwrap();
        let mut told = Vec::new();
        while told.len() < steps && !game.session().phase().is_over() {
            bots.step(&mut game, None);
            let choices = game.choices().iter().map(|&(seat, code)| (seat, game.session().action(code))).collect();
            told.push((choices, hex(game.session().hash())));
        }
        (seats.iter().map(ToString::to_string).collect(), told)
    }

    fn answer(driver: &mut Driver<'_>, line: Value) -> Value {
        let answer: Value = serde_json::from_str(&driver.answer(line.to_string().as_bytes())).unwrap();
        assert!(answer.get("error").is_none(), "{line}: {answer}");
        answer
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn seats_with_bots_are_played_as_in_a_match_of_bots(seed in 0u64..1000, mask: u32) {
            let registry = gridhaunt_bots::registry();
            for game in registry.games() {
                let (names, told) = played(game, seed, 120);
                let is_bot = |seat: usize| mask >> (seat % 32) & 1 == 1;
                let bots: Map<String, Value> = names.iter().enumerate().filter(|(seat, _)| is_bot(*seat))
                    .map(|(seat, name)| (seat.to_string(), name.as_str().into())).collect();
                let mut driver = Driver::new(game);
                answer(&mut driver, json!({"seed": seed, "bots": bots}));
                for (choices, hash) in told {
                    let given: Vec<Value> = choices.iter().filter(|(seat, _)| !is_bot(seat.index()))
                        .map(|(seat, action)| json!([seat.0, action])).collect();
                    let report = answer(&mut driver, json!({"choices": given}));
                    prop_assert_eq!(&report["hash"], &json!(hash), "{}", game.info().name);
                    let all: Vec<Value> = choices.iter().map(|(seat, action)| json!([seat.0, action])).collect();
                    prop_assert_eq!(report.get("choices").cloned(), (!bots.is_empty()).then_some(Value::Array(all)));
                }
            }
        }
    }

    #[test]
    fn wrong_bots_are_named_and_change_nothing() {
        let registry = gridhaunt_bots::registry();
        let mut driver = Driver::new(registry.find("pyrat").unwrap());
        let first = answer(&mut driver, json!({"seed": 3, "bots": {"1": "greedy:ties=first"}}));
        for (line, field, got) in [
            (json!({"seed": 4, "bots": 5}), "bots", json!(5)),
            (json!({"seed": 4, "bots": {"2": "greedy"}}), "bots", json!("2")),
            (json!({"seed": 4, "bots": {"01": "greedy"}}), "bots", json!("01")),
            (json!({"seed": 4, "bots": {"1": 7}}), "bots.1", json!(7)),
            (json!({"seed": 4, "bots": {"1": "gredy"}}), "bots.1.bot", json!("gredy")),
            (json!({"seed": 4, "bots": {"1": "greedy:tie=1"}}), "bots.1.bot greedy.tie", json!(1)),
            (json!({"choices": [[0, 1], [1, 1]]}), "choices[1]", json!(1)),
        ] {
            let error: Value = serde_json::from_str(&driver.answer(line.to_string().as_bytes())).unwrap();
            assert_eq!((&error["error"]["field"], &error["error"]["got"]), (&json!(field), &got), "{error}");
        }
        let mut untouched = Driver::new(registry.find("pyrat").unwrap());
        assert_eq!(answer(&mut untouched, json!({"seed": 3, "bots": {"1": "greedy:ties=first"}})), first);
        let step = json!({"choices": [[0, 1]]});
        assert_eq!(answer(&mut driver, step.clone()), answer(&mut untouched, step), "a refused line asks no bot");
    }

    #[test]
    fn where_bots_alone_are_asked_an_empty_line_goes_on() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let (names, told) = played(game, 5, usize::MAX);
            let bots: Map<String, Value> =
                names.iter().enumerate().map(|(seat, name)| (seat.to_string(), name.as_str().into())).collect();
            let mut driver = Driver::new(game);
            answer(&mut driver, json!({"seed": 5, "bots": bots}));
            let last = told.iter().map(|_| answer(&mut driver, json!({"choices": []}))).last().unwrap();
            assert_eq!((&last["hash"], &last["phase"]["over"]), (&json!(told.last().unwrap().1), &json!(true)));
        }
    }
}
