//! Entrants (A1): from words to bots, who they are (B3), and which of their bots plays which seat.

use crate::shape::Shape;
use gridhaunt_arena::adaptor::{self, Word};
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_host::archive::{self, Packed};
use gridhaunt_host::identity::digits;
use gridhaunt_host::manifest::{MANIFEST, Program};
use gridhaunt_kernel::face::{Face, Opened, Session};
use gridhaunt_kernel::json::{Map, Value, brief, nearest};
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_store::NewEntrant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most entrants of an event.
pub const MOST_ENTRANTS: usize = 100_000;

/// Who takes part in an event, before it is entered.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// As it was named.
    pub words: String,
    /// As results name it.
    pub name: String,
    /// Who it is: the same text is the same entrant, and another text another (B3).
    pub identity: String,
    /// Its bots: one, or several built-in bots that were joined with `+`; none if it is unfit.
    pub bots: Vec<BotSpec>,
    /// Its files, if it is a program.
    pub packed: Option<Packed>,
    /// Why it cannot play, if it cannot.
    pub unfit: Option<String>,
}

/// What became of the words.
#[derive(Clone, Debug, Default)]
pub struct Entered {
    /// Those who take part, in the order of the words.
    pub entrants: Vec<Entrant>,
    /// What was left out, in a line each.
    pub left_out: Vec<String>,
}

impl Entrant {
    /// Reads the words of an entrant. A program's files are digested and packed.
    ///
    /// # Errors
    /// There is no such bot, or its files cannot be read.
    pub fn read(game: &dyn Face, words: &str) -> Result<Self, Invalid> {
        let bots = read_bots(game, words)?;
        let packed = match &bots[..] {
            [BotSpec { program: Some(program), .. }] => Some(archive::pack(program)?),
            _ => None,
        };
        let name = bots.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        let mut parts: Vec<String> = bots.iter().map(|bot| identity(bot, packed.as_ref())).collect();
        parts.sort_unstable();
        Ok(Self { words: words.into(), name, identity: parts.join("+"), bots, packed, unfit: None })
    }

    /// The entrant that is this program.
    #[must_use]
    pub fn of_program(packed: Packed, program: Program) -> Self {
        let (name, options) = (program.name.clone(), program.options.clone());
        let bot = BotSpec { name: name.clone(), options, program: Some(Arc::new(program)), guest: None };
        let identity = identity(&bot, Some(&packed));
        Self { words: name.clone(), name, identity, bots: vec![bot], packed: Some(packed), unfit: None }
    }

    /// What the store keeps of it.
    #[must_use]
    pub fn to_row(&self) -> NewEntrant {
        let options = match &self.bots[..] {
            [one] => Value::Object(one.options.clone()),
            _ => Value::Object(Map::new()),
        };
        let name = match &self.bots[..] {
            // Versions of a program have one name, whatever their options (B3).
            [BotSpec { program: Some(program), .. }] => program.name.clone(),
            _ => self.name.clone(),
        };
        NewEntrant {
            name,
            identity: self.identity.clone(),
            digest: self.packed.as_ref().map(|packed| digits(&packed.digest)),
            options: options.to_string(),
            words: self.words.clone(),
            archive: self.packed.as_ref().map(|packed| packed.bytes.clone()),
        }
    }
}

/// Reads the words of all entrants. `folder` is what paths are relative to. A word that ends in `/*` stands for
/// everything in that folder. With `skip_unfit` what is no bot is left out, and a bot with a wrong manifest is entered
/// as unfit.
///
/// # Errors
/// What is no bot, or an entrant twice.
pub fn enter(
    game: &dyn Face,
    words: &[String],
    folder: Option<&Path>,
    skip_unfit: bool,
    known: &[String],
) -> Result<Entered, Invalid> {
    let mut entered = Entered::default();
    let mut wrong: Vec<(Invalid, bool)> = Vec::new();
    for word in expand(game, words, folder)? {
        match Entrant::read(game, &word) {
            Ok(entrant) => entered.entrants.push(entrant),
            Err(error) if skip_unfit && is_program(&word) => {
                let path = Path::new(path_of(&word));
                if path.join(MANIFEST).exists() {
                    entered.entrants.push(unfit(&word, path, &error));
                } else {
                    entered.left_out.push(error.to_string());
                }
            }
            Err(error) => wrong.push((error, words.len() > 1 && is_program(&word))),
        }
    }
    if !wrong.is_empty() {
        return Err(cannot_play(wrong));
    }
    if entered.entrants.len() + known.len() > MOST_ENTRANTS {
        return Err(Invalid::new("entrants", entered.entrants.len() + known.len(), format!("at most {MOST_ENTRANTS}")));
    }
    let mut seen: Vec<(&str, &str)> =
        known.iter().map(|identity| (identity.as_str(), "the event has it already")).collect();
    for entrant in &entered.entrants {
        if let Some((_, other)) = seen.iter().find(|(identity, _)| *identity == entrant.identity) {
            let twice = match *other {
                other if other == entrant.words => "is given twice".to_string(),
                other if known.contains(&entrant.identity) => format!("takes part already: {other}"),
                other => format!("is the same as {}", shown(other)),
            };
            let words = format!("{} {twice}, need each entrant once", shown(&entrant.words));
            return Err(
                Invalid::new("entrants", brief(&entrant.words.as_str().into()), "each entrant once").says(words)
            );
        }
        seen.push((&entrant.identity, &entrant.words));
    }
    Ok(entered)
}

/// Whether a word is meant as a program and not as a bot of the registry.
fn is_program(word: &str) -> bool {
    adaptor::is_meant(word) || Program::is_meant(path_of(word))
}

/// The error about all entrants that cannot play, in a line each; of each it is known whether it can be left out.
fn cannot_play(mut wrong: Vec<(Invalid, bool)>) -> Invalid {
    let hint = "skip_unfit = true (--skip-unfit) goes on without";
    if wrong.len() == 1 {
        let (error, can_be_left_out) = wrong.remove(0);
        let words = format!("{error}; {hint} it");
        return if can_be_left_out { error.reads(words) } else { error };
    }
    let lines: Vec<String> = wrong.iter().map(|(error, _)| format!("\n  {error}")).collect();
    let hint = if wrong.iter().all(|(_, can)| *can) { format!("\n{hint} them") } else { String::new() };
    let words = format!("{} entrants cannot play:{}{hint}", wrong.len(), lines.concat());
    Invalid::new("entrants", wrong.len(), "entrants that can play").reads(words)
}

/// An entrant that is benched from the beginning, with its words in the results.
fn unfit(word: &str, path: &Path, error: &Invalid) -> Entrant {
    let name = path.file_name().map_or_else(|| word.to_string(), |name| name.to_string_lossy().into_owned());
    let name: String = name.chars().filter(|c| !c.is_control()).take(64).collect();
    Entrant {
        words: word.into(),
        identity: format!("unfit {name} {}", brief(&word.into())),
        name,
        bots: Vec::new(),
        packed: None,
        unfit: Some(error.to_string()),
    }
}

/// The words with folders expanded and paths made relative to the current folder.
fn expand(game: &dyn Face, words: &[String], folder: Option<&Path>) -> Result<Vec<String>, Invalid> {
    let mut all = Vec::new();
    for word in words {
        if let Some(player) = Word::read(word) {
            all.extend(expand_player(&player, folder)?);
            continue;
        }
        let path = path_of(word);
        let is_bot = built_ins(game, word).is_some();
        let there = |folder: &Path| folder.join(path).to_string_lossy().into_owned();
        let base = folder.filter(|folder| !folder.as_os_str().is_empty() && Path::new(path).is_relative());
        let word = match base.filter(|folder| !is_bot && (path.contains('/') || folder.join(path).exists())) {
            Some(folder) => format!("{}{}", there(folder), &word[path.len()..]),
            None => word.clone(),
        };
        let Some(inside) = word.strip_suffix("/*").filter(|_| !is_bot && !Path::new(&word).exists()) else {
            all.push(word);
            continue;
        };
        let paths = list(inside)?;
        all.extend(paths.into_iter().map(|path| path.to_string_lossy().into_owned()));
    }
    Ok(all)
}

/// The players of an adaptor that a word stands for: one, or with `/*` all in a folder.
fn expand_player(player: &Word<'_>, folder: Option<&Path>) -> Result<Vec<String>, Invalid> {
    let base = folder.filter(|_| Path::new(player.path).is_relative());
    let path = base.map_or_else(|| player.path.into(), |folder| folder.join(player.path));
    let text = path.to_string_lossy();
    let Some(inside) = text.strip_suffix("/*").filter(|_| !path.exists()) else {
        return Ok(vec![player.at(&path)]);
    };
    let mut paths = list(inside)?;
    paths.retain(|path| player.is_player(path));
    match paths.is_empty() {
        true => Err(Invalid::new("entrants", brief(&inside.into()), "a folder of players")
            .says(format!("{} holds no player", shown(inside)))),
        false => Ok(paths.iter().map(|path| player.at(path)).collect()),
    }
}

/// What is in a folder, in order of the names, but nothing that is hidden.
fn list(folder: &str) -> Result<Vec<PathBuf>, Invalid> {
    let wrong = |why: String| Invalid::new("entrants", brief(&folder.into()), "a folder of bots").says(why);
    let entries = std::fs::read_dir(folder).map_err(|error| wrong(format!("{}: {error}", shown(folder))))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    paths.sort();
    Ok(paths)
}

/// The part of a word before its options, as it names a file; of a player of an adaptor all but the options.
#[must_use]
pub fn path_of(word: &str) -> &str {
    match word.rsplit_once(':') {
        Some((path, options)) if options.contains('=') => path,
        _ => word,
    }
}

/// The built-in bots of a word: one, or several joined with `+`; none if a part is no name of the registry (B1).
fn built_ins<'a>(game: &dyn Face, words: &'a str) -> Option<Vec<&'a str>> {
    let bots = game.bots();
    let is_bot = |word: &str| bots.iter().any(|bot| word.split(':').next() == Some(bot.name));
    if !words.contains('+') || !words.split('+').all(is_bot) {
        return is_bot(words).then(|| vec![words]);
    }
    Some(words.split('+').collect())
}

/// The bots that the words name.
fn read_bots(game: &dyn Face, words: &str) -> Result<Vec<BotSpec>, Invalid> {
    match built_ins(game, words) {
        Some(parts) => parts.into_iter().map(BotSpec::parse).collect(),
        None => {
            let bot = BotSpec::find(game, words)?;
            if bot.program.is_some() {
                return Ok(vec![bot]);
            }
            let names: Vec<&str> = game.bots().iter().map(|bot| bot.name).collect();
            let (got, expected) = (brief(&bot.name.as_str().into()), format!("one of {}", names.join(", ")));
            let hint = nearest(&bot.name, names).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let words = format!("{got} is not {expected}{hint}");
            Err(Invalid::new("bot", got, expected).says(words))
        }
    }
}

/// The built-in bots of an entrant in the store, from its words.
///
/// # Errors
/// A bot that this version does not have.
pub fn recall(game: &dyn Face, words: &str) -> Result<Vec<BotSpec>, Invalid> {
    match built_ins(game, words) {
        Some(parts) => parts.into_iter().map(BotSpec::parse).collect(),
        None => {
            let expected = format!("a bot of {}", game.info().name);
            Err(Invalid::new("entrant", brief(&words.into()), expected))
        }
    }
}

/// Who a bot is: its name, for a program the digest of its files, and its options.
fn identity(bot: &BotSpec, packed: Option<&Packed>) -> String {
    let options = Value::Object(bot.options.clone());
    match (&bot.program, packed) {
        (Some(program), Some(packed)) => format!("program {} {} {options}", program.name, digits(&packed.digest)),
        _ => format!("builtin {} {options}", bot.name),
    }
}

/// Which of an entrant's bots plays each seat of a map, by seat; none where none of them can. Programs play every seat.
///
/// # Errors
/// Two of its bots can play a seat, or none can play a seat that it may be given.
pub fn seats(
    opened: &dyn Opened,
    session: &dyn Session,
    shape: &Shape,
    name: &str,
    bots: &[BotSpec],
) -> Result<Vec<Option<usize>>, Invalid> {
    let info = session.info();
    let mut by_seat = vec![None; session.seats()];
    for place in &shape.places {
        for &seat in &place.seats {
            let mut first_error = None;
            for (number, bot) in bots.iter().enumerate() {
                let can = match &bot.program {
                    Some(_) => Ok(()),
                    None => opened.player(&bot.name, &bot.options, 0, seat).map(drop),
                };
                match can {
                    Ok(()) if by_seat[seat.index()].is_none() => by_seat[seat.index()] = Some(number),
                    Ok(()) => {
                        let other: &BotSpec = &bots[by_seat[seat.index()].unwrap_or(0)];
                        let words =
                            format!("{name}: both {other} and {bot} play the {}", info.side_name(session.side(seat)));
                        return Err(Invalid::new("entrants", brief(&name.into()), "one bot a side").says(words));
                    }
                    Err(error) => first_error = first_error.or(Some(error)),
                }
            }
            if by_seat[seat.index()].is_none() {
                return Err(nobody(session, name, bots, seat, first_error));
            }
        }
    }
    Ok(by_seat)
}

/// The error if none of an entrant's bots plays a seat.
fn nobody(session: &dyn Session, name: &str, bots: &[BotSpec], seat: Seat, error: Option<Invalid>) -> Invalid {
    let info = session.info();
    let role = info.roles.get(session.role(seat));
    let (role, usual) = role.map_or(("seat", ""), |role| (role.name, role.bot));
    // An option that is wrong on every seat is its own error.
    if let Some(error) = error.filter(|error| bots.len() == 1 && error.field.contains('.')) {
        return error;
    }
    let words = format!(
        "{name}: none of its bots plays a {role}, and entrants change sides; join one with +, as in {name}+{usual}, or \
         contest one side alone with side = \"…\" (--side)"
    );
    Invalid::new("entrants", brief(&name.into()), format!("a bot that plays a {role}")).says(words)
}

/// Gives every seat of a match its bot: those of the places are their entrants', the rest have their usual bots. `bots`
/// are an entrant's bots and which of them plays each seat.
///
/// # Errors
/// An entrant that cannot play.
pub fn seating<'a>(
    usual: &[BotSpec],
    shape: &Shape,
    arrangement: &[u32],
    bots: impl Fn(u32) -> Option<(&'a [BotSpec], &'a [Option<usize>])>,
) -> Result<Vec<BotSpec>, Invalid> {
    let mut seats = usual.to_vec();
    for (place, &entrant) in shape.places.iter().zip(arrangement) {
        let missing = || Invalid::new("entrant", entrant, "an entrant of the event that can play");
        let (bots, by_seat) = bots(entrant).ok_or_else(missing)?;
        for seat in &place.seats {
            let bot = by_seat.get(seat.index()).copied().flatten().and_then(|number| bots.get(number));
            seats[seat.index()] = bot.ok_or_else(missing)?.clone();
        }
    }
    Ok(seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(game: &str, words: &[&str], skip: bool) -> Result<Entered, String> {
        let registry = gridhaunt_bots::registry();
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        enter(registry.find(game).unwrap(), &words, None, skip, &[]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_folder_of_players_is_every_player_in_it() {
        // B1
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("ana")).unwrap();
        std::fs::create_dir(home.path().join("tools")).unwrap();
        for (name, text) in [
            ("rat.py", "def turn"),
            ("_rat.py", "def turn"),
            ("ways.py", ""),
            ("notes.txt", "def turn"),
            ("ana/player.py", "def turn"),
            ("tools/ways.py", ""),
        ] {
            std::fs::write(home.path().join(name), text).unwrap();
        }
        let words = format!("pyrat:{}/*", home.path().display());
        let all = entered("pyrat", &[&words, "greedy"], false).unwrap().entrants;
        assert_eq!(all.iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>(), ["ana", "rat", "greedy"]);
        assert!(all[1].packed.is_some() && all[1].identity.starts_with("program rat "));
        let none = entered("pyrat", &[&format!("pyrat:{}/tools/*", home.path().display())], false).unwrap_err();
        assert!(none.ends_with("/tools holds no player"), "{none}");
    }

    #[test]
    fn an_entrant_is_known_by_name_options_and_digest() {
        let all = entered("pyrat", &["greedy", "greedy:ties=first", "random"], false).unwrap().entrants;
        let identities: Vec<&str> = all.iter().map(|entrant| entrant.identity.as_str()).collect();
        assert_eq!(identities, ["builtin greedy {}", "builtin greedy {\"ties\":\"first\"}", "builtin random {}"]);
        let joined = entered("tag", &["score+chase"], false).unwrap().entrants;
        assert_eq!(joined[0].identity, "builtin chase {}+builtin score {}");
        assert_eq!((joined[0].name.as_str(), joined[0].bots.len()), ("score+chase", 2));
    }

    #[test]
    fn an_entrant_twice_is_refused() {
        assert_eq!(
            entered("pyrat", &["greedy", "random", "greedy"], false).unwrap_err(),
            "entrants: greedy is given twice, need each entrant once"
        );
        assert_eq!(
            entered("tag", &["score+chase", "chase+score"], false).unwrap_err(),
            "entrants: chase+score is the same as score+chase, need each entrant once"
        );
        let registry = gridhaunt_bots::registry();
        let known = ["builtin greedy {}".to_string()];
        let error = enter(registry.find("pyrat").unwrap(), &["greedy".into()], None, false, &known).unwrap_err();
        assert!(error.to_string().contains("greedy takes part already"), "{error}");
    }

    #[test]
    fn a_folder_of_submissions_names_what_is_no_bot() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str, text: &str| {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        at("a/bot.toml", "run = [\"python3\", \"bot.py\"]");
        at("b.py", "print(1)");
        at("README.md", "hello");
        at("wrong/bot.toml", "runn = [\"x\"]");
        at(".hidden", "");
        let all = format!("{}/*", home.path().display());
        let error = entered("pyrat", &["greedy", &all], false).unwrap_err();
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!((lines.len(), lines[0]), (4, "2 entrants cannot play:"), "{error}");
        assert!(lines[1].contains("README.md is not executable") && lines[2].contains("did you mean run?"), "{error}");
        assert_eq!(lines[3], "skip_unfit = true (--skip-unfit) goes on without them");
        let error = entered("pyrat", &["greedy", &format!("{}/README.md", home.path().display())], false).unwrap_err();
        assert!(error.contains("README.md is not executable") && error.ends_with("goes on without it"), "{error}");
        let found = entered("pyrat", &["greedy", &all], true).unwrap();
        let names: Vec<&str> = found.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["greedy", "a", "b", "wrong"]);
        assert!(found.entrants[3].unfit.as_ref().unwrap().contains("did you mean run?"));
        assert_eq!(found.left_out.len(), 1);
        let row = found.entrants[1].to_row();
        assert_eq!(row.identity, format!("program a {} {{}}", row.digest.as_ref().unwrap()));
        assert!(row.archive.is_some_and(|archive| !archive.is_empty()));
    }

    #[test]
    fn paths_of_a_spec_are_relative_to_its_folder() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("b.py"), "print(1)").unwrap();
        let registry = gridhaunt_bots::registry();
        let game = registry.find("pyrat").unwrap();
        for word in ["b.py", "./b.py", "./b.py:depth=2"] {
            let found = enter(game, &[word.into()], Some(home.path()), false, &[]).unwrap();
            assert_eq!(found.entrants[0].bots[0].name, "b", "{word}");
        }
        assert!(enter(game, &["c.py".into()], Some(home.path()), false, &[]).is_err());
    }
}
