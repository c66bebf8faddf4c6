//! A person plays: what a page asks for, and the answers.

mod catalogue;
mod seating;
mod table;
#[cfg(test)]
mod tests;

use gridhaunt_kernel::json::{Map, Value, integer, u64_from};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_person::Look;
use gridhaunt_record::replay::{Replay, read_all};
use serde_json::json;
use table::{Origin, Seated, Table};

/// The largest cell that is drawn, in pixels.
const MOST_CELL: u64 = 256;

/// The registry, and the match that is played, if there is one.
pub(crate) struct Playing {
    registry: Registry,
    table: Option<Table>,
}

impl Default for Playing {
    fn default() -> Self {
        Self { registry: gridhaunt_bots::registry(), table: None }
    }
}

impl Playing {
    /// The answer to a request, given as its text.
    pub(crate) fn answer(&mut self, request: &[u8]) -> Value {
        let request: Value = match serde_json::from_slice(request) {
            Ok(request) => request,
            Err(error) => return json!({ "error": format!("this is no request: {error}") }),
        };
        self.heed(&request).unwrap_or_else(|wrong| json!({ "error": wrong.to_string(), "field": wrong.field }))
    }

    fn heed(&mut self, request: &Value) -> Result<Value, Invalid> {
        match word(request, "do")? {
            "games" => return Ok(catalogue::games(&self.registry)),
            "set_up" => return catalogue::set_up(self.registry.find(word(request, "game")?)?, request),
            "take_over" => return catalogue::take_over(&self.registry, &replay(request)?),
            "begin" => self.table = Some(self.begin(request)?),
            "go_on" => self.table = Some(self.go_on(request)?),
            doing => {
                let Self { registry, table } = self;
                let nobody = || Invalid::new("do", format!("{doing:?}"), "games, set_up, begin, take_over or go_on");
                let table = table.as_mut().ok_or_else(nobody)?;
                match doing {
                    "step" => table.step(offer(request)?)?,
                    "hurry" => table.hurry(),
                    "undo" => table.undo(registry)?,
                    "show" => {}
                    "hint" => return table.hint(),
                    "record" => return Ok(json!({ "record": table.record(), "name": table.file_name() })),
                    "legend" => {
                        let dark = request.get("dark").and_then(Value::as_bool).unwrap_or(false);
                        return Ok(json!({ "legend": table.legend(dark) }));
                    }
                    _ => return Err(Invalid::new("do", format!("{doing:?}"), "one of the requests")),
                }
            }
        }
        let look = look(request)?;
        Ok(self.table.as_mut().map_or(Value::Null, |table| table.sheet(&look)))
    }

    fn begin(&self, request: &Value) -> Result<Table, Invalid> {
        let game = self.registry.find(word(request, "game")?)?;
        let (opened, seed) = catalogue::opened(game, request)?;
        let origin = Origin::Settings { game: game.info(), settings: opened.settings(), seed };
        Table::new(&self.registry, origin, seated(request)?)
    }

    fn go_on(&self, request: &Value) -> Result<Table, Invalid> {
        let replay = replay(request)?;
        let step = integer("step", request.get("step").unwrap_or(&Value::Null), 0, replay.steps.len() as u64)? as usize;
        Table::new(&self.registry, Origin::Replay { replay: Box::new(replay), step }, seated(request)?)
    }
}

/// The first match of the replay of a request.
fn replay(request: &Value) -> Result<Replay, Invalid> {
    let damaged = |words: String| Invalid::new("replay", "it", "a replay").reads(words);
    let replays = read_all(word(request, "replay")?).map_err(|error| damaged(error.to_string()))?;
    replays.into_iter().next().ok_or_else(|| damaged("the file is empty".into()))
}

fn word<'a>(request: &'a Value, field: &str) -> Result<&'a str, Invalid> {
    let value = request.get(field).unwrap_or(&Value::Null);
    value.as_str().ok_or_else(|| Invalid::new(field, value, "a text"))
}

fn offer(request: &Value) -> Result<Option<usize>, Invalid> {
    match request.get("offer") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => Ok(Some(integer("offer", value, 0, u64::from(u32::MAX))? as usize)),
    }
}

fn seated(request: &Value) -> Result<Seated, Invalid> {
    let seat = Seat(integer("seat", request.get("seat").unwrap_or(&Value::Null), 0, u64::from(u8::MAX))? as u8);
    let bots = match request.get("bots") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(bots)) => bots.clone(),
        Some(other) => return Err(Invalid::new("bots", other, "an object with a bot for each role")),
    };
    Ok(Seated { seat, bots })
}

fn look(request: &Value) -> Result<Look, Invalid> {
    let usual = Look::default();
    let Some(look) = request.get("look") else { return Ok(usual) };
    let number = |field: &str, usual: u32, most: u64| match look.get(field) {
        None => Ok(usual),
        Some(value) => integer(&format!("look.{field}"), value, 0, most).map(|number| number as u32),
    };
    let dark = look.get("dark").and_then(Value::as_bool).unwrap_or(usual.dark);
    Ok(Look { cell: number("cell", usual.cell, MOST_CELL)?, dark, moments: number("moments", 0, 100)? })
}

/// The seed of a request, which JavaScript writes as a text.
fn seed(request: &Value) -> Result<u64, Invalid> {
    request.get("seed").map_or(Ok(0), |seed| u64_from("seed", seed))
}
