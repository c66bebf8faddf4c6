//! `analyse`: which choices cost a seat most.

use super::replay::load_with_lines;
use crate::args::Analyse;
use crate::eye::{Eye, find_seat};
use crate::failure::Failure;
use crate::output::{self, Output, line, progress};
use crate::{lineup, sink, stop};
use gridhaunt_arena::analyse::{Remark, Valued, analyse};
use gridhaunt_arena::heard::Heard;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_draw::text::{Style, render};
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::registry::Registry;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// What costs less than this share of a match is not worth a remark.
const LEAST_COST: f64 = 0.005;

pub(crate) fn run(registry: &Registry, args: &Analyse, output: Output) -> Result<(), Failure> {
    let mut lines = Vec::new();
    let replay = load_with_lines(&args.file, args.which, |line| lines.extend([line, b"\n"].concat()))?;
    if args.out.is_some() {
        gridhaunt_page::is_ready().map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let game = registry.find(&replay.header.game)?;
    let opened = game.open(&replay.header.settings)?;
    let rerun = || Rerun::new(registry, &replay).map_err(|error| Failure::Finding(error.to_string()));
    let first = rerun()?;
    let seat = find_seat("--seat", &args.seat, first.game.session())?;
    let judge = match &args.policy {
        Some(file) => exact(&file.to_string_lossy()),
        None => BotSpec::find(game, &args.judge)?,
    };
    if judge.program.is_some() {
        return Err(Failure::Usage(format!("--judge: {} is a program, need a bot of the registry", args.judge)));
    }
    let (stop, bar) = (stop::flag(), progress(replay.steps.len() as u64, "steps"));
    let judged = analyse(opened.as_ref(), first, &replay, seat, &judge, |steps| {
        bar.set_position(steps as u64);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let mut remarks = judged.map_err(|error| match error.field.as_str() {
        "replay" => Failure::Finding(error.to_string()),
        _ => error.into(),
    })?;
    let choices = remarks.len();
    let lost: f64 = remarks.iter().map(Remark::cost).sum();
    remarks.retain(|remark| remark.cost() >= LEAST_COST);
    remarks.sort_by(|one, other| other.cost().total_cmp(&one.cost()).then(one.step.cmp(&other.step)));
    remarks.truncate(args.most.into());

    if let Some(out) = &args.out {
        let list: Vec<Value> = remarks.iter().map(told).collect();
        let page = page(&replay, rerun()?.game.session(), &String::from_utf8_lossy(&lines), &Value::from(list))?;
        sink::write(out, page).map_err(|error| Failure::writing(out, &error))?;
    }
    if output.json {
        for remark in &remarks {
            line(remark.to_value())?;
        }
    } else {
        table(&replay, &remarks, &rerun()?.game.session().full_name(seat), &judge.to_string(), (choices, lost))?;
        if let Some(worst) = remarks.first() {
            draw(rerun()?, worst, output)?;
        }
    }
    match stop.load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted(format!("stopped after {choices} choices; the rest is not judged"))),
        false => check_end(rerun()?),
    }
}

/// A record that is cut off is judged as far as it goes, and then told.
fn check_end(mut rerun: Rerun<'_>) -> Result<(), Failure> {
    while let Some(Ok(())) = rerun.next_step() {}
    rerun.check_end().map_err(|error| Failure::Finding(error.to_string()))
}

/// The judge that plays a solution, and so knows what every action is worth.
fn exact(policy: &str) -> BotSpec {
    let options = [("policy".to_string(), policy.into())].into_iter().collect();
    BotSpec { name: "perfect".into(), options, program: None, guest: None }
}

/// A remark as a page takes it.
fn told(remark: &Remark) -> Value {
    json!({"step": remark.step, "seat": remark.seat, "cost": remark.cost(), "note": remark.note().to_value()})
}

fn table(
    replay: &Replay,
    remarks: &[Remark],
    who: &str,
    judge: &str,
    (choices, lost): (usize, f64),
) -> Result<(), Failure> {
    line(format!("{}, seed {}: {who}, {choices} choices judged by {judge}", replay.header.game, replay.header.seed))?;
    if remarks.is_empty() {
        return Ok(line("no choice cost anything that the judge could see")?);
    }
    let percent = |worth: Option<f64>| worth.map_or_else(|| "?".into(), |worth| format!("{:.0} %", 100.0 * worth));
    let mut rows = vec![["after step", "chose", "worth", "better", "worth", "cost"].map(String::from).to_vec()];
    let words = |valued: &Valued| [valued.label.clone(), percent(valued.worth)];
    for remark in remarks {
        let ([chose, its], [better, more]) = (words(&remark.chosen), words(&remark.best));
        rows.push(vec![remark.step.to_string(), chose, its, better, more, percent(Some(remark.cost()))]);
    }
    output::table(&rows)?;
    Ok(line(format!("all {choices} choices together cost {lost:.2} matches"))?)
}

/// The board before the worst choice, with what was chosen and what was better.
fn draw(mut rerun: Rerun<'_>, worst: &Remark, output: Output) -> Result<(), Failure> {
    while (rerun.taken() as u64) < worst.step {
        if !matches!(rerun.next_step(), Some(Ok(()))) {
            return Ok(());
        }
    }
    line(format!("after step {}, before the most expensive one:", worst.step))?;
    let heard = Heard { notes: vec![(worst.seat, worst.note())], ..Heard::default() };
    let scene = Eye::Marked(worst.seat).scene(rerun.game.session(), Span::Step, &heard);
    Ok(output::board(&render(&scene, &Style { alone: true, ..output.style() }))?)
}

fn page(replay: &Replay, session: &dyn Session, lines: &str, remarks: &Value) -> Result<String, Failure> {
    gridhaunt_page::knows(session.info().name).map_err(|error| Failure::Usage(error.to_string()))?;
    let words = lineup::words(&replay.header.seats, session);
    let title = format!("{}, seed {}, {words}", session.info().title, replay.header.seed);
    gridhaunt_page::remarked(lines, &title, &remarks.to_string()).map_err(|error| Failure::Usage(error.to_string()))
}
