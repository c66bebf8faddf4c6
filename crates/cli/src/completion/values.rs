//! The possible values of a flag or an operand.

use super::{Candidate, files};
use crate::fields;
use clap::{Arg, ValueHint};
use gridhaunt_arena::adaptor;
use gridhaunt_console::HasTools;
use gridhaunt_kernel::face::{BotCard, Face};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::{Field, FieldKind};
#[cfg(feature = "full")]
use gridhaunt_starters::Language;

/// The context of a value: the commands before it and their operands.
pub(crate) struct Values<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) names: &'a [&'a str],
    pub(crate) operands: &'a [&'a str],
    /// The flags before it that had a value, by their ids.
    pub(crate) flags: &'a [(&'a str, &'a str)],
}

/// The file extensions of replays.
const REPLAYS: &[&str] = &[".jsonl", ".jsonl.zst"];
/// The file extensions of settings files.
const SETTINGS: &[&str] = &[".toml", ".json"];
/// Clocks, as a start for editing.
const CLOCKS: [(&str, &str); 5] = [
    ("100ms", "a turn"),
    ("100ms+5s", "a turn, and a bank that pays for overruns"),
    ("60s/+50ms", "the whole match, with an increment a turn"),
    ("cpu:50ms", "processor time a turn"),
    ("none", "as long as it takes"),
];
/// Levels at which programs are shut in.
const LEVELS: [(&str, &str); 5] = [
    ("0", "order, nothing against malice"),
    ("0+", "Landlock, forbidden system calls"),
    ("1", "namespaces and a root of its own"),
    ("2", "control groups"),
    ("best", "the highest that works here"),
];

impl Values<'_> {
    /// The candidates for the value of an argument; they need not all begin with `typed`.
    pub(crate) fn of(&self, arg: &Arg, typed: &str) -> Vec<Candidate> {
        if let Some(field) = self.setting(arg).or_else(|| self.tool_flag(arg)) {
            return self.field(field, typed);
        }
        let known = arg.get_possible_values();
        if !known.is_empty() {
            let shown = known.iter().filter(|value| !value.is_hide_set());
            return shown.map(|value| Candidate::new(value.get_name(), super::about(value.get_help()))).collect();
        }
        let game = self.game();
        match arg.get_id().as_str() {
            "game" | "league" => self.games().collect(),
            #[cfg(feature = "full")]
            "language" => {
                Language::ALL.into_iter().map(|language| Candidate::new(language.name(), language.about())).collect()
            }
            "name" => self.experiments().chain(self.games()).chain(files::ending(typed, &[".toml"])).collect(),
            "bots" | "first" | "second" => self.entrants(typed),
            "others" => {
                let cut = typed.rfind(',').map_or(0, |at| at + 1);
                let (before, typed) = typed.split_at(cut);
                self.entrants(typed).into_iter().map(|candidate| candidate.behind(before)).collect()
            }
            "entrants" => files::programs(typed),
            "event" | "events" => self.events(),
            "side" => game.map(sides).unwrap_or_default(),
            "changes" => vec![Candidate::new("concurrency=", "matches side by side")],
            "replays" => ["all", "none"].map(|word| Candidate::new(word, "replays in a page")).to_vec(),
            "bot" => files::programs(typed),
            "clock" => CLOCKS.map(|(word, about)| Candidate::new(word, about)).to_vec(),
            "sandbox" => LEVELS.map(|(word, about)| Candidate::new(word, about)).to_vec(),
            "human" | "debug" => game.map(|game| roles(game, "")).unwrap_or_default(),
            "config" | "maps" => game.map(|game| self.settings(game, typed)).unwrap_or_default(),
            "vary" => game.map(|game| variants(game, typed)).unwrap_or_default(),
            "file" | "files" => files::ending(typed, REPLAYS),
            "settings" => files::ending(typed, SETTINGS),
            _ => match arg.get_value_hint() {
                ValueHint::DirPath => files::folders(typed),
                ValueHint::FilePath | ValueHint::AnyPath => files::ending(typed, &[]),
                _ => Vec::new(),
            },
        }
    }

    /// The setting that a flag stands for, if the game has it.
    pub(crate) fn setting(&self, arg: &Arg) -> Option<&'static Field> {
        let name = fields::name(arg.get_id().as_str())?;
        self.game()?.fields().iter().find(|field| field.name == name)
    }

    fn tool_flag(&self, arg: &Arg) -> Option<&'static Field> {
        let [game, tool] = self.names else { return None };
        let game = self.registry.games().find(|face| face.info().name == *game)?;
        let tool = game.tools().find(|known| known.name == *tool)?;
        tool.flags.iter().find(|field| field.name == arg.get_id().as_str())
    }

    /// The value of a flag that was given before.
    fn flag(&self, id: &str) -> Option<&str> {
        self.flags.iter().rev().find(|(known, _)| *known == id).map(|(_, value)| *value)
    }

    /// The game of the command: that of a tool, of `--game`, the first operand, or that of an experiment.
    fn game(&self) -> Option<&dyn Face> {
        let named = |name: &str| self.registry.games().find(|game| game.info().name == name);
        let first = self.names.first().copied().and_then(named);
        let flag = || self.flag("game").or_else(|| self.flag("league")).and_then(named);
        first.or_else(flag).or_else(|| {
            let operand = *self.operands.first()?;
            let ships = |game: &&dyn Face| game.studies().iter().any(|study| study.name == operand);
            named(operand).or_else(|| self.registry.games().find(ships))
        })
    }

    /// Bots of the game, and files that say everything where the command takes one.
    fn entrants(&self, typed: &str) -> Vec<Candidate> {
        let found = self.game().map_or_else(|| files::programs(typed), |game| bots(game, typed));
        match self.names {
            ["tournament" | "league", ..] => files::ending(typed, &[".toml"]).into_iter().chain(found).collect(),
            _ => found,
        }
    }

    /// The events of the store that the line names, the last one first, if the store is a file that is there.
    #[cfg(feature = "full")]
    fn events(&self) -> Vec<Candidate> {
        use gridhaunt_events::manage::state_word;
        use gridhaunt_kernel::shown::shown;
        use gridhaunt_store::{Address, Event, Store};
        let found = || {
            let address = Address::find(self.flag("db")).ok()?;
            address.path().filter(|path| path.is_file())?;
            let store = Store::open_existing(&address).ok()?;
            let candidate = |event: &Event| {
                let state = state_word(&store, event).ok()?;
                Some(Candidate::new(event.id.to_string(), format!("{} ({state})", shown(&event.name))))
            };
            Some(store.events().ok()?.iter().rev().filter_map(candidate).collect())
        };
        found().unwrap_or_default()
    }

    /// None: this build opens no store.
    #[cfg(not(feature = "full"))]
    fn events(&self) -> Vec<Candidate> {
        Vec::new()
    }

    fn games(&self) -> impl Iterator<Item = Candidate> {
        self.registry.games().map(|game| Candidate::new(game.info().name, game.info().about))
    }

    fn experiments(&self) -> impl Iterator<Item = Candidate> {
        let studies = self.registry.games().flat_map(Face::studies);
        studies.map(|study| Candidate::new(study.name, study.about))
    }

    /// `NAME=` for each setting; after that, the values of the setting.
    fn settings(&self, game: &dyn Face, typed: &str) -> Vec<Candidate> {
        let Some((name, value)) = typed.split_once('=') else { return assigned(game.fields()) };
        let Some(field) = game.fields().iter().find(|field| field.name == name) else { return Vec::new() };
        self.field(field, value).into_iter().map(|value| value.behind(&format!("{name}="))).collect()
    }

    /// The values of a field; file names after `@`.
    fn field(&self, field: &Field, typed: &str) -> Vec<Candidate> {
        if let Some(file) = typed.strip_prefix('@') {
            return files::ending(file, &[]).into_iter().map(|file| file.behind("@")).collect();
        }
        match field.kind {
            // The values of a text are described only in words.
            FieldKind::Text(what) if what.contains("bot") => {
                self.game().map(|game| bots(game, typed)).unwrap_or_default()
            }
            FieldKind::Text("a folder") => files::folders(typed),
            FieldKind::Text(what) if what.contains("file") || what.contains("a name that ends") => {
                files::ending(typed, &[])
            }
            _ => words(field),
        }
    }
}

/// The words that a field accepts, the default first; for a number only its default, as a start for editing.
fn words(field: &Field) -> Vec<Candidate> {
    let described = |word: &str| {
        let about = if word == field.default() { "the default" } else { "" };
        Candidate::new(word, about)
    };
    match field.kind {
        FieldKind::Word(words) => words.iter().map(|word| described(word)).collect(),
        FieldKind::Flag => ["true", "false"].map(described).to_vec(),
        FieldKind::Integer(..) | FieldKind::Number(..) => {
            let number = field.default().parse::<f64>().is_ok();
            if number {
                vec![Candidate::new(field.default(), format!("the default, of {}", field.allowed()))]
            } else {
                Vec::new()
            }
        }
        FieldKind::Text(_) => Vec::new(),
        FieldKind::Schema(schema) => {
            let schema: Value = serde_json::from_str(schema).unwrap_or_default();
            let choices = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
            let every = choices.into_iter().flatten().chain([&schema]);
            let listed = |one: &Value| one.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
            let words = every.flat_map(|one| one.get("const").cloned().into_iter().chain(listed(one)));
            words.filter_map(|word| word.as_str().map(described)).collect()
        }
    }
}

/// A candidate `NAME=` for each field.
fn assigned(fields: &[Field]) -> Vec<Candidate> {
    fields.iter().map(|field| Candidate::new(format!("{}=", field.name), field.about)).collect()
}

/// A field and the values to try, with commas between them.
fn variants(game: &dyn Face, typed: &str) -> Vec<Candidate> {
    let Some((name, values)) = typed.split_once('=') else { return assigned(game.fields()) };
    let Some(field) = game.fields().iter().find(|field| field.name == name) else { return Vec::new() };
    let before = values.rfind(',').map_or("", |at| &values[..=at]);
    let fresh = |word: &Candidate| !values.split(',').any(|given| given == word.word && !values.ends_with(given));
    words(field).into_iter().filter(fresh).map(|word| word.behind(&format!("{name}={before}"))).collect()
}

fn sides(game: &dyn Face) -> Vec<Candidate> {
    game.info().sides.iter().map(|side| Candidate::new(side.name, "")).collect()
}

/// `ROLE=` for each role, or the bare names.
fn roles(game: &dyn Face, after: &str) -> Vec<Candidate> {
    game.info().roles.iter().map(|role| Candidate::new(format!("{}{after}", role.name), role.about)).collect()
}

/// Candidates for a bot, in the forms `BOT`, `ROLE=BOT` and `BOT:OPTION=VALUE,OPTION=VALUE`.
fn bots(game: &dyn Face, typed: &str) -> Vec<Candidate> {
    let role = typed.split_once('=').map_or("", |(role, _)| role);
    let (before, typed) = match game.info().roles.iter().any(|known| known.name == role) {
        true => typed.split_at(role.len() + 1),
        false => ("", typed),
    };
    let mut prefixes = adaptor::prefixes(game.info().name);
    if let Some((prefix, path)) = prefixes.find_map(|prefix| Some((prefix.clone(), typed.strip_prefix(&prefix)?))) {
        let found = files::ending(path, &[".py"]).into_iter();
        return found.map(|candidate| candidate.behind(&prefix).behind(before)).collect();
    }
    if typed.starts_with(['.', '/', '~']) || typed.contains('/') {
        return files::programs(typed).into_iter().map(|candidate| candidate.behind(before)).collect();
    }
    let cards = game.bots();
    let found = match typed.split_once(':') {
        Some((name, options)) => match cards.iter().find(|card| card.name == name) {
            Some(card) => with_options(card, options),
            None => Vec::new(),
        },
        None => {
            let roles = if before.is_empty() { roles(game, "=") } else { Vec::new() };
            let open = |card: &BotCard| {
                let options =
                    (!card.options.is_empty()).then(|| Candidate::new(format!("{}:", card.name), "with options"));
                [Some(Candidate::new(card.name, card.about)), options].into_iter().flatten().collect::<Vec<_>>()
            };
            let guest = |prefix: String| Candidate::new(prefix, "a player written for another package, by its path");
            let guests = adaptor::prefixes(game.info().name).map(guest);
            cards.iter().flat_map(open).chain(roles).chain(guests).chain(files::programs(typed)).collect()
        }
    };
    found.into_iter().map(|candidate| candidate.behind(before)).collect()
}

fn with_options(card: &BotCard, typed: &str) -> Vec<Candidate> {
    let cut = typed.rfind(',').map_or(0, |at| at + 1);
    let (given, typed) = typed.split_at(cut);
    let before = format!("{}:{given}", card.name);
    let found = match typed.split_once('=') {
        None => assigned(card.options).into_iter().filter(|option| !given.contains(&option.word)).collect(),
        Some((name, _)) => match card.options.iter().find(|option| option.name == name) {
            Some(option) => words(option).into_iter().map(|word| word.behind(&format!("{name}="))).collect(),
            None => Vec::new(),
        },
    };
    found.into_iter().map(|candidate: Candidate| candidate.behind(&before)).collect()
}
