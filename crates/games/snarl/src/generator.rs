//! `gridhaunt snarl generate`: draws levels and writes them as a `.levels` file.

use crate::generate::Plan;
use crate::settings::Settings;
use crate::stream;
use crate::survey::ACTORS;
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{Field, Settings as _, field_of, names, read_seed};
use serde_json::json;

gridhaunt_kernel::settings! {
    /// The flag that is no setting.
    struct Flags {
        /// The match seed whose levels to draw
        seed: Option<u64> = None, in 0..=u64::MAX, shown 0, read read_seed;
    }
}

const FLAGS: &[Field] = &[
    field_of::<Plan>("levels"),
    field_of::<Plan>("rooms"),
    Field { default: || typed(Plan::default().min), ..field_of::<Plan>("min") },
    Field { default: || typed(Plan::default().max), ..field_of::<Plan>("max") },
    field_of::<Plan>("loops"),
    field_of::<Flags>("seed"),
    ACTORS[0],
    ACTORS[1],
    ACTORS[2],
];

/// A size as a person types it.
fn typed((rows, columns): (u8, u8)) -> String {
    format!("{rows},{columns}")
}

/// The command `gridhaunt snarl generate`.
pub static TOOL: Tool = Tool {
    name: "generate",
    also: &[],
    about: "Draw levels and write them as a .levels file",
    example: "gridhaunt snarl generate --levels 5 --rooms 9 --max 6,12 --seed 7 > snarl.levels",
    flags: FLAGS,
    reads: None,
    run,
};

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let seed = Flags::from_options(flags)?.seed.unwrap_or_default();
    let mut document = flags.clone();
    document.remove("seed");
    let mut plan = Map::new();
    for name in names::<Plan>() {
        let Some(value) = document.remove(name) else { continue };
        let value = if let "min" | "max" = name { size(name, &value)? } else { value };
        plan.insert(name.into(), value);
    }
    document.insert("generate".into(), Value::Object(plan));
    let settings = Settings::read(&Value::Object(document)).map_err(of_flag)?;
    let plan = settings.generate;
    let mut random = Random::stream(seed, 1); // R42: the very levels of a match with this seed.
    let levels: Vec<_> = (0..plan.levels).map(|_| plan.draw(&mut random)).collect();
    console.complain(&format!("seed {seed}"));
    stream::write(&levels).lines().for_each(|line| console.say(line));
    Ok(Exit::Fine)
}

/// Rows and columns as a person types them, `4,4`, or as a list.
fn size(name: &str, value: &Value) -> Result<Value, Invalid> {
    let text = value.as_str().map_or_else(|| brief(value), String::from);
    let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
    let side = |text: &str| text.trim().parse::<u8>().ok().filter(|side| (3..=24).contains(side));
    let pair = inside.split_once(',').and_then(|(rows, columns)| Some(json!([side(rows)?, side(columns)?])));
    pair.ok_or_else(|| Invalid::new(name, text, "rows,columns, each 3..=24"))
}

/// Changes an error of `generate.rooms` or `generate.min[0]` into one of the flag `rooms` or `min`.
fn of_flag(mut error: Invalid) -> Invalid {
    let flag = error.field.strip_prefix("generate.").unwrap_or(&error.field);
    error.field = flag.split('[').next().unwrap_or(flag).into();
    error
}
