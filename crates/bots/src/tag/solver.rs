//! `gridhaunt tag solve`: the solver for people (R57).

use super::solve::{Board, Count, Distances, MOST_FOR_TWO, One, Open, Two};
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::as_given;
use gridhaunt_tag::settings::Manner;

const CELLS: FieldKind = FieldKind::Schema(r#"{"description":"cells, as 0,4 or 0,4;8,4"}"#);

gridhaunt_kernel::settings! {
    /// What is asked.
    struct Flags {
        /// Cells in a row
        width: u16 = 50, in 3..=64;
        /// Rows
        height: u16 = 50, in 3..=64;
        /// The exits; may be given more than once
        exits: Option<Value> = None, kind CELLS, shown "the middle", read as_given;
        /// No exit at all: how long until the capture
        no_exits: bool = false;
        /// How many killers; two need a board of at most 24 by 24
        killers: u16 = 1, in 1..=2;
        /// Starts: least distance of units to exits
        d_exit_min: u16 = 8, in 1..=256;
        /// Starts: least distance between survivor and killers
        d_enemy_min: u16 = 4, in 2..=256;
        /// Killers on exits
        killers_on_exits: Manner = Manner::Allow;
        /// Solve one start only: the survivor's cell
        survivor: Option<Value> = None, kind CELLS, shown "every start", read as_given;
        /// Solve one start only: the killers' cells
        killer: Option<Value> = None, kind CELLS, shown "every start", read as_given;
    }
}

pub(super) static TOOL: Tool = Tool {
    name: "solve",
    also: &[],
    about: "Exact play: from how many starts a lone survivor is sure to escape, and how soon",
    example: "gridhaunt tag solve --width 9 --height 9 --exits 4,4 --killers 1 --d-exit-min 3 --d-enemy-min 2",
    flags: Flags::FIELDS,
    reads: None,
    run: |flags, console| run(flags, console),
};

/// The question to solve, read from the flags.
struct Question {
    grid: Grid,
    exits: Vec<Cell>,
    barred: bool,
    killers: u16,
    distances: Distances,
    /// One start: the survivor and the killers.
    start: Option<(Cell, Vec<Cell>)>,
}

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let (question, json) = (read(flags)?, console.json());
    let most = u64::from(question.grid.width().max(question.grid.height()));
    let mut go_on = |round: u16| {
        // There are rarely more rounds than the longer side has cells; beyond that no share can be shown.
        console.progress("rounds", round.into(), Some(most.max(round.into())));
        !console.stopped()
    };
    if question.exits.is_empty() {
        let Some(open) = Open::solve(question.grid, &mut go_on)? else { return Ok(Exit::Stopped) };
        let (worst, best) = (open.worst, open.best);
        console.say(&if json {
            format!(r#"{{"worst":{worst},"best":{best}}}"#)
        } else {
            format!("worst {worst} best {best}")
        });
        return Ok(Exit::Fine);
    }
    let board = Board::new(question.grid, &question.exits, question.barred)?;
    let answer = if question.killers == 1 {
        One::solve(&board, &mut go_on).map(|one| match &question.start {
            Some((survivor, killers)) => told(one.rounds(killers[0], *survivor), json),
            None => counted(one.count(question.distances), json),
        })
    } else {
        Two::solve(&board, &mut go_on)?.map(|two| match &question.start {
            Some((survivor, killers)) => told(two.rounds([killers[0], killers[1]], *survivor), json),
            None => counted(two.count(question.distances), json),
        })
    };
    let Some(answer) = answer else { return Ok(Exit::Stopped) };
    console.say(&answer);
    Ok(Exit::Fine)
}

fn counted(Count { starts, forced, longest }: Count, json: bool) -> String {
    if json {
        return format!(r#"{{"starts":{starts},"forced":{forced},"longest":{longest}}}"#);
    }
    let none = if starts == 0 { "\nno start keeps these distances: see --d-exit-min and --d-enemy-min" } else { "" };
    format!("starts {starts} forced {forced} longest {longest}{none}")
}

fn told(rounds: Option<u16>, json: bool) -> String {
    match rounds {
        Some(rounds) if json => format!(r#"{{"forced":true,"rounds":{rounds}}}"#),
        None if json => r#"{"forced":false,"rounds":null}"#.into(),
        Some(1) => "forced: the survivor is out in 1 round, whatever the other side does".into(),
        Some(rounds) => format!("forced: the survivor is out in {rounds} rounds, whatever the other side does"),
        None => "not forced: the other side can keep the survivor in for good".into(),
    }
}

fn read(flags: &Map<String, Value>) -> Result<Question, Invalid> {
    let flags = Flags::from_options(flags)?;
    let Flags { width, height, killers, .. } = flags;
    let grid = Grid::new(width, height).ok_or_else(|| Invalid::new("width", width, "3..=64"))?;
    let barred = flags.killers_on_exits == Manner::Forbid;
    for (field, side) in [("width", width), ("height", height)] {
        if killers == 2 && side > MOST_FOR_TWO {
            let words = format!("{side} is not in 3..={MOST_FOR_TWO}, which two killers need");
            return Err(Invalid::new(field, side, format!("3..={MOST_FOR_TWO}")).says(words));
        }
    }
    let open = flags.no_exits;
    let exits = match &flags.exits {
        Some(value) if open => {
            return Err(Invalid::new("exits", brief(value), "absent").says("not together with no_exits"));
        }
        _ if open => Vec::new(),
        Some(value) => cells("exits", value, grid, 16)?,
        None => vec![Cell { x: width / 2, y: height / 2 }],
    };
    if open && killers != 1 {
        return Err(Invalid::new("killers", killers, "1").says(format!("{killers} killers, no_exits needs 1")));
    }
    let start = match (&flags.survivor, &flags.killer) {
        (None, None) => None,
        (Some(value), _) | (_, Some(value)) if open => {
            return Err(Invalid::new("survivor", brief(value), "absent").says("not together with no_exits"));
        }
        (Some(survivor), Some(killer)) => {
            let survivor = cells("survivor", survivor, grid, 1)?[0];
            let killer = cells("killer", killer, grid, killers.into())?;
            Some((survivor, killer))
        }
        (Some(_), None) => return Err(Invalid::new("killer", "missing", "a cell").says("missing, survivor is given")),
        (None, Some(_)) => return Err(Invalid::new("survivor", "missing", "a cell").says("missing, killer is given")),
    };
    if let Some((survivor, found)) = &start {
        if found.len() != usize::from(killers) {
            let words = format!("{} given, need {killers}", found.len());
            return Err(
                Invalid::new("killer", format!("{} cells", found.len()), format!("{killers} cells")).says(words)
            );
        }
        if found.contains(survivor) || exits.contains(survivor) {
            let got = format!("[{},{}]", survivor.x, survivor.y);
            return Err(Invalid::new("survivor", got, "a cell without killer and exit"));
        }
        if let Some(killer) = found.iter().find(|killer| barred && exits.contains(killer)) {
            let got = format!("[{},{}]", killer.x, killer.y);
            let words = format!("{got} is an exit barred to killers");
            return Err(Invalid::new("killer", got, "a cell that is not barred").says(words));
        }
    }
    let distances = Distances { exit: flags.d_exit_min, enemy: flags.d_enemy_min };
    Ok(Question { grid, exits, barred, killers, distances, start })
}

/// Reads cells: `4,4`, `0,4;8,4`, `[[0,4],[8,4]]`, or a list of such texts.
fn cells(field: &str, value: &Value, grid: Grid, most: usize) -> Result<Vec<Cell>, Invalid> {
    let wrong = || {
        let words = format!("{} is no cell, need 0,4 or 0,4;8,4", brief(value));
        Invalid::new(field, brief(value), "cells, as 0,4 or 0,4;8,4").says(words)
    };
    let mut found: Vec<Cell> = Vec::new();
    let mut take = |x: i64, y: i64| {
        let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(Cell::from);
        let cell = cell.filter(|&cell| grid.index(cell).is_some()).ok_or_else(|| {
            Invalid::new(field, format!("[{x},{y}]"), "on the board").says(format!("[{x},{y}] is off the board"))
        })?;
        if found.contains(&cell) {
            return Err(Invalid::new(field, format!("[{x},{y}]"), "each cell once").says(format!("[{x},{y}] is taken")));
        }
        found.push(cell);
        Ok(())
    };
    let text = |text: &str, take: &mut dyn FnMut(i64, i64) -> Result<(), Invalid>| {
        for pair in text.split([';', ' ']).filter(|pair| !pair.is_empty()) {
            let numbers = pair.split_once(',').and_then(|(x, y)| x.trim().parse().ok().zip(y.trim().parse().ok()));
            let (x, y) = numbers.ok_or_else(wrong)?;
            take(x, y)?;
        }
        Ok(())
    };
    let items: &[Value] = match value {
        Value::Array(items) if !items.iter().all(Value::is_number) => items,
        other => std::slice::from_ref(other),
    };
    for item in items {
        match item {
            Value::String(words) => text(words, &mut take)?,
            Value::Array(pair) => match (pair.first().and_then(Value::as_i64), pair.get(1).and_then(Value::as_i64)) {
                (Some(x), Some(y)) if pair.len() == 2 => take(x, y)?,
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        }
    }
    if found.is_empty() || found.len() > most {
        let words = format!(
            "{} cells given, need {}",
            found.len(),
            if most == 1 { "1".into() } else { format!("1 to {most}") }
        );
        return Err(Invalid::new(field, format!("{} cells", found.len()), format!("1 to {most} cells")).says(words));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_console::Lines;
    use serde_json::json;

    fn answer(flags: Value, json: bool) -> Result<String, String> {
        let mut console = Lines { json, ..Lines::default() };
        let flags = flags.as_object().cloned().unwrap_or_default();
        match run(&flags, &mut console) {
            Ok(verdict) => {
                assert_eq!(verdict, Exit::Fine);
                Ok(console.said.join("\n"))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn it_prints_what_the_specification_prints() {
        // R57
        let first = json!({"width": 9, "height": 9, "exits": "4,4", "killers": 1, "d_exit_min": 3, "d_enemy_min": 2});
        assert_eq!(answer(first.clone(), false).unwrap(), "starts 2792 forced 1696 longest 4");
        assert_eq!(answer(first, true).unwrap(), r#"{"starts":2792,"forced":1696,"longest":4}"#);
        let open = json!({"width": 10, "height": 10, "no_exits": true});
        assert_eq!(answer(open, false).unwrap(), "worst 9 best 5");
        let two =
            json!({"width": 9, "height": 9, "exits": ["0,4", "8,4"], "killers": 2, "d_exit_min": 3, "d_enemy_min": 2});
        assert_eq!(answer(two, false).unwrap(), "starts 43833 forced 22248 longest 6");
        let one = json!({"width": 9, "height": 9, "exits": "4,4", "survivor": "0,0", "killer": "8,8"});
        assert_eq!(answer(one, true).unwrap(), r#"{"forced":true,"rounds":4}"#);
        let none = answer(json!({"width": 9, "height": 9}), false).unwrap();
        assert!(none.starts_with("starts 0 forced 0 longest 0\nno start keeps these distances"), "{none}");
    }

    #[test]
    fn wrong_flags_are_named() {
        for (flags, words) in [
            (json!({"width": 2}), "width: 2 is not in 3..=64"),
            (json!({"killers": 2}), "width: 50 is not in 3..=24, which two killers need"),
            (json!({"exits": "4"}), "exits: \"4\" is no cell, need 0,4 or 0,4;8,4"),
            (json!({"exits": "50,0"}), "exits: [50,0] is off the board"),
            (json!({"exits": "1,1;1,1"}), "exits: [1,1] is taken"),
            (json!({"exits": "1,1", "no_exits": true}), "exits: not together with no_exits"),
            (json!({"killers": 2, "no_exits": true, "width": 9, "height": 9}), "killers: 2 killers, no_exits needs 1"),
            (json!({"survivor": "1,1"}), "killer: missing, survivor is given"),
            (json!({"survivor": "1,1;2,2", "killer": "3,3"}), "survivor: 2 cells given, need 1"),
            (json!({"survivor": "25,25", "killer": "3,3"}), "survivor: [25,25] is not a cell without killer and exit"),
            (
                json!({"survivor": "1,1", "killer": "25,25", "killers_on_exits": "forbid"}),
                "killer: [25,25] is an exit barred to killers",
            ),
            (json!({"killers_on_exits": "maybe"}), "killers_on_exits: \"maybe\" is not one of allow, forbid"),
        ] {
            assert_eq!(answer(flags.clone(), false).unwrap_err(), words, "{flags}");
        }
    }
}
