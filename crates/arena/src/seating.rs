//! Assigns bots to seats, from words such as `greedy`, `greedy:ties=first` and `rat=random`.

use crate::adaptor;
use gridhaunt_host::manifest::Program;
pub use gridhaunt_kernel::bot::plain_value;
use gridhaunt_kernel::bot::read_words;
use gridhaunt_kernel::face::{Face, Opened, Player, Session};
use gridhaunt_kernel::json::{Map, Value, nearest};
use gridhaunt_kernel::{Invalid, Seat};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A bot with its options.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct BotSpec {
    pub name: String,
    pub options: Map<String, Value>,
    /// The program, if it is not a bot of the registry.
    pub program: Option<Arc<Program>>,
    /// Who makes its players, if it is neither a bot of the registry nor a program.
    pub guest: Option<Guest>,
}

/// A bot that somebody brings along in this process: what makes its player for a seat of a match with a seed.
#[derive(Clone)]
pub struct Guest(pub Arc<MakesGuest>);

/// What the name of a guest begins with until whoever brought it puts it in its place.
pub const GUEST: char = '@';

/// What makes the player of a guest.
pub type MakesGuest = dyn Fn(u64, Seat) -> Box<dyn Player> + Send + Sync;

impl PartialEq for Guest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Guest")
    }
}

impl BotSpec {
    /// Reads `name` or `name:option=value,option=value`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let (name, options) = read_words(text)?;
        Ok(Self { name, options, program: None, guest: None })
    }

    /// The player of a bot of the registry or of a guest.
    ///
    /// # Errors
    /// A bot that the registry does not know.
    pub fn player(&self, opened: &dyn Opened, seed: u64, seat: Seat) -> Result<Box<dyn Player>, Invalid> {
        match &self.guest {
            Some(Guest(make)) => Ok(make(seed, seat)),
            None => opened.player(&self.name, &self.options, seed, seat),
        }
    }

    /// Reads a bot of a game: what has the prefix of an adaptor is a guest's player; a name of the registry is a built-in
    /// bot; else what contains a `/` or is the name of a file or folder is a program (B1). All may have options after a
    /// colon.
    pub fn find(game: &dyn Face, text: &str) -> Result<Self, Invalid> {
        if let Some(word) = adaptor::Word::read(text) {
            return Self::of_program(game, word.program()?, word.options);
        }
        let name = text.split(':').next().unwrap_or_default();
        if game.bots().iter().any(|bot| bot.name == name) || name.starts_with(GUEST) {
            return Self::parse(text);
        }
        // A path may contain a colon, so that the options are what follows the last one.
        let (path, options) = match text.rsplit_once(':') {
            Some((path, options)) if options.contains('=') && !Program::is_meant(text) => (path, Some(options)),
            Some((path, options)) if options.contains('=') && path.contains('/') => (path, Some(options)),
            _ => (text, None),
        };
        if !Program::is_meant(path) {
            // The registry says which names there are; a word that looks like a file gets the reason of a file.
            if path.ends_with(".py") || path.contains('\\') {
                return Err(Program::find(path).unwrap_err());
            }
            if let Some(file) = Program::file_of(path) {
                let words = format!("{path:?} is no bot of {}, did you mean {file}?", game.info().name);
                return Err(Invalid::new("bot", format!("{path:?}"), "a bot").says(words));
            }
            return Self::parse(text);
        }
        Self::of_program(game, Program::find(path)?, options)
    }

    /// The bot that a program is, with options that go over those of its manifest.
    fn of_program(game: &dyn Face, program: Program, options: Option<&str>) -> Result<Self, Invalid> {
        program.check_game(game.info().name)?;
        let given = options.map(|options| Self::parse(&format!("{}:{options}", program.name))).transpose()?;
        let mut options = program.options.clone();
        options.extend(given.map(|given| given.options).unwrap_or_default());
        Ok(Self { name: program.name.clone(), options, program: Some(Arc::new(program)), guest: None })
    }
}

impl std::fmt::Display for BotSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.options.iter().enumerate() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Gives every seat of a match a bot: plain names in seat order, `role=bot` or `side=bot` for all seats of a role or a
/// side, `0=bot` for the seat with that number, and the default bot of the role for the rest. If there are as many names as sides, each name is for one side;
/// if as many as roles, for one role.
pub fn seat_all(game: &dyn Face, session: &dyn Session, words: &[String]) -> Result<Vec<BotSpec>, Invalid> {
    seat_around(game, session, words, None)
}

/// The name of a person's seat in records.
pub const PERSON: &str = "human";

/// Gives every seat a bot as [`seat_all`] does, except the seat of a person.
pub fn seat_around(
    game: &dyn Face,
    session: &dyn Session,
    words: &[String],
    person: Option<Seat>,
) -> Result<Vec<BotSpec>, Invalid> {
    let info = game.info();
    let mut names: Vec<&str> = info.roles.iter().map(|role| role.name).collect();
    names.extend(
        info.sides.iter().map(|side| side.name).filter(|side| info.roles.iter().all(|role| role.name != *side)),
    );
    let mut by_name = BTreeMap::new();
    let mut in_order = Vec::new();
    for word in words {
        // A path may contain `=`.
        match word.split_once('=').filter(|(name, _)| !name.contains([':', '/', '.'])) {
            Some((name, bot)) if names.contains(&name) || is_seat(session, name) => {
                if by_name.insert(name.to_string(), BotSpec::find(game, bot)?).is_some() {
                    return Err(Invalid::new("bots", format!("{word:?}"), "each role once")
                        .says(format!("{name} is given twice, need each role once")));
                }
            }
            Some((name, _)) => {
                let expected = format!("one of {}", names.join(", "));
                let hint = nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?"));
                let words = format!("{name:?} is not {expected}{}", hint.unwrap_or_default());
                return Err(Invalid::new("role", format!("{name:?}"), expected).says(words));
            }
            None => in_order.push(BotSpec::find(game, word)?),
        }
    }
    let role = |seat: usize| info.role_name(session.role(Seat(seat as u8)));
    let side = |seat: usize| info.side_name(session.side(Seat(seat as u8)));
    if by_name.is_empty() {
        for groups in [&side as &dyn Fn(usize) -> &'static str, &role] {
            let mut there: Vec<&str> = Vec::new();
            for name in (0..session.seats()).map(groups) {
                if !there.contains(&name) {
                    there.push(name);
                }
            }
            if there.len() > 1 && in_order.len() == there.len() && session.seats() > there.len() {
                let named = there.into_iter().zip(in_order.drain(..));
                by_name = named.map(|(name, bot)| (name.to_string(), bot)).collect();
            }
        }
    }
    let has_seats = |name: &str| {
        is_seat(session, name) || (0..session.seats()).any(|seat| role(seat) == name || side(seat) == name)
    };
    if let Some((name, bot)) = by_name.iter().find(|(name, _)| !has_seats(name)) {
        let there: Vec<&str> = names.iter().copied().filter(|name| has_seats(name)).collect();
        let expected = format!("one of {}", there.join(", "));
        let words = format!("{name} has no seat in this match, need {expected}");
        return Err(Invalid::new("role", bot, expected).says(words));
    }
    let mut in_order = in_order.into_iter();
    let mut seats = Vec::with_capacity(session.seats());
    for seat in 0..session.seats() {
        if person.is_some_and(|person| person.index() == seat) {
            seats.push(BotSpec::parse(PERSON)?);
            continue;
        }
        let usual = info.roles.get(session.role(Seat(seat as u8))).map_or("", |role| role.bot);
        let of_side = || {
            by_name
                .get(side(seat))
                .filter(|bot| bot.program.is_some() || info.suits(&bot.name, session.role(Seat(seat as u8))))
        };
        let named = by_name.get(&seat.to_string()).or_else(|| by_name.get(role(seat))).or_else(of_side);
        seats.push(match named {
            Some(bot) => bot.clone(),
            None if by_name.contains_key(side(seat)) => BotSpec::parse(usual)?,
            None => in_order.next().map_or_else(|| BotSpec::parse(usual), Ok)?,
        });
    }
    match in_order.count() {
        0 => Ok(seats),
        extra => {
            let free = words.len() - by_name.len() - extra;
            let words = format!("{} given, {} has {free} seats to fill", free + extra, info.name);
            Err(Invalid::new("bots", free + extra, format!("at most {free}")).says(words))
        }
    }
}

/// Whether a word is the number of a seat.
fn is_seat(session: &dyn Session, word: &str) -> bool {
    word.parse::<usize>().is_ok_and(|seat| seat < session.seats() && seat.to_string() == word)
}

/// The entrant of every seat: the seats of a side with the same bot have one (B8, A1).
#[must_use]
pub fn entrants(session: &dyn Session, seats: &[BotSpec]) -> Vec<u8> {
    let side = |seat: usize| session.side(Seat(seat as u8));
    // The first seat of each entrant.
    let mut firsts: Vec<usize> = Vec::new();
    let mut by_seat = Vec::with_capacity(seats.len());
    for (seat, bot) in seats.iter().enumerate() {
        let known = firsts.iter().position(|&first| side(first) == side(seat) && seats[first] == *bot);
        by_seat.push(known.unwrap_or(firsts.len()) as u8);
        if known.is_none() {
            firsts.push(seat);
        }
    }
    by_seat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_stands_twice_makes_no_object() {
        assert_eq!(plain_value(r#"{"rooms":3}"#)["rooms"], 3);
        assert!(plain_value(r#"{"rooms":3,"rooms":4}"#).is_string());
        assert_eq!((plain_value("9"), plain_value("open")), (9.into(), "open".into()));
    }

    fn seated(words: &[&str]) -> Result<Vec<String>, String> {
        let registry = gridhaunt_bots::registry();
        let game = registry.find("pyrat").unwrap();
        let session = game.open(&Value::Object(Map::new())).unwrap().begin(0).unwrap();
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let bots = seat_all(game, session.as_ref(), &words).map_err(|error| error.to_string())?;
        Ok(bots.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_role_without_a_seat_is_refused() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games().filter(|game| game.info().seats.0 == 1) {
            let session = game.open(&serde_json::json!({"players": 1})).unwrap().begin(0).unwrap();
            let last = game.info().roles.last().unwrap().name;
            if session.seats() < game.info().roles.len() {
                let error = seat_all(game, session.as_ref(), &[format!("{last}=uniform")]).unwrap_err();
                assert!(error.to_string().starts_with(&format!("role: {last} has no seat in this match, need one of")));
            }
        }
    }

    #[test]
    fn seats_are_filled_in_order_by_role_and_by_default() {
        assert_eq!(seated(&[]).unwrap(), ["greedy", "greedy"]);
        assert_eq!(seated(&["random"]).unwrap(), ["random", "greedy"]);
        assert_eq!(seated(&["rat=random"]).unwrap(), ["greedy", "random"]);
        assert_eq!(seated(&["python=idle", "random"]).unwrap(), ["idle", "random"]);
        assert_eq!(seated(&["1=idle", "random"]).unwrap(), ["random", "idle"]);
        assert!(seated(&["2=idle"]).unwrap_err().starts_with("role: \"2\" is not one of"));
        assert_eq!(
            seated(&["greedy:ties=first", "rat=greedy:ties=random"]).unwrap(),
            ["greedy:ties=first", "greedy:ties=random"]
        );
    }

    #[test]
    fn a_side_of_two_roles_is_seated_by_side_by_role_and_by_name() {
        let registry = gridhaunt_bots::registry();
        let seated = |words: &[&str]| {
            let game = registry.find("snarl").unwrap();
            let session = game.open(&serde_json::json!({"players": 2})).unwrap().begin(0).unwrap();
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let bots = seat_all(game, session.as_ref(), &words).map_err(|error| error.to_string());
            bots.map(|bots| bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        for (words, expected) in [
            (["explorer", "random"].as_slice(), "explorer explorer random random"),
            (&["random", "zombie"], "random random zombie ghost"),
            (&["random", "ghost:sight=3"], "random random zombie ghost:sight=3"),
            (&["random", "zombie", "random"], "random random zombie random"),
            (&["adversary=random"], "explorer explorer random random"),
            (&["adversary=random", "ghost=ghost"], "explorer explorer random ghost"),
            (&["ghost=random"], "explorer explorer zombie random"),
            (&["explorer", "random", "zombie", "ghost"], "explorer random zombie ghost"),
        ] {
            assert_eq!(seated(words).as_deref(), Ok(expected), "{words:?}");
        }
        assert!(seated(&["adversaries=random"]).unwrap_err().contains("did you mean adversary?"));
    }

    #[test]
    fn names_in_order_are_those_of_the_others_where_somebody_plays() {
        let registry = gridhaunt_bots::registry();
        let seated = |game: &str, words: &[&str], person: u8| {
            let game = registry.find(game).unwrap();
            let session = game.open(&Value::Object(Map::new())).unwrap().begin(0).unwrap();
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let bots = seat_around(game, session.as_ref(), &words, Some(Seat(person)));
            bots.map(|bots| bots.iter().map(ToString::to_string).collect::<Vec<_>>()).map_err(|error| error.to_string())
        };
        assert_eq!(seated("pyrat", &["random"], 0).unwrap(), [PERSON, "random"]);
        assert_eq!(seated("pyrat", &["random"], 1).unwrap(), ["random", PERSON]);
        assert_eq!(seated("pyrat", &[], 1).unwrap(), ["greedy", PERSON]);
        assert_eq!(seated("pyrat", &["random", "idle"], 1).unwrap_err(), "bots: 2 given, pyrat has 1 seats to fill");
        let tag = seated("tag", &["uniform", "uniform"], 2).unwrap();
        assert!(tag.iter().enumerate().all(|(seat, bot)| bot == if seat == 2 { PERSON } else { "uniform" }), "{tag:?}");
    }

    #[test]
    fn wrong_words_are_named() {
        assert_eq!(seated(&["a", "b", "c"]).unwrap_err(), "bots: 3 given, pyrat has 2 seats to fill");
        assert_eq!(
            seated(&["pyton=idle"]).unwrap_err(),
            "role: \"pyton\" is not one of python, rat, did you mean python?"
        );
        assert_eq!(seated(&["rat=a", "rat=b"]).unwrap_err(), "bots: rat is given twice, need each role once");
        assert_eq!(seated(&[""]).unwrap_err(), "bot: \"\" is not a name, or name:option=value");
        assert_eq!(seated(&["greedy:ties"]).unwrap_err(), "bot greedy: \"ties\" is not option=value");
    }

    #[test]
    fn a_program_is_what_names_a_file_and_no_built_in_bot() {
        // B1
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("bot.toml"), "name = \"fiend\"\nrun = [\"./a\"]\noptions = { a = 1, b = 2 }")
            .unwrap();
        let path = home.path().to_string_lossy().into_owned();
        assert_eq!(seated(&["greedy", &path]).unwrap(), ["greedy", "fiend:a=1,b=2"]);
        assert_eq!(seated(&[&format!("rat={path}:b=7")]).unwrap(), ["greedy", "fiend:a=1,b=7"]);
        for word in ["./mybot.py", "mybot.py", "bots/mine", "C:\\bot.exe", "rat=./mybot.py", "./a=b.py:x"] {
            let error = seated(&["greedy", word]).unwrap_err();
            let bot = word.strip_prefix("rat=").unwrap_or(word);
            assert!(error.starts_with("bot: there is no file or folder ") && error.contains(bot), "{error}");
        }
        assert!(seated(&["greedy:ties=a/b.c"]).is_ok(), "an option may hold anything");
        std::fs::write(home.path().join("bot.toml"), "games = [\"tag\"]\nrun = [\"./a\"]\nname = \"x\"").unwrap();
        assert!(seated(&[&path]).unwrap_err().starts_with("bot: x plays tag, not pyrat"));
    }

    #[test]
    fn the_seats_of_a_side_with_one_bot_have_one_entrant() {
        let registry = gridhaunt_bots::registry();
        let of = |game: &str, settings: Value, words: &[&str]| {
            let game = registry.find(game).unwrap();
            let session = game.open(&settings).unwrap().begin(0).unwrap();
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            entrants(session.as_ref(), &seat_all(game, session.as_ref(), &words).unwrap())
        };
        let usual = || Value::Object(Map::new());
        assert_eq!(of("pyrat", usual(), &["greedy", "greedy"]), [0, 1]);
        assert_eq!(of("snarl", serde_json::json!({"players": 2}), &["explorer", "random"]), [0, 0, 1, 1]);
        assert_eq!(of("sproutopia", usual(), &["random", "random", "random", "random"]), [0, 1, 2, 3]);
    }
}
