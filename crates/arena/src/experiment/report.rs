//! The result of an experiment for programs: JSON lines, one JSON document, CSV.

use super::plan::Plan;
use super::summary::{Cell, Summary};
use gridhaunt_kernel::json::{Map, Value};
use serde_json::json;

/// A number with its bounds.
fn number(cell: Cell) -> Map<String, Value> {
    let mut number = Map::new();
    number.insert("n".into(), cell.n.into());
    // Nothing was measured: null, because 0 would look like a result.
    let known = |value: f64| if cell.n == 0 { Value::Null } else { value.into() };
    number.insert("value".into(), known(cell.estimate.value));
    number.insert("low".into(), known(cell.estimate.low));
    number.insert("high".into(), known(cell.estimate.high));
    number
}

/// The measures of an arm, in their order.
fn arm_values(summary: &Summary, arm: usize) -> Vec<Value> {
    let value = |(i, measure): (usize, &super::measure::Measure)| {
        let mut value = number(summary.arm(arm, i));
        value.insert("measure".into(), measure.name.clone().into());
        value.insert("kind".into(), measure.kind.name().into());
        Value::Object(value)
    };
    summary.measures.iter().enumerate().map(value).collect()
}

/// The measures of a difference, in their order.
fn difference_values(summary: &Summary, pair: usize) -> Vec<Value> {
    let value = |(i, measure): (usize, &super::measure::Measure)| {
        let cell = summary.difference(pair, i);
        let mut value = number(cell);
        value.insert("measure".into(), measure.name.clone().into());
        value.insert("verdict".into(), cell.verdict().name().into());
        Value::Object(value)
    };
    summary.measures.iter().enumerate().map(value).collect()
}

/// One object for each arm, then one for each difference.
#[must_use]
pub fn lines(plan: &Plan, summary: &Summary) -> Vec<Value> {
    let varied = |arm: &super::plan::Arm| Value::Object(arm.varied.iter().cloned().collect());
    let arm = |(i, arm): (usize, &super::plan::Arm)| {
        json!({
            "experiment": plan.name, "arm": arm.name, "varied": varied(arm), "settings": arm.settings(),
            "bots": arm.bot_names(), "games": summary.games, "values": arm_values(summary, i),
        })
    };
    let difference = |(i, &pair): (usize, &(usize, usize))| {
        json!({
            "experiment": plan.name, "difference": plan.pair_name(pair), "arm": plan.arms[pair.0].name,
            "minus": plan.arms[pair.1].name, "games": summary.games, "values": difference_values(summary, i),
        })
    };
    plan.arms.iter().enumerate().map(arm).chain(plan.pairs.iter().enumerate().map(difference)).collect()
}

/// The whole result as one document.
#[must_use]
pub fn document(plan: &Plan, summary: &Summary) -> Value {
    let (arms, differences): (Vec<Value>, Vec<Value>) =
        lines(plan, summary).into_iter().partition(|line| line.get("difference").is_none());
    json!({
        "experiment": plan.name,
        "game": plan.info.name,
        "versions": {
            "engine": env!("CARGO_PKG_VERSION"), "rules": plan.info.rules_version, "generator": plan.info.generator_version,
        },
        "n": summary.games,
        "seed": plan.seed.to_string(),
        "complete": summary.games >= plan.games,
        "interval": "95 %",
        "settings": plan.settings,
        "arms": arms,
        "differences": differences,
    })
}

/// A table with one row for every number: those of the arms, then the differences.
#[must_use]
pub fn csv(plan: &Plan, summary: &Summary) -> String {
    let mut text = String::new();
    let mut row = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let head = [words(&["kind", "arm", "minus"]), plan.fields.clone()];
    row([head.concat(), words(&["measure", "n", "value", "low", "high", "verdict"])].concat());
    let numbers = |cell: Cell| {
        let known = |value: f64| if cell.n == 0 { String::new() } else { value.to_string() };
        let Cell { n, estimate } = cell;
        vec![n.to_string(), known(estimate.value), known(estimate.low), known(estimate.high)]
    };
    for (i, arm) in plan.arms.iter().enumerate() {
        let fields: Vec<String> = arm.varied.iter().map(|(_, value)| plain(value)).collect();
        for (m, measure) in summary.measures.iter().enumerate() {
            let who = [words(&["arm", &arm.name, ""]), fields.clone(), words(&[&measure.name])].concat();
            row([who, numbers(summary.arm(i, m)), words(&[""])].concat());
        }
    }
    for (i, &(one, other)) in plan.pairs.iter().enumerate() {
        for (m, measure) in summary.measures.iter().enumerate() {
            let cell = summary.difference(i, m);
            let who = words(&["difference", &plan.arms[one].name, &plan.arms[other].name]);
            let none = vec![String::new(); plan.fields.len()];
            let what = [who, none, words(&[&measure.name])].concat();
            row([what, numbers(cell), words(&[cell.verdict().name()])].concat());
        }
    }
    text
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
}
