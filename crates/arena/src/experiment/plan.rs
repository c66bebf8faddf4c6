//! A recipe that has been checked: arms with their settings read, their bots seated and one match set up.

use super::measure::{Side, Values, sides};
use super::recipe::{Named, Recipe};
use super::values::MOST;
use crate::company::Company;
use crate::document::put;
use crate::house::House;
use crate::play::Arena;
use crate::seating::{BotSpec, seat_all};
use crate::sides::Sides;
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::json::{Map, Value, brief, nearest, unknown};
use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::{Info, Invalid};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One of the variants that are compared.
#[allow(missing_docs, reason = "the names say it")]
pub struct Arm {
    /// Its name: `killers=2`, or the name in the recipe.
    pub name: String,
    /// The varied fields with their values in this arm.
    pub varied: Vec<(String, Value)>,
    pub bots: Vec<BotSpec>,
    /// The seats whose results are combined.
    pub sides: Vec<Side>,
    roles: Sides,
    opened: Box<dyn Opened>,
    info: Info,
    /// Where programs play, if there are any.
    house: Option<Arc<House>>,
}

impl Arm {
    /// Its settings as JSON.
    #[must_use]
    pub fn settings(&self) -> Value {
        self.opened.settings()
    }

    /// The names of its bots.
    #[must_use]
    pub fn bot_names(&self) -> Vec<String> {
        self.bots.iter().map(ToString::to_string).collect()
    }

    /// Plays a match and measures it; `None` if `stop` is set before its end.
    pub fn play(&self, seed: u64, stop: &AtomicBool) -> Result<Option<Values>, Invalid> {
        let arena = Arena {
            info: self.info,
            opened: self.opened.as_ref(),
            seats: &self.bots,
            rotate: false,
            from: None,
            house: self.house.as_deref(),
        };
        let played = arena.play(seed, false, stop).map_err(|error| about(&self.name, seed, error))?;
        if let (Some(house), Some(played)) = (&self.house, &played) {
            house.note(played.told.iter().map(|line| format!("arm {}, seed {seed}: {line}", self.name)));
        }
        Ok(played.map(|played| Values::of(&played, &self.roles, &self.sides)))
    }
}

/// An experiment that can be played.
#[allow(missing_docs, reason = "the names say it")]
pub struct Plan {
    /// The name of the experiment.
    pub name: String,
    /// The nature of the game.
    pub info: Info,
    /// How many seeds every arm plays.
    pub games: u64,
    pub seed: u64,
    /// The settings that all arms have in common.
    pub settings: Map<String, Value>,
    /// The names of the varied fields.
    pub fields: Vec<String>,
    pub arms: Vec<Arm>,
    /// The differences to compute: the first arm minus the second.
    pub pairs: Vec<(usize, usize)>,
    /// The measures to show, if they were given.
    pub measures: Option<Vec<String>>,
}

impl Plan {
    /// Checks a recipe, opens every arm and sets up its first match, so that errors are reported before anything is
    /// played.
    pub fn new(registry: &Registry, recipe: &Recipe) -> Result<Self, Invalid> {
        let game = registry.find(&recipe.game)?;
        check_fields(game, recipe)?;
        let variants = variants(recipe)?;
        check_reach(recipe)?;
        let pairs = pairs(recipe, &variants)?;
        let arms: Vec<Arm> =
            variants.iter().map(|variant| variant.open(game, recipe, variants.len())).collect::<Result<_, _>>()?;
        if let Some(arm) = arms.first().filter(|_| bots_idle(recipe)) {
            // These bots are not used, but a wrong name is still an error.
            let first = arm.opened.begin(recipe.seed)?;
            Company::check(arm.opened.as_ref(), &seat_all(game, first.as_ref(), &recipe.bots)?, recipe.seed)?;
        }
        Ok(Self {
            name: recipe.name.clone(),
            info: game.info(),
            games: recipe.games,
            seed: recipe.seed,
            settings: recipe.settings.clone(),
            fields: recipe.vary.iter().map(|vary| vary.field.clone()).collect(),
            arms,
            pairs,
            measures: recipe.measures.clone(),
        })
    }

    /// Has the programs among the bots play in this house.
    pub fn host(&mut self, house: House) {
        let house = Arc::new(house);
        for arm in &mut self.arms {
            arm.house = Some(house.clone());
        }
    }

    /// Where programs play, if there are any.
    #[must_use]
    pub fn house(&self) -> Option<&House> {
        self.arms.first().and_then(|arm| arm.house.as_deref())
    }

    /// How many matches all arms play together.
    #[must_use]
    pub const fn matches(&self) -> u64 {
        self.games * self.arms.len() as u64
    }

    /// The seed of game `i` of every arm.
    #[must_use]
    pub const fn seed_of(&self, i: u64) -> u64 {
        self.seed.wrapping_add(i)
    }

    /// Everything that decides the results of a match of this experiment. The number of games is not part of it.
    #[must_use]
    pub fn identity(&self) -> Value {
        let arm = |arm: &Arm| json!({"name": arm.name, "settings": arm.settings(), "bots": arm.bot_names()});
        let mut identity = json!({
            "engine": env!("CARGO_PKG_VERSION"),
            "game": self.info.name,
            "rules": self.info.rules_version,
            "generator": self.info.generator_version,
            "seed": self.seed.to_string(),
            "arms": self.arms.iter().map(arm).collect::<Vec<_>>(),
        });
        if let Some(house) = self.house() {
            // Another version of a program, or another clock, is another experiment (B3).
            let digest = |bot: &BotSpec| bot.program.as_deref().and_then(|program| house.digest(program));
            let digests = |arm: &Arm| arm.bots.iter().map(digest).collect::<Vec<_>>();
            let terms = &house.host.terms;
            identity["programs"] = json!({
                "digests": self.arms.iter().map(digests).collect::<Vec<_>>(),
                "clock": terms.clock.to_string(),
                "strict": house.policy.strict,
                "strikes": house.policy.strikes,
                "sandbox": terms.level.to_string(),
            });
        }
        identity
    }

    /// A 64-bit fingerprint of the identity.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        StateHash::new("experiment", 1).write_bytes(self.identity().to_string().as_bytes()).finish()
    }

    /// The name of a difference.
    #[must_use]
    pub fn pair_name(&self, (one, other): (usize, usize)) -> String {
        format!("{} - {}", self.arms[one].name, self.arms[other].name)
    }
}

/// The study with this name, and the game that ships it.
#[must_use]
pub fn study<'a>(registry: &'a Registry, name: &str) -> Option<(&'a dyn Face, &'a Study)> {
    registry.games().find_map(|game| Some((game, game.studies().iter().find(|study| study.name == name)?)))
}

/// The recipe of a word: that of the study with this name, or of a game.
pub fn recipe_of(registry: &Registry, name: &str) -> Result<Recipe, Invalid> {
    if let Some((game, study)) = study(registry, name) {
        return Recipe::parse(study.plan, study.name, Some(game.info().name));
    }
    let is_game = registry.games().any(|game| game.info().name == name);
    if is_game { Ok(Recipe::of_game(name)) } else { Err(no_such(registry, name)) }
}

/// The error about a word that is neither a study nor a game.
fn no_such(registry: &Registry, name: &str) -> Invalid {
    let studies: Vec<&str> = registry.games().flat_map(|game| game.studies().iter().map(|study| study.name)).collect();
    let games: Vec<&str> = registry.games().map(|game| game.info().name).collect();
    let known = match studies.as_slice() {
        [] => String::new(),
        studies => format!("an experiment ({}), ", studies.join(", ")),
    };
    let expected = format!("{known}a game ({}) or a file that ends in .toml", games.join(", "));
    let hint = nearest(name, studies.into_iter().chain(games)).map(|near| format!(", did you mean {near}?"));
    Invalid::new("experiment", format!("{name:?}"), expected.clone())
        .says(format!("{name:?} is not {expected}{}", hint.unwrap_or_default()))
}

/// An arm before it is opened.
struct Variant<'a> {
    name: String,
    named: Option<&'a Named>,
    varied: Vec<(String, Value)>,
}

impl Variant<'_> {
    fn open(&self, game: &dyn Face, recipe: &Recipe, arms: usize) -> Result<Arm, Invalid> {
        let about = |error: Invalid| if arms > 1 { about_arm(&self.name, error) } else { error };
        let mut settings = recipe.settings.clone();
        if let Some(named) = self.named {
            settings.extend(named.settings.clone());
        }
        for (field, value) in &self.varied {
            put(&mut settings, field, value.clone()).map_err(about)?;
        }
        let opened = game.open(&Value::Object(settings)).map_err(about)?;
        let first = opened.begin(recipe.seed).map_err(|error| self::about(&self.name, recipe.seed, error))?;
        let words = self.named.and_then(|named| named.bots.as_ref()).unwrap_or(&recipe.bots);
        let bots = seat_all(game, first.as_ref(), words).map_err(about)?;
        Company::check(opened.as_ref(), &bots, recipe.seed).map_err(about)?;
        let info = game.info();
        let (roles, sides) = (Sides::of(first.as_ref()), sides(&info, first.as_ref()));
        Ok(Arm { name: self.name.clone(), varied: self.varied.clone(), bots, sides, roles, opened, info, house: None })
    }
}

/// The error of one arm.
fn about_arm(arm: &str, mut error: Invalid) -> Invalid {
    error.field = format!("arm {arm}: {}", error.field);
    error
}

/// The error of one match of an arm.
fn about(arm: &str, seed: u64, mut error: Invalid) -> Invalid {
    error.field = format!("arm {arm}, seed {seed}: {}", error.field);
    error
}

/// Checks that every named field is a setting of the game.
fn check_fields(game: &dyn Face, recipe: &Recipe) -> Result<(), Invalid> {
    let known: Vec<&str> = game.fields().iter().map(|field| field.name).collect();
    let check = |place: &str, field: &str, value: &Value| {
        let outer = field.split('.').next().unwrap_or(field);
        if known.contains(&outer) { Ok(()) } else { Err(unknown(outer, value, &known).within(place)) }
    };
    for (field, value) in &recipe.settings {
        check("settings", field, value)?;
    }
    for vary in &recipe.vary {
        check("vary", &vary.field, &Value::Array(vary.values.clone()))?;
    }
    for arm in &recipe.arms {
        for (field, value) in &arm.settings {
            check(&format!("arm {}", arm.name), field, value)?;
            if recipe.vary.iter().any(|vary| outer(&vary.field) == field) {
                return Err(Invalid::new(
                    format!("arm {}.{field}", arm.name),
                    brief(value),
                    "a field that is not varied",
                )
                .says(format!("{} is set here and varied too, need one of the two", brief(value))));
            }
        }
    }
    Ok(())
}

fn outer(field: &str) -> &str {
    field.split('.').next().unwrap_or(field)
}

/// Whether no arm uses the bots of the experiment, because each arm has its own.
fn bots_idle(recipe: &Recipe) -> bool {
    !recipe.bots.is_empty() && !recipe.arms.is_empty() && recipe.arms.iter().all(|arm| arm.bots.is_some())
}

/// Checks that flags that override the file have an effect in some arm.
fn check_reach(recipe: &Recipe) -> Result<(), Invalid> {
    if recipe.over_bots && bots_idle(recipe) {
        let got = recipe.bots.join(" ");
        let words = format!("every arm has bots of its own, so {got} would change nothing");
        return Err(Invalid::new("bots", got, "none, or an arm that leaves them open").says(words));
    }
    for key in &recipe.over {
        let got = recipe.settings.get(outer(key)).map(brief).unwrap_or_default();
        if recipe.vary.iter().any(|vary| vary.field == *key) {
            let words = format!("is varied, so {got} would change nothing; vary it over other values or not at all");
            return Err(Invalid::new(key, got, "a field that is not varied").says(words));
        }
        if !recipe.arms.is_empty() && recipe.arms.iter().all(|arm| arm.settings.contains_key(outer(key))) {
            let words = format!("is set by every arm, so {got} would change nothing");
            return Err(Invalid::new(key, got, "a field that some arm leaves open").says(words));
        }
    }
    Ok(())
}

/// All arms: every named arm with every combination of the varied fields; the last field changes fastest.
fn variants(recipe: &Recipe) -> Result<Vec<Variant<'_>>, Invalid> {
    let named: Vec<Option<&Named>> =
        if recipe.arms.is_empty() { vec![None] } else { recipe.arms.iter().map(Some).collect() };
    let sizes = recipe.vary.iter().map(|vary| vary.values.len()).chain([named.len()]);
    let count = sizes.fold(1usize, usize::saturating_mul);
    if count > MOST {
        return Err(Invalid::new("vary", format!("{count} combinations"), format!("at most {MOST}")));
    }
    let mut combinations: Vec<Vec<(String, Value)>> = vec![Vec::new()];
    for vary in &recipe.vary {
        let with = |before: &Vec<(String, Value)>, value: &Value| {
            before.iter().cloned().chain([(vary.field.clone(), value.clone())]).collect()
        };
        combinations =
            combinations.iter().flat_map(|before| vary.values.iter().map(move |value| with(before, value))).collect();
    }
    let mut variants: Vec<Variant<'_>> = Vec::with_capacity(count);
    for varied in &combinations {
        for &named in &named {
            let words = named.map(|named| named.name.clone()).into_iter().chain(varied.iter().map(setting));
            let name = words.collect::<Vec<_>>().join(" ");
            let name = if name.is_empty() { recipe.game.clone() } else { name };
            if variants.iter().any(|other| other.name == name) {
                return Err(Invalid::new("arms", format!("{name:?}"), "each name once")
                    .says(format!("{name:?} is given twice, need each name once")));
            }
            variants.push(Variant { name, named, varied: varied.clone() });
        }
    }
    Ok(variants)
}

/// A varied field and its value as text, such as `killers=2` or `killer_sight=all`.
fn setting((field, value): &(String, Value)) -> String {
    format!("{field}={}", value.as_str().map_or_else(|| value.to_string(), str::to_string))
}

/// The differences to compute. A pair of arm names stands for that pair in each combination of the varied fields.
fn pairs(recipe: &Recipe, variants: &[Variant<'_>]) -> Result<Vec<(usize, usize)>, Invalid> {
    let named = recipe.arms.len().max(1);
    let Some(asked) = &recipe.compare else {
        // Named arms are compared within the same combination; without names every arm is compared to the first.
        let group = if recipe.arms.is_empty() { variants.len() } else { named };
        let firsts = (0..variants.len()).map(|i| (i, i - i % group));
        return Ok(firsts.filter(|(i, first)| i != first).collect());
    };
    let mut pairs = Vec::new();
    for (i, (one, other)) in asked.iter().enumerate() {
        let field = format!("compare[{i}]");
        if one == other {
            return Err(Invalid::new(field, format!("{one:?} minus itself"), "two arms that differ"));
        }
        let whole = |name: &String| variants.iter().position(|variant| variant.name == *name);
        let short = |name: &String| recipe.arms.iter().position(|arm| arm.name == *name);
        match (whole(one).zip(whole(other)), short(one).zip(short(other))) {
            (Some(pair), _) => pairs.push(pair),
            (None, Some((one, other))) => {
                pairs.extend((0..variants.len()).step_by(named).map(|first| (first + one, first + other)));
            }
            (None, None) => {
                let known = |name: &String| whole(name).or_else(|| short(name)).is_some();
                let name = if known(one) { other } else { one };
                let names = recipe.arms.iter().map(|arm| arm.name.as_str());
                let names: Vec<&str> = names.chain(variants.iter().map(|variant| variant.name.as_str())).collect();
                let near = nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?"));
                let mut list: Vec<&str> = variants.iter().take(8).map(|variant| variant.name.as_str()).collect();
                if variants.len() > list.len() {
                    list.push("…");
                }
                let expected = format!("one of the arms {}", list.join(", "));
                let words = format!("{name:?} is not {expected}{}", near.unwrap_or_default());
                return Err(Invalid::new(field, format!("{name:?}"), expected).says(words));
            }
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Plan, String> {
        let recipe = Recipe::parse(text, "test", None).map_err(|error| error.to_string())?;
        Plan::new(&gridhaunt_bots::registry(), &recipe).map_err(|error| error.to_string())
    }

    fn names(plan: &Plan) -> Vec<&str> {
        plan.arms.iter().map(|arm| arm.name.as_str()).collect()
    }

    const TINY: &str = "game = \"pyrat\"\n";

    #[test]
    fn varied_fields_give_their_full_product() {
        let plan = plan(&format!("{TINY}[vary]\nwidth = \"5..7..2\"\nheight = [5, 6]\n")).unwrap();
        assert_eq!(names(&plan), ["width=5 height=5", "width=5 height=6", "width=7 height=5", "width=7 height=6"]);
        assert_eq!(plan.pairs, [(1, 0), (2, 0), (3, 0)], "each minus the first");
        assert_eq!(plan.pair_name(plan.pairs[0]), "width=5 height=6 - width=5 height=5");
        assert_eq!(plan.arms[3].settings(), json!({"width": 7, "height": 6}));
    }

    #[test]
    fn named_arms_are_compared_under_the_same_combination() {
        let text = "[[arms]]\nname = \"a\"\n[[arms]]\nname = \"b\"\nsettings = { height = 5 }\nbots = [\"random\"]\n";
        let arms = plan(&format!("{TINY}{text}")).unwrap();
        assert_eq!((names(&arms), arms.pairs.clone()), (vec!["a", "b"], vec![(1, 0)]));
        assert_eq!(arms.arms[1].bot_names(), ["random", "greedy"]);
        let both = plan(&format!("{TINY}{text}[vary]\nwidth = [5, 7]\n")).unwrap();
        assert_eq!(names(&both), ["a width=5", "b width=5", "a width=7", "b width=7"]);
        assert_eq!(both.pairs, [(1, 0), (3, 2)]);
        let asked = plan(&format!(
            "{TINY}compare = [[\"a\", \"b\"], [\"b width=7\", \"b width=5\"]]\n{text}[vary]\nwidth = [5, 7]\n"
        ));
        assert_eq!(asked.unwrap().pairs, [(0, 1), (2, 3), (3, 1)]);
    }

    #[test]
    fn a_game_alone_is_one_arm() {
        let alone = plan(TINY).unwrap();
        assert_eq!((names(&alone), alone.pairs.len()), (vec!["pyrat"], 0));
    }

    #[test]
    fn the_fingerprint_holds_what_decides_a_match() {
        let print = |text: &str| plan(&format!("{TINY}{text}")).unwrap().fingerprint();
        let base = print("");
        assert_eq!(base, print("games = 7\nname = \"other\"\nmeasures = [\"steps\"]\n"));
        for other in ["seed = 1", "bots = [\"random\"]", "settings = { width = 9 }", "vary = { width = [21] }"] {
            assert_ne!(base, print(other), "{other}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_before_anything_is_played() {
        let arms = "[[arms]]\nname = \"a\"\n[[arms]]\nname = \"b\"\nsettings = { width = 5 }\n";
        for (text, expected) in [
            ("settings = { widht = 3 }", "settings.widht: no such setting, did you mean width?"),
            ("vary = { widht = [3] }", "vary.widht: no such setting, did you mean width?"),
            ("settings = { width = 65 }", "width: 65 is not in 2..=64"),
            ("vary = { width = [5, 65] }", "arm width=65: width: 65 is not in 2..=64"),
            ("vary = { width = \"5..40\", height = \"5..40\" }", "vary: 1296 combinations is not at most 1000"),
            (
                "bots = [\"gredy\"]",
                "bot: \"gredy\" is not one of uniform, idle, random, greedy, planner, search, perfect, best, did you mean greedy?",
            ),
            (
                "vary = { width = [5] }\n[[arms]]\nname = \"a\"\nsettings = { width = 6 }",
                "arm a.width: 6 is set here and varied too, need one of the two",
            ),
            ("[[arms]]\nname = \"a\"\n[[arms]]\nname = \"a\"", "arms: \"a\" is given twice, need each name once"),
            ("[[arms]]\nname = \"a\"\nsettings = { widht = 3 }", "arm a.widht: no such setting, did you mean width?"),
        ] {
            assert_eq!(plan(&format!("{TINY}{text}")).err().unwrap(), expected, "{text}");
        }
        for (compare, expected) in [
            ("[[\"c\", \"a\"]]", "compare[0]: \"c\" is not one of the arms a, b, did you mean a?"),
            ("[[\"b\", \"a\"], [\"b\", \"other\"]]", "compare[1]: \"other\" is not one of the arms a, b"),
            ("[[\"b\", \"b\"]]", "compare[0]: \"b\" minus itself is not two arms that differ"),
        ] {
            assert_eq!(plan(&format!("{TINY}compare = {compare}\n{arms}")).err().unwrap(), expected);
        }
        let chess = Plan::new(&gridhaunt_bots::registry(), &Recipe::of_game("chess")).err().unwrap().to_string();
        assert!(chess.starts_with("game: \"chess\" is not one of "), "{chess}");
    }

    #[test]
    fn a_setting_that_would_change_nothing_is_refused() {
        let over = |text: &str, key: &str| {
            let mut recipe = Recipe::parse(&format!("{TINY}{text}"), "test", None).unwrap();
            recipe.set(key, 6.into()).unwrap();
            Plan::new(&gridhaunt_bots::registry(), &recipe).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(
            over("vary = { width = [5, 7] }", "width").unwrap_err(),
            "width: is varied, so 6 would change nothing; vary it over other values or not at all"
        );
        let arms = "[[arms]]\nname = \"a\"\nsettings = { width = 5 }\n[[arms]]\nname = \"b\"\n";
        assert_eq!(over(arms, "width"), Ok(()), "b leaves it open");
        assert_eq!(
            over(&format!("{arms}settings = {{ width = 7 }}"), "width").unwrap_err(),
            "width: is set by every arm, so 6 would change nothing"
        );
    }

    #[test]
    fn bots_that_would_sit_nowhere_are_refused_and_their_words_checked() {
        let own = "[[arms]]\nname = \"a\"\nbots = [\"random\"]\n[[arms]]\nname = \"b\"\nbots = [\"greedy\"]\n";
        let over = |arms: &str, bots: &[&str]| {
            let mut recipe = Recipe::parse(&format!("{TINY}{arms}"), "test", None).unwrap();
            recipe.seat(&bots.iter().map(ToString::to_string).collect::<Vec<_>>());
            Plan::new(&gridhaunt_bots::registry(), &recipe).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(
            over(own, &["idle", "random"]).unwrap_err(),
            "bots: every arm has bots of its own, so idle random would change nothing"
        );
        let open = format!("{own}[[arms]]\nname = \"c\"\n");
        assert_eq!(over(&open, &["idle"]), Ok(()), "c leaves them open");
        assert!(over(&open, &["gredy"]).unwrap_err().ends_with("did you mean greedy?"));
        assert!(plan(&format!("{TINY}bots = [\"greedy\"]\n{own}")).is_ok());
        let wrong = plan(&format!("{TINY}bots = [\"gredy\"]\n{own}")).err().unwrap();
        assert!(wrong.ends_with("did you mean greedy?"), "{wrong}");
    }

    #[test]
    fn a_word_nobody_knows_lists_what_there_is() {
        let error = no_such(&gridhaunt_bots::registry(), "pyrta").to_string();
        assert!(
            error.starts_with("experiment: \"pyrta\" is not ") && error.ends_with("did you mean pyrat?"),
            "{error}"
        );
    }
}
