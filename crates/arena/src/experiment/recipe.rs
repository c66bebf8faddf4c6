//! The description of an experiment: a TOML file, a game's own study, or flags.

use super::values::Vary;
use crate::document::{from_toml, put, read_toml};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, brief, nearest, u64_from};

/// The default number of seeds of an experiment.
pub const GAMES: u64 = 1000;

/// The most seeds an experiment plays.
pub const MOST_GAMES: u64 = 1_000_000_000;

const KEYS: [&str; 11] =
    ["name", "about", "game", "bots", "games", "seed", "settings", "vary", "arms", "compare", "measures"];
const ARM_KEYS: [&str; 3] = ["name", "settings", "bots"];

/// What to play and what to compare. Nothing in it is checked against the game yet.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Recipe {
    /// The name of the experiment.
    pub name: String,
    pub game: String,
    /// Bots in seat order or by role.
    pub bots: Vec<String>,
    /// How many seeds every arm plays.
    pub games: u64,
    pub seed: u64,
    /// Settings of every arm.
    pub settings: Map<String, Value>,
    /// Settings that override the file; they must have an effect in some arm.
    pub over: Vec<String>,
    /// Whether bots override those of the file; they too must have an effect in some arm.
    pub over_bots: bool,
    /// Fields to vary; all combinations are played.
    pub vary: Vec<Vary>,
    /// Named arms, each with the settings that make it.
    pub arms: Vec<Named>,
    /// Differences to compute: the first minus the second. `None` for every arm minus the first.
    pub compare: Option<Vec<(String, String)>>,
    /// Measures to show; `None` for the game's own choice.
    pub measures: Option<Vec<String>>,
}

/// An arm of a recipe.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Named {
    pub name: String,
    pub settings: Map<String, Value>,
    /// Its bots, if they are not those of the experiment.
    pub bots: Option<Vec<String>>,
}

impl Recipe {
    /// A recipe for a game: one arm with default settings.
    #[must_use]
    pub fn of_game(game: &str) -> Self {
        Self {
            name: game.into(),
            game: game.into(),
            bots: Vec::new(),
            games: GAMES,
            seed: 0,
            settings: Map::new(),
            over: Vec::new(),
            over_bots: false,
            vary: Vec::new(),
            arms: Vec::new(),
            compare: None,
            measures: None,
        }
    }

    /// Reads the text of a TOML file. `name` is the name of the experiment unless the file contains one, and `game` is
    /// the game that ships it, if any.
    pub fn parse(text: &str, name: &str, game: Option<&str>) -> Result<Self, Invalid> {
        let document = read_toml(text).map_err(|error| Invalid::new("experiment", "this text", "TOML").says(error))?;
        // JSON objects are sorted by name, but fields are varied in the order of the file.
        let order: Vec<String> = document
            .get("vary")
            .and_then(toml::Value::as_table)
            .map(|vary| vary.keys().cloned().collect())
            .unwrap_or_default();
        Self::read(&from_toml(toml::Value::Table(document)), &order, name, game)
    }

    /// The same from JSON; `order` are the varied fields in their order.
    pub fn read(document: &Value, order: &[String], name: &str, game: Option<&str>) -> Result<Self, Invalid> {
        let file = Keys::new("experiment", document, &KEYS)?;
        let mut recipe = match (file.word("game")?, game) {
            (Some(found), Some(game)) if found != game => {
                return Err(Invalid::new("game", format!("{found:?}"), format!("{game}, which ships this experiment")));
            }
            (Some(game), _) => Self::of_game(&game),
            (None, Some(game)) => Self::of_game(game),
            (None, None) => {
                return Err(Invalid::new("game", "missing", "a game").says("missing, need the name of a game"));
            }
        };
        recipe.name = file.word("name")?.unwrap_or_else(|| name.into());
        file.word("about")?;
        recipe.bots = file.words("bots")?.unwrap_or_default();
        if let Some(games) = file.get("games") {
            recipe.set_games(games)?;
        }
        if let Some(seed) = file.get("seed") {
            recipe.seed = u64_from("seed", seed)?;
        }
        recipe.settings = file.object("settings")?.unwrap_or_default();
        if let Some(vary) = file.object("vary")? {
            let values = order.iter().filter_map(|field| vary.get_key_value(field));
            recipe.vary = values.map(|(field, values)| Vary::read(field, values)).collect::<Result<_, _>>()?;
        }
        recipe.arms =
            file.list("arms")?.iter().enumerate().map(|(i, arm)| read_arm(i, arm)).collect::<Result<_, _>>()?;
        recipe.compare = file.get("compare").map(read_pairs).transpose()?;
        recipe.measures = file.words("measures")?;
        Ok(recipe)
    }

    /// Sets a field for all arms; overrides the file.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), Invalid> {
        put(&mut self.settings, key, value)?;
        self.over.push(key.into());
        Ok(())
    }

    /// Sets the bots of all arms that do not have their own; overrides the file.
    pub fn seat(&mut self, bots: &[String]) {
        self.bots = bots.to_vec();
        self.over_bots = true;
    }

    /// Varies fields, each given as `field=values`; overrides the same field in the file.
    pub fn vary(&mut self, flags: &[String]) -> Result<(), Invalid> {
        let given: Vec<Vary> = flags.iter().map(|flag| Vary::parse(flag)).collect::<Result<_, _>>()?;
        for (i, vary) in given.iter().enumerate() {
            if given[..i].iter().any(|other| other.field == vary.field) {
                let all = brief(&Value::Array(vary.values.clone()));
                return Err(Invalid::new(format!("vary.{}", vary.field), all, "each field once")
                    .says("is varied twice, need each field once with all its values"));
            }
        }
        self.vary_over(given);
        Ok(())
    }

    /// Varies fields; overrides the same fields in the file.
    pub fn vary_over(&mut self, given: Vec<Vary>) {
        for vary in given {
            match self.vary.iter_mut().find(|other| other.field == vary.field) {
                Some(other) => *other = vary,
                None => self.vary.push(vary),
            }
        }
    }

    /// Sets how many seeds every arm plays.
    pub fn set_games(&mut self, games: &Value) -> Result<(), Invalid> {
        self.games = gridhaunt_kernel::json::integer("games", games, 1, MOST_GAMES)?;
        Ok(())
    }
}

fn read_arm(i: usize, value: &Value) -> Result<Named, Invalid> {
    let place = format!("arms[{i}]");
    let arm = Keys::new(&place, value, &ARM_KEYS)?;
    let name = arm.word("name")?.filter(|name| !name.trim().is_empty());
    let name = name.ok_or_else(|| {
        Invalid::new(format!("{place}.name"), "missing", "a name").says("missing, need the name of the arm")
    })?;
    Ok(Named { name, settings: arm.object("settings")?.unwrap_or_default(), bots: arm.words("bots")? })
}

fn read_pairs(value: &Value) -> Result<Vec<(String, String)>, Invalid> {
    let pair = |(i, pair): (usize, &Value)| match pair.as_array().map(Vec::as_slice) {
        Some([Value::String(one), Value::String(other)]) => Ok((one.clone(), other.clone())),
        _ => {
            Err(Invalid::new(format!("compare[{i}]"), brief(pair), "two names of arms, [\"one\", \"minus the other\"]"))
        }
    };
    let pairs = value.as_array().ok_or_else(|| Invalid::new("compare", brief(value), "a list of pairs of arms"))?;
    pairs.iter().enumerate().map(pair).collect()
}

/// An object whose keys are known.
struct Keys<'a> {
    place: &'a str,
    values: &'a Map<String, Value>,
}

impl<'a> Keys<'a> {
    fn new(place: &'a str, value: &'a Value, known: &[&str]) -> Result<Self, Invalid> {
        let Value::Object(values) = value else {
            return Err(Invalid::new(place, brief(value), "a table"));
        };
        match values.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(Self { place, values }),
            Some((key, value)) => {
                let list = format!("one of {}", known.join(", "));
                let words = match nearest(key, known.iter().copied()) {
                    Some(near) => format!("no such key, did you mean {near}?"),
                    None => format!("no such key, need {list}"),
                };
                Err(Invalid::new(format!("{place}.{key}"), brief(value), list).says(words))
            }
        }
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.values.get(key)
    }

    fn wrong(&self, key: &str, value: &Value, expected: &str) -> Invalid {
        Invalid::new(format!("{}.{key}", self.place), brief(value), expected)
    }

    fn word(&self, key: &str) -> Result<Option<String>, Invalid> {
        let read = |value: &Value| value.as_str().map(String::from).ok_or_else(|| self.wrong(key, value, "a text"));
        self.get(key).map(read).transpose()
    }

    fn words(&self, key: &str) -> Result<Option<Vec<String>>, Invalid> {
        let read = |value: &Value| {
            let words =
                value.as_array().and_then(|list| list.iter().map(|word| word.as_str().map(String::from)).collect());
            words.ok_or_else(|| self.wrong(key, value, "a list of words"))
        };
        self.get(key).map(read).transpose()
    }

    fn object(&self, key: &str) -> Result<Option<Map<String, Value>>, Invalid> {
        let read = |value: &Value| value.as_object().cloned().ok_or_else(|| self.wrong(key, value, "a table"));
        self.get(key).map(read).transpose()
    }

    fn list(&self, key: &str) -> Result<&'a [Value], Invalid> {
        let read = |value: &'a Value| value.as_array().ok_or_else(|| self.wrong(key, value, "a list of tables"));
        Ok(self.get(key).map(read).transpose()?.map_or(&[], Vec::as_slice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const WHOLE: &str = r#"
        name = "mud"
        about = "Does mud help the one who looks ahead?"
        game = "pyrat"
        bots = ["greedy", "rat=random"]
        games = 200
        seed = "0x10"
        measures = ["steps"]
        compare = [["deep", "none"]]
        [settings]
        width = 7
        [vary]
        width = "7..9"
        cheese_count = [5, 7]
        [[arms]]
        name = "none"
        settings = { mud_density = 0.0 }
        [[arms]]
        name = "deep"
        settings = { mud_density = 0.5 }
        bots = ["random"]
    "#;

    #[test]
    fn a_file_says_it_all() {
        let recipe = Recipe::parse(WHOLE, "file", None).unwrap();
        assert_eq!((recipe.name.as_str(), recipe.game.as_str()), ("mud", "pyrat"));
        assert_eq!((recipe.games, recipe.seed), (200, 16));
        assert_eq!(Value::Object(recipe.settings), json!({"width": 7}));
        let varied: Vec<_> = recipe.vary.iter().map(|vary| (vary.field.as_str(), vary.values.len())).collect();
        assert_eq!(varied, [("width", 3), ("cheese_count", 2)], "in the order of the file");
        assert_eq!(recipe.arms[1].bots, Some(vec!["random".to_string()]));
        assert_eq!(recipe.compare, Some(vec![("deep".into(), "none".into())]));
        assert_eq!(recipe.measures, Some(vec!["steps".into()]));
    }

    #[test]
    fn what_is_missing_has_a_default() {
        let recipe = Recipe::parse("", "tag-sight", Some("tag")).unwrap();
        assert_eq!(recipe, Recipe { name: "tag-sight".into(), ..Recipe::of_game("tag") });
        assert_eq!((recipe.games, recipe.seed), (1000, 0));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |text: &str| Recipe::parse(text, "file", None).unwrap_err().to_string();
        for (text, expected) in [
            ("", "game: missing, need the name of a game"),
            ("game = 3", "experiment.game: 3 is not a text"),
            ("gmae = \"pyrat\"", "experiment.gmae: no such key, did you mean game?"),
            (
                "game = \"pyrat\"\ncolour = 1",
                "experiment.colour: no such key, need one of name, about, game, bots, games, seed, settings, vary, arms, compare, measures",
            ),
            ("game = \"pyrat\"\ngames = 0", "games: 0 is not in 1..=1000000000"),
            ("game = \"pyrat\"\nseed = -1", "seed: -1 is not an integer 0..2^64"),
            ("game = \"pyrat\"\nbots = \"greedy\"", "experiment.bots: \"greedy\" is not a list of words"),
            ("game = \"pyrat\"\nvary = 3", "experiment.vary: 3 is not a table"),
            (
                "game = \"pyrat\"\nvary = { width = \"9..7\" }",
                "vary.width: 9..7 is empty, need an end that is not below 9",
            ),
            ("game = \"pyrat\"\narms = [3]", "arms[0]: 3 is not a table"),
            ("game = \"pyrat\"\n[[arms]]", "arms[0].name: missing, need the name of the arm"),
            (
                "game = \"pyrat\"\n[[arms]]\nname = \"a\"\nsetings = {}",
                "arms[0].setings: no such key, did you mean settings?",
            ),
            (
                "game = \"pyrat\"\ncompare = [[\"a\"]]",
                "compare[0]: [\"a\"] is not two names of arms, [\"one\", \"minus the other\"]",
            ),
            ("game = \"pyrat\"\ncompare = \"a\"", "compare: \"a\" is not a list of pairs of arms"),
        ] {
            assert_eq!(wrong(text), expected, "{text}");
        }
        assert!(wrong("game = ").starts_with("experiment: line 1, column 8: "));
        let other = Recipe::parse("game = \"chess\"", "tag-sight", Some("tag")).unwrap_err();
        assert_eq!(other.to_string(), "game: \"chess\" is not tag, which ships this experiment");
    }

    #[test]
    fn flags_vary_over_the_file_and_each_field_once() {
        let mut recipe = Recipe::parse(WHOLE, "file", None).unwrap();
        recipe.vary(&["cheese_count=3".into(), "mud_density=0.1,0.2".into()]).unwrap();
        let varied: Vec<_> = recipe.vary.iter().map(|vary| (vary.field.as_str(), vary.values.len())).collect();
        assert_eq!(varied, [("width", 3), ("cheese_count", 1), ("mud_density", 2)]);
        assert_eq!(
            recipe.vary(&["width=3".into(), "width=5".into()]).unwrap_err().to_string(),
            "vary.width: is varied twice, need each field once with all its values"
        );
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let _ = Recipe::parse(&text, "file", None);
        }

        #[test]
        fn no_wrong_value_panics(key in 0..KEYS.len(), value in "(\\[|\\{|\"|[-0-9a-z.,= ]|\\]|\\}){0,20}") {
            let _ = Recipe::parse(&format!("game = \"pyrat\"\n{} = {value}", KEYS[key]), "file", None);
            let _ = Recipe::parse(&format!("game = \"pyrat\"\n[vary]\nwidth = {value}\n[[arms]]\nname = {value}"), "file", None);
        }
    }
}
