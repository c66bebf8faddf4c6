//! `doctor`: what this machine can do for programs that play, and why not more (B18).

use crate::failure::Failure;
use crate::output::{Output, line, table};
use gridhaunt_host::doctor::{Report, Spread, examine};
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) fn run(output: Output) -> Result<(), Failure> {
    let report = examine();
    let told = if output.json { line(document(&report)) } else { show(&report) };
    Ok(told?)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn document(report: &Report) -> Value {
    let spread = |spread: &Option<Spread>| {
        spread.map(|it| json!({"p50_us": micros(it.p50), "p99_us": micros(it.p99), "most_us": micros(it.most)}))
    };
    let levels = report
        .levels
        .iter()
        .map(|it| json!({"level": it.level.name(), "works": it.missing.is_none(), "missing": it.missing}));
    let features = report.features.iter().map(|it| json!({"name": it.name, "works": it.works, "words": it.words}));
    let limits = report.limits.iter().map(|it| json!({"name": it.name, "value": it.value, "lowered": it.lowered}));
    let tools = report.tools.iter().map(|it| json!({"name": it.name, "path": it.path, "version": it.version}));
    json!({
        "system": report.system, "processors": report.processors, "memory": report.memory, "root": report.root,
        "best": report.best.name(), "levels": levels.collect::<Value>(), "features": features.collect::<Value>(),
        "delays": {
            "wake_up": spread(&report.delays.canary), "ping_pong": spread(&report.delays.ping_pong),
            "launch_us": report.delays.launch.map(micros),
        },
        "limits": limits.collect::<Value>(), "tools": tools.collect::<Value>(),
    })
}

/// What each level is, in a few words.
const LEVELS: [(&str, &str); 4] = [
    ("0", "order, nothing against malice"),
    ("0+", "Landlock, forbidden system calls"),
    ("1", "namespaces and a root of its own"),
    ("2", "control groups"),
];

fn show(report: &Report) -> std::io::Result<()> {
    let memory = report.memory.map(|bytes| format!(", {} MiB of memory", bytes >> 20)).unwrap_or_default();
    let root = if report.root { "; you are root, so that each program gets a user of its own" } else { "" };
    line(format!("{}, {} processors{memory}{root}", report.system, report.processors))?;
    line("\nLevels of --sandbox")?;
    let level = |it: &gridhaunt_host::doctor::LevelReport| {
        let about = LEVELS.iter().find(|(name, _)| *name == it.level.name()).map_or("", |(_, about)| about);
        let works = match &it.missing {
            None if it.level == report.best => "works, the best here".into(),
            None => "works".into(),
            Some(missing) => missing.clone(),
        };
        vec![format!("  {}", it.level.name()), about.into(), works]
    };
    table(&report.levels.iter().map(level).collect::<Vec<_>>())?;
    line("\nThe system")?;
    let yes = |works: bool| if works { "yes" } else { "no" }.to_string();
    let feature =
        |it: &gridhaunt_host::doctor::Feature| vec![format!("  {}", it.name), yes(it.works), it.words.clone()];
    table(&report.features.iter().map(feature).collect::<Vec<_>>())?;
    line("\nDelays")?;
    let spread = |it: &Option<Spread>| match it {
        Some(it) => {
            format!("{} µs at the median, {} µs at p99, {} µs at most", micros(it.p50), micros(it.p99), micros(it.most))
        }
        None => "not known".into(),
    };
    let launch = report.delays.launch.map_or("not known".into(), |it| format!("{:.1} ms", it.as_secs_f64() * 1e3));
    table(&[
        vec!["  wake up after a sleep".into(), spread(&report.delays.canary)],
        vec!["  a line to a program and back".into(), spread(&report.delays.ping_pong)],
        vec!["  the start of a program".into(), launch],
    ])?;
    line("\nLimits of a program")?;
    let limit = |it: &gridhaunt_host::doctor::LimitReport| {
        let value = if it.value >= 1 << 20 { format!("{} MiB", it.value >> 20) } else { it.value.to_string() };
        let lowered = if it.lowered { "less than usual: the system's own limit is lower" } else { "" };
        vec![format!("  {}", it.name), value, lowered.into()]
    };
    table(&report.limits.iter().map(limit).collect::<Vec<_>>())?;
    line("\nTool chains")?;
    let tool = |it: &gridhaunt_host::doctor::Tool| {
        let path = it.path.as_ref().map_or("not found".into(), |path| path.display().to_string());
        vec![format!("  {}", it.name), path, it.version.clone().unwrap_or_default()]
    };
    table(&report.tools.iter().map(tool).collect::<Vec<_>>())
}
