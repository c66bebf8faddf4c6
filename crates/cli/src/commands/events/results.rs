//! The results of an event, for people, and in every form that a file can have (A12).

use crate::failure::Failure;
use crate::output::{self, Output, complain, line, table};
use crate::sink::{self, Sink};
use crate::target::{ResultsForm, table_of};
use gridhaunt_draw::chart::{self, heat};
use gridhaunt_events::results::{Rating, Replays, ReportError, Results, Share, Standing};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Event, Store};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// The most entrants of whom more than the standings is printed.
const MOST_CROSSED: usize = 16;

pub(in crate::commands) fn of(store: &Store, registry: &Registry, event: &Event) -> Result<Results, Failure> {
    Ok(Results::of(store, registry, event.id)?)
}

/// The name of who leads, if anybody has points yet.
pub(in crate::commands) fn leader(
    store: &Store,
    registry: &Registry,
    event: &Event,
) -> Result<Option<String>, Failure> {
    let first = of(store, registry, event)?.standings.into_iter().next();
    Ok(first.filter(|first| first.blocks > 0).map(|first| first.name))
}

/// Prints the standings, who beat whom, and the tables by map and by role.
pub(in crate::commands) fn show(results: &Results, output: Output) -> Result<(), Failure> {
    let so_far = results.so_far();
    if output.csv {
        // The table stays one that programs can read.
        so_far.iter().for_each(|words| complain(&format!("gridhaunt: {words}")));
        return Ok(line(results.standings_sheet().to_csv().replace('\r', "").trim_end())?);
    }
    if output.json {
        return Ok(line(serde_json::to_value(results).unwrap_or_default())?);
    }
    table(&standings(&results.standings))?;
    if let Some(words) = so_far {
        line(format!("\n{words}"))?;
    }
    let order = results.order.join(", then ");
    if !order.is_empty() {
        let rated = results.standings.iter().any(|standing| standing.rating.is_some());
        let ratings = if rated { " Ratings are in Elo, intervals are 95 %." } else { "" };
        line(format!("\nIn the order of {order}.{ratings}"))?;
    }
    for standing in &results.standings {
        if let Some(why) = &standing.benched {
            line(format!("{} is benched: {why}", standing.name))?;
        }
    }
    if results.standings.len() > MOST_CROSSED {
        line(
            "\nWho beat whom, and the tables by map and by role, are in -o results.html and .json; --help lists the forms.",
        )?;
        return end(results);
    }
    cross(results)?;
    let played = |shares: &[Share]| !shares.is_empty();
    for map in results.maps.iter().filter(|map| played(&map.rows)) {
        part(&format!("on {}", map.name), None, &map.rows, results)?;
    }
    for role in results.roles.iter().filter(|role| played(&role.rows)) {
        part(&format!("as {}", role.role), role.advantage, &role.rows, results)?;
    }
    end(results)
}

/// What was struck, and the secret of an event that is over (A3).
fn end(results: &Results) -> Result<(), Failure> {
    let card = &results.event;
    if !card.struck.is_empty() {
        line(format!("{} struck", super::words::many(card.struck.len() as u64, "block")))?;
    }
    if let Some(secret) = &card.secret {
        line(format!("secret  {secret}"))?;
    }
    Ok(())
}

fn standings(standings: &[Standing]) -> Vec<Vec<String>> {
    let mut rows = vec![
        [
            "", "entrant", "points", "mean %", "rating", "95 %", "games", "W–D–L", "faults", "voids", "mean time",
            "worst",
        ]
        .map(String::from)
        .to_vec(),
    ];
    for it in standings {
        let [rating, interval] = it.rating.map_or(Default::default(), |it| [format!("{:.0}", it.elo), bounds(it)]);
        let faults: Vec<String> = it.faults.iter().map(|(kind, many)| format!("{many} {kind}")).collect();
        let [mean, worst] = it.time.map_or(Default::default(), |time| [time.mean_us, time.worst_us].map(millis));
        rows.push(vec![
            it.place.to_string(),
            it.name.clone(),
            format!("{:.2}", it.points),
            it.mean.map(|mean| format!("{:.1}", 100.0 * mean)).unwrap_or_default(),
            rating,
            interval,
            it.games.to_string(),
            record(it.wins, it.draws, it.losses),
            faults.join(", "),
            if it.voids > 0 { it.voids.to_string() } else { String::new() },
            mean,
            worst,
        ]);
    }
    without_empty(rows)
}

/// Leaves out the columns that say nothing of anybody.
fn without_empty(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    let used: Vec<bool> = (0..columns).map(|column| rows.iter().skip(1).any(|row| !row[column].is_empty())).collect();
    let keep = |row: Vec<String>| row.into_iter().zip(&used).filter(|(_, used)| **used).map(|(cell, _)| cell).collect();
    rows.into_iter().map(keep).collect()
}

fn record(wins: u64, draws: u64, losses: u64) -> String {
    format!("{wins}–{draws}–{losses}")
}

fn bounds(rating: Rating) -> String {
    format!("[{:.0}, {:.0}]", rating.low, rating.high)
}

fn millis(micros: u64) -> String {
    format!("{:.1} ms", micros as f64 / 1e3)
}

/// The points of everybody against everybody, in percent.
fn cross(results: &Results) -> Result<(), Failure> {
    let order = &results.standings;
    if results.cross.is_empty() {
        return Ok(());
    }
    let mut rows = vec![vec!["points in %".to_string(), String::new()]];
    rows[0].extend(order.iter().map(|standing| standing.place.to_string()));
    for row in order {
        let mut cells = vec![row.name.clone(), row.place.to_string()];
        cells.extend(order.iter().map(|column| {
            let met = results.cross.iter().find(|it| it.entrant == row.entrant && it.against == column.entrant);
            met.map_or_else(|| "·".into(), |it| format!("{:.0}", 100.0 * it.points))
        }));
        rows.push(cells);
    }
    line("")?;
    Ok(table(&rows)?)
}

/// The table of a part of the matches.
fn part(title: &str, advantage: Option<Rating>, shares: &[Share], results: &Results) -> Result<(), Failure> {
    let mut rows = vec![[title, "points", "beyond its rating", "95 %", "games", "W–D–L"].map(String::from).to_vec()];
    for share in shares {
        let name = results.standings.iter().find(|it| it.entrant == share.entrant).map(|it| it.name.clone());
        let [rating, interval] = share.offset.map_or(Default::default(), |it| [format!("{:+.0}", it.elo), bounds(it)]);
        let points = format!("{:.1} %", 100.0 * share.points);
        let record = record(share.wins, share.draws, share.losses);
        rows.push(vec![name.unwrap_or_default(), points, rating, interval, share.games.to_string(), record]);
    }
    line("")?;
    table(&without_empty(rows))?;
    if let Some(it) = advantage {
        let [value, low, high] = [it.elo, it.low, it.high].map(super::words::elo);
        line(format!("being there is worth {value} Elo [{low}, {high}] to everybody"))?;
    }
    Ok(())
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Store(error) => error.into(),
            error => Self::Infrastructure(error.to_string()),
        }
    }
}

/// Writes the results in every form that was asked for.
pub(in crate::commands) fn write(
    results: &Results,
    store: &Store,
    targets: &[(&Path, ResultsForm)],
    replays: Option<Replays>,
    output: Output,
) -> Result<(), Failure> {
    for (path, form) in targets {
        let unwritable = |error: std::io::Error| Failure::writing(path, &error);
        let whole = |bytes: &[u8]| sink::write(path, bytes).map_err(unwritable);
        let unrated =
            || Failure::Finding(format!("{}: nobody is rated yet, so there is nothing to draw", path.display()));
        match form {
            ResultsForm::Csv => whole(csv(results, path).as_bytes())?,
            ResultsForm::Json => {
                whole(format!("{:#}\n", serde_json::to_value(results).unwrap_or_default()).as_bytes())?;
            }
            ResultsForm::CrossSvg => whole(heat::svg(&results.cross_chart(false)).as_bytes())?,
            ResultsForm::CrossPng => whole(&heat::png(&results.cross_chart(false)))?,
            ResultsForm::Svg => whole(chart::svg(&results.ratings_chart(false).ok_or_else(unrated)?).as_bytes())?,
            ResultsForm::Png => whole(&chart::png(&results.ratings_chart(false).ok_or_else(unrated)?))?,
            ResultsForm::Page => {
                let mut file = Sink::create(path).map_err(unwritable)?;
                let written = results.write_html(store, replays.unwrap_or_default(), &mut file)?;
                file.flush().map_err(unwritable)?;
                file.finish().map_err(unwritable)?;
                if written.left_out > 0 {
                    let (has, all) = (written.replays, written.replays + written.left_out);
                    complain(&format!("gridhaunt: {}: has the replays of {has} of {all} matches", output::place(path)));
                }
            }
        }
        if output.json {
            line(json!({"written": output::path(path)}))?;
        } else if !sink::is_stdout(path) {
            complain(&format!("gridhaunt: written {}", output::place(path)));
        }
    }
    Ok(())
}

/// The table that the name of a file asks for.
fn csv(results: &Results, path: &Path) -> String {
    results.sheet(&table_of(path)).unwrap_or_else(|| results.standings_sheet()).to_csv()
}
