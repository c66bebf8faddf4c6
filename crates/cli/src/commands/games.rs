//! `games` and `games show`.

use crate::args::{Games, GamesCommand};
use crate::failure::Failure;
use crate::output::{Output, line, table};
#[cfg(not(feature = "full"))]
use gridhaunt_console::PARTLY_BUILT;
use gridhaunt_console::{HasTools, Tool};
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::settings::Field;
use serde_json::json;

pub(crate) fn run(registry: &Registry, args: &Games, output: Output) -> Result<(), Failure> {
    match &args.command {
        None => list(registry, output),
        Some(GamesCommand::Show { game, schema }) => {
            let game = registry.find(game)?;
            match (schema, output.json) {
                (Some(document), _) => line(format!("{:#}", schema_of(game, document)?))?,
                (None, true) => line(card(game))?,
                (None, false) => show(game)?,
            }
            Ok(())
        }
    }
}

/// The schema of a document by its name, or that of the settings.
fn schema_of(game: &dyn Face, document: &str) -> Result<Value, Failure> {
    #[cfg(feature = "full")]
    if let Some((_, schema)) = game.schemas().iter().find(|(name, _)| *name == document) {
        return Ok(schema.clone());
    }
    #[cfg(not(feature = "full"))]
    if document != "settings" {
        return Err(Failure::Usage(format!("schemas other than that of the settings are {PARTLY_BUILT}")));
    }
    Ok(game.schema())
}

fn list(registry: &Registry, output: Output) -> Result<(), Failure> {
    if output.json {
        for game in registry.games() {
            let (info, bots): (_, Vec<_>) = (game.info(), game.bots().iter().map(|bot| bot.name).collect());
            line(
                json!({"name": info.name, "title": info.title, "about": info.about, "seats": info.seats, "bots": bots}),
            )?;
        }
        return Ok(());
    }
    let mut rows = vec![["game", "seats", "dynamics", "information", "about"].map(String::from).to_vec()];
    for game in registry.games() {
        let info = game.info();
        rows.push(vec![
            info.name.into(),
            seats(game),
            word(game, "dynamics"),
            word(game, "information"),
            info.about.into(),
        ]);
    }
    table(&rows)?;
    Ok(line("gridhaunt games show GAME: its seats, bots and settings")?)
}

/// A property of a game's nature as a word.
fn word(game: &dyn Face, key: &str) -> String {
    serde_json::to_value(game.info())
        .ok()
        .and_then(|info| info.get(key)?.as_str().map(str::to_string))
        .unwrap_or_default()
}

fn seats(game: &dyn Face) -> String {
    match game.info().seats {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

fn options(fields: &[Field]) -> Vec<Value> {
    let option = |field: &Field| json!({"name": field.name, "default": field.default(), "allowed": field.allowed(), "about": field.about});
    fields.iter().map(option).collect()
}

/// The whole description of a game, as one JSON object.
fn card(game: &dyn Face) -> Value {
    let bot = |bot: gridhaunt_kernel::face::BotCard| json!({"name": bot.name, "about": bot.about, "options": options(bot.options)});
    let tool = |tool: &Tool| json!({"name": tool.name, "about": tool.about, "example": tool.example, "flags": options(tool.flags)});
    let study = |study: &Study| json!({"name": study.name, "about": study.about});
    let mut card = serde_json::to_value(game.info()).unwrap_or_default();
    if let Value::Object(card) = &mut card {
        card.insert("settings".into(), options(game.fields()).into());
        card.insert("schema".into(), game.schema());
        card.insert("bots".into(), game.bots().into_iter().map(bot).collect());
        card.insert("encodings".into(), encodings(game));
        card.insert("lens".into(), options(game.lens()).into());
        card.insert("tools".into(), game.tools().map(tool).collect());
        card.insert("studies".into(), game.studies().iter().map(study).collect());
    }
    card
}

fn encodings(game: &dyn Face) -> Value {
    let Ok(table) = game.open(&Value::Object(Map::new())) else { return Value::Null };
    let array = |encoding: &gridhaunt_kernel::learn::Encoding| {
        let dtype = format!("{:?}", encoding.dtype).to_lowercase();
        json!({"name": encoding.name, "dtype": dtype, "shape": encoding.shape, "about": encoding.about})
    };
    table.encodings(&Map::new()).unwrap_or_default().iter().map(array).collect()
}

fn show(game: &dyn Face) -> Result<(), Failure> {
    let info = game.info();
    line(format!("{} ({})\n{}\n", info.title, info.name, info.about))?;
    let fact = |name: &str, value: String| vec![name.to_string(), value];
    table(&[
        fact("dynamics", word(game, "dynamics")),
        fact("information", word(game, "information")),
        fact("chance", word(game, "chance")),
        fact("interests", word(game, "interests")),
        fact("score", format!("{}, counted in 1/{}", info.score, info.units_per_point)),
        fact("actions", info.actions.to_string()),
        fact("versions", format!("rules {}, generator {}", info.rules_version, info.generator_version)),
    ])?;
    line(format!("\nSeats ({})", seats(game)))?;
    table(
        &info
            .roles
            .iter()
            .map(|role| vec![format!("  {}", role.name), role.about.into(), format!("default bot {}", role.bot)])
            .collect::<Vec<_>>(),
    )?;
    line("\nBots")?;
    for bot in game.bots() {
        table(&[vec![format!("  {:<10}", bot.name), bot.about.into()]])?;
        for option in bot.options {
            line(format!("    {}={}  {} (default {})", option.name, option.allowed(), option.about, option.default()))?;
        }
    }
    line("\nSettings")?;
    let header = ["  setting", "default", "allowed", "about"].map(String::from).to_vec();
    let rows = game.fields().iter().map(|field| {
        vec![format!("  {}", field.name), format!("{} ", field.default()), field.allowed(), field.about.into()]
    });
    table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())?;
    line("\nArrays for learners")?;
    let Ok(opened) = game.open(&Value::Object(Map::new())) else { return Ok(()) };
    let rows = opened.encodings(&Map::new())?.into_iter().map(|array| {
        let dtype = format!("{:?}", array.dtype).to_lowercase();
        vec![format!("  {}", array.name), dtype, format!("{:?}", array.shape), array.about.into()]
    });
    table(&rows.collect::<Vec<_>>())?;
    section("Tools", game.tools().map(|tool| (format!("gridhaunt {} {}", info.name, tool.name), tool.about)))?;
    section(
        "Experiments",
        game.studies().iter().map(|study| (format!("gridhaunt experiment {}", study.name), study.about)),
    )?;
    Ok(line(format!("\nThe JSON Schema of the settings: gridhaunt games show {} --schema", info.name))?)
}

/// Prints a list under a title, unless it is empty.
fn section<'a>(title: &str, entries: impl Iterator<Item = (String, &'a str)>) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = entries.map(|(call, about)| vec![format!("  {call}"), about.into()]).collect();
    if rows.is_empty() {
        return Ok(());
    }
    line(format!("\n{title}"))?;
    Ok(table(&rows)?)
}
