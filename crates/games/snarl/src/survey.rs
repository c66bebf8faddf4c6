//! `gridhaunt snarl check`: draws the levels of a file and reports everything that makes them unplayable (R7).

use crate::chart::Chart;
use crate::drawing;
use crate::ground::{Tile, TileKind};
use crate::level::{Level, ObjectKind, Point};
use crate::scene::of_level;
use crate::settings::{MOST_LEVELS, Settings};
use crate::stream::Levels;
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{Field, field_of};
use serde_json::json;

/// The flags that define how many actors a level must have room for.
pub(crate) const ACTORS: [Field; 3] = [
    Field { about: "How many players must find room", ..field_of::<Settings>("players") },
    Field { about: "How many zombies, the same for every level", ..field_of::<Settings>("zombies") },
    Field { about: "How many ghosts, the same for every level", ..field_of::<Settings>("ghosts") },
];

gridhaunt_kernel::settings! {
    /// The flag that is not about actors.
    struct Flags {
        /// Draw the levels into files
        picture: Option<String> = None,
            text "a name that ends in .png or .svg; %d is the number of the level", shown "none";
    }
}

const FLAGS: [Field; 4] = [ACTORS[0], ACTORS[1], ACTORS[2], field_of::<Flags>("picture")];

/// `gridhaunt snarl check FILE`.
pub static TOOL: Tool = Tool {
    name: "check",
    also: &[],
    about: "Draw the levels of a .levels file and tell all that keeps them from being played",
    example: "gridhaunt snarl check examples/snarl/crypt.levels",
    flags: &FLAGS,
    reads: Some("A .levels file"),
    run,
};

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let values = actors(flags)?;
    let Flags { picture } = Flags::from_options(flags)?;
    let picture = picture.as_deref();
    let file = console.source();
    let mut text = String::new();
    while let Some(line) = console.read() {
        if text.len() + line.len() > MOST_BYTES {
            console.complain(&format!("{file}: more than {} MiB", MOST_BYTES >> 20));
            return Ok(Exit::Unusable);
        }
        text += &line;
        text.push('\n');
        if console.stopped() {
            return Ok(Exit::Stopped);
        }
    }
    let Levels { levels, warnings } = match Levels::read(&file, &text) {
        Ok(levels) => levels,
        Err(error) => {
            console.complain(&error.to_string());
            return Ok(Exit::Unusable);
        }
    };
    warnings.iter().for_each(|warning| console.complain(warning));
    let (count, mut verdict) = (levels.len(), Exit::Fine);
    if let Some(name) = picture.filter(|name| count > 1 && !name.contains("%d")) {
        let words = format!("{name:?} has no %d, need it for the number of the level: there are {count}");
        return Err(Invalid::new("picture", format!("{name:?}"), "a name with %d").says(words));
    }
    for (i, level) in levels.into_iter().enumerate() {
        let finding = Finding::new(level, i, &values);
        if !finding.wrong.is_empty() {
            verdict = Exit::Wanting;
        }
        match console.json() {
            true => console.say(&finding.to_value().to_string()),
            false => finding.lines(count).iter().for_each(|line| console.say(line)),
        }
        if let (Some(name), Some(ground)) = (picture, &finding.ground) {
            console.picture(&name.replace("%d", &finding.number.to_string()), &of_level(&ground.chart))?;
        }
    }
    if count > MOST_LEVELS {
        let error = Invalid::new("levels", count, "1 to 64 levels").says(format!("{count} levels, need 1 to 64"));
        match console.json() {
            true => console.say(&json!({"error": error}).to_string()),
            false => console.say(&error.to_string()),
        }
        verdict = Exit::Wanting;
    }
    Ok(verdict)
}

/// The largest size of a file, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The numbers of actors from the flags.
fn actors(flags: &Map<String, Value>) -> Result<Settings, Invalid> {
    let document = Value::Object(flags.clone());
    Settings::default().read_over(&Reader::new("flags", &document, &FLAGS.map(|field| field.name))?)
}

/// The report on one level.
struct Finding {
    /// Its number, from 1.
    number: usize,
    rooms: usize,
    hallways: usize,
    keys: Vec<Point>,
    exits: Vec<Point>,
    players: u8,
    hunters: (u8, u8),
    /// None if the level is too large.
    ground: Option<Ground>,
    wrong: Vec<Invalid>,
}

/// The report on a level that can be drawn.
struct Ground {
    chart: Chart,
    floor: usize,
    free: usize,
    /// The floor tiles that cannot be reached from the exit; without an exit, from the first floor tile.
    missed: Vec<Point>,
}

impl Finding {
    fn new(level: Level, i: usize, values: &Settings) -> Self {
        let number = u8::try_from(i + 1).unwrap_or(u8::MAX);
        let places = |kind: ObjectKind| {
            let objects = level.objects.iter().filter(move |object| object.kind == kind);
            objects.map(|object| object.position).collect::<Vec<_>>()
        };
        let (keys, exits) = (places(ObjectKind::Key), places(ObjectKind::Exit));
        let (rooms, hallways) = (level.rooms.len(), level.hallways.len());
        let mut wrong = Chart::check(level.clone()).err().unwrap_or_default();
        let ground = Chart::loose(level).ok().map(Ground::new);
        wrong.extend(ground.as_ref().and_then(|ground| ground.chart.holds(values.actors(number)).err()));
        Self {
            number: i + 1,
            rooms,
            hallways,
            keys,
            exits,
            players: values.players,
            hunters: values.adversaries(number),
            ground,
            wrong: wrong.into_iter().map(|error| error.within(&format!("levels[{i}]"))).collect(),
        }
    }

    fn lines(&self, of: usize) -> Vec<String> {
        let Self { number, rooms, hallways, .. } = self;
        let places = |places: &[Point], none: &str| match places {
            [] => none.to_string(),
            places => places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let mut lines = vec![];
        let line = |name: &str, words: String| format!("{name:<9} {words}");
        match &self.ground {
            None => lines.push(format!("level {number} of {of}, too large to be drawn")),
            Some(Ground { chart, .. }) => {
                let corner = match chart.corner {
                    Point { row: 0, column: 0 } => String::new(),
                    corner => format!(" from {corner}"),
                };
                lines.push(format!("level {number} of {of}, {} by {}{corner}", chart.rows, chart.columns));
                let drawing = drawing::level(chart, !self.keys.is_empty());
                lines.extend(drawing.lines().map(|row| if row.is_empty() { " " } else { row }.to_string()));
            }
        }
        lines.push(line("rooms", rooms.to_string()));
        lines.push(line("hallways", hallways.to_string()));
        if let Some(ground) = &self.ground {
            let (zombies, ghosts) = self.hunters;
            let actors = usize::from(self.players) + usize::from(zombies) + usize::from(ghosts);
            let who = format!("players {}, zombies {zombies}, ghosts {ghosts}", self.players);
            let Ground { floor, free, .. } = ground;
            lines.push(line("floor", format!("{floor} tiles, {free} free for {actors} actors ({who})")));
        }
        lines.push(line("key", places(&self.keys, "none: the exit is open from the start")));
        lines.push(line("exit", places(&self.exits, "none")));
        lines.extend(self.ground.as_ref().map(|ground| line("reach", ground.reach())));
        lines.extend(self.warnings().into_iter().map(|words| line("warning", words)));
        let playable = if self.wrong.is_empty() { "playable" } else { "not playable" };
        lines.push(line("verdict", playable.to_string()));
        lines.extend(self.wrong.iter().map(ToString::to_string));
        lines
    }

    /// What stops players from leaving a playable level.
    fn warnings(&self) -> Vec<String> {
        let ground = self.ground.as_ref().filter(|_| self.wrong.is_empty());
        let objects = [ObjectKind::Exit, ObjectKind::Key].into_iter();
        objects.filter_map(|kind| ground.and_then(|ground| ground.warning(kind))).collect()
    }

    fn to_value(&self) -> Value {
        let ground = self.ground.as_ref();
        let drawing = |ground: &Ground| drawing::level(&ground.chart, !self.keys.is_empty());
        json!({
            "level": self.number, "playable": self.wrong.is_empty(), "errors": self.wrong,
            "rows": ground.map(|ground| ground.chart.rows), "columns": ground.map(|ground| ground.chart.columns),
            "corner": ground.map(|ground| ground.chart.corner),
            "rooms": self.rooms, "hallways": self.hallways, "keys": self.keys, "exits": self.exits,
            "floor": ground.map(|ground| ground.floor), "free": ground.map(|ground| ground.free),
            "players": self.players, "zombies": self.hunters.0, "ghosts": self.hunters.1,
            "unreached": ground.map(|ground| &ground.missed), "warnings": self.warnings(),
            "drawing": ground.map(drawing),
        })
    }
}

impl Ground {
    fn new(chart: Chart) -> Self {
        let is_floor = |tile: &Tile| chart.kind(*tile) == TileKind::Floor;
        let exit = chart.object(ObjectKind::Exit).filter(|&tile| chart.kind(tile).is_traversable());
        let reached = exit.or_else(|| chart.tiles().find(is_floor)).map_or(vec![], |start| flood(&chart, start));
        let missed = chart.tiles().filter(is_floor).filter(|&tile| !reached[chart.index(tile)]);
        let missed = missed.map(|tile| chart.site().point(tile)).collect();
        let (floor, free) = (chart.tiles().filter(is_floor).count(), chart.free().count());
        Self { chart, floor, free, missed }
    }

    /// The warning about an object that cannot be reached from every possible start in the level (R11).
    fn warning(&self, kind: ObjectKind) -> Option<String> {
        let at = self.chart.object(kind)?;
        let reached = flood(&self.chart, at);
        let (name, point, free) = (kind.name(), self.chart.site().point(at), self.free);
        let endless = "and with max_rounds 0 such a game does not end by itself";
        match self.chart.free().filter(|&tile| reached[self.chart.index(tile)]).count() {
            all if all == free => None,
            0 => Some(format!("the {name} {point} cannot be reached from where players begin, {endless}")),
            some => Some(format!(
                "the {name} {point} can be reached from {some} of {free} free floor tiles alone, {endless}"
            )),
        }
    }

    fn reach(&self) -> String {
        let from = match self.chart.level.object(ObjectKind::Exit) {
            Some(exit) if self.chart.kind_at(exit).is_traversable() => "the exit",
            _ => "the first",
        };
        let Self { floor, missed, .. } = self;
        let named = missed.iter().take(3).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match missed.len() {
            0 => format!("every floor tile, from {from}"),
            few @ 1..=3 => format!("{} of {floor} floor tiles, from {from}; not {named}", floor - few),
            many => format!("{} of {floor} floor tiles, from {from}; not {named} and {} more", floor - many, many - 3),
        }
    }
}

/// The tiles that can be reached on foot.
fn flood(chart: &Chart, start: Tile) -> Vec<bool> {
    let (site, mut reached, mut edge) = (chart.site(), vec![false; chart.kinds.len()], vec![start]);
    while let Some(tile) = edge.pop() {
        if !core::mem::replace(&mut reached[chart.index(tile)], true) {
            let next = site.point(tile).neighbours().into_iter().filter_map(|point| site.tile(point));
            edge.extend(next.filter(|&tile| chart.kind(tile).is_traversable()));
        }
    }
    reached
}

#[cfg(test)]
pub(crate) mod tests;
