//! `rate`: how strong is everybody who played (A14)?

use super::events::{self, words};
use crate::args::{Rate, RatingModel};
use crate::failure::Failure;
use crate::output::{Output, complain, line, table};
use crate::sink;
use crate::target::{ResultsForm, results_targets};
use gridhaunt_events::rated::{self, Choice, Query, Rating, Row, SideRow, Spread};
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, Store};
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(registry: &Registry, args: &Rate, output: Output) -> Result<(), Failure> {
    let targets = results_targets(&args.out)?;
    for (path, form) in &targets {
        if !matches!(form, ResultsForm::Csv | ResultsForm::Json) {
            let why = "ratings are written as .csv or .json; `gridhaunt tournament results` draws those of an event";
            return Err(Failure::Usage(format!("--out: {}: {why}", path.display())));
        }
    }
    let output = if targets.iter().any(|(path, _)| sink::is_stdout(path)) { output.aside() } else { output };
    let query = query(args)?;
    let choice = Choice {
        model: match args.model {
            RatingModel::Bt => rated::RatingModel::Bt,
            RatingModel::WengLin => rated::RatingModel::WengLin,
            RatingModel::Nash => rated::RatingModel::Nash,
        },
        anchor: args.anchor.clone(),
        bootstrap: args.bootstrap.map_or(0, |times| usize::try_from(times).unwrap_or(usize::MAX)),
        seed: args.seed,
    };
    if args.bootstrap.is_some() && args.model == RatingModel::WengLin {
        return Err(Failure::Usage("--bootstrap: changes nothing for weng-lin, it is for bt and nash".into()));
    }
    let store = source(args)?;
    let rating = rated::rate(&store, registry, &query, &choice)?;
    for words in &rating.left_out {
        complain(&format!("gridhaunt: left out: {words}"));
    }
    for (path, form) in targets {
        let text = match form {
            ResultsForm::Json => format!("{:#}\n", serde_json::to_value(&rating).unwrap_or_default()),
            _ => rating.to_csv(),
        };
        sink::write(path, text).map_err(|error| Failure::writing(path, &error))?;
    }
    if output.csv {
        return Ok(line(rating.to_csv().trim_end())?);
    }
    if output.json { documents(&rating) } else { show(&rating, args.model) }
}

/// The store, or one that is made of the files for as long as it takes.
fn source(args: &Rate) -> Result<Store, Failure> {
    if args.files.is_empty() {
        return events::open(&args.kept);
    }
    if args.kept.db.is_some() {
        return Err(Failure::Usage("--db: not together with files, which are rated instead".into()));
    }
    let store = Store::open(&Address::memory())?;
    super::store::import_into(&store, &args.files)?;
    Ok(store)
}

fn query(args: &Rate) -> Result<Query, Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let since = args.since.as_deref().map(|text| {
        words::since(text, i64::try_from(now).unwrap_or(i64::MAX)).ok_or_else(|| {
            let text = brief(&Value::from(text));
            Failure::Usage(format!("--since: {text} is not a time such as 2026-11-15, 2026-11-15T08:00:00Z or 7d"))
        })
    });
    Ok(Query {
        game: args.game.clone(),
        map: args.map.clone(),
        role: args.role.clone(),
        since: since.transpose()?,
        entrants: args.entrant.clone(),
        conditions: args.conditions.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
        without: Vec::new(),
    })
}

fn documents(rating: &Rating) -> Result<(), Failure> {
    for row in &rating.rows {
        line(serde_json::to_value(row).unwrap_or_default())?;
    }
    Ok(line(serde_json::json!({
        "game": rating.game, "matches": rating.matches, "blocks": rating.blocks, "sides": rating.sides,
        "unrated": rating.unrated,
    }))?)
}

fn show(rating: &Rating, model: RatingModel) -> Result<(), Failure> {
    let record = |row: &Row| format!("{}–{}–{}", row.wins, row.draws, row.losses);
    let head: &[&str] = match model {
        RatingModel::Nash => &["entrant", "share", "points against it", "games", "W–D–L"],
        _ => &["entrant", "rating", "95 %", "games", "W–D–L"],
    };
    let sides: Vec<&str> = rating.sides.iter().map(|it| it.side.as_str()).collect();
    let mut rows = vec![
        head.iter().map(ToString::to_string).chain(sides.iter().map(|side| format!("as {side}"))).collect::<Vec<_>>(),
    ];
    for row in &rating.rows {
        let mut cells = vec![row.name.clone()];
        match (row.share, row.points) {
            (Some(share), Some(points)) => cells.extend([in_percent(share), in_percent(points)]),
            _ => cells
                .extend(row.rating.map_or(Default::default(), |it| [format!("{:.0}", it.value), bounds(it, false)])),
        }
        cells.extend([row.games.to_string(), record(row)]);
        let of = |side: &&str| row.sides.iter().find(|it| it.side == **side).map_or_else(String::new, offset);
        cells.extend(sides.iter().map(of));
        rows.push(cells);
    }
    table(&rows)?;
    line("")?;
    for it in &rating.sides {
        line(format!("the {} is worth {} {} to everybody", it.side, words::elo(it.elo.value), bounds(it.elo, true)))?;
    }
    for group in &rating.unrated {
        line(format!("not rated, since they never met the others: {}", group.join(", ")))?;
    }
    let (matches, blocks) = (words::many(rating.matches, "match"), words::many(rating.blocks, "block"));
    let unit = if model == RatingModel::Nash { "shares and points are of 100 %" } else { "ratings are in Elo" };
    let spreads = rating.rows.iter().flat_map(|row| [row.rating, row.share, row.points]).flatten();
    let has_intervals = spreads.chain(rating.sides.iter().map(|it| it.elo)).any(|it| it.low.is_some());
    let intervals = if has_intervals { ", intervals are 95 %" } else { "" };
    Ok(line(format!("{}: {matches} in {blocks}; {unit}{intervals}", rating.game))?)
}

/// `[1480, 1530]`, or nothing where there is no interval.
fn bounds(spread: Spread, signed: bool) -> String {
    let number = |value: f64| if signed { words::elo(value) } else { format!("{value:.0}") };
    match (spread.low, spread.high) {
        (Some(low), Some(high)) => format!("[{}, {}]", number(low), number(high)),
        _ => String::new(),
    }
}

fn in_percent(spread: Spread) -> String {
    let percent = |value: f64| format!("{:.1}", 100.0 * value);
    match (spread.low, spread.high) {
        (Some(low), Some(high)) => format!("{} % [{}, {}]", percent(spread.value), percent(low), percent(high)),
        _ => format!("{} %", percent(spread.value)),
    }
}

fn offset(row: &SideRow) -> String {
    format!("{} {}", words::elo(row.elo.value), bounds(row.elo, true))
}
